#!/usr/bin/env python3
"""Plays a run of `mancala sim` in parts on a Ray cluster, and puts them together.

    python3 mancala_ray.py --parts 64 my-sweep.ron
    python3 mancala_ray.py --parts 64 --address auto --mancala /opt/bin/mancala oware --games 1000000 --report oware.html

What follows the options of this program is what would follow `mancala sim`. `mancala sim … --plan` says what the parts
are, Ray plays each where there is room, and plays it again elsewhere if its worker is lost; `--merge` puts them together
here. The results are byte for byte those of one machine. Every node needs the program; the script and the files that it
reads are sent to it.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import ray
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

# How often a part is played again when its worker is lost. One that fails by itself is not.
RETRIES = 10


@ray.remote(num_cpus=0)
class Progress:
    """Knows how many games each part has played."""

    def __init__(self):
        self.parts = {}

    def tell(self, part, games):
        self.parts[part] = games

    def games(self):
        return sum(self.parts.values())


def ends_with_its_worker():
    """Asks Linux to end the program when the worker that has started it is gone."""
    import ctypes
    import signal

    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # 1 is PR_SET_PDEATHSIG


@ray.remote(max_retries=RETRIES)
def play(number, part, files, folder, program, threads, progress):
    """Plays one part in a folder of its own; its file, and what the program said where it failed."""
    with tempfile.TemporaryDirectory(prefix="mancala-") as top:
        for name, contents in files.items():
            place = pathlib.Path(top, name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(contents)
        here = pathlib.Path(top, folder)
        here.mkdir(parents=True, exist_ok=True)
        # The file of a part lies beside the script, wherever that is.
        result = pathlib.Path(here, part["file"])
        result.parent.mkdir(parents=True, exist_ok=True)
        command = [program, *part["command"][1:], "--threads", str(threads), "--progress"]
        said = []
        with subprocess.Popen(
            command,
            cwd=here,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=ends_with_its_worker if sys.platform == "linux" else None,
        ) as run:
            for line in run.stderr:
                done, of, rest = line.partition("/")
                if of and done.isdigit() and rest.strip().isdigit():
                    progress.tell.remote(number, int(done))
                else:
                    said.append(line)
        if run.returncode != 0:
            return None, "".join(said)
        return result.read_bytes(), ""


def plan(program, arguments, parts):
    """The plan, as the program makes it."""
    command = [program, "sim", *arguments, "--plan", str(parts), "--json"]
    told = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if told.returncode != 0:
        sys.exit(told.returncode)
    return json.loads(told.stdout)


def inputs(made):
    """The files that the parts read, by their paths below a folder that holds them all, and where this one lies in it."""
    here = os.getcwd()
    places = [os.path.abspath(name) for name in made["inputs"]]
    # A part is written beside its script, which may lie above this folder.
    folders = [os.path.dirname(os.path.abspath(part["file"])) for part in made["parts"]]
    top = os.path.commonpath([here, *folders, *(os.path.dirname(place) for place in places)])
    files = {os.path.relpath(place, top): pathlib.Path(place).read_bytes() for place in places}
    return files, os.path.relpath(here, top)


class Teller:
    """Tells on standard error how far the run has come."""

    def __init__(self, games, quiet):
        self.games, self.quiet, self.began, self.last = games, quiet, time.monotonic(), ""

    def tell(self, done, parts, of):
        seconds = time.monotonic() - self.began
        rate = done / seconds if seconds > 0 else 0
        left = f", {(self.games - done) / rate:.0f} s left" if rate > 0 else ""
        line = f"{done}/{self.games} games, {parts}/{of} parts, {rate:.0f} games/s{left}"
        if not self.quiet and line != self.last:
            print(line, file=sys.stderr, flush=True)
        self.last = line


def gather(made, arguments):
    """Has all parts played, and writes each to its file when it comes."""
    files, folder = inputs(made)
    # It stays here, where no worker of the cluster takes it along when it is lost.
    at_home = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    progress = Progress.options(scheduling_strategy=at_home).remote()
    files = ray.put(files)
    task = play.options(num_cpus=arguments.threads, scheduling_strategy="SPREAD")
    waiting = {
        task.remote(number, part, files, folder, arguments.mancala, arguments.threads, progress): part
        for number, part in enumerate(made["parts"])
    }
    teller, of, done = Teller(made["games"], arguments.quiet), len(waiting), 0
    while waiting:
        ready, _ = ray.wait(list(waiting), timeout=1)
        for one in ready:
            part = waiting.pop(one)
            contents, said = ray.get(one)
            if contents is None:
                for other in waiting:
                    ray.cancel(other)
                sys.exit(f"{' '.join(part['command'])}\n{said}")
            pathlib.Path(part["file"]).write_bytes(contents)
            done += 1
        teller.tell(max(ray.get(progress.games.remote()), 0), done, of)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", type=int, default=64, help="how many parts; several for each core")
    parser.add_argument("--address", help="of the cluster, as for ray.init; without it, this machine")
    parser.add_argument("--mancala", default="mancala", help="the program, as it is called on every node")
    parser.add_argument("--threads", type=int, default=1, help="cores that a part takes")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("run", nargs=argparse.REMAINDER, help="what follows `mancala sim`: a script or a variant, and options")
    arguments = parser.parse_args()
    if not arguments.run:
        parser.error("name a script or a variant")
    made = plan(arguments.mancala, arguments.run, arguments.parts)
    # Ray tells of lost nodes on standard output, which belongs to the results.
    results = os.dup(1)
    os.dup2(2, 1)
    ray.init(address=arguments.address, log_to_driver=False, logging_level="ERROR")
    gather(made, arguments)
    ray.shutdown()
    merge = subprocess.run([arguments.mancala, *made["merge"]["command"][1:]], stdout=results, check=False)
    # The parts have done what they were made for, whatever came out of them.
    if merge.returncode in (0, 1):
        for part in made["parts"]:
            os.remove(part["file"])
    sys.exit(merge.returncode)


if __name__ == "__main__":
    main()
