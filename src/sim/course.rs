//! How games went: who led when, how often the lead changed, from when on the winner led.
//!
//! The measures follow Browne (*Automatic Generation and Evaluation of Recombination Games*, 2008) and the Ludii system.
//! The lead is that in score; in a game without score it is that in seeds on the own side.

use super::column;
use super::statistics::{Histogram, merge};
use crate::model::Player;
use serde::{Deserialize, Serialize};

/// Last turn of which the lead is counted by itself.
pub(super) const LATEST: usize = 500;

/// Sums over the games that had a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lead {
    /// Games.
    pub games: u64,
    /// The first player's leads, summed, in hundredths of a seed.
    pub sum: i64,
    /// The squares of these, summed.
    pub squares: i128,
}

/// How games went.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The first player's lead before each turn.
    pub leads: Vec<Lead>,
    /// Games by the number of times that the lead went to the other player.
    pub changes: Histogram,
    /// Won games by the thousandths of their turns after which the winner led to the end.
    pub settled: Histogram,
    /// Won games.
    pub won: u64,
    /// Won games whose winner was behind half-way.
    pub behind_half_way: u64,
    /// Turns of won games.
    pub turns: u64,
    /// Those of them before which the later winner was behind.
    pub turns_behind: u64,
}

impl Course {
    /// Counts a game. `leads` are South's before each turn, in hundredths of a seed.
    pub fn game(&mut self, leads: &[i32], swapped: bool, winner: Option<Player>) {
        self.over_time(leads, swapped);
        *self.changes.entry(changes(leads)).or_default() += 1;
        if let Some(settled) = self.led(leads, winner) {
            *self.settled.entry(settled).or_default() += 1;
        }
    }

    /// Counts when the winner of a game was behind; tells the thousandths of its turns after which he led to the end. Of
    /// `leads`, South's before each turn, only who leads matters.
    pub(super) fn led(&mut self, leads: &[i32], winner: Option<Player>) -> Option<i64> {
        match winner? {
            Player::South => self.of_winner(leads, |lead| lead > 0, |lead| lead < 0),
            Player::North => self.of_winner(leads, |lead| lead < 0, |lead| lead > 0),
        }
    }

    /// Counts leads of some games by turn: how many games had it, and the first player's leads before it in seeds, summed, with
    /// their squares, summed.
    pub(super) fn drawn_leads(&mut self, games: &[u64], leads: impl ExactSizeIterator<Item = (i64, u64)>) {
        if self.leads.len() < leads.len() {
            self.leads.resize(leads.len(), Lead::default());
        }
        for (entry, (games, (lead, squares))) in self.leads.iter_mut().zip(games.iter().zip(leads)) {
            entry.games += games;
            entry.sum += 100 * lead;
            entry.squares += 10_000 * i128::from(squares);
        }
    }

    fn over_time(&mut self, leads: &[i32], swapped: bool) {
        let turns = leads.len().min(LATEST);
        if self.leads.len() < turns {
            self.leads.resize(turns, Lead::default());
        }
        let sign = if swapped { -1 } else { 1 };
        for (entry, lead) in self.leads.iter_mut().zip(leads) {
            let lead = sign * i64::from(*lead);
            entry.games += 1;
            entry.sum += lead;
            entry.squares += i128::from(lead * lead);
        }
    }

    fn of_winner(
        &mut self,
        leads: &[i32],
        is_ahead: impl Fn(i32) -> bool,
        is_behind: impl Fn(i32) -> bool,
    ) -> Option<i64> {
        let turns = leads.len();
        let half_way = *leads.get(turns / 2)?;
        self.won += 1;
        self.behind_half_way += u64::from(is_behind(half_way));
        self.turns += turns as u64;
        self.turns_behind += column::number_of(leads, is_behind);
        let settled = leads.iter().rposition(|lead| !is_ahead(*lead)).map_or(0, |last| last + 1);
        Some((1000 * settled / turns) as i64)
    }

    /// Puts another to this one.
    pub fn add(&mut self, other: &Course) {
        if self.leads.len() < other.leads.len() {
            self.leads.resize(other.leads.len(), Lead::default());
        }
        for (mine, theirs) in self.leads.iter_mut().zip(&other.leads) {
            mine.games += theirs.games;
            mine.sum += theirs.sum;
            mine.squares += theirs.squares;
        }
        merge(&mut self.changes, &other.changes);
        merge(&mut self.settled, &other.settled);
        self.won += other.won;
        self.behind_half_way += other.behind_half_way;
        self.turns += other.turns;
        self.turns_behind += other.turns_behind;
    }
}

/// How often the lead goes to the other player.
pub(super) fn changes(leads: &[i32]) -> i64 {
    let (mut changes, mut before) = (0_u32, 0);
    for lead in leads {
        // Where nobody leads, nothing has changed yet.
        let leads = if *lead == 0 { before } else { *lead };
        changes += u32::from(before ^ leads < 0);
        before = leads;
    }
    // That somebody leads at last is no change.
    let first = leads.iter().find(|lead| **lead != 0);
    i64::from(changes) - i64::from(first.is_some_and(|first| *first < 0))
}
