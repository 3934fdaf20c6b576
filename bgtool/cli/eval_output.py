"""What ``bgtool eval`` prints: an evaluation as JSON and as text."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from bgtool.core.state import MatchState
from bgtool.engine.evaluation import Evaluation
from bgtool.engine.explain import Explanation
from bgtool.formats.ids import match_id, position_id, xgid

SCHEMA = "bgtool.eval/1"
_SHOWN = 0.0005  # points; smaller shares are summed up in text


def eval_document(
    given: str, state: MatchState, evaluation: Evaluation, explanation: Explanation | None
) -> dict[str, Any]:
    """The evaluation of one ID; ``given`` is what the user wrote. Match winning chances need the cube: null so far."""
    chances = evaluation.outcomes
    document = {
        "schema": SCHEMA,
        "id": given,
        "position_id": position_id(state.position),
        "match_id": match_id(state),
        "xgid": xgid(state),
        "plies": evaluation.plies,
        "evaluator": f"{evaluation.evaluator} {evaluation.digest}",
        "win": chances.win,
        "win_gammon": chances.win_gammon,
        "win_backgammon": chances.win_backgammon,
        "lose_gammon": chances.lose_gammon,
        "lose_backgammon": chances.lose_backgammon,
        "cubeless_equity": evaluation.equity,
        "equity": evaluation.equity,
        "mwc": None,
    }
    if explanation:
        document["explanation"] = asdict(explanation)
    return document


def eval_text(document: dict[str, Any]) -> str:
    """The document of :func:`eval_document` for people: depth and evaluator, chances, equity."""
    win, lose = document["win"], 1 - document["win"]
    lines = [
        f"{document['position_id']}: {document['plies']}-ply {document['evaluator']}, cubeless, player on roll",
        f"  wins  {win:.4f}  gammon {document['win_gammon']:.4f}  backgammon {document['win_backgammon']:.4f}",
        f"  loses {lose:.4f}  gammon {document['lose_gammon']:.4f}  backgammon {document['lose_backgammon']:.4f}",
        f"  equity {document['equity']:+.4f}",
    ]
    if "explanation" in document:
        lines += _explained(document["explanation"])
    return "\n".join(lines)


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
