"""``bgtool bearoff`` from the outside."""

import json
import subprocess
import sys

import numba
import pytest
from click.testing import CliRunner

from bgtool.cli.bearoff_command import command
from bgtool.core.position import Position
from bgtool.engine import databases
from bgtool.formats.ids import position_id

compiled_only = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="the full databases need the compiler")


@pytest.fixture
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(databases, "cache_root", lambda: tmp_path / "kernels")
    databases.load.cache_clear()
    yield tmp_path / "bearoff"
    databases.load.cache_clear()


def run(*arguments, given=None):
    return CliRunner().invoke(command, arguments, input=given)


def documents(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_build_verify_and_build_again(empty_cache):
    size = ("two-sided", "--points", "4", "--checkers", "2")
    done = run("build", *size, "--json")
    (document,) = documents(done)
    assert (document["database"], document["rows"], document["built"]) == ("two-sided-4x2", 15, True)
    assert document["path"] == str(empty_cache / "two-sided-4x2.tables")
    again = run("build", *size)
    assert "already there" in again.stdout
    assert "built in" in run("build", *size, "--force").stdout
    assert run("verify").stdout == "two-sided-4x2: fine\n"
    assert documents(run("verify", *size, "--json"))[0]["ok"] is True


def test_build_looks_at_the_file_that_is_there(empty_cache):
    size = ("two-sided", "--points", "4", "--checkers", "2")
    path = empty_cache / "two-sided-4x2.tables"
    run("build", *size)
    whole = path.read_bytes()
    path.write_bytes(whole[:5000])
    assert "built in" in run("build", *size).stdout
    assert path.read_bytes() == whole
    path.unlink()
    path.mkdir()
    for arguments in (("build", *size), ("build", *size, "--force")):
        assert str(path) in str(run(*arguments).exception)
    done = run("verify")
    assert done.exit_code == 1
    assert f"{path}: a folder lies in the place" in done.stderr


def test_a_size_alone_means_one_sided(empty_cache):
    assert documents(run("build", "--points", "3", "--checkers", "2", "--json"))[0]["database"] == "one-sided-3x2"


def test_verify_names_the_damaged_one_and_goes_on(empty_cache):
    run("build", "two-sided", "--points", "4", "--checkers", "2")
    run("build", "two-sided", "--points", "4", "--checkers", "3")
    path = empty_cache / "two-sided-4x2.tables"
    path.write_bytes(path.read_bytes()[:-5] + b"wrong")
    done = run("verify", "--json")
    assert done.exit_code == 1
    bad, good = documents(done)
    assert (bad["ok"], good["ok"]) == (False, True)
    assert "checksum" in bad["error"]
    assert str(path) in done.stderr


def test_verify_where_nothing_is(empty_cache):
    assert run("verify").stdout == "No database has been built yet.\n"
    done = run("verify", "one-sided")
    assert done.exit_code == 1
    assert "one-sided-6x15" in done.stderr
    assert "bgtool bearoff build one-sided --points 6 --checkers 15" in done.stderr


@pytest.mark.parametrize("arguments", [("--points", "0"), ("--checkers", "16"), ("one-sided", "--points", "24")])
def test_sizes_that_cannot_be_are_usage_errors(arguments):
    assert run("build", *arguments).exit_code == 2


@compiled_only
def test_query_answers_with_cube_and_distribution():
    done = run("query", "--json", "dwEAAO8BAAAAAA", "kQcAgEoDAAAAAA")
    solved, stored = documents(done)
    assert solved["schema"] == "bgtool.bearoff/1"
    assert (solved["source"], stored["source"]) == ("solved", "two-sided-6x6")
    assert solved["money"]["centred"]["no_double"] == pytest.approx(0.7552, abs=5e-4)
    assert solved["money"]["double_take"] == pytest.approx(0.8775, abs=5e-4)
    assert solved["money"]["centred"]["proper_action"] == "double-take"
    assert solved["money"]["owned"]["proper_action"] == "redouble-take"
    assert stored["cubeless_equity"] == pytest.approx(0.7554, abs=5e-4)
    assert sum(stored["on_roll"]["rolls"]) == pytest.approx(1, abs=1e-6)


@compiled_only
def test_query_as_text():
    text = run("query", "dwEAAO8BAAAAAA").stdout
    assert "effective pips           29.2733   29.0654" in text
    assert "off in               3  36.1497%  38.8503%" in text
    assert "no double +0.7552  double/take +0.8775  double/pass +1.0000  double-take" in text
    assert "gammons are possible" in run("query", position_id(Position.of("1:4", "6:15"))).stdout


@compiled_only
def test_query_in_hypergammon():
    start = position_id(Position.of("24:1 23:1", "24:1 23:1", 2))
    (document,) = documents(run("query", "--variant", "hypergammon2", "--json", start))
    assert document["source"] == "hypergammon-25x2"
    assert document["on_roll"] is None
    assert document["win"] == pytest.approx(0.53547, abs=1e-4)  # GNU Backgammon's makehyper: 0.53547
    assert document["cubeless_equity"] == pytest.approx(0.15224, abs=1e-4)  # and 0.15224
    assert "owned cube" in run("query", "--variant", "hypergammon2", start).stdout


def test_three_checkers_are_built_on_request(empty_cache):
    start = position_id(Position.of("24:1 23:1 22:1", "24:1 23:1 22:1", 3))
    done = run("query", "--variant", "hypergammon3", start)
    assert done.exit_code == 1
    assert "bgtool bearoff build hypergammon --checkers 3" in done.stderr


@compiled_only
def test_a_contact_position_costs_only_itself():
    done = run("query", "--json", "-", given="4HPwATDgc/ABMA\nkQcAgEoDAAAAAA\n")
    assert done.exit_code == 1
    contact, bearoff = documents(done)
    assert "contact" in contact["error"]
    assert bearoff["source"] == "two-sided-6x6"


def test_building_and_repairing_are_told_on_stderr(tmp_path):
    """Every command that asks for the engine prints its notes: here through ``bgtool pips``."""
    program = (
        "import sys; from pathlib import Path; from bgtool.cli import main\n"
        "from bgtool.engine import databases as d, bearoff as b\n"
        "d.cache_root = lambda: Path(sys.argv[1]) / 'kernels'\n"
        "small = d.Database('one-sided', 6, 3); d.STANDARD = (small,); b.ONE_SIDED = small\n"
        "b.one_sided.__defaults__ = (6, 3)\n"
        "main(['pips', sys.argv[2]])"
    )
    arguments = [sys.executable, "-c", program, str(tmp_path), position_id(Position.of("6:2 1:1", "5:1"))]
    first = subprocess.run(arguments, capture_output=True, text=True)
    assert first.returncode == 0, first.stderr
    assert "Building the database one-sided-6x3 (first use only) ...\n" in first.stderr
    (tmp_path / "bearoff/one-sided-6x3.tables").write_text("junk")
    second = subprocess.run(arguments, capture_output=True, text=True)
    assert second.stdout == first.stdout
    assert "not a file of tables" in second.stderr
    third = subprocess.run(arguments, capture_output=True, text=True)
    assert (third.stdout, third.stderr) == (first.stdout, "")
