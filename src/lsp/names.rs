//! The names of a text: where each is declared, and where it is used. Read off the tree, so that it works in a text that
//! cannot be read as a whole; a name in a construct that is not listed here is looked up among all. What was read of an
//! item is kept as long as the item is not changed.

use super::sort::{Sort, sort_of_word};
use crate::syntax::leaves::{ItemLeaves, Leaf, is_whole, item_leaves};
use crate::syntax::{Rule, items};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Option,
    Parameter,
    Value,
    Preset,
    Piece,
    Place,
    Track,
    Way,
    State,
    Define,
    Phase,
    Move,
    Sequence,
    Local,
    Label,
    Choice,
}

use Kind::{
    Choice, Define, Label, Local, Move, Option as Opt, Parameter, Phase, Piece, Place, Preset, Sequence, State, Track,
    Value, Way,
};

/// Everything that an expression may name.
pub(super) const IN_EXPRESSIONS: &[Kind] = &[Local, Define, State, Opt, Parameter, Piece, Way, Move, Place, Value];

impl Kind {
    /// What it is called.
    pub(super) fn word(self) -> &'static str {
        match self {
            Opt => "option",
            Parameter => "parameter",
            Value => "value of an option",
            Preset => "preset",
            Piece => "kind of piece",
            Place => "place",
            Track => "track",
            Way => "way",
            State => "state",
            Define => "definition",
            Phase => "phase",
            Move => "kind of move",
            Sequence => "sequence",
            Local => "local name",
            Label => "label",
            Choice => "alternative",
        }
    }

    /// Whether it is known in its item only.
    fn is_of_item(self) -> bool {
        self == Local
    }
}

/// A name that is declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Its bytes.
    pub(super) at: Range<usize>,
    /// Bytes of its item.
    pub(super) item: Range<usize>,
    /// The option whose value it is.
    pub(super) of: Option<String>,
    /// What the file says of an option, a parameter or a value; of state `per pit` or `per player`; of a place its word.
    pub(super) about: String,
    /// What it stands for in an expression.
    pub(super) sort: Sort,
}

/// A name that is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) at: Range<usize>,
    pub(super) name: String,
    /// What it may stand for, the likeliest first.
    kinds: &'static [Kind],
    /// The option before it, if it may be one of its values.
    of: Option<String>,
    item: Range<usize>,
}

/// The names of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    pub(super) declared: Vec<Declaration>,
    uses: Vec<Use>,
    /// Bytes of the items.
    pub(super) items: Vec<Range<usize>>,
    /// Whether all items can be read.
    pub(super) is_whole: bool,
}

/// What was read of items, by their text, with places counted from the beginning of each.
#[derive(Debug, Clone, Default)]
pub(super) struct Known(HashMap<String, Rc<Names>>);

impl Names {
    /// The names of a text. Items that are known already are not read again; those of this text are known from now on.
    pub(super) fn of(text: &str, before: &Known, now: &mut Known) -> Self {
        let mut names = Names { is_whole: true, ..Names::default() };
        for (_, item) in items(text) {
            let read = match before.0.get(item).or_else(|| now.0.get(item)) {
                Some(read) => Rc::clone(read),
                None => Rc::new(Names::of_item(item)),
            };
            names.add(&read, item.as_ptr() as usize - text.as_ptr() as usize);
            now.0.insert(item.to_string(), read);
        }
        names
    }

    fn of_item(item: &str) -> Self {
        let mut names = Names { is_whole: is_whole(item), ..Names::default() };
        item_leaves(item).iter().for_each(|leaves| names.item(leaves));
        names
    }

    /// Adds the names of an item that begins at a byte.
    fn add(&mut self, item: &Names, start: usize) {
        let moved = |at: &Range<usize>| at.start + start..at.end + start;
        let declared = item.declared.iter();
        self.declared.extend(declared.map(|one| Declaration {
            at: moved(&one.at),
            item: moved(&one.item),
            ..one.clone()
        }));
        self.uses.extend(item.uses.iter().map(|one| Use { at: moved(&one.at), item: moved(&one.item), ..one.clone() }));
        self.items.extend(item.items.iter().map(moved));
        self.is_whole &= item.is_whole;
    }

