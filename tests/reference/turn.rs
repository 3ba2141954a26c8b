//! One turn, with its choices given: statement after statement.

use super::Choice;
use super::expressions::{Dropped, Value, View};
use super::pits::next_on_track;
use mancala::model::{
    Action, Award, Captor, Capture, CaptureWhat, Destination, EachDrop, Expr, LegalRule, Model, Moment,
    Outcome as Then, Player, Row, RuleId, StateRef, StateScope, Statement,
};
use mancala::situation::{GameResult, Outcome, Situation};
use std::collections::BTreeSet;

/// Most seeds dropped in a lap that comes to an end.
const ENDLESS_LAP: usize = 1_000_000;

/// Why the statements of a turn are not done to their end.
#[derive(Debug)]
pub(super) enum Leave {
    /// This is no legal move.
    Illegal,
    /// A choice is needed beyond those given; the possible ones in order.
    Choose(Vec<Choice>),
    /// The sowing is over; the same player may move again.
    Stopped { again: bool },
    /// The game is over.
    Over(Outcome),
}

type Step<T = ()> = Result<T, Leave>;

/// Where pieces go.
#[derive(Debug, Clone, Copy)]
enum Into {
    Hand,
    Place(usize),
}

/// The sowing that was done last.
#[derive(Debug, Clone)]
pub(super) struct Sown {
    /// Its number in the model.
    pub(super) sowing: usize,
    /// The places of its track.
    pub(super) track: Vec<usize>,
    /// Its way along it.
    pub(super) way: i32,
}

/// A turn in progress: the position and all that is forgotten when the turn is over.
#[derive(Debug, Clone)]
pub(super) struct Turn<'m> {
    pub(super) model: &'m Model,
    pub(super) mover: Player,
    /// The kind of move; none when it is asked what may be played, or whether the game is over.
    pub(super) kind: Option<usize>,
    /// The position before the turn.
    pub(super) before: Situation,
    /// The position before the drops of the last lap.
    pub(super) before_lap: Situation,
    /// The position now.
    pub(super) now: Situation,
    /// Pieces of each kind in the hand.
    pub(super) hand: Vec<u32>,
    pub(super) last: Option<usize>,
    pub(super) origin: Option<usize>,
    /// Pieces of each kind that `last` held just before its last piece fell.
    pub(super) held: Vec<u32>,
    pub(super) captured: u32,
    pub(super) laps: u32,
    laps_since_capture: u32,
    pub(super) sown: Option<Sown>,
    /// The drops of the last lap in order.
    pub(super) drops: Vec<Dropped>,
    pub(super) locals: Vec<Value>,
    /// Which of the preferences it satisfies, the first one first.
    pub(super) preference: Vec<bool>,
    /// How often the position has been there, when it is looked at before a turn.
    pub(super) occurrences: Option<u32>,
    /// Who won the round that is over.
    pub(super) winner: Option<Player>,
    /// Whether the outcomes of a row of `end`, or what is done between rounds, are being done.
    pub(super) closing: bool,
    choices: Vec<Choice>,
    choices_made: usize,
}

impl<'m> Turn<'m> {
    /// The start of a turn for which these choices will be made.
    pub(super) fn new(model: &'m Model, situation: &Situation, choices: Vec<Choice>) -> Turn<'m> {
        let kinds = model.kinds.len();
        let mut turn = Turn {
            model,
            mover: situation.to_move,
            kind: None,
            before: situation.clone(),
            before_lap: situation.clone(),
            now: situation.clone(),
            hand: vec![0; kinds],
            last: None,
            origin: None,
            held: vec![0; kinds],
            captured: 0,
            laps: 0,
            laps_since_capture: 0,
            sown: None,
            drops: Vec::new(),
            locals: model.locals.iter().map(|local| Value::unset(local.ty)).collect(),
            preference: vec![false; usize::from(model.preferences)],
            occurrences: None,
            winner: None,
            closing: false,
            choices,
            choices_made: 0,
        };
        turn.look_at_until();
        turn.before = turn.now.clone();
        turn.before_lap = turn.now.clone();
        turn
    }

    /// The present position as the mover sees it.
    pub(super) fn view(&self) -> View<'_> {
        View::new(self, self.mover)
    }

