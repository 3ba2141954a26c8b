//! `mancala completions`

use super::failure::{Failure, Status};
use super::output::Output;
use crate::diagnostic::code;
use crate::game::shipped_names;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory as _};
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
    clap_complete::generate(args.shell, &mut with_names(args.shell), "mancala", &mut script);
    out.text(String::from_utf8_lossy(&script))?;
    Ok(Status::Clean)
}

/// The commands, with the names of the shipped variants and of the codes as what their arguments may be.
fn with_names(shell: Shell) -> Command {
    let codes = PossibleValuesParser::new(code::ALL.iter().map(|code| code.name));
    let command = super::Cli::command()
        .mut_subcommand("explain", |explain| explain.mut_arg("code", |argument| argument.value_parser(codes)));
    // Zsh would no longer offer files where it is told values.
    if shell == Shell::Zsh {
        return command;
    }
    let names = |argument: Arg| match argument.get_id() == "variant" {
        true => argument.value_parser(PossibleValuesParser::new(shipped_names())),
        false => argument,
    };
    // All arguments at once: one that is changed alone is put behind the others, and would be expected there.
    command.mut_subcommands(|each| each.mut_args(names))
}
