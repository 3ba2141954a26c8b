//! What holds of every game: what is looked for in a generated file.

use crate::agreement::differ;
use crate::budget::are_listed_of;
use crate::reference::{Reference, Trouble};
use crate::shipped::thrown;
use mancala::diagnostic::Severity;
use mancala::engine::Budget;
use mancala::model::Choices;
use mancala::text::json::{from_json, to_json};
use mancala::text::{position_of_entries, to_line};
use mancala::{Bindings, Game, Position, Variant};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// More moves than are looked at one by one.
const MOST_MOVES: u64 = 150;

/// Positions whose moves take more steps to list are left out, since each move is asked for by its text.
const MOST_STEPS: u64 = 2_000_000;

/// Something that should not be: of what kind, and what exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) kind: String,
    pub(crate) what: String,
}

/// How far a file was looked at.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Seen {
    pub(super) positions: usize,
    pub(super) moves: usize,
    /// Positions that would take too long.
    pub(super) skipped: usize,
}

fn fault<T>(kind: &str, what: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { kind: kind.into(), what: what.into() })
}

/// Looks at a file: it has no errors, engine and reference agree, and the laws hold. What the checker finds out by walking
/// through the program is not asked, since for some of these files that takes minutes.
pub(crate) fn look_at(text: &str, positions: usize, seed: u64) -> Result<Seen, Fault> {
    match catch_unwind(AssertUnwindSafe(|| look(text, positions, seed))) {
        Ok(result) => result,
        Err(panic) => {
            let said = panic.downcast_ref::<String>().cloned();
            let said = said.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default();
            fault("a panic", said)
        }
    }
}

fn look(text: &str, count: usize, seed: u64) -> Result<Seen, Fault> {
    let derived = derived(text, seed);
    let loader = |name: &str| (name == BASE).then(|| (format!("{BASE}.mancala"), text.to_string()));
    let variant = Variant::read("generated.mancala", &derived, &loader);
    let (bindings, bound) = bound(&variant, seed);
    let (_, diagnostics) = variant.model(&bindings);
    if let Some(error) = diagnostics.iter().find(|one| one.severity == Severity::Error) {
        return fault(&format!("refused: {}", error.code.name), error.message.clone());
    }
    let Ok(game) = variant.game_with(&bindings) else { return fault("no game", "checks, and is no game") };
    let listing = mancala::ir::listing(game.program());
    if variant.game_with(&bindings).is_ok_and(|again| mancala::ir::listing(again.program()) != listing) {
        return fault("another program", "compiled twice, and not the same");
    }
    let texts = |name: &str| (name == BASE).then(|| text.to_string());
    let reference = match Reference::read(&derived, &texts, &bound) {
        Ok(reference) => reference,
        Err(why) => return fault("no reference", format!("{why:?}")),
    };
    if game.start() != reference.start() {
        return fault("another opening", format!("{:?} {:?}", game.start(), reference.start()));
    }
    let mut seen = Seen::default();
    let mut positions = Vec::new();
    for position in met(&game, count, seed) {
        seen.positions += 1;
        if !are_listed_of(&game, &position, Budget { position: MOST_STEPS, turn: MOST_STEPS, stop: None }) {
            seen.skipped += 1;
            continue;
        }
        match differ(&game, &reference, &position) {
            Ok(None) => {}
            Ok(Some(difference)) => return fault("engine and reference differ", difference),
            Err(Trouble::TooLong) => {
                seen.skipped += 1;
                continue;
            }
            Err(Trouble::Meaningless(why)) => return fault("the reference finds no meaning", why),
        }
        written_and_read(&game, &position)?;
        seen.moves += moves_hold(&game, &position)?;
        positions.push(position);
    }
    by_plan(&game, &positions)?;
    paths_add_up(&game)?;
    Ok(seen)
}

/// Every third file is looked at through another that is based on it.
fn derived(text: &str, seed: u64) -> String {
    if seed % 3 == 2 { changed(text, seed) } else { text.to_string() }
}

