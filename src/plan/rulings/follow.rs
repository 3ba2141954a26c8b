//! Follows code behind the choice of a place that holds so much, to where it is known which moves are legal.

use super::contents::{Content, Contents, Stuck};
use super::{Choice, MOST_CHOICES, Question, Then};
use crate::id::Id as _;
use crate::plan::Side;
use crate::plan::along::first_of;
use crate::plan::filter::Filter;
use crate::plan::first_choice::FirstChoice;
use crate::plan::hand::Hand;
use crate::plan::known::{self, Numbers, Sets};
use crate::plan::op::{Address, NEVER_BACK, Op, Reg, View, turn};
use crate::plan::seeds::{self, Begins, Drop};
use crate::plan::settled::{Stays, leads_to_legal_moves};
use std::sync::Arc;

/// Operations that are followed for one ruling, and what may be left to ask: what takes more has to be played.
const MOST_FOLLOWED: u32 = 512;
const MOST_ASKED: usize = 32;

/// Follows code of one kind of move.
#[derive(Debug, Clone)]
pub(super) struct Follower<'p, const W: usize> {
    side: &'p Side<W>,
    begin: State<'p>,
    slot: Reg,
    hand: Arc<Hand>,
    kind: i32,
    /// From where on a turn of this kind is legal whatever comes, if its hand is empty.
    legal: Vec<bool>,
    /// The same where a cell holds a value.
    legal_by: Vec<By>,
    questions: Vec<Question>,
}

/// From where on a turn is legal where a cell holds a value; none where it need not go on to do so.
#[derive(Debug, Clone)]
struct By {
    known: (usize, u8),
    legal: Option<Vec<bool>>,
}

/// How far a way through the code was followed, and what is known there.
#[derive(Debug, Clone)]
struct State<'p> {
    at: Address,
    numbers: Numbers<'p>,
    /// Numbers that depend on the position.
    held: Vec<(Reg, Content)>,
    sets: Sets<'p>,
    cells: Contents,
    /// How many choices were made.
    made: usize,
}

/// How many operations may still be followed for a ruling, and how many questions there may be then.
struct Most {
    followed: u32,
    questions: usize,
}

/// What an operation comes to.
enum Step {
    On,
    /// One of these is chosen, for a register.
    Places(Reg, u64),
    Alternatives(u16),
    Ends(Then),
}

impl<'p, const W: usize> Follower<'p, W> {
    /// One for a kind of move that begins with the choice of a place.
    pub(super) fn new(side: &'p Side<W>, kind: usize, first: FirstChoice, hand: Arc<Hand>) -> Self {
        let kind = i32::try_from(kind).unwrap_or(-1);
        let mut numbers = Numbers::of(&side.constants.numbers);
        for (reg, value) in Reg::all().zip(turn::BEGIN) {
            numbers.put(reg, Some(value));
        }
        numbers.put(turn::KIND, Some(kind));
        let begin = State {
            at: first.behind,
            numbers,
            held: Vec::new(),
            sets: Sets::of(&side.constants.sets),
            cells: Contents::with(0, 0),
            made: 1,
        };
        let legal = leads_to_legal_moves(side, &hand, kind, None);
        Follower { side, begin, slot: first.slot, hand, kind, legal, legal_by: Vec::new(), questions: Vec::new() }
    }

    /// Works out the ruling on a place that holds so much. None where moves have to be played.
    pub(super) fn rule(&mut self, place: u8, held: u8) -> Option<Then> {
        let mut state = self.begin.clone();
        state.numbers.put(self.slot, Some(place.into()));
        state.cells = Contents::with(place.into(), held);
        let first = self.questions.len();
        let mut most = Most { followed: MOST_FOLLOWED, questions: first + MOST_ASKED };
        let ruling = self.follow(state, &mut most);
        if ruling.is_none() {
            self.questions.truncate(first);
        }
        ruling
    }

