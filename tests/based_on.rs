//! Files that are based on others: what is put beside labelled statements and rows.

use mancala::check::check;
use mancala::{Bindings, Variant};

const BASE: &str = "mancala 1
game \"Base\"
board {
    row home: 3
    store
    track ring: own home, opponent home
}
setup { home: 2 each }
turn: sowing
move sowing {
    pick: choose pit in own home where seeds(it) >= 1
    lift pit
    sow ring after pit
    landing {
        pair: seeds(last) = 3 -> {
            take: capture last
            stop
        }
        otherwise -> stop
    }
}
end { stuck: before a turn, mover cannot move -> higher score wins }
example \"a base\" { moves 3 }
";

/// What is found wrong with a file that is based on the base.
fn problems(rules: &str) -> Vec<String> {
    problems_beside(BASE, rules)
}

fn problems_beside(base: &str, rules: &str) -> Vec<String> {
    let text = format!("mancala 1\nbased on base\ngame \"Other\"\n{rules}");
    let report = check("other.mancala", &text, &|name| (name == "base").then(|| ("base".into(), base.into())));
    report.diagnostics.iter().map(|one| format!("{}: {}", one.code.name, one.message)).collect()
}

#[test]
fn a_base_may_hold_nothing_but_a_byte_order_mark() {
    let text = "mancala 1\nbased on base\ngame \"Other\"\n";
    let report = check("other.mancala", text, &|_| Some(("base".into(), "\u{feff}".into())));
    assert!(report.diagnostics.iter().any(|one| one.code.name == "empty_file"));
}

/// What is done between rounds has labels too, within a loop as well.
#[test]
fn statements_between_rounds_have_names() {
    let base = format!(
        "{BASE}state {{ rounds: 0 up to 9 }}\nmatch {{\n    for p in own home {{ even: put 1 from own store in p }}\n    counted: rounds \
         becomes rounds + 1\n    over {{ enough: rounds >= 3 -> higher score wins }}\n    setup\n}}\n"
    );
    let rounds = |rules: &str| -> Vec<String> {
        problems_beside(&base, rules).into_iter().filter(|problem| problem.starts_with("nothing_to_change")).collect()
    };
    assert_eq!(rounds("instead of match.counted { rounds becomes rounds + 2 }\n"), Vec::<String>::new());
    assert_eq!(rounds("instead of match.even { put 2 from own store in p }\n"), Vec::<String>::new());
    assert_eq!(rounds("without row match.enough\n").len(), 0);
    assert_eq!(rounds("instead of match.odd { rounds becomes 1 }\n").len(), 1);
}

#[test]
fn statements_and_rows_of_what_follows_a_turn_have_names_too() {
    let rules =
        "finally { put_back: put 1 from own store in own home 1 if own store >= 9, last_word: again if captured >= 9 }
endless after 5 laps { broken: otherwise -> stop }
instead of finally.put_back { put 2 from own store in own home 2 if seeds(own store) >= 9 }
without row finally.last_word, row endless.broken
after sowing.pick { require seeds(pit) >= 1 }
";
    let found = problems(rules);
    assert!(found.iter().all(|problem| !problem.starts_with("syntax")), "{found:#?}");
}

#[test]
fn statements_are_put_beside_statements() {
    let rules = "instead of sowing.pick { choose pit in own home 2..3 where seeds(it) >= 1 }
before sowing.take { capture 1 from own home 1 }
after sowing.take { again if captured >= 5 }
example \"one of each\" {
    moves 2
    play \"2\"
    expect { south home: 1 0 3 store: 4  north home: 0 2 2 }
}
";
    // 2 is sown to 3 and to North's first pit, which holds three then.
    assert_eq!(problems(rules), [""; 0]);
}

#[test]
fn a_label_within_a_row_can_be_taken_out() {
    let rules = "without row sowing.take
example \"nothing is taken\" {
    play \"2\"
    expect { south home: 2 0 3 store: 0  north home: 3 2 2 }
}
";
    assert_eq!(problems(rules), [""; 0]);
}

#[test]
fn a_row_without_label_is_called_otherwise() {
    let rules = "before sowing.otherwise { single: seeds(last) = 1 -> capture last, stop }
example \"a single is taken\" {
    position { south home: 1 0 2  north home: 1 1 1  rest: north store  to move: south }
    play \"1\"
    expect { south home: 0 0 2 store: 1 }
}
";
    assert_eq!(problems(rules), [""; 0]);
}

#[test]
fn what_is_done_between_rounds_has_names_too() {
    let rounds = "state { won per player: 0 up to 9 }
match {
    count: own won becomes own won + 1
    over { three: own won >= 3 -> mover wins }
    prize: put 1 from own store in own home 1 if captured >= 9
    setup
    starts: in turn
}
";
    let rules = "instead of match.count { own won becomes own won + 2, opponent won becomes 1 }
before match.three { nine: captured >= 9 -> mover wins }
without row match.prize
example \"two for a round\" {
    position { south home: 1 0 0  north home: 0 0 0  rest: south store  to move: south }
    play \"1\"
    expect { south won: 2  north won: 1  began: north  to move: north }
}
";
    let stuck = "stuck: before a turn, mover cannot move -> higher score wins";
    let base = BASE.replace(stuck, "bare: after a turn, opponent home is empty -> mover wins\n    stuck: before a turn, mover cannot move -> never");
    assert_eq!(problems_beside(&format!("{base}{rounds}"), rules), [""; 0]);
}

#[test]
fn rows_stand_beside_rows() {
    let rows = problems("before sowing.pick { single: seeds(last) = 1 -> stop }\nexample \"x\" { moves 3 }\n");
    assert_eq!(rows, ["nothing_to_change: `sowing.pick` is a statement, and rows are put beside it"]);
    let statements = problems("after sowing.pair { capture last }\nexample \"x\" { moves 3 }\n");
    assert_eq!(statements, ["nothing_to_change: `sowing.pair` is a row, and statements are put beside it"]);
    let neither = problems("after sowing.par { capture last }\nexample \"x\" { moves 3 }\n");
    assert_eq!(neither, ["nothing_to_change: there is no row or statement `sowing.par` here"]);
}

/// What a file binds for its base wins over what that base binds for its own, and who asks from outside over both.
#[test]
fn the_outermost_value_is_bound() {
    let text = "mancala 1\nbased on middle with seeds: 3\ngame \"Outer\"\n";
    let middle = "mancala 1\nbased on kalah with seeds: 5\ngame \"Middle\"\n";
    let load = |name: &str| (name == "middle").then(|| ("middle".into(), middle.to_string()));
    let outer = Variant::read("outer.mancala", text, &load);
    let seeds = |bindings: &Bindings| outer.game_with(bindings).unwrap().start().total();
    assert_eq!(seeds(&Bindings::default()), 36);
    assert_eq!(seeds(&Bindings::default().with("seeds", "2")), 24);
}

/// The hash that records carry is that of a file and of all that it is based on.
#[test]
fn the_hash_is_that_of_the_base_too() {
    let text = "mancala 1\nbased on base\ngame \"Other\"\n";
    let hash = |base: &str| {
        let load = |name: &str| (name == "base").then(|| ("base".into(), base.to_string()));
        Variant::read("other.mancala", text, &load).game().unwrap().rules_hash()
    };
    assert_eq!(hash(BASE), hash(BASE));
    assert_ne!(hash(BASE), hash(&BASE.replace("home: 2 each", "home: 3 each")));
}
