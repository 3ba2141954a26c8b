//! The model of a game: names resolved, options bound, types known. What the checker judges and the
//! compiler lowers.
//!
//! Everything is still written from the mover's side; places are named by [`Spot`], which only becomes a cell of the
//! board once it is known who moves.

mod types;

pub use crate::id::{
    Arena, DefineId, HalfPlace, Id, LocalId, MoveKind, PieceKind, Place, RuleId, SequenceId, SowingNumber, StateId,
    TrackNumber, WayNumber,
};
use crate::pieces::Pieces;
use crate::source::Span;
use crate::syntax::ast;
pub use crate::syntax::ast::{ArithmeticOp, Award, CompareOp, Moment, StateScope};
use std::sync::Arc;

/// A player: South or North.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The first of the two; begins unless the file says otherwise.
    South,
    /// The other one.
    North,
}

impl Player {
    /// Both, South first.
    pub const BOTH: [Player; 2] = [Player::South, Player::North];

    /// The other player.
    #[must_use]
    pub fn other(self) -> Player {
        if self == Player::South { Player::North } else { Player::South }
    }

    /// 0 for South, 1 for North.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// He as a value of an expression: 0 for South, 1 for North.
    #[must_use]
    pub fn value(self) -> i32 {
        i32::from(self == Player::North)
    }

    /// Whom a value of an expression names; none if it is nobody.
    #[must_use]
    pub fn of_value(value: i32) -> Option<Player> {
        match value {
            0 => Some(Player::South),
            1.. => Some(Player::North),
            _ => None,
        }
    }

    /// `south` or `north`.
    #[must_use]
    pub fn word(self) -> &'static str {
        if self == Player::South { "south" } else { "north" }
    }
}

/// A game with its options bound.
#[derive(Debug, Clone)]
pub struct Model {
    /// What the game is called.
    pub title: String,
    /// Where its rules come from.
    pub source: Option<String>,
    /// Options and parameters with their values, in the order of the file.
    pub bindings: Vec<Bound>,
    /// Named combinations of options.
    pub presets: Vec<Preset>,
    /// Kinds of pieces; one kind called `seed` unless the file declares some.
    pub kinds: Arena<PieceKind, DeclaredPiece>,
    /// Families of kinds: a name and the kinds it stands for.
    pub families: Vec<(String, Vec<PieceKind>)>,
    /// Rows, stores, tracks.
    pub board: Board,
    /// What lies where at the start.
    pub setup: Pieces,
    /// Who begins.
    pub first: Player,
    /// Declared state.
    pub states: Arena<StateId, State>,
    /// Definitions.
    pub defines: Arena<DefineId, Define>,
    /// What the seeds are worth in the end; for the mover.
    pub score: Option<Expr>,
    /// Phases in the order in which they are tried.
    pub phases: Vec<Phase>,
    /// Kinds of move.
    pub moves: Arena<MoveKind, DeclaredMove>,
    /// Sequences.
    pub sequences: Arena<SequenceId, Sequence>,
    /// Sowings, named by number from statements.
    pub sowings: Arena<SowingNumber, Sowing>,
    /// What closes every turn.
    pub finally: Vec<Statement>,
    /// Rules of legality, read after the turn.
    pub legal: Vec<LegalRule>,
    /// Number of `prefer` rules; each has a bit of this many, the first rule the highest.
    pub preferences: u8,
    /// Most laps without a capture.
    pub lap_limit: u32,
    /// What an endless turn comes to; it stops where nothing is said.
    pub endless: Vec<Row>,
    /// Whether the file says what an endless turn comes to.
    pub endless_declared: bool,
    /// When the game is over.
    pub end: Vec<EndRow>,
    /// How moves are written.
    pub notation: Notation,
    /// What is done between rounds, in order; nothing where the end of a round is the end of the game.
    pub rounds: Vec<RoundStep>,
    /// Worked examples, which are the same with every setting of the options.
    pub examples: Vec<Arc<ast::ExampleItem>>,
    /// Every rule with its label and place.
    pub rules: Arena<RuleId, RuleInfo>,
    /// Names of the locals, for listings and traces; the first [`Model::kept`] of them belong to statements.
    pub locals: Arena<LocalId, Local>,
}

