"""Which format a file is, whatever it is called and however it is encoded."""

import codecs
import gzip
import io

import pytest

from bgtool.errors import InputError, ParseError
from bgtool.formats import format_named, match_text, read_matches, write_match
from bgtool.formats.source import LARGEST
from tests.formats.test_mat_write import CANONICAL
from tests.formats.texts import codes, everything, read_all

TEXT = CANONICAL.replace("Ann", "Åsa")
RECORDS = read_all(TEXT)


@pytest.fixture
def file(tmp_path):
    def write(data, name="small.mat"):
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    return write


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"),
        TEXT.encode("cp1252"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        TEXT.replace("\n", "  \n").encode(),
        gzip.compress(TEXT.encode()),
        gzip.compress(TEXT[:90].encode()) + gzip.compress(TEXT[90:].encode()),
        (TEXT + "\x1a").encode(),
    ],
    ids=lambda data: f"{data[:4].hex()}-{len(data)}",
)
def test_encodings(file, data):
    assert read_matches(file(data)) == RECORDS


def test_content_decides_and_not_the_name(file):
    assert read_matches(file(TEXT, "small.xg")) == RECORDS
    assert read_matches(file(match_text(RECORDS, "json"), "small.mat")) == RECORDS


@pytest.mark.parametrize(
    "prose",
    [
        "Dear Ann, this was a\n 3 point match\nwith no game in it\n",
        "# Ann against Bo\n\n5 point match, won by Ann\n\n1) a list\n2) of things\n",
    ],
)
def test_prose_that_tells_of_a_match_was_taken_for_one(file, prose):
    with pytest.raises(ParseError, match="not a match record"):
        read_matches(file(prose))
    assert "no-length" not in codes(read_matches(file(prose), "mat")[0])


@pytest.mark.parametrize("name", [None, "mat", "snowie"])
def test_a_match_without_a_game_yet_is_a_match(file, name):
    [record] = read_matches(file('; [Site "Oslo"]\n\n 3 point match\n'), name)
    assert (record.length, codes(record)) == (3, ["no-games"])


def test_the_user_decides_before_the_content(file):
    assert read_matches(file(TEXT), "mat") == RECORDS
    with pytest.raises(ParseError, match="not JSON"):
        read_matches(file(TEXT), "json")
    with pytest.raises(InputError, match="choose one of"):
        read_matches(file(TEXT), "sgf9")


def test_standard_input(monkeypatch):
    class Stdin:
        buffer = io.BytesIO(TEXT.encode())

    monkeypatch.setattr("sys.stdin", Stdin())
    assert read_matches("-")[0].file == "<stdin>"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty file"),
        (b" \n\t\n", "empty file"),
        (b"hello\nworld\n", "not a match record"),
        (bytes(range(256)) * 8, "not a match record"),
        (b"RGMH" + bytes(9000), "no game data"),
        (b"\x1f\x8bnonsense", "damaged gzip"),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(file, data, words):
    with pytest.raises(ParseError, match=words) as error:
        read_matches(file(data))
    assert "small.mat" in str(error.value)
    assert "\n" not in str(error.value)


def test_far_too_much_data_is_refused(file):
    with pytest.raises(ParseError, match="MB"):
        read_matches(file(b"x" * (LARGEST + 1)))
    with pytest.raises(ParseError, match="MB"):
        read_matches(file(gzip.compress(bytes(LARGEST + 1))))


def test_far_too_long_a_match_text_is_refused(file):
    with pytest.raises(ParseError, match="million"):
        read_matches(file(TEXT + "  1) 31: 8/5 6/5\n" * 600_000))


def test_broken_off_gzip_is_read_as_far_as_it_goes(file):
    [record] = read_matches(file(gzip.compress(TEXT.encode())[:-9]))
    assert "truncated" in codes(record)
    assert record.players == ("Åsa", "Bo")


@pytest.mark.parametrize("name", ["new.mat", "new.txt", "new.json"])
def test_what_is_written_is_read(tmp_path, name):
    write_match(RECORDS, tmp_path / name)
    assert read_matches(tmp_path / name) == RECORDS


def test_nothing_is_overwritten_unless_wanted(tmp_path):
    path = tmp_path / "new.json"
    write_match(RECORDS, path)
    with pytest.raises(InputError, match="exists already"):
        write_match(RECORDS, path)
    write_match(RECORDS[0], path, overwrite=True)
    assert everything(read_matches(path)) == everything(RECORDS)


def test_a_suffix_that_says_nothing(tmp_path):
    with pytest.raises(InputError, match="no format"):
        write_match(RECORDS, tmp_path / "new.doc")
    write_match(RECORDS, tmp_path / "new.doc", "mat")
    assert read_matches(tmp_path / "new.doc") == RECORDS


def test_only_known_formats_have_names():
    assert format_named("mat").suffixes[0] == ".mat"
    with pytest.raises(InputError, match="mat, json"):
        format_named("")
