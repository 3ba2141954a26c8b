//! The language server, by a client in the same program that speaks the protocol over channels. A client of another make
//! is in `tests/lsp/`; `.ci/run` runs it.

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use mancala::{shipped_names, shipped_text};
use serde_json::{Value, json};
use std::thread::JoinHandle;

/// A client, and the server in a thread of its own.
struct Client {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    asked: i32,
    /// Diagnostics that came while something else was waited for.
    published: Vec<Value>,
}

impl Client {
    fn start() -> Self {
        let (server, connection) = Connection::memory();
        let serve = move || mancala::lsp::serve(&server).unwrap();
        let thread = std::thread::Builder::new().stack_size(16 << 20).spawn(serve).unwrap();
        let mut client = Client { connection, server: Some(thread), asked: 0, published: Vec::new() };
        let able = client.ask("initialize", json!({ "capabilities": {} }));
        assert!(able["capabilities"]["renameProvider"]["prepareProvider"].as_bool().unwrap());
        client.tell("initialized", json!({}));
        client
    }

    fn tell(&self, method: &str, params: Value) {
        let notification = Notification { method: method.to_string(), params };
        self.connection.sender.send(Message::Notification(notification)).unwrap();
    }

    /// Asks, and waits for the answer.
    fn try_ask(&mut self, method: &str, params: Value) -> Response {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        let request = Request { id: id.clone(), method: method.to_string(), params };
        self.connection.sender.send(Message::Request(request)).unwrap();
        loop {
            match self.connection.receiver.recv().expect("the server is there") {
                Message::Response(response) if response.id == id => return response,
                Message::Notification(told) => self.published.push(told.params),
                other => panic!("{other:?}"),
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        serde_json::to_value(self.try_ask(method, params)).unwrap()["result"].take()
    }

    fn open(&mut self, text: &str) {
        let document = json!({ "uri": URL, "languageId": "mancala", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, version: i32, text: &str) {
        let params =
            json!({ "textDocument": { "uri": URL, "version": version }, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", params);
    }

    /// The diagnostics of a version, when they come.
    fn diagnostics(&mut self, version: i32) -> Vec<Value> {
        loop {
            if let Some(at) = self.published.iter().position(|told| told["version"] == version) {
                return self.published.remove(at)["diagnostics"].as_array().unwrap().clone();
            }
            match self.connection.receiver.recv().expect("the server is there") {
                Message::Notification(told) => self.published.push(told.params),
                other => panic!("{other:?}"),
            }
        }
    }

    /// Asks for something at the first place of a word, behind another text.
    fn ask_at(&mut self, method: &str, text: &str, behind: &str, word: &str) -> Value {
        let mut params = place(text, behind, word);
        params["context"] = json!({ "includeDeclaration": true, "triggerKind": 1 });
        self.ask(method, params)
    }

    fn stop(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.server.take().unwrap().join().expect("the server does not fail");
    }
}

const URL: &str = "file:///somewhere/game.mancala";

fn place(text: &str, behind: &str, word: &str) -> Value {
    let from = text.find(behind).unwrap_or_else(|| panic!("no `{behind}`"));
    let at = from + text[from..].find(word).unwrap_or_else(|| panic!("no `{word}`"));
    json!({ "textDocument": { "uri": URL }, "position": position(text, at) })
}

fn position(text: &str, byte: usize) -> Value {
    let line = text[..byte].matches('\n').count();
    let start = text[..byte].rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": text[start..byte].encode_utf16().count() })
}

/// The byte of a place, which must lie in the text.
fn byte(text: &str, place: &Value) -> usize {
    let (line, column) = (place["line"].as_u64().unwrap() as usize, place["character"].as_u64().unwrap() as usize);
    let line = text.split('\n').nth(line).unwrap_or_else(|| panic!("{place} is behind the text"));
    let mut units = 0;
    for (at, letter) in line.char_indices() {
        if units == column {
            return line.as_ptr() as usize - text.as_ptr() as usize + at;
        }
        units += letter.len_utf16();
    }
    assert_eq!(units, column, "{place} is behind its line, or within a letter");
    line.as_ptr() as usize - text.as_ptr() as usize + line.len()
}

/// Every place of an answer lies in the text.
fn all_inside(text: &str, answer: &Value) {
    match answer {
        Value::Object(fields) => {
            if let (Some(start), Some(end)) = (fields.get("start"), fields.get("end")) {
                assert!(byte(text, start) <= byte(text, end), "{answer}");
            }
            fields.values().for_each(|field| all_inside(text, field));
        }
        Value::Array(members) => members.iter().for_each(|member| all_inside(text, member)),
        _ => {}
    }
}

fn applied(text: &str, edits: &Value) -> String {
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            (byte(text, &range["start"]), byte(text, &range["end"]), edit["newText"].as_str().unwrap())
        })
        .collect();
    edits.sort_unstable();
    let mut text = text.to_string();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    text
}

#[test]
fn a_slip_is_shown_and_mended() {
    let good = shipped_text("oware").unwrap();
    let bad = good.replacen("last while it in opponent", "last while it in opponnent", 1);
    let mut client = Client::start();
    client.open(good);
    assert_eq!(client.diagnostics(1), Vec::<Value>::new());
    client.change(2, &bad);
    let found = client.diagnostics(2);
    assert_eq!(found.len(), 1, "{found:#?}");
    let range = &found[0]["range"];
    assert_eq!(&bad[byte(&bad, &range["start"])..byte(&bad, &range["end"])], "opponnent");
    let params = json!({ "textDocument": { "uri": URL }, "range": range, "context": { "diagnostics": found } });
    let actions = client.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "write `opponent` instead of `opponnent`");
    let mended = applied(&bad, &actions[0]["edit"]["changes"][URL]);
    assert_eq!(mended, good);
    client.change(3, &mended);
    assert_eq!(client.diagnostics(3), Vec::<Value>::new());
    client.stop();
}

#[test]
fn names_are_followed_and_changed() {
    let text = shipped_text("oware").unwrap();
    let mut client = Client::start();
    client.open(text);
    let definition = client.ask_at("textDocument/definition", text, "capture taken where", "taken");
    let declared = byte(text, &definition["range"]["start"]);
    assert!(text[declared..].starts_with("taken = chain back"), "{definition}");
    let uses = client.ask_at("textDocument/references", text, "let taken", "taken");
    assert_eq!(uses.as_array().unwrap().len(), 6, "{uses}");
    let mut params = place(text, "option start_pit", "start_pit");
    params["newName"] = json!("first_pit");
    let edit = client.ask("textDocument/rename", params);
    let renamed = applied(text, &edit["changes"][URL]);
    assert_eq!(renamed, text.replace("start_pit", "first_pit"), "declaration, rules and examples");
    for (word, why) in [("own", "word of the language"), ("seeds", "has a meaning"), ("2pits", "is no name")] {
        let mut params = place(text, "option start_pit", "start_pit");
        params["newName"] = json!(word);
        let refused = client.try_ask("textDocument/rename", params);
        let refused = serde_json::to_value(refused).unwrap();
        assert!(refused["error"]["message"].as_str().unwrap().contains(why), "{refused}");
    }
    client.stop();
}

#[test]
fn what_stands_under_the_cursor_is_explained() {
    let text = shipped_text("oware").unwrap();
    let mut client = Client::start();
    client.open(text);
    let mut told = |behind: &str, word: &str| {
        let hover = client.ask_at("textDocument/hover", text, behind, word);
        hover["contents"]["value"].as_str().unwrap_or_else(|| panic!("nothing of {word}")).to_string()
    };
    assert!(told("sow ring", "skipping").contains("leaving these places out"));
    assert!(told("grand_slam is", "grand_slam").contains("`captures_nothing` unless something else is said"));
    assert!(told("let taken", "taken").contains("a set of pits"));
    assert!(told("track ring", "ring").contains("own home 1..6 -> opponent home 1..6 ->"));
    assert!(told("board {", "board").contains("(4)") || told("board {", "board").contains('4'));
    client.stop();
}

#[test]
fn what_may_stand_there_is_offered() {
    let text = shipped_text("oware").unwrap();
    let mut client = Client::start();
    client.open(text);
    let mut version = 1;
    let mut offered = |client: &mut Client, line: &str| -> Vec<String> {
        version += 1;
        let written = text.replacen("    lift pit ", &format!("    {line}\n    lift pit "), 1);
        client.change(version, &written);
        let at = written.find(&format!("    {line}\n    lift pit ")).unwrap() + 4 + line.len();
        let params = json!({ "textDocument": { "uri": URL }, "position": position(&written, at) });
        let items = client.ask("textDocument/completion", params);
        items.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap().to_string()).collect()
    };
    let has = |items: &[String], words: &[&str]| words.iter().all(|word| items.iter().any(|item| item == word));
    let statements = offered(&mut client, "l");
    assert!(has(&statements, &["choose", "lift", "landing", "let", "for"]), "{statements:?}");
    let tracks = offered(&mut client, "sow ");
    assert_eq!(tracks, ["ring"]);
    let behind = offered(&mut client, "sow ring ");
    assert!(has(&behind, &["after", "starting"]) && !has(&behind, &["choose"]), "{behind:?}");
    let places = offered(&mut client, "lift own ");
    assert!(has(&places, &["home", "store"]) && !has(&places, &["grand_slam"]), "{places:?}");
    let values = offered(&mut client, "require cycle is ");
    assert!(has(&values, &["split", "thrice"]) && !has(&values, &["skipped"]), "{values:?}");
    let expressions = offered(&mut client, "require ");
    assert!(has(&expressions, &["pit", "seeds", "last", "grand_slam", "own"]), "{expressions:?}");
    let items = client.ask(
        "textDocument/completion",
        json!({ "textDocument": { "uri": URL }, "position": { "line": 1, "character": 0 } }),
    );
    assert!(items.as_array().unwrap().iter().any(|item| item["label"] == "sequence"), "{items}");
    client.stop();
}

#[test]
fn examples_are_run_and_items_listed() {
    let text = shipped_text("oware").unwrap();
    let mut client = Client::start();
    client.open(text);
    let document = json!({ "textDocument": { "uri": URL } });
    let lenses = client.ask("textDocument/codeLens", document.clone());
    assert_eq!(lenses.as_array().unwrap().len(), text.matches("\nexample ").count());
    let command = &lenses[1]["command"];
    let ran = client
        .ask("workspace/executeCommand", json!({ "command": command["command"], "arguments": command["arguments"] }));
    let ran = ran.as_str().unwrap();
    assert!(ran.contains("plays 4") && ran.ends_with("comes out as it says\n"), "{ran}");
    assert_eq!(ran.matches("╭─store").count(), 2, "both boards: {ran}");
    let symbols = client.ask("textDocument/documentSymbol", document.clone());
    let names: Vec<&str> = symbols.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"move sowing") && names.contains(&"board"), "{names:?}");
    let folds = client.ask("textDocument/foldingRange", document.clone());
    assert!(folds.as_array().unwrap().len() > 30);
    client.change(2, &text.replace("    ", " "));
    let mut formatting = document;
    formatting["options"] = json!({ "tabSize": 4, "insertSpaces": true });
    let edits = client.ask("textDocument/formatting", formatting);
    assert_eq!(applied(&text.replace("    ", " "), &edits), text);
    client.stop();
}

