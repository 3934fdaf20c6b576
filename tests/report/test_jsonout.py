import json
import re
from dataclasses import replace
from math import fsum
from pathlib import Path

import pytest

from bgtool.analysis.annotate import annotate
from bgtool.analysis.settings import Settings
from bgtool.analysis.summary import summaries
from bgtool.core.dice import Dice
from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD
from bgtool.formats.ids import parse_state
from bgtool.report.jsonout import analysis_document, hint_document
from bgtool.report.selection import Selection
from tests.fakes import rank_plays
from tests.matches import one_game
from tests.report.test_text import JUDGE, played_match

FIELDS = {
    *("player", "type", "dice", "played", "best", "error", "error_mwc", "luck", "rank", "alternatives", "position_id"),
    *("match_id", "mark", "number", "seat", "choices", "forced", "skipped", "line", "luck_mwc", "cube_decision"),
}


@pytest.fixture(scope="module")
def analysis():
    return annotate(played_match(), JUDGE)


@pytest.fixture(scope="module")
def document(analysis):
    return json.loads(json.dumps(analysis_document(analysis, "match.mat"), allow_nan=False))


def actions(document):
    return [action for part in document["games"] for action in part["actions"]]


def test_a_whole_document(golden):
    small = analysis_document(annotate(one_game(), JUDGE, alternatives=1), "match.mat")
    golden("analysis.json", json.dumps(small, indent=1) + "\n")


def test_schema_and_every_documented_field(document):
    assert document["schema"] == "bgtool.analysis/2"
    assert {"match", "settings", "games", "players"} <= set(document)
    for part in document["games"]:
        assert {"number", "score", "crawford", "actions"} <= set(part)
    assert all(set(action) >= FIELDS for action in actions(document))


def cubes(document, seat):
    """Every cube decision of a seat, no-doubles and all."""
    judged = [action["cube_decision"] for action in actions(document) if action["cube_decision"]]
    return [decision for decision in judged if decision["seat"] == seat]


def test_totals_recomputed_from_the_document_are_the_summary(document, analysis):
    for total, summary in zip(document["players"], summaries(analysis), strict=True):
        own = [a for a in actions(document) if a["type"] == "move" and a["seat"] == total["seat"]]
        unforced = [a for a in own if a["error"] is not None and not a["forced"]]
        checker, luck, cube, overall = (total[part] for part in ("checker", "luck", "cube", "overall"))
        assert checker["total_moves"] == len(own) == summary.moves
        assert checker["unforced_moves"] == len(unforced) == summary.unforced
        assert checker["error_total"] == pytest.approx(fsum(a["error"] for a in unforced)) == summary.checker.equity
        assert checker["error_total_mwc"] == pytest.approx(fsum(a["error_mwc"] for a in unforced))
        assert checker["error_total_points"] is None
        assert checker["error_rate"] == pytest.approx(checker["error_total"] / len(unforced))
        assert luck["luck_total"] == pytest.approx(fsum(a["luck"] or 0 for a in own))
        assert luck["luck_total_mwc"] == pytest.approx(fsum(a["luck_mwc"] or 0 for a in own))
        for mark in ("doubtful", "bad", "very_bad"):
            assert checker[mark] == sum(a["mark"] == mark.replace("_", " ") for a in own)
        decided = cubes(document, total["seat"])
        close = [decision for decision in decided if decision["close_or_actual"]]
        assert cube["total_decisions"] == len(decided) == summary.cube_total
        assert cube["close_or_actual"] == len(close) > 0
        assert cube["error_total"] == pytest.approx(fsum(decision["error"] for decision in decided))
        assert cube["error_total"] > 0
        assert cube["error_total_mwc"] == pytest.approx(fsum(decision["error_mwc"] for decision in decided))
        for fault, sums in cube["errors"].items():
            wrong = [
                one["error"] for one in decided if one["fault"] and one["fault"].lower().replace(" ", "_") == fault
            ]
            assert (sums["count"], sums["error_total"]) == (len(wrong), pytest.approx(fsum(wrong)))
        error = checker["error_total"] + cube["error_total"]
        assert overall["error_total"] == pytest.approx(error)
        assert overall["error_rate"] == pytest.approx(error / (len(unforced) + len(close)))
        assert overall["pr"] == pytest.approx(500 * error / overall["counted_decisions"])
        assert overall["counted_decisions"] == len(close) + sum(not a["trivial"] for a in unforced)


def test_result_luck_errors_and_residue_add_up_in_the_document():
    document = analysis_document(annotate(ended_match(), JUDGE))
    first, second = document["players"]
    [part] = document["games"]

    def lost(total):
        resigned = total["resignations"]
        wrong = (resigned["too_much"], resigned["accepted_too_little"], total["overall"])
        return fsum(one["error_total_mwc"] for one in wrong)

    luck = first["luck"]["luck_total_mwc"] - second["luck"]["luck_total_mwc"]
    result = part["mwc_after"] - part["mwc"]
    assert first["overall"]["unit"] == "mwc"
    assert first["overall"]["result"] == pytest.approx(result)
    assert first["overall"]["luck_adjusted_result"] == pytest.approx(result - luck)
    assert first["overall"]["residue"] == pytest.approx(result - luck + lost(first) - lost(second))


