//! Positions with one ply to go, in games of whose moves something is always known before they are played. Most settle themselves: as
//! they stand they are good enough for who is to move, and a move keeps that. In the others, too, no move is put in order, and nothing is
//! noted but what was followed to the end of the game.

use super::Seat;
use super::known::SOLVED;
use super::played::{Played, PlayedMoves};
use super::search::{Ahead, Search};
use super::window::{Found, Window};
use crate::engine::{Foreseen, Ground};
use crate::model::Player;

/// Moves that are tried to keep what a position is worth.
const MOST_TRIED: u32 = 3;

/// What the other player can capture behind a move is asked if it leaves more by this than it has to: in hundredths of a seed.
const WORTH_ASKING: i32 = 300;

/// A position with one ply to go, and what is known of its moves.
struct Last<'l, G: Ground> {
    position: &'l G::Position,
    mover: Player,
    foreseen: &'l Foreseen,
    /// Places of whose moves nothing comes but their lap.
    sown: u64,
}

impl<G: Ground> Search<G> {
    /// What a position is worth for the player to move, behind which one ply is looked ahead; pieces tell that it goes on.
    #[inline]
    pub(super) fn last_ply(&mut self, position: &G::Position, seat: &Seat<'_, G::Shape>, window: Window) -> i32 {
        self.by_its_last_moves(position, seat, window).unwrap_or_else(|| self.search(position, seat, 1, window))
    }

    /// The same, unless it may have been there before.
    #[inline(always)]
    fn by_its_last_moves(&mut self, position: &G::Position, seat: &Seat<'_, G::Shape>, window: Window) -> Option<i32> {
        if self.may_repeat(position) {
            return None;
        }
        let solved = self.known.get_solved(|| G::print(position));
        if let Some(value) = solved.and_then(|entry| self.known_value(&entry, 1, window)) {
            return Some(value);
        }
        let mover = G::mover(position);
        let worth = self.worth_by_cells(position, mover)?;
        let foreseen = self.ground.foresee(position)?;
        let sown = self.ground.known_among(position, &foreseen, foreseen.options());
        let last = Last { position, mover, foreseen: &foreseen, sown };
        if worth >= window.beta
            && let Some((value, looked_at)) = self.kept(&last, window.beta)
        {
            self.cut = true;
            return Some(if self.runs_out_with(looked_at, seat.clock) { 0 } else { value });
        }
        let outer_cut = std::mem::replace(&mut self.cut, false);
        let found = self.best_of_last_moves(&last, seat, window);
        if let Some(found) = found.filter(|_| !self.out && !self.cut) {
            self.note(G::print(position), &found, SOLVED);
        }
        self.cut |= outer_cut;
        found.map(|found| found.value)
    }

    #[inline(always)]
    fn worth_by_cells(&self, position: &G::Position, player: Player) -> Option<i32> {
        self.evaluation.judge_by(&self.ground, G::cells(position)?, player)
    }

    /// What the position is worth at least, where a move of which nothing but its lap comes keeps it at that much or more, whatever is
    /// captured behind it; with how many positions were looked at for that.
    #[inline(always)]
    fn kept(&mut self, last: &Last<'_, G>, least: i32) -> Option<(i32, u64)> {
        // Moves behind which the player moves again are not answered: they come first, and then what kept a position before this one.
        let (mut left, again) = (last.sown, last.foreseen.again());
        for _ in 0..MOST_TRIED.min(left.count_ones()) {
            let first = [again, self.keepers[last.mover.index()]].map(|places| left & places);
            let first = first.into_iter().find(|places| *places != 0).unwrap_or(left);
            let first = first & first.wrapping_neg();
            left &= !first;
            let place = first.trailing_zeros() as u16;
            let after = self.ground.sow_foreseen(last.position, last.foreseen, place);
            let worth = self.worth_by_cells(&after, last.mover)?;
            if worth < least || self.may_repeat(&after) || !self.ground.surely_goes_on(&after) {
                continue;
            }
            let kept = if G::mover(&after) == last.mover {
                Some((worth, 1))
            } else {
                let foreseen = self.ground.foresee(&after)?;
                if foreseen.captures() == 0 {
                    Some((worth, 1))
                } else if worth >= least + WORTH_ASKING {
                    self.kept_by_captures(&after, &foreseen, last.mover, worth, least)
                } else {
                    None
                }
            };
            if kept.is_some() {
                self.keepers[last.mover.index()] = first;
                return kept;
            }
        }
        None
    }

    /// The same where the other player may capture behind a move: if each capture leaves that much to the player, who need not capture
    /// in return.
    fn kept_by_captures(
        &mut self,
        after: &G::Position,
        foreseen: &Foreseen,
        player: Player,
        worth: i32,
        least: i32,
    ) -> Option<(i32, u64)> {
        let mut played = self.played.pop().unwrap_or_default();
        let all = self.play(after, foreseen, foreseen.captures(), &mut played);
        let kept = if all { self.lowest_of_played(&played, player, worth, least) } else { None };
        self.played.push(played);
        kept
    }

