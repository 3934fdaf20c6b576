from dataclasses import replace
from math import fsum

import pytest

from bgtool.analysis.annotate import annotate
from bgtool.analysis.player_summary import MWC, POINTS
from bgtool.analysis.ratings import checker_loss, cube_loss, luck_rating, rating, rating_difference
from bgtool.analysis.records import CubeChoice
from bgtool.analysis.settings import LuckMark, Mark, luck_mark
from bgtool.analysis.summary import summaries, total_of
from bgtool.core.outcomes import Outcomes
from bgtool.core.record import Resign
from tests.fakes import Flat, Judge
from tests.matches import OPENING, game, one_game


def five_point(position):
    return Outcomes(0.5 - 0.01 * position.opponent[5] + 0.01 * position.on_roll[5])


def two_games(**fields):
    match = one_game(**fields)
    second = game("1 31: 24/20", "0 31: 8/5 6/5", "1 double", "0 pass", number=2, match=match)
    first = replace(match.games[0], winner=0, points=2)
    return replace(match, games=(first, replace(second, score=(2 if match.length else 0, 0), winner=1, points=1)))


def test_totals_are_the_sum_of_the_decisions():
    analysis = annotate(two_games(), Judge(five_point))
    for summary in summaries(analysis):
        own = [decision for decision in analysis.checker_decisions if decision.seat == summary.seat]
        cubes = [decision for decision in analysis.cube_decisions if decision.seat == summary.seat]
        assert summary.moves == len(own)
        assert summary.unforced == sum(decision.choices > 1 for decision in own)
        assert summary.checker.equity == pytest.approx(fsum(decision.error for decision in own))
        assert summary.checker.cost == pytest.approx(fsum(decision.error_mwc for decision in own))
        assert summary.luck.equity == pytest.approx(fsum(decision.luck for decision in own))
        assert summary.luck.cost == pytest.approx(fsum(decision.luck_mwc for decision in own))
        assert sum(summary.marks.values()) == summary.unforced
        assert sum(summary.luck_marks.values()) == summary.luck.count == summary.moves
        assert summary.cube_total == len(cubes)
        assert summary.cube.equity == pytest.approx(fsum(decision.error for decision in cubes))
        assert summary.cube.equity == pytest.approx(fsum(total.equity for total in summary.faults.values()))
        assert summary.error.equity == pytest.approx(summary.checker.equity + summary.cube.equity)
        assert summary.error_rate == pytest.approx(summary.error.equity / (summary.unforced + summary.close))
        assert summary.snowie_rate == pytest.approx(summary.error.equity / len(analysis.checker_decisions))
        assert summary.error.equity > 0


def test_games_add_up_to_the_match():
    analysis = annotate(two_games(), Judge(five_point))
    games = [summaries(analysis, part) for part in analysis.games]
    for seat, whole in enumerate(summaries(analysis)):
        for field in ("moves", "unforced", "trivial", "cube_total", "close", "result", "luck_adjusted", "residue"):
            assert getattr(whole, field) == pytest.approx(sum(getattr(part[seat], field) for part in games)), field
        for field in ("checker", "luck", "cube"):
            for unit in ("count", "equity", "cost"):
                parts = (getattr(getattr(part[seat], field), unit) for part in games)
                assert getattr(getattr(whole, field), unit) == pytest.approx(sum(parts))


def test_matches_add_up_to_a_total_of_a_player():
    one, two = (summaries(annotate(two_games(length=length), Judge(five_point)))[0] for length in (5, 7))
    total = total_of("Ann", (one, two))
    assert total.moves == one.moves + two.moves
    assert total.error.equity == pytest.approx(one.error.equity + two.error.equity)
    assert total.error_rate == pytest.approx(total.error.equity / (total.unforced + total.close))
    assert total.result == pytest.approx(one.result + two.result)
    assert total.actions[CubeChoice.TAKE] == one.actions[CubeChoice.TAKE] + two.actions[CubeChoice.TAKE]
    assert total.fibs_rating is None
    mixed = total_of("Ann", (one, summaries(annotate(two_games(length=0), Judge(five_point)))[0]))
    assert mixed.unit is None


def test_result_is_luck_minus_errors_plus_the_residue():
    for match in (two_games(), two_games(length=0)):
        ann, bo = summaries(annotate(match, Judge(five_point)))
        gained = ann.luck.cost - bo.luck.cost - ann.lost + bo.lost
        assert ann.result == pytest.approx(gained + ann.residue)
        assert ann.luck_adjusted == pytest.approx(ann.result - ann.luck.cost + bo.luck.cost)
        assert (bo.result, bo.luck_adjusted, bo.residue) == (-ann.result, -ann.luck_adjusted, -ann.residue)


def test_results_are_match_winning_chances_or_points():
    match, money = annotate(two_games(), Flat()), annotate(two_games(length=0), Flat())
    first = match.games[0]
    assert summaries(match)[0].unit == MWC
    assert summaries(match, first)[0].result == pytest.approx(first.mwc_after - first.mwc)
    assert first.mwc == 0.5
    assert summaries(money)[0].unit == POINTS
    assert summaries(money)[0].result == 1
    assert summaries(money)[0].advantage == pytest.approx((0.5, 1.96 * 4.5**0.5 / 2**0.5))
    assert summaries(match)[0].advantage is None


