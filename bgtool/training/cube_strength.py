"""How strong an evaluator's cube decisions are, on sets judged by others (see ``training/strength.py``).

``cube_4ply`` rows carry ``nd``, ``dt`` and ``dp`` in EMG; where ``dp`` is -1 they are seen by the player who answers
the double. ``cube_rollout`` rows carry verdicts for money with Jacoby: exact ones, or those of two rollouts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bgtool.analysis.cube import SAME, CubeDecision, decide_cubes
from bgtool.core.state import Cube, MatchState
from bgtool.engine.evaluators import Evaluator
from bgtool.engine.search import Depth
from bgtool.errors import InputError
from bgtool.formats.ids import parse_state
from bgtool.training.judged import Row, as_object, field, judged_rows, moment_in, number, position_in, word
from bgtool.training.strength import Score, score_of

OWNERS = {"CENTRED": Cube(), "OWNED": Cube(2, 0), "OPPONENT": Cube(2, 1)}
COLUMNS = ("our_column", "gnubg_column")


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often the verdict (no double, double and take, double and pass) is the set's."""

    name: str
    count: int
    agreed: int

    def __str__(self) -> str:
        """One line of a table."""
        return f"{self.name:26s} {self.count:6d}  same verdict {100 * self.agreed / self.count:.1f} %"


def cube_scores(folder: Path, evaluator: Evaluator, depth: Depth) -> Iterator[Score | Agreement]:
    """What the decisions to double and to take lose on average, by class as well, and agreement with verdicts.

    Raises :class:`~bgtool.errors.ParseError` for a set that is damaged or empty, naming file and line.
    """
    for rows in judged_rows(folder / "cube_4ply.jsonl", _check_decision):
        decisions = decide_cubes(
            [parse_state(f"{row['posid']}:{row['matchid']}") for row in rows], evaluator, depth=depth
        )
        doubles, takes = losses(rows, decisions)
        classes = np.array([row["cls"] for row in rows])
        yield score_of("cube_4ply double", "loss", doubles)
        yield score_of("cube_4ply take", "loss", takes)
        for kind in sorted(set(classes)):
            yield score_of(f"cube_4ply double {kind}", "loss", doubles[classes == kind])
    for rows in judged_rows(folder / "cube_rollout.jsonl", _check_verdict):
        for name, told in (("exact", _exact), ("both rollouts", _both_rollouts)):
            own = [row for row in rows if told(row)]
            states = [money_state(row) for row in own]
            found = [verdict(decision) for decision in decide_cubes(states, evaluator, depth=depth)]
            agreed = sum(mine == told(row) for mine, row in zip(found, own, strict=True))
            if own:
                yield Agreement(f"cube_rollout {name}", len(own), agreed)


def losses(rows: list[Row], decisions: list[CubeDecision]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the double and the take decision lose by the rows' own numbers, in EMG."""
    doubles, takes = np.zeros(len(rows)), np.zeros(len(rows))
    for index, (row, decision) in enumerate(zip(rows, decisions, strict=True)):
        held, taken = row["nd"] * row["dp"], row["dt"] * row["dp"]
        doubled = min(taken, 1.0)
        chosen = doubled if decision.doubled is not None and decision.doubled > decision.no_double else held
        doubles[index] = max(held, doubled) - chosen
        mine = decision.double_take
        chosen = taken if mine is not None and mine < 1.0 else 1.0
        takes[index] = chosen - doubled
    return doubles, takes


def verdict(decision: CubeDecision) -> str:
    """``NO_DOUBLE``, ``DOUBLE_TAKE`` or ``DOUBLE_PASS``, by the numbers."""
    if decision.doubled is None or decision.doubled <= decision.no_double:
        return "NO_DOUBLE"
    return "DOUBLE_PASS" if decision.doubled >= 1.0 else "DOUBLE_TAKE"


def money_state(row: Row) -> MatchState:
    """The moment of a row of ``cube_rollout``."""
    position = parse_state(row["posid"]).position
    return MatchState(position, cube=OWNERS[row["owner"]], jacoby=bool(row["jacoby"]))


def _exact(row: Row) -> str | None:
    """The exact verdict, where doubling and not doubling are not worth the same."""
    exact = row.get("exact")
    if exact is None or abs(exact["e_nd"] - min(exact["e_dt"], 1.0)) < SAME:
        return None
    found: str = exact["verdict"]
    return found


def _both_rollouts(row: Row) -> str | None:
    """The verdict of both rollouts where they resolve it and agree."""
    columns = [row.get(name, {}) for name in COLUMNS]
    verdicts = {column.get("verdict") for column in columns if column.get("resolved")}
    resolved = all(column.get("resolved") for column in columns)
    return verdicts.pop() if resolved and len(verdicts) == 1 else None


def _check_decision(row: Row) -> None:
    moment_in(row)
    word(row, "cls")
    for name in ("nd", "dt"):
        number(row, name)
    if number(row, "dp") not in (1, -1):
        raise InputError(f"'dp' is {row['dp']}, neither 1 nor -1")


def _check_verdict(row: Row) -> None:
    position_in(row)
    word(row, "owner", tuple(OWNERS))
    if field(row, "jacoby") not in (0, 1):
        raise InputError(f"'jacoby' is {row['jacoby']!r}, neither 0 nor 1")
    if money_state(row).position.is_over:
        raise InputError(f"'posid' is {row['posid']!r}: the game is over")
    exact = row.get("exact")
    if exact is not None:
        for name in ("e_nd", "e_dt"):
            number(as_object(exact, "'exact'"), name)
        word(exact, "verdict")
    for name in COLUMNS:
        column = as_object(row.get(name, {}), repr(name))
        if column.get("resolved"):
            word(column, "verdict")
