//! What one player does when it is his turn, as operations, and how it is made from his code.

use super::abreast;
use super::at_once::AtOnce;
use super::bags::Bags;
use super::build::{Builder, Constants, Label};
use super::cells;
#[cfg(feature = "sim")]
use super::falls_back;
#[cfg(feature = "sim")]
use super::first_choice::FirstChoice;
#[cfg(feature = "sim")]
use super::first_hand::FirstHand;
#[cfg(feature = "sim")]
use super::foreseen::Foresight;
use super::free::{Free, Judged};
use super::goes_on::GoesOn;
use super::joined::{Joined, Joining};
use super::live::{self, Carried, Effects};
#[cfg(feature = "native")]
use super::native;
use super::onward::ways;
use super::op::{Address, Op, turn};
use super::refusal::Refusal;
use super::steady::Steady;
use super::tables::Tables;
use super::{expressions, machine};
use crate::ir::{Program, settling};
use crate::limits;
#[cfg(feature = "native")]
use crate::model::Id as _;
use crate::model::{Player, Ranking};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// How many registers live through choices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kept {
    pub(super) numbers: usize,
    pub(super) sets: usize,
}

/// What has to be known of a program besides its operations.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sizes {
    /// Cells of a position; those behind them are always 0.
    pub(super) cells: usize,
    /// One more than the pieces of a position.
    pub(super) hands: usize,
    /// Whether a rule asks how often positions have been there.
    #[cfg_attr(
        not(any(feature = "native", feature = "sim")),
        expect(dead_code, reason = "who plays from turn to turn asks")
    )]
    pub(super) repeats: bool,
}

impl Sizes {
    pub(super) fn of(program: &Program) -> Self {
        Sizes {
            cells: program.layout.cells(),
            hands: usize::try_from(program.model.total()).unwrap_or(usize::MAX).saturating_add(1),
            repeats: program.asks_for_repetition(),
        }
    }

    /// The most pieces that a place can hold.
    pub(super) fn most_in_a_cell(&self) -> i16 {
        i16::try_from(self.hands.saturating_sub(1)).unwrap_or(i16::MAX)
    }
}

