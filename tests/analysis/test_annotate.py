from dataclasses import replace

import pytest

from bgtool.analysis.annotate import annotate
from bgtool.analysis.records import CheckerDecision, CubeAction
from bgtool.analysis.settings import Mark, Thresholds
from bgtool.core.dice import Dice
from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.record import Match, Take
from bgtool.core.variant import PORTES
from tests.fakes import Judge, by_pips
from tests.matches import OPENING, game, one_game

NOTHING_BETTER = Judge(lambda position: Outcomes.from_result(position.result()) if position.is_over else Outcomes(0.5))


def decisions(*rows, judge=None, **options):
    """The plays of a game, judged in cubeless points."""
    return annotate(one_game(*rows), judge or Judge(by_pips), cubeless=True, **options).checker_decisions


def test_every_play_and_every_cube_action_is_annotated_in_order():
    match = one_game()
    [part] = annotate(match, Judge(by_pips)).games
    assert [item.action for item in part.annotations] == list(match.games[0].actions)
    assert [item.number for item in part.annotations] == list(range(1, len(OPENING) + 1))
    assert [type(item) for item in part.annotations][3:5] == [CubeAction, CubeAction]
    assert [item.seat for item in part.annotations] == [0, 1, 0, 1, 0, 1, 0]


def test_a_play_is_measured_against_the_best_from_the_movers_side():
    plain, missed = decisions("0 21: 13/11 6/5", "1 64: 13/7 13/9")
    assert plain.error == 0, "without hits every play covers the same pips"
    assert str(missed.plays[0].move) == "24/20*/14*", "hits cost the opponent pips"
    assert missed.error == pytest.approx(missed.plays[0].equity - missed.played.equity)
    assert missed.error > 0


def test_an_error_is_marked_by_the_thresholds():
    def judge(position):
        return Outcomes(0.5 - 0.01 * position.opponent[5])

    [decision] = decisions("0 31: 24/20", judge=Judge(judge))
    assert str(decision.plays[0].move) == "8/5 6/5"
    assert decision.error == pytest.approx(0.04)
    assert decision.mark is Mark.DOUBTFUL
    assert decision.played.rank > 1
    assert decision.played in decision.plays
    strict = Thresholds(0.01, 0.02, 0.03)
    assert decisions("0 31: 24/20", judge=Judge(judge), thresholds=strict)[0].mark is Mark.VERY_BAD


def test_the_thresholds_are_exceeded_not_met():
    marks = Thresholds(0.03, 0.06, 0.12)
    assert [marks.mark(error) for error in (0.0, 0.03, 0.0301, 0.06, 0.061, 0.12, 0.121)] == [
        *(Mark.NONE, Mark.NONE, Mark.DOUBTFUL, Mark.DOUBTFUL, Mark.BAD, Mark.BAD, Mark.VERY_BAD)
    ]


def test_an_illegal_play_is_marked_not_judged_and_followed_as_it_was_played():
    first, second = decisions("0 31: illegal 13/7", "1 64: 24/18 13/9")
    assert first.skipped == "illegal play"
    assert first.played is None
    assert first.error is None
    assert first.mark is Mark.NONE
    assert first.plays, "what would have been best is still worth knowing"
    assert second.played is not None
    assert second.state.position.opponent[7] == 1, "the checker stands where it was put"


def test_after_a_play_that_is_not_recorded_nothing_is_guessed():
    first, second, third = decisions("0 31: ?", "1 64: 24/14", "0 52: 13/8 13/11")
    assert first.skipped == "the play is not recorded"
    assert first.luck is not None, "the roll is known"
    for later in (second, third):
        assert "not known" in later.skipped
        assert later.luck is later.played is None
        assert not later.plays


def test_the_next_game_is_analysed_after_an_unreadable_play():
    match = one_game("0 31: ?")
    match = replace(match, games=(*match.games, game("1 31: 8/5 6/5", number=2)))
    lost, fine = annotate(match, Judge(by_pips)).checker_decisions
    assert lost.skipped
    assert fine.played is not None


def test_a_record_that_cannot_be_followed_says_why_and_keeps_what_came_before():
    match = one_game("0 31: 8/5 6/5")
    broken = replace(match.games[0], actions=(*match.games[0].actions, Take(1)))
    [part] = annotate(replace(match, games=(broken,)), Judge(by_pips)).games
    assert "no double" in part.broken
    assert part.checker_decisions[0].played is not None


def test_forced_plays_and_dances_are_flagged_and_free():
    closed = Position.of("6:2 5:2 4:2 3:2 2:2 1:2 7:3", "bar:1 6:8 5:6")
    match = Match(("Ann", "Bo"), 0)
    one = game("0 66: 7/1(3) 6/off", match=match, start=closed)
    dance = game("0 21: 2/1 3/1", "1 66: cannot move", match=match, start=closed)
    forced, _, danced = annotate(replace(match, games=(one, dance)), Judge(by_pips)).checker_decisions
    for decision in (forced, danced):
        assert decision.forced
        assert decision.error == 0
        assert not decision.counts
        assert decision.choices == 1
    assert danced.luck < 0


def test_a_match_of_zero_errors_shows_zero():
    found = annotate(one_game(), NOTHING_BETTER).checker_decisions
    assert all(decision.error == 0 and decision.mark is Mark.NONE for decision in found)
    assert all(decision.played.rank == 1 for decision in found)


def test_equal_decisions_are_evaluated_once():
    once, twice = Judge(by_pips), Judge(by_pips)
    match = one_game("0 31: 8/5 6/5")
    annotate(match, once)
    annotate(replace(match, games=match.games * 2), twice)
    assert once.asked == twice.asked


def test_only_as_many_alternatives_are_kept_as_asked_and_the_played_one():
    [decision] = decisions("0 31: 24/20", judge=Judge(lambda p: Outcomes(0.5 - 0.01 * p.opponent[5])), alternatives=2)
    assert len(decision.plays) == 3
    assert decision.plays[-1] is decision.played
    assert decision.choices == 16


def test_portes_counts_no_backgammons_and_its_first_roll_is_like_any_other():
    always = Judge(lambda position: Outcomes(0.2, 0.0, 0.0, 0.6, 0.5))
    match = one_game("0 31: 8/5 6/5", length=5)
    usual = annotate(match, always, cubeless=True).checker_decisions[0]
    portes = annotate(replace(match, variant=PORTES), always).checker_decisions[0]
    assert usual.played.equity == pytest.approx(0.6 + 0.6 + 0.5)
    assert portes.played.equity == pytest.approx(0.6 + 0.6)
    assert usual.luck == pytest.approx(1.7)
    assert portes.luck == pytest.approx(0), "every roll is worth the same here"


def test_settings_say_what_the_numbers_were_made_with():
    settings = annotate(one_game(), Judge(by_pips)).settings
    assert str(settings).startswith("judge 0000, 0-ply (XG 1-ply), cubeful equity (Kazaross-XG2); ?! > 0.030")
    settings = annotate(one_game(length=0), Judge(by_pips), cubeless=True).settings
    assert str(settings).startswith("judge 0000, 0-ply (XG 1-ply), cubeless money equity; ?! > 0.030")


def test_decisions_stand_on_the_state_of_the_player_who_decides():
    found = decisions()
    assert [decision.state.on_roll for decision in found] == [decision.seat for decision in found]
    assert [decision.state.dice for decision in found] == [decision.play.dice for decision in found]
    assert found[0].state.dice == Dice.parse("31")
    assert all(isinstance(decision, CheckerDecision) for decision in found)
