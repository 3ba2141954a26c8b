"""What the table of the catalogue says above its rows: games by rows, how long their files are, what is not there."""

from __future__ import annotations

import json
import statistics
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any, Callable

# The folder of each engine's recordings.
FOLDERS = {"two-row": "two-row-engine", "general": "general-system-2024"}
ENDING = ".jsonl.xz"

# Counted once, over the descriptions of Ludii as they were in October 2024.
ELSEWHERE = (
    "In the language of Ludii the same games take 96 lines in the middle, without what is said about them and without comments, "
    "and 34.5 here, with options, names and the files that they are based on (142 games; 135 of them are shorter here). "
    "MancalaGames has a form of 52 parameters for each game."
)

Facts = dict[str, dict[str, Any]]


def listed(mancala: str, variants: Path) -> Facts:
    """What the program knows of each game. It must be one that knows these files."""
    ran = subprocess.run(
        [mancala, "--variants", variants, "list", "--json"], capture_output=True, text=True, check=True
    )
    return {game["name"]: game for game in json.loads(ran.stdout)}


def by_rows(facts: Facts, verdict: Callable[[str], str | None], positions: Callable[[str], int]) -> list[str]:
    """A line for each number of rows. `verdict` tells how far a game verifies; None if it is not verified."""
    lines = [
        "| rows | games | verified in everything | but for what is named below | with deviations | no recording | positions |",
        "|---|---|---|---|---|---|---|",
    ]
    columns = ("games", "wholly", "in part", "deviates", "none", "positions")
    totals: Counter[str] = Counter()
    for rows in sorted({game["rows"] for game in facts.values()}):
        names = [name for name, game in facts.items() if game["rows"] == rows]
        row = Counter(verdict(name) or "none" for name in names)
        row.update({"games": len(names), "positions": sum(positions(name) for name in names)})
        totals.update(row)
        lines.append(f"| {rows} | " + " | ".join(str(row[column]) for column in columns) + " |")
    lines.append("| all | " + " | ".join(str(totals[column]) for column in columns) + " |")
    return lines


def without_recordings(facts: Facts, verdict: Callable[[str], str | None], reasons: dict[str, str]) -> list[str]:
    """The games that no recording is held against, with the reason; each has to have one, and no other game."""
    names = sorted(name for name in facts if verdict(name) is None)
    if names != sorted(reasons):
        raise KeyError(f"games without recordings: {sorted(set(names) ^ set(reasons))} have a reason and should not, or have none")
    return ["| game | why, and what it is held against |", "|---|---|", *(f"| `{name}` | {reasons[name]} |" for name in names)]


def lengths(facts: Facts) -> str:
    """Median and longest file, in lines without examples, comments and blank lines."""
    lines = {name: game["lines"] for name, game in facts.items()}
    longest = max(lines, key=lambda name: lines[name])
    rules = {name: game["rule_lines"] for name, game in facts.items()}
    most = max(rules, key=lambda name: rules[name])
    return (
        f"Without examples, comments and blank lines, a file has {statistics.median(lines.values()):g} lines in the middle, and "
        f"`{longest}` has most, {lines[longest]}. With the files that some are based on, but without options and names, the "
        f"rules of a game take {statistics.median(rules.values()):g} lines in the middle, and {rules[most]} at most (`{most}`). "
        + ELSEWHERE
    )


def seeds(position: dict[str, Any]) -> int:
    """How many seeds lie in a position."""
    rows = [row for side in ("south", "north") for row in position[side].values()]
    return sum(sum(row) if isinstance(row, list) else row for row in rows)


def recorded(folder: Path) -> set[tuple[str, str]]:
    """The games that there are recordings of."""
    return {
        (engine, path.name.removesuffix(ENDING))
        for engine, name in FOLDERS.items()
        for path in (folder / name).glob(f"*{ENDING}")
    }


def not_said(folder: Path, mapped: set[tuple[str, str]], reasons: dict[str, str]) -> list[str]:
    """The recorded games that no file says, with the reason; those without one are still to be written."""
    missing = sorted(recorded(folder) - mapped, key=lambda game: (game[1].lower(), game[0]))
    told = [(engine, game, reasons.get(f"{engine}: {game}")) for engine, game in missing]
    lines = [f"| {engine}: {game} | {reason} |" for engine, game, reason in told if reason]
    rest = [f"{game} ({engine})" for engine, game, reason in told if not reason]
    if lines:
        lines = ["| recording | why there is no file for it |", "|---|---|", *lines]
    if rest:
        lines += ["", f"Without a reason so far, {len(rest)} (many are other readings of games that have a file): " + ", ".join(rest) + "."]
    return lines
