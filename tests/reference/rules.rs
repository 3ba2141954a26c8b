//! The items of a game by name, its pieces, its state and its opening.

use super::board::{Board, sides};
use super::environment::Names;
use super::merge::{self, Texts};
use super::options::Options;
use super::position::Position;
use super::turn::Turn;
use super::value::Value;
use super::{Answer, Trouble, meaningless};
use mancala::model::Player;
use mancala::source::Span;
use mancala::syntax::ast::{
    Contents, DefineItem, EndRow, Expr, ItemKind, LegalRule, MatchEntry, PieceItem, Ranking, Row, SetupEntry,
    StateEntry, StateScope, Statement, StatementKind,
};
use std::cell::Cell;
use std::collections::HashMap;

/// Laps without a capture after which a turn is endless, where the file does not say.
const LAPS: u32 = 10_000;

/// A kind of piece.
#[derive(Debug, Clone)]
pub(super) struct Kind {
    pub(super) name: String,
    /// The name that it was declared with; that of its family, if it has one.
    pub(super) family: String,
    pub(super) worth: Option<i64>,
}

/// Declared state.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) name: String,
    pub(super) scope: StateScope,
    pub(super) start: Vec<Value>,
    /// The largest value of a number.
    pub(super) largest: i64,
    pub(super) until: Option<Expr>,
}

/// A kind of move.
#[derive(Debug)]
pub(super) struct Move {
    pub(super) name: String,
    pub(super) body: Vec<Statement>,
    pub(super) finally: Vec<Statement>,
}

/// A sequence.
#[derive(Debug)]
pub(super) struct Sequence {
    pub(super) parameters: Vec<String>,
    pub(super) body: Vec<Statement>,
}

/// Everything that the files say, with these options.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) options: Options,
    pub(super) kinds: Vec<Kind>,
    pub(super) board: Board,
    pub(super) start: Option<Position>,
    pub(super) states: Vec<State>,
    pub(super) defines: HashMap<String, DefineItem>,
    pub(super) phases: Vec<(Option<Expr>, Ranking)>,
    pub(super) moves: Vec<Move>,
    pub(super) sequences: HashMap<String, Sequence>,
    pub(super) finally: Vec<Statement>,
    pub(super) legal: Vec<LegalRule>,
    pub(super) lap_limit: u32,
    pub(super) endless: Vec<Row>,
    pub(super) end: Vec<EndRow>,
    /// What is done between rounds; nothing where there are none.
    pub(super) rounds: Vec<MatchEntry>,
    /// Where something is preferred, the most important first.
    pub(super) preferences: Vec<Span>,
    /// Steps that may still be taken.
    pub(super) steps_left: Cell<u64>,
}

impl Rules {
    /// The rules of a text, with these options.
    pub(super) fn read(text: &str, texts: &Texts<'_>, bound: &[(String, String)]) -> Answer<Rules> {
        let merged = merge::read(text, texts)?;
        let with = merged.with.iter().map(|binding| (binding.name.text.clone(), binding.value.text.clone()));
        let bound: Vec<(String, String)> = with.chain(bound.iter().cloned()).collect();
        let mut rules = Rules {
            options: Options::bind(&merged.items, &bound)?,
            kinds: Vec::new(),
            board: Board::default(),
            start: None,
            states: Vec::new(),
            defines: HashMap::new(),
            phases: Vec::new(),
            moves: Vec::new(),
            sequences: HashMap::new(),
            finally: Vec::new(),
            legal: Vec::new(),
            lap_limit: LAPS,
            endless: Vec::new(),
            end: Vec::new(),
            rounds: Vec::new(),
            preferences: Vec::new(),
            steps_left: Cell::new(u64::MAX),
        };
        let mut later = Vec::new();
        for item in merged.items {
            match item.kind {
                ItemKind::Define(define) => drop(rules.defines.insert(define.name.text.clone(), define)),
                ItemKind::Phase(_, condition, ranking) => rules.phases.push((condition, ranking)),
                ItemKind::Turn(ranking) => rules.phases.push((None, ranking)),
                ItemKind::Move(name, body) => {
                    let (finally, body) = body.into_iter().partition(|one| is_finally(&one.kind));
                    rules.moves.push(Move { name: name.text, body, finally: opened(finally) });
                }
                ItemKind::Sequence(name, parameters, body) => {
                    let parameters = parameters.into_iter().map(|name| name.text).collect();
                    rules.sequences.insert(name.text, Sequence { parameters, body });
                }
                ItemKind::Legal(legal) => rules.legal = legal,
                ItemKind::Endless(limit, rows) => {
                    rules.lap_limit = limit.map_or(LAPS, |(limit, _)| limit);
                    rules.endless = rows;
                }
                ItemKind::End(rows) => rules.end = rows,
                ItemKind::Finally(statements) => rules.finally = statements,
                other => later.push(other),
            }
        }
        rules.what_needs_numbers(&later)?;
        rules.preferences = rules.preferences_in_order();
        Ok(rules)
    }

