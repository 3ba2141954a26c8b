//! Legal moves in a list, from which one is drawn.

use super::hand_orders::Orders;

/// Legal moves, by their kinds and choices.
#[derive(Debug, Default)]
pub(super) struct Listed {
    /// The kind of each, and where its choices end.
    moves: Vec<(usize, usize)>,
    /// Each as its two bytes, the lower first, as machine code writes them.
    choices: Vec<[u8; 2]>,
    /// Those of the move that was asked for last.
    asked_for: Vec<u16>,
    /// Those in the list that stand for several.
    together: Vec<Together>,
    /// How many more moves there are by that.
    more: usize,
}

/// Moves that only differ in the order in which the hand falls.
#[derive(Debug, Clone, Copy)]
struct Together {
    /// Where they stand in the list.
    at: usize,
    /// The number of the first of them, and how many there are.
    first: usize,
    count: usize,
    /// What falls behind the choices that they share.
    orders: Orders,
}

impl Listed {
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.choices.clear();
        self.together.clear();
        self.more = 0;
    }

    /// How many stand in the list.
    pub(super) fn end(&self) -> usize {
        self.moves.len()
    }

    /// Takes out all but the first ones, behind which none stands for several.
    pub(super) fn go_back(&mut self, end: usize) {
        self.moves.truncate(end);
        self.choices.truncate(self.moves.last().map_or(0, |(_, choices)| *choices));
    }

    pub(super) fn add(&mut self, kind: usize, choices: &[u16]) {
        self.choices.extend(choices.iter().map(|choice| choice.to_le_bytes()));
        self.moves.push((kind, self.choices.len()));
    }

    /// Adds a move with no more choices than stand at the beginning of some.
    #[inline]
    pub(super) fn add_first<const N: usize>(&mut self, kind: usize, choices: &[[u8; 2]; N], count: usize) {
        let end = self.choices.len() + count.min(N);
        // All are taken, since that is a known number.
        self.choices.extend_from_slice(choices);
        self.choices.truncate(end);
        self.moves.push((kind, end));
    }

    /// Adds n moves, one for each order of what falls behind these choices.
    pub(super) fn add_orders(&mut self, kind: usize, choices: &[u16], count: usize, orders: Orders) {
        self.together.push(Together { at: self.moves.len(), first: self.len(), count, orders });
        self.more += count - 1;
        self.add(kind, choices);
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len() + self.more
    }

    /// The kind and the choices of a move.
    pub(super) fn get(&mut self, number: usize) -> Option<(usize, &[u16])> {
        let behind = self.together.partition_point(|together| together.first <= number);
        let Some(together) = behind.checked_sub(1).map(|last| self.together[last]) else { return self.nth(number) };
        let number = number - together.first;
        if number >= together.count {
            return self.nth(together.at + 1 + number - together.count);
        }
        let (kind, _) = self.nth(together.at)?;
        self.asked_for.extend(together.orders.nth(together.count, number));
        Some((kind, &self.asked_for))
    }

    /// The kind and the choices that stand at a place in the list.
    fn nth(&mut self, at: usize) -> Option<(usize, &[u16])> {
        let (kind, end) = *self.moves.get(at)?;
        let begin = at.checked_sub(1).map_or(0, |before| self.moves[before].1);
        self.asked_for.clear();
        self.asked_for.extend(self.choices[begin..end].iter().map(|choice| u16::from_le_bytes(*choice)));
        Some((kind, &self.asked_for))
    }
}
