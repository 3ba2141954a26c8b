//! What a turn can come to: which rows of its tables can be taken, and which tables never let it stop. Whatever is not
//! known of a position is taken to be possible, so that what is said here to be impossible is.

use super::block::{Action, Choice, Exit};
use super::expression::Number;
use super::facts::{Facts, Range};
use super::id::*;
use super::program::{Code, Program, RoundCode};
use crate::model::RuleId;

/// Largest count of a last pit that is told apart; those above it are taken together.
const LARGEST: i32 = 40;

/// How often a block is looked at with different facts before slots are forgotten: a turn that counts what it does
/// would go on for ever.
const MOST_VISITS: usize = 400;

/// How often blocks are looked at and compared with what was known of them before, for one player. A program that asks for
/// more is not followed to its end: then everything counts as possible.
const MOST_STEPS: u64 = 4_000_000;

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
        let mut south = Walk::of(program, &program.sides[0]).result();
        if south.never.is_empty() && south.endless.is_empty() {
            return south;
        }
        let north = Walk::of(program, &program.sides[1]).result();
        south.never.retain(|(rule, _)| !north.taken.contains(rule));
        south.endless.retain(|rule| north.endless.contains(rule));
        south.taken.extend(north.taken);
        south
    }
}

/// A table, which is a block behind a sowing, with the places where the last piece may lie.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Entry {
    at: BlockId,
    places: Places,
    /// Whether it may be looked at although no piece has fallen: an empty pit was lifted.
    nothing_sown: bool,
}

struct Walk<'p> {
    program: &'p Program,
    code: &'p Code,
    /// How many pieces were dropped into the last pit; none if more may have happened there than that.
    dropped: Option<Range>,
    reached: Vec<bool>,
    /// Rows that nothing has come to yet.
    rows_left: usize,
    endless: Vec<RuleId>,
    /// Steps that are left.
    left: u64,
}

/// What was met from one table on.
#[derive(Default)]
struct Met {
    entries: Vec<Entry>,
    relays: Vec<(BlockId, RuleId)>,
    stops: bool,
}

impl Met {
    fn come_to(&mut self, entry: Entry) {
        if !self.entries.contains(&entry) {
            self.entries.push(entry);
        }
    }

    fn relay(&mut self, to: BlockId, rule: RuleId) {
        if !self.relays.contains(&(to, rule)) {
            self.relays.push((to, rule));
        }
    }

    /// Whether a table does nothing but come back to itself.
    fn goes_round(&self, table: BlockId) -> bool {
        !self.stops && !self.relays.is_empty() && self.relays.iter().all(|(to, _)| *to == table)
    }
}

/// A table that was followed, with what was met.
struct Table {
    entry: Entry,
    met: Met,
}

/// Adds an entry to those of the tables that are known; nothing if it brings no news.
fn with_what_is_known(known: &[Table], mut entry: Entry) -> Option<Entry> {
    if let Some(before) = known.iter().find(|table| table.entry.at == entry.at).map(|table| table.entry) {
        let news = entry.nothing_sown && !before.nothing_sown;
        if entry.places.without(before.places).is_empty() && !news {
            return None;
        }
        entry.places = entry.places.with(before.places);
        entry.nothing_sown |= before.nothing_sown;
    }
    Some(entry)
}

impl<'p> Walk<'p> {
    fn of(program: &'p Program, code: &'p Code) -> Self {
        let rows = code.blocks.iter().filter(|(_, block)| block.row.is_some()).count();
        let reached = vec![false; code.blocks.len()];
        let mut walk = Walk {
            program,
            code,
            dropped: dropped(code),
            reached,
            rows_left: rows,
            endless: Vec::new(),
            left: MOST_STEPS,
        };
        for (kind, _) in code.kinds.iter() {
            walk.kind(kind);
        }
        walk
    }