    /// Tells the legal moves by a ruling, which begin with so many choices.
    #[inline]
    pub(super) fn tell(
        &self,
        ruling: Then,
        cells: &[u8; W],
        (choices, made): (&mut [Choice; MOST_CHOICES], usize),
        tell: &mut impl FnMut(&[Choice; MOST_CHOICES], usize),
    ) {
        let mut then = ruling;
        loop {
            let question = match then {
                Then::Legal => return tell(choices, made),
                Then::NotLegal => return,
                Then::Asks(question) => question,
            };
            match &self.questions[question] {
                Question::Cell { cell, values, if_so, otherwise } => {
                    then = if values.has(cells[*cell & (W - 1)]) { *if_so } else { *otherwise };
                }
                Question::Options(options) => {
                    for (option, then) in options {
                        choices[made % MOST_CHOICES] = *option;
                        self.tell(*then, cells, (choices, made + 1), tell);
                    }
                    return;
                }
            }
        }
    }

    fn asks(&mut self, question: Question) -> Then {
        self.questions.push(question);
        Then::Asks(self.questions.len() - 1)
    }

    fn follow(&mut self, mut state: State<'p>, most: &mut Most) -> Option<Then> {
        loop {
            most.followed = most.followed.checked_sub(1).filter(|_| self.questions.len() < most.questions)?;
            if self.is_legal(&state) {
                return Some(Then::Legal);
            }
            match self.step(&mut state) {
                Ok(Step::On) => {}
                Ok(Step::Ends(then)) => return Some(then),
                Ok(Step::Places(slot, places)) => return self.follow_places(&state, (slot, places), most),
                Ok(Step::Alternatives(table)) => return self.follow_alternatives(&state, table, most),
                Err(Stuck::Ask(cell, values)) => {
                    let [one, other] = state.cells.told(cell, values).map(|cells| State { cells, ..state.clone() });
                    let (if_so, otherwise) = (self.follow(one, most)?, self.follow(other, most)?);
                    return Some(self.asks(Question::Cell { cell, values, if_so, otherwise }));
                }
                Err(Stuck::Unknown) => return None,
            }
        }
    }

    fn follow_places(&mut self, state: &State<'p>, of: (Reg, u64), most: &mut Most) -> Option<Then> {
        let (slot, mut places) = of;
        let mut options = Vec::new();
        while places != 0 {
            let place = first_of(places);
            places &= places - 1;
            let mut chosen = state.behind_a_choice()?;
            chosen.put(slot, place);
            let number = u16::try_from(place).ok()?;
            options.push((number.to_le_bytes(), self.follow(chosen, most)?));
        }
        Some(self.asks(Question::Options(options)))
    }

    fn follow_alternatives(&mut self, state: &State<'p>, table: u16, most: &mut Most) -> Option<Then> {
        let side = self.side;
        let mut options = Vec::new();
        for (number, at) in (0_u16..).zip(&side.tables.alternatives[usize::from(table)]) {
            let chosen = State { at: *at, ..state.behind_a_choice()? };
            options.push((number.to_le_bytes(), self.follow(chosen, most)?));
        }
        Some(self.asks(Question::Options(options)))
    }

    /// Whether a turn is legal whatever comes, and nothing more is chosen.
    fn is_legal(&mut self, state: &State<'p>) -> bool {
        if state.numbers.get(turn::HAND) != Some(0) {
            return false;
        }
        let at = state.at.index();
        self.legal[at] || state.cells.known_from(self.side.places).any(|known| self.is_legal_by(known, at))
    }

    /// The same where a cell holds a value.
    fn is_legal_by(&mut self, known: (usize, u8), at: usize) -> bool {
        let number = self.legal_by.iter().position(|by| by.known == known).unwrap_or_else(|| {
            let stays = Stays::of(self.side, known);
            let legal = stays.map(|stays| leads_to_legal_moves(self.side, &self.hand, self.kind, Some(stays)));
            self.legal_by.push(By { known, legal });
            self.legal_by.len() - 1
        });
        self.legal_by[number].legal.as_ref().is_some_and(|legal| legal[at])
    }

