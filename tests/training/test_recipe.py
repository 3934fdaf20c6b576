import json

import pytest
from click.testing import CliRunner

from bgtool.analysis.cube import decide_cubes
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.network import read_weights
from bgtool.formats.ids import parse_state
from bgtool.training.__main__ import main
from bgtool.training.cube_strength import losses
from bgtool.training.recipe import Recipe, run

TINY = Recipe(rounds=2, decisions=40, steps=4, batch=16, seed=3)


def test_from_nothing_on_a_tiny_budget(tmp_path):
    """The whole way runs, is reproducible, and goes on where it was stopped."""
    whole = run(tmp_path / "whole", TINY)
    networks, _ = read_weights(tmp_path / "whole" / "network.weights")
    assert all(weights.table.any() for weights in networks)
    assert (networks.contact.table != networks.crashed.table).any()
    reports = [json.loads(line) for line in (tmp_path / "whole" / "log.jsonl").read_text().splitlines()]
    assert {report["round"] for report in reports if "round" in report} == {1, 2}
    assert {report["part"] for report in reports if "part" in report} >= {"contact", "crashed"}
    assert reports[-1]["step"] == TINY.steps

    first = Recipe(**{**vars(TINY), "rounds": 1})
    run(tmp_path / "stopped", first)
    assert (run(tmp_path / "stopped", TINY) == whole).all()


def test_strength_is_told_with_its_standard_error(tmp_path):
    """Two decisions between a sound play and a blunder, and one position, judged by the shipped network."""
    rows = [
        {
            "cls": "contact",
            "cands": [
                {"posid": "sGfwATDgc/ABMA", "loss": 0.0},  # 31: 8/5 6/5
                {"posid": "4HPQASjgc/ABMA", "loss": 0.25},
            ],
        }
    ] * 2
    (tmp_path / "checker_rollout.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    position = {"posid": "4HPwATDgc/ABMA", "equity_mover": 0.0}
    (tmp_path / "positions_rollout.jsonl").write_text(json.dumps(position) + "\n")
    result = CliRunner().invoke(main, ["strength", "--data", str(tmp_path)])
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0].split()[:2] == ["checker_rollout", "2"]
    assert "0.00 ± 0.00 mEq" in lines[0]
    assert lines[-1].startswith("positions_rollout")
    assert 0.0 < float(lines[-1].split()[-3]) < 0.12  # to be on roll is worth about 0.07


def test_cube_strength_counts_what_wrong_decisions_lose(tmp_path):
    """A cash played on, seen by the doubler and by the one who answers; an exact bear-off; a dead heat left out."""
    told = {"posid": "4HPwATDgc/ABMA", "matchid": "cAkAAAAAAAAA", "cls": "contact"}
    rows = [{**told, "nd": 0.5, "dt": 1.4, "dp": 1.0}, {**told, "nd": -0.5, "dt": -1.4, "dp": -1.0}]
    (tmp_path / "cube_4ply.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    last_roll = {"posid": "CAAARAAAAAAAAA", "owner": "CENTRED", "jacoby": 1}
    exact = {**last_roll, "exact": {"verdict": "DOUBLE_PASS", "e_nd": 0.6111, "e_dt": 1.2222}}
    tie = {**last_roll, "exact": {"verdict": "DOUBLE_PASS", "e_nd": 1.0, "e_dt": 2.0}}
    (tmp_path / "cube_rollout.jsonl").write_text("".join(json.dumps(row) + "\n" for row in (exact, tie)))
    result = CliRunner().invoke(main, ["strength", "--data", str(tmp_path), "--cube"])
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0].split()[:3] == ["cube_4ply", "double", "2"]
    assert lines[-1].split()[:3] == ["cube_rollout", "exact", "1"]
    assert lines[-1].endswith("100.0 %")
    opening = [parse_state("4HPwATDgc/ABMA:cAkAAAAAAAAA")]
    [decision] = decide_cubes(opening, evaluator_named("net"))
    doubles, takes = losses(rows[:1], [decision])
    assert doubles == pytest.approx([0.5])
    assert takes == pytest.approx([0.4])
