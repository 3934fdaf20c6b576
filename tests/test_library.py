"""The commands as library functions give what the commands give."""

import json
from pathlib import Path

import pytest

import bgtool
from bgtool.cli import run
from tests.fakes import Judge, by_pips

MATCH = Path(__file__).parent / "data/ann_bo.mat"


def answer(capsys, *arguments):
    assert run([*arguments, "--json", "--quiet"] if arguments[0] == "analyze" else [*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_analyze_is_the_twin_of_the_command(capsys):
    [analysis] = bgtool.analyze(MATCH)
    document = answer(capsys, "analyze", str(MATCH))
    errors = [action["error"] for game in document["games"] for action in game["actions"] if action["type"] == "move"]
    assert [decision.error for decision in analysis.checker_decisions] == errors
    assert len(errors) == 11
    assert analysis.settings.evaluator == document["settings"]["evaluator"]
    assert analysis.settings.digest == document["settings"]["digest"]


def test_analyze_has_the_options_of_the_command(capsys):
    [analysis] = bgtool.analyze(MATCH, convention="xg", cubeless=True)
    document = answer(capsys, "analyze", str(MATCH), "--convention", "xg", "--cubeless")
    assert document["settings"]["thresholds"]["very_bad"] == analysis.settings.thresholds.very_bad == 0.08
    assert document["settings"]["equity"] == analysis.settings.equity == "cubeless money"
    errors = [action["error"] for game in document["games"] for action in game["actions"] if action["type"] == "move"]
    assert [decision.error for decision in analysis.checker_decisions] == errors
    with pytest.raises(bgtool.BgtoolError, match="snowie"):
        bgtool.analyze(MATCH, convention="snowie")


def test_analyze_takes_a_match_and_any_evaluator():
    [match] = bgtool.read_matches(MATCH)
    [analysis] = bgtool.analyze(match, evaluator=Judge(by_pips), alternatives=1)
    assert analysis.match is match
    assert analysis.settings.evaluator == "judge"
    assert all(len(decision.plays) <= 2 for decision in analysis.checker_decisions)


def test_hint_is_the_twin_of_the_command(capsys):
    plays = bgtool.hint("4HPwATDgc/ABMA", "31")
    document = answer(capsys, "hint", "4HPwATDgc/ABMA 31")
    assert [(str(play.move), play.equity) for play in plays] == [(p["play"], p["equity"]) for p in document["plays"]]


def test_depths_are_plies_or_presets_as_on_the_command_line(capsys):
    given = ["hint", "4HPwATDgc/ABMA 31", "--top", "2"]
    for depth, options in ((1, ["--plies", "1"]), ("quick", ["--preset", "quick"])):
        plays = bgtool.hint("4HPwATDgc/ABMA", "31", depth=depth)[:2]
        document = answer(capsys, *given, *options)
        assert [play.equity for play in plays] == [p["equity"] for p in document["plays"]]
    assert bgtool.evaluate("4HPwATDgc/ABMA", depth=1).plies == 1
    for depth in ("profound", 9):
        with pytest.raises(bgtool.BgtoolError, match=str(depth)):
            bgtool.evaluate("4HPwATDgc/ABMA", depth=depth)


def test_hint_takes_a_position_a_state_or_an_id():
    position = bgtool.parse_state("4HPwATDgc/ABMA").position
    state = bgtool.MatchState(position, dice=bgtool.Dice.of(3, 1))
    judge = Judge(by_pips)
    assert bgtool.hint(position, "31", evaluator=judge) == bgtool.hint(state, evaluator=judge)
    assert bgtool.hint(state, bgtool.Dice.of(6, 5), evaluator=judge) == bgtool.hint(position, "65", evaluator=judge)


@pytest.mark.parametrize(("state", "dice"), [("4HPwATDgc/ABMA", None), ("AAAAAAAAAAAAAA", "31"), ("x", "31")])
def test_what_cannot_be_answered_is_an_error_of_bgtool(state, dice):
    with pytest.raises(bgtool.BgtoolError):
        bgtool.hint(state, dice)


def test_a_missing_file_is_an_os_error():
    with pytest.raises(OSError, match="nowhere"):
        bgtool.analyze("nowhere.mat")


def test_cube_is_the_twin_of_hint_without_a_roll(capsys):
    name = "4HPwAVDYzsEBMA:cAkAAAAAAAAE"
    decision = bgtool.cube(name)
    assert run(["hint", "--json", name]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [told["no_double"], told["double_take"]] == [decision.no_double, decision.double_take]
    assert told["proper_action"] == decision.verdict.code
    assert bgtool.cube(name, outcomes=bgtool.Outcomes(0.5)).words == "No double, take"


def test_evaluate_is_the_twin_of_the_command(capsys):
    document = answer(capsys, "eval", "sGfwATDgc/ABMA")
    for found in (
        bgtool.evaluate("sGfwATDgc/ABMA"),
        bgtool.evaluate(bgtool.parse_state("sGfwATDgc/ABMA")),
        bgtool.evaluate(bgtool.parse_state("sGfwATDgc/ABMA").position),
    ):
        assert list(found.outcomes) == [
            document[name] for name in ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
        ]
        assert found.equity == document["cubeless_equity"]
        assert f"{found.evaluator} {found.digest}" == document["evaluator"]


def test_evaluate_takes_any_evaluator():
    found = bgtool.evaluate(bgtool.parse_state("sGfwATDgc/ABMA"), evaluator=Judge(by_pips))
    assert found.evaluator == "judge"
    assert found.outcomes.win == pytest.approx(by_pips(found.position).win, abs=1e-6)
