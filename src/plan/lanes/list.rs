//! Lanes that go on together, and those that wait.

use crate::plan::op::Address;

/// Lanes that there are: positions whose turns are played at once.
pub(in crate::plan) const LANES: usize = 256;

/// Some lanes.
#[derive(Debug, Clone, Copy)]
pub(super) struct List {
    lanes: [u8; LANES],
    count: usize,
    /// Whether these are the first ones, in order.
    is_first: bool,
}

/// Lanes of which something was found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found([u64; LANES / 64]);

impl Found {
    pub(super) const NONE: Found = Found([0; LANES / 64]);

    #[inline(always)]
    pub(super) fn add(&mut self, lane: usize) {
        self.0[lane / 64 % (LANES / 64)] |= 1 << (lane % 64);
    }

    #[inline(always)]
    pub(super) fn has(&self, lane: usize) -> bool {
        self.0[lane / 64 % (LANES / 64)] >> (lane % 64) & 1 != 0
    }

    pub(super) fn or(self, other: Found) -> Found {
        Found(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl List {
    pub(super) const NONE: List = List { lanes: [0; LANES], count: 0, is_first: false };

    /// N lanes from the first one on.
    pub(super) fn first(count: usize) -> Self {
        List { lanes: std::array::from_fn(|lane| lane.to_le_bytes()[0]), count: count.min(LANES), is_first: true }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// One more lane.
    pub(super) fn add(&mut self, lane: usize) {
        self.lanes[self.count % LANES] = lane.to_le_bytes()[0];
        self.count += 1;
        self.is_first = false;
    }

    /// Does something with each lane.
    #[inline(always)]
    pub(super) fn each(&self, mut act: impl FnMut(usize)) {
        for lane in &self.lanes[..self.count.min(LANES)] {
            act(usize::from(*lane) % LANES);
        }
    }

    /// The same for something small: in lanes side by side it becomes vector code.
    #[inline(always)]
    pub(super) fn each_small(&self, act: impl FnMut(usize)) {
        if self.is_first {
            (0..self.count.min(LANES)).for_each(act);
        } else {
            self.each(act);
        }
    }

    /// Those lanes of which something small holds, and the others.
    #[inline(always)]
    pub(super) fn split(&self, holds: impl Fn(usize) -> bool) -> (List, List) {
        if !self.is_first {
            return self.split_by(holds);
        }
        let mut flags = [0; LANES];
        for (lane, flag) in flags.iter_mut().enumerate().take(self.count) {
            *flag = u8::from(holds(lane));
        }
        let some = flags.iter().map(|flag| usize::from(*flag)).sum();
        self.by(&flags, some)
    }

    /// The same for what is not small or changes something.
    #[inline(always)]
    pub(super) fn split_by(&self, mut holds: impl FnMut(usize) -> bool) -> (List, List) {
        let (mut flags, mut some) = ([0; LANES], 0);
        for (lane, flag) in self.lanes.iter().zip(&mut flags).take(self.count) {
            *flag = u8::from(holds(usize::from(*lane) % LANES));
            some += usize::from(*flag);
        }
        self.by(&flags, some)
    }

    /// Those whose flag is 1, which are n, and those whose flag is 0: flags stand in the order of the list.
    fn by(&self, flags: &[u8; LANES], some: usize) -> (List, List) {
        if some == 0 {
            (List::NONE, *self)
        } else if some == self.count {
            (*self, List::NONE)
        } else {
            self.part(flags)
        }
    }

    fn part(&self, flags: &[u8; LANES]) -> (List, List) {
        let (mut yes, mut no) = (List::NONE, List::NONE);
        for (lane, flag) in self.lanes.iter().zip(flags).take(self.count) {
            // Both are written, and one of them counts: that is faster than to branch.
            yes.lanes[yes.count % LANES] = *lane;
            no.lanes[no.count % LANES] = *lane;
            yes.count += usize::from(*flag);
            no.count += usize::from(1 - *flag);
        }
        (yes, no)
    }

    /// Only those lanes of which something holds.
    #[inline(always)]
    pub(super) fn retain(&mut self, holds: impl Fn(usize) -> bool) {
        *self = self.split(holds).0;
    }

    fn append(&mut self, other: &List) {
        let end = (self.count + other.count).min(LANES);
        let added = end - self.count;
        self.lanes[self.count..end].copy_from_slice(&other.lanes[..added]);
        self.count = end;
        self.is_first = false;
    }
}

/// Lanes that wait, by where they go on: the last ones have the lowest address.
#[derive(Debug, Clone, Default)]
pub(super) struct Waiting(Vec<(Address, List)>);

impl Waiting {
    /// These wait at an address, with those that wait there already.
    pub(super) fn add(&mut self, at: Address, list: &List) {
        if list.is_empty() {
            return;
        }
        let before = self.0.iter().rposition(|(other, _)| *other >= at);
        match before {
            Some(place) if self.0[place].0 == at => self.0[place].1.append(list),
            Some(place) => self.0.insert(place + 1, (at, *list)),
            None => self.0.insert(0, (at, *list)),
        }
    }

    /// Some of them wait at an address; what is left are the others.
    pub(super) fn part(&mut self, at: Address, (those, others): (List, List)) -> List {
        self.add(at, &those);
        others
    }

    /// Those with the lowest address.
    pub(super) fn next(&mut self) -> Option<(Address, List)> {
        self.0.pop()
    }

    /// The lowest address.
    #[inline]
    pub(super) fn lowest(&self) -> Option<Address> {
        self.0.last().map(|(at, _)| *at)
    }
}
