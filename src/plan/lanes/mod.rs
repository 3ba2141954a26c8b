//! Runs straight code for many positions at once: each operation in all lanes that have come to it, one after the other.
//! What an operation costs beside its work is shared by them. Lanes that part are brought together again where their ways
//! meet. What the turns come to is told in no order.

mod frame;
mod list;
mod run;

use super::Side;
use super::live::Carried;
use super::machine::{MOST_NUMBERS, MOST_STEPS};
use super::op::{Address, VIEWS, View, turn};
use crate::model::{Id, Ranking};
use frame::Frame;
pub(super) use list::LANES;
use list::{Found, List};
use std::collections::BTreeMap;
use std::hint::black_box;

/// It takes more steps than one position may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLong;

/// What a turn leads to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child<const W: usize> {
    pub(super) cells: [u8; W],
    /// Whether the same player moves again.
    pub(super) again: bool,
}

/// What is wanted of the turns that are found.
enum Wanted<'c, const W: usize> {
    /// How many they are.
    Count(u64),
    /// What they lead to, where the game is not over.
    Children(&'c mut Vec<Child<W>>),
}

/// What came of running.
struct Out<'c, const W: usize> {
    wanted: Wanted<'c, W>,
    /// The positions of which a turn was found.
    found: Found,
    /// Answers of the lanes.
    answers: [i32; LANES],
}

/// Finds the legal moves of many positions of one player.
pub(super) struct Lanes<'p, const W: usize> {
    side: &'p Side<W>,
    /// What the options of each choice begin with, by the address of the choice.
    carried: &'p BTreeMap<Address, Carried>,
    /// Which views of a position are asked for.
    views: [bool; VIEWS],
    /// Where positions stand before the turn.
    first: Option<Frame<W>>,
    /// Frames that are free.
    spare: Vec<Frame<W>>,
    steps: u32,
    /// Operations that were done, and in how many lanes altogether.
    done: u64,
    in_lanes: u64,
}

/// Operations after which it is asked whether lanes are worth it.
const TRIAL: u64 = 4096;

/// Lanes that an operation has to be done in, in the mean, for that to be as fast as one turn after the other: measured on
/// games of short turns and of long ones.
const WORTH: u64 = 5;

impl<'p, const W: usize> Lanes<'p, W> {
    pub(super) fn new(side: &'p Side<W>) -> Self {
        let from_start = side.made_ops().iter().any(|op| op.view() == Some(View::TurnStart));
        Lanes {
            side,
            carried: side.carried(),
            views: [true, from_start, side.remembers],
            first: Some(Frame::new(side)),
            spare: Vec::new(),
            steps: 0,
            done: 0,
            in_lanes: 0,
        }
    }

    /// Whether enough lanes stay together for it to be worth while. They do not where turns are long and all different.
    pub(super) fn are_worth_it(&self) -> bool {
        self.done < TRIAL || self.in_lanes >= WORTH * self.done
    }

    /// How many legal moves some positions have together, of which there are at most as many as lanes. Each is made.
    pub(super) fn count(&mut self, positions: &[[u8; W]]) -> Result<u64, TooLong> {
        let mut out = Out { wanted: Wanted::Count(0), found: Found::NONE, answers: [0; LANES] };
        self.all(positions, &mut out)?;
        match out.wanted {
            Wanted::Count(count) => Ok(count),
            Wanted::Children(_) => Ok(0),
        }
    }

    /// What the legal moves of some positions lead to, where they do not end the game.
    pub(super) fn children(&mut self, positions: &[[u8; W]], children: &mut Vec<Child<W>>) -> Result<(), TooLong> {
        let mut out = Out { wanted: Wanted::Children(children), found: Found::NONE, answers: [0; LANES] };
        self.all(positions, &mut out)
    }

    fn all(&mut self, positions: &[[u8; W]], out: &mut Out<'_, W>) -> Result<(), TooLong> {
        let Some(mut frame) = self.first.take() else { return Err(TooLong) };
        let done = self.all_in(&mut frame, positions, out);
        self.first = Some(frame);
        done
    }

    fn all_in(&mut self, frame: &mut Frame<W>, positions: &[[u8; W]], out: &mut Out<'_, W>) -> Result<(), TooLong> {
        self.steps = 0;
        frame.take(positions);
        let mut lanes = List::first(positions.len());
        if let Some(settle) = self.side.settle {
            self.ask(frame, settle, &lanes, out)?;
            frame.settle();
        }
        if let Some(over) = self.side.over {
            self.ask(frame, over, &lanes, out)?;
            lanes.retain(|lane| out.answers[lane % LANES] != 1);
        }
        let Some(phase) = self.side.phase else {
            let ranking = self.side.phases.first();
            return ranking.map_or(Ok(()), |ranking| self.ranked(frame, ranking, &lanes, out).map(drop));
        };
        self.ask(frame, phase, &lanes, out)?;
        let phases = out.answers;
        for (number, ranking) in (0..).zip(&self.side.phases) {
            let (these, _) = lanes.split(|lane| phases[lane % LANES] == number);
            self.ranked(frame, ranking, &these, out)?;
        }
        Ok(())
    }

    /// Asks something of positions before the turn.
    fn ask(
        &mut self,
        frame: &mut Frame<W>,
        address: Address,
        lanes: &List,
        out: &mut Out<'_, W>,
    ) -> Result<(), TooLong> {
        // No kind of move is played yet.
        frame.begin(-1, self.side.remembers);
        self.run(frame, address, lanes, out)
    }

    /// Finds the moves of a ranking; tells which positions have one.
    fn ranked(
        &mut self,
        frame: &mut Frame<W>,
        ranking: &Ranking,
        lanes: &List,
        out: &mut Out<'_, W>,
    ) -> Result<Found, TooLong> {
        if lanes.is_empty() {
            return Ok(Found::NONE);
        }
        match ranking {
            Ranking::Kind(kind) => {
                out.found = Found::NONE;
                frame.begin(kind.value(), self.side.remembers);
                self.run(frame, self.side.kinds[kind.index()], lanes, out)?;
                Ok(out.found)
            }
            Ranking::Else(members) => {
                let (mut all, mut left) = (Found::NONE, *lanes);
                for member in members {
                    let found = self.ranked(frame, member, &left, out)?;
                    left.retain(|lane| !found.has(lane));
                    all = all.or(found);
                }
                Ok(all)
            }
            Ranking::Or(members) => {
                let mut all = Found::NONE;
                for member in members {
                    all = all.or(self.ranked(frame, member, lanes, out)?);
                }
                Ok(all)
            }
        }
    }

    /// Turns are found.
    fn found(&self, frame: &Frame<W>, lanes: &List, out: &mut Out<'_, W>) {
        if self.side.ranks {
            lanes.each(|lane| out.found.add(usize::from(frame.root[lane % LANES])));
        }
        match &mut out.wanted {
            Wanted::Count(count) => {
                // The last move of a path is made like any other.
                black_box(&frame.cells[View::Now as usize]);
                *count += lanes.len() as u64;
            }
            Wanted::Children(children) => lanes.each(|lane| {
                if frame.get(turn::ENDED, lane) == 0 {
                    children
                        .push(Child { cells: *frame.view(View::Now, lane), again: frame.get(turn::AGAIN, lane) != 0 });
                }
            }),
        }
    }

    fn step(&mut self, count: usize) -> Result<(), TooLong> {
        self.steps = self.steps.saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
        if self.steps > MOST_STEPS { Err(TooLong) } else { Ok(()) }
    }
}
