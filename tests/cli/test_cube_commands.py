"""``bgtool hint`` without a roll, ``bgtool met`` and ``bgtool matrix``."""

import csv
import io
import json
import re

import pytest

from bgtool.cli import run
from bgtool.core.outcomes import Outcomes
from tests.fakes import Judge

START = "4HPwATDgc/ABMA"
U037 = "XGID=bB-B--C-A---eE---c-caa--B-:0:0:1:00:0:0:0:0:0"


@pytest.fixture(autouse=True)
def judge(monkeypatch):
    strong = Judge(lambda position: Outcomes(0.70, 0.15, 0.01, 0.05, 0.0))
    monkeypatch.setattr("bgtool.engine.evaluators.evaluator_named", lambda name=None: strong)


def said(capsys, *arguments):
    code = run(list(arguments))
    shown = capsys.readouterr()
    return code, shown.out, re.sub("Compiling.*\n", "", shown.err)


def document(capsys, *arguments):
    code, out, err = said(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_hint_without_a_roll_is_the_cube_decision(capsys):
    answer = document(capsys, "hint", START)
    assert answer["schema"] == "bgtool.hint/1"
    assert answer["dice"] is None
    assert answer["proper_action"] == "double-take"
    assert answer["proper_action_text"] == "Double, take"
    assert answer["best_equity"] == answer["double_take"] < answer["double_pass"] == 1.0
    assert answer["no_double_error"] == pytest.approx(answer["double_take"] - answer["no_double"])
    assert answer["no_double_mwc"] is None
    assert answer["cubeless_equity"] == pytest.approx(2 * 0.70 - 1 + 0.15 + 0.01 - 0.05)


def test_the_cube_before_a_roll_that_is_known(capsys):
    rolled, bare = f"{START}:cIkFAAAAAAAE", f"{START}:cAkAAAAAAAAE"
    answer = document(capsys, "hint", rolled, "--cube")
    assert answer["no_double"] == document(capsys, "hint", bare)["no_double"]
    assert "plays" in document(capsys, "hint", rolled)


def test_an_owned_cube_is_redoubled_in_words_only(capsys):
    answer = document(capsys, "hint", "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:0:10")
    assert answer["proper_action"] in ("double-take", "no-double-take")
    assert "edouble" in answer["proper_action_text"]


def test_a_match_is_reckoned_with_the_table_named(capsys):
    score = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:0:0:7:10"
    first, other = document(capsys, "hint", score), document(capsys, "hint", score, "--met", "zadeh")
    assert (first["met"], other["met"]) == ("Kazaross-XG2", "Zadeh")
    assert first["no_double_mwc"] != other["no_double_mwc"]
    assert 0 < first["best_mwc"] < 1


def test_a_missing_table_is_an_error_and_never_another_one(capsys):
    for arguments in (("hint", START), ("met",), ("matrix", START)):
        code, out, err = said(capsys, *arguments, "--met", "/nonexistent.xml")
        assert (code, out) == (1, "")
        assert "/nonexistent.xml" in err


def test_text_names_table_depth_and_meaning_of_the_percentage(capsys, monkeypatch):
    weak = Judge(lambda position: Outcomes(0.6, 0.15, 0.01, 0.1, 0.0))
    monkeypatch.setattr("bgtool.engine.evaluators.evaluator_named", lambda name=None: weak)
    _, out, _ = said(capsys, "hint", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:0:0:7:10")
    lines = out.splitlines()
    assert lines[0] == f"{START} cube: 0-ply judge 0000, 5-away 7-away, centred cube at 1, Kazaross-XG2"
    assert lines[2].startswith("  1. No double")
    assert re.fullmatch(
        r"  Proper cube action: No double, take \(\d+\.\d% wrong passes would make doubling right\)", lines[-1]
    )


def test_beavers_follow_the_rules_given(capsys, monkeypatch):
    weak = Judge(lambda position: Outcomes(0.45))
    monkeypatch.setattr("bgtool.engine.evaluators.evaluator_named", lambda name=None: weak)
    assert document(capsys, "hint", START)["proper_action"] == "no-double-take"
    answer = document(capsys, "hint", START, "--beavers")
    assert answer["proper_action"] == "no-double-beaver"
    assert answer["double_beaver"] == pytest.approx(2 * answer["double_take"])


def test_an_offered_double_is_answered(capsys):
    answer = document(capsys, "hint", "XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:0:0:10")
    assert answer["proper_answer"] == "take"


def test_the_table_is_printed_without_the_engine(capsys):
    _, out, _ = said(capsys, "met", "--length", "3")
    assert [line.split()[:4] for line in out.splitlines()[3:6]] == [
        ["1", "50.00", "67.74", "75.08"],
        ["2", "32.26", "50.00", "59.95"],
        ["3", "24.92", "40.05", "50.00"],
    ]
    table = document(capsys, "met", "--length", "25")
    assert table["pre_crawford"][4][6] == 0.62638
    assert table["post_crawford"][1] == 0.48803
    assert len(table["pre_crawford"]) == len(table["post_crawford"]) == 25


def test_a_score_has_prices_and_points(capsys):
    answer = document(capsys, "met", "2", "4")
    one = answer["cubes"][0]
    assert answer["mwc"] == 0.6687
    assert one["mine"]["take"] == pytest.approx(0.18564)  # the well-known take point of 4-away against 2-away
    assert one["mine"]["automatic"]
    assert answer["cubes"][1]["mine"] is None
    free_drop = document(capsys, "met", "1", "3", "--post-crawford")["cubes"][0]
    assert (free_drop["mine"], round(free_drop["theirs"]["take"], 3)) == (None, 0.024)
    gammons = document(capsys, "met", "7", "7", "--gammons", "25%,15%")["cubes"][0]["mine"]
    assert gammons["too_good"] < 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["5"], 2),
        (["0", "3"], 2),
        (["3", "65"], 2),
        (["--gammons", "2", "3", "3"], 2),
        (["5", "7", "--post-crawford"], 1),
    ],
)
def test_scores_that_cannot_be(capsys, arguments, code):
    got, out, err = said(capsys, "met", *arguments)
    assert (got, out) == (code, "")
    assert err.count("Error:") == 1


