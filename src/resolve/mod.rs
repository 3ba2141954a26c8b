//! Syntax tree to model: names, types, geometry; options and parameters bound to values. Whether the game makes sense
//! is not judged here.

mod base;
mod board;
mod circle;
mod expression;
mod in_turn;
mod names;
mod notation;
mod observed;
mod once;
mod options;
mod rounds;
mod scope;
mod start;
mod table;
mod turn;

pub use base::{Loader, load, load_only};
#[cfg(feature = "lsp")]
pub(crate) use names::{FUNCTIONS, WORDS};
pub use observed::{Observed, Resolved};
pub use options::{Bindings, declared_options};

use crate::diagnostic::{Code, Diagnostic, Diagnostics, code};
use crate::id::TooMany;
use crate::limits;
use crate::model::*;
use crate::pieces::Pieces;
use crate::source::Span;
use crate::syntax::ast;
use scope::{Place, Scope};
use std::collections::{BTreeSet, HashMap};

/// Resolves the items of a file with these options. Returns something only if there was no error.
pub fn resolve(file: &ast::File, bindings: &Bindings, found: &mut Diagnostics) -> Option<Resolved> {
    if file.items.is_empty() {
        return None;
    }
    let mut resolver = Resolver::new(file, found);
    resolver.bind_options(bindings);
    resolver.game();
    resolver.pieces();
    resolver.board();
    resolver.declarations_fit();
    resolver.setup();
    resolver.declare_states();
    resolver.declare_who_began();
    resolver.turns();
    resolver.closing();
    resolver.notation();
    resolver.names_fit();
    resolver.circles();
    let Resolver { mut model, failed, observed, weight, .. } = resolver;
    for state in model.states.values_mut() {
        state.asked = observed.used.contains(&state.name);
    }
    (!failed).then_some(Resolved { model, observed, expressions: weight })
}

/// What is known while a file is resolved.
/// Shorter names are like each other by chance.
const LONG_NAME: usize = 4;

struct Resolver<'a> {
    found: &'a mut Diagnostics,
    failed: bool,
    /// Errors of this file so far.
    errors: usize,
    /// Expressions read so far, those of definitions counted wherever they are used: what the program will hold.
    weight: usize,
    /// How many sets are being looked through within each other, and the most of them.
    nesting: usize,
    deepest: usize,
    /// Sequences that are being read, one from within the other.
    sequence_depth: usize,
    /// Weight and deepest nesting of each definition made.
    define_sizes: Arena<DefineId, (usize, usize)>,
    /// Kinds of pieces that the file declares, those for which there is no room among them.
    kinds_declared: usize,
    /// Whether there is more of something than can be numbered.
    refused: bool,
    items: &'a [ast::Item],
    model: Model,
    /// Items by name, read when they are first used.
    defines: HashMap<&'a str, &'a ast::DefineItem>,
    sequences: HashMap<&'a str, (&'a ast::Name, &'a [ast::Name], &'a [ast::Statement])>,
    /// Definitions that were made for these types of arguments.
    made: Vec<(String, Vec<Type>, DefineId, Type)>,
    /// Definitions that are being read, to find circles.
    reading: Vec<String>,
    scope: Scope,
    /// Where the statements stand that are being read.
    place: Place,
    in_loop: bool,
    /// Whether a position before this one is being asked, and whether the expression asks it for anything.
    past: bool,
    reads_position: bool,
    /// What the rows and statements that are being read belong to.
    of: String,
    /// What is noted for warnings.
    observed: Observed,
    /// Whether `position occurs` and `mover cannot move` have a meaning here.
    in_end: bool,
    /// What the body that is being read chooses or keeps, anywhere in it.
    chosen_here: Vec<(&'a str, Span)>,
    /// Whether `winner` has a meaning here: in `match`, and in marks behind moves.
    in_match: bool,
    /// First words of the items that could not be read.
    broken: &'a [String],
    /// Their words.
    broken_words: &'a BTreeSet<String>,
    /// The phase that has no condition, once there is one.
    always_applies: Option<Span>,
}

