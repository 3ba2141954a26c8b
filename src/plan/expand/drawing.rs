//! Moves that are drawn: where their number is known before any is played, or they are tried, the others are left alone.

use super::foreseeing::Beforehand;
use super::{Expander, Halt, Ranking};
use crate::limits;
use crate::model::Id as _;
use crate::plan::Side;
use crate::plan::along::{as_set, first_of, member};
use crate::plan::bags::members;
use crate::plan::below::below;
use crate::plan::counts::{Counts, Note};
use crate::plan::first_hand::FirstHand;
use crate::plan::half_played::HalfPlayed;
use crate::plan::hand_orders::Orders;
use crate::plan::listed::Listed;
use crate::plan::machine::{Standing, Stop};
use crate::plan::op::{answer, turn};
use crate::plan::pieces::byte;
use crate::plan::runner::Runner;
use std::ops::ControlFlow;

/// What came of drawing a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::plan) enum Drawing {
    /// One of n was played.
    Played(u32),
    /// That which was drawn from n options is not legal: its kind is tried.
    NotLegal(u32),
    /// There is none.
    Not,
    /// The game is over before the turn: which row has ended it, and made the position what it is, if that is known.
    Over(Option<usize>),
    /// They have to be listed, since their number is not known before: those of the phase with this number.
    List(usize),
    /// It takes too long.
    TooLong,
}

/// Adds the move that was found to a list.
fn add<const W: usize>(runner: &Runner<'_, W>, listed: &mut Listed) -> ControlFlow<()> {
    listed.add(kind_of(runner), runner.choices());
    ControlFlow::Continue(())
}

/// The same where it may stand for all orders in which its hand can fall; enough where there are more than fit in a list.
fn add_with_orders<const W: usize>(runner: &Runner<'_, W>, listed: &mut Listed) -> ControlFlow<()> {
    match runner.orders() {
        Some(orders) => add_orders(listed, kind_of(runner), runner.choices(), orders),
        None => {
            listed.add(kind_of(runner), runner.choices());
            goes_on(listed)
        }
    }
}

/// Adds all orders in which a hand can fall behind some choices.
fn add_orders(listed: &mut Listed, kind: usize, choices: &[u16], orders: Orders) -> ControlFlow<()> {
    let count = orders.count(limits::LISTED_MOVES);
    listed.add_orders(kind, choices, count, orders);
    goes_on(listed)
}

/// Whether more moves fit in a list of candidates.
fn goes_on(listed: &Listed) -> ControlFlow<()> {
    if listed.len() > limits::LISTED_MOVES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The kind of the move that was found.
fn kind_of<const W: usize>(runner: &Runner<'_, W>) -> usize {
    usize::try_from(runner.get(turn::KIND)).unwrap_or(0)
}

/// What came of a turn that was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::plan) struct Told {
    /// South's lead before it.
    pub(in crate::plan) lead: i32,
    pub(in crate::plan) again: bool,
    /// The number of the row that ended the game, plus one; 0 if none did.
    pub(in crate::plan) ended: i32,
    pub(in crate::plan) captured: i32,
    pub(in crate::plan) laps: i32,
    /// Places, or less than 0 if there is none.
    pub(in crate::plan) last: i32,
    pub(in crate::plan) lifted_first: i32,
}

impl Drawing {
    /// What came of one of n options.
    pub(in crate::plan) fn of_option(stop: Stop, count: u32) -> Self {
        match stop {
            Stop::Legal => Drawing::Played(count),
            Stop::Over => Drawing::NotLegal(count),
            Stop::TooLong | Stop::Answer(_) => Drawing::TooLong,
        }
    }

    /// What an answer tells that is no number of options.
    pub(in crate::plan) fn answered(answer: i32) -> Self {
        match answer {
            0 | answer::NOT => Drawing::Not,
            answer::OVER => Drawing::Over(None),
            ..=answer::OVER_BY => Drawing::Over(usize::try_from(answer::OVER_BY - answer).ok()),
            _ => usize::try_from(answer::LIST - answer).map_or(Drawing::TooLong, Drawing::List),
        }
    }
}

impl<'p, const W: usize> Expander<'p, W> {
    /// One that draws moves, and does not list them.
    pub(in crate::plan) fn drawing(side: &'p Side<W>, prefers: bool) -> Self {
        Expander { runner: Runner::drawing(side), ..Expander::new(side, prefers) }
    }

    /// A game begins, of which moves are drawn.
    #[cfg(feature = "native")]
    pub(in crate::plan) fn begin_game(&mut self) {
        self.runner.begin_game();
    }

    /// A search begins: its positions are those that turns have come to, and have as many pieces as the next one.
    pub(in crate::plan) fn begin_search(&mut self) {
        self.come_from_turns(true);
        #[cfg(feature = "native")]
        self.begin_game();
    }

