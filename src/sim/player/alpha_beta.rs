//! Looks ahead: iterative deepening, a table of positions already looked at, captures followed behind the last move.

use super::error::NoMemory;
use super::evaluation::{Evaluation, WIN};
use super::quiet_moves::{self, QuietMoves};
use super::{Decision, Seat, Strategy};
use crate::engine::{Cells as _, Machine, Shape, fingerprint};
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
/// Depth of an entry whose game was followed to its end everywhere.
const SOLVED: u8 = u8::MAX;
/// Worse than anything.
const LOWEST: i32 = -2 * WIN;

/// How the value of an entry is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// A position that was looked at.
#[derive(Debug, Clone, Copy)]
struct Entry {
    print: u64,
    value: i32,
    /// The best move by its number.
    best: u16,
    depth: u8,
    bound: Bound,
    generation: u16,
}

/// A move that is being looked at.
#[derive(Debug, Clone, Copy)]
struct Line<S: Shape> {
    position: S::Position,
    /// What it comes to, where it ends the game.
    value: Option<i32>,
    captured: i32,
    /// The higher, the earlier it is tried.
    order: i64,
    index: u16,
    /// What other positions call a move like this one.
    name: usize,
}

impl<S: Shape> Line<S> {
    /// Whether it neither captures nor ends the game.
    fn is_quiet(&self) -> bool {
        self.captured == 0 && self.value.is_none()
    }
}

/// What a value is looked for between: below, it is no better than something known, and above, the other player will not let
/// it come to that.
#[derive(Debug, Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// The whole of it.
    const OPEN: Window = Window { alpha: LOWEST, beta: -LOWEST };

    /// The same for the other player.
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// What is enough to know whether a value is better than alpha.
    fn least(self) -> Window {
        Window { beta: self.alpha + 1, ..self }
    }

    fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