/// What is offered at the mark `|` of a text that is put before the first example, or behind the first line.
fn offered(client: &mut Client, version: i32, text: &str, written: &str) -> Vec<Value> {
    let at =
        if written.starts_with("based") { text.find('\n').unwrap() + 1 } else { text.find("\nexample").unwrap() + 1 };
    let cut = written.find('|').unwrap();
    let whole = format!("{}{}{}\n\n{}", &text[..at], &written[..cut], &written[cut + 1..], &text[at..]);
    client.change(version, &whole);
    let params = json!({ "textDocument": { "uri": URL }, "position": position(&whole, at + cut) });
    client.ask("textDocument/completion", params).as_array().unwrap().clone()
}

/// In each place what can stand there is offered once, and what cannot is not.
#[test]
fn only_what_can_stand_there_is_offered() {
    const IN_MOVE: &str = "move other {\n    choose pit in own home\n    choose way in both ways\n";
    let cases: &[(&str, &[&str], &[&str])] = &[
        (
            "    sow ring after pit going |\n}",
            &["way", "right", "left", "opposite"],
            &["home", "mover", "yes", "sowing", "pit", "seeds"],
        ),
        (
            "    lift |\n}",
            &["pit", "own", "last", "facing"],
            &["home", "mover", "yes", "sowing", "way", "seeds", "gate", "laps"],
        ),
        (
            "    require last in |\n}",
            &["pit", "own", "opponent", "place"],
            &["home", "mover", "yes", "sowing", "way", "seeds", "gate"],
        ),
        (
            "    lift own |\n}",
            &["home", "store", "stock", "ends", "side", "lead"],
            &["and", "before", "or", "when", "where", "places", "total"],
        ),
        ("    require gate is |\n}", &["open", "shut"], &["home", "mover", "pit", "none", "ring"]),
        ("    require kind is |\n}", &["sowing", "other"], &["home", "open", "pit"]),
        (
            "    require seeds(pit) >= |\n}",
            &["size", "seeds", "count", "own"],
            &["pit", "way", "home", "mover", "none"],
        ),
        ("    require owner(pit) is |\n}", &["mover", "opponent", "nobody", "not"], &["home", "gate", "seeds"]),
        (
            "    require |\n}",
            &["seeds", "pit", "gate", "some", "not"],
            &["home", "yes", "none", "sowing", "open", "right"],
        ),
        ("    own lead becomes |\n}", &["seeds", "pit", "none", "yes"], &["home", "sowing"]),
        ("    choose |\n}", &[], &["pit", "home"]),
        (
            "    |\n}",
            &["choose", "sow", "landing", "own", "opponent"],
            &["relay", "higher", "draw", "never", "seeds", "home"],
        ),
        (
            "    sow ring after pit going right\n    landing {\n        a: last in own home -> |\n",
            &["relay", "stop", "again", "never", "choose"],
            &["higher", "draw"],
        ),
    ];
    let base = "mancala 1\ngame \"Offers\"\noption gate \"whether it can be passed\" { open: \"it can be passed\", shut }\n\
                parameter size: 3..6 default 4\nboard {\n    row home: size facing opponent home\n    store\n    reserve stock\n    \
                set ends: home 1, home 3\n    track ring: own home, opponent home both ways right, left\n}\nsetup { home: 4 each }\n\
                state { lead per player: 0 up to 9 }\nturn: sowing\nmove sowing { choose pit in own home, lift pit, put hand in own store }\n\
                example \"none\" { moves 4 }\n";
    let mut client = Client::start();
    client.open(base);
    let mut version = 1;
    let mut checked = |written: &str, there: &[&str], not_there: &[&str]| {
        version += 1;
        let items = offered(&mut client, version, base, written);
        let labels: Vec<&str> = items.iter().map(|item| item["label"].as_str().unwrap()).collect();
        let missing: Vec<&&str> = there.iter().filter(|word| !labels.contains(*word)).collect();
        let wrong: Vec<&&str> = not_there.iter().filter(|word| labels.contains(*word)).collect();
        assert!(
            missing.is_empty() && wrong.is_empty(),
            "{written}: missing {missing:?}, wrong {wrong:?} in {labels:?}"
        );
        let mut once = labels.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), labels.len(), "{written}: {labels:?}");
        items
    };
    for (written, there, not_there) in cases {
        checked(&format!("{IN_MOVE}{written}"), there, not_there);
    }
    let end = "end {\n    stuck: before a turn, mover cannot move -> |\n}";
    checked(
        end,
        &["mover", "opponent", "higher", "draw", "no", "capture", "put"],
        &["again", "relay", "choose", "sow", "home"],
    );
    let expect = "example \"two\" {\n    expect { south |\n";
    checked(expect, &["home", "store", "stock", "lead"], &["ends", "total", "gate", "pit", "sowing"]);
    checked("example \"two\" {\n    expect { |\n", &["south", "winner", "reason", "to", "rest"], &["gate", "seeds"]);
    checked("example \"two\" {\n    with gate: |\n", &["open", "shut"], &["size", "home"]);
    // What forbids a move is a row, a rule, or a better kind of move.
    checked(
        "legal { feed: require captured >= 1 }\nexample \"two\" {\n    illegal \"3\" because |\n",
        &["feed", "sowing"],
        &["home", "seeds", "south", "gate", "lift"],
    );
    let bases = checked("based on ka|", &["kalah", "oware", "bao"], &["ring", "home"]);
    assert!(bases.iter().any(|one| one["label"] == "kalah" && one["detail"] == "Kalah"), "{bases:?}");
    let values = checked(&format!("{IN_MOVE}    require gate is |\n}}"), &["open"], &[]);
    assert!(values.iter().any(|one| one["detail"] == "it can be passed"), "{values:?}");
    client.stop();
}

