"""The right evaluator for a position, behind one call for every compiled loop.

A :class:`Brain` is a bag of parts: hand-made features, a network, exact tables. A part that is ``None`` is not there,
and Numba then leaves its code out: each combination of parts is its own type, compiled when it is first used. So a
search or rollout kernel is written once, takes any brain, and costs no more to compile than the parts it has.

``_nrt=False`` leaves out the counting of references to arrays where nothing is allocated (see kernels/network.py).
``forceinline`` is there because a brain is some three hundred numbers (pointers, shapes, strides) once it is compiled:
a call that hands them over costs a tenth of a microsecond.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload

from bgtool.kernels.bearoff import are_few, bearoff_chances, knows_hypergammon, race_backgammons
from bgtool.kernels.crashed import crashed_share
from bgtool.kernels.heuristic import heuristic_chances
from bgtool.kernels.heuristic import new_room as heuristic_room
from bgtool.kernels.jit import kernel
from bgtool.kernels.network import network_chances
from bgtool.kernels.network import new_scratch as network_scratch
from bgtool.kernels.rows import rear
from bgtool.layout import (
    HOME,
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    OFF,
    OUTCOMES,
    POINTS,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
)


class Brain(NamedTuple):
    """What compiled loops evaluate with; leave out what an evaluator does not have."""

    heuristic: Any = None
    """:class:`~bgtool.kernels.heuristic.HeuristicWeights`."""
    bearoff: Any = None
    """:class:`~bgtool.kernels.bearoff.BearoffTables`, which may be empty: then they know no position."""
    network: Any = None
    """:class:`~bgtool.kernels.network.Weights`; asked before the heuristic."""
    race: Any = None
    """The same for races; without them the network judges those as well."""
    crashed: Any = None
    """The same for crashed positions with contact (``kernels/crashed.py``); without them the network judges those."""


class Memory(NamedTuple):
    """What evaluations one after another share: of each part that judges, what it works in, if it works in anything."""

    contact: Any
    race: Any
    crashed: Any
    rest: np.ndarray
    """float32 (5,): what one of two networks says."""


@kernel
def chances(brain, mine, theirs, out):
    """Write the five chances of the player on roll to *out*, float32 (5,); rows int8 (26,), *mine* on roll.

    Exact when the game is over. Always within [0, 1] and ordered; a gammon chance is exactly 0 once the loser has a
    checker off, a backgammon chance once he can no longer be caught in the winner's home or on the bar.
    """
    chances_with(brain, new_memory(brain), mine, theirs, out)


@kernel
def new_memory(brain):
    """What evaluations one after another share, for :func:`chances_with`; one a thread."""
    return Memory(
        _memory(brain.network, brain.heuristic),
        _memory(brain.race, None),
        _memory(brain.crashed, None),
        np.empty(OUTCOMES, np.float32),
    )


@kernel(_nrt=False, forceinline=True)
def chances_with(brain, memory, mine, theirs, out):
    """``chances``, with memory from the caller: quicker when positions resemble the last one."""
    my_rear, their_rear = rear(mine), rear(theirs)
    if not my_rear:
        _finished(theirs, their_rear, WIN, out)
    elif not their_rear:
        _finished(mine, my_rear, LOSE_GAMMON - 1, out)
    else:
        contact = my_rear + their_rear > POINTS
        if not _look_up(brain.bearoff, max(my_rear, their_rear) <= HOME, mine, theirs, out):
            if contact:
                _judge_contact(brain.crashed, brain.network, brain.heuristic, memory, mine, theirs, out)
            else:
                _judge_race(brain.race, brain.network, brain.heuristic, memory, mine, theirs, out)
                _know_backgammons(brain.bearoff, mine, theirs, out)
        _tidy(mine[OFF], theirs[OFF], contact or my_rear > POINTS - HOME, contact or their_rear > POINTS - HOME, out)


def _memory(network, heuristic):
    """What the part that will be asked works in, if there is one."""
    if network is not None:
        return network_scratch(network)
    if heuristic is not None:
        return heuristic_room()
    return None


@overload(_memory)
def _typed_memory(network, heuristic):
    # Compiled as it stands it would have a type of its own, "this or None", which costs a second compilation of all.
    if not isinstance(network, types.NoneType):
        return lambda network, heuristic: network_scratch(network)
    if not isinstance(heuristic, types.NoneType):
        return lambda network, heuristic: heuristic_room()
    return lambda network, heuristic: None


@kernel(_nrt=False, forceinline=True)
def _look_up(bearoff, at_home, mine, theirs, out):
    """Whether exact tables knew the position; then *out* holds its chances."""
    if bearoff is not None:
        asked = at_home or are_few(mine, theirs) or knows_hypergammon(bearoff.hypergammon)
        return asked and bearoff_chances(bearoff, mine, theirs, out)
    return False


@kernel(_nrt=False)
def _know_backgammons(bearoff, mine, theirs, out):
    if bearoff is not None:
        race_backgammons(bearoff, mine, theirs, out)


@kernel(_nrt=False, forceinline=True)
def _judge_race(race, network, heuristic, memory, mine, theirs, out):
    if race is not None:
        network_chances(race, memory.race, mine, theirs, out)
    else:
        _judge(network, heuristic, memory.contact, mine, theirs, out)


@kernel(_nrt=False, forceinline=True)
def _judge_contact(crashed, network, heuristic, memory, mine, theirs, out):
    """Ask the network for crashed positions as far as this is one, and for the rest of the verdict the other."""
    if crashed is not None:
        share = crashed_share(mine, theirs)
        if share > 0:
            network_chances(crashed, memory.crashed, mine, theirs, out)
        if share < 1:
            rest = memory.rest if share > 0 else out
            _judge(network, heuristic, memory.contact, mine, theirs, rest)
            if share > 0:
                _mix(out, share, rest)
    else:
        _judge(network, heuristic, memory.contact, mine, theirs, out)


@kernel(_nrt=False)
def _mix(out, share, rest):
    """Let *share* of *out* stay and fill up with *rest*."""
    for k in range(OUTCOMES):
        out[k] = share * out[k] + (np.float32(1) - share) * rest[k]


@kernel(_nrt=False, forceinline=True)
def _judge(network, heuristic, memory, mine, theirs, out):
    """Ask the part that knows the position best. Parts come as arguments so that Numba sees which are None."""
    if network is not None:
        network_chances(network, memory, mine, theirs, out)
    elif heuristic is not None:
        heuristic_chances(heuristic, memory, mine, theirs, out)


@kernel
def chances_after(brain, boards, n, out):
    """Write to ``out[:n]`` the mover's five chances after each of ``boards[:n]``, whose opponent is on roll.

    *boards* is int8 (m, 2, 26), the mover in row 0 (as ``movegen.plays`` writes them), *out* float32 (m, 5).
    """
    _each(brain, new_memory(brain), boards, n, 1, out)
    for i in range(n):
        swap_viewpoint(out[i])


@kernel
def chances_of(brain, boards, out):
    """Write to *out*, float32 (n, 5), the chances of the players on roll in *boards*, int8 (n, 2, 26)."""
    _each(brain, new_memory(brain), boards, boards.shape[0], 0, out)


@kernel(_nrt=False)
def _each(brain, memory, boards, n, on_roll, out):
    for i in range(n):
        chances_with(brain, memory, boards[i, on_roll], boards[i, 1 - on_roll], out[i])


@kernel(_nrt=False)
def swap_viewpoint(out):
    """Turn five chances into those of the other player, in place."""
    out[WIN] = 1 - out[WIN]
    gammon, backgammon = out[WIN_GAMMON], out[WIN_BACKGAMMON]
    out[WIN_GAMMON], out[WIN_BACKGAMMON] = out[LOSE_GAMMON], out[LOSE_BACKGAMMON]
    out[LOSE_GAMMON], out[LOSE_BACKGAMMON] = gammon, backgammon


@kernel(_nrt=False)
def equity_of(out, limit):
    """Cubeless equity of five chances in points, a game counting at most *limit* (1, 2 or 3), as float64."""
    return worth_of(out, prices_of(limit))


@kernel(_nrt=False)
def worth_of(out, prices):
    """Cubeless worth of five chances where winning is 1 and losing is -1, as float64.

    *prices* are four numbers: what a gammon, then a backgammon on top of it, adds to my win; the same of my loss. All
    1 for money, 0 where gammons do not count.
    """
    gammons = np.float64(out[WIN_GAMMON]) * prices[0] - np.float64(out[LOSE_GAMMON]) * prices[2]
    backgammons = np.float64(out[WIN_BACKGAMMON]) * prices[1] - np.float64(out[LOSE_BACKGAMMON]) * prices[3]
    return 2.0 * np.float64(out[WIN]) - 1.0 + gammons + backgammons


@kernel(_nrt=False)
def prices_of(limit):
    """The prices of a money game that counts at most *limit* points (1, 2 or 3)."""
    gammon = 1.0 if limit >= 2 else 0.0
    backgammon = 1.0 if limit >= 3 else 0.0
    return gammon, backgammon, gammon, backgammon


@kernel(_nrt=False)
def _finished(loser, loser_rear, first, out):
    """Certain chances of a finished game: *first* is WIN, or LOSE_GAMMON - 1 when the player on roll has lost."""
    for k in range(OUTCOMES):
        out[k] = 0
    if first == WIN:
        out[WIN] = 1
    if not loser[OFF]:
        out[first + 1] = 1
        if loser_rear > POINTS - HOME:
            out[first + 2] = 1


@kernel(_nrt=False)
def _tidy(my_off, their_off, i_may_lose_three, they_may_lose_three, out):
    """Put chances into [0, 1] and in order, and set to 0 what the board rules out."""
    for k in range(OUTCOMES):
        out[k] = min(max(out[k], 0), 1)
    _bound(their_off, they_may_lose_three, out[WIN], WIN_GAMMON, out)
    _bound(my_off, i_may_lose_three, 1 - out[WIN], LOSE_GAMMON, out)


@kernel(_nrt=False)
def _bound(loser_off, may_lose_three, whole, gammon, out):
    if loser_off:
        out[gammon] = 0
    elif out[gammon] > whole:
        out[gammon] = whole
    if not may_lose_three:
        out[gammon + 1] = 0
    elif out[gammon + 1] > out[gammon]:
        out[gammon + 1] = out[gammon]
