//! A board as a picture: seeds that can be counted, numbers beside the pits, and what the position remembers of them.
//! Each shape is drawn once, and used wherever it is needed again, so that a picture has few thousand bytes.

mod heap;
mod layout;
pub(super) mod path;

use crate::model::{BoardRow, HalfPlace, Id, Model, Place, Player, StateScope, Type, ValueOf};
use crate::position::Position;
use layout::{End, Layout};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Distance between the middles of two pits of a row.
const STEP: f64 = 80.0;
/// Distance between the middles of two rows.
const ROW: f64 = 104.0;
/// Radius of a pit.
const RADIUS: f64 = 34.0;
/// From the middle of a pit to the line with its name and number.
const BESIDE: f64 = 46.0;
/// Space around the board.
const MARGIN: f64 = 10.0;
/// Between the name of a pit and its number.
const GAP: f64 = 7.0;
/// Height of a line of writing above and below the board.
const CAPTION: f64 = 30.0;
/// Between the edge of the board and the first row.
const EDGE: f64 = 10.0;
/// Height of a tray with what a player holds beside the board.
const TRAY: f64 = 42.0;

const STYLE: &str = "\
text{font-family:system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}\
.w{fill:#d9b384;stroke:#8a6238;stroke-width:2}\
.p{fill:#b98a56;stroke:#6f4a25;stroke-width:1.5}\
.s,.k0{fill:#fdf6e8;stroke:#4c3a22;stroke-width:1}\
.k1{fill:#ffd84a;stroke:#5c4500}.k2{fill:#58c26b;stroke:#0f4a1b}.k3{fill:#5aa0f2;stroke:#0d3466}\
.k4{fill:#f0665c;stroke:#6b0f0a}.k5{fill:#b07cf0;stroke:#3d1470}\
.c{font-size:17px;font-weight:700;fill:#2c1a08}\
.n{font-size:12px;fill:#5f401f}\
.t{font-size:15px;font-weight:600;fill:#333}.l{font-size:13px;fill:#333}\
.a{fill:none;stroke:#6f4a25;stroke-width:1.6;opacity:.75}\
.f{fill:#6f4a25;opacity:.75}\
.o0{fill:none;stroke:#0b57c4;stroke-width:4.5}.o1{fill:none;stroke:#c41e0b;stroke-width:4.5;stroke-dasharray:7 4}\
.x{stroke:#3b2712;stroke-width:3;fill:none}\
@media(prefers-color-scheme:dark){.t,.l{fill:#ddd}}";

/// The picture of a position, as a whole file.
pub(crate) fn picture(position: &Position, model: &Model) -> String {
    let layout = Layout::of(&model.board);
    let pits = f64::from(layout.columns()) * STEP;
    let side = if model.board.store().is_some() { STEP } else { EDGE } + if layout.end.is_some() { STEP } else { 0.0 };
    let beside = if reserves(model).next().is_some() { CAPTION + TRAY } else { CAPTION };
    let size = Size {
        left: MARGIN + side,
        pits,
        beside,
        top: MARGIN + beside,
        height: layout.lines.len() as f64 * ROW + 2.0 * EDGE,
        width: pits + 2.0 * side,
    };
    let mut picture =
        Picture { position, model, size, shapes: BTreeMap::new(), body: String::new(), marks: Marks::default() };
    picture.board(&layout);
    picture.whole()
}

/// Where the board lies.
struct Size {
    /// Left edge of the pits.
    left: f64,
    /// Width of the pits.
    pits: f64,
    /// Height of what stands above the board, and below it.
    beside: f64,
    /// Upper edge of the board.
    top: f64,
    /// Height of the board.
    height: f64,
    /// Width of the board.
    width: f64,
}

/// Marks that were used, and have to be explained.
#[derive(Default)]
struct Marks {
    /// Names of state that says whose a pit is.
    owned: Vec<String>,
    /// Names of state that holds of a pit or not.
    crossed: Vec<String>,
    /// Names of houses.
    houses: Vec<String>,
}

struct Picture<'a> {
    position: &'a Position,
    model: &'a Model,
    size: Size,
    /// Heaps that are used: their names, and what they look like.
    shapes: BTreeMap<String, String>,
    body: String,
    marks: Marks,
}

