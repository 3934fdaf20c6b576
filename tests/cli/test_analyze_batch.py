"""Many files at once: formats into one stream or a directory, batches taken up again, progress, disks that are full."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bgtool.cli import run
from bgtool.cli.progress import _duration
from bgtool.formats import match_text, read_matches
from tests.fakes import Taste

MATCH = Path(__file__).parents[1] / "data/ann_bo.mat"
EXAMPLE = Path(__file__).parents[2] / "examples/short_match.mat"
FULL = Path("/dev/full")


@pytest.fixture(autouse=True)
def judge(monkeypatch):
    """An evaluator whose answers do not change when weights do."""
    monkeypatch.setattr("bgtool.engine.evaluators.evaluator_named", lambda name=None: Taste())


@pytest.fixture
def folder(tmp_path):
    """Two matches, one of them in a folder below, and things that are no matches."""
    folder = tmp_path / "matches"
    (folder / "below").mkdir(parents=True)
    (folder / "one.mat").write_bytes(MATCH.read_bytes())
    (folder / "below/one.mat").write_bytes(EXAMPLE.read_bytes())
    (folder / "notes.txt").write_text("shopping list\n")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    return folder


def said(capsys, *arguments):
    code = run(["analyze", *map(str, arguments)])
    shown = capsys.readouterr()
    return code, shown.out, re.sub("Compiling.*\n", "", shown.err)


def test_csv_of_several_files_has_one_head(capsys):
    code, out, _ = said(capsys, MATCH, EXAMPLE, "--format", "csv")
    rows = list(csv.DictReader(out.splitlines()))
    assert code == 0
    assert {row["file"] for row in rows} == {str(MATCH), str(EXAMPLE)}
    assert out.count("position_id") == 1


def test_markdown_and_html_of_a_file(capsys):
    _, markdown, _ = said(capsys, MATCH, "--format", "md")
    _, page, _ = said(capsys, MATCH, "--format", "html")
    assert markdown.startswith("# Ann – Bo\n")
    assert page.startswith("<!DOCTYPE html>")
    assert page.rstrip().endswith("</html>")


@pytest.mark.parametrize(
    ("name", "start"),
    [("a.html", "<!DOCTYPE"), ("a.csv", "file,game"), ("a.md", "# Ann"), ("a.jsonl", '{"schema'), ("report", "/")],
)
def test_the_name_of_the_output_says_its_format(capsys, tmp_path, name, start):
    said(capsys, MATCH, "-o", tmp_path / name)
    assert (tmp_path / name).read_text().startswith(start)
    said(capsys, MATCH, "-o", tmp_path / name, "--format", "md")
    assert (tmp_path / name).read_text().startswith("# Ann")


def test_a_name_whose_ending_no_format_has_is_refused(capsys, tmp_path):
    code, _, err = said(capsys, MATCH, "-o", tmp_path / "a.xyz")
    assert code == 2
    assert ".xyz" in err
    assert ".txt, .json, .csv, .md, .html, .sgf" in err
    assert not (tmp_path / "a.xyz").exists()


def test_a_page_holds_one_match(capsys, tmp_path):
    """Several files, or several matches of a file, write nothing: the first page alone looked like all of them."""
    both = tmp_path / "both.json"
    both.write_text(match_text((*read_matches(MATCH), *read_matches(EXAMPLE)), "json"))
    for files in ([MATCH, EXAMPLE], [str(both)]):
        code, out, err = said(capsys, *files, "--format", "html")
        assert code == 1
        assert out == ""
        assert "-o pages/" in err


def test_pages_of_a_folder_and_their_index(capsys, folder, tmp_path):
    pages = tmp_path / "pages"
    code, out, err = said(capsys, folder, "--format", "html", "-o", f"{pages}/")
    assert (code, out, err) == (0, "", "")
    assert {str(path.relative_to(pages)) for path in pages.rglob("*.html")} == {
        "index.html",
        "one.html",
        "below/one.html",
    }
    links = re.findall(r'href="([^"]+\.html)"', (pages / "index.html").read_text())
    assert len(links) == 2
    assert all((pages / link).is_file() for link in links)


def test_files_of_one_name_from_two_folders_do_not_share_a_page(capsys, folder, tmp_path):
    pages = tmp_path / "pages"
    said(capsys, folder / "one.mat", folder / "below/one.mat", "--format", "html", "-o", f"{pages}/")
    assert "Ann" in (pages / "one.html").read_text()
    assert "Ada" in (pages / "one-2.html").read_text()


def test_a_file_to_be_analysed_is_never_overwritten(capsys, tmp_path):
    given = tmp_path / "game.txt"
    given.write_bytes(MATCH.read_bytes())
    code, _, err = said(capsys, given, "-o", tmp_path)
    assert code == 1
    assert "to be analysed" in err
    assert given.read_bytes() == MATCH.read_bytes()


def test_a_resumed_batch_prints_the_same_and_works_nothing_out_again(capsys, folder, tmp_path, monkeypatch):
    shelf = tmp_path / "finished"
    first = said(capsys, folder, "--resume", shelf)
    assert len(list(shelf.iterdir())) == 2

    def no_more(*arguments, **options):
        raise AssertionError("analysed again")

    monkeypatch.setattr("bgtool.analysis.annotate.annotate", no_more)
    assert said(capsys, folder, "--resume", shelf) == first


WRONG = """ 3 point match

 Game 1
 Ann : 0                        Bo : 0
  1) 31: 8/5 6/5                64: 24/13
      Wins 1 point
