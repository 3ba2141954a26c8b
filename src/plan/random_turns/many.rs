//! Many games at once, in columns: each lane plays a game of its own, and takes up another when that is over. In each phase one
//! player draws and plays a move in all lanes in which it is his turn. What is seldom is played in its lane alone.

use super::alone::{Alone, PlaysAlone};
use super::marks::Marks;
use super::over::{Begins, End, Over};
use super::sheets::{ByteSheet, NO_SHEET};
use super::trail::Trail;
use super::{Halt, Words};
use crate::model::Player;
use crate::plan::Side;
use crate::plan::abreast::{Columns, DrawingSteps, Part, VECTOR};
use crate::plan::below::by_upper_halves;
use crate::plan::column::{COLUMNS, TURNS};
use crate::plan::counts::Counts;

/// Vectors of a column.
const VECTORS: usize = 8;

/// Games that are played at once.
pub(super) const LANES: usize = VECTORS * VECTOR;

/// One turn of so many may be played alone, at most.
const MOST_ALONE: usize = 8;

/// Games that are played at once, and those that are over.
#[derive(Debug)]
pub(super) struct Many<'p, const W: usize> {
    drawing: &'p DrawingSteps,
    columns: Columns<Part, VECTORS>,
    lanes: Box<Lanes>,
    marks: Option<Marks>,
    phase: usize,
    /// Turns that were played alone, and whether one could not be.
    alone: usize,
    has_failed: bool,
    /// Whether more is told of turns than who has moved, and laps.
    tells: bool,
    over: Over<'p, W>,
    counts: Counts,
}

/// What is known of the lanes.
#[derive(Debug)]
struct Lanes {
    /// The game that each plays; none if there is none any more.
    game: [Option<usize>; LANES],
    /// The sheet on which turns are told, how many there are on it, with how many something else comes, and how many there are
    /// before it, on sheets of which the last is this.
    sheet: [ByteSheet; LANES],
    on_sheet: [u8; LANES],
    look_at: [u8; LANES],
    before: [usize; LANES],
    last_sheet: [u32; LANES],
    /// A word at random for each turn on a sheet; and the upper halves of these, which are all that is asked of most, and stand nearer.
    words: [[[u8; 4]; TURNS]; LANES],
    halves: [[u16; TURNS]; LANES],
    /// In which something has to be seen to.
    events: [u8; LANES],
}

/// What is to be seen to in a lane.
mod event {
    /// No move was drawn, or it was not played.
    pub(super) const ALONE: u8 = 1;
    /// The game is over, the sheet is full, or as many turns were played as are wanted.
    pub(super) const LOOK: u8 = 2;
    /// The position may have been there before.
    pub(super) const SEEN: u8 = 4;
}

/// Games that are to be played, and what gives them words.
struct Table<'t, R, F, const W: usize> {
    games: &'t [Begins<W>],
    most: usize,
    random: F,
    words: Vec<R>,
    next: usize,
    left: usize,
}

/// The words of a lane, from the next one on: those that were drawn for turns on its sheet, then others.
struct NextWords<'t, R> {
    drawn: &'t [[u8; 4]],
    random: &'t mut R,
    used: usize,
}

impl<R: Words> NextWords<'_, R> {
    fn next(&mut self) -> u32 {
        match self.drawn.get(self.used) {
            Some(word) => {
                self.used += 1;
                u32::from_le_bytes(*word)
            }
            None => self.random.word(),
        }
    }
}

impl Lanes {
    fn new() -> Self {
        Lanes {
            game: [None; LANES],
            sheet: [ByteSheet::EMPTY; LANES],
            on_sheet: [0; LANES],
            look_at: [0; LANES],
            before: [0; LANES],
            last_sheet: [NO_SHEET; LANES],
            words: [[[0; 4]; TURNS]; LANES],
            halves: [[0; TURNS]; LANES],
            events: [0; LANES],
        }
    }

    /// Whether something is to be seen to in one of eight lanes.
    fn has_events(&self, first: usize) -> bool {
        self.events[first..].first_chunk::<8>().is_some_and(|eight| u64::from_le_bytes(*eight) != 0)
    }

    /// Takes the upper halves of the words of a lane.
    fn take_halves(&mut self, lane: usize) {
        for (half, [.., low, high]) in self.halves[lane].iter_mut().zip(&self.words[lane]) {
            *half = u16::from_le_bytes([*low, *high]);
        }
    }

    fn turns(&self, lane: usize) -> usize {
        self.before[lane] + usize::from(self.on_sheet[lane])
    }
}

