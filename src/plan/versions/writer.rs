//! Writes versions: follows the code with what is known, and writes down what is left of it.

use super::constants::Constants;
use super::here::Key;
use super::learnt::{self, Learnt};
use super::occupied::{Occupied, Registers};
use super::trial::{Piece, Trial};
use super::{Address, Here, LATER, MOST_OPERATIONS, Op, PLACES, Reg, SetReg, Side, Switch, Unwritten};
use crate::id::Id as _;
use crate::plan::along::only_of;
use crate::plan::joined::{Joining, MOST_JOINED};
use crate::plan::known;
use crate::plan::live::{Effects, Live};
use crate::plan::onward::{is_choice, ways};
use crate::plan::op::{NEVER_BACK, View, turn};
use std::collections::{BTreeMap, BTreeSet};

/// Longer code has no versions.
const MOST_MADE: usize = 1 << 13;
/// Operations of versions, and those that are still to be written whatever comes; what takes more goes on with the code that they
/// are made from.
const MOST_WRITTEN: usize = 1 << 15;
/// Registers to which something may be owed where a question is answered, and operations that this takes at most.
const MOST_OWED: usize = 8;
const LEAVING: usize = MOST_OWED + 2;
const _: () = assert!(MOST_WRITTEN + 3 * MOST_MADE < MOST_OPERATIONS);
/// Operations that are followed, whatever is left of them.
const MOST_FOLLOWED: usize = 1 << 17;
/// What goes on with so few operations goes on with the same ones, and not elsewhere.
const SHORT: usize = 3;

