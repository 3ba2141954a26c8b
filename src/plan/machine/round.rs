//! Laps that go round: a turn that has come back to a state in which it was before comes back to it again and again, up to
//! the limit of laps. The rounds in between are not sown, only counted.

use super::Machine;
use crate::id::Id;
use crate::plan::counts::Counts;
use crate::plan::live::Effects;
use crate::plan::op::{Address, Op, View, turn};

/// From this lap of a turn on it is looked whether laps go round. Hardly any turn that comes to an end has as many.
const FIRST_LOOK: i32 = 32;

/// Looks whether the laps of a turn go round.
#[derive(Debug, Clone)]
pub(super) struct Round<const W: usize> {
    /// From this lap on every turn is looked at, and from this one on this turn.
    first: i32,
    from: i32,
    /// The state that was noted last, and after how many laps of this turn; 0 if none was.
    state: Option<Box<State<W>>>,
    noted: i32,
}

/// All that what is to come depends on, but how many laps there have been.
#[derive(Debug, Clone)]
struct State<const W: usize> {
    at: Address,
    now: [u8; W],
    before_sowing: [u8; W],
    numbers: [i32; 256],
    sets: [u64; 256],
    /// Choices that were made, and those that have options left.
    made: usize,
    open: usize,
    /// What had been counted by then, of which nothing depends.
    counts: Counts,
}

impl<const W: usize> Round<W> {
    /// In a game with this limit of laps since the last capture.
    pub(super) fn new(lap_limit: i32) -> Self {
        let first = FIRST_LOOK.min(lap_limit.saturating_add(1));
        Round { first, from: first, state: None, noted: 0 }
    }

    /// Another turn, or another option of it.
    #[inline(always)]
    pub(super) fn begin(&mut self) {
        (self.from, self.noted) = (self.first, 0);
    }

    /// Whether a turn is looked at after so many laps.
    #[inline(always)]
    pub(super) fn looks_at(&self, laps: i32) -> bool {
        laps >= self.from
    }
}

/// Whether what code does depends on how many laps there have been only by the limit of laps.
pub(in crate::plan) fn leaves_laps_alone(ops: &[Op]) -> bool {
    let reads = |op: &Op| {
        let effects = Effects::of(op);
        [turn::LAPS, turn::LAPS_SINCE_CAPTURE].iter().any(|reg| effects.asks_for(*reg))
    };
    !ops.iter().any(reads)
}

impl<const W: usize> Machine<'_, W> {
    /// Tells after a lap behind which this operation follows whether there have been too many; where laps go round, those up
    /// to the last round are counted as made.
    #[cold]
    pub(super) fn has_too_many_laps(&mut self, at: Address) -> bool {
        let (laps, since) = (self.get(turn::LAPS), self.get(turn::LAPS_SINCE_CAPTURE));
        let left = self.laps_left();
        if left < 0 {
            return true;
        }
        if !self.side.leaves_laps_alone {
            self.round.from = laps + left + 1;
            return false;
        }
        if self.round.noted > 0 && self.is_as_noted(at) {
            let period = laps - self.round.noted;
            let rounds = left / period;
            self.spare(rounds, period);
            self.put(turn::LAPS, laps + rounds * period);
            self.put(turn::LAPS_SINCE_CAPTURE, since + rounds * period);
            // No other round is left.
            self.round.from = laps + left + 1;
        } else if laps >= 2 * self.round.noted {
            self.note_state(at);
            self.round.noted = laps;
        }
        false
    }

    /// Laps that may follow before there are too many; negative if there are already.
    fn laps_left(&self) -> i32 {
        let since_capture = self.side.lap_limit - self.get(turn::LAPS_SINCE_CAPTURE);
        since_capture.min(self.side.lap_limit_altogether - self.get(turn::LAPS))
    }

    fn spare(&mut self, rounds: i32, period: i32) {
        if let Some(state) = &self.round.state {
            self.counting.repeat(&state.counts, rounds.unsigned_abs());
        }
        // The interpreter sows them.
        self.steps = self.steps.saturating_add((rounds * period).unsigned_abs());
    }

    fn note_state(&mut self, at: Address) {
        let state = self.round.state.get_or_insert_with(|| Box::new(State::EMPTY));
        state.at = at;
        state.now = self.cells[View::Now as usize];
        state.before_sowing = self.cells[View::BeforeSowing as usize];
        (state.numbers, state.sets) = (self.numbers, self.sets);
        (state.made, state.open) = (self.made, self.open);
        state.counts.clone_from(self.counting.counts());
    }

    /// Whether the turn is where it was when its state was noted.
    fn is_as_noted(&self, at: Address) -> bool {
        let Some(state) = &self.round.state else { return false };
        let counted = |reg: usize| reg == turn::LAPS.index() || reg == turn::LAPS_SINCE_CAPTURE.index();
        let mut numbers = self.numbers.iter().zip(&state.numbers).enumerate();
        state.at == at
            && state.now == self.cells[View::Now as usize]
            && (!self.side.remembers || state.before_sowing == self.cells[View::BeforeSowing as usize])
            && (state.made, state.open) == (self.made, self.open)
            && numbers.all(|(reg, (here, there))| here == there || counted(reg))
            && state.sets == self.sets
    }
}

impl<const W: usize> State<W> {
    const EMPTY: Self = State {
        at: Address::FIRST,
        now: [0; W],
        before_sowing: [0; W],
        numbers: [0; 256],
        sets: [0; 256],
        made: 0,
        open: 0,
        counts: Counts::NONE,
    };
}