impl<'p, const W: usize> Many<'p, W> {
    /// None if a player's moves cannot be drawn so. `tells` says whether anybody looks at more of a turn than who has moved, and laps.
    pub(super) fn new(sides: &'p [Side<W>; 2], tells: bool) -> Option<Self> {
        let (drawing, side) = (Side::drawing(sides, tells)?, &sides[0]);
        #[cfg(feature = "native")]
        drawing.compile_in_the_background(VECTORS);
        Some(Many {
            drawing,
            columns: drawing.columns(),
            lanes: Box::new(Lanes::new()),
            marks: side.sizes.repeats.then(|| Marks::new(side.sizes.cells, drawing.alternates())),
            phase: 1,
            alone: 0,
            has_failed: false,
            tells,
            over: Over::default(),
            counts: Counts::of(side),
        })
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
        self.alone = 0;
        let mut table = Table { games, most, random, words: Vec::with_capacity(LANES), next: 0, left: games.len() };
        for lane in 0..LANES {
            self.take_up(lane, &mut table);
        }
        while table.left > 0 {
            for by in [0, 1] {
                self.phase(by, &mut table, alone);
            }
            if self.has_failed || is_off() {
                return false;
            }
        }
        true
    }

    /// Whether a turn could not be played.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Whether it is worth it: not if many turns are played alone.
    pub(super) fn is_worth_it(&self) -> bool {
        self.alone * MOST_ALONE <= self.over.turns()
    }

    /// Puts what others have counted to its counts.
    pub(super) fn add_counts(&mut self, counts: &mut Counts) {
        self.counts.take(counts);
    }

    /// Takes what was counted.
    pub(super) fn take_counts(&mut self, into: &mut Counts) {
        into.take(&mut self.counts);
    }

