//! Kinds of move of which every option is legal: how many moves there are is known before any of them is played, so that
//! one can be drawn and the others left alone.

use super::build::Builder;
use super::op::{Address, Op, View};
use super::refusal::Refusal;
use crate::ir::{
    Action, Block, BlockId, Choice, Code, Exit, Id, Into, KindCode, Number, Past, Pit, PitId, Places, Set, SetId, Slot,
    Sowing, Truth, TruthId, Verdict,
};

/// Whether a rule of legality is looked at in a position, as far as that is known before a move is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judged {
    /// There are no such rules.
    Never,
    /// What stands here tells.
    Asked(Address),
    /// That depends on the move.
    Unknown,
}

impl Judged {
    /// Where it is asked.
    #[cfg(feature = "native")]
    pub(super) fn address(self) -> Option<Address> {
        match self {
            Judged::Asked(address) => Some(address),
            Judged::Never | Judged::Unknown => None,
        }
    }
}

/// Whether all moves of a kind are legal whatever comes of them, the rules of legality apart: there is one choice, that of
/// a pit, and nothing behind it forbids anything or leaves seeds in the hand.
pub(super) fn is_free(code: &Code, kind: &KindCode) -> bool {
    let mut walk = Walk { code, chosen: None, relays: false, seen: vec![false; code.blocks.len()] };
    let all = walk.block(kind.entry) && walk.block(kind.close);
    let ends = !walk.relays || code.endless.iter().all(|row| row.verdict != Verdict::NotLegal);
    all && walk.chosen.is_some() && ends && code.legal.iter().all(|legal| legal.prefer.is_none())
}

/// What has been seen of a kind of move.
struct Walk<'c> {
    code: &'c Code,
    /// Where the chosen pit is kept, and what is chosen from.
    chosen: Option<(Slot, Places)>,
    relays: bool,
    seen: Vec<bool>,
}

impl Walk<'_> {
    fn block(&mut self, id: BlockId) -> bool {
        if std::mem::replace(&mut self.seen[id.index()], true) {
            return true;
        }
        let block = &self.code.blocks[id];
        // A row that is taken before the choice would be counted again with each option.
        if block.row.is_some() && self.chosen.is_none() {
            return false;
        }
        block.actions.iter().all(|(action, _)| self.action(*action, block)) && self.exit(block.exit)
    }

    fn action(&mut self, action: Action, block: &Block) -> bool {
        match action {
            Action::Require(_) | Action::Prefer(..) | Action::LiftSome(..) | Action::LiftSet(_) => false,
            Action::Lift(pit) => self.is_sown(pit, block),
            Action::Capture(_, _, into) | Action::CaptureSome(_, _, _, into) => into != Into::Hand,
            Action::ForEach(_, _, inner) | Action::Do(inner) => self.block(inner),
            Action::Keep(_)
            | Action::Put(..)
            | Action::PutSet(..)
            | Action::SetNumber(..)
            | Action::SetTruth(..)
            | Action::SetPit(..)
            | Action::SetWay(..)
            | Action::SetPlayer(..)
            | Action::Untils
            | Action::CaptureEnds => true,
        }
    }

    fn exit(&mut self, exit: Exit) -> bool {
        match exit {
            Exit::Go(to) | Exit::Pass(_, to) => self.block(to),
            Exit::Branch(_, then, otherwise) => self.block(then) && self.block(otherwise),
            Exit::Choose(choice) => self.choice(&self.code.choices[choice]),
            Exit::Sow(sowing, landing) => {
                let sowing = &self.code.sowings[sowing];
                sowing.at_drop.is_none_or(|block| self.block(block)) && self.block(landing)
            }
            Exit::SowOn(landing) => {
                self.relays = true;
                self.block(landing)
            }
            Exit::Close(_) | Exit::Done | Exit::Return => true,
            Exit::NotLegal => false,
        }
    }

    fn choice(&mut self, choice: &Choice) -> bool {
        let Choice::Pit { slot, sets, next } = choice else { return false };
        let [set] = sets.as_slice() else { return false };
        if self.chosen.is_some() {
            return false;
        }
        self.chosen = self.at_most(*set).map(|places| (*slot, places));
        self.chosen.is_some() && self.block(*next)
    }

    /// The places that a set has at most, where that is known.
    fn at_most(&self, set: SetId) -> Option<Places> {
        match self.code.expressions.sets[set] {
            Set::Constant(constant) => Some(self.code.expressions.constants[constant]),
            Set::Where(of, ..) => self.at_most(of),
            _ => None,
        }
    }

    /// Whether what is lifted is the chosen pit, and is sown at once, wherever that is.
    fn is_sown(&self, pit: PitId, block: &Block) -> bool {
        let Some((slot, chosen)) = self.chosen else { return false };
        if self.code.expressions.pits[pit] != Pit::Kept(slot) {
            return false;
        }
        let leaves_room = |sowing: &Sowing| {
            let track = self.code.tracks[sowing.track].all;
            let on_the_track = chosen.without(track).is_empty();
            let each = self.code.expressions.numbers[sowing.each] == Number::Constant(1);
            on_the_track && each && super::sowing::left_out(self.code, sowing).is_some()
        };
        let is_last = matches!(block.actions.last(), Some((Action::Lift(last), _)) if *last == pit);
        match block.exit {
            Exit::Sow(sowing, _) => {
                let sowing = &self.code.sowings[sowing];
                is_last && sowing.start == pit && leaves_room(sowing)
            }
            _ => false,
        }
    }
}

