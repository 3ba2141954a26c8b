//! Straight code gives what the interpreter gives.

use mancala::engine::{Cells as _, Children, Event, Ground, Grounds, Machine, Shape, Successor, fingerprint, pack};
use mancala::model::Id as _;
use mancala::plan::Plan;
use mancala::sim::script::Simulation;
use mancala::sim::{Batch, Prepared, Run, ScriptText, Tally, prepare};
use mancala::{Bindings, Game, Position, Variant, shipped_names};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Numbers at random, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % count.max(1)
    }
}

/// Positions that are looked at for each setting of a game.
const POSITIONS: usize = 40;

/// Positions with more moves than this are left out.
const MOST_MOVES: u64 = 400;

#[test]
fn straight_code_gives_what_the_interpreter_gives() {
    let mut planned = 0;
    for name in shipped_names() {
        let variant = Variant::shipped(name).unwrap();
        for (option, value) in settings(&variant) {
            let bindings = match &option {
                Some(option) => Bindings::default().with(option, &value),
                None => Bindings::default(),
            };
            let Ok(game) = variant.game_with(&bindings) else { continue };
            if !is_planned(&game) {
                continue;
            }
            planned += usize::from(option.is_none());
            let positions = positions_of(&game);
            for position in &positions {
                let difference = difference(&game, position);
                assert!(
                    difference.is_none(),
                    "{name} {option:?} {value}: {position:?}\n{}",
                    difference.unwrap_or_default()
                );
            }
        }
    }
    assert!(planned >= 20, "only {planned} variants have a plan");
}

/// Games of players who draw their moves are played from cell to cell where nothing but counts is wanted, and by a referee
/// where there are records: what is counted is the same. Where rows are not counted, straight code also ends them.
#[test]
fn games_at_random_are_counted_alike_whoever_plays_them() {
    // Files that are made for a rule come to it seldom enough.
    let files = files_of_the_tests().map(|path| (path.to_str().unwrap().to_string(), 32));
    for (variant, games) in shipped_names().map(|name| (name.to_string(), 4)).chain(files) {
        for (swap_sides, random_moves, max_moves) in [(true, 0, 300), (false, 3, 40)] {
            let setting =
                Simulation { games, seed: 3, swap_sides, random_moves, max_moves, ..Simulation::new(&variant) };
            for count_rules in [true, false] {
                let setting = Simulation { count_rules, ..setting.clone() };
                let prepared = prepare(&setting, &ScriptText::default(), Path::new("")).unwrap();
                is_planned(&prepared.game);
                assert_eq!(counts(&prepared, true), counts(&prepared, false), "{variant}");
            }
        }
    }
}

/// What the games of a simulation come to, with records or without.
fn counts(prepared: &Prepared, records: bool) -> Tally {
    let (interrupted, mut tally) = (Arc::default(), Tally::default());
    let run = Run { prepared, threads: 1, records, table: false, interrupted: &interrupted, progress: &|_: u64| {} };
    let games = prepared.simulation.games.unsigned_abs();
    let played = run.games(0..games, &mut |batch: Batch| {
        assert_eq!(batch.records.is_empty(), !records);
        tally.add(&batch.tally);
        Ok(())
    });
    assert_eq!(played.unwrap(), games);
    tally
}

/// The files that check among the tests, and those that were once played wrong.
fn files_of_the_tests() -> impl Iterator<Item = PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = ["right", "agreement"].map(|folder| std::fs::read_dir(tests.join(folder)).unwrap());
    files.into_iter().flatten().map(|file| file.unwrap().path())
}

#[test]
fn straight_code_plays_the_files_of_the_tests() {
    for path in files_of_the_tests() {
        let text = std::fs::read_to_string(&path).unwrap();
        let game = Variant::from_text("right.mancala", &text).game().unwrap();
        is_planned(&game);
        for position in positions_of(&game) {
            assert_eq!(difference(&game, &position), None, "{}: {position:?}", path.display());
        }
    }
}

