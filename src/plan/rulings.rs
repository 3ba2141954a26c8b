//! Which moves are legal, told without playing any: code behind the first choice is followed once for each place and each number
//! of pieces in it, and what is left to ask of a position is what some of its cells hold.

mod contents;
mod follow;

use super::Side;
use super::along::first_of;
use super::hand::Hand;
use super::listed::Listed;
use super::onward;
use super::pieces::byte;
use contents::Values;
use follow::Follower;
use std::sync::Arc;

/// Until a kind was asked about so often, and after that a ruling, it is faster to play than to find out what has to be asked.
const ASKED_AT_FIRST: u8 = 64;
const WORTH_IT: u8 = 4;
/// Where so many could not be worked out, and more than could, nobody asks any more about a kind.
const MOST_MISSED: u32 = 4;

/// Choices of a move that is told so, at most.
const MOST_CHOICES: usize = 4;

/// Which moves of one player are legal.
#[derive(Debug, Clone)]
pub(super) struct Rulings<'p, const W: usize> {
    side: &'p Side<W>,
    hand: Option<Arc<Hand>>,
    kinds: Vec<Kind<'p, W>>,
}

/// What is known of a kind of move.
#[derive(Debug, Clone)]
enum Kind<'p, const W: usize> {
    /// Nothing yet: it was asked about so many times.
    Asked(u8),
    Told(Box<OfKind<'p, W>>),
    /// Nothing can be told.
    NotTold,
}

/// Which moves of a kind are legal.
#[derive(Debug, Clone)]
struct OfKind<'p, const W: usize> {
    follower: Follower<'p, W>,
    /// By the place that is chosen first, and what it holds; those further on were not asked about.
    rulings: Vec<Vec<Asked>>,
    /// How many could be worked out, and how many could not.
    made: u32,
    missed: u32,
}

/// What is known behind the choice of a place.
#[derive(Debug, Clone, Copy)]
enum Asked {
    /// Nothing yet: it was asked for so many times.
    Times(u8),
    Known(Then),
    /// Moves that begin with it have to be played.
    Unknown,
}

/// What comes of a move that has come so far.
#[derive(Debug, Clone, Copy)]
enum Then {
    Legal,
    NotLegal,
    /// That is left to ask: the number of the question.
    Asks(usize),
}

/// What is left to ask before it is known which moves are legal.
#[derive(Debug, Clone)]
enum Question {
    /// Whether a cell held one of some values before the turn.
    Cell { cell: usize, values: Values, if_so: Then, otherwise: Then },
    /// Each of these is chosen next.
    Options(Vec<(Choice, Then)>),
}

/// A choice, as lists have it.
type Choice = [u8; 2];

impl<'p, const W: usize> Rulings<'p, W> {
    pub(super) fn new(side: &'p Side<W>) -> Self {
        Rulings { side, hand: None, kinds: vec![Kind::Asked(0); side.kinds.len()] }
    }

    /// Whether it is told of a kind which moves are legal, as far as that is known.
    #[inline]
    pub(super) fn tells(&self, kind: usize) -> bool {
        matches!(self.kinds[kind], Kind::Told(_))
    }

    /// The same when moves are to be listed: when that was often enough, it is found out.
    #[inline]
    pub(super) fn may_tell(&mut self, kind: usize) -> bool {
        if let Kind::Asked(times) = &mut self.kinds[kind] {
            *times += 1;
            if *times == ASKED_AT_FIRST {
                self.kinds[kind] = self.begin(kind);
            }
            return false;
        }
        self.tells(kind)
    }

    #[cold]
    fn begin(&mut self, kind: usize) -> Kind<'p, W> {
        let side = self.side;
        let Some(first) = side.first_choice(kind) else { return Kind::NotTold };
        let hand = self.hand.get_or_insert_with(|| Arc::new(Hand::of(side, onward::ways(side))));
        let follower = Follower::new(side, kind, first, Arc::clone(hand));
        Kind::Told(Box::new(OfKind { follower, rulings: Vec::new(), made: 0, missed: 0 }))
    }

    /// Lists the legal moves of a kind that choose one of these places first, in order; tells whether that is known of all, or else
    /// lists none.
    pub(super) fn list(&mut self, kind: usize, cells: &[u8; W], places: u64, listed: &mut Listed) -> bool {
        let Kind::Told(of_kind) = &mut self.kinds[kind] else { return false };
        let before = listed.end();
        let is_known = of_kind.list(kind, cells, places, listed).is_some();
        if !is_known {
            listed.go_back(before);
            if of_kind.is_seldom_told() {
                self.kinds[kind] = Kind::NotTold;
            }
        }
        is_known
    }
}

