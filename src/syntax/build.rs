//! Items and statements: pairs of the grammar to nodes of the tree, one function for each rule.

use super::ast::*;
use super::grammar::Rule;
use super::node::{Builder, Built, Node, content, has, parts, side};
use crate::diagnostic::{Diagnostic, code};
use crate::source::Span;
use std::sync::Arc;

/// Reads the parts of a node one after the other.
struct Reader<'a> {
    parts: std::iter::Peekable<std::vec::IntoIter<Node<'a>>>,
}

impl<'a> Reader<'a> {
    fn new(node: Node<'a>) -> Self {
        Reader { parts: content(node).collect::<Vec<_>>().into_iter().peekable() }
    }

    /// The next part, which the grammar promises.
    fn one(&mut self) -> Node<'a> {
        self.parts.next().expect("the grammar has this part")
    }

    fn if_rule(&mut self, rule: Rule) -> Option<Node<'a>> {
        self.parts.next_if(|part| part.as_rule() == rule)
    }

    fn maybe(&mut self) -> Option<Node<'a>> {
        self.parts.next()
    }

    fn rest(self) -> impl Iterator<Item = Node<'a>> {
        self.parts
    }
}

impl Builder {
    // --- items -------------------------------------------------------------------------------------------------------

    pub(super) fn item(&self, node: Node<'_>) -> Built<Item> {
        let node = content(node).next().expect("an item has content");
        let span = self.span(&node);
        Ok(Item { kind: self.item_kind(node)?, span })
    }

    fn item_kind(&self, node: Node<'_>) -> Built<ItemKind> {
        let rule = node.as_rule();
        Ok(match rule {
            Rule::based_on => {
                let mut reader = Reader::new(node);
                let base = self.name(&reader.one());
                ItemKind::BasedOn(base, reader.rest().map(|part| self.binding(part)).collect())
            }
            Rule::game => {
                let mut reader = Reader::new(node);
                let title = self.text(&reader.one());
                let source = reader.if_rule(Rule::source).map(|source| self.text(&source));
                let aliases = reader.if_rule(Rule::also_called);
                let aliases = aliases.into_iter().flat_map(content).map(|alias| self.text(&alias)).collect();
                ItemKind::Game(GameItem { title, source, aliases })
            }
            Rule::option => ItemKind::Option(self.option(node)),
            Rule::parameter => ItemKind::Parameter(self.parameter(node)?),
            Rule::preset => {
                let mut reader = Reader::new(node);
                let name = self.name(&reader.one());
                let about = reader.if_rule(Rule::string).map(|text| self.text(&text));
                ItemKind::Preset(name, about, reader.rest().map(|part| self.binding(part)).collect())
            }
            Rule::pieces => ItemKind::Pieces(content(node).map(|part| self.piece(part)).collect::<Built<_>>()?),
            Rule::board => ItemKind::Board(content(node).map(|part| self.board_entry(part)).collect::<Built<_>>()?),
            Rule::setup => ItemKind::Setup(content(node).map(|part| self.setup_entry(part)).collect::<Built<_>>()?),
            Rule::state => ItemKind::State(content(node).map(|part| self.state_entry(part)).collect::<Built<_>>()?),
            Rule::notation => {
                ItemKind::Notation(content(node).map(|part| self.notation_entry(part)).collect::<Built<_>>()?)
            }
            Rule::define => {
                let mut reader = Reader::new(node);
                let name = self.name(&reader.one());
                let parameters = self.parameters(reader.if_rule(Rule::parameters));
                ItemKind::Define(DefineItem { name, parameters, body: self.expression(reader.one())? })
            }
            Rule::phase => {
                let mut reader = Reader::new(node);
                let name = self.name(&reader.one());
                let condition = reader.if_rule(Rule::expr).map(|part| self.expression(part)).transpose()?;
                ItemKind::Phase(name, condition, self.ranking(reader.one()))
            }
            Rule::turn => ItemKind::Turn(self.ranking(Reader::new(node).one())),
            Rule::move_kind => {
                let mut reader = Reader::new(node);
                ItemKind::Move(self.name(&reader.one()), self.block(reader.one())?)
            }
            Rule::sequence => {
                let mut reader = Reader::new(node);
                let name = self.name(&reader.one());
                let parameters = self.parameters(reader.if_rule(Rule::parameters));
                ItemKind::Sequence(name, parameters, self.block(reader.one())?)
            }
            Rule::finally => ItemKind::Finally(self.block(Reader::new(node).one())?),
            Rule::legal => ItemKind::Legal(content(node).map(|part| self.legal_rule(part)).collect::<Built<_>>()?),
            Rule::endless => {
                let mut reader = Reader::new(node);
                let limit = match reader.if_rule(Rule::number) {
                    Some(number) => Some((self.number(&number)?, self.span(&number))),
                    None => None,
                };
                ItemKind::Endless(limit, self.table(reader.one())?)
            }
            Rule::end => ItemKind::End(content(node).map(|part| self.end_row(part)).collect::<Built<_>>()?),
            Rule::match_rounds => {
                let mut reader = Reader::new(node);
                let condition = self.condition_tail(reader.if_rule(Rule::condition_tail))?;
                ItemKind::Match(condition, reader.rest().map(|part| self.match_entry(part)).collect::<Built<_>>()?)
            }
            Rule::example => ItemKind::Example(Arc::new(self.example(node)?)),
            Rule::without => ItemKind::Without(content(node).map(|part| self.removed(part)).collect()),
            _ => {
                let place = match node.clone().into_inner().next().map(|first| first.as_rule()) {
                    Some(Rule::kw_before) => SpliceWhere::Before,
                    Some(Rule::kw_after) => SpliceWhere::After,
                    _ => SpliceWhere::Instead,
                };
                let mut reader = Reader::new(node);
                let (of, label) = (self.name(&reader.one()), self.name(&reader.one()));
                let inside = reader.one();
                let what = match inside.as_rule() {
                    Rule::table => Spliced::Rows(self.table(inside)?),
                    _ => Spliced::Statements(self.block(inside)?),
                };
                ItemKind::Splice(SpliceItem { place, of, label, what })
            }
        })
    }