/// A table of n positions, none of them looked at yet.
fn empty_table(entries: usize) -> Result<Vec<Entry>, NoMemory> {
    let mut table = Vec::new();
    let megabytes = entries * size_of::<Entry>() / 1_000_000;
    table.try_reserve_exact(entries).map_err(|_| NoMemory { megabytes })?;
    let empty = Entry { print: 0, value: 0, best: 0, depth: 0, bound: Bound::Exact, generation: 0 };
    table.resize(entries, empty);
    Ok(table)
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
    table: Vec<Entry>,
    generation: u16,
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
        let entries = (spec.bytes() as usize / size_of::<Entry>()).next_power_of_two() / 2;
        Ok(AlphaBeta {
            machine,
            flow,
            evaluation: Evaluation::new(game.model(), spec.weights),
            depth: spec.depth.map_or(DEEPEST, |depth| depth.clamp(1, i64::from(DEEPEST)) as u32),
            time: spec.time.and_then(|time| Duration::try_from_secs_f64(time).ok()),
            nodes: spec.nodes.map_or(u64::MAX, |nodes| nodes.max(1) as u64),
            captures: spec.captures.unwrap_or(2).clamp(0, 20) as u32,
            table: empty_table(entries.max(1024))?,
            generation: 0,
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
                name: 0,
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
    fn search(&mut self, position: &S::Position, seat: &Seat<'_, S>, depth: u32, mut window: Window) -> i32 {
        if self.runs_out(seat.clock) {
            return 0;
        }
        let print = fingerprint(position);
        if let Some(value) = self.repeated(position, seat, print) {
            return value;
        }
        if depth == 0 {
            return self.quiet(position, seat, self.captures, window);
        }
        let slot = print as usize & (self.table.len() - 1);
        let entry = self.table[slot];
        let known = (entry.print == print && entry.generation == self.generation).then_some(entry);
        if let Some(value) = known.and_then(|entry| self.known_value(&entry, depth, window)) {
            return value;
        }
        let (mut lines, whole) = self.list(position);
        if let Some(value) = self.over(position, lines.is_empty()) {
            self.give_back(lines);
            return value;
        }
        let (mover, ply) = (position.mover(), self.path.len());
        for line in &mut lines {
            match known {
                Some(entry) if line.index == entry.best => line.order = i64::MAX,
                _ if line.is_quiet() => line.order += self.quiet_moves.order(mover, ply, line.name),
                _ => {}
            }
        }
        lines.sort_by_key(|line| Reverse(line.order));
        let outer_cut = std::mem::replace(&mut self.cut, !whole);
        let (lowest, mut best, mut best_index) = (window.alpha, LOWEST, 0);
        self.path.push(print);
        for (at, line) in lines.iter().enumerate() {
            let value = self.value_of_one(at, line, position, seat, depth, window);
            if value > best {
                (best, best_index) = (value, line.index);
            }
            window.alpha = window.alpha.max(value);
            if self.out {
                break;
            }
            if window.is_closed() {
                if line.is_quiet() {
                    self.quiet_moves.refutes(mover, ply, line.name, depth);
                }
                break;
            }
        }
        self.path.pop();
        if !self.out {
            let bound = if best >= window.beta {
                Bound::AtLeast
            } else if best <= lowest {
                Bound::AtMost
            } else {
                Bound::Exact
            };
            let depth = if self.cut { depth.min(250) as u8 } else { SOLVED };
            self.table[slot] =
                Entry { print, value: best, best: best_index, depth, bound, generation: self.generation };
        }
        self.cut |= outer_cut;
        self.give_back(lines);
        best
    }

    fn known_value(&mut self, entry: &Entry, depth: u32, window: Window) -> Option<i32> {
        if u32::from(entry.depth) < depth {
            return None;
        }
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => entry.value >= window.beta,
            Bound::AtMost => entry.value <= window.alpha,
        };
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
    fn quiet(&mut self, position: &S::Position, seat: &Seat<'_, S>, captures: u32, mut window: Window) -> i32 {
        if captures == 0 && !self.flow.before_turns {
            self.cut = true;
            return self.evaluation.judge(&mut self.machine, position, position.mover());
        }
        let mut best = self.evaluation.judge(&mut self.machine, position, position.mover());
        window.alpha = window.alpha.max(best);
        if captures == 0 || window.is_closed() {
            // No move is looked at, so that it is enough to know whether there is one.
            let stuck = self.machine.can_move(position) == Ok(false);
            let over = self.over(position, stuck);
            self.cut |= over.is_none();
            return over.unwrap_or(best);
        }
        let (mut lines, _) = self.list(position);
        if let Some(value) = self.over(position, lines.is_empty()) {
            self.give_back(lines);
            return value;
        }
        self.cut = true;
        lines.retain(|line| !line.is_quiet());
        lines.sort_by_key(|line| Reverse(line.order));
        for line in &lines {
            let value = match line.value {
                Some(value) => value,
                None if self.runs_out(seat.clock) => break,
                None if line.position.mover() == position.mover() => {
                    self.quiet(&line.position, seat, captures - 1, window)
                }
                None => -self.quiet(&line.position, seat, captures - 1, window.turned()),
            };
            best = best.max(value);
            window.alpha = window.alpha.max(value);
            if window.is_closed() {
                break;
            }
        }
        self.give_back(lines);
        best
    }

    /// The moves of a position, and whether these are all.
    fn list(&mut self, position: &S::Position) -> (Vec<Line<S>>, bool) {
        let mut lines = self.lists.pop().unwrap_or_default();
        lines.clear();
        let (mover, evaluation) = (position.mover(), &self.evaluation);
        let listed = self.machine.children(position, |found| {
            let value = found.ended.map(|ended| evaluation.verdict(&ended, mover));
            // First what ends the game well, then captures and extra turns.
            let order = value.unwrap_or(0).clamp(-WIN, WIN) / 100 + 10 * found.captured + 15 * i32::from(found.again);
            let order = i64::from(order) * quiet_moves::RANGE;
            lines.push(Line {
                position: *found.position,
                value,
                captured: found.captured,
                order,
                index: lines.len() as u16,
                name: found.name,
            });
            if lines.len() < MOST_LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        // Where moves are missing, nothing is known for certain.
        let whole = listed.is_ok() && lines.len() < MOST_LISTED;
        (lines, whole)
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
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.generation = 1;
            self.table.iter_mut().for_each(|entry| entry.generation = 0);
        }
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
