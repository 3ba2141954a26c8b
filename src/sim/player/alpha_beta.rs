//! Looks ahead: iterative deepening, a table of positions already looked at, captures followed behind the last move.

use super::error::NoMemory;
use super::evaluation::{Evaluation, WIN};
use super::known::{Entry, Known};
use super::line::{Line, bring_best_first};
use super::quiet_moves::QuietMoves;
use super::window::{Bound, Found, LOWEST, Window};
use super::{Decision, Seat, Strategy};
use crate::engine::{Cells as _, Child, Machine, Shape, fingerprint};
use crate::game::Flow;
use crate::game::Game;
use crate::sim::candidates::MOST_LISTED;
use crate::sim::clock::Clock;
use crate::sim::script::AlphaBetaSpec;
use crate::sim::seed::{Generator, below};
use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Deepest look ahead.
const DEEPEST: u32 = 200;
/// Stands for no move.
const NO_MOVE: u16 = u16::MAX;
/// Depth of an entry whose game was followed to its end everywhere.
const SOLVED: u8 = u8::MAX;

/// What was listed of the moves of a position.
#[derive(Debug, Clone, Copy)]
struct Listed {
    /// Whether there is a move.
    any: bool,
    /// Whether none is missing.
    all: bool,
}

/// A player that looks ahead.
#[derive(Debug)]
pub struct AlphaBeta<'p, S: Shape> {
    machine: Machine<'p, S>,
    flow: Flow,
    evaluation: Evaluation,
    depth: u32,
    time: Option<Duration>,
    nodes: u64,
    captures: u32,
    known: Known,
    lists: Vec<Vec<Line<S>>>,
    quiet_moves: QuietMoves,
    /// Fingerprints of the positions between the game and the one that is looked at.
    path: Vec<u64>,
    looked_at: u64,
    /// Positions looked at in searches before this one.
    before: u64,
    deadline: Option<Instant>,
    /// Whether time or nodes have run out.
    out: bool,
    /// Whether some line was not followed to the end of its game.
    cut: bool,
    /// The lead with perfect play, if the last search has found it.
    proven: Option<i32>,
}

impl<'p, S: Shape> AlphaBeta<'p, S> {
    /// A player of a game.
    ///
    /// # Errors
    /// That the system does not give it the memory it asks for.
    pub fn new(game: &'p Game, spec: &AlphaBetaSpec) -> Result<Self, NoMemory> {
        let machine = game.machine();
        let flow = Flow::of(&machine);
        Ok(AlphaBeta {
            machine,
            flow,
            evaluation: Evaluation::new(game.model(), spec.weights),
            depth: spec.depth.map_or(DEEPEST, |depth| depth.clamp(1, i64::from(DEEPEST)) as u32),
            time: spec.time.and_then(|time| Duration::try_from_secs_f64(time).ok()),
            nodes: spec.nodes.map_or(u64::MAX, |nodes| nodes.max(1) as u64),
            captures: spec.captures.unwrap_or(2).clamp(0, 20) as u32,
            known: Known::new(spec.bytes())?,
            lists: Vec::new(),
            quiet_moves: QuietMoves::default(),
            path: Vec::new(),
            looked_at: 0,
            before: 0,
            deadline: None,
            out: false,
            cut: false,
            proven: None,
        })
    }

    /// The best move and what it is worth, in hundredths of a seed; a won game is worth a million seeds more.
    pub fn best(&mut self, seat: &Seat<'_, S>, generator: &mut Generator) -> (u64, i32) {
        self.before += std::mem::take(&mut self.looked_at);
        self.out = false;
        self.deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        self.proven = None;
        let mut lines = self.first_lines(seat, generator);
        let mut best = (lines.first().map_or(0, |line| u64::from(line.index)), LOWEST);
        for depth in 1..=self.depth {
            self.cut = false;
            self.path.clear();
            self.path.push(fingerprint(seat.position));
            let Some(found) = self.look(seat, &mut lines, depth) else { break };
            best = found;
            self.proven = (!self.cut && self.has_score()).then(|| Self::margin(best.1));
            if !self.cut || (best.1.abs() >= WIN / 2 && !self.has_score()) {
                break;
            }
        }
        best
    }

