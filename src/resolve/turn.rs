//! Kinds of move, sequences, and what closes a turn or a game.

use super::Resolver;
use super::scope::Place;
use crate::diagnostic::{Diagnostic, code, did_you_mean};
use crate::limits;
use crate::model::*;
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind, Name, StatementKind};

impl<'a> Resolver<'a> {
    /// Phases and kinds of move; sequences follow from where they are used.
    pub(super) fn turns(&mut self) {
        let items = self.items;
        for item in items {
            match &item.kind {
                ItemKind::Turn(ranking) => self.phase("turn", None, ranking, item.span),
                ItemKind::Phase(name, condition, ranking) => {
                    self.phase(&name.text, condition.as_ref(), ranking, name.span);
                }
                _ => {}
            }
        }
        for item in items {
            if let ItemKind::Move(name, body) = &item.kind {
                self.move_kind(name, body);
            }
        }
        self.unused_sequences();
    }

    fn phase(&mut self, name: &str, condition: Option<&ast::Expr>, ranking: &ast::Ranking, span: Span) {
        let always = condition.is_none();
        let condition = condition.map(|condition| self.truth(condition));
        if let Some(before_span) = self.always_applies {
            self.report(
                Diagnostic::error(
                    code::UNREACHABLE_PHASE,
                    span,
                    format!("`{name}` never applies"),
                    "comes after one that always does",
                )
                .also(before_span, "this one always applies")
                .help("give the earlier one a condition with `while`, or change the order"),
            );
        }
        if always {
            self.always_applies = Some(span);
        }
        self.ranked_once(ranking);
        // Under these options the phase never applies, or one before it always does.
        if condition == Some(Expr::Int(0)) || self.model.phases.iter().any(|phase| phase.condition.is_none()) {
            return;
        }
        let condition = condition.filter(|condition| !matches!(condition, Expr::Int(_)));
        if let Some(ranking) = self.ranking(ranking) {
            self.model.phases.push(Phase { name: name.to_string(), condition, ranking, span });
        }
    }

    /// Each kind of move stands once among those that are ranked side by side.
    fn ranked_once(&mut self, ranking: &ast::Ranking) {
        let (ast::Ranking::Else(members) | ast::Ranking::Or(members)) = ranking else { return };
        let kinds: Vec<&Name> = members
            .iter()
            .filter_map(|member| if let ast::Ranking::Kind(name) = member { Some(name) } else { None })
            .collect();
        for (index, kind) in kinds.iter().enumerate() {
            if let Some(first) = kinds[..index].iter().find(|other| other.text == kind.text) {
                self.report(
                    Diagnostic::error(
                        code::DUPLICATE_ITEM,
                        kind.span,
                        format!("`{}` stands twice in one ranking", kind.text),
                        "and again here",
                    )
                    .also(first.span, "first here")
                    .help("each kind of move has one rank"),
                );
            }
        }
        members.iter().for_each(|member| self.ranked_once(member));
    }

    fn ranking(&mut self, ranking: &ast::Ranking) -> Option<Ranking> {
        Some(match ranking {
            ast::Ranking::Kind(name) => Ranking::Kind(self.move_number(name)?),
            ast::Ranking::Else(members) => Ranking::Else(members.iter().filter_map(|one| self.ranking(one)).collect()),
            ast::Ranking::Or(members) => Ranking::Or(members.iter().filter_map(|one| self.ranking(one)).collect()),
        })
    }

    fn move_kind(&mut self, name: &Name, body: &'a [ast::Statement]) {
        self.of = name.text.clone();
        self.chosen_here = chosen_in(body);
        let mark = self.scope.open();
        let mut statements = Vec::new();
        let mut finally = Vec::new();
        self.nothing_follows(body);
        for statement in body {
            if let (StatementKind::Finally(block), None) = (&statement.kind, &statement.condition) {
                finally = self.closing_block(block);
            } else {
                statements.extend(self.statement(statement));
            }
        }
        self.flow(body);
        self.begins(body);
        self.chosen_here.clear();
        self.scope.close(mark);
        let declared = DeclaredMove { name: name.text.clone(), body: statements, finally, span: name.span };
        let number = self.model.moves.push(declared);
        self.or_refuse(number);
    }

