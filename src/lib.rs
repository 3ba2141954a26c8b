//! A declarative rules language for mancala games: text in, games out.
//!
//! A game is a text file: board, sowing, capture, end. [`Variant`] reads one, [`Game`] is what comes of it when its options
//! are bound, and a [`Playthrough`] plays it from its start to its end, move by move. A [`Move`] has a text that no other
//! legal move has, a position that it leads to, and a story.
//!
//! # Examples
//! A shipped variant with an option, played by its texts:
//! ```
//! use mancala::{Playthrough, Variant};
//!
//! let oware = Variant::shipped("oware")?;
//! let game = oware.game_with(&oware.bind([("grand_slam", "forbidden")])?)?;
//! let mut played = Playthrough::new(&game);
//! for text in ["3", "6", "4"] {
//!     played.play(text)?;
//! }
//! assert_eq!(played.moves(10).len(), 5);
//! assert!(played.outcome().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules of your own, and what is wrong with them:
//! ```
//! use mancala::Variant;
//!
//! let text = "mancala 1\ngame \"Mine\"\nboard { row home: 6 }\nsetup { lawn: 4 each }\n";
//! let rejected = Variant::from_text("mine.mancala", text).game().unwrap_err();
//! assert!(rejected.to_string().contains("lawn"));
//! ```
//!
//! # Features
//! `cli` is the program `mancala`, and brings `sim`: many games from scripts, players, statistics; and `lsp`: a language
//! server for editors. All are there unless `default-features = false` is said. Outside of them the library reads no files, prints nothing and asks for no time:
//! base files come through a [`resolve::Loader`].
//!
//! # Below the door
//! A text is parsed ([`syntax`]), its names and options are resolved ([`resolve`]) to a model ([`model`]), judged as a whole
//! ([`check`]), compiled ([`ir`]) and played ([`engine`]). Positions and records are exchanged as text and JSON ([`text`]).

pub mod check;
#[cfg(feature = "cli")]
#[allow(clippy::disallowed_methods, reason = "commands read files and print")]
pub mod cli;
pub mod diagnostic;
#[deny(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]
pub mod engine;
mod fold;
pub mod format;
pub mod game;
pub mod id;
#[deny(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]
pub mod ir;
#[cfg(feature = "sim")]
#[allow(clippy::disallowed_methods, reason = "the user's folders are read")]
pub mod library;
pub mod limits;
#[cfg(feature = "lsp")]
#[allow(clippy::disallowed_methods, reason = "base files are read, and texts are judged beside the server")]
pub mod lsp;
pub mod model;
pub mod pieces;
#[deny(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]
pub mod plan;
pub mod position;
pub mod resolve;
#[cfg(feature = "sim")]
#[allow(clippy::disallowed_methods, reason = "runs read scripts, write results and take time")]
pub mod sim;
pub mod source;
pub mod syntax;
pub mod text;

pub use game::{
    Capture, Count, Difficulty, Facts, Game, Move, OptionError, PlayError, Playthrough, REGIONS, Region, Rejected,
    Sentence, Shipped, Turn, UnknownVariant, Unreadable, Variant, legal_texts, region, shipped, shipped_names,
    shipped_text,
};
pub use position::{GameResult, Outcome, Position, SetUpError};
pub use resolve::Bindings;

/// The code of the book's chapter on the library, which is run with the examples.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/src/guide/library.md")]
#[derive(Debug)]
pub struct LibraryChapter;
