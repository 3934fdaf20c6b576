"""Cube decisions as text and as JSON documents."""

from __future__ import annotations

from typing import Any

from bgtool.analysis.cube import CubeDecision, proper_answer
from bgtool.analysis.settings import Settings
from bgtool.core.state import CubeOwner, MatchState
from bgtool.formats.ids import match_id, position_id
from bgtool.report.jsonout import HINT_SCHEMA, evaluator_name
from bgtool.report.moment import cube_turn
from bgtool.report.style import PLAIN, Style

Document = dict[str, Any]


def cube_document(given: str, decision: CubeDecision, settings: Settings, market: float | None = None) -> Document:
    """The cube decision of one ID; ``given`` is what the user asked with.

    Equities are per unit of the present cube (EMG in a match), for the player on roll; ``proper_action`` names the
    kind alike for doubles and redoubles, ``proper_action_text`` is the wording. ``market_losers`` is null unless
    asked for.
    """
    chances, state = decision.outcomes, decision.state
    return {
        "schema": HINT_SCHEMA,
        "id": given,
        "position_id": position_id(state.position),
        "match_id": match_id(state),
        "dice": None,
        "plies": decision.plies,
        "evaluator": evaluator_name(settings),
        "met": decision.met if state.length else None,
        "win": chances.win,
        "win_gammon": chances.win_gammon,
        "win_backgammon": chances.win_backgammon,
        "lose_gammon": chances.lose_gammon,
        "lose_backgammon": chances.lose_backgammon,
        "cubeless_equity": decision.cubeless,
        "no_double": decision.no_double,
        "double_take": decision.double_take,
        "double_pass": decision.double_pass if decision.double_take is not None else None,
        "double_beaver": decision.beaver,
        "best_equity": decision.best_equity,
        "no_double_mwc": decision.no_double_mwc,
        "double_take_mwc": decision.double_take_mwc,
        "double_pass_mwc": decision.double_pass_mwc if decision.double_take is not None else None,
        "best_mwc": decision.best_mwc,
        "proper_action": decision.verdict.code,
        "proper_action_text": decision.words,
        "proper_answer": proper_answer(decision),
        "percentage": decision.percentage,
        "no_double_error": decision.no_double_error if decision.double_take is not None else None,
        "double_error": decision.double_error,
        "take_error": decision.take_error,
        "pass_error": decision.pass_error,
        "market_losers": market,
    }


def cube_text(decision: CubeDecision, settings: Settings, market: float | None = None, style: Style = PLAIN) -> str:
    """A cube decision for people: what judged it, chances, the equities best first, and the proper action."""
    state, chances = decision.state, decision.outcomes
    head = f"{position_id(state.position)} cube: {decision.plies}-ply {evaluator_name(settings)}, {score_words(state)}"
    if state.length:
        head += f", {decision.met}"
    won = (chances.win, chances.win_gammon, chances.win_backgammon)
    lost = (chances.lose, chances.lose_gammon, chances.lose_backgammon)
    lines = [
        style(head, "head"),
        "  {:.3f} {:.3f} {:.3f} - {:.3f} {:.3f} {:.3f}".format(*won, *lost) + f"   cubeless {_cubeless(decision)}",
    ]
    rows = _rows(decision)
    best = decision.best_equity
    for place, (name, equity, mwc) in enumerate(rows, start=1):
        chance = "" if mwc is None else f"  MWC {mwc:7.3%}"
        loss = "" if name == rows[0][0] else f"  ({equity - best:+.3f})"
        lines.append(f"  {place}. {name:17} {equity:+.3f}{chance}{loss}")
    lines.append(style(f"  Proper cube action: {decision.words}{_share(decision)}", "good"))
    if cube_turn(state):
        lines.append(f"  The double is to be answered with a {decision.verdict.answer}.")
    if market is not None:
        lines.append(f"  Market losers: {market:.1%} of the next two rolls leave no take.")
    return "\n".join(lines)


def score_words(state: MatchState) -> str:
    """Score, cube and rules in a few words, for the player on roll: ``3-away 5-away, own cube at 2``."""
    view = state.view()
    if view.away is None:
        words = "money" + ", Jacoby" * view.jacoby + ", beavers" * view.beavers
    else:
        words = "{}-away {}-away".format(*view.away)
        words += ", Crawford" if view.crawford else ", post-Crawford" if view.post_crawford else ""
    owner = {CubeOwner.CENTRED: "centred", CubeOwner.OWNED: "own", CubeOwner.OPPONENT: "opponent's"}[view.cube_owner]
    return f"{words}, {owner} cube at {view.cube_value}"


def _rows(decision: CubeDecision) -> list[tuple[str, float, float | None]]:
    """The alternatives of the doubler with equity and MWC, the right one first, then from the greatest down."""
    double = "Redouble" if decision.owned else "Double"
    rows = [(f"No {double.lower()}", decision.no_double, decision.no_double_mwc)]
    if decision.double_take is None:
        return rows
    rows.append((f"{double}, take", decision.double_take, decision.double_take_mwc))
    rows.append((f"{double}, pass", decision.double_pass, decision.double_pass_mwc))
    if decision.beaver is not None and decision.verdict.answer == "beaver":
        rows.append((f"{double}, beaver", decision.beaver, None))
    return sorted(rows, key=lambda row: (row[1] != decision.best_equity, -row[1]))


def _cubeless(decision: CubeDecision) -> str:
    money = f"{decision.cubeless:+.3f}"
    return f"{decision.cubeless_equity:+.3f} (money {money})" if decision.scale.match else money


def _share(decision: CubeDecision) -> str:
    """What the percentage means: GNU Backgammon prints the bare number."""
    if decision.percentage is None:
        return ""
    wrong = {"take": "passes", "beaver": "passes", "pass": "takes"}[decision.verdict.answer]
    again = "redoubling" if decision.owned else "doubling"
    return f" ({decision.percentage:.1%} wrong {wrong} would make {again} right)"
