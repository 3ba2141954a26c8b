//! What kind of thing may be written at a place: read off the words before it, as the grammar alone takes a pit, a way and
//! a number for the same.

use super::names::Kind;
use super::place::Place;
use super::sort::{Sort, sort_of_word};
use crate::syntax::expected::Expected;
use crate::syntax::is_reserved;

/// What an expression at a place has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Number,
    Pits,
    Way,
    Player,
    /// A number, a pit or a set.
    Operand,
    /// The other side of `is`.
    Compared,
    Condition,
    Anything,
}

impl Wanted {
    /// Whether something of this sort can stand there, or begin what stands there.
    pub(super) fn takes(self, sort: Sort) -> bool {
        let by_sort = match self {
            Wanted::Number => sort == Sort::Number,
            Wanted::Pits => sort == Sort::Pits,
            Wanted::Way => sort == Sort::Way,
            Wanted::Player => sort == Sort::Player,
            Wanted::Operand => matches!(sort, Sort::Number | Sort::Pits),
            Wanted::Compared => !matches!(sort, Sort::Number | Sort::Condition),
            Wanted::Condition => !matches!(sort, Sort::Truth | Sort::Nothing | Sort::Way),
            Wanted::Anything => true,
        };
        by_sort || sort == Sort::Any
    }
}

/// What may be written at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Offer<'a> {
    /// A name of the writer's own.
    Nothing,
    /// Words of the language.
    Words,
    /// `otherwise`, or a label of the writer's own.
    Row,
    /// Words, and names of these kinds.
    Names(&'static [Kind]),
    /// A value of this option.
    Values(&'a str),
    Expression(Wanted),
    /// What belongs to a side; in an expression more than in a list of places.
    Side {
        in_expression: bool,
    },
    /// A statement in this table, or in this item.
    Statement(&'a str),
    /// An entry of a position.
    Entry {
        is_expected: bool,
    },
    /// What a state may be in a position, or who has won.
    EntryValue(&'a str),
}

const BINDABLE: &[Kind] = &[Kind::Option, Kind::Parameter];

/// What may be written at a place where the grammar expects this; `is_option` tells names of options.
pub(super) fn offer<'a>(place: &Place<'a>, expected: &Expected, is_option: &dyn Fn(&str) -> bool) -> Offer<'a> {
    let before = place.before();
    match place.item() {
        "based" | "preset" => binding(before),
        "without" => without(before),
        "turn" => Offer::Names(&[Kind::Move]),
        "phase" if before.contains(&":") => Offer::Names(&[Kind::Move]),
        "phase" | "define" if before.len() == 1 => Offer::Nothing,
        "game" | "option" | "pieces" => Offer::Words,
        "parameter" => Offer::Words,
        "move" | "sequence" if before.len() == 1 => Offer::Nothing,
        "board" => board(before),
        "setup" => setup(before),
        "notation" => notation(place, is_option),
        "state" if !expected.words.contains("facing") => Offer::Words,
        "example" => example(place),
        "before" | "after" | "instead" if !before.contains(&"{") => splice(before),
        _ => in_rules(place, expected, is_option),
    }
}

/// `option: value`.
fn binding<'a>(before: &[&'a str]) -> Offer<'a> {
    match before {
        [.., name, ":"] => Offer::Values(name),
        _ => Offer::Names(BINDABLE),
    }
}

fn without<'a>(before: &[&'a str]) -> Offer<'a> {
    match before {
        [.., "row", _, "."] | [.., "end" | "legal"] => Offer::Names(&[Kind::Label]),
        [.., "row"] => Offer::Names(&[Kind::Move, Kind::Sequence, Kind::Place]),
        [.., "option"] => Offer::Names(BINDABLE),
        [.., "state"] => Offer::Names(&[Kind::State]),
        [.., "define"] => Offer::Names(&[Kind::Define]),
        [.., "move"] => Offer::Names(&[Kind::Move]),
        [.., "sequence"] => Offer::Names(&[Kind::Sequence]),
        [.., "preset"] => Offer::Names(&[Kind::Preset]),
        [.., "notation"] => Offer::Names(&[Kind::Place, Kind::Way, Kind::Choice, Kind::Move]),
        _ => Offer::Words,
    }
}

fn splice<'a>(before: &[&'a str]) -> Offer<'a> {
    if before.last() == Some(&".") {
        Offer::Names(&[Kind::Label])
    } else if before.len() == 1 || before == ["instead", "of"] {
        Offer::Names(&[Kind::Move, Kind::Sequence])
    } else {
        Offer::Words
    }
}

