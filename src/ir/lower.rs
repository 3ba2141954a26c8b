//! Model to program: once for South to move, once for North.

use super::layout::Layout;
use super::program::*;
use crate::model::*;
use std::collections::HashMap;
use std::sync::Arc;

/// Compiles a resolved game. Whatever the resolver let pass can be compiled.
#[must_use]
pub fn compile(model: Model) -> Program {
    let layout = Layout::of(&model);
    let mut logs_drops = false;
    let sides = Player::BOTH.map(|side| {
        let mut lowerer = Lowerer::new(&model, &layout, side);
        lowerer.program();
        logs_drops |= lowerer.logs_drops;
        lowerer.code
    });
    let remembers = sides.iter().any(|code| code.sowings.iter().any(|sowing| sowing.remembered));
    let one_by_one = |instruction: &Instruction| {
        matches!(instruction, Instruction::PlaceFreely(_) | Instruction::CaptureChosen(..) | Instruction::DropChosen)
    };
    let takes = sides.iter().any(|code| code.instructions.iter().any(one_by_one));
    let lap_limit = model.lap_limit;
    Program { model: Arc::new(model), layout, sides, logs_drops, lap_limit, remembers, takes }
}

/// What is known while one player's code is made.
pub(super) struct Lowerer<'m> {
    pub(super) model: &'m Model,
    pub(super) layout: &'m Layout,
    /// Whose side expressions are read from.
    pub(super) side: Player,
    /// Whose turn it is.
    mover: Player,
    pub(super) code: Code,
    /// Register of each local.
    pub(super) registers: Vec<Register>,
    pub(super) track_tables: Vec<(usize, Player)>,
    pub(super) asks_before_sowing: bool,
    pub(super) logs_drops: bool,
    /// Address of each sequence, once its code is made; jumps to it are mended at the end.
    sequences: Vec<Option<Address>>,
    /// The landing table whose rows are being made.
    table: Address,
    jumps: Vec<(usize, usize)>,
    spare: Register,
    /// Locals whose value is known: its expression.
    pub(super) known: HashMap<LocalId, u16>,
    /// How often each local is read.
    pub(super) reads: Vec<usize>,
    /// Kept values: local, address.
    kept: Vec<(LocalId, usize)>,
    last_kept: Option<(LocalId, usize, Expr)>,
    /// Expressions that are there, so that each is there once.
    pub(super) nodes: HashMap<Node, Num>,
    pub(super) sets: HashMap<SetNode, Set>,
}

impl<'m> Lowerer<'m> {
    fn new(model: &'m Model, layout: &'m Layout, side: Player) -> Self {
        let mut lowerer = Lowerer {
            model,
            layout,
            side,
            mover: side,
            code: Code::default(),
            registers: vec![0; model.locals.len()],
            track_tables: Vec::new(),
            asks_before_sowing: false,
            logs_drops: false,
            sequences: vec![None; model.sequences.len()],
            table: 0,
            jumps: Vec::new(),
            spare: 0,
            known: HashMap::new(),
            reads: vec![0; model.locals.len()],
            kept: Vec::new(),
            last_kept: None,
            nodes: HashMap::new(),
            sets: HashMap::new(),
        };
        lowerer.allocate();
        lowerer
    }

    /// Registers: those that live through choices first.
    fn allocate(&mut self) {
        let (mut numbers, mut sets): (Register, Register) = (0, 0);
        for kept in [true, false] {
            for (at, local) in self.model.locals.iter().enumerate().filter(|(_, local)| local.kept == kept) {
                let next = if local.ty == Type::Set { &mut sets } else { &mut numbers };
                self.registers[at] = *next;
                *next += 1;
            }
            if kept {
                (self.code.kept_numbers, self.code.kept_sets) = (usize::from(numbers), usize::from(sets));
            }
        }
        self.spare = numbers.max(sets);
    }

