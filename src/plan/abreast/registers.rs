//! What steps make and others take: which of it goes into columns, and which is kept in registers until then.

use super::code::{At, Code, Step};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers that are kept in registers: as many as a processor has, less those that a step is made in.
const REGISTERS: usize = 12;

/// For each part the columns that it makes and that are asked for when it is through: those that are given, for the next time, and those
/// that stand somewhere until another part asks for them.
pub(super) fn stored<F>(code: &Code<F>) -> Vec<BTreeSet<At>> {
    let mut asked: BTreeSet<At> = (0..).take(code.given).collect();
    let mut all: Vec<BTreeSet<At>> = Vec::new();
    for (steps, _, at) in code.parts.iter().rev() {
        asked.extend(at);
        let made: BTreeSet<At> = steps.iter().map(Step::to).collect();
        all.push(made.intersection(&asked).copied().collect());
        asked = asked_before(steps, asked, code.given);
    }
    all.reverse();
    all
}

/// What has to stand in columns before some steps, for them and for what is asked behind them.
fn asked_before(steps: &[Step], mut asked: BTreeSet<At>, given: usize) -> BTreeSet<At> {
    for step in steps.iter().rev() {
        if usize::from(step.to()) >= given {
            asked.remove(&step.to());
        }
        asked.extend(step.of());
    }
    asked
}

/// What a step takes: what stands in a column, or what another step has made and a register holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Column(At),
    Step(usize),
}

/// The steps of a part, as they take from each other what they make.
pub(super) struct Flow<'s> {
    pub(super) steps: &'s [Step],
    pub(super) sources: Vec<Vec<Source>>,
    /// For each step the ones that take what it makes.
    uses: Vec<Vec<usize>>,
    /// Whether that has to go into its column.
    pub(super) is_stored: Vec<bool>,
}

impl<'s> Flow<'s> {
    /// Of a part behind which some columns are asked for.
    pub(super) fn new(steps: &'s [Step], stored: &BTreeSet<At>) -> Self {
        let mut latest: BTreeMap<At, usize> = BTreeMap::new();
        let (mut sources, mut uses) = (Vec::new(), vec![Vec::new(); steps.len()]);
        for (number, step) in steps.iter().enumerate() {
            let source = |at: &At| latest.get(at).map_or(Source::Column(*at), |made| Source::Step(*made));
            let of: Vec<Source> = step.of().iter().map(source).collect();
            for source in &of {
                if let Source::Step(made) = source {
                    uses[*made].push(number);
                }
            }
            sources.push(of);
            latest.insert(step.to(), number);
        }
        let is_last = |(number, step): (usize, &Step)| latest.get(&step.to()) == Some(&number);
        let is_stored = steps.iter().enumerate().map(|at| is_last(at) && stored.contains(&at.1.to())).collect();
        let mut flow = Flow { steps, sources, uses, is_stored };
        flow.spill();
        flow
    }

    /// Where there are more numbers than registers, those that are asked for last are left to their columns.
    fn spill(&mut self) {
        let mut held: Vec<usize> = Vec::new();
        for number in 0..self.steps.len() {
            let next_use = |made: &usize| self.uses[*made].iter().find(|by| **by > number);
            held.push(number);
            held.retain(|made| next_use(made).is_some());
            if held.len() > REGISTERS {
                let farthest = (0..held.len()).max_by_key(|at| next_use(&held[*at])).unwrap_or(0);
                let made = held.swap_remove(farthest);
                self.is_stored[made] = true;
                self.read_behind(made, number);
            }
        }
    }

    /// Behind a step, what another has made is read from its column.
    fn read_behind(&mut self, made: usize, number: usize) {
        for by in self.uses[made].iter().filter(|by| **by > number) {
            for source in self.sources[*by].iter_mut().filter(|source| **source == Source::Step(made)) {
                *source = Source::Column(self.steps[made].to());
            }
        }
    }
}
