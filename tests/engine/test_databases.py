"""Databases: built, stored, opened, repaired; small ones stand in for the standard ones."""

import errno
import logging
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np
import pytest

from bgtool.engine import bearoff_build, databases, tablefile
from bgtool.engine.databases import Database, build_on_disk, is_sound, load, stored_databases, verify
from bgtool.errors import DataError, SettingsError

ONE = Database("one-sided", 6, 3)
TWO = Database("two-sided", 6, 2)


@pytest.fixture(autouse=True)
def fresh_cache(tmp_path, monkeypatch):
    """An empty cache folder, and two small databases in the place of the standard ones."""
    monkeypatch.setattr(databases, "cache_root", lambda: tmp_path / "kernels")  # that of the kernels stays where it is
    monkeypatch.setattr(databases, "STANDARD", (ONE, TWO))
    load.cache_clear()
    yield tmp_path / "bearoff"
    load.cache_clear()


def loaded_anew(database):
    load.cache_clear()
    return load(database)


def forget(database):
    database.path.unlink()


def same(first, second):
    return first.keys() == second.keys() and all(np.array_equal(first[name], second[name]) for name in first)


@pytest.mark.parametrize("database", [ONE, TWO])
def test_a_standard_database_is_built_once_and_then_opened(database, fresh_cache, caplog):
    caplog.set_level(logging.INFO, "bgtool")
    built = load(database)
    assert len(caplog.records) == 1
    assert [path.name for path in fresh_cache.iterdir()] == [f"{database}.tables"]
    assert same(built, loaded_anew(database))
    assert len(caplog.records) == 1
    assert load(database) is load(database)
    verify(database)


@pytest.mark.parametrize("damage", [b"", b"junk", "flip", "cut"])
def test_a_damaged_standard_database_is_built_again_with_a_note(damage, caplog):
    good = load(ONE)
    raw = ONE.path.read_bytes()
    flipped = raw[:5000] + bytes([raw[5000] ^ 1]) + raw[5001:]
    ONE.path.write_bytes({"flip": flipped, "cut": raw[:-100]}.get(damage, damage))
    with pytest.raises(DataError, match=str(ONE.path)):
        verify(ONE)
    assert same(good, loaded_anew(ONE))
    assert str(ONE.path) in caplog.text
    caplog.clear()
    assert same(good, loaded_anew(ONE))
    assert not caplog.text


def test_a_folder_in_the_place_of_a_database_is_no_disaster(caplog):
    ONE.path.mkdir(parents=True)
    assert load(ONE)["mean"][1] == 1
    assert "memory only" in caplog.text


@pytest.mark.skipif(os.name == "nt" or not os.geteuid(), reason="root may write anywhere")
def test_a_read_only_home_keeps_it_in_memory_with_a_note(fresh_cache, caplog):
    fresh_cache.parent.chmod(0o500)
    try:
        assert load(ONE)["mean"][1] == 1
    finally:
        fresh_cache.parent.chmod(0o700)
    assert "memory only" in caplog.text


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS])
def test_a_full_or_read_only_disk_keeps_it_in_memory_with_a_note(code, monkeypatch, caplog):
    def refuse(*_):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(databases, "write_aside", refuse)
    assert load(ONE)["mean"][1] == 1
    assert os.strerror(code) in caplog.text


def test_no_home_at_all_keeps_it_in_memory_with_a_note(monkeypatch, caplog):
    monkeypatch.setattr(databases, "cache_root", lambda: None)
    assert load(ONE)["mean"][1] == 1
    assert "no home directory" in caplog.text
    assert stored_databases() == []
    for refused in (lambda: load(Database("one-sided", 3, 2)), lambda: build_on_disk(ONE), lambda: verify(ONE)):
        with pytest.raises(DataError, match="BGTOOL_CACHE_DIR"):
            refused()


