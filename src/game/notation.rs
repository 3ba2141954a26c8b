//! Moves as text: written, and read by walking the turn choice by choice.

use crate::engine::{Choice, EncodedMove, Machine, MoveText, Shape, Step};
use crate::ir::{Program, Who};
use crate::model::{Action, Model, MoveKind, PieceKind, Place, Ranking, RuleId, Statement};
use crate::text::pit_text;
use std::collections::{HashMap, HashSet};

/// Most legal moves that are told to somebody who has written another.
const MOST_TOLD: usize = 40;

/// Why a text is not a move of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreadable {
    /// No move of this position is written so.
    Unknown {
        /// Where the text names a pit or way that cannot be chosen: a sentence that says so.
        refused: Option<String>,
        /// The legal moves, at most 41: one more than are told.
        legal: Vec<String>,
    },
    /// The text stops in the middle of its choices.
    Incomplete {
        /// What could follow.
        open: Vec<String>,
    },
    /// Several moves are written so.
    Ambiguous {
        /// They, written out.
        moves: Vec<String>,
    },
    /// It is no legal move.
    NotLegal {
        /// Label of the rule that forbids it; the name of a kind of move if that must be played instead.
        rule: String,
        /// The sentence to show.
        reason: String,
    },
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unreadable::Unknown { legal, .. } if legal.is_empty() => out.write_str("there is no legal move here"),
            Unreadable::Unknown { legal, refused } => {
                let refused = refused.as_deref().unwrap_or("no move is written so here");
                write!(out, "{refused}; legal is {}", listed(legal))
            }
            Unreadable::Incomplete { open } => {
                write!(out, "the move stops in the middle of its choices; what may follow: {}", open.join(", "))
            }
            Unreadable::Ambiguous { moves } => write!(out, "several moves are written so: {}", moves.join(", ")),
            Unreadable::NotLegal { reason, .. } => out.write_str(reason),
        }
    }
}

impl std::error::Error for Unreadable {}

fn listed(moves: &[String]) -> String {
    let quoted: Vec<String> = moves.iter().take(MOST_TOLD).map(|text| format!("`{text}`")).collect();
    match quoted.as_slice() {
        [one] => format!("only {one}"),
        _ if moves.len() > MOST_TOLD => quoted.join(", ") + " and more",
        _ => quoted.join(", "),
    }
}

/// What one choice looks like.
fn token(program: &Program, text: MoveText) -> String {
    let notation = &program.model.notation;
    match text {
        MoveText::Pit(place) | MoveText::Free(place) => notation.places[place].clone(),
        MoveText::Way(way) => notation.ways[way].clone(),
        MoveText::Number(number) => format!(" {number}"),
        MoveText::Alternative(list, index) => {
            let name = list.name(program, index);
            let text = notation.alternatives.iter().find(|(other, _)| other == name);
            text.map_or_else(|| format!(" {name}"), |(_, text)| text.clone())
        }
        MoveText::Piece(kind) => piece(&program.model, kind),
        MoveText::Take(place, kind) => {
            let pit = program.model.board.row_and_number(place).map_or("", |_| notation.places[place].as_str());
            format!("{pit}{}", piece(&program.model, kind))
        }
    }
}

fn piece(model: &Model, kind: PieceKind) -> String {
    let info = &model.kinds[kind];
    if model.notation.pieces_by_worth { info.worth.unwrap_or(0).to_string() } else { format!(" {}", info.name) }
}

/// Whether a choice with one possible value may be left out.
fn may_be_left_out(text: MoveText) -> bool {
    matches!(text, MoveText::Way(_) | MoveText::Number(_) | MoveText::Alternative(..) | MoveText::Take(..))
}

/// The text of a move so far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Writing {
    text: String,
    /// Place of the last piece taken, whose pit is not written twice.
    taking: Option<Place>,
    /// Whether the last choice was a pit that is written as a number.
    ends_in_number: bool,
}

impl Writing {
    /// What a choice adds.
    fn addition(&self, program: &Program, choice: MoveText) -> String {
        let token = token(program, choice);
        match choice {
            MoveText::Take(place, kind) if self.taking == Some(place) => {
                piece(&program.model, kind).trim_start().to_string()
            }
            MoveText::Take(..) if self.taking.is_none() => format!(" x {}", token.trim_start()),
            MoveText::Take(..) => format!(" {}", token.trim_start()),
            // Two pits that are numbers must be kept apart.
            MoveText::Pit(_) | MoveText::Free(_) if self.ends_in_number && is_number(&token) => format!(" {token}"),
            _ => token,
        }
    }

