"""Every distinct position that one roll can lead to, a few nanoseconds each.

No position is ever built twice, so nothing has to be compared or hashed. Points are bits of an integer: bit p is
the mover's own point p, bit 25 his bar. What keeps it short is that a legal step of one checker stays legal whatever
other checkers step first: points never close, home never empties, the highest checker stays the highest.

*Two different dice.* A play is a pair (a, b): one checker leaves a by the higher die, one leaves b by the lower.
Pairs played higher die first come first; lower die first adds only those whose a could not have come first.
The mover's row changes by -a +(a - high) -b +(b - low), so two different pairs agree only if

- both are one checker's journey from the same point, over a - high or over a - low. They are one result
  unless a checker is hit on the way, for the points between differ; or
- both bear off the same two checkers with the dice exchanged. That takes a from below b when b has left by the
  lower die; then b could have left by the higher, and a by the lower. So low-first plays never begin by bearing off.

*Doublets.* Every point has one way out, so the row after a play tells, from the top down, how often each point was
left: different multisets of points left are different results, and vice versa. Any legal order of the steps can be
sorted from the highest point down and stays legal (the bar is highest, checkers outside come before bear-offs,
higher checkers before lower ones), so each multiset is found exactly once by steps that never go up. If four steps
are impossible, every step that can be made is made in the end, in whatever order: there is one result.
"""

from __future__ import annotations

import numpy as np

from bgtool.kernels.intrinsics import copy_board, highest_bit
from bgtool.kernels.jit import kernel
from bgtool.layout import BAR, HOME, POINTS, ROW

# No roll has more results: each of at most 15 checkers makes 0..4 steps of a doublet, 4 together, which can be dealt
# in C(18, 4) = 3060 ways (fewer steps: fewer ways), and different results are different deals. With two different
# dice there are 15 x 15 deals, each with at most two ways of hitting. Fifteen blots and nothing in the way come near:
# 2226 results of a double one, 210 of a 21. Ordinary games stay below 600.
MAX_PLAYS = 3060


@kernel(_nrt=False)
def plays(on_roll, opponent, die1, die2, out):
    """Number of distinct positions after a roll; they are written to ``out[:n]``.

    *on_roll* and *opponent* are int8[26] rows, *out* is int8[MAX_PLAYS, 2, 26] from the caller. ``out[i, 0]`` is the
    mover's row after a play and ``out[i, 1]`` the opponent's, hit checkers on his bar. Where nothing can be played
    the one result is the unchanged position. The order depends on nothing but the position and the roll.
    """
    high = max(int(die1), int(die2))
    low = min(int(die1), int(die2))
    own = int(on_roll[BAR] > 0) << BAR
    landing = np.int64(0)  # typed, because kernels called with a literal 0 would be compiled once more for it
    blots = np.int64(0)
    for point in range(1, POINTS + 1):
        own |= int(on_roll[point] > 0) << point
        landing |= int(opponent[BAR - point] < 2) << point
        blots |= int(opponent[BAR - point] == 1) << point
    if high == low:
        return _doublet(on_roll, opponent, own, landing, high, out)
    return _two_dice(on_roll, opponent, (own, landing, blots), high, low, out)


@kernel(_nrt=False)
def _sources(own, landing, die):
    """Bits of the points that a checker may leave by *die*, bear-offs and the bar included."""
    if own >> BAR:
        return own & (landing << die) & (1 << BAR)
    found = own & (landing << die)
    if own >> (HOME + 1) == 0 and own:
        if own >> die:
            found |= own & (1 << die)
        else:
            found |= 1 << highest_bit(own)
    return found


@kernel(_nrt=False)
def _after(own, checkers, source, die):
    """Bits of the occupied points after a step by *die* from *source*, where *checkers* stood."""
    if checkers == 1:
        own ^= 1 << source
    if source > die:
        own |= 1 << (source - die)
    return own


@kernel(_nrt=False)
def _step(out, n, source, die):
    """Move one checker in ``out[n]`` and hit what stands alone there."""
    target = source - die
    out[n, 0, source] -= 1
    if target > 0:
        out[n, 0, target] += 1
        if out[n, 1, BAR - target] == 1:
            out[n, 1, BAR - target] = 0
            out[n, 1, BAR] += 1
    else:
        out[n, 0, 0] += 1


@kernel(_nrt=False)
def _single(on_roll, opponent, sources, die, out):
    """One result for each of *sources* by one die, or the unchanged position if there are none."""
    n = np.int64(0)
    while sources:
        source = highest_bit(sources)
        sources ^= 1 << source
        copy_board(on_roll, opponent, out, n)
        _step(out, n, source, die)
        n += 1
    if n == 0:
        copy_board(on_roll, opponent, out, n)
        n = 1
    return n


