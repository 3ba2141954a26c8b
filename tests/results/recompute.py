#!/usr/bin/env python3
"""Recomputes the figures of a simulation of Oware from its records, with scipy and statsmodels, and compares.

    recompute.py records.jsonl figures.json

Nothing here is taken from the program: shares are counted from the outcomes, leads from the stores.
"""

import json
import math
import sys

from scipy import stats
from statsmodels.stats.proportion import proportion_confint

compared = 0


def close(name, found, wanted):
    global compared
    compared += 1
    if not math.isclose(found, wanted, rel_tol=1e-9, abs_tol=1e-9):
        sys.exit(f"{name} is {found!r}, and the records say {wanted!r}")


def share(name, estimate, part, whole):
    low, high = proportion_confint(part, whole, method="wilson")
    close(f"{name} value", estimate["value"], part / whole)
    close(f"{name} low", estimate["low"], low)
    close(f"{name} high", estimate["high"], high)


def mean(name, estimate, values):
    n = len(values)
    middle = sum(values) / n
    half = stats.t.ppf(0.975, n - 1) * stats.tstd(values) / math.sqrt(n)
    close(f"{name} value", estimate["value"], middle)
    close(f"{name} low", estimate["low"], max(0, middle - half) if name.startswith("settled") else middle - half)
    close(f"{name} high", estimate["high"], min(1, middle + half) if name.startswith("settled") else middle + half)


def spread(name, figures, values):
    ordered = sorted(values)
    mean(f"{name} mean", figures["mean"], values)
    close(f"{name} deviation", figures["deviation"], math.sqrt(sum((v - sum(values) / len(values)) ** 2 for v in values) / len(values)))
    close(f"{name} least", figures["least"], ordered[0])
    close(f"{name} greatest", figures["greatest"], ordered[-1])
    close(f"{name} count", figures["count"], len(values))
    for quantile, part in [("q05", 0.05), ("q25", 0.25), ("median", 0.5), ("q75", 0.75), ("q95", 0.95)]:
        close(f"{name} {quantile}", figures[quantile], ordered[max(0, math.ceil(part * len(ordered) - 1e-12) - 1)])


records = [json.loads(line) for line in open(sys.argv[1])]
figures = json.load(open(sys.argv[2]))
swapped = figures["swap_sides"]
sides = ("south", "north")

games = len(records)
close("games", figures["games"], games)
wins = {"player": [0, 0], "side": [0, 0], "mover": [0, 0]}
draws = 0
scores, leads, mover_leads, lengths = [[], []], [], [], []
changes, settled, behind, turns_behind, turns_won, ended = [], [], 0, 0, 0, {}
for record in records:
    first = 1 if swapped and record["game"] % 2 == 1 else 0  # the side of the first player
    mover = sides.index(record["positions"][0]["to_move"])
    outcome = record["outcome"]
    ended[outcome["reason"]] = ended.get(outcome["reason"], 0) + 1
    score = [outcome["score"][side] for side in sides]
    for player in (0, 1):
        scores[player].append(score[first ^ player])
    leads.append(score[first] - score[1 - first])
    mover_leads.append(score[mover] - score[1 - mover])
    lengths.append(len(record["moves"]))
    course = [p["south"]["store"] - p["north"]["store"] for p in record["positions"][: len(record["moves"])]]
    signs = [v for v in ((l > 0) - (l < 0) for l in course) if v]
    changes.append(sum(1 for one, two in zip(signs, signs[1:]) if one != two))
    if outcome["winner"] == "draw":
        draws += 1
        continue
    side = sides.index(outcome["winner"])
    wins["side"][side] += 1
    wins["player"][side ^ first] += 1
    wins["mover"][side ^ mover] += 1
    sign = 1 if side == 0 else -1
    of_winner = [l * sign for l in course]
    last = max((at for at, lead in enumerate(of_winner) if lead <= 0), default=-1)
    settled.append(math.floor(1000 * (last + 1) / len(course)) / 1000)
    behind += of_winner[len(course) // 2] < 0
    turns_behind += sum(1 for lead in of_winner if lead < 0)
    turns_won += len(course)

for name, entries in [("player", figures["by_player"]), ("side", figures["by_side"]), ("mover", figures["by_mover"])]:
    for which, entry in enumerate(entries):
        won = wins[name][which]
        close(f"{name} {which} wins", entry["wins"], won)
        share(f"{name} {which} win share", entry["win_share"], won, games)
        share(f"{name} {which} points", entry["points"], won + draws / 2, games)
share("draws", figures["draws"]["share"], draws, games)
spread("length", figures["length"], lengths)
spread("lead", figures["lead"], leads)
spread("first mover's lead", figures["first_mover_lead"], mover_leads)
for player in (0, 1):
    spread(f"score of {player}", figures["by_player"][player]["score"], scores[player])
mean("lead changes", figures["course"]["lead_changes"], changes)
mean("settled at", figures["course"]["settled_at"], settled)
share("behind half-way", figures["course"]["behind_half_way"], behind, len(settled))
close("turns behind", figures["course"]["turns_behind"], turns_behind / turns_won)
for ending in figures["endings"]:
    close(f"ended by {ending['by']}", ending["games"], ended[ending["by"]])
    share(f"ended by {ending['by']}", ending["share"], ended[ending["by"]], games)
close("turns", figures["turns"]["turns"], sum(lengths))
print(f"{compared} figures agree")
