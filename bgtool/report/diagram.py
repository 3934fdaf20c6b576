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
from bgtool.report.moment import cube_offered, has_cube, match_words, rows_by_seat, status_words
from bgtool.report.style import shown

NAMES = ("Black", "White")

WIDTH, HEIGHT = 656, 606

_STEP = 40
_RADIUS = 18
_BAR_WIDTH = 44
_LEFT, _TOP = 62, 58
_RIGHT = _LEFT + 12 * _STEP + _BAR_WIDTH
_BOTTOM = _TOP + 440
_MIDDLE = (_TOP + _BOTTOM) // 2
_POINT_HEIGHT = 192
_TRAY = _RIGHT + 14
_TRAY_WIDTH = 38
_SLAB = 12
_VISIBLE = 5
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
    for seat, y in ((0, 24), (1, _BOTTOM + 49)):
        fill, edge, _ = colours.checkers[seat]
        parts.append(f'<circle cx="{_LEFT + 8}" cy="{y - 5}" r="8" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>')
        parts.append(_text(_LEFT + 24, y, _clipped(names[seat]), 15, colours.ink, "start", "bold"))
        score = f"{state.score[seat]}/{state.length}" if state.length else str(state.score[seat])
        words = f"score {score} · pips {pip_count(rows[seat])}"
        parts.append(_text(_RIGHT, y, words, 14, colours.ink, "end"))
    parts.append(_text(_LEFT, _BOTTOM + 76, status_words(state, NAMES), 13, colours.ink, "start"))
    parts.append(_text(_LEFT, _BOTTOM + 96, match_words(state), 13, colours.ink, "start"))
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
        _box(_LEFT - 4, _TOP - 4, _RIGHT - _LEFT + 8, _BOTTOM - _TOP + 8, colours.frame, colours.frame),
        _box(_LEFT, _TOP, 6 * _STEP, _BOTTOM - _TOP, colours.board, colours.frame),
        _box(_RIGHT - 6 * _STEP, _TOP, 6 * _STEP, _BOTTOM - _TOP, colours.board, colours.frame),
        _box(_TRAY, _TOP, _TRAY_WIDTH, _POINT_HEIGHT, colours.board, colours.frame),
        _box(_TRAY, _BOTTOM - _POINT_HEIGHT, _TRAY_WIDTH, _POINT_HEIGHT, colours.board, colours.frame),
    ]
    for point in range(1, POINTS + 1):
        x, base = _spot(1, point, 0)[0], _BOTTOM if point <= POINTS // 2 else _TOP
        tip = base - _POINT_HEIGHT if base == _BOTTOM else base + _POINT_HEIGHT
        corners = f"{x - _STEP / 2},{base} {x + _STEP / 2},{base} {x},{tip}"
        parts.append(f'<polygon points="{corners}" fill="{colours.points[point % 2]}"/>')
        number = point if state.on_roll else BAR - point
        parts.append(_text(x, base + 18 if base == _BOTTOM else base - 9, str(number), 12, colours.ink))
    return parts


def _box(x: float, y: float, width: float, height: float, fill: str, edge: str, corner: int = 0) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{corner}" fill="{fill}" '
        f'stroke="{edge}" stroke-width="1.5"/>'
    )


def _spot(seat: int, point: int, level: int) -> tuple[float, float]:
    """The centre of a player's checker on one of his own points, on the bar or borne off; level 0 is at the edge."""
    level = min(level, _VISIBLE - 1) if point != OFF else level
    below = seat == 1 if point in (OFF, BAR) else (point <= POINTS // 2) == (seat == 1)
    away = _RADIUS + 1 + level * 2 * _RADIUS if point != OFF else (level + 0.5) * _SLAB + 4
    y = _BOTTOM - away if below else _TOP + away
    if point == OFF:
        return _TRAY + _TRAY_WIDTH / 2, y
    if point == BAR:
        return _LEFT + 6 * _STEP + _BAR_WIDTH / 2, y
    column = 12 - point if point <= POINTS // 2 else point - 13
    return _LEFT + (column + 0.5) * _STEP + (_BAR_WIDTH if column >= 6 else 0), y


def _checkers(state: MatchState, colours: Theme) -> list[str]:
    parts = []
    for seat, row in enumerate(rows_by_seat(state)):
        fill, edge, digits = colours.checkers[seat]
        for level in range(row[OFF]):
            x, y = _spot(seat, OFF, level)
            parts.append(_box(x - 15, y - _SLAB / 2 + 1, 30, _SLAB - 2, fill, edge, 2))
        for point in range(1, BAR + 1):
            for level in range(min(row[point], _VISIBLE)):
                x, y = _spot(seat, point, level)
                parts.append(
                    f'<circle cx="{x}" cy="{y}" r="{_RADIUS - 1}" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
                )
            if row[point] > _VISIBLE:
                parts.append(_text(x, y + 6, str(row[point]), 17, digits, weight="bold"))
    return parts


def _cube(state: MatchState, colours: Theme) -> list[str]:
    if not has_cube(state):
        return []
    value = cube_offered(state)
    if value:
        x, y = (_LEFT + 3 * _STEP if state.decider == 0 else _RIGHT - 3 * _STEP), float(_MIDDLE)
    else:
        value = state.cube.value
        x, y = 29, {None: _MIDDLE, 0: _TOP + 22, 1: _BOTTOM - 22}[state.cube.owner]
    fill, edge, digits = colours.cube
    size = 18 if value < 100 else 14 if value < 1000 else 11
    return [
        _box(x - 20, y - 20, 40, 40, fill, edge, 6),
        _text(x, y + size * 0.36, str(value), size, digits, weight="bold"),
    ]


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _dice(state: MatchState, colours: Theme) -> list[str]:
    if state.dice is None:
        return []
    fill, edge, digits = colours.checkers[state.on_roll]
    centre = _RIGHT - 3 * _STEP if state.on_roll else _LEFT + 3 * _STEP
    parts = []
    for x, number in ((centre - 24, state.dice.high), (centre + 24, state.dice.low)):
        parts.append(_box(x - 17, _MIDDLE - 17, 34, 34, fill, edge, 6))
        for right, down in _PIPS[number]:
            parts.append(f'<circle cx="{x + 9 * right}" cy="{_MIDDLE + 9 * down}" r="3.2" fill="{digits}"/>')
    return parts


def _arrows(state: MatchState, play: Move, colours: Theme) -> list[str]:
    row = list(state.position.on_roll)
    parts = [
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="3.6" markerHeight="3.6" '
        f'orient="auto"><path d="M0 0 L10 5 L0 10 z" fill="{colours.arrow}"/></marker></defs>'
    ]
    for step in play.steps:
        start = _spot(state.on_roll, step.source, max(0, row[step.source] - 1))
        row[step.source] -= 1
        end = _spot(state.on_roll, step.target, row[step.target])
        row[step.target] += 1
        bend = 0.12 if start[0] != end[0] else 0.0
        middle = (
            (start[0] + end[0]) / 2 - bend * (end[1] - start[1]),
            (start[1] + end[1]) / 2 + bend * (end[0] - start[0]) * (1 if start[1] < _MIDDLE else -1),
        )
        parts.append(
            f'<path d="M{start[0]:.1f} {start[1]:.1f} Q{middle[0]:.1f} {middle[1]:.1f} {end[0]:.1f} {end[1]:.1f}" '
            f'fill="none" stroke="{colours.arrow}" stroke-width="5" stroke-linecap="round" stroke-opacity="0.85" '
            'marker-end="url(#tip)"/>'
        )
    return parts
