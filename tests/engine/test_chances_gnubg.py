"""Chances two plies deep beside GNU Backgammon's, on sixty positions of every kind, and on two where it is refuted.

``tests/data/chances_gnubg.jsonl`` holds what GNU Backgammon 1.07 says at 2-ply with its pruning networks; where it is
installed the numbers are asked again.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from bgtool.engine.boards import as_boards
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.search import Lookahead
from bgtool.formats.ids import parse_position_id
from tests.oracle import ask_gnubg, needs_gnubg

ROWS = [json.loads(line) for line in (Path(__file__).parents[1] / "data/chances_gnubg.jsonl").read_text().splitlines()]
KINDS = {"bar", "dance", "closed board", "prime", "back game", "race", "bear-off", "one checker each"}
NEAR = 0.03

WIN, LOSE_GAMMON = 0, 3
REFUTED = {
    "AACAAAAAAgAAAA": (WIN, 0.6016),  # one checker each, 24 against 24: exact; GNU Backgammon says 0.633
    "tt1lAADgc/AAWA": (LOSE_GAMMON, 0.574),  # dancing: rolled out, every play judged, +- 0.002; GNU Backgammon 0.602
}
"""Which chance GNU Backgammon is wrong about by 0.02 or more, and what it is; the two differ by over NEAR there."""


@pytest.fixture(scope="module")
def found():
    boards = as_boards([parse_position_id(row["id"]) for row in ROWS])
    return Lookahead(evaluator_named("net"), 2).evaluate(boards)


def test_the_positions_are_of_every_kind():
    assert len({row["id"] for row in ROWS} - set(REFUTED)) == 60
    assert {row["kind"] for row in ROWS} >= KINDS


@pytest.mark.parametrize("index", range(len(ROWS)), ids=[f"{row['kind']} {row['id']}" for row in ROWS])
def test_two_plies_deep_both_say_the_same(found, index):
    row = ROWS[index]
    if row["id"] not in REFUTED:
        assert found[index] == pytest.approx(row["chances"], abs=NEAR)
        return
    place, truth = REFUTED[row["id"]]
    assert abs(found[index, place] - truth) < abs(row["chances"][place] - truth)
    apart = np.abs(found[index] - row["chances"])
    assert np.delete(apart, place).max() < NEAR


def test_on_the_whole_they_are_nearer_than_that(found):
    differences = np.abs(found - np.array([row["chances"] for row in ROWS])).max(axis=1)
    assert np.median(differences) < 0.01
    assert differences.mean() < 0.012


SCRIPT = """
import gnubg, json
context = dict(gnubg.evalcontext(0, 2, 1, 1, 0.0), cubeful=0, plies=2, prune=1, deterministic=1, noise=0.0)
cube = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0)
cube["jacoby"] = 0
cube = gnubg.calcgammonprice(cube)
for position in {ids!r}:
    print("ROW", json.dumps(gnubg.evaluate(gnubg.positionfromid(position), cube, context)[:5]))
"""


@pytest.mark.parametrize("mark", [pytest.param(None, marks=needs_gnubg)], ids=["gnubg"])
def test_gnubg_says_what_is_written_here(mark, tmp_path):
    (tmp_path / "ask.py").write_text(SCRIPT.format(ids=[row["id"] for row in ROWS]))
    said = ask_gnubg(f"load python {tmp_path / 'ask.py'}")
    answers = [json.loads(line.split("ROW ", 1)[1]) for line in said.splitlines() if "ROW " in line]
    np.testing.assert_allclose(answers, [row["chances"] for row in ROWS], atol=5e-4)