    /// Follows one operation.
    fn step(&self, state: &mut State<'p>) -> Result<Step, Stuck> {
        let op = *self.side.made_ops().get(state.at.index()).ok_or(Stuck::Unknown)?;
        let next = state.at.next();
        match op {
            Op::Legal => {
                let is_over = state.number(turn::HAND)? == 0;
                return Ok(Step::Ends(if is_over { Then::Legal } else { Then::NotLegal }));
            }
            Op::Dead => return Ok(Step::Ends(Then::NotLegal)),
            Op::ChoosePlace(slot, set) => {
                let places = state.sets.get(set).ok_or(Stuck::Unknown)?;
                state.at = next;
                return Ok(Step::Places(slot, places));
            }
            Op::ChooseAlternative(table) => return Ok(Step::Alternatives(table)),
            Op::Next(to, left, over) => {
                let members = state.sets.get(left).ok_or(Stuck::Unknown)?;
                if members != 0 {
                    state.put(to, first_of(members));
                    state.sets.put(left, Some(members & (members - 1)));
                }
                state.at = if members == 0 { over } else { next };
            }
            Op::Jump(to) => state.at = to,
            Op::Close => {
                let kind = usize::try_from(self.kind).map_err(|_| Stuck::Unknown)?;
                state.at = *self.side.tables.closes.get(kind).ok_or(Stuck::Unknown)?;
            }
            mut op => match self.question(&op, state)? {
                Some(true) => state.at = *op.address_mut().ok_or(Stuck::Unknown)?,
                Some(false) => state.at = next,
                None => {
                    self.does(op, state)?;
                    state.at = next;
                }
            },
        }
        Ok(Step::On)
    }

    /// Whether an operation goes on elsewhere, if it is a question.
    fn question(&self, op: &Op, state: &State<'p>) -> Result<Option<bool>, Stuck> {
        let tables = &self.side.tables;
        let is_so = match *op {
            Op::Compare(op, one, two, _) => state.holds_of_both([one, two], |one, two| op.holds(one, two))?,
            Op::IsIn(number, counts, expected, _) => {
                let counts = tables.counts.get(usize::from(counts)).ok_or(Stuck::Unknown)?;
                state.holds(number, |number| counts.has(number))? == expected
            }
            Op::Even(number, expected, _) => state.holds(number, |number| number % 2 == 0)? == expected,
            Op::NoPiecesOf(view, mask, expected, _) => {
                let mask = tables.masks.get(usize::from(mask)).ok_or(Stuck::Unknown)?;
                state.are_empty(view, (0..W).filter(|cell| mask[*cell] != 0))? == expected
            }
            Op::NoPieces(set, view, expected, _) => {
                let set = state.sets.get(set).ok_or(Stuck::Unknown)?;
                state.are_empty(view, members(set))? == expected
            }
            _ => {
                let known = known::goes_elsewhere(op, tables, &state.numbers, &state.sets);
                return known.map(|goes| goes.ok_or(Stuck::Unknown)).transpose();
            }
        };
        Ok(Some(is_so))
    }

    /// Follows an operation behind which the next one follows.
    fn does(&self, op: Op, state: &mut State<'p>) -> Result<(), Stuck> {
        match op {
            Op::Row(_) | Op::Lead(_) => {}
            Op::Cell(to, view, cell) => {
                let held = state.cell(view, usize::from(cell))?;
                state.put_held(to, held);
            }
            Op::CellOf(to, view, first, pit) => match usize::try_from(state.number(pit)?) {
                Ok(place) => {
                    let held = state.cell(view, usize::from(first) + place)?;
                    state.put_held(to, held);
                }
                Err(_) => state.put(to, 0),
            },
            Op::Move(to, from) => match state.value(from)? {
                Value::Number(number) => state.put(to, number),
                Value::Held(held) => state.put_held(to, held),
            },
            Op::Filter(to, of, view, filter) => {
                let of = state.sets.get(of).ok_or(Stuck::Unknown)?;
                let members = state.those(view, of, &self.side.tables.filters[usize::from(filter)])?;
                state.sets.put(to, Some(members));
            }
            Op::Put(most, from, to) => self.moves(state, most, from, to)?,
            Op::Lift(place) => {
                let place = state.number(place)?;
                let lifted = state.lift(place)?;
                state.put(turn::HAND, state.number(turn::HAND)? + lifted);
            }
            Op::SetCell { cell, most, value } => {
                let value = state.number(value)?.clamp(0, i32::from(most));
                state.cells.put(usize::from(cell), Content::Known(value.to_le_bytes()[0]));
            }
            Op::Sowing(sowing, way) => {
                let way = state.number(way)?;
                state.put(turn::SOWING, i32::from(sowing));
                state.put(turn::WAY, way);
            }
            Op::FirstLap { sowing, start, way, .. } => {
                let (start, way) = (state.number(start)?, state.number(way)?);
                state.put(turn::SOWING, i32::from(sowing));
                state.put(turn::WAY, way);
                self.lift_lap(state, usize::from(sowing), start)?;
                self.counts_a_lap(state)?;
            }
            Op::LiftLap { sowing, start, back: NEVER_BACK, .. } => {
                let start = state.number(start)?;
                self.lift_lap(state, usize::from(sowing), start)?;
                self.counts_a_lap(state)?;
            }
            Op::Lap { sowing, start, after: true } => {
                let start = state.number(start)?;
                self.lap(state, usize::from(sowing), start)?;
            }
            Op::LapOver(_) => self.counts_a_lap(state)?,
            mut op => {
                let set = known::places(&op, &self.side.tables, &state.numbers, &state.sets);
                if let Some((to, set)) = set {
                    state.sets.put(to, Some(set.ok_or(Stuck::Unknown)?));
                    return Ok(());
                }
                let number = known::number(&op, &self.side.tables, &state.numbers, &state.sets);
                let to = *op.result_mut().ok_or(Stuck::Unknown)?;
                state.put_number(to, Some(number.ok_or(Stuck::Unknown)?));
            }
        }
        Ok(())
    }

