//! The page of a game as Markdown.

use super::super::svg::path::{Way, way};
use super::super::words::{grouped, seeds, title};
use super::escape::{code, escaped};
use super::example;
use super::figures::Figures;
use super::prose;
use crate::game::{Capture, Facts, Game, Variant};
use crate::library::Entry;
use crate::model::{Bound, Choices, Model, Player, Spot};
use std::fmt::Write as _;

pub(super) fn page(entry: &Entry, variant: &Variant, game: &Game, facts: &Facts, figures: &Figures) -> String {
    let parts = [
        head(entry, game, facts),
        in_short(game, facts),
        prose::rules(variant, game),
        options(&game.model().bindings),
        example::section(variant, game).unwrap_or_default(),
        how_it_plays(figures, facts),
        sources(entry, game, facts),
        figures.line(),
    ];
    let mut text =
        parts.iter().filter(|part| !part.is_empty()).map(|part| part.trim_end()).collect::<Vec<_>>().join("\n\n");
    text.push('\n');
    text
}

fn head(entry: &Entry, game: &Game, facts: &Facts) -> String {
    let mut text = format!("# {}\n\n", escaped(&game.model().title));
    if !facts.aliases.is_empty() {
        let _ = writeln!(text, "Also called {}.\n", escaped(&facts.aliases.join(", ")));
    }
    if !facts.about.is_empty() {
        let _ = writeln!(text, "{}\n", escaped(&facts.about));
    }
    let _ = write!(text, "![The board at the start]({}.svg)", entry.name);
    text
}

// --- the rules --------------------------------------------------------------------------------------------------------

fn in_short(game: &Game, facts: &Facts) -> String {
    let model = game.model();
    let mut text = String::from("## In short\n\n");
    let mut point = |sentence: String| {
        let _ = writeln!(text, "- {sentence}");
    };
    point(board(model));
    point(format!("{} {}; {} begins.", seeds_at_start(game), in_all(model), title(model.first)));
    if let Some(sentence) = sowing(model) {
        point(sentence);
    }
    point(if facts.laps { "A turn may have several laps.".into() } else { "A turn is one lap.".into() });
    point(match facts.captures.as_slice() {
        [] => "No move captures seeds.".to_string(),
        some => {
            format!("Captured are {}.", some.iter().map(|one: &Capture| one.about()).collect::<Vec<_>>().join("; or "))
        }
    });
    point(format!("The rules take {} lines: {} to learn.", facts.rule_lines, facts.difficulty.word()));
    text
}

fn board(model: &Model) -> String {
    let rows: Vec<String> =
        model.board.rows.iter().map(|row| format!("{} of {} pits", code(&row.name), row.size)).collect();
    let each = if rows.len() == 1 { "a row" } else { "rows" };
    let holders: Vec<String> = model.board.holders.iter().map(|holder| format!("a {}", holder.name)).collect();
    let with = if holders.is_empty() { String::new() } else { format!(", and {}", holders.join(" and ")) };
    format!("Each player has {each} {}{with}.", rows.join(" and "))
}

fn seeds_at_start(game: &Game) -> String {
    let (model, start) = (game.model(), game.start());
    let pits = model.board.pits_of_side().map(|pit| model.board.place(Player::South, pit));
    let mut counts: Vec<u32> = pits.map(|pit| start.pieces().at(pit)).collect();
    counts.dedup();
    match (counts.as_slice(), model.only_kind()) {
        ([0], _) => "The board begins empty:".to_string(),
        ([count], Some(_)) => format!("Each pit holds {} at the start,", seeds(*count as i32, model)),
        _ => "At the start the pits hold what the picture shows,".to_string(),
    }
}

fn in_all(model: &Model) -> String {
    format!("{} in all", seeds(model.total() as i32, model))
}

/// Which way seeds go, and round what.
fn sowing(model: &Model) -> Option<String> {
    let track = model.board.tracks.values().next()?;
    let is_pit = |local| model.board.pits_of_side().any(|pit| pit == local);
    let of_opponent = track.spots.iter().any(|spot| matches!(spot, Spot::Opponent(local) if is_pit(*local)));
    let store = model.board.store();
    let store_sown = track.spots.iter().any(|spot| matches!(spot, Spot::Own(place) if Some(*place) == store));
    let round = if of_opponent { "round the whole board" } else { "round the mover's own rows" };
    let how = match way(&model.board, Player::South, model.board.rows.first()?) {
        Way::Both => "either way",
        // South's first row is the nearest to the other player where a player has several.
        Way::Right if of_opponent => "counter-clockwise",
        Way::Left if of_opponent => "clockwise",
        _ => "one way, as the arrows show,",
    };
    let store = if store_sown { "; the mover's own store gets a seed in passing" } else { "" };
    Some(format!("Seeds are sown {how} {round}{store}."))
}