    /// What closes a turn: it is over, and nothing is sown or decided any more.
    fn closing_block(&mut self, block: &'a [ast::Statement]) -> Vec<Statement> {
        let outside = std::mem::replace(&mut self.place, Place::Finally);
        let body = self.body(block);
        self.place = outside;
        body
    }

    /// Whether it is said for each sowing what happens when its last seed has fallen.
    fn flow(&mut self, body: &[ast::Statement]) {
        for (index, statement) in body.iter().enumerate() {
            if !matches!(statement.kind, StatementKind::Sow(_)) {
                continue;
            }
            let next = body[index + 1..].iter().find(|next| !is_quiet(next));
            if next.is_some_and(|next| goes_on(&next.kind)) {
                continue;
            }
            self.report(
                Diagnostic::error(
                    code::NO_LANDING,
                    statement.span,
                    "nothing says what happens when the last seed has fallen",
                    "no landing table follows",
                )
                .help("write `landing { otherwise -> stop }` below it, or go on with a sequence"),
            );
        }
    }

    /// A turn begins with an empty hand and without a sowing.
    fn begins(&mut self, body: &[ast::Statement]) {
        let fills_hand = |statement: &ast::Statement| match &statement.kind {
            StatementKind::Lift(..) => true,
            StatementKind::Capture(capture) => capture.into.is_some(),
            // That this is no way to lift is said of it.
            StatementKind::Put(put) => is_hand(&put.to),
            _ => false,
        };
        let first_of = |wanted: fn(&StatementKind) -> bool| body.iter().position(|statement| wanted(&statement.kind));
        let sow = first_of(|kind| matches!(kind, StatementKind::Sow(_)));
        if let Some(sow) = sow.filter(|sow| !body[..*sow].iter().any(fills_hand)) {
            self.report(
                Diagnostic::error(
                    code::MISPLACED_STATEMENT,
                    body[sow].span,
                    "there is nothing to sow: no pit was lifted",
                    "the hand is empty here",
                )
                .help("write `lift pit` above it"),
            );
        }
        let table = first_of(|kind| matches!(kind, StatementKind::Landing(_)));
        let Some(table) = table.filter(|table| sow.is_none_or(|sow| sow > *table)) else { return };
        let StatementKind::Landing(rows) = &body[table].kind else { return };
        for relay in rows.iter().flat_map(|row| relays_before_sowing(&row.body)) {
            self.report(
                Diagnostic::error(
                    code::MISPLACED_STATEMENT,
                    relay,
                    "there is no sowing to go on with",
                    "relays, and this turn has not sown",
                )
                .help("`sow` stands above the table whose rows relay"),
            );
        }
    }

    fn unused_sequences(&mut self) {
        let items = self.items;
        for item in items {
            let ItemKind::Sequence(name, ..) = &item.kind else { continue };
            if !self.model.sequences.values().any(|sequence| sequence.name == name.text) {
                self.observed.unused.push((name.text.clone(), name.span));
            }
        }
    }

