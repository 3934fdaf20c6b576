"""Rolls that hit and rolls that get away: the arithmetic of blots and blocks, on bits.

A mask is an integer in the moving player's own numbering, bit p for the point p, bit 25 for the bar.
"""

from __future__ import annotations

from bgtool.kernels.intrinsics import highest_bit
from bgtool.kernels.jit import kernel
from bgtool.layout import BAR, POINTS


@kernel
def shots(attacker, defender):
    """Rolls of 36 with which *attacker* can hit, and the pips they cost *defender*, summed over the 36 rolls.

    A roll that can hit several blots counts once, with the dearest of them. That a die may have to be played elsewhere
    (more checkers on the bar than dice, the rule to use both) is heeded for the bar only.
    """
    own = int(attacker[BAR] > 0) << BAR
    landing = 0
    blots = 0
    for p in range(1, POINTS + 1):
        own |= int(attacker[p] > 0) << p
        landing |= int(defender[BAR - p] < 2) << p
        blots |= int(defender[BAR - p] == 1) << p
    if own <= blots & -blots:  # nobody behind the rearmost blot
        return 0, 0
    on_bar = int(attacker[BAR])
    rolls = 0
    pips = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            if high == low:
                reached = _reached_by_doublet(own, landing, high, on_bar)
            else:
                reached = _reached(own, landing, high, low, on_bar) | _reached(own, landing, low, high, on_bar)
            hits = reached & blots
            if hits:
                ways = 2 - int(high == low)
                rolls += ways
                pips += ways * highest_bit(hits)
    return rolls, pips


@kernel
def _reached(own, landing, first, second, on_bar):
    """Points that a checker can land on by the first die, or by the second after it."""
    if on_bar == 0:
        landed = (own >> first) & landing
        return landed | ((landed >> second) & landing)
    entered = (1 << (BAR - first)) & landing
    if not entered:
        return 0
    movers = 1 << BAR if on_bar > 1 else (own ^ (1 << BAR)) | entered
    return entered | ((movers >> second) & landing)


@kernel
def _reached_by_doublet(own, landing, die, on_bar):
    """Points that a checker can land on by up to four steps of a doublet."""
    reached = 0
    movers = own
    if on_bar:
        reached = (1 << (BAR - die)) & landing
        if not reached or on_bar >= 4:
            return reached
        movers = (own ^ (1 << BAR)) | reached
    for _ in range(4 - on_bar):
        movers = (movers >> die) & landing
        reached |= movers
    return reached


@kernel
def escapes(ahead):
    """Rolls of 36 that take a checker more than six pips on; bit d of *ahead* says that d pips on it may land."""
    rolls = 0
    for high in range(2, 7):
        for low in range(max(1, 7 - high), high):
            rolls += 2 * (((ahead >> high) | (ahead >> low)) & (ahead >> (high + low)) & 1)
        steps = 0
        while steps < 4 and (ahead >> (steps + 1) * high) & 1:
            steps += 1
        rolls += int(steps * high > 6)
    return rolls
