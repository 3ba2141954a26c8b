//! Names of places, sets of places and state, as South writes them in the rules: `home 3`, `opponent front 2..4`, `store`.

use crate::ir::id::{Cell, Id, Kinds, PieceKind, Place, Places as PlaceSet, TrackId};
use crate::ir::program::{Code, Program};
use crate::model::{Board, HalfPlace, Player, State, StateScope};

/// Names of what lies on the board and in a position.
#[derive(Clone, Copy)]
pub(super) struct Names<'p> {
    program: &'p Program,
    board: &'p Board,
}

/// Of which side places are named.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Own,
    Opponent,
    Both,
}

impl Side {
    fn word(self) -> &'static str {
        match self {
            Side::Own => "",
            Side::Opponent => "opponent ",
            Side::Both => "all ",
        }
    }

    fn players(self) -> &'static [Player] {
        match self {
            Side::Own => &[Player::South],
            Side::Opponent => &[Player::North],
            Side::Both => &Player::BOTH,
        }
    }
}

impl<'p> Names<'p> {
    pub(super) fn of(program: &'p Program) -> Self {
        Names { program, board: &program.model.board }
    }

    // --- one place ---------------------------------------------------------------------------------------------------

    /// A place: `home 3`, `opponent store`, `off`, or the name of a pit.
    pub(super) fn place(self, place: Place) -> String {
        let board = self.board;
        let Some(owner) = board.owner(place) else { return "off".into() };
        let side = side_of(owner).word();
        if let Some((name, _)) = board.pits.iter().find(|(_, pit)| board.place(owner, *pit) == place) {
            return format!("{side}{name}");
        }
        match (board.row_and_number(place), board.holder_at(place)) {
            (Some((row, number)), _) => format!("{side}{} {number}", row.name),
            (None, holder) => format!("{side}{}", holder.map_or("", |holder| holder.name.as_str())),
        }
    }

    // --- sets --------------------------------------------------------------------------------------------------------

    /// A set of places: by its name, or by what it is made of.
    pub(super) fn set(self, set: PlaceSet) -> String {
        if let Some(name) = self.named(set) {
            return name;
        }
        let mut rest = set;
        let mut parts = Vec::new();
        for side in [Side::Both, Side::Own, Side::Opponent] {
            for (whole, name) in self.wholes(side) {
                if !whole.is_empty() && whole.without(rest).is_empty() {
                    rest = rest.without(whole);
                    parts.push(name);
                }
            }
        }
        parts.extend(self.path(&rest.collect::<Vec<_>>()));
        match parts.as_slice() {
            [only] => only.clone(),
            parts => format!("{{{}}}", parts.join(", ")),
        }
    }

    fn named(self, set: PlaceSet) -> Option<String> {
        let own = [Side::Own, Side::Opponent, Side::Both].into_iter();
        let mut wholes = own.clone().flat_map(|side| self.wholes(side));
        if let Some((_, name)) = wholes.find(|(whole, _)| *whole == set && !whole.is_empty()) {
            return Some(name);
        }
        let mut named = own.flat_map(|side| self.named_sets(side));
        named.find(|(whole, _)| *whole == set).map(|(_, name)| name)
    }

    /// Rows, all pits, stores of a side.
    fn wholes(self, side: Side) -> Vec<(PlaceSet, String)> {
        let board = self.board;
        let mut wholes = Vec::new();
        if board.rows.len() > 1 {
            wholes.push((self.locals(side, board.pits_of_side()), format!("{}side", side.word())));
        }
        for row in &board.rows {
            wholes.push((self.locals(side, row.pits()), format!("{}{}", side.word(), row.name)));
        }
        for (local, holder) in board.holders() {
            wholes.push((self.locals(side, [local]), format!("{}{}", side.word(), holder.name)));
        }
        wholes
    }

    fn named_sets(self, side: Side) -> Vec<(PlaceSet, String)> {
        let sets = self.board.sets.iter();
        sets.map(|(name, pits)| (self.locals(side, pits.iter().copied()), format!("{}{name}", side.word()))).collect()
    }

    fn locals(self, side: Side, locals: impl IntoIterator<Item = HalfPlace>) -> PlaceSet {
        let of_each = |local| side.players().iter().map(move |player| self.board.place(*player, local));
        locals.into_iter().flat_map(of_each).collect()
    }

