//! The book, and the pages that it includes: every block in them is run. Rules are checked, commands print what the page
//! shows, JSON is read back, scripts are played by a command of their page.
//!
//! `MANCALA_BOOK=write cargo test --test suite book` writes into the pages what commands print now.

mod console;
mod page;

use console::commands;
use mancala::text::json::from_json;
use mancala::{Game, Variant};
use page::{Block, as_read, blocks, chapters, files, in_project, included, links};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rules of the book that are right, fragments with what completes them.
pub(crate) fn right_rules() -> Vec<(String, String)> {
    let mut rules = Vec::new();
    for path in files() {
        let page = fs::read_to_string(&path).unwrap();
        for block in blocks(&page).iter().filter(|block| block.kind == "mancala" && block.wrong().is_empty()) {
            rules.push((place(&path, block), block.rules()));
        }
    }
    rules
}

fn place(path: &Path, block: &Block) -> String {
    let path = path.strip_prefix(in_project("")).unwrap_or(path);
    format!("{}:{}", path.display(), block.lines.start)
}

#[test]
fn every_block_of_the_book_is_true() {
    run("short", &|block| block.attribute("long").is_none());
}

#[test]
#[ignore = "measures games for minutes"]
fn long_blocks_of_the_book_are_true() {
    run("long", &|block| block.attribute("long").is_some());
}

fn run(name: &str, wanted: &dyn Fn(&Block) -> bool) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut book =
        Book { folder, wrong: Vec::new(), write: std::env::var("MANCALA_BOOK").is_ok_and(|how| how == "write") };
    files().iter().for_each(|path| book.page(path, wanted));
    assert!(book.wrong.is_empty(), "\n{}", book.wrong.join("\n\n"));
}

/// The book while it is read. Its blocks share a folder, as those of a reader do.
struct Book {
    folder: PathBuf,
    wrong: Vec<String>,
    write: bool,
}

impl Book {
    fn page(&mut self, path: &Path, wanted: &dyn Fn(&Block) -> bool) {
        let text = fs::read_to_string(path).unwrap();
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        let blocks = blocks(&text);
        let mut renewed = Vec::new();
        for block in blocks.iter().filter(|block| wanted(block)) {
            if let Some(name) = block.attribute("file") {
                fs::write(self.folder.join(name), block.text()).unwrap();
            }
            match block.kind.as_str() {
                "mancala" => self.rules(path, block),
                "console" => renewed.push((block.lines.clone(), self.console(path, block))),
                "json" => self.json(path, block),
                "ron" | "text" => self.used(path, block, &text),
                "rust" => self.compiled(path, block),
                "sh" => self.typed_elsewhere(path, block),
                other => self.finds(path, block, &format!("`{other}` is no kind of block that is run")),
            }
        }
        if self.write {
            renewed.into_iter().rev().for_each(|(range, with)| drop(lines.splice(range, with)));
            let text: String = lines.into_iter().map(|line| line + "\n").collect();
            fs::write(path, text).unwrap();
        }
    }

    fn finds(&mut self, path: &Path, block: &Block, what: &str) {
        self.wrong.push(format!("{}: {what}", place(path, block)));
    }

    fn rules(&mut self, path: &Path, block: &Block) {
        let text = block.rules();
        let base = |name: &str| {
            let file = format!("{name}.mancala");
            fs::read_to_string(self.folder.join(&file)).ok().map(|text| (file, text))
        };
        let report = mancala::check::check("page.mancala", &text, &base);
        let found: BTreeSet<&str> = report.diagnostics.iter().map(|one| one.code.name).collect();
        if found != block.wrong().into_iter().collect() {
            let messages: Vec<&str> = report.diagnostics.iter().map(|one| one.message.as_str()).collect();
            self.finds(path, block, &format!("`check` finds {found:?}: {}", messages.join("; ")));
        }
        if mancala::format::format(&text).is_ok_and(|styled| styled != text) {
            self.finds(path, block, "write it as `mancala fmt` does");
        }
    }

