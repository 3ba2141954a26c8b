"""The recordings of the general game system (Ludii): every lap may be a ply of its own."""

from __future__ import annotations

import functools
import json
import lzma
from collections import Counter
from pathlib import Path
from typing import Any, Iterator

from recorded import PLAYERS, Played, Turn, Unmapped, winner

KEYS = {
    "rows", "store", "hands", "sides", "laps", "state", "moves", "last", "pass_over", "pass_ends", "rounds", "movers", "kinds",
    "places"
}


@functools.cache
def boards(folder: Path) -> dict[str, Any]:
    """What the recordings tell of every game's board."""
    with lzma.open(folder / "general-system-2024" / "meta.json.xz", "rt", encoding="utf-8") as text:
        return json.load(text)


def games(folder: Path, source: dict[str, Any]) -> Iterator[Played]:
    """All recorded games of a source."""
    path = folder / "general-system-2024" / f"{source['game']}.jsonl.xz"
    places = Places(boards(folder)[source["game"]], source)
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield Reader(json.loads(line), places, source).game()


class Places:
    """Which site is which place of our board."""

    def __init__(self, board: dict[str, Any], source: dict[str, Any]) -> None:
        self.board = board
        self.rows = [self.side(player, source) for player in (0, 1)]
        self.stores = self.store_sites(source.get("store", "captured"))
        self.pits = {
            site: (player, name, number)
            for player in (0, 1)
            for name, sites in self.rows[player].items()
            for number, site in enumerate(sites, 1)
        }

    def side(self, player: int, source: dict[str, Any]) -> dict[str, list[int]]:
        """The sites of a player's rows, each from his left to his right."""
        if "sides" in source:
            return source["sides"][PLAYERS[player]]
        rows, columns = self.board["numRows"], self.board["numColumns"]
        first = 0 if self.board["storeType"] == "None" else 1
        names = source.get("rows", ["home"] if rows == 2 else ["front", "back"])
        if rows != 2 * len(names):
            raise Unmapped(f"the board has {rows} rows: `sides` must tell the sites of each row")
        made = {}
        for distance, name in enumerate(names):  # from the middle of the board outwards
            row = rows // 2 - 1 - distance if player == 0 else rows // 2 + distance
            sites = [first + row * columns + column for column in range(columns)]
            made[name] = sites if player == 0 else sites[::-1]
        return made

    def store_sites(self, told: Any) -> list[list[int]]:
        """The sites that count as the store of each player; none where stores are not compared."""
        if told is None:
            return [[], []]
        if isinstance(told, dict):
            return [list(told[side]) for side in PLAYERS]
        if told != "captured":
            raise Unmapped("`store` is neither null nor the sites of each player")
        owned = {hand["owner"]: hand["from"] for hand in self.board["hands"]}
        if 1 in owned and 2 in owned:
            return [[owned[1]], [owned[2]]]
        for mapped in self.board["maps"]:
            if {"1", "2"} <= set(mapped["map"]):
                return [[mapped["map"]["1"]], [mapped["map"]["2"]]]
        if self.board["storeType"] != "None":
            return [[self.board["nBoardSites"] - 1], [0]]
        return [[], []]