/// Whether a game has a plan; if there is machine code, it is made before it is played.
fn is_planned(game: &Game) -> bool {
    #[cfg(feature = "native")]
    assert!(
        game.plan().is_err() || game.compile() != has_several_kinds(game),
        "there is machine code for this computer where pieces are of one kind"
    );
    game.plan().is_ok()
}

/// Games with several kinds of pieces have no machine code.
#[cfg(feature = "native")]
fn has_several_kinds(game: &Game) -> bool {
    game.program().layout.kinds > 1
}

/// Where straight code and the interpreter find other moves of a position, or what comes of them is not the same.
pub(crate) fn difference(game: &Game, position: &Position) -> Option<String> {
    let [by_plan, by_interpreter] = [true, false].map(|plan| shaped!(game, S => told::<S>(game, position, plan)));
    let first = by_plan.iter().zip(&by_interpreter).position(|(one, other)| one != other);
    let first = first.unwrap_or_else(|| by_plan.len().min(by_interpreter.len()));
    let differs = by_plan != by_interpreter;
    let of = |told: &[String]| format!("{} told, number {first}: {:?}", told.len(), told.get(first));
    differs.then(|| format!("straight code: {}\nthe interpreter: {}", of(&by_plan), of(&by_interpreter)))
}

/// All that is told of each move, and of what it leads to; where moves are counted unplayed, of each by its number.
fn told<S: Shape>(game: &Game, position: &Position, plan: bool) -> Vec<String> {
    let mut machine = if plan { game.machine::<S>() } else { Machine::<S>::new(game.program()) };
    let packed = pack::<S>(game.program(), position);
    let mut listed = Vec::new();
    let outcome = machine.moves(&packed, |found| {
        listed.push(all_of(&found));
        ControlFlow::Continue(())
    });
    let mut unplayed = listed.clone();
    if let Some(count) = machine.count_unplayed(&packed) {
        unplayed.clear();
        for number in 0..count {
            machine.visit_unplayed(&packed, number, &mut |found| {
                unplayed.push(all_of(&found));
                ControlFlow::Continue(())
            });
        }
    }
    listed.append(&mut unplayed);
    listed.push(format!("{outcome:?}"));
    let mut children = Children::default();
    let outcome = machine.children(&packed, usize::MAX, &mut children);
    listed.extend((0..children.len()).map(|number| told_of_child(&children, number, &packed)));
    listed.push(format!("{outcome:?}"));
    asked_on_its_ground::<Machine<'_, S>>(&mut machine, &packed, &children);
    asked_before_a_turn(&mut machine, &packed);
    // A search stands on cells alone where it can.
    match Grounds::of(machine) {
        Grounds::Narrow(mut cells) => asked_on_its_ground(&mut cells, &packed, &children),
        Grounds::Middle(mut cells) => asked_on_its_ground(&mut cells, &packed, &children),
        Grounds::Whole(_) => {}
    }
    listed
}

/// What a search asks is answered as the list of moves says.
fn asked_on_its_ground<G: Ground>(
    ground: &mut G,
    position: &<G::Shape as Shape>::Position,
    children: &Children<G::Shape>,
) {
    let kept = G::kept(position);
    assert_eq!((G::whole(&kept), G::mover(&kept)), (*position, position.mover()));
    assert_eq!(G::print(&kept), fingerprint(position));
    for number in 0..children.len() {
        by_its_place(ground, position, children, number);
    }
    are_as_foreseen(ground, position, children);
    goes_on(ground, position);
}

fn told_of_child<S: Shape>(children: &Children<S>, number: usize, before: &S::Position) -> String {
    let after = led_to(children, number, before);
    assert_eq!(children.next(number), after.mover());
    if let (Some(cells), Some(bytes)) = (children.cells(number), after.bytes()) {
        let same = cells.len().min(bytes.len() - 1);
        assert_eq!(cells[..same], bytes[..same]);
    }
    let told = children.outcome(number);
    format!("{:?} {after:?} {} {:?} {}", told.name(), told.again(), children.ended(number), told.captured)
}

