//! Who plays turns: the machine, or machine code as soon as there is some. Both do the same.

use super::Side;
use super::abreast::{Head, UnderWay};
use super::counts::Counts;
#[cfg(feature = "sim")]
use super::counts::Note;
#[cfg(feature = "native")]
use super::expand::Halt;
#[cfg(feature = "sim")]
use super::expand::{Drawing, Told};
#[cfg(feature = "sim")]
use super::first_choice::FirstChoice;
#[cfg(feature = "sim")]
use super::foreseen::FirstLap;
#[cfg(feature = "sim")]
use super::hand_orders::Orders;
use super::lanes::Child;
#[cfg(feature = "sim")]
use super::laps::Lap;
#[cfg(all(feature = "native", feature = "sim"))]
use super::listed::Listed;
#[cfg(feature = "sim")]
use super::machine::Standing;
use super::machine::{Machine, Stop};
#[cfg(feature = "native")]
use super::native::{BEFORE_CODE, Native};
use super::op::{Address, Reg, turn};
#[cfg(all(feature = "native", feature = "sim"))]
use super::outcomes::Outcome;
#[cfg(feature = "native")]
use super::outcomes::Outcomes;

/// Plays turns of one player.
#[derive(Debug, Clone)]
pub(super) struct Runner<'p, const W: usize> {
    machine: Machine<'p, W>,
    #[cfg(feature = "native")]
    native: Option<Box<Native<'p, W>>>,
    /// Whether moves are drawn, and none is looked for.
    #[cfg(feature = "native")]
    draws: bool,
    /// Whether the position before the turn was given to the machine code.
    #[cfg(feature = "native")]
    is_native: bool,
    /// Whether machine code plays the game at random that was begun, if one was.
    #[cfg(feature = "native")]
    plays_game: GameBegun,
}

/// A game at random.
#[cfg(feature = "native")]
#[derive(Debug, Clone, Copy)]
enum GameBegun {
    None,
    /// None of its turns was played.
    #[cfg_attr(not(feature = "sim"), expect(dead_code, reason = "only games at random and searches begin"))]
    New,
    /// Whether machine code plays it.
    On(bool),
}

/// The same of whoever plays.
macro_rules! whoever {
    ($self:ident.$method:ident($($argument:expr),*)) => {{
        #[cfg(feature = "native")]
        if $self.is_native
            && let Some(native) = &$self.native
        {
            return native.$method($($argument),*);
        }
        $self.machine.$method($($argument),*)
    }};
    (mut $self:ident.$method:ident($($argument:expr),*)) => {{
        #[cfg(feature = "native")]
        if $self.is_native
            && let Some(native) = &mut $self.native
        {
            return native.$method($($argument),*);
        }
        $self.machine.$method($($argument),*)
    }};
}

impl<'p, const W: usize> Runner<'p, W> {
    pub(super) fn new(side: &'p Side<W>) -> Self {
        Runner {
            machine: Machine::new(side),
            #[cfg(feature = "native")]
            native: None,
            #[cfg(feature = "native")]
            draws: false,
            #[cfg(feature = "native")]
            is_native: false,
            #[cfg(feature = "native")]
            plays_game: GameBegun::None,
        }
    }

    /// One who draws moves, and does not look for them.
    #[cfg(feature = "sim")]
    pub(super) fn drawing(side: &'p Side<W>) -> Self {
        Runner {
            #[cfg(feature = "native")]
            draws: true,
            ..Runner::new(side)
        }
    }

    /// Makes a position the one before the turn.
    #[inline]
    pub(super) fn set_position(&mut self, position: &[u8; W]) {
        #[cfg(feature = "native")]
        self.choose_who_plays(position);
        whoever!(mut self.set_position(position));
    }

