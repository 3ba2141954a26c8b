//! Walks over the expressions and statements of an item, wherever they stand in it.

use super::ast::{
    BoardEntry, Capture, CaptureWhat, ChooseFrom, Contents, Expr, ExprKind, ForOver, ItemKind, MatchEntry,
    NotationEntry, PieceItem, Row, SetupEntry, SidedTail, Spliced, Statement, StatementKind,
};

impl Expr {
    /// The expressions that this one is made of.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Nobody
            | ExprKind::NoPit
            | ExprKind::Occurs(_)
            | ExprKind::CannotMove
            | ExprKind::Sided(_, _, SidedTail::None)
            | ExprKind::Call(_, None) => Vec::new(),
            ExprKind::Or(members) | ExprKind::And(members) => members.iter().collect(),
            ExprKind::Not(inner)
            | ExprKind::Adjective(inner, ..)
            | ExprKind::WasEmpty(inner, _)
            | ExprKind::Some(inner)
            | ExprKind::No(inner)
            | ExprKind::AtTurnStart(inner)
            | ExprKind::BeforeSowing(inner)
            | ExprKind::Facing(inner)
            | ExprKind::Behind(inner)
            | ExprKind::Opposite(inner)
            | ExprKind::Drops(inner) => vec![inner],
            ExprKind::Compare(_, one, other)
            | ExprKind::Is(one, _, other)
            | ExprKind::Arithmetic(_, one, other)
            | ExprKind::Where(one, other) => vec![one, other],
            ExprKind::In(one, _, ranges, _) => {
                let ends = ranges.iter().flat_map(|(low, high)| std::iter::once(low).chain(high));
                std::iter::once(&**one).chain(ends).collect()
            }
            ExprKind::Along { count, from, going, .. } => {
                count.iter().chain([from]).chain(going).map(|part| &**part).collect()
            }
            ExprKind::Conditional(cases, otherwise) => {
                let all = cases.iter().flat_map(|(value, condition)| [value, condition]);
                all.chain([&**otherwise]).collect()
            }
            ExprKind::Sided(_, _, SidedTail::Index(first, last)) => {
                std::iter::once(first).chain(last).map(|part| &**part).collect()
            }
            ExprKind::Sided(_, _, SidedTail::Arguments(arguments)) | ExprKind::Call(_, Some(arguments)) => {
                arguments.iter().collect()
            }
            ExprKind::Chain { from, limit, condition, .. } => {
                std::iter::once(from).chain(limit).chain([condition]).map(|part| &**part).collect()
            }
            ExprKind::Each(value, binders) => {
                std::iter::once(&**value).chain(binders.iter().filter_map(|(_, set)| set.as_ref())).collect()
            }
        }
    }

    /// Calls back with this expression and with all that it is made of.
    pub fn each<'a>(&'a self, see: &mut dyn FnMut(&'a Expr)) {
        see(self);
        self.parts().into_iter().for_each(|part| part.each(see));
    }
}

