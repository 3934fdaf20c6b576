"""The network evaluator and the file its weights lie in.

There are three networks of the same shape: for contact, for crashed positions among those, and for races. The file is
a first line of ASCII (what it is, version, sizes, SHA-256 of the rest) and then, compressed with zlib, the arrays of
their :class:`~bgtool.kernels.network.Weights` one after another, little-endian, in the order and types they have there.
"""

from __future__ import annotations

import hashlib
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bgtool.engine.evaluators import BrainEvaluator
from bgtool.errors import DataError
from bgtool.kernels.evaluate import Brain
from bgtool.kernels.jit import write_aside
from bgtool.kernels.network import ENDINGS, FIRST, PAIRS, SECOND, STEPS, THIRD, Weights, with_steps

WEIGHTS = Path(__file__).parents[1] / "data" / "network.weights"
CACHE_LINE = 64  # bytes
LARGEST = 1e6
"""Weights lie far within this bound; up to it no judgement overflows, and where one is not a number games never end."""
TITLE = f"bgtool network 3 {FIRST}-{SECOND}-{THIRD}"
LAYOUT = (
    ("<i2", (STEPS, FIRST)),  # without the steps behind it
    ("<i2", (FIRST,)),
    ("<f4", (PAIRS, SECOND)),
    ("<f4", (SECOND,)),
    ("<f4", (SECOND, THIRD)),
    ("<f4", (THIRD,)),
    ("<f4", (THIRD, ENDINGS)),
    ("<f4", (ENDINGS,)),
)


class Networks(NamedTuple):
    """The weights of the networks in a file, by what they judge, in their order there."""

    contact: Weights
    crashed: Weights
    race: Weights

    @property
    def parts(self) -> Brain:
        """What an evaluator of these networks judges with."""
        return Brain(network=self.contact, crashed=self.crashed, race=self.race)


def load() -> BrainEvaluator:
    """The network evaluator with its shipped weights. Raises :class:`DataError` where they are damaged or missing."""
    networks, digest = read_weights(WEIGHTS)
    return BrainEvaluator("net", digest, networks.parts)


def read_weights(path: Path) -> tuple[Networks, str]:
    """The weights in a file and the first 8 digits of their SHA-256.

    Raises :class:`DataError`, saying what is wrong with the file, unless every byte is as it was written.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise _bad(path, f"cannot be read ({error.strerror})") from None
    first, _, payload = data.partition(b"\n")
    title, _, digest = first.decode("ascii", "replace").rpartition(" ")
    if not title.startswith("bgtool network "):
        raise _bad(path, "is not a network")
    if title != TITLE:
        raise _bad(path, f"holds {title!r}, not {TITLE!r}")
    if hashlib.sha256(payload).hexdigest() != digest:
        raise _bad(path, "is damaged: its contents do not match its digest")
    try:
        numbers = zlib.decompress(payload)
    except zlib.error:
        raise _bad(path, "is damaged: its contents do not unpack") from None
    size = len(Networks._fields) * sum(np.dtype(kind).itemsize * int(np.prod(shape)) for kind, shape in LAYOUT)
    if len(numbers) != size:
        raise _bad(path, f"holds {len(numbers):,} bytes of numbers, not {size:,}")
    found = []
    start = 0
    for _ in Networks._fields:
        arrays = []
        for kind, shape in LAYOUT:
            size = int(np.prod(shape))
            arrays.append(np.frombuffer(numbers, kind, size, start).reshape(shape).astype(kind[1:]))
            start += arrays[-1].nbytes
            if not within(arrays[-1], LARGEST):
                raise _bad(path, f"holds numbers that are no weights: not finite, or beyond {LARGEST:,.0f}")
        weights = Weights(*arrays)
        found.append(Weights(*map(_aligned, weights._replace(table=with_steps(weights.table)))))
    return Networks(*found), digest[:8]


def write_weights(networks: Networks, path: Path) -> str:
    """Write a file that :func:`read_weights` reads, in one move; the first 8 digits of its SHA-256."""
    numbers = b""
    for weights in networks:
        plain = weights._replace(table=weights.table[:STEPS])
        for array, (kind, shape) in zip(plain, LAYOUT, strict=True):
            if array.shape != shape:
                raise ValueError(f"an array of shape {array.shape} where {shape} belongs")
            numbers += np.ascontiguousarray(array, kind).tobytes()
    payload = zlib.compress(numbers, 9)
    digest = hashlib.sha256(payload).hexdigest()
    write_aside(path, f"{TITLE} {digest}\n".encode() + payload)
    return digest[:8]


def within(numbers: np.ndarray, largest: float) -> bool:
    """Whether all numbers are finite and at most so large, either side of 0."""
    return bool(np.all(np.abs(numbers, dtype=np.float64) <= largest))  # what is not a number is not <= anything


def _aligned(array: np.ndarray) -> np.ndarray:
    """A copy that begins with a line of the processor's cache: its rows are then read in a tenth less time."""
    room = np.empty(array.nbytes + CACHE_LINE, np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    copy = room[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[:] = array
    return copy


def _bad(path: Path, what: str) -> DataError:
    advice = "reinstall bgtool to get them back" if path == WEIGHTS else "make it anew or choose another"
    return DataError(f"network weights {path}: the file {what}; {advice}")
