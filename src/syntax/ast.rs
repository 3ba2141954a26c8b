//! The syntax tree: what is written, with its places. No name is resolved here.

use crate::source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A word with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The word as written.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// The items of one file, those of the file that it is based on first.
#[derive(Debug, Clone, Default)]
pub struct File {
    /// In the order of the text.
    pub items: Vec<Item>,
    /// Places of the comments, in the order of the text.
    pub comments: Vec<Span>,
    /// First words of the items that could not be read.
    pub broken: Vec<String>,
    /// All words of these items: what they may have declared.
    pub broken_words: BTreeSet<String>,
}

/// A top-level item.
#[derive(Debug, Clone)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// The whole of it.
    pub span: Span,
}

/// What an item may be.
#[derive(Debug, Clone)]
pub enum ItemKind {
    /// `based on other with option: value`
    BasedOn(Name, Vec<Binding>),
    /// `game "Name" from "source" also called "X", "Y"`
    Game(GameItem),
    /// `option name { … }`
    Option(OptionItem),
    /// `parameter name: 1..12 default 6`
    Parameter(ParameterItem),
    /// `preset name { option: value }`
    Preset(Name, Option<Text>, Vec<Binding>),
    /// `pieces { … }`
    Pieces(Vec<PieceItem>),
    /// `board { … }`
    Board(Vec<BoardEntry>),
    /// `setup { … }`
    Setup(Vec<SetupEntry>),
    /// `state { … }`
    State(Vec<StateEntry>),
    /// `notation { … }`
    Notation(Vec<NotationEntry>),
    /// `define name(parameters) = expression`
    Define(DefineItem),
    /// `phase name while condition: ranking`
    Phase(Name, Option<Expr>, Ranking),
    /// `turn: ranking`
    Turn(Ranking),
    /// `move name { … }`
    Move(Name, Vec<Statement>),
    /// `sequence name(parameters) { … }`
    Sequence(Name, Vec<Name>, Vec<Statement>),
    /// `legal { … }`
    Legal(Vec<LegalRule>),
    /// `endless after n laps { … }`
    Endless(Option<(u32, Span)>, Vec<Row>),
    /// `end { … }`
    End(Vec<EndRow>),
    /// `finally { … }`
    Finally(Vec<Statement>),
    /// `match if condition { … }`
    Match(Option<Expr>, Vec<MatchEntry>),
    /// `example "name" from "source" { … }`
    Example(Arc<ExampleItem>),
    /// `without kind name, …`
    Without(Vec<Removed>),
    /// `before sequence.row { … }`
    Splice(SpliceItem),
}

/// `game "Name" from "source" also called "X", "Y"`.
#[derive(Debug, Clone)]
pub struct GameItem {
    /// What it is called.
    pub title: Text,
    /// Where its rules come from.
    pub source: Option<Text>,
    /// Other names under which it is known.
    pub aliases: Vec<Text>,
}

/// `before sowing.take { … }`: what is put before or behind a row or statement of the base, or in its place.
#[derive(Debug, Clone)]
pub struct SpliceItem {
    /// Where it goes.
    pub place: SpliceWhere,
    /// The move or sequence, or `endless`.
    pub of: Name,
    /// The label of the row or statement.
    pub label: Name,
    /// What is put there.
    pub what: Spliced,
}

/// What is put into a base file.
#[derive(Debug, Clone)]
pub enum Spliced {
    /// Rows, beside a row.
    Rows(Vec<Row>),
    /// Statements, beside a statement.
    Statements(Vec<Statement>),
}

/// A quoted text without its quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Between the quotes.
    pub text: String,
    /// With the quotes.
    pub span: Span,
}

/// `option: value`
#[derive(Debug, Clone)]
pub struct Binding {
    /// The option or parameter.
    pub name: Name,
    /// A value's name or a number, as written.
    pub value: Name,
}

/// `option name "…" { value: "…" … }`: the first value is the default
#[derive(Debug, Clone)]
pub struct OptionItem {
    /// Its name.
    pub name: Name,
    /// What it decides.
    pub about: Option<Text>,
    /// Values with what they mean; the first is the default.
    pub values: Vec<(Name, Option<Text>)>,
}

/// `parameter name: low..high default value`
#[derive(Debug, Clone)]
pub struct ParameterItem {
    /// Its name.
    pub name: Name,
    /// Smallest value.
    pub low: u32,
    /// Largest value.
    pub high: u32,
    /// Value when nothing is said.
    pub default: u32,
    /// What it is.
    pub about: Option<Text>,
    /// Where the numbers stand.
    pub numbers: Span,
}

