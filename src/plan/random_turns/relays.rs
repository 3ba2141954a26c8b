//! Many games at once whose turns are sown lap by lap: games wait until there are enough in which the same player is to move, and those
//! are looked at together. What is seldom is played alone.

use super::alone::{Alone, PlaysAlone};
use super::over::{Begins, End, Over};
use super::sheets::{ByteSheet, NO_SHEET};
use super::trail::Trail;
use super::{DrawnTurn, Halt, Words};
use crate::model::Player;
use crate::plan::Side;
use crate::plan::abreast::{BeforeTurn, CameOfTurns, EndOfTurn, Note, TurnsOf};
use crate::plan::below::at_once;
use crate::plan::column::TURNS;
use crate::plan::counts::Counts;
use crate::plan::lanes::LANES;

/// Games that are under way: enough to fill the lanes of a lap of each player, and half as many that wait.
const SEATS: usize = 3 * LANES;

/// Fewer turns are played one after the other.
const FEW: usize = 24;

/// One turn of so many may be played alone, and one game of so many once more, at most.
const MOST_ALONE: usize = 8;

/// For so many cells, turns sow a lap in the mean, or more: otherwise putting turns into their lanes takes too long.
const CELLS_TO_A_LAP: usize = 24;

/// Games that are played at once, and those that are over.
#[derive(Debug)]
pub(super) struct Relays<'p, const W: usize> {
    players: [TurnsOf<'p, W>; 2],
    cells: usize,
    tells: bool,
    over: Over<'p, W>,
    /// Turns that were played alone, though they are no last ones, and games that have to be played once more; and whether something was
    /// counted that does not count, so that nothing else does.
    alone: usize,
    to_play_again: usize,
    has_failed: bool,
}

/// A game that is under way.
#[derive(Debug, Clone, Copy)]
struct Seat {
    game: usize,
    /// The word that was drawn for its turn.
    word: u32,
    /// Turns that are told on its sheet, and how many before, on sheets of which the last is this.
    on_sheet: usize,
    turns_before: usize,
    last_sheet: u32,
}

impl Seat {
    fn new(game: usize) -> Self {
        Seat { game, word: 0, on_sheet: 0, turns_before: 0, last_sheet: NO_SHEET }
    }
}

impl<const W: usize> EndOfTurn<W> {
    /// What is told of the turn.
    fn told(&self, mover: Player) -> DrawnTurn {
        let BeforeTurn { lead, choices, origin } = self.note.before;
        DrawnTurn {
            choices: choices.into(),
            captured: self.captured.into(),
            laps: self.laps.into(),
            origin: origin.into(),
            last: self.last.into(),
            lead: lead.into(),
            mover,
            again: self.again,
        }
    }
}

impl BeforeTurn {
    /// What is told of a turn that was not played from its beginning.
    fn told(self, turn: DrawnTurn) -> DrawnTurn {
        DrawnTurn { lead: self.lead.into(), choices: self.choices.into(), origin: self.origin.into(), ..turn }
    }
}

/// Games under way, and those that are to come.
struct Table<'t, 'p, R, F, const W: usize> {
    relays: &'t mut Relays<'p, W>,
    games: &'t [Begins<W>],
    most: usize,
    random: F,
    next: usize,
    left: usize,
    /// The seats; and for each what is larger, so that what is asked for most stands near: the position before its turn, what gives words,
    /// and the sheet on which turns are told.
    seats: Vec<Seat>,
    positions: Vec<[u8; W]>,
    words: Vec<R>,
    sheets: Vec<ByteSheet>,
    /// The seats at which each player is to move.
    waiting: [Vec<u16>; 2],
    /// Positions that are looked at together.
    some: Vec<[u8; W]>,
}

impl<'p, const W: usize> Relays<'p, W> {
    /// None if a player's moves cannot be drawn so, or a rule asks for positions that have been there. `tells` says whether anybody looks at
    /// more of a turn than who has moved, and laps.
    pub(super) fn new(sides: &'p [Side<W>; 2], tells: bool) -> Option<Self> {
        if sides[0].sizes.repeats {
            return None;
        }
        let players = TurnsOf::both(Side::relaying(sides, tells)?, sides);
        let (cells, over) = (sides[0].sizes.cells, Over::default());
        Some(Relays { players, cells, tells, over, alone: 0, to_play_again: 0, has_failed: false })
    }

    /// Plays games of at most n turns each. `random` gives each its words, and `is_off` says whether it is called off. Tells
    /// whether all have come to their end.
    pub(super) fn play<R: Words>(
        &mut self,
        games: &[Begins<W>],
        most: usize,
        random: impl Fn(usize) -> R,
        alone: &mut impl PlaysAlone<'p, W>,
        is_off: impl Fn() -> bool,
    ) -> bool {
        self.over.begin(games.len(), self.tells);
        (self.alone, self.to_play_again) = (0, 0);
        self.players.iter_mut().for_each(TurnsOf::clear);
        let mut table = Table::new(self, games, most, random);
        while table.left > 0 {
            table.go_on(alone);
            if table.relays.has_failed || is_off() {
                return false;
            }
        }
        true
    }

