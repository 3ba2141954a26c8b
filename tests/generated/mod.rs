//! Games that nobody made up: rules files from chance, with every construct of the language page combined. Each must
//! check, compile and be played without a fault; engine and reference agree on it; and the laws of all games hold.
//!
//! `MANCALA_FILES=100000 cargo test --release generated` makes a hundred thousand; `MANCALA_FIRST_FILE` says with which
//! number to begin. A file that fails is shown as small as it can be made.

mod dice;
mod draft;
mod expressions;
mod laws;
mod rules;
mod world;
mod written;

pub(crate) use laws::look_at;
use laws::{Fault, Seen};
use std::collections::BTreeMap;

/// Positions of each file.
const POSITIONS: usize = 10;

/// How often a smaller file is tried.
const MOST_TRIES: usize = 1_000;

/// What the checker may hold against a file that makes no sense although it has a meaning.
const SENSELESS: [&str; 13] = [
    "not_here",
    "unreachable_phase",
    "dead_row",
    "empty_pit",
    "never_stops",
    "choice_never_offered",
    "unreachable_pit",
    "unused",
    "out_of_range",
    "misplaced_statement",
    "empty_setup",
    "cannot_refill",
    "board_too_large",
];

fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// What became of many files.
#[derive(Debug, Default)]
struct Tally {
    files: usize,
    seen: Seen,
    refused: BTreeMap<String, usize>,
    /// The first file of each kind of fault, and how many there are.
    faults: BTreeMap<String, (u64, String, usize)>,
}

impl Tally {
    fn note(&mut self, seed: u64, result: Result<Seen, Fault>) {
        match result {
            Ok(seen) => {
                self.files += 1;
                self.seen.positions += seen.positions;
                self.seen.moves += seen.moves;
                self.seen.skipped += seen.skipped;
            }
            Err(fault) if is_senseless(&fault) => *self.refused.entry(fault.kind).or_default() += 1,
            Err(fault) => self.faults.entry(fault.kind).or_insert((seed, fault.what, 0)).2 += 1,
        }
    }
}

fn is_senseless(fault: &Fault) -> bool {
    fault.kind.strip_prefix("refused: ").is_some_and(|code| SENSELESS.contains(&code))
}

pub(crate) fn text_of(seed: u64) -> String {
    draft::text(&rules::file(seed))
}

/// The smallest file with a fault of the same kind.
pub(crate) fn smallest(seed: u64, kind: &str) -> String {
    let mut tries = MOST_TRIES;
    let mut fails = |text: &str| {
        tries = tries.saturating_sub(1);
        tries > 0
            && laws::has_a_base(text, seed)
            && look_at(text, POSITIONS, seed).is_err_and(|fault| fault.kind == kind)
    };
    draft::shrink(&rules::file(seed), &mut fails)
}

/// Looks at n files; tells what is wrong with them, and what became of them all.
pub(crate) fn look_at_files(first: u64, files: u64) -> (Vec<String>, String) {
    let mut tally = Tally::default();
    for seed in first..first + files {
        tally.note(seed, look_at(&text_of(seed), POSITIONS, seed));
    }
    let told = |(kind, (seed, what, count)): (&String, &(u64, String, usize))| {
        let smallest = smallest(*seed, kind);
        let what = look_at(&smallest, POSITIONS, *seed).map_or_else(|fault| fault.what, |_| what.clone());
        format!("=== {kind} ({count}), file {seed}: {what}\n{}", laws::whole(&smallest, *seed))
    };
    let faults = tally.faults.iter().map(told).collect();
    (faults, format!("{} files, {:?}, refused: {:?}", tally.files, tally.seen, tally.refused))
}

#[test]
fn generated_games_are_played_right() {
    let (faults, seen) = look_at_files(number("MANCALA_FIRST_FILE", 0), number("MANCALA_FILES", 50));
    assert!(faults.is_empty(), "{seen}\n{}", faults.join("\n"));
}
