//! Machine code gives what the interpreter gives: the tests of straight code once more, with machine code made before they
//! begin. `cargo test --features native --test native`.

#![allow(clippy::disallowed_methods, reason = "only the library does without files and clocks")]

#[macro_use]
mod shape;

#[path = "plan.rs"]
mod plan;

use mancala::Variant;
use mancala::engine::{Small, pack};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Machine code is made while moves are listed without it, once enough of that was done that it may pay.
#[test]
fn machine_code_is_begun_when_enough_was_looked_at() {
    let game = Variant::shipped("bohnenspiel").unwrap().game().unwrap();
    let plan = game.plan().unwrap();
    let (mut machine, start) = (game.machine::<Small>(), pack::<Small>(game.program(), &game.start()));
    let mut list = || machine.moves(&start, |_| ControlFlow::Continue(())).unwrap();
    (0..1_000).for_each(|_| list());
    assert!(!plan.is_compiled());
    let began = Instant::now();
    while !plan.is_compiled() {
        assert!(began.elapsed() < Duration::from_secs(300), "machine code was not begun");
        list();
    }
}
