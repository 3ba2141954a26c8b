//! A declarative rules language for mancala games: text in, games out.
//!
//! A game is a text file. It is parsed ([`syntax`]), its names and options are resolved ([`resolve`]) to a model
//! ([`model`]), judged as a whole ([`check`]), compiled ([`ir`]) and played ([`engine`]). [`Variant`] and [`Game`] are
//! the door to all of that.
//!
//! # Examples
//! ```
//! use mancala::{Bindings, Variant};
//!
//! let oware = Variant::shipped("oware")?;
//! let game = oware.game_with(&Bindings::default().with("grand_slam", "forbidden")).map_err(|why| why.to_string())?;
//! let start = game.start();
//! assert_eq!(game.moves(&start).len(), 6);
//! let played = game.play(&start, "6").map_err(|why| why.to_string())?;
//! assert_eq!(mancala::text::to_line(&played.after, game.model()).split(" north").next(), Some("south home: 4 4 4 4 4 0 store: 0"));
//! # Ok::<(), String>(())
//! ```

pub mod batch;
pub mod check;
#[cfg(feature = "cli")]
#[allow(clippy::disallowed_methods, reason = "commands read files and print")]
pub mod cli;
pub mod diagnostic;
pub mod engine;
pub mod game;
pub mod ir;
pub mod limits;
pub mod model;
pub mod resolve;
#[cfg(feature = "sim")]
#[allow(clippy::disallowed_methods, reason = "runs read scripts, write results and take time")]
pub mod sim;
pub mod situation;
pub mod source;
pub mod syntax;
pub mod text;

pub use game::{
    Count, Game, Move, PlayError, Playthrough, Rejected, Sentence, Turn, Unreadable, Variant, legal_texts,
    shipped_names, shipped_text,
};
pub use resolve::Bindings;
pub use situation::{GameResult, Outcome, Situation};
