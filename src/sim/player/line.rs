//! Moves that a search looks at, and in which order.

use super::evaluation::{Evaluation, WIN};
use super::quiet_moves::{self, Refuters};
use crate::engine::{Cells as _, Children, Foreseen, Machine, Name, Outcome, Shape};
use crate::model::Player;
use crate::sim::candidates::{Candidate, MOST_LISTED};

/// A move of the position that is searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct FirstLine<S: Shape> {
    pub(super) position: S::Position,
    pub(super) value: Option<i32>,
    pub(super) captured: i32,
    pub(super) index: u16,
}

impl<S: Shape> FirstLine<S> {
    /// The move with this number among those that were listed.
    pub(super) fn of(index: usize, candidate: &Candidate<S>, evaluation: &Evaluation, mover: Player) -> Self {
        let value = candidate.ended.map(|ended| evaluation.verdict(&ended, mover));
        FirstLine { position: candidate.position, value, captured: candidate.captured, index: number_of(index) }
    }
}

/// What was listed of the moves of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Listed {
    /// Whether there is a move.
    pub(super) any: bool,
    /// Whether none is missing.
    pub(super) all: bool,
}

/// A move that is tried.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// The higher, the earlier the move is tried. No two moves of a position have the same.
    order: i64,
    /// What it is worth for who makes it, where it ends the game.
    pub(super) value: Option<i32>,
    /// What it is called in the table.
    pub(super) label: u16,
    /// Which of those that were listed it is.
    number: u16,
    /// Whether it neither captures nor ends the game.
    pub(super) is_quiet: bool,
}

impl Line {
    /// A move with this number that does not end the game.
    #[inline(always)]
    fn of(number: usize, told: &Outcome) -> Self {
        let number = number_of(number);
        let order = i64::from(10 * told.captured + 15 * i32::from(told.again()));
        Line {
            order: (order * quiet_moves::RANGE) << NUMBER | i64::from(u16::MAX - number),
            value: None,
            label: told.name().only_choice().unwrap_or(number),
            number,
            is_quiet: told.captured == 0,
        }
    }

    /// The same, where it ends the game.
    fn ending(self, value: i32) -> Self {
        let earlier = i64::from(value.clamp(-WIN, WIN) / 100);
        Line {
            order: self.order + ((earlier * quiet_moves::RANGE) << NUMBER),
            value: Some(value),
            is_quiet: false,
            ..self
        }
    }
}

/// Moves of a position that are tried one after the other, the best first. Where something is known of them before they are
/// played, they are listed lot by lot.
#[derive(Debug, Clone)]
pub(super) struct Lines<S: Shape> {
    children: Children<S>,
    /// Moves that are left to try of those that were listed.
    left: Vec<Line>,
    unlisted: Unlisted,
}

/// Moves that were not listed by now.
#[derive(Debug, Clone, Copy)]
enum Unlisted {
    /// None.
    None,
    /// All but the one that is called so in the table, if one was listed.
    AllBut(Option<u16>),
    /// What was foreseen of them, and the options that were not listed.
    Of(Foreseen, u64),
}

/// What the order of moves depends on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Order<'o> {
    pub(super) evaluation: &'o Evaluation,
    /// The move that is called so in the table is tried first.
    pub(super) preferred: Option<u16>,
    pub(super) refuters: Refuters<'o>,
}

impl Order<'_> {
    /// Of those that are left, the moves that are listed next: what was best before, then all that may capture, end the game, or
    /// move again, then the others.
    #[inline]
    fn next_lot(&self, foreseen: &Foreseen, left: u64) -> u64 {
        let preferred = self.preferred.map_or(0, |place| left & place_as_set(place));
        let loud = left & (foreseen.captures() | foreseen.again());
        match (preferred, loud) {
            (0, 0) => left,
            (0, loud) => loud,
            (preferred, _) => preferred,
        }
    }
}

/// A place by its number.
#[inline]
fn place_as_set(place: u16) -> u64 {
    if place < 64 { 1 << place } else { 0 }
}

/// Bits for the number of a move.
const NUMBER: u32 = u16::BITS;
const _: () = assert!(MOST_LISTED < 1 << NUMBER);

impl<S: Shape> Default for Lines<S> {
    fn default() -> Self {
        Lines { children: Children::default(), left: Vec::new(), unlisted: Unlisted::None }
    }
}