/// An option or parameter with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// Its name.
    pub name: String,
    /// The value: a value's name, or a number.
    pub value: String,
    /// What it decides.
    pub about: Option<String>,
    /// What it could be.
    pub choices: Choices,
    /// Where it is declared.
    pub span: Span,
}

/// The values that an option or parameter may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choices {
    /// Values with what they mean.
    Values(Vec<(String, Option<String>)>),
    /// Whole numbers.
    Range(u32, u32),
}

impl Choices {
    /// Whether they are `yes` and `no`: such an option is a truth value.
    #[must_use]
    pub fn is_truth(&self) -> bool {
        matches!(self, Choices::Values(values)
            if values.len() == 2 && ["yes", "no"].iter().all(|word| values.iter().any(|(value, _)| value == word)))
    }
}

/// A named combination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preset {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: Option<String>,
    /// What it binds.
    pub bindings: Vec<(String, String)>,
}

/// A kind of piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredPiece {
    /// Its name: `seed`, `stone`, `gem3`.
    pub name: String,
    /// What it is worth.
    pub worth: Option<u32>,
}

/// The board. Places are numbered: South's pits row by row, South's store and reserves, North's likewise, `off`.
#[derive(Debug, Clone, Default)]
pub struct Board {
    /// Rows, the same for both players.
    pub rows: Vec<BoardRow>,
    /// Stores and reserves, the same for both players, in order.
    pub holders: Vec<Holder>,
    /// Whether there is a place for seeds that have left the game.
    pub off: bool,
    /// Paths.
    pub tracks: Arena<TrackNumber, Track>,
    /// Names of the two ways of tracks that have two.
    pub ways: Vec<(String, WayNumber)>,
    /// Named pits: number within a player's half.
    pub pits: Vec<(String, HalfPlace)>,
    /// Named sets: numbers within a player's half.
    pub sets: Vec<(String, Vec<HalfPlace>)>,
    /// For each place of a half: the place of the opponent's half that it faces.
    pub facing: Vec<Option<HalfPlace>>,
    /// For each place of a half: the place of the same half that lies behind it.
    pub behind: Vec<Option<HalfPlace>>,
}

/// A row of pits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardRow {
    /// Its name.
    pub name: String,
    /// Number of pits.
    pub size: u16,
    /// Number of its first pit within the half.
    pub start: HalfPlace,
    /// Whether it faces a row of the opponent.
    pub faces: bool,
}

/// A store or reserve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// Its name.
    pub name: String,
    /// Whether it is for captured seeds.
    pub store: bool,
}

/// A closed path over places.
#[derive(Debug, Clone)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// The places in order, from the mover's side.
    pub spots: Vec<Spot>,
    /// Whether it may be walked both ways.
    pub two_way: bool,
}

impl BoardRow {
    /// Its pits, in the order of their numbers.
    pub fn pits(&self) -> impl DoubleEndedIterator<Item = HalfPlace> + use<> {
        let first = self.start.index();
        (first..first + usize::from(self.size)).filter_map(HalfPlace::at)
    }

    /// The pit with a number, from 1.
    #[must_use]
    pub fn pit(&self, number: u16) -> Option<HalfPlace> {
        let number = (1..=self.size).contains(&number).then_some(number)?;
        HalfPlace::at(self.start.index() + usize::from(number) - 1)
    }
}

impl Board {
    /// Number of pits of one player.
    #[must_use]
    pub fn pits_per_player(&self) -> usize {
        self.rows.iter().map(|row| usize::from(row.size)).sum()
    }

    /// Number of places of one player: pits, store, reserves.
    #[must_use]
    pub fn half(&self) -> usize {
        self.pits_per_player() + self.holders.len()
    }

    /// Number of all places.
    #[must_use]
    pub fn places(&self) -> usize {
        2 * self.half() + usize::from(self.off)
    }

    /// All places, in order.
    pub fn every_place(&self) -> impl DoubleEndedIterator<Item = Place> + use<> {
        (0..self.places()).filter_map(Place::at)
    }