@kernel(_nrt=False)
def _two_dice(on_roll, opponent, masks, high, low, out):
    own, landing, blots = masks
    by_high = _sources(own, landing, high)
    by_low = _sources(own, landing, low)
    hit_between = (blots << high) | (blots << low)
    journeys = np.int64(0)  # where a checker goes by high, then low, and the other way round would end up the same
    n = np.int64(0)

    rest = by_high
    while rest:
        a = highest_bit(rest)
        rest ^= 1 << a
        second = _sources(_after(own, on_roll[a], a, high), landing, low)
        if a > high and (second >> (a - high)) & 1 and not (hit_between >> a) & 1:
            journeys |= 1 << a
        second &= ~(journeys & (1 << (a + low)))
        while second:
            b = highest_bit(second)
            second ^= 1 << b
            copy_board(on_roll, opponent, out, n)
            _step(out, n, a, high)
            _step(out, n, b, low)
            n += 1

    rest = by_low >> (low + 1) << (low + 1)  # two checkers borne off low first were borne off above, dice exchanged
    while rest:
        b = highest_bit(rest)
        rest ^= 1 << b
        second = _sources(_after(own, on_roll[b], b, low), landing, high) & ~by_high
        if (journeys >> b) & 1:
            second &= ~(1 << (b - low))
        while second:
            a = highest_bit(second)
            second ^= 1 << a
            copy_board(on_roll, opponent, out, n)
            _step(out, n, b, low)
            _step(out, n, a, high)
            n += 1

    if n:
        return n
    if by_high:
        return _single(on_roll, opponent, by_high, high, out)
    return _single(on_roll, opponent, by_low, low, out)


@kernel(_nrt=False)
def _doublet(on_roll, opponent, own, landing, die, out):
    n = np.int64(0)
    first = _sources(own, landing, die)
    while first:
        s1 = highest_bit(first)
        first ^= 1 << s1
        own1 = _after(own, on_roll[s1], s1, die)
        second = _sources(own1, landing, die) & ((2 << s1) - 1)
        while second:
            s2 = highest_bit(second)
            second ^= 1 << s2
            checkers = on_roll[s2] - (s1 == s2) + (s1 - die == s2)
            own2 = _after(own1, checkers, s2, die)
            third = _sources(own2, landing, die) & ((2 << s2) - 1)
            while third:
                s3 = highest_bit(third)
                third ^= 1 << s3
                checkers = on_roll[s3] - (s1 == s3) - (s2 == s3) + (s1 - die == s3) + (s2 - die == s3)
                own3 = _after(own2, checkers, s3, die)
                fourth = _sources(own3, landing, die) & ((2 << s3) - 1)
                while fourth:
                    s4 = highest_bit(fourth)
                    fourth ^= 1 << s4
                    copy_board(on_roll, opponent, out, n)
                    _step(out, n, s1, die)
                    _step(out, n, s2, die)
                    _step(out, n, s3, die)
                    _step(out, n, s4, die)
                    n += 1
    if n:
        return n
    copy_board(on_roll, opponent, out, n)
    sources = _sources(own, landing, die)
    while sources:
        source = highest_bit(sources)
        own = _after(own, out[n, 0, source], source, die)
        _step(out, n, source, die)
        sources = _sources(own, landing, die)
    return n + 1


@kernel
def count(board, depth):
    """Sum of distinct results over the 21 rolls, *depth* rolls deep; the opponent is on roll after each play.

    *board* is int8[2, 26], player on roll first. A finished game counts like any other position without a play.
    """
    below = np.empty((depth, MAX_PLAYS, 2, ROW), np.int8)
    at = np.zeros((depth, 4), np.int64)  # per level: higher die, lower die, plays left, plays
    total = 0
    level = 0
    at[0, 0] = 1
    while level >= 0:
        if level == 0:
            on_roll, opponent = board[0], board[1]
        else:
            parent = at[level - 1, 2]
            on_roll, opponent = below[level - 1, parent, 1], below[level - 1, parent, 0]
        if at[level, 2] > 0:
            at[level, 2] -= 1
        else:
            at[level, 1] += 1
            if at[level, 1] > at[level, 0]:
                at[level, 0] += 1
                at[level, 1] = 1
            if at[level, 0] > 6:
                level -= 1
                continue
            n = plays(on_roll, opponent, at[level, 0], at[level, 1], below[level])
            if level == depth - 1:
                total += n
                continue
            at[level, 2] = n - 1
        level += 1
        at[level, 0] = 1
        at[level, 1] = 0
        at[level, 2] = 0
    return total
