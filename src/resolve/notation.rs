//! How pits, ways, alternatives and kinds of move are written.

use super::Resolver;
use crate::diagnostic::{Diagnostic, code, did_you_mean};
use crate::model::*;
use crate::source::Span;
use crate::syntax::ast::{ItemKind, Name, NotationEntry, Text};

impl Resolver<'_> {
    pub(super) fn notation(&mut self) {
        let items = self.items;
        let entries: Vec<&NotationEntry> = items
            .iter()
            .filter_map(|item| if let ItemKind::Notation(entries) = &item.kind { Some(entries) } else { None })
            .flatten()
            .collect();
        self.model.notation = self.default_notation();
        for entry in entries {
            match entry {
                NotationEntry::Row(row, texts) => self.row_text(row, texts.as_ref()),
                NotationEntry::Way(way, text) => match self.model.board.ways.iter().find(|(name, _)| *name == way.text)
                {
                    Some((_, number)) => self.model.notation.ways[*number].clone_from(&text.text),
                    None => self.unknown(way, "way"),
                },
                NotationEntry::Choice(name, text) => {
                    self.model.notation.alternatives.push((name.text.clone(), text.text.clone()));
                    self.known_alternative(name);
                }
                NotationEntry::Kind(name, text) => {
                    if let Some(kind) = self.move_number(name) {
                        self.model.notation.kinds[kind].clone_from(&text.text);
                    }
                }
                NotationEntry::PiecesByWorth(span) => self.by_worth(*span),
                NotationEntry::Mark(text, condition) => {
                    // A move that is written has been played: it may have won.
                    self.in_match = true;
                    let condition = self.truth(condition);
                    self.in_match = false;
                    self.model.notation.marks.push((text.text.clone(), condition));
                }
            }
        }
    }

    fn default_notation(&self) -> Notation {
        let board = &self.model.board;
        let places = board.every_place().map(|place| match board.row_and_number(place) {
            Some((_, number)) if board.rows.len() == 1 => number.to_string(),
            Some((row, number)) => format!("{}{number}", row.name),
            None => board.holder_at(place).map_or("off".to_string(), |holder| holder.name.clone()),
        });
        let places = places.collect();
        let way = |number: WayNumber| {
            board.ways.iter().find(|(_, way)| *way == number).map_or(String::new(), |(name, _)| format!(" {name}"))
        };
        let kinds = self.model.moves.values().map(|_| String::new()).collect();
        Notation { places, ways: WayNumber::all().map(way).collect(), kinds, ..Notation::default() }
    }

    fn row_text(&mut self, name: &Name, texts: Option<&(Text, Text)>) {
        let Some(row) = self.model.board.row(&name.text).cloned() else {
            self.unknown(name, "row");
            return;
        };
        for player in Player::BOTH {
            for (number, pit) in (1..).zip(row.pits()) {
                let place = self.model.board.place(player, pit);
                let text = match texts {
                    None => letter(number, player),
                    Some((south, north)) => {
                        let prefix = if player == Player::South { south } else { north };
                        format!("{}{number}", prefix.text)
                    }
                };
                self.model.notation.places[place] = text;
            }
        }
    }

    fn known_alternative(&mut self, name: &Name) {
        let mut names = Vec::new();
        for item in self.items {
            if let ItemKind::Move(_, body) | ItemKind::Sequence(_, _, body) = &item.kind {
                alternatives(body, &mut names);
            }
        }
        let unread = self.broken.iter().any(|word| matches!(word.as_str(), "move" | "sequence"));
        if !names.contains(&name.text.as_str()) && !unread {
            let help = did_you_mean(&name.text, "alternatives", &names);
            self.report(
                Diagnostic::error(
                    code::UNKNOWN_NAME,
                    name.span,
                    format!("no `either` has an alternative `{}`", name.text),
                    "not an alternative",
                )
                .help_if(help),
            );
        }
    }

    fn by_worth(&mut self, span: Span) {
        self.model.notation.pieces_by_worth = true;
        if self.model.kinds.len() == 1 {
            self.report(Diagnostic::warning(
                code::UNUSED,
                span,
                "there is one kind of piece, and moves do not name it",
                "no effect",
            ));
        }
    }

    fn unknown(&mut self, name: &Name, what: &str) {
        self.report(Diagnostic::error(
            code::UNKNOWN_NAME,
            name.span,
            format!("the board has no {what} `{}`", name.text),
            format!("no such {what}"),
        ));
    }
}

/// Names of the alternatives in these statements.
fn alternatives<'a>(body: &'a [crate::syntax::ast::Statement], names: &mut Vec<&'a str>) {
    use crate::syntax::ast::StatementKind;
    for statement in body {
        match &statement.kind {
            StatementKind::Landing(rows) => rows.iter().for_each(|row| alternatives(&row.body, names)),
            StatementKind::Either(list) => {
                for one in list {
                    names.push(one.name.text.as_str());
                    alternatives(&one.body, names);
                }
            }
            _ => {}
        }
    }
}

/// A, B, … for South; a, b, … for North; numbers behind the alphabet.
fn letter(number: u16, player: Player) -> String {
    let first = if player == Player::South { b'A' } else { b'a' };
    match number {
        1..=26 => char::from(first + (number - 1) as u8).to_string(),
        _ => format!("{}{number}", char::from(first)),
    }
}
