"""The network against GNU Backgammon at 0-ply: cubeless money, each dice sequence played from both sides.

python examples/duel_gnubg.py [--games 20000] [--player net] [--log examples/duel_gnubg.jsonl]

Every 2,000 games a line is added to the log; a later call with the same players continues from there. Points a game
are bgtool's, as played and with the luck of the dice taken off. GNU Backgammon pauses 10 ms at each move, so several
processes of it work side by side, none of them busy; they are started anew for every line, since their memory grows.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import tempfile
import time
from math import sqrt
from pathlib import Path

import numpy as np

from bgtool.engine.boards import Boards
from bgtool.engine.duel import DuelRun, Player, player_named
from bgtool.engine.duel_records import DuelResult, DuelSettings, Mean
from bgtool.layout import BAR, OFF, POINTS

CHUNK = 2000
LOG = Path(__file__).with_suffix(".jsonl")
GNUBG = shutil.which("gnubg") or "/usr/games/gnubg"

WORKER = """
import gnubg, json, sys
gnubg.command("set threads 1")
context = gnubg.evalcontext(0, 0, 0, 1, 0.0)
context.update(cubeful=0, plies={plies}, prune=int({plies} > 0), deterministic=1, noise=0.0)
cube = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
cube["jacoby"] = cube["beavers"] = 0
cube = gnubg.calcgammonprice(cube)
for line in sys.stdin:
    plays = [
        gnubg.findbestmove((tuple(theirs), tuple(mine)), cube, context, tuple(dice))
        for mine, theirs, dice in json.loads(line)
    ]
    print("PLAYS", json.dumps(plays))
    sys.stdout.flush()
"""


def gnubg_name(plies: int) -> str:
    """Version and depth."""
    version = subprocess.run([GNUBG, "--version"], capture_output=True, text=True, check=True).stdout
    return f"{version.splitlines()[0].strip()} {plies}-ply"


class Gnubg:
    """GNU Backgammon as a player: cubeless money evaluation, in several processes."""

    batch = 512

    def __init__(self, processes: int, plies: int = 0) -> None:
        self.name = gnubg_name(plies)
        self._home = tempfile.TemporaryDirectory()
        script = Path(self._home.name) / "worker.py"
        script.write_text(WORKER.format(plies=plies))
        self._workers = [
            subprocess.Popen(
                [GNUBG, "-t", "-q", "-r", "-s", self._home.name, "-p", str(script)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            for _ in range(processes)
        ]

    def choose(self, boards: Boards, dice: np.ndarray, limit: int) -> Boards:
        """Where its plays lead; see :class:`bgtool.engine.duel.Player`."""
        busy = list(enumerate(self._workers[: len(boards)]))
        for k, worker in busy:
            asked = [
                (board[0, 1:].tolist(), board[1, 1:].tolist(), roll.tolist())
                for board, roll in zip(boards[k :: len(busy)], dice[k :: len(busy)], strict=True)
            ]
            worker.stdin.write(json.dumps(asked) + "\n")
            worker.stdin.flush()
        after = boards.copy()
        for k, worker in busy:
            for line in worker.stdout:
                if line.startswith("PLAYS "):
                    break
            for board, play in zip(after[k :: len(busy)], json.loads(line[6:]), strict=True):
                _apply(board, play)
        return after

    def close(self) -> None:
        """End the processes."""
        for worker in self._workers:
            worker.stdin.close()
            worker.kill()
            worker.wait()
        self._home.cleanup()


def _apply(board: np.ndarray, play: list[int]) -> None:
    """Make a play on a board: pairs of points from and to, 25 the bar, 0 off."""
    for source, target in zip(play[::2], play[1::2], strict=True):
        if not source:
            continue
        board[0, source] -= 1
        board[0, max(target, OFF)] += 1
        if target > 0 and board[1, POINTS + 1 - target] == 1:
            board[1, POINTS + 1 - target] = 0
            board[1, BAR] += 1


def line_of(result: DuelResult, seconds: float) -> dict:
    """A chunk of games for the log."""
    return {
        "players": result.players,
        "seed": result.settings.seed,
        "first": result.settings.first,
        "games": result.games,
        "points": result.points.mean,
        "std_error": result.points.std_error,
        "luck_adjusted": result.luck_adjusted.mean,
        "luck_adjusted_std_error": result.luck_adjusted.std_error,
        "counts": result.counts,
        "seconds": round(seconds, 1),
    }


def together(lines: list[dict], mean: str, error: str) -> Mean:
    """The mean of all chunks with its standard error, from theirs."""
    pairs = np.array([line["games"] // 2 for line in lines])
    means, errors = (np.array([line[name] for line in lines]) for name in (mean, error))
    whole = float((pairs * means).sum() / pairs.sum())
    squares = (pairs * (pairs - 1) * errors**2 + pairs * (means - whole) ** 2).sum()
    return Mean(whole, float(sqrt(squares / (pairs.sum() - 1) / pairs.sum())))


def logged(path: Path, players: tuple[str, str], seed: int) -> list[dict]:
    """The lines of the log that belong to this duel."""
    if not path.exists():
        return []
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [line for line in lines if tuple(line["players"]) == players and line["seed"] == seed]


def show(lines: list[dict]) -> None:
    """Print what the log says of the duel."""
    games = sum(line["games"] for line in lines)
    points, adjusted = (
        together(lines, "points", "std_error"),
        together(lines, "luck_adjusted", "luck_adjusted_std_error"),
    )
    counts = np.sum([line["counts"] for line in lines], axis=0)
    print(f"{lines[0]['players'][0]} against {lines[0]['players'][1]}: {games:,} games, seed {lines[0]['seed']}")
    print(f"  points a game, as played    {1000 * points.mean:+.1f} ± {1000 * points.std_error:.1f} thousandths")
    print(f"  the luck of the dice off    {1000 * adjusted.mean:+.1f} ± {1000 * adjusted.std_error:.1f} thousandths")
    print(f"  won {counts[:3].sum() / games:.4f} (single, gammon, backgammon {counts[:3]}, lost {counts[3:]})")


def play(player: Player, given: argparse.Namespace) -> list[dict]:
    """Play what is missing, chunk by chunk; all lines of the log."""
    lines = logged(given.log, (player.name, gnubg_name(given.gnubg_plies)), given.seed)
    while (done := sum(line["games"] for line in lines)) < given.games:
        size = min(CHUNK, given.games - done)
        settings = DuelSettings(games=size, first=done // 2, seed=given.seed, variance_reduction=True)
        opponent = Gnubg(given.processes, given.gnubg_plies)
        began = time.monotonic()
        try:
            run = DuelRun(player, opponent, settings, jobs=1)
            run.run()
        finally:
            opponent.close()
        lines.append(line_of(run.result(), time.monotonic() - began))
        with given.log.open("a") as log:
            log.write(json.dumps(lines[-1]) + "\n")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--player", default="net", help="name[:plies]")
    parser.add_argument("--gnubg-plies", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=12, help="of GNU Backgammon, mostly asleep")
    parser.add_argument("--log", type=Path, default=LOG)
    given = parser.parse_args()
    show(play(player_named(given.player, jobs=1), given))


if __name__ == "__main__":
    main()
