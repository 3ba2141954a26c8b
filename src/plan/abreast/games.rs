//! Turns of many games, each drawn at random, and sown lap by lap where they come to laps of relays.

use super::code::{Asked, At, Code};
use super::drawn::{Drawn, Given};
use super::follow::Tells;
use super::going::{Going, Hears, Turns};
use super::relay::Relays;
use super::relayed::{Head, Relayed};
use super::run::{Columns, Lanes, UnderWay};
use super::terms::Terms;
use super::{LapSteps, Refused, VECTORS, What, steps_of_laps};
use crate::plan::Side;
use crate::plan::counts::Counts;
use crate::plan::lanes::LANES;
use std::ops::ControlFlow;

/// Steps by which players draw moves in many games at once, up to laps of relays, and sow these; and what is told of turns.
#[derive(Debug)]
pub(in crate::plan) struct RelaySteps {
    players: [PlayerSteps; 2],
    tells: Tells,
}

/// Those of one player.
#[derive(Debug)]
struct PlayerSteps {
    turns: Code<What>,
    laps: Vec<LapSteps>,
}

impl RelaySteps {
    /// None if moves cannot be drawn so, or no turn comes to a lap of a relay. `tells` says whether anybody looks at more of a turn than who
    /// has moved, and laps.
    pub(in crate::plan) fn new<const W: usize>(sides: &[Side<W>; 2], tells: bool) -> Option<Self> {
        let tells = if tells { Tells::Turns } else { Tells::Laps };
        let [south, north] = sides.each_ref().map(|side| PlayerSteps::new(side, tells).ok());
        Some(RelaySteps { players: [south?, north?], tells })
    }
}

impl PlayerSteps {
    fn new<const W: usize>(side: &Side<W>, tells: Tells) -> Result<Self, Refused> {
        let relays = Relays::of(side);
        if !side.can_stand_in_columns() || relays.is_empty() {
            return Err(Refused);
        }
        let mut drawn = Drawn::up_to_laps(side, &relays)?;
        let Relayed { heads, laps } = Relayed::new(side, &relays, (&drawn.arrivals, &drawn.terms), tells)?;
        let asked = drawn.asked_up_to(&heads, tells);
        let turns = Code::new(side.sizes.cells + Given::COUNT, &[(&drawn.terms, asked)])?;
        Ok(PlayerSteps { turns, laps: steps_of_laps(heads, laps, side.sizes.cells)? })
    }
}

impl Drawn {
    /// What is asked for of turns that may come to laps: how many options there are; then, with one drawn, what is told of all, turns that
    /// are at their end, those that come to laps which can be sown in columns, and what is counted.
    fn asked_up_to(&mut self, laps: &[Head], tells: Tells) -> Vec<Asked<What>> {
        let mut asked = vec![Asked { what: What::Count, terms: vec![self.count] }];
        if tells == Tells::Turns {
            let origin = self.arrivals.iter().fold(self.turn.origin, |origin, arrival| {
                self.terms.choose(arrival.comes, arrival.state().lifted_first(), origin)
            });
            asked.push(Asked { what: What::Told, terms: vec![self.count, self.lead, origin] });
        }
        if self.is_played != Terms::NEVER {
            let turn = &self.turn;
            let told = tells.of([turn.laps, turn.captured, turn.last]);
            let first = [self.is_played, turn.again, turn.ended];
            let terms = first.iter().chain(&told).chain(&turn.cells).copied().collect();
            asked.push(Asked { what: What::Move, terms });
        }
        for arrival in std::mem::take(&mut self.arrivals) {
            let Some(to) = arrival.to(laps) else { continue };
            let can_be_sown = arrival.can_be_sown(&laps[to], &mut self.terms);
            let comes = self.terms.both(arrival.comes, can_be_sown);
            let comes = self.terms.without(comes, self.seldom);
            asked.extend(arrival.told(comes, laps).map(Asked::begins));
        }
        asked.into_iter().chain(self.counted.asked()).collect()
    }
}

