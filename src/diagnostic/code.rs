//! The catalogue of problems. A code is never renamed or re-used once released; each has a page in `docs/errors/`.

/// A kind of problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Code {
    /// The stage that finds it: `parse`, `resolve`, `check`, `example` or `position`.
    pub stage: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it means, in one line.
    pub about: &'static str,
}

impl Code {
    /// `mancala::stage::name`
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("mancala::{}::{}", self.stage, self.name)
    }

    /// Path of its page in the repository.
    #[must_use]
    pub fn page(&self) -> String {
        format!("docs/errors/{}.md", self.name)
    }
}

macro_rules! catalogue {
    ($($constant:ident = $stage:literal $name:literal $about:literal;)*) => {
        $(#[doc = $about] pub const $constant: Code = Code { stage: $stage, name: $name, about: $about };)*
        /// Every code, in the order of the stages.
        pub const ALL: &[Code] = &[$($constant),*];
    };
}

catalogue! {
    FILE_TOO_LARGE = "parse" "file_too_large" "a rules file is larger than half a mebibyte, or takes too long to check";
    NOT_UTF8 = "parse" "not_utf8" "a rules file is not UTF-8 text";
    EMPTY_FILE = "parse" "empty_file" "a rules file has no items";
    MISSING_VERSION = "parse" "missing_version" "the first line does not say the language version";
    UNKNOWN_VERSION = "parse" "unknown_version" "the first line names a language version that this program does not know";
    UNKNOWN_ITEM = "parse" "unknown_item" "a line begins with a word that begins no item";
    SYNTAX = "parse" "syntax" "the text cannot be read at this place";
    OTHER_WORD = "parse" "other_word" "a word or mark of another language stands where this one has its own";
    TOO_DEEP = "parse" "too_deep" "brackets or operators are nested too deeply";
    NUMBER_TOO_LARGE = "parse" "number_too_large" "a number is larger than a million";
    UNCLOSED = "parse" "unclosed" "a brace or parenthesis is never closed";
    RESERVED_WORD = "parse" "reserved_word" "a word of the language stands where a name is needed";

    BASE_NOT_FOUND = "resolve" "base_not_found" "the file that this one is based on cannot be found";
    BASE_LOOP = "resolve" "base_loop" "files are based on each other in a circle";
    NOTHING_TO_CHANGE = "resolve" "nothing_to_change" "what is to be removed or changed is not in the base file";
    DUPLICATE_NAME = "resolve" "duplicate_name" "two things have the same name";
    DUPLICATE_LABEL = "resolve" "duplicate_label" "two rows of one table have the same label";
    DUPLICATE_ITEM = "resolve" "duplicate_item" "an item that may stand once stands twice";
    MISSING_ITEM = "resolve" "missing_item" "an item that every game needs is not there";
    UNKNOWN_NAME = "resolve" "unknown_name" "a name is not declared";
    UNKNOWN_OPTION = "resolve" "unknown_option" "an option or parameter is not declared";
    UNKNOWN_VALUE = "resolve" "unknown_value" "an option has no such value";
    UNKNOWN_ROW = "resolve" "unknown_row" "the board has no such row";
    UNKNOWN_TRACK = "resolve" "unknown_track" "the board has no such track";
    UNKNOWN_MOVE = "resolve" "unknown_move" "there is no such kind of move";
    UNKNOWN_SEQUENCE = "resolve" "unknown_sequence" "there is no such sequence";
    KIND_WITHOUT_WORTH = "resolve" "kind_without_worth" "worth is asked for, and a kind of piece has none";
    UNKNOWN_PIECE = "resolve" "unknown_piece" "there is no such kind of piece";
    WRONG_TYPE = "resolve" "wrong_type" "an expression is of another type than its place needs";
    WRONG_ARGUMENTS = "resolve" "wrong_arguments" "a definition, sequence or function has another number of arguments";
    DEFINITION_LOOP = "resolve" "definition_loop" "a definition uses itself";
    OUT_OF_RANGE = "resolve" "out_of_range" "a number is outside what is allowed here";
    PIT_OFF_BOARD = "resolve" "pit_off_board" "a pit lies outside its row";
    ROWS_DO_NOT_FACE = "resolve" "rows_do_not_face" "rows that face each other have different numbers of pits";
    CROSSED_TRACK = "resolve" "crossed_track" "a place stands twice on one track";
    WAY_NEEDED = "resolve" "way_needed" "a track has two ways, and nothing says which";
    WAY_UNKNOWN = "resolve" "way_unknown" "a direction is given for a track that has one way";
    BOARD_TOO_LARGE = "resolve" "board_too_large" "the board has more places than a position can hold";
    SIDE_NEEDED = "resolve" "side_needed" "a place or a state per player is named without its side";
    ALWAYS_HOLDS = "resolve" "always_holds" "a condition asks what is always so";
    IT_TWICE = "resolve" "it_twice" "`it` would be two things at once";
    USED_TOO_EARLY = "resolve" "used_too_early" "something is used before it is chosen";
    NOT_HERE = "resolve" "not_here" "a word is used where it has no meaning";
    NO_DESTINATION = "resolve" "no_destination" "seeds are captured, but there is no store for them";
    TOO_MANY_NAMES = "resolve" "too_many_names" "a game keeps more values at once than the engine has room for";
    NO_OFF = "resolve" "no_off" "seeds leave the game, but no `off` is declared";
    MISPLACED_STATEMENT = "resolve" "misplaced_statement" "a statement stands where it is never reached or has no meaning";

    MISSING_OTHERWISE = "check" "missing_otherwise" "a landing table has a hole: no row for some last seed";
    DEAD_ROW = "check" "dead_row" "a row can never be taken, because a row before it always is";
    ROW_DOES_NOT_END = "check" "row_does_not_end" "a landing row does not say how the turn goes on";
    ENDLESS_UNDECLARED = "check" "endless_undeclared" "sowing may go on for ever, and nothing says what then";
    NO_LANDING = "check" "no_landing" "a sowing has no landing table";
    UNUSED = "check" "unused" "something is declared and never used";
    UNREACHABLE_PHASE = "check" "unreachable_phase" "a phase comes after one that always applies";
    LOOP_WITHOUT_SOWING = "check" "loop_without_sowing" "sequences go on with each other in a circle without sowing";
    NO_END = "check" "no_end" "nothing ends the game";
    NEVER_STOPS = "check" "never_stops" "every row of a landing table relays, so that nothing can stop the sowing";
    KIND_NOWHERE = "check" "kind_nowhere" "a kind of piece is declared, and no place ever holds one";
    CANNOT_REFILL = "check" "cannot_refill" "a round of a match can never be laid out";
    UNREACHABLE_PIT = "check" "unreachable_pit" "a pit can never hold or receive a seed";
    EMPTY_PIT = "check" "empty_pit" "a pit may be chosen and lifted that holds nothing";
    FACES_NOTHING = "check" "faces_nothing" "the board does not say which pit faces, or lies behind, another";
    ONE_PLAYER = "check" "one_player" "a rule is about one player's places, whoever moves";
    SAME_TEXT = "check" "same_text" "two moves of one position are written alike";
    STATE_NEVER_READ = "check" "state_never_read" "state is set, and no rule asks for it";
    STATE_NEVER_CHANGES = "check" "state_never_changes" "state is asked for, and nothing changes it";
    CHOICE_NEVER_OFFERED = "check" "choice_never_offered" "a choice has nothing to choose from, ever";
    EMPTY_SETUP = "check" "empty_setup" "the game starts without seeds";
    NO_EXAMPLE = "check" "no_example" "the file has no example";
    TOO_MANY_SEEDS = "resolve" "too_many_seeds" "the setup holds more seeds than a position can count";

    EXAMPLE_FAILED = "example" "example_failed" "an example does not come out as it says";
    EXAMPLE_TOTAL = "example" "example_total" "the position of an example holds the wrong number of seeds";
    EXAMPLE_OVER = "example" "example_over" "the game of an example is over before anything is played";
    EXAMPLE_MOVE = "example" "example_move" "a move of an example is not legal";

    POSITION_TEXT = "position" "position_text" "a position cannot be read";
}