    fn program(&mut self) {
        self.tables();
        self.untils();
        let model = self.model;
        // Lowered before the rows `at a capture` are known: between rounds, as in rows of `end`, captures end nothing.
        self.code.rounds = model.rounds.iter().map(|step| self.round_step(step)).collect();
        self.code.ends = [Moment::Capture, Moment::AfterTurn, Moment::BeforeTurn].map(|moment| {
            let rows = model.end.iter().filter(|row| row.moment == moment);
            rows.map(|row| self.end_row(&row.row)).collect()
        });
        self.code.endless = model.endless.iter().map(|row| self.end_row(row)).collect();
        for kind in &model.moves {
            let entry = self.here();
            let rule = kind.body.first().map_or(0, |statement| statement.rule);
            self.body(&kind.body);
            if !ends(&kind.body) {
                self.emit(Instruction::Stop(false), rule);
            }
            let close = self.here();
            self.body(&kind.finally);
            self.body(&model.finally);
            self.emit(Instruction::Done, rule);
            self.code.kinds.push(KindCode { entry, close });
        }
        for (number, sequence) in model.sequences.iter().enumerate() {
            self.sequences[number] = Some(self.here());
            self.body(&sequence.body);
            if !ends(&sequence.body) {
                let rule = sequence.body.first().map_or(0, |statement| statement.rule);
                self.emit(Instruction::Stop(false), rule);
            }
        }
        for (at, sequence) in std::mem::take(&mut self.jumps) {
            let address = self.sequences[sequence].unwrap_or(0);
            self.code.instructions[at] = Instruction::Jump(address);
        }
        self.judgement();
        let unread = self.kept.iter().filter(|(local, _)| self.reads[usize::from(*local)] == 0);
        let unread: Vec<usize> = unread.map(|(_, at)| *at).collect();
        super::quicken::quicken(&mut self.code, self.layout, &unread);
    }

    /// What is known of each place.
    fn tables(&mut self) {
        let board = &self.model.board;
        let places = 0..board.places();
        let or_none = |place: Option<usize>| place.map_or(255, |place| place as u8);
        self.code.facing = places.clone().map(|place| or_none(board.facing_place(place))).collect();
        self.code.behind = places.clone().map(|place| or_none(board.behind_place(place))).collect();
        self.code.numbers =
            places.clone().map(|place| board.row_and_number(place).map_or(0, |(_, number)| number as u8)).collect();
        self.code.owners = places.map(|place| board.owner(place).map_or(-1, |player| player.index() as i8)).collect();
        let store = board.store().unwrap_or(0);
        self.code.stores = Player::BOTH.map(|player| board.place(player, store) as u8);
        self.code.largest = vec![i32::from(u16::MAX); self.layout.cells];
        for (state, first) in self.model.states.iter().zip(&self.layout.states) {
            let largest = match state.ty {
                Type::Player => 2,
                Type::Pit => self.layout.places as i32,
                _ => state.largest,
            };
            let size = match state.scope {
                StateScope::Game => 1,
                StateScope::Player => 2,
                StateScope::Pit => self.layout.places,
            };
            self.code.largest[*first..first + size].fill(largest);
        }
        self.code.worths = self.model.kinds.iter().map(|kind| kind.worth.unwrap_or(0) as i32).collect();
    }

    fn judgement(&mut self) {
        let model = self.model;
        for phase in &model.phases {
            let condition = phase.condition.as_ref().map(|condition| self.num(condition));
            self.code.phases.push((condition, phase.ranking.clone()));
        }
        for rule in &model.legal {
            let condition = self.num(&rule.condition);
            let when = rule.when.as_ref().map(|when| self.num(when));
            self.code.legal.push(LegalCode { prefer: rule.prefer, condition, when, settled: None, rule: rule.rule });
        }
        for (_, condition) in &model.notation.marks {
            let condition = self.num(condition);
            self.code.marks.push(condition);
        }
        if let Some(score) = &model.score {
            let own = self.num(score);
            let other = self.num(&Expr::Flipped(Box::new(score.clone())));
            self.code.scores = Some([own, other]);
        }
        for sowing in &mut self.code.sowings {
            sowing.remembered = self.asks_before_sowing;
            sowing.logged = self.logs_drops;
        }
    }