impl Picture<'_> {
    fn board(&mut self, layout: &Layout<'_>) {
        let Size { top, height, width, beside, .. } = self.size;
        let tag =
            format!("<rect class=\"w\" x=\"{MARGIN}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"26\"/>");
        self.tag(&tag);
        let middle = MARGIN + width / 2.0;
        self.player(Player::North, middle, MARGIN + CAPTION / 2.0 - 3.0);
        self.player(Player::South, middle, top + height + beside - CAPTION / 2.0 + 3.0);
        self.trays(Player::North, top - TRAY / 2.0);
        self.trays(Player::South, top + height + TRAY / 2.0);
        for (line, rows) in layout.lines.iter().enumerate() {
            let y = top + EDGE + (line as f64 + 0.5) * ROW;
            for (player, row) in rows {
                self.row(*player, row, y, rows.len() > 1);
            }
        }
        if let Some(end) = layout.end {
            self.end(end, Player::South);
            self.end(end, Player::North);
        }
        if let Some(store) = self.model.board.store() {
            let board = &self.model.board;
            self.store(board.place(Player::North, store), MARGIN + STEP / 2.0);
            self.store(board.place(Player::South, store), MARGIN + width - STEP / 2.0);
        }
    }

    /// The file: shapes first, then what uses them, then what marks mean.
    fn whole(mut self) -> String {
        let bottom = self.size.top + self.size.height + self.size.beside;
        let notes = self.notes();
        for (line, note) in notes.iter().enumerate() {
            self.label("l", MARGIN + self.size.width / 2.0, bottom + 12.0 + 20.0 * line as f64, note);
        }
        let (width, height) = (self.size.width + 2.0 * MARGIN, bottom + 20.0 * notes.len() as f64 + MARGIN);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
             <title>{}</title><style>{STYLE}</style>\n<defs>",
            escaped(&self.model.title)
        );
        for (name, shape) in &self.shapes {
            let _ = write!(text, "<g id=\"{name}\">{shape}</g>");
        }
        text.push_str("</defs>\n");
        text.push_str(&self.body);
        text.push_str("</svg>\n");
        text
    }

    fn tag(&mut self, tag: &str) {
        self.body.push_str(tag);
        self.body.push('\n');
    }

    fn label(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let tag = format!("<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>", short(x), short(y), escaped(text));
        self.tag(&tag);
    }

    /// The player's name, and whether it is his turn.
    fn player(&mut self, player: Player, x: f64, y: f64) {
        let mut text = super::words::title(player).to_string();
        if self.position.to_move() == player {
            text.push_str(" to move");
        }
        self.label("t", x, y, &text);
    }

    /// What a player holds beside the board, in trays side by side; the name before each, and behind it how many there are.
    fn trays(&mut self, player: Player, y: f64) {
        let held: Vec<(&str, Place)> =
            reserves(self.model).map(|(name, pit)| (name, self.model.board.place(player, pit))).collect();
        let share = self.size.width / held.len().max(1) as f64;
        for (at, (name, place)) in held.into_iter().enumerate() {
            let (left, count) = (MARGIN + share * at as f64, self.position.pieces().at(place).to_string());
            let (before, behind) = (width_of(name, 12.0) + 16.0, width_of(&count, 17.0) + 16.0);
            let width = share - before - behind;
            let (x, top) = (left + before + width / 2.0, y - TRAY / 2.0 + 5.0);
            let height = TRAY - 10.0;
            self.tag(&format!(
                "<rect class=\"p\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{height}\" rx=\"10\"/>",
                short(left + before),
                short(top),
                short(width)
            ));
            self.rows_of_pieces(place, (x, y), (width - 12.0, height));
            self.label("l", left + before / 2.0, y, name);
            self.label("t", left + share - behind / 2.0, y, &count);
        }
    }

    /// Pieces one beside the other, as many lines of them as there is room for.
    fn rows_of_pieces(&mut self, place: Place, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let (text, kinds) = heap::column(&self.position.pieces().bag(place), width, height);
        kinds.into_iter().for_each(|kind| self.shape(kind));
        self.tag(&format!("<g transform=\"translate({} {})\">{text}</g>", short(x), short(y)));
    }

    /// The pit of a player at the end of the board, half way between the two.
    fn end(&mut self, end: End<'_>, player: Player) {
        let is_left = end.left == (player == Player::South);
        let x = if is_left { self.size.left - STEP / 2.0 } else { self.size.left + self.size.pits + STEP / 2.0 };
        self.pit(self.model.board.place(player, end.row.start), player, x, self.size.top + self.size.height / 2.0);
    }

    /// A row; South's from the left, North's from the right. A row that is shorter than the board begins on its owner's
    /// left, and one that shares its line with the other player's ends on his right.
    fn row(&mut self, player: Player, row: &BoardRow, y: f64, shared: bool) {
        let own_width = f64::from(row.size) * STEP;
        let before = if shared { self.size.pits - own_width } else { 0.0 };
        for (at, pit) in (0..row.size).zip(row.pits()) {
            let along = before + (f64::from(at) + 0.5) * STEP;
            let x = match player {
                Player::South => self.size.left + along,
                Player::North => self.size.left + self.size.pits - along,
            };
            self.pit(self.model.board.place(player, pit), player, x, y);
        }
        let (from, to) = match player {
            Player::South => (self.size.left + before, self.size.left + before + own_width),
            Player::North => {
                let right = self.size.left + self.size.pits - before;
                (right, right - own_width)
            }
        };
        self.arrow(path::way(&self.model.board, player, row), from, to, y, player);
    }

    /// An arrow between the row and its names, from its owner's left to his right, or back, or both.
    fn arrow(&mut self, way: path::Way, from: f64, to: f64, y: f64, player: Player) {
        let y = if player == Player::South { y - RADIUS - 8.0 } else { y + RADIUS + 8.0 };
        let inward = if to > from { 12.0 } else { -12.0 };
        let (from, to) = (from + inward, to - inward);
        let (forward, back) = match way {
            path::Way::None => return,
            path::Way::Right => (true, false),
            path::Way::Left => (false, true),
            path::Way::Both => (true, true),
        };
        self.tag(&format!("<path class=\"a\" d=\"M{} {}H{}\"/>", short(from), short(y), short(to)));
        let mut head = |at: f64, towards: f64| {
            let back = at - 9.0 * towards.signum();
            let tag = format!(
                "<path class=\"f\" d=\"M{} {}L{} {}V{}z\"/>",
                short(at),
                short(y),
                short(back),
                short(y - 4.0),
                short(y + 4.0)
            );
            self.body.push_str(&tag);
            self.body.push('\n');
        };
        if forward {
            head(to, to - from);
        }
        if back {
            head(from, from - to);
        }
    }

    fn pit(&mut self, place: Place, player: Player, x: f64, y: f64) {
        let house = self.house(place);
        let pit = if house.is_some() { "h" } else { "p" };
        self.shape(pit);
        self.use_at(pit, x, y);
        self.heap(place, x, y);
        self.state(place, x, y);
        house.iter().for_each(|house| note(&mut self.marks.houses, house));
        let y = if player == Player::South { y + BESIDE } else { y - BESIDE };
        let name = self.model.notation.places.get(place).cloned().unwrap_or_default();
        let count = self.position.pieces().at(place).to_string();
        let (before, behind) = (width_of(&name, 12.0).max(10.0), width_of(&count, 17.0));
        self.label("n", x - (GAP + behind) / 2.0, y, &name);
        self.label("c", x + (GAP + before) / 2.0, y, &count);
    }

    /// The name of a named pit.
    fn house(&self, place: Place) -> Option<String> {
        let board = &self.model.board;
        let is_it = |pit| Player::BOTH.iter().any(|player| board.place(*player, pit) == place);
        board.pits.iter().find(|(_, pit)| is_it(*pit)).map(|(name, _)| name.clone())
    }

    /// Seeds in a pit, each kind with a shape of its own.
    fn heap(&mut self, place: Place, x: f64, y: f64) {
        let held = self.position.pieces().bag(place);
        if held.iter().all(|count| *count == 0) {
            return;
        }
        let name = heap::name(&held);
        if !self.shapes.contains_key(&name) {
            let (text, kinds) = heap::drawn(&held, RADIUS - 5.0);
            kinds.into_iter().for_each(|kind| self.shape(kind));
            self.shapes.insert(name.clone(), text);
        }
        self.use_at(&name, x, y);
    }

    /// What the position remembers of a pit: a ring in its owner's colour, a cross where something holds that did not hold
    /// at the start.
    fn state(&mut self, place: Place, x: f64, y: f64) {
        for (at, state) in self.model.states.iter().filter(|(_, state)| state.scope == StateScope::Pit) {
            let value = self.position.state(at)[place.index()];
            match state.ty {
                Type::Player if value >= 0 => {
                    self.tag(&format!(
                        "<circle class=\"o{value}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                        short(x),
                        short(y),
                        RADIUS + 1.0
                    ));
                    note(&mut self.marks.owned, &state.name);
                }
                Type::Truth if Some(value) != state.start_of(ValueOf::Place(place)) => {
                    let (left, top, far) = (short(x - 22.0), short(y - 22.0), "44");
                    self.tag(&format!("<path class=\"x\" d=\"M{left} {top}l{far} {far}m-{far} 0l{far} -{far}\"/>"));
                    note(&mut self.marks.crossed, &state.name);
                }
                _ => {}
            }
        }
    }

    fn store(&mut self, place: Place, x: f64) {
        let (top, height) = (self.size.top + 34.0, self.size.height - 68.0);
        let tag = format!(
            "<rect class=\"p\" x=\"{}\" y=\"{top}\" width=\"56\" height=\"{height}\" rx=\"28\"/>",
            short(x - 28.0)
        );
        self.tag(&tag);
        self.rows_of_pieces(place, (x, top + height / 2.0), (44.0, height - 30.0));
        self.label("c", x, self.size.top + 18.0, &self.position.pieces().at(place).to_string());
        self.label("n", x, self.size.top + self.size.height - 18.0, "store");
    }

    /// What the marks mean, one line for each.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.model.only_kind().is_none() {
            let kinds: Vec<String> = self
                .model
                .kinds
                .values()
                .enumerate()
                .map(|(at, kind)| format!("{} {}", heap::sign(at), kind.name))
                .collect();
            notes.push(kinds.join("   "));
        }
        notes.extend((!self.marks.houses.is_empty()).then(|| format!("square: {}", self.marks.houses.join(", "))));
        let owned = self.marks.owned.join(", ");
        notes.extend(
            (!owned.is_empty()).then(|| format!("{owned}: South's with a blue ring, North's with a broken red one")),
        );
        let crossed = self.marks.crossed.join(", ");
        notes.extend((!crossed.is_empty()).then(|| format!("crossed: {crossed} has changed")));
        let off = self.model.board.off_place().map(|place| self.position.pieces().at(place));
        notes.extend(off.filter(|count| *count > 0).map(|count| format!("out of the game: {count}")));
        notes
    }

    /// Makes sure that a shape is there to be used.
    fn shape(&mut self, name: &str) {
        if !self.shapes.contains_key(name) {
            let drawn = match name {
                "p" => format!("<circle class=\"p\" r=\"{RADIUS}\"/>"),
                "h" => format!(
                    "<rect class=\"p\" x=\"-{RADIUS}\" y=\"-{RADIUS}\" width=\"{0}\" height=\"{0}\" rx=\"5\"/>",
                    2.0 * RADIUS
                ),
                kind => heap::piece(kind),
            };
            self.shapes.insert(name.to_string(), drawn);
        }
    }

    fn use_at(&mut self, name: &str, x: f64, y: f64) {
        let tag = format!("<use href=\"#{name}\" x=\"{}\" y=\"{}\"/>", short(x), short(y));
        self.tag(&tag);
    }
}

/// What each player holds beside the board: names, and the places of his half.
fn reserves(model: &Model) -> impl Iterator<Item = (&str, HalfPlace)> {
    let held = model.board.holders().filter(|(_, holder)| !holder.store);
    held.map(|(local, holder)| (holder.name.as_str(), local))
}

/// About how wide a text is in letters of this size.
fn width_of(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.58
}

fn note(names: &mut Vec<String>, name: &str) {
    if names.iter().all(|other| other != name) {
        names.push(name.to_string());
    }
}

/// A number without needless digits.
fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), String::from)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
