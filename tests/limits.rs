//! Every limit of the language from both sides: so much is taken, and one more gets a diagnostic.

use crate::budget::are_listed_of;
use mancala::check::check;
use mancala::engine::Budget;
use mancala::ir::Code;
use mancala::limits;
use mancala::model::Player;
use mancala::{Bindings, Variant};
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

/// A loop within a loop within a loop is laid out round by round: what comes of that is limited too.
#[test]
fn actions_of_loops() {
    let rounds = |number: usize| Parts {
        state: "state { sum: 0 up to 200 }".into(),
        body: format!(
            "    for a in 1..10 {{ for b in 1..100 {{ for c in 1..{number} {{ sum becomes 1 }} }} }}\n    require \
             sum >= 0"
        ),
        ..Parts::default()
    };
    let refused = |number: usize| codes(&game(&rounds(number))).contains(&"too_many_names");
    // Beside them there are some ten others.
    assert!(!refused(limits::ACTIONS / 1000 - 1));
    assert!(refused(limits::ACTIONS / 1000));
    assert!(refused(255), "and it is refused soon");
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

#[test]
fn bytes_of_a_file() {
    let text = |length: usize| {
        let start = game(&Parts::default()) + "# ";
        let more = length - start.len();
        start + &"x".repeat(more)
    };
    assert!(!codes(&text(limits::FILE_BYTES)).contains(&"file_too_large"));
    assert!(codes(&text(limits::FILE_BYTES + 1)).contains(&"file_too_large"));
}

#[test]
fn words_that_nest() {
    // Beside the `where` of the pit that is chosen.
    holds("too_deep", limits::NESTING_WORDS - 1, |number| Parts {
        body: repeated(number, |_| "    require (1 if laps = 1, otherwise 2) >= 1".into()),
        ..Parts::default()
    });
}

/// Files that are based on each other: `a0` on `a1`, and so on.
#[test]
fn files_in_a_chain() {
    let codes = |bases: usize| -> Vec<&'static str> {
        let named = |number: usize| format!("mancala 1\nbased on a{number}\n");
        let loader = |name: &str| {
            let number: usize = name.strip_prefix('a')?.parse().ok()?;
            let text = if number == bases { game(&Parts::default()) } else { named(number + 1) };
            Some((name.to_string(), text))
        };
        let report = check("a0.mancala", &named(1), &loader);
        report.diagnostics.iter().map(|one| one.code.name).collect()
    };
    assert!(!codes(limits::BASES).contains(&"base_loop"));
    assert!(codes(limits::BASES + 1).contains(&"base_loop"));
}

#[test]
fn places_of_a_board() {
    // A row of each player beside two stores.
    let text = |pits: usize| {
        let rows = format!("row home: 6\n    row back: 40\n    row far: {}", pits - 46);
        game(&Parts::default()).replace("row home: 6", &rows)
    };
    let most = limits::PLACES / 2 - 1;
    assert!(!codes(&text(most)).contains(&"board_too_large"));
    assert!(codes(&text(most + 1)).contains(&"board_too_large"));
}

#[test]
fn rules_of_a_file() {
    // Each row has a rule of its own, and so has its statement; a statement more makes their number odd or even.
    for others in ["", "    lift pit"] {
        let parts = |number: usize| Parts {
            body: others.into(),
            rows: repeated(number, |at| format!("        r{at}: seeds(last) = {at} -> stop")),
            ..Parts::default()
        };
        // How many there are is said where there are too many.
        let counted = |number: usize| -> Option<usize> {
            let report = check("room.mancala", &game(&parts(number)), &|_| None);
            let said = report.diagnostics.iter().find(|one| one.message.ends_with(" rules and statements"))?;
            said.message.split(' ').find_map(|word| word.parse().ok())
        };
        let (one, other) = (counted(limits::RULES).unwrap(), counted(limits::RULES + 1).unwrap());
        let each = other - one;
        let most = (limits::RULES + each * limits::RULES - one) / each;
        assert_eq!(counted(most), None);
        assert!(counted(most + 1).is_some_and(|number| number > limits::RULES && number <= limits::RULES + each));
    }
}

