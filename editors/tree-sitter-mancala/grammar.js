/**
 * The mancala rules language for editors: grammar/mancala.pest, rule by rule and under the same names.
 *
 * What differs: an expression that is nothing but its only part has no node of its own; a whole file is one tree, its items
 * parted by `_item_end`; and words that are names where nothing else can be meant are listed in `_name`, since this
 * kind of parser takes a word of the language for itself wherever it could stand.
 *
 * @file Rules of sowing games
 * @license MIT
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

/**
 * Words that can never be names, as in the rule `reserved`, but for those that are only kept free for later: what is reserved
 * here must stand in some rule.
 */
const RESERVED = [
  "otherwise", "captures", "opponent", "becomes", "capture", "finally", "landing", "require", "facing",
  "behind", "before", "choose", "prefer", "after", "going", "north", "place", "south", "where", "while",
  "both", "each", "else", "lift", "some", "then", "when", "all", "and", "for", "let", "not", "own", "put",
  "sow", "until", "was", "if", "in", "is", "no", "on", "or",
];

/** A mark behind which the line may end. */
function broken($, mark) {
  return seq(mark, optional($._line_end));
}

/** At least one, parted by commas. */
function listed($, part) {
  return seq(part, repeat(seq(broken($, ","), part)));
}

/** At least one, each on a line of its own or not. */
function entries($, entry) {
  return repeat1(seq(entry, optional($._line_end)));
}

/** In braces. */
function braced($, entry) {
  return seq(broken($, "{"), entries($, entry), "}");
}

// The next word alone does not tell whether these go on: both ways are tried, as far as each comes.
const BOTH_WAYS = new Set([
  "truth", "_entry_value", "place_contents", "contents_list", "chosen_pieces", "collected", "rest", "span",
]);

/** Rules that go on wherever they can, as those of pest do: at every step this kind of parser could also stop. */
function greedy(rules) {
  const right = rule => $ => prec.right(rule($));
  const entries = Object.entries(rules);
  return Object.fromEntries(entries.map(([name, rule]) => [name, BOTH_WAYS.has(name) ? rule : right(rule)]));
}

const TOKENS = {
  comment: _ => /#[^\r\n]*/,
  name: _ => /[A-Za-z_][A-Za-z0-9_]*/,
  number: _ => /[0-9]+/,
  string: _ => /"[^"\r\n]*"/,
  file_name: _ => /[A-Za-z_][A-Za-z0-9_-]*/,
};

