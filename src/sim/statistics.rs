//! Figures of samples, and how far they may be from what they stand for. All intervals are of 95 %.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF as _, Normal, StudentsT};
use std::collections::BTreeMap;

/// How often each value was there.
pub type Histogram = BTreeMap<i64, u64>;

/// How certain intervals are.
const CERTAINTY: f64 = 0.95;

/// A figure, and the interval in which it lies with 95 % certainty.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure as it was found.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How values are spread.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spread {
    /// How many values there are.
    pub count: u64,
    /// The least.
    pub least: i64,
    /// The mean, with its interval (Student).
    pub mean: Estimate,
    /// The value below which one of twenty lies.
    pub q05: i64,
    /// The value below which one of four lies.
    pub q25: i64,
    /// The one in the middle.
    pub median: i64,
    /// The value above which one of four lies.
    pub q75: i64,
    /// The value above which one of twenty lies.
    pub q95: i64,
    /// The standard deviation of these values.
    pub deviation: f64,
    /// The greatest.
    pub greatest: i64,
}

/// Parts of wholes that were drawn together, as the forced turns among those of each game. The turns of one game are alike, so
/// that they tell less than turns of as many games would; what differs is the games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratio {
    /// How many wholes.
    pub count: u64,
    /// The parts, summed.
    pub part: u128,
    /// The wholes, summed.
    pub whole: u128,
    /// The squares of the parts.
    pub part_squares: u128,
    /// The squares of the wholes.
    pub whole_squares: u128,
    /// Each part times its whole.
    pub products: u128,
}

impl Ratio {
    /// Counts a part and its whole.
    pub fn count(&mut self, part: u64, whole: u64) {
        let (part, whole) = (u128::from(part), u128::from(whole));
        self.add(&Ratio {
            count: 1,
            part,
            whole,
            part_squares: part * part,
            whole_squares: whole * whole,
            products: part * whole,
        });
    }

    /// Puts another to this one.
    pub fn add(&mut self, other: &Ratio) {
        self.count += other.count;
        self.part += other.part;
        self.whole += other.whole;
        self.part_squares += other.part_squares;
        self.whole_squares += other.whole_squares;
        self.products += other.products;
    }

    /// All parts by all wholes, with its interval (the ratio estimator of Cochran, with Student's distribution).
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        if self.whole == 0 {
            return mean(0.0, 0.0, 0);
        }
        let value = self.part as f64 / self.whole as f64;
        if self.count < 2 {
            return Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let count = self.count as f64;
        let [parts, products, wholes] =
            [self.part_squares, self.products, self.whole_squares].map(|squares| squares as f64);
        let variance = ((parts - 2.0 * value * products + value * value * wholes) / (count - 1.0)).max(0.0);
        let half = student_reach(self.count) * (variance * count).sqrt() / self.whole as f64;
        Estimate { value, low: value - half, high: value + half }
    }
}

/// A part of a whole; 0 of nothing.
#[must_use]
pub fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Adds to an entry of a list, which grows where it must.
#[inline]
pub(super) fn count(list: &mut Vec<u64>, at: usize, by: u64) {
    if list.len() <= at {
        list.resize(at + 1, 0);
    }
    list[at] += by;
}

/// Adds the entries of one list to those of another.
pub(super) fn merge_lists(mine: &mut Vec<u64>, theirs: &[u64]) {
    theirs.iter().enumerate().filter(|(_, times)| **times > 0).for_each(|(at, times)| count(mine, at, *times));
}

/// Values that are counted on their way into a histogram: those near 0 in a list, which is quicker.
#[derive(Debug, Clone, Default)]
pub(super) struct Counting {
    near: Vec<u64>,
}

impl Counting {
    /// The least value that is near, with the other sign, and how many are.
    const BELOW: i64 = 256;
    const WIDTH: usize = 2048;

    /// Counts a value; one that is not near goes into the histogram at once.
    #[inline]
    pub(super) fn count(&mut self, value: i64, histogram: &mut Histogram) {
        match usize::try_from(value + Self::BELOW) {
            Ok(at) if at < Self::WIDTH => count(&mut self.near, at, 1),
            _ => *histogram.entry(value).or_default() += 1,
        }
    }

