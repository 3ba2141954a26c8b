//! Puts every file of `variants/` and every page of `docs/errors/` into the binary, so that a new variant or page needs
//! no line of Rust.

#![allow(clippy::disallowed_methods, reason = "only the library does without files and clocks")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

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

/// Writes the table of the variants: the name, the folder that it lies in, and the text, in alphabetical order of the
/// names. A file that lies in no folder has an empty one, and the tests complain of it.
fn embed_variants() {
    let root = watched("variants");
    let mut all: Vec<(Found, String)> = files(&root, ".mancala").map(|found| (found, String::new())).collect();
    for region in folders(&root) {
        all.extend(files(&root.join(&region), ".mancala").map(|found| (found, region.clone())));
    }
    all.sort_by(|one, other| (&one.0.name, &one.1).cmp(&(&other.0.name, &other.1)));
    let mut table = String::from("static SHIPPED: &[Shipped] = &[\n");
    for (Found { name, path }, region) in all {
        writeln!(table, "    Shipped {{ name: {name:?}, region: {region:?}, text: include_str!({path:?}) }},")
            .expect("writing to a string cannot fail");
    }
    write_out("shipped.rs", table);
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
