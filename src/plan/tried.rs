//! Kinds of move that are tried: a move is drawn from all options, and if it turns out not to be legal, another from those that are
//! left. So each legal move is as likely as any other, as if it were drawn from a list of them, and none but the drawn one is played.
//! How many there are is not known with that: for the same words at random, other moves are drawn than from the list.

use super::Side;
use super::first_choice::only_choice;
use super::free::Judged;
use super::op::Op;
use super::refusal::Refusal;
use super::side::sides;
use crate::id::Id as _;
use crate::ir::Program;
use crate::model::Ranking;

/// The same sides, with all kinds tried that can be.
pub(super) fn trying<const W: usize>(program: &Program, of: &[Side<W>; 2]) -> Result<[Side<W>; 2], Refusal> {
    let [south, north] = of.each_ref().map(|side| side.kinds_to_try().collect::<Vec<_>>());
    sides(program, false, [&south, &north])
}

impl<const W: usize> Side<W> {
    /// Whether there are kinds to try.
    pub(super) fn has_kinds_to_try(&self) -> bool {
        self.kinds_to_try().next().is_some()
    }

    /// The kinds of move that can be tried and of which it is not known, at least in some positions, that all options are legal: one place
    /// is chosen, no move is preferred to others, and a kind gives way to none and stands beside none in a phase.
    fn kinds_to_try(&self) -> impl Iterator<Item = usize> {
        let of_phases = self.phases.iter().filter_map(|ranking| match ranking {
            Ranking::Kind(kind) => Some(kind.index()),
            Ranking::Else(_) | Ranking::Or(_) => None,
        });
        let is_known = |kind: usize| self.free[kind] && self.judged != Judged::Unknown;
        of_phases.filter(move |kind| !is_known(*kind) && !self.in_match && self.chooses_one_place(*kind))
    }