    fn end_row(&mut self, row: &Row) -> EndCode {
        let condition = row.condition.as_ref().map(|condition| self.num(condition));
        let (actions, last) = row.split();
        let actions = (!actions.is_empty()).then(|| {
            let address = self.here();
            self.body(actions);
            self.emit(Instruction::Return, row.rule);
            address
        });
        let verdict = match last {
            Some(Action::Award(award)) => Verdict::Award(*award),
            Some(Action::NotLegal) => Verdict::NotLegal,
            _ => Verdict::Stop,
        };
        EndCode { condition, actions, verdict, rule: row.rule }
    }

    fn round_step(&mut self, step: &RoundStep) -> RoundCode {
        match step {
            RoundStep::Over(rows) => RoundCode::Over(rows.iter().map(|row| self.end_row(row)).collect()),
            RoundStep::Setup(rule) => RoundCode::Setup(*rule),
            RoundStep::Fill(fill) => RoundCode::Fill(FillCode {
                pits: fill.pits.iter().map(|pit| self.place(*pit) as u8).collect(),
                each: fill.each as i32,
                from: self.place(fill.from) as u8,
                unfilled: fill.unfilled.map(|state| self.layout.states[state] as u16),
                rule: fill.rule,
            }),
            RoundStep::Act(statement) => {
                let address = self.here();
                self.body(std::slice::from_ref(&**statement));
                self.emit(Instruction::Return, statement.rule);
                RoundCode::Act(address)
            }
            RoundStep::Starts(player) => RoundCode::Starts(self.num(player)),
        }
    }

    // --- statements --------------------------------------------------------------------------------------------------

    fn here(&self) -> Address {
        self.code.instructions.len() as Address
    }

    fn emit(&mut self, instruction: Instruction, rule: RuleId) -> usize {
        self.code.instructions.push(instruction);
        self.code.rules.push(rule);
        self.code.row_starts.push(false);
        self.code.instructions.len() - 1
    }

    fn body(&mut self, body: &[Statement]) {
        for statement in body {
            if statement.condition.is_some() {
                self.without_choice(&statement.action, statement.rule);
            }
            let skip = statement.condition.as_ref().map(|condition| self.unless(condition, statement.rule));
            self.action(&statement.action, statement.rule);
            if let Some(skip) = skip {
                self.row_end(skip);
                self.last_kept = None;
            }
        }
    }

    /// What is not chosen is none, or 0.
    fn without_choice(&mut self, action: &Action, rule: RuleId) {
        let (local, value) = match action {
            Action::ChoosePit(local, _) => (*local, self.num(&Expr::NoPit)),
            Action::ChooseNumber(local, ..) => (*local, self.num(&Expr::Int(0))),
            _ => return,
        };
        self.emit(Instruction::Let(self.register(local), value), rule);
    }

    fn action(&mut self, action: &Action, rule: RuleId) {
        match action {
            Action::ChoosePit(local, sets) => {
                let sets = sets.iter().map(|set| self.set(set)).collect();
                let list = self.list(sets);
                self.emit(Instruction::ChoosePit(self.register(*local), list), rule);
            }
            Action::ChooseNumber(local, low, high) => {
                let (low, high) = (self.num(low), self.num(high));
                self.emit(Instruction::ChooseNumber(self.register(*local), low, high), rule);
            }
            Action::ChooseWay(local, condition) => {
                let register = self.register(*local);
                let (it, condition) = match condition {
                    Some((it, condition)) => (self.register(*it), Some(self.num(condition))),
                    None => (register, None),
                };
                self.emit(Instruction::ChooseWay(register, it, condition), rule);
            }
            Action::Let(local, value) => self.keep(*local, value, rule),
            Action::Require(condition) => {
                let condition = self.num(condition);
                self.emit(Instruction::Require(condition), rule);
            }
            Action::Prefer(bit, condition) => {
                let condition = self.num(condition);
                let bit = self.model.preferences - 1 - bit;
                self.emit(Instruction::Prefer(bit, condition), rule);
            }
            Action::Lift(count, pit) => {
                let pit = self.num(pit);
                let lift = match count {
                    Some(count) => Instruction::LiftSome(self.num(count), pit),
                    None => Instruction::Lift(pit),
                };
                self.emit(lift, rule);
                self.changed(rule);
            }
            Action::Put(count, Some(from), to) => {
                let count = count.clone().unwrap_or_else(|| pieces_in(from));
                let (count, from, to) = (self.num(&count), self.num(from), self.num(to));
                self.emit(Instruction::Put(count, from, to), rule);
                self.changed(rule);
            }
            Action::Put(count, None, to) => {
                let count = self.num(count.as_ref().unwrap_or(&Expr::Hand));
                let put = Instruction::PutHand(count, self.num(to));
                self.emit(put, rule);
                self.changed(rule);
            }
            Action::PlaceFreely(set) => {
                let set = self.set(set);
                self.emit(Instruction::PlaceFreely(set), rule);
                self.changed(rule);
            }
            Action::Sow(sowing) => self.sow(&self.model.sowings[*sowing], rule),
            Action::Landing(rows) => self.landing(rows, rule),
            Action::Then(sequence, arguments) => self.then(*sequence, arguments, rule),
            Action::Capture(capture) => self.capture(capture, rule),
            Action::Become(reference, value) => self.becomes(reference, value, rule),
            Action::For(over, body) => self.for_loop(over, body, rule),
            // Who wins is said in rows that are looked at elsewhere.
            Action::Stop | Action::Award(_) => drop(self.emit(Instruction::Stop(false), rule)),
            Action::Again => drop(self.emit(Instruction::Stop(true), rule)),
            Action::NotLegal => drop(self.emit(Instruction::NotLegal, rule)),
            Action::Relay(pit) => self.relay(pit, rule),
            Action::Either(alternatives) => self.either(alternatives, rule),
        }
    }

