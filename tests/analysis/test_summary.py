from dataclasses import replace
from math import fsum

import pytest

from bgtool.analysis.annotate import annotate
from bgtool.analysis.summary import summaries
from bgtool.core.outcomes import Outcomes
from tests.fakes import Judge
from tests.matches import OPENING, game, one_game


def five_point(position):
    return Outcomes(0.5 - 0.01 * position.opponent[5] + 0.01 * position.on_roll[5])


def two_games():
    match = one_game()
    return replace(match, games=(*match.games, game("1 31: 24/20", "0 31: 8/5 6/5", number=2)))


def test_totals_are_the_sum_of_the_decisions():
    analysis = annotate(two_games(), Judge(five_point))
    for summary in summaries(analysis):
        own = [decision for decision in analysis.checker_decisions if decision.seat == summary.seat]
        assert summary.plays == len(own)
        assert summary.unforced == sum(decision.choices > 1 for decision in own)
        assert summary.error == pytest.approx(fsum(decision.error for decision in own))
        assert summary.luck == pytest.approx(fsum(decision.luck for decision in own))
        assert summary.doubtful + summary.bad + summary.very_bad == sum(decision.mark.value != "" for decision in own)
        assert summary.error_rate == pytest.approx(summary.error / summary.unforced)


def test_games_add_up_to_the_match():
    analysis = annotate(two_games(), Judge(five_point))
    games = [summaries(analysis, part) for part in analysis.games]
    for seat, whole in enumerate(summaries(analysis)):
        for field in ("plays", "unforced", "doubtful", "bad", "very_bad", "error", "luck"):
            assert getattr(whole, field) == pytest.approx(sum(getattr(part[seat], field) for part in games))


def test_plays_that_were_not_judged_count_among_the_plays_and_nowhere_else():
    analysis = annotate(
        one_game("0 31: illegal 13/7", "1 64: 24/18 13/9", "0 31: ?", "1 21: 13/11 6/5"), Judge(five_point)
    )
    ann, bo = summaries(analysis)
    assert (ann.plays, ann.unforced, ann.not_judged, ann.error, ann.error_rate) == (2, 0, 2, 0, None)
    assert (bo.plays, bo.unforced, bo.not_judged) == (2, 1, 1)


def test_swapping_the_players_swaps_the_report():
    swap = str.maketrans("01", "10")
    swapped = [row[0].translate(swap) + row[1:] for row in OPENING]
    first, second = summaries(annotate(one_game(*OPENING), Judge(five_point)))
    now_first, now_second = summaries(annotate(one_game(*swapped), Judge(five_point)))
    assert first.error > 0
    assert now_second == replace(first, seat=1, name="Bo")
    assert now_first == replace(second, seat=0, name="Ann")
