"""The recordings of the two-row engine (StoneShark/MancalaGames): every ply is a whole turn."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any, Iterator

from recorded import PLAYERS, Played, Turn, Unmapped, winner

KEYS = {"row", "store", "sides", "state", "moves", "rounds", "last", "banked"}

# What a field of the recording is, where the mapping does not say it.
KINDS = {"blocked": "pits", "unlocked": "pits", "child": "owners", "owner": "owners", "starter": "player"}

SIDES = tuple(enumerate(PLAYERS))

# How moves are written where the mapping does not say otherwise: pit number and, where it is chosen, the way.
MOVES = {"pit": "{number}", "south": "S", "north": "N", "ways": {"1": ">", "-1": "<"}, "pass": "pass"}


def games(folder: Path, source: dict[str, Any]) -> Iterator[Played]:
    """All recorded games of a source."""
    path = folder / "two-row-engine" / f"{source['game']}.jsonl.xz"
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield Reader(json.loads(line), source).game()


def over_round(ply: dict[str, Any]) -> bool:
    """Whether a round ended with this ply, and another one followed."""
    return "new_round" in ply


class Reader:
    """Reads one game as a mapping says."""

    def __init__(self, recorded: dict[str, Any], source: dict[str, Any]) -> None:
        self.recorded = recorded
        self.source = source
        self.holes: int = recorded["holes"]
        told = source.get("sides", {"south": range(self.holes), "north": range(self.holes, 2 * self.holes)})
        self.sides = [list(told[side]) for side in PLAYERS]
        self.moves = None if source.get("moves", {}) is None else MOVES | source.get("moves", {})

    def game(self) -> Played:
        plies = self.recorded["plies"]
        played = Played(f"two-row engine, {self.recorded['game']}, seed {self.recorded['seed']}")
        rounds = self.source.get("rounds", "separate")
        if rounds not in ("first", "separate", "followed"):
            raise Unmapped(f"`rounds` is {rounds!r}, and \"first\", \"separate\" or \"followed\" is needed")
        for ply in plies:
            if ply["before"].get("empty_store"):
                self.give(played.turns[-1], ply)
                continue
            if (ply.get("info") or {}).get("end") == "ENDLESS":
                return played  # the engine loses the seeds in the hand, and ends the match
            played.turns.append(self.turn(ply))
            if rounds == "first" and over_round(ply):
                return played
        self.close(played)
        return played

    def turn(self, ply: dict[str, Any]) -> Turn:
        followed = self.source.get("rounds") == "followed"
        after = ply["new_round"] if followed and "new_round" in ply else ply["after"]
        turn = Turn(self.position(ply["before"]), self.position(after))
        turn.move = self.move(ply["move"], ply["mover"])
        turn.legal = len(ply["legal"])
        turn.connected = followed or not over_round(ply)
        if over_round(ply) and not followed and self.source.get("last", "compared") != "compared":
            turn.compared = False
        return turn

    def give(self, turn: Turn, ply: dict[str, Any]) -> None:
        """Joins a ply that gives away what the turn has taken to this turn, whose moves are more than its first ply's."""
        turn.after, turn.legal = self.position(ply["after"]), None
        if turn.move is not None:
            turn.move += f" {self.move(ply['move'], ply['mover'])}"

    def close(self, played: Played) -> None:
        result = self.recorded["result"]
        if result["end"] == "CAP" or not played.turns:
            return
        last = self.source.get("last", "compared")
        if last == "left out":
            played.turns[-1].compared = False
        elif last == "compared":
            played.outcome = winner(result["winner"] if result["end"] == "WIN" else None)
        elif last != "position":
            raise Unmapped(f"`last` is {last!r}, and \"compared\", \"position\" or \"left out\" is needed")

    def position(self, state: dict[str, Any]) -> dict[str, Any]:
        row = self.source.get("row", "home")
        board, store = self.banked(state)
        made: dict[str, Any] = {"to_move": PLAYERS[state["turn"]]}
        for player, side in enumerate(PLAYERS):
            made[side] = {row: self.half(board, player)}
            if self.source.get("store", True):
                made[side]["store"] = store[player]
        states = {ours: self.state(state, theirs) for ours, theirs in self.source.get("state", {}).items()}
        if states:
            made["state"] = states
        return made

    def banked(self, state: dict[str, Any]) -> tuple[list[int], list[int]]:
        """What lies in the holes and stores; seeds in pits that score are in the store, if the mapping says so."""
        board, store = list(state["board"]), list(state["store"])
        for at, owner in enumerate(state[self.source["banked"]] if "banked" in self.source else []):
            if owner in (0, 1):
                store[owner] += board[at]
                board[at] = 0
        return board, store

    def state(self, state: dict[str, Any], theirs: Any) -> Any:
        """State of ours from a field of theirs: `"blocked"`, or `{"field": "rtally", "index": 0, "as": "player"}`."""
        wanted = {"field": theirs} if isinstance(theirs, str) else theirs
        value = state[wanted["field"]]
        if "index" in wanted:
            value = value[wanted["index"]]
        kind = wanted.get("as", KINDS.get(wanted["field"]))
        if kind == "pits":  # a truth value per pit: the pits that have the mark
            return {
                side: [number + 1 for number, marked in enumerate(self.half(value, at)) if marked] for at, side in SIDES
            }
        if kind == "owners":  # a player, or nobody, per pit
            return {side: {str(number + 1): PLAYERS[owner] for number, owner in enumerate(self.half(value, at))
                           if owner in (0, 1)} for at, side in SIDES}
        if kind == "away":  # a truth value per pit: the pits that belong to the player of the other row
            return {
                side: [number + 1 for number, owner in enumerate(self.half(value, at)) if owner == 1 - at]
                for at, side in SIDES
            }
        if kind == "each":  # a number per player
            return {side: value[at] for at, side in SIDES}
        if kind == "player":
            return PLAYERS[value]
        if kind == "truth":
            return bool(value)
        if kind == "not":
            return not value
        if kind == "number":
            return min(value, wanted.get("most", value))
        raise Unmapped(f"`{wanted['field']}` needs `as`: pits, owners, away, each, player, truth, not or number")

    def half(self, values: list[Any], player: int) -> list[Any]:
        return [values[at] for at in self.sides[player]]

    def move(self, move: Any, mover: int) -> str | None:
        if self.moves is None:
            return None
        if move == "PASS":
            return self.moves["pass"]
        way = None
        if isinstance(move, int):
            row, column = 1 - mover, move
        elif len(move) == 2:
            (column, way), row = move, 1 - mover
        else:
            row, column, way = move
        at = column if row == 1 else 2 * self.holes - 1 - column
        player = next(player for player, side in enumerate(self.sides) if at in side)
        number = self.sides[player].index(at) + 1
        side = self.moves[PLAYERS[player]]
        pit = self.moves["pit"].format(number=number, side=side, letter=chr(ord("Aa"[player]) + number - 1))
        return pit + (self.moves["ways"][str(way)] if way is not None else "")