#[test]
fn expressions_of_a_file() {
    // Each use of a definition counts what it holds.
    let refused = |uses: usize| {
        let parts = Parts {
            defines: format!("define many = seeds(own home 1){}", " + seeds(own home 1)".repeat(39)),
            body: repeated(uses, |at| format!("    require many >= {at}")),
            ..Parts::default()
        };
        codes(&game(&parts)).contains(&"too_deep")
    };
    let (mut fits, mut refuses) = (1, limits::EXPRESSIONS / 40);
    assert!(!refused(fits) && refused(refuses));
    while fits + 1 < refuses {
        let middle = (fits + refuses) / 2;
        if refused(middle) { refuses = middle } else { fits = middle }
    }
    // Forty numbers of seeds, of forty pits, thirty-nine additions, and what is asked of them.
    let each = limits::EXPRESSIONS / fits;
    assert!((120..=240).contains(&each), "{fits} uses fit, of {each} expressions each");
}

#[test]
fn definitions_within_definitions() {
    // The outermost is read from within no other.
    holds("too_deep", limits::DEFINITIONS + 1, |number| Parts {
        defines: repeated(number, |at| match at {
            0 => "define d0 = seeds(own home 1)".into(),
            _ => format!("define d{at} = d{} + 1", at - 1),
        }),
        body: format!("    require d{} >= 1", number - 1),
        ..Parts::default()
    });
}

#[test]
fn sequences_that_go_on_with_each_other() {
    holds("too_deep", limits::DEFINITIONS, |number| Parts {
        items: (1..number)
            .fold("sequence s0 { stop }\n".into(), |all, at| format!("{all}sequence s{at} {{ then s{} }}\n", at - 1)),
        rows: format!("        pair: seeds(last) = 2 -> then s{}", number - 1),
        ..Parts::default()
    });
}

#[test]
fn settings_of_a_file() {
    let large = |values: usize, items: &str| {
        let values: String = (1..values).fold("v0: \"0\"".into(), |all, at| format!("{all}, v{at}: \"{at}\""));
        let parts = Parts {
            items: format!("option o \"it\" {{ {values} }}\n{items}"),
            body: "    require seeds(pit) >= 1 if o is v1".into(),
            ..Parts::default()
        };
        codes(&game(&parts)).contains(&"file_too_large")
    };
    assert!(!large(limits::SETTINGS, ""));
    assert!(large(limits::SETTINGS + 1, ""));
    // A preset and the corners of a parameter are settings too.
    let preset = "preset other \"it\" { o: v1 }";
    assert!(!large(limits::SETTINGS - 1, preset));
    assert!(large(limits::SETTINGS, preset));
    let parameter = "parameter p: 1..9 default 2 \"it\"";
    assert!(!large(limits::SETTINGS - 2, parameter));
    assert!(large(limits::SETTINGS - 1, parameter));
}

/// A large file may have fewer settings: what is checked in all of them together counts.
#[test]
fn settings_of_a_large_file() {
    let refused = |settings: usize| {
        let values: String = (1..settings).fold("v0: \"0\"".into(), |all, at| format!("{all}, v{at}: \"{at}\""));
        let parts = Parts {
            items: format!("option o \"it\" {{ {values} }}\n# {}", "x".repeat(limits::CHECKED / 32)),
            body: "    require seeds(pit) >= 1 if o is v1".into(),
            ..Parts::default()
        };
        codes(&game(&parts)).contains(&"file_too_large")
    };
    assert!(!refused(31));
    assert!(refused(32));
}

