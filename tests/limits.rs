//! Every limit of the language from both sides: so much is taken, and one more gets a diagnostic.

use mancala::check::check;
use mancala::limits;
use std::fmt::Write as _;

/// A game with something put into its parts.
#[derive(Default)]
struct Parts {
    pieces: String,
    tracks: String,
    state: String,
    defines: String,
    turn: String,
    body: String,
    rows: String,
    items: String,
}

fn game(parts: &Parts) -> String {
    let Parts { pieces, tracks, state, defines, turn, body, rows, items } = parts;
    let setup = if pieces.is_empty() { "home: 2 each" } else { "home k: 1 gem1" };
    let turn = if turn.is_empty() { "sowing" } else { turn };
    format!(
        "mancala 1\ngame \"Room\"\n{pieces}\nboard {{\n    row home: 6\n    store\n    track ring: own home, opponent \
         home\n{tracks}\n}}\nsetup {{ {setup} }}\n{state}\n{defines}\nturn: {turn}\nmove sowing {{\n    choose pit in own \
         home where seeds(it) >= 1\n{body}\n    lift pit\n    sow ring after pit\n    landing {{\n{rows}\n        otherwise \
         -> capture last, stop\n    }}\n}}\n{items}\nend {{ stuck: before a turn, mover cannot move -> draw }}\n"
    )
}

/// What is found, with as much room as the program has: without optimisation, what is deeply nested needs more than a
/// test is given.
fn codes(text: &str) -> Vec<&'static str> {
    let find = || -> Vec<&'static str> {
        check("room.mancala", text, &|_| None).diagnostics.iter().map(|one| one.code.name).collect()
    };
    std::thread::scope(|scope| {
        std::thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, find).unwrap().join().unwrap()
    })
}

/// The limit is taken; one more is refused.
fn holds(code: &str, most: usize, parts: impl Fn(usize) -> Parts) {
    let refused = |number: usize| codes(&game(&parts(number))).contains(&code);
    assert!(!refused(most), "{most}: {code}");
    assert!(refused(most + 1), "{}: {code}", most + 1);
}

fn repeated(number: usize, line: impl Fn(usize) -> String) -> String {
    (0..number).fold(String::new(), |mut text, at| {
        let _ = writeln!(text, "{}", line(at));
        text
    })
}

#[test]
fn kinds_of_pieces() {
    holds("too_many_names", limits::PIECE_KINDS, |number| Parts {
        pieces: format!("pieces {{ gem worth 1..{number} }}"),
        ..Parts::default()
    });
}

#[test]
fn tracks() {
    holds("too_many_names", limits::TRACKS, |number| Parts {
        tracks: repeated(number - 1, |at| format!("    track t{at}: own home, opponent home")),
        ..Parts::default()
    });
}

#[test]
fn kinds_of_move() {
    holds("too_many_names", limits::MOVE_KINDS, |number| Parts {
        turn: (1..number).fold("sowing".into(), |turn, at| format!("{turn} or m{at}")),
        items: repeated(number - 1, |at| format!("move m{} {{ put 1 from own home 1 in own store }}", at + 1)),
        ..Parts::default()
    });
}

#[test]
fn alternatives() {
    holds("too_many_names", limits::ALTERNATIVES, |number| Parts {
        rows: format!(
            "        pair: seeds(last) = 2 -> either {{ {} }}",
            (0..number).map(|at| format!("a{at}: stop")).collect::<Vec<_>>().join("  ")
        ),
        ..Parts::default()
    });
}

#[test]
fn numbers_to_choose_from() {
    holds("too_many_names", limits::CHOSEN_NUMBER as usize, |number| Parts {
        body: format!("    choose n in 1..{number}\n    require n <= seeds(pit)"),
        ..Parts::default()
    });
}

#[test]
fn kept_values() {
    // Beside the pit that is chosen, and what its `where` looks at.
    holds("too_many_names", limits::KEPT_NUMBERS - 2, |number| Parts {
        body: repeated(number, |at| format!("    let n{at} = seeds(pit)")),
        ..Parts::default()
    });
    holds("too_many_names", limits::KEPT_SETS, |number| Parts {
        body: repeated(number, |at| format!("    let s{at} = own home")),
        ..Parts::default()
    });
}

#[test]
fn preferences() {
    holds("too_many_names", usize::from(limits::PREFERENCES), |number| Parts {
        body: repeated(number, |at| format!("    prefer seeds(pit) != {at}")),
        ..Parts::default()
    });
}

#[test]
fn rounds_of_a_loop() {
    holds("out_of_range", limits::LOOP as usize, |number| Parts {
        body: format!("    for n in 1..{number} {{ require n >= 1 }}"),
        ..Parts::default()
    });
}

#[test]
fn nested_sets() {
    let nested = |number: usize| Parts {
        defines: repeated(number, |at| match at {
            0 => "define d0(p) = some own home where seeds(it) = seeds(p)".into(),
            _ => format!("define d{at}(p) = some own home where d{}(it) and seeds(p) = {at}", at - 1),
        }),
        body: format!("    require not d{}(pit)", number - 1),
        ..Parts::default()
    };
    holds("too_deep", limits::NESTED_SETS, nested);
}

#[test]
fn cells() {
    // Fourteen places with a piece each, and as many cells for each state of pits.
    let places = 14;
    let most = limits::CELLS / places - 1;
    holds("board_too_large", most, |number| Parts {
        state: format!("state {{\n{}}}", repeated(number, |at| format!("    s{at} per pit: no"))),
        ..Parts::default()
    });
}

#[test]
fn nesting() {
    holds("too_deep", limits::NESTING, |number| Parts {
        defines: format!("define deep = {}1{}", "(".repeat(number), ")".repeat(number)),
        body: "    require deep = 1".into(),
        ..Parts::default()
    });
}

#[test]
fn items() {
    let text = |number: usize| {
        let start = game(&Parts::default());
        let there = start.lines().filter(|line| line.starts_with(char::is_alphabetic)).count() - 1;
        start + &repeated(number - there, |at| format!("define d{at} = {at}"))
    };
    assert!(!codes(&text(limits::ITEMS)).contains(&"file_too_large"));
    assert!(codes(&text(limits::ITEMS + 1)).contains(&"file_too_large"));
}

#[test]
fn pieces_of_a_game() {
    let text = |number: u32| game(&Parts::default()).replace("home: 2 each", &format!("south store: {number}"));
    assert!(!codes(&text(limits::PIECES)).contains(&"too_many_seeds"));
    assert!(codes(&text(limits::PIECES + 1)).contains(&"too_many_seeds"));
}