    fn add(&mut self, choice: MoveText, addition: &str) {
        self.text.push_str(addition);
        self.ends_in_number = matches!(choice, MoveText::Pit(_) | MoveText::Free(_)) && is_number(addition.trim());
        if let MoveText::Take(place, _) = choice {
            self.taking = Some(place);
        }
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn kind_prefix(program: &Program, kind: MoveKind) -> &str {
    &program.model.notation.kinds[kind]
}

/// The text of a move of this position, without marks. No other legal move has the same: where the notation would write
/// two of them alike, they are written out, as in `slow: south home 2`.
pub fn write<S: Shape>(machine: &mut Machine<'_, S>, position: &S::Position, encoded: &EncodedMove) -> String {
    let text = short(machine, position, encoded);
    let alone = !may_be_shared(machine, position, encoded, &text) || names_one(machine, position, &text);
    if alone { text } else { written_out(machine, position, encoded) }
}

/// The text of a move, as [`write()`] gives it, that was read from another text.
pub(super) fn write_read<S: Shape>(
    machine: &mut Machine<'_, S>,
    position: &S::Position,
    encoded: &EncodedMove,
    from: &str,
) -> String {
    let text = short(machine, position, encoded);
    // Of the moves that are read from this text, no other is written so: that need not be looked for again.
    let is_read_from = text == without_marks(&machine.program().model, from.trim());
    if is_read_from { text } else { write(machine, position, encoded) }
}

/// The texts of these legal moves of a position; `all` says whether there are no others.
pub(super) fn write_all<S: Shape>(
    machine: &mut Machine<'_, S>,
    position: &S::Position,
    encoded: &[EncodedMove],
    all: bool,
) -> Vec<String> {
    if !all {
        return encoded.iter().map(|encoded| write(machine, position, encoded)).collect();
    }
    let texts: Vec<String> = encoded.iter().map(|encoded| short(machine, position, encoded)).collect();
    let mut uses: HashMap<&str, u32> = HashMap::new();
    texts.iter().for_each(|text| *uses.entry(text).or_default() += 1);
    let shared: Vec<bool> = texts.iter().map(|text| uses[text.as_str()] > 1).collect();
    let written = texts.into_iter().zip(encoded).zip(shared);
    written
        .map(|((text, encoded), shared)| if shared { written_out(machine, position, encoded) } else { text })
        .collect()
}

/// The text of a move as the notation writes it, which other moves may share.
fn short<S: Shape>(machine: &mut Machine<'_, S>, position: &S::Position, encoded: &EncodedMove) -> String {
    let program = machine.program();
    let mut writing = Writing { text: kind_prefix(program, encoded.kind()).to_string(), ..Writing::default() };
    let texts = machine.texts(position, encoded);
    // Pieces that are taken are written all or not at all: some without the others would mislead.
    let chose_pieces = texts.iter().any(|(choice, forced)| matches!(choice, MoveText::Take(..)) && !forced);
    for (choice, forced) in texts {
        let keep = chose_pieces && matches!(choice, MoveText::Take(..));
        if keep || !(forced && may_be_left_out(choice)) {
            let addition = writing.addition(program, choice);
            writing.add(choice, &addition);
        }
    }
    if writing.text.is_empty() {
        return program.model.moves[encoded.kind()].name.clone();
    }
    writing.text.trim().to_string()
}

/// Whether another move may be written like this one: one of another kind, or one that parts from it at a choice whose
/// texts do not tell the two apart. This is asked of every text, and cheaper than to read it.
fn may_be_shared<S: Shape>(
    machine: &mut Machine<'_, S>,
    position: &S::Position,
    encoded: &EncodedMove,
    text: &str,
) -> bool {
    let program = machine.program();
    let kinds = &program.model.notation.kinds;
    if kinds.iter().any(|(kind, prefix)| kind != encoded.kind() && text.starts_with(prefix.trim())) {
        return true;
    }
    let choices = encoded.choices();
    (0..choices.len()).any(|at| {
        let Step::Choice(options) = machine.step(position, encoded.kind(), &choices[..at]) else { return true };
        let tokens: Vec<(Choice, String)> =
            options.into_iter().map(|(choice, text)| (choice, token(program, text))).collect();
        let Some((_, chosen)) = tokens.iter().find(|(choice, _)| *choice == choices[at]) else { return true };
        let chosen = chosen.trim();
        tokens.iter().filter(|(choice, _)| *choice != choices[at]).any(|(_, other)| {
            let other = other.trim();
            chosen.starts_with(other) || other.starts_with(chosen)
        })
    })
}

/// Whether exactly one legal move is written so.
fn names_one<S: Shape>(machine: &mut Machine<'_, S>, position: &S::Position, text: &str) -> bool {
    let Some(ranking) = machine.phase(position) else { return true };
    let mut search = Search::default();
    kinds_of(&ranking).into_iter().for_each(|kind| search.kind(machine, position, kind, text));
    let legal = search.legal(machine, position);
    legal.iter().filter(|encoded| short(machine, position, encoded) == text).count() == 1
}

/// A move with its kind and all its choices by their full names; no two moves share this.
fn written_out<S: Shape>(machine: &mut Machine<'_, S>, position: &S::Position, encoded: &EncodedMove) -> String {
    let program = machine.program();
    let choices = machine.texts(position, encoded).into_iter().map(|(choice, _)| full_name(program, choice));
    let kind = &program.model.moves[encoded.kind()].name;
    format!("{kind}: {}", choices.collect::<Vec<_>>().join(", ")).trim_end().to_string()
}

/// What a choice is called where it is written out. No two options of a choice are called alike.
fn full_name(program: &Program, choice: MoveText) -> String {
    let model = &program.model;
    match choice {
        MoveText::Pit(place) | MoveText::Free(place) => pit_text(model, place),
        MoveText::Number(number) => number.to_string(),
        MoveText::Piece(kind) => model.kinds[kind].name.clone(),
        MoveText::Take(place, kind) => format!("{} {}", pit_text(model, place), model.kinds[kind].name),
        MoveText::Way(_) | MoveText::Alternative(..) => spoken(program, choice),
    }
}

/// Two legal moves that the notation writes alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Alike {
    /// What it writes.
    pub(crate) text: String,
    /// Both, written out.
    pub(crate) moves: [String; 2],
    /// Their kinds.
    pub(crate) kinds: [MoveKind; 2],
    /// The choices of each, as far as they are not the same, the first of them.
    pub(crate) parted: Option<[MoveText; 2]>,
}

/// Whether two of these legal moves of a position are written alike.
pub(super) fn alike<S: Shape>(
    machine: &mut Machine<'_, S>,
    position: &S::Position,
    encoded: &[EncodedMove],
) -> Option<Alike> {
    let mut seen: HashMap<String, &EncodedMove> = HashMap::new();
    for later in encoded {
        let text = short(machine, position, later);
        let Some(earlier) = seen.insert(text.clone(), later) else { continue };
        let mut choices = |encoded| machine.texts(position, encoded).into_iter().map(|(choice, _)| choice);
        let parted = choices(earlier).zip(choices(later)).find(|(one, other)| one != other);
        return Some(Alike {
            text,
            moves: [earlier, later].map(|encoded| written_out(machine, position, encoded)),
            kinds: [earlier.kind(), later.kind()],
            parted: parted.map(|(one, other)| [one, other]),
        });
    }
    None
}

/// What is written for each choice of a move, also for those that are left out of its text.
pub(super) fn choice_texts<S: Shape>(
    machine: &mut Machine<'_, S>,
    position: &S::Position,
    encoded: &EncodedMove,
) -> Vec<String> {
    let program = machine.program();
    machine.texts(position, encoded).into_iter().map(|(choice, _)| spoken(program, choice)).collect()
}

/// A choice in a sentence: an alternative by its name, which its mark may hide.
fn spoken(program: &Program, choice: MoveText) -> String {
    match choice {
        MoveText::Alternative(list, index) => list.name(program, index).to_string(),
        MoveText::Way(way) => {
            let name = program.model.board.ways.iter().find(|(_, number)| *number == way);
            name.map_or(String::new(), |(name, _)| name.clone())
        }
        choice => token(program, choice),
    }
}

/// The marks of a move that was just played by the machine.
pub fn marks<S: Shape>(machine: &mut Machine<'_, S>) -> String {
    let program = machine.program();
    let texts = program.model.notation.marks.iter().enumerate();
    if program.sides.iter().any(|code| code.expressions.players.iter().any(|(_, who)| *who == Who::Winner)) {
        machine.note_winner();
    }
    let holding: Vec<&str> =
        texts.filter(|(mark, _)| machine.mark_holds(*mark)).map(|(_, (text, _))| text.as_str()).collect();
    holding.concat()
}

/// Reads a move of this position. The text is that of [`write()`], with or without marks; choices with one possible value
/// may be written.
///
/// # Errors
/// Why it is not a move.
pub fn read<S: Shape>(
    machine: &mut Machine<'_, S>,
    position: &S::Position,
    text: &str,
) -> Result<EncodedMove, Unreadable> {
    let program = machine.program();
    let trimmed = text.trim();
    let bare = without_marks(&program.model, trimmed);
    let mut search = Search::default();
    let none = Unreadable::Unknown { refused: None, legal: Vec::new() };
    let Some(ranking) = machine.phase(position) else { return Err(none) };
    for kind in kinds_of(&ranking) {
        search.written_out(machine, position, kind, bare);
        search.kind(machine, position, kind, bare);
        if bare != trimmed {
            search.kind(machine, position, kind, trimmed);
        }
    }
    search.verdict(machine, position, bare)
}

fn without_marks<'t>(model: &Model, text: &'t str) -> &'t str {
    let mut text = text;
    while let Some(shorter) = model
        .notation
        .marks
        .iter()
        .find_map(|(mark, _)| text.strip_suffix(mark.as_str()).filter(|rest| rest.len() < text.len()))
    {
        text = shorter.trim_end();
    }
    text
}

