//! Counts of games as a line of JSON, so that parts of a run that were played apart can be put together without their games.

use super::line_error::LineError;
use super::prepare::Prepared;
use super::tally::Tally;
use crate::text::record::MadeBy;
use serde::{Deserialize, Serialize};

/// What games that follow each other came to.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    /// How many games. It stands first, and tells counts from records.
    counts: u64,
    /// The number of the first.
    first: u64,
    variant: String,
    made_by: MadeBy,
    tally: Tally,
}

/// Whether a line holds counts, and not a record.
pub(super) fn is_counts(line: &str) -> bool {
    line.starts_with("{\"counts\":")
}

/// The counts of games from this one on, as a line.
#[must_use]
pub fn counts_line(prepared: &Prepared, first: u64, tally: &Tally) -> String {
    let counts = Counts {
        counts: tally.games,
        first,
        variant: prepared.variant.clone(),
        made_by: prepared.origin.made_by(),
        tally: tally.clone(),
    };
    // Counts have no maps but those with names and numbers, so that they can always be written.
    serde_json::to_string(&counts).unwrap_or_default() + "\n"
}

/// Reads counts of this simulation, which begin with the game that is expected, and go no further than the games that are wanted.
///
/// # Errors
/// Why the line does not hold them.
pub(super) fn read_counts(prepared: &Prepared, line: &str, next: u64, end: u64) -> Result<Tally, LineError> {
    let Counts { counts, first, variant, made_by, tally } = serde_json::from_str(line).map_err(LineError::NoCounts)?;
    prepared.is_of(&variant)?;
    prepared.origin.is_of(Some(&made_by))?;
    if first != next {
        return Err(LineError::CountsBegin { first, next });
    }
    if counts > end - next {
        return Err(LineError::MoreCounts { counts, left: end - next });
    }
    if tally.games != counts || counts == 0 {
        return Err(LineError::WrongCounts);
    }
    Ok(tally)
}
