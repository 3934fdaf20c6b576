"""bgtool id: translating, explaining, streams and bad lines."""

import io
import json

import pytest

from bgtool.cli import run
from tests.formats.test_ids import VECTORS

START = "4HPwATDgc/ABMA"


def given(monkeypatch, text):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def documents(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_notation_is_one_line(capsys):
    assert run(["id", "--to", "xgid", f"{START}:cAkAAAAAAAAA"]) == 0
    assert capsys.readouterr().out == "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10\n"


def test_a_bare_xgid_is_no_option(capsys):
    assert run(["id", "--to", "gnubg", "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10"]) == 0
    assert capsys.readouterr().out == f"{START}:cAkAAAAAAAAA\n"


def test_several_notations_are_joined_by_tabs(capsys):
    assert run(["id", "--to", "position,gnubg,ogid", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10"]) == 0
    assert capsys.readouterr().out.rstrip("\n").split("\t") == [
        START,
        f"{START}:cAkAAAAAAAAA",
        "11ccccchhhjjjjj:66666888dddddoo:N0N::B:C:0:0:0:0",
    ]


def test_every_vector_through_the_command(capsys):
    assert run(["id", "--json", *(vector["gnubgid"] for vector in VECTORS)]) == 0
    for vector, document in zip(VECTORS, documents(capsys), strict=True):
        assert document["schema"] == "bgtool.id/1"
        assert document["input"] == document["gnubg_id"] == vector["gnubgid"]
        assert (document["xgid"] is None) is (vector["xgid"] is None)
        assert set(document["not_written"]) == {name for name in ("xgid", "ogid") if document[name] is None}


def test_a_stream_goes_on_after_a_bad_line(monkeypatch, capsys):
    given(monkeypatch, f"{START}\n# a comment\n\nnonsense\nXGID={START}\n{START}:cAkAAAAAAAAA\n")
    assert run(["id", "--json", "-"]) == 1
    good, bad, worse, last = documents(capsys)
    assert "error" in bad
    assert "error" in worse
    assert good["match_id"] == "cAkAAAAAAAAE"
    assert last["match_id"] == "cAkAAAAAAAAA"


def test_explained_in_words(capsys):
    assert run(["id", "--explain", "2b0PAAC6ew8AAA:AhngATAAEAAE"]) == 0
    shown = capsys.readouterr().out
    for words in ("cube at 4, offered at 8", "15-point match", "to decide", "X, seat 1 (bottom, white): 6:5 5:4"):
        assert words in shown


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_every_field_of_every_form_has_words(vector, capsys):
    forms = [vector[name] for name in ("gnubgid", "xgid", "ogid") if vector[name]]
    assert run(["id", "--json", "--explain", *forms]) == 0
    for text, document in zip(forms, documents(capsys), strict=True):
        assert all(field["words"] for field in document["fields"])
        expected = 15 if document["notation"] == "gnubg" else len(text.split(":"))
        assert len(document["fields"]) == expected


def test_rules_of_the_session_come_as_options(capsys):
    assert run(["id", "--to", "xgid", "--jacoby", "--beavers", START]) == 0
    assert capsys.readouterr().out.split(":")[7] == "3"
    assert run(["id", "--beavers", f"{START}:cAngAAAAAAAE"]) == 1
    assert "money rules" in capsys.readouterr().err


def test_what_the_user_settles_is_no_longer_unsaid(capsys):
    assert run(["id", "--json", "--beavers", "--jacoby", "--variant", "portes", START]) == 0
    assert {fact["fact"] for fact in documents(capsys)[0]["unsaid"]} == {"match state", "cube limit"}


def test_variants_by_name(capsys):
    assert run(["id", "--to", "ogid", "--variant", "HyperGammon (3)", "AACgAgAAKgAAAA"]) == 0
    assert capsys.readouterr().out == "123:mno:N0N::B:C:0:0:0:0:3\n"


@pytest.mark.parametrize("arguments", [["--to", "fen"], ["--variant", "chess"]])
def test_wrong_choices_are_usage_errors(arguments, capsys):
    assert run(["id", *arguments, START]) == 2
    assert "Error:" in capsys.readouterr().err
