//! Steps that work terms out, one after the other, each in a column of bytes: one byte for each position.

use super::Refused;
#[cfg(feature = "native")]
use super::compiled::Compiled;
use super::terms::{Made, Term, Terms};
use std::collections::{BTreeMap, BTreeSet, HashMap};
#[cfg(feature = "native")]
use std::sync::{Arc, OnceLock};

/// The number of a column.
pub(in crate::plan) type At = u16;

/// What is done with two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

/// Some terms that are asked for together, and why.
#[derive(Debug, Clone)]
pub(super) struct Asked<F> {
    pub(super) terms: Vec<Term>,
    pub(super) what: F,
}

/// Steps that work out what is asked for. What is given stands in the first columns.
#[derive(Debug)]
pub(super) struct Code<F> {
    /// Columns that are given.
    pub(super) given: usize,
    pub(super) columns: usize,
    pub(super) constants: Vec<(At, i8)>,
    pub(super) parts: Vec<CodePart<F>>,
    /// Where rows of bytes stand that are to be put into the first columns, if there are any.
    pub(super) rows: Option<Rows>,
    /// As machine code, once it was made; none if it cannot be.
    #[cfg(feature = "native")]
    pub(super) compiled: Arc<OnceLock<Option<Compiled>>>,
}

/// The columns that hold rows of bytes: of the rows of sixteen positions each column holds the same sixteen bytes of one, the first of
/// all rows before the next ones. Behind them is one that tells which rows there are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rows {
    pub(super) first: At,
    pub(super) sixteens: At,
}

impl Rows {
    /// The column with sixteen bytes of a row, by its number among those of sixteen positions.
    #[cfg(feature = "native")]
    pub(super) fn at(self, sixteen: At, row: At) -> At {
        self.first + 16 * sixteen + row
    }

    /// The truth values of the rows that there are.
    pub(super) fn which(self) -> At {
        self.first + 16 * self.sixteens
    }
}

/// Steps, and behind them what was asked for, with where that stands.
pub(super) type CodePart<F> = (Vec<Step>, F, Vec<At>);

/// More steps are not made.
const MOST_STEPS: usize = 1 << 13;

/// Nor more columns.
pub(super) const MOST_COLUMNS: usize = 1 << 9;

impl<F: Clone> Code<F> {
    /// Works out what is asked for, one after the other, from so many columns that are given: of all terms in turn.
    pub(super) fn new(given: usize, all: &[(&Terms, Vec<Asked<F>>)]) -> Result<Self, Refused> {
        let mut makers = Vec::new();
        for (terms, asked) in all {
            let mut maker = Maker {
                terms,
                one_of: Vec::new(),
                keeps: Vec::new(),
                order: Vec::new(),
                is_made: vec![false; terms.len()],
            };
            maker.find_same();
            maker.find_keeps();
            for asked in asked {
                maker.order_for(asked)?;
            }
            if maker.order.len() > MOST_STEPS {
                return Err(Refused);
            }
            makers.push(maker);
        }
        let mut constants = BTreeMap::new();
        for (at, number) in makers.iter().flat_map(Maker::constants).collect::<BTreeSet<i8>>().into_iter().enumerate() {
            constants.insert(number, At::try_from(given + at).map_err(|_| Refused)?);
        }
        let used = given + constants.len();
        let mut code = Code {
            given,
            columns: used,
            constants: Vec::new(),
            parts: Vec::new(),
            rows: None,
            #[cfg(feature = "native")]
            compiled: Arc::default(),
        };
        for maker in makers {
            let (columns, parts) = maker.steps(used, &constants);
            code.columns = code.columns.max(columns);
            code.parts.extend(parts);
        }
        code.constants = constants.into_iter().map(|(number, at)| (at, number)).collect();
        if code.columns <= MOST_COLUMNS { Ok(code) } else { Err(Refused) }
    }
}

#[cfg(feature = "native")]
impl<F: Clone> Code<F> {
    /// Makes machine code of it for columns of so many vectors, if that was not done before.
    pub(super) fn compile(&self, vectors: usize) {
        self.compiled.get_or_init(|| Compiled::new(self, vectors));
    }

    /// Whether there is some by now.
    pub(super) fn is_compiled(&self) -> bool {
        self.compiled.get().is_some_and(Option::is_some)
    }
}

impl<F> Code<F> {
    /// Makes room for rows of so many bytes.
    pub(super) fn take_rows(&mut self, bytes: usize) -> Result<(), Refused> {
        let at = |number: usize| At::try_from(number).map_err(|_| Refused);
        let rows = Rows { first: at(self.columns)?, sixteens: at(bytes.div_ceil(16))? };
        self.columns = usize::from(rows.which()) + 1;
        self.rows = Some(rows);
        if self.columns <= MOST_COLUMNS { Ok(()) } else { Err(Refused) }
    }