/// `stone` or `gem worth 1..5`
#[derive(Debug, Clone)]
pub struct PieceItem {
    /// Name of the kind or family.
    pub name: Name,
    /// Value, or the values of a family.
    pub worth: Option<(Expr, Option<Expr>)>,
}

/// An entry of `board`.
#[derive(Debug, Clone)]
pub enum BoardEntry {
    /// `row name: size facing opponent row behind row`
    Row {
        /// Its name.
        name: Name,
        /// Number of pits.
        size: Expr,
        /// The opponent's row that it faces.
        facing: Option<Name>,
        /// The own row that it lies behind.
        behind: Option<Name>,
    },
    /// `store`
    Store(Span),
    /// `reserve name`
    Reserve(Name),
    /// `off`
    Off(Span),
    /// `track name: segment, … both ways a, b`
    Track {
        /// Its name.
        name: Name,
        /// The places on it, in order.
        segments: Vec<Segment>,
        /// Names of the two directions.
        ways: Option<(Name, Name)>,
    },
    /// `pit name: row number`
    Pit(Name, Name, Expr),
    /// `set name: row low..high, …`
    Set(Name, Vec<Part>),
}

/// `own front 8..1`
#[derive(Debug, Clone)]
pub struct Segment {
    /// Whose.
    pub side: Side,
    /// Row or store.
    pub place: Name,
    /// Which pits, from and to; all where nothing is said.
    pub range: Option<(Expr, Option<Expr>)>,
}

/// `front 1..2`
#[derive(Debug, Clone)]
pub struct Part {
    /// The row.
    pub row: Name,
    /// Which pits.
    pub range: Option<(Expr, Option<Expr>)>,
}

/// An entry of `setup`.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "a file has a few of them")]
pub enum SetupEntry {
    /// `first: player`
    First(Expr),
    /// `south home: 4 each`
    Contents {
        /// One player, or both.
        side: Option<Side>,
        /// Row, store or reserve.
        place: Name,
        /// A part of the row.
        range: Option<(Expr, Option<Expr>)>,
        /// What lies there.
        contents: Contents,
        /// The whole entry.
        span: Span,
    },
}

/// What lies in a row at the start.
#[derive(Debug, Clone)]
pub enum Contents {
    /// The same everywhere.
    Each(Expr),
    /// A number for each pit.
    List(Vec<Expr>),
    /// `home k: 1 stone, 1 gem(6 - k)`: pieces by pit number.
    ByPit(Name, Vec<PieceCount>),
}

/// `2 gem(k)`
#[derive(Debug, Clone)]
pub struct PieceCount {
    /// How many.
    pub count: u32,
    /// Kind or family.
    pub name: Name,
    /// Which of the family.
    pub value: Option<Expr>,
}

/// `name per pit: start until condition`
#[derive(Debug, Clone)]
pub struct StateEntry {
    /// Its name.
    pub name: Name,
    /// For what there is one.
    pub scope: StateScope,
    /// Value at the start, which also gives the type. Of state per pit, `it` is the pit.
    pub start: Expr,
    /// The largest number that it may become.
    pub largest: Option<Expr>,
    /// When it falls back for good.
    pub until: Option<Expr>,
}

/// For what there is one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateScope {
    /// The whole game.
    Game,
    /// Each player.
    Player,
    /// Each pit.
    Pit,
}

/// An entry of `notation`.
#[derive(Debug, Clone)]
pub enum NotationEntry {
    /// `row front: "A" / "a"`; no pair means letters.
    Row(Name, Option<(Text, Text)>),
    /// `way left: "<"`
    Way(Name, Text),
    /// `choice go_on: "+"`
    Choice(Name, Text),
    /// `kind pass: "-"`
    Kind(Name, Text),
    /// `pieces: worth`
    PiecesByWorth(Span),
    /// `mark "*" if condition`
    Mark(Text, Expr),
}

/// `define name(parameters) = body`
#[derive(Debug, Clone)]
pub struct DefineItem {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Name>,
    /// What it stands for.
    pub body: Expr,
}

/// Which kinds of move may be played: `(a else b) or c`.
#[derive(Debug, Clone)]
pub enum Ranking {
    /// One kind of move.
    Kind(Name),
    /// The first that has a legal move.
    Else(Vec<Ranking>),
    /// All of them, on a par.
    Or(Vec<Ranking>),
}

/// A statement: of a move, of a sequence, of a row.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The label, by which a file that is based on this one names it.
    pub label: Option<Name>,
    /// What it does.
    pub kind: StatementKind,
    /// `if condition`
    pub condition: Option<Expr>,
    /// The whole of it.
    pub span: Span,
}

