//! Follows relays, a lap at a time: what is in the hand when a lap begins, and whatever else is asked for later, stands in columns
//! beside the cells, and lies between numbers that are found by following all laps until nothing new comes of it.

use super::code::Asked;
use super::drawn::Counted;
use super::follow::{Follower, Tells};
use super::relay::{RelayLap, Relays};
use super::state::State;
use super::terms::{Range, Term, Terms};
use super::{Refused, What};
use crate::id::Id;
use crate::plan::Side;
use crate::plan::op::{Address, Op, Reg, View, turn};
use std::collections::BTreeSet;

/// Turns of more laps are played otherwise to their end.
const MOST_LAPS: u8 = 64;

/// Numbers that may be kept from lap to lap.
pub(in crate::plan) const MOST_NUMBERS: usize = 8;

/// How often laps are followed at most until nothing new comes of it, and how often until what still changes is not kept.
const MOST_PASSES: usize = 12;
const MOST_CHANGES: usize = 4;

/// What is kept in any case of a lap that begins: it stands first.
pub(super) const KEPT: usize = 4;

/// Which lap begins: what else than cells and numbers is known of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Begun {
    relay: RelayLap,
    way: i16,
    kind: i16,
}

/// Where code comes to a lap, if something holds.
#[derive(Debug)]
pub(super) struct Arrival {
    begun: Begun,
    pub(super) comes: Term,
    state: State,
}

impl Arrival {
    /// What the turn has come to there.
    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// The lap that it comes to.
    pub(super) fn to(&self, heads: &[Head]) -> Option<usize> {
        heads.iter().position(|head| head.begun == self.begun)
    }

    /// Whether it comes there, what is kept, and the cells.
    fn asked(&self, comes: Term, heads: &[Head]) -> Vec<Term> {
        let kept = self.to(heads).map_or(&[][..], |head| &heads[head].kept);
        let numbers = kept.iter().map(|reg| self.state.get(*reg));
        [comes].into_iter().chain(numbers).chain(self.state.cells(View::Now).iter().copied()).collect()
    }

    /// The same, to be told where something holds.
    pub(super) fn told(&self, holds: Term, heads: &[Head]) -> Option<Asked<What>> {
        let to = self.to(heads).filter(|_| holds != Terms::NEVER)?;
        Some(Asked { what: What::Lap(to, heads[to].kept.len()), terms: self.asked(holds, heads) })
    }

    /// Whether the lap can be sown in columns.
    pub(super) fn can_be_sown(&self, head: &Head, terms: &mut Terms) -> Term {
        head.can_be_sown([turn::HAND, head.start(), turn::LAPS, turn::CAPTURED].map(|reg| self.state.get(reg)), terms)
    }
}

/// What a register holds where a lap begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Number {
    Constant(i16),
    Lies(Range),
    Unknown,
}

/// A lap, and what is known where it begins.
#[derive(Debug)]
pub(in crate::plan) struct Head {
    begun: Begun,
    numbers: Vec<Number>,
    /// What is kept in columns, behind those of as many cells as positions have room for: first the hand, where it is sown from, how many laps
    /// there have been, altogether and since a capture, and, where that is told, how many pieces were captured.
    kept: Vec<Reg>,
    /// More seeds are not sown in columns.
    most_in_hand: u8,
    /// The places of the path, as a set: it is sown from nowhere else.
    places: u64,
    /// Where it is told how much a turn captures: if more was captured before, laps are not sown in columns.
    most_captured: Option<u8>,
}

