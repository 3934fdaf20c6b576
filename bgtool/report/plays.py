"""Ranked plays as text, and the answer of ``bgtool hint`` for a roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bgtool.analysis.decisions import RankedPlay
from bgtool.analysis.settings import CUBELESS, Settings
from bgtool.core.state import MatchState
from bgtool.formats.ids import position_id
from bgtool.report.cube import score_words
from bgtool.report.style import PLAIN, Style

PLAY = 25
"""The columns that a play takes."""


def hint_text(
    state: MatchState, plays: Sequence[RankedPlay], settings: Settings, total: int, style: Style = PLAIN
) -> str:
    """The ranked plays of one roll under a line that says what judged them; ``total`` counts all of them."""
    more = f"; {len(plays)} of {total} plays" if len(plays) < total else ""
    head = f"{position_id(state.position)} {state.dice}: {settings.plies}-ply {settings.evaluator} {settings.digest}"
    lines = [style(f"{head}, {_measure(state, settings)}{more}", "head")]
    if not plays[0].move.steps:
        lines.append("  cannot move")
    else:
        lines += ranked_lines(plays, style, with_chances=True)
    return "\n".join(lines)


def ranked_lines(
    plays: Sequence[RankedPlay], style: Style, played: RankedPlay | None = None, with_chances: bool = False
) -> Iterator[str]:
    """A line for each play, the one played with a star, as GNU Backgammon lists them; in a match with its MWC.

    A play that was rolled out, and one judged less deep than the best, says so: its loss is taken at its own depth.
    """
    for place, play in enumerate(plays, start=1):
        star = "*" if play is played else " "
        loss = f"({-play.error:+.3f})" if play.error else ""
        mwc = "" if play.mwc is None else f"  {play.mwc:7.3%}"
        line = f"{star} {max(place, play.rank):3}. {play.move!s:{PLAY}}  {play.equity:+.3f} {loss:8}{mwc}"
        if with_chances:
            line += "  {:.3f} {:.3f} {:.3f} - {:.3f} {:.3f} {:.3f}".format(
                *(play.outcomes.win, play.outcomes.win_gammon, play.outcomes.win_backgammon),
                *(play.outcomes.lose, play.outcomes.lose_gammon, play.outcomes.lose_backgammon),
            )
        if play.rolled or play.depth != plays[0].depth:
            line = f"{line.rstrip()}  {play.depth}"
        yield style(line.rstrip(), "good" if place == 1 else "")


def _measure(state: MatchState, settings: Settings) -> str:
    """What the equities are: cubeless, or with which score, cube and match equity table."""
    if settings.equity == CUBELESS:
        return CUBELESS
    return score_words(state) + (f", {settings.met}" if settings.met else "")
