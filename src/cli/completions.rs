//! `mancala completions`

use super::failure::{Failure, Status};
use super::output::Output;
use clap::CommandFactory as _;
use clap_complete::Shell;

/// Writes completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  mancala completions bash > ~/.local/share/bash-completion/completions/mancala")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Cli::command(), "mancala", &mut script);
    out.text(String::from_utf8_lossy(&script))?;
    Ok(Status::Clean)
}
