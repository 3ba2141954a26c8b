//! Counts move paths in columns: positions wait, each with those that have as many moves to go, until there are as many as columns
//! hold.

use super::Abreast;
use crate::model::Player;
use crate::plan::Side;
use crate::plan::lanes::LANES;

/// Counts the paths of both players, once there are many positions to look at: following the code takes as long as a few thousand
/// moves when it is first done.
#[derive(Debug)]
pub(in crate::plan) struct Paths<'p, const W: usize> {
    sides: &'p [Side<W>; 2],
    players: Option<[Abreast; 2]>,
    /// Whether positions are such that they can be looked at so.
    is_allowed: bool,
}

impl<'p, const W: usize> Paths<'p, W> {
    pub(in crate::plan) fn new(sides: &'p [Side<W>; 2]) -> Self {
        Paths { sides, players: None, is_allowed: false }
    }

    /// From now on positions come from this one.
    pub(in crate::plan) fn begin_at(&mut self, position: &[u8; W]) {
        self.is_allowed = self.sides[0].can_hold_in_columns(position);
    }

    /// Paths of exactly n moves, at least one, from positions of a player; none if there are not many of them, or they cannot be
    /// looked at so. Every last move is really made.
    pub(in crate::plan) fn count(&mut self, positions: &[[u8; W]], mover: Player, depth: u32) -> Option<u64> {
        if !self.is_allowed || (self.players.is_none() && positions.len() < LANES) {
            return None;
        }
        if self.players.is_none() {
            let [south, north] = self.sides;
            self.players = Some([Abreast::new(south.steps()?), Abreast::new(north.steps()?)]);
        }
        let players = self.players.as_mut()?;
        let mut waiting = Waiting::new(usize::try_from(depth).ok()?);
        waiting.of(depth, mover).extend_from_slice(positions);
        let (mut some, mut paths) = (Vec::with_capacity(LANES), 0);
        while let Some((depth, mover)) = waiting.next(&mut some) {
            let player = &mut players[mover.index()];
            if depth == 1 {
                paths += player.count(&some);
            } else {
                player.children(&some, waiting.behind(depth, mover));
            }
        }
        Some(paths)
    }
}

/// Positions that wait, by how many moves they have to go, less one, and by who is to move.
struct Waiting<const W: usize>(Vec<[Vec<[u8; W]>; 2]>);

impl<const W: usize> Waiting<W> {
    fn new(depth: usize) -> Self {
        Waiting((0..depth).map(|_| [Vec::new(), Vec::new()]).collect())
    }

    fn of(&mut self, depth: u32, mover: Player) -> &mut Vec<[u8; W]> {
        &mut self.0[depth as usize - 1][mover.index()]
    }

    /// Where positions behind a player's moves wait: those in which he moves again, and the others.
    fn behind(&mut self, depth: u32, mover: Player) -> [&mut Vec<[u8; W]>; 2] {
        let [south, north] = &mut self.0[depth as usize - 2];
        if mover == Player::South { [south, north] } else { [north, south] }
    }

    /// Takes as many as columns hold, of those that have the fewest moves to go; where there are not as many anywhere, of those that
    /// have the most, so that others become many.
    fn next(&mut self, some: &mut Vec<[u8; W]>) -> Option<(u32, Player)> {
        let all = || {
            (1..)
                .zip(&self.0)
                .flat_map(|(depth, both)| Player::BOTH.map(|mover| (depth, mover, both[mover.index()].len())))
        };
        let many = all().find(|(.., waiting)| *waiting >= LANES);
        let (depth, mover, _) = many.or_else(|| all().filter(|(.., waiting)| *waiting > 0).last())?;
        let waiting = self.of(depth, mover);
        some.clear();
        some.extend(waiting.drain(waiting.len().saturating_sub(LANES)..));
        Some((depth, mover))
    }
}