    /// The choice that was made of these.
    fn choose(&mut self, options: Vec<Choice>) -> Step<Choice> {
        if options.is_empty() {
            return Err(Leave::Illegal);
        }
        let Some(choice) = self.choices.get(self.choices_made) else { return Err(Leave::Choose(options)) };
        self.choices_made += 1;
        Ok(*choice)
    }

    // --- the whole turn ----------------------------------------------------------------------------------------------

    /// Plays a kind of move; tells whether the mover plays again, and how the game ended in the middle of the turn.
    pub(super) fn play(&mut self, kind: usize) -> Step<(bool, Option<Outcome>)> {
        self.kind = Some(kind);
        let end = match self.play_until_it_stops(kind) {
            Ok(again) => (again, None),
            Err(Leave::Over(outcome)) => (false, Some(outcome)),
            Err(other) => return Err(other),
        };
        if self.hand.iter().any(|pieces| *pieces > 0) {
            return Err(Leave::Illegal);
        }
        self.model.legal.iter().try_for_each(|rule| self.obey(rule))?;
        Ok(end)
    }

    fn play_until_it_stops(&mut self, kind: usize) -> Step<bool> {
        let model = self.model;
        let again = self.follow(&model.moves[kind].body)?;
        self.follow(&model.moves[kind].finally)?;
        self.follow(&model.finally)?;
        Ok(again)
    }

    /// Does statements and the sequences they go on with, until the sowing is over; tells whether the mover plays
    /// again.
    fn follow(&mut self, body: &'m [Statement]) -> Step<bool> {
        let mut body = body;
        loop {
            match self.block(body) {
                Ok(Some(sequence)) => body = &self.model.sequences[sequence].body,
                Ok(None) => return Ok(false),
                Err(Leave::Stopped { again }) => return Ok(again),
                Err(other) => return Err(other),
            }
        }
    }

    fn obey(&mut self, rule: &LegalRule) -> Step {
        let satisfied = !self.view().allows(rule.when.as_ref()) || self.view().holds(&rule.condition);
        match rule.prefer {
            Some(bit) => self.preference[usize::from(bit)] = satisfied,
            None if !satisfied => return Err(Leave::Illegal),
            None => {}
        }
        Ok(())
    }

    // --- statements --------------------------------------------------------------------------------------------------

    /// Does statements in order; gives the sequence that they go on with.
    fn block(&mut self, statements: &'m [Statement]) -> Step<Option<usize>> {
        for statement in statements {
            if !self.view().allows(statement.condition.as_ref()) {
                continue;
            }
            match &statement.action {
                Action::Then(sequence, arguments) => {
                    self.bind_arguments(*sequence, arguments);
                    return Ok(Some(*sequence));
                }
                Action::Landing(rows) => return self.landing(rows).map(Some),
                action => self.act(action)?,
            }
        }
        Ok(None)
    }