    /// How a game has come to its end; its turns are told in a trail.
    pub(super) fn over(&mut self, game: usize, trail: &mut Trail) -> Option<End<'p, W>> {
        self.over.tell(game, trail)
    }

    // --- lanes -------------------------------------------------------------------------------------------------------

    /// The next game begins in a lane, if there is one.
    fn take_up<R: Words, F: Fn(usize) -> R>(&mut self, lane: usize, table: &mut Table<'_, R, F, W>) {
        let number = table.next;
        let game = table.games.get(number);
        self.lanes.game[lane] = game.map(|_| number);
        (self.lanes.before[lane], self.lanes.last_sheet[lane]) = (0, NO_SHEET);
        self.is_to_move(lane, game.map(|game| game.mover));
        let Some(Begins { cells, .. }) = game else { return };
        table.next += 1;
        let words = (table.random)(number);
        match table.words.get_mut(lane) {
            Some(there) => *there = words,
            None => table.words.push(words),
        }
        self.put_cells(lane, cells);
        self.new_sheet(lane, table);
        if let Some(marks) = &mut self.marks {
            marks.begin(lane, cells, self.phase);
        }
    }

    fn new_sheet<R: Words, F>(&mut self, lane: usize, table: &mut Table<'_, R, F, W>) {
        let lanes = &mut *self.lanes;
        lanes.on_sheet[lane] = 0;
        lanes.look_at[lane] = u8::try_from((table.most - lanes.before[lane]).min(TURNS)).unwrap_or(0);
        table.words[lane].fill(&mut lanes.words[lane]);
        lanes.take_halves(lane);
    }

    /// Keeps what is told of turns of a lane.
    fn keep_sheet(&mut self, lane: usize) {
        let lanes = &mut *self.lanes;
        lanes.last_sheet[lane] = self.over.add_sheet(&lanes.sheet[lane].columns, lanes.last_sheet[lane]);
        lanes.before[lane] += usize::from(std::mem::take(&mut lanes.on_sheet[lane]));
    }

    fn put_cells(&self, lane: usize, cells: &[u8; W]) {
        self.drawing.cells().zip(cells).for_each(|(at, cell)| self.columns.set_byte(at, lane, *cell));
    }

    fn cells(&self, lane: usize) -> [u8; W] {
        let mut cells = [0; W];
        self.drawing.cells().zip(&mut cells).for_each(|(at, cell)| *cell = self.columns.byte(at, lane));
        cells
    }

    fn is_to_move(&self, lane: usize, mover: Option<Player>) {
        for player in Player::BOTH {
            let is_it = if mover == Some(player) { u8::MAX } else { 0 };
            self.columns.set_byte(self.drawing.moves(player), lane, is_it);
        }
    }

    /// A game is over; another begins in its lane.
    fn finish<R: Words, F: Fn(usize) -> R>(&mut self, lane: usize, end: End<'p, W>, table: &mut Table<'_, R, F, W>) {
        self.keep_sheet(lane);
        let (turns, sheet) = (self.lanes.before[lane], self.lanes.last_sheet[lane]);
        if let Some(game) = self.lanes.game[lane] {
            self.over.put(game, end, (turns, sheet));
        }
        table.left -= 1;
        self.take_up(lane, table);
    }

    // --- phases ------------------------------------------------------------------------------------------------------

    /// A player draws and plays a move wherever it is his turn.
    fn phase<R: Words, F: Fn(usize) -> R>(
        &mut self,
        by: usize,
        table: &mut Table<'_, R, F, W>,
        alone: &mut impl PlaysAlone<'p, W>,
    ) {
        self.phase += 1;
        if let Some(marks) = &mut self.marks {
            let is_to_move = self.drawing.moves(Player::BOTH[by]);
            marks.keep(self.phase, &self.columns, self.drawing.cells().chain([is_to_move]));
        }
        self.columns.run_part(DrawingSteps::part(by, Part::Options));
        self.draw(by);
        self.columns.run_part(DrawingSteps::part(by, Part::Turn));
        if self.tells {
            self.tell::<true>(by);
        } else {
            self.tell::<false>(by);
        }
        self.note(by);
        self.count(by);
        self.columns.run_part(DrawingSteps::part(by, Part::Commit));
        for some in (0..LANES).step_by(8) {
            if self.lanes.has_events(some) {
                for lane in some..some + 8 {
                    if self.lanes.events[lane] != 0 {
                        self.see_to(lane, by, table, alone);
                    }
                }
            }
        }
    }

    /// Sees to a lane in which something else comes than the next turn.
    fn see_to<R: Words, F: Fn(usize) -> R>(
        &mut self,
        lane: usize,
        by: usize,
        table: &mut Table<'_, R, F, W>,
        alone: &mut impl PlaysAlone<'p, W>,
    ) {
        let mover = Player::BOTH[by];
        let (cells, turn, events) = (self.cells(lane), self.drawing.turn(by), self.lanes.events[lane]);
        let (now, ended, may_be_seen) = if events & event::ALONE == 0 {
            let next = if self.columns.byte(turn.again, lane) == 0 { mover.other() } else { mover };
            (Begins { cells, mover: next }, self.columns.byte(turn.ended, lane).into(), events & event::SEEN != 0)
        } else {
            match self.play_alone(lane, Begins { cells, mover }, table, alone) {
                Ok(played) => (Begins { cells: played.cells, mover: played.turn.next() }, played.ended, true),
                Err(end) => return self.finish(lane, end, table),
            }
        };
        let end = |halt, times| End { halt, cells: now.cells, mover: now.mover, at_the_end: [0; W], times };
        if ended != 0 {
            return self.finish(lane, end(alone.ended_by(mover, ended), 0), table);
        }
        let times = match &self.marks {
            Some(marks) if may_be_seen => marks.times(lane, &now.cells, now.mover, self.phase),
            _ => 1,
        };
        if times > 1 {
            return self.finish(lane, end(Halt::Repeated, times), table);
        }
        if self.lanes.on_sheet[lane] < self.lanes.look_at[lane] {
            return;
        }
        if self.lanes.turns(lane) >= table.most {
            return self.finish(lane, end(Halt::Enough, 1), table);
        }
        if self.marks.as_ref().is_some_and(|marks| marks.is_too_long(lane, TURNS)) {
            return self.finish(lane, end(Halt::Unknown, 1), table);
        }
        self.keep_sheet(lane);
        self.new_sheet(lane, table);
    }

    /// A turn of a lane is played alone; how its game ends if none is.
    fn play_alone<R: Words, F>(
        &mut self,
        lane: usize,
        now: Begins<W>,
        table: &mut Table<'_, R, F, W>,
        alone: &mut impl PlaysAlone<'p, W>,
    ) -> Result<Alone<W>, End<'p, W>> {
        self.alone += 1;
        let lanes = &mut *self.lanes;
        let at = usize::from(lanes.on_sheet[lane]);
        let (drawn, random) = (&lanes.words[lane][at..], &mut table.words[lane]);
        let mut words = NextWords { drawn, random, used: 0 };
        let end = |(halt, at_the_end)| End { halt, cells: now.cells, mover: now.mover, at_the_end, times: 1 };
        let played = alone.turn(&now.cells, now.mover, &mut || words.next());
        self.has_failed |= matches!(played, Err((Halt::Unknown, _)));
        let played = played.map_err(end)?;
        let used = words.used.max(1);
        lanes.on_sheet[lane] += 1;
        if !lanes.sheet[lane].put(at, played.turn) {
            return Err(end((Halt::Unknown, [0; W])));
        }
        // The next turn takes the next word that is left; there is one for each turn on the sheet.
        let words = &mut lanes.words[lane];
        words.copy_within(at + used.., at + 1);
        table.words[lane].fill(&mut words[TURNS + 1 - used..]);
        lanes.take_halves(lane);
        self.put_cells(lane, &played.cells);
        self.is_to_move(lane, Some(played.turn.next()));
        if let Some(marks) = &mut self.marks {
            let have_grown = self.drawing.have_grown(&now.cells, &played.cells);
            self.has_failed |= have_grown.is_none();
            marks.note_one(lane, &played.cells, self.phase, have_grown == Some(true));
        }
        Ok(played)
    }
}

