//! Perft of Oware by the generic engine beside a hand-written Oware, in one run, one thread. Prints leaves per second of
//! both and their ratio, pair by pair; with `--check` it fails if the median ratio is below 0.15.
//!
//! `cargo bench --bench perft`, or with `-- --quick` for a shorter run.

#![allow(clippy::disallowed_methods, reason = "only the library does without files and clocks")]
#![expect(clippy::print_stdout, reason = "a benchmark reports to the terminal")]

mod handwritten_oware;

use mancala::Variant;
use std::hint::black_box;
use std::time::Instant;

const LEAST: f64 = 0.15;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let (depth, rounds) = if quick { (8, 5) } else { (9, 9) };
    let game = Variant::shipped("oware").expect("oware is shipped").game().expect("oware compiles");
    let start = game.start();
    assert_eq!(game.perft(&start, 6), handwritten_oware::perft(6), "both count the same");
    let mut ratios = Vec::new();
    println!("perft({depth})   generic M/s   by hand M/s   ratio");
    for _ in 0..rounds {
        let generic = rate(|| game.perft(&start, depth));
        let by_hand = rate(|| handwritten_oware::perft(depth));
        println!("{:>20.1} {:>13.1} {:>7.3}", generic / 1e6, by_hand / 1e6, generic / by_hand);
        ratios.push(generic / by_hand);
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    println!("median ratio {median:.3}; the aim is {LEAST}");
    let checks = std::env::args().any(|argument| argument == "--check");
    assert!(!checks || median >= LEAST, "the generic engine is too slow");
}

/// Leaves per second.
fn rate(count: impl Fn() -> u64) -> f64 {
    let begin = Instant::now();
    let leaves = black_box(count());
    leaves as f64 / begin.elapsed().as_secs_f64()
}
