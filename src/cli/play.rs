//! `mancala play`

use super::failure::{Failure, Status};
use super::given::{OptionArgs, PositionArgs, read_variant};
use super::output::{Ink, Output};
use super::records::Claims;
use super::sim::read_player;
use super::words::{ending, title};
use crate::game::{Game, PlayError, Playthrough, Turn};
use crate::model::Player;
use crate::position::{GameResult, Outcome};
use crate::sim::script::{PlayerSpec, Simulation, Value};
use crate::sim::{self, OutFile, Prepared, ScriptText};
use crate::text::json::from_json;
use crate::text::record::{Record, read_records};
use std::io::{self, BufRead, Write as _};
use std::path::Path;

/// A game in the terminal, against a player of your choice or between two people
///
/// Type a move as the game writes it, or one of: moves, hint, undo, why, board, save FILE, help, quit.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mancala play oware
  mancala play kalah --south 'Mcts(playouts: 3000)' --north person
  mancala play oware --from game.jsonl")]
pub(crate) struct Args {
    /// A shipped variant, or the path of a .mancala file; not needed with `--from`
    #[arg(required_unless_present = "from")]
    variant: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Who plays South: `person`, or a player as in a script
    #[arg(long, value_name = "PLAYER", default_value = "person")]
    south: String,
    /// Who plays North: `person`, or a player as in a script
    #[arg(long, value_name = "PLAYER", default_value = "AlphaBeta(depth: 6)")]
    north: String,
    /// Goes on from a saved game
    #[arg(long, value_name = "RECORD")]
    from: Option<String>,
    /// Where random numbers begin
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

const HELP: &str = "  a move     as the board names the pits
  moves      the legal moves
  hint       what a player that looks ahead would do
  undo       takes your last move back
  why        what happened in the last turn, and which rules said so
  board      draws the board again
  save FILE  writes the game as a record; `mancala play --from FILE` goes on from it
  quit       ends";

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let mut table = Table::set(args, out)?;
    let input = io::stdin();
    table.play(&mut input.lock(), out)?;
    Ok(Status::Clean)
}

/// A game that is being played.
struct Table {
    prepared: Prepared,
    /// None: a person.
    players: [Option<PlayerSpec>; 2],
    played: Playthrough,
    /// Who gave no legal move, and why.
    forfeited: Option<(Player, String)>,
    seed: u64,
}

/// Why a game is over whose player gave no legal move.
const FORFEIT: &str = "forfeit";

/// What a line of input comes to.
enum Next {
    Ask,
    Show,
    Quit,
}

fn person_or(text: &str) -> Result<Option<PlayerSpec>, Failure> {
    if matches!(text.to_lowercase().as_str(), "person" | "human") { Ok(None) } else { read_player(text).map(Some) }
}

impl Table {
    fn set(args: &Args, out: &mut Output) -> Result<Self, Failure> {
        let record = args.from.as_deref().map(read_record).transpose()?;
        let named = args.variant.clone().or_else(|| record.as_ref().map(|record| record.variant.clone()));
        let mut simulation = Simulation::new(named.unwrap_or_default());
        let variant = read_variant(&simulation.variant)?;
        let recorded = record.iter().flat_map(|record| &record.options);
        let recorded = variant.bind(recorded.map(|(name, value)| (name.as_str(), value.as_str())))?;
        let bound = args.options.bindings(&variant, recorded)?;
        simulation.options.extend(bound.iter().map(|(name, value)| (name.to_string(), Value(value.to_string()))));
        let players = [person_or(&args.south)?, person_or(&args.north)?];
        simulation.players.south = players[0].clone().unwrap_or_default();
        simulation.players.north = players[1].clone().unwrap_or_default();
        let prepared = sim::prepare(&simulation, &ScriptText::default(), Path::new(""))?;
        let played = Playthrough::from(&prepared.game, &args.position.of(&prepared.game)?);
        let mut table = Table { prepared, players, played, forfeited: None, seed: args.seed };
        if let Some(record) = record {
            table.go_on_from(&record)?;
            if Claims::of_other_rules(&record, table.game()) {
                out.line("The rules have changed since this game was saved.")?;
            }
        }
        Ok(table)
    }

