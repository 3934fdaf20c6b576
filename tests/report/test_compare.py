"""Our analysis beside the one that the file brings along."""

from pathlib import Path

import pytest

from bgtool.analysis.annotate import annotate
from bgtool.analysis.kept import kept_annotations
from bgtool.formats import read_matches
from bgtool.report.compare import comparison_text, pairs
from tests.report.test_text import JUDGE

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="module", params=["sgf/analysed.sgf", "xg/money.xg"])
def both(request):
    [match] = read_matches(DATA / request.param)
    return kept_annotations(match), annotate(match, JUDGE)


def test_every_decision_that_both_judge_is_a_pair(both):
    other, own = both
    found = list(pairs(other, own))
    judged = [sum(item.counts for game in side.games for item in game.checker_decisions) for side in both]
    assert len(found) >= min(judged)
    assert all(min(pair.errors) >= 0 and all(pair.best) for pair in found)


def test_an_analysis_agrees_with_itself(both):
    _, own = both
    assert not any(pair.differs for pair in pairs(own, own))
    text = comparison_text(own, own)
    assert any("0 errors differ" in line for line in text)
    assert not any("best theirs" in line for line in text)


def test_the_text_has_the_totals_and_a_line_for_each_difference(both):
    other, own = both
    differ = [pair for pair in pairs(other, own) if pair.differs]
    text = comparison_text(other, own)
    assert text[1].startswith(f"Theirs: {other.match.analysis.source}")
    assert len(text) - next(i for i, line in enumerate(text) if "best theirs" in line) - 1 == len(differ)
    assert all(len(line) <= 120 for line in text[3:])
