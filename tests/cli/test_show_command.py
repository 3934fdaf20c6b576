"""bgtool show: text, SVG, PNG, files and streams."""

import io
import json
import xml.etree.ElementTree as ElementTree

import pytest

from bgtool.cli import run

ROLLED = "4HPwATDgc/ABMA:cInlAAAAAAAE"


def test_board_of_an_id_with_names(capsys):
    assert run(["show", ROLLED, "--black", "Olga", "--white", "Xaver"]) == 0
    shown = capsys.readouterr().out
    assert "O: Olga\n" in shown
    assert "X: Xaver\n" in shown
    assert "Rolled 31" in shown


def test_a_stream_of_boards(monkeypatch, capsys):
    text = f"{ROLLED}\nnonsense\n4HPwATDgc/ABMA\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run(["show", "-", "--json"]) == 1
    first, bad, last = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["schema"] == "bgtool.show/1"
    assert "Rolled 31" in first["board"]
    assert "error" in bad
    assert "On roll" in last["board"]


def test_svg_on_stdout(capsys):
    assert run(["show", "--format", "svg", "--play", "8/5,6/5", "--theme", "dark", "--width", "300", ROLLED]) == 0
    assert ElementTree.fromstring(capsys.readouterr().out).get("width") == "300"


def test_several_boards_get_numbered_files(tmp_path, capsys):
    pytest.importorskip("resvg_py")
    assert run(["show", "--format", "png", "-o", str(tmp_path / "board.png"), ROLLED, "4HPwATDgc/ABMA"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board-001.png", "board-002.png"]
    assert capsys.readouterr().out.split() == [str(tmp_path / f"board-00{n}.png") for n in (1, 2)]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--format", "png", ROLLED], 2, "-o board.png"),
        (["--play", "8/5", ROLLED], 2, "svg or png"),
        (["--format", "svg", "--play", "8/2", ROLLED], 1, "not legal with 31"),
        (["--format", "svg", "--play", "8/5 6/5", "4HPwATDgc/ABMA"], 1, "--dice 31"),
        (["--dice", "70", ROLLED], 2, "1 to 6"),
        (["--dice", "31", "2b0PAAC6ew8AAA:AhngATAAEAAE"], 1, "while an offer stands"),
        (["-o", "/nonexistent/board.txt", ROLLED], 1, "nonexistent"),
    ],
)
def test_what_cannot_be_drawn(arguments, code, words, capsys):
    assert run(["show", *arguments]) == code
    assert words in capsys.readouterr().err