impl<'p, const W: usize> Many<'p, W> {
    /// Draws a number in each lane that has options.
    fn draw(&mut self, by: usize) {
        let options = self.drawing.turn(by).options;
        let some = self.lanes.halves.as_chunks::<VECTOR>().0.iter().zip(self.lanes.on_sheet.as_chunks::<VECTOR>().0);
        for (vector, (all, on_sheet)) in some.enumerate() {
            let (counts, mut halves) = (self.columns.vector(options, vector), [0; VECTOR]);
            for at in 0..VECTOR {
                halves[at] = all[at][usize::from(on_sheet[at]) % TURNS];
            }
            let numbers = by_upper_halves(&counts, &halves);
            self.columns.set_vector(self.drawing.number(), vector, numbers);
        }
    }

    /// Tells of the turns that were played, and whose turn it is now; looks where something else comes.
    fn tell<const TELLS: bool>(&mut self, by: usize) {
        let (drawing, columns, lanes) = (self.drawing, &self.columns, &mut *self.lanes);
        let (turn, players) = (drawing.turn(by), Player::BOTH.map(|player| drawing.moves(player)));
        let (mine, other) = (players[by], players[1 - by]);
        for vector in 0..VECTORS {
            let column = |at| columns.vector(at, vector);
            let (is_played, ended, again) = (column(turn.is_played), column(turn.ended), column(turn.again));
            let (is_mine, is_other) = (column(mine), column(other));
            let (mut events, mut mine_now, mut other_now) = ([0; VECTOR], [0; VECTOR], [0; VECTOR]);
            for at in 0..VECTOR {
                let is_over = if ended[at] == 0 { 0 } else { is_played[at] };
                events[at] = (is_mine[at] & !is_played[at] & event::ALONE) | (is_over & event::LOOK);
                mine_now[at] = is_mine[at] & !(is_played[at] & !again[at]);
                other_now[at] = is_other[at] | (is_played[at] & !again[at]);
            }
            columns.set_vector(mine, vector, mine_now);
            columns.set_vector(other, vector, other_now);
            let moved = column(turn.told[0]);
            let mut told = [[0; VECTOR]; COLUMNS as usize];
            if TELLS {
                for (told, at) in told.iter_mut().zip(&turn.told) {
                    *told = column(*at);
                }
            }
            let first = vector * VECTOR;
            let sheets = &mut lanes.sheet.as_chunks_mut::<VECTOR>().0[vector];
            let on_sheets = &mut lanes.on_sheet.as_chunks_mut::<VECTOR>().0[vector];
            for at in 0..VECTOR {
                let (sheet, on_sheet) = (&mut sheets[at].columns, usize::from(on_sheets[at]) % TURNS);
                if TELLS {
                    for number in 0..COLUMNS as usize {
                        sheet[number][on_sheet] = told[number][at];
                    }
                } else {
                    sheet[0][on_sheet] = moved[at];
                }
            }
            let look_at = &lanes.look_at.as_chunks::<VECTOR>().0[vector];
            for at in 0..VECTOR {
                on_sheets[at] = on_sheets[at].wrapping_sub(is_played[at]);
                let is_full = if on_sheets[at] == look_at[at] { is_played[at] } else { 0 };
                events[at] |= is_full & event::LOOK;
            }
            lanes.events[first..first + VECTOR].copy_from_slice(&events);
        }
    }

    /// Notes the positions that turns have led to, where it is asked whether they have been there.
    fn note(&mut self, by: usize) {
        let Some(marks) = &mut self.marks else { return };
        let turn = self.drawing.turn(by);
        for (vector, events) in self.lanes.events.as_chunks_mut::<VECTOR>().0.iter_mut().enumerate() {
            let [is_played, one, two, is_new] =
                [turn.is_played, turn.marks[0], turn.marks[1], turn.is_new].map(|at| self.columns.vector(at, vector));
            let are_marked = marks.note(vector, [one, two], self.phase, is_played, is_new);
            for at in 0..VECTOR {
                events[at] |= are_marked[at] & is_played[at] & event::SEEN;
            }
        }
    }

    /// Counts rows and captures.
    fn count(&mut self, by: usize) {
        let turn = self.drawing.turn(by);
        for (row, at) in &turn.rows {
            self.counts.add_to_row(*row, self.columns.count(*at));
        }
        for (place, at) in &turn.captures {
            self.counts.add_to_captured(*place, self.columns.sum(*at, LANES));
        }
    }
}