    /// The place of a player's half. A board with more places than can be numbered is refused before anything lies on it;
    /// until then its last places are one.
    #[must_use]
    pub fn place(&self, player: Player, local: HalfPlace) -> Place {
        let index = player.index() * self.half() + local.index();
        Place::at(index).unwrap_or(Place::LAST)
    }

    /// Where seeds go that leave the game, if there is such a place.
    #[must_use]
    pub fn off_place(&self) -> Option<Place> {
        if self.off { Place::at(2 * self.half()) } else { None }
    }

    /// Whose place it is; nobody's for `off`.
    #[must_use]
    pub fn owner(&self, place: Place) -> Option<Player> {
        Some(self.owner_and_local(place)?.0)
    }

    /// Whose place it is, and which of his.
    fn owner_and_local(&self, place: Place) -> Option<(Player, HalfPlace)> {
        let half = self.half();
        let owner = *Player::BOTH.get(place.index().checked_div(half)?)?;
        Some((owner, HalfPlace::at(place.index() % half)?))
    }

    /// Row and number (from 1) of a pit; `None` for stores, reserves and `off`.
    #[must_use]
    pub fn row_and_number(&self, place: Place) -> Option<(&BoardRow, u16)> {
        let (_, local) = self.owner_and_local(place)?;
        self.rows.iter().find_map(|row| Some((row, (1..).zip(row.pits()).find(|(_, pit)| *pit == local)?.0)))
    }

    /// The store, as each player counts his places.
    #[must_use]
    pub fn store(&self) -> Option<HalfPlace> {
        self.holder("store")
    }

    /// A store or reserve, as each player counts his places.
    #[must_use]
    pub fn holder(&self, name: &str) -> Option<HalfPlace> {
        Some(self.holders().find(|(_, holder)| holder.name == name)?.0)
    }

    /// The store or reserve that a place is; none for pits and `off`.
    #[must_use]
    pub fn holder_at(&self, place: Place) -> Option<&Holder> {
        let (_, local) = self.owner_and_local(place)?;
        self.holders.get(local.index().checked_sub(self.pits_per_player())?)
    }

    /// The pits of a player, row by row.
    pub fn pits_of_side(&self) -> impl Iterator<Item = HalfPlace> + use<> {
        HalfPlace::all().take(self.pits_per_player())
    }

    /// Stores and reserves, as each player counts his places.
    pub fn holders(&self) -> impl Iterator<Item = (HalfPlace, &Holder)> {
        HalfPlace::all().skip(self.pits_per_player()).zip(&self.holders)
    }

    /// The row with this name.
    #[must_use]
    pub fn row(&self, name: &str) -> Option<&BoardRow> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// The place that a spot means when this player moves.
    #[must_use]
    pub fn resolve(&self, spot: Spot, mover: Player) -> Place {
        match spot {
            Spot::Own(local) => self.place(mover, local),
            Spot::Opponent(local) => self.place(mover.other(), local),
            Spot::Of(player, local) => self.place(player, local),
            Spot::Off => Place::at(2 * self.half()).unwrap_or(Place::LAST),
        }
    }

    /// The place facing a place.
    #[must_use]
    pub fn facing_place(&self, place: Place) -> Option<Place> {
        let (owner, local) = self.owner_and_local(place)?;
        let faced = (*self.facing.get(local.index())?)?;
        Some(self.place(owner.other(), faced))
    }

    /// The place behind a place.
    #[must_use]
    pub fn behind_place(&self, place: Place) -> Option<Place> {
        let (owner, local) = self.owner_and_local(place)?;
        let behind = (*self.behind.get(local.index())?)?;
        Some(self.place(owner, behind))
    }
}

/// A place, from the mover's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Spot {
    /// Of the mover's half.
    Own(HalfPlace),
    /// Of the other player's half.
    Opponent(HalfPlace),
    /// Of this player's half, whoever moves.
    Of(Player, HalfPlace),
    /// The place of seeds that have left the game.
    Off,
}

