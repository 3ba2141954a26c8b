#!/usr/bin/env python3
"""Files of which each is as bad as its author could make it: `mancala check` must be done with any of them in a second of the
processor, with 256 MiB of memory.

    tests/limits/hostile.py target/release/mancala"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS, MEGABYTES = 1.0, 256
MAX = (1 << 19) - 1


def game(
    tracks="", state="", defines="", turn="sowing", body="", rows="", items="", pits=6, setup="home: 2 each", options=""
):
    """A game with something put into its parts."""
    return f"""mancala 1
game "Room"
{options}
board {{
    row home: {pits}
    store
    track ring: own home, opponent home
{tracks}
}}
setup {{ {setup} }}
{state}
{defines}
turn: {turn}
move sowing {{
    choose pit in own home where seeds(it) >= 1
{body}
    lift pit
    sow ring after pit
    landing {{
{rows}
        otherwise -> capture last, stop
    }}
}}
{items}
end {{ stuck: before a turn, mover cannot move -> draw }}
"""


FILES = {}


def fill(piece, head="mancala 1\n", foot=""):
    """As much of a piece as fits into a file."""
    return head + piece * ((MAX - len(head) - len(foot)) // len(piece.encode())) + foot


FILES["garbage"] = fill("x ")
FILES["brackets"] = fill("(")
FILES["braces"] = fill("{\n")
FILES["quotes"] = fill('"')
FILES["lines"] = fill("\n")
FILES["comments"] = fill("# x\n")
FILES["oneline"] = fill("a")
FILES["numbers"] = fill("9")
FILES["errors"] = game(body="".join(f"    require nothing{i} >= {i}\n" for i in range(2900)))
FILES["errors_items"] = game(items="".join(f"move m{i} {{ lift unknown{i} }}\n" for i in range(1900)))
FILES["items"] = game(items="".join(f"define d{i} = {i}\n" for i in range(1985)))
FILES["bad_items"] = "mancala 1\n" + "".join(f"define d{i} = (((\n" for i in range(60000))[: MAX - 20]
FILES["items_over"] = fill("define a = 1\n")
FILES["games"] = fill('game "a"\n')
FILES["defines_exp"] = game(
    defines="define d0(p) = seeds(p)\n" + "".join(f"define d{i}(p) = d{i-1}(p) + d{i-1}(p)\n" for i in range(1, 90)),
    body="    require d89(pit) >= 0",
)
FILES["defines_arg"] = game(
    defines="define d0(p) = p + p\n" + "".join(f"define d{i}(p) = d{i-1}(d{i-1}(p))\n" for i in range(1, 90)),
    body="    require d60(seeds(pit)) >= 0",
)
FILES["defines_long"] = game(
    defines="define many = seeds(own home 1)" + " + seeds(own home 1)" * 39,
    body="".join(f"    require many >= {i}\n" for i in range(120)),
)
FILES["nested_sets"] = game(
    pits=40,
    defines="define d0(p) = some all home where seeds(it) = seeds(p) + 100\n"
    + "".join(f"define d{i}(p) = some all home where d{i-1}(it) or seeds(p) = {i+99}\n" for i in range(1, 6)),
    body="    require not d5(pit)",
)
FILES["loops"] = game(
    state="state { sum: 0 up to 200 }",
    body="    for a in 1..10 { for b in 1..100 { for c in 1..98 { sum becomes sum + a } } }\n",
)
FILES["loops_over"] = game(
    state="state { sum: 0 up to 200 }",
    body="    for a in 1..255 { for b in 1..255 { for c in 1..255 { for d in 1..255 { sum becomes sum + a } } } }\n",
)
FILES["options"] = game(
    options="".join(f"option o{i} \"x\" {{ a: \"a\", b: \"b\", c: \"c\" }}\n" for i in range(600)),
    body="".join(f"    require seeds(pit) >= 0 if o{i} is b\n" for i in range(600)),
)
FILES["options_many"] = game(
    options="".join(
        f"option o{i} \"x\" {{ " + ", ".join(f'v{j}: "b"' for j in range(300)) + " }\n" for i in range(100)
    ),
    body="".join(f"    require seeds(pit) >= 0 if o{i} is v3\n" for i in range(100)),
)
FILES["option_values"] = game(
    options="option o \"x\" { " + ", ".join(f'v{j}: "b"' for j in range(40000)) + " }\n",
    body="    require seeds(pit) >= 0 if o is v3\n",
)
FILES["parameters"] = game(
    options="".join(f"parameter p{i}: 1..99 default 6 \"x\"\n" for i in range(900)),
    body="".join(f"    require seeds(pit) >= 0 and p{i} > 0\n" for i in range(900)),
)
FILES["presets"] = game(
    options="option o \"x\" { a: \"a\", b: \"b\" }\n" + "".join(f"preset s{i} \"x\" {{ o: b }}\n" for i in range(1900))
)
EXAMPLE = 'example "e{}" {{ play "1" "6" }}\n'
FILES["examples"] = game(items="".join(EXAMPLE.format(i) for i in range(1900)))
FILES["long_examples"] = game(items="".join(f'example "e{i}" {{ play ' + '"1" ' * 1800 + "}\n" for i in range(200)))
FILES["endless_examples"] = game(
    pits=40,
    setup="home: 9 each",
    rows="        on: seeds(last) >= 0 -> relay last\n",
    items="".join(f'example "e{i}" {{ play "1" }}\n' for i in range(1500)),
)
FILES["relay_examples"] = game(
    pits=40,
    setup="home: 9 each",
    rows="        on: seeds(last) > 1 -> relay last\n",
    items="".join(f'example "e{i}" {{ play "1" }}\n' for i in range(1500)),
)
FILES["passing"] = game(
    turn="sowing or pass",
    items="move pass { stop }\n" + "".join(f'example "e{i}" {{ play ' + '"pass" ' * 2000 + "}\n" for i in range(60)),
)
FILES["only"] = game(
    body="    choose n in 1..255\n    choose m in 1..255\n    require n + m > 600\n",
    items="".join(f'example "e{i}" {{ only "1" }}\n' for i in range(1500)),
)
FILES["expected"] = game(
    items="".join(f'example "e{i}" {{ expect {{ south home: 9 9 9 9 9 9 }} }}\n' for i in range(1900)),
)
FILES["rows"] = game(rows="".join(f"        r{i}: seeds(last) = {i} -> stop\n" for i in range(1400)))
FILES["rows_or"] = game(
    rows="".join(
        f"        r{i}: " + " or ".join(f"seeds(last) = {j}" for j in range(40)) + f" -> stop\n" for i in range(200)
    )
)
FILES["sequences"] = game(
    rows="        go: seeds(last) > 0 -> then s0\n",
    items="".join(
        f"sequence s{i} {{\n    require seeds(last) != {i}\n    then s{i+1} if seeds(last) > {i}\n    then s{(i*7)%800}\n}}\n"
        for i in range(800)
    )
    + "sequence s800 { stop }\n",
)
FILES["ways"] = game(body="".join(f"    choose n{i} in 1..2\n" for i in range(100)))
FILES["pits_chosen"] = game(body="".join(f"    choose p{i} in own home\n" for i in range(100)))
FILES["chosen_then_example"] = game(
    body="".join(f"    choose n{i} in 1..255\n" for i in range(100)),
    items="".join(f'example "e{i}" {{ moves 1 }}\n' for i in range(300)),
)
FILES["either"] = game(
    rows="        pair: seeds(last) = 2 -> either { " + "  ".join(f"a{i}: stop" for i in range(64)) + " }\n"
)
FILES["moves_or"] = game(
    turn=" or ".join(["sowing"] + [f"m{i}" for i in range(249)]),
    items="".join(
        f"move m{i} {{\n choose pit in own home\n lift pit\n sow ring after pit\n landing {{ otherwise -> stop }} }}\n"
        for i in range(249)
    ),
)
FILES["wheres"] = game(body="".join(f"    require own home where seeds(it) = {i} is not empty\n" for i in range(380)))
FILES["state"] = game(
    state="state {\n" + "".join(f"    s{i} per pit: no until seeds(it) > {i}\n" for i in range(34)) + "}\n"
)
FILES["untils"] = game(
    state="state {\n" + "".join(f"    s{i}: no until seeds(own home) > {i}\n" for i in range(480)) + "}\n"
)
FILES["based_self"] = "mancala 1\nbased on based_self\n"
FILES["aliases"] = 'mancala 1\ngame "A" also called ' + ", ".join(f'"n{i}"' for i in range(80000)) + "\n"
FILES["aliases"] = FILES["aliases"][:MAX]
FILES["unicode"] = fill("é́")
FILES["nul"] = fill("\0")
FILES["crlf"] = fill("\r\n")
FILES["tabs"] = fill("\t")
FILES["arrow"] = fill("-> ")
FILES["if_else"] = game(body="    require " + "(1 if laps = 1, otherwise " * 40 + "2" + ")" * 40 + " >= 1")
FILES["not_not"] = game(body="    require " + "not " * 3000 + "laps = 1")
FILES["minus"] = game(body="    require laps = " + "- " * 3000 + "1")
FILES["ands"] = game(body="    require " + " and ".join(f"laps != {i}" for i in range(4000)))
FILES["tower"] = game(defines="define a = " + "+".join(["1"] * 40000), body="    require a > 1")
FILES["equal_rows"] = game(rows=" a: 1=2->again\n" * 34000)
FILES["equal_names"] = game(defines="define a = 1\n" * 39000)
FILES["equal_states"] = game(state="state { " + "a: 1 up to 3 " * 39000 + "}")
FILES["equal_moves"] = game(items="move a { }\n" * 43000)
FILES["equal_statements"] = game(body=" capture last\n" * 36000)
FILES["rows_that_never_hold"] = game(rows="".join(f" a{i}: 1=2->again\n" for i in range(26000)))


def main():
    program = os.path.abspath(sys.argv[1])
    found, bad = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            path = Path(folder) / f"{name}.mancala"
            path.write_bytes(text.encode()[: MAX])
            # A child begins with the memory of its parent: the shell is small.
            child = subprocess.Popen(
                ["sh", "-c", '"$0" check --color never "$1"; exit $?', program, path],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            _, status, used = os.wait4(child.pid, 0)
            seconds, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
            found.append((seconds, megabytes, name))
            if seconds > SECONDS or megabytes > MEGABYTES or os.waitstatus_to_exitcode(status) not in (0, 1):
                bad.append(f"{name}: {seconds:.2f} s, {megabytes:.0f} MiB, status {os.waitstatus_to_exitcode(status)}")
    slowest, largest = max(found), max(found, key=lambda one: one[1])
    print(f"{len(found)} files: at most {slowest[0]:.2f} s ({slowest[2]}) and {largest[1]:.0f} MiB ({largest[2]})")
    if bad:
        sys.exit("too much:\n" + "\n".join(bad))


if __name__ == "__main__":
    main()
