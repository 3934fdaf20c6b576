"""bgtool pips: counts, races, what does not apply; effective pips against exact values and GNU Backgammon."""

import json
import random
import re

import pytest

from bgtool.cli import run
from bgtool.core.position import Position
from bgtool.formats.ids import position_id
from tests.oracle import ask_gnubg, needs_gnubg

EXACT = [
    ("1:3", 14.9722),
    ("1:10", 36.0001),
    ("1:15", 57.0),
    ("6:1", 10.2083),
    ("6:2", 17.2285),
    ("6:1 5:1 4:1 3:1 2:1 1:1", 28.2865),
    ("6:2 5:2 4:2", 36.245),
    ("5:2 4:2 3:2 2:2 1:2", 40.9277),
    ("6:3 5:3 4:2", 47.5264),
]
"""Rows with their effective pip counts from an exact calculation of its own (least mean number of rolls x 49/6)."""


def asked(capsys, *ids):
    assert run(["pips", "--json", *ids]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_effective_pips_are_exact(capsys):
    positions = [Position.of(row, "6:5 5:5 4:5") for row, _ in EXACT]
    for document, (_, epc) in zip(asked(capsys, *map(position_id, positions)), EXACT, strict=True):
        found = document["effective"]["on_roll"]
        assert found["epc"] == pytest.approx(epc, abs=6e-5)
        assert found["wastage"] == pytest.approx(found["epc"] - document["pips"]["on_roll"])
        assert found["epc"] == pytest.approx(found["mean_rolls"] * 49 / 6)


def test_a_race_has_every_figure(capsys):
    (document,) = asked(capsys, "tXsPAABtdw8AAA")
    assert document["schema"] == "bgtool.pips/1"
    assert document["pips"] == {"on_roll": 62, "opponent": 65, "lead": 3}
    assert [count["name"] for count in document["counts"]] == ["Keith", "Thorp", "Ward", "8-9-12", "Kleinman", "Isight"]
    assert {count["action"] for count in document["counts"]} == {"no double, take"}


def test_contact_says_what_does_not_apply(capsys):
    (document,) = asked(capsys, "4HPwATDgc/ABMA")
    assert document["pips"] == {"on_roll": 167, "opponent": 167, "lead": 0}
    assert not document["counts"]
    assert document["effective"] is None
    assert "contact" in document["not_applicable"]["reason"]
    assert run(["pips", "4HPwATDgc/ABMA"]) == 0
    assert "Keith" in capsys.readouterr().out


def test_text_of_a_race(capsys):
    assert run(["pips", "tXsPAABtdw8AAA"]) == 0
    shown = capsys.readouterr().out
    assert "effective 70.263  wastage 8.263" in shown
    assert "ahead by 3 (+4.8%)" in shown


def test_a_finished_game_has_pips_only(capsys):
    (document,) = asked(capsys, "AAAABAAAAAAAAA")
    assert document["not_applicable"]["reason"] == "the game is over"


def bear_offs(number):
    rng = random.Random(7)
    for _ in range(number):
        rows = []
        for _ in range(2):
            row = [0] * 26
            for _ in range(15):
                row[rng.randint(0, 6)] += 1
            rows.append(tuple(row))
        yield Position(*rows)


@pytest.mark.oracle
@needs_gnubg[1]
def test_effective_pips_as_gnubg_shows_them(capsys):
    ids = [position_id(position) for position in bear_offs(20)]
    lines = [line for text in ids for line in (f"set gnubgid {text}:cAkAAAAAAAAE", "show onesidedrollout")]
    blocks = ask_gnubg("new session", *lines).split("Setting GNUbg ID ")[1:]
    for document, block in zip(asked(capsys, *ids), blocks, strict=True):
        (opponent, other_waste), (mine, waste) = re.findall(r"^\w+ +(\d+\.\d{3}) +(\d+\.\d{3})$", block, re.MULTILINE)
        effective = document["effective"]
        assert effective["on_roll"]["epc"] == pytest.approx(float(mine), abs=0.0015)
        assert effective["on_roll"]["wastage"] == pytest.approx(float(waste), abs=0.0015)
        assert effective["opponent"]["epc"] == pytest.approx(float(opponent), abs=0.0015)
        assert effective["opponent"]["wastage"] == pytest.approx(float(other_waste), abs=0.0015)
