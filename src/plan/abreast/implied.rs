//! What follows from truth values: that another holds, or does not, and between which numbers something lies.

use super::terms::{Made, Range, Term, Terms};

/// Something that follows from a truth value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fact {
    /// A truth value holds, or does not.
    Holds(Term, bool),
    /// A number lies between two.
    Lies(Term, Range),
}

/// More that follows is not looked at.
const MOST_FACTS: usize = 24;

impl Terms {
    /// What follows if a truth value holds, or if it does not.
    pub(super) fn facts(&self, truth: Term, holds: bool) -> Vec<Fact> {
        let mut facts = Vec::new();
        self.collect(truth, holds, &mut facts);
        facts
    }

    fn collect(&self, truth: Term, holds: bool, facts: &mut Vec<Fact>) {
        let is_truth = self.range(truth) == Range::TRUTH;
        // A number that is masked by a truth value tells of that, where it is not 0.
        let is_masked = holds && matches!(self.made(truth), Made::Both(..) | Made::Without(..));
        if facts.len() >= MOST_FACTS || truth == Self::ALWAYS || !(is_truth || is_masked) {
            return;
        }
        match (self.made(truth), holds) {
            (Made::Both(one, two), true) | (Made::Either(one, two), false) => {
                self.collect(one, holds, facts);
                self.collect(two, holds, facts);
            }
            (Made::Without(one, two), true) => {
                self.collect(one, true, facts);
                self.collect(two, false, facts);
            }
            (Made::Without(Self::ALWAYS, inner), false) => self.collect(inner, true, facts),
            (Made::Equal(one, two), true) if self.constant(two) == Some(0) => self.are_empty(one, facts),
            (Made::More(..) | Made::Equal(..), _) => facts.extend(self.lies(truth, holds)),
            _ => {}
        }
        if is_truth {
            facts.push(Fact::Holds(truth, holds));
        }
    }

    /// A number is 0, and so are those of which it has all bits.
    fn are_empty(&self, number: Term, facts: &mut Vec<Fact>) {
        facts.push(Fact::Lies(self.plain(number), Range::only(0)));
        if let Made::Either(one, two) = self.made(self.plain(number)) {
            self.are_empty(one, facts);
            self.are_empty(two, facts);
        }
    }

    /// Between which numbers something lies that is compared with one that is known.
    fn lies(&self, truth: Term, holds: bool) -> Option<Fact> {
        let (least, most) = (Range::BYTE.least, Range::BYTE.most);
        let (term, range) = match (self.made(truth), holds) {
            (Made::More(one, two), _) => match (self.constant(one), self.constant(two), holds) {
                (None, Some(number), true) => (one, Range::new(number + 1, most)),
                (None, Some(number), false) => (one, Range::new(least, number)),
                (Some(number), None, true) => (two, Range::new(least, number - 1)),
                (Some(number), None, false) => (two, Range::new(number, most)),
                _ => return None,
            },
            (Made::Equal(one, two), true) => (one, Range::only(self.constant(two)?)),
            _ => return None,
        };
        Some(Fact::Lies(self.plain(term), range))
    }

    /// What a number is at least if a truth value holds.
    pub(super) fn least_if(&self, number: Term, truth: Term) -> i16 {
        let least = self.facts(truth, true).into_iter().filter_map(|fact| match fact {
            Fact::Lies(term, range) if term == self.plain(number) => Some(range.least),
            _ => None,
        });
        least.fold(self.range(number).least, i16::max)
    }

    /// Whether a truth value holds wherever another does, as far as that is seen: a number lies between two, and does so more narrowly.
    pub(super) fn implies(&self, one: Term, two: Term) -> bool {
        if [one, two].iter().any(|term| self.range(*term) != Range::TRUTH) || !matches!(self.made(two), Made::More(..))
        {
            return false;
        }
        let Some(Fact::Lies(term, range)) = self.lies(two, true) else { return false };
        self.facts(one, true).iter().any(|fact| match *fact {
            Fact::Lies(other, narrow) => other == term && narrow.common(range) == narrow,
            Fact::Holds(..) => false,
        })
    }

    /// Whether two truth values cannot hold at once, as far as that is seen.
    pub(super) fn contradict(&self, one: Term, two: Term) -> bool {
        self.refute(&self.facts(one, true), two) || self.refute(&self.facts(two, true), one)
    }

    /// Whether a truth value cannot hold where these facts do.
    fn refute(&self, facts: &[Fact], truth: Term) -> bool {
        match self.made(truth) {
            Made::Either(one, two) if self.range(truth) == Range::TRUTH => {
                self.refute(facts, one) && self.refute(facts, two)
            }
            _ => self.facts(truth, true).iter().any(|other| facts.iter().any(|fact| fact.contradicts(*other))),
        }
    }
}

impl Fact {
    fn contradicts(self, other: Fact) -> bool {
        match (self, other) {
            (Fact::Holds(one, holds), Fact::Holds(other, also)) => one == other && holds != also,
            (Fact::Lies(one, range), Fact::Lies(other, also)) => one == other && range.common(also).is_empty(),
            _ => false,
        }
    }
}
