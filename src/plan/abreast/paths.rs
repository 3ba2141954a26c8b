//! Counts move paths in columns: positions wait, each with those that have as many moves to go, until there are as many as columns
//! hold.

use super::Abreast;
use super::going::{Came, Going};
use crate::model::Player;
use crate::plan::Side;
use crate::plan::expand::Expander;
use crate::plan::lanes::{Child, LANES};
use crate::plan::runner::Runner;

/// Fewer turns that are in relays are played to their end one after the other.
const FEW: usize = 24;

/// Turns are short that sow fewer laps than five for each four times sixteen cells, in the mean.
#[cfg(feature = "native")]
const LAPS: [usize; 2] = [5, 4];

/// More that take long do not wait.
const MANY: usize = 1024;

/// Counts the paths of both players, once there are many positions to look at: following the code takes as long as a few thousand
/// moves when it is first done.
#[derive(Debug)]
pub(in crate::plan) struct Paths<'p, const W: usize> {
    sides: &'p [Side<W>; 2],
    players: Option<[By<'p, W>; 2]>,
    /// Whether positions are such that they can be looked at so.
    is_allowed: bool,
}

/// What plays the turns of one player.
#[derive(Debug)]
struct By<'p, const W: usize> {
    turns: Abreast,
    /// Laps of relays.
    laps: Vec<Going<'p, u8, W>>,
}

impl<'p, const W: usize> By<'p, W> {
    fn new(side: &'p Side<W>) -> Option<Self> {
        let steps = side.steps()?;
        let laps = steps.laps.iter().map(Going::new).collect();
        Some(By { turns: Abreast::new(steps), laps })
    }
}

impl<'p, const W: usize> Paths<'p, W> {
    pub(in crate::plan) fn new(sides: &'p [Side<W>; 2]) -> Self {
        Paths { sides, players: None, is_allowed: false }
    }

    /// Whether positions can be looked at by machine code.
    #[cfg(feature = "native")]
    pub(in crate::plan) fn are_compiled(&self) -> bool {
        self.is_allowed && self.sides.iter().all(Side::has_compiled_steps)
    }

    /// Whether turns from these positions sow so few laps that putting each into its lane, sixteen cells at a time, takes longer than
    /// machine code takes to play it.
    #[cfg(feature = "native")]
    pub(in crate::plan) fn are_short(
        &mut self,
        positions: &[[u8; W]],
        mover: Player,
        others: &mut [Expander<'p, W>; 2],
    ) -> bool {
        let is_counted = self.count(positions, mover, 1, others).is_some();
        let laps = self.players.iter().flatten().flat_map(|by| &by.laps).map(Going::begun_and_sown);
        let [begun, sown] = laps.fold([0; 2], |all, lap| [all[0] + lap[0], all[1] + lap[1]]);
        let [for_some, some] = LAPS;
        is_counted && sown * some < for_some * self.sides[0].sizes.cells.div_ceil(16) * begun
    }

    /// From now on positions come from this one.
    pub(in crate::plan) fn begin_at(&mut self, position: &[u8; W]) {
        self.is_allowed = self.sides[0].can_hold_in_columns(position);
    }

    /// Paths of exactly n moves, at least one, from positions of a player; none if there are not many of them, or they cannot be
    /// looked at so. Every last move is really made. What takes long in columns is played otherwise.
    pub(in crate::plan) fn count(
        &mut self,
        positions: &[[u8; W]],
        mover: Player,
        depth: u32,
        others: &mut [Expander<'p, W>; 2],
    ) -> Option<u64> {
        if !self.is_allowed || (self.players.is_none() && positions.len() < LANES) {
            return None;
        }
        if self.players.is_none() {
            let [south, north] = self.sides;
            self.players = Some([By::new(south)?, By::new(north)?]);
        }
        let mut waiting = Waiting::new(u8::try_from(depth).ok()?);
        waiting.of(u8::try_from(depth).ok()?, mover).extend_from_slice(positions);
        let counting = Counting {
            players: self.players.as_mut()?,
            others,
            waiting,
            paths: 0,
            some: Vec::new(),
            came: Came::new(),
        };
        let paths = counting.all();
        if paths.is_none() {
            // What is under way would be taken for paths of others; and what takes long once does so again.
            self.players = None;
            self.is_allowed = false;
        }
        paths
    }
}

/// Counts paths from some positions.
struct Counting<'c, 'p, const W: usize> {
    players: &'c mut [By<'p, W>; 2],
    others: &'c mut [Expander<'p, W>; 2],
    waiting: Waiting<W>,
    paths: u64,
    /// Positions that are looked at together, and what has come of turns.
    some: Vec<[u8; W]>,
    came: Came<W>,
}

