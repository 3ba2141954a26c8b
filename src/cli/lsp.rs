//! `mancala lsp`

use super::failure::{Failure, Status};
use crate::lsp::serve;
use lsp_server::Connection;

/// A language server for editors, on standard input and output
#[derive(Debug, clap::Args)]
#[command(after_help = "Editors start it by themselves; docs/authoring.md says how to set them up.")]
pub(crate) struct Args {
    /// Standard input and output, which is what it does anyway; some editors pass this
    #[arg(long, hide = true)]
    stdio: bool,
}

pub(crate) fn run(_: &Args) -> Result<Status, Failure> {
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection);
    drop(connection);
    threads.join()?;
    served.map_err(|error| Failure::usage(format!("the editor does not keep to the protocol: {error}")))?;
    Ok(Status::Clean)
}
