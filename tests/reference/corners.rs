//! Constructs that few of the shipped games use, in small games, against results worked out by hand.

use super::perft::perft;
use super::{Choice, Played, Reference};
use mancala::model::{Id as _, Player, StateId};
use mancala::position::{GameResult, Outcome, Position};

/// A game on two rows of three pits with stores: South's pits are the places 0 to 2, his store is 3, North's are 4 to 6
/// and 7, and `off` is 8. The rest of the rules is given.
fn small(rules: &str) -> Reference {
    let board = "board {
    row home: 3 facing opponent home
    store
    off
    track ring: own home, opponent home
}";
    game(&format!("mancala 1\n\ngame \"small\"\n\n{board}\n\nsetup {{ home: 2 each }}\n{rules}"))
}

/// A position of a small game with South to move: his row, North's row, their stores.
fn position(game: &Reference, south: [u32; 3], north: [u32; 3], stores: [u32; 2]) -> Position {
    let mut position = game.start();
    let pieces = position.pieces_mut().as_mut_slice();
    pieces.fill(0);
    pieces[..3].copy_from_slice(&south);
    pieces[4..7].copy_from_slice(&north);
    (pieces[3], pieces[7]) = (stores[0], stores[1]);
    position
}

/// The game of a rules text.
fn game(text: &str) -> Reference {
    Reference::read(text, &|_| None, &[]).expect("the text has a meaning")
}

fn legal(game: &Reference, position: &Position) -> Vec<Played> {
    game.legal(position).expect("there is an answer")
}

fn ended(game: &Reference, position: &Position, occurrences: u32) -> Option<(Position, Outcome)> {
    game.before_turn(position, occurrences).expect("there is an answer")
}

fn choices(moves: &[Played]) -> Vec<&[Choice]> {
    moves.iter().map(|played| played.choices.as_slice()).collect()
}

// --- kinds of pieces -------------------------------------------------------------------------------------------------

/// The Glass Bead Game: places 0 to 4 are A to E, 5 is South's cup, 6 to 10 are a to e, 11 is North's cup.
const GLASS_BEADS: &str = r#"mancala 1

game "Glass Bead Game"

pieces { stone worth 0  gem worth 1..5 }

board {
    row home: 5
    store
    track ring: own home, opponent home
}

setup { home k: stone, gem(6 - k) }

turn: sowing

move sowing {
    choose pit in own home where seeds(it) >= 1
    lift pit
    sow ring after pit skipping pit choosing the order
    let direct = drops back while piece is stone and it in opponent home and held = 1 and held(gem) = 1
    let indirect = drops back while piece is stone and it in opponent home and held = 1 and held(stone) = 1
    landing {
        direct:   some direct   -> capture chosen count(direct) gem from pits(direct), stop
        indirect: some indirect -> capture chosen count(indirect) gem from opponent home, then from opponent store, stop
        otherwise               -> stop
    }
}

legal {
    feed: require opponent home is not empty  if opponent home is empty when the turn began
}

define score = worth(own store)

end { stuck: before a turn, mover cannot move -> higher score wins }
"#;

/// Places of that game.
const PLACES: usize = 12;

/// Beads in each place: 0 for a stone, the worth for a gem.
fn beads(game: &Reference, contents: &[(usize, &[usize])]) -> Position {
    let mut position = game.start();
    let pieces = position.pieces_mut().as_mut_slice();
    pieces.fill(0);
    for (place, kinds) in contents {
        kinds.iter().for_each(|kind| pieces[kind * PLACES + place] += 1);
    }
    position
}

/// The beads in a place in ascending order.
fn beads_at(position: &Position, place: usize) -> Vec<usize> {
    let count = |kind: usize| position.pieces().as_slice()[kind * PLACES + place] as usize;
    (0..6).flat_map(|kind| vec![kind; count(kind)]).collect()
}

#[test]
fn beads_fall_in_every_order() {
    let game = game(GLASS_BEADS);
    let start = game.start();
    assert_eq!([1, 2].map(|depth| perft(&game, &start, depth)), [10, 115]);
    let first = &legal(&game, &start)[..2];
    assert_eq!(
        choices(first),
        [[Choice::Pit(0), Choice::Piece(0), Choice::Piece(5)], [Choice::Pit(0), Choice::Piece(5), Choice::Piece(0)],]
    );
}

