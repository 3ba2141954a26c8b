//! Games of players who only ever draw their moves: the same games as a referee sees, played without what other players need.
//! What is done between the rounds of a match is known to the interpreter alone, which plays the last turn of a round again.

use super::candidates::Candidate;
use super::clock::Clock;
use super::ending::{Ending, Limits, Stop};
use super::seed::{Draws, Generators};
use super::watch::Watch;
use crate::engine::{Cells as _, EncodedMove, Ended, Machine, Shape};
use crate::game::Game;
use crate::model::{Id as _, Place, Player as Side};
use crate::plan::{self, Counts, DrawnTurn, Halt, NotDrawn, TURNS, Trail};
use std::ops::Range;
use std::sync::Arc;

/// After how many turns the clock is looked at: as many as are told at one go.
const TURNS_OF_THE_CLOCK: usize = TURNS;

/// A game that is still to be played has at least so many turns.
const FEWEST_TURNS: usize = 1 << 4;

/// Fewer games are not played at once: most lanes would stand idle.
const FEWEST_GAMES: usize = 100;

/// Plays games at random. Make one for each thread, and use it again.
#[derive(Debug)]
pub(super) struct RandomGames<'p, S: Shape> {
    game: plan::RandomTurns<'p>,
    /// Says what the rules say where a game may be over.
    machine: Machine<'p, S>,
    clock: Arc<Clock>,
    /// Those of the last game.
    generators: Option<Box<Generators>>,
    start: Side,
    /// The numbers of games that were played many at once, and how many turns were played one by one.
    ahead: Range<u64>,
    turns: usize,
    /// Whether rows and captures are counted; what was counted of the last match, and of all games that are not counted by
    /// whoever plays them.
    tells: bool,
    counts: Counts,
    all_counts: Counts,
}

/// What is told of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// How many moves and laps they have, and how they end. Where moves can be tried, they are: each legal one is as likely as any
    /// other, but for the same seed other games are played than where more is told.
    Moves,
    /// What each turn came to, too.
    Turns,
    /// Which rows were taken, and where pieces were captured, too.
    Rules,
}

/// What comes behind the last turn.
#[derive(Debug)]
enum Behind {
    /// The next turn, or in a game of one round nothing.
    Turn,
    /// The first turn of another round of a match.
    Round,
    /// Nothing: the match is over.
    Over(Ended),
}

impl<'p, S: Shape> RandomGames<'p, S> {
    /// None if a game needs more than its cells.
    pub(super) fn new(game: &'p Game, told: Told, clock: &Arc<Clock>) -> Option<Self> {
        let tells = told == Told::Rules;
        let played = if told == Told::Moves { game.random_turns_by_trial() } else { game.random_turns(tells) }?;
        // Another plan need not be made for what is seldom asked; but machine code answers where rows are not told.
        let is_telling = tells && !cfg!(feature = "native");
        let mut machine = if is_telling { game.telling_machine::<S>() } else { game.machine::<S>() };
        machine.set_budget(clock.budget());
        let [counts, all_counts] = [(); 2].map(|()| played.no_counts());
        Some(RandomGames {
            game: played,
            machine,
            clock: Arc::clone(clock),
            generators: None,
            start: Side::South,
            ahead: 0..0,
            turns: 0,
            tells,
            counts,
            all_counts,
        })
    }

