import re
from pathlib import Path

from bgtool.analysis.annotate import annotate
from bgtool.analysis.summary import summaries
from bgtool.formats import read_matches
from tests.fakes import Flat
from tests.oracle import ask_gnubg, needs_gnubg

pytestmark = needs_gnubg

MATCH = Path(__file__).parents[2] / "examples/short_match.mat"


def test_total_and_unforced_plays_are_counted_as_gnu_backgammon_counts_them():
    report = ask_gnubg(
        "set analysis chequerplay evaluation plies 0",
        "set analysis cubedecision evaluation plies 0",
        f"import mat {MATCH}",
        "analyse match",
        "show statistics match",
    )
    whole = report[report.rindex("Chequerplay statistics") :]
    [match] = read_matches(MATCH)
    sums = summaries(annotate(match, Flat()))
    for label, field in (("Total moves", "plays"), ("Unforced moves", "unforced")):
        theirs = re.search(rf"{label}\s+(\d+)\s+(\d+)", whole)
        assert tuple(map(int, theirs.groups())) == tuple(getattr(summary, field) for summary in sums), label