    /// The sequence for these arguments; its body is read when it is first used.
    pub(super) fn call_sequence(&mut self, name: &Name, arguments: &[ast::Expr]) -> Option<(SequenceId, Vec<Expr>)> {
        let Some(&(declared, parameters, body)) = self.sequences.get(name.text.as_str()) else {
            let mut names: Vec<&str> = self.sequences.keys().copied().collect();
            names.sort_unstable();
            let is_outcome = matches!(name.text.as_str(), "stop" | "again" | "relay" | "draw" | "never");
            let alone = is_outcome.then(|| format!("write `{}` without `then`", name.text));
            let help = alone.or_else(|| did_you_mean(&name.text, "sequences", &names));
            self.report(
                Diagnostic::error(
                    code::UNKNOWN_SEQUENCE,
                    name.span,
                    format!("there is no sequence `{}`", name.text),
                    "no `sequence` has this name",
                )
                .help_if(help),
            );
            return None;
        };
        if parameters.len() != arguments.len() {
            self.wrong_count(name, parameters.len(), arguments.len(), Some(declared.span));
            return None;
        }
        let typed: Vec<(Expr, Type)> = arguments.iter().map(|argument| self.expr(argument)).collect();
        if typed.iter().any(|(_, ty)| *ty == Type::Unknown) {
            return None;
        }
        let number = match self.model.sequences.find(|sequence| sequence.name == name.text) {
            Some(number) => number,
            None => self.sequence(declared, parameters, body, &typed),
        };
        let wanted: Vec<Type> =
            self.model.sequences[number].parameters.iter().map(|local| self.model.locals[*local].ty).collect();
        let fitted = typed
            .into_iter()
            .zip(wanted)
            .zip(arguments)
            .map(|((value, wanted), argument)| {
                self.fitting(
                    value.0,
                    value.1,
                    wanted,
                    argument.span,
                    Some((declared.span, "from its first use, this sequence takes another type here")),
                )
            })
            .collect();
        Some((number, fitted))
    }

    fn sequence(
        &mut self,
        name: &Name,
        parameters: &[Name],
        body: &'a [ast::Statement],
        arguments: &[(Expr, Type)],
    ) -> SequenceId {
        let outer = (std::mem::take(&mut self.scope), std::mem::replace(&mut self.of, name.text.clone()));
        let locals: Vec<LocalId> = parameters
            .iter()
            .zip(arguments)
            .map(|(parameter, (_, ty))| self.new_local(&parameter.text, *ty, true))
            .collect();
        for (parameter, local) in parameters.iter().zip(&locals) {
            self.scope.add(&parameter.text, *local);
        }
        // Numbered before its body is read, because it may go on with itself.
        let number = self.model.sequences.push(Sequence {
            name: name.text.clone(),
            parameters: locals,
            body: Vec::new(),
            span: name.span,
        });
        let number = self.or_refuse(number);
        let outside = std::mem::replace(&mut self.chosen_here, chosen_in(body));
        self.sequence_depth += 1;
        if self.sequence_depth > limits::DEFINITIONS {
            self.too_deep(name.span, "sequences go on with each other in too long a chain");
        } else {
            let outside = std::mem::replace(&mut self.place, Place::Turn);
            let statements = self.body(body);
            self.flow(body);
            self.place = outside;
            self.model.sequences[number].body = statements;
        }
        self.sequence_depth -= 1;
        self.chosen_here = outside;
        (self.scope, self.of) = outer;
        number
    }

    // --- statements --------------------------------------------------------------------------------------------------

    /// The statement; none if it has an error or can never be done.
    pub(super) fn statement(&mut self, statement: &'a ast::Statement) -> Option<Statement> {
        if !self.fits(statement) {
            return None;
        }
        let errors = self.errors;
        let condition = statement.condition.as_ref().map(|condition| self.truth(condition));
        if condition.is_some() {
            self.may_be_left_out(statement);
        }
        // A choice that is never made still has a value.
        let named = matches!(statement.kind, StatementKind::Choose(..));
        if condition == Some(Expr::Int(0)) && self.errors == errors && !named {
            return None;
        }
        let condition = condition.filter(|condition| !matches!(condition, Expr::Int(value) if *value != 0));
        let label = statement.label.as_ref().map_or(statement_word(&statement.kind), |label| label.text.as_str());
        let rule = self.rule(label, statement.span);
        let action = self.action(&statement.kind, statement.span, rule)?;
        Some(Statement { action, condition, rule })
    }

