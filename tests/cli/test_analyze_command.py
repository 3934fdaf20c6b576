import json
import re
from pathlib import Path

import pytest

from bgtool.cli import run
from bgtool.formats import read_matches
from tests.fakes import Taste

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
    monkeypatch.setattr("bgtool.engine.evaluators.evaluator_named", lambda name=None: Taste())


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
    assert [first["schema"], first["file"], first["match"]["players"]] == ["bgtool.analysis/2", MATCH, ["Ann", "Bo"]]
    assert second["match"]["players"] == ["Ada", "Ben"]


def test_text_and_json_tell_the_same_totals(capsys):
    _, text, _ = said(capsys, MATCH)
    _, out, _ = said(capsys, "--json", MATCH)
    totals = json.loads(out)["players"]
    checker, cube, overall = [line.split() for line in text.splitlines() if line.startswith("  Error total")]
    for words, kind in ((checker, "checker"), (cube, "cube"), (overall, "overall")):
        assert [words[3], words[5]] == [f"{total[kind]['error_total']:.3f}" for total in totals]
    rates = [line.split() for line in text.splitlines() if line.startswith("  Error rate")]
    assert rates[-1][-2:] == [f"{1000 * total['overall']['error_rate']:.1f}" for total in totals]


def test_several_files_are_a_line_each_and_a_table_of_players(capsys, tmp_path):
    copy = tmp_path / "copy.mat"
    copy.write_text(Path(MATCH).read_text())
    code, out, err = said(capsys, MATCH, EXAMPLE, str(copy))
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert [line.split(":")[0] for line in lines[:3]] == [MATCH, EXAMPLE, str(copy)]
    assert all("mEMG" in line for line in lines[:3])
    assert lines[4] == "3 matches"
    table = {line.split()[0]: line.split() for line in lines[6:]}
    assert set(table) == {"Ann", "Bo", "Ada", "Ben"}
    assert [table[name][1] for name in ("Ann", "Ada")] == ["2", "1"]
    _, one, _ = said(capsys, MATCH)
    unforced = next(line for line in one.splitlines() if line.startswith("  Unforced moves")).split()[-2:]
    assert [int(table[name][2]) for name in ("Ann", "Bo")] == [2 * int(number) for number in unforced]


def test_several_files_in_full(capsys):
    _, out, _ = said(capsys, MATCH, EXAMPLE, "--full")
    assert out.count("Checker play rating") == 2
    assert out.count("Player  ") > 1
    _, out, _ = said(capsys, MATCH, EXAMPLE, "--only", "blunders")
    assert "Game 1" in out, "who asks for decisions gets them"


def test_failures_are_counted_under_the_lines(capsys, tmp_path):
    code, out, _ = said(capsys, MATCH, str(tmp_path / "missing.mat"))
    assert code == 1
    assert "1 match, 1 failed" in out


def test_decisions_are_chosen_by_kind_cost_and_game(capsys):
    def listed(*arguments):
        _, out, _ = said(capsys, MATCH, *arguments)
        return re.findall(r"^ +\d+  (?:Ann|Bo) .*", out, re.MULTILINE)

    assert 0 < len(listed("--only", "checker")) < len(listed())
    assert all("??" in line for line in listed("--only", "blunders"))
    assert len(listed("--min-error", "0.05")) < len(listed())
    assert listed("--games", "1") + listed("--games", "2-9") == listed()
    for wrong in (("--games", "x"), ("--games", "5-2"), ("--only", "all"), ("--min-error", "-1")):
        assert said(capsys, MATCH, *wrong)[0] == 2


def test_conventions_and_thresholds_change_marks_and_rates(capsys):
    _, out, _ = said(capsys, MATCH, "--convention", "xg")
    assert "? > 0.020, ?? > 0.080" in out
    assert "?!" not in out
    assert out.index("PR (XG)") < out.index("Snowie")
    _, out, _ = said(capsys, MATCH, "--thresholds", "0.02,0.04,0.08")
    assert "?! > 0.020, ? > 0.040, ?? > 0.080" in out
    for wrong in ("0.02,0.04", "0.1,0.05,0.2", "a,b,c", "0,0,0"):
        assert said(capsys, MATCH, "--thresholds", wrong)[0] == 2


def test_cubeless_equity_is_a_wish(capsys):
    _, out, _ = said(capsys, MATCH, "--cubeless")
    assert "cubeless money equity" in out
    assert "cubeful equity (Zadeh)" in said(capsys, MATCH, "--met", "zadeh")[1]
    assert said(capsys, MATCH, "--met", "nonsense")[0] == 1


@pytest.mark.parametrize(
    ("condition", "code"),
    [("error:0.0001", 3), ("error:99", 0), ("rate:0.1", 3), ("rate:9999", 0), ("pr:0.1", 3), ("pr:999", 0)],
)
def test_an_alarm_is_an_exit_code(capsys, condition, code):
    found, out, err = said(capsys, MATCH, "--fail-on", condition)
    assert (found, err) == (code, "")
    assert out


def test_an_alarm_that_means_nothing_is_a_usage_error(capsys):
    for wrong in ("error", "error:x", "luck:1"):
        assert said(capsys, MATCH, "--fail-on", wrong)[0] == 2


def test_a_game_may_have_its_own_table(capsys):
    assert said(capsys, MATCH, "--game-tables")[1].count("Checker play rating") > 1


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
    for rule in ("unforced moves", "error rate", "1000 x error / unforced moves", "not judged", "residue", "PR"):
        assert rule in out


def test_the_example_replays_without_a_problem():
    [match] = read_matches(EXAMPLE)
    assert not match.problems
    assert match.length == 3
    assert match.final_score == (2, 3)


def test_deeper_plays_are_judged_at_equal_depth(capsys, monkeypatch):
    monkeypatch.undo()  # the judge of these tests has no compiled part to look ahead with
    code, out, _ = said(capsys, MATCH, "--plies", "1", "--json")
    document = json.loads(out)
    assert code == 0
    assert document["settings"]["plies"] == 1
    moves = [a for game in document["games"] for a in game["actions"] if a["type"] == "move"]
    judged = [action for action in moves if action["error"] is not None]
    assert judged
    assert all(action["error"] >= 0 for action in judged)
    for action in judged:
        depths = {play["plies"] for play in action["alternatives"] if play["play"] == action["played"]}
        assert depths <= {1}