/// Declared state.
#[derive(Debug, Clone)]
pub struct State {
    /// Its name.
    pub name: String,
    /// For what there is one value.
    pub scope: StateScope,
    /// Its type.
    pub ty: Type,
    /// Start values, one for the game, for each player, or for each place: as in [`Expr`], so -1 for nobody and none.
    pub start: Vec<i32>,
    /// Largest number, for numbers.
    pub largest: i32,
    /// As soon as this holds, a truth value is the contrary of its start value, for good.
    pub until: Option<Expr>,
    /// Whether any rule asks for it, under these options.
    pub asked: bool,
    /// Where it is declared.
    pub span: Span,
}

/// Of what a value of declared state is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueOf {
    /// Of the game.
    Game,
    /// Of a player.
    Player(Player),
    /// Of a place.
    Place(Place),
}

impl ValueOf {
    /// Which of the values of the state it is.
    #[must_use]
    pub fn index(self) -> usize {
        match self {
            ValueOf::Game => 0,
            ValueOf::Player(player) => player.index(),
            ValueOf::Place(place) => place.index(),
        }
    }
}

impl State {
    /// Of what its values are, in their order.
    pub fn values_of(&self) -> impl Iterator<Item = ValueOf> + use<> {
        let scope = self.scope;
        let of = move |at| match scope {
            StateScope::Game => Some(ValueOf::Game),
            StateScope::Player => Player::BOTH.get(at).copied().map(ValueOf::Player),
            StateScope::Pit => Place::at(at).map(ValueOf::Place),
        };
        (0..self.start.len()).filter_map(of)
    }

    /// Its value at the start.
    #[must_use]
    pub fn start_of(&self, of: ValueOf) -> Option<i32> {
        self.start.get(of.index()).copied()
    }
}

/// Type of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// A whole number.
    Number,
    /// Yes or no.
    Truth,
    /// A place, or none.
    Pit,
    /// A set of places.
    Set,
    /// A direction.
    Way,
    /// A player, or nobody.
    Player,
    /// A kind of move.
    Kind,
    /// A kind of piece.
    Piece,
    /// Drops of the last lap, counted backward.
    Run,
    /// Value of an option.
    OptionValue,
    /// Not known, because of an error already reported.
    Unknown,
}

impl Type {
    /// What it is called.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Type::Number => "a number",
            Type::Truth => "a condition (yes or no)",
            Type::Pit => "a pit",
            Type::Set => "a set of pits",
            Type::Way => "a way",
            Type::Player => "a player",
            Type::Kind => "a kind of move",
            Type::Piece => "a kind of piece",
            Type::Run => "a run of drops",
            Type::OptionValue => "the value of an option",
            Type::Unknown => "unknown",
        }
    }
}

/// A local: a choice, a kept value, a parameter, what a filter looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Local {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether it belongs to a statement and so must live through choices.
    pub kept: bool,
}

/// A definition.
#[derive(Debug, Clone)]
pub struct Define {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<LocalId>,
    /// What it stands for.
    pub body: Expr,
}

/// A rule with its label and place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleInfo {
    /// Its label, or the first word of a statement.
    pub label: String,
    /// What it belongs to: the name of a move or sequence, `legal`, `end`, …
    pub of: String,
    /// Where it stands.
    pub span: Span,
    /// Whether it is a row that says of itself that it is never met.
    pub never: bool,
}