/// What is called back with: the statements of an item, and the expressions that stand in it, the outermost only.
pub trait Walker<'a> {
    /// A statement, before what stands in it.
    fn statement(&mut self, _statement: &'a Statement) {}
    /// A row of a table or of `end`, before what stands in it.
    fn row(&mut self, _row: &'a Row) {}
    /// An expression that stands in no other one.
    fn expression(&mut self, expression: &'a Expr);
}

/// Walks over an item.
pub fn walk<'a>(item: &'a ItemKind, walker: &mut dyn Walker<'a>) {
    match item {
        ItemKind::Pieces(pieces) => pieces.iter().for_each(|piece| worth(piece, walker)),
        ItemKind::Board(entries) => entries.iter().for_each(|entry| board(entry, walker)),
        ItemKind::Setup(entries) => entries.iter().for_each(|entry| setup(entry, walker)),
        ItemKind::State(entries) => {
            for entry in entries {
                walker.expression(&entry.start);
                entry.largest.iter().for_each(|largest| walker.expression(largest));
                entry.until.iter().for_each(|until| walker.expression(until));
            }
        }
        ItemKind::Notation(entries) => {
            for entry in entries {
                if let NotationEntry::Mark(_, condition) = entry {
                    walker.expression(condition);
                }
            }
        }
        ItemKind::Define(define) => walker.expression(&define.body),
        ItemKind::Phase(_, condition, _) => condition.iter().for_each(|condition| walker.expression(condition)),
        ItemKind::Move(_, body) | ItemKind::Sequence(_, _, body) | ItemKind::Finally(body) => statements(body, walker),
        ItemKind::Legal(rules) => {
            for rule in rules {
                walker.expression(&rule.condition);
                rule.when.iter().for_each(|when| walker.expression(when));
            }
        }
        ItemKind::Endless(_, table) => rows(table, walker),
        ItemKind::Splice(splice) => match &splice.what {
            Spliced::Rows(table) => rows(table, walker),
            Spliced::Statements(body) => statements(body, walker),
        },
        ItemKind::End(table) => table.iter().for_each(|end| row(&end.row, walker)),
        ItemKind::Match(condition, entries) => {
            condition.iter().for_each(|condition| walker.expression(condition));
            entries.iter().for_each(|entry| between_rounds(entry, walker));
        }
        ItemKind::BasedOn(..)
        | ItemKind::Game(..)
        | ItemKind::Option(_)
        | ItemKind::Parameter(_)
        | ItemKind::Preset(..)
        | ItemKind::Turn(_)
        | ItemKind::Without(_)
        | ItemKind::Example(_) => {}
    }
}

fn worth<'a>(piece: &'a PieceItem, walker: &mut dyn Walker<'a>) {
    if let Some((low, high)) = &piece.worth {
        walker.expression(low);
        high.iter().for_each(|high| walker.expression(high));
    }
}

fn range<'a>(range: &'a Option<(Expr, Option<Expr>)>, walker: &mut dyn Walker<'a>) {
    if let Some((first, last)) = range {
        walker.expression(first);
        last.iter().for_each(|last| walker.expression(last));
    }
}

fn board<'a>(entry: &'a BoardEntry, walker: &mut dyn Walker<'a>) {
    match entry {
        BoardEntry::Row { size, .. } => walker.expression(size),
        BoardEntry::Track { segments, .. } => segments.iter().for_each(|segment| range(&segment.range, walker)),
        BoardEntry::Pit(_, _, number) => walker.expression(number),
        BoardEntry::Set(_, parts) => parts.iter().for_each(|part| range(&part.range, walker)),
        BoardEntry::Store(_) | BoardEntry::Reserve(_) | BoardEntry::Off(_) => {}
    }
}

fn setup<'a>(entry: &'a SetupEntry, walker: &mut dyn Walker<'a>) {
    if let SetupEntry::Contents { range: Some((low, high)), .. } = entry {
        walker.expression(low);
        high.iter().for_each(|high| walker.expression(high));
    }
    match entry {
        SetupEntry::First(player) => walker.expression(player),
        SetupEntry::Contents { contents: Contents::Each(number), .. } => walker.expression(number),
        SetupEntry::Contents { contents: Contents::List(numbers), .. } => {
            numbers.iter().for_each(|number| walker.expression(number));
        }
        SetupEntry::Contents { contents: Contents::ByPit(_, pieces), .. } => {
            pieces.iter().filter_map(|piece| piece.value.as_ref()).for_each(|value| walker.expression(value));
        }
    }
}

fn statements<'a>(body: &'a [Statement], walker: &mut dyn Walker<'a>) {
    body.iter().for_each(|one| statement(one, walker));
}

