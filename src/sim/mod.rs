//! Plays many games by the rules of a variant, from scripts: simulations, fixed lines of play, sweeps over variants and
//! options, tournaments. Nothing here knows a particular game, and nothing here prints.

mod advise;
mod bench;
mod bounds;
mod candidates;
mod clock;
mod columns;
mod course;
mod document;
mod ending;
mod expect;
mod figures;
mod files;
mod flow;
mod forbidden;
pub mod measure;
mod occurrences;
mod origin;
mod outputs;
pub mod player;
mod precision;
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
pub mod statistics;
mod summary;
mod sweep;
mod tally;

pub use advise::advise;
pub use bench::{Playouts, playouts};
pub use candidates::{Candidate, Candidates, MOST_LISTED};
pub use clock::Clock;
pub use columns::{Columns, csv_line};
pub use course::{Course, Lead};
pub use document::{SCHEMA, other_document, simulation_document, sweep_document, value as figures_json};
pub use ending::{Ending, Stop};
pub use expect::check as check_expectations;
pub use figures::{Figures, MadeBy, Standing};
pub use files::OutFile;
pub use flow::Flow;
pub use forbidden::forbidding;
pub use occurrences::{Occurrences, fingerprint};
pub use origin::{Origin, VERSION, hash_of};
pub use outputs::check_outputs;
pub use prepare::{Prepared, prepare, scenario_inputs};
pub use read::{ScriptError, ScriptText, read_ron, read_value};
pub use read_back::{Lines, ReadBack, read_back};
pub use record::{forfeit_of, write_stop};
pub use referee::{Limits, Ply, Referee};
pub use run::{Progress, Run, RunError};
pub use scenario::{Told, play_scenario};
pub use scribe::{Batch, table_head};
pub use seed::{Generator, below, game_generator, opening_generator};
pub use statistics::{Estimate, Histogram, Spread, share, spread, wilson};
pub use summary::{rate, summary};
pub use sweep::{Cell, cells, pairings};
pub use tally::Tally;

/// Runs a body with the shape of position that a program needs.
macro_rules! shaped {
    ($program:expr, $shape:ident => $body:expr) => {
        if $program.layout.wide {
            type $shape = crate::engine::Wide;
            $body
        } else {
            type $shape = crate::engine::Small;
            $body
        }
    };
}
pub(crate) use shaped;
