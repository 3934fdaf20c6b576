from dataclasses import replace

import pytest

from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.state import Cube, CubeOwner, MatchState, Offer
from bgtool.core.variant import HYPERGAMMON_3, PORTES, STANDARD, VARIANTS, variant_named
from bgtool.errors import InputError, PositionError

START = STANDARD.start
LOPSIDED = Position.of("24:2 13:4 8:3 6:6", "24:1 22:1 13:5 8:3 6:5")


def test_view_of_both_seats():
    state = MatchState(LOPSIDED, on_roll=1, cube=Cube(2, 0), score=(1, 3), length=5)
    mine, theirs = state.view(), state.view(0)
    assert mine.position == LOPSIDED
    assert mine.away == (2, 4)
    assert mine.cube_owner is CubeOwner.OPPONENT
    assert theirs == mine.swapped()
    assert theirs.swapped() == mine


def test_mirrored_state_gives_the_same_view():
    state = MatchState(LOPSIDED, on_roll=0, dice=Dice(3, 1), cube=Cube(4, 1), score=(2, 0), length=7)
    assert state.mirrored().view() == state.view()
    assert state.mirrored().mirrored() == state


@pytest.mark.parametrize(
    ("changes", "allowed"),
    [
        ({}, True),
        ({"cube": Cube(2, 1)}, False),
        ({"cube": Cube(2, 0)}, True),
        ({"length": 5, "score": (4, 1), "crawford": True}, False),
        ({"length": 5, "score": (4, 1)}, False),
        ({"length": 5, "score": (1, 4)}, True),
        ({"length": 5, "score": (3, 1), "cube": Cube(2, 0)}, False),
        ({"length": 1}, False),
        ({"variant": PORTES}, False),
    ],
)
def test_may_double(changes, allowed):
    assert replace(MatchState(START), **changes).view().may_double is allowed


def test_post_crawford_is_derived():
    assert MatchState(START, score=(4, 1), length=5).post_crawford
    assert not MatchState(START, score=(4, 1), length=5, crawford=True).post_crawford
    assert not MatchState(START, score=(3, 1), length=5).post_crawford
    assert not MatchState(START, length=1).post_crawford


@pytest.mark.parametrize(
    ("offer", "decider"),
    [
        (None, 1),
        (Offer.DOUBLE, 0),
        (Offer.BEAVER, 1),
        (Offer.RACCOON, 0),
        (Offer.RESIGN_SINGLE, 0),
        (Offer.RESIGN_BACKGAMMON, 0),
    ],
)
def test_who_decides(offer, decider):
    assert MatchState(START, on_roll=1, offer=offer).decider == decider


def test_all_faults_are_listed():
    with pytest.raises(PositionError) as caught:
        MatchState(START, on_roll=2, score=(-1, 0), length=5, crawford=True, jacoby=True, variant=HYPERGAMMON_3)
    for part in ("seat 2", "score -1-0", "Crawford", "Jacoby", "15 checkers a side in Hypergammon (3)"):
        assert part in str(caught.value)


@pytest.mark.parametrize(("value", "owner"), [(0, None), (3, None), (-2, 0), (2, 2), (1 << 20, None)])
def test_impossible_cubes(value, owner):
    with pytest.raises(PositionError):
        Cube(value, owner)


@pytest.mark.parametrize("name", [*VARIANTS, "Backgammon", "NackGammon", "HyperGammon (2)", "Hypergammon", "PORTES"])
def test_variant_names(name):
    assert variant_named(name).name in VARIANTS


def test_unknown_variant_lists_the_known_ones():
    with pytest.raises(InputError, match=r"'plakoto'.*portes"):
        variant_named("plakoto")


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_variant_starts(variant):
    assert variant.start == variant.start.swapped()
    assert variant.checkers in (1, 2, 3, 15)
