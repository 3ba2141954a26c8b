#!/usr/bin/env python3
"""Recomputes every figure of a run of Oware from its records, with scipy and statsmodels, and compares.

    recompute.py records.jsonl figures.json [report.html]

Of simulations, sweeps over `grand_slam` (of which it knows KNOWN) and tournaments, other options as they are without a word. Nothing here is taken from the program: shares are counted from the
outcomes, leads from the stores, captures from a sowing of its own, intervals and ratings are those of the libraries. Of the page
of a simulation all numbers are compared, and what lines and bars show.
"""

import html
import json
import math
import re
import sys
from collections import Counter

import numpy
from scipy import optimize, stats
from statsmodels.stats.proportion import proportion_confint

SIDES = ("south", "north")
KNOWN = ("captures_nothing", "forbidden", "takes_all")
compared = 0


def same(name, found, wanted):
    global compared
    compared += 1
    if found != wanted:
        sys.exit(f"{name} is {found!r}, and the records say {wanted!r}")


def close(name, found, wanted, tolerance=1e-9):
    global compared
    compared += 1
    if not math.isclose(found, wanted, rel_tol=tolerance, abs_tol=tolerance):
        sys.exit(f"{name} is {found!r}, and the records say {wanted!r}")


# --- statistics -----------------------------------------------------------------------------------------------------------


def share(part, whole):
    low, high = proportion_confint(part, whole, method="wilson")
    return {"value": part / whole, "low": low, "high": high}


def mean(values):
    middle = sum(values) / len(values)
    half = stats.t.ppf(0.975, len(values) - 1) * stats.sem(values)
    return {"value": middle, "low": middle - half, "high": middle + half}


def ratio(parts, wholes):
    """All parts by all wholes: the turns of one game are alike, so that the games are the sample (Cochran)."""
    value = sum(parts) / sum(wholes)
    apart = [part - value * whole for part, whole in zip(parts, wholes)]
    n = len(parts)
    error = math.sqrt(sum(one * one for one in apart) / (n - 1) / n) / (sum(wholes) / n)
    half = stats.t.ppf(0.975, n - 1) * error
    return {"value": value, "low": value - half, "high": value + half}


def within(estimate, least, most=math.inf):
    return {name: min(max(value, least), most) for name, value in estimate.items()}


def spread(values):
    ordered = sorted(values)
    at = lambda part: ordered[max(0, math.ceil(part * len(ordered) - 1e-12) - 1)]
    return {
        "count": len(values),
        "least": ordered[0],
        "mean": mean(values),
        "q05": at(0.05),
        "q25": at(0.25),
        "median": at(0.5),
        "q75": at(0.75),
        "q95": at(0.95),
        "deviation": float(numpy.std(values)),
        "greatest": ordered[-1],
    }


# --- the game -------------------------------------------------------------------------------------------------------------


def laid(position, move):
    """The pits when all seeds are sown, and where the last of them fell. Places are 0 to 11, South's first."""
    pits = position["south"]["home"] + position["north"]["home"]
    start = 6 * SIDES.index(position["to_move"]) + move - 1
    seeds, pits[start], at = pits[start], 0, start
    while seeds:
        at = (at + 1) % 12
        if at != start:
            pits[at] += 1
            seeds -= 1
    return pits, at


def chain(position, move):
    """The pits that hold two or three, back from the last seed, in the opponent's row."""
    mover = SIDES.index(position["to_move"])
    pits, at = laid(position, move)
    row = range(6, 12) if mover == 0 else range(6)
    taken = []
    while at in row and pits[at] in (2, 3):
        taken.append(at)
        at -= 1
    return taken, row, pits


def is_slam(position, move):
    taken, row, pits = chain(position, move)
    return bool(taken) and sum(pits[pit] for pit in taken) == sum(pits[pit] for pit in row)


def legal_moves(position, slam):
    """From every pit with seeds, if the opponent has any, and otherwise those that bring him one; no Grand Slam where it is forbidden."""
    mover = SIDES.index(position["to_move"])
    theirs = slice(6, 12) if mover == 0 else slice(0, 6)
    fed = lambda move: any(position[SIDES[1 - mover]]["home"]) or any(laid(position, move)[0][theirs])
    allowed = lambda move: slam != "forbidden" or not is_slam(position, move)
    return sum(1 for move in range(1, 7) if position[SIDES[mover]]["home"][move - 1] and fed(move) and allowed(move))