    /// Keeps a value; one that is known now needs no register, for a local is bound in one place.
    fn keep(&mut self, local: LocalId, value: &Expr, rule: RuleId) {
        let register = self.register(local);
        let instruction = match self.model.locals[usize::from(local)].ty {
            Type::Set => match self.set(value) {
                set if matches!(self.code.sets[usize::from(set)], SetNode::Mask(_)) => {
                    self.known.insert(local, set);
                    return;
                }
                set => Instruction::LetSet(register, set),
            },
            _ => match self.num(value) {
                number if matches!(self.code.nodes[usize::from(number)], Node::Const(_)) => {
                    self.known.insert(local, number);
                    return;
                }
                number => Instruction::Let(register, number),
            },
        };
        // In a loop that is written out, it may have been known the time before.
        self.known.remove(&local);
        let at = self.emit(instruction, rule);
        self.kept.push((local, at));
        self.last_kept = Some((local, at, value.clone()));
    }

    /// Seeds have moved: state may fall back.
    fn changed(&mut self, rule: RuleId) {
        if !self.code.untils.is_empty() {
            self.emit(Instruction::Untils, rule);
        }
    }

    fn sow(&mut self, sowing: &Sowing, rule: RuleId) {
        let (start, way) = (self.num(&sowing.start), self.num(&sowing.way));
        let skipping = sowing.skipping.as_ref().map(|set| self.set(set));
        let track = self.track(sowing.track);
        let each_drop = sowing.each_drop.as_ref().map(|each| {
            // The rows of `each drop` stand before the sowing and are jumped over.
            let jump = self.emit(Instruction::Return, rule);
            let address = self.here();
            self.each_drop(&each.rows, rule);
            self.code.instructions[jump] = Instruction::Jump(self.here());
            address
        });
        self.code.sowings.push(SowingCode {
            track,
            after: sowing.after,
            start,
            way,
            skipping,
            choosing: sowing.choosing,
            each_drop,
            but_last: sowing.each_drop.as_ref().is_some_and(|each| each.but_last),
            remembered: false,
            logged: false,
            laps: None,
            rule: sowing.rule,
        });
        let number = (self.code.sowings.len() - 1) as u16;
        self.emit(Instruction::Sow(number), rule);
        self.lap_ends(rule);
    }

    fn chooses_order(&self) -> bool {
        self.model.sowings.iter().any(|sowing| sowing.choosing)
    }

    fn lap_ends(&mut self, rule: RuleId) {
        if self.chooses_order() {
            self.emit(Instruction::DropChosen, rule);
        }
        self.changed(rule);
        self.emit(Instruction::EndLap, rule);
    }

