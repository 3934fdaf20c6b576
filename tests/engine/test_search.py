import numpy as np
import pytest

from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.variant import STANDARD
from bgtool.engine.boards import as_board, as_boards
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.search import FILTERS, PRESETS, Depth, Lookahead, depth_of
from bgtool.engine.sieve import standard_sieve
from bgtool.engine.stakes import cubeless_stakes
from bgtool.errors import SettingsError
from bgtool.kernels.lookahead import SearchRules, look_ahead_of
from tests.fakes import Judge
from tests.reference.slow_lookahead import look_ahead

ENDGAME = Position.of("7:1 3:1 off:13", "9:1 2:1 off:13")
CONTACT = Position.of("bar:1 6:3 5:3 4:3 3:3 2:2", "24:1 6:3 5:3 4:3 3:3 2:2")


@pytest.mark.parametrize(
    ("position", "plies"), [(STANDARD.start, 1), (CONTACT, 1), (ENDGAME, 2), (ENDGAME, 3), (ENDGAME.swapped(), 2)]
)
@pytest.mark.parametrize("name", ["heuristic", "net"])
def test_as_the_plain_twin(name, position, plies):
    evaluator = evaluator_named(name)
    out = np.empty((1, 5), np.float32)
    look_ahead_of(
        evaluator.brain,
        standard_sieve(),
        SearchRules(plies, 0, 0),
        cubeless_stakes(3),
        as_boards([position]),
        out,
        np.empty((1, 4)),
    )
    assert out[0] == pytest.approx(look_ahead(evaluator, position, plies), abs=2e-5)


def test_the_sieve_loses_little():
    evaluator = evaluator_named("net")
    boards = as_boards([STANDARD.start, CONTACT, CONTACT.swapped()])
    out = np.empty((2, 3, 5), np.float32)
    for prune in range(2):
        look_ahead_of(
            evaluator.brain,
            standard_sieve(),
            SearchRules(2, prune, 0),
            cubeless_stakes(3),
            boards,
            out[prune],
            np.empty((3, 4)),
        )
    assert np.abs(out[0] - out[1]).max() < 0.01


def test_portes_players_do_not_play_for_backgammons():
    evaluator = evaluator_named("net")
    deep = Position.of("1:2 off:13", "23:3 6:6 5:6")
    outcomes = Lookahead(evaluator, 1, limit=2).evaluate(as_boards([deep]))
    assert outcomes.shape == (1, 5)
    assert outcomes[0, 0] > 0.99


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_jobs_never_change_a_number(jobs):
    boards = np.stack([as_board(position) for position in (STANDARD.start, CONTACT, ENDGAME)] * 5)
    one = Lookahead(evaluator_named("net"), 1, jobs=1).evaluate(boards)
    assert (Lookahead(evaluator_named("net"), 1, jobs=jobs).evaluate(boards) == one).all()
    assert (one[:3] == one[3:6]).all()


def test_zero_plies_is_the_bare_evaluation():
    evaluator = evaluator_named("net")
    boards = as_boards([STANDARD.start])
    assert (Lookahead(evaluator, 0).evaluate(boards) == evaluator.evaluate(boards)).all()
    assert len(Lookahead(evaluator, 2).evaluate(boards[:0])) == 0


def test_an_evaluator_without_a_compiled_part_cannot_look_ahead():
    judge = Judge(lambda position: Outcomes(0.5))
    with pytest.raises(SettingsError, match="cannot look ahead"):
        Lookahead(judge, 1).evaluate(as_boards([STANDARD.start]))


def test_depths_in_words():
    assert str(Depth(0)) == "0-ply (XG 1-ply)"
    assert str(Depth(2)) == "2-ply (XG 3-ply), normal filter"
    assert Depth(2).stages == ((2, FILTERS["normal"].first),)
    assert [plies for plies, _ in PRESETS["standard"].stages] == [1, 2]
    assert [plies for plies, _ in Depth(3, FILTERS["lean"]).stages] == [1, 2, 3]
    assert [plies for plies, _ in Depth(3).stages] == [2, 3]
    assert depth_of(preset="deep").plies == 3
    assert depth_of(plies=1, preset="deep").plies == 1
    assert depth_of() == PRESETS["instant"]


@pytest.mark.parametrize("wrong", [{"plies": 5}, {"plies": -1}, {"preset": "huge"}, {"moves": "wide"}])
def test_depths_that_there_are_not(wrong):
    with pytest.raises(SettingsError):
        depth_of(**wrong)


@pytest.mark.parametrize("plies", [-1, 5, 9, 10**20])
def test_depths_that_there_are_not_are_refused(plies):
    """The compiled search checks no bounds: it crashed."""
    with pytest.raises(SettingsError, match=f"{plies} plies"):
        Lookahead(evaluator_named("net"), plies)
