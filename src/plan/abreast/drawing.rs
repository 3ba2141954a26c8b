//! The steps by which players draw and play moves in columns, and what is told of each turn.

use super::Refused;
use super::code::{Asked, At, Code, CodePart, Step};
use super::drawn::{Drawn, Given};
use super::run::Columns;
use super::terms::{Made, Range, Term, Terms};
use crate::model::{Player, RuleId};
use crate::plan::Side;
use crate::plan::column::{COLUMNS, moved};
#[cfg(feature = "native")]
use crate::plan::native::in_the_background;
#[cfg(feature = "native")]
use std::sync::{Arc, OnceLock};

/// Moves are listed where they have to be if that takes no more steps of both players than these: otherwise such turns are left to
/// whoever plays turns alone, where others are drawn without.
const MOST_TO_LIST: usize = 120;

/// Steps by which both players draw and play moves.
#[derive(Debug)]
pub(in crate::plan) struct DrawingSteps {
    code: Code<Part>,
    cells: At,
    turns: [TurnAt; 2],
    /// The cells that hold more and more: none of them ever holds less behind a turn that is played here than before it.
    growing: Vec<usize>,
    /// Whether nobody ever moves twice in a row.
    alternates: bool,
    /// Whether machine code is being made, or was.
    #[cfg(feature = "native")]
    compiles: OnceLock<()>,
}

/// What a player does, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::plan) enum Part {
    /// Counts the options that one is to be drawn from.
    Options,
    /// Plays one of them.
    Turn,
    /// Takes up what that has come to.
    Commit,
}

impl Part {
    const COUNT: usize = 3;
}

/// Where it stands what a turn has come to.
#[derive(Debug, Clone)]
pub(in crate::plan) struct TurnAt {
    /// How many options one is to be drawn from; 0 where none is to be drawn so.
    pub(in crate::plan) options: At,
    /// Truth values: whether it was played, and whether the same player moves again.
    pub(in crate::plan) is_played: At,
    pub(in crate::plan) again: At,
    /// The number of the row that has ended the game, plus one; 0 if none has.
    pub(in crate::plan) ended: At,
    /// What is told of it, by [`Column`](crate::plan::column::Column); the first alone where nobody looks at more.
    pub(in crate::plan) told: Vec<At>,
    /// What tells positions apart, most often: see [`marks`].
    pub(in crate::plan) marks: [At; 2],
    /// Whether one of the cells that hold more and more holds more than before: no position from before can come again.
    pub(in crate::plan) is_new: At,
    /// The cells that may have changed, each with what it holds now.
    cells: Vec<(At, At)>,
    /// Where rows are counted: which were taken; and how many pieces were captured, by place.
    pub(in crate::plan) rows: Vec<(RuleId, At)>,
    pub(in crate::plan) captures: Vec<(usize, At)>,
}

impl DrawingSteps {
    /// None if moves cannot be drawn so. `tells` says whether anybody looks at more of a turn than who has moved, and laps.
    pub(in crate::plan) fn new<const W: usize>(sides: &[Side<W>; 2], tells: bool) -> Option<Self> {
        let drawing = |lists| {
            let [south, north] = sides.each_ref().map(|side| Drawn::of_columns(side, lists));
            let both = [south?, north?];
            let are_listed = both.iter().any(|drawn| drawn.are_listed);
            Ok((DrawingSteps::made(sides, both, tells)?, are_listed))
        };
        // Where no option is drawn before it is played, nothing is drawn without a list.
        let other = || if sides.iter().all(Side::draws) { drawing(false) } else { Err(Refused) };
        match drawing(true) {
            Ok((drawing, false)) => Some(drawing),
            listing => match (listing, other()) {
                (Ok((listing, _)), Ok((other, _))) if listing.steps() <= other.steps() + MOST_TO_LIST => Some(listing),
                (_, Ok((other, _))) => Some(other),
                (listing, Err(Refused)) => listing.ok().map(|(listing, _)| listing),
            },
        }
    }

