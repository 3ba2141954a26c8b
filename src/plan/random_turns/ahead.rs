//! Words at random that were drawn for turns which are still to come.

/// Gives words at random.
pub(crate) trait Words {
    /// The next word.
    fn word(&mut self) -> u32;

    /// The next words, each as its four bytes, least significant first.
    fn fill(&mut self, words: &mut [[u8; 4]]);
}

/// Words, in the order in which they are used.
#[derive(Debug, Default)]
pub(super) struct Ahead {
    words: Vec<[u8; 4]>,
    /// How many of them are used.
    used: usize,
}

impl Ahead {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.used = 0;
    }

    /// Draws as many words as are missing to so many.
    #[cfg(feature = "native")]
    pub(super) fn draw(&mut self, count: usize, random: &mut impl Words) {
        self.words.drain(..self.used);
        self.used = 0;
        let there = self.words.len();
        if there < count {
            self.words.resize(count, [0; 4]);
            random.fill(&mut self.words[there..]);
        }
    }

    /// All that are left.
    #[cfg(feature = "native")]
    pub(super) fn words(&self) -> &[[u8; 4]] {
        &self.words[self.used..]
    }

    /// So many of them are used.
    #[cfg(feature = "native")]
    pub(super) fn are_used(&mut self, count: usize) {
        self.used += count;
    }

    /// The last one that was used.
    #[cfg(feature = "native")]
    pub(super) fn last_used(&self) -> u32 {
        self.used.checked_sub(1).map_or(0, |last| u32::from_le_bytes(self.words[last]))
    }

    /// The next one.
    #[inline]
    fn next(&mut self) -> Option<u32> {
        let word = self.words.get(self.used).copied();
        self.used += usize::from(word.is_some());
        word.map(u32::from_le_bytes)
    }

    /// The next one, or one that is drawn now.
    #[inline]
    pub(super) fn then(&mut self, random: &mut impl Words) -> impl FnMut() -> u32 {
        move || self.next().unwrap_or_else(|| random.word())
    }

    /// A word was not used after all.
    pub(super) fn give_back(&mut self, word: u32) {
        self.words.insert(self.used, word.to_le_bytes());
    }
}