    /// Whether something was counted that does not count.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Whether it is worth it: not if many turns are played alone, or games once more, or turns sow few laps.
    pub(super) fn is_worth_it(&self) -> bool {
        let is_seldom = |some: usize, all: usize| some * MOST_ALONE <= all;
        let both = self.players.each_ref().map(TurnsOf::begun_and_sown);
        let [begun, sown] = [0, 1].map(|which| both[0][which] + both[1][which]);
        is_seldom(self.alone, self.over.turns())
            && is_seldom(self.to_play_again, self.over.games())
            && sown * CELLS_TO_A_LAP >= begun * self.cells
    }

    /// Puts what others have counted to its counts.
    pub(super) fn add_counts(&mut self, counts: &mut Counts) {
        self.players[0].came.counts.take(counts);
    }

    /// Takes what was counted.
    pub(super) fn take_counts(&mut self, into: &mut Counts) {
        self.players.iter_mut().for_each(|player| into.take(&mut player.came.counts));
    }

    /// How a game has come to its end; its turns are told in a trail.
    pub(super) fn over(&mut self, game: usize, trail: &mut Trail) -> Option<End<'p, W>> {
        self.over.tell(game, trail)
    }
}

impl<'t, 'p, R: Words, F: Fn(usize) -> R, const W: usize> Table<'t, 'p, R, F, W> {
    /// The first games begin.
    fn new(relays: &'t mut Relays<'p, W>, games: &'t [Begins<W>], most: usize, random: F) -> Self {
        let seats: Vec<Seat> = (0..games.len().min(SEATS)).map(Seat::new).collect();
        let first = || games.iter().take(seats.len());
        let mut waiting = [Vec::new(), Vec::new()];
        for (number, game) in (0..).zip(first()) {
            waiting[game.mover.index()].push(number);
        }
        Table {
            relays,
            games,
            most,
            next: seats.len(),
            left: games.len(),
            positions: first().map(|game| game.cells).collect(),
            words: (0..seats.len()).map(&random).collect(),
            sheets: vec![ByteSheet::EMPTY; seats.len()],
            random,
            seats,
            waiting,
            some: Vec::with_capacity(LANES),
        }
    }

    /// Sows a lap that enough turns have come to, or begins turns; where there are few of all, they are played one after the other.
    fn go_on(&mut self, alone: &mut impl PlaysAlone<'p, W>) {
        if self.sow(LANES, alone) {
            return;
        }
        let by = usize::from(self.waiting[1].len() > self.waiting[0].len());
        if self.waiting[by].len() >= FEW {
            self.begin(by, alone);
        } else if !self.sow(FEW, alone) {
            self.play_few(alone);
        }
    }

    /// Sows a lap that at least so many turns have come to; tells whether there is one.
    fn sow(&mut self, least: usize, alone: &mut impl PlaysAlone<'p, W>) -> bool {
        let sown = self.relays.players.iter_mut().position(|player| player.sow(least));
        sown.inspect(|by| self.take_up(*by, alone)).is_some()
    }

    /// Draws moves of a player, and begins their turns.
    fn begin(&mut self, by: usize, alone: &mut impl PlaysAlone<'p, W>) {
        let waiting = &mut self.waiting[by];
        let some = waiting.split_off(waiting.len().saturating_sub(LANES));
        self.some.clear();
        self.some.extend(some.iter().map(|seat| self.positions[usize::from(*seat)]));
        let (words, seats) = (&mut self.words, &mut self.seats);
        let draw = |lane: usize, count: u8| {
            let (seat, words) = (&mut seats[usize::from(some[lane])], &mut words[usize::from(some[lane])]);
            seat.word = words.word();
            at_once(count.into(), seat.word).and_then(|number| u8::try_from(number).ok()).unwrap_or(u8::MAX)
        };
        self.relays.players[by].begin(&self.some, &some, draw);
        self.take_up(by, alone);
    }

    /// Turns of which there are few are played one after the other.
    fn play_few(&mut self, alone: &mut impl PlaysAlone<'p, W>) {
        for by in [0, 1] {
            self.relays.players[by].are_few();
            for seat in std::mem::take(&mut self.waiting[by]) {
                self.seats[usize::from(seat)].word = self.words[usize::from(seat)].word();
                self.play_alone(by, seat, alone);
            }
            self.take_up(by, alone);
        }
    }

    /// Takes up what has come of turns of a player.
    fn take_up(&mut self, by: usize, alone: &mut impl PlaysAlone<'p, W>) {
        let mover = Player::BOTH[by];
        self.each_that(
            by,
            |came| &mut came.ends,
            |this, end| {
                this.played(end.note.game, end.told(mover), (end.ended.into(), &end.cells), alone);
            },
        );
        self.each_that(
            by,
            |came| &mut came.long,
            |this, (lap, turn, note)| {
                let Note { game, before } = *note;
                match alone.go_on(mover, this.relays.players[by].head(*lap), turn) {
                    Some(Alone { turn, ended, cells }) => this.played(game, before.told(turn), (ended, &cells), alone),
                    None => this.relays.players[by].came.lost.push(game),
                }
            },
        );
        self.each_that(
            by,
            |came| &mut came.lost,
            |this, seat| {
                this.does_not_count(by);
                this.relays.alone += 1;
                this.play_alone(by, *seat, alone);
            },
        );
        self.each_that(
            by,
            |came| &mut came.not_begun,
            |this, seat| {
                this.relays.alone += 1;
                this.play_alone(by, *seat, alone);
            },
        );
    }

