import csv
import json
import re
from pathlib import Path

import pytest

from bgtool.cli import run
from tests.fakes import Taste

MATCH = Path(__file__).parents[1] / "data/ann_bo.mat"
EXAMPLE = Path(__file__).parents[2] / "examples/short_match.mat"


@pytest.fixture(autouse=True)
def judge(monkeypatch):
    """An evaluator whose answers do not change when weights do."""
    monkeypatch.setattr("bgtool.engine.evaluators.evaluator_named", lambda name=None: Taste())


def said(capsys, *arguments, command="stats"):
    code = run([command, *map(str, arguments)])
    shown = capsys.readouterr()
    return code, shown.out, re.sub("Compiling.*\n", "", shown.err)


@pytest.fixture
def analysed(capsys, tmp_path):
    """The two matches, analysed, as one JSON file."""
    path = tmp_path / "analysed.jsonl"
    run(["analyze", "--json", str(MATCH), str(EXAMPLE), "-o", str(path)])
    capsys.readouterr()
    return path


def without_files(document):
    text = json.dumps(document)
    return re.sub(r'"file": "[^"]*"', "", re.sub(r'"matches": \[[^]]*\]', "", text))


def test_raw_matches_and_analysed_ones_give_the_same(capsys, analysed):
    code, out, err = said(capsys, analysed, "--json")
    assert (code, err) == (0, "")
    raw = said(capsys, MATCH, EXAMPLE, "--json")
    assert raw[0] == 0
    assert without_files(json.loads(raw[1])) == without_files(json.loads(out))
    assert {one["name"] for one in json.loads(out)["players"]} == {"Ann", "Bo", "Ada", "Ben"}


def test_a_match_given_twice_counts_once_with_a_note(capsys, analysed, tmp_path):
    copy = tmp_path / "copy.mat"
    copy.write_bytes(MATCH.read_bytes())
    code, out, err = said(capsys, analysed, MATCH, copy, "--json")
    assert code == 0
    assert {one["matches"] for one in json.loads(out)["players"]} == {1}
    assert err.splitlines() == [f"Note: {path}: the same match as {analysed}, counted once" for path in (MATCH, copy)]
    assert [one["file"] for one in json.loads(out)["counted_once"]] == [str(MATCH), str(copy)]


def test_a_directory_of_anything(capsys, analysed, tmp_path):
    (tmp_path / "notes.txt").write_text("shopping list\n")
    (tmp_path / "settings.json").write_text("{}")
    code, out, err = said(capsys, tmp_path)
    assert (code, err) == (0, "")
    assert out.startswith("2 matches\n")


def test_one_player_by_exact_name(capsys, analysed):
    _, out, _ = said(capsys, analysed, "--player", "Ada", "--format", "csv")
    assert {row["player"] for row in csv.DictReader(out.splitlines())} == {"Ada"}
    code, out, err = said(capsys, analysed, "--player", "ada")
    assert (code, out) == (1, "")
    assert "no player 'ada'" in err
    assert "'Ada'" in err


def test_the_worst_decisions_are_as_many_as_asked_for(capsys, analysed):
    _, out, _ = said(capsys, analysed, "--worst", "2", "--json")
    assert {len(one["worst"]) for one in json.loads(out)["players"]} == {2}
    _, out, _ = said(capsys, analysed, "--worst", "0")
    assert "Worst" not in out


def test_a_bad_file_costs_only_itself(capsys, analysed, tmp_path):
    old = tmp_path / "old.json"
    old.write_text('{"schema": "bgtool.analysis/1"}\n')
    code, out, err = said(capsys, old, analysed, tmp_path / "missing.mat", "--json")
    assert code == 1
    assert len(json.loads(out)["players"]) == 4
    assert [line.split(":")[0] for line in err.splitlines()] == ["Error", "Error"]
    assert "analyse the match again" in err


@pytest.mark.parametrize("names", [[], ["missing.mat"]])
def test_nothing_to_count_is_an_error(capsys, tmp_path, names):
    code, out, err = said(capsys, *(tmp_path / name for name in names) if names else (tmp_path,))
    assert (code, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert err.startswith("Error: ")


def test_analyses_on_standard_input(capsys, analysed, monkeypatch):
    class Stdin:
        buffer = analysed.open("rb")

    monkeypatch.setattr("sys.stdin", Stdin)
    code, out, _ = said(capsys, "-", "--json")
    assert code == 0
    assert json.loads(out)["matches"] == ["<stdin>", "<stdin>"]


def test_no_file_is_a_usage_error(capsys):
    assert said(capsys)[0] == 2
