//! Follows a record with the rules, carrying on every full position that fits what is told.

use super::claims::Claims;
use super::disagreement::{Disagreement, Why};
use crate::engine::{Cells, EncodedMove, Ended, Exhausted, Machine, Shape, Successor, pack, unpack};
use crate::game::{Course, Game, legal_texts, read, shaped, write};
use crate::ir::{Id as _, Program};
use crate::position::{Outcome, Position};
use crate::text::json::PartialPosition;
use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;

/// Most full positions that are carried on.
const MOST_CANDIDATES: usize = 4096;
/// Most legal moves that a disagreement tells.
const MOST_TOLD: usize = 24;

/// A move of a record that was found to agree with the rules.
pub(crate) struct Ply<'a> {
    /// Number of the move, from 0.
    pub(crate) ply: usize,
    /// The position before it.
    pub(crate) before: Position,
    /// The moves that it may have been.
    pub(crate) texts: Vec<String>,
    /// The position after it: one that fits.
    pub(crate) after: Position,
    /// Number of full positions that fit.
    pub(crate) fitting: usize,
    /// Pieces captured by the mover.
    pub(crate) captured: i32,
    /// What the record tells of the position.
    pub(crate) claimed: Option<&'a PartialPosition>,
}

/// Why following stopped.
pub(crate) enum Stop {
    /// The record disagrees with the rules.
    Disagreement(Box<Disagreement>),
    /// Nobody listens any more.
    Output(io::Error),
}

impl From<Box<Disagreement>> for Stop {
    fn from(disagreement: Box<Disagreement>) -> Self {
        Stop::Disagreement(disagreement)
    }
}

/// Told of each move.
pub(crate) type Listener<'l> = dyn FnMut(&Ply<'_>) -> io::Result<()> + 'l;

/// Follows a record to its end; tells how the game ended by the rules.
pub(crate) fn follow(
    game: &Game,
    claims: &Claims,
    listener: Option<&mut Listener<'_>>,
) -> Result<Option<Outcome>, Stop> {
    shaped!(game.program(), S => Walk::<S>::new(game, claims).all(listener))
}

/// A full position that fits the record so far, with how the game came there.
struct Candidate<S: Shape> {
    course: Course<S>,
    ended: Option<Ended>,
    /// Number of the candidate before the move.
    parent: usize,
    encoded: Option<EncodedMove>,
    captured: i32,
}

/// What a move of a candidate leads to.
struct Reached<S: Shape> {
    position: S::Position,
    ended: Option<Ended>,
    /// Number of the candidate.
    parent: usize,
    encoded: EncodedMove,
    captured: i32,
}

struct Walk<'a, S: Shape> {
    claims: &'a Claims,
    program: &'a Program,
    machine: Machine<'a, S>,
    candidates: Vec<Candidate<S>>,
    /// Where the moves lead that fit the next position.
    reached: Vec<Reached<S>>,
    /// Cells that the record's positions show; needed to count successors.
    shown: Vec<usize>,
    seen: HashSet<S::Position>,
    /// What the position after the move must hold: cell and value.
    told: Vec<(usize, i32)>,
}

impl<'a, S: Shape> Walk<'a, S> {
    fn new(game: &'a Game, claims: &'a Claims) -> Self {
        let program = &**game.program();
        let mut machine = Machine::<S>::new(program);
        let first = claims.positions.first().map_or_else(|| game.start(), |first| first.complete(game.model()));
        let mut position = pack::<S>(program, &first);
        machine.expire_state(&mut position);
        let mut course = Course::new(&machine);
        course.begin(&position);
        let first = Candidate { course, ended: None, parent: 0, encoded: None, captured: 0 };
        let shown = if claims.successors.is_some() { shown::<S::Position>(claims, program) } else { Vec::new() };
        Walk {
            claims,
            program,
            machine,
            candidates: vec![first],
            reached: Vec::new(),
            shown,
            seen: HashSet::new(),
            told: Vec::new(),
        }
    }

    fn all(mut self, mut listener: Option<&mut Listener<'_>>) -> Result<Option<Outcome>, Stop> {
        for ply in 0..self.claims.plies() {
            let before = self.step(ply)?;
            if let Some(listener) = &mut listener {
                let told = self.ply(ply, &before);
                listener(&told).map_err(Stop::Output)?;
            }
        }
        Ok(self.close()?)
    }

