import numpy as np
import pytest

from bgtool.core.variant import STANDARD
from bgtool.engine.boards import as_board
from bgtool.engine.heuristic import shipped_weights
from bgtool.kernels.evaluate import Brain, chances_of
from bgtool.kernels.features import CONTACT, RACE
from bgtool.kernels.heuristic_games import MOST_PLIES, self_play
from bgtool.layout import ROW
from bgtool.training.heuristic_fit import contact_matrix, fit_logits, nested_targets, play, train
from tests.reference.random_positions import random_boards

BRAIN = Brain(heuristic=shipped_weights())


def games(first, last, trust, brain=BRAIN):
    room = MOST_PLIES * (last - first)
    boards, targets = np.empty((room, 2, ROW), np.int8), np.empty((room, 5), np.float32)
    n = self_play(brain, as_board(STANDARD.start), 1, (first, last), trust, boards, targets)
    return boards[:n], targets[:n]


def judged(boards):
    out = np.empty((len(boards), 5), np.float32)
    chances_of(BRAIN, np.ascontiguousarray(boards), out)
    return out


def test_bare_outcomes_are_certain_and_ordered():
    boards, targets = games(0, 40, 0.0)
    assert len(boards) > 100
    assert set(np.unique(targets)) == {0, 1}
    win, gammon, backgammon, lost_gammon, lost_backgammon = targets.T
    assert (backgammon <= gammon).all()
    assert (gammon <= win).all()
    assert (lost_gammon <= 1 - win).all()
    assert (lost_backgammon <= lost_gammon).all()
    assert 0.3 < win.mean() < 0.7
    assert (boards.sum(axis=2) == 15).all()


def test_a_game_does_not_depend_on_the_batch_that_it_is_in():
    boards, targets = games(3, 9, 0.1)
    parts = [games(3, 5, 0.1), games(5, 9, 0.1)]
    np.testing.assert_array_equal(boards, np.concatenate([part[0] for part in parts]))
    np.testing.assert_array_equal(targets, np.concatenate([part[1] for part in parts]))


def test_trust_pulls_targets_towards_what_the_evaluator_thinks():
    """Outcomes are far from the evaluator's own chances, targets of much trust are near to them."""
    far = [np.abs(targets - judged(boards)).mean() for boards, targets in (games(0, 60, t) for t in (0.0, 0.5, 1.0))]
    assert far[0] > 1.5 * far[1] > 1.5 * far[2]


def test_targets_of_the_winner_are_seen_by_the_player_on_roll():
    """Towards the end of a game who leads mostly wins, whichever side is on roll."""
    boards, targets = games(0, 300, 0.0)
    pips = (boards[:, :, 1:] * np.arange(1, 26)).sum(axis=2)
    late = pips.min(axis=1) < 25
    ahead = pips[late, 0] < pips[late, 1] - 20
    behind = pips[late, 0] > pips[late, 1] + 30
    assert targets[late][ahead, 0].mean() > 0.85
    assert targets[late][behind, 0].mean() < 0.15


def test_the_fit_finds_the_chances_that_made_the_targets(monkeypatch):
    """From soft targets made by known weights the same chances come back."""
    monkeypatch.setattr("bgtool.training.heuristic_fit._RIDGE", 1e-3)
    rng = np.random.default_rng(5)
    boards = np.unique(random_boards(3000, 31), axis=0)
    features = np.concatenate([np.ones((len(boards), 1)), rng.normal(size=(len(boards), 4))], axis=1)
    where = {board.tobytes(): row for board, row in zip(boards, features.astype(np.float32), strict=True)}
    logits = features @ rng.normal(size=(5, 5))
    win, gammon, backgammon, lost, lost_backgammon = (1 / (1 + np.exp(-logits))).T
    gammon[boards[:, 1, 0] > 0] = 0
    lost[boards[:, 0, 0] > 0] = 0
    nested_chances = (win, gammon, backgammon, lost, lost_backgammon)
    asked_of = (win > 0, gammon > 0, gammon > 0, lost > 0, lost > 0)
    nested = [win, win * gammon, win * gammon * backgammon, (1 - win) * lost, (1 - win) * lost * lost_backgammon]
    targets = np.stack(nested, axis=1).astype(np.float32)

    def matrix_of(some):
        return np.array([where[board.tobytes()] for board in some], np.float32)

    fitted = fit_logits(np.zeros((5, 5), np.float32), matrix_of, boards, targets)
    found = 1 / (1 + np.exp(-(features @ fitted)))
    for number, (chance, asked) in enumerate(zip(nested_chances, asked_of, strict=True)):
        assert np.abs(found[:, number] - chance)[asked].mean() < 0.005, number


def test_a_gammon_is_asked_only_where_there_can_be_one():
    boards = np.zeros((2, 2, ROW), np.int8)
    boards[:, 1, 0] = (0, 1)
    targets = np.array([[0.75, 0.5, 0.25, 0.125, 0]] * 2, np.float32)
    _, asked = nested_targets(boards, targets)
    np.testing.assert_array_equal(asked, [[1, 0.75, 0.5, 0.25, 0.125], [1, 0, 0.5, 0.25, 0.125]])


def test_a_little_training_from_nothing_learns_what_winning_looks_like(capsys):
    *_, weights = train(((60, 0.0), (60, 0.1)), seed=3)
    assert weights.contact.shape == (len(CONTACT), 15)
    assert weights.race.shape == (len(RACE), 5)
    assert capsys.readouterr().out.count("generation") == 2
    boards, targets = play(shipped_weights(), 200, 0.0, seed=9)
    out = np.empty_like(targets)
    chances_of(Brain(heuristic=weights), boards, out)
    error, ignorant = (out[:, 0] - targets[:, 0]) ** 2, (0.5 - targets[:, 0]) ** 2
    assert error.mean() < 0.9 * ignorant.mean()


def test_rows_are_as_wide_as_the_weights():
    assert contact_matrix(random_boards(3, 1)).shape == (3, 3 * len(CONTACT))


@pytest.mark.parametrize("trust", [0.0, 0.3])
def test_the_same_seed_gives_the_same_games(trust):
    for one, other in zip(games(0, 5, trust), games(0, 5, trust), strict=True):
        np.testing.assert_array_equal(one, other)
