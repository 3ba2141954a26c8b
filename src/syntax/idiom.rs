//! What writers bring along in more than one word from other languages and from the tables where the games are played. Each
//! is a pattern of tokens; it counts only where reading stopped in it, or right behind it.

use super::rule_name::keywords;
use super::token::{Kind, Token};
use std::ops::Range;

/// A turn of phrase that this language does not have.
///
/// In a pattern, pieces are parted by blanks, and `|` parts the tokens that a piece may be. `_` is any token, `$` any word,
/// `%` any word that is none of the language, `#` any number, `↵` the beginning of a line, `@` that of a statement or an outcome
/// too, `!` the end of a line, `…` any tokens of a line, and
/// `~` those of them in which no `,`, `and`, `or` or `->` is. What a `^` follows is what is wrong; without one it is the whole phrase.
struct Idiom {
    /// The first words of the items in which it is looked for; none: in all.
    item: &'static str,
    patterns: &'static [&'static str],
    /// What stands for it here, if that alone will do.
    instead: Option<&'static str>,
    /// How to say it.
    help: &'static str,
}

const fn said(patterns: &'static [&'static str], help: &'static str) -> Idiom {
    Idiom { item: "", patterns, instead: None, help }
}

const fn replaced(patterns: &'static [&'static str], instead: &'static str, help: &'static str) -> Idiom {
    Idiom { item: "", patterns, instead: Some(instead), help }
}

