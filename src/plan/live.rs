//! Which registers live where: what a choice has to keep for its options, and what stands there already.

use super::op::{Address, Op, Reg, SetReg, Several, of_machines, several, turn};
use crate::id::Id;
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// Registers of one sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bits<R>([u64; 4], PhantomData<R>);

impl<R> Default for Bits<R> {
    fn default() -> Self {
        Bits([0; 4], PhantomData)
    }
}

impl<R: Id> Bits<R> {
    fn add(&mut self, reg: R) {
        self.0[reg.index() / 64] |= 1 << (reg.index() % 64);
    }

    fn has(&self, reg: R) -> bool {
        self.0[reg.index() / 64] >> (reg.index() % 64) & 1 == 1
    }

    fn joined(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|at| self.0[at] | other.0[at]), PhantomData)
    }

    fn without(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|at| self.0[at] & !other.0[at]), PhantomData)
    }

    fn iter(self) -> impl Iterator<Item = R> {
        (0..).step_by(64).zip(self.0).flat_map(|(first, word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let at = left.trailing_zeros();
                left &= left.checked_sub(1)?;
                R::at(first + at as usize)
            })
        })
    }
}

/// Registers for numbers and for sets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Registers {
    numbers: Bits<Reg>,
    sets: Bits<SetReg>,
}

impl Registers {
    fn joined(&self, other: &Registers) -> Registers {
        Registers { numbers: self.numbers.joined(&other.numbers), sets: self.sets.joined(&other.sets) }
    }

    fn without(&self, other: &Registers) -> Registers {
        Registers { numbers: self.numbers.without(&other.numbers), sets: self.sets.without(&other.sets) }
    }
}

/// What an operation reads and writes. What it may leave as it is counts as read, too.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Effects {
    reads: Registers,
    writes: Registers,
}

impl Effects {
    pub(super) fn reads_number(&self, reg: Reg) -> bool {
        self.reads.numbers.has(reg)
    }

    pub(super) fn writes_number(&self, reg: Reg) -> bool {
        self.writes.numbers.has(reg)
    }

    #[cfg(any(feature = "native", feature = "sim"))]
    pub(super) fn writes_places(&self, set: SetReg) -> bool {
        self.writes.sets.has(set)
    }

    /// Whether a number is read for something else than to be changed.
    pub(super) fn asks_for(&self, reg: Reg) -> bool {
        self.reads_number(reg) && !self.writes_number(reg)
    }

    /// Whether what is known of the turn, and is not the position, is read: the kind of move is known, too.
    pub(super) fn reads_of_the_turn(&self) -> bool {
        Reg::all().take(turn::COUNT).chain([turn::KIND]).any(|reg| self.reads.numbers.has(reg))
    }

    /// The registers that are read, and those that are written.
    pub(super) fn read(&self) -> impl Iterator<Item = Reg> + use<> {
        self.reads.numbers.iter()
    }

    pub(super) fn written(&self) -> impl Iterator<Item = Reg> + use<> {
        self.writes.numbers.iter()
    }

    /// The same for sets.
    pub(super) fn read_sets(&self) -> impl Iterator<Item = SetReg> + use<> {
        self.reads.sets.iter()
    }

    pub(super) fn written_sets(&self) -> impl Iterator<Item = SetReg> + use<> {
        self.writes.sets.iter()
    }

    fn reads(mut self, numbers: &[Reg]) -> Self {
        numbers.iter().for_each(|reg| self.reads.numbers.add(*reg));
        self
    }

    fn writes(mut self, numbers: &[Reg]) -> Self {
        numbers.iter().for_each(|reg| self.writes.numbers.add(*reg));
        self
    }

    fn changes(self, numbers: &[Reg]) -> Self {
        self.reads(numbers).writes(numbers)
    }

    fn reads_sets(mut self, sets: &[SetReg]) -> Self {
        sets.iter().for_each(|reg| self.reads.sets.add(*reg));
        self
    }

    fn writes_set(mut self, set: SetReg) -> Self {
        self.writes.sets.add(set);
        self
    }

