//! What the turns of games at random come to. It is counted column by column over some games, and then put to a tally.

use super::column::Sums;
use super::course::Leaders;
use super::statistics::{Counting, count, merge_lists};
use super::tally::{Tally, WIDEST};
use super::{column, course};
use crate::model::Player;
use crate::plan::{Column, Trail};

/// Places that a number of eight bits can name; the last one stands for none.
const PLACES: usize = 1 << 8;

/// Counts that are not put to a tally yet.
#[derive(Debug)]
pub(super) struct DrawnGames {
    /// Turns by number of legal moves; the last entry is for all wider ones.
    widths: [u64; WIDEST + 1],
    /// Games by number of turns.
    lengths: Vec<u64>,
    /// For games with sides as given and swapped: final scores of both sides, and their margins; margins of who moved first.
    scores: [[Counting; 2]; 2],
    margins: [Counting; 2],
    mover_margins: Counting,
    /// How often the lead changed in a game, and when the winner led to the end.
    changes: Counting,
    settled: Counting,
    /// For each turn of the game: legal moves summed.
    choices: SumsByTurn,
    /// For each turn of the game: South's leads in seeds, summed for games with sides as given and swapped, and their squares,
    /// summed.
    leads: [SumsByTurn; 2],
    squares: SumsByTurn,
    /// Who led before the turns of the last game.
    leaders: Vec<Leaders>,
    /// Turns by the place that was lifted first, and by the one where the last piece fell.
    origins: [u64; PLACES],
    lasts: [u64; PLACES],
}

impl Default for DrawnGames {
    fn default() -> Self {
        DrawnGames {
            widths: [0; WIDEST + 1],
            lengths: Vec::new(),
            scores: Default::default(),
            margins: Default::default(),
            mover_margins: Counting::default(),
            changes: Counting::default(),
            settled: Counting::default(),
            choices: SumsByTurn::default(),
            leads: Default::default(),
            squares: SumsByTurn::default(),
            leaders: Vec::new(),
            origins: [0; PLACES],
            lasts: [0; PLACES],
        }
    }
}

impl DrawnGames {
    /// Counts the turns of a game.
    pub(super) fn turns(&mut self, trail: &Trail, swapped: bool, tally: &mut Tally) {
        count(&mut self.lengths, trail.len(), 1);
        self.choices.reach(trail.len());
        let (mut sums, mut turn) = (Sums::default(), 0);
        for sheet in trail.sheets() {
            let bits = sums.add(sheet);
            let choices = sheet.column(Column::Choices);
            self.count_widths(choices, bits, tally);
            self.choices.add(turn, choices, bits);
            turn += sheet.turns();
        }
        tally.drawn_turns(&sums, swapped);
    }

    /// Counts numbers of legal moves, which take these bits.
    fn count_widths(&mut self, choices: &[i32], bits: i32, tally: &mut Tally) {
        if bits < 1 << u8::BITS {
            count_bytes(&mut self.widths, choices);
        } else {
            for width in choices.iter().map(|width| width.cast_unsigned()) {
                self.widths[WIDEST.min(width as usize)] += 1;
                tally.widest = tally.widest.max(width.into());
            }
        }
    }

    /// Counts the scores with which a game has ended.
    pub(super) fn scored(&mut self, [south, north]: [i32; 2], swapped: bool, first: Player, tally: &mut Tally) {
        let of_this = usize::from(swapped);
        let lead = i64::from(south - north);
        self.scores[of_this][0].count(south.into(), &mut tally.scores[of_this][0]);
        self.scores[of_this][1].count(north.into(), &mut tally.scores[of_this][1]);
        self.margins[of_this].count(lead, &mut tally.margins[of_this]);
        self.mover_margins.count(if first == Player::South { lead } else { -lead }, &mut tally.mover_margins);
    }

    /// Counts where the turns of a game began and ended, and who led before them.
    pub(super) fn look_closely(&mut self, trail: &Trail, swapped: bool, winner: Option<Player>, tally: &mut Tally) {
        let first = trail.sheets().first().and_then(|sheet| sheet.column(Column::Origin).first());
        if let Some(first) = first.and_then(|first| usize::try_from(*first).ok()) {
            count(&mut tally.first_pits, first, 1);
        }
        let turns = trail.len().min(course::LATEST);
        self.leads.iter_mut().for_each(|leads| leads.reach(turns));
        self.squares.reach(turns);
        self.leaders.clear();
        let mut turn = 0;
        for sheet in trail.sheets() {
            let (origins, lasts) = (sheet.column(Column::Origin), sheet.column(Column::Last));
            count_bytes(&mut self.origins, origins);
            count_bytes(&mut self.lasts, lasts);
            let leads = sheet.column(Column::Lead);
            add_with_squares([&mut self.leads[usize::from(swapped)], &mut self.squares], turn, leads);
            self.leaders.push(Leaders::of(sheet.whole_column(Column::Lead), sheet.turns()));
            turn += sheet.turns();
        }
        self.changes.count(course::changes(&self.leaders), &mut tally.course.changes);
        if let Some(settled) = tally.course.led(&self.leaders, winner) {
            self.settled.count(settled, &mut tally.course.settled);
        }
    }