/// What is looked at of a file, as text.
pub(crate) fn whole(text: &str, seed: u64) -> String {
    let derived = derived(text, seed);
    if derived == text { derived } else { format!("{derived}--- {BASE} ---\n{text}") }
}

/// Whether a file that another is to be based on has no fault of its own: then what is wrong lies between the two.
pub(crate) fn has_a_base(text: &str, seed: u64) -> bool {
    let is_sound = |text: &str| {
        let (_, diagnostics) = Variant::read("generated.mancala", text, &|_| None).model(&Bindings::default());
        diagnostics.iter().all(|one| one.severity != Severity::Error)
    };
    derived(text, seed) == text || is_sound(text)
}

/// The name under which a generated file is found by one that is based on it.
const BASE: &str = "base";

/// A file that is based on a generated one: rows put in and taken out, as its labels allow.
fn changed(text: &str, seed: u64) -> String {
    let mut items = vec!["mancala 1".to_string(), format!("based on {BASE}"), "game \"Changed\"".to_string()];
    let chosen = |number: u64| (seed / 3) >> number & 1 == 1;
    if text.contains("    end0: ") && chosen(0) {
        items.push("without end end0".into());
    }
    if text.contains("    rule0: ") && chosen(1) {
        items.push("without legal rule0".into());
    }
    for name in text.lines().filter_map(|line| line.strip_prefix("move ")?.strip_suffix(" {")) {
        let body = text.split_once(&format!("move {name} {{")).and_then(|(_, rest)| rest.split_once("\n}\n"));
        let body = body.map_or("", |(body, _)| body);
        if body.contains("        row0: ") && chosen(2) {
            items.push(format!(
                "instead of {name}.row0 {{\n    other: last in own side and seeds(last) = 2 -> again\n}}"
            ));
        }
        if body.contains("        otherwise -> ") && chosen(3) {
            items.push(format!("before {name}.otherwise {{\n    inserted: last was empty -> capture last into hand, put hand in origin, stop\n}}"));
        }
        if body.contains("taken_up: ") && chosen(4) {
            items.push(format!("after {name}.taken_up {{\n    require hand != 2\n}}"));
        }
    }
    if text.contains("        finished: ") && chosen(7) {
        items.push("before match.finished {\n    early: captured > 2 -> winner wins\n}".into());
    }
    if text.contains("    counted: ") && chosen(8) {
        items.push("after match.counted {\n    put 1 from own side in last\n}".into());
    }
    if chosen(5) {
        items.push("state { added per pit: owner(it) }".into());
        items.push("finally { added(last) becomes mover }".into());
    }
    if chosen(6) {
        items.push(
            "end {\n    added_row: after a turn, seeds(own side) > 2 * seeds(opponent side) -> mover wins\n}".into(),
        );
    }
    format!("{}\n", items.join("\n"))
}

/// Values of options and parameters: the default, or another one.
fn bound(variant: &Variant, seed: u64) -> (Bindings, Vec<(String, String)>) {
    let mut bound = Vec::new();
    for (number, option) in (0..).zip(variant.options()) {
        let value = match &option.choices {
            Choices::Values(values) => {
                let number = usize::try_from((seed >> number) % 5).unwrap_or(0);
                values.get(number).map(|(value, _)| value.clone())
            }
            // The number of pits is the same in the rest of the file.
            Choices::Range(..) => None,
        };
        bound.extend(value.map(|value| (option.name.clone(), value)));
    }
    let bindings = bound.iter().fold(Bindings::default(), |all, (name, value)| all.with(name, value));
    (bindings, bound)
}

/// Positions met in random games, and every fourth one with its pieces thrown anew.
fn met(game: &Game, count: usize, seed: u64) -> Vec<Position> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let places = game.model().board.places();
    let mut position = game.start();
    let mut positions = vec![position.clone()];
    while positions.len() < count {
        let moves = game.first_moves(&position, MOST_MOVES as usize);
        position = match moves.get(random.random_range(0..moves.len().max(1))) {
            Some(made) if made.outcome.is_none() => made.after.clone(),
            _ => game.start(),
        };
        let shown = if positions.len() % 4 == 3 { thrown(&position, places, &mut random) } else { position.clone() };
        positions.push(shown);
    }
    positions
}

