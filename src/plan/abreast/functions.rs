//! Functions of one number: what they come to is told by where they jump, and where they hold by the rows of numbers of which
//! they do.

use super::terms::{Range, Term, Terms};

/// A stretch of numbers for which a function is straight.
struct Piece {
    start: i32,
    slope: i32,
    length: i16,
}

/// The straight pieces of a function, each as long as can be.
fn pieces(values: &[i32]) -> Vec<Piece> {
    let (mut pieces, mut left) = (Vec::new(), values);
    while let [start, behind @ ..] = left {
        let slope = behind.first().map(|next| next - start).filter(|slope| [0, 1, -1].contains(slope));
        let goes_on = |slope: &i32| left.windows(2).take_while(|pair| pair[1] - pair[0] == *slope).count();
        let length = 1 + slope.as_ref().map_or(0, goes_on);
        pieces.push(Piece {
            start: *start,
            slope: slope.unwrap_or(0),
            length: i16::try_from(length).unwrap_or(i16::MAX),
        });
        left = &left[length..];
    }
    pieces
}

impl Terms {
    /// What a function of a number comes to: it is told by where it jumps.
    pub(super) fn function(&mut self, of: Term, function: impl Fn(i16) -> Option<i32>) -> Term {
        if of == Self::UNKNOWN {
            return Self::UNKNOWN;
        }
        let range = self.range(of);
        let values: Option<Vec<i32>> = range.numbers().map(function).collect();
        let Some(values) = values else { return Self::UNKNOWN };
        let within = values.iter().copied().map(i16::try_from).collect::<Result<Vec<i16>, _>>().ok();
        let within = within.and_then(|values| values.into_iter().map(Range::only).reduce(Range::joined));
        let Some(within) = within.filter(|range| range.fits_a_byte()) else { return Self::UNKNOWN };
        let pieces = pieces(&values);
        let jumps =
            |slope: i32| values.windows(2).filter(|pair| pair[1] - pair[0] != slope).count() + usize::from(slope != 0);
        let slope = [0, 1, -1].into_iter().min_by_key(|slope| jumps(*slope)).unwrap_or(0);
        if 2 * pieces.len() < jumps(slope) {
            let value = self.piece_by_piece(of, range.least, &pieces);
            return self.lies_within(value, within);
        }
        let mut sum = self.straight(of, range.least, (values[0], slope));
        for (number, pair) in range.numbers().zip(values.windows(2)) {
            let jump = pair[1] - pair[0] - slope;
            if jump != 0 {
                let more = self.more_than(of, number);
                sum = self.add_where(sum, more, jump);
            }
        }
        self.lies_within(sum, within)
    }

    /// A function of a number with something where it is nothing, that fits in with what it is before.
    pub(super) fn filled<F>(&self, of: Term, function: F) -> impl Fn(i16) -> Option<i32> + use<F>
    where
        F: Fn(i16) -> Option<i32>,
    {
        let range = self.range(of);
        let mut values: Vec<i32> = Vec::new();
        let first = range.numbers().find_map(&function);
        for number in range.numbers() {
            let next = match values.as_slice() {
                [.., before, last] if (last - before).abs() == 1 => Some(2 * last - before),
                [.., last] => Some(*last),
                [] => first,
            };
            values.extend(function(number).or(next));
        }
        move |number| values.get(usize::try_from(number - range.least).ok()?).copied()
    }

    /// What grows or falls with a number as it does, or is the same for all, from the first of them on. On the way there it may go round.
    fn straight(&mut self, of: Term, first: i16, (start, slope): (i32, i32)) -> Term {
        let first = i32::from(first);
        match slope {
            0 => self.number(start),
            1 => {
                let by = self.byte(start - first);
                self.add_within(of, by, Range::BYTE)
            }
            _ => {
                let from = self.byte(start + first);
                self.subtract_within(from, of, Range::BYTE)
            }
        }
    }

    /// One of some straight pieces.
    fn piece_by_piece(&mut self, of: Term, first: i16, pieces: &[Piece]) -> Term {
        let (mut value, mut at) = (Self::UNKNOWN, first);
        for piece in pieces {
            let straight = self.straight(of, at, (piece.start, piece.slope));
            value = match value {
                Self::UNKNOWN => straight,
                before => {
                    let is_it = self.more_than(of, at - 1);
                    self.choose(is_it, straight, before)
                }
            };
            at = at.saturating_add(piece.length);
        }
        value
    }

    /// A byte that a number is, modulo 256.
    fn byte(&mut self, number: i32) -> Term {
        let [low, ..] = number.to_le_bytes();
        self.number(low.cast_signed().into())
    }

    /// A sum to which a number is added where a truth value holds.
    pub(super) fn add_where(&mut self, sum: Term, truth: Term, number: i32) -> Term {
        match number {
            -1 => self.add_within(sum, truth, Range::BYTE),
            1 => self.subtract_within(sum, truth, Range::BYTE),
            _ => {
                let number = self.byte(number);
                let number = self.both(number, truth);
                self.add_within(sum, number, Range::BYTE)
            }
        }
    }

    /// Whether a condition holds of a number.
    pub(super) fn holds(&mut self, of: Term, condition: impl Fn(i16) -> bool) -> Term {
        if of == Self::UNKNOWN {
            return Self::UNKNOWN;
        }
        let range = self.range(of);
        let numbers: Vec<(i16, bool)> = range.numbers().map(|number| (number, condition(number))).collect();
        let mut others = numbers.iter().filter(|(_, holds)| !holds);
        if let (Some((number, _)), None) = (others.next(), others.next())
            && (range.least + 1..range.most).contains(number)
        {
            let is_it = self.is(of, (*number).into());
            return self.not(is_it);
        }
        let mut any = Self::NEVER;
        for part in numbers.chunk_by(|one, other| one.1 == other.1) {
            if let ([(first, true), ..], [.., (last, true)]) = (part, part) {
                let is_in = self.lies_in(of, Range::new(*first, *last));
                any = self.either(any, is_in);
            }
        }
        any
    }

    fn lies_in(&mut self, of: Term, range: Range) -> Term {
        if range.least == range.most {
            return self.is(of, range.least.into());
        }
        let width = range.most - range.least + 1;
        let is_aligned = width.count_ones() == 1 && range.least % width == 0 && range.least >= 0;
        if is_aligned
            && self.range(of).least >= 0
            && range.most < self.range(of).most
            && range.least > self.range(of).least
        {
            let upper = self.number((-width).into());
            let of = self.upper_bits(of, upper);
            return self.is(of, range.least.into());
        }
        let (above, beyond) = (self.more_than(of, range.least - 1), self.more_than(of, range.most));
        let not_beyond = self.not(beyond);
        self.both(above, not_beyond)
    }
}