/// Expressions.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A number, or a truth value: 1 for `yes`, 0 for `no`.
    Int(i32),
    /// A way along a track that has two.
    Way(WayNumber),
    /// A player, or nobody.
    Player(Option<Player>),
    /// A kind of move, which [`Expr::Kind`] is compared with.
    MoveKind(MoveKind),
    /// A kind of piece, which a piece is compared with.
    PieceKind(PieceKind),
    /// No pit.
    NoPit,
    /// A place.
    Place(Spot),
    /// A fixed set of places.
    Places(Vec<Spot>),
    /// A local, with its type.
    Local(LocalId),
    /// Where the last seed fell.
    Last,
    /// The pit last lifted.
    Origin,
    /// Pieces in the hand.
    Hand,
    /// What `last` held before its last piece fell, in a run of drops, too.
    LastHeld,
    /// What `last` held before its last piece fell, or in a run the pit of each drop: of these kinds, or of any.
    Held(Option<Vec<PieceKind>>),
    /// Seeds captured by the mover in this turn.
    Captured,
    /// Laps sown in this turn.
    Laps,
    /// The kind of move.
    Kind,
    /// The mover.
    Mover,
    /// The mover's opponent.
    OtherPlayer,
    /// Who won the round that is over; nobody in a drawn one.
    RoundWinner,
    /// State per game.
    StateGame(StateId),
    /// State per player, of the mover (`true`) or the opponent.
    StatePlayer(StateId, bool),
    /// State per player, of a fixed player.
    StateOf(StateId, Player),
    /// State per pit.
    StatePit(StateId, Box<Expr>),
    /// Pieces in a pit or set: of these kinds, or of any.
    Pieces(Box<Expr>, Option<Vec<PieceKind>>),
    /// What the pieces in a pit or set are worth.
    Worth(Box<Expr>),
    /// Members of a set, or of a run.
    Count(Box<Expr>),
    /// Number of a pit in its row; 0 for other places and none.
    Number(Box<Expr>),
    /// Whose place it is.
    Owner(Box<Expr>),
    /// The only member of a set, else none.
    Only(Box<Expr>),
    /// A pit as a set: empty for none.
    AsSet(Box<Expr>),
    /// Pits of a run.
    PitsOf(Box<Expr>),
    /// All hold.
    And(Vec<Expr>),
    /// One holds.
    Or(Vec<Expr>),
    /// Does not hold.
    Not(Box<Expr>),
    /// Comparison of numbers.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// The same pit, player, way, …
    Same(Box<Expr>, Box<Expr>),
    /// The same set.
    SameSet(Box<Expr>, Box<Expr>),
    /// A number in one of these ranges.
    InRanges(Box<Expr>, Vec<(Expr, Expr)>),
    /// A pit in a set; none is in no set.
    InSet(Box<Expr>, Box<Expr>),
    /// All members of a set are in another.
    Subset(Box<Expr>, Box<Expr>),
    /// A set has a member.
    Some(Box<Expr>),
    /// Divisible by two.
    Even(Box<Expr>),
    /// Read in the position before the turn: a number, truth value, player or pit.
    AtTurnStart(Box<Expr>),
    /// Read in the position before the last lap, likewise.
    BeforeSowing(Box<Expr>),
    /// Arithmetic; division rounds down, by 0 gives 0.
    Arithmetic(ArithmeticOp, Box<Expr>, Box<Expr>),
    /// The larger or the smaller of two.
    Larger(bool, Box<Expr>, Box<Expr>),
    /// Members for which a condition holds of the local.
    Where(Box<Expr>, LocalId, Box<Expr>),
    /// In either.
    Union(Box<Expr>, Box<Expr>),
    /// In the first, not in the second.
    Minus(Box<Expr>, Box<Expr>),
    /// The place of a list whose number this is, from 1; none where the list has none.
    Nth(Box<Expr>, Vec<Spot>),
    /// A place along a track.
    Steps {
        /// How many; negative goes back.
        count: Box<Expr>,
        /// From where; none if that is not on the track.
        from: Box<Expr>,
        /// On which track.
        track: TrackNumber,
        /// Way along it.
        way: Box<Expr>,
        /// Whether against that way.
        back: bool,
    },
    /// The pit that faces a pit.
    Facing(Box<Expr>),
    /// The pits that face those of a set.
    FacingSet(Box<Expr>),
    /// The pit behind a pit.
    Behind(Box<Expr>),
    /// The pits behind those of a set.
    BehindSet(Box<Expr>),
    /// The other way.
    Opposite(Box<Expr>),
    /// The first value whose condition holds: (condition, value), otherwise.
    If(Vec<(Expr, Expr)>, Box<Expr>),
    /// Places along the track of the last sowing, while a condition holds of the local.
    Chain {
        /// Against the direction of the last sowing.
        back: bool,
        /// The first place.
        from: Box<Expr>,
        /// The most places it may have.
        limit: Option<Box<Expr>>,
        /// What `it` is.
        local: LocalId,
        /// While this holds.
        condition: Box<Expr>,
    },
    /// The drops of the last lap, from the last one back, while a condition holds; the locals are the pit and the
    /// kind of piece.
    Drops {
        /// The pit.
        pit: LocalId,
        /// The kind of piece.
        piece: LocalId,
        /// While this holds; `Held` means the pit of the drop.
        condition: Box<Expr>,
    },
    /// All values of a pit expression: locals with their sets (none: both ways).
    Each(Box<Expr>, Vec<(LocalId, Option<Expr>)>),
    /// A definition; `flipped` reads it from the opponent's side.
    Call {
        /// Which.
        define: DefineId,
        /// From the other player's side.
        flipped: bool,
        /// Arguments, read from this side.
        arguments: Vec<Expr>,
    },
    /// An expression read from the other player's side.
    Flipped(Box<Expr>),
    /// This position, with the same player to move, is there for the nth time.
    Repeats(u32),
    /// No move is legal.
    CannotMove,
}

