//! Expressions that are being made: each is there once.

use crate::ir::expression::*;
use crate::ir::id::*;
use crate::model::{Place, Player};
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::{BuildHasher, Hash};

/// Things of one type, each once.
#[derive(Debug)]
pub(super) struct Once<I, T> {
    all: Arena<I, T>,
    /// Their numbers, by the hashes of what they name.
    known: HashTable<I>,
    hashes: DefaultHashBuilder,
    too_many: Option<TooMany>,
}

impl<I, T> Default for Once<I, T> {
    fn default() -> Self {
        let hashes = DefaultHashBuilder::default();
        Once { all: Arena::default(), known: HashTable::new(), hashes, too_many: None }
    }
}

impl<I: Id, T: Eq + Hash> Once<I, T> {
    fn add(&mut self, thing: T) -> I {
        let Once { all, known, hashes, .. } = self;
        let hash = hashes.hash_one(&thing);
        if let Some(id) = known.find(hash, |id| all[*id] == thing) {
            return *id;
        }
        match all.push(thing) {
            Ok(id) => {
                known.insert_unique(hash, id, |id| hashes.hash_one(&all[*id]));
                id
            }
            Err(too_many) => {
                self.too_many = Some(too_many);
                I::FIRST
            }
        }
    }

    fn finish(self) -> Result<Arena<I, T>, TooMany> {
        self.too_many.map_or(Ok(self.all), Err)
    }
}

macro_rules! interned {
    ($($field:ident: $id:ident, $thing:ident, $method:ident;)*) => {
        /// Expressions of one player's code. What does not fit is noted, and refused when they are finished.
        #[derive(Debug, Default)]
        pub(super) struct Interned {
            $($field: Once<$id, $thing>,)*
        }

        impl Interned {
            $(pub(super) fn $method(&mut self, thing: $thing) -> $id {
                self.$field.add(thing)
            })*

            /// Whether there is too much of something already.
            pub(super) fn is_overfull(&self) -> bool {
                $(self.$field.too_many.is_some())||*
            }

            pub(super) fn finish(self) -> Result<Expressions, TooMany> {
                Ok(Expressions { $($field: self.$field.finish()?,)* })
            }
        }
    };
}

interned! {
    numbers: NumberId, Number, number;
    truths: TruthId, Truth, truth;
    pits: PitId, Pit, pit;
    sets: SetId, Set, set;
    ways: WayId, Way, way;
    players: PlayerId, Who, player;
    bindings: BindingId, Binding, binding;
    chains: ChainId, Chain, chain;
    eaches: EachId, Each, each;
    steps: StepsId, Steps, steps;
    runs: RunId, Run, run;
    constants: ConstantId, Places, places;
    counts: CountsId, Counts, counts;
}

impl Interned {
    /// A set that is known.
    pub(super) fn constant(&mut self, places: Places) -> SetId {
        let constant = self.places(places);
        self.set(Set::Constant(constant))
    }

    /// The members of a set, if they are known.
    pub(super) fn known_set(&self, set: SetId) -> Option<Places> {
        match self.sets.all[set] {
            Set::Constant(constant) => Some(self.constants.all[constant]),
            _ => None,
        }
    }

    /// Whether a condition always holds or never; none if it depends.
    pub(super) fn known_truth(&self, truth: TruthId) -> Option<bool> {
        match self.truths.all[truth] {
            Truth::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The place, if it is known beforehand; it may be none.
    pub(super) fn known_pit(&self, pit: PitId) -> Option<Option<Place>> {
        match self.pits.all[pit] {
            Pit::Constant(place) => Some(place),
            _ => None,
        }
    }

    /// The player, if it is known beforehand; it may be nobody.
    pub(super) fn known_player(&self, player: PlayerId) -> Option<Option<Player>> {
        match self.players.all[player] {
            Who::Constant(player) => Some(player),
            _ => None,
        }
    }

    /// The number, if it is known.
    pub(super) fn known_number(&self, number: NumberId) -> Option<i32> {
        match self.numbers.all[number] {
            Number::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// Whether a number may be read again wherever its name stands, with the same result.
    pub(super) fn is_name_of_number(&self, number: NumberId) -> bool {
        matches!(self.numbers.all[number], Number::Constant(_) | Number::Kept(_))
    }

    /// The same of a truth value.
    pub(super) fn is_name_of_truth(&self, truth: TruthId) -> bool {
        matches!(self.truths.all[truth], Truth::Constant(_) | Truth::Kept(_))
    }

    /// The same of a place. Where the last piece fell does not change while an expression is read.
    pub(super) fn is_name_of_pit(&self, pit: PitId) -> bool {
        matches!(self.pits.all[pit], Pit::Constant(_) | Pit::Kept(_) | Pit::Last | Pit::Origin)
    }

    /// The same of a way.
    pub(super) fn is_name_of_way(&self, way: WayId) -> bool {
        matches!(self.ways.all[way], Way::Constant(_) | Way::Kept(_))
    }

    /// The same of a player.
    pub(super) fn is_name_of_player(&self, player: PlayerId) -> bool {
        matches!(self.players.all[player], Who::Constant(_) | Who::Kept(_))
    }

    /// The same of a set.
    pub(super) fn is_name_of_set(&self, set: SetId) -> bool {
        matches!(self.sets.all[set], Set::Constant(_) | Set::Kept(_))
    }

    /// The pit, if a set is one place.
    pub(super) fn single(&self, set: SetId) -> Option<PitId> {
        match self.sets.all[set] {
            Set::Single(pit) => Some(pit),
            _ => None,
        }
    }
}

impl Interned {
    /// What a number counts the pieces of, and of which kinds: a set, or a place.
    pub(super) fn pieces(&self, number: NumberId) -> Option<(Result<SetId, PitId>, Kinds)> {
        match self.numbers.all[number] {
            Number::Pieces(set, kinds) => Some((Ok(set), kinds)),
            Number::PiecesAt(pit, kinds) => Some((Err(pit), kinds)),
            _ => None,
        }
    }
}