    /// Whether positions are from here on those that turns have come to: then state that falls back has done so, if turns see to that.
    #[cfg(feature = "sim")]
    pub(super) fn come_from_turns(&mut self, do_so: bool) {
        let are_settled = do_so && self.machine.side().has_fallen_back;
        self.machine.take_as_settled(are_settled);
        #[cfg(feature = "native")]
        self.native.iter_mut().for_each(|native| native.take_as_settled(are_settled));
    }

    /// Machine code plays what it can, once it is there.
    #[cfg(feature = "native")]
    #[inline]
    fn choose_who_plays(&mut self, position: &[u8; W]) {
        // Code that counts rows plays moves, and does not look for them.
        let plays = self.draws || !self.machine.side().logs;
        self.is_native = plays && self.has_native_for(position);
    }

    /// Whether there is machine code by now that can play a position.
    #[cfg(feature = "native")]
    #[inline]
    fn has_native_for(&mut self, position: &[u8; W]) -> bool {
        if let GameBegun::On(by_code) = self.plays_game { by_code } else { self.looks_for_native(position) }
    }

    #[cfg(feature = "native")]
    #[cold]
    fn looks_for_native(&mut self, position: &[u8; W]) -> bool {
        let by_code = self.has_native() && self.machine.side().has_no_more_pieces_than_the_game(position);
        if matches!(self.plays_game, GameBegun::New) {
            self.plays_game = GameBegun::On(by_code);
        }
        by_code
    }

    /// Whether there is machine code by now. It is begun to be made when enough was played without it.
    #[cfg(feature = "native")]
    #[inline]
    fn has_native(&mut self) -> bool {
        let side = self.machine.side();
        if self.native.is_none() {
            self.native = Native::new(side, self.machine.are_settled()).map(Box::new);
            if side.compiled.get().is_none() && self.machine.has_taken(BEFORE_CODE) {
                side.beginning.begin();
            }
        }
        self.native.is_some()
    }

    /// Asks something of the position before the turn.
    pub(super) fn ask(&mut self, address: Address) -> i32 {
        whoever!(mut self.ask(address))
    }

    /// The first legal move of a kind.
    #[inline]
    pub(super) fn first(&mut self, kind: usize) -> Stop {
        whoever!(mut self.first(kind))
    }

    /// The next legal move of the same kind.
    #[inline]
    pub(super) fn next(&mut self) -> Stop {
        whoever!(mut self.next())
    }

    /// The first legal move that comes of a turn that goes on where it has come to a lap of a relay. The machine plays it.
    pub(super) fn go_on(&mut self, lap: &Head, turn: &UnderWay<W>) -> Stop {
        #[cfg(feature = "native")]
        {
            self.is_native = false;
        }
        self.machine.go_on(lap, turn)
    }

    /// How many options the first choice of a pit has.
    pub(super) fn count_options(&mut self, kind: usize) -> i32 {
        whoever!(mut self.count_options(kind))
    }

    /// The options of the first choice of a kind of move, which is that of a place. The machine tells them, and plays what is asked
    /// for behind them.
    #[cfg(feature = "sim")]
    pub(super) fn options(&mut self, kind: usize) -> u64 {
        self.machine.options(kind)
    }

    /// The first legal move that chooses one of the options that were told last and are among these places.
    #[cfg(feature = "sim")]
    pub(super) fn first_of_options(&mut self, among: u64) -> Stop {
        self.machine.first_of_options(among)
    }

    /// The position before the turn, as the machine has it.
    #[cfg(feature = "sim")]
    pub(super) fn turn_start(&self) -> &[u8; W] {
        self.machine.turn_start()
    }

