"""Streams that the shell closed, names of files and options that make no sense: one line, never a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from bgtool.cli import run

OPENING = "4HPwATDgc/ABMA"
MATCH = Path(__file__).parents[1] / "data/ann_bo.mat"


def in_a_shell(command):
    line = f"{sys.executable} -m bgtool {command}"
    return subprocess.run(line, shell=True, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", [f"eval {OPENING}", f"show {OPENING}", f"check {MATCH}", "met 3 5"])
def test_a_closed_standard_output_is_told(command):
    done = in_a_shell(f"{command} >&-")
    assert done.returncode == 1
    assert done.stderr.splitlines() == ["Error: standard output is closed; redirect it to a file or to /dev/null"]


def test_a_closed_standard_input_is_told():
    done = in_a_shell("id - <&-")
    assert done.returncode == 1
    assert done.stderr.startswith("Error: standard input is closed")


@pytest.mark.parametrize("least", ["nan", "inf", "-0.1", "much"])
def test_an_error_to_list_from_is_a_number(capsys, least):
    assert run(["analyze", str(MATCH), f"--min-error={least}"]) == 2
    assert "--min-error" in capsys.readouterr().err


def test_games_that_a_match_has_not_are_told(capsys):
    assert run(["analyze", "--evaluator", "heuristic", str(MATCH), "--games", "99"]) == 1
    assert "--games: none of these is in Ann - Bo" in capsys.readouterr().err


def test_a_full_disk_is_told_with_the_name_of_the_output():
    done = in_a_shell(f"convert {MATCH} -o /dev/full --to mat --force")
    assert done.returncode == 1
    assert "cannot write '/dev/full': No space left on device" in done.stderr
    done = in_a_shell(f"id {OPENING} > /dev/full")
    assert (done.returncode, done.stderr) == (1, "Error: the output cannot be written: No space left on device\n")


def test_a_board_is_drawn_as_its_file_is_named(capsys, tmp_path):
    picture, text = tmp_path / "board.SVG", tmp_path / "board.txt"
    assert run(["show", OPENING, "-o", str(picture)]) == 0
    assert picture.read_text().startswith("<svg")
    assert run(["show", OPENING, "-o", str(text)]) == 0
    assert "+13-14-15" in text.read_text()
    assert run(["show", OPENING, "-o", str(tmp_path / "board.jpg")]) == 2
    assert ".jpg" in capsys.readouterr().err
