//! Numbers that name what a compiled game is made of.

use crate::id::ids;
pub use crate::id::{Arena, Id, Kinds, MoveKind, PieceKind, Place, Places, TooMany};
use crate::limits;

ids! {
    /// A cell of a position: pieces of one kind at one place, or one value of state.
    pub Cell(u16, limits::POSITION_CELLS, "cells of a position");
    /// A path as one player walks it.
    pub TrackId(u16, limits::NUMBERED, "tracks");
    /// A number, pit, way, player or truth value that a turn keeps, or that an expression binds while it is read.
    pub Slot(u16, limits::SLOTS, "values that are kept at one time");
    /// A set that a turn keeps, or that an expression binds while it is read.
    pub SetSlot(u16, limits::SET_SLOTS, "sets that are kept at one time");
    /// An expression that gives a number.
    pub NumberId(u16, limits::NUMBERED, "expressions");
    /// An expression that gives yes or no.
    pub TruthId(u16, limits::NUMBERED, "conditions");
    /// An expression that gives a place, or none.
    pub PitId(u16, limits::NUMBERED, "pits");
    /// An expression that gives a set of places.
    pub SetId(u16, limits::NUMBERED, "sets");
    /// An expression that gives a way along a track.
    pub WayId(u16, limits::NUMBERED, "ways");
    /// An expression that gives a player, or nobody.
    pub PlayerId(u16, limits::NUMBERED, "players");
    /// A value that is bound.
    pub BindingId(u16, limits::NUMBERED, "values that are bound");
    /// A chain along a track.
    pub ChainId(u16, limits::NUMBERED, "chains");
    /// The set of all values of a pit expression.
    pub EachId(u16, limits::NUMBERED, "sets of all values");
    /// Steps along a track.
    pub StepsId(u16, limits::NUMBERED, "steps along a track");
    /// A run of drops.
    pub RunId(u16, limits::NUMBERED, "runs of drops");
    /// A set of places that is known.
    pub ConstantId(u16, limits::NUMBERED, "known sets");
    /// A set of numbers that is known.
    pub CountsId(u16, limits::NUMBERED, "sets of numbers");
    /// A block of actions.
    pub BlockId(u16, limits::NUMBERED, "blocks");
    /// A sowing.
    pub SowingId(u16, limits::NUMBERED, "sowings");
    /// A choice.
    pub ChoiceId(u16, limits::NUMBERED, "choices");
    /// Values for the parameters of a block.
    pub ArgumentsId(u16, limits::NUMBERED, "sequences gone on with");
}
