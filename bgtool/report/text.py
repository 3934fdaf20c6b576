"""Analysis records as text for people: the annotated actions of every game, then what they add up to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bgtool.analysis.cube import CubeDecision
from bgtool.analysis.records import (
    AnnotatedGame,
    AnnotatedMatch,
    CheckerDecision,
    CubeAction,
    CubeJudgement,
    ResignationJudgement,
)
from bgtool.analysis.summary import summaries
from bgtool.core.record import Game, Match
from bgtool.report.jsonout import played_text
from bgtool.report.listing import action_words, no_double_words
from bgtool.report.plays import PLAY, ranked_lines
from bgtool.report.selection import ALL, Selection
from bgtool.report.statistics import NAME, short_line, statistics_table
from bgtool.report.style import PLAIN, Style, shown


def analysis_text(
    analysis: AnnotatedMatch,
    file: str,
    *,
    selection: Selection = ALL,
    top: int = 0,
    tables: bool = False,
    style: Style = PLAIN,
) -> Iterator[str]:
    """The lines of a whole analysis.

    Only the actions of the ``selection`` are listed, and the totals of its seats; under every play that was not best
    stand the ``top`` best. With ``tables`` every game has its own table of statistics.
    """
    match, settings = analysis.match, analysis.settings
    yield style(f"{shown(file, 200)}: {players(match)}, {match_kind(match)}", "head")
    yield f"Settings: {settings}"
    if match.problems:
        yield f"The record has {_count(len(match.problems), 'problem')}; `bgtool check` lists them."
    for part in analysis.games:
        if selection.game(part):
            yield ""
            yield from _game(analysis, part, selection, top, style)
            if tables:
                columns = [one for one in summaries(analysis, part) if one.seat in selection.seats]
                yield from statistics_table(f"Game {part.game.number}", columns, settings, style)
    yield ""
    columns = [summary for summary in summaries(analysis) if summary.seat in selection.seats]
    yield from statistics_table("Match" if match.length else "Session", columns, settings, style)


def match_kind(match: Match) -> str:
    """What is played, such as ``5 point match`` or ``money session, Portes``."""
    kind = f"{match.length} point match" if match.length else "money session"
    return kind if match.variant.name == "standard" else f"{kind}, {match.variant.title}"


def _game(analysis: AnnotatedMatch, part: AnnotatedGame, selection: Selection, top: int, style: Style) -> Iterator[str]:
    match, game = analysis.match, part.game
    names = [shown(name, NAME) for name in match.players]
    crawford = " (Crawford game)" if game.crawford else ""
    yield style(f"Game {game.number}: {names[0]} {game.score[0]}, {names[1]} {game.score[1]}{crawford}", "head")
    width = max(6, *map(len, names))
    mwc = "MWC" if match.length else ""
    yield style(f"  No  {'Player':{width}}  Roll  {'Play':{PLAY}}  Error  {mwc:7}    Rank    Luck  Best play", "dim")
    for item in part.annotations:
        if not selection.any(item):
            continue
        name = "" if item.seat is None else names[item.seat]
        head = f"{item.number:4}  {name:{width}}  "
        if isinstance(item, CubeAction):
            yield head + _action_line(item, names, style)
            continue
        if item.cube is not None and selection.cube(item.cube):
            yield head + _cube_line(item.cube, no_double_words(item.cube), style)
        if selection.play(item):
            yield head + _play_line(item, style)
            if top and item.played and item.error:
                plays = [*item.plays[:top], *([] if item.played in item.plays[:top] else [item.played])]
                yield from (" " * 14 + line for line in ranked_lines(plays, style, played=item.played))
    yield f"      {ending(part, names)}"
    for summary in summaries(analysis, part):
        if summary.seat in selection.seats:
            yield f"      {names[summary.seat]:{width}}  {short_line(summary, analysis.settings)}"


def _play_line(decision: CheckerDecision, style: Style) -> str:
    play = played_text(decision.play)
    written = "not recorded" if play is None else shown(play) or "cannot move"
    best = str(decision.plays[0].move) if decision.plays and not decision.forced else ""
    luck = "" if decision.luck is None else f"{decision.luck:+.3f}"
    if decision.played is None:
        reason = f"not judged: {decision.skipped}" + (f"; best {best}" if best else "")
        meaning = style(reason, "doubtful")
        return f"{decision.play.dice!s:4}  {written:{PLAY}}  {'':5}  {'':7}  {'':7}  {luck:>6}  {meaning}"
    meaning = decision.mark.words or ("good" if decision.counts and not decision.error else "")
    painted = style(f"{written + decision.mark.value:{PLAY}}", meaning)
    lost = f"{'':5}  {'':7}" if decision.forced else _lost(decision.error, decision.error_mwc)
    rank = "forced" if decision.forced else f"{decision.played.rank}/{decision.choices}"
    best = best if decision.error else ""
    sure = f"  [{decision.played.depth}]" if decision.played.rolled else ""
    return f"{decision.play.dice!s:4}  {painted}  {lost}  {rank:>7}  {luck:>6}  {best}".rstrip() + sure


def _lost(error: float | None, mwc: float | None) -> str:
    return f"{error or 0.0:.3f}  {'' if mwc is None else f'{mwc:.2%}':7}"


def _action_line(item: CubeAction, names: Sequence[str], style: Style) -> str:
    words = action_words(item)
    if item.cube is not None:
        return _cube_line(item.cube, words, style)
    if item.resignation is not None:
        return _resignation_line(item.resignation, words, names, style)
    reason = f"{'':5}  {'':7}  {'':7}  {'':6}  {style(f'not judged: {item.skipped}', 'doubtful')}"
    return f"      {words:{PLAY}}  {reason}" if item.skipped else f"      {words}"


def _cube_line(cube: CubeJudgement, words: str, style: Style) -> str:
    """What was done about the cube and, where that was wrong or close, what was right and the equities."""
    painted = style(f"{words + cube.mark.value:{PLAY}}", cube.mark.words or ("" if cube.error else "good"))
    right = f"{cube.decision.words} ({_equities(cube.decision)})"
    return f"      {painted}  {_lost(cube.error, cube.error_mwc)}  {'':7}  {'':6}  {right}"


def _equities(decision: CubeDecision) -> str:
    words = f"ND {decision.no_double:+.3f}"
    if decision.double_take is not None:
        words += f", DT {decision.double_take:+.3f}"
    if decision.rolled:
        words += f"; {decision.depth}"
    return words


def _resignation_line(verdict: ResignationJudgement, words: str, names: Sequence[str], style: Style) -> str:
    painted = style(f"{words + verdict.mark.value:{PLAY}}", verdict.mark.words)
    line = f"      {painted}  {_lost(verdict.error, verdict.error_mwc)}  {'':7}  {'':6}"
    if verdict.error:
        line += f"  playing on was worth {verdict.played_on:+.3f}, this {verdict.given:+.3f}"
    if verdict.accept_error:
        other = names[1 - verdict.seat]
        cheap = f"{other} accepted {verdict.accept_error:.3f} too little{verdict.accept_mark.value}"
        line += "  " + style(cheap, verdict.accept_mark.words)
    return line.rstrip()


def ending(part: AnnotatedGame, names: Sequence[str]) -> str:
    """How a game ended, in words, and what of it could not be followed."""
    game: Game = part.game
    if game.winner is None or game.points is None:
        ending = "unfinished"
    else:
        ending = f"{names[game.winner]} wins {_count(game.points, 'point')}"
    if part.broken:
        ending += f"; the record cannot be followed further: {shown(part.broken, 200)}"
    if game.lost:
        ending += f"; {_count(len(game.lost), 'line')} could not be replayed"
    return ending


def players(match: Match) -> str:
    """Who plays, such as ``Ann - Bo``, harmless for a terminal."""
    return " - ".join(shown(name, NAME) or "(no name)" for name in match.players)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")
