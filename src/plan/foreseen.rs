//! What comes of the options of a choice, as far as that is known before any of them is played. Where the first lap of a turn
//! ends, and what lay there, tables tell; code is followed from there once, for each place and each number of pieces, to what may
//! happen behind it.

mod behind;
mod captures;
mod few;
mod first_lap;

use super::along::as_set;
use super::laps::{Lap, LapTable};
use super::outcomes::{Name, Outcome};
use super::{Side, cells};
use crate::id::{Id as _, MoveKind};
use crate::model::Player;
use behind::{Comes, Told};
use captures::{Capture, Captures};
use few::Few;
pub(super) use first_lap::FirstLap;
use std::sync::Arc;

/// The options of a position's moves, each of which is a place, by what may come of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foreseen {
    kind: usize,
    options: u64,
    may: May,
}

/// Places, by what may come of what is chosen or ends there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct May {
    captures: u64,
    again: u64,
    /// Nothing but the lap comes of it, and it is known whether the mover moves again.
    nothing_else: u64,
    /// The same where a rule may forbid the move as well: if it is legal.
    nothing_else_if_legal: u64,
}

impl Foreseen {
    /// All of them.
    #[must_use]
    #[inline]
    pub fn options(&self) -> u64 {
        self.options
    }

    /// Those that may capture, or end the game; no other does.
    #[must_use]
    #[inline]
    pub fn captures(&self) -> u64 {
        self.may.captures
    }

    /// Those behind which the mover may move again; behind no other he does.
    #[must_use]
    #[inline]
    pub fn again(&self) -> u64 {
        self.may.again
    }

    /// Who moves behind the move of a place of which nothing but the lap comes.
    #[must_use]
    #[inline]
    pub fn next(&self, place: u16, mover: Player) -> Player {
        if self.may.again >> (place & 63) & 1 == 1 { mover } else { mover.other() }
    }

    /// What other positions call a move like that of an option.
    #[must_use]
    #[inline]
    pub fn name(&self, place: u16) -> Name {
        Name::of(MoveKind::at(self.kind).unwrap_or(MoveKind::FIRST), &[place])
    }

    /// The move called so by this code among those of its places, as a set: empty if none of them is.
    #[must_use]
    #[inline]
    pub fn place_called(&self, code: u64) -> u64 {
        self.name(0).choice_of_another(code).filter(|place| *place < 64).map_or(0, |place| 1 << place)
    }

    /// The number of the kind of move.
    pub(super) fn kind(&self) -> usize {
        self.kind
    }

    /// Those of which it is known what they lead to, as far as some places are asked for: where a rule may forbid them, that
    /// depends on whether all are legal.
    #[inline(always)]
    pub(super) fn known_among(&self, places: u64, are_legal: impl FnOnce() -> bool) -> u64 {
        let (known, if_legal) = (self.may.nothing_else, self.may.nothing_else_if_legal);
        let asks = places & if_legal & !known != 0;
        if asks && are_legal() { if_legal } else { known }
    }

    /// What is told of a move that captures so much, and of which nothing else but the lap comes.
    #[inline]
    pub(super) fn outcome(&self, place: usize, captured: i32) -> Outcome {
        let again = self.may.again >> (place & 63) & 1 == 1;
        Outcome::new(self.name(u16::try_from(place).unwrap_or(u16::MAX)), again, captured, 0)
    }
}

/// What is known beforehand of all moves of a kind that choose a place, sow behind it, and choose nothing else.
#[derive(Debug, Clone)]
pub(super) struct Foresight<const W: usize> {
    kind: usize,
    lap: FirstLap,
    laps: Arc<LapTable<W>>,
    /// Whether turns can be begun behind it.
    lets_begin_behind: bool,
    /// By place, from the first one on that can be chosen, and seeds: where the first lap ends.
    ends: Box<[[LapEnd; 256]; MOST_PLACES as usize]>,
    /// By the place where a lap ends, and what it held before the last drop: what may come of it.
    comes: Box<[[Flags; 256]; MOST_ENDS]>,
    /// The same of all options together, where that can be told.
    few: Option<Few<W>>,
    captures: Captures<W>,
}