    /// Plays games many at once, as far as that can be, before each is asked for: from what positions, and with which words.
    pub(super) fn play_ahead<'s>(
        &mut self,
        games: Range<u64>,
        start: impl Fn(u64) -> &'s S::Position,
        limits: Limits,
        draws: impl Fn(u64) -> Draws,
    ) where
        S: 's,
    {
        self.ahead = 0..0;
        let count = usize::try_from(games.end - games.start).unwrap_or(usize::MAX);
        if count < FEWEST_GAMES || limits.time.is_some() || limits.random_moves > 0 {
            return;
        }
        let turns = self.turns.saturating_add(count.saturating_mul(FEWEST_TURNS));
        let begins: Option<Vec<_>> = games
            .clone()
            .map(|game| {
                let start = start(game);
                Some((start.bytes()?, start.mover()))
            })
            .collect();
        let Some(begins) = begins else { return };
        self.clock.start(None);
        let clock = Arc::clone(&self.clock);
        let is_through = self.game.play_many(
            begins.into_iter(),
            turns,
            limits.moves as usize,
            |number| draws(games.start + number as u64).generators().game,
            || clock.stopped().is_some(),
        );
        self.clock.rest();
        if is_through {
            self.ahead = games;
        }
    }

    /// Heeds another clock, which somebody else starts: that of a player in whose mind games are played.
    pub(super) fn heed(&mut self, clock: &Arc<Clock>) {
        self.clock = Arc::clone(clock);
        self.machine.set_budget(clock.budget());
    }

    /// Plays a game in the mind of a player, of at most so many moves. None if it cannot be played so: with the same words others, who
    /// list moves, may play another one.
    pub(super) fn play_in_mind(&mut self, start: &S::Position, moves: u32, draws: Draws) -> Option<Ending> {
        self.start = start.mover();
        self.game.begin(start.bytes()?, self.start);
        self.play_by(draws, Limits { moves, time: None, random_moves: 0 })
    }

    /// Plays a game. None if a referee has to see to it, from its start.
    pub(super) fn play(&mut self, number: u64, start: &S::Position, limits: Limits, draws: Draws) -> Option<Ending> {
        self.start = start.mover();
        if self.ahead.contains(&number) {
            if let Some(ending) = self.played_ahead(number, limits) {
                return Some(ending);
            }
            self.forget_played(start.bytes()?, &mut draws.generators());
        }
        self.game.begin(start.bytes()?, self.start);
        self.begin_counting();
        self.clock.start(limits.time);
        let ending = self.play_by(draws, limits);
        self.clock.rest();
        self.end_counting(ending.is_some());
        self.turns = self.turns.saturating_add(self.game.trail().len());
        ending
    }

    /// How a game has ended that was played with others; none if it has not come to its end there.
    fn played_ahead(&mut self, number: u64, limits: Limits) -> Option<Ending> {
        let halt = self.game.take_up(usize::try_from(number - self.ahead.start).ok()?)?;
        match self.behind(halt)? {
            Some(ending) => Some(ending),
            None => self.before_turn(limits)?,
        }
    }

    /// What was counted of a game that was played with others is forgotten: its turns are played again, for what is counted of them.
    #[cold]
    fn forget_played(&mut self, start: &[u8], generators: &mut Generators) {
        if !self.tells {
            return;
        }
        let turns = self.game.trail().len();
        self.game.take_counts(&mut self.all_counts);
        self.game.begin(start, self.start);
        while self.game.trail().len() < turns {
            let left = turns - self.game.trail().len();
            if !matches!(self.game.go_on(left, &mut generators.game), Halt::Enough | Halt::Repeated) {
                break;
            }
        }
        let mut counted = self.game.no_counts();
        self.game.take_counts(&mut counted);
        self.all_counts.subtract(&counted);
    }

    /// What is counted of a match is put together game by game, since the last turn of a round is counted again; that of other
    /// games is left with whoever plays them.
    fn begin_counting(&mut self) {
        if !self.tells {
            return;
        }
        if self.game.is_match() {
            self.counts.clear();
        } else {
            self.game.keep_counts();
        }
    }

    /// A game is over. If it does not count, nor does what was counted of it.
    fn end_counting(&mut self, is_valid: bool) {
        if !self.tells {
            return;
        }
        if self.game.is_match() {
            self.game.take_counts(&mut self.counts);
            if is_valid {
                self.all_counts.take(&mut self.counts);
            }
        } else if !is_valid {
            self.game.take_counts_back();
        }
    }

    /// Plays a game that was begun.
    fn play_by(&mut self, draws: Draws, limits: Limits) -> Option<Ending> {
        let mut generators = match self.generators.take() {
            Some(mut generators) => {
                generators.begin(draws);
                generators
            }
            None => Box::new(draws.generators()),
        };
        let ending = self.play_on(limits, &mut generators);
        self.generators = Some(generators);
        ending
    }

    fn play_on(&mut self, limits: Limits, generators: &mut Generators) -> Option<Ending> {
        loop {
            if let Some(ending) = self.before_turn(limits)? {
                return Some(ending);
            }
            let (played, openings) = (self.game.trail().len(), limits.random_moves as usize);
            let (drawn_from, most) = match &mut generators.opening {
                Some(opening) if played < openings => (opening, openings),
                _ => (&mut generators.game, usize::MAX),
            };
            let next_look = (played + 1).next_multiple_of(TURNS_OF_THE_CLOCK);
            let most = most.min(limits.moves as usize).min(next_look) - played;
            let halt = self.game.go_on(most, drawn_from);
            if let Some(ending) = self.behind(halt)? {
                return Some(ending);
            }
        }
    }

    /// How a game ends before its next turn, if it does.
    fn before_turn(&mut self, limits: Limits) -> Option<Option<Ending>> {
        let played = self.game.trail().len();
        if played >= limits.moves as usize {
            if let Behind::Over(ended) = self.behind_last_turn(false)? {
                return Some(Some(Ending::Rules(ended)));
            }
            let can_move = self.machine.can_move(&self.last()).ok()?;
            return self.without_move(can_move, Some(Stop::Moves)).map(Some);
        }
        if played.is_multiple_of(TURNS_OF_THE_CLOCK)
            && let Some(stop) = self.clock.stopped()
        {
            return Some(Some(Ending::Stopped(stop)));
        }
        if self.game.times() <= 1 {
            return Some(None);
        }
        match self.behind_last_turn(false)? {
            Behind::Turn => Some(self.by_the_rules()?.map(Ending::Rules)),
            Behind::Round => self.before_turn(limits),
            Behind::Over(ended) => Some(Some(Ending::Rules(ended))),
        }
    }

    /// How a game ends where turns have come to a halt, if it does.
    fn behind(&mut self, halt: Halt<'p>) -> Option<Option<Ending>> {
        match halt {
            Halt::Enough | Halt::Repeated => Some(None),
            Halt::NotDrawn { why, .. } => match self.behind_last_turn(false)? {
                Behind::Turn => self.not_drawn(why).map(Some),
                Behind::Round => Some(None),
                Behind::Over(ended) => Some(Some(Ending::Rules(ended))),
            },
            Halt::Unknown => None,
            Halt::Ended(row) => match self.behind_last_turn(true)? {
                Behind::Turn => {
                    let (mover, made) = (self.game.trail().last()?.mover, self.last());
                    self.machine.ended_by(row, mover, &made).map(|ended| Some(Ending::Rules(ended)))
                }
                Behind::Round => Some(None),
                Behind::Over(ended) => Some(Some(Ending::Rules(ended))),
            },
        }
    }

    /// How a game ends where no move was drawn.
    fn not_drawn(&mut self, why: NotDrawn<'p>) -> Option<Ending> {
        match why {
            NotDrawn::NoMove => self.without_move(false, None),
            NotDrawn::Over => self.without_move(true, None),
            NotDrawn::OverBy(row) => {
                let mover = self.game.mover();
                let made = position_of::<S>(self.game.at_the_end(), mover);
                self.machine.ended_by(row, mover, &made).map(Ending::Rules)
            }
        }
    }

    /// Looks whether the last turn of a match has ended its round, which is known if a row of `end` has done it. If it has,
    /// the next round is laid out. None if that takes too long.
    fn behind_last_turn(&mut self, is_over: bool) -> Option<Behind> {
        let Some(last) = self.last_turn_again()? else { return Some(Behind::Turn) };
        if !is_over && last.ended.is_none() && last.position == self.last() {
            return Some(Behind::Turn);
        }
        let mut turn = self.game.trail().last()?;
        (turn.again, turn.captured, turn.laps) = (last.again, last.captured, last.laps);
        if self.tells {
            self.tell_again(&last.encoded, &mut turn)?;
        }
        self.game.begin_round(last.position.bytes()?, last.position.mover(), turn);
        Some(last.ended.map_or(Behind::Round, Behind::Over))
    }

    /// The last turn of a match, with what is done behind it; none within if the game is none, or has not begun.
    fn last_turn_again(&mut self) -> Option<Option<Candidate<S>>> {
        let Some((cells, number)) = self.game.last_drawn() else { return Some(None) };
        let position = position_of::<S>(cells, self.game.trail().last()?.mover);
        let unplayed = self.machine.count_unplayed(&position).is_some();
        Candidate::numbered(&mut self.machine, &position, number.into(), unplayed).map(Some)
    }

    /// Counts the last turn as the interpreter plays it, with what is done between rounds, instead of what straight code
    /// has counted of it.
    fn tell_again(&mut self, encoded: &EncodedMove, turn: &mut DrawnTurn) -> Option<()> {
        let position = position_of::<S>(self.game.last_drawn()?.0, turn.mover);
        self.game.take_counts(&mut self.counts);
        if !self.game.count_again(encoded.kind(), &encoded.numbers()) {
            return None;
        }
        let mut counted = self.game.no_counts();
        self.game.take_counts(&mut counted);
        self.counts.subtract(&counted);
        let [rows, captured] = self.counts.lists();
        let mut watch = Watch::new(rows, captured);
        self.machine.play(&position, encoded, &mut watch).ok()?;
        let number = |place: Option<Place>| place.and_then(|place| i32::try_from(place.index()).ok()).unwrap_or(-1);
        (turn.origin, turn.last) = (number(watch.origin), number(watch.last));
        Some(())
    }

    /// How the game ends before the turn by its rules, if it does; none if they take too long.
    fn by_the_rules(&mut self) -> Option<Option<Ended>> {
        let mut looked_at = self.last();
        self.machine.likely_ends(&mut looked_at, self.game.times()).ok()
    }

    /// How a game ends where no move is played: by its rules, or because there is none, or otherwise so.
    fn without_move(&mut self, can_move: bool, otherwise: Option<Stop>) -> Option<Ending> {
        match self.by_the_rules()? {
            Some(ended) => Some(Ending::Rules(ended)),
            None if can_move => otherwise.map(Ending::Stopped),
            None => Some(Ending::Stopped(Stop::Stuck)),
        }
    }

    /// The last position of the last game, without what end rows have awarded before a turn.
    pub(super) fn last(&self) -> S::Position {
        position_of::<S>(self.game.cells(), self.game.mover())
    }

    /// Who began the last game.
    pub(super) fn first(&self) -> Side {
        self.start
    }

    /// The turns of the last game.
    pub(super) fn trail(&self) -> &Trail {
        self.game.trail()
    }

    /// Which rows were taken in all games, and where pieces were captured; it is forgotten with that.
    pub(super) fn take_counts(&mut self, take: impl FnOnce(&Counts)) {
        self.game.take_counts(&mut self.all_counts);
        take(&self.all_counts);
        self.all_counts.clear();
    }
}

