//! Games at random: the position stays in cells from turn to turn, and a move is drawn before any is played, where that
//! can be.

mod ahead;
mod alone;
#[cfg(feature = "native")]
mod by_code;
mod many;
mod marks;
mod over;
mod relays;
mod sheets;
mod together;
mod trail;

use super::abreast::{Head, UnderWay};
use super::below::{below, drawn};
use super::counts::Counts;
use super::expand::{Drawing, Expander, Told};
use super::half_played::HalfPlayed;
use super::listed::Listed;
#[cfg(feature = "native")]
use super::native::DrawnGame;
use super::repeats::Repeats;
use super::runner::Runner;
use super::{Plan, Side, Width, end_row, first_cells};
use crate::ir::{EndCode, Program};
use crate::model::{Id as _, MoveKind, Player};
use ahead::Ahead;
pub(crate) use ahead::Words;
use alone::{Alone, PlaysAlone};
#[cfg(feature = "native")]
use by_code::ByCode;
use over::Begins;
use std::cell::Cell;
use together::Together;
pub(crate) use trail::{DrawnTurn, Sheet, Trail};

/// A game at random on its way. Make one for each thread, and use it again.
#[derive(Debug)]
pub(crate) struct RandomTurns<'p>(Table<'p>);

#[derive(Debug)]
enum Table<'p> {
    Narrow(Box<OnCells<'p, 16>>),
    Middle(Box<OnCells<'p, 64>>),
    Wide(Box<OnCells<'p, 128>>),
}

/// Why turns at random come to a halt.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Halt<'p> {
    /// As many were played as were asked for.
    Enough,
    /// The position has been there before: a rule may end the game.
    Repeated,
    /// This row ended the game in the last turn.
    Ended(&'p EndCode),
    /// No move was drawn. The word that was drawn for it is used for the next turn, if there is one in another round.
    NotDrawn { why: NotDrawn<'p>, word: u32 },
    /// The interpreter has to say what comes.
    Unknown,
}

/// Why no move was drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) enum NotDrawn<'p> {
    /// There is no legal move; the interpreter has to say what comes of it.
    NoMove,
    /// The game is over; the interpreter has to say by which row.
    Over,
    /// This row has ended the game, and made of the position what [`RandomTurns::at_the_end`] tells.
    OverBy(&'p EndCode),
}

/// A game on positions of W cells.
#[derive(Debug)]
struct OnCells<'p, const W: usize> {
    program: &'p Program,
    /// What finds moves, where all have to be listed.
    finds: Box<[Expander<'p, W>; 2]>,
    /// What plays them, and whether it has played since what was counted of that was taken; and whether it had when that was
    /// to be kept.
    plays: Box<[Expander<'p, W>; 2]>,
    has_played: [bool; 2],
    had_played: [bool; 2],
    cells: [u8; W],
    mover: Player,
    /// Whether a turn has made them.
    come_from_turns: bool,
    /// What a row has made of them that ended the game before a turn.
    at_the_end: [u8; W],
    /// The positions that have been there, where a rule asks for them; and how often the one that is there now has, which
    /// is 0 where an end row has made it.
    repeats: Option<Repeats<W>>,
    times: u32,
    listed: Listed,
    /// What moves have come to that were played to be listed, if they are gone on with.
    half_played: Option<HalfPlayed<W>>,
    /// In a match: what its last turn was drawn from, to be looked at again when its round is over.
    in_match: bool,
    drawn: Drawn<W>,
    /// Words that were drawn for turns which are still to come.
    ahead: Ahead,
    trail: Trail,
    /// What plays each move, and whether more is told of it than who has moved; and what plays many games at once, if anything does.
    sides: &'p [Side<W>; 2],
    tells: bool,
    together: Option<Together<'p, W>>,
    many_are_worth_it: bool,
    #[cfg(feature = "native")]
    by_code: ByCode<'p, W>,
}

/// What a turn was drawn from: its position, and the last word that was drawn for it.
#[derive(Debug, Clone, Copy)]
struct Drawn<const W: usize> {
    cells: [u8; W],
    word: u32,
}

/// The same of whichever it is.
macro_rules! table {
    ($table:expr, $game:ident => $what:expr) => {
        match $table {
            Table::Narrow($game) => $what,
            Table::Middle($game) => $what,
            Table::Wide($game) => $what,
        }
    };
}

impl<'p> RandomTurns<'p> {
    /// A game of a program; one plan finds moves, another plays them: one that counts rows, if that is wanted. `tells` says
    /// whether anybody looks at more of a turn than who has moved, and laps. In a match, somebody else has to say where a round is
    /// over, and what comes then.
    pub(crate) fn new(program: &'p Program, finds: &'p Plan, plays: &'p Plan, tells: bool) -> Option<Self> {
        match (&finds.width, &plays.width) {
            (Width::Narrow(finds), Width::Narrow(plays)) => {
                Some(RandomTurns(Table::Narrow(OnCells::new(program, finds, plays, tells))))
            }
            (Width::Middle(finds), Width::Middle(plays)) => {
                Some(RandomTurns(Table::Middle(OnCells::new(program, finds, plays, tells))))
            }
            (Width::Wide(finds), Width::Wide(plays)) => {
                Some(RandomTurns(Table::Wide(OnCells::new(program, finds, plays, tells))))
            }
            _ => None,
        }
    }

    /// Begins a game at a position.
    pub(crate) fn begin(&mut self, cells: &[u8], mover: Player) {
        table!(&mut self.0, game => game.begin(cells, mover));
    }

    /// Plays games of at most n turns each, many at once, which [`RandomTurns::take_up`] tells of afterwards, if they can be played
    /// so, that pays where so many turns were played or are surely to be, and it is not called off. They begin at these positions; `random`
    /// gives each its words.
    pub(crate) fn play_many<'c, R: Words>(
        &mut self,
        games: impl Iterator<Item = (&'c [u8], Player)>,
        turns: usize,
        most: usize,
        random: impl Fn(usize) -> R,
        is_off: impl Fn() -> bool,
    ) -> bool {
        table!(&mut self.0, game => game.play_many(games, turns, most, random, is_off))
    }

    /// Takes up how a game has come to its end that was played with others, if it has.
    pub(crate) fn take_up(&mut self, number: usize) -> Option<Halt<'p>> {
        table!(&mut self.0, game => game.take_up(number))
    }

    /// Plays at most n turns; `random` gives words at random.
    pub(crate) fn go_on(&mut self, most: usize, random: &mut impl Words) -> Halt<'p> {
        table!(&mut self.0, game => game.go_on(most, random))
    }

    /// The cells of the position now; further ones are empty.
    pub(crate) fn cells(&self) -> &[u8] {
        table!(&self.0, game => &game.cells)
    }

    /// The same of what a row has made of it that ended the game before the turn.
    pub(crate) fn at_the_end(&self) -> &[u8] {
        table!(&self.0, game => &game.at_the_end)
    }

    /// Whose turn it is.
    pub(crate) fn mover(&self) -> Player {
        table!(&self.0, game => game.mover)
    }

    /// How often the position has been there in this game, where a rule asks for that.
    pub(crate) fn times(&self) -> u32 {
        table!(&self.0, game => game.times)
    }

    /// The turns of this game.
    pub(crate) fn trail(&self) -> &Trail {
        table!(&self.0, game => &game.trail)
    }

    /// Whether it is a match.
    pub(crate) fn is_match(&self) -> bool {
        table!(&self.0, game => game.in_match)
    }

    /// In a match: the cells that the last turn was drawn from, and the number of its move among those listed there.
    pub(crate) fn last_drawn(&self) -> Option<(&[u8], u32)> {
        table!(&self.0, game => game.last_drawn())
    }

    /// Another round of a match begins at a position, instead of the one that its last turn has come to; that turn is told
    /// to have been so.
    pub(crate) fn begin_round(&mut self, cells: &[u8], mover: Player, last_turn: DrawnTurn) {
        table!(&mut self.0, game => game.begin_round(cells, mover, last_turn));
    }

    /// Plays the last turn of a match once more, for what is counted of it; tells whether it could.
    pub(crate) fn count_again(&mut self, kind: MoveKind, choices: &[u16]) -> bool {
        table!(&mut self.0, game => game.count_again(kind.index(), choices))
    }

    /// Keeps what is counted by now of the turns that were played.
    pub(crate) fn keep_counts(&mut self) {
        table!(&mut self.0, game => game.keep_counts());
    }

    /// Forgets what was counted since that was kept.
    pub(crate) fn take_counts_back(&mut self) {
        table!(&mut self.0, game => game.take_counts_back());
    }

    /// Takes what was counted since the last time of the turns that were played.
    pub(crate) fn take_counts(&mut self, into: &mut Counts) {
        table!(&mut self.0, game => game.take_counts(into));
    }

    /// Counts of nothing, to take what was counted.
    pub(crate) fn no_counts(&self) -> Counts {
        table!(&self.0, game => game.plays[0].counts().clone())
    }
}

impl<'p, const W: usize> OnCells<'p, W> {
    fn new(program: &'p Program, finds: &'p [Side<W>; 2], plays: &'p [Side<W>; 2], tells: bool) -> Box<Self> {
        let (prefers, in_match) = (program.model.preferences > 0, !program.model.rounds.is_empty());
        let go_on = finds.iter().zip(plays).all(|(finds, plays)| finds.can_be_gone_on_with(plays));
        Box::new(OnCells {
            program,
            finds: Box::new(finds.each_ref().map(|side| Expander::new(side, prefers))),
            plays: Box::new(plays.each_ref().map(|side| Expander::drawing(side, prefers))),
            has_played: [false; 2],
            had_played: [false; 2],
            cells: [0; W],
            mover: Player::South,
            come_from_turns: false,
            at_the_end: [0; W],
            repeats: program.asks_for_repetition().then(Repeats::new),
            times: 1,
            listed: Listed::default(),
            half_played: go_on.then(HalfPlayed::default),
            in_match,
            drawn: Drawn { cells: [0; W], word: 0 },
            ahead: Ahead::default(),
            trail: Trail::default(),
            sides: plays,
            tells,
            together: None,
            many_are_worth_it: true,
            #[cfg(feature = "native")]
            // The last turn of a round is drawn once more.
            by_code: ByCode::new(plays, tells || in_match),
        })
    }

    fn begin(&mut self, cells: &[u8], mover: Player) {
        self.trail.clear();
        self.ahead.clear();
        self.repeats.iter_mut().for_each(Repeats::begin);
        #[cfg(feature = "native")]
        self.by_code.begin();
        self.lay_out(cells, mover);
    }

    /// Goes on from a position that no turn has made.
    fn lay_out(&mut self, cells: &[u8], mover: Player) {
        (self.cells, self.mover) = (first_cells(self.program, cells), mover);
        self.come_from_turns(false);
        #[cfg(feature = "native")]
        {
            self.finds.iter_mut().for_each(Expander::begin_game);
            self.plays.iter_mut().for_each(Expander::begin_game);
            self.by_code.lay_out(&self.cells);
        }
        self.note();
        #[cfg(feature = "native")]
        self.look_for_now();
    }

    /// Whether positions are from here on those that turns have come to.
    fn come_from_turns(&mut self, do_so: bool) {
        self.come_from_turns = do_so;
        self.plays.iter_mut().chain(&mut *self.finds).for_each(|expander| expander.come_from_turns(do_so));
    }

    fn begin_round(&mut self, cells: &[u8], mover: Player, last_turn: DrawnTurn) {
        if let Some(repeats) = &mut self.repeats {
            #[cfg(feature = "native")]
            self.by_code.note_what_is_left(repeats);
            if self.times > 0 {
                repeats.forget(&self.cells, self.mover);
            }
        }
        self.trail.put_last(last_turn);
        self.lay_out(cells, mover);
    }

    fn last_drawn(&self) -> Option<(&[u8], u32)> {
        let turn = self.trail.last().filter(|_| self.in_match)?;
        Some((&self.drawn.cells, drawn(turn.choices, self.drawn.word)))
    }

    fn count_again(&mut self, kind: usize, choices: &[u16]) -> bool {
        let Some(turn) = self.trail.last() else { return false };
        self.has_played[turn.mover.index()] = true;
        self.plays[turn.mover.index()].play(&self.drawn.cells, kind, choices)
    }

    /// Counts how often the position has been there; where machine code plays, that is looked for when it is asked.
    #[inline]
    fn note(&mut self) {
        let Some(repeats) = &mut self.repeats else { return };
        #[cfg(feature = "native")]
        if self.by_code.plays {
            self.times = 1;
            return self.by_code.comes_to(&self.cells, self.mover);
        }
        #[cfg(feature = "native")]
        self.by_code.note_what_is_left(repeats);
        self.times = repeats.note(&self.cells, self.mover);
    }

    fn keep_counts(&mut self) {
        self.had_played = self.has_played;
        for (plays, had_played) in self.plays.iter_mut().zip(self.had_played) {
            if had_played {
                plays.keep_counts();
            }
        }
        #[cfg(feature = "native")]
        self.by_code.game().into_iter().for_each(DrawnGame::keep_counts);
    }

    fn take_counts_back(&mut self) {
        for (plays, had_played) in self.plays.iter_mut().zip(self.had_played) {
            if had_played {
                plays.take_counts_back();
            } else {
                plays.take_counts(&mut plays.counts().clone());
            }
        }
        #[cfg(feature = "native")]
        self.by_code.game().into_iter().for_each(DrawnGame::take_counts_back);
    }

    fn take_counts(&mut self, into: &mut Counts) {
        self.together.iter_mut().for_each(|together| together.take_counts(into));
        for (plays, has_played) in self.plays.iter_mut().zip(std::mem::take(&mut self.has_played)) {
            if has_played {
                plays.take_counts(into);
            }
        }
        #[cfg(feature = "native")]
        self.by_code.game().into_iter().for_each(|game| game.take_counts(into));
    }

    fn go_on(&mut self, most: usize, random: &mut impl Words) -> Halt<'p> {
        let mut ahead = std::mem::take(&mut self.ahead);
        let halt = self.turns(most, &mut ahead, random);
        if let Halt::NotDrawn { word, .. } = halt {
            // There may be another turn, in another round.
            ahead.give_back(word);
        }
        self.ahead = ahead;
        halt
    }

    fn turns(&mut self, most: usize, ahead: &mut Ahead, random: &mut impl Words) -> Halt<'p> {
        #[cfg(feature = "native")]
        if self.by_code.plays {
            return self.go_on_by_code(most, ahead, random);
        }
        for _ in 0..most {
            match self.turn(&mut ahead.then(random)) {
                Halt::Enough => {}
                halt => return halt,
            }
        }
        Halt::Enough
    }

    #[inline]
    fn turn(&mut self, random: &mut impl FnMut() -> u32) -> Halt<'p> {
        let mover = self.mover;
        match self.draw(random) {
            Ok((choices, lead)) => self.played(mover, choices, lead),
            Err(halt) => halt,
        }
    }

    /// Draws a move and plays it: from how many it was drawn, and South's lead before it, if that is known from elsewhere than whoever
    /// has played it.
    #[inline]
    fn draw(&mut self, random: &mut impl FnMut() -> u32) -> Result<(u32, Option<i32>), Halt<'p>> {
        let word = random();
        let last_word = Cell::new(word);
        let more = &mut || {
            last_word.set(random());
            last_word.get()
        };
        let mover = self.mover;
        let plays = &mut self.plays[mover.index()];
        self.has_played[mover.index()] = true;
        let mut drawing = plays.draw(&self.cells, word, more);
        if let Drawing::NotLegal(count) = drawing {
            let not_legal = drawn(count, last_word.get());
            drawing = plays.try_others(&self.cells, not_legal, more);
        }
        let (choices, lead) = match drawing {
            Drawing::Played(choices) => (choices, None),
            drawing @ (Drawing::Not | Drawing::Over(_)) => return Err(self.not_drawn(drawing, word)),
            Drawing::NotLegal(_) | Drawing::TooLong => return Err(Halt::Unknown),
            Drawing::List(phase) => {
                // Whoever plays the move need not be the one who was asked.
                let lead = plays.runner().told_of_drawn().lead;
                match self.draw_from_list(phase, word, more) {
                    Ok(0) => return Err(self.stuck(word)),
                    Ok(choices) => (choices, Some(lead)),
                    Err(TooLong) => return Err(Halt::Unknown),
                }
            }
        };
        if self.in_match {
            self.drawn = Drawn { cells: self.cells, word: last_word.get() };
        }
        Ok((choices, lead))
    }

    /// Takes up what a turn has come to; South's lead before it, if that is known from elsewhere.
    #[inline]
    fn played(&mut self, mover: Player, choices: u32, lead: Option<i32>) -> Halt<'p> {
        let told = self.told(mover, lead);
        let runner = self.plays[mover.index()].runner();
        self.trail.push(told.drawn(mover, choices));
        self.cells = *runner.position();
        self.mover = if told.again { mover } else { mover.other() };
        if !self.come_from_turns {
            self.come_from_turns(true);
        }
        if told.ended != 0 {
            return self.ended_by(mover, told.ended);
        }
        self.note();
        if self.times > 1 { Halt::Repeated } else { Halt::Enough }
    }

    /// What came of a turn of this player.
    #[inline]
    fn told(&self, mover: Player, lead: Option<i32>) -> Told {
        let told = self.plays[mover.index()].runner().told_of_drawn();
        Told { lead: lead.unwrap_or(told.lead), ..told }
    }

    fn play_many<'c, R: Words>(
        &mut self,
        games: impl Iterator<Item = (&'c [u8], Player)>,
        turns: usize,
        most: usize,
        random: impl Fn(usize) -> R,
        is_off: impl Fn() -> bool,
    ) -> bool {
        if self.in_match || most == 0 || !self.many_are_worth_it {
            return false;
        }
        // Machine code tells more of turns in fewer instructions, where there is any for games, and sows laps faster.
        #[cfg(feature = "native")]
        let is_by_code = self.by_code.is_there();
        // So many games are enough to be worth it.
        #[cfg(feature = "native")]
        self.sides[0].beginning.begin();
        #[cfg(not(feature = "native"))]
        let is_by_code = false;
        if is_by_code && (self.tells || matches!(self.together, Some(Together::Relays(_)))) {
            return false;
        }
        let made = || Together::new(self.sides, self.tells, turns, is_by_code);
        let Some(mut together) = self.together.take().or_else(made) else { return false };
        let begins = games.map(|(cells, mover)| Begins { cells: first_cells(self.program, cells), mover });
        let games: Vec<Begins<W>> = begins.collect();
        if !games.iter().all(|game| self.sides[0].can_hold_in_columns(&game.cells)) {
            self.together = Some(together);
            return false;
        }
        #[cfg(feature = "native")]
        self.plays.iter_mut().chain(&mut *self.finds).for_each(Expander::begin_game);
        let nothing = || self.plays[0].counts().clone();
        let (mut before, mut useless) = (nothing(), nothing());
        self.take_counts(&mut before);
        together.take_counts(&mut before);
        let is_through = together.play(&games, most, random, self, is_off);
        // Of games that were called off nothing can be said.
        self.many_are_worth_it = !together.has_failed() && (!is_through || together.is_worth_it());
        if !is_through {
            // What was counted of games that have not all come to their end does not count.
            self.take_counts(&mut useless);
            together.take_counts(&mut useless);
        }
        together.add_counts(&mut before);
        self.together = Some(together);
        is_through
    }

    fn take_up(&mut self, number: usize) -> Option<Halt<'p>> {
        let over = self.together.as_mut()?.over(number, &mut self.trail)?;
        (self.cells, self.mover, self.at_the_end, self.times) = (over.cells, over.mover, over.at_the_end, over.times);
        Some(over.halt)
    }

    /// There is no legal move.
    fn stuck(&mut self, word: u32) -> Halt<'p> {
        let drawing = self.plays[self.mover.index()].over_when_stuck(&self.cells);
        self.not_drawn(drawing, word)
    }

    /// No move was drawn, as whoever plays tells.
    fn not_drawn(&mut self, drawing: Drawing, word: u32) -> Halt<'p> {
        match drawing {
            Drawing::Over(row) => self.over(row, *self.plays[self.mover.index()].runner().position(), word),
            _ => Halt::NotDrawn { why: NotDrawn::NoMove, word },
        }
    }

    /// The game is over before the turn, by this row if that is known, which has made that of the position.
    fn over(&mut self, row: Option<usize>, at_the_end: [u8; W], word: u32) -> Halt<'p> {
        self.at_the_end = at_the_end;
        let rows = &self.program.code(self.mover).ends_before_turn;
        let by = row.and_then(|row| rows.get(row));
        Halt::NotDrawn { why: by.map_or(NotDrawn::Over, NotDrawn::OverBy), word }
    }

    /// A row has ended the game in a turn of this player.
    fn ended_by(&mut self, mover: Player, row: i32) -> Halt<'p> {
        self.times = 0;
        PlaysAlone::ended_by(self, mover, row)
    }

    /// Lists all moves of a phase, and plays one of them; tells how many there are.
    fn draw_from_list(&mut self, phase: usize, word: u32, random: &mut impl FnMut() -> u32) -> Result<u32, TooLong> {
        let by = self.mover.index();
        let finds = &mut self.finds[by];
        let end = match &mut self.half_played {
            Some(half_played) => finds.list_half_played(&self.cells, phase, (&mut self.listed, half_played)),
            None => finds.list(&self.cells, phase, &mut self.listed),
        };
        end.map_err(|_| TooLong)?;
        let count = u32::try_from(self.listed.len()).map_err(|_| TooLong)?;
        if count == 0 {
            return Ok(0);
        }
        let number = usize::try_from(below(count, word, random)).unwrap_or(usize::MAX);
        if self.play_listed(number) { Ok(count) } else { Err(TooLong) }
    }

    /// Plays the move with this number among those that were listed; tells whether it could be played.
    #[inline]
    fn play_listed(&mut self, number: usize) -> bool {
        let by = self.mover.index();
        let plays = &mut self.plays[by];
        if let Some(half_played) = self.half_played.as_ref().and_then(|moves| moves.get(number)) {
            return plays.go_on_from(half_played);
        }
        let Some((kind, choices)) = self.listed.get(number) else { return false };
        if self.finds[by].tells(kind) {
            plays.play_told(&self.cells, kind, choices)
        } else {
            plays.play(&self.cells, kind, choices)
        }
    }
}

