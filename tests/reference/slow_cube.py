"""The cube model in plain Python, worked from match equities alone: the slow twin of ``bgtool.kernels.cube``.

Everything is written for one player with points and match winning chances, without levels, stakes or shared scale.
"""

from itertools import pairwise

from bgtool.core.state import CubeOwner

CENTRED, OWNED = CubeOwner.CENTRED, CubeOwner.OWNED


def rates(chances, *, wins):
    """Shares of single games, gammons and backgammons in my wins (or losses)."""
    win, my_gammon, my_backgammon, gammon, backgammon = chances
    whole, two, three = (win, my_gammon, my_backgammon) if wins else (1 - win, gammon, backgammon)
    return (1 - two / whole, (two - three) / whole, three / whole) if whole else (1.0, 0.0, 0.0)


def line(win, points):
    """The value at ``win`` on the straight lines through the points, which are sorted."""
    for (x0, y0), (x1, y1) in pairwise(points):
        if win <= x1:
            return y0 + (y1 - y0) * (win - x0) / (x1 - x0) if x1 > x0 else y0
    return points[-1][1]


def money(chances, owner, x, jacoby=False):
    """Equity per unit of the cube, without doubling now."""
    win = chances[0]
    dull = jacoby and owner is CENTRED
    won = sum((k + 1) * share for k, share in enumerate(rates(chances, wins=True)))
    lost = sum((k + 1) * share for k, share in enumerate(rates(chances, wins=False)))
    dead = 2 * win - 1 if dull else win * won - (1 - win) * lost
    if win in (0, 1):
        return dead
    take, cash = (lost - 0.5) / (won + lost + 0.5), (lost + 1) / (won + lost + 0.5)
    points = [(0, -1 if dull else -lost), (take, -1), (cash, 1), (1, 1 if dull else won)]
    if owner is OWNED:
        del points[1]
    elif owner is not CENTRED:
        del points[2]
    return (1 - x) * dead + x * line(win, points)


class Match:
    """One score as a player sees it: ``mwc(points)`` after he wins (loses) so many."""

    def __init__(self, met, away, post_crawford=False, crawford=False):
        self.away, self.crawford = away, crawford
        self.mwc = lambda points: met.after(*away, points, post_crawford=crawford or post_crawford)

    def on_average(self, chances, cube, *, wins):
        shares = rates(chances, wins=wins)
        return sum(share * self.mwc((k + 1) * cube * (1 if wins else -1)) for k, share in enumerate(shares))

    def cash(self, chances, cube, *, mine):
        """The winning chance (of me) from which I cash when I double from this cube, or below which they do."""
        doubler, taker = self.away if mine else self.away[::-1]
        passed = self.mwc(cube if mine else -cube)
        after = 2 * cube
        if doubler <= after or taker <= after:  # the last turn, but for one that costs the taker nothing
            if doubler <= after < taker:
                after *= 2
            won, lost = (self.on_average(chances, after, wins=wins) for wins in (True, False))
            return (passed - lost) / (won - lost)
        redoubled = self.cash(chances, after, mine=not mine)
        sure = self.on_average(chances, after, wins=mine)
        cashed = self.mwc(-after if mine else after)
        certain = 1.0 if mine else 0.0
        return line(passed, sorted([(sure, certain), (cashed, redoubled)]))

    def value(self, chances, cube, owner, x):
        """MWC without doubling now."""
        win = chances[0]
        best, worst = (self.on_average(chances, cube, wins=wins) for wins in (True, False))
        dead = win * best + (1 - win) * worst
        useless = max(self.away) <= cube or (self.away == (2, 2) and cube == 1)
        if self.crawford or useless or win in (0, 1):
            return dead
        points = [(0, worst)]
        if owner is not OWNED:
            points.append((self.cash(chances, cube, mine=False), self.mwc(-cube)))
        if owner in (CENTRED, OWNED):
            points.append((self.cash(chances, cube, mine=True), self.mwc(cube)))
        return (1 - x) * dead + x * line(win, [*points, (1, best)])