impl Head {
    fn new<const W: usize>(begun: Begun, side: &Side<W>, tells: Tells) -> Result<Self, Refused> {
        let sowing = &side.tables.sowings[usize::from(begun.relay.lap.sowing)];
        let path = side.tables.paths.get(sowing.path).ok_or(Refused)?;
        let places = &path.places[usize::from(begun.way == 1)];
        let round = i16::try_from(places.len()).map_err(|_| Refused)?;
        let most_in_hand = round.saturating_mul(2).min(side.sizes.most_in_a_cell());
        let fixed = [turn::HAND, begun.relay.start, turn::LAPS, turn::LAPS_SINCE_CAPTURE];
        let captured = (tells == Tells::Turns).then_some(turn::CAPTURED);
        let most_captured = captured.map(|_| u8::try_from(i16::from(i8::MAX) - side.sizes.most_in_a_cell()));
        Ok(Head {
            begun,
            numbers: Vec::new(),
            kept: fixed.into_iter().chain(captured).collect(),
            most_captured: most_captured.transpose().map_err(|_| Refused)?,
            most_in_hand: u8::try_from(most_in_hand).map_err(|_| Refused)?,
            places: places.iter().fold(0, |all, place| all | 1 << (place & 63)),
        })
    }

    /// What else is known.
    pub(in crate::plan) fn constants(&self) -> impl Iterator<Item = (Reg, i32)> {
        let numbers = Reg::all().zip(&self.numbers);
        numbers.filter_map(|(reg, number)| match number {
            Number::Constant(number) => Some((reg, i32::from(*number))),
            _ => None,
        })
    }

    /// Whether a lap can be sown in columns: of so many seeds, from a place, behind so many laps and captured pieces.
    fn can_be_sown(&self, [hand, start, laps, captured]: [Term; 4], terms: &mut Terms) -> Term {
        let (any, many) = (terms.more_than(hand, 0), terms.more_than(hand, self.most_in_hand.into()));
        let late = terms.more_than(laps, i16::from(MOST_LAPS) - 1);
        let is_short = terms.without(any, many);
        let is_short = terms.without(is_short, late);
        let is_too_much = self.most_captured.map_or(Terms::NEVER, |most| terms.more_than(captured, most.into()));
        let is_short = terms.without(is_short, is_too_much);
        let is_on_path = terms.holds(start, |place| (0..64).contains(&place) && self.places >> place & 1 == 1);
        terms.both(is_short, is_on_path)
    }

    /// The same of one of which this is kept.
    #[inline(always)]
    pub(super) fn can_sow(&self, kept: &[u8; MOST_NUMBERS]) -> bool {
        let [hand, start, laps, _, captured, ..] = *kept;
        let is_short = hand.wrapping_sub(1) < self.most_in_hand && laps < MOST_LAPS;
        is_short
            && start < 64
            && self.places >> start & 1 == 1
            && self.most_captured.is_none_or(|most| captured <= most)
    }

    /// Where code goes on that sows it.
    pub(in crate::plan) fn address(&self) -> Address {
        self.begun.relay.at
    }

    /// The registers that hold what is kept.
    pub(in crate::plan) fn kept(&self) -> &[Reg] {
        &self.kept
    }

    /// The register of the place from which it is sown.
    pub(in crate::plan) fn start(&self) -> Reg {
        self.begun.relay.start
    }

    /// Whether code lifts that place itself before it sows, though it is in the hand already.
    pub(in crate::plan) fn lifts(&self) -> bool {
        self.begun.relay.lifts
    }

    /// Takes up what is known on a way to it; tells whether that is something new.
    fn take_up(&mut self, state: &State, terms: &Terms, keeps_what_changes: bool) -> bool {
        let of = |reg: Reg| match (terms.constant(state.get(reg)), state.get(reg)) {
            (Some(number), _) => Number::Constant(number),
            (None, Terms::UNKNOWN) => Number::Unknown,
            (None, term) => Number::Lies(terms.range(term)),
        };
        let mut numbers: Vec<Number> = Reg::all().map(of).collect();
        if self.numbers.is_empty() {
            numbers[turn::HAND.index()] = Number::Lies(Range::new(1, self.most_in_hand.into()));
            for laps in [turn::LAPS, turn::LAPS_SINCE_CAPTURE] {
                numbers[laps.index()] = Number::Lies(Range::new(0, MOST_LAPS.into()));
            }
            if let Some(most) = self.most_captured {
                numbers[turn::CAPTURED.index()] = Number::Lies(Range::new(0, most.into()));
            }
            self.numbers = numbers;
            return true;
        }
        let fixed = [turn::HAND, turn::LAPS, turn::LAPS_SINCE_CAPTURE];
        let captured = self.most_captured.map(|_| turn::CAPTURED);
        let mut changed = false;
        for (reg, (known, new)) in Reg::all().zip(self.numbers.iter_mut().zip(numbers)) {
            let joined = known.joined(new);
            if joined != *known && !fixed.contains(&reg) && captured != Some(reg) {
                *known = if keeps_what_changes { joined } else { Number::Unknown };
                changed = true;
            }
        }
        changed
    }

