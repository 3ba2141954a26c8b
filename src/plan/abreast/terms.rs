//! What bytes are worked out from: each term is worked out in all positions at once, so that nothing is asked of one by itself.
//! A term that stands twice is made once, and what is known beforehand is not worked out.

use std::collections::{BTreeSet, HashMap};

/// The number of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Term(u32);

impl Term {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a term is. A truth value is a byte, too: all ones where it holds, otherwise 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Made {
    /// It cannot be told in bytes, or what it is made from cannot.
    Unknown,
    /// What is given: a cell of the position before the turn, or what stands behind its cells.
    Given(u16),
    Constant(i8),
    /// The same as another term, of which more is known here.
    Known(Term, Range),
    // Bytes, modulo 256.
    Add(Term, Term),
    Subtract(Term, Term),
    Smaller(Term, Term),
    Larger(Term, Term),
    // Truth values of two bytes.
    Equal(Term, Term),
    More(Term, Term),
    // Bit by bit: what is in both, in either, in the first and not in the second.
    Both(Term, Term),
    Either(Term, Term),
    Without(Term, Term),
    /// The first of two where a truth value holds, otherwise the second.
    Choose(Term, Term, Term),
}

/// Between which numbers a term lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Range {
    pub(super) least: i16,
    pub(super) most: i16,
}

impl Range {
    pub(super) const TRUTH: Range = Range { least: -1, most: 0 };
    pub(super) const BYTE: Range = Range { least: i8::MIN as i16, most: i8::MAX as i16 };

    pub(super) fn new(least: i16, most: i16) -> Self {
        Range { least, most }
    }

    pub(super) fn only(number: i16) -> Self {
        Range { least: number, most: number }
    }

