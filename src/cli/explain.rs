//! `mancala explain`

use super::failure::{Failure, Status};
use super::output::{Ink, Output};
use super::words::{padded, widest};
use crate::check::check;
use crate::diagnostic::{Code, code, did_you_mean};
use std::io;

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Explains a diagnostic code: what it means, a wrong and a right example
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  mancala explain dead_row\n  mancala explain            all codes in a line each")]
pub(crate) struct Args {
    /// The code, as `dead_row` or `mancala::check::dead_row`
    code: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    match &args.code {
        None => all(out)?,
        Some(name) => explain(find(name)?, out)?,
    }
    Ok(Status::Clean)
}

fn all(out: &mut Output) -> io::Result<()> {
    let width = widest(code::ALL.iter().map(|code| code.name));
    let mut stage = "";
    for code in code::ALL {
        if code.stage != stage {
            if !stage.is_empty() {
                out.line("")?;
            }
            stage = code.stage;
            let heading = out.paint(stage, Ink::Bold);
            out.line(heading)?;
        }
        let name = out.paint(&padded(code.name, width), Ink::Accent);
        out.line(format!("  {name}  {}", code.about))?;
    }
    Ok(())
}

fn find(name: &str) -> Result<&'static Code, Failure> {
    let short = name.rsplit("::").next().unwrap_or(name).to_lowercase();
    code::ALL.iter().find(|code| code.name == short).ok_or_else(|| {
        let names: Vec<&str> = code::ALL.iter().map(|code| code.name).collect();
        let help = did_you_mean(&short, "codes", &names).unwrap_or_else(|| "`mancala explain` lists all codes".into());
        Failure::Usage(format!("there is no code `{name}`"), Some(help))
    })
}

fn explain(code: &Code, out: &mut Output) -> io::Result<()> {
    let page = PAGES.iter().find(|(name, _)| *name == code.name).map(|(_, text)| *text);
    let Some(page) = page else {
        let name = out.paint(&code.full_name(), Ink::Bold);
        return out.line(format!("{name}\n\n{}", code.about));
    };
    let marked = wrong_line(code, page);
    let mut in_code = false;
    for (number, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            in_code = !in_code;
            continue;
        }
        match (in_code, line.strip_prefix('#')) {
            (true, _) if marked == Some(number) => {
                let line = out.paint(line, Ink::Bad);
                out.line(format!("  > {line}"))?;
            }
            (true, _) => {
                let line = out.paint(line, Ink::Accent);
                out.line(format!("    {line}"))?;
            }
            (false, Some(heading)) => {
                let heading = out.paint(heading.trim_start_matches('#').trim(), Ink::Bold);
                out.line(heading)?;
            }
            (false, None) => out.line(line)?,
        }
    }
    Ok(())
}

/// The line of a page that its wrong example is about: what `check` says of it.
fn wrong_line(code: &Code, page: &str) -> Option<usize> {
    let before = page.lines().position(|line| line == "```mancala")?;
    let example: Vec<&str> = page.lines().skip(before + 1).take_while(|line| !line.starts_with("```")).collect();
    let report = check("example.mancala", &(example.join("\n") + "\n"), &|_| None);
    let found = report.diagnostics.iter().find(|one| one.code == *code)?;
    found.labels.first().map(|label| before + report.sources.line(label.span))
}