    /// Lets what is made last in one column be made in another, if nobody asks from then on for what stands there.
    pub(super) fn make_there(&mut self, to: At, from: At) -> bool {
        let all =
            || self.parts.iter().enumerate().flat_map(|(part, (steps, ..))| (0..steps.len()).map(move |at| (part, at)));
        let Some(made) = all().filter(|(part, at)| self.parts[*part].0[*at].to() == from).last() else { return false };
        let is_behind = |part: usize, at: usize| (part, at) > made;
        let asks = all().any(|(part, at)| is_behind(part, at) && self.parts[part].0[at].of().contains(&to))
            || self.parts[made.0..].iter().any(|(.., at)| at.contains(&to));
        let is_made = all().any(|(part, at)| is_behind(part, at) && self.parts[part].0[at].to() == to);
        if asks || is_made {
            return false;
        }
        let renamed = |at: &mut At| {
            if *at == from {
                *at = to;
            }
        };
        renamed(self.parts[made.0].0[made.1].to_mut());
        for (part, (steps, _, asked)) in self.parts.iter_mut().enumerate().skip(made.0) {
            let behind = if part == made.0 { made.1 + 1 } else { 0 };
            steps[behind..].iter_mut().flat_map(Step::of_mut).for_each(renamed);
            asked.iter_mut().for_each(renamed);
        }
        true
    }
}

impl Step {
    pub(super) fn to(&self) -> At {
        match self {
            Step::Two(_, to, _) | Step::Three(_, _, to, _) | Step::Choose(to, _) => *to,
        }
    }

    fn to_mut(&mut self) -> &mut At {
        match self {
            Step::Two(_, to, _) | Step::Three(_, _, to, _) | Step::Choose(to, _) => to,
        }
    }

    pub(super) fn of(&self) -> &[At] {
        match self {
            Step::Two(.., of) => of,
            Step::Three(.., of) | Step::Choose(_, of) => of,
        }
    }

    fn of_mut(&mut self) -> &mut [At] {
        match self {
            Step::Two(.., of) => of,
            Step::Three(.., of) | Step::Choose(_, of) => of,
        }
    }
}

/// What is done, one after the other.
#[derive(Debug)]
enum Next<'t, F> {
    Term(Term),
    Asked(&'t Asked<F>),
}

struct Maker<'t, F> {
    terms: &'t Terms,
    /// For each term the first that is worked out in the same way.
    one_of: Vec<Term>,
    /// For each term how many numbers have to be kept while it is worked out, if each is asked for once.
    keeps: Vec<u8>,
    order: Vec<Next<'t, F>>,
    is_made: Vec<bool>,
}

impl<'t, F: Clone> Maker<'t, F> {
    /// Finds which terms are worked out in the same way, whatever more is known of some of them.
    fn find_same(&mut self) {
        let mut known = HashMap::new();
        for term in self.terms.all() {
            let same = match (self.terms.made(term), self.work_of(term)) {
                (Made::Known(inner, _), _) => self.one_of[inner.index()],
                (_, Some(work)) => *known.entry(work).or_insert(term),
                _ => term,
            };
            self.one_of.push(same);
        }
    }

    /// Finds how much each term keeps: of those that it is made from, whatever comes later has one more beside it.
    fn find_keeps(&mut self) {
        for term in self.terms.all() {
            let mut of = [0; 3];
            let work = self.work_of(term);
            for (keeps, term) in of.iter_mut().zip(work.iter().flat_map(Work::terms)) {
                *keeps = self.keeps[term.index()];
            }
            of.sort_unstable_by(|one, other| other.cmp(one));
            let beside = (0..).zip(of).take(work.iter().flat_map(Work::terms).count());
            self.keeps.push(beside.map(|(beside, keeps): (u8, u8)| keeps.saturating_add(beside)).max().unwrap_or(0));
        }
    }

    /// What has to be there.
    fn plain<'a>(&'a self, asked: &'a Asked<F>) -> impl Iterator<Item = Term> + 'a {
        asked.terms.iter().map(|term| self.one_of[term.index()])
    }

    /// The constants that are asked for, or that something is made from.
    fn constants(&self) -> Vec<i8> {
        let asked = self.order.iter().flat_map(|next| match next {
            Next::Term(term) => self.work_of(*term).iter().flat_map(Work::terms).copied().collect(),
            Next::Asked(asked) => self.plain(asked).collect::<Vec<Term>>(),
        });
        asked
            .filter_map(|term| if let Made::Constant(number) = self.terms.made(term) { Some(number) } else { None })
            .collect()
    }

    /// Orders what is needed that was not before: each term behind those that it is made from, which come as late as they can, so that
    /// little has to be kept.
    fn order_for(&mut self, asked: &'t Asked<F>) -> Result<(), Refused> {
        let mut left: Vec<(Term, bool)> = self.plain(asked).map(|term| (term, false)).collect();
        left.reverse();
        while let Some((term, is_ready)) = left.pop() {
            if is_ready {
                self.order.push(Next::Term(term));
                continue;
            }
            if std::mem::replace(&mut self.is_made[term.index()], true) {
                continue;
            }
            if self.terms.made(term) == Made::Unknown {
                return Err(Refused);
            }
            left.push((term, true));
            let first = left.len();
            left.extend(self.work_of(term).iter().flat_map(Work::terms).map(|term| (*term, false)));
            // What keeps most while it is worked out comes first: it is put here last.
            left[first..].sort_by_key(|(term, _)| self.keeps[term.index()]);
        }
        self.order.push(Next::Asked(asked));
        Ok(())
    }

