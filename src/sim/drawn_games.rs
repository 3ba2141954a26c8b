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
    choices: Vec<u64>,
    /// For each turn of the game: the first player's leads in seeds, summed, and their squares, summed.
    leads: Vec<i64>,
    squares: Vec<u64>,
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
            choices: Vec::new(),
            leads: Vec::new(),
            squares: Vec::new(),
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
        reach(&mut self.choices, trail.len());
        let (mut sums, mut turn) = (Sums::default(), 0);
        for sheet in trail.sheets() {
            sums.add(sheet);
            let choices = sheet.column(Column::Choices);
            self.count_widths(choices, tally);
            for (sum, choices) in self.choices[turn..].iter_mut().zip(choices) {
                *sum += u64::from(choices.cast_unsigned());
            }
            turn += sheet.turns();
        }
        tally.drawn_turns(&sums, swapped);
    }

    fn count_widths(&mut self, choices: &[i32], tally: &mut Tally) {
        if column::all_bits(choices) < 1 << u8::BITS {
            for width in choices {
                self.widths[usize::from(width.to_le_bytes()[0])] += 1;
            }
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
        reach(&mut self.leads, turns);
        reach(&mut self.squares, turns);
        self.leaders.clear();
        let mut turn = 0;
        for sheet in trail.sheets() {
            for (counts, column) in [(&mut self.origins, Column::Origin), (&mut self.lasts, Column::Last)] {
                for place in sheet.column(column) {
                    counts[usize::from(place.to_le_bytes()[0])] += 1;
                }
            }
            self.count_leads(turn, sheet.column(Column::Lead), swapped);
            self.leaders.push(Leaders::of(sheet.whole_column(Column::Lead), sheet.turns()));
            turn += sheet.turns();
        }
        self.changes.count(course::changes(&self.leaders), &mut tally.course.changes);
        if let Some(settled) = tally.course.led(&self.leaders, winner) {
            self.settled.count(settled, &mut tally.course.settled);
        }
    }

    /// Counts South's leads before some turns, of which this is the first.
    fn count_leads(&mut self, first: usize, leads: &[i32], swapped: bool) {
        let first = first.min(self.leads.len());
        let sums = self.leads[first..].iter_mut().zip(leads);
        if swapped {
            sums.for_each(|(sum, lead)| *sum -= i64::from(*lead));
        } else {
            sums.for_each(|(sum, lead)| *sum += i64::from(*lead));
        }
        for (sum, lead) in self.squares[first..].iter_mut().zip(leads) {
            let lead = u64::from(lead.unsigned_abs());
            *sum += lead * lead;
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
        tally.drawn_by_turn(&games, &self.choices);
        tally.course.drawn_leads(&games, self.leads.iter().copied().zip(self.squares.iter().copied()));
        self.choices.clear();
        self.leads.clear();
        self.squares.clear();
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

/// Makes room for so many turns.
fn reach<N: Clone + Default>(list: &mut Vec<N>, turns: usize) {
    if list.len() < turns {
        list.resize(turns, N::default());
    }
}
