//! Expressions of each type, from the names that are known.

use super::dice::Dice;
use super::world::{Define, Per, State, Type, World};

/// Where an expression stands: the names of statements and parameters, and what may be asked there.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    pub(super) names: Vec<(String, Type)>,
    /// The type of `it`, where there is one.
    pub(super) it: Option<Type>,
    /// Names of runs of drops.
    pub(super) runs: Vec<String>,
    /// Within `drops back while`.
    pub(super) in_drops: bool,
    /// In a row of `end` before a turn.
    pub(super) before_turn: bool,
    /// Where a lap has been sown, along whose track a chain goes. Elsewhere engine and reference do not agree yet on what
    /// a chain is that nothing was sown for.
    pub(super) sown: bool,
    /// Where the mover may choose; not where a table is looked at again and again.
    pub(super) choosy: bool,
    /// Where no move is being made.
    pub(super) no_move: bool,
    /// In `match`.
    pub(super) in_match: bool,
    /// Within a definition: only earlier ones may be called.
    pub(super) defines: Option<usize>,
    /// `where` and the like around it.
    pub(super) nested: usize,
}

impl Place {
    pub(super) fn with(&self, name: &str, ty: Type) -> Place {
        let mut place = self.clone();
        place.names.retain(|(other, _)| other != name);
        place.names.push((name.into(), ty));
        place
    }

    fn with_it(&self, ty: Type) -> Place {
        Place { it: Some(ty), nested: self.nested + 1, ..self.clone() }
    }
}

/// What an expression of any type may be.
#[derive(Clone)]
enum Named<'w> {
    Plain(String),
    State(&'w State),
    Define(&'w Define),
    Conditional,
}

/// Makes expressions. All that is joined stands in parentheses.
pub(super) struct Writer<'w> {
    pub(super) world: &'w World,
    pub(super) dice: &'w mut Dice,
}

impl<'w> Writer<'w> {
    pub(super) fn of(&mut self, ty: Type, place: &Place, depth: usize) -> String {
        match ty {
            Type::Number => self.number(place, depth),
            Type::Truth => format!("({})", self.condition(place, depth)),
            Type::Pit => self.pit(place, depth),
            Type::Set => self.set(place, depth),
            Type::Way => self.way(place, depth),
            Type::Player => self.player(place, depth),
        }
    }

    /// A name of this type, a state, a definition: what every type may be.
    fn named(&mut self, ty: Type, place: &Place, depth: usize) -> Option<String> {
        let world: &'w World = self.world;
        let names = place.names.iter().filter(|(_, other)| *other == ty).map(|(name, _)| Named::Plain(name.clone()));
        let mut found: Vec<Named<'_>> = names.collect();
        if place.it == Some(ty) {
            found.extend([Named::Plain("it".into()), Named::Plain("it".into())]);
        }
        found.extend(world.states.iter().filter(|state| state.ty == ty).map(Named::State));
        let known = place.defines.unwrap_or(world.defines.len());
        if depth > 0 {
            found.extend(world.defines[..known].iter().filter(|define| define.ty == ty).map(Named::Define));
            if self.dice.in_hundred(15) {
                found.push(Named::Conditional);
            }
        }
        if found.is_empty() {
            return None;
        }
        Some(match self.dice.one_of(&found) {
            Named::Plain(name) => name,
            Named::State(state) => match state.per {
                Per::Game => state.name.clone(),
                Per::Player => format!("{} {}", self.dice.one_of(&["own", "opponent", "south", "north"]), state.name),
                Per::Pit => format!("{}({})", state.name, self.pit(place, depth.saturating_sub(1))),
            },
            Named::Define(define) => {
                let arguments: Vec<String> =
                    define.parameters.iter().map(|ty| self.of(*ty, place, depth - 1)).collect();
                let arguments =
                    if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
                let side = self.dice.one_of(&["", "own ", "opponent "]);
                format!("{side}{}{arguments}", define.name)
            }
            Named::Conditional => {
                let (one, condition) = (self.of(ty, place, depth - 1), self.condition(place, depth - 1));
                format!("({one} if {condition}, otherwise {})", self.of(ty, place, depth - 1))
            }
        })
    }