    /// Makes one move; gives the candidates before it.
    fn step(&mut self, ply: usize) -> Result<Vec<Candidate<S>>, Box<Disagreement>> {
        let claims = self.claims;
        let claimed = claims.positions.get(ply + 1);
        self.told.clear();
        if let Some(claimed) = claimed {
            tell::<S::Position>(claimed, self.program, &mut self.told);
        }
        let before = std::mem::take(&mut self.candidates);
        let mut refused = None;
        for (parent, position) in before.iter().enumerate() {
            if let Err(why) = self.expand(ply, parent, position) {
                refused.get_or_insert((parent, why));
            }
        }
        let mut reached = std::mem::take(&mut self.reached);
        if reached.len() > 1 {
            // The same position, come by in two ways, is one candidate.
            let mut seen = HashSet::new();
            reached.retain(|one| seen.insert((one.position, one.ended.map(|ended| ended.rule))));
        }
        if reached.is_empty() || reached.len() > MOST_CANDIDATES {
            let (parent, why) = match refused {
                Some(refused) if reached.is_empty() => refused,
                _ => (0, Why::TooMany(reached.len())),
            };
            let before = unpack::<S>(self.program, before[parent].course.position());
            return Err(Box::new(Disagreement { ply, before, claimed: claimed.cloned(), why }));
        }
        self.candidates = reached.into_iter().map(|one| one.candidate(&before)).collect();
        Ok(before)
    }

    /// Adds what a candidate's fitting moves lead to.
    fn expand(&mut self, ply: usize, parent: usize, candidate: &Candidate<S>) -> Result<(), Why> {
        if let Some(outcome) = self.over(candidate) {
            return Err(Why::Over(outcome));
        }
        let chosen = match self.claims.moves.as_ref().and_then(|moves| moves.get(ply)) {
            None => None,
            Some(text) => {
                let encoded = read(&mut self.machine, candidate.course.position(), text);
                Some((text, encoded.map_err(|error| Why::Move { text: text.clone(), error })?))
            }
        };
        let expected = self.claims.successors.as_ref().and_then(|all| all.get(ply)).copied();
        let first_new = self.reached.len();
        let found = self.moves(parent, candidate, chosen.as_ref().map(|(_, encoded)| encoded), expected.is_some());
        let Ok(found) = found else { return Err(Why::TooLong) };
        if let Some(why) = self.wrong_legal(ply, found, candidate) {
            self.reached.truncate(first_new);
            return Err(why);
        }
        let successors = self.seen.len();
        if let Some(told) = expected.filter(|told| *told as usize != successors) {
            self.reached.truncate(first_new);
            return Err(Why::Successors { told, found: successors, legal: self.legal(candidate) });
        }
        if self.reached.len() == first_new && ply + 1 == self.claims.plies() {
            self.awarded(parent, candidate, chosen.as_ref().map(|(_, encoded)| encoded));
        }
        if self.reached.len() > first_new {
            return Ok(());
        }
        if found == 0
            && let Ok(Some((ended, _))) = candidate.course.over(&mut self.machine)
        {
            return Err(Why::Over(ended.outcome(self.program)));
        }
        Err(match chosen {
            Some((text, encoded)) => Why::Elsewhere { text: text.clone(), after: self.after(candidate, &encoded) },
            None => Why::NoMove { legal: self.legal(candidate), nearest: self.nearest(candidate) },
        })
    }

    /// Visits the legal moves; keeps those that fit, counts the positions that they lead to. Gives their number.
    fn moves(
        &mut self,
        parent: usize,
        candidate: &Candidate<S>,
        chosen: Option<&EncodedMove>,
        counting: bool,
    ) -> Result<usize, Exhausted> {
        let Walk { machine, reached, told, shown, seen, .. } = self;
        seen.clear();
        let mut number = 0;
        machine.moves(candidate.course.position(), |found| {
            number += 1;
            if counting {
                seen.insert(projection(found.position, shown));
            }
            if fits(found.position, told) && chosen.is_none_or(|encoded| same_move(encoded, found.encoded)) {
                reached.push(Reached::of(parent, &found));
            }
            ControlFlow::Continue(())
        })?;
        Ok(number)
    }