module.exports = grammar({
  name: "mancala",

  externals: $ => [$._line_end, $._line_goes_on, $._item_end, $._indented, $._name_of_a_side],

  extras: $ => [/[ \t]/, $.comment, $._line_goes_on],

  word: $ => $.name,

  reserved: {
    names: _ => RESERVED,
    option_values: _ => ["default"],
    words: _ => [],
  },

  conflicts: $ => [
    [$.disjunction, $.conjunction],
    [$._entry_value, $.pit_value],
    [$.place_contents],
    [$.chosen_pieces],
    [$.collected],
    [$.contents_list, $.collected],
    [$.contents_list],
    [$.no_winner, $._name],
    [$.truth, $.some_test],
  ],

  rules: { ...greedy({
    source_file: $ => seq(
      optional($._item_end), optional(seq(choice($.version_line, $._item), repeat(seq($._item_end, $._item)))),
    ),

    // --- words -------------------------------------------------------------------------------------------------------

    _word: $ => reserved("words", $.name),


    // --- the file ----------------------------------------------------------------------------------------------------

    version_line: $ => seq("mancala", $.number),

    _item: $ => choice(
      $.based_on, $.game, $.option, $.parameter, $.preset, $.pieces, $.board, $.setup, $.state, $.notation, $.define,
      $.phase, $.turn, $.move_kind, $.sequence, $.legal, $.endless, $.end, $.finally, $.match_rounds, $.example,
      $.without, $.splice,
    ),

    based_on: $ => seq("based", "on", $.file_name, optional(seq("with", listed($, $.binding)))),
    binding: $ => seq(field("name", $.name), ":", choice($.number, alias($._word, $.word))),
    game: $ => seq("game", $.string, optional(seq("from", $.source)), optional($.also_called)),
    source: $ => $.string,
    also_called: $ => seq(optional($._line_end), "also", "called", listed($, $.string)),
    option: $ => seq("option", field("name", $.name), optional($.string), braced($, $.option_value)),
    option_value: $ => seq(
      alias(reserved("option_values", $.name), $.word), optional(seq(":", $.string)), optional(","),
    ),
    parameter: $ => seq(
      "parameter", field("name", $.name), ":", $.number, "..", $.number, "default", $.number, optional($.string),
    ),
    preset: $ => seq(
      "preset", field("name", $.name), optional($.string), braced($, seq($.binding, optional(","))),
    ),

    pieces: $ => seq("pieces", braced($, $.piece)),
    piece: $ => seq(
      field("name", $.name), optional(seq("worth", $._sum, optional(seq("..", $._sum)))), optional(","),
    ),

    // --- board -------------------------------------------------------------------------------------------------------

    board: $ => seq("board", braced($, $._board_entry)),
    _board_entry: $ => choice($.row, $.store, $.reserve, $.off, $.track, $.named_pit, $.named_set),
    row: $ => seq("row", field("name", $.name), ":", $._sum, repeat(choice($.facing_row, $.behind_row))),
    facing_row: $ => seq("facing", "opponent", $.name),
    behind_row: $ => seq("behind", $.name),
    store: _ => "store",
    reserve: $ => seq("reserve", field("name", $.name)),
    off: _ => "off",
    track: $ => seq("track", field("name", $.name), ":", listed($, $.segment), optional($.both_ways)),
    segment: $ => seq($.side, $._place_of_a_side, optional($.span)),
    both_ways: $ => seq("both", "ways", $.name, broken($, ","), $.name),
    named_pit: $ => seq("pit", field("name", $.name), ":", $.name, $._sum),
    named_set: $ => seq("set", field("name", $.name), ":", listed($, $.part)),
    part: $ => seq($.name, optional($.span)),
    span: $ => seq($._sum, optional(seq("..", $._sum))),
    _place_name: $ => choice("store", $._name),
    _place_of_a_side: $ => choice("store", alias($._name_of_a_side, $.name)),

    setup: $ => seq("setup", braced($, $._setup_entry)),
    _setup_entry: $ => choice($.first_entry, $.contents_entry),
    first_entry: $ => seq("first", ":", $._expr),
    contents_entry: $ => seq(
      optional($.exact_side), $._place_name, choice($.contents_by_pit, seq(optional($.span), $.contents_list)),
    ),
    contents_list: $ => seq(":", $._sum, choice("each", repeat($.list_item))),
    list_item: $ => $._sum,
    contents_by_pit: $ => seq($._name, ":", listed($, $.piece_count)),
    piece_count: $ => seq(optional($.number), $._name, optional(seq(broken($, "("), $._expr, ")"))),
    exact_side: _ => choice("south", "north"),

    state: $ => seq("state", braced($, $.state_entry)),
    state_entry: $ => seq(
      field("name", $._name), optional(seq("per", choice("pit", "player"))), ":", $._start_value,
      optional(seq("until", $._expr)),
    ),
    _start_value: $ => seq($._expr, optional(seq("up", "to", $._sum))),

    notation: $ => seq("notation", braced($, $._notation_entry)),
    _notation_entry: $ => choice(
      $.row_text, $.way_text, $.choice_text, $.kind_text, $.piece_text, $.mark_text,
    ),
    row_text: $ => seq("row", $.name, ":", choice("letters", seq($.string, "/", $.string))),
    way_text: $ => seq("way", $.name, ":", $.string),
    choice_text: $ => seq("choice", $.name, ":", $.string),
    kind_text: $ => seq("kind", $.name, ":", $.string),
    piece_text: _ => seq("pieces", ":", "worth"),
    mark_text: $ => seq("mark", $.string, "if", $._expr),

    // --- the turn ----------------------------------------------------------------------------------------------------

    define: $ => seq("define", field("name", $.name), optional($.parameters), broken($, "="), $._expr),
    parameters: $ => seq(broken($, "("), listed($, $.name), ")"),
    phase: $ => seq(
      "phase", field("name", $.name), optional(seq("while", $._expr)), ":", optional($._line_end), $.ranking,
    ),
    turn: $ => seq("turn", ":", optional($._line_end), $.ranking),
    ranking: $ => seq($._ranked, repeat(seq("or", $._ranked))),
    _ranked: $ => seq($._ranked_one, repeat(seq("else", $._ranked_one))),
    _ranked_one: $ => choice($.name, seq(broken($, "("), $.ranking, ")")),

    move_kind: $ => seq("move", field("name", $.name), $.block),
    sequence: $ => seq("sequence", field("name", $.name), optional($.parameters), $.block),
    block: $ => seq(
      broken($, "{"),
      optional(seq($.statement, repeat(seq($._separator, $.statement)), optional($._separator))),
      "}",
    ),
    _separator: $ => choice(broken($, ","), $._line_end),
    finally: $ => seq("finally", $.block),

    statement: $ => seq(optional(seq($.label, ":")), $._action, optional($.condition_tail)),
    _action: $ => choice(
      $.choose, $.lift, $.put, $.sow, $.landing, $.let_value, $.capture, $.place_freely, $.require, $.prefer,
      $.then_sequence, $.finally_block, $.for_loop, $.not_legal, $.stop, $.again, $.relay, $.either, $.never,
      $._award,
      $.becomes,
    ),
    condition_tail: $ => seq("if", $._expr),
    choose: $ => seq(
      "choose", field("name", $.name), "in", choice($.both_ways_word, $._choose_range), optional(seq("where", $._expr)),
    ),
    _choose_range: $ => seq($._ranked_set, optional(seq("..", $._sum))),
    _ranked_set: $ => seq($._sum, repeat(seq("else", optional($._line_end), $._sum))),
    both_ways_word: _ => seq("both", "ways"),
    lift: $ => seq("lift", $._sum, optional(seq("from", $._sum))),
    put: $ => seq(
      "put", choice(prec(1, seq("all", "from", $._sum)), seq($._sum, optional(seq("from", $._sum)))), "in", $._sum,
    ),
    sow: $ => seq(
      "sow", field("track", $.name), optional($.each_place), choice("after", seq("starting", "in")), $._sum,
      optional($.going), optional($.skipping), optional($.chosen_order), optional($.each_drop),
    ),
    each_place: $ => seq($._sum, "each"),
    going: $ => seq("going", $._sum),
    skipping: $ => seq("skipping", $._sum),
    chosen_order: _ => seq("choosing", "the", "order"),
    each_drop: $ => seq("each", "drop", optional($.but_last), $.table),
    but_last: _ => seq("but", "the", "last"),
    landing: $ => seq("landing", $.table),
    let_value: $ => seq("let", field("name", $.name), broken($, "="), $._expr),
    capture: $ => seq(
      "capture", choice($.chosen_pieces, seq($._sum, optional(seq("from", $._sum)), optional($.destination))),
    ),
    chosen_pieces: $ => seq(
      "chosen", $._sum, $.name, "from", $._sum, optional(seq(broken($, ","), "then", "from", $._sum)), optional($.destination),
    ),
    destination: $ => seq("into", $._sum),
    place_freely: $ => seq("place", "freely", "in", $._sum),
    require: $ => seq("require", $._expr),
    prefer: $ => seq("prefer", $._expr),
    then_sequence: $ => seq("then", $.call_sequence),
    call_sequence: $ => seq(field("name", $.name), optional(seq(broken($, "("), listed($, $._expr), ")"))),
    finally_block: $ => seq("finally", $.block),
    becomes: $ => seq(
      $._sum,
      choice(
        seq("becomes", $._expr),
        seq("captures", $._sum, optional(seq("from", $._sum)), optional($.destination)),
      ),
    ),
    for_loop: $ => seq("for", choice($.each_player, seq($.binder, optional($.upper))), $.block),
    each_player: _ => seq("each", "player"),

    // --- tables ------------------------------------------------------------------------------------------------------

    table: $ => braced($, $.table_row),
    table_row: $ => seq(optional(seq($.label, ":")), choice("otherwise", $.conditions), broken($, "->"), $._body),
    _body: $ => choice($.block, listed($, $.statement)),
    label: $ => choice($._name, ...["yes", "nobody", "none", "opposite"].map(word => alias(word, $.name))),
    conditions: $ => seq(
      $._conjunction,
      optional(choice(repeat1(seq("or", $._conjunction)), repeat1(seq(broken($, ","), $._conjunction)))),
    ),
    not_legal: _ => seq("not", "legal"),
    stop: _ => "stop",
    never: _ => "never",
    again: _ => "again",
    relay: $ => seq("relay", optional(seq("from", $._sum))),
    either: $ => seq("either", braced($, $.alternative)),
    alternative: $ => seq(alias($._word, $.label), ":", $._body),
    _award: $ => choice($.higher_wins, $.mover_wins, $.opponent_wins, $.winner_wins, $.draw, $.no_winner),
    higher_wins: _ => seq("higher", "score", "wins"),
    mover_wins: _ => seq("mover", "wins"),
    opponent_wins: _ => seq("opponent", "wins"),
    winner_wins: _ => seq("winner", "wins"),
    draw: _ => "draw",
    no_winner: _ => seq("no", "winner"),

    legal: $ => seq("legal", braced($, $.legal_rule)),
    legal_rule: $ => seq($.label, ":", choice($.require, $.prefer), optional($.condition_tail)),
    endless: $ => seq("endless", optional(seq("after", $.number, "laps")), $.table),
    end: $ => seq("end", braced($, $.end_row)),
    end_row: $ => seq($.label, ":", $._moment, optional(seq(broken($, ","), $.conditions)), broken($, "->"), $._body),
    _moment: $ => choice($.at_capture, $.after_turn, $.before_turn),
    at_capture: _ => seq("at", "a", "capture"),
    after_turn: _ => seq("after", "a", "turn"),
    before_turn: _ => seq("before", "a", "turn"),

    match_rounds: $ => seq("match", optional($.condition_tail), braced($, $._match_entry)),
    _match_entry: $ => choice($.match_setup, $.match_fill, $.match_starts, $.match_over, $.statement),
    match_setup: _ => "setup",
    match_fill: $ => seq(
      "fill", $._sum, "with", $._sum, "each", "from", $._sum, optional(seq("otherwise", $.name)),
    ),
    match_starts: $ => seq("starts", ":", choice($.in_turn, $._expr)),
    in_turn: _ => seq("in", "turn"),
    match_over: $ => seq("over", $.table),

    // --- based on: what differs --------------------------------------------------------------------------------------

    without: $ => seq("without", listed($, $.removed)),
    removed: $ => seq($.removed_kind, choice(seq($._row_of, ".", $._row_name), $.name)),
    removed_kind: _ => choice(
      "state", "move", "row", "option", "define", "end", "legal", "sequence", "preset", "notation",
    ),
    splice: $ => seq(
      choice("before", "after", seq("instead", "of")), $._row_of, ".", $._row_name, choice($.table, $.block),
    ),
    _row_of: $ => choice($.name, "finally"),
    _row_name: $ => choice(alias($.name, $.label), "otherwise"),

    // --- examples ----------------------------------------------------------------------------------------------------

    example: $ => seq("example", $.string, optional(seq("from", $.source)), braced($, $._example_step)),
    _example_step: $ => choice(
      $.with_step, $.position_step, $.play_step, $.expect_step, $.illegal_step, $.legal_step, $.count_step, $.only_step,
    ),
    with_step: $ => seq("with", listed($, $.binding)),
    position_step: $ => seq("position", $.position_block),
    play_step: $ => seq("play", repeat1($.string)),
    expect_step: $ => seq("expect", $.position_block),
    legal_step: $ => seq("legal", repeat1($.string)),
    illegal_step: $ => seq("illegal", $.string, optional(seq("because", $.name))),
    count_step: $ => seq("moves", $.number),
    only_step: $ => seq("only", repeat1($.string)),
    position_block: $ => seq(broken($, "{"), repeat(seq($._position_entry, optional($._line_end))), "}"),
    _position_entry: $ => choice($.to_move, $.rest, $.place_contents),
    to_move: $ => seq("to", "move", ":", $.exact_side),
    rest: $ => seq("rest", ":", $.exact_side, $._place_name, optional($.number)),
    place_contents: $ => seq(
      optional($.exact_side), $.entry_name, optional($.entry_pit), ":", $._entry_value, repeat($._entry_value),
    ),
    entry_name: $ => choice("store", "off", $._word),
    entry_pit: $ => seq(broken($, "("), choice($.off, seq($.exact_side, $.name, $.number)), ")"),
    _entry_value: $ => choice($.bag, $.number, $.pit_value, $.exact_side, $.entry_word),
    pit_value: $ => seq($.exact_side, choice("store", $.name), $.number),
    entry_word: $ => choice("store", "off", $._word),
    bag: $ => seq(broken($, "{"), repeat($.bag_piece), "}"),
    bag_piece: $ => seq(optional($.number), $.name, optional(broken($, ","))),

    // --- expressions -------------------------------------------------------------------------------------------------

    _expr: $ => choice($.disjunction, $._conjunction),
    disjunction: $ => seq($._conjunction, repeat1(seq(broken($, "or"), $._conjunction))),
    _conjunction: $ => choice($.conjunction, $.denied, $.comparison, $.some_test, $._sum),
    conjunction: $ => prec.right(1, seq($._conjunction, broken($, "and"), $._conjunction)),
    denied: $ => seq("not", $._sum, optional($._point_in_time)),
    comparison: $ => choice(
      seq($._sum, $._comparison_tail, optional($._point_in_time)),
      seq(choice($.some_test, $._sum), $._point_in_time),
    ),
    some_test: $ => seq(choice("some", "no"), $._sum),
    _comparison_tail: $ => choice(
      seq($.compare_op, $._sum),
      seq("is", optional("not"), choice($.adjective, $._sum)),
      seq("was", optional("not"), "empty"),
      seq(optional("not"), "in", choice($.number_list, $.range)),
    ),
    adjective: _ => choice("empty", "even", "odd"),
    range: $ => seq($._sum, optional(seq("..", $._sum))),
    number_list: $ => seq(broken($, "{"), listed($, $.range), "}"),
    compare_op: _ => choice("<=", ">=", "!=", "=", "<", ">"),
    _point_in_time: $ => choice($.turn_began, $.before_sowing),
    turn_began: _ => seq("when", "the", "turn", "began"),
    before_sowing: _ => seq("before", "the", "sowing"),

    _sum: $ => choice($.filter, $._operand),
    filter: $ => seq($._prefixed, "where", $._expr),
    _operand: $ => choice($.sum, $.product, $._prefixed),
    sum: $ => prec.left(2, seq($._operand, broken($, choice("+", "-")), $._operand)),
    product: $ => prec.left(3, seq($._operand, broken($, choice("*", "/")), $._operand)),
    _prefixed: $ => choice($.prefixed, $._primary),
    prefixed: $ => choice(
      seq(repeat1($.prefix_op), $._primary, optional($.places_along)),
      seq($._primary, $.places_along),
    ),
    prefix_op: _ => choice("facing", "behind", "opposite"),
    places_along: $ => seq("places", $.along),
    place_along: $ => seq("place", $.along),
    along: $ => seq(
      choice("after", "before"), $._prefixed, optional(seq("on", $.name)), optional(seq("going", $._prefixed)),
    ),
    _primary: $ => choice(
      $.number, $.truth, $.occurs, $.cannot_move, $.chain, $.drop_run, $.collected, $.place_along, $.grouped, $.sided, $.call,
    ),
    truth: _ => choice("yes", "no", "nobody", "none"),
    occurs: $ => seq("position", "occurs", $.number, "times"),
    cannot_move: _ => seq("mover", "cannot", "move"),
    grouped: $ => seq(broken($, "("), $._expr, optional($.conditional), ")"),
    conditional: $ => seq(
      "if", $._expr, repeat(seq(broken($, ","), $._expr, "if", $._expr)), broken($, ","), "otherwise", $._expr,
    ),
    sided: $ => seq($.side, optional(seq($._place_of_a_side, optional($._sided_tail)))),
    _sided_tail: $ => seq(choice($.number, $.arguments), optional($.upper)),
    upper: $ => seq("..", choice($.number, seq(broken($, "("), $._expr, ")"))),
    side: _ => choice("own", "opponent", "all", "south", "north"),
    call: $ => seq(field("name", $._name), optional($.arguments)),
    arguments: $ => seq(broken($, "("), optional(listed($, $._expr)), ")"),
    chain: $ => seq(
      "chain", choice("back", "on"), "from", $._prefixed, optional(seq("up", "to", $._prefixed)), "while", $._expr,
    ),
    drop_run: $ => seq("drops", "back", "while", $._expr),
    collected: $ => seq("each", $._prefixed, "for", listed($, $.binder)),
    binder: $ => seq(field("name", $.name), "in", choice($.both_ways_word, $._sum)),

    // Words of the language that are names as well where both could stand. Behind a side every word is a name that is not
    // reserved, whatever may stand there when the side is all that is named.
    _name: $ => choice(
      $.name,
      ...["position", "mover", "chain", "drops", "higher", "winner"].map(word => alias(word, $.name)),
    ),
  }), ...TOKENS },
});
