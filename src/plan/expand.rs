//! What a position leads to: its legal moves, by the ranking of the phase that it is in.

use super::Side;
use super::machine::{Machine, Stop};
use super::op::turn;
use crate::model::Ranking;

/// Finds legal moves of one player's positions.
#[derive(Debug, Clone)]
pub(super) struct Expander<'p, const W: usize> {
    side: &'p Side<W>,
    machine: Machine<'p, W>,
    prefers: bool,
}

/// The moves of a position take too long.
struct TooLong;

impl<'p, const W: usize> Expander<'p, W> {
    pub(super) fn new(side: &'p Side<W>, prefers: bool) -> Self {
        Expander { side, machine: Machine::new(side), prefers }
    }

    /// Visits the legal moves of a position in the order of listing; tells whether all could be found.
    #[inline]
    pub(super) fn visit(&mut self, position: &[u8; W], visit: &mut impl FnMut(&Machine<'p, W>)) -> bool {
        self.machine.set_position(position);
        let side = self.side;
        let phase = match side.phase {
            Some(phase) => usize::try_from(self.machine.ask(phase)).ok(),
            None => Some(0),
        };
        let Some(ranking) = phase.and_then(|phase| side.phases.get(phase)) else { return true };
        if !self.prefers {
            return self.ranked(ranking, visit).is_ok();
        }
        // A preference binds if some move satisfies it: look for the best first.
        let mut best = 0;
        let found = self.ranked(ranking, &mut |machine| best = best.max(machine.get(turn::PREFERENCE)));
        found.is_ok()
            && self
                .ranked(ranking, &mut |machine| {
                    if machine.get(turn::PREFERENCE) == best {
                        visit(machine);
                    }
                })
                .is_ok()
    }

    /// Whether the game is over before the turn.
    pub(super) fn is_over(&mut self, position: &[u8; W]) -> bool {
        match self.side.over {
            Some(over) => {
                self.machine.set_position(position);
                self.machine.ask(over) == 1
            }
            None => false,
        }
    }

    /// Visits the moves of a ranking; tells whether there was one.
    fn ranked(&mut self, ranking: &Ranking, visit: &mut impl FnMut(&Machine<'p, W>)) -> Result<bool, TooLong> {
        match ranking {
            Ranking::Kind(kind) => self.kind(*kind, visit),
            Ranking::Else(members) => {
                for member in members {
                    if self.ranked(member, visit)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Ranking::Or(members) => {
                let mut any = false;
                for member in members {
                    any |= self.ranked(member, visit)?;
                }
                Ok(any)
            }
        }
    }

    #[inline]
    fn kind(&mut self, kind: usize, visit: &mut impl FnMut(&Machine<'p, W>)) -> Result<bool, TooLong> {
        let mut any = false;
        let mut stop = self.machine.first(kind);
        loop {
            match stop {
                Stop::Found => {
                    any = true;
                    visit(&self.machine);
                }
                Stop::TooLong => return Err(TooLong),
                Stop::Over | Stop::Answer(_) => return Ok(any),
            }
            stop = self.machine.next();
        }
    }
}
