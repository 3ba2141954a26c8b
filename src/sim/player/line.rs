//! Moves that a search looks at, and in which order.

use super::evaluation::{Evaluation, WIN};
use super::quiet_moves::{self, Refuters};
use crate::engine::{Children, Foreseen, Ground, Name, Outcome};
use crate::model::Player;
use crate::sim::candidates::{Candidate, MOST_LISTED};

/// A move of the position that is searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct FirstLine<G: Ground> {
    pub(super) position: G::Position,
    pub(super) value: Option<i32>,
    pub(super) captured: i32,
    pub(super) index: u16,
}

impl<G: Ground> FirstLine<G> {
    /// The move with this number among those that were listed.
    pub(super) fn of(index: usize, candidate: &Candidate<G::Shape>, evaluation: &Evaluation, mover: Player) -> Self {
        let value = candidate.ended.map(|ended| evaluation.verdict(&ended, mover));
        FirstLine {
            position: G::kept(&candidate.position),
            value,
            captured: candidate.captured,
            index: number_of(index),
        }
    }
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
    /// Which of those that were listed it is; none if it was not, since nothing comes of it but the lap of what was foreseen.
    number: Option<u16>,
    /// Whether it neither captures nor ends the game.
    pub(super) is_quiet: bool,
}

impl Line {
    /// A move with this number that does not end the game.
    #[inline(always)]
    fn of(number: usize, told: &Outcome) -> Self {
        let number = number_of(number);
        let order = CAPTURED * i64::from(told.captured) + EXTRA_TURN * i64::from(told.again());
        Line {
            order: (order * quiet_moves::RANGE) << NUMBER | i64::from(u16::MAX - number),
            value: None,
            label: label_of(number.into(), told),
            number: Some(number),
            is_quiet: told.captured == 0,
        }
    }