    /// Takes each of some things up that have come of turns of a player.
    fn each_that<T>(
        &mut self,
        by: usize,
        which: impl Fn(&mut CameOfTurns<W>) -> &mut Vec<T>,
        mut take_up: impl FnMut(&mut Self, &T),
    ) {
        let mut all = std::mem::take(which(&mut self.relays.players[by].came));
        all.iter().for_each(|one| take_up(self, one));
        all.clear();
        *which(&mut self.relays.players[by].came) = all;
    }

    /// A turn is played alone, with the word that was drawn for it.
    fn play_alone(&mut self, by: usize, number: u16, alone: &mut impl PlaysAlone<'p, W>) {
        let mover = Player::BOTH[by];
        let (cells, words) = (self.positions[usize::from(number)], &mut self.words[usize::from(number)]);
        let mut first = Some(self.seats[usize::from(number)].word);
        match alone.turn(&cells, mover, &mut || first.take().unwrap_or_else(|| words.word())) {
            Ok(Alone { turn, ended, cells }) => self.played(number, turn, (ended, &cells), alone),
            Err((halt, at_the_end)) => {
                if matches!(halt, Halt::Unknown) {
                    self.does_not_count(by);
                    self.relays.to_play_again += 1;
                }
                self.finish(number, End { halt, cells, mover, at_the_end, times: 1 });
            }
        }
    }

    /// A turn has come to nothing, of which something may have been counted.
    fn does_not_count(&mut self, by: usize) {
        self.relays.has_failed |= self.relays.players[by].came.counts.are_counted();
    }

    /// Takes up what a turn has led to.
    fn played(
        &mut self,
        number: u16,
        turn: DrawnTurn,
        (ended, cells): (i32, &[u8; W]),
        alone: &impl PlaysAlone<'p, W>,
    ) {
        let (seat, sheet) = (&mut self.seats[usize::from(number)], &mut self.sheets[usize::from(number)]);
        let next = turn.next();
        let at = seat.on_sheet;
        let is_told = if self.relays.tells { sheet.put(at, turn) } else { sheet.put_moved(at, turn) };
        seat.on_sheet += 1;
        self.positions[usize::from(number)] = *cells;
        let end = |halt, times| End { halt, cells: *cells, mover: next, at_the_end: [0; W], times };
        if !is_told {
            self.relays.to_play_again += 1;
            self.finish(number, end(Halt::Unknown, 1));
        } else if ended != 0 {
            self.finish(number, end(alone.ended_by(turn.mover, ended), 0));
        } else if seat.turns_before + seat.on_sheet >= self.most {
            self.finish(number, end(Halt::Enough, 1));
        } else {
            if seat.on_sheet == TURNS {
                self.keep_sheet(number);
            }
            self.waiting[next.index()].push(number);
        }
    }

    /// Keeps what is told of turns of a game.
    fn keep_sheet(&mut self, number: u16) {
        let seat = &mut self.seats[usize::from(number)];
        let sheet = &self.sheets[usize::from(number)];
        seat.last_sheet = self.relays.over.add_sheet(&sheet.columns, seat.last_sheet);
        seat.turns_before += std::mem::take(&mut seat.on_sheet);
    }

    /// A game is over; another takes its seat, if there is one.
    fn finish(&mut self, number: u16, end: End<'p, W>) {
        self.keep_sheet(number);
        let seat = &mut self.seats[usize::from(number)];
        self.relays.over.put(seat.game, end, (seat.turns_before, seat.last_sheet));
        self.left -= 1;
        let Some(game) = self.games.get(self.next) else { return };
        *seat = Seat::new(self.next);
        self.positions[usize::from(number)] = game.cells;
        self.words[usize::from(number)] = (self.random)(self.next);
        self.next += 1;
        self.waiting[game.mover.index()].push(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Plan, Width};
    use crate::{Variant, shipped_names};

    /// Games in which moves are drawn before they are played, and whose turns come to relays, are played so with all that is counted.
    #[test]
    fn many_games_are_sown_lap_by_lap() {
        let mut variants = 0;
        for name in shipped_names() {
            let Ok(game) = Variant::shipped(name).expect("it is shipped").game() else { continue };
            let Ok(plan) = Plan::telling_rows(game.program()) else { continue };
            let is_so = match &plan.width {
                Width::Narrow(sides) => Relays::new(sides, true).is_some(),
                Width::Middle(sides) => Relays::new(sides, true).is_some(),
                Width::Wide(sides) => Relays::new(sides, true).is_some(),
            };
            variants += usize::from(is_so);
        }
        assert!(variants >= 30, "only {variants} are");
    }
}