    /// How many positions it has looked at in all its searches.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.before + self.looked_at
    }

    /// The mover's lead in seeds, from the value of a game that is over.
    fn margin(value: i32) -> i32 {
        let seeds = |rest: i32| rest / 100;
        if value > WIN / 2 {
            seeds(value - WIN)
        } else if value < -WIN / 2 {
            seeds(value + WIN)
        } else {
            seeds(value)
        }
    }

    fn has_score(&self) -> bool {
        self.machine.program().model.score.is_some()
    }

    /// The moves of the game's position, in an order that chance decides between equals.
    fn first_lines(&mut self, seat: &Seat<'_, S>, generator: &mut Generator) -> Vec<Line<S>> {
        let mover = seat.position.mover();
        let listed = seat.candidates.listed.iter().take(MOST_LISTED).enumerate();
        let mut lines: Vec<Line<S>> = listed
            .map(|(index, candidate)| Line {
                position: candidate.position,
                value: candidate.ended.map(|ended| self.evaluation.verdict(&ended, mover)),
                captured: candidate.captured,
                order: candidate.captured.into(),
                index: index as u16,
                name: None,
            })
            .collect();
        for at in (1..lines.len()).rev() {
            lines.swap(at, below(generator, at as u32 + 1) as usize);
        }
        lines.sort_by_key(|line| Reverse(line.order));
        lines
    }

    /// Looks so deep at each of the first moves; none if time ran out before anything was known.
    fn look(&mut self, seat: &Seat<'_, S>, lines: &mut [Line<S>], depth: u32) -> Option<(u64, i32)> {
        let mut window = Window::OPEN;
        let mut best = None;
        for at in 0..lines.len() {
            let line = lines[at];
            let value = self.value_of_one(at, &line, seat.position, seat, depth, window);
            if self.out {
                // The best move of the last depth was looked at first: what was found since is at least as good.
                break;
            }
            if value > window.alpha {
                window.alpha = value;
                best = Some((u64::from(line.index), value));
                lines[..=at].rotate_right(1);
            }
        }
        best
    }

    /// What a move is worth for its mover. Of one that others were looked at before, it is first asked whether it is better
    /// than they are, which takes less.
    fn value_of_one(
        &mut self,
        at: usize,
        line: &Line<S>,
        before: &S::Position,
        seat: &Seat<'_, S>,
        depth: u32,
        window: Window,
    ) -> i32 {
        if at > 0 {
            let value = self.value_of(line, before, seat, depth, window.least());
            if value <= window.alpha || value >= window.beta || self.out {
                return value;
            }
        }
        self.value_of(line, before, seat, depth, window)
    }

    fn value_of(
        &mut self,
        line: &Line<S>,
        before: &S::Position,
        seat: &Seat<'_, S>,
        depth: u32,
        window: Window,
    ) -> i32 {
        if let Some(value) = line.value {
            return value;
        }
        if line.position.mover() == before.mover() {
            self.search(&line.position, seat, depth - 1, window)
        } else {
            -self.search(&line.position, seat, depth - 1, window.turned())
        }
    }

    fn runs_out(&mut self, clock: &Clock) -> bool {
        self.looked_at += 1;
        let late = self.looked_at.is_multiple_of(64)
            && (clock.stopped().is_some() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline));
        self.out |= late || self.looked_at > self.nodes;
        self.out
    }

    /// What a position is worth for the player to move.
    fn search(&mut self, position: &S::Position, seat: &Seat<'_, S>, depth: u32, window: Window) -> i32 {
        if self.runs_out(seat.clock) {
            return 0;
        }
        if depth == 0 && !self.flow.repetition {
            return self.quiet(position, seat, self.captures, window);
        }
        let print = fingerprint(position);
        if let Some(value) = self.repeated(position, seat, print) {
            return value;
        }
        if depth == 0 {
            return self.quiet(position, seat, self.captures, window);
        }
        let known = self.known.get(print);
        if let Some(value) = known.and_then(|entry| self.known_value(&entry, depth, window)) {
            return value;
        }
        let outer_cut = std::mem::replace(&mut self.cut, false);
        let mut found = Found::nothing(window);
        self.path.push(print);
        let over = self.look_at_moves(position, seat, depth, known, &mut found);
        self.path.pop();
        if let Some(value) = over {
            self.cut = outer_cut;
            return value;
        }
        if !self.out {
            let depth = if self.cut { depth.min(250) as u8 } else { SOLVED };
            self.known.put(Entry { print, value: found.value, best: found.best, depth, bound: found.bound() });
        }
        self.cut |= outer_cut;
        found.value
    }

    /// Looks at the moves of a position until what is found is enough; what the position comes to, if it is over.
    fn look_at_moves(
        &mut self,
        position: &S::Position,
        seat: &Seat<'_, S>,
        depth: u32,
        known: Option<Entry>,
        found: &mut Found,
    ) -> Option<i32> {
        let first = self.first_to_try(position, known);
        if let Some(line) = &first {
            if let Some(value) = self.over(position, false) {
                return Some(value);
            }
            let value = self.value_of(line, position, seat, depth, found.window);
            if self.is_enough(line, position, depth, value, found) {
                return None;
            }
        }
        let (mut lines, listed) = self.list(position, |_| true);
        if first.is_none()
            && let Some(value) = self.over(position, lines.is_empty())
        {
            self.give_back(lines);
            return Some(value);
        }
        // Where moves are missing, nothing is known for certain.
        self.cut |= !listed.all;
        if let Some(first) = &first {
            lines.retain(|line| line.label() != first.label());
        }
        self.put_in_order(position, &mut lines, known);
        for at in 0..lines.len() {
            bring_best_first(&mut lines[at..]);
            let before = at + usize::from(first.is_some());
            let value = self.value_of_one(before, &lines[at], position, seat, depth, found.window);
            if self.is_enough(&lines[at], position, depth, value, found) {
                break;
            }
        }
        self.give_back(lines);
        None
    }

    /// Takes what a move is worth; whether no other has to be looked at, because it refutes what led here or time is out.
    fn is_enough(&mut self, line: &Line<S>, position: &S::Position, depth: u32, value: i32, found: &mut Found) -> bool {
        found.take(line.label(), value);
        if !self.out
            && found.window.is_closed()
            && line.is_quiet()
            && let Some(name) = line.name
        {
            // The position itself is on the path.
            self.quiet_moves.refutes(position.mover(), self.path.len() - 1, name, depth);
        }
        self.out || found.window.is_closed()
    }

    /// The move that was best when the position was looked at before, so that the others need not even be listed if it
    /// refutes what led here: where it can be made without them.
    fn first_to_try(&mut self, position: &S::Position, known: Option<Entry>) -> Option<Line<S>> {
        let place = known.filter(|entry| entry.bound != Bound::AtMost)?.best;
        let evaluation = &self.evaluation;
        let mut line = None;
        self.machine.child_by_place(position, place, &mut |found| {
            let line = line.insert(Line::of(position, &found, evaluation, 0));
            found.play_in(&mut line.position);
        });
        line
    }

    /// Says in which order the moves of a position are tried.
    fn put_in_order(&self, position: &S::Position, lines: &mut [Line<S>], known: Option<Entry>) {
        let (mover, ply) = (position.mover(), self.path.len() - 1);
        for line in lines {
            match (known, line.name) {
                (Some(entry), _) if line.label() == entry.best => line.order = i64::MAX,
                (_, Some(name)) if line.is_quiet() => line.order += self.quiet_moves.order(mover, ply, name),
                _ => {}
            }
        }
    }

    fn known_value(&mut self, entry: &Entry, depth: u32, window: Window) -> Option<i32> {
        if u32::from(entry.depth) < depth {
            return None;
        }
        let decides = entry.decides(window);
        if decides {
            self.cut |= entry.depth != SOLVED;
        }
        decides.then_some(entry.value)
    }

    /// What a position comes to that was there before in the game or on the way, where a rule speaks of that.
    fn repeated(&mut self, position: &S::Position, seat: &Seat<'_, S>, print: u64) -> Option<i32> {
        if !self.flow.repetition {
            return None;
        }
        let on_the_way = self.path.iter().skip(1).filter(|other| **other == print).count() as u32;
        let times = 1 + seat.seen.count(position, print) + on_the_way;
        if times == 1 {
            return None;
        }
        // What comes of a repetition depends on the way, and must not be taken for known.
        self.cut = true;
        let mut after = *position;
        let ended = self.machine.before_turn(&mut after, times).ok()??;
        Some(self.evaluation.verdict(&ended, position.mover()))
    }

    /// What a position comes to that is over before a turn, where no move is looked at, so that it is enough to know whether
    /// there is one.
    fn over_unlisted(&mut self, position: &S::Position) -> Option<i32> {
        if self.machine.surely_goes_on(position) {
            return None;
        }
        let stuck = self.machine.can_move(position) == Ok(false);
        self.over(position, stuck)
    }

    /// What a position comes to that is over before a turn.
    fn over(&mut self, position: &S::Position, stuck: bool) -> Option<i32> {
        if !stuck && !self.flow.before_turns {
            return None;
        }
        let mut after = *position;
        match self.machine.before_turn(&mut after, 1).unwrap_or(None) {
            Some(ended) => Some(self.evaluation.verdict(&ended, position.mover())),
            None => stuck.then(|| self.evaluation.judge(&mut self.machine, position, position.mover())),
        }
    }

    /// Follows captures only; who moves may also leave them.
    fn quiet(&mut self, position: &S::Position, seat: &Seat<'_, S>, captures: u32, window: Window) -> i32 {
        if captures == 0 && !self.flow.before_turns {
            self.cut = true;
            return self.evaluation.judge(&mut self.machine, position, position.mover());
        }
        let worth = self.evaluation.judge(&mut self.machine, position, position.mover());
        let mut found = Found::nothing(window);
        found.take(NO_MOVE, worth);
        if captures == 0 || found.window.is_closed() {
            let over = self.over_unlisted(position);
            self.cut |= over.is_none();
            return over.unwrap_or(worth);
        }
        let over = self.look_at_captures(position, seat, captures, &mut found);
        over.unwrap_or(found.value)
    }

    /// Looks at the moves of a position that capture or end the game; what the position comes to, if it is over.
    fn look_at_captures(
        &mut self,
        position: &S::Position,
        seat: &Seat<'_, S>,
        captures: u32,
        found: &mut Found,
    ) -> Option<i32> {
        let (mut lines, listed) = self.list(position, |found| found.captured != 0 || found.ended.is_some());
        if let Some(value) = self.over(position, !listed.any) {
            self.give_back(lines);
            return Some(value);
        }
        self.cut = true;
        for at in 0..lines.len() {
            bring_best_first(&mut lines[at..]);
            let line = &lines[at];
            let value = match line.value {
                Some(value) => value,
                None if self.runs_out(seat.clock) => break,
                None if line.position.mover() == position.mover() => {
                    self.quiet(&line.position, seat, captures - 1, found.window)
                }
                None => -self.quiet(&line.position, seat, captures - 1, found.window.turned()),
            };
            found.take(line.label(), value);
            if found.window.is_closed() {
                break;
            }
        }
        self.give_back(lines);
        None
    }

    /// Those moves of a position that are wanted.
    fn list(&mut self, position: &S::Position, wants: impl Fn(&Child<'_, S>) -> bool) -> (Vec<Line<S>>, Listed) {
        let mut lines = self.lists.pop().unwrap_or_default();
        lines.clear();
        let (evaluation, mut count) = (&self.evaluation, 0);
        let listed = self.machine.children(position, |found| {
            if wants(&found) {
                lines.push(Line::of(position, &found, evaluation, count as u16));
                // It is changed where it stands: it is not read before long.
                lines.last_mut().into_iter().for_each(|line| found.play_in(&mut line.position));
            }
            count += 1;
            if count < MOST_LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        (lines, Listed { any: count > 0, all: listed.is_ok() && count < MOST_LISTED })
    }

    fn give_back(&mut self, lines: Vec<Line<S>>) {
        self.lists.push(lines);
    }
}

impl<S: Shape> Strategy<S> for AlphaBeta<'_, S> {
    fn proven(&self) -> Option<i32> {
        self.proven
    }

    fn begin(&mut self) {
        self.quiet_moves = QuietMoves::default();
        self.known.clear();
    }

    fn heed(&mut self, clock: &Arc<Clock>) {
        self.machine.set_budget(clock.budget());
    }

    fn choose(&mut self, seat: &Seat<'_, S>, generator: &mut Generator) -> Decision {
        if seat.candidates.count == 1 && seat.turns > 0 {
            return Decision::Play(0);
        }
        let (best, _) = self.best(seat, generator);
        seat.clock.stopped().map_or(Decision::Play(best), Decision::Stop)
    }
}