    pub(super) fn joined(self, other: Range) -> Range {
        Range { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    pub(super) fn common(self, other: Range) -> Range {
        Range { least: self.least.max(other.least), most: self.most.min(other.most) }
    }

    pub(super) fn is_empty(self) -> bool {
        self.least > self.most
    }

    pub(super) fn fits_a_byte(self) -> bool {
        i8::try_from(self.least).is_ok() && i8::try_from(self.most).is_ok()
    }

    pub(super) fn numbers(self) -> impl Iterator<Item = i16> + Clone {
        self.least..=self.most
    }
}

/// Terms, each of which is made from those before it.
#[derive(Debug)]
pub(super) struct Terms {
    made: Vec<(Made, Range)>,
    known: HashMap<Made, Term>,
}

impl Terms {
    pub(super) const UNKNOWN: Term = Term(0);
    pub(super) const NEVER: Term = Term(1);
    pub(super) const ALWAYS: Term = Term(2);

    pub(super) fn new() -> Self {
        let mut terms = Terms { made: Vec::new(), known: HashMap::new() };
        terms.make(Made::Unknown, Range::new(i16::MIN, i16::MAX));
        terms.number(0);
        terms.number(-1);
        terms
    }

    pub(super) fn len(&self) -> usize {
        self.made.len()
    }

    /// All terms, each behind those that it is made from.
    pub(super) fn all(&self) -> impl Iterator<Item = Term> + use<> {
        (0..self.made.len()).map(|number| Term(u32::try_from(number).unwrap_or(u32::MAX)))
    }

    pub(super) fn made(&self, term: Term) -> Made {
        self.made[term.index()].0
    }

    /// What is given that some terms are made from.
    pub(super) fn given_in(&self, of: impl Iterator<Item = Term>) -> BTreeSet<u16> {
        let (mut seen, mut left, mut given) = (vec![false; self.len()], of.collect::<Vec<Term>>(), BTreeSet::new());
        while let Some(term) = left.pop() {
            if std::mem::replace(&mut seen[term.index()], true) {
                continue;
            }
            match self.made(term) {
                Made::Unknown | Made::Constant(_) => {}
                Made::Given(column) => drop(given.insert(column)),
                Made::Known(inner, _) => left.push(inner),
                Made::Add(one, two)
                | Made::Subtract(one, two)
                | Made::Smaller(one, two)
                | Made::Larger(one, two)
                | Made::Equal(one, two)
                | Made::More(one, two)
                | Made::Both(one, two)
                | Made::Either(one, two)
                | Made::Without(one, two) => left.extend([one, two]),
                Made::Choose(truth, one, two) => left.extend([truth, one, two]),
            }
        }
        given
    }

    /// The same term, of which nothing more is known.
    pub(super) fn plain(&self, mut term: Term) -> Term {
        while let Made::Known(inner, _) = self.made(term) {
            term = inner;
        }
        term
    }

    pub(super) fn range(&self, term: Term) -> Range {
        self.made[term.index()].1
    }

    pub(super) fn constant(&self, term: Term) -> Option<i16> {
        match self.made(term) {
            Made::Constant(number) => Some(i16::from(number)),
            _ => None,
        }
    }

    /// Makes a term of which it is known between which numbers it lies.
    fn make(&mut self, made: Made, range: Range) -> Term {
        if let Some(term) = self.known.get(&made) {
            let known = &mut self.made[term.index()].1;
            *known = known.common(range);
            return *term;
        }
        let term = Term(u32::try_from(self.made.len()).unwrap_or(u32::MAX));
        self.made.push((made, range));
        self.known.insert(made, term);
        term
    }

    /// The same, if that fits a byte.
    fn make_if_it_fits(&mut self, made: Made, range: Range) -> Term {
        match range {
            Range { least, most } if least == most => self.number(least.into()),
            _ if range.fits_a_byte() => self.make(made, range),
            _ => Self::UNKNOWN,
        }
    }

    // --- numbers -----------------------------------------------------------------------------------------------------

    pub(super) fn number(&mut self, number: i32) -> Term {
        match i8::try_from(number) {
            Ok(byte) => self.make(Made::Constant(byte), Range::only(byte.into())),
            Err(_) => Self::UNKNOWN,
        }
    }

    /// What stands in a column that is given.
    pub(super) fn given(&mut self, column: usize, range: Range) -> Term {
        u16::try_from(column).map_or(Self::UNKNOWN, |column| self.make(Made::Given(column), range))
    }

    /// The same number, where it is known to lie between two.
    pub(super) fn known(&mut self, term: Term, range: Range) -> Term {
        let range = self.range(term).common(range);
        if term == Self::UNKNOWN || range == self.range(term) {
            return term;
        }
        self.make_if_it_fits(Made::Known(term, range), range)
    }

    /// A number of which it follows from what it is made from that it lies between two.
    pub(super) fn lies_within(&mut self, term: Term, range: Range) -> Term {
        if term != Self::UNKNOWN && self.constant(term).is_none() {
            let known = &mut self.made[term.index()].1;
            *known = known.common(range);
        }
        term
    }

    pub(super) fn add(&mut self, one: Term, two: Term) -> Term {
        let (first, second) = (self.range(one), self.range(two));
        let range = Range::new(first.least.saturating_add(second.least), first.most.saturating_add(second.most));
        self.add_within(one, two, range)
    }

    /// A sum of which it is known between which numbers it lies: it may go round on the way there.
    pub(super) fn add_within(&mut self, one: Term, two: Term, range: Range) -> Term {
        if let Made::Subtract(Self::NEVER, less) = self.made(self.plain(two)) {
            return self.subtract_within(one, less, range);
        }
        match (self.constant(one), self.constant(two)) {
            _ if one == Self::UNKNOWN || two == Self::UNKNOWN => Self::UNKNOWN,
            (Some(0), _) => two,
            (_, Some(0)) => one,
            (Some(_), None) => self.make_if_it_fits(Made::Add(two, one), range),
            _ if two < one => self.make_if_it_fits(Made::Add(two, one), range),
            _ => self.make_if_it_fits(Made::Add(one, two), range),
        }
    }

    pub(super) fn subtract(&mut self, one: Term, two: Term) -> Term {
        let (first, second) = (self.range(one), self.range(two));
        let range = Range::new(first.least.saturating_sub(second.most), first.most.saturating_sub(second.least));
        self.subtract_within(one, two, range)
    }

    pub(super) fn subtract_within(&mut self, one: Term, two: Term, range: Range) -> Term {
        match self.constant(two) {
            _ if one == Self::UNKNOWN || two == Self::UNKNOWN => Self::UNKNOWN,
            Some(0) => one,
            _ if one == two => self.number(0),
            _ => self.make_if_it_fits(Made::Subtract(one, two), range),
        }
    }

    pub(super) fn smaller(&mut self, one: Term, two: Term) -> Term {
        let (first, second) = (self.range(one), self.range(two));
        match () {
            () if one == Self::UNKNOWN || two == Self::UNKNOWN => Self::UNKNOWN,
            () if first.most <= second.least => one,
            () if second.most <= first.least => two,
            () => {
                let range = Range::new(first.least.min(second.least), first.most.min(second.most));
                self.make_if_it_fits(Made::Smaller(one, two), range)
            }
        }
    }

    pub(super) fn larger(&mut self, one: Term, two: Term) -> Term {
        let (first, second) = (self.range(one), self.range(two));
        match () {
            () if one == Self::UNKNOWN || two == Self::UNKNOWN => Self::UNKNOWN,
            () if first.least >= second.most => one,
            () if second.least >= first.most => two,
            () => {
                let range = Range::new(first.least.max(second.least), first.most.max(second.most));
                self.make_if_it_fits(Made::Larger(one, two), range)
            }
        }
    }

    // --- truth values ------------------------------------------------------------------------------------------------

    pub(super) fn equal(&mut self, one: Term, two: Term) -> Term {
        let common = self.range(one).common(self.range(two));
        match (self.constant(one), self.constant(two)) {
            _ if one == Self::UNKNOWN || two == Self::UNKNOWN => Self::UNKNOWN,
            _ if one == two => Self::ALWAYS,
            _ if common.least > common.most => Self::NEVER,
            (Some(_), _) => self.make(Made::Equal(two, one), Range::TRUTH),
            _ => self.make(Made::Equal(one, two), Range::TRUTH),
        }
    }

    /// A number is another that is known where a truth value holds.
    pub(super) fn is_known(&mut self, term: Term, number: i32, truth: Term) {
        let number = self.number(number);
        self.known.insert(Made::Equal(term, number), truth);
    }

    /// Whether the first number is more than the second.
    pub(super) fn more(&mut self, one: Term, two: Term) -> Term {
        let (first, second) = (self.range(one), self.range(two));
        match () {
            () if one == Self::UNKNOWN || two == Self::UNKNOWN => Self::UNKNOWN,
            () if one == two || first.most <= second.least => Self::NEVER,
            () if first.least > second.most => Self::ALWAYS,
            () => self.make(Made::More(one, two), Range::TRUTH),
        }
    }

    /// Whether a number is more than another that is known.
    pub(super) fn more_than(&mut self, one: Term, number: i16) -> Term {
        let range = self.range(one);
        if one != Self::UNKNOWN && range.most <= number {
            return Self::NEVER;
        }
        if one != Self::UNKNOWN && range.least > number {
            return Self::ALWAYS;
        }
        let number = self.number(number.into());
        self.more(one, number)
    }

    pub(super) fn is(&mut self, term: Term, number: i32) -> Term {
        let range = self.range(term);
        if term != Self::UNKNOWN && !(i32::from(range.least)..=i32::from(range.most)).contains(&number) {
            return Self::NEVER;
        }
        if let Some(truth) = self.one_where(term) {
            return if number == 1 { truth } else { self.not(truth) };
        }
        let number = self.number(number);
        self.equal(term, number)
    }

    pub(super) fn not(&mut self, truth: Term) -> Term {
        match self.made(truth) {
            Made::Without(Self::ALWAYS, inner) => inner,
            Made::More(one, two) if let Some(number @ ..127) = self.constant(two) => {
                let next = self.number(i32::from(number) + 1);
                self.more(next, one)
            }
            Made::More(one, two) if let Some(number @ -127..) = self.constant(one) => self.more_than(two, number - 1),
            _ => self.without(Self::ALWAYS, truth),
        }
    }

    /// What is in both: of truth values, whether both hold; of a number and a truth value, the number where that holds.
    pub(super) fn both(&mut self, one: Term, two: Term) -> Term {
        match (one, two) {
            (Self::NEVER, _) | (_, Self::NEVER) => Self::NEVER,
            (Self::UNKNOWN, _) | (_, Self::UNKNOWN) => Self::UNKNOWN,
            (Self::ALWAYS, other) | (other, Self::ALWAYS) => other,
            _ if one == two => one,
            _ if self.contradict(one, two) => Self::NEVER,
            _ if self.implies(one, two) => one,
            _ if self.implies(two, one) => two,
            _ if let Made::Without(Self::ALWAYS, inner) = self.made(two) => self.without(one, inner),
            _ if let Made::Without(Self::ALWAYS, inner) = self.made(one) => self.without(two, inner),
            _ => {
                let numbers = [one, two].map(|term| self.range(term)).into_iter().find(|range| *range != Range::TRUTH);
                let range = numbers.map_or(Range::TRUTH, |number| number.joined(Range::only(0)));
                self.make(Made::Both(one.min(two), one.max(two)), range)
            }
        }
    }

    /// What is in the first and not in the second, which is a truth value.
    pub(super) fn without(&mut self, one: Term, truth: Term) -> Term {
        match (one, truth) {
            (Self::NEVER, _) | (_, Self::ALWAYS) => Self::NEVER,
            (Self::UNKNOWN, _) | (_, Self::UNKNOWN) => Self::UNKNOWN,
            (_, Self::NEVER) => one,
            _ if one == truth => Self::NEVER,
            _ if self.contradict(one, truth) => one,
            _ if let Made::Without(Self::ALWAYS, inner) = self.made(truth) => self.both(one, inner),
            _ => {
                let range = self.range(one).joined(Range::only(0));
                self.make(Made::Without(one, truth), range)
            }
        }
    }

    pub(super) fn either(&mut self, one: Term, two: Term) -> Term {
        match (one, two) {
            (Self::ALWAYS, _) | (_, Self::ALWAYS) => Self::ALWAYS,
            (Self::UNKNOWN, _) | (_, Self::UNKNOWN) => Self::UNKNOWN,
            (Self::NEVER, other) | (other, Self::NEVER) => other,
            _ if one == two => one,
            _ if self.is_not(one, two) => Self::ALWAYS,
            _ if self.implies(one, two) => two,
            _ if self.implies(two, one) => one,
            _ => match self.parted(one, two) {
                Some((all, _)) => all,
                None if let Some(neither) = self.all_but(one, two).or_else(|| self.all_but(two, one)) => {
                    let (all, by) = neither;
                    let both = self.both(all, by);
                    self.not(both)
                }
                None => self.make(Made::Either(one.min(two), one.max(two)), Range::TRUTH),
            },
        }
    }

    /// Where two truth values come from one that was parted by another: both of these.
    fn parted(&self, one: Term, two: Term) -> Option<(Term, Term)> {
        let of = |with: Term, without: Term| match (self.made(with), self.made(without)) {
            (Made::Both(all, by), Made::Without(other, not)) if all == other && by == not => Some((all, by)),
            (Made::Both(by, all), Made::Without(other, not)) if all == other && by == not => Some((all, by)),
            _ => None,
        };
        of(one, two).or_else(|| of(two, one))
    }

    /// Where one truth value does not hold, and the other where it does but a third does not: both of these.
    fn all_but(&self, one: Term, two: Term) -> Option<(Term, Term)> {
        match self.made(two) {
            Made::Without(all, by) if all != Self::ALWAYS && self.is_not(one, all) => Some((all, by)),
            _ => None,
        }
    }

    /// Whether two truth values come from one that was parted.
    pub(super) fn have_parted(&self, one: Term, two: Term) -> bool {
        self.parted(one, two).is_some() || self.is_not(one, two)
    }

    /// Something that is 0 if both numbers are, of which none is negative.
    pub(super) fn all_bits(&mut self, one: Term, two: Term) -> Term {
        match (one, two) {
            (Self::UNKNOWN, _) | (_, Self::UNKNOWN) => Self::UNKNOWN,
            (Self::NEVER, other) | (other, Self::NEVER) => other,
            _ if one == two => one,
            _ if let Some((one, two)) = self.one_where(one).zip(self.one_where(two)) => {
                let either = self.either(one, two);
                self.subtract(Self::NEVER, either)
            }
            _ => self.make(Made::Either(one.min(two), one.max(two)), Range::new(0, i8::MAX.into())),
        }
    }

    /// Where a number is 1 that is 0 elsewhere.
    fn one_where(&self, number: Term) -> Option<Term> {
        match self.made(self.plain(number)) {
            Made::Subtract(Self::NEVER, truth) if self.range(truth) == Range::TRUTH => Some(truth),
            _ => None,
        }
    }

    fn is_not(&self, one: Term, two: Term) -> bool {
        let of = |one: Term, two: Term| match (self.made(one), self.made(two)) {
            (Made::Without(Self::ALWAYS, inner), _) => inner == two,
            (Made::More(more, less), Made::More(least, other)) => {
                more == other
                    && self.constant(less).zip(self.constant(least)).is_some_and(|(less, least)| less + 1 == least)
            }
            _ => false,
        };
        of(one, two) || of(two, one)
    }

    /// One of two, by a truth value.
    pub(super) fn choose(&mut self, truth: Term, one: Term, two: Term) -> Term {
        match (truth, one, two) {
            _ if one == two => one,
            (Self::ALWAYS, ..) => one,
            (Self::NEVER, ..) => two,
            _ if self.plain(one) == self.plain(two) => self.plain(one),
            (Self::UNKNOWN, ..) | (_, Self::UNKNOWN, _) | (.., Self::UNKNOWN) => Self::UNKNOWN,
            (_, Self::NEVER, _) => self.without(two, truth),
            (_, _, Self::NEVER) => self.both(one, truth),
            (_, Self::ALWAYS, _) if self.range(two) == Range::TRUTH => self.either(truth, two),
            (_, _, Self::ALWAYS) if self.range(one) == Range::TRUTH => {
                let not = self.not(truth);
                self.either(not, one)
            }
            _ => self.choose_made(truth, one, two),
        }
    }

    /// The same, where something is done to a number only if the truth value holds or does not.
    fn choose_made(&mut self, truth: Term, one: Term, two: Term) -> Term {
        let range = self.range(one).joined(self.range(two));
        // What is known of a number on one way alone is not known where ways have met.
        let (same_one, same_two) = (self.plain(one), self.plain(two));
        let anywhere = self.range(same_one).joined(self.range(same_two));
        let is = |there: Term, same: Term| self.plain(there) == same;
        let made = match (self.made(one), self.made(two)) {
            (_, Made::Without(there, members)) if is(there, same_one) => {
                let members = self.without(members, truth);
                self.without(same_one, members)
            }
            (Made::Without(there, members), _) if is(there, same_two) => {
                let members = self.both(members, truth);
                self.without(same_two, members)
            }
            (_, Made::Add(there, more) | Made::Add(more, there)) if is(there, same_one) => {
                let more = self.without(more, truth);
                self.add_within(same_one, more, anywhere)
            }
            (Made::Add(there, more) | Made::Add(more, there), _) if is(there, same_two) => {
                let more = self.both(more, truth);
                self.add_within(same_two, more, anywhere)
            }
            _ => return self.make(Made::Choose(truth, one, two), range),
        };
        self.known(made, range)
    }

    /// Whether one of two ways was taken, and what tells of one of them which it was.
    pub(super) fn joined(&mut self, one: Term, two: Term) -> (Term, Term) {
        let by_first = match self.parted(one, two) {
            Some((_, by)) => {
                let is_first = matches!(self.made(one), Made::Both(..));
                if is_first { by } else { self.not(by) }
            }
            None => one,
        };
        (self.either(one, two), by_first)
    }

    /// The upper bits of a number that is not negative.
    pub(super) fn upper_bits(&mut self, of: Term, mask: Term) -> Term {
        let range = Range::new(0, self.range(of).most);
        self.make(Made::Both(of.min(mask), of.max(mask)), range)
    }
}