    /// What is named must have a value, whether the statement is done or not.
    fn may_be_left_out(&mut self, statement: &ast::Statement) {
        let help = match &statement.kind {
            StatementKind::Let(..) => "choose between values in parentheses: `let x = (a if c, otherwise b)`",
            StatementKind::Choose(_, ast::ChooseFrom::BothWays(_), _) => {
                "say with `where` which ways there are to choose from"
            }
            _ => return,
        };
        self.report(
            Diagnostic::error(
                code::MISPLACED_STATEMENT,
                statement.span,
                "what is named here would have no value where the condition does not hold",
                "not always done",
            )
            .help(help),
        );
    }

    fn action(&mut self, kind: &'a StatementKind, span: Span, rule: RuleId) -> Option<Action> {
        Some(match kind {
            StatementKind::Choose(name, from, condition) => self.choose(name, from, condition.as_ref()),
            StatementKind::Lift(count, from) => {
                let count = count.as_ref().map(|count| self.number(count));
                self.for_each_of(from, |pit| Action::Lift(count, pit))
            }
            StatementKind::Put(put) if is_hand(&put.to) => {
                self.report(
                    Diagnostic::error(
                        code::WRONG_TYPE,
                        span,
                        "seeds are lifted into the hand, not put",
                        "into the hand",
                    )
                    .help("write `lift pit` for all that lies there, `lift 2 from pit` for some"),
                );
                return None;
            }
            StatementKind::Put(put) => {
                let count = put.count.as_ref().map(|count| self.number(count));
                let to = self.pit(&put.to);
                match &put.from {
                    Some(from) => self.for_each_of(from, |pit| Action::Put(count, Some(pit), to)),
                    None => Action::Put(count, None, to),
                }
            }
            StatementKind::Sow(sow) => Action::Sow(self.sow(sow, span, rule)?),
            StatementKind::Landing(rows) => Action::Landing(self.rows(rows, Place::Landing)),
            StatementKind::Let(name, value) => {
                let (value, ty) = self.expr(value);
                Action::Let(self.keep(name, ty), value)
            }
            StatementKind::Capture(capture) => self.capture(capture, span)?,
            StatementKind::PlaceFreely(set) => Action::PlaceFreely(self.set(set)),
            StatementKind::Require(condition) => Action::Require(self.truth(condition)),
            StatementKind::Prefer(condition) => {
                let condition = self.truth(condition);
                Action::Prefer(self.preference(span), condition)
            }
            StatementKind::Then(name, arguments) => {
                let (sequence, arguments) = self.call_sequence(name, arguments)?;
                Action::Then(sequence, arguments)
            }
            // Read where a move, and where a row is; elsewhere they do not fit.
            StatementKind::Finally(_) | StatementKind::Never => return None,
            StatementKind::For(over, body) => self.for_loop(over, body)?,
            StatementKind::NotLegal => Action::NotLegal,
            StatementKind::Stop => Action::Stop,
            StatementKind::Again => Action::Again,
            StatementKind::Relay(from) => Action::Relay(from.as_ref().map_or(Expr::Last, |from| self.pit(from))),
            StatementKind::Either(alternatives) => {
                self.fits_in(span, alternatives.len(), limits::ALTERNATIVES, "alternatives");
                Action::Either(
                    alternatives
                        .iter()
                        .map(|one| {
                            let mark = self.scope.open();
                            let body = self.body(&one.body);
                            self.scope.close(mark);
                            Alternative { name: one.name.text.clone(), body }
                        })
                        .collect(),
                )
            }
            StatementKind::Award(award) => {
                if *award == Award::Winner {
                    self.round_winner(span);
                }
                Action::Award(*award)
            }
            StatementKind::Becomes(target, value) => return self.becomes(target, value),
        })
    }

