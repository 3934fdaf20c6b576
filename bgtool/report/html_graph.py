"""How a match went, as a line over its decisions: every point leads to its decision, errors stand out by shape."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import ceil
from typing import NamedTuple

from bgtool.analysis.player_summary import MWC
from bgtool.analysis.records import AnnotatedGame, AnnotatedMatch, CubeChoice, CubeJudgement
from bgtool.analysis.settings import CUBEFUL, Mark, Settings
from bgtool.analysis.summary import unit_of
from bgtool.report.html_parts import isolated
from bgtool.report.listing import Entry, entries_of
from bgtool.report.style import shown

HEIGHT = 260
_TOP, _BOTTOM, _LEFT, _RIGHT = 26, 26, 52, 14
_LEAST_WIDTH = 960
_SPACING = 7
_GAP = 10
_SIZES = {Mark.DOUBTFUL: 3.4, Mark.BAD: 4.4, Mark.VERY_BAD: 5.4}
_WORST_FIRST = (Mark.VERY_BAD, Mark.BAD, Mark.DOUBTFUL, Mark.NONE)
_SIGN = 15.0


class Standing(NamedTuple):
    """Where seat 0 stands after a decision: a winning chance of the match, or points with the cube of the moment."""

    entry: Entry
    value: float


def standings(part: AnnotatedGame, settings: Settings, unit: str) -> Iterator[Standing]:
    """Where seat 0 stands after every decision of a game that was judged, in ``unit`` (MWC or points).

    Cube decisions are left out where plays are measured without the cube: they would be in another unit.
    """
    for entry in entries_of(part):
        value = None if entry.cube and settings.equity != CUBEFUL else _after(entry, unit)
        if value is not None:
            yield Standing(entry, value)


def graph(analysis: AnnotatedMatch, listed: Callable[[Entry], str | None]) -> str:
    """The graph as SVG with a link for each decision; ``listed`` answers a decision's address, None for no link.

    Empty where nothing was judged. For a match the line is seat 0's winning chance of the match, for money his equity
    in points.
    """
    unit = unit_of(analysis)
    games = [(part, list(standings(part, analysis.settings, unit))) for part in analysis.games]
    values = [one.value for _, points in games for one in points]
    if not values:
        return ""
    scale = _Scale(unit == MWC, 1.0 if unit == MWC else float(ceil(max(1.0, *map(abs, values)))))
    width = max(_LEAST_WIDTH, _LEFT + _RIGHT + _SPACING * len(values) + _GAP * len(games))
    step = (width - _LEFT - _RIGHT - _GAP * len(games)) / len(values)
    names = [shown(name, 40) for name in analysis.match.players]
    parts = [
        f'<svg class="graph" viewBox="0 0 {width} {HEIGHT}" style="min-width:{round(width * 0.72)}px" role="img" '
        f'aria-label="{escape(scale.words(names[0]))}">',
        *_grid(scale, width, names),
    ]
    x = float(_LEFT)
    for part, points in games:
        parts += _game(part, points, scale, x, step, names, listed)
        x += len(points) * step + _GAP
    return "\n".join([*parts, "</svg>"])


class _Scale(NamedTuple):
    """The vertical axis: chances from 0 to 1, or points from -most to most."""

    chances: bool
    most: float

    def y(self, value: float) -> float:
        share = value if self.chances else (value + self.most) / (2 * self.most)
        return round(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM), 1)

    def label(self, value: float) -> str:
        return f"{value:.0%}" if self.chances else f"{value:+g}" if value else "0"

    def lines(self) -> Sequence[float]:
        return (0.0, 0.25, 0.5, 0.75, 1.0) if self.chances else (-self.most, 0.0, self.most)

    def words(self, name: str) -> str:
        what = "Chance of winning the match" if self.chances else "Equity in points"
        return f"{what} of {isolated(name)} after every decision"


def _grid(scale: _Scale, width: int, names: Sequence[str]) -> Iterator[str]:
    for value in scale.lines():
        y = scale.y(value)
        kind = ' class="even"' if value == (0.5 if scale.chances else 0.0) else ""
        yield f'<path{kind} d="M{_LEFT} {y}H{width - _RIGHT}"/>'
        yield f'<text x="{_LEFT - 6}" y="{y + 4}">{scale.label(value)}</text>'
    for name, y in ((names[0], _TOP + 14), (names[1], HEIGHT - _BOTTOM - 6)):
        yield f'<text class="side" x="{_LEFT + 6}" y="{y}">▸ {escape(isolated(name))} ahead</text>'


def _game(
    part: AnnotatedGame,
    points: Sequence[Standing],
    scale: _Scale,
    x: float,
    step: float,
    names: Sequence[str],
    listed: Callable[[Entry], str | None],
) -> Iterator[str]:
    game = part.game
    yield f'<path class="game" d="M{x:.1f} {_TOP - 12}V{HEIGHT - _BOTTOM}"/>'
    yield f'<text class="head" x="{x + 3:.1f}" y="{_TOP - 10}">{game.number}: {game.score[0]}–{game.score[1]}</text>'
    if not points:
        return
    places = [(x + (index + 0.5) * step, scale.y(one.value)) for index, one in enumerate(points)]
    line = " ".join(f"{right:.1f},{down}" for right, down in places)
    yield f'<polyline points="{line}"/>'
    signed = _signed([one.entry.mark for one in points], places)
    for index, one in sorted(enumerate(points), key=lambda pair: -_WORST_FIRST.index(pair[1].entry.mark)):
        yield _point(one, places[index], scale, names, listed(one.entry), signed=index in signed)


def _signed(marks: Sequence[Mark], places: Sequence[tuple[float, float]]) -> set[int]:
    """Which errors have room for their sign, the worst ones served first."""
    signed: set[int] = set()
    for index in sorted(range(len(marks)), key=lambda index: _WORST_FIRST.index(marks[index])):
        if marks[index] is not Mark.NONE and all(abs(places[index][0] - places[one][0]) > _SIGN for one in signed):
            signed.add(index)
    return signed


def _point(
    one: Standing,
    place: tuple[float, float],
    scale: _Scale,
    names: Sequence[str],
    address: str | None,
    *,
    signed: bool,
) -> str:
    """A dot, or for an error one that is the bigger the worse, with its sign where there is room, and words."""
    entry, (x, y) = one.entry, place
    value = f"{one.value:.1%}" if scale.chances else f"{one.value:+.2f}"
    lost = f", lost {entry.error:.3f}" if entry.error else ""
    name = isolated(names[entry.seat or 0])
    words = f"{entry.part.game.number}.{entry.item.number} {name}: {entry.done}{entry.mark.value}{lost}; {value}"
    shape = f'<circle cx="{x:.1f}" cy="{y}" r="2.2"/>'
    if entry.mark is not Mark.NONE:
        kind = entry.mark.words.replace(" ", "-")
        above = y - 8 if y > _TOP + 14 else y + 16
        shape = f'<circle class="{kind}" cx="{x:.1f}" cy="{y}" r="{_SIZES[entry.mark]}"/>'
        if signed:
            shape += f'<text class="{kind}" x="{x:.1f}" y="{above:.1f}">{entry.mark.value}</text>'
    titled = f"<title>{escape(words)}</title>{shape}"
    return f'<a href="{address}">{titled}</a>' if address else f"<g>{titled}</g>"


def _after(entry: Entry, unit: str) -> float | None:
    """What the decision led to, as seat 0 sees it; None where it was not judged."""
    if entry.play is not None and entry.play.played is not None:
        played = entry.play.played
        value = played.mwc if unit == MWC else played.equity * entry.state.cube.value
        return None if value is None else _seen(value, entry.play.seat, unit)
    if entry.cube is not None:
        value = _cube_value(entry.cube, unit)
        return None if value is None else _seen(value, entry.cube.state.on_roll, unit)
    return None


def _seen(value: float, seat: int, unit: str) -> float:
    if seat == 0:
        return value
    return 1.0 - value if unit == MWC else -value


def _cube_value(cube: CubeJudgement, unit: str) -> float | None:
    """What is left to the doubler after what was done about the cube."""
    decision = cube.decision
    if unit == MWC:
        values = (decision.no_double_mwc, decision.double_take_mwc, decision.double_pass_mwc)
    else:
        worth = decision.state.cube.value
        taken = decision.double_take
        values = (decision.no_double * worth, None if taken is None else taken * worth, decision.double_pass * worth)
    held, taken, passed = values
    if cube.done is CubeChoice.DOUBLE:
        answers = [answer for answer in (taken, passed) if answer is not None]
        return min(answers) if answers else None
    if cube.done is CubeChoice.BEAVER:
        return None if decision.beaver is None or unit == MWC else decision.beaver * decision.state.cube.value
    return {CubeChoice.NO_DOUBLE: held, CubeChoice.TAKE: taken, CubeChoice.PASS: passed}[cube.done]
