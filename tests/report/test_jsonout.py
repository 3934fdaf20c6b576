import json
from math import fsum

import pytest

from bgtool.analysis.annotate import annotate
from bgtool.analysis.decisions import rank_plays
from bgtool.analysis.settings import Settings
from bgtool.analysis.summary import summaries
from bgtool.core.dice import Dice
from bgtool.core.state import MatchState
from bgtool.core.variant import STANDARD
from bgtool.formats.ids import parse_state
from bgtool.report.jsonout import analysis_document, hint_document
from tests.matches import one_game
from tests.report.test_text import JUDGE, played_match

FIELDS = {
    *("player", "type", "dice", "played", "best", "error", "error_mwc", "luck", "rank", "alternatives", "position_id"),
    *("match_id", "mark", "number", "seat", "choices", "forced", "skipped", "line"),
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
    assert document["schema"] == "bgtool.analysis/1"
    assert {"match", "settings", "games", "players"} <= set(document)
    for part in document["games"]:
        assert {"number", "score", "crawford", "actions"} <= set(part)
    assert all(set(action) >= FIELDS for action in actions(document))


def test_totals_recomputed_from_the_document_are_the_summary(document, analysis):
    for total, summary in zip(document["players"], summaries(analysis), strict=True):
        own = [a for a in actions(document) if a["type"] == "move" and a["seat"] == total["seat"]]
        unforced = [a for a in own if a["error"] is not None and not a["forced"]]
        assert total["plays"] == len(own) == summary.plays
        assert total["unforced_plays"] == len(unforced) == summary.unforced
        assert total["error_total"] == pytest.approx(fsum(a["error"] for a in unforced)) == summary.error
        assert total["error_rate"] == pytest.approx(total["error_total"] / len(unforced))
        assert total["luck_total"] == pytest.approx(fsum(a["luck"] or 0 for a in own))
        for mark in ("doubtful", "bad", "very_bad"):
            assert total[mark] == sum(a["mark"] == mark.replace("_", " ") for a in own)


def test_games_add_up_to_the_match(document):
    for seat, total in enumerate(document["players"]):
        parts = [part["players"][seat] for part in document["games"]]
        assert total["error_total"] == pytest.approx(fsum(part["error_total"] for part in parts))


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
        if action["error"] is not None:
            listed = {play["play"]: play for play in action["alternatives"]}
            assert listed[action["played"]]["error"] == action["error"]
            assert listed[action["played"]]["rank"] == action["rank"]


def test_what_could_not_be_judged_says_why_and_has_no_numbers(document):
    skipped = [action for action in actions(document) if action["skipped"]]
    assert [action["skipped"] for action in skipped] == [
        *("illegal play", "the play is not recorded", "the position is not known after an unreadable play")
    ]
    assert all(action["error"] is action["rank"] is action["mark"] is None for action in skipped)
    assert skipped[0]["played"] == "24/13"


def test_cube_actions_are_listed_not_judged(document):
    cube = [action for action in actions(document) if action["type"] != "move"]
    assert [action["type"] for action in cube] == ["double", "take", "resign", "double", "take", "double", "pass"]
    assert all(action["error"] is action["best"] is None for action in cube)
    assert [action.get("cube") for action in cube if action["type"] == "double"] == [2, 2, 4]


def test_one_players_document_has_only_his_actions(analysis):
    document = analysis_document(analysis, "match.mat", seats=(1,))
    assert {action["player"] for action in actions(document)} == {"Bo"}
    assert [total["name"] for total in document["players"]] == ["Bo"]


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
