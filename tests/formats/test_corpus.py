"""Real files of many dialects: nothing lost, every oddity told, everything written back.

A dozen small files (names replaced) are in ``tests/data/matches``. The environment variable ``BGTOOL_CORPUS`` names a
directory with the complete collection; then all of it is read.
"""

import csv
import os
import time
from collections import Counter
from pathlib import Path

import pytest

from bgtool.core.record import Legality, Play
from bgtool.core.replay import replay
from bgtool.core.rules import legal_moves
from bgtool.formats import read_matches
from tests.formats.texts import codes, counts, everything, is_clean, there_and_back

DATA = Path(__file__).parents[1] / "data"
CORPUS = os.environ.get("BGTOOL_CORPUS")
ROOT = Path(CORPUS) if CORPUS else DATA / "matches"


def golden():
    with (DATA / "match_counts.tsv").open(encoding="utf-8", newline="") as stream:
        return [line for line in csv.DictReader(stream, delimiter="\t") if (ROOT / line["file"]).exists()]


GOLDEN = golden()
by_file = pytest.mark.parametrize("line", GOLDEN, ids=[line["file"] for line in GOLDEN])


def told(records):
    """The problems as the golden file has them: ``code*times``, by code."""
    found = Counter(code for record in records for code in codes(record))
    return " ".join(f"{code}*{times}" if times > 1 else code for code, times in sorted(found.items()))


def test_the_golden_file_covers_what_there_is():
    assert len(GOLDEN) == (56 if CORPUS else 12)


@by_file
def test_games_rolls_and_cube_actions_are_all_there(line):
    records = read_matches(ROOT / line["file"])
    assert counts(records) == (int(line["games"]), int(line["rolls"]), int(line["cube_actions"]))
    assert told(records) == line["problems"]


@by_file
def test_every_play_replays_and_is_what_the_rules_say(line):
    for record in read_matches(ROOT / line["file"]):
        turns = list(replay(record))
        assert len(turns) == sum(len(game.actions) for game in record.games)
        for turn in turns:
            play = turn.action
            if isinstance(play, Play) and play.legality is Legality.LEGAL:
                assert play.move in [move for move, _ in legal_moves(turn.state.position, play.dice)]


@by_file
def test_every_record_comes_back_from_both_formats(line):
    records = read_matches(ROOT / line["file"])
    assert everything(there_and_back(records, "json")) == everything(records)
    again = there_and_back(records, "mat")
    assert again == records
    if all(is_clean(record) for record in records):
        assert all(is_clean(record) for record in again)


@pytest.mark.skipif(not CORPUS, reason="BGTOOL_CORPUS names no collection of match files")
def test_the_whole_collection_agrees_with_its_index_and_is_quick():
    with (ROOT / "INDEX.tsv").open(encoding="utf-8", newline="") as stream:
        index = list(csv.DictReader(stream, delimiter="\t"))
    begun = time.process_time()
    found = {line["file"]: counts(read_matches(ROOT / line["file"])) for line in index}
    spent = time.process_time() - begun
    columns = ("games_in_text", "rolls_in_text", "cube_words_in_text")
    assert found == {line["file"]: tuple(int(line[column]) for column in columns) for line in index}
    assert spent < 5
