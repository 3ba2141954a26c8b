//! A thread that judges texts as they change. Of several changes of one text only the last is judged.

use super::document::{Document, playable};
use super::problems::{judged, shown};
use super::text::Lines;
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use lsp_server::{Message, Notification};
use lsp_types::notification::{Notification as _, PublishDiagnostics};
use lsp_types::{PublishDiagnosticsParams, Url};
use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

/// Reading nested rules takes room on the stack.
const STACK_BYTES: usize = 32 << 20;

/// What was found in each text.
type Findings = Arc<Mutex<HashMap<Url, Judged>>>;

#[derive(Debug, Clone, Default)]
struct Judged {
    problems: Arc<Vec<Diagnostic>>,
    /// The game with its default options, of the last version that could be played.
    game: Option<Arc<Game>>,
}

/// A text to judge.
struct Job {
    url: Url,
    version: i32,
    text: String,
}

/// Judges texts beside the server, and tells the client.
pub(super) struct Judge {
    jobs: Option<Sender<Job>>,
    found: Findings,
    worker: Option<JoinHandle<()>>,
}

impl Judge {
    /// Starts the thread; `tell` brings a message to the client.
    pub(super) fn new(tell: impl Fn(Message) + Send + 'static) -> Self {
        let (jobs, waiting) = channel();
        let found = Findings::default();
        let known = Arc::clone(&found);
        // Without a second thread there is a server that finds nothing wrong, which is better than none.
        let worker = Builder::new().stack_size(STACK_BYTES).spawn(move || work(&waiting, &known, &tell)).ok();
        Judge { jobs: Some(jobs), found, worker }
    }

    /// Wants a text to be judged.
    pub(super) fn ask(&self, document: &Document) {
        let job = Job { url: document.url.clone(), version: document.version, text: document.text().to_string() };
        if let Some(jobs) = &self.jobs {
            // The thread ends only after this sender has gone.
            let _ = jobs.send(job);
        }
    }

    /// What was found in a text when it was last judged.
    pub(super) fn problems(&self, url: &Url) -> Arc<Vec<Diagnostic>> {
        lock(&self.found).get(url).map(|found| Arc::clone(&found.problems)).unwrap_or_default()
    }

    /// The game of a text as it was when it could last be played.
    pub(super) fn game(&self, url: &Url) -> Option<Arc<Game>> {
        lock(&self.found).get(url)?.game.clone()
    }

    /// A text is closed.
    pub(super) fn forget(&self, url: &Url) {
        lock(&self.found).remove(url);
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(worker) = self.worker.take() {
            // A thread that has failed has told nothing for a while; there is nothing left to save.
            let _ = worker.join();
        }
    }
}

/// What another thread left in the middle of its work is still what was found.
fn lock(found: &Findings) -> MutexGuard<'_, HashMap<Url, Judged>> {
    found.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work(waiting: &Receiver<Job>, found: &Findings, tell: &dyn Fn(Message)) {
    while let Ok(first) = waiting.recv() {
        let mut jobs: Vec<Job> = vec![first];
        for next in waiting.try_iter() {
            jobs.retain(|job| job.url != next.url);
            jobs.push(next);
        }
        for job in jobs {
            // First what is there soon, and is asked for by every hover.
            if let Some(game) = playable(&job.url, &job.text) {
                lock(found).entry(job.url.clone()).or_default().game = Some(Arc::new(game));
            }
            let problems = judged(&job.url, &job.text);
            let lines = Lines::new(job.text);
            let diagnostics = problems.iter().map(|problem| shown(problem, &job.url, &lines)).collect();
            lock(found).entry(job.url.clone()).or_default().problems = Arc::new(problems);
            let params = PublishDiagnosticsParams::new(job.url, diagnostics, Some(job.version));
            tell(Message::Notification(Notification::new(PublishDiagnostics::METHOD.to_string(), params)));
        }
    }
}