/// What one player does when it is his turn.
#[derive(Debug, Clone)]
pub(super) struct Side<const W: usize> {
    /// 0 South, 1 North.
    pub(super) mover: i32,
    pub(super) sizes: Sizes,
    pub(super) ops: Vec<Op>,
    /// What is run of them.
    pub(super) joined: Joined,
    pub(super) tables: Tables<W>,
    pub(super) constants: Constants,
    pub(super) kept: Kept,
    /// What the options of each choice begin with, by the address of the choice: found out when it is first asked for.
    pub(super) carried: OnceLock<BTreeMap<Address, Carried>>,
    /// Steps for many positions at once; none where code goes round. They are made when they are first asked for.
    pub(super) steps: OnceLock<Option<Arc<abreast::Steps>>>,
    /// For each kind of move: what is known of its options before they are played; found out when it is first asked for.
    #[cfg(feature = "sim")]
    pub(super) foresight: OnceLock<Vec<Option<Foresight<W>>>>,
    /// For each kind of move: the choice of a place that it begins with; found out when it is first asked for.
    #[cfg(feature = "sim")]
    pub(super) first_choices: OnceLock<Vec<Option<FirstChoice>>>,
    /// The same of a hand that is lifted first and sown in any order.
    #[cfg(feature = "sim")]
    pub(super) first_hands: OnceLock<Vec<Option<FirstHand>>>,
    /// Steps that draw and play moves in many games at once, without and with telling more of turns; made when they are first asked for.
    #[cfg(feature = "sim")]
    pub(super) drawing: [OnceLock<Option<Arc<abreast::DrawingSteps>>>; 2],
    /// The same of games whose turns are sown lap by lap.
    #[cfg(feature = "sim")]
    pub(super) relaying: [OnceLock<Option<Arc<abreast::RelaySteps>>>; 2],
    /// The machine code of both players, once that is made; none if there is none for this computer.
    #[cfg(feature = "native")]
    pub(super) compiled: OnceLock<Option<Arc<native::Compiled>>>,
    /// What begins to make it.
    #[cfg(feature = "native")]
    pub(super) beginning: native::Beginning,
    /// Whether the position before a lap is asked for.
    pub(super) remembers: bool,
    /// Whether something is done between rounds.
    #[cfg(any(feature = "native", feature = "sim"))]
    pub(super) in_match: bool,
    /// Whether a kind of move gives way to another.
    pub(super) ranks: bool,
    pub(super) lap_limit: i32,
    pub(super) lap_limit_altogether: i32,
    /// Whether nothing but these limits asks how many laps there have been.
    pub(super) leaves_laps_alone: bool,
    /// How turns are gone on with that this code leaves where they are settled, if it does.
    pub(super) goes_on: Option<Arc<GoesOn>>,
    /// For each kind of move: where a turn begins.
    pub(super) kinds: Vec<Address>,
    /// What lets state fall back in positions that come from outside.
    pub(super) settle: Option<Address>,
    /// Whether state has fallen back in positions that turns have come to.
    #[cfg(feature = "sim")]
    pub(super) has_fallen_back: bool,
    /// What tells which phase applies, where that is a question; and their rankings.
    pub(super) phase: Option<Address>,
    pub(super) phases: Vec<Ranking>,
    /// For each kind of move: whether all its options are legal, rules of legality apart.
    pub(super) free: Vec<bool>,
    /// Whether there is such a kind.
    pub(super) has_free: bool,
    /// The numbers of kinds of move that are tried: one of all options is drawn, and another one if it is not legal.
    pub(super) tried: Vec<usize>,
    /// Whether a rule of legality is looked at.
    pub(super) judged: Judged,
    /// Whether the game is over before the turn, where a rule can say so of a position alone.
    pub(super) over: Option<Address>,
    /// How these two questions are answered at once, where they are.
    pub(super) judged_at_once: Option<AtOnce<W>>,
    pub(super) over_at_once: Option<AtOnce<W>>,
    /// What tells South's lead.
    pub(super) lead: Address,
    /// Which row ends the game before the turn where there is no legal move.
    #[cfg_attr(not(feature = "sim"), expect(dead_code, reason = "games at random ask for it"))]
    pub(super) stuck: Option<Address>,
    /// What draws a move.
    pub(super) drawn: Address,
    /// Whether rows and captures are counted; how many rules and places there are.
    pub(super) logs: bool,
    pub(super) rules: usize,
    pub(super) places: usize,
    /// Whether pieces are sown in an order that the mover chooses.
    #[cfg_attr(not(feature = "sim"), expect(dead_code, reason = "games at random ask for it"))]
    pub(super) chooses_orders: bool,
    /// Whether hands are found together with all orders in which they can fall.
    #[cfg_attr(not(feature = "sim"), expect(dead_code, reason = "games at random ask for it"))]
    pub(super) has_settled_orders: bool,
    /// Operations behind choices where turns are settled: each is legal, whatever comes of it.
    #[cfg_attr(not(feature = "sim"), expect(dead_code, reason = "games at random ask for it"))]
    pub(super) settled: Vec<Address>,
    /// Where closed turns are judged.
    #[cfg_attr(not(feature = "sim"), expect(dead_code, reason = "games at random ask for it"))]
    pub(super) judge: Address,
    /// Where pieces lie, if there are several kinds of them; and whether it is asked what the place of the last drop held.
    pub(super) bags: Bags,
    pub(super) asks_for_held: bool,
}

impl<const W: usize> Side<W> {
    /// Whether there are several kinds of pieces.
    pub(super) fn has_several_kinds(&self) -> bool {
        self.bags.kinds > 1
    }

    /// All places, as a set.
    #[inline(always)]
    pub(super) fn all_places(&self) -> u64 {
        if self.places < 64 { (1 << self.places) - 1 } else { u64::MAX }
    }

    /// Whether a position has no more pieces than the game, so that a row of a table can sow them.
    #[inline]
    pub(super) fn has_no_more_pieces_than_the_game(&self, position: &[u8; W]) -> bool {
        let places = cells::mask(self.all_places());
        usize::try_from(cells::sum(position, &places)).is_ok_and(|pieces| pieces < self.sizes.hands)
    }

    /// Whether its positions can stand in columns of bytes, each with a sign.
    pub(super) fn can_stand_in_columns(&self) -> bool {
        !self.has_several_kinds() && self.settle.is_none() && i8::try_from(self.sizes.most_in_a_cell()).is_ok()
    }

    /// Whether a position can: no cell holds more than a byte with a sign, and there are no more pieces than in the game.
    pub(super) fn can_hold_in_columns(&self, position: &[u8; W]) -> bool {
        position.iter().all(|cell| i8::try_from(*cell).is_ok()) && self.has_no_more_pieces_than_the_game(position)
    }

    /// The operations that were made.
    pub(super) fn made_ops(&self) -> &[Op] {
        &self.ops
    }

    /// Whether there is machine code.
    #[cfg(feature = "native")]
    pub(super) fn is_compiled(&self) -> bool {
        self.compiled().is_some()
    }

    /// Whether there is machine code: there never is.
    #[cfg(not(feature = "native"))]
    #[expect(clippy::unused_self, reason = "with machine code it is asked")]
    pub(super) fn is_compiled(&self) -> bool {
        false
    }