    fn binding(&self, node: Node<'_>) -> Binding {
        let mut reader = Reader::new(node);
        Binding { name: self.name(&reader.one()), value: self.name(&reader.one()) }
    }

    fn option(&self, node: Node<'_>) -> OptionItem {
        let mut reader = Reader::new(node);
        let name = self.name(&reader.one());
        let about = reader.if_rule(Rule::string).map(|text| self.text(&text));
        let values = reader
            .rest()
            .map(|value| {
                let mut reader = Reader::new(value);
                let name = self.name(&reader.one());
                (name, reader.maybe().map(|text| self.text(&text)))
            })
            .collect();
        OptionItem { name, about, values }
    }

    fn parameter(&self, node: Node<'_>) -> Built<ParameterItem> {
        let numbers = self.span(&node);
        let mut reader = Reader::new(node);
        let name = self.name(&reader.one());
        let (low, high, default) =
            (self.number(&reader.one())?, self.number(&reader.one())?, self.number(&reader.one())?);
        let about = reader.maybe().map(|text| self.text(&text));
        Ok(ParameterItem { name, low, high, default, about, numbers })
    }

    fn piece(&self, node: Node<'_>) -> Built<PieceItem> {
        let mut reader = Reader::new(node);
        let name = self.name(&reader.one());
        let low = reader.maybe().map(|part| self.expression(part)).transpose()?;
        let high = reader.maybe().map(|part| self.expression(part)).transpose()?;
        Ok(PieceItem { name, worth: low.map(|low| (low, high)) })
    }