    pub(super) fn number(&mut self, place: &Place, depth: usize) -> String {
        if self.dice.in_hundred(35)
            && let Some(named) = self.named(Type::Number, place, depth)
        {
            return named;
        }
        if depth == 0 {
            return match self.dice.below(6) {
                0 if self.world.parameter => "size".into(),
                1 => self.dice.one_of(&["captured", "laps", "hand", "held", "total"]).into(),
                2 => "seeds(last)".into(),
                _ => self.dice.below(5).to_string(),
            };
        }
        let depth = depth - 1;
        match self.dice.below(13) {
            0..=3 => format!("seeds({})", self.places(place, depth)),
            4 => format!("count({})", self.set(place, depth)),
            5 => format!("number({})", self.pit(place, depth)),
            6 if !place.runs.is_empty() => format!("count({})", self.dice.one_of(&place.runs)),
            6 | 7 => {
                let sign = self.dice.one_of(&["+", "-", "*", "/"]);
                format!("({} {sign} {})", self.number(place, depth), self.number(place, depth))
            }
            8 => {
                let function = self.dice.one_of(&["min", "max"]);
                format!("{function}({}, {})", self.number(place, depth), self.number(place, depth))
            }
            9 if self.world.kinds => {
                let kind = self.dice.one_of(&["stone", "gem", "gem1", "gem2", "worth"]);
                format!("{kind}({})", self.places(place, depth))
            }
            10 if self.world.kinds => format!("held({})", self.dice.one_of(&["stone", "gem"])),
            11 if place.defines.is_none() => self.dice.one_of(&["score", "opponent score"]).into(),
            _ => self.number(place, 0),
        }
    }

    /// A pit or a set.
    fn places(&mut self, place: &Place, depth: usize) -> String {
        if self.dice.in_hundred(50) { self.pit(place, depth) } else { self.set(place, depth) }
    }

    pub(super) fn pit(&mut self, place: &Place, depth: usize) -> String {
        if self.dice.in_hundred(45)
            && let Some(named) = self.named(Type::Pit, place, depth)
        {
            return named;
        }
        if depth == 0 {
            return self.plain_pit();
        }
        let depth = depth - 1;
        match self.dice.below(9) {
            0 | 1 => format!("facing {}", self.pit(place, depth)),
            2 if self.world.rows.len() > 1 => format!("behind {}", self.pit(place, depth)),
            3 | 4 => self.along(place, depth),
            5 => format!("only({})", self.set(place, depth)),
            _ => self.plain_pit(),
        }
    }

    fn plain_pit(&mut self) -> String {
        let (row, size) = self.dice.one_of(&self.world.rows);
        let side = self.dice.one_of(&["own", "opponent", "own", "opponent", "south", "north"]);
        match self.dice.below(12) {
            0..=3 => "last".into(),
            4 => "origin".into(),
            5 if self.world.store => format!("{side} store"),
            6 if self.world.reserve => format!("{side} stock"),
            7 if self.world.off => "off".into(),
            8 if self.world.gate => format!("{side} gate"),
            9 => "none".into(),
            10 => format!("{side} {row} (number(last))"),
            _ => format!("{side} {row} {}", self.dice.between(1, if self.world.parameter { 2 } else { size })),
        }
    }

    fn along(&mut self, place: &Place, depth: usize) -> String {
        let track = self.dice.one_of(&self.world.tracks);
        let count = self.dice.one_of(&["place", "place", "2 places", "(laps) places"]);
        let direction = self.dice.one_of(&["after", "before"]);
        let from = self.pit(place, depth);
        let on = if self.world.tracks.len() > 1 { format!(" on {}", track.name) } else { String::new() };
        let going = if track.two_way { format!(" going {}", self.way(place, depth)) } else { String::new() };
        format!("({count} {direction} {from}{on}{going})")
    }

