//! Expressions of the model to nodes: places become cells, definitions are put in, common shapes are fused.

use super::lower::Lowerer;
use super::program::*;
use crate::model::{CompareOp, Expr, LocalId, Player, Spot, StateScope, Type};

impl Lowerer<'_> {
    pub(super) fn node(&mut self, node: Node) -> Num {
        *self.nodes.entry(node).or_insert_with(|| {
            self.code.nodes.push(node);
            (self.code.nodes.len() - 1) as Num
        })
    }

    fn set_node(&mut self, node: SetNode) -> Set {
        *self.sets.entry(node).or_insert_with(|| {
            self.code.sets.push(node);
            (self.code.sets.len() - 1) as Set
        })
    }

    fn mask(&mut self, mask: u128) -> u16 {
        if let Some(at) = self.code.masks.iter().position(|other| *other == mask) {
            return at as u16;
        }
        self.code.masks.push(mask);
        (self.code.masks.len() - 1) as u16
    }

    fn counts(&mut self, counts: CountSet) -> u16 {
        if let Some(at) = self.code.counts.iter().position(|other| *other == counts) {
            return at as u16;
        }
        self.code.counts.push(counts);
        (self.code.counts.len() - 1) as u16
    }

    pub(super) fn list(&mut self, list: Vec<u16>) -> u16 {
        self.code.lists.push(list);
        (self.code.lists.len() - 1) as u16
    }

    pub(super) fn place(&self, spot: Spot) -> usize {
        self.model.board.resolve(spot, self.side)
    }

    fn mask_of(&self, spots: &[Spot]) -> u128 {
        spots.iter().fold(0, |mask, spot| mask | 1 << self.place(*spot))
    }

    pub(super) fn register(&self, local: LocalId) -> Register {
        self.registers[usize::from(local)]
    }

    fn read(&mut self, local: LocalId) -> Register {
        self.reads[usize::from(local)] += 1;
        self.register(local)
    }

    fn is_set(&self, local: LocalId) -> bool {
        self.model.locals[usize::from(local)].ty == Type::Set
    }

    /// Lowers from the other player's side.
    fn flipped<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        self.side = self.side.other();
        let value = lower(self);
        self.side = self.side.other();
        value
    }

    // --- numbers -----------------------------------------------------------------------------------------------------

    pub(super) fn num(&mut self, expr: &Expr) -> Num {
        let node = match expr {
            Expr::Int(value) => Node::Const(*value),
            Expr::NoPit => Node::Const(-1),
            Expr::Place(spot) => Node::Const(self.place(*spot) as i32),
            Expr::Local(local) => match self.known.get(local) {
                Some(value) => return *value,
                None => Node::Local(self.read(*local)),
            },
            Expr::Last => Node::Last,
            Expr::Origin => Node::Origin,
            Expr::Hand => Node::Hand,
            Expr::Held(None) => Node::Held,
            Expr::Held(Some(kinds)) => Node::HeldKinds(self.kind_list(kinds)),
            Expr::Captured => Node::Captured,
            Expr::Laps => Node::Laps,
            Expr::Kind => Node::Kind,
            Expr::Mover => Node::Const(self.side.index() as i32),
            Expr::OtherPlayer => Node::Const(self.side.other().index() as i32),
            Expr::StateGame(state) => self.state_cell(*state, 0),
            Expr::StatePlayer(state, own) => {
                let player = if *own { self.side } else { self.side.other() };
                self.state_cell(*state, player.index())
            }
            Expr::StateOf(state, player) => self.state_cell(*state, player.index()),
            Expr::StatePit(state, pit) => {
                // State of no pit is nobody's and no pit, or 0 and no.
                let shift = self.layout.shifts[*state] as i8;
                let first = self.layout.states[*state] as u16;
                Node::PitCell(first, self.num(pit), shift, -shift)
            }
            Expr::Pieces(set, kinds) => self.pieces(set, kinds.as_deref()),
            Expr::Worth(set) => Node::Worth(self.set(set)),
            Expr::Count(what) if self.is_run(what) => return self.num(what),
            Expr::Count(set) => Node::Count(self.set(set)),
            Expr::Number(pit) => Node::Number(self.num(pit)),
            Expr::Owner(pit) => Node::Owner(self.num(pit)),
            Expr::Only(set) => Node::Only(self.set(set)),
            Expr::And(members) => return self.joined(members, Node::And),
            Expr::Or(members) => return self.joined(members, Node::Or),
            Expr::Not(inner) => Node::Not(self.num(inner)),
            Expr::Compare(op, left, right) => self.compare(*op, left, right),
            Expr::Same(left, right) => Node::Compare(CompareOp::Equal, self.num(left), self.num(right)),
            Expr::SameSet(left, right) => Node::SameSet(self.set(left), self.set(right)),
            Expr::InRanges(value, ranges) => return self.in_ranges(value, ranges),
            Expr::InSet(pit, set) => match &**set {
                Expr::Places(spots) => {
                    let mask = self.mask_of(spots);
                    Node::InMask(self.num(pit), self.mask(mask))
                }
                set => Node::InSet(self.num(pit), self.set(set)),
            },
            Expr::Subset(one, two) => Node::Subset(self.set(one), self.set(two)),
            Expr::Some(set) => match &**set {
                Expr::PitsOf(run) => Node::CompareConst(CompareOp::AtLeast, self.num(run), 1),
                set => Node::Some(self.set(set)),
            },
            Expr::Even(value) => Node::Even(self.num(value)),
            Expr::AtTurnStart(inner) => Node::AtTurnStart(self.num(inner)),
            Expr::BeforeSowing(inner) => {
                self.asks_before_sowing = true;
                Node::BeforeSowing(self.num(inner))
            }
            Expr::Arithmetic(op, left, right) => Node::Arithmetic(*op, self.num(left), self.num(right)),
            Expr::Larger(max, left, right) => Node::Larger(*max, self.num(left), self.num(right)),
            Expr::Nth(number, spots) => {
                let is = |number: &Expr, at: usize| {
                    Expr::Compare(CompareOp::Equal, Box::new(number.clone()), Box::new(Expr::Int(at as i32)))
                };
                let cases = spots.iter().enumerate().map(|(at, spot)| (is(number, at + 1), Expr::Place(*spot)));
                return self.num(&Expr::If(cases.collect(), Box::new(Expr::NoPit)));
            }
            Expr::Steps { count, from, track, way, back } => {
                let table = self.track(*track);
                Node::Steps(self.num(count), self.num(from), table, self.num(way), *back)
            }
            Expr::Facing(pit) => Node::Facing(self.num(pit)),
            Expr::Behind(pit) => Node::Behind(self.num(pit)),
            Expr::Opposite(way) => Node::Opposite(self.num(way)),
            Expr::If(cases, otherwise) => {
                let mut value = self.num(otherwise);
                for (condition, case) in cases.iter().rev() {
                    let (condition, case) = (self.num(condition), self.num(case));
                    value = self.node(Node::If(condition, case, value));
                }
                return value;
            }
            Expr::Drops { pit, piece, condition } => {
                self.logs_drops = true;
                let (pit, piece) = (self.register(*pit), self.register(*piece));
                Node::Run(pit, piece, self.num(condition))
            }
            Expr::Call { define, flipped, arguments } => return self.call(*define, *flipped, arguments),
            Expr::Flipped(inner) => return self.flipped(|this| this.num(inner)),
            Expr::Repeats(times) => Node::Repeats(*times),
            Expr::CannotMove => Node::CannotMove,
            Expr::RoundWinner => Node::RoundWinner,
            Expr::Places(_)
            | Expr::AsSet(_)
            | Expr::PitsOf(_)
            | Expr::Where(..)
            | Expr::Union(..)
            | Expr::Minus(..)
            | Expr::FacingSet(_)
            | Expr::BehindSet(_)
            | Expr::Chain { .. }
            | Expr::Each(..) => unreachable!("the resolver gives sets only where sets are needed"),
        };
        self.node(node)
    }

    fn state_cell(&self, state: usize, offset: usize) -> Node {
        Node::Cell((self.layout.states[state] + offset) as u16, self.layout.shifts[state] as i8)
    }

    fn kind_list(&mut self, kinds: &[usize]) -> u16 {
        let kinds: Vec<u16> = kinds.iter().map(|kind| *kind as u16).collect();
        if let Some(at) = self.code.lists.iter().position(|other| *other == kinds) {
            return at as u16;
        }
        self.list(kinds)
    }

    /// The cells of a fixed set, if they follow each other.
    fn as_row(&self, set: &Expr) -> Option<(u8, u8)> {
        let Expr::Places(spots) = set else { return None };
        let mask = self.mask_of(spots);
        if mask == 0 || self.layout.kinds > 1 {
            return None;
        }
        let (first, count) = (mask.trailing_zeros(), mask.count_ones());
        (mask >> first == (1 << count) - 1).then_some((first as u8, count as u8))
    }

    fn pieces(&mut self, set: &Expr, kinds: Option<&[usize]>) -> Node {
        if let Some(kinds) = kinds.filter(|kinds| kinds.len() < self.layout.kinds) {
            return Node::SeedsKinds(self.set(set), self.kind_list(kinds));
        }
        if let Some((first, count)) = self.as_row(set) {
            return if count == 1 { Node::Cell(u16::from(first), 0) } else { Node::SeedsRow(first, count) };
        }
        match set {
            Expr::AsSet(pit) => Node::SeedsAt(self.num(pit)),
            set => Node::Seeds(self.set(set)),
        }
    }

    fn joined(&mut self, members: &[Expr], join: fn(Num, Num) -> Node) -> Num {
        let (last, rest) = members.split_last().expect("joined conditions are never empty");
        let mut value = self.num(last);
        for member in rest.iter().rev() {
            let member = self.num(member);
            value = self.node(join(member, value));
        }
        value
    }

    fn compare(&mut self, op: CompareOp, left: &Expr, right: &Expr) -> Node {
        if let (CompareOp::Equal, Expr::Pieces(set, None), Expr::Int(0)) = (op, left, right)
            && let Some((first, count)) = self.as_row(set)
        {
            return Node::EmptyRow(first, count);
        }
        let left = self.num(left);
        match right {
            Expr::Int(value) => Node::CompareConst(op, left, *value),
            right => Node::Compare(op, left, self.num(right)),
        }
    }

    /// The counts that lie in fixed ranges.
    fn fixed_counts(&self, ranges: &[(Expr, Expr)]) -> Option<CountSet> {
        let bounds: Option<Vec<(i32, i32)>> = ranges
            .iter()
            .map(|range| match range {
                (Expr::Int(low), Expr::Int(high)) if *high < 256 || (!self.layout.wide && *low < 256) => {
                    Some((*low, *high))
                }
                _ => None,
            })
            .collect();
        let bounds = bounds?;
        Some(CountSet::new(|count| bounds.iter().any(|(low, high)| (*low..=*high).contains(&count))))
    }

    fn in_ranges(&mut self, value: &Expr, ranges: &[(Expr, Expr)]) -> Num {
        if let Some(counts) = self.fixed_counts(ranges) {
            let counts = self.counts(counts);
            let value = self.num(value);
            let node = match self.code.nodes[usize::from(value)] {
                Node::SeedsAt(pit) => Node::SeedsInCounts(pit, counts),
                _ => Node::InCounts(value, counts),
            };
            return self.node(node);
        }
        let value = self.num(value);
        let mut joined = None;
        for (low, high) in ranges {
            let (low, high) = (self.num(low), self.num(high));
            let one = self.node(Node::InRange(value, low, high));
            joined = Some(joined.map_or(one, |before| self.node(Node::Or(before, one))));
        }
        joined.expect("a range list is never empty")
    }

    fn call(&mut self, define: usize, flipped: bool, arguments: &[Expr]) -> Num {
        let definition = &self.model.defines[define];
        let bound = self.bind(&definition.parameters, arguments);
        let mut value =
            if flipped { self.flipped(|this| this.num(&definition.body)) } else { self.num(&definition.body) };
        self.unbind(&definition.parameters);
        for (local, argument) in bound.into_iter().rev() {
            let register = self.register(local);
            value = match self.is_set(local) {
                true => self.node(Node::BindSet(register, argument, value)),
                false => self.node(Node::Bind(register, argument, value)),
            };
        }
        value
    }

    /// Gives parameters their arguments. A name or constant is put in where the parameter stands; the others are given
    /// back, to be bound.
    fn bind(&mut self, parameters: &[LocalId], arguments: &[Expr]) -> Vec<(LocalId, u16)> {
        let mut bound = Vec::new();
        let mut known = Vec::new();
        for (local, argument) in parameters.iter().zip(arguments) {
            let (value, simple) = if self.is_set(*local) {
                let set = self.set(argument);
                (set, matches!(self.code.sets[usize::from(set)], SetNode::Mask(_) | SetNode::Local(_)))
            } else {
                let number = self.num(argument);
                let node = self.code.nodes[usize::from(number)];
                (number, matches!(node, Node::Const(_) | Node::Local(_) | Node::Last | Node::Origin))
            };
            if simple { &mut known } else { &mut bound }.push((*local, value));
        }
        // Only now: the same definition may stand in an argument.
        self.known.extend(known);
        bound
    }

    /// Forgets the arguments that were put in.
    fn unbind(&mut self, parameters: &[LocalId]) {
        for local in parameters {
            self.known.remove(local);
        }
    }

    fn is_run(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Drops { .. } => true,
            Expr::Local(local) => self.model.locals[usize::from(*local)].ty == Type::Run,
            Expr::Call { define, .. } => self.is_run(&self.model.defines[*define].body),
            _ => false,
        }
    }

    // --- sets --------------------------------------------------------------------------------------------------------

    pub(super) fn set(&mut self, expr: &Expr) -> Set {
        let node = match expr {
            Expr::Places(spots) => {
                let mask = self.mask_of(spots);
                SetNode::Mask(self.mask(mask))
            }
            Expr::Local(local) => match self.known.get(local) {
                Some(value) => return *value,
                None => SetNode::Local(self.read(*local)),
            },
            Expr::AsSet(pit) => SetNode::Single(self.num(pit)),
            Expr::PitsOf(run) => SetNode::RunPits(self.num(run)),
            Expr::Where(set, local, condition) => return self.filtered(set, *local, condition),
            Expr::Union(one, two) => return self.union(one, two),
            Expr::Minus(one, two) => SetNode::Minus(self.set(one), self.set(two)),
            Expr::FacingSet(set) => SetNode::Facing(self.set(set)),
            Expr::BehindSet(set) => SetNode::Behind(self.set(set)),
            Expr::If(cases, otherwise) => {
                let mut value = self.set(otherwise);
                for (condition, case) in cases.iter().rev() {
                    let (condition, case) = (self.num(condition), self.set(case));
                    value = self.set_node(SetNode::If(condition, case, value));
                }
                return value;
            }
            Expr::Chain { back, from, limit, local, condition } => {
                let from = self.num(from);
                if let (None, Some((mask, counts))) = (limit, self.mask_and_counts(*local, condition)) {
                    SetNode::ChainCounts(*back, from, self.mask(mask), self.counts(counts))
                } else {
                    let limit = limit.as_ref().map(|limit| self.num(limit));
                    let register = self.register(*local);
                    SetNode::Chain(*back, from, limit, register, self.num(condition))
                }
            }
            Expr::Each(value, binders) => {
                let binders: Vec<_> = binders
                    .iter()
                    .map(|(local, set)| (self.register(*local), set.as_ref().map(|set| self.set(set))))
                    .collect();
                self.code.binders.push(binders);
                let binders = (self.code.binders.len() - 1) as u16;
                SetNode::Each(self.num(value), binders)
            }
            Expr::Call { define, flipped, arguments } => return self.call_set(*define, *flipped, arguments),
            Expr::Flipped(inner) => return self.flipped(|this| this.set(inner)),
            _ => unreachable!("the resolver gives a set here"),
        };
        self.set_node(node)
    }

    fn call_set(&mut self, define: usize, flipped: bool, arguments: &[Expr]) -> Set {
        let definition = &self.model.defines[define];
        let bound = self.bind(&definition.parameters, arguments);
        let mut value =
            if flipped { self.flipped(|this| this.set(&definition.body)) } else { self.set(&definition.body) };
        self.unbind(&definition.parameters);
        for (local, argument) in bound.into_iter().rev() {
            let register = self.register(local);
            value = match self.is_set(local) {
                true => self.set_node(SetNode::BindSet(register, argument, value)),
                false => self.set_node(SetNode::Bind(register, argument, value)),
            };
        }
        value
    }

    /// Fixed sets are joined now; an empty one adds nothing.
    fn union(&mut self, one: &Expr, two: &Expr) -> Set {
        let (one, two) = (self.set(one), self.set(two));
        match (self.fixed(one), self.fixed(two)) {
            (Some(one), Some(two)) => {
                let mask = self.mask(one | two);
                self.set_node(SetNode::Mask(mask))
            }
            (Some(0), None) => two,
            (None, Some(0)) => one,
            _ => self.set_node(SetNode::Union(one, two)),
        }
    }

    /// The members of a set that is known now.
    fn fixed(&self, set: Set) -> Option<u128> {
        match self.code.sets[usize::from(set)] {
            SetNode::Mask(mask) => Some(self.code.masks[usize::from(mask)]),
            _ => None,
        }
    }

    fn filtered(&mut self, set: &Expr, local: LocalId, condition: &Expr) -> Set {
        if *condition == Expr::Int(0) {
            return self.set(&Expr::Places(Vec::new()));
        }
        if *condition == Expr::Int(1) {
            return self.set(set);
        }
        let mut set = self.set(set);
        if let Some((first, counts)) = self.cells_of(local, condition) {
            return self.where_cells(set, first, counts);
        }
        // What one cell of a pit decides needs no expression; the rest is asked of the pits that are left.
        let mut rest = Vec::new();
        for member in condition.members() {
            match self.cells_of(local, member) {
                Some((first, counts)) => set = self.where_cells(set, first, counts),
                None => rest.push(member.clone()),
            }
        }
        if rest.is_empty() {
            return set;
        }
        let condition = self.joined(&rest, Node::And);
        self.set_node(SetNode::Where(set, self.register(local), condition))
    }

    fn where_cells(&mut self, set: Set, first: u16, counts: CountSet) -> Set {
        if first == 0 && counts == CountSet::new(|count| count > 0) {
            return self.set_node(SetNode::NonEmpty(set));
        }
        let counts = self.counts(counts);
        self.set_node(SetNode::WhereCells(set, first, counts))
    }

    /// For a condition on nothing but one cell of the pit `it`: what stands in it when the condition holds. The cell is
    /// told by the first of its kind.
    fn cells_of(&self, local: LocalId, condition: &Expr) -> Option<(u16, CountSet)> {
        if self.layout.wide {
            return None;
        }
        let such = |expr: &Expr, holds: &dyn Fn(i32) -> bool| {
            let (first, shift) = self.cell_of(local, expr)?;
            Some((first, CountSet::new(|cell| holds(cell - shift))))
        };
        match condition {
            Expr::Compare(op, left, right) => {
                let right = self.fixed_number(right)?;
                such(left, &|value| op.holds(value, right))
            }
            Expr::Same(left, right) => {
                let right = self.fixed_number(right)?;
                such(left, &|value| value == right)
            }
            Expr::InRanges(value, ranges) => {
                let counts = self.fixed_counts(ranges)?;
                such(value, &|value| counts.has(value))
            }
            Expr::Even(value) => such(value, &|value| value % 2 == 0),
            Expr::StatePit(..) => such(condition, &|value| value != 0),
            Expr::Not(inner) => {
                let (first, counts) = self.cells_of(local, inner)?;
                Some((first, CountSet::new(|count| !counts.has(count))))
            }
            Expr::And(members) => {
                let members: Option<Vec<_>> = members.iter().map(|member| self.cells_of(local, member)).collect();
                let members = members?;
                let first = members.first()?.0;
                let alike = members.iter().all(|member| member.0 == first);
                alike.then(|| (first, CountSet::new(|count| members.iter().all(|(_, counts)| counts.has(count)))))
            }
            _ => None,
        }
    }

    /// The first cell of the kind that an expression reads of the pit `it`, and what is added to its value there.
    fn cell_of(&self, local: LocalId, expr: &Expr) -> Option<(u16, i32)> {
        match expr {
            Expr::Pieces(set, None) if **set == Expr::AsSet(Box::new(Expr::Local(local))) => Some((0, 0)),
            Expr::StatePit(state, pit) if **pit == Expr::Local(local) => {
                Some((self.layout.states[*state] as u16, self.layout.shifts[*state]))
            }
            _ => None,
        }
    }

    /// A number, pit or player that is known now.
    fn fixed_number(&self, expr: &Expr) -> Option<i32> {
        match expr {
            Expr::Int(value) => Some(*value),
            Expr::NoPit => Some(-1),
            Expr::Place(spot) => Some(self.place(*spot) as i32),
            Expr::Mover => Some(self.side.index() as i32),
            Expr::OtherPlayer => Some(self.side.other().index() as i32),
            _ => None,
        }
    }

    /// `it in SET and seeds(it) in COUNTS`, for a fixed set.
    fn mask_and_counts(&self, local: LocalId, condition: &Expr) -> Option<(u128, CountSet)> {
        let is_in = |expr: &Expr| match expr {
            Expr::InSet(pit, set) if **pit == Expr::Local(local) => match &**set {
                Expr::Places(spots) => Some(self.mask_of(spots)),
                _ => None,
            },
            _ => None,
        };
        let seeds = |condition| match self.cells_of(local, condition)? {
            (0, counts) => Some(counts),
            _ => None,
        };
        match condition {
            Expr::And(members) => {
                let [first, second] = members.as_slice() else { return None };
                match (is_in(first), is_in(second)) {
                    (Some(mask), None) => Some((mask, seeds(second)?)),
                    (None, Some(mask)) => Some((mask, seeds(first)?)),
                    _ => None,
                }
            }
            other => Some((u128::MAX, seeds(other)?)),
        }
    }

    // --- tracks ------------------------------------------------------------------------------------------------------

    /// The table of a track as the player whose side it is walks it.
    pub(super) fn track(&mut self, track: usize) -> u8 {
        let key = (track, self.side);
        if let Some(at) = self.track_tables.iter().position(|other| *other == key) {
            return at as u8;
        }
        let spots = &self.model.board.tracks[track].spots;
        let forward: Vec<u8> = spots.iter().map(|spot| self.place(*spot) as u8).collect();
        let backward: Vec<u8> = forward.iter().rev().copied().collect();
        let index = |order: &[u8]| {
            let mut index = vec![255; 256];
            order.iter().enumerate().for_each(|(at, place)| index[usize::from(*place)] = at as u8);
            index
        };
        let table = TrackTable {
            length: forward.len(),
            index: [index(&forward), index(&backward)],
            mask: forward.iter().fold(0, |mask, place| mask | 1 << place),
            places: [[forward.clone(), forward].concat(), [backward.clone(), backward].concat()],
        };
        self.code.tracks.push(table);
        self.track_tables.push(key);
        (self.code.tracks.len() - 1) as u8
    }

    /// `until` conditions of every state that has one, for both players where it is kept for each.
    pub(super) fn untils(&mut self) {
        let mover = self.side;
        for (number, state) in self.model.states.iter().enumerate() {
            let Some(until) = &state.until else { continue };
            let players: &[Player] =
                if state.scope == StateScope::Player { &Player::BOTH } else { std::slice::from_ref(&mover) };
            for player in players {
                let condition = if *player == mover { self.num(until) } else { self.flipped(|this| this.num(until)) };
                let offset = if state.scope == StateScope::Player { player.index() } else { 0 };
                let cell = (self.layout.states[number] + offset) as u16;
                self.code.untils.push((cell, u16::from(state.start == 0), condition));
            }
        }
    }
}