    /// The first legal move of a kind whose only choice is one of these places.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn first_among(&mut self, kind: usize, places: u64) -> Stop {
        whoever!(mut self.first_among(kind, places))
    }

    /// The legal move of a kind that chooses a place and nothing else, begun behind its first lap. The machine plays it.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn behind_first_lap(&mut self, kind: usize, place: u16, first: &FirstLap, lap: &Lap<W>) -> Stop {
        self.machine.behind_first_lap(kind, place, first, lap)
    }

    /// The legal move with this option of the first choice of a pit.
    pub(super) fn option(&mut self, kind: usize, number: u32) -> Stop {
        whoever!(mut self.option(kind, number))
    }

    /// A game at random begins: as many pieces as there are at its first turn will be there in all of it.
    #[cfg(all(feature = "native", feature = "sim"))]
    #[inline]
    pub(super) fn begin_game(&mut self) {
        self.plays_game = GameBegun::New;
    }

    /// Draws a move of a position and plays it, where the number of moves is known before any is played, or their kind is tried. A word
    /// was drawn for it, and `random` gives more.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn draw(&mut self, position: &[u8; W], word: u32, random: &mut impl FnMut() -> u32) -> Drawing {
        let draw = |count: u32| super::below::below(count, word, random);
        #[cfg(feature = "native")]
        {
            self.is_native = self.has_native_for(position);
            if self.is_native
                && let Some(native) = &mut self.native
            {
                let drawing = native.draw(position, word, draw);
                return self.or_over(drawing);
            }
        }
        let drawing = self.machine.draw(position, word, draw);
        self.or_over(drawing)
    }

    /// Where no move was drawn because there is none, others may be listed to which the kind gives way; or it is asked whether a
    /// row ends the game.
    #[cfg(feature = "sim")]
    #[inline]
    fn or_over(&mut self, drawing: Drawing) -> Drawing {
        if drawing != Drawing::Not {
            return drawing;
        }
        let gives_way = self.machine.side().ranks;
        let phase = gives_way.then(|| self.phase()).flatten();
        phase.map_or_else(|| self.over_when_stuck(), Drawing::List)
    }

    /// The number of the phase that the position before the turn is in, if it is in any.
    #[inline]
    pub(super) fn phase(&mut self) -> Option<usize> {
        match self.machine.side().phase {
            Some(phase) => usize::try_from(self.ask(phase)).ok(),
            None => Some(0),
        }
    }

    /// What comes of it that the position before the turn has no legal move.
    #[cfg(feature = "sim")]
    pub(super) fn over_when_stuck(&mut self) -> Drawing {
        let stuck = self.machine.side().stuck;
        stuck.map_or(Drawing::Not, |stuck| Drawing::answered(self.ask(stuck)))
    }

    /// How many moves would be drawn from in the position before the turn; none or less if that is not known, there are
    /// none, or the game is over.
    #[cfg(feature = "sim")]
    pub(super) fn count_drawn_from(&mut self) -> i32 {
        whoever!(mut self.count_drawn_from())
    }

    /// Whether hands are found as they are that may fall in any order, where the code says so: then each of their orders is a
    /// legal move.
    #[cfg(feature = "sim")]
    pub(super) fn takes_orders_together(&mut self, takes: bool) {
        self.machine.takes_orders_together(takes);
    }

    /// What is in the hand of the turn that was found, if it is to fall in any order.
    #[cfg(feature = "sim")]
    pub(super) fn orders(&self) -> Option<Orders> {
        (self.get(turn::HAND) != 0).then(|| self.machine.orders())
    }

    /// Whether moves from here on are listed, of which but one will be played: what would be counted of them is noted.
    #[cfg(feature = "sim")]
    pub(super) fn takes_notes(&mut self, takes: bool) {
        self.machine.takes_notes(takes);
    }

    /// What is noted of the move that was found; none if that is not all.
    #[cfg(feature = "sim")]
    pub(super) fn notes(&self) -> Option<&[Note]> {
        self.machine.notes()
    }

    /// Steps that were taken in turns of the position.
    #[cfg(feature = "sim")]
    pub(super) fn steps(&self) -> u32 {
        self.machine.steps()
    }

    /// Notes where the turn stands that was found, if its code tells.
    #[cfg(feature = "sim")]
    pub(super) fn note_standing(&self, standing: &mut Standing<W>) {
        self.machine.note_standing(standing);
    }

    /// Plays a turn of the position on from where it stands, of which this is noted; tells whether it could be played.
    #[cfg(feature = "sim")]
    pub(super) fn go_on_from(&mut self, standing: &Standing<W>, notes: &[Note]) -> bool {
        self.machine.count_notes(notes);
        self.machine.go_on_from(standing) == Stop::Legal
    }

    /// What came of a turn that was drawn.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn told_of_drawn(&self) -> Told {
        whoever!(self.told_of_drawn())
    }

    /// How many legal moves of a kind there are; none if that takes too long. Each is made.
    pub(super) fn count(&mut self, kind: usize) -> Option<u64> {
        whoever!(mut self.count(kind))
    }

    /// Lists together what the legal moves of a kind lead to, where they do not end the game, if whoever plays can: then
    /// whether that took not too long.
    #[cfg(feature = "native")]
    pub(super) fn children(&mut self, kind: usize, children: &mut Vec<Child<W>>) -> Option<bool> {
        let native = self.native.as_mut().filter(|_| self.is_native)?;
        Some(native.children(kind, children).is_some())
    }

    /// Whether moves of the position before the turn can be listed together.
    #[cfg(feature = "native")]
    pub(super) fn lists_together(&self) -> bool {
        self.is_native
    }

    /// Lists together what the legal moves of a kind lead to; whether there is any.
    #[cfg(feature = "native")]
    #[inline]
    pub(super) fn outcomes(&mut self, kind: usize, outcomes: &mut Outcomes) -> Result<bool, Halt> {
        self.native.as_mut().map_or(Ok(false), |native| native.outcomes(kind, outcomes))
    }

    /// The same, but for those behind the first that is enough: it is often the first of all, which is looked at by itself.
    #[cfg(all(feature = "native", feature = "sim"))]
    pub(super) fn outcomes_until(
        &mut self,
        kind: usize,
        outcomes: &mut Outcomes,
        is_enough: &impl Fn(&Outcome, &[u8]) -> bool,
    ) -> Result<bool, Halt> {
        match self.first(kind) {
            Stop::Legal => {}
            Stop::TooLong => return Err(Halt::TooLong),
            Stop::Over | Stop::Answer(_) => return Ok(false),
        }
        let before = outcomes.len();
        if outcomes.add_found(self).is_break() || outcomes.end_with_enough(before, is_enough) {
            return Err(Halt::Enough);
        }
        let all = self.native.as_mut().map_or(Ok(false), |native| native.further_outcomes(outcomes));
        if outcomes.end_with_enough(before + 1, is_enough) { Err(Halt::Enough) } else { all.map(|_| true) }
    }

    /// Makes a position the one before the turn. If machine code plays there, lists together what those legal moves of a kind lead to
    /// whose only choice is one of these places.
    #[cfg(all(feature = "native", feature = "sim"))]
    #[inline]
    pub(super) fn outcomes_among(
        &mut self,
        position: &[u8; W],
        moves: (usize, u64),
        outcomes: &mut Outcomes,
    ) -> Option<Result<(), Halt>> {
        self.choose_who_plays(position);
        match &mut self.native {
            Some(native) if self.is_native => Some(native.outcomes_among(position, moves, outcomes)),
            _ => {
                self.machine.set_position(position);
                None
            }
        }
    }

    /// Lists the legal moves of a kind together; whether there is any.
    #[cfg(all(feature = "native", feature = "sim"))]
    pub(super) fn name_together(&mut self, kind: usize, listed: &mut Listed) -> Result<bool, Halt> {
        self.native.as_mut().map_or(Ok(false), |native| native.name_together(kind, listed))
    }

    /// The position as it is.
    #[inline]
    pub(super) fn position(&self) -> &[u8; W] {
        whoever!(self.position())
    }

    /// What the move that was found leads to, if it does not end the game.
    #[inline]
    pub(super) fn child(&self) -> Option<Child<W>> {
        let again = self.get(turn::AGAIN) != 0;
        (self.get(turn::ENDED) == 0).then(|| Child { cells: *self.position(), again })
    }

    /// The position before the last lap, where that is asked for.
    #[inline]
    pub(super) fn before_sowing(&self) -> &[u8; W] {
        whoever!(self.before_sowing())
    }

    /// The choices of the move that was found.
    #[inline]
    pub(super) fn choices(&self) -> &[u16] {
        whoever!(self.choices())
    }

    /// What a register of the turn holds.
    #[inline]
    pub(super) fn get(&self, reg: Reg) -> i32 {
        whoever!(self.get(reg))
    }

    /// The place that was lifted first in the move that was played, or none.
    #[inline]
    pub(super) fn lifted_first(&self) -> i32 {
        whoever!(self.lifted_first())
    }

    /// Takes what was counted of moves that were played.
    pub(super) fn take_counts(&mut self, into: &mut Counts) {
        #[cfg(feature = "native")]
        if let Some(native) = &mut self.native {
            native.take_counts(into);
        }
        self.machine.take_counts(into);
    }

    /// Keeps what is counted by now.
    #[cfg(feature = "sim")]
    pub(super) fn keep_counts(&mut self) {
        #[cfg(feature = "native")]
        self.native.iter_mut().for_each(|native| native.keep_counts());
        self.machine.keep_counts();
    }

    /// Forgets what was counted since that was kept.
    #[cfg(feature = "sim")]
    pub(super) fn take_counts_back(&mut self) {
        #[cfg(feature = "native")]
        self.native.iter_mut().for_each(|native| native.take_counts_back());
        self.machine.take_counts_back();
    }

    /// Plays a move of a position; tells whether it could be played.
    pub(super) fn play(&mut self, position: &[u8; W], kind: usize, choices: &[u16]) -> bool {
        #[cfg(feature = "native")]
        {
            self.is_native = self.is_played_natively(position, kind, choices);
            if self.is_native {
                return true;
            }
        }
        self.machine.set_position(position);
        self.machine.play(kind, choices) == Stop::Legal
    }

    /// The same of a legal move that begins with the choice of a place, behind which a turn can be begun.
    #[cfg(feature = "sim")]
    pub(super) fn play_behind(
        &mut self,
        position: &[u8; W],
        (kind, choices): (usize, &[u16]),
        first: FirstChoice,
    ) -> bool {
        #[cfg(feature = "native")]
        {
            self.is_native = self.is_played_natively(position, kind, choices);
            if self.is_native {
                return true;
            }
        }
        self.machine.set_position(position);
        self.machine.play_behind(kind, choices, first) == Stop::Legal
    }

    /// The options of the first choice of a kind of move of a position, which is that of a place. The machine tells them, and plays what
    /// is tried of them.
    #[cfg(feature = "sim")]
    pub(super) fn options_to_try(&mut self, position: &[u8; W], kind: usize) -> u64 {
        #[cfg(feature = "native")]
        {
            self.is_native = false;
        }
        self.machine.set_position(position);
        self.machine.options(kind)
    }

    /// Tries the move of that position whose only choice is a place.
    #[cfg(feature = "sim")]
    pub(super) fn try_option(&mut self, kind: usize, place: u16) -> Stop {
        self.machine.play(kind, &[place])
    }

    /// Plays a move by machine code that counts rows; tells whether it could.
    #[cfg(feature = "native")]
    fn is_played_natively(&mut self, position: &[u8; W], kind: usize, choices: &[u16]) -> bool {
        if !self.machine.side().logs || !self.has_native_for(position) {
            return false;
        }
        self.native.as_mut().is_some_and(|native| {
            native.set_position(position);
            native.play(kind, choices)
        })
    }
}
