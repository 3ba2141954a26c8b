//! Places, who faces whom, and tracks: section 2 of the language page.

use super::rules::Rules;
use super::value::Way;
use super::{Answer, meaningless};
use mancala::model::Player;
use mancala::syntax::ast::{BoardEntry, Expr, Part, Segment, Side};

/// The board. South's places come first, then North's, then `off`; a player's are pits row by row, then store and
/// reserves as they are declared.
#[derive(Debug, Default)]
pub(super) struct Board {
    rows: Vec<Row>,
    /// The store and the reserves.
    holders: Vec<String>,
    off: bool,
    pub(super) tracks: Vec<Track>,
    /// Named pits and sets: places of a player, counted within his.
    pits: Vec<(String, usize)>,
    sets: Vec<(String, Vec<usize>)>,
}

/// A row of pits, one for each player.
#[derive(Debug, Clone)]
pub(super) struct Row {
    name: String,
    size: usize,
    /// Where it begins among the places of a player.
    first: usize,
    facing: Option<String>,
    behind: Option<String>,
}

/// A closed path, as South and as North see it.
#[derive(Debug)]
pub(super) struct Track {
    pub(super) name: String,
    places: [Vec<usize>; 2],
    ways: Option<(String, String)>,
}

impl Track {
    pub(super) fn places(&self, side: Player) -> &[usize] {
        &self.places[side.index()]
    }
}

/// The place behind this one on a closed path.
pub(super) fn next_on(at: usize, length: usize, way: Way) -> usize {
    match way {
        Way::Written => (at + 1) % length,
        Way::Contrary => (at + length - 1) % length,
    }
}

impl Board {
    /// Reads the entries; `rules` says what their numbers are.
    pub(super) fn read(entries: &[BoardEntry], rules: &Rules) -> Answer<Board> {
        let mut board = Board::default();
        for entry in entries {
            match entry {
                BoardEntry::Row { name, size, facing, behind } => board.rows.push(Row {
                    name: name.text.clone(),
                    size: whole(rules, size)?,
                    first: board.pits_of_a_player(),
                    facing: facing.as_ref().map(|name| name.text.clone()),
                    behind: behind.as_ref().map(|name| name.text.clone()),
                }),
                BoardEntry::Store(_) => board.holders.push("store".into()),
                BoardEntry::Reserve(name) => board.holders.push(name.text.clone()),
                BoardEntry::Off(_) => board.off = true,
                BoardEntry::Track { .. } | BoardEntry::Pit(..) | BoardEntry::Set(..) => {}
            }
        }
        for entry in entries {
            match entry {
                BoardEntry::Pit(name, row, number) => {
                    let numbers = [whole(rules, number)?];
                    let pits = board.part(&row.text, &numbers)?;
                    board.pits.push((name.text.clone(), pits[0]));
                }
                BoardEntry::Set(name, parts) => {
                    let mut pits = Vec::new();
                    for Part { row, range } in parts {
                        pits.extend(board.part_in_range(rules, &row.text, range.as_ref())?);
                    }
                    board.sets.push((name.text.clone(), pits));
                }
                _ => {}
            }
        }
        for entry in entries {
            if let BoardEntry::Track { name, segments, ways } = entry {
                let places = [board.path(rules, segments, Player::South)?, board.path(rules, segments, Player::North)?];
                let ways = ways.as_ref().map(|(one, other)| (one.text.clone(), other.text.clone()));
                board.tracks.push(Track { name: name.text.clone(), places, ways });
            }
        }
        Ok(board)
    }

    fn path(&self, rules: &Rules, segments: &[Segment], mover: Player) -> Answer<Vec<usize>> {
        let mut path = Vec::new();
        for segment in segments {
            for side in sides(segment.side, mover) {
                let pits = self.part_in_range(rules, &segment.place.text, segment.range.as_ref())?;
                path.extend(pits.into_iter().map(|pit| self.place(side, pit)));
            }
        }
        Ok(path)
    }

