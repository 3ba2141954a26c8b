//! How much the language has room for: every limit that a rules file can meet, in one place. What is larger gets a
//! diagnostic; nothing is cut in silence. `tests/limits.rs` shows each from both sides.

/// Largest rules file, in bytes.
pub const FILE_BYTES: usize = 1 << 19;
/// Items of a file.
pub const ITEMS: usize = 2_000;
/// Deepest nesting of brackets, and of operators.
pub const NESTING: usize = 48;
/// Words of one item that nest without brackets (`where`, `while`, `if`, …).
pub const NESTING_WORDS: usize = 400;
/// Files that are based on each other.
pub const BASES: usize = 8;

/// Largest number that a file may write.
pub const NUMBER: u32 = 1_000_000;

/// Pits of a row.
pub const ROW: u32 = 60;
/// Largest number by which a pit is asked for; one that no row has is refused below that, too.
pub const PIT_NUMBER: u32 = 1_000;
/// Places of a board: pits, stores and reserves of both players, and `off`.
pub const PLACES: usize = 128;
/// Cells of a position: for each place one for every kind of piece, and the declared state.
pub const CELLS: usize = 510;
/// Pieces of a game.
pub const PIECES: u32 = u16::MAX as u32;
/// Kinds of pieces.
pub const PIECE_KINDS: usize = 16;
/// Seeds that an entry of `setup` puts on one place.
pub const SETUP: u32 = 100_000;
/// Largest worth of a kind of piece.
pub const WORTH: u32 = 255;
/// Largest worth of a kind of a family, which has a kind for each worth.
pub const FAMILY_WORTH: u32 = 99;
/// Largest number that declared state can hold.
pub const STATE_NUMBER: u32 = 254;
/// Tracks of a board.
pub const TRACKS: usize = 64;

/// Kinds of move.
pub const MOVE_KINDS: usize = 250;
/// Alternatives of one `either`.
pub const ALTERNATIVES: usize = 64;
/// Largest number that can be chosen, where the file itself says it.
pub const CHOSEN_NUMBER: u32 = 255;
/// Numbers that one choice offers, where its ends are known only in play. A turn that would offer more is one that takes too
/// long.
pub const OFFERED_NUMBERS: u32 = 65_536;
/// Rounds of a loop over numbers.
pub const LOOP: u32 = 255;
/// Numbers, pits, ways and players that a file keeps at one time.
pub const KEPT_NUMBERS: usize = 112;
/// Sets that a file keeps at one time.
pub const KEPT_SETS: usize = 48;
/// Rules and statements of a file.
pub const RULES: usize = 3_000;
/// Rules that prefer.
pub const PREFERENCES: u8 = 32;
/// Expressions of a file, those of definitions counted wherever they are used.
pub const EXPRESSIONS: usize = 20_000;
/// Actions of a program, for one player: those of a loop over numbers are counted for each round.
pub const ACTIONS: usize = 100_000;
/// Sets that are looked through within each other.
pub const NESTED_SETS: usize = 6;
/// Definitions, or sequences, that are read one from within the other.
pub const DEFINITIONS: usize = 100;

/// Moves of a turn that are kept in a list, for whoever chooses among them.
pub const LISTED_MOVES: usize = 4_096;

/// Laps since the last capture after which a turn is endless, where the file does not say it.
pub const LAPS: u32 = 10_000;
/// Laps of one turn altogether, as a multiple of those: a mover who captures his own seeds again and again would never end.
pub const LAPS_ALTOGETHER: u32 = 100;
/// Steps of one turn; a turn that takes more is one that takes too long. A step is a block of actions, a piece that falls, a
/// choice, or a member of a set that is looked at.
pub const TURN_STEPS: u64 = 50_000_000;
/// Steps in which the moves of a position are listed.
pub const POSITION_STEPS: u64 = 200_000_000;

/// Settings that a file is checked with: its defaults, each other value of its options, its presets, and the corners of its
/// parameters.
pub const SETTINGS: usize = 200;
/// What all settings of a file come to, when they are checked one after the other: the bytes of its texts and sixteen for
/// each expression, once for each setting.
pub const CHECKED: usize = 8 << 20;
/// Steps of the examples of a file: moves that are played, and statements.
pub const EXAMPLE_STEPS: usize = 4_000;
/// How much of the engine's work all examples of a file may take, in thousands of its steps.
pub const EXAMPLE_WORK: u64 = 25_000;

/// Cells of the largest shape of position. No file meets this limit, because [`CELLS`] is smaller.
pub const POSITION_CELLS: usize = 512;
// The last cell says who is to move.
const _: () = assert!(CELLS < POSITION_CELLS);
/// Numbers, pits, ways and players that a program keeps at one time: [`KEPT_NUMBERS`], and the arguments that calls within
/// each other hold while the others are read.
pub const SLOTS: usize = 1024;
/// Sets that a program keeps at one time: [`KEPT_SETS`], and the arguments that calls within each other hold.
pub const SET_SLOTS: usize = 256;
/// Things of one sort that are numbered. Expressions and blocks of loops come to it, and rules and names of values, which
/// are numbered before [`RULES`], [`KEPT_NUMBERS`] and [`KEPT_SETS`] are looked at. Other things do not, because a limit above
/// comes first, or [`FILE_BYTES`].
pub const NUMBERED: usize = 1 << 16;
