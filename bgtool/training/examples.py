"""Training sets: decisions as position keys with the chances that they should have, in ``.npz`` files."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.arrays import read_arrays
from bgtool.errors import DataError
from bgtool.kernels.jit import write_aside
from bgtool.training.gradient import SIBLINGS
from bgtool.training.keys import KEY, Keys, first_impossible

STORED = (np.uint16, np.int32)
Stored = NDArray[np.uint16] | NDArray[np.int32]
HELD_OUT = 100  # one decision in so many is kept apart for validation
LEAST_LABEL, MOST_LABEL = -3 * 65535, 4 * 65535
"""What a label may be: luck taken off leaves results a little outside 0 to 1, nothing leaves them farther than this."""
MOST_TRUST = 1e6


@dataclass(frozen=True)
class Examples:
    """Decisions of four positions after a play each, opponent on roll."""

    keys: Keys
    """uint8 (n, 4, 10)."""
    chances: Stored
    """uint16 or int32 (n, 4, 5): the five chances of the player on roll times 65535.

    An int32 label may be below 0 or above 1: results with the luck taken off are right in the mean only as they are.
    """
    trust: NDArray[np.float32]
    """float32 (n,): how much the level of the labels counts; the differences between siblings always count fully."""

    def __len__(self) -> int:
        """The number of decisions."""
        return len(self.keys)

    def some(self, which: slice | NDArray[np.bool_] | NDArray[np.int64]) -> Examples:
        """Some of the decisions, by a mask, indices or a slice."""
        return Examples(self.keys[which], self.chances[which], self.trust[which])


def join(parts: Sequence[Examples]) -> Examples:
    """All decisions of several sets."""
    return Examples(
        np.concatenate([part.keys for part in parts]),
        np.concatenate([part.chances for part in parts]),
        np.concatenate([part.trust for part in parts]),
    )


def read_examples(path: Path, trust: float = 1.0) -> Examples:
    """The decisions in a file with ``position_key`` and ``chances``; all get the same *trust* unless it has its own.

    Raises :class:`DataError` if it is no such file, or holds what nothing can be learned from.
    """
    found = read_arrays(
        path,
        ("position_key", "chances"),
        optional=("trust",),
        what="training set",
        advice="make it anew or leave it out",
    )
    keys, chances = found["position_key"], found["chances"]
    n = len(keys) if keys.ndim else 0
    own = found.get("trust", np.ones(n, np.float32))
    fits = keys.shape == (n, SIBLINGS, KEY) and keys.dtype == np.uint8 and own.shape == (n,) and own.dtype.kind == "f"
    if not fits or chances.shape != (n, SIBLINGS, 5) or chances.dtype not in STORED:
        raise DataError(
            f"training set {path}: keys {keys.shape} {keys.dtype}, chances {chances.shape} {chances.dtype} and trust "
            f"{own.shape} {own.dtype} do not fit; they are uint8 (n, 4, 10), uint16 or int32 (n, 4, 5) and float32 (n,)"
        )
    fault = _impossible_key(keys) or _absurd_label(chances) or _absurd_trust(own)
    if fault:
        raise DataError(f"training set {path}: {fault}; make it anew or leave it out")
    return Examples(keys, chances, own.astype(np.float32) * np.float32(trust))


def _impossible_key(keys: Keys) -> str | None:
    """The first key that is no position, in words."""
    impossible = first_impossible(np.ascontiguousarray(keys).reshape(-1, KEY))
    if impossible < 0:
        return None
    decision, play = divmod(impossible, SIBLINGS)
    return (
        f"key {keys[decision, play].tobytes().hex()} (decision {decision}, position {play}) is no position: more than "
        f"15 checkers a side, or both sides on a point"
    )


def _absurd_label(chances: Stored) -> str | None:
    """The first label that is no chance, in words."""
    if not chances.size or (chances.min() >= LEAST_LABEL and chances.max() <= MOST_LABEL):
        return None
    absurd = np.argwhere((chances < LEAST_LABEL) | (chances > MOST_LABEL))
    decision, play, which = absurd[0]
    label = chances[decision, play, which]
    return f"label {label} (decision {decision}, position {play}) is {label / 65535:.0f} times a sure win, no chance"


def _absurd_trust(trust: NDArray[np.floating]) -> str | None:
    """The first trust that cannot be reckoned with, in words."""
    absurd = np.flatnonzero(~((trust >= 0) & (trust <= MOST_TRUST)))  # so written for what is not a number
    if not len(absurd):
        return None
    return f"trust {trust[absurd[0]]} (decision {absurd[0]}) is not from 0 to {MOST_TRUST:,.0f}"


def write_examples(path: Path, examples: Examples) -> None:
    """Write a file that :func:`read_examples` reads, in one move."""
    buffer = io.BytesIO()
    np.savez(buffer, position_key=examples.keys, chances=examples.chances, trust=examples.trust)
    write_aside(path, buffer.getvalue())


def hold_out(examples: Examples, one_in: int = HELD_OUT) -> tuple[Examples, Examples]:
    """Examples to train on and examples to validate with, told apart by the first position alone.

    So a decision falls on the same side in every set that contains it.
    """
    apart = np.array([zlib.crc32(key.tobytes()) % one_in == 0 for key in examples.keys[:, 0]], bool)
    return examples.some(~apart), examples.some(apart)


def as_stored(chances: NDArray[np.floating]) -> NDArray[np.uint16]:
    """Five chances (..., 5), brought into order, as Examples have them."""
    win = np.clip(chances[..., 0], 0, 1)
    win_gammon = np.clip(chances[..., 1], 0, win)
    win_backgammon = np.clip(chances[..., 2], 0, win_gammon)
    lose_gammon = np.clip(chances[..., 3], 0, 1 - win)
    lose_backgammon = np.clip(chances[..., 4], 0, lose_gammon)
    ordered = np.stack((win, win_gammon, win_backgammon, lose_gammon, lose_backgammon), axis=-1)
    return np.asarray(np.rint(ordered * 65535), np.uint16)


def as_measured(chances: NDArray[np.floating]) -> NDArray[np.int32]:
    """Five chances (..., 5) as Examples have them, in the order and within the bounds that they came with."""
    return np.asarray(np.rint(chances * 65535), np.int32)