/// A position survives text and JSON.
fn written_and_read(game: &Game, position: &Position) -> Result<(), Fault> {
    let model = game.model();
    let line = to_line(position, model);
    let Ok(entries) = mancala::syntax::parse_position(&line, 0) else {
        return fault("the text of a position", format!("cannot be parsed: {line}"));
    };
    match position_of_entries(&entries, model) {
        Ok(read) if read == *position => {}
        other => return fault("the text of a position", format!("{line}: {other:?}, not {position:?}")),
    }
    match from_json(&to_json(position, model), model) {
        Ok(read) if read == *position => Ok(()),
        other => fault("the JSON of a position", format!("{line}: {other:?}, not {position:?}")),
    }
}

/// Texts of moves are unique and play them; no piece is lost; who moves by chance makes one of the moves.
fn moves_hold(game: &Game, position: &Position) -> Result<usize, Fault> {
    if game.count_moves(position, MOST_MOVES) >= MOST_MOVES {
        return Ok(0);
    }
    let of_each_kind = |position: &Position| position.pieces().totals();
    let line = to_line(position, game.model());
    let moves = game.moves(position);
    let mut texts: HashSet<&str> = HashSet::new();
    for made in &moves {
        if of_each_kind(&made.after) != of_each_kind(position) {
            return fault("pieces are lost or made", format!("{} in {line}", made.text));
        }
        if !texts.insert(&made.text) {
            return fault("two moves have one text", format!("{} in {line}", made.text));
        }
        match game.play(position, &format!("{}{}", made.text, made.marks)) {
            Ok(again) if again == *made => {}
            Ok(other) => return fault("a text plays another move", format!("{} in {line}: {other:?}", made.text)),
            Err(why) => return fault("a text plays no move", format!("{} in {line}: {why}", made.text)),
        }
        match game.trace(position, &made.text) {
            Ok((again, _)) if again == *made => {}
            other => return fault("a traced move differs", format!("{} in {line}: {other:?}", made.text)),
        }
    }
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = || {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        bits
    };
    match game.sample(position, &mut random) {
        Some(drawn) if !moves.contains(&drawn) => fault("a drawn move is not legal", format!("{drawn:?} in {line}")),
        None if !moves.is_empty() => fault("no move is drawn", line),
        _ => Ok(moves.len()),
    }
}

/// Straight code gives what the interpreter gives.
fn by_plan(game: &Game, positions: &[Position]) -> Result<(), Fault> {
    for position in positions.iter().filter(|position| game.count_moves(position, MOST_MOVES) < MOST_MOVES) {
        if let Some(difference) = crate::plan::difference(game, position) {
            return fault("straight code differs", format!("{}: {difference}", to_line(position, game.model())));
        }
    }
    Ok(())
}

/// `perft` counts what a walk through the moves counts, in all and below each move.
fn paths_add_up(game: &Game) -> Result<(), Fault> {
    let start = game.start();
    if game.count_moves(&start, MOST_MOVES / 3) >= MOST_MOVES / 3 {
        return Ok(());
    }
    let below: u64 = if game.before_turn(&start, 1).is_some() {
        0
    } else {
        let moves = game.moves(&start);
        let going_on = moves.iter().filter(|made| made.outcome.is_none() && !over(game, &made.after));
        let after: Vec<&Position> = going_on.map(|made| &made.after).collect();
        if after.iter().any(|position| game.count_moves(position, MOST_MOVES) >= MOST_MOVES) {
            return Ok(());
        }
        after.iter().map(|position| game.moves(position).len() as u64).sum()
    };
    for counted in [game.perft(&start, 2), game.perft_one_by_one(&start, 2)].into_iter().flatten() {
        if counted != below {
            return fault("perft differs", format!("{counted}, and a walk finds {below}"));
        }
    }
    Ok(())
}

fn over(game: &Game, position: &Position) -> bool {
    game.before_turn(position, 1).is_some()
}