    fn for_loop(&mut self, over: &'a ast::ForOver, body: &'a [ast::Statement]) -> Option<Action> {
        let errors = self.errors;
        let mark = self.scope.open();
        let over = match over {
            ast::ForOver::Members(name, set) => {
                let set = self.set(set);
                ForOver::Members(self.keep(name, Type::Pit), set)
            }
            ast::ForOver::Numbers(name, low, high) => {
                let (low, high) = (self.constant(low, 0, limits::LOOP), self.constant(high, 0, limits::LOOP));
                ForOver::Numbers(self.keep(name, Type::Number), low as i32, high as i32)
            }
            ast::ForOver::BothWays(name) => ForOver::Ways(self.keep(name, Type::Way)),
            ast::ForOver::Players => ForOver::Players,
        };
        let outside = std::mem::replace(&mut self.in_loop, true);
        let body = self.body(body);
        self.in_loop = outside;
        self.scope.close(mark);
        (self.errors == errors).then_some(Action::For(over, body))
    }

    /// A local that lives through choices.
    fn keep(&mut self, name: &Name, ty: Type) -> LocalId {
        let local = self.new_local(&name.text, ty, true);
        self.scope.add(&name.text, local);
        local
    }

    fn preference(&mut self, span: Span) -> u8 {
        if self.model.preferences == limits::PREFERENCES {
            self.error(
                code::TOO_MANY_NAMES,
                span,
                "the file has too many preferences",
                format!("at most {} are possible", limits::PREFERENCES),
            );
            return 0;
        }
        self.model.preferences += 1;
        self.model.preferences - 1
    }

    fn choose(&mut self, name: &Name, from: &ast::ChooseFrom, condition: Option<&ast::Expr>) -> Action {
        match from {
            ast::ChooseFrom::Pits(sets) => {
                let sets: Vec<Expr> = sets.iter().map(|set| self.set(set)).collect();
                if sets.iter().all(|set| matches!(set, Expr::Places(spots) if spots.is_empty())) {
                    self.error(
                        code::CHOICE_NEVER_OFFERED,
                        name.span,
                        "there is nothing to choose from",
                        "the set is always empty",
                    );
                }
                if let Some(condition) = condition {
                    self.report(
                        Diagnostic::error(
                            code::NOT_HERE,
                            condition.span,
                            "nothing says which of these sets the condition is about",
                            "about one, or about all",
                        )
                        .help("write `A + (B where …)` for one of them, `(A + B) where …` for all; and so with `-`"),
                    );
                }
                Action::ChoosePit(self.keep(name, Type::Pit), sets)
            }
            ast::ChooseFrom::Numbers(low, high) => {
                let (low, high) = (self.number(low), self.number(high));
                if let Expr::Int(high) = &high {
                    let most = limits::CHOSEN_NUMBER as usize;
                    self.fits_in(name.span, (*high).max(0) as usize, most, "numbers to choose from");
                }
                if let (Expr::Int(low), Expr::Int(high)) = (&low, &high)
                    && low > high
                {
                    self.error(
                        code::CHOICE_NEVER_OFFERED,
                        name.span,
                        "there is nothing to choose from",
                        "no number lies in this range",
                    );
                }
                Action::ChooseNumber(self.keep(name, Type::Number), low, high)
            }
            ast::ChooseFrom::BothWays(span) => {
                if self.model.board.ways.is_empty() {
                    self.report(
                        Diagnostic::error(code::WAY_UNKNOWN, *span, "no track has two ways", "no ways to choose from")
                            .help("declare the track with `both ways right, left`"),
                    );
                }
                let condition =
                    condition.map(|condition| self.with_local("it", Type::Way, |this| this.truth(condition)));
                Action::ChooseWay(self.keep(name, Type::Way), condition)
            }
        }
    }

