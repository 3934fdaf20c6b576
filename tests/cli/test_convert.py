"""``bgtool convert``: one file, several, directories; nothing lost, nothing overwritten."""

import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bgtool.cli import run
from bgtool.formats import read_matches, write_match
from tests.formats.test_mat_write import CANONICAL
from tests.formats.texts import game, match, read_all

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


def test_the_name_of_a_file_does_not_steer_the_terminal(capsys, folder):
    (folder / "bad\x1b[2J.mat").write_text(CANONICAL.replace("43: 24/20 13/10", "43: 24/20 13/12"))
    _, _, err = convert(capsys, "bad\x1b[2J.mat", "-o", "bad.json")
    assert err.startswith("Warning: bad\\x1b[2J.mat: 2 errors in the record")


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


NAMES = ("3 point match", "1) 31: 8/5", '; [x "y"]', "two  spaces", "", "x" * 300)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("target", ["mat", "gam", "snowie", "sgf"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_name_destroyed_the_text_that_was_written(capsys, name, target, seat):
    players = (name, "Bo") if not seat else ("Ann", name)
    write_match([replace(record, players=players) for record in RECORDS[:1]], "named.json")
    code, _, err = convert(capsys, "named.json", "--to", target, "-o", "named.out")
    assert code == 0
    [again] = read_matches("named.out", target)
    assert [one.actions for one in again.games] == [one.actions for one in RECORDS[0].games]
    assert again.players[1 - seat] == players[1 - seat]
    assert ("(now " in err) == (again.players != players)
    assert err.count("\n") <= 1


def test_a_name_that_is_written_otherwise_is_told(capsys):
    for name in ("two  spaces", "3 point match"):
        write_match(replace(RECORDS[0], players=(name, "Bo")), "named.json", overwrite=True)
        code, out, err = convert(capsys, "named.json", "--to", "gam")
        assert code == 0
        new = {"two  spaces": "two spaces", "3 point match": "'3 point match"}[name]
        assert f" {new} " in out
        assert f"the name {name!r} (now {new!r})" in err


def test_what_did_not_read_back_whole_was_written_with_a_note(capsys, folder):
    """Games of Jellyfish do not say where a match ends."""
    write_match((RECORDS[0], RECORDS[0]), "two.json")
    said = "written as gam it reads back as 1 match, not 2"
    code, out, err = convert(capsys, "two.json", "-o", "two.gam")
    assert (code, out, err) == (1, "", f"Error: two.json: {said}; nothing was written (--force writes it)\n")
    assert not (folder / "two.gam").exists()
    assert convert(capsys, "two.json", "--to", "gam")[:2] == (1, "")
    assert convert(capsys, "two.json", "-o", "two.gam", "--force") == (0, "", f"Warning: two.json: {said}\n")
    assert len(read_matches("two.gam")[0].games) == 2 * len(RECORDS[0].games)


def test_a_beaver_became_something_in_sgf_that_was_not_told(capsys, folder):
    rows = (("31: 8/5 6/5", "42: 8/4 6/4"), (" Doubles => 2", " Beavers => 4"), ("65: 24/18 18/13", "31: 8/5 6/5"))
    (folder / "beaver.mat").write_text(match(game(*rows, result="      Wins 4 points"), length=0))
    code, _, err = convert(capsys, "beaver.mat", "-o", "beaver.sgf")
    assert code == 0
    assert "in 1 game (first in game 1: action 5, 65: 24/13, became a take)" in err


def test_a_match_without_a_game_becomes_every_format_that_holds_it(capsys, folder):
    (folder / "none.mat").write_text(" 3 point match\n")
    for target in ("mat", "snowie", "json", "sgf"):
        assert convert(capsys, "none.mat", "--from", "mat", "--to", target)[0] == 0
    code, out, err = convert(capsys, "none.mat", "--to", "gam")
    assert (code, out) == (1, "")
    assert "cannot be read back" in err