    /// The same, where what may capture was played.
    fn lowest_of_played(
        &mut self,
        played: &PlayedMoves<G>,
        player: Player,
        worth: i32,
        least: i32,
    ) -> Option<(i32, u64)> {
        let mut lowest = worth;
        for Played { after, captured, value, .. } in played.all() {
            let worth = self.worth_by_cells(after, player).filter(|_| value.is_none())?;
            if worth >= least && G::mover(after) == player && self.ground.surely_goes_on(after) {
                lowest = lowest.min(worth);
            } else if *captured != 0 {
                return None;
            }
        }
        Some((lowest, 1 + played.all().len() as u64))
    }

    /// What is found of the moves: what has to be played to know what comes of it is looked at first, and of that what captures most. None
    /// if there are too many.
    fn best_of_last_moves(&mut self, last: &Last<'_, G>, seat: &Seat<'_, G::Shape>, window: Window) -> Option<Found> {
        let (mut found, mut before) = (Found::nothing(window), 0);
        let mut played = self.played.pop().unwrap_or_default();
        let all = self.play(last.position, last.foreseen, last.foreseen.options() & !last.sown, &mut played);
        while all
            && !self.out
            && !found.window.is_closed()
            && let Some(played) = played.next()
        {
            let value = match played.value {
                Some(value) => value,
                None => self.value_of_after(&played.after, last.mover, before, seat, Ahead::Plies(1), found.window),
            };
            found.take(played.label, value);
            before += 1;
        }
        self.played.push(played);
        all.then_some(())?;
        let mut left = last.sown;
        while left != 0 && !self.out && !found.window.is_closed() {
            let place = left.trailing_zeros() as u16;
            left &= left - 1;
            let after = self.ground.sow_foreseen(last.position, last.foreseen, place);
            let value = self.value_of_after(&after, last.mover, before, seat, Ahead::Plies(1), found.window);
            found.take(place, value);
            before += 1;
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AlphaBeta, Evaluation};
    use super::*;
    use crate::engine::{Cells as _, Children, Grounds, History, Machine, Shape, fingerprint, pack};
    use crate::game::{Flow, Game};
    use crate::sim::candidates::{Candidates, MOST_LISTED};
    use crate::sim::clock::Clock;
    use crate::sim::script::AlphaBetaSpec;
    use crate::sim::seed::{below, game_generator};
    use crate::sim::shaped;
    use crate::{Variant, shipped_names};

    /// Captures that are followed behind the last ply.
    const CAPTURES: u32 = 2;

    /// Looks at everything, by the interpreter.
    struct Plain<'p, S: Shape> {
        machine: Machine<'p, S>,
        flow: Flow,
        evaluation: Evaluation,
        seen: &'p History<S>,
        way: Vec<u64>,
        /// Whether somebody moved again: then what is known of a position may have been found with more plies to go.
        any_again: bool,
    }

    impl<S: Shape> Plain<'_, S> {
        /// The moves of a position with what they are worth for the mover, by what is to be looked at behind them; and whether they capture.
        fn values(
            &mut self,
            position: &S::Position,
            behind: impl Fn(&mut Self, &S::Position) -> i32,
        ) -> Vec<(bool, i32)> {
            let (mut children, mover) = (Children::default(), position.mover());
            Machine::children(&mut self.machine, position, MOST_LISTED, &mut children).expect("it takes few steps");
            let value = |number| {
                let captures = children.outcome(number).captured != 0 || children.ended(number).is_some();
                let value = children.ended(number).map(|ended| self.evaluation.verdict(ended, mover));
                let child = <Machine<'_, S> as Ground>::child(position, &children, number);
                let sign = if child.mover() == mover { 1 } else { -1 };
                self.any_again |= value.is_none() && sign == 1;
                (captures, value.unwrap_or_else(|| sign * behind(self, &child)))
            };
            (0..children.len()).map(value).collect()
        }

        /// What a position is worth behind which so many plies are looked ahead.
        fn value(&mut self, position: &S::Position, plies: u32) -> i32 {
            let print = fingerprint(position);
            let way = self.way.iter().filter(|other| **other == print).count() as u32;
            let times = 1 + way + self.seen.count(position, print);
            if self.flow.repetition
                && times > 1
                && let Some(ended) = Ground::before_turn(&mut self.machine, position, times)
            {
                return self.evaluation.verdict(&ended, position.mover());
            }
            if plies == 0 {
                return self.by_captures(position, CAPTURES);
            }
            self.way.push(print);
            let values = self.values(position, |plain, child| plain.value(child, plies - 1));
            self.way.pop();
            let best = values.iter().map(|(_, value)| *value).max();
            self.over(position, best.is_none()).or(best).expect("it is over, or goes on")
        }

        fn by_captures(&mut self, position: &S::Position, captures: u32) -> i32 {
            let worth = self.evaluation.judge(&mut self.machine, position, position.mover());
            if captures == 0 && !self.flow.before_turns {
                return worth;
            }
            let values = self.values(
                position,
                |plain, child| if captures == 0 { 0 } else { plain.by_captures(child, captures - 1) },
            );
            let best = values.iter().filter(|(may, _)| *may && captures > 0).map(|(_, value)| *value).max();
            self.over(position, values.is_empty()).unwrap_or_else(|| best.map_or(worth, |best| best.max(worth)))
        }

