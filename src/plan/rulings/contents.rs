//! What cells hold while code is followed before there is a position.

/// Some of the values that a cell can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::plan) struct Values([u64; 4]);

impl Values {
    const ALL: Self = Values([u64::MAX; 4]);

    /// Those of which something holds.
    fn of(holds: impl Fn(u8) -> bool) -> Self {
        let word = |word: u8| (0..64).filter(|bit| holds(64 * word + bit)).fold(0, |all, bit| all | 1 << bit);
        Values([word(0), word(1), word(2), word(3)])
    }

    #[inline]
    pub(super) fn has(&self, value: u8) -> bool {
        self.0[usize::from(value >> 6)] >> (value & 63) & 1 == 1
    }

    fn and(self, other: Self) -> Self {
        Values(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    fn without(self, other: Self) -> Self {
        Values(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    /// The only one, if there is no other.
    fn only(self) -> Option<u8> {
        let count: u32 = self.0.iter().map(|word| word.count_ones()).sum();
        let word = (0..4_u8).find(|word| self.0[usize::from(*word)] != 0).filter(|_| count == 1)?;
        u8::try_from(self.0[usize::from(word)].trailing_zeros()).ok().map(|bit| 64 * word + bit)
    }
}

/// What a cell holds, or has held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Known(u8),
    /// What this cell held before the turn, and so much more, modulo 256.
    More(usize, u8),
}

impl Content {
    pub(super) fn plus(self, more: u8) -> Self {
        match self {
            Content::Known(value) => Content::Known(value.wrapping_add(more)),
            Content::More(cell, before) => Content::More(cell, before.wrapping_add(more)),
        }
    }
}

/// Why code cannot be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stuck {
    /// It has to be known whether a cell held one of these values before the turn.
    Ask(usize, Values),
    /// What goes on there is too much.
    Unknown,
}

/// What is known of all cells.
#[derive(Debug, Clone)]
pub(super) struct Contents {
    /// What they may have held before the turn; those that are not listed, anything.
    before: Vec<(usize, Values)>,
    /// Those that hold something else than then.
    now: Vec<(usize, Content)>,
}

impl Contents {
    /// One cell holds so much.
    pub(super) fn with(cell: usize, value: u8) -> Self {
        Contents { before: vec![(cell, Values::of(|other| other == value))], now: Vec::new() }
    }

    fn before(&self, cell: usize) -> Values {
        self.before.iter().find(|(other, _)| *other == cell).map_or(Values::ALL, |(_, values)| *values)
    }

    /// The same where a cell has held one of these values, and where it has not.
    pub(super) fn told(&self, cell: usize, values: Values) -> [Self; 2] {
        let known = self.before(cell);
        [known.and(values), known.without(values)].map(|known| {
            let mut contents = self.clone();
            contents.before.retain(|(other, _)| *other != cell);
            contents.before.push((cell, known));
            contents
        })
    }

    /// What a cell held before the turn.
    pub(super) fn at_first(&self, cell: usize) -> Content {
        self.before(cell).only().map_or(Content::More(cell, 0), Content::Known)
    }

    /// What a cell holds.
    pub(super) fn get(&self, cell: usize) -> Content {
        let now = self.now.iter().find(|(other, _)| *other == cell);
        now.map_or_else(|| self.at_first(cell), |(_, content)| self.as_known(*content))
    }

    pub(super) fn put(&mut self, cell: usize, content: Content) {
        self.now.retain(|(other, _)| *other != cell);
        self.now.push((cell, content));
    }

    /// The same, if more is known by now.
    pub(super) fn as_known(&self, content: Content) -> Content {
        match content {
            Content::More(cell, more) => {
                self.before(cell).only().map_or(content, |value| Content::Known(value.wrapping_add(more)))
            }
            Content::Known(_) => content,
        }
    }

    /// Whether something holds of what a cell holds or has held.
    pub(super) fn holds(&self, content: Content, holds: impl Fn(i32) -> bool) -> Result<bool, Stuck> {
        match content {
            Content::Known(value) => Ok(holds(value.into())),
            Content::More(cell, more) => {
                let values = Values::of(|value| holds(value.wrapping_add(more).into()));
                let known = self.before(cell);
                if known.and(values).is_empty() {
                    Ok(false)
                } else if known.without(values).is_empty() {
                    Ok(true)
                } else {
                    Err(Stuck::Ask(cell, values))
                }
            }
        }
    }

    /// Cells that are known to hold one value, of those from one on.
    pub(super) fn known_from(&self, first: usize) -> impl Iterator<Item = (usize, u8)> + '_ {
        let cells = self.before.iter().map(|(cell, _)| cell).chain(self.now.iter().map(|(cell, _)| cell));
        cells.filter(move |cell| **cell >= first).filter_map(|cell| match self.get(*cell) {
            Content::Known(value) => Some((*cell, value)),
            Content::More(..) => None,
        })
    }
}
