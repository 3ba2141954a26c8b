//! Counts of moves from the start, against the tables that other programs gave.

use super::Reference;
use mancala::position::Position;

/// Sequences of `depth` moves; no history, so that no position repeats.
pub(super) fn perft(rules: &Reference, position: &Position, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    if rules.before_turn(position, 1).expect("there is an answer").is_some() {
        return 0;
    }
    let moves = rules.legal(position).expect("there is an answer");
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().filter(|played| played.ended.is_none()).map(|played| perft(rules, &played.after, depth - 1)).sum()
}

#[track_caller]
fn counts(name: &str, expected: &[u64]) {
    let text = mancala::shipped_text(name).unwrap();
    let texts = |name: &str| mancala::shipped_text(name).map(String::from);
    let rules = Reference::read(text, &texts, &[]).unwrap_or_else(|why| panic!("{name}: {why:?}"));
    let start = rules.start();
    let found: Vec<u64> = (1..=expected.len()).map(|depth| perft(&rules, &start, depth)).collect();
    assert_eq!(found, expected, "moves from the start of {name}");
}

macro_rules! perft_tables {
    ($($test:ident: $name:literal $counts:expr;)*) => { $(#[test] fn $test() { counts($name, &$counts); })* };
}

perft_tables! {
    oware: "oware" [6, 36, 190, 1014];
    kalah: "kalah" [6, 35, 185, 942];
    bohnenspiel: "bohnenspiel" [6, 36, 206, 1166];
    songo: "songo" [7, 49, 309];
    ayoayo: "ayoayo" [6, 28, 132, 624];
    vai_lung_thlan: "vai-lung-thlan" [6, 36, 190];
    cow: "cow" [6, 36, 168, 784];
    qelat: "qelat" [6, 32, 162, 792];
    eson_xorgol: "eson-xorgol" [10, 80, 800];
    deka: "deka" [6, 26, 124, 602];
    dakon: "dakon" [7, 36, 230, 1406];
    toguz_kumalak: "toguz-kumalak" [9, 73, 613];
    pallanguli: "pallanguli" [7, 41, 205, 1054];
    halusa: "halusa" [6, 36, 206];
    wari: "wari" [6, 36, 190, 1014];
    gelech: "gelech" [12, 144, 1520];
    kara: "kara" [6, 36, 210];
    hawalis: "hawalis" [14, 196, 2548];
    hus: "hus" [12, 144, 1244];
    bao: "bao" [4];
    bawo: "bawo" [16];
}
