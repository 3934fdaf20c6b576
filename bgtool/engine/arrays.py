"""Named arrays out of an ``.npz`` file, whatever is wrong with it."""

from __future__ import annotations

import warnings
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bgtool.errors import DataError

Arrays = dict[str, NDArray[Any]]


def read_arrays(path: Path, names: Sequence[str], *, what: str, advice: str, optional: Sequence[str] = ()) -> Arrays:
    """The arrays of these names, and of the *optional* ones those that there are, each checked to its last byte.

    Raises :class:`DataError` where the file cannot be read, lacks one or is damaged anywhere that matters; the message
    calls it *what*, such as ``checkpoint``, and ends with *advice*.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # NumPy's, on headers that it only just makes out
            with zipfile.ZipFile(path) as archive:
                there = set(archive.namelist())
                wanted = [*names, *(name for name in optional if f"{name}.npy" in there)]
                missing = [name for name in names if f"{name}.npy" not in there]
                if not missing:
                    return {name: _array(archive, f"{name}.npy") for name in wanted}
        why = f"it has no array {missing[0]!r}"
    except OSError as error:
        why = error.strerror or str(error)
    except Exception as error:
        # From damaged files come RuntimeError, NotImplementedError, zlib.error, LZMAError, TokenError, MemoryError
        # and more, none of which Python or NumPy names: whatever it is, the file is to blame.
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        why = f"it is damaged or no .npz file ({reason})"
    raise DataError(f"{what} {path} cannot be read: {why}; {advice}")


def _array(archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    with archive.open(name) as member:
        array: NDArray[Any] = np.lib.format.read_array(member, allow_pickle=False)
        if member.read(1):  # only at the end of a member is its checksum compared
            raise ValueError(f"{name} goes on after its array")
    return array
