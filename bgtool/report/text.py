"""Analysis records as text for people: the annotated plays of every game, then what they add up to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from bgtool.analysis.decisions import RankedPlay
from bgtool.analysis.records import (
    AnnotatedGame,
    AnnotatedMatch,
    CheckerDecision,
    CubeAction,
)
from bgtool.analysis.settings import Mark, Settings
from bgtool.analysis.summary import PlayerSummary, summaries
from bgtool.core.record import Beaver, Double, Game, Match, Pass, Resign, SetPosition, Take
from bgtool.core.state import CubeOwner, MatchState
from bgtool.formats.ids import position_id
from bgtool.report.jsonout import BOTH, played_text
from bgtool.report.style import PLAIN, Style, shown

_NAME = 16
_PLAY = 25
_RESIGNATIONS = {1: "a single game", 2: "a gammon", 3: "a backgammon"}


def analysis_text(
    analysis: AnnotatedMatch, file: str, *, seats: Collection[int] = BOTH, top: int = 0, style: Style = PLAIN
) -> Iterator[str]:
    """The lines of a whole analysis.

    Only the actions and totals of ``seats`` are shown; under every play that was not best stand the ``top`` best.
    """
    match = analysis.match
    yield style(f"{shown(file)}: {_players(match)}, {match_kind(match)}", "head")
    yield f"Settings: {analysis.settings}"
    if match.problems:
        yield f"The record has {_count(len(match.problems), 'problem')}; `bgtool check` lists them."
    for part in analysis.games:
        yield ""
        yield from _game(analysis, part, seats, top, style)
    yield ""
    yield from _table([summary for summary in summaries(analysis) if summary.seat in seats], analysis.settings, style)


def hint_text(
    state: MatchState, plays: Sequence[RankedPlay], settings: Settings, total: int, style: Style = PLAIN
) -> str:
    """The ranked plays of one roll under a line that names depth and evaluator; ``total`` counts all of them."""
    more = f", {len(plays)} of {total} plays" if len(plays) < total else ""
    head = f"{position_id(state.position)} {state.dice}: {settings.plies}-ply {settings.evaluator} {settings.digest}"
    lines = [style(head + more, "head")]
    if not plays[0].move.steps:
        lines.append("  cannot move")
    else:
        lines += _ranked(plays, style, with_chances=True)
    return "\n".join(lines)


def match_kind(match: Match) -> str:
    """What is played, such as ``5 point match`` or ``money session, Portes``."""
    kind = f"{match.length} point match" if match.length else "money session"
    return kind if match.variant.name == "standard" else f"{kind}, {match.variant.title}"


def _game(
    analysis: AnnotatedMatch, part: AnnotatedGame, seats: Collection[int], top: int, style: Style
) -> Iterator[str]:
    match, game = analysis.match, part.game
    names = [shown(name, _NAME) for name in match.players]
    crawford = " (Crawford game)" if game.crawford else ""
    yield style(f"Game {game.number}: {names[0]} {game.score[0]}, {names[1]} {game.score[1]}{crawford}", "head")
    width = max(6, *map(len, names))
    yield style(f"  No  {'Player':{width}}  Roll  {'Play':{_PLAY}}  Error     Rank    Luck  Best play", "dim")
    for item in part.annotations:
        if item.seat is not None and item.seat not in seats:
            continue
        name = "" if item.seat is None else names[item.seat]
        head = f"{item.number:4}  {name:{width}}  "
        if isinstance(item, CubeAction):
            yield head + f"      {_cube_words(item)}"
            continue
        yield head + _play_line(item, style)
        if top and item.played and item.error:
            plays = [*item.plays[:top], *([] if item.played in item.plays[:top] else [item.played])]
            yield from (" " * 14 + line for line in _ranked(plays, style, played=item.played))
    yield f"      {_ending(part, names)}"
    for summary in summaries(analysis, part):
        if summary.seat in seats:
            yield f"      {names[summary.seat]:{width}}  {_short(summary)}"


def _play_line(decision: CheckerDecision, style: Style) -> str:
    play = played_text(decision.play)
    written = "not recorded" if play is None else shown(play) or "cannot move"
    meaning = decision.mark.words or ("good" if decision.counts and not decision.error else "")
    painted = style(f"{written + decision.mark.value:{_PLAY}}", meaning)
    best = str(decision.plays[0].move) if decision.plays and not decision.forced else ""
    luck = "" if decision.luck is None else f"{decision.luck:+.3f}"
    if decision.played is None:
        reason = f"not judged: {decision.skipped}" + (f"; best {best}" if best else "")
        return f"{decision.play.dice!s:4}  {painted}  {'':5}  {'':7}  {luck:>6}  {style(reason, 'doubtful')}"
    error = "" if decision.forced else f"{decision.error:.3f}"
    rank = "forced" if decision.forced else f"{decision.played.rank}/{decision.choices}"
    best = best if decision.error else ""
    return f"{decision.play.dice!s:4}  {painted}  {error:5}  {rank:>7}  {luck:>6}  {best}".rstrip()


def _ranked(
    plays: Sequence[RankedPlay], style: Style, played: RankedPlay | None = None, with_chances: bool = False
) -> Iterator[str]:
    """A line for each play, the one played with a star, as GNU Backgammon lists them."""
    for place, play in enumerate(plays, start=1):
        star = "*" if play is played else " "
        loss = f"({-play.error:+.3f})" if play.error else ""
        line = f"{star} {max(place, play.rank):3}. {play.move!s:{_PLAY}}  {play.equity:+.3f} {loss:8}"
        if with_chances:
            line += "  {:.3f} {:.3f} {:.3f} - {:.3f} {:.3f} {:.3f}".format(
                *(play.outcomes.win, play.outcomes.win_gammon, play.outcomes.win_backgammon),
                *(play.outcomes.lose, play.outcomes.lose_gammon, play.outcomes.lose_backgammon),
            )
        yield style(line.rstrip(), "good" if place == 1 else "")


def _cube_words(item: CubeAction) -> str:
    action = item.action
    if isinstance(action, Double):
        owned = item.state.view(action.seat).cube_owner is not CubeOwner.CENTRED
        return f"{'Redoubles' if owned else 'Doubles'} to {action.value}"
    if isinstance(action, Beaver):
        return f"Beavers to {action.value}"
    if isinstance(action, Resign):
        return f"Resigns {_RESIGNATIONS[action.points]}"
    words: dict[type, str] = {Take: "Takes", Pass: "Passes", SetPosition: "Position set by the record"}
    return words[type(action)]


def _ending(part: AnnotatedGame, names: Sequence[str]) -> str:
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


def _short(summary: PlayerSummary) -> str:
    rate = "" if summary.error_rate is None else f", {1000 * summary.error_rate:.1f} mEMG"
    return f"{summary.unforced} unforced of {_count(summary.plays, 'play')}, error {summary.error:.3f}{rate}"


def _rate(summary: PlayerSummary) -> str:
    return "-" if summary.error_rate is None else f"{1000 * summary.error_rate:.1f}"


def _table(columns: Sequence[PlayerSummary], settings: Settings, style: Style) -> Iterator[str]:
    marks = settings.thresholds
    rows: list[tuple[str, Callable[[PlayerSummary], object]]] = [
        ("Plays", lambda s: s.plays),
        ("Unforced plays", lambda s: s.unforced),
        ("Not judged", lambda s: s.not_judged),
        (f"Doubtful {Mark.DOUBTFUL.value} (over {marks.doubtful:.3f})", lambda s: s.doubtful),
        (f"Bad {Mark.BAD.value} (over {marks.bad:.3f})", lambda s: s.bad),
        (f"Very bad {Mark.VERY_BAD.value} (over {marks.very_bad:.3f})", lambda s: s.very_bad),
        ("Error total (points per cube)", lambda s: f"{s.error:.3f}"),
        ("Error rate (mEMG per unforced play)", _rate),
        ("Luck total (points per cube)", lambda s: f"{s.luck:+.3f}"),
    ]
    width = max(8, *(len(shown(s.name, _NAME)) for s in columns), 0)
    yield style("Match" + " " * 31 + "".join(f"  {shown(s.name, _NAME):>{width}}" for s in columns), "head")
    for label, value in rows:
        yield f"{label:36}" + "".join(f"  {value(summary)!s:>{width}}" for summary in columns)


def _players(match: Match) -> str:
    return " - ".join(shown(name, _NAME) or "(no name)" for name in match.players)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")
