"""``bgtool rollout``: output, batches, errors."""

import json
import os
import signal
import subprocess
import sys

import pytest

from bgtool.cli import run
from bgtool.cli.rollout_command import sorted_arguments
from bgtool.core.position import Position
from bgtool.engine.rollout_run import RolloutRun
from bgtool.formats.ids import position_id

RACE = position_id(Position.of("6:2 5:2 4:2 3:2", "6:2 5:2 4:2 2:2"))
ONE_ROLL = position_id(Position.of("2:2", "1:1"))


def answer(capsys, *arguments, code=0):
    assert run(["rollout", *arguments]) == code
    return capsys.readouterr()


@pytest.mark.parametrize("extra", [[], ["--dice", "61", "--top", "3"], ["--variance-reduction"]])
def test_json_is_the_same_to_the_byte_for_any_jobs(extra, capsys):
    texts = [answer(capsys, RACE, "--json", "--trials", "300", "--jobs", jobs, *extra).out for jobs in "123"]
    assert texts[0] == texts[1] == texts[2]
    assert texts[0].count("\n") == 1


def test_json_fields(capsys):
    document = json.loads(answer(capsys, ONE_ROLL, "--json", "--seed", "7", "--cubeless").out)
    assert document["schema"] == "bgtool.rollout/1"
    assert document["position_id"] == ONE_ROLL
    assert document["dice"] is None
    assert document["settings"]["seed"] == 7
    assert document["settings"]["trials"] == document["trials"] == 1296
    [candidate] = document["candidates"]
    assert candidate["play"] is None
    assert candidate["equity"] == candidate["raw_equity"] == pytest.approx(4 / 9)
    assert candidate["std_error"] == 0
    assert candidate["win"] == pytest.approx(26 / 36)
    assert candidate["std_errors"]["win"] == 0
    assert candidate["games"]["won_single"] == 936
    assert candidate["jsd"] is None


def test_plays_are_ranked_with_their_differences(capsys):
    document = json.loads(answer(capsys, RACE, "--json", "--dice", "61", "--trials", "72").out)
    assert document["dice"] == "61"
    equities = [candidate["equity"] for candidate in document["candidates"]]
    assert equities == sorted(equities, reverse=True)
    for candidate in document["candidates"]:
        assert candidate["error"] == pytest.approx(equities[0] - candidate["equity"])


def test_given_plays_alone_are_rolled_out(capsys):
    shown = answer(capsys, RACE, "6/off 6/5", "6/off 5/4", "--dice", "61", "--json", "--trials", "36")
    assert {candidate["play"] for candidate in json.loads(shown.out)["candidates"]} == {"6/5 6/off", "6/off 5/4"}


def test_text_names_settings_seed_and_errors(capsys):
    shown = answer(capsys, ONE_ROLL, "--seed", "3", "--cubeless").out
    assert ONE_ROLL in shown
    assert "1296 trials, 0-ply" in shown
    assert "seed 3" in shown
    assert "Eq.: +0.444 ± 0.000" in shown
    assert "0.722 0.000 0.000 - 0.278 0.000 0.000" in shown
    assert "games 936 0 0 - 360 0 0" in shown


def test_a_cube_decision_in_json(capsys):
    document = json.loads(answer(capsys, ONE_ROLL, "--json").out)
    assert document["settings"]["cubeful"]
    cube = document["cube"]
    assert cube["no_double"] == pytest.approx(4 / 9, abs=1e-4)
    assert cube["double_take"] == pytest.approx(8 / 9, abs=1e-4)
    assert (cube["double_pass"], cube["proper_action"]) == (1.0, "double-take")
    assert {candidate["action"] for candidate in document["candidates"]} == {"no-double", "double-take"}
    assert all(candidate["cubeless_equity"] == pytest.approx(4 / 9) for candidate in document["candidates"])


def test_a_cube_decision_in_text(capsys):
    shown = answer(capsys, ONE_ROLL).out
    for words in ("cubeful", "No double  ", "Double, take", "Double, pass", "Eq.: +1.000", "dropped"):
        assert words in shown
    assert "Proper cube action: Double, take; doubling gains 0.444" in shown
    owned = answer(capsys, "XGID=-BBBA----------------baa--:1:1:1:00:2:1:0:5:10", "--trials", "36").out
    for words in ("No redouble", "Redouble, take", "Redouble, pass", "Kazaross-XG2", "MWC"):
        assert words in owned


