//! The language server is told of a text and asked about places in it; or it is sent a message as it stands. It answers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::cell::RefCell;

const URL: &str = "file:///fuzzed.mancala";

/// What is asked about a place.
const OF_A_PLACE: [&str; 6] = ["hover", "completion", "definition", "references", "prepareRename", "rename"];
/// What is asked about a whole text.
const OF_A_TEXT: [&str; 5] = ["formatting", "documentSymbol", "foldingRange", "codeLens", "codeAction"];

/// A client of a server that runs in a thread of its own, as long as the program does.
struct Client {
    connection: Connection,
    asked: i32,
}

thread_local! {
    static CLIENT: RefCell<Client> = RefCell::new(Client::start());
}

impl Client {
    fn start() -> Self {
        let (server, connection) = Connection::memory();
        let serve = move || mancala::lsp::serve(&server).expect("the client keeps to the protocol");
        std::thread::Builder::new().stack_size(16 << 20).spawn(serve).expect("a thread is there");
        let mut client = Client { connection, asked: 0 };
        client.ask("initialize", json!({ "capabilities": {} }));
        client.tell("initialized", json!({}));
        client
    }

    fn tell(&self, method: &str, params: Value) {
        let notification = Notification { method: method.to_string(), params };
        self.connection.sender.send(Message::Notification(notification)).expect("the server is there");
    }

    /// Asks, and waits for the answer, whatever it is.
    fn ask(&mut self, method: &str, params: Value) {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        let request = Request { id: id.clone(), method: method.to_string(), params };
        self.connection.sender.send(Message::Request(request)).expect("the server is there");
        loop {
            match self.connection.receiver.recv().expect("the server is there") {
                Message::Response(response) if response.id == id => return,
                _ => {}
            }
        }
    }

    /// Opens a text, asks about the place in it, and closes it.
    fn look_at(&mut self, text: &str, line: usize, character: usize) {
        let document = json!({ "uri": URL, "languageId": "mancala", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        let place = json!({ "line": line, "character": character });
        for asked in OF_A_PLACE {
            let mut params = json!({ "textDocument": { "uri": URL }, "position": place });
            params["context"] = json!({ "includeDeclaration": true });
            params["newName"] = json!("renamed");
            self.ask(&format!("textDocument/{asked}"), params);
        }
        for asked in OF_A_TEXT {
            let range = json!({ "start": place, "end": place });
            let context = json!({ "diagnostics": [] });
            let options = json!({ "tabSize": 4, "insertSpaces": true });
            let params =
                json!({ "textDocument": { "uri": URL }, "range": range, "context": context, "options": options });
            self.ask(&format!("textDocument/{asked}"), params);
        }
        self.tell("textDocument/didClose", json!({ "textDocument": { "uri": URL } }));
    }
}

/// A message: `{"method": …, "params": …}`. One that ends the server is none here.
fn message(text: &str) -> Option<(String, Value)> {
    let mut message: Value = serde_json::from_str(text).ok()?;
    let method = message["method"].as_str()?.to_string();
    (!matches!(method.as_str(), "shutdown" | "exit" | "initialize")).then(|| (method, message["params"].take()))
}

fuzz_target!(|input: (u8, u8, &str)| {
    let (line, character, text) = input;
    CLIENT.with_borrow_mut(|client| match message(text) {
        Some((method, params)) => {
            client.tell(&method, params.clone());
            client.ask(&method, params);
        }
        None => client.look_at(text, line.into(), character.into()),
    });
});
