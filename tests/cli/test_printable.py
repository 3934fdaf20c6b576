"""Errors that are fit for a terminal whatever they quote."""

import io
import logging
import sys

import pytest

from bgtool.cli import run
from bgtool.cli.exits import Tally
from bgtool.cli.notes import show_notes
from bgtool.cli.printable import LONGEST, printable
from bgtool.errors import InputError

STEERING = "\x1b[31m"


def test_control_characters_are_escaped_and_blanks_are_one():
    assert printable("a\x00b \x1b[2J\n\tc\u202ed\x9b") == "a\\x00b \\x1b[2J c\\u202ed\\x9b"
    assert printable("Zoë 日本語 ±0.01") == "Zoë 日本語 ±0.01"


def test_a_long_message_keeps_both_ends():
    shown = printable("begin " + "x" * 5000 + " end")
    assert len(shown) < LONGEST
    assert shown.startswith("begin x")
    assert shown.endswith("x end")
    assert "[... 4,110 characters ...]" in shown
    assert printable("y" * LONGEST) == "y" * LONGEST


@pytest.mark.parametrize(
    "arguments",
    [
        ["id", f"4HP{STEERING}"],
        ["met", f"{STEERING}"],
        ["hint", "4HPwATDgc/ABMA", "--dice", STEERING],
        ["id", f"--{STEERING}"],
        [STEERING],
        ["check", f"/nowhere/{STEERING}"],
        ["convert", f"/nowhere/{STEERING}", "--to", "json"],
    ],
)
def test_no_error_steers_the_terminal(arguments, capsys):
    assert run(arguments) != 0
    shown = capsys.readouterr().err
    assert "\x1b" not in shown
    assert "\\x1b[31m" in shown


def test_a_bad_line_is_quoted_once(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\0b\x1b[31m\n")))
    assert run(["id", "-"]) == 1
    shown = capsys.readouterr().err
    assert shown.startswith("Error: Position ID 'a\\x00b\\x1b[31m': ")
    assert shown.count("\n") == 1


def test_a_message_of_thousands_of_characters_is_shortened(capsys):
    message = Tally().failure(InputError("x" * 5000), "given")
    assert capsys.readouterr().err == f"Error: {message}\n"
    assert len(message) <= LONGEST


def test_notes_are_made_fit_too(capsys):
    show_notes()
    logging.getLogger("bgtool").warning("beware of %s", STEERING)
    assert capsys.readouterr().err == "beware of \\x1b[31m\n"
