//! Figures: by player, by side, by who moved first; as text, tables and documents.

use super::sim::{folder, mancala, run_script, text};
use mancala::sim::statistics::{difference, elo, games_to_tell, least_told, mean, median, portion};
use mancala::sim::{Histogram, spread};
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, Stdio};

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = mancala(folder, arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The lines of a table by the names of its columns.
fn table(path: &Path) -> Vec<std::collections::BTreeMap<String, String>> {
    csv::Reader::from_path(path).unwrap().deserialize().map(Result::unwrap).collect()
}

/// A strong player against a weak one, sides swapped: nobody may think that they are even.
#[test]
fn sweeps_with_swapped_sides_tell_of_the_players() {
    let folder = folder("by-player");
    let output = run_script(
        &folder,
        "Sweep(variants: [\"oware\", \"kalah\"], players: [(south: AlphaBeta(depth: 2), north: Random)], games: 20, seed: 1,
            swap_sides: true, write: [Summary, Table(\"t.csv\"), Json(\"f.json\"), Report(\"r.html\")])",
    );
    let out = text(&output.stdout);
    assert!(output.status.success(), "{out}{}", text(&output.stderr));
    assert!(out.starts_with("oware, kalah, 20 games of each combination, seed 1"), "{out}");
    assert!(out.contains("AlphaBeta(depth: 2) against Random, sides swapped in every second game"), "{out}");
    let head = out.lines().find(|line| line.contains("draws %")).unwrap();
    assert!(head.contains("first player %") && head.contains("first mover %") && !head.contains("South"), "{out}");
    assert!(out.contains("\nmancala 0"), "{out}");
    let lines = table(&folder.join("t.csv"));
    assert_eq!(lines.len(), 2);
    for line in &lines {
        let number = |name: &str| line[name].parse::<f64>().unwrap_or_else(|_| panic!("{name}: {}", line[name]));
        assert_eq!((line["first_player"].as_str(), line["second_player"].as_str()), ("AlphaBeta(depth: 2)", "Random"));
        assert!(number("first_player_points") > 0.9 && number("second_player_points") < 0.1, "{line:?}");
        assert!(number("first_player_points_low") < number("first_player_points"), "{line:?}");
        assert!((number("south_points") - 0.5).abs() < 0.2 && (number("first_mover_points") - 0.5).abs() < 0.2);
        assert!(number("length_q05") <= number("length_median") && number("length_median") <= number("length_q95"));
        assert_eq!(line["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!((line["rules"].len(), line["settings"].len(), line["script"].len()), (16, 16, 16));
    }
    // Options of one of the variants only: nothing where there is nothing.
    assert_eq!((lines[0]["option_pits"].as_str(), lines[1]["option_pits"].as_str()), ("", "6"));
    let document: Value = serde_json::from_str(&fs::read_to_string(folder.join("f.json")).unwrap()).unwrap();
    assert_eq!((document["schema"].as_u64(), document["kind"].as_str()), (Some(1), Some("sweep")));
    let cell = &document["cells"][1];
    assert_eq!(
        cell["by_player"][0]["points"]["value"].to_string(),
        lines[1]["first_player_points"].parse::<f64>().map(Value::from).unwrap().to_string()
    );
    let page = fs::read_to_string(folder.join("r.html")).unwrap();
    assert!(page.contains("<title>oware, kalah</title>"), "a sweep has its own title");
    assert!(page.contains("Points of who moves first"), "first and second mover stand beside the players");
    for line in &lines {
        assert!(page.contains(&line["rules"]) && out.contains(&line["rules"]), "hash of the rules");
        assert!(page.contains(&line["script"]) && out.contains(&line["script"]), "hash of the script");
    }
}

/// However long the names of combinations and players are: the text fits a terminal, and nothing of the names is lost.
#[test]
fn the_text_of_a_sweep_fits_a_terminal() {
    let folder = folder("narrow");
    let sweep = "Sweep(variants: [\"kalah\"], options: {\"pits\": [2, 3], \"seeds\": [1, 2], \"empty_capture\": [\"no\", \"yes\"]},
        players: [(south: AlphaBeta(depth: 9, memory: 1), north: Greedy), (south: Random, north: Random),
            (south: Mcts(playouts: 20), north: Random)], games: 2, max_moves: 5, swap_sides: true)";
    let output = run_script(&folder, sweep);
    let out = text(&output.stdout);
    assert!(output.status.success(), "{out}{}", text(&output.stderr));
    let widest = out.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(100), "{widest:?} columns:\n{out}");
    let table: String = out.lines().skip_while(|line| !line.contains("draws %")).collect::<Vec<_>>().join("\n");
    assert!(table.lines().next().unwrap().contains("unfinished %") && out.contains("perfect play"), "{out}");
    for name in ["empty_capture: yes", "pits: 3", "seeds: 2", "Mcts(playouts: 20)", "- Greedy"] {
        assert!(table.contains(name), "{name} is broken:\n{out}");
    }
}

/// What was played before a run is broken off is there, and says that it is not all.
#[cfg(unix)]
#[test]
fn a_document_tells_what_was_played_until_a_run_was_broken_off() {
    let folder = folder("document-broken");
    let sweep = "Sweep(variants: [\"kalah\", \"bao\"], players: [(south: Random, north: Random)], games: 100000)";
    fs::write(folder.join("sweep.ron"), sweep).unwrap();
    let simulation = "Simulation(variant: \"oware\", games: 1000000, expect: [SouthScore(at_least: 0.99)])";
    for (script, said) in [(simulation, " games"), (sweep, " of 2 combinations")] {
        fs::write(folder.join("s.ron"), script).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
        let command = command.args(["sim", "s.ron", "--json", "--progress"]).current_dir(&folder);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut told = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        // Of the sweep the first combination. Of the simulation more games than are played while an earlier batch is missing.
        let wanted = if script == sweep { 100_000 } else { 10_000 };
        while line.split('/').next().and_then(|done| done.trim().parse::<u64>().ok()).is_none_or(|done| done < wanted) {
            line.clear();
            assert!(told.read_line(&mut line).unwrap() > 0, "it ended before it was broken off");
        }
        super::runs::signal(&child, "INT");
        let mut rest = String::new();
        told.read_to_string(&mut rest).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{rest}");
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        let off = &document["broken_off"];
        assert!(rest.contains(&format!("broken off after {}{said}", off["done"])), "{off}: {rest}");
        if script == sweep {
            assert_eq!((off["of"].as_u64(), document["cells"].as_array().map(Vec::len)), (Some(2), Some(1)));
            assert_eq!(document["cells"][0]["games"], 100_000);
        } else {
            assert_eq!((&document["games"], off["of"].as_u64()), (&off["done"], Some(1_000_000)));
            assert!(document["games"].as_u64() > Some(0) && document["not_as_expected"].is_null(), "{document}");
        }
    }
    assert!(json(&folder, &["sim", "kalah", "--games", "2", "--json"])["broken_off"].is_null());
}

#[test]
fn a_simulation_tells_of_players_and_of_who_moved_first() {
    let folder = folder("who");
    let arguments = ["sim", "oware", "--games", "20", "--swap-sides", "--south", "Greedy", "--north", "Random"];
    let out = text(&mancala(&folder, &arguments).stdout);
    for wanted in
        ["Greedy against Random, sides swapped", "Greedy wins", "Random wins", "first mover wins", "Greedy's score"]
    {
        assert!(out.contains(wanted), "{wanted}: {out}");
    }
    assert!(!out.contains("South"), "{out}");
    let alike = text(&mancala(&folder, &["sim", "oware", "--games", "20", "--swap-sides", "--seed", "1"]).stdout);
    assert!(alike.contains("Random (first) wins") && alike.contains("Random (second) wins"), "{alike}");
    assert!(alike.contains("no difference between Random (first) and Random (second) is shown"), "{alike}");
}

#[test]
fn command_line_writes_what_scripts_write() {
    let folder = folder("no-script");
    let files = ["--records", "g.jsonl", "--table", "t.csv", "--report", "r.html"];
    let figures = json(&folder, &[&["sim", "kalah", "--games", "10", "--json"], &files[..]].concat());
    assert_eq!((figures["games"].as_u64(), figures["variant"].as_str()), (Some(10), Some("kalah")));
    assert!(figures["made_by"]["script"].is_null());
    let command = figures["made_by"]["command"].as_str().unwrap();
    assert_eq!(command, "mancala sim kalah --games 10 --seed 0 --south Random --north Random");
    let games = table(&folder.join("t.csv"));
    let first = &games[0];
    assert_eq!(
        (first["option_pits"].as_str(), first["swap_sides"].as_str(), first["max_moves"].as_str()),
        ("6", "false", "1000")
    );
    assert_eq!((first["random_moves"].as_str(), first["command"].as_str()), ("0", command));
    assert!(fs::read_to_string(folder.join("r.html")).unwrap().contains(command));
    // The command says it all: the same comes out of it.
    let words = shlex::split(command).unwrap();
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    assert_eq!(json(&folder, &[&words[..], &["--json"]].concat()), figures);
    assert_eq!(fs::read_to_string(folder.join("g.jsonl")).unwrap().lines().count(), 10);
    assert_eq!(table(&folder.join("t.csv")).len(), 10);
    assert!(fs::read_to_string(folder.join("r.html")).unwrap().contains("</html>"));
    let tournament = json(&folder, &["sim", "tournament.ron", "--games", "2", "--json", "--table", "pairs.csv"]);
    assert_eq!(tournament["players"].as_array().unwrap().len(), 4);
    let two = tournament["players"].as_array().unwrap().iter().find(|player| player["name"] == "two ahead").unwrap();
    assert_eq!(two["settings"], "AlphaBeta(depth: 2)");
    let pairs = table(&folder.join("pairs.csv"));
    assert_eq!((pairs.len(), pairs[0]["first"].as_str(), pairs[0]["games"].as_str()), (6, "chance", "2"));
}

#[test]
fn tournament_names_settings_options_seed_and_opening() {
    let folder = folder("tournament-settings");
    let output = run_script(
        &folder,
        "Tournament(title: \"Two of them\", variant: \"kalah\", options: {\"seeds\": 3}, games: 2, seed: 5, random_moves: 4,
            players: {\"deep\": AlphaBeta(depth: 2), \"chance\": Random}, write: [Summary, Report(\"r.html\")])",
    );
    let (out, page) = (text(&output.stdout), fs::read_to_string(folder.join("r.html")).unwrap());
    for wanted in ["the first 4 moves are played at random", "deep: AlphaBeta(depth: 2)", "chance: Random"] {
        assert!(out.contains(wanted) && page.contains(wanted), "{wanted}: {out}");
    }
    assert!(out.starts_with("Two of them (seeds: 3), 2 games of each pair, seed 5"), "{out}");
    for wanted in ["every pair swaps sides in every second game", "share of the points", "who moved first"] {
        assert!(out.contains(wanted) && page.contains(wanted), "{wanted}: {out}");
    }
    let made_by = out.lines().last().unwrap();
    assert!(made_by.contains(", rules ") && made_by.contains(", script ") && page.contains(made_by), "{made_by}");
}

#[test]
fn a_run_ends_when_it_is_precise_whatever_the_threads_and_goes_on_alike() {
    let folder = folder("precise");
    let run = |threads: &str, more: &[&str]| {
        let fixed = ["sim", "kalah", "--games", "5000", "--precision", "0.12", "--seed", "3", "--threads", threads];
        json(&folder, &[&fixed[..], &["--json"], more].concat())
    };
    let one = run("1", &["--records", "one.jsonl"]);
    let games = one["games"].as_u64().unwrap();
    assert!((200..600).contains(&games) && games % 100 == 0, "{games}");
    let points = &one["by_player"][0]["points"];
    assert!(points["high"].as_f64().unwrap() - points["low"].as_f64().unwrap() < 0.12);
    assert_eq!(one["precision"], serde_json::json!({"wanted": 0.12, "reached": true}));
    let said = |more: &[&str]| {
        let fixed = ["sim", "kalah", "--precision", "0.12", "--seed", "3"];
        text(&mancala(&folder, &[&fixed[..], more].concat()).stdout)
    };
    let wanted = format!("narrower than 12 %: reached after {games} games");
    assert!(said(&["--games", "5000"]).contains(&wanted), "{wanted}");
    assert!(said(&["--games", "150"]).contains("narrower than 12 %: not reached: the most are 150 games"));
    assert_eq!(one, run("2", &["--records", "two.jsonl"]));
    let whole = fs::read_to_string(folder.join("one.jsonl")).unwrap();
    assert_eq!(whole, fs::read_to_string(folder.join("two.jsonl")).unwrap());
    let part: String = whole.split_inclusive('\n').take(137).collect();
    fs::write(folder.join("three.jsonl.part"), part).unwrap();
    assert_eq!(one, run("2", &["--records", "three.jsonl", "--resume"]));
    assert_eq!(whole, fs::read_to_string(folder.join("three.jsonl")).unwrap());
}

/// What few games cannot tell is said in numbers that make sense.
#[test]
fn few_games_are_said_to_tell_nothing() {
    let folder = folder("few");
    let few = text(&mancala(&folder, &["sim", "kalah", "--games", "3"]).stdout);
    assert!(few.contains("so few games tell nothing") && !few.contains("100.0 % of the points"), "{few}");
    for games in ["8", "20", "100"] {
        let out = text(&mancala(&folder, &["sim", "oware", "--games", games]).stdout);
        let Some((_, more)) = out.split_once(" would take ") else { continue };
        let needed = more.split(" games").next().unwrap().replace(' ', "").parse::<u64>().unwrap();
        assert!(needed > games.parse().unwrap(), "{out}");
    }
}

/// The axes of plots that are compared are the same, their whole numbers are whole, and no name is cut.
#[test]
fn plots_of_a_sweep_are_comparable_and_whole() {
    let folder = folder("plots");
    let output = run_script(
        &folder,
        "Sweep(variants: [\"kalah\"], options: {\"seeds\": [2, 3, 4], \"pits\": [3, 4]}, games: 10,
            players: [(south: AlphaBeta(depth: 1, captures: 0, memory: 1), north: Random), (south: Greedy, north: AlphaBeta(depth: 1, memory: 2))],
            write: [Report(\"r.html\")])",
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let page = fs::read_to_string(folder.join("r.html")).unwrap();
    assert!(!page.contains('…'), "a name is cut");
    assert!(page.contains("several pairs of players:"), "who played is said");
    let texts = |title: &str| -> Vec<String> {
        let (_, body) = page.split_once(&format!("<figcaption>{title}<small>")).unwrap_or_else(|| panic!("{title}"));
        let (svg, _) = body.split_once("</svg>").unwrap();
        svg.split("</text>").filter_map(|part| Some(part.rsplit_once(">\n")?.1.trim().to_string())).collect()
    };
    let [one, two] = ["Length by seeds (pits: 3)", "Length by seeds (pits: 4)"].map(texts);
    assert_eq!(one, two, "the axes are the same");
    assert!(
        ["2", "3", "4"].iter().all(|whole| one.contains(&whole.to_string())) && !one.contains(&"3.0".into()),
        "{one:?}"
    );
}

/// Against values from R: `binom::binom.wilson`, `t.test`, `DescTools::BinomDiffCI(method = "score")` and by hand.
#[test]
fn statistics_are_those_of_the_books() {
    let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 5e-4, "{found} is not {wanted}");
    let one = portion(443.0, 1000.0);
    near(one.low, 0.4125);
    near(one.high, 0.4739);
    // 1 to 5: mean 3, standard error 0.7071, t with 4 degrees 2.7764.
    let five = mean(15.0, 55.0, 5);
    near(five.low, 3.0 - 2.7764 * std::f64::consts::FRAC_1_SQRT_2);
    near(five.high, 3.0 + 2.7764 * std::f64::consts::FRAC_1_SQRT_2);
    // Newcombe's first example: 56 of 70 and 48 of 80 differ by 0.2, from 0.0524 to 0.3339.
    let apart = difference(portion(56.0, 70.0), portion(48.0, 80.0));
    near(apart.value, 0.2);
    near(apart.low, 0.0524);
    near(apart.high, 0.3339);
    near(elo(0.75), 190.8485);
    // (1.95996 + 0.84162)^2 / 4 / 0.02^2
    assert_eq!(games_to_tell(0.52), 4906);
    near(least_told(4906), 0.52);
    let values: Histogram = (1..=100).map(|value| (value, 1)).collect();
    let of_all = spread(&values).unwrap();
    assert_eq!((of_all.q05, of_all.q25, of_all.median, of_all.q75, of_all.q95), (5, 25, 50, 75, 95));
    let middle = median(&values).unwrap();
    assert_eq!((middle.value, middle.low, middle.high), (50.0, 41.0, 60.0));
}

/// Compares the figures of a run, and its page, with what another program makes of its records.
fn recompute(folder: &Path, name: &str, page: bool) {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/results/recompute.py");
    let python = std::env::var("MANCALA_PYTHON").unwrap_or_else(|_| "python3".into());
    let files = ["jsonl", "json", "html"].map(|ending| format!("{name}.{ending}"));
    let arguments = [program].into_iter().chain(files.iter().take(if page { 3 } else { 2 }).map(String::as_str));
    let output = Command::new(python).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{name}: {}{}", text(&output.stdout), text(&output.stderr));
    assert!(text(&output.stdout).contains("figures agree"), "{name}");
}

#[test]
#[ignore = "needs scipy and statsmodels: cargo test --test suite recomputed -- --ignored"]
fn every_figure_is_recomputed_from_the_records() {
    let folder = folder("recomputed");
    let files =
        |name: &str| format!("write: [Games(\"{name}.jsonl\"), Json(\"{name}.json\"), Report(\"{name}.html\")])");
    let swapped = "Simulation(variant: \"oware\", players: (south: Greedy), games: 120, swap_sides: true, ";
    let given = "Simulation(variant: \"oware\", players: (north: Greedy), games: 120, random_moves: 3, seed: 4, ";
    let sweep = "Sweep(variants: [\"oware\"], options: {\"grand_slam\": [\"captures_nothing\", \"takes_all\", \"forbidden\"]}, games: 60, ";
    let tournament = "Tournament(variant: \"oware\", games: 20, seed: 2,
        players: {\"a\": Random, \"b\": Greedy, \"c\": AlphaBeta(depth: 1), \"d\": AlphaBeta(depth: 2)}, ";
    for (name, script, page) in
        [("swapped", swapped, true), ("given", given, true), ("sweep", sweep, false), ("tournament", tournament, false)]
    {
        let output = run_script(&folder, &format!("{script}{}", files(name)));
        assert!(output.status.success(), "{}", text(&output.stderr));
        recompute(&folder, name, page);
    }
}
