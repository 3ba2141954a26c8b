//! The board, what lies on it at the start, and declared state.

use super::Resolver;
use crate::diagnostic::{Diagnostic, code, did_you_mean};
use crate::limits;
use crate::model::*;
use crate::pieces::Pieces;
use crate::source::Span;
use crate::syntax::ast::{self, BoardEntry, Contents, ItemKind, Name, SetupEntry};

type PitRange = Option<(ast::Expr, Option<ast::Expr>)>;

impl Resolver<'_> {
    pub(super) fn board(&mut self) {
        let items = self.items;
        let entries: Vec<&BoardEntry> = items
            .iter()
            .filter_map(|item| if let ItemKind::Board(entries) = &item.kind { Some(entries) } else { None })
            .flatten()
            .collect();
        self.unique_names(&entries);
        self.board_rows(&entries);
        let half = self.model.board.half();
        if self.model.board.places() > limits::PLACES {
            let span = items
                .iter()
                .find(|item| matches!(item.kind, ItemKind::Board(_)))
                .map_or(Span::default(), |item| item.span);
            self.report(
                Diagnostic::error(
                    code::BOARD_TOO_LARGE,
                    span,
                    format!("the board has {} places", self.model.board.places()),
                    "this board",
                )
                .help(format!("a board may have {} places: pits, stores and reserves of both players", limits::PLACES)),
            );
            for entry in &entries {
                if let BoardEntry::Track { name, ways, .. } = entry {
                    let (name, two_way) = (name.text.clone(), ways.is_some());
                    self.add_track(Track { name, spots: Vec::new(), two_way });
                }
            }
            return;
        }
        self.model.board.facing = vec![None; half];
        self.model.board.behind = vec![None; half];
        self.face_each_other(&entries);
        for entry in &entries {
            match entry {
                BoardEntry::Row { name, facing, behind, .. } => self.relations(name, facing.as_ref(), behind.as_ref()),
                BoardEntry::Track { name, segments, ways } => self.track(name, segments, ways.as_ref()),
                BoardEntry::Pit(name, row, number) => {
                    let range = Some((number.clone(), None));
                    if let Some(&pit) = self.pits_of_row(row, &range).first() {
                        self.model.board.pits.push((name.text.clone(), pit));
                    }
                }
                BoardEntry::Set(name, parts) => {
                    let pits = parts.iter().flat_map(|part| self.pits_of_row(&part.row, &part.range)).collect();
                    self.model.board.sets.push((name.text.clone(), pits));
                }
                BoardEntry::Store(_) | BoardEntry::Reserve(_) | BoardEntry::Off(_) => {}
            }
        }
    }

    fn add_track(&mut self, track: Track) {
        let number = self.model.board.tracks.push(track);
        self.or_refuse(number);
    }

    fn unique_names(&mut self, entries: &[&BoardEntry]) {
        let mut seen: Vec<(String, Span)> = Vec::new();
        for entry in entries {
            let (name, span) = match entry {
                BoardEntry::Row { name, .. } | BoardEntry::Reserve(name) | BoardEntry::Track { name, .. } => {
                    (name.text.clone(), name.span)
                }
                BoardEntry::Pit(name, ..) | BoardEntry::Set(name, _) => (name.text.clone(), name.span),
                BoardEntry::Store(span) => ("store".to_string(), *span),
                BoardEntry::Off(span) => ("off".to_string(), *span),
            };
            if let Some((_, first)) = seen.iter().find(|(other, _)| *other == name) {
                let (message, help) = match entry {
                    BoardEntry::Store(_) | BoardEntry::Off(_) => {
                        (format!("the board says `{name}` twice"), "take one of them out: saying it once is enough")
                    }
                    _ => (format!("`{name}` names two things on the board"), "rename one of them"),
                };
                let report = Diagnostic::error(code::DUPLICATE_NAME, span, message, "and again here");
                self.report(report.also(*first, "first used here").help(help));
            }
            seen.push((name, span));
        }
    }

    fn board_rows(&mut self, entries: &[&BoardEntry]) {
        let mut pits = 0;
        for entry in entries {
            match entry {
                BoardEntry::Row { name, size, facing, .. } => {
                    let size = self.constant(size, 1, limits::ROW);
                    // More rows than can be numbered make a board that is too large without them.
                    let (Some(start), Ok(size)) = (HalfPlace::at(pits), u16::try_from(size)) else { continue };
                    pits += usize::from(size);
                    self.model.board.rows.push(BoardRow {
                        name: name.text.clone(),
                        size,
                        start,
                        faces: facing.is_some(),
                    });
                }
                BoardEntry::Store(_) => self.model.board.holders.push(Holder { name: "store".into(), store: true }),
                BoardEntry::Reserve(name) => {
                    self.model.board.holders.push(Holder { name: name.text.clone(), store: false });
                }
                BoardEntry::Off(_) => self.model.board.off = true,
                _ => {}
            }
        }
    }

    fn known_row(&mut self, name: &Name) -> Option<BoardRow> {
        if let Some(row) = self.model.board.row(&name.text) {
            return Some(row.clone());
        }
        let rows: Vec<String> = self.model.board.rows.iter().map(|row| row.name.clone()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        self.report(
            Diagnostic::error(
                code::UNKNOWN_ROW,
                name.span,
                format!("the board has no row `{}`", name.text),
                "no such row",
            )
            .help_if(did_you_mean(&name.text, "rows", &rows)),
        );
        None
    }

    /// A row that is faced by another does not face a third one.
    fn face_each_other(&mut self, entries: &[&BoardEntry]) {
        let facing = |entry: &&'_ BoardEntry| match entry {
            BoardEntry::Row { name, facing: Some(faced), .. } => Some((name.clone(), faced.clone())),
            _ => None,
        };
        let facing: Vec<(Name, Name)> = entries.iter().filter_map(facing).collect();
        for (row, faced) in &facing {
            let answer = facing.iter().find(|(name, _)| name.text == faced.text);
            if let Some((name, other)) = answer.filter(|(_, other)| other.text != row.text) {
                self.report(
                    Diagnostic::error(
                        code::ROWS_DO_NOT_FACE,
                        faced.span,
                        format!("`{}` faces the opponent's `{}`, which faces `{}`", row.text, name.text, other.text),
                        "this row faces another",
                    )
                    .also(other.span, "it says so here")
                    .help("two rows face each other, or one of them says nothing"),
                );
            }
        }
    }

    fn relations(&mut self, name: &Name, facing: Option<&Name>, behind: Option<&Name>) {
        let Some(row) = self.model.board.row(&name.text).cloned() else { return };
        for (relation, other_name) in [("faces", facing), ("lies behind", behind)] {
            let Some(other_name) = other_name else { continue };
            let Some(other) = self.known_row(other_name) else { continue };
            if other.size != row.size {
                self.report(
                    Diagnostic::error(
                        code::ROWS_DO_NOT_FACE,
                        other_name.span,
                        format!(
                            "`{}` has {} pits and {relation} `{}`, which has {}",
                            row.name, row.size, other.name, other.size
                        ),
                        "rows of different length",
                    )
                    .also(name.span, "this row")
                    .help("rows that face each other, or lie behind each other, have the same number of pits"),
                );
                continue;
            }
            let board = &mut self.model.board;
            if relation == "faces" {
                row.pits().zip(other.pits().rev()).for_each(|(pit, faced)| board.facing[pit.index()] = Some(faced));
            } else {
                // The row in front: what lies behind its pit k is this row's pit k.
                row.pits().zip(other.pits()).for_each(|(pit, front)| board.behind[front.index()] = Some(pit));
            }
        }
    }

    /// Pits of a row within a half, in the order written.
    fn pits_of_row(&mut self, row: &Name, range: &PitRange) -> Vec<HalfPlace> {
        let Some(row) = self.known_row(row) else { return Vec::new() };
        let Some((low, high)) = range else { return row.pits().collect() };
        let from = self.pit_of_row(low, &row);
        let to = high.as_ref().map_or(from, |high| self.pit_of_row(high, &row));
        let (Some(from), Some(to)) = (from, to) else { return Vec::new() };
        let upward = row.pits().filter(|pit| (from.min(to)..=from.max(to)).contains(pit));
        if from <= to { upward.collect() } else { upward.rev().collect() }
    }

    /// The pit of a row whose number must be known.
    pub(super) fn pit_of_row(&mut self, expr: &ast::Expr, row: &BoardRow) -> Option<HalfPlace> {
        let errors = self.errors;
        let number = self.constant(expr, 0, limits::PIT_NUMBER);
        let pit = u16::try_from(number).ok().and_then(|number| row.pit(number));
        if pit.is_some() {
            return pit;
        }
        if self.errors == errors {
            self.report(
                Diagnostic::error(
                    code::PIT_OFF_BOARD,
                    expr.span,
                    format!("row `{}` has no pit {number}", row.name),
                    format!("its pits are 1 to {}", row.size),
                )
                .help("each player counts from his own left; `row …` in `board` says how many pits there are"),
            );
        }
        None
    }

    fn track(&mut self, name: &Name, segments: &[ast::Segment], ways: Option<&(Name, Name)>) {
        let mut spots: Vec<Spot> = Vec::new();
        for segment in segments {
            let locals = match self.model.board.holder(&segment.place.text) {
                Some(holder) => vec![holder],
                None => self.pits_of_row(&segment.place, &segment.range),
            };
            let make: fn(HalfPlace) -> Spot = match segment.side {
                ast::Side::Own => Spot::Own,
                ast::Side::Opponent => Spot::Opponent,
                ast::Side::South => |local| Spot::Of(Player::South, local),
                ast::Side::North => |local| Spot::Of(Player::North, local),
                ast::Side::All => {
                    self.report(
                        Diagnostic::error(
                            code::NOT_HERE,
                            segment.place.span,
                            "a track has an order, and `all` has none",
                            "whose first?",
                        )
                        .help(format!("write `own {0}, opponent {0}`", segment.place.text)),
                    );
                    continue;
                }
            };
            for spot in locals.into_iter().map(make) {
                // `north home` is the own home of one player and the opponent's of the other.
                let meets = |other: &Spot, mover| {
                    self.model.board.resolve(*other, mover) == self.model.board.resolve(spot, mover)
                };
                if spots.iter().any(|other| Player::BOTH.iter().any(|mover| meets(other, *mover))) {
                    self.add_track(Track { name: name.text.clone(), spots, two_way: ways.is_some() });
                    self.error(
                        code::CROSSED_TRACK,
                        segment.place.span,
                        format!("track `{}` passes twice over the same place", name.text),
                        "already on this track",
                    );
                    return;
                }
                spots.push(spot);
            }
        }
        if let Some((first, second)) = ways {
            for (way, number) in [first, second].into_iter().zip(WayNumber::all()) {
                match self.model.board.ways.iter().find(|(other, _)| *other == way.text) {
                    Some((_, other)) if *other != number => self.error(
                        code::DUPLICATE_NAME,
                        way.span,
                        format!("`{}` is the first way of one track and the second of another", way.text),
                        "the other way round",
                    ),
                    Some(_) => {}
                    None => self.model.board.ways.push((way.text.clone(), number)),
                }
            }
        }
        self.add_track(Track { name: name.text.clone(), spots, two_way: ways.is_some() });
    }

    pub(super) fn setup(&mut self) {
        let places = self.model.board.places();
        self.model.setup = Pieces::filled(self.model.kinds.len(), places, 0);
        if places > limits::PLACES {
            return;
        }
        let items = self.items;
        for item in items {
            let ItemKind::Setup(entries) = &item.kind else { continue };
            self.first_once(entries);
            let mut said = vec![None; self.model.board.places()];
            for entry in entries {
                match entry {
                    SetupEntry::First(player) => match self.player(player) {
                        Expr::Player(Some(first)) => self.model.first = first,
                        _ if self.failed => {}
                        _ => self.error(
                            code::NOT_HERE,
                            player.span,
                            "who begins must be `south` or `north`",
                            "not a fixed player",
                        ),
                    },
                    SetupEntry::Contents { side, place, range, contents, span } => {
                        let players = match side {
                            Some(ast::Side::South) => &Player::BOTH[..1],
                            Some(ast::Side::North) => &Player::BOTH[1..],
                            _ => &Player::BOTH[..],
                        };
                        let errors = self.errors;
                        for player in players {
                            // What is wrong with an entry is wrong for both players.
                            if self.errors == errors {
                                self.contents(*player, place, range, contents, *span, &mut said);
                            }
                        }
                    }
                }
            }
        }
        self.seeds_fit();
    }

    /// It is said once who begins.
    fn first_once(&mut self, entries: &[SetupEntry]) {
        let mut players = entries.iter().filter_map(|entry| match entry {
            SetupEntry::First(player) => Some(player.span),
            SetupEntry::Contents { .. } => None,
        });
        if let (Some(first), Some(second)) = (players.next(), players.next()) {
            self.said_twice("first", first, second);
        }
    }

    /// Notes that an entry speaks of some places, of which no other entry may speak.
    fn say(&mut self, places: impl Iterator<Item = Place>, name: &str, span: Span, said: &mut [Option<Span>]) {
        let mut before = None;
        for place in places {
            if let Some(said) = said.get_mut(place.index()) {
                before = before.or(said.filter(|other| *other != span));
                *said = Some(span);
            }
        }
        if let Some(first) = before {
            self.said_twice(name, first, span);
        }
    }

    fn said_twice(&mut self, name: &str, first: Span, second: Span) {
        self.report(
            Diagnostic::error(
                code::DUPLICATE_ITEM,
                second,
                format!("`setup` speaks twice of `{name}`"),
                "which of the two holds?",
            )
            .also(first, "first here")
            .help("one entry for both players (`home: 4 each`), or one for each (`south home: …`, `north home: …`)"),
        );
    }

    fn seeds_fit(&mut self) {
        let seeds = self.model.setup.as_slice().iter();
        let total = seeds.fold(0, |sum: u32, seeds| sum.saturating_add(*seeds));
        let span = self
            .items
            .iter()
            .find(|item| matches!(item.kind, ItemKind::Setup(_)))
            .map_or(Span::default(), |item| item.span);
        if total > limits::PIECES {
            self.error(
                code::TOO_MANY_SEEDS,
                span,
                format!("the game starts with {total} seeds"),
                format!("at most {} can be counted", limits::PIECES),
            );
        }
    }

    fn contents(
        &mut self,
        player: Player,
        place: &Name,
        range: &PitRange,
        contents: &Contents,
        span: Span,
        said: &mut [Option<Span>],
    ) {
        if let Some(holder) = self.model.board.holder(&place.text) {
            let at = self.model.board.place(player, holder);
            match contents {
                Contents::List(values) if values.len() == 1 && range.is_none() => {
                    self.model.setup[(PieceKind::FIRST, at)] = self.constant(&values[0], 0, limits::SETUP);
                    self.say(std::iter::once(at), &place.text, span, said);
                }
                Contents::List(_) | Contents::Each(_) | Contents::ByPit(..) => {
                    self.error(
                        code::OUT_OF_RANGE,
                        span,
                        format!("`{}` is one place and takes one number", place.text),
                        "one number here",
                    );
                }
            }
            return;
        }
        let pits = self.pits_of_row(place, range);
        let pits: Vec<Place> = pits.into_iter().map(|pit| self.model.board.place(player, pit)).collect();
        self.say(pits.iter().copied(), &place.text, span, said);
        match contents {
            Contents::Each(value) => {
                let value = self.constant(value, 0, limits::SETUP);
                pits.into_iter().for_each(|pit| self.model.setup[(PieceKind::FIRST, pit)] = value);
            }
            Contents::List(values) if values.len() == pits.len() => {
                for (pit, value) in pits.into_iter().zip(values) {
                    self.model.setup[(PieceKind::FIRST, pit)] = self.constant(value, 0, limits::SETUP);
                }
            }
            Contents::List(values) => self.wrong_count_of_pits(place, range.is_some(), pits.len(), values.len(), span),
            Contents::ByPit(number, pieces) => self.pieces_by_pit(&pits, number, pieces),
        }
    }

    fn wrong_count_of_pits(&mut self, row: &Name, is_part: bool, pits: usize, values: usize, span: Span) {
        if pits == 0 {
            return;
        }
        let what = if is_part { format!("this part of row `{}`", row.text) } else { format!("row `{}`", row.text) };
        self.report(
            Diagnostic::error(
                code::OUT_OF_RANGE,
                span,
                format!(
                    "{what} has {pits} pits, and {values} number{} given",
                    if values == 1 { " is" } else { "s are" }
                ),
                "one number for each pit, from the owner's left",
            )
            .help("`each` gives all pits the same: `home: 4 each`"),
        );
    }

    fn pieces_by_pit(&mut self, pits: &[Place], number: &Name, pieces: &[ast::PieceCount]) {
        for (pit, place) in (1..).zip(pits) {
            for piece in pieces {
                let value = piece.value.as_ref().map(|value| {
                    let value = with_number(value, &number.text, pit);
                    self.constant(&value, 0, limits::PIT_NUMBER)
                });
                if let Some(kind) = self.piece_kind(&piece.name, value) {
                    let there = &mut self.model.setup[(kind, *place)];
                    *there = there.saturating_add(piece.count);
                }
            }
        }
    }

    /// The kind of a name, or of a family's name and a value.
    fn piece_kind(&mut self, name: &Name, value: Option<u32>) -> Option<PieceKind> {
        let wanted = value.map_or(name.text.clone(), |value| format!("{}{value}", name.text));
        let kind = self.model.kinds.find(|kind| kind.name == wanted);
        // Where there is no room for all kinds, that alone is said.
        if kind.is_none() && self.kinds_declared == self.model.kinds.len() {
            let help = match self.worths_of(&name.text) {
                Some(worths) => Some(format!("a family: {worths}")),
                None => {
                    let names: Vec<&str> = self.model.kinds.values().map(|kind| kind.name.as_str()).collect();
                    did_you_mean(&wanted, "kinds", &names)
                }
            };
            let message = format!("there is no kind of piece `{wanted}`");
            let label = match value {
                Some(value) => format!("the number comes to {value}"),
                None => "not declared in `pieces`".to_string(),
            };
            self.report(Diagnostic::error(code::UNKNOWN_PIECE, name.span, message, label).help_if(help));
        }
        kind
    }

    /// The kinds of a family, in words.
    fn worths_of(&self, name: &str) -> Option<String> {
        let (_, kinds) = self.model.families.iter().find(|(family, _)| family == name)?;
        let (first, last) = (self.model.kinds.get(*kinds.first()?)?, self.model.kinds.get(*kinds.last()?)?);
        Some(format!("its kinds are `{}` to `{}`", first.name, last.name))
    }

    /// Names, types and start values; what `until` says is read when all names are known.
    pub(super) fn declare_states(&mut self) {
        let items = self.items;
        let mut entries = Vec::new();
        for item in items {
            if let ItemKind::State(list) = &item.kind {
                entries.extend(list);
            }
        }
        for entry in &entries {
            let start = self.start_of(entry);
            if self.model.states.values().any(|state| state.name == entry.name.text) {
                self.error(
                    code::DUPLICATE_NAME,
                    entry.name.span,
                    format!("`{}` is declared twice", entry.name.text),
                    "again here",
                );
            }
            let state = State {
                name: entry.name.text.clone(),
                scope: entry.scope,
                ty: start.ty,
                start: start.values,
                largest: start.largest,
                until: None,
                asked: false,
                span: entry.name.span,
            };
            let number = self.model.states.push(state);
            self.or_refuse(number);
        }
        for (index, entry) in StateId::all().zip(&entries) {
            let Some(until) = &entry.until else { continue };
            if self.model.states[index].ty != Type::Truth || entry.scope == StateScope::Pit {
                self.report(
                    Diagnostic::error(
                        code::NOT_HERE,
                        until.span,
                        "`until` has a meaning only for yes or no, of the game or a player",
                        "not here",
                    )
                    .help("set other state with `becomes`"),
                );
                continue;
            }
            let until = self.truth(until);
            self.model.states[index].until = Some(until);
        }
        let cells = self.model.board.places() * (self.model.kinds.len() + self.model.states.len());
        if cells > limits::CELLS {
            let span = self.items[0].span;
            self.error(
                code::BOARD_TOO_LARGE,
                span,
                format!("a position would need {cells} cells"),
                format!("at most {} are possible", limits::CELLS),
            );
        }
    }
}

/// The expression with a number in place of a name.
fn with_number(expr: &ast::Expr, name: &str, number: u32) -> ast::Expr {
    use ast::ExprKind;
    let kind = match &expr.kind {
        ExprKind::Call(called, None) if called.text == name => ExprKind::Number(number),
        ExprKind::Arithmetic(op, left, right) => ExprKind::Arithmetic(
            *op,
            Box::new(with_number(left, name, number)),
            Box::new(with_number(right, name, number)),
        ),
        ExprKind::Conditional(cases, otherwise) => ExprKind::Conditional(
            cases
                .iter()
                .map(|(value, condition)| (with_number(value, name, number), with_number(condition, name, number)))
                .collect(),
            Box::new(with_number(otherwise, name, number)),
        ),
        ExprKind::Compare(op, left, right) => ExprKind::Compare(
            *op,
            Box::new(with_number(left, name, number)),
            Box::new(with_number(right, name, number)),
        ),
        ExprKind::Call(called, Some(arguments)) => {
            let arguments = arguments.iter().map(|argument| with_number(argument, name, number)).collect();
            ExprKind::Call(called.clone(), Some(arguments))
        }
        other => other.clone(),
    };
    ast::Expr { kind, span: expr.span }
}
