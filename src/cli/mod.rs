//! The command line. Each command has a file; what they share is how a variant and a position are named
//! (`given`), how a command fails (`failure`), and where it writes (`output`).

mod boards;
mod check;
mod completions;
mod deep;
mod explain;
mod failure;
mod fmt;
mod given;
mod list;
mod lsp;
mod measure;
mod moves;
mod new;
mod output;
mod perft;
mod play;
mod records;
mod replay;
mod show;
mod sim;
mod svg;
mod trace;
mod verify;
mod watch;
mod words;

use clap::{Parser, Subcommand};
use failure::{Failure, Status};
use output::{ColorChoice, Output};
use std::process::ExitCode;

/// Sowing games from rules files: checks them, explains them, plays them.
#[derive(Debug, Parser)]
#[command(name = "mancala", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    /// When to colour
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN", hide_possible_values = true)]
    color: ColorChoice,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  mancala show oware                 the board, the options, the rules
  mancala new my-game                a small game to begin with
  mancala check my-game.mancala      every problem of a rules file, and its examples played
  mancala fmt my-game.mancala        writes it in the one style
  mancala trace oware 3 6            two moves, step by step, with the rule behind each step

Exit status: 0 all is well, 1 something was found, 2 the command could not be carried out.";

#[derive(Debug, Subcommand)]
enum Command {
    New(new::Args),
    Check(check::Args),
    Fmt(fmt::Args),
    List(list::Args),
    Show(show::Args),
    Moves(moves::Args),
    Trace(trace::Args),
    Replay(replay::Args),
    Verify(verify::Args),
    Perft(perft::Args),
    Sim(sim::Args),
    Measure(measure::Args),
    Play(play::Args),
    Explain(explain::Args),
    Lsp(lsp::Args),
    Completions(completions::Args),
}

/// Runs the command that the arguments name.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Output::standard(cli.color);
    let done = run(&cli.command, &mut out).and_then(|status| Ok(out.flush().map(|()| status)?));
    done.unwrap_or_else(|failure| failure.show(cli.color)).into()
}

fn run(command: &Command, out: &mut Output) -> Result<Status, Failure> {
    match command {
        Command::New(args) => new::run(args, out),
        Command::Check(args) => check::run(args, out),
        Command::Fmt(args) => fmt::run(args, out),
        Command::List(args) => list::run(args, out),
        Command::Show(args) => show::run(args, out),
        Command::Moves(args) => moves::run(args, out),
        Command::Trace(args) => trace::run(args, out),
        Command::Replay(args) => replay::run(args, out),
        Command::Verify(args) => verify::run(args, out),
        Command::Perft(args) => perft::run(args, out),
        Command::Sim(args) => sim::run(args, out),
        Command::Measure(args) => measure::run(args, out),
        Command::Play(args) => play::run(args, out),
        Command::Explain(args) => explain::run(args, out),
        Command::Lsp(args) => lsp::run(args),
        Command::Completions(args) => completions::run(args, out),
    }
}
