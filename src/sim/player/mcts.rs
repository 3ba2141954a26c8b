//! Plays games at random from where it stands, more of those that promise most, and remembers what is decided.

use super::{Decision, Seat, Strategy};
use crate::engine::{Cells as _, Ended, Machine, Shape};
use crate::game::{Flow, Game};
use crate::model::Player as Side;
use crate::position::GameResult;
use crate::sim::candidates::MOST_LISTED;
use crate::sim::clock::Clock;
use crate::sim::ending::{Ending, Stop};
use crate::sim::random_games::{RandomGames, Told};
use crate::sim::script::MctsSpec;
use crate::sim::seed::{Draws, Generator, below};
use rand_chacha::rand_core::RngCore as _;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Most memory for the tree, in bytes.
const MEMORY: usize = 400_000_000;

/// A position of the tree.
#[derive(Debug, Clone)]
struct Node<S: Shape> {
    position: S::Position,
    /// The positions that its moves lead to; empty until it was looked at.
    children: Range<u32>,
    visits: u32,
    /// South's points in the games that went through it.
    points: f32,
    /// South's points, where the game is decided with the best play.
    solved: Option<f32>,
    expanded: bool,
}

/// A player that plays games at random in its mind.
#[derive(Debug)]
pub struct Mcts<'p, S: Shape> {
    machine: Machine<'p, S>,
    /// What plays games at random, where they need no more than cells.
    random: Option<RandomGames<'p, S>>,
    flow: Flow,
    playouts: u64,
    time: Option<Duration>,
    exploration: f32,
    length: u32,
    nodes: Vec<Node<S>>,
    path: Vec<u32>,
    moves: Vec<(S::Position, Option<Ended>)>,
    /// Games that were played in all choices.
    played: u64,
}

fn points(ended: &Ended) -> f32 {
    match ended.result {
        GameResult::Winner(Side::South) => 1.0,
        GameResult::Winner(Side::North) => 0.0,
        GameResult::Draw | GameResult::NoWinner => 0.5,
    }
}

/// South's points as points of a player.
fn points_of(side: Side, souths: f32) -> f32 {
    if side == Side::South { souths } else { 1.0 - souths }
}

impl<'p, S: Shape> Mcts<'p, S> {
    /// A player of a game.
    #[must_use]
    pub fn new(game: &'p Game, spec: &MctsSpec) -> Self {
        let machine = game.machine();
        let flow = Flow::of(&machine);
        Mcts {
            machine,
            random: RandomGames::new(game, Told::Moves, &Arc::default()),
            flow,
            playouts: spec.playouts.map_or(u64::MAX, |playouts| playouts.max(1) as u64),
            time: spec.time.and_then(|time| Duration::try_from_secs_f64(time).ok()),
            exploration: spec.exploration.unwrap_or(1.0) as f32,
            length: spec.length.and_then(|length| u32::try_from(length).ok()).unwrap_or(300).max(1),
            nodes: Vec::new(),
            played: 0,
            path: Vec::new(),
            moves: Vec::new(),
        }
    }

    fn plant(&mut self, seat: &Seat<'_, S>) {
        self.nodes.clear();
        self.nodes.push(Self::node(*seat.position, None));
        for candidate in seat.candidates.listed.iter().take(MOST_LISTED) {
            self.nodes.push(Self::node(candidate.position, candidate.ended.as_ref().map(points)));
        }
        let children = 1..self.nodes.len() as u32;
        let root = &mut self.nodes[0];
        (root.children, root.expanded) = (children, true);
    }

    fn node(position: S::Position, solved: Option<f32>) -> Node<S> {
        Node { position, children: 0..0, visits: 0, points: 0.0, solved, expanded: false }
    }

    /// One game in the mind, and what its moves are drawn by.
    fn think(&mut self, draws: Draws) {
        self.path.clear();
        let mut at = 0;
        self.path.push(at);
        while self.nodes[at as usize].solved.is_none() && self.nodes[at as usize].expanded {
            at = self.select(at);
            self.path.push(at);
        }
        let node = &self.nodes[at as usize];
        if node.solved.is_none() && node.visits > 0 && self.nodes.len() * size_of::<Node<S>>() < MEMORY {
            self.expand(at);
        }
        let result = self.nodes[at as usize].solved.unwrap_or_else(|| {
            let position = self.nodes[at as usize].position;
            self.playout(&position, draws)
        });
        for step in (0..self.path.len()).rev() {
            let at = self.path[step];
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.points += result;
            self.solve(at);
        }
    }

    /// The child that promises most.
    fn select(&self, at: u32) -> u32 {
        let node = &self.nodes[at as usize];
        let mover = node.position.mover();
        let spread = (node.visits.max(1) as f32).ln();
        let promise = |child: u32| {
            let child = &self.nodes[child as usize];
            match child.solved {
                Some(souths) => points_of(mover, souths),
                None if child.visits == 0 => f32::INFINITY,
                None => {
                    let visits = child.visits as f32;
                    points_of(mover, child.points / visits) + self.exploration * (spread / visits).sqrt()
                }
            }
        };
        let mut best = (node.children.start, f32::NEG_INFINITY);
        for child in node.children.clone() {
            let promise = promise(child);
            if promise > best.1 {
                best = (child, promise);
            }
        }
        best.0
    }