    /// What an operation reads and writes.
    pub(super) fn of(op: &Op) -> Self {
        use turn::{
            AGAIN, CAPTURED, ENDED, HAND, HELD, JUST_CAPTURED, KIND, LAPS, LAPS_SINCE_CAPTURE, LAST, LIFTED, ORIGIN,
            PREFERENCE, SOWING, WAY,
        };
        const CAPTURES: [Reg; 4] = [HAND, CAPTURED, JUST_CAPTURED, LAPS_SINCE_CAPTURE];
        const SOWS: [Reg; 3] = [HAND, HELD, LAST];
        let none = Effects::default();
        match *op {
            Op::Move(to, from) => none.reads(&[from]).writes(&[to]),
            Op::Cell(to, ..) | Op::PiecesOf(to, ..) => none.writes(&[to]),
            Op::CellOf(to, _, _, pit) => none.reads(&[pit]).writes(&[to]),
            Op::Pieces(to, _, set) | Op::Count(to, set) | Op::Only(to, set) => none.reads_sets(&[set]).writes(&[to]),
            Op::Table(to, _, at) => none.reads(&[at]).writes(&[to]),
            Op::Arithmetic(_, to, one, two) | Op::Larger(to, one, two) | Op::Smaller(to, one, two) => {
                none.reads(&[one, two]).writes(&[to])
            }
            Op::Steps { to, count, from, way, .. } => none.reads(&[count, from, way]).writes(&[to]),

            Op::MoveSet(to, from) | Op::Related(to, from, _) | Op::Filter(to, from, ..) => {
                none.reads_sets(&[from]).writes_set(to)
            }
            Op::NoSet(to) => none.writes_set(to),
            Op::Single(to, place) => none.reads(&[place]).writes_set(to),
            Op::Union(to, one, two) | Op::Minus(to, one, two) => none.reads_sets(&[one, two]).writes_set(to),
            Op::Add(to, place) => none.reads(&[place]).reads_sets(&[to]).writes_set(to),
            Op::Next(to, left, _) => none.changes(&[to]).reads_sets(&[left]).writes_set(left),
            Op::Chain { to, from, most, .. } => none.reads(&[from, most, SOWING, WAY]).writes_set(to),
            Op::Walk { first, from, .. } => {
                none.reads(&[from, SOWING, WAY]).changes(&[first, first.behind(1), first.behind(2)])
            }
            Op::WalkAt { place, first, .. } => none.reads(&[first, first.behind(1), first.behind(2)]).changes(&[place]),
            Op::WalkOn(first) => none.changes(&[first, first.behind(1), first.behind(2)]),

            Op::Compare(_, one, two, _) => none.reads(&[one, two]),
            Op::IsIn(number, ..) | Op::Even(number, ..) => none.reads(&[number]),
            Op::Has(place, set, ..) => none.reads(&[place]).reads_sets(&[set]),
            Op::Within(one, two, ..) | Op::Same(one, two, ..) => none.reads_sets(&[one, two]),
            Op::IsEmpty(set, ..) | Op::NoPieces(set, ..) => none.reads_sets(&[set]),
            Op::Close => none.reads(&[KIND]),

            Op::Lift(place) => none.reads(&[place]).changes(&[HAND, ORIGIN]).writes(&[LIFTED]),
            Op::LiftSome(most, place) => none.reads(&[most, place]).changes(&[HAND, ORIGIN]).writes(&[LIFTED]),
            Op::Put(most, from, to) => none.reads(&[most, from, to]),
            Op::PutHand(most, to) => none.reads(&[most, to]).changes(&[HAND]),
            Op::Capture(set, into, captor) => none.reads_sets(&[set]).reads(&[into, captor]).changes(&CAPTURES),
            Op::CaptureSome { count, pit, into, captor } => none.reads(&[count, pit, into, captor]).changes(&CAPTURES),
            Op::SetCell { value, .. } => none.reads(&[value]),
            Op::SetCellOf { pit, value, .. } => none.reads(&[pit, value]),
            Op::Prefer(_) => none.changes(&[PREFERENCE]),

            Op::Sowing(_, way) => none.reads(&[way]).writes(&[SOWING, WAY]),
            Op::Lap { start, .. } => none.reads(&[start, WAY]).changes(&SOWS),
            Op::LiftLap { start, .. } => {
                none.reads(&[start, WAY]).changes(&SOWS).changes(&[ORIGIN, LAPS, LAPS_SINCE_CAPTURE]).writes(&[LIFTED])
            }
            Op::FirstLap { start, way, .. } => none
                .reads(&[start, way])
                .changes(&SOWS)
                .changes(&[ORIGIN, LAPS, LAPS_SINCE_CAPTURE])
                .writes(&[LIFTED, SOWING, WAY]),
            Op::AnyLap { start, skipped, each, .. } => {
                none.reads(&[start, each, WAY]).reads_sets(&[skipped]).changes(&SOWS)
            }
            Op::Drops { start, first, skipped, .. } => {
                none.reads(&[start, WAY]).reads_sets(&[skipped]).writes(&[first, first.behind(1)])
            }
            Op::Drop { first, skipped, each, .. } => {
                none.reads(&[first, each]).reads_sets(&[skipped]).changes(&SOWS).changes(&[first.behind(1)])
            }
            Op::LapOver(_) => none.changes(&[LAPS, LAPS_SINCE_CAPTURE]),

            Op::ChoosePlace(slot, set) => none.reads_sets(&[set]).writes(&[slot]),
            #[cfg(feature = "sim")]
            Op::ChooseOrder => none.reads_sets(&[several::IN_HAND]).writes(&[several::PIECE]),
            Op::ChooseNumber(slot, low, high) => none.reads(&[low, high]).writes(&[slot]),
            Op::ChoosePiece(_) => {
                none.reads(&[several::LEFT, several::SECOND]).reads_sets(&several::FROM).changes(&[several::TAKEN])
            }
            Op::Several(op) => Effects::of_several(op),
            Op::Legal => none.reads(&[HAND, AGAIN, ENDED]),
            Op::AnswerWith(answer) | Op::Lead(answer) => none.reads(&[answer]),
            // The kind of move is known to every option without being kept.
            Op::Jump(_)
            | Op::Begin(_)
            | Op::NoPiecesOf(..)
            | Op::Row(_)
            | Op::Remember
            | Op::ChooseAlternative(_)
            | of_machines!()
            | Op::Dead
            | Op::Answer(_) => none,
        }
    }
}

