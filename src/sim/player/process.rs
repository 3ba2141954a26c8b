//! An outside program, spoken to over its standard input and output, one JSON object a line. `docs/simulation.md` has the
//! protocol.

use super::command::{find, split};
use super::error::{AnswerError, ProgramError};
use super::moves::numbered;
use super::{Decision, Seat, Strategy, Venue};
use crate::engine::{Cells as _, Machine, Shape, unpack};
use crate::game::write;
use crate::sim::ending::Stop;
use crate::sim::seed::Generator;
use crate::text::json::to_json;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Longest answer, in bytes.
const LONGEST: u64 = 1 << 20;

/// A player in another process.
#[derive(Debug)]
pub struct Process<'p, S: Shape> {
    venue: Venue<'p>,
    machine: Machine<'p, S>,
    words: Vec<String>,
    running: Option<Running>,
    fresh: bool,
    /// Number of the last question.
    asked: u64,
}

/// Why a program gives no move.
enum Silence {
    /// It loses the game, for this reason.
    Forfeit(AnswerError),
    /// The game was called off meanwhile.
    Stop(Stop),
}

impl<E: Into<AnswerError>> From<E> for Silence {
    fn from(reason: E) -> Self {
        Silence::Forfeit(reason.into())
    }
}

/// How long an answer is waited for before the clock is looked at again.
const GLANCE: Duration = Duration::from_millis(50);

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
        let mut programs = programs();
        // It may be gone already.
        end(&mut self.child);
        programs.remove(&self.child.id());
        let _ = self.child.wait();
    }
}

/// The programs that are running, by their ids, so that none outlives this process when it is told to end.
static PROGRAMS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn programs() -> MutexGuard<'static, BTreeSet<u32>> {
    // A set of numbers is whole whatever happened while it was held.
    PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every outside program that is still running. For a process that is about to end itself.
pub fn end_programs() {
    std::mem::take(&mut *programs()).into_iter().for_each(end_group);
}

/// Makes a program a group of its own: Ctrl-C in the terminal is not meant for it, and what it starts can end with it.
#[cfg(unix)]
fn stand_alone(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn stand_alone(_: &mut Command) {}

/// Ends a program with all that it has started.
fn end(child: &mut Child) {
    end_group(child.id());
    // Where there are no groups, the program alone.
    let _ = child.kill();
}

#[cfg(unix)]
fn end_group(id: u32) {
    let group = i32::try_from(id).map(nix::unistd::Pid::from_raw);
    let _ = group.map(|group| nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL));
}

#[cfg(not(unix))]
fn end_group(_: u32) {}

impl Running {
    fn start(words: &[String], folder: &Path) -> Result<Self, ProgramError> {
        let program = words.first().and_then(|program| find(program, folder)).ok_or(ProgramError::NotThere)?;
        let mut command = Command::new(program);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if !folder.as_os_str().is_empty() {
            command.current_dir(folder);
        }
        stand_alone(&mut command);
        let mut child = {
            let mut programs = programs();
            let child = command.spawn().map_err(ProgramError::NotStarted)?;
            programs.insert(child.id());
            child
        };
        let (Some(mut input), Some(out)) = (child.stdin.take(), child.stdout.take()) else {
            end(&mut child);
            return Err(ProgramError::NoPipes);
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

    /// Waits for a line, but no longer than the answer may take and the game goes on.
    fn listen<S: Shape>(&self, seat: &Seat<'_, S>, answer_time: Duration) -> Result<String, Silence> {
        let began = Instant::now();
        loop {
            let left = answer_time.saturating_sub(began.elapsed());
            match self.from.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(AnswerError::Ended.into()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(stop) = seat.clock.stopped() {
                return Err(Silence::Stop(stop));
            }
            if began.elapsed() >= answer_time {
                return Err(AnswerError::Late(answer_time).into());
            }
        }
    }
}

impl<'p, S: Shape> Process<'p, S> {
    /// A program that plays the games of a simulation.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub fn new(venue: Venue<'p>, command: &str) -> Result<Self, ProgramError> {
        let words = split(command)?;
        let running = Some(Running::start(&words, venue.folder)?);
        Ok(Process { venue, machine: Machine::new(venue.game.program()), words, running, fresh: true, asked: 0 })
    }

    fn answer(&mut self, seat: &Seat<'_, S>) -> Result<u64, Silence> {
        self.asked += 1;
        let question = self.question(seat);
        let greeting = self.fresh.then(|| self.greeting());
        self.fresh = false;
        let running = match &mut self.running {
            Some(running) => running,
            empty => empty.insert(Running::start(&self.words, self.venue.folder)?),
        };
        if let Ok(line) = running.from.try_recv() {
            return Err(AnswerError::NotAsked(shortened(&line)).into());
        }
        let lines = greeting.into_iter().chain([question]).map(|value| format!("{value}\n")).collect::<String>();
        running.to.send(lines).map_err(|_| AnswerError::Ended)?;
        let line = running.listen(seat, self.venue.answer_time)?;
        let text = self.understood(&line)?;
        let number = numbered(&mut self.machine, seat, &text);
        Ok(number.map_err(|reason| AnswerError::NotLegal(shortened(&text), reason))?)
    }

    /// The move that an answer names.
    fn understood(&self, line: &str) -> Result<String, AnswerError> {
        let answer: Value = serde_json::from_str(line).map_err(|_| AnswerError::NoJson(shortened(line)))?;
        if answer.get("id").is_some_and(|id| *id != self.asked) {
            return Err(AnswerError::OtherQuestion(shortened(line)));
        }
        let text = answer.get("move").and_then(Value::as_str);
        text.map(String::from).ok_or_else(|| AnswerError::NoMove(shortened(line)))
    }

    fn greeting(&self) -> Value {
        let options: Map<String, Value> =
            self.venue.options.iter().map(|(name, value)| (name.clone(), value.0.clone().into())).collect();
        json!({"type": "game", "variant": self.venue.variant, "options": options})
    }

    fn question(&mut self, seat: &Seat<'_, S>) -> Value {
        let program = self.venue.game.program();
        let model = self.venue.game.model();
        let mut moves = Vec::new();
        for candidate in &seat.candidates.listed {
            let text = write(&mut self.machine, seat.position, &candidate.encoded);
            let after = to_json(&unpack::<S>(program, &candidate.position), model);
            moves.push(json!({"move": text, "captured": candidate.captured, "ends": candidate.ended.is_some(), "position": after}));
        }
        let position = to_json(&unpack::<S>(program, seat.position), model);
        let seconds = self.venue.answer_time.as_secs_f64();
        json!({"type": "move", "id": self.asked, "side": seat.position.mover().word(), "position": position, "moves": moves, "seconds": seconds})
    }
}

fn shortened(line: &str) -> String {
    let line = line.trim();
    if line.chars().count() <= 60 { line.to_string() } else { line.chars().take(57).chain("...".chars()).collect() }
}

impl<S: Shape> Strategy<S> for Process<'_, S> {
    fn begin(&mut self) {
        self.fresh = true;
    }

    fn choose(&mut self, seat: &Seat<'_, S>, _: &mut Generator) -> Decision {
        match self.answer(seat) {
            Ok(index) => Decision::Play(index),
            Err(silence) => {
                // It begins the next game anew.
                self.running = None;
                match silence {
                    Silence::Forfeit(reason) => Decision::Forfeit(reason.to_string()),
                    Silence::Stop(stop) => Decision::Stop(stop),
                }
            }
        }
    }
}
