#!/usr/bin/env python3
"""Writes recorded turns of a game as worked examples, for the author to choose from and to explain.

    example.py oware                  a few turns of each sort: captures, ends, passes, changed state
    example.py oware --sort capture --most 5
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import Any, Iterator

from overview import seeds
from recorded import PLAYERS, Played, Turn
from verify import ROOT, mapping, played

# The widest line of an example.
WIDEST = 119

SORTS = ("start", "capture", "none", "long", "state", "again", "pass", "end")


def sort_of(game: Played, index: int, turn: Turn) -> Iterator[str]:
    """What a turn may be an example of."""
    mover = turn.before["to_move"]
    if index == 0:
        yield "start"
    gained = turn.after[mover].get("store", 0) - turn.before[mover].get("store", 0)
    yield "capture" if gained > 1 else "none"
    if turn.after.get("state") != turn.before.get("state"):
        yield "state"
    if turn.after["to_move"] == mover:
        yield "again"
    if turn.move and turn.move.startswith("pass"):
        yield "pass"
    if index + 1 == len(game.turns) and game.outcome:
        yield "end"


def changed(turn: Turn) -> int:
    """How many pits a turn leaves as they were: short turns are easier to follow."""
    rows = [
        (before, after)
        for side in PLAYERS
        for name, row in turn.before[side].items()
        if isinstance(row, list)
        for before, after in zip(row, turn.after[side][name])
    ]
    return sum(before != after for before, after in rows)


def side(position: dict[str, Any], player: str) -> str:
    parts = [
        f"{name}: {' '.join(map(str, pits)) if isinstance(pits, list) else pits}" for name, pits in position[player].items()
    ]
    return f"{player} {' '.join(parts)}"


def shown(value: Any) -> str:
    """A value as the rules write it."""
    return {"True": "yes", "False": "no", "None": "nobody"}.get(str(value), str(value))


def states(position: dict[str, Any], start: dict[str, Any] | None) -> list[str]:
    """State that differs from that of another position, or that is not at its start value."""
    told = []
    for name, value in position.get("state", {}).items():
        before = (start or {}).get("state", {}).get(name)
        if not isinstance(value, dict):
            if value != before:
                told.append(f"{name}: {shown(value)}")
            continue
        for player in PLAYERS:
            mine, old = value.get(player), (before or {}).get(player)
            if isinstance(mine, list):
                told += [f"{name}({player} home {pit}): yes" for pit in mine if pit not in (old or [])]
                told += [f"{name}({player} home {pit}): no" for pit in old or [] if pit not in mine]
            elif isinstance(mine, dict):
                changed_pits = [(pit, owner) for pit, owner in mine.items() if (old or {}).get(pit) != owner]
                told += [f"{name}({player} home {pit}): {owner}" for pit, owner in changed_pits]
                told += [f"{name}({player} home {pit}): nobody" for pit in old or {} if pit not in mine]
            elif mine != old and (start or mine):
                told.append(f"{player} {name}: {shown(mine)}")
    return told


def example(game: Played, turn: Turn, sort: str, outcome: bool, source: dict[str, Any]) -> str:
    options = source.get("options", {})
    bound = f"    with {', '.join(f'{name}: {value}' for name, value in options.items())}\n" if options else ""
    before = [side(turn.before, "south"), side(turn.before, "north")]
    missing = seeds(game.turns[0].before) - seeds(turn.before)
    if "store" not in turn.before["south"] and missing:
        before.append(f"off: {missing}")
    before += [f"to move: {turn.before['to_move']}", *states(turn.before, None)]
    end = f"winner: {game.outcome['winner']}" if outcome and game.outcome else f"to move: {turn.after['to_move']}"
    after = [side(turn.after, "south"), side(turn.after, "north"), end, *states(turn.after, turn.before)]
    origin = re.sub(r"^two-row engine, ", "MancalaGames, ", re.sub(r"^general system, ", "Ludii, ", game.source))
    move = f'    play "{turn.move}"\n' if turn.move else ""
    return (
        f'example "{sort}" from "{origin}" {{\n{bound}{block("position", before)}{move}{block("expect", after)}}}\n'
    )


def block(step: str, parts: list[str]) -> str:
    """A step on one line if it fits, else on several."""
    whole = f"    {step} {{ {'   '.join(parts)} }}\n"
    if len(whole) <= WIDEST:
        return whole
    lines = [""]
    for part in parts:
        if lines[-1] and len(lines[-1]) + len(part) + 11 > WIDEST:
            lines.append("")
        lines[-1] += "   " + part if lines[-1] else part
    return f"    {step} {{\n" + "".join(f"        {line}\n" for line in lines) + "    }\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("--sort", choices=SORTS)
    parser.add_argument("--most", type=int, default=2)
    parser.add_argument("--source", type=int, default=0, help="number of the source in the mapping, from 0")
    parser.add_argument("--recordings", type=Path, default=os.environ.get("MANCALA_RECORDINGS"))
    args = parser.parse_args()
    source = mapping(args.name)[args.source]
    found: dict[str, list[tuple[int, str]]] = {sort: [] for sort in SORTS}
    for game in played(source, args.recordings):
        for index, turn in enumerate(game.turns):
            if not turn.compared:
                continue
            for sort in sort_of(game, index, turn):
                ended = index + 1 == len(game.turns)
                found[sort].append((changed(turn), example(game, turn, sort, ended, source)))
    for sort in [args.sort] if args.sort else SORTS:
        for _, text in sorted(found[sort], key=lambda pair: abs(pair[0] - 6))[: args.most]:
            print(text)


if __name__ == "__main__":
    main()
