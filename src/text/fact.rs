//! The entries of a position, one by one: names become places, words become values. What they make together is decided
//! by who asks: a position, or what an example expects.

use super::pieces::Bag;
use super::place::{Stretch, stretch, stretches};
use crate::diagnostic::{Diagnostic, code, did_you_mean, nearest};
use crate::model::{Id, Model, PieceKind, Place, Player, RoundStep, State, StateId, StateScope, Type, ValueOf};
use crate::position::GameResult;
use crate::source::Span;
use crate::syntax::ast::{EntryPit, EntryValue, Name, PitName, PositionEntry, PositionEntryKind, Side};

pub(super) type Read<T> = Result<T, Box<Diagnostic>>;

/// What one entry says.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fact {
    pub(super) kind: FactKind,
    pub(super) span: Span,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum FactKind {
    ToMove(Player),
    /// What is missing lies here.
    Rest(Place),
    /// What lies in places that follow each other, from the first on.
    Pieces(Place, Vec<Bag>),
    /// The state, of what the value is, the value.
    State(StateId, ValueOf, i32),
    End(ExpectedEnd),
    Reason(String),
}

/// What `winner:` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedEnd {
    /// The game is not over.
    NotOver,
    /// It is over, with this result.
    Over(GameResult),
}

impl FactKind {
    /// Whether both say something of the same thing.
    fn same_subject(&self, other: &FactKind) -> bool {
        use FactKind::{Pieces, State};
        match (self, other) {
            (Pieces(first, _), Pieces(second, _)) => first == second,
            (State(first, of, _), State(second, other, _)) => (first, of) == (second, other),
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// Reads the entries in their order. A side holds for the entries after it until another is named. What is `expected` may
/// say how the game ends, too.
pub(super) fn facts(entries: &[PositionEntry], model: &Model, expected: bool) -> Read<Vec<Fact>> {
    let mut reader = Reader { model, side: None, expected };
    let mut facts: Vec<Fact> = Vec::new();
    for entry in entries {
        let fact = Fact { kind: reader.entry(entry)?, span: entry.span };
        if let Some(first) = facts.iter().find(|other| other.kind.same_subject(&fact.kind)) {
            let twice = error(fact.span, "a position says the same thing twice", "and again here");
            return Err(Box::new(twice.also(first.span, "first said here").help("leave one of them out")));
        }
        facts.push(fact);
    }
    Ok(facts)
}

pub(super) fn error(span: Span, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code::POSITION_TEXT, span, message, label)
}

/// The grammar lets only `south` and `north` stand in a position.
fn player(side: Side) -> Player {
    if side == Side::North { Player::North } else { Player::South }
}

struct Reader<'a> {
    model: &'a Model,
    /// Whose the next place is.
    side: Option<Player>,
    /// Whether it is what an example expects.
    expected: bool,
}

impl<'a> Reader<'a> {
    fn entry(&mut self, entry: &PositionEntry) -> Read<FactKind> {
        match &entry.kind {
            PositionEntryKind::ToMove(side) => Ok(FactKind::ToMove(player(*side))),
            PositionEntryKind::Rest(side, name, number) => self.rest(player(*side), name, *number).map(FactKind::Rest),
            PositionEntryKind::Contents { name, pit: Some(pit), values, side } => {
                self.no_side(*side, name)?;
                self.pit_state(name, pit, values, entry.span)
            }
            PositionEntryKind::Contents { name, pit: None, values, side } => {
                self.contents(*side, name, values, entry.span)
            }
        }
    }

    fn contents(&mut self, side: Option<Side>, name: &Name, values: &[EntryValue], span: Span) -> Read<FactKind> {
        if let Some(fact) = self.game_wide(name, values, span)? {
            return self.no_side(side, name).map(|()| fact);
        }
        if stretch(&self.model.board, Player::South, &name.text).is_some() {
            return self.row_or_store(side, name, values, span);
        }
        match self.state(&name.text) {
            Some((id, state)) if state.scope == StateScope::Player => {
                let player = self.owner(side, name)?;
                Ok(FactKind::State(id, ValueOf::Player(player), self.state_value(state, values, span)?))
            }
            Some(_) => {
                Err(Box::new(
                    error(name.span, format!("`{}` is remembered for each pit", name.text), "of which pit?")
                        .help(format!("write `{}({}): …`", name.text, self.some_pit())),
                ))
            }
            None => Err(self.unknown(name)),
        }
    }