fn kinds_of(ranking: &Ranking) -> Vec<MoveKind> {
    match ranking {
        Ranking::Kind(kind) => vec![*kind],
        Ranking::Else(members) | Ranking::Or(members) => members.iter().flat_map(kinds_of).collect(),
    }
}

/// What was found while reading.
#[derive(Default)]
struct Search {
    whole: Vec<EncodedMove>,
    /// Moves that are written so but not legal, with the rule.
    dead: Vec<RuleId>,
    /// What could follow where the text stopped: the most choices read wins.
    open: Vec<String>,
    /// What the text names that cannot be chosen: how many choices come before it, its text, the kind of move.
    refused: Vec<(usize, String, MoveKind)>,
    /// Choices that may be left out and were come to: the kind, the choices before it, what was read and what was not
    /// yet. Many readings come to the same, for a text does not say which of such choices it tells.
    optional: HashSet<(MoveKind, Vec<Choice>, Writing, String)>,
}

impl Search {
    fn kind<S: Shape>(&mut self, machine: &mut Machine<'_, S>, position: &S::Position, kind: MoveKind, text: &str) {
        let program = machine.program();
        let prefix = kind_prefix(program, kind).trim();
        let name = program.model.moves[kind].name.as_str();
        let Some(rest) = text.strip_prefix(prefix) else { return };
        let named = prefix.is_empty() && text == name;
        self.follow(machine, position, kind, &mut Vec::new(), &Writing::default(), rest, named);
    }

