//! `mancala perft`

use super::failure::{Failure, Status};
use super::given::{GameArgs, PositionArgs};
use super::output::{Ink, Output};
use super::words::{padded, widest};
use crate::engine::Exhausted;
use crate::game::{Game, Playthrough};
use crate::position::Position;
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};

/// Counts the paths of exactly N moves
///
/// A path that ends earlier counts nothing; a move is a whole turn, and an extra turn is a move of its own. Every move
/// of the last depth is made.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  mancala perft kalah 8\n  mancala perft kalah 5 --set pits=4 --set seeds=3 --divide"
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The greatest number of moves
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Also count the paths behind each first move
    #[arg(long)]
    divide: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The count of one depth.
struct Count {
    depth: u32,
    nodes: u64,
    time: Duration,
}

impl Count {
    fn of(game: &Game, position: &Position, depth: u32) -> Result<Count, Exhausted> {
        let begin = Instant::now();
        let nodes = game.perft(position, depth)?;
        Ok(Count { depth, nodes, time: begin.elapsed() })
    }

    /// Nodes per second, where the time can be measured.
    fn speed(&self) -> Option<f64> {
        let seconds = self.time.as_secs_f64();
        (seconds >= 0.001).then(|| self.nodes as f64 / seconds)
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let game = args.game.game()?;
    let position = args.position.of(&game)?;
    // Counting takes long enough for machine code to be waited for.
    #[cfg(feature = "native")]
    game.compile();
    if args.json {
        out.json(&to_json(args, &game, &position)?)?;
        return Ok(Status::Clean);
    }
    table(args, &game, &position, out)?;
    if args.divide {
        out.line("")?;
        let parts = divide(&game, &position, args.depth)?;
        let width = widest(parts.iter().map(|(text, _)| text.as_str()));
        for (text, nodes) in parts {
            let text = out.paint(&padded(&text, width), Ink::Accent);
            out.line(format!("{text}  {nodes:>15}"))?;
        }
    }
    Ok(Status::Clean)
}

fn table(args: &Args, game: &Game, position: &Position, out: &mut Output) -> Result<(), Failure> {
    let head = format!("{:>5}  {:>18}  {:>9}  {:>14}", "depth", "nodes", "seconds", "nodes/second");
    let head = out.paint(&head, Ink::Bold);
    out.line(head)?;
    for depth in 1..=args.depth {
        let count = Count::of(game, position, depth)?;
        let speed = count.speed().map_or("-".to_string(), |speed| format!("{speed:.0}"));
        out.line(format!("{depth:>5}  {:>18}  {:>9.3}  {speed:>14}", count.nodes, count.time.as_secs_f64()))?;
        // Deep counts take long: what is known is shown at once.
        out.flush()?;
    }
    Ok(())
}

fn to_json(args: &Args, game: &Game, position: &Position) -> Result<Value, Exhausted> {
    let counts = (1..=args.depth).map(|depth| {
        let count = Count::of(game, position, depth)?;
        let mut entry = Map::new();
        entry.insert("depth".into(), count.depth.into());
        entry.insert("nodes".into(), count.nodes.into());
        entry.insert("seconds".into(), count.time.as_secs_f64().into());
        entry.insert("nodes_per_second".into(), json!(count.speed().map(f64::round)));
        if args.divide && depth == args.depth {
            let parts = divide(game, position, depth)?.into_iter().map(|(text, nodes)| (text, nodes.into()));
            entry.insert("divide".into(), parts.collect::<Map<String, Value>>().into());
        }
        Ok(Value::Object(entry))
    });
    counts.collect()
}

/// The count behind each first move.
fn divide(game: &Game, position: &Position, depth: u32) -> Result<Vec<(String, u64)>, Exhausted> {
    if depth == 0 {
        return Ok(Vec::new());
    }
    let count = |one: &crate::game::Move| match (depth, &one.outcome) {
        (1, _) => Ok(1),
        (_, Some(_)) => Ok(0),
        _ => game.perft(&one.after, depth - 1),
    };
    Playthrough::from(game, position)
        .moves(usize::MAX)
        .iter()
        .map(|one| Ok((format!("{}{}", one.text, one.marks), count(one)?)))
        .collect()
}
