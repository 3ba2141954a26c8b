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
    let before = page.lines().position(|line| line.starts_with("```"))?;
    let example: Vec<&str> = page.lines().skip(before + 1).take_while(|line| !line.starts_with("```")).collect();
    // An example may say in its first line what its file is called, and be based on itself.
    let own_name = example.first().and_then(|line| line.strip_prefix("# ")).unwrap_or("example.mancala");
    let text = example.join("\n") + "\n";
    let own = |base: &str| (own_name == format!("{base}.mancala")).then(|| (own_name.to_string(), text.clone()));
    let report = check(own_name, &text, &own);
    let found = report.diagnostics.iter().find(|one| one.code == *code);
    let line = found.and_then(|found| found.labels.first()).map(|label| report.sources.line(label.span));
    line.or_else(|| quoted_line(&example)).map(|line| before + line)
}

/// The line, counted from 1, that is quoted where an example is told rather than shown.
fn quoted_line(example: &[&str]) -> Option<usize> {
    let is_told = example.first().is_some_and(|line| line.starts_with(|first: char| first.is_uppercase()));
    example.iter().position(|line| line.starts_with("    ")).filter(|_| is_told).map(|at| at + 1)
}