    fn sow(&mut self, sow: &'a ast::SowStatement, span: Span, rule: RuleId) -> Option<SowingNumber> {
        let each = self.each_place(sow);
        let start = self.pit(&sow.start);
        let track = self.track_number(&sow.track)?;
        let way = self.way_on(track, sow.going.as_ref(), span);
        let skipping = sow.skipping.as_ref().map(|set| self.set(set));
        let skipping = skipping.filter(|set| !matches!(set, Expr::Places(spots) if spots.is_empty()));
        if let Some(span) = sow.choosing
            && self.model.kinds.len() == 1
        {
            self.report(
                Diagnostic::warning(
                    code::UNUSED,
                    span,
                    "there is one kind of piece, so there is no order to choose",
                    "no effect",
                )
                .help("leave it out, or declare `pieces`"),
            );
        }
        let choosing = sow.choosing.is_some() && self.model.kinds.len() > 1;
        let each_drop = sow
            .each_drop
            .as_ref()
            .map(|each| EachDrop { but_last: each.but_last, rows: self.rows(&each.rows, Place::EachDrop) });
        let number = self.model.sowings.push(Sowing {
            track,
            after: sow.after,
            start,
            way,
            each,
            skipping,
            choosing,
            each_drop,
            rule,
        });
        Some(self.or_refuse(number))
    }

    /// How many seeds fall into each place; where that is known beforehand it is one at least.
    fn each_place(&mut self, sow: &ast::SowStatement) -> Expr {
        let Some(written) = &sow.each else { return Expr::Int(1) };
        let each = self.number(written);
        if let Expr::Int(number) = each
            && number < 1
        {
            self.report(
                Diagnostic::error(
                    code::OUT_OF_RANGE,
                    written.span,
                    format!("a sowing of {number} seeds into each place never ends"),
                    "1 at least",
                )
                .help("write how many seeds fall into each place, or leave it out for one"),
            );
        }
        each
    }

    fn capture(&mut self, capture: &ast::Capture, span: Span) -> Option<Action> {
        let captor = match &capture.captor {
            None => Captor::Mover,
            Some(player) => match self.player(player) {
                Expr::Mover => Captor::Mover,
                player => Captor::Player(player),
            },
        };
        let into = match &capture.into {
            Some(ast::Expr { kind: ast::ExprKind::Call(name, None), .. }) if name.text == "hand" => Destination::Hand,
            Some(place) => Destination::Place(self.pit(place)),
            None if self.model.board.store().is_some() => Destination::Store,
            None => {
                self.report(
                    Diagnostic::error(code::NO_DESTINATION, span, "seeds are captured, but nothing says where they go", "captured here")
                        .help("declare `store` in `board`, or say where: `capture … into hand`, `into off`, `into own back 1`"),
                );
                return None;
            }
        };
        let what = match &capture.what {
            ast::CaptureWhat::All(set) => CaptureWhat::All(self.set(set)),
            ast::CaptureWhat::Some(count, set) => {
                let count = self.number(count);
                let some = |pit| Action::Capture(Capture { captor, what: CaptureWhat::Some(count, pit), into });
                return Some(self.for_each_of(set, some));
            }
            ast::CaptureWhat::Chosen { count, kind, from, then } => CaptureWhat::Chosen {
                count: self.number(count),
                kinds: self.kinds_of(kind)?,
                from: self.set(from),
                then: then.as_ref().map(|then| self.set(then)),
            },
        };
        Some(Action::Capture(Capture { captor, what, into }))
    }

    /// An action on a pit, or for each pit of a set.
    fn for_each_of(&mut self, of: &ast::Expr, action: impl FnOnce(Expr) -> Action) -> Action {
        match self.expr(of) {
            (set, ty @ (Type::Set | Type::Run)) => {
                let set = self.fitting(set, ty, Type::Set, of.span, None);
                let pit = self.new_local("member", Type::Pit, true);
                Action::OfEach(pit, set, Box::new(action(Expr::Local(pit))))
            }
            (pit, ty) => action(self.fitting(pit, ty, Type::Pit, of.span, None)),
        }
    }