        fn over(&mut self, position: &S::Position, stuck: bool) -> Option<i32> {
            if !stuck && !self.flow.before_turns {
                return None;
            }
            match Ground::before_turn(&mut self.machine, position, 1) {
                Some(ended) => Some(self.evaluation.verdict(&ended, position.mover())),
                None => stuck.then(|| self.evaluation.judge(&mut self.machine, position, position.mover())),
            }
        }
    }

    /// A position behind so many moves at random, with all that have been there; none if the game is over by then.
    fn position<S: Shape>(game: &Game, moves: u32, seed: u64) -> Option<(S::Position, History<S>)> {
        let (mut machine, mut generator) = (game.machine::<S>(), game_generator(seed, 0));
        let mut position = pack::<S>(game.program(), &game.start());
        let (mut seen, mut children) = (History::default(), Children::default());
        seen.note(&position);
        for _ in 0..moves {
            let times = seen.count(&position, fingerprint(&position));
            if Ground::before_turn(&mut machine, &position, times).is_some() {
                return None;
            }
            Machine::children(&mut machine, &position, MOST_LISTED, &mut children).ok()?;
            if children.is_empty() || children.any_ends() {
                return None;
            }
            let drawn = below(&mut generator, children.len() as u32) as usize;
            position = <Machine<'_, S> as Ground>::child(&position, &children, drawn);
            seen.note(&position);
        }
        Some((position, seen))
    }

    /// Compares what a search finds with what looking at everything finds; whether there was something to compare.
    fn compare<S: Shape>(name: &str, game: &Game, depth: u32, moves: u32, seed: u64) -> Option<()> {
        let (position, seen) = position::<S>(game, moves, seed)?;
        let (mut candidates, mut machine) = (Candidates::default(), game.machine::<S>());
        candidates.list(&mut machine, &position);
        if candidates.listed.is_empty() {
            return None;
        }
        let mut plain = Plain {
            flow: Flow::of(&machine),
            machine: Machine::new(game.program()),
            evaluation: Evaluation::new(game.model(), None),
            seen: &seen,
            way: Vec::new(),
            any_again: false,
        };
        let values = plain.values(&position, |plain, child| plain.value(child, depth - 1));
        if plain.any_again && depth > 2 {
            return None;
        }
        let best = values.into_iter().map(|(_, value)| value).max();
        let spec = AlphaBetaSpec { depth: Some(depth.into()), ..AlphaBetaSpec::default() };
        let mut player = AlphaBeta::<S>::new(game, &spec).expect("there is memory");
        let seat =
            Seat { position: &position, candidates: &candidates, seen: &seen, turns: 0, clock: &Clock::default() };
        let (_, found) = player.best(&seat, &mut game_generator(1, 0));
        assert_eq!(Some(found), best, "{name}, {moves} moves at random by seed {seed}, depth {depth}");
        Some(())
    }

    #[test]
    fn a_search_finds_what_looking_at_everything_finds() {
        let mut compared = [0, 0];
        for name in shipped_names() {
            let game = Variant::shipped(name).expect("it is shipped").game().expect("it checks");
            shaped!(game.program(), S => {
                if matches!(Grounds::of(game.machine::<S>()), Grounds::Whole(_)) {
                    continue;
                }
                for (depth, compared) in (2..).zip(&mut compared) {
                    let positions = [6, 16, 40].into_iter().zip(0..);
                    *compared += positions.filter_map(|(moves, seed)| compare::<S>(name, &game, depth, moves, seed)).count();
                }
            });
        }
        assert!(compared[0] > 120 && compared[1] > 60, "only {compared:?} positions were compared");
    }

    /// So it does on whole positions, where state falls back, with turns that leave it to the next one.
    #[test]
    fn a_search_of_state_that_falls_back_finds_that_too() {
        let made = [
            include_str!("../../../tests/agreement/state_that_falls_back_before_a_turn.mancala"),
            include_str!("../../../tests/agreement/state_set_behind_the_last_seed.mancala"),
        ];
        let made = made.map(|text| ("made for this", Variant::from_text("it", text)));
        let shipped = ["bao", "bawo-ntchuwa"].map(|name| (name, Variant::shipped(name).expect("it is shipped")));
        for (name, variant) in made.into_iter().chain(shipped) {
            let game = variant.game().expect("it checks");
            let compared: usize = shaped!(game.program(), S => {
                assert!(matches!(Grounds::of(game.machine::<S>()), Grounds::Whole(_)), "{name} is searched on whole positions");
                let positions = (0..12).flat_map(|seed| [(2, seed % 7, u64::from(seed)), (3, seed % 7, u64::from(seed))]);
                positions.filter_map(|(depth, moves, seed)| compare::<S>(name, &game, depth, moves, seed)).count()
            });
            assert!(compared >= 12, "only {compared} positions of {name} were compared");
        }
    }
}
