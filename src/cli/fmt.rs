//! `mancala fmt`

use super::failure::{Failure, Status};
use super::given::{STANDARD_INPUT, read_named, shown_name};
use super::output::{ColorChoice, Ink, Output};
use super::words::count;
use crate::diagnostic::Diagnostic;
use crate::format::{Unformatted, format, format_page};
use crate::game::Rejected;
use crate::source::SourceMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Writes rules files in the one style: indentation, blanks and blank lines; comments and the ends of lines stay
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  mancala fmt my-game.mancala\n  mancala fmt variants/*/*.mancala --check\n  mancala fmt - < my-game.mancala\n\nA file that cannot be read is left as it is. Of a page (.md) the blocks marked `mancala` are formatted."
)]
pub(crate) struct Args {
    /// The files, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Changes nothing; tells which files are not in this style
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let mut status = Status::Clean;
    let mut differ = 0;
    for name in &args.files {
        let done = Given::read(name).and_then(|given| given.format(args.check, out));
        match done {
            Ok(Outcome::Same) => {}
            Ok(Outcome::Written) => differ += 1,
            Ok(Outcome::Differs) => {
                differ += 1;
                status = status.and(Status::Finding);
            }
            Err(failure @ Failure::Output(_)) => return Err(failure),
            Err(failure) => {
                out.flush()?;
                status = status.and(failure.show(ColorChoice::Auto));
            }
        }
    }
    if differ == 0 && status == Status::Clean && args.files.iter().all(|name| name != STANDARD_INPUT) {
        out.line(format!("{}, {}", count(args.files.len(), "file"), out.paint("all in the one style", Ink::Good)))?;
    }
    Ok(status)
}

/// What became of a file.
enum Outcome {
    /// It was in this style before.
    Same,
    /// It is now.
    Written,
    /// It is not, and was not to be changed.
    Differs,
}

/// A text to format.
struct Given<'a> {
    name: &'a str,
    text: String,
}

impl<'a> Given<'a> {
    fn read(name: &'a str) -> Result<Self, Failure> {
        Ok(Given { name, text: read_named(name).map_err(|problem| problem.into_failure(shown_name(name)))? })
    }

    fn format(&self, check: bool, out: &mut Output) -> Result<Outcome, Failure> {
        let styled = self.styled()?;
        let is_same = styled == self.text;
        if check {
            return if is_same { Ok(Outcome::Same) } else { self.tell_difference(&styled, out) };
        }
        if self.name == STANDARD_INPUT {
            out.text(&styled)?;
        } else if !is_same {
            fs::write(self.name, &styled)
                .map_err(|error| Failure::usage(format!("cannot write `{}`: {error}", self.name)))?;
            out.line(format!("{}: {}", self.name, out.paint("written", Ink::Accent)))?;
        }
        Ok(if is_same { Outcome::Same } else { Outcome::Written })
    }

    fn styled(&self) -> Result<String, Failure> {
        if Path::new(self.name).extension().is_some_and(|ending| ending == "md") {
            return Ok(format_page(&self.text).text);
        }
        format(&self.text).map_err(|problem| match problem {
            Unformatted::Unread(diagnostics) => self.unread(diagnostics),
            Unformatted::Changed => Failure::usage(format!(
                "`{}` is left as it is: in the one style it would not mean the same, which is a fault of this program",
                shown_name(self.name)
            )),
        })
    }

    fn unread(&self, diagnostics: Vec<Diagnostic>) -> Failure {
        let mut sources = SourceMap::default();
        sources.add(shown_name(self.name), &self.text);
        let left = format!("{} is left as it is: it cannot be read\n", shown_name(self.name));
        Failure::Diagnostics(Status::Finding, Rejected { diagnostics, sources: Arc::new(sources) }, left)
    }

    /// The first line that would be another.
    fn tell_difference(&self, styled: &str, out: &mut Output) -> Result<Outcome, Failure> {
        let (mut old, mut new) = (self.text.lines(), styled.lines());
        let mut number = 1;
        let (is, ought) = loop {
            match (old.next(), new.next()) {
                (Some(is), Some(ought)) if is == ought => number += 1,
                (is, ought) => break (is.unwrap_or_default(), ought.unwrap_or_default()),
            }
        };
        out.line(format!("{}:{number}: {}", shown_name(self.name), out.paint("not in the one style", Ink::Bad)))?;
        out.line(format!("  is      {is}"))?;
        out.line(format!("  ought   {ought}"))?;
        Ok(Outcome::Differs)
    }
}