impl<const W: usize> Builder<'_, W> {
    /// Tells by its answer whether a rule of legality is looked at in this position.
    pub(super) fn is_judged(&mut self) -> Result<Judged, Refusal> {
        let code = self.code;
        if code.legal.is_empty() {
            return Ok(Judged::Never);
        }
        let Some(asked) = judged_by(code) else { return Ok(Judged::Unknown) };
        let here = self.here();
        let judged = self.label();
        for when in asked {
            self.go_if(when, View::Now, judged, true)?;
        }
        self.emit(Op::Answer(0));
        self.place(judged);
        self.emit(Op::Answer(1));
        Ok(Judged::Asked(here))
    }
}

/// Under which conditions a rule of legality is looked at, if that is known before a move is played.
pub(super) fn judged_by(code: &Code) -> Option<Vec<TruthId>> {
    code.legal.iter().map(|legal| legal.when.filter(|when| is_of_the_start(code, *when))).collect()
}

/// Whether a condition asks of nothing but the position before the turn.
fn is_of_the_start(code: &Code, condition: TruthId) -> bool {
    match code.expressions.truths[condition] {
        Truth::Constant(_) => true,
        Truth::Past(past, inner) => past == Past::TurnStart && asks_cells_alone(code, inner),
        Truth::And(one, two) | Truth::Or(one, two) => is_of_the_start(code, one) && is_of_the_start(code, two),
        Truth::Not(inner) => is_of_the_start(code, inner),
        _ => false,
    }
}

/// Whether a condition asks of nothing but cells that are known beforehand.
fn asks_cells_alone(code: &Code, condition: TruthId) -> bool {
    let all = &code.expressions;
    let known_set = |set: SetId| matches!(all.sets[set], Set::Constant(_));
    let known_number = |number| match all.numbers[number] {
        Number::Constant(_) | Number::State(_) => true,
        Number::Pieces(set, _) => known_set(set),
        _ => false,
    };
    match all.truths[condition] {
        Truth::Constant(_) | Truth::State(_) => true,
        Truth::NoPieces(set) => known_set(set),
        Truth::Compare(_, one, two) => known_number(one) && known_number(two),
        Truth::And(one, two) | Truth::Or(one, two) => asks_cells_alone(code, one) && asks_cells_alone(code, two),
        Truth::Not(inner) => asks_cells_alone(code, inner),
        _ => false,
    }
}
