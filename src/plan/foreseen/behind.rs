//! What may come of a turn behind its first lap: all ways through the code from there, as far as it is known where it goes on.

mod told;

use super::first_lap::FirstLap;
use crate::id::Id as _;
use crate::plan::Side;
use crate::plan::along::{Along, as_set, first_of};
use crate::plan::filter::Filter;
use crate::plan::known::{self, Numbers, Sets};
use crate::plan::live::{self, Effects, written};
use crate::plan::onward::is_choice;
use crate::plan::op::{Address, Op, Reg, SetReg, View, turn};
use std::cell::Cell;
pub(super) use told::Told;
use told::{Read, Tracked};

/// Operations that are followed behind one end of a lap, and for one kind of move altogether: what takes more may come to anything.
const MOST_FOLLOWED: u32 = 256;
const MOST_FOLLOWED_ALTOGETHER: u32 = 1 << 19;

/// What may come of turns whose first lap ends at one place, where so many pieces lay.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each of these may come or not")]
pub(super) struct Comes {
    /// A capture, or an end of the game.
    pub(super) captures: bool,
    /// Another change of the position.
    pub(super) else_changes: bool,
    /// A legal move behind which the mover moves again.
    pub(super) again: bool,
    /// One behind which he does not.
    pub(super) not_again: bool,
    /// That the move is not legal.
    pub(super) is_forbidden: bool,
    /// What is captured if the move is legal, and what was taken for granted is so; none if no move is.
    pub(super) told: Option<Told>,
    /// Whether it depends on what the place held.
    pub(super) by_held: bool,
}

impl Comes {
    const ANYTHING: Self = Comes {
        captures: true,
        else_changes: true,
        again: true,
        not_again: true,
        is_forbidden: true,
        told: Some(Told::Unknown),
        by_held: true,
    };
}

/// Follows code behind the first laps of a kind of move.
pub(super) struct Follower<'s, const W: usize> {
    side: &'s Side<W>,
    kind: usize,
    along: Along,
    begin: State<'s>,
    /// How many operations may still be followed.
    left: u32,
}

/// How far a way through the code was followed, and what is known there.
#[derive(Clone)]
struct State<'s> {
    at: Address,
    numbers: Numbers<'s>,
    sets: Sets<'s>,
    /// Whether the place of the last drop still holds what it held then.
    holds_drop: bool,
    /// Whether there was but one lap by now.
    is_first_lap: bool,
    tracked: Tracked<'s>,
}

impl State<'_> {
    fn is_empty(&self, set: SetReg) -> Option<bool> {
        self.sets.get(set).map(|set| set == 0)
    }

    /// Forgets what an operation changes.
    fn forget(&mut self, op: &Op) {
        written(op).for_each(|reg| self.put_number(reg, None, None));
        self.holds_drop &= !live::changes_cells(op);
    }

    fn put_number(&mut self, reg: Reg, number: Option<i32>, read: Option<Read>) {
        self.numbers.put(reg, number);
        self.tracked.put_read(reg, read);
    }
}

impl<'s, const W: usize> Follower<'s, W> {
    pub(super) fn new(side: &'s Side<W>, kind: usize, lap: &FirstLap) -> Self {
        let (mut numbers, along) = (Numbers::of(&side.constants.numbers), lap.along());
        [turn::HAND, turn::CAPTURED, turn::JUST_CAPTURED, turn::AGAIN, turn::ENDED]
            .into_iter()
            .for_each(|reg| numbers.put(reg, Some(0)));
        numbers.put(turn::WAY, Some(along.way));
        numbers.put(turn::SOWING, Some(along.sowing));
        numbers.put(turn::KIND, i32::try_from(kind).ok());
        // So that no copy has to grow for what each end puts there.
        [turn::LAST, turn::HELD].into_iter().for_each(|reg| numbers.put(reg, None));
        let begin = State {
            at: lap.behind,
            numbers,
            sets: Sets::of(&side.constants.sets),
            holds_drop: true,
            is_first_lap: true,
            tracked: Tracked::begin(),
        };
        Follower { side, kind, along, begin, left: MOST_FOLLOWED_ALTOGETHER }
    }

    /// What may come of a turn whose first lap ends at this place, which held so much before the last drop.
    pub(super) fn comes(&mut self, place: i32, held: i32) -> Comes {
        let mut first = self.begin.clone();
        first.numbers.put(turn::LAST, Some(place));
        first.numbers.put(turn::HELD, Some(held));
        let end = End { side: self.side, kind: self.kind, along: self.along, place, held, asks_held: Cell::new(false) };
        let (mut open, mut comes, mut followed) = (vec![first], Comes::default(), 0);
        while let Some(mut state) = open.pop() {
            while let Some(other) = end.follow(&mut state, &mut comes) {
                open.extend(other);
                followed += 1;
                let Some(left) = self.left.checked_sub(1).filter(|_| followed <= MOST_FOLLOWED) else {
                    return Comes::ANYTHING;
                };
                self.left = left;
            }
        }
        Comes { by_held: comes.by_held || end.asks_held.get(), ..comes }
    }
}