impl Effects {
    /// The same of an operation on pieces of several kinds.
    fn of_several(op: Several) -> Self {
        use several::{FALLEN, FROM, IN_HAND, INDEX, INTO, LEFT, PATH, PIECE, SECOND, SKIPPED, TAKEN};
        use turn::{CAPTURED, HAND, HELD, JUST_CAPTURED, LAPS_SINCE_CAPTURE, LAST, LIFTED, ORIGIN, WAY};
        const CAPTURES: [Reg; 4] = [HAND, CAPTURED, JUST_CAPTURED, LAPS_SINCE_CAPTURE];
        let none = Effects::default();
        match op {
            Several::At(to, _, pit, _) => none.reads(&[pit]).writes(&[to]),
            Several::In(to, _, set, _) => none.reads_sets(&[set]).writes(&[to]),
            Several::Lift(most, place) => none.reads(&[most, place]).changes(&[HAND, ORIGIN]).writes(&[LIFTED]),
            Several::Put(most, from, to) => none.reads(&[most, from, to]),
            Several::PutHand(most, to) => none.reads(&[most, to]).changes(&[HAND]),
            Several::Capture(set, into, captor) => none.reads_sets(&[set]).reads(&[into, captor]).changes(&CAPTURES),
            Several::CaptureSome { count, pit, into, captor } => {
                none.reads(&[count, pit, into, captor]).changes(&CAPTURES)
            }
            Several::Lap { start, skipped, each, .. } => {
                none.reads(&[start, each, WAY]).reads_sets(&[skipped]).changes(&[HAND, HELD, LAST])
            }
            Several::Worth(to, ..) => none.writes(&[to]),
            Several::Holding { to, of, .. } => none.reads_sets(&[of]).writes_set(to),
            Several::Drops { start, .. } => none
                .reads(&[start, WAY])
                .reads_sets(&[SKIPPED])
                .writes(&[PATH, INDEX, FALLEN])
                .changes(&several::RUNS)
                .writes_set(IN_HAND),
            Several::Hand => none.writes_set(IN_HAND),
            Several::First => none.reads_sets(&[IN_HAND]).writes(&[PIECE]),
            Several::Drop { each, .. } => none
                .reads(&[each, PATH])
                .reads_sets(&[SKIPPED, IN_HAND])
                .writes_set(IN_HAND)
                .changes(&[HAND, HELD, LAST, PIECE, INDEX, FALLEN])
                .changes(&several::RUNS),
            Several::LastDrops(to, count) => {
                none.reads(&[count, PATH, INDEX, FALLEN]).reads_sets(&[SKIPPED]).writes_set(to)
            }
            Several::BeginTaking(count, _) => {
                none.reads(&[count, INTO]).reads_sets(&FROM).writes(&[LEFT, TAKEN, SECOND])
            }
            Several::Take(_) => none.reads_sets(&FROM).changes(&[LEFT, TAKEN, SECOND]),
            Several::EndTaking => none.reads(&[INTO]).changes(&CAPTURES),
        }
    }
}

