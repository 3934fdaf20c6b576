"""Replaying a record: every action with the moment before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bgtool.core.record import Action, Beaver, Double, Game, Legality, Match, Play, Resign, SetPosition, Take
from bgtool.core.rules import apply_move
from bgtool.core.state import RESIGNATION_OFFERS, Cube, MatchState, Offer, Phase
from bgtool.errors import InputError


@dataclass(frozen=True, slots=True)
class Turn:
    """An action and the moment before it.

    The state's side on roll is the one who acts in a play or double (dice set for a play), and the doubler while the
    other side answers. ``opening`` marks the first roll of a game.
    """

    game: Game
    index: int
    action: Action
    state: MatchState
    opening: bool = False


def first_state(match: Match, game: Game) -> MatchState:
    """The moment before the first action of ``game``, seen by the seat that acts first."""
    seat = game.actions[0].seat if game.actions and not isinstance(game.actions[0], SetPosition) else 0
    return MatchState(
        position=game.start or match.variant.start,
        on_roll=seat,
        cube=game.cube,
        score=game.score,
        length=match.length,
        crawford=game.crawford,
        jacoby=match.jacoby,
        beavers=match.beavers,
        variant=match.variant,
        cube_limit=match.cube_limit,
    )


def before(state: MatchState, action: Action) -> MatchState:
    """The moment as it was when ``action`` was decided: its side on roll, its dice on the board."""
    if isinstance(action, SetPosition):
        return state
    if isinstance(action, Play):
        return replace(facing(state, action.seat), dice=action.dice, rolled=action.rolled)
    if isinstance(action, Double):
        return facing(state, action.seat)
    if isinstance(action, Resign):
        return replace(facing(state, action.seat), dice=action.dice) if state.offer is None else state
    return state


def after(state: MatchState, action: Action) -> MatchState:
    """The moment after ``action`` was done in ``state`` (as given by :func:`before`).

    Raises :class:`InputError` for an answer to a double that was not offered.
    """
    if isinstance(action, SetPosition):
        return _set(state, action)
    if isinstance(action, Play):
        return _played(state, action)
    if isinstance(action, Double):
        return replace(state, offer=Offer.DOUBLE, dice=None)
    if isinstance(action, Resign):
        answering = state.offer if state.offer and not state.offer.resignation else None
        return replace(state, offer=RESIGNATION_OFFERS[action.points], answering=answering, phase=Phase.RESIGNED)
    if state.offer is None:
        raise InputError(f"{type(action).__name__.lower()} by seat {action.seat} although no double was offered")
    if isinstance(action, Beaver):
        raccoon = state.offer is Offer.BEAVER
        cube = (state.cube if raccoon else state.cube.turned_to(1 - state.on_roll)).turned_to(1 - state.on_roll)
        return replace(state, cube=cube, offer=Offer.RACCOON if raccoon else Offer.BEAVER)
    if isinstance(action, Take):
        cube = state.cube if state.offer is not Offer.DOUBLE else state.cube.turned_to(action.seat)
        return replace(state, cube=cube, offer=None)
    return replace(state, phase=Phase.DROPPED)


def replay(match: Match) -> Iterator[Turn]:
    """Every action of the match in order, each with the moment before it."""
    for game in match.games:
        yield from replay_game(match, game)


def replay_game(match: Match, game: Game) -> Iterator[Turn]:
    """Every action of one game in order, each with the moment before it.

    An action that cannot follow (see :func:`after`) ends the replay of the game; readers report it as a problem.
    """
    state = first_state(match, game)
    rolled = False
    for index, action in enumerate(game.actions):
        if isinstance(action, (Play, Double)) and state.offer in (Offer.BEAVER, Offer.RACCOON):
            state = replace(state, offer=None)
        state = before(state, action)
        yield Turn(game, index, action, state, opening=isinstance(action, Play) and not rolled)
        rolled = rolled or isinstance(action, Play)
        state = after(state, action)


def facing(state: MatchState, seat: int) -> MatchState:
    """The same moment with ``seat`` on roll."""
    return state if state.on_roll == seat else replace(state, position=state.position.swapped(), on_roll=seat)


def _played(state: MatchState, play: Play) -> MatchState:
    position = state.position
    if play.legality is Legality.LEGAL and play.move is not None:
        position = apply_move(position, play.move)
    elif play.after is not None:
        position = play.after
    phase = Phase.OVER if position.is_over else state.phase
    return replace(state, position=position.swapped(), on_roll=1 - state.on_roll, dice=None, phase=phase)


def _set(state: MatchState, action: SetPosition) -> MatchState:
    seat = state.on_roll if action.on_roll is None else action.on_roll
    cube: Cube = action.cube or state.cube
    return replace(state, position=action.position, on_roll=seat, cube=cube, dice=None, offer=None)
