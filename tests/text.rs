//! Positions, outcomes and records as text, JSON and drawings.

use mancala::diagnostic::{Diagnostic, Diagnostics, code};
use mancala::model::{HalfPlace, Id as _, Model, Place, Player, State, StateId, StateScope, Type};
use mancala::position::{GameResult, Outcome, Position};
use mancala::resolve::{Bindings, load, resolve};
use mancala::source::SourceMap;
use mancala::syntax::ast::{EntryValue, ExampleItem, ExampleStepKind, PositionEntry};
use mancala::syntax::parse_position;
use mancala::text::json::{PartialPosition, from_json, from_json_partial, outcome_from_json, outcome_json, to_json};
use mancala::text::record::{Record, read_record, read_records};
use mancala::text::{DrawStyle, ExpectedEnd, draw, draw_partial, expectation, pit_text, position_of_entries, to_line};
use mancala::{Variant, shipped_names, shipped_text};
use serde_json::{Value, json};

const PLAIN: DrawStyle = DrawStyle { color: false, unicode: true };

/// Two kinds of pieces, a state of every type and scope, and pits that are written alike on both sides.
const BEADS: &str = r#"mancala 1
game "Beads"
pieces { stone worth 0  gem worth 1..5 }
board { row home: 5 facing opponent home  pit corner: home 1  store  off  track ring: own home, opponent home }
setup { home k: 1 stone, 1 gem(6 - k) }
state {
    skips per player: 0 up to 3
    rule per pit: nobody   shut per pit: no   wait per pit: 0 up to 9   link per pit: none
    blocked: none   quiet: yes   guest: nobody   round: 1 up to 4
}
notation { pieces: worth }
turn: pass
move pass { }
end { stuck: before a turn, mover cannot move -> draw }
"#;

fn bound(name: &str, text: &str, bindings: &Bindings) -> Model {
    let mut sources = SourceMap::default();
    let mut found = Diagnostics::default();
    let loader = |base: &str| Some((base.to_string(), shipped_text(base)?.to_string()));
    let (file, defaults) = load(name, text, &loader, &mut sources, &mut found);
    let mut of_bases = Bindings::default();
    of_bases.overrides(&defaults);
    let model = resolve(&file, &of_bases.over(bindings), &mut found).map(|resolved| resolved.model);
    model.unwrap_or_else(|| panic!("{name}: {:#?}", found.sorted()))
}

fn shipped_with(name: &str, bindings: &Bindings) -> Model {
    bound(name, shipped_text(name).expect("a shipped variant"), bindings)
}

fn shipped(name: &str) -> Model {
    shipped_with(name, &Bindings::default())
}

fn beads() -> Model {
    bound("beads", BEADS, &Bindings::default())
}

fn entries(text: &str) -> Vec<PositionEntry> {
    parse_position(text, 0).unwrap_or_else(|wrong| panic!("{text}: {wrong:#?}"))
}

pub(crate) fn read(text: &str, model: &Model) -> Position {
    position_of_entries(&entries(text), model).unwrap_or_else(|wrong| panic!("{text}: {wrong:#?}"))
}

fn refused(text: &str, model: &Model) -> Diagnostic {
    *position_of_entries(&entries(text), model).expect_err(text)
}

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// The place with a number.
pub(crate) fn place(at: usize) -> Place {
    Place::at(at).expect("a place")
}

/// A player's place, as he counts them.
fn place_of(model: &Model, player: Player, at: usize) -> Place {
    model.board.place(player, HalfPlace::at(at).expect("a place"))
}

/// The state with a number.
fn state(number: usize) -> StateId {
    StateId::at(number).expect("a state")
}

/// All pieces anywhere, all state anyhow.
fn scattered(model: &Model, numbers: &mut Numbers) -> Position {
    let places = model.board.places();
    let mut found = Position::empty(model);
    for (kind, plane) in model.setup.planes() {
        for _ in 0..plane.iter().sum::<u32>() {
            found.pieces_mut()[(kind, place(numbers.below(places)))] += 1;
        }
    }
    for (id, state) in model.states.iter() {
        for (at, value) in found.state_mut(id).iter_mut().enumerate() {
            let possible = possible_values(model, state, at);
            if !possible.is_empty() {
                *value = possible[numbers.below(possible.len())];
            }
        }
    }
    found.set_to_move(Player::BOTH[numbers.below(2)]);
    found
}

/// The values that a declared state can have at one of the things that it is declared for; none for what is no pit.
pub(crate) fn possible_values(model: &Model, state: &State, at: usize) -> Vec<i32> {
    let is_pit = |at: usize| model.board.row_and_number(place(at)).is_some();
    if state.scope == StateScope::Pit && !is_pit(at) {
        return Vec::new();
    }
    match state.ty {
        Type::Truth => vec![0, 1],
        Type::Player => vec![-1, 0, 1],
        Type::Pit => {
            let pits = (0..model.board.places()).filter(|place| is_pit(*place));
            std::iter::once(-1).chain(pits.map(|pit| pit as i32)).collect()
        }
        _ => (0..=state.largest).collect(),
    }
}