/// The code of one player with the versions that were written by now.
#[derive(Debug, Clone)]
pub(in crate::plan) struct Versions<'s, const W: usize> {
    side: &'s Side<W>,
    ops: Vec<Op>,
    /// What is run of them, but for the last that were written and those that were changed.
    joined: Box<[Op; MOST_OPERATIONS]>,
    joined_up_to: usize,
    changed: Vec<usize>,
    switches: Vec<Switch>,
    /// What switches stand for: an operation, the register, and what is known there.
    switched: Vec<(Address, Reg, Here<'s>)>,
    /// What operations go on with that is not written: which of them, where that begins, and what is known there.
    waiting: Vec<(usize, Address, Here<'s>)>,
    /// How many of them code has not come to.
    unwritten: usize,
    /// The same of the version that is being written.
    branches: Vec<(usize, Address, Here<'s>)>,
    /// Operations that the code comes to without a version, and those that it came to by now.
    entering: Vec<Address>,
    entered: Vec<bool>,
    made: BTreeMap<Key, Address>,
    /// Operations that stand before this one stay as they are.
    fence: usize,
    /// How many operations were followed.
    followed: usize,
    /// Where the version ends that is being written, if what follows is not counted.
    end: Option<usize>,
    /// Versions by where they begin.
    pieces: BTreeMap<Address, Piece>,
    trial: Trial,
    /// What is read from an operation on, what is told of a turn that is found among it; and what is asked for.
    live: Live,
    asked: Live,
    /// Registers that may hold places which are told apart.
    places: Vec<Reg>,
    /// Places of which it is asked, of one alone, whether there are pieces.
    asked_alone: u64,
    /// State that is a truth value.
    is_truth: BTreeSet<u16>,
    /// Whether code comes to an operation from elsewhere than from the one before it.
    joins: Vec<Joins>,
    constants: Constants,
}

/// From where code comes to an operation besides the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Joins {
    Never,
    /// From operations that stand before it.
    Onward,
    /// Back from one behind it.
    Back,
}

impl<'s, const W: usize> Versions<'s, W> {
    /// No version yet; none where there will be none.
    pub(in crate::plan) fn of(side: &'s Side<W>) -> Option<Self> {
        let ops = side.made_ops();
        let truth = ops.iter().filter_map(|op| match op {
            Op::SetCell { cell, most: 1, .. } if usize::from(*cell) >= side.places * side.bags.kinds => Some(*cell),
            _ => None,
        });
        if ops.len() > MOST_MADE {
            return None;
        }
        let mut versions = Versions {
            ops: side.stopping_ops(),
            joined: side.joined.with_room(),
            joined_up_to: ops.len(),
            changed: Vec::new(),
            switches: Vec::new(),
            switched: Vec::new(),
            waiting: Vec::new(),
            unwritten: 0,
            branches: Vec::new(),
            entering: side.kinds.iter().chain([&side.drawn]).copied().collect(),
            entered: vec![false; ops.len()],
            made: BTreeMap::new(),
            fence: ops.len(),
            followed: 0,
            end: None,
            pieces: BTreeMap::new(),
            trial: Trial::default(),
            live: side.live_in_turns(),
            asked: Live::asked(ops, ways(side)),
            places: places(side),
            asked_alone: asked_alone(side),
            is_truth: truth.collect(),
            joins: joins(side),
            constants: Constants::of(side),
            side,
        };
        versions.enter();
        versions.join();
        (!versions.switches.is_empty()).then_some(versions)
    }

    /// What is run.
    #[inline(always)]
    pub(in crate::plan) fn run(&self) -> &[Op; MOST_OPERATIONS] {
        &self.joined
    }

    #[inline(always)]
    pub(in crate::plan) fn switches(&self) -> &[Switch] {
        &self.switches
    }

    /// What registers have to hold besides the constants of the player's code.
    pub(in crate::plan) fn numbers(&self) -> &[(Reg, i32)] {
        self.constants.numbers.more()
    }

    /// The same for sets.
    pub(in crate::plan) fn sets(&self) -> &[(SetReg, u64)] {
        self.constants.sets.more()
    }

    /// Writes what code has come to, if that was not done before; gives where it goes on.
    #[cold]
    pub(in crate::plan) fn write(&mut self, unwritten: Unwritten) -> Address {
        let known = self.trial.pieces.get(&unwritten).copied();
        let piece = known.unwrap_or_else(|| self.piece(unwritten));
        if self.trial.comes_to(unwritten, piece) {
            let all = std::mem::take(&mut self.trial.pieces);
            all.into_iter().for_each(|(unwritten, piece)| self.lead_to(unwritten, piece.begin));
        } else if !self.trial.goes_on() {
            self.lead_to(unwritten, piece.begin);
        }
        self.join();
        piece.begin
    }

    /// What was written or changed is run from here on.
    fn join(&mut self) {
        let joining = Joining::new(&self.side.tables, &self.side.constants);
        let written = self.joined_up_to..self.ops.len();
        self.joined_up_to = self.ops.len();
        for at in std::mem::take(&mut self.changed).into_iter().chain(written) {
            for first in at.saturating_sub(MOST_JOINED - 1)..=at {
                self.joined[first] = joining.at(&self.ops, first);
            }
        }
    }

    /// The same, led to at once wherever code comes to one.
    #[cfg(test)]
    pub(in crate::plan) fn without_trial(self) -> Self {
        Versions { trial: Trial::over(), ..self }
    }

    /// Whether it was found out that versions leave out too little.
    pub(in crate::plan) fn have_failed(&self) -> bool {
        self.trial.has_failed()
    }

    fn piece(&mut self, unwritten: Unwritten) -> Piece {
        let from = match unwritten {
            Unwritten::Version(number) => {
                self.unwritten = self.unwritten.saturating_sub(1);
                self.waiting.get(usize::from(number)).map(|(_, at, here)| (*at, here.clone()))
            }
            Unwritten::Switched { number, value } => self.switched.get(usize::from(number)).map(|(at, reg, here)| {
                let mut here = here.clone();
                here.learn(*reg, value);
                (*at, here)
            }),
        };
        let piece = match (from, unwritten) {
            (Some(_), Unwritten::Switched { number, .. }) if self.is_full() => {
                Piece::beginning(self.switches[usize::from(number)].0[PLACES])
            }
            (Some((at, here)), _) => self.version(at, here),
            (None, _) => Piece::beginning(LATER),
        };
        self.enter();
        piece
    }

    /// Leads code on to what was written.
    fn lead_to(&mut self, unwritten: Unwritten, begin: Address) {
        match unwritten {
            Unwritten::Version(number) => {
                let op = self.waiting[usize::from(number)].0;
                let before = self.ops[op].address_mut().map(|to| std::mem::replace(to, begin));
                self.changed.push(op);
                // Others may go on there.
                before.into_iter().for_each(|before| self.change(before.index(), Op::Jump(begin)));
            }
            Unwritten::Switched { number, value } => {
                let entry =
                    usize::try_from(value).ok().and_then(|place| self.switches[usize::from(number)].0.get_mut(place));
                entry.into_iter().for_each(|entry| *entry = begin);
            }
        }
    }

    fn is_full(&self) -> bool {
        let unwritten = self.unwritten + self.branches.len();
        self.ops.len() - self.side.ops.len() + unwritten * LEAVING > MOST_WRITTEN || self.followed > MOST_FOLLOWED
    }

    /// The address of what is written next.
    fn next(&self) -> Address {
        Address::at(self.ops.len()).unwrap_or(LATER)
    }

    fn put(&mut self, op: Op) {
        self.ops.push(op);
    }

    fn change(&mut self, at: usize, op: Op) {
        self.ops[at] = op;
        self.changed.push(at);
    }

    /// Where code that is no version first asks for a place, it goes on with a version.
    fn enter(&mut self) {
        while let Some(address) = self.entering.pop() {
            let at = address.index();
            let Some(op) = self.side.made_ops().get(at) else { continue };
            if std::mem::replace(&mut self.entered[at], true) {
                continue;
            }
            let here = Here::nothing(self.side);
            if let Some(reg) = self.unknown_place(op, &here) {
                let otherwise = self.next();
                self.put(*op);
                self.put(Op::Jump(address.next()));
                let switch = self.switch(address, reg, here, otherwise);
                self.change(at, switch);
            } else {
                self.entering.extend(ways(self.side).behind(op, at).filter_map(Address::at));
            }
        }
    }

    /// A place that an operation asks for and that is not known, but would be told apart.
    fn unknown_place(&self, op: &Op, here: &Here<'_>) -> Option<Reg> {
        if leaves(op) || ends(op) {
            return None;
        }
        let effects = Effects::of(op);
        self.places.iter().copied().find(|reg| effects.asks_for(*reg) && here.numbers.get(*reg).is_none())
    }

    /// An operation that goes on from another one with the version for each place, and with something else for none of them.
    fn switch(&mut self, at: Address, reg: Reg, here: Here<'s>, otherwise: Address) -> Op {
        let mut switch = Switch([LATER; PLACES + 1]);
        switch.0[PLACES] = otherwise;
        self.switches.push(switch);
        self.switched.push((at, reg, here));
        Op::Switch(reg, u16::try_from(self.switches.len() - 1).unwrap_or(u16::MAX))
    }

    /// The version of what begins at an operation, by what is known there.
    fn version(&mut self, at: Address, here: Here<'s>) -> Piece {
        let (mut at, mut here) = (at, here);
        let begin = self.next();
        let before = self.followed;
        self.end = None;
        let mut goes_on = match self.joined(at, &mut here) {
            Some(address) if begin == self.next() => {
                return self.pieces.get(&address).copied().unwrap_or(Piece::beginning(address));
            }
            Some(address) => {
                self.go_on(address, begin);
                None
            }
            None => self.step(at, &mut here),
        };
        while let Some(next) = goes_on {
            at = next;
            if self.may_be_joined(at)
                && let Some(address) = self.joined(at, &mut here)
            {
                self.go_on(address, begin);
                break;
            }
            goes_on = self.step(at, &mut here);
        }
        let end = self.end.unwrap_or(self.ops.len());
        self.put_branches();
        let piece = Piece { begin, followed: self.followed - before, left: end - begin.index() };
        self.pieces.insert(begin, piece);
        piece
    }

    /// What the version that was written goes on with where questions are answered is written when code comes to it.
    fn put_branches(&mut self) {
        for (op, at, here) in std::mem::take(&mut self.branches) {
            let number = u16::try_from(self.waiting.len()).unwrap_or(u16::MAX);
            let there = self.next();
            self.ops[op].address_mut().into_iter().for_each(|to| *to = there);
            self.put(Op::Unwritten(number));
            self.waiting.push((op, at, here));
            self.unwritten += 1;
        }
    }

    /// Goes on where something was written before the version that is written now began: with the same if it is short.
    fn go_on(&mut self, address: Address, begin: Address) {
        let there = address.index()..(address.index() + SHORT).min(begin.index());
        let ops = self.ops.get(there).unwrap_or_default();
        let leads_away = ops.iter().position(|op| ends(op) || matches!(op, Op::Jump(_) | Op::Switch(..)));
        match leads_away {
            Some(last) => {
                self.end = Some(self.ops.len());
                (address.index()..=address.index() + last).for_each(|at| self.put(self.ops[at]));
            }
            None => self.put(Op::Jump(address)),
        }
    }

    /// Whether it is looked whether there is a version of what begins at an operation: code comes back to it, or there was a
    /// question before it whose answers may come together there.
    fn may_be_joined(&self, at: Address) -> bool {
        match self.joins[at.index()] {
            Joins::Never => false,
            Joins::Onward => self.branches.last().is_some_and(|(op, ..)| *op >= self.fence),
            Joins::Back => true,
        }
    }

    /// The version that there is of what begins at an operation; if there is none, it begins here. What is known and nothing asks
    /// for from there on is forgotten.
    fn joined(&mut self, at: Address, here: &mut Here<'s>) -> Option<Address> {
        self.pay_those(at, here, |this, reg| !this.matters(at, reg), |this, set| !this.asked.asks_for_set(at, set));
        let asks_for = |reg: Reg| self.matters(at, reg);
        let key = here.key(at, asks_for, |set| self.asked.asks_for_set(at, set), self.asked_alone);
        if let Some(address) = self.made.get(&key) {
            return Some(*address);
        }
        here.keep(&key);
        self.fence = self.ops.len();
        self.made.insert(key, self.next());
        None
    }

    /// Whether versions are told apart by what a register holds at an operation: what is asked for, and which sowing is made,
    /// which hardly changes in a turn and would be put there before each lap.
    fn matters(&self, at: Address, reg: Reg) -> bool {
        self.asked.asks_for(at, reg) || reg == turn::SOWING && self.live.asks_for(at, reg)
    }

    /// Writes what is left of an operation; where it goes on, if that is not written by now.
    fn step(&mut self, at: Address, here: &mut Here<'s>) -> Option<Address> {
        let side = self.side;
        let op = here.made_plain(*side.made_ops().get(at.index())?);
        self.followed += 1;
        match op {
            Op::Jump(to) => return Some(to),
            Op::Close if here.numbers.get(turn::KIND).is_some() => {
                let kind = usize::try_from(here.numbers.get(turn::KIND)?).ok()?;
                return side.tables.closes.get(kind).copied();
            }
            op if leaves(&op) => {
                self.pay_all(at, here);
                self.put(Op::Jump(at));
                self.entering.push(at);
                return None;
            }
            op if ends(&op) => {
                self.pay_all(at, here);
                self.put(side.stopping_op(op, at));
                self.entering.extend(ways(side).behind(&op, at.index()).filter_map(Address::at));
                return None;
            }
            _ if self.is_full() => {
                self.leave_as_it_is(at, here);
                return None;
            }
            _ => {}
        }
        if let Some(reg) = self.unknown_place(&op, here) {
            let switch = self.ops.len();
            self.end = Some(switch);
            self.put(Op::Dead);
            let otherwise = self.next();
            self.leave_as_it_is(at, &mut here.clone());
            let op = self.switch(at, reg, here.clone(), otherwise);
            self.change(switch, op);
            return None;
        }
        if let Some(next) = self.goes_without(op, at, here) {
            return Some(next);
        }
        self.write_op(op, at, here);
        Some(at.next())
    }

    /// Where an operation goes on of which nothing is left, if it is one.
    fn goes_without(&mut self, op: Op, at: Address, here: &mut Here<'s>) -> Option<Address> {
        let tables = &self.side.tables;
        if let Some(Some(elsewhere)) = known::goes_elsewhere(&op, tables, &here.numbers, &here.sets) {
            return Some(if elsewhere { *{ op }.address_mut()? } else { at.next() });
        }
        match op {
            Op::NoPiecesOf(View::Now, mask, expected, elsewhere) => {
                let is_known = here.occupied.places() & tables.places_under(mask) != 0;
                return is_known.then(|| if expected { at.next() } else { elsewhere });
            }
            Op::Sowing(sowing, way) => {
                let (sowing, way) = (i32::from(sowing), here.numbers.get(way)?);
                self.constants.numbers.holding(sowing)?;
                self.constants.numbers.holding(way)?;
                here.owe(turn::SOWING, sowing);
                here.owe(turn::WAY, way);
                return Some(at.next());
            }
            Op::SetCell { cell, most, value } => {
                let value = here.numbers.get(value)?.clamp(0, i32::from(most));
                return (here.cell(cell).map(i32::from) == Some(value)).then_some(at.next());
            }
            _ => {}
        }
        if let Some((to, places)) = known::places(&op, tables, &here.numbers, &here.sets) {
            self.constants.sets.holding(places?)?;
            here.owe_set(to, places?);
            return Some(at.next());
        }
        let number = match op {
            Op::Cell(_, View::Now, cell) => here.cell(cell).map(i32::from),
            Op::CellOf(_, _, _, pit) => here.numbers.get(pit).filter(|place| *place < 0).map(|_| 0),
            op => known::number(&op, tables, &here.numbers, &here.sets),
        }?;
        self.constants.numbers.holding(number)?;
        let mut gives = op;
        let to = match &mut gives {
            Op::Move(to, _) => to,
            op => op.result_mut()?,
        };
        here.owe(*to, number);
        Some(at.next())
    }

    /// Writes an operation with constants in the place of registers that hold what is known, and notes what is known behind it.
    fn write_op(&mut self, op: Op, at: Address, here: &mut Here<'s>) {
        let mut op = self.of_one_place(op, here);
        let Constants { numbers, sets } = &mut self.constants;
        op.change_operands(
            &mut |reg| *reg = here.numbers.get(*reg).and_then(|number| numbers.holding(number)).unwrap_or(*reg),
            &mut |set| *set = here.sets.get(*set).and_then(|places| sets.holding(places)).unwrap_or(*set),
        );
        let effects = Effects::of(&op);
        self.pay(here, effects.read(), effects.read_sets());
        let (numbers, sets) = here.all_owed();
        if { op }.address_mut().is_some() && numbers.len() + sets.len() > MOST_OWED {
            self.pay_all(at, here);
            here.forget_owed();
        }
        let learnt = Learnt::behind(&op, here, &self.constants, &self.is_truth, self.side.mover);
        let occupied = self.occupied_behind(&op, here);
        here.forget_written(&effects);
        learnt.note(here);
        here.occupied = occupied;
        let number = self.put_together(op, at);
        if let Some(to) = { op }.address_mut() {
            let mut there = here.clone();
            let question = &self.side.made_ops()[at.index()];
            learnt::learn_answer(question, here, &mut there);
            if let Some((place, elsewhere)) =
                here.occupied.asked(question, &self.side.tables, |reg| here.numbers.get(reg))
            {
                (if elsewhere { &mut *here } else { &mut there }).occupied.learn(place);
            }
            self.branches.push((number, *to, there));
        }
    }

    /// Which places hold pieces behind an operation.
    fn occupied_behind(&self, op: &Op, here: &Here<'_>) -> Occupied {
        let mut occupied = here.occupied.clone();
        let Constants { numbers, sets } = &self.constants;
        occupied.pass(
            op,
            &Registers {
                number: |reg: Reg| here.numbers.get(reg).or_else(|| numbers.held(reg)),
                set: |set: SetReg| here.sets.get(set).or_else(|| sets.held(set)),
            },
        );
        occupied
    }

    /// A question of what a cell holds together with the operation before it, which reads the cell for that alone.
    fn with_cell(&self, op: Op, at: Address) -> Option<Op> {
        let (Op::IsIn(asked, counts, expected, to), [.., Op::Cell(reg, View::Now, cell)]) =
            (op, &self.ops[self.fence..])
        else {
            return None;
        };
        let is_read = |at: Address| self.live.asks_for(at, asked);
        let (cell, counts) = (u8::try_from(*cell).ok()?, u8::try_from(counts).ok()?);
        (*reg == asked && !is_read(to) && !is_read(at.next())).then_some(Op::CellIsIn { cell, counts, expected, to })
    }

    /// Taking all pieces of a set that is one place, as taking them from that place.
    fn of_one_place(&mut self, op: Op, here: &Here<'_>) -> Op {
        let (Op::Capture(set, into, captor), false) = (op, self.side.has_several_kinds()) else { return op };
        let pit = here.only(set).and_then(|place| self.constants.numbers.holding(place.into()));
        let count = pit.and_then(|_| self.constants.numbers.holding(u8::MAX.into()));
        pit.zip(count).map_or(op, |(pit, count)| Op::CaptureSome { count, pit, into, captor })
    }

    /// Writes an operation, together with those before it if that can be; gives its number.
    fn put_together(&mut self, op: Op, at: Address) -> usize {
        let with_one = || Some((1, self.with_cell(op, at)?));
        let with_two = || Some((2, self.with_lap(op)?));
        let (before, op) = with_one().or_else(with_two).unwrap_or((0, op));
        self.ops.truncate(self.ops.len() - before);
        self.put(op);
        self.ops.len() - 1
    }

    /// A lap that is counted, together with lifting what it sows.
    fn with_lap(&self, op: Op) -> Option<Op> {
        let (Op::LapOver(endless), [.., Op::Lift(place), Op::Lap { sowing, start, after: true }]) =
            (op, &self.ops[self.fence..])
        else {
            return None;
        };
        let sowing = u8::try_from(*sowing).ok()?;
        (place == start).then_some(Op::LiftLap { sowing, start: *start, endless, back: NEVER_BACK })
    }

    /// Puts into registers what is owed to them.
    fn pay(&mut self, here: &mut Here<'s>, numbers: impl Iterator<Item = Reg>, sets: impl Iterator<Item = SetReg>) {
        for reg in numbers {
            if let Some(known) = here.owed(reg).and_then(|number| self.constants.numbers.holding(number)) {
                self.put(Op::Move(reg, known));
                here.is_paid(reg);
            }
        }
        for set in sets {
            if let Some(known) = here.owed_set(set).and_then(|places| self.constants.sets.holding(places)) {
                self.put(Op::MoveSet(set, known));
                here.set_is_paid(set);
            }
        }
    }

    /// Puts into registers what is owed to them and is read from an operation on, or told of the turn.
    fn pay_all(&mut self, at: Address, here: &mut Here<'s>) {
        self.pay_those(at, here, |_, _| true, |_, _| true);
    }

    /// The same of some registers, by what is asked for.
    fn pay_those(
        &mut self,
        at: Address,
        here: &mut Here<'s>,
        number: impl Fn(&Self, Reg) -> bool,
        set: impl Fn(&Self, SetReg) -> bool,
    ) {
        let (live, (numbers, sets)) = (&self.live, here.all_owed());
        let numbers = numbers.iter().copied().filter(|reg| live.asks_for(at, *reg) && number(self, *reg));
        let sets = sets.iter().copied().filter(|one| live.asks_for_set(at, *one) && set(self, *one));
        let (numbers, sets): (Vec<Reg>, Vec<SetReg>) = (numbers.collect(), sets.collect());
        self.pay(here, numbers.into_iter(), sets.into_iter());
    }

    /// Goes on with an operation as it is.
    fn leave_as_it_is(&mut self, at: Address, here: &mut Here<'s>) {
        self.pay_all(at, here);
        let op = self.side.made_ops()[at.index()];
        self.put(op);
        self.put(Op::Jump(at.next()));
        self.entering.extend(ways(self.side).behind(&op, at.index()).filter_map(Address::at));
    }
}

fn joins<const W: usize>(side: &Side<W>) -> Vec<Joins> {
    let ops = side.made_ops();
    let mut joins = vec![Joins::Never; ops.len()];
    for (at, op) in ops.iter().enumerate() {
        for to in ways(side).behind(op, at).filter(|to| *to != at + 1 && *to < ops.len()) {
            joins[to] = joins[to].max(if to <= at { Joins::Back } else { Joins::Onward });
        }
    }
    joins
}

/// Whether code goes on without a version at an operation: choices keep where they stand.
fn leaves(op: &Op) -> bool {
    #[cfg(feature = "sim")]
    if matches!(op, Op::ChooseOrder) {
        return true;
    }
    is_choice(op) || matches!(op, Op::ChoosePiece(_))
}

/// Whether nothing follows an operation.
fn ends(op: &Op) -> bool {
    matches!(op, Op::Close | Op::Legal | Op::Settled(_) | Op::Dead | Op::Answer(_) | Op::AnswerWith(_))
}

/// Registers that may hold places which are told apart: that of the last drop, and those of choices.
fn places<const W: usize>(side: &Side<W>) -> Vec<Reg> {
    let mut places = vec![turn::LAST];
    for op in side.made_ops() {
        if let Op::ChoosePlace(slot, _) = op
            && !places.contains(slot)
        {
            places.push(*slot);
        }
    }
    places
}

/// Places of which it is asked, of one alone, whether there are pieces.
fn asked_alone<const W: usize>(side: &Side<W>) -> u64 {
    let masks = side.made_ops().iter().filter_map(|op| match op {
        Op::NoPiecesOf(View::Now, mask, ..) => Some(side.tables.places_under(*mask)),
        _ => None,
    });
    masks.filter(|places| only_of(*places) >= 0).fold(0, |all, places| all | places)
}