    /// What needs the values of parameters: pieces, then the board, then state, then the opening.
    fn what_needs_numbers(&mut self, items: &[ItemKind]) -> Answer<()> {
        let pieces = items.iter().find_map(|item| if let ItemKind::Pieces(them) = item { Some(them) } else { None });
        self.kinds = match pieces {
            Some(pieces) => self.read_kinds(pieces)?,
            None => vec![Kind { name: "seed".into(), family: "seed".into(), worth: Some(1) }],
        };
        for item in items {
            if let ItemKind::Board(entries) = item {
                self.board = Board::read(entries, self)?;
            }
        }
        for item in items {
            if let ItemKind::State(entries) = item {
                let states: Answer<Vec<State>> = entries.iter().map(|entry| self.read_state(entry)).collect();
                self.states = states?;
            }
        }
        let in_turn = items.iter().any(begins_in_turn);
        if in_turn {
            self.states.push(State {
                name: "began".into(),
                scope: StateScope::Game,
                start: vec![Value::Player(Some(Player::South))],
                largest: 0,
                until: None,
            });
        }
        let mut start = Position::empty(self);
        for item in items {
            if let ItemKind::Setup(entries) = item {
                entries.iter().try_for_each(|entry| self.set_up(&mut start, entry))?;
            }
        }
        if in_turn {
            let first = Value::Player(Some(start.to_move));
            start.states.last_mut().expect("who began is kept")[0] = first.clone();
            self.states.last_mut().expect("who began is kept").start[0] = first;
        }
        self.start = Some(start);
        for item in items {
            if let ItemKind::Match(condition, entries) = item
                && condition.as_ref().map_or(Ok(true), |condition| self.before_the_game(condition)?.truth())?
            {
                self.rounds.clone_from(entries);
            }
        }
        Ok(())
    }

    /// The value of an expression that does not depend on the game.
    fn before_the_game(&self, expr: &Expr) -> Answer<Value> {
        let turn = Turn::new(self, &Position::empty(self), Vec::new())?;
        turn.view().value(expr, &Names::Global)
    }

    /// A number that does not depend on the game.
    pub(super) fn constant(&self, expr: &Expr) -> Answer<i64> {
        self.before_the_game(expr)?.number()
    }

    /// Counts a step.
    pub(super) fn step(&self) -> Answer<()> {
        match self.steps_left.get() {
            0 => Err(Trouble::TooLong),
            left => {
                self.steps_left.set(left - 1);
                Ok(())
            }
        }
    }

    // --- pieces, state, opening --------------------------------------------------------------------------------------

    fn read_kinds(&self, pieces: &[PieceItem]) -> Answer<Vec<Kind>> {
        let mut kinds = Vec::new();
        for PieceItem { name, worth } in pieces {
            let family = name.text.clone();
            match worth {
                None => kinds.push(Kind { name: family.clone(), family, worth: None }),
                Some((worth, None)) => {
                    kinds.push(Kind { name: family.clone(), family, worth: Some(self.constant(worth)?) });
                }
                Some((low, Some(high))) => {
                    for worth in self.constant(low)?..=self.constant(high)? {
                        let name = format!("{family}{worth}");
                        kinds.push(Kind { name, family: family.clone(), worth: Some(worth) });
                    }
                }
            }
        }
        Ok(kinds)
    }

    /// The kinds that a name stands for: those of a family, or the one of this name.
    pub(super) fn kinds_called(&self, name: &str) -> Vec<usize> {
        let family = |kind: &usize| self.kinds[*kind].family == name;
        let members: Vec<usize> = (0..self.kinds.len()).filter(family).collect();
        let one = |kind: &usize| self.kinds[*kind].name == name;
        if members.is_empty() { (0..self.kinds.len()).filter(one).collect() } else { members }
    }

    fn read_state(&self, entry: &StateEntry) -> Answer<State> {
        let turn = Turn::new(self, &Position::empty(self), Vec::new())?;
        let read = |side, it: Option<usize>| {
            let it = Value::Pit(it);
            turn.view().of(side).value(&entry.start, &Names::And("it", &it, &Names::Global))
        };
        let start: Answer<Vec<Value>> = match entry.scope {
            StateScope::Game => vec![read(Player::South, None)],
            StateScope::Player => Player::BOTH.map(|player| read(player, None)).to_vec(),
            StateScope::Pit => (0..self.board.places())
                .map(|place| read(self.board.owner(place).unwrap_or(Player::South), Some(place)))
                .collect(),
        }
        .into_iter()
        .collect();
        let start = start?;
        let largest = entry.largest.as_ref().map_or(Ok(0), |largest| self.constant(largest))?;
        let (name, until) = (entry.name.text.clone(), entry.until.clone());
        Ok(State { name, scope: entry.scope, start, largest, until })
    }

