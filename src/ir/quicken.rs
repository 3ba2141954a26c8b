//! The last pass: what the engine may do at once instead of step by step.

use super::Layout;
use super::landing::Landing;
use super::laps::{LapTable, LeftOut};
use super::program::*;
use std::sync::Arc;

/// Works out laps, leaves out values that nothing reads, and finds instructions that can be done together.
pub(super) fn quicken(code: &mut Code, layout: &Layout, unread: &[usize]) {
    leave_out(code, unread);
    settle(code);
    finish(code);
    keep_less(code);
    // Counts of several kinds, or beyond 255, settle nothing.
    let places = if layout.wide { 0 } else { layout.places };
    relays(code, places);
    if !layout.wide {
        work_out_laps(code);
        lift_and_sow(code, places);
    }
}

/// Where turns go on behind the laps of relays, decided as far as it can be. Until now a relay knows its table.
fn relays(code: &mut Code, places: usize) {
    for at in 0..code.instructions.len() {
        if let Instruction::Relay(pit, table) = code.instructions[at] {
            code.instructions[at] = Instruction::Relay(pit, landing(code, table, places));
        }
    }
}

/// The number of the landing that begins at an address.
fn landing(code: &mut Code, at: Address, places: usize) -> u16 {
    let known = code.landings.iter().position(|landing| landing.at == at);
    let number = known.unwrap_or_else(|| {
        code.landings.push(Arc::new(Landing::of(code, at, places)));
        code.landings.len() - 1
    });
    number as u16
}

/// Leaves out instructions. Whatever went to one of them goes to the one behind it.
fn leave_out(code: &mut Code, unread: &[usize]) {
    if unread.is_empty() {
        return;
    }
    let stays: Vec<bool> = (0..code.instructions.len()).map(|at| !unread.contains(&at)).collect();
    let mut now_at = Vec::with_capacity(stays.len());
    let mut next = 0;
    for stays in &stays {
        now_at.push(next);
        next += Address::from(*stays);
    }
    // A row that began with what is left out begins behind it.
    for at in unread {
        if code.row_starts[*at] {
            code.row_starts[at + 1] = true;
            code.rules[at + 1] = code.rules[*at];
        }
    }
    let mut each = stays.iter();
    code.instructions.retain(|_| *each.next().unwrap_or(&true));
    let mut each = stays.iter();
    code.rules.retain(|_| *each.next().unwrap_or(&true));
    let mut each = stays.iter();
    code.row_starts.retain(|_| *each.next().unwrap_or(&true));
    for address in addresses(code) {
        *address = now_at[usize::from(*address)];
    }
}

/// Every address that the code goes to.
fn addresses(code: &mut Code) -> Vec<&mut Address> {
    let mut all = Vec::new();
    for instruction in &mut code.instructions {
        match instruction {
            Instruction::Jump(address)
            | Instruction::Unless(_, address)
            | Instruction::UnlessSome(_, address)
            | Instruction::Relay(_, address) => all.push(address),
            _ => {}
        }
    }
    for kind in &mut code.kinds {
        all.extend([&mut kind.entry, &mut kind.close]);
    }
    all.extend(code.sowings.iter_mut().filter_map(|sowing| sowing.each_drop.as_mut()));
    let mut rows: Vec<&mut EndCode> = code.ends.iter_mut().flatten().chain(&mut code.endless).collect();
    for step in &mut code.rounds {
        match step {
            RoundCode::Over(over) => rows.extend(over),
            RoundCode::Act(address) => all.push(address),
            RoundCode::Setup(_) | RoundCode::Fill(_) | RoundCode::Starts(_) => {}
        }
    }
    all.extend(rows.into_iter().filter_map(|row| row.actions.as_mut()));
    let forks: Vec<usize> = code.forks.iter().map(|(list, _)| usize::from(*list)).collect();
    for (_, list) in code.lists.iter_mut().enumerate().filter(|(number, _)| forks.contains(number)) {
        all.extend(list);
    }
    all
}

/// Rules of legality that are asked for, or not, for all moves of a position alike.
fn settle(code: &mut Code) {
    let settled = |rule: &LegalCode| match code.nodes[usize::from(rule.when?)] {
        Node::AtTurnStart(inner) => reads_cells(code, inner).then_some(inner),
        _ => None,
    };
    let settled: Vec<Option<Num>> = code.legal.iter().map(settled).collect();
    // The engine keeps what it found in 64 bits.
    for (rule, settled) in code.legal.iter_mut().zip(settled).take(64) {
        rule.settled = settled;
    }
    code.settled = code.legal.iter().all(|rule| rule.settled.is_some());
}

/// Where nothing is done to close a turn, a stop is the end.
fn finish(code: &mut Code) {
    let nothing = |kind: &KindCode| code.instructions[usize::from(kind.close)] == Instruction::Done;
    if !code.kinds.iter().all(nothing) {
        return;
    }
    for instruction in &mut code.instructions {
        if let Instruction::Stop(again) = instruction {
            *instruction = Instruction::Finish(*again);
        }
    }
}