impl Expr {
    /// The conditions that must all hold; one that joins none is the only one.
    #[must_use]
    pub fn members(&self) -> &[Expr] {
        if let Expr::And(members) = self { members } else { std::slice::from_ref(self) }
    }

    /// The number by which a constant is told from others of its type, and kept as state; none if it is a pit, a set, or no
    /// constant.
    #[must_use]
    pub fn constant(&self) -> Option<i32> {
        match self {
            Expr::Int(value) => Some(*value),
            Expr::Way(way) => Some(way.value()),
            Expr::Player(player) => Some(player.map_or(-1, Player::value)),
            Expr::MoveKind(kind) => Some(kind.value()),
            Expr::PieceKind(kind) => Some(kind.value()),
            _ => None,
        }
    }
}

/// A phase of the game.
#[derive(Debug, Clone)]
pub struct Phase {
    /// Its name; `turn` where the file has no phases.
    pub name: String,
    /// When it applies; always where nothing is said.
    pub condition: Option<Expr>,
    /// Which kinds of move there are.
    pub ranking: Ranking,
    /// Where it stands.
    pub span: Span,
}

/// Kinds of move and their rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ranking {
    /// One kind.
    Kind(MoveKind),
    /// The first that has a legal move.
    Else(Vec<Ranking>),
    /// All of them.
    Or(Vec<Ranking>),
}

impl Ranking {
    /// The kind of which all moves are, unless there is none of it.
    #[must_use]
    pub fn first_kind(&self) -> Option<MoveKind> {
        match self {
            Ranking::Kind(kind) => Some(*kind),
            Ranking::Else(members) => members.first().and_then(Ranking::first_kind),
            Ranking::Or(_) => None,
        }
    }
}

/// A kind of move.
#[derive(Debug, Clone)]
pub struct DeclaredMove {
    /// Its name.
    pub name: String,
    /// What is done.
    pub body: Vec<Statement>,
    /// What is done when its sowing has stopped.
    pub finally: Vec<Statement>,
    /// Where it stands.
    pub span: Span,
}

/// A part of turns.
#[derive(Debug, Clone)]
pub struct Sequence {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<LocalId>,
    /// What is done.
    pub body: Vec<Statement>,
    /// Where it stands.
    pub span: Span,
}

/// A statement.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What it does.
    pub action: Action,
    /// Whether it is done at all.
    pub condition: Option<Expr>,
    /// Its rule.
    pub rule: RuleId,
}

