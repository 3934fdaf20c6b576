"""Positions in any text that names them by XGID or GNUbg ID: XG's and BGBlitz's exports, mails, forum posts.

Labels are translated into many languages, so XG's analysis is read by the shape of its lines and numbers alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from math import isfinite

from bgtool.core.move import Move, parse_hops
from bgtool.core.opinion import Candidate, CubeEstimate, Estimate, Opinion
from bgtool.core.record import Match, Problem
from bgtool.core.rules import find_move
from bgtool.core.state import MatchState
from bgtool.errors import IdError, IllegalPlayError, NotationError
from bgtool.formats.ids import parse_state
from bgtool.formats.position_match import SEATS, match_of
from bgtool.formats.problems import Place, problem
from bgtool.formats.sgf_tree import Lines
from bgtool.formats.source import Source
from bgtool.formats.steps import move_at_its_word

__all__ = ["read", "sniff"]

_SNIFFED = 1 << 20
_MOST_IDS = 10_000
_XGID = re.compile(r"XGID=[-A-Pa-p]{26}(?::[-0-9A-Z]{1,5}){9}")
_GNUBG = re.compile(
    r"Position[ -]ID\s{0,3}[:=]\s{0,3}([A-Za-z0-9+/]{14})\s{1,80}Match[ -]ID\s{0,3}[:=]\s{0,3}([A-Za-z0-9+/]{12})", re.I
)
_NAMES = re.compile(r"^X:(.{0,60}?)[ \t]{2,80}O:(.{0,60}?)[ \t]{0,80}$", re.M)
_PERCENT = r"(\d{1,3}[.,]\d{1,3})%?"
_CHANCES = re.compile(rf"{_PERCENT}\s{{0,4}}\(G:\s{{0,4}}{_PERCENT}\s{{0,4}}B:\s{{0,4}}{_PERCENT}\)")
_PLAY = re.compile(
    r"^[ \t]{0,20}\d{1,2}\.[ \t]{1,20}(\S.{0,30}?)[ \t]{2,60}(\S.{0,40}?)[ \t]{2,60}"
    r"eq:\s{0,4}([+-]?\d{1,2}[.,]\d{1,4})",
    re.M,
)
_EQUITY = re.compile(r"([+-]\d{1,2}[.,]\d{1,4})")
_METHOD = re.compile(r"(XG Roller\+{0,2}|\d-ply|Rollout)")
_VERSION = re.compile(r"eXtreme Gammon Version: (\S{1,40}?),")


def sniff(source: Source) -> bool:
    """Whether the text names a position by XGID, or by Position ID and Match ID."""
    return source.is_text and next(_named(source.text[:_SNIFFED]), None) is not None


def read(source: Source) -> tuple[Match, ...]:
    """A record for every position that the text names. Raises :class:`ParseError` when none of them can be read."""
    text = source.short_text
    lines = Lines(text)
    named = list(_named(text))
    matches: list[Match] = []
    problems: list[Problem] = []
    for index, (place, written) in enumerate(named[:_MOST_IDS]):
        line, _ = lines.place(place)
        try:
            state = parse_state(written)
        except IdError as error:
            problems.append(problem("unreadable-dump", str(error), Place(line)))
            continue
        end = named[index + 1][0] if index + 1 < len(named) else len(text)
        matches.append(_match(state, text[place:end], source.file, line))
    if not matches:
        raise source.error(problems[0].message if problems else "no position is named in this text")
    if problems:
        matches[0] = replace(matches[0], problems=(*problems, *matches[0].problems))
    return tuple(matches)


def _named(text: str) -> Iterator[tuple[int, str]]:
    """The IDs of the text and where they stand; GNUbg IDs only where no XGID says the same with more."""
    found = False
    for match in _XGID.finditer(text):
        found = True
        yield match.start(), match[0]
    if not found:
        for match in _GNUBG.finditer(text):
            yield match.start(), f"{match[1]}:{match[2]}"


def _match(state: MatchState, text: str, file: str, line: int) -> Match:
    names = _NAMES.search(text)
    players = (names[2].strip(), names[1].strip()) if names else SEATS
    opinion = _plays(state, text) if state.dice else _cube(text)
    version = _VERSION.search(text)
    analyst = f"eXtreme Gammon {version[1]}" if version else "eXtreme Gammon"
    return match_of(state, "postext", file, players, [opinion] if opinion else [], analyst, line=line)


def _plays(state: MatchState, text: str) -> Opinion | None:
    found = []
    for play in _PLAY.finditer(text):
        chances = _CHANCES.findall(text[play.end() : play.end() + 200])[:2]
        move = _move(state, play[2])
        if move is not None:
            given = _estimate(chances, play[1])
            found.append(Candidate(move, Estimate(given.chances, None, _number(play[3]), None, given.method)))
    return Opinion(0, 1, tuple(found)) if found else None


def _move(state: MatchState, written: str) -> Move | None:
    try:
        hops = parse_hops(written)
        return find_move(state.position, state.dice, hops) if state.dice else None
    except IllegalPlayError:
        return move_at_its_word(state.position, hops)
    except NotationError:
        return None


def _cube(text: str) -> Opinion | None:
    """XG's block about the cube: winning chances of both, two cubeless equities, then three cubeful ones."""
    chances = _CHANCES.findall(text)[:2]
    if len(chances) < 2:
        return None
    rest = text[text.rindex(chances[1][2]) :]
    equities = [_number(value) for value in _EQUITY.findall(re.sub(r"\([^()]{0,20}\)", "", rest))]
    if len(equities) < 5:
        return None
    method = _METHOD.search(text)
    given = _estimate(chances, method[1] if method else "")
    no_double = Estimate(given.chances, equities[0], equities[2], None, given.method)
    double_take = Estimate(given.chances, equities[1], equities[3], None, given.method)
    return Opinion(0, 0, cube=CubeEstimate(no_double, double_take))


def _estimate(chances: list[tuple[str, str, str]], level: str) -> Estimate:
    plies = re.fullmatch(r"(\d)-ply(.*)", level)
    method = f"{max(0, int(plies[1]) - 1)}-ply (XG {level})" if plies else level
    if len(chances) < 2:
        return Estimate(method=method)
    (win, *mine), (_, *theirs) = [[round(_number(value) / 100, 6) for value in row] for row in chances]
    return Estimate((win, *mine, *theirs), method=method)


def _number(text: str) -> float:
    value = float(text.replace(",", "."))
    return value if isfinite(value) else 0.0
