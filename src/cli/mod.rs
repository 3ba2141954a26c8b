//! The command line. Each command has a file; what they share is how a variant and a position are named
//! (`given`), how a command fails (`failure`), and where it writes (`output`).

mod bench;
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
mod page;
mod perft;
mod play;
mod records;
mod replay;
mod show;
mod sim;
mod svg;
mod told;
mod trace;
mod verify;
mod watch;
mod words;

use crate::library;
use clap::{Parser, Subcommand};
use failure::{Failure, Status};
use output::{ColorChoice, Output};
use std::path::PathBuf;
use std::process::ExitCode;

/// Sowing games from rules files: checks them, explains them, plays them.
#[derive(Debug, Parser)]
#[command(name = "mancala", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    /// When to colour
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN", hide_possible_values = true)]
    color: ColorChoice,
    /// A folder of your own variants, found by name like the shipped ones; may be repeated. After these, the folders that
    /// MANCALA_PATH names are looked in
    #[arg(long = "variants", global = true, value_name = "DIR")]
    own_folders: Vec<PathBuf>,
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
    Page(page::Args),
    Moves(moves::Args),
    Trace(trace::Args),
    Replay(replay::Args),
    Verify(verify::Args),
    Perft(perft::Args),
    Bench(bench::Args),
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
    library::look_in(folders(cli.own_folders));
    let mut out = Output::standard(cli.color);
    let done = run(&cli.command, &mut out).and_then(|status| Ok(out.flush().map(|()| status)?));
    done.unwrap_or_else(|failure| failure.show(cli.color)).into()
}

/// The folders that are looked in: those of the command line, then those of the environment. A missing one is told, and
/// left out.
fn folders(given: Vec<PathBuf>) -> Vec<PathBuf> {
    let path = std::env::var_os("MANCALA_PATH").unwrap_or_default();
    let named = given.into_iter().map(|folder| ("--variants", folder));
    let all = named.chain(std::env::split_paths(&path).map(|folder| ("MANCALA_PATH", folder)));
    let mut found = Vec::new();
    for (said_by, folder) in all.filter(|(_, folder)| !folder.as_os_str().is_empty()) {
        if folder.is_dir() {
            found.push(folder);
        } else {
            failure::warn(
                &format!("there is no folder `{}`", folder.display()),
                Some(&format!("`{said_by}` names it")),
            );
        }
    }
    found
}

fn run(command: &Command, out: &mut Output) -> Result<Status, Failure> {
    match command {
        Command::New(args) => new::run(args, out),
        Command::Check(args) => check::run(args, out),
        Command::Fmt(args) => fmt::run(args, out),
        Command::List(args) => list::run(args, out),
        Command::Show(args) => show::run(args, out),
        Command::Page(args) => page::run(args, out),
        Command::Moves(args) => moves::run(args, out),
        Command::Trace(args) => trace::run(args, out),
        Command::Replay(args) => replay::run(args, out),
        Command::Verify(args) => verify::run(args, out),
        Command::Perft(args) => perft::run(args, out),
        Command::Bench(args) => bench::run(args, out),
        Command::Sim(args) => sim::run(args, out),
        Command::Measure(args) => measure::run(args, out),
        Command::Play(args) => play::run(args, out),
        Command::Explain(args) => explain::run(args, out),
        Command::Lsp(args) => lsp::run(args),
        Command::Completions(args) => completions::run(args, out),
    }
}