    fn board_entry(&self, node: Node<'_>) -> Built<BoardEntry> {
        let node = node.into_inner().next().expect("an entry has content");
        let span = self.span(&node);
        let rule = node.as_rule();
        let mut reader = Reader::new(node);
        Ok(match rule {
            Rule::row => {
                let name = self.name(&reader.one());
                let size = self.expression(reader.one())?;
                let mut facing = None;
                let mut behind = None;
                for relation in reader.rest() {
                    let slot = if relation.as_rule() == Rule::facing_row { &mut facing } else { &mut behind };
                    *slot = Some(self.name(&Reader::new(relation).one()));
                }
                BoardEntry::Row { name, size, facing, behind }
            }
            Rule::store | Rule::kw_store => BoardEntry::Store(span),
            Rule::reserve => BoardEntry::Reserve(self.name(&reader.one())),
            Rule::off | Rule::kw_off => BoardEntry::Off(span),
            Rule::track => {
                let name = self.name(&reader.one());
                let mut segments = Vec::new();
                let mut ways = None;
                for part in reader.rest() {
                    if part.as_rule() == Rule::both_ways {
                        let mut reader = Reader::new(part);
                        ways = Some((self.name(&reader.one()), self.name(&reader.one())));
                    } else {
                        segments.push(self.segment(part)?);
                    }
                }
                BoardEntry::Track { name, segments, ways }
            }
            Rule::named_pit => {
                let (name, row) = (self.name(&reader.one()), self.name(&reader.one()));
                BoardEntry::Pit(name, row, self.expression(reader.one())?)
            }
            _ => {
                let name = self.name(&reader.one());
                BoardEntry::Set(name, reader.rest().map(|part| self.part(part)).collect::<Built<_>>()?)
            }
        })
    }

    fn segment(&self, node: Node<'_>) -> Built<Segment> {
        let mut reader = Reader::new(node);
        let side = side(reader.one().as_str().trim());
        let place = self.name(&reader.one());
        Ok(Segment { side, place, range: self.pit_range(reader.maybe())? })
    }

    fn part(&self, node: Node<'_>) -> Built<Part> {
        let mut reader = Reader::new(node);
        let row = self.name(&reader.one());
        Ok(Part { row, range: self.pit_range(reader.maybe())? })
    }

    fn pit_range(&self, node: Option<Node<'_>>) -> Built<Option<(Expr, Option<Expr>)>> {
        let Some(node) = node else { return Ok(None) };
        let mut reader = Reader::new(node);
        let low = self.expression(reader.one())?;
        Ok(Some((low, reader.maybe().map(|part| self.expression(part)).transpose()?)))
    }

    fn setup_entry(&self, node: Node<'_>) -> Built<SetupEntry> {
        let node = content(node).next().expect("an entry has content");
        let span = self.span(&node);
        if node.as_rule() == Rule::first_entry {
            return Ok(SetupEntry::First(self.expression(Reader::new(node).one())?));
        }
        let mut reader = Reader::new(node);
        let side = reader.if_rule(Rule::exact_side).map(|part| side(part.as_str().trim()));
        let place = self.name(&reader.one());
        let range = reader.if_rule(Rule::span);
        let range = self.pit_range(range)?;
        let contents = self.contents(reader.one())?;
        Ok(SetupEntry::Contents { side, place, range, contents, span })
    }

    fn contents(&self, node: Node<'_>) -> Built<Contents> {
        if node.as_rule() == Rule::contents_by_pit {
            let mut reader = Reader::new(node);
            let number = self.name(&reader.one());
            return Ok(Contents::ByPit(
                number,
                reader.rest().map(|part| self.piece_count(part)).collect::<Built<_>>()?,
            ));
        }
        let each = has(&node, Rule::kw_each);
        let mut values = content(node).map(|part| self.expression(part)).collect::<Built<Vec<_>>>()?;
        Ok(if each { Contents::Each(values.remove(0)) } else { Contents::List(values) })
    }

    fn piece_count(&self, node: Node<'_>) -> Built<PieceCount> {
        let mut reader = Reader::new(node);
        let count = match reader.if_rule(Rule::number) {
            Some(number) => self.number(&number)?,
            None => 1,
        };
        let name = self.name(&reader.one());
        Ok(PieceCount { count, name, value: reader.maybe().map(|part| self.expression(part)).transpose()? })
    }

