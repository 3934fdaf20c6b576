"""Judged sets that are damaged: each is one error that names file and line."""

import json

import pytest
from click.testing import CliRunner

from bgtool.errors import ParseError
from bgtool.training.__main__ import main

START = "4HPwATDgc/ABMA"
OVER = "AAAAAAAAAAAAAA"
GOOD = {
    "checker_rollout": {"cls": "contact", "cands": [{"posid": START, "loss": 0.0}]},
    "checker_4ply": {"cls": "contact", "cands": [{"posid": START, "loss_cubeless": 0}]},
    "positions_rollout": {"posid": START, "equity_mover": 0.0},
    "backgame_player": {"posid": START, "equity_mover": 0.0},
    "cube_4ply": {"posid": START, "matchid": "cAkAAAAAAAAA", "cls": "contact", "nd": 0.5, "dt": 1.4, "dp": 1.0},
    "cube_rollout": {
        "posid": "CAAARAAAAAAAAA",
        "owner": "CENTRED",
        "jacoby": 1,
        "exact": {"verdict": "DOUBLE_PASS", "e_nd": 0.6111, "e_dt": 1.2222},
    },
}


def strength(tmp_path, name, *lines):
    """What comes of the command on a set of these lines, text or bytes."""
    path = tmp_path / f"{name}.jsonl"
    path.write_bytes(b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines))
    options = ["--cube"] if name.startswith("cube") else []
    return CliRunner().invoke(main, ["strength", "--data", str(tmp_path), "--evaluator", "heuristic", *options])


@pytest.mark.parametrize("name", GOOD)
def test_good_rows_are_judged(tmp_path, name):
    result = strength(tmp_path, name, json.dumps(GOOD[name]), "", json.dumps(GOOD[name]))
    assert result.exit_code == 0, result.output
    assert name in result.output


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize(
    "line", ["junk", "[1]", "3", "{", b"\xff\xfe", "[" * 100_000, "9" * 5000, "null", '{"posid": "\\ud800"}']
)
def test_lines_that_are_no_rows(tmp_path, name, line):
    result = strength(tmp_path, name, json.dumps(GOOD[name]), line)
    assert isinstance(result.exception, ParseError), result.exception
    assert f"{name}.jsonl:2: " in str(result.exception)
    assert len(str(result.exception).removeprefix(str(tmp_path))) < 400


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize("content", [[], ["", "  "]])
def test_an_empty_set_is_refused(tmp_path, name, content):
    """It had a mean of nan."""
    result = strength(tmp_path, name, *content)
    assert isinstance(result.exception, ParseError), result.exception
    assert f"{name}.jsonl: the judged set is empty" in str(result.exception)


NO_NUMBERS = (None, "0.5", [], True, float("nan"), float("inf"), 10**400)
NO_POSITIONS = (None, "", 7, START[:-1], START + "A", "//////////////", "ä" * 14, "4HPwATDgc/ABM=")
CHANGES = [
    *(("positions_rollout", {"equity_mover": bad}) for bad in NO_NUMBERS),
    *(("backgame_player", {"posid": bad}) for bad in NO_POSITIONS),
    *(("checker_rollout", {"cands": bad}) for bad in (None, [], {}, "x", [3], [{}], [{"posid": START}])),
    *(("checker_rollout", {"cands": [{"posid": START, "loss": bad}]}) for bad in NO_NUMBERS),
    *(("checker_4ply", {"cands": [{"posid": bad, "loss_cubeless": 0}]}) for bad in NO_POSITIONS),
    *(("checker_4ply", {"cls": bad}) for bad in (None, 3, [], "", "\ud800")),
    *(("cube_4ply", {name: bad}) for bad in NO_NUMBERS for name in ("nd", "dt", "dp")),
    *(("cube_4ply", {"dp": bad}) for bad in (0, 2, -0.5)),
    *(("cube_4ply", {"posid": bad}) for bad in (*NO_POSITIONS, OVER)),
    *(("cube_4ply", {"matchid": bad}) for bad in (None, "", 3, "junk", "////////////", START)),
    *(("cube_rollout", {"posid": bad}) for bad in (*NO_POSITIONS, OVER)),
    *(("cube_rollout", {"owner": bad}) for bad in (None, "ME", [], 0)),
    *(("cube_rollout", {"jacoby": bad}) for bad in (None, "yes", [], 2)),
    *(("cube_rollout", {"exact": bad}) for bad in (3, [], {}, {"verdict": "NO_DOUBLE", "e_nd": "1", "e_dt": 1})),
    *(("cube_rollout", {"exact": {"verdict": bad, "e_nd": 0.5, "e_dt": 1}}) for bad in (None, 3, [])),
    *(("cube_rollout", {"our_column": bad}) for bad in (None, 3, {"resolved": True}, {"resolved": 1, "verdict": []})),
]


@pytest.mark.parametrize(("name", "change"), CHANGES)
def test_fields_that_are_not_what_they_should_be(tmp_path, name, change):
    good = GOOD[name]
    result = strength(tmp_path, name, json.dumps(good), json.dumps({**good, **change}))
    assert isinstance(result.exception, ParseError), (result.exception, result.output)
    assert f"{name}.jsonl:2: " in str(result.exception)


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("checker_rollout", "cands"),
        ("checker_rollout", "cls"),
        ("positions_rollout", "posid"),
        ("positions_rollout", "equity_mover"),
        *(("cube_4ply", missing) for missing in ("posid", "matchid", "cls", "nd", "dt", "dp")),
        *(("cube_rollout", missing) for missing in ("posid", "owner", "jacoby")),
    ],
)
def test_fields_that_are_missing_are_named(tmp_path, name, missing):
    row = {field: value for field, value in GOOD[name].items() if field != missing}
    result = strength(tmp_path, name, json.dumps(row))
    assert f"{name}.jsonl:1: the field {missing!r} is missing" in str(result.exception)