class Reader:
    """Reads one game as a mapping says."""

    def __init__(self, recorded: dict[str, Any], places: Places, source: dict[str, Any]) -> None:
        self.recorded = recorded
        self.places = places
        self.source = source

    def game(self) -> Played:
        played = Played(f"general system, {self.recorded['game']}, seed {self.recorded['seed']}")
        turns = self.turns()
        result = self.recorded["result"]
        if not result["over"]:
            turns.pop()  # which may have been broken off
        while result["over"] and turns and turns[-1][0]["from"] == "pass":
            turns.pop()  # with us a game is over before the turn of a player who cannot move
        if self.source.get("pass_ends"):
            passes = (index for index, plies in enumerate(turns) if plies[0]["from"] == "pass")
            del turns[next(passes, len(turns)) :]
        first_round = self.source.get("rounds") == "first"
        last = self.end_of_round(turns) if first_round else len(turns)
        for index, plies in enumerate(turns[:last]):
            goes_on = index + 1 < len(turns) and (first_round or not self.passed_over(turns[index + 1][0]))
            mover = turns[index + 1][0]["mover"] if goes_on else 3 - plies[0]["mover"]
            following = turns[index + 1][0]["aux"] if index + 1 < len(turns) else result.get("aux", {})
            played.turns.append(self.turn(plies, mover, following))
        if result["over"] and last == len(turns):
            self.close(played, result)
        return played

    def end_of_round(self, turns: list[list[dict[str, Any]]]) -> int:
        """How many turns the first round has, without the passes behind its last move."""
        last = next((index for index, plies in enumerate(turns) if self.passed_over(plies[0])), None)
        if last is None:
            return len(turns)
        while turns[last - 1][0]["from"] == "pass":
            last -= 1
        return last

    def turns(self) -> list[list[dict[str, Any]]]:
        """The plies of each whole turn."""
        made: list[list[dict[str, Any]]] = []
        for ply in self.recorded["plies"]:
            if made and ply["again"] and self.goes_on(ply, made[-1]):
                made[-1].append(ply)
            else:
                made.append([ply])
        return made

    def goes_on(self, ply: dict[str, Any], turn: list[dict[str, Any]]) -> bool:
        """Whether a ply by the player who has just moved is a lap of the same turn."""
        passed = self.passed_over(turn[0])
        if self.passed_over(ply) != passed and not (passed and len(ply["legal"]) == 1):
            return False
        laps = self.source.get("laps", "again")
        if laps == "own":
            return ply["from"] in self.places.pits and self.places.pits[ply["from"]][0] == ply["mover"] - 1
        if laps in ("again", "never"):
            return laps == "again"
        if laps == "forced":
            return len(ply["legal"]) == 1 and ply["legal"] != ["pass"]
        if isinstance(laps, dict) and "pending" in laps:
            return ("pending" in ply["aux"]) == laps["pending"]
        if isinstance(laps, dict) and "vars" in laps:  # named variables tell that a lap is to follow
            known = ply["aux"].get("vars", {})
            return all(known.get(name) == value for name, value in laps["vars"].items())
        if isinstance(laps, dict) and "unless_last_in" in laps:  # an extra turn is earned in these sites
            earned = laps["unless_last_in"][PLAYERS[ply["mover"] - 1]]
            grown = [site for site in earned if turn[-1]["after"][site] > turn[-1]["before"][site]]
            return len(ply["legal"]) == 1 and not grown
        raise Unmapped('`laps` is none of "again", "never", "forced", {"pending": …}, {"vars": …}, {"unless_last_in": …}')

    def turn(self, plies: list[dict[str, Any]], next_mover: int, following: dict[str, Any]) -> Turn:
        first, last = plies[0], plies[-1]
        before = self.position(first["before"], first["mover"], first["aux"])
        turn = Turn(before, self.position(last["after"], next_mover, following))
        turn.move = self.whole_move(plies)
        if all(len(ply["legal"]) == 1 for ply in plies[1:]):
            turn.legal = len(first["legal"])
        if self.passed_over(first) or first["mover"] not in self.source.get("movers", (1, 2)):
            turn.compared, turn.legal = False, None
        return turn

    def passed_over(self, ply: dict[str, Any]) -> bool:
        """Whether a ply is of a phase that is not compared."""
        phases = self.source.get("pass_over", {}).get("phase", [])
        return ply["aux"].get("phase", [0, 0])[ply["mover"] - 1] in phases

    def close(self, played: Played, result: dict[str, Any]) -> None:
        last = self.source.get("last", "compared")
        if last == "left out":
            played.turns[-1].compared = False
        elif last == "compared":
            played.outcome = winner(None if result["winner"] == 0 else result["winner"] - 1)
        elif last != "position":
            raise Unmapped(f"`last` is {last!r}, and \"compared\", \"position\" or \"left out\" is needed")

    def position(self, counts: list[int], mover: int, aux: dict[str, Any]) -> dict[str, Any]:
        made: dict[str, Any] = {"to_move": PLAYERS[mover - 1]}
        for player, side in enumerate(PLAYERS):
            rows = self.places.rows[player]
            made[side] = {name: [self.content(counts, aux, [site]) for site in sites] for name, sites in rows.items()}
            if self.places.stores[player]:
                made[side][self.source.get("hands", "store")] = self.content(counts, aux, self.places.stores[player])
            for name, sites in self.source.get("places", {}).items():
                made[side][name] = self.content(counts, aux, sites[side])
        states = {ours: self.state(aux, theirs) for ours, theirs in self.source.get("state", {}).items()}
        if states:
            made["state"] = states
        return made

    def content(self, counts: list[int], aux: dict[str, Any], sites: list[int]) -> Any:
        """How many pieces lie in these sites; how many of each kind, where there are several."""
        if "kinds" not in self.source:
            return sum(counts[site] for site in sites)
        kinds = [self.source["kinds"][str(kind)] for site in sites for kind in aux.get("stack", {}).get(str(site), [])]
        return dict(Counter(kinds))

    def state(self, aux: dict[str, Any], wanted: dict[str, Any]) -> Any:
        """State of ours from a field of `aux`: `{"field": "state", "as": "owners"}` and the like."""
        value = aux.get(wanted["field"])
        kind = wanted["as"]
        if kind == "owners":  # a player, or nobody, per pit: the marker is the number of the player
            return self.by_row(value or {}, lambda mark: PLAYERS[mark - 1] if mark in (1, 2) else None)
        if kind == "pits":  # a truth value per pit: the sites in the list, or with a marker
            marked = {str(site): 1 for site in value} if isinstance(value, list) else value or {}
            owners = self.by_row(marked, bool)
            return {side: [int(number) for number in pits] for side, pits in owners.items()}
        if kind == "each":  # a number per player
            shift = wanted.get("plus", 0)
            values = value or [wanted.get("start", 0)] * 2
            return {side: values[player] + shift for player, side in enumerate(PLAYERS)}
        if kind == "ones":  # a truth value per player: whether his value is 1
            return {side: bool(value and value[player] == 1) for player, side in enumerate(PLAYERS)}
        if kind == "left":  # whether each player has left the first phase
            return {side: bool(value and value[player]) for player, side in enumerate(PLAYERS)}
        if kind == "truth":  # whether South has left the first phase
            return bool(value and value[0])
        raise Unmapped(f"`{wanted['field']}` needs `as`: owners, pits, each, ones, left or truth")

    def by_row(self, marks: dict[str, Any], read: Any) -> dict[str, Any]:
        """Marks by site as marks by pit number of each side; boards with one row a side."""
        made: dict[str, Any] = {"south": {}, "north": {}}
        for site, mark in marks.items():
            if int(site) in self.places.pits and read(mark):
                player, _, number = self.places.pits[int(site)]
                made[PLAYERS[player]][str(number)] = read(mark)
        return made

    def whole_move(self, plies: list[dict[str, Any]]) -> str | None:
        """The move with which a turn began, and what the mover chose later in it: to stop or go on, and pits to empty."""
        written = self.source.get("moves")
        if written is None:
            return None
        parts = [self.move(plies[0]) or ""]
        stop, go_on = written.get("stops", ("", ""))
        for ply in plies[1:]:
            if "pass" in ply["legal"] and len(ply["legal"]) > 1:
                parts[-1] += stop if ply["from"] == "pass" else go_on
            elif written.get("prizes") and ply["from"] != "pass":
                if self.places.pits[ply["from"]][0] != ply["mover"] - 1:
                    parts.append(self.move(ply) or "")
        return " ".join(parts)

    def move(self, ply: dict[str, Any]) -> str | None:
        """The move, where the mapping says how it is written: `{"ways": {"TrackCW": "<"}, "pass": "pass"}`."""
        written = self.source.get("moves")
        if written is None:
            return None
        if ply["from"] == "pass":
            return written.get("pass", "pass")
        player, row, number = self.places.pits[ply["from"] if ply["from"] in self.places.pits else ply["to"]]
        side = (written.get("south", "S"), written.get("north", "N"))[player]
        letter = chr(ord("Aa"[player]) + number - 1)
        row = written.get("rows", {}).get(row, (row, row))[player]
        pit = written.get("pit", "{row}{number}" if "rows" in written else "{number}").format(number=number, side=side, row=row, letter=letter)
        track = str(ply.get("move", "")).partition(":")[2].partition("#")[0]
        return pit + written.get("ways", {}).get(track, "")