    fn item(&mut self, item: &ItemLeaves<'_>) {
        let mut option = None;
        for (index, leaf) in item.leaves.iter().enumerate() {
            if let Some(kind) = declared(leaf).or_else(|| declared_by_words(&item.leaves, index)) {
                let name = leaf.text.trim_end_matches([':', ' ', '\t']);
                if kind == Opt {
                    option = Some(name.to_string());
                }
                let of = option.clone().filter(|_| kind == Value);
                let at = leaf.at.start..leaf.at.start + name.len();
                let (about, sort) = (about(kind, &item.leaves, index), sort(kind, &item.leaves, index));
                self.declared.push(Declaration {
                    name: name.to_string(),
                    kind,
                    at,
                    item: item.at.clone(),
                    of,
                    about,
                    sort,
                });
            } else if let Some(kinds) = used(leaf) {
                let of = option_before(&item.leaves[..index]);
                let (name, at) = (leaf.text.to_string(), leaf.at.clone());
                self.uses.push(Use { at, name, kinds, of, item: item.at.clone() });
            }
        }
        self.items.push(item.at.clone());
    }

    /// The declaration that a byte lies in, or that of the name used there.
    pub(super) fn at(&self, byte: usize) -> Option<&Declaration> {
        let holds = |at: &Range<usize>| at.start <= byte && byte <= at.end;
        self.declared
            .iter()
            .find(|one| holds(&one.at))
            .or_else(|| self.uses.iter().find(|one| holds(&one.at)).and_then(|one| self.declaration(one)))
    }

    /// The use that a byte lies in.
    pub(super) fn used_at(&self, byte: usize) -> Option<&Use> {
        self.uses.iter().find(|one| one.at.start <= byte && byte <= one.at.end)
    }

    /// The places where a declared name is used.
    pub(super) fn uses_of(&self, declared: &Declaration) -> Vec<Range<usize>> {
        let same = self.uses.iter().filter(|one| one.name == declared.name);
        same.filter(|one| self.declaration(one) == Some(declared)).map(|one| one.at.clone()).collect()
    }

    /// What a used name stands for.
    pub(super) fn declaration(&self, used: &Use) -> Option<&Declaration> {
        let named = || self.declared.iter().filter(|one| one.name == used.name);
        let value = named().find(|one| one.kind == Value && one.of.is_some() && one.of == used.of);
        value.or_else(|| used.kinds.iter().find_map(|kind| self.of_kind(*kind, used)))
    }

    /// What a name of another text stands for, if it is declared in this one.
    pub(super) fn meant(&self, used: &Use) -> Option<&Declaration> {
        self.declaration(used)
            .filter(|declared| declared.kind != Local)
            .or_else(|| self.declared.iter().find(|one| one.name == used.name && one.kind != Local))
    }

    fn of_kind(&self, kind: Kind, used: &Use) -> Option<&Declaration> {
        let fits = |one: &&Declaration| {
            one.name == used.name && one.kind == kind && (!kind.is_of_item() || one.item == used.item)
        };
        let before = self.declared.iter().rfind(|one| fits(one) && one.at.end <= used.at.start);
        before.filter(|_| kind.is_of_item()).or_else(|| self.declared.iter().find(fits))
    }
}

/// What a leaf declares.
fn declared(leaf: &Leaf<'_>) -> Option<Kind> {
    let first = leaf.place == 0;
    let named = match leaf.within[0] {
        Rule::option if first => Opt,
        Rule::parameter => Parameter,
        Rule::preset => Preset,
        Rule::piece => Piece,
        Rule::row | Rule::reserve | Rule::named_set => Place,
        Rule::named_pit if first => Place,
        Rule::track if first => Track,
        Rule::both_ways => Way,
        Rule::state_entry => State,
        Rule::define => Define,
        Rule::phase => Phase,
        Rule::move_kind => Move,
        Rule::sequence => Sequence,
        Rule::parameters | Rule::choose | Rule::let_value | Rule::binder => Local,
        Rule::contents_by_pit if first => Local,
        _ => return declared_otherwise(leaf),
    };
    (leaf.rule == Rule::name).then_some(named)
}

fn declared_otherwise(leaf: &Leaf<'_>) -> Option<Kind> {
    match (leaf.rule, leaf.within[0]) {
        (Rule::statement_label, _) | (Rule::name, Rule::label) => Some(Label),
        (Rule::word, Rule::option_value) => Some(Value),
        (Rule::word, Rule::alternative) => Some(Choice),
        _ => None,
    }
}