    /// Keeps what is asked for, if that is not too much; tells whether that is something new.
    fn keep(&mut self, asked: impl Iterator<Item = Reg>) -> Result<bool, Refused> {
        let before = self.kept.len();
        for reg in asked {
            if !self.kept.contains(&reg) {
                self.kept.push(reg);
            }
        }
        if self.kept.len() <= MOST_NUMBERS { Ok(self.kept.len() > before) } else { Err(Refused) }
    }
}

impl Number {
    fn range(self) -> Option<Range> {
        match self {
            Number::Constant(number) => Some(Range::only(number)),
            Number::Lies(range) => Some(range),
            Number::Unknown => None,
        }
    }

    fn joined(self, other: Number) -> Number {
        match (self.range(), other.range()) {
            _ if self == other => self,
            (Some(one), Some(other)) => Number::Lies(one.joined(other)),
            _ => Number::Unknown,
        }
    }
}

/// The laps of relays that turns come to, followed each up to the next ones.
pub(super) struct Relayed<'s, const W: usize> {
    pub(super) heads: Vec<Head>,
    pub(super) laps: Vec<Follower<'s, W>>,
}

impl<'s, const W: usize> Relayed<'s, W> {
    /// From where turns come to their first laps; what is told of turns that are at their end tells whether anything is counted, too.
    pub(super) fn new(
        side: &'s Side<W>,
        relays: &'s Relays,
        (arrivals, terms): (&[Arrival], &Terms),
        tells: Tells,
    ) -> Result<Self, Refused> {
        let lap = |head: &Head, keeps| Follower::lap_from((side, relays), head, keeps, tells);
        let mut heads = Vec::new();
        take_up(&mut heads, (side, tells), (arrivals, terms), true)?;
        for pass in 0..MOST_PASSES {
            let laps: Vec<Follower<'s, W>> =
                heads.iter().map(|head| lap(head, Keeps::All)).collect::<Result<_, _>>()?;
            let mut changed = false;
            for lap in &laps {
                changed |= take_up(&mut heads, (side, tells), (&lap.arrivals, &lap.terms), pass < MOST_CHANGES)?;
            }
            if !changed {
                keep_what_is_asked_for(&mut heads, &laps)?;
                let laps = heads.iter().map(|head| lap(head, Keeps::AskedFor)).collect::<Result<_, _>>()?;
                return Ok(Relayed { heads, laps });
            }
        }
        Err(Refused)
    }
}

/// Takes up what is known where code comes to laps; tells whether that is something new.
fn take_up<const W: usize>(
    heads: &mut Vec<Head>,
    (side, tells): (&Side<W>, Tells),
    (arrivals, terms): (&[Arrival], &Terms),
    keeps_what_changes: bool,
) -> Result<bool, Refused> {
    let mut changed = false;
    for Arrival { begun, state, .. } in arrivals {
        let head = match heads.iter().position(|head| head.begun == *begun) {
            Some(head) => head,
            None => {
                heads.push(Head::new(*begun, side, tells)?);
                heads.len() - 1
            }
        };
        changed |= heads[head].take_up(state, terms, keeps_what_changes);
    }
    Ok(changed)
}