def test_one_side_of_a_cube_decision(capsys):
    document = json.loads(answer(capsys, ONE_ROLL, "double-take", "--json", "--trials", "36").out)
    assert [candidate["action"] for candidate in document["candidates"]] == ["double-take"]
    assert document["cube"] is None


def test_settings_printed_are_those_used(capsys):
    """U078: whatever is asked for stands in the settings, and changes the games."""
    given = ["--json", "--trials", "36", "--truncate", "3", "--plies", "1", "--cube-plies", "0"]
    document = json.loads(answer(capsys, RACE, *given).out)
    assert {name: document["settings"][name] for name in ("plies", "cube_plies", "truncate")} == {
        "plies": 1,
        "cube_plies": 0,
        "truncate": 3,
    }
    assert "1-ply prune" in answer(capsys, RACE, *given[1:]).out
    assert "cube 0-ply" in answer(capsys, RACE, *given[1:]).out


def test_text_of_plays_shows_what_they_lose(capsys):
    shown = answer(capsys, RACE, "--dice", "61", "--top", "2", "--trials", "72", "--variance-reduction").out
    assert "   2. " in shown
    assert "JSD)" in shown
    assert shown.count("without variance reduction") == 2


def test_ids_from_standard_input_one_line_each(capsys, monkeypatch):
    lines = f"{ONE_ROLL}\ngarbage\n{RACE}\n"
    done = subprocess.run(
        [sys.executable, "-m", "bgtool", "rollout", "-", "--json", "--trials", "36"],
        input=lines,
        capture_output=True,
        text=True,
    )
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [document.get("position_id") for document in documents] == [ONE_ROLL, None, RACE]
    assert documents[1]["input"] == "garbage"
    assert done.stderr.count("Error:") == 1
    assert "\r" not in done.stderr


@pytest.mark.parametrize(
    "wrong",
    [
        ["--trials", "0"],
        ["--trials", "many"],
        ["--truncate", "0"],
        ["--until-se", "nan"],
        ["--until-jsd", "-1"],
        ["--min-trials", "0"],
        ["--time", "soon"],
        ["--time", "0s"],
        ["--jobs", "0"],
        ["--seed", "-1"],
        ["--dice", "70"],
        ["--top", "0"],
        ["--plies", "3"],
        ["--cube-plies", "-1"],
    ],
)
def test_impossible_options_are_usage_errors(wrong, capsys):
    shown = answer(capsys, RACE, *wrong, code=2)
    assert not shown.out
    assert sum(line.startswith("Error:") for line in shown.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["garbage"], "garbage"),
        ([RACE, "6/2", "--dice", "61"], "not legal"),
        ([RACE, "6/off", "6/5", "--dice", "61"], "in quotes"),
        ([RACE, "6/off 6/5"], "no roll is known"),
        ([RACE, "--top", "2"], "no roll is known"),
        ([RACE, "--dice", "61", "--initial"], "opening roll"),
        ([RACE, "--evaluator", "oracle"], "oracle"),
        ([RACE, "99", "--dice", "61"], "play 99: there are"),
        ([RACE, "double-take", "--cubeless"], "may not double"),
        ([RACE, "--met", "nowhere"], "nowhere"),
        (
            [position_id(Position.of("bar:3 " + "6:2 5:2 4:2 3:2 2:2 1:2", "bar:3 6:2 5:2 4:2 3:2 2:2 1:2"))],
            "ever move",
        ),
    ],
)
def test_what_cannot_be_rolled_out_is_one_clear_line(arguments, words, capsys):
    shown = answer(capsys, *arguments, code=1)
    assert not shown.out
    [line] = [line for line in shown.err.splitlines() if not line.startswith("Compiling")]
    assert line.startswith("Error:")
    assert words in line


def test_a_finished_game_says_so(capsys):
    over = position_id(Position.of("", "6:15"))
    shown = answer(capsys, over, "--trials", "1").out
    assert "The game is over: the player on roll has won a gammon." in shown
    assert "  1 trial, " in shown
    document = json.loads(answer(capsys, over, "--trials", "36", "--json").out)
    assert document["game_over"] == "the player on roll has won a gammon"
    assert document["candidates"][0]["equity"] == 2
    assert json.loads(answer(capsys, RACE, "--trials", "36", "--json").out)["game_over"] is None


def test_plays_named_twice_are_told_on_stderr(capsys):
    shown = answer(capsys, RACE, "6/5 6/off", "6/off 6/5", "--dice", "61", "--trials", "36", "--json")
    assert len(json.loads(shown.out)["candidates"]) == 1
    assert "6/5 6/off and 6/off 6/5 are the same play" in shown.err


