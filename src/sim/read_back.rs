//! Records as games again: they are played once more by the rules, and counted.

use super::counts::{is_counts, read_counts};
use super::ending::{Ending, Limits, Stop};
use super::line_error::{BadLine, LineError};
use super::player::Replay;
use super::prepare::Prepared;
use super::record::{players, stop_of};
use super::referee::Referee;
use super::scribe::{Batch, Scribe};
use super::seed::{game_generator, opening_generator};
use super::shaped;
use crate::engine::{Shape, pack};
use crate::text::json::{from_json, outcome_json};
use crate::text::record::{Record, read_record};
use serde_json::Value;
use std::io::{self, BufRead, Read as _};
use std::iter::Peekable;
use std::ops::Range;

/// Plays a recorded game of this simulation again and counts it, as if it had just been played.
///
/// # Errors
/// Why the line is not the record of this game: it breaks off, is of another script, or disagrees with the rules.
pub(super) fn count_line<S: Shape>(
    scribe: &mut Scribe<'_, S>,
    referee: &mut Referee<'_, S>,
    line: &str,
    expected: u64,
) -> Result<(), LineError> {
    let record = read_record(line)?;
    let prepared = scribe.prepared;
    prepared.is_of(&record.variant)?;
    let swapped = prepared.is_swapped(expected);
    let same = record.variant == prepared.variant
        && record.seed == Some(prepared.simulation.seed)
        && record.options.iter().eq(prepared.simulation.options.iter().map(|(name, value)| (name, &value.0)));
    if same && record.game != Some(expected) {
        return Err(LineError::OtherGame { game: record.game, next: expected });
    }
    if !same || record.players != Some(players(prepared, swapped)) {
        return Err(LineError::OtherScript);
    }
    prepared.origin.is_of(record.made_by.as_ref())?;
    let moves = record.moves.as_deref().unwrap_or_default();
    let first = record.positions.first().ok_or(LineError::NoPosition)?;
    let first = from_json(first, prepared.game.model()).map_err(|error| LineError::Position(Box::new(error)))?;
    let start = pack::<S>(prepared.game.program(), &first);
    let stop = stop_of(record.other.get("stopped"));
    let limits = Limits { moves: u32::MAX, time: None, random_moves: 0 };
    let program = prepared.game.program();
    let (mut south, mut north) =
        (Replay::<S>::new(program, moves, stop.clone()), Replay::<S>::new(program, moves, stop));
    let (mut one, mut two) = (game_generator(0, 0), opening_generator(0, 0));
    let ending = referee.play(&start, limits, &mut [&mut south, &mut north], &mut one, &mut two);
    agrees(&record, &ending, prepared, referee.trail().len())?;
    scribe.finish(referee, expected, swapped, &ending);
    Ok(())
}

fn agrees(record: &Record, ending: &Ending, prepared: &Prepared, length: usize) -> Result<(), LineError> {
    let moves = record.moves.as_ref().map_or(0, Vec::len);
    if length != moves {
        return Err(LineError::NotLegal { number: length + 1 });
    }
    let outcome = match ending {
        Ending::Rules(ended) => outcome_json(Some(&ended.outcome(prepared.game.program()))),
        Ending::Stopped(Stop::Interrupted) => return Err(LineError::NotEnded),
        Ending::Stopped(_) => Value::Null,
    };
    if record.outcome.as_ref() == Some(&outcome) { Ok(()) } else { Err(LineError::OtherOutcome) }
}

impl Prepared {
    /// Whether what was written is of this variant.
    pub(super) fn is_of(&self, variant: &str) -> Result<(), LineError> {
        if variant == self.variant {
            return Ok(());
        }
        Err(LineError::OtherVariant { there: variant.into(), wanted: self.variant.clone() })
    }
}

/// Longest line that is read, in bytes: a game of half a million moves.
const LONGEST: u64 = 1 << 28;

/// The lines of a file, with their line breaks.
pub struct Lines {
    text: Peekable<Box<dyn Iterator<Item = io::Result<String>>>>,
    /// The number of the next line, from 1.
    number: usize,
}