/// What a word that could not be read declares by the word before it.
fn declared_by_words(leaves: &[Leaf<'_>], index: usize) -> Option<Kind> {
    if leaves[index].within[0] != Rule::item {
        return None;
    }
    match (leaves.get(index.checked_sub(1)?)?.text, index) {
        ("choose" | "let" | "for", _) => Some(Local),
        ("option", 1) => Some(Opt),
        ("parameter", 1) => Some(Parameter),
        ("define", 1) => Some(Define),
        ("move", 1) => Some(Move),
        ("sequence", 1) => Some(Sequence),
        ("row" | "reserve" | "pit" | "set", _) if leaves[0].text == "board" => Some(Place),
        ("track", _) if leaves[0].text == "board" => Some(Track),
        _ => None,
    }
}

/// What is said of a declared name where it is declared.
fn about(kind: Kind, leaves: &[Leaf<'_>], index: usize) -> String {
    let quoted = |leaf: &&Leaf<'_>| leaf.text.starts_with('"');
    let behind = &leaves[index + 1..];
    let said = match kind {
        Opt => behind.first().filter(quoted),
        Parameter => behind.iter().find(quoted),
        Value => behind.get(1).filter(quoted),
        State => behind.get(1).filter(|_| behind[0].text == "per"),
        Place => leaves.get(index.wrapping_sub(1)),
        _ => None,
    };
    match (kind, said) {
        (State, Some(whose)) => format!("per {}", whose.text),
        (_, Some(said)) => said.text.trim_matches('"').to_string(),
        (_, None) => String::new(),
    }
}

/// What a declared name stands for in an expression, by the words that declare it.
fn sort(kind: Kind, leaves: &[Leaf<'_>], index: usize) -> Sort {
    let words: Vec<&str> = leaves[index + 1..].iter().take(4).map(|leaf| leaf.text.trim()).collect();
    match (kind, words.as_slice()) {
        (Parameter, _) => Sort::Number,
        (Way, _) => Sort::Way,
        (Local, ["in", "both", ..]) => Sort::Way,
        (Local, ["in", first, ..]) if sort_of_word(first) == Sort::Number => Sort::Number,
        (Local, ["in", ..]) => Sort::Pits,
        (Local | Define, ["=", first, ..]) => value_sort(first),
        (State, ["per", _, ":", first, ..] | [":", first, ..]) => value_sort(first),
        _ => Sort::Any,
    }
}

/// What a value is that begins with this word. What begins with a truth value or `none` may become another one.
fn value_sort(first: &str) -> Sort {
    match sort_of_word(first) {
        Sort::Nothing => Sort::Pits,
        Sort::Truth | Sort::Condition => Sort::Condition,
        sort => sort,
    }
}

/// What a leaf that declares nothing may stand for, if it is a name.
fn used(leaf: &Leaf<'_>) -> Option<&'static [Kind]> {
    let is_name = matches!(leaf.rule, Rule::name | Rule::word | Rule::entry_name | Rule::entry_word);
    is_name.then(|| match (leaf.rule, leaf.within[0]) {
        (_, Rule::place_name) => &[Place, State, Define][..],
        (_, Rule::facing_row | Rule::behind_row | Rule::part | Rule::row_text | Rule::named_pit) => &[Place],
        (_, Rule::way_text) => &[Way],
        (_, Rule::choice_text) => &[Choice],
        (_, Rule::kind_text | Rule::ranked_one | Rule::ranked | Rule::ranking) => &[Move],
        (_, Rule::sow | Rule::along) => &[Track],
        (_, Rule::call_sequence | Rule::then_sequence) => &[Sequence],
        (Rule::word, Rule::binding) => &[Value],
        (_, Rule::binding) => &[Opt, Parameter],
        (_, Rule::illegal_step | Rule::row_name) => &[Label],
        (_, Rule::splice) => &[Move, Sequence, Label],
        (_, Rule::removed) => &[Move, Sequence, Label, Opt, Parameter, Define, State, Preset, Place, Way, Choice],
        (_, Rule::bag_piece | Rule::piece_count | Rule::chosen_pieces) => &[Piece],
        (_, Rule::match_fill) => &[State],
        (Rule::entry_name, _) => &[Place, State],
        (Rule::entry_word, _) | (_, Rule::first_value | Rule::entry_value) => &[Label, Piece, Way, Move],
        _ => IN_EXPRESSIONS,
    })
}

/// The option that a value behind these leaves would be of: `option is`, `option: `.
fn option_before(leaves: &[Leaf<'_>]) -> Option<String> {
    let mut before = leaves.iter().rev().skip_while(|leaf| leaf.text == "not");
    let joins = before.next().is_some_and(|leaf| matches!(leaf.text, "is" | ":"));
    joins.then(|| before.next().map(|leaf| leaf.text.to_string())).flatten()
}
