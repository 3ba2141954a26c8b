//! What an expression may be worth.

use super::{Answer, meaningless};
use mancala::model::Player;

/// A value with its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Number(i64),
    Truth(bool),
    /// A place, or none.
    Pit(Option<usize>),
    Set(Set),
    Way(Way),
    /// A player, or nobody.
    Player(Option<Player>),
    /// A kind of move; none where no move is being made.
    Move(Option<String>),
    /// A kind of piece.
    Piece(usize),
    /// The value of an option.
    Word(String),
    /// Drops of the last lap, from the last one back.
    Run(Vec<Dropped>),
}

/// A direction along a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// As the track is written.
    Written,
    /// The other one.
    Contrary,
}

impl Way {
    pub(super) const BOTH: [Way; 2] = [Way::Written, Way::Contrary];

    pub(super) fn opposite(self) -> Way {
        if self == Way::Written { Way::Contrary } else { Way::Written }
    }
}

/// A piece that fell in the last lap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dropped {
    pub(super) place: usize,
    pub(super) kind: usize,
    /// Pieces of each kind that were there just before.
    pub(super) held: Vec<u32>,
}

/// Places in the order in which they are written, each once.
#[derive(Debug, Clone, Default)]
pub(super) struct Set(Vec<usize>);

impl FromIterator<usize> for Set {
    fn from_iter<I: IntoIterator<Item = usize>>(places: I) -> Set {
        let mut set = Set::default();
        for place in places {
            if !set.has(place) {
                set.0.push(place);
            }
        }
        set
    }
}

/// Two sets are the same if they have the same members.
impl PartialEq for Set {
    fn eq(&self, other: &Set) -> bool {
        self.0.len() == other.0.len() && self.within(other)
    }
}

impl Eq for Set {}

impl Set {
    pub(super) fn has(&self, place: usize) -> bool {
        self.0.contains(&place)
    }

    pub(super) fn within(&self, other: &Set) -> bool {
        self.places().all(|place| other.has(place))
    }

    pub(super) fn with(&self, other: &Set) -> Set {
        self.places().chain(other.places()).collect()
    }

    pub(super) fn without(&self, other: &Set) -> Set {
        self.places().filter(|place| !other.has(*place)).collect()
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// As they are written.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        self.0.iter().copied()
    }

    /// By their numbers.
    pub(super) fn in_order(&self) -> Vec<usize> {
        let mut places = self.0.clone();
        places.sort_unstable();
        places
    }
}

impl Value {
    pub(super) fn number(self) -> Answer<i64> {
        match self {
            Value::Number(number) => Ok(number),
            other => meaningless(format!("{other:?} is no number")),
        }
    }

    pub(super) fn truth(self) -> Answer<bool> {
        match self {
            Value::Truth(truth) => Ok(truth),
            other => meaningless(format!("{other:?} is neither yes nor no")),
        }
    }

    pub(super) fn pit(self) -> Answer<Option<usize>> {
        match self {
            Value::Pit(pit) => Ok(pit),
            other => meaningless(format!("{other:?} is no pit")),
        }
    }

    /// A pit is a set with one member, none a set without; a run of drops is the set of its pits.
    pub(super) fn set(self) -> Answer<Set> {
        match self {
            Value::Set(set) => Ok(set),
            Value::Pit(pit) => Ok(pit.into_iter().collect()),
            Value::Run(run) => Ok(run.iter().map(|drop| drop.place).collect()),
            other => meaningless(format!("{other:?} is no set")),
        }
    }

    pub(super) fn way(self) -> Answer<Way> {
        match self {
            Value::Way(way) => Ok(way),
            other => meaningless(format!("{other:?} is no way")),
        }
    }

    pub(super) fn player(self) -> Answer<Option<Player>> {
        match self {
            Value::Player(player) => Ok(player),
            other => meaningless(format!("{other:?} is no player")),
        }
    }
}