fn board<'a>(before: &[&'a str]) -> Offer<'a> {
    match before {
        [.., "facing", "opponent"] | [.., "behind"] => Offer::Names(&[Kind::Place]),
        [.., "pit" | "set", _, ":"] => Offer::Names(&[Kind::Place]),
        [.., "own" | "opponent" | "all"] => Offer::Side { in_expression: false },
        [.., ":" | ".." | "+" | "-" | "*" | "/" | "("] => Offer::Names(&[Kind::Parameter]),
        _ => Offer::Words,
    }
}

fn setup<'a>(before: &[&'a str]) -> Offer<'a> {
    match before {
        [.., "first", ":"] => Offer::Expression(Wanted::Player),
        [.., ":" | ".." | "+" | "-" | "*" | "/" | "("] => Offer::Names(&[Kind::Parameter]),
        _ => Offer::Names(&[Kind::Place]),
    }
}

fn notation<'a>(place: &Place<'a>, is_option: &dyn Fn(&str) -> bool) -> Offer<'a> {
    match place.before() {
        [.., "row"] => Offer::Names(&[Kind::Place]),
        [.., "way"] => Offer::Names(&[Kind::Way]),
        [.., "choice"] => Offer::Names(&[Kind::Choice]),
        [.., "kind"] => Offer::Names(&[Kind::Move]),
        before if before.contains(&"if") => expression(place, before, is_option),
        _ => Offer::Words,
    }
}

fn example<'a>(place: &Place<'a>) -> Offer<'a> {
    let before = place.before();
    let step =
        before.iter().rev().find(|word| matches!(**word, "with" | "play" | "legal" | "illegal" | "only" | "moves"));
    match (place.table(), before) {
        _ if place.is_in_bag() => Offer::Names(&[Kind::Piece]),
        ("position" | "expect", [.., "rest" | "move", ":"]) => Offer::Words,
        ("position" | "expect", [.., entry, ":"]) => Offer::EntryValue(entry),
        (table @ ("position" | "expect"), _) => Offer::Entry { is_expected: table == "expect" },
        (_, [.., "because"]) => Offer::Names(&[Kind::Label, Kind::Move]),
        (_, [.., "with"]) => binding(before),
        (_, [.., "," | ":"]) if step == Some(&"with") => binding(before),
        _ => Offer::Words,
    }
}

/// Something in the rules of a turn, or of the end.
fn in_rules<'a>(place: &Place<'a>, expected: &Expected, is_option: &dyn Fn(&str) -> bool) -> Offer<'a> {
    let before = place.before();
    if expected.words.contains("lift") && expected.words.contains("capture") {
        return Offer::Statement(place.table());
    }
    if expected.words.contains("otherwise") && !matches!(place.last(), ":" | ",") && place.item() != "match" {
        return Offer::Row;
    }
    // Only a name is expected: a label, or one of these.
    let only_name = expected.words.is_empty() && expected.name;
    match before {
        [.., "let" | "choose" | "for"] => Offer::Nothing,
        [.., "fill"] => Offer::Expression(Wanted::Pits),
        [.., "starts", ":"] => Offer::Expression(Wanted::Player),
        [.., "otherwise"] if only_name => Offer::Names(&[Kind::State]),
        [.., "with"] => Offer::Expression(Wanted::Number),
        [.., "sow" | "then" | "on"] | [.., "chosen", _] => expression(place, before, is_option),
        _ if only_name => Offer::Nothing,
        _ => expression(place, before, is_option),
    }
}

