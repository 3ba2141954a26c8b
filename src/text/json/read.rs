//! JSON to positions.

use super::error::{JsonError, WrongTotal};
use super::partial::PartialPosition;
use crate::diagnostic::did_you_mean;
use crate::model::{BoardRow, Id, Model, PieceKind, Place, Player, State, StateId, StateScope, Type, ValueOf};
use crate::position::Position;
use crate::text::pieces::Bag;
use crate::text::place::{Stretch, places_meant, reference, stretches};
use serde_json::{Map, Value};

type Fields = Map<String, Value>;

/// A whole position. A store, reserve or state that is left out is at its start value, `off` is empty.
///
/// # Errors
/// A field is unknown, missing or of the wrong kind, or there are more or fewer pieces than the game has.
pub fn from_json(value: &Value, model: &Model) -> Result<Position, JsonError> {
    let position = from_json_partial(value, model)?.with_start_values(model);
    let counts = position.pieces().totals().into_iter().zip(model.setup.totals()).zip(model.kinds.values());
    let wrong = counts.filter(|((held, total), _)| held != total).map(|((held, total), kind)| (kind, held, total));
    WrongTotal::of(&wrong.collect::<Vec<_>>(), model)?;
    Ok(position)
}

/// A position of a record, which may leave out stores, reserves, `off` and state. All rows must be there. Of a state that
/// is named at all, every value is known: what is not listed is at its start value. The number of pieces is not judged
/// ([`PartialPosition::fits_total`]).
///
/// # Errors
/// A field is unknown, missing or of the wrong kind.
pub fn from_json_partial(value: &Value, model: &Model) -> Result<PartialPosition, JsonError> {
    let fields = object(value, "a position")?;
    let mut known = vec!["to_move", "south", "north", "state"];
    known.extend(model.board.off.then_some("off"));
    only_known(fields, &known, "a position")?;
    let to_move = player(required(fields, "to_move", "the position")?, "`to_move`")?;
    let mut reader = Reader { model, position: PartialPosition::unknown(model, to_move) };
    for player in Player::BOTH {
        reader.side(player, required(fields, player.word(), "the position")?)?;
    }
    if let (Some(off), Some(value)) = (model.board.off_place(), fields.get("off")) {
        reader.put(off, value, "`off`")?;
    }
    if let Some(states) = fields.get("state") {
        reader.states(object(states, "`state`")?)?;
    }
    Ok(reader.position)
}

struct Reader<'a> {
    model: &'a Model,
    position: PartialPosition,
}