impl<const W: usize> OfKind<'_, W> {
    /// The same of those of this kind; none where that is not known of all.
    fn list(&mut self, kind: usize, cells: &[u8; W], places: u64, listed: &mut Listed) -> Option<()> {
        let mut left = places;
        while left != 0 {
            let place = byte(first_of(left));
            left &= left - 1;
            let ruling = self.ruling(place, cells)?;
            let mut choices = [[0; 2]; MOST_CHOICES];
            choices[0] = u16::from(place).to_le_bytes();
            let tell = &mut |choices: &[Choice; MOST_CHOICES], made| listed.add_first(kind, choices, made);
            self.follower.tell(ruling, cells, (&mut choices, 1), tell);
        }
        Some(())
    }

    /// The ruling on a place in a position, if it is worked out.
    #[inline]
    fn ruling(&mut self, place: u8, cells: &[u8; W]) -> Option<Then> {
        let held = cells[usize::from(place) & (W - 1)];
        let asked = self.rulings.get(usize::from(place)).and_then(|of_place| of_place.get(usize::from(held)));
        match asked {
            Some(Asked::Known(ruling)) => Some(*ruling),
            Some(Asked::Unknown) => None,
            Some(Asked::Times(_)) | None => self.asks_again(place, held),
        }
    }

    /// Works a ruling out, if it was asked for often enough.
    #[cold]
    fn asks_again(&mut self, place: u8, held: u8) -> Option<Then> {
        let [at, by] = [place, held].map(usize::from);
        if self.rulings.len() <= at {
            self.rulings.resize(at + 1, Vec::new());
        }
        let of_place = &mut self.rulings[at];
        if of_place.len() <= by {
            of_place.resize(by + 1, Asked::Times(0));
        }
        if let Asked::Times(times) = &mut of_place[by]
            && *times < WORTH_IT
        {
            *times += 1;
            return None;
        }
        let ruling = self.follower.rule(place, held);
        of_place[by] = ruling.map_or(Asked::Unknown, Asked::Known);
        self.made += u32::from(ruling.is_some());
        self.missed += u32::from(ruling.is_none());
        ruling
    }

    /// Whether rulings can so seldom be worked out that nobody asks any more.
    fn is_seldom_told(&self) -> bool {
        self.missed >= MOST_MISSED && self.missed > self.made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::at_random::Turn;
    use crate::plan::expand::Expander;
    use crate::plan::machine::Stop;
    use crate::plan::runner::Runner;
    use crate::plan::{Plan, Width, pack};
    use crate::{Variant, shipped_names};
    use std::ops::ControlFlow;

    /// Turns of games at random in which what is told is compared.
    const TURNS: usize = 40;

    /// The moves in a list.
    fn all_of(listed: &mut Listed) -> Vec<Vec<u16>> {
        (0..listed.len()).filter_map(|number| listed.get(number).map(|(_, choices)| choices.to_vec())).collect()
    }

    /// The legal moves of a kind, found by playing; none if that takes too long.
    fn played<const W: usize>(runner: &mut Runner<'_, W>, kind: usize) -> Option<Vec<Vec<u16>>> {
        let (mut moves, mut stop) = (Vec::new(), runner.first(kind));
        while stop == Stop::Legal {
            moves.push(runner.choices().to_vec());
            stop = runner.next();
        }
        (stop == Stop::Over).then_some(moves)
    }

    /// The same, told without playing, if they can be.
    fn told<const W: usize>(
        rulings: &mut Rulings<'_, W>,
        runner: &mut Runner<'_, W>,
        kind: usize,
    ) -> Option<Vec<Vec<u16>>> {
        let places = runner.options(kind);
        if !(0..=ASKED_AT_FIRST).any(|_| rulings.may_tell(kind)) {
            return None;
        }
        let mut listed = Listed::default();
        let enough = (u32::from(WORTH_IT) + 1) * (places.count_ones() + 1);
        let is_told = (0..enough).any(|_| rulings.list(kind, runner.turn_start(), places, &mut listed));
        is_told.then(|| all_of(&mut listed))
    }

    /// Plays turns at random from a position on; tells in how many it was told of a kind which moves are legal.
    fn compared<const W: usize>(sides: &[Side<W>; 2], listing: &[Side<W>; 2], start: [u8; W], name: &str) -> usize {
        let mut expanders = sides.each_ref().map(|side| Expander::new(side, false));
        let mut rulings = listing.each_ref().map(Rulings::new);
        let mut runners = listing.each_ref().map(Runner::new);
        let (mut turn, mut all) = (Turn::first(start), 0);
        for _ in 0..TURNS {
            let (cells, by) = (turn.cells, turn.by);
            let runner = &mut runners[by];
            runner.set_position(&cells);
            for kind in 0..listing[by].kinds.len() {
                let Some(played) = played(runner, kind) else { continue };
                let Some(told) = told(&mut rulings[by], runner, kind) else { continue };
                assert_eq!(told, played, "{name}, kind {kind}, {cells:?}");
                all += usize::from(!told.is_empty());
            }
            let mut children = Vec::new();
            let _ = expanders[by].visit(&cells, &mut |runner| {
                children.extend(runner.child().map(|child| (child.cells, child.again)));
                ControlFlow::Continue(())
            });
            turn.go_on(&children);
        }
        all
    }

    /// What is told without playing is what comes out in play; and in games that list their moves it is told often.
    #[test]
    fn moves_are_told_as_they_are_found() {
        let mut often = Vec::new();
        for name in shipped_names() {
            let game = Variant::shipped(name).expect("it is shipped").game().expect("it checks");
            let Ok(plan) = Plan::new(game.program()) else { continue };
            let listing = plan.listing();
            let (program, start) = (game.program(), game.start());
            let told = match (&plan.width, &listing.width) {
                (Width::Narrow(sides), Width::Narrow(listing)) => compared(sides, listing, pack(program, &start), name),
                (Width::Middle(sides), Width::Middle(listing)) => compared(sides, listing, pack(program, &start), name),
                (Width::Wide(sides), Width::Wide(listing)) => compared(sides, listing, pack(program, &start), name),
                _ => 0,
            };
            if told >= TURNS / 2 {
                often.push(name);
            }
        }
        assert!(often.len() >= 140 && often.contains(&"bawo"), "only of {often:?}");
    }
}
