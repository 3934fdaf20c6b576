"""What is counted in a match is what GNU Backgammon counts in it."""

import re
from pathlib import Path

import pytest

from bgtool.analysis.annotate import annotate
from bgtool.analysis.records import CubeChoice
from bgtool.analysis.summary import summaries
from bgtool.engine.evaluators import evaluator_named
from bgtool.formats import read_matches
from tests.oracle import ask_gnubg, needs_gnubg

pytestmark = needs_gnubg

MATCH = Path(__file__).parents[2] / "examples/short_match.mat"
COUNTS = {
    "Total moves": lambda summary: summary.moves,
    "Unforced moves": lambda summary: summary.unforced,
    "Total cube decisions": lambda summary: summary.cube_total,
    "Close or actual cube decisions": lambda summary: summary.close,
    "Doubles": lambda summary: summary.actions[CubeChoice.DOUBLE],
    "Takes": lambda summary: summary.actions[CubeChoice.TAKE],
    "Passes": lambda summary: summary.actions[CubeChoice.PASS],
}


@pytest.fixture(scope="module")
def report():
    said = ask_gnubg(
        "set analysis chequerplay evaluation plies 0",
        "set analysis cubedecision evaluation plies 0",
        f"import mat {MATCH}",
        "analyse match",
        "show statistics match",
    )
    return said[said.rindex("Chequerplay statistics") :]


@pytest.fixture(scope="module")
def sums():
    [match] = read_matches(MATCH)
    return summaries(annotate(match, evaluator_named()))


@pytest.mark.parametrize("label", COUNTS)
def test_decisions_are_counted_as_gnu_backgammon_counts_them(report, sums, label):
    theirs = re.search(rf"^{label}\s+(\d+)\s+(\d+)", report, re.MULTILINE)
    assert tuple(map(int, theirs.groups())) == tuple(COUNTS[label](summary) for summary in sums)


def test_error_and_luck_totals_are_near_gnu_backgammons(report, sums):
    """Two networks at 0-ply: near, not equal. GNU Backgammon writes errors as losses."""
    number = r"([-+]\d+\.\d+) \(\s*([-+]\d+\.\d+)%\)"
    errors = re.findall(rf"Error total EMG \(MWC\)\s+{number}\s+{number}", report)[0]
    luck = re.search(rf"Luck total EMG \(MWC\)\s+{number}\s+{number}", report).groups()
    for seat, summary in enumerate(sums):
        assert summary.checker.equity == pytest.approx(-float(errors[2 * seat]), abs=0.35)
        assert summary.luck.equity == pytest.approx(float(luck[2 * seat]), abs=0.5)
        assert 100 * summary.luck.cost == pytest.approx(float(luck[2 * seat + 1]), abs=10)
