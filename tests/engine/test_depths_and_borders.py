"""Depths and classes of positions fit together: no swing from ply to ply, no seam from class to class.

Looking one ply ahead asks the same question once more, of the positions a roll later. Where two parts of an evaluator
meet, a position is judged by one and the positions after it by the other; if they did not fit, the two answers would
differ there in one direction. On boards of real games they may not, neither in all nor at the borders.
"""

import numpy as np
import pytest

from bgtool.engine.candidates import equities_of
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.search import Lookahead
from bgtool.layout import BAR, CHECKERS, HOME
from tests.reference.game_boards import contact_left, game_boards, rears

BOARDS = game_boards(60)
LEFT = contact_left(BOARDS)
REAR = np.maximum(rears(BOARDS[:, 0]), rears(BOARDS[:, 1]))
CLASSES = {
    "contact": LEFT > 10,
    "contact soon over": (LEFT > 0) & (LEFT <= 10),
    "race": (LEFT <= 0) & (REAR > HOME + 4),
    "race soon in the tables": (LEFT <= 0) & (REAR > HOME) & (REAR <= HOME + 4),
}


def judged(boards, deepest):
    """Cubeless equities at 0, 1, ... plies, float64 (deepest + 1, n)."""
    net = evaluator_named("net")
    return np.array([equities_of(Lookahead(net, plies).evaluate(boards), 3) for plies in range(deepest + 1)])


@pytest.fixture(scope="module")
def equities():
    return judged(BOARDS, 1)


def error_of(values):
    return values.std() / len(values) ** 0.5


def test_even_and_odd_plies_do_not_swing():
    """The player on roll at even plies is the other one at odd plies: what each thinks of itself must not show."""
    equities = judged(BOARDS[::4], 2)
    for one, other, most in ((0, 1, 0.015), (1, 2, 0.015), (0, 2, 0.008)):
        assert abs((equities[other] - equities[one]).mean()) < most


@pytest.mark.parametrize("name", CLASSES)
def test_no_class_is_judged_too_well_or_too_badly(equities, name):
    steps = (equities[1] - equities[0])[CLASSES[name]]
    assert len(steps) > 50
    assert abs(steps.mean()) < 0.02 + 2 * error_of(steps)


@pytest.mark.parametrize(("border", "inside"), [("contact soon over", "contact"), ("race soon in the tables", "race")])
def test_at_a_border_judgements_change_no_more_than_inside(equities, border, inside):
    steps = np.abs(equities[1] - equities[0])
    near, far = steps[CLASSES[border]], steps[CLASSES[inside]]
    assert near.mean() < 1.5 * far.mean() + 2 * error_of(near)


def test_in_the_tables_every_depth_says_the_same():
    known = BOARDS[REAR <= HOME]
    assert len(known) > 100
    equities = judged(known, 2)
    assert (equities == equities[0]).all()


def homes(count, seed=3):
    """Pairs of rows in their home boards, one checker of the first player missing."""
    rng = np.random.default_rng(seed)
    rows = np.zeros((count, 2, 26), np.int8)
    for board in rows:
        for side in range(2):
            held = rng.choice([15, 12, 8, 5]) - (side == 0)
            board[side, 0] = 15 - held - (side == 0)
            np.add.at(board[side], rng.integers(1, HOME + 1, held), 1)
    return rows


@pytest.mark.parametrize("side", [0, 1])
def test_the_last_step_into_the_tables_counts_like_any_other(side):
    """A checker a pip farther back costs about the same whether that takes it out of the tables or not."""
    boards = homes(400)
    means = {}
    for point in range(5, 10):
        moved = boards.copy()
        moved[:, 0, point] += 1
        found = evaluator_named("net").evaluate(moved if side == 0 else moved[:, ::-1])
        means[point] = equities_of(found, 3).mean() * (1 if side == 0 else -1)
    steps = {point: means[point] - means[point + 1] for point in range(5, 9)}
    usual = (steps[5] + steps[7] + steps[8]) / 3
    assert 0.01 < usual < 0.06
    assert 0.3 * usual < steps[6] < 2 * usual


def last_men(mine, theirs, count=400, seed=1):
    """Boards where so many checkers bear off against the others, one of which stands behind them."""
    rng = np.random.default_rng(seed)
    boards = np.zeros((count, 2, 26), np.int8)
    for board in boards:
        first = rng.integers(2, HOME + 1)
        np.add.at(board[0], np.append(rng.integers(1, first + 1, mine - 1), first), 1)
        free = [place for place in range(BAR, BAR - first, -1) if not board[0, BAR - place]]
        board[1, rng.choice(free)] += 1
        np.add.at(board[1], rng.integers(1, HOME + 1, theirs - 1), 1)
        board[:, 0] = CHECKERS - mine, CHECKERS - theirs
    return boards


@pytest.mark.parametrize("side", [0, 1], ids=["bearing off", "waiting for a shot"])
def test_few_checkers_are_judged_as_well_at_the_border_of_their_table_as_farther_off(side):
    """A roll leads from three checkers to the table of two, so that one ply deep the judgement is all but exact."""
    border, inside = last_men(3, 2), last_men(4, 2)
    near, far = (np.diff(judged(boards if side == 0 else boards[:, ::-1], 1), axis=0)[0] for boards in (border, inside))
    assert abs(near.mean()) < 0.12
    assert np.abs(near).mean() < 1.5 * np.abs(far).mean() + 2 * error_of(near)
    exact = judged(last_men(2, 2)[:, [side, 1 - side]], 2)
    assert (exact == exact[0]).all()
