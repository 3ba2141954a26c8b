//! What many positions lead to: their legal moves, by the rankings of the phases that they are in.

use super::bits::Bits;
use super::lanes::Lane;
use super::turns::{Complete, Turns};
use crate::ir::{Code, Id, MoveKind, Truth, TruthId};
use crate::model::Ranking;

impl<const W: usize, B: Bits> Turns<'_, W, B> {
    /// Finds the turns of the positions in [`Turns::sources`]: those of the kinds of move that may be played, legal or not.
    /// The positions whose turns cannot be followed here are in [`Turns::given_up`]; none of theirs are among the turns.
    pub(super) fn expand(&mut self) {
        self.given_up.clear();
        self.complete.clear();
        self.rank = 0;
        self.settle();
        for (ranking, sources) in self.phases() {
            let _ = self.ranked(&ranking, &sources);
        }
        if !self.given_up.is_empty() {
            self.given_up.sort_unstable();
            self.given_up.dedup();
            let given_up = &self.given_up;
            self.complete.retain(|turn| given_up.binary_search(&turn.source).is_err());
        }
        if self.program.model.preferences > 0 {
            prefer(&mut self.complete, self.sources.len());
        }
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
    fn ranked(&mut self, ranking: &Ranking, sources: &[u32]) -> Vec<u32> {
        if sources.is_empty() {
            return Vec::new();
        }
        match ranking {
            Ranking::Kind(kind) => self.of_kind(*kind, sources),
            Ranking::Or(members) => {
                let mut with_moves: Vec<u32> = members.iter().flat_map(|member| self.ranked(member, sources)).collect();
                with_moves.sort_unstable();
                with_moves.dedup();
                with_moves
            }
            Ranking::Else(members) => {
                let mut open = sources.to_vec();
                let mut with_moves = Vec::new();
                for member in members {
                    let first = self.complete.len();
                    let mut found = self.ranked(member, &open);
                    // What cannot be followed is not known to have no legal move.
                    found.extend(open.iter().copied().filter(|source| self.given_up.contains(source)));
                    found.sort_unstable();
                    found.dedup();
                    let mut at = 0;
                    self.complete.retain(|turn| {
                        at += 1;
                        at <= first || found.binary_search(&turn.source).is_ok()
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

    fn of_kind(&mut self, kind: usize, sources: &[u32]) -> Vec<u32> {
        let kind = MoveKind::at(kind).expect("the program numbers its kinds of move");
        if self.tables.refused[kind.index()].is_some() {
            self.given_up.extend_from_slice(sources);
            return Vec::new();
        }
        let first = self.complete.len();
        self.rank += 1;
        self.play(kind, sources);
        let mut with_moves = vec![false; self.sources.len()];
        for turn in &self.complete[first..] {
            with_moves[turn.source as usize] |= turn.legal;
        }
        sources.iter().copied().filter(|source| with_moves[*source as usize]).collect()
    }
}

/// Of the legal turns of each position, those that satisfy less than the best are not legal after all.
fn prefer<const W: usize>(turns: &mut [Complete<W>], sources: usize) {
    let mut best = vec![0; sources];
    for turn in turns.iter().filter(|turn| turn.legal) {
        let best = &mut best[turn.source as usize];
        *best = turn.preference.max(*best);
    }
    for turn in turns {
        turn.legal &= turn.preference == best[turn.source as usize];
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
