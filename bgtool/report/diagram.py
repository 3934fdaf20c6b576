"""A printable diagram of a moment of a game, as SVG or PNG.

The board stands as in :mod:`bgtool.report.board`: seat 1 (white) at home at the bottom right, seat 0 (black) at the
top right, point numbers for the player on roll.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from bgtool.core.move import Move
from bgtool.core.position import pip_count
from bgtool.core.state import MatchState
from bgtool.errors import SettingsError
from bgtool.formats.ids import gnubg_id
from bgtool.layout import BAR, OFF, POINTS
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
    spot,
)
from bgtool.report.moment import cube_offered, has_cube, match_words, rows_by_seat, status_words
from bgtool.report.style import shown

NAMES = ("Black", "White")

WIDTH, HEIGHT = 656, 606

_NAME_COLUMNS = 28
_FONT = "DejaVu Sans, Verdana, Arial, sans-serif"


class Theme(NamedTuple):
    """The colours of a diagram; ``checkers`` are fill, edge and digits of seat 0 and seat 1."""

    paper: str
    ink: str
    board: str
    frame: str
    points: tuple[str, str]
    checkers: tuple[tuple[str, str, str], tuple[str, str, str]]
    cube: tuple[str, str, str]
    arrow: str


THEMES = {
    "light": Theme(
        paper="#ffffff",
        ink="#1a1a1a",
        board="#f7f5ef",
        frame="#4a4a4a",
        points=("#c9c2b2", "#e4dfd3"),
        checkers=(("#303030", "#000000", "#ffffff"), ("#ffffff", "#303030", "#000000")),
        cube=("#ffffff", "#1a1a1a", "#1a1a1a"),
        arrow="#c4281c",
    ),
    "dark": Theme(
        paper="#16181c",
        ink="#e8e6e1",
        board="#24282f",
        frame="#59616c",
        points=("#3d4550", "#525c6a"),
        checkers=(("#0c0d0f", "#b9bec7", "#ffffff"), ("#efe9dc", "#16181c", "#000000")),
        cube=("#e8e6e1", "#16181c", "#16181c"),
        arrow="#ff8a3d",
    ),
}


def svg_board(
    state: MatchState,
    names: Sequence[str] = NAMES,
    *,
    theme: str = "light",
    play: Move | None = None,
    width: int = WIDTH,
) -> str:
    """An SVG document of the moment, ``width`` pixels wide, with an arrow for each step of ``play``.

    ``names`` are the players by seat; whatever they hold is shown as harmless text. ``theme`` is ``light`` or
    ``dark``. Raises :class:`SettingsError` for an unknown theme.
    """
    if theme not in THEMES:
        raise SettingsError(f"theme {theme!r}: choose one of {', '.join(THEMES)}")
    colours = THEMES[theme]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{round(width * HEIGHT / WIDTH)}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{_FONT}">',
        f"<title>Backgammon position {gnubg_id(state)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colours.paper}"/>',
        *_players(state, names, colours),
        *_empty_board(state, colours),
        *_checkers(state, colours),
        *_cube(state, colours),
        *_dice(state, colours),
        *(_arrows(state, play, colours) if play else ()),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def png_board(
    state: MatchState,
    names: Sequence[str] = NAMES,
    *,
    theme: str = "light",
    play: Move | None = None,
    width: int = WIDTH,
) -> bytes:
    """The same diagram as PNG; :class:`SettingsError` where the library for it (extra ``png``) is missing."""
    svg = svg_board(state, names, theme=theme, play=play, width=width)
    try:
        import resvg_py
    except ImportError:
        raise SettingsError('PNG needs the library resvg-py: pip install "bgtool[png]"') from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


def _text(x: float, y: float, text: str, size: int, colour: str, anchor: str = "middle", weight: str = "") -> str:
    bold = f' font-weight="{weight}"' if weight else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"{bold}>{escape(text)}</text>'
    )


def _players(state: MatchState, names: Sequence[str], colours: Theme) -> list[str]:
    parts = []
    rows = rows_by_seat(state)
    for seat, y in ((0, 24), (1, BOTTOM + 49)):
        fill, edge, _ = colours.checkers[seat]
        parts.append(f'<circle cx="{LEFT + 8}" cy="{y - 5}" r="8" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>')
        parts.append(_text(LEFT + 24, y, _clipped(names[seat]), 15, colours.ink, "start", "bold"))
        score = f"{state.score[seat]}/{state.length}" if state.length else str(state.score[seat])
        words = f"score {score} · pips {pip_count(rows[seat])}"
        parts.append(_text(RIGHT, y, words, 14, colours.ink, "end"))
    parts.append(_text(LEFT, BOTTOM + 76, status_words(state, NAMES), 13, colours.ink, "start"))
    parts.append(_text(LEFT, BOTTOM + 96, match_words(state), 13, colours.ink, "start"))
    return parts


def _clipped(name: str) -> str:
    """The name made harmless and short enough for its line; wide characters count twice."""
    taken, kept = 0, ""
    for sign in shown(name, 200):
        taken += 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        if taken > _NAME_COLUMNS:
            return kept[:-1] + "…"
        kept += sign
    return kept


def _empty_board(state: MatchState, colours: Theme) -> list[str]:
    parts = [
        _box(LEFT - 4, TOP - 4, RIGHT - LEFT + 8, BOTTOM - TOP + 8, colours.frame, colours.frame),
        _box(LEFT, TOP, 6 * STEP, BOTTOM - TOP, colours.board, colours.frame),
        _box(RIGHT - 6 * STEP, TOP, 6 * STEP, BOTTOM - TOP, colours.board, colours.frame),
        _box(TRAY, TOP, TRAY_WIDTH, POINT_HEIGHT, colours.board, colours.frame),
        _box(TRAY, BOTTOM - POINT_HEIGHT, TRAY_WIDTH, POINT_HEIGHT, colours.board, colours.frame),
    ]
    for point in range(1, POINTS + 1):
        x, base = spot(1, point, 0)[0], BOTTOM if point <= POINTS // 2 else TOP
        tip = base - POINT_HEIGHT if base == BOTTOM else base + POINT_HEIGHT
        corners = f"{x - STEP / 2},{base} {x + STEP / 2},{base} {x},{tip}"
        parts.append(f'<polygon points="{corners}" fill="{colours.points[point % 2]}"/>')
        number = point if state.on_roll else BAR - point
        parts.append(_text(x, base + 18 if base == BOTTOM else base - 9, str(number), 12, colours.ink))
    return parts


def _box(x: float, y: float, width: float, height: float, fill: str, edge: str, corner: int = 0) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{corner}" fill="{fill}" '
        f'stroke="{edge}" stroke-width="1.5"/>'
    )


def _checkers(state: MatchState, colours: Theme) -> list[str]:
    parts = []
    for seat, row in enumerate(rows_by_seat(state)):
        fill, edge, digits = colours.checkers[seat]
        for level in range(row[OFF]):
            x, y = spot(seat, OFF, level)
            parts.append(_box(x - 15, y - SLAB / 2 + 1, 30, SLAB - 2, fill, edge, 2))
        for point in range(1, BAR + 1):
            for level in range(min(row[point], VISIBLE)):
                x, y = spot(seat, point, level)
                parts.append(
                    f'<circle cx="{x}" cy="{y}" r="{RADIUS - 1}" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
                )
            if row[point] > VISIBLE:
                parts.append(_text(x, y + 6, str(row[point]), 17, digits, weight="bold"))
    return parts


def _cube(state: MatchState, colours: Theme) -> list[str]:
    if not has_cube(state):
        return []
    value = cube_offered(state)
    if value:
        x, y = (LEFT + 3 * STEP if state.decider == 0 else RIGHT - 3 * STEP), float(MIDDLE)
    else:
        value = state.cube.value
        x, y = 29, {None: MIDDLE, 0: TOP + 22, 1: BOTTOM - 22}[state.cube.owner]
    fill, edge, digits = colours.cube
    size = 18 if value < 100 else 14 if value < 1000 else 11
    return [
        _box(x - 20, y - 20, 40, 40, fill, edge, 6),
        _text(x, y + size * 0.36, str(value), size, digits, weight="bold"),
    ]


def _dice(state: MatchState, colours: Theme) -> list[str]:
    if state.dice is None:
        return []
    fill, edge, digits = colours.checkers[state.on_roll]
    centre = RIGHT - 3 * STEP if state.on_roll else LEFT + 3 * STEP
    parts = []
    for x, number in ((centre - 24, state.dice.high), (centre + 24, state.dice.low)):
        parts.append(_box(x - 17, MIDDLE - 17, 34, 34, fill, edge, 6))
        for right, down in PIPS[number]:
            parts.append(f'<circle cx="{x + 9 * right}" cy="{MIDDLE + 9 * down}" r="3.2" fill="{digits}"/>')
    return parts


def _arrows(state: MatchState, play: Move, colours: Theme) -> list[str]:
    return [
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="3.6" markerHeight="3.6" '
        f'orient="auto"><path d="M0 0 L10 5 L0 10 z" fill="{colours.arrow}"/></marker></defs>',
        *(
            f'<path d="{path}" fill="none" stroke="{colours.arrow}" stroke-width="5" stroke-linecap="round" '
            'stroke-opacity="0.85" marker-end="url(#tip)"/>'
            for path in arrow_paths(state, play)
        ),
    ]
