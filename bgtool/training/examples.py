"""Training sets: decisions as position keys with the chances that they should have, in ``.npz`` files."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bgtool.errors import DataError
from bgtool.kernels.jit import write_aside
from bgtool.training.gradient import SIBLINGS
from bgtool.training.keys import KEY, Keys, first_impossible

STORED = (np.uint16, np.int32)
Stored = NDArray[np.uint16] | NDArray[np.int32]
HELD_OUT = 100  # one decision in so many is kept apart for validation


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

    Raises :class:`DataError` if it is no such file.
    """
    try:
        with np.load(path) as file:
            keys, chances = file["position_key"], file["chances"]
            own = file["trust"] if "trust" in file else np.ones(len(keys), np.float32)
            fits = keys.shape == (len(keys), SIBLINGS, KEY) and keys.dtype == np.uint8 and own.shape == (len(keys),)
            fits = fits and chances.shape == (len(keys), SIBLINGS, 5) and chances.dtype in STORED
    except (OSError, ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise DataError(f"training set {path} cannot be read: {error}") from None
    if not fits:
        raise DataError(
            f"training set {path}: keys {keys.shape} {keys.dtype}, chances {chances.shape} {chances.dtype} and trust "
            f"{own.shape} do not fit"
        )
    impossible = first_impossible(np.ascontiguousarray(keys).reshape(-1, KEY))
    if impossible >= 0:
        decision, play = divmod(impossible, SIBLINGS)
        raise DataError(
            f"training set {path}: key {keys[decision, play].tobytes().hex()} (decision {decision}, position {play}) "
            f"is no position: more than 15 checkers a side, or both sides on a point"
        )
    return Examples(keys, chances, own * np.float32(trust))


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