/// What may stand in an expression, or behind one.
fn expression<'a>(place: &Place<'a>, before: &[&'a str], is_option: &dyn Fn(&str) -> bool) -> Offer<'a> {
    use Wanted::{Anything, Condition, Number, Operand, Pits, Way};
    match before {
        [.., "own" | "opponent" | "all" | "south" | "north"] => Offer::Side { in_expression: true },
        [.., "sow" | "on"] => Offer::Names(&[Kind::Track]),
        [.., ",", "then"] => Offer::Words,
        [.., "then"] => Offer::Names(&[Kind::Sequence]),
        [.., "chosen"] => Offer::Expression(Number),
        [.., "chosen", _] => Offer::Names(&[Kind::Piece]),
        [.., "going" | "opposite"] => Offer::Expression(Way),
        [.., "kind", "is"] | [.., "kind", "is", "not"] => Offer::Names(&[Kind::Move]),
        [.., "piece", "is"] | [.., "piece", "is", "not"] => Offer::Names(&[Kind::Piece]),
        [.., name, "is"] | [.., name, "is", "not"] if is_option(name) => Offer::Values(name),
        [.., "is"] | [.., "is", "not"] => Offer::Expression(Wanted::Compared),
        [
            ..,
            "facing" | "behind" | "lift" | "from" | "into" | "skipping" | "captures" | "after" | "before" | "capture",
        ] => Offer::Expression(Pits),
        [.., "some" | "no" | "each"] => Offer::Expression(Pits),
        [.., left, "not", "in"] | [.., left, "in"] => Offer::Expression(member(left, before)),
        [.., "put"] => Offer::Expression(Operand),
        [.., "let", _, "="] | [.., "becomes"] => Offer::Expression(Anything),
        [.., "="] if place.item() == "define" => Offer::Expression(defined(before)),
        [.., "=" | "!=" | "<" | "<=" | ">" | ">=" | "*" | "/" | ".." | "to"] => Offer::Expression(Number),
        [.., "+" | "-"] => Offer::Expression(Operand),
        [.., "("] | [.., ","] if place.before_parenthesis().is_some() => argument(place, is_option),
        [.., "require" | "prefer" | "if" | "where" | "while" | "and" | "or" | "not" | "until" | ":" | ","] => {
            Offer::Expression(Condition)
        }
        [.., "otherwise"] => Offer::Expression(Anything),
        // Behind the track, it may be said that n seeds fall at once.
        [.., "sow", _] => Offer::Expression(Number),
        _ => Offer::Words,
    }
}

/// The first `=` of a definition begins it; others compare numbers.
fn defined(before: &[&str]) -> Wanted {
    if before.iter().filter(|word| **word == "=").count() == 1 { Wanted::Anything } else { Wanted::Number }
}

/// What stands behind `in`: numbers behind a number, otherwise pits.
fn member(left: &str, before: &[&str]) -> Wanted {
    let is_number = |word: &str| sort_of_word(word) == Sort::Number;
    let called = || {
        let open = before.iter().rposition(|word| *word == "(")?;
        before.get(open.checked_sub(1)?)
    };
    if is_number(left) || left == ")" && called().is_some_and(|name| is_number(name)) {
        Wanted::Number
    } else {
        Wanted::Pits
    }
}

/// What stands in parentheses: what the function before them takes, or a part of the expression.
fn argument<'a>(place: &Place<'a>, is_option: &dyn Fn(&str) -> bool) -> Offer<'a> {
    let Some(before) = place.before_parenthesis() else { return Offer::Words };
    match before {
        [.., "min" | "max"] => Offer::Expression(Wanted::Number),
        [.., "count" | "seeds" | "number" | "owner" | "only" | "worth" | "pits"] => Offer::Expression(Wanted::Pits),
        [.., "held"] => Offer::Names(&[Kind::Piece]),
        [.., "own" | "opponent" | "all" | "south" | "north", _] => Offer::Expression(Wanted::Operand),
        [.., word]
            if word.starts_with(|first: char| first.is_ascii_lowercase())
                && sort_of_word(word) == Sort::Any
                // A word of the language is not called.
                && !is_reserved(word) =>
        {
            Offer::Expression(Wanted::Operand)
        }
        _ if place.last() == "," => Offer::Expression(Wanted::Anything),
        _ => match expression_before(before, is_option) {
            Some(wanted) => Offer::Expression(wanted),
            None => Offer::Expression(Wanted::Anything),
        },
    }
}

/// What the expression that an open parenthesis begins has to be.
fn expression_before(before: &[&str], is_option: &dyn Fn(&str) -> bool) -> Option<Wanted> {
    let place = Place::behind("");
    match expression(&place, before, is_option) {
        Offer::Expression(wanted) => Some(wanted),
        _ => None,
    }
}

/// Whether a word of the language begins an expression.
pub(super) fn begins_expression(word: &str) -> bool {
    is_side(word) || sort_of_word(word) != Sort::Any
}

/// Whether a word says whose something is.
pub(super) fn is_side(word: &str) -> bool {
    matches!(word, "own" | "opponent" | "all" | "south" | "north")
}

/// Whether a statement that begins with this word may stand in a table, or directly in an item.
pub(super) fn may_stand(word: &str, table: &str, is_row: bool) -> bool {
    let goes_on = matches!(word, "sow" | "landing" | "then" | "stop" | "again" | "relay" | "either");
    let decides = matches!(word, "choose" | "place" | "require" | "prefer");
    let awards = matches!(word, "higher" | "draw" | "mover" | "no");
    match table {
        _ if word == "never" => is_row && matches!(table, "landing" | "endless" | "end" | "over"),
        "over" if word == "winner" => true,
        _ if word == "winner" => false,
        "end" | "over" => !goes_on && !decides && !matches!(word, "not" | "finally"),
        "endless" if matches!(word, "stop" | "not") => true,
        "endless" => !goes_on && !decides && word != "finally",
        "drop" | "match" => !goes_on && !decides && !awards && !matches!(word, "not" | "finally"),
        "finally" => !goes_on && !awards && !matches!(word, "not" | "finally"),
        "landing" => !awards && word != "finally",
        "move" | "sequence" => !awards && word != "relay",
        _ => true,
    }
}