    /// Draws a move of a position and plays it, if their number is known before any is played, or they are tried. A word was drawn for it,
    /// and `random` gives more.
    #[inline]
    pub(in crate::plan) fn draw(&mut self, position: &[u8; W], word: u32, random: &mut impl FnMut() -> u32) -> Drawing {
        self.runner.draw(position, word, random)
    }

    /// Draws from the options of a kind that is tried other than the one with this number, one after the other, until one is legal.
    #[cold]
    pub(in crate::plan) fn try_others(
        &mut self,
        position: &[u8; W],
        not_legal: u32,
        random: &mut impl FnMut() -> u32,
    ) -> Drawing {
        let kind = match self.ranking(position) {
            Some(Ranking::Kind(kind)) if self.side.tried.contains(&kind.index()) => kind.index(),
            _ => return Drawing::TooLong,
        };
        let mut left = self.options_to_try(position, kind);
        left &= !member(left, not_legal);
        while left != 0 {
            let count = left.count_ones();
            let option = member(left, below(count, random(), random));
            left &= !option;
            let place = u16::try_from(first_of(option)).unwrap_or(u16::MAX);
            match self.runner.try_option(kind, place) {
                Stop::Over => {}
                stop => return Drawing::of_option(stop, count),
            }
        }
        self.over_when_stuck(position)
    }

    /// The options of a kind that is tried.
    pub(in crate::plan) fn options_to_try(&mut self, position: &[u8; W], kind: usize) -> u64 {
        self.runner.options_to_try(position, kind)
    }

    /// What comes of it that a position has no legal move.
    pub(in crate::plan) fn over_when_stuck(&mut self, position: &[u8; W]) -> Drawing {
        self.runner.set_position(position);
        self.runner.over_when_stuck()
    }

    /// Whether it is known soon that a position has a legal move, and that the game is not over before it.
    pub(in crate::plan) fn surely_goes_on(&mut self, position: &[u8; W]) -> bool {
        let foresight = self.foresight(position);
        let foreseen = foresight.and_then(|beforehand| self.goes_on_as_foreseen(beforehand, position));
        foreseen.unwrap_or_else(|| self.goes_on_unforeseen(position))
    }

    /// The same, where what is known beforehand of all moves tells it.
    #[inline(always)]
    pub(in crate::plan) fn goes_on_as_foreseen(
        &mut self,
        (foresight, gives_way): Beforehand<'p, W>,
        position: &[u8; W],
    ) -> Option<bool> {
        let has_move = if self.is_free(position, foresight.kind()) {
            Some(foresight.has_option(self.side, position)).filter(|has_option| *has_option || !gives_way)
        } else {
            foresight.has_known_option(self.side, position).then_some(true)
        };
        has_move.map(|has_move| has_move && self.is_over(position) == Some(false))
    }

    /// The same, where that does not.
    pub(in crate::plan) fn goes_on_unforeseen(&mut self, position: &[u8; W]) -> bool {
        (self.side.has_free && self.is_drawn_from(position))
            || (self.is_over(position) == Some(false) && self.has_move(position))
    }

    /// Whether moves would be drawn from in a position.
    fn is_drawn_from(&mut self, position: &[u8; W]) -> bool {
        self.runner.set_position(position);
        self.runner.count_drawn_from() > 0
    }

    /// Whether it is known soon that a position has a legal move. What others give way to is looked for last: it captures more
    /// often, and then takes longer to play.
    fn has_move(&mut self, position: &[u8; W]) -> bool {
        self.ranking(position).is_some_and(|ranking| self.has_move_of(ranking))
    }

    fn has_move_of(&mut self, ranking: &Ranking) -> bool {
        match ranking {
            Ranking::Kind(kind) => self.runner.first(kind.index()) == Stop::Legal,
            Ranking::Else(members) | Ranking::Or(members) => {
                members.iter().rev().any(|member| self.has_move_of(member))
            }
        }
    }

    /// Lists the legal moves of a position that is in the phase with this number. Where pieces are sown in a chosen order, and
    /// there are more than fit in a list of candidates, one is drawn in another way.
    pub(in crate::plan) fn list(&mut self, position: &[u8; W], phase: usize, listed: &mut Listed) -> Result<(), Halt> {
        listed.clear();
        self.runner.set_position(position);
        let side = self.side;
        let Some(ranking) = side.phases.get(phase) else { return Ok(()) };
        if side.chooses_orders {
            return self.list_orders(position, ranking, listed);
        }
        #[cfg(feature = "native")]
        if !self.prefers && self.runner.lists_together() {
            return self.ranked(ranking, &mut |this, kind| this.runner.name_together(kind, listed)).map(drop);
        }
        self.list_ranked(ranking, listed, &mut add)
    }

