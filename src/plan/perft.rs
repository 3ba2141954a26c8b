//! Counts move paths, of many positions at once where the program allows it.

use super::Side;
use super::abreast::Paths;
use super::expand::Expander;
use super::lanes::{Child, LANES, Lanes, TooLong};
#[cfg(feature = "native")]
use super::native::Lists;
use crate::ir::Program;
use crate::model::Player;

/// Counts what cannot be followed here: a position, who is to move, and how deep.
pub(super) type Otherwise<'o, const W: usize> = &'o mut dyn FnMut(&[u8; W], Player, u32) -> u64;

/// Counts move paths of one program.
pub(super) struct Perft<'p, const W: usize> {
    sides: [Expander<'p, W>; 2],
    /// In columns, where turns lead onward only. None where the moves of a position have to be compared before it is known which
    /// are legal.
    abreast: Option<Paths<'p, W>>,
    /// None there, too, and where there are several kinds of pieces.
    lanes: Option<[Lanes<'p, W>; 2]>,
    /// None where there is no machine code that lists and counts.
    #[cfg(feature = "native")]
    by_code: Option<Lists<'p, W>>,
    /// Whether columns are gone through by machine code, and whether it was tried if that pays.
    has_compiled_columns: bool,
    #[cfg(feature = "native")]
    is_tried: bool,
    /// Lists that are used again.
    spare: Vec<Vec<Child<W>>>,
}

impl<'p, const W: usize> Perft<'p, W> {
    pub(super) fn new(program: &'p Program, sides: &'p [Side<W>; 2]) -> Self {
        let prefers = program.model.preferences > 0;
        Perft {
            abreast: (!prefers).then(|| Paths::new(sides)),
            sides: sides.each_ref().map(|side| Expander::new(side, prefers)),
            lanes: (!prefers && !sides[0].has_several_kinds()).then(|| sides.each_ref().map(Lanes::new)),
            #[cfg(feature = "native")]
            by_code: Lists::new(sides).filter(|_| !prefers),
            has_compiled_columns: false,
            #[cfg(feature = "native")]
            is_tried: false,
            spare: Vec::new(),
        }
    }

    /// Paths of exactly n moves from a position; every last move is really made.
    pub(super) fn count(&mut self, position: &[u8; W], mover: Player, depth: u32, otherwise: Otherwise<'_, W>) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.abreast.iter_mut().for_each(|paths| paths.begin_at(position));
        #[cfg(feature = "native")]
        {
            self.has_compiled_columns = self.abreast.as_ref().is_some_and(Paths::are_compiled);
            let by_code = self.by_code.as_ref().filter(|_| !self.has_compiled_columns);
            if by_code.is_some_and(|lists| lists.can_play(position)) {
                return self.by_code(position, mover, depth, otherwise);
            }
        }
        self.all(&[*position], mover, depth, otherwise)
    }

    /// The same by machine code; where that cannot, move by move.
    #[cfg(feature = "native")]
    fn by_code(&mut self, position: &[u8; W], mover: Player, depth: u32, otherwise: Otherwise<'_, W>) -> u64 {
        let Some(lists) = &mut self.by_code else { return self.one_by_one(position, mover, depth, otherwise) };
        let counted = if depth == 1 {
            lists.list_only(position);
            lists.count(mover.index(), false)
        } else {
            let is_listed = lists.list(position, mover.index());
            let most = if lists.counts_paths_of_two() { 3 } else { 2 };
            if depth > most && is_listed.is_some() {
                let mut children = self.spare.pop().unwrap_or_default();
                children.extend(lists.listed());
                let next = |child: &Child<W>| if child.again { mover } else { mover.other() };
                let paths = |child: &Child<W>| self.by_code(&child.cells, next(child), depth - 1, otherwise);
                let paths = children.iter().map(paths).sum();
                children.clear();
                self.spare.push(children);
                return paths;
            }
            is_listed.and_then(|()| lists.count(mover.index(), depth == 3))
        };
        counted.unwrap_or_else(|| self.one_by_one(position, mover, depth, otherwise))
    }

    /// Whether positions are counted one after the other by machine code that lists: where there is none for columns, or turns are too
    /// short for that, which is tried where there are enough positions first.
    #[cfg(feature = "native")]
    fn goes_by_code(&mut self, positions: &[[u8; W]], mover: Player) -> bool {
        let lists = self.by_code.as_ref();
        if !positions.first().is_some_and(|first| lists.is_some_and(|lists| lists.can_play(first))) {
            return false;
        }
        if self.has_compiled_columns && !self.is_tried && positions.len() == LANES {
            self.is_tried = true;
            let paths = self.abreast.as_mut();
            let are_short = paths.is_some_and(|paths| paths.are_short(positions, mover, &mut self.sides));
            self.has_compiled_columns = !are_short;
        }
        !self.has_compiled_columns
    }

    /// Whether a player's moves are looked for in many positions at once, if there are many.
    fn goes_together(&self, mover: Player) -> bool {
        self.has_compiled_columns || !self.sides[mover.index()].is_faster_than_lanes()
    }

    /// The same of some positions, together.
    fn all(&mut self, positions: &[[u8; W]], mover: Player, depth: u32, otherwise: Otherwise<'_, W>) -> u64 {
        positions.chunks(LANES).map(|some| self.some(some, mover, depth, otherwise)).sum()
    }

    /// The same of as many positions as there are lanes.
    fn some(&mut self, positions: &[[u8; W]], mover: Player, depth: u32, otherwise: Otherwise<'_, W>) -> u64 {
        #[cfg(feature = "native")]
        if self.goes_by_code(positions, mover) {
            return positions.iter().map(|position| self.by_code(position, mover, depth, otherwise)).sum();
        }
        let (together, in_lanes) = (self.goes_together(mover), !self.sides[mover.index()].is_faster_than_lanes());
        let abreast = self.abreast.as_mut().filter(|_| together);
        if let Some(paths) = abreast.and_then(|abreast| abreast.count(positions, mover, depth, &mut self.sides)) {
            return paths;
        }
        let lanes = self.lanes.as_mut().filter(|_| in_lanes).map(|lanes| &mut lanes[mover.index()]);
        let lanes = lanes.filter(|lanes| lanes.are_worth_it());
        let Some(lanes) = lanes else {
            return match depth {
                2.. if together => self.children_apart(positions, mover, depth, otherwise),
                _ => positions.iter().map(|position| self.one_by_one(position, mover, depth, otherwise)).sum(),
            };
        };
        let mut children = Vec::new();
        let counted = match depth {
            1 => lanes.count(positions),
            _ => lanes.children(positions, &mut children).map(|()| 0),
        };
        match (counted, positions) {
            (Ok(count), _) if depth == 1 => count,
            (Ok(_), _) => self.further(&children, mover, depth - 1, otherwise),
            (Err(TooLong), [only]) => self.one_by_one(only, mover, depth, otherwise),
            (Err(TooLong), _) => {
                // What takes too long together may be quick apart.
                let (some, others) = positions.split_at(positions.len() / 2);
                self.some(some, mover, depth, otherwise) + self.some(others, mover, depth, otherwise)
            }
        }
    }

    /// Paths behind moves of a player.
    fn further(&mut self, children: &[Child<W>], mover: Player, depth: u32, otherwise: Otherwise<'_, W>) -> u64 {
        let mut by = |again: bool, next: Player| {
            let theirs = children.iter().filter(|child| child.again == again).map(|child| child.cells);
            self.all(&theirs.collect::<Vec<_>>(), next, depth, otherwise)
        };
        by(true, mover) + by(false, mover.other())
    }

    /// Paths from some positions, each of which is looked at by itself: what they lead to is looked at together.
    fn children_apart(&mut self, positions: &[[u8; W]], mover: Player, depth: u32, otherwise: Otherwise<'_, W>) -> u64 {
        let (side, mut children, mut paths) = (&mut self.sides[mover.index()], Vec::new(), 0);
        for position in positions {
            if side.is_over(position) == Some(true) {
                continue;
            }
            let before = children.len();
            if side.children(position, &mut children).is_err() {
                children.truncate(before);
                paths += otherwise(position, mover, depth);
            }
        }
        paths + self.further(&children, mover, depth - 1, otherwise)
    }

    /// Paths from a position, move by move.
    fn one_by_one(&mut self, position: &[u8; W], mover: Player, depth: u32, otherwise: Otherwise<'_, W>) -> u64 {
        if depth > 1 && self.goes_together(mover) {
            return self.children_apart(std::slice::from_ref(position), mover, depth, otherwise);
        }
        let side = &mut self.sides[mover.index()];
        if side.is_over(position) == Some(true) {
            return 0;
        }
        if depth == 1 {
            return side.count(position).unwrap_or_else(|_| otherwise(position, mover, depth));
        }
        let mut children = self.spare.pop().unwrap_or_default();
        let paths = match side.children(position, &mut children) {
            Ok(()) => self.each(&children, mover, depth - 1, otherwise),
            Err(_) => otherwise(position, mover, depth),
        };
        children.clear();
        self.spare.push(children);
        paths
    }

    /// Paths behind moves of a player, one after the other.
    fn each(&mut self, children: &[Child<W>], mover: Player, depth: u32, otherwise: Otherwise<'_, W>) -> u64 {
        let next = |child: &Child<W>| if child.again { mover } else { mover.other() };
        children.iter().map(|child| self.one_by_one(&child.cells, next(child), depth, otherwise)).sum()
    }
}