/// Where a lap ends.
#[derive(Debug, Clone, Copy)]
struct LapEnd {
    place: u8,
    /// What it holds there before the last drop, less what it held before the turn, modulo 256.
    more: u8,
}

/// More than there are places where a lap may end.
const MOST_ENDS: usize = 128;

impl LapEnd {
    /// That of no lap, or of one that is not worked out: no lap ends there.
    const NONE: Self = LapEnd { place: 127, more: 0 };
}

/// What may come of a turn, by bits: in the order in which [`May`] tells it.
type Flags = u8;
const ANYTHING: Flags = 0b0011;
const KNOWN: usize = 0b0100;

/// Places that can be chosen lie no further from each other than this: they stand in half a word.
const MOST_PLACES: u32 = u32::BITS;

/// For all flags: each as the lowest bit of half a word, of two words.
const IN_HALVES: [[u64; 2]; 16] = {
    let mut spread = [[0; 2]; 16];
    let mut flags = 0;
    while flags < 16 {
        let all = flags as u64;
        spread[flags] = [(all & 1) | (all >> 1 & 1) << 32, (all >> 2 & 1) | (all >> 3 & 1) << 32];
        flags += 1;
    }
    spread
};

impl<const W: usize> Foresight<W> {
    /// None where moves of a kind are of another form.
    pub(super) fn of(side: &Side<W>, kind: usize) -> Option<Self> {
        if side.has_several_kinds() || side.settle.is_some() || side.lap_limit < 1 {
            return None;
        }
        let lap = first_lap::of(side, kind)?;
        let sowing = side.tables.sowings.get(lap.sowing)?;
        let laps = Arc::clone(sowing.laps.as_ref()?.get(usize::from(lap.way == 1))?);
        let sown = side.tables.paths.get(sowing.path)?.all();
        let end = |place: usize, seeds: usize| {
            laps.lap(place, seeds).map_or(LapEnd::NONE, |lap| LapEnd {
                place: lap.last,
                more: lap.row[usize::from(lap.last) & (W - 1)].wrapping_sub(1),
            })
        };
        if lap.places().len() > MOST_PLACES as usize {
            return None;
        }
        let mut ends = Box::new([[LapEnd::NONE; 256]; MOST_PLACES as usize]);
        for (place, ends) in lap.places().zip(ends.iter_mut()) {
            *ends = std::array::from_fn(|seeds| end(place, seeds));
        }
        let (comes, captures) = told_of_ends(side, kind, &lap, sown);
        let captures = Captures::of(side, &lap, &captures);
        let few = Few::of(side, &lap, &ends, &comes);
        Some(Foresight { kind, lets_begin_behind: lap.is_left_by_itself(side), lap, laps, ends, comes, few, captures })
    }

    /// The number of the kind of move.
    pub(super) fn kind(&self) -> usize {
        self.kind
    }

    /// What there is to choose in a position.
    #[inline(always)]
    fn options(&self, side: &Side<W>, cells: &[u8; W]) -> u64 {
        let (places, condition) = self.lap.chosen;
        side.tables.filters[condition].of_in_line(cells, places)
    }

    /// Places that can be chosen whenever there are pieces; none if more is asked of them.
    pub(super) fn options_where_there_are_pieces(&self, side: &Side<W>) -> Option<u64> {
        let (places, condition) = self.lap.chosen;
        let filter = side.tables.filters.get(condition)?;
        filter.asks_for_pieces_alone().then(|| places & filter.within())
    }

    /// Whether there is anything.
    #[inline(always)]
    pub(super) fn has_option(&self, side: &Side<W>, cells: &[u8; W]) -> bool {
        self.options(side, cells) != 0
    }

