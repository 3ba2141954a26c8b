//! Judges a file that resolves with all its options.

use super::Setting;
use super::example::Games;
use crate::diagnostic::{Diagnostic, Diagnostics, code};
use crate::game::Variant;
use crate::ir::{Counts, Reach};
use crate::model::{
    Action, Arena, CaptureWhat, CompareOp, DeclaredMove, Expr, HalfPlace, Id, Model, Moment, MoveKind, Phase,
    PieceKind, Place, Player, Ranking, Row, RuleId, SequenceId, Spot, Statement,
};
use crate::resolve::Observed;
use crate::source::Span;
use crate::syntax::ast::{BoardEntry, ItemKind, Name};

/// Looks at the file as a whole, with each setting of its options, defaults first. What is compiled for that is kept in `games`, as far
/// as they are played.
pub(super) fn whole(variant: &Variant, settings: &[Setting], games: &mut Games, found: &mut Diagnostics) {
    let models: Vec<&Model> = settings.iter().map(|setting| &setting.model).collect();
    let (models, Some(model)) = (models.as_slice(), models.first()) else { return };
    let observed: Vec<&Observed> = settings.iter().map(|setting| &setting.observed).collect();
    dead_rows(models, &observed, found);
    unused_names(variant, models, &observed, found);
    turns(variant, settings, games, found);
    empty_pits(models, found);
    phases(variant, models, found);
    endless(models, found);
    stuck(variant, models, found);
    pits(variant, model, found);
    empty_setup(variant, models, found);
    kinds(variant, models, found);
    if model.examples.is_empty() {
        found.report(
            Diagnostic::warning(
                code::NO_EXAMPLE,
                first_line(variant),
                "the file has no example",
                "nothing shows that the rules do what is meant",
            )
            .help("write `example \"name\" { play \"1\" expect { … } }`; `mancala check` plays it"),
        );
    }
}

pub(super) fn first_line(variant: &Variant) -> Span {
    variant.file().items.first().map_or(Span::default(), |item| item.span)
}

/// Whether a place lies in the file itself, and not in one that it is based on.
pub(super) fn is_own(span: Span) -> bool {
    span.file == 0
}

// --- rows and names --------------------------------------------------------------------------------------------------

/// Rows that are taken with no combination of options.
fn dead_rows(models: &[&Model], observed: &[&Observed], found: &mut Diagnostics) {
    let live = |span: Span| {
        models.iter().zip(observed).any(|(model, observed)| {
            model.rules.values().any(|rule| rule.span == span) && !observed.shadowed.contains(&span)
        })
    };
    for (spans, reason) in [
        (observed.iter().flat_map(|observed| &observed.shadowed).collect::<Vec<_>>(), "a row before it always applies"),
        (observed.iter().flat_map(|observed| &observed.never).collect::<Vec<_>>(), "its condition never holds"),
    ] {
        for span in spans {
            if !live(*span) && is_own(*span) {
                found.report(
                    Diagnostic::warning(
                        code::DEAD_ROW,
                        *span,
                        format!("this row is never taken: {reason}"),
                        "never taken, with any option",
                    )
                    .help("take it out, or put it before the row that hides it"),
                );
            }
        }
    }
}

fn unused_names(variant: &Variant, models: &[&Model], observed: &[&Observed], found: &mut Diagnostics) {
    let used = |name: &str| observed.iter().any(|observed| observed.used.iter().any(|used| used == name));
    for (name, what) in declared_names(variant) {
        let is_special = what == "definition" && name.text == "score";
        if !used(&name.text) && is_own(name.span) && !is_special {
            found.report(
                Diagnostic::warning(
                    code::UNUSED,
                    name.span,
                    format!("the {what} `{}` is never used", name.text),
                    "declared here, used nowhere",
                )
                .help("take it out, or use it: what is never used is not looked into"),
            );
        }
    }
    let sequences = observed.iter().flat_map(|observed| &observed.unused);
    for (name, span) in sequences {
        let somewhere = models.iter().any(|model| model.sequences.values().any(|sequence| sequence.name == *name));
        if !somewhere && is_own(*span) {
            found.report(
                Diagnostic::warning(
                    code::UNUSED,
                    *span,
                    format!("the sequence `{name}` is never used"),
                    "no `then` goes on with it",
                )
                .help("take it out, or go on with it: `then …`; what is never used is not looked into"),
            );
        }
    }
    for kind in models.iter().flat_map(|model| model.moves.values()) {
        let ranked = models.iter().any(|model| {
            let number = model.moves.find(|other| other.name == kind.name);
            model.phases.iter().any(|phase| number.is_some_and(|number| ranks(&phase.ranking, number)))
        });
        if !ranked && is_own(kind.span) {
            found.report(
                Diagnostic::warning(
                    code::UNUSED,
                    kind.span,
                    format!("the kind of move `{}` is never played", kind.name),
                    "in no ranking",
                )
                .help("name it in `turn: …` or in a phase"),
            );
        }
    }
}

