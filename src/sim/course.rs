//! How games went: who led when, how often the lead changed, from when on the winner led.
//!
//! The measures follow Browne (*Automatic Generation and Evaluation of Recombination Games*, 2008) and the Ludii system.
//! The lead is that in score; in a game without score it is that in seeds on the own side.

use super::column;
use super::statistics::{Histogram, merge};
use crate::model::Player;
use crate::plan::TURNS;
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
        let leaders = leaders(leads);
        *self.changes.entry(changes(&leaders)).or_default() += 1;
        if let Some(settled) = self.led(&leaders, winner) {
            *self.settled.entry(settled).or_default() += 1;
        }
    }

    /// Counts when the winner of a game was behind; tells the thousandths of its turns after which he led to the end.
    pub(super) fn led(&mut self, leaders: &[Leaders], winner: Option<Player>) -> Option<i64> {
        let winner = winner?;
        let (mut turns, mut behind, mut settled) = (0, 0, 0);
        for some in leaders {
            behind += some.ahead(winner.other()).count_ones();
            let not_ahead = some.turns() & !some.ahead(winner);
            if not_ahead != 0 {
                settled = turns + not_ahead.ilog2() + 1;
            }
            turns += some.count;
        }
        let mut half_way = turns / 2;
        let there = leaders.iter().find(|some| {
            let is_there = half_way < some.count;
            half_way -= if is_there { 0 } else { some.count };
            is_there
        })?;
        self.won += 1;
        self.behind_half_way += there.ahead(winner.other()) >> half_way & 1;
        self.turns += u64::from(turns);
        self.turns_behind += u64::from(behind);
        Some(1000 * i64::from(settled) / i64::from(turns))
    }

    /// Counts leads of some games by turn: how many games had it, and the first player's leads before it in seeds, summed, with
    /// their squares, summed.
    pub(super) fn drawn_leads(&mut self, games: &[u64], leads: impl ExactSizeIterator<Item = (i64, i64)>) {
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

/// Who leads before each of some turns that follow each other: a bit for each turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leaders {
    /// How many turns.
    count: u32,
    /// Those before which South leads, and North.
    ahead: [u64; 2],
}

impl Leaders {
    /// Who leads before the first n of these turns, if South's leads are so.
    pub(super) fn of(leads: &[i32; TURNS], count: usize) -> Self {
        let mut leaders = Leaders { count: count.min(TURNS) as u32, ahead: [0; 2] };
        let turns = leaders.turns();
        leaders.ahead = [column::bits(leads, |lead| lead > 0) & turns, column::bits(leads, |lead| lead < 0) & turns];
        leaders
    }

    /// All of these turns.
    fn turns(self) -> u64 {
        u64::MAX.checked_shr(u64::BITS - self.count).unwrap_or(0)
    }

    fn ahead(self, player: Player) -> u64 {
        self.ahead[player.index()]
    }
}

/// Who leads before each turn of a game.
fn leaders(leads: &[i32]) -> Vec<Leaders> {
    let some = leads.chunks(TURNS).map(|some| {
        let mut leads = [0; TURNS];
        leads[..some.len()].copy_from_slice(some);
        Leaders::of(&leads, some.len())
    });
    some.collect()
}

/// How often the lead goes to the other player. That somebody leads at last is no change.
pub(super) fn changes(leaders: &[Leaders]) -> i64 {
    let (mut changes, mut last) = (0, 0);
    for some in leaders {
        let [south, north] = some.ahead;
        // Where nobody leads, he who led last counts: a carry takes that on to the end of such turns.
        let nobody = some.turns() & !(south | north);
        let first = (north << 1 | last) & nobody;
        let led_by_north = north | (nobody.wrapping_add(first) ^ nobody) & nobody;
        changes += ((led_by_north ^ (led_by_north << 1 | last)) & some.turns()).count_ones();
        last = led_by_north >> (some.count - 1) & 1;
    }
    let first = leaders.iter().find(|some| some.ahead != [0; 2]);
    let by_north = first.is_some_and(|some| some.ahead[1].trailing_zeros() < some.ahead[0].trailing_zeros());
    i64::from(changes) - i64::from(by_north)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};

    /// The same, turn by turn.
    fn changes_one_by_one(leads: &[i32]) -> i64 {
        let led: Vec<i32> = leads.iter().map(|lead| lead.signum()).filter(|lead| *lead != 0).collect();
        led.windows(2).filter(|two| two[0] != two[1]).count() as i64
    }

    fn settled_one_by_one(leads: &[i32], sign: i32) -> i64 {
        let last = leads.iter().rposition(|lead| lead * sign <= 0).map_or(0, |last| last + 1);
        (1000 * last / leads.len()) as i64
    }

    #[test]
    fn leaders_by_bits_are_those_turn_by_turn() {
        let mut generator = ChaCha8Rng::seed_from_u64(1);
        for turns in 1..300 {
            let mut course = Course::default();
            let leads: Vec<i32> = (0..turns).map(|_| (generator.next_u32() % 3).cast_signed() - 1).collect();
            let (all, behind) = (leaders(&leads), leads.iter().filter(|lead| **lead > 0).count() as u64);
            assert_eq!(changes(&all), changes_one_by_one(&leads), "{leads:?}");
            assert_eq!(course.led(&all, Some(Player::North)), Some(settled_one_by_one(&leads, -1)), "{leads:?}");
            assert_eq!(course.turns_behind, behind, "{leads:?}");
            assert_eq!(course.behind_half_way, u64::from(leads[leads.len() / 2] > 0), "{leads:?}");
        }
    }
}
