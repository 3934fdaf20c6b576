"""``bgtool analyze --preset rollout``: what is rolled out, in every format."""

import csv
import json
import re
from pathlib import Path

import pytest

from bgtool.cli import run
from bgtool.formats import read_matches
from tests.oracle import ask_gnubg, needs_gnubg

MATCH = str(Path(__file__).parents[1] / "data/ann_bo.mat")
ROLLED = ("--preset", "rollout", "--trials", "36")


def said(capsys, *arguments):
    code = run([*map(str, arguments)])
    shown = capsys.readouterr()
    return code, shown.out, re.sub("Compiling.*\n", "", shown.err)


@pytest.fixture(scope="module")
def document(tmp_path_factory):
    out = tmp_path_factory.mktemp("rolled") / "out.json"
    assert run(["analyze", MATCH, *ROLLED, "-q", "-o", str(out)]) == 0
    return json.loads(out.read_text())


def test_text_says_what_was_rolled_out_and_how(capsys):
    code, out, err = said(capsys, "analyze", MATCH, *ROLLED, "--top", "3")
    assert (code, err) == (0, "")
    assert "unclear ones rolled out (up to 36 games of 11 rolls, 0-ply, seed 1)" in out
    assert re.search(r"\[rollout, 36 games ±0\.\d{3}\]$", out, re.MULTILINE)
    assert re.search(r"^ +\* +\d+\. .*rollout, 36 games", out, re.MULTILINE)


def test_json_has_the_games_and_the_errors(document):
    assert document["settings"]["rollout"]["trials"] == 36
    assert document["settings"]["plies"] == 2
    plays = [play for game in document["games"] for action in game["actions"] for play in action["alternatives"]]
    rolled = [play["rollout"] for play in plays if play["rollout"]]
    assert 0 < len(rolled) < len(plays)
    assert {one["trials"] for one in rolled} == {36}
    for play in plays:
        if play["rollout"] and play["mwc"] is not None:
            assert 0 <= play["rollout"]["std_error_mwc"] < play["rollout"]["std_error"]


def test_csv_has_columns_for_it(capsys):
    _, out, _ = said(capsys, "analyze", MATCH, *ROLLED, "--format", "csv")
    rows = list(csv.DictReader(out.splitlines()))
    assert {row["trials"] for row in rows} == {"", "36"}
    assert all(bool(row["trials"]) == bool(row["std_error"]) for row in rows)


def test_a_page_says_it_beside_the_plays(capsys):
    _, page, _ = said(capsys, "analyze", MATCH, *ROLLED, "--format", "html")
    assert re.search(r"rollout, 36 games ±0\.\d{3}", page)


def test_sgf_keeps_rollouts_as_rollouts(capsys, tmp_path):
    file = tmp_path / "rolled.sgf"
    assert said(capsys, "analyze", MATCH, *ROLLED, "-o", file)[0] == 0
    [match] = read_matches(file)
    estimates = [one.estimate for opinion in match.analysis.opinions for one in opinion.candidates]
    rolled = [estimate for estimate in estimates if estimate.trials]
    assert 0 < len(rolled) < len(estimates)
    assert {estimate.trials for estimate in rolled} == {36}
    assert all(len(estimate.std_errors) == 7 for estimate in rolled)


@pytest.mark.parametrize("mark", [pytest.param(None, marks=needs_gnubg)], ids=["gnubg"])
def test_gnubg_loads_the_rollouts(mark, capsys, tmp_path):
    file, again = tmp_path / "rolled.sgf", tmp_path / "again.sgf"
    said(capsys, "analyze", MATCH, *ROLLED, "-o", file)
    ask_gnubg(f"load match {file}\nsave match {again}")
    [ours], [theirs] = read_matches(file), read_matches(again)

    def trials(match):
        return [[one.estimate.trials for one in opinion.candidates] for opinion in match.analysis.opinions]

    assert trials(theirs) == trials(ours)


def test_statistics_can_be_taken_with_rollouts(capsys):
    code, out, _ = said(capsys, "stats", MATCH, *ROLLED, "--json")
    assert code == 0
    assert "unclear ones rolled out" in out


@pytest.mark.parametrize("command", ["analyze", "stats"])
def test_trials_belong_to_rollouts(capsys, command):
    code, out, err = said(capsys, command, MATCH, "--trials", "36")
    assert (code, out) == (2, "")
    assert "--preset rollout" in err


def test_other_commands_have_no_such_depth(capsys):
    code, _, err = said(capsys, "hint", "4HPwATDgc/ABMA", "--dice", "31", "--preset", "rollout")
    assert code == 2
    assert "'rollout' is not one of" in err
