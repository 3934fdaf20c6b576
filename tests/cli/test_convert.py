"""``bgtool convert``: one file, several, directories; nothing lost, nothing overwritten."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from bgtool.cli import run
from bgtool.formats import read_matches
from tests.formats.test_mat_write import CANONICAL
from tests.formats.texts import read_all

RECORDS = read_all(CANONICAL)
DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.txt").write_text(CANONICAL)
    (tmp_path / "in" / "a").mkdir(parents=True)
    (tmp_path / "in" / "one.mat").write_text(CANONICAL)
    (tmp_path / "in" / "a" / "one.mat").write_text(CANONICAL)
    (tmp_path / "in" / "notes.md").write_text("no match\n")
    return tmp_path


def convert(capsys, *arguments):
    code = run(["convert", *arguments])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_the_suffix_names_the_format(capsys, folder):
    assert convert(capsys, "one.txt", "-o", "one.json") == (0, "", "")
    assert convert(capsys, "one.json", "-o", "again.mat") == (0, "", "")
    assert (folder / "again.mat").read_text() == CANONICAL


def test_to_standard_output_and_from_standard_input(capsys, monkeypatch):
    assert convert(capsys, "one.txt")[1] == CANONICAL

    class Stdin:
        buffer = io.BytesIO(CANONICAL.encode())

    monkeypatch.setattr("sys.stdin", Stdin())
    assert convert(capsys, "-", "--to", "json")[1].startswith('{"schema": "bgtool.record/1"')


def test_nothing_is_overwritten_without_force(capsys, folder):
    (folder / "out.mat").write_text("precious")
    code, out, err = convert(capsys, "one.txt", "-o", "out.mat")
    assert (code, out) == (1, "")
    assert err == "Error: one.txt: 'out.mat' exists already: --force overwrites it\n"
    assert (folder / "out.mat").read_text() == "precious"
    assert convert(capsys, "one.txt", "-o", "out.mat", "--force")[0] == 0
    assert read_matches("out.mat") == RECORDS


def test_a_directory_keeps_its_shape(capsys, folder):
    assert convert(capsys, "in", "-o", "out", "--to", "json") == (0, "", "")
    written = sorted(str(path.relative_to(folder / "out")) for path in (folder / "out").rglob("*.*"))
    assert written == ["a/one.json", "one.json"]
    assert read_matches("out/a/one.json") == RECORDS


def test_two_files_of_one_name_do_not_fall_on_each_other(capsys):
    code, _, err = convert(capsys, "one.txt", "in/one.mat", "-o", "out/")
    assert code == 1
    assert "already written from another file" in err


def test_several_files_need_a_directory(capsys):
    assert convert(capsys, "one.txt", "in/one.mat", "-o", "out.mat")[0] == 2
    assert convert(capsys)[0] == 2


def test_one_file_named_twice_goes_into_a_directory(capsys):
    assert convert(capsys, "one.txt", "one.txt", "-o", "out") == (0, "", "")
    assert read_matches("out/one.mat") == RECORDS
    assert convert(capsys, "one.txt", "one.txt", "-o", "out.mat")[0] == 2


def test_a_bad_file_costs_only_itself(capsys):
    code, _, err = convert(capsys, "in/notes.md", "in/one.mat", "-o", "out/")
    assert code == 1
    assert "not a match record" in err
    assert read_matches("out/one.mat") == RECORDS


def test_errors_of_the_record_are_told(capsys, folder):
    (folder / "bad.mat").write_text(CANONICAL.replace("43: 24/20 13/10", "43: 24/20 13/12"))
    code, _, err = convert(capsys, "bad.mat", "-o", "bad.json")
    assert code == 0
    assert err.startswith("Warning: bad.mat: 2 errors in the record")
    assert convert(capsys, "bad.mat", "-o", "bad2.json", "-q")[2] == ""


def test_the_directory_of_a_single_file_must_exist(capsys, folder):
    code, _, err = convert(capsys, "one.txt", "-o", "nowhere/one.sgf")
    assert code == 1
    assert err == "Error: one.txt: 'nowhere' is no directory: make it first, or end OUT with / for a new one\n"
    assert not (folder / "nowhere").exists()
    assert convert(capsys, "one.txt", "-o", "nowhere/")[0] == 0
    assert read_matches("nowhere/one.mat") == RECORDS


def test_what_the_new_format_cannot_hold_is_told(capsys, folder):
    for name in ("analysed.sgf", "beavers_money.sgf"):
        (folder / name).write_bytes((DATA / "sgf" / name).read_bytes())
    code, _, err = convert(capsys, "analysed.sgf", "-o", "out.mat")
    assert code == 0
    assert err == "Note: analysed.sgf: not in the mat written: the analysis of GNU Backgammon 1.07.001\n"
    assert convert(capsys, "analysed.sgf", "-o", "out.sgf") == (0, "", "")
    assert convert(capsys, "analysed.sgf", "-o", "out.json") == (0, "", "")
    assert convert(capsys, "beavers_money.sgf", "-o", "beavers.sgf") == (0, "", "")


@pytest.mark.parametrize("name", ["xg/money.xg", "bgf/money.bgf", "positions/xbar.pos", "positions/xg_cube_fr.txt"])
@pytest.mark.parametrize("target", ["mat", "sgf", "json"])
def test_every_format_becomes_every_other(capsys, folder, name, target):
    source = DATA / name
    code, _, err = convert(capsys, str(source), "-o", f"out.{target}")
    assert code == 0
    [match], [again] = read_matches(source), read_matches(f"out.{target}")
    assert ("every action" in err) == (again.games[0].actions != match.games[0].actions)
    # A match text that sets the board does not say who is on roll.
    assert ("every action" in err) == (target == "mat" and name.startswith("positions"))
    assert ("analysis" in err) == (match.analysis is not None and again.analysis is None)


def test_a_format_that_is_only_read(capsys):
    code, _, err = convert(capsys, "one.txt", "-o", "one.xg")
    assert code == 1
    assert "bgtool reads eXtreme Gammon but does not write it" in err


def test_converting_loads_nothing_heavy(folder):
    body = "from bgtool.cli import run; import sys; code = run(['convert', 'one.txt', '-o', 'x.json']); "
    body += "sys.exit(code or bool({'numba', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", body], check=False).returncode == 0