/// What a statement does.
#[derive(Debug, Clone)]
pub enum Action {
    /// The mover chooses a pit of the first set that has a member.
    ChoosePit(LocalId, Vec<Expr>),
    /// The mover chooses a number.
    ChooseNumber(LocalId, Expr, Expr),
    /// The mover chooses a way for which the condition holds; the second local is `it`.
    ChooseWay(LocalId, Option<(LocalId, Expr)>),
    /// Keeps a value.
    Let(LocalId, Expr),
    /// Not legal unless this holds.
    Require(Expr),
    /// Sets this bit of the move's preference if it holds.
    Prefer(u8, Expr),
    /// Takes n pieces of a pit, or what is there, into the hand; or all.
    Lift(Option<Expr>, Expr),
    /// Moves n pieces of a place or of the hand, or what is there, to a place; or all.
    Put(Option<Expr>, Option<Expr>, Expr),
    /// The mover places every piece of the hand in pits of the set.
    PlaceFreely(Expr),
    /// Sows the hand.
    Sow(SowingNumber),
    /// Looks at a landing table.
    Landing(Vec<Row>),
    /// Goes on with a sequence.
    Then(SequenceId, Vec<Expr>),
    /// Captures.
    Capture(Capture),
    /// Sets state.
    Become(StateRef, Expr),
    /// Does the same for each of several.
    For(ForOver, Vec<Statement>),
    /// Lifts, puts or captures n pieces of each pit of a set: the action is about the local. All that it reads
    /// beside the pit is read once, and what follows from it is looked at when it is done.
    OfEach(LocalId, Expr, Box<Action>),
    /// The sowing is over.
    Stop,
    /// The sowing is over, and the mover plays again.
    Again,
    /// This was no legal move.
    NotLegal,
    /// Lifts a pit and sows on behind it; then the landing table that this stands in is looked at again.
    Relay(Expr),
    /// The mover chooses what happens.
    Either(Vec<Alternative>),
    /// The game is over.
    Award(Award),
}

/// What a loop runs over. Nothing in a loop sows, or says how the turn goes on.
#[derive(Debug, Clone)]
pub enum ForOver {
    /// The members of a set, as they are when the loop begins: the mover's places first, each player's in the order of
    /// their numbers, `off` last. The local is the pit.
    Members(LocalId, Expr),
    /// The whole numbers from the first to the second.
    Numbers(LocalId, i32, i32),
    /// Both ways.
    Ways(LocalId),
    /// Both players: everything is read from the mover's side first, then from the opponent's, who is the mover there.
    Players,
}

/// A name that the mover may choose, with what then happens.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// The name.
    pub name: String,
    /// What happens.
    pub body: Vec<Statement>,
}

impl Action {
    /// Whether nothing that stands behind this is done.
    #[must_use]
    pub fn ends(&self) -> bool {
        matches!(
            self,
            Action::Landing(_)
                | Action::Then(..)
                | Action::Stop
                | Action::Again
                | Action::NotLegal
                | Action::Relay(_)
                | Action::Either(_)
                | Action::Award(_)
        )
    }
}

/// Which value is set.
#[derive(Debug, Clone)]
pub enum StateRef {
    /// Per game.
    Game(StateId),
    /// Per player: the mover's (`true`) or the opponent's.
    Player(StateId, bool),
    /// Per pit; nothing happens for none.
    Pit(StateId, Expr),
}

/// A capture.
#[derive(Debug, Clone)]
pub struct Capture {
    /// By whom; nothing happens for nobody.
    pub captor: Captor,
    /// What is taken.
    pub what: CaptureWhat,
    /// Where it goes.
    pub into: Destination,
}

/// Who captures.
#[derive(Debug, Clone, PartialEq)]
pub enum Captor {
    /// The mover.
    Mover,
    /// This player.
    Player(Expr),
}

/// What is taken.
#[derive(Debug, Clone)]
pub enum CaptureWhat {
    /// All that lies in a set.
    All(Expr),
    /// N pieces of a place, or what is there.
    Some(Expr, Expr),
    /// N pieces of these kinds, chosen by the mover, from the first set and when that has no more from the second.
    Chosen {
        /// How many.
        count: Expr,
        /// Of which kinds.
        kinds: Vec<PieceKind>,
        /// From where first.
        from: Expr,
        /// From where then.
        then: Option<Expr>,
    },
}

/// Where captured seeds go.
#[derive(Debug, Clone, PartialEq)]
pub enum Destination {
    /// The captor's store.
    Store,
    /// The hand.
    Hand,
    /// This place.
    Place(Expr),
}

/// A sowing.
#[derive(Debug, Clone)]
pub struct Sowing {
    /// Along which track.
    pub track: TrackNumber,
    /// Where the first seed falls: in the place (`false`) or behind it.
    pub after: bool,
    /// The place.
    pub start: Expr,
    /// Way along the track; 0 for tracks of one way.
    pub way: Expr,
    /// How many pieces fall into each place, read at the start of each lap; at least one does.
    pub each: Expr,
    /// Places left out, read at the start of each lap.
    pub skipping: Option<Expr>,
    /// Whether the mover chooses the order in which pieces fall.
    pub choosing: bool,
    /// What happens at each drop.
    pub each_drop: Option<EachDrop>,
    /// Its rule.
    pub rule: RuleId,
}

