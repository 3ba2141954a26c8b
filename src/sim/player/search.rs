//! A search: iterative deepening, a table of positions already looked at, captures followed behind the last move.

use super::Seat;
use super::error::NoMemory;
use super::evaluation::{Evaluation, WIN};
use super::known::{Entry, Known, SOLVED};
use super::line::{FirstLine, Line, Lines, Order};
use super::marks::{Mark, Marks};
use super::played::PlayedMoves;
use super::quiet_moves::QuietMoves;
use super::window::{Bound, Found, LOWEST, Window};
use crate::engine::{Budget, Cells as _, Children, Foreseen, Ground, Shape, fingerprint};
use crate::game::Flow;
use crate::model::{Model, Player};
use crate::sim::candidates::MOST_LISTED;
use crate::sim::clock::Clock;
use crate::sim::script::AlphaBetaSpec;
use crate::sim::seed::{Generator, below};
use std::cmp::Reverse;
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Deepest look ahead.
const DEEPEST: u32 = 200;
/// Stands for no move.
const NO_MOVE: u16 = u16::MAX;

/// How far is looked ahead behind a move, itself included.
#[derive(Debug, Clone, Copy)]
pub(super) enum Ahead {
    /// So many plies.
    Plies(u32),
    /// So many captures, one after the other.
    Captures(u32),
}

/// A position whose moves are looked at.
struct Node<'n, G: Ground> {
    position: &'n G::Position,
    seat: &'n Seat<'n, G::Shape>,
    /// Plies that are looked ahead.
    depth: u32,
    /// What was known of it before.
    known: Option<Entry>,
}

/// What a player asks of a search, whatever that stands on.
pub(super) trait Searches<S: Shape>: Debug {
    /// A game begins: what is known of another is forgotten.
    fn begin(&mut self);
    /// Gives it a budget of steps for each position.
    fn set_budget(&mut self, budget: Budget);
    /// The best move and what it is worth, in hundredths of a seed; a won game is worth a million seeds more.
    fn best(&mut self, seat: &Seat<'_, S>, generator: &mut Generator) -> (u64, i32);
    /// The lead with perfect play, if the last search has found it.
    fn proven(&self) -> Option<i32>;
    /// How many positions it has looked at in all its searches.
    fn nodes(&self) -> u64;
}

/// A search of positions of one game after the other.
#[derive(Debug)]
pub(super) struct Search<G: Ground> {
    pub(super) ground: G,
    flow: Flow,
    has_score: bool,
    pub(super) evaluation: Evaluation,
    depth: u32,
    time: Option<Duration>,
    nodes: u64,
    captures: u32,
    pub(super) known: Known,
    /// For moves of positions on the way; those that are not in use now.
    #[allow(clippy::vec_box, reason = "they are taken and given back all the time")]
    lines: Vec<Box<Lines<G>>>,
    /// For moves that are not put in order.
    pub(super) listed: Children<G::Shape>,
    /// For what moves lead to; those that are not in use now.
    pub(super) played: Vec<PlayedMoves<G>>,
    /// By player, the place whose move kept a position with one ply to go last, as a set.
    pub(super) keepers: [u64; 2],
    quiet_moves: QuietMoves,
    /// Fingerprints of the positions between the game and the one that is looked at, and what they and those of the game mark.
    path: Vec<u64>,
    marks: Marks,
    looked_at: u64,
    /// Positions looked at in searches before this one.
    before: u64,
    deadline: Option<Instant>,
    /// Whether time or nodes have run out.
    pub(super) out: bool,
    /// Whether some line was not followed to the end of its game.
    pub(super) cut: bool,
    /// The lead with perfect play, if the last search has found it.
    proven: Option<i32>,
}

impl<G: Ground> Searches<G::Shape> for Search<G> {
    fn begin(&mut self) {
        self.quiet_moves = QuietMoves::default();
        self.keepers = [0; 2];
        self.known.clear();
    }

    fn set_budget(&mut self, budget: Budget) {
        self.ground.set_budget(budget);
    }