    /// What is known of moves of a position.
    #[inline(always)]
    pub(super) fn foresee(&self, side: &Side<W>, cells: &[u8; W]) -> Foreseen {
        match &self.few {
            Some(few) => few.foresee(self.kind, few.flags_of_all(cells)),
            None => self.foresee_those(cells, self.options(side, cells)),
        }
    }

    /// The same of one option, if it is one.
    #[inline]
    pub(super) fn foresee_one(&self, side: &Side<W>, cells: &[u8; W], place: u16) -> Option<Foreseen> {
        if let Some(few) = &self.few {
            let foreseen = few.foresee(self.kind, few.flags_of_one(cells, place));
            return (foreseen.options != 0).then_some(foreseen);
        }
        let (places, condition) = self.lap.chosen;
        let option = places & as_set(place.into());
        let is_one = option != 0 && side.tables.filters[condition].holds_of(cells, place.into());
        is_one.then(|| self.foresee_those(cells, option))
    }

    /// Whether it is known of some option that it is legal, since nothing but its lap comes of it.
    #[inline(always)]
    pub(super) fn has_known_option(&self, side: &Side<W>, cells: &[u8; W]) -> bool {
        self.by_option(cells, self.options(side, cells)).any(|(_, flags)| flags & KNOWN != 0)
    }

    #[inline(always)]
    fn foresee_those(&self, cells: &[u8; W], options: u64) -> Foreseen {
        let first = self.first_place();
        // As many bits of a word as there are places tell each.
        let mut halves = [0; 2];
        self.by_option(cells, options).for_each(|(number, flags)| {
            let [one, other] = IN_HALVES[flags];
            halves[0] |= one << number;
            halves[1] |= other << number;
        });
        let both = |half: u64| [half & u64::from(u32::MAX), half >> 32].map(|places| places << first);
        let ([captures, again], [nothing_else, nothing_else_if_legal]) = (both(halves[0]), both(halves[1]));
        let may = May { captures, again, nothing_else, nothing_else_if_legal };
        Foreseen { kind: self.kind, options, may }
    }

    /// The first place that can be chosen.
    #[inline(always)]
    fn first_place(&self) -> u32 {
        self.lap.chosen.0.trailing_zeros() & 63
    }

    /// The numbers of some options, counted from the first place that can be chosen, each with what may come of it.
    #[inline(always)]
    fn by_option(&self, cells: &[u8; W], options: u64) -> impl Iterator<Item = (u32, usize)> {
        let first = self.first_place();
        let mut left = options >> first;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let number = left.trailing_zeros();
            left &= left - 1;
            Some((number, usize::from(self.flags(cells, first, number) & 15)))
        })
    }

    /// What may come of it where a place is sown: the number of the place counts from the first one on that can be chosen.
    #[inline(always)]
    fn flags(&self, cells: &[u8; W], first: u32, number: u32) -> Flags {
        let seeds = cells[(first + number) as usize & (W - 1)];
        let end = self.ends[number as usize % MOST_PLACES as usize][usize::from(seeds)];
        let held = cells[usize::from(end.place) & (W - 1)].wrapping_add(end.more);
        self.comes[usize::from(end.place) % MOST_ENDS][usize::from(held)]
    }

    /// The first lap of a place that holds so many seeds, if it is worked out.
    #[inline(always)]
    pub(super) fn lap_of(&self, place: usize, seeds: u8) -> Option<&Lap<W>> {
        self.laps.lap(place, seeds.into())
    }

    /// Those of some places that may capture of which [`Foresight::captured`] may tell what they lead to: that depends on whether all are
    /// legal.
    #[inline(always)]
    pub(super) fn told_among(&self, foreseen: &Foreseen, places: u64, are_legal: impl FnOnce() -> bool) -> u64 {
        let captures = places & foreseen.captures();
        if captures != 0 && self.captures.are_any() && are_legal() { captures } else { 0 }
    }

    /// What the move of an option leads to of which it was foreseen that it may capture, if it is legal, and how many pieces; none if tables
    /// do not tell it.
    #[inline(always)]
    pub(super) fn captured(&self, cells: &[u8; W], place: usize) -> Option<([u8; W], i32)> {
        let lap = self.lap_of(place, cells[place & (W - 1)])?;
        let mut after = cells::sum_of(cells, &lap.row);
        let taken = self.captures.make(lap.last, &mut after)?;
        Some((after, taken))
    }

    /// The first lap, if turns can be begun behind it.
    #[inline]
    pub(super) fn begins_behind(&self) -> Option<&FirstLap> {
        self.lets_begin_behind.then_some(&self.lap)
    }
}

