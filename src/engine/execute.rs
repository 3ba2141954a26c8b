//! The loop that runs instructions.

use super::flow::Ended;
use super::machine::{Machine, Options, Status};
use super::shape::{Cells, Shape};
use super::trace::{Event, Observer};
use crate::ir::{Address, EndCode, Instruction, MOST_CHOICES, NUMBER_REGISTERS, Node, Num, Set, Verdict};

/// A turn may have so many times the lap limit in laps altogether, whatever it captures on the way: a mover who captures
/// his own seeds again and again would never end.
const ALTOGETHER: u32 = 100;

impl<S: Shape> Machine<'_, S> {
    /// A number of the position as it is.
    #[inline]
    pub(super) fn num(&mut self, at: Num) -> i32 {
        // The simplest expressions need nothing but the turn.
        match self.code.nodes[usize::from(at)] {
            Node::Const(value) => value,
            Node::Local(register) => self.registers.numbers[usize::from(register) & (NUMBER_REGISTERS - 1)],
            Node::Last => i32::from(self.turn.last),
            _ => {
                let (environment, registers) = self.reading();
                environment.num(registers, at)
            }
        }
    }

    /// A set of the position as it is.
    #[inline]
    pub(super) fn set(&mut self, at: Set) -> u128 {
        let (environment, registers) = self.reading();
        environment.set(registers, at)
    }

    #[inline]
    pub(super) fn reading(&mut self) -> (super::evaluate::Environment<'_, S>, &mut super::evaluate::Registers) {
        let environment = super::evaluate::Environment {
            code: self.code,
            places: self.program.layout.places,
            kinds: self.program.layout.kinds,
            cells: &self.now,
            start: &self.start,
            before: &self.before,
            turn: &self.turn,
            drops: &self.drops,
            occurrences: self.occurrences,
            stuck: self.stuck,
            held: &self.turn.held,
        };
        (environment, &mut self.registers)
    }

    /// Runs until the turn is closed, fails, or needs a choice.
    pub(super) fn run<O: Observer>(&mut self, observer: &mut O) -> Status {
        loop {
            if O::ACTIVE && self.code.row_starts[usize::from(self.address)] {
                observer.event(Event::Row(self.rule()));
            }
            match self.code.instructions[usize::from(self.address)] {
                Instruction::ChoosePit(register, list) => {
                    let sets = &self.code.lists[usize::from(list)];
                    let set = sets.iter().map(|set| self.set(*set)).find(|set| *set != 0).unwrap_or(0);
                    self.options = Options::Pits { register, set };
                    return Status::Choose;
                }
                Instruction::ChooseNumber(register, low, high) => {
                    let low = self.num(low);
                    let high = self.num(high).min(low.saturating_add(255));
                    self.options = Options::Numbers { register, low, high };
                    return Status::Choose;
                }
                Instruction::ChooseWay(register, it, condition) => {
                    let mut ways = 0;
                    for way in 0..2 {
                        self.registers.numbers[usize::from(it)] = way;
                        if condition.is_none_or(|condition| self.num(condition) != 0) {
                            ways |= 1 << way;
                        }
                    }
                    self.options = Options::Ways { register, ways };
                    return Status::Choose;
                }
                Instruction::Fork(list) => {
                    let count = self.code.lists[usize::from(list)].len() as u8;
                    self.options = Options::Fork { list, count };
                    return Status::Choose;
                }
                Instruction::PlaceFreely(set) => {
                    if self.hand() as usize > MOST_CHOICES {
                        return Status::Dead(self.rule());
                    }
                    if self.hand() > 0 {
                        let from = u32::from(self.taking.from);
                        let set = self.set(set) >> from << from;
                        self.options = Options::Free { set };
                        return Status::Choose;
                    }
                }
                Instruction::DropChosen => {
                    if self.hand() as usize > MOST_CHOICES {
                        return Status::Dead(self.rule());
                    }
                    if self.turn.next != 255 && self.hand() > 0 {
                        let kinds = self.turn.hand.as_ref().iter().enumerate().filter(|(_, count)| **count > 0);
                        self.options = Options::Piece { kinds: kinds.fold(0, |bits, (kind, _)| bits | 1 << kind) };
                        return Status::Choose;
                    }
                }
                Instruction::CaptureChosen(count, ..) => {
                    if !self.taking.active {
                        let count = self.num(count);
                        self.begin_taking(count);
                    }
                    if self.taking.left > 0 {
                        self.options = Options::Take;
                        return Status::Choose;
                    }
                    self.taking.active = false;
                }
                Instruction::Jump(address) => {
                    self.address = address;
                    continue;
                }
                Instruction::Unless(condition, address) => {
                    if self.num(condition) == 0 {
                        self.address = address;
                        continue;
                    }
                }
                Instruction::Relay(pit, table) => {
                    let pit = self.num(pit);
                    self.lift(pit, i32::MAX, observer);
                    self.turn.origin = pit as i16;
                    self.untils(observer);
                    self.sow_on(observer);
                    self.untils(observer);
                    if let Some(status) = self.end_lap(observer) {
                        return status;
                    }
                    self.address = table;
                    continue;
                }
                Instruction::EndLap => {
                    if let Some(status) = self.end_lap(observer) {
                        return status;
                    }
                }
                Instruction::Require(condition) => {
                    if self.num(condition) == 0 {
                        return Status::Dead(self.rule());
                    }
                }
                Instruction::NotLegal => return Status::Dead(self.rule()),
                Instruction::Stop(again) => {
                    self.turn.again |= again;
                    self.address = self.code.kinds[usize::from(self.turn.kind)].close;
                    continue;
                }
                Instruction::Done => return Status::Done,
                Instruction::CaptureEnds => {
                    if std::mem::take(&mut self.turn.just_captured) && self.capture_ends(observer) {
                        return Status::Done;
                    }
                }
                Instruction::Return => return Status::Done,
                simple => self.simple(simple, observer),
            }
            self.address += 1;
        }
    }

    /// Instructions that neither choose nor go elsewhere.
    #[inline]
    fn simple<O: Observer>(&mut self, instruction: Instruction, observer: &mut O) {
        match instruction {
            Instruction::Let(register, value) => self.registers.numbers[usize::from(register)] = self.num(value),
            Instruction::LetSet(register, value) => self.registers.sets[usize::from(register)] = self.set(value),
            Instruction::Prefer(bit, condition) => self.turn.preference |= u32::from(self.num(condition) != 0) << bit,
            Instruction::Lift(pit) => {
                let pit = self.num(pit);
                self.lift(pit, i32::MAX, observer);
            }
            Instruction::LiftSome(count, pit) => {
                let (count, pit) = (self.num(count), self.num(pit));
                self.lift(pit, count, observer);
            }
            Instruction::Put(count, from, to) => {
                let (count, from, to) = (self.num(count), self.num(from), self.num(to));
                self.put(from, to, count, observer);
            }
            Instruction::PutHand(count, to) => {
                let (count, to) = (self.num(count), self.num(to));
                self.put_hand(to, count, observer);
            }
            Instruction::Sow(sowing) => self.sow(sowing, observer),
            Instruction::SowOn => self.sow_on(observer),
            Instruction::Capture(set, into) => {
                let set = self.set(set);
                self.capture(self.mover.index(), set, into, observer);
            }
            Instruction::CaptureSome(count, pit, into) => {
                let (count, pit) = (self.num(count), self.num(pit));
                self.capture_some(pit, count, into, observer);
            }
            Instruction::CaptureFor(player, set, into) => {
                if let Ok(captor) = usize::try_from(self.num(player)) {
                    let set = self.set(set);
                    self.capture(captor, set, into, observer);
                }
            }
            Instruction::SetCell(cell, value, shift) => {
                let value = self.num(value) + i32::from(shift);
                self.set_cell(usize::from(cell), value, observer);
            }
            Instruction::SetPitCell(first, pit, value, shift) => {
                if let Ok(pit) = usize::try_from(self.num(pit)) {
                    let value = self.num(value) + i32::from(shift);
                    self.set_cell(usize::from(first) + pit, value, observer);
                }
            }
            Instruction::Untils => self.untils(observer),
            _ => {}
        }
    }

    fn set_cell<O: Observer>(&mut self, cell: usize, value: i32, observer: &mut O) {
        let value = value.clamp(0, self.code.largest[cell]);
        if O::ACTIVE && self.now.get(cell) != value {
            observer.event(Event::State(self.rule(), cell, value));
        }
        self.now.set(cell, value);
    }

    /// State that falls back as soon as a condition holds.
    #[inline]
    pub(super) fn untils<O: Observer>(&mut self, observer: &mut O) {
        let code = self.code;
        for (cell, value, condition) in &code.untils {
            let (cell, value) = (usize::from(*cell), i32::from(*value));
            if self.now.get(cell) != value && self.num(*condition) != 0 {
                self.set_cell(cell, value, observer);
            }
        }
    }

    /// Runs actions that neither choose nor sow, up to their `Return`.
    pub(super) fn act<O: Observer>(&mut self, address: Address, observer: &mut O) {
        let back = std::mem::replace(&mut self.address, address);
        // Such actions hold no choice, so the run ends with their `Return`.
        let _ = self.run(observer);
        self.address = back;
    }

    /// Counts a lap; a turn with too many is endless.
    #[inline]
    fn end_lap<O: Observer>(&mut self, observer: &mut O) -> Option<Status> {
        self.turn.laps += 1;
        self.turn.laps_since_capture += 1;
        let limit = self.program.model.lap_limit;
        if self.turn.laps_since_capture <= limit && self.turn.laps <= limit.saturating_mul(ALTOGETHER) {
            return None;
        }
        Some(self.endless(observer))
    }

    #[cold]
    fn endless<O: Observer>(&mut self, observer: &mut O) -> Status {
        let rule = self.rule();
        if O::ACTIVE {
            observer.event(Event::Endless(rule));
        }
        let code = self.code;
        let row = code.endless.iter().find(|row| row.condition.is_none_or(|condition| self.num(condition) != 0));
        match row.map(|row| (row.verdict, row)) {
            Some((Verdict::NotLegal, row)) => Status::Dead(row.rule),
            Some((Verdict::Award(award), row)) => {
                self.end_game(row, award, observer);
                Status::Done
            }
            Some((Verdict::Stop, _)) | None => {
                self.address = self.code.kinds[usize::from(self.turn.kind)].close;
                self.run(observer)
            }
        }
    }

    fn capture_ends<O: Observer>(&mut self, observer: &mut O) -> bool {
        self.end_rows(0, observer)
    }

    /// Looks at the end rows of a moment; the first whose condition holds ends the game.
    pub(super) fn end_rows<O: Observer>(&mut self, moment: usize, observer: &mut O) -> bool {
        let code = self.code;
        let row = code.ends[moment].iter().find(|row| row.condition.is_none_or(|condition| self.num(condition) != 0));
        match row {
            Some(row @ EndCode { verdict: Verdict::Award(award), .. }) => {
                self.end_game(row, *award, observer);
                true
            }
            _ => false,
        }
    }

    fn end_game<O: Observer>(&mut self, row: &EndCode, award: crate::model::Award, observer: &mut O) {
        if O::ACTIVE {
            observer.event(Event::Ended(row.rule));
        }
        if let Some(actions) = row.actions {
            self.act(actions, observer);
        }
        let scores = self.code.scores.map(|scores| {
            let mut of = [0; 2];
            of[self.mover.index()] = self.num(scores[0]);
            of[self.mover.other().index()] = self.num(scores[1]);
            of
        });
        self.ended = Some(Ended::new(award, row.rule, self.mover, scores));
    }

    /// Whether a closed turn is a legal move: `None` if it is, otherwise the rule that forbids it. Then looks at the
    /// end rows `after a turn`.
    pub(super) fn judge<O: Observer>(&mut self, observer: &mut O) -> Option<u16> {
        if self.hand() > 0 {
            return Some(self.rule());
        }
        let code = self.code;
        for legal in &code.legal {
            let asked = legal.when.is_none_or(|when| self.num(when) != 0);
            let satisfied = !asked || self.num(legal.condition) != 0;
            match legal.prefer {
                None if !satisfied => {
                    if O::ACTIVE {
                        observer.event(Event::NotLegal(legal.rule));
                    }
                    return Some(legal.rule);
                }
                Some(bit) if satisfied => {
                    let bit = self.program.model.preferences - 1 - bit;
                    self.turn.preference |= 1 << bit;
                }
                _ => {}
            }
        }
        if self.ended.is_none() {
            self.end_rows(1, observer);
        }
        None
    }
}