impl<const W: usize> Counting<'_, '_, W> {
    /// Those first of which there are enough to fill columns; where there are not as many anywhere, those that have the most moves to go,
    /// so that others become many. None if a turn takes too long.
    fn all(mut self) -> Option<u64> {
        loop {
            if let Some((mover, lap)) = self.relay(LANES) {
                self.sow(mover, lap);
            } else if let Some((depth, mover)) = self.waiting.next(&mut self.some) {
                self.turns(depth, mover);
            } else if let Some((mover, lap)) = self.relay(FEW) {
                self.sow(mover, lap);
            } else {
                self.players.iter_mut().flat_map(|player| &mut player.laps).for_each(Going::are_few);
                self.play_on()?;
                if self.waiting.is_empty() {
                    return Some(self.paths);
                }
            }
            if self.players.iter_mut().flat_map(|player| &mut player.laps).any(|lap| lap.long().len() > MANY) {
                self.play_on()?;
            }
        }
    }

    /// A lap of a relay that so many turns have come to.
    fn relay(&self, least: usize) -> Option<(Player, usize)> {
        let lap = |mover: Player| {
            let lap = self.players[mover.index()].laps.iter().position(|lap| lap.len() >= least)?;
            Some((mover, lap))
        };
        Player::BOTH.into_iter().find_map(lap)
    }

    /// Plays turns up to their first laps of relays, if they come to such.
    fn turns(&mut self, depth: u8, mover: Player) {
        let By { turns, laps } = &mut self.players[mover.index()];
        let laps = (laps.as_mut_slice(), &mut self.came);
        if depth == 1 {
            self.paths += turns.count(&self.some, laps);
        } else {
            turns.children((&self.some, depth), self.waiting.behind(depth, mover), laps);
        }
        self.take_up(mover);
    }

    fn sow(&mut self, mover: Player, lap: usize) {
        let player = &mut self.players[mover.index()];
        player.laps[lap].sow(&mut self.came);
        self.take_up(mover);
    }

    /// Takes up what has come of a player's turns.
    fn take_up(&mut self, mover: Player) {
        let (player, came) = (&mut self.players[mover.index()], &mut self.came);
        self.paths += std::mem::take(&mut came.paths);
        came.laps.drain(..).for_each(|(lap, turn, to_go)| player.laps[lap].add(turn, to_go));
        for (child, to_go) in came.children.drain(..) {
            self.waiting.add(mover, &child, to_go);
        }
    }

    /// Plays turns of relays to their end that take long, one after the other. None if one takes too long.
    fn play_on(&mut self) -> Option<()> {
        let Counting { players, others, waiting, paths, .. } = self;
        for mover in Player::BOTH {
            for lap in &mut players[mover.index()].laps {
                let mut long = std::mem::take(lap.long());
                for (under_way, to_go) in long.drain(..) {
                    let visit = |runner: &Runner<'_, W>| match to_go {
                        1 => *paths += 1,
                        to_go => runner.child().iter().for_each(|child| waiting.add(mover, child, to_go - 1)),
                    };
                    others[mover.index()].go_on(lap.head(), &under_way, visit).ok()?;
                }
                *lap.long() = long;
            }
        }
        Some(())
    }
}

/// Positions that wait, by how many moves they have to go, less one, and by who is to move.
struct Waiting<const W: usize>(Vec<[Vec<[u8; W]>; 2]>);

impl<const W: usize> Waiting<W> {
    fn new(depth: u8) -> Self {
        Waiting((0..depth).map(|_| [Vec::new(), Vec::new()]).collect())
    }

