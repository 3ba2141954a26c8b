//! A whole position from its entries.

use super::fact::{Fact, FactKind, Read, error, facts};
use super::pieces::counted;
use super::place::following;
use crate::diagnostic::{Diagnostic, code};
use crate::model::{Id, Model, PieceKind, Place, Player};
use crate::position::Position;
use crate::source::Span;
use crate::syntax::ast::PositionEntry;

/// The position that the entries of `position { … }`, or of the one-line form, describe. What is not named is empty,
/// state is at its start value, and the player moves who begins the game.
///
/// # Errors
/// An entry that has no meaning on this board, or another number of pieces than the game has.
pub fn position_of_entries(entries: &[PositionEntry], model: &Model) -> Result<Position, Box<Diagnostic>> {
    let facts = facts(entries, model, false)?;
    let mut position = Position::empty(model);
    for fact in &facts {
        apply(fact, &mut position)?;
    }
    for fact in &facts {
        if let FactKind::Rest(place) = fact.kind {
            put_rest(&mut position, model, place);
        }
    }
    let span = entries.iter().map(|entry| entry.span).reduce(Span::to).unwrap_or_default();
    match wrong_total(&position, &facts, span, model) {
        Some(wrong) => Err(Box::new(wrong)),
        None => Ok(position),
    }
}

fn apply(fact: &Fact, position: &mut Position) -> Read<()> {
    match &fact.kind {
        FactKind::ToMove(player) => position.set_to_move(*player),
        FactKind::Rest(_) => {}
        FactKind::Pieces(first, bags) => {
            let there = position.pieces_mut();
            following(*first).zip(bags).for_each(|(place, bag)| there.set_bag(place, bag.iter().copied()));
        }
        FactKind::State(state, of, value) => position.state_mut(*state)[of.index()] = *value,
        FactKind::End(_) | FactKind::Reason(_) => {
            let message = "a position does not say how the game ends";
            return Err(Box::new(error(fact.span, message, "only `expect` can say this")));
        }
    }
    Ok(())
}

/// Adds what is missing of each kind.
fn put_rest(position: &mut Position, model: &Model, place: Place) {
    let totals = model.setup.totals().into_iter().zip(position.pieces().totals());
    for (kind, (total, held)) in PieceKind::all().zip(totals) {
        let missing = u32::try_from(total.saturating_sub(held)).unwrap_or(u32::MAX);
        position.pieces_mut()[(kind, place)] += missing;
    }
}

/// A kind of which there are more or fewer pieces than in the game.
struct Wrong<'a> {
    name: &'a str,
    held: u64,
    total: u64,
}

fn wrong_total(position: &Position, facts: &[Fact], span: Span, model: &Model) -> Option<Diagnostic> {
    let counts = position.pieces().totals().into_iter().zip(model.setup.totals());
    let kinds = model.kinds.values().zip(counts).map(|(kind, (held, total))| Wrong { name: &kind.name, held, total });
    let wrong: Vec<Wrong<'_>> = kinds.filter(|kind| kind.held != kind.total).collect();
    let first = wrong.first()?;
    let held = match model.kinds.len() {
        1 => counted(first.held, model),
        _ => format!("{} {}", first.held, first.name),
    };
    let message = format!("the position holds {held}, and `{}` has {}", model.title, first.total);
    let mut labels = labels(facts, model).into_iter();
    let (place, text) = labels.next().unwrap_or((span, "nothing is named here".to_string()));
    let diagnostic = Diagnostic::error(code::EXAMPLE_TOTAL, place, message, text);
    let diagnostic = labels.fold(diagnostic, |diagnostic, (place, text)| diagnostic.also(place, text));
    Some(diagnostic.help(help(&wrong, model)))
}

/// One label for the entries of each player, with their sum.
fn labels(facts: &[Fact], model: &Model) -> Vec<(Span, String)> {
    let mut groups: Vec<(Option<Player>, Span, u64)> = Vec::new();
    for fact in facts {
        let FactKind::Pieces(first, bags) = &fact.kind else { continue };
        let owner = model.board.owner(*first);
        let sum: u64 = bags.iter().flatten().map(|count| u64::from(*count)).sum();
        match groups.last_mut() {
            Some(group) if group.0 == owner => *group = (owner, group.1.to(fact.span), group.2 + sum),
            _ => groups.push((owner, fact.span, sum)),
        }
    }
    let whose = |owner: Option<Player>| owner.map_or("off", Player::word);
    groups.into_iter().map(|(owner, span, sum)| (span, format!("{}: {}", whose(owner), counted(sum, model)))).collect()
}

fn help(wrong: &[Wrong<'_>], model: &Model) -> String {
    if let ([one], 1) = (wrong, model.kinds.len()) {
        return match one.total.checked_sub(one.held) {
            Some(1) => format!("1 {} is missing; `rest: {}` puts it there", one.name, some_place(model)),
            Some(missing) => {
                format!("{} are missing; `rest: {}` puts them there", counted(missing, model), some_place(model))
            }
            None => format!("there are {} too many", one.held - one.total),
        };
    }
    let list = |more: fn(&Wrong<'_>) -> u64| {
        let kinds = wrong.iter().filter(|kind| more(kind) > 0).map(|kind| format!("{} {}", more(kind), kind.name));
        kinds.collect::<Vec<_>>().join(", ")
    };
    let missing = list(|kind| kind.total.saturating_sub(kind.held));
    let too_many = list(|kind| kind.held.saturating_sub(kind.total));
    match (missing.is_empty(), too_many.is_empty()) {
        (false, false) => format!("missing: {missing}; too many: {too_many}"),
        (false, true) => format!("missing: {missing}; `rest: {}` puts them there", some_place(model)),
        _ => format!("too many: {too_many}"),
    }
}

/// A place for the rest, to show in help.
fn some_place(model: &Model) -> String {
    let board = &model.board;
    match (board.store(), board.holders.first(), board.rows.last()) {
        (Some(_), ..) => "south store".to_string(),
        (None, Some(holder), _) => format!("south {}", holder.name),
        (None, None, row) => format!("south {} 1", row.map_or("home", |row| row.name.as_str())),
    }
}