    fn state_entry(&self, node: Node<'_>) -> Built<StateEntry> {
        let scope = match (has(&node, Rule::kw_player), has(&node, Rule::kw_pit)) {
            (true, _) => StateScope::Player,
            (_, true) => StateScope::Pit,
            _ => StateScope::Game,
        };
        let mut reader = Reader::new(node);
        let name = self.name(&reader.one());
        let mut value = Reader::new(reader.one());
        let start = self.expression(value.one())?;
        let largest = value.maybe().map(|part| self.expression(part)).transpose()?;
        let until = reader.maybe().map(|part| self.expression(part)).transpose()?;
        Ok(StateEntry { name, scope, start, largest, until })
    }

    fn notation_entry(&self, node: Node<'_>) -> Built<NotationEntry> {
        let node = content(node).next().expect("an entry has content");
        let (rule, span) = (node.as_rule(), self.span(&node));
        let mut reader = Reader::new(node);
        Ok(match rule {
            Rule::row_text => {
                let row = self.name(&reader.one());
                let texts = reader.maybe().map(|south| (self.text(&south), self.text(&reader.one())));
                NotationEntry::Row(row, texts)
            }
            Rule::way_text => NotationEntry::Way(self.name(&reader.one()), self.text(&reader.one())),
            Rule::choice_text => NotationEntry::Choice(self.name(&reader.one()), self.text(&reader.one())),
            Rule::kind_text => NotationEntry::Kind(self.name(&reader.one()), self.text(&reader.one())),
            Rule::mark_text => NotationEntry::Mark(self.text(&reader.one()), self.expression(reader.one())?),
            _ => NotationEntry::PiecesByWorth(span),
        })
    }

    fn parameters(&self, node: Option<Node<'_>>) -> Vec<Name> {
        node.map_or(Vec::new(), |node| content(node).map(|part| self.name(&part)).collect())
    }

    fn ranking(&self, node: Node<'_>) -> Ranking {
        let members: Vec<Node<'_>> = content(node.clone()).collect();
        let join = match node.as_rule() {
            Rule::ranking => Ranking::Or,
            Rule::ranked => Ranking::Else,
            Rule::ranked_one => |mut inner: Vec<Ranking>| inner.remove(0),
            _ => return Ranking::Kind(self.name(&node)),
        };
        let mut inner: Vec<Ranking> = members.into_iter().map(|part| self.ranking(part)).collect();
        if inner.len() == 1 { inner.remove(0) } else { join(inner) }
    }

    fn legal_rule(&self, node: Node<'_>) -> Built<LegalRule> {
        let span = self.span(&node);
        let mut reader = Reader::new(node);
        let label = self.name(&reader.one());
        let rule = reader.one();
        let prefer = rule.as_rule() == Rule::prefer;
        let condition = self.expression(Reader::new(rule).one())?;
        Ok(LegalRule { label, prefer, condition, when: self.condition_tail(reader.maybe())?, span })
    }

    fn end_row(&self, node: Node<'_>) -> Built<EndRow> {
        let span = self.span(&node);
        let mut reader = Reader::new(node);
        let label = self.name(&reader.one());
        let moment = match content(reader.one()).next().expect("a moment has content").as_rule() {
            Rule::at_capture => Moment::Capture,
            Rule::after_turn => Moment::AfterTurn,
            _ => Moment::BeforeTurn,
        };
        let conditions = match reader.if_rule(Rule::conditions) {
            Some(list) => self.conditions(list)?,
            None => Vec::new(),
        };
        let body = self.body(reader.one())?;
        Ok(EndRow { moment, row: Row { label, conditions, body, span } })
    }

    fn match_entry(&self, node: Node<'_>) -> Built<MatchEntry> {
        let node = content(node).next().expect("an entry has content");
        let (rule, span) = (node.as_rule(), self.span(&node));
        if rule == Rule::match_act {
            return Ok(MatchEntry::Act(Box::new(self.statement(Reader::new(node).one())?)));
        }
        let mut reader = Reader::new(node);
        Ok(match rule {
            Rule::match_setup => MatchEntry::Setup(span),
            Rule::match_fill => {
                let row = self.expression(reader.one())?;
                let each = self.expression(reader.one())?;
                let from = self.expression(reader.one())?;
                let unfilled = reader.maybe().map(|name| self.name(&name));
                MatchEntry::Fill(Box::new(Fill { row, each, from, unfilled, span }))
            }
            Rule::match_starts if reader.if_rule(Rule::in_turn).is_some() => MatchEntry::StartsInTurn(span),
            Rule::match_starts => MatchEntry::Starts(self.expression(reader.one())?),
            _ => MatchEntry::Over(self.table(reader.one())?),
        })
    }