def test_a_beaver_stands_beside_the_pass_where_beavers_are_played(capsys):
    behind = position_id(Position.of("6:2 4:1", "6:1 5:1"))
    assert "beaver" not in answer(capsys, behind, "--trials", "36").out
    text = answer(capsys, behind, "--trials", "360", "--beavers").out
    assert "   4. Double, beaver" in text
    assert "Proper cube action: No double, beaver" in text
    cube = json.loads(answer(capsys, behind, "--trials", "360", "--beavers", "--json").out)["cube"]
    assert cube["double_beaver"] == 2 * cube["double_take"] < 0
    assert cube["proper_action"] == "no-double-beaver"


def test_nothing_given_is_a_usage_error(capsys):
    answer(capsys, code=2)


def test_arguments_are_ids_then_plays():
    assert sorted_arguments((RACE, "-")) == ((RACE, "-"), ())
    assert sorted_arguments((RACE, "2", "no-double")) == ((RACE,), ("2", "no-double"))
    assert sorted_arguments((RACE, "13/8 6/5", "bar/20")) == ((RACE,), ("13/8 6/5", "bar/20"))
    assert sorted_arguments(("4HPwATDgc/ABMA:cAgAAAAAAAAA",)) == (("4HPwATDgc/ABMA:cAgAAAAAAAAA",), ())


def test_halves_combine_to_the_same_bytes(tmp_path, capsys):
    a, b, c = (str(tmp_path / name) for name in "abc")
    whole = answer(capsys, RACE, "--json", "--trials", "200").out
    answer(capsys, RACE, "--trials", "100", "--checkpoint", a)
    answer(capsys, RACE, "--trials", "100", "--first", "100", "--checkpoint", b)
    merged = json.loads(answer(capsys, "--combine", a, b, "--checkpoint", c, "--json").out)
    assert merged == {**json.loads(whole), "id": merged["id"]}
    assert answer(capsys, RACE, "--json", "--trials", "200", "--checkpoint", c).out == whole
    assert ONE_ROLL not in answer(capsys, "--combine", a).out


def test_resumed_and_extended_to_the_same_bytes(tmp_path, capsys):
    path = str(tmp_path / "rollout.json")
    answer(capsys, RACE, "--trials", "50", "--checkpoint", path)
    resumed = answer(capsys, RACE, "--json", "--trials", "200", "--checkpoint", path).out
    assert resumed == answer(capsys, RACE, "--json", "--trials", "200").out


def test_checkpoint_troubles_are_one_clear_line(tmp_path, capsys):
    path = str(tmp_path / "rollout.json")
    answer(capsys, RACE, "--trials", "36", "--checkpoint", path)
    for arguments, words in (
        ([ONE_ROLL, "--checkpoint", path], "another rollout"),
        ([RACE, "--checkpoint", str(tmp_path)], "directory"),
        ([RACE, "--checkpoint", str(tmp_path / "no" / "where")], "No such file"),
        (["--combine", path, path], "in another file too"),
        (["--combine", str(tmp_path / "missing")], "No such file"),
    ):
        shown = answer(capsys, *arguments, code=1)
        assert not shown.out
        assert words in shown.err
        assert shown.err.count("\n") == 1
    answer(capsys, "--combine", code=2)
    answer(capsys, RACE, RACE, "--checkpoint", path, code=2)


def test_presets_are_overridden_by_single_options(capsys):
    document = json.loads(answer(capsys, RACE, "--preset", "truncated", "--trials", "36", "--json").out)
    settings = document["settings"]
    assert (settings["truncate"], settings["trials"], settings["variance_reduction"]) == (7, 36, True)


@pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")
def test_interrupted_it_prints_what_is_known_and_exits_130(capsys, monkeypatch):
    taken = []

    def take_in(run, *group):
        taken.append(group)
        original(run, *group)
        if len(taken) == 3:
            signal.raise_signal(signal.SIGINT)

    original = RolloutRun._take_in
    monkeypatch.setattr(RolloutRun, "_take_in", take_in)
    shown = answer(capsys, RACE, "--trials", "100000000", "--json", code=130)
    document = json.loads(shown.out)
    assert document["stopped"] == "interrupted"
    assert document["trials"] == document["candidates"][0]["trials"] > 0
    assert shown.err.strip() == "Interrupted."
