"""Boards for a page that shows hundreds of them: every shape is drawn once, a board only says where each one goes.

Colours are custom properties of the page's style, so that one board serves light, dark and paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from bgtool.core.move import Move
from bgtool.core.state import MatchState
from bgtool.layout import BAR, CHECKERS, OFF, POINTS
from bgtool.report.geometry import (
    BOTTOM,
    LEFT,
    MIDDLE,
    PIPS,
    POINT_HEIGHT,
    RADIUS,
    RIGHT,
    SLAB,
    STEP,
    TOP,
    TRAY,
    TRAY_WIDTH,
    VISIBLE,
    arrow_paths,
    is_below,
    spot,
)
from bgtool.report.moment import cube_offered, has_cube, rows_by_seat

_VIEW = f"6 34 {TRAY + TRAY_WIDTH} {BOTTOM - TOP + 48}"
_UP, _DOWN = "u", "d"


def board_shapes() -> str:
    """The hidden drawing that holds every shape; it stands once on a page, before its boards."""
    parts = [
        '<svg class="shapes" width="0" height="0" aria-hidden="true"><defs>',
        *_markers(),
        '<g id="board">',
        *_empty_board(),
        "</g>",
        *(line for seat in (0, 1) for line in _numbers(seat)),
        *(line for seat in (0, 1) for line in _stacks(seat)),
        *(line for seat in (0, 1) for line in _dice(seat)),
        '<rect id="cube" class="cube" x="-20" y="-20" width="40" height="40" rx="6"/>',
        "</defs></svg>",
    ]
    return "\n".join(parts)


def board(state: MatchState, words: str, plays: Sequence[tuple[str, Move]] = ()) -> str:
    """The moment as SVG, ``words`` telling what it shows to those who cannot see it.

    ``plays`` are ways to play the roll, each with the class of its arrows.
    """
    parts = [
        f'<svg class="board" viewBox="{_VIEW}" role="img" aria-label="{escape(words)}">'
        f'<use href="#board"/><use href="#no{state.on_roll}"/>',
        *_checkers(state),
        *_cube(state),
        *_rolled(state),
        *(
            f'<g class="way {name}">' + "".join(f'<path d="{path}"/>' for path in arrow_paths(state, move)) + "</g>"
            for name, move in plays
            if move.steps
        ),
        "</svg>",
    ]
    return "".join(parts)


def _markers() -> Iterator[str]:
    for name in ("best", "played", "other"):
        yield (
            f'<marker id="tip-{name}" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="3.6" markerHeight="3.6" '
            f'orient="auto"><path class="tip {name}" d="M0 0 L10 5 L0 10 z"/></marker>'
        )


def _empty_board() -> Iterator[str]:
    half = 6 * STEP
    yield _box("frame", LEFT - 4, TOP - 4, RIGHT - LEFT + 8, BOTTOM - TOP + 8)
    yield _box("field", LEFT, TOP, half, BOTTOM - TOP)
    yield _box("field", RIGHT - half, TOP, half, BOTTOM - TOP)
    yield _box("field", TRAY, TOP, TRAY_WIDTH, POINT_HEIGHT)
    yield _box("field", TRAY, BOTTOM - POINT_HEIGHT, TRAY_WIDTH, POINT_HEIGHT)
    for point in range(1, POINTS + 1):
        x = spot(1, point, 0)[0]
        base, tip = (BOTTOM, BOTTOM - POINT_HEIGHT) if is_below(1, point) else (TOP, TOP + POINT_HEIGHT)
        corners = f"{x - STEP / 2:g},{base} {x + STEP / 2:g},{base} {x:g},{tip}"
        yield f'<polygon class="p{point % 2}" points="{corners}"/>'


def _box(name: str, x: float, y: float, width: float, height: float) -> str:
    return f'<rect class="{name}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def _numbers(on_roll: int) -> Iterator[str]:
    yield f'<g id="no{on_roll}" class="no">'
    for point in range(1, POINTS + 1):
        x, below = spot(1, point, 0)[0], is_below(1, point)
        yield f'<text x="{x:g}" y="{BOTTOM + 19 if below else TOP - 10}">{point if on_roll else BAR - point}</text>'
    yield "</g>"


def _stacks(seat: int) -> Iterator[str]:
    """Columns of checkers, each the one before with a checker more, and rows of checkers borne off."""
    for way, sign in ((_UP, -1), (_DOWN, 1)):
        for count in range(1, VISIBLE + 1):
            y = sign * (RADIUS + 1 + (count - 1) * 2 * RADIUS)
            below = f'<use href="#s{seat}{way}{count - 1}"/>' if count > 1 else ""
            circle = f'<circle class="c{seat}" cy="{y}" r="{RADIUS - 1}"/>'
            yield f'<g id="s{seat}{way}{count}">{below}{circle}</g>'
    sign = -1 if is_below(seat, OFF) else 1
    for count in range(1, CHECKERS + 1):
        top = sign * ((count - 0.5) * SLAB + 4) - SLAB / 2 + 1
        below = f'<use href="#o{seat}{count - 1}"/>' if count > 1 else ""
        slab = f'<rect class="c{seat}" x="-15" y="{top:g}" width="30" height="{SLAB - 2}" rx="2"/>'
        yield f'<g id="o{seat}{count}">{below}{slab}</g>'


def _dice(seat: int) -> Iterator[str]:
    for number, pips in PIPS.items():
        spots = "".join(f'<circle class="d{seat}" cx="{9 * x}" cy="{9 * y}" r="3.2"/>' for x, y in pips)
        box = f'<rect class="c{seat}" x="-17" y="-17" width="34" height="34" rx="6"/>'
        yield f'<g id="r{seat}{number}">{box}{spots}</g>'


def _put(shape: str, x: float, y: float) -> str:
    return f'<use href="#{shape}" x="{x:g}" y="{y:g}"/>'


def _checkers(state: MatchState) -> Iterator[str]:
    for seat, row in enumerate(rows_by_seat(state)):
        for point, count in enumerate(row):
            if not count:
                continue
            x, y = spot(seat, point, VISIBLE - 1)
            below = is_below(seat, point)
            base = BOTTOM if below else TOP
            if point == OFF:
                yield _put(f"o{seat}{min(count, CHECKERS)}", x, base)
                continue
            yield _put(f"s{seat}{_UP if below else _DOWN}{min(count, VISIBLE)}", x, base)
            if count > VISIBLE:
                yield f'<text class="more d{seat}" x="{x:g}" y="{y + 6:g}">{count}</text>'


def _cube(state: MatchState) -> Iterator[str]:
    if not has_cube(state):
        return
    value = cube_offered(state)
    if value:
        x, y = (LEFT + 3 * STEP if state.decider == 0 else RIGHT - 3 * STEP), MIDDLE
    else:
        value = state.cube.value
        x, y = 29, {None: MIDDLE, 0: TOP + 22, 1: BOTTOM - 22}[state.cube.owner]
    size = 18 if value < 100 else 14 if value < 1000 else 11
    yield _put("cube", x, y)
    yield f'<text class="digits" font-size="{size}" x="{x}" y="{y + size * 0.36:g}">{value}</text>'


def _rolled(state: MatchState) -> Iterator[str]:
    if state.dice is None:
        return
    centre = RIGHT - 3 * STEP if state.on_roll else LEFT + 3 * STEP
    for x, number in ((centre - 24, state.dice.high), (centre + 24, state.dice.low)):
        yield _put(f"r{state.on_roll}{number}", x, MIDDLE)
