//! Numbers that name what a compiled game is made of.

use crate::id::ids;
pub use crate::id::{Arena, Id, Kinds, MoveKind, PieceKind, Place, Places, TooMany};
use crate::limits;
use std::fmt;

ids! {
    /// A cell of a position: pieces of one kind at one place, or one value of state.
    Cell(u16, limits::POSITION_CELLS, "cells of a position");
    /// A path as one player walks it.
    TrackId(u16, limits::NUMBERED, "tracks");
    /// A number, pit, way, player or truth value that a turn keeps, or that an expression binds while it is read.
    Slot(u16, limits::SLOTS, "values that are kept at one time");
    /// A set that a turn keeps, or that an expression binds while it is read.
    SetSlot(u16, limits::SET_SLOTS, "sets that are kept at one time");
    /// An expression that gives a number.
    NumberId(u16, limits::NUMBERED, "expressions");
    /// An expression that gives yes or no.
    TruthId(u16, limits::NUMBERED, "conditions");
    /// An expression that gives a place, or none.
    PitId(u16, limits::NUMBERED, "pits");
    /// An expression that gives a set of places.
    SetId(u16, limits::NUMBERED, "sets");
    /// An expression that gives a way along a track.
    WayId(u16, limits::NUMBERED, "ways");
    /// An expression that gives a player, or nobody.
    PlayerId(u16, limits::NUMBERED, "players");
    /// A value that is bound.
    BindingId(u16, limits::NUMBERED, "values that are bound");
    /// A chain along a track.
    ChainId(u16, limits::NUMBERED, "chains");
    /// The set of all values of a pit expression.
    EachId(u16, limits::NUMBERED, "sets of all values");
    /// Steps along a track.
    StepsId(u16, limits::NUMBERED, "steps along a track");
    /// A run of drops.
    RunId(u16, limits::NUMBERED, "runs of drops");
    /// A set of places that is known.
    ConstantId(u16, limits::NUMBERED, "known sets");
    /// A set of numbers that is known.
    CountsId(u16, limits::NUMBERED, "sets of numbers");
    /// A block of actions.
    BlockId(u16, limits::NUMBERED, "blocks");
    /// A sowing.
    SowingId(u16, limits::NUMBERED, "sowings");
    /// A choice.
    ChoiceId(u16, limits::NUMBERED, "choices");
    /// Values for the parameters of a block.
    ArgumentsId(u16, limits::NUMBERED, "sequences gone on with");
}