impl Reader<'_> {
    fn side(&mut self, player: Player, value: &Value) -> Result<(), JsonError> {
        let model = self.model;
        let whose = format!("`{}`", player.word());
        let fields = object(value, &whose)?;
        let known: Vec<&str> = stretches(&model.board, player).map(|stretch| stretch.name).collect();
        only_known(fields, &known, &whose)?;
        for stretch in stretches(&model.board, player) {
            let what = format!("`{}` of {}", stretch.name, player.word());
            match fields.get(stretch.name) {
                Some(value) if stretch.is_row => self.row(stretch, value, &what)?,
                Some(value) => self.put(stretch.first, value, &what)?,
                None if stretch.is_row => return Err(missing(stretch.name, &whose)),
                None => {}
            }
        }
        Ok(())
    }

    fn row(&mut self, stretch: Stretch<'_>, value: &Value, what: &str) -> Result<(), JsonError> {
        let values = list(value, what)?;
        if values.len() != stretch.size {
            return Err(JsonError::Length { what: what.into(), listed: values.len(), pits: stretch.size });
        }
        stretch.places().zip(values).try_for_each(|(place, value)| self.put(place, value, what))
    }

    fn put(&mut self, place: Place, value: &Value, what: &str) -> Result<(), JsonError> {
        self.position.pieces.set_bag(place, bag(value, self.model, what)?.into_iter().map(Some));
        Ok(())
    }

    fn states(&mut self, fields: &Fields) -> Result<(), JsonError> {
        let model = self.model;
        let known: Vec<&str> = model.states.values().map(|state| state.name.as_str()).collect();
        only_known(fields, &known, "`state`")?;
        for (id, state) in model.states.iter() {
            if let Some(value) = fields.get(&state.name) {
                self.position.states[id] = state.start.iter().map(|value| Some(*value)).collect();
                self.state(id, state, value)?;
            }
        }
        Ok(())
    }

    fn state(&mut self, id: StateId, state: &State, value: &Value) -> Result<(), JsonError> {
        if state.scope == StateScope::Game {
            self.position.states[id][0] = Some(state_value(state, value, self.model)?);
            return Ok(());
        }
        let what = format!("`{}`", state.name);
        let fields = object(value, &what)?;
        let off = self.model.board.off_place().filter(|_| state.scope == StateScope::Pit);
        let known = ["south", "north", "off"];
        only_known(fields, &known[..if off.is_some() { 3 } else { 2 }], &what)?;
        if let (Some(off), Some(value)) = (off, fields.get("off")) {
            self.position.states[id][off.index()] = Some(state_value(state, value, self.model)?);
        }
        for player in Player::BOTH {
            let Some(value) = fields.get(player.word()) else { continue };
            match state.scope {
                StateScope::Pit => self.pits(id, state, player, value)?,
                _ => self.position.states[id][player.index()] = Some(state_value(state, value, self.model)?),
            }
        }
        Ok(())
    }

    /// State of a player's pits, by row where there are several, and of his stores and reserves, by name.
    fn pits(&mut self, id: StateId, state: &State, player: Player, value: &Value) -> Result<(), JsonError> {
        let model = self.model;
        let what = format!("`{}` of {}", state.name, player.word());
        let holder = |name: &str| {
            let stretch = stretches(&model.board, player).find(|stretch| stretch.name == name);
            stretch.filter(|stretch| !stretch.is_row).map(|stretch| stretch.first)
        };
        if let ([row], Type::Truth) = (model.board.rows.as_slice(), state.ty) {
            for entry in list(value, &what)? {
                let place = match entry.as_str().and_then(holder) {
                    Some(place) => place,
                    None => self.pit_of_row(player, row, entry.as_u64(), entry, &what)?,
                };
                self.position.states[id][place.index()] = state.start_of(ValueOf::Place(place)).map(|start| 1 - start);
            }
            return Ok(());
        }
        let fields = object(value, &what)?;
        if let [row] = model.board.rows.as_slice() {
            for (name, value) in fields {
                let place = match holder(name) {
                    Some(place) => place,
                    None => self.pit_of_row(player, row, name.parse().ok(), name, &what)?,
                };
                self.position.states[id][place.index()] = Some(state_value(state, value, model)?);
            }
            return Ok(());
        }
        only_known(fields, &stretches(&model.board, player).map(|stretch| stretch.name).collect::<Vec<_>>(), &what)?;
        for (name, value) in fields {
            match model.board.rows.iter().find(|row| row.name == *name) {
                Some(row) => self.pits_of_row(id, state, player, row, value)?,
                None => {
                    if let Some(place) = holder(name) {
                        self.position.states[id][place.index()] = Some(state_value(state, value, model)?);
                    }
                }
            }
        }
        Ok(())
    }

    /// A list of pit numbers for truth values, else an object from pit number to value.
    fn pits_of_row(
        &mut self,
        id: StateId,
        state: &State,
        player: Player,
        row: &BoardRow,
        value: &Value,
    ) -> Result<(), JsonError> {
        let what = format!("`{}` of {}", state.name, player.word());
        if state.ty == Type::Truth {
            for number in list(value, &what)? {
                let place = self.pit_of_row(player, row, number.as_u64(), number, &what)?;
                self.position.states[id][place.index()] = state.start_of(ValueOf::Place(place)).map(|start| 1 - start);
            }
            return Ok(());
        }
        for (number, value) in object(value, &what)? {
            let place = self.pit_of_row(player, row, number.parse().ok(), number, &what)?;
            self.position.states[id][place.index()] = Some(state_value(state, value, self.model)?);
        }
        Ok(())
    }

    /// The pit of a row with this number; `written` is how the text names it.
    fn pit_of_row(
        &self,
        player: Player,
        row: &BoardRow,
        number: Option<u64>,
        written: impl std::fmt::Display,
        what: &str,
    ) -> Result<Place, JsonError> {
        let number = number.and_then(|number| u16::try_from(number).ok());
        let pit = number.and_then(|number| row.pit(number)).ok_or_else(|| no_pit(written, row, what))?;
        Ok(self.model.board.place(player, pit))
    }
}

