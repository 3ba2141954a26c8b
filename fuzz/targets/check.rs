//! Any text is checked; what has no error is played for a few moves at random, each by its text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mancala::check::check;
use mancala::{Playthrough, Variant};

/// Turns of a game, and moves of a turn that are looked at.
const TURNS: usize = 12;
const MOVES: usize = 20;

fuzz_target!(|text: &str| {
    let report = check("fuzzed.mancala", text, &|_| None);
    if report.fails(false) {
        return;
    }
    let game = Variant::from_text("fuzzed.mancala", text).game().expect("a file that checks is a game");
    let mut played = Playthrough::new(&game);
    for turn in 0..TURNS {
        let moves = played.moves(MOVES);
        let Some(made) = moves.get(turn % moves.len().max(1)) else { return };
        let pieces: u32 = played.position().total();
        played.play(&made.text).expect("a listed move is played by its text");
        assert_eq!(played.position().total(), pieces, "a piece is lost or made");
    }
});
