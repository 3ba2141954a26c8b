//! Steps that work terms out, one after the other, each in a column of bytes: one byte for each position.

use super::follow::Found;
use super::terms::{Made, Term, Terms};
use super::{Followed, Refused};
use std::collections::BTreeMap;

/// The number of a column.
pub(super) type At = u16;

/// What is done with two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    Add,
    Subtract,
    Smaller,
    Larger,
    Equal,
    More,
    Both,
    Either,
    Without,
    // The same of the second and the first.
    SubtractFrom,
    Less,
    WithoutFrom,
}

/// A step, which works out a column.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// Of two bytes.
    Two(Does, At, [At; 2]),
    /// Of two bytes, and then of what that comes to and a third.
    Three(Does, Does, At, [At; 3]),
    /// The second where the first holds, otherwise the third.
    Choose(At, [At; 3]),
}

/// Where it stands what was worked out.
#[derive(Debug, Clone)]
pub(super) enum FoundAt {
    /// A move, of which nothing is told.
    Made,
    /// What a move comes to.
    Move(MoveAt),
    /// How many legal moves there are.
    Count(At),
    /// Whether something happens for which these are not the steps.
    Seldom(At),
}

#[derive(Debug, Clone)]
pub(super) struct MoveAt {
    pub(super) is_legal: At,
    pub(super) again: At,
    pub(super) ended: At,
    pub(super) cells: Vec<At>,
}

/// What is wanted of the moves that were found. All are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// How many are legal.
    Count,
    /// Which are, and what is told of them.
    Moves,
}

/// Steps that find all moves. The cells of positions stand in the first columns.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) columns: usize,
    pub(super) constants: Vec<(At, i8)>,
    /// Steps, and what is worked out behind them.
    pub(super) parts: Vec<(Vec<Step>, FoundAt)>,
}

/// More steps are not made.
const MOST_STEPS: usize = 1 << 13;

impl Code {
    /// Works out moves in positions of so many cells.
    pub(super) fn new(followed: &Followed, cells: usize, wanted: Wanted) -> Result<Self, Refused> {
        let terms = &followed.terms;
        let mut maker = Maker { terms, wanted, order: Vec::new(), is_made: vec![false; terms.len()] };
        if followed.seldom != Terms::NEVER {
            maker.order_for(Next::Seldom(followed.seldom))?;
        }
        for found in &followed.found {
            maker.order_for(Next::Move(found))?;
        }
        if wanted == Wanted::Count {
            maker.order_for(Next::Count(followed.count))?;
        }
        if maker.order.len() > MOST_STEPS {
            return Err(Refused);
        }
        Ok(maker.steps(cells))
    }
}

/// What is done, one after the other.
#[derive(Debug, Clone, Copy)]
enum Next<'t> {
    Term(Term),
    Move(&'t Found),
    Count(Term),
    Seldom(Term),
}

struct Maker<'t> {
    terms: &'t Terms,
    wanted: Wanted,
    order: Vec<Next<'t>>,
    is_made: Vec<bool>,
}

impl<'t> Maker<'t> {
    /// What has to be there for what is next, if that tells of something.
    fn asked_by(&self, next: Next<'_>) -> Vec<Term> {
        let asked = match next {
            Next::Term(_) => Vec::new(),
            Next::Count(term) | Next::Seldom(term) => vec![term],
            Next::Move(found) if self.wanted == Wanted::Moves => {
                [found.is_legal, found.again, found.ended].iter().chain(&found.cells).copied().collect()
            }
            Next::Move(found) => found.cells.clone(),
        };
        asked.into_iter().map(|term| self.terms.plain(term)).collect()
    }

