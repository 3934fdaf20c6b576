import copy
import csv
import json
from dataclasses import replace
from math import fsum

import pytest

from bgtool.analysis.stats import Kind, player_stats
from bgtool.analysis.summary import summaries
from bgtool.errors import ParseError
from bgtool.report.jsonout import analysis_document
from bgtool.report.selection import Selection
from bgtool.report.stats import COLUMNS, stats_csv, stats_document, stats_text
from bgtool.report.stats_input import is_analysis, match_facts, read_analyses
from tests.report.pages import NASTY, analysed, played_match

ANALYSIS = analysed()
DOCUMENT = analysis_document(ANALYSIS, "match.mat")
FACTS = match_facts(DOCUMENT, "match.json")
PLAYERS = player_stats([FACTS])


def test_the_sums_are_those_of_the_match():
    for summary in summaries(ANALYSIS):
        [one] = [player for player in PLAYERS if player.name == summary.name]
        assert (one.checker.count, one.cube.count) == (summary.unforced, summary.close)
        assert one.error.total == pytest.approx(summary.error.equity)
        assert one.error.mean == pytest.approx(summary.error_rate)
        assert one.pr == pytest.approx(summary.pr)
        assert one.snowie_rate == pytest.approx(summary.snowie_rate)
        assert one.luck.total == pytest.approx(summary.luck.equity)
        assert one.cost_mwc == pytest.approx(summary.error.cost)
        assert one.moves == summary.moves


def test_text_says_everything_with_its_error_bar(golden):
    golden("stats.txt", "\n".join(stats_text([FACTS], PLAYERS)) + "\n")


def test_many_players_are_a_line_each_unless_detail_is_asked_for():
    two = list(stats_text([FACTS], PLAYERS, detailed=False))
    assert len(two) == 6
    assert any("Worst" in line for line in stats_text([FACTS], PLAYERS * 3, detailed=True))
    assert not any("Worst" in line for line in stats_text([FACTS], PLAYERS * 3))


def test_json_is_unrounded_and_adds_up():
    document = json.loads(json.dumps(stats_document([FACTS], [(FACTS, FACTS)], PLAYERS), allow_nan=False))
    assert document["schema"] == "bgtool.stats/1"
    assert document["counted_once"] == [{"file": "match.json", "same_as": "match.json"}]
    for one in document["players"]:
        assert fsum(kind["total"] for kind in one["kinds"].values()) == pytest.approx(one["error"]["total"])
        assert one["worst"] == sorted(one["worst"], key=lambda fact: -fact["error"])
        assert set(one["kinds"]) == {kind.value.replace(" ", "_").replace("-", "_") for kind in Kind}


def test_csv_has_a_row_for_each_player_and_kind():
    rows = list(csv.DictReader(stats_csv(PLAYERS)))
    assert len(rows) == len(PLAYERS) * (1 + len(Kind))
    assert tuple(rows[0]) == COLUMNS
    whole = [row for row in rows if row["kind"] == "all"]
    assert [float(row["pr"]) for row in whole] == [one.pr for one in PLAYERS]
    assert [int(row["very_bad"]) for row in whole] == [
        sum(int(row["very_bad"]) for row in rows if row["player"] == one.name and row["kind"] != "all")
        for one in PLAYERS
    ]


def test_names_cannot_play_tricks_with_the_terminal():
    facts = match_facts(analysis_document(analysed(played_match(NASTY))), "match.json")
    text = "\n".join(stats_text([facts], player_stats([facts])))
    assert "‮" not in text


def test_the_same_match_has_the_same_signature_whatever_its_file_and_analysis():
    deeper = analysed(cubeless=True)
    assert match_facts(analysis_document(deeper, "other.sgf"), "other.json").signature == FACTS.signature
    match = played_match()
    fewer = replace(match, games=match.games[:2])
    assert match_facts(analysis_document(analysed(fewer)), "x").signature != FACTS.signature


def test_the_winner_is_who_reached_the_length():
    assert FACTS.winner is None
    match = played_match(length=6)
    last = replace(match.games[2], winner=1, points=4)
    done = replace(match, games=(*match.games[:2], last))
    assert match_facts(analysis_document(analysed(done)), "x").winner == 1
    assert match_facts(analysis_document(analysed(replace(done, length=0))), "x").winner is None


def test_documents_are_read_one_a_line_or_one_alone():
    line = json.dumps(DOCUMENT)
    assert is_analysis(line)
    assert list(read_analyses(f"{line}\n\n{line}\n", "a.jsonl")) == [DOCUMENT, DOCUMENT]
    assert list(read_analyses(json.dumps(DOCUMENT, indent=2), "a.json")) == [DOCUMENT]
    failed = json.dumps({"input": "x.mat", "error": "empty file"})
    assert is_analysis(failed)
    assert list(read_analyses(f"{failed}\n{line}\n", "a.jsonl")) == [DOCUMENT]
    assert not is_analysis('{"schema": "bgtool.record/1", "matches": []}')
    assert not is_analysis(" 5 point match\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"schema": "bgtool.analysis/1"}', "analyse the match again"),
        ('{"schema": "bgtool.analysis/2"}\n{"schema": ', "a.jsonl:2: not JSON"),
        ('[{"schema": "bgtool.analysis/2"}]', "expected a JSON object"),
    ],
)
def test_what_is_no_analysis_says_so_and_where(text, words):
    with pytest.raises(ParseError, match=words):
        list(read_analyses(text, "a.jsonl"))


@pytest.mark.parametrize("selection", [Selection(seats=(0,)), Selection(kind="cube"), Selection(games=(1,))])
def test_half_an_analysis_is_not_taken_for_a_whole_one(selection):
    with pytest.raises(ParseError, match="analyse the whole match"):
        match_facts(analysis_document(ANALYSIS, None, selection), "part.json")


def test_a_damaged_analysis_is_one_clean_error():
    def damaged(document, path):
        for key in path[:-1]:
            document = document[key]
        del document[path[-1]]

    paths = [
        *(("match", "players"), ("games", 0, "actions", 0, "position_id"), ("players", 1, "cube"), ("settings", "met")),
        *(("games", 0, "actions", 0, "seat"), ("players", 0), ("match", "variant"), ("games", 0, "number")),
    ]
    for path in paths:
        document = copy.deepcopy(DOCUMENT)
        damaged(document, path)
        with pytest.raises(ParseError, match=r"part\.json"):
            match_facts(document, "part.json")


@pytest.mark.parametrize(
    ("key", "value"),
    [("error", "x"), ("error", float("nan")), ("seat", 7), ("luck", "much"), ("luck", float("inf")), ("dice", 31)],
)
def test_a_value_of_another_kind_is_a_damaged_analysis(key, value):
    document = copy.deepcopy(DOCUMENT)
    action = next(one for one in document["games"][0]["actions"] if one["type"] == "move" and not one["forced"])
    action[key] = value
    with pytest.raises(ParseError, match=r"part\.json"):
        match_facts(document, "part.json")
