"""What a 2-ply hint costs: mean CPU time over twenty contact positions with about twenty plays each.

python examples/benchmark_hint.py [--plies 2] [--filter normal] [--runs 3]

Plays are ranked cubeful for money, as `bgtool hint` does, on one core, compiled beforehand and with nothing kept from
one position to the next. Where GNU Backgammon is installed it answers the same in the same run: its `hint`, one
thread, the same plies and filter, pruning networks on, its cache emptied before each. The quickest of some runs counts.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from bgtool import Dice, parse_state
from bgtool.analysis.decisions import rank_roll
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.search import FILTERS, depth_of
from bgtool.formats.ids import gnubg_id

ROLLS = """
4HPkAwjgc8wDIA 53, tB3DAAsbNwfBAA 51, sGfkA0Bs5sgDIA 55, M86FwQCyzZgBBg 63, zAZ8AEuY18EhIA 41
aJ/gAA5m28AZAA 43, NmOcAQbG7QZgAQ 43, Y2ZPAGDbbQEgCQ 41, c7cHAEDbZoGhAA 64, b0sCADy220YQAA 43
bDsUOEDNdmADEA 53, Y2aTEQSGdyMBDA 63, M67BCDBwdwcjAA 41, bDsUOECb7YgBEA 51, bNsOAAPabGMAKA 42
4PPIASSY1+ABMA 54, 5jaYAQZrPIPBAA 31, a+4wCATGboMABw 64, t20DCATvxgyIAA 52, bLuBAQZw5x0wAA 32
""".replace("\n", ",")
"""Contact positions of games that the network played with itself, each with 18 to 22 distinct plays."""

START = "4HPwATDgc/ABMA:cAkNAAAAAAAE"

SCRIPT = """
import gnubg, json, time
for command in ("set threads 1", "set player 0 human", "set player 1 human", "set automatic roll off",
                "set automatic move off", "set automatic game off", "set display off", "set confirm new off",
                "set jacoby off", "set evaluation chequerplay evaluation cubeful on",
                "set evaluation chequerplay evaluation plies {plies}",
                "set evaluation chequerplay evaluation prune on", "new session"):
    gnubg.command(command)
try:
    gnubg.setevalhintfilter({filters})
except SystemError:  # it sets the filter all the same
    pass
spent = []
for moment in {moments}:
    times = []
    for _ in range({runs}):
        for at in ({start!r}, moment):  # it remembers what it said of the position on the board
            gnubg.command("set gnubgid " + at)
        gnubg.command("clear cache")
        began = time.process_time()
        found = gnubg.hint(50)["hint"]
        times.append(time.process_time() - began)
    spent.append([min(times), found[0]["move"]])
print("SPENT", json.dumps(spent))
"""


def moments():
    """The positions with their rolls as match states."""
    for asked in filter(None, (text.strip() for text in ROLLS.split(","))):
        position, dice = asked.split()
        yield replace(parse_state(position), dice=Dice.parse(dice))


def ours(plies: int, moves: str, runs: int) -> list[tuple[float, str]]:
    """CPU seconds and best play for each roll; the least of the runs."""
    judge, depth = evaluator_named(), depth_of(plies, moves)
    states = list(moments())
    rank_roll(states[0], judge, depth, jobs=1)
    spent = []
    for state in states:
        times = []
        for _ in range(runs):
            began = time.process_time()
            best = rank_roll(state, judge, depth, jobs=1).top(1)[0]
            times.append(time.process_time() - began)
        spent.append((min(times), str(best.move)))
    return spent


def gnubg(plies: int, moves: str, runs: int) -> list[tuple[float, str]] | None:
    """The same of GNU Backgammon, or None where it is not installed."""
    program = shutil.which("gnubg") or "/usr/games/gnubg"
    if not Path(program).exists():
        return None
    cuts = FILTERS[moves]
    filters = []
    for deep in range(1, 5):
        for level in range(deep):
            cut = cuts.first if level == 0 else cuts.second if level == 2 else None
            told = (0, cut.extra, cut.margin) if cut else (-1, 0, 0.0)
            names = ("ply", "level", "acceptmoves", "extramoves", "threshold")
            filters.append(dict(zip(names, (deep, level, *told), strict=True)))
    asked = [gnubg_id(state) for state in moments()]
    with tempfile.TemporaryDirectory() as home:
        script = Path(home) / "hint.py"
        script.write_text(SCRIPT.format(plies=plies, filters=filters, moments=asked, runs=runs, start=START))
        done = subprocess.run(
            [program, "-t", "-q", "-r", "-s", home, "-p", str(script)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
        )
    [line] = [line for line in done.stdout.splitlines() if "SPENT " in line]
    return [tuple(pair) for pair in json.loads(line.split("SPENT ", 1)[1])]


def row(name: str, spent: list[tuple[float, str]]) -> str:
    """One line of the table, in milliseconds."""
    times = sorted(1000 * seconds for seconds, _ in spent)
    mean = sum(times) / len(times)
    error = (sum((value - mean) ** 2 for value in times) / (len(times) - 1) / len(times)) ** 0.5
    return f"{name:34} {mean:8.2f} ± {error:.2f} {times[len(times) // 2]:8.2f} {times[0]:8.2f} {times[-1]:8.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plies", type=int, default=2)
    parser.add_argument("--filter", dest="moves", choices=FILTERS, default="normal")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    judge = evaluator_named()
    print(f"{given.plies}-ply hint, {given.moves} filter, {len(list(moments()))} rolls, CPU milliseconds each")
    print(f"{'':34} {'mean':>15} {'median':>8} {'least':>8} {'most':>8}")
    mine = ours(given.plies, given.moves, given.runs)
    print(row(f"bgtool, {judge.name} {judge.digest}", mine))
    theirs = gnubg(given.plies, given.moves, given.runs)
    if theirs is not None:
        print(row("GNU Backgammon", theirs))
        same = sum(a[1] == b[1] for a, b in zip(mine, theirs, strict=True))
        print(f"the same best play in {same} of {len(mine)}")


if __name__ == "__main__":
    main()
