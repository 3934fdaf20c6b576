"""A rollout as an evaluator."""

import numpy as np
import pytest

from bgtool.core.position import Position
from bgtool.engine.boards import as_boards
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.rollout import rollout
from bgtool.engine.rollout_evaluator import QUICK, RolloutEvaluator
from bgtool.engine.rollout_records import RolloutSettings

RACE = Position.of("6:2 5:2 4:2 3:2", "6:2 5:2 4:2 2:2")
SETTINGS = RolloutSettings(trials=36, truncate=3, variance_reduction=True)
ROLLOUT = RolloutEvaluator(evaluator_named(), SETTINGS)


def test_it_answers_what_a_rollout_says():
    found = rollout(RACE, cubeful=False, trials=36, truncate=3, variance_reduction=True).best.outcomes
    assert ROLLOUT.evaluate(as_boards([RACE]))[0] == pytest.approx(tuple(found), abs=1e-6)


def test_order_is_kept_and_neighbours_do_not_matter():
    positions = [RACE, RACE.swapped(), Position.of("", "6:2")]
    together = ROLLOUT.evaluate(as_boards(positions))
    alone = np.concatenate([ROLLOUT.evaluate(as_boards([p])) for p in positions])
    assert (together == alone).all()
    assert together[2].tolist() == [1, 0, 0, 0, 0]
    assert ROLLOUT.evaluate(np.empty((0, 2, 26), np.int8)).shape == (0, 5)


def test_it_is_told_apart_by_its_settings():
    other = RolloutEvaluator(evaluator_named(), QUICK)
    assert ROLLOUT.name == other.name == "rollout-net"
    assert ROLLOUT.digest != other.digest
    assert ROLLOUT.brain.network is not None