fn both_ways(found: &Position, model: &Model) {
    let line = to_line(found, model);
    assert_eq!(read(&line, model), *found, "{line}");
    let json = to_json(found, model);
    assert_eq!(from_json(&json, model).as_ref(), Ok(found), "{json}");
    let text = json.to_string();
    let partial = from_json_partial(&serde_json::from_str(&text).expect("JSON"), model).expect("a position");
    assert!(partial.matches(found), "{json}");
    assert_eq!(partial.fits_total(model), Ok(()), "{json}");
    assert_eq!(partial.complete(model), *found, "{json}");
}

// --- round trips -----------------------------------------------------------------------------------------------------

#[test]
fn every_start_position_goes_both_ways() {
    for name in shipped_names() {
        let model = shipped(name);
        both_ways(&Position::start(&model), &model);
    }
    let model = beads();
    both_ways(&Position::start(&model), &model);
}

#[test]
fn any_position_with_any_state_goes_both_ways() {
    let mut numbers = Numbers(7);
    let models = shipped_names().map(shipped).chain([beads()]);
    for model in models {
        for _ in 0..40 {
            both_ways(&scattered(&model, &mut numbers), &model);
        }
    }
}

#[test]
fn every_size_of_board_goes_both_ways() {
    let mut numbers = Numbers(3);
    for pits in 1..=12 {
        let bindings = Bindings::default().with("pits", &pits.to_string()).with("seeds", "12");
        let model = shipped_with("kalah", &bindings);
        both_ways(&scattered(&model, &mut numbers), &model);
    }
}

#[test]
fn positions_of_all_examples_are_read() {
    for name in shipped_names() {
        for example in shipped(name).examples {
            let mut bindings = Bindings::default();
            for step in &example.steps {
                if let ExampleStepKind::With(with) = &step.kind {
                    bindings.overrides(with);
                }
            }
            example_is_read(&example, &shipped_with(name, &bindings));
        }
    }
}

fn example_is_read(example: &ExampleItem, model: &Model) {
    for step in &example.steps {
        match &step.kind {
            ExampleStepKind::Position(entries) => {
                let found = position_of_entries(entries, model)
                    .unwrap_or_else(|wrong| panic!("{}: {wrong:#?}", example.name.text));
                both_ways(&found, model);
            }
            ExampleStepKind::Expect(entries) => {
                expectation(entries, model).unwrap_or_else(|wrong| panic!("{}: {wrong:#?}", example.name.text));
            }
            _ => {}
        }
    }
}

#[test]
fn a_recorded_game_is_read() {
    let line = r#"{"variant":"toguz-kumalak","source":"game 1","positions":[
        {"to_move":"south","south":{"home":[0,11,11,11,1,10,10,10,10],"store":10},"north":{"home":[0,1,10,10,10,2,11,11,11],"store":12}},
        {"to_move":"north","south":{"home":[0,11,11,11,1,1,11,11,11],"store":13},"north":{"home":[1,2,11,11,11,0,11,11,11],"store":12},
         "state":{"tuz":{"north":{"6":"south"}}}}],"successors":[8]}"#;
    let record = read_record(line).expect("a record");
    let model = shipped(&record.variant);
    let [before, after] = [0, 1].map(|at| from_json_partial(&record.positions[at], &model).expect("a position"));
    assert_eq!(before.complete(&model).state(state(0)), vec![-1; model.board.places()]);
    let whole = after.complete(&model);
    assert_eq!(to_json(&whole, &model), record.positions[1]);
    assert_eq!(from_json(&record.positions[1], &model), Ok(whole));
}

// --- one line --------------------------------------------------------------------------------------------------------

#[test]
fn a_line_is_short_where_nothing_has_happened() {
    let line = to_line(&Position::start(&shipped("oware")), &shipped("oware"));
    assert_eq!(line, "south home: 4 4 4 4 4 4 store: 0 north home: 4 4 4 4 4 4 store: 0 to move: south");
}

#[test]
fn a_line_tells_changed_state() {
    let model = shipped("bao");
    let mut found = Position::start(&model);
    found.state_mut(state(0))[1] = 0;
    found.state_mut(state(1))[0] = 32;
    found.set_to_move(Player::North);
    let line = to_line(&found, &model);
    assert_eq!(
        line,
        "south front: 0 0 0 0 6 2 2 0 back: 0 0 0 0 0 0 0 0 stock: 22 \
         north front: 0 0 0 0 6 2 2 0 back: 0 0 0 0 0 0 0 0 stock: 22 owned: no \
         blocked: north back 8 to move: north"
            .replace("north back 8", &format!("north {} {}", row_of(&model, 32).0, row_of(&model, 32).1)),
    );
    assert_eq!(read(&line, &model), found);
}

fn row_of(model: &Model, place: usize) -> (String, u16) {
    let (row, number) = model.board.row_and_number(self::place(place)).expect("a pit");
    (row.name.clone(), number)
}

#[test]
fn kinds_of_pieces_are_written_in_braces() {
    let model = beads();
    let line = to_line(&Position::start(&model), &model);
    assert!(line.starts_with("south home: {stone, gem5} {stone, gem4} {stone, gem3}"), "{line}");
    assert!(line.contains("store: 0"), "{line}");
}

// --- entries ---------------------------------------------------------------------------------------------------------