/// What a statement does.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// `choose name in …`
    Choose(Name, ChooseFrom, Option<Expr>),
    /// `lift pits`, or `lift 2 from pits`: two of each.
    Lift(Option<Expr>, Expr),
    /// `put 1 from pits in place`
    Put(Put),
    /// `sow track after pit going way …`
    Sow(Box<SowStatement>),
    /// `landing { … }`
    Landing(Vec<Row>),
    /// `let name = value`
    Let(Name, Expr),
    /// `capture pits into place`
    Capture(Capture),
    /// `place freely in pits`
    PlaceFreely(Expr),
    /// `require condition`
    Require(Expr),
    /// `prefer condition`
    Prefer(Expr),
    /// `then sequence(arguments)`
    Then(Name, Vec<Expr>),
    /// `finally { … }`
    Finally(Vec<Statement>),
    /// `state becomes value`
    Becomes(Expr, Expr),
    /// `for pit in pits { … }`
    For(ForOver, Vec<Statement>),
    /// `not legal`: the candidate was no move of this kind.
    NotLegal,
    /// `stop`: the sowing is over.
    Stop,
    /// `again`: the sowing is over, and the mover plays again.
    Again,
    /// `relay`, `relay from pit`: lift the last pit, or this one, and sow on.
    Relay(Option<Expr>),
    /// `either { name: …  name: … }`: the mover chooses.
    Either(Vec<Alternative>),
    /// `higher score wins`, `draw`, …: who wins.
    Award(Award),
    /// `never`: the row that ends so is never met.
    Never,
}

/// `put 1 from pits in place`
#[derive(Debug, Clone)]
pub struct Put {
    /// How many of each place; all where there is none.
    pub count: Option<Expr>,
    /// From which places; from the hand where there is none.
    pub from: Option<Expr>,
    /// Where they go.
    pub to: Expr,
}

/// What a `for` runs over.
#[derive(Debug, Clone)]
pub enum ForOver {
    /// `pit in pits`: the members that the set has when the loop begins.
    Members(Name, Expr),
    /// `n in 1..3`
    Numbers(Name, Expr, Expr),
    /// `way in both ways`
    BothWays(Name),
    /// `each player`: the mover, then the opponent; each time everything is read from that player's side.
    Players,
}

/// A name that the mover may choose, with what then happens.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// The name.
    pub name: Name,
    /// What happens.
    pub body: Vec<Statement>,
}

/// What a choice is made from.
#[derive(Debug, Clone)]
pub enum ChooseFrom {
    /// The first of these sets that is not empty.
    Pits(Vec<Expr>),
    /// Numbers from low to high.
    Numbers(Expr, Expr),
    /// The directions.
    BothWays(Span),
}

/// `sow track 2 each after pit going way skipping pits choosing the order each drop { … }`
#[derive(Debug, Clone)]
pub struct SowStatement {
    /// The track.
    pub track: Name,
    /// How many seeds fall into each place; one where nothing is said.
    pub each: Option<Expr>,
    /// Whether sowing begins behind the place (`after`) or in it (`starting in`).
    pub after: bool,
    /// The place.
    pub start: Expr,
    /// The direction, where the track has two.
    pub going: Option<Expr>,
    /// Places that get no seed.
    pub skipping: Option<Expr>,
    /// Whether the mover chooses in which order the pieces fall.
    pub choosing: Option<Span>,
    /// What happens at each drop.
    pub each_drop: Option<EachDrop>,
}

/// `each drop but the last { … }`
#[derive(Debug, Clone)]
pub struct EachDrop {
    /// Whether the last drop of a lap is left out.
    pub but_last: bool,
    /// What happens.
    pub rows: Vec<Row>,
    /// The whole of it.
    pub span: Span,
}

/// What is taken, by whom, and where it goes.
#[derive(Debug, Clone)]
pub struct Capture {
    /// The captor; the mover where nothing is said.
    pub captor: Option<Expr>,
    /// What is taken.
    pub what: CaptureWhat,
    /// Where it goes; the captor's store where nothing is said.
    pub into: Option<Expr>,
}

/// What is taken.
#[derive(Debug, Clone)]
pub enum CaptureWhat {
    /// All that lies in these places.
    All(Expr),
    /// At most n pieces of each of these places.
    Some(Expr, Expr),
    /// `chosen 2 gem from places, then from places`
    Chosen {
        /// How many.
        count: Expr,
        /// Of which kind.
        kind: Name,
        /// From where first.
        from: Expr,
        /// From where when that holds no more.
        then: Option<Expr>,
    },
}