impl<'a> Resolver<'a> {
    fn new(file: &'a ast::File, found: &'a mut Diagnostics) -> Self {
        let mut defines = HashMap::new();
        let mut sequences = HashMap::new();
        for item in &file.items {
            match &item.kind {
                ast::ItemKind::Define(define) => {
                    defines.insert(define.name.text.as_str(), define);
                }
                ast::ItemKind::Sequence(name, parameters, body) => {
                    sequences.insert(name.text.as_str(), (name, parameters.as_slice(), body.as_slice()));
                }
                _ => {}
            }
        }
        let failed = found.any_error();
        Resolver {
            found,
            failed,
            errors: 0,
            weight: 0,
            nesting: 0,
            deepest: 0,
            sequence_depth: 0,
            define_sizes: Arena::default(),
            kinds_declared: 0,
            refused: false,
            items: &file.items,
            model: empty_model(),
            defines,
            sequences,
            made: Vec::new(),
            reading: Vec::new(),
            scope: Scope::default(),
            place: Place::Turn,
            in_loop: false,
            past: false,
            reads_position: false,
            of: String::new(),
            observed: Observed::default(),
            in_end: false,
            chosen_here: Vec::new(),
            in_match: false,
            broken: &file.broken,
            broken_words: &file.broken_words,
            always_applies: None,
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity == crate::diagnostic::Severity::Error {
            self.failed = true;
            self.errors += 1;
        }
        if !self.follows_from_broken(diagnostic.code) || self.is_misspelt(&diagnostic) {
            self.found.report(diagnostic);
        }
    }

    /// Whether a name is not known and nearly that of something that is, and stands in no item that could not be read: then it
    /// is wrong whatever those items declare.
    fn is_misspelt(&self, diagnostic: &Diagnostic) -> bool {
        // What is not known is quoted first.
        let Some(name) = diagnostic.message.split('`').nth(1) else { return false };
        let is_of_names = diagnostic.code.name.starts_with("unknown_") && diagnostic.fix.is_some();
        is_of_names && name.len() >= LONG_NAME && !self.broken_words.contains(name)
    }

    /// Whether a problem may only be there because an item that could not be read is missing.
    fn follows_from_broken(&self, code: Code) -> bool {
        let broken = |words: &[&str]| self.broken.iter().any(|word| words.contains(&word.as_str()));
        match code {
            code::MISSING_ITEM => !self.broken.is_empty(),
            code::UNKNOWN_MOVE => broken(&["move"]),
            code::UNKNOWN_SEQUENCE => broken(&["sequence"]),
            code::UNKNOWN_ROW => broken(&["board", "define"]),
            code::UNKNOWN_TRACK | code::NO_DESTINATION | code::NO_OFF | code::WAY_UNKNOWN => broken(&["board"]),
            code::UNKNOWN_OPTION | code::UNKNOWN_VALUE => broken(&["option", "parameter"]),
            code::UNKNOWN_PIECE | code::UNUSED => broken(&["pieces"]),
            code::UNKNOWN_NAME | code::SIDE_NEEDED => broken(&[
                "board",
                "option",
                "parameter",
                "state",
                "define",
                "pieces",
                "move",
                "sequence",
                "endless",
                "end",
            ]),
            code::WRONG_ARGUMENTS => broken(&["define", "sequence", "parameter"]),
            code::OUT_OF_RANGE => broken(&["parameter"]),
            code::WRONG_TYPE => broken(&["define", "state"]),
            code::NOTHING_TO_CHANGE => !self.broken.is_empty(),
            _ => false,
        }
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>, label: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message, label));
    }

    /// A new rule, for the source map.
    fn rule(&mut self, label: &str, span: Span) -> RuleId {
        let of = self.of.clone();
        let rule = self.model.rules.push(RuleInfo { label: label.to_string(), of, span, never: false });
        self.or_refuse(rule)
    }

    /// The number that a thing was given. Where there are more things than numbers the file is refused, and what follows is
    /// read as if it were the first.
    fn or_refuse<I: Id>(&mut self, number: Result<I, TooMany>) -> I {
        number.unwrap_or_else(|too_many| {
            if !std::mem::replace(&mut self.refused, true) {
                let here = self.items.first().map_or(Span::default(), |item| item.span);
                let message = format!("the file has more than {} {}", too_many.most, too_many.what);
                self.error(code::TOO_MANY_NAMES, here, message, format!("at most {} are possible", too_many.most));
            }
            I::FIRST
        })
    }

    /// Notes that a name was used.
    fn uses(&mut self, name: &str) {
        self.observed.uses(name);
    }

    fn game(&mut self) {
        for item in self.items {
            match &item.kind {
                ast::ItemKind::Game(game) => {
                    self.model.title.clone_from(&game.title.text);
                    self.model.source = game.source.as_ref().map(|text| text.text.clone());
                }
                ast::ItemKind::Example(example) => self.model.examples.push(example.clone()),
                _ => {}
            }
        }
        let here = self.items.first().map_or(Span::default(), |item| item.span);
        let has = |wanted: fn(&ast::ItemKind) -> bool| self.items.iter().any(|item| wanted(&item.kind));
        let needed = [
            (has(|kind| matches!(kind, ast::ItemKind::Game(..))), "game", "write `game \"Name\"` below the first line"),
            (
                has(|kind| matches!(kind, ast::ItemKind::Board(_))),
                "board",
                "write `board { row home: 6  store  track ring: own home, opponent home }`",
            ),
            (has(|kind| matches!(kind, ast::ItemKind::Setup(_))), "setup", "write `setup { home: 4 each }`"),
            (
                has(|kind| matches!(kind, ast::ItemKind::Move(..))),
                "move",
                "write `move sowing { choose pit in own home where seeds(it) >= 1 … }`",
            ),
            (
                has(|kind| matches!(kind, ast::ItemKind::Turn(_) | ast::ItemKind::Phase(..))),
                "turn",
                "write `turn: sowing`, with the name of a kind of move",
            ),
            (
                has(|kind| matches!(kind, ast::ItemKind::End(_))),
                "end",
                "write `end { stuck: before a turn, mover cannot move -> higher score wins }`",
            ),
        ];
        for (there, word, help) in needed {
            if !there {
                self.report(
                    Diagnostic::error(
                        code::MISSING_ITEM,
                        here,
                        format!("the file has no `{word}`"),
                        format!("`{word}` is missing in this file"),
                    )
                    .help(help),
                );
            }
        }
    }

    /// `pieces`: kinds and families.
    fn pieces(&mut self) {
        let items = self.items;
        let Some(pieces) = items.iter().find_map(|item| match &item.kind {
            ast::ItemKind::Pieces(pieces) => Some(pieces),
            _ => None,
        }) else {
            self.declare_kind("seed", Some(1));
            return;
        };
        for piece in pieces {
            let name = &piece.name.text;
            let kinds = match &piece.worth {
                None => self.declare_kind(name, None).into_iter().collect(),
                Some((worth, None)) => {
                    let worth = self.constant(worth, 0, limits::WORTH);
                    self.declare_kind(name, Some(worth)).into_iter().collect()
                }
                Some((low, Some(high))) => {
                    let low = self.constant(low, 0, limits::FAMILY_WORTH);
                    let high = self.constant(high, 0, limits::FAMILY_WORTH);
                    let kinds = (low..=high).map(|worth| self.declare_kind(&format!("{name}{worth}"), Some(worth)));
                    kinds.flatten().collect()
                }
            };
            self.model.families.push((name.clone(), kinds));
        }
    }

    /// Adds a kind of piece, if there is room for it; [`Self::declarations_fit`] refuses a file with more.
    fn declare_kind(&mut self, name: &str, worth: Option<u32>) -> Option<PieceKind> {
        self.kinds_declared += 1;
        self.model.kinds.push(DeclaredPiece { name: name.to_string(), worth }).ok()
    }

    /// Reports that something is nested too deeply or grows too large.
    fn too_deep(&mut self, span: Span, message: &str) {
        self.report(Diagnostic::error(code::TOO_DEEP, span, message, "here").help("say it with fewer steps"));
    }

    /// Whether there is room for a number of something.
    fn fits_in(&mut self, span: Span, number: usize, most: usize, what: &str) {
        if number > most {
            self.report(
                Diagnostic::error(
                    code::TOO_MANY_NAMES,
                    span,
                    format!("there are {number} {what}"),
                    format!("at most {most} are possible"),
                )
                .help("no sowing game that is known needs more; say it with fewer"),
            );
        }
    }

    /// Whether there is room for all that is declared.
    fn declarations_fit(&mut self) {
        let items = self.items;
        let last = |wanted: fn(&ast::ItemKind) -> bool| {
            items.iter().rev().find(|item| wanted(&item.kind)).map_or(Span::default(), |item| item.span)
        };
        let pieces = last(|kind| matches!(kind, ast::ItemKind::Pieces(_)));
        self.fits_in(pieces, self.kinds_declared, limits::PIECE_KINDS, "kinds of pieces");
        let board = last(|kind| matches!(kind, ast::ItemKind::Board(_)));
        self.fits_in(board, self.model.board.tracks.len(), limits::TRACKS, "tracks");
        let moves = items.iter().filter(|item| matches!(item.kind, ast::ItemKind::Move(..))).count();
        self.fits_in(last(|kind| matches!(kind, ast::ItemKind::Move(..))), moves, limits::MOVE_KINDS, "kinds of move");
    }

    /// Whether the engine has room for all values that the file names.
    fn names_fit(&mut self) {
        if self.refused {
            return;
        }
        let here = self.items.first().map_or(Span::default(), |item| item.span);
        if self.model.rules.len() > limits::RULES {
            let message = format!("the file has {} rules and statements", self.model.rules.len());
            self.error(code::TOO_MANY_NAMES, here, message, format!("at most {} are possible", limits::RULES));
        }
        // A run of drops is kept as their number and the set of their pits.
        let of_types = |types: &[Type]| self.model.locals.values().filter(|local| types.contains(&local.ty)).count();
        let (sets, numbers) = (of_types(&[Type::Set, Type::Run]), self.model.locals.len() - of_types(&[Type::Set]));
        if numbers > limits::KEPT_NUMBERS || sets > limits::KEPT_SETS {
            self.report(
                Diagnostic::error(
                    code::TOO_MANY_NAMES,
                    here,
                    format!("the file names {numbers} numbers and pits and {sets} sets with `choose`, `let`, `where` and parameters"),
                    format!("at most {} and {} are possible", limits::KEPT_NUMBERS, limits::KEPT_SETS),
                )
                .help("share definitions and sequences between the kinds of move"),
            );
        }
    }

    /// A number that must be known when the file is read.
    fn constant(&mut self, expr: &ast::Expr, low: u32, high: u32) -> u32 {
        let value = self.number(expr);
        let Expr::Int(value) = value else {
            if !self.failed {
                self.error(
                    code::OUT_OF_RANGE,
                    expr.span,
                    "this number must be known before the game starts",
                    "only numbers and parameters can stand here",
                );
            }
            return low;
        };
        if value < low as i32 || value > high as i32 {
            self.report(Diagnostic::error(
                code::OUT_OF_RANGE,
                expr.span,
                format!("{value} is outside {low} to {high}"),
                format!("must be from {low} to {high}"),
            ));
            return low;
        }
        value as u32
    }
}

fn empty_model() -> Model {
    Model {
        title: String::new(),
        source: None,
        bindings: Vec::new(),
        presets: Vec::new(),
        kinds: Arena::default(),
        families: Vec::new(),
        board: Board::default(),
        setup: Pieces::default(),
        first: Player::South,
        states: Arena::default(),
        defines: Arena::default(),
        score: None,
        phases: Vec::new(),
        moves: Arena::default(),
        sequences: Arena::default(),
        sowings: Arena::default(),
        finally: Vec::new(),
        legal: Vec::new(),
        preferences: 0,
        lap_limit: limits::LAPS,
        endless: Vec::new(),
        endless_declared: false,
        end: Vec::new(),
        notation: Notation::default(),
        rounds: Vec::new(),
        examples: Vec::new(),
        rules: Arena::default(),
        locals: Arena::default(),
    }
}
