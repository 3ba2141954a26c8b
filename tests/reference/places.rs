//! Expressions that find pits and sets of pits.

use super::board::{next_on, sides};
use super::environment::Names;
use super::expression::View;
use super::value::{Set, Value, Way};
use super::{Answer, meaningless};
use mancala::syntax::ast::{Expr, ExprKind, Name, Side, SidedTail, StateScope};

impl View<'_> {
    pub(super) fn pit(&self, expr: &Expr, names: &Names<'_>) -> Answer<Option<usize>> {
        self.value(expr, names)?.pit()
    }

    pub(super) fn set(&self, expr: &Expr, names: &Names<'_>) -> Answer<Set> {
        self.value(expr, names)?.set()
    }

    /// Expressions that are worth a pit or a set whatever stands in them.
    pub(super) fn places(&self, expr: &Expr, names: &Names<'_>) -> Answer<Value> {
        let board = &self.rules.board;
        match &expr.kind {
            ExprKind::Where(set, condition) => {
                let mut members = Vec::new();
                for place in self.set(set, names)?.places() {
                    if self.holds_of(place, condition, names)? {
                        members.push(place);
                    }
                }
                Ok(Value::Set(members.into_iter().collect()))
            }
            ExprKind::Facing(of) => Ok(across(self.value(of, names)?, |place| board.facing(place))?),
            ExprKind::Behind(of) => Ok(across(self.value(of, names)?, |place| board.behind(place))?),
            ExprKind::Along { count, after, from, track, going } => {
                let count = count.as_ref().map_or(Ok(1), |count| self.number(count, names))?;
                let steps = count * if *after { 1 } else { -1 };
                let track = self.track(track.as_ref())?;
                let way = going.as_ref().map_or(Ok(Way::Written), |way| self.value(way, names)?.way())?;
                let steps = if way == Way::Written { steps } else { -steps };
                let from = self.pit(from, names)?;
                let at = from.and_then(|from| track.iter().position(|place| *place == from));
                Ok(Value::Pit(at.map(|at| track[(at as i64 + steps).rem_euclid(track.len() as i64) as usize])))
            }
            ExprKind::Chain { back, from, limit, condition } => {
                let from = self.pit(from, names)?;
                let limit = limit.as_ref().map(|limit| self.number(limit, names)).transpose()?;
                self.chain(*back, from, limit, condition, names).map(Value::Set)
            }
            ExprKind::Each(value, binders) => {
                let mut found = Vec::new();
                self.each(value, binders, names, &mut found)?;
                Ok(Value::Set(found.into_iter().collect()))
            }
            other => meaningless(format!("{other:?} finds no places")),
        }
    }

    pub(super) fn holds_of(&self, place: usize, condition: &Expr, names: &Names<'_>) -> Answer<bool> {
        let it = Value::Pit(Some(place));
        self.holds(condition, &Names::And("it", &it, names))
    }

    /// The places of a track; of the only one, where none is named.
    fn track(&self, name: Option<&Name>) -> Answer<&[usize]> {
        let tracks = &self.rules.board.tracks;
        let track = match (name, &tracks[..]) {
            (Some(name), _) => &tracks[self.rules.board.track(&name.text)?],
            (None, [only]) => only,
            (None, _) => return meaningless("on which track?"),
        };
        Ok(track.places(self.side))
    }

    /// Places along the track that the mover sowed last, each once, while a condition holds.
    fn chain(
        &self,
        back: bool,
        from: Option<usize>,
        limit: Option<i64>,
        condition: &Expr,
        names: &Names<'_>,
    ) -> Answer<Set> {
        let mut found: Vec<usize> = Vec::new();
        // Before anything was sown, along the first track of the board.
        let (track, way) = match (&self.turn.sown, self.rules.board.tracks.first()) {
            (Some(sown), _) => (&sown.track[..], sown.way),
            (None, Some(first)) => (first.places(self.turn.mover), Way::Written),
            (None, None) => return Ok(Set::default()),
        };
        let Some(mut at) = from.and_then(|from| track.iter().position(|place| *place == from)) else {
            return Ok(Set::default());
        };
        let way = if back { way.opposite() } else { way };
        while limit.is_none_or(|limit| (found.len() as i64) < limit) {
            if found.contains(&track[at]) || !self.holds_of(track[at], condition, names)? {
                break;
            }
            found.push(track[at]);
            at = next_on(at, track.len(), way);
        }
        Ok(found.into_iter().collect())
    }

    /// All values of a pit expression.
    fn each(
        &self,
        value: &Expr,
        binders: &[(Name, Option<Expr>)],
        names: &Names<'_>,
        found: &mut Vec<usize>,
    ) -> Answer<()> {
        let Some(((name, set), rest)) = binders.split_first() else {
            found.extend(self.pit(value, names)?);
            return Ok(());
        };
        let values: Vec<Value> = match set {
            Some(set) => self.set(set, names)?.places().map(|place| Value::Pit(Some(place))).collect(),
            None => Way::BOTH.map(Value::Way).to_vec(),
        };
        values.iter().try_for_each(|one| self.each(value, rest, &Names::And(&name.text, one, names), found))
    }

    /// A place, a part of a row, state or a definition, of a side.
    pub(super) fn sided(&self, side: Side, name: &str, tail: &SidedTail, names: &Names<'_>) -> Answer<Value> {
        let board = &self.rules.board;
        if let (Some(row), SidedTail::Index(from, to)) = (board.row(name), tail) {
            let from = self.number(from, names)?;
            let Some(to) = to else {
                let pits = row.pit(from).map_or(Vec::new(), |pit| vec![pit]);
                return Ok(self.of_side(side, &pits, true));
            };
            let to = self.number(to, names)?;
            let numbers: Vec<i64> = if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() };
            let pits: Vec<usize> = numbers.into_iter().filter_map(|number| row.pit(number)).collect();
            return Ok(self.of_side(side, &pits, false));
        }
        match tail {
            // `opponent NAME(x)`: in parentheses, a number of a pit and an argument look alike.
            SidedTail::Index(argument, None) => {
                self.sided_definition(side, name, std::slice::from_ref(argument), names)
            }
            SidedTail::Index(..) => meaningless(format!("{name} is no row")),
            SidedTail::Arguments(arguments) => self.sided_definition(side, name, arguments, names),
            SidedTail::None => match board.named(name) {
                Some(places) => Ok(self.of_side(side, &places, board.single(name).is_some())),
                None => match self.rules.states.iter().position(|state| state.name == name) {
                    Some(state) => self.sided_state(side, state),
                    None => self.sided_definition(side, name, &[], names),
                },
            },
        }
    }

    /// Places of a side: one place is a pit, unless it is there for both players.
    fn of_side(&self, side: Side, places: &[usize], single: bool) -> Value {
        let board = &self.rules.board;
        let players = sides(side, self.side);
        let of = |player| places.iter().map(move |place| board.place(player, *place));
        if single && players.len() == 1 {
            return Value::Pit(of(players[0]).next());
        }
        Value::Set(players.into_iter().flat_map(of).collect())
    }

    fn sided_state(&self, side: Side, state: usize) -> Answer<Value> {
        match (self.rules.states[state].scope, &sides(side, self.side)[..]) {
            (StateScope::Player, [player]) => Ok(self.position.states[state][player.index()].clone()),
            _ => meaningless("it is not kept for each player"),
        }
    }

    fn sided_definition(&self, side: Side, name: &str, arguments: &[Expr], names: &Names<'_>) -> Answer<Value> {
        let [player] = sides(side, self.side)[..] else { return meaningless(format!("{name} of both players")) };
        if self.rules.defines.contains_key(name) {
            return self.definition(name, player, arguments, names);
        }
        match (name, arguments) {
            ("score", []) => self.score_in_store(player),
            _ => meaningless(format!("there is no place or definition {name}")),
        }
    }
}

/// The pit, or the set of pits, that stands in a relation to a pit or set.
fn across(value: Value, relation: impl Fn(usize) -> Option<usize>) -> Answer<Value> {
    Ok(match value {
        Value::Pit(pit) => Value::Pit(pit.and_then(relation)),
        other => Value::Set(other.set()?.places().filter_map(relation).collect()),
    })
}
