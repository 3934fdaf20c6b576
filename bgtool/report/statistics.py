"""The table of statistics under GNU Backgammon's names, and the short lines that stand for a player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bgtool.analysis.player_summary import MWC, PlayerSummary, Sum
from bgtool.analysis.ratings import luck_rating, rating
from bgtool.analysis.records import CubeChoice, CubeFault
from bgtool.analysis.settings import LuckMark, Mark, Settings
from bgtool.report.style import PLAIN, Style, shown

NAME = 16
_LABEL = 36
_COLUMN = 24

Row = tuple[str, Callable[[PlayerSummary], str]]


def statistics_table(
    title: str, columns: Sequence[PlayerSummary], settings: Settings, style: Style = PLAIN
) -> Iterator[str]:
    """The lines of the whole table, a column for each summary; the meanings of the rows are in ``--help``.

    Errors are EMG, and in brackets match winning chance or (money) points; rates are mEMG.
    """
    names = "".join(f"{shown(summary.name, NAME):>{_COLUMN}}" for summary in columns)
    yield style(f"{title:{_LABEL}}{names}".rstrip(), "head")
    for heading, rows in statistics_rows(columns, settings):
        yield style(heading, "head")
        for label, cells in rows:
            yield f"  {label:{_LABEL - 2}}" + "".join(f"{cell or '-':>{_COLUMN}}" for cell in cells)


def statistics_rows(
    columns: Sequence[PlayerSummary], settings: Settings
) -> Iterator[tuple[str, list[tuple[str, list[str]]]]]:
    """The sections of the table: a heading, and rows of a label with a cell for each summary, empty rows left out."""
    for heading, rows in _sections(settings, columns):
        filled = [(label, [value(summary) for summary in columns]) for label, value in rows]
        yield heading, [(label, cells) for label, cells in filled if any(cells)]


def short_line(summary: PlayerSummary, settings: Settings) -> str:
    """A player in one line: decisions counted, errors, rate and its word, luck."""
    words = [
        f"{summary.unforced} unforced of {_count(summary.moves, 'play')}",
        f"{_count(summary.close, 'cube decision')}",
        f"error {summary.error.equity:.3f}",
    ]
    rate = summary.error_rate
    if rate is not None:
        pr = summary.pr
        words.append(f"PR {pr:.1f}" if settings.convention == "xg" and pr is not None else f"{1000 * rate:.1f} mEMG")
        words.append(str(rating(rate)))
    words.append(f"luck {summary.luck.equity:+.3f}")
    return ", ".join(words)


def _sections(settings: Settings, columns: Sequence[PlayerSummary]) -> Iterator[tuple[str, list[Row]]]:
    yield "Checker play", _checker(settings)
    yield "Luck", _luck()
    if any(summary.cube_total for summary in columns):
        yield "Cube", _cube()
    yield "Overall", _overall(settings)


def _checker(settings: Settings) -> list[Row]:
    marks = settings.thresholds
    shades = [(Mark.BAD, marks.bad), (Mark.VERY_BAD, marks.very_bad)]
    if marks.doubtful < marks.bad:
        shades.insert(0, (Mark.DOUBTFUL, marks.doubtful))
    rows: list[Row] = [
        ("Total moves", lambda s: str(s.moves)),
        ("Unforced moves", lambda s: str(s.unforced)),
        ("Not judged", lambda s: str(s.not_judged) if s.not_judged else ""),
        ("Unmarked moves", lambda s: str(s.marks[Mark.NONE])),
    ]
    for mark, least in shades:
        rows.append((f"Marked {mark.words} {mark.value} (over {least:.3f})", _marked(mark)))
    return [
        *rows,
        ("Error total EMG", lambda s: _sum(s.checker, s)),
        ("Error rate mEMG", lambda s: _rate(s.checker.rate)),
        ("Checker play rating", lambda s: rating(s.checker.rate) or ""),
    ]


def _luck() -> list[Row]:
    names = {mark: f"Rolls marked {mark.value}" if mark.value else "Rolls unmarked" for mark in LuckMark}
    return [
        *((name, _lucky(mark)) for mark, name in names.items()),
        ("Luck total EMG", lambda s: _sum(s.luck, s, "+")),
        ("Luck rate mEMG", lambda s: _rate(s.luck_rate, "+")),
        ("Luck rating", lambda s: luck_rating(s.luck_rate) or ""),
    ]


def _cube() -> list[Row]:
    return [
        ("Total cube decisions", lambda s: str(s.cube_total)),
        ("Close or actual cube decisions", lambda s: str(s.close)),
        *((name, _done(choice)) for name, choice in _ACTIONS),
        *((name, _fault(fault)) for name, fault in _FAULTS),
        ("Error total EMG", lambda s: _sum(s.cube, s)),
        ("Error rate mEMG", lambda s: _rate(s.cube.rate)),
        ("Cube decision rating", lambda s: rating(s.cube.rate) or ""),
    ]


_ACTIONS = (
    ("Doubles", CubeChoice.DOUBLE),
    ("Takes", CubeChoice.TAKE),
    ("Passes", CubeChoice.PASS),
    ("Beavers", CubeChoice.BEAVER),
)
_FAULTS = (
    ("Missed doubles below CP", CubeFault.MISSED_BELOW_CP),
    ("Missed doubles above CP", CubeFault.MISSED_ABOVE_CP),
    ("Wrong doubles below DP", CubeFault.WRONG_BELOW_DP),
    ("Wrong doubles above TG", CubeFault.WRONG_ABOVE_TG),
    ("Wrong takes", CubeFault.WRONG_TAKE),
    ("Wrong passes", CubeFault.WRONG_PASS),
    ("Missed beavers", CubeFault.MISSED_BEAVER),
    ("Wrong beavers", CubeFault.WRONG_BEAVER),
)


def _overall(settings: Settings) -> list[Row]:
    rates: list[Row] = [
        ("Error rate mEMG", lambda s: _rate(s.error_rate)),
        ("Snowie error rate", lambda s: _rate(s.snowie_rate)),
        ("PR (XG)", lambda s: "" if s.pr is None else f"{s.pr:.2f}"),
    ]
    if settings.convention == "xg":
        rates.insert(0, rates.pop())
    return [
        ("Error total EMG", lambda s: _sum(s.error, s)),
        *rates,
        ("Overall rating", lambda s: rating(s.error_rate) or ""),
        ("Resigned too much", lambda s: _counted(s.resigned, s) if s.resigned.count else ""),
        ("Accepted too little", lambda s: _counted(s.accepted, s) if s.accepted.count else ""),
        ("Actual result", lambda s: _result(s.result, s)),
        ("Luck adjusted result", lambda s: _result(s.luck_adjusted, s)),
        ("Residue (result - luck + errors)", lambda s: _result(s.residue, s)),
        ("Luck based FIBS rating diff.", lambda s: "" if s.fibs_difference is None else f"{s.fibs_difference:+.1f}"),
        ("Error based abs. FIBS rating", lambda s: "" if s.fibs_rating is None else f"{s.fibs_rating:.1f}"),
        ("Checker errors rating loss", lambda s: "" if s.rating_losses is None else f"{s.rating_losses[0]:.1f}"),
        ("Cube errors rating loss", lambda s: "" if s.rating_losses is None else f"{s.rating_losses[1]:.1f}"),
        ("Advantage (actual), points a game", lambda s: _interval(s.advantage)),
        ("Advantage (luck adjusted)", lambda s: _interval(s.adjusted_advantage)),
    ]


def _marked(mark: Mark) -> Callable[[PlayerSummary], str]:
    return lambda summary: str(summary.marks[mark])


def _lucky(mark: LuckMark) -> Callable[[PlayerSummary], str]:
    return lambda summary: str(summary.luck_marks[mark])


def _done(choice: CubeChoice) -> Callable[[PlayerSummary], str]:
    beaver = choice is CubeChoice.BEAVER
    return lambda summary: "" if beaver and not summary.actions[choice] else str(summary.actions[choice])


def _fault(fault: CubeFault) -> Callable[[PlayerSummary], str]:
    beaver = fault in (CubeFault.MISSED_BEAVER, CubeFault.WRONG_BEAVER)
    return lambda summary: (
        "" if beaver and not summary.faults[fault].count else _counted(summary.faults[fault], summary)
    )


def _counted(total: Sum, summary: PlayerSummary) -> str:
    return f"{total.count}  {_sum(total, summary)}" if total.count else "0"


def _sum(total: Sum, summary: PlayerSummary, sign: str = "") -> str:
    """The equity, and in brackets what it comes to in the unit of the summary."""
    words = f"{total.equity:{sign}.3f}"
    if summary.unit is None:
        return words
    return f"{words} ({total.cost:{sign}.3%})" if summary.unit == MWC else f"{words} ({total.cost:{sign}.3f} p.)"


def _rate(rate: float | None, sign: str = "") -> str:
    return "" if rate is None else f"{1000 * rate:{sign}.1f}"


def _result(result: float | None, summary: PlayerSummary) -> str:
    if result is None or summary.unit is None:
        return ""
    return f"{result:+.2%}" if summary.unit == MWC else f"{result:+.3f} p."


def _interval(mean: tuple[float, float] | None) -> str:
    return "" if mean is None else f"{mean[0]:+.3f} ± {mean[1]:.3f}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")
