"""What every command does: help, versions, exit codes, pipes."""

import subprocess
import sys

import pytest

from bgtool import __version__
from bgtool.cli import COMMANDS, run


def command(*arguments, **options):
    return subprocess.run([sys.executable, "-m", "bgtool", *arguments], capture_output=True, text=True, **options)


def test_help_lists_every_command(capsys):
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_its_line(name, capsys):
    assert run([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"Usage: bgtool {name}")


def test_version(capsys):
    assert run(["--version"]) == 0
    assert __version__ in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["nonsense"], ["id", "--nonsense"], ["id"]])
def test_wrong_usage_exits_2_with_one_error_line(arguments, capsys):
    assert run(arguments) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert sum(line.startswith("Error:") for line in shown.err.splitlines()) == 1


def test_module_and_script_are_the_same():
    done = command("id", "4HPwATDgc/ABMA")
    assert done.returncode == 0
    assert "4HPwATDgc/ABMA" in done.stdout


def test_a_reader_that_goes_away_is_no_error():
    lines = "4HPwATDgc/ABMA\n" * 3000
    done = subprocess.run(
        f"{sys.executable} -m bgtool id - | head -1", input=lines, capture_output=True, text=True, shell=True
    )
    assert done.stdout.count("\n") == 1
    assert not done.stderr


def test_garbage_is_one_line_and_exit_1(capsys):
    assert run(["id", "garbage"]) == 1
    shown = capsys.readouterr()
    assert not shown.out
    assert shown.err.startswith("Error:")
    assert "garbage" in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["hint", "4HPwATDgc/ABMA", "--dice", "31", "--market"],
        ["hint", "4HPwATDgc/ABMA", "--cube", "--top", "3"],
        ["hint", "4HPwATDgc/ABMA", "--cube", "--dice", "31"],
        ["matrix", "4HPwATDgc/ABMA", "--csv", "--json"],
        ["analyze", "m.mat", "--json", "--format", "csv"],
        ["stats", "m.mat", "--json", "--format", "csv"],
    ],
)
def test_options_that_contradict_each_other_are_told(arguments, capsys):
    assert run(arguments) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert "leave" in shown.err


@pytest.mark.parametrize("name", ["hint", "moves", "rollout", "id", "pips", "show", "eval"])
def test_a_roll_may_stand_after_the_id_everywhere(name, capsys):
    options = ["--trials", "36", "--top", "1"] if name == "rollout" else []
    assert run([name, "4HPwATDgc/ABMA 31", "--json", *options]) == 0
    assert '"4HPwATDgc/ABMA' in capsys.readouterr().out


@pytest.mark.parametrize("name", ["hint", "moves", "eval"])
def test_an_impossible_roll_after_the_id_is_called_one(name, capsys):
    assert run([name, "4HPwATDgc/ABMA 99"]) == 1
    assert "dice '99'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["eval", "rollout"])
def test_a_match_id_without_a_game_still_has_its_position_judged(name, capsys):
    options = ["--trials", "36"] if name == "rollout" else []
    assert run([name, "4HPwATDgc/ABMA:AAAAAAAAAAAA", "--json", *options]) == 0
    assert '"xgid": null' in capsys.readouterr().out


@pytest.mark.parametrize("name", ["hint", "moves", "rollout"])
def test_two_rolls_are_one_too_many(name, capsys):
    assert run([name, "4HPwATDgc/ABMA 31", "--dice", "42"]) == 1
    assert "leave one out" in capsys.readouterr().err


def test_blanks_around_an_id_and_its_roll_do_not_matter(capsys):
    assert run(["moves", "  4HPwATDgc/ABMA \t 31  "]) == 0
    assert "8/5 6/5" in capsys.readouterr().out
