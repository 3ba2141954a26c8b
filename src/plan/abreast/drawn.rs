//! Follows what draws a move: code up to the choice that is drawn from, and from there on what the place comes to that was drawn,
//! which is a number like any other.

use super::Refused;
use super::follow::Follower;
use super::relay::Relays;
use super::relayed::Arrival;
use super::state::{Members, State};
use super::terms::{Range, Term, Terms};
use super::values::set_of;
use crate::id::Id;
use crate::model::{Ranking, RuleId};
use crate::plan::Side;
use crate::plan::op::{Address, Op, Reg, View, answer, turn};
use std::collections::BTreeMap;

/// What is given besides the cells of a position.
#[derive(Debug, Clone, Copy)]
pub(in crate::plan) enum Given {
    /// Whether a player is to draw a move, for each of them.
    SouthMoves,
    NorthMoves,
    /// The number of the option that was drawn; below 0 where none was.
    Number,
}

impl Given {
    pub(super) const COUNT: usize = 3;
}

/// What draws a move, followed.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) terms: Terms,
    /// South's lead before the turn.
    pub(super) lead: Term,
    /// How many options there are; 0 where no move is drawn from them.
    pub(super) count: Term,
    /// Whether the option that was drawn is played.
    pub(super) is_played: Term,
    /// What the turn comes to.
    pub(super) turn: Turn,
    /// The laps of relays that it comes to instead; and where all this does not hold, because something happens that seldom does.
    pub(super) arrivals: Vec<Arrival>,
    pub(super) seldom: Term,
    /// Where rows and captures are counted: those that it comes to.
    pub(super) counted: Counted,
    /// Whether moves have to be listed somewhere, and are.
    pub(super) are_listed: bool,
}

/// What a turn comes to.
#[derive(Debug, Clone)]
pub(super) struct Turn {
    pub(super) cells: Vec<Term>,
    /// Not 0 if the mover moves again, and if a row has ended the game: its number plus one.
    pub(super) again: Term,
    pub(super) ended: Term,
    pub(super) captured: Term,
    pub(super) laps: Term,
    pub(super) origin: Term,
    pub(super) last: Term,
}

impl Turn {
    fn of(state: &State) -> Self {
        Turn {
            cells: state.cells(View::Now).to_vec(),
            again: state.get(turn::AGAIN),
            ended: state.get(turn::ENDED),
            captured: state.get(turn::CAPTURED),
            laps: state.get(turn::LAPS),
            origin: state.lifted_first(),
            last: state.get(turn::LAST),
        }
    }

    /// One of two turns, by a truth value.
    fn choose(self, holds: Term, one: Turn, terms: &mut Terms) -> Turn {
        let mut of = |one: Term, other: Term| terms.choose(holds, one, other);
        Turn {
            cells: one.cells.into_iter().zip(self.cells).map(|(one, other)| of(one, other)).collect(),
            again: of(one.again, self.again),
            ended: of(one.ended, self.ended),
            captured: of(one.captured, self.captured),
            laps: of(one.laps, self.laps),
            origin: of(one.origin, self.origin),
            last: of(one.last, self.last),
        }
    }
}

/// What is noted on the way.
#[derive(Debug)]
pub(super) struct Notes {
    lead: Option<Term>,
    /// The place that was drawn, and how many pieces it holds at least.
    holds_least: (Term, i16),
    /// The choices that are drawn from.
    choices: Vec<(Address, State)>,
    /// Turns that have come to their end, each where something holds.
    turns: Vec<(Term, Turn)>,
}

/// Rows, and whether each was taken; and the pieces that were captured, by place.
#[derive(Debug, Default)]
pub(super) struct Counted {
    pub(super) rows: Vec<(RuleId, Term)>,
    pub(super) captures: BTreeMap<usize, Term>,
}

impl Default for Notes {
    fn default() -> Self {
        Notes { lead: None, holds_least: (Terms::UNKNOWN, 0), choices: Vec::new(), turns: Vec::new() }
    }
}

