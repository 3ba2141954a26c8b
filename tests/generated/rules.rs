//! The rules of a generated file: definitions, moves, sequences, tables, ends.

use super::dice::Dice;
use super::draft::Lines;
use super::expressions::{Place, Writer};
use super::world::{Define, Per, Sequence, State, TYPES, Type, World};

/// How deep expressions are.
const DEPTH: usize = 3;

/// A whole file from a seed.
pub(super) fn file(seed: u64) -> Vec<Lines> {
    let mut dice = Dice::of(seed);
    let mut world = World::default();
    let mut items = world.declare(&mut dice);
    Rules { world: &mut world, dice: &mut dice }.write(&mut items);
    items
}

struct Rules<'w> {
    world: &'w mut World,
    dice: &'w mut Dice,
}

/// What the body of a move or sequence knows.
#[derive(Debug, Clone, Default)]
struct Body {
    place: Place,
    /// Whether it has sown in a chosen order; once is enough.
    ordered: bool,
    in_sequence: bool,
    /// The number of the sequence that it is, or one more than there are.
    sequence: usize,
}

impl Rules<'_> {
    fn write(&mut self, items: &mut Vec<Lines>) {
        for name in ["first_kind", "second_kind", "third_kind"].into_iter().take(self.dice.between(1, 3)) {
            self.world.moves.push(name.into());
        }
        self.states(items);
        self.defines(items);
        self.ranking(items);
        for number in 0..self.dice.below(3) {
            let parameters = (0..self.dice.below(3)).map(|_| self.type_of_name()).collect();
            let sows = self.dice.in_hundred(60);
            self.world.sequences.push(Sequence { name: format!("series{number}"), parameters, sows });
        }
        for name in self.world.moves.clone() {
            let body = self.move_body();
            items.push(Lines::block(format!("move {name}"), body));
        }
        for number in 0..self.world.sequences.len() {
            items.push(self.sequence(number));
        }
        if self.dice.in_hundred(30) {
            let place = Place::default();
            let closing = (0..self.dice.between(1, 2)).filter_map(|_| self.action(&place)).map(Lines::One).collect();
            items.push(Lines::block("finally", closing));
        }
        self.legal(items);
        self.endless(items);
        self.end(items);
        self.rounds(items);
        self.notation(items);
        self.presets_and_examples(items);
    }

    fn writer(&mut self) -> Writer<'_> {
        Writer { world: self.world, dice: self.dice }
    }

    fn expr(&mut self, ty: Type, place: &Place) -> String {
        let depth = self.dice.below(DEPTH);
        self.writer().of(ty, place, depth)
    }

    fn condition(&mut self, place: &Place) -> String {
        let depth = self.dice.below(DEPTH);
        self.writer().condition(place, depth)
    }

    fn conditions(&mut self, place: &Place) -> String {
        let depth = self.dice.below(DEPTH);
        self.writer().conditions(place, depth)
    }

    /// ` if …`, or nothing.
    fn perhaps_if(&mut self, place: &Place) -> String {
        if self.dice.in_hundred(25) { format!(" if {}", self.condition(place)) } else { String::new() }
    }

    fn type_of_name(&mut self) -> Type {
        loop {
            let ty = self.dice.one_of(&TYPES);
            if ty != Type::Way || self.world.two_way() {
                return ty;
            }
        }
    }

    // --- what is declared --------------------------------------------------------------------------------------------

    fn states(&mut self, items: &mut Vec<Lines>) {
        let mut entries = Vec::new();
        for number in 0..self.dice.below(4) {
            let name = format!("fact{number}");
            let per = self.dice.one_of(&[Per::Game, Per::Player, Per::Pit]);
            let (ty, start, largest) = match self.dice.below(5) {
                0 => (Type::Truth, self.start_of_truth(per), 0),
                1 => (Type::Player, self.start_of_player(per), 0),
                2 => (Type::Pit, self.start_of_pit(per), 0),
                3 if self.world.two_way() => (Type::Way, self.dice.one_of(&["right", "left"]).to_string(), 0),
                _ => {
                    let largest = self.dice.between(1, 9);
                    (Type::Number, format!("{} up to {largest}", self.dice.below(2)), largest)
                }
            };
            let scope = match per {
                Per::Game => "",
                Per::Player => " per player",
                Per::Pit => " per pit",
            };
            let until = if ty == Type::Truth && per != Per::Pit && self.dice.in_hundred(50) {
                let (row, _) = self.world.rows[0];
                format!(
                    " until {}",
                    self.dice.one_of(&[
                        format!("own {row} is empty"),
                        format!("seeds(own {row}) < 3"),
                        format!("seeds(opponent {row} 1) >= 3 and seeds(own {row} 2) = 0"),
                    ])
                )
            } else {
                String::new()
            };
            let start = if until.is_empty() { start } else { format!("({start})") };
            entries.push(Lines::One(format!("{name}{scope}: {start}{until}")));
            self.world.states.push(State { name, per, ty, largest });
        }
        if !entries.is_empty() {
            items.push(Lines::block("state", entries));
        }
    }

    fn start_of_truth(&mut self, per: Per) -> String {
        let (row, _) = self.world.rows[0];
        let plain = self.dice.one_of(&["yes", "no"]).to_string();
        match per {
            Per::Pit if self.dice.in_hundred(50) => self.dice.one_of(&[
                "number(it) = 1".to_string(),
                format!("it in own {row} 1..2"),
                format!("owner(it) is mover and it is not south {row} 2"),
            ]),
            Per::Player if self.dice.in_hundred(30) => "mover is south".into(),
            _ => plain,
        }
    }

    fn start_of_player(&mut self, per: Per) -> String {
        match per {
            Per::Pit => {
                self.dice.one_of(&["nobody", "owner(it)", "(opponent if number(it) is even, otherwise nobody)"])
            }
            Per::Player => self.dice.one_of(&["nobody", "mover", "opponent", "north"]),
            Per::Game => self.dice.one_of(&["nobody", "south"]),
        }
        .to_string()
    }

    fn start_of_pit(&mut self, per: Per) -> String {
        let (row, _) = self.world.rows[0];
        match (per, self.dice.below(3)) {
            (_, 0) => "none".into(),
            (Per::Pit, 1) => "it".into(),
            (Per::Pit, _) => "facing it".into(),
            (Per::Player, 1) if self.world.store => "own store".into(),
            _ => format!("opponent {row} 1"),
        }
    }

    fn defines(&mut self, items: &mut Vec<Lines>) {
        for number in 0..self.dice.below(5) {
            let parameters: Vec<Type> = (0..self.dice.below(3)).map(|_| self.type_of_name()).collect();
            let ty = self.type_of_name();
            let mut place = Place { defines: Some(number), ..Place::default() };
            for (at, parameter) in parameters.iter().enumerate() {
                place = place.with(["x", "y"][at], *parameter);
            }
            let body = self.writer().of(ty, &place, DEPTH - 1);
            let name = format!("formula{number}");
            let list = ["", "(x)", "(x, y)"][parameters.len()];
            items.push(Lines::One(format!("define {name}{list} = {body}")));
            self.world.defines.push(Define { name, parameters, ty });
        }
        if self.dice.in_hundred(25) || !self.world.store {
            let place = Place { defines: Some(self.world.defines.len()), ..Place::default() };
            let body = format!("(seeds(own side) + {})", self.writer().number(&place, 1));
            items.push(Lines::One(format!("define score = {body}")));
            self.world.score = true;
        }
    }

    fn ranking(&mut self, items: &mut Vec<Lines>) {
        let moves = self.world.moves.clone();
        let ranking = |dice: &mut Dice| match &moves[..] {
            [one] => one.clone(),
            [one, two] => format!("{one} {} {two}", dice.one_of(&["else", "or"])),
            [one, two, three, ..] => dice.one_of(&[
                format!("({one} else {two}) or {three}"),
                format!("{one} or {two} or {three}"),
                format!("({one} or {two}) else {three}"),
            ]),
            [] => unreachable!("there is a move"),
        };
        if self.dice.in_hundred(25) {
            let condition = self.condition(&place_of(true));
            let kind = self.dice.one_of(&moves);
            items.push(Lines::One(format!("phase opening while {condition}: {kind}")));
            items.push(Lines::One(format!("phase later: {}", ranking(self.dice))));
        } else {
            items.push(Lines::One(format!("turn: {}", ranking(self.dice))));
        }
    }

    // --- moves and sequences -----------------------------------------------------------------------------------------

    fn move_body(&mut self) -> Vec<Lines> {
        let mut body = Body::default();
        body.place.choosy = self.dice.in_hundred(50);
        let mut lines = Vec::new();
        match self.dice.below(11) {
            10 => self.without_a_pit(&mut body, &mut lines),
            0 if self.world.reserve => {
                lines.push(Lines::One(format!("lift {} from own stock", self.dice.between(1, 2))));
                lines.push(Lines::One(format!("place freely in {}", self.expr(Type::Set, &body.place))));
            }
            1 => {
                self.quiet(&mut body, &mut lines, true);
                lines.extend(self.action(&body.place).map(Lines::One));
            }
            2 => {
                self.choose_pit(&mut body, &mut lines);
                lines.extend(self.action(&body.place).map(Lines::One));
                lines.extend(self.action(&body.place).map(Lines::One));
            }
            _ => {
                self.choose_pit(&mut body, &mut lines);
                self.quiet(&mut body, &mut lines, true);
                if self.dice.in_hundred(15) {
                    lines.push(Lines::One("choose number_of in 1..seeds(pit)".into()));
                    body.place = body.place.with("number_of", Type::Number);
                    lines.push(Lines::One("lift number_of from pit".into()));
                } else {
                    let label = self.dice.one_of(&["", "taken_up: "]);
                    lines.push(Lines::One(format!("{label}lift pit")));
                }
                self.sow("pit", &mut body, &mut lines);
            }
        }
        if self.dice.in_hundred(30) {
            let closing =
                (0..self.dice.between(1, 2)).filter_map(|_| self.action(&body.place)).map(Lines::One).collect();
            lines.push(Lines::block("finally", closing));
        }
        lines
    }

    /// A move of which a number or a way alone is chosen: where one is left, its text names nothing.
    fn without_a_pit(&mut self, body: &mut Body, lines: &mut Vec<Lines>) {
        let (row, _) = self.dice.one_of(&self.world.rows);
        let two_way = self.world.tracks.iter().any(|track| track.two_way);
        if two_way && self.dice.in_hundred(50) {
            lines.push(Lines::One("choose way in both ways".into()));
            body.place = body.place.with("way", Type::Way);
        } else {
            lines.push(Lines::One(format!("choose number_of in {}..seeds(own {row} 1)", self.dice.below(2))));
            body.place = body.place.with("number_of", Type::Number);
            lines.push(Lines::One(format!("put number_of from own {row} 1 in opponent {row} 1")));
        }
        lines.extend(self.action(&body.place).map(Lines::One));
    }

    fn choose_pit(&mut self, body: &mut Body, lines: &mut Vec<Lines>) {
        let (row, _) = self.dice.one_of(&self.world.rows);
        let least = self.dice.between(1, 2);
        let line = match self.dice.below(4) {
            0 => {
                let set = self.expr(Type::Set, &body.place);
                let without = if self.world.store { " - all store" } else { "" };
                format!("choose pit in ({set}{without}) where seeds(it) >= 1")
            }
            1 => format!("choose pit in own {row} where seeds(it) >= 2 else own {row} where seeds(it) = 1"),
            _ => format!("choose pit in own {row} where seeds(it) >= {least}"),
        };
        lines.push(Lines::One(line));
        body.place = body.place.with("pit", Type::Pit);
    }

    /// Statements that move nothing, or little.
    fn quiet(&mut self, body: &mut Body, lines: &mut Vec<Lines>, moves: bool) {
        for number in 0..self.dice.below(3) {
            match self.dice.below(6) {
                0 | 1 => {
                    let ty = self.type_of_name();
                    let name = format!("kept{number}");
                    lines.push(Lines::One(format!("let {name} = {}", self.expr(ty, &body.place))));
                    body.place = body.place.with(&name, ty);
                }
                2 => {
                    let (condition, when) = (self.condition(&body.place), self.perhaps_if(&body.place));
                    lines.push(Lines::One(format!("require ({condition}){when}")));
                }
                3 => {
                    let (condition, when) = (self.condition(&body.place), self.perhaps_if(&body.place));
                    lines.push(Lines::One(format!("prefer ({condition}){when}")));
                }
                4 if moves => lines.extend(self.action(&body.place).map(Lines::One)),
                5 => lines.extend(self.repeated(&body.place)),
                _ => {}
            }
        }
    }

    /// A loop.
    fn repeated(&mut self, place: &Place) -> Option<Lines> {
        let (head, place) = match self.dice.below(4) {
            0 => ("each player".to_string(), place.clone()),
            1 => (format!("m in 1..{}", self.dice.between(1, 3)), place.with("m", Type::Number)),
            _ => (format!("each_pit in {}", self.expr(Type::Set, place)), place.with("each_pit", Type::Pit)),
        };
        let place = Place { choosy: false, ..place };
        let inside: Vec<Lines> =
            (0..self.dice.between(1, 2)).filter_map(|_| self.action(&place)).map(Lines::One).collect();
        (!inside.is_empty()).then(|| Lines::block(format!("for {head}"), inside))
    }

    /// A sowing from a pit, and what comes behind it.
    fn sow(&mut self, pit: &str, body: &mut Body, lines: &mut Vec<Lines>) {
        let track = self.dice.one_of(&self.world.tracks);
        let start = self.dice.one_of(&["after", "after", "after", "starting in"]);
        let each = match self.dice.below(12) {
            0 => format!(" {} each", self.dice.between(2, 4)),
            1 => format!(" ({} + 1) each", self.expr(Type::Number, &body.place)),
            _ => String::new(),
        };
        let mut sow = format!("sow {}{each} {start} {pit}", track.name);
        if track.two_way {
            if self.dice.in_hundred(60) && !body.in_sequence {
                let line = match self.dice.in_hundred(25) {
                    true => {
                        let place = Place { it: Some(Type::Way), ..body.place.clone() };
                        format!("choose way in both ways where {}", self.condition(&place))
                    }
                    false => "choose way in both ways".into(),
                };
                lines.push(Lines::One(line));
                body.place = body.place.with("way", Type::Way);
                sow.push_str(" going way");
            } else {
                sow.push_str(&format!(" going {}", self.expr(Type::Way, &body.place)));
            }
        }
        if self.dice.in_hundred(30) {
            sow.push_str(&format!(" skipping {}", self.expr(Type::Set, &body.place)));
        }
        if self.world.kinds && !body.in_sequence && self.dice.in_hundred(40) {
            sow.push_str(" choosing the order");
            body.ordered = true;
        }
        let choosy = std::mem::take(&mut body.place.choosy);
        if self.dice.in_hundred(25) {
            let but = self.dice.one_of(&["", " but the last"]);
            let rows = (0..self.dice.between(1, 2)).filter_map(|number| {
                let condition = self.conditions(&body.place);
                Some(Lines::One(format!("passing{number}: {condition} -> {}", self.action(&body.place)?)))
            });
            let rows: Vec<Lines> = rows.collect();
            if rows.is_empty() {
                lines.push(Lines::One(sow));
            } else {
                lines.push(Lines::block(format!("{sow} each drop{but}"), rows));
            }
        } else {
            lines.push(Lines::One(sow));
        }
        body.place.sown = true;
        body.place.choosy = choosy;
        if self.dice.in_hundred(if self.world.kinds { 60 } else { 20 }) {
            let place = Place { it: Some(Type::Pit), in_drops: true, nested: 1, ..body.place.clone() };
            lines.push(Lines::One(format!("let run = drops back while {}", self.condition(&place))));
            body.place.runs.push("run".into());
        }
        self.quiet(body, lines, false);
        match self.call(body) {
            Some(call) if self.dice.in_hundred(15) => lines.push(Lines::One(call)),
            _ => lines.push(self.landing(body)),
        }
    }

    /// `then …` with a later sequence, or with the same one where it sows.
    fn call(&mut self, body: &Body) -> Option<String> {
        let callable: Vec<Sequence> = self.world.sequences.iter().skip(body.sequence).cloned().collect();
        if callable.is_empty() || body.ordered || body.place.choosy {
            return None;
        }
        let sequence = self.dice.one_of(&callable);
        let arguments: Vec<String> = sequence.parameters.iter().map(|ty| self.expr(*ty, &body.place)).collect();
        let arguments = if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
        Some(format!("then {}{arguments}", sequence.name))
    }

    fn sequence(&mut self, number: usize) -> Lines {
        let sequence = self.world.sequences[number].clone();
        let first = if sequence.sows { number } else { number + 1 };
        let mut body = Body { sequence: first, in_sequence: true, ..Body::default() };
        let names = ["a", "b"];
        for (at, ty) in sequence.parameters.iter().enumerate() {
            body.place = body.place.with(names[at], *ty);
        }
        let list = ["", "(a)", "(a, b)"][sequence.parameters.len()];
        let mut lines = Vec::new();
        self.quiet(&mut body, &mut lines, true);
        let pit = self.expr(Type::Pit, &body.place);
        if sequence.sows {
            lines.push(Lines::One(format!("let from_here = {pit}")));
            body.place = body.place.with("from_here", Type::Pit);
            if self.dice.in_hundred(40) {
                lines.push(Lines::One("capture from_here into hand".into()));
            } else {
                lines.push(Lines::One("lift from_here".into()));
            }
            self.sow("from_here", &mut body, &mut lines);
        } else {
            if self.dice.in_hundred(40) {
                let set = self.expr(Type::Set, &body.place);
                let when = self.perhaps_if(&body.place);
                lines.push(Lines::One(format!("choose prize in {set}{when}")));
                body.place = body.place.with("prize", Type::Pit);
            }
            lines.extend(self.action(&body.place).map(Lines::One));
        }
        Lines::block(format!("sequence {}{list}", sequence.name), lines)
    }

    fn landing(&mut self, body: &Body) -> Lines {
        let mut rows = Vec::new();
        for number in 0..self.dice.between(1, 4) {
            let conditions = self.conditions(&body.place);
            if self.dice.in_hundred(25) {
                rows.push(Lines::block(format!("row{number}: {conditions} ->"), self.several(body)));
                continue;
            }
            let outcomes = self.outcomes(body, true);
            rows.push(Lines::One(format!("row{number}: {conditions} -> {outcomes}")));
        }
        let last = self.dice.one_of(&["stop", "stop", "stop", "again"]);
        rows.push(Lines::One(format!("otherwise -> {last}")));
        Lines::block("landing", rows)
    }

    /// A row of several lines, with names of its own.
    fn several(&mut self, body: &Body) -> Vec<Lines> {
        let mut body = body.clone();
        let mut lines = Vec::new();
        let ty = self.type_of_name();
        lines.push(Lines::One(format!("let inner = {}", self.expr(ty, &body.place))));
        body.place = body.place.with("inner", ty);
        if body.place.choosy && self.dice.in_hundred(40) {
            let (set, when) = (self.expr(Type::Set, &body.place), self.perhaps_if(&body.place));
            lines.push(Lines::One(format!("choose gift in {set}{when}")));
            body.place = body.place.with("gift", Type::Pit);
        }
        lines.extend(self.action(&body.place).map(Lines::One));
        lines.extend(self.repeated(&body.place));
        if self.dice.in_hundred(30) {
            let word = self.dice.one_of(&["stop", "again"]);
            lines.push(Lines::One(format!("{word} if {}", self.condition(&body.place))));
        }
        if self.dice.in_hundred(20) {
            lines.push(self.landing(&Body { ordered: true, ..body }));
        } else {
            lines.push(Lines::One(self.outcomes(&body, true)));
        }
        lines
    }

    /// What a row of a landing table does.
    fn outcomes(&mut self, body: &Body, either: bool) -> String {
        let mut outcomes: Vec<String> = (0..self.dice.below(3)).filter_map(|_| self.action(&body.place)).collect();
        let call = self.call(body);
        outcomes.push(match self.dice.below(12) {
            0 | 1 if body.place.sown && !body.ordered && !body.place.choosy => "relay".into(),
            2 if body.place.sown && !body.ordered && !body.place.choosy => {
                format!("relay from {}", self.expr(Type::Pit, &body.place))
            }
            3 => "again".into(),
            4 => "not legal".into(),
            5 | 6 if either && body.place.choosy => {
                let (one, other) = (self.outcomes(body, false), self.outcomes(body, false));
                format!("either {{ stay: {one}\n go: {other} }}")
            }
            7..=9 if call.is_some() => call.unwrap_or_default(),
            _ => "stop".into(),
        });
        outcomes.join(", ")
    }

    // --- actions -----------------------------------------------------------------------------------------------------

    /// A capture, a `put` or a change of state, where the board allows one.
    fn action(&mut self, place: &Place) -> Option<String> {
        let pit = self.expr(Type::Pit, place);
        let set = self.expr(Type::Set, place);
        let when = self.perhaps_if(place);
        let store = self.world.store;
        let into = match self.dice.below(4) {
            0 if self.world.off => " into off".to_string(),
            1 => format!(" into {}", self.place_that_is(place)),
            _ if !store => format!(" into {}", self.place_that_is(place)),
            _ => String::new(),
        };
        let action = match self.dice.below(9) {
            0 => format!("capture {set}{into}"),
            1 => format!("capture {pit}{into}"),
            2 => {
                let from = if self.dice.in_hundred(50) { pit } else { set };
                format!("capture {} from {from}{into}", self.expr(Type::Number, place))
            }
            3 if store => format!("{} captures {set}", self.expr(Type::Player, place)),
            4 if self.world.kinds => {
                let then = if self.dice.in_hundred(30) {
                    format!(", then from {}", self.expr(Type::Set, place))
                } else {
                    String::new()
                };
                let kind = self.dice.one_of(&["stone", "gem", "gem1"]);
                if self.dice.in_hundred(50) && place.choosy {
                    format!("capture chosen {} {kind} from {set}{then}{into}", self.dice.between(1, 2))
                } else {
                    format!("put 1 from {pit} in {}", self.expr(Type::Pit, place))
                }
            }
            5 if self.dice.in_hundred(40) => {
                format!("put all from {} in {}", self.expr(Type::Set, place), self.expr(Type::Pit, place))
            }
            5 => format!("put {} from {pit} in {}", self.expr(Type::Number, place), self.expr(Type::Pit, place)),
            _ => return self.becomes(place).map(|action| format!("{action}{when}")),
        };
        Some(format!("{action}{when}"))
    }

    /// A pit that is never none.
    fn place_that_is(&mut self, place: &Place) -> String {
        let (row, size) = self.dice.one_of(&self.world.rows);
        let number = self.dice.between(1, size.min(2));
        let side = self.dice.one_of(&["own", "opponent"]);
        if place.names.iter().any(|(name, _)| name == "pit") && self.dice.in_hundred(30) {
            return "pit".into();
        }
        format!("{side} {row} {number}")
    }

    fn becomes(&mut self, place: &Place) -> Option<String> {
        if self.world.states.is_empty() {
            return None;
        }
        let state = self.dice.one_of(&self.world.states);
        let target = match state.per {
            Per::Game => state.name.clone(),
            Per::Player => format!("{} {}", self.dice.one_of(&["own", "opponent"]), state.name),
            Per::Pit => format!("{}({})", state.name, self.expr(Type::Pit, place)),
        };
        let value = match state.ty {
            Type::Number if self.dice.in_hundred(50) => self.dice.between(0, state.largest).to_string(),
            Type::Number => format!("(seeds(last) + {})", self.expr(Type::Number, place)),
            ty => self.expr(ty, place),
        };
        Some(format!("{target} becomes {value}"))
    }

    // --- the end -----------------------------------------------------------------------------------------------------

    fn legal(&mut self, items: &mut Vec<Lines>) {
        if self.dice.in_hundred(35) {
            let mut rules = Vec::new();
            for number in 0..self.dice.between(1, 2) {
                let word = self.dice.one_of(&["require", "prefer"]);
                let place = Place::default();
                let (condition, when) = (self.condition(&place), self.perhaps_if(&place));
                rules.push(Lines::One(format!("rule{number}: {word} ({condition}){when}")));
            }
            items.push(Lines::block("legal", rules));
        }
    }

    fn endless(&mut self, items: &mut Vec<Lines>) {
        let limit = self.dice.between(4, 20);
        let mut rows = Vec::new();
        if self.dice.in_hundred(40) {
            let condition = self.conditions(&Place::default());
            let outcome = self.dice.one_of(&["not legal", "stop", "opponent wins", "draw"]);
            rows.push(Lines::One(format!("tired: {condition} -> {outcome}")));
        }
        let last = self.dice.one_of(&["stop", "not legal", "mover wins"]);
        rows.push(Lines::One(format!("otherwise -> {last}")));
        items.push(Lines::block(format!("endless after {limit} laps"), rows));
    }

    fn award(&mut self) -> &'static str {
        let awards = ["mover wins", "opponent wins", "draw", "no winner", "higher score wins"];
        self.dice.one_of(&awards)
    }

    fn end(&mut self, items: &mut Vec<Lines>) {
        let mut rows = Vec::new();
        for number in 0..self.dice.below(4) {
            let moment = self.dice.one_of(&["at a capture", "after a turn", "before a turn"]);
            let before_turn = moment == "before a turn";
            let place = Place { before_turn, ..place_of(before_turn) };
            let conditions = self.conditions(&place);
            let mut outcomes: Vec<String> =
                (0..self.dice.below(2)).filter_map(|_| self.action(&place_of(before_turn))).collect();
            if moment == "at a capture" && self.dice.in_hundred(60) {
                let (row, _) = self.world.rows[0];
                outcomes.push(format!("put hand in own {row} 1"));
            }
            outcomes.push(self.award().into());
            rows.push(Lines::One(format!("end{number}: {moment}, {conditions} -> {}", outcomes.join(", "))));
        }
        let award = self.award();
        rows.push(Lines::One(format!("stuck: before a turn, mover cannot move -> {award}")));
        items.push(Lines::block("end", rows));
    }

    fn rounds(&mut self, items: &mut Vec<Lines>) {
        if !self.dice.in_hundred(25) {
            return;
        }
        let place = Place { in_match: true, ..Place::default() };
        let mut entries = Vec::new();
        if let Some(action) = self.becomes(&place) {
            entries.push(Lines::One(format!("counted: {action}")));
        }
        let condition = self.conditions(&place);
        let award = if self.dice.in_hundred(30) { "winner wins" } else { self.award() };
        entries.push(Lines::block("over", vec![Lines::One(format!("finished: {condition} -> {award}"))]));
        let fills = self.world.store && !self.world.kinds && self.dice.in_hundred(60);
        if fills {
            let (row, _) = self.world.rows[0];
            let unfilled = self.world.states.iter().find(|state| state.per == Per::Pit && state.ty == Type::Truth);
            let unfilled = unfilled.map_or(String::new(), |state| format!(" otherwise {}", state.name));
            for side in ["own", "opponent"] {
                let set = if self.world.ends && self.dice.in_hundred(50) { "ends" } else { row };
                entries.push(Lines::One(format!("fill {side} {set} with 1 each from {side} store{unfilled}")));
            }
        } else {
            entries.push(Lines::One("setup".into()));
        }
        if self.dice.in_hundred(50) {
            let who = self.dice.one_of(&[
                "winner",
                "mover",
                "opponent",
                "south",
                "(winner if winner is not nobody, otherwise mover)",
                "in turn",
            ]);
            entries.push(Lines::One(format!("starts: {who}")));
        }
        let open = match self.world.options.first() {
            Some((name, values)) if self.dice.in_hundred(50) && !values.contains(&"yes") => {
                format!("match if {name} is {}", values[0])
            }
            _ => "match".into(),
        };
        items.push(Lines::block(open, entries));
    }

    fn presets_and_examples(&mut self, items: &mut Vec<Lines>) {
        if let Some((name, values)) = self.world.options.last()
            && self.dice.in_hundred(40)
        {
            items.push(Lines::One(format!("preset other {{ {name}: {} }}", values[values.len() - 1])));
        }
        if self.dice.in_hundred(30) {
            let (row, _) = self.world.rows[0];
            let entry = self.dice.one_of(&["winner: none".to_string(), format!("rest: south {row} 1")]);
            let step = if entry.starts_with("rest") { "position" } else { "expect" };
            items.push(Lines::block("example \"a position\"", vec![Lines::One(format!("{step} {{ {entry} }}"))]));
        }
    }

    fn notation(&mut self, items: &mut Vec<Lines>) {
        let mut entries = Vec::new();
        // Pits of either player, and moves of several kinds, must be told apart.
        match self.world.rows[..] {
            [(row, _)] if self.dice.in_hundred(50) => entries.push(format!("row {row}: letters")),
            [(row, _)] => entries.push(format!("row {row}: \"\" / \"n\"")),
            [(one, _), (other, _), ..] => {
                entries.push(format!("row {one}: \"A\" / \"a\""));
                entries.push(format!("row {other}: \"B\" / \"b\""));
            }
            [] => unreachable!("there is a row"),
        }
        if self.world.two_way() && self.dice.in_hundred(40) {
            entries.push("way right: \">\"".into());
            entries.push("way left: \"<\"".into());
        }
        for (at, name) in self.world.moves.clone().into_iter().enumerate() {
            if self.world.moves.len() > 1 || self.dice.in_hundred(60) {
                entries.push(format!("kind {name}: \"{}\"", ["k ", "m ", "t "][at]));
            }
        }
        if self.dice.in_hundred(25) {
            let place = Place { in_match: true, ..Place::default() };
            entries.push(format!("mark \"!\" if {}", self.condition(&place)));
        }
        if !entries.is_empty() {
            items.push(Lines::block("notation", entries.into_iter().map(Lines::One).collect()));
        }
    }
}

fn place_of(no_move: bool) -> Place {
    Place { no_move, ..Place::default() }
}
