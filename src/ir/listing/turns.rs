//! Turns: blocks with their actions, choices and ways out.

use super::expressions::{AnySlot, Words};
use super::flow::Flow;
use super::lines::Lines;
use super::phrase::Level;
use crate::ir::block::{Action, Block, Choice, Exit, Into, Sowing, StateCell};
use crate::ir::expression::{Number, Who};
use crate::ir::id::*;
use crate::model::Player;

/// Writes turns.
#[derive(Clone, Copy)]
pub(super) struct Turns<'w> {
    pub(super) words: Words<'w>,
    pub(super) flow: &'w Flow,
}

impl<'w> Turns<'w> {
    /// A block with all that stands there.
    pub(super) fn block(self, id: BlockId, lines: &mut Lines) {
        self.actions(id, lines);
        self.exit(self.words.code.blocks[id].exit, lines);
    }

    /// The actions of a block, each with what is looked at behind it.
    fn actions(self, id: BlockId, lines: &mut Lines) {
        let mut actions = self.words.code.blocks[id].actions.iter().map(|(action, _)| *action).peekable();
        while let Some(action) = actions.next() {
            let mut looks = Vec::new();
            while let Some(look) = actions.peek().and_then(|next| look(*next)) {
                looks.push(look);
                actions.next();
            }
            self.action(action, &looks, lines);
        }
    }

    /// A block that another one does: that it comes back need not be said at its end.
    pub(super) fn body(self, id: BlockId) -> Lines {
        let mut lines = Lines::default();
        self.block(id, &mut lines);
        lines.drop_last("return");
        lines
    }