impl Counted {
    /// None where nothing is counted.
    pub(super) fn of<const W: usize>(side: &Side<W>) -> Option<Self> {
        side.logs.then(Counted::default)
    }
}

impl Drawn {
    /// What is drawn from options of which all are legal or which are tried, and if it is wanted where they have to be listed. None if a
    /// player's moves cannot be drawn so.
    pub(super) fn new<const W: usize>(side: &Side<W>, lists: bool) -> Result<Self, Refused> {
        Follower::drawing(side).drawn(lists)
    }

    /// The same up to laps of relays, of positions in which the player is to move.
    pub(super) fn up_to_laps<const W: usize>(side: &Side<W>, relays: &Relays) -> Result<Self, Refused> {
        let mut follower = Follower::drawing(side);
        follower.relays = Some(relays);
        follower.drawn(false)
    }
}

/// A choice that a move is drawn from.
#[derive(Debug, Clone)]
struct Draw {
    at: Address,
    /// Where it is kept what was chosen.
    slot: Reg,
    state: State,
    /// For each place whether it may be drawn; what it holds then at least.
    members: Members,
    least: i16,
}

impl<'s, const W: usize> Follower<'s, W> {
    fn drawing(side: &'s Side<W>) -> Self {
        let mut follower = Follower::new(side, true);
        (follower.drawing, follower.counted) = (Some(Notes::default()), Counted::of(side));
        // Where one move is played in each position, a lap that goes round twice does not hold up the others.
        follower.usual_rounds = Some(2);
        follower
    }

    fn drawn(mut self, lists: bool) -> Result<Drawn, Refused> {
        let moves = if self.side.mover == 0 { Given::SouthMoves } else { Given::NorthMoves };
        let is_to_move = if self.relays.is_some() { Terms::ALWAYS } else { self.given(moves, Range::TRUTH) };
        let state = State::new(self.side, -1, is_to_move, &mut self.terms);
        self.follow(self.side.drawn, state)?;
        let (mut draws, mut are_listed) = (self.draws(None)?, false);
        let phases = if lists { self.phases_to_list() } else { Vec::new() };
        // Where moves seldom have to be listed, it is enough to do so where none of them goes round twice.
        let rounds = if draws.is_empty() { 2 } else { 1 };
        for (phase, comes) in phases {
            let Some(Ranking::Kind(kind)) = self.side.phases.get(phase) else { continue };
            let mut state = State::new(self.side, kind.value(), is_to_move, &mut self.terms);
            state.comes = comes;
            self.follow(self.side.kinds[kind.index()], state)?;
            are_listed = true;
            for draw in self.draws(Some((comes, rounds)))? {
                match draws.iter().position(|other| other.at == draw.at) {
                    Some(same) => draws[same] = self.either_draw(draws[same].clone(), draw),
                    None => draws.push(draw),
                }
            }
        }
        self.drawn_from(&draws, are_listed)
    }

    /// The phases of which moves have to be listed, and where.
    fn phases_to_list(&mut self) -> Vec<(usize, Term)> {
        let answers = self.take_answers().into_iter();
        let of = |(comes, answer): (Term, Term)| {
            let answer = self.terms.constant(answer)?;
            Some((usize::try_from(answer::LIST - i32::from(answer)).ok()?, comes))
        };
        answers.filter_map(of).collect()
    }

    /// The choices that code has come to: every option is legal, or they are listed, where something holds and no lap has more rounds.
    fn draws(&mut self, listed: Option<(Term, i16)>) -> Result<Vec<Draw>, Refused> {
        let choices = self.drawing.as_mut().map(|drawing| std::mem::take(&mut drawing.choices)).ok_or(Refused)?;
        choices.into_iter().map(|(at, state)| self.draw(at, state, listed)).collect()
    }