    fn game(&self) -> &Game {
        &self.prepared.game
    }

    /// Plays the moves of a record.
    fn go_on_from(&mut self, record: &Record) -> Result<(), Failure> {
        if let Some(first) = record.positions.first() {
            let start = from_json(first, self.game().model())
                .map_err(|error| Failure::usage(format!("the record cannot be used: {error}")))?;
            self.played = Playthrough::from(self.game(), &start);
        }
        for text in record.moves.as_deref().unwrap_or_default() {
            self.make(text).map_err(|error| {
                Failure::usage(format!("move {} of the record, `{text}`: {error}", self.played.turns().len() + 1))
            })?;
        }
        if self.played.outcome().is_none() {
            self.forfeited = sim::forfeit_of(record);
        }
        Ok(())
    }

    /// How the game has ended, by its rules or because a player gave no legal move.
    fn over(&self) -> Option<Outcome> {
        let forfeited = self.forfeited.as_ref().map(|(loser, _)| Outcome {
            result: GameResult::Winner(loser.other()),
            reason: FORFEIT.into(),
            score: None,
        });
        forfeited.or_else(|| self.played.outcome().cloned())
    }

    fn make(&mut self, text: &str) -> Result<(), PlayError> {
        match self.over() {
            Some(outcome) => Err(PlayError::Over(outcome)),
            None => self.played.play(text).map(|_| ()),
        }
    }

    fn play(&mut self, input: &mut dyn BufRead, out: &mut Output) -> Result<(), Failure> {
        self.show(out)?;
        loop {
            if self.over().is_none()
                && let Some(player) = self.players[self.played.position().to_move().index()].clone()
            {
                self.answer(&player, out)?;
                continue;
            }
            match self.ask(input, out)? {
                Next::Ask => {}
                Next::Show => self.show(out)?,
                Next::Quit => return Ok(()),
            }
        }
    }

    /// A player that is no person moves.
    fn answer(&mut self, player: &PlayerSpec, out: &mut Output) -> Result<(), Failure> {
        let mover = self.played.position().to_move();
        let name = title(mover);
        let chosen = sim::advise(&self.prepared, player, &self.played, self.seed);
        let chosen = chosen.map_err(|error| error.to_string());
        match chosen.and_then(|text| self.make(&text).map(|()| text).map_err(|error| error.to_string())) {
            Ok(text) => {
                let text = out.paint(&text, Ink::Accent);
                out.line(format!("\n{name} ({player}) plays {text}"))?;
                self.show(out)
            }
            Err(reason) => {
                out.line(format!("\n{name} ({player}) gives no legal move, and loses: {reason}"))?;
                self.forfeited = Some((mover, reason));
                self.show(out)
            }
        }
    }

    fn show(&self, out: &mut Output) -> Result<(), Failure> {
        out.line("")?;
        out.board(self.played.final_position(), self.game().model())?;
        if let Some(outcome) = &self.over() {
            let text = out.paint(&format!("The game is over: {}", ending(outcome)), Ink::Bold);
            out.line(format!("\n{text}"))?;
        }
        Ok(())
    }