/// What happens at each drop.
#[derive(Debug, Clone)]
pub struct EachDrop {
    /// Whether the last drop of a lap is left out.
    pub but_last: bool,
    /// What happens; only actions. `last` is where the seed fell.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Debug, Clone)]
pub struct Row {
    /// All must hold: one expression; none for a row that always holds.
    pub condition: Option<Expr>,
    /// What happens. The last statement of a landing row, and of an alternative in one, says how the turn goes on
    /// ([`Action::ends`]); in `each drop` none does. The last one of a row of `end` or `over` is an award; of `endless`,
    /// [`Action::Stop`], [`Action::NotLegal`] or an award.
    pub body: Vec<Statement>,
    /// Its rule.
    pub rule: RuleId,
}

impl Row {
    /// What is done before the last statement, and the last statement itself, if it says how it goes on.
    #[must_use]
    pub fn split(&self) -> (&[Statement], Option<&Action>) {
        match self.body.split_last() {
            Some((last, before)) if last.action.ends() => (before, Some(&last.action)),
            _ => (&self.body, None),
        }
    }

    /// Who wins, where the row says so.
    #[must_use]
    pub fn award(&self) -> Option<Award> {
        match self.split().1 {
            Some(Action::Award(award)) => Some(*award),
            _ => None,
        }
    }
}

/// A rule of legality, read after the turn.
#[derive(Debug, Clone)]
pub struct LegalRule {
    /// The bit of a preference; none if it binds.
    pub prefer: Option<u8>,
    /// What must hold.
    pub condition: Expr,
    /// When it is asked for.
    pub when: Option<Expr>,
    /// Its rule.
    pub rule: RuleId,
}

/// A row of `end`.
#[derive(Debug, Clone)]
pub struct EndRow {
    /// When it is looked at.
    pub moment: Moment,
    /// The row; its outcome is an award.
    pub row: Row,
}

/// How moves are written.
#[derive(Debug, Clone, Default)]
pub struct Notation {
    /// For each place: its text, as South's and North's pits are written.
    pub places: Arena<Place, String>,
    /// Texts of both ways.
    pub ways: Arena<WayNumber, String>,
    /// Texts of alternatives by name.
    pub alternatives: Vec<(String, String)>,
    /// Text in front of a kind of move.
    pub kinds: Arena<MoveKind, String>,
    /// Whether pieces are written by their worth.
    pub pieces_by_worth: bool,
    /// Marks printed behind a move when a condition holds.
    pub marks: Vec<(String, Expr)>,
}

/// What is done between two rounds of a match. The mover is who made the last move of the round.
#[derive(Debug, Clone)]
pub enum RoundStep {
    /// The match may be over: the first row whose condition holds says so.
    Over(Vec<Row>),
    /// Every piece goes where it was at the start.
    Setup(RuleId),
    /// Pits are filled.
    Fill(Fill),
    /// Pieces are moved, or state is set.
    Act(Box<Statement>),
    /// Who begins the next round; where nothing is said, whoever would move next.
    Starts(Expr),
}

/// Some pits are filled one after the other with what lies in them and in another place.
#[derive(Debug, Clone)]
pub struct Fill {
    /// The pits, in the order in which they are filled.
    pub pits: Vec<Spot>,
    /// How many seeds each of them gets.
    pub each: u32,
    /// Where they come from, and where what is left over stays.
    pub from: Spot,
    /// State of pits: no where a pit was filled, yes where it was not.
    pub unfilled: Option<StateId>,
    /// Its rule.
    pub rule: RuleId,
}

impl Model {
    /// Seeds (pieces of all kinds) in the game.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.setup.total()
    }

    /// The kind of piece, where there is one.
    #[must_use]
    pub fn only_kind(&self) -> Option<&DeclaredPiece> {
        self.kinds.values().next().filter(|_| self.kinds.len() == 1)
    }

    /// The locals that must live through choices come first.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.locals.values().filter(|local| local.kept).count()
    }
}
