//! Puts every file of `variants/` and every page of `docs/errors/` into the binary, so that a new variant or page needs
//! no line of Rust.

#![allow(clippy::disallowed_methods, reason = "only the library does without files and clocks")]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=grammar/mancala.pest");
    embed("variants", ".mancala", "SHIPPED", "shipped.rs");
    embed("docs/errors", ".md", "PAGES", "pages.rs");
}

/// Writes a table of the files of a folder: name without its ending, and text. The folder may be missing.
fn embed(folder: &str, ending: &str, table_name: &str, file: &str) {
    println!("cargo:rerun-if-changed={folder}");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets this")).join(folder);
    let entries = fs::read_dir(&folder).into_iter().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok()?.strip_suffix(ending).map(String::from))
        .collect();
    names.sort();
    let mut table = format!("static {table_name}: &[(&str, &str)] = &[\n");
    for name in names {
        let path = folder.join(format!("{name}{ending}"));
        writeln!(table, "    ({name:?}, include_str!({path:?})),").expect("writing to a string cannot fail");
    }
    table.push_str("];\n");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets this")).join(file);
    fs::write(out, table).expect("the build folder can be written");
}