    fn get(self, id: BlockId) -> &'w Block {
        &self.words.code.blocks[id]
    }

    /// Goes on with a block: it stands here, or is named.
    fn go(self, to: BlockId, lines: &mut Lines) {
        if self.flow.stands_there(to) {
            self.row(to, lines);
        } else {
            lines.add(0, self.to(to));
        }
    }

    /// A sowing, and the landing behind it.
    fn land(self, sowing: String, landing: BlockId, lines: &mut Lines) {
        if self.flow.stands_there(landing) {
            lines.add(0, sowing);
            self.row(landing, lines);
        } else {
            lines.add(0, format!("{sowing}, {}", self.to(landing)));
        }
    }

    /// Going on with a block that stands elsewhere.
    fn to(self, to: BlockId) -> String {
        format!("then {}", self.flow.name(to))
    }

    /// A block that stands here, with its label if it is a row.
    fn row(self, id: BlockId, lines: &mut Lines) {
        match self.label(id) {
            Some(label) => {
                let mut below = Lines::default();
                self.block(id, &mut below);
                lines.add_with(0, labelled(label, "otherwise"), below);
            }
            None => self.block(id, lines),
        }
    }

    fn label(self, id: BlockId) -> Option<&'w str> {
        let row = self.get(id).row?;
        self.words.program.model.rules.get(row).map(|rule| rule.label.as_str())
    }

    // --- ways out ----------------------------------------------------------------------------------------------------

    fn exit(self, exit: Exit, lines: &mut Lines) {
        match exit {
            Exit::Go(to) => self.go(to, lines),
            Exit::Pass(arguments, to) => lines.add(0, self.pass(arguments, to)),
            Exit::Branch(condition, then, otherwise) => self.branch(condition, then, otherwise, lines),
            Exit::Choose(choice) => self.choose(&self.words.code.choices[choice], lines),
            Exit::Sow(sowing, landing) => self.sow(&self.words.code.sowings[sowing], landing, lines),
            Exit::SowOn(landing) => self.land("sow on".into(), landing, lines),
            Exit::Close(false) => lines.add(0, "stop"),
            Exit::Close(true) => lines.add(0, "again"),
            Exit::Done => lines.add(0, "done"),
            Exit::NotLegal => lines.add(0, "not legal"),
            Exit::Return => lines.add(0, "return"),
        }
    }

    /// Going on with a block whose parameters are bound: `then enter(pit = last)`.
    fn pass(self, arguments: ArgumentsId, to: BlockId) -> String {
        let bindings = self.words.code.arguments[arguments].iter().map(|binding| {
            let (slot, value) = self.words.binding(*binding);
            format!("{} = {}", self.words.slot(slot), value.in_list())
        });
        format!("{}({})", self.to(to), bindings.collect::<Vec<_>>().join(", "))
    }

    /// Two ways: the first stands further in, the second behind it.
    fn branch(self, condition: TruthId, then: BlockId, otherwise: BlockId, lines: &mut Lines) {
        let mut below = Lines::default();
        if self.flow.joins(otherwise) {
            self.actions(then, &mut below);
        } else if self.flow.stands_there(then) {
            self.block(then, &mut below);
        } else {
            below.add(0, self.to(then));
        }
        let label = self.label(then).map_or_else(String::new, |label| format!("{label}: "));
        lines.add_with(0, format!("{label}if {}", self.words.truth(condition)), below);
        if self.flow.joins(otherwise) {
            self.block(otherwise, lines);
        } else {
            self.go(otherwise, lines);
        }
    }

    fn choose(self, choice: &Choice, lines: &mut Lines) {
        let words = self.words;
        let next = match choice {
            Choice::Pit { slot, sets, next } => {
                let sets: Vec<String> = sets.iter().map(|set| words.set(*set).to_string()).collect();
                lines.add(0, format!("choose {} in {}", words.slot(AnySlot::Value(*slot)), sets.join(" else ")));
                next
            }
            Choice::Number { slot, low, high, next } => {
                let (low, high) = (words.number(*low).at(Level::Sum), words.number(*high).at(Level::Sum));
                lines.add(0, format!("choose {} in {low}..{high}", words.slot(AnySlot::Value(*slot))));
                next
            }
            Choice::Way { slot, condition, next } => {
                let condition =
                    condition.map_or_else(String::new, |condition| format!(" where {}", words.of_it(*slot, condition)));
                lines.add(0, format!("choose {} in both ways{condition}", words.slot(AnySlot::Value(*slot))));
                next
            }
            Choice::Alternative { ways } => return self.alternatives(ways, lines),
            Choice::Placing { set, next } => {
                lines.add(0, format!("place freely in {}", words.set(*set)));
                next
            }
            Choice::Taking { count, kinds, from, then, into, next } => {
                let kinds = words.names.kinds(*kinds).unwrap_or_else(|| "pieces".into());
                let count = words.number(*count).at(Level::Prefix);
                let then = then.map_or_else(String::new, |then| format!(", then from {}", words.set(then)));
                let (from, into) = (words.set(*from), self.into(*into));
                lines.add(0, format!("capture chosen {count} {kinds} from {from}{then}{into}"));
                next
            }
        };
        self.go(*next, lines);
    }

    fn alternatives(self, ways: &[(String, BlockId)], lines: &mut Lines) {
        let mut all = Lines::default();
        for (name, block) in ways {
            let mut below = Lines::default();
            self.go(*block, &mut below);
            all.add_with(0, name, below);
        }
        lines.add_below("either", all);
    }

    fn sow(self, sowing: &Sowing, landing: BlockId, lines: &mut Lines) {
        let words = self.words;
        let mut text = format!("sow {}", words.names.track(words.code, sowing.track));
        if !matches!(words.code.expressions.numbers[sowing.each], Number::Constant(1)) {
            text.push_str(&format!(" {} each", words.number(sowing.each).at(Level::Prefix)));
        }
        let start = words.pit(sowing.start).at(Level::Prefix);
        text.push_str(&format!(" {} {start}", if sowing.after { "after" } else { "starting in" }));
        text.push_str(&words.going(sowing.track, sowing.way));
        if let Some(set) = sowing.skipping {
            text.push_str(&format!(" skipping {}", words.set(set)));
        }
        if sowing.in_order {
            text.push_str(" choosing the order");
        }
        lines.add(0, text);
        if let Some(body) = sowing.at_drop {
            let but_last = if sowing.but_last { " but the last" } else { "" };
            lines.add_below(&format!("each drop{but_last}"), self.body(body));
        }
        self.go(landing, lines);
    }

    // --- actions -----------------------------------------------------------------------------------------------------

    /// An action, and what is looked at behind it.
    fn action(self, action: Action, looks: &[&str], lines: &mut Lines) {
        match action {
            Action::ForEach(slot, set, body) => self.for_each(slot, set, body, lines),
            Action::Do(body) if self.flow.stands_there(body) => lines.add_below("do", self.body(body)),
            Action::Do(body) => lines.add(0, format!("do {}", self.flow.name(body))),
            action if looks.is_empty() => lines.add(0, self.deed(action)),
            action => lines.add(0, format!("{} [{}]", self.deed(action), looks.join(", "))),
        }
    }

    fn for_each(self, slot: Slot, set: SetId, body: BlockId, lines: &mut Lines) {
        let set = self.words.set(set).to_string();
        self.words.naming(AnySlot::Value(slot), "it", |words, it| {
            let turns = Turns { words, flow: self.flow };
            if self.flow.stands_there(body) {
                lines.add_below(&format!("for each {it} in {set}"), turns.body(body));
            } else {
                lines.add(0, format!("for each {it} in {set} do {}", self.flow.name(body)));
            }
        });
    }

    /// An action that is one line.
    fn deed(self, action: Action) -> String {
        let words = self.words;
        match action {
            Action::Keep(binding) => {
                let (slot, value) = words.binding(binding);
                format!("let {} = {value}", words.slot(slot))
            }
            Action::Require(condition) => format!("require {}", words.truth(condition)),
            Action::Prefer(_, condition) => format!("prefer {}", words.truth(condition)),
            Action::Lift(pit) => format!("lift {}", words.pit(pit)),
            Action::LiftSome(count, pit) => format!("lift {} from {}", words.number(count), words.pit(pit)),
            Action::LiftSet(set) => format!("lift all of {}", words.set(set)),
            Action::Put(count, None, to) => self.put_hand(count, to),
            Action::Put(count, Some(from), to) => {
                format!("put {} from {} in {}", words.number(count), words.pit(from), words.pit(to))
            }
            Action::PutSet(set, to) => format!("put all of {} in {}", words.set(set), words.pit(to)),
            Action::Capture(player, set, into) => {
                format!("{} {}{}", self.captures(player), words.set(set), self.into(into))
            }
            Action::CaptureSome(player, count, pit, into) => {
                let (count, pit) = (words.number(count), words.pit(pit));
                format!("{} {count} from {pit}{}", self.captures(player), self.into(into))
            }
            Action::SetNumber(cell, number) => format!("{} becomes {}", self.cell(cell), words.number(number)),
            Action::SetTruth(cell, truth) => format!("{} becomes {}", self.cell(cell), words.truth(truth)),
            Action::SetPit(cell, pit) => format!("{} becomes {}", self.cell(cell), words.pit(pit)),
            Action::SetWay(cell, way) => format!("{} becomes {}", self.cell(cell), words.way(way)),
            Action::SetPlayer(cell, player) => format!("{} becomes {}", self.cell(cell), words.player(player)),
            Action::Untils | Action::CaptureEnds => format!("[{}]", look(action).unwrap_or_default()),
            Action::ForEach(..) | Action::Do(_) => String::new(),
        }
    }

    fn put_hand(self, count: NumberId, to: PitId) -> String {
        let to = self.words.pit(to);
        match self.words.code.expressions.numbers[count] {
            Number::Hand => format!("put hand in {to}"),
            _ => format!("put {} of hand in {to}", self.words.number(count)),
        }
    }

    fn captures(self, player: PlayerId) -> String {
        match self.words.code.expressions.players[player] {
            Who::Constant(Some(Player::South)) => "capture".into(),
            _ => format!("{} captures", self.words.player(player)),
        }
    }

    fn into(self, into: Into) -> String {
        match into {
            Into::Store => String::new(),
            Into::Hand => " into hand".into(),
            Into::Place(place) => format!(" into {}", self.words.pit(place)),
        }
    }

    fn cell(self, cell: StateCell) -> String {
        match cell {
            StateCell::At(cell) => self.words.names.state(cell),
            StateCell::Of(first, pit) => self.words.state_of(first, pit).to_string(),
        }
    }
}

/// What is looked at behind an action.
fn look(action: Action) -> Option<&'static str> {
    match action {
        Action::Untils => Some("until"),
        Action::CaptureEnds => Some("ends"),
        _ => None,
    }
}

/// A row with its label; one that is called `otherwise` needs none.
pub(super) fn labelled(label: &str, row: &str) -> String {
    if label == row { row.to_string() } else { format!("{label}: {row}") }
}