    /// The steps of the turns of both players.
    fn steps(&self) -> usize {
        self.code.parts.iter().map(|(steps, ..)| steps.len()).sum()
    }

    fn made<const W: usize>(sides: &[Side<W>; 2], mut both: [Drawn; 2], tells: bool) -> Result<Self, Refused> {
        let alternates = both.iter_mut().all(|drawn| drawn.moves_again() == Terms::NEVER);
        let all = 0..sides[0].sizes.cells;
        let growing: Vec<usize> = all.filter(|cell| both.iter().all(|drawn| drawn.grows(*cell))).collect();
        let [south, north] = both;
        let south = Groups::of(&sides[0], south, &growing, tells)?;
        let north = Groups::of(&sides[1], north, &growing, tells)?;
        let cells = sides[0].sizes.cells;
        let mut code = Code::new(cells + Given::COUNT, &[south.asked(), north.asked()])?;
        let parts = std::mem::take(&mut code.parts);
        let (of_south, of_north) = parts.split_at(Part::COUNT - 1);
        let turns = [south.turn(of_south)?, north.turn(of_north)?];
        for (parts, turn) in [of_south, of_north].into_iter().zip(&turns) {
            code.parts.extend_from_slice(parts);
            code.parts.push((turn.commit(), Part::Commit, Vec::new()));
        }
        Ok(DrawingSteps {
            code,
            cells: At::try_from(cells).map_err(|_| Refused)?,
            turns,
            growing,
            alternates,
            #[cfg(feature = "native")]
            compiles: OnceLock::new(),
        })
    }

    /// Columns for them to run in.
    pub(in crate::plan) fn columns<const N: usize>(&self) -> Columns<Part, N> {
        Columns::new(&self.code)
    }

    /// Makes machine code for columns of so many vectors, while steps are run without it.
    #[cfg(feature = "native")]
    pub(in crate::plan) fn compile_in_the_background(self: &Arc<Self>, vectors: usize) {
        self.compiles.get_or_init(|| {
            let steps = Arc::clone(self);
            in_the_background(move || steps.code.compile(vectors));
        });
    }

    /// The number of what a player does.
    pub(in crate::plan) fn part(by: usize, part: Part) -> usize {
        by * Part::COUNT + part as usize
    }

    /// Where a player's turns stand.
    pub(in crate::plan) fn turn(&self, by: usize) -> &TurnAt {
        &self.turns[by]
    }

    /// Where the cells of a position stand before the turn.
    pub(in crate::plan) fn cells(&self) -> std::ops::Range<At> {
        0..self.cells
    }

    /// Whether nobody ever moves twice in a row.
    pub(in crate::plan) fn alternates(&self) -> bool {
        self.alternates
    }

    /// How the cells that hold more and more have grown from one position to another: whether they have, or none if one has not.
    pub(in crate::plan) fn have_grown(&self, before: &[u8], now: &[u8]) -> Option<bool> {
        let both = || self.growing.iter().map(|cell| (before[*cell], now[*cell]));
        both().all(|(before, now)| now >= before).then(|| both().any(|(before, now)| now > before))
    }

    /// Whether a player is to draw a move.
    pub(in crate::plan) fn moves(&self, player: Player) -> At {
        self.given(if player.index() == 0 { Given::SouthMoves } else { Given::NorthMoves })
    }

    /// The number of the option that was drawn.
    pub(in crate::plan) fn number(&self) -> At {
        self.given(Given::Number)
    }

    fn given(&self, given: Given) -> At {
        self.cells + given as At
    }
}

impl TurnAt {
    /// The steps that take up what was played.
    fn commit(&self) -> Vec<Step> {
        self.cells.iter().map(|(cell, new)| Step::Choose(*cell, [self.is_played, *new, *cell])).collect()
    }
}

