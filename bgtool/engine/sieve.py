"""The sieve's weights, from the package's data."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import numpy as np

from bgtool.engine.arrays import read_arrays
from bgtool.errors import DataError
from bgtool.kernels.sieve import COUNTS, PLACES, Sieve
from bgtool.kernels.sieve_vectors import WIDTH

WEIGHTS = Path(__file__).parents[1] / "data" / "sieve.npz"
SHAPES = {"table": (PLACES * COUNTS, WIDTH), "bias": (WIDTH,), "out": (WIDTH,)}


@cache
def standard_sieve() -> Sieve:
    """The sieve with its shipped weights. Raises :class:`DataError` where they are damaged or missing."""
    return read_sieve(WEIGHTS)


@cache
def sieve_digest() -> str:
    """A short digest of the shipped weights: they decide which plays the games of a rollout consider."""
    signed = hashlib.sha256()
    for array in standard_sieve():
        signed.update(np.ascontiguousarray(array).tobytes())
    return signed.hexdigest()[:8]


def read_sieve(path: Path) -> Sieve:
    """The sieve in a file that :func:`save_sieve` wrote. Raises :class:`DataError`."""
    found = read_arrays(path, tuple(SHAPES), what="the file of the sieve's weights", advice="install bgtool anew")
    for name, shape in SHAPES.items():
        if found[name].shape != shape or found[name].dtype != np.int16:
            raise DataError(f"{path}: the sieve's weights do not have the right size; install bgtool anew")
    return Sieve(**found)


def save_sieve(path: Path, sieve: Sieve) -> None:
    """Write the sieve to a file. Raises OSError."""
    np.savez_compressed(path, table=sieve.table, bias=sieve.bias, out=sieve.out)