def sown(position, move, slam):
    """What a turn takes, by place; where the last seed falls; which row of the table applies."""
    mover = SIDES.index(position["to_move"])
    _, at = laid(position, move)
    taken, row, pits = chain(position, move)
    if slam == "captures_nothing" and is_slam(position, move):
        return {}, at, "slam_nothing"
    # Who takes the whole row takes his own seeds too, and the game ends.
    if slam == "takes_all" and all(pits[pit] == 0 or pit in taken for pit in row):
        taken += range(6 * mover, 6 * mover + 6)
    return {pit: pits[pit] for pit in taken}, at, "take"


class Games:
    """The games of a simulation, counted."""

    def __init__(self, records, swapped, slam):
        self.records, self.games = records, len(records)
        self.wins = {"player": [0, 0], "side": [0, 0], "mover": [0, 0]}
        self.draws, self.ended, self.rows = 0, Counter(), Counter()
        self.scores, self.leads, self.mover_leads, self.lengths = [[], []], [], [], []
        self.changes, self.settled, self.behind, self.turns_behind, self.turns_won = [], [], 0, 0, 0
        self.choices, self.forced, self.most_choices = [], [], 0
        self.captures, self.captured, self.again = 0, [0, 0], 0
        self.first_pits, self.pits, self.taken_at, self.last_at = Counter(), Counter(), Counter(), Counter()
        self.choices_at, self.leads_at = [], []
        for record in records:
            self.count(record, swapped, slam)

    def count(self, record, swapped, slam):
        first = 1 if swapped and record["game"] % 2 == 1 else 0  # the side of the first player
        moves, positions, outcome = record["moves"], record["positions"], record["outcome"]
        mover = SIDES.index(positions[0]["to_move"])
        self.ended[outcome["reason"]] += 1
        score = [outcome["score"][side] for side in SIDES]
        for player in (0, 1):
            self.scores[player].append(score[first ^ player])
        self.leads.append(score[first] - score[1 - first])
        self.mover_leads.append(score[mover] - score[1 - mover])
        self.lengths.append(len(moves))
        self.turns(record, first, slam)
        course = [p["south"]["store"] - p["north"]["store"] for p in positions[: len(moves)]]
        signs = [v for v in ((l > 0) - (l < 0) for l in course) if v]
        self.changes.append(sum(1 for one, two in zip(signs, signs[1:]) if one != two))
        for turn, lead in enumerate(course):
            if len(self.leads_at) <= turn:
                self.leads_at.append([])
            self.leads_at[turn].append(-lead if first else lead)
        if outcome["winner"] == "draw":
            self.draws += 1
            return
        side = SIDES.index(outcome["winner"])
        self.wins["side"][side] += 1
        self.wins["player"][side ^ first] += 1
        self.wins["mover"][side ^ mover] += 1
        of_winner = [l if side == 0 else -l for l in course]
        last = max((at for at, lead in enumerate(of_winner) if lead <= 0), default=-1)
        self.settled.append(math.floor(1000 * (last + 1) / len(course)) / 1000)
        self.behind += of_winner[len(course) // 2] < 0
        self.turns_behind += sum(1 for lead in of_winner if lead < 0)
        self.turns_won += len(course)

    def turns(self, record, first, slam):
        legal = [legal_moves(position, slam) for position in record["positions"][: len(record["moves"])]]
        self.choices.append(sum(legal))
        self.forced.append(legal.count(1))
        self.most_choices = max(self.most_choices, *legal)
        for turn, (position, move) in enumerate(zip(record["positions"], record["moves"])):
            mover = SIDES.index(position["to_move"])
            taken, last, row = sown(position, int(move), slam)
            self.rows[row] += 1
            self.captures += bool(taken)
            self.captured[mover ^ first] += sum(taken.values())
            self.taken_at.update(taken)
            self.last_at[last] += 1
            self.pits[6 * mover + int(move) - 1] += 1
            if turn == 0:
                self.first_pits[6 * mover + int(move) - 1] += 1
            if len(self.choices_at) <= turn:
                self.choices_at.append([])
            self.choices_at[turn].append(legal[turn])

    def standing(self, of, which):
        won = self.wins[of][which]
        return {"wins": won, "win_share": share(won, self.games), "points": share(won + self.draws / 2, self.games)}

    def figures(self):
        nothing = {"games": 0, "share": share(0, self.games)}
        player = lambda which: {
            **self.standing("player", which),
            "score": spread(self.scores[which]),
            "captured": self.captured[which] / self.games,
            "forfeits": 0,
        }
        turns = sum(self.lengths)
        endings = sorted(self.ended.items(), key=lambda one: (-one[1], one[0]))
        return {
            "games": self.games,
            "decided": self.games,
            "draws": {"games": self.draws, "share": share(self.draws, self.games)},
            "no_winner": nothing,
            "unfinished": nothing,
            "by_player": [player(0), player(1)],
            "by_side": [self.standing("side", side) for side in (0, 1)],
            "by_mover": [self.standing("mover", mover) for mover in (0, 1)],
            "length": spread(self.lengths),
            "lead": spread(self.leads),
            "first_mover_lead": spread(self.mover_leads),
            "turns": {
                "turns": turns,
                "legal_moves": within(ratio(self.choices, self.lengths), 0),
                "most_legal_moves": self.most_choices,
                "forced": within(ratio(self.forced, self.lengths), 0, 1),
                "laps": 1,
                "most_laps": 1,
                "captures": self.captures / self.games,
                "extra_turns": 0,
            },
            "endings": [{"by": by, "games": games, "share": share(games, self.games)} for by, games in endings],
            "rows": [{"row": row, "of": "sowing", "times": self.rows[row]} for row in ("slam_nothing", "take") if self.rows[row]],
            "perfect_play": None,
            "forfeit_reasons": {},
        }

    def course(self):
        return {
            "lead_changes": within(mean(self.changes), 0),
            "settled_at": within(mean(self.settled), 0, 1),
            "behind_half_way": share(self.behind, len(self.settled)),
            "turns_behind": self.turns_behind / self.turns_won,
        }


# What is played, and what made it, is no figure.
SAID = {"name", "variant", "title", "options", "players", "swap_sides", "seed", "random_moves", "max_moves", "reproducible", "precision", "made_by"}
SAID |= {"schema", "kind", "heading", "not_as_expected", "broken_off"}


def compare(name, found, wanted):
    """Every field, and no others."""
    if isinstance(wanted, dict):
        same(f"the fields of {name}", sorted(found.keys() - SAID), sorted(wanted.keys()))
        for key, value in wanted.items():
            compare(f"{name}.{key}", found[key], value)
    elif isinstance(wanted, list):
        same(f"the length of {name}", len(found), len(wanted))
        for at, value in enumerate(wanted):
            compare(f"{name}[{at}]", found[at], value)
    elif isinstance(wanted, float) or isinstance(found, float):
        close(name, found, wanted)
    else:
        same(name, found, wanted)


def simulation(name, records, figures):
    slam = figures["options"]["grand_slam"]
    if slam not in KNOWN:
        sys.exit(f"{name}: this program knows no `grand_slam: {slam}`; there are {', '.join(KNOWN)}")
    games = Games(records, figures["swap_sides"], slam)
    wanted = games.figures()
    # A tournament does not count rules.
    wanted["course"] = None if figures["course"] is None else games.course()
    if figures["course"] is None:
        wanted["rows"] = []
    compare(name, figures, wanted)
    return games


# --- ratings --------------------------------------------------------------------------------------------------------------


def ratings(names, pairs):
    """Bradley and Terry's strengths as Elo, with half the width of their intervals: the likelihood is climbed by scipy."""
    def lost(strengths):
        total = 0.0
        for one, two, points in pairs:
            chance = 1 / (1 + math.exp(strengths[two] - strengths[one]))
            # One drawn game is added for every pair.
            total -= (points[0] + 0.5) * math.log(chance) + (points[1] + 0.5) * math.log(1 - chance)
        return total

    found = optimize.minimize(lost, numpy.zeros(len(names)), tol=1e-14, options={"gtol": 1e-9})
    strengths = found.x - found.x.mean()
    information = numpy.zeros((len(names), len(names)))
    for one, two, points in pairs:
        chance = 1 / (1 + math.exp(strengths[two] - strengths[one]))
        weight = (sum(points) + 1) * chance * (1 - chance)
        information[[one, two], [one, two]] += weight
        information[[one, two], [two, one]] -= weight
    scale = 400 / math.log(10)
    errors = stats.norm.ppf(0.975) * scale * numpy.sqrt(numpy.diag(numpy.linalg.pinv(information)))
    return {name: (scale * strength, error) for name, strength, error in zip(names, strengths, errors)}


def tournament(records, document):
    names = sorted(player["name"] for player in document["players"])
    pairs, at, points = [], 0, Counter()
    for pair in document["pairs"]:
        count = pair["figures"]["games"]
        games = simulation(f"{pair['first']} - {pair['second']}", records[at : at + count], pair["figures"])
        at += count
        won = [games.wins["player"][player] + games.draws / 2 for player in (0, 1)]
        pairs.append((names.index(pair["first"]), names.index(pair["second"]), won))
        for name, of in zip((pair["first"], pair["second"]), won):
            points[name] += of
    same("records", len(records), at)
    for player in document["players"]:
        elo, error = ratings(names, pairs)[player["name"]]
        close(f"Elo of {player['name']}", player["elo"]["value"], elo, 1e-4)
        close(f"the least Elo of {player['name']}", player["elo"]["low"], elo - error, 1e-3)
        close(f"the greatest Elo of {player['name']}", player["elo"]["high"], elo + error, 1e-3)
        close(f"points of {player['name']}", player["points"], points[player["name"]])
        same(f"games of {player['name']}", player["games"], sum(p["figures"]["games"] for p in document["pairs"] if player["name"] in (p["first"], p["second"])))


# --- the page ---------------------------------------------------------------------------------------------------------------


def plots(page):
    """The plots of a page by their titles: the texts in them, lines and rectangles."""
    found = {}
    for body in re.findall(r"<figure>(.*?)</figure>", page, re.S):
        title = html.unescape(re.search(r"<figcaption>(.*?)<small>", body).group(1))
        texts = [html.unescape(text.strip()) for text in re.findall(r"<text[^>]*>\n(.*?)\n</text>", body, re.S)]
        lines = [
            (colour, [tuple(map(float, point.split(","))) for point in points.split()])
            for colour, points in re.findall(r'<polyline fill="none"[^>]* stroke="var\((.*?)\)"[^>]* points="(.*?)"', body)
        ]
        rects = [
            {name: part for name, part in re.findall(r'(\w+)="(.*?)"', rect)} for rect in re.findall(r"<rect (.*?)/>", body)
        ]
        found[title] = (texts, lines, rects)
    return found


def follows(name, pixels, values):
    """Whether heights are a straight line of values, to a pixel and a half."""
    same(f"points of {name}", len(pixels), len(values))
    slope, start = numpy.polyfit(values, pixels, 1)
    worst = max(abs(slope * value + start - pixel) for value, pixel in zip(values, pixels))
    same(f"{name} is drawn as it is", bool(worst <= 1.5 and slope < 0), True)


def columns(values, games):
    """Shares of a histogram as the page draws them: in at most fifty columns."""
    least, greatest = min(values), max(values)
    width = (greatest - least) // 50 + 1
    counted = Counter((value - least) // width for value in values)
    return [counted[column] / games for column in sorted(counted)]


def told(games, figures, names):
    """What the page says, as text: the plots with names and figures."""
    tenth = lambda part: f"{100 * part:.1f}"
    points = [one["points"]["value"] for one in (figures["by_player"] if figures["swap_sides"] else figures["by_side"])]
    yield "Points by game", [*zip(names, map(tenth, points)), ("first mover", tenth(figures["by_mover"][0]["points"]["value"]))]
    wins = games.wins["player" if figures["swap_sides"] else "side"]
    results = [(f"{name} wins", f"{tenth(won / games.games)} %") for name, won in zip(names, wins)]
    yield "Results", [*results, ("draws", f"{tenth(games.draws / games.games)} %")]
    endings = sorted(games.ended.items(), key=lambda one: (-one[1], one[0]))
    yield "How games ended", [(by, f"{tenth(count / games.games)} %") for by, count in endings]


def heat(counts):
    """North's row from right to left, South's below it."""
    whole = sum(counts.values())
    for side, pits in ((1, range(5, -1, -1)), (0, range(6))):
        for pit in pits:
            yield from (str(pit + 1), f"{100 * counts[6 * side + pit] / whole:.1f}")


def report(page, games, figures):
    shown = plots(page)
    names = [one["name"] for one in (figures["by_player"] if figures["swap_sides"] else figures["by_side"])]
    for title, wanted in told(games, figures, names):
        texts = shown[title][0]
        for name, figure in wanted:
            same(f"{title}: {name}", texts[texts.index(name) + 1] if name in texts else None, figure)
    for title, counts in (("First moves", games.first_pits), ("Moves", games.pits), ("Captures", games.taken_at), ("Last seeds", games.last_at)):
        same(title, shown[title][0], ["North", "South", *heat(counts)])
    heights = lambda title: [float(rect["height"]) for rect in shown[title][2] if rect["fill"] == "var(--neutral)"]
    enough = [turn for turn, of in enumerate(games.choices_at) if len(of) * 10 >= games.games]
    line = next(points for colour, points in shown["Choice"][1] if colour == "--neutral")
    follows("the line of choices", [y for _, y in line], [numpy.mean(games.choices_at[turn]) for turn in enough])
    often = [turn for turn, of in enumerate(games.leads_at) if len(of) >= 10 and len(of) * 10 >= games.games]
    line = next(points for colour, points in shown["Who leads when"][1] if colour == "--first")
    follows("the line of leads", [y for _, y in line], [numpy.mean(games.leads_at[turn]) for turn in often])
    for title, values in (("Length", games.lengths), ("Lead at the end", games.leads)):
        bars, shares = heights(title), columns(values, games.games)
        follows(f"the columns of {title}", [-height for height in bars], shares)
    summary(html.unescape(re.search(r"<h2>Figures</h2>\n<pre>(.*?)</pre>", page, re.S).group(1)), games, figures)
    cells = re.findall(r"<tr><td><div>(\w+) \(sowing\)</div></td><td>(\d+)</td><td>(.*?)</td></tr>", page)
    turns = sum(games.lengths)
    same("rows", cells, [(row["row"], str(row["times"]), f"{100 * row['times'] / turns:.1f} %") for row in figures["rows"]])


def summary(text, games, figures):
    """The figures in words: each number of each line."""
    grouped = lambda number: f"{number:,}".replace(",", " ")
    part = lambda count: f"{grouped(count):>11}  {100 * count / games.games:5.1f} %   ({100 * share(count, games.games)['low']:.1f} to {100 * share(count, games.games)['high']:.1f})"
    line = lambda values: (
        f"{numpy.mean(values):9.2f}   median {spread(values)['median']}, from {min(values)} to {max(values)}, "
        f"standard deviation {numpy.std(values):.2f}"
    )
    points = lambda of, which: "{value:.4f} ({low:.3f} to {high:.3f})".format(**games.standing(of, which)["points"])
    turns = sum(games.lengths)
    main = "player" if figures["swap_sides"] else "side"
    wanted = [part(games.wins[main][0]), part(games.wins[main][1]), part(games.draws), points(main, 0), points(main, 1)]
    wanted += [line(games.lengths), line(games.scores[0]), line(games.scores[1]), line(games.leads)]
    if figures["swap_sides"]:
        wanted += [part(games.wins["mover"][0]), part(games.wins["mover"][1]), points("mover", 0), line(games.mover_leads)]
    wanted += [
        f"{numpy.mean(games.changes):9.2f}   by game",
        f"{100 * numpy.mean(games.settled):.0f} %   of the moves",
        f"{100 * games.behind / len(games.settled):.1f} % of the winners",
        f"{sum(games.choices) / turns:9.2f}   at most {games.most_choices}; only one in {100 * sum(games.forced) / turns:.1f} %",
        f"{games.captures / games.games:9.2f}   by game;",
        f"takes {games.captured[0] / games.games:.2f}, ",
        f" {games.captured[1] / games.games:.2f}\n",
    ]
    wanted += [f"  {by:<18}{part(count)}" for by, count in games.ended.items()]
    wanted += [f"{grouped(games.rows[row['row']]):>11}  {100 * games.rows[row['row']] / turns:5.1f} %" for row in figures["rows"]]
    for one in wanted:
        same("what the summary says", one if one in text else text, one)


def main():
    with open(sys.argv[1]) as lines:
        records = [json.loads(line) for line in lines]
    with open(sys.argv[2]) as text:
        document = json.load(text)
    if document["kind"] == "tournament":
        tournament(records, document)
    elif document["kind"] == "sweep":
        at = 0
        for cell in document["cells"]:
            simulation(cell["name"], records[at : at + cell["games"]], cell)
            at += cell["games"]
        same("records", len(records), at)
    else:
        games = simulation("figures", records, document)
        if len(sys.argv) > 3:
            with open(sys.argv[3]) as page:
                report(page.read(), games, document)
    print(f"{compared} figures agree")


if __name__ == "__main__":
    main()