    fn removed(&self, node: Node<'_>) -> Removed {
        let mut inner = parts(node);
        let kind = self.name(&inner.next().expect("a removal has a kind"));
        let mut names: Vec<Name> = inner.map(|part| self.name(&part)).collect();
        let name = names.pop().expect("a removal has a name");
        Removed { kind, of: names.pop(), name }
    }

    // --- statements --------------------------------------------------------------------------------------------------

    fn block(&self, node: Node<'_>) -> Built<Vec<Statement>> {
        content(node).map(|part| self.statement(part)).collect()
    }

    fn statement(&self, node: Node<'_>) -> Built<Statement> {
        let span = self.span(&node);
        let mut reader = Reader::new(node);
        let label = reader.if_rule(Rule::statement_label).map(|part| self.statement_label(&part));
        // The action is a word of the language where it is but one.
        let action = reader.one().into_inner().next().expect("an action has content");
        let kind = self.action(action)?;
        let condition = self.condition_tail(reader.maybe())?;
        if let (StatementKind::Sow(sow), Some(condition)) = (&kind, &condition)
            && sow.skipping.is_some()
            && sow.each_drop.is_none()
        {
            return Err(Box::new(
                Diagnostic::error(
                    code::SYNTAX,
                    condition.span,
                    "this condition might be meant for what is skipped, or for the whole sowing",
                    "asks for one of the two",
                )
                .help("write what is skipped with `where`: `skipping pit where seeds(it) >= 12`"),
            ));
        }
        Ok(Statement { label, kind, condition, span })
    }

    /// The name before the colon.
    fn statement_label(&self, node: &Node<'_>) -> Name {
        let text = node.as_str().trim_end_matches(':').trim_end();
        let start = self.span(node).start;
        Name { text: text.into(), span: Span { file: self.file, start, end: start + text.len() as u32 } }
    }

    /// What a row does: statements on a line, or in braces.
    fn body(&self, node: Node<'_>) -> Built<Vec<Statement>> {
        let mut parts = content(node).peekable();
        match parts.next_if(|part| part.as_rule() == Rule::block) {
            Some(block) => self.block(block),
            None => parts.map(|part| self.statement(part)).collect(),
        }
    }

    fn condition_tail(&self, node: Option<Node<'_>>) -> Built<Option<Expr>> {
        node.map(|tail| self.expression(Reader::new(tail).one())).transpose()
    }

