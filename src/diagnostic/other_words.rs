//! Words and marks that writers bring along from other languages and from the tables where the games are played, and how
//! the same is said here. The page `docs/errors/other_word.md` shows each of them.

/// A word or mark that this language does not have.
struct Other {
    /// How it is written elsewhere.
    words: &'static [&'static str],
    /// What stands for it here, if that alone will do.
    instead: Option<&'static str>,
    /// How to say it.
    help: &'static str,
}

const OTHERS: &[Other] = &[
    Other { words: &["=="], instead: Some("="), help: "write `=` to compare numbers, `is` to compare anything else" },
    Other { words: &["≥"], instead: Some(">="), help: "write `>=`" },
    Other { words: &["≤"], instead: Some("<="), help: "write `<=`" },
    Other {
        words: &["≠", "<>", "=/="],
        instead: Some("!="),
        help: "write `!=` between numbers, `is not` between anything else",
    },
    Other {
        words: &["//", "div"],
        instead: Some("/"),
        help: "write `/`, which rounds down; a comment begins with `#`",
    },
    Other { words: &["×", "·", "**"], instead: Some("*"), help: "write `*` to multiply" },
    Other {
        words: &["%", "mod", "modulo"],
        instead: None,
        help: "ask `n is even` or `n is odd`; the remainder by 3 is `n - n / 3 * 3`, because `/` rounds down",
    },
    Other {
        words: &[";"],
        instead: Some(""),
        help: "leave it out: a line's end is enough, and on one line commas part what happens: `capture last, stop`",
    },
    Other {
        words: &["“", "”", "„", "‟", "«", "»", "'", "’", "‘"],
        instead: None,
        help: "write texts in straight double quotes, \"like this\"",
    },
    Other { words: &["&&", "&"], instead: Some("and"), help: "write `and`" },
    Other { words: &["||", "|"], instead: Some("or"), help: "write `or`" },
    Other { words: &["!"], instead: Some("not"), help: "write `not`" },
    Other {
        words: &["=>", "→", "⇒"],
        instead: Some("->"),
        help: "write `->` before what happens, and `>=` for “at least”",
    },
    Other {
        words: &[":="],
        instead: Some("="),
        help: "`let NAME = VALUE` keeps a value, `STATE becomes VALUE` sets state",
    },
    Other { words: &["…"], instead: Some(".."), help: "write two dots: `2..3`" },
    Other {
        words: &["−", "–"],
        instead: Some("-"),
        help: "write the plain sign `-`, and two dots between the ends of a range: `2..3`",
    },
    Other {
        words: &["["],
        instead: None,
        help: "write parentheses for what is asked of a pit, `seeds(last)`, and the bare number for a pit of a row, `own home 3`",
    },
    Other {
        words: &["my", "mine", "our", "his", "her"],
        instead: Some("own"),
        help: "write `own` for what belongs to the player to move",
    },
    Other {
        words: &["your", "their", "enemy", "enemys", "foe", "rival", "other"],
        instead: Some("opponent"),
        help: "write `opponent` for what belongs to the other player",
    },
    Other {
        words: &["player"],
        instead: Some("own"),
        help: "write `own` for what belongs to the player to move, `mover` for himself",
    },
    Other {
        words: &["clockwise", "anticlockwise", "counterclockwise"],
        instead: None,
        help: "a track is sown in the order in which the board writes it; for the other way round write its parts the other way round, \
               or name both ways there (`both ways right, left`) and write `going left`",
    },
    Other {
        words: &["extra", "bonus"],
        instead: Some("again"),
        help: "write `again` for another turn of the same player",
    },
    Other {
        words: &["double", "twice"],
        instead: None,
        help: "write `2 * seeds(last)` for twice a number, `last + facing last` for two pits together",
    },
    Other {
        words: &["elif", "elseif", "unless"],
        instead: None,
        help: "what depends on conditions is a table: its first row whose conditions hold is taken",
    },
    Other {
        words: &["loop", "repeat", "foreach", "until"],
        instead: None,
        help: "say it of a set (`capture own home where seeds(it) = 2`), go through one (`for p in own home { … }`), or go on with `relay` or `then`",
    },
    Other {
        words: &["return", "break", "finish"],
        instead: Some("stop"),
        help: "write `stop` as the last outcome of a row",
    },
    Other { words: &["var", "const", "set"], instead: Some("let"), help: "write `let NAME = VALUE`" },
    Other {
        words: &["function", "def", "fn", "rule", "macro"],
        instead: Some("define"),
        help: "write `define NAME(a, b) = EXPRESSION`",
    },
    Other { words: &["?"], instead: None, help: "write `(A if C, otherwise B)` for one of two values" },
    Other { words: &["true"], instead: Some("yes"), help: "write `yes`" },
    Other { words: &["false"], instead: Some("no"), help: "write `no`" },
    Other {
        words: &["null", "nil", "nothing"],
        instead: Some("none"),
        help: "write `none` for no pit, `nobody` for neither player",
    },
    Other {
        words: &["hole", "holes", "house", "houses", "cup", "cups", "pocket", "bin", "hollow", "otau", "pits"],
        instead: None,
        help: "a hollow is called a pit here, and is named by its row: `own home 3` is one, `own home` the whole row; \
               `pit gate: home 1` gives it a name of its own",
    },
    Other {
        words: &["kalaha", "kalah", "kazan", "mancala", "goal"],
        instead: Some("store"),
        help: "the place for what a player has captured is his store: `own store`, and `store` in the board",
    },
    Other {
        words: &[
            "stone", "stones", "bean", "beans", "seed", "shells", "shell", "counters", "marble", "marbles", "size",
        ],
        instead: Some("seeds"),
        help: "ask how many lie in a place with `seeds(X)`",
    },
    Other {
        words: &["lap"],
        instead: None,
        help: "`relay` sows another lap from the last pit; `laps` counts those of this turn",
    },
    Other {
        words: &["length", "len"],
        instead: None,
        help: "`count(SET)` counts pits, `seeds(SET)` what lies in them",
    },
    Other { words: &["across"], instead: Some("facing"), help: "write `facing X` for the pit that faces X" },
    Other { words: &["equals"], instead: Some("="), help: "write `=` between numbers, `is` between anything else" },
    Other { words: &["has", "contains"], instead: None, help: "write `X in SET`; for numbers `seeds(X) >= 2`" },
    Other {
        words: &["pass"],
        instead: None,
        help: "passing is a kind of move, `move pass { }`, and `turn: sowing else pass`; a turn that is over ends with `stop`",
    },
    Other {
        words: &["continue", "resow"],
        instead: Some("relay"),
        help: "write `relay` to lift the last pit and sow on",
    },
    Other { words: &["tie", "tied"], instead: Some("draw"), help: "write `draw`" },
    Other {
        words: &["empty", "even", "odd"],
        instead: None,
        help: "write `X is empty` of a pit or a set, `n is even` or `n is odd` of a number",
    },
    Other { words: &["half"], instead: None, help: "write `seeds(last) / 2`, which rounds down" },
    Other {
        words: &["skip", "except", "avoiding"],
        instead: Some("skipping"),
        help: "write `skipping …` behind a sowing for places that are left out",
    },
    Other {
        words: &["left", "right"],
        instead: None,
        help: "ways are named with a track: `both ways right, left`; a store has no place of its own but on a track",
    },
];

/// How a word or mark of others is said here.
#[must_use]
pub fn other_word(word: &str) -> Option<&'static str> {
    found(word).map(|other| other.help)
}

/// What stands here for a word or mark of others, if it can simply be put in its place.
#[must_use]
pub fn word_instead(word: &str) -> Option<&'static str> {
    found(word)?.instead
}

fn found(word: &str) -> Option<&'static Other> {
    OTHERS.iter().find(|other| other.words.iter().any(|candidate| candidate.eq_ignore_ascii_case(word)))
}