/// The registers for numbers that an operation writes.
#[cfg(feature = "sim")]
pub(super) fn written(op: &Op) -> impl Iterator<Item = Reg> {
    Effects::of(op).written()
}

/// What the options of a choice begin with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Carried {
    /// Registers that hold what they held at the choice.
    pub(super) numbers: Vec<Reg>,
    pub(super) sets: Vec<SetReg>,
    /// Registers that hold what they hold at the beginning of every turn.
    pub(super) begun: Vec<(Reg, i32)>,
}

/// Where code goes on besides its addresses.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ways<'t> {
    /// Ways to go on, by table.
    pub(super) alternatives: &'t [Vec<Address>],
    /// Where turns are closed.
    pub(super) closes: &'t [Address],
}

impl Ways<'_> {
    /// Where it may go on behind an operation.
    pub(super) fn behind(&self, op: &Op, at: usize) -> impl Iterator<Item = usize> {
        let others: &[Address] = match op {
            Op::Close => self.closes,
            Op::ChooseAlternative(table) => &self.alternatives[usize::from(*table)],
            _ => &[],
        };
        let ends = matches!(
            op,
            Op::Close
                | Op::ChooseAlternative(_)
                | Op::Jump(_)
                | Op::Dead
                | Op::Legal
                | Op::Answer(_)
                | Op::AnswerWith(_)
        );
        let next = (!ends).then_some(at + 1);
        next.into_iter().chain({ *op }.address_mut().map(|to| to.index())).chain(others.iter().map(|to| to.index()))
    }
}

/// What the options of each choice begin with, by the address of the choice. What is told of a turn that is found is read
/// there.
pub(super) fn carried(ops: &[Op], ways: Ways<'_>, told: &[Reg]) -> BTreeMap<Address, Carried> {
    let (live, written) = (live_before(ops, ways, told), written_before(ops, ways));
    let choices = ops
        .iter()
        .enumerate()
        .filter(|(_, op)| matches!(op, Op::ChoosePlace(..) | Op::ChooseNumber(..) | Op::ChooseAlternative(_)));
    choices
        .filter_map(|(at, op)| {
            let behind = ways.behind(op, at).filter_map(|next| live.get(next));
            let needed = behind.fold(Registers::default(), |all, one| all.joined(one)).without(&Effects::of(op).writes);
            let written = written[at];
            let numbers = needed.numbers.iter().filter(|reg| written.numbers.has(*reg)).collect();
            let sets = needed.sets.iter().filter(|reg| written.sets.has(*reg)).collect();
            let begun = needed.numbers.iter().filter(|reg| !written.numbers.has(*reg));
            let begun = begun.filter_map(|reg| Some((reg, *turn::BEGIN.get(reg.index())?))).collect();
            Some((Address::at(at)?, Carried { numbers, sets, begun }))
        })
        .collect()
}

/// What is read at each operation or further on before it is written.
#[derive(Debug, Clone)]
pub(super) struct Live(Vec<Registers>);

impl Live {
    pub(super) fn of(ops: &[Op], ways: Ways<'_>) -> Self {
        Live::telling(ops, ways, &[])
    }

    /// The same where what is told of a turn that is found is read there.
    pub(super) fn telling(ops: &[Op], ways: Ways<'_>, told: &[Reg]) -> Self {
        Live(live_before(ops, ways, told))
    }

    /// What is asked for at each operation or further on before it is changed.
    pub(super) fn asked(ops: &[Op], ways: Ways<'_>) -> Self {
        let asks = |op: &Op| {
            let effects = Effects::of(op);
            Effects { reads: effects.reads.without(&effects.writes), ..effects }
        };
        Live(before(ops, ways, asks))
    }

    /// The numbers that are read from an operation on before they are written.
    #[cfg(feature = "sim")]
    pub(super) fn numbers(&self, at: Address) -> impl Iterator<Item = Reg> {
        self.0.get(at.index()).into_iter().flat_map(|live| live.numbers.iter())
    }

