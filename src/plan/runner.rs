//! Who plays turns: the machine, or machine code as soon as there is some. Both do the same.

use super::Side;
#[cfg(feature = "native")]
use super::lanes::Child;
use super::machine::{Machine, Stop, Told};
#[cfg(feature = "native")]
use super::native::Native;
use super::op::{Address, Reg, turn};

/// Plays turns of one player.
#[derive(Debug, Clone)]
pub(super) struct Runner<'p, const W: usize> {
    machine: Machine<'p, W>,
    #[cfg(feature = "native")]
    native: Option<Box<Native<'p, W>>>,
    /// Whether the position before the turn was given to the machine code.
    #[cfg(feature = "native")]
    is_native: bool,
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
            is_native: false,
        }
    }

    /// Makes a position the one before the turn.
    #[inline]
    pub(super) fn set_position(&mut self, position: &[u8; W]) {
        #[cfg(feature = "native")]
        self.choose_who_plays(position);
        whoever!(mut self.set_position(position));
    }

    /// Machine code plays what it can, once it is there.
    #[cfg(feature = "native")]
    #[inline]
    fn choose_who_plays(&mut self, position: &[u8; W]) {
        // What keeps a log plays moves, and does not look for them.
        let side = self.machine.side();
        self.is_native = !side.sizes.logs && self.has_native() && side.has_no_more_pieces_than_the_game(position);
    }

    /// Whether there is machine code by now.
    #[cfg(feature = "native")]
    #[inline]
    fn has_native(&mut self) -> bool {
        let side = self.machine.side();
        if self.native.is_none() && side.compiled().is_some() {
            self.native = Native::new(side).map(Box::new);
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

    /// How many options the first choice of a pit has.
    pub(super) fn count_options(&mut self, kind: usize) -> i32 {
        whoever!(mut self.count_options(kind))
    }

    /// The legal move with this option of the first choice of a pit.
    pub(super) fn option(&mut self, kind: usize, number: u32) -> Stop {
        whoever!(mut self.option(kind, number))
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

    /// The position as it is.
    #[inline]
    pub(super) fn position(&self) -> &[u8; W] {
        whoever!(self.position())
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

    /// Plays a move of a position: what is told of it, and where its last piece fell, if the move could be played.
    pub(super) fn play(&mut self, position: &[u8; W], kind: usize, choices: &[u16]) -> Option<(&[Told], i32)> {
        #[cfg(feature = "native")]
        if self.is_told_natively(position, kind, choices) {
            return self.native.as_ref().map(|native| native.told_of_the_move());
        }
        self.machine.set_position(position);
        let found = self.machine.play(kind, choices) == Stop::Found;
        found.then(|| (self.machine.log(), self.machine.get(turn::LAST)))
    }

    /// Plays a move by machine code that keeps a log; tells whether it could.
    #[cfg(feature = "native")]
    fn is_told_natively(&mut self, position: &[u8; W], kind: usize, choices: &[u16]) -> bool {
        let side = self.machine.side();
        if !side.sizes.logs || !self.has_native() || !side.has_no_more_pieces_than_the_game(position) {
            return false;
        }
        self.native.as_mut().is_some_and(|native| {
            native.set_position(position);
            native.play(kind, choices)
        })
    }
}
