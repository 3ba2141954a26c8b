//! Places that hold something in nearly every position, which is all that has to be known.

use super::Side;
use super::cells;
use super::foreseen::Foresight;
use super::free::Judged;

/// Sets of places: where there are pieces in each of them, something is known.
#[derive(Debug, Clone)]
pub(super) struct Filled<const W: usize> {
    sets: Vec<[u8; W]>,
}

impl<const W: usize> Filled<W> {
    /// That all options of a kind of move are legal. None if that is never known, or takes more than pieces.
    pub(super) fn free(side: &Side<W>, kind: usize) -> Option<Self> {
        if !side.free[kind] {
            return None;
        }
        let sets = match side.judged {
            Judged::Never => Vec::new(),
            Judged::Asked(_) => side.judged_at_once.as_ref()?.where_filled(0)?,
            Judged::Unknown => return None,
        };
        Some(Filled { sets })
    }

    /// The same of it that the game is not over before the turn, if there is a legal move.
    pub(super) fn not_over(side: &Side<W>) -> Option<Self> {
        let sets = match side.over {
            None => Vec::new(),
            Some(_) => side.over_at_once.as_ref()?.where_filled(0)?,
        };
        Some(Filled { sets })
    }

    /// The same of it that there is a legal move, and the game is not over.
    pub(super) fn goes_on(side: &Side<W>, foresight: &Foresight<W>) -> Option<Self> {
        let mut sets = Filled::free(side, foresight.kind())?.sets;
        sets.extend(Filled::not_over(side)?.sets);
        sets.push(cells::mask(foresight.options_where_there_are_pieces(side)?));
        sets.sort_unstable();
        sets.dedup();
        Some(Filled { sets })
    }

    /// Whether there are pieces in each of them.
    #[inline(always)]
    pub(super) fn all(&self, cells: &[u8; W]) -> bool {
        self.sets.iter().all(|set| !cells::none_under(cells, set))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use crate::plan::{Plan, Width};

    /// How many sets there are for South.
    fn sets(name: &str) -> Option<usize> {
        let game = Variant::shipped(name).expect("it is shipped").game().expect("it checks");
        let plan = Plan::new(game.program()).expect("it is planned");
        let Width::Narrow(sides) = &plan.width else { panic!("it has few cells") };
        let [south, _] = &**sides;
        let foresight = south.foresight(0).expect("its moves are foreseen");
        Filled::goes_on(south, foresight).map(|filled| filled.sets.len())
    }

    /// Kalah goes on as long as both players have seeds; in Oware, whoever is to move then need not look whom he feeds.
    #[test]
    fn pieces_tell_that_a_game_goes_on() {
        assert_eq!(sets("kalah"), Some(2));
        assert_eq!(sets("oware"), Some(2));
    }
}
