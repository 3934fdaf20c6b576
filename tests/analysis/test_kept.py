"""The analysis that a file brings along, reported as it is: the totals are those of the program that made it."""

from dataclasses import replace
from math import fsum
from pathlib import Path

import pytest

from bgtool.analysis.kept import kept_annotations
from bgtool.analysis.records import CheckerDecision
from bgtool.analysis.settings import Mark
from bgtool.analysis.summary import summaries
from bgtool.core.opinion import SourceAnalysis
from bgtool.errors import InputError
from bgtool.formats import read_matches

DATA = Path(__file__).parents[1] / "data"


def kept(name):
    [match] = read_matches(DATA / name)
    return kept_annotations(match)


def test_gnu_backgammons_own_totals():
    """The numbers are those of its statistics in the file (GS) from which the sample was cut."""
    analysis = kept("sgf/analysed.sgf")
    ann, bo = summaries(analysis)
    assert analysis.settings.evaluator == "GNU Backgammon 1.07.001's analysis, kept from the file"
    assert (analysis.settings.plies, analysis.settings.met) == (2, "Kazaross-XG2")
    assert (ann.moves, bo.moves, ann.unforced, bo.unforced) == (31, 31, 29, 30)
    assert ann.checker.equity == pytest.approx(0.000406 + 0.038558, abs=3e-6)
    assert bo.checker.equity == pytest.approx(0.059437 + 0.115509, abs=3e-6)
    assert ann.checker.cost == pytest.approx(0.000031 + 0.006075, abs=3e-6)
    assert (ann.cube.equity, bo.cube.equity) == (pytest.approx(0.008974, abs=2e-5), 0)
    assert bo.marks[Mark.BAD] == 1


@pytest.mark.parametrize("name", ["xg/money.xg", "bgf/money.bgf"])
def test_errors_are_those_that_the_program_states(name):
    analysis = kept(name)
    opinions = analysis.match.analysis.by_action()
    for number, game in enumerate(analysis.games):
        for at, item in enumerate(game.annotations):
            opinion = opinions.get((number, at))
            if opinion is None:
                continue
            if isinstance(item, CheckerDecision) and item.played and opinion.error is not None:
                assert item.error == pytest.approx(opinion.error, abs=2e-3)
            if item.cube and opinion.cube_error is not None:
                assert item.cube.error == pytest.approx(opinion.cube_error, abs=2e-3)
    assert fsum(summary.luck.count for summary in summaries(analysis)) > 50


def test_what_the_file_does_not_judge_is_skipped():
    [match] = read_matches(DATA / "sgf" / "rolled_out.sgf")
    analysis = kept_annotations(match)
    skipped = [item.skipped for item in analysis.games[0].annotations]
    assert skipped[:2] == ["not analysed in the file"] * 2
    assert skipped[3] is None


def test_a_dance_needs_no_judgement():
    [match] = read_matches(DATA / "bgf" / "money.bgf")
    bare = kept_annotations(replace(match, analysis=SourceAnalysis("X")))
    plays = [item for item in bare.checker_decisions if item.play.move]
    assert all((item.skipped is None) == (not item.play.move.steps) for item in plays)


def test_a_play_that_is_not_among_those_judged():
    [match] = read_matches(DATA / "sgf" / "rolled_out.sgf")
    opinions = tuple(replace(one, played=None) for one in match.analysis.opinions)
    analysis = kept_annotations(replace(match, analysis=SourceAnalysis("X", opinions)))
    assert analysis.games[0].annotations[3].skipped == "the play made is not among those that the file judges"


def test_a_file_without_an_analysis():
    [match] = read_matches(DATA / "sgf" / "xg_setpos_game.sgf")
    with pytest.raises(InputError, match="no analysis"):
        kept_annotations(match)