def ended_match():
    match = one_game()
    return replace(match, games=(replace(match.games[0], winner=0, points=2),))


def test_games_add_up_to_the_match(document):
    for seat, total in enumerate(document["players"]):
        parts = [part["players"][seat] for part in document["games"]]
        for kind in ("checker", "cube", "overall"):
            assert total[kind]["error_total"] == pytest.approx(fsum(part[kind]["error_total"] for part in parts))


def test_every_play_stands_on_its_position_and_leads_to_the_one_it_names(document):
    for action in actions(document):
        state = parse_state(f"{action['position_id']}:{action['match_id']}")
        if action["type"] != "move" or not action["alternatives"]:
            continue
        assert state.dice == Dice.of(*action["dice"])
        best = action["alternatives"][0]
        assert best["play"] == action["best"]
        assert best["error"] == 0
        assert (best["rank"], best["plies"]) == (1, 0)
        after = {play.after.swapped() for play in rank_plays(state.position, state.dice, JUDGE)}
        assert all(parse_state(play["position_id"]).position in after for play in action["alternatives"])


def test_the_played_one_is_among_the_alternatives_with_the_same_error(document):
    for action in actions(document):
        if action["error"] is not None and action["type"] == "move":
            listed = {play["play"]: play for play in action["alternatives"]}
            assert listed[action["played"]]["error"] == action["error"]
            assert listed[action["played"]]["rank"] == action["rank"]


def test_what_could_not_be_judged_says_why_and_has_no_numbers(document):
    skipped = [action for action in actions(document) if action["skipped"]]
    assert all(action["cube_decision"] is None for action in skipped[2:])
    assert [action["skipped"] for action in skipped] == [
        *("illegal play", "the play is not recorded", "the position is not known after an unreadable play")
    ]
    assert all(action["error"] is action["rank"] is action["mark"] is None for action in skipped)
    assert skipped[0]["played"] == "24/13"


def test_cube_actions_have_their_judgement(document):
    turned = [action for action in actions(document) if action["type"] in ("double", "take", "pass")]
    assert [action["type"] for action in turned] == ["double", "take", "double", "take", "double", "pass"]
    assert [action["played"] for action in turned] == [action["type"] for action in turned]
    assert [action.get("cube") for action in turned if action["type"] == "double"] == [2, 2, 4]
    for action in turned:
        decision = action["cube_decision"]
        assert [action[key] for key in ("best", "error", "mark")] == [
            decision[key] for key in ("best", "error", "mark")
        ]
        assert decision["close_or_actual"]
        assert (decision["fault"] is None) == (decision["error"] == 0) == (action["best"] == action["played"])
    [resigned] = [action for action in actions(document) if action["type"] == "resign"]
    assert resigned["error"] == pytest.approx(resigned["played_on"] - resigned["given"])
    assert resigned["error_mwc"] > 0


def test_doubles_not_made_stand_with_the_roll_after_them(document):
    first, second, *_ = document["games"][0]["actions"]
    assert first["cube_decision"] is None, "nobody doubles before the first roll"
    decision = second["cube_decision"]
    assert (decision["played"], decision["seat"]) == ("no double", second["seat"])
    assert decision["no_double"] > decision["double_take"]
    assert decision["error"] == 0


def test_a_selection_leaves_out_actions_and_keeps_the_totals(analysis, document):
    small = analysis_document(analysis, "match.mat", Selection(seats=(1,), least=0.1, games={1, 2}))
    assert {action["player"] for action in actions(small)} == {"Bo"}
    assert all(max(a["error"] or 0, (a["cube_decision"] or a)["error"] or 0) >= 0.1 for a in actions(small))
    assert [part["number"] for part in small["games"]] == [1, 2]
    assert small["players"] == document["players"][1:]


def test_players_of_one_name_are_told_apart_by_seat():
    match = one_game("0 31: 8/5 6/5", "1 64: 24/14")
    same = analysis_document(annotate(type(match)(("Ann", "Ann"), match.length, match.games), JUDGE))
    assert [action["seat"] for action in actions(same)] == [0, 1]


def test_a_hint_document_lists_the_plays_best_first():
    state = MatchState(STANDARD.start, dice=Dice.parse("31"))
    plays = rank_plays(state.position, state.dice, JUDGE)
    document = hint_document("4HPwATDgc/ABMA 31", state, plays, Settings("judge", "0000"))
    assert document["dice"] == [3, 1]
    assert document["position_id"] == "4HPwATDgc/ABMA"
    assert document["evaluator"] == "judge 0000"
    first = document["plays"][0]
    assert first["play"] == "8/5 6/5"
    assert {"play", "position_id", "equity", "error", "win", "win_gammon", "lose_backgammon", "plies"} <= set(first)
    assert [play["equity"] for play in document["plays"]] == sorted((p.equity for p in plays), reverse=True)


def keys(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


def test_every_field_is_documented(document):
    """In README, by its name; ``..._mwc`` and ``..._points`` beside another field go with that one."""
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    section = readme.split("### The JSON of an analysis")[1].split("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", section))
    for key in set(keys(document)):
        assert key in named or re.sub("_(mwc|points)$", "", key) in named, key