    fn becomes(&mut self, target: &ast::Expr, value: &ast::Expr) -> Option<Action> {
        let (place, ty) = self.expr(target);
        let reference = match place {
            Expr::StateGame(state) => StateRef::Game(state),
            Expr::StatePlayer(state, own) => StateRef::Player(state, own),
            Expr::StatePit(state, pit) => StateRef::Pit(state, *pit),
            _ => {
                if ty != Type::Unknown {
                    self.report(
                        Diagnostic::error(code::NOT_HERE, target.span, "only declared state can be set", "not state")
                            .help(match ty {
                                Type::Pit | Type::Set => {
                                    "what lies in a place is moved: `put 1 from own store in last`, `capture last`; other things to \
                                     remember are declared in `state { … }`"
                                }
                                _ => "declare it in `state { … }`; a value for this turn is kept with `let`",
                            }),
                    );
                }
                return None;
            }
        };
        let declared = match &reference {
            StateRef::Game(state) | StateRef::Player(state, _) | StateRef::Pit(state, _) => {
                self.model.states[*state].span
            }
        };
        let (value_expr, found) = self.expr(value);
        let value_span = value.span;
        let value =
            self.fitting(value_expr, found, ty, value.span, Some((declared, "because of how this is declared")));
        let largest = match &reference {
            StateRef::Game(state) | StateRef::Player(state, _) | StateRef::Pit(state, _) => {
                self.model.states[*state].largest
            }
        };
        if let (Type::Number, Expr::Int(number)) = (ty, &value)
            && !(0..=largest).contains(number)
        {
            self.report(
                Diagnostic::error(
                    code::OUT_OF_RANGE,
                    value_span,
                    format!("this state is a number from 0 to {largest}, and cannot become {number}"),
                    "outside its range",
                )
                .also(declared, "declared here")
                .help(format!("write `0 up to {number}` where it is declared, or a smaller number here")),
            );
        }
        Some(Action::Become(reference, value))
    }

    // --- what closes a turn or a game --------------------------------------------------------------------------------

    pub(super) fn closing(&mut self) {
        let items = self.items;
        for item in items {
            match &item.kind {
                ItemKind::Finally(block) => {
                    self.of = "finally".into();
                    let mark = self.scope.open();
                    self.model.finally = self.closing_block(block);
                    self.scope.close(mark);
                }
                ItemKind::Legal(rules) => self.legal(rules),
                ItemKind::Endless(limit, rows) => {
                    self.of = "endless".into();
                    if let Some((limit, _)) = limit {
                        self.model.lap_limit = *limit;
                    }
                    self.model.endless = self.rows(rows, Place::Endless);
                    self.model.endless_declared = true;
                }
                ItemKind::End(rows) => self.end(rows),
                ItemKind::Match(condition, entries) => self.rounds(condition.as_ref(), entries, item.span),
                _ => {}
            }
        }
        self.of = "score".into();
        let here = self.items.first().map_or(Span::default(), |item| item.span);
        let name = Name { text: "score".into(), span: here };
        if self.defines.contains_key("score") || self.model.board.store().is_some() {
            let score = ast::Expr { kind: ast::ExprKind::Call(name, None), span: here };
            let score = self.number(&score);
            self.model.score = Some(score);
        }
    }

    fn legal(&mut self, rules: &'a [ast::LegalRule]) {
        self.of = "legal".into();
        for rule in rules {
            let condition = self.truth(&rule.condition);
            let when = rule.when.as_ref().map(|when| self.truth(when));
            if when == Some(Expr::Int(0)) || condition == Expr::Int(1) {
                self.observed.never.push(rule.span);
                continue;
            }
            let id = self.rule(&rule.label.text, rule.span);
            let when = when.filter(|when| !matches!(when, Expr::Int(_)));
            let prefer = rule.prefer.then(|| self.preference(rule.span));
            self.model.legal.push(LegalRule { prefer, condition, when, rule: id });
        }
    }

