import random

import numpy as np
import pytest

from bgtool.core.position import Position
from bgtool.engine.boards import as_board
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.sieve import standard_sieve
from bgtool.kernels.evaluate import Brain
from bgtool.kernels.sieve import MOST, Sieve
from bgtool.layout import OFF, ROW
from bgtool.training.sieve_fit import fitted
from bgtool.training.sieve_games import FEWEST, MOST_LEARNED, decisions_of
from bgtool.training.sieve_report import endings, play_games, report
from bgtool.training.starts import a_start
from tests.boards import as_position


@pytest.fixture(scope="module")
def brain():
    return Brain(network=evaluator_named("net").parts.network)


@pytest.fixture(scope="module")
def starts():
    rng = random.Random(4)
    return np.stack([a_start(rng, kind) for kind in ("opening", "primes", "blitz")])


def test_decisions_are_plays_of_one_roll(brain):
    some, again = (decisions_of(brain, 80, seed=3) for _ in range(2))
    for part, same in zip(some, again, strict=True):
        assert (part == same).all()
    assert len(some.before) == 80
    counts = np.diff(some.starts)
    assert counts.min() >= FEWEST
    assert counts.max() <= MOST_LEARNED
    assert counts.sum() == len(some.after) == len(some.equities)
    assert (np.abs(some.equities) <= 3).all()
    before = some.before.reshape(-1, 2, ROW)
    after = some.after.reshape(-1, 2, ROW)
    for i, board in enumerate(before):
        as_position(board)
        results = after[some.starts[i] : some.starts[i + 1]]
        assert (results.sum(2) == 15).all()
        assert (results[:, 0] != board[0]).any(1).all()  # a checker moved in each
        assert len(np.unique(results.reshape(len(results), -1), axis=0)) > 1


def test_fitting_makes_the_first_choice_better(brain, starts):
    judge = evaluator_named("net")
    lost = []
    for epochs in (0, 4):
        sieve = fitted(judge, 2000, epochs, seed=5)
        rolls, _, _, loss = play_games(brain, sieve, starts, 6, 1, 0.0)
        lost.append(loss / rolls)
    assert lost[1] < lost[0] / 2


def test_what_passes_is_what_is_lost(brain, starts):
    """Nothing is lost where every play passes, little where a few do, more with one."""
    nothing = Sieve(*(np.zeros_like(part) for part in standard_sieve()))  # all scores are equal, so everything passes
    rolls, plays, evaluated, lost = play_games(brain, nothing, starts, 1, 1, 0.0)
    assert lost == 0.0
    assert plays - rolls < evaluated <= plays
    few = play_games(brain, standard_sieve(), starts, 1, MOST, 0.1)
    one = play_games(brain, standard_sieve(), starts, 1, 1, 0.0)
    assert few[2] / few[1] < 0.5
    assert 0.0 < few[3] / few[0] < one[3] / one[0] < 0.1


def test_endings_are_those_of_the_games(brain):
    nothing = Sieve(*(np.zeros_like(part) for part in standard_sieve()))
    board = as_board(Position.of("1:1", "23:1 1:14"))
    for prune in (0, 1):
        mean, error = endings(brain, nothing, board, 1, 36, prune)
        assert mean.tolist() == [1, 1, 1, 0, 0, 3]
        assert (error == 0).all()


def test_the_report_compares_games_with_and_without(brain):
    lines = list(report(brain, standard_sieve(), seed=2, games=1, trials=8))
    assert any(line.startswith("back game, 1 within 0.0") for line in lines)
    assert sum(line.startswith("ace point with") for line in lines) == 2


def test_stragglers_are_in_the_home_of_a_side_that_bears_off():
    rng = random.Random(9)
    for _ in range(20):
        boards = a_start(rng, "stragglers")
        ahead = int(boards[1, OFF] > 0)
        assert boards[ahead, OFF] > 0
        assert boards[1 - ahead, 19:].any()
