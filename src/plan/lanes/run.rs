//! The operations, each in many lanes.

use super::frame::{Frame, Kept};
use super::list::{LANES, List, Waiting};
use super::{Lanes, Out, TooLong};
use crate::id::Id;
use crate::plan::along::{Walk, as_set, first_of, only_of};
use crate::plan::cells;
use crate::plan::op::{Address, Op, Reg, SetReg, of_machines, turn};
use crate::plan::pieces::{self, byte};
use crate::plan::seeds::Begins;

impl<const W: usize> Lanes<'_, W> {
    /// Runs code in some lanes of a frame up to the end of all their turns, or to their answers.
    pub(super) fn run(
        &mut self,
        frame: &mut Frame<W>,
        address: Address,
        lanes: &List,
        out: &mut Out<'_, W>,
    ) -> Result<(), TooLong> {
        let mut waiting = Waiting::default();
        waiting.add(address, lanes);
        while let Some((mut at, mut list)) = waiting.next() {
            // Until they are all through, or others have to catch up with them.
            while !list.is_empty() {
                match waiting.lowest() {
                    Some(lowest) if lowest <= at => {
                        waiting.add(at, &list);
                        break;
                    }
                    _ => {}
                }
                let op = self.side.ops[at.index()];
                at = at.next();
                self.done += 1;
                self.in_lanes += list.len() as u64;
                match self.operation(frame, op, (&mut list, &mut waiting), out)? {
                    Goes::On => {}
                    Goes::To(to) => at = to,
                    Goes::Deeper => {
                        self.choose(frame, op, at, &list, out)?;
                        break;
                    }
                    Goes::Nowhere => break,
                }
            }
        }
        Ok(())
    }

    /// Does an operation in some lanes; tells where they go on. Those that part from the others wait where they go on.
    #[inline(always)]
    fn operation(
        &mut self,
        frame: &mut Frame<W>,
        op: Op,
        (list, waiting): (&mut List, &mut Waiting),
        out: &mut Out<'_, W>,
    ) -> Result<Goes, TooLong> {
        let side = self.side;
        let tables = &side.tables;
        match op {
            Op::Move(to, from) => {
                let from = frame.numbers.of(from);
                frame.number(list, to, |lane| from[lane].get());
            }
            Op::Cell(to, view, cell) => {
                frame.number(list, to, |lane| i32::from(frame.view(view, lane)[usize::from(cell) & (W - 1)]));
            }
            Op::CellOf(to, view, first, pit) => {
                let (pit, cells) = (frame.numbers.of(pit), &frame.cells[view as usize]);
                frame.number(list, to, |lane| {
                    let Ok(place) = usize::try_from(pit[lane].get()) else { return 0 };
                    i32::from(cells[lane][(usize::from(first) + place) & (W - 1)])
                });
            }
            Op::Pieces(to, view, set) => {
                frame.number(list, to, |lane| cells::sum(frame.view(view, lane), &cells::mask(frame.set(set, lane))));
            }
            Op::PiecesOf(to, view, mask) => {
                let (mask, cells) = (&tables.masks[usize::from(mask)], &frame.cells[view as usize]);
                frame.number(list, to, |lane| cells::sum(&cells[lane], mask));
            }
            Op::Count(to, set) => frame.number(list, to, |lane| frame.set(set, lane).count_ones().cast_signed()),
            Op::Table(to, table, at) => {
                let at = frame.numbers.of(at);
                frame.number(list, to, |lane| tables.entry(table, at[lane].get()));
            }
            Op::Arithmetic(op, to, one, two) => {
                frame.number(list, to, |lane| op.apply(frame.get(one, lane), frame.get(two, lane)));
            }
            Op::Larger(to, one, two) => {
                frame.number(list, to, |lane| frame.get(one, lane).max(frame.get(two, lane)));
            }
            Op::Smaller(to, one, two) => {
                frame.number(list, to, |lane| frame.get(one, lane).min(frame.get(two, lane)));
            }
            Op::Only(to, set) => frame.number(list, to, |lane| only_of(frame.set(set, lane))),
            Op::Steps { to, count, from, way, steps } => frame.number(list, to, |lane| {
                tables.steps_along(frame.get(count, lane), frame.get(from, lane), frame.get(way, lane), steps)
            }),

            Op::MoveSet(to, from) => frame.places(list, to, |lane| frame.set(from, lane)),
            Op::NoSet(to) => frame.places(list, to, |_| 0),
            Op::Single(to, place) => frame.places(list, to, |lane| as_set(frame.get(place, lane))),
            Op::Union(to, one, two) => frame.places(list, to, |lane| frame.set(one, lane) | frame.set(two, lane)),
            Op::Minus(to, one, two) => frame.places(list, to, |lane| frame.set(one, lane) & !frame.set(two, lane)),
            Op::Related(to, of, table) => {
                frame.places(list, to, |lane| tables.related(frame.set(of, lane), table));
            }
            Op::Filter(to, of, view, filter) => {
                let (filter, cells, of) =
                    (&tables.filters[usize::from(filter)], &frame.cells[view as usize], frame.sets.of(of));
                frame.places(list, to, |lane| filter.of(&cells[lane], of[lane].get()));
            }
            Op::Add(to, place) => {
                frame.places(list, to, |lane| frame.set(to, lane) | as_set(frame.get(place, lane)));
            }
            Op::Next(to, left, over) => {
                let (empty, members) = list.split(|lane| frame.set(left, lane) == 0);
                frame.number(&members, to, |lane| first_of(frame.set(left, lane)));
                frame.places(&members, left, |lane| {
                    let set = frame.set(left, lane);
                    set & set.wrapping_sub(1)
                });
                *list = waiting.part(over, (empty, members));
            }
            Op::Chain { to, from, most, view, chain } => frame.chains(tables, list, to, (from, most), (view, chain)),
            Op::Walk { first, from, back, off } => {
                *list = waiting.part(
                    off,
                    list.split_by(|lane| {
                        let most = frame.get(first.behind(2), lane);
                        let walk = tables.walk(frame.along(lane), frame.get(from, lane), back, most);
                        walk.inspect(|walk| frame.put_walk(first, lane, *walk)).is_none()
                    }),
                );
            }
            Op::WalkAt { place, first, over } => {
                *list = waiting.part(
                    over,
                    list.split_by(|lane| {
                        let here = tables.walk_at(frame.walk(first, lane));
                        here.inspect(|here| frame.put(place, lane, *here)).is_none()
                    }),
                );
            }
            Op::WalkOn(first) => list.each(|lane| {
                let walk = frame.walk(first, lane);
                frame.put_walk(first, lane, Walk { index: walk.index + 1, left: walk.left - 1, ..walk });
            }),

            Op::Jump(to) => return Ok(Goes::To(to)),
            Op::Close => {
                // All lanes play the same kind of move.
                let kind = usize::try_from(frame.get(turn::KIND, 0)).unwrap_or(0);
                return Ok(Goes::To(tables.closes[kind]));
            }
            Op::Compare(op, one, two, to) => {
                *list = waiting.part(to, frame.compare(list, op, one, two));
            }
            Op::IsIn(number, counts, expected, to) => {
                let counts = &tables.counts[usize::from(counts)];
                let number = frame.numbers.of(number);
                *list = waiting.part(to, list.split(|lane| counts.has(number[lane].get()) == expected));
            }
            Op::Even(number, expected, to) => {
                *list = waiting.part(to, list.split(|lane| (frame.get(number, lane) % 2 == 0) == expected));
            }
            Op::Has(place, set, expected, to) => {
                let (place, set) = (frame.numbers.of(place), frame.sets.of(set));
                let has = |lane: usize| set[lane].get() & as_set(place[lane].get()) != 0;
                *list = waiting.part(to, list.split(|lane| has(lane) == expected));
            }
            Op::Within(one, two, expected, to) => {
                let within = |lane| frame.set(one, lane) & !frame.set(two, lane) == 0;
                *list = waiting.part(to, list.split(|lane| within(lane) == expected));
            }
            Op::Same(one, two, expected, to) => {
                *list = waiting.part(to, list.split(|lane| (frame.set(one, lane) == frame.set(two, lane)) == expected));
            }
            Op::IsEmpty(set, expected, to) => {
                let set = frame.sets.of(set);
                *list = waiting.part(to, list.split(|lane| (set[lane].get() == 0) == expected));
            }
            Op::NoPieces(set, view, expected, to) => {
                let none = |lane| cells::none_under(frame.view(view, lane), &cells::mask(frame.set(set, lane)));
                *list = waiting.part(to, list.split(|lane| none(lane) == expected));
            }
            Op::NoPiecesOf(view, mask, expected, to) => {
                let mask = &tables.masks[usize::from(mask)];
                let cells = &frame.cells[view as usize];
                let none = |lane: usize| cells::none_under(&cells[lane], mask);
                *list = waiting.part(to, list.split(|lane| none(lane) == expected));
            }

            // Whoever runs turns in lanes counts no rows, and draws no moves.
            Op::Row(_) | Op::Lead(_) | Op::Begin(_) => {}
            Op::Lift(place) => list.each(|lane| frame.lift(lane, frame.get(place, lane), i32::MAX)),
            Op::LiftSome(most, place) => {
                list.each(|lane| frame.lift(lane, frame.get(place, lane), frame.get(most, lane)));
            }
            Op::Put(most, from, to) => list.each(|lane| {
                let (most, from, to) = (frame.get(most, lane), frame.get(from, lane), frame.get(to, lane));
                if to >= 0 {
                    pieces::take_some(frame.now(lane), from, most, to);
                }
            }),
            Op::PutHand(most, to) => list.each(|lane| {
                let to = frame.get(to, lane);
                if to >= 0 {
                    let moved = frame.get(turn::HAND, lane).min(frame.get(most, lane).max(0));
                    frame.add_to_hand(lane, -moved);
                    pieces::give(frame.now(lane), to, moved);
                }
            }),
            Op::Capture(set, into, captor) => frame.capture(side, list, set, (into, captor)),
            Op::CaptureSome { count, pit, into, captor } => list.each(|lane| {
                let (count, pit, into) = (frame.get(count, lane), frame.get(pit, lane), frame.get(into, lane));
                let taken = pieces::take_some(frame.now(lane), pit, count, into);
                frame.captured(lane, frame.get(captor, lane) == side.mover, taken);
            }),
            Op::SetCell { cell, most, value } => list.each(|lane| {
                let value = byte(frame.get(value, lane).clamp(0, i32::from(most)));
                frame.now(lane)[usize::from(cell) & (W - 1)] = value;
            }),
            Op::SetCellOf { first, pit, most, value } => list.each(|lane| {
                if let Ok(place) = usize::try_from(frame.get(pit, lane)) {
                    let value = byte(frame.get(value, lane).clamp(0, i32::from(most)));
                    frame.now(lane)[(usize::from(first) + place) & (W - 1)] = value;
                }
            }),
            Op::Prefer(bit) => {
                frame.number(list, turn::PREFERENCE, |lane| frame.get(turn::PREFERENCE, lane) | 1 << (bit & 31));
            }

            Op::Remember => {
                let [now, _, before] = &mut frame.cells;
                list.each(|lane| before[lane % LANES] = now[lane % LANES]);
            }
            Op::Sowing(sowing, way) => frame.sow_by(list, i32::from(sowing), way),
            Op::Lap { sowing, start, after } => {
                let sowing = &tables.sowings[usize::from(sowing)];
                list.each(|lane| frame.lap(side, sowing, lane, (frame.get(start, lane), after)));
            }
            Op::LiftLap { sowing, start, endless, .. } => {
                self.step(list.len())?;
                frame.lift_laps(side, &tables.sowings[usize::from(sowing)], list, start);
                *list = waiting.part(endless, frame.count_laps(side, list));
            }
            Op::FirstLap { sowing, start, way, endless } => {
                self.step(list.len())?;
                frame.sow_by(list, i32::from(sowing), way);
                frame.lift_laps(side, &tables.sowings[usize::from(sowing)], list, start);
                *list = waiting.part(endless, frame.count_laps(side, list));
            }
            Op::AnyLap { sowing, start, after, skipped, each } => {
                let path = tables.sowings[usize::from(sowing)].path;
                list.each(|lane| {
                    let begins = Begins { path, start: frame.get(start, lane), way: frame.get(turn::WAY, lane), after };
                    frame.sow_each(side, lane, begins, (frame.set(skipped, lane), frame.get(each, lane)));
                });
            }
            Op::Drops { sowing, start, after, first, skipped } => {
                let path = tables.sowings[usize::from(sowing)].path;
                list.each(|lane| {
                    let begins = Begins { path, start: frame.get(start, lane), way: frame.get(turn::WAY, lane), after };
                    let at = tables.begin_drops(begins, frame.set(skipped, lane));
                    frame.put(first, lane, at.path);
                    frame.put(first.behind(1), lane, at.index);
                });
            }
            Op::Drop { first, skipped, each, over, back } => {
                let (back, mut drops) = (&tables.leads_back[usize::from(back)], 0);
                let parts = list.split_by(|lane| {
                    let sown = (frame.set(skipped, lane), frame.get(each, lane));
                    let dropped = frame.drop_on(side, lane, first, sown, back);
                    drops += dropped.max(1) as usize;
                    dropped == 0
                });
                self.step(drops)?;
                *list = waiting.part(over, parts);
            }
            Op::LapOver(endless) => {
                self.step(list.len())?;
                *list = waiting.part(endless, frame.count_laps(side, list));
            }

            Op::ChoosePlace(..) | Op::ChooseNumber(..) | Op::ChooseAlternative(_) => return Ok(Goes::Deeper),
            // Games with several kinds of pieces are not played in lanes.
            // Lanes run no versions.
            Op::ChoosePiece(_) | Op::Several(_) | of_machines!() => {
                return Err(TooLong);
            }
            #[cfg(feature = "sim")]
            Op::ChooseOrder => return Err(TooLong),
            Op::Dead => return Ok(Goes::Nowhere),
            Op::Legal => {
                // Nothing comes of a turn that leaves pieces in the hand.
                self.found(frame, &frame.without_hand(list), out);
                return Ok(Goes::Nowhere);
            }
            Op::Answer(answer) => {
                list.each(|lane| out.answers[lane % LANES] = answer);
                return Ok(Goes::Nowhere);
            }
            Op::AnswerWith(answer) => {
                list.each(|lane| out.answers[lane % LANES] = frame.get(answer, lane));
                return Ok(Goes::Nowhere);
            }
        }
        Ok(Goes::On)
    }

    // --- choices -----------------------------------------------------------------------------------------------------

    /// Plays all options of a choice in lanes of their own.
    fn choose(
        &mut self,
        frame: &mut Frame<W>,
        op: Op,
        at: Address,
        list: &List,
        out: &mut Out<'_, W>,
    ) -> Result<(), TooLong> {
        self.step(list.len())?;
        let child = self.spare.pop().unwrap_or_else(|| Frame::new(self.side));
        let mut options = Options::new(child, at);
        let done = match op {
            Op::ChoosePlace(slot, set) => self.places(frame, &mut options, (slot, set), list, out),
            Op::ChooseNumber(slot, low, high) => self.numbers(frame, &mut options, (slot, low, high), list, out),
            Op::ChooseAlternative(table) => self.alternatives(frame, &mut options, table, list, out),
            _ => Ok(()),
        };
        self.spare.push(options.frame);
        done
    }

    fn places(
        &mut self,
        frame: &Frame<W>,
        options: &mut Options<W>,
        (slot, set): (Reg, SetReg),
        list: &List,
        out: &mut Out<'_, W>,
    ) -> Result<(), TooLong> {
        let sets = frame.sets.of(set);
        let mut done = Ok(());
        list.each(|lane| {
            let mut left = sets[lane].get();
            while left != 0 {
                options.chosen[options.count % LANES] = first_of(left);
                options.follow(lane);
                left &= left - 1;
                if options.count == LANES && done.is_ok() {
                    done = self.play(frame, options, Some(slot), out);
                }
            }
        });
        done?;
        self.play(frame, options, Some(slot), out)
    }

    fn numbers(
        &mut self,
        frame: &Frame<W>,
        options: &mut Options<W>,
        (slot, low, high): (Reg, Reg, Reg),
        list: &List,
        out: &mut Out<'_, W>,
    ) -> Result<(), TooLong> {
        let mut done = Ok(());
        list.each(|lane| {
            let (low, high) = (frame.get(low, lane), frame.get(high, lane));
            if i64::from(high) - i64::from(low) >= i64::from(super::MOST_NUMBERS) {
                done = Err(TooLong);
            }
            for number in low..=high {
                if done.is_ok() {
                    options.chosen[options.count % LANES] = number;
                    options.follow(lane);
                    if options.count == LANES {
                        done = self.play(frame, options, Some(slot), out);
                    }
                }
            }
        });
        done?;
        self.play(frame, options, Some(slot), out)
    }

    fn alternatives(
        &mut self,
        frame: &Frame<W>,
        options: &mut Options<W>,
        table: u16,
        list: &List,
        out: &mut Out<'_, W>,
    ) -> Result<(), TooLong> {
        for address in &self.side.tables.alternatives[usize::from(table)] {
            options.at = *address;
            list.each(|lane| options.follow(lane));
            self.play(frame, options, None, out)?;
        }
        Ok(())
    }

    /// Plays the options that are ready; what was chosen goes into a register.
    fn play(
        &mut self,
        frame: &Frame<W>,
        options: &mut Options<W>,
        slot: Option<Reg>,
        out: &mut Out<'_, W>,
    ) -> Result<(), TooLong> {
        let count = std::mem::take(&mut options.count);
        let Some(carried) = self.carried.get(&options.choice) else { return Err(TooLong) };
        let kept = Kept { carried, views: self.views, roots: self.side.ranks };
        options.frame.follow(frame, &options.parents[..count.min(LANES)], kept);
        if let Some(slot) = slot {
            let chosen = &options.chosen[..count.min(LANES)];
            options.frame.numbers.of(slot).iter().zip(chosen).for_each(|(cell, chosen)| cell.set(*chosen));
        }
        self.run(&mut options.frame, options.at, &List::first(count), out)
    }
}

/// Where lanes go on.
enum Goes {
    /// With the next operation, if any do.
    On,
    /// Somewhere else.
    To(Address),
    /// Into the options of a choice.
    Deeper,
    Nowhere,
}

/// Options of a choice that are to be played.
struct Options<const W: usize> {
    frame: Frame<W>,
    count: usize,
    /// For each: the lane that it follows, and what was chosen.
    parents: [u8; LANES],
    chosen: [i32; LANES],
    /// Where the choice is, and where its options go on.
    choice: Address,
    at: Address,
}

impl<const W: usize> Options<W> {
    /// None yet, of a choice that goes on at an address.
    fn new(frame: Frame<W>, at: Address) -> Self {
        Options { frame, count: 0, parents: [0; LANES], chosen: [0; LANES], choice: at.before(), at }
    }

    /// One that follows a lane.
    #[inline(always)]
    fn follow(&mut self, lane: usize) {
        self.parents[self.count % LANES] = lane.to_le_bytes()[0];
        self.count += 1;
    }
}
