"""Reading SGF for backgammon (``GM[6]``) as GNU Backgammon writes it: one game tree a game, its analysis kept.

:mod:`~bgtool.formats.sgf_tree` makes nodes of the text, :mod:`~bgtool.formats.sgf_game` replays those of one game;
here stand the root nodes, which say what match the games belong to and what its rules are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bgtool.core.record import Match
from bgtool.core.state import MOST_CUBE
from bgtool.core.variant import STANDARD, Variant, variant_named
from bgtool.errors import InputError
from bgtool.formats.ledger import Ledger, Score
from bgtool.formats.problems import Place
from bgtool.formats.sgf_game import GameReader
from bgtool.formats.sgf_letters import COLOURS
from bgtool.formats.sgf_tree import Lines, Tree, read_trees
from bgtool.formats.sgf_write import TAGS, write
from bgtool.formats.source import Source
from bgtool.formats.verdict import Verdict

__all__ = ["read", "sniff", "write"]

_SNIFFED = 1 << 16
_SIGN = re.compile(r"\(\s*;[^()]{0,4000}?GM\s*\[\s*6\s*\]")
_RESULT = re.compile(r"\s*([WB])\s*\+\s*(\d{0,6})\s*([Rr]?)")
_NUMBER = re.compile(r"-?\d{1,6}")
_TAG = re.compile(r'\[([A-Za-z0-9_ ]{1,40}) "(.{0,1000})"\]')
"""A header field of a match text, which the writer puts into the general comment."""
_RATING = re.compile(r"\s*(\d{1,6}(?:\.\d{1,6})?)")
_KNOWN = frozenset({"FF", "GM", "CA", "AP", "MI", "PW", "PB", "GC", "RU", "CV", "RE", "GS", "ST"})
_IN_NODES = frozenset({"W", "B", "PL", "DI", "AE", "AW", "AB", "CP", "CO", "C"})
_CUBES = {1 << exponent for exponent in range(MOST_CUBE.bit_length())}


def sniff(source: Source) -> bool:
    """Whether it looks like SGF of backgammon."""
    return source.is_text and _SIGN.search(source.text[:_SNIFFED]) is not None


def read(source: Source) -> tuple[Match, ...]:
    """Every match of the file, in order, each with its problems and the analysis of the program that wrote it.

    Raises :class:`ParseError` when there is no game of backgammon in it.
    """
    text = source.text
    try:
        trees = [tree for tree in read_trees(text) if (_root(tree, "GM") or "6").strip() == "6"]
    except InputError as error:
        raise source.error(str(error)) from None
    if not trees:
        raise source.error("no game of backgammon (GM[6]) in this SGF")
    lines = Lines(text)
    return tuple(_match(group, text, lines, source.file) for group in _matches(trees))


def _root(tree: Tree, name: str) -> str | None:
    return tree.nodes[0].get(name)


def _information(tree: Tree) -> dict[str, int]:
    """The numbers of ``MI``: match length, number of the game from 0, scores of White and Black, perhaps the match."""
    found = {}
    for value in tree.nodes[0].all("MI"):
        key, _, number = value.partition(":")
        if _NUMBER.fullmatch(number.strip()):
            found[key.strip().lower()] = int(number)
    return found


def _matches(trees: Sequence[Tree]) -> list[list[Tree]]:
    """The games of each match, by the number of the match where the file has one.

    Else a new one starts where the length changes or the numbers of the games start over.
    """
    groups: list[list[Tree]] = []
    last: dict[str, int] = {}
    for tree in trees:
        here = _information(tree)
        rising = "match" in here or here.get("game", 1) > last.get("game", -1)
        same = rising and all(here.get(name) == last.get(name) for name in ("length", "match"))
        if groups and same:
            groups[-1].append(tree)
        else:
            groups.append([tree])
        last = here
    return groups


def _score(tree: Tree) -> Score:
    found = _information(tree)
    return found.get("ws", 0), found.get("bs", 0)


def _names(tree: Tree) -> tuple[str, str]:
    white, black = (" ".join((_root(tree, f"P{colour}") or "").split()) for colour in COLOURS)
    return white, black


def _match(trees: Sequence[Tree], text: str, lines: Lines, file: str) -> Match:
    first = trees[0]
    ledger = Ledger(players=_names(first))
    place = Place(*lines.place(first.nodes[0].start))
    if "length" not in _information(first):
        ledger.report("no-length", "no match length (MI): read as a money session", place)
    ledger.set_length(_information(first).get("length", 0), place)
    _take_rules(ledger, first, place)
    _take_tags(ledger, first)
    for index, tree in enumerate(trees):
        following = _score(trees[index + 1]) if index + 1 < len(trees) else None
        _game(ledger, tree, following, text, lines)
    program = (_root(first, "AP") or "SGF").replace(":", " ")
    return ledger.match("sgf", file, program)


def _rules(tree: Tree) -> list[str]:
    return [word.strip() for value in tree.nodes[0].all("RU") for word in value.split(":") if word.strip()]


def _take_rules(ledger: Ledger, tree: Tree, place: Place) -> None:
    words = _rules(tree)
    known = {word.lower() for word in words}
    ledger.crawford_rule = bool(known & {"crawford", "crawfordgame"}) or not ledger.length
    ledger.jacoby = "jacoby" in known
    ledger.beavers = "beavers" in known
    ledger.cube_limit = 1 if "nocube" in known else None
    for word in words:
        low = word.lower()
        if low.startswith("cubelimit") and low[9:].isdecimal() and int(low[9:14]) in _CUBES:
            ledger.cube_limit = int(low[9:14])
        elif low not in ("crawford", "crawfordgame", "jacoby", "beavers", "nocube"):
            ledger.variant = _variant(ledger, word, place)


def _variant(ledger: Ledger, word: str, place: Place) -> Variant:
    try:
        return variant_named(word)
    except InputError:
        ledger.report("bad-tag", f"rule {word[:40]!r} is not understood", place)
        return STANDARD if ledger.variant is STANDARD else ledger.variant


def _take_tags(ledger: Ledger, tree: Tree) -> None:
    """The fields of the root node under the names that they have in match texts, unknown ones under their own."""
    root = tree.nodes[0]
    for name in root.properties:
        if name not in _KNOWN and name not in _IN_NODES:
            value = " ".join(" ".join(root.all(name)).splitlines())
            if name in ("WR", "BR") and _RATING.fullmatch(value):
                continue
            ledger.tags.append((TAGS.get(name, name), value.replace("-", ".") if name == "DT" else value))
    remark = root.get("GC")
    if remark:
        for line in remark.rstrip("\n").split("\n"):
            tag = _TAG.fullmatch(line)
            if tag:
                ledger.tags.append((tag[1], tag[2]))
            else:
                ledger.comments.append(line.rstrip())
    white, black = (_RATING.match((root.get(f"{colour}R") or "").strip(' "')) for colour in COLOURS)
    ledger.ratings = float(white[1]) if white else None, float(black[1]) if black else None


def _game(ledger: Ledger, tree: Tree, following: Score | None, text: str, lines: Lines) -> None:
    place = Place(*lines.place(tree.nodes[0].start))
    number = _information(tree).get("game", len(ledger.games)) + 1
    crawford = "crawfordgame" in {word.lower() for word in _rules(tree)}
    scribe = ledger.open(_score(tree), crawford, place)
    names = _names(tree)
    if names != ledger.players:
        ledger.report("names-changed", f"other names than {' and '.join(ledger.players)}", place)
    doubled = (_root(tree, "CV") or "1").strip()
    if doubled.isdecimal() and int(doubled[:6]) in _CUBES:
        for _ in range(int(doubled).bit_length() - 1):
            scribe.automatic_double(place)
    else:
        ledger.report("cube-value", f"no cube shows {doubled[:20]!r}", place)
    reader = GameReader(scribe, len(ledger.games), text, lines)
    reader.read(tree)
    found = _RESULT.match(_root(tree, "RE") or "")
    written = Verdict(COLOURS.index(found[1]), int(found[2]) if found[2] else None) if found else Verdict()
    ledger.opinions += reader.opinions
    ledger.close(scribe, number, written, following, reader.place, lost=reader.lost, players=names, line=place.line)
