//! An outside program, spoken to over its standard input and output, one JSON object a line. `docs/simulation.md` has the
//! protocol.

use super::build::{find, split};
use super::moves::numbered;
use super::{Decision, Player, Seat};
use crate::engine::{Cells as _, Machine, Shape, unpack};
use crate::game::write;
use crate::sim::prepare::Prepared;
use crate::sim::seed::Generator;
use crate::text::json::to_json;
use serde_json::{Map, Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};

/// Longest answer, in bytes.
const LONGEST: u64 = 1 << 20;

/// A player in another process.
#[derive(Debug)]
pub struct Process<'p, S: Shape> {
    prepared: &'p Prepared,
    machine: Machine<'p, S>,
    words: Vec<String>,
    running: Option<Running>,
    fresh: bool,
}

/// A program with a thread that writes to it and one that reads from it: whatever it does, nobody waits for it longer than
/// he wants.
#[derive(Debug)]
struct Running {
    child: Child,
    to: Sender<String>,
    from: Receiver<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may be gone already.
        end(&mut self.child);
        let _ = self.child.wait();
    }
}

/// Makes a program a group of its own: Ctrl-C in the terminal is not meant for it, and what it starts can end with it.
#[cfg(unix)]
fn stand_alone(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn stand_alone(_: &mut Command) {}

/// Ends a program with all that it has started.
#[cfg(unix)]
fn end(child: &mut Child) {
    let group = i32::try_from(child.id()).map(nix::unistd::Pid::from_raw);
    let _ = group.map(|group| nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL));
}

#[cfg(not(unix))]
fn end(child: &mut Child) {
    let _ = child.kill();
}

impl Running {
    fn start(words: &[String], prepared: &Prepared) -> Result<Self, String> {
        let program =
            words.first().and_then(|program| find(program, &prepared.folder)).ok_or("the program is not there")?;
        let mut command = Command::new(program);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if !prepared.folder.as_os_str().is_empty() {
            command.current_dir(&prepared.folder);
        }
        stand_alone(&mut command);
        let mut child = command.spawn().map_err(|error| format!("it cannot be started: {error}"))?;
        let (Some(mut input), Some(out)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it cannot be spoken to".into());
        };
        let (to, questions) = channel::<String>();
        std::thread::spawn(move || {
            // A program that has ended, or is ended, takes no more.
            while let Ok(question) = questions.recv()
                && input.write_all(question.as_bytes()).and_then(|()| input.flush()).is_ok()
            {}
        });
        let (sender, from) = sync_channel(16);
        std::thread::spawn(move || {
            let mut reader = BufReader::new(out);
            loop {
                let mut line = Vec::new();
                let read = std::io::Read::take(&mut reader, LONGEST).read_until(b'\n', &mut line);
                let whole = matches!(read, Ok(length) if length > 0);
                if !whole || sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
        Ok(Running { child, to, from })
    }
}

impl<'p, S: Shape> Process<'p, S> {
    /// A program that plays the games of a simulation; it is started when it is first needed.
    #[must_use]
    pub fn new(prepared: &'p Prepared, command: &str) -> Self {
        Process {
            prepared,
            machine: Machine::new(prepared.game.program()),
            words: split(command),
            running: None,
            fresh: true,
        }
    }

    fn answer(&mut self, seat: &Seat<'_, S>) -> Result<u64, String> {
        let question = self.question(seat);
        let greeting = self.fresh.then(|| self.greeting());
        self.fresh = false;
        let running = match &mut self.running {
            Some(running) => running,
            empty => empty.insert(Running::start(&self.words, self.prepared)?),
        };
        // What it has said without being asked is not an answer.
        while running.from.try_recv().is_ok() {}
        let lines = greeting.into_iter().chain([question]).map(|value| format!("{value}\n")).collect::<String>();
        running.to.send(lines).map_err(|_| "it has ended".to_string())?;
        let line = running.from.recv_timeout(self.prepared.answer_time).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                format!("it gave no answer within {} s", self.prepared.answer_time.as_secs_f64())
            }
            RecvTimeoutError::Disconnected => "it has ended".to_string(),
        })?;
        let answer: Value =
            serde_json::from_str(&line).map_err(|_| format!("its answer is not JSON: {}", shortened(&line)))?;
        let text = answer.get("move").and_then(Value::as_str);
        let text = text.ok_or_else(|| format!("its answer has no `move`: {}", shortened(&line)))?;
        numbered(&mut self.machine, seat, text).map_err(|reason| format!("it played `{}`: {reason}", shortened(text)))
    }

    fn greeting(&self) -> Value {
        let simulation = &self.prepared.simulation;
        let options: Map<String, Value> =
            simulation.options.iter().map(|(name, value)| (name.clone(), value.0.clone().into())).collect();
        json!({"type": "game", "variant": self.prepared.variant, "options": options})
    }

    fn question(&mut self, seat: &Seat<'_, S>) -> Value {
        let program = self.prepared.game.program();
        let model = self.prepared.game.model();
        let mut moves = Vec::new();
        for candidate in &seat.candidates.listed {
            let text = write(&mut self.machine, seat.position, &candidate.script);
            let after = to_json(&unpack::<S>(program, &candidate.position), model);
            moves.push(json!({"move": text, "captured": candidate.captured, "ends": candidate.ended.is_some(), "position": after}));
        }
        let position = to_json(&unpack::<S>(program, seat.position), model);
        let seconds = self.prepared.answer_time.as_secs_f64();
        json!({"type": "move", "side": seat.position.mover().word(), "position": position, "moves": moves, "seconds": seconds})
    }
}

fn shortened(line: &str) -> String {
    let line = line.trim();
    if line.chars().count() <= 60 { line.to_string() } else { line.chars().take(57).chain("...".chars()).collect() }
}

impl<S: Shape> Player<S> for Process<'_, S> {
    fn begin(&mut self) {
        self.fresh = true;
    }

    fn choose(&mut self, seat: &Seat<'_, S>, _: &mut Generator) -> Decision {
        match self.answer(seat) {
            Ok(index) => Decision::Play(index),
            Err(reason) => {
                // It begins the next game anew.
                self.running = None;
                Decision::Forfeit(reason)
            }
        }
    }
}
