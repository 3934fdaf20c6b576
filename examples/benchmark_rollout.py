"""How fast rollouts are: games per CPU second, and CPU seconds until the equity is sure, beside GNU Backgammon.

python examples/benchmark_rollout.py [--trials 1296] [--evaluator net]

The position after 31: 8/5 6/5 (sGfwATDgc/ABMA), money, played at 0-ply to the end. CPU seconds, so that a
busy machine or GNU Backgammon's pauses do not matter. GNU Backgammon is measured too where `gnubg` is installed;
otherwise its figures of one quiet core stand in. The last line tells what the other cores add (--jobs), by the clock.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import time
from dataclasses import replace

from bgtool import parse_state
from bgtool.engine.cores import usable_cores
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.rollout import candidates_of
from bgtool.engine.rollout_records import RolloutSettings
from bgtool.engine.rollout_run import RolloutRun

POSITION = "sGfwATDgc/ABMA"
SURE, SURE_CUBEFUL = 0.005, 0.013
PUBLISHED = {False: (283, 0.036), True: (12.6, 0.005)}
"""GNU Backgammon 1.07, without and with variance reduction: games per CPU second, standard error of 1296 games."""

_GNUBG = f"""
set threads 1
new session
set jacoby off
set turn 0
set board {POSITION}
set rollout cubeful off
set rollout varredn {{varredn}}
set rollout truncation enable off
set rollout bearofftruncation exact off
set rollout bearofftruncation onesided off
set rollout trials {{trials}}
set rollout seed 1
{{rollout}}
quit
y
"""


def row(name: str, games: float, equity: str, error: float, trials: int, sure: float = SURE) -> str:
    """One line of the table; seconds until the error is as small as *sure* from that of so many trials."""
    seconds = trials * (error / sure) ** 2 / games
    return f"{name:52} {games:9,.0f} {equity:>16} {seconds:7,.1f} to ±{sure}"


def measure(settings: RolloutSettings, evaluator: str | None) -> str:
    """A line for bgtool: one core, compiled beforehand."""
    judge = evaluator_named(evaluator)
    state = parse_state(POSITION)
    candidates = candidates_of(state, ["position"], evaluator=judge)
    RolloutRun(state, candidates, replace(settings, trials=36), judge, 1).run()
    run = RolloutRun(state, candidates, settings, judge, 1)
    began = time.process_time()
    run.run()
    games = settings.trials / (time.process_time() - began)
    best = run.result().best
    words = [
        "cubeful" if settings.cubeful else "",
        "variance reduction" if settings.variance_reduction else "plain",
        "" if settings.prune else "every play",
    ]
    name = f"bgtool, {judge.name} {judge.digest}, {', '.join(filter(None, words))}"
    sure = SURE_CUBEFUL if settings.cubeful else SURE
    return row(name, games, f"{best.equity:+.3f} ± {best.std_error:.4f}", best.std_error, settings.trials, sure)


def measure_gnubg(trials: int, varredn: bool) -> str:
    """A line for GNU Backgammon, its start not counted; its error is the published one, as it prints none here."""
    games, error = PUBLISHED[varredn]
    name = f"GNU Backgammon, {'variance reduction' if varredn else 'plain'}"
    if shutil.which("gnubg") is None and shutil.which("/usr/games/gnubg") is None:
        return row(f"{name} (published)", games, f"± {error:.4f}", error, 1296)
    spent = [_gnubg_seconds(trials, varredn, rollout) for rollout in ("", "rollout")]
    return row(name, trials / (spent[1] - spent[0]), f"± {error:.4f}", error, 1296)


def _gnubg_seconds(trials: int, varredn: bool, rollout: str) -> float:
    script = _GNUBG.format(trials=trials, varredn="on" if varredn else "off", rollout=rollout)
    gnubg = shutil.which("gnubg") or "/usr/games/gnubg"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([gnubg, "-t", "-q", "-r"], input=script, text=True, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime


def measure_cores(settings: RolloutSettings, evaluator: str | None) -> str:
    """How many times as many games a second of the clock all cores make; it takes an idle machine to tell."""
    judge = evaluator_named(evaluator)
    state = parse_state(POSITION)
    candidates = candidates_of(state, ["position"], evaluator=judge)
    load, seconds = os.getloadavg()[0], []
    for jobs in (1, usable_cores()):
        run = RolloutRun(state, candidates, settings, judge, jobs)
        began = time.perf_counter()
        run.run()
        seconds.append(time.perf_counter() - began)
    gain = f"{seconds[0] / seconds[1]:.2f} times the games of one in the same time"
    return f"--jobs {usable_cores()}: {gain} (load average {load:.1f} before)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=1296)
    parser.add_argument("--evaluator", help="what judges positions (default: the best)")
    given = parser.parse_args()
    plain = RolloutSettings(trials=given.trials, cubeful=False)
    reduced = replace(plain, variance_reduction=True)
    print(f"{'':52} {'games/CPU s':>9} {'equity':>14} {'CPU s to an error':>20}")
    print(measure(plain, given.evaluator))
    print(measure(replace(plain, prune=False), given.evaluator))
    print(measure(reduced, given.evaluator))
    print(measure(replace(reduced, cubeful=True), given.evaluator))
    print(measure_gnubg(given.trials, False))
    print(measure_gnubg(max(36, given.trials // 9), True))
    print(measure_cores(replace(plain, trials=8 * given.trials), given.evaluator))


if __name__ == "__main__":
    main()
