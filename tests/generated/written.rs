//! What `sim` writes of generated games: `verify` agrees with each record, and a run that was broken off is resumed to what it
//! would have been.

use super::{is_senseless, look_at, number, text_of};
use crate::sim::{folder, mancala, text};
use std::fs;
use std::path::Path;

/// Games of each file. Those of a file whose first position ends the game have no move.
const GAMES: usize = 4;

/// A script that plays games of a file; each of them ends after so many moves at the latest.
fn script(moves: usize) -> String {
    format!(
        "Simulation(variant: \"g.mancala\", games: {GAMES}, seed: 3, max_moves: {moves}, max_time: 2.0, write: [Games(\"g.jsonl\")])"
    )
}

/// Runs a command, which must not complain.
fn said_nothing_wrong(folder: &Path, arguments: &[&str], of: &str) -> Result<(), String> {
    let output = mancala(folder, arguments);
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{of}: {arguments:?}: {}{}", text(&output.stdout), text(&output.stderr)))
}

/// Plays games of a file, verifies their records, cuts them off and goes on.
fn written(folder: &Path, of: &str) -> Result<(), String> {
    for moves in [1, 2, 12] {
        fs::write(folder.join("s.ron"), script(moves)).unwrap();
        let _ = fs::remove_file(folder.join("g.jsonl"));
        said_nothing_wrong(folder, &["sim", "s.ron"], of)?;
        let whole = fs::read_to_string(folder.join("g.jsonl")).unwrap();
        said_nothing_wrong(folder, &["verify", "g.jsonl"], of)?;
        let cut = whole.lines().take(GAMES / 2).map(|line| format!("{line}\n")).collect::<String>();
        fs::rename(folder.join("g.jsonl"), folder.join("g.jsonl.part")).unwrap();
        fs::write(folder.join("g.jsonl.part"), format!("{cut}{{\"variant\"")).unwrap();
        said_nothing_wrong(folder, &["sim", "s.ron", "--resume"], of)?;
        if fs::read_to_string(folder.join("g.jsonl")).unwrap() != whole {
            return Err(format!("{of}: resumed to something else"));
        }
    }
    Ok(())
}

#[test]
fn records_of_generated_games_verify_and_resume() {
    let folder = folder("generated-records");
    let first = number("MANCALA_FIRST_FILE", 0);
    let mut looked_at = 0;
    for seed in first..first + number("MANCALA_RECORDED", 12) {
        let rules = text_of(seed);
        // Of a file that makes no sense, or a move of which takes too long, there are no games.
        if look_at(&rules, 1, 0).is_err_and(|fault| is_senseless(&fault)) {
            continue;
        }
        fs::write(folder.join("g.mancala"), &rules).unwrap();
        written(&folder, &format!("file {seed}")).unwrap_or_else(|why| panic!("{why}\n{rules}"));
        looked_at += 1;
    }
    assert!(looked_at > 0, "no file is a game");
}
