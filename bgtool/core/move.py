"""A play: what one player does with one roll, and how it is written.

Points are always the mover's own. A written play is read as *hops* (from, to, star), which may join
several steps of one checker; the rules turn hops into the *steps* of a :class:`Move`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from bgtool.errors import NotationError
from bgtool.layout import BAR, OFF, POINTS

_POINT = r"(?:[0-9]{1,2}|bar|off)"
_PATH = re.compile(rf"({_POINT})\*?((?:[/-]{_POINT}\*?)+)(?:\((\d)\))?(\*?)", re.IGNORECASE)
_LANDING = re.compile(rf"[/-]({_POINT})(\*?)", re.IGNORECASE)
_WORDS = {"bar": BAR, "off": OFF}
_NOTHING = frozenset({"", "cannot move", "can't move", "dance", "dances", "no move", "forfeits"})
_MOST_HOPS = 16


@dataclass(frozen=True, slots=True)
class Step:
    """One checker moved by one die; ``hits`` when it sends an opposing blot to the bar."""

    source: int
    target: int
    hits: bool = False


@dataclass(frozen=True, slots=True)
class Hop:
    """One written part of a play, from a point to another, possibly over several dice; ``star`` if marked as a hit."""

    source: int
    target: int
    star: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """A whole play as single-die steps, in an order in which they can be played; no steps = cannot move."""

    steps: tuple[Step, ...] = ()

    @property
    def hits(self) -> int:
        """How many opposing checkers it sends to the bar."""
        return sum(step.hits for step in self.steps)

    def __str__(self) -> str:
        """The play in standard notation, such as ``24/18*/13`` or ``13/11(2) 6/4(2)``; empty when nothing moves."""
        return _written(self.steps)


@lru_cache(maxsize=4096)
def parse_hops(text: str) -> tuple[Hop, ...]:
    """The hops of a written play, repeats such as ``(2)`` spelt out; empty for a play that moves nothing.

    Understands ``24/18*/13``, ``bar/22``, ``25/22``, ``6/off``, ``6/0``, ``8/5*(2)``, ``8/5(2)*``, commas and
    hyphens. A hop of no length (``0/0``) is a die not used and left out. Raises :class:`NotationError`.
    """
    if " ".join(text.lower().split()).rstrip(".") in _NOTHING:
        return ()
    hops: list[Hop] = []
    for word in text.replace(",", " ").split():
        found = _PATH.fullmatch(word)
        if not found:
            raise NotationError(f"play {text!r}: {word!r} is not a move such as 13/8, bar/22* or 6/off(2)")
        landings = [(_index(point, text), bool(star)) for point, star in _LANDING.findall(found[2])]
        if found[4]:
            landings[-1] = (landings[-1][0], True)
        points = [(_index(found[1], text), False), *landings]
        path = [Hop(a, b, star) for (a, _), (b, star) in pairwise(points) if a != b]
        hops += path * int(found[3] or 1)
    if len(hops) > _MOST_HOPS:
        raise NotationError(f"play {text!r}: {len(hops)} moves of a checker are more than any roll allows")
    return tuple(hops)


def _index(point: str, text: str) -> int:
    index = _WORDS.get(point.lower())
    if index is None:
        index = int(point)
    if not OFF <= index <= BAR:
        raise NotationError(f"play {text!r}: there is no point {point}")
    return index


def _written(steps: tuple[Step, ...]) -> str:
    paths: dict[tuple[int, ...], int] = {}
    for path in sorted(_chains(steps), reverse=True):
        paths[path] = paths.get(path, 0) + 1
    unmarked = {step.target for step in steps if step.hits}
    words = []
    for path, times in paths.items():
        word = _name(path[0])
        for point in path[1:]:
            if point in unmarked:
                unmarked.discard(point)
                word += f"/{point}*"
            elif point == path[-1]:
                word += f"/{_name(point)}"
        words.append(word + (f"({times})" if times > 1 else ""))
    return " ".join(words)


def _chains(steps: tuple[Step, ...]) -> list[tuple[int, ...]]:
    """The way of each checker moved: the points it touches, steps joined wherever one starts where another ended."""
    chains: list[tuple[int, ...]] = []
    for step in sorted(steps, key=lambda step: (-step.source, step.target)):
        for i, chain in enumerate(chains):
            if chain[-1] == step.source:
                chains[i] = (*chain, step.target)
                break
        else:
            chains.append((step.source, step.target))
    return chains


def _name(point: int) -> str:
    return "bar" if point > POINTS else "off" if point == OFF else str(point)