fn ranks(ranking: &Ranking, kind: MoveKind) -> bool {
    match ranking {
        Ranking::Kind(other) => *other == kind,
        Ranking::Else(members) | Ranking::Or(members) => members.iter().any(|member| ranks(member, kind)),
    }
}

fn declared_names(variant: &Variant) -> Vec<(&Name, &'static str)> {
    let mut names = Vec::new();
    for item in &variant.file().items {
        match &item.kind {
            ItemKind::Option(option) => names.push((&option.name, "option")),
            ItemKind::Parameter(parameter) => names.push((&parameter.name, "parameter")),
            ItemKind::Define(define) => names.push((&define.name, "definition")),
            ItemKind::State(entries) => names.extend(entries.iter().map(|entry| (&entry.name, "state"))),
            ItemKind::Board(entries) => names.extend(entries.iter().filter_map(|entry| match entry {
                BoardEntry::Track { name, .. } => Some((name, "track")),
                BoardEntry::Pit(name, ..) => Some((name, "named pit")),
                BoardEntry::Set(name, _) => Some((name, "named set")),
                BoardEntry::Row { .. } | BoardEntry::Store(_) | BoardEntry::Reserve(_) | BoardEntry::Off(_) => None,
            })),
            _ => {}
        }
    }
    names
}

/// Kinds of pieces of which there are none: pieces are moved, never made.
fn kinds(variant: &Variant, models: &[&Model], found: &mut Diagnostics) {
    let there = |model: &Model, name: &str| {
        model.kinds.iter().any(|(number, kind)| {
            let of_family = model.families.iter().any(|(family, members)| family == name && members.contains(&number));
            let is_there =
                |(other, plane): (PieceKind, &[u32])| other == number && plane.iter().any(|count| *count > 0);
            (kind.name == name || of_family) && model.setup.planes().any(is_there)
        })
    };
    for item in &variant.file().items {
        let ItemKind::Pieces(pieces) = &item.kind else { continue };
        for name in pieces.iter().map(|piece| &piece.name) {
            if is_own(name.span) && !models.iter().any(|model| there(model, &name.text)) {
                found.report(
                    Diagnostic::error(
                        code::KIND_NOWHERE,
                        name.span,
                        format!("no pit can ever hold a `{}`", name.text),
                        "none of them is in `setup`",
                    )
                    .help("put some in `setup`, or take the kind out: pieces are moved in play, never made"),
                );
            }
        }
    }
}

// --- turns that do not end -------------------------------------------------------------------------------------------