    /// The same where moves that are played for that can be gone on with: it is kept where they stand.
    pub(in crate::plan) fn list_half_played(
        &mut self,
        position: &[u8; W],
        phase: usize,
        (listed, half_played): (&mut Listed, &mut HalfPlayed<W>),
    ) -> Result<(), Halt> {
        listed.clear();
        half_played.begin(self.runner.steps());
        self.runner.set_position(position);
        let Some(ranking) = self.side.phases.get(phase) else { return Ok(()) };
        let mut keep = |runner: &Runner<'p, W>, listed: &mut Listed| {
            half_played.keep(listed.end(), runner);
            add(runner, listed)
        };
        self.runner.takes_notes(true);
        let end = self.list_ranked(ranking, listed, &mut keep);
        self.runner.takes_notes(false);
        end
    }

    /// Lists the legal moves of a ranking; those that are played for that are added so.
    fn list_ranked(
        &mut self,
        ranking: &Ranking,
        listed: &mut Listed,
        add: &mut impl FnMut(&Runner<'p, W>, &mut Listed) -> ControlFlow<()>,
    ) -> Result<(), Halt> {
        if self.prefers {
            return self.visit_ranked(ranking, &mut |runner| add(runner, listed));
        }
        self.ranked(ranking, &mut |this, kind| this.list_kind(kind, listed, add)).map(drop)
    }

    /// Lists the legal moves of a kind, without playing any where it is known which are legal; whether there is any.
    fn list_kind(
        &mut self,
        kind: usize,
        listed: &mut Listed,
        add: &mut impl FnMut(&Runner<'p, W>, &mut Listed) -> ControlFlow<()>,
    ) -> Result<bool, Halt> {
        let first = if self.rulings.may_tell(kind) {
            let (places, before) = (self.runner.options(kind), listed.end());
            if self.rulings.list(kind, self.runner.turn_start(), places, listed) {
                return Ok(listed.end() > before);
            }
            self.runner.first_of_options(u64::MAX)
        } else {
            self.runner.first(kind)
        };
        self.visit_from(first, &mut |runner| add(runner, listed))
    }

    /// Plays a turn of the position from which a move was to be drawn, on from where it stands, of which this is noted; tells whether
    /// it could be played.
    pub(in crate::plan) fn go_on_from(&mut self, (standing, notes): (&Standing<W>, &[Note])) -> bool {
        self.runner.go_on_from(standing, notes)
    }

    /// Whether moves of a kind are listed without being played, as far as it is known which are legal.
    pub(in crate::plan) fn tells(&self, kind: usize) -> bool {
        self.rulings.tells(kind)
    }

    /// The same where orders are chosen: hands that may fall in any order are listed as they are.
    fn list_orders(&mut self, position: &[u8; W], ranking: &Ranking, listed: &mut Listed) -> Result<(), Halt> {
        let together = self.side.has_settled_orders && !self.prefers && !self.is_judged(position);
        self.runner.takes_orders_together(together);
        if !together {
            return self.visit_ranked(ranking, &mut |runner| add_with_orders(runner, listed));
        }
        let side = self.side;
        let list = &mut |this: &mut Self, kind| match side.first_hand(kind) {
            Some(first_hand) => this.list_first_hands(kind, first_hand, listed),
            None => this.kind(kind, &mut |runner| add_with_orders(runner, listed)),
        };
        self.ranked(ranking, list).map(drop)
    }

    /// Lists the legal moves of a kind that begin with a hand that is sown in any order; whether there is any. No more are played than
    /// those of places of which it is not told that all orders are legal.
    fn list_first_hands(&mut self, kind: usize, first_hand: &FirstHand, listed: &mut Listed) -> Result<bool, Halt> {
        let before = listed.end();
        for place in members(self.runner.options(kind)) {
            let number = byte(place);
            if let Some(orders) = first_hand.orders(self.side, self.runner.turn_start(), number) {
                if add_orders(listed, kind, &[number.into()], orders).is_break() {
                    return Err(Halt::Enough);
                }
                continue;
            }
            // Another may have been played since they were told.
            self.runner.options(kind);
            let first = self.runner.first_of_options(as_set(place));
            self.visit_from(first, &mut |runner| add_with_orders(runner, listed))?;
        }
        Ok(listed.end() > before)
    }

    /// Keeps what is counted by now of moves that were played.
    pub(in crate::plan) fn keep_counts(&mut self) {
        self.runner.keep_counts();
    }

    /// Forgets what was counted since that was kept.
    pub(in crate::plan) fn take_counts_back(&mut self) {
        self.runner.take_counts_back();
    }

    /// Takes what was counted of moves that were played.
    pub(in crate::plan) fn take_counts(&mut self, into: &mut Counts) {
        self.runner.take_counts(into);
    }
}