/// The position of these cells in which this player is to move.
fn position_of<S: Shape>(cells: &[u8], mover: Side) -> S::Position {
    let mut position = S::Position::zero();
    position.set_bytes(cells);
    position.set_mover(mover);
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::pack;
    use crate::plan::Column;
    use crate::sim::shaped;
    use crate::{Variant, shipped_names};
    use std::cell::Cell;

    /// More than are played at once, where turns lead onward only; and more than that where they are sown lap by lap.
    const GAMES: u64 = 150;
    const MORE_GAMES: u64 = 1_500;

    /// What games come to.
    #[derive(Debug, PartialEq)]
    struct Played {
        /// How each ends, and what is told of its turns.
        games: Vec<(String, Vec<Vec<i32>>)>,
        /// What is counted of all.
        rows: Vec<u64>,
        captured: Vec<u64>,
    }

    /// Whether games are played at once, and whether it was begun before, and called off.
    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Plays {
        OneByOne,
        AtOnce,
        AtOnceAgain,
    }

    /// Plays so many games; none if they cannot be played so.
    fn played<S: Shape>(game: &Game, count: u64, told: Told, plays: Plays, most: u32) -> Option<Played> {
        let limits = Limits { moves: most, time: None, random_moves: 0 };
        let start = pack::<S>(game.program(), &game.without_expired_state(&game.start()));
        let mut random = RandomGames::<S>::new(game, told, &Arc::default())?;
        let draws = |game| Draws { seed: 3, game, pair: game, random_moves: 0 };
        if plays == Plays::AtOnceAgain {
            let (begins, asked) = ((start.bytes()?, start.mover()), Cell::new(0));
            let is_off = || asked.replace(asked.get() + 1) > 40;
            let begins = std::iter::repeat_n(begins, count as usize);
            let words = |number| draws(number as u64).generators().game;
            assert!(!random.game.play_many(begins, usize::MAX, most as usize, words, is_off), "it is called off");
        }
        if plays != Plays::OneByOne {
            random.turns = usize::MAX;
            random.play_ahead(0..count, |_| &start, limits, draws);
            if random.ahead.is_empty() {
                return None;
            }
        }
        let all = [Column::Moved, Column::Choices, Column::Captured, Column::Origin, Column::Last, Column::Lead];
        let columns = if told == Told::Moves { &all[..1] } else { &all };
        let games = (0..count).map(|number| {
            let ending = random.play(number, &start, limits, draws(number));
            let sheets = random.trail().sheets();
            let told =
                columns.iter().map(|column| sheets.iter().flat_map(|sheet| sheet.column(*column)).copied().collect());
            let told = told.collect();
            (format!("{ending:?} {:?}", random.last().bytes()), told)
        });
        let mut played = Played { games: games.collect(), rows: Vec::new(), captured: Vec::new() };
        random.take_counts(|counts| {
            (played.rows, played.captured) = (counts.rows().to_vec(), counts.captured().to_vec());
        });
        Some(played)
    }

    /// Games that are played many at once are the same as those that are played one by one.
    #[test]
    fn many_games_at_once_are_the_same() {
        let mut variants = 0;
        for name in shipped_names() {
            let game = Variant::shipped(name).unwrap().game().unwrap();
            for (told, most) in [(Told::Moves, 1000), (Told::Rules, 1000), (Told::Turns, 70)] {
                variants += usize::from(compare(name, &game, GAMES, (told, most)) && told == Told::Rules);
            }
        }
        assert!(variants >= 70, "only {variants} are played so");
    }

    /// So it is where more games are played than are under way at once.
    #[test]
    fn games_take_turns() {
        for name in ["hus", "tchuka-ruma", "muvalavala-luena"] {
            let game = Variant::shipped(name).unwrap().game().unwrap();
            assert!(compare(name, &game, MORE_GAMES, (Told::Moves, 1000)), "{name}");
        }
        let game = Variant::shipped("tap-urdy").unwrap().game().unwrap();
        assert!(compare("tap-urdy", &game, MORE_GAMES, (Told::Rules, 1000)));
    }

    /// Nothing is left behind of games that were called off.
    #[test]
    fn games_are_called_off() {
        for name in ["tap-urdy", "oware"] {
            let game = Variant::shipped(name).unwrap().game().unwrap();
            shaped!(game.program(), S => {
                let [again, one] = [Plays::AtOnceAgain, Plays::OneByOne]
                    .map(|plays| played::<S>(&game, MORE_GAMES, Told::Rules, plays, 1000).unwrap());
                assert_eq!(again, one, "{name}");
            });
        }
    }

    /// Compares so many games that are played at once with the same one by one; tells whether they can be.
    fn compare(name: &str, game: &Game, games: u64, (told, most): (Told, u32)) -> bool {
        shaped!(game.program(), S => {
            let Some(many) = played::<S>(game, games, told, Plays::AtOnce, most) else { return false };
            let one = played::<S>(game, games, told, Plays::OneByOne, most).unwrap();
            for (number, (one, many)) in one.games.iter().zip(&many.games).enumerate() {
                assert_eq!(one, many, "{name}, game {number}");
            }
            assert_eq!([one.rows, one.captured], [many.rows, many.captured], "{name}");
        });
        true
    }
}
