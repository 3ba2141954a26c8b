//! What is said of ranges and sets holds of every number and set in them.

use super::value::{PitFact, Range, SetFact};
use crate::ir::{Counts, Id, Place, Places};
use crate::model::{ArithmeticOp, CompareOp};

fn ranges() -> Vec<Range> {
    (-3..=3).flat_map(|low| (low..=3).map(move |high| Range { low, high })).collect()
}

fn numbers(range: Range) -> std::ops::RangeInclusive<i32> {
    range.low..=range.high
}

#[test]
fn a_comparison_is_settled_if_it_is_the_same_for_all_numbers() {
    use CompareOp::{AtLeast, AtMost, Equal, Less, More, NotEqual};
    for op in [Equal, NotEqual, Less, AtMost, More, AtLeast] {
        for one in ranges() {
            for two in ranges() {
                let all: Vec<bool> = numbers(one).flat_map(|a| numbers(two).map(move |b| op.holds(a, b))).collect();
                let same = all.iter().all(|holds| *holds == all[0]).then_some(all[0]);
                assert_eq!(one.compare(op, two), same, "{one:?} {op:?} {two:?}");
            }
        }
    }
}

#[test]
fn arithmetic_stays_within_the_range() {
    for op in [ArithmeticOp::Add, ArithmeticOp::Subtract, ArithmeticOp::Multiply, ArithmeticOp::Divide] {
        for one in ranges() {
            for two in ranges() {
                let result = one.arithmetic(op, two);
                for (a, b) in numbers(one).flat_map(|a| numbers(two).map(move |b| (a, b))) {
                    let number = op.apply(a, b);
                    assert!(numbers(result).contains(&number), "{a} {op:?} {b} = {number}, not in {result:?}");
                }
            }
        }
    }
}

#[test]
fn membership_is_settled_if_it_is_the_same_for_all_numbers() {
    let sets = [
        Counts::new(|count| count == 2),
        Counts::new(|count| count >= 2),
        Counts::new(|count| count != 0),
        Counts::new(|count| (2..=3).contains(&count)),
    ];
    for counts in &sets {
        for range in
            ranges().into_iter().chain([Range { low: 5, high: 300 }, Range::ANY, Range { low: 300, high: 301 }])
        {
            // Beyond 256 all numbers are alike.
            let mut all = (range.low.max(-5)..=range.high.min(301)).map(|number| counts.has(number));
            let first = all.next().unwrap();
            assert_eq!(range.is_in(counts), all.all(|has| has == first).then_some(first), "{range:?} in {counts:?}");
        }
    }
}

fn subsets() -> Vec<Places> {
    let places: Vec<Place> = (0..3).filter_map(Place::at).collect();
    let of = |bits: usize| places.iter().filter(|place| bits >> place.index() & 1 == 1).copied().collect();
    (0..8).map(of).collect()
}

/// Every set that a fact leaves possible.
fn possible(fact: SetFact) -> Vec<Places> {
    let fits = |set: &Places| {
        fact.least.without(*set).is_empty() && set.without(fact.most).is_empty() && !(fact.some && set.is_empty())
    };
    subsets().into_iter().filter(fits).collect()
}

fn facts() -> Vec<SetFact> {
    let pairs = subsets().into_iter().flat_map(|least| subsets().into_iter().map(move |most| (least, most)));
    let pairs = pairs.filter(|(least, most)| least.without(*most).is_empty());
    let all = pairs.flat_map(|(least, most)| {
        let known = !least.is_empty();
        [SetFact { least, most, some: known }, SetFact { least, most, some: !most.is_empty() }]
    });
    all.collect()
}

#[test]
fn sets_that_are_possible_stay_possible() {
    for one in facts() {
        for two in facts() {
            let (union, minus, either) = (one.union(two), one.minus(two), one.or(two));
            for (a, b) in possible(one).into_iter().flat_map(|a| possible(two).into_iter().map(move |b| (a, b))) {
                assert!(possible(union).contains(&a.with(b)), "{a:?} + {b:?} in {union:?}");
                assert!(possible(minus).contains(&a.without(b)), "{a:?} - {b:?} in {minus:?}");
                assert!(possible(either).contains(&a) && possible(either).contains(&b), "{either:?}");
                assert!(one.is_within(two).is_none_or(|within| within == a.without(b).is_empty()), "{a:?} in {b:?}");
                assert!(one.same(two).is_none_or(|same| same == (a == b)), "{a:?} is {b:?}");
            }
        }
    }
}

#[test]
fn members_that_are_possible_stay_possible() {
    for fact in facts() {
        for set in possible(fact) {
            let only = fact.only();
            match set.only() {
                Some(place) => assert!(only.places.has(place), "{fact:?}"),
                None => assert!(only.none, "{fact:?}"),
            }
            assert!(fact.has_member().is_none_or(|some| some != set.is_empty()), "{fact:?}");
            assert!((fact.count().low..=fact.count().high).contains(&set.count()), "{fact:?}");
            for places in subsets() {
                let pit = PitFact { places, none: places.is_empty() };
                let has = fact.has(pit);
                assert!(
                    places.into_iter().all(|place| has.is_none_or(|has| has == set.has(place))),
                    "{pit:?} in {fact:?}"
                );
            }
        }
    }
}