    /// Orders what is needed that was not before: each term behind those that it is made from.
    fn order_for(&mut self, next: Next<'t>) -> Result<(), Refused> {
        let mut left = self.asked_by(next);
        let mut needed = Vec::new();
        while let Some(term) = left.pop() {
            if std::mem::replace(&mut self.is_made[term.index()], true) {
                continue;
            }
            if self.terms.made(term) == Made::Unknown {
                return Err(Refused);
            }
            left.extend(self.work_of(term).iter().flat_map(Work::terms));
            needed.push(term);
        }
        needed.sort_unstable();
        self.order.extend(needed.into_iter().map(Next::Term));
        self.order.push(next);
        Ok(())
    }

    /// What is done to work out a term, if anything has to be.
    fn work_of(&self, term: Term) -> Option<Work> {
        let two = |does, one, two| Work::Two(does, [self.terms.plain(one), self.terms.plain(two)]);
        Some(match self.terms.made(term) {
            Made::Unknown | Made::Known(..) | Made::Cell(_) | Made::Constant(_) => return None,
            Made::Add(one, other) => two(Does::Add, one, other),
            Made::Subtract(one, other) => two(Does::Subtract, one, other),
            Made::Smaller(one, other) => two(Does::Smaller, one, other),
            Made::Larger(one, other) => two(Does::Larger, one, other),
            Made::Equal(one, other) => two(Does::Equal, one, other),
            Made::More(one, other) => two(Does::More, one, other),
            Made::Both(one, other) => two(Does::Both, one, other),
            Made::Either(one, other) => two(Does::Either, one, other),
            Made::Without(one, other) => two(Does::Without, one, other),
            Made::Choose(truth, one, other) => Work::Choose([truth, one, other].map(|term| self.terms.plain(term))),
        })
    }

    /// Puts together what is worked out for one step alone with that step.
    fn put_together(&self) -> Vec<Part<'t>> {
        let mut uses = vec![0; self.terms.len()];
        let mut work: BTreeMap<Term, Work> = BTreeMap::new();
        for next in &self.order {
            match *next {
                Next::Term(term) => {
                    let Some(own) = self.work_of(term) else { continue };
                    own.terms().iter().for_each(|term| uses[term.index()] += 1);
                    work.insert(term, own);
                }
                next => self.asked_by(next).iter().for_each(|term| uses[term.index()] += 1),
            }
        }
        // Those that are made from others come before them.
        let terms: Vec<Term> = work.keys().copied().rev().collect();
        for term in terms {
            let Some(Work::Two(does, [one, two])) = work.get(&term).copied() else { continue };
            let alone = |other: &Term| uses[other.index()] == 1 && matches!(work.get(other), Some(Work::Two(..)));
            let (inner, other, then) = match [one, two].iter().copied().filter(alone).max() {
                Some(inner) if inner == one => (inner, two, does),
                Some(inner) => (inner, one, does.turned()),
                None => continue,
            };
            if let Some(Work::Two(first, [one, two])) = work.remove(&inner) {
                work.insert(term, Work::Three(first, then, [one, two, other]));
            }
        }
        let left = |next: &Next<'t>| match *next {
            Next::Term(term) => work.get(&term).map(|work| Part::Work(term, *work)),
            next => Some(Part::Found(next)),
        };
        self.order.iter().filter_map(left).collect()
    }

    fn steps(&self, cells: usize) -> Code {
        let parts = self.put_together();
        let used_by = |part: &Part<'_>| match part {
            Part::Work(_, work) => work.terms().to_vec(),
            Part::Found(next) => self.asked_by(*next),
        };
        let mut last_use = vec![0; self.terms.len()];
        for (at, part) in parts.iter().enumerate() {
            used_by(part).into_iter().for_each(|term| last_use[term.index()] = at);
        }
        let mut code = Code { columns: 0, constants: Vec::new(), parts: Vec::new() };
        let (mut steps, mut places) = (Vec::new(), Places::new(cells));
        for (at, part) in parts.iter().enumerate() {
            let used = used_by(part);
            let of: Vec<At> = used.iter().map(|term| self.place_of(*term, &mut places, &mut code)).collect();
            for term in used {
                if last_use[term.index()] == at && self.work_of(term).is_some() {
                    places.free(term);
                }
            }
            match part {
                Part::Work(term, work) => steps.push(work.step(places.take(*term), &of)),
                Part::Found(next) => code.parts.push((std::mem::take(&mut steps), self.found_at(*next, &of))),
            }
        }
        code.columns = places.count.into();
        code
    }

    /// What is told of where the terms stand that are asked for.
    fn found_at(&self, next: Next<'_>, of: &[At]) -> FoundAt {
        match (next, of) {
            (Next::Seldom(_), [at]) => FoundAt::Seldom(*at),
            (Next::Count(_), [at]) => FoundAt::Count(*at),
            (Next::Move(_), [is_legal, again, ended, cells @ ..]) if self.wanted == Wanted::Moves => {
                let (is_legal, again, ended) = (*is_legal, *again, *ended);
                FoundAt::Move(MoveAt { is_legal, again, ended, cells: cells.to_vec() })
            }
            _ => FoundAt::Made,
        }
    }

    /// Where a term stands that was worked out, or need not be.
    fn place_of(&self, term: Term, places: &mut Places, code: &mut Code) -> At {
        if let Some(at) = places.at.get(&term) {
            return *at;
        }
        match self.terms.made(term) {
            Made::Cell(cell) => cell,
            Made::Constant(number) => {
                let at = places.take_for_good(term);
                code.constants.push((at, number));
                at
            }
            _ => At::MAX,
        }
    }
}