    /// A move that was not listed: of this place nothing comes but the lap.
    #[inline(always)]
    fn sown(place: u16) -> Self {
        Line { order: 0, value: None, label: place, number: None, is_quiet: true }
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
/// played, they are listed lot by lot; and those of which all is known are not even listed.
#[derive(Debug, Clone)]
pub(super) struct Lines<G: Ground> {
    children: Children<G::Shape>,
    /// Moves that are left to try of those that were listed.
    left: Vec<Line>,
    unlisted: Unlisted,
    /// What was foreseen of the moves.
    foreseen: Option<Foreseen>,
    /// Places of which nothing comes but their lap, that are tried now; those that are tried before the others; and what of those that
    /// were listed is tried before any of them.
    sown: u64,
    favoured: u64,
    before_sown: i64,
    /// Whether moves are missing, since there are too many.
    pub(super) misses_some: bool,
}

/// Moves that were not listed by now.
#[derive(Debug, Clone, Copy)]
enum Unlisted {
    /// None.
    None,
    /// All but the one that is called so in the table, if one was listed.
    AllBut(Option<u16>),
    /// Those of these places, of which something was foreseen.
    Of(u64),
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

/// What the order of a move gains by an extra turn, and by each piece that it captures.
const EXTRA_TURN: i64 = 15;
const CAPTURED: i64 = 10;

/// Moves are tried before those that do nothing but give an extra turn if their order is no lower than this.
const BEFORE_EXTRA_TURNS: i64 = ((EXTRA_TURN + 1) * quiet_moves::RANGE) << NUMBER;

/// Bits for the number of a move.
const NUMBER: u32 = u16::BITS;
const _: () = assert!(MOST_LISTED < 1 << NUMBER);

impl<G: Ground> Default for Lines<G> {
    fn default() -> Self {
        Lines {
            children: Children::default(),
            left: Vec::new(),
            unlisted: Unlisted::None,
            foreseen: None,
            sown: 0,
            favoured: 0,
            before_sown: 0,
            misses_some: false,
        }
    }
}

impl<G: Ground> Lines<G> {
    /// Nothing is listed yet.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.left.clear();
        self.sown = 0;
        self.unlisted = Unlisted::AllBut(None);
        self.misses_some = false;
    }

    /// Lists nothing but the move with this place as its only choice, if it is known that there is one.
    pub(super) fn begin_with(&mut self, place: u16, ground: &mut G, position: &G::Position, evaluation: &Evaluation) {
        self.begin();
        if let Some(foreseen) = ground.foresee_place(position, place)
            && ground.known_among(position, &foreseen, foreseen.options()) == foreseen.options()
        {
            (self.sown, self.favoured, self.before_sown) = (foreseen.options(), 0, 0);
            self.foreseen = Some(foreseen);
            self.unlisted = Unlisted::AllBut(Some(place));
        } else if ground.child_by_place(position, place, &mut self.children) {
            let told = self.children.outcome(0);
            self.left.push(Line::of(0, &told));
            self.order_ends(evaluation, G::mover(position));
            self.unlisted = Unlisted::AllBut(Some(place));
        }
    }

    /// The move that is to be tried next, which is listed now if it was not.
    #[inline(always)]
    pub(super) fn next<'o>(
        &mut self,
        ground: &mut G,
        position: &G::Position,
        order: impl Fn() -> Order<'o>,
    ) -> Option<Line> {
        loop {
            if self.sown != 0 && self.left.iter().all(|line| line.order < self.before_sown) {
                return Some(self.next_sown(&order().refuters));
            }
            if let Some(line) = self.next_listed() {
                return Some(line);
            }
            if !self.list_more(ground, position, &order()) {
                return None;
            }
        }
    }

    /// Lists moves that were not listed by now; whether there may be any.
    #[inline(never)]
    fn list_more(&mut self, ground: &mut G, position: &G::Position, order: &Order<'_>) -> bool {
        if let Unlisted::AllBut(listed) = self.unlisted {
            self.foresee(listed, ground, position, order);
        }
        match self.unlisted {
            Unlisted::Of(places @ 1..) => {
                self.take_up(places, ground, position, order);
                true
            }
            Unlisted::Of(0) | Unlisted::None | Unlisted::AllBut(_) => !self.left.is_empty(),
        }
    }

    /// The move that is to be tried next of those of which nothing but their lap comes.
    #[inline(always)]
    fn next_sown(&mut self, refuters: &Refuters<'_>) -> Line {
        let favoured = self.sown & self.favoured;
        let places = if favoured == 0 { self.sown } else { favoured };
        let place = match &self.foreseen {
            Some(foreseen) if !places.is_power_of_two() => refuters.first_to_try(places, foreseen),
            _ => places.trailing_zeros() as u16,
        };
        self.sown &= !place_as_set(place);
        Line::sown(place)
    }

    /// The move that is to be tried next of those that were listed.
    #[inline(always)]
    pub(super) fn next_listed(&mut self) -> Option<Line> {
        if self.left.len() <= 1 { self.left.pop() } else { self.next_of_several() }
    }

    fn next_of_several(&mut self) -> Option<Line> {
        let (mut at, mut highest) = (0, self.left.first()?.order);
        for (other, line) in self.left.iter().enumerate() {
            (at, highest) = if line.order > highest { (other, line.order) } else { (at, highest) };
        }
        Some(self.left.swap_remove(at))
    }

    /// Looks at what is known of the moves before they are played; lists all but the one that is called so in the table where
    /// nothing is.
    #[inline]
    fn foresee(&mut self, listed: Option<u16>, ground: &mut G, position: &G::Position, order: &Order<'_>) {
        self.foreseen = ground.foresee(position);
        match &self.foreseen {
            Some(foreseen) => {
                self.unlisted = Unlisted::Of(foreseen.options() & !listed.map_or(0, place_as_set));
            }
            None => self.list_all_but(listed, ground, position, order),
        }
    }

    /// Takes up the next lot of some places.
    #[inline]
    fn take_up(&mut self, places: u64, ground: &mut G, position: &G::Position, order: &Order<'_>) {
        let Some(foreseen) = &self.foreseen else { return };
        let lot = order.next_lot(foreseen, places);
        self.unlisted = Unlisted::Of(places & !lot);
        let known = ground.known_among(position, foreseen, lot);
        // Of those behind which the other player moves, all are listed or none: they are alike.
        if known == lot || known & foreseen.again() != 0 {
            self.sown = known;
            self.favoured = order.refuters.favoured(foreseen);
            self.before_sown = if known & foreseen.again() != 0 { BEFORE_EXTRA_TURNS } else { 0 };
        }
        let played = lot & !self.sown;
        if played == 0 {
            return;
        }
        if ground.children_among(position, foreseen, played, MOST_LISTED, &mut self.children) {
            self.order_all(order, G::mover(position));
        } else {
            self.sown = 0;
            self.list_all_but(None, ground, position, order);
        }
    }

    /// Lists all moves but the one that is called so in the table.
    fn list_all_but(&mut self, listed: Option<u16>, ground: &mut G, position: &G::Position, order: &Order<'_>) {
        self.unlisted = Unlisted::None;
        self.list(ground, position);
        self.order_all(order, G::mover(position));
        self.left.retain(|line| Some(line.label) != listed);
    }

    /// Lists the moves of a position, in no order; whether there is any.
    #[inline]
    fn list(&mut self, ground: &mut G, position: &G::Position) -> bool {
        let listed = ground.children(position, MOST_LISTED, &mut self.children);
        self.note_listed(listed.is_ok())
    }

    /// The same, where moves behind the first one may be left out that captures and is worth so much to the mover.
    #[inline]
    fn list_until(&mut self, least: i32, ground: &mut G, position: &G::Position, evaluation: &Evaluation) -> bool {
        let mover = G::mover(position);
        let listed = ground.children_until(position, MOST_LISTED, &mut self.children, |ground, told, cells| {
            let goes_on = told.captured != 0 && told.ended() == 0;
            goes_on && evaluation.judge_by(ground, cells, mover).is_some_and(|worth| worth >= least)
        });
        self.note_listed(listed.is_ok())
    }

    #[inline]
    fn note_listed(&mut self, are_all: bool) -> bool {
        let count = self.children.len();
        self.misses_some = !are_all || count >= MOST_LISTED;
        count > 0
    }

    /// Lists the moves of a position that capture or end the game, of which some may have been foreseen, in the order in which they
    /// are tried; tells whether there is any move.
    #[inline]
    pub(super) fn list_captures(
        &mut self,
        foreseen: Option<&Foreseen>,
        ground: &mut G,
        position: &G::Position,
        evaluation: &Evaluation,
        enough: Option<i32>,
    ) -> bool {
        self.left.clear();
        let any = match foreseen {
            Some(foreseen)
                if ground.children_among(position, foreseen, foreseen.captures(), MOST_LISTED, &mut self.children) =>
            {
                !self.children.is_empty() || ground.has_move_foreseen(position, foreseen)
            }
            _ => match enough {
                Some(least) => self.list_until(least, ground, position, evaluation),
                None => self.list(ground, position),
            },
        };
        self.order_captures(evaluation, G::mover(position));
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
        if self.children.len() == 1 {
            // There is nothing that it could come before.
            self.left.push(Line::of(0, &self.children.outcome(0)));
            return self.order_ends(order.evaluation, mover);
        }
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
            if let Some(ended) = line.number.and_then(|number| self.children.ended(number.into())) {
                *line = line.ending(evaluation.verdict(ended, mover));
            }
        }
    }

    /// The position that a move leads to.
    #[inline(always)]
    pub(super) fn played(&self, line: Line, ground: &G, before: &G::Position) -> G::Position {
        match (line.number, &self.foreseen) {
            (Some(number), _) => G::child(before, &self.children, number.into()),
            (None, Some(foreseen)) => ground.sow_foreseen(before, foreseen, line.label),
            (None, None) => *before,
        }
    }

    /// What other positions call a move like this one.
    pub(super) fn name(&self, line: Line) -> Option<Name> {
        match line.number {
            Some(number) => Some(self.children.outcome(number.into()).name()),
            None => self.foreseen.as_ref().map(|foreseen| foreseen.name(line.label)),
        }
    }
}

/// What a move that was listed is called in the table: its place, where that is its only choice, or its number.
#[inline(always)]
pub(super) fn label_of(number: usize, told: &Outcome) -> u16 {
    told.name().only_choice().unwrap_or(number_of(number))
}

/// The number of a move, of which there are no more than that.
#[inline]
fn number_of(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