/// A move that is asked for by the place that is its only choice leads where it does among all, and so does what is foreseen of it
/// alone.
fn by_its_place<G: Ground>(
    ground: &mut G,
    position: &<G::Shape as Shape>::Position,
    children: &Children<G::Shape>,
    number: usize,
) {
    let (name, mut one) = (children.outcome(number).name(), Children::default());
    let kept = G::kept(position);
    if ground.child_by_place(&kept, name.first(), &mut one) {
        assert!(name.only_choice().is_some() && one.len() == 1);
        assert_eq!(told_of_child(&one, 0, position), told_of_child(children, number, position));
    }
    if let Some(foreseen) = ground.foresee_place(&kept, name.first()) {
        assert_eq!((name.only_choice(), foreseen.options()), (Some(name.first()), 1 << name.first()));
        if ground.known_among(&kept, &foreseen, foreseen.options()) != 0 {
            let sown = ground.sow_foreseen(&kept, &foreseen, name.first());
            assert_eq!(G::whole(&sown), led_to(children, number, position));
        }
    }
}

/// What was foreseen of moves comes of them, and those that are asked for by their places are told as they are among all.
fn are_as_foreseen<G: Ground>(ground: &mut G, position: &<G::Shape as Shape>::Position, children: &Children<G::Shape>) {
    let kept = G::kept(position);
    let Some(foreseen) = ground.foresee(&kept) else { return };
    let place = |number: usize| children.outcome(number).name().only_choice().expect("a place is all that is chosen");
    let is_in = |places: u64, number: usize| places >> place(number) & 1 == 1;
    for (number, told) in children.outcomes().enumerate() {
        assert!(is_in(foreseen.options(), number));
        assert!(told.captured == 0 && children.ended(number).is_none() || is_in(foreseen.captures(), number));
        assert!(!told.again() || is_in(foreseen.again(), number));
        assert_eq!(foreseen.name(place(number)), told.name());
    }
    assert!(!ground.has_move_foreseen(&kept, &foreseen) || !children.is_empty());
    let known = ground.known_among(&kept, &foreseen, foreseen.options());
    for number in (0..children.len()).filter(|number| is_in(known, *number)) {
        let sown = ground.sow_foreseen(&kept, &foreseen, place(number));
        assert_eq!(G::whole(&sown), led_to(children, number, position));
    }
    let loud = foreseen.captures() | foreseen.again();
    for places in [foreseen.captures(), foreseen.again(), foreseen.options() & !loud, foreseen.options()] {
        let mut among = Children::default();
        if ground.children_among(&kept, &foreseen, places, usize::MAX, &mut among) {
            let numbers = 0..among.len();
            assert!(
                numbers.clone().all(|one| G::whole(&G::child(&kept, &among, one)) == led_to(&among, one, position))
            );
            let told = numbers.map(|number| told_of_child(&among, number, position));
            let wanted = (0..children.len()).filter(|number| is_in(places, *number));
            assert!(told.eq(wanted.map(|number| told_of_child(children, number, position))));
        }
    }
}

/// The position that a move leads to.
fn led_to<S: Shape>(children: &Children<S>, number: usize, before: &S::Position) -> S::Position {
    let mut after = *before;
    children.play_in(number, &mut after);
    after
}

/// A position from which a game is said to go on surely has a move, and is not over; one that has a move and is said not to be over is
/// not.
fn goes_on<G: Ground>(ground: &mut G, position: &<G::Shape as Shape>::Position) {
    let kept = G::kept(position);
    if ground.surely_goes_on(&kept) {
        assert!(!ground.cannot_move(&kept));
        assert!(ground.before_turn(&kept, 1).is_none());
    }
    if ground.is_not_over(&kept) && !ground.cannot_move(&kept) {
        assert!(ground.before_turn(&kept, 1).is_none());
    }
}