    fn each_drop(&mut self, rows: &[Row], rule: RuleId) {
        for row in rows {
            let skip = self.row_start(row);
            let first = self.code.instructions.len();
            self.body(&row.body);
            self.emit(Instruction::Return, row.rule);
            self.row_begins(first, row.rule);
            self.row_end(skip);
        }
        self.emit(Instruction::Return, rule);
    }

    /// The tests of a row, one for each condition; their address is filled in by [`Lowerer::row_end`].
    fn row_start(&mut self, row: &Row) -> Vec<usize> {
        row.condition.as_ref().map_or(Vec::new(), |condition| self.unless(condition, row.rule))
    }

    /// Tests that all go elsewhere unless a condition holds.
    fn unless(&mut self, condition: &Expr, rule: RuleId) -> Vec<usize> {
        match condition {
            Expr::And(members) => members.iter().flat_map(|member| self.unless(member, rule)).collect(),
            // Nothing has changed since the value was kept; if this was its only use, it need not be kept at all.
            Expr::Local(local) if self.just_kept(*local) => {
                let (.., value) = self.last_kept.take().expect("it was just kept");
                self.unless(&value, rule)
            }
            condition => {
                let condition = self.num(condition);
                let test = match self.code.nodes[usize::from(condition)] {
                    Node::Some(set) => Instruction::UnlessSome(set, 0),
                    _ => Instruction::Unless(condition, 0),
                };
                vec![self.emit(test, rule)]
            }
        }
    }

    /// Whether the instruction before this kept a local.
    fn just_kept(&self, local: LocalId) -> bool {
        self.last_kept.as_ref().is_some_and(|(kept, at, _)| *kept == local && at + 1 == self.code.instructions.len())
    }

    /// The first instruction of a row tells the row in a trace, whatever statement it belongs to.
    fn row_begins(&mut self, first: usize, rule: RuleId) {
        self.code.row_starts[first] = true;
        self.code.rules[first] = rule;
    }

    fn row_end(&mut self, skip: Vec<usize>) {
        let here = self.here();
        for at in skip {
            match &mut self.code.instructions[at] {
                Instruction::Unless(_, address) | Instruction::UnlessSome(_, address) => *address = here,
                _ => {}
            }
        }
    }

    fn landing(&mut self, rows: &[Row], rule: RuleId) {
        let here = self.here();
        let outer = std::mem::replace(&mut self.table, here);
        for row in rows {
            let skip = self.row_start(row);
            let first = self.code.instructions.len();
            // What ends a row is told by the row.
            let (actions, last) = row.split();
            self.body(actions);
            match last {
                Some(last) => self.action(last, row.rule),
                None => drop(self.emit(Instruction::Stop(false), row.rule)),
            }
            self.row_begins(first, row.rule);
            self.row_end(skip);
        }
        self.table = outer;
        // The checker asks for a last row that always holds; a table without one stops.
        self.emit(Instruction::Stop(false), rule);
    }

    fn relay(&mut self, pit: &Expr, rule: RuleId) {
        let (pit, table) = (self.num(pit), self.table);
        if self.chooses_order() {
            self.emit(Instruction::Lift(pit), rule);
            self.changed(rule);
            self.emit(Instruction::SowOn, rule);
            self.lap_ends(rule);
            self.emit(Instruction::Jump(table), rule);
        } else {
            self.emit(Instruction::Relay(pit, table), rule);
        }
    }

    fn either(&mut self, alternatives: &[Alternative], rule: RuleId) {
        let fork = self.emit(Instruction::Return, rule);
        let mut addresses = Vec::new();
        for one in alternatives {
            addresses.push(self.here());
            match one.body.split_last() {
                Some((last, before)) if last.action.ends() && last.condition.is_none() => {
                    self.body(before);
                    self.action(&last.action, rule);
                }
                _ => {
                    self.body(&one.body);
                    self.emit(Instruction::Stop(false), rule);
                }
            }
        }
        let list = self.list(addresses);
        let names = alternatives.iter().map(|one| one.name.clone()).collect();
        self.code.forks.push((list, names));
        self.code.instructions[fork] = Instruction::Fork(list);
    }

