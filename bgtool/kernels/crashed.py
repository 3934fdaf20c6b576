"""Which positions with contact are crashed, those that a network of their own judges.

A side is crashed when few of its checkers can still make points, since the others are off or buried on its ace and deuce
points. Sides with many checkers back, in the opponent's home or on the bar, belong here as well: back games end crashed
or are won from there. The borders are wide: within them both networks are asked and the share of this one's word
grows step by step, so that no checker moved makes a judgement jump.
"""

from __future__ import annotations

import numpy as np

from bgtool.kernels.jit import kernel
from bgtool.layout import BAR, HOME, ROW

BURIED = 2  # points from the end where a checker makes no more points
FREE = (7, 9)  # checkers of a side: crashed with so few, not at all with so many
BACK = (3, 5)  # checkers of a side: not crashed with so few, altogether with so many


@kernel(_nrt=False)
def crashed_share(mine, theirs):
    """How much of the verdict on a position with contact the network for crashed ones has, from 0 to 1, as float32."""
    return max(_share(mine), _share(theirs))


@kernel(_nrt=False)
def _share(row):
    """What one side's checkers say."""
    back = np.int64(0)
    for place in range(BAR - HOME, ROW):
        back += row[place]
    free = back
    for place in range(BURIED + 1, BAR - HOME):
        free += row[place]
    steps = max(np.float32(FREE[1] - free) / (FREE[1] - FREE[0]), np.float32(back - BACK[0]) / (BACK[1] - BACK[0]))
    return min(max(np.float32(steps), np.float32(0)), np.float32(1))
