import json
import re
from pathlib import Path

import pytest

from bgtool.cli import run
from bgtool.formats import read_matches
from tests.fakes import Judge
from tests.report.test_text import judge_points

MATCH = str(Path(__file__).parents[1] / "data/ann_bo.mat")
EXAMPLE = str(Path(__file__).parents[2] / "examples/short_match.mat")
ILLEGAL = """ 3 point match

 Game 1
 Ann : 0                        Bo : 0
  1) 31: 8/5 6/5                64: 24/13
  2) 52: 13/8 13/11             31: 8/5 6/5
      Wins 1 point
"""


@pytest.fixture(autouse=True)
def judge(monkeypatch):
    """An evaluator whose answers do not change when weights do."""
    monkeypatch.setattr("bgtool.engine.evaluators.evaluator_named", lambda name=None: Judge(judge_points))


def said(capsys, *arguments):
    """The exit code, stdout and stderr of ``bgtool analyze``, the note about compiling left out."""
    code = run(["analyze", *arguments])
    shown = capsys.readouterr()
    return code, shown.out, "".join(re.sub("Compiling.*\n", "", shown.err))


def test_a_file_is_annotated_and_summed_up(capsys, golden):
    code, out, err = said(capsys, MATCH)
    assert (code, err) == (0, "")
    golden("analyze_command.txt", out.replace(MATCH, "ann_bo.mat"))


def test_every_roll_of_the_file_is_a_line(capsys):
    _, out, _ = said(capsys, MATCH)
    rolls = re.findall(r"\d\d: ", Path(MATCH).read_text())
    assert len(re.findall(r"^ +\d+  \w+ +\d\d  ", out, re.MULTILINE)) == len(rolls)


def test_json_is_one_document_a_match(capsys):
    code, out, _ = said(capsys, "--json", MATCH, EXAMPLE, "--top", "1")
    first, second = map(json.loads, out.splitlines())
    assert code == 0
    assert [first["schema"], first["file"], first["match"]["players"]] == ["bgtool.analysis/1", MATCH, ["Ann", "Bo"]]
    assert second["match"]["players"] == ["Ada", "Ben"]


def test_text_and_json_tell_the_same_totals(capsys):
    _, text, _ = said(capsys, MATCH)
    _, out, _ = said(capsys, "--json", MATCH)
    totals = json.loads(out)["players"]
    line = next(line for line in text.splitlines() if line.startswith("Error total"))
    assert line.split()[-2:] == [f"{total['error_total']:.3f}" for total in totals]
    line = next(line for line in text.splitlines() if line.startswith("Error rate"))
    assert line.split()[-2:] == [f"{1000 * total['error_rate']:.1f}" for total in totals]


def test_bad_files_cost_one_line_each_and_the_rest_is_done(capsys, tmp_path):
    junk = tmp_path / "junk.bin"
    junk.write_bytes(bytes(range(256)) * 20)
    empty = tmp_path / "empty.mat"
    empty.touch()
    missing = tmp_path / "missing.mat"
    code, out, err = said(capsys, str(junk), str(missing), MATCH, str(empty))
    assert code == 1
    assert "Ann - Bo" in out
    lines = err.splitlines()
    assert [line.startswith("Error: ") for line in lines] == [True] * 3
    for line, file in zip(lines, (junk, missing, empty), strict=True):
        assert str(file) in line
    code, out, _ = said(capsys, "--json", str(junk), str(missing), MATCH, str(empty))
    answers = [json.loads(line) for line in out.splitlines()]
    assert ["error" in answer for answer in answers] == [True, True, False, True]
    assert code == 1


def test_a_directory_is_its_match_files(capsys, tmp_path):
    (tmp_path / "a.mat").write_text(Path(MATCH).read_text())
    (tmp_path / "notes.txt").write_text("nothing of the kind\n")
    code, out, err = said(capsys, str(tmp_path))
    assert (code, err) == (0, "")
    assert out.count(" - Bo, 3 point match") == 1


def test_a_directory_without_matches_is_one_error(capsys, tmp_path):
    code, out, err = said(capsys, str(tmp_path))
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("Error: ")


