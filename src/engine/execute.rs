//! The loop that runs instructions.

use super::flow::Ended;
use super::machine::{Machine, Options, Status};
use super::shape::{Cells, Shape};
use super::trace::{Event, Observer};
use crate::ir::{Address, EndCode, Instruction, MOST_CHOICES, Num, Set, Verdict};
use crate::model::{Award, RuleId};

/// A turn may have so many times the lap limit in laps altogether, whatever it captures on the way: a mover who captures
/// his own seeds again and again would never end.
const ALTOGETHER: u32 = 100;

impl<S: Shape> Machine<'_, S> {
    /// A number of the position as it is.
    #[inline]
    pub(super) fn num(&self, at: Num) -> i32 {
        self.num_of(&self.now, at)
    }

    /// Whether a condition holds of the position as it is.
    #[inline]
    pub(super) fn holds(&self, at: Num) -> bool {
        self.num(at) != 0
    }

    /// A set of the position as it is.
    #[inline]
    pub(super) fn set(&self, at: Set) -> u128 {
        self.set_of(&self.now, at)
    }

    /// Runs until the turn is closed, fails, or needs a choice.
    pub(super) fn run<O: Observer>(&mut self, observer: &mut O) -> Status {
        let code = self.code;
        let mut at = usize::from(self.address);
        loop {
            if O::ACTIVE {
                // Whoever listens is told the rule of each event.
                self.address = at as Address;
                if code.row_starts[at] {
                    observer.event(Event::Row(self.rule()));
                }
            }
            match code.instructions[at] {
                Instruction::Jump(address) => {
                    at = usize::from(address);
                    continue;
                }
                Instruction::Unless(condition, address) => {
                    if !self.holds(condition) {
                        at = usize::from(address);
                        continue;
                    }
                }
                Instruction::UnlessSome(set, address) => {
                    if self.set(set) == 0 {
                        at = usize::from(address);
                        continue;
                    }
                }
                Instruction::Let(register, value) => self.registers.keep(register, self.num(value)),
                Instruction::LetSet(register, value) => self.registers.keep_set(register, self.set(value)),
                Instruction::LiftAndSow(pit, sowing, landing) => {
                    let pit = self.num(pit);
                    if !O::ACTIVE && self.lift_and_sow(pit, sowing) {
                        if self.ends_lap() {
                            return self.endless(at, observer);
                        }
                        at = self.landed(landing);
                        continue;
                    }
                    self.lift(pit, i32::MAX, observer);
                }
                Instruction::Relay(pit, landing) => {
                    let sown = self.relay(pit, observer);
                    if self.ends_lap() {
                        return self.endless(at, observer);
                    }
                    // Whoever listens is told of every test; and without a drop the last pit says nothing.
                    let decided = sown && !O::ACTIVE;
                    let landing_at = code.landings[usize::from(landing)].at;
                    at = if decided { self.landed(landing) } else { usize::from(landing_at) };
                    continue;
                }
                Instruction::Capture(set, into) => {
                    let set = self.set(set);
                    if set == 0 {
                        self.turn.just_captured = false;
                    } else {
                        self.capture(self.mover.index(), set, into, observer);
                    }
                }
                Instruction::Finish(again) => {
                    self.turn.again |= again;
                    return self.stopped(at, Status::Done);
                }
                Instruction::Stop(again) => {
                    self.turn.again |= again;
                    at = usize::from(code.kinds[usize::from(self.turn.kind)].close);
                    continue;
                }
                Instruction::Done | Instruction::Return => return self.stopped(at, Status::Done),
                Instruction::NotLegal => return self.stopped(at, Status::Dead(code.rules[at])),
                Instruction::Require(condition) => {
                    if !self.holds(condition) {
                        return self.stopped(at, Status::Dead(code.rules[at]));
                    }
                }
                Instruction::Lift(pit) => {
                    let pit = self.num(pit);
                    self.lift(pit, i32::MAX, observer);
                }
                Instruction::Sow(sowing) => self.sow(sowing, observer),
                Instruction::SowOn => self.sow_on(observer),
                Instruction::EndLap => {
                    if self.ends_lap() {
                        return self.endless(at, observer);
                    }
                }
                Instruction::Untils => self.untils(observer),
                Instruction::SetCell(cell, value, shift) => {
                    let value = self.num(value) + i32::from(shift);
                    self.set_cell(usize::from(cell), value, observer);
                }
                Instruction::CaptureEnds => {
                    if std::mem::take(&mut self.turn.just_captured) && self.capture_ends(observer) {
                        return self.stopped(at, Status::Done);
                    }
                }
                choice @ (Instruction::ChoosePit(..)
                | Instruction::ChooseNumber(..)
                | Instruction::ChooseWay(..)
                | Instruction::Fork(_)
                | Instruction::PlaceFreely(_)
                | Instruction::DropChosen
                | Instruction::CaptureChosen(..)) => {
                    self.address = at as Address;
                    if let Some(status) = self.choice(choice) {
                        return status;
                    }
                }
                rare => self.rare(rare, observer),
            }
            at += 1;
        }
    }

    /// Where a turn goes on behind a lap.
    #[inline]
    pub(super) fn landed(&self, landing: u16) -> usize {
        let landing = &self.code.landings[usize::from(landing)];
        match usize::try_from(self.turn.last) {
            Ok(last) => usize::from(landing.after(last, self.now.get(last) as usize).address),
            Err(_) => usize::from(landing.at),
        }
    }

    /// Notes where a run stopped.
    #[inline]
    fn stopped(&mut self, at: usize, status: Status) -> Status {
        self.address = at as Address;
        status
    }

    /// Gets ready for a choice; none if there is nothing to choose, or nothing left.
    #[inline]
    pub(super) fn choice(&mut self, instruction: Instruction) -> Option<Status> {
        match instruction {
            Instruction::ChoosePit(register, list) => {
                let sets = &self.code.lists[usize::from(list)];
                let set = sets.iter().map(|set| self.set(*set)).find(|set| *set != 0).unwrap_or(0);
                self.options = Options::Pits { register, set };
            }
            Instruction::ChooseNumber(register, low, high) => {
                let low = self.num(low);
                let high = self.num(high).min(low.saturating_add(255));
                self.options = Options::Numbers { register, low, high };
            }
            Instruction::ChooseWay(register, it, condition) => {
                let mut ways = 0;
                for way in 0..2 {
                    self.registers.keep(it, way);
                    if condition.is_none_or(|condition| self.holds(condition)) {
                        ways |= 1 << way;
                    }
                }
                self.options = Options::Ways { register, ways };
            }
            Instruction::Fork(list) => {
                let count = self.code.lists[usize::from(list)].len() as u8;
                self.options = Options::Fork { list, count };
            }
            Instruction::PlaceFreely(_) | Instruction::DropChosen if self.hand() as usize > MOST_CHOICES => {
                return Some(Status::Dead(self.rule()));
            }
            Instruction::PlaceFreely(set) if self.hand() > 0 => {
                let from = u32::from(self.taking.from);
                let set = self.set(set) >> from << from;
                self.options = Options::Free { set };
            }
            Instruction::DropChosen if self.turn.next != 255 && self.hand() > 0 => {
                let kinds = self.turn.hand.as_ref().iter().enumerate().filter(|(_, count)| **count > 0);
                self.options = Options::Piece { kinds: kinds.fold(0, |bits, (kind, _)| bits | 1 << kind) };
            }
            Instruction::CaptureChosen(count, ..) => {
                if !self.taking.active {
                    let count = self.num(count);
                    self.begin_taking(count);
                }
                if self.taking.left == 0 {
                    self.taking.active = false;
                    return None;
                }
                self.options = Options::Take;
            }
            _ => return None,
        }
        Some(Status::Choose)
    }

    /// Lifts a pit and sows on behind it; tells whether there was anything to sow.
    #[inline]
    fn relay<O: Observer>(&mut self, pit: Num, observer: &mut O) -> bool {
        let pit = self.num(pit);
        self.lift(pit, i32::MAX, observer);
        self.turn.origin = pit as i16;
        self.untils(observer);
        let sown = self.hand() > 0;
        self.sow_on(observer);
        self.untils(observer);
        sown
    }

    /// Instructions that neither choose nor go elsewhere, and are rarely met.
    fn rare<O: Observer>(&mut self, instruction: Instruction, observer: &mut O) {
        match instruction {
            Instruction::Prefer(bit, condition) => self.turn.preference |= u32::from(self.holds(condition)) << bit,
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
            Instruction::SetPitCell(first, pit, value, shift) => {
                if let Ok(pit) = usize::try_from(self.num(pit)) {
                    let value = self.num(value) + i32::from(shift);
                    self.set_cell(usize::from(first) + pit, value, observer);
                }
            }
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
            if self.now.get(cell) != value && self.holds(*condition) {
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

    /// Counts a lap; tells whether the turn has had too many.
    #[inline]
    fn ends_lap(&mut self) -> bool {
        self.turn.laps += 1;
        self.turn.laps_since_capture += 1;
        let limit = self.program.lap_limit;
        self.turn.laps_since_capture > limit || self.turn.laps > limit.saturating_mul(ALTOGETHER)
    }

    #[cold]
    fn endless<O: Observer>(&mut self, at: usize, observer: &mut O) -> Status {
        self.address = at as Address;
        let code = self.code;
        let row = code.endless.iter().find(|row| row.condition.is_none_or(|condition| self.holds(condition)));
        if O::ACTIVE {
            // Where no row speaks of it, the one that relays.
            observer.event(Event::Endless(row.map_or(self.rule(), |row| row.rule)));
        }
        match row.map(|row| (row.verdict, row)) {
            Some((Verdict::NotLegal, row)) => Status::Dead(row.rule),
            Some((Verdict::Award(award), row)) => {
                self.end_game(row, award, self.over(row.rule), observer);
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
        let row = code.ends[moment].iter().find(|row| row.condition.is_none_or(|condition| self.holds(condition)));
        match row {
            Some(row @ EndCode { verdict: Verdict::Award(award), .. }) => {
                self.end_game(row, *award, self.over(row.rule), observer);
                true
            }
            _ => false,
        }
    }

    /// What ends by a row of `end` or `endless`: the game, or a round of a match.
    fn over(&self, rule: RuleId) -> Event {
        if self.code.rounds.is_empty() { Event::Ended(rule) } else { Event::RoundOver(rule) }
    }

    pub(super) fn end_game<O: Observer>(&mut self, row: &EndCode, award: Award, event: Event, observer: &mut O) {
        if O::ACTIVE {
            observer.event(event);
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
    #[inline(always)]
    pub(super) fn judge<O: Observer>(&mut self, observer: &mut O) -> Option<u16> {
        if self.hand() > 0 {
            return Some(self.rule());
        }
        if !(self.code.settled && self.asked == 0)
            && let Some(rule) = self.forbidden(observer)
        {
            return Some(rule);
        }
        if self.ended.is_none() && !self.code.ends[1].is_empty() {
            self.end_rows(1, observer);
        }
        None
    }

    /// The rule of legality that forbids a closed turn, if one does. Notes the preferences that it satisfies.
    fn forbidden<O: Observer>(&mut self, observer: &mut O) -> Option<u16> {
        let code = self.code;
        for (number, legal) in code.legal.iter().enumerate() {
            let asked = match legal.when {
                Some(_) if legal.settled.is_some() => self.asked >> number & 1 == 1,
                Some(when) => self.holds(when),
                None => true,
            };
            let satisfied = !asked || self.holds(legal.condition);
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
        None
    }
}
