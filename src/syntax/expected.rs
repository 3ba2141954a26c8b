//! What may stand at a place: the rules that the parser expected there, followed down to the words that begin them. The
//! grammar itself is read for that, so that what is new in it is offered without a line here.

use super::chunk::chunks;
use super::failure::{Failure, read_until};
use super::leaves::readable;
use pest_meta::ast::Expr;
use pest_meta::parser;
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

/// A sign that nothing can be read behind: what was expected there is what may stand there.
const NOTHING_FITS: &str = "\u{1}";
const GRAMMAR: &str = include_str!("../../grammar/mancala.pest");
/// Rules that stand for words of the writer's own.
const OPEN: [&str; 8] =
    ["name", "word", "number", "string", "file_name", "entry_name", "entry_word", "statement_label"];

/// What may stand at a place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Expected {
    /// Words of the language.
    pub(crate) words: BTreeSet<String>,
    /// Whether a name may stand there.
    pub(crate) name: bool,
    /// Whether a number may.
    pub(crate) number: bool,
    /// Whether no item can go on there: one may begin.
    pub(crate) item: bool,
}

/// What may stand in a text before this byte.
pub(crate) fn expected(text: &str, byte: usize) -> Expected {
    let before = &text[..byte];
    let begins_line = before.rsplit('\n').next().is_some_and(str::is_empty);
    let Some(chunk) = chunks(before).pop().filter(|_| !begins_line) else {
        return Expected { item: true, ..Expected::default() };
    };
    let item = &before[chunk.offset as usize..];
    let Some(failure) = stop(item) else { return Expected::default() };
    let mut found = Expected::default();
    let grammar = grammar();
    for rule in failure.rules() {
        if let Some(begin) = grammar.get(&format!("{rule:?}")) {
            found.words.extend(begin.words.iter().cloned());
            found.name |= begin.name;
            found.number |= begin.number;
        }
    }
    found
}

/// Where reading stops at the end of an item that is being written; what is wrong before it is passed over.
fn stop(item: &str) -> Option<Failure> {
    let at_end = |item: &str| read_until(&format!("{item}{NOTHING_FITS}")).err();
    let failure = at_end(item)?;
    if failure.at >= item.trim_end().len() {
        return Some(failure);
    }
    // The last line stays as it is; of those before it, what cannot be read is blanked out.
    let line = item.rfind('\n').map_or(0, |at| at + 1);
    let mut before = item[..line].to_string();
    let read = readable(&before)?;
    before.replace_range(.., read.get(..line)?);
    let failure = at_end(&format!("{before}{}", &item[line..]))?;
    (failure.at >= item.trim_end().len()).then_some(failure)
}

/// What a rule can begin with.
#[derive(Debug, Clone, Default)]
struct Begin {
    words: BTreeSet<String>,
    name: bool,
    number: bool,
    /// Whether it can be nothing at all.
    empty: bool,
}

impl Begin {
    fn add(&mut self, other: &Begin) {
        self.words.extend(other.words.iter().cloned());
        self.name |= other.name;
        self.number |= other.number;
    }
}

/// Every rule with what it can begin with.
fn grammar() -> &'static HashMap<String, Begin> {
    static FOUND: OnceLock<HashMap<String, Begin>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let pairs = parser::parse(parser::Rule::grammar_rules, GRAMMAR).ok();
        let rules = pairs.and_then(|pairs| parser::consume_rules(pairs).ok()).unwrap_or_default();
        let by_name: HashMap<&str, &Expr> = rules.iter().map(|rule| (rule.name.as_str(), &rule.expr)).collect();
        let mut found = HashMap::new();
        for rule in &rules {
            of_rule(&rule.name, &by_name, &mut found);
        }
        found
    })
}

fn of_rule(name: &str, rules: &HashMap<&str, &Expr>, found: &mut HashMap<String, Begin>) -> Begin {
    if let Some(begin) = found.get(name) {
        return begin.clone();
    }
    if OPEN.contains(&name) {
        let begin = Begin { name: !matches!(name, "number" | "string"), number: name == "number", ..Begin::default() };
        found.insert(name.to_string(), begin.clone());
        return begin;
    }
    // A rule that comes back to itself adds nothing to what it begins with.
    found.insert(name.to_string(), Begin::default());
    let begin = rules.get(name).map_or_else(nothing, |expr| of(expr, rules, found));
    found.insert(name.to_string(), begin.clone());
    begin
}

/// What takes no room: `SOI`, `EOI` and the like.
fn nothing() -> Begin {
    Begin { empty: true, ..Begin::default() }
}

fn of(expr: &Expr, rules: &HashMap<&str, &Expr>, found: &mut HashMap<String, Begin>) -> Begin {
    match expr {
        Expr::Str(word) | Expr::Insens(word) => {
            let is_word = word.starts_with(|letter: char| letter.is_ascii_alphabetic());
            Begin { words: is_word.then(|| word.clone()).into_iter().collect(), ..Begin::default() }
        }
        Expr::Ident(name) => of_rule(name, rules, found),
        Expr::Seq(first, rest) => {
            let mut begin = of(first, rules, found);
            if begin.empty {
                let rest = of(rest, rules, found);
                begin.empty = rest.empty;
                begin.add(&rest);
            }
            begin
        }
        Expr::Choice(one, other) => {
            let mut begin = of(one, rules, found);
            let other = of(other, rules, found);
            begin.empty |= other.empty;
            begin.add(&other);
            begin
        }
        Expr::Opt(inner) | Expr::Rep(inner) | Expr::RepMin(inner, 0) | Expr::RepMax(inner, _) => {
            Begin { empty: true, ..of(inner, rules, found) }
        }
        Expr::RepOnce(inner) | Expr::RepExact(inner, _) | Expr::RepMin(inner, _) | Expr::RepMinMax(inner, _, _) => {
            of(inner, rules, found)
        }
        Expr::Push(inner) => of(inner, rules, found),
        Expr::PosPred(_) | Expr::NegPred(_) => nothing(),
        _ => Begin::default(),
    }
}
