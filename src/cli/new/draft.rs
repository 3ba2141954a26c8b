//! The text of a game that is begun.

use crate::format::format;
use crate::game::{Playthrough, Variant};
use crate::text::to_line;

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Stores {
    /// Each player has one
    Yes,
    /// What is captured leaves the game; who cannot move has lost
    No,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Laps {
    /// One sowing
    One,
    /// From every last pit that was not empty, on and on
    Many,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Capture {
    /// What faces an empty own pit in which the last seed falls
    Facing,
    /// Where the last seed makes two or three
    Number,
    /// Nothing; with stores, seeds are sown into the own one
    None,
}

/// What is known of the game.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) title: String,
    pub(super) rows: u8,
    pub(super) pits: u8,
    pub(super) seeds: u8,
    pub(super) stores: Stores,
    pub(super) laps: Laps,
    pub(super) capture: Capture,
}

impl Draft {
    /// The whole file, in the one style, with an example of its first move.
    ///
    /// # Errors
    /// Why there is no such game.
    pub(super) fn text(&self) -> Result<String, String> {
        let rules = self.rules();
        let example = self.example(&rules)?;
        format(&format!("{rules}\n{example}")).map_err(|why| format!("{why:?}"))
    }

    fn rules(&self) -> String {
        let parts = [self.head(), self.board(), self.sowing(), self.endless(), self.end()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    fn has_stores(&self) -> bool {
        self.stores == Stores::Yes
    }

    /// Where the seeds are captured, and where the last one counts.
    fn row(&self) -> &'static str {
        if self.rows == 2 { "front" } else { "home" }
    }

    fn sows_stores(&self) -> bool {
        self.has_stores() && self.capture == Capture::None
    }

    fn head(&self) -> String {
        format!(
            "mancala 1\n\n\
             # What kind of game this is, and who plays it. Name the source of every rule, here and in the comments below.\n\
             # `mancala check --watch` says at every save what is wrong; docs/language.md names every construct.\n\n\
             game \"{}\"\n",
            self.title
        )
    }

    fn board(&self) -> String {
        let pits = self.pits;
        let faces = if self.capture == Capture::Facing || self.capture == Capture::Number && self.rows == 2 {
            ("home: {} facing opponent home", "front: {} facing opponent front")
        } else {
            ("home: {}", "front: {}")
        };
        let mut lines = Vec::new();
        if self.rows == 2 {
            lines.push(format!(
                "row {} # the row in the middle, from its owner's left",
                faces.1.replace("{}", &pits.to_string())
            ));
            lines.push(format!("row back: {pits} behind front"));
        } else {
            lines.push(format!(
                "row {} # pits 1..{pits}, from their owner's left",
                faces.0.replace("{}", &pits.to_string())
            ));
        }
        if self.has_stores() {
            lines.push("store # what a player has captured".to_string());
        } else if self.capture != Capture::None {
            lines.push("off # where captured seeds go".to_string());
        }
        let own_store = if self.sows_stores() { ", own store" } else { "" };
        lines.push(if self.rows == 2 {
            format!("track ring: own front {pits}..1, own back 1..{pits}{own_store} # each player sows his own rows")
        } else {
            format!("track ring: own home{own_store}, opponent home # counter-clockwise")
        });
        let each = self.seeds;
        let setup = if self.rows == 2 {
            format!("front: {each} each  back: {each} each")
        } else {
            format!("home: {each} each")
        };
        format!(
            "board {{\n    {}\n}}\n\nsetup {{ {setup} }} # South begins, unless `first: north` stands here\n\nturn: sowing\n",
            lines.join("\n    ")
        )
    }

    fn sowing(&self) -> String {
        let side = if self.rows == 2 { "side" } else { "home" };
        let rows = self.landing().join("\n        ");
        format!(
            "move sowing {{\n    choose pit in own {side} where seeds(it) >= 1 # any own pit that holds a seed\n    lift pit\n    \
             sow ring after pit # one seed in each pit behind it\n    landing {{ # what the last seed does\n        {rows}\n    }}\n}}\n"
        )
    }

    fn landing(&self) -> Vec<String> {
        let mut rows = Vec::new();
        if self.sows_stores() {
            rows.push("extra: last is own store -> again # the same player moves again".to_string());
        }
        rows.extend(self.capture_row());
        if self.laps == Laps::Many {
            rows.push("lap: last was not empty -> relay # the pit is lifted, and sown on".to_string());
        }
        rows.push("otherwise -> stop".to_string());
        rows
    }

    fn capture_row(&self) -> Option<String> {
        let row = self.row();
        let into = if self.has_stores() { "" } else { " into off" };
        let behind = if self.rows == 2 { " + behind facing last" } else { "" };
        match self.capture {
            Capture::None => None,
            Capture::Facing => Some(format!(
                "take: last in own {row}, last was empty, facing last is not empty -> capture facing last{behind}{into}, stop"
            )),
            Capture::Number if self.rows == 2 => Some(format!(
                "take: last in own {row}, seeds(last) in 2..3, facing last is not empty -> capture facing last{into}, stop"
            )),
            Capture::Number => {
                Some(format!("take: last in opponent {row}, seeds(last) in 2..3 -> capture last{into}, stop"))
            }
        }
    }

    fn endless(&self) -> String {
        match self.laps {
            Laps::One => String::new(),
            Laps::Many => "# A turn may go on for ever; then it is over, where it is.\nendless { otherwise -> stop }\n"
                .to_string(),
        }
    }

    fn end(&self) -> String {
        let side = if self.rows == 2 { "side" } else { "home" };
        let row = if self.has_stores() {
            format!(
                "stuck: before a turn, mover cannot move -> for each player {{ capture own {side} }}, higher score wins"
            )
        } else {
            "stuck: before a turn, mover cannot move -> opponent wins".to_string()
        };
        format!("end {{\n    {row}\n}}\n")
    }

    /// The first move as the rules have it; the writer must say whether it is meant so.
    fn example(&self, rules: &str) -> Result<String, String> {
        let game = Variant::from_text("new game", rules).game().map_err(|rejected| rejected.to_string())?;
        let mut played = Playthrough::new(&game);
        let first = played.moves(1).into_iter().next().ok_or("nobody can move")?;
        played.play(&first.text).map_err(|error| error.to_string())?;
        let behind = to_line(played.final_position(), game.model());
        Ok(format!(
            "# Worked out by this program from the rules above. Work out some by hand: they find what the rules do not say.\n\
             example \"the first move\" {{\n    play \"{}\"\n    expect {{ {behind} }}\n}}\n",
            first.text
        ))
    }
}
