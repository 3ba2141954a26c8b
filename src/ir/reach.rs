//! What a turn can come to: which rows of its tables can be taken, and which tables never let it stop. Whatever is not
//! known of a position is taken to be possible, so that what is said here to be impossible is.

use super::landing::Facts;
use super::program::*;
use crate::model::RuleId;

/// Largest count of a last pit that is told apart; a larger one is not known.
const LARGEST: i32 = 40;

/// What the turns of a program can come to.
#[derive(Debug, Clone, Default)]
pub struct Reach {
    /// Rows that are never taken, whatever the turn: their rule, and whether they offer a choice.
    pub never: Vec<(RuleId, bool)>,
    /// Rows that are taken at some time.
    pub taken: Vec<RuleId>,
    /// Rules of relays whose table does nothing but relay, for good.
    pub endless: Vec<RuleId>,
}

impl Reach {
    /// Follows every kind of move of the program, for both players.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let of_side = |code: &Code| {
            let counted = !program.layout.wide && code.sowings.iter().all(|sowing| sowing.each_drop.is_none());
            let rows = code.row_starts.iter().filter(|starts| **starts).count();
            let reached = vec![false; code.instructions.len()];
            let mut walk = Walk { code, counted, reached, rows_left: rows, endless: Vec::new() };
            (0..code.kinds.len()).for_each(|kind| walk.kind(kind));
            walk.result()
        };
        let mut south = of_side(&program.sides[0]);
        if south.never.is_empty() && south.endless.is_empty() {
            return south;
        }
        let north = of_side(&program.sides[1]);
        south.never.retain(|(rule, _)| !north.taken.contains(rule));
        south.endless.retain(|rule| north.endless.contains(rule));
        south.taken.extend(north.taken);
        south
    }
}

/// A table with the places where the last piece may lie.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Entry {
    at: Address,
    places: u128,
    /// Whether it may be looked at although no piece has fallen: an empty pit was lifted.
    nothing_sown: bool,
}

struct Walk<'c> {
    code: &'c Code,
    /// Whether the last pit holds the piece that fell last when a table is looked at.
    counted: bool,
    reached: Vec<bool>,
    /// Rows that nothing has come to yet.
    rows_left: usize,
    endless: Vec<RuleId>,
}

/// What was met from one table on.
#[derive(Default)]
struct Met {
    entries: Vec<Entry>,
    relays: Vec<(Address, RuleId)>,
    stops: bool,
}

impl Met {
    fn come_to(&mut self, entry: Entry) {
        if !self.entries.contains(&entry) {
            self.entries.push(entry);
        }
    }

    fn relay(&mut self, to: Address, rule: RuleId) {
        if !self.relays.contains(&(to, rule)) {
            self.relays.push((to, rule));
        }
    }
}

impl<'c> Walk<'c> {
    /// Follows the turns of one kind: from its first statement, then from every table that it comes to.
    fn kind(&mut self, kind: usize) {
        let mut met = Met::default();
        let facts = |last| Facts::new(self.code, last, None).of_kind(kind as i32);
        let (begin, close) = (facts(Some(-1)), facts(None));
        self.follow(self.code.kinds[kind].entry, begin, 0, &mut met);
        self.follow(self.code.kinds[kind].close, close, 0, &mut met);
        let mut known: Vec<(Entry, Met)> = Vec::new();
        let mut open = met.entries;
        while let Some(mut entry) = open.pop() {
            let at = known.iter().position(|(other, _)| other.at == entry.at).unwrap_or(known.len());
            if let Some((other, _)) = known.get(at) {
                let news = entry.nothing_sown && !other.nothing_sown;
                if other.places | entry.places == other.places && !news {
                    continue;
                }
                entry.places |= other.places;
                entry.nothing_sown |= other.nothing_sown;
            }
            let met = self.table(entry, kind);
            open.extend(met.entries.iter().copied());
            match known.get_mut(at) {
                Some(before) => *before = (entry, met),
                None => known.push((entry, met)),
            }
        }
        for (entry, met) in known {
            if !met.stops && !met.relays.is_empty() && met.relays.iter().all(|(to, _)| *to == entry.at) {
                self.endless.extend(met.relays.first().map(|(_, rule)| *rule));
            }
        }
    }

    /// Follows a table for every last pit and count.
    fn table(&mut self, entry: Entry, kind: usize) -> Met {
        let mut met = Met::default();
        let places = (0..128).filter(|place| entry.places >> place & 1 == 1);
        for place in places {
            if met.stops && self.rows_left == 0 {
                // There is nothing left to find out.
                return met;
            }
            let largest = if self.counted { LARGEST } else { 0 };
            let counts = 1..=largest;
            for count in counts.map(Some).chain([None]) {
                let facts = Facts::new(self.code, Some(place), count).of_kind(kind as i32);
                // Counts that are not told apart are larger than those that are.
                let facts = if self.counted && count.is_none() { facts.larger_than(LARGEST) } else { facts };
                self.follow(entry.at, facts, entry.places, &mut met);
            }
        }
        if entry.nothing_sown {
            for place in (0..128).filter(|place| entry.places >> place & 1 == 1).chain([-1]) {
                let mut facts = Facts::new(self.code, Some(place), None).of_kind(kind as i32);
                facts.forget_count();
                self.follow(entry.at, facts, entry.places, &mut met);
            }
        }
        met
    }

