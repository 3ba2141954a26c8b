//! Blocks of commands: `$ mancala …`, and below it what the program says.
//!
//! A line `…` stands for any lines, and `…` within a line for any text. A command goes on in the next line behind `\` and within
//! quotes. `> FILE` and `< FILE` are understood, and `cat FILE`.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// A command of a block, with what the page shows below it.
#[derive(Debug)]
pub(crate) struct Shown {
    /// Its lines in the page.
    pub(crate) typed: Vec<String>,
    words: Vec<String>,
    said: Vec<String>,
}

/// The commands of a block.
pub(crate) fn commands(body: &[String]) -> Vec<Shown> {
    let mut commands = Vec::new();
    let mut lines = body.iter().cloned().peekable();
    while let Some(first) = lines.next() {
        let mut text = first.strip_prefix("$ ").unwrap_or_else(|| panic!("`{first}` is no command")).to_string();
        let mut typed = vec![first];
        let words = loop {
            let whole = if text.ends_with('\\') { None } else { shlex::split(&text) };
            if let Some(words) = whole {
                break words;
            }
            let more = lines.next().expect("the command goes on");
            text = match text.strip_suffix('\\') {
                Some(before) => format!("{before} {}", more.trim()),
                None => format!("{text}\n{more}"),
            };
            typed.push(more);
        };
        let mut said = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            said.push(line);
        }
        commands.push(Shown { typed, words, said: without_blank_end(said) });
    }
    commands
}

fn without_blank_end(mut lines: Vec<String>) -> Vec<String> {
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    lines
}

impl Shown {
    /// What the program says now, line by line.
    pub(crate) fn run(&self, folder: &Path) -> Vec<String> {
        let text = match self.words.split_first() {
            Some((program, rest)) if program == "mancala" => mancala(rest, folder),
            Some((program, [file])) if program == "cat" => fs::read_to_string(folder.join(file)).unwrap(),
            _ => panic!("the book runs `mancala` and `cat` alone: {:?}", self.words),
        };
        without_blank_end(text.lines().map(|line| line.trim_end().to_string()).collect())
    }

    /// Whether that is what the page shows.
    pub(crate) fn shows(&self, lines: &[String]) -> bool {
        all_match(&self.said, lines)
    }

    /// What the page shows, or what is to be shown in its place: lines with `…` that still fit are kept.
    pub(crate) fn renewed(&self, lines: &[String]) -> Vec<String> {
        if self.shows(lines) {
            return self.said.clone();
        }
        let pattern = |line: &String| self.said.iter().find(|said| *said != "…" && matches(said, line));
        lines.iter().map(|line| pattern(line).unwrap_or(line).clone()).collect()
    }

    /// Both, for a message.
    pub(crate) fn difference(&self, lines: &[String]) -> String {
        let other = self.said.iter().zip(lines).position(|(said, line)| !matches(said, line));
        let at = other.unwrap_or(self.said.len().min(lines.len()));
        let line = |of: &[String]| of.get(at).map_or("nothing".to_string(), |line| format!("`{line}`"));
        format!("{}\n    the page: {}\n    it says:  {}", self.typed.join("\n"), line(&self.said), line(lines))
    }
}

fn mancala(words: &[String], folder: &Path) -> String {
    let (mut reader, writer) = std::io::pipe().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
    command.current_dir(folder).env_remove("MANCALA_FORMAT").stdin(Stdio::null());
    command.stderr(writer.try_clone().unwrap()).stdout(writer);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            ">" => command.stdout(File::create(folder.join(words.next().unwrap())).unwrap()),
            "<" => command.stdin(File::open(folder.join(words.next().unwrap())).unwrap()),
            _ => command.arg(word),
        };
    }
    let mut child = command.spawn().unwrap();
    // What it holds of the pipe has to be closed, so that the pipe has an end.
    drop(command);
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    child.wait().unwrap();
    text
}

fn all_match(pattern: &[String], lines: &[String]) -> bool {
    match pattern.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "…" => (0..=lines.len()).any(|from| all_match(rest, &lines[from..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, below)| matches(first, line) && all_match(rest, below))
        }
    }
}

fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((end, between)) = parts.split_last() else { return rest.is_empty() };
    for part in between {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(end)
}

#[test]
fn dots_stand_for_what_differs() {
    let said = |lines: &[&str]| lines.iter().map(|line| (*line).to_string()).collect::<Vec<String>>();
    assert!(matches("… moves in … s", "12 moves in 0.3 s") && !matches("… moves in … s", "12 moves in 0.3 h"));
    assert!(!matches("a…a", "a") && matches("a", "a") && !matches("a", "ab"));
    assert!(all_match(&said(&["a", "…", "d"]), &said(&["a", "b", "c", "d"])));
    assert!(!all_match(&said(&["a", "…", "d"]), &said(&["a", "b", "c"])));
    assert!(all_match(&said(&["…"]), &[]) && !all_match(&[], &said(&["a"])));
}