#[test]
fn a_run_of_drops_takes_the_gems_it_hits() {
    let game = game(GLASS_BEADS);
    let contents: [(usize, &[usize]); 10] = [
        (0, &[0, 0, 4]),
        (2, &[0, 1]),
        (3, &[0, 0, 0, 0]),
        (5, &[3]),
        (6, &[3]),
        (7, &[5]),
        (8, &[2]),
        (9, &[0, 0, 4]),
        (10, &[0, 1, 2]),
        (11, &[5]),
    ];
    let after = |position: &Position| {
        let moves = legal(&game, position);
        moves.into_iter().find(|played| played.choices[0] == Choice::Pit(3)).expect("D can be sown").after
    };
    let before = beads(&game, &contents);
    assert_eq!(beads_at(&after(&before), 5), [2, 3, 3, 5], "all three (G-4)");

    let mut mixed = before;
    let pieces = mixed.pieces_mut().as_mut_slice();
    (pieces[5 * 12 + 7], pieces[7]) = (0, 1);
    assert_eq!(beads_at(&after(&mixed), 5), [2, 3], "the lone stone in b cuts the run (G-5)");
    assert_eq!(beads_at(&after(&mixed), 6), [0, 3]);
}

#[test]
fn gems_of_choice_come_from_the_cup_when_the_row_has_none() {
    let game = game(GLASS_BEADS);
    let before = beads(
        &game,
        &[
            (0, &[0, 5]),
            (3, &[0, 0, 0, 0]),
            (4, &[0]),
            (5, &[1, 1, 2, 2, 3, 4]),
            (6, &[0, 0]),
            (7, &[0]),
            (8, &[0]),
            (11, &[3, 4, 5]),
        ],
    );
    let moves = legal(&game, &before);
    let taken: Vec<&[Choice]> =
        moves.iter().filter(|played| played.choices[0] == Choice::Pit(3)).map(|played| &played.choices[5..]).collect();
    let take = |kind| Choice::Take(11, kind);
    assert_eq!(taken, [[take(3), take(4)], [take(3), take(5)], [take(4), take(5)]], "G-7");
}

// --- choices ---------------------------------------------------------------------------------------------------------

#[test]
fn placed_freely_in_no_order() {
    let game = small(
        "
turn: placing
move placing {
    choose pit in own home where seeds(it) >= 1
    lift pit
    place freely in own home
}
end { stuck: before a turn, mover cannot move -> higher score wins }
",
    );
    let moves = legal(&game, &position(&game, [0, 4, 0], [2, 2, 2], [0, 0]));
    assert_eq!(moves.len(), 15, "four seeds in three pits: 6 over 2");
    assert!(moves.iter().all(|played| played.choices[1..].is_sorted()));
}

#[test]
fn numbers_and_alternatives_in_order() {
    let game = small(
        "
turn: sowing
move sowing {
    choose pit in own home where seeds(it) >= 2
    choose n in 1..seeds(pit)
    lift n from pit
    sow ring after pit
    landing { any: otherwise -> either { halt: stop  more: again } }
}
end { stuck: before a turn, mover cannot move -> higher score wins }
",
    );
    let moves = legal(&game, &position(&game, [0, 2, 1], [2, 2, 2], [0, 3]));
    let [pit, one, two] = [Choice::Pit(1), Choice::Number(1), Choice::Number(2)];
    let [halt, more] = [0, 1].map(Choice::Alternative);
    assert_eq!(choices(&moves), [[pit, one, halt], [pit, one, more], [pit, two, halt], [pit, two, more]]);
    assert_eq!(moves[1].after.to_move(), Player::South);
    assert_eq!(moves[2].after.to_move(), Player::North);
    assert_eq!(moves[1].after.pieces().as_slice()[..3], [0, 1, 2]);
}

#[test]
fn ranked_and_preferred() {
    let game = small(
        "
turn: (big or two) else rest
move big {
    choose pit in own home where seeds(it) >= 3
    lift pit
    put hand in off
}
move two {
    choose pit in own home where seeds(it) = 2
    prefer pit is own home 3
    lift pit
    put hand in off
}
move rest { }
end { stuck: before a turn, mover cannot move -> higher score wins }
",
    );
    let kinds = |south| {
        let moves = legal(&game, &position(&game, south, [0, 0, 0], [0, 0]));
        moves.iter().map(|played| (played.kind.clone(), played.choices.clone())).collect::<Vec<_>>()
    };
    let pit = |place| vec![Choice::Pit(place)];
    assert_eq!(kinds([3, 2, 4]), [("big".into(), pit(0)), ("big".into(), pit(2)), ("two".into(), pit(1))]);
    assert_eq!(kinds([3, 2, 2]), [("two".into(), pit(2))], "what `two` prefers is preferred to every move of the turn");
    assert_eq!(kinds([1, 1, 1]), [("rest".into(), vec![])]);
}

// --- the course of a turn --------------------------------------------------------------------------------------------