    pub(super) fn set(&mut self, place: &Place, depth: usize) -> String {
        if self.dice.in_hundred(35)
            && let Some(named) = self.named(Type::Set, place, depth)
        {
            return named;
        }
        if depth == 0 {
            return self.plain_set();
        }
        let depth = depth - 1;
        match self.dice.below(11) {
            0..=2 if place.it.is_none() => {
                let set = self.set(place, 0);
                format!("({set} where {})", self.condition(&place.with_it(Type::Pit), depth))
            }
            3 | 4 => {
                let sign = self.dice.one_of(&["+", "-"]);
                format!("({} {sign} {})", self.places(place, depth), self.places(place, depth))
            }
            5 => format!("facing {}", self.set(place, depth)),
            6 if self.world.rows.len() > 1 => format!("behind {}", self.set(place, depth)),
            7 if place.it.is_none() && place.sown => {
                let direction = self.dice.one_of(&["back", "on"]);
                let from = self.pit(place, depth);
                let limit = if self.dice.in_hundred(40) {
                    format!(" up to {}", self.dice.between(1, 3))
                } else {
                    String::new()
                };
                let condition = self.condition(&place.with_it(Type::Pit), depth);
                format!("(chain {direction} from {from}{limit} while {condition})")
            }
            8 if place.nested < 2 => {
                let name = if place.names.iter().any(|(name, _)| name == "p") { "q" } else { "p" };
                let inner = Place { nested: place.nested + 1, ..place.with(name, Type::Pit) };
                let second = self.world.two_way() && self.dice.in_hundred(40);
                let inner = if second { inner.with("w", Type::Way) } else { inner };
                let value = self.pit(&inner, depth);
                let set = self.set(place, 0);
                format!("(each ({value}) for {name} in {set}{})", if second { ", w in both ways" } else { "" })
            }
            9 if !place.runs.is_empty() => format!("pits({})", self.dice.one_of(&place.runs)),
            _ => self.plain_set(),
        }
    }

    fn plain_set(&mut self) -> String {
        let (row, _) = self.dice.one_of(&self.world.rows);
        let side = self.dice.one_of(&["own", "opponent", "all", "own", "opponent", "south", "north"]);
        match self.dice.below(8) {
            0 => format!("{side} side"),
            1 => format!("{side} {row} 1..2"),
            2 if self.world.ends => format!("{side} ends"),
            3 if self.world.store => "all store".into(),
            4 if self.world.gate => "all gate".into(),
            _ => format!("{side} {row}"),
        }
    }

    pub(super) fn way(&mut self, place: &Place, depth: usize) -> String {
        match self.named(Type::Way, place, depth) {
            Some(named) if self.dice.in_hundred(70) => named,
            Some(named) if self.dice.in_hundred(50) => format!("opposite {named}"),
            _ => self.dice.one_of(&["right", "left"]).into(),
        }
    }

    fn player(&mut self, place: &Place, depth: usize) -> String {
        if self.dice.in_hundred(40)
            && let Some(named) = self.named(Type::Player, place, depth)
        {
            return named;
        }
        match self.dice.below(7) {
            0 | 1 if depth > 0 => format!("owner({})", self.pit(place, depth - 1)),
            2 => "nobody".into(),
            3 if place.in_match => "winner".into(),
            4 => self.dice.one_of(&["south", "north"]).into(),
            5 => "opponent".into(),
            _ => "mover".into(),
        }
    }

    // --- conditions --------------------------------------------------------------------------------------------------

    /// A condition without parentheses around it, of which no comma is a part.
    pub(super) fn condition(&mut self, place: &Place, depth: usize) -> String {
        if depth == 0 {
            return self.comparison(place, 0);
        }
        match self.dice.below(12) {
            0 => format!("({} and {})", self.condition(place, depth - 1), self.condition(place, depth - 1)),
            1 => format!("({} or {})", self.condition(place, depth - 1), self.condition(place, depth - 1)),
            2 => format!("not ({})", self.condition(place, depth - 1)),
            3 => {
                let time = self.time();
                let asked = if self.dice.in_hundred(50) { self.plain_pit() } else { self.plain_set() };
                match self.dice.below(3) {
                    0 => format!("{asked} is empty {time}"),
                    1 => format!("(seeds({asked}) {time}) {} {}", self.dice.one_of(&["=", ">"]), self.number(place, 0)),
                    _ => format!("seeds({asked}) >= {} {time}", self.number(place, 0)),
                }
            }
            _ => self.comparison(place, depth),
        }
    }