    /// Steps that find moves of many positions at once, if there are any.
    pub(super) fn steps(&self) -> Option<&abreast::Steps> {
        self.steps.get_or_init(|| abreast::Steps::new(self).map(Arc::new)).as_deref()
    }

    /// Whether there is a kind from whose options one is drawn before any is played.
    #[cfg(feature = "sim")]
    pub(super) fn draws(&self) -> bool {
        self.has_free || !self.tried.is_empty()
    }

    /// Steps by which both players draw and play moves in many games at once, if there are any; with telling more of turns than who
    /// has moved, or not.
    #[cfg(feature = "sim")]
    pub(super) fn drawing(sides: &[Self; 2], tells: bool) -> Option<&Arc<abreast::DrawingSteps>> {
        let made = || abreast::DrawingSteps::new(sides, tells).map(Arc::new);
        sides[0].drawing[usize::from(tells)].get_or_init(made).as_ref()
    }

    /// The same of games whose turns are sown lap by lap.
    #[cfg(feature = "sim")]
    pub(super) fn relaying(sides: &[Self; 2], tells: bool) -> Option<&abreast::RelaySteps> {
        let made = || abreast::RelaySteps::new(sides, tells).map(Arc::new);
        sides[0].relaying[usize::from(tells)].get_or_init(made).as_deref()
    }

    /// What is known of the options of a kind of move before they are played, where that is anything.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn foresight(&self, kind: usize) -> Option<&Foresight<W>> {
        let made = || (0..self.kinds.len()).map(|kind| Foresight::of(self, kind)).collect();
        self.foresight.get_or_init(made).get(kind)?.as_ref()
    }

    /// What the options of each choice begin with, by the address of the choice.
    pub(super) fn carried(&self) -> &BTreeMap<Address, Carried> {
        self.carried.get_or_init(|| live::carried(self.made_ops(), ways(self), &[]))
    }
}

#[cfg(feature = "native")]
impl<const W: usize> Side<W> {
    /// The kind of all moves, where that is no question of the position.
    pub(super) fn only_kind(&self) -> Option<usize> {
        match self.phases.as_slice() {
            [Ranking::Kind(kind)] if self.phase.is_none() => Some(kind.index()),
            _ => None,
        }
    }

    /// 0 South, 1 North.
    #[inline]
    pub(super) fn by(&self) -> usize {
        usize::from(self.mover != 0)
    }

    /// Makes machine code of the steps that find moves of many positions at once, if there are any.
    pub(super) fn compile_steps(&self) {
        self.steps().into_iter().for_each(abreast::Steps::compile);
    }

    /// Whether there is such machine code by now.
    pub(super) fn has_compiled_steps(&self) -> bool {
        self.steps.get().and_then(Option::as_ref).is_some_and(|steps| steps.is_compiled())
    }

    /// Its machine code, if there is any yet.
    #[inline]
    pub(super) fn compiled(&self) -> Option<&native::Compiled> {
        self.compiled.get()?.as_deref()
    }
}

/// Both players of a program; `tried` tells which kinds of move of each are tried.
pub(super) fn sides<const W: usize>(
    program: &Program,
    logs: bool,
    tried: [&[usize]; 2],
) -> Result<[Side<W>; 2], Refusal> {
    let [south, north] = tried;
    Ok([side(program, Player::South, logs, south)?, side(program, Player::North, logs, north)?])
}

