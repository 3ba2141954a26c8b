//! Text to syntax tree. No name is resolved at this stage.

pub mod ast;
mod build;
mod chunk;
#[cfg(feature = "lsp")]
pub(crate) mod expected;
mod explain;
mod expression;
mod failure;
mod grammar;
mod idiom;
pub(crate) mod layout;
#[cfg(feature = "lsp")]
pub(crate) mod leaves;
mod node;
mod parser;
mod repair;
mod rule_name;
mod slip;
mod token;
pub mod walk;

pub(crate) use chunk::{comment_start, items};
#[cfg(feature = "lsp")]
pub(crate) use grammar::Rule;
pub(crate) use grammar::is_reserved;
pub use parser::{parse, parse_only, parse_position};
pub use token::words;
