import numpy as np
import pytest

from bgtool.analysis.decisions import rank_all, rank_plays
from bgtool.core.dice import ROLLS, Dice
from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.rules import legal_moves
from bgtool.core.variant import STANDARD
from tests.fakes import Judge, by_pips, told
from tests.reference.random_positions import played_boards

ENDING = Position.of("6:1 2:1", "4:2")
"""With 2-1: 6/4 2/1, 6/3 and 2/off 6/5."""


def after(row):
    return Position.of(row, "4:2")


def opponents(row, lose):
    """What the opponent is told after a play: chances on his side of the board."""
    return {after(row).swapped(): Outcomes(lose)}


KNOWN = opponents("4:1 1:1", 0.75) | opponents("3:1 2:1", 0.5) | opponents("5:1", 0.25)


def test_plays_come_best_first_with_the_movers_equity():
    plays = rank_plays(ENDING, Dice.parse("21"), told(KNOWN))
    assert [str(play.move) for play in plays] == ["6/5 2/off", "6/3", "6/4 2/1"]
    assert [play.equity for play in plays] == pytest.approx([0.5, 0.0, -0.5])
    assert [play.error for play in plays] == pytest.approx([0.0, 0.5, 1.0])
    assert [play.rank for play in plays] == [1, 2, 3]
    assert [play.after for play in plays] == [after("5:1"), after("3:1 2:1"), after("4:1 1:1")]
    assert plays[0].outcomes.win == pytest.approx(0.75)


def test_the_best_play_has_no_error_and_equal_plays_share_a_rank():
    known = dict.fromkeys(KNOWN, Outcomes(0.5))
    plays = rank_plays(ENDING, Dice.parse("21"), told(known))
    assert [play.rank for play in plays] == [1, 1, 1]
    assert [play.error for play in plays] == [0, 0, 0]
    assert str(plays[0].move) == "6/5 2/off", "among equals the one with more checkers off comes first"


def test_gammons_count_as_far_as_the_variant_says():
    chances = Outcomes(0.6, 0.3, 0.2, 0.1, 0.05)
    position = STANDARD.start
    for limit, equity in ((1, 0.2), (2, 0.4), (3, 0.55)):
        plays = rank_plays(position, Dice.parse("65"), Judge(lambda _: chances.swapped()), limit)
        assert plays[0].equity == pytest.approx(equity, abs=1e-6), limit


def test_a_dance_is_one_empty_play():
    closed = Position.of("bar:1 6:5 5:5 4:4", "6:2 5:2 4:2 3:2 2:2 1:2 24:3")
    [play] = rank_plays(closed, Dice.parse("66"), Judge(by_pips))
    assert not play.move.steps
    assert play.after == closed
    assert play.error == 0


def test_many_questions_are_one_evaluation_with_the_same_answers():
    rng = np.random.default_rng(5)
    positions = [Position(*(tuple(map(int, row)) for row in board)) for board in played_boards(1, 11)[::2]]
    questions = [(position, ROLLS[rng.integers(21)]) for position in positions if not position.is_over]
    judge = Judge(by_pips)
    calls = []
    evaluate = judge.evaluate
    judge.evaluate = lambda boards: calls.append(len(boards)) or evaluate(boards)
    rankings = rank_all(questions, judge)
    assert len(calls) == 1
    for (position, dice), ranking in zip(questions, rankings, strict=True):
        assert ranking.top() == rank_plays(position, dice, judge)
        assert {play.after for play in ranking.top()} == {reached for _, reached in legal_moves(position, dice)}
        equities = [play.equity for play in ranking.top()]
        assert equities == sorted(equities, reverse=True)
        assert [ranking.place_of(play.after) for play in ranking.top()] == list(range(len(ranking)))


def test_no_questions_no_answers():
    assert rank_all([], Judge(by_pips)) == []