    /// What belongs to no player: `off`, state of the game, and how an example expects the game to end.
    fn game_wide(&self, name: &Name, values: &[EntryValue], span: Span) -> Read<Option<FactKind>> {
        let state = self.state(&name.text);
        Ok(Some(match (name.text.as_str(), self.model.board.off_place(), state) {
            (_, _, Some((id, state))) if state.scope == StateScope::Game => {
                FactKind::State(id, ValueOf::Game, self.state_value(state, values, span)?)
            }
            ("off", Some(place), _) => FactKind::Pieces(place, self.bags(name, false, 1, values, span)?),
            ("winner", _, None) => FactKind::End(self.winner(values, span)?),
            ("reason", _, None) => FactKind::Reason(self.reason(values, span)?),
            _ => return Ok(None),
        }))
    }

    fn row_or_store(&mut self, side: Option<Side>, name: &Name, values: &[EntryValue], span: Span) -> Read<FactKind> {
        let player = self.owner(side, name)?;
        let Some(Stretch { first, size, is_row, .. }) = stretch(&self.model.board, player, &name.text) else {
            return Err(self.unknown(name));
        };
        Ok(FactKind::Pieces(first, self.bags(name, is_row, size, values, span)?))
    }

    fn owner(&mut self, side: Option<Side>, name: &Name) -> Read<Player> {
        self.side = side.map(player).or(self.side);
        self.side.ok_or_else(|| {
            let text = &name.text;
            let help =
                format!("write `south {text}: …` or `north {text}: …`; the entries after it are for the same player");
            Box::new(error(name.span, format!("whose `{text}` is meant?"), "no player is named before this").help(help))
        })
    }

    fn no_side(&self, side: Option<Side>, name: &Name) -> Read<()> {
        let Some(side) = side else { return Ok(()) };
        let (side, name, span) = (player(side).word(), &name.text, name.span);
        Err(Box::new(
            error(span, format!("`{name}` belongs to neither player here"), "named with a side")
                .help(format!("leave out `{side}`")),
        ))
    }

    /// One bag for each of the places that have this name.
    fn bags(&self, name: &Name, is_row: bool, size: usize, values: &[EntryValue], span: Span) -> Read<Vec<Bag>> {
        if values.len() != size {
            let (name, given) = (&name.text, numbers(values.len()));
            return Err(Box::new(match is_row {
                true => error(
                    span,
                    format!("row `{name}` has {}, and {given} given", pits(size)),
                    "one number for each pit, from the owner's left",
                )
                .help("write a number for every pit, `0` for one that is empty"),
                false => error(span, format!("`{name}` is one place, and {given} given"), "one number here"),
            }));
        }
        values.iter().map(|value| self.bag(name, value, span)).collect()
    }

    fn bag(&self, name: &Name, value: &EntryValue, span: Span) -> Read<Bag> {
        let kinds = self.model.kinds.len();
        match value {
            EntryValue::Number(0) => Ok(vec![0; kinds]),
            EntryValue::Number(count) if kinds == 1 => Ok(vec![*count]),
            EntryValue::Number(count) => {
                let message = format!("the game has {kinds} kinds of pieces, and this number does not say of which");
                let help = format!("write `{{{count} {}}}`", self.model.kinds[PieceKind::FIRST].name);
                Err(Box::new(error(span, message, format!("{count} of which kind?")).help(help)))
            }
            EntryValue::Bag(pieces) => self.counted_kinds(pieces),
            EntryValue::Pit(_) | EntryValue::Side(_) | EntryValue::Word(_) => {
                let span = value_span(value, span);
                Err(Box::new(error(span, format!("`{}` holds pieces", name.text), "a number is needed here")))
            }
        }
    }

    fn counted_kinds(&self, pieces: &[(u32, Name)]) -> Read<Bag> {
        let mut bag = vec![0_u32; self.model.kinds.len()];
        for (count, name) in pieces {
            let Some(kind) = self.model.kinds.find(|kind| kind.name == name.text) else {
                return Err(self.unknown_kind(name));
            };
            let there = &mut bag[kind.index()];
            *there = there.saturating_add(*count);
        }
        Ok(bag)
    }

    fn unknown_kind(&self, name: &Name) -> Box<Diagnostic> {
        let model = self.model;
        let family = model.families.iter().find(|(family, _)| *family == name.text).map(|(_, kinds)| kinds.as_slice());
        let help = match family {
            Some([first, .., last]) => {
                let (first, last) = (&model.kinds[*first].name, &model.kinds[*last].name);
                Some(format!("a family: its kinds are `{first}` to `{last}`"))
            }
            _ => {
                let names: Vec<&str> = model.kinds.values().map(|kind| kind.name.as_str()).collect();
                did_you_mean(&name.text, "kinds of pieces", &names)
            }
        };
        let message = format!("there is no kind of piece `{}`", name.text);
        Box::new(error(name.span, message, "not a kind of piece").help_if(help))
    }

