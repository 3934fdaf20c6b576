"""JSON that spells half of a letter: no reader lets it into a record, which no file could hold."""

import json
from dataclasses import replace

import pytest

from bgtool.errors import InputError, ParseError
from bgtool.formats import FORMATS, match_text
from bgtool.formats.json_text import parsed
from bgtool.formats.source import Source
from tests.formats import test_ogxm
from tests.formats.test_mat_write import CANONICAL
from tests.formats.texts import read_all, there_and_back

HALF = r"\ud800"


def refused(name, data):
    with pytest.raises(ParseError) as error:
        FORMATS[name].call("read", Source(data, "x"))
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_player_named_by_half_of_a_surrogate_pair_was_no_text_to_any_writer():
    text = match_text(read_all(CANONICAL), "json").replace('"Ann"', f'"An{HALF}"', 1)
    at = text.index(HALF) - text.rindex("\n", 0, text.index(HALF))
    said = refused("json", text.encode())
    assert said.startswith(f"x:2:{at}: ")
    assert f"'{HALF}'" in said


def test_half_of_a_surrogate_pair_in_the_json_of_other_programs():
    for data in (f'"{HALF}"'.encode(), b'"\xed\xa0\x80"'):
        document = (
            json.dumps(test_ogxm.document()).encode().replace(b'"player_white": "Ann"', b'"player_white": ' + data)
        )
        assert data in document
        refused("ogxm", document)
        match = b'{"format": "BGF", "version": "1.0", "useSmile": false}\n{"games": [], "nameGreen": ' + data + b"}"
        refused("bgf", match)


@pytest.mark.parametrize("text", [r'"\ud83d\ude00"', r'"\\ud800"', r'"\u00e4"', '"\N{GRINNING FACE}"'])
def test_whole_pairs_and_written_backslashes_stay(text):
    assert parsed(text) == parsed(text.encode()) == json.loads(text)


@pytest.mark.parametrize("text", [r'"\udc00"', r'"\ud800\ud800\udc00"', r'"\ud800\u0041"', r'"\ude00\ud83d"'])
def test_halves_are_found_among_other_escapes(text):
    with pytest.raises(json.JSONDecodeError):
        parsed(text)


def test_a_file_whose_name_is_no_text_was_no_text_to_the_record():
    [record] = read_all(CANONICAL, file="bad\udcff.mat")
    assert there_and_back((record,), "json")[0].file == "bad\N{REPLACEMENT CHARACTER}.mat"


@pytest.mark.parametrize("name", ["mat", "json", "sgf", "snowie", "gam"])
def test_half_a_letter_in_a_match_made_in_python_was_a_traceback_of_the_writers(name):
    [record] = read_all(CANONICAL)
    with pytest.raises(InputError, match=r"An\\ud800"):
        match_text(replace(record, players=("An\ud800", "Bo")), name)
