import random

import numpy as np
import pytest

from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.sieve import standard_sieve
from bgtool.engine.stakes import cubeless_stakes
from bgtool.kernels.evaluate import Brain
from bgtool.kernels.lookahead import NUMBERS, SearchRules, look_ahead_of, new_lookout
from bgtool.kernels.rng import WORDS, seed_state
from bgtool.kernels.search import new_scratch
from bgtool.layout import BAR, OFF
from bgtool.training.gradient import SIBLINGS
from bgtool.training.keys import boards_of
from bgtool.training.selfplay import filled_up, games
from bgtool.training.starts import KINDS, a_start, altered, is_legal
from bgtool.training.strength import equities
from bgtool.training.targets import LIMIT, Habits, new_path, play_game
from tests.boards import as_position

PLAIN = Habits(trace=0.0, loose=0.1, siblings=2)
STAKES = cubeless_stakes(LIMIT)
BRAIN = Brain(network=evaluator_named("net").parts.network)


def chances_of(boards):
    from bgtool.kernels.evaluate import chances_of as kernel

    out = np.empty((len(boards), 5), np.float32)
    kernel(BRAIN, np.ascontiguousarray(boards, np.int8), out)
    return out


def deeper(boards, plies):
    out = np.empty((len(boards), 5), np.float32)
    rules, numbers = SearchRules(plies, 0, 0), np.empty((len(boards), NUMBERS))
    look_ahead_of(BRAIN, standard_sieve(), rules, STAKES, np.ascontiguousarray(boards), out, numbers)
    return out


def test_games_are_reproducible_and_labelled_by_looking_ahead():
    some = games(BRAIN, 30, seed=2, habits=PLAIN)
    again = games(BRAIN, 30, seed=2, habits=PLAIN)
    assert (some.keys == again.keys).all()
    assert (some.chances == again.chances).all()
    other = games(BRAIN, 30, seed=3, habits=PLAIN)
    shared = min(len(some), len(other))
    assert (some.keys[:shared] != other.keys[:shared]).any()
    for i in (0, 11, 23):
        np.testing.assert_allclose(some.chances[i] / 65535, deeper(boards_of(some.keys[i]), 1), atol=2e-5)


def test_labels_of_two_plies():
    some = games(BRAIN, 6, seed=2, habits=PLAIN._replace(plies=2))
    np.testing.assert_allclose(some.chances[3] / 65535, deeper(boards_of(some.keys[3]), 2), atol=2e-5)


def test_a_share_of_the_decisions_is_labelled():
    """The games are others then, since whether to label is drawn with the dice."""
    some = games(BRAIN, 60, seed=2, habits=PLAIN._replace(share=0.2))
    assert 60 <= len(some) < 90
    for i in range(0, 60, 20):
        np.testing.assert_allclose(some.chances[i] / 65535, deeper(boards_of(some.keys[i]), 1), atol=2e-5)


@pytest.mark.parametrize("plies", [1, 2])
def test_a_traced_label_is_a_rollout_with_the_luck_taken_off(plies):
    """Along one game: the target is what looking ahead says, plus the surprises after that, seen from either side."""
    rooms, path, state = (new_scratch(), new_lookout(BRAIN)), new_path(), np.empty(WORDS, np.uint64)
    seed_state(8, 0, state)
    habits = Habits(trace=1.0, loose=0.0, siblings=1, plies=plies)
    n = play_game(BRAIN, standard_sieve(), STAKES, a_start(random.Random(1), "containment"), state, habits, rooms, path)
    assert n > 8
    ahead = [deeper(path.boards[i, :1], plies)[0].astype(float) for i in range(n)]
    foreseen = [deeper(path.boards[i, :1], plies - 1)[0].astype(float) for i in range(n)]
    target = ahead[-1]  # nothing comes after
    for i in range(n - 2, -1, -1):
        target = ahead[i] + swapped_difference(target - foreseen[i + 1])
        np.testing.assert_allclose(path.labels[i, 0], target, atol=1e-4)