    fn rest(&self, player: Player, name: &Name, number: Option<u32>) -> Read<Place> {
        if name.text == "off" {
            let message = "`rest` names a place of one player, and `off` is nobody's";
            return Err(Box::new(
                error(name.span, message.to_string(), "not a place of a player")
                    .help("write what lies there, `off: 12`, and put the rest to a player: `rest: north store`"),
            ));
        }
        let Some(stretch) = stretch(&self.model.board, player, &name.text) else { return Err(self.unknown(name)) };
        match number {
            None if stretch.is_row => Err(Box::new(
                error(
                    name.span,
                    format!("`rest` needs one pit, and `{}` is a row", name.text),
                    "in which of its pits?",
                )
                .help(format!("write `rest: {} {} 1`", player.word(), name.text)),
            )),
            _ => self.numbered(stretch, name, number.unwrap_or(1)),
        }
    }

    fn pit(&self, pit: &PitName) -> Read<Place> {
        match stretch(&self.model.board, player(pit.side), &pit.row.text) {
            Some(stretch) => self.numbered(stretch, &pit.row, pit.number),
            None => {
                let rows: Vec<&str> = self.model.board.rows.iter().map(|row| row.name.as_str()).collect();
                let message = format!("the board has no row `{}`", pit.row.text);
                Err(Box::new(error(pit.row.span, message, "no such row").help_if(did_you_mean(
                    &pit.row.text,
                    "rows",
                    &rows,
                ))))
            }
        }
    }

    fn off(&self, span: Span) -> Read<Place> {
        self.model.board.off_place().ok_or_else(|| {
            Box::new(error(span, "the board has no place `off`", "no such place").help("name a pit: `south home 1`"))
        })
    }

    fn numbered(&self, stretch: Stretch<'_>, name: &Name, number: u32) -> Read<Place> {
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        if let Some(place) = stretch.numbered(at) {
            return Ok(place);
        }
        let message = format!("`{}` has no pit {number}", stretch.name);
        let label =
            if stretch.is_row { format!("its pits are 1 to {}", stretch.size) } else { "it is one place".to_string() };
        Err(Box::new(error(name.span, message, label)))
    }

    fn pit_state(&self, name: &Name, pit: &EntryPit, values: &[EntryValue], span: Span) -> Read<FactKind> {
        match self.state(&name.text) {
            Some((id, state)) if state.scope == StateScope::Pit => {
                let place = match pit {
                    EntryPit::Of(pit) => self.pit(pit)?,
                    EntryPit::Off(span) => self.off(*span)?,
                };
                Ok(FactKind::State(id, ValueOf::Place(place), self.state_value(state, values, span)?))
            }
            Some(_) => Err(Box::new(
                error(name.span, format!("`{}` is not remembered for each pit", name.text), "a pit is named behind it")
                    .help("leave out what stands in parentheses"),
            )),
            None => Err(self.unknown(name)),
        }
    }

    fn state_value(&self, state: &State, values: &[EntryValue], span: Span) -> Read<i32> {
        let value = match values {
            [value] => self.value_of_type(state, value)?,
            _ => None,
        };
        value.ok_or_else(|| {
            let span = values.first().map_or(span, |value| value_span(value, span));
            Box::new(error(span, format!("`{}` is {}", state.name, takes(state, self.model)), "cannot be this"))
        })
    }

    fn value_of_type(&self, state: &State, value: &EntryValue) -> Read<Option<i32>> {
        Ok(match (state.ty, value) {
            (Type::Truth, EntryValue::Word(word)) if word.text == "yes" => Some(1),
            (Type::Truth, EntryValue::Word(word)) if word.text == "no" => Some(0),
            (Type::Number, EntryValue::Number(number)) => {
                i32::try_from(*number).ok().filter(|number| *number <= state.largest)
            }
            (Type::Player, EntryValue::Side(side)) => Some(player(*side).value()),
            (Type::Player, EntryValue::Word(word)) if word.text == "nobody" => Some(-1),
            (Type::Way, EntryValue::Word(word)) => {
                let way = self.model.board.ways.iter().find(|(name, _)| *name == word.text);
                way.map(|(_, way)| way.value())
            }
            (Type::Pit, EntryValue::Word(word)) if word.text == "none" => Some(-1),
            (Type::Pit, EntryValue::Word(word)) if word.text == "off" => self.model.board.off_place().map(Place::value),
            (Type::Pit, EntryValue::Pit(pit)) => Some(self.pit(pit)?.value()),
            _ => None,
        })
    }