    /// Puts the moves of a position into the tree.
    fn expand(&mut self, at: u32) {
        let mut position = self.nodes[at as usize].position;
        let first = self.nodes.len() as u32;
        let nodes = &mut self.nodes;
        let all = self.machine.moves(&position, |found| {
            nodes.push(Self::node(*found.position, found.ended.as_ref().map(points)));
            if nodes.len() - (first as usize) < MOST_LISTED {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        // Where listing takes too long, it thinks with the moves that were found.
        let _ = all.is_ok();
        let stuck = self.nodes.len() as u32 == first;
        if stuck || self.flow.before_turns {
            let ended = self.machine.before_turn(&mut position, 1).unwrap_or(None);
            if stuck || ended.is_some() {
                self.nodes[at as usize].solved = Some(ended.as_ref().map_or(0.5, points));
            }
        }
        let children = first..self.nodes.len() as u32;
        let node = &mut self.nodes[at as usize];
        (node.children, node.expanded) = (children, true);
        self.solve(at);
    }

    /// A position is decided if one move wins, or all moves are decided.
    fn solve(&mut self, at: u32) {
        let node = &self.nodes[at as usize];
        if node.solved.is_some() || !node.expanded || node.children.is_empty() {
            return;
        }
        let mover = node.position.mover();
        let mut best = 0.0_f32;
        let mut open = false;
        for child in node.children.clone() {
            match self.nodes[child as usize].solved {
                Some(souths) => best = best.max(points_of(mover, souths)),
                None => open = true,
            }
        }
        if best == 1.0 || !open {
            self.nodes[at as usize].solved = Some(points_of(mover, best));
        }
    }

    /// A move at random, where their number is known before any is played: what it leads to.
    fn drawn_unplayed(
        &mut self,
        position: &S::Position,
        generator: &mut Generator,
    ) -> Option<(S::Position, Option<Ended>)> {
        if self.flow.before_turns {
            return None;
        }
        let most = u32::try_from(MOST_LISTED).ok()?;
        let count = self.machine.count_unplayed(position).filter(|count| (1..=most).contains(count))?;
        let mut drawn = None;
        self.machine.visit_unplayed(position, below(generator, count), &mut |found| {
            drawn = Some((*found.position, found.ended));
            ControlFlow::Continue(())
        });
        drawn
    }

    /// Plays on at random; South's points.
    fn playout(&mut self, position: &S::Position, draws: Draws) -> f32 {
        let random = self.random.as_mut();
        match random.and_then(|random| random.play_in_mind(position, self.length, draws)) {
            Some(Ending::Rules(ended)) => points(&ended),
            Some(Ending::Stopped(Stop::Stuck)) => 0.5,
            Some(Ending::Stopped(_)) => {
                let last = self.random.as_ref().map(RandomGames::last);
                last.map_or(0.5, |last| self.points_by_now(&last))
            }
            None => self.playout_of_lists(*position, &mut draws.generators().game),
        }
    }

    /// The same where moves are listed, unless their number is known.
    fn playout_of_lists(&mut self, mut position: S::Position, generator: &mut Generator) -> f32 {
        for _ in 0..self.length {
            if let Some((after, ended)) = self.drawn_unplayed(&position, generator) {
                if let Some(ended) = ended {
                    return points(&ended);
                }
                position = after;
                continue;
            }
            let moves = &mut self.moves;
            moves.clear();
            let all = self.machine.moves(&position, |found| {
                moves.push((*found.position, found.ended));
                if moves.len() < MOST_LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            let _ = all.is_ok();
            if self.moves.is_empty() || self.flow.before_turns {
                match self.machine.before_turn(&mut position, 1).unwrap_or(None) {
                    Some(ended) => return points(&ended),
                    None if self.moves.is_empty() => return 0.5,
                    None => {}
                }
            }
            let (after, ended) = self.moves[below(generator, self.moves.len() as u32) as usize];
            if let Some(ended) = ended {
                return points(&ended);
            }
            position = after;
        }
        self.points_by_now(&position)
    }

    /// South's points in a game that is broken off: whoever has more by now has won.
    fn points_by_now(&mut self, position: &S::Position) -> f32 {
        match self.machine.scores(position) {
            Some([south, north]) if south > north => 1.0,
            Some([south, north]) if south < north => 0.0,
            _ => 0.5,
        }
    }

    /// The move that was tried most; one that wins for certain, if there is one, and none that loses for certain, if it
    /// can be helped.
    fn best(&self) -> u64 {
        let root = &self.nodes[0];
        let mover = root.position.mover();
        let rank = |child: u32| {
            let node = &self.nodes[child as usize];
            let certain = node.solved.map(|souths| points_of(mover, souths));
            let class = match certain {
                Some(1.0) => 2,
                Some(0.0) => 0,
                _ => 1,
            };
            (class, node.visits)
        };
        let best = root.children.clone().max_by_key(|child| (rank(*child), std::cmp::Reverse(*child)));
        best.map_or(0, |child| u64::from(child) - 1)
    }
}

impl<S: Shape> Strategy<S> for Mcts<'_, S> {
    fn looked_at(&self) -> u64 {
        self.played
    }

    fn heed(&mut self, clock: &Arc<Clock>) {
        self.machine.set_budget(clock.budget());
        self.random.iter_mut().for_each(|random| random.heed(clock));
    }

    fn choose(&mut self, seat: &Seat<'_, S>, generator: &mut Generator) -> Decision {
        if seat.candidates.count == 1 {
            return Decision::Play(0);
        }
        self.plant(seat);
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        // Each game has a generator of its own: whoever plays may draw more words ahead than it uses.
        let (seed, mut thought) = (generator.next_u64(), 0);
        while thought < self.playouts && self.nodes[0].solved.is_none() {
            self.think(Draws { seed, game: thought, pair: thought, random_moves: 0 });
            thought += 1;
            self.played += 1;
            if thought % 16 != 0 {
                continue;
            }
            if let Some(stop) = seat.clock.stopped() {
                return Decision::Stop(stop);
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
        }
        Decision::Play(self.best())
    }
}
