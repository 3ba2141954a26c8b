//! Events told in sentences, each with the place of its rule.

use crate::engine::Event;
use crate::ir::Cell;
use crate::model::{Id, Model, PieceKind, Place, RuleId, StateScope, Type};
use crate::source::Span;

/// A sentence of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sentence {
    /// What happened.
    pub text: String,
    /// Label of the rule.
    pub label: String,
    /// What the rule belongs to: a move, a sequence, `end`, ….
    pub of: String,
    /// Where the rule stands.
    pub span: Span,
}

/// A turn of more laps than this is not told lap by lap.
const MOST_LAPS: usize = 40;
/// Laps that are told at the beginning and at the end of a turn whose middle is left out.
const LAPS_KEPT: usize = 10;

/// Tells the events of a move; `choices` are the texts of its choices in order. Drops of one lap become one sentence, and
/// of a turn of very many laps the middle is left out.
#[must_use]
pub fn tell(events: &[Event], choices: &[String], model: &Model) -> Vec<Sentence> {
    let teller = Teller { model, choices };
    let mut story = Vec::new();
    // Where in the story laps begin.
    let mut laps = Vec::new();
    let mut at = 0;
    while let Some(event) = events.get(at) {
        let mut next = at + 1;
        let told = match *event {
            Event::Lap(rule, hand) => {
                let drops: Vec<_> = events[at + 1..].iter().map_while(dropped).collect();
                next += drops.len();
                laps.push(story.len());
                Some((rule, teller.lap(hand, &drops)))
            }
            Event::Dropped(rule, place, ..) => {
                let drops: Vec<_> = events[at..].iter().map_while(dropped).take_while(|drop| drop.0 == place).collect();
                next = at + drops.len();
                Some((rule, teller.lap(1, &drops)))
            }
            Event::Row(rule) => Some((rule, teller.row(rule))),
            Event::Lifted(rule, place, count) => {
                Some((rule, format!("lifts {} from {}", teller.seeds(count), teller.place(place))))
            }
            Event::Put(rule, from, to, count) => {
                let from = from.map_or("the hand".to_string(), |from| teller.place(from));
                Some((rule, format!("puts {} from {from} in {}", teller.seeds(count), teller.place(to))))
            }
            Event::Captured(rule, place, count, into) => {
                let into = into.map_or("the hand".to_string(), |into| teller.place(into));
                Some((rule, format!("captures {} at {} into {into}", teller.seeds(count), teller.place(place))))
            }
            Event::State(rule, cell, value) => Some((rule, teller.state(cell, value))),
            Event::Chose(rule, choice, forced) => teller.choice(choice, forced).map(|text| (rule, text)),
            Event::Endless(rule) => Some((
                rule,
                format!("has sown more than {} laps without a capture: the turn is endless", model.lap_limit),
            )),
            Event::Ended(rule) => Some((rule, format!("the game is over: `{}`", model.rules[rule].label))),
            Event::RoundOver(rule) => Some((rule, format!("the round is over: `{}`", model.rules[rule].label))),
            Event::SetUp(rule) => Some((rule, "sets up the board as at the start".to_string())),
            Event::NotLegal(rule) => Some((rule, format!("is not legal: `{}`", model.rules[rule].label))),
        };
        if let Some((rule, text)) = told {
            let info = &model.rules[rule];
            story.push(Sentence { text, label: info.label.clone(), of: info.of.clone(), span: info.span });
        }
        at = next;
    }
    leave_out_middle(&mut story, &laps);
    story
}

/// Puts one sentence in place of the middle laps, where there are very many.
fn leave_out_middle(story: &mut Vec<Sentence>, laps: &[usize]) {
    if laps.len() <= MOST_LAPS {
        return;
    }
    let (first, last) = (laps[LAPS_KEPT], laps[laps.len() - LAPS_KEPT]);
    let text = format!("… {} laps more …", with_thousands(laps.len() - 2 * LAPS_KEPT));
    let left_out = Sentence { text, ..story[first].clone() };
    story.splice(first..last, [left_out]);
}