/// What searches ask of a position in a quick way is what they would hear in another.
fn asked_before_a_turn<S: Shape>(machine: &mut Machine<'_, S>, position: &S::Position) {
    let lead = machine.scores(position).map(|[south, north]| south - north);
    assert_eq!(machine.lead_in_score(position), lead);
    if let Some(by_cells) = position.bytes().and_then(|cells| machine.lead_by(cells)) {
        assert_eq!(by_cells, lead.unwrap_or(0));
    }
}

/// Whether a game is searched on its cells alone.
fn is_searched_by_cells<S: Shape>(game: &Game) -> bool {
    !matches!(Grounds::<S>::of(game.machine()), Grounds::Whole(_))
}

#[test]
fn many_games_are_searched_on_their_cells() {
    let by_cells = |name: &&str| {
        let game = Variant::shipped(name).unwrap().game().unwrap();
        shaped!(game, S => is_searched_by_cells::<S>(&game))
    };
    let count = shipped_names().filter(by_cells).count();
    assert!(count >= 60, "only {count}");
}

/// Straight code that tells rows tells of each move what an observer of the interpreter hears.
#[test]
fn rows_and_captures_are_told_as_the_interpreter_tells_them() {
    let mut told = 0;
    for name in shipped_names() {
        let game = Variant::shipped(name).unwrap().game().unwrap();
        let Ok(plan) = Plan::telling_rows(game.program()) else { continue };
        #[cfg(feature = "native")]
        assert!(plan.compile() != has_several_kinds(&game), "there is machine code for this computer");
        told += shaped!(game, S => told_alike::<S>(&game, &plan, name));
    }
    assert!(told > 1000, "only {told} moves were told by straight code");
}

/// How many moves of some positions are told by straight code, as the interpreter tells them.
fn told_alike<S: Shape>(game: &Game, plan: &Plan, name: &str) -> usize {
    let mut by_plan = Machine::<S>::with_plan(game.program(), Some(plan));
    let mut by_interpreter = Machine::<S>::new(game.program());
    let mut told = 0;
    for position in positions_of(game).iter().map(|position| pack::<S>(game.program(), position)) {
        let mut encoded = Vec::new();
        let listed = by_interpreter.moves(&position, |found| {
            encoded.push(found.encoded.clone());
            ControlFlow::Continue(())
        });
        listed.unwrap();
        for encoded in encoded {
            let (mut short, mut long) = (Vec::new(), Vec::new());
            if by_plan.tell_by_plan(&position, &encoded, &mut short) {
                by_interpreter.play(&position, &encoded, &mut long).unwrap();
                assert_eq!(counted(&short), counted(&long), "{name} {encoded:?} {position:?}");
                told += 1;
            }
        }
    }
    told
}

/// What runs count of a turn.
#[derive(Debug, Default, PartialEq)]
struct Counted {
    /// How often each row was taken.
    rows: BTreeMap<usize, u32>,
    /// Pieces captured at each place.
    captures: BTreeMap<usize, i32>,
    /// The first place lifted.
    first: Option<usize>,
    /// The last place sown.
    last: Option<usize>,
}

fn counted(events: &[Event]) -> Counted {
    let mut counted = Counted::default();
    for event in events {
        match *event {
            Event::Row(rule) => *counted.rows.entry(rule.index()).or_default() += 1,
            Event::Captured(_, place, pieces, _) => *counted.captures.entry(place.index()).or_default() += pieces,
            Event::Lifted(_, place, _) if counted.first.is_none() => counted.first = Some(place.index()),
            Event::Dropped(_, place, ..) => counted.last = Some(place.index()),
            _ => {}
        }
    }
    counted
}

fn all_of<S: Shape>(found: &Successor<'_, S>) -> String {
    let (after, encoded, ended) = (found.position, found.encoded, found.ended);
    format!("{encoded:?} {after:?} {} {ended:?} {} {}", found.again, found.captured, found.laps)
}

