//! Text to syntax tree. No name is resolved at this stage.

pub mod ast;
mod build;
mod chunk;
mod explain;
mod expression;
pub(crate) mod layout;
mod parser;
mod repair;
mod rule_name;
mod slip;
mod token;
pub mod walk;

pub use parser::{parse, parse_only, parse_position};
pub use token::words;
