//! Standard output, coloured on a terminal, and quiet when its reader goes away.

use crate::text::DrawStyle;
use anstyle::{AnsiColor, Style};
use serde_json::Value;
use std::env;
use std::io::{self, BufWriter, IsTerminal as _, Write};

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Also into pipes and files
    Always,
    /// Nowhere
    Never,
}

impl ColorChoice {
    fn on(self, terminal: bool) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                terminal && !is_set("NO_COLOR") && env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        }
    }

    /// Whether to colour what is written to standard error.
    pub(crate) fn on_stderr(self) -> bool {
        self.on(io::stderr().is_terminal())
    }
}

/// Whether a variable of the environment is set and not empty.
fn is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// What a text is, and so its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    /// A heading.
    Bold,
    /// What matters little.
    Faint,
    /// A name, a move, a label.
    Accent,
    /// All is well.
    Good,
    /// Something is wrong.
    Bad,
    /// Something may be wrong.
    Warning,
}

/// A text in its colour.
pub(crate) fn paint(text: &str, ink: Ink, color: bool) -> String {
    if !color || text.is_empty() {
        return text.to_string();
    }
    let style = match ink {
        Ink::Bold => Style::new().bold(),
        Ink::Faint => Style::new().dimmed(),
        Ink::Accent => AnsiColor::Cyan.on_default(),
        Ink::Good => AnsiColor::Green.on_default(),
        Ink::Bad => AnsiColor::Red.on_default().bold(),
        Ink::Warning => AnsiColor::Yellow.on_default(),
    };
    format!("{style}{text}{style:#}")
}

/// Where results go.
pub(crate) struct Output {
    to: Box<dyn Write>,
    /// How boards are drawn; its colour is that of all text.
    pub(crate) style: DrawStyle,
}

impl Output {
    /// Standard output.
    pub(crate) fn standard(color: ColorChoice) -> Self {
        let terminal = io::stdout().is_terminal();
        let unicode = !terminal || env::var_os("TERM").is_none_or(|term| term != "dumb" && term != "linux");
        let style = DrawStyle { color: color.on(terminal), unicode };
        Output { to: Box::new(BufWriter::new(io::stdout())), style }
    }

    /// A text in its colour.
    pub(crate) fn paint(&self, text: &str, ink: Ink) -> String {
        paint(text, ink, self.style.color)
    }

    /// Writes a text and ends the line.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.to, "{}", text.as_ref().trim_end())
    }

    /// Writes a text as it is.
    pub(crate) fn text(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.to.write_all(text.as_ref().as_bytes())
    }

    /// Writes a JSON document and ends the line.
    pub(crate) fn json(&mut self, value: &Value) -> io::Result<()> {
        writeln!(self.to, "{}", laid_out(value, 0))
    }

    /// Writes a heading behind an empty line.
    pub(crate) fn heading(&mut self, text: &str) -> io::Result<()> {
        let heading = self.paint(text, Ink::Bold);
        writeln!(self.to, "\n{heading}")
    }

    /// Makes sure that all has been written.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Widest line of JSON that is not broken up.
const JSON_WIDTH: usize = 110;

/// JSON for people too: what fits on a line stands on one.
fn laid_out(value: &Value, indent: usize) -> String {
    let short = value.to_string();
    let inner = " ".repeat(indent + 2);
    let entries: Vec<String> = match value {
        _ if indent + short.len() <= JSON_WIDTH => return short,
        Value::Array(values) => values.iter().map(|value| format!("{inner}{}", laid_out(value, indent + 2))).collect(),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                format!("{inner}{}: {}", Value::from(name.as_str()), laid_out(value, indent + 2))
            };
            fields.iter().map(field).collect()
        }
        _ => return short,
    };
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    format!("{open}\n{}\n{}{close}", entries.join(",\n"), " ".repeat(indent))
}