def test_an_illegal_play_is_one_warning_and_is_not_judged(capsys, tmp_path):
    file = tmp_path / "illegal.mat"
    file.write_text(ILLEGAL)
    code, out, err = said(capsys, str(file))
    assert code == 0
    assert err.count("\n") == 1
    assert f"{file}:5" in err
    assert "not judged: illegal play" in out
    _, _, err = said(capsys, "--quiet", str(file))
    assert not err


def test_nothing_given_and_unknown_depths_are_usage_errors(capsys):
    assert said(capsys)[0] == 2
    code, _, err = said(capsys, MATCH, "--plies", "9")
    assert code == 2
    assert "--plies" in err


def test_standard_input_is_a_file(capsys, monkeypatch):
    with open(MATCH, "rb") as file:

        class Stdin:
            buffer = file

        monkeypatch.setattr("sys.stdin", Stdin())
        code, out, _ = said(capsys, "-")
    assert code == 0
    assert out.startswith("<stdin>: Ann - Bo")


def test_output_goes_to_a_file_and_never_over_the_input(capsys, tmp_path):
    target = tmp_path / "report.txt"
    code, out, _ = said(capsys, MATCH, "-o", str(target))
    assert (code, out) == (0, "")
    assert "Ann - Bo" in target.read_text()
    copy = tmp_path / "copy.mat"
    copy.write_text(ILLEGAL)
    assert said(capsys, str(copy), "-o", str(copy))[0] == 2
    assert copy.read_text() == ILLEGAL
    code, _, err = said(capsys, MATCH, "-o", str(tmp_path / "no" / "where"))
    assert code == 1
    assert err.startswith("Error: ")


def test_a_failed_file_leaves_no_empty_output(capsys, tmp_path):
    target = tmp_path / "report.txt"
    assert said(capsys, str(tmp_path / "missing.mat"), "-o", str(target))[0] == 1
    assert not target.exists()


def test_one_player(capsys):
    code, out, _ = said(capsys, MATCH, "--player", "bo")
    assert code == 0
    assert not re.search(r"^ +\d+  Ann", out, re.MULTILINE)
    assert re.search(r"^ +\d+  Bo", out, re.MULTILINE)
    code, _, err = said(capsys, MATCH, "--player", "Zed")
    assert code == 1
    assert "'Ann' against 'Bo'" in err


def test_colour_is_asked_for(capsys, monkeypatch):
    assert "\x1b" in said(capsys, MATCH, "--color", "always")[1]
    assert "\x1b" not in said(capsys, MATCH)[1]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in said(capsys, MATCH)[1]


def test_portes_is_a_word_of_the_user_where_the_file_says_nothing(capsys):
    code, out, _ = said(capsys, MATCH, "--variant", "portes")
    assert code == 0
    assert "3 point match, Portes" in out.splitlines()[0]
    code, _, err = said(capsys, MATCH, "--variant", "nackgammon")
    assert code == 1
    assert "Nackgammon" in err


def test_counting_rules_stand_in_the_help(capsys):
    _, out, _ = said(capsys, "--help")
    for rule in ("unforced plays", "error rate", "1000 x error total / unforced plays", "not judged"):
        assert rule in out


def test_the_example_replays_without_a_problem():
    [match] = read_matches(EXAMPLE)
    assert not match.problems
    assert match.length == 3
    assert match.final_score == (3, 1)


def test_deeper_plays_are_judged_at_equal_depth(capsys, monkeypatch):
    monkeypatch.undo()  # the judge of these tests has no compiled part to look ahead with
    code, out, _ = said(capsys, MATCH, "--plies", "1", "--json")
    document = json.loads(out)
    assert code == 0
    assert document["settings"]["plies"] == 1
    judged = [action for game in document["games"] for action in game["actions"] if action["error"] is not None]
    assert judged
    assert all(action["error"] >= 0 for action in judged)
    for action in judged:
        depths = {play["plies"] for play in action["alternatives"] if play["play"] == action["played"]}
        assert depths <= {1}
