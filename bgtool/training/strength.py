"""How strong an evaluator is: what its choices lose and how far its equities are off, on sets judged by others.

The sets are JSON lines. A *decision* lists candidates, each with the Position ID after the play (opponent on roll)
and what it loses against the best; a *position* carries the equity of the side that has just moved. Sets are for
judging only: nothing is trained, tuned or selected on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.boards import Boards
from bgtool.training.judged import Row, candidates_in, judged_rows, number, position_in, word
from bgtool.training.keys import boards_of_ids

Chances = NDArray[np.float32]
Evaluate = Callable[[Boards], Chances]

DECISIONS = {"checker_rollout": "loss", "checker_4ply": "loss_cubeless"}
"""Sets of decisions and the name of a candidate's loss in them."""

POSITIONS = ("positions_rollout", "backgame_opponent", "backgame_player")
UNITS = {"loss": ("mEq", 1000.0), "equity error": ("", 1.0)}


@dataclass(frozen=True, slots=True)
class Score:
    """The mean of one set or class of it, with its standard error; losses and errors in points."""

    name: str
    what: str
    count: int
    mean: float
    error: float

    def __str__(self) -> str:
        """One line of a table."""
        unit, factor = UNITS[self.what]
        digits = 2 if factor > 1 else 4
        figures = f"{self.mean * factor:.{digits}f} ± {self.error * factor:.{digits}f} {unit}".rstrip()
        return f"{self.name:26s} {self.count:6d}  mean {self.what} {figures}"


def equities(chances: Chances) -> NDArray[np.float64]:
    """Cubeless money equities of five chances, float64 (n,)."""
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = chances.astype(np.float64).T
    equity: NDArray[np.float64] = 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
    return equity


def losses(rows: list[Row], evaluate: Evaluate, loss: str) -> NDArray[np.float64]:
    """What the evaluator's choice among the candidates loses in each decision, in points."""
    after = [candidate["posid"] for row in rows for candidate in row["cands"]]
    opponents = equities(evaluate(boards_of_ids(after)))
    lost, start = [], 0
    for row in rows:
        end = start + len(row["cands"])
        lost.append(row["cands"][int(opponents[start:end].argmin())][loss])
        start = end
    return np.array(lost)


def equity_errors(rows: list[Row], evaluate: Evaluate) -> NDArray[np.float64]:
    """Absolute equity error at each position, in points."""
    found = -equities(evaluate(boards_of_ids([row["posid"] for row in rows])))
    errors: NDArray[np.float64] = np.abs(found - np.array([row["equity_mover"] for row in rows]))
    return errors


def scores(folder: Path, evaluate: Evaluate) -> Iterator[Score]:
    """Scores on every set that lies in the folder, decisions also by class.

    Raises :class:`~bgtool.errors.ParseError` for a set that is damaged or empty, naming file and line.
    """
    for name, loss in DECISIONS.items():
        for rows in judged_rows(folder / f"{name}.jsonl", partial(_check_decision, loss=loss)):
            values = losses(rows, evaluate, loss)
            classes = np.array([row["cls"] for row in rows])
            yield score_of(name, "loss", values)
            for kind in sorted(set(classes)):
                yield score_of(f"{name} {kind}", "loss", values[classes == kind])
    for name in POSITIONS:
        for rows in judged_rows(folder / f"{name}.jsonl", _check_position):
            yield score_of(name, "equity error", equity_errors(rows, evaluate))


def _check_decision(row: Row, loss: str) -> None:
    word(row, "cls")
    candidates_in(row, loss)


def _check_position(row: Row) -> None:
    position_in(row)
    number(row, "equity_mover")


def score_of(name: str, what: str, values: NDArray[np.float64]) -> Score:
    """The mean of these values with its standard error."""
    return Score(name, what, len(values), float(values.mean()), float(values.std() / len(values) ** 0.5))
