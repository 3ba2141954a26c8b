//! What `mancala measure` says: every figure against games that are played without it.

use super::sim::{folder, mancala, text};
use mancala::Variant;
use mancala::sim::Estimate;
use mancala::sim::statistics::{difference, elo, portion};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

const SMALL: [&str; 9] = ["measure", "kalah", "--set", "pits=3", "--set", "seeds=2", "--games", "50", "--nodes=64"];

fn measured(folder: &Path, arguments: &[&str]) -> Value {
    let output = mancala(folder, &[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The figures of a simulation of the small game, and its records.
fn simulated(folder: &Path, south: &str, north: &str, rest: &str) -> (Value, Vec<Value>) {
    let script = format!(
        "Simulation(variant: \"kalah\", options: {{\"pits\": 3, \"seeds\": 2}}, players: (south: {south}, north: {north}), {rest},
            write: [Json(\"f.json\"), Games(\"g.jsonl\")])"
    );
    fs::write(folder.join("s.ron"), script).unwrap();
    let output = mancala(folder, &["sim", "s.ron"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let figures = serde_json::from_str(&fs::read_to_string(folder.join("f.json")).unwrap()).unwrap();
    let games = fs::read_to_string(folder.join("g.jsonl")).unwrap();
    (figures, games.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn estimate(value: &Value) -> Estimate {
    let number = |name: &str| value[name].as_f64().unwrap_or_else(|| panic!("{name} of {value}"));
    Estimate { value: number("value"), low: number("low"), high: number("high") }
}

/// Equal but for the last digit, which may be lost in a document.
fn alike(one: Estimate, two: Estimate) -> bool {
    [(one.value, two.value), (one.low, two.low), (one.high, two.high)]
        .iter()
        .all(|(one, two)| (one - two).abs() < 1e-12)
}

fn looking_at(nodes: u32) -> String {
    format!("AlphaBeta(nodes: {nodes}, memory: 1)")
}

#[test]
fn measures_are_the_figures_of_their_simulations() {
    let folder = folder("measured");
    let document = measured(&folder, &SMALL);
    assert_eq!((document["schema"].as_u64(), document["kind"].as_str()), (Some(1), Some("measure")));
    let one = &document["measures"][0];
    let (random, _) = simulated(&folder, "Random", "Random", "games: 50");
    let (greedy, _) = simulated(&folder, "Greedy", "Greedy", "games: 50, random_moves: 4");
    let (searching, games) = simulated(&folder, &looking_at(64), &looking_at(64), "games: 10, random_moves: 4");
    for (name, figures) in [("random", &random), ("greedy", &greedy), ("searching", &searching)] {
        assert_eq!(one["balance"][name], figures["by_mover"][0]["points"], "{name}");
    }
    assert_eq!(one["length"], searching["length"]);
    assert_eq!(one["length_at_random"], random["length"]);
    assert_eq!(one["draws"], searching["draws"]["share"]);
    assert_eq!(one["unfinished"], searching["unfinished"]["share"]);
    for name in ["legal_moves", "forced"] {
        assert_eq!(one[name], searching["turns"][name], "{name}");
    }
    for name in ["lead_changes", "settled_at", "behind_half_way"] {
        assert_eq!(one[name], searching["course"][name], "{name}");
    }
    // The median of ten leads is the fifth of them; its interval is that of the order: about 1.96 / 2 times the root of ten.
    let lead = |game: &Value| {
        let score = &game["outcome"]["score"];
        let lead = score["south"].as_i64().unwrap() - score["north"].as_i64().unwrap();
        if game["positions"][0]["to_move"] == "south" { lead } else { -lead }
    };
    let mut leads: Vec<i64> = games.iter().map(lead).collect();
    leads.sort_unstable();
    let evening = estimate(&one["evening_seeds"]);
    assert_eq!(
        [evening.low, evening.value, evening.high],
        [leads[1], leads[4], leads[8]].map(|lead| lead as f64),
        "{leads:?}"
    );
}

#[test]
fn skill_is_the_elo_of_the_points_of_all_doublings() {
    let folder = folder("skill");
    let document = measured(&folder, &SMALL);
    let skill = &document["measures"][0]["skill"];
    let (mut points, mut decided) = (0.0, 0.0);
    for (step, nodes) in skill["steps"].as_array().unwrap().iter().zip([16, 32, 64]) {
        let rest = "games: 10, random_moves: 4, swap_sides: true";
        let (figures, _) = simulated(&folder, &looking_at(nodes), &looking_at(nodes / 2), rest);
        let of_stronger = estimate(&figures["by_player"][0]["points"]);
        assert_eq!((step["nodes"].as_u64(), estimate(&step["points"])), (Some(u64::from(nodes)), of_stronger));
        assert!((estimate(&step["elo"]).value - elo(of_stronger.value)).abs() < 1e-9);
        points += of_stronger.value * figures["decided"].as_f64().unwrap();
        decided += figures["decided"].as_f64().unwrap();
    }
    let (all, together) = (estimate(&skill["elo_by_doubling"]), portion(points, decided));
    for (found, share) in [(all.value, together.value), (all.low, together.low), (all.high, together.high)] {
        assert!((found - elo(share)).abs() < 1e-9, "{found} is not the Elo of {share}");
    }
}

/// Counted by the door that players use.
#[test]
fn openings_are_the_positions_after_three_moves() {
    let document = measured(&folder("openings"), &SMALL);
    let openings = &document["measures"][0]["openings"];
    let variant = Variant::shipped("kalah").unwrap();
    let game = variant.game_with(&variant.bind([("pits", "3"), ("seeds", "2")]).unwrap()).unwrap();
    let mut now = vec![game.start()];
    for _ in 0..3 {
        let after = now.iter().flat_map(|position| game.moves(position));
        let after = after.map(|played| played.after);
        let mut seen = HashSet::new();
        now = after.filter(|position| seen.insert(format!("{position:?}"))).collect();
    }
    assert_eq!(openings["moves"], 3);
    assert_eq!(openings["positions"].as_u64(), Some(now.len() as u64));
    assert_eq!(openings["exact"], true);
}

/// Every combination, compared with the first; the same as data, as a table, as text and as a page.
#[test]
fn combinations_of_options_stand_side_by_side() {
    let folder = folder("combinations");
    let fixed = ["measure", "bawo", "--set", "endless=stop,illegal,lose", "--set", "eat_compulsory=yes,no"];
    let small = ["--games", "10", "--nodes", "16", "--table", "t.csv", "--report", "r.html"];
    let document = measured(&folder, &[&fixed[..], &small].concat());
    let all = document["measures"].as_array().unwrap();
    let names: Vec<&str> = all.iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "endless: stop, eat_compulsory: yes",
            "endless: stop, eat_compulsory: no",
            "endless: illegal, eat_compulsory: yes",
            "endless: illegal, eat_compulsory: no",
            "endless: lose, eat_compulsory: yes",
            "endless: lose, eat_compulsory: no",
        ]
    );
    assert!(all[0]["change"].is_null());
    for one in &all[1..] {
        let apart = |name: &str| difference(estimate(&one[name]), estimate(&all[0][name]));
        assert!(alike(estimate(&one["change"]["draws"]), apart("draws")));
        let balance = |of: &Value| estimate(&of["balance"]["searching"]);
        assert!(alike(estimate(&one["change"]["balance"]), difference(balance(one), balance(&all[0]))));
        let length = |of: &Value| estimate(&of["length"]["mean"]);
        assert!(alike(estimate(&one["change"]["length"]), difference(length(one), length(&all[0]))));
        assert_ne!(one["options"], all[0]["options"]);
    }
    let lines: Vec<BTreeMap<String, String>> =
        csv::Reader::from_path(folder.join("t.csv")).unwrap().deserialize().map(Result::unwrap).collect();
    assert_eq!(lines.len(), all.len());
    for (line, one) in lines.iter().zip(all) {
        assert_eq!(
            (line["name"].as_str(), line["option_endless"].as_str()),
            (one["name"].as_str().unwrap(), one["options"]["endless"].as_str().unwrap())
        );
        for name in ["legal_moves", "forced", "draws", "unfinished", "lead_changes", "settled_at", "behind_half_way"] {
            let Estimate { value, low, high } = estimate(&one[name]);
            let number = |column: String| line[&column].parse::<f64>().unwrap_or_else(|_| panic!("{column}: {line:?}"));
            let [one, two, three] = [name.to_string(), format!("{name}_low"), format!("{name}_high")].map(number);
            assert!(
                alike(Estimate { value: one, low: two, high: three }, Estimate { value, low, high }),
                "{name}: {line:?}"
            );
        }
        assert_eq!((line["version"].as_str(), line["rules"].len()), (env!("CARGO_PKG_VERSION"), 16));
    }
    let page = fs::read_to_string(folder.join("r.html")).unwrap();
    for (at, name) in names.iter().enumerate() {
        // Once in each of four tables, and all but the first among those that are compared with it; plots break long names.
        assert_eq!(page.matches(&format!("<td><div>{name}</div></td>")).count(), 4 + usize::from(at > 0), "{name}");
    }
    options_are_summed(&document, &page);
    for (number, (line, one)) in lines.iter().zip(all).enumerate() {
        // Each has a seed of its own.
        assert_eq!((one["seed"].as_u64(), line["seed"].parse()), (Some(number as u64), Ok(number)));
        assert_eq!((line["games"].as_str(), line["nodes"].as_str()), ("10", "16"));
        assert_eq!((line["doubling_1_nodes"].as_str(), line["doubling_3_nodes"].as_str()), ("4", "16"));
    }
    let command = document["made_by"]["command"].as_str().unwrap();
    assert!(command.starts_with("mancala measure bawo --set 'endless="), "{command}");
    let out = text(&mancala(&folder, &[&fixed[..], &small[..4]].concat()).stdout);
    assert!(out.contains("seeds 0 to 5") && out.contains("from seed"), "{out}");
    // By its seed each can be measured again without the others.
    let alone = ["measure", "bawo", "--set", "endless=illegal", "--set", "eat_compulsory=no", "--seed", "3"];
    let mut again = measured(&folder, &[&alone[..], &small[..4]].concat())["measures"][0].take();
    let mut there = all[3].clone();
    for one in [&mut again, &mut there] {
        ["name", "change"].into_iter().for_each(|field| one[field] = Value::Null);
    }
    assert_eq!(again, there);
}

/// What each option changes is the mean over the combinations that have the value, and stands before all else.
fn options_are_summed(document: &Value, page: &str) {
    let all = document["measures"].as_array().unwrap();
    let effects = document["effects"].as_array().unwrap();
    assert_eq!(effects.len(), 5, "three values of one, two of the other");
    for effect in effects {
        let (option, value) = (effect["option"].as_str().unwrap(), &effect["value"]);
        let with: Vec<&Value> = all.iter().filter(|one| &one["options"][option] == value).collect();
        assert_eq!(effect["combinations"].as_u64(), Some(with.len() as u64));
        let mean = with.iter().map(|one| estimate(&one["length"]["mean"]).value).sum::<f64>() / with.len() as f64;
        let found = estimate(&effect["means"]["length"]);
        assert!((found.value - mean).abs() < 1e-9 && found.low < found.value, "{effect}");
        let half: f64 =
            with.iter().map(|one| estimate(&one["length"]["mean"])).map(|one| (one.high - one.value).powi(2)).sum();
        assert!((found.high - found.value - half.sqrt() / with.len() as f64).abs() < 1e-9, "{effect}");
        let is_first = value == &all[0]["options"][option];
        assert_eq!(effect["changes"].as_object().unwrap().is_empty(), is_first, "{effect}");
    }
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}"));
    assert!(place("What each option changes") < place("Length and variety"));
    assert!(page.contains("eat_compulsory: yes") && page.contains("Options: moves"));
}

/// Two values of an option that no game tells apart are said to be that, and no difference is made of them.
#[test]
fn values_that_change_no_game_are_said_to_give_the_same_games() {
    let folder = folder("same-games");
    let arguments = [&SMALL[..], &["--set", "pits=3", "--set", "empty_capture=no,no"]].concat();
    let refused = mancala(&folder, &arguments);
    assert!(text(&refused.stderr).contains("names `pits` twice"), "{}", text(&refused.stderr));
    let small = ["measure", "bawo", "--set", "endless=stop,illegal", "--games", "10", "--nodes", "16"];
    let document = measured(&folder, &small);
    let change = &document["measures"][1]["change"];
    let out = text(&mancala(&folder, &small).stdout);
    assert!(change["same_games"] == true && out.contains("the same games"), "{out}");
    // What is measured of them is of games of their own, so that means over both are as sure as they are said to be.
    let [one, two] = [0, 1].map(|at| &document["measures"][at]);
    assert!(one["length"] != two["length"] && one["balance"] != two["balance"], "{out}");
    assert!(out.contains("no winner %") && out.contains("16 against 8"), "{out}");
    let twice = mancala(&folder, &[&SMALL[..], &["--set", "empty_capture=no,no"]].concat());
    assert!(text(&twice.stderr).contains("names `no` twice"), "{}", text(&twice.stderr));
    assert!(twice.status.success());
}

/// What was measured before a run is broken off is there, and says how much of all it is.
#[cfg(unix)]
#[test]
fn what_was_measured_is_kept_when_a_run_is_broken_off() {
    let folder = folder("measure-broken");
    let arguments = ["measure", "bawo", "--every", "--games", "10", "--nodes", "16", "--progress"];
    let files = ["--table", "t.csv", "--report", "r.html", "--json"];
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_mancala"));
    let command = command.args(arguments).args(files).current_dir(&folder);
    // Not a pipe: nobody reads the figures before the last word of progress was read, and they may be more than a pipe holds.
    let figures = folder.join("figures.json");
    let command = command.stdout(fs::File::create(&figures).unwrap()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut told = std::io::BufReader::new(child.stderr.take().unwrap());
    // Each combination is ten games at random, ten between greedy players, the same from the common seed, and forty between
    // players that look ahead.
    let mut line = String::new();
    while line.split('/').next().and_then(|done| done.trim().parse::<u64>().ok()).is_none_or(|done| done < 240) {
        line.clear();
        assert!(std::io::BufRead::read_line(&mut told, &mut line).unwrap() > 0, "it ended before it was broken off");
    }
    assert!(line.trim().ends_with(&format!("/{}", 768 * 80)), "{line}");
    crate::runs::signal(&child, "INT");
    let mut said = String::new();
    std::io::Read::read_to_string(&mut told, &mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2), "{said}");
    assert!(said.contains(" of 768 games") && said.contains("is written"), "{said}");
    let document: Value = serde_json::from_str(&fs::read_to_string(figures).unwrap()).unwrap();
    let count = document["measures"].as_array().unwrap().len();
    assert!(count >= 2 && document["wanted"] == 768, "{count}");
    assert_eq!(fs::read_to_string(folder.join("t.csv")).unwrap().lines().count(), count + 1);
    assert!(fs::read_to_string(folder.join("r.html")).unwrap().contains(&format!("broken off: {count} of 768 games")));
}

/// What is measured is defined where it is said to be, with where it comes from; and every estimate has an interval.
#[test]
fn every_measure_has_an_interval_a_definition_and_a_source() {
    let document = measured(&folder("defined"), &[&SMALL[..], &["--set", "empty_capture=no,yes"]].concat());
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/measures.md")).unwrap();
    let exact = ["name", "variant", "title", "options", "seed", "version", "rules", "openings"];
    let one = document["measures"][1].as_object().unwrap();
    for (name, value) in one.iter().filter(|(name, _)| !exact.contains(&name.as_str())) {
        let row = page.lines().find(|line| line.starts_with('|') && line.contains(&format!("`{name}`")));
        let row = row.unwrap_or_else(|| panic!("docs/measures.md does not define `{name}`"));
        assert!(
            ["[1]", "[2]", "[3]", "[4]", "[5]", "[6]", "[7]", "[8]"].iter().any(|source| row.contains(source)),
            "{row}"
        );
        let is_estimate = |value: &Value| {
            value["low"].as_f64() <= value["value"].as_f64()
                && value["value"].as_f64() <= value["high"].as_f64()
                && value["low"].is_number()
        };
        let nested = || value.as_object().into_iter().flat_map(|of| of.values()).filter(|value| value.is_object());
        assert!(is_estimate(value) || nested().count() > 0 && nested().all(is_estimate), "{name}: {value}");
    }
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let folder = folder("measure-refused");
    let cases: [(&[&str], &str); 8] = [
        (&["kalah", "oware", "--set", "seeds=3,4"], "there is no option or parameter `seeds` in `oware`"),
        (&["owarre"], "there is no variant `owarre`"),
        (&["kalah", "--set", "nothing=1"], "there is no option or parameter `nothing`"),
        (&["kalah", "--set", "empty_capture=maybe"], "`empty_capture` cannot be `maybe`"),
        (&["kalah", "--set", "pits=3,"], "does not bind anything"),
        (&["kalah", "--set", "pits=3", "--set", "pits=4"], "`--set` names `pits` twice"),
        (&["kalah", "--games", "0"], "0 is not in 10..=10000000"),
        (&["kalah", "--every", "--each-option"], "cannot be used with"),
    ];
    for (arguments, message) in cases {
        let output = mancala(&folder, &[&["measure"], arguments].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
}
