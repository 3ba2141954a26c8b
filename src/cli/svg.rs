//! A board as a picture.

use crate::model::{Board, BoardRow, Model, Player};
use crate::situation::Situation;
use std::fmt::Write as _;

/// Distance between the middles of two pits.
const STEP: f64 = 84.0;
/// Radius of a pit.
const RADIUS: f64 = 34.0;
/// Space around the board.
const MARGIN: f64 = 24.0;
/// Height of a line of writing above and below the board.
const CAPTION: f64 = 34.0;

const STYLE: &str = "\
text{font-family:system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}\
.wood{fill:#c89b6a;stroke:#8a6238;stroke-width:2}\
.pit{fill:#a97a48;stroke:#7d5730;stroke-width:1.5}\
.seed{fill:#f3e9d8;stroke:#6b5a44;stroke-width:.8}\
.count{font-size:20px;font-weight:600;fill:#fff}\
.over{paint-order:stroke;stroke:#7d5730;stroke-width:4px;stroke-linejoin:round}\
.name{font-size:12px;fill:#5a3d1e}\
.player{font-size:15px;font-weight:600;fill:#333}";

/// The picture of a position, as a whole file.
pub(crate) fn picture(situation: &Situation, model: &Model) -> String {
    let mut picture = Picture { situation, model, text: String::new() };
    let rows = rows(&model.board);
    let columns = rows.iter().map(|(_, row)| row.size).max().unwrap_or(0);
    let store = model.board.store();
    let side = if store.is_some() { STEP } else { STEP * 0.15 };
    let width = f64::from(columns) * STEP + 2.0 * side;
    let height = rows.len() as f64 * STEP + 20.0;
    let top = MARGIN + CAPTION;
    picture.open(width + 2.0 * MARGIN, height + 2.0 * (MARGIN + CAPTION));
    picture.tag(&format!(
        "<rect class=\"wood\" x=\"{MARGIN}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"26\"/>"
    ));
    let middle = MARGIN + width / 2.0;
    picture.player(Player::North, middle, MARGIN + CAPTION / 2.0);
    picture.player(Player::South, middle, top + height + CAPTION / 2.0);
    for (line, (player, row)) in rows.iter().enumerate() {
        let y = top + 10.0 + (line as f64 + 0.5) * STEP;
        picture.row(*player, row, MARGIN + side, f64::from(columns) * STEP, y);
    }
    if let Some(store) = store {
        picture.store(model.board.place(Player::North, store), MARGIN + STEP / 2.0, top, height);
        picture.store(model.board.place(Player::South, store), MARGIN + width - STEP / 2.0, top, height);
    }
    picture.text.push_str("</svg>\n");
    picture.text
}

struct Picture<'a> {
    situation: &'a Situation,
    model: &'a Model,
    text: String,
}

impl Picture<'_> {
    fn open(&mut self, width: f64, height: f64) {
        self.tag(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">"));
        let title = format!("<title>{}</title><style>{STYLE}</style>", escaped(&self.model.title));
        self.tag(&title);
        self.tag("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>");
    }

    fn tag(&mut self, tag: &str) {
        self.text.push_str(tag);
        self.text.push('\n');
    }

    fn label(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let tag = format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escaped(text));
        self.tag(&tag);
    }

    /// The player's name, and what he holds beside the board.
    fn player(&mut self, player: Player, x: f64, y: f64) {
        let board = &self.model.board;
        let mut text = super::words::title(player).to_string();
        if self.situation.to_move == player {
            text.push_str(" to move");
        }
        for holder in board.holders.iter().filter(|holder| holder.name != "store") {
            let place = board.holder(&holder.name).map(|local| board.place(player, local));
            let held = place.map_or(0, |place| self.situation.at(self.model, place));
            let _ = write!(text, " · {} {held}", holder.name);
        }
        self.label("player", x, y, &text);
    }

    /// A row; South's from the left, North's from the right.
    fn row(&mut self, player: Player, row: &BoardRow, left: f64, width: f64, y: f64) {
        for pit in 0..row.size {
            let along = (f64::from(pit) + 0.5) * STEP;
            let x = if player == Player::South { left + along } else { left + width - along };
            self.pit(self.model.board.place(player, row.start + pit), player, x, y);
        }
    }

    fn pit(&mut self, place: usize, player: Player, x: f64, y: f64) {
        let tag = format!("<circle class=\"pit\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>");
        self.tag(&tag);
        self.seeds(place, x, y, RADIUS - 8.0);
        let count = self.situation.at(self.model, place);
        if count > 0 {
            self.label("count over", x, y, &count.to_string());
        }
        let away = if player == Player::South { RADIUS + 5.0 } else { -RADIUS - 5.0 };
        let name = self.model.notation.places.get(place).cloned().unwrap_or_default();
        self.label("name", x, y + away, &name);
    }

    /// Small seeds around the middle, as many as there is room for.
    fn seeds(&mut self, place: usize, x: f64, y: f64, radius: f64) {
        const MOST: u32 = 24;
        let count = self.situation.at(self.model, place).min(MOST);
        for seed in 0..count {
            // Seeds lie on a sunflower's spiral: evenly, without a pattern.
            let distance = radius * ((f64::from(seed) + 0.6) / f64::from(count.max(6))).sqrt();
            let angle = f64::from(seed) * 2.399_963;
            let (cx, cy) = (x + distance * angle.cos(), y + distance * angle.sin());
            let tag = format!("<circle class=\"seed\" cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"5\"/>");
            self.tag(&tag);
        }
    }

    fn store(&mut self, place: usize, x: f64, top: f64, height: f64) {
        let (left, width) = (x - RADIUS + 4.0, 2.0 * RADIUS - 8.0);
        let tag = format!(
            "<rect class=\"pit\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{:.1}\" rx=\"{:.1}\"/>",
            top + 18.0,
            height - 36.0,
            width / 2.0
        );
        self.tag(&tag);
        let count = self.situation.at(self.model, place);
        self.label("count", x, top + height / 2.0, &count.to_string());
    }
}

/// North's rows from the outermost inward, then South's from the inmost outward.
fn rows(board: &Board) -> Vec<(Player, BoardRow)> {
    let mut outward: Vec<&BoardRow> = board.rows.iter().collect();
    outward.sort_by_key(|row| (depth(board, row), !row.faces));
    let north = outward.iter().rev().map(|row| (Player::North, (*row).clone()));
    north.chain(outward.iter().map(|row| (Player::South, (*row).clone()))).collect()
}

/// How many rows lie before this one.
fn depth(board: &Board, row: &BoardRow) -> usize {
    let mut at = row.start;
    let before = |at: u16| board.behind.iter().position(|behind| *behind == Some(at));
    let mut depth = 0;
    while let (Some(front), true) = (before(at), depth < board.rows.len()) {
        at = front as u16;
        depth += 1;
    }
    depth
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