/// How many pieces there are of each kind: a number where there is one kind, else an object. 0 is empty everywhere.
fn bag(value: &Value, model: &Model, what: &str) -> Result<Bag, JsonError> {
    let kinds = &model.kinds;
    match value {
        Value::Number(_) if kinds.len() == 1 || value.as_u64() == Some(0) => {
            let mut bag = vec![0; kinds.len()];
            bag[0] = count(value, what)?;
            Ok(bag)
        }
        Value::Object(fields) if kinds.len() > 1 => {
            only_known(fields, &kinds.values().map(|kind| kind.name.as_str()).collect::<Vec<_>>(), what)?;
            kinds.values().map(|kind| fields.get(&kind.name).map_or(Ok(0), |value| count(value, what))).collect()
        }
        _ if kinds.len() > 1 => {
            let kind = kinds[PieceKind::FIRST].name.clone();
            Err(JsonError::NoKinds { what: what.into(), value: value.clone(), kind })
        }
        _ => Err(no_count(what, value, "a number")),
    }
}

fn count(value: &Value, what: &str) -> Result<u32, JsonError> {
    let count = value.as_u64().and_then(|count| u32::try_from(count).ok());
    count.ok_or_else(|| no_count(what, value, "a number of pieces"))
}

fn state_value(state: &State, value: &Value, model: &Model) -> Result<i32, JsonError> {
    let what = format!("`{}`", state.name);
    match state.ty {
        Type::Truth => value.as_bool().map(i32::from).ok_or_else(|| needs(&what, value, "true or false")),
        Type::Player if is_word(value, "nobody") => Ok(-1),
        Type::Player => Ok(player(value, &what)?.value()),
        Type::Way => {
            let ways = &model.board.ways;
            let named = ways.iter().find(|(name, _)| value.as_str() == Some(name));
            named.map(|(_, way)| way.value()).ok_or_else(|| needs(&what, value, "the name of a way"))
        }
        Type::Pit if is_word(value, "none") => Ok(-1),
        Type::Pit => pit(value, &what, model),
        _ => {
            let number = value.as_i64().filter(|number| (0..=i64::from(state.largest)).contains(number));
            let number = number.and_then(|number| i32::try_from(number).ok());
            number.ok_or_else(|| needs(&what, value, &format!("a number from 0 to {}", state.largest)))
        }
    }
}

fn is_word(value: &Value, word: &str) -> bool {
    value.is_null() || value.as_str() == Some(word)
}

/// A pit as the game writes it, or with its owner and row.
fn pit(value: &Value, what: &str, model: &Model) -> Result<i32, JsonError> {
    let text = value.as_str().ok_or_else(|| needs(what, value, "the name of a pit"))?;
    match places_meant(model, text).as_slice() {
        [place] => Ok(place.value()),
        [] => Err(JsonError::UnknownPit { what: what.into(), value: value.clone() }),
        places => {
            let meant: Vec<String> =
                places.iter().map(|place| format!("\"{}\"", reference(&model.board, *place))).collect();
            Err(JsonError::SeveralPits { what: what.into(), value: value.clone(), meant })
        }
    }
}

fn no_pit(number: impl std::fmt::Display, row: &BoardRow, what: &str) -> JsonError {
    JsonError::NoPit { what: what.into(), number: number.to_string(), row: row.name.clone(), pits: row.size }
}

fn no_count(what: &str, value: &Value, needed: &'static str) -> JsonError {
    JsonError::NoCount { what: what.into(), value: value.clone(), needed }
}

pub(super) fn needs(what: &str, value: &Value, needed: &str) -> JsonError {
    JsonError::Value { what: what.into(), value: value.clone(), needed: needed.into() }
}

pub(super) fn missing(field: &str, what: &str) -> JsonError {
    JsonError::Missing { field: field.into(), what: what.into() }
}

pub(super) fn player(value: &Value, what: &str) -> Result<Player, JsonError> {
    let player = Player::BOTH.into_iter().find(|player| value.as_str() == Some(player.word()));
    player.ok_or_else(|| needs(what, value, "\"south\" or \"north\""))
}

pub(super) fn object<'a>(value: &'a Value, what: &str) -> Result<&'a Fields, JsonError> {
    value.as_object().ok_or_else(|| JsonError::NoObject { what: what.into() })
}

fn list<'a>(value: &'a Value, what: &str) -> Result<&'a [Value], JsonError> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| JsonError::NoList { what: what.into() })
}

fn required<'a>(fields: &'a Fields, name: &str, what: &str) -> Result<&'a Value, JsonError> {
    fields.get(name).ok_or_else(|| missing(name, what))
}

pub(super) fn only_known(fields: &Fields, known: &[&str], what: &str) -> Result<(), JsonError> {
    let Some(name) = fields.keys().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
    let help = did_you_mean(name, "fields", known);
    Err(JsonError::Unknown { what: what.into(), field: name.clone(), help })
}