/// A row of a table: `label: condition, condition -> statement, statement` or `… -> { statements }`
#[derive(Debug, Clone)]
pub struct Row {
    /// The label; `otherwise` where it has none.
    pub label: Name,
    /// All must hold; none for `otherwise`.
    pub conditions: Vec<Expr>,
    /// What happens, in order.
    pub body: Vec<Statement>,
    /// The whole of it.
    pub span: Span,
}

/// How a game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Award {
    /// The higher score.
    HigherScore,
    /// The mover.
    Mover,
    /// The mover's opponent.
    Opponent,
    /// Who won the last round of a match.
    Winner,
    /// Nobody; the game is drawn.
    Draw,
    /// The game is over without a result.
    NoWinner,
}

/// `label: require condition if condition`
#[derive(Debug, Clone)]
pub struct LegalRule {
    /// The label.
    pub label: Name,
    /// Whether it only binds where some move satisfies it.
    pub prefer: bool,
    /// What must hold.
    pub condition: Expr,
    /// When it is asked for.
    pub when: Option<Expr>,
    /// The whole of it.
    pub span: Span,
}

/// When an end row is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// After each capture.
    Capture,
    /// When the turn is done.
    AfterTurn,
    /// Before the next player moves.
    BeforeTurn,
}

/// `label: moment, condition -> statement, statement`
#[derive(Debug, Clone)]
pub struct EndRow {
    /// The moment.
    pub moment: Moment,
    /// The row.
    pub row: Row,
}

/// An entry of `match`: what is done between two rounds, in this order.
#[derive(Debug, Clone)]
pub enum MatchEntry {
    /// `setup`: every piece goes where it was at the start.
    Setup(Span),
    /// `fill row with n each from side otherwise state`
    Fill(Box<Fill>),
    /// `starts: player`
    Starts(Expr),
    /// `starts: in turn`: who did not begin the round before.
    StartsInTurn(Span),
    /// `over { … }`
    Over(Vec<Row>),
    /// Pieces are moved, or state is set.
    Act(Box<Statement>),
}

/// `fill row with n each from side otherwise state`
#[derive(Debug, Clone)]
pub struct Fill {
    /// Which pits, in which order.
    pub row: Expr,
    /// How many in each.
    pub each: Expr,
    /// From where.
    pub from: Expr,
    /// State set in the pits that stay unfilled.
    pub unfilled: Option<Name>,
    /// The whole entry.
    pub span: Span,
}

/// `without kind a.b`
#[derive(Debug, Clone)]
pub struct Removed {
    /// The word for its kind.
    pub kind: Name,
    /// The sequence, for a row.
    pub of: Option<Name>,
    /// Its name or label.
    pub name: Name,
}

/// Where rows go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpliceWhere {
    /// Before the named row.
    Before,
    /// After it.
    After,
    /// In its place.
    Instead,
}

/// `example "name" from "source" { … }`
#[derive(Debug, Clone)]
pub struct ExampleItem {
    /// Its name.
    pub name: Text,
    /// Where it comes from.
    pub source: Option<Text>,
    /// What is done and expected, in order.
    pub steps: Vec<ExampleStep>,
}

/// A step of an example.
#[derive(Debug, Clone)]
pub struct ExampleStep {
    /// What it does.
    pub kind: ExampleStepKind,
    /// Where it stands.
    pub span: Span,
}

/// What a step does.
#[derive(Debug, Clone)]
pub enum ExampleStepKind {
    /// Binds options.
    With(Vec<Binding>),
    /// Sets a position.
    Position(Vec<PositionEntry>),
    /// Plays moves.
    Play(Vec<Text>),
    /// Compares what is named.
    Expect(Vec<PositionEntry>),
    /// These moves are legal.
    Legal(Vec<Text>),
    /// This move is not legal, because of the rule with this label.
    Illegal(Text, Option<Name>),
    /// `moves 6`: the number of legal moves.
    Moves(u32),
    /// Exactly these legal moves.
    Only(Vec<Text>),
}

/// An entry of a position.
#[derive(Debug, Clone)]
pub struct PositionEntry {
    /// What it is.
    pub kind: PositionEntryKind,
    /// Where it stands.
    pub span: Span,
}

/// What an entry of a position may be.
#[derive(Debug, Clone)]
pub enum PositionEntryKind {
    /// `to move: side`
    ToMove(Side),
    /// `rest: side place number`
    Rest(Side, Name, Option<u32>),
    /// `side name(pit): values`
    Contents {
        /// Whose; that of the entry before it where nothing is said.
        side: Option<Side>,
        /// Place or state.
        name: Name,
        /// For state per pit.
        pit: Option<EntryPit>,
        /// What it holds.
        values: Vec<EntryValue>,
    },
}

