"""Where things stand on a drawn board, in the units of its picture: points, checkers, dice pips, arrows.

Seat 1 is at home at the bottom right, seat 0 at the top right.
"""

from __future__ import annotations

from bgtool.core.move import Move
from bgtool.core.state import MatchState
from bgtool.layout import BAR, OFF, POINTS

STEP = 40
RADIUS = 18
BAR_WIDTH = 44
LEFT, TOP = 62, 58
RIGHT = LEFT + 12 * STEP + BAR_WIDTH
BOTTOM = TOP + 440
MIDDLE = (TOP + BOTTOM) // 2
POINT_HEIGHT = 192
TRAY = RIGHT + 14
TRAY_WIDTH = 38
SLAB = 12
VISIBLE = 5
"""How many checkers of a point are drawn; a number says how many more there are."""

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""The places of a die's pips, right and down from its middle."""


def is_below(seat: int, point: int) -> bool:
    """Whether a player's own point (the bar and borne-off checkers too) is in the lower half of the picture."""
    return seat == 1 if point in (OFF, BAR) else (point <= POINTS // 2) == (seat == 1)


def spot(seat: int, point: int, level: int) -> tuple[float, float]:
    """The centre of a player's checker on one of his own points, on the bar or borne off; level 0 is at the edge."""
    level = min(level, VISIBLE - 1) if point != OFF else level
    away = RADIUS + 1 + level * 2 * RADIUS if point != OFF else (level + 0.5) * SLAB + 4
    y = BOTTOM - away if is_below(seat, point) else TOP + away
    if point == OFF:
        return TRAY + TRAY_WIDTH / 2, y
    if point == BAR:
        return LEFT + 6 * STEP + BAR_WIDTH / 2, y
    column = 12 - point if point <= POINTS // 2 else point - 13
    return LEFT + (column + 0.5) * STEP + (BAR_WIDTH if column >= 6 else 0), y


def arrow_paths(state: MatchState, play: Move) -> list[str]:
    """The SVG path of an arrow for each step of a play, bent a little towards the middle of the board."""
    row = list(state.position.on_roll)
    paths = []
    for step in play.steps:
        start = spot(state.on_roll, step.source, max(0, row[step.source] - 1))
        row[step.source] -= 1
        end = spot(state.on_roll, step.target, row[step.target])
        row[step.target] += 1
        bend = 0.12 if start[0] != end[0] else 0.0
        middle = (
            (start[0] + end[0]) / 2 - bend * (end[1] - start[1]),
            (start[1] + end[1]) / 2 + bend * (end[0] - start[0]) * (1 if start[1] < MIDDLE else -1),
        )
        paths.append(f"M{start[0]:.1f} {start[1]:.1f} Q{middle[0]:.1f} {middle[1]:.1f} {end[0]:.1f} {end[1]:.1f}")
    return paths
