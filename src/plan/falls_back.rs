//! State that falls back as soon as a condition holds: whether turns leave none behind that still has to. The conditions are looked at
//! whenever pieces have moved: behind a lap, a capture, or all captures of a loop. So nothing is left for the next turn if they ask for
//! nothing but pieces, and for the same ones whoever moves, and if nothing sets such state to anything but what it falls back to.

use super::steady::blocks_of_turns;
use crate::ir::{
    Action, Code, Expressions, Number, NumberId, Pit, PitId, Program, Set, SetId, StateCell, Truth, TruthId, Until,
};
use crate::model::Player;

/// Whether state has fallen back where it has to in every position that a turn has come to.
pub(super) fn has_fallen_back_behind_turns(program: &Program) -> bool {
    let [south, north] = Player::BOTH.map(|mover| program.code(mover));
    let both = Both { south: &south.expressions, north: &north.expressions };
    let alike = |(one, other): (&Until, &Until)| {
        one.cell == other.cell && one.value == other.value && both.ask_for_the_same(one.condition, other.condition)
    };
    south.untils.len() == north.untils.len()
        && south.untils.iter().zip(&north.untils).all(alike)
        && [south, north].into_iter().all(sets_them_to_nothing_else)
}

/// Whether actions of turns set state to no other value than that to which it falls back.
fn sets_them_to_nothing_else(code: &Code) -> bool {
    let blocks = blocks_of_turns(code);
    let mut actions = blocks.into_iter().flat_map(|block| &code.blocks[block].actions);
    actions.all(|(action, _)| match action {
        Action::SetTruth(StateCell::At(cell), value) => {
            let until = code.untils.iter().find(|until| until.cell == *cell);
            let value = &code.expressions.truths[*value];
            until.is_none_or(|until| *value == Truth::Constant(until.value != 0))
        }
        _ => true,
    })
}

/// The expressions of both players' turns.
struct Both<'e> {
    south: &'e Expressions,
    north: &'e Expressions,
}

impl Both<'_> {
    /// Whether conditions of each ask for the same pieces, and for nothing else.
    fn ask_for_the_same(&self, one: TruthId, other: TruthId) -> bool {
        match (self.south.truths[one], self.north.truths[other]) {
            (Truth::Constant(one), Truth::Constant(other)) => one == other,
            (Truth::And(one, two), Truth::And(other, another)) | (Truth::Or(one, two), Truth::Or(other, another)) => {
                self.ask_for_the_same(one, other) && self.ask_for_the_same(two, another)
            }
            (Truth::Not(one), Truth::Not(other)) => self.ask_for_the_same(one, other),
            (Truth::Compare(as_one, one, two), Truth::Compare(as_other, other, another)) => {
                as_one == as_other && self.are_the_same(one, other) && self.are_the_same(two, another)
            }
            (Truth::IsIn(one, these), Truth::IsIn(other, those)) => {
                self.south.counts[these] == self.north.counts[those] && self.are_the_same(one, other)
            }
            (Truth::Some(one), Truth::Some(other)) | (Truth::NoPieces(one), Truth::NoPieces(other)) => {
                self.are_the_same_set(one, other)
            }
            _ => false,
        }
    }

    fn are_the_same(&self, one: NumberId, other: NumberId) -> bool {
        match (self.south.numbers[one], self.north.numbers[other]) {
            (Number::Constant(one), Number::Constant(other)) => one == other,
            (Number::Pieces(one, these), Number::Pieces(other, those)) => {
                these == those && self.are_the_same_set(one, other)
            }
            (Number::PiecesAt(one, these), Number::PiecesAt(other, those)) => {
                these == those && self.are_the_same_pit(one, other)
            }
            (Number::Arithmetic(as_one, one, two), Number::Arithmetic(as_other, other, another)) => {
                as_one == as_other && self.are_the_same(one, other) && self.are_the_same(two, another)
            }
            _ => false,
        }
    }

    fn are_the_same_set(&self, one: SetId, other: SetId) -> bool {
        match (self.south.sets[one], self.north.sets[other]) {
            (Set::Constant(one), Set::Constant(other)) => self.south.constants[one] == self.north.constants[other],
            (Set::Single(one), Set::Single(other)) => self.are_the_same_pit(one, other),
            _ => false,
        }
    }

    fn are_the_same_pit(&self, one: PitId, other: PitId) -> bool {
        match (self.south.pits[one], self.north.pits[other]) {
            (Pit::Constant(one), Pit::Constant(other)) => one == other,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::has_fallen_back_behind_turns;
    use crate::model::Player;
    use crate::{Variant, shipped_names};

    /// So it is in every shipped game in which state falls back, and in none of those that are made so that it is not.
    #[test]
    fn nothing_is_left_to_fall_back_in_shipped_games() {
        let mut fall_back = Vec::new();
        for name in shipped_names() {
            let game = Variant::shipped(name).expect("it is shipped").game().expect("it checks");
            if !game.program().code(Player::South).untils.is_empty() {
                assert!(has_fallen_back_behind_turns(game.program()), "{name}");
                fall_back.push(name);
            }
        }
        assert!(["bao", "bawo-advanced"].iter().all(|name| fall_back.contains(name)), "{fall_back:?}");
        for text in [
            include_str!("../../tests/agreement/state_that_falls_back_before_a_turn.mancala"),
            include_str!("../../tests/agreement/state_set_behind_the_last_seed.mancala"),
        ] {
            let game = Variant::from_text("it", text).game().expect("it checks");
            assert!(!has_fallen_back_behind_turns(game.program()), "{text}");
        }
    }
}