/// What turns cannot come to with any combination of options: rows that are never taken, choices that are never offered,
/// tables that do nothing but relay. A game that has more of something than a program can hold is refused.
fn turns(variant: &Variant, settings: &[Setting], games: &mut Games, found: &mut Diagnostics) {
    let mut taken: Vec<Span> = Vec::new();
    let mut never: Vec<(Span, bool)> = Vec::new();
    let mut endless: Option<Span> = None;
    for setting in settings {
        let game = match games.compiled(variant, setting) {
            Ok(game) => game,
            // With one combination it is said; with others it would be said again.
            Err(too_many) => return found.report(variant.too_large(too_many)),
        };
        let model = game.model();
        let span = |rule: &RuleId| model.rules[*rule].span;
        let mut rows = bodies(model).into_iter().flat_map(|(body, _)| landing_rows(body));
        // Where every row is known to be taken, other options bring no news.
        if rows.any(|row| !taken.contains(&span(&row.rule))) {
            let reach = Reach::of(game.program());
            taken.extend(reach.taken.iter().map(span));
            let unsaid = reach.never.iter().filter(|(rule, _)| !model.rules[*rule].never);
            never.extend(unsaid.map(|(rule, choice)| (span(rule), *choice)));
            endless = endless.or(reach.endless.first().map(span));
        }
    }
    never.sort_unstable_by_key(|(span, _)| (span.file, span.start));
    never.dedup();
    for (span, choice) in never.into_iter().filter(|(span, _)| !taken.contains(span) && is_own(*span)) {
        found.report(never_taken(span, choice));
    }
    // Whoever says how an endless turn ends the game may mean it.
    let ends = |model: &Model| model.endless.iter().any(|row| row.award().is_some());
    if let Some(span) = endless {
        let report =
            if settings.iter().any(|setting| ends(&setting.model)) { Diagnostic::warning } else { Diagnostic::error };
        found.report(
            report(
                code::NEVER_STOPS,
                span,
                "nothing can stop this sowing: whatever the last pit is, it relays",
                "no row that stops, plays again, or goes on with a sequence is ever taken",
            )
            .help("say when it ends, for instance `last was empty -> stop`"),
        );
    }
}

fn never_taken(span: Span, choice: bool) -> Diagnostic {
    let reason = "wherever the last seed falls, its conditions do not hold, or a row before it is taken";
    if choice {
        Diagnostic::error(code::CHOICE_NEVER_OFFERED, span, "this choice is never offered", reason)
            .help("put the row before the one that hides it, or change its conditions")
    } else {
        Diagnostic::warning(code::DEAD_ROW, span, "this row is never taken", reason)
            .help("take it out, or put it before the row that hides it")
    }
}

/// Pits that are chosen whatever they hold, and lifted as they are.
fn empty_pits(models: &[&Model], found: &mut Diagnostics) {
    for model in models {
        for kind in model.moves.values() {
            if let Some(rule) = lifts_any(&kind.body) {
                found.report(
                    Diagnostic::warning(
                        code::EMPTY_PIT,
                        model.rules[rule].span,
                        "an empty pit may be chosen, and nothing is sown then",
                        "nothing asks what it holds",
                    )
                    .help("write `where seeds(it) >= 1` behind the set"),
                );
                return;
            }
        }
    }
}

/// The choice of a pit of a fixed set that is lifted without more ado.
fn lifts_any(body: &[Statement]) -> Option<RuleId> {
    let chosen = body.iter().enumerate().find_map(|(at, statement)| match &statement.action {
        Action::ChoosePit(local, sets) if sets.iter().any(takes_any) => Some((at, *local, statement.rule)),
        _ => None,
    });
    let (at, local, rule) = chosen?;
    for statement in &body[at + 1..] {
        match &statement.action {
            Action::Lift(None, Expr::Local(pit)) if *pit == local => return Some(rule),
            // It may be judged, or filled, before it is lifted.
            Action::ChoosePit(..) | Action::ChooseNumber(..) | Action::ChooseWay(..) | Action::Let(..) => {}
            _ => return None,
        }
    }
    None
}

/// Whether a set has fixed places among its members, whatever they hold.
fn takes_any(set: &Expr) -> bool {
    match set {
        Expr::Places(_) => true,
        Expr::Union(one, other) => takes_any(one) || takes_any(other),
        _ => false,
    }
}

/// Phases that apply with no combination of options.
fn phases(variant: &Variant, models: &[&Model], found: &mut Diagnostics) {
    for item in &variant.file().items {
        let ItemKind::Phase(name, _, _) = &item.kind else { continue };
        let applies = |model: &Model| {
            let at = model.phases.iter().position(|phase| phase.span == name.span);
            at.is_some_and(|at| !is_covered(&model.phases[..=at]))
        };
        if !models.iter().copied().any(applies) && is_own(name.span) {
            found.report(
                Diagnostic::error(
                    code::UNREACHABLE_PHASE,
                    name.span,
                    format!("the phase `{}` cannot be reached", name.text),
                    "its condition never holds, or another phase before it applies whenever it does",
                )
                .help("the first phase whose condition holds decides what may be played"),
            );
        }
    }
}

