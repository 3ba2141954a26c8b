//! Puts every file of `variants/` into the binary, so that a new variant needs no line of Rust.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=variants");
    println!("cargo:rerun-if-changed=grammar/mancala.pest");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets this");
    let mut names: Vec<String> = fs::read_dir(Path::new(&root).join("variants"))
        .expect("the folder of variants is there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok()?.strip_suffix(".mancala").map(String::from))
        .collect();
    names.sort();
    let mut table = String::from("static SHIPPED: &[(&str, &str)] = &[\n");
    for name in names {
        let path = Path::new(&root).join("variants").join(format!("{name}.mancala"));
        writeln!(table, "    ({name:?}, include_str!({path:?})),").expect("writing to a string cannot fail");
    }
    table.push_str("];\n");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets this")).join("shipped.rs");
    fs::write(out, table).expect("the build folder can be written");
}