    fn of(&mut self, depth: u8, mover: Player) -> &mut Vec<[u8; W]> {
        &mut self.0[usize::from(depth) - 1][mover.index()]
    }

    fn is_empty(&self) -> bool {
        self.0.iter().flatten().all(Vec::is_empty)
    }

    /// Adds what a move of a player has led to.
    fn add(&mut self, mover: Player, child: &Child<W>, to_go: u8) {
        let next = if child.again { mover } else { mover.other() };
        self.of(to_go, next).push(child.cells);
    }

    /// Where positions behind a player's moves wait: those in which he moves again, and the others.
    fn behind(&mut self, depth: u8, mover: Player) -> [&mut Vec<[u8; W]>; 2] {
        let [south, north] = &mut self.0[usize::from(depth) - 2];
        if mover == Player::South { [south, north] } else { [north, south] }
    }

    /// Takes as many as columns hold, of those that have the fewest moves to go; where there are not as many anywhere, of those that
    /// have the most, so that others become many.
    fn next(&mut self, some: &mut Vec<[u8; W]>) -> Option<(u8, Player)> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Plan, Width, pack};
    use crate::{Game, Variant, shipped_names};

    /// Positions some moves behind the first one, of the player whose turn it is in more of them.
    fn positions<const W: usize>(sides: &[Side<W>; 2], game: &Game) -> (Player, Vec<[u8; W]>) {
        let mut expanders = sides.each_ref().map(|side| Expander::new(side, false));
        let mut both = [vec![pack(game.program(), &game.start())], Vec::new()];
        for _ in 0..6 {
            let mut next = [Vec::new(), Vec::new()];
            for mover in Player::BOTH {
                let mut children = Vec::new();
                for position in &both[mover.index()] {
                    assert!(expanders[mover.index()].children(position, &mut children).is_ok(), "it takes long");
                }
                for child in children {
                    next[if child.again { mover } else { mover.other() }.index()].push(child.cells);
                }
            }
            both = next;
            if both.iter().any(|positions| positions.len() >= LANES) {
                break;
            }
        }
        let [south, north] = both;
        let (mover, mut positions) =
            if south.len() > north.len() { (Player::South, south) } else { (Player::North, north) };
        positions.truncate(LANES + 40);
        (mover, positions)
    }

    /// Counts paths in columns and one after the other; none if that cannot be done in columns.
    fn compare<const W: usize>(sides: &[Side<W>; 2], game: &Game) -> Option<[u64; 2]> {
        if sides.iter().any(|side| side.steps().is_none_or(|steps| steps.laps.is_empty())) {
            return None;
        }
        let (mover, positions) = positions(sides, game);
        let mut expanders = sides.each_ref().map(|side| Expander::new(side, false));
        let mut paths = Paths::new(sides);
        paths.begin_at(positions.first()?);
        let in_columns = paths.count(&positions, mover, 2, &mut expanders)?;
        let mut one_by_one = 0;
        for position in &positions {
            let mut children = Vec::new();
            assert!(expanders[mover.index()].children(position, &mut children).is_ok(), "it takes long");
            for child in children {
                let next = &mut expanders[if child.again { mover } else { mover.other() }.index()];
                let goes_on = next.is_over(&child.cells) != Some(true);
                one_by_one += if goes_on { next.count(&child.cells).expect("it does not take long") } else { 0 };
            }
        }
        Some([in_columns, one_by_one])
    }

    /// As many paths are counted lap by lap as one after the other, in all shipped games with relays that are followed.
    #[test]
    fn relays_are_counted_lap_by_lap() {
        let mut compared = 0;
        for name in shipped_names() {
            let Ok(game) = Variant::shipped(name).expect("it is shipped").game() else { continue };
            let Ok(plan) = Plan::new(game.program()) else { continue };
            let counted = match &plan.width {
                Width::Narrow(sides) => compare(sides, &game),
                Width::Middle(sides) => compare(sides, &game),
                Width::Wide(sides) => compare(sides, &game),
            };
            if let Some([in_columns, one_by_one]) = counted {
                assert_eq!(in_columns, one_by_one, "{name}");
                compared += 1;
            }
        }
        assert!(compared >= 25, "only {compared} were");
    }
}
