#!/usr/bin/env python3
"""An outside player for `mancala sim`: plays the move that captures most, the first of them.

It reads one JSON object a line and answers each question with one line; docs/simulation.md has the protocol.
"""

import json
import sys


def choose(question):
    """The text of a move."""
    ending = [move for move in question["moves"] if move["ends"]]
    best = max(question["moves"], key=lambda move: move["captured"])
    return (best if best["captured"] or not ending else ending[0])["move"]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "move":
        print(json.dumps({"id": message["id"], "move": choose(message)}), flush=True)
    # A message of the type "game" says which game begins, and wants no answer.