/// `9,980`.
fn with_thousands(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// The place, the kind of piece and what now lies there, if the event is a drop.
fn dropped(event: &Event) -> Option<(Place, PieceKind, i32)> {
    match event {
        Event::Dropped(_, place, kind, now) => Some((*place, *kind, *now)),
        _ => None,
    }
}

struct Teller<'a> {
    model: &'a Model,
    choices: &'a [String],
}

impl Teller<'_> {
    /// A place by its notation; stores and reserves by their owner.
    fn place(&self, place: Place) -> String {
        let text = &self.model.notation.places[place];
        match (self.model.board.row_and_number(place), self.model.board.owner(place)) {
            (Some(_), Some(owner))
                if self.model.board.rows.len() == 1 && text.starts_with(|first: char| first.is_ascii_digit()) =>
            {
                format!("{} {text}", capital(owner.word()))
            }
            (None, Some(owner)) => format!("{}'s {text}", capital(owner.word())),
            _ => text.clone(),
        }
    }

    fn seeds(&self, count: i32) -> String {
        let word = if self.model.kinds.len() > 1 { "piece" } else { "seed" };
        if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
    }

    fn lap(&self, hand: i32, drops: &[(Place, PieceKind, i32)]) -> String {
        if drops.is_empty() {
            return if hand == 0 {
                "sows nothing: the hand is empty".into()
            } else {
                format!("sows {}", self.seeds(hand))
            };
        }
        let named = self.model.kinds.len() > 1;
        // What falls into one place together is told at once.
        let together = drops.chunk_by(|(place, kind, _), (next, of, _)| (place, kind) == (next, of));
        let drop = |drops: &[(Place, PieceKind, i32)]| {
            let Some((place, kind, now)) = drops.last().copied() else { return String::new() };
            let count = if drops.len() > 1 { format!("{} ", drops.len()) } else { String::new() };
            let piece = if named { self.model.kinds[kind].name.as_str() } else { "" };
            let on = if named {
                " on "
            } else if drops.len() > 1 {
                "in "
            } else {
                ""
            };
            format!("{count}{piece}{on}{} ({now})", self.place(place))
        };
        format!("sows {}", together.map(drop).collect::<Vec<_>>().join(", "))
    }

    fn row(&self, rule: RuleId) -> String {
        let info = &self.model.rules[rule];
        format!("`{}` of `{}` applies", info.label, info.of)
    }

    /// A choice that was the only one is told if it is part of the move's text.
    fn choice(&self, choice: usize, forced: bool) -> Option<String> {
        let chosen = self.choices.get(choice).map_or("", |text| text.trim());
        match (chosen.is_empty(), forced) {
            (false, false) => Some(format!("chooses `{chosen}`")),
            (false, true) => Some(format!("chooses `{chosen}`, the only choice")),
            (true, false) => Some("makes the choice that is not written".into()),
            (true, true) => None,
        }
    }

    fn state(&self, cell: Cell, value: i32) -> String {
        let places = self.model.board.places();
        let mut first = places * self.model.kinds.len();
        for state in self.model.states.values() {
            let size = match state.scope {
                StateScope::Game => 1,
                StateScope::Player => 2,
                StateScope::Pit => places,
            };
            if let Some(at) = cell.index().checked_sub(first).filter(|at| *at < size) {
                let of = match state.scope {
                    StateScope::Game => String::new(),
                    StateScope::Player => format!("{}'s ", if at == 0 { "South" } else { "North" }),
                    StateScope::Pit => Place::at(at).map_or(String::new(), |place| format!("{}: ", self.place(place))),
                };
                return format!("{of}`{}` becomes {}", state.name, self.value(state.ty, value));
            }
            first += size;
        }
        String::new()
    }

    /// A stored value in words.
    fn value(&self, ty: Type, stored: i32) -> String {
        match (ty, stored) {
            (Type::Truth, 0) => "no".into(),
            (Type::Truth, _) => "yes".into(),
            (Type::Player, 0) => "nobody's".into(),
            (Type::Player, 1) => "South's".into(),
            (Type::Player, _) => "North's".into(),
            (Type::Way, stored) => crate::text::way_name(self.model, stored).into(),
            (Type::Pit, 0) => "none".into(),
            (Type::Pit, stored) => Place::of_value(stored - 1).map_or(String::new(), |place| self.place(place)),
            (_, stored) => stored.to_string(),
        }
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