    fn act(&mut self, action: &'m Action) -> Step {
        match action {
            Action::ChoosePit(local, sets) => {
                let sets = sets.iter().map(|set| self.view().set(set));
                let offered = sets.into_iter().find(|set| !set.is_empty()).unwrap_or_default();
                if let Choice::Pit(place) = self.choose(offered.into_iter().map(Choice::Pit).collect())? {
                    self.keep(*local, Value::place(Some(place)));
                }
            }
            Action::ChooseNumber(local, low, high) => {
                let (low, high) = (self.view().number(low), self.view().number(high));
                if let Choice::Number(number) = self.choose((low..=high).map(Choice::Number).collect())? {
                    self.keep(*local, Value::Number(number));
                }
            }
            Action::ChooseWay(local, condition) => {
                let allowed = |way: u8| match condition {
                    Some((it, condition)) => self.view().with(*it, Value::Number(i32::from(way))).holds(condition),
                    None => true,
                };
                let offered = [0, 1].into_iter().filter(|way| allowed(*way)).map(Choice::Way).collect();
                if let Choice::Way(way) = self.choose(offered)? {
                    self.keep(*local, Value::Number(i32::from(way)));
                }
            }
            Action::Let(local, value) => self.keep(*local, self.view().value(value)),
            Action::Require(condition) if !self.view().holds(condition) => return Err(Leave::Illegal),
            Action::Require(_) => {}
            Action::Prefer(bit, condition) => {
                let holds = self.view().holds(condition);
                self.preference[usize::from(*bit)] |= holds;
            }
            Action::Lift(pit) => self.lift(self.view().pit(pit), i32::MAX),
            Action::LiftSome(count, pit) => self.lift(self.view().pit(pit), self.view().number(count)),
            Action::Put(count, from, to) => self.put(count, from.as_ref(), to),
            Action::PlaceFreely(set) => self.place_freely(&self.view().set(set))?,
            Action::Sow(sowing) => {
                let spec = &self.model.sowings[*sowing];
                let (start, way) = (self.view().pit(&spec.start), self.view().number(&spec.way));
                self.sow(*sowing, start, spec.after, way)?;
            }
            Action::Capture(capture) => self.capture(capture)?,
            Action::Become(reference, value) => self.set_state(reference, value),
            Action::Then(..) | Action::Landing(_) => unreachable!("these lead on, and stand in no row"),
        }
        Ok(())
    }

    fn keep(&mut self, local: u16, value: Value) {
        self.locals[usize::from(local)] = value;
    }

    fn bind_arguments(&mut self, sequence: usize, arguments: &[Expr]) {
        let values: Vec<Value> = arguments.iter().map(|argument| self.view().value(argument)).collect();
        for (parameter, value) in self.model.sequences[sequence].parameters.iter().zip(values) {
            self.keep(*parameter, value);
        }
    }

    fn set_state(&mut self, reference: &StateRef, value: &Expr) {
        let value = self.view().number(value);
        let (state, at) = match reference {
            StateRef::Game(state) => (*state, 0),
            StateRef::Player(state, true) => (*state, self.mover.index()),
            StateRef::Player(state, false) => (*state, self.mover.other().index()),
            StateRef::Pit(state, pit) => match self.view().pit(pit) {
                Some(place) => (*state, place),
                None => return,
            },
        };
        let declared = &self.model.states[state];
        let is_number = declared.ty == mancala::model::Type::Number;
        self.now.states[state][at] = if is_number { value.clamp(0, declared.largest) } else { value };
    }

    /// Truth values that change for good as soon as something holds.
    fn look_at_until(&mut self) {
        for (number, state) in self.model.states.iter().enumerate() {
            let Some(until) = &state.until else { continue };
            let sides: &[Player] = if state.scope == StateScope::Player { &Player::BOTH } else { &[self.mover] };
            for side in sides {
                let at = if state.scope == StateScope::Player { side.index() } else { 0 };
                if View::new(self, *side).holds(until) {
                    self.now.states[number][at] = 1 - state.start;
                }
            }
        }
    }

    // --- moving pieces -----------------------------------------------------------------------------------------------

    fn cell(&mut self, place: usize, kind: usize) -> &mut u32 {
        &mut self.now.pieces[kind * self.model.board.places() + place]
    }

    fn give(&mut self, into: Into, kind: usize, pieces: u32) {
        match into {
            Into::Hand => self.hand[kind] += pieces,
            Into::Place(place) => *self.cell(place, kind) += pieces,
        }
    }

    /// Moves at most so many pieces, lower kinds first; gives how many it were.
    fn carry(&mut self, from: Into, into: Into, count: i32) -> u32 {
        let mut wanted = count.max(0) as u32;
        let mut carried = 0;
        for kind in 0..self.model.kinds.len() {
            let there = match from {
                Into::Hand => &mut self.hand[kind],
                Into::Place(place) => self.cell(place, kind),
            };
            let pieces = wanted.min(*there);
            *there -= pieces;
            self.give(into, kind, pieces);
            wanted -= pieces;
            carried += pieces;
        }
        carried
    }

