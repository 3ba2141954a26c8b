//! What a generated file declares: the names that its rules may use.

use super::dice::Dice;
use super::draft::Lines;

/// Types of expressions, as far as rules are generated for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Number,
    Truth,
    Pit,
    Set,
    Way,
    Player,
}

pub(super) const TYPES: [Type; 6] = [Type::Number, Type::Truth, Type::Pit, Type::Set, Type::Way, Type::Player];

/// For what there is one value of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Per {
    Game,
    Player,
    Pit,
}

#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) name: String,
    pub(super) per: Per,
    pub(super) ty: Type,
    pub(super) largest: usize,
}

#[derive(Debug, Clone)]
pub(super) struct Define {
    pub(super) name: String,
    pub(super) parameters: Vec<Type>,
    pub(super) ty: Type,
}

#[derive(Debug, Clone)]
pub(super) struct Track {
    pub(super) name: String,
    pub(super) two_way: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Sequence {
    pub(super) name: String,
    pub(super) parameters: Vec<Type>,
    /// Whether it sows, so that it may follow itself.
    pub(super) sows: bool,
}

/// Names and what is known of them.
#[derive(Debug, Default)]
pub(super) struct World {
    pub(super) options: Vec<(String, Vec<&'static str>)>,
    pub(super) parameter: bool,
    /// Rows and the number of their pits.
    pub(super) rows: Vec<(&'static str, usize)>,
    pub(super) kinds: bool,
    pub(super) store: bool,
    pub(super) reserve: bool,
    pub(super) off: bool,
    pub(super) gate: bool,
    pub(super) ends: bool,
    pub(super) tracks: Vec<Track>,
    pub(super) states: Vec<State>,
    pub(super) defines: Vec<Define>,
    pub(super) moves: Vec<String>,
    pub(super) sequences: Vec<Sequence>,
    pub(super) score: bool,
}

impl World {
    pub(super) fn two_way(&self) -> bool {
        self.tracks.iter().any(|track| track.two_way)
    }

    /// Options, pieces, board, opening, state.
    pub(super) fn declare(&mut self, dice: &mut Dice) -> Vec<Lines> {
        let mut items = vec![Lines::One("game \"Generated\"".into())];
        self.declare_options(dice, &mut items);
        self.declare_board(dice, &mut items);
        self.declare_setup(dice, &mut items);
        items
    }

    fn declare_options(&mut self, dice: &mut Dice, items: &mut Vec<Lines>) {
        for name in ["mode", "extra"].into_iter().take(dice.below(3)) {
            let values = dice.one_of(&[
                vec!["plain", "rich"],
                vec!["no", "yes"],
                vec!["low", "middle", "high"],
                vec!["yes", "no"],
            ]);
            items.push(Lines::One(format!("option {name} {{ {} }}", values.join(", "))));
            self.options.push((name.into(), values));
        }
        if dice.in_hundred(30) {
            self.parameter = true;
            items.push(Lines::One("parameter size: 2..4 default 3".into()));
        }
        self.kinds = dice.in_hundred(25);
        if self.kinds {
            items.push(Lines::block(
                "pieces",
                vec![
                    Lines::One("stone worth 0".into()),
                    Lines::One(format!("gem worth 1..{}", dice.one_of(&["2", "(4 / 2)"]))),
                ],
            ));
        }
    }

    fn declare_board(&mut self, dice: &mut Dice, items: &mut Vec<Lines>) {
        let mut board = Vec::new();
        let wide = dice.in_hundred(6);
        let size = if self.parameter {
            3
        } else if wide {
            dice.between(14, 20)
        } else {
            dice.between(2, 5)
        };
        let written = if self.parameter { "size".to_string() } else { size.to_string() };
        let facing = dice.in_hundred(80);
        if dice.in_hundred(40) {
            self.rows = vec![("front", size), ("back", size)];
            let crossed = facing && dice.in_hundred(20);
            let faces = |row: &str| if facing { format!(" facing opponent {row}") } else { String::new() };
            board.push(format!("row front: {written}{}", faces(if crossed { "back" } else { "front" })));
            let behind = if dice.in_hundred(70) { " behind front" } else { "" };
            let back = if crossed { faces("front") } else { String::new() };
            board.push(format!("row back: {written}{back}{behind}"));
        } else {
            self.rows = vec![("home", size)];
            board.push(format!("row home: {written}{}", if facing { " facing opponent home" } else { "" }));
        }
        self.store = dice.in_hundred(85);
        self.reserve = !self.kinds && dice.in_hundred(25);
        self.off = dice.in_hundred(35);
        self.gate = dice.in_hundred(30);
        self.ends = dice.in_hundred(30);
        for (there, entry) in [(self.store, "store"), (self.reserve, "reserve stock"), (self.off, "off")] {
            if there {
                board.push(entry.into());
            }
        }
        let first = self.rows[0].0;
        if self.gate {
            board.push(format!("pit gate: {first} {}", dice.between(1, 2)));
        }
        if self.ends {
            board.push(format!("set ends: {first} 2..1"));
        }
        for name in ["ring", "path"].into_iter().take(dice.between(1, 2)) {
            let two_way = if self.tracks.is_empty() { dice.in_hundred(40) } else { self.tracks[0].two_way };
            let places = self.path(dice, &written);
            board.push(format!("track {name}: {places}{}", if two_way { " both ways right, left" } else { "" }));
            self.tracks.push(Track { name: name.into(), two_way });
        }
        items.push(Lines::block("board", board.into_iter().map(Lines::One).collect()));
    }

    fn path(&self, dice: &mut Dice, size: &str) -> String {
        let store = |dice: &mut Dice, side: &str| {
            if self.store && dice.in_hundred(30) { format!(", {side} store") } else { String::new() }
        };
        let own = store(dice, "own");
        let other = store(dice, "opponent");
        match (&self.rows[..], dice.below(3)) {
            ([_], 0) => format!("own home {size}..1{own}, opponent home {size}..1{other}"),
            ([_], 1) => format!("own home{own}, opponent home"),
            ([_], _) => "own home, opponent home".into(),
            (_, 0) => format!("own front 1..{size}, own back {size}..1{own}"),
            (_, 1) => format!("own front{own}, opponent front{other}"),
            (_, _) => format!("own front, own back {size}..1, opponent front, opponent back {size}..1"),
        }
    }

    fn declare_setup(&self, dice: &mut Dice, items: &mut Vec<Lines>) {
        let mut setup = Vec::new();
        for (row, size) in &self.rows {
            let numbers = |dice: &mut Dice| {
                let numbers: Vec<String> = (0..*size).map(|_| dice.below(4).to_string()).collect();
                numbers.join(" ")
            };
            let entry = match dice.below(5) {
                _ if self.kinds && dice.in_hundred(50) => format!("{row} k: {} stone, gem(1)", dice.between(1, 2)),
                _ if self.kinds => format!("{row} k: stone, gem((1 if k = 1, otherwise 2))"),
                0 if dice.in_hundred(50) => {
                    setup.push(format!("{row} 2..1: {} each", dice.between(1, 2)));
                    if self.parameter || *size > 2 {
                        let last = if self.parameter { "size".to_string() } else { size.to_string() };
                        setup.push(format!("south {row} 3..{last}: {} each", dice.between(1, 3)));
                    }
                    continue;
                }
                0 if !self.parameter => format!("south {row}: {}", numbers(dice)),
                1 if !self.parameter => format!("{row}: {}", numbers(dice)),
                2 if !self.parameter => {
                    setup.push(format!("south {row}: {}", numbers(dice)));
                    format!("north {row}: {} each", dice.between(1, 3))
                }
                _ => format!("{row}: {} each", dice.between(1, 3)),
            };
            setup.push(entry);
        }
        if self.reserve {
            setup.push(format!("stock: {}", dice.between(1, 3)));
        }
        if self.store && !self.kinds && dice.in_hundred(20) {
            setup.push("north store: 1".into());
        }
        if dice.in_hundred(20) {
            setup.push(format!("first: {}", dice.one_of(&["north", "south"])));
        }
        items.push(Lines::block("setup", setup.into_iter().map(Lines::One).collect()));
    }
}