/// Whether the earlier ones of some phases leave nothing to the last of them, as far as they all ask the same number.
fn is_covered(phases: &[Phase]) -> bool {
    let Some((last, earlier)) = phases.split_last() else { return false };
    earlier.iter().filter_map(asked).any(|(number, _)| {
        let covered =
            |count| earlier.iter().filter_map(asked).any(|(other, counts)| other == number && counts.has(count));
        let of_number = |condition| counts_asked(condition).filter(|(other, _)| *other == number);
        let wanted = match &last.condition {
            None => Some(Counts::new(|_| true)),
            Some(condition) => condition.members().iter().find_map(of_number).map(|(_, counts)| counts),
        };
        wanted.is_some_and(|wanted| (0..256).all(|count| !wanted.has(count) || covered(count)))
    })
}

fn asked(phase: &Phase) -> Option<(&Expr, Counts)> {
    phase.condition.as_ref().and_then(counts_asked)
}

/// The number of pieces that a condition asks for, and the answers for which it holds.
fn counts_asked(condition: &Expr) -> Option<(&Expr, Counts)> {
    match condition {
        Expr::Compare(op, number, value) => match (&**number, &**value) {
            (Expr::Pieces(..), Expr::Int(value)) => Some((number, Counts::new(|count| op.holds(count, *value)))),
            _ => None,
        },
        Expr::Not(inner) => {
            let (number, counts) = counts_asked(inner)?;
            Some((number, Counts::new(|count| !counts.has(count))))
        }
        _ => None,
    }
}

/// A relay, or a sequence that comes back to itself, without a word on endless turns.
fn endless(models: &[&Model], found: &mut Diagnostics) {
    for model in models.iter().filter(|model| !model.endless_declared) {
        let relay = bodies(model).into_iter().flat_map(|(body, _)| landing_rows(body)).find(|row| {
            let is_bounded = row.condition.as_ref().is_some_and(bounds_laps);
            relays(&row.body) && !is_bounded
        });
        let round = || comes_back(model).map(|rule| (rule, "this comes back to the sequence that it stands in"));
        if let Some((rule, label)) = relay.map(|row| (row.rule, "this relays")).or_else(round) {
            let span = model.rules[rule].span;
            let message = "sowing may go on for ever here, and nothing says what then";
            found.report(Diagnostic::warning(code::ENDLESS_UNDECLARED, span, message, label).help(
                "write `endless { otherwise -> stop }`, or `-> not legal`, `-> opponent wins`, `-> draw`; without a word the \
                 turn stops",
            ));
            return;
        }
    }
}

/// For each sequence: which it goes on with, and where it says so.
type Thens = Arena<SequenceId, Vec<(SequenceId, RuleId)>>;

/// A `then` in a sequence from which the turn may come to that sequence again, in any lap.
fn comes_back(model: &Model) -> Option<RuleId> {
    let next: Thens = model.sequences.values().map(|sequence| thens(&sequence.body)).collect();
    next.ids().find_map(|sequence| {
        next[sequence].iter().find(|(to, _)| leads_to(&next, *to, sequence, &mut Vec::new())).map(|(_, rule)| *rule)
    })
}

fn leads_to(next: &Thens, from: SequenceId, to: SequenceId, seen: &mut Vec<SequenceId>) -> bool {
    if from == to {
        return true;
    }
    if seen.contains(&from) {
        return false;
    }
    seen.push(from);
    next[from].iter().any(|(onward, _)| leads_to(next, *onward, to, seen))
}

/// The sequences that a body goes on with, but for those that it goes on with in the first laps only.
fn thens(body: &[Statement]) -> Vec<(SequenceId, RuleId)> {
    let mut found = Vec::new();
    for statement in body.iter().filter(|statement| !statement.condition.as_ref().is_some_and(bounds_laps)) {
        match &statement.action {
            Action::Then(sequence, _) => found.push((*sequence, statement.rule)),
            Action::Landing(rows) => {
                let in_any_lap = rows.iter().filter(|row| !row.condition.as_ref().is_some_and(bounds_laps));
                found.extend(in_any_lap.flat_map(|row| thens(&row.body)));
            }
            Action::Either(alternatives) => found.extend(alternatives.iter().flat_map(|one| thens(&one.body))),
            _ => {}
        }
    }
    found
}

