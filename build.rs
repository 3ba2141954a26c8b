//! Puts every file of `variants/` and every page of `docs/errors/` into the binary, so that a new variant or page needs
//! no line of Rust; and with each variant what a list says of it, so that nobody who lists them reads hundreds of files.

#![allow(clippy::disallowed_methods, reason = "only the library does without files and clocks")]
#![allow(dead_code, unreachable_pub, reason = "modules of the library are read here too, of which not all is needed")]

use game::facts::Facts;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs};

/// What reads facts off a text, as the library has it; below it what that needs.
#[path = "src/game"]
mod game {
    pub(crate) mod facts;

    /// The rules file of a shipped variant.
    pub(crate) fn shipped_text(name: &str) -> Option<&'static str> {
        let found = super::variants().iter().find(|variant| variant.name == name);
        found.map(|variant| variant.text.as_str())
    }
}

#[path = "src/limits.rs"]
mod limits;

#[path = "src/source.rs"]
mod source;

#[path = "src/syntax"]
mod syntax {
    mod chunk;
    pub(crate) use chunk::{comment_start, items};
}

fn main() {
    println!("cargo:rerun-if-changed=grammar/mancala.pest");
    embed_variants();
    embed_pages();
}

/// A file that goes into the binary.
struct Found {
    /// Its name without the ending.
    name: String,
    path: PathBuf,
}

/// A variant that is shipped.
struct Variant {
    name: String,
    /// The folder that it lies in; empty if it lies in none, and the tests complain of it.
    region: String,
    path: PathBuf,
    text: String,
}

/// The variants, in alphabetical order of their names.
fn variants() -> &'static [Variant] {
    static FOUND: OnceLock<Vec<Variant>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let root = watched("variants");
        let mut all = in_folder(&root, "");
        all.extend(folders(&root).iter().flat_map(|region| in_folder(&root.join(region), region)));
        all.sort_by(|one, other| (&one.name, &one.region).cmp(&(&other.name, &other.region)));
        all
    })
}

/// The variants of a folder.
fn in_folder(folder: &Path, region: &str) -> Vec<Variant> {
    let read = |Found { name, path }| {
        let text = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        Variant { name, region: region.to_string(), path, text }
    };
    files(folder, ".mancala").map(read).collect()
}

/// Writes the tables of the variants: name, folder and text, and what a list says.
fn embed_variants() {
    let mut table = String::from("static SHIPPED: &[Shipped] = &[\n");
    for Variant { name, region, path, .. } in variants() {
        writeln!(table, "    Shipped {{ name: {name:?}, region: {region:?}, text: include_str!({path:?}) }},")
            .expect("writing to a string cannot fail");
    }
    table.push_str("];\n\nstatic FACTS: &[Known] = &[\n");
    for variant in variants() {
        let facts = Facts::of(&variant.text, &|_| None);
        writeln!(table, "    {},", known(&facts)).expect("writing to a string cannot fail");
    }
    write_out("shipped.rs", table);
}

/// Facts, as Rust writes them.
fn known(facts: &Facts) -> String {
    let Facts { title, source, aliases, about, options, rows, laps, captures, lines, difficulty, rule_lines } = facts;
    let captures: String = captures.iter().map(|capture| format!("Capture::{capture:?}, ")).collect();
    format!(
        "Known {{ title: {title:?}, source: {source:?}, aliases: &{aliases:?}, about: {about:?}, options: &{options:?}, \
         rows: {rows}, laps: {laps}, captures: &[{captures}], lines: {lines}, difficulty: Difficulty::{difficulty:?}, \
         rule_lines: {rule_lines} }}"
    )
}

/// Writes the table of the pages: name and text.
fn embed_pages() {
    let mut all: Vec<Found> = files(&watched("docs/errors"), ".md").collect();
    all.sort_by(|one, other| one.name.cmp(&other.name));
    let mut table = String::from("static PAGES: &[(&str, &str)] = &[\n");
    for Found { name, path } in all {
        writeln!(table, "    ({name:?}, include_str!({path:?})),").expect("writing to a string cannot fail");
    }
    write_out("pages.rs", table);
}

/// A folder of the repository, whose changes make this program run again.
fn watched(folder: &str) -> PathBuf {
    println!("cargo:rerun-if-changed={folder}");
    Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets this")).join(folder)
}

/// The files of a folder with this ending. The folder may be missing.
fn files(folder: &Path, ending: &'static str) -> impl Iterator<Item = Found> + use<> {
    fs::read_dir(folder).into_iter().flatten().filter_map(move |entry| {
        let path = entry.ok()?.path();
        let name = path.file_name()?.to_str()?.strip_suffix(ending)?.to_string();
        Some(Found { name, path })
    })
}

/// Names of the folders within a folder.
fn folders(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.filter(|entry| entry.path().is_dir()).filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

fn write_out(file: &str, mut table: String) {
    table.push_str("];\n");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets this")).join(file);
    fs::write(out, table).expect("the build folder can be written");
}