    /// Reads a move that is written out, if this is one of the kind.
    fn written_out<S: Shape>(
        &mut self,
        machine: &mut Machine<'_, S>,
        position: &S::Position,
        kind: MoveKind,
        text: &str,
    ) {
        let program = machine.program();
        let Some((name, rest)) = text.split_once(':') else { return };
        if name.trim() != program.model.moves[kind].name {
            return;
        }
        let mut names = rest.split(',').map(str::trim).filter(|name| !name.is_empty());
        let mut choices = Vec::new();
        loop {
            match machine.step(position, kind, &choices) {
                Step::Choice(options) => {
                    let Some(name) = names.next() else { return };
                    let meant = options.into_iter().find(|(_, text)| full_name(program, *text) == name);
                    let Some((choice, _)) = meant else { return };
                    choices.push(choice);
                }
                Step::Complete(encoded, None) if names.next().is_none() => return self.whole.push(encoded),
                Step::Complete(_, Some(rule)) | Step::Dead(rule) => return self.dead.push(rule),
                Step::Complete(..) | Step::Exhausted(_) => return,
            }
        }
    }

    /// Walks on from these choices as far as the rest of the text goes.
    #[expect(clippy::too_many_arguments, reason = "one step of a search, with all it has read so far")]
    fn follow<S: Shape>(
        &mut self,
        machine: &mut Machine<'_, S>,
        position: &S::Position,
        kind: MoveKind,
        choices: &mut Vec<Choice>,
        writing: &Writing,
        rest: &str,
        named: bool,
    ) {
        let program = machine.program();
        match machine.step(position, kind, choices) {
            Step::Complete(encoded, forbidden) => {
                if rest.trim().is_empty() || (named && writing.text.is_empty()) {
                    match forbidden {
                        Some(rule) => self.dead.push(rule),
                        None if !self.whole.contains(&encoded) => self.whole.push(encoded),
                        None => {}
                    }
                }
            }
            Step::Exhausted(rule) => self.dead.push(rule),
            Step::Dead(rule) => {
                if rest.trim().is_empty() {
                    self.dead.push(rule);
                } else if choices.is_empty() {
                    // There is nothing to choose from at all.
                    self.refuse(program, kind, 0, writing, rest);
                }
            }
            Step::Choice(options) => {
                let optional = options.len() == 1 && may_be_left_out(options[0].1);
                if optional && !self.optional.insert((kind, choices.clone(), writing.clone(), rest.to_string())) {
                    return;
                }
                let (mut unwritten, mut named_one) = (false, false);
                for (choice, text) in &options {
                    let addition = writing.addition(program, *text);
                    let Some(after) = strip(rest, &addition) else { continue };
                    unwritten |= addition.trim().is_empty();
                    named_one = true;
                    let mut writing = writing.clone();
                    writing.add(*text, &addition);
                    choices.push(*choice);
                    self.follow(machine, position, kind, choices, &writing, after, named);
                    choices.pop();
                }
                // What was read here may as well tell a later choice.
                if optional && !unwritten {
                    choices.push(options[0].0);
                    self.follow(machine, position, kind, choices, writing, rest, named);
                    choices.pop();
                }
                if !named_one && !rest.trim().is_empty() {
                    self.refuse(program, kind, choices.len(), writing, rest);
                }
                if rest.trim().is_empty() && !choices.is_empty() && self.open.is_empty() {
                    self.open = options
                        .iter()
                        .map(|(_, text)| format!("`{}`", writing.addition(program, *text).trim()))
                        .collect();
                }
            }
        }
    }

