//! Games as records.

use super::hash::VERSION;
use super::playthrough::Playthrough;
use super::shaped;
use crate::engine::{Machine, Shape, pack};
use crate::text::json::{outcome_json, to_json};
use crate::text::record::{MadeBy, Record};
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

/// Most moves of a turn whose successors are counted for a record.
const MOST_COUNTED: usize = 20_000;

/// To how many different positions the moves of a turn lead; none if there are too many moves to look at them all.
pub fn successors<S: Shape>(machine: &mut Machine<'_, S>, position: &S::Position) -> Option<u32> {
    let mut seen = HashSet::new();
    let mut moves = 0;
    let all = machine.moves(position, |found| {
        moves += 1;
        seen.insert(*found.position);
        if moves > MOST_COUNTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (all.is_ok() && moves <= MOST_COUNTED).then_some(seen.len() as u32)
}

impl Playthrough {
    /// The game so far as a record, which `mancala verify` accepts. `variant` is how records name the rules: a shipped
    /// variant, or the path of a rules file; `options` are those that are not at their default.
    ///
    /// # Examples
    /// ```
    /// use mancala::{Playthrough, Variant};
    ///
    /// let mut played = Playthrough::new(&Variant::shipped("oware")?.game()?);
    /// played.play("3")?;
    /// let record = played.to_record("oware", &Default::default());
    /// assert_eq!((record.positions.len(), record.moves), (2, Some(vec!["3".to_string()])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_record(&self, variant: &str, options: &BTreeMap<String, String>) -> Record {
        let game = self.game();
        let mut record = Record::new(variant);
        record.options.clone_from(options);
        record.positions = self.positions().map(|position| to_json(position, game.model())).collect();
        record.moves = Some(self.turns().iter().map(|turn| turn.made.text.clone()).collect());
        record.successors = shaped!(game.program(), S => {
            let mut machine = Machine::<S>::new(game.program());
            let positions = self.turns().iter().map(|turn| pack::<S>(game.program(), &turn.before));
            positions.map(|position| successors(&mut machine, &position)).collect()
        });
        record.outcome = Some(outcome_json(self.outcome()));
        record.made_by = Some(MadeBy { version: VERSION.into(), rules: game.rules_hash(), settings: None });
        record
    }
}