    /// Puts all values to a histogram, and begins anew.
    pub(super) fn put_to(&mut self, histogram: &mut Histogram) {
        let counted = (-Self::BELOW..).zip(&mut self.near).filter(|(_, times)| **times > 0);
        let counted = counted.map(|(value, times)| (value, std::mem::take(times)));
        if histogram.is_empty() {
            // Values in their order are quickly made a histogram.
            *histogram = counted.collect();
        } else {
            counted.for_each(|(value, times)| *histogram.entry(value).or_default() += times);
        }
    }
}

/// Adds one histogram to another.
pub(super) fn merge(mine: &mut Histogram, theirs: &Histogram) {
    // Both are in order, so that they are walked through side by side.
    let (mut left, mut others) = (theirs.iter().peekable(), Vec::new());
    for (value, times) in mine.iter_mut() {
        while let Some(other) = left.next_if(|(other, _)| *other < value) {
            others.push(other);
        }
        if let Some((_, more)) = left.next_if(|(other, _)| *other == value) {
            *times += more;
        }
    }
    mine.extend(others.into_iter().chain(left));
}

/// The values with the other sign.
pub(super) fn turned(histogram: &Histogram) -> Histogram {
    histogram.iter().map(|(value, times)| (-value, *times)).collect()
}

/// How many standard errors an interval reaches to each side, for large samples.
fn normal_reach(certainty: f64) -> f64 {
    Normal::standard().inverse_cdf(0.5 + certainty / 2.0)
}

/// The interval in which a share lies with 95 % certainty (Wilson), for k of n.
#[must_use]
pub fn wilson(part: f64, whole: f64) -> (f64, f64) {
    if whole <= 0.0 {
        return (0.0, 1.0);
    }
    let z = normal_reach(CERTAINTY);
    let share = part / whole;
    let z2 = z * z / whole;
    let middle = (share + z2 / 2.0) / (1.0 + z2);
    let half = z / (1.0 + z2) * (share * (1.0 - share) / whole + z2 / (4.0 * whole)).sqrt();
    // Rounding must not part a share of nothing, or of all, from its interval.
    ((middle - half).max(0.0).min(share), (middle + half).min(1.0).max(share))
}

/// A share with its interval (Wilson).
#[must_use]
pub fn portion(part: f64, whole: f64) -> Estimate {
    let (low, high) = wilson(part, whole);
    Estimate { value: if whole > 0.0 { part / whole } else { 0.0 }, low, high }
}

/// How many standard errors an interval reaches to each side, for a sample of n.
fn student_reach(count: u64) -> f64 {
    let student = StudentsT::new(0.0, 1.0, count as f64 - 1.0);
    student.map_or(f64::INFINITY, |student| student.inverse_cdf(0.5 + CERTAINTY / 2.0))
}