    fn action(&self, node: Node<'_>) -> Built<StatementKind> {
        let rule = node.as_rule();
        let (with_from, captures) = (has(&node, Rule::kw_from), has(&node, Rule::kw_captures));
        let mut reader = Reader::new(node.clone());
        Ok(match rule {
            Rule::choose => {
                let name = self.name(&reader.one());
                let from = self.choose_from(reader.one())?;
                let condition = reader.maybe().map(|part| self.expression(part)).transpose()?;
                StatementKind::Choose(name, from, condition)
            }
            Rule::lift => {
                let first = self.expression(reader.one())?;
                match with_from {
                    true => StatementKind::Lift(Some(first), self.expression(reader.one())?),
                    false => StatementKind::Lift(None, first),
                }
            }
            Rule::put => {
                let all = has(&node, Rule::kw_all);
                let count = if all { None } else { Some(self.expression(reader.one())?) };
                let from = if with_from { Some(self.expression(reader.one())?) } else { None };
                StatementKind::Put(Put { count, from, to: self.expression(reader.one())? })
            }
            Rule::sow => StatementKind::Sow(Box::new(self.sow(node)?)),
            Rule::landing => StatementKind::Landing(self.table(reader.one())?),
            Rule::let_value => StatementKind::Let(self.name(&reader.one()), self.expression(reader.one())?),
            Rule::capture => StatementKind::Capture(self.capture_what(reader.one())?),
            Rule::place_freely => StatementKind::PlaceFreely(self.expression(reader.one())?),
            Rule::require => StatementKind::Require(self.expression(reader.one())?),
            Rule::prefer => StatementKind::Prefer(self.expression(reader.one())?),
            Rule::then_sequence => {
                let mut call = Reader::new(reader.one());
                let name = self.name(&call.one());
                StatementKind::Then(name, call.rest().map(|part| self.expression(part)).collect::<Built<_>>()?)
            }
            Rule::finally_block => StatementKind::Finally(self.block(reader.one())?),
            Rule::for_loop => {
                let over = self.for_over(&mut reader)?;
                StatementKind::For(over, self.block(reader.one())?)
            }
            Rule::not_legal => StatementKind::NotLegal,
            Rule::stop => StatementKind::Stop,
            Rule::never => StatementKind::Never,
            Rule::again => StatementKind::Again,
            Rule::relay => StatementKind::Relay(reader.maybe().map(|part| self.expression(part)).transpose()?),
            Rule::either => {
                StatementKind::Either(reader.rest().map(|part| self.alternative(part)).collect::<Built<_>>()?)
            }
            Rule::award => StatementKind::Award(award(&reader.one())),
            _ if captures => {
                let captor = Some(self.expression(reader.one())?);
                let first = self.expression(reader.one())?;
                let what = match with_from {
                    true => CaptureWhat::Some(first, self.expression(reader.one())?),
                    false => CaptureWhat::All(first),
                };
                StatementKind::Capture(Capture { captor, what, into: self.destination(reader.maybe())? })
            }
            _ => StatementKind::Becomes(self.expression(reader.one())?, self.expression(reader.one())?),
        })
    }

    fn for_over(&self, reader: &mut Reader<'_>) -> Built<ForOver> {
        let over = reader.one();
        if over.as_rule() == Rule::each_player {
            return Ok(ForOver::Players);
        }
        let mut binder = Reader::new(over);
        let name = self.name(&binder.one());
        let from = binder.one();
        if from.as_rule() == Rule::both_ways_word {
            return Ok(ForOver::BothWays(name));
        }
        let from = self.expression(from)?;
        Ok(match reader.if_rule(Rule::upper) {
            Some(upper) => ForOver::Numbers(name, from, self.expression(Reader::new(upper).one())?),
            None => ForOver::Members(name, from),
        })
    }

    fn choose_from(&self, node: Node<'_>) -> Built<ChooseFrom> {
        if node.as_rule() == Rule::both_ways_word {
            return Ok(ChooseFrom::BothWays(self.span(&node)));
        }
        let mut reader = Reader::new(node);
        let mut sets = content(reader.one()).map(|part| self.expression(part)).collect::<Built<Vec<_>>>()?;
        Ok(match reader.maybe() {
            Some(high) => ChooseFrom::Numbers(sets.remove(0), self.expression(high)?),
            None => ChooseFrom::Pits(sets),
        })
    }

    fn sow(&self, node: Node<'_>) -> Built<SowStatement> {
        let after = has(&node, Rule::kw_after);
        let mut reader = Reader::new(node);
        let track = self.name(&reader.one());
        let each = match reader.if_rule(Rule::each_place) {
            Some(part) => Some(self.expression(Reader::new(part).one())?),
            None => None,
        };
        let start = self.expression(reader.one())?;
        let going = match reader.if_rule(Rule::going) {
            Some(part) => Some(self.expression(Reader::new(part).one())?),
            None => None,
        };
        let skipping = match reader.if_rule(Rule::skipping) {
            Some(part) => Some(self.expression(Reader::new(part).one())?),
            None => None,
        };
        let choosing = reader.if_rule(Rule::chosen_order).map(|part| self.span(&part));
        let each_drop = reader.if_rule(Rule::each_drop).map(|part| self.each_drop(part)).transpose()?;
        Ok(SowStatement { track, each, after, start, going, skipping, choosing, each_drop })
    }