    fn draw(&mut self, at: Address, state: State, listed: Option<(Term, i16)>) -> Result<Draw, Refused> {
        let Op::ChoosePlace(slot, set) = self.side.made_ops()[at.index()] else { return Err(Refused) };
        let members = set_of(&state, set)?;
        let holds_least = |(at, member): (usize, &Term)| self.terms.least_if(state.cell(View::Now, at), *member);
        let least = members.iter().enumerate().filter(|(_, member)| **member != Terms::NEVER).map(holds_least).min();
        let members = match listed {
            Some(listed) => self.legal_members((at, slot), &state, listed, &members)?,
            None => members,
        };
        Ok(Draw { at, slot, state, members, least: least.unwrap_or(0) })
    }

    /// The members of a set that can be chosen where something holds, of each of which it is followed whether it is legal.
    fn legal_members(
        &mut self,
        (at, slot): (Address, Reg),
        state: &State,
        (comes, rounds): (Term, i16),
        members: &Members,
    ) -> Result<Members, Refused> {
        let mut state = state.clone();
        let seldom = std::mem::replace(&mut self.seldom, Terms::NEVER);
        let usual_rounds = self.usual_rounds.replace(rounds);
        let (drawing, counted) = (self.drawing.take(), self.counted.take());
        self.know(&mut state, comes, true);
        let here = self.terms.both(state.chosen, state.comes);
        (state.comes, state.chosen) = (Terms::ALWAYS, Terms::ALWAYS);
        let is_legal = |(place, member): (i32, &Term)| self.is_legal(at, &state, *member, (slot, place));
        let legal: Result<Vec<Term>, Refused> = (0..).zip(&**members).map(is_legal).collect();
        (self.drawing, self.counted, self.usual_rounds) = (drawing, counted, usual_rounds);
        self.seldom = self.terms.both(self.seldom, here);
        self.seldom = self.terms.either(self.seldom, seldom);
        legal.map(Members::from)
    }

    /// Two draws from the same choice, that ways lead to of which one is taken.
    fn either_draw(&mut self, one: Draw, other: Draw) -> Draw {
        let (_, by_first) = self.terms.joined(one.state.comes, other.state.comes);
        let of_both = one.members.iter().zip(&*other.members);
        let members = of_both.map(|(one, other)| self.terms.choose(by_first, *one, *other)).collect();
        let least = one.least.min(other.least);
        Draw { state: self.meet(vec![one.state, other.state]), members, least, ..one }
    }

    /// Follows what comes of the place that was drawn.
    fn drawn_from(mut self, draws: &[Draw], are_listed: bool) -> Result<Drawn, Refused> {
        let lead = self.drawing.as_ref().and_then(|drawing| drawing.lead).ok_or(Refused)?;
        let number = self.given(Given::Number, Range::BYTE);
        let is_drawn = self.terms.more_than(number, -1);
        let mut all = Terms::NEVER;
        for draw in draws {
            let (place, count) = self.place_drawn(&draw.members)?;
            let is_to_move = self.terms.both(draw.state.chosen, draw.state.comes);
            let count = self.terms.both(count, is_to_move);
            all = self.terms.add(all, count);
            self.drawing.iter_mut().for_each(|drawing| drawing.holds_least = (place, draw.least));
            let mut option = draw.state.clone();
            if draws.len() == 1 {
                option.comes = Terms::ALWAYS;
            }
            option.chosen = is_drawn;
            option.put(draw.slot, place);
            self.follow(draw.at.next(), option)?;
        }
        let drawing = self.drawing.take().ok_or(Refused)?;
        let mut is_played = self.terms.without(is_drawn, self.seldom);
        if !self.side.tried.is_empty() || self.relays.is_some() {
            // Of a move that is tried nothing may come, or it may come to a lap.
            let comes = drawing.turns.iter().fold(Terms::NEVER, |any, (comes, _)| self.terms.either(any, *comes));
            is_played = self.terms.both(is_played, comes);
        }
        // Where all turns come to laps, none is at its end.
        let arrives = self.arrivals.first().map(|arrival| Turn::of(arrival.state()));
        let mut turns = drawing.turns.into_iter();
        let first = turns.next().map(|(_, first)| first).or(arrives).ok_or(Refused)?;
        let turn = turns.fold(first, |turn, (comes, other)| turn.choose(comes, other, &mut self.terms));
        let (terms, seldom, arrivals, counted) = (self.terms, self.seldom, self.arrivals, self.counted);
        let counted = counted.unwrap_or_default();
        Ok(Drawn { lead, count: all, is_played, turn, arrivals, seldom, counted, are_listed, terms })
    }