    fn facts(&self, kind: MoveKind) -> Facts<'p> {
        Facts::nothing(self.program, self.code).of_kind(kind)
    }

    /// Follows the turns of one kind: from its beginning, then from every table that it comes to.
    fn kind(&mut self, kind: MoveKind) {
        let mut met = Met::default();
        let code = self.code.kinds[kind];
        self.follow(code.entry, self.facts(kind).with_last(None), Places::NONE, &mut met);
        self.follow(code.close, self.facts(kind), Places::NONE, &mut met);
        let mut known: Vec<Table> = Vec::new();
        let mut open = met.entries;
        while let Some(entry) = open.pop().filter(|_| self.left > 0) {
            let Some(entry) = with_what_is_known(&known, entry) else { continue };
            let met = self.table(entry, kind);
            open.extend(met.entries.iter().copied());
            known.retain(|table| table.entry.at != entry.at);
            known.push(Table { entry, met });
        }
        for Table { entry, met } in known {
            if met.goes_round(entry.at) {
                self.endless.extend(met.relays.first().map(|(_, rule)| *rule));
            }
        }
    }

    /// Follows a table for every last pit and count.
    fn table(&mut self, entry: Entry, kind: MoveKind) -> Met {
        let mut met = Met::default();
        let counts = self.counts(kind);
        for place in entry.places {
            if met.stops && self.rows_left == 0 {
                // There is nothing left to find out.
                return met;
            }
            if self.left == 0 {
                return met;
            }
            for count in &counts {
                let facts = self.facts(kind).with_last(Some(place));
                let facts = match self.dropped {
                    Some(dropped) => facts.landed(*count, dropped),
                    None => facts,
                };
                self.follow(entry.at, facts, entry.places, &mut met);
            }
        }
        if entry.nothing_sown {
            for last in entry.places.map(Some).chain([None]) {
                self.follow(entry.at, self.facts(kind).with_last(last), entry.places, &mut met);
            }
        }
        met
    }

    /// What a last pit may hold: the counts that are told apart, and all above them.
    fn counts(&self, kind: MoveKind) -> Vec<Range> {
        let total = self.facts(kind).total();
        if self.dropped.is_none() {
            return vec![Range { low: 0, high: total }];
        }
        let apart = (1..=LARGEST.min(total)).map(Range::of);
        let above = (total > LARGEST).then_some(Range { low: LARGEST + 1, high: total });
        apart.chain(above).collect()
    }

    /// Follows the blocks from one on, both ways where it is not known which.
    fn follow(&mut self, at: BlockId, facts: Facts<'p>, places: Places, met: &mut Met) {
        let mut path = Path { open: vec![(at, facts)], seen: Vec::new(), places };
        while let Some((at, mut facts)) = path.open.pop() {
            self.left = self.left.saturating_sub(1 + path.seen.len() as u64);
            if self.left == 0 {
                return;
            }
            if path.seen.iter().filter(|(other, _)| *other == at).count() > MOST_VISITS {
                facts.forget_slots();
            }
            if path.seen.iter().any(|(other, known)| *other == at && known.same_as(&facts)) {
                continue;
            }
            path.seen.push((at, facts.clone()));
            self.block(at, facts, &mut path, met);
        }
    }

    fn block(&mut self, at: BlockId, mut facts: Facts<'p>, path: &mut Path<'p>, met: &mut Met) {
        let block = &self.code.blocks[at];
        let before = std::mem::replace(&mut self.reached[at.index()], true);
        self.rows_left -= usize::from(!before && block.row.is_some());
        for (action, _) in &block.actions {
            match action {
                Action::ForEach(_, _, body) | Action::Do(body) => path.body(*body, &facts),
                Action::Require(condition) if facts.truth(*condition) == Some(false) => {
                    met.stops = true;
                    return;
                }
                Action::Require(_) | Action::CaptureEnds => met.stops = true,
                _ => {}
            }
            facts.act(*action);
        }
        self.exit(block.exit, block.rule, facts, path, met);
    }

    fn exit(&mut self, exit: Exit, rule: RuleId, mut facts: Facts<'p>, path: &mut Path<'p>, met: &mut Met) {
        match exit {
            Exit::Go(next) => path.open.push((next, facts)),
            Exit::Pass(arguments, next) => {
                facts.bind(&self.code.arguments[arguments]);
                path.open.push((next, facts));
            }
            Exit::Branch(condition, then, otherwise) => match facts.truth(condition) {
                Some(true) => path.open.push((then, facts)),
                Some(false) => path.open.push((otherwise, facts)),
                None => path.open.extend([(otherwise, facts.clone()), (then, facts)]),
            },
            Exit::Choose(choice) => self.choose(choice, facts, path),
            Exit::Sow(sowing, landing) => {
                let sowing = &self.code.sowings[sowing];
                let places = self.code.tracks[sowing.track].all.with(path.places);
                met.come_to(Entry { at: landing, places, nothing_sown: !facts.has_hand() });
                if let Some(body) = sowing.at_drop {
                    path.body(body, &facts);
                }
                met.stops = true;
            }
            Exit::SowOn(landing) => {
                met.relay(landing, rule);
                met.come_to(Entry { at: landing, places: path.places, nothing_sown: !facts.has_hand() });
            }
            Exit::Close(_) | Exit::Done | Exit::NotLegal => met.stops = true,
            Exit::Return => {}
        }
    }

    fn choose(&self, choice: ChoiceId, mut facts: Facts<'p>, path: &mut Path<'p>) {
        let choice = &self.code.choices[choice];
        facts.choose(choice);
        path.open.extend(choice.next_blocks().into_iter().map(|next| (next, facts.clone())));
    }

    fn result(self) -> Reach {
        if self.left == 0 {
            let taken = self.code.blocks.iter().filter_map(|(_, block)| block.row).collect();
            return Reach { taken, ..Reach::default() };
        }
        let mut reach = Reach { endless: self.endless, ..Reach::default() };
        for (at, block) in self.code.blocks.iter() {
            match block.row {
                Some(row) if self.reached[at.index()] => reach.taken.push(row),
                Some(row) if !is_behind_a_turn(self.code, at) => {
                    reach.never.push((row, offers_a_choice(self.code, block.exit)));
                }
                _ => {}
            }
        }
        let taken = &reach.taken;
        reach.never.retain(|(row, _)| !taken.contains(row));
        reach
    }
}