/// Where a turn is one choice, and the first thing in it, no register lives through a choice.
fn keep_less(code: &mut Code) {
    let chooses = |instruction: &Instruction| {
        matches!(
            instruction,
            Instruction::ChoosePit(..)
                | Instruction::ChooseNumber(..)
                | Instruction::ChooseWay(..)
                | Instruction::Fork(_)
                | Instruction::PlaceFreely(_)
                | Instruction::DropChosen
                | Instruction::CaptureChosen(..)
        )
    };
    let first = code.kinds.iter().filter(|kind| chooses(&code.instructions[usize::from(kind.entry)])).count();
    if code.instructions.iter().filter(|instruction| chooses(instruction)).count() == first {
        (code.kept_numbers, code.kept_sets) = (0, 0);
    }
    let looks = |sowing: &SowingCode| sowing.logged || sowing.remembered;
    code.looks_back = code.kept_numbers + code.kept_sets > 0 || code.sowings.iter().any(looks);
}

/// Whether an expression reads nothing but the position.
fn reads_cells(code: &Code, number: Num) -> bool {
    match code.nodes[usize::from(number)] {
        Node::Const(_) | Node::Cell(..) | Node::SeedsRow(..) | Node::EmptyRow(..) => true,
        Node::Seeds(set) | Node::Count(set) | Node::Some(set) => reads_cells_of(code, set),
        Node::Not(one) | Node::CompareConst(_, one, _) | Node::InCounts(one, _) => reads_cells(code, one),
        Node::And(one, two) | Node::Or(one, two) | Node::Compare(_, one, two) | Node::Arithmetic(_, one, two) => {
            reads_cells(code, one) && reads_cells(code, two)
        }
        _ => false,
    }
}

fn reads_cells_of(code: &Code, set: Set) -> bool {
    match code.sets[usize::from(set)] {
        SetNode::Mask(_) => true,
        SetNode::WhereCells(set, ..) | SetNode::NonEmpty(set) => reads_cells_of(code, set),
        SetNode::Union(one, two) | SetNode::Minus(one, two) => reads_cells_of(code, one) && reads_cells_of(code, two),
        _ => false,
    }
}

/// Laps can be worked out where no rule sees the single drops and what is left out is known.
fn work_out_laps(code: &mut Code) {
    let mut known: Vec<(u8, usize, LeftOut)> = Vec::new();
    for number in 0..code.sowings.len() {
        let sowing = &code.sowings[number];
        if sowing.choosing || sowing.logged || sowing.each_drop.is_some() {
            continue;
        }
        let Some(left_out) = left_out(code, sowing) else { continue };
        let track = sowing.track;
        let ways = match code.nodes[usize::from(sowing.way)] {
            Node::Const(way) => [way as usize & 1; 2],
            _ => [0, 1],
        };
        let tables = ways.map(|way| {
            let key = (track, way, left_out);
            let table = known.iter().position(|other| *other == key).unwrap_or_else(|| {
                code.laps.push(Arc::new(LapTable::of(&code.tracks[usize::from(track)], way, left_out)));
                known.push(key);
                known.len() - 1
            });
            table as u16
        });
        code.sowings[number].laps = Some(WorkedOut { tables, from_start: left_out == LeftOut::Start });
    }
}

/// The places a sowing leaves out, if they are known.
fn left_out(code: &Code, sowing: &SowingCode) -> Option<LeftOut> {
    let Some(set) = sowing.skipping else { return Some(LeftOut::Fixed(0)) };
    let track = &code.tracks[usize::from(sowing.track)];
    match code.sets[usize::from(set)] {
        SetNode::Mask(mask) => {
            let mask = code.masks[usize::from(mask)];
            (track.mask & !mask != 0).then_some(LeftOut::Fixed(mask))
        }
        SetNode::Single(pit) if pit == sowing.start && sowing.after && track.length > 1 => Some(LeftOut::Start),
        _ => None,
    }
}

/// `lift`, `sow` behind the pit and `end lap`, one after the other.
fn lift_and_sow(code: &mut Code, places: usize) {
    code.at_once = vec![None; code.instructions.len()];
    for at in 0..code.instructions.len().saturating_sub(2) {
        let [Instruction::Lift(pit), Instruction::Sow(number), Instruction::EndLap] = code.instructions[at..at + 3]
        else {
            continue;
        };
        let sowing = &code.sowings[usize::from(number)];
        if sowing.start == pit && sowing.after && sowing.laps.is_some() && !sowing.remembered {
            let landing = landing(code, at as Address + 3, places);
            code.instructions[at] = Instruction::LiftAndSow(pit, number, landing);
            if let Some(before) = at.checked_sub(1) {
                code.at_once[before] = at_once(code, before, number, landing);
            }
        }
    }
}

/// A choice with the sowing behind it, if pit and way are known when it is made.
fn at_once(code: &Code, before: usize, number: u16, landing: u16) -> Option<AtOnce> {
    let register = match code.instructions[before] {
        Instruction::ChoosePit(register, _) | Instruction::ChooseWay(register, ..) => register,
        _ => return None,
    };
    let part = |number: Num| match code.nodes[usize::from(number)] {
        Node::Local(other) if other == register => Some(Part::Chosen),
        Node::Local(other) => Some(Part::Kept(other)),
        Node::Const(value) => Some(Part::Always(value)),
        _ => None,
    };
    let sowing = &code.sowings[usize::from(number)];
    let laps = sowing.laps?.tables.map(|table| Arc::clone(&code.laps[usize::from(table)]));
    let landing = Arc::clone(&code.landings[usize::from(landing)]);
    Some(AtOnce { register, number, pit: part(sowing.start)?, way: part(sowing.way)?, laps, landing })
}
