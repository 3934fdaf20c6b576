"""``bgtool check``: a line per problem, a summary, the right exit code."""

import gzip
import json
import os
import socket

import pytest

from bgtool.cli import run
from tests.formats.test_mat_troubles import GIVEN_UP, OPENING
from tests.formats.test_mat_write import CANONICAL
from tests.formats.texts import game, match

ILLEGAL = match(game(OPENING, ("13: 13/9 24/23", "52: 13/8 13/11"), result=GIVEN_UP))
ODD = match(game(OPENING))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.mat").write_text(CANONICAL)
    (tmp_path / "illegal.mat").write_text(ILLEGAL)
    (tmp_path / "odd.txt").write_text(ODD)
    (tmp_path / "notes.md").write_text("# what I learnt\n")
    return tmp_path


def check(capsys, *arguments):
    code = run(["check", *arguments])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_a_problem_is_a_line_with_its_place(capsys):
    code, out, err = check(capsys, "illegal.mat")
    assert out == "illegal.mat:6:6: illegal-play: 13: 13/9 24/23 is against the rules; it stands as written\n"
    assert err == "1 file, 1 match, 1 game, 4 rolls: 1 error\n"
    assert code == 1


def test_a_good_file_is_silent(capsys):
    assert check(capsys, "good.mat") == (0, "", "1 file, 1 match, 2 games, 9 rolls: no problem\n")


def test_strict_makes_oddities_fail(capsys):
    assert check(capsys, "odd.txt")[0] == 0
    assert check(capsys, "odd.txt", "--strict")[0] == 1
    assert check(capsys, "good.mat", "--strict")[0] == 0


def test_a_file_that_cannot_be_read_costs_only_itself(capsys):
    code, out, err = check(capsys, "missing.mat", "notes.md", "illegal.mat")
    assert code == 1
    assert out.startswith("illegal.mat:6:6:")
    assert "missing.mat" in err.splitlines()[0]
    assert err.splitlines()[1] == "Error: notes.md: not a match record that bgtool knows"
    assert err.splitlines()[-1].endswith("; 2 could not be read")


def test_a_cut_gzip_is_not_called_empty(capsys, folder):
    (folder / "cut.mat.gz").write_bytes(gzip.compress(CANONICAL.encode())[:5])
    code, _, err = check(capsys, "cut.mat.gz")
    assert code == 1
    assert "cut.mat.gz: the gzip data breaks off before its first byte" in err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_pipes_sockets_and_dangling_links_cost_only_themselves(capsys, folder):
    """What has no end or cannot be read is told or passed over; nothing waits for it."""
    os.mkfifo(folder / "pipe.mat")
    (folder / "gone.mat").symlink_to("nowhere")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        code, out, err = check(capsys, ".")
        assert code == 1
        assert out.startswith("illegal.mat:6:6:")
        assert [line for line in err.splitlines() if line.startswith("Error")] == [
            "Error: gone.mat: No such file or directory"
        ]
        assert err.splitlines()[-1].startswith("3 files, ")
        assert check(capsys, "pipe.mat", "good.mat")[2].startswith("Error: pipe.mat: empty file")
        assert check(capsys, "socket", "good.mat")[2].startswith("Error: socket: ")


def test_a_pipe_that_is_written_to_is_read(capsys, folder):
    given, taken = os.pipe()
    os.write(taken, CANONICAL.encode())
    os.close(taken)
    assert check(capsys, f"/dev/fd/{given}")[0] == 0
    os.close(given)


def test_json_is_one_object_a_file(capsys):
    code, out, _ = check(capsys, "--json", "illegal.mat", "notes.md", "good.mat")
    bad, unread, good = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert bad["schema"] == "bgtool.check/1"
    [problem] = bad["problems"]
    assert problem == {
        "match": 1,
        "severity": "error",
        "code": "illegal-play",
        "message": "13: 13/9 24/23 is against the rules; it stands as written",
        "line": 6,
        "column": 6,
        "text": "13: 13/9 24/23",
    }
    assert unread["error"].startswith("notes.md")
    assert good["problems"] == []
    assert good["matches"] == [
        {
            "players": ["Ann", "Bo"],
            "length": 3,
            "variant": "standard",
            "final_score": [0, 3],
            "games": 2,
            "rolls": 9,
            "cube_actions": 4,
        }
    ]


def test_a_directory_gives_its_records_and_a_pattern_its_files(capsys, folder):
    (folder / "deep").mkdir()
    (folder / "deep" / "more.dat").write_text(CANONICAL)
    assert check(capsys, ".")[2].startswith("4 files, 4 matches")
    assert check(capsys, "*.mat", "good.mat")[2].startswith("2 files")
    assert check(capsys, "*.nothing")[0] == 2


def test_nothing_given_is_a_usage_error(capsys):
    assert check(capsys)[0] == 2


def test_quiet_and_from(capsys):
    assert check(capsys, "-q", "good.mat") == (0, "", "")
    assert "not JSON" in check(capsys, "--from", "json", "good.mat")[2]


def test_a_folder_without_a_record_is_no_clean_bill(capsys, folder):
    (folder / "papers").mkdir()
    (folder / "papers/notes.txt").write_text("shopping list\n")
    assert run(["check", "papers"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "no match record in there" in shown.err