def test_an_unfinished_game_has_no_result_and_does_not_disturb_that_of_the_others():
    match = two_games()
    unfinished = game("0 31: 24/20", "1 64: 24/14", number=3, match=match, score=(2, 1))
    longer = replace(match, games=(*match.games, unfinished))
    whole, part = annotate(longer, Judge(five_point)), annotate(match, Judge(five_point))
    assert summaries(whole, whole.games[2])[0].result is None
    for seat in (0, 1):
        for field in ("result", "luck_adjusted", "residue"):
            assert getattr(summaries(whole)[seat], field) == pytest.approx(getattr(summaries(part)[seat], field))
        assert summaries(whole)[seat].moves > summaries(part)[seat].moves


def test_a_match_without_errors_has_none_anywhere():
    for summary in summaries(annotate(one_game("0 31: 8/5 6/5", "1 64: 24/14", "0 52: 13/8 13/11"), Flat())):
        assert summary.error.equity == summary.error_rate == summary.snowie_rate == 0
        assert summary.pr in (0, None)
        assert not any(total.count for total in summary.faults.values())
        assert summary.fibs_rating == 2050


def test_plays_that_all_come_to_the_same_do_not_count_for_pr():
    flat, judged = (summaries(annotate(one_game(), judge))[0] for judge in (Flat(), Judge(five_point)))
    assert flat.trivial == flat.unforced == judged.unforced == 3
    assert flat.counted == flat.close
    assert judged.trivial == 0
    assert judged.pr == pytest.approx(500 * judged.error.equity / (judged.unforced + judged.close))


def test_plays_that_were_not_judged_count_among_the_moves_and_nowhere_else():
    analysis = annotate(
        one_game("0 31: illegal 13/7", "1 64: 24/18 13/9", "0 31: ?", "1 21: 13/11 6/5"), Judge(five_point)
    )
    ann, bo = summaries(analysis)
    assert (ann.moves, ann.unforced, ann.not_judged, ann.checker.equity, ann.checker.rate) == (2, 0, 2, 0, None)
    assert (bo.moves, bo.unforced, bo.not_judged) == (2, 1, 1)


def test_resignations_stand_apart_from_the_error_totals():
    match = one_game(*OPENING[:3])
    ended = replace(match.games[0], actions=(*match.games[0].actions, Resign(1, 3)), winner=0, points=3)
    ann, bo = summaries(annotate(replace(match, games=(ended,)), Judge(five_point)))
    assert bo.resigned.count == 1
    assert bo.resigned.equity > 1
    assert bo.error.equity < bo.resigned.equity
    assert bo.lost == pytest.approx(bo.error.cost + bo.resigned.cost)
    assert ann.accepted.count == ann.resigned.count == 0


def test_swapping_the_players_swaps_the_report():
    swap = str.maketrans("01", "10")
    swapped = [row[0].translate(swap) + row[1:] for row in OPENING]
    first, second = summaries(annotate(one_game(*OPENING), Judge(five_point)))
    now_first, now_second = summaries(annotate(one_game(*swapped), Judge(five_point)))
    assert first.error.equity > 0
    assert now_second == replace(first, seat=1, name="Bo")
    assert now_first == replace(second, seat=0, name="Ann")


def test_ratings_are_gnu_backgammons_bands():
    bands = [rating(rate) for rate in (0.0, 0.0021, 0.0051, 0.0081, 0.0121, 0.0181, 0.0261, 0.0351)]
    assert bands == [
        *("Supernatural", "World class", "Expert", "Advanced", "Intermediate", "Casual player", "Beginner", "Awful!")
    ]
    assert rating(None) is None
    assert [luck_rating(rate) for rate in (0.07, 0.04, 0.0, -0.04, -0.07)] == [
        *("Go to Las Vegas", "Good dice, man!", "None", "Bad dice, man!", "Go to bed")
    ]


def test_fibs_numbers_of_a_match_that_gnu_backgammon_rated():
    """The sample match of 5 points: 74 moves lost 0.136, 6 cube decisions 0.230; luck-adjusted -0.21 %."""
    assert checker_loss(0.136 / 74, 5) + cube_loss(0.230 / 6, 5) == pytest.approx(25.55 + 29.1, abs=0.2)
    assert rating_difference(0.5 - 0.0021, 5) == pytest.approx(-3.26, abs=0.1)
    assert rating_difference(1.0, 5) is None


def test_luck_is_marked_beyond_its_bounds():
    marks = [luck_mark(luck) for luck in (0.61, 0.31, 0.3, -0.3, -0.31, -0.61)]
    assert marks == [
        *(LuckMark.VERY_LUCKY, LuckMark.LUCKY, LuckMark.NONE, LuckMark.NONE),
        *(LuckMark.UNLUCKY, LuckMark.VERY_UNLUCKY),
    ]
    assert Mark.VERY_BAD.words == "very bad"
