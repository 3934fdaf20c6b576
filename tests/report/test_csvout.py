import csv
from math import fsum
from pathlib import Path

import pytest

from bgtool.analysis.summary import summaries
from bgtool.report.csvout import COLUMNS, csv_header, csv_rows
from bgtool.report.listing import entries
from tests.report.pages import NASTY, analysed, played_match

ANALYSIS = analysed()


def rows(analysis=ANALYSIS, file="match.mat"):
    return list(csv.DictReader([csv_header(), *csv_rows(analysis, file)]))


def test_there_is_a_row_for_every_decision_in_order(golden):
    assert [(row["game"], row["number"], row["done"]) for row in rows()] == [
        (str(entry.part.game.number), str(entry.item.number), entry.done) for entry in entries(ANALYSIS)
    ]
    golden("analysis.csv", "\n".join([csv_header(), *csv_rows(ANALYSIS, "match.mat")]) + "\n")


def test_the_errors_counted_are_those_of_the_statistics():
    for summary in summaries(ANALYSIS):
        own = [row for row in rows() if row["player"] == summary.name and row["counts"] == "1"]
        assert len(own) == summary.unforced + summary.close
        assert fsum(float(row["error"]) for row in own) == pytest.approx(summary.error.equity)


def test_equity_and_best_equity_differ_by_the_error():
    judged = [row for row in rows() if row["error"] and row["best_equity"]]
    assert {row["kind"] for row in judged} == {"play", "cube", "resignation"}
    for row in judged:
        assert float(row["best_equity"]) - float(row["equity"]) == pytest.approx(float(row["error"]), abs=1e-6)


def test_every_column_says_what_it_holds():
    assert all(COLUMNS.values())
    assert set(rows()[0]) == set(COLUMNS)
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert [name for name, words in COLUMNS.items() if f"| `{name}` | {words} |" not in readme] == []


def test_names_with_commas_quotes_and_line_ends_are_read_back_as_they_were():
    players = ('Ann, "the\nblitz"', NASTY[1])
    assert {row["player"] for row in rows(analysed(played_match(players)))} == set(players)


def test_a_row_that_was_not_judged_says_why_and_has_no_error():
    [row] = [row for row in rows() if row["done"] == "not recorded"]
    assert row["error"] == ""
    assert row["note"]