def test_a_larger_database_is_built_on_request_only():
    wanted = Database("two-sided", 4, 3)
    with pytest.raises(DataError, match="bgtool bearoff build two-sided --points 4 --checkers 3"):
        load(wanted)
    shares = []
    build_on_disk(wanted, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert load(wanted)["equities"].shape == (35, 35, 4)
    verify(wanted)
    forget(wanted)
    assert stored_databases() == []


def test_a_damaged_larger_database_is_an_error_that_says_what_to_do():
    wanted = Database("one-sided", 7, 2)
    build_on_disk(wanted)
    wanted.path.write_bytes(wanted.path.read_bytes()[:-1])
    with pytest.raises(DataError, match=r"damaged .* bgtool bearoff build one-sided --points 7 --checkers 2"):
        load(wanted)


@pytest.mark.parametrize("database", [ONE, TWO])
def test_an_interrupted_build_goes_on_and_ends_with_the_same_file(database, monkeypatch):
    build_on_disk(database)
    whole = database.path.read_bytes()
    forget(database)
    monkeypatch.setattr(bearoff_build, "STEP_SECONDS", 0)  # one row at a time
    calls = []

    def interrupt(share):
        calls.append(share)
        if len(calls) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_on_disk(database, interrupt)
    assert not database.path.exists()
    resumed = []
    build_on_disk(database, resumed.append)
    assert calls[-1] < resumed[0]
    assert database.path.read_bytes() == whole


def test_a_build_that_is_made_anew_leaves_another_one_alone(monkeypatch):
    """--force took the half-built file of a running build, which then ended with "No such file"."""
    build_on_disk(TWO)
    whole = TWO.path.read_bytes()
    forget(TWO)
    monkeypatch.setattr(bearoff_build, "STEP_SECONDS", 0)
    refused = []

    def second(_):
        if not refused:
            with pytest.raises(DataError, match="another process is building it") as found:
                build_on_disk(TWO, anew=True)
            refused.append(found)

    build_on_disk(TWO, second)
    assert refused
    assert TWO.path.read_bytes() == whole


def test_a_build_that_is_made_anew_starts_from_nothing_and_keeps_the_old_file_until_it_is_done(monkeypatch):
    build_on_disk(TWO)
    whole = TWO.path.read_bytes()
    monkeypatch.setattr(bearoff_build, "STEP_SECONDS", 0)
    shares = []

    def interrupt(share):
        shares.append(share)
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_on_disk(TWO, interrupt)
    assert TWO.path.read_bytes() == whole
    again = []
    build_on_disk(TWO, again.append, anew=True)
    assert again[0] == shares[0]
    assert TWO.path.read_bytes() == whole


@pytest.mark.parametrize("damage", [b"", b"junk", "cut", "flip"])
def test_a_damaged_file_is_no_sound_one_and_a_note_says_why(damage, caplog):
    assert not is_sound(ONE)
    assert not caplog.text
    build_on_disk(ONE)
    assert is_sound(ONE)
    raw = ONE.path.read_bytes()
    flipped = raw[:5000] + bytes([raw[5000] ^ 1]) + raw[5001:]
    ONE.path.write_bytes({"flip": flipped, "cut": raw[:-100]}.get(damage, damage))
    assert not is_sound(ONE)
    assert str(ONE.path) in caplog.text


@pytest.mark.parametrize("ask", [is_sound, build_on_disk, verify])
def test_a_folder_in_the_place_of_a_database_is_named(ask):
    ONE.path.mkdir(parents=True)
    with pytest.raises(DataError, match="a folder lies in the place") as found:
        ask(ONE)
    assert str(ONE.path) in str(found.value)


def test_a_full_disk_names_the_file_and_leaves_nothing(fresh_cache, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tablefile, "_reserve", refuse)
    with pytest.raises(OSError, match="No space") as found:
        build_on_disk(ONE)
    assert found.value.filename == str(ONE.path.with_suffix(".unfinished"))
    assert list(fresh_cache.iterdir()) == []


def test_the_checkpoint_of_a_killed_process_is_enough(monkeypatch):
    build_on_disk(TWO)
    whole = TWO.path.read_bytes()
    forget(TWO)
    monkeypatch.setattr(bearoff_build, "STEP_SECONDS", 0)
    monkeypatch.setattr(databases, "SAVE_SECONDS", 0)

    def die(share):
        if share > 0.5:
            raise SystemExit  # nothing is saved on the way out, as in a kill

    with pytest.raises(SystemExit):
        build_on_disk(TWO, die)
    build_on_disk(TWO)
    assert TWO.path.read_bytes() == whole


@pytest.mark.parametrize("solved", [databases.HYPERGAMMON[0], Database("few", 25, 1)], ids=str)
def test_an_interrupted_iteration_goes_on_to_the_same_values(solved, monkeypatch):
    build_on_disk(solved)
    whole = load(solved)["equities"]
    forget(solved)
    monkeypatch.setattr(bearoff_build, "STEP_SECONDS", 0)
    shares = []

    def interrupt(share):
        shares.append(share)
        if len(shares) == 60:  # in the third sweep
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_on_disk(solved, interrupt)
    build_on_disk(solved, shares.append)
    assert shares[-1] == 1
    assert np.abs(loaded_anew(solved)["equities"] - whole).max() < 1e-5
    verify(solved)


def test_a_wrong_value_under_a_right_checksum_is_found():
    tables = load(TWO)
    tables["equities"][5:, 5:] += np.float32(1e-6)
    TWO.path.write_bytes(databases.encode(TWO.layout, tables))
    with pytest.raises(DataError, match="wrong value at row"):
        verify(TWO)
    load.cache_clear()
    tables = load(ONE)
    tables["off_chance"][20:] *= np.float32(0.999)
    ONE.path.write_bytes(databases.encode(ONE.layout, tables))
    with pytest.raises(DataError, match="wrong value at row"):
        verify(ONE)


def test_several_processes_at_once_do_no_harm(fresh_cache):
    program = (
        "import sys; from pathlib import Path; from bgtool.engine import databases as d\n"
        "d.cache_root = lambda: Path(sys.argv[1]) / 'kernels'\n"
        "d.STANDARD = (d.Database('one-sided', 6, 3),)\n"
        "print(d.load(d.STANDARD[0])['mean'].sum())"
    )

    def run(_):
        return subprocess.run([sys.executable, "-c", program, fresh_cache.parent], capture_output=True, text=True)

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(run, range(2)))
    assert {answer.stdout for answer in answers} == {f"{load(ONE)['mean'].sum()}\n"}, answers
    assert [path.name for path in fresh_cache.iterdir()] == [f"{ONE}.tables"]