    /// Puts everything to a tally, and begins anew.
    pub(super) fn put_to(&mut self, tally: &mut Tally) {
        let widest = self.widths.iter().rposition(|turns| *turns > 0).unwrap_or(0);
        tally.widest = tally.widest.max(widest as u64);
        merge_lists(&mut tally.widths, &self.widths);
        // The last one is no place.
        merge_lists(&mut tally.pits, &self.origins[..PLACES - 1]);
        merge_lists(&mut tally.last_at, &self.lasts[..PLACES - 1]);
        self.widths.fill(0);
        self.origins.fill(0);
        self.lasts.fill(0);
        for (counting, histogram) in self.scores.iter_mut().flatten().zip(tally.scores.iter_mut().flatten()) {
            counting.put_to(histogram);
        }
        self.margins.iter_mut().zip(&mut tally.margins).for_each(|(counting, histogram)| counting.put_to(histogram));
        self.mover_margins.put_to(&mut tally.mover_margins);
        self.changes.put_to(&mut tally.course.changes);
        self.settled.put_to(&mut tally.course.settled);
        for (length, games) in (0..).zip(&self.lengths).filter(|(_, games)| **games > 0) {
            *tally.lengths.entry(length).or_default() += games;
        }
        let games = self.games_by_turn();
        tally.drawn_by_turn(&games, self.choices.take());
        let [given, swapped] = self.leads.each_mut().map(SumsByTurn::take);
        let turns = given.len().max(swapped.len());
        let entry = |sums: &[i64], turn| sums.get(turn).copied().unwrap_or(0);
        let leads = (0..turns).map(|turn| entry(&given, turn) - entry(&swapped, turn));
        tally.course.drawn_leads(&games, leads.zip(self.squares.take()));
    }

    /// How many games have each turn: those that are longer.
    fn games_by_turn(&mut self) -> Vec<u64> {
        let mut longer = 0;
        let mut games: Vec<u64> = self
            .lengths
            .drain(..)
            .skip(1)
            .rev()
            .map(|games| {
                longer += games;
                longer
            })
            .collect();
        games.reverse();
        games
    }
}

/// Counts by its last byte what is told of some turns: of eight at a time, so that little is asked in between.
fn count_bytes(counts: &mut [u64; 1 << u8::BITS], column: &[i32]) {
    let mut count = |told: &i32| counts[usize::from(told.to_le_bytes()[0])] += 1;
    let (eights, rest) = column.as_chunks::<8>();
    for eight in eights {
        eight.iter().for_each(&mut count);
    }
    rest.iter().for_each(count);
}

/// Games that are counted before they are put to a tally, at most.
pub(super) const MOST_GAMES: u64 = 1 << 10;

/// For each turn of the game, something summed over some games. What is small is summed in fewer bits, which is quicker.
#[derive(Debug, Default)]
struct SumsByTurn {
    small: Vec<i32>,
    large: Vec<i64>,
}

impl SumsByTurn {
    /// What is less is small: so many games do not come to more than a number holds.
    const SMALL: i32 = 1 << (30 - MOST_GAMES.ilog2());

    /// Makes room for so many turns.
    fn reach(&mut self, turns: usize) {
        if self.small.len() < turns {
            self.small.resize(turns, 0);
        }
    }

    /// Adds what is told of some turns, of which this is the first, in these bits; what there is no room for is left out.
    fn add(&mut self, first: usize, column: &[i32], bits: i32) {
        if bits < Self::SMALL {
            self.small_from(first).iter_mut().zip(column).for_each(|(sum, one)| *sum += one);
        } else {
            self.add_large(first, column.iter().map(|one| i64::from(*one)));
        }
    }

    fn small_from(&mut self, first: usize) -> &mut [i32] {
        let first = first.min(self.small.len());
        &mut self.small[first..]
    }

    #[cold]
    fn add_large(&mut self, first: usize, told: impl Iterator<Item = i64>) {
        self.large.resize(self.small.len(), 0);
        self.large.iter_mut().skip(first).zip(told).for_each(|(sum, one)| *sum += one);
    }

    /// The sums, which are forgotten with that.
    fn take(&mut self) -> Vec<i64> {
        self.large.resize(self.small.len(), 0);
        let mut sums = std::mem::take(&mut self.large);
        sums.iter_mut().zip(self.small.drain(..)).for_each(|(sum, small)| *sum += i64::from(small));
        sums
    }
}

/// Adds what is told of some turns to sums, and the squares of that to others.
fn add_with_squares([sums, squares]: [&mut SumsByTurn; 2], first: usize, column: &[i32]) {
    // Numbers of so few bits have small squares, and are quickly multiplied.
    if column::bits_of_all(column) < 1 << (SumsByTurn::SMALL.ilog2() / 2) {
        let both = sums.small_from(first).iter_mut().zip(squares.small_from(first)).zip(column);
        both.for_each(|((sum, square), one)| {
            let [_, _, low, high] = one.to_be_bytes();
            let short = i32::from(i16::from_be_bytes([low, high]));
            *sum += one;
            *square += short * short;
        });
    } else {
        sums.add_large(first, column.iter().map(|one| i64::from(*one)));
        squares.add_large(first, column.iter().map(|one| i64::from(*one) * i64::from(*one)));
    }
}