/// Whether a condition holds of the first laps of a turn only. Each relay sows a lap, even with nothing in the hand.
fn bounds_laps(condition: &Expr) -> bool {
    let is_laps = |number: &Expr| matches!(number, Expr::Laps);
    let is_fixed = |number: &Expr| matches!(number, Expr::Int(_));
    match condition {
        Expr::And(members) => members.iter().any(bounds_laps),
        Expr::Or(members) => members.iter().all(bounds_laps),
        Expr::Compare(CompareOp::Equal, one, other) => {
            is_laps(one) && is_fixed(other) || is_fixed(one) && is_laps(other)
        }
        Expr::Compare(CompareOp::Less | CompareOp::AtMost, one, other) => is_laps(one) && is_fixed(other),
        Expr::Compare(CompareOp::More | CompareOp::AtLeast, one, other) => is_fixed(one) && is_laps(other),
        Expr::InRanges(number, ranges) => is_laps(number) && ranges.iter().all(|(_, high)| is_fixed(high)),
        _ => false,
    }
}

/// Moves and sequences: their statements and names.
fn bodies(model: &Model) -> Vec<(&[Statement], &str)> {
    let moves = model.moves.values().map(|kind| (kind.body.as_slice(), kind.name.as_str()));
    let sequences = model.sequences.values().map(|sequence| (sequence.body.as_slice(), sequence.name.as_str()));
    moves.chain(sequences).collect()
}

/// Rows of the landing tables of a body, those within their rows among them.
fn landing_rows(body: &[Statement]) -> Vec<&Row> {
    let mut all = Vec::new();
    for statement in body {
        match &statement.action {
            Action::Landing(rows) => rows.iter().for_each(|row| {
                all.push(row);
                all.extend(landing_rows(&row.body));
            }),
            Action::Either(alternatives) => alternatives.iter().for_each(|one| all.extend(landing_rows(&one.body))),
            _ => {}
        }
    }
    all
}

/// Whether a row relays to its own table.
fn relays(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.action {
        Action::Relay(_) => true,
        Action::Either(alternatives) => alternatives.iter().any(|one| relays(&one.body)),
        _ => false,
    })
}

// --- ends and pits ---------------------------------------------------------------------------------------------------

/// Somebody may be without a move, and nothing says what then.
fn stuck(variant: &Variant, models: &[&Model], found: &mut Diagnostics) {
    let undecided = models.iter().any(|model| {
        // Another row may cover every position without a move; whether it does is not certain, so it is believed.
        let said = model
            .end
            .iter()
            .any(|row| row.moment == Moment::BeforeTurn && row.row.condition.as_ref().is_none_or(may_mean_stuck));
        let always = model
            .phases
            .iter()
            .all(|phase| ranked_kinds(&phase.ranking).iter().any(|kind| is_always_possible(&model.moves[*kind])));
        let free = model.legal.iter().all(|rule| rule.prefer.is_some());
        !(said || free && (always || ends_before_stuck(model)))
    });
    if undecided {
        let span = variant
            .file()
            .items
            .iter()
            .find(|item| matches!(item.kind, ItemKind::End(_)))
            .map_or(first_line(variant), |item| item.span);
        found.report(
            Diagnostic::warning(
                code::NO_END,
                span,
                "nothing says what happens when a player cannot move",
                "no row for it",
            )
            .help("write `stuck: before a turn, mover cannot move -> higher score wins`, or give the turn a pass"),
        );
    }
}

/// Whether the game is over as soon as the player who is to move next has nothing in the pits that he may choose from: a
/// row `after a turn` says so, and whoever has a seed there can move.
fn ends_before_stuck(model: &Model) -> bool {
    let places = |spots: &[Spot], player| -> Vec<Place> {
        let mut places: Vec<Place> = spots.iter().map(|spot| model.board.resolve(*spot, player)).collect();
        places.sort_unstable();
        places
    };
    let ends_when_empty = |wanted: &[Place]| {
        model.end.iter().filter(|end| end.moment == Moment::AfterTurn).any(|end| {
            let emptied = end.row.condition.as_ref().and_then(emptied);
            emptied.is_some_and(|spots| places(spots, Player::South) == wanted)
        })
    };
    let plays_again = bodies(model).iter().any(|(body, _)| goes_on_or_fails(body));
    !plays_again
        && !model.phases.is_empty()
        && model.phases.iter().all(|phase| {
            ranked_kinds(&phase.ranking)
                .iter()
                .filter_map(|kind| any_seed_will_do(model, &model.moves[*kind]))
                .any(|spots| ends_when_empty(&places(spots, Player::North)))
        })
}