    /// Follows the instructions from an address on, both ways where it is not known which.
    fn follow(&mut self, at: Address, facts: Facts<'c>, places: u128, met: &mut Met) {
        let code = self.code;
        let mut open = vec![(at, facts)];
        let mut seen: Vec<(Address, Facts<'c>)> = Vec::new();
        while let Some((mut at, mut facts)) = open.pop() {
            if seen.iter().any(|(other, known)| *other == at && known.same_as(&facts)) {
                continue;
            }
            seen.push((at, facts.clone()));
            loop {
                let before = std::mem::replace(&mut self.reached[usize::from(at)], true);
                self.rows_left -= usize::from(!before && code.row_starts[usize::from(at)]);
                let mut next = at + 1;
                match code.instructions[usize::from(at)] {
                    Instruction::Jump(address) => {
                        open.push((address, facts));
                        break;
                    }
                    Instruction::Unless(condition, address) => match facts.number(condition) {
                        Some(0) => next = address,
                        Some(_) => {}
                        None => open.push((address, facts.clone())),
                    },
                    Instruction::UnlessSome(set, address) => match facts.has_member(set) {
                        Some(false) => next = address,
                        Some(true) => {}
                        None => open.push((address, facts.clone())),
                    },
                    Instruction::Let(register, value) => facts.keep(register, value),
                    Instruction::LetSet(register, value) => facts.keep_set(register, value),
                    Instruction::Fork(list) => {
                        open.extend(code.lists[usize::from(list)].iter().map(|address| (*address, facts.clone())));
                        break;
                    }
                    Instruction::Relay(pit, landing) => {
                        let to = code.landings[usize::from(landing)].at;
                        met.relay(to, code.rules[usize::from(at)]);
                        met.come_to(Entry { at: to, places, nothing_sown: !facts.holds_last(pit) });
                        break;
                    }
                    Instruction::ChoosePit(register, list) => {
                        if code.lists[usize::from(list)].iter().all(|set| holds_pieces(code, *set)) {
                            facts.is_filled(register);
                        }
                    }
                    Instruction::ChooseWay(..) | Instruction::ChooseNumber(..) => {}
                    Instruction::Lift(pit) => {
                        let fills = facts.fills_hand(pit);
                        facts.forget_count();
                        facts.in_hand = fills;
                    }
                    Instruction::LiftAndSow(pit, sowing, landing) => {
                        let at = code.landings[usize::from(landing)].at;
                        let track = code.tracks[usize::from(code.sowings[usize::from(sowing)].track)].mask;
                        met.come_to(Entry { at, places: track | places, nothing_sown: !facts.fills_hand(pit) });
                        met.stops = true;
                        break;
                    }
                    Instruction::Sow(sowing) => {
                        let sowing = &code.sowings[usize::from(sowing)];
                        let track = code.tracks[usize::from(sowing.track)].mask;
                        let nothing_sown = !facts.in_hand;
                        met.come_to(Entry { at: next, places: track | places, nothing_sown });
                        if let Some(address) = sowing.each_drop {
                            open.push((address, Facts::new(code, None, None)));
                        }
                        met.stops = true;
                        break;
                    }
                    Instruction::SowOn => {
                        met.come_to(Entry { at: next, places, nothing_sown: true });
                        met.stops = true;
                        break;
                    }
                    Instruction::Stop(_)
                    | Instruction::Finish(_)
                    | Instruction::Done
                    | Instruction::Return
                    | Instruction::NotLegal => {
                        met.stops = true;
                        break;
                    }
                    Instruction::EndLap | Instruction::Untils | Instruction::Prefer(..) => {}
                    Instruction::CaptureEnds | Instruction::Require(_) => met.stops = true,
                    // Pieces are moved: what was known of the last pit may hold no longer.
                    _ => facts.forget_count(),
                }
                at = next;
            }
        }
    }

    fn result(self) -> Reach {
        let code = self.code;
        let rows = (0..code.instructions.len()).filter(|at| code.row_starts[*at]);
        let (mut never, mut taken) = (Vec::new(), Vec::new());
        for at in rows {
            let rule = code.rules[at];
            if self.reached[at] {
                taken.push(rule);
            } else {
                never.push((rule, matches!(code.instructions[at], Instruction::Fork(_))));
            }
        }
        Reach { never, taken, endless: self.endless }
    }
}

/// Whether every member of a set holds a piece.
fn holds_pieces(code: &Code, set: Set) -> bool {
    match code.sets[usize::from(set)] {
        SetNode::NonEmpty(_) => true,
        SetNode::WhereCells(of, first, counts) => {
            (first == 0 && !code.counts[usize::from(counts)].has(0)) || holds_pieces(code, of)
        }
        SetNode::Where(of, ..) | SetNode::Minus(of, _) => holds_pieces(code, of),
        SetNode::Union(one, two) => holds_pieces(code, one) && holds_pieces(code, two),
        _ => false,
    }
}
