#!/usr/bin/env python3
"""Verifies games of the catalogue against the recorded games of two other engines.

    verify.py oware               verifies one game, and tells where it parts from a recording
    verify.py --all               all of them, and writes the table docs/catalogue.md
    verify.py --keep oware        writes a few recorded games to tests/records, which the tests verify
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import general_system
import overview
import two_row
from recorded import PLAYERS, Played, Unmapped, records

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MAPPINGS = HERE / "games"
KEPT = ROOT / "tests" / "records"
TABLE = ROOT / "docs" / "catalogue.md"

ENGINES = {"two-row": two_row, "general": general_system}
COMMON = {"engine", "game", "options", "numbers", "not_compared", "seeds", "until"}

# Bytes that the kept games of one variant may take.
MOST_KEPT = 11_000


@dataclass
class Result:
    """What came of a source."""

    source: dict[str, Any]
    games: int = 0
    positions: int = 0
    deviations: int = 0
    told: list[str] = field(default_factory=list)


def rules_file(name: str) -> Path:
    """The rules of a game, in whichever region they lie."""
    found = sorted((ROOT / "variants").glob(f"*/{name}.mancala"))
    if len(found) != 1:
        told = " and ".join(str(path.relative_to(ROOT)) for path in found)
        raise Unmapped(f"there are two files of this name: {told}" if found else "there is no variants/*/" + name + ".mancala")
    return found[0]


def mapping(name: str) -> list[dict[str, Any]]:
    """The sources of a game."""
    path = MAPPINGS / f"{name}.json"
    sources = json.loads(path.read_text(encoding="utf-8"))
    for source in sources:
        engine = ENGINES.get(source.get("engine"))
        if engine is None:
            raise Unmapped(f"{path.name}: `engine` is \"two-row\" or \"general\"")
        unknown = set(source) - COMMON - engine.KEYS
        if unknown or "game" not in source:
            raise Unmapped(f"{path.name}: {', '.join(sorted(unknown)) or 'game'} is unknown or missing")
        if not source.get("not_compared") and (source.get("last") == "left out" or source.get("numbers", "") is None or "until" in source):
            raise Unmapped(f"{path.name}: what is left out needs its reason in `not_compared`")
    return sources


def played(source: dict[str, Any], folder: Path) -> list[Played]:
    games = list(ENGINES[source["engine"]].games(folder, source))
    chosen = [game for number, game in enumerate(games, 1) if number in source.get("seeds", range(1, 1000))]
    return [up_to(game, source["until"]) for game in chosen] if "until" in source else chosen


def up_to(game: Played, ends: list[str]) -> Played:
    """The game before the first turn that comes to one of these ends."""
    unknown = set(ends) - set(ENDS)
    if unknown:
        raise Unmapped(f"`until` names {', '.join(unknown)}: known are {', '.join(ENDS)}")
    for index, turn in enumerate(game.turns):
        if any(ENDS[end](game, index) for end in ends):
            return Played(game.source, game.turns[:index])
    return game


def bare(game: Played, index: int) -> bool:
    """Whether a player has no seeds in his rows behind this turn."""
    after = game.turns[index].after
    return any(not any(map(any, (row for row in after[side].values() if isinstance(row, list)))) for side in PLAYERS)


def majority(game: Played, index: int) -> bool:
    """Whether a player has more than half of the seeds in his store behind this turn."""
    return any(game.turns[index].after[side]["store"] * 2 > overview.seeds(game.turns[0].before) for side in PLAYERS)


def passed(game: Played, index: int) -> bool:
    """Whether the next turn is a pass."""
    return index + 1 < len(game.turns) and game.turns[index + 1].move == "pass"


# What a game may be compared up to.
ENDS = {"bare": bare, "majority": majority, "pass": passed}


def lines(name: str, source: dict[str, Any], games: list[Played]) -> list[str]:
    """The records of a source."""
    variant = str(rules_file(name))
    numbers = source.get("numbers", "legal")
    made = [
        record
        for game in games
        for record in records(game, variant, source.get("options", {}), numbers)
    ]
    return [json.dumps(record, separators=(",", ":")) for record in made]


def verify(name: str, source: dict[str, Any], args: argparse.Namespace) -> Result:
    """Runs `mancala verify` on the records of a source."""
    games = played(source, args.recordings)
    made = lines(name, source, games)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records.jsonl"
        path.write_text("\n".join(made) + "\n", encoding="utf-8")
        ran = subprocess.run([args.mancala, "verify", "--color", "never", path], capture_output=True, text=True)
    text = (ran.stdout + ran.stderr).replace(str(path), source["game"])
    result = Result(source, len(games), sum(len(json.loads(line)["positions"]) for line in made))
    summary = re.search(r"(\d[\d,]*|1) games? disagrees? with the rules", text)
    if summary:
        result.deviations = int(summary.group(1).replace(",", ""))
    elif ran.returncode != 0:
        result.deviations = max(1, len(made))
    if result.deviations:
        result.told = text.strip().splitlines()
    return result


def keep(name: str, args: argparse.Namespace) -> None:
    """Writes the first games of each source, as far as there is room."""
    KEPT.mkdir(parents=True, exist_ok=True)
    sources = mapping(name)
    kept: list[str] = []
    for source in sources:
        room = MOST_KEPT // len(sources)
        taken = 0
        for line in lines(name, source, played(source, args.recordings)):
            record = json.loads(line)
            record["variant"] = name
            short = shortened(record, room - taken)
            if short is None:
                break
            kept.append(short)
            taken += len(short)
            if taken > room * 2 // 3:
                break
    (KEPT / f"{name}.jsonl").write_text("\n".join(kept) + "\n", encoding="utf-8")


def shortened(record: dict[str, Any], room: int) -> str | None:
    """A record that fits, with only the first of its turns if it must be."""
    whole = json.dumps(record, separators=(",", ":"))
    if len(whole) <= room:
        return whole
    plies = len(record["positions"]) - 1
    fitting = plies * room // len(whole) - 1
    if fitting < 5:
        return None
    record["positions"] = record["positions"][: fitting + 1]
    for numbered in ("moves", "legal", "successors"):
        if numbered in record:
            record[numbered] = record[numbered][:fitting]
    record.pop("outcome", None)
    return json.dumps(record, separators=(",", ":"))


def title(name: str) -> str:
    found = re.search(r'^game "([^"]+)"', rules_file(name).read_text(encoding="utf-8"), re.M)
    return found.group(1) if found else name


def table(results: dict[str, list[Result]], args: argparse.Namespace) -> str:
    facts = overview.listed(args.mancala, ROOT / "variants")
    mapped = {(result.source["engine"], result.source["game"]) for each in results.values() for result in each}
    reasons = json.loads((HERE / "not_said.json").read_text(encoding="utf-8"))

    unrecorded = json.loads((HERE / "games_without_recordings.json").read_text(encoding="utf-8"))

    def verdict(name: str) -> str | None:
        if name not in results:
            return None
        if any(result.deviations for result in results[name]):
            return "deviates"
        return "in part" if any("not_compared" in result.source for result in results[name]) else "wholly"

    def positions(name: str) -> int:
        return sum(result.positions for result in results.get(name, []))

    rows = []
    for name in sorted(results):
        for result in results[name]:
            source = result.source
            engine = {"two-row": "two-row", "general": "general"}[source["engine"]]
            options = ", ".join(f"{option}: {value}" for option, value in source.get("options", {}).items())
            rows.append(
                f"| {title(name)} (`{name}`) | {engine}: {source['game']} | {options or '–'} | {result.games} "
                f"| {result.positions} | {result.deviations or '–'} | {source.get('not_compared', '–')} |"
            )
    return "\n".join(
        [
            "# The catalogue, and what each game was held against",
            "",
            "Made by `tools/catalogue/verify.py --all`. *Two-row* is StoneShark/MancalaGames at commit 2b1c596, *general*",
            "is Ludii (state of 2024); each played games at random, of which every position, the moves and their number are",
            "compared with our rules. [The pages of the games](games/README.md) tell what they are.",
            "",
            "## Games by rows",
            "",
            *overview.by_rows(facts, verdict, positions),
            "",
            overview.lengths(facts),
            "",
            "\"But for what is named below\": the engine and the rules part somewhere, in a game, a count or a piece of state that the",
            "last column names; what is not named there agrees. Where the source is clear the file follows it.",
            "",
            "## Files that no recording is held against",
            "",
            *overview.without_recordings(facts, verdict, unrecorded),
            "",
            "## Recordings that no file is held against",
            "",
            *(overview.not_said(args.recordings, mapped, reasons) or ["None."]),
            "",
            "Games for more than two players and games with chance are not asked for.",
            "",
            "## Game by game",
            "",
            "| game | recording | options | games | positions | deviations | not compared |",
            "|---|---|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="variants, by the names of their files")
    parser.add_argument("--all", action="store_true", help="every variant that has a mapping")
    parser.add_argument("--keep", action="store_true", help="write a few games to tests/records")
    parser.add_argument("--recordings", type=Path, default=os.environ.get("MANCALA_RECORDINGS"),
                        help="the folder of the recordings (or MANCALA_RECORDINGS)")
    parser.add_argument("--mancala", default=os.environ.get("MANCALA", "mancala"), help="the program (or MANCALA)")
    args = parser.parse_args()
    if args.recordings is None:
        parser.error("no recordings: give --recordings or set MANCALA_RECORDINGS")
    names = sorted(path.stem for path in MAPPINGS.glob("*.json")) if args.all else args.names
    if not names:
        parser.error("name a variant, or --all")
    results: dict[str, list[Result]] = {}
    for name in names:
        try:
            if args.keep:
                keep(name, args)
            results[name] = [verify(name, source, args) for source in mapping(name)]
        except (Unmapped, FileNotFoundError, KeyError) as error:
            print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
            return 2
        for result in results[name]:
            verdict = f"{result.deviations} deviations" if result.deviations else "as the rules say"
            print(f"{name}: {result.source['engine']} {result.source['game']}: {result.games} games, "
                  f"{result.positions} positions, {verdict}")
            for line in result.told if len(names) == 1 else result.told[:1]:
                print("    " + line)
    if args.all:
        TABLE.write_text(table(results, args), encoding="utf-8")
    return 1 if any(result.deviations for each in results.values() for result in each) else 0


if __name__ == "__main__":
    sys.exit(main())