#[test]
fn a_side_holds_until_another_is_named() {
    let model = shipped("oware");
    let found = read("south home: 4 4 4 4 4 4 store: 1 north store: 2 home: 4 4 4 4 4 1 to move: north", &model);
    assert_eq!(found.to_move(), Player::North);
    assert_eq!(found.pieces().at(place_of(&model, Player::South, 6)), 1);
    assert_eq!(found.pieces().at(place_of(&model, Player::North, 6)), 2);
    assert_eq!(found.pieces().at(place_of(&model, Player::North, 5)), 1);
}

#[test]
fn what_is_not_named_is_empty_and_the_first_player_moves() {
    let model = shipped_with("oware", &Bindings::default().with("first", "north"));
    let found = read("south store: 20 north store: 28", &model);
    assert_eq!(found.to_move(), Player::North);
    assert_eq!(found.pieces().at(place(0)), 0);
}

#[test]
fn the_rest_goes_where_it_is_said() {
    let bao = shipped("bao");
    let found = read("south front: 1 2 0 0 0 0 3 4 stock: 10 north stock: 10 rest: north back 1", &bao);
    let back = bao.board.row("back").expect("a row").start;
    assert_eq!(found.pieces().at(bao.board.place(Player::North, back)), 64 - 10 - 20);
    let oware = shipped("oware");
    let found = read("south home: 1 0 0 0 0 0 rest: north store", &oware);
    assert_eq!(found.pieces().at(place_of(&oware, Player::North, 6)), 47);
    let beads = beads();
    let found = read("south home: {stone} 0 0 0 0 rest: south home 1", &beads);
    assert_eq!(found.pieces().at(place(0)), 20);
}

#[test]
fn state_is_read_by_its_scope() {
    let model = beads();
    let text = "south skips: 2 home: {gem5} 0 0 0 0 rest: south store \
                shut(north home 3): yes rule(south home 1): north wait(south home 2): 9 link(north home 5): south home 1 \
                blocked: north home 4 quiet: no guest: south round: 0";
    let found = read(text, &model);
    let value = |name: &str, at: usize| {
        let state = model.states.find(|state| state.name == name).expect("a state");
        found.state(state)[at]
    };
    assert_eq!((value("skips", 0), value("skips", 1)), (2, 0));
    assert_eq!((value("shut", 8), value("rule", 0), value("wait", 1), value("link", 10)), (1, 1, 9, 0));
    assert_eq!((value("blocked", 0), value("quiet", 0), value("guest", 0), value("round", 0)), (9, 0, 0, 0));
    both_ways(&found, &model);
}

#[test]
fn entries_that_mean_nothing_are_explained() {
    let oware = shipped("oware");
    let cases = [
        ("south hom: 1", "`hom` is no place and no state of `Oware`", "did you mean `home`?"),
        ("south off: 1", "`off` is no place and no state of `Oware`", "places and state here: `home`, `store`"),
        ("home: 1 2 3 4 5 6", "whose `home` is meant?", "write `south home: …` or `north home: …`"),
        ("south home: 1 2 3", "row `home` has 6 pits, and 3 numbers are given", ""),
        ("south store: 1 2", "`store` is one place, and 2 numbers are given", ""),
        ("south home: 1 2 3 4 5 yes", "`home` holds pieces", ""),
        ("south store: 1 north home: 1 1 1 1 1 1 south store: 2", "a position says the same thing twice", ""),
        ("to move: south to move: north", "a position says the same thing twice", ""),
        ("south store: {2 sead}", "there is no kind of piece `sead`", "did you mean `seed`?"),
        ("rest: south home", "`rest` needs one pit, and `home` is a row", "write `rest: south home 1`"),
        ("rest: south home 7", "`home` has no pit 7", ""),
        ("rest: south stor", "`stor` is no place and no state of `Oware`", "did you mean `store`?"),
        ("winner: south", "a position does not say how the game ends", ""),
        ("store(south home 1): 3", "`store` is no place and no state of `Oware`", ""),
    ];
    for (text, message, help) in cases {
        explained(text, &oware, message, help);
    }
}

fn explained(text: &str, model: &Model, message: &str, help: &str) {
    let wrong = refused(text, model);
    assert_eq!((wrong.code, wrong.message.as_str()), (code::POSITION_TEXT, message), "{text}");
    assert!(wrong.help.unwrap_or_default().contains(help), "{text}");
}

#[test]
fn state_that_means_nothing_is_explained() {
    let beads = beads();
    let cases = [
        ("blocked: north hom 3", "the board has no row `hom`", "did you mean `home`?"),
        ("blocked: north home 6", "`home` has no pit 6", ""),
        ("blocked: yes", "`blocked` is a pit, such as `south home 3`, or `none`", ""),
        ("south blocked: none", "`blocked` belongs to neither player here", "leave out `south`"),
        ("south off: 0", "`off` belongs to neither player here", "leave out `south`"),
        ("quiet: 1", "`quiet` is `yes` or `no`", ""),
        ("quiet: yes no", "`quiet` is `yes` or `no`", ""),
        ("guest: none", "`guest` is `south`, `north` or `nobody`", ""),
        ("south skips: 4", "`skips` is a number from 0 to 3", ""),
        ("skips: 1", "whose `skips` is meant?", "write `south skips: …`"),
        ("shut: yes", "`shut` is remembered for each pit", "write `shut(south home 1): …`"),
        ("quiet(south home 1): yes", "`quiet` is not remembered for each pit", "leave out"),
        ("south corner: {stone}", "`corner` is no place and no state of `Beads`", "a position gives whole rows"),
        (
            "south store: 3",
            "the game has 6 kinds of pieces, and this number does not say of which",
            "write `{3 stone}`",
        ),
        ("south store: {2 gem}", "there is no kind of piece `gem`", "its kinds are `gem1` to `gem5`"),
    ];
    for (text, message, help) in cases {
        explained(text, &beads, message, help);
    }
}

