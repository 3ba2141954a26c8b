//! Statements that lift, put or capture n pieces of each pit of a set. What they read is read once.

use super::Lowerer;
use crate::ir::block::{Action, Into};
use crate::ir::expression::{Binding, Number, Pit, Set, Truth, Who};
use crate::ir::id::*;
use crate::model::{self, CaptureWhat, Expr, LocalId, Player, RuleId};

/// What is done to each pit, with all that was read before.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Lift(Option<NumberId>),
    Put(NumberId, PitId),
    Capture(PlayerId, NumberId, Into),
}

impl Lowerer<'_> {
    /// The pits of the player whose side is read come first, `off` last.
    pub(super) fn of_each(&mut self, local: LocalId, set: &Expr, action: &model::Action, rule: RuleId) {
        let mark = self.scope.mark();
        let written = self.set(set);
        let members = self.members_once(written, rule);
        if let Some(deed) = self.deed(action, rule) {
            for part in self.parts(deed, written, members) {
                let outer = self.blocks.suspend();
                let (slot, block) = self.with_slot(local, |this, slot| (slot, this.deed_block(deed, slot, rule)));
                self.blocks.resume(outer);
                self.blocks.act(Action::ForEach(slot, part, block), rule);
            }
            self.moved(rule);
            if matches!(deed, Deed::Capture(..)) {
                self.captures_end(rule);
            }
        }
        self.scope.leave(mark);
    }

    /// A set as it is now.
    pub(super) fn members_once(&mut self, set: SetId, rule: RuleId) -> SetId {
        let members = self.scope.new_set_slot();
        self.blocks.act(Action::Keep(Binding::Set(members, set)), rule);
        self.interned.set(Set::Kept(members))
    }

    /// The members of a set in the order in which a loop comes to them: those of the player whose side is read, those of
    /// the other one, `off`.
    pub(super) fn in_turn(&mut self, members: SetId) -> Vec<SetId> {
        let halves = self.halves();
        let everywhere = halves.iter().fold(Places::NONE, |all, half| all.with(*half));
        let part = |part| {
            let others = self.interned.constant(everywhere.without(part));
            self.interned.set(Set::Minus(members, others))
        };
        halves.into_iter().map(part).collect()
    }

    /// The members in the order in which something is done to them. Where captured pieces go comes first: what lies there is
    /// counted before others join it, so that each piece is captured once.
    fn parts(&mut self, deed: Deed, written: SetId, members: SetId) -> Vec<SetId> {
        let Some(goal) = self.goal(deed, written) else { return self.in_turn(members) };
        let others = self.interned.set(Set::Minus(members, goal));
        let goal = self.interned.set(Set::Minus(members, others));
        [vec![goal], self.in_turn(others)].concat()
    }

    /// Where captured pieces go, if that may be a member of the set.
    fn goal(&mut self, deed: Deed, set: SetId) -> Option<SetId> {
        let goal = match deed {
            Deed::Capture(_, _, Into::Place(pit)) => self.single(pit),
            Deed::Capture(captor, _, Into::Store) => self.store_of(captor)?,
            _ => return None,
        };
        match (self.interned.known_set(goal), self.interned.known_set(set)) {
            (Some(goal), Some(set)) if set.without(goal) == set => None,
            _ => Some(goal),
        }
    }

    fn store_of(&mut self, player: PlayerId) -> Option<SetId> {
        let store = self.model.board.store()?;
        let [south, north] = Player::BOTH.map(|player| self.model.board.place(player, store));
        let [south, north] = [south, north].map(|store| self.interned.constant(Places::of(store)));
        if let Some(player) = self.interned.known_player(player) {
            return player.map(|player| [south, north][player.index()]);
        }
        let is_south = self.interned.player(Who::Constant(Some(Player::South)));
        let is_south = self.interned.truth(Truth::SamePlayer(player, is_south));
        Some(self.interned.set(Set::If(is_south, south, north)))
    }

    /// Reads what an action reads beside its pit.
    fn deed(&mut self, action: &model::Action, rule: RuleId) -> Option<Deed> {
        Some(match action {
            model::Action::Lift(count, _) => Deed::Lift(count.as_ref().map(|count| self.number_once(count, rule))),
            model::Action::Put(count, _, to) => {
                let all = self.interned.number(Number::Constant(i32::MAX));
                let count = count.as_ref().map_or(all, |count| self.number_once(count, rule));
                Deed::Put(count, self.pit_once(to, rule))
            }
            model::Action::Capture(capture) => {
                let CaptureWhat::Some(count, _) = &capture.what else { return None };
                let captor = self.captor(&capture.captor);
                let captor = self.player_once(captor, rule);
                let count = self.number_once(count, rule);
                let into = match &capture.into {
                    model::Destination::Store => Into::Store,
                    model::Destination::Hand => Into::Hand,
                    model::Destination::Place(place) => Into::Place(self.pit_once(place, rule)),
                };
                Deed::Capture(captor, count, into)
            }
            _ => return None,
        })
    }

    fn deed_block(&mut self, deed: Deed, slot: Slot, rule: RuleId) -> BlockId {
        let pit = self.interned.pit(Pit::Kept(slot));
        let action = match deed {
            Deed::Lift(None) => Action::Lift(pit),
            Deed::Lift(Some(count)) => Action::LiftSome(count, pit),
            Deed::Put(count, to) => Action::Put(count, Some(pit), to),
            Deed::Capture(captor, count, into) => Action::CaptureSome(captor, count, pit, into),
        };
        let block = self.blocks.begin_new();
        self.blocks.act(action, rule);
        self.blocks.exit(crate::ir::block::Exit::Return, rule);
        block
    }

    // --- values as they are now --------------------------------------------------------------------------------------

    fn number_once(&mut self, number: &Expr, rule: RuleId) -> NumberId {
        let number = self.number(number);
        if self.interned.known_number(number).is_some() {
            return number;
        }
        let slot = self.scope.new_slot();
        self.blocks.act(Action::Keep(Binding::Number(slot, number)), rule);
        self.interned.number(Number::Kept(slot))
    }

    fn pit_once(&mut self, pit: &Expr, rule: RuleId) -> PitId {
        let pit = self.pit(pit);
        if self.interned.known_pit(pit).is_some() {
            return pit;
        }
        let slot = self.scope.new_slot();
        self.blocks.act(Action::Keep(Binding::Pit(slot, pit)), rule);
        self.interned.pit(Pit::Kept(slot))
    }

    fn player_once(&mut self, player: PlayerId, rule: RuleId) -> PlayerId {
        if self.interned.known_player(player).is_some() {
            return player;
        }
        let slot = self.scope.new_slot();
        self.blocks.act(Action::Keep(Binding::Player(slot, player)), rule);
        self.interned.player(Who::Kept(slot))
    }
}
