"""Hypergammon tables against the readable rules: every value is what one more turn makes of it."""

import random
import shutil
import subprocess
from functools import cache

import numba
import numpy as np
import pytest

from bgtool.core.dice import ROLLS
from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.rules import legal_moves
from bgtool.engine.bearoff_build import CONVERGED, fill_hypergammon, hypergammon_tables
from bgtool.engine.databases import HYPERGAMMON
from bgtool.errors import PositionError
from bgtool.kernels.bearoff import row_index
from bgtool.kernels.hypergammon import (
    CENTRED,
    CENTRED_JACOBY,
    CUBELESS,
    OPPONENTS,
    OWNED,
    all_rows,
    ranks_of,
    row_facts,
    rows_of,
)
from bgtool.layout import BAR

MAKEHYPER = shutil.which("makehyper", path="/usr/games:/usr/local/games:/usr/bin:/usr/local/bin")
pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="iteration needs the compiler")


@cache
def solved(checkers, gammons=True):
    tables = HYPERGAMMON[checkers - 1].layout.empty()
    for step in fill_hypergammon(BAR, checkers, tables, 0, gammons=gammons):
        last = step
    assert last.share == 1
    return hypergammon_tables(tables)


def indices(position):
    ranks = ranks_of(position.checkers)
    return tuple(row_index(np.array(row, np.int8), BAR, ranks) for row in (position.on_roll, position.opponent))


def positions(checkers, count, seed):
    """Seeded positions in which nobody is off."""
    rng = random.Random(seed)
    rows = [tuple(row) for row in all_rows(checkers).tolist()]
    while count:
        try:
            position = Position(rng.choice(rows[1:]), rng.choice(rows[1:]))
        except PositionError:
            continue
        yield position
        count -= 1


@pytest.mark.parametrize("checkers", [1, 2, 3])
def test_rows_are_numbered_in_order(checkers):
    rows, ranks = all_rows(checkers), ranks_of(checkers)
    assert len(rows) == rows_of(checkers) == {1: 26, 2: 351, 3: 3276}[checkers]
    assert (rows.sum(axis=1) == checkers).all()
    assert [row_index(row, BAR, ranks) for row in rows] == list(range(len(rows)))


def test_facts_about_a_row():
    facts = row_facts(3)
    row = Position.of("20:1 6:2", "1:1", 3).on_roll
    index = row_index(np.array(row, np.int8), BAR, ranks_of(3))
    assert facts.blocked[index] == 19
    assert facts.blots[index].tolist() == [5, 0, 0]
    assert facts.mirrored[index] == 1 << 5 | 1 << 19
    assert facts.loss[index] == 3
    hit = all_rows(3)[facts.hit[index, 1]]
    assert (hit[BAR], hit[20], hit[6]) == (1, 0, 2)


def test_finished_games():
    values, rows = solved(2), all_rows(2)
    for index, row in enumerate(rows[1:], 1):
        lost = Position(tuple(row.tolist()), (2, *[0] * BAR))
        assert values.chances[index, 0].tolist() == list(Outcomes.from_result(lost.result()))
        assert values.chances[0, index].tolist() == list(Outcomes.from_result(-lost.result()))
        assert values.equities[index, 0].tolist() == [lost.result()] * 2 + [-1] + [lost.result()] * 2


@pytest.mark.parametrize("gammons", [True, False])
@pytest.mark.parametrize(("checkers", "count"), [(1, 120), (2, 120)])
def test_every_value_is_what_a_turn_by_the_rules_makes_of_it(checkers, count, gammons):
    values = solved(checkers, gammons)
    awkward = [Position.of("23:1", "5:1", checkers), Position.of(f"bar:{checkers}", f"bar:{checkers}", checkers)]
    for position in [*awkward, *positions(checkers, count, 7)]:
        totals = np.zeros(5)
        win = 0.0
        for roll in ROLLS:
            after = [values.equities[indices(end.swapped())] for _, end in legal_moves(position, roll)]
            cash = [min(2 * theirs[OPPONENTS], 1) for theirs in after]
            best = [0.0] * 5
            best[CUBELESS] = max(-theirs[CUBELESS] for theirs in after)
            best[CENTRED] = max(-max(t[CENTRED], c) for t, c in zip(after, cash, strict=True))
            best[CENTRED_JACOBY] = max(-max(t[CENTRED_JACOBY], c) for t, c in zip(after, cash, strict=True))
            best[OWNED] = max(-theirs[OPPONENTS] for theirs in after)
            best[OPPONENTS] = max(-max(t[OWNED], c) for t, c in zip(after, cash, strict=True))
            totals += roll.weight / 36 * np.array(best)
            ends = [values.chances[indices(end.swapped())] for _, end in legal_moves(position, roll)]
            win += roll.weight / 36 * max(1 - end[0] for end in ends)
        mine = indices(position)
        assert values.equities[mine] == pytest.approx(totals, abs=2 * CONVERGED)
        assert Outcomes.of(values.chances[mine]).equity == pytest.approx(totals[CUBELESS], abs=1e-5)
        assert values.chances[mine][0] <= win + 1e-5  # no play wins more often than the one that wins most


def test_without_gammons_a_win_is_a_win():
    values = solved(1, gammons=False)
    assert not values.chances[..., 1:].any()
    np.testing.assert_allclose(values.equities[..., CENTRED_JACOBY], values.equities[..., CENTRED], atol=1e-6)
    facts = row_facts(1)
    possible = (facts.points[:, None] & facts.mirrored[None, :]) == 0
    possible[0, 0] = False
    cubeless = 2 * values.chances[..., 0] - 1
    np.testing.assert_allclose(values.equities[possible, CUBELESS], cubeless[possible], atol=1e-5)


def test_one_checker_a_side_is_worth_what_it_should():
    values = solved(1)
    last = indices(Position.of("6:1", "24:1", 1))
    # 27 of 36 rolls bear off from the six point; missing, the other has a shot at a checker on the way home
    assert values.chances[last][0] > 27 / 36
    assert values.chances[last][1] == pytest.approx(values.chances[last][0], abs=1e-5)  # every win is a gammon
    start = indices(Position.of("24:1", "24:1", 1))
    assert values.equities[start][CENTRED] > values.equities[start][CUBELESS] > 0


@pytest.mark.oracle
@pytest.mark.skipif(MAKEHYPER is None, reason="GNU Backgammon's makehyper is not installed")
def test_one_checker_a_side_agrees_with_gnubg(tmp_path):
    """28 bytes a pair: five chances, then four equities in [-3, 3], as 24-bit numbers, rows numbered as here."""
    file = tmp_path / "one.bd"
    subprocess.run([MAKEHYPER, "-c", "1", "-n", "-f", file], check=True, capture_output=True)
    raw = np.frombuffer(file.read_bytes(), np.uint8)[40:].reshape(26, 26, 28)[..., :27].reshape(26, 26, 9, 3)
    numbers = (raw.astype(np.int64) << np.array([0, 8, 16])).sum(axis=-1) / 0xFFFFFF
    values, facts = solved(1), row_facts(1)
    legal = (facts.points[:, None] & facts.mirrored[None, :]) == 0
    legal[0] = legal[:, 0] = False
    assert np.abs(numbers[..., :5] - values.chances)[legal].max() < 2e-5
    equities = (numbers[..., 5:] - 0.5) * 6
    mine = values.equities[..., [OWNED, CENTRED, CENTRED_JACOBY, OPPONENTS]]
    assert np.abs(equities - mine)[legal].max() < 2e-5