#[test]
fn the_number_of_seeds_must_be_that_of_the_game() {
    let oware = shipped("oware");
    let wrong = refused("south home: 4 4 4 4 4 4 north home: 4 4 4 4 4 3", &oware);
    assert_eq!(wrong.code, code::EXAMPLE_TOTAL);
    assert_eq!(wrong.message, "the position holds 47 seeds, and `Oware` has 48");
    let labels: Vec<&str> = wrong.labels.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(labels, ["south: 24 seeds", "north: 23 seeds"]);
    assert_eq!(wrong.help.as_deref(), Some("1 seed is missing; `rest: south store` puts it there"));

    let wrong = refused("south store: 50", &oware);
    assert_eq!(wrong.help.as_deref(), Some("there are 2 too many"));
    let wrong = refused("south store: 1 rest: north store north home: 48 0 0 0 0 0", &oware);
    assert_eq!(wrong.message, "the position holds 49 seeds, and `Oware` has 48");
    let wrong = refused("to move: north", &oware);
    assert_eq!(wrong.message, "the position holds 0 seeds, and `Oware` has 48");
    assert_eq!(position_of_entries(&[], &oware).expect_err("no entries").code, code::EXAMPLE_TOTAL);
    let many = ["1000000"; 6].join(" ");
    refused(&format!("south home: {many} north home: {many} rest: south store"), &oware);
}

#[test]
fn the_number_of_each_kind_must_be_that_of_the_game() {
    let beads = beads();
    let wrong = refused("south home: {11 stone, 2 gem1} {2 gem2} {2 gem3} {2 gem4} {gem5}", &beads);
    assert_eq!(wrong.code, code::EXAMPLE_TOTAL);
    assert_eq!(wrong.message, "the position holds 11 stone, and `Beads` has 10");
    assert_eq!(wrong.help.as_deref(), Some("missing: 1 gem5; too many: 1 stone"));
    let wrong = refused("off: {4294967295 stone}".replace("4294967295", "1000000").as_str(), &beads);
    assert!(wrong.help.expect("help").starts_with("missing: 2 gem1, 2 gem2"));
}

// --- what examples expect --------------------------------------------------------------------------------------------

fn differences(text: &str, found: &Position, model: &Model, outcome: Option<&Outcome>) -> Vec<String> {
    expectation(&entries(text), model).expect(text).compare(found, model, outcome)
}

#[test]
fn only_what_is_named_is_compared() {
    let oware = shipped("oware");
    let start = Position::start(&oware);
    assert!(differences("south home: 4 4 4 4 4 4 winner: none to move: south", &start, &oware, None).is_empty());
    assert!(differences("", &start, &oware, None).is_empty());
    assert_eq!(
        differences("south home: 4 4 5 4 4 4 north store: 1 to move: north", &start, &oware, None),
        [
            "south home 3 holds 4 seeds, expected 5",
            "north store holds 0 seeds, expected 1",
            "south is to move, expected north"
        ],
    );
}

#[test]
fn kinds_and_state_are_compared() {
    let beads = beads();
    let start = Position::start(&beads);
    let text = "south home: {stone, gem4} {stone, gem4} {stone, gem3} {stone, gem2} 0 store: {gem1} skips: 2 \
                shut(south home 2): yes guest: north off: 0";
    assert_eq!(
        differences(text, &start, &beads, None),
        [
            "south home 1 holds 1 stone, 1 gem5, expected 1 stone, 1 gem4",
            "south home 5 holds 1 stone, 1 gem1, expected nothing",
            "south store holds nothing, expected 1 gem1",
            "`skips` of south is 0, expected 2",
            "`shut(south home 2)` is no, expected yes",
            "`guest` is nobody, expected north",
        ],
    );
}

#[test]
fn the_end_of_the_game_is_compared() {
    let oware = shipped("oware");
    let start = Position::start(&oware);
    let stuck = |result| Outcome::new(result, "stuck", None);
    let drawn = stuck(GameResult::Draw);
    assert!(differences("winner: draw reason: stuck", &start, &oware, Some(&drawn)).is_empty());
    assert!(differences("winner: nobody", &start, &oware, Some(&stuck(GameResult::NoWinner))).is_empty());
    assert_eq!(
        differences("winner: north reason: cycle", &start, &oware, Some(&drawn)),
        [
            "the game is drawn (`stuck`), expected: north has won",
            "the game ended with the reason `stuck`, expected `cycle`"
        ],
    );
    assert_eq!(
        differences("winner: nobody reason: cycle", &start, &oware, None),
        [
            "the game is not over, expected: the game is over without a winner",
            "the game is not over, expected the reason `cycle`",
        ],
    );
    assert_eq!(
        differences("winner: none", &start, &oware, Some(&stuck(GameResult::Winner(Player::South)))),
        ["south has won (`stuck`), expected: the game is not over"],
    );
    assert_eq!(expectation(&entries("winner: none"), &oware).expect("read").end, Some(ExpectedEnd::NotOver));
}