/// The places of which a condition asks that they are empty, and nothing else.
fn emptied(condition: &Expr) -> Option<&[Spot]> {
    let Expr::Compare(CompareOp::Equal, pieces, none) = condition else { return None };
    match (&**pieces, &**none) {
        (Expr::Pieces(places, None), Expr::Int(0)) => fixed_places(places),
        _ => None,
    }
}

fn fixed_places(set: &Expr) -> Option<&[Spot]> {
    match set {
        Expr::Places(spots) => Some(spots),
        _ => None,
    }
}

/// The fixed pits of which any that holds a seed can be played, whatever else the position is.
fn any_seed_will_do<'a>(model: &Model, kind: &'a DeclaredMove) -> Option<&'a [Spot]> {
    let (first, rest) = kind.body.split_first()?;
    let Action::ChoosePit(_, sets) = &first.action else { return None };
    let [Expr::Where(places, it, asked)] = sets.as_slice() else { return None };
    let Expr::Compare(op, pieces, number) = &**asked else { return None };
    let of_it = matches!(&**pieces, Expr::Pieces(of, None) if is_local(of, *it));
    let at_least_one = matches!((op, &**number), (CompareOp::AtLeast, Expr::Int(1)) | (CompareOp::More, Expr::Int(0)));
    let goes_on = rest.iter().all(|statement| {
        matches!(
            statement.action,
            Action::Lift(..) | Action::Sow(..) | Action::Let(..) | Action::Become(..) | Action::Landing(_)
        ) || matches!(statement.action, Action::Then(..)) && sequences_only_sow(model)
    });
    fixed_places(places).filter(|_| of_it && at_least_one && goes_on)
}

/// Whether every sequence sows what it lifts, and nothing in it is left to choose.
fn sequences_only_sow(model: &Model) -> bool {
    let endless_may_fail = model.endless.iter().any(|row| goes_on_or_fails(&row.body));
    !endless_may_fail
        && model.sequences.values().all(|sequence| {
            let sow = sequence.body.iter().position(|statement| matches!(statement.action, Action::Sow(_)));
            let lift = sequence.body.iter().rposition(|statement| matches!(statement.action, Action::Lift(..)));
            lift.is_none_or(|lift| sow.is_some_and(|sow| lift < sow)) && chooses_nothing(&sequence.body)
        })
}

/// Whether a body does what it does without a choice.
fn chooses_nothing(body: &[Statement]) -> bool {
    body.iter().all(|statement| match &statement.action {
        Action::Landing(rows) => rows.iter().all(|row| chooses_nothing(&row.body)),
        Action::Capture(capture) => !matches!(capture.what, CaptureWhat::Chosen { .. }),
        Action::Lift(..) | Action::Put(..) | Action::Sow(_) | Action::Let(..) | Action::Become(..) => true,
        Action::Then(..) | Action::Stop => true,
        _ => false,
    })
}

fn is_local(expr: &Expr, local: crate::model::LocalId) -> bool {
    match expr {
        Expr::Local(other) => *other == local,
        Expr::AsSet(inner) => is_local(inner, local),
        _ => false,
    }
}

/// Whether something in a body lets the same player move again, forbids the turn, or leads on to where that may happen.
fn goes_on_or_fails(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.action {
        Action::Again | Action::NotLegal | Action::Require(_) => true,
        Action::Landing(rows) => rows.iter().any(|row| goes_on_or_fails(&row.body)),
        Action::Either(alternatives) => alternatives.iter().any(|one| goes_on_or_fails(&one.body)),
        Action::For(_, body) => goes_on_or_fails(body),
        _ => false,
    })
}

/// Whether a condition could be meant for a mover who cannot move: it asks so, or it looks at the board.
fn may_mean_stuck(condition: &Expr) -> bool {
    match condition {
        Expr::Repeats(_) => false,
        Expr::And(members) => members.iter().all(may_mean_stuck),
        _ => true,
    }
}

