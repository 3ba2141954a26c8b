//! The items of a rules file as words, with those of its bases under them.

use crate::game::shipped_text;
use crate::limits;
use crate::syntax::{comment_start, items};

/// A rules file cut into items.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub(super) items: Vec<Item>,
    /// Rows of the board that are taken out.
    without_rows: Vec<String>,
}

/// An item: what it begins with, what it is called, and its text without comments.
#[derive(Debug)]
pub(super) struct Item {
    word: String,
    name: String,
    pub(super) text: String,
    /// Lines that are neither blank nor only a comment.
    pub(super) lines: usize,
}

/// Seeds that a statement captures.
pub(super) struct Captured<'a> {
    /// The expression.
    pub(super) what: &'a str,
    /// Whether this happens at each drop.
    pub(super) in_passing: bool,
}

/// Items of which a file has as many as it likes, each with a name.
const NAMED: [&str; 6] = ["option", "parameter", "preset", "define", "move", "sequence"];
/// Items that are merged entry by entry.
const MERGED: [&str; 6] = ["board", "setup", "state", "notation", "legal", "end"];

impl Outline {
    pub(super) fn of(text: &str) -> Self {
        let items = items(text).filter(|(word, _)| !matches!(*word, "example" | "mancala")).map(Item::of).collect();
        Outline { items, without_rows: Vec::new() }
    }

    /// The items of a file over those of the files that it is based on.
    pub(super) fn over_bases(self, base: &dyn Fn(&str) -> Option<String>) -> Outline {
        let mut chain = vec![self];
        while let Some(name) = chain.last().and_then(Outline::base) {
            let found = base(name).or_else(|| shipped_text(name).map(String::from));
            let Some(text) = found.filter(|_| chain.len() <= limits::BASES) else { break };
            chain.push(Outline::of(&text));
        }
        let mut whole = Outline::default();
        while let Some(file) = chain.pop() {
            file.items.into_iter().for_each(|item| whole.add(item));
        }
        whole
    }

    fn base(&self) -> Option<&str> {
        let line = self.one("based")?.text.lines().next()?;
        line.strip_prefix("based on ")?.split_whitespace().next()
    }

    fn add(&mut self, item: Item) {
        match item.word.as_str() {
            "without" => item.removed().for_each(|(kind, name)| self.remove(kind, name)),
            "before" | "after" | "instead" => {
                if let Some((of, label)) = item.spliced() {
                    if item.word == "instead" {
                        self.remove_row(of, label);
                    }
                    self.items.push(Item { word: "splice".into(), name: of.into(), ..item });
                }
            }
            "turn" | "phase" if item.word == "turn" => self.replace(item, |other| other.word != "phase"),
            word if MERGED.contains(&word) || matches!(word, "phase" | "based") => self.items.push(item),
            _ => self.replace(item, |_| true),
        }
    }

    /// Puts an item in the place of the one that is called so.
    fn replace(&mut self, item: Item, keep: fn(&Item) -> bool) {
        let is_named = NAMED.contains(&item.word.as_str());
        self.items.retain(|other| keep(other) && (other.word != item.word || (is_named && other.name != item.name)));
        self.items.push(item);
    }

    fn remove(&mut self, kind: &str, name: &str) {
        match (kind, name.split_once('.')) {
            ("row", Some((of, label))) => self.remove_row(of, label),
            ("row", None) => self.without_rows.push(name.to_string()),
            _ => self.items.retain(|item| item.name != name || !item.is_a(kind)),
        }
    }

    /// Takes out the lines that begin with a label.
    fn remove_row(&mut self, of: &str, label: &str) {
        for item in self.items.iter_mut().filter(|item| item.name == of) {
            let is_it = |line: &&str| line.trim_start().strip_prefix(label).is_some_and(|rest| rest.starts_with(':'));
            let kept: Vec<&str> = item.text.lines().filter(|line| !is_it(line)).collect();
            item.text = kept.join("\n");
        }
    }