    /// What is done to work out a term, if anything has to be.
    fn work_of(&self, term: Term) -> Option<Work> {
        let one_of = |term: Term| self.one_of[term.index()];
        let two = |does, one, two| Work::Two(does, [one_of(one), one_of(two)]);
        Some(match self.terms.made(term) {
            Made::Unknown | Made::Known(..) | Made::Given(_) | Made::Constant(_) => return None,
            Made::Add(one, other) => two(Does::Add, one, other),
            Made::Subtract(one, other) => two(Does::Subtract, one, other),
            Made::Smaller(one, other) => two(Does::Smaller, one, other),
            Made::Larger(one, other) => two(Does::Larger, one, other),
            Made::Equal(one, other) => two(Does::Equal, one, other),
            Made::More(one, other) => two(Does::More, one, other),
            Made::Both(one, other) => two(Does::Both, one, other),
            Made::Either(one, other) => two(Does::Either, one, other),
            Made::Without(one, other) => two(Does::Without, one, other),
            Made::Choose(truth, one, other) => Work::Choose([truth, one, other].map(one_of)),
        })
    }

    /// Puts together what is worked out for one step alone with that step.
    fn put_together(&self) -> Vec<Part<'t, F>> {
        let mut uses = vec![0; self.terms.len()];
        let mut work: BTreeMap<Term, Work> = BTreeMap::new();
        for next in &self.order {
            match next {
                Next::Term(term) => {
                    let Some(own) = self.work_of(*term) else { continue };
                    own.terms().iter().for_each(|term| uses[term.index()] += 1);
                    work.insert(*term, own);
                }
                Next::Asked(asked) => self.plain(asked).for_each(|term| uses[term.index()] += 1),
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
        let left = |next: &Next<'t, F>| match *next {
            Next::Term(term) => work.get(&term).map(|work| Part::Work(term, *work)),
            Next::Asked(asked) => Some(Part::Asked(asked)),
        };
        self.order.iter().filter_map(left).collect()
    }

    /// The steps, and how many columns there are; so many of them are in use for something else, and these constants stand in some.
    fn steps(&self, used: usize, constants: &BTreeMap<i8, At>) -> (usize, Vec<CodePart<F>>) {
        let parts = self.put_together();
        let used_by = |part: &Part<'_, F>| match part {
            Part::Work(_, work) => work.terms().to_vec(),
            Part::Asked(asked) => self.plain(asked).collect(),
        };
        let mut last_use = vec![0; self.terms.len()];
        for (at, part) in parts.iter().enumerate() {
            used_by(part).into_iter().for_each(|term| last_use[term.index()] = at);
        }
        let (mut steps, mut made, mut places) = (Vec::new(), Vec::new(), Places::new(used));
        for (at, part) in parts.iter().enumerate() {
            let used = used_by(part);
            let of: Vec<At> = used.iter().map(|term| self.place_of(*term, &places, constants)).collect();
            for term in used {
                if last_use[term.index()] == at && self.work_of(term).is_some() {
                    places.free(term);
                }
            }
            match part {
                Part::Work(term, work) => steps.push(work.step(places.take(*term), &of)),
                Part::Asked(asked) => made.push((std::mem::take(&mut steps), asked.what.clone(), of)),
            }
        }
        (places.count.into(), made)
    }

    /// Where a term stands that was worked out, or need not be.
    fn place_of(&self, term: Term, places: &Places, constants: &BTreeMap<i8, At>) -> At {
        let there = match self.terms.made(term) {
            Made::Given(column) => Some(column),
            Made::Constant(number) => constants.get(&number).copied(),
            _ => places.at.get(&term).copied(),
        };
        there.unwrap_or(At::MAX)
    }
}

/// What is done for a term, which may be more than what is done to work it out; or what is asked for then.
enum Part<'t, F> {
    Work(Term, Work),
    Asked(&'t Asked<F>),
}

/// What is done to work out a term, and of which others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
    pub(super) fn turned(self) -> Self {
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
    fn new(used: usize) -> Self {
        Places { at: BTreeMap::new(), free: Vec::new(), count: At::try_from(used).unwrap_or(At::MAX) }
    }

    fn take(&mut self, term: Term) -> At {
        let at = self.free.pop().unwrap_or_else(|| {
            self.count = self.count.saturating_add(1);
            self.count - 1
        });
        self.at.insert(term, at);
        at
    }

    fn free(&mut self, term: Term) {
        self.free.extend(self.at.remove(&term));
    }
}