impl<S: Shape> Lines<S> {
    /// Nothing is listed yet.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.left.clear();
        self.unlisted = Unlisted::AllBut(None);
    }

    /// Lists nothing but the move with this place as its only choice, if it is known that there is one.
    pub(super) fn list_one(
        &mut self,
        machine: &mut Machine<'_, S>,
        position: &S::Position,
        place: u16,
        evaluation: &Evaluation,
    ) -> bool {
        self.begin();
        if !machine.child_by_place(position, place, &mut self.children) {
            return false;
        }
        let told = self.children.outcome(0);
        self.left.push(Line::of(0, &told));
        self.order_ends(evaluation, position.mover());
        self.unlisted = Unlisted::AllBut(Some(place));
        true
    }

    /// Lists moves that were not listed by now, in the order in which they are tried.
    #[inline]
    pub(super) fn list_more(
        &mut self,
        machine: &mut Machine<'_, S>,
        position: &S::Position,
        order: &Order<'_>,
    ) -> Listed {
        loop {
            match self.unlisted {
                Unlisted::None => return Listed { any: false, all: true },
                Unlisted::AllBut(listed) => match machine.foresee(position) {
                    None => return self.list_all_but(listed, machine, position, order),
                    Some(foreseen) => {
                        let left = foreseen.options() & !listed.map_or(0, place_as_set);
                        self.unlisted = Unlisted::Of(foreseen, left);
                    }
                },
                Unlisted::Of(_, 0) => self.unlisted = Unlisted::None,
                Unlisted::Of(foreseen, left) => {
                    let lot = order.next_lot(&foreseen, left);
                    self.unlisted = Unlisted::Of(foreseen, left & !lot);
                    if !machine.children_among(position, &foreseen, lot, MOST_LISTED, &mut self.children) {
                        return self.list_all_but(None, machine, position, order);
                    }
                    if !self.children.is_empty() {
                        self.order_all(order, position.mover());
                        return Listed { any: true, all: true };
                    }
                }
            }
        }
    }

    /// Lists all moves but the one that is called so in the table.
    fn list_all_but(
        &mut self,
        listed: Option<u16>,
        machine: &mut Machine<'_, S>,
        position: &S::Position,
        order: &Order<'_>,
    ) -> Listed {
        self.unlisted = Unlisted::None;
        let all = self.list(machine, position);
        self.order_all(order, position.mover());
        self.left.retain(|line| Some(line.label) != listed);
        all
    }

    /// Lists the moves of a position, in no order.
    #[inline]
    fn list(&mut self, machine: &mut Machine<'_, S>, position: &S::Position) -> Listed {
        let listed = machine.children(position, MOST_LISTED, &mut self.children);
        let count = self.children.len();
        Listed { any: count > 0, all: listed.is_ok() && count < MOST_LISTED }
    }

    /// Lists the moves of a position that capture or end the game, in the order in which they are tried; tells whether there is any
    /// move.
    #[inline]
    pub(super) fn list_captures(
        &mut self,
        machine: &mut Machine<'_, S>,
        position: &S::Position,
        evaluation: &Evaluation,
    ) -> bool {
        self.left.clear();
        let any = match machine.foresee(position) {
            Some(foreseen) if foreseen.captures() == 0 => {
                return machine.has_move_foreseen(position, &foreseen);
            }
            Some(foreseen)
                if machine.children_among(
                    position,
                    &foreseen,
                    foreseen.captures(),
                    MOST_LISTED,
                    &mut self.children,
                ) =>
            {
                !self.children.is_empty() || machine.has_move_foreseen(position, &foreseen)
            }
            _ => self.list(machine, position).any,
        };
        self.order_captures(evaluation, position.mover());
        any
    }

    /// Puts moves in order that capture or end the game; the others are not tried.
    #[inline]
    fn order_captures(&mut self, evaluation: &Evaluation, mover: Player) {
        let told = self.children.outcomes().enumerate();
        let captures = told.filter(|(_, told)| told.captured != 0 || told.ended() != 0);
        self.left.extend(captures.map(|(number, told)| Line::of(number, &told)));
        if self.children.any_ends() {
            self.value_ends(evaluation, mover);
            self.left.retain(|line| !line.is_quiet);
        }
    }

    /// Puts all moves in order: first what ends the game well, then captures and extra turns; and quiet moves that have refuted
    /// others before their like.
    #[inline]
    fn order_all(&mut self, order: &Order<'_>, mover: Player) {
        self.left.clear();
        self.left.extend(self.children.outcomes().enumerate().map(|(number, told)| {
            let mut line = Line::of(number, &told);
            if line.is_quiet {
                line.order += order.refuters.order(told.name()) << NUMBER;
            }
            line
        }));
        self.order_ends(order.evaluation, mover);
        if let Some(preferred) = order.preferred {
            self.left.iter_mut().filter(|line| line.label == preferred).for_each(|line| line.order = i64::MAX);
        }
    }

    #[inline]
    fn order_ends(&mut self, evaluation: &Evaluation, mover: Player) {
        if self.children.any_ends() {
            self.value_ends(evaluation, mover);
        }
    }

    /// Notes what moves are worth that end the game.
    #[cold]
    fn value_ends(&mut self, evaluation: &Evaluation, mover: Player) {
        for line in &mut self.left {
            if let Some(ended) = self.children.ended(line.number.into()) {
                *line = line.ending(evaluation.verdict(ended, mover));
            }
        }
    }

    /// The move that is to be tried next.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Line> {
        let (mut at, mut highest) = (0, self.left.first()?.order);
        for (other, line) in self.left.iter().enumerate() {
            (at, highest) = if line.order > highest { (other, line.order) } else { (at, highest) };
        }
        Some(self.left.swap_remove(at))
    }

    /// Makes the position before the moves the one that a move leads to.
    #[inline]
    pub(super) fn play_in(&self, line: Line, position: &mut S::Position) {
        self.children.play_in(line.number.into(), position);
    }

    /// The first cells of the position that a move leads to and who is to move there, if they are at hand.
    #[inline]
    pub(super) fn cells(&self, line: Line) -> Option<(&[u8], Player)> {
        let number = line.number.into();
        Some((self.children.cells(number)?, self.children.next(number)))
    }

    /// What other positions call a move like this one.
    pub(super) fn name(&self, line: Line) -> Name {
        self.children.outcome(line.number.into()).name()
    }
}

/// The number of a move, of which there are no more than that.
#[inline]
fn number_of(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
