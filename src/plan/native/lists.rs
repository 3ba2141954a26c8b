//! Counts move paths by machine code: what the moves of a position lead to is listed in its memory, and there the moves of all
//! that are listed are counted at one go.

use super::lower::{count_of_listed, lists_within};
use super::room::{Control, stop, wanted};
use super::{Compiled, number};
use crate::plan::Side;
use crate::plan::lanes::Child;
use crate::plan::op::View;
use mancala_native::{Code, Memory};

/// What moves lead to, listed.
#[derive(Debug)]
pub(in crate::plan) struct Lists<'p, const W: usize> {
    sides: &'p [Side<W>; 2],
    compiled: &'p Compiled,
    counts: &'p Code,
    counts_paths_of_two: bool,
    memory: Memory,
    /// For each player: the entry that asks whether the game is over, where that is a question, and the entry of his moves.
    entries: [(Option<u32>, u32); 2],
}

impl<'p, const W: usize> Lists<'p, W> {
    /// None as long as there is no machine code, and where it is a question of which kind the moves of a position are.
    pub(in crate::plan) fn new(sides: &'p [Side<W>; 2]) -> Option<Self> {
        let compiled = sides[0].compiled().filter(|_| sides.iter().all(|side| side.settle.is_none()))?;
        let entries = [0, 1].map(|by: usize| {
            let (side, entries) = (&sides[by], &compiled.entries[by]);
            let over = side.over.and_then(|over| entries.addresses.iter().rposition(|entry| *entry == over));
            Some((over.map(|over| entries.number(over)), entries.number(side.only_kind()?)))
        });
        let [Some(south), Some(north)] = entries else { return None };
        let counts = compiled.counts(sides)?;
        let counts_paths_of_two = lists_within(sides);
        Some(Lists {
            sides,
            compiled,
            counts,
            counts_paths_of_two,
            memory: Memory::new(&compiled.room.layout),
            entries: [south, north],
        })
    }

    /// Whether a position can be played by the code.
    pub(in crate::plan) fn can_play(&self, position: &[u8; W]) -> bool {
        self.sides[0].has_no_more_pieces_than_the_game(position)
    }

    /// Lists what the moves of a position lead to, where they do not end the game; none if they are too many, or take too
    /// long.
    pub(in crate::plan) fn list(&mut self, position: &[u8; W], mover: usize) -> Option<()> {
        self.memory.bytes_mut(self.compiled.room.view(View::TurnStart), 0, number(W)).copy_from_slice(position);
        self.compiled.room.write(&mut self.memory, Control::Listed, 0);
        self.compiled.room.write(&mut self.memory, Control::Steps, 0);
        let (over, moves) = self.entries[mover];
        if let Some(over) = over {
            let is_told = self.compiled.code.run(&mut self.memory, over) == stop::ANSWER;
            match self.compiled.room.read(&self.memory, Control::Answer) {
                0 if is_told => {}
                _ => return is_told.then_some(()),
            }
        }
        self.compiled.room.write(&mut self.memory, Control::Wanted, wanted::LIST);
        let stop = self.compiled.code.run(&mut self.memory, moves);
        self.compiled.room.write(&mut self.memory, Control::Wanted, wanted::EACH);
        (stop == stop::OVER).then_some(())
    }

    /// Makes a position the only one that is listed.
    pub(in crate::plan) fn list_only(&mut self, position: &[u8; W]) {
        let room = &self.compiled.room;
        self.memory.bytes_mut(room.listed, 0, number(W)).copy_from_slice(position);
        // The same player is to move as whoever is said to have listed it.
        self.memory.set_word(room.listed, room.again, 1);
        self.compiled.room.write(&mut self.memory, Control::Listed, room.listed_stride.into());
    }

    /// What was listed.
    pub(in crate::plan) fn listed(&self) -> impl Iterator<Item = Child<W>> {
        self.compiled.room.children(&self.memory)
    }

    /// Whether paths of two moves can be counted from positions that are listed.
    pub(in crate::plan) fn counts_paths_of_two(&self) -> bool {
        self.counts_paths_of_two
    }

    /// How many moves there are in all positions that were listed by a player, where the game is not over, or how many paths of
    /// two moves; none if that takes too long.
    pub(in crate::plan) fn count(&mut self, lister: usize, paths_of_two: bool) -> Option<u64> {
        let stop = self.counts.run(&mut self.memory, count_of_listed(lister, paths_of_two));
        u64::try_from(self.compiled.room.read(&self.memory, Control::Counted)).ok().filter(|_| stop == stop::OVER)
    }
}