/// The defaults, and every other value of every option.
fn settings(variant: &Variant) -> Vec<(Option<String>, String)> {
    let game = variant.game().unwrap();
    let mut settings = vec![(None, String::new())];
    for bound in &game.model().bindings {
        if let mancala::model::Choices::Values(values) = &bound.choices {
            let others = values.iter().filter(|(value, _)| *value != bound.value);
            settings.extend(others.map(|(value, _)| (Some(bound.name.clone()), value.clone())));
        }
    }
    settings
}

/// Positions of games at random.
fn positions_of(game: &mancala::Game) -> Vec<mancala::Position> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut positions = Vec::new();
    let mut position = game.start();
    while positions.len() < POSITIONS {
        if game.count_moves(&position, MOST_MOVES + 1) > MOST_MOVES {
            return positions;
        }
        let moves = game.moves(&position);
        positions.push(position.clone());
        let next = random.below(moves.len());
        position = match moves.get(next) {
            Some(one) if one.outcome.is_none() && game.before_turn(&one.after, 1).is_none() => one.after.clone(),
            _ => game.start(),
        };
        if positions.len() > 1 && positions[1..].contains(&position) {
            break;
        }
    }
    positions
}

/// Many positions are looked at together: as deep as that, with every value of every option, straight code counts as the
/// interpreter does.
#[test]
fn many_positions_are_counted_as_one_by_one() {
    const MANY: u64 = 300;
    const MOST: u64 = 10_000;
    let mut deep = 0;
    for name in shipped_names() {
        let variant = Variant::shipped(name).unwrap();
        for (option, value) in settings(&variant) {
            let bindings = option.iter().fold(Bindings::default(), |all, option| all.with(option, &value));
            let Ok(game) = variant.game_with(&bindings) else { continue };
            let start = game.start();
            if !is_planned(&game) || !game.model().rounds.is_empty() || game.count_moves(&start, 100) > 60 {
                continue;
            }
            let before_last = (2..=6).find(|depth| game.perft(&start, *depth).unwrap() > MANY);
            let Some(depth) = before_last.map(|depth| depth + 1) else { continue };
            let together = game.perft(&start, depth).unwrap();
            if together < MOST {
                deep += 1;
                let alone = game.perft_one_by_one(&start, depth).unwrap();
                assert_eq!(together, alone, "{name} {option:?} {value}, depth {depth}");
            }
        }
    }
    assert!(deep >= 100, "only {deep} were counted");
}

/// Laps go round more than once, and a position has as many seeds as a byte with a sign can count, or more.
#[test]
fn laps_of_many_rounds_are_counted_as_one_by_one() {
    let kalah = Variant::shipped("kalah").unwrap();
    for (pits, seeds) in [("2", "6"), ("3", "12"), ("4", "9"), ("6", "10"), ("6", "11")] {
        let game = kalah.game_with(&Bindings::default().with("pits", pits).with("seeds", seeds)).unwrap();
        let depth = (2..=12).find(|depth| game.perft(&game.start(), *depth).unwrap() > 5_000).unwrap_or(12);
        let (together, alone) = (game.perft(&game.start(), depth), game.perft_one_by_one(&game.start(), depth));
        assert_eq!(together, alone, "{pits} pits with {seeds} seeds, depth {depth}");
    }
}

#[test]
fn perft_is_the_same_in_both_ways() {
    let shipped = shipped_names().map(|name| (name.to_string(), Variant::shipped(name).unwrap()));
    let files = std::fs::read_dir("tests/agreement").unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        (name.clone(), Variant::from_text(&name, &std::fs::read_to_string(&path).unwrap()))
    });
    for (name, variant) in shipped.chain(files) {
        let game = variant.game().unwrap();
        let start = game.start();
        if !is_planned(&game) || game.count_moves(&start, 100) > 60 {
            continue;
        }
        // Far enough that rounds are over.
        let deepest = if game.model().rounds.is_empty() { 3 } else { 5 };
        for depth in 0..=deepest {
            assert_eq!(game.perft(&start, depth), game.perft_one_by_one(&start, depth), "{name}, depth {depth}");
        }
    }
}