/// What is told of turns by where their first laps end: what may come of them with what the place held, and what they capture.
type ToldOfEnds = (Box<[[Flags; 256]; MOST_ENDS]>, [Option<Capture>; MOST_ENDS]);

/// Anything may come where no lap ends, or it is not worked out.
fn told_of_ends<const W: usize>(side: &Side<W>, kind: usize, lap: &FirstLap, sown: u64) -> ToldOfEnds {
    let mut follower = behind::Follower::new(side, kind, lap);
    let (mut all, mut captures) = (Box::new([[ANYTHING; 256]; MOST_ENDS]), [None; MOST_ENDS]);
    let of_places = (0..).zip(all.iter_mut().zip(&mut captures)).take(side.places);
    for (place, (flags, capture)) in of_places.filter(|(place, _)| sown & as_set(*place) != 0) {
        let (mut told, mut of_all) = (None, None);
        for (held, flags) in (0..).zip(flags.iter_mut()).take(side.sizes.hands) {
            let comes = of_all.unwrap_or_else(|| follower.comes(place, held));
            of_all = (!comes.by_held).then_some(comes);
            *flags = comes.flags();
            if comes.captures {
                told = Some(told.map_or(comes.capture(), |other: Told| other.or(comes.capture())));
            }
        }
        if let Some(Told::This(this)) = told.filter(|_| !side.logs) {
            *capture = Some(this);
        }
    }
    (all, captures)
}

impl Comes {
    fn flags(self) -> Flags {
        let is_known = !self.captures && !self.else_changes && self.again != self.not_again;
        let all = [self.captures, self.again, is_known && !self.is_forbidden, is_known];
        (0..).zip(all).map(|(bit, is)| Flags::from(is) << bit).fold(0, |flags, bit| flags | bit)
    }

    /// What is known of it that captures.
    fn capture(self) -> Told {
        if self.again == self.not_again { Told::Unknown } else { self.told.unwrap_or(Told::Unknown) }
    }
}

#[cfg(test)]
mod tests {
    use super::Foresight;
    use crate::plan::{Plan, Side, Width};
    use crate::{Variant, shipped_names};

    /// Whether there are ends of first laps behind which nothing comes.
    fn foresees<const W: usize>([side, _]: &[Side<W>; 2]) -> bool {
        let quiet = |foresight: Foresight<W>| foresight.comes.iter().flatten().any(|flags| flags & 0b1000 != 0);
        (0..side.kinds.len()).any(|kind| Foresight::of(side, kind).is_some_and(quiet))
    }

    fn is_foreseen(name: &str) -> bool {
        let game = Variant::shipped(name).expect("it is shipped").game().expect("it checks");
        Plan::new(game.program()).is_ok_and(|plan| match &plan.width {
            Width::Narrow(sides) => foresees(sides),
            Width::Middle(sides) => foresees(sides),
            Width::Wide(sides) => foresees(sides),
        })
    }

    #[test]
    fn of_many_games_it_is_foreseen_where_nothing_but_a_lap_comes_of_a_move() {
        let names: Vec<&str> = shipped_names().collect();
        let foreseen = names.iter().filter(|name| is_foreseen(name)).count();
        assert!(foreseen >= 25, "only {foreseen} of {}", names.len());
    }
}