    /// Moves at most n pieces from a place to a place, if there are so many.
    fn moves(&self, state: &mut State<'p>, most: Reg, from: Reg, to: Reg) -> Result<(), Stuck> {
        let (most, from, to) = (state.number(most)?.max(0), state.number(from)?, state.number(to)?);
        let (Ok(from), Ok(to), Ok(more)) = (usize::try_from(from), usize::try_from(to), u8::try_from(most)) else {
            return Err(Stuck::Unknown);
        };
        if !state.cells.holds(state.cells.get(from), |held| held >= most)? {
            return Err(Stuck::Unknown);
        }
        state.cells.put(from, state.cells.get(from).plus(more.wrapping_neg()));
        state.cells.put(to, state.cells.get(to).plus(more));
        Ok(())
    }

    /// Lifts a place and sows behind it by a row that is worked out.
    fn lift_lap(&self, state: &mut State<'p>, sowing: usize, start: i32) -> Result<(), Stuck> {
        let lifted = state.lift(start)?;
        if state.number(turn::HAND)? != 0 {
            return Err(Stuck::Unknown);
        }
        state.put(turn::HAND, lifted);
        self.lap(state, sowing, start)
    }

    /// Sows the hand behind a place that was lifted, by a row that is worked out.
    fn lap(&self, state: &mut State<'p>, sowing: usize, start: i32) -> Result<(), Stuck> {
        let sowing = self.side.tables.sowings.get(sowing).ok_or(Stuck::Unknown)?;
        let (hand, way) = (state.number(turn::HAND)?, state.number(turn::WAY)?);
        let begins = Begins { path: sowing.path, start, way, after: true };
        let mut sown = [0; W];
        let Drop { place, held } = seeds::sow_lap(sowing, &mut sown, begins, hand).ok_or(Stuck::Unknown)?;
        let last = usize::try_from(place).map_err(|_| Stuck::Unknown)?;
        let held = u8::try_from(held).map_err(|_| Stuck::Unknown)?;
        state.put_held(turn::HELD, state.cells.get(last).plus(held));
        for (cell, more) in sown.iter().enumerate().filter(|(_, more)| **more != 0) {
            state.cells.put(cell, state.cells.get(cell).plus(*more));
        }
        state.put(turn::LAST, place);
        state.put(turn::HAND, 0);
        Ok(())
    }

    /// Counts a lap, of which there may be as many.
    fn counts_a_lap(&self, state: &mut State<'p>) -> Result<(), Stuck> {
        for reg in [turn::LAPS, turn::LAPS_SINCE_CAPTURE] {
            let laps = state.number(reg)? + 1;
            if laps > self.side.lap_limit {
                return Err(Stuck::Unknown);
            }
            state.put(reg, laps);
        }
        Ok(())
    }
}

/// What is known of a number.
#[derive(Debug, Clone, Copy)]
enum Value {
    Number(i32),
    /// What a cell held, and so much more.
    Held(Content),
}