/// What is asked for of a player's turns.
struct Groups {
    drawn: Drawn,
    groups: [Vec<Term>; 6],
}

impl Groups {
    fn of<const W: usize>(side: &Side<W>, mut drawn: Drawn, growing: &[usize], tells: bool) -> Result<Self, Refused> {
        let told = drawn.told(side.mover != 0, tells);
        let (marks, is_new) = match side.sizes.repeats {
            true => (drawn.marks(), drawn.has_grown(growing)),
            false => ([Terms::NEVER; 2], Terms::NEVER),
        };
        let groups = [
            vec![drawn.is_played, drawn.moves_again(), drawn.turn.ended, is_new],
            told,
            marks.to_vec(),
            drawn.changed()?.into_iter().map(|(_, new)| new).collect(),
            drawn.counted(|drawn| drawn.counted.rows.iter().map(|(_, taken)| *taken).collect()),
            drawn.counted(|drawn| drawn.counted.captures.values().copied().collect()),
        ];
        Ok(Groups { drawn, groups })
    }

    fn asked(&self) -> (&Terms, Vec<Asked<Part>>) {
        let options = Asked { what: Part::Options, terms: vec![self.drawn.count] };
        (&self.drawn.terms, vec![options, Asked { what: Part::Turn, terms: self.groups.concat() }])
    }

    /// Where that stands.
    fn turn(&self, parts: &[CodePart<Part>]) -> Result<TurnAt, Refused> {
        let [(.., options), (.., at)] = parts else { return Err(Refused) };
        let mut left = at.as_slice();
        let [first, told, marks, cells, rows, captures] = self.groups.each_ref().map(|group| {
            let (some, behind) = left.split_at(group.len());
            left = behind;
            some.to_vec()
        });
        Ok(TurnAt {
            options: options[0],
            is_played: first[0],
            again: first[1],
            ended: first[2],
            told,
            marks: [marks[0], marks[1]],
            is_new: first[3],
            cells: self.drawn.changed()?.into_iter().map(|(cell, _)| cell).zip(cells).collect(),
            rows: self.drawn.counted.rows.iter().map(|(row, _)| *row).zip(rows).collect(),
            captures: self.drawn.counted.captures.keys().copied().zip(captures).collect(),
        })
    }
}

impl Drawn {
    fn of_columns<const W: usize>(side: &Side<W>, lists: bool) -> Result<Self, Refused> {
        if side.can_stand_in_columns() { Drawn::new(side, lists) } else { Err(Refused) }
    }

    /// Whether a cell never holds less behind a turn than before it, as far as that is seen.
    fn grows(&self, cell: usize) -> bool {
        self.is_at_least(self.turn.cells[cell], cell)
    }

    fn is_at_least(&self, term: Term, cell: usize) -> bool {
        let terms = &self.terms;
        let adds = |there: Term, more: Term| terms.range(more).least >= 0 && self.is_at_least(there, cell);
        match terms.made(terms.plain(term)) {
            Made::Given(given) => usize::from(given) == cell,
            Made::Add(one, two) => adds(one, two) || adds(two, one),
            Made::Choose(_, one, two) => self.is_at_least(one, cell) && self.is_at_least(two, cell),
            _ => false,
        }
    }

    /// The cells that may have changed. None of them may hold what another has held: that would be gone when it is taken up.
    fn changed(&self) -> Result<Vec<(At, Term)>, Refused> {
        let is_same = |cell: At, new: Term| self.terms.made(self.terms.plain(new)) == Made::Given(cell);
        let changed: Vec<(At, Term)> =
            (0..).zip(self.turn.cells.iter().copied()).filter(|(cell, new)| !is_same(*cell, *new)).collect();
        let is_another = |new: Term| matches!(self.terms.made(self.terms.plain(new)), Made::Given(_));
        if changed.iter().any(|(_, new)| is_another(*new)) { Err(Refused) } else { Ok(changed) }
    }

