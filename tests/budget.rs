//! Turns and expressions that would not end, and what calls them off: the budget of steps, the time of a game, Ctrl-C.

use crate::runs::{ended, signal, start};
use crate::sim::{folder, mancala, run_script, text};
use mancala::engine::{Budget, Machine, Shape, Stop, pack};
use mancala::{Game, Position, Variant, limits};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const FILES: [&str; 2] = ["one_expression", "one_of_very_many_orders"];

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/budget/{name}.mancala"))
}

fn game(name: &str) -> Game {
    Variant::from_text(name, &fs::read_to_string(path(name)).unwrap()).game().unwrap()
}

/// A folder with the rules as `x.mancala`.
fn folder_with(name: &str, what: &str) -> PathBuf {
    let folder = folder(&format!("budget-{what}-{name}"));
    fs::copy(path(name), folder.join("x.mancala")).unwrap();
    folder
}

/// Whether all moves of the opening can be listed within a budget.
fn are_listed(game: &Game, budget: Budget) -> bool {
    are_listed_of(game, &game.start(), budget)
}

/// The same of a position.
pub(crate) fn are_listed_of(game: &Game, position: &Position, budget: Budget) -> bool {
    shaped!(game, S => are_listed_by::<S>(game, position, budget))
}

fn are_listed_by<S: Shape>(game: &Game, position: &Position, budget: Budget) -> bool {
    let mut machine = Machine::<S>::new(game.program());
    machine.set_budget(budget);
    let position = pack::<S>(game.program(), position);
    machine.moves(&position, |_| ControlFlow::Continue(())).is_ok()
}

#[test]
fn a_turn_ends_with_its_budget() {
    for name in FILES {
        let began = Instant::now();
        assert!(!are_listed(&game(name), Budget { position: 200_000, turn: 100_000, stop: None }), "{name}");
        assert!(began.elapsed() < Duration::from_secs(30), "{name}: {:?}", began.elapsed());
    }
    // The budget is no smaller than it says.
    let oware = Variant::shipped("oware").unwrap().game().unwrap();
    assert!(are_listed(&oware, Budget { position: 2_000, turn: 500, stop: None }));
    assert!(!are_listed(&oware, Budget { position: 20, turn: 20, stop: None }));
}

/// A piece that falls is a step, and a listing has as many as it is given: no fewer say that all moves are there. This holds
/// where they are spent while the options of a choice are read, too.
#[test]
fn a_budget_is_as_large_as_it_says() {
    let needed = |seeds: u32| {
        let text = format!(
            "mancala 1\ngame \"Steps\"\nboard {{\n    row home: 6\n    store\n    track ring: own home, opponent home\n}}\n\
             setup {{ south home: {seeds} 0 0 0 0 0 }}\nturn: sowing\nmove sowing {{\n    choose pit in own home where \
             seeds(it) >= 1\n    lift pit\n    sow ring after pit\n    landing {{ otherwise -> stop }}\n}}\nend {{ stuck: \
             before a turn, mover cannot move -> draw }}\n"
        );
        let game = Variant::from_text("steps", &text).game().unwrap();
        let fits = |steps: &u64| are_listed(&game, Budget { position: *steps, turn: u64::MAX, stop: None });
        (1..1_000).find(fits).unwrap()
    };
    assert_eq!(needed(7), needed(3) + 4);
    let Budget { position, turn, .. } = Budget::default();
    assert_eq!((position, turn), (limits::POSITION_STEPS, limits::TURN_STEPS));
}

/// What is asked of the next round is spent on the position whose move ends a round: two hundred moves ask as often, and have
/// one budget together.
#[test]
fn what_is_asked_between_rounds_is_counted() {
    let game = game("questions_between_rounds");
    let fits = |position: u64| are_listed(&game, Budget { position, turn: 100_000, stop: None });
    assert!(!fits(100_000));
    assert!(fits(10_000_000));
}

#[test]
fn a_turn_is_called_off_while_it_is_made() {
    for name in FILES {
        let called = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&called);
        let stop = Stop::when(move || flag.load(Ordering::Relaxed));
        let game = game(name);
        let listing = std::thread::spawn(move || {
            are_listed(&game, Budget { position: u64::MAX, turn: u64::MAX, stop: Some(stop) })
        });
        std::thread::sleep(Duration::from_millis(200));
        assert!(!listing.is_finished(), "{name} would take years");
        called.store(true, Ordering::Relaxed);
        let began = Instant::now();
        assert!(!listing.join().unwrap(), "{name}");
        assert!(began.elapsed() < Duration::from_secs(30), "{name}: {:?}", began.elapsed());
    }
}

#[test]
fn moves_that_cannot_be_listed_are_not_said_to_be_counted() {
    for name in FILES {
        let folder = folder_with(name, "moves");
        let called = mancala(&folder, &["moves", "x.mancala"]);
        let said = text(&called.stdout);
        assert!(said.contains("South has at least 0 legal moves\n  whether there are more is not known: "), "{said}");
        let called = mancala(&folder, &["moves", "x.mancala", "--json"]);
        let json: serde_json::Value = serde_json::from_slice(&called.stdout).unwrap();
        assert_eq!((&json["count"], &json["count_is_exact"]), (&0.into(), &false.into()));
        assert_eq!(json["too_long"], true);
    }
}

#[test]
fn a_game_with_a_turn_that_does_not_end_has_an_end() {
    let name = FILES[0];
    let folder = folder_with(name, "games");
    for (more, ending) in [("", "(too long)"), (", max_time: 0.05", "(most time)")] {
        let run = run_script(&folder, &format!("Simulation(variant: \"x.mancala\", games: 1{more})"));
        let said = text(&run.stdout);
        assert!(said.contains(ending), "{more}: {said}{}", text(&run.stderr));
    }
}

#[cfg(unix)]
#[test]
fn a_run_is_broken_off_within_a_turn() {
    let folder = folder_with(FILES[1], "broken-off");
    for player in ["Random", "AlphaBeta(depth: 3)", "Mcts(playouts: 10)"] {
        let script = format!("Simulation(variant: \"x.mancala\", players: (south: {player}), games: 100)");
        let child = start(&folder, &script);
        std::thread::sleep(Duration::from_millis(500));
        signal(&child, "INT");
        let began = Instant::now();
        let output = ended(child);
        assert!(began.elapsed() < Duration::from_secs(30), "{player}: {:?}", began.elapsed());
        assert!(text(&output.stderr).contains("broken off after 0 games"), "{player}: {}", text(&output.stderr));
    }
}