    /// A record may show its last position after what was awarded before the turn that was not played.
    fn awarded(&mut self, parent: usize, candidate: &Candidate<S>, chosen: Option<&EncodedMove>) {
        let mut children = Vec::new();
        let all = self.machine.moves(candidate.course.position(), |found| {
            if found.ended.is_none() && chosen.is_none_or(|encoded| same_move(encoded, found.encoded)) {
                children.push(Reached::of(parent, &found));
            }
            ControlFlow::Continue(())
        });
        // That it takes too long was said before.
        let _ = all.is_ok();
        for child in children {
            let mut course = candidate.course.clone();
            course.advance(&child.position);
            let over = course.over(&mut self.machine).unwrap_or(None).filter(|(_, awarded)| fits(awarded, &self.told));
            let awarded = over.map(|(ended, position)| Reached { position, ended: Some(ended), ..child });
            self.reached.extend(awarded);
        }
    }

    /// How the game ended before this turn, if that can be without a search for moves.
    fn over(&mut self, candidate: &Candidate<S>) -> Option<Outcome> {
        if let Some(ended) = candidate.ended {
            return Some(ended.outcome(self.program));
        }
        if !candidate.course.may_be_over() {
            return None;
        }
        let (ended, _) = candidate.course.over(&mut self.machine).ok()??;
        Some(ended.outcome(self.program))
    }

    /// What the record says of the end, compared with the rules.
    fn close(&mut self) -> Result<Option<Outcome>, Box<Disagreement>> {
        let last = self.claims.plies();
        let mut refused = None;
        let candidates = std::mem::take(&mut self.candidates);
        for candidate in &candidates {
            let outcome = self.outcome(candidate);
            let why =
                self.wrong_outcome(outcome.as_ref()).or_else(|| self.wrong_last(last, candidate, outcome.as_ref()));
            match why {
                None => return Ok(outcome),
                Some(why) => refused = refused.or(Some((*candidate.course.position(), why))),
            }
        }
        let Some((position, why)) = refused else { return Ok(None) };
        let claimed = self.claims.positions.get(last).cloned();
        Err(Box::new(Disagreement { ply: last, before: unpack::<S>(self.program, &position), claimed, why }))
    }

    fn outcome(&mut self, candidate: &Candidate<S>) -> Option<Outcome> {
        let ended = candidate.ended.or_else(|| Some(candidate.course.over(&mut self.machine).ok()??.0));
        ended.map(|ended| ended.outcome(self.program))
    }

    fn wrong_outcome(&self, outcome: Option<&Outcome>) -> Option<Why> {
        let told = self.claims.outcome.as_ref()?;
        let agrees = match (told, outcome) {
            (None, None) => true,
            (Some(told), Some(outcome)) => told.matches(outcome),
            _ => false,
        };
        (!agrees).then(|| Why::Outcome { told: told.clone(), found: outcome.cloned() })
    }

    /// The number of legal moves, where the record tells it.
    fn wrong_legal(&mut self, ply: usize, found: usize, candidate: &Candidate<S>) -> Option<Why> {
        let told = *self.claims.legal.as_ref()?.get(ply)?;
        (told as usize != found).then(|| Why::Legal { told, found, legal: self.legal(candidate) })
    }

    /// The legal moves and successors of the last position, where the record counts them.
    fn wrong_last(&mut self, last: usize, candidate: &Candidate<S>, outcome: Option<&Outcome>) -> Option<Why> {
        let of_last = |numbers: &Option<Vec<u32>>| numbers.as_ref()?.get(last).copied();
        let (successors, legal) = (of_last(&self.claims.successors), of_last(&self.claims.legal));
        if successors.is_none() && legal.is_none() {
            return None;
        }
        self.told.clear();
        let (mut moves, mut found) = (0, 0);
        if outcome.is_none() {
            match self.moves(0, candidate, None, successors.is_some()) {
                Ok(number) => moves = number,
                Err(_) => return Some(Why::TooLong),
            }
            self.reached.clear();
            found = self.seen.len();
        }
        self.wrong_legal(last, moves, candidate).or_else(|| {
            let told = successors.filter(|told| *told as usize != found)?;
            Some(Why::Successors { told, found, legal: self.legal(candidate) })
        })
    }

    /// The first legal moves, written, and whether there are more.
    fn legal(&mut self, candidate: &Candidate<S>) -> (Vec<String>, bool) {
        let mut texts = legal_texts(&mut self.machine, candidate.course.position(), MOST_TOLD + 1);
        let more = texts.len() > MOST_TOLD;
        texts.truncate(MOST_TOLD);
        (texts, more)
    }