#[test]
fn steps_of_examples() {
    // Each plays a move, and looks at one.
    let refused = |examples: usize| {
        let items = repeated(examples, |at| format!("example \"e{at}\" {{ play \"1\"  legal \"1\" }}"));
        codes(&game(&Parts { items, ..Parts::default() })).contains(&"file_too_large")
    };
    let most = 1_900.min(limits::EXAMPLE_STEPS / 2);
    assert!(!refused(most));
    let long = |moves: usize| {
        let pass = Parts {
            turn: "sowing or pass".into(),
            items: format!("move pass {{ stop }}\nexample \"long\" {{ play{} }}", " \"pass\"".repeat(moves)),
            ..Parts::default()
        };
        codes(&game(&pass)).contains(&"file_too_large")
    };
    assert!(!long(limits::EXAMPLE_STEPS));
    assert!(long(limits::EXAMPLE_STEPS + 1));
}

/// What one choice offers is counted in play, where its ends are known only then.
#[test]
fn numbers_that_are_offered() {
    let offered = |low: u32| {
        let half = limits::OFFERED_NUMBERS / 2;
        let text = format!(
            "mancala 1\ngame \"Many\"\nboard {{\n    row home: 2\n    store\n}}\nsetup {{ home: 2 each }}\nturn: take\n\
             move take {{\n    choose n in {low}..{half} * seeds(own home 1)\n    capture 1 from own home 2\n}}\n\
             end {{ stuck: before a turn, mover cannot move -> draw }}\n"
        );
        let game = Variant::from_text("many", &text).game().unwrap();
        game.perft(&game.start(), 1)
    };
    assert_eq!(offered(1).unwrap(), u64::from(limits::OFFERED_NUMBERS));
    assert!(offered(0).is_err());
}

/// What takes very long to be played is given up: all examples of a file together have a budget of steps.
#[test]
fn work_of_examples() {
    let counted = "    position { south home: 2 2 2 2 2 2  north home: 2 2 2 2 2 2 }\n    moves 0\n";
    let text = |number: usize| {
        game(&Parts {
            body: "    choose n in 1..255\n    choose m in 1..40\n    require seeds(own store) >= n + m".into(),
            items: format!("example \"nothing can be played\" {{\n{}}}", counted.repeat(number)),
            ..Parts::default()
        })
    };
    let played = Variant::from_text("room.mancala", &text(1)).game().unwrap();
    let listed =
        |steps: u64| are_listed_of(&played, &played.start(), Budget { position: steps, turn: steps, stop: None });
    // The fewest that are enough, less one.
    let steps = (0..30).rev().fold(0, |fewer, bit| if listed(fewer + (1 << bit)) { fewer } else { fewer + (1 << bit) });
    let most = usize::try_from(limits::EXAMPLE_WORK * 1_000 / steps).unwrap();
    let refused = |number: usize| codes(&text(number)).contains(&"file_too_large");
    // Steps are told by the thousand.
    assert!(!refused(most - most / 10), "{most}");
    assert!(refused(most + 1), "{most}");
}

/// Numbers of the board and of what lies on it: a small game with this board, this `setup` and this state.
fn numbers(code: &str, most: u32, parts: impl Fn(u32) -> [String; 3]) {
    let refused = |number: u32| {
        let [board, setup, state] = parts(number);
        let text = format!(
            "mancala 1\ngame \"Numbers\"\n{board}\nsetup {{ {setup} }}\n{state}\nturn: take\nmove take {{\n    choose pit in \
             own home where seeds(it) >= 1\n    lift pit\n    put hand in own store\n}}\nend {{ stuck: before a turn, mover \
             cannot move -> draw }}\n"
        );
        codes(&text).contains(&code)
    };
    assert!(!refused(most), "{most}: {code}");
    assert!(refused(most + 1), "{}: {code}", most + 1);
}

const BOARD: &str = "board {\n    row home: 2\n    store\n}";

