//! What holds of every game: no piece is lost, every move has one text, and that text alone plays it again.

use crate::shipped::{game, how_many, random_positions, variants};
use mancala::text::json::{from_json, to_json};
use mancala::text::{position_of_entries, to_line};
use mancala::{Game, Position};
use std::collections::HashSet;

#[test]
fn no_piece_is_lost() {
    for (name, _) in variants() {
        let game = game(name, "");
        let of_each_kind = |position: &Position| position.pieces().totals();
        let total = of_each_kind(&game.start());
        for position in random_positions(&game, how_many(300), 5) {
            for made in game.first_moves(&position, 50) {
                assert_eq!(
                    of_each_kind(&made.after),
                    total,
                    "{name}: {} from {}",
                    made.text,
                    to_line(&position, game.model())
                );
            }
        }
    }
}

#[test]
fn every_move_has_one_text_that_plays_it() {
    for (name, _) in variants() {
        let game = game(name, "");
        for position in random_positions(&game, how_many(120) / 3, 6) {
            if game.count_moves(&position, 300) < 300 {
                moves_have_one_text(name, &game, &position);
            }
        }
    }
}

/// Each move has a text that no other has, and that plays it, with marks too.
pub(crate) fn moves_have_one_text(name: &str, game: &Game, position: &Position) {
    let moves = game.moves(position);
    let texts: HashSet<&str> = moves.iter().map(|made| made.text.as_str()).collect();
    let line = to_line(position, game.model());
    assert_eq!(texts.len(), moves.len(), "{name}: two moves are written alike in {line}");
    for made in &moves {
        let marked = format!("{}{}", made.text, made.marks);
        let again = game.play(position, &marked).unwrap_or_else(|why| panic!("{name}: `{marked}` in {line}: {why}"));
        assert_eq!(again, *made, "{name}: {line}");
    }
}

#[test]
fn positions_survive_text_and_json() {
    for (name, _) in variants() {
        let game = game(name, "");
        let model = game.model();
        for position in random_positions(&game, how_many(200), 7) {
            let line = to_line(&position, model);
            let entries = mancala::syntax::parse_position(&line, 0).unwrap();
            assert_eq!(position_of_entries(&entries, model).unwrap(), position, "{name}: {line}");
            assert_eq!(from_json(&to_json(&position, model), model).unwrap(), position, "{name}: {line}");
        }
    }
}
