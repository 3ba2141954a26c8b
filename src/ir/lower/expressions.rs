//! Expressions of the model to typed ones: places become fixed, definitions are put in.

use super::Lowerer;
use super::scope::Meaning;
use crate::ir::expression::*;
use crate::ir::id::*;
use crate::model::{CompareOp, Expr, LocalId, Player, Spot, StateId, Type, WayNumber};

/// An expression that the resolver does not put there.
macro_rules! not_a {
    ($what:literal, $expr:expr) => {
        unreachable!("the resolver gives {} here, not {:?}", $what, $expr)
    };
}

impl Lowerer<'_> {
    // --- numbers -----------------------------------------------------------------------------------------------------

    pub(super) fn number(&mut self, expr: &Expr) -> NumberId {
        let number = match expr {
            Expr::Int(value) => Number::Constant(*value),
            Expr::Local(local) => match self.meaning(*local) {
                Meaning::Number(number) | Meaning::Run(number, _) => return number,
                meaning => Number::Kept(self.slot(meaning)),
            },
            Expr::Hand => Number::Hand,
            Expr::LastHeld => Number::LastHeld,
            Expr::Held(kinds) => Number::Held(self.kinds(kinds.as_deref())),
            Expr::Captured => Number::Captured,
            Expr::Laps => Number::Laps,
            Expr::StateGame(state) => Number::State(self.state(*state)),
            Expr::StatePlayer(state, own) => Number::State(self.state_of_side(*state, *own)),
            Expr::StateOf(state, player) => Number::State(self.state_of(*state, *player)),
            Expr::StatePit(state, pit) => Number::StateOf(self.state(*state), self.pit(pit)),
            Expr::Pieces(set, kinds) => {
                let kinds = self.kinds(kinds.as_deref());
                let set = self.set(set);
                match self.interned.single(set) {
                    Some(pit) => Number::PiecesAt(pit, kinds),
                    None => Number::Pieces(set, kinds),
                }
            }
            Expr::Worth(set) => Number::Worth(self.set(set)),
            Expr::Count(what) if self.model.type_of(what) == Type::Run => return self.number(what),
            Expr::Count(set) => Number::Count(self.set(set)),
            Expr::Number(pit) => Number::PitNumber(self.pit(pit)),
            Expr::Arithmetic(op, left, right) => Number::Arithmetic(*op, self.number(left), self.number(right)),
            Expr::Larger(true, left, right) => Number::Larger(self.number(left), self.number(right)),
            Expr::Larger(false, left, right) => Number::Smaller(self.number(left), self.number(right)),
            Expr::AtTurnStart(inner) => Number::In(Past::TurnStart, self.number(inner)),
            Expr::BeforeSowing(inner) => Number::In(self.before_sowing(), self.number(inner)),
            Expr::Drops { pit, piece, condition } => return self.run(*pit, *piece, condition),
            Expr::If(cases, otherwise) => {
                return self.cases(cases, otherwise, Self::number, |this, condition, one, two| {
                    this.interned.number(Number::If(condition, one, two))
                });
            }
            Expr::Call { define, flipped, arguments } => {
                return self.call(*define, *flipped, arguments, Self::number, |this, binding, rest| {
                    this.interned.number(Number::With(binding, rest))
                });
            }
            Expr::Flipped(inner) => return self.flipped(|this| this.number(inner)),
            other => not_a!("a number", other),
        };
        self.interned.number(number)
    }

    fn run(&mut self, pit: LocalId, piece: LocalId, condition: &Expr) -> NumberId {
        self.keeps.drops = true;
        let run = self.with_slot(pit, |this, pit| {
            this.with_slot(piece, |this, piece| Run { pit, piece, condition: this.truth(condition) })
        });
        let run = self.interned.run(run);
        self.interned.number(Number::Run(run))
    }

    // --- truth values ------------------------------------------------------------------------------------------------

    pub(super) fn truth(&mut self, expr: &Expr) -> TruthId {
        let truth = match expr {
            Expr::Int(value) => Truth::Constant(*value != 0),
            Expr::Local(local) => match self.meaning(*local) {
                Meaning::Truth(truth) => return truth,
                meaning => Truth::Kept(self.slot(meaning)),
            },
            Expr::StateGame(state) => Truth::State(self.state(*state)),
            Expr::StatePlayer(state, own) => Truth::State(self.state_of_side(*state, *own)),
            Expr::StateOf(state, player) => Truth::State(self.state_of(*state, *player)),
            Expr::StatePit(state, pit) => Truth::StateOf(self.state(*state), self.pit(pit)),
            Expr::And(members) => return self.joined(members, Truth::And),
            Expr::Or(members) => return self.joined(members, Truth::Or),
            Expr::Not(inner) => Truth::Not(self.truth(inner)),
            Expr::Compare(op, left, right) => return self.compare(*op, left, right),
            Expr::Same(left, right) => self.same(left, right),
            Expr::SameSet(left, right) => Truth::SameSet(self.set(left), self.set(right)),
            Expr::InRanges(value, ranges) => return self.in_ranges(value, ranges),
            Expr::InSet(pit, set) => Truth::In(self.pit(pit), self.set(set)),
            Expr::Subset(left, right) => Truth::Within(self.set(left), self.set(right)),
            Expr::Some(set) => match &**set {
                // A run has a drop if it counts one.
                Expr::PitsOf(run) => {
                    let (count, one) = (self.number(run), self.interned.number(Number::Constant(1)));
                    Truth::Compare(CompareOp::AtLeast, count, one)
                }
                set => Truth::Some(self.set(set)),
            },
            Expr::Even(value) => Truth::Even(self.number(value)),
            Expr::AtTurnStart(inner) => Truth::Past(Past::TurnStart, self.truth(inner)),
            Expr::BeforeSowing(inner) => Truth::Past(self.before_sowing(), self.truth(inner)),
            Expr::Repeats(times) => {
                self.keeps.repetition = true;
                Truth::Occurs(*times)
            }
            Expr::CannotMove => Truth::CannotMove,
            Expr::If(cases, otherwise) => {
                return self.cases(cases, otherwise, Self::truth, |this, condition, one, two| {
                    this.interned.truth(Truth::If(condition, one, two))
                });
            }
            Expr::Call { define, flipped, arguments } => {
                return self.call(*define, *flipped, arguments, Self::truth, |this, binding, rest| {
                    this.interned.truth(Truth::With(binding, rest))
                });
            }
            Expr::Flipped(inner) => return self.flipped(|this| this.truth(inner)),
            other => not_a!("yes or no", other),
        };
        self.interned.truth(truth)
    }

    /// The first is read first, and the others only if it does not settle the matter.
    fn joined(&mut self, members: &[Expr], join: fn(TruthId, TruthId) -> Truth) -> TruthId {
        let members: Vec<TruthId> = members.iter().map(|member| self.truth(member)).collect();
        let joined = members.into_iter().rev().reduce(|rest, member| self.interned.truth(join(member, rest)));
        joined.unwrap_or_else(|| self.interned.truth(Truth::Constant(true)))
    }

    fn compare(&mut self, op: CompareOp, left: &Expr, right: &Expr) -> TruthId {
        let (left, right) = (self.number(left), self.number(right));
        let truth = match (self.interned.known_number(left), self.interned.known_number(right)) {
            (None, Some(value)) => self.compare_with(op, left, value).unwrap_or(Truth::Compare(op, left, right)),
            _ => Truth::Compare(op, left, right),
        };
        self.interned.truth(truth)
    }

    /// What a comparison of pieces with a constant asks: whether there are none, or whether their number is in a set.
    fn compare_with(&mut self, op: CompareOp, left: NumberId, value: i32) -> Option<Truth> {
        if !(0..Counts::END).contains(&value) {
            return None;
        }
        // A comparison that holds of 0 and not of 1 may hold of more again: `seeds(X) != 1`.
        let nothing_else = op.holds(0, value) && !op.holds(1, value) && !op.holds(2, value);
        let (pieces, kinds) = self.interned.pieces(left)?;
        let is_every_kind = kinds == Kinds::ALL;
        match pieces {
            Ok(set) if nothing_else && is_every_kind => Some(Truth::NoPieces(set)),
            Ok(_) => None,
            Err(_) => Some(Truth::IsIn(left, self.interned.counts(Counts::new(|count| op.holds(count, value))))),
        }
    }

    fn same(&mut self, left: &Expr, right: &Expr) -> Truth {
        let ty = match self.model.type_of(left) {
            Type::Unknown => self.model.type_of(right),
            known => known,
        };
        match ty {
            Type::Pit => Truth::SamePit(self.pit(left), self.pit(right)),
            Type::Way => Truth::SameWay(self.way(left), self.way(right)),
            Type::Player => Truth::SamePlayer(self.player(left), self.player(right)),
            Type::Kind => match (left, right) {
                (Expr::Kind, Expr::MoveKind(kind)) | (Expr::MoveKind(kind), Expr::Kind) => Truth::MoveIs(*kind),
                _ => not_a!("the kind of move and the name of one", (left, right)),
            },
            Type::Piece => match (left, right) {
                (Expr::Local(piece), Expr::PieceKind(kind)) | (Expr::PieceKind(kind), Expr::Local(piece)) => {
                    let slot = self.meaning(*piece);
                    Truth::PieceIs(self.slot(slot), self.kinds(Some(&[*kind])))
                }
                _ => not_a!("a piece and the name of a kind", (left, right)),
            },
            Type::Truth => {
                let (left, right) = (self.truth(left), self.truth(right));
                let not = self.interned.truth(Truth::Not(right));
                Truth::If(left, right, not)
            }
            _ => Truth::Compare(CompareOp::Equal, self.number(left), self.number(right)),
        }
    }

    fn in_ranges(&mut self, value: &Expr, ranges: &[(Expr, Expr)]) -> TruthId {
        let value = self.number(value);
        let ranges: Vec<_> = ranges.iter().map(|(low, high)| (self.number(low), self.number(high))).collect();
        let known = |number| self.interned.known_number(number);
        let bounds: Option<Vec<_>> = ranges.iter().map(|(low, high)| Some((known(*low)?, known(*high)?))).collect();
        if let Some(bounds) = bounds.filter(|bounds| bounds.iter().all(|(low, high)| can_be_told_apart(*low, *high))) {
            let holds = |count: i32| bounds.iter().any(|(low, high)| (*low..=*high).contains(&count));
            let counts = self.interned.counts(Counts::new(holds));
            return self.interned.truth(Truth::IsIn(value, counts));
        }
        let between = ranges.into_iter().map(|(low, high)| Truth::Between(value, low, high));
        let between: Vec<TruthId> = between.map(|truth| self.interned.truth(truth)).collect();
        let joined = between.into_iter().rev().reduce(|rest, one| self.interned.truth(Truth::Or(one, rest)));
        joined.unwrap_or_else(|| self.interned.truth(Truth::Constant(false)))
    }

    // --- places ------------------------------------------------------------------------------------------------------

    pub(super) fn pit(&mut self, expr: &Expr) -> PitId {
        let pit = match expr {
            Expr::NoPit | Expr::Int(_) => Pit::Constant(None),
            Expr::Place(spot) => Pit::Constant(Some(self.place(*spot))),
            Expr::Local(local) => match self.meaning(*local) {
                Meaning::Pit(pit) => return pit,
                meaning => Pit::Kept(self.slot(meaning)),
            },
            Expr::Last => Pit::Last,
            Expr::Origin => Pit::Origin,
            Expr::StateGame(state) => Pit::State(self.state(*state)),
            Expr::StatePlayer(state, own) => Pit::State(self.state_of_side(*state, *own)),
            Expr::StateOf(state, player) => Pit::State(self.state_of(*state, *player)),
            Expr::StatePit(state, pit) => Pit::StateOf(self.state(*state), self.pit(pit)),
            Expr::Facing(pit) => Pit::Facing(self.pit(pit)),
            Expr::Behind(pit) => Pit::Behind(self.pit(pit)),
            Expr::Only(set) => Pit::Only(self.set(set)),
            Expr::Steps { count, from, track, way, back } => {
                let (count, from, way) = (self.number(count), self.pit(from), self.way(way));
                let steps = Steps { count, from, track: self.track(*track), way, back: *back };
                Pit::Steps(self.interned.steps(steps))
            }
            Expr::Nth(number, spots) => return self.nth(number, spots),
            Expr::AtTurnStart(inner) => Pit::In(Past::TurnStart, self.pit(inner)),
            Expr::BeforeSowing(inner) => Pit::In(self.before_sowing(), self.pit(inner)),
            Expr::If(cases, otherwise) => {
                return self.cases(cases, otherwise, Self::pit, |this, condition, one, two| {
                    this.interned.pit(Pit::If(condition, one, two))
                });
            }
            Expr::Call { define, flipped, arguments } => {
                return self.call(*define, *flipped, arguments, Self::pit, |this, binding, rest| {
                    this.interned.pit(Pit::With(binding, rest))
                });
            }
            Expr::Flipped(inner) => return self.flipped(|this| this.pit(inner)),
            other => not_a!("a pit", other),
        };
        self.interned.pit(pit)
    }

    /// The place of a list with a number, from 1.
    fn nth(&mut self, number: &Expr, spots: &[Spot]) -> PitId {
        let number = self.number(number);
        let mut pit = self.interned.pit(Pit::Constant(None));
        for (at, spot) in (1..).zip(spots).collect::<Vec<(i32, &Spot)>>().into_iter().rev() {
            let at = self.interned.number(Number::Constant(at));
            let is = self.interned.truth(Truth::Compare(CompareOp::Equal, number, at));
            let place = self.place(*spot);
            let place = self.interned.pit(Pit::Constant(Some(place)));
            pit = self.interned.pit(Pit::If(is, place, pit));
        }
        pit
    }

    // --- ways and players --------------------------------------------------------------------------------------------

    pub(super) fn way(&mut self, expr: &Expr) -> WayId {
        let way = match expr {
            Expr::Way(way) => Way::Constant(*way != WayNumber::FIRST),
            Expr::Local(local) => match self.meaning(*local) {
                Meaning::Way(way) => return way,
                meaning => Way::Kept(self.slot(meaning)),
            },
            Expr::StateGame(state) => Way::State(self.state(*state)),
            Expr::StatePlayer(state, own) => Way::State(self.state_of_side(*state, *own)),
            Expr::StateOf(state, player) => Way::State(self.state_of(*state, *player)),
            Expr::StatePit(state, pit) => Way::StateOf(self.state(*state), self.pit(pit)),
            Expr::Opposite(way) => Way::Opposite(self.way(way)),
            Expr::AtTurnStart(inner) => Way::In(Past::TurnStart, self.way(inner)),
            Expr::BeforeSowing(inner) => Way::In(self.before_sowing(), self.way(inner)),
            Expr::If(cases, otherwise) => {
                return self.cases(cases, otherwise, Self::way, |this, condition, one, two| {
                    this.interned.way(Way::If(condition, one, two))
                });
            }
            Expr::Call { define, flipped, arguments } => {
                return self.call(*define, *flipped, arguments, Self::way, |this, binding, rest| {
                    this.interned.way(Way::With(binding, rest))
                });
            }
            Expr::Flipped(inner) => return self.flipped(|this| this.way(inner)),
            other => not_a!("a way", other),
        };
        self.interned.way(way)
    }

    pub(super) fn player(&mut self, expr: &Expr) -> PlayerId {
        let who = match expr {
            Expr::Player(player) => Who::Constant(*player),
            Expr::Mover => Who::Constant(Some(self.side)),
            Expr::OtherPlayer => Who::Constant(Some(self.side.other())),
            Expr::Local(local) => match self.meaning(*local) {
                Meaning::Player(player) => return player,
                meaning => Who::Kept(self.slot(meaning)),
            },
            Expr::StateGame(state) => Who::State(self.state(*state)),
            Expr::StatePlayer(state, own) => Who::State(self.state_of_side(*state, *own)),
            Expr::StateOf(state, player) => Who::State(self.state_of(*state, *player)),
            Expr::StatePit(state, pit) => Who::StateOf(self.state(*state), self.pit(pit)),
            Expr::Owner(pit) => Who::Owner(self.pit(pit)),
            Expr::RoundWinner => Who::Winner,
            Expr::AtTurnStart(inner) => Who::In(Past::TurnStart, self.player(inner)),
            Expr::BeforeSowing(inner) => Who::In(self.before_sowing(), self.player(inner)),
            Expr::If(cases, otherwise) => {
                return self.cases(cases, otherwise, Self::player, |this, condition, one, two| {
                    this.interned.player(Who::If(condition, one, two))
                });
            }
            Expr::Call { define, flipped, arguments } => {
                return self.call(*define, *flipped, arguments, Self::player, |this, binding, rest| {
                    this.interned.player(Who::With(binding, rest))
                });
            }
            Expr::Flipped(inner) => return self.flipped(|this| this.player(inner)),
            other => not_a!("a player", other),
        };
        self.interned.player(who)
    }

    // --- what all types have in common -------------------------------------------------------------------------------

    /// The first case whose condition holds.
    pub(super) fn cases<T>(
        &mut self,
        cases: &[(Expr, Expr)],
        otherwise: &Expr,
        read: impl Fn(&mut Self, &Expr) -> T,
        choose: impl Fn(&mut Self, TruthId, T, T) -> T,
    ) -> T {
        let cases: Vec<(TruthId, T)> =
            cases.iter().map(|(condition, case)| (self.truth(condition), read(self, case))).collect();
        let otherwise = read(self, otherwise);
        cases.into_iter().rev().fold(otherwise, |rest, (condition, case)| match self.interned.known_truth(condition) {
            Some(true) => case,
            Some(false) => rest,
            None => choose(self, condition, case, rest),
        })
    }

    fn meaning(&self, local: LocalId) -> Meaning {
        self.scope.meaning(local).expect("the resolver lets no name be read before it is bound")
    }

    fn slot(&self, meaning: Meaning) -> Slot {
        meaning.slot().expect("the resolver gives every name one type")
    }

    pub(super) fn before_sowing(&mut self) -> Past {
        self.keeps.before_sowing = true;
        Past::BeforeSowing
    }

    fn kinds(&mut self, kinds: Option<&[PieceKind]>) -> Kinds {
        match kinds {
            Some(kinds) if kinds.len() < self.layout.kinds => self.named_kinds(kinds),
            _ => Kinds::ALL,
        }
    }

    /// The kinds that are named, none being left out even where all are.
    pub(super) fn named_kinds(&self, kinds: &[PieceKind]) -> Kinds {
        kinds.iter().copied().collect()
    }

    /// The first cell of a state.
    pub(super) fn state(&self, state: StateId) -> Cell {
        self.layout.states[state].first
    }

    /// The cell of a state that each player has, of the one whose side is read or of the other.
    pub(super) fn state_of_side(&self, state: StateId, own: bool) -> Cell {
        self.state_of(state, if own { self.side } else { self.side.other() })
    }

    /// The cell of a state that each player has.
    pub(super) fn state_of(&self, state: StateId, player: Player) -> Cell {
        let first = self.layout.states[state].first;
        Cell::at(first.index() + player.index()).expect("the layout has a cell for either player")
    }
}

/// Whether a range ends below the numbers that are not told apart, or takes in all of them.
fn can_be_told_apart(low: i32, high: i32) -> bool {
    low < Counts::END && (high < Counts::END || high == i32::MAX)
}
