"""What the decisions of one player add up to, in a game, a match or many matches.

How things are counted, as in GNU Backgammon where it counts them:

- *total moves*: every roll, dances included. *Unforced moves*: those with more than one distinct legal result that
  were judged. *Not judged*: illegal plays and plays that the record does not give; they count among the moves only.
- *marks*: by the thresholds of the settings, each unforced move in one class.
- *total cube decisions*: every double, take, pass and beaver judged, and every roll before which the player could have
  doubled. *Close or actual*: the doubles and answers, and the no-doubles where doubling loses less than 0.16.
- *error totals* are sums of errors in EMG and, beside that, in match winning chance (for money in points: times the
  cube). *Error rates* are per unforced move (checker), per close or actual decision (cube), per both together
  (overall). *Snowie*: per move of both players, forced ones included. *PR*: half the error per counted decision, which
  leaves out moves whose plays are all worth the same.
- *luck*: the sum over every roll from a known position.
- *resignations* are no part of the error totals.
- *luck adjusted result*: result - own luck + the other's luck. *Residue*: what is left of that when both players'
  errors (resignations among them) are taken off too, because luck is measured at another depth than the plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import fsum

from bgtool.analysis.player_summary import MWC, POINTS, PlayerSummary, Sum
from bgtool.analysis.records import (
    AnnotatedGame,
    AnnotatedMatch,
    CheckerDecision,
    CubeAction,
    CubeChoice,
    CubeFault,
    CubeJudgement,
)
from bgtool.analysis.settings import CUBEFUL, LuckMark, Mark, luck_mark
from bgtool.core.state import MatchState


def unit_of(match: AnnotatedMatch) -> str:
    """What costs are in: match winning chance where the analysis knows it, else points."""
    return MWC if match.settings.met and match.settings.equity == CUBEFUL else POINTS


def summaries(match: AnnotatedMatch, part: AnnotatedGame | None = None) -> tuple[PlayerSummary, PlayerSummary]:
    """The summaries of both players, by seat, over one game of the match, or all of it."""
    games = match.games if part is None else (part,)
    unit = unit_of(match)
    first, second = (_summed(match, games, seat, unit) for seat in (0, 1))
    ended = tuple(game for game in games if _gain(game, unit) is not None)
    if not ended:
        return first, second
    both = (first, second) if ended == games else tuple(_summed(match, ended, seat, unit) for seat in (0, 1))
    pairs = [(_gain(game, unit) or 0.0, _luck(game, 0, unit) - _luck(game, 1, unit)) for game in ended]
    result = fsum(gain for gain, _ in pairs)
    adjusted = result - fsum(luck for _, luck in pairs)
    residue = adjusted + both[0].lost - both[1].lost
    results = tuple((gain, gain - luck) for gain, luck in pairs)
    turned = tuple((-gain, -adjusted) for gain, adjusted in results)
    return (
        replace(first, result=result, luck_adjusted=adjusted, residue=residue, results=results),
        replace(second, result=-result, luck_adjusted=-adjusted, residue=-residue, results=turned),
    )


def total_of(name: str, parts: Sequence[PlayerSummary]) -> PlayerSummary:
    """One player's summaries of several matches (at least one) as one; ``unit`` is None where they have different ones.

    What means something only in a match (FIBS ratings) or with one unit (costs, results) is then left out.
    """
    units = {part.unit for part in parts}
    return PlayerSummary(
        name=name,
        seat=parts[0].seat,
        unit=units.pop() if len(units) == 1 else None,
        length=0,
        moves=sum(part.moves for part in parts),
        opponents_moves=sum(part.opponents_moves for part in parts),
        not_judged=sum(part.not_judged for part in parts),
        trivial=sum(part.trivial for part in parts),
        marks={mark: sum(part.marks[mark] for part in parts) for mark in Mark},
        checker=_added(part.checker for part in parts),
        luck_marks={mark: sum(part.luck_marks[mark] for part in parts) for mark in LuckMark},
        luck=_added(part.luck for part in parts),
        cube_total=sum(part.cube_total for part in parts),
        actions={choice: sum(part.actions[choice] for part in parts) for choice in CubeChoice},
        faults={fault: _added(part.faults[fault] for part in parts) for fault in CubeFault},
        cube=_added(part.cube for part in parts),
        resigned=_added(part.resigned for part in parts),
        accepted=_added(part.accepted for part in parts),
        result=_known(part.result for part in parts),
        luck_adjusted=_known(part.luck_adjusted for part in parts),
        residue=_known(part.residue for part in parts),
        results=tuple(pair for part in parts for pair in part.results),
    )


def _summed(match: AnnotatedMatch, games: Sequence[AnnotatedGame], seat: int, unit: str) -> PlayerSummary:
    plays = [decision for game in games for decision in game.checker_decisions]
    own = [decision for decision in plays if decision.seat == seat]
    judged = [decision for decision in own if decision.counts]
    cubes = [one for game in games for one in game.cube_decisions if one.seat == seat]
    resigned, accepted = _resignations(games, seat, unit)
    return PlayerSummary(
        name=match.match.players[seat],
        seat=seat,
        unit=unit,
        length=match.match.length,
        moves=len(own),
        opponents_moves=len(plays) - len(own),
        not_judged=sum(decision.skipped is not None for decision in own),
        trivial=sum(decision.trivial for decision in judged),
        marks={mark: sum(decision.mark is mark for decision in judged) for mark in Mark},
        checker=_sum(_cost(one.error, one.error_mwc, one.state, unit) for one in judged),
        luck_marks=_luck_marks(own),
        luck=_sum(_cost(one.luck, one.luck_mwc, one.state, unit) for one in own if one.luck is not None),
        cube_total=len(cubes),
        actions={choice: sum(one.done is choice for one in cubes) for choice in CubeChoice},
        faults={fault: _sum(_cube_cost(one, unit) for one in cubes if one.fault is fault) for fault in CubeFault},
        cube=replace(_sum(_cube_cost(one, unit) for one in cubes), count=sum(one.close for one in cubes)),
        resigned=resigned,
        accepted=accepted,
    )


def _luck_marks(own: Sequence[CheckerDecision]) -> dict[LuckMark, int]:
    marks = [luck_mark(decision.luck) for decision in own if decision.luck is not None]
    return {mark: marks.count(mark) for mark in LuckMark}


def _resignations(games: Sequence[AnnotatedGame], seat: int, unit: str) -> tuple[Sum, Sum]:
    """What the seat gave up too much by resigning, and what it accepted too little."""
    all_of_them = [
        (item.resignation, item.state)
        for game in games
        for item in game.annotations
        if isinstance(item, CubeAction) and item.resignation
    ]
    resigned = [_cost(one.error, one.error_mwc, state, unit) for one, state in all_of_them if one.seat == seat]
    accepted = [
        _cost(one.accept_error, one.accept_error_mwc, state, unit) for one, state in all_of_them if one.seat != seat
    ]
    return _sum(cost for cost in resigned if cost[0]), _sum(cost for cost in accepted if cost[0])


def _cube_cost(one: CubeJudgement, unit: str) -> tuple[float, float]:
    return _cost(one.error, one.error_mwc, one.state, unit)


def _cost(equity: float | None, mwc: float | None, state: MatchState, unit: str) -> tuple[float, float]:
    """An equity with what it comes to in the unit: match winning chance, or points with the cube of the moment."""
    equity = equity or 0.0
    return equity, (mwc or 0.0) if unit == MWC else equity * state.cube.value


def _sum(costs: Iterable[tuple[float, float]]) -> Sum:
    pairs = list(costs)
    return Sum(len(pairs), fsum(equity for equity, _ in pairs), fsum(cost for _, cost in pairs))


def _added(sums: Iterable[Sum]) -> Sum:
    parts = list(sums)
    return Sum(sum(p.count for p in parts), fsum(p.equity for p in parts), fsum(p.cost for p in parts))


def _known(numbers: Iterable[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return fsum(known) if known else None


def _gain(game: AnnotatedGame, unit: str) -> float | None:
    """What seat 0 won in the game, in the unit; None where the record does not tell how it ended."""
    if unit == MWC:
        return None if game.mwc is None or game.mwc_after is None else game.mwc_after - game.mwc
    if game.game.winner is None or game.game.points is None:
        return None
    return float(-game.game.points if game.game.winner else game.game.points)


def _luck(game: AnnotatedGame, seat: int, unit: str) -> float:
    own = [one for one in game.checker_decisions if one.seat == seat and one.luck is not None]
    return fsum(_cost(one.luck, one.luck_mwc, one.state, unit)[1] for one in own)