impl<'p, const W: usize> PlaysAlone<'p, W> for OnCells<'p, W> {
    fn turn(
        &mut self,
        cells: &[u8; W],
        mover: Player,
        random: &mut impl FnMut() -> u32,
    ) -> Result<Alone<W>, (Halt<'p>, [u8; W])> {
        (self.cells, self.mover) = (*cells, mover);
        let (choices, lead) = self.draw(random).map_err(|halt| (halt, self.at_the_end))?;
        let told = self.told(mover, lead);
        let cells = *self.plays[mover.index()].runner().position();
        Ok(Alone { turn: told.drawn(mover, choices), ended: told.ended, cells })
    }

    fn go_on(&mut self, mover: Player, lap: &Head, turn: &UnderWay<W>) -> Option<Alone<W>> {
        self.has_played[mover.index()] = true;
        let plays = &mut self.plays[mover.index()];
        let (mut cells, mut told) = (None, None);
        let visit = |runner: &Runner<'p, W>| (cells, told) = (Some(*runner.position()), Some(runner.told_of_drawn()));
        plays.go_on(lap, turn, visit).ok()?;
        let told = told?;
        Some(Alone { turn: told.drawn(mover, 0), ended: told.ended, cells: cells? })
    }

    fn ended_by(&self, mover: Player, row: i32) -> Halt<'p> {
        end_row(self.program.code(mover), row).map_or(Halt::Unknown, Halt::Ended)
    }
}

impl Told {
    /// The turn that it is told of: who moved, and from how many moves it was drawn.
    #[inline]
    fn drawn(self, mover: Player, choices: u32) -> DrawnTurn {
        DrawnTurn {
            choices,
            captured: self.captured,
            laps: self.laps.unsigned_abs(),
            origin: self.lifted_first,
            last: self.last,
            lead: self.lead,
            mover,
            again: self.again,
        }
    }
}

/// It is left to the interpreter.
struct TooLong;
