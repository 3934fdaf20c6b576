"""What ``bgtool eval`` prints: an evaluation as JSON and as text."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from bgtool.analysis.cube import CubeDecision
from bgtool.core.state import MatchState
from bgtool.engine.evaluation import Evaluation
from bgtool.engine.explain import Explanation
from bgtool.formats.ids import match_id, position_id, xgid_if_any
from bgtool.report.cube import score_words

SCHEMA = "bgtool.eval/1"
_SHOWN = 0.0005  # points; smaller shares are summed up in text


def eval_document(
    given: str,
    state: MatchState,
    evaluation: Evaluation,
    decision: CubeDecision | None,
    explanation: Explanation | None,
) -> dict[str, Any]:
    """The evaluation of one ID; ``given`` is what the user wrote.

    ``equity`` is EMG with the cube, both players doing what is right; without a ``decision`` (the game is over, or the
    variant has no cube) it is the cubeless one. ``mwc`` is null for money.
    """
    chances = evaluation.outcomes
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "id": given,
        "position_id": position_id(state.position),
        "match_id": match_id(state),
        "xgid": xgid_if_any(state),
        "game_over": state.position.ending(state.variant.max_points),
        "plies": evaluation.plies,
        "evaluator": f"{evaluation.evaluator} {evaluation.digest}",
        "database": evaluation.database,
        "win": chances.win,
        "win_gammon": chances.win_gammon,
        "win_backgammon": chances.win_backgammon,
        "lose_gammon": chances.lose_gammon,
        "lose_backgammon": chances.lose_backgammon,
        "cubeless_equity": evaluation.equity,
        "equity": evaluation.equity if decision is None else decision.best_equity,
        "mwc": None if decision is None else decision.best_mwc,
        "situation": None if decision is None else score_words(state),
        "met": None if decision is None or not state.length else decision.met,
        "no_double": None if decision is None else decision.no_double,
        "double_take": None if decision is None else decision.double_take,
        "double_pass": None if decision is None or decision.double_take is None else decision.double_pass,
        "proper_action": None if decision is None else decision.verdict.code,
        "proper_action_text": None if decision is None else decision.words,
    }
    if explanation:
        document["explanation"] = asdict(explanation)
    return document


def eval_text(document: dict[str, Any]) -> str:
    """The document of :func:`eval_document` for people: depth and evaluator, chances, equity."""
    win, lose = document["win"], 1 - document["win"]
    lines = [
        f"{document['position_id']}: {document['plies']}-ply {document['evaluator']}{_table(document)}, player on roll",
        *([f"  The game is over: {document['game_over']}."] if document["game_over"] else []),
        f"  wins  {win:.4f}  gammon {document['win_gammon']:.4f}  backgammon {document['win_backgammon']:.4f}",
        f"  loses {lose:.4f}  gammon {document['lose_gammon']:.4f}  backgammon {document['lose_backgammon']:.4f}",
        f"  cubeless equity {document['cubeless_equity']:+.4f}",
        *_cubeful(document),
    ]
    if "explanation" in document:
        lines += _explained(document["explanation"])
    return "\n".join(lines)


def _table(document: dict[str, Any]) -> str:
    """The table that told the chances, if one did; two independent one-sided bear-offs are all but exact."""
    database = document["database"]
    if database is None:
        return ""
    return f", by {database}" if database.startswith("one-sided") else f", exact by {database}"


def _cubeful(document: dict[str, Any]) -> list[str]:
    """The cubeful equity with what it is made of; nothing where there is no cube."""
    if document["no_double"] is None:
        return []
    words = document["situation"] + (f", {document['met']}" if document["met"] else "")
    mwc = "" if document["mwc"] is None else f"  MWC {document['mwc']:.3%}"
    lines = [f"  cubeful equity  {document['equity']:+.4f}{mwc}  ({words})"]
    if document["double_take"] is not None:
        numbers = f"no double {document['no_double']:+.4f}, double/take {document['double_take']:+.4f}"
        lines.append(f"  {document['proper_action_text']}: {numbers}")
    return lines


def _explained(explanation: dict[str, Any]) -> list[str]:
    """A line for every feature with a share worth showing, the greatest first, and what they add up to."""
    shares = explanation["shares"]
    large = [share for share in shares if abs(share["equity"]) >= _SHOWN]
    rest = sum(share["equity"] for share in shares if abs(share["equity"]) < _SHOWN)
    lines = [
        f"  Heuristic, {explanation['reference']}: {explanation['reference_equity']:+.4f}",
        f"  {'share':>7}  {'log odds':>8}  {'mine':>7}  {'theirs':>7}  feature",
    ]
    for share in large:
        lines.append(
            f"  {share['equity']:+7.3f}  {share['win_logit']:+8.3f}  {share['mine']:7.3f}  {share['theirs']:7.3f}  "
            f"{share['group']}: {share['feature']}"
        )
    lines.append(f"  {rest:+7.3f}  {'':8}  {'':7}  {'':7}  all others")
    lines.append(f"  {explanation['equity']:+7.3f}  heuristic equity of this position")
    return lines
