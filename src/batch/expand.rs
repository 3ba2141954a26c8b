//! What many positions lead to: their legal moves, by the rankings of the phases that they are in.

use super::bits::Bits;
use super::lanes::Lane;
use super::turns::{Complete, Turns};
use crate::ir::{Code, Id, MoveKind, Truth, TruthId};
use crate::model::Ranking;

/// A turn among those of its position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Listed<const W: usize> {
    pub(super) turn: Complete<W>,
    /// Turns of one position in the order of these numbers, and then of their paths, are in the order of listing.
    pub(super) rank: u32,
}

/// The turns of some positions.
#[derive(Debug)]
pub(super) struct Expanded<const W: usize> {
    /// Complete turns of the kinds of move that may be played, legal or not.
    pub(super) turns: Vec<Listed<W>>,
    /// Positions whose turns cannot be followed here, by number, ascending; none of theirs are among the turns.
    pub(super) given_up: Vec<u32>,
}

impl<const W: usize, B: Bits> Turns<'_, W, B> {
    /// The turns of the positions in [`Turns::sources`].
    pub(super) fn expand(&mut self) -> Expanded<W> {
        self.given_up.clear();
        self.complete.clear();
        self.settle();
        let mut expanded = Expanded { turns: Vec::new(), given_up: Vec::new() };
        let mut rank = 0;
        for (ranking, sources) in self.phases() {
            let _ = self.ranked(&ranking, &sources, &mut rank, &mut expanded.turns);
        }
        self.given_up.sort_unstable();
        self.given_up.dedup();
        expanded.given_up.clone_from(&self.given_up);
        if !expanded.given_up.is_empty() {
            expanded.turns.retain(|one| self.given_up.binary_search(&one.turn.facts.source).is_err());
        }
        if self.program.model.preferences > 0 {
            prefer(&mut expanded.turns, self.sources.len());
        }
        expanded
    }

    /// Lets state fall back in positions that come from outside.
    fn settle(&mut self) {
        if self.code.untils.is_empty() {
            return;
        }
        let all = self.all_sources();
        let lanes = self.stand(&all);
        self.untils(&lanes);
        for (source, lane) in lanes.iter().enumerate() {
            self.sources[source] = self.lanes.cells[*lane as usize];
        }
        self.lists.give(lanes);
    }

    fn all_sources(&self) -> Vec<u32> {
        (0..self.sources.len()).filter_map(|source| u32::try_from(source).ok()).collect()
    }

    /// The positions by the phase that they are in. Those in none have no turns.
    fn phases(&mut self) -> Vec<(Ranking, Vec<u32>)> {
        let code = self.code;
        let mut open = self.all_sources();
        if let [(None, ranking)] = code.phases.as_slice() {
            return vec![(ranking.clone(), open)];
        }
        let mut phases = Vec::new();
        for (condition, ranking) in &code.phases {
            let holds = match condition {
                Some(condition) => self.holds_before(*condition, &open),
                None => vec![true; open.len()],
            };
            let mut holds = holds.iter();
            let (of_phase, others) = open.iter().copied().partition(|_| *holds.next().unwrap_or(&false));
            open = others;
            phases.push((ranking.clone(), of_phase));
        }
        phases
    }

    /// Whether a condition holds of some positions before any turn has begun.
    pub(super) fn holds_before(&mut self, condition: TruthId, sources: &[u32]) -> Vec<bool> {
        let lanes: Vec<Lane> = self.stand(sources);
        let holds = self.truth(condition, &lanes);
        self.lists.give(lanes);
        holds
    }

    /// The turns of a ranking; gives back the positions that have a legal one.
    fn ranked(&mut self, ranking: &Ranking, sources: &[u32], rank: &mut u32, turns: &mut Vec<Listed<W>>) -> Vec<u32> {
        if sources.is_empty() {
            return Vec::new();
        }
        match ranking {
            Ranking::Kind(kind) => self.of_kind(*kind, sources, rank, turns),
            Ranking::Or(members) => {
                let mut with_moves: Vec<u32> =
                    members.iter().flat_map(|member| self.ranked(member, sources, rank, turns)).collect();
                with_moves.sort_unstable();
                with_moves.dedup();
                with_moves
            }
            Ranking::Else(members) => {
                let mut open = sources.to_vec();
                let mut with_moves = Vec::new();
                for member in members {
                    let first = turns.len();
                    let mut found = self.ranked(member, &open, rank, turns);
                    // What cannot be followed is not known to have no legal move.
                    found.extend(open.iter().copied().filter(|source| self.given_up.contains(source)));
                    found.sort_unstable();
                    found.dedup();
                    let mut at = 0;
                    turns.retain(|one| {
                        at += 1;
                        at <= first || found.binary_search(&one.turn.facts.source).is_ok()
                    });
                    open.retain(|source| found.binary_search(source).is_err());
                    with_moves.append(&mut found);
                    if open.is_empty() {
                        break;
                    }
                }
                with_moves
            }
        }
    }

    fn of_kind(&mut self, kind: usize, sources: &[u32], rank: &mut u32, turns: &mut Vec<Listed<W>>) -> Vec<u32> {
        let kind = MoveKind::at(kind).expect("the program numbers its kinds of move");
        if self.tables.refused[kind.index()].is_some() {
            self.given_up.extend_from_slice(sources);
            return Vec::new();
        }
        self.complete.clear();
        self.play(kind, sources);
        *rank += 1;
        let mut with_moves = vec![false; self.sources.len()];
        for turn in &self.complete {
            with_moves[turn.facts.source as usize] |= turn.legal;
        }
        turns.extend(self.complete.iter().map(|turn| Listed { turn: *turn, rank: *rank }));
        sources.iter().copied().filter(|source| with_moves[*source as usize]).collect()
    }
}

/// Of the legal turns of each position, those that satisfy less than the best are not legal after all.
fn prefer<const W: usize>(turns: &mut [Listed<W>], sources: usize) {
    let mut best = vec![0; sources];
    for one in turns.iter().filter(|one| one.turn.legal) {
        let best = &mut best[one.turn.facts.source as usize];
        *best = one.turn.facts.preference.max(*best);
    }
    for one in turns {
        one.turn.legal &= one.turn.facts.preference == best[one.turn.facts.source as usize];
    }
}

/// Whether a condition can hold only where the mover is stuck or the position has been there before.
pub(super) fn needs_history(code: &Code, condition: TruthId) -> bool {
    match code.expressions.truths[condition] {
        Truth::CannotMove => true,
        Truth::Occurs(times) => times > 1,
        Truth::And(left, right) => needs_history(code, left) || needs_history(code, right),
        Truth::Or(left, right) => needs_history(code, left) && needs_history(code, right),
        _ => false,
    }
}
