//! Plays many games by the rules of a variant, from scripts: simulations, fixed lines of play, sweeps over variants and
//! options, tournaments. Nothing here knows a particular game, and nothing here prints.

mod advise;
mod bench;
mod bounds;
mod candidates;
mod clock;
mod ending;
mod expect;
mod files;
mod forbidden;
mod origin;
mod outputs;
pub mod player;
mod prepare;
pub mod rating;
mod read;
mod read_back;
mod record;
mod referee;
pub mod report;
mod run;
mod scenario;
mod scribe;
pub mod script;
mod seed;
mod summary;
mod sweep;
mod tally;

pub use crate::game::{VERSION, hash_of};
pub use advise::advise;
pub use bench::{Playouts, playouts};
pub use candidates::{Candidate, Candidates, MOST_LISTED};
pub use clock::Clock;
pub use ending::{Ending, Stop};
pub use expect::check as check_expectations;
pub use files::OutFile;
pub use forbidden::forbidding;
pub use origin::Origin;
pub use outputs::check_outputs;
pub use prepare::{Prepared, prepare, scenario_inputs};
pub use read::{ScriptError, ScriptText, read_ron};
pub use read_back::{Lines, ReadBack, read_back};
pub use record::{forfeit_of, write_stop};
pub use referee::{Limits, Ply, Referee};
pub use run::{Progress, Run, RunError};
pub use scenario::{Told, play_scenario};
pub use scribe::{Batch, csv_line, table_head};
pub use seed::{Generator, below, game_generator, opening_generator};
pub use summary::{rate, summary};
pub use sweep::{Cell, cells, pairings};
pub use tally::{Histogram, Spread, Tally, share, spread, wilson};

use crate::game::shaped;
