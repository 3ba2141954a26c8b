//! Where tables and paths lead: steps, chains, walks.

use super::tables::Tables;

/// The sowing along whose path something lies, and its way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Along {
    /// Its number; -1 before anything was sown.
    pub(super) sowing: i32,
    pub(super) way: i32,
}

/// A walk along a path.
#[derive(Debug, Clone, Copy)]
pub(super) struct Walk {
    /// The number of the path and the way, in one.
    pub(super) path: i32,
    /// How far it has come.
    pub(super) index: i32,
    /// How far it may still go.
    pub(super) left: i32,
}

/// A chain that is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chained {
    pub(super) from: i32,
    /// At most n places.
    pub(super) most: i32,
    pub(super) chain: u16,
}

/// The number of a place or option; those of positions played so fit.
#[inline(always)]
pub(super) fn as_i32(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(-1)
}

/// The first member of a set that has one.
#[inline(always)]
pub(super) fn first_of(set: u64) -> i32 {
    set.trailing_zeros().cast_signed()
}

/// A place as a set; none is the empty set.
#[inline(always)]
pub(super) fn as_set(place: i32) -> u64 {
    // The number of a place is below 64; that of none is not.
    if place < 0 { 0 } else { 1 << (place & 63) }
}

/// The only member of a set, or none.
#[inline(always)]
pub(super) fn only_of(set: u64) -> i32 {
    if set.is_power_of_two() { first_of(set) } else { -1 }
}

impl<const W: usize> Tables<W> {
    /// What a table holds for a place, or for none.
    #[inline(always)]
    pub(super) fn entry(&self, table: u16, place: i32) -> i32 {
        let entry = usize::try_from(place + 1).unwrap_or(0);
        let table = &self.places[usize::from(table)];
        table.get(entry).copied().unwrap_or(table[0])
    }

    /// What a table holds for the members of a set.
    #[inline]
    pub(super) fn related(&self, set: u64, table: u16) -> u64 {
        let table = &self.places[usize::from(table)];
        let (mut left, mut related) = (set, 0);
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            related |= as_set(table.get(place + 1).copied().unwrap_or(-1));
        }
        related
    }

    /// A place n steps along a track.
    pub(super) fn steps_along(&self, count: i32, from: i32, way: i32, steps: u16) -> i32 {
        let (path, back) = self.steps[usize::from(steps)];
        let path = &self.paths[path];
        let way = i32::from((way == 0) == back);
        let Some(index) = path.find(way, from) else { return -1 };
        let places = &path.places[usize::from(way == 1)];
        let length = i64::try_from(places.len()).unwrap_or(1);
        let at = (i64::try_from(index).unwrap_or(0) + i64::from(count)).rem_euclid(length);
        usize::try_from(at).ok().and_then(|at| places.get(at)).map_or(-1, |place| i32::from(*place))
    }

    /// The path of a sowing; of the first track before anything was sown.
    #[inline]
    pub(super) fn path_of_sowing(&self, sowing: i32) -> usize {
        let sowing = usize::try_from(sowing).ok();
        sowing.and_then(|sowing| self.path_of.get(sowing)).copied().unwrap_or(0)
    }

    /// The places of a chain; `cells` is what its conditions are asked of.
    #[inline(always)]
    pub(super) fn chain(&self, cells: &[u8; W], along: Along, asked: Chained) -> u64 {
        let chain = &self.chains[usize::from(asked.chain)];
        let (Ok(first), Ok(most)) = (usize::try_from(asked.from), usize::try_from(asked.most)) else { return 0 };
        // Most chains end where they begin.
        if most == 0 || !chain.filter.holds_of(cells, first) {
            return 0;
        }
        self.chain_on(cells, along, asked)
    }

    /// The places of a chain that has one.
    fn chain_on(&self, cells: &[u8; W], along: Along, asked: Chained) -> u64 {
        let chain = &self.chains[usize::from(asked.chain)];
        let most = usize::try_from(asked.most).unwrap_or(0);
        let Some(path) = self.paths.get(self.path_of_sowing(along.sowing)) else { return 0 };
        let way = along.way ^ i32::from(chain.back);
        let Some(index) = path.find(way, asked.from) else { return 0 };
        let further = path.round(way, index, most).iter().skip(1);
        let held = further.take_while(|place| chain.filter.holds_of(cells, usize::from(**place)));
        held.fold(as_set(asked.from), |found, place| found | as_set(i32::from(*place)))
    }

    /// Begins a walk of at most n steps; none if the place is not on the path.
    pub(super) fn walk(&self, along: Along, from: i32, back: bool, most: i32) -> Option<Walk> {
        let (number, way) = (self.path_of_sowing(along.sowing), along.way ^ i32::from(back));
        let path = self.paths.get(number)?;
        let index = path.find(way, from)?;
        let length = as_i32(path.places[0].len());
        Some(Walk { path: as_i32(number) << 1 | way, index: as_i32(index), left: most.min(length) })
    }

    /// The place that a walk is at; none if it is over.
    pub(super) fn walk_at(&self, walk: Walk) -> Option<i32> {
        if walk.left <= 0 {
            return None;
        }
        let path = &self.paths[usize::try_from(walk.path >> 1).ok()?];
        let places = &path.places[usize::from(walk.path & 1 == 1)];
        let index = usize::try_from(walk.index).ok()? % places.len();
        places.get(index).map(|place| i32::from(*place))
    }
}

/// The member of a set with this number, as a set.
#[inline]
pub(super) fn member(mut set: u64, number: u32) -> u64 {
    for _ in 0..number {
        set &= set.wrapping_sub(1);
    }
    set & set.wrapping_neg()
}