    /// Whether moves of a kind choose one place and nothing else, and none is preferred to others.
    fn chooses_one_place(&self, kind: usize) -> bool {
        let prefers = self.made_ops().iter().any(|op| matches!(op, Op::Prefer(_)));
        let choice = only_choice(self, kind).filter(|_| !prefers && !self.has_several_kinds() && !self.chooses_orders);
        choice.is_some_and(|(choice, _)| matches!(self.made_ops()[choice], Op::ChoosePlace(..)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Player;
    use crate::plan::expand::Expander;
    use crate::plan::op::turn;
    use crate::plan::random_turns::RandomTurns;
    use crate::plan::{Plan, Width, Words, pack};
    use crate::{Variant, shipped_names};
    use std::ops::ControlFlow;

    /// Turns of a game at random that are compared.
    const TURNS: usize = 120;

    /// How often moves are drawn from one position to see how likely each is, and from how many positions of a variant.
    const DRAWN: u32 = 4_000;
    const MOST_DRAWN_FROM: usize = 3;

    /// Words at random, always the same: xorshift.
    struct SomeWords(u64);

    impl Words for SomeWords {
        fn word(&mut self) -> u32 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            u32::from_le_bytes(*self.0.to_be_bytes().first_chunk().expect("there are eight"))
        }

        fn fill(&mut self, words: &mut [[u8; 4]]) {
            words.fill_with(|| self.word().to_le_bytes());
        }
    }

    /// What a turn leads to: the cells, and who moves next.
    type Led<const W: usize> = ([u8; W], Player);

    /// A game whose moves are tried, and what lists them.
    struct Compared<'p, const W: usize> {
        tried: RandomTurns<'p>,
        sides: &'p [Side<W>; 2],
        expanders: [Expander<'p, W>; 2],
        words: SomeWords,
    }

    impl<const W: usize> Compared<'_, W> {
        /// What the legal moves of a position lead to.
        fn legal(&mut self, (cells, mover): &Led<W>) -> Vec<Led<W>> {
            let mut legal = Vec::new();
            let _ = self.expanders[mover.index()].visit(cells, &mut |runner| {
                let next = if runner.get(turn::AGAIN) == 0 { mover.other() } else { *mover };
                legal.push((*runner.position(), next));
                ControlFlow::Continue(())
            });
            legal
        }

        /// A turn by trial; none if no move was drawn.
        fn tried(&mut self, (cells, mover): &Led<W>) -> Option<Led<W>> {
            // The last byte of a position tells who is to move.
            self.tried.begin(&[&cells[..], &[0]].concat(), *mover);
            let _ = self.tried.go_on(1, &mut self.words);
            let is_played = self.tried.trail().len() == 1;
            is_played.then(|| (*self.tried.cells().first_chunk().expect("it has as many cells"), self.tried.mover()))
        }

        /// Whether an option of the position is not legal, and there are several that are.
        fn has_others(&mut self, (cells, mover): &Led<W>, legal: usize) -> bool {
            let side = &self.sides[mover.index()];
            let mut options =
                |kind: &usize| self.expanders[mover.index()].options_to_try(cells, *kind).count_ones() as usize;
            legal > 1 && side.tried.iter().any(|kind| options(kind) > legal)
        }

        /// Draws often from a position: what moves lead to is as likely as any other, however many lead to it.
        fn is_even(&mut self, at: &Led<W>, legal: &[Led<W>], name: &str) {
            let drawn: Vec<Led<W>> = (0..DRAWN).filter_map(|_| self.tried(at)).collect();
            assert_eq!(drawn.len(), DRAWN as usize, "{name}");
            let (mut all, mut deviation) = (Vec::new(), 0.0);
            for one in legal {
                if !all.contains(one) {
                    all.push(*one);
                    let same = |all: &[Led<W>]| all.iter().filter(|other| *other == one).count() as f64;
                    let expected = f64::from(DRAWN) * same(legal) / legal.len() as f64;
                    deviation += (same(&drawn) - expected).powi(2) / expected;
                }
            }
            // Five standard deviations above the mean of what chance gives.
            let freedom = (all.len() - 1) as f64;
            assert!(deviation <= freedom + 5.0 * (2.0 * freedom).sqrt().max(1.0), "{name}: {deviation} of {freedom}");
        }

        /// Plays turns by trial from a position; tells how many positions were drawn from often.
        fn compare(&mut self, start: Led<W>, name: &str) -> usize {
            let (mut at, mut drawn_from) = (start, 0);
            for _ in 0..TURNS {
                let legal = self.legal(&at);
                if drawn_from < MOST_DRAWN_FROM && self.has_others(&at, legal.len()) {
                    self.is_even(&at, &legal, name);
                    drawn_from += 1;
                }
                let Some(next) = self.tried(&at) else {
                    let is_over = self.expanders[at.1.index()].is_over(&at.0) == Some(true);
                    assert!(legal.is_empty() || is_over, "{name}: nothing is drawn of {at:?}");
                    at = start;
                    continue;
                };
                assert!(legal.contains(&next), "{name}: {at:?} leads to {next:?}");
                at = next;
            }
            drawn_from
        }
    }

    fn compared<const W: usize>(
        program: &Program,
        (plan, listing): (&Plan, &Plan),
        sides: &[Side<W>; 2],
        (start, name): (Led<W>, &str),
    ) -> usize {
        let tried = RandomTurns::new(program, listing, plan, false).expect("both are of one width");
        let expanders = sides.each_ref().map(|side| Expander::new(side, false));
        Compared { tried, sides, expanders, words: SomeWords(7) }.compare(start, name)
    }

    /// What is tried leads where a legal move leads, and each legal move is as likely as any other.
    #[test]
    fn tried_moves_are_legal_and_evenly_drawn() {
        let (mut tried, mut evenly) = (Vec::new(), Vec::new());
        for name in shipped_names() {
            let game = Variant::shipped(name).expect("it is shipped").game().expect("it checks");
            let (program, start) = (game.program(), game.start());
            let Some(plan) = Plan::new(program).ok().filter(Plan::has_moves_to_try) else { continue };
            let (listing, trying) = (plan.listing(), plan.trying(program).expect("it was planned"));
            let plans = (&trying, &listing);
            let mover = start.to_move();
            let drawn_from = match &trying.width {
                Width::Narrow(sides) => compared(program, plans, sides, ((pack(program, &start), mover), name)),
                Width::Middle(sides) => compared(program, plans, sides, ((pack(program, &start), mover), name)),
                Width::Wide(sides) => compared(program, plans, sides, ((pack(program, &start), mover), name)),
            };
            tried.push(name);
            if drawn_from > 0 {
                evenly.push(name);
            }
        }
        assert!(tried.len() >= 8 && tried.contains(&"hus"), "only {tried:?}");
        assert!(evenly.len() >= 3, "of {tried:?} only {evenly:?}");
    }
}