/// Where code goes on.
enum Way {
    On(Address),
    /// Nobody knows which of them.
    Either(Address, Address),
    /// The first, as long as what is taken for granted is so.
    Assumed(Address, Address),
    Ends,
}

/// An end of a first lap.
struct End<'s, const W: usize> {
    side: &'s Side<W>,
    kind: usize,
    along: Along,
    place: i32,
    /// What lay there before the last drop.
    held: i32,
    /// Whether that was asked for by now.
    asks_held: Cell<bool>,
}

impl<const W: usize> End<'_, W> {
    /// Follows one operation; gives another way on, if there may be one. None where the way ends.
    fn follow<'s>(&self, state: &mut State<'s>, comes: &mut Comes) -> Option<Option<State<'s>>> {
        let op = self.side.made_ops().get(state.at.index()).copied()?;
        if Effects::of(&op).read().any(|reg| reg == turn::HELD) {
            self.asks_held.set(true);
        }
        match self.behind(op, state, comes) {
            Way::On(at) => {
                state.at = at;
                Some(None)
            }
            Way::Either(at, other) => {
                state.at = at;
                Some(Some(State { at: other, ..state.clone() }))
            }
            Way::Assumed(at, aside) => {
                let other = state.clone();
                state.at = at;
                Some(Some(State { at: aside, tracked: other.tracked.aside(), ..other }))
            }
            Way::Ends => None,
        }
    }

    fn behind(&self, op: Op, state: &mut State<'_>, comes: &mut Comes) -> Way {
        let next = state.at.next();
        match op {
            Op::Jump(to) => Way::On(to),
            Op::Close => self.side.tables.closes.get(self.kind).map_or(Way::Ends, |close| Way::On(*close)),
            // There may be as many.
            Op::LapOver(_) if state.is_first_lap => {
                state.is_first_lap = false;
                Way::On(next)
            }
            Op::Next(to, left, over) => {
                let members = state.sets.get(left);
                state.put_number(to, members.map(first_of), None);
                state.sets.put(left, members.map(|members| members & members.wrapping_sub(1)));
                state.tracked.put_chain(left, None);
                match members {
                    None => Way::Either(next, over),
                    Some(0) => Way::On(over),
                    Some(_) => Way::On(next),
                }
            }
            Op::Walk { off: to, .. } | Op::WalkAt { over: to, .. } => {
                state.forget(&op);
                Way::Either(next, to)
            }
            Op::Capture(set, ..) if state.is_empty(set) == Some(true) => Way::On(next),
            Op::Capture(..) | Op::CaptureSome { .. } => {
                comes.captures = true;
                state.tracked.changes(self.captured(&op, state));
                state.forget(&op);
                Way::On(next)
            }
            Op::Dead => {
                comes.is_forbidden = true;
                // Where it is legal after all, something is not as it is taken for granted.
                comes.told = told_with(comes.told, state.tracked.at_the_end());
                Way::Ends
            }
            Op::Legal => {
                self.is_legal(state, comes);
                Way::Ends
            }
            op => match (self.question(&op, state), { op }.address_mut()) {
                (Some(holds), Some(to)) => match holds {
                    Some(true) => Way::On(*to),
                    Some(false) => Way::On(next),
                    None => self.assumed(&op, state).unwrap_or(Way::Either(next, *to)),
                },
                _ if leads_elsewhere(&op) => {
                    *comes = Comes::ANYTHING;
                    Way::Ends
                }
                _ => {
                    if live::changes_cells(&op) {
                        comes.else_changes = true;
                        state.tracked.changes(None);
                    }
                    self.put_result(op, state);
                    Way::On(next)
                }
            },
        }
    }

    /// A turn is over, and legal if the hand is empty.
    fn is_legal(&self, state: &State<'_>, comes: &mut Comes) {
        let (again, ended) = (state.numbers.get(turn::AGAIN), state.numbers.get(turn::ENDED));
        comes.is_forbidden |= state.numbers.get(turn::HAND) != Some(0);
        comes.again |= again != Some(0);
        comes.not_again |= again.is_none_or(|again| again == 0);
        comes.captures |= ended != Some(0);
        let told = state.tracked.at_the_end().map(|told| if ended == Some(0) { told } else { Told::Unknown });
        comes.told = told_with(comes.told, told);
    }

    /// Whether an operation goes on elsewhere, if it is a question, and if that is known.
    fn question(&self, op: &Op, state: &State<'_>) -> Option<Option<bool>> {
        let (holds, expected) = match *op {
            Op::NoPieces(set, _, expected, _) => (state.is_empty(set).filter(|is_empty| *is_empty), expected),
            Op::IsEmpty(set, expected, _) if state.tracked.is_chain(set) => (Some(false), expected),
            Op::NoPiecesOf(view, mask, expected, _) => (self.is_clear(state, view, mask), expected),
            _ => return known::goes_elsewhere(op, &self.side.tables, &state.numbers, &state.sets),
        };
        Some(holds.map(|holds| holds == expected))
    }

    /// That a set that never changes is not without pieces is known where the last one fell into it.
    fn is_clear(&self, state: &State<'_>, view: View, mask: u16) -> Option<bool> {
        let mask = &self.side.tables.masks[usize::from(mask)];
        let place = usize::try_from(self.place).ok()?;
        let holds_drop = view == View::Now && state.holds_drop && mask.get(place).is_some_and(|byte| *byte != 0);
        holds_drop.then_some(false)
    }

    /// Notes what an operation puts into a register, if that is known, and that what it changes otherwise is not.
    fn put_result(&self, mut op: Op, state: &mut State<'_>) {
        if let Op::Move(to, _) = op {
            state.put_number(to, self.number(&op, state), state.read_by(&op));
        } else if let Op::MoveSet(to, _) | Op::NoSet(to) | Op::Add(to, _) = op {
            self.put_places(to, &op, state);
        } else if let Some(to) = op.result_mut().copied() {
            state.put_number(to, self.number(&op, state), state.read_by(&op));
        } else if let Some(to) = op.set_result_mut().copied() {
            self.put_places(to, &op, state);
        } else {
            state.forget(&op);
        }
    }

    /// The same of a set of places.
    fn put_places(&self, to: SetReg, op: &Op, state: &mut State<'_>) {
        let chain = self.chain(op, state);
        state.sets.put(to, self.places(op, state));
        state.tracked.put_chain(to, chain);
    }

    /// What an operation gives, if that is a number and known.
    fn number(&self, op: &Op, state: &State<'_>) -> Option<i32> {
        let number = |reg: Reg| state.numbers.get(reg);
        match *op {
            Op::Cell(_, View::Now, cell) => self.cell(state, 0, i32::from(cell)),
            Op::CellOf(_, _, _, pit) if number(pit)? < 0 => Some(0),
            Op::CellOf(_, View::Now, first, pit) => self.cell(state, first, number(pit)?),
            Op::Pieces(_, _, set) => state.is_empty(set)?.then_some(0),
            _ => known::number(op, &self.side.tables, &state.numbers, &state.sets),
        }
    }

    /// What the cell of a place holds, if it is the one of the last drop.
    fn cell(&self, state: &State<'_>, first: u16, place: i32) -> Option<i32> {
        let is_here = state.holds_drop && first == 0 && place == self.place;
        is_here.then(|| {
            self.asks_held.set(true);
            self.held + 1
        })
    }

    /// What an operation gives, if that is a set of places and known.
    fn places(&self, op: &Op, state: &State<'_>) -> Option<u64> {
        let (number, set) = (|reg: Reg| state.numbers.get(reg), |reg: SetReg| state.sets.get(reg));
        match *op {
            Op::Filter(_, of, view, filter) => {
                self.those(state, view, set(of)?, &self.side.tables.filters[usize::from(filter)])
            }
            Op::Chain { from, most, .. } if number(from)? < 0 || number(most) == Some(0) => Some(0),
            Op::Chain { from, view, chain, .. } => {
                let filter = &self.side.tables.chains[usize::from(chain)].filter;
                // Where it does not end at once, nobody knows how long it is.
                self.those(state, view, as_set(number(from)?), filter).filter(|first| *first == 0)
            }
            _ => known::places(op, &self.side.tables, &state.numbers, &state.sets)?.1,
        }
    }

    /// Those of some places of which a condition holds, if that is known.
    fn those(&self, state: &State<'_>, view: View, places: u64, filter: &Filter) -> Option<u64> {
        let places = places & filter.within();
        if places == 0 {
            return Some(0);
        }
        if view != View::Now || places != as_set(self.place) {
            return None;
        }
        let mut all = Some(places);
        for (first, holds) in filter.tests() {
            let cell = u16::try_from(first).ok().and_then(|first| self.cell(state, first, self.place));
            match cell.and_then(|cell| holds.get(usize::try_from(cell).ok()?)) {
                Some(true) => {}
                Some(false) => return Some(0),
                None => all = None,
            }
        }
        all
    }
}

/// What is known of captures on some ways and on another.
fn told_with(some: Option<Told>, other: Option<Told>) -> Option<Told> {
    match (some, other) {
        (Some(some), Some(other)) => Some(some.or(other)),
        (told, None) | (None, told) => told,
    }
}

/// Whether an operation sows, chooses, or belongs to no turn, so that it is not followed.
fn leads_elsewhere(op: &Op) -> bool {
    let sows = matches!(
        op,
        Op::Lap { .. }
            | Op::LiftLap { .. }
            | Op::FirstLap { .. }
            | Op::AnyLap { .. }
            | Op::Drops { .. }
            | Op::Drop { .. }
            | Op::Several(_)
            | Op::Answer(_)
            | Op::AnswerWith(_)
    );
    sows || is_choice(op) || { *op }.address_mut().is_some()
}
