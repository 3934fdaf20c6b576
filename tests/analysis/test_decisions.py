import itertools

import numpy as np
import pytest

from bgtool.analysis.cube import judge_cube
from bgtool.analysis.decisions import rank_all, rank_roll
from bgtool.core.dice import ROLLS, Dice
from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.rules import legal_moves
from bgtool.core.state import MatchState
from bgtool.core.variant import PORTES, STANDARD
from bgtool.engine.boards import as_boards
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.search import FILTERS, Depth, Lookahead
from tests.fakes import Judge, by_pips, rank_plays, told
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


CHANCES = Outcomes(0.6, 0.3, 0.2, 0.1, 0.05)
"""What the mover has after every play."""


def best(state, **options):
    return rank_roll(state, Judge(lambda _: CHANCES.swapped()), **options).top()[0]


def test_gammons_count_as_far_as_the_variant_says():
    for variant, equity in ((PORTES, 0.4), (STANDARD, 0.55)):
        state = MatchState(variant.start, dice=Dice.parse("65"), variant=variant)
        assert best(state, cubeless=True).equity == pytest.approx(equity, abs=1e-6), variant


def test_at_double_match_point_gammons_count_nothing():
    state = MatchState(STANDARD.start, dice=Dice.parse("65"), score=(4, 4), length=5)
    play = best(state)
    assert play.equity == pytest.approx(2 * 0.6 - 1, abs=1e-6)
    assert play.mwc == pytest.approx(0.6, abs=1e-6)


def gammon_or_win(position):
    """Slot the ace point and you win more games, 13/7 and you win fewer but gammons; the opponent is on roll."""
    return Outcomes(0.5, 0.0, 0.0, 0.4) if position.opponent[7] else Outcomes(0.45)


@pytest.mark.parametrize(
    ("score", "crawford", "gammon"),
    [((0, 0), False, True), ((4, 4), False, False), ((3, 4), True, True), ((4, 3), True, False)],
    ids=["0-0", "double match point", "gammon go", "leading the Crawford game"],
)
def test_plays_are_ranked_by_what_a_gammon_is_worth_at_the_score(score, crawford, gammon):
    state = MatchState(STANDARD.start, dice=Dice.parse("61"), score=score, length=5, crawford=crawford)
    top = rank_roll(state, Judge(gammon_or_win)).top()
    assert bool(top[0].after.on_roll[7]) == gammon
    assert [play.equity for play in top] == sorted((play.equity for play in top), reverse=True)
    assert all(play.error_mwc == pytest.approx(top[0].mwc - play.mwc) for play in top)


def test_cubeful_equities_are_gnu_backgammons_formula_for_the_opponents_turn():
    chances = Outcomes(0.3, 0.05, 0.0, 0.1, 0.0)
    state = MatchState(STANDARD.start, dice=Dice.parse("31"), score=(1, 2), length=7)
    top = rank_roll(state, Judge(lambda _: chances)).top()
    reply = judge_cube(MatchState(top[0].after.swapped(), 1, score=(1, 2), length=7), chances)
    assert top[0].equity == pytest.approx(-reply.best_equity, abs=1e-6)
    assert top[0].mwc == pytest.approx(1 - reply.best_mwc, abs=1e-6)


def test_a_dance_is_one_empty_play():
    closed = Position.of("bar:1 6:5 5:5 4:4", "6:2 5:2 4:2 3:2 2:2 1:2 24:3")
    [play] = rank_plays(closed, Dice.parse("66"), Judge(by_pips))
    assert not play.move.steps
    assert play.after == closed
    assert play.error == 0


def test_many_questions_are_one_evaluation_with_the_same_answers():
    rng = np.random.default_rng(5)
    positions = [Position(*(tuple(map(int, row)) for row in board)) for board in played_boards(1, 11)[::2]]
    dice = [ROLLS[rng.integers(21)] for _ in positions]
    questions = [MatchState(p, dice=roll) for p, roll in zip(positions, dice, strict=True) if not p.is_over]
    judge = Judge(by_pips)
    calls = []
    evaluate = judge.evaluate
    judge.evaluate = lambda boards: calls.append(len(boards)) or evaluate(boards)
    rankings = rank_all(questions, judge, cubeless=True)
    assert len(calls) == 1
    for state, ranking in zip(questions, rankings, strict=True):
        assert ranking.top() == rank_plays(state.position, state.dice, judge)
        legal = {reached for _, reached in legal_moves(state.position, state.dice)}
        assert {play.after for play in ranking.top()} == legal
        equities = [play.equity for play in ranking.top()]
        assert equities == sorted(equities, reverse=True)
        assert [ranking.place_of(play.after) for play in ranking.top()] == list(range(len(ranking)))


def test_no_questions_no_answers():
    assert rank_all([], Judge(by_pips)) == []


def some_decisions(count):
    """So many moments of games of random plays, one from every few turns, each with a roll that leaves a choice."""
    boards = played_boards(count // 4 + 1, 77)[::7]
    dice = np.random.default_rng(77).integers(1, 7, (len(boards), 2))
    states = (
        MatchState(Position(*map(tuple, board)), dice=Dice.of(*roll))
        for board, roll in zip(boards.tolist(), dice.tolist(), strict=True)
    )
    return list(itertools.islice((s for s in states if len(legal_moves(s.position, s.dice)) > 1), count))


def test_u077_a_deeper_look_changes_some_choices():
    """One ply deeper must not be the same list again, nor quite another one."""
    judge, states = evaluator_named(), some_decisions(60)
    assert len(states) == 60
    shallow, deep = (rank_all(states, judge, Depth(plies), cubeless=True) for plies in (0, 1))
    changed = sum(a.top()[0].move != b.top()[0].move for a, b in zip(shallow, deep, strict=True))
    assert 0.03 < changed / len(states) < 0.35


@pytest.mark.parametrize("plies", [0, 1, 2])
@pytest.mark.parametrize("moves", ["lean", "tiny"])
def test_u082_u083_every_play_is_labelled_with_the_depth_it_was_judged_at(plies, moves):
    """The best play reaches the depth that was asked for, and a label is true: judged anew that deep it is the same."""
    judge = evaluator_named()
    for state in some_decisions(4):
        ranked = rank_roll(state, judge, Depth(plies, FILTERS[moves]), cubeless=True).top()
        assert ranked[0].plies == plies
        assert [play.plies for play in ranked] == sorted((play.plies for play in ranked), reverse=True)
        for play in ranked:
            again = Lookahead(judge, play.plies).evaluate(as_boards([play.after.swapped()]))[0]
            assert play.equity == pytest.approx(-Outcomes(*again.tolist()).equity, abs=1e-5)


def test_of_plays_that_are_worth_the_same_the_one_that_wins_more_comes_first():
    """The opponent cashes after all of them; a list went from 10.3 % to 13.0 %."""
    state = MatchState(Position.of("6:2 5:1", "4:2 1:1"), dice=Dice(3, 1))
    plays = rank_roll(state, evaluator_named("bearoff")).top()
    assert len(plays) > 2
    tied = [play for play in plays if play.equity == plays[0].equity]
    assert len(tied) > 1
    assert [play.outcomes.win for play in tied] == sorted((play.outcomes.win for play in tied), reverse=True)
    assert {play.rank for play in tied} == {1}