def test_stored_databases_are_listed_smallest_first(fresh_cache):
    load(TWO)
    build_on_disk(Database("one-sided", 7, 2))
    (fresh_cache / "two-sided-axb.tables").touch()
    (fresh_cache / "two-sided-06x02.tables").touch()  # which is no second 6x2
    (fresh_cache / "three-sided-6x6.tables").touch()
    assert stored_databases() == [Database("one-sided", 7, 2), TWO]


@pytest.mark.parametrize(
    ("kind", "points", "checkers"),
    [
        ("hypergammon", 24, 3),
        ("hypergammon", 25, 4),
        ("few", 24, 2),
        ("few", 25, 4),
        ("round", 6, 6),
        ("one-sided", 0, 3),
        ("one-sided", 25, 3),
        ("two-sided", 6, 16),
        ("one-sided", 24, 15),
    ],
)
def test_databases_that_cannot_be(kind, points, checkers):
    with pytest.raises(SettingsError):
        Database(kind, points, checkers)


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="slow without the compiler")
@pytest.mark.parametrize(("points", "checkers"), [(24, 2), (12, 4), (8, 6)])
def test_windows_hold_long_distributions(points, checkers):
    database = Database("one-sided", points, checkers)
    build_on_disk(database)
    tables = load(database)
    for first, chance, mean in (("off_first", "off_chance", "mean"), ("gammon_first", "gammon_chance", "gammon_mean")):
        rolls = tables[first][:, None] + np.arange(tables[chance].shape[1])
        found = (tables[chance].astype(float) * rolls).sum(axis=1)
        assert np.abs(found - tables[mean]).max() < 1e-5
        assert tables[chance][:, -1].max() < 1e-6
