//! Perft and games at random by the engine, from the rules files, beside programs written by hand for one game each: in turn,
//! in one run, on one thread. Prints leaves and moves per second of both and their ratios; with `--check` it fails if a
//! median ratio of Oware is below a limit.
//!
//! `cargo bench --bench perft`, or with `-- --quick` for a shorter run, or with `-- --games` for games at random, and perft of depth 5
//! alone, or with `-- hus` for Hus alone.

#![allow(clippy::disallowed_methods, reason = "only the library does without files and clocks")]
#![expect(clippy::print_stdout, reason = "a benchmark reports to the terminal")]

mod handwritten;

use handwritten::{ByHand, Random, bohnenspiel::Bohnenspiel, hus::Hus, kalah::Kalah, oware::Oware};
use mancala::model::Player;
use mancala::{Game, Position, Variant};
use std::hint::black_box;
use std::time::Instant;

/// The least ratios that pass, of perft and of games at random: half of what is usual where nothing else is done.
const LEAST: [f64; 2] = [0.5, 0.4];

/// Those that there are programs by hand for.
const VARIANTS: [&str; 4] = ["oware", "kalah", "bohnenspiel", "hus"];

/// Most moves of a game at random.
const MOST_MOVES: u32 = 1000;

fn main() {
    let known = |word: String| word.starts_with("--") || VARIANTS.contains(&&*word);
    assert!(std::env::args().skip(1).all(known), "the variants are {VARIANTS:?}");
    let quick = is_given("--quick");
    println!("{:<14} {:>5} {:>15} {:>15} {:>20}", "variant", "depth", "engine M/s", "by hand M/s", "ratio (range)");
    let shorter = u32::from(quick);
    let oware = compare::<Oware>("oware", 10 - shorter, quick);
    compare::<Kalah>("kalah", 10 - shorter, quick);
    compare::<Bohnenspiel>("bohnenspiel", 10 - shorter, quick);
    compare::<Hus>("hus", 6 - shorter, quick);
    let checks = is_given("--check");
    let is_fast_enough = oware.is_none_or(|oware| oware.iter().zip(&LEAST).all(|(ratio, least)| ratio >= least));
    assert!(
        !checks || is_fast_enough,
        "the engine is too slow: {oware:.3?} of Oware by hand, at least {LEAST:?} is asked"
    );
}

fn is_given(word: &str) -> bool {
    std::env::args().any(|argument| argument == word)
}

/// Whether a variant is asked for: where none is named, all are.
fn is_wanted(variant: &str) -> bool {
    is_given(variant) || std::env::args().skip(1).all(|argument| argument.starts_with("--"))
}

/// Compares the engine with a game by hand, move by move on games at random first; gives the median ratios, if it is wanted.
fn compare<G: ByHand>(variant: &str, depth: u32, quick: bool) -> Option<[f64; 2]> {
    if !is_wanted(variant) {
        return None;
    }
    let game = Variant::shipped(variant).expect("it is shipped").game().expect("it compiles");
    #[cfg(feature = "native")]
    assert!(game.compile(), "there is machine code for this computer");
    let start = game.start();
    let by_engine = |depth| game.perft(&start, depth).expect("no move takes long");
    let by_hand = |depth| handwritten::perft(G::START, depth);
    assert_eq!(by_engine(5), by_hand(5), "both count the same");
    same_games::<G>(&game);
    let rounds = if quick { 5 } else { 9 };
    let depth = if is_given("--games") { 5 } else { depth };
    let perft = in_turn(variant, &depth.to_string(), rounds, || rate(|| by_engine(depth)), || rate(|| by_hand(depth)));
    let games = if quick { 2_000 } else { 20_000 };
    let at_random = || mancala::sim::playouts(&game, 7, 0..u64::from(games), MOST_MOVES).moves;
    let at_random_by_hand = || handwritten::play_at_random::<G>(games, MOST_MOVES, 7);
    Some([perft, in_turn("", "games", rounds, || rate(at_random), || rate(at_random_by_hand))])
}

/// Measures both in turn, and prints the best rates and the ratios; gives the median of these.
fn in_turn(name: &str, what: &str, rounds: u32, engine: impl Fn() -> f64, by_hand: impl Fn() -> f64) -> f64 {
    let pairs: Vec<(f64, f64)> = (0..rounds).map(|_| (engine(), by_hand())).collect();
    let mut ratios: Vec<f64> = pairs.iter().map(|(engine, hand)| engine / hand).collect();
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    let (lowest, highest) = (ratios[0], ratios[ratios.len() - 1]);
    let best = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).fold(0.0, f64::max) / 1e6;
    println!(
        "{name:<14} {what:>5} {:>15.1} {:>15.1} {median:>6.3} ({lowest:.3}..{highest:.3})",
        best(|pair| pair.0),
        best(|pair| pair.1)
    );
    median
}

/// Plays games at random by both, and holds each position against the other.
fn same_games<G: ByHand>(game: &Game) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..20 {
        let (mut by_hand, mut position) = (G::START, game.start());
        for _ in 0..100 {
            let moves = game.moves(&position);
            if moves.is_empty() || by_hand.count() == 0 || game.before_turn(&position, 1).is_some() {
                break;
            }
            let number = random.below(u32::try_from(moves.len()).expect("there are few moves"));
            let one = &moves[number as usize];
            let Some((next, again)) = by_hand.moved(number) else { break };
            assert_eq!(again, one.again, "both say who moves next");
            (by_hand, position) = (next, one.after.clone());
            assert_eq!(by_hand.cells(), seen_by_mover(game, &position), "both come to the same position");
        }
    }
}

/// The pieces of a position, the mover's half first.
fn seen_by_mover(game: &Game, position: &Position) -> Vec<u8> {
    let half = game.model().board.half();
    let mut pieces: Vec<u8> =
        position.pieces().as_slice().iter().map(|count| u8::try_from(*count).unwrap_or(u8::MAX)).collect();
    pieces.truncate(2 * half);
    if position.to_move() == Player::North {
        pieces.rotate_left(half);
    }
    pieces
}

/// Leaves or moves per second.
fn rate(count: impl Fn() -> u64) -> f64 {
    let begin = Instant::now();
    let leaves = black_box(count());
    leaves as f64 / begin.elapsed().as_secs_f64()
}
