//! Words at random that were drawn for turns which are still to come.

/// Words, in the order in which they are used.
#[derive(Debug, Default)]
pub(super) struct Ahead {
    words: Vec<u32>,
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
    pub(super) fn draw(&mut self, count: usize, random: &mut impl FnMut() -> u32) {
        self.words.drain(..self.used);
        self.used = 0;
        let missing = count.saturating_sub(self.words.len());
        self.words.extend(std::iter::repeat_with(random).take(missing));
    }

    /// All that are left.
    #[cfg(feature = "native")]
    pub(super) fn words(&self) -> &[u32] {
        &self.words[self.used..]
    }

    /// The next one.
    #[inline]
    pub(super) fn next(&mut self) -> Option<u32> {
        let word = self.words.get(self.used).copied();
        self.used += usize::from(word.is_some());
        word
    }

    /// The next one, or one that is drawn now.
    #[inline]
    pub(super) fn then(&mut self, random: &mut impl FnMut() -> u32) -> impl FnMut() -> u32 {
        move || self.next().unwrap_or_else(&mut *random)
    }

    /// A word was not used after all.
    pub(super) fn give_back(&mut self, word: u32) {
        self.words.insert(self.used, word);
    }
}