    fn comparison(&mut self, place: &Place, depth: usize) -> String {
        if self.dice.in_hundred(25)
            && let Some(condition) = self.special(place)
        {
            return condition;
        }
        if self.dice.in_hundred(15)
            && let Some(named) = self.named(Type::Truth, place, depth)
        {
            return if self.dice.in_hundred(40) { format!("not {named}") } else { named };
        }
        match self.dice.below(12) {
            0..=2 => {
                let sign = self.dice.one_of(&["=", "!=", "<", "<=", ">", ">="]);
                format!("{} {sign} {}", self.number(place, depth), self.number(place, 0))
            }
            3 => {
                let not = self.dice.one_of(&["", "not "]);
                let range = self.dice.one_of(&["1..3", "{1, 3}", "{0, 2..4}", "2..9"]);
                format!("{} {not}in {range}", self.number(place, depth))
            }
            4 => {
                let word = self.dice.one_of(&["is even", "is odd", "is not even"]);
                format!("{} {word}", self.number(place, depth))
            }
            5 | 6 => {
                let word = self.dice.one_of(&["is empty", "is not empty"]);
                format!("{} {word}", self.places(place, depth))
            }
            7 => format!("{} {} {}", self.pit(place, depth), self.is(), self.pit(place, 0)),
            8 => {
                let not = self.dice.one_of(&["", "not "]);
                format!("{} {not}in {}", self.places(place, depth), self.set(place, depth))
            }
            9 => format!("{} {} {}", self.player(place, depth), self.is(), self.player(place, 0)),
            10 if place.it.is_none() => {
                let some = self.dice.one_of(&["some", "no"]);
                let set = self.plain_set();
                format!("{some} ({set} where {})", self.condition(&place.with_it(Type::Pit), depth.saturating_sub(1)))
            }
            _ if self.world.two_way() => format!("{} {} {}", self.way(place, depth), self.is(), self.way(place, 0)),
            _ => {
                format!("{} {} {}", self.number(place, depth), self.dice.one_of(&["=", "<", ">="]), self.dice.below(4))
            }
        }
    }

    fn time(&mut self) -> &'static str {
        self.dice.one_of(&["when the turn began", "before the sowing"])
    }

    fn is(&mut self) -> &'static str {
        self.dice.one_of(&["is", "is not"])
    }

    /// What can be asked only here and there.
    fn special(&mut self, place: &Place) -> Option<String> {
        let mut found: Vec<String> = vec!["last was empty".into(), "last was not empty".into()];
        for (name, values) in &self.world.options {
            if values.contains(&"yes") {
                found.push(name.clone());
                found.push(format!("not {name}"));
            } else {
                found.extend(values.iter().map(|value| format!("{name} is {value}")));
            }
        }
        if !place.no_move {
            found.extend(self.world.moves.iter().map(|name| format!("kind is {name}")));
        }
        found.extend(place.runs.iter().flat_map(|run| [format!("some {run}"), format!("no {run}")]));
        if place.in_drops && self.world.kinds {
            found.extend(["piece is stone", "piece is gem", "piece is not gem2"].map(String::from));
        }
        if place.before_turn {
            found.extend(["position occurs 2 times", "position occurs 3 times", "mover cannot move"].map(String::from));
        }
        Some(self.dice.one_of(&found))
    }

    /// Conditions of a row, parted by commas.
    pub(super) fn conditions(&mut self, place: &Place, depth: usize) -> String {
        let conditions: Vec<String> = (0..self.dice.between(1, 3)).map(|_| self.condition(place, depth)).collect();
        conditions.join(", ")
    }
}
