"""What GNU Backgammon has noted on a node of an SGF game: evaluations, marks and luck."""

from __future__ import annotations

from collections.abc import Callable

from bgtool.core.move import Hop
from bgtool.core.opinion import MARKS, Candidate, CubeEstimate, Opinion
from bgtool.core.position import Position
from bgtool.formats.sgf_letters import COLOURS, hops_of
from bgtool.formats.sgf_numbers import Misfit, read_cube, read_play
from bgtool.formats.sgf_tree import Node
from bgtool.formats.steps import move_at_its_word

NAMES = frozenset({"A", "DA", "MR", "CR", "LU", "GW", "GB", "BM", "DO", "BC", "DC", "MW"})
"""The properties of this kind; ``MW`` is passed over."""

Report = Callable[[str, str], None]


def opinion_of(
    node: Node, seat: int, position: Position, at: tuple[int, int], is_match: bool, report: Report
) -> Opinion | None:
    """What the node says of its action, number ``at[1]`` of game ``at[0]``, made by ``seat`` from a position it sees.

    None where it says nothing; what cannot be read is told to ``report`` as a code and a message.
    """
    if NAMES.isdisjoint(node.properties):
        return None
    candidates, played = _candidates(node, seat, position, report)
    decision: CubeEstimate | None = None
    given = node.get("DA")
    if given is not None:
        try:
            decision = read_cube(given, is_match)
        except Misfit as error:
            report("bad-analysis", f"DA: {error}")
    is_roll = (node.get(COLOURS[seat]) or "").strip()[:1].isdigit()
    mark, cube_mark = _mark(node, "BM", "DO"), _mark(node, "BC", "DC")
    opinion = Opinion(
        game=at[0],
        action=at[1],
        candidates=candidates,
        played=played,
        cube=decision,
        error=_error(candidates, played),
        luck=_luck(node, report),
        mark=mark if is_roll else "",
        cube_mark=cube_mark if is_roll else mark,
        luck_mark=_luck_mark(node),
        to_roll_out=tuple(number - 1 for number in _numbers(node.get("MR")) if 0 < number <= len(candidates)),
        cube_to_roll_out="CR" in node,
    )
    return opinion if opinion != Opinion(*at) else None


def _candidates(node: Node, seat: int, position: Position, report: Report) -> tuple[tuple[Candidate, ...], int | None]:
    values = node.all("A")
    if not values:
        return (), None
    found: list[Candidate] = []
    try:
        for value in values[1:]:
            letters, estimate = read_play(value)
            hops: tuple[Hop, ...] = hops_of(letters, seat)
            found.append(Candidate(move_at_its_word(position, hops), estimate))
    except ValueError as error:
        report("bad-analysis", f"A: {error}")
    index = _numbers(values[0])
    return tuple(found), index[0] if index and index[0] < len(found) else None


def _luck(node: Node, report: Report) -> float | None:
    given = node.get("LU")
    if given is None:
        return None
    try:
        luck = float(given)
    except ValueError:
        luck = float("nan")
    if abs(luck) < 1000:
        return luck
    report("bad-analysis", f"LU: {given[:20]!r} is no luck")
    return None


def _numbers(text: str | None) -> list[int]:
    return [int(word) for word in (text or "").split() if word.isdecimal() and len(word) < 6]


def _mark(node: Node, bad: str, doubtful: str) -> str:
    if bad in node:
        return MARKS[3] if (node.get(bad) or "").strip() == "2" else MARKS[2]
    return MARKS[1] if doubtful in node else ""


def _luck_mark(node: Node) -> str:
    """``GW`` is a roll good for White, ``GB`` one good for Black; 2 is very good."""
    for seat, name in enumerate(("GW", "GB")):
        if name in node:
            very = "very " if (node.get(name) or "").strip() == "2" else ""
            return very + ("lucky" if COLOURS[seat] in node else "unlucky")
    return ""


def _error(candidates: tuple[Candidate, ...], played: int | None) -> float | None:
    if played is None:
        return None
    best, own = candidates[0].estimate.equity, candidates[played].estimate.equity
    return None if best is None or own is None else max(0.0, best - own)