    /// The same for sets.
    #[cfg(feature = "sim")]
    pub(super) fn sets(&self, at: Address) -> impl Iterator<Item = SetReg> {
        self.0.get(at.index()).into_iter().flat_map(|live| live.sets.iter())
    }

    /// Whether a number is read from an operation on before it is written.
    pub(super) fn asks_for(&self, at: Address, reg: Reg) -> bool {
        self.0.get(at.index()).is_some_and(|live| live.numbers.has(reg))
    }

    /// The same of a set.
    pub(super) fn asks_for_set(&self, at: Address, set: SetReg) -> bool {
        self.0.get(at.index()).is_some_and(|live| live.sets.has(set))
    }
}

/// What may have been written last where code comes to an operation.
#[cfg(any(feature = "native", feature = "sim"))]
#[derive(Debug)]
pub(super) struct Writers {
    effects: Vec<Effects>,
    /// For each operation: those that code may come from.
    before: Vec<Vec<usize>>,
}

#[cfg(any(feature = "native", feature = "sim"))]
impl Writers {
    pub(super) fn of(ops: &[Op], ways: Ways<'_>) -> Self {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); ops.len()];
        for (number, op) in ops.iter().enumerate() {
            for next in ways.behind(op, number) {
                before.get_mut(next).into_iter().for_each(|before| before.push(number));
            }
        }
        Writers { effects: ops.iter().map(Effects::of).collect(), before }
    }

    /// Where the operations stand that may have written something last where code comes to one.
    pub(super) fn last(&self, at: usize, writes: impl Fn(&Effects) -> bool) -> Vec<usize> {
        let (mut seen, mut left, mut written) = (vec![false; self.effects.len()], self.before[at].clone(), Vec::new());
        while let Some(number) = left.pop() {
            if std::mem::replace(&mut seen[number], true) {
                continue;
            }
            if writes(&self.effects[number]) {
                written.push(number);
            } else {
                left.extend(&self.before[number]);
            }
        }
        written
    }
}

/// Whether an operation may change a position that choices begin with again.
#[cfg(any(feature = "native", feature = "sim"))]
pub(super) fn changes_cells(op: &Op) -> bool {
    match op {
        Op::Lift(_)
        | Op::LiftSome(..)
        | Op::Put(..)
        | Op::PutHand(..)
        | Op::Capture(..)
        | Op::CaptureSome { .. }
        | Op::SetCell { .. }
        | Op::SetCellOf { .. }
        | Op::Remember
        | Op::Lap { .. }
        | Op::LiftLap { .. }
        | Op::FirstLap { .. }
        | Op::AnyLap { .. }
        | Op::Drop { .. } => true,
        // Others write registers alone, too; of those nobody asks.
        Op::Several(op) => {
            !matches!(op, Several::At(..) | Several::In(..) | Several::Worth(..) | Several::Holding { .. })
        }
        _ => false,
    }
}

/// For each operation: what is read there or further on before it is written.
fn live_before(ops: &[Op], ways: Ways<'_>, told: &[Reg]) -> Vec<Registers> {
    before(ops, ways, |op| if *op == Op::Legal { Effects::of(op).reads(told) } else { Effects::of(op) })
}

/// The same by what operations read and write.
fn before(ops: &[Op], ways: Ways<'_>, effects: impl Fn(&Op) -> Effects) -> Vec<Registers> {
    let mut live = vec![Registers::default(); ops.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, op) in ops.iter().enumerate().rev() {
            let behind = ways.behind(op, at).filter_map(|next| live.get(next));
            let after = behind.fold(Registers::default(), |all, one| all.joined(one));
            let effects = effects(op);
            let here = after.without(&effects.writes).joined(&effects.reads);
            changed |= live[at] != here;
            live[at] = here;
        }
    }
    live
}

/// For each operation: what may have been written since the turn began.
fn written_before(ops: &[Op], ways: Ways<'_>) -> Vec<Registers> {
    let mut written = vec![Registers::default(); ops.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, op) in ops.iter().enumerate() {
            let after = written[at].joined(&Effects::of(op).writes);
            for next in ways.behind(op, at) {
                if let Some(before) = written.get_mut(next) {
                    let joined = before.joined(&after);
                    changed |= *before != joined;
                    *before = joined;
                }
            }
        }
    }
    written
}
