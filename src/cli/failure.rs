//! How a command ends.

use super::output::{ColorChoice, Ink, paint};
use crate::diagnostic::{Format, render_all};
use crate::engine::Exhausted;
use crate::game::Rejected;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

/// What a command found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Nothing to complain of.
    Clean,
    /// A finding: a problem in a file, a move that is not legal, a record that disagrees.
    Finding,
    /// The command could not be carried out.
    Unable,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        match status {
            Status::Clean => ExitCode::SUCCESS,
            Status::Finding => ExitCode::from(1),
            Status::Unable => ExitCode::from(2),
        }
    }
}

impl Status {
    /// The worse of two.
    pub(crate) fn and(self, other: Status) -> Status {
        if other as u8 > self as u8 { other } else { self }
    }
}

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It could not be carried out: a sentence, and help.
    Usage(String, Option<String>),
    /// Something is wrong with what was given: a sentence, and a board to show below it.
    Refused(Status, String, String),
    /// Something is wrong in a text, a rules file or a position on the command line; and a board to show below it.
    Diagnostics(Status, Rejected, String),
    /// Standard output is gone, or could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

impl From<Exhausted> for Failure {
    fn from(exhausted: Exhausted) -> Self {
        Failure::Refused(Status::Finding, exhausted.to_string(), String::new())
    }
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Failure::Usage(message.into(), None)
    }

    /// Tells it on standard error.
    pub(crate) fn show(self, color: ColorChoice) -> Status {
        let color = color.on_stderr();
        let (text, status) = match self {
            Failure::Usage(message, help) => (headed(&message, help.as_deref(), color), Status::Unable),
            Failure::Refused(status, message, shown) => (format!("{}{shown}", headed(&message, None, color)), status),
            Failure::Diagnostics(status, rejected, shown) => {
                let found = render_all(&rejected.diagnostics, &rejected.sources, Format::Human { color });
                (format!("{found}{shown}"), status)
            }
            // Who reads the output has enough of it: nothing is wrong.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return Status::Clean,
            Failure::Output(error) => {
                (headed(&format!("cannot write the output: {error}"), None, color), Status::Unable)
            }
        };
        // There is nowhere left to tell that standard error cannot be written.
        let _ = io::stderr().write_all(text.as_bytes());
        status
    }
}

/// Tells on standard error what does not stop a command.
pub(crate) fn warn(message: &str, help: Option<&str>) {
    let color = ColorChoice::Auto.on_stderr();
    let help = help.map(|help| format!("  {} {help}\n", paint("help:", Ink::Accent, color))).unwrap_or_default();
    let text = format!("{} {message}\n{help}", paint("warning:", Ink::Warning, color));
    // There is nowhere left to tell that standard error cannot be written.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Tells on standard error that a file was written, so that standard output holds results alone.
pub(crate) fn tell_written(path: &Path) {
    let written = paint("written", Ink::Accent, ColorChoice::Auto.on_stderr());
    // There is nowhere left to tell that standard error cannot be written.
    let _ = writeln!(io::stderr(), "{}: {written}", path.display());
}

fn headed(message: &str, help: Option<&str>, color: bool) -> String {
    let help = help.map(|help| format!("  {} {help}\n", paint("help:", Ink::Accent, color))).unwrap_or_default();
    format!("{} {message}\n{help}", paint("error:", Ink::Bad, color))
}
