"""Writing matches as ``.mat`` text in GNU Backgammon's layout: header, remarks and games of rows.

What GNU Backgammon reads back without a message is written as it writes it; what it has no words for (positions set
by the record, illegal plays given by their result, remarks) is written so that bgtool reads it back.
"""

from __future__ import annotations

from collections.abc import Sequence

from bgtool.core.record import Double, Game, Match
from bgtool.core.variant import STANDARD
from bgtool.errors import InputError
from bgtool.formats.mat_lines import comment_of, length_of, placed_remark, row_start
from bgtool.formats.mat_rows import game_rows, heading_line


def write(matches: Sequence[Match]) -> str:
    """The text of the matches, one after the other."""
    return "\n\n".join(_match(match) for match in matches)


def _match(match: Match) -> str:
    lines = [f'; [{key} "{one_line(value)}"]' for key, value in _tags(match)]
    lines += [f"; {remark}".rstrip() for remark in _remarks(match)]
    lines += ["", f" {match.length} point match"] if lines else [f" {match.length} point match"]
    for game in match.games:
        lines += ["", *_game(match, game)]
    return "\n".join(lines) + "\n"


def _tags(match: Match) -> list[tuple[str, str]]:
    """The header fields, with those added that a reader needs to know the rules."""
    have = {key.lower() for key, _ in match.tags}
    money = not match.length
    needed = [
        ("Variation", match.variant.title, match.variant is not STANDARD),
        ("Crawford", "Off", not match.crawford_rule),
        ("Jacoby", "On", money and match.jacoby),
        ("Beaver", "On", money and match.beavers),
        ("CubeLimit", str(match.cube_limit), match.cube_limit is not None),
    ]
    return [*match.tags, *((key, value) for key, value, need in needed if need and key.lower() not in have)]


def _game(match: Match, game: Game) -> list[str]:
    left, right = game.players or [written_name(match, seat) for seat in (0, 1)]
    heading = heading_line(f"{leading(left)} : {game.score[0]}", f"{one_line(right)} : {game.score[1]}")
    return [f" Game {game.number}", heading, *game_rows(match, game)]


def _remarks(match: Match) -> list[str]:
    """The remarks of a match, those inside games with their place: GNU Backgammon takes them in the header only."""
    remarks = [placed_remark(one_line(comment)) for comment in match.comments]
    for number, game in enumerate(match.games, 1):
        doubled = 0 if _doubles_first(game) else game.cube.value.bit_length() - 1
        remarks += [placed_remark("Automatic double", number)] * doubled
        remarks += [placed_remark(one_line(remark.text), number, remark.at) for remark in game.comments]
    return remarks


def _doubles_first(game: Game) -> bool:
    """Whether the first double of the game shows by its value where the cube stood."""
    first = next((action for action in game.actions if isinstance(action, Double)), None)
    return first is not None and first.value == 2 * game.cube.value


def written_name(match: Match, seat: int) -> str:
    """The name as the score line has it, with its rating where no header field can hold it."""
    name, rating = one_line(match.players[seat]), match.ratings[seat]
    if rating is None or any(key.lower().endswith(" elo") for key, _ in match.tags):
        return name
    return f"{name},{rating:g}"


def leading(name: str) -> str:
    """The name as a line can begin with it: one that reads as a remark, a row or a match length gets an apostrophe.

    Raises :class:`InputError` for one with a line break.
    """
    misread = comment_of(name) is not None or row_start(name) or length_of(name) is not None
    return f"'{one_line(name)}" if misread else one_line(name)


def one_line(text: str) -> str:
    """The text as it is; :class:`InputError` for one with a line break."""
    if "\n" in text or "\r" in text:
        raise InputError(f"{text[:40]!r}: a line break cannot be written in .mat text")
    return text