    fn after(&mut self, candidate: &Candidate<S>, encoded: &EncodedMove) -> Option<Position> {
        let found = self.machine.play(candidate.course.position(), encoded, &mut crate::engine::Silent).ok()?;
        Some(unpack::<S>(self.program, found.position))
    }

    /// The move that comes nearest to what is claimed, and what it leads to.
    fn nearest(&mut self, candidate: &Candidate<S>) -> Option<(String, Position)> {
        let mut best: Option<(usize, EncodedMove, S::Position)> = None;
        let told = &self.told;
        let all = self.machine.moves(candidate.course.position(), |found| {
            let wrong = told.iter().filter(|(cell, value)| found.position.get(*cell) != *value).count();
            if best.as_ref().is_none_or(|(least, ..)| wrong < *least) {
                best = Some((wrong, found.encoded.clone(), *found.position));
            }
            ControlFlow::Continue(())
        });
        // The nearest of those that were found.
        let _ = all.is_ok();
        let (_, encoded, position) = best?;
        Some((write(&mut self.machine, candidate.course.position(), &encoded), unpack::<S>(self.program, &position)))
    }

    fn ply(&mut self, ply: usize, before: &[Candidate<S>]) -> Ply<'a> {
        let mut texts: Vec<String> = Vec::new();
        for candidate in &self.candidates {
            let Some(encoded) = &candidate.encoded else { continue };
            let text = write(&mut self.machine, before[candidate.parent].course.position(), encoded);
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        let first = &self.candidates[0];
        Ply {
            ply,
            before: unpack::<S>(self.program, before[first.parent].course.position()),
            texts,
            after: unpack::<S>(self.program, first.course.position()),
            fitting: self.candidates.len(),
            captured: first.captured,
            claimed: self.claims.positions.get(ply + 1),
        }
    }
}

impl<S: Shape> Reached<S> {
    fn of(parent: usize, found: &Successor<'_, S>) -> Self {
        let (position, ended) = (*found.position, found.ended);
        Reached { position, ended, parent, encoded: found.encoded.clone(), captured: found.captured }
    }

    /// The game goes on from here.
    fn candidate(self, before: &[Candidate<S>]) -> Candidate<S> {
        let mut course = before[self.parent].course.clone();
        course.advance(&self.position);
        let encoded = Some(self.encoded);
        Candidate { course, ended: self.ended, parent: self.parent, encoded, captured: self.captured }
    }
}

fn fits<C: Cells>(position: &C, told: &[(usize, i32)]) -> bool {
    told.iter().all(|(cell, value)| position.get(*cell) == *value)
}

/// The same kind and choices; what lies behind the choices does not count.
fn same_move(one: &EncodedMove, other: &EncodedMove) -> bool {
    one.kind() == other.kind() && one.choices() == other.choices()
}

/// A position as far as a record shows it.
fn projection<C: Cells>(position: &C, shown: &[usize]) -> C {
    let mut projected = C::zero();
    shown.iter().for_each(|cell| projected.set(*cell, position.get(*cell)));
    projected.set_mover(position.mover());
    projected
}

/// Cells and values that a position tells, with who is to move.
fn tell<C: Cells>(position: &PartialPosition, program: &Program, told: &mut Vec<(usize, i32)>) {
    told.push((C::COUNT - 1, position.to_move.value()));
    let pieces = position.pieces.as_slice().iter().enumerate();
    told.extend(pieces.filter_map(|(cell, count)| Some((cell, (*count)? as i32))));
    for (state, values) in position.states.iter() {
        let of_state = program.layout.states[state];
        let (first, shift) = (of_state.first.index(), of_state.shift);
        let values = values.iter().enumerate();
        told.extend(values.filter_map(|(offset, value)| Some((first + offset, (*value)? + shift))));
    }
}

/// Cells that some position of the record tells; all, where it tells moves instead.
fn shown<C: Cells>(claims: &Claims, program: &Program) -> Vec<usize> {
    if claims.positions.len() < 2 {
        return (0..program.layout.cells()).collect();
    }
    let mut told = Vec::new();
    let mut cells: Vec<usize> = Vec::new();
    for position in &claims.positions {
        told.clear();
        tell::<C>(position, program, &mut told);
        cells.extend(told.iter().map(|(cell, _)| *cell));
        cells.sort_unstable();
        cells.dedup();
    }
    cells
}