#[test]
fn every_word_is_told_by_what_it_means_there() {
    let text = shipped_text("oware").unwrap();
    let mut client = Client::start();
    client.open(text);
    let mut told = |behind: &str, word: &str| {
        let hover = client.ask_at("textDocument/hover", text, behind, word);
        hover["contents"]["value"].as_str().unwrap_or_else(|| panic!("nothing of {word} behind {behind}")).to_string()
    };
    assert!(told("\n    track ring", "track").contains("closed path"));
    assert!(told("\n    row home", "row").contains("row of pits"));
    assert!(told("\n    lift pit", "lift").contains("into the hand"));
    assert!(told("take:", "otherwise").contains("no row before it"));
    assert!(told("-> higher score wins", "higher").contains("has won"));
    assert!(told("-> higher score wins", "wins").contains("has won"));
    assert!(told("after a turn", "turn").contains("when the turn is done"));
    assert!(told("before a turn", "before").contains("who is to move"));
    assert!(told("sow ring after", "after").contains("from the place behind X"));
    assert!(told("expect {", "expect").contains("compares"));
    assert!(
        told("option grand_slam", "captures_nothing")
            .contains("`grand_slam: captures_nothing` (unless something else is said)")
    );
    assert!(told("option grand_slam", "grand_slam").contains("- `captures_nothing`: "));
    client.stop();
}

