//! Names that the language has taken: what a file declares cannot be called like a built-in value, and what it calls with
//! parentheses not like a built-in function.
//!
//! Reserved words, and with them all that a row may do, are kept out of names and labels by the grammar. A word that a later version builds in is not taken from a file
//! that uses it as a name: a file's own names are looked up first.

use crate::diagnostic::{Diagnostic, Diagnostics, code};
use crate::syntax::ast::{
    BoardEntry, Contents, File, ForOver, ItemKind, MatchEntry, Name, Row, SetupEntry, Spliced, Statement, StatementKind,
};

/// Built-in names without arguments.
pub(crate) const WORDS: [&str; 13] =
    ["last", "origin", "it", "hand", "held", "captured", "laps", "total", "mover", "winner", "kind", "off", "score"];
/// Built-in functions.
pub(crate) const FUNCTIONS: [&str; 9] = ["seeds", "count", "number", "owner", "only", "worth", "min", "max", "pits"];

/// Reports names of a file that are taken.
pub(super) fn report_taken(file: &File, found: &mut Diagnostics) {
    let mut visitor = Visitor { found };
    file.items.iter().for_each(|item| visitor.item(&item.kind));
}

/// Whether a name is a built-in value.
pub(super) fn is_taken(name: &str) -> bool {
    WORDS.contains(&name)
}

/// A declared name that hides what the language calls so.
pub(super) fn taken(name: &Name) -> Diagnostic {
    let message = format!("`{}` has a meaning in the language already", name.text);
    Diagnostic::error(code::DUPLICATE_NAME, name.span, message, "a name of its own is needed here")
        .help("choose another name")
}

struct Visitor<'a> {
    found: &'a mut Diagnostics,
}

impl Visitor<'_> {
    fn item(&mut self, item: &ItemKind) {
        match item {
            ItemKind::Option(option) => self.name(&option.name),
            ItemKind::Parameter(parameter) => self.name(&parameter.name),
            // `score` is there to be defined.
            ItemKind::Define(define) if define.name.text == "score" => {}
            ItemKind::Define(define) => {
                self.function(&define.name);
                define.parameters.iter().for_each(|name| self.name(name));
            }
            ItemKind::Pieces(pieces) => pieces.iter().for_each(|piece| self.function(&piece.name)),
            ItemKind::Board(entries) => entries.iter().for_each(|entry| self.place(entry)),
            ItemKind::Setup(entries) => entries.iter().for_each(|entry| self.pit_number(entry)),
            ItemKind::State(entries) => entries.iter().for_each(|entry| self.function(&entry.name)),
            ItemKind::Move(_, body) | ItemKind::Finally(body) => self.body(body),
            ItemKind::Sequence(_, parameters, body) => {
                parameters.iter().for_each(|name| self.name(name));
                self.body(body);
            }
            ItemKind::Endless(_, rows) => self.rows(rows),
            ItemKind::Splice(splice) => match &splice.what {
                Spliced::Rows(rows) => self.rows(rows),
                Spliced::Statements(body) => self.body(body),
            },
            ItemKind::End(rows) => rows.iter().for_each(|row| self.body(&row.row.body)),
            ItemKind::Match(_, entries) => {
                for entry in entries {
                    match entry {
                        MatchEntry::Over(rows) => self.rows(rows),
                        MatchEntry::Act(statement) => self.body(std::slice::from_ref(statement)),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn place(&mut self, entry: &BoardEntry) {
        match entry {
            BoardEntry::Row { name, .. }
            | BoardEntry::Reserve(name)
            | BoardEntry::Pit(name, ..)
            | BoardEntry::Set(name, _) => self.name(name),
            BoardEntry::Track { name, ways, .. } => {
                self.name(name);
                ways.iter().for_each(|(one, other)| {
                    self.name(one);
                    self.name(other);
                });
            }
            BoardEntry::Store(_) | BoardEntry::Off(_) => {}
        }
    }

    fn pit_number(&mut self, entry: &SetupEntry) {
        if let SetupEntry::Contents { contents: Contents::ByPit(name, _), .. } = entry {
            self.name(name);
        }
    }

    fn body(&mut self, body: &[Statement]) {
        for statement in body {
            match &statement.kind {
                StatementKind::Choose(name, ..) | StatementKind::Let(name, _) => self.name(name),
                StatementKind::Landing(rows) => self.rows(rows),
                StatementKind::Finally(inner) => self.body(inner),
                StatementKind::For(over, inner) => {
                    if let ForOver::Members(name, _) | ForOver::Numbers(name, ..) | ForOver::BothWays(name) = over {
                        self.name(name);
                    }
                    self.body(inner);
                }
                StatementKind::Either(alternatives) => alternatives.iter().for_each(|one| self.body(&one.body)),
                StatementKind::Sow(sow) => {
                    if let Some(each) = &sow.each_drop {
                        self.rows(&each.rows);
                    }
                }
                _ => {}
            }
        }
    }

    fn rows(&mut self, rows: &[Row]) {
        rows.iter().for_each(|row| self.body(&row.body));
    }

    fn name(&mut self, name: &Name) {
        if is_taken(&name.text) {
            self.found.report(taken(name));
        }
    }

    /// A name that may be called with parentheses.
    fn function(&mut self, name: &Name) {
        if is_taken(&name.text) || FUNCTIONS.contains(&name.text.as_str()) {
            self.found.report(taken(name));
        }
    }
}