/// The pit of a state in a position.
#[derive(Debug, Clone)]
pub enum EntryPit {
    /// `(off)`
    Off(Span),
    /// `(north home 6)`
    Of(PitName),
}

/// `north home 6`
#[derive(Debug, Clone)]
pub struct PitName {
    /// Whose.
    pub side: Side,
    /// The row.
    pub row: Name,
    /// Counted from its owner's left, from 1.
    pub number: u32,
}

/// A value in a position.
#[derive(Debug, Clone)]
pub enum EntryValue {
    /// `{2 stone, gem3}`
    Bag(Vec<(u32, Name)>),
    /// A number of seeds, or another number.
    Number(u32),
    /// A pit.
    Pit(PitName),
    /// A player.
    Side(Side),
    /// `yes`, `no`, `none`, `nobody`, a label.
    Word(Name),
}

/// Whose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The mover's.
    Own,
    /// The other player's.
    Opponent,
    /// Both players'.
    All,
    /// South's.
    South,
    /// North's.
    North,
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The whole of it.
    pub span: Span,
}

/// What an expression may be.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A number.
    Number(u32),
    /// `yes`, `no`
    Truth(bool),
    /// `nobody`
    Nobody,
    /// `none`
    NoPit,
    /// `a or b or c`
    Or(Vec<Expr>),
    /// `a and b and c`
    And(Vec<Expr>),
    /// `not a`
    Not(Box<Expr>),
    /// `a < b`
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `a is b`, `a is not b`
    Is(Box<Expr>, bool, Box<Expr>),
    /// `a is empty`, `a is not even`
    Adjective(Box<Expr>, bool, Adjective),
    /// `a was empty`, `a was not empty`
    WasEmpty(Box<Expr>, bool),
    /// `a in b`, `a in 2..3`, `a in {2, 4..6}`
    In(Box<Expr>, bool, Vec<(Expr, Option<Expr>)>, bool),
    /// `some set`
    Some(Box<Expr>),
    /// `no set`
    No(Box<Expr>),
    /// `position occurs 3 times`
    Occurs(u32),
    /// `mover cannot move`
    CannotMove,
    /// `a when the turn began`
    AtTurnStart(Box<Expr>),
    /// `a before the sowing`
    BeforeSowing(Box<Expr>),
    /// `a + b`
    Arithmetic(ArithmeticOp, Box<Expr>, Box<Expr>),
    /// `set where condition`
    Where(Box<Expr>, Box<Expr>),
    /// `place after pit on track going way`, `2 places before pit`
    Along {
        /// How many; one where no number is written.
        count: Option<Box<Expr>>,
        /// Forward along the track.
        after: bool,
        /// From where.
        from: Box<Expr>,
        /// On which track.
        track: Option<Name>,
        /// In which direction.
        going: Option<Box<Expr>>,
    },
    /// `facing pit`
    Facing(Box<Expr>),
    /// `behind pit`
    Behind(Box<Expr>),
    /// `opposite way`
    Opposite(Box<Expr>),
    /// `(a if c, b if d, otherwise e)`
    Conditional(Vec<(Expr, Expr)>, Box<Expr>),
    /// `own home 3`, `opponent name(arguments)`, `opponent`
    Sided(Side, Option<Name>, SidedTail),
    /// `name` or `name(arguments)`
    Call(Name, Option<Vec<Expr>>),
    /// `chain back from pit up to n while condition`
    Chain {
        /// Against the direction of sowing.
        back: bool,
        /// The first pit.
        from: Box<Expr>,
        /// The most places it may have.
        limit: Option<Box<Expr>>,
        /// While this holds of `it`.
        condition: Box<Expr>,
    },
    /// `drops back while condition`
    Drops(Box<Expr>),
    /// `each expression for name in set, …`
    Each(Box<Expr>, Vec<(Name, Option<Expr>)>),
}

/// What follows a sided name.
#[derive(Debug, Clone)]
pub enum SidedTail {
    /// Nothing.
    None,
    /// `3`, `(n)`, `1..4`: pits by their numbers. One in parentheses may also be the argument of a definition.
    Index(Box<Expr>, Option<Box<Expr>>),
    /// `()` or `(a, b)`: arguments of a definition.
    Arguments(Vec<Expr>),
}

/// A comparison of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// An arithmetic operation; division rounds down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArithmeticOp {
    /// `+`: numbers, or the union of sets
    Add,
    /// `-`: numbers, or a set without another
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

/// What a thing may be said to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjective {
    /// Holds no seed.
    Empty,
    /// Divisible by two.
    Even,
    /// Not divisible by two.
    Odd,
}
