//! What is known of a rules file without resolving it: enough to list, search and filter hundreds of files in a few
//! milliseconds. It is read off the words of the file; the tests hold it against the games as they are played.
//!
//! The program that builds the library reads the shipped files with this module too, so it asks for nothing but what cuts
//! a text into items.

mod outline;

use outline::{Item, Outline, words};

/// What a list of games says of one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// What the game is called.
    pub title: String,
    /// Where its rules come from.
    pub source: Option<String>,
    /// Other names under which it is known.
    pub aliases: Vec<String>,
    /// The comment at the head of the file: what it is, and who plays it.
    pub about: String,
    /// Its options and parameters: `grand_slam`, `pits=1..12`.
    pub options: Vec<String>,
    /// Rows of the whole board.
    pub rows: usize,
    /// Whether a turn may have more than one lap.
    pub laps: bool,
    /// What seeds are captured, in the order of [`Capture::ALL`]; none if no move captures.
    pub captures: Vec<Capture>,
    /// Lines of the file itself, without examples, comments and blank lines.
    pub lines: usize,
    /// How much there is to learn.
    pub difficulty: Difficulty,
    /// Lines of the rules, with those of the files that it is based on.
    pub rule_lines: usize,
}

/// What seeds a move captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Capture {
    /// Those of the last pit.
    Last,
    /// Those of a pit that faces another.
    Facing,
    /// Those of several pits in a row, as long as a condition holds.
    Chain,
    /// Those of a pit some places beyond the last one, or before it.
    Beyond,
    /// Those of pits that the sowing passes.
    Passing,
    /// Those of every pit that matches.
    Matching,
    /// Others.
    Other,
}

impl Capture {
    /// All of them.
    pub const ALL: [Capture; 7] = [
        Capture::Last,
        Capture::Facing,
        Capture::Chain,
        Capture::Beyond,
        Capture::Passing,
        Capture::Matching,
        Capture::Other,
    ];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Capture::Last => "last",
            Capture::Facing => "facing",
            Capture::Chain => "chain",
            Capture::Beyond => "beyond",
            Capture::Passing => "passing",
            Capture::Matching => "matching",
            Capture::Other => "other",
        }
    }

    /// What is taken, in words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Capture::Last => "the seeds of the pit in which the last seed fell",
            Capture::Facing => "the seeds of a pit that faces another",
            Capture::Chain => "the seeds of several pits one behind the other, as long as a condition holds",
            Capture::Beyond => "the seeds of a pit some places before or behind the last one",
            Capture::Passing => "seeds in the pits that a sowing passes",
            Capture::Matching => "the seeds of every pit that fits a condition",
            Capture::Other => "seeds as the rules below say",
        }
    }

    /// What an expression captures, once its names are put in.
    fn of(expression: &str) -> Self {
        let has = |word: &str| words(expression).any(|other| other == word);
        if has("chain") {
            Capture::Chain
        } else if has("facing") {
            Capture::Facing
        } else if has("place") || has("places") {
            Capture::Beyond
        } else if has("where") {
            Capture::Matching
        } else if has("last") {
            Capture::Last
        } else {
            Capture::Other
        }
    }
}

/// How much there is to learn, by the lines that the rules take: those of the files that a file is based on count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Difficulty {
    /// At most [`Difficulty::EASY`] lines.
    Easy,
    /// At most [`Difficulty::MEDIUM`] lines.
    Medium,
    /// More.
    Hard,
}

impl Difficulty {
    /// Most lines of an easy game.
    pub const EASY: usize = 25;
    /// Most lines of a game that is neither easy nor hard.
    pub const MEDIUM: usize = 40;

    fn of(lines: usize) -> Self {
        match lines {
            easy if easy <= Difficulty::EASY => Difficulty::Easy,
            medium if medium <= Difficulty::MEDIUM => Difficulty::Medium,
            _ => Difficulty::Hard,
        }
    }

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

impl Facts {
    /// The facts of a rules file. `base` finds the text of a file that it is based on; shipped ones are found without it.
    #[must_use]
    pub fn of(text: &str, base: &dyn Fn(&str) -> Option<String>) -> Self {
        let own = Outline::of(text);
        let lines = own.items.iter().map(|item| item.lines).sum::<usize>() + 1;
        let about = outline::head(text);
        let aliases = own.one("game").map(|game| outline::quoted(game.text.split("called").nth(1).unwrap_or("")));
        let whole = own.over_bases(base);
        let game = whole.one("game").map(|game| game.text.as_str()).unwrap_or_default();
        let (named, source) = game.split_once(" from ").map_or((game, None), |(named, source)| (named, Some(source)));
        let options = whole.items.iter().filter_map(Item::as_option).collect();
        let rule_lines = whole.items.iter().filter(|item| item.is_rule()).map(|item| item.lines).sum();
        Facts {
            title: outline::quoted(named).into_iter().next().unwrap_or_default(),
            source: source.and_then(|source| outline::quoted(source).into_iter().next()),
            aliases: aliases.unwrap_or_default(),
            about,
            options,
            rows: rows(&whole),
            laps: laps(&whole),
            captures: captures(&whole),
            lines,
            difficulty: Difficulty::of(rule_lines),
            rule_lines,
        }
    }
}

/// The rules of a file, without comments, blanks, examples, texts and the names that are written. `base` is as for
/// [`Facts::of`].
pub(crate) fn rules(text: &str, base: &dyn Fn(&str) -> Option<String>) -> String {
    Outline::of(text).over_bases(base).rules()
}

/// Rows of the board: those of both players, laid out as wide as the widest, so that two half rows are one.
fn rows(whole: &Outline) -> usize {
    let sizes: Vec<usize> = whole.rows().into_iter().map(|(_, size)| whole.number(size)).collect();
    let widest = sizes.iter().copied().max().unwrap_or(0);
    match (sizes.iter().sum::<usize>() * 2).checked_div(widest) {
        Some(rows) => rows,
        None => sizes.len() * 2,
    }
}

/// Whether a turn may have more than one lap: a row relays, a sequence that sows is reached again, or seeds are sown once
/// more where a sowing has landed.
fn laps(whole: &Outline) -> bool {
    whole.turns().any(|item| {
        let times = |wanted: &str| words(&item.text).filter(|word| *word == wanted).count();
        times("relay") > 0 || (times("sow") > 1 && times("landing") > 0) || whole.comes_back(item)
    })
}

/// What the moves capture.
fn captures(whole: &Outline) -> Vec<Capture> {
    let names = whole.names();
    let mut found = Vec::new();
    for item in whole.turns() {
        for captured in item.captured() {
            let kind = if captured.in_passing { Capture::Passing } else { Capture::of(&put_in(captured.what, &names)) };
            found.push(kind);
        }
    }
    found.sort();
    found.dedup();
    found
}

/// An expression with what its names stand for behind it.
fn put_in(expression: &str, names: &[(&str, &str)]) -> String {
    const DEEPEST: usize = 3;
    let mut whole = expression.to_string();
    let mut fresh = whole.clone();
    for _ in 0..DEEPEST {
        let meant: Vec<&str> = words(&fresh)
            .flat_map(|word| names.iter().filter(move |(name, _)| *name == word))
            .map(|(_, value)| *value)
            .collect();
        fresh = meant.join(" ");
        whole.push(' ');
        whole.push_str(&fresh);
    }
    whole
}