/// Blocks that are still to be followed, with what is known there.
struct Path<'p> {
    open: Vec<(BlockId, Facts<'p>)>,
    seen: Vec<(BlockId, Facts<'p>)>,
    /// Where the last piece may lie.
    places: Places,
}

impl<'p> Path<'p> {
    /// A block that another one does, perhaps several times: nothing is known there but the kind of move.
    fn body(&mut self, body: BlockId, facts: &Facts<'p>) {
        self.open.push((body, facts.elsewhere()));
    }
}

/// How many pieces fall into the last pit of a lap; none where something else may happen to it as they fall.
fn dropped(code: &Code) -> Option<Range> {
    let is_one = |number| matches!(code.expressions.numbers[number], Number::Constant(1));
    if code.sowings.iter().any(|(_, sowing)| sowing.at_drop.is_some()) {
        return None;
    }
    let single = code.sowings.iter().all(|(_, sowing)| is_one(sowing.each));
    Some(if single { Range::of(1) } else { Range { low: 1, high: i32::MAX } })
}

fn offers_a_choice(code: &Code, exit: Exit) -> bool {
    matches!(exit, Exit::Choose(choice) if matches!(code.choices[choice], Choice::Alternative { .. }))
}

/// Whether a block is done by a row of `end` or `endless`, or between rounds, which is no part of a turn.
fn is_behind_a_turn(code: &Code, block: BlockId) -> bool {
    let ends = [&code.ends_at_capture, &code.ends_after_turn, &code.ends_before_turn, &code.endless];
    let rounds = code.rounds.iter();
    ends.into_iter().flatten().any(|row| row.actions == Some(block))
        || rounds.into_iter().any(|step| matches!(step, RoundCode::Act(act) if *act == block))
}