    /// The lines of the block as they should be.
    fn console(&mut self, path: &Path, block: &Block) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for command in commands(&block.body) {
            let says = command.run(&self.folder);
            if !self.write && !command.shows(&says) {
                self.finds(path, block, &command.difference(&says));
            }
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.extend(command.typed.iter().cloned());
            lines.extend(command.renewed(&says));
        }
        lines
    }

    /// One value, or one on each line. Those `of` a variant hold positions of it; a `record` agrees with its rules.
    fn json(&mut self, path: &Path, block: &Block) {
        let text = block.text();
        let whole: Result<Vec<Value>, _> = serde_json::from_str(&text).map(|value| vec![value]);
        let values = whole.or_else(|_| text.lines().map(serde_json::from_str).collect());
        let values = match values {
            Ok(values) => values,
            Err(error) => return self.finds(path, block, &error.to_string()),
        };
        if let Some(game) = block.attribute("of").map(|name| self.game(name)) {
            let mut positions = Vec::new();
            values.iter().for_each(|value| positions_in(value, &mut positions));
            for error in positions.into_iter().filter_map(|position| from_json(position, game.model()).err()) {
                self.finds(path, block, &error.to_string());
            }
        }
        if block.attribute("record").is_some() {
            let lines: String = values.iter().map(|value| format!("{value}\n")).collect();
            fs::write(self.folder.join("record.jsonl"), lines).unwrap();
            let verified = &commands(&["$ mancala verify record.jsonl".into()])[0];
            let says = verified.run(&self.folder).join("\n");
            if !says.ends_with("all as the rules say") {
                self.finds(path, block, &says);
            }
        }
    }

    fn game(&self, name: &str) -> Game {
        let variant = match name.ends_with(".mancala") {
            true => Variant::from_text(name, &fs::read_to_string(self.folder.join(name)).unwrap()),
            false => Variant::shipped(name).unwrap(),
        };
        variant.game().unwrap()
    }

    /// A file that a command of the page reads.
    fn used(&mut self, path: &Path, block: &Block, page: &str) {
        let name = block.attribute("file").unwrap_or_default();
        let reads = |line: &str| line.starts_with("$ mancala ") && line.split(' ').any(|word| word == name);
        if !page.lines().any(reads) {
            self.finds(path, block, "no command of the page reads this file");
        }
    }

    /// Code that is compiled and run with the examples of the library.
    fn compiled(&mut self, path: &Path, block: &Block) {
        let library = fs::read_to_string(in_project("src/lib.rs")).unwrap();
        let page = path.strip_prefix(in_project("")).unwrap().to_string_lossy().replace('\\', "/");
        if !library.contains(&format!("include_str!(\"../{page}\")")) {
            self.finds(path, block, "the library does not compile the code of this page");
        }
    }

    /// What a test cannot do: building the program.
    fn typed_elsewhere(&mut self, path: &Path, block: &Block) {
        if !block.body.iter().all(|line| line.starts_with("cargo ")) {
            self.finds(path, block, "commands of the program stand in a block `console`, and are run");
        }
    }
}

/// Every object with the field `to_move`.
fn positions_in<'a>(value: &'a Value, positions: &mut Vec<&'a Value>) {
    match value {
        Value::Object(fields) if fields.contains_key("to_move") => positions.push(value),
        Value::Object(fields) => fields.values().for_each(|value| positions_in(value, positions)),
        Value::Array(values) => values.iter().for_each(|value| positions_in(value, positions)),
        _ => {}
    }
}

#[test]
fn the_book_has_every_page_once() {
    let chapters = chapters();
    let mut folders = vec![in_project("docs/book/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("SUMMARY.md") {
                let times = chapters.iter().filter(|chapter| **chapter == path).count();
                assert_eq!(times, 1, "{} in the summary", path.display());
            }
        }
    }
    let errors = in_project("docs/errors");
    let mut pages: Vec<PathBuf> = chapters.iter().flat_map(|chapter| included(chapter)).map(|(file, _)| file).collect();
    pages.retain(|file| file.starts_with(&errors));
    pages.sort();
    let mut all: Vec<PathBuf> = fs::read_dir(errors).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    assert_eq!(pages, all, "every page of an error stands in one chapter");
}

/// The address within a page that a heading gets.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let signs = text.chars().map(|sign| if sign.is_whitespace() { '-' } else { sign });
    signs.filter(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_')).collect()
}

#[test]
fn links_of_the_book_lead_to_its_pages() {
    let mut followed = 0;
    for chapter in chapters() {
        let text = as_read(&chapter);
        for link in links(&text).filter(|link| !link.starts_with("http")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { chapter.clone() } else { chapter.parent().unwrap().join(file) };
            assert!(target.is_file(), "{}: there is no page `{link}`", chapter.display());
            let there = as_read(&target).lines().any(|line| line.starts_with('#') && anchor(line) == heading);
            assert!(heading.is_empty() || there, "{}: no heading `{link}`", chapter.display());
            followed += 1;
        }
    }
    assert!(followed >= 10, "{followed} links");
}

#[test]
fn links_of_the_documents_lead_to_files() {
    let mut pages = vec![in_project("README.md"), in_project("CONTRIBUTING.md")];
    let mut folders = vec![in_project("docs")];
    while let Some(folder) = folders.pop() {
        let (below, files): (Vec<PathBuf>, Vec<PathBuf>) =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).partition(|path| path.is_dir());
        // The book has addresses of its own.
        folders.extend(below.into_iter().filter(|path| !path.ends_with("book")));
        pages.extend(files);
    }
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text).filter(|link| !link.starts_with("http") && !link.starts_with('#')) {
            let file = link.split('#').next().unwrap_or_default();
            assert!(page.parent().unwrap().join(file).exists(), "{}: there is no `{link}`", page.display());
        }
    }
}

#[test]
fn every_command_is_in_the_book() {
    let page = fs::read_to_string(in_project("docs/book/src/reference/commands.md")).unwrap();
    let shown: HashSet<&str> = page.lines().filter_map(|line| line.strip_prefix("$ mancala ")).collect();
    let help = &commands(&["$ mancala --help".into()])[0];
    let said = help.run(Path::new("."));
    let listed = said.iter().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> =
        listed.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect();
    assert!(names.len() >= 10, "{names:?}");
    for name in names {
        assert!(shown.contains(format!("{name} --help").as_str()), "the book has no help of `{name}`");
        let example = shown.iter().any(|line| line.starts_with(&format!("{name} ")) && !line.ends_with("--help"));
        // A server answers on its standard input, and measures take long.
        assert!(example || ["measure", "lsp"].contains(&name), "the book has no example of `{name}`");
    }
}
