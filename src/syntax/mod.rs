//! Text to syntax tree. No name is resolved at this stage.

pub mod ast;
mod build;
mod chunk;
mod expression;
mod parser;
mod rule_name;
mod slip;

pub use parser::{parse, parse_only, parse_position};