    /// Notes the pit or way that the rest of the text begins with, if it begins with one.
    fn refuse(&mut self, program: &Program, kind: MoveKind, depth: usize, writing: &Writing, rest: &str) {
        let notation = &program.model.notation;
        let pits = notation.places.ids().map(MoveText::Pit);
        let named = pits.chain(notation.ways.ids().map(MoveText::Way)).filter_map(|text| {
            let addition = writing.addition(program, text);
            let named = addition.trim();
            (!named.is_empty() && strip(rest, &addition).is_some()).then(|| named.to_string())
        });
        if let Some(longest) = named.max_by_key(String::len) {
            self.refused.push((depth, longest, kind));
        }
    }

    /// A sentence on what cannot be chosen: that which the text comes to last.
    fn refusal(&self, program: &Program) -> Option<String> {
        let (depth, text, _) = self.refused.iter().max_by_key(|(depth, ..)| *depth)?;
        let mut kinds: Vec<String> = Vec::new();
        for (_, _, kind) in self.refused.iter().filter(|(other, named, _)| other == depth && named == text) {
            let name = format!("`{}`", program.model.moves[*kind].name);
            if !kinds.contains(&name) {
                kinds.push(name);
            }
        }
        let last = kinds.pop()?;
        let kinds = if kinds.is_empty() { last } else { format!("{} or {last}", kinds.join(", ")) };
        Some(format!("`{text}` cannot be chosen in {kinds}"))
    }

    /// The whole moves that may be played.
    fn legal<S: Shape>(&self, machine: &mut Machine<'_, S>, position: &S::Position) -> Vec<EncodedMove> {
        let may_be_played = |encoded: &&EncodedMove| machine.may_be_played(position, encoded) == Ok(true);
        self.whole.iter().filter(may_be_played).cloned().collect()
    }

