import io
import zipfile

import numpy as np
import pytest

from bgtool.engine.arrays import read_arrays
from bgtool.errors import DataError
from tests.damage import refusals


def read(path):
    return read_arrays(path, ("one", "two"), optional=("three",), what="set", advice="make it anew")


def with_header(path, header):
    """A file whose array ``one`` says of itself what *header* says."""
    buffer = io.BytesIO()
    np.lib.format.write_array_header_1_0(buffer, header)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("one.npy", buffer.getvalue() + b"12345678")
        archive.writestr("two.npy", buffer.getvalue() + b"12345678")


def test_named_arrays_and_those_that_are_there(tmp_path):
    path = tmp_path / "some.npz"
    np.savez(path, one=np.arange(3), two=np.float32(2), four=4)
    found = read(path)
    assert sorted(found) == ["one", "two"]
    assert found["one"].tolist() == [0, 1, 2]
    assert found["two"] == 2
    np.savez_compressed(path, one=1, two=2, three="three")
    assert read(path)["three"] == "three"


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_no_damage_is_a_traceback(tmp_path, save):
    """Encrypted, compressed otherwise, an end that is none, headers that are no Python: all one kind of error."""
    path = tmp_path / "some.npz"
    save(path, one=np.arange(40), two=np.linspace(0, 1, 30), three="three")
    assert refusals(path, read) > 300


@pytest.mark.parametrize("shape", [(10**18,), (10**12, 10**12), (-5,), (1 << 40,)])
def test_absurd_shapes(tmp_path, shape):
    path = tmp_path / "some.npz"
    with_header(path, {"descr": "<f8", "fortran_order": False, "shape": shape})
    with pytest.raises(DataError, match=r"set .*some\.npz cannot be read: it is damaged .*make it anew"):
        read(path)


@pytest.mark.parametrize(
    ("write", "says"),
    [
        (lambda path: np.savez(path, one=1), "no array 'two'"),
        (lambda path: np.savez(path, one=np.array([None]), two=2), "damaged"),
        (lambda path: np.save(path.open("wb"), np.zeros(3)), "no .npz file"),
        (lambda path: path.mkdir(), "directory"),
        (lambda path: None, "No such file"),
    ],
    ids=["array missing", "objects", "a single array", "folder", "nothing"],
)
def test_what_is_no_such_file(tmp_path, write, says):
    path = tmp_path / "some.npz"
    write(path)
    with pytest.raises(DataError, match=says):
        read(path)


def test_bytes_behind_an_array_are_not_passed_over(tmp_path):
    path = tmp_path / "some.npz"
    with_header(path, {"descr": "<f8", "fortran_order": False, "shape": (1,)})
    assert read(path)["one"].shape == (1,)
    with_header(path, {"descr": "<f4", "fortran_order": False, "shape": (1,)})
    with pytest.raises(DataError, match="goes on after its array"):
        read(path)