#[test]
fn expectations_that_mean_nothing_are_explained() {
    let oware = shipped("oware");
    let message = |text: &str| expectation(&entries(text), &oware).expect_err(text).message;
    assert_eq!(message("rest: south store"), "`expect` compares what it names, and `rest` names no number");
    assert_eq!(message("winner: anybody"), "`winner` is `south`, `north`, `draw`, `nobody` or `none`");
    assert_eq!(message("reason: stuk"), "nothing ends the game with the reason `stuk`");
    assert_eq!(message("reason: 3"), "`reason` is the label of the row that ended the game");
}

// --- JSON ------------------------------------------------------------------------------------------------------------

#[test]
fn json_is_as_documented() {
    let oware = shipped("oware");
    assert_eq!(
        to_json(&Position::start(&oware), &oware).to_string(),
        r#"{"to_move":"south","south":{"home":[4,4,4,4,4,4],"store":0},"north":{"home":[4,4,4,4,4,4],"store":0}}"#,
    );
    let tuz = shipped("toguz-kumalak");
    let found = read("rest: south store tuz(north home 6): south", &tuz);
    assert_eq!(to_json(&found, &tuz)["state"], json!({ "tuz": { "north": { "6": "south" } } }));
    let deka = shipped("deka");
    let found =
        read("rest: south home 1 closed(south home 5): yes closed(north home 4): yes closed(north home 3): yes", &deka);
    assert_eq!(to_json(&found, &deka)["state"], json!({ "closed": { "south": [5], "north": [3, 4] } }));
    let bao = shipped("bao");
    let found = read("rest: south back 1 north owned: no south hunted: north front 3 blocked: south back 2", &bao);
    assert_eq!(
        to_json(&found, &bao)["state"],
        json!({ "owned": { "north": false }, "blocked": "B2", "hunted": { "south": "a3" } }),
    );
}

#[test]
fn json_of_kinds_and_of_seeds_out_of_the_game() {
    let beads = beads();
    let found = read("south home: {stone, gem3} 0 0 0 0 off: {2 gem1} rest: north store", &beads);
    let json = to_json(&found, &beads);
    assert_eq!(json["south"]["home"], json!([{ "stone": 1, "gem3": 1 }, {}, {}, {}, {}]));
    assert_eq!(json["off"], json!({ "gem1": 2 }));
}

#[test]
fn state_of_several_rows_is_listed_by_row() {
    let text = BEADS.replace("  store  off", "  row back: 3  store  off");
    let model = bound("beads", &text, &Bindings::default());
    let mut found = Position::start(&model);
    let state = |name: &str| model.states.find(|state| state.name == name).expect("a state");
    let back = model.board.place(Player::North, model.board.row("back").expect("a row").start);
    found.state_mut(state("shut"))[back.index() + 2] = 1;
    found.state_mut(state("wait"))[0] = 7;
    let json = to_json(&found, &model);
    assert_eq!(
        json["state"],
        json!({ "shut": { "north": { "back": [3] } }, "wait": { "south": { "home": { "1": 7 } } } })
    );
    assert_eq!(from_json(&json, &model), Ok(found));
}

#[test]
fn a_pit_written_alike_on_both_sides_is_named_with_its_side() {
    let beads = beads();
    assert_eq!(pit_text(&beads, place(0)), "south home 1");
    assert_eq!(pit_text(&shipped("bao"), place(0)), "A1");
    let mut json = to_json(&Position::start(&beads), &beads);
    json["state"] = json!({ "blocked": "north home 2" });
    let found = from_json(&json, &beads).expect("a position");
    assert_eq!(to_json(&found, &beads), json);
    json["state"] = json!({ "blocked": "2" });
    let wrong = from_json(&json, &beads).expect_err("two pits").to_string();
    assert_eq!(wrong, r#"`blocked` is "2", which may be "south home 2" or "north home 2""#);
}

#[test]
fn json_that_is_no_position_is_explained() {
    let oware = shipped("oware");
    let start = to_json(&Position::start(&oware), &oware);
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut json = start.clone();
        change(&mut json);
        from_json(&json, &oware).expect_err("no position").to_string()
    };
    assert_eq!(wrong(&|json| json["sout"] = json!({})), "a position has no `sout`: did you mean `south`?");
    assert_eq!(wrong(&|json| json["south"]["hom"] = json!([])), "`south` has no `hom`: did you mean `home`?");
    assert_eq!(wrong(&|json| json["south"] = json!({ "store": 24 })), "`home` is missing in `south`");
    assert_eq!(
        wrong(&|json| json["to_move"] = json!("east")),
        r#"`to_move` is "east", and "south" or "north" is needed"#
    );
    assert_eq!(wrong(&|json| json["south"]["home"] = json!([4, 4])), "`home` of south lists 2 pits, and the row has 6");
    assert_eq!(wrong(&|json| json["south"]["home"] = json!(4)), "`home` of south must be a list");
    assert_eq!(
        wrong(&|json| json["south"]["store"] = json!(-1)),
        "`store` of south holds -1, and a number of pieces is needed"
    );
    assert_eq!(
        wrong(&|json| json["south"]["store"] = json!("1")),
        r#"`store` of south holds "1", and a number is needed"#
    );
    assert_eq!(wrong(&|json| json["south"]["store"] = json!(1)), "the position holds 49 seeds, and `Oware` has 48");
    assert_eq!(
        wrong(&|json| json["south"]["store"] = json!(4_294_967_295_u32)),
        "the position holds 4294967343 seeds, and `Oware` has 48"
    );
    assert_eq!(
        wrong(&|json| json["off"] = json!(0)),
        "a position has no `off`: fields here: `to_move`, `south`, `north`, `state`"
    );
    assert_eq!(wrong(&|json| *json = json!([])), "a position must be an object");
}

