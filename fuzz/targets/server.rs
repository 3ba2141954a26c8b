//! Any messages to the language server, about any text: each is answered or noted, and the server stops when it is told to.
//! Lines at the head that begin with a brace are messages; what follows is the text that is open.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use mancala::lsp::serve;
use serde_json::{Value, json};

/// The place of the text that is open.
const URL: &str = "file:///fuzzed.mancala";

/// Messages of one input.
const MOST: usize = 12;

/// Asks, and waits for the answer; false if the server is gone.
fn ask(client: &Connection, number: i32, method: &str, params: Value) -> bool {
    let id = RequestId::from(number);
    let request = Request { id: id.clone(), method: method.into(), params };
    if client.sender.send(Message::Request(request)).is_err() {
        return false;
    }
    loop {
        match client.receiver.recv() {
            Ok(Message::Response(response)) if response.id == id => return true,
            Ok(_) => {}
            Err(_) => return false,
        }
    }
}

fn tell(client: &Connection, method: &str, params: Value) -> bool {
    client.sender.send(Message::Notification(Notification { method: method.into(), params })).is_ok()
}

/// The messages at the head of an input, and the text behind them.
fn parts(input: &str) -> (Vec<Value>, &str) {
    let (mut messages, mut rest) = (Vec::new(), input);
    while rest.starts_with('{') && messages.len() < MOST {
        let (line, behind) = rest.split_once('\n').unwrap_or((rest, ""));
        messages.extend(serde_json::from_str::<Value>(line));
        rest = behind;
    }
    (messages, rest)
}

fuzz_target!(|input: &str| {
    let (messages, text) = parts(input);
    let (server, client) = Connection::memory();
    let serving = std::thread::spawn(move || serve(&server));
    assert!(ask(&client, 0, "initialize", json!({ "capabilities": {} })), "the server does not begin");
    tell(&client, "initialized", json!({}));
    let document = json!({ "uri": URL, "languageId": "mancala", "version": 1, "text": text });
    tell(&client, "textDocument/didOpen", json!({ "textDocument": document }));
    for (number, mut message) in (1..).zip(messages) {
        let Some(method) = message["method"].as_str().map(String::from) else { continue };
        let params = message["params"].take();
        // Whoever says these two is not served any more.
        if matches!(method.as_str(), "shutdown" | "exit") {
            continue;
        }
        // What has a number is asked, anything else is told.
        let there = if message["id"].is_null() {
            tell(&client, &method, params)
        } else {
            ask(&client, number, &method, params)
        };
        assert!(there, "the server is gone after `{method}`");
    }
    assert!(ask(&client, -1, "shutdown", Value::Null), "the server does not stop");
    tell(&client, "exit", Value::Null);
    drop(client);
    serving.join().expect("the server does not fail").expect("the protocol is kept");
});
