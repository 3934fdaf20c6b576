"""``bgtool analyze --keep`` and ``--compare``: the analysis in the file, and ours beside it."""

from pathlib import Path

import pytest

from bgtool.cli import run

DATA = Path(__file__).parents[1] / "data"


def analyze(capsys, *arguments):
    code = run(["analyze", "-q", *arguments])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


@pytest.mark.parametrize("format", ["text", "json", "csv", "md", "html", "sgf"])
@pytest.mark.parametrize("name", ["sgf/analysed.sgf", "xg/money.xg", "bgf/money.bgf"])
def test_a_kept_analysis_in_every_format(capsys, tmp_path, name, format):
    code, _, err = analyze(capsys, "--keep", "--format", format, str(DATA / name), "-o", str(tmp_path / "out"))
    assert (code, err) == (0, "")
    text = (tmp_path / "out").read_text(encoding="utf-8")
    assert ("kept from the file" if format != "csv" else "not analysed in the file") in text
    assert "nan" not in text.lower().replace("finance", "")


def test_a_file_without_an_analysis_is_one_error(capsys):
    code, _, err = analyze(capsys, "--keep", str(DATA / "ann_bo.mat"), str(DATA / "sgf" / "analysed.sgf"))
    assert code == 1
    assert err.count("\n") == 1
    assert "no analysis" in err


def test_ours_beside_it(capsys):
    code, out, _ = analyze(capsys, "--compare", "--plies", "0", str(DATA / "sgf" / "rolled_out.sgf"))
    assert code == 0
    assert "Theirs: GNU Backgammon 1.07.001's analysis, kept from the file" in out
    assert "decisions judged by both" in out
