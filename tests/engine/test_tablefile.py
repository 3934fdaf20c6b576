"""Files of tables: what was written is read back, and nothing else is taken for it."""

import subprocess
import sys

import numpy as np
import pytest

from bgtool.engine import tablefile
from bgtool.engine.tablefile import START, Layout, check_payload, encode, open_tables, unfinished
from bgtool.errors import DataError

LAYOUT = Layout("two things", (("small", "uint8", (3, 5)), ("wide", "float64", (4,))))


@pytest.fixture
def tables():
    return {"small": np.arange(15, dtype=np.uint8).reshape(3, 5), "wide": np.array([0.5, -1, 1e300, np.pi])}


@pytest.fixture
def path(tmp_path, tables):
    path = tmp_path / "two.tables"
    path.write_bytes(encode(LAYOUT, tables))
    return path


def test_what_was_written_is_read_back(path, tables):
    found = open_tables(path, LAYOUT)
    assert found.keys() == tables.keys()
    for name, table in tables.items():
        assert np.array_equal(found[name], table)
        assert found[name].dtype == table.dtype
        assert found[name].flags.aligned
        assert found[name].flags.c_contiguous
    assert path.stat().st_size == LAYOUT.size
    check_payload(path, LAYOUT)


def test_writing_to_opened_tables_leaves_the_file_alone(path):
    open_tables(path, LAYOUT)["small"][:] = 9
    assert open_tables(path, LAYOUT)["small"][0, 0] == 0


def test_every_flipped_byte_and_every_cut_is_noticed(path):
    good = path.read_bytes()
    header = 56 + int.from_bytes(good[20:24], "little")
    used = [*range(header), *range(START, START + 15), *range(START + 64, START + 96)]
    for place in used:
        path.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :])
        with pytest.raises(DataError, match=r"two\.tables: "):
            open_tables(path, LAYOUT)
    for length in (0, 1, 15, 16, 23, 24, 100, START - 1, START, START + 64, len(good) - 1):
        path.write_bytes(good[:length])
        with pytest.raises(DataError, match=r"two\.tables: (damaged|not a file)"):
            open_tables(path, LAYOUT)
    path.write_bytes(good + b"\0")
    with pytest.raises(DataError, match="bytes instead of"):
        open_tables(path, LAYOUT)


def test_foreign_files_are_named_for_what_they_are(path):
    with pytest.raises(DataError, match="holds two things, expected another"):
        open_tables(path, Layout("another", LAYOUT.arrays))
    path.write_text("Dear diary")
    with pytest.raises(DataError, match="not a file of tables"):
        open_tables(path, LAYOUT)
    with pytest.raises(FileNotFoundError):
        open_tables(path.with_name("none"), LAYOUT)


def test_another_version_is_refused_by_its_number(path, tables, monkeypatch):
    monkeypatch.setattr(tablefile, "VERSION", 7)
    path.write_bytes(encode(LAYOUT, tables))
    monkeypatch.undo()
    with pytest.raises(DataError, match="format version 7"):
        open_tables(path, LAYOUT)


def test_large_files_are_hashed_by_check_only(path, monkeypatch):
    monkeypatch.setattr(tablefile, "HASHED_ON_OPEN", 10)
    raw = bytearray(path.read_bytes())
    raw[START] ^= 1
    path.write_bytes(raw)
    open_tables(path, LAYOUT)
    with pytest.raises(DataError, match="checksum"):
        check_payload(path, LAYOUT)


def test_unfinished_work_is_taken_up_and_finished(tmp_path, tables):
    work, target = tmp_path / "work", tmp_path / "done.tables"
    with unfinished(work, LAYOUT) as file:
        assert file.done == 0
        assert not file.tables["small"].any()
        file.tables["small"][:] = tables["small"]
        file.save(7)
    with pytest.raises(DataError, match="not finished"):
        open_tables(work, LAYOUT)
    with unfinished(work, LAYOUT) as file:
        assert file.done == 7
        assert np.array_equal(file.tables["small"], tables["small"])
        file.tables["wide"][:] = tables["wide"]
        file.finish(target)
    assert not work.exists()
    check_payload(target, LAYOUT)
    assert np.array_equal(open_tables(target, LAYOUT)["wide"], tables["wide"])


def test_unfinished_work_of_another_kind_is_begun_anew(tmp_path):
    work = tmp_path / "work"
    work.write_text("junk")
    with unfinished(work, LAYOUT) as file:
        assert file.done == 0
        file.save(3)
    with unfinished(work, Layout("another", LAYOUT.arrays)) as file:
        assert file.done == 0


@pytest.mark.skipif(sys.platform == "win32", reason="locks are POSIX locks")
def test_only_one_process_works_on_a_file(tmp_path):
    program = (
        "import sys; from pathlib import Path; from bgtool.engine.tablefile import Layout, unfinished\n"
        "with unfinished(Path(sys.argv[1]), Layout('x', (('a', 'uint8', (4,)),))): pass"
    )
    with unfinished(tmp_path / "work", Layout("x", (("a", "uint8", (4,)),))):
        done = subprocess.run([sys.executable, "-c", program, tmp_path / "work"], capture_output=True, text=True)
    assert "DataError" in done.stderr
    assert "another process" in done.stderr