    /// Places in order, those of a row that follow each other as one: `front 1..8`, `back 8..1`.
    pub(super) fn path(self, places: &[Place]) -> Vec<String> {
        let mut parts = Vec::new();
        let mut rest = places;
        while let Some((first, _)) = rest.split_first() {
            let length = self.run(rest);
            let (run, behind) = rest.split_at(length);
            match (run.last(), self.row(*first)) {
                (Some(last), Some((row, number))) if length > 1 => {
                    let end = self.row(*last).map_or(number, |(_, end)| end);
                    parts.push(format!("{row} {number}..{end}"));
                }
                _ => parts.push(self.place(*first)),
            }
            rest = behind;
        }
        parts
    }

    /// How many of the first places follow each other in one row, upward or downward.
    fn run(self, places: &[Place]) -> usize {
        let rows: Vec<_> = places.iter().map_while(|place| self.row(*place)).collect();
        let steps = |step: i32| {
            let follows = |pair: &&[(String, i32)]| pair[0].0 == pair[1].0 && pair[0].1 + step == pair[1].1;
            rows.windows(2).take_while(follows).count()
        };
        1 + steps(1).max(steps(-1))
    }

    fn row(self, place: Place) -> Option<(String, i32)> {
        let (row, number) = self.board.row_and_number(place)?;
        let side = side_of(self.board.owner(place)?);
        Some((format!("{}{}", side.word(), row.name), i32::from(number)))
    }

    // --- tracks and ways ---------------------------------------------------------------------------------------------

    /// The name of a track; one that is the other player's is called so.
    pub(super) fn track(self, code: &Code, track: TrackId) -> String {
        let track = &code.tracks[track];
        let info = &self.board.tracks[track.number];
        let own = info.spots.iter().map(|spot| self.board.resolve(*spot, Player::South));
        let side = if own.eq(track.places[0].iter().copied()) { "" } else { "opponent " };
        format!("{side}{}", info.name)
    }

    /// The name of a way.
    pub(super) fn way(self, other: bool) -> String {
        let way = self.board.ways.iter().find(|(_, way)| way.index() == usize::from(other));
        way.map_or(if other { "backward" } else { "forward" }.into(), |(name, _)| name.clone())
    }

    // --- state -------------------------------------------------------------------------------------------------------

    /// The state that a cell belongs to, and which of its cells it is.
    fn state_at(self, cell: Cell) -> Option<(&'p State, usize)> {
        let states = self.program.model.states.values().zip(self.program.layout.states.values());
        let mut found = states.filter_map(|(state, cells)| {
            let at = cell.index().checked_sub(cells.first.index())?;
            (at < cells.count).then_some((state, at))
        });
        found.next()
    }

    /// The name of a cell of state: `own skips`, `blocked`, `tuz of home 3`.
    pub(super) fn state(self, cell: Cell) -> String {
        match self.state_at(cell) {
            Some((state, _)) if state.scope == StateScope::Game => state.name.clone(),
            Some((state, 0)) if state.scope == StateScope::Player => format!("own {}", state.name),
            Some((state, _)) if state.scope == StateScope::Player => format!("opponent {}", state.name),
            Some((state, at)) => {
                let place = Place::at(at).map_or_else(String::new, |place| self.place(place));
                format!("{} of {place}", state.name)
            }
            None => format!("cell {}", cell.index()),
        }
    }

    /// The name of the state of pits whose first cell this is: `tuz`.
    pub(super) fn state_of_pits(self, first: Cell) -> String {
        self.state_at(first).map_or_else(|| format!("cell {}", first.index()), |(state, _)| state.name.clone())
    }

    /// The state to which a cell belongs.
    pub(super) fn declared(self, cell: Cell) -> Option<&'p State> {
        self.state_at(cell).map(|(state, _)| state)
    }

    // --- pieces ------------------------------------------------------------------------------------------------------

    /// Kinds of pieces by name; nothing for all of them.
    pub(super) fn kinds(self, kinds: Kinds) -> Option<String> {
        let model = &self.program.model;
        let members: Vec<PieceKind> = kinds.members(model.kinds.len()).collect();
        if members.len() == model.kinds.len() {
            return None;
        }
        if let Some((family, _)) = model.families.iter().find(|(_, of)| *of == members) {
            return Some(family.clone());
        }
        let names: Vec<&str> = members.iter().map(|kind| model.kinds[*kind].name.as_str()).collect();
        Some(names.join(" or "))
    }
}

fn side_of(owner: Player) -> Side {
    if owner == Player::South { Side::Own } else { Side::Opponent }
}