#[test]
fn pits_of_a_row() {
    let row = |number: u32| {
        [format!("board {{\n    row home: {number}\n    store\n}}"), "home: 2 each".into(), String::new()]
    };
    numbers("out_of_range", limits::ROW, row);
}

/// What is smaller is asked of the row, which has fewer pits.
#[test]
fn numbers_of_pits() {
    let pit = |number: u32| format!("legal {{ far: require seeds(own home {number}) >= 0 }}");
    numbers("pit_off_board", 2, |number| [BOARD.into(), "home: 2 each".into(), pit(number)]);
    numbers("out_of_range", limits::PIT_NUMBER, |number| [BOARD.into(), "home: 2 each".into(), pit(number)]);
}

#[test]
fn seeds_of_an_entry() {
    numbers("out_of_range", limits::SETUP, |number| {
        [BOARD.into(), format!("home: 1 each  south store: {number}"), String::new()]
    });
}

#[test]
fn numbers_of_state() {
    let state = |number: u32| format!("state {{ count: 0 up to {number} }}");
    numbers("out_of_range", limits::STATE_NUMBER, |number| [BOARD.into(), "home: 2 each".into(), state(number)]);
}

#[test]
fn worths_of_pieces() {
    let pieces = |worth: String| {
        move |number: u32| {
            let pieces = format!("pieces {{ bead worth {worth}{number} }}\n{BOARD}");
            [pieces, "home k: 1 bead".into(), String::new()]
        }
    };
    numbers("out_of_range", limits::WORTH, pieces(String::new()));
    let family = |number: u32| {
        let pieces = format!("pieces {{ bead worth {}..{number} }}\n{BOARD}", number - 1);
        [pieces, format!("home k: 1 bead{number}"), String::new()]
    };
    numbers("out_of_range", limits::FAMILY_WORTH, family);
}

#[test]
fn written_numbers() {
    numbers("number_too_large", limits::NUMBER, |number| {
        [BOARD.into(), "home: 2 each".into(), format!("define many = seeds(own home) + {number}")]
    });
}

/// Whether a turn of as many laps as a number says is legal, where endless turns are not. One seed runs around the ring, and
/// `each_lap` is done between two laps.
fn runs_for(laps: u32, limit: &str, each_lap: &str) -> bool {
    let text = format!(
        "mancala 1\ngame \"Laps\"\nboard {{\n    row home: 2\n    row bank: 1\n    store\n    track ring: own home, opponent \
         home\n}}\nsetup {{ south home: 1 0  south bank: 250 }}\nturn: run\nmove run {{\n    choose pit in own home where \
         seeds(it) >= 1\n    lift pit\n    sow ring after pit\n    landing {{\n        enough: laps = {laps} -> stop\n        \
         otherwise -> {each_lap}relay\n    }}\n}}\n{limit} {{ otherwise -> not legal }}\nend {{ stuck: before a turn, \
         mover cannot move -> draw }}\n"
    );
    let game = Variant::from_text("laps.mancala", &text).game().unwrap();
    game.perft(&game.start(), 1).unwrap() == 1
}

/// Laps are counted in play. Where the file does not say how many make a turn endless, the limit does.
#[test]
fn laps_since_the_last_capture() {
    assert!(runs_for(limits::LAPS, "endless", ""));
    assert!(!runs_for(limits::LAPS + 1, "endless", ""));
}

/// Captures let a turn go on, but not for ever.
#[test]
fn laps_altogether() {
    let capture = "capture 1 from own bank, ";
    assert!(!runs_for(3, "endless after 2 laps", ""));
    assert!(runs_for(2 * limits::LAPS_ALTOGETHER, "endless after 2 laps", capture));
    assert!(!runs_for(2 * limits::LAPS_ALTOGETHER + 1, "endless after 2 laps", capture));
}

