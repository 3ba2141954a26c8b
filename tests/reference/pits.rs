//! Expressions that find pits and sets of pits.

use super::expressions::{Value, View};
use mancala::model::{Expr, LocalId};
use std::collections::BTreeSet;

impl View<'_> {
    /// A pit, or none.
    pub(super) fn find_pit(&self, expr: &Expr) -> Option<usize> {
        let board = &self.model.board;
        match expr {
            Expr::NoPit => None,
            Expr::Place(spot) => Some(board.resolve(*spot, self.side)),
            Expr::Last => self.turn.last,
            Expr::Origin => self.turn.origin,
            Expr::Only(set) => {
                let set = self.set(set);
                set.first().copied().filter(|_| set.len() == 1)
            }
            Expr::Steps { count, from, track, way, back } => {
                let forward = (self.number(way) == 0) != *back;
                let steps = self.number(count) * if forward { 1 } else { -1 };
                let track = self.track(*track);
                let start = self.pit(from)?;
                let start = track.iter().position(|place| *place == start)?;
                Some(track[(start as i32 + steps).rem_euclid(track.len() as i32) as usize])
            }
            Expr::Facing(pit) => board.facing_place(self.pit(pit)?),
            Expr::Behind(pit) => board.behind_place(self.pit(pit)?),
            _ => unreachable!("{expr:?} is no pit"),
        }
    }

    /// The places of a track in order.
    pub(super) fn track(&self, track: usize) -> Vec<usize> {
        let board = &self.model.board;
        board.tracks[track].spots.iter().map(|spot| board.resolve(*spot, self.side)).collect()
    }

    /// A set of places.
    pub(super) fn find_set(&self, expr: &Expr) -> BTreeSet<usize> {
        let board = &self.model.board;
        match expr {
            Expr::Places(spots) => spots.iter().map(|spot| board.resolve(*spot, self.side)).collect(),
            Expr::AsSet(pit) => self.pit(pit).into_iter().collect(),
            Expr::PitsOf(run) => self.run(run).into_iter().map(|drop| drop.place).collect(),
            Expr::Where(set, local, condition) => {
                let mut set = self.set(set);
                set.retain(|place| self.with(*local, Value::place(Some(*place))).holds(condition));
                set
            }
            Expr::Union(left, right) => &self.set(left) | &self.set(right),
            Expr::Minus(left, right) => &self.set(left) - &self.set(right),
            Expr::FacingSet(set) => self.set(set).into_iter().filter_map(|place| board.facing_place(place)).collect(),
            Expr::BehindSet(set) => self.set(set).into_iter().filter_map(|place| board.behind_place(place)).collect(),
            Expr::Chain { back, from, limit, local, condition } => {
                let limit = limit.as_ref().map_or(i32::MAX, |limit| self.number(limit));
                self.chain(*back, self.pit(from), limit, *local, condition)
            }
            Expr::Each(pit, binders) => {
                let mut found = BTreeSet::new();
                self.each(pit, binders, &mut found);
                found
            }
            _ => unreachable!("{expr:?} is no set"),
        }
    }

    /// Places along the track of the last sowing, which stays the mover's also where the opponent's side is read.
    fn chain(&self, back: bool, from: Option<usize>, limit: i32, local: LocalId, condition: &Expr) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let (Some(sown), Some(from)) = (&self.turn.sown, from) else { return found };
        let Some(mut at) = sown.track.iter().position(|place| *place == from) else { return found };
        let way = if back { 1 - sown.way } else { sown.way };
        while (found.len() as i32) < limit {
            let place = sown.track[at];
            if found.contains(&place) || !self.with(local, Value::place(Some(place))).holds(condition) {
                break;
            }
            found.insert(place);
            at = next_on_track(at, sown.track.len(), way);
        }
        found
    }

    /// All values of a pit expression.
    fn each(&self, pit: &Expr, binders: &[(LocalId, Option<Expr>)], found: &mut BTreeSet<usize>) {
        let Some(((local, set), rest)) = binders.split_first() else {
            found.extend(self.pit(pit));
            return;
        };
        let values: Vec<Value> = match set {
            Some(set) => self.set(set).into_iter().map(|place| Value::place(Some(place))).collect(),
            None => vec![Value::Number(0), Value::Number(1)],
        };
        for value in values {
            self.with(*local, value).each(pit, rest, found);
        }
    }
}

/// The number of the place behind this one on a closed path, going way 0 or way 1.
pub(super) fn next_on_track(at: usize, length: usize, way: i32) -> usize {
    if way == 0 { (at + 1) % length } else { (at + length - 1) % length }
}