    /// Whether the same player moves again, as a truth value.
    fn moves_again(&mut self) -> Term {
        let not = self.terms.is(self.turn.again, 0);
        self.terms.not(not)
    }

    /// What is told of a turn.
    fn told(&mut self, by_north: bool, tells: bool) -> Vec<Term> {
        let moves_again = self.moves_again();
        let (terms, turn) = (&mut self.terms, &self.turn);
        let laps = terms.function(turn.laps, |laps| Some(i32::from(laps) << moved::LAPS));
        let [by, again] = [if by_north { moved::BY_NORTH } else { 0 }, moved::AGAIN].map(|flag| terms.number(flag));
        let again = terms.both(again, moves_again);
        let moved = terms.add(laps, by);
        let moved = terms.add(moved, again);
        let all: [Term; COLUMNS as usize] = [moved, self.count, turn.captured, turn.origin, turn.last, self.lead];
        if tells { all.to_vec() } else { vec![moved] }
    }

    /// What is counted of turns that are played.
    fn counted(&mut self, all: impl Fn(&Drawn) -> Vec<Term>) -> Vec<Term> {
        all(self).into_iter().map(|number| self.terms.both(number, self.is_played)).collect()
    }

    /// What tells positions apart, most often.
    fn marks(&mut self) -> [Term; 2] {
        let cells = self.turn.cells.clone();
        halves(&cells).map(|half| {
            half.iter().fold(Terms::NEVER, |mark, cell| {
                let twice = self.terms.add_within(mark, mark, Range::BYTE);
                self.terms.add_within(twice, *cell, Range::BYTE)
            })
        })
    }

    /// Whether one of these cells holds more than before the turn.
    fn has_grown(&mut self, growing: &[usize]) -> Term {
        growing.iter().fold(Terms::NEVER, |any, cell| {
            let before = self.terms.given(*cell, Range::new(0, i8::MAX.into()));
            let has_grown = self.terms.more(self.turn.cells[*cell], before);
            self.terms.either(any, has_grown)
        })
    }
}

/// What tells positions apart, most often: of both halves of their cells, each cell and twice what comes of those before it.
pub(in crate::plan) fn marks(cells: &[u8]) -> [u8; 2] {
    halves(cells).map(|half| half.iter().fold(0, |mark: u8, cell| mark.wrapping_mul(2).wrapping_add(*cell)))
}

fn halves<T>(cells: &[T]) -> [&[T]; 2] {
    let (one, two) = cells.split_at(cells.len().div_ceil(2));
    [one, two]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Plan, Width};
    use crate::{Variant, shipped_names};

    /// Whether moves of both players are drawn in columns, with some of them listed there; and whether one could be drawn so without.
    fn lists<const W: usize>(sides: &[Side<W>; 2]) -> Option<[bool; 2]> {
        DrawingSteps::new(sides, true)?;
        let [with, without] = [true, false].map(|lists| Drawn::of_columns(&sides[0], lists).ok());
        Some([with.is_some_and(|drawn| drawn.are_listed), without.is_some()])
    }

    /// Moves are listed in columns where some positions ask for it, as in Oware, and where all do.
    #[test]
    fn moves_are_listed_where_they_must_be() {
        let (mut sometimes, mut always) = (0, 0);
        for name in shipped_names() {
            let Ok(game) = Variant::shipped(name).expect("it is shipped").game() else { continue };
            let Ok(plan) = Plan::new(game.program()) else { continue };
            let found = match &plan.width {
                Width::Narrow(sides) => lists(sides),
                Width::Middle(sides) => lists(sides),
                Width::Wide(sides) => lists(sides),
            };
            sometimes += usize::from(found == Some([true, true]));
            always += usize::from(found == Some([true, false]));
        }
        assert!(sometimes >= 8 && always >= 3, "{sometimes} and {always} do");
    }
}
