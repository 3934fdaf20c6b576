"""Do judgements swing between even and odd plies? Mean equity of the player on roll at each depth, same boards.

python examples/even_and_odd_plies.py [--games 40] [--deepest 2] [--every 5]

The boards are those of games that the network plays with itself. An evaluator that thinks too well of the player on
roll says so at even plies and the contrary at odd ones; the differences below would then have alternating signs.
"""

from __future__ import annotations

import argparse

import numpy as np

from bgtool.engine.candidates import equities_of
from bgtool.engine.duel import DuelRun, player_named
from bgtool.engine.duel_records import DuelSettings
from bgtool.engine.search import Lookahead


class Recorder:
    """A player that keeps the boards it was asked about."""

    def __init__(self, player):
        self.player, self.name, self.batch = player, player.name, player.batch
        self.boards = []

    def choose(self, boards, dice, limit):
        """Where its plays lead; see :class:`bgtool.engine.duel.Player`."""
        self.boards.append(boards)
        return self.player.choose(boards, dice, limit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--deepest", type=int, default=2)
    parser.add_argument("--every", type=int, default=5, help="judge every so many boards only")
    parser.add_argument("--evaluator", default="net")
    given = parser.parse_args()
    recorder = Recorder(player_named(given.evaluator))
    DuelRun(recorder, recorder, DuelSettings(games=given.games)).run()
    boards = np.concatenate(recorder.boards)[:: given.every]
    evaluator = recorder.player.evaluator
    print(f"{evaluator.name} {evaluator.digest}, {len(boards)} boards of {given.games} games")
    before = None
    for plies in range(given.deepest + 1):
        equities = equities_of(Lookahead(evaluator, plies).evaluate(boards), 3)
        line = f"{plies}-ply  mean equity {equities.mean():+.4f}"
        if before is not None:
            steps = equities - before
            error = steps.std() / len(steps) ** 0.5
            line += f"  change {steps.mean():+.4f} ± {error:.4f}  mean size of a change {np.abs(steps).mean():.4f}"
        print(line)
        before = equities


if __name__ == "__main__":
    main()
