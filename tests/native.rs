//! Machine code gives what the interpreter gives: the tests of straight code once more, with machine code made before they
//! begin. `cargo test --features native --test native`.

#![allow(clippy::disallowed_methods, reason = "only the library does without files and clocks")]

#[macro_use]
mod shape;

#[path = "plan.rs"]
mod plan;
