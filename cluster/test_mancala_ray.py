#!/usr/bin/env python3
"""Runs of every kind on a Ray cluster of three nodes on this machine, one of which is killed while it plays: byte for byte
what one machine gives.

    python3 cluster/test_mancala_ray.py PATH-OF-MANCALA [--games N]
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

# The cluster is on this machine, and for this test alone.
os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_AUTH_MODE="disabled")

from ray.cluster_utils import Cluster

DRIVER = pathlib.Path(__file__).with_name("mancala_ray.py")
MANCALA = os.path.abspath(sys.argv[1])
GAMES = int(sys.argv[3]) if len(sys.argv) > 3 else 60

# An own rules file and an outside program have to reach the nodes, from beside the script and from below it.
SCRIPTS = {
    "sweep": """Sweep(variants: ["rules/mine.mancala", "oware"], players: [(south: AlphaBeta(depth: 7), north: Greedy),
        (south: Random, north: Greedy)], random_moves: 4, games: %d, swap_sides: true, seed: 3,
        write: [Table("sweep.csv"), Json("sweep.json"), Report("sweep.html")])""" % GAMES,
    "tournament": """Tournament(variant: "kalah", games: 10, players: {"a": Random, "b": Greedy, "c": AlphaBeta(depth: 2)},
        write: [Games("tournament.jsonl"), Table("tournament.csv"), Json("tournament.json"), Report("tournament.html")])""",
    "simulation": """Simulation(variant: "oware", games: 12, players: (south: Process("python3 outside_player.py")), answer_time: 300.0,
        write: [Summary, Games("simulation.jsonl"), Table("simulation.csv"), Json("simulation.json")])""",
}


def prepare(folder):
    """A folder with the scripts, and what they read."""
    (folder / "rules").mkdir(parents=True)
    shown = subprocess.run([MANCALA, "show", "kalah", "--source"], stdout=subprocess.PIPE, check=True)
    (folder / "rules" / "mine.mancala").write_bytes(shown.stdout)
    player = DRIVER.parent.parent / "examples" / "outside_player.py"
    (folder / "outside_player.py").write_bytes(player.read_bytes())
    for name, script in SCRIPTS.items():
        (folder / f"{name}.ron").write_text(script)


class Watched:
    """The program, which writes down each part that is begun and on which node, never ends one on the node that is to be lost, and
    ends none elsewhere before one was begun there: however fast it plays, that node has a part to lose."""

    def __init__(self, folder):
        self.program, self.log, self.victim = folder / "mancala", folder / "begun", folder / "victim"
        self.log.touch()
        self.victim.touch()
        self.program.write_text(f"""#!/bin/sh
case "$*" in *--part*)
    echo "$RAY_RAYLET_PID" >>"{self.log}"
    victim=$(cat "{self.victim}")
    if [ "$RAY_RAYLET_PID" = "$victim" ]; then exec sleep 3600; fi
    while [ -n "$victim" ] && ! grep -qx "$victim" "{self.log}"; do sleep 0.1; done;;
esac
exec "{MANCALA}" "$@"
""")
        self.program.chmod(0o755)

    def lose(self, node):
        """From now on, parts that are begun on this node never end, and the others wait for one of them."""
        self.victim.write_text(node)

    def begun(self):
        """The node of each part that was begun: the process of its Ray daemon, as Ray tells its workers."""
        return self.log.read_text().split()


def process(node):
    """The process of a node's daemon."""
    return str(node.all_processes["raylet"][0].process.pid)


def wait(what, holds, seconds=300):
    """Waits until something holds; it must, in time."""
    last = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < last, f"{what} takes too long"
        time.sleep(0.05)


def start(cluster, folder, program, name, parts):
    command = [sys.executable, DRIVER, "--address", cluster.address, "--mancala", program, "--parts", str(parts)]
    return subprocess.Popen([*command, f"{name}.ron"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def result(folder, name, out):
    """Everything that a run has written, but for the paragraph that tells how fast it was, and the files themselves."""
    out = b"\n\n".join(part for part in out.split(b"\n\n") if b"moves per second" not in part)
    files = {path.name: path.read_bytes() for path in folder.glob(f"{name}.*")}
    return out.rstrip(), files


def main():
    top = pathlib.Path(tempfile.mkdtemp(prefix="mancala-cluster-"))
    alone, spread = top / "alone", top / "spread"
    prepare(alone)
    prepare(spread)
    watched = Watched(top)
    whole = {}
    for name in SCRIPTS:
        run = subprocess.run([MANCALA, "sim", f"{name}.ron"], cwd=alone, stdout=subprocess.PIPE, check=True)
        whole[name] = result(alone, name, run.stdout)

    small = {"num_cpus": 1, "object_store_memory": 80_000_000}
    cluster = Cluster(initialize_head=True, head_node_args=small)
    victim = cluster.add_node(**small)
    cluster.add_node(**small)
    cluster.wait_for_nodes()
    try:
        for name in SCRIPTS:
            before, parts, lost = len(watched.begun()), 9, process(victim) if name == "sweep" else None
            if lost:
                watched.lose(lost)
            run = start(cluster, spread, watched.program, name, parts)
            if lost:
                wait("the beginning", lambda: lost in watched.begun() or run.poll() is not None)
                cluster.remove_node(victim, allow_graceful=False)
                print("one of three nodes is killed", flush=True)
            out, said = run.communicate(timeout=600)
            assert run.returncode == 0, said.decode()
            again = len(watched.begun()) - before - parts
            assert not lost or again >= 1, "no part was lost with the node"
            assert b"games/s" in said, said
            found, wanted = result(spread, name, out), whole[name]
            assert found[0] == wanted[0], f"{name} says {found[0]!r} instead of {wanted[0]!r}"
            differs = [file for file in found[1].keys() | wanted[1] if found[1].get(file) != wanted[1].get(file)]
            assert not differs, f"{differs} differ; look into {top}"
            print(f"{name}: {len(whole[name][1])} files equal, {again} of {parts} parts played again", flush=True)

        # What is wrong with a run is told, and not tried again.
        (spread / "wrong.ron").write_text('Simulation(variant: "oware", players: (south: Process("false")), games: 0)')
        run = start(cluster, spread, watched.program, "wrong", 3)
        _, said = run.communicate(timeout=600)
        assert run.returncode == 2 and b"`games` cannot be 0" in said, said
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main()