const fn within(item: &'static str, patterns: &'static [&'static str], help: &'static str) -> Idiom {
    Idiom { item, patterns, instead: None, help }
}

/// Items that say what happens in a turn.
const RULES: &str = "move|sequence|define|legal|endless|end|finally|match";

const IDIOMS: &[Idiom] = &[
    // --- numbers and conditions ---
    said(
        &["<=|>=|<|> _ and|or|, <=|>=|<|>", "<=|< ~ <=|<", ">=|> ~ >=|>", "is between"],
        "write a range, `n in 2..4`, or name the number in each comparison: `n >= 2 and n <= 4`",
    ),
    said(&["in (|[ # ,|.."], "write `in 2..4`, or `in {2, 4}` for a list"),
    said(&["=|is # or #"], "write `in {2, 3}` or `in 2..3` for one of several numbers"),
    said(&[": ="], "`let NAME = VALUE` keeps a value, `STATE becomes VALUE` sets state"),
    within(RULES, &["$ . $"], "write what is asked first, and of what in parentheses: `seeds(last)`"),
    said(
        &["player|who|whoever with|has ~ wins", "most|more ~ wins|win"],
        "write `higher score wins`; `define score = …` says what counts",
    ),
    replaced(
        &["# seed|seeds|stone|stones|bean|beans|counters|shells^ each"],
        "",
        "leave it out: `home: 4 each` says how many lie in each pit",
    ),
    said(
        &[
            "seeds|stones|count|number|worth in|of|at|from _",
            "seeds|stones|count|number|worth in|of|at|from own|opponent|all $",
        ],
        "write in parentheses of what it is asked: `seeds(last)`, `seeds(own home)`, `number(pit)`",
    ),
    said(
        &["seeds|count|number|owner|worth $"],
        "write in parentheses of what it is asked: `seeds(last)`, `count(own home where …)`",
    ),
    said(&["half of"], "write `seeds(last) / 2`, which rounds down"),
    said(&[") even|odd|empty"], "write `… is even`, `… is odd`, `… is empty`"),
    said(
        &["was empty|not before", "was before"],
        "`last was empty` asks already for the time before the last seed fell; `C before the sowing` looks further back",
    ),
    said(
        &["before|after ("],
        "`place before last` is the place before it, `seeds(last) before the sowing` what it held then",
    ),
    replaced(
        &[
            "mover|player|who has|have no move|moves|turn",
            "mover|player|who has|have no legal move|moves",
            "no move|moves left",
        ],
        "mover cannot move",
        "write `mover cannot move`",
    ),
    replaced(&["can not"], "cannot", "write `mover cannot move`, with `cannot` in one word"),
    replaced(
        &["mover ' s", "mover ’ s"],
        "own",
        "write `own home` for what belongs to the player to move; `mover` is the player himself",
    ),
    replaced(&["isn|aren ' t", "isn|aren ’ t"], "is not", "write `is not`, without an apostrophe"),
    replaced(&["wasn ' t", "wasn ’ t"], "was not", "write `was not`, without an apostrophe"),
    said(&["/ *", "- -", "* /"], "a comment begins with `#` and ends with its line"),
    said(
        &["counter|anti|clock - clockwise|wise"],
        "a track is sown in the order in which the board writes it; for the other way round name both ways there \
         (`both ways right, left`) and write `going left`",
    ),
    said(&["opponent|player ' s", "opponent|player ’ s"], "write `opponent home` for what belongs to the other player"),
    replaced(
        &["the^ own|opponent|all|last|origin|pit|same", "in|is|after|from|to the^"],
        "",
        "leave it out: there are no articles here",
    ),
    replaced(&["choose a|one^ $ in|from"], "", "write `choose pit in …`: the name by which it is known, alone"),
    // --- what happens ---
    said(
        &["( ~ if ~ else", "= ~ if ~ else", "becomes ~ if ~ else"],
        "write `(A if C, otherwise B)` for one of two values",
    ),
    said(
        &["if ~ else"],
        "`(A if C, otherwise B)` is one of two values; of two things that may happen each has a row of its own, with its \
         condition before the `->`",
    ),
    replaced(&["@ else^ ->"], "otherwise", "write `otherwise -> …` for all that is left"),
    said(
        &["@ if ~ then", "@ if ~ ->", "@ if ~ {", "@ if", "@ if|when|whenever|once … ->"],
        "a condition stands before the arrow of a row, `pair: seeds(last) = 2 -> again`, or behind a statement: \
         `capture last if seeds(last) = 2`",
    ),
    replaced(
        &["extra|bonus|another|second|free turn|move|go", "move|play|go|turn|sowing again", "again turn", "@ own turn"],
        "again",
        "write `again` for another turn of the same player",
    ),
    replaced(
        &["sow|continue again|on|sowing", "keep|go|carry sowing|on", "@ continue|resow"],
        "relay",
        "write `relay` to lift the last pit and sow on",
    ),
    replaced(
        &[
            "end|ends|finish|next|pass|change|stops turn|move|player|sowing",
            "turn|move|sowing ends|over|stops",
            "-> end^|done^|finish^|nothing^|none^|nil^",
        ],
        "stop",
        "write `stop` where the sowing is over: the other player is next",
    ),
    replaced(
        &["@ then^ ~ becomes|captures", "@ then^ capture|lift|put|sow|choose|let"],
        "",
        "leave it out: what is done stands in its order, parted by commas; `then NAME` goes on with a `sequence`",
    ),
    replaced(
        &["then^ capture|lift|put|sow|choose|let"],
        ",",
        "commas part what is done, one after the other; `then NAME` goes on with a `sequence`",
    ),
    replaced(
        &["capture|captures|lift|choose ~ and^ last|facing|behind|opposite|own|opponent|all|pit|origin|place"],
        "+",
        "write `+` for several places: `capture last + facing last`",
    ),
    said(&["lift ~ into|in|to hand|own"], "`lift pit` takes its seeds into the hand: leave out the rest"),
    replaced(&["and^ stop|again|relay|draw"], ",", "commas join what happens: `capture last, stop`"),
    replaced(&["capture|captures ~ to|in^"], "into", "write `capture … into …`"),
    replaced(&["put ~ to|into^"], "in", "write `put … in …`"),
    within(
        RULES,
        &[
            "@ pick up",
            "@ take|takes|remove|removes|collect|collects|grab|move|transfer|add|give|drop|drops|seize|keep|steal|empty",
        ],
        "`capture X` takes to the own store, `put 1 from X in Y` moves from place to place, and `lift X` takes into the hand",
    ),
    said(&["lift|pick all from"], "`lift pit` takes all; `lift 2 from pit` at most two"),
    said(&["+|-|*|/ ="], "`X becomes X + 1` sets state; seeds are moved by `put 1 in own store`, or captured"),
    within(RULES, &["@ $ ="], "`let x = 2` keeps a value, `x becomes 2` sets state"),
    said(&["south|north|own|my wins"], "write `mover wins` or `opponent wins`: rules hold for both players"),
    said(&["mover|opponent|player loses|lost"], "write who wins: `opponent wins`, `mover wins`"),
    said(
        &["game over|ends"],
        "write who wins: `higher score wins`, `mover wins`, `opponent wins`, `draw`, `no winner`",
    ),
    said(
        &["for each|every|all $ in", "for each|every|all $ $ in", "for $ in ~ capture|put|lift|sow"],
        "write `for p in own home { … }`",
    ),
    said(
        &["@ while|until|repeat|loop|do"],
        "say it of a set (`capture own home where seeds(it) = 2`), go through one (`for p in own home { … }`), or go on with `relay` \
         or `then`",
    ),
    within(
        RULES,
        &["choose own|opponent|all"],
        "what is chosen has a name: `choose pit in own home where seeds(it) >= 1`",
    ),
    replaced(
        &["mover^ %"],
        "own",
        "write `own home` for what belongs to the player to move; `mover` is the player himself",
    ),
    // --- sowing ---
    replaced(
        &["sow ~ skip|except|avoiding|omitting|without|jumping^"],
        "skipping",
        "write `skipping …` for places that are left out",
    ),
    said(
        &["sow ~ along", "sow seeds|hand|all", "@ sow $ !"],
        "a sowing drops what is in the hand: `lift pit`, then `sow ring after pit`, with the name of a track",
    ),
    said(
        &["sow ~ skipping ~ after|starting"],
        "say first where the sowing begins: `sow ring after pit skipping origin`",
    ),
    replaced(&["choose ~ with^ _"], "where", "write the condition with `where`"),
    // --- sets ---
    replaced(&["$|) \\^ $|("], "-", "write `own home - last` for the places of one set that are not in another"),
    said(
        &["but not", "own|opponent|all $ except|excluding|without|minus|but|save^"],
        "write `own home - last` for the places of one set that are not in another; `own home where seeds(it) > 1` for those \
         of which something holds",
    ),
    // --- board and start ---
    within("board", &["facing opponent^ !"], "name the row that it faces: `row home: 6 facing opponent home`"),
    within("board", &["facing^ %"], "write `facing opponent home`: a row faces one of the other player"),
    within("board", &["row $ : # $"], "a row says how many pits a player has, and no more: `row home: 6`"),
    within(
        "board",
        &["row|pit|set|reserve own|opponent|each|all|south|north"],
        "what the board has, it has for both players: `row home: 6`",
    ),
    within(
        "board",
        &["track own|opponent|all"],
        "a track has a name, and a colon: `track ring: own home, opponent home`",
    ),
    within("board", &["track ~ then^"], "commas part the pieces of a track: `own home, opponent home`"),
    within(
        "board",
        &["store $^ !"],
        "`store` alone gives each player a store, called `store`; another place that holds seeds is declared with `reserve NAME`",
    ),
    within(
        "option",
        &["@ \"label\"^", ", \"label\"^"],
        "values are words without quotes, `{ on, off }`; a text for people stands behind one: `off: \"nothing is taken\"`",
    ),
    within(
        "board",
        &["store :|#|own|each|opponent|per"],
        "`store` alone gives each player a store; what lies in it at the start is said in `setup`",
    ),
    within(
        "setup",
        &["own|opponent|all|each $ :", "@ each $", "@ # $"],
        "both players start alike, `home: 4 each`, unless `south home: …` says so",
    ),
    within("turn", &["move^ $"], "name the kind of move alone: `turn: sowing`"),
    // --- tables ---
    said(&["@ \"label\" :"], "a label is a word without quotes: `pair: …`"),
    within(RULES, &["@ $ or|and $ :^", "@ $ $ :^"], "a label is one word: `two_or_three: …`"),
    within(
        "end",
        &["@ before|after|at a turn|capture"],
        "a row has a label before its moment: `stuck: before a turn, mover cannot move -> …`",
    ),
    within(
        RULES,
        &["↵ stop|again|relay !"],
        "what happens stands behind an arrow: `otherwise -> stop` is for all that is left",
    ),
    // --- examples ---
    within(
        "example",
        &["play|legal|only|illegal #|$"],
        "moves stand in quotes, as they are written in play: `play \"3\"`",
    ),
    within("example", &[": # ,^", "# , #"], "blanks alone part the numbers: `south home: 4 4 0 5 5 5`"),
    within("example", &["south|north to move"], "write `to move: north`"),
    within("example", &["south|north :"], "name the row too: `south home: 4 4 0 5 5 5`"),
];

/// What is wrong, and how to say it.
pub(super) struct Recognized {
    /// Its bytes in the item.
    pub(super) at: Range<usize>,
    /// What stands for it here.
    pub(super) instead: Option<&'static str>,
    /// How to say it.
    pub(super) help: &'static str,
}

/// The turn of phrase in which reading stopped, or behind which; `stopped` is the index of the token where it did.
pub(super) fn idiom(item: &str, tokens: &[Token], stopped: usize) -> Option<Recognized> {
    let first = tokens.first().map_or("", |token| token.spelled(item));
    let line = Line { item, tokens };
    let idioms = IDIOMS.iter().filter(|idiom| idiom.item.is_empty() || idiom.item.split('|').any(|word| word == first));
    idioms.flat_map(|idiom| idiom.patterns.iter().map(move |pattern| (idiom, *pattern))).find_map(|(idiom, pattern)| {
        let at = line.find(pattern, stopped)?;
        Some(Recognized { at, instead: idiom.instead, help: idiom.help })
    })
}

/// Tokens in which patterns are looked for, each on one line.
struct Line<'a> {
    item: &'a str,
    tokens: &'a [Token],
}

