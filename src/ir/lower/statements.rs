//! Turns: statements and tables become blocks.

use super::Lowerer;
use super::scope::Meaning;
use crate::ir::block::*;
use crate::ir::expression::{Binding, Number, Pit, Set, Way, Who};
use crate::ir::id::*;
use crate::ir::program::KindCode;
use crate::model::{
    self, Alternative, Captor, Capture, CaptureWhat, Destination, EachDrop, Expr, ForOver, LocalId, Row, RuleId,
    SequenceId, SowingNumber, StateRef, Statement, Type,
};

impl Lowerer<'_> {
    /// Every kind of move: its turn, and what closes it.
    pub(super) fn turns(&mut self) -> Result<(), TooMany> {
        let model = self.model;
        for kind in model.moves.values() {
            let rule = kind.body.first().map_or(RuleId::FIRST, |statement| statement.rule);
            let entry = self.blocks.begin_new();
            self.body(&kind.body);
            self.blocks.exit(Exit::Close(false), rule);
            let close = self.blocks.begin_new();
            self.body(&kind.finally);
            self.body(&model.finally);
            self.blocks.exit(Exit::Done, rule);
            self.code.kinds.push(KindCode { entry, close })?;
        }
        Ok(())
    }

    /// Every sequence; each may go on with any other.
    pub(super) fn sequences(&mut self) {
        let model = self.model;
        self.sequences = model.sequences.values().map(|_| self.blocks.reserve()).collect();
        for (number, sequence) in model.sequences.iter() {
            let rule = sequence.body.first().map_or(RuleId::FIRST, |statement| statement.rule);
            self.blocks.begin(self.sequences[number]);
            self.body(&sequence.body);
            self.blocks.exit(Exit::Close(false), rule);
        }
    }

    /// A block of statements that comes back to whoever does it.
    pub(super) fn block_of(&mut self, body: &[Statement], rule: RuleId) -> BlockId {
        let id = self.blocks.begin_new();
        self.body(body);
        self.blocks.exit(Exit::Return, rule);
        id
    }

    /// Adds statements to the open block, and to those that it goes on with.
    pub(super) fn body(&mut self, body: &[Statement]) {
        for statement in body {
            if !self.blocks.is_open() {
                return;
            }
            match &statement.condition {
                Some(condition) => self.conditional(condition, statement),
                None => self.statement(statement, true),
            }
        }
    }

    fn conditional(&mut self, condition: &Expr, statement: &Statement) {
        let condition = self.truth(condition);
        match self.interned.known_truth(condition) {
            Some(true) => return self.statement(statement, true),
            Some(false) => return self.without_choice(statement),
            None => {}
        }
        self.without_choice(statement);
        let (then, after) = (self.blocks.reserve(), self.blocks.reserve());
        self.blocks.exit(Exit::Branch(condition, then, after), statement.rule);
        self.blocks.begin(then);
        self.statement(statement, false);
        self.blocks.exit(Exit::Go(after), statement.rule);
        self.blocks.begin(after);
    }

    /// What is not chosen is none, or 0.
    fn without_choice(&mut self, statement: &Statement) {
        let binding = match &statement.action {
            model::Action::ChoosePit(local, _) => {
                Binding::Pit(self.kept_slot(*local), self.interned.pit(Pit::Constant(None)))
            }
            model::Action::ChooseNumber(local, ..) => {
                Binding::Number(self.kept_slot(*local), self.interned.number(Number::Constant(0)))
            }
            _ => return,
        };
        self.blocks.act(Action::Keep(binding), statement.rule);
    }

    /// Adds a statement; whether it is always done tells whether a value that is known can be put in for its name.
    fn statement(&mut self, statement: &Statement, always: bool) {
        self.act(&statement.action, statement.rule, always);
    }

    fn act(&mut self, action: &model::Action, rule: RuleId, always: bool) {
        match action {
            model::Action::ChoosePit(local, sets) => {
                let sets = sets.iter().map(|set| self.set(set)).collect();
                self.choose(rule, |this, next| Choice::Pit { slot: this.kept_slot(*local), sets, next });
            }
            model::Action::ChooseNumber(local, low, high) => {
                let (low, high) = (self.number(low), self.number(high));
                self.choose(rule, |this, next| Choice::Number { slot: this.kept_slot(*local), low, high, next });
            }
            model::Action::ChooseWay(local, condition) => self.choose_way(*local, condition.as_ref(), rule),
            model::Action::Let(local, value) => self.keep(*local, value, always, rule),
            model::Action::Require(condition) => {
                let condition = self.truth(condition);
                self.blocks.act(Action::Require(condition), rule);
            }
            model::Action::Prefer(bit, condition) => {
                let (bit, condition) = (self.preference(*bit), self.truth(condition));
                self.blocks.act(Action::Prefer(bit, condition), rule);
            }
            model::Action::Lift(count, pit) => {
                let (count, pit) = (count.as_ref().map(|count| self.number(count)), self.pit(pit));
                self.moves(count.map_or(Action::Lift(pit), |count| Action::LiftSome(count, pit)), rule);
            }
            model::Action::Put(count, from, to) => self.put(count.as_ref(), from.as_ref(), to, rule),
            model::Action::PlaceFreely(set) => {
                let set = self.set(set);
                self.choose(rule, |_, next| Choice::Placing { set, next });
                self.moved(rule);
            }
            model::Action::Sow(sowing) => self.sow(*sowing, rule),
            model::Action::Landing(rows) => self.landing(rows, rule),
            model::Action::Then(sequence, arguments) => self.then(*sequence, arguments, rule),
            model::Action::Capture(capture) => self.capture(capture, rule),
            model::Action::Become(reference, value) => self.becomes(reference, value, rule),
            model::Action::For(over, body) => self.for_each(over, body, rule),
            model::Action::OfEach(local, set, action) => self.of_each(*local, set, action, rule),
            // Who wins is said in rows that are looked at elsewhere.
            model::Action::Stop | model::Action::Award(_) => self.blocks.exit(Exit::Close(false), rule),
            model::Action::Again => self.blocks.exit(Exit::Close(true), rule),
            model::Action::NotLegal => self.blocks.exit(Exit::NotLegal, rule),
            model::Action::Relay(pit) => self.relay(pit, rule),
            model::Action::Either(alternatives) => self.either(alternatives, rule),
        }
    }

    // --- choices and values ------------------------------------------------------------------------------------------

    /// Closes the open block with a choice, and begins the one behind it.
    fn choose(&mut self, rule: RuleId, choice: impl FnOnce(&mut Self, BlockId) -> Choice) {
        let next = self.blocks.reserve();
        let choice = choice(self, next);
        self.blocks.choose(choice, rule);
        self.blocks.begin(next);
    }

    fn choose_way(&mut self, local: LocalId, condition: Option<&(LocalId, Expr)>, rule: RuleId) {
        let slot = self.kept_slot(local);
        let condition = condition.map(|(it, condition)| {
            let before = self.scope.mean(*it, Meaning::Slot(slot));
            let condition = self.truth(condition);
            self.scope.restore(*it, before);
            condition
        });
        self.choose(rule, |_, next| Choice::Way { slot, condition, next });
    }

    /// The slot of a local that lives through choices.
    fn kept_slot(&self, local: LocalId) -> Slot {
        self.scope.meaning(local).and_then(Meaning::slot).expect("what is chosen has a slot of its own")
    }

    /// Keeps a value. One that is known now needs no slot, for a local is bound in one place.
    fn keep(&mut self, local: LocalId, value: &Expr, always: bool, rule: RuleId) {
        let value = self.value(value, self.model.locals[local].ty);
        if always && self.is_known(value) {
            self.scope.mean(local, value);
            return;
        }
        let mut bindings = self.bindings(local, value);
        if let [Binding::Number(slot, count), Binding::Set(_, pits)] = bindings.as_mut_slice()
            && *pits == self.interned.set(Set::LastDrops(*count))
        {
            // How many drops they are is known by then, and is not looked for again.
            let kept = self.interned.number(Number::Kept(*slot));
            *pits = self.interned.set(Set::LastDrops(kept));
        }
        for binding in bindings {
            self.blocks.act(Action::Keep(binding), rule);
        }
    }

    /// What is bound where a name is given a value.
    fn bindings(&self, local: LocalId, value: Meaning) -> Vec<Binding> {
        let bindings = self.scope.meaning(local).map(|slots| slots.bindings(value)).unwrap_or_default();
        assert!(!bindings.is_empty(), "the resolver gives every name one type");
        bindings
    }

    fn is_known(&self, value: Meaning) -> bool {
        match value {
            Meaning::Number(number) => self.interned.known_number(number).is_some(),
            Meaning::Truth(truth) => self.interned.known_truth(truth).is_some(),
            Meaning::Set(set) => self.interned.known_set(set).is_some(),
            _ => false,
        }
    }

    /// The bit of a preference: the first rule has the highest.
    pub(super) fn preference(&self, bit: u8) -> u8 {
        self.model.preferences - 1 - bit
    }

    // --- seeds -------------------------------------------------------------------------------------------------------

    /// Pieces move.
    fn moves(&mut self, action: Action, rule: RuleId) {
        self.blocks.act(action, rule);
        self.moved(rule);
    }

    /// Pieces have moved: state may fall back.
    pub(super) fn moved(&mut self, rule: RuleId) {
        if !self.code.untils.is_empty() {
            self.blocks.act(Action::Untils, rule);
        }
    }

    fn sow(&mut self, number: SowingNumber, rule: RuleId) {
        let sowing = &self.model.sowings[number];
        let (start, way) = (self.pit(&sowing.start), self.way(&sowing.way));
        let skipping = sowing.skipping.as_ref().map(|set| self.set(set));
        let each = self.number(&sowing.each);
        let track = self.track(sowing.track);
        let landing = self.blocks.reserve();
        let id = self.sowings.push(Sowing {
            track,
            after: sowing.after,
            start,
            way,
            each,
            skipping,
            in_order: sowing.choosing,
            at_drop: None,
            but_last: sowing.each_drop.as_ref().is_some_and(|each| each.but_last),
            rule: sowing.rule,
        });
        let id = self.or_refuse(id);
        self.blocks.exit(Exit::Sow(id, landing), rule);
        let at_drop = sowing.each_drop.as_ref().map(|each| self.at_drop(each, rule));
        if let Some(sowing) = self.sowings.get_mut(id) {
            sowing.at_drop = at_drop;
        }
        self.blocks.begin(landing);
    }

    /// The rows of `each drop`: the first whose condition holds acts, and the sowing goes on.
    fn at_drop(&mut self, each: &EachDrop, rule: RuleId) -> BlockId {
        let block = self.blocks.begin_new();
        self.rows(&each.rows, rule, |this, row| this.blocks.exit(Exit::Return, row.rule));
        self.blocks.exit(Exit::Return, rule);
        block
    }

    /// Moves n pieces, or all, of a place or of the hand.
    fn put(&mut self, count: Option<&Expr>, from: Option<&Expr>, to: &Expr, rule: RuleId) {
        let count = count.map(|count| self.number(count));
        let from = from.map(|from| self.pit(from));
        let to = self.pit(to);
        let action = match (count, from) {
            (Some(count), from) => Action::Put(count, from, to),
            (None, Some(from)) => Action::PutSet(self.interned.set(Set::Single(from)), to),
            (None, None) => Action::Put(self.interned.number(Number::Hand), None, to),
        };
        self.moves(action, rule);
    }

    fn capture(&mut self, capture: &Capture, rule: RuleId) {
        let into = match &capture.into {
            Destination::Store => Into::Store,
            Destination::Hand => Into::Hand,
            Destination::Place(place) => Into::Place(self.pit(place)),
        };
        let captor = self.captor(&capture.captor);
        match &capture.what {
            CaptureWhat::All(set) => {
                let set = self.set(set);
                self.blocks.act(Action::Capture(captor, set, into), rule);
            }
            CaptureWhat::Some(count, pit) => {
                let (count, pit) = (self.number(count), self.pit(pit));
                self.blocks.act(Action::CaptureSome(captor, count, pit, into), rule);
            }
            CaptureWhat::Chosen { count, kinds, from, then } => {
                let (count, kinds) = (self.number(count), self.named_kinds(kinds));
                let (from, then) = (self.set(from), then.as_ref().map(|then| self.set(then)));
                self.choose(rule, |_, next| Choice::Taking { count, kinds, from, then, into, next });
            }
        }
        self.moved(rule);
        self.captures_end(rule);
    }

    /// Who captures.
    pub(super) fn captor(&mut self, captor: &Captor) -> PlayerId {
        match captor {
            // In what is done for each player, the mover is the one whose side is read.
            Captor::Mover => self.interned.player(Who::Constant(Some(self.side))),
            Captor::Player(player) => self.player(player),
        }
    }

    /// Seeds have been captured: the game may be over.
    pub(super) fn captures_end(&mut self, rule: RuleId) {
        if self.captures_may_end {
            self.blocks.act(Action::CaptureEnds, rule);
        }
    }

    fn becomes(&mut self, reference: &StateRef, value: &Expr, rule: RuleId) {
        let (state, cell) = match reference {
            StateRef::Game(state) => (*state, StateCell::At(self.state(*state))),
            StateRef::Player(state, own) => (*state, StateCell::At(self.state_of_side(*state, *own))),
            StateRef::Pit(state, pit) => (*state, StateCell::Of(self.state(*state), self.pit(pit))),
        };
        let action = match self.model.states[state].ty {
            Type::Truth => Action::SetTruth(cell, self.truth(value)),
            Type::Pit => Action::SetPit(cell, self.pit(value)),
            Type::Way => Action::SetWay(cell, self.way(value)),
            Type::Player => Action::SetPlayer(cell, self.player(value)),
            _ => Action::SetNumber(cell, self.number(value)),
        };
        self.blocks.act(action, rule);
    }

    // --- tables ------------------------------------------------------------------------------------------------------

    /// A landing table; a relay comes back to it.
    fn landing(&mut self, rows: &[Row], rule: RuleId) {
        let table = self.blocks.here(rule);
        let outer = self.table.replace(table);
        self.rows(rows, rule, |this, row| this.blocks.exit(Exit::Close(false), row.rule));
        self.table = outer;
        // The checker asks for a last row that always holds; a table without one stops.
        self.blocks.exit(Exit::Close(false), rule);
    }

    /// The rows of a table, the first whose condition holds being done. Behind the last a block is open, if it can be
    /// reached.
    fn rows(&mut self, rows: &[Row], rule: RuleId, end: impl Fn(&mut Self, &Row)) {
        for row in rows {
            if !self.blocks.is_open() {
                return;
            }
            let condition = row.condition.as_ref().map(|condition| self.truth(condition));
            let block = self.blocks.reserve();
            let next = condition.map(|condition| (condition, self.blocks.reserve()));
            let exit = next.map_or(Exit::Go(block), |(condition, next)| Exit::Branch(condition, block, next));
            self.blocks.exit(exit, rule);
            self.blocks.begin_row(block, Some(row.rule));
            self.ending(&row.body, row.rule);
            if self.blocks.is_open() {
                end(self, row);
            }
            if let Some((_, next)) = next {
                self.blocks.begin(next);
            }
        }
    }

    /// The statements of a row or an alternative. What its first one does, and what its last one comes to, is told by the
    /// row.
    fn ending(&mut self, body: &[Statement], rule: RuleId) {
        for (number, statement) in body.iter().enumerate() {
            let tells_row = number == 0 || (number + 1 == body.len() && statement.action.ends());
            if !self.blocks.is_open() {
                return;
            }
            match &statement.condition {
                None if tells_row => self.act(&statement.action, rule, true),
                _ => self.body(std::slice::from_ref(statement)),
            }
        }
    }

    fn relay(&mut self, pit: &Expr, rule: RuleId) {
        let pit = self.pit(pit);
        self.moves(Action::Lift(pit), rule);
        let table = self.table.expect("the resolver lets only landing tables relay");
        self.blocks.exit(Exit::SowOn(table), rule);
    }

    fn either(&mut self, alternatives: &[Alternative], rule: RuleId) {
        let ways: Vec<_> = alternatives.iter().map(|one| (one.name.clone(), self.blocks.reserve())).collect();
        let blocks: Vec<BlockId> = ways.iter().map(|(_, block)| *block).collect();
        self.blocks.choose(Choice::Alternative { ways }, rule);
        for (one, block) in alternatives.iter().zip(blocks) {
            self.blocks.begin(block);
            self.ending(&one.body, rule);
            self.blocks.exit(Exit::Close(false), rule);
        }
    }

    // --- the same for each of several --------------------------------------------------------------------------------

    fn for_each(&mut self, over: &ForOver, body: &[Statement], rule: RuleId) {
        match over {
            ForOver::Members(local, set) => self.for_members(*local, set, body, rule),
            ForOver::Numbers(local, low, high) => {
                for number in *low..=*high {
                    // The program is refused: nothing more need be made.
                    if self.blocks.is_overfull() || self.interned.is_overfull() {
                        return;
                    }
                    let number = self.interned.number(Number::Constant(number));
                    self.with_meaning(*local, Meaning::Number(number), body);
                }
            }
            ForOver::Ways(local) => {
                for way in [false, true] {
                    let way = self.interned.way(Way::Constant(way));
                    self.with_meaning(*local, Meaning::Way(way), body);
                }
            }
            ForOver::Players => {
                self.body(body);
                self.flipped(|this| this.body(body));
            }
        }
    }

    fn with_meaning(&mut self, local: LocalId, meaning: Meaning, body: &[Statement]) {
        let before = self.scope.mean(local, meaning);
        self.body(body);
        self.scope.restore(local, before);
    }

    /// The places of the player whose side is read come first, `off` last; the set is read once.
    fn for_members(&mut self, local: LocalId, set: &Expr, body: &[Statement], rule: RuleId) {
        let set = self.set(set);
        let mark = self.scope.mark();
        let members = self.members_once(set, rule);
        for set in self.in_turn(members) {
            let outer = self.blocks.suspend();
            let (slot, block) = self.with_slot(local, |this, slot| (slot, this.block_of(body, rule)));
            self.blocks.resume(outer);
            self.blocks.act(Action::ForEach(slot, set, block), rule);
        }
        self.scope.leave(mark);
    }

    /// Goes on with a sequence, whose parameters are bound.
    fn then(&mut self, sequence: SequenceId, arguments: &[Expr], rule: RuleId) {
        let parameters = &self.model.sequences[sequence].parameters;
        let bindings = parameters.iter().zip(arguments).flat_map(|(local, argument)| {
            let value = self.value(argument, self.model.locals[*local].ty);
            self.bindings(*local, value)
        });
        let bindings: Vec<Binding> = bindings.collect();
        let to = self.sequences[sequence];
        self.blocks.pass(bindings, to, rule);
    }
}