def test_the_matrix_has_every_score_and_money(capsys):
    answer = document(capsys, "matrix", START, "--furthest", "5")
    cells = {cell["score"]: cell for cell in answer["cells"]}
    assert len(cells) == 1 + 25 + 2 * 4
    assert cells["money"]["no_double"] == document(capsys, "hint", START)["no_double"]
    assert cells["DMP"]["proper_action"] == "not-available"
    assert cells["DMP"]["no_double"] == pytest.approx(2 * 0.70 - 1)
    assert cells["3-1C"]["crawford"]
    assert cells["3-1C"]["double_take"] is None is not cells["3-1P"]["double_take"]
    assert cells["1-3P"]["proper_action"] == "never-double"
    same = document(capsys, "hint", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:0:0:5:10")
    assert cells["3-5"]["double_take"] == same["double_take"]


def test_a_turned_cube_stays_and_is_not_there_in_the_crawford_game(capsys):
    owned = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:0:10"
    cells = {cell["score"]: cell for cell in document(capsys, "matrix", owned, "--score", "3-1C,5-7")["cells"]}
    assert cells["3-1C"]["no_double"] is None
    assert "edouble" in cells["5-7"]["proper_action_text"]


def test_the_matrix_of_a_roll_lists_plays(capsys):
    code, out, _ = said(capsys, "matrix", START, "--dice", "31", "--score", "money,dmp,gammon-go,2-1p", "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert [row["score"] for row in rows] == ["money", "DMP", "2-1C", "2-1P"]
    assert all(row["play"] and not row["no_double"] for row in rows)


def test_the_matrix_as_a_grid(capsys):
    _, out, _ = said(capsys, "matrix", START, "--furthest", "3")
    lines = out.splitlines()
    assert lines[1].startswith("money   ")
    assert lines[3].split() == ["Crawford", "post-C.", "2-away", "3-away"]
    assert len(lines) == 4 + 2 * 4


@pytest.mark.parametrize("score", ["5", "0-3", "5-7c", "x-y", "70-1"])
def test_scores_that_no_matrix_has(capsys, score):
    code, out, err = said(capsys, "matrix", START, "--score", score)
    assert (code, out) == (1, "")
    assert score in err
