//! Laps of relays: those that may be come to again. Following code ends where one begins, with its seeds in the hand, and goes on
//! behind it in turn; which of several such laps it is makes no difference where they are sown alike and code goes on alike.

use crate::id::Id;
use crate::plan::Side;
use crate::plan::live::Live;
use crate::plan::onward::{repeats, ways};
use crate::plan::op::{Address, Op, Reg, turn};
use std::collections::BTreeMap;

/// How a lap is sown and counted, and where code goes on behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lap {
    pub(super) sowing: u16,
    pub(super) after: bool,
    pub(super) behind: Address,
    /// Where it goes on if there have been too many.
    endless: Address,
}

/// A lap of a relay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RelayLap {
    pub(super) lap: Lap,
    /// The operation that sows it, what it is sown from, and whether that has to be lifted by it first.
    pub(super) at: Address,
    pub(super) start: Reg,
    pub(super) lifts: bool,
}

/// The laps of relays that one player's code may come to.
#[derive(Debug, Clone, Default)]
pub(super) struct Relays(BTreeMap<Address, RelayLap>);

impl Relays {
    pub(super) fn of<const W: usize>(side: &Side<W>) -> Self {
        let all: Vec<(Address, Lap)> = addresses(side).filter_map(|at| Some((at, lap_at(side, at)?))).collect();
        let mut relays: Vec<RelayLap> = Vec::new();
        for (at, lap) in all.iter().copied().filter(|(at, _)| repeats(side, *at, |_| false)) {
            let own = match side.made_ops()[at.index()] {
                Op::Lap { start, .. } => RelayLap { lap, at, start, lifts: false },
                Op::LiftLap { start, .. } => RelayLap { lap, at, start, lifts: true },
                _ => continue,
            };
            match relays.iter_mut().find(|known| known.lap == lap) {
                Some(known) if known.lifts => *known = own,
                Some(_) => {}
                None => relays.push(own),
            }
        }
        if relays.is_empty() {
            return Relays::default();
        }
        let live = Live::of(side.made_ops(), ways(side));
        // Where a lap is sown from is kept in one register: nobody may ask for what another held there before.
        let is_free = |relay: &RelayLap| relay.start == turn::LAST || !live.asks_for(relay.lap.behind, relay.start);
        let of = |lap: Lap| relays.iter().copied().filter(is_free).find(|relay| relay.lap == lap);
        Relays(all.into_iter().filter_map(|(at, lap)| Some((at, of(lap)?))).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The lap of a relay that begins with an operation.
    pub(super) fn at(&self, at: Address) -> Option<RelayLap> {
        self.0.get(&at).copied()
    }
}

fn addresses<const W: usize>(side: &Side<W>) -> impl Iterator<Item = Address> {
    (0..side.made_ops().len()).map_while(Address::at)
}

/// The lap that begins with an operation, if it is counted.
fn lap_at<const W: usize>(side: &Side<W>, at: Address) -> Option<Lap> {
    let op = |at: Address| side.made_ops().get(at.index());
    Some(match *op(at)? {
        Op::Lap { sowing, after, .. } => {
            let Op::LapOver(endless) = *op(at.next())? else { return None };
            Lap { sowing, after, endless, behind: behind(side, at.next().next()) }
        }
        Op::LiftLap { sowing, endless, .. } | Op::FirstLap { sowing, endless, .. } => {
            Lap { sowing: sowing.into(), after: true, endless, behind: behind(side, at.next()) }
        }
        _ => return None,
    })
}

/// Where code goes on from an address.
fn behind<const W: usize>(side: &Side<W>, mut at: Address) -> Address {
    // Jumps do not go round.
    for _ in 0..side.made_ops().len() {
        let Some(Op::Jump(to)) = side.made_ops().get(at.index()) else { break };
        at = *to;
    }
    at
}
