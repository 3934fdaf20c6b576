"""Walking a record: what there is to ask about each of its turns, and why nothing can be asked where that is so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bgtool.analysis.luck import Roll
from bgtool.analysis.records import CubeChoice
from bgtool.core.met import LONGEST
from bgtool.core.position import Position
from bgtool.core.record import (
    Beaver,
    Double,
    Game,
    Legality,
    Match,
    Pass,
    Play,
    Resign,
    SetPosition,
    Take,
)
from bgtool.core.replay import Turn, replay_game
from bgtool.core.rules import apply_move
from bgtool.core.state import MatchState, Offer
from bgtool.errors import InputError

_LOST = "the position is not known after an unreadable play"
_MATCH_OVER = "the match was over"
_TOO_LONG = f"match equities reach {LONGEST} points"
_NO_DOUBLE = "no double stands to be answered"
_NO_BEAVER = "answers to a beaver are not judged"

_ANSWERS: dict[type, CubeChoice] = {Take: CubeChoice.TAKE, Pass: CubeChoice.PASS, Beaver: CubeChoice.BEAVER}


@dataclass(frozen=True, slots=True)
class Asked:
    """A turn of the record, its number in the game from 1, and what there is to ask about it.

    ``skipped`` says why nothing can be asked. ``rolled`` is the moment with its roll, where plays are to be ranked;
    ``roll`` the same for luck; ``cube`` the doubler's moment before he decides, with what was ``done`` there.
    """

    turn: Turn
    number: int
    skipped: str | None = None
    rolled: MatchState | None = None
    roll: Roll | None = None
    cube: MatchState | None = None
    done: CubeChoice | None = None

    @property
    def made(self) -> Position | None:
        """The position that a legal play led to, the mover first; None where that is not known."""
        play = self.turn.action
        if not isinstance(play, Play) or play.legality is not Legality.LEGAL or play.move is None:
            return None
        return apply_move(self.turn.state.position, play.move)


@dataclass(frozen=True, slots=True)
class Walk:
    """The turns of a game; ``broken`` says why it could not be followed to its end."""

    game: Game
    turns: Sequence[Asked]
    broken: str | None


def walk(match: Match, game: Game) -> Walk:
    """All turns of a game with what there is to ask about them.

    After an unreadable play nothing more of the game is asked, since its positions would be guesses.
    """
    turns: list[Asked] = []
    known = True
    try:
        for turn in replay_game(match, game):
            action = turn.action
            known = known or isinstance(action, SetPosition)
            skipped = _beyond_table(turn.state) if known else _LOST
            turns.append(_asked(match, turn, turn.index + 1, skipped))
            if isinstance(action, Play) and action.legality is not Legality.LEGAL and action.after is None:
                known = False
    except InputError as error:
        return Walk(game, turns, str(error))
    return Walk(game, turns, None)


def _beyond_table(state: MatchState) -> str | None:
    """Why no equity at this score can be told; None where it can."""
    if state.away is None:
        return None
    if min(state.away) < 1:
        return _MATCH_OVER
    return _TOO_LONG if max(state.away) > LONGEST else None


def _asked(match: Match, turn: Turn, number: int, skipped: str | None) -> Asked:
    action, state = turn.action, turn.state
    bare = replace(state, dice=None, rolled=None, offer=None, answering=None)
    if skipped or isinstance(action, SetPosition):
        return Asked(turn, number, skipped)
    if isinstance(action, Play):
        rolled = replace(bare, dice=action.dice)
        first = turn.opening and state.position == match.variant.start
        thrown = first and not match.variant.winner_rolls_again and not action.dice.is_doublet
        cube = bare if bare.view().may_double and not first else None
        return Asked(turn, number, None, rolled, Roll(rolled, thrown), cube, CubeChoice.NO_DOUBLE)
    if isinstance(action, Resign):
        rolled_before = None if action.dice is None or state.offer else replace(bare, dice=action.dice)
        return Asked(turn, number, None, rolled_before, cube=None if rolled_before else bare)
    if isinstance(action, Double):
        return Asked(turn, number, cube=bare, done=CubeChoice.DOUBLE)
    if state.offer is Offer.DOUBLE:
        return Asked(turn, number, cube=bare, done=_ANSWERS[type(action)])
    return Asked(turn, number, _NO_BEAVER if state.offer else _NO_DOUBLE)
