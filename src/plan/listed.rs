//! Legal moves in a list, from which one is drawn.

/// Legal moves, by their kinds and choices.
#[derive(Debug, Default)]
pub(super) struct Listed {
    /// The kind of each, and where its choices end.
    moves: Vec<(usize, usize)>,
    choices: Vec<u16>,
}

impl Listed {
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.choices.clear();
    }

    pub(super) fn add(&mut self, kind: usize, choices: &[u16]) {
        self.choices.extend_from_slice(choices);
        self.moves.push((kind, self.choices.len()));
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The kind and the choices of a move.
    pub(super) fn get(&self, number: usize) -> Option<(usize, &[u16])> {
        let (kind, end) = *self.moves.get(number)?;
        let begin = number.checked_sub(1).map_or(0, |before| self.moves[before].1);
        Some((kind, &self.choices[begin..end]))
    }
}