    /// The only item, or the last one, that begins with a word.
    pub(super) fn one(&self, word: &str) -> Option<&Item> {
        self.items.iter().rev().find(|item| item.word == word)
    }

    /// The rules without blanks, and without what is only read by people. Of `based on NAME with option: value` it is
    /// what stands behind `with`: which rules hold depends on it.
    pub(super) fn rules(&self) -> String {
        let told = self.items.iter().filter_map(|item| match item.word.as_str() {
            "game" | "notation" | "preset" => None,
            "based" => item.text.split_once(" with ").map(|(_, options)| options),
            _ => Some(item.text.as_str()),
        });
        let plain = told.flat_map(|text| text.split('"').step_by(2));
        plain.flat_map(str::chars).filter(|letter| !letter.is_whitespace()).collect()
    }

    /// What turns are made of.
    pub(super) fn turns(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| matches!(item.word.as_str(), "move" | "sequence" | "splice" | "finally"))
    }

    /// A player's rows, with their sizes as they are written; what a file says of a row takes the place of what its base
    /// says.
    pub(super) fn rows(&self) -> Vec<(&str, &str)> {
        let mut found: Vec<(&str, &str)> = Vec::new();
        for row in self.items.iter().filter(|item| item.word == "board").flat_map(Item::rows) {
            match found.iter_mut().find(|(name, _)| *name == row.0) {
                Some(known) => *known = row,
                None => found.push(row),
            }
        }
        let taken_out = |name: &str| self.without_rows.iter().any(|other| other == name);
        found.retain(|(name, _)| !taken_out(name));
        found
    }

    /// A number, or the default of a parameter.
    pub(super) fn number(&self, written: &str) -> usize {
        written.parse().ok().unwrap_or_else(|| {
            let parameter = self.items.iter().find(|item| item.word == "parameter" && item.name == written);
            let default = parameter.and_then(|item| words(&item.text).skip_while(|word| *word != "default").nth(1));
            default.and_then(|number| number.parse().ok()).unwrap_or(0)
        })
    }

    /// Names of definitions and of what statements keep, with what they stand for.
    pub(super) fn names(&self) -> Vec<(&str, &str)> {
        let lines = self.items.iter().filter(|item| item.word == "define" || item.is_turn()).flat_map(|item| {
            let bind = item.text.lines().filter(|line| line.contains('='));
            bind.flat_map(|line| line.split([',', '{'])).filter_map(|part| part.split_once('='))
        });
        lines
            .filter_map(|(before, value)| {
                let (_, name) = before.split_once("let ").or_else(|| before.split_once("define "))?;
                Some((words(name).next()?, value))
            })
            .collect()
    }

    /// Whether a sequence can be reached again from itself.
    pub(super) fn comes_back(&self, item: &Item) -> bool {
        if item.word != "sequence" {
            return false;
        }
        let mut reached: Vec<&str> = item.followed().collect();
        let mut at = 0;
        while let Some(name) = reached.get(at).copied() {
            at += 1;
            for next in self.turns().filter(|other| other.name == name).flat_map(Item::followed) {
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
        }
        reached.contains(&item.name.as_str())
    }
}

impl Item {
    fn of((word, text): (&str, &str)) -> Self {
        let lines = text.lines().map(|line| line[..comment_start(line).unwrap_or(line.len())].trim_end());
        let kept: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
        let name = words(text).nth(1).unwrap_or("").to_string();
        Item { word: word.to_string(), name, lines: kept.len(), text: kept.join("\n") }
    }

    /// Whether `without KIND NAME` means it: a parameter is taken out like an option.
    fn is_a(&self, kind: &str) -> bool {
        self.word == kind || (kind == "option" && self.word == "parameter")
    }

    fn is_turn(&self) -> bool {
        matches!(self.word.as_str(), "move" | "sequence" | "splice" | "finally")
    }