    fn each_drop(&self, node: Node<'_>) -> Built<EachDrop> {
        let span = self.span(&node);
        let but_last = has(&node, Rule::but_last);
        let table = content(node).find(|part| part.as_rule() == Rule::table).expect("each drop has a table");
        Ok(EachDrop { but_last, rows: self.table(table)?, span })
    }

    fn capture_what(&self, node: Node<'_>) -> Built<Capture> {
        let first = node.clone().into_inner().next().expect("a capture has content");
        if first.as_rule() == Rule::chosen_pieces {
            return self.chosen_pieces(first);
        }
        let with_from = has(&node, Rule::kw_from);
        let mut reader = Reader::new(node);
        let first = self.expression(reader.one())?;
        let what = match with_from {
            true => CaptureWhat::Some(first, self.expression(reader.one())?),
            false => CaptureWhat::All(first),
        };
        Ok(Capture { captor: None, what, into: self.destination(reader.maybe())? })
    }

    fn destination(&self, node: Option<Node<'_>>) -> Built<Option<Expr>> {
        node.map(|part| self.expression(Reader::new(part).one())).transpose()
    }

    fn chosen_pieces(&self, node: Node<'_>) -> Built<Capture> {
        let mut reader = Reader::new(node);
        let count = self.expression(reader.one())?;
        let kind = self.name(&reader.one());
        let from = self.expression(reader.one())?;
        let then = reader.if_rule(Rule::sum).map(|part| self.expression(part)).transpose()?;
        let into = self.destination(reader.maybe())?;
        Ok(Capture { captor: None, what: CaptureWhat::Chosen { count, kind, from, then }, into })
    }

    // --- tables ------------------------------------------------------------------------------------------------------

    fn table(&self, node: Node<'_>) -> Built<Vec<Row>> {
        content(node).map(|part| self.row(part)).collect()
    }

    fn row(&self, node: Node<'_>) -> Built<Row> {
        let span = self.span(&node);
        let otherwise = node.clone().into_inner().find(|part| part.as_rule() == Rule::kw_otherwise);
        let mut reader = Reader::new(node);
        let label = reader.if_rule(Rule::label).map(|part| self.name(&part));
        let conditions = match reader.if_rule(Rule::conditions) {
            Some(list) => self.conditions(list)?,
            None => Vec::new(),
        };
        let label = match (label, otherwise) {
            (Some(label), _) => label,
            (None, Some(word)) => self.name(&word),
            (None, None) => Name { text: self.unlabelled(&conditions), span },
        };
        Ok(Row { label, conditions, body: self.body(reader.one())?, span })
    }

    /// Conditions joined by commas, or one that `or` joins.
    fn conditions(&self, list: Node<'_>) -> Built<Vec<Expr>> {
        let span = self.span(&list);
        let either = has(&list, Rule::kw_or);
        let members = content(list).map(|part| self.expression(part)).collect::<Built<Vec<_>>>()?;
        Ok(if either { vec![Expr { kind: ExprKind::Or(members), span }] } else { members })
    }

    /// A row without a label is named by where it stands, which nothing else in the file can be called.
    fn unlabelled(&self, conditions: &[Expr]) -> String {
        format!("row@{}", conditions.first().map_or(0, |condition| condition.span.start))
    }

    fn alternative(&self, node: Node<'_>) -> Built<Alternative> {
        let mut reader = Reader::new(node);
        Ok(Alternative { name: self.name(&reader.one()), body: self.body(reader.one())? })
    }

    // --- examples ----------------------------------------------------------------------------------------------------

    fn example(&self, node: Node<'_>) -> Built<ExampleItem> {
        let mut reader = Reader::new(node);
        let name = self.text(&reader.one());
        let source = reader.if_rule(Rule::string).map(|text| self.text(&text));
        let steps = reader.rest().map(|part| self.example_step(part)).collect::<Built<_>>()?;
        Ok(ExampleItem { name, source, steps })
    }