impl State<'_> {
    /// The same behind one more choice, if there may be as many.
    fn behind_a_choice(&self) -> Option<Self> {
        (self.made < MOST_CHOICES).then(|| State { made: self.made + 1, ..self.clone() })
    }

    /// What is known of a register.
    fn value(&self, reg: Reg) -> Result<Value, Stuck> {
        match self.held.iter().find(|(other, _)| *other == reg) {
            Some((_, held)) => Ok(match self.cells.as_known(*held) {
                Content::Known(value) => Value::Number(value.into()),
                held @ Content::More(..) => Value::Held(held),
            }),
            None => self.numbers.get(reg).map(Value::Number).ok_or(Stuck::Unknown),
        }
    }

    /// A number that does not depend on the position.
    fn number(&self, reg: Reg) -> Result<i32, Stuck> {
        match self.value(reg)? {
            Value::Number(number) => Ok(number),
            Value::Held(_) => Err(Stuck::Unknown),
        }
    }

    /// Whether something holds of a number.
    fn holds(&self, reg: Reg, holds: impl Fn(i32) -> bool) -> Result<bool, Stuck> {
        match self.value(reg)? {
            Value::Number(number) => Ok(holds(number)),
            Value::Held(held) => self.cells.holds(held, holds),
        }
    }

    /// Whether something holds of two numbers.
    fn holds_of_both(&self, [one, two]: [Reg; 2], holds: impl Fn(i32, i32) -> bool) -> Result<bool, Stuck> {
        match (self.value(one)?, self.value(two)?) {
            (Value::Number(one), _) => self.holds(two, |two| holds(one, two)),
            (_, Value::Number(two)) => self.holds(one, |one| holds(one, two)),
            (Value::Held(_), Value::Held(_)) => Err(Stuck::Unknown),
        }
    }

    fn put(&mut self, reg: Reg, number: i32) {
        self.put_number(reg, Some(number));
    }

    fn put_number(&mut self, reg: Reg, number: Option<i32>) {
        self.held.retain(|(other, _)| *other != reg);
        self.numbers.put(reg, number);
    }

    fn put_held(&mut self, reg: Reg, held: Content) {
        match held {
            Content::Known(value) => self.put(reg, value.into()),
            Content::More(..) => {
                self.put_number(reg, None);
                self.held.push((reg, held));
            }
        }
    }

    /// What a cell holds in a position.
    fn cell(&self, view: View, cell: usize) -> Result<Content, Stuck> {
        match view {
            View::Now => Ok(self.cells.get(cell)),
            View::TurnStart => Ok(self.cells.at_first(cell)),
            View::BeforeSowing => Err(Stuck::Unknown),
        }
    }

    /// Lifts a place that holds a known number of pieces, and tells it.
    fn lift(&mut self, place: i32) -> Result<i32, Stuck> {
        self.put(turn::LIFTED, place);
        let Ok(cell) = usize::try_from(place) else { return Ok(0) };
        let Content::Known(lifted) = self.cells.get(cell) else { return Err(Stuck::Unknown) };
        self.cells.put(cell, Content::Known(0));
        self.put(turn::ORIGIN, place);
        Ok(lifted.into())
    }

    /// Whether cells are all empty.
    fn are_empty(&self, view: View, cells: impl Iterator<Item = usize> + Clone) -> Result<bool, Stuck> {
        let held = |cell: usize| self.cell(view, cell);
        // Where one is known not to be, nothing has to be asked of the others.
        for cell in cells.clone() {
            if matches!(held(cell)?, Content::Known(1..)) {
                return Ok(false);
            }
        }
        for cell in cells {
            if !self.cells.holds(held(cell)?, |pieces| pieces == 0)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Those of some places of which a condition holds.
    fn those(&self, view: View, places: u64, filter: &Filter) -> Result<u64, Stuck> {
        let (mut left, mut those) = (places & filter.within(), 0);
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            if self.is_one_of_those(view, place, filter)? {
                those |= 1 << place;
            }
        }
        Ok(those)
    }

    fn is_one_of_those(&self, view: View, place: usize, filter: &Filter) -> Result<bool, Stuck> {
        for (first, values) in filter.tests() {
            let holds = |value: i32| usize::try_from(value).is_ok_and(|value| values[value]);
            if !self.cells.holds(self.cell(view, first + place)?, holds)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The members of a set.
fn members(set: u64) -> impl Iterator<Item = usize> + Clone {
    (0..64).filter(move |place| set >> place & 1 == 1)
}
