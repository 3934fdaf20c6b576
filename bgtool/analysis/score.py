"""What a score does to the cube: gammon prices and the points where doubling, taking and passing become right."""

from __future__ import annotations

from dataclasses import dataclass

from bgtool.core.met import MatchEquityTable
from bgtool.core.state import Cube, CubeOwner, MatchState, View
from bgtool.core.variant import STANDARD
from bgtool.engine.cube import Window as Window
from bgtool.engine.cube import cube_context, gammon_prices, window
from bgtool.errors import InputError


@dataclass(frozen=True, slots=True)
class CubeAtScore:
    """One value of the cube at a score, seen by the first player (``mine``).

    Gammon prices are in EMG: what a gammon adds to a win, where the win is worth 1 (1.0 for money). A window says at
    which winning chances of the doubler his double from this cube becomes right; None where he has no use for it.
    """

    cube: int
    mwc_win: float
    mwc_lose: float
    my_gammon: float
    their_gammon: float
    my_backgammon: float
    their_backgammon: float
    mine: Window | None
    theirs: Window | None


@dataclass(frozen=True, slots=True)
class ScoreReport:
    """A score with its match winning chance and what holds for every value of the cube that still means something."""

    away: tuple[int, int]
    crawford: bool
    post_crawford: bool
    mwc: float
    met: str
    my_gammons: float
    their_gammons: float
    cubes: tuple[CubeAtScore, ...]


def score_report(
    mine: int,
    theirs: int,
    met: MatchEquityTable,
    *,
    post_crawford: bool = False,
    gammons: tuple[float, float] = (0.0, 0.0),
) -> ScoreReport:
    """The report of a score: I need ``mine`` points, they ``theirs``.

    ``gammons`` are the shares of gammons in my wins and in theirs. At one point away it is the Crawford game unless
    ``post_crawford`` says that it has been played. Raises :class:`~bgtool.errors.InputError` for a score that cannot
    be.
    """
    state = state_at(mine, theirs, post_crawford=post_crawford)
    if not all(0.0 <= share <= 1.0 for share in gammons):
        raise InputError(f"gammon rates {gammons[0]:g} and {gammons[1]:g}: expected shares between 0 and 1")
    cubes = []
    value = 1
    while value == 1 or (value < max(mine, theirs) and not state.crawford):
        view = _with_cube(state.view(0), value)
        context = cube_context(view, met)
        prices = gammon_prices(context)
        cubes.append(
            CubeAtScore(
                value,
                met.after(mine, theirs, value, post_crawford=state.crawford or post_crawford),
                met.after(mine, theirs, -value, post_crawford=state.crawford or post_crawford),
                *prices,
                window(context, gammons, mine=True) if context.i_may_turn[0] else None,
                window(context, gammons, mine=False) if context.they_may_turn[0] else None,
            )
        )
        value *= 2
    mwc = met.mwc(mine, theirs, post_crawford=post_crawford)
    return ScoreReport((mine, theirs), state.crawford, post_crawford, mwc, met.name, *gammons, tuple(cubes))


def state_at(mine: int, theirs: int, *, post_crawford: bool = False, of: MatchState | None = None) -> MatchState:
    """The moment ``of`` (default: the start of a game) moved to a match in which the player on roll needs ``mine``.

    Cube, position and roll stay. At one point away it is the Crawford game unless ``post_crawford`` says otherwise.
    Raises :class:`~bgtool.errors.InputError` for a score that cannot be.
    """
    if min(mine, theirs) < 1:
        raise InputError(f"{mine}-away against {theirs}-away: each player needs at least one point")
    if post_crawford and 1 not in (mine, theirs):
        raise InputError(f"{mine}-away against {theirs}-away is before the Crawford game: nobody is one point away")
    length = max(mine, theirs) + (mine == theirs == 1)
    crawford = 1 in (mine, theirs) and not post_crawford and mine != theirs
    base = MatchState(STANDARD.start) if of is None else of
    needs = (mine, theirs) if base.on_roll == 0 else (theirs, mine)
    return MatchState(
        position=base.position,
        on_roll=base.on_roll,
        dice=base.dice,
        cube=Cube(1) if crawford else base.cube,
        score=(length - needs[0], length - needs[1]),
        length=length,
        crawford=crawford,
        variant=base.variant,
    )


def _with_cube(view: View, value: int) -> View:
    return View(
        position=view.position,
        cube_value=value,
        cube_owner=CubeOwner.CENTRED,
        away=view.away,
        crawford=view.crawford,
        post_crawford=view.post_crawford,
        jacoby=False,
        beavers=False,
        variant=view.variant,
    )
