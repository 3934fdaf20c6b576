"""Which positions with contact are crashed, those that a network of their own judges.

A side is crashed when few of its checkers can still make points, since the others are off or buried on its ace and
deuce points. Sides with many checkers back, in the opponent's home or on the bar, belong here as well: back games end
crashed or are won from there. On the borders both networks are asked and the mean of what they say counts, so that a
checker moved goes from one to the other in two steps of some hundredths of a point.
"""

from __future__ import annotations

import numpy as np

from bgtool.kernels.intrinsics import checkers_from
from bgtool.kernels.jit import kernel
from bgtool.layout import BAR, HOME

FIRST_FREE = 3  # checkers nearer home are buried
FIRST_BACK = BAR - HOME  # the last six points as their side counts them, the opponent's home board, and the bar
FREE = (7, 9)  # checkers of a side: crashed with so few, not at all with so many
BACK = (4, 6)  # checkers of a side: not crashed with so few, altogether with so many


@kernel(_nrt=False)
def crashed_share(mine, theirs):
    """How much of the verdict on a position with contact the network for crashed ones has, from 0 to 1, as float32."""
    return max(_share(mine), _share(theirs))


@kernel(_nrt=False)
def _share(row):
    """What one side's checkers say."""
    free, back = checkers_from(FIRST_FREE, row), checkers_from(FIRST_BACK, row)
    steps = max((FREE[1] - free) / (FREE[1] - FREE[0]), (back - BACK[0]) / (BACK[1] - BACK[0]))
    return np.float32(min(max(steps, 0.0), 1.0))
