//! Kinds of move of which every option is legal whatever comes of it, rules of legality apart.
//!
//! A turn comes to nothing where a rule forbids it, and where pieces are left in the hand at its end. So what is followed
//! here is whether the hand may hold pieces, and where it is sown from: a hand is empty behind a sowing that begins on its
//! track and leaves out less than all of it.

use super::block::{Action, Block, Choice, Exit, Into};
use super::expression::{Binding, Number, Pit, Set};
use super::facts::{Facts, PitFact};
use super::id::*;
use super::program::{Code, EndCode, Program, Verdict};

/// How many points of a turn are looked at, for one kind of move. A turn that has more of them is taken not to be so.
const MOST_POINTS: usize = 400;

/// Sowings that all moves of a kind rest on: if each of them leaves out less than its whole track, moves are legal whatever comes
/// of them, rules of legality apart. There is one choice, that of a pit, and nothing behind it forbids anything or leaves pieces in
/// the hand. None if that is not known.
#[must_use]
pub(crate) fn free(program: &Program, code: &Code, kind: MoveKind) -> Option<Vec<SowingId>> {
    let prefers = code.legal.iter().any(|legal| legal.prefer.is_some());
    (!prefers).then_some(())?;
    let mut walk = Walk::of(program, code, Looks::AtOneChoice);
    walk.open.push(walk.beginning(kind));
    walk.open.push(walk.closing(kind));
    walk.follow()?;
    Some(walk.rest_on)
}

/// Choices of a pit, a number or a way, with nothing in the hand, behind which there is no other, and the turn is legal whatever
/// comes of it. None where there are rules of legality.
#[must_use]
pub(crate) fn settling(program: &Program, code: &Code) -> Vec<ChoiceId> {
    if !code.legal.is_empty() {
        return Vec::new();
    }
    let mut seen = Vec::new();
    for (kind, _) in code.kinds.iter() {
        let mut all = Walk::of(program, code, Looks::AtAll);
        all.open.push(all.beginning(kind));
        if all.follow().is_none() {
            return Vec::new();
        }
        seen.append(&mut all.seen);
    }
    let settles = |choice: &Choice| {
        let (Choice::Pit { next, .. } | Choice::Number { next, .. } | Choice::Way { next, .. }) = choice else {
            return false;
        };
        let mut walk = Walk::of(program, code, Looks::BehindChoices);
        let closes = code.kinds.iter().map(|(kind, _)| walk.closing(kind));
        let behind = || seen.iter().filter(|point| point.at == *next);
        walk.open = behind().cloned().chain(closes).collect();
        !behind().any(|point| point.has_hand) && walk.follow().is_some() && walk.rest_on.is_empty()
    };
    code.choices.iter().filter(|(_, choice)| settles(choice)).map(|(choice, _)| choice).collect()
}

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Looks {
    /// One choice, that of a pit, and nothing behind it that forbids the turn.
    AtOneChoice,
    /// The same behind all choices.
    BehindChoices,
    /// All points that turns come to.
    AtAll,
}

/// A point of a turn.
#[derive(Debug, Clone)]
struct Point<'p> {
    at: BlockId,
    facts: Facts<'p>,
    /// Whether the hand may hold pieces.
    has_hand: bool,
    /// Pits of which it is known that they are some, if the hand holds pieces: what it holds was lifted there. Whatever was
    /// lifted last stands among them as the origin.
    held_from: Vec<Pit>,
    /// The pit that was lifted last.
    lifted: PitFact,
    /// Whether there was a choice, and a sowing.
    has_chosen: bool,
    has_sown: bool,
}

impl<'p> Point<'p> {
    /// The same at another block.
    fn then(&self, at: BlockId) -> Self {
        Point { at, ..self.clone() }
    }

    fn same_as(&self, other: &Point<'_>) -> bool {
        (self.at, self.has_hand, self.lifted, self.has_chosen, self.has_sown)
            == (other.at, other.has_hand, other.lifted, other.has_chosen, other.has_sown)
            && self.held_from == other.held_from
            && self.facts.same_as(&other.facts)
    }
}

