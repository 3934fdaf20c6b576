"""Why the heuristic thinks what it thinks: the share of each feature in its verdict."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bgtool.core.position import Position
from bgtool.core.variant import STANDARD
from bgtool.engine.boards import Boards, as_board
from bgtool.engine.heuristic import shipped_weights
from bgtool.errors import InputError
from bgtool.kernels.features import CONTACT, RACE, START_PIPS, contact_features, race_features
from bgtool.kernels.heuristic import PLANE, HeuristicWeights
from bgtool.layout import HOME, OFF, OUTCOMES, POINTS

_NODES, _NODE_WEIGHTS = np.polynomial.legendre.leggauss(40)


@dataclass(frozen=True, slots=True)
class Share:
    """What one feature contributes, for the player on roll.

    ``mine`` and ``theirs`` are the feature's values for both players (the same number where it belongs to neither).
    ``win_logit`` is its share in the logarithm of the odds of winning, ``equity`` its share in the cubeless equity;
    both count against the reference position of the :class:`Explanation`.
    """

    feature: str
    group: str
    mine: float
    theirs: float
    win_logit: float
    equity: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """The heuristic's equity as the equity of a reference position plus the shares of all features that differ.

    The reference of a contact position is the starting position, of a race the same race with the player's own
    checkers on both sides. ``reference_equity`` and all shares add up to ``equity``, greatest share first.
    """

    reference: str
    reference_equity: float
    equity: float
    shares: tuple[Share, ...]


def explain(position: Position, weights: HeuristicWeights | None = None) -> Explanation:
    """What each feature contributes to the heuristic's verdict on a position, for the player on roll.

    The equity is followed along the straight line from the reference to the position and every change credited to
    the feature that causes it (Aumann and Shapley 1974), so that the shares add up. Where exact bear-off tables know
    better, they are left out of account here. Raises :class:`InputError` when the game is over.
    """
    if position.is_over:
        raise InputError("the game is over: there is nothing to explain")
    weights = weights or shipped_weights()
    board = as_board(position)
    if position.has_contact:
        features, reference, name = CONTACT, as_board(STANDARD.start), "starting position"
    else:
        features, reference, name = RACE, board[[0, 0]], "same race for both"
    logits_of = _contact_logits if position.has_contact else _race_logits
    values, logits = logits_of(weights, board)
    _, start = logits_of(weights, reference)
    possible = np.array([1.0, *_may_lose(board[1], position), *_may_lose(board[0], position)])
    change = logits - start
    slopes = sum(
        weight / 2 * _slopes(start.sum(axis=0) + (node + 1) / 2 * change.sum(axis=0), possible)
        for node, weight in zip(_NODES, _NODE_WEIGHTS, strict=True)
    )
    shares = _merged(features, values, change[:, 0], change @ slopes)
    return Explanation(
        name,
        _equity(start.sum(axis=0), possible),
        _equity(logits.sum(axis=0), possible),
        tuple(sorted(shares, key=lambda share: -abs(share.equity))),
    )


def _contact_logits(weights: HeuristicWeights, board: Boards) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The features of a position, float64 (n,), and what each adds to the five logits, float64 (n, 5)."""
    x = np.empty(len(CONTACT), np.float32)
    mine, theirs = contact_features(board[0], board[1], x)
    planes = weights.contact.reshape(-1, PLANE, OUTCOMES).astype(np.float64)
    values = x.astype(np.float64)
    return values, values[:, None] * np.tensordot([1, mine / START_PIPS, theirs / START_PIPS], planes, (0, 1))


def _race_logits(weights: HeuristicWeights, board: Boards) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    x = np.empty(len(RACE), np.float32)
    race_features(board[0], board[1], x)
    values = x.astype(np.float64)
    return values, values[:, None] * weights.race


def _may_lose(row: NDArray[np.int8], position: Position) -> tuple[float, float]:
    """1 or 0 for whether the owner of a row may lose a gammon, and a backgammon, as the evaluator sees it."""
    return float(row[OFF] == 0), float(position.has_contact or row[POINTS - HOME + 1 :].any())


def _nested(logits: NDArray[np.float64], possible: NDArray[np.float64]) -> NDArray[np.float64]:
    """Win, gammon among wins, backgammon among those, gammon among losses, backgammon among those."""
    chances: NDArray[np.float64] = possible / (1 + np.exp(-logits))
    return chances


def _equity(logits: NDArray[np.float64], possible: NDArray[np.float64]) -> float:
    win, gammon, backgammon, lost_gammon, lost_backgammon = _nested(logits, possible)
    return float(win * (1 + gammon * (1 + backgammon)) - (1 - win) * (1 + lost_gammon * (1 + lost_backgammon)))


def _slopes(logits: NDArray[np.float64], possible: NDArray[np.float64]) -> NDArray[np.float64]:
    """How fast the equity grows with each of the five logits."""
    win, gammon, backgammon, lost_gammon, lost_backgammon = _nested(logits, possible)
    lose = 1 - win
    return np.array(
        [
            win * lose * (2 + gammon * (1 + backgammon) + lost_gammon * (1 + lost_backgammon)),
            win * gammon * (1 - gammon) * (1 + backgammon),
            win * gammon * backgammon * (1 - backgammon),
            -lose * lost_gammon * (1 - lost_gammon) * (1 + lost_backgammon),
            -lose * lost_gammon * lost_backgammon * (1 - lost_backgammon),
        ]
    )


def _merged(
    features: tuple[tuple[str, ...], ...],
    values: NDArray[np.float64],
    win_logits: NDArray[np.float64],
    equities: NDArray[np.float64],
) -> list[Share]:
    """One share for each feature, the player's own and the opponent's taken together; those without effect left out."""
    found: dict[str, Share] = {}
    for (whose, name, group, _), value, logit, equity in zip(features, values, win_logits, equities, strict=True):
        part = Share(name, group, float(value), float(value), float(logit), float(equity))
        other = found.get(name)
        if other is not None and whose == "theirs":
            part = Share(name, group, other.mine, part.theirs, other.win_logit + logit, other.equity + equity)
        found[name] = part
    return [share for share in found.values() if share.win_logit or share.equity]