/// A turn that is at its end.
#[derive(Debug, Clone, Copy)]
pub(in crate::plan) struct EndOfTurn<const W: usize> {
    pub(in crate::plan) note: Note,
    pub(in crate::plan) cells: [u8; W],
    pub(in crate::plan) again: bool,
    /// The number of the row that has ended the game, plus one; 0 if none has.
    pub(in crate::plan) ended: u8,
    pub(in crate::plan) laps: u8,
    /// The pieces that were captured, and the place where the last piece fell, below 0 for none: where that is told.
    pub(in crate::plan) captured: u8,
    pub(in crate::plan) last: i8,
}

/// What is told of a turn before it is played: South's lead, how many options it is drawn from, and the place that is lifted first.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::plan) struct BeforeTurn {
    pub(in crate::plan) lead: i8,
    pub(in crate::plan) choices: u8,
    pub(in crate::plan) origin: i8,
}

/// What is noted of a turn: the game that it belongs to, by a number, and what is told before it is played, where that is told.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::plan) struct Note {
    pub(in crate::plan) game: u16,
    pub(in crate::plan) before: BeforeTurn,
}

impl Note {
    /// Reads what is told of the turn of a lane.
    fn read(&mut self, columns: &Columns<What, VECTORS>, at: &[At], lane: usize) {
        let [choices, lead, origin] = columns.lane(at, lane);
        self.before = BeforeTurn { choices, lead: lead.cast_signed(), origin: origin.cast_signed() };
    }
}

/// What has come of turns.
#[derive(Debug)]
pub(in crate::plan) struct CameOfTurns<const W: usize> {
    pub(in crate::plan) ends: Vec<EndOfTurn<W>>,
    /// The games of turns that cannot be begun so, and of those that have come to nothing.
    pub(in crate::plan) not_begun: Vec<u16>,
    pub(in crate::plan) lost: Vec<u16>,
    /// Turns that take long, each with the lap that it has come to.
    pub(in crate::plan) long: Vec<(usize, UnderWay<W>, Note)>,
    laps: Vec<(usize, UnderWay<W>, Note)>,
    tells: Tells,
    pub(in crate::plan) counts: Counts,
}

impl<const W: usize> CameOfTurns<W> {
    fn tell(&mut self, columns: &Columns<What, VECTORS>, at: &[At], lanes: Lanes, note: impl Fn(usize) -> Note) {
        let [_, again, ended, laps, at @ ..] = at else { return };
        let (told, cells) = at.split_at(if self.tells == Tells::Turns { 2 } else { 0 });
        columns.rows_with(lanes, cells, |lane, cells| {
            let [captured, last] = columns.lane(told, lane);
            self.ends.push(EndOfTurn {
                note: note(lane),
                cells: *cells,
                again: columns.byte(*again, lane) != 0,
                ended: columns.byte(*ended, lane),
                laps: columns.byte(*laps, lane),
                captured,
                last: last.cast_signed(),
            });
        });
    }
}

impl<const W: usize> Hears<W> for CameOfTurns<W> {
    type Note = Note;

    fn moves(&mut self, columns: &Columns<What, VECTORS>, at: &[At], turns: &Turns<Note>) {
        let lanes = Lanes::of(turns.of_column(columns, at[0]));
        self.tell(columns, at, lanes, |lane| turns.notes[lane % LANES]);
    }

    fn lap(&mut self, to: usize, turn: UnderWay<W>, note: Note) {
        self.laps.push((to, turn, note));
    }

    fn counted(&mut self, what: What, count: u64) {
        match what {
            What::Row(row) => self.counts.add_to_row(row, count),
            What::Captured(place) => self.counts.add_to_captured(place, count),
            _ => {}
        }
    }

    fn nothing(&mut self, note: Note) {
        self.lost.push(note.game);
    }
}

/// Turns of one player that are under way in many games.
#[derive(Debug)]
pub(in crate::plan) struct TurnsOf<'p, const W: usize> {
    columns: Columns<What, VECTORS>,
    laps: Vec<Going<'p, Note, W>>,
    /// What is noted of the turns that are begun.
    notes: Vec<Note>,
    /// Where the number of the option stands that is drawn.
    number: At,
    pub(in crate::plan) came: CameOfTurns<W>,
}