    fn winner(&self, values: &[EntryValue], span: Span) -> Read<ExpectedEnd> {
        let end = match values {
            [EntryValue::Side(side)] => Some(ExpectedEnd::Over(GameResult::Winner(player(*side)))),
            [EntryValue::Word(word)] => match word.text.as_str() {
                "draw" => Some(ExpectedEnd::Over(GameResult::Draw)),
                "nobody" => Some(ExpectedEnd::Over(GameResult::NoWinner)),
                "none" => Some(ExpectedEnd::NotOver),
                _ => None,
            },
            _ => None,
        };
        end.ok_or_else(|| {
            let span = values.first().map_or(span, |value| value_span(value, span));
            let message = "`winner` is `south`, `north`, `draw`, `nobody` or `none`";
            Box::new(error(span, message, "cannot be this").help("`nobody`: over without a winner; `none`: not over"))
        })
    }

    fn reason(&self, values: &[EntryValue], span: Span) -> Read<String> {
        let [EntryValue::Word(word)] = values else {
            return Err(Box::new(error(
                span,
                "`reason` is the label of the row that ended the game",
                "a label is needed here",
            )));
        };
        let reasons = self.reasons();
        if reasons.contains(&word.text.as_str()) {
            return Ok(word.text.clone());
        }
        let message = format!("nothing ends the game with the reason `{}`", word.text);
        let help = did_you_mean(&word.text, "reasons", &reasons);
        Err(Box::new(error(word.span, message, "no such row in `end`").help_if(help)))
    }

    /// Labels of the rows that can end a game.
    fn reasons(&self) -> Vec<&'a str> {
        let end = self.model.end.iter().map(|end| &end.row);
        let over = self.model.rounds.iter().filter_map(|step| match step {
            RoundStep::Over(rows) => Some(rows),
            _ => None,
        });
        let over = over.flatten();
        let rows = end.chain(&self.model.endless).chain(over).filter(|row| row.award().is_some());
        rows.filter_map(|row| self.model.rules.get(row.rule)).map(|rule| rule.label.as_str()).collect()
    }

    fn state(&self, name: &str) -> Option<(StateId, &'a State)> {
        self.model.states.iter().find(|(_, state)| state.name == name)
    }

    fn unknown(&self, name: &Name) -> Box<Diagnostic> {
        let board = &self.model.board;
        let mut names: Vec<&str> = stretches(board, Player::South).map(|stretch| stretch.name).collect();
        names.extend(self.model.states.values().map(|state| state.name.as_str()));
        names.extend(board.off.then_some("off"));
        let ends: &[&str] = if self.expected { &["winner", "reason"] } else { &[] };
        let message = format!("`{}` is no place and no state of `{}`", name.text, self.model.title);
        let named =
            board.pits.iter().find(|(pit, _)| *pit == name.text).map(|_| "a position gives whole rows".to_string());
        let end =
            nearest(&name.text, ends.iter().copied()).filter(|_| nearest(&name.text, names.iter().copied()).is_none());
        let help = named
            .or_else(|| end.map(|end| format!("did you mean `{end}`?")))
            .or_else(|| did_you_mean(&name.text, "places and state", &names));
        Box::new(error(name.span, message, "not declared").help_if(help))
    }

    /// A pit to show in help.
    fn some_pit(&self) -> String {
        let row = self.model.board.rows.first().map_or("home", |row| row.name.as_str());
        format!("south {row} 1")
    }
}

/// The values that a state can have.
fn takes(state: &State, model: &Model) -> String {
    match state.ty {
        Type::Truth => "`yes` or `no`".to_string(),
        Type::Number => format!("a number from 0 to {}", state.largest),
        Type::Player => "`south`, `north` or `nobody`".to_string(),
        Type::Pit => "a pit, such as `south home 3`, or `none`".to_string(),
        Type::Way => {
            let ways: Vec<String> = model.board.ways.iter().map(|(name, _)| format!("`{name}`")).collect();
            ways.join(" or ")
        }
        other => other.words().to_string(),
    }
}

/// The smallest place that the tree knows for a value.
fn value_span(value: &EntryValue, entry: Span) -> Span {
    match value {
        EntryValue::Bag(pieces) => match (pieces.first(), pieces.last()) {
            (Some((_, first)), Some((_, last))) => first.span.to(last.span),
            _ => entry,
        },
        EntryValue::Pit(pit) => pit.row.span,
        EntryValue::Word(word) => word.span,
        EntryValue::Number(_) | EntryValue::Side(_) => entry,
    }
}

fn pits(size: usize) -> String {
    if size == 1 { "1 pit".to_string() } else { format!("{size} pits") }
}

fn numbers(count: usize) -> String {
    if count == 1 { "1 number is".to_string() } else { format!("{count} numbers are") }
}
