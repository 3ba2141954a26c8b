; Written by tree-sitter-mancala/queries.py
; How rules files are coloured. Of two patterns for the same place the later one holds.

(comment) @comment
(string) @string
(number) @number
(name) @variable
(word) @constant
(entry_word) @constant
(entry_name) @variable
(file_name) @string.special

; --- names by what they are -------------------------------------------------------------------------------------------

(label) @label
(label (name) @label)
(option name: (name) @type)
(parameter name: (name) @type)
(preset name: (name) @type)
(phase name: (name) @type)
(move_kind name: (name) @function)
(sequence name: (name) @function)
(define name: (name) @function)
(parameters (name) @variable.parameter)
(call_sequence name: (name) @function)
; Values and functions that the language knows by itself.
((call name: (name) @variable.special)
  (#any-of? @variable.special
    "captured" "hand" "held" "it" "kind" "laps" "last" "mover" "off" "origin" "score" "total" "winner"))
(call name: (name) @function (arguments))
((call name: (name) @function.builtin (arguments))
  (#any-of? @function.builtin "count" "max" "min" "number" "only" "owner" "pits" "seeds" "worth"))

; --- words of the language --------------------------------------------------------------------------------------------

[
  "a" "after" "again" "all" "also" "at" "back" "based" "because" "becomes" "before" "began" "behind" "board"
  "both" "but" "called" "cannot" "capture" "captures" "chain" "choice" "choose" "choosing" "chosen" "default" "define"
  "draw" "drop" "drops" "each" "either" "empty" "end" "endless" "even" "example" "expect" "facing" "fill" "finally"
  "first" "for" "freely" "from" "game" "going" "higher" "illegal" "instead" "into" "kind" "landing" "laps" "last"
  "legal" "let" "letters" "lift" "mancala" "mark" "match" "move" "mover" "moves" "never" "notation" "occurs" "odd" "of" "off"
  "on" "only" "opponent" "opposite" "option" "order" "over" "own" "parameter" "per" "phase" "pieces" "pit" "place"
  "places" "play" "player" "position" "prefer" "preset" "put" "relay" "require" "reserve" "rest" "row" "score"
  "sequence" "set" "setup" "skipping" "some" "sow" "sowing" "starting" "starts" "state" "stop" "store" "the" "then"
  "times" "to" "track" "turn" "until" "up" "way" "ways" "winner" "wins" "with" "without" "worth"
] @keyword

["and" "or" "not" "is" "was" "in"] @keyword.operator

["if" "else" "otherwise" "when" "where" "while"] @keyword

["south" "north" "yes" "no" "nobody" "none"] @constant.builtin
; It is no truth value where it stands before something.
(some_test "no" @keyword.operator)
(no_winner "no" @keyword)

; --- marks ------------------------------------------------------------------------------------------------------------

["+" "-" "*" "/" "<=" ">=" "!=" "=" "<" ">" ".." "->"] @operator
["{" "}" "(" ")"] @punctuation.bracket
["," ":" "."] @punctuation.delimiter
