//! Any text is a position or is refused, for a game with state and one with several kinds of pieces; what is read survives
//! being written and read again, and its moves can be listed. A text on a second line is read as a move there.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mancala::text::{json, position, to_line};
use mancala::{Game, Variant};
use std::sync::LazyLock;

/// Moves that are listed.
const MOVES: usize = 20;

static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let game = |name| Variant::shipped(name).expect("a shipped variant").game().expect("a game");
    ["oware", "bao", "glass-bead-game"].into_iter().map(game).collect()
});

fuzz_target!(|text: &str| {
    let (line, made) = text.split_once('\n').unwrap_or((text, "1"));
    for game in GAMES.iter() {
        let model = game.model();
        let Ok(read) = position(line, model) else { continue };
        assert_eq!(position(&to_line(&read, model), model).ok().as_ref(), Some(&read), "not the same position");
        assert_eq!(json::from_json(&json::to_json(&read, model), model).as_ref(), Ok(&read), "not the same position");
        let _ = game.first_moves(&read, MOVES);
        let _ = game.play(&read, made);
    }
});
