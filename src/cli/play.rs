//! `mancala play`

use super::failure::{Failure, Status};
use super::given::GameArgs;
use super::output::Output;

/// A game in the terminal
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
}

pub(crate) fn run(args: &Args, _out: &mut Output) -> Result<Status, Failure> {
    let _ = args.game.game()?;
    Ok(Status::Clean)
}