/// The mean of values of which the sum and the sum of squares are known, with its interval (Student).
#[must_use]
pub fn mean(sum: f64, squares: f64, count: u64) -> Estimate {
    let number = count as f64;
    let value = if count == 0 { 0.0 } else { sum / number };
    if count < 2 {
        return Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let variance = ((squares - sum * value) / (number - 1.0)).max(0.0);
    let half = student_reach(count) * (variance / number).sqrt();
    Estimate { value, low: value - half, high: value + half }
}

/// How the values of a histogram are spread; none of an empty one.
#[must_use]
pub fn spread(histogram: &Histogram) -> Option<Spread> {
    let (least, greatest) = (*histogram.keys().next()?, *histogram.keys().next_back()?);
    let count: u64 = histogram.values().sum();
    let sum_of = |of: &dyn Fn(f64) -> f64| -> f64 {
        histogram.iter().map(|(value, times)| of(*value as f64) * *times as f64).sum()
    };
    let sum = sum_of(&|value| value);
    let middle = sum / count as f64;
    // About the middle: the squares of large values would lose digits.
    let squares = sum_of(&|value| (value - middle) * (value - middle));
    let Estimate { low, high, .. } = mean(0.0, squares, count);
    let mean = Estimate { value: middle, low: middle + low, high: middle + high };
    let quantile = |share: f64| quantile(histogram, share);
    Some(Spread {
        count,
        least,
        mean,
        q05: quantile(0.05),
        q25: quantile(0.25),
        median: quantile(0.5),
        q75: quantile(0.75),
        q95: quantile(0.95),
        deviation: (squares / count as f64).sqrt(),
        greatest,
    })
}

/// The least value at or below which such a share of the values lies.
fn quantile(histogram: &Histogram, share: f64) -> i64 {
    let wanted = share * histogram.values().sum::<u64>() as f64;
    let mut passed = 0;
    let found = histogram.iter().find(|(_, times)| {
        passed += **times;
        passed as f64 >= wanted
    });
    found.or(histogram.iter().next_back()).map_or(0, |(value, _)| *value)
}

/// Where the median of what these values are drawn from lies, by the order of the values (binomial, in large samples
/// normal).
#[must_use]
pub fn median(histogram: &Histogram) -> Option<Estimate> {
    let count = histogram.values().sum::<u64>() as f64;
    if count == 0.0 {
        return None;
    }
    let half = normal_reach(CERTAINTY) / (2.0 * count.sqrt());
    let at = |share: f64| quantile(histogram, share.clamp(0.0, 1.0)) as f64;
    Some(Estimate { value: at(0.5), low: at(0.5 - half), high: at(0.5 + half) })
}

impl Estimate {
    /// The interval without what cannot be: shares below 0 and above 1, counts below 0.
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Self {
        let Estimate { value, low, high } = self;
        Estimate { value: value.clamp(least, most), low: low.clamp(least, most), high: high.clamp(least, most) }
    }

    /// Whether it shows a difference, if it is an estimate of one: its interval does not hold 0.
    #[must_use]
    pub fn shows_difference(self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// The difference of two shares with its interval (Newcombe, from the intervals of Wilson).
#[must_use]
pub fn difference(one: Estimate, two: Estimate) -> Estimate {
    let value = one.value - two.value;
    let low = ((one.value - one.low).powi(2) + (two.high - two.value).powi(2)).sqrt();
    let high = ((one.high - one.value).powi(2) + (two.value - two.low).powi(2)).sqrt();
    Estimate { value, low: value - low, high: value + high }
}

/// The mean of figures that were found apart from each other, with its interval: the distances of their ends are added as
/// errors are (the method of variance estimates recovery, of which Newcombe's difference is another case). Figures of which
/// nothing is known are left out; none if there are no others.
#[must_use]
pub fn mean_of(figures: &[Estimate]) -> Option<Estimate> {
    let known = || figures.iter().filter(|one| one.low.is_finite() && one.high.is_finite());
    let count = known().count() as f64;
    if count == 0.0 {
        return None;
    }
    let value = known().map(|one| one.value).sum::<f64>() / count;
    let below = known().map(|one| (one.value - one.low).powi(2)).sum::<f64>().sqrt() / count;
    let above = known().map(|one| (one.high - one.value).powi(2)).sum::<f64>().sqrt() / count;
    Some(Estimate { value, low: value - below, high: value + above })
}

/// How often a difference that is there shall be seen.
const POWER: f64 = 0.8;

/// The least share above one half that n games tell from one half, in four of five cases.
#[must_use]
pub fn least_told(games: u64) -> f64 {
    let reach = normal_reach(CERTAINTY) + Normal::standard().inverse_cdf(POWER);
    (0.5 + reach * 0.5 / (games.max(1) as f64).sqrt()).min(1.0)
}

/// How many games it takes to tell a share from one half, in four of five cases.
#[must_use]
pub fn games_to_tell(share: f64) -> u64 {
    let reach = normal_reach(CERTAINTY) + Normal::standard().inverse_cdf(POWER);
    let lead = (share - 0.5).abs().max(1e-6);
    (reach * 0.5 / lead).powi(2).ceil() as u64
}

/// The difference in Elo of two players of whom one takes such a share of the points.
#[must_use]
pub fn elo(share: f64) -> f64 {
    let share = share.clamp(1e-9, 1.0 - 1e-9);
    400.0 * (share / (1.0 - share)).log10()
}
