"""The score line of a ``.mat`` game: who plays, what the score is, whether it is the Crawford game."""

from __future__ import annotations

from collections.abc import Sequence

from bgtool.core.record import Game
from bgtool.core.state import LONGEST_MATCH
from bgtool.formats.mat_gather import RawGame
from bgtool.formats.mat_header import Header, player_names
from bgtool.formats.mat_lines import CellKind
from bgtool.formats.problems import Place

Score = tuple[int, int]


def _score_place(game: RawGame) -> Place:
    return Place(game.score_line or game.line, 1, game.score_text)


def sides_swapped(game: RawGame, header: Header) -> bool:
    """Whether the players changed sides in this game; other names are a problem."""
    here = player_names(game)
    if here is None or here == header.names:
        return False
    changed_sides = here == header.names[::-1]
    what = "the players changed sides" if changed_sides else f"other names than {' and '.join(header.names)}"
    header.report("names-changed", what, _score_place(game))
    return changed_sides


def other_players(game: RawGame, swapped: bool, header: Header) -> tuple[str, str] | None:
    """The names of this game's score line if they are not the match's."""
    here = player_names(game)
    return None if swapped or here == header.names else here


def score_before(game: RawGame, games: Sequence[Game], swapped: bool, header: Header) -> Score:
    """The score by seat before the game."""
    expected = games[-1].score_after if games else (0, 0)
    if game.score is None:
        header.report("no-score-line", f"game {game.number} has no line of names and scores", Place(game.line))
        return expected or games[-1].score
    if game.score.unclear:
        message = f"taken for {game.score.names[0]!r} against {game.score.names[1]!r}, which is not sure"
        header.report("unclear-names", message, _score_place(game))
    left, right = game.score.score[::-1] if swapped else game.score.score
    score = min(max(left, 0), LONGEST_MATCH), min(max(right, 0), LONGEST_MATCH)
    if score != (left, right):
        header.report("bad-length", f"a score of {left}-{right}", _score_place(game))
    if games and expected is not None and score != expected:
        message = f"score {left}-{right}, but {expected[0]}-{expected[1]} follows from the game before"
        header.report("score-mismatch", message, _score_place(game))
    if header.length and max(score) >= header.length and game.lines:
        message = f"score {left}-{right} in a match to {header.length}"
        header.report("score-beyond-length", message, _score_place(game))
    return score


def next_score(following: RawGame, names: tuple[str, str]) -> Score | None:
    """The score by seat that the next game starts with."""
    if following.score is None:
        return None
    score = following.score.score
    here = player_names(following)
    return score[::-1] if here != names and here == names[::-1] else score


def is_crawford(game: RawGame, games: Sequence[Game], score: Score, header: Header) -> bool:
    """Whether this is the Crawford game: the first with exactly one side a point away.

    Where games are missing before it, a double shows that the Crawford game was one of them.
    """
    one_away = header.length - 1
    if (score[0] == one_away) == (score[1] == one_away) or max(score) > one_away:
        return False
    if score in (games[-1].score_after if games else (0, 0), (0, 0)):
        return True
    doubled = any(cell.kind is CellKind.DOUBLE for line in game.lines for cell in line.cells)
    guess = "not the Crawford game, for the cube is turned" if doubled else "taken for the Crawford game"
    header.report("crawford-unclear", f"games are missing before this one: {guess}", _score_place(game))
    return not doubled
