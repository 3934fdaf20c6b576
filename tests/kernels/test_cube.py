import itertools
import random

import numpy as np
import pytest

from bgtool.core.position import Position
from bgtool.core.state import Cube, CubeOwner, MatchState
from bgtool.core.variant import STANDARD
from bgtool.engine.bearoff import no_money_tables
from bgtool.engine.boards import as_board
from bgtool.engine.cube import cube_context, scale_of
from bgtool.engine.met import met_named
from bgtool.kernels.cube import cubeful_value, dead_value, held_values, match_points, position_value
from bgtool.kernels.cube_efficiency import Efficiency, efficiency_of
from tests.reference import slow_cube

MET = met_named()
KINDS = Efficiency(contact=1, crashed=2, bearoff=3, race=4, race_pip=0.0, race_least=4, race_most=4)


def view(away=None, cube=1, owner=None, crawford=False, **rules):
    if away is None:
        return MatchState(STANDARD.start, cube=Cube(cube, owner), **rules).view()
    length = max(away) + (away == (1, 1))
    score = tuple(length - need for need in away)
    return MatchState(STANDARD.start, cube=Cube(cube, owner), length=length, score=score, crawford=crawford).view()


def some_chances(rng):
    win = rng.choice((rng.random(), rng.betavariate(4, 4)))
    my, their = win * rng.random() ** 2, (1 - win) * rng.random() ** 2
    return (win, my, my * rng.random() ** 3, their, their * rng.random() ** 3)


def value(view, chances, x, level=0, owner=None):
    context = cube_context(view, MET)
    owner = view.cube_owner.value if owner is None else owner
    got = cubeful_value(context, level, owner, np.array(chances), x)
    return scale_of(context, view.away is not None).mwc(got) if view.away else got


def test_money_is_the_slow_twin():
    rng = random.Random(5)
    for owner, jacoby in itertools.product((None, 0, 1), (False, True)):
        seen = view(owner=owner, cube=1 if owner is None else 2, jacoby=jacoby)
        for _ in range(200):
            chances, x = some_chances(rng), rng.random()
            slow = slow_cube.money(chances, seen.cube_owner, x, jacoby)
            assert value(seen, chances, x) == pytest.approx(slow, abs=1e-9)


def test_matches_are_the_slow_twin():
    rng = random.Random(6)
    for _ in range(1500):
        away = (
            (rng.randint(1, 12), rng.randint(1, 12)) if rng.random() < 0.9 else (rng.randint(1, 64), rng.randint(1, 64))
        )
        cube = 1 << rng.randint(0, 6)
        owner = rng.choice((0, 1) if cube > 1 else (None, 0, 1))
        crawford = 1 in away and away != (1, 1) and cube == 1 and rng.random() < 0.3
        seen = view(away, cube, None if crawford else owner, crawford)
        chances, x = some_chances(rng), rng.random()
        slow = slow_cube.Match(MET, away, seen.post_crawford, crawford).value(chances, cube, seen.cube_owner, x)
        assert value(seen, chances, x) == pytest.approx(slow, abs=1e-9), (away, cube, owner, crawford, chances)


def test_all_values_at_once_are_the_single_ones():
    rng = random.Random(11)
    start, none = as_board(STANDARD.start), no_money_tables()
    for trial in range(300):
        away = None if trial % 4 == 0 else (rng.randint(1, 15), rng.randint(1, 15))
        seen = view(away) if away else view(jacoby=trial % 8 == 0, cube_limit=rng.choice((None, 2, 8)))
        context = cube_context(seen, MET)
        levels = 1 if context.endless else min(5, len(context.values))
        chances = np.array((1.0, 0.2, 0.1, 0.0, 0.0) if trial % 30 == 1 else some_chances(rng))
        found = np.zeros((levels, 3))
        held_values(context, none, Efficiency(), *start, chances, levels, found)
        for level, owner in itertools.product(range(levels), (-1, 0, 1)):
            if owner or not level:
                single = position_value(context, none, Efficiency(), *start, chances, level, owner)
                assert found[level, owner + 1] == single


def test_the_cube_one_level_up_is_the_cube_doubled():
    rng = random.Random(7)
    for away in (None, (5, 7), (11, 3), (2, 9)):
        for _ in range(20):
            chances = some_chances(rng)
            later = value(view(away), chances, 0.68, level=1, owner=-1)
            doubled = value(view(away, cube=2, owner=1), chances, 0.68)
            assert later == pytest.approx(doubled if away else 2 * doubled)


def test_swapping_the_players_mirrors_every_number():
    rng = random.Random(8)
    for away in (None, (5, 7), (2, 9), (4, 1), (25, 8), (2, 2)):
        for owner in (None, 0, 1):
            seen = view(away, cube=2 if owner is not None else 1, owner=owner)
            for _ in range(20):
                win, *gammons = some_chances(rng)
                mine = value(seen, (win, *gammons), 0.68)
                theirs = value(seen.swapped(), (1 - win, *gammons[2:], *gammons[:2]), 0.68)
                assert mine == pytest.approx(1 - theirs if away else -theirs)