/// What a file keeps has room; what its expressions keep besides, while arguments of calls are read, may have none.
#[test]
fn values_kept_in_calls() {
    let numbers = |number: usize| kept_in_calls(number, "seeds(pit) + 1", "0", |parameter| parameter.to_string());
    let in_use = |code: &Code| code.slots.all;
    holds_in_programs(limits::SLOTS, in_use, numbers);
    let sets =
        |number: usize| kept_in_calls(number, "facing own home", "own home", |parameter| format!("count({parameter})"));
    let in_use = |code: &Code| code.slots.all_sets;
    holds_in_programs(limits::SET_SLOTS, in_use, sets);
}

/// A loop is laid out round by round, so that a short file may have more expressions than can be numbered.
#[test]
fn expressions_of_loops() {
    let rounds = |number: usize| Parts {
        body: format!(
            "    for a in 1..128 {{ for b in 1..254 {{ require laps * (a * 255 + b) >= seeds(pit) }} }}\n    for a in 1..{number} \
             {{ require laps * (100000 + a) >= seeds(pit) }}"
        ),
        ..Parts::default()
    };
    holds_in_programs(limits::NUMBERED, |code| code.expressions.numbers.len(), rounds);
}

/// Rules are counted when all of them are read. Of those that cannot be numbered the file says no more than that.
#[test]
fn rules_that_cannot_be_numbered() {
    let said = |statements: usize| -> String {
        let text = game(&Parts { body: "stop\n".repeat(statements), ..Parts::default() });
        let (_, problems) = Variant::from_text("room.mancala", &text).model(&Bindings::default());
        problems.into_iter().map(|one| one.message).find(|said| said.ends_with(" rules and statements")).unwrap()
    };
    let counted = |said: &str| said.split(' ').find_map(|word| word.parse::<usize>().ok()).unwrap();
    let others = counted(&said(limits::RULES)) - limits::RULES;
    let most = limits::NUMBERED - others;
    assert_eq!(said(most), format!("the file has {} rules and statements", limits::NUMBERED));
    assert_eq!(said(most + 1), format!("the file has more than {} rules and statements", limits::NUMBERED));
}

/// A game in whose move nested calls keep as many values at one time as a number says: `f` has forty parameters, of which
/// the last takes another call, and what is read for one parameter is kept until all are read.
fn kept_in_calls(number: usize, value: &str, nothing: &str, read: impl Fn(&str) -> String) -> Parts {
    const VALUES: usize = 39;
    let names: Vec<String> = (0..VALUES).map(|at| format!("p{at}")).collect();
    let sum: Vec<String> = names.iter().map(|name| read(name)).collect();
    // The innermost call has what is left over.
    let call = (0..number.div_ceil(VALUES)).fold("0".to_string(), |inner, at| {
        let values = if at == 0 { (number - 1) % VALUES + 1 } else { VALUES };
        let arguments = [value].repeat(values).into_iter().chain([nothing].repeat(VALUES - values));
        format!("f({}, {inner})", arguments.collect::<Vec<_>>().join(", "))
    });
    Parts {
        defines: format!("define f({}, rest) = {} + rest", names.join(", "), sum.join(" + ")),
        body: format!("    require {call} >= 0"),
        ..Parts::default()
    }
}

/// As many fit into a program as the limit says, as `count` counts them; one step more is refused when it is compiled.
fn holds_in_programs(most: usize, count: impl Fn(&Code) -> usize, parts: impl Fn(usize) -> Parts) {
    let counted = |number: usize| -> Option<usize> {
        let game = Variant::from_text("room.mancala", &game(&parts(number))).game().ok()?;
        Some(count(game.program().code(Player::South)))
    };
    // Small programs may keep something else that is more.
    let (one, other) = (counted(20).unwrap(), counted(21).unwrap());
    let number = 20 + (most - one) / (other - one);
    assert!(counted(number).is_some_and(|there| there <= most && most < there + (other - one)));
    assert_eq!(counted(number + 1), None);
    assert!(codes(&game(&parts(number + 1))).contains(&"too_many_names"));
}