    fn verdict<S: Shape>(
        self,
        machine: &mut Machine<'_, S>,
        position: &S::Position,
        text: &str,
    ) -> Result<EncodedMove, Unreadable> {
        let program = machine.program();
        let mut legal = self.legal(machine, position);
        if legal.len() > 1 {
            // A move that is written so goes before those that only may be written so.
            let exact: Vec<EncodedMove> =
                legal.iter().filter(|encoded| short(machine, position, encoded) == text).cloned().collect();
            if let [encoded] = exact.as_slice() {
                legal = vec![encoded.clone()];
            }
        }
        match (legal.as_slice(), self.whole.first(), self.dead.first()) {
            ([encoded], ..) => Ok(encoded.clone()),
            ([_, ..], ..) => Err(Unreadable::Ambiguous {
                moves: legal.iter().map(|encoded| write(machine, position, encoded)).collect(),
            }),
            ([], Some(encoded), _) => Err(outranked(machine, position, encoded)),
            ([], None, Some(rule)) => {
                let info = &program.model.rules[*rule];
                let reason = format!("this move is not legal because of `{}` in `{}`", info.label, info.of);
                Err(Unreadable::NotLegal { rule: info.label.clone(), reason })
            }
            ([], None, None) if !self.open.is_empty() => Err(Unreadable::Incomplete { open: self.open }),
            ([], None, None) => {
                let refused = self.refusal(program);
                Err(Unreadable::Unknown { refused, legal: legal_texts(machine, position, MOST_TOLD + 1) })
            }
        }
    }
}

/// The rest behind an addition; spaces count for nothing.
fn strip<'t>(text: &'t str, addition: &str) -> Option<&'t str> {
    text.trim_start().strip_prefix(addition.trim()).or_else(|| text.strip_prefix(addition))
}

/// A complete turn that is not legal, because another kind of move comes first or another move is preferred.
fn outranked<S: Shape>(machine: &mut Machine<'_, S>, position: &S::Position, encoded: &EncodedMove) -> Unreadable {
    let program = machine.program();
    let mut playable = None;
    let first = machine.moves(position, |found| {
        playable = Some(found.encoded.clone());
        std::ops::ControlFlow::Break(())
    });
    let _ = first.is_ok();
    let kind = &program.model.moves[encoded.kind()].name;
    match playable {
        Some(other) if other.kind() != encoded.kind() => {
            let other = program.model.moves[other.kind()].name.clone();
            Unreadable::NotLegal {
                reason: format!("a `{kind}` is not legal while a `{other}` is possible"),
                rule: other,
            }
        }
        better => {
            let better = better.and_then(|better| machine.preferences(position, &better));
            let differing = better.zip(machine.preferences(position, encoded)).map(|(better, this)| better ^ this);
            let rule = differing.and_then(|bits| preferring(&program.model, bits.checked_ilog2()?));
            let rule = rule.map_or("prefer".to_string(), |rule| program.model.rules[rule].label.clone());
            Unreadable::NotLegal { reason: format!("another move is preferred because of `{rule}`"), rule }
        }
    }
}

/// The rule that sets a bit of the preference (the first has the highest): one of `legal`, or a statement of a move or sequence.
fn preferring(model: &Model, bit: u32) -> Option<RuleId> {
    let is_it = |rank: u8| u32::from(rank) + bit + 1 == u32::from(model.preferences);
    let in_legal = model.legal.iter().find(|rule| rule.prefer.is_some_and(is_it)).map(|rule| rule.rule);
    let moves = model.moves.values().map(|one| &one.body);
    let bodies = moves.chain(model.sequences.values().map(|one| &one.body));
    let prefers = |statement: &&Statement| matches!(statement.action, Action::Prefer(of, _) if is_it(of));
    in_legal.or_else(|| bodies.flatten().find(prefers).map(|statement| statement.rule))
}

/// Texts of the first `most` legal moves.
pub fn legal_texts<S: Shape>(machine: &mut Machine<'_, S>, position: &S::Position, most: usize) -> Vec<String> {
    let (encoded, all) = first_legal(machine, position, most);
    write_all(machine, position, &encoded, all)
}

/// The first `most` legal moves, and whether there are no others.
pub(super) fn first_legal<S: Shape>(
    machine: &mut Machine<'_, S>,
    position: &S::Position,
    most: usize,
) -> (Vec<EncodedMove>, bool) {
    let mut encoded = Vec::new();
    let listed = machine.moves(position, |found| {
        encoded.push(found.encoded.clone());
        if encoded.len() <= most { std::ops::ControlFlow::Continue(()) } else { std::ops::ControlFlow::Break(()) }
    });
    // Where listing takes too long, those that were found are moves all the same.
    let all = listed.is_ok() && encoded.len() <= most;
    encoded.truncate(most);
    (encoded, all)
}
