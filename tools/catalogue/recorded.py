"""What the recordings of either engine are turned into: games made of turns, and these into records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterator

PLAYERS = ("south", "north")


class Unmapped(Exception):
    """A mapping file does not fit its recording."""


@dataclass
class Turn:
    """One whole turn."""

    before: dict[str, Any]
    after: dict[str, Any]
    move: str | None = None
    """The move as our file writes it; none where the mapping does not name moves."""
    legal: int | None = None
    """How many moves are legal; none where the recording does not tell."""
    compared: bool = True
    """Whether what the turn leads to is compared."""
    connected: bool = True
    """Whether the next turn begins with the position that this one led to."""


@dataclass
class Played:
    """A recorded game."""

    source: str
    turns: list[Turn] = field(default_factory=list)
    outcome: dict[str, Any] | None = None
    """How it ended; none if it was cut off, or if its end is not compared."""


def records(game: Played, variant: str, options: dict[str, str], numbers: str | None) -> Iterator[dict[str, Any]]:
    """The records of a game: one for each stretch of turns that are compared one after the other.

    `numbers` names the field for the number of legal moves, or is none.
    """
    stretch: list[Turn] = []
    for index, turn in enumerate(game.turns):
        if turn.compared:
            stretch.append(turn)
        if stretch and not (turn.compared and turn.connected and index + 1 < len(game.turns)):
            outcome = game.outcome if turn.compared and index + 1 == len(game.turns) else None
            yield record(game, stretch, None if turn.compared else turn, outcome, variant, options, numbers)
            stretch = []


def record(
    game: Played,
    turns: list[Turn],
    beyond: Turn | None,
    outcome: dict[str, Any] | None,
    variant: str,
    options: dict[str, str],
    numbers: str | None,
) -> dict[str, Any]:
    """A record of these turns; of the turn beyond, only how many moves were legal is told."""
    positions = [turn.before for turn in turns] + [turns[-1].after]
    made: dict[str, Any] = {"variant": variant, "options": options, "source": game.source, "positions": positions}
    if all(turn.move is not None for turn in turns):
        made["moves"] = [turn.move for turn in turns]
    counted = turns + ([beyond] if beyond else [])
    if numbers and all(turn.legal is not None for turn in turns):
        made[numbers] = [turn.legal for turn in counted if turn.legal is not None]
    if outcome is not None:
        made["outcome"] = outcome
    return made


def winner(player: int | None) -> dict[str, str]:
    """An outcome: won by this player, or drawn."""
    return {"winner": "draw" if player is None else PLAYERS[player]}
