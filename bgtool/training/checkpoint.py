"""Checkpoints: everything that a fit needs to go on, in ``.npz`` files, and parameters to begin one with."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bgtool.engine.arrays import read_arrays
from bgtool.engine.network import LARGEST, Networks, read_weights, within
from bgtool.errors import DataError
from bgtool.kernels.jit import write_aside
from bgtool.training.gradient import Floats
from bgtool.training.model import SIZE, parameters_of

MOST_OF = {"parameters": LARGEST, "average": LARGEST, "momentum": 1e15, "spread": 1e30}
"""What a checkpoint may hold, and still be gone on from in 32-bit numbers."""
NUMBERS = tuple(MOST_OF)


@dataclass
class State:
    """Everything that a fit needs to go on."""

    parameters: Floats
    average: Floats
    momentum: Floats
    spread: Floats
    step: int = 0
    part: str = ""
    """Which network is fitted, by its name in :class:`~bgtool.engine.network.Networks`; empty if it is to be any."""

    @staticmethod
    def fresh(parameters: Floats, part: str = "") -> State:
        """The state before the first step."""
        parameters = parameters.astype(np.float32)
        none = np.zeros(SIZE, np.float32)
        return State(parameters, parameters.copy(), none, none.copy(), part=part)


def write_state(path: Path, state: State) -> None:
    """Write a checkpoint, in one move."""
    buffer = io.BytesIO()
    np.savez(buffer, **vars(state))
    write_aside(path, buffer.getvalue())


def read_state(path: Path, part: str = "") -> State:
    """A checkpoint. Raises :class:`DataError` if it is none, or of another network than *part* names."""
    found = read_arrays(
        path, (*NUMBERS, "step"), optional=("part",), what="checkpoint", advice="name another, or begin without one"
    )
    for name in NUMBERS:
        if found[name].shape != (SIZE,) or found[name].dtype.kind != "f":
            raise DataError(
                f"checkpoint {path} is of another network: {name} {found[name].shape} {found[name].dtype}, not "
                f"{SIZE} numbers"
            )
        if not within(found[name], MOST_OF[name]) or (name == "spread" and found[name].min() < 0):
            raise DataError(
                f"checkpoint {path} cannot be gone on from: in its {name} are numbers that are not finite or out of "
                f"all bounds; name another one"
            )
    step = found["step"]
    if step.shape or step.dtype.kind not in "iu" or step < 0:
        raise DataError(f"checkpoint {path}: its step is {step}, no whole number from 0 up; name another one")
    fitted = _network_named(found["part"]) if "part" in found else ""
    if fitted is None:
        raise DataError(f"checkpoint {path} is of none of the networks {', '.join(Networks._fields)}; name another one")
    if part and fitted and part != fitted:
        raise DataError(f"checkpoint {path} is of the network {fitted!r}, not {part!r}; name another one")
    parameters, average, momentum, spread = (found[name].astype(np.float32) for name in NUMBERS)
    return State(parameters, average, momentum, spread, int(step), fitted)


def _network_named(stored: np.ndarray) -> str | None:
    """The network that a checkpoint says it is of, empty if of any, None if of none that there is."""
    if stored.shape or stored.dtype.kind != "U":
        return None
    # The stored text need not be one that Python can make a str of.
    return next((name for name in ("", *Networks._fields) if stored == name), None)


def mean_of(paths: Sequence[Path], part: str = "") -> State:
    """A checkpoint to begin with whose parameters are the mean of the averages of others, all of one network.

    Among them may be weights where *part* says which of their networks is meant. Raises :class:`DataError` if one is
    neither, or of another network than *part* or those before it.
    """
    averages = []
    for path in paths:
        of_weights = path.suffix == ".weights"
        if of_weights and not part:
            raise DataError(f"{path} holds several networks; name the one that is meant")
        state = State.fresh(read_start(path, part)) if of_weights else read_state(path, part)
        part = part or state.part
        averages.append(state.average)
    return State.fresh(np.mean(averages, axis=0), part)


def read_start(path: Path, part: str = "contact", *, fitted: bool = False) -> Floats:
    """Parameters to begin a fit with: the average of a checkpoint, or those of the weights in a ``.weights`` file.

    *part* is the network to take out of the latter, by its name in
    :class:`~bgtool.engine.network.Networks`; any checkpoint will do unless it has to be *fitted* as that network.
    Raises :class:`DataError` if the file is neither, or that checkpoint is of another network.
    """
    if path.suffix == ".weights":
        return parameters_of(getattr(read_weights(path)[0], part))
    return read_state(path, part if fitted else "").average