#[test]
fn definitions_sets_and_bases_are_told() {
    let text = "mancala 1\nbased on kalah\ngame \"Mine\"\nboard { set ends: home 1, home 6 }\n\
                define near = own home 1..2\ndefine much = seeds(own home) + 1\n\
                state { spent per player: yes until seeds(own home) = 3 }\n\
                legal { a: require count(near) + much + count(own ends) > 0 or own spent when the turn began }\n\
                example \"one\" { expect { winner: none } }\n";
    let mut client = Client::start();
    client.open(text);
    let mut told = |behind: &str, word: &str| {
        let hover = client.ask_at("textDocument/hover", text, behind, word);
        hover["contents"]["value"].as_str().unwrap_or_else(|| panic!("nothing of {word} behind {behind}")).to_string()
    };
    for (behind, word) in [
        ("per player", "per"),
        ("yes until", "yes"),
        ("when the turn", "when"),
        ("set ends", "set"),
        ("winner:", "winner"),
    ] {
        assert!(!told(behind, word).is_empty());
    }
    let base = told("based on kalah", "kalah");
    assert!(base.contains("**Kalah** (`kalah`, comes with the program)"), "{base}");
    client.stop();
}

#[test]
fn what_is_defined_has_a_type_and_a_set_its_members() {
    let text = shipped_text("oware").unwrap().replacen(
        "example ",
        "define near = own home 1..2\ndefine much = seeds(own home) + 1\nexample ",
        1,
    );
    let text = text.replacen("    track ring", "    set ends: home 1, home 6\n    track ring", 1);
    let text = text.replacen(
        "    lift pit",
        "    let some_of = near + own ends\n    require much > 0 or some some_of\n    lift pit",
        1,
    );
    let mut client = Client::start();
    client.open(&text);
    let mut told = |behind: &str, word: &str| {
        let hover = client.ask_at("textDocument/hover", &text, behind, word);
        hover["contents"]["value"].as_str().unwrap_or_else(|| panic!("nothing of {word} behind {behind}")).to_string()
    };
    let near = told("define near", "near");
    assert!(near.contains("a set of pits; always own home 1..2"), "{near}");
    assert!(told("define much", "much").contains("a number"));
    let ends = told("set ends", "ends");
    assert!(ends.contains("2 pits for each player") && ends.matches('[').count() >= 5, "{ends}");
    client.stop();
}