    fn set_up(&self, start: &mut Position, entry: &SetupEntry) -> Answer<()> {
        let (side, place, range, contents) = match entry {
            SetupEntry::First(player) => {
                let Some(player) = self.before_the_game(player)?.player()? else {
                    return meaningless("nobody begins");
                };
                start.to_move = player;
                return Ok(());
            }
            SetupEntry::Contents { side, place, range, contents, .. } => (side, &place.text, range, contents),
        };
        if place == "off" {
            let Some(off) = self.board.off() else { return meaningless("there is no off") };
            return self.lay(start, &[off], contents);
        }
        let places = self.board.part_in_range(self, place, range.as_ref())?;
        for player in side.map_or(Player::BOTH.to_vec(), |side| sides(side, Player::South)) {
            let places: Vec<usize> = places.iter().map(|place| self.board.place(player, *place)).collect();
            self.lay(start, &places, contents)?;
        }
        Ok(())
    }

    fn lay(&self, start: &mut Position, places: &[usize], contents: &Contents) -> Answer<()> {
        let pieces = |number: &Expr| {
            let number = self.constant(number)?;
            u32::try_from(number).or_else(|_| meaningless(format!("{number} pieces")))
        };
        match contents {
            Contents::Each(number) => {
                for place in places {
                    start.pieces[*place][0] = pieces(number)?;
                }
            }
            Contents::List(numbers) if numbers.len() == places.len() => {
                for (place, number) in places.iter().zip(numbers) {
                    start.pieces[*place][0] = pieces(number)?;
                }
            }
            Contents::List(numbers) => {
                return meaningless(format!("{} numbers for {} places", numbers.len(), places.len()));
            }
            Contents::ByPit(name, counts) => {
                let turn = Turn::new(self, &Position::empty(self), Vec::new())?;
                for (number, place) in (1..).zip(places) {
                    let number = Value::Number(number);
                    let names = Names::And(&name.text, &number, &Names::Global);
                    for one in counts {
                        let kind = match &one.value {
                            Some(value) => {
                                format!("{}{}", one.name.text, turn.view().value(value, &names)?.number()?)
                            }
                            None => one.name.text.clone(),
                        };
                        let Some(kind) = self.kinds.iter().position(|other| other.name == kind) else {
                            return meaningless(format!("there is no {kind}"));
                        };
                        start.pieces[*place][kind] += one.count;
                    }
                }
            }
        }
        Ok(())
    }

    // --- what is preferred -------------------------------------------------------------------------------------------

    /// In the order of the text, a sequence where a move first goes on with it.
    fn preferences_in_order(&self) -> Vec<Span> {
        let mut found = Preferences { rules: self, sequences: Vec::new(), spans: Vec::new() };
        for kind in &self.moves {
            found.in_statements(&kind.body);
            found.in_statements(&kind.finally);
        }
        found.in_statements(&self.finally);
        let mut spans = found.spans;
        spans.extend(self.legal.iter().filter(|rule| rule.prefer).map(|rule| rule.span));
        spans
    }

    /// How important what is preferred there is.
    pub(super) fn preference(&self, span: Span) -> Option<usize> {
        self.preferences.iter().position(|other| *other == span)
    }
}

fn is_finally(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::Finally(_))
}

/// The statements of `finally` blocks.
fn opened(blocks: Vec<Statement>) -> Vec<Statement> {
    let inside = blocks.into_iter().map(|block| match block.kind {
        StatementKind::Finally(statements) => statements,
        other => unreachable!("{other:?} is no `finally`"),
    });
    inside.flatten().collect()
}

/// Looks for what is preferred.
struct Preferences<'r> {
    rules: &'r Rules,
    sequences: Vec<&'r str>,
    spans: Vec<Span>,
}

impl<'r> Preferences<'r> {
    fn in_statements(&mut self, statements: &'r [Statement]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Prefer(_) => self.spans.push(statement.span),
                StatementKind::Then(name, _) => self.in_sequence(&name.text),
                StatementKind::Landing(rows) => rows.iter().for_each(|row| self.in_statements(&row.body)),
                StatementKind::Either(alternatives) => {
                    alternatives.iter().for_each(|one| self.in_statements(&one.body));
                }
                StatementKind::For(_, body) => self.in_statements(body),
                _ => {}
            }
        }
    }

    fn in_sequence(&mut self, name: &'r str) {
        if let Some(sequence) = self.rules.sequences.get(name)
            && !self.sequences.contains(&name)
        {
            self.sequences.push(name);
            self.in_statements(&sequence.body);
        }
    }
}

/// Whether the players begin the rounds of a match in turn; the last state tells then who began.
fn begins_in_turn(item: &ItemKind) -> bool {
    matches!(item, ItemKind::Match(_, entries) if entries.iter().any(|entry| matches!(entry, MatchEntry::StartsInTurn(_))))
}