    pub(super) fn part_in_range(
        &self,
        rules: &Rules,
        name: &str,
        range: Option<&(Expr, Option<Expr>)>,
    ) -> Answer<Vec<usize>> {
        let Some((from, to)) = range else {
            return self.named(name).map_or_else(|| meaningless(format!("there is no place {name}")), Ok);
        };
        let from = whole(rules, from)?;
        let to = to.as_ref().map_or(Ok(from), |to| whole(rules, to))?;
        let numbers: Vec<usize> = if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() };
        self.part(name, &numbers)
    }

    /// These pits of a row, among the places of a player.
    fn part(&self, row: &str, numbers: &[usize]) -> Answer<Vec<usize>> {
        let Some(row) = self.row(row) else { return meaningless(format!("there is no row {row}")) };
        let pit = |number: &usize| match row.pit(*number as i64) {
            Some(pit) => Ok(pit),
            None => meaningless(format!("row {} has no pit {number}", row.name)),
        };
        numbers.iter().map(pit).collect()
    }

    /// All places of a player that a name stands for: a row, a store or reserve, a named pit or set, or his whole side.
    pub(super) fn named(&self, name: &str) -> Option<Vec<usize>> {
        if let Some(row) = self.row(name) {
            return Some((row.first..row.first + row.size).collect());
        }
        if let Some((_, places)) = self.sets.iter().find(|(set, _)| set == name) {
            return Some(places.clone());
        }
        match self.single(name) {
            Some(place) => Some(vec![place]),
            None => (name == "side").then(|| (0..self.pits_of_a_player()).collect()),
        }
    }

    /// The one place of a player that a name stands for: a store or reserve, or a named pit.
    pub(super) fn single(&self, name: &str) -> Option<usize> {
        let holder = self.holders.iter().position(|holder| holder == name).map(|at| self.pits_of_a_player() + at);
        holder.or_else(|| self.pits.iter().find(|(pit, _)| pit == name).map(|(_, place)| *place))
    }

    pub(super) fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    fn pits_of_a_player(&self) -> usize {
        self.rows.iter().map(|row| row.size).sum()
    }

    fn places_of_a_player(&self) -> usize {
        self.pits_of_a_player() + self.holders.len()
    }

    /// Number of all places.
    pub(super) fn places(&self) -> usize {
        2 * self.places_of_a_player() + usize::from(self.off)
    }

    /// The number, on the whole board, of a place of a player.
    pub(super) fn place(&self, player: Player, place: usize) -> usize {
        player.index() * self.places_of_a_player() + place
    }

    /// Where seeds go that leave the game.
    pub(super) fn off(&self) -> Option<usize> {
        self.off.then(|| 2 * self.places_of_a_player())
    }

    /// Whose place it is, and which of his; nobody's is `off`.
    fn of_whom(&self, place: usize) -> Option<(Player, usize)> {
        let each = self.places_of_a_player();
        match place {
            _ if place < each => Some((Player::South, place)),
            _ if place < 2 * each => Some((Player::North, place - each)),
            _ => None,
        }
    }

    pub(super) fn owner(&self, place: usize) -> Option<Player> {
        self.of_whom(place).map(|(player, _)| player)
    }

    /// The row in which a place lies, whose it is, and its number in the row.
    fn in_row(&self, place: usize) -> Option<(&Row, Player, usize)> {
        let (player, place) = self.of_whom(place)?;
        let row = self.rows.iter().find(|row| (row.first..row.first + row.size).contains(&place))?;
        Some((row, player, place - row.first + 1))
    }

    /// The number of a pit in its row; 0 for other places.
    pub(super) fn number(&self, place: usize) -> usize {
        self.in_row(place).map_or(0, |(_, _, number)| number)
    }

    /// Pit k faces the other player's pit n + 1 - k.
    pub(super) fn facing(&self, place: usize) -> Option<usize> {
        let (row, player, number) = self.in_row(place)?;
        let faced = self.row(row.facing.as_ref()?)?;
        Some(self.place(player.other(), faced.pit((faced.size + 1 - number) as i64)?))
    }

    /// The pit that lies behind this one has the same number.
    pub(super) fn behind(&self, place: usize) -> Option<usize> {
        let (front, player, number) = self.in_row(place)?;
        let back = self.rows.iter().find(|row| row.behind.as_ref() == Some(&front.name))?;
        Some(self.place(player, back.pit(number as i64)?))
    }

    pub(super) fn track(&self, name: &str) -> Answer<usize> {
        let track = self.tracks.iter().position(|track| track.name == name);
        track.map_or_else(|| meaningless(format!("there is no track {name}")), Ok)
    }

    /// The way of this name.
    pub(super) fn way(&self, name: &str) -> Option<Way> {
        self.tracks.iter().filter_map(|track| track.ways.as_ref()).find_map(|(written, contrary)| {
            if name == written {
                Some(Way::Written)
            } else if name == contrary {
                Some(Way::Contrary)
            } else {
                None
            }
        })
    }
}

impl Row {
    /// The pit with this number, among the places of a player.
    pub(super) fn pit(&self, number: i64) -> Option<usize> {
        let number = usize::try_from(number).ok()?;
        (1..=self.size).contains(&number).then(|| self.first + number - 1)
    }
}

/// The players that a word means when this one moves; of `all` the mover comes first.
pub(super) fn sides(side: Side, mover: Player) -> Vec<Player> {
    match side {
        Side::Own => vec![mover],
        Side::Opponent => vec![mover.other()],
        Side::South => vec![Player::South],
        Side::North => vec![Player::North],
        Side::All => vec![mover, mover.other()],
    }
}

fn whole(rules: &Rules, number: &Expr) -> Answer<usize> {
    let number = rules.constant(number)?;
    usize::try_from(number).or_else(|_| meaningless(format!("{number} is less than nothing")))
}
