//! The tests, as one binary: what is tested stands in files, so that a new case needs no Rust.

mod agreement;
mod cli;
mod deep;
mod diagnostics;
mod documents;
mod examples;
mod generated;
mod laws;
mod perft_tables;
mod records;
mod reference;
mod runs;
mod sampling;
mod shipped;
mod sim;
mod text;