    // --- the same for each of several --------------------------------------------------------------------------------

    /// Written out for whatever may be a member.
    fn for_loop(&mut self, over: &ForOver, body: &[Statement], rule: RuleId) {
        match over {
            ForOver::Members(local, members, set) => {
                let always = matches!(set, Expr::Places(_));
                if !always {
                    self.keep(*members, set, rule);
                }
                for spot in self.may_be_in(set) {
                    let place = Expr::Place(spot);
                    self.keep(*local, &place, rule);
                    if always {
                        self.body(body);
                    } else {
                        let inside = Expr::InSet(Box::new(place), Box::new(Expr::Local(*members)));
                        self.if_so(&inside, body, rule);
                    }
                }
            }
            ForOver::Numbers(local, low, high) => {
                for number in *low..=*high {
                    self.keep(*local, &Expr::Int(number), rule);
                    self.body(body);
                }
            }
            ForOver::Ways(local) => {
                for way in 0..2 {
                    self.keep(*local, &Expr::Int(way), rule);
                    self.body(body);
                }
            }
            ForOver::Players => {
                self.body(body);
                self.side = self.side.other();
                self.body(body);
                self.side = self.side.other();
            }
        }
        self.last_kept = None;
    }

    fn if_so(&mut self, condition: &Expr, body: &[Statement], rule: RuleId) {
        self.last_kept = None;
        let skip = self.unless(condition, rule);
        self.body(body);
        self.row_end(skip);
        self.last_kept = None;
    }

    /// The places that may be members of a set, in the order in which a loop looks at them.
    fn may_be_in(&self, set: &Expr) -> Vec<Spot> {
        match set {
            Expr::Places(spots) => self.in_order(spots.clone()),
            Expr::Where(set, ..) => self.may_be_in(set),
            Expr::Minus(set, _) => self.may_be_in(set),
            Expr::Union(one, other) => self.in_order([self.may_be_in(one), self.may_be_in(other)].concat()),
            _ => {
                let half = self.model.board.half() as u16;
                let off = self.model.board.off.then_some(Spot::Off);
                (0..half).map(Spot::Own).chain((0..half).map(Spot::Opponent)).chain(off).collect()
            }
        }
    }

    fn in_order(&self, mut spots: Vec<Spot>) -> Vec<Spot> {
        let board = &self.model.board;
        let half = board.half();
        let mine = |spot: &Spot| {
            let place = board.resolve(*spot, self.side);
            // The mover's half comes first.
            if place < 2 * half && self.side == Player::North { (place + half) % (2 * half) } else { place }
        };
        spots.sort_by_key(mine);
        spots.dedup_by_key(|spot| board.resolve(*spot, self.side));
        spots
    }

    /// Binds the parameters, all values being read before the first is bound, and goes on.
    fn then(&mut self, sequence: usize, arguments: &[Expr], rule: RuleId) {
        let parameters = &self.model.sequences[sequence].parameters;
        let mut copies = Vec::new();
        for (index, (local, argument)) in parameters.iter().zip(arguments).enumerate() {
            let (register, set) = (self.register(*local), self.model.locals[usize::from(*local)].ty == Type::Set);
            let later = &arguments[index + 1..];
            if set {
                let value = self.set(argument);
                self.emit(Instruction::LetSet(register, value), rule);
            } else if *argument != Expr::Local(*local) {
                let value = self.num(argument);
                // A later argument may still read the old value of this parameter.
                let read_later = later.iter().any(|later| !matches!(later, Expr::Int(_) | Expr::Last | Expr::Place(_)));
                let target = if read_later { self.spare + copies.len() as Register } else { register };
                self.emit(Instruction::Let(target, value), rule);
                if read_later {
                    copies.push((register, target));
                }
            }
        }
        for (register, spare) in copies {
            let value = self.local_node(spare);
            self.emit(Instruction::Let(register, value), rule);
        }
        match self.sequences[sequence] {
            Some(address) => {
                self.emit(Instruction::Jump(address), rule);
            }
            None => {
                let at = self.emit(Instruction::Jump(0), rule);
                self.jumps.push((at, sequence));
            }
        }
    }