    fn ask(&mut self, input: &mut dyn BufRead, out: &mut Output) -> Result<Next, Failure> {
        let prompt =
            if self.over().is_some() { "over (undo, save, quit)" } else { title(self.played.position().to_move()) };
        out.text(format!("\n{prompt}> "))?;
        out.flush()?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            out.line("")?;
            return Ok(Next::Quit);
        }
        match str::from_utf8(&line) {
            Ok(line) => self.obey(line.trim(), out),
            Err(_) => {
                out.line("  this cannot be read: it is not UTF-8 text").map(|()| Next::Ask).map_err(Failure::from)
            }
        }
    }

    fn obey(&mut self, line: &str, out: &mut Output) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "" => Ok(Next::Ask),
            "quit" | "exit" | "q" => Ok(Next::Quit),
            "help" | "?" => out.line(HELP).map(|()| Next::Ask).map_err(Failure::from),
            "board" => Ok(Next::Show),
            "undo" => self.undo(out),
            "moves" => self.moves(out),
            "hint" => self.hint(out),
            "why" => self.why(out),
            "save" => self.save(rest, out),
            _ => match self.make(line) {
                Ok(()) => Ok(Next::Show),
                Err(error) => out.line(format!("  {error}")).map(|()| Next::Ask).map_err(Failure::from),
            },
        }
    }

    /// Takes moves back until a person is to move.
    fn undo(&mut self, out: &mut Output) -> Result<Next, Failure> {
        let by_person = |turn: &Turn| self.players[turn.mover().index()].is_none();
        let Some(at) = self.played.turns().iter().rposition(by_person) else {
            out.line("  there is nothing to take back")?;
            return Ok(Next::Ask);
        };
        while self.played.turns().len() > at {
            self.played.undo();
        }
        self.forfeited = None;
        Ok(Next::Show)
    }

    fn moves(&self, out: &mut Output) -> Result<Next, Failure> {
        let legal = if self.over().is_some() { Vec::new() } else { self.played.moves(200) };
        for one in &legal {
            let captured = if one.captured > 0 { format!("captures {}", one.captured) } else { String::new() };
            let again = if one.again { "moves again" } else { "" };
            let notes: Vec<&str> = [captured.as_str(), again].into_iter().filter(|note| !note.is_empty()).collect();
            let text = out.paint(&format!("{:<12}", one.text), Ink::Accent);
            out.line(format!("  {text}{}", notes.join(", ")))?;
        }
        if legal.is_empty() {
            out.line("  there is no legal move")?;
        }
        Ok(Next::Ask)
    }

    fn hint(&self, out: &mut Output) -> Result<Next, Failure> {
        if self.over().is_some() {
            out.line("  the game is over")?;
            return Ok(Next::Ask);
        }
        let player = PlayerSpec::AlphaBeta(sim::script::AlphaBetaSpec { time: Some(1.0), ..Default::default() });
        match sim::advise(&self.prepared, &player, &self.played, self.seed) {
            Ok(text) => {
                let captured = self.played.look_at(&text).map_or(0, |made| made.captured);
                let text = out.paint(&text, Ink::Accent);
                let why = if captured > 0 { format!(", which captures {captured}") } else { String::new() };
                out.line(format!("  {text}{why}"))?;
            }
            Err(reason) => out.line(format!("  {reason}"))?,
        }
        Ok(Next::Ask)
    }

    fn why(&self, out: &mut Output) -> Result<Next, Failure> {
        let Some(turn) = self.played.turns().last() else {
            out.line("  nothing has been played yet")?;
            return Ok(Next::Ask);
        };
        out.line(format!("  {} played {}", title(turn.mover()), turn.text()))?;
        for sentence in self.game().story(&turn.before, &turn.made.encoded) {
            let rule = out.paint(&format!("[{}: {}]", sentence.of, sentence.label), Ink::Faint);
            out.line(format!("    {} {rule}", sentence.text))?;
        }
        Ok(Next::Ask)
    }

    fn save(&self, name: &str, out: &mut Output) -> Result<Next, Failure> {
        if name.is_empty() {
            out.line("  write `save FILE`")?;
            return Ok(Next::Ask);
        }
        let options = &self.prepared.simulation.options;
        let options = options.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect();
        let mut record = self.played.to_record(&self.prepared.variant, &options);
        if let Some((loser, reason)) = &self.forfeited {
            // No rule has ended this game.
            sim::write_stop(&mut record, &sim::Stop::Forfeit(*loser, reason.clone()));
        }
        let written = OutFile::create(Path::new(name)).and_then(|mut file| {
            let line = record.to_line() + "\n";
            file.write_all(line.as_bytes()).map_err(|error| sim::ScriptError::new(error.to_string()))?;
            file.finish()
        });
        match written {
            Ok(()) => out.line(format!("  saved as `{name}`"))?,
            Err(error) => out.line(format!("  {}", error.message))?,
        }
        Ok(Next::Ask)
    }
}

/// The last game of a file of records.
fn read_record(path: &str) -> Result<Record, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| super::given::unreadable(path, &error))?;
    let records = read_records(&text).map_err(|(line, wrong)| Failure::usage(format!("{path}:{line}: {wrong}")))?;
    records.into_iter().next_back().ok_or_else(|| Failure::usage(format!("`{path}` holds no game")))
}