    fn lift(&mut self, pit: Option<usize>, count: i32) {
        if let Some(place) = pit {
            self.carry(Into::Place(place), Into::Hand, count);
            self.origin = Some(place);
        }
        self.look_at_until();
    }

    fn put(&mut self, count: &Expr, from: Option<&Expr>, to: &Expr) {
        let count = self.view().number(count);
        let from = match from {
            None => Some(Into::Hand),
            Some(from) => self.view().pit(from).map(Into::Place),
        };
        if let (Some(from), Some(to)) = (from, self.view().pit(to)) {
            self.carry(from, Into::Place(to), count);
        }
        self.look_at_until();
    }

    /// Each piece of the hand goes where the mover chooses; no place before that of an earlier piece of the same kind.
    fn place_freely(&mut self, set: &BTreeSet<usize>) -> Step {
        if set.is_empty() {
            return Ok(());
        }
        for kind in 0..self.model.kinds.len() {
            let mut least = 0;
            while self.hand[kind] > 0 {
                let offered = set.range(least..).copied().map(Choice::Place).collect();
                let Choice::Place(place) = self.choose(offered)? else { unreachable!("places were offered") };
                self.hand[kind] -= 1;
                *self.cell(place, kind) += 1;
                least = place;
            }
        }
        self.look_at_until();
        Ok(())
    }

    // --- sowing ------------------------------------------------------------------------------------------------------

    /// One lap: drops the hand, and looks whether the turn is endless.
    fn sow(&mut self, sowing: usize, start: Option<usize>, after: bool, way: i32) -> Step {
        let spec = &self.model.sowings[sowing];
        let track = self.view().track(spec.track);
        let skipped = spec.skipping.as_ref().map_or_else(BTreeSet::new, |set| self.view().set(set));
        self.before_lap = self.now.clone();
        self.drops.clear();
        self.sown = Some(Sown { sowing, track: track.clone(), way });
        let start = start.and_then(|start| track.iter().position(|place| *place == start));
        if let Some(start) = start
            && track.iter().any(|place| !skipped.contains(place))
        {
            let mut at = if after { next_on_track(start, track.len(), way) } else { start };
            while self.hand.iter().any(|pieces| *pieces > 0) {
                if !skipped.contains(&track[at]) {
                    self.drop_one(sowing, track[at])?;
                    assert!(self.drops.len() < ENDLESS_LAP, "rows of `each drop` refill the hand for ever");
                }
                at = next_on_track(at, track.len(), way);
            }
        }
        self.laps += 1;
        self.laps_since_capture += 1;
        self.look_at_until();
        if self.laps_since_capture > self.model.lap_limit { self.endless() } else { Ok(()) }
    }

    fn drop_one(&mut self, sowing: usize, place: usize) -> Step {
        let model = self.model;
        let spec = &model.sowings[sowing];
        let in_hand: Vec<usize> = (0..model.kinds.len()).filter(|kind| self.hand[*kind] > 0).collect();
        let kind = if spec.choosing {
            let Choice::Piece(kind) = self.choose(in_hand.into_iter().map(Choice::Piece).collect())? else {
                unreachable!("pieces were offered")
            };
            kind
        } else {
            in_hand[0]
        };
        let held: Vec<u32> = (0..model.kinds.len()).map(|kind| *self.cell(place, kind)).collect();
        self.hand[kind] -= 1;
        *self.cell(place, kind) += 1;
        self.last = Some(place);
        self.held.clone_from(&held);
        self.drops.push(Dropped { place, kind, held });
        let is_last = self.hand.iter().all(|pieces| *pieces == 0);
        match &spec.each_drop {
            Some(each) if !(each.but_last && is_last) => self.each_drop(each),
            _ => Ok(()),
        }
    }

    fn each_drop(&mut self, each: &'m EachDrop) -> Step {
        match self.first_row(&each.rows) {
            Some(row) => self.block(&row.actions).map(|_| ()),
            None => Ok(()),
        }
    }

