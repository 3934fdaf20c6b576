"""What every kernel asks of one row of checkers."""

from __future__ import annotations

from bgtool.kernels.intrinsics import highest_bit, occupied
from bgtool.kernels.jit import kernel
from bgtool.layout import BAR


@kernel(_nrt=False)
def rear(row):
    """The point of a row's last checker, 25 for the bar, 0 when all are off."""
    return highest_bit(occupied(row) | 1)  # place 0 is off: whatever stands there


@kernel(_nrt=False)
def pip_count(row):
    """The pips that a row has still to go."""
    pips = 0
    for p in range(1, BAR + 1):
        pips += p * int(row[p])
    return pips
