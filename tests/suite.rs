//! The tests, as one binary: what is tested stands in files, so that a new case needs no Rust.

#![allow(clippy::disallowed_methods, reason = "only the library does without files and clocks")]

#[macro_use]
mod shape;

mod agreement;
mod authoring;
mod based_on;
mod book;
mod budget;
mod catalogue;
mod cli;
mod deep;
mod diagnostics;
mod documents;
mod examples;
mod faults;
mod format;
mod generated;
mod laws;
mod limits;
mod lsp;
mod measures;
mod other_words;
mod parts;
mod perft_tables;
mod plan;
mod play;
mod properties;
mod records;
mod reference;
mod results;
mod runs;
mod sampling;
mod shipped;
mod sim;
mod text;