/// Finds what has to be kept from lap to lap: what moves and further laps are made from, and what is told and counted of them.
fn keep_what_is_asked_for<const W: usize>(heads: &mut [Head], laps: &[Follower<'_, W>]) -> Result<(), Refused> {
    let mut changed = true;
    while changed {
        changed = false;
        for (number, lap) in laps.iter().enumerate() {
            let of_arrivals = lap.arrivals.iter().flat_map(|arrival| arrival.asked(arrival.comes, heads));
            let of_found = lap.found.iter().flat_map(|found| {
                let all = [found.is_legal, found.again, found.ended].into_iter().chain(found.told.iter().copied());
                all.chain(found.cells.iter().copied())
            });
            let of_counted = lap.counted.iter().flat_map(|counted| {
                counted.rows.iter().map(|(_, taken)| *taken).chain(counted.captures.values().copied())
            });
            let given: BTreeSet<u16> = lap.terms.given_in(of_arrivals.chain(of_found).chain(of_counted));
            let asked = given.into_iter().filter_map(|column| Reg::at(usize::from(column).checked_sub(W)?));
            changed |= heads[number].keep(asked.collect::<Vec<Reg>>().into_iter())?;
        }
    }
    Ok(())
}

/// Which numbers stand in columns where a lap begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keeps {
    /// All that are known, each in that of its register.
    All,
    /// Those that are kept, one behind the other.
    AskedFor,
}

impl<'s, const W: usize> Follower<'s, W> {
    /// Follows code from where a lap begins.
    fn lap_from(
        (side, relays): (&'s Side<W>, &'s Relays),
        head: &Head,
        keeps: Keeps,
        tells: Tells,
    ) -> Result<Self, Refused> {
        let mut follower = Follower::new(side, false);
        (follower.relays, follower.tells) = (Some(relays), tells);
        if tells != Tells::Nothing {
            follower.counted = Counted::of(side);
        }
        let (mut state, relay) = (follower.state_at(head, keeps), head.begun.relay);
        follower.lap_from_places(&mut state, relay.lap.sowing.into(), (relay.start, relay.lap.after), true)?;
        follower.count_lap(&mut state)?;
        follower.follow(relay.lap.behind, state)?;
        Ok(follower)
    }

    fn state_at(&mut self, head: &Head, keeps: Keeps) -> State {
        let mut state = State::new(self.side, head.begun.kind.into(), Terms::ALWAYS, &mut self.terms);
        state.forget_positions_before();
        for (reg, number) in Reg::all().zip(&head.numbers) {
            let column = match keeps {
                Keeps::All => Some(reg.index()),
                Keeps::AskedFor => head.kept.iter().position(|kept| *kept == reg),
            };
            let number = match (number, column) {
                (Number::Constant(number), _) if !head.kept[..KEPT].contains(&reg) => {
                    self.terms.number((*number).into())
                }
                (number, Some(column)) if let Some(range) = number.range().filter(|range| range.fits_a_byte()) => {
                    self.terms.given(W + column, range)
                }
                _ => Terms::UNKNOWN,
            };
            state.put(reg, number);
        }
        state
    }

    /// Code has come to a lap of a relay: what it sows is lifted.
    pub(super) fn arrive(&mut self, relay: RelayLap, op: &Op, mut state: State) -> Result<(), Refused> {
        let start = match *op {
            Op::Lap { start, .. } | Op::LiftLap { start, .. } => start,
            Op::FirstLap { sowing, start, way, .. } => {
                self.sow_by(&mut state, sowing.into(), way);
                start
            }
            _ => return Err(Refused),
        };
        if !matches!(op, Op::Lap { .. }) {
            self.lift(&mut state, start, None)?;
        }
        self.work_out_held(&mut state);
        state.put(relay.start, state.get(start));
        let [way, kind] = [turn::WAY, turn::KIND].map(|reg| self.terms.constant(state.get(reg)));
        let (Some(way), Some(kind)) = (way, kind) else { return Err(Refused) };
        self.arriving.push((Begun { relay, way, kind }, state));
        Ok(())
    }

    /// Ways that come to the same lap meet there.
    pub(super) fn arrived(&mut self, mut arriving: Vec<(Begun, State)>) {
        while let Some(&(begun, _)) = arriving.first() {
            let (same, others): (Vec<_>, Vec<_>) = arriving.into_iter().partition(|(other, _)| *other == begun);
            arriving = others;
            let state = self.meet(same.into_iter().map(|(_, state)| state).collect());
            let comes = self.terms.both(state.chosen, state.comes);
            if comes != Terms::NEVER {
                self.arrivals.push(Arrival { begun, comes, state });
            }
        }
    }
}