// An iterator of any kind tells nothing of itself.
impl std::fmt::Debug for Lines {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Lines(from {})", self.number)
    }
}

impl Lines {
    /// Those of a text.
    #[must_use]
    pub fn new(mut text: impl BufRead + 'static) -> Self {
        let lines: Box<dyn Iterator<Item = _>> = Box::new(std::iter::from_fn(move || {
            let mut line = String::new();
            match (&mut text).take(LONGEST).read_line(&mut line) {
                Ok(0) => None,
                Ok(length) if length as u64 == LONGEST && !line.ends_with('\n') => Some(Err(too_long())),
                Ok(_) => Some(Ok(line)),
                Err(error) => Some(Err(error)),
            }
        }));
        Lines { text: lines.peekable(), number: 1 }
    }

    /// The number of the next line, if there is one.
    pub fn next_number(&mut self) -> Option<usize> {
        self.text.peek().map(|_| self.number)
    }

    fn next(&mut self) -> Option<(usize, io::Result<String>)> {
        let line = self.text.next()?;
        self.number += 1;
        Some((self.number - 1, line))
    }
}

fn too_long() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the line has no end within {} MB", LONGEST >> 20))
}

/// What was read of some games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadBack {
    /// How many games.
    pub games: u64,
    /// The bytes of their lines.
    pub bytes: u64,
    /// Whether the last of their lines has no line break.
    pub unended: bool,
    /// The last line of the file, if it breaks off.
    pub broken: Option<usize>,
}

/// What is to be read.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Which games.
    pub games: Range<u64>,
    /// Whether their records are handed on.
    pub records: bool,
    /// Whether lines of the table are handed on.
    pub table: bool,
    /// Whether counts will do, which other parts of a run have left instead of their games.
    pub counts: bool,
}

/// Reads records of this simulation back: hands each good line to `keep` and counts it, as far as the wanted games go. Stops
/// at a last line that breaks off.
///
/// # Errors
/// A line that is none of this simulation.
pub fn read_back(
    prepared: &Prepared,
    lines: &mut Lines,
    wanted: Wanted,
    keep: &mut dyn FnMut(&Batch),
) -> Result<ReadBack, BadLine> {
    shaped!(prepared.game.program(), S => {
        let mut scribe = Scribe::<S>::new(prepared, wanted.records, wanted.table);
        let mut referee = Referee::new(&prepared.game);
        let mut read = ReadBack::default();
        let (mut next, end) = (wanted.games.start, wanted.games.end);
        while next < end {
            let Some((at, line)) = lines.next() else { break };
            let bad = |why: LineError| BadLine { number: at, why };
            let line = line.map_err(|error| bad(error.into()))?;
            if at == 1 && !line.trim_start_matches('\0').is_empty() && !line.starts_with('{') {
                return Err(bad(LineError::NoGames));
            }
            let batch = if is_counts(&line) {
                let tally = wanted.only_counts().and_then(|()| read_counts(prepared, &line, next, end));
                tally.map(|tally| Batch { first: next, games: tally.games, tally, ..Batch::default() })
            } else {
                count_line::<S>(&mut scribe, &mut referee, &line, next).map(|()| scribe.take(next, 1))
            };
            let batch = match batch {
                Ok(batch) => batch,
                Err(_) if lines.next_number().is_none() && serde_json::from_str::<Value>(&line).is_err() => {
                    read.broken = Some(at);
                    break;
                }
                Err(why) => return Err(bad(why)),
            };
            next += batch.games;
            read.games += batch.games;
            read.bytes += line.len() as u64;
            read.unended = !line.ends_with('\n');
            keep(&batch);
        }
        Ok(read)
    })
}

impl Wanted {
    /// Counts hold no games.
    fn only_counts(&self) -> Result<(), LineError> {
        if self.counts && !self.records && !self.table {
            return Ok(());
        }
        Err(LineError::OnlyCounts)
    }
}