impl<'p, const W: usize> TurnsOf<'p, W> {
    pub(in crate::plan) fn both(steps: &'p RelaySteps, sides: &[Side<W>; 2]) -> [Self; 2] {
        let cells = sides[0].sizes.cells;
        steps.players.each_ref().map(|player| TurnsOf {
            columns: Columns::new(&player.turns),
            laps: player.laps.iter().map(Going::new).collect(),
            notes: Vec::new(),
            number: At::try_from(cells).unwrap_or(At::MAX) + Given::Number as At,
            came: CameOfTurns {
                ends: Vec::new(),
                not_begun: Vec::new(),
                lost: Vec::new(),
                long: Vec::new(),
                laps: Vec::new(),
                tells: steps.tells,
                counts: Counts::of(&sides[0]),
            },
        })
    }

    /// Begins a turn in each of some positions, as many as stand in columns or fewer: `draw` draws the number of an option, given the
    /// number of the position and how many options there are. Each belongs to a game.
    pub(in crate::plan) fn begin(&mut self, positions: &[[u8; W]], games: &[u16], draw: impl FnMut(usize, u8) -> u8) {
        self.draw(positions, draw);
        let (columns, laps, notes, came) = (&self.columns, &mut self.laps, &mut self.notes, &mut self.came);
        notes.clear();
        notes.extend(games.iter().map(|game| Note { game: *game, before: BeforeTurn::default() }));
        let (all, mut begun) = (Lanes::first(positions.len()), Lanes::default());
        let _ = columns.run_from(1, |what, at| {
            let lanes = || columns.all_with(at[0]).common(all);
            match what {
                What::Told => notes.iter_mut().enumerate().for_each(|(lane, note)| note.read(columns, at, lane)),
                What::Move => {
                    begun.add(lanes());
                    came.tell(columns, at, lanes(), |lane| notes[lane]);
                }
                What::Begin(to, kept) => {
                    begun.add(lanes());
                    laps[*to].begin(columns, (at, *kept), (positions, |lane| notes[lane]), came);
                }
                What::Row(_) => came.counted(*what, lanes().common(begun).count() as u64),
                What::Captured(_) => came.counted(*what, columns.sum_in(at[0], begun)),
                _ => {}
            }
            ControlFlow::Continue(())
        });
        all.without(begun).each(|lane| came.not_begun.push(games[lane]));
        self.take_up();
    }

    /// Draws a number in each of some positions.
    fn draw(&mut self, positions: &[[u8; W]], mut draw: impl FnMut(usize, u8) -> u8) {
        self.columns.take(positions);
        self.columns.run_part(0);
        let options = self.columns.part(0)[0];
        for lane in 0..positions.len() {
            let number = draw(lane, self.columns.byte(options, lane));
            self.columns.set_byte(self.number, lane, number);
        }
    }

    /// Sows a lap that at least so many turns have come to; tells whether there is one.
    pub(in crate::plan) fn sow(&mut self, least: usize) -> bool {
        let Some(lap) = self.laps.iter_mut().find(|lap| lap.len() >= least) else { return false };
        lap.sow(&mut self.came);
        self.take_up();
        true
    }

    fn take_up(&mut self) {
        for (lap, turn, note) in self.came.laps.drain(..) {
            self.laps[lap].add(turn, note);
        }
        self.take_long();
    }

    fn take_long(&mut self) {
        for (number, lap) in self.laps.iter_mut().enumerate() {
            self.came.long.extend(lap.long().drain(..).map(|(turn, note)| (number, turn, note)));
        }
    }

    /// How many turns have come to laps, and how many of these were sown.
    pub(in crate::plan) fn begun_and_sown(&self) -> [usize; 2] {
        let all = self.laps.iter().map(Going::begun_and_sown);
        all.fold([0; 2], |[begun, sown], lap| [begun + lap[0], sown + lap[1]])
    }

    /// There are too few turns to go on so: they are played to their end like those that take long.
    pub(in crate::plan) fn are_few(&mut self) {
        self.laps.iter_mut().for_each(Going::are_few);
        self.take_long();
    }

    /// The lap with a number.
    pub(in crate::plan) fn head(&self, lap: usize) -> &'p Head {
        self.laps[lap].head()
    }

    /// Forgets all turns. Those that have come to another lap are there by now.
    pub(in crate::plan) fn clear(&mut self) {
        self.are_few();
        self.came.ends.clear();
        self.came.not_begun.clear();
        self.came.lost.clear();
        self.came.long.clear();
    }
}
