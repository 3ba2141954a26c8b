//! Blocks, each run for all lanes that wait for it.

use super::bits::Bits;
use super::lanes::Lane;
use super::turns::{Onward, Turns};
use crate::ir::{Action, Binding, BlockId, Choice, EndCode, Exit, Id, Into, PlayerId, StateCell, TruthId, Verdict};
use std::mem;

/// A turn may have so many times the lap limit in laps altogether, whatever it captures on the way.
const ALTOGETHER: u32 = 100;

/// Choices that find room in the path of a lane, eight bits each.
const MOST_CHOICES: u8 = 16;

impl<const W: usize, B: Bits> Turns<'_, W, B> {
    /// Runs a block and sends the lanes on.
    pub(super) fn block(&mut self, block: BlockId, mut on: Vec<Lane>, onward: &mut Onward<'_>) {
        let block = &self.code.blocks[block];
        for (action, _) in &block.actions {
            self.act(*action, &mut on);
            if on.is_empty() {
                return self.lists.give(on);
            }
        }
        match block.exit {
            Exit::Go(to) => self.go(onward, to, on),
            Exit::Pass(arguments, to) => {
                self.pass(arguments, &on);
                self.go(onward, to, on);
            }
            Exit::Branch(condition, then, otherwise) => {
                let (holds, fails) = self.parted(condition, on);
                self.go(onward, then, holds);
                self.go(onward, otherwise, fails);
            }
            Exit::Choose(choice) => self.choose(choice, on, onward),
            Exit::Sow(sowing, landing) => {
                self.sow(sowing, &mut on);
                self.lap_ends(on, landing, onward);
            }
            Exit::SowOn(landing) => {
                self.sow_on(&mut on);
                self.lap_ends(on, landing, onward);
            }
            Exit::Close(again) => {
                for lane in &on {
                    self.lanes.facts[*lane as usize].again |= again;
                }
                let close = self.code.kinds[self.kind].close;
                self.go(onward, close, on);
            }
            Exit::Done => self.finish(on),
            Exit::NotLegal => self.lists.give(on),
            Exit::Return => {
                onward.returned.extend_from_slice(&on);
                self.lists.give(on);
            }
        }
    }

    /// The lanes of which a condition holds, and those of which it does not.
    fn parted(&mut self, condition: TruthId, on: Vec<Lane>) -> (Vec<Lane>, Vec<Lane>) {
        let holds = self.truth(condition, &on);
        let mut fails = self.lists.take();
        let mut kept = on;
        let mut at = 0;
        kept.retain(|lane| {
            let holds = holds[at];
            at += 1;
            if !holds {
                fails.push(*lane);
            }
            holds
        });
        self.truths.give(holds);
        (kept, fails)
    }

    /// All values are read before the first is bound.
    fn pass(&mut self, arguments: crate::ir::ArgumentsId, on: &[Lane]) {
        let code = self.code;
        let bindings = &code.arguments[arguments];
        if let [binding] = bindings.as_slice() {
            return self.bind(*binding, on);
        }
        let values: Vec<Values<B>> = bindings.iter().map(|binding| self.values_of(*binding, on)).collect();
        for (binding, values) in bindings.iter().zip(values) {
            self.keep_values(*binding, values, on);
        }
    }

    pub(super) fn values_of(&mut self, binding: Binding, on: &[Lane]) -> Values<B> {
        match binding {
            Binding::Number(_, number) => Values::Numbers(self.number(number, on)),
            Binding::Pit(_, pit) => Values::Numbers(self.pits(pit, on)),
            Binding::Way(_, way) => Values::Numbers(self.ways(way, on)),
            Binding::Player(_, player) => Values::Numbers(self.players(player, on)),
            Binding::Truth(_, truth) => {
                let truths = self.truth(truth, on);
                let numbers = truths.iter().map(|value| i32::from(*value)).collect();
                self.truths.give(truths);
                Values::Numbers(numbers)
            }
            Binding::Set(_, set) => Values::Sets(self.set(set, on)),
        }
    }

    pub(super) fn keep_values(&mut self, binding: Binding, values: Values<B>, on: &[Lane]) {
        match (binding, values) {
            (Binding::Set(slot, _), Values::Sets(values)) => {
                for (lane, value) in on.iter().zip(&values) {
                    self.lanes.keep_set(*lane, slot.index(), *value);
                }
                self.sets.give(values);
            }
            (
                Binding::Number(slot, _)
                | Binding::Pit(slot, _)
                | Binding::Way(slot, _)
                | Binding::Player(slot, _)
                | Binding::Truth(slot, _),
                Values::Numbers(values),
            ) => {
                for (lane, value) in on.iter().zip(&values) {
                    self.lanes.keep(*lane, slot.index(), *value);
                }
                self.numbers.give(values);
            }
            (_, Values::Numbers(values)) => self.numbers.give(values),
            (_, Values::Sets(values)) => self.sets.give(values),
        }
    }

    // --- actions -----------------------------------------------------------------------------------------------------

    /// Does something in every lane; those in which the turn ends are taken out.
    fn act(&mut self, action: Action, on: &mut Vec<Lane>) {
        match action {
            Action::Keep(binding) => self.bind(binding, on),
            Action::Require(condition) => {
                let (holds, fails) = self.parted(condition, mem::take(on));
                *on = holds;
                self.lists.give(fails);
            }
            Action::Prefer(bit, condition) => {
                let holds = self.truth(condition, on);
                for (lane, holds) in on.iter().zip(&holds) {
                    self.lanes.facts[*lane as usize].preference |= u32::from(*holds) << bit;
                }
                self.truths.give(holds);
            }
            Action::Lift(pit) => {
                let pits = self.pits(pit, on);
                for (lane, pit) in on.iter().zip(&pits) {
                    self.lift(*lane, *pit, i32::MAX);
                }
                self.numbers.give(pits);
            }
            Action::LiftSome(count, pit) => {
                let (counts, pits) = (self.number(count, on), self.pits(pit, on));
                for (lane, (count, pit)) in on.iter().zip(counts.iter().zip(&pits)) {
                    self.lift(*lane, *pit, *count);
                }
                [counts, pits].into_iter().for_each(|list| self.numbers.give(list));
            }
            Action::LiftSet(set) => {
                let sets = self.set(set, on);
                for (lane, set) in on.iter().zip(&sets) {
                    for place in set.members() {
                        self.lift(*lane, i32::try_from(place).unwrap_or(-1), i32::MAX);
                    }
                }
                self.sets.give(sets);
            }
            Action::Put(count, from, to) => {
                let (counts, to) = (self.number(count, on), self.pits(to, on));
                let from = from.map(|from| self.pits(from, on));
                for (at, lane) in on.iter().enumerate() {
                    match &from {
                        Some(from) => self.put(*lane, from[at], to[at], counts[at]),
                        None => self.put_hand(*lane, to[at], counts[at]),
                    }
                }
                [counts, to].into_iter().chain(from).for_each(|list| self.numbers.give(list));
            }
            Action::PutSet(set, to) => {
                let (sets, to) = (self.set(set, on), self.pits(to, on));
                for (lane, (set, to)) in on.iter().zip(sets.iter().zip(&to)) {
                    for place in set.members() {
                        self.put(*lane, i32::try_from(place).unwrap_or(-1), *to, i32::MAX);
                    }
                }
                self.sets.give(sets);
                self.numbers.give(to);
            }
            Action::Capture(player, set, into) => {
                let sets = self.set(set, on);
                let (captors, into) = (self.players(player, on), self.destinations(player, into, on));
                for (at, lane) in on.iter().enumerate().filter(|(at, _)| captors[*at] >= 0) {
                    let taken = sets[at].members().map(|place| self.take(*lane, place, i32::MAX, into[at])).sum();
                    self.count_captured(*lane, captors[at], taken);
                }
                self.sets.give(sets);
                [captors, into].into_iter().for_each(|list| self.numbers.give(list));
            }
            Action::CaptureSome(player, count, pit, into) => {
                let (counts, pits) = (self.number(count, on), self.pits(pit, on));
                let (captors, into) = (self.players(player, on), self.destinations(player, into, on));
                for (at, lane) in on.iter().enumerate().filter(|(at, _)| captors[*at] >= 0) {
                    if let Ok(place) = usize::try_from(pits[at]) {
                        let taken = self.take(*lane, place, counts[at], into[at]);
                        self.count_captured(*lane, captors[at], taken);
                    }
                }
                [counts, pits, captors, into].into_iter().for_each(|list| self.numbers.give(list));
            }
            Action::SetNumber(cell, number) => {
                let values = self.number(number, on);
                self.set_cells(cell, values, 0, on);
            }
            Action::SetTruth(cell, truth) => {
                let truths = self.truth(truth, on);
                let mut values = self.numbers.take();
                values.extend(truths.iter().map(|value| i32::from(*value)));
                self.truths.give(truths);
                self.set_cells(cell, values, 0, on);
            }
            Action::SetPit(cell, pit) => {
                let values = self.pits(pit, on);
                self.set_cells(cell, values, 1, on);
            }
            Action::SetWay(cell, way) => {
                let values = self.ways(way, on);
                self.set_cells(cell, values, 0, on);
            }
            Action::SetPlayer(cell, player) => {
                let values = self.players(player, on);
                self.set_cells(cell, values, 1, on);
            }
            Action::Untils => self.untils(on),
            Action::CaptureEnds => self.capture_ends(on),
            Action::ForEach(slot, set, block) => {
                let sets = self.set(set, on);
                let all = on.clone();
                self.for_places_in_turn(slot, &sets, &all, block, on);
                self.sets.give(sets);
            }
            Action::Do(block) => {
                let lanes = mem::take(on);
                *on = self.run(block, lanes);
            }
        }
    }

    /// Does a block for the members of each lane's set, in order; lanes in which the turn ends are taken out.
    fn for_places_in_turn(
        &mut self,
        slot: crate::ir::Slot,
        sets: &[B],
        all: &[Lane],
        block: BlockId,
        on: &mut Vec<Lane>,
    ) {
        let before = self.uniform[slot.index()];
        let places = sets.iter().fold(B::none(), |all, set| all | *set);
        for place in places.members() {
            let mut part = self.lists.take();
            part.extend(
                all.iter().zip(sets).filter(|(lane, set)| set.has(place) && on.contains(lane)).map(|(lane, _)| *lane),
            );
            self.uniform[slot.index()] = i32::try_from(place).ok();
            let asked = part.clone();
            let returned = self.run(block, part);
            if returned.len() < asked.len() {
                on.retain(|lane| !asked.contains(lane) || returned.contains(lane));
            }
            self.lists.give(returned);
        }
        self.uniform[slot.index()] = before;
    }

    /// Where captured pieces go: the place, or -1 for the hand, or -2 for nowhere.
    fn destinations(&mut self, captor: PlayerId, into: Into, on: &[Lane]) -> Vec<i32> {
        match into {
            Into::Store => {
                let stores = self
                    .program
                    .board
                    .stores
                    .map(|store| store.map_or(-2, |store| super::bits::number_of(Some(store))));
                let mut captors = self.players(captor, on);
                for captor in &mut captors {
                    *captor = usize::try_from(*captor).map_or(-2, |captor| stores[captor]);
                }
                captors
            }
            Into::Hand => {
                let mut hands = self.numbers.take();
                hands.resize(on.len(), -1);
                hands
            }
            Into::Place(pit) => {
                let mut places = self.pits(pit, on);
                places.iter_mut().for_each(|place| *place = if *place < 0 { -2 } else { *place });
                places
            }
        }
    }

    fn set_cells(&mut self, cell: StateCell, values: Vec<i32>, shift: i32, on: &[Lane]) {
        let largest = &self.program.layout.largest;
        match cell {
            StateCell::At(cell) => {
                let most = largest[cell];
                for (lane, value) in on.iter().zip(&values) {
                    let stored = u8::try_from((value + shift).clamp(0, most)).unwrap_or(u8::MAX);
                    self.lanes.cells[*lane as usize][cell.index() & (W - 1)] = stored;
                }
            }
            StateCell::Of(first, pit) => {
                let pits = self.pits(pit, on);
                let most = largest[first];
                for (lane, (value, pit)) in on.iter().zip(values.iter().zip(&pits)) {
                    if let Ok(place) = usize::try_from(*pit) {
                        let stored = u8::try_from((value + shift).clamp(0, most)).unwrap_or(u8::MAX);
                        self.lanes.cells[*lane as usize][(first.index() + place) & (W - 1)] = stored;
                    }
                }
                self.numbers.give(pits);
            }
        }
        self.numbers.give(values);
    }

    // --- what is looked at in the middle of a turn -------------------------------------------------------------------

    /// State that falls back.
    pub(super) fn untils(&mut self, on: &[Lane]) {
        let code = self.code;
        for until in &code.untils {
            let cell = until.cell.index() & (W - 1);
            let Ok(value) = u8::try_from(until.value) else { continue };
            let mut part = self.lists.take();
            part.extend(on.iter().filter(|lane| self.lanes.cells[**lane as usize][cell] != value));
            if !part.is_empty() {
                let holds = self.truth(until.condition, &part);
                for (lane, _) in part.iter().zip(&holds).filter(|(_, holds)| **holds) {
                    self.lanes.cells[*lane as usize][cell] = value;
                }
                self.truths.give(holds);
            }
            self.lists.give(part);
        }
    }

    fn capture_ends(&mut self, on: &mut Vec<Lane>) {
        let mut asked = self.lists.take();
        for lane in on.iter() {
            if mem::take(&mut self.lanes.facts[*lane as usize].just_captured) {
                asked.push(*lane);
            }
        }
        if asked.is_empty() {
            return self.lists.give(asked);
        }
        let ended = self.end_rows(&self.code.ends_at_capture, 0, asked);
        if !ended.is_empty() {
            on.retain(|lane| !ended.contains(lane));
        }
        self.finish(ended);
    }

    /// The lanes of which a row's condition holds; they are taken out of those that are open.
    fn taken_by(&mut self, row: &EndCode, open: &mut Vec<Lane>) -> Vec<Lane> {
        let Some(condition) = row.condition else { return mem::take(open) };
        let (holds, fails) = self.parted(condition, mem::take(open));
        *open = fails;
        holds
    }

    /// The first row whose condition holds ends the game, for each lane; gives back those lanes.
    pub(super) fn end_rows(&mut self, rows: &[EndCode], first: u16, mut open: Vec<Lane>) -> Vec<Lane> {
        let mut ended = self.lists.take();
        for (number, row) in (first..).zip(rows) {
            let holds = self.taken_by(row, &mut open);
            if matches!(row.verdict, Verdict::Award(_)) {
                let holds = self.end_game(row, number, holds);
                ended.extend_from_slice(&holds);
                self.lists.give(holds);
            }
            if open.is_empty() {
                break;
            }
        }
        self.lists.give(open);
        ended
    }

    fn end_game(&mut self, row: &EndCode, number: u16, lanes: Vec<Lane>) -> Vec<Lane> {
        let lanes = self.with_actions(row, lanes);
        for lane in &lanes {
            self.lanes.facts[*lane as usize].ended = number + 1;
        }
        lanes
    }

    /// Does what a row does before it says what comes of it.
    fn with_actions(&mut self, row: &EndCode, lanes: Vec<Lane>) -> Vec<Lane> {
        match row.actions {
            Some(actions) if !lanes.is_empty() => self.run(actions, lanes),
            _ => lanes,
        }
    }

    /// Counts a lap; turns that have had too many are endless, the others land.
    fn lap_ends(&mut self, mut on: Vec<Lane>, landing: BlockId, onward: &mut Onward<'_>) {
        if !self.code.untils.is_empty() {
            self.untils(&on);
        }
        let limit = self.program.lap_limit;
        let mut endless = self.lists.take();
        on.retain(|lane| {
            let facts = &mut self.lanes.facts[*lane as usize];
            facts.laps += 1;
            facts.laps_since_capture += 1;
            let ends = facts.laps_since_capture > limit || facts.laps > limit.saturating_mul(ALTOGETHER);
            if ends {
                endless.push(*lane);
            }
            !ends
        });
        self.go(onward, landing, on);
        if endless.is_empty() { self.lists.give(endless) } else { self.endless(endless, onward) }
    }

    fn endless(&mut self, mut open: Vec<Lane>, onward: &mut Onward<'_>) {
        let code = self.code;
        let first = u16::try_from(code.ends_at_capture.len() + code.ends_after_turn.len()).unwrap_or(0);
        let close = code.kinds[self.kind].close;
        for (number, row) in (first..).zip(&code.endless) {
            let holds = self.taken_by(row, &mut open);
            match row.verdict {
                Verdict::NotLegal => self.lists.give(holds),
                Verdict::Stop => {
                    let stopped = self.with_actions(row, holds);
                    self.go(onward, close, stopped);
                }
                Verdict::Award(_) => {
                    let ended = self.end_game(row, number, holds);
                    self.finish(ended);
                }
            }
        }
        self.go(onward, close, open);
    }

    // --- choices -----------------------------------------------------------------------------------------------------

    fn choose(&mut self, choice: crate::ir::ChoiceId, on: Vec<Lane>, onward: &mut Onward<'_>) {
        let code = self.code;
        match &code.choices[choice] {
            Choice::Pit { slot, sets, next } => {
                let mut options = self.set(sets[0], &on);
                for set in &sets[1..] {
                    let mut part = self.lists.take();
                    part.extend(on.iter().zip(&options).filter(|(_, set)| set.is_empty()).map(|(lane, _)| *lane));
                    if !part.is_empty() {
                        let others = self.set(*set, &part);
                        let empty = options.iter_mut().filter(|set| set.is_empty());
                        empty.zip(&others).for_each(|(set, other)| *set = *other);
                        self.sets.give(others);
                    }
                    self.lists.give(part);
                }
                let lanes = self.fork_by(
                    &on,
                    |at| options[at].members().map(|place| (place, i32::try_from(place).unwrap_or(-1))),
                    Some(slot.index()),
                );
                self.sets.give(options);
                self.lists.give(on);
                self.go(onward, *next, lanes);
            }
            Choice::Number { slot, low, high, next } => {
                let (low, high) = (self.number(*low, &on), self.number(*high, &on));
                if low.iter().zip(&high).any(|(low, high)| high.saturating_sub(*low) > 255) {
                    self.give_up(&on);
                    return self.lists.give(on);
                }
                let lanes = self.fork_by(&on, |at| (low[at]..=high[at]).enumerate(), Some(slot.index()));
                [low, high].into_iter().for_each(|list| self.numbers.give(list));
                self.lists.give(on);
                self.go(onward, *next, lanes);
            }
            Choice::Way { slot, condition, next } => {
                let mut ways = self.sets.take();
                ways.resize(on.len(), B::one(0) | B::one(1));
                if let Some(condition) = condition {
                    ways.iter_mut().for_each(|ways| *ways = B::none());
                    for way in [0, 1] {
                        let before = self.uniform[slot.index()].replace(way);
                        let holds = self.truth(*condition, &on);
                        self.uniform[slot.index()] = before;
                        for (ways, _) in ways.iter_mut().zip(&holds).filter(|(_, holds)| **holds) {
                            *ways = *ways | B::one(usize::try_from(way).unwrap_or(0));
                        }
                        self.truths.give(holds);
                    }
                }
                let lanes = self.fork_by(
                    &on,
                    |at| ways[at].members().map(|way| (way, i32::try_from(way).unwrap_or(0))),
                    Some(slot.index()),
                );
                self.sets.give(ways);
                self.lists.give(on);
                self.go(onward, *next, lanes);
            }
            Choice::Alternative { ways } => {
                for (number, (_, next)) in ways.iter().enumerate() {
                    let is_last = number + 1 == ways.len();
                    let mut part = self.lists.take();
                    for lane in &on {
                        part.push(if is_last { *lane } else { self.lanes.fork(*lane) });
                    }
                    self.chosen(&mut part, number);
                    self.go(onward, *next, part);
                }
                self.lists.give(on);
            }
            Choice::Placing { .. } | Choice::Taking { .. } => {
                self.give_up(&on);
                self.lists.give(on);
            }
        }
    }

    /// A lane for each option of each lane: its number, which orders the moves, and the value that is kept.
    fn fork_by<I: Iterator<Item = (usize, i32)>>(
        &mut self,
        on: &[Lane],
        options: impl Fn(usize) -> I,
        slot: Option<usize>,
    ) -> Vec<Lane> {
        let mut from = self.lists.take();
        let mut chosen = self.chosen.take();
        for (at, lane) in on.iter().enumerate() {
            if self.lanes.facts[*lane as usize].choices == MOST_CHOICES {
                self.give_up(&[*lane]);
                continue;
            }
            for option in options(at) {
                from.push(*lane);
                chosen.push(option);
            }
        }
        let first = self.lanes.fork_each(&from);
        for (lane, (number, value)) in (first..).zip(&chosen) {
            let facts = &mut self.lanes.facts[lane as usize];
            facts.path |= (*number as u128 & 0xff) << (120 - 8 * u32::from(facts.choices));
            facts.choices += 1;
            if let Some(slot) = slot {
                self.lanes.keep(lane, slot, *value);
            }
        }
        let mut lanes = self.lists.take();
        lanes.extend((first..).take(from.len()));
        self.lists.give(from);
        self.chosen.give(chosen);
        lanes
    }

    /// Notes that an option was taken.
    fn chosen(&mut self, lanes: &mut Vec<Lane>, number: usize) {
        lanes.retain(|lane| {
            let facts = &mut self.lanes.facts[*lane as usize];
            if facts.choices == MOST_CHOICES || number > 255 {
                self.given_up.push(facts.source);
                return false;
            }
            facts.path |= (number as u128) << (120 - 8 * u32::from(facts.choices));
            facts.choices += 1;
            true
        });
    }
}

/// Values of lanes on their way to slots.
pub(super) enum Values<B> {
    /// Numbers, places, ways, players, truth values.
    Numbers(Vec<i32>),
    /// Sets.
    Sets(Vec<B>),
}

/// Rows of one moment are numbered behind those of the moments before it.
pub(super) fn end_row(code: &crate::ir::Code, ended: u16) -> Option<&EndCode> {
    let number = usize::from(ended.checked_sub(1)?);
    code.ends_at_capture
        .iter()
        .chain(&code.ends_after_turn)
        .chain(&code.endless)
        .chain(&code.ends_before_turn)
        .nth(number)
}
