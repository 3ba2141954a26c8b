//! A compiled game as text that a person can read: the code of South, in the words of the rules.

mod expressions;
mod flow;
mod judgement;
mod lines;
mod names;
mod phrase;
mod turns;

use super::id::TrackId;
use super::layout::PositionShape;
use super::program::{Code, Program};
use crate::model::Player;
use expressions::Words;
use flow::{CLOSE, Flow};
use lines::Lines;
use turns::Turns;

/// Lists a program from South's side; North's code is its mirror image.
#[must_use]
pub fn listing(program: &Program) -> String {
    let code = program.code(Player::South);
    let flow = Flow::of(program, code);
    let words = Words::of(program, code);
    let turns = Turns { words, flow: &flow };
    let mut lines = Lines::default();
    head(program, &mut lines);
    tracks(words, code, &mut lines);
    turns.state(&mut lines);
    looks(code, &mut lines);
    part("phases", &mut lines, |below| turns.phases(below));
    blocks(turns, &mut lines);
    part("legal", &mut lines, |below| turns.legality(below));
    part("endless", &mut lines, |below| turns.endless(below));
    part("end", &mut lines, |below| turns.ends(below));
    part("match", &mut lines, |below| turns.rounds(below));
    part("score and marks", &mut lines, |below| turns.scores(below));
    lines.text()
}

/// What the words in square brackets behind an action mean.
fn looks(code: &Code, lines: &mut Lines) {
    if !code.untils.is_empty() {
        lines.add(0, "[until] behind what moves pieces: the conditions above are looked at");
    }
    if !code.ends_at_capture.is_empty() {
        lines.add(0, "[ends] behind a capture: the rows `at a capture` are looked at");
    }
}

/// Blocks with their headings; those that are word for word the same stand there once.
fn blocks(turns: Turns<'_>, lines: &mut Lines) {
    let mut all: Vec<(Vec<&str>, Lines)> = Vec::new();
    for (block, name) in &turns.flow.headings {
        let mut below = Lines::default();
        turns.block(*block, &mut below);
        match all.iter_mut().find(|(_, other)| *other == below) {
            Some((names, _)) => names.push(name),
            None => all.push((vec![name], below)),
        }
    }
    for (names, below) in all {
        lines.gap();
        lines.add_below(&heading(&names), below);
    }
}

/// The names of blocks that are the same: `close of sowing, eating`.
fn heading(names: &[&str]) -> String {
    let closes: Option<Vec<&str>> = names.iter().map(|name| name.strip_prefix(CLOSE)).collect();
    closes.map_or_else(|| names.join(", "), |kinds| format!("{CLOSE}{}", kinds.join(", ")))
}

/// A part with a heading; nothing if there is nothing in it.
fn part(heading: &str, lines: &mut Lines, write: impl FnOnce(&mut Lines)) {
    let mut below = Lines::default();
    write(&mut below);
    if !below.is_empty() {
        lines.gap();
        lines.add_below(heading, below);
    }
}

fn head(program: &Program, lines: &mut Lines) {
    let layout = &program.layout;
    let bytes = if layout.shape == PositionShape::Wide { "two bytes" } else { "one byte" };
    let (places, kinds) = (counted(layout.places, "place"), counted(layout.kinds, "kind"));
    lines
        .add(0, format!("{places}, {kinds} of pieces; a position is {} of {bytes}", counted(layout.cells(), "number")));
    let slots = program.code(Player::South).slots;
    let more = values(slots.all - slots.kept, slots.all_sets - slots.kept_sets);
    let more = more.map_or_else(String::new, |more| format!(", and {more} more while an expression is read"));
    let kept = values(slots.kept, slots.kept_sets).unwrap_or_else(|| "nothing".to_string());
    lines.add(0, format!("a turn keeps {kept} from choice to choice{more}"));
}

/// Values and sets that a turn keeps; none if there are none.
fn values(values: usize, sets: usize) -> Option<String> {
    let parts = [(values, "value"), (sets, "set of places")].into_iter().filter(|(number, _)| *number > 0);
    let parts: Vec<String> = parts.map(|(number, what)| counted(number, what)).collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

/// `1 value`, `3 sets of places`.
fn counted(number: usize, what: &str) -> String {
    match what.split_once(' ') {
        _ if number == 1 => format!("1 {what}"),
        Some((first, rest)) => format!("{number} {first}s {rest}"),
        None => format!("{number} {what}s"),
    }
}

fn tracks(words: Words<'_>, code: &Code, lines: &mut Lines) {
    let in_steps = code.expressions.steps.iter().map(|(_, steps)| steps.track);
    let used: Vec<TrackId> = code.sowings.iter().map(|(_, sowing)| sowing.track).chain(in_steps).collect();
    for (id, track) in code.tracks.iter().filter(|(id, _)| used.contains(id)) {
        let info = &words.program.model.board.tracks[track.number];
        let ways = match info.two_way {
            true => format!("; {}, and {} against it", words.names.way(false), words.names.way(true)),
            false => String::new(),
        };
        let path = words.names.path(&track.places[0]).join(", ");
        lines.add(0, format!("track {}: {path}{ways}", words.names.track(code, id)));
    }
}