#[test]
fn a_turn_that_never_ends() {
    let with = |endless: &str| {
        let rules = "
turn: sowing
move sowing {
    choose pit in own home where seeds(it) >= 1
    lift pit
    sow ring after pit
    landing { further: otherwise -> relay }
}
end { stuck: before a turn, mover cannot move -> higher score wins }
";
        small(&format!("{rules}\nendless after 7 laps {{ {endless} }}\n"))
    };
    let played = |game: &Reference| legal(game, &position(game, [1, 0, 0], [0, 0, 0], [0, 0]));

    let stopped = with("eighth: laps = 8 -> stop  otherwise -> not legal");
    assert_eq!(played(&stopped).len(), 1);
    assert_eq!(played(&stopped)[0].after.pieces().as_slice()[2], 1, "stopped behind the eighth lap");

    assert_eq!(played(&with("otherwise -> not legal")).len(), 0);

    let lost = with("lost: otherwise -> capture all home, opponent wins");
    let ended = played(&lost)[0].ended.clone().expect("the game is over");
    assert_eq!(ended.result, GameResult::Winner(Player::North));
    assert_eq!((ended.reason.as_str(), ended.score), ("lost", Some([1, 0])));
}

#[test]
fn a_capture_in_passing_may_end_the_game() {
    let game = small(
        "
turn: sowing
move sowing {
    choose pit in own home where seeds(it) >= 1
    lift pit
    sow ring after pit each drop { three: seeds(last) = 3 -> owner(last) captures last }
    landing { otherwise -> stop }
    finally { put 1 from own store in off }
}
end {
    three: at a capture, captured >= 3        -> put hand in off, higher score wins
    stuck: before a turn, mover cannot move   -> higher score wins
}
",
    );

    let moves = legal(&game, &position(&game, [4, 2, 0], [2, 0, 0], [0, 0]));
    let ended = moves[0].ended.as_ref().expect("South has taken three");
    assert_eq!((ended.result, ended.score), (GameResult::Winner(Player::South), Some([3, 0])));
    assert_eq!(
        moves[0].after.pieces().as_slice(),
        [0, 0, 0, 3, 2, 0, 0, 0, 3],
        "the hand is off, and `finally` was not done"
    );

    let moves = legal(&game, &position(&game, [0, 0, 1], [2, 0, 0], [1, 0]));
    assert_eq!(moves[0].ended, None, "what North captures is no capture by the mover");
    assert_eq!(moves[0].after.pieces().as_slice(), [0, 0, 0, 0, 0, 0, 0, 3, 1]);
}

#[test]
fn state_changes_in_mid_turn_for_good() {
    let game = small(
        "
state { full per player: yes until own home 1 is empty }
turn: refilling
move refilling {
    choose pit in own home where seeds(it) >= 1
    lift pit
    put hand in pit
}
end { stuck: before a turn, mover cannot move -> higher score wins }
",
    );
    let moves = legal(&game, &game.start());
    let full: Vec<&[i32]> = moves.iter().map(|played| played.after.state(StateId::FIRST)).collect();
    assert_eq!(full, [[0, 1], [1, 1], [1, 1]]);
}

#[test]
fn relay_from_nowhere() {
    let game = small(
        "
turn: sowing
move sowing {
    choose pit in own home where seeds(it) >= 1
    lift pit
    sow ring after pit
    landing {
        first:  laps = 1                   -> relay from facing own store
        second: laps = 2 and origin is pit -> relay from own home 1
        otherwise                          -> stop
    }
}
end { stuck: before a turn, mover cannot move -> higher score wins }
",
    );
    let moves = legal(&game, &position(&game, [2, 0, 1], [0, 0, 0], [0, 0]));
    let rows: Vec<&[u32]> = moves.iter().map(|played| &played.after.pieces().as_slice()[..7]).collect();
    let expected = [[0, 1, 2, 0, 0, 0, 0], [0, 1, 1, 0, 1, 0, 0]];
    assert_eq!(rows, expected, "the lap from no pit drops nothing, and the table follows");
}

#[test]
fn a_position_that_comes_back() {
    let game = small(
        "
turn: sowing
move sowing {
    choose pit in own home where seeds(it) >= 1
    lift pit
    put hand in pit
}
end {
    back: before a turn, position occurs 3 times
              -> mover captures own home, opponent captures opponent home, higher score wins
    stuck: before a turn, mover cannot move -> opponent wins
}
",
    );
    let uneven = position(&game, [1, 0, 1], [4, 0, 0], [0, 1]);
    assert_eq!(ended(&game, &uneven, 2), None);
    let (after, outcome) = ended(&game, &uneven, 3).expect("it is there for the third time");
    assert_eq!(after.pieces().as_slice(), [0, 0, 0, 2, 0, 0, 0, 5, 0]);
    assert_eq!((outcome.result, outcome.reason.as_str()), (GameResult::Winner(Player::North), "back"));
    let stuck = ended(&game, &position(&game, [0, 0, 0], [1, 0, 0], [0, 0]), 1);
    assert_eq!(stuck.expect("South has no seed").1.result, GameResult::Winner(Player::North));
}
