//! What each word of the language means where it stands: one word may be part of several constructs. The reference
//! (`docs/language.md`) says more of each; here it is what fits beside a line that is being written.

use crate::syntax::Rule;

/// A construct: the rule of the grammar, the words of it that are meant (all, if none is named), how it is written, and
/// what it means.
type Meaning = (Rule, &'static [&'static str], &'static str, &'static str);

/// What is told of a word in a construct.
pub(super) fn meaning(within: Rule, word: &str) -> Option<String> {
    MEANINGS.iter().find(|one| one.0 == within && is_meant(one, word)).map(told)
}

/// What is told of a word of which it is not known yet where it will stand: the constructs that begin with it.
pub(super) fn meanings(word: &str) -> Option<String> {
    let begins = |one: &&Meaning| one.2.split([' ', ':']).next() == Some(word);
    let all: Vec<String> = MEANINGS.iter().filter(begins).map(told).collect();
    (!all.is_empty()).then(|| all.join("\n\n"))
}

fn is_meant(one: &Meaning, word: &str) -> bool {
    one.1.is_empty() || one.1.contains(&word)
}

fn told(one: &Meaning) -> String {
    format!("`{}`: {}", one.2, one.3)
}

const MEANINGS: &[Meaning] = &[
    // The file.
    (
        Rule::version_line,
        &[],
        "mancala 1",
        "the first line of a file: the version of the language that it is written in",
    ),
    (
        Rule::based_on,
        &["with"],
        "based on NAME with option: value",
        "gives options and parameters of that file another default",
    ),
    (
        Rule::based_on,
        &[],
        "based on NAME with option: value",
        "this file has all items of another file, shipped or beside it; what follows differs from it",
    ),
    (Rule::game, &[], "game \"Name\" from \"source\"", "what the game is called and where its rules come from"),
    (Rule::also_called, &[], "also called \"X\", \"Y\"", "other names by which commands find the game"),
    (
        Rule::option,
        &[],
        "option NAME \"about\" { value: \"meaning\" … }",
        "a named choice between rules; the first value is the default",
    ),
    (
        Rule::parameter,
        &[],
        "parameter NAME: 1..12 default 6 \"about\"",
        "a number that may be set, within these bounds; 6 unless something else is said",
    ),
    (Rule::preset, &[], "preset NAME { option: value … }", "a named combination of options"),
    (Rule::pieces, &[], "pieces { stone worth 0  pearl worth 1..3 }", "kinds of pieces, where there is more than one"),
    (
        Rule::piece,
        &[],
        "pearl worth 1..3",
        "what a piece of this kind is worth; with two numbers a family: pearl1, pearl2, pearl3",
    ),
    // The board.
    (
        Rule::board,
        &[],
        "board { … }",
        "rows, stores, tracks, named pits and sets; everything is written from the mover's side and holds for both players",
    ),
    (
        Rule::row,
        &[],
        "row NAME: 6",
        "a row of pits of each player, numbered from its owner's left; `facing opponent ROW` and `behind ROW` say what lies opposite and in front of it",
    ),
    (
        Rule::facing_row,
        &[],
        "row home: 6 facing opponent home",
        "pit k faces the opponent's pit of the same column; `facing X` in a rule means that pit",
    ),
    (
        Rule::behind_row,
        &[],
        "row back: 8 behind front",
        "pit k lies behind pit k of the other row, seen from the middle of the board",
    ),
    (Rule::store, &[], "store", "a place for captured seeds, one for each player"),
    (Rule::reserve, &[], "reserve NAME", "a place for seeds that have not yet been entered, one for each player"),
    (Rule::off, &[], "off", "one place for seeds that have left the game"),
    (
        Rule::track,
        &[],
        "track NAME: own home, opponent home both ways right, left",
        "a closed path over places, along which seeds are sown in the order written; no place stands twice on it",
    ),
    (
        Rule::both_ways,
        &[],
        "track … both ways right, left",
        "the track is sown in two directions: the first name is the order written, the second the other one",
    ),
    (Rule::named_pit, &[], "pit NAME: front 5", "a name for a pit of each player"),
    (Rule::named_set, &[], "set NAME: front 1..2, back 1", "a name for a set of pits of each player"),
    (Rule::place_name, &[], "own store, opponent store", "the place where a player's captured seeds lie"),
    (
        Rule::setup,
        &[],
        "setup { home: 4 each }",
        "what lies where at the start, and who begins; what is not named is empty",
    ),
    (Rule::first_entry, &[], "first: south", "who begins; without it South does"),
    (
        Rule::contents_list,
        &[],
        "home: 4 each",
        "the same number in every pit of the row; `home: 0 0 6 2` gives one for each",
    ),
    (
        Rule::exact_side,
        &[],
        "south, north",
        "the player of this name, whoever moves; a side holds for the entries after it until another is named",
    ),
    // State and notation.
    (Rule::state, &[], "state { … }", "what the position remembers besides the pieces"),
    (
        Rule::state_entry,
        &["per", "pit", "player"],
        "NAME per pit: no, NAME per player: 0 up to 9",
        "a value of its own for each pit, or for each player: read as `NAME(pit)`, or as `own NAME` and `opponent NAME`",
    ),
    (
        Rule::state_entry,
        &["until"],
        "NAME: yes until CONDITION",
        "the truth value changes to its contrary, for good, as soon as the condition holds",
    ),
    (Rule::start_value, &[], "NAME: 0 up to 9", "a number that stays between 0 and this bound"),
    (Rule::notation, &[], "notation { … }", "how moves are written"),
    (
        Rule::row_text,
        &[],
        "row home: letters, row front: \"A\" / \"a\"",
        "how pits of a row are written: by letters, or by South's and North's word before the number",
    ),
    (Rule::way_text, &[], "way left: \"<\"", "how a chosen way is written"),
    (Rule::choice_text, &[], "choice NAME: \"+\"", "how an alternative of `either` is written"),
    (Rule::kind_text, &[], "kind NAME: \"-\"", "how a kind of move is written"),
    (Rule::piece_text, &[], "pieces: worth", "pieces are written by their worth, not by their names"),
    (
        Rule::mark_text,
        &[],
        "mark \"*\" if CONDITION",
        "printed behind a move when the condition holds; ignored when it is read",
    ),
    (Rule::define, &[], "define NAME(a, b) = expression", "a name for an expression"),
    // The turn.
    (Rule::turn, &[], "turn: a else b", "which kinds of move there are, and their rank"),
    (
        Rule::phase,
        &[],
        "phase NAME while CONDITION: RANKING",
        "which kinds of move there are in turns that begin so; phases are tried in order",
    ),
    (Rule::ranking, &[], "a or b", "both kinds of move may be played"),
    (Rule::ranked, &[], "a else b", "b may be played only if a has no legal move"),
    (Rule::move_kind, &[], "move NAME { … }", "a kind of move: statements, done in order"),
    (
        Rule::sequence,
        &[],
        "sequence NAME(a, b) { … }",
        "a part of turns that several moves share, or that follows itself; `then NAME(…)` goes on with it",
    ),
    (Rule::finally, &[], "finally { … }", "closes every turn, after the move's own `finally`"),
    (Rule::condition_tail, &[], "STATEMENT if CONDITION", "done only if the condition holds"),
    (
        Rule::choose,
        &["where"],
        "choose NAME in SET where CONDITION",
        "only from the members for which it holds; `it` is the one looked at",
    ),
    (
        Rule::choose,
        &[],
        "choose NAME in SET",
        "the mover chooses a pit of the set, a number (`1..seeds(pit)`) or a way (`both ways`); the name is known from here on",
    ),
    (Rule::ranked_set, &[], "choose NAME in SET else SET", "from the first of them that has members"),
    (Rule::both_ways_word, &[], "choose NAME in both ways", "one of the two ways of the board's tracks"),
    (Rule::lift, &["from"], "lift 2 from X", "takes at most this many seeds into the hand"),
    (Rule::lift, &[], "lift X", "takes all seeds of a pit or set into the hand"),
    (
        Rule::put,
        &["all", "from"],
        "put all from X in Y",
        "moves seeds from one place to another; without `from` they come from the hand",
    ),
    (Rule::put, &[], "put 1 in Y, put 2 from X in Y", "moves seeds; they are not captured"),
    (
        Rule::sow,
        &["starting", "in"],
        "sow TRACK starting in X",
        "drops the hand one by one along the track, the first seed into X",
    ),
    (Rule::sow, &[], "sow TRACK after X", "drops the hand one by one along the track, from the place behind X"),
    (
        Rule::each_place,
        &[],
        "sow TRACK 2 each after X",
        "this many seeds at once into each place, and what is left into the last one",
    ),
    (Rule::going, &[], "sow TRACK after X going WAY", "in this direction, where the track has two"),
    (
        Rule::skipping,
        &[],
        "sow TRACK after X skipping SET",
        "leaving these places out; the set is read at the start of each lap",
    ),
    (
        Rule::chosen_order,
        &[],
        "sow TRACK after X choosing the order",
        "the mover says before each drop which kind of piece falls",
    ),
    (Rule::each_drop, &[], "sow … each drop { … }", "a table for each seed as it falls into `last`; its rows only act"),
    (
        Rule::but_last,
        &[],
        "sow … each drop but the last { … }",
        "a table for each seed as it falls, but not for the last one of a lap",
    ),
    (
        Rule::landing,
        &[],
        "landing { … }",
        "a table for what happens when the last seed has fallen: the first row whose conditions hold is taken",
    ),
    (Rule::let_value, &[], "let NAME = EXPR", "keeps a value as it is now"),
    (Rule::capture, &[], "capture X, capture 2 from X", "takes seeds to the mover's store"),
    (Rule::capture_what, &[], "capture 2 from X", "takes at most this many seeds of each pit"),
    (
        Rule::chosen_pieces,
        &["then"],
        "capture chosen 2 KIND from SET, then from SET",
        "when the first set has no more, the rest comes from here",
    ),
    (Rule::chosen_pieces, &[], "capture chosen 2 KIND from SET", "takes pieces that the mover chooses"),
    (Rule::destination, &[], "capture X into Y", "takes the seeds to another place: `hand`, `own back 1`, `off`"),
    (
        Rule::place_freely,
        &[],
        "place freely in SET",
        "the mover places every seed of the hand in pits of the set, in no order",
    ),
    (Rule::require, &[], "require CONDITION", "if it does not hold, this is no legal move"),
    (Rule::prefer, &[], "prefer CONDITION", "if some legal move satisfies it, those that do not are not legal"),
    (Rule::then_sequence, &[], "then NAME(a, b)", "goes on with a sequence"),
    (Rule::finally_block, &[], "finally { … }", "in a move: done when its sowing has stopped, whatever row stopped it"),
    (Rule::becomes, &["becomes"], "X becomes VALUE", "sets state"),
    (Rule::becomes, &[], "PLAYER captures 2 from X", "takes seeds for that player; for nobody it does nothing"),
    (
        Rule::for_loop,
        &[],
        "for p in SET { … }",
        "does it for each member of a set, each number (`1..3`) or each way (`both ways`)",
    ),
    (
        Rule::each_player,
        &[],
        "for each player { … }",
        "does it for the mover, then for the opponent, who is the mover there",
    ),
    (Rule::binder, &[], "p in SET, w in both ways", "each member of the set in turn, or each way"),
    // Tables and outcomes.
    (
        Rule::table_row,
        &[],
        "otherwise -> STATEMENTS",
        "the row that is taken when no row before it is: it always holds",
    ),
    (Rule::not_legal, &[], "not legal", "this was no legal move"),
    (Rule::stop, &[], "stop", "the sowing is over, and with it the turn"),
    (Rule::again, &[], "again", "the turn is over, and the same player begins another"),
    (Rule::relay, &["from"], "relay from X", "lifts X instead of the last pit, and sows on behind X"),
    (Rule::relay, &[], "relay", "lifts the last pit and sows on behind it in the same way; then this table again"),
    (Rule::never, &[], "label: CONDITION -> never", "says that no game comes to this row"),
    (Rule::either, &[], "either { name: … other: … }", "the mover chooses which of them is done"),
    (
        Rule::higher_wins,
        &[],
        "higher score wins",
        "the game is over, and who has the higher `score` has won; equal scores are a draw",
    ),
    (Rule::mover_wins, &[], "mover wins", "the game is over, and the mover has won"),
    (Rule::opponent_wins, &[], "opponent wins", "the game is over, and the mover's opponent has won"),
    (Rule::winner_wins, &[], "winner wins", "in a match: who won this round has won the match"),
    (Rule::draw, &[], "draw", "the game is over, and nobody has won"),
    (Rule::no_winner, &[], "no winner", "the game is over without a result: neither a winner nor a draw"),
    (
        Rule::legal,
        &[],
        "legal { label: require CONDITION … }",
        "which moves are not allowed because of what comes out; read after the turn",
    ),
    (
        Rule::endless,
        &[],
        "endless after 500 laps { … }",
        "what happens when a turn makes more laps than this without a capture; 10,000 unless a number is given",
    ),
    (
        Rule::end,
        &[],
        "end { label: MOMENT, CONDITION -> OUTCOME … }",
        "when the game is over, who gets what is left, and who wins",
    ),
    (
        Rule::at_capture,
        &[],
        "at a capture",
        "looked at after every statement by which the mover has captured, in mid-turn",
    ),
    (Rule::after_turn, &[], "after a turn", "looked at when the turn is done; `mover` is who has moved"),
    (Rule::before_turn, &[], "before a turn", "looked at for the player who is to move, who is `mover`"),
    // A match.
    (
        Rule::match_rounds,
        &[],
        "match { … }",
        "what is done between rounds, in this order, and when the match is over; rows of `end` end a round then",
    ),
    (Rule::match_setup, &[], "setup", "in a match: every piece goes where it was at the start; state stays as it is"),
    (
        Rule::match_fill,
        &["otherwise"],
        "fill SET with N each from PLACE otherwise STATE",
        "a truth value per pit, which tells afterwards which pits were not filled",
    ),
    (
        Rule::match_fill,
        &[],
        "fill SET with N each from PLACE",
        "takes up what lies in the pits and the place, and fills one pit after the other as long as there are N",
    ),
    (
        Rule::in_turn,
        &[],
        "starts: in turn",
        "who did not begin this round begins the next; the state `began` tells who began",
    ),
    (Rule::match_starts, &[], "starts: PLAYER", "who begins the next round; without it, whoever would have moved next"),
    (
        Rule::match_over,
        &[],
        "over { … }",
        "a table like `end`, without moments: a row whose condition holds ends the match",
    ),
    // Files that are based on others.
    (Rule::without, &[], "without KIND NAME, KIND NAME", "what this file takes out of the one that it is based on"),
    (
        Rule::removed_kind,
        &[],
        "without row A.B, without option NAME",
        "takes out what is called so: a row of a table, of `end` or of `legal`, a rule, or an item",
    ),
    (Rule::splice, &["before"], "before A.B { … }", "puts rows before row B of A, or statements before statement B"),
    (Rule::splice, &["after"], "after A.B { … }", "puts rows behind row B of A, or statements behind statement B"),
    (Rule::splice, &[], "instead of A.B { … }", "puts rows or statements in the place of B"),
    (Rule::row_of, &[], "finally.B", "statement B of the item `finally`"),
    (Rule::row_name, &[], "A.otherwise", "the row `otherwise` of A, where it has no label"),
    // Examples.
    (Rule::example, &[], "example \"name\" from \"source\" { … }", "a worked example; `mancala check` plays it"),
    (Rule::with_step, &[], "with option: value", "binds options and parameters for the whole example"),
    (Rule::position_step, &[], "position { … }", "sets a position; without it the example begins at the start"),
    (Rule::play_step, &[], "play \"a\" \"b\"", "plays moves"),
    (Rule::expect_step, &[], "expect { … }", "compares what it names with the position"),
    (Rule::legal_step, &[], "legal \"a\" \"b\"", "each of these moves is legal"),
    (
        Rule::illegal_step,
        &["because"],
        "illegal \"a\" because LABEL",
        "it is not legal, because of this row, rule or better kind of move",
    ),
    (Rule::illegal_step, &[], "illegal \"a\"", "this move is not legal"),
    (Rule::count_step, &[], "moves 6", "exactly this many moves are legal"),
    (Rule::only_step, &[], "only \"a\" \"b\"", "exactly these moves are legal"),
    (Rule::to_move, &[], "to move: south", "who is to move"),
    (Rule::rest, &[], "rest: north store", "puts there what is missing to the number of pieces of the game"),
    (
        Rule::place_contents,
        &["winner"],
        "winner: south",
        "in `expect`: who has won; `draw`, `nobody` (over without a winner) or `none` (not over)",
    ),
    (Rule::place_contents, &["reason"], "reason: LABEL", "in `expect`: the label of the row that ended the game"),
    // Expressions.
    (
        Rule::conditions,
        &[],
        "label: A or B -> …",
        "one of them holds, or both; where `or` joins conditions, no comma does",
    ),
    (Rule::expr, &[], "A or B", "one of them holds, or both"),
    (Rule::conjunction, &[], "A and B", "both hold; stronger than `or`"),
    (Rule::denied, &[], "not A", "A does not hold"),
    (Rule::some_test, &["some"], "some SET", "the set has a member"),
    (Rule::some_test, &[], "no SET", "the set has no member"),
    (
        Rule::is_tail,
        &[],
        "x is y, x is not y",
        "players, pits, sets, ways or truth values are the same, or are not; of an option: it has this value",
    ),
    (Rule::adjective, &["empty"], "X is empty", "a pit or set holds no seed"),
    (Rule::adjective, &[], "n is even, n is odd", "the number is"),
    (
        Rule::was_tail,
        &[],
        "last was empty, last was not empty",
        "it held no seed just before its last seed fell, or some",
    ),
    (
        Rule::in_tail,
        &[],
        "pit in SET, n in 2..3, n in {2, 4}",
        "it is a member of the set, or the number is one of these",
    ),
    (Rule::turn_began, &[], "C when the turn began", "read in the position before the move"),
    (Rule::before_sowing, &[], "C before the sowing", "read in the position before the last lap's seeds were dropped"),
    (Rule::filter, &[], "SET where CONDITION", "the members for which it holds; `it` is the one looked at"),
    (Rule::prefix_op, &["facing"], "facing X", "the pit of the other player that faces X; of a set: the set"),
    (Rule::prefix_op, &["behind"], "behind X", "the pit behind X; of a set: the set"),
    (Rule::prefix_op, &[], "opposite WAY", "the other way"),
    (Rule::places_along, &[], "2 places after X", "the second place along the track"),
    (Rule::place_along, &[], "place after X, place before X", "the next place along the track, or the one before"),
    (Rule::along, &["after"], "place after X", "along the track, in the direction of the sowing or of `going`"),
    (Rule::along, &["before"], "place before X", "along the track, against the direction of the sowing or of `going`"),
    (Rule::along, &["on"], "place after X on TRACK", "on this track, where there are several"),
    (Rule::along, &[], "place after X going WAY", "in this direction, where the track has two"),
    (Rule::truth, &["yes", "no"], "yes, no", "truth values"),
    (Rule::truth, &["nobody"], "nobody", "a player that is neither"),
    (Rule::truth, &[], "none", "no pit, and the set without members"),
    (
        Rule::occurs,
        &[],
        "position occurs 3 times",
        "this position, with the same player to move, is there for the third time",
    ),
    (Rule::cannot_move, &[], "mover cannot move", "no move is legal for who is to move"),
    (Rule::conditional, &["otherwise"], "(A if C, otherwise B)", "the value where no condition before it holds"),
    (Rule::conditional, &[], "(A if C, B if D, otherwise E)", "the first value whose condition holds"),
    (Rule::side, &["own"], "own home, own store, own NAME", "the mover's"),
    (Rule::side, &["opponent"], "opponent, opponent home, opponent NAME", "the mover's opponent, and what is his"),
    (Rule::side, &["all"], "all home", "both players'"),
    (Rule::side, &[], "south, south home", "the player of this name, whoever moves, and what is his"),
    (
        Rule::chain,
        &["on"],
        "chain on from X while CONDITION",
        "X, the place after it in the direction of the sowing, and on while it holds of `it`",
    ),
    (Rule::chain, &["up", "to"], "chain … up to 3 while CONDITION", "at most this many places"),
    (
        Rule::chain,
        &[],
        "chain back from X while CONDITION",
        "X, the place before it on the last track sown, and on while it holds of `it`",
    ),
    (
        Rule::drop_run,
        &[],
        "drops back while CONDITION",
        "the last drops of a sowing, from the last one back, as long as it holds",
    ),
    (Rule::collected, &[], "each EXPR for p in SET", "the set of all values of a pit expression"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use pest_meta::ast::Expr;
    use pest_meta::parser;
    use std::collections::HashMap;

    const GRAMMAR: &str = include_str!("../../grammar/mancala.pest");

    /// The rules that an expression of the grammar is made of; what only must not follow is none of it.
    fn parts<'a>(expr: &'a Expr, found: &mut Vec<&'a str>) {
        match expr {
            Expr::Ident(name) => found.push(name),
            Expr::Seq(one, other) | Expr::Choice(one, other) => {
                parts(one, found);
                parts(other, found);
            }
            Expr::Opt(inner) | Expr::Rep(inner) | Expr::RepOnce(inner) => parts(inner, found),
            _ => {}
        }
    }

    fn spelled(expr: &Expr) -> Option<&str> {
        match expr {
            Expr::Str(word) => Some(word),
            Expr::Seq(first, _) => spelled(first),
            _ => None,
        }
    }

    #[test]
    fn every_word_is_explained_wherever_the_grammar_lets_it_stand() {
        let pairs = parser::parse(parser::Rule::grammar_rules, GRAMMAR).unwrap();
        let rules = parser::consume_rules(pairs).unwrap();
        let words: HashMap<&str, &str> = rules
            .iter()
            .filter(|rule| rule.name.starts_with("kw_"))
            .map(|rule| (rule.name.as_str(), spelled(&rule.expr).unwrap()))
            .collect();
        let mut missing = Vec::new();
        // `board_word` is only looked ahead for.
        for rule in rules.iter().filter(|rule| !rule.name.starts_with("kw_") && rule.name != "board_word") {
            let mut found = Vec::new();
            parts(&rule.expr, &mut found);
            for word in found.iter().filter_map(|part| words.get(part)) {
                let is_told = MEANINGS.iter().any(|one| format!("{:?}", one.0) == rule.name && is_meant(one, word));
                if !is_told {
                    missing.push(format!("{word} in {}", rule.name));
                }
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
        assert!(words.len() > 100, "the words of the grammar are found");
    }
}