/// A file that comes with the program is where an editor can open it.
#[test]
fn names_of_shipped_files_are_followed() {
    use std::io::{BufReader, Write as _};
    let cache = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp cache");
    let _ = std::fs::remove_dir_all(&cache);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_mancala"))
        .arg("lsp")
        .env("XDG_CACHE_HOME", &cache)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let text = "mancala 1\nbased on kalah\ngame \"Mine\"\nlegal { a: require count(own home) > pits - pits }\n";
    let mut asked = 0;
    let mut ask = |method: &str, params: Value| -> Value {
        asked += 1;
        let request = Request { id: RequestId::from(asked), method: method.to_string(), params };
        Message::Request(request).write(&mut input).unwrap();
        if method == "initialize" {
            let open = json!({ "textDocument": { "uri": URL, "languageId": "mancala", "version": 1, "text": text } });
            for (method, params) in [("initialized", json!({})), ("textDocument/didOpen", open)] {
                let notification = Notification { method: method.to_string(), params };
                Message::Notification(notification).write(&mut input).unwrap();
            }
        }
        input.flush().unwrap();
        loop {
            if let Message::Response(response) = Message::read(&mut output).unwrap().unwrap() {
                return serde_json::to_value(response).unwrap()["result"].take();
            }
        }
    };
    ask("initialize", json!({ "capabilities": {} }));
    for (behind, word, declares) in
        [("own home", "home", "home:"), ("> pits", "pits", "pits:"), ("based on", "kalah", "mancala 1")]
    {
        let found = ask("textDocument/definition", place(text, behind, word));
        let path = lsp_types::Url::parse(found["uri"].as_str().unwrap()).unwrap().to_file_path().unwrap();
        assert!(path.starts_with(&cache) && std::fs::metadata(&path).unwrap().permissions().readonly());
        let written = std::fs::read_to_string(&path).unwrap();
        assert_eq!(written, shipped_text("kalah").unwrap());
        assert!(written[byte(&written, &found["range"]["start"])..].starts_with(declares), "{found}");
    }
    ask("shutdown", Value::Null);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Whatever is typed, the server answers, and with places that are in the text.
#[test]
fn cut_off_anywhere_it_answers() {
    let mut client = Client::start();
    client.open("");
    let mut version = 1;
    let wanted: Option<usize> = std::env::var("MANCALA_CUTS").ok().and_then(|cuts| cuts.parse().ok());
    let (cuts, every) = wanted.map_or((1, 6), |cuts| (cuts, 1));
    for (number, name) in shipped_names().enumerate().step_by(every) {
        let whole = shipped_text(name).unwrap();
        let letters: Vec<usize> = whole.char_indices().map(|(at, _)| at).collect();
        for cut in 0..cuts {
            let end = letters[(number * 7919 + cut * 104_729) % letters.len()];
            version += 1;
            let text = format!("{}\u{1f330}é", &whole[..end]);
            client.change(version, &text);
            for answer in asked_everywhere(&mut client, &text, end) {
                all_inside(&text, &answer);
            }
        }
    }
    // What was judged last is the text that stands there now.
    let last = client.diagnostics(version);
    assert!(!last.is_empty());
    client.stop();
}

fn asked_everywhere(client: &mut Client, text: &str, end: usize) -> Vec<Value> {
    let document = json!({ "uri": URL });
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": position(text, text.len()) });
    let mut answers = Vec::new();
    let behind_everything = json!({ "line": 100_000, "character": 100_000 });
    for place in [position(text, end), behind_everything] {
        let params = json!({ "textDocument": document, "position": place, "context": { "includeDeclaration": true, "triggerKind": 1 }, "newName": "another" });
        for method in ["hover", "completion", "definition", "references", "prepareRename", "rename"] {
            answers.push(client.ask(&format!("textDocument/{method}"), params.clone()));
        }
    }
    let params = json!({ "textDocument": document, "range": whole, "context": { "diagnostics": [] }, "options": { "tabSize": 4, "insertSpaces": true } });
    for method in ["documentSymbol", "foldingRange", "formatting", "codeLens", "codeAction"] {
        answers.push(client.ask(&format!("textDocument/{method}"), params.clone()));
    }
    answers
}

#[test]
fn what_is_not_asked_as_it_should_be_is_refused() {
    let mut client = Client::start();
    let unknown = serde_json::to_value(client.try_ask("textDocument/dance", json!({}))).unwrap();
    assert_eq!(unknown["error"]["code"], -32601);
    let wrong = serde_json::to_value(client.try_ask("textDocument/hover", json!({ "here": 1 }))).unwrap();
    assert_eq!(wrong["error"]["code"], -32602);
    let closed = client.ask(
        "textDocument/hover",
        json!({ "textDocument": { "uri": URL }, "position": { "line": 0, "character": 0 } }),
    );
    assert_eq!(closed, Value::Null);
    client.stop();
}
