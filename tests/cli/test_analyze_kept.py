"""``bgtool analyze --keep`` and ``--compare``: the analysis in the file, and ours beside it."""

import csv
import io
import json
from pathlib import Path

import pytest

from bgtool.cli import run

DATA = Path(__file__).parents[1] / "data"


def analyze(capsys, *arguments):
    code = run(["analyze", "-q", *arguments])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


@pytest.mark.parametrize("format", ["text", "json", "csv", "md", "html", "sgf"])
@pytest.mark.parametrize("name", ["sgf/analysed.sgf", "xg/money.xg", "bgf/money.bgf"])
def test_a_kept_analysis_in_every_format(capsys, tmp_path, name, format):
    code, _, err = analyze(capsys, "--keep", "--format", format, str(DATA / name), "-o", str(tmp_path / "out"))
    assert (code, err) == (0, "")
    text = (tmp_path / "out").read_text(encoding="utf-8")
    assert ("kept from the file" if format != "csv" else "not analysed in the file") in text
    assert "nan" not in text.lower().replace("finance", "")


def test_a_file_without_an_analysis_is_one_error(capsys):
    code, _, err = analyze(capsys, "--keep", str(DATA / "ann_bo.mat"), str(DATA / "sgf" / "analysed.sgf"))
    assert code == 1
    assert err.count("\n") == 1
    assert "no analysis" in err


def test_ours_beside_it(capsys):
    code, out, _ = analyze(capsys, "--compare", "--plies", "0", str(DATA / "sgf" / "rolled_out.sgf"))
    assert code == 0
    assert "Theirs: GNU Backgammon 1.07.001's analysis, kept from the file" in out
    assert "decisions judged by both" in out


ROLLED_OUT = str(DATA / "sgf" / "rolled_out.sgf")


def test_ours_beside_it_in_json(capsys):
    code, out, err = analyze(capsys, "--compare", "--json", "--plies", "0", ROLLED_OUT)
    assert (code, err) == (0, "")
    document = json.loads(out)
    found = document["comparison"]
    assert found["theirs"]["evaluator"] == "GNU Backgammon 1.07.001's analysis, kept from the file"
    assert found["judged_by_both"] == len(found["decisions"]) > 0
    assert found["differing"] == sum(one["differs"] for one in found["decisions"])
    actions = {(game["number"], action["number"]): action for game in document["games"] for action in game["actions"]}
    for one in found["decisions"]:
        action = actions[one["game"], one["number"]]
        judged = action if one["kind"] == "play" else action["cube_decision"]
        assert (one["ours"]["error"], one["ours"]["best"]) == (judged["error"], judged["best"])
        assert one["differs"] == (abs(one["ours"]["error"] - one["theirs"]["error"]) >= found["notable"])
    for player in found["players"]:
        own = [one for one in found["decisions"] if one["seat"] == player["seat"]]
        for side in ("theirs", "ours"):
            assert player["error_total"][side] == pytest.approx(sum(one[side]["error"] for one in own))


def test_without_the_wish_there_is_no_comparison(capsys):
    assert json.loads(analyze(capsys, "--keep", "--json", ROLLED_OUT)[1])["comparison"] is None


def test_ours_beside_it_in_csv(capsys):
    both = {
        side: analyze(capsys, side, "--format", "csv", "--plies", "0", ROLLED_OUT)[1]
        for side in ("--compare", "--keep")
    }
    ours, theirs = (
        {(row["game"], row["number"], row["kind"]): row for row in csv.DictReader(io.StringIO(text))}
        for text in both.values()
    )
    told = {place: row for place, row in ours.items() if row["their_error"]}
    assert told
    for place, row in told.items():
        assert float(row["their_error"]) == float(theirs[place]["error"])
    assert not any(row["their_error"] for row in theirs.values())


def test_formats_that_have_no_place_for_it_are_refused(capsys):
    for form in ("md", "html", "sgf"):
        code, _, err = analyze(capsys, "--compare", "--format", form, ROLLED_OUT)
        assert code == 2
        assert "text, json, csv" in err


def test_nothing_is_computed_for_a_file_that_has_nothing_to_compare_with(capsys):
    code, out, err = analyze(capsys, "--compare", str(DATA / "ann_bo.mat"))
    assert (code, out) == (1, "")
    assert "brings no analysis along" in err


def test_several_files_are_compared_one_by_one(capsys):
    code, out, _ = analyze(capsys, "--compare", "--plies", "0", ROLLED_OUT, str(DATA / "sgf" / "analysed.sgf"))
    assert code == 0
    assert out.count("decisions judged by both") == 2
