//! Playing until a figure is known well enough. The results are looked at after fixed numbers of games, whatever the number
//! of threads, so that a run always ends with the same game.

use super::prepare::Prepared;
use super::statistics::wilson;
use super::tally::Tally;

/// How many games are played at least.
const LEAST: u64 = 100;

impl Prepared {
    /// Whether enough games were played for the precision that the script asks for.
    #[must_use]
    pub fn is_precise(&self, tally: &Tally) -> bool {
        tally.games >= LEAST && looks_after(tally.games - 1) == tally.games && self.is_narrow(tally)
    }

    /// Whether the interval of the points is as narrow as the script asks for.
    pub(super) fn is_narrow(&self, tally: &Tally) -> bool {
        let Some(precision) = self.simulation.precision else { return false };
        let points = tally.won_by_player(0) as f64 + tally.drawn() as f64 / 2.0;
        let (low, high) = wilson(points, tally.decided() as f64);
        high - low < precision
    }

    /// After how many games more the results are looked at again, where there is a precision to reach.
    #[must_use]
    pub fn look_after(&self, tally: &Tally) -> Option<u64> {
        self.simulation.precision.map(|_| looks_after(tally.games) - tally.games)
    }
}

/// The first number of games above this at which results are looked at: about a tenth more each time.
fn looks_after(games: u64) -> u64 {
    let mut look = LEAST;
    while look <= games {
        look = (look + look / 10).next_multiple_of(LEAST);
    }
    look
}

#[cfg(test)]
mod tests {
    use super::looks_after;

    #[test]
    fn looks_are_at_fixed_numbers_of_games() {
        assert_eq!([0, 99, 100, 150, 200, 1000, 1100].map(looks_after), [100, 100, 200, 200, 300, 1100, 1300]);
    }
}
