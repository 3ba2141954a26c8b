//! Whether closed turns are legal, and whether they end the game.

use super::bits::Bits;
use super::lanes::Lane;
use super::turns::{Complete, Turns};
use crate::ir::LegalCode;

impl<const W: usize, B: Bits> Turns<'_, W, B> {
    /// Judges closed turns, and notes them.
    pub(super) fn finish(&mut self, on: Vec<Lane>) {
        let code = self.code;
        let mut legal = self.lists.take();
        let mut refused = self.lists.take();
        for lane in &on {
            let empty = self.lanes.facts[*lane as usize].hand == 0;
            if empty { &mut legal } else { &mut refused }.push(*lane);
        }
        self.lists.give(on);
        for rule in &code.legal {
            if legal.is_empty() {
                break;
            }
            legal = self.satisfying(rule, legal, &mut refused);
        }
        if !code.ends_after_turn.is_empty() {
            let mut open = self.lists.take();
            open.extend(legal.iter().filter(|lane| self.lanes.facts[**lane as usize].ended == 0));
            let first = u16::try_from(code.ends_at_capture.len()).unwrap_or(0);
            let ended = self.end_rows(&code.ends_after_turn, first, open);
            self.lists.give(ended);
        }
        for (lanes, legal) in [(&legal, true), (&refused, false)] {
            let (all, rank) = (&self.lanes, self.rank);
            let complete = lanes.iter().map(|lane| {
                let (cells, facts) = (all.cells[*lane as usize], &all.facts[*lane as usize]);
                Complete {
                    cells,
                    path: facts.path,
                    source: facts.source,
                    preference: facts.preference,
                    rank,
                    ended: facts.ended,
                    again: facts.again,
                    legal,
                }
            });
            self.complete.extend(complete);
        }
        self.lists.give(legal);
        self.lists.give(refused);
    }

    /// The turns that a rule does not forbid; the others are added to those that are refused.
    fn satisfying(&mut self, rule: &LegalCode, on: Vec<Lane>, refused: &mut Vec<Lane>) -> Vec<Lane> {
        let asked = rule.when.map(|when| self.truth(when, &on));
        let mut part = self.lists.take();
        part.extend(
            on.iter()
                .enumerate()
                .filter(|(at, _)| asked.as_ref().is_none_or(|asked| asked[*at]))
                .map(|(_, lane)| *lane),
        );
        let holds = self.truth(rule.condition, &part);
        let mut next = holds.iter();
        let mut kept = self.lists.take();
        for (at, lane) in on.iter().enumerate() {
            let is_asked = asked.as_ref().is_none_or(|asked| asked[at]);
            let satisfied = !is_asked || *next.next().unwrap_or(&true);
            match rule.prefer {
                None if !satisfied => {
                    refused.push(*lane);
                    continue;
                }
                Some(bit) if satisfied => self.lanes.facts[*lane as usize].preference |= 1 << bit,
                _ => {}
            }
            kept.push(*lane);
        }
        if let Some(asked) = asked {
            self.truths.give(asked);
        }
        self.truths.give(holds);
        [on, part].into_iter().for_each(|list| self.lists.give(list));
        kept
    }
}
