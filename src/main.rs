//! The `mancala` program; see [`mancala::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    mancala::cli::main()
}