    fn endless(&mut self) -> Step {
        let model = self.model;
        let Some(row) = self.first_row(&model.endless) else { return Err(Leave::Stopped { again: false }) };
        self.block(&row.actions)?;
        Err(match &row.then {
            Then::NotLegal => Leave::Illegal,
            Then::Award(award) => Leave::Over(self.award(*award, row.rule)),
            _ => Leave::Stopped { again: false },
        })
    }

    // --- landing -----------------------------------------------------------------------------------------------------

    /// The first row whose condition holds.
    fn first_row(&self, rows: &'m [Row]) -> Option<&'m Row> {
        rows.iter().find(|row| self.view().allows(row.condition.as_ref()))
    }

    /// Looks at a table after each lap, until it goes on with a sequence, whose number is given, or the sowing is over.
    fn landing(&mut self, rows: &'m [Row]) -> Step<usize> {
        loop {
            let Some(row) = self.first_row(rows) else { return Err(Leave::Stopped { again: false }) };
            self.block(&row.actions)?;
            if let Some(sequence) = self.go_on(&row.then)? {
                return Ok(sequence);
            }
        }
    }

    /// How the turn goes on: with a sequence, or, after a relay, with the same table.
    fn go_on(&mut self, then: &'m Then) -> Step<Option<usize>> {
        match then {
            Then::Stop | Then::Nothing => Err(Leave::Stopped { again: false }),
            Then::Again => Err(Leave::Stopped { again: true }),
            Then::NotLegal => Err(Leave::Illegal),
            Then::Award(_) => unreachable!("who wins is said in `end`"),
            Then::Then(sequence, arguments) => {
                self.bind_arguments(*sequence, arguments);
                Ok(Some(*sequence))
            }
            Then::Either(alternatives) => {
                let offered = (0..alternatives.len()).map(Choice::Alternative).collect();
                let Choice::Alternative(number) = self.choose(offered)? else {
                    unreachable!("alternatives were offered")
                };
                let (_, actions, then) = &alternatives[number];
                self.block(actions)?;
                self.go_on(then)
            }
            Then::Relay(from) => {
                let from = self.view().pit(from);
                let Sown { sowing, way, .. } = self.sown.clone().expect("a relay follows a sowing");
                self.lift(from, i32::MAX);
                self.sow(sowing, from, true, way)?;
                Ok(None)
            }
        }
    }

    // --- captures ----------------------------------------------------------------------------------------------------

    fn capture(&mut self, capture: &Capture) -> Step {
        let captor = match &capture.captor {
            Captor::Mover => Some(self.mover),
            Captor::Player(player) => self.view().player(player),
        };
        let Some(captor) = captor else { return Ok(()) };
        let into = match &capture.into {
            Destination::Hand => Into::Hand,
            Destination::Store => {
                let board = &self.model.board;
                Into::Place(board.place(captor, board.store().expect("captures go to a store")))
            }
            Destination::Place(place) => match self.view().pit(place) {
                Some(place) => Into::Place(place),
                None => return Ok(()),
            },
        };
        let taken = match &capture.what {
            CaptureWhat::All(set) => {
                let set = self.view().set(set);
                set.into_iter().map(|place| self.carry(Into::Place(place), into, i32::MAX)).sum()
            }
            CaptureWhat::Some(count, pit) => {
                let (count, pit) = (self.view().number(count), self.view().pit(pit));
                pit.map_or(0, |place| self.carry(Into::Place(place), into, count))
            }
            CaptureWhat::Chosen { count, kinds, from, then } => {
                let count = self.view().number(count);
                let sets = [Some(self.view().set(from)), then.as_ref().map(|then| self.view().set(then))];
                self.capture_of_choice(count, kinds, sets, into)?
            }
        };
        self.look_at_until();
        if captor == self.mover && taken > 0 {
            self.captured += taken;
            self.laps_since_capture = 0;
            self.look_at_end_of_game_in_mid_turn()?;
        }
        Ok(())
    }

    /// Pieces that the mover picks from the first set, and when that has no more from the second, in no order.
    fn capture_of_choice(
        &mut self,
        count: i32,
        kinds: &[usize],
        sets: [Option<BTreeSet<usize>>; 2],
        into: Into,
    ) -> Step<u32> {
        let kinds: BTreeSet<usize> = kinds.iter().copied().collect();
        let mut wanted = count.max(0) as u32;
        let mut picked: Vec<usize> = Vec::new();
        for set in sets.into_iter().flatten() {
            // Cells in the order in which their pieces may be picked.
            let cells = set.iter().flat_map(|place| kinds.iter().map(|kind| (*place, *kind)));
            let mut there: Vec<((usize, usize), u32)> =
                cells.map(|(place, kind)| ((place, kind), *self.cell(place, kind))).collect();
            let mut needed = wanted.min(there.iter().map(|(_, pieces)| pieces).sum());
            wanted -= needed;
            while needed > 0 {
                // From this cell on there must be enough, since no earlier one can be picked later.
                let left_from = |at: usize| there[at..].iter().map(|(_, pieces)| pieces).sum::<u32>();
                let enough = |at: &usize| there[*at].1 > 0 && left_from(*at) >= needed;
                let cells = (0..there.len()).filter(enough).map(|at| there[at].0);
                let offered = cells.map(|(place, kind)| Choice::Take(place, kind)).collect();
                let Choice::Take(place, kind) = self.choose(offered)? else { unreachable!("pieces were offered") };
                there.retain(|(cell, _)| *cell >= (place, kind));
                there[0].1 -= 1;
                *self.cell(place, kind) -= 1;
                picked.push(kind);
                needed -= 1;
            }
        }
        for kind in &picked {
            self.give(into, *kind, 1);
        }
        Ok(picked.len() as u32)
    }

    /// Statements that only move pieces and set state.
    pub(super) fn only_act(&mut self, statements: &'m [Statement]) {
        let done = self.block(statements).unwrap_or_else(|leave| unreachable!("actions led to {leave:?}"));
        assert_eq!(done, None, "actions lead to no sequence");
    }

    // --- the end of the game -----------------------------------------------------------------------------------------

    fn look_at_end_of_game_in_mid_turn(&mut self) -> Step {
        if self.closing {
            return Ok(());
        }
        match self.look_at_end(Moment::Capture)? {
            Some(outcome) => Err(Leave::Over(outcome)),
            None => Ok(()),
        }
    }

    /// The first row of `end` for this moment whose condition holds: does its outcomes, and tells how the game ended.
    pub(super) fn look_at_end(&mut self, moment: Moment) -> Step<Option<Outcome>> {
        let mut rows = self.model.end.iter().filter(|end| end.moment == moment).map(|end| &end.row);
        let Some(row) = rows.find(|row| self.view().allows(row.condition.as_ref())) else { return Ok(None) };
        self.closing = true;
        self.block(&row.actions)?;
        let Then::Award(award) = &row.then else { unreachable!("a row of `end` says who wins") };
        Ok(Some(self.award(*award, row.rule)))
    }

    /// Who has won, the scores being those of the present position.
    pub(super) fn award(&self, award: Award, rule: RuleId) -> Outcome {
        let score = self.model.score.as_ref().map(|score| Player::BOTH.map(|side| View::new(self, side).number(score)));
        let result = match award {
            Award::Mover => GameResult::Winner(self.mover),
            Award::Opponent => GameResult::Winner(self.mover.other()),
            Award::Draw => GameResult::Draw,
            Award::NoWinner => GameResult::NoWinner,
            Award::HigherScore => {
                let [south, north] = score.expect("higher score wins by a score");
                match south.cmp(&north) {
                    std::cmp::Ordering::Greater => GameResult::Winner(Player::South),
                    std::cmp::Ordering::Less => GameResult::Winner(Player::North),
                    std::cmp::Ordering::Equal => GameResult::Draw,
                }
            }
        };
        Outcome { result, reason: self.model.rules[usize::from(rule)].label.clone(), score }
    }
}
