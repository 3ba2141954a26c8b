//! Legal moves in a list, from which one is drawn.

/// Legal moves, by their kinds and choices.
#[derive(Debug, Default)]
pub(super) struct Listed {
    /// The kind of each, and where its choices end.
    moves: Vec<(usize, usize)>,
    /// Each as its two bytes, the lower first, as machine code writes them.
    choices: Vec<[u8; 2]>,
    /// Those of the move that was asked for last.
    asked_for: Vec<u16>,
}

impl Listed {
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.choices.clear();
    }

    pub(super) fn add(&mut self, kind: usize, choices: &[u16]) {
        self.choices.extend(choices.iter().map(|choice| choice.to_le_bytes()));
        self.moves.push((kind, self.choices.len()));
    }

    /// Adds a move with no more choices than stand at the beginning of some.
    #[cfg(feature = "native")]
    #[inline]
    pub(super) fn add_first<const N: usize>(&mut self, kind: usize, choices: &[[u8; 2]; N], count: usize) {
        let end = self.choices.len() + count.min(N);
        // All are taken, since that is a known number.
        self.choices.extend_from_slice(choices);
        self.choices.truncate(end);
        self.moves.push((kind, end));
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The kind and the choices of a move.
    pub(super) fn get(&mut self, number: usize) -> Option<(usize, &[u16])> {
        let (kind, end) = *self.moves.get(number)?;
        let begin = number.checked_sub(1).map_or(0, |before| self.moves[before].1);
        self.asked_for.clear();
        self.asked_for.extend(self.choices[begin..end].iter().map(|choice| u16::from_le_bytes(*choice)));
        Some((kind, &self.asked_for))
    }
}