fn options(bindings: &[Bound]) -> String {
    if bindings.is_empty() {
        return String::new();
    }
    let mut text = String::from("## Options\n\n");
    for bound in bindings {
        let about = escaped(bound.about.as_deref().unwrap_or_default());
        match &bound.choices {
            Choices::Range(low, high) => {
                let _ = writeln!(text, "- {}: {about} ({low} to {high}; {})", code(&bound.name), bound.value);
            }
            Choices::Values(values) => {
                let _ = writeln!(text, "- {}: {about}", code(&bound.name));
                for (value, meaning) in values {
                    let meaning = meaning.as_ref().map(|meaning| format!(": {}", escaped(meaning))).unwrap_or_default();
                    let default = if *value == bound.value { " (unless another is chosen)" } else { "" };
                    let _ = writeln!(text, "  - {}{meaning}{default}", code(value));
                }
            }
        }
    }
    text
}

// --- figures and sources ----------------------------------------------------------------------------------------------

fn how_it_plays(figures: &Figures, facts: &Facts) -> String {
    if figures.games == 0 {
        return "## How it plays\n\nNot played yet.".to_string();
    }
    let mut text = format!("## How it plays\n\n{} games at random, seed {}", grouped(figures.games), figures.seed);
    let _ = writeln!(
        text,
        "{}.\n\n| | |\n|---|---|",
        if figures.games < 10_000 { ", where other pages have 10 000: these take long" } else { "" }
    );
    let mut row = |name: &str, figure: String| {
        let _ = writeln!(text, "| {name} | {figure} |");
    };
    let [middle, from, to] = figures.moves;
    row("moves of a game", format!("{middle}, in nine of ten games {from} to {to}"));
    row("legal moves of a turn", format!("{}, at most {}", figures.choices.0, figures.choices.1));
    if facts.laps {
        row("laps of a turn", format!("{}, at most {}", figures.laps.0, grouped(u64::from(figures.laps.1))));
    }
    row("turns with a capture", format!("{} in a game", figures.captures));
    if figures.unfinished < 100.0 {
        row("points of who moves first", format!("{} of 100", figures.first));
        row("draws", format!("{} %", figures.draws));
    }
    if figures.unfinished > 0.0 {
        row("broken off after 1000 moves", format!("{} %", figures.unfinished));
    }
    let ended: Vec<String> = figures.ended.iter().map(|(by, share)| format!("{} {share} %", code(by))).collect();
    row("ended by", ended.join(", "));
    text
}

fn sources(entry: &Entry, game: &Game, facts: &Facts) -> String {
    let mut text = String::from("## Sources\n\n");
    if let Some(source) = &facts.source {
        let _ = writeln!(text, "- {}", cited(source, entry.path.is_none()));
    }
    match (&entry.path, entry.region) {
        (None, Some(region)) => {
            let _ = writeln!(
                text,
                "- The rules: [`{0}.mancala`](../../variants/{1}/{0}.mancala), among the games of [{2}](README.md).",
                entry.name, region.folder, region.title
            );
        }
        _ => {
            let _ = writeln!(text, "- The rules: {}", code(&format!("{}.mancala", entry.name)));
        }
    }
    let files = game.sources().files();
    let bases: Vec<String> = files.iter().skip(1).map(|file| code(&file.name)).collect();
    if !bases.is_empty() {
        let _ = writeln!(text, "- Based on {}.", bases.join(", which is based on "));
    }
    text
}

/// What a file refers to: of a shipped one, with the keys as links to the bibliography.
fn cited(source: &str, shipped: bool) -> String {
    if source.starts_with("http") {
        return format!("<{source}>");
    }
    if !shipped {
        return escaped(source);
    }
    let works = source.split("; ").map(|work| {
        let (key, rest) = work.split_at(work.find([',', ':', ' ', '(']).unwrap_or(work.len()));
        format!("[{key}](../bibliography.md){}", escaped(rest))
    });
    works.collect::<Vec<_>>().join("; ")
}
