//! Pages of the book, and the blocks in them.

use std::collections::HashSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A path without links in it, as included files have.
pub(crate) fn in_project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().unwrap().join(path)
}

/// The pages in the order in which they are read.
pub(crate) fn chapters() -> Vec<PathBuf> {
    let source = in_project("docs/book/src");
    let summary = fs::read_to_string(source.join("SUMMARY.md")).unwrap();
    links(&summary).map(|link| source.join(link)).collect()
}

/// Targets of the links of a text.
pub(crate) fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split([')', '\n']).next())
}

/// The files that a chapter consists of: itself, and what it includes. Of each the part that is included is named.
pub(crate) fn included(chapter: &Path) -> Vec<(PathBuf, Option<String>)> {
    let text = fs::read_to_string(chapter).unwrap_or_else(|error| panic!("{}: {error}", chapter.display()));
    let named = text.split("{{#include ").skip(1).filter_map(|rest| rest.split("}}").next());
    let folder = chapter.parent().unwrap();
    let place = |name: &str| match name.split_once(':') {
        Some((file, part)) => (folder.join(file).canonicalize().unwrap(), Some(part.to_string())),
        None => (folder.join(name).canonicalize().unwrap(), None),
    };
    named.map(place).collect()
}

/// A chapter as a reader has it.
pub(crate) fn as_read(chapter: &Path) -> String {
    let mut text = fs::read_to_string(chapter).unwrap();
    for (file, part) in included(chapter) {
        let whole = fs::read_to_string(file).unwrap();
        text.push_str(match part {
            Some(part) => {
                whole
                    .split_once(&format!("<!-- ANCHOR: {part} -->\n"))
                    .and_then(|(_, rest)| rest.split_once(&format!("<!-- ANCHOR_END: {part} -->")))
                    .unwrap_or_else(|| panic!("there is no part `{part}`"))
                    .0
            }
            None => &whole,
        });
    }
    text
}

/// The files of the book, each once, without the pages of errors, which have a test of their own.
pub(crate) fn files() -> Vec<PathBuf> {
    let mut seen = HashSet::new();
    let mut files: Vec<PathBuf> = Vec::new();
    for chapter in chapters() {
        files.extend(included(&chapter).into_iter().map(|(file, _)| file));
        files.push(chapter);
    }
    files.retain(|file| !file.starts_with(in_project("docs/errors")) && seen.insert(file.clone()));
    files
}

/// A fenced block: "```kind,name=value,word", its lines, and the fence.
#[derive(Debug)]
pub(crate) struct Block {
    /// What it is: `mancala`, `console`, `json`, ….
    pub(crate) kind: String,
    attributes: Vec<(String, String)>,
    /// Its lines in the page, without the fences.
    pub(crate) lines: Range<usize>,
    pub(crate) body: Vec<String>,
}

impl Block {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The text, with the lines that a reader does not see.
    pub(crate) fn text(&self) -> String {
        self.body.iter().map(|line| format!("{}\n", line.strip_prefix('~').unwrap_or(line))).collect()
    }

    /// A rules file: the block itself, or the frame that it names with the block in its place.
    pub(crate) fn rules(&self) -> String {
        let Some(frame) = self.attribute("in") else { return self.text() };
        let path = in_project("tests/book/frames").join(format!("{frame}.mancala"));
        let frame = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (before, after) = frame.split_once("…\n").expect("a frame has a place for the block");
        format!("{before}{}{after}", self.text())
    }

    /// Codes that `check` is to find in it; none if it is right.
    pub(crate) fn wrong(&self) -> Vec<&str> {
        self.attribute("finds").map_or(Vec::new(), |codes| codes.split('+').collect())
    }
}

/// The blocks of a page.
pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let lines: Vec<&str> = page.lines().collect();
    let mut blocks = Vec::new();
    let mut at = 0;
    while let Some(first) = (at..lines.len()).find(|line| lines[*line].starts_with("```")) {
        let end = (first + 1..lines.len()).find(|line| lines[*line] == "```").expect("a block has an end");
        let mut words = lines[first][3..].split(',');
        let kind = words.next().unwrap_or_default().to_string();
        let attributes = words
            .map(|word| word.split_once('=').unwrap_or((word, "")))
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect();
        let body = lines[first + 1..end].iter().map(|line| (*line).to_string()).collect();
        blocks.push(Block { kind, attributes, lines: first + 1..end, body });
        at = end + 1;
    }
    blocks
}