    /// Whether it says how the game is played, and not what it is called.
    pub(super) fn is_rule(&self) -> bool {
        !matches!(self.word.as_str(), "game" | "option" | "parameter" | "preset" | "notation" | "based")
    }

    /// `grand_slam` or `pits=1..12`.
    pub(super) fn as_option(&self) -> Option<String> {
        match self.word.as_str() {
            "option" => Some(self.name.clone()),
            "parameter" => {
                let range = self.text.split_once(':')?.1.split_whitespace().next()?;
                Some(format!("{}={range}", self.name))
            }
            _ => None,
        }
    }

    /// `option empty_capture`, `row sowing.lone_seed`.
    fn removed(&self) -> impl Iterator<Item = (&str, &str)> {
        let list = self.text.strip_prefix("without").unwrap_or("").split(',');
        list.filter_map(|one| one.trim().split_once(' ')).map(|(kind, name)| (kind, name.trim()))
    }

    /// Where rows are put in: the move or sequence, and the label.
    fn spliced(&self) -> Option<(&str, &str)> {
        let (head, _) = self.text.split_once('{')?;
        let (of, label) = head.trim().rsplit_once(' ')?.1.split_once('.')?;
        Some((of, label))
    }

    /// The rows of a board: names, and sizes as they are written.
    fn rows(&self) -> impl Iterator<Item = (&str, &str)> {
        let starts =
            self.text.match_indices("row ").filter(|(at, _)| self.text[..*at].ends_with([' ', '{', '\n', '\t']));
        starts.filter_map(|(at, row)| {
            let (name, size) = self.text[at + row.len()..].split_once(':')?;
            Some((name.trim(), size.trim_start().split(['\n', ' ', '}']).next()?))
        })
    }

    /// The sequences that it goes on with.
    fn followed(&self) -> impl Iterator<Item = &str> {
        let mut all = words(&self.text);
        std::iter::from_fn(move || {
            all.by_ref().find(|word| *word == "then")?;
            all.next()
        })
    }

    /// The expressions that it captures.
    pub(super) fn captured(&self) -> impl Iterator<Item = Captured<'_>> {
        let passing = self.drops();
        let mut from = 0;
        std::iter::from_fn(move || {
            loop {
                let at = from + self.text[from..].find("capture")?;
                from = at + "capture".len();
                let rest = self.text[from..].strip_prefix('s').unwrap_or(&self.text[from..]);
                let stands_alone = !self.text[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
                if stands_alone && rest.starts_with(' ') {
                    let in_passing = passing.iter().any(|range| range.contains(&at));
                    return Some(Captured { what: expression(rest), in_passing });
                }
            }
        })
    }

    /// Where the blocks of `each drop` stand.
    fn drops(&self) -> Vec<std::ops::Range<usize>> {
        let starts = self.text.match_indices("each drop").map(|(at, _)| at);
        starts.map(|at| at..at + closing(&self.text[at..])).collect()
    }
}

/// Where the first block of a text ends.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 1 => return at,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// An expression at the beginning of a text, as far as it goes.
fn expression(text: &str) -> &str {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' if depth > 0 => depth -= 1,
            ',' | '\n' | '}' | ')' if depth == 0 => return &text[..at],
            _ => {}
        }
    }
    text
}

/// The quoted parts of a text.
pub(super) fn quoted(text: &str) -> Vec<String> {
    text.split('"').skip(1).step_by(2).map(String::from).collect()
}

/// The comment at the head of a file, above its first item, or behind the line that names the file it is based on.
pub(super) fn head(text: &str) -> String {
    let lines = text.lines().skip(1).skip_while(|line| line.trim().is_empty() || line.starts_with("based on "));
    let comment = lines.map_while(|line| line.strip_prefix('#')).map(str::trim);
    comment.collect::<Vec<_>>().join(" ")
}

/// The words of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').filter(|word| !word.is_empty())
}
