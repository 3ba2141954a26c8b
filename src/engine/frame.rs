//! Values that a turn keeps, and that expressions bind while they are read: which is why they are cells.

use crate::ir::{Id, Place, Places, SetSlot, Slot, Slots};
use crate::limits;
use crate::model::Player;
use std::cell::Cell;

// A power of two, so that a slot is found without asking whether there is one.
const _: () = assert!(limits::SLOTS.is_power_of_two() && limits::SET_SLOTS.is_power_of_two());

/// Values by slot.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    numbers: Box<[Cell<i32>; limits::SLOTS]>,
    sets: Box<[Cell<Places>; limits::SET_SLOTS]>,
}

impl Frame {
    pub(super) fn new() -> Self {
        Frame {
            numbers: Box::new([const { Cell::new(0) }; limits::SLOTS]),
            sets: Box::new([const { Cell::new(Places::NONE) }; limits::SET_SLOTS]),
        }
    }

    #[inline]
    pub(super) fn number(&self, slot: Slot) -> i32 {
        self.numbers[slot.index() & (limits::SLOTS - 1)].get()
    }

    #[inline]
    pub(super) fn truth(&self, slot: Slot) -> bool {
        self.number(slot) != 0
    }

    #[inline]
    pub(super) fn pit(&self, slot: Slot) -> Option<Place> {
        usize::try_from(self.number(slot)).ok().and_then(Place::at)
    }

    #[inline]
    pub(super) fn player(&self, slot: Slot) -> Option<Player> {
        match self.number(slot) {
            0 => Some(Player::South),
            1 => Some(Player::North),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn set(&self, slot: SetSlot) -> Places {
        self.sets[slot.index() & (limits::SET_SLOTS - 1)].get()
    }

    #[inline]
    pub(super) fn keep_number(&self, slot: Slot, value: i32) {
        self.numbers[slot.index() & (limits::SLOTS - 1)].set(value);
    }

    #[inline]
    pub(super) fn keep_truth(&self, slot: Slot, value: bool) {
        self.keep_number(slot, i32::from(value));
    }

    #[inline]
    pub(super) fn keep_pit(&self, slot: Slot, pit: Option<Place>) {
        self.keep_number(slot, pit_number(pit));
    }

    #[inline]
    pub(super) fn keep_player(&self, slot: Slot, player: Option<Player>) {
        self.keep_number(slot, player_number(player));
    }

    #[inline]
    pub(super) fn keep_set(&self, slot: SetSlot, set: Places) {
        self.sets[slot.index() & (limits::SET_SLOTS - 1)].set(set);
    }

    /// Appends the values that live through choices.
    pub(super) fn save(&self, slots: Slots, numbers: &mut Vec<i32>, sets: &mut Vec<Places>) {
        numbers.extend(self.numbers.iter().take(slots.kept).map(Cell::get));
        sets.extend(self.sets.iter().take(slots.kept_sets).map(Cell::get));
    }

    /// Puts back what was saved from these places on.
    pub(super) fn restore(&self, slots: Slots, numbers: &[i32], sets: &[Places]) {
        self.numbers.iter().take(slots.kept).zip(numbers).for_each(|(slot, value)| slot.set(*value));
        self.sets.iter().take(slots.kept_sets).zip(sets).for_each(|(slot, value)| slot.set(*value));
    }
}

/// The number of something, as numbers are kept.
#[inline]
pub(super) fn number_of<I: Id>(id: I) -> i32 {
    i32::try_from(id.index()).unwrap_or(i32::MAX)
}

/// A place as it is kept; -1 for none.
#[inline]
pub(super) fn pit_number(pit: Option<Place>) -> i32 {
    pit.map_or(-1, number_of)
}

/// A player as he is kept; -1 for nobody.
#[inline]
pub(super) fn player_number(player: Option<Player>) -> i32 {
    player.map_or(-1, |player| i32::from(player == Player::North))
}
