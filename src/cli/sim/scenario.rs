//! Fixed lines of play.

use super::Job;
use super::sinks::Sinks;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::{Ink, Output};
use crate::sim::script::Scenario;
use crate::sim::{self, Batch, ScriptText, Told};
use std::path::Path;

impl Job<'_> {
    pub(super) fn scenario(
        &mut self,
        scenario: &Scenario,
        script: &ScriptText,
        folder: &Path,
    ) -> Result<Status, Failure> {
        let args = self.args;
        let figures = [
            ("--json", args.json),
            ("--table", args.table.is_some()),
            ("--report", args.report.is_some()),
            ("--counts", args.counts.is_some()),
        ];
        if let Some((name, _)) = figures.into_iter().find(|(_, given)| *given) {
            let help =
                "its game goes to a file with `--records FILE`, or `write: [ Summary, Games(\"…\") ]` in the script";
            return Err(Failure::Usage(
                format!("a scenario is one line of play, and has no figures for `{name}`"),
                Some(help.into()),
            ));
        }
        self.nothing_to_change(args.games.is_some() || args.resume || !args.merge.is_empty())?;
        let inputs = sim::scenario_inputs(scenario, script, folder)?;
        let mut sinks = Sinks::open(&scenario.write, folder, script, false, &inputs, &[])?;
        if let Some(title) = &scenario.title {
            let title = self.out.paint(title, Ink::Bold);
            self.out.line(title)?;
        }
        let (shown, mut failed) = (sinks.summary, Ok(()));
        let out = &mut *self.out;
        let (wrong, record) = sim::play_scenario(scenario, script, folder, &mut |game, told| {
            if failed.is_ok() && (shown || matches!(told, Told::Wrong(_))) {
                failed = tell(out, game, told);
            }
        })?;
        failed?;
        let batch = Batch { games: 1, records: record.to_line() + "\n", ..Batch::default() };
        sinks.write(&batch).map_err(|error| Failure::usage(format!("cannot write: {error}")))?;
        sinks.finish()?;
        let (text, ink) = match wrong {
            0 => ("all came out as it must".to_string(), Ink::Good),
            1 => ("1 thing did not come out as it must".to_string(), Ink::Bad),
            wrong => (format!("{wrong} things did not come out as they must"), Ink::Bad),
        };
        let text = self.out.paint(&text, ink);
        self.out.line(text)?;
        Ok(if wrong == 0 { Status::Clean } else { Status::Finding })
    }
}

/// A step of a scenario for the reader.
fn tell(out: &mut Output, game: &crate::game::Game, told: Told) -> Result<(), Failure> {
    match told {
        Told::Position(position) => out.board(&position, game.model())?,
        Told::Said(text) => out.line(format!("\n{text}"))?,
        Told::Played(number, player, text, sentences) => {
            let mut name = player.word().to_string();
            name[..1].make_ascii_uppercase();
            out.heading(&format!("{number}. {name} plays {text}"))?;
            for sentence in sentences {
                out.line(format!("  {sentence}"))?;
            }
            out.line("")?;
        }
        Told::Over(outcome) => {
            let who = match outcome.result {
                crate::position::GameResult::Winner(player) => format!("{} has won", player.word()),
                crate::position::GameResult::Draw => "the game is drawn".into(),
                crate::position::GameResult::NoWinner => "nobody has won".into(),
            };
            out.line(format!("  the game is over by `{}`: {who}", outcome.reason))?;
        }
        Told::Right(text) => {
            let text = out.paint(&format!("  ok: {text}"), Ink::Good);
            out.line(text)?;
        }
        Told::Wrong(lines) => {
            for line in lines {
                let line = out.paint(&format!("  wrong: {line}"), Ink::Bad);
                out.line(line)?;
            }
        }
    }
    Ok(())
}