/// What is done for a term, which may be more than what is done to work it out; or what is found then.
enum Part<'t> {
    Work(Term, Work),
    Found(Next<'t>),
}

/// What is done to work out a term, and of which others.
#[derive(Debug, Clone, Copy)]
enum Work {
    Two(Does, [Term; 2]),
    Three(Does, Does, [Term; 3]),
    Choose([Term; 3]),
}

impl Work {
    fn terms(&self) -> &[Term] {
        match self {
            Work::Two(_, terms) => terms,
            Work::Three(_, _, terms) | Work::Choose(terms) => terms,
        }
    }

    /// The step that does it: where it goes, and where the terms stand.
    fn step(&self, to: At, of: &[At]) -> Step {
        let three = || [of[0], of[1], of[2]];
        match *self {
            Work::Three(first, then, _) => Step::Three(first, then, to, three()),
            Work::Choose(_) => Step::Choose(to, three()),
            Work::Two(does, _) => Step::Two(does, to, [of[0], of[1]]),
        }
    }
}

impl Does {
    /// The same of the second and the first.
    fn turned(self) -> Self {
        match self {
            Does::Subtract => Does::SubtractFrom,
            Does::More => Does::Less,
            Does::Without => Does::WithoutFrom,
            Does::SubtractFrom => Does::Subtract,
            Does::Less => Does::More,
            Does::WithoutFrom => Does::Without,
            Does::Add | Does::Smaller | Does::Larger | Does::Equal | Does::Both | Does::Either => self,
        }
    }
}

/// In which column each term stands.
struct Places {
    at: BTreeMap<Term, At>,
    free: Vec<At>,
    count: At,
}

impl Places {
    fn new(cells: usize) -> Self {
        Places { at: BTreeMap::new(), free: Vec::new(), count: At::try_from(cells).unwrap_or(At::MAX) }
    }

    fn take(&mut self, term: Term) -> At {
        let Some(at) = self.free.pop() else { return self.take_for_good(term) };
        self.at.insert(term, at);
        at
    }

    /// A column that nothing else has stood in.
    fn take_for_good(&mut self, term: Term) -> At {
        self.at.insert(term, self.count);
        self.count += 1;
        self.count - 1
    }

    fn free(&mut self, term: Term) {
        self.free.extend(self.at.remove(&term));
    }
}
