//! What holds of every game: what is looked for in a generated file.

use crate::agreement::differ;
use crate::reference::{Reference, Trouble};
use crate::shipped::thrown;
use mancala::diagnostic::Severity;
use mancala::text::json::{from_json, to_json};
use mancala::text::{situation, to_line};
use mancala::{Bindings, Game, Situation, Variant, shipped_text};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// More moves than are looked at one by one.
const MOST_MOVES: u64 = 150;

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
    let variant = Variant::from_text("generated.mancala", text);
    let (_, diagnostics) = variant.model(&Bindings::default());
    if let Some(error) = diagnostics.iter().find(|one| one.severity == Severity::Error) {
        return fault(&format!("refused: {}", error.code.name), error.message.clone());
    }
    let Ok(game) = variant.game() else { return fault("no game", "checks, and is no game") };
    let listing = mancala::ir::listing(game.program());
    if variant.game().is_ok_and(|again| mancala::ir::listing(again.program()) != listing) {
        return fault("another program", "compiled twice, and not the same");
    }
    let texts = |name: &str| shipped_text(name).map(String::from);
    let reference = match Reference::read(text, &texts, &[]) {
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

/// Positions met in random games, and every fourth one with its pieces thrown anew.
fn met(game: &Game, count: usize, seed: u64) -> Vec<Situation> {
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
fn written_and_read(game: &Game, position: &Situation) -> Result<(), Fault> {
    let model = game.model();
    let line = to_line(position, model);
    let Ok(entries) = mancala::syntax::parse_position(&line, 0) else {
        return fault("the text of a position", format!("cannot be parsed: {line}"));
    };
    match situation(&entries, model) {
        Ok(read) if read == *position => {}
        other => return fault("the text of a position", format!("{line}: {other:?}, not {position:?}")),
    }
    match from_json(&to_json(position, model), model) {
        Ok(read) if read == *position => Ok(()),
        other => fault("the JSON of a position", format!("{line}: {other:?}, not {position:?}")),
    }
}

/// Texts of moves are unique and play them; no piece is lost; who moves by chance makes one of the moves.
fn moves_hold(game: &Game, position: &Situation) -> Result<usize, Fault> {
    if game.count_moves(position, MOST_MOVES) >= MOST_MOVES {
        return Ok(0);
    }
    let places = game.model().board.places();
    let of_each_kind =
        |position: &Situation| -> Vec<u32> { position.pieces.chunks(places).map(|kind| kind.iter().sum()).collect() };
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
fn by_plan(game: &Game, positions: &[Situation]) -> Result<(), Fault> {
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
        let going_on = moves.iter().filter(|made| made.outcome.is_none());
        going_on.map(|made| if over(game, &made.after) { 0 } else { game.moves(&made.after).len() as u64 }).sum()
    };
    for counted in [game.perft(&start, 2), game.perft_one_by_one(&start, 2)].into_iter().flatten() {
        if counted != below {
            return fault("perft differs", format!("{counted}, and a walk finds {below}"));
        }
    }
    Ok(())
}

fn over(game: &Game, position: &Situation) -> bool {
    game.before_turn(position, 1).is_some()
}