    fn local_node(&mut self, register: Register) -> Num {
        self.node(Node::Local(register))
    }

    fn capture(&mut self, capture: &Capture, rule: RuleId) {
        let into = match &capture.into {
            Destination::Store => Into::Store,
            Destination::Hand => Into::Hand,
            Destination::Place(place) => Into::Place(self.num(place)),
        };
        let captor = match &capture.captor {
            // In what is done for each player, the mover is the one whose side is read.
            Captor::Mover if self.side != self.mover => &Captor::Player(Expr::Mover),
            captor => captor,
        };
        let instruction = match (captor, &capture.what) {
            (Captor::Mover, CaptureWhat::All(set)) => Instruction::Capture(self.set(set), into),
            (Captor::Mover, CaptureWhat::Some(count, pit)) => {
                Instruction::CaptureSome(self.num(count), self.num(pit), into)
            }
            (Captor::Player(player), CaptureWhat::All(set)) => {
                Instruction::CaptureFor(self.num(player), self.set(set), into)
            }
            (Captor::Player(player), CaptureWhat::Some(..)) => return self.capture_some_for(player, capture, rule),
            (_, CaptureWhat::Chosen { count, kinds, from, then }) => {
                let kinds = self.list(kinds.iter().map(|kind| *kind as u16).collect());
                let (count, from) = (self.num(count), self.set(from));
                let then = then.as_ref().map(|then| self.set(then));
                Instruction::CaptureChosen(count, kinds, from, then, into)
            }
        };
        self.emit(instruction, rule);
        self.changed(rule);
        if !self.code.ends[0].is_empty() {
            self.emit(Instruction::CaptureEnds, rule);
        }
    }

    /// Some pieces for a player who need not be the mover: what the mover captures counts as captured, what another takes
    /// is only moved.
    fn capture_some_for(&mut self, player: &Expr, capture: &Capture, rule: RuleId) {
        let CaptureWhat::Some(count, pit) = &capture.what else { return };
        let is = |who: Player| Expr::Same(Box::new(player.clone()), Box::new(Expr::Int(who.index() as i32)));
        let mine = Capture { captor: Captor::Mover, ..capture.clone() };
        let store = self.model.board.store().unwrap_or(0);
        let side = std::mem::replace(&mut self.side, self.mover);
        let skip = self.unless(&is(self.mover), rule);
        self.capture(&mine, rule);
        self.row_end(skip);
        self.side = side;
        let other = self.mover.other();
        let skip = self.unless(&is(other), rule);
        let to = match &capture.into {
            Destination::Store => Some(Expr::Place(Spot::Of(other, store))),
            Destination::Place(place) => Some(place.clone()),
            Destination::Hand => None,
        };
        let put = match to {
            Some(to) => Action::Put(Some(count.clone()), Some(pit.clone()), to),
            None => Action::Lift(Some(count.clone()), pit.clone()),
        };
        self.action(&put, rule);
        self.row_end(skip);
        self.last_kept = None;
    }

    fn becomes(&mut self, reference: &StateRef, value: &Expr, rule: RuleId) {
        let value = self.num(value);
        let instruction = match reference {
            StateRef::Game(state) => {
                Instruction::SetCell(self.layout.states[*state] as u16, value, self.layout.shifts[*state] as i8)
            }
            StateRef::Player(state, own) => {
                let player = if *own { self.side } else { self.side.other() };
                let cell = self.layout.states[*state] + player.index();
                Instruction::SetCell(cell as u16, value, self.layout.shifts[*state] as i8)
            }
            StateRef::Pit(state, pit) => {
                let pit = self.num(pit);
                Instruction::SetPitCell(self.layout.states[*state] as u16, pit, value, self.layout.shifts[*state] as i8)
            }
        };
        self.emit(instruction, rule);
    }
}

/// Whether a body ends by itself.
fn ends(body: &[Statement]) -> bool {
    body.last().is_some_and(|last| last.action.ends() && last.condition.is_none())
}

/// All pieces in a pit.
fn pieces_in(pit: &Expr) -> Expr {
    Expr::Pieces(Box::new(Expr::AsSet(Box::new(pit.clone()))), None)
}