"""


def test_a_resumed_batch_repeats_its_warnings(capsys, tmp_path):
    (tmp_path / "wrong.mat").write_text(WRONG)
    options = (tmp_path / "wrong.mat", "--resume", tmp_path / "finished")
    first = said(capsys, *options)
    assert "Warning: " in first[2]
    assert said(capsys, *options) == first


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_files_side_by_side_give_the_bytes_of_one_after_the_other(capsys, folder, form):
    (folder / "wrong.mat").write_text(WRONG)
    (folder / "zero.mat").write_text("")
    files = sorted(str(path) for path in folder.rglob("*.mat"))
    one, two, many = (said(capsys, *files, "--format", form, "--jobs", jobs) for jobs in (1, 2, 5))
    assert one == two == many
    assert one[0] == 1
    assert one[2].count("\n") == 2


def test_players_without_a_name_are_not_taken_for_one(capsys, tmp_path):
    nameless = MATCH.read_text().replace("Ann", "").replace("Bo", "")
    for name in ("a.mat", "b.mat"):
        (tmp_path / name).write_text(nameless)
    _, out, _ = said(capsys, tmp_path)
    assert len(re.findall(r"^\(no name\) +1 ", out, re.MULTILINE)) == 4


@pytest.mark.parametrize("options", [["--plies", "1"], ["--json"], ["--player", "Ann"], ["--convention", "xg"]])
def test_other_settings_are_not_taken_for_finished(capsys, tmp_path, options, monkeypatch):
    shelf = tmp_path / "finished"
    said(capsys, MATCH, "--resume", shelf)
    asked = []
    monkeypatch.setattr("bgtool.cli.analyze_report.Report._answer", lambda *given: asked.append(given) or 1 / 0)
    with pytest.raises(ZeroDivisionError):
        said(capsys, MATCH, "--resume", shelf, *options)
    assert asked


def test_a_changed_file_and_a_damaged_shelf_are_worked_out_again(capsys, tmp_path):
    shelf, given = tmp_path / "finished", tmp_path / "a.mat"
    given.write_bytes(MATCH.read_bytes())
    first = said(capsys, given, "--resume", shelf)
    [kept] = shelf.iterdir()
    for damage in ("", "{", '{"schema": "other/1"}', '{"schema": "bgtool.finished/1", "answers": [{}]}'):
        kept.write_text(damage)
        assert said(capsys, given, "--resume", shelf) == first
    given.write_bytes(MATCH.read_bytes().replace(b"Ann", b"Eve"))
    assert "Eve" in said(capsys, given, "--resume", shelf)[1]
    assert len(list(shelf.iterdir())) == 2


def test_the_alarm_of_a_finished_file_still_rings(capsys, tmp_path):
    options = (MATCH, "--resume", tmp_path / "finished", "--fail-on", "error:0.01")
    assert [said(capsys, *options)[0] for _ in range(2)] == [3, 3]


def test_a_shelf_that_cannot_be_written_is_told(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    code, _, err = said(capsys, MATCH, "--resume", tmp_path / "file/finished")
    assert code == 1
    assert "cannot be kept here" in err


def test_a_folder_of_junk_has_no_match(capsys, tmp_path):
    (tmp_path / "notes.txt").write_text("shopping list\n")
    (tmp_path / "empty.mat").write_text("")
    (tmp_path / "noise.xg").write_bytes(os.urandom(500))
    code, out, err = said(capsys, tmp_path)
    assert (code, out) == (1, "")
    told = err.splitlines()
    assert len(told) == 2  # what calls itself a record is told of, notes are passed over
    assert all(line.startswith("Error: ") for line in told)
    assert {"empty.mat", "noise.xg"} == {name for name in ("empty.mat", "noise.xg", "notes.txt") if name in err}


def test_a_match_without_a_game_is_a_failure(capsys, tmp_path):
    (tmp_path / "header.mat").write_text(" 3 point match\n")
    (tmp_path / "good.mat").write_bytes(MATCH.read_bytes())
    code, out, err = said(capsys, tmp_path)
    assert code == 1
    assert "header.mat" in err
    assert "1 match, 1 failed" in out


def test_a_shelf_with_a_changed_digit_is_worked_out_again(capsys, tmp_path):
    shelf = tmp_path / "finished"
    first = said(capsys, MATCH, "--resume", shelf, "--json")
    [kept] = shelf.iterdir()
    text = kept.read_text()
    kept.write_text(text.replace("0.5", "NaN", 1))
    assert kept.read_text() != text
    assert said(capsys, MATCH, "--resume", shelf, "--json") == first


def test_the_same_file_by_two_names_is_done_once(capsys, folder, monkeypatch):
    monkeypatch.chdir(folder)
    _, out, _ = said(capsys, "one.mat", "./one.mat", folder / "one.mat", folder, "--json")
    assert len(out.splitlines()) == 2


def test_progress_says_how_long_the_rest_takes():
    assert [_duration(seconds) for seconds in (0, 59.4, 61, 3600, 7380)] == [
        "0 s",
        "59 s",
        "1 min 01 s",
        "1 h 00 min",
        "2 h 03 min",
    ]


def program(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "bgtool", "analyze", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


@pytest.mark.skipif(not FULL.exists(), reason="needs a disk that is always full")
@pytest.mark.parametrize("form", ["text", "json", "html"])
def test_a_full_disk_is_one_line_and_exit_1(form):
    command = [sys.executable, "-m", "bgtool", "analyze", "--evaluator", "heuristic", "--format", form, "-q"]
    for target in (["-o", "/dev/full"], []):
        with FULL.open("w") as full:
            out = subprocess.PIPE if target else full
            done = subprocess.run(
                [*command, str(MATCH), *target], stdout=out, stderr=subprocess.PIPE, text=True, timeout=120
            )
        assert done.returncode == 1, done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert "No space left" in done.stderr


def test_head_is_silent():
    done = subprocess.run(
        f"{sys.executable} -m bgtool analyze --evaluator heuristic -q {EXAMPLE} {MATCH} --full | head -3",
        shell=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert len(done.stdout.splitlines()) == 3
    assert done.stderr == ""


def test_a_reader_that_goes_away_is_no_failure():
    running = program("--evaluator", "heuristic", "-q", "--full", EXAMPLE, MATCH, EXAMPLE, MATCH)
    assert running.stdout is not None
    running.stdout.read(10)
    running.stdout.close()
    assert running.wait(timeout=60) == 0
    assert running.stderr is not None
    assert running.stderr.read() == b""


def test_ctrl_c_keeps_what_is_finished_and_exits_130(tmp_path):
    for number in range(400):
        (tmp_path / f"{number:03}.mat").write_bytes(EXAMPLE.read_bytes())
    shelf = tmp_path / "finished"
    running = program("--evaluator", "heuristic", tmp_path, "--resume", shelf, "--json", "-o", tmp_path / "out.jsonl")
    end = time.monotonic() + 100
    while time.monotonic() < end and not (shelf.exists() and list(shelf.glob("*.json"))):
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    began = time.monotonic()
    _, err = running.communicate(timeout=60)
    assert time.monotonic() - began < 5
    assert running.returncode == 130
    assert b"Traceback" not in err
    assert b"Interrupted." in err
    kept = [json.loads(path.read_text()) for path in shelf.glob("*.json")]
    assert 0 < len(kept) < 400
    assert all(one["answers"] for one in kept)
