"""The lossless record: everything there and back, and clear words for what is none."""

import json

import pytest

from bgtool.errors import ParseError
from bgtool.formats import FORMATS, match_text
from bgtool.formats.record_json import SCHEMA
from bgtool.formats.source import Source
from tests.formats.test_mat_write import CANONICAL
from tests.formats.test_problem_codes import EARNED
from tests.formats.texts import everything, read_all, there_and_back


@pytest.mark.parametrize("text", [CANONICAL, *(text for text in EARNED.values() if isinstance(text, str))])
def test_everything_is_kept(text):
    records = read_all(text)
    assert everything(there_and_back(records, "json")) == everything(records)


def document():
    return json.loads(match_text(read_all(CANONICAL), "json"))


def read(changed):
    return FORMATS["json"].call("read", Source(json.dumps(changed).encode(), "x.json"))


def test_the_document_names_its_schema_and_its_plays_can_be_read():
    found = document()
    assert found["schema"] == SCHEMA
    play = found["matches"][0]["games"][0]["actions"][1]
    assert (play["type"], play["dice"], play["move"]["text"]) == ("play", "52", "24/22 13/8")


def test_absent_fields_have_their_default_and_unknown_ones_are_passed_over():
    changed = document()
    match = changed["matches"][0]
    del match["crawford_rule"], match["games"][0]["lost"]
    match["news"] = match["games"][0]["actions"][0]["news"] = 1
    assert read(changed) == read_all(CANONICAL)


def set_at(changed, path, value):
    *steps, last = path
    for step in steps:
        changed = changed[step]
    changed[last] = value


GAME = ("matches", 0, "games", 0)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("schema",), "bgtool.record/9", "schema"),
        (("matches",), [], "matches"),
        (("matches",), {}, "list"),
        (("matches", 0, "length"), "three", "length: expected int"),
        (("matches", 0, "length"), True, "length: expected int"),
        (("matches", 0, "players"), ["one"], "players: expected 2 values"),
        (("matches", 0, "variant"), "chess", "variant"),
        (("matches", 0, "ratings"), [1e999, None], "ratings"),
        ((*GAME, "actions", 0, "type"), "jump", "type"),
        ((*GAME, "actions", 0, "dice"), "79", "dice"),
        ((*GAME, "actions", 0, "legality"), "perhaps", "legality"),
        ((*GAME, "actions", 0, "seat"), None, "seat"),
        ((*GAME, "actions", 1, "move"), {"steps": [{"source": 24, "target": 1}]}, "actions"),
        ((*GAME, "actions", 0), {"type": "take", "seat": 0}, "actions"),
        ((*GAME, "cube"), {"value": 3}, "cube value 3"),
        ((*GAME, "start"), {"on_roll": [0] * 26, "opponent": [0] * 26}, "position"),
    ],
)
def test_what_cannot_be_is_named_with_its_place(path, value, words):
    changed = document()
    set_at(changed, path, value)
    with pytest.raises(ParseError, match=r"x\.json") as error:
        read(changed)
    assert words in str(error.value)


@pytest.mark.parametrize(
    "text", ['{"schema": "bgtool.record/1", "matches": [}', "[" * 100_000, '{"schema": 1e99999', "1" * 5000]
)
def test_text_that_is_no_json(text):
    with pytest.raises(ParseError):
        FORMATS["json"].call("read", Source(text.encode(), "x.json"))