    /// What is given besides the cells.
    fn given(&mut self, given: Given, range: Range) -> Term {
        self.terms.given(self.side.sizes.cells + given as usize, range)
    }

    /// The member of a set that was drawn, and how many there are.
    fn place_drawn(&mut self, members: &[Term]) -> Result<(Term, Term), Refused> {
        let number = self.given(Given::Number, Range::BYTE);
        let possible = || (0..).zip(members).filter(|(_, member)| **member != Terms::NEVER);
        let (Some((least, _)), Some((most, _))) = (possible().next(), possible().last()) else { return Err(Refused) };
        let range = i16::try_from(least).and_then(|least| Ok(Range::new(least, i16::try_from(most)?)));
        let (mut place, mut before, mut is) = (Terms::NEVER, Terms::NEVER, Vec::new());
        for (at, member) in possible() {
            let is_it = self.terms.equal(number, before);
            let is_it = self.terms.both(*member, is_it);
            is.push((at, is_it));
            let at = self.terms.number(at);
            let at = self.terms.both(at, is_it);
            place = self.terms.all_bits(place, at);
            before = self.terms.subtract(before, *member);
        }
        let place = self.terms.known(place, range.map_err(|_| Refused)?);
        is.into_iter().for_each(|(at, is_it)| self.terms.is_known(place, at, is_it));
        Ok((place, before))
    }

    // --- on the way --------------------------------------------------------------------------------------------------

    /// Notes South's lead before the turn.
    pub(super) fn leads(&mut self, lead: Term) {
        if let Some(drawing) = &mut self.drawing {
            drawing.lead = Some(lead);
        }
    }

    /// How many pieces are lifted at least from a place that nothing was done with before.
    pub(super) fn lifts_least(&self, place: Term) -> i16 {
        let drawn = self.drawing.as_ref().map(|drawing| drawing.holds_least);
        drawn.filter(|(drawn, _)| *drawn == place).map_or(0, |(_, least)| least)
    }

    /// Notes a choice that is drawn from; tells whether it is one.
    pub(super) fn draws_from(&mut self, at: Address, state: &State) -> bool {
        let drawing = self.drawing.as_mut();
        drawing.map(|drawing| drawing.choices.push((at, state.clone()))).is_some()
    }

    /// Notes the turn that was drawn, where it has come to its end; tells whether it was drawn.
    pub(super) fn comes_to(&mut self, comes: Term, state: &State) -> bool {
        let drawing = self.drawing.as_mut();
        drawing.map(|drawing| drawing.turns.push((comes, Turn::of(state)))).is_some()
    }

    /// Counts a row that is taken.
    pub(super) fn count_row(&mut self, row: RuleId, state: &State) {
        let Some(counted) = &mut self.counted else { return };
        counted.rows.push((row, self.terms.both(state.chosen, state.comes)));
    }

    /// Counts pieces that are captured at a place.
    pub(super) fn count_capture(&mut self, place: usize, pieces: Term, state: &State) {
        let Some(counted) = &mut self.counted else { return };
        let holds = self.terms.both(state.chosen, state.comes);
        let pieces = self.terms.both(pieces, holds);
        let there = counted.captures.entry(place).or_insert(Terms::NEVER);
        *there = self.terms.add_within(*there, pieces, Range::new(0, self.side.sizes.most_in_a_cell()));
    }
}
