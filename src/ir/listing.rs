//! A compiled game as text that a person can read: the code of South, instruction by instruction.

use super::program::{Code, Instruction, Into, Node, Program, SetNode, Verdict};
use super::{EndCode, RoundCode};
use crate::model::{ArithmeticOp, CompareOp, Player};
use std::fmt::Write as _;

/// Lists a program from South's side; North's code is its mirror image.
#[must_use]
pub fn listing(program: &Program) -> String {
    let lister = Lister { program, code: &program.sides[Player::South.index()] };
    let mut text = String::new();
    lister.head(&mut text);
    lister.instructions(&mut text);
    lister.judgement(&mut text);
    text
}

struct Lister<'p> {
    program: &'p Program,
    code: &'p Code,
}

/// Adds a line; writing to a string cannot fail.
macro_rules! line {
    ($text:expr, $($format:tt)*) => {{
        let _ = writeln!($text, $($format)*);
    }};
}

impl Lister<'_> {
    fn head(&self, text: &mut String) {
        let layout = &self.program.layout;
        let shape = if layout.wide { "wide" } else { "small" };
        let kinds = if layout.kinds == 1 { "1 kind".to_string() } else { format!("{} kinds", layout.kinds) };
        line!(text, "{} places, {kinds} of pieces, {} cells, {shape} shape", layout.places, layout.cells);
        for (number, track) in self.code.tracks.iter().enumerate() {
            let places: Vec<String> =
                track.places[0][..track.length].iter().map(|place| self.place(i32::from(*place))).collect();
            line!(text, "track {number}: {}", places.join(" "));
        }
        for (number, sowing) in self.code.sowings.iter().enumerate() {
            let from = if sowing.after { "after" } else { "from" };
            let mut words = format!("sowing {number}: track {} {from} {}", sowing.track, self.num(sowing.start));
            if self.program.model.board.tracks.iter().any(|track| track.two_way) {
                let _ = write!(words, " going {}", self.num(sowing.way));
            }
            if let Some(set) = sowing.skipping {
                let _ = write!(words, " skipping {}", self.set(set));
            }
            if sowing.choosing {
                words.push_str(" in a chosen order");
            }
            if let Some(address) = sowing.each_drop {
                let but = if sowing.but_last { " but the last" } else { "" };
                let _ = write!(words, " each drop{but}: {address:03}");
            }
            line!(text, "{words}");
        }
        for (cell, value, condition) in &self.code.untils {
            line!(text, "cell {cell} becomes {value} as soon as {}", self.num(*condition));
        }
        for (condition, ranking) in &self.code.phases {
            let when = condition.map_or("always".to_string(), |condition| format!("while {}", self.num(condition)));
            line!(text, "phase {when}: {ranking:?}");
        }
    }

    fn instructions(&self, text: &mut String) {
        for (address, instruction) in self.code.instructions.iter().enumerate() {
            for (number, kind) in self.code.kinds.iter().enumerate() {
                if usize::from(kind.entry) == address {
                    line!(text, "move {}:", self.program.model.moves[number].name);
                }
                if usize::from(kind.close) == address {
                    line!(text, "close of {}:", self.program.model.moves[number].name);
                }
            }
            let info = &self.program.model.rules[usize::from(self.code.rules[address])];
            let row = if self.code.row_starts[address] { format!("  [{}]", info.label) } else { String::new() };
            line!(text, "{address:03}  {}{row}", self.instruction(*instruction));
        }
    }

    fn judgement(&self, text: &mut String) {
        for legal in &self.code.legal {
            let word = if legal.prefer.is_some() { "prefer" } else { "require" };
            let when = legal.when.map_or(String::new(), |when| format!(" if {}", self.num(when)));
            line!(text, "{word} {}{when}  [{}]", self.num(legal.condition), self.label(legal.rule));
        }
        let moments = ["at a capture", "after a turn", "before a turn"].into_iter().zip(&self.code.ends);
        for (moment, rows) in moments.chain([("endless", &self.code.endless)]) {
            self.end_rows(moment, rows, text);
        }
        self.rounds(text);
        if let Some([own, other]) = self.code.scores {
            line!(text, "score: {}, opponent {}", self.num(own), self.num(other));
        }
    }

    fn end_rows(&self, moment: &str, rows: &[EndCode], text: &mut String) {
        for row in rows {
            let condition = row.condition.map_or("always".to_string(), |condition| self.num(condition));
            let actions = row.actions.map_or(String::new(), |address| format!("{address:03}, "));
            let verdict = match row.verdict {
                Verdict::Award(award) => format!("{award:?}"),
                Verdict::Stop => "stop".into(),
                Verdict::NotLegal => "not legal".into(),
            };
            line!(text, "{moment}: {condition} -> {actions}{verdict}  [{}]", self.label(row.rule));
        }
    }

    fn rounds(&self, text: &mut String) {
        for step in &self.code.rounds {
            match step {
                RoundCode::Over(rows) => self.end_rows("between rounds, the match is over", rows, text),
                RoundCode::Setup(_) => line!(text, "between rounds: the setup"),
                RoundCode::Act(address) => line!(text, "between rounds: {address:03}"),
                RoundCode::Starts(player) => line!(text, "between rounds: player {} begins", self.num(*player)),
                RoundCode::Fill(fill) => {
                    let pits: Vec<String> = fill.pits.iter().map(|pit| self.place(i32::from(*pit))).collect();
                    let from = self.place(i32::from(fill.from));
                    let unfilled = fill.unfilled.map_or(String::new(), |cell| format!(", else cells from {cell} on"));
                    line!(text, "between rounds: fill {} with {} from {from}{unfilled}", pits.join(" "), fill.each);
                }
            }
        }
    }

    fn label(&self, rule: u16) -> &str {
        &self.program.model.rules[usize::from(rule)].label
    }

    /// A place: `S3`, `N1` for pits of a board with one row, otherwise with the row's name; `S.store`.
    fn place(&self, place: i32) -> String {
        let board = &self.program.model.board;
        let Ok(place) = usize::try_from(place) else { return "none".into() };
        let side = board.owner(place).map_or("", |owner| if owner == Player::South { "S" } else { "N" });
        match board.row_and_number(place) {
            Some((_, number)) if board.rows.len() == 1 => format!("{side}{number}"),
            Some((row, number)) => format!("{side}.{}{number}", row.name),
            None if side.is_empty() => "off".into(),
            None => format!("{side}.{}", board.holders[place % board.half() - board.pits_per_player()].name),
        }
    }

    fn mask(&self, mask: u128) -> String {
        if mask == u128::MAX {
            return "anywhere".into();
        }
        let places: Vec<String> =
            (0..128).filter(|place| mask >> place & 1 == 1).map(|place| self.place(place)).collect();
        format!("{{{}}}", places.join(" "))
    }

    fn row(&self, first: u8, count: u8) -> String {
        let places: Vec<String> = (first..first + count).map(|place| self.place(i32::from(place))).collect();
        format!("{{{}}}", places.join(" "))
    }

    fn counts(&self, counts: u16) -> String {
        let counts = &self.code.counts[usize::from(counts)];
        let mut ranges: Vec<String> = Vec::new();
        let mut at = 0;
        while at < 256 {
            if !counts.has(at) {
                at += 1;
                continue;
            }
            let end = (at..256).take_while(|count| counts.has(*count)).last().unwrap_or(at);
            ranges.push(match end {
                255 => format!("{at}.."),
                _ if end == at => at.to_string(),
                _ => format!("{at}..{end}"),
            });
            if ranges.len() > 6 {
                ranges.push("…".into());
                break;
            }
            at = end + 1;
        }
        format!("{{{}}}", ranges.join(", "))
    }

    fn into(&self, into: Into) -> String {
        match into {
            Into::Store => "store".into(),
            Into::Hand => "hand".into(),
            Into::Place(place) => self.num(place),
        }
    }

    fn instruction(&self, instruction: Instruction) -> String {
        let (num, set) = (|at| self.num(at), |at| self.set(at));
        match instruction {
            Instruction::ChoosePit(register, list) => {
                let sets: Vec<String> = self.code.lists[usize::from(list)].iter().map(|at| self.set(*at)).collect();
                format!("n{register} := choose pit in {}", sets.join(" else "))
            }
            Instruction::ChooseNumber(register, low, high) => {
                format!("n{register} := choose number {}..{}", num(low), num(high))
            }
            Instruction::ChooseWay(register, it, condition) => {
                let condition =
                    condition.map_or(String::new(), |condition| format!(" where n{it}: {}", num(condition)));
                format!("n{register} := choose way{condition}")
            }
            Instruction::Fork(list) => format!("choose address {:?}", self.code.lists[usize::from(list)]),
            Instruction::Let(register, value) => format!("n{register} := {}", num(value)),
            Instruction::LetSet(register, value) => format!("s{register} := {}", set(value)),
            Instruction::Require(condition) => format!("require {}", num(condition)),
            Instruction::Prefer(bit, condition) => format!("prefer bit {bit}: {}", num(condition)),
            Instruction::Lift(pit) => format!("lift {}", num(pit)),
            Instruction::LiftAndSow(pit, ..) => format!("lift {}, with the next two at once", num(pit)),
            Instruction::LiftSome(count, pit) => format!("lift {} from {}", num(count), num(pit)),
            Instruction::Put(count, from, to) => format!("put {} from {} in {}", num(count), num(from), num(to)),
            Instruction::PutHand(count, to) => format!("put {} in {}", num(count), num(to)),
            Instruction::PlaceFreely(places) => format!("place freely in {}", set(places)),
            Instruction::Sow(sowing) => format!("sow {sowing}"),
            Instruction::DropChosen => "drop as chosen".into(),
            Instruction::EndLap => "end lap".into(),
            Instruction::SowOn => "sow on".into(),
            Instruction::Relay(pit, landing) => {
                format!("relay from {}, then {:03}", num(pit), self.code.landings[usize::from(landing)].at)
            }
            Instruction::Jump(address) => format!("go to {address:03}"),
            Instruction::UnlessSome(of, address) => format!("unless some {} go to {address:03}", set(of)),
            Instruction::Unless(condition, address) => format!("unless {} go to {address:03}", num(condition)),
            Instruction::Capture(places, into) => format!("capture {} into {}", set(places), self.into(into)),
            Instruction::CaptureSome(count, pit, into) => {
                format!("capture {} from {} into {}", num(count), num(pit), self.into(into))
            }
            Instruction::CaptureFor(player, places, into) => {
                format!("player {} captures {} into {}", num(player), set(places), self.into(into))
            }
            Instruction::CaptureChosen(count, _, first, second, into) => {
                let second = second.map_or(String::new(), |second| format!(", then {}", set(second)));
                format!("capture {} chosen from {}{second} into {}", num(count), set(first), self.into(into))
            }
            Instruction::SetCell(cell, value, _) => format!("cell {cell} := {}", num(value)),
            Instruction::SetPitCell(first, pit, value, _) => format!("cell {first} + {} := {}", num(pit), num(value)),
            Instruction::Untils => "look at until".into(),
            Instruction::CaptureEnds => "look at ends at a capture".into(),
            Instruction::Stop(false) | Instruction::Finish(false) => "stop".into(),
            Instruction::Stop(true) | Instruction::Finish(true) => "stop, again".into(),
            Instruction::Done => "done".into(),
            Instruction::NotLegal => "not legal".into(),
            Instruction::Return => "return".into(),
        }
    }

    fn num(&self, at: u16) -> String {
        let (num, set) = (|at| self.num(at), |at| self.set(at));
        match self.code.nodes[usize::from(at)] {
            Node::Const(value) => value.to_string(),
            Node::Local(register) => format!("n{register}"),
            Node::Last => "last".into(),
            Node::Origin => "origin".into(),
            Node::Hand => "hand".into(),
            Node::Held => "held".into(),
            Node::HeldKinds(kinds) => format!("held{:?}", self.code.lists[usize::from(kinds)]),
            Node::Captured => "captured".into(),
            Node::Laps => "laps".into(),
            Node::Kind => "kind".into(),
            Node::Cell(cell, _) if usize::from(cell) < self.program.layout.places => {
                format!("seeds {}", self.place(i32::from(cell)))
            }
            Node::Cell(cell, _) => format!("cell {cell}"),
            Node::PitCell(first, pit, ..) => format!("cell({first} + {})", num(pit)),
            Node::SeedsAt(pit) => format!("seeds {}", num(pit)),
            Node::SeedsRow(first, count) => format!("seeds {}", self.row(first, count)),
            Node::EmptyRow(first, count) => format!("empty {}", self.row(first, count)),
            Node::Seeds(of) => format!("seeds {}", set(of)),
            Node::SeedsKinds(of, kinds) => format!("pieces {:?} in {}", self.code.lists[usize::from(kinds)], set(of)),
            Node::Worth(of) => format!("worth {}", set(of)),
            Node::Count(of) => format!("count {}", set(of)),
            Node::Number(pit) => format!("number {}", num(pit)),
            Node::Owner(pit) => format!("owner {}", num(pit)),
            Node::Only(of) => format!("only {}", set(of)),
            Node::And(one, two) => format!("({} and {})", num(one), num(two)),
            Node::Or(one, two) => format!("({} or {})", num(one), num(two)),
            Node::Not(inner) => format!("not {}", num(inner)),
            Node::Compare(op, one, two) => format!("({} {} {})", num(one), compare(op), num(two)),
            Node::CompareConst(op, one, two) => format!("({} {} {two})", num(one), compare(op)),
            Node::InCounts(value, counts) => format!("({} in {})", num(value), self.counts(counts)),
            Node::SeedsInCounts(pit, counts) => format!("(seeds {} in {})", num(pit), self.counts(counts)),
            Node::InRange(value, low, high) => format!("({} in {}..{})", num(value), num(low), num(high)),
            Node::InSet(pit, of) => format!("({} in {})", num(pit), set(of)),
            Node::InMask(pit, mask) => format!("({} in {})", num(pit), self.mask(self.code.masks[usize::from(mask)])),
            Node::Subset(one, two) => format!("({} in {})", set(one), set(two)),
            Node::SameSet(one, two) => format!("({} is {})", set(one), set(two)),
            Node::Some(of) => format!("some {}", set(of)),
            Node::Even(value) => format!("even {}", num(value)),
            Node::AtTurnStart(inner) => format!("at turn start {}", num(inner)),
            Node::BeforeSowing(inner) => format!("before sowing {}", num(inner)),
            Node::Arithmetic(op, one, two) => format!("({} {} {})", num(one), arithmetic(op), num(two)),
            Node::Larger(max, one, two) => format!("{}({}, {})", if max { "max" } else { "min" }, num(one), num(two)),
            Node::Steps(count, from, track, way, back) => {
                let side = if back { "before" } else { "after" };
                format!("{} steps {side} {} on {track} going {}", num(count), num(from), num(way))
            }
            Node::Facing(pit) => format!("facing {}", num(pit)),
            Node::Behind(pit) => format!("behind {}", num(pit)),
            Node::Opposite(way) => format!("opposite {}", num(way)),
            Node::If(condition, then, otherwise) => {
                format!("({} if {}, otherwise {})", num(then), num(condition), num(otherwise))
            }
            Node::Bind(register, value, rest) => format!("(n{register} := {}; {})", num(value), num(rest)),
            Node::BindSet(register, value, rest) => format!("(s{register} := {}; {})", set(value), num(rest)),
            Node::Run(pit, piece, condition) => format!("drops back while n{pit}, n{piece}: {}", num(condition)),
            Node::Repeats(times) => format!("position repeats {times} times"),
            Node::CannotMove => "mover cannot move".into(),
            Node::RoundWinner => "winner".into(),
        }
    }

    fn set(&self, at: u16) -> String {
        let (num, set) = (|at| self.num(at), |at| self.set(at));
        match self.code.sets[usize::from(at)] {
            SetNode::Mask(mask) => self.mask(self.code.masks[usize::from(mask)]),
            SetNode::Local(register) => format!("s{register}"),
            SetNode::Single(pit) => format!("{{{}}}", num(pit)),
            SetNode::Where(of, register, condition) => format!("({} where n{register}: {})", set(of), num(condition)),
            SetNode::NonEmpty(of) => format!("({} where not empty)", set(of)),
            SetNode::WhereCells(of, 0, counts) => format!("({} where seeds in {})", set(of), self.counts(counts)),
            SetNode::WhereCells(of, first, counts) => {
                format!("({} where stored({first} + it) in {})", set(of), self.counts(counts))
            }
            SetNode::Union(one, two) => format!("({} + {})", set(one), set(two)),
            SetNode::Minus(one, two) => format!("({} - {})", set(one), set(two)),
            SetNode::Facing(of) => format!("facing {}", set(of)),
            SetNode::Behind(of) => format!("behind {}", set(of)),
            SetNode::If(condition, then, otherwise) => {
                format!("({} if {}, otherwise {})", set(then), num(condition), set(otherwise))
            }
            SetNode::Chain(back, from, limit, register, condition) => {
                let limit = limit.map_or(String::new(), |limit| format!(" up to {}", num(limit)));
                format!("chain {} from {}{limit} while n{register}: {}", direction(back), num(from), num(condition))
            }
            SetNode::ChainCounts(back, from, mask, counts) => {
                let mask = self.mask(self.code.masks[usize::from(mask)]);
                format!(
                    "chain {} from {} while in {mask} and seeds in {}",
                    direction(back),
                    num(from),
                    self.counts(counts)
                )
            }
            SetNode::Each(value, binders) => {
                let binders: Vec<String> = self.code.binders[usize::from(binders)]
                    .iter()
                    .map(|(register, over)| format!("n{register} in {}", over.map_or("both ways".to_string(), set)))
                    .collect();
                format!("each {} for {}", num(value), binders.join(", "))
            }
            SetNode::RunPits(run) => format!("pits of ({})", num(run)),
            SetNode::Bind(register, value, rest) => format!("(n{register} := {}; {})", num(value), set(rest)),
            SetNode::BindSet(register, value, rest) => format!("(s{register} := {}; {})", set(value), set(rest)),
        }
    }
}

fn direction(back: bool) -> &'static str {
    if back { "back" } else { "on" }
}

fn compare(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "=",
        CompareOp::NotEqual => "!=",
        CompareOp::Less => "<",
        CompareOp::AtMost => "<=",
        CompareOp::More => ">",
        CompareOp::AtLeast => ">=",
    }
}

fn arithmetic(op: ArithmeticOp) -> &'static str {
    match op {
        ArithmeticOp::Add => "+",
        ArithmeticOp::Subtract => "-",
        ArithmeticOp::Multiply => "*",
        ArithmeticOp::Divide => "/",
    }
}