/// How much of a pattern was found: from which token up to which, and the one that is marked as wrong.
#[derive(Clone, Copy)]
struct Match {
    start: usize,
    end: usize,
    wrong: Option<usize>,
}

impl Line<'_> {
    /// The bytes of the last place where a pattern stands around the token where reading stopped.
    fn find(&self, pattern: &str, stopped: usize) -> Option<Range<usize>> {
        let pieces: Vec<&str> = pattern.split(' ').collect();
        let last = stopped.min(self.tokens.len().checked_sub(1)?);
        let line = self.tokens[stopped.saturating_sub(1).min(last)].line;
        let near = (0..=last).rev().take_while(|start| self.tokens[*start].line >= line);
        // A row may be called by any word, unless the pattern is about labels.
        let about_labels = pieces.iter().any(|piece| piece.contains(':'));
        let near = near.filter(|start| about_labels || !self.is_label(*start));
        let mut found = near.filter_map(|start| self.matched(&pieces, Match { start, end: start, wrong: None }));
        let found = found.find(|found| found.end >= stopped)?;
        let wrong = found.wrong.map_or(found.start..found.end, |wrong| wrong..wrong + 1);
        Some(self.tokens[wrong.start].at.start..self.tokens[wrong.end.checked_sub(1)?].at.end)
    }

    fn matched(&self, pieces: &[&str], so_far: Match) -> Option<Match> {
        let Some((piece, rest)) = pieces.split_first() else { return Some(so_far) };
        let at = so_far.end;
        match *piece {
            "@" => self.begins(at).then(|| self.matched(rest, so_far)).flatten(),
            "↵" => self.begins_line(at).then(|| self.matched(rest, so_far)).flatten(),
            "!" => {
                (at == self.tokens.len() || !self.same_line(at - 1, at)).then(|| self.matched(rest, so_far)).flatten()
            }
            "…" => (at..self.tokens.len())
                .take_while(|end| *end == at || self.same_line(end - 1, *end))
                .find_map(|end| self.matched(rest, Match { end, ..so_far })),
            "~" => (at..self.tokens.len())
                .take_while(|end| *end == at || self.same_line(end - 1, *end) && !self.parts(end - 1))
                .find_map(|end| self.matched(rest, Match { end, ..so_far })),
            _ => {
                let goes_on = at < self.tokens.len() && (at == so_far.start || self.same_line(at - 1, at));
                let fits = goes_on && piece.split('|').any(|one| self.is(at, one.trim_end_matches('^')));
                let wrong = if piece.ends_with('^') { Some(at) } else { so_far.wrong };
                fits.then(|| self.matched(rest, Match { end: at + 1, wrong, ..so_far })).flatten()
            }
        }
    }

    fn is(&self, at: usize, piece: &str) -> bool {
        let token = &self.tokens[at];
        match piece {
            "_" => true,
            "$" => token.is_word(),
            "%" => token.is_word() && !keywords().contains(&token.spelled(self.item)),
            "#" => token.kind == Kind::Number,
            "\"label\"" => token.kind == Kind::Text,
            word => token.spelled(self.item) == word,
        }
    }

    /// Whether a token parts conditions or what happens.
    fn parts(&self, at: usize) -> bool {
        matches!(self.tokens[at].spelled(self.item), "," | "and" | "or" | "->")
    }

    fn same_line(&self, one: usize, other: usize) -> bool {
        self.tokens[one].line == self.tokens[other].line
    }

    fn begins_line(&self, at: usize) -> bool {
        at < self.tokens.len() && at.checked_sub(1).is_none_or(|before| !self.same_line(before, at))
    }

    /// Whether a token is the label of a row, or the name of an entry.
    fn is_label(&self, at: usize) -> bool {
        let is_colon = |token: &Token| token.spelled(self.item) == ":";
        self.begins_line(at) && self.tokens[at].is_word() && self.tokens.get(at + 1).is_some_and(is_colon)
    }

    /// Whether a statement, a row or an outcome may begin with a token.
    fn begins(&self, at: usize) -> bool {
        let follows = |before: usize| matches!(self.tokens[before].spelled(self.item), "->" | "," | "{");
        self.begins_line(at) || at < self.tokens.len() && at.checked_sub(1).is_some_and(follows)
    }
}