fn side<const W: usize>(program: &Program, mover: Player, logs: bool, tried: &[usize]) -> Result<Side<W>, Refusal> {
    let code = program.code(mover);
    let (mut builder, mut labels) = turns::<W>(program, mover, logs, Steady::of(program, code))?;
    if let Some(steady) = builder.steady.once_more() {
        (builder, labels) = turns(program, mover, logs, steady)?;
    }
    let [begins, closes] = labels;
    builder.tried = tried;
    let begins = builder.begin_turns(&begins)?;
    let phase = builder.here();
    builder.phase()?;
    let settle = builder.here();
    builder.untils()?;
    builder.emit(Op::Answer(0));
    let free: Vec<Free> = code.kinds.iter().map(|(kind, _)| builder.free(kind)).collect();
    let judged = builder.is_judged(&free)?;
    let over = builder.here();
    builder.over_before_turn()?;
    let lead = builder.here();
    builder.lead(mover)?;
    let stuck = builder.over_when_stuck()?;
    let drawn = builder.here();
    builder.drawing(mover, &begins, &free)?;
    let judge = builder.address(builder.judge)?;
    let ops = builder.finish()?;
    let asks_for_held = ops.iter().any(|op| Effects::of(op).asks_for(turn::HELD));
    let kinds_begin = builder.addresses(&begins)?;
    builder.tables.closes = builder.addresses(&closes)?;
    let (constants, kept) = (builder.constants(), kept(&builder)?);
    let free: Vec<bool> = free.iter().map(Option::is_some).collect();
    let settling = if free.contains(&false) { settling(program, code) } else { Vec::new() };
    let settled = builder.behind_choices.iter().filter(|(choice, _)| settling.contains(choice));
    let over = code.ends_before_turns().then_some(over);
    let settles = !code.untils.is_empty();
    let at_once = |question: Option<Address>| {
        let question = question.filter(|_| !settles)?;
        AtOnce::of(&ops, question, &builder.tables)
    };
    let (judged_at_once, over_at_once) = (at_once(judged.address()), at_once(over));
    Ok(Side {
        mover: expressions::number_of_player(Some(mover)),
        sizes: Sizes::of(program),
        leaves_laps_alone: machine::leaves_laps_alone(&ops),
        joined: Joining::new(&builder.tables, &constants).all(&ops),
        ops,
        tables: builder.tables,
        constants,
        kept,
        carried: OnceLock::new(),
        steps: OnceLock::new(),
        #[cfg(feature = "sim")]
        foresight: OnceLock::new(),
        #[cfg(feature = "sim")]
        first_choices: OnceLock::new(),
        #[cfg(feature = "sim")]
        first_hands: OnceLock::new(),
        #[cfg(feature = "sim")]
        drawing: Default::default(),
        #[cfg(feature = "sim")]
        relaying: Default::default(),
        #[cfg(feature = "native")]
        compiled: OnceLock::new(),
        #[cfg(feature = "native")]
        beginning: native::Beginning::default(),
        ranks: code.phases.iter().any(|(_, ranking)| !matches!(ranking, Ranking::Kind(_))),
        remembers: program.keeps.before_sowing,
        #[cfg(any(feature = "native", feature = "sim"))]
        in_match: !code.rounds.is_empty(),
        lap_limit: i32::try_from(program.lap_limit).unwrap_or(i32::MAX),
        lap_limit_altogether: i32::try_from(program.lap_limit.saturating_mul(limits::LAPS_ALTOGETHER))
            .unwrap_or(i32::MAX),
        goes_on: None,
        kinds: kinds_begin,
        settle: settles.then_some(settle),
        // Between rounds positions are made by something else.
        #[cfg(feature = "sim")]
        has_fallen_back: !settles || (code.rounds.is_empty() && falls_back::has_fallen_back_behind_turns(program)),
        phase: (!matches!(code.phases.as_slice(), [(None, _)])).then_some(phase),
        has_free: free.contains(&true),
        tried: tried.to_vec(),
        free,
        judged,
        phases: code.phases.iter().map(|(_, ranking)| ranking.clone()).collect(),
        over,
        judged_at_once,
        over_at_once,
        lead,
        stuck,
        drawn,
        logs,
        rules: program.model.rules.len(),
        places: program.layout.places,
        chooses_orders: code.sowings.iter().any(|(_, sowing)| sowing.in_order),
        has_settled_orders: false,
        judge,
        settled: settled.map(|(_, behind)| *behind).collect(),
        bags: Bags::of(program),
        asks_for_held,
    })
}

/// The code of turns, with where each kind of move begins and where it is closed.
fn turns<'p, const W: usize>(
    program: &'p Program,
    mover: Player,
    logs: bool,
    steady: Steady,
) -> Result<(Builder<'p, W>, [Vec<Label>; 2]), Refusal> {
    let mut builder = Builder::new(program, mover, logs, steady)?;
    let code = builder.code;
    builder.sowings()?;
    builder.runs()?;
    let kinds = || code.kinds.iter().map(|(_, kind)| kind);
    let entries: Vec<_> = kinds().map(|kind| kind.entry).chain(kinds().map(|kind| kind.close)).collect();
    let mut begins = builder.turns(&entries)?;
    let closes = begins.split_off(code.kinds.len());
    builder.judgement()?;
    builder.endless_turns()?;
    Ok((builder, [begins, closes]))
}

fn kept<const W: usize>(builder: &Builder<'_, W>) -> Result<Kept, Refusal> {
    let (first, slots) = (builder.first_slots(), builder.code.slots);
    let kept = Kept { numbers: first.numbers + slots.kept, sets: first.sets + slots.kept_sets };
    let fits = kept.numbers <= machine::KEPT && kept.sets <= machine::KEPT_SETS;
    if fits { Ok(kept) } else { Err(Refusal::KeptThroughChoices) }
}
