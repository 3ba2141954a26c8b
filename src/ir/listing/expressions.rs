//! Expressions as text, written as in the rules.

use super::names::Names;
use super::phrase::{Level, Phrase};
use crate::ir::expression::{Binding, Chain, Counts, Each, Number, Past, Pit, Run, Set, Steps, Truth, Way, Who};
use crate::ir::id::*;
use crate::ir::program::{Code, Program};
use crate::model::{ArithmeticOp, CompareOp, Player};

/// A slot of either kind.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum AnySlot {
    Value(Slot),
    Set(SetSlot),
}

/// A name that an expression gives to a slot, and those given around it.
struct Bound<'w> {
    slot: AnySlot,
    name: String,
    outer: Option<&'w Bound<'w>>,
}

/// How expressions are written: under which names.
#[derive(Clone, Copy)]
pub(super) struct Words<'w> {
    pub(super) names: Names<'w>,
    pub(super) program: &'w Program,
    pub(super) code: &'w Code,
    bound: Option<&'w Bound<'w>>,
}

impl<'w> Words<'w> {
    pub(super) fn of(program: &'w Program, code: &'w Code) -> Self {
        Words { names: Names::of(program), program, code, bound: None }
    }

    // --- slots -------------------------------------------------------------------------------------------------------

    /// What a slot is called.
    pub(super) fn slot(self, slot: AnySlot) -> String {
        let mut bound = self.bound;
        while let Some(Bound { slot: other, name, outer }) = bound {
            if *other == slot {
                return name.clone();
            }
            bound = *outer;
        }
        let name = match slot {
            AnySlot::Value(slot) => self.code.names.values.get(slot.index()),
            AnySlot::Set(slot) => self.code.names.sets.get(slot.index()),
        };
        name.cloned().unwrap_or_else(|| match slot {
            AnySlot::Value(slot) => format!("value {}", slot.index() + 1),
            AnySlot::Set(slot) => format!("set {}", slot.index() + 1),
        })
    }

    fn value(self, slot: Slot) -> Phrase {
        Phrase::atom(self.slot(AnySlot::Value(slot)))
    }

    /// Whether a name means something here already.
    fn is_taken(self, name: &str) -> bool {
        let mut bound = self.bound;
        while let Some(one) = bound {
            if one.name == name {
                return true;
            }
            bound = one.outer;
        }
        let names = &self.code.names;
        names.values.iter().chain(&names.sets).any(|other| other == name)
    }

