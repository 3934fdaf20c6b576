"""What stands before the games of a ``.mat`` record: rules in force, length, names and ratings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from bgtool.core.record import Problem
from bgtool.core.state import LONGEST_MATCH
from bgtool.core.variant import STANDARD, Variant, variant_named
from bgtool.errors import InputError
from bgtool.formats.mat_gather import RawGame, RawMatch
from bgtool.formats.mat_lines import Tag, place_of_remark, tag_of
from bgtool.formats.problems import Place, problem

_RATED = re.compile(r"(.*\S),(\d{3,5}(?:\.\d+)?)")
_RATING = re.compile(r"\s*(\d{1,6}(?:[.,]\d{1,6})?)")
_ON = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}


class PlacedRemark(NamedTuple):
    """A remark in the header that belongs before action ``at`` of a game."""

    text: str
    at: int
    line: int


@dataclass
class Header:
    """The rules, length, players and remarks of a match; ``remarks`` are those of its games, the first being 1."""

    length: int = 0
    names: tuple[str, str] = ("", "")
    ratings: tuple[float | None, float | None] = (None, None)
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False
    cube_limit: int | None = None
    variant: Variant = STANDARD
    tags: list[Tag] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    remarks: dict[int, list[PlacedRemark]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def report(self, code: str, message: str, place: Place) -> None:
        """Note a problem."""
        self.problems.append(problem(code, message, place))


def read_header(raw: RawMatch) -> Header:
    """What the lines before the first game and the first score line say."""
    header = Header()
    for line in raw.header:
        tag = tag_of(line.comment or "")
        if tag is None:
            text, game, at = place_of_remark(line.comment or "")
            if 0 < game <= len(raw.games):
                header.remarks.setdefault(game, []).append(PlacedRemark(text, at, line.number))
            else:
                header.comments.append(text if not game else line.comment or "")
            continue
        header.tags.append(tag)
        if not _obey(tag, header):
            place = Place(line.number, 1, line.text.strip())
            header.report("bad-tag", f"{tag.key} {tag.value!r} is not understood", place)
    header.length = _length(raw, header)
    if header.length:
        header.jacoby = header.beavers = False
    _set_players(raw, header)
    return header


def player_names(game: RawGame) -> tuple[str, str] | None:
    """The names of a game's score line without ratings; None for a game without a score line."""
    return (_name(game.score.names[0])[0], _name(game.score.names[1])[0]) if game.score else None


def _obey(tag: Tag, header: Header) -> bool:
    """Take over a rule from a header field; False when its value makes no sense."""
    key, value = tag.key.lower(), tag.value.strip()
    if not value:
        return True
    if key in ("crawford", "jacoby", "beaver", "beavers"):
        if value.lower() not in _ON:
            return False
        setattr(header, "beavers" if key == "beaver" else key, _ON[value.lower()])
    elif key == "cubelimit":
        if not value.isdecimal():
            return False
        header.cube_limit = int(value) or None
    elif key == "variation":
        try:
            header.variant = variant_named(value)
        except InputError:
            return False
    return True


def _length(raw: RawMatch, header: Header) -> int:
    if raw.length is None:
        header.report("no-length", "no line such as '7 point match': read as a money session", Place(raw.line))
    elif raw.length > LONGEST_MATCH:
        header.report("bad-length", f"a match to {raw.length} points is read as a money session", Place(raw.line))
    else:
        return raw.length
    return 0


def _set_players(raw: RawMatch, header: Header) -> None:
    """The names of the first score line; ratings from behind the names or, matched by name, from the tags."""
    first = next((game for game in raw.games if game.score), None)
    if first is None or first.score is None:
        return
    (left, left_rating), (right, right_rating) = (_name(written) for written in first.score.names)
    names, ratings = (left, right), [left_rating, right_rating]
    for side, name in zip(("left", "right"), names, strict=True):
        if not name:
            place = Place(first.score_line, 1, first.score_text)
            header.report("empty-name", f"the {side} player has no name", place)
    tags = {tag.key.lower(): tag.value for tag in header.tags}
    for number in (1, 2):
        rating = _RATING.match(tags.get(f"player {number} elo", ""))
        player = tags.get(f"player {number}", "").strip()
        if rating and player in names and left != right:
            ratings[names.index(player)] = float(rating[1].replace(",", "."))
    header.names, header.ratings = names, (ratings[0], ratings[1])


def _name(written: str) -> tuple[str, float | None]:
    """A name and the rating that some sites append to it; ``Smith, John`` stays whole."""
    found = _RATED.fullmatch(written)
    return (found[1], float(found[2])) if found else (written, None)