#[test]
fn json_that_is_no_state_is_explained() {
    let beads = beads();
    let wrong = |state: Value| {
        let mut json = to_json(&Position::start(&beads), &beads);
        json["state"] = state;
        from_json(&json, &beads).expect_err("no state").to_string()
    };
    assert_eq!(wrong(json!({ "skipps": {} })), "`state` has no `skipps`: did you mean `skips`?");
    assert_eq!(wrong(json!({ "skips": { "south": 4 } })), "`skips` is 4, and a number from 0 to 3 is needed");
    assert_eq!(wrong(json!({ "skips": { "souht": 1 } })), "`skips` has no `souht`: did you mean `south`?");
    assert_eq!(
        wrong(json!({ "shut": { "north": [6] } })),
        "`shut` of north names pit 6, and the pits of `home` are 1 to 5"
    );
    assert_eq!(
        wrong(json!({ "wait": { "north": { "0": 1 } } })),
        "`wait` of north names pit 0, and the pits of `home` are 1 to 5"
    );
    assert_eq!(wrong(json!({ "shut": { "north": 3 } })), "`shut` of north must be a list");
    assert_eq!(wrong(json!({ "quiet": 1 })), "`quiet` is 1, and true or false is needed");
    assert_eq!(wrong(json!({ "blocked": "z" })), r#"`blocked` is "z", which is no pit of the board"#);
}

#[test]
fn a_whole_position_may_leave_out_what_is_at_its_start() {
    let oware = shipped("oware");
    let json =
        json!({ "to_move": "south", "south": { "home": [4, 4, 4, 4, 4, 4] }, "north": { "home": [4, 4, 4, 4, 4, 4] } });
    assert_eq!(from_json(&json, &oware), Ok(Position::start(&oware)));
    let bao = shipped("bao");
    let mut json = to_json(&Position::start(&bao), &bao);
    json["south"].as_object_mut().expect("an object").remove("stock");
    assert_eq!(from_json(&json, &bao), Ok(Position::start(&bao)));
}

// --- positions of records --------------------------------------------------------------------------------------------

#[test]
fn what_is_left_out_is_not_compared() {
    let oware = shipped("oware");
    let json = json!({ "to_move": "south", "south": { "home": [3, 4, 4, 4, 4, 4] }, "north": { "home": [4, 4, 4, 4, 4, 4], "store": 1 } });
    let told = from_json_partial(&json, &oware).expect("a position");
    assert!(told.matches(&read("south home: 3 4 4 4 4 4 north home: 4 4 4 4 4 4 store: 1", &oware)));
    assert!(!told.matches(&read("south home: 3 4 4 4 4 4 store: 1 north home: 4 4 4 4 4 4", &oware)));
    assert!(!told.matches(&read("south home: 3 4 4 4 4 4 north home: 4 4 4 4 4 4 store: 1 to move: north", &oware)));
}

#[test]
fn missing_stores_are_empty_and_missing_state_is_at_its_start() {
    let oware = shipped("oware");
    let json =
        json!({ "to_move": "north", "south": { "home": [3, 4, 4, 4, 4, 4] }, "north": { "home": [4, 4, 0, 4, 4, 4] } });
    let told = from_json_partial(&json, &oware).expect("a position");
    assert_eq!(told.fits_total(&oware), Ok(()));
    let whole = told.complete(&oware);
    assert_eq!((whole.total(), whole.pieces().at(place(6)), whole.pieces().at(place(13))), (43, 0, 0));
    assert!(told.matches(&whole));

    let bao = shipped("bao");
    let zeros = [0; 8];
    let side = |stock: u32| json!({ "front": [1, 0, 0, 0, 0, 0, 0, 0], "back": zeros, "stock": stock });
    let json =
        json!({ "to_move": "south", "south": side(30), "north": side(32), "state": { "owned": { "south": false } } });
    let told = from_json_partial(&json, &bao).expect("a position");
    let whole = told.complete(&bao);
    let values: Vec<&[i32]> = whole.states().map(|(_, values)| values).collect();
    assert_eq!(values, [&[0, 1][..], &[-1], &[-1, -1]]);
    assert!(told.matches(&whole));
    let mut other = whole.clone();
    other.state_mut(state(1))[0] = 3;
    assert!(told.matches(&other), "`blocked` is not told");
    other.state_mut(state(0))[1] = 0;
    assert!(!told.matches(&other), "`owned` is told");
}

#[test]
fn a_start_value_that_would_be_too_much_is_not_taken() {
    let bao = shipped("bao");
    let row = [2; 8];
    let side = json!({ "front": row, "back": row });
    let told =
        from_json_partial(&json!({ "to_move": "south", "south": side, "north": side }), &bao).expect("a position");
    assert_eq!(told.complete(&bao).total(), 64);
}

#[test]
fn seeds_that_have_left_the_game_need_not_be_told() {
    let deka = shipped("deka");
    let json = json!({ "to_move": "north", "south": { "home": [0, 2, 0, 0, 0, 4] }, "north": { "home": [3, 0, 0, 0, 0, 1] },
        "state": { "closed": { "south": [5], "north": [3, 4] } } });
    let told = from_json_partial(&json, &deka).expect("a position");
    let whole = told.complete(&deka);
    assert_eq!((whole.total(), whole.pieces().at(place(12))), (24, 14));
    assert_eq!(whole.state(state(0)), [0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0]);
    let wrong = from_json(&json, &deka).expect_err("10 seeds").to_string();
    assert_eq!(wrong, "the position holds 10 seeds, and `Deka` has 24");
}

#[test]
fn a_record_cannot_tell_more_seeds_than_there_are() {
    let oware = shipped("oware");
    let json = json!({ "to_move": "south", "south": { "home": [4, 4, 4, 4, 4, 40] }, "north": { "home": [4, 4, 4, 4, 4, 4] } });
    let told = from_json_partial(&json, &oware).expect("a position");
    assert_eq!(
        told.fits_total(&oware).expect_err("too many or too few").to_string(),
        "the position holds 84 seeds, and `Oware` has 48"
    );
    let few = json!({ "to_move": "south", "south": { "home": [0, 0, 0, 0, 0, 0], "store": 0 }, "north": { "home": [0, 0, 0, 0, 0, 0], "store": 0 } });
    let told = from_json_partial(&few, &oware).expect("a position");
    assert_eq!(
        told.fits_total(&oware).expect_err("too many or too few").to_string(),
        "the position holds 0 seeds, and `Oware` has 48"
    );
}

// --- outcomes --------------------------------------------------------------------------------------------------------

#[test]
fn outcomes_go_both_ways() {
    let results = Player::BOTH.map(GameResult::Winner).into_iter().chain([GameResult::Draw, GameResult::NoWinner]);
    for result in results {
        for score in [None, Some([25, -3])] {
            let outcome = Outcome::new(result, "stuck", score);
            let told = outcome_from_json(&outcome_json(Some(&outcome))).expect("an outcome").expect("over");
            assert!(told.matches(&outcome));
            assert_eq!((told.result, told.score), (result, score));
        }
    }
    assert_eq!(outcome_from_json(&outcome_json(None)), Ok(None));
}

#[test]
fn an_outcome_may_leave_out_reason_and_score() {
    let won = Outcome::new(GameResult::Winner(Player::South), "majority", Some([25, 23]));
    assert_eq!(
        outcome_json(Some(&won)).to_string(),
        r#"{"winner":"south","reason":"majority","score":{"south":25,"north":23}}"#,
    );
    let told = outcome_from_json(&json!({ "winner": "south" })).expect("an outcome").expect("over");
    assert!(told.matches(&won));
    assert!(!told.matches(&Outcome::new(GameResult::Draw, won.reason.clone(), won.score)));
    let other_score = json!({ "winner": "south", "score": { "south": 24, "north": 24 } });
    assert!(!outcome_from_json(&other_score).expect("an outcome").expect("over").matches(&won));
    let nobody = outcome_from_json(&json!({ "winner": "nobody" })).expect("an outcome").expect("over");
    assert_eq!(nobody.result, GameResult::NoWinner);
}

#[test]
fn outcomes_that_mean_nothing_are_explained() {
    let wrong = |json: Value| outcome_from_json(&json).expect_err("no outcome").to_string();
    assert_eq!(wrong(json!({ "winer": "south" })), "`outcome` has no `winer`: did you mean `winner`?");
    assert_eq!(wrong(json!({ "reason": "x" })), "`winner` is missing in `outcome`");
    assert_eq!(wrong(json!({ "winner": "x" })), r#"`winner` is "x", and "south", "north", "draw" or null is needed"#);
    assert_eq!(wrong(json!({ "winner": "draw", "score": { "south": 1 } })), "`score` needs a whole number for `north`");
    assert_eq!(wrong(json!("south")), "`outcome` must be an object");
}

// --- records ---------------------------------------------------------------------------------------------------------

#[test]
fn records_go_both_ways() {
    let mut record = Record::new("kalah");
    record.options.insert("pits".into(), "4".into());
    record.positions.push(json!({ "to_move": "south" }));
    record.moves = Some(vec!["3".into()]);
    record.successors = Some(vec![6]);
    record.outcome = Some(Value::Null);
    record.game = Some(3);
    let line = record.to_line();
    assert_eq!(
        line,
        r#"{"variant":"kalah","options":{"pits":"4"},"game":3,"positions":[{"to_move":"south"}],"moves":["3"],"successors":[6],"outcome":null}"#,
    );
    assert_eq!(read_record(&line), Ok(record));
}

#[test]
fn a_record_needs_only_variant_and_positions() {
    let text = "\n{\"variant\": \"oware\", \"positions\": []}\n\n{\"variant\": \"kalah\", \"options\": {\"pits\": 4, \"empty_capture\": \"yes\"}, \"positions\": [], \"event\": \"club\"}\n";
    let records = read_records(text).expect("records");
    assert_eq!(records[0], Record::new("oware"));
    assert_eq!(records[1].options["pits"], "4");
    assert_eq!(records[1].other["event"], "club");
    assert_eq!(records[0].outcome, None);
}

/// Lines that fuzzing found, or that are like them: a number is written as it was read.
#[test]
fn fuzzed_records_survive_being_written() {
    insta::glob!("fuzzed/record/*.jsonl", |path| {
        let record = read_record(&std::fs::read_to_string(path).expect("a file")).expect("a record");
        assert_eq!(read_record(&record.to_line()), Ok(record), "{}", path.display());
    });
}

/// Texts that fuzzing found, or that are like them: each is refused, in words.
#[test]
fn fuzzed_positions_are_refused() {
    let game = Variant::shipped("oware").unwrap().game().unwrap();
    insta::glob!("fuzzed/position/*.txt", |path| {
        let text = std::fs::read_to_string(path).expect("a file");
        assert!(
            !mancala::text::position(&text, game.model()).expect_err("no position").to_string().is_empty(),
            "{}",
            path.display()
        );
    });
}

#[test]
fn records_that_cannot_be_read_are_explained() {
    let wrong = |text: &str| read_records(text).map_err(|(line, wrong)| (line, wrong.to_string())).expect_err(text);
    let good = r#"{"variant": "oware", "positions": []}"#;
    assert_eq!(
        wrong(&format!("{good}\n\n{}", r#"{"variant": "oware", "positions": [], "sucessors": [1]}"#)),
        (3, "a record has no `sucessors`; did you mean `successors`?".into()),
    );
    assert_eq!(wrong(r#"{"positions": []}"#).1, "missing field `variant` (column 17)");
    assert_eq!(
        wrong(r#"{"variant": "x", "options": {"a": true}, "positions": []}"#).1,
        "option `a` is true, and a text or a whole number is needed (column 39)",
    );
    assert_eq!(wrong("{").0, 1);
}

// --- drawings --------------------------------------------------------------------------------------------------------

#[test]
fn two_rows_with_stores() {
    let oware = shipped("oware");
    let found = read("south home: 4 4 0 5 5 5 store: 12 north home: 4 4 4 1 0 0 store: 0 to move: north", &oware);
    assert_eq!(
        draw(&found, &oware, PLAIN),
        "\
North to move
╭─store─┬──6─┬──5─┬──4─┬──3─┬──2─┬──1─┬───────╮
│       │  0 │  0 │  1 │  4 │  4 │  4 │       │
│   0   ╞════╪════╪════╪════╪════╪════╡  12   │
│       │  4 │  4 │  0 │  5 │  5 │  5 │       │
╰───────┴──1─┴──2─┴──3─┴──4─┴──5─┴──6─┴─store─╯
South
"
    );
}

#[test]
fn ascii_has_no_other_characters() {
    let mut numbers = Numbers(5);
    for model in shipped_names().map(shipped).chain([beads()]) {
        let text = draw(&scattered(&model, &mut numbers), &model, DrawStyle { color: false, unicode: false });
        assert!(text.is_ascii(), "{text}");
    }
}

#[test]
fn lines_of_a_board_are_equally_long() {
    let mut numbers = Numbers(11);
    for model in shipped_names().map(shipped).chain([beads()]) {
        let text = draw(&scattered(&model, &mut numbers), &model, PLAIN);
        let mut parts = 0;
        // A board that is wider than most terminals is drawn in parts.
        for part in text.split("\n\n") {
            let lines = part.lines().filter(|line| line.starts_with(['╭', '│', '├', '╞', '╰']));
            let board: Vec<usize> = lines.map(|line| line.chars().count()).collect();
            parts += usize::from(board.len() >= 5);
            assert!(board.iter().all(|width| *width == board[0] && *width <= 80), "{text}");
        }
        assert!(parts >= 1, "{text}");
        assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
    }
}

#[test]
fn colour_adds_nothing_but_codes() {
    let model = shipped("bao");
    let start = Position::start(&model);
    let painted = draw(&start, &model, DrawStyle { color: true, unicode: true });
    let mut plain = String::new();
    let mut rest = painted.as_str();
    while let Some((before, code)) = rest.split_once('\x1b') {
        plain.push_str(before);
        rest = code.split_once('m').expect("a code").1;
    }
    plain.push_str(rest);
    assert_eq!(plain, draw(&start, &model, PLAIN));
    assert!(painted.contains("\x1b[36m"));
}

#[test]
fn what_is_not_known_is_a_question_mark() {
    let oware = shipped("oware");
    let mut told = PartialPosition::from(&Position::start(&oware));
    told.pieces.as_mut_slice()[6] = None;
    let text = draw_partial(&told, &oware, PLAIN);
    assert!(text.contains("╡   ?   │"), "{text}");
}

/// Values of a bag are kept by the tree in the order written; the reader adds up what is named twice.
#[test]
fn a_kind_named_twice_in_one_pit_is_added_up() {
    let beads = beads();
    let twice = entries("south home: {gem3, gem3} 0 0 0 0 rest: south store");
    assert!(matches!(&twice[0].kind, mancala::syntax::ast::PositionEntryKind::Contents { values, .. }
        if matches!(&values[0], EntryValue::Bag(pieces) if pieces.len() == 2)));
    assert_eq!(position_of_entries(&twice, &beads).expect("a position").pieces().at(place(0)), 2);
}