    /// Writes something in which a slot has a name: this one, or if that means something else already, this with a
    /// number.
    pub(super) fn naming<T>(self, slot: AnySlot, name: &str, write: impl FnOnce(Words<'_>, &str) -> T) -> T {
        let numbered = (2..).map(|number: u32| format!("{name}{number}"));
        let mut candidates = std::iter::once(name.to_string()).chain(numbered);
        let free = candidates.find(|name| !self.is_taken(name)).unwrap_or_default();
        self.bind(slot, &free, write)
    }

    /// Writes something in which a slot has a name, whatever that means around it.
    fn bind<T>(self, slot: AnySlot, name: &str, write: impl FnOnce(Words<'_>, &str) -> T) -> T {
        let bound = Bound { slot, name: name.to_string(), outer: self.bound };
        let Words { names, program, code, .. } = self;
        write(Words { names, program, code, bound: Some(&bound) }, &bound.name)
    }

    /// Writes a condition on what a slot holds, which is called `it`. Where two sets are looked through within each other,
    /// and the inner condition asks for the outer member too, it is said which is meant: `it2: it2 is behind it`.
    pub(super) fn of_it(self, slot: Slot, condition: TruthId) -> String {
        let slot = AnySlot::Value(slot);
        self.naming(slot, "it", |words, it| {
            let text = words.truth(condition).at(Level::Or);
            let mut parts = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
            match it {
                "it" => text,
                _ if parts.any(|word| word == "it") => format!("{it}: {text}"),
                _ => self.bind(slot, "it", |words, _| words.truth(condition).at(Level::Or)),
            }
        })
    }

    /// A slot with its value: `way = left`.
    pub(super) fn binding(self, binding: Binding) -> (AnySlot, Phrase) {
        match binding {
            Binding::Number(slot, number) => (AnySlot::Value(slot), self.number(number)),
            Binding::Truth(slot, truth) => (AnySlot::Value(slot), self.truth(truth)),
            Binding::Pit(slot, pit) => (AnySlot::Value(slot), self.pit(pit)),
            Binding::Way(slot, way) => (AnySlot::Value(slot), self.way(way)),
            Binding::Player(slot, player) => (AnySlot::Value(slot), self.player(player)),
            Binding::Set(slot, set) => (AnySlot::Set(slot), self.set(set)),
        }
    }

    /// An expression that is read with a value bound.
    fn with(self, binding: BindingId, write: impl FnOnce(Words<'_>) -> Phrase) -> Phrase {
        let binding = self.code.expressions.bindings[binding];
        let name = match binding {
            Binding::Number(..) => "n",
            Binding::Truth(..) => "c",
            Binding::Pit(..) => "p",
            Binding::Way(..) => "w",
            Binding::Player(..) => "who",
            Binding::Set(..) => "s",
        };
        let (slot, value) = self.binding(binding);
        self.naming(slot, name, |words, name| {
            Phrase::new(Level::Open, format!("let {name} = {} in {}", value.at(Level::Or), write(words)))
        })
    }

    fn choice(self, cases: &[(TruthId, Phrase)], otherwise: &Phrase) -> Phrase {
        let cases: Vec<String> = cases
            .iter()
            .map(|(condition, case)| format!("{} if {}", case.in_list(), self.truth(*condition).in_list()))
            .collect();
        Phrase::atom(format!("({}, otherwise {})", cases.join(", "), otherwise.in_list()))
    }

    /// An expression read in another position.
    fn past(past: Past, inner: Phrase) -> Phrase {
        let when = match past {
            Past::TurnStart => "when the turn began",
            Past::BeforeSowing => "before the sowing",
        };
        Phrase::new(Level::Past, format!("{} {when}", inner.at(Level::Compare)))
    }

    // --- numbers -----------------------------------------------------------------------------------------------------

    pub(super) fn number(self, number: NumberId) -> Phrase {
        match self.code.expressions.numbers[number] {
            Number::Constant(value) => Phrase::atom(value.to_string()),
            Number::Kept(slot) => self.value(slot),
            Number::Hand => Phrase::atom("hand"),
            Number::LastHeld => Phrase::atom("held by last"),
            Number::Held(kinds) => match self.names.kinds(kinds) {
                Some(kinds) => Phrase::atom(format!("held({kinds})")),
                None => Phrase::atom("held"),
            },
            Number::Captured => Phrase::atom("captured"),
            Number::Laps => Phrase::atom("laps"),
            Number::State(cell) => Phrase::atom(self.names.state(cell)),
            Number::StateOf(first, pit) => self.state_of(first, pit),
            Number::Pieces(set, kinds) => self.pieces(self.set(set), kinds),
            Number::PiecesAt(pit, kinds) => self.pieces(self.pit(pit), kinds),
            Number::Worth(set) => Phrase::call("worth", &[self.set(set)]),
            Number::Count(set) => Phrase::call("count", &[self.set(set)]),
            Number::Run(run) => Phrase::call("count", &[self.run(self.code.expressions.runs[run])]),
            Number::PitNumber(pit) => Phrase::call("number", &[self.pit(pit)]),
            Number::Arithmetic(op, one, two) => arithmetic(op, self.number(one), self.number(two)),
            Number::Larger(one, two) => Phrase::call("max", &[self.number(one), self.number(two)]),
            Number::Smaller(one, two) => Phrase::call("min", &[self.number(one), self.number(two)]),
            Number::If(..) => {
                let (mut cases, mut rest) = (Vec::new(), number);
                while let Number::If(condition, then, otherwise) = self.code.expressions.numbers[rest] {
                    cases.push((condition, self.number(then)));
                    rest = otherwise;
                }
                self.choice(&cases, &self.number(rest))
            }
            Number::In(past, number) => Self::past(past, self.number(number)),
            Number::With(binding, rest) => self.with(binding, |words| words.number(rest)),
        }
    }

    fn pieces(self, of: Phrase, kinds: Kinds) -> Phrase {
        match self.names.kinds(kinds) {
            None => Phrase::call("seeds", &[of]),
            Some(kinds) if kinds.contains(' ') => Phrase::atom(format!("pieces({of}: {kinds})")),
            Some(kind) => Phrase::call(&kind, &[of]),
        }
    }

    /// State of a pit: `tuz of last`.
    pub(super) fn state_of(self, first: Cell, pit: PitId) -> Phrase {
        Phrase::prefixed(&format!("{} of", self.names.state_of_pits(first)), self.pit(pit))
    }

    fn run(self, run: Run) -> Phrase {
        let condition = self.naming(AnySlot::Value(run.piece), "piece", |words, _| words.of_it(run.pit, run.condition));
        Phrase::new(Level::Open, format!("drops back while {condition}"))
    }

    // --- truth values ------------------------------------------------------------------------------------------------

    pub(super) fn truth(self, truth: TruthId) -> Phrase {
        self.condition(truth, true)
    }

    /// A condition, or its contrary.
    fn condition(self, truth: TruthId, holds: bool) -> Phrase {
        let is = if holds { "is" } else { "is not" };
        let among = if holds { "in" } else { "not in" };
        match self.code.expressions.truths[truth] {
            Truth::Not(inner) => self.condition(inner, !holds),
            Truth::Constant(value) => Phrase::atom(if value == holds { "yes" } else { "no" }),
            Truth::IsIn(number, counts) => {
                counted(self.number(number), &ranges(&self.code.expressions.counts[counts]), holds)
            }
            Truth::Between(number, low, high) => {
                let range = format!("{}..{}", self.number(low).at(Level::Sum), self.number(high).at(Level::Sum));
                Phrase::compared(self.number(number), among, Phrase::atom(range))
            }
            Truth::Even(number) => {
                Phrase::compared(self.number(number), "is", Phrase::atom(if holds { "even" } else { "odd" }))
            }
            Truth::SamePit(one, two) => Phrase::compared(self.pit(one), is, self.pit(two)),
            Truth::SameWay(one, two) => Phrase::compared(self.way(one), is, self.way(two)),
            Truth::SamePlayer(one, two) => Phrase::compared(self.player(one), is, self.player(two)),
            Truth::PieceIs(slot, kinds) => {
                let kinds = self.names.kinds(kinds).unwrap_or_else(|| "of any kind".into());
                Phrase::compared(self.value(slot), is, Phrase::atom(kinds))
            }
            Truth::MoveIs(kind) => Phrase::compared(Phrase::atom("kind"), is, Phrase::atom(self.kind(kind))),
            Truth::In(pit, set) => Phrase::compared(self.pit(pit), among, self.set(set)),
            Truth::Within(one, two) => Phrase::compared(self.set(one), among, self.set(two)),
            Truth::SameSet(one, two) => Phrase::compared(self.set(one), is, self.set(two)),
            Truth::NoPieces(set) => Phrase::compared(self.set(set), is, Phrase::atom("empty")),
            Truth::Some(set) => Phrase::prefixed(if holds { "some" } else { "no" }, self.set(set)),
            Truth::Compare(op, one, two) => Phrase::compared(self.number(one), compare(op, holds), self.number(two)),
            _ if !holds => Phrase::new(Level::Not, format!("not {}", self.truth(truth).at(Level::Past))),
            Truth::Kept(slot) => self.value(slot),
            Truth::State(cell) => Phrase::atom(self.names.state(cell)),
            Truth::StateOf(first, pit) => self.state_of(first, pit),
            Truth::And(one, two) => Phrase::joined(Level::And, self.truth(one), "and", self.truth(two), Level::And),
            Truth::Or(one, two) => Phrase::joined(Level::Or, self.truth(one), "or", self.truth(two), Level::Or),
            Truth::If(..) => {
                let (mut cases, mut rest) = (Vec::new(), truth);
                while let Truth::If(condition, then, otherwise) = self.code.expressions.truths[rest] {
                    cases.push((condition, self.truth(then)));
                    rest = otherwise;
                }
                self.choice(&cases, &self.truth(rest))
            }
            Truth::Past(past, inner) => Self::past(past, self.truth(inner)),
            Truth::Occurs(times) => Phrase::atom(format!("position occurs {times} times")),
            Truth::CannotMove => Phrase::atom("mover cannot move"),
            Truth::With(binding, rest) => self.with(binding, |words| words.truth(rest)),
        }
    }

    /// The name of a kind of move.
    pub(super) fn kind(self, kind: MoveKind) -> String {
        self.program.model.moves.get(kind).map_or_else(String::new, |kind| kind.name.clone())
    }

    // --- pits --------------------------------------------------------------------------------------------------------

    pub(super) fn pit(self, pit: PitId) -> Phrase {
        match self.code.expressions.pits[pit] {
            Pit::Constant(None) => Phrase::atom("none"),
            Pit::Constant(Some(place)) => Phrase::atom(self.names.place(place)),
            Pit::Kept(slot) => self.value(slot),
            Pit::Last => Phrase::atom("last"),
            Pit::Origin => Phrase::atom("origin"),
            Pit::State(cell) => Phrase::atom(self.names.state(cell)),
            Pit::StateOf(first, pit) => self.state_of(first, pit),
            Pit::Facing(pit) => Phrase::prefixed("facing", self.pit(pit)),
            Pit::Behind(pit) => Phrase::prefixed("behind", self.pit(pit)),
            Pit::Steps(steps) => self.steps(self.code.expressions.steps[steps]),
            Pit::Only(set) => Phrase::call("only", &[self.set(set)]),
            Pit::If(..) => {
                let (mut cases, mut rest) = (Vec::new(), pit);
                while let Pit::If(condition, then, otherwise) = self.code.expressions.pits[rest] {
                    cases.push((condition, self.pit(then)));
                    rest = otherwise;
                }
                self.choice(&cases, &self.pit(rest))
            }
            Pit::In(past, pit) => Self::past(past, self.pit(pit)),
            Pit::With(binding, rest) => self.with(binding, |words| words.pit(rest)),
        }
    }

    fn steps(self, steps: Steps) -> Phrase {
        let count = match self.code.expressions.numbers[steps.count] {
            Number::Constant(1) => "place".to_string(),
            _ => format!("{} places", self.number(steps.count).at(Level::Prefix)),
        };
        let side = if steps.back { "before" } else { "after" };
        let from = self.pit(steps.from).at(Level::Prefix);
        let on = self.on_track(steps.track);
        Phrase::new(Level::Sum, format!("{count} {side} {from}{on}{}", self.going(steps.track, steps.way)))
    }

    /// On which track, where there are several.
    fn on_track(self, track: TrackId) -> String {
        let own_only = self.code.tracks.len() == 1;
        if own_only { String::new() } else { format!(" on {}", self.names.track(self.code, track)) }
    }

    /// Which way along a track, where it has two.
    pub(super) fn going(self, track: TrackId, way: WayId) -> String {
        let two_way = self.program.model.board.tracks[self.code.tracks[track].number].two_way;
        if two_way { format!(" going {}", self.way(way).at(Level::Prefix)) } else { String::new() }
    }

    // --- sets --------------------------------------------------------------------------------------------------------

    pub(super) fn set(self, set: SetId) -> Phrase {
        match self.code.expressions.sets[set] {
            Set::Constant(places) => Phrase::atom(self.names.set(self.code.expressions.constants[places])),
            Set::Kept(slot) => Phrase::atom(self.slot(AnySlot::Set(slot))),
            Set::Single(pit) => self.pit(pit),
            Set::Where(of, slot, condition) => {
                let of = self.set(of).at(Level::Product);
                Phrase::new(Level::Open, format!("{of} where {}", self.of_it(slot, condition)))
            }
            Set::Union(one, two) => Phrase::joined(Level::Sum, self.set(one), "+", self.set(two), Level::Product),
            Set::Minus(one, two) => Phrase::joined(Level::Sum, self.set(one), "-", self.set(two), Level::Product),
            Set::Facing(of) => Phrase::prefixed("facing", self.set(of)),
            Set::Behind(of) => Phrase::prefixed("behind", self.set(of)),
            Set::Chain(chain) => self.chain(self.code.expressions.chains[chain]),
            Set::Each(each) => self.each(&self.code.expressions.eaches[each]),
            Set::LastDrops(count) => match self.code.expressions.numbers[count] {
                Number::Run(run) => Phrase::call("pits", &[self.run(self.code.expressions.runs[run])]),
                _ => Phrase::atom(format!("pits(last {} drops)", self.number(count).at(Level::Prefix))),
            },
            Set::If(..) => {
                let (mut cases, mut rest) = (Vec::new(), set);
                while let Set::If(condition, then, otherwise) = self.code.expressions.sets[rest] {
                    cases.push((condition, self.set(then)));
                    rest = otherwise;
                }
                self.choice(&cases, &self.set(rest))
            }
            Set::In(past, set) => Self::past(past, self.set(set)),
            Set::With(binding, rest) => self.with(binding, |words| words.set(rest)),
        }
    }

    fn chain(self, chain: Chain) -> Phrase {
        let direction = if chain.back { "back" } else { "on" };
        let from = self.pit(chain.from).at(Level::Prefix);
        let limit =
            chain.limit.map_or_else(String::new, |limit| format!(" up to {}", self.number(limit).at(Level::Sum)));
        let condition = self.of_it(chain.it, chain.condition);
        Phrase::new(Level::Open, format!("chain {direction} from {from}{limit} while {condition}"))
    }

    fn each(self, each: &Each) -> Phrase {
        let (value, over) = self.each_over(each, &each.over);
        Phrase::new(Level::Open, format!("each {} for {}", value, over.join(", ")))
    }

    /// The value, and what runs over what, from one member of the list on.
    fn each_over(self, each: &Each, over: &[(Slot, Option<SetId>)]) -> (String, Vec<String>) {
        let Some(((slot, set), rest)) = over.split_first() else {
            return (self.pit(each.value).at(Level::Product), Vec::new());
        };
        let (name, of) = match set {
            Some(set) => ("p", self.set(*set).to_string()),
            None => ("w", "both ways".to_string()),
        };
        self.naming(AnySlot::Value(*slot), name, |words, name| {
            let (value, mut all) = words.each_over(each, rest);
            all.insert(0, format!("{name} in {of}"));
            (value, all)
        })
    }

    // --- ways and players --------------------------------------------------------------------------------------------

    pub(super) fn way(self, way: WayId) -> Phrase {
        match self.code.expressions.ways[way] {
            Way::Constant(way) => Phrase::atom(self.names.way(way)),
            Way::Kept(slot) => self.value(slot),
            Way::State(cell) => Phrase::atom(self.names.state(cell)),
            Way::StateOf(first, pit) => self.state_of(first, pit),
            Way::Opposite(way) => Phrase::prefixed("opposite", self.way(way)),
            Way::If(..) => {
                let (mut cases, mut rest) = (Vec::new(), way);
                while let Way::If(condition, then, otherwise) = self.code.expressions.ways[rest] {
                    cases.push((condition, self.way(then)));
                    rest = otherwise;
                }
                self.choice(&cases, &self.way(rest))
            }
            Way::In(past, way) => Self::past(past, self.way(way)),
            Way::With(binding, rest) => self.with(binding, |words| words.way(rest)),
        }
    }

    pub(super) fn player(self, player: PlayerId) -> Phrase {
        match self.code.expressions.players[player] {
            Who::Constant(None) => Phrase::atom("nobody"),
            Who::Constant(Some(Player::South)) => Phrase::atom("mover"),
            Who::Constant(Some(Player::North)) => Phrase::atom("opponent"),
            Who::Kept(slot) => self.value(slot),
            Who::State(cell) => Phrase::atom(self.names.state(cell)),
            Who::StateOf(first, pit) => self.state_of(first, pit),
            Who::Owner(pit) => Phrase::call("owner", &[self.pit(pit)]),
            Who::Winner => Phrase::atom("winner"),
            Who::If(..) => {
                let (mut cases, mut rest) = (Vec::new(), player);
                while let Who::If(condition, then, otherwise) = self.code.expressions.players[rest] {
                    cases.push((condition, self.player(then)));
                    rest = otherwise;
                }
                self.choice(&cases, &self.player(rest))
            }
            Who::In(past, player) => Self::past(past, self.player(player)),
            Who::With(binding, rest) => self.with(binding, |words| words.player(rest)),
        }
    }
}

/// The ranges that a set of numbers consists of; the last may be without an end.
fn ranges(counts: &Counts) -> Vec<(i32, Option<i32>)> {
    let mut ranges = Vec::new();
    let mut at = 0;
    while at <= Counts::END {
        let end = (at..=Counts::END).take_while(|count| counts.has(*count)).last();
        if let Some(end) = end {
            ranges.push((at, (end < Counts::END).then_some(end)));
        }
        at = end.unwrap_or(at) + 1;
    }
    ranges
}

/// Whether a number is, or is not, in some ranges: `n >= 1`, `n in 2..3`, `n not in {1, 4..}`.
fn counted(number: Phrase, ranges: &[(i32, Option<i32>)], holds: bool) -> Phrase {
    let among = if holds { "in" } else { "not in" };
    let word = |range: &(i32, Option<i32>)| match range {
        (low, None) => format!("{low}.."),
        (low, Some(high)) if low == high => low.to_string(),
        (low, Some(high)) => format!("{low}..{high}"),
    };
    let (word, numbers) = match ranges {
        [(low, None)] => (if holds { ">=" } else { "<" }, low.to_string()),
        [(low, Some(high))] if low == high => (if holds { "=" } else { "!=" }, low.to_string()),
        [range] => (among, word(range)),
        ranges => (among, format!("{{{}}}", ranges.iter().map(word).collect::<Vec<_>>().join(", "))),
    };
    Phrase::compared(number, word, Phrase::atom(numbers))
}

/// How numbers compare; or, where that does not hold, how they compare then.
fn compare(op: CompareOp, holds: bool) -> &'static str {
    match (op, holds) {
        (CompareOp::Equal, true) | (CompareOp::NotEqual, false) => "=",
        (CompareOp::NotEqual, true) | (CompareOp::Equal, false) => "!=",
        (CompareOp::Less, true) | (CompareOp::AtLeast, false) => "<",
        (CompareOp::AtMost, true) | (CompareOp::More, false) => "<=",
        (CompareOp::More, true) | (CompareOp::AtMost, false) => ">",
        (CompareOp::AtLeast, true) | (CompareOp::Less, false) => ">=",
    }
}

fn arithmetic(op: ArithmeticOp, one: Phrase, two: Phrase) -> Phrase {
    match op {
        ArithmeticOp::Add => Phrase::joined(Level::Sum, one, "+", two, Level::Sum),
        ArithmeticOp::Subtract => Phrase::joined(Level::Sum, one, "-", two, Level::Product),
        ArithmeticOp::Multiply => Phrase::joined(Level::Product, one, "*", two, Level::Prefix),
        ArithmeticOp::Divide => Phrase::joined(Level::Product, one, "/", two, Level::Prefix),
    }
}