def test_games_are_played_as_deep_as_they_are_judged():
    """At two plies the best of the labelled plays is made, and its value is what the decision before gets back."""
    rooms, path, state = (new_scratch(), new_lookout(BRAIN)), new_path(), np.empty(WORDS, np.uint64)
    habits = Habits(trace=0.0, loose=0.0, siblings=4, plies=2, prune=1, length=40)
    others = 0
    for seed in range(4):
        seed_state(seed, 0, state)
        start = a_start(random.Random(seed), "holding")
        n = play_game(BRAIN, standard_sieve(), STAKES, start, state, habits, rooms, path)
        assert n <= 40
        for i in range(n - 1):
            filled = path.filled[i]
            meant = equities(path.labels[i, :filled]).argmin()
            others += meant > 0
            assert (path.ahead[i] == path.labels[i, meant]).all()
            mover, left = path.boards[i, meant, 1], path.boards[i + 1, 0, 0]
            assert (left[1:BAR] <= mover[1:BAR]).all()  # where he left his checkers, but for those hit
            assert mover[OFF] == left[OFF]
    assert others > 5


def test_a_loose_play_is_not_held_against_the_decision_before():
    rooms, path, state = (new_scratch(), new_lookout(BRAIN)), new_path(), np.empty(WORDS, np.uint64)
    seed_state(3, 0, state)
    habits = Habits(trace=1.0, loose=1.0, siblings=4, plies=2, prune=1)
    n = play_game(BRAIN, standard_sieve(), STAKES, a_start(random.Random(1), "opening"), state, habits, rooms, path)
    loose = ~path.followed[:n]
    assert loose.sum() > 5
    for i in np.flatnonzero(loose):
        best = equities(path.labels[i, : path.filled[i]]).argmin()
        assert (path.ahead[i] == path.labels[i, best]).all()  # and nothing is traced back across it


def test_games_may_be_broken_off():
    whole = games(BRAIN, 60, seed=2, habits=PLAIN)
    short = games(BRAIN, 60, seed=2, habits=PLAIN._replace(length=3))
    assert (short.keys[:3] == whole.keys[:3]).all()
    assert (short.keys[3] != whole.keys[3]).any()


def swapped_difference(change):
    return np.array([-change[0], change[3], change[4], change[1], change[2]])


def test_the_best_play_comes_first():
    some = games(BRAIN, 40, seed=5, habits=PLAIN)
    bare = equities(chances_of(boards_of(some.keys).reshape(-1, 2, 26))).reshape(-1, SIBLINGS)
    assert (bare.argmin(1) == 0).all()  # the opponent is on roll
    assert (bare.max(1) - bare.min(1) <= 0.25 + 1e-6).all()
    assert (bare.max(1) > bare.min(1)).mean() > 0.5


def test_surprises_flow_back_along_a_game():
    """Following the game to its end gives other labels than one ply, but the same ones in the mean."""
    plain = games(BRAIN, 400, seed=6, habits=PLAIN)
    traced = games(BRAIN, 400, seed=6, habits=PLAIN._replace(trace=1.0))
    assert (plain.keys == traced.keys).all()
    moved = equities(traced.chances[:, 0] / 65535) - equities(plain.chances[:, 0] / 65535)
    assert np.abs(moved).mean() > 0.005
    assert abs(moved.mean()) < 0.1
    # what was added is common to the siblings of a decision, apart from the bounds of a chance
    other = equities(traced.chances[:, 1] / 65535) - equities(plain.chances[:, 1] / 65535)
    assert np.median(np.abs(moved - other)) < 1e-3


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_starts_are_legal(kind):
    rng = random.Random(7)
    for _ in range(50):
        board = a_start(rng, kind)
        assert is_legal(board)
        as_position(board)
        assert (altered(rng, board).sum(1) == 15).all()


def test_missing_siblings_repeat_those_there_are():
    assert filled_up(np.array([1, 2, 4])).tolist() == [[0, 0, 0, 0], [0, 1, 0, 1], [0, 1, 2, 3]]