def test_cube_ownership_is_worth_something_and_never_costs():
    rng = random.Random(9)
    for away in (None, (5, 7), (7, 5), (9, 9), (3, 11)):
        for _ in range(40):
            chances = some_chances(rng)
            if away:  # at a match score a position may be too good by more than the model's live cube allows for
                chances = (chances[0], 0, 0, 0, 0)
            owned, theirs = (value(view(away, cube=2, owner=owner), chances, 0.68) for owner in (0, 1))
            dead = value(view(away, cube=2, owner=0), chances, 0.0)
            assert theirs <= dead + 1e-9 <= owned + 2e-9


def test_doubling_with_a_dead_cube_never_gains():
    rng = random.Random(10)
    for away, cube in (((2, 7), 2), ((1, 5), 1), ((4, 9), 4), ((3, 6), 4), ((2, 3), 2), ((5, 25), 8)):
        seen = view(away, cube=cube, owner=None if cube == 1 else 0)
        assert not cube_context(seen, MET).i_may_turn[0]
        for _ in range(60):
            chances = some_chances(rng)
            doubled = value(seen, chances, 0.68, level=1, owner=-1)
            assert doubled <= value(seen, chances, 0.68) + 1e-9


def test_at_double_match_point_only_winning_counts():
    for win, gammons in ((0.3, 0.2), (0.85, 0.8)):
        chances = (win, win * gammons, 0.0, (1 - win) * gammons, 0.0)
        context = cube_context(view((1, 1)), MET)
        assert cubeful_value(context, 0, 0, np.array(chances), 0.68) == pytest.approx(2 * win - 1)
        assert dead_value(context, 0, 0, np.array(chances)) == pytest.approx(2 * win - 1)
        assert not context.i_may_turn.any()


def test_a_last_roll_position_by_hand():
    """Money, no gammons: the live cube owner cashes at 80%, the take point is 20%, with Janowski's mix between."""
    chances = (0.5, 0, 0, 0, 0)
    assert value(view(), chances, 1.0) == pytest.approx(0.0)
    assert value(view(cube=2, owner=0), chances, 1.0) == pytest.approx(-1 + 2 * 0.5 / 0.8)
    assert value(view(cube=2, owner=1), chances, 1.0) == pytest.approx(1 - 2 * 0.5 / 0.8)
    assert value(view(cube=2, owner=0), chances, 0.6) == pytest.approx(0.6 * 0.25)
    assert value(view(), (0.8, 0, 0, 0, 0), 1.0) == pytest.approx(1.0)


def test_jacoby_makes_gammons_worthless_until_the_cube_is_turned():
    chances = (0.6, 0.4, 0.1, 0.1, 0.0)
    assert value(view(jacoby=True), chances, 0.0) == pytest.approx(0.2)
    assert value(view(jacoby=False), chances, 0.0) == pytest.approx(0.2 + 0.5 - 0.1)
    assert value(view(jacoby=True, cube=2, owner=1), chances, 0.0) == pytest.approx(0.6)
    assert value(view(jacoby=True), (0.95, 0.9, 0.0, 0.0, 0.0), 1.0) == pytest.approx(1.0)  # nobody plays on


def test_a_limit_of_the_cube_is_a_last_turn():
    chances = (0.6, 0.1, 0.0, 0.1, 0.0)
    limited = view(cube=4, owner=0, cube_limit=4)
    assert value(limited, chances, 0.68) == pytest.approx(0.2)
    assert not cube_context(limited, MET).i_may_turn.any()
    one_left = cube_context(view(cube=2, owner=0, cube_limit=4), MET)
    assert one_left.i_may_turn.tolist() == [True, False, False, False]
    mine, _ = match_points(one_left, 0, (0.0, 0.0, 0.0, 0.0))
    assert mine == pytest.approx(0.75)  # the taker's cube is dead: he needs 25%
    many = cube_context(view(cube_limit=1024), MET)
    assert match_points(many, 0, (0.0, 0.0, 0.0, 0.0))[0] == pytest.approx(0.8, abs=1e-3)


@pytest.mark.parametrize(
    ("mine", "theirs", "kind"),
    [
        ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", 1),
        ("24:1 3:2 2:6 1:6", "13:5 8:3 6:5 4:2", 2),
        ("6:5 4:5 2:5", "1:5 2:5 3:5", 3),
        ("7:1 6:4 4:5 2:5", "1:5 2:5 3:5", 4),
        ("18:5 17:5 16:5", "18:5 17:5 16:5", 1),
    ],
)
def test_kinds_of_positions(mine, theirs, kind):
    position = Position.of(mine, theirs)
    rows = np.array((position.on_roll, position.opponent), np.int8)
    assert efficiency_of(KINDS, rows[0], rows[1]) == kind


def test_the_efficiency_of_a_race_grows_with_its_pips():
    for row, pips in (("18:1 6:14", 102), ("10:1 1:14", 24), ("12:15", 180)):
        position = Position.of(row, "1:15")
        rows = np.array((position.on_roll, position.opponent), np.int8)
        x = efficiency_of(Efficiency(), rows[0], rows[1])
        assert x == pytest.approx(min(0.7, max(0.6, 0.55 + 0.00125 * pips)))


def test_owners_are_those_of_the_core():
    from bgtool.kernels import cube

    assert CubeOwner.CENTRED.value == cube.CENTRED
    assert CubeOwner.OWNED.value == cube.OWNED
    assert CubeOwner.OPPONENT.value == cube.OPPONENTS