    fn end(&mut self, rows: &'a [ast::EndRow]) {
        self.of = "end".into();
        for (index, row) in rows.iter().enumerate() {
            self.in_end = row.moment == ast::Moment::BeforeTurn;
            if let Some(first) = rows[..index].iter().find(|other| other.row.label.text == row.row.label.text) {
                self.report(
                    Diagnostic::error(
                        code::DUPLICATE_LABEL,
                        row.row.label.span,
                        format!("two rows are called `{}`", row.row.label.text),
                        "and again here",
                    )
                    .also(first.row.label.span, "first used here"),
                );
            }
            let made = self.rows(std::slice::from_ref(&row.row), Place::End);
            for made in made {
                if made.award() == Some(Award::HigherScore)
                    && self.model.board.store().is_none()
                    && !self.defines.contains_key("score")
                {
                    self.report(
                        Diagnostic::error(
                            code::NO_DESTINATION,
                            row.row.span,
                            "`higher score wins`, but there is no score",
                            "whose seeds are counted?",
                        )
                        .help("declare `store` in `board`, or write `define score = …`"),
                    );
                }
                self.model.end.push(EndRow { moment: row.moment, row: made });
            }
        }
        self.in_end = false;
    }
}

/// The relays of a row that does not sow itself, those that may be chosen among them.
fn relays_before_sowing(body: &[ast::Statement]) -> Vec<Span> {
    let before = body.iter().take_while(|statement| !matches!(statement.kind, StatementKind::Sow(_)));
    let relays = before.flat_map(|statement| match &statement.kind {
        StatementKind::Relay(_) => vec![statement.span],
        StatementKind::Either(alternatives) => {
            alternatives.iter().flat_map(|one| relays_before_sowing(&one.body)).collect()
        }
        _ => Vec::new(),
    });
    relays.collect()
}

/// What may stand between a sowing and what says how the turn goes on: it moves nothing up that could be sown.
fn is_quiet(statement: &ast::Statement) -> bool {
    match &statement.kind {
        StatementKind::Sow(_) | StatementKind::Lift(..) | StatementKind::Finally(_) => false,
        kind => !goes_on(kind) || statement.condition.is_some(),
    }
}

/// Whether a statement says how the turn goes on.
fn goes_on(kind: &StatementKind) -> bool {
    matches!(
        kind,
        StatementKind::Landing(_)
            | StatementKind::Then(..)
            | StatementKind::Stop
            | StatementKind::Again
            | StatementKind::NotLegal
            | StatementKind::Either(_)
            | StatementKind::Never
    )
}

/// What a body chooses or keeps, with the places.
fn chosen_in(body: &[ast::Statement]) -> Vec<(&str, Span)> {
    let chosen = body.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Choose(name, ..) | StatementKind::Let(name, _) => Some((name.text.as_str(), name.span)),
        _ => None,
    });
    chosen.collect()
}

/// The word a statement begins with, as its label.
fn statement_word(kind: &StatementKind) -> &'static str {
    match kind {
        StatementKind::Choose(..) => "choose",
        StatementKind::Lift(..) => "lift",
        StatementKind::Put(..) => "put",
        StatementKind::Sow(_) => "sow",
        StatementKind::Landing(_) => "landing",
        StatementKind::Let(..) => "let",
        StatementKind::Capture(_) => "capture",
        StatementKind::PlaceFreely(_) => "place",
        StatementKind::Require(_) => "require",
        StatementKind::Prefer(_) => "prefer",
        StatementKind::Then(..) => "then",
        StatementKind::Finally(_) => "finally",
        StatementKind::Becomes(..) => "becomes",
        StatementKind::For(..) => "for",
        StatementKind::NotLegal => "not legal",
        StatementKind::Stop => "stop",
        StatementKind::Again => "again",
        StatementKind::Relay(_) => "relay",
        StatementKind::Either(_) => "either",
        StatementKind::Award(_) => "award",
        StatementKind::Never => "never",
    }
}

/// Whether an expression is the hand.
fn is_hand(place: &ast::Expr) -> bool {
    matches!(&place.kind, ast::ExprKind::Call(name, None) if name.text == "hand")
}