    fn best(&mut self, seat: &Seat<'_, G::Shape>, generator: &mut Generator) -> (u64, i32) {
        self.before += std::mem::take(&mut self.looked_at);
        self.out = false;
        self.deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        self.proven = None;
        let mut lines = self.first_lines(seat, generator);
        let mut best = (lines.first().map_or(0, |line| u64::from(line.index)), LOWEST);
        if self.flow.repetition {
            self.marks = Marks::of(seat.seen);
        }
        for depth in depths(self.depth, self.time.is_some() || self.nodes != u64::MAX) {
            // All positions that are asked about are behind a move of the first, which another machine has listed. Machine code may have
            // been made in between.
            self.ground.begin_search();
            self.cut = false;
            self.path.clear();
            self.path.push(fingerprint(seat.position));
            let Some(found) = self.look(seat, &mut lines, depth) else { break };
            best = found;
            self.proven = (!self.cut && self.has_score).then(|| Self::margin(best.1));
            if !self.cut || (best.1.abs() >= WIN / 2 && !self.has_score) {
                break;
            }
        }
        best
    }

    fn proven(&self) -> Option<i32> {
        self.proven
    }

    fn nodes(&self) -> u64 {
        self.before + self.looked_at
    }
}

impl<G: Ground> Search<G> {
    /// One of positions of a game, which asks for this before a turn.
    ///
    /// # Errors
    /// That the system does not give it the memory it asks for.
    pub(super) fn new(ground: G, flow: Flow, model: &Model, spec: &AlphaBetaSpec) -> Result<Self, NoMemory> {
        Ok(Search {
            ground,
            flow,
            has_score: model.score.is_some(),
            evaluation: Evaluation::new(model, spec.weights),
            depth: spec.depth.map_or(DEEPEST, |depth| depth.clamp(1, i64::from(DEEPEST)) as u32),
            time: spec.time.and_then(|time| Duration::try_from_secs_f64(time).ok()),
            nodes: spec.nodes.map_or(u64::MAX, |nodes| nodes.max(1) as u64),
            captures: spec.captures.unwrap_or(2).clamp(0, 20) as u32,
            known: Known::new(spec.bytes())?,
            lines: Vec::new(),
            listed: Children::default(),
            played: Vec::new(),
            keepers: [0; 2],
            quiet_moves: QuietMoves::default(),
            path: Vec::new(),
            marks: Marks::default(),
            looked_at: 0,
            before: 0,
            deadline: None,
            out: false,
            cut: false,
            proven: None,
        })
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

    /// The moves of the game's position, in an order that chance decides between equals.
    fn first_lines(&mut self, seat: &Seat<'_, G::Shape>, generator: &mut Generator) -> Vec<FirstLine<G>> {
        let mover = seat.position.mover();
        let listed = seat.candidates.listed.iter().take(MOST_LISTED).enumerate();
        let mut lines: Vec<FirstLine<G>> =
            listed.map(|(index, candidate)| FirstLine::of(index, candidate, &self.evaluation, mover)).collect();
        for at in (1..lines.len()).rev() {
            lines.swap(at, below(generator, at as u32 + 1) as usize);
        }
        lines.sort_by_key(|first| Reverse(first.captured));
        lines
    }

    /// Looks so deep at each of the first moves; none if time ran out before anything was known.
    fn look(&mut self, seat: &Seat<'_, G::Shape>, lines: &mut [FirstLine<G>], depth: u32) -> Option<(u64, i32)> {
        let mut window = Window::OPEN;
        let mut best = None;
        for at in 0..lines.len() {
            let value = self.value_of_first(at, &lines[at], seat, Ahead::Plies(depth), window);
            if self.out {
                // The best move of the last depth was looked at first: what was found since is at least as good.
                break;
            }
            if value > window.alpha {
                window.alpha = value;
                best = Some((u64::from(lines[at].index), value));
                lines[..=at].rotate_right(1);
            }
        }
        best
    }

    /// What a first move is worth for its mover; so many others were looked at before.
    fn value_of_first(
        &mut self,
        before: usize,
        line: &FirstLine<G>,
        seat: &Seat<'_, G::Shape>,
        ahead: Ahead,
        window: Window,
    ) -> i32 {
        let again = G::mover(&line.position) == seat.position.mover();
        line.value.unwrap_or_else(|| self.value_of(&line.position, again, before, seat, ahead, window))
    }

    /// What a position is worth for who made the move that has led to it. Where others were looked at before, it is first asked
    /// whether it is better than they are, which takes less.
    #[inline(always)]
    fn value_of(
        &mut self,
        position: &G::Position,
        again: bool,
        before: usize,
        seat: &Seat<'_, G::Shape>,
        ahead: Ahead,
        window: Window,
    ) -> i32 {
        let mut asked = if before > 0 { window.least() } else { window };
        loop {
            let value = if again {
                self.value_behind(position, seat, ahead, asked)
            } else {
                -self.value_behind(position, seat, ahead, asked.turned())
            };
            if asked == window || value <= window.alpha || value >= window.beta || self.out {
                return value;
            }
            asked = window;
        }
    }

    /// What the position that a move has led to is worth for the player to move.
    #[inline(always)]
    fn value_behind(&mut self, position: &G::Position, seat: &Seat<'_, G::Shape>, ahead: Ahead, window: Window) -> i32 {
        if self.runs_out(seat.clock) {
            return 0;
        }
        match ahead {
            Ahead::Plies(1) => self.at_the_end(position, seat, window),
            Ahead::Plies(2) if self.ground.goes_on_by_pieces(position) => self.last_ply(position, seat, window),
            Ahead::Plies(plies) => self.search(position, seat, plies - 1, window),
            Ahead::Captures(captures) => self.quiet(position, seat, captures - 1, window),
        }
    }

    /// Counts a position that is looked at; whether none can be any more.
    #[inline]
    fn runs_out(&mut self, clock: &Clock) -> bool {
        self.runs_out_with(1, clock)
    }

    /// The same of so many positions.
    #[inline]
    pub(super) fn runs_out_with(&mut self, more: u64, clock: &Clock) -> bool {
        let before = self.looked_at;
        self.looked_at += more;
        self.out |= self.looked_at > self.nodes || (self.looked_at / 64 != before / 64 && self.is_late(clock));
        self.out
    }

    #[cold]
    fn is_late(&self, clock: &Clock) -> bool {
        clock.stopped().is_some() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// What a position is worth for the player to move, behind which no more plies are looked ahead.
    #[inline]
    fn at_the_end(&mut self, position: &G::Position, seat: &Seat<'_, G::Shape>, window: Window) -> i32 {
        let repeated = if self.may_repeat(position) { self.repeated(position, seat, G::print(position)) } else { None };
        repeated.unwrap_or_else(|| self.quiet(position, seat, self.captures, window))
    }

    /// What a position is worth for the player to move, behind which so many plies are looked ahead, at least one.
    pub(super) fn search(
        &mut self,
        position: &G::Position,
        seat: &Seat<'_, G::Shape>,
        depth: u32,
        window: Window,
    ) -> i32 {
        let (mark, print) = (self.mark(G::cells(position)), G::print(position));
        if self.marks.may_hold(mark)
            && let Some(value) = self.repeated(position, seat, print)
        {
            return value;
        }
        let known = self.known.get(print);
        if let Some(value) = known.and_then(|entry| self.known_value(&entry, depth, window)) {
            return value;
        }
        let outer_cut = std::mem::replace(&mut self.cut, false);
        let mut found = Found::nothing(window);
        self.path.push(print);
        let before = self.marks.enter(mark);
        let over = self.look_at_moves(&Node { position, seat, depth, known }, &mut found);
        self.marks.leave(before);
        self.path.pop();
        if let Some(value) = over {
            self.cut = outer_cut;
            return value;
        }
        if !self.out {
            let depth = if self.cut { depth.min(250) as u8 } else { SOLVED };
            self.note(print, &found, depth);
        }
        self.cut |= outer_cut;
        found.value
    }

    /// Looks at the moves of a position until what is found is enough; what the position comes to, if it is over.
    #[inline]
    fn look_at_moves(&mut self, node: &Node<'_, G>, found: &mut Found) -> Option<i32> {
        let mut lines = self.lines.pop().unwrap_or_default();
        self.begin_lines(&mut lines, node);
        let mut next = self.next(&mut lines, node);
        let over = self.over(node.position, next.is_none());
        let mut before = 0;
        while over.is_none()
            && let Some(line) = next
        {
            let (position, seat, ahead) = (node.position, node.seat, Ahead::Plies(node.depth));
            let value = self.value_of_line(&lines, line, before, position, seat, ahead, found.window);
            found.take(line.label, value);
            if self.out {
                break;
            }
            if found.window.is_closed() {
                self.refutes(&lines, line, G::mover(node.position), node.depth);
                break;
            }
            before += 1;
            next = self.next(&mut lines, node);
        }
        self.lines.push(lines);
        over
    }

    /// Begins with the move that was best when the position was looked at before, so that the others need not even be listed if it
    /// refutes what led here: where it can be made without them.
    #[inline]
    fn begin_lines(&mut self, lines: &mut Lines<G>, node: &Node<'_, G>) {
        match node.known.filter(|entry| entry.bound != Bound::AtMost) {
            Some(entry) => lines.begin_with(entry.best, &mut self.ground, node.position, &self.evaluation),
            None => lines.begin(),
        }
    }

    /// The move of a position that is to be tried next.
    #[inline(always)]
    fn next(&mut self, lines: &mut Lines<G>, node: &Node<'_, G>) -> Option<Line> {
        let order = || Order {
            evaluation: &self.evaluation,
            preferred: node.known.map(|known| known.best),
            // The position itself is on the path.
            refuters: self.quiet_moves.at(G::mover(node.position), self.path.len() - 1),
        };
        let next = lines.next(&mut self.ground, node.position, order);
        // Where moves are missing, nothing is known for certain.
        self.cut |= lines.misses_some;
        next
    }

    /// Notes that a move refutes what led to its position.
    #[inline]
    fn refutes(&mut self, lines: &Lines<G>, line: Line, mover: Player, depth: u32) {
        if line.is_quiet {
            let name = lines.name(line);
            name.into_iter().for_each(|name| self.quiet_moves.refutes(mover, self.path.len() - 1, name, depth));
        }
    }

    /// What a move is worth for its mover; so many were looked at before.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "a move of a position, and how it is looked at")]
    fn value_of_line(
        &mut self,
        lines: &Lines<G>,
        line: Line,
        before: usize,
        position: &G::Position,
        seat: &Seat<'_, G::Shape>,
        ahead: Ahead,
        window: Window,
    ) -> i32 {
        if let Some(value) = line.value {
            return value;
        }
        let after = lines.played(line, &self.ground, position);
        self.value_of_after(&after, G::mover(position), before, seat, ahead, window)
    }

    /// What a move is worth for its mover, by the position that it leads to; so many were looked at before.
    #[inline(always)]
    pub(super) fn value_of_after(
        &mut self,
        after: &G::Position,
        mover: Player,
        before: usize,
        seat: &Seat<'_, G::Shape>,
        ahead: Ahead,
        window: Window,
    ) -> i32 {
        let again = G::mover(after) == mover;
        if let Some(value) = self.settled(after, again, ahead, window) {
            return if self.runs_out(seat.clock) { 0 } else { value };
        }
        self.value_of(after, again, before, seat, ahead, window)
    }

    /// What a position is worth for who made the move that has led to it, where only captures are looked at behind it and it settles
    /// that by itself: it is the last one that is looked at, or who is to move there need not capture for it to be too good for
    /// him, or good enough. None if more has to be looked at.
    #[inline(always)]
    fn settled(&mut self, after: &G::Position, again: bool, ahead: Ahead, window: Window) -> Option<i32> {
        if matches!(ahead, Ahead::Plies(2..)) {
            return None;
        }
        let next = G::mover(after);
        let worth =
            self.evaluation.judge_by(&self.ground, G::cells(after)?, if again { next } else { next.other() })?;
        let decides = if again { worth >= window.beta } else { worth <= window.alpha };
        // Among captures nobody looks for positions that come again.
        let may_repeat = || matches!(ahead, Ahead::Plies(_)) && self.may_repeat(after);
        let is_settled = self.is_last(ahead) || (decides && !may_repeat() && self.ground.surely_goes_on(after));
        self.cut |= is_settled;
        is_settled.then_some(worth)
    }

    /// Whether a position may have been there in the game or on the way.
    #[inline(always)]
    pub(super) fn may_repeat(&self, position: &G::Position) -> bool {
        self.marks.may_hold(self.mark(G::cells(position)))
    }

    /// Whether the position behind a move is judged, and nothing else is asked of it.
    #[inline]
    fn is_last(&self, ahead: Ahead) -> bool {
        matches!(ahead, Ahead::Captures(1)) && !self.flow.before_turns
    }

    /// Notes what was found of a position, looking so deep.
    #[inline]
    pub(super) fn note(&mut self, print: u64, found: &Found, depth: u8) {
        self.known.put(Entry { print, value: found.value, best: found.best, depth, bound: found.bound() });
    }

    pub(super) fn known_value(&mut self, entry: &Entry, depth: u32, window: Window) -> Option<i32> {
        if u32::from(entry.depth) < depth {
            return None;
        }
        let decides = entry.decides(window);
        if decides {
            self.cut |= entry.depth != SOLVED;
        }
        decides.then_some(entry.value)
    }

    /// What a position marks, by its first cells, where a rule asks whether one has been there.
    #[inline]
    fn mark(&self, cells: Option<&[u8]>) -> Mark {
        if self.flow.repetition { Mark::of(cells) } else { Mark::NONE }
    }

    /// What a position comes to that was there before in the game or on the way.
    fn repeated(&mut self, position: &G::Position, seat: &Seat<'_, G::Shape>, print: u64) -> Option<i32> {
        let on_the_way = self.path.iter().skip(1).filter(|other| **other == print).count() as u32;
        let in_the_game = seat.seen.count(&G::whole(position), print);
        let times = 1 + in_the_game + on_the_way;
        if times == 1 {
            return None;
        }
        // What comes of a repetition depends on the way, and must not be taken for known.
        self.cut = true;
        let ended = self.ground.before_turn(position, times)?;
        Some(self.evaluation.verdict(&ended, G::mover(position)))
    }

    /// What a position comes to that is over before a turn, where no move is looked at, so that it is enough to know whether
    /// there is one.
    fn over_unlisted(&mut self, position: &G::Position) -> Option<i32> {
        if self.ground.surely_goes_on(position) {
            return None;
        }
        let stuck = self.ground.cannot_move(position);
        self.over(position, stuck)
    }

    /// What a position comes to that is over before a turn.
    #[inline]
    fn over(&mut self, position: &G::Position, stuck: bool) -> Option<i32> {
        let may_be_over = stuck || (self.flow.before_turns && !self.ground.is_not_over(position));
        if may_be_over { self.is_over(position, stuck) } else { None }
    }

    fn is_over(&mut self, position: &G::Position, stuck: bool) -> Option<i32> {
        match self.ground.before_turn(position, 1) {
            Some(ended) => Some(self.evaluation.verdict(&ended, G::mover(position))),
            None => stuck.then(|| self.evaluation.judge(&mut self.ground, position, G::mover(position))),
        }
    }

    /// Follows captures only; who moves may also leave them.
    fn quiet(&mut self, position: &G::Position, seat: &Seat<'_, G::Shape>, captures: u32, window: Window) -> i32 {
        let worth = self.evaluation.judge(&mut self.ground, position, G::mover(position));
        if captures == 0 && !self.flow.before_turns {
            self.cut = true;
            return worth;
        }
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
        position: &G::Position,
        seat: &Seat<'_, G::Shape>,
        captures: u32,
        found: &mut Found,
    ) -> Option<i32> {
        let foreseen = self.ground.foresee(position);
        if let Some(foreseen) = &foreseen
            && let Some(over) = self.look_at_told(position, foreseen, seat, captures, found)
        {
            return over;
        }
        let mut lines = self.lines.pop().unwrap_or_default();
        // What the last captures come to is known as soon as they are played.
        let enough = self.is_last(Ahead::Captures(captures)).then_some(found.window.beta);
        let any = lines.list_captures(foreseen.as_ref(), &mut self.ground, position, &self.evaluation, enough);
        let over = self.over(position, !any);
        if over.is_none() {
            self.cut = true;
            while let Some(line) = lines.next_listed() {
                let ahead = Ahead::Captures(captures);
                let value = self.value_of_line(&lines, line, 0, position, seat, ahead, found.window);
                found.take(line.label, value);
                if self.out || found.window.is_closed() {
                    break;
                }
            }
        }
        self.lines.push(lines);
        over
    }

    /// The same where tables tell what all moves lead to that may capture; none if they do not.
    #[inline(always)]
    fn look_at_told(
        &mut self,
        position: &G::Position,
        foreseen: &Foreseen,
        seat: &Seat<'_, G::Shape>,
        captures: u32,
        found: &mut Found,
    ) -> Option<Option<i32>> {
        let may_capture = foreseen.captures();
        if self.ground.told_among(position, foreseen, may_capture) != may_capture {
            return None;
        }
        let mut played = self.played.pop().unwrap_or_default();
        let are_told = self.look_up(position, foreseen, may_capture, &mut played) == 0;
        let over = are_told.then(|| self.look_at_played(position, foreseen, &mut played, seat, captures, found));
        self.played.push(played);
        over
    }

    /// Looks at the moves of a position that capture; what the position comes to, if it is over.
    #[inline]
    fn look_at_played(
        &mut self,
        position: &G::Position,
        foreseen: &Foreseen,
        played: &mut PlayedMoves<G>,
        seat: &Seat<'_, G::Shape>,
        captures: u32,
        found: &mut Found,
    ) -> Option<i32> {
        let any = !played.all().is_empty() || self.ground.has_move_foreseen(position, foreseen);
        let over = self.over(position, !any);
        self.cut |= over.is_none();
        while over.is_none()
            && !self.out
            && !found.window.is_closed()
            && let Some(played) = played.next()
        {
            if played.captured == 0 && played.value.is_none() {
                continue;
            }
            let (mover, ahead) = (G::mover(position), Ahead::Captures(captures));
            let value = match played.value {
                Some(value) => value,
                None => self.value_of_after(&played.after, mover, 0, seat, ahead, found.window),
            };
            found.take(played.label, value);
        }
        over
    }
}

/// How deep is looked, one time after the other. Where nothing but depth limits it, every other depth is left out: what is best
/// depends on who has the last move, which is the same two plies further on. Where time or positions may run out, no depth is
/// left out that could still be looked at.
fn depths(deepest: u32, runs_out: bool) -> impl Iterator<Item = u32> {
    let (first, step) = if runs_out { (1, 1) } else { (2 - deepest % 2, 2) };
    (first..=deepest).step_by(step)
}

#[cfg(test)]
mod tests {
    use super::depths;

    /// The deepest is always looked at, and is the last.
    #[test]
    fn depths_end_with_the_deepest() {
        assert!(depths(5, true).eq([1, 2, 3, 4, 5]));
        assert!(depths(5, false).eq([1, 3, 5]));
        assert!(depths(4, false).eq([2, 4]));
        assert!((1..=9).all(|deepest| depths(deepest, false).last() == Some(deepest)));
    }
}