fn statement<'a>(one: &'a Statement, walker: &mut dyn Walker<'a>) {
    walker.statement(one);
    one.condition.iter().for_each(|condition| walker.expression(condition));
    match &one.kind {
        StatementKind::Choose(_, from, condition) => {
            match from {
                ChooseFrom::Pits(sets) => sets.iter().for_each(|set| walker.expression(set)),
                ChooseFrom::Numbers(low, high) => [low, high].into_iter().for_each(|end| walker.expression(end)),
                ChooseFrom::BothWays(_) => {}
            }
            condition.iter().for_each(|condition| walker.expression(condition));
        }
        StatementKind::Lift(count, pit) => {
            count.iter().for_each(|count| walker.expression(count));
            walker.expression(pit);
        }
        StatementKind::Put(put) => {
            put.count.iter().chain(&put.from).for_each(|part| walker.expression(part));
            walker.expression(&put.to);
        }
        StatementKind::For(over, body) => {
            match over {
                ForOver::Members(_, set) => walker.expression(set),
                ForOver::Numbers(_, low, high) => [low, high].into_iter().for_each(|end| walker.expression(end)),
                ForOver::BothWays(_) | ForOver::Players => {}
            }
            statements(body, walker);
        }
        StatementKind::Relay(from) => from.iter().for_each(|from| walker.expression(from)),
        StatementKind::Either(alternatives) => {
            alternatives.iter().for_each(|alternative| statements(&alternative.body, walker));
        }
        StatementKind::NotLegal
        | StatementKind::Stop
        | StatementKind::Again
        | StatementKind::Award(_)
        | StatementKind::Never => {}
        StatementKind::Sow(sow) => {
            walker.expression(&sow.start);
            sow.each.iter().chain(&sow.going).chain(&sow.skipping).for_each(|part| walker.expression(part));
            sow.each_drop.iter().for_each(|drop| rows(&drop.rows, walker));
        }
        StatementKind::Landing(table) => rows(table, walker),
        StatementKind::Capture(what) => capture(what, walker),
        StatementKind::Let(_, value)
        | StatementKind::PlaceFreely(value)
        | StatementKind::Require(value)
        | StatementKind::Prefer(value) => walker.expression(value),
        StatementKind::Then(_, arguments) => arguments.iter().for_each(|argument| walker.expression(argument)),
        StatementKind::Finally(body) => statements(body, walker),
        StatementKind::Becomes(state, value) => {
            // The state is named, not asked for; what it is kept of is.
            state.parts().into_iter().for_each(|part| walker.expression(part));
            walker.expression(value);
        }
    }
}

fn capture<'a>(capture: &'a Capture, walker: &mut dyn Walker<'a>) {
    capture.captor.iter().chain(&capture.into).for_each(|part| walker.expression(part));
    match &capture.what {
        CaptureWhat::All(set) => walker.expression(set),
        CaptureWhat::Some(count, from) => [count, from].into_iter().for_each(|part| walker.expression(part)),
        CaptureWhat::Chosen { count, from, then, .. } => {
            [count, from].into_iter().chain(then).for_each(|part| walker.expression(part));
        }
    }
}

fn rows<'a>(table: &'a [Row], walker: &mut dyn Walker<'a>) {
    table.iter().for_each(|one| row(one, walker));
}

fn row<'a>(row: &'a Row, walker: &mut dyn Walker<'a>) {
    walker.row(row);
    row.conditions.iter().for_each(|condition| walker.expression(condition));
    statements(&row.body, walker);
}

fn between_rounds<'a>(entry: &'a MatchEntry, walker: &mut dyn Walker<'a>) {
    match entry {
        MatchEntry::Setup(_) | MatchEntry::StartsInTurn(_) => {}
        MatchEntry::Fill(fill) => {
            [&fill.row, &fill.each, &fill.from].into_iter().for_each(|part| walker.expression(part));
        }
        MatchEntry::Starts(player) => walker.expression(player),
        MatchEntry::Over(table) => rows(table, walker),
        MatchEntry::Act(action) => statement(action, walker),
    }
}