/// The points of a turn, each of which is looked at once. What may be none is so where a turn may not be legal, or it is not known
/// that it is.
struct Walk<'p> {
    program: &'p Program,
    code: &'p Code,
    looks: Looks,
    open: Vec<Point<'p>>,
    seen: Vec<Point<'p>>,
    /// Sowings of which it is not known that they leave out less than the whole track.
    rest_on: Vec<SowingId>,
}

impl<'p> Walk<'p> {
    fn of(program: &'p Program, code: &'p Code, looks: Looks) -> Self {
        Walk { program, code, looks, open: Vec::new(), seen: Vec::new(), rest_on: Vec::new() }
    }

    /// Where turns of a kind begin.
    fn beginning(&self, kind: MoveKind) -> Point<'p> {
        let facts = Facts::nothing(self.program, self.code).of_any_pieces().of_kind(kind);
        Point {
            at: self.code.kinds[kind].entry,
            facts: facts.with_last(None),
            has_hand: false,
            held_from: Vec::new(),
            lifted: PitFact::of(None),
            has_chosen: false,
            has_sown: false,
        }
    }

    /// Where they are closed.
    fn closing(&self, kind: MoveKind) -> Point<'p> {
        let begins = self.beginning(kind);
        let facts = begins.facts.elsewhere().of_any_pieces();
        Point { at: self.code.kinds[kind].close, facts, has_chosen: true, has_sown: true, ..begins }
    }

    fn follow(&mut self) -> Option<()> {
        while let Some(point) = self.open.pop() {
            if self.seen.iter().any(|seen| seen.same_as(&point)) {
                continue;
            }
            (self.seen.len() < MOST_POINTS).then_some(())?;
            self.seen.push(point.clone());
            self.block(point)?;
        }
        Some(())
    }

    /// Nothing, if it is not so: then a turn may not be legal.
    fn needs(&self, is_so: bool) -> Option<()> {
        (is_so || self.looks == Looks::AtAll).then_some(())
    }

    fn block(&mut self, mut point: Point<'p>) -> Option<()> {
        let block = &self.code.blocks[point.at];
        // A row that is taken before the choice would be counted again with each option.
        self.needs(block.row.is_none() || point.has_chosen)?;
        for (action, _) in &block.actions {
            self.action(*action, &mut point)?;
        }
        self.exit(block.exit, point)
    }

    fn action(&self, action: Action, point: &mut Point<'p>) -> Option<()> {
        self.needs(!self.may_forbid(action, point))?;
        if fills_the_hand(action) {
            point.held_from.clear();
        }
        match action {
            Action::Lift(pit) | Action::LiftSome(_, pit) => {
                point.lifted = point.facts.pit(pit);
                if !point.has_hand {
                    point.held_from = self.lifted_from(pit);
                }
            }
            Action::LiftSet(set) => point.lifted = PitFact { places: point.facts.set(set).most, none: true },
            Action::Put(number, None, to) => {
                let is_all = self.code.expressions.numbers[number] == Number::Hand;
                point.has_hand &= !is_all || point.facts.pit(to).none;
            }
            Action::Keep(binding) => self.bind(&[binding], point),
            Action::ForEach(_, _, inner) | Action::Do(inner) => self.inner(inner, point)?,
            _ => {}
        }
        point.has_hand |= fills_the_hand(action);
        point.facts.act(action);
        Some(())
    }

    /// Pits that are some if a pit is.
    fn lifted_from(&self, mut pit: PitId) -> Vec<Pit> {
        let pits = &self.code.expressions.pits;
        let mut all = vec![Pit::Origin, pits[pit]];
        while let Pit::Facing(of) | Pit::Behind(of) = pits[pit] {
            all.push(pits[of]);
            pit = of;
        }
        all.retain(|pit| self.is_as_before(*pit, |_| false));
        all
    }

    /// What is kept of pits that are some: values are bound, all of which are read before.
    fn bind(&self, bindings: &[Binding], point: &mut Point<'p>) {
        let pits = &self.code.expressions.pits;
        let bound = bindings.iter().filter_map(|binding| match binding {
            Binding::Pit(slot, pit) => Some((Pit::Kept(*slot), pits[*pit])),
            _ => None,
        });
        let some: Vec<Pit> =
            bound.clone().filter(|(_, pit)| point.held_from.contains(pit)).map(|(slot, _)| slot).collect();
        point.held_from.retain(|pit| self.is_as_before(*pit, |slot| bound.clone().any(|(bound, _)| bound == slot)));
        point.held_from.extend(some);
    }

    /// Whether a pit is what it was before slots were bound.
    fn is_as_before(&self, pit: Pit, is_bound: impl Fn(Pit) -> bool) -> bool {
        match pit {
            Pit::Kept(_) => !is_bound(pit),
            Pit::Facing(of) | Pit::Behind(of) => self.is_as_before(self.code.expressions.pits[of], is_bound),
            Pit::Constant(_) | Pit::Last | Pit::Origin => true,
            _ => false,
        }
    }

    /// A block that another one does, and those that it goes on with: they do not lift, but may capture.
    fn inner(&self, block: BlockId, point: &mut Point<'p>) -> Option<()> {
        let actions = || self.actions_of(block);
        point.held_from.clear();
        point.has_hand |= actions().any(fills_the_hand);
        if actions().any(lifts) {
            point.lifted = point.facts.anywhere();
        }
        let is_fine = |action| !lifts(action) && !self.may_forbid(action, point);
        let forbids = self.with_those_behind(block).any(|block| block.exit == Exit::NotLegal);
        self.needs(!forbids && actions().all(is_fine))
    }

    fn actions_of(&self, block: BlockId) -> impl Iterator<Item = Action> {
        self.with_those_behind(block).flat_map(|block| &block.actions).map(|(action, _)| *action)
    }

    /// A block and all that it does and goes on with.
    fn with_those_behind(&self, block: BlockId) -> impl Iterator<Item = &'p Block> {
        let code = self.code;
        code.with_all_behind([block]).into_iter().map(|at| &code.blocks[at])
    }

    /// Whether an action may end a turn that is not legal, or in which nothing was chosen.
    fn may_forbid(&self, action: Action, point: &Point<'p>) -> bool {
        let ends = &self.code.ends_at_capture;
        match action {
            Action::Require(_) | Action::Prefer(..) => true,
            // A capture that ends the game closes the turn as it is.
            Action::CaptureEnds if !point.has_chosen || point.has_hand => !ends.is_empty(),
            Action::CaptureEnds => ends.iter().any(|row| self.leaves_hand(row)),
            _ => false,
        }
    }

    fn exit(&mut self, exit: Exit, mut point: Point<'p>) -> Option<()> {
        match exit {
            Exit::Go(next) => self.open.push(point.then(next)),
            Exit::Pass(arguments, next) => {
                let arguments = &self.code.arguments[arguments];
                self.bind(arguments, &mut point);
                point.facts.bind(arguments);
                self.open.push(point.then(next));
            }
            Exit::Branch(condition, then, otherwise) => match point.facts.truth(condition) {
                Some(true) => self.open.push(point.then(then)),
                Some(false) => self.open.push(point.then(otherwise)),
                None => self.open.extend([point.then(otherwise), point.then(then)]),
            },
            Exit::Choose(choice) => return self.choose(choice, point),
            Exit::Sow(sowing, landing) => {
                let start = self.code.sowings[sowing].start;
                let (start, pit) = (point.facts.pit(start), self.code.expressions.pits[start]);
                self.sow(sowing, start, pit, &mut point)?;
                self.open.push(point.then(landing));
            }
            Exit::SowOn(landing) => {
                self.needs(point.has_sown)?;
                let (before, code) = (point, self.code);
                for (sowing, _) in code.sowings.iter() {
                    let mut point = before.clone();
                    self.sow(sowing, point.lifted, Pit::Origin, &mut point)?;
                    self.open.push(point.then(landing));
                }
            }
            Exit::Close(_) | Exit::Done => return self.needs(point.has_chosen && !point.has_hand),
            Exit::NotLegal | Exit::Return => return self.needs(false),
        }
        Some(())
    }

    fn choose(&mut self, choice: ChoiceId, mut point: Point<'p>) -> Option<()> {
        let choice = &self.code.choices[choice];
        let is_first = !point.has_chosen && matches!(choice, Choice::Pit { .. });
        self.needs(self.looks == Looks::AtOneChoice && is_first)?;
        point.has_chosen = true;
        match choice {
            Choice::Pit { slot, .. } => {
                point.held_from.retain(|pit| self.is_as_before(*pit, |bound| bound == Pit::Kept(*slot)));
            }
            Choice::Taking { into, .. } => {
                point.has_hand |= *into == Into::Hand;
                point.held_from.clear();
            }
            _ => {}
        }
        point.facts.choose(choice);
        self.open.extend(choice.next_blocks().into_iter().map(|next| point.then(next)));
        Some(())
    }

    /// The hand is sown from a pit, which is one of these.
    fn sow(&mut self, id: SowingId, start: PitFact, pit: Pit, point: &mut Point<'p>) -> Option<()> {
        let sowing = &self.code.sowings[id];
        // A turn that may go round for ever is one that has sown before.
        let ends = !point.has_sown || self.may_go_round();
        self.needs(point.has_chosen && !sowing.in_order && ends)?;
        if let Some(block) = sowing.at_drop {
            self.inner(block, &mut point.clone())?;
        }
        let track = self.code.tracks[sowing.track].all;
        let is_some = !start.none || point.held_from.contains(&pit);
        let begins = is_some && start.places.without(track).is_empty();
        let left_out = sowing.skipping.map_or(0, |set| self.most_members(set, track, &point.facts));
        let has_room = left_out < track.count() || self.rests_on(id, begins && point.has_hand);
        point.has_hand &= !(begins && has_room);
        point.held_from.clear();
        point.facts.sow(track, begins && has_room);
        point.has_sown = true;
        Some(())
    }

    /// Whether a turn without end is legal, whichever row it comes to.
    fn may_go_round(&self) -> bool {
        self.code.endless.iter().all(|row| row.verdict != Verdict::NotLegal && !self.leaves_hand(row))
    }

    /// Whether what a row does may leave pieces in the hand.
    fn leaves_hand(&self, row: &EndCode) -> bool {
        row.actions.is_some_and(|block| self.actions_of(block).any(fills_the_hand))
    }

    /// What is looked for rests on it that a sowing leaves out less than its whole track, if it sows a piece.
    fn rests_on(&mut self, id: SowingId, sows: bool) -> bool {
        let may_rest = self.looks != Looks::AtAll;
        if may_rest && sows && !self.rest_on.contains(&id) {
            self.rest_on.push(id);
        }
        may_rest
    }

    /// How many places of a track a set has at most.
    fn most_members(&self, set: SetId, track: Places, facts: &Facts<'_>) -> i32 {
        let most = match self.code.expressions.sets[set] {
            Set::Single(_) => 1,
            Set::Union(one, two) => self.most_members(one, track, facts) + self.most_members(two, track, facts),
            _ => i32::MAX,
        };
        most.min(track.common(facts.set(set).most).count())
    }
}

fn lifts(action: Action) -> bool {
    matches!(action, Action::Lift(_) | Action::LiftSome(..) | Action::LiftSet(_))
}

fn fills_the_hand(action: Action) -> bool {
    let captures = match action {
        Action::Capture(_, _, into) | Action::CaptureSome(_, _, _, into) => into == Into::Hand,
        _ => false,
    };
    captures || lifts(action)
}