fn ranked_kinds(ranking: &Ranking) -> Vec<MoveKind> {
    match ranking {
        Ranking::Kind(kind) => vec![*kind],
        Ranking::Else(members) | Ranking::Or(members) => members.iter().flat_map(ranked_kinds).collect(),
    }
}

fn is_always_possible(kind: &DeclaredMove) -> bool {
    kind.body
        .iter()
        .all(|statement| matches!(statement.action, Action::Let(..) | Action::Become(..) | Action::Prefer(..)))
}

/// Pits that no sowing passes, and that nothing else fills.
fn pits(variant: &Variant, model: &Model, found: &mut Diagnostics) {
    if puts_seeds(model) {
        return;
    }
    let board = &model.board;
    let spots = model.sowings.values().flat_map(|sowing| &board.tracks[sowing.track].spots);
    let sown: Vec<Place> = spots.map(|spot| board.resolve(*spot, Player::South)).collect();
    for row in &board.rows {
        let is_sown = |pit| Player::BOTH.iter().any(|player| sown.contains(&board.place(*player, pit)));
        let off: Vec<(u16, HalfPlace)> = (1..).zip(row.pits()).filter(|(_, pit)| !is_sown(*pit)).collect();
        let holds = |pit| model.setup[(PieceKind::FIRST, board.place(Player::South, pit))] > 0;
        let span = variant.file().items.iter().find_map(|item| row_span(&item.kind, &row.name)).unwrap_or_default();
        let warning = |message: String| {
            Diagnostic::warning(code::UNREACHABLE_PIT, span, message, "in this row")
                .help("put it on a track that is sown, or leave it out")
        };
        if off.len() == usize::from(row.size) && row.size > 1 {
            found.report(warning(format!("no sowing comes to the row `{}`: it is on no track that is sown", row.name)));
            continue;
        }
        for (number, pit) in &off {
            found.report(warning(if holds(*pit) {
                format!("pit {number} of `{}` is on no track that is sown: nothing is ever sown into it", row.name)
            } else {
                format!("pit {number} of `{}` can never hold a seed", row.name)
            }));
        }
    }
}

fn row_span(kind: &ItemKind, name: &str) -> Option<Span> {
    let ItemKind::Board(entries) = kind else { return None };
    entries.iter().find_map(|entry| match entry {
        BoardEntry::Row { name: other, .. } if other.text == name => Some(other.span),
        _ => None,
    })
}

/// Whether seeds go anywhere but along a track and into stores.
fn puts_seeds(model: &Model) -> bool {
    fn in_rows(rows: &[Row]) -> bool {
        rows.iter().any(|row| in_body(&row.body))
    }
    fn in_body(body: &[Statement]) -> bool {
        body.iter().any(|statement| in_action(&statement.action))
    }
    fn in_action(action: &Action) -> bool {
        match action {
            Action::Put(..) | Action::PlaceFreely(_) => true,
            Action::Capture(capture) => {
                matches!(capture.into, crate::model::Destination::Place(_))
                    || matches!(capture.what, CaptureWhat::Chosen { .. })
            }
            Action::Landing(rows) => in_rows(rows),
            Action::OfEach(_, _, action) => in_action(action),
            Action::For(_, body) => in_body(body),
            Action::Either(alternatives) => alternatives.iter().any(|one| in_body(&one.body)),
            _ => false,
        }
    }
    bodies(model).iter().any(|(body, _)| in_body(body))
        || in_body(&model.finally)
        || model.moves.values().any(|kind| in_body(&kind.finally))
}

fn empty_setup(variant: &Variant, models: &[&Model], found: &mut Diagnostics) {
    if models.iter().any(|model| model.total() == 0) {
        let span = variant
            .file()
            .items
            .iter()
            .find(|item| matches!(item.kind, ItemKind::Setup(_)))
            .map_or(first_line(variant), |item| item.span);
        found.report(
            Diagnostic::error(code::EMPTY_SETUP, span, "the game starts without a seed", "nothing lies on the board")
                .help("write how many lie in each pit: `home: 4 each`"),
        );
    }
}