    fn example_step(&self, node: Node<'_>) -> Built<ExampleStep> {
        let node = content(node).next().expect("a step has content");
        let (rule, span) = (node.as_rule(), self.span(&node));
        let texts = |node: Node<'_>| content(node).map(|part| self.text(&part)).collect::<Vec<_>>();
        let kind = match rule {
            Rule::with_step => ExampleStepKind::With(content(node).map(|part| self.binding(part)).collect()),
            Rule::position_step => ExampleStepKind::Position(self.position_entries(Reader::new(node).one())?),
            Rule::expect_step => ExampleStepKind::Expect(self.position_entries(Reader::new(node).one())?),
            Rule::play_step => ExampleStepKind::Play(texts(node)),
            Rule::legal_step => ExampleStepKind::Legal(texts(node)),
            Rule::only_step => ExampleStepKind::Only(texts(node)),
            Rule::illegal_step => {
                let mut reader = Reader::new(node);
                let text = self.text(&reader.one());
                ExampleStepKind::Illegal(text, reader.maybe().map(|label| self.name(&label)))
            }
            _ => ExampleStepKind::Moves(self.number(&Reader::new(node).one())?),
        };
        Ok(ExampleStep { kind, span })
    }

    pub(super) fn position_entries(&self, node: Node<'_>) -> Built<Vec<PositionEntry>> {
        content(node).map(|part| self.position_entry(part)).collect()
    }

    fn position_entry(&self, node: Node<'_>) -> Built<PositionEntry> {
        let span = self.span(&node);
        let node = content(node).next().expect("an entry has content");
        let rule = node.as_rule();
        let mut reader = Reader::new(node);
        let kind = match rule {
            Rule::to_move => PositionEntryKind::ToMove(side(reader.one().as_str().trim())),
            Rule::rest => {
                let side = side(reader.one().as_str().trim());
                let place = self.name(&reader.one());
                let number = reader.maybe().map(|number| self.number(&number)).transpose()?;
                PositionEntryKind::Rest(side, place, number)
            }
            _ => {
                let side = reader.if_rule(Rule::exact_side).map(|part| side(part.as_str().trim()));
                let name = self.name(&reader.one());
                let pit = reader.if_rule(Rule::entry_pit).map(|part| self.entry_pit(part)).transpose()?;
                let values = reader.rest().map(|part| self.entry_value(part)).collect::<Built<_>>()?;
                PositionEntryKind::Contents { side, name, pit, values }
            }
        };
        Ok(PositionEntry { kind, span })
    }

    fn entry_pit(&self, node: Node<'_>) -> Built<EntryPit> {
        match content(node.clone()).find(|part| part.as_rule() == Rule::off) {
            Some(off) => Ok(EntryPit::Off(self.span(&off))),
            None => self.pit_name(node).map(EntryPit::Of),
        }
    }

    fn pit_name(&self, node: Node<'_>) -> Built<PitName> {
        let mut reader = Reader::new(node);
        let side = side(reader.one().as_str().trim());
        let row = self.name(&reader.one());
        Ok(PitName { side, row, number: self.number(&reader.one())? })
    }

    fn entry_value(&self, node: Node<'_>) -> Built<EntryValue> {
        let node = content(node).next().expect("a value has content");
        Ok(match node.as_rule() {
            Rule::number => EntryValue::Number(self.number(&node)?),
            Rule::pit_value => EntryValue::Pit(self.pit_name(node)?),
            Rule::side_value | Rule::first_side => EntryValue::Side(side(node.as_str().trim())),
            Rule::bag => EntryValue::Bag(content(node).map(|part| self.bag_piece(part)).collect::<Built<_>>()?),
            _ => EntryValue::Word(self.name(&node)),
        })
    }

    fn bag_piece(&self, node: Node<'_>) -> Built<(u32, Name)> {
        let mut reader = Reader::new(node);
        let count = match reader.if_rule(Rule::number) {
            Some(number) => self.number(&number)?,
            None => 1,
        };
        Ok((count, self.name(&reader.one())))
    }
}

fn award(node: &Node<'_>) -> Award {
    match node.as_rule() {
        Rule::higher_wins => Award::HigherScore,
        Rule::mover_wins => Award::Mover,
        Rule::opponent_wins => Award::Opponent,
        Rule::winner_wins => Award::Winner,
        Rule::no_winner => Award::NoWinner,
        _ => Award::Draw,
    }
}
