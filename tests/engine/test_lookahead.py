from dataclasses import replace

import numpy as np
import pytest

from bgtool.analysis.score import state_at
from bgtool.core.position import Position
from bgtool.core.state import Cube, MatchState
from bgtool.core.variant import STANDARD
from bgtool.engine.bearoff import money_tables
from bgtool.engine.boards import as_boards
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.lookahead import searched
from bgtool.engine.met import met_named
from bgtool.engine.sieve import standard_sieve
from bgtool.engine.stakes import terms_of
from bgtool.kernels.cube import CENTRED, OPPONENTS, OWNED
from bgtool.kernels.lookahead import BEAVER, BEST, DOUBLE_TAKE, NO_DOUBLE, NUMBERS, SearchRules, look_ahead_of
from tests.reference.slow_lookahead import cubeful, decided, look_ahead

START = MatchState(STANDARD.start)
ENDGAME = Position.of("7:1 3:2", "9:1 2:2")
DANCE = Position.of("6:3 5:3 4:3 3:3 2:3", "bar:2 1:2")  # 25 of 36 rolls lead to one position
CONTACT = Position.of("bar:1 6:3 5:3 4:3 3:3 2:2", "24:1 6:3 5:3 4:3 3:3 2:2")

MOMENTS = {
    "money": START,
    "money with Jacoby": replace(START, jacoby=True),
    "money, owned": replace(START, cube=Cube(2, 0)),
    "money, opponent's": replace(START, cube=Cube(4, 1)),
    "money, cube limit": replace(START, cube_limit=2),
    "3-5": state_at(3, 5, of=START),
    "5-3 owned": state_at(5, 3, of=replace(START, cube=Cube(2, 0))),
    "2-4 post-Crawford": state_at(4, 1, post_crawford=True, of=START),
    "Crawford": state_at(1, 4, of=START),
    "double match point": state_at(1, 1, of=START),
}


def stakes_at(moment, position=ENDGAME):
    state = replace(moment, position=position)
    return terms_of(state.view(), met_named().seen_by(state.on_roll)).stakes


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize(("position", "plies"), [(ENDGAME, 0), (CONTACT, 1), (ENDGAME, 2)])
def test_the_cube_as_in_the_plain_twin(name, position, plies):
    evaluator = evaluator_named("heuristic")
    stakes = stakes_at(MOMENTS[name])._replace(tables=money_tables())
    out, numbers = np.empty((1, 5), np.float32), np.empty((1, NUMBERS))
    rules = SearchRules(plies, prune=0, cube=1)
    look_ahead_of(evaluator.brain, standard_sieve(), rules, stakes, as_boards([position]), out, numbers)
    held = cubeful(evaluator, position, plies, stakes, 0, stakes.owner)
    taken = cubeful(evaluator, position, plies, stakes, 1, OPPONENTS)
    beavered = cubeful(evaluator, position, plies, stakes, 2, OPPONENTS)
    best = decided(evaluator, position, plies, stakes, 0, stakes.owner)
    assert numbers[0, [NO_DOUBLE, DOUBLE_TAKE, BEAVER, BEST]] == pytest.approx([held, taken, beavered, best], abs=1e-5)


@pytest.mark.parametrize("name", ["money", "3-5"])
def test_what_was_found_at_a_position_is_found_there_again(name):
    """A search that comes to a position twice says what the plain twin says, which goes through it twice."""
    evaluator = evaluator_named("heuristic")
    stakes = stakes_at(MOMENTS[name], DANCE)._replace(tables=money_tables())
    rules = SearchRules(2, prune=0, cube=1)
    first = np.empty((2, 5), np.float32), np.empty((2, NUMBERS))
    look_ahead_of(evaluator.brain, standard_sieve(), rules, stakes, as_boards([DANCE, DANCE]), *first)
    expected = cubeful(evaluator, DANCE, 2, stakes, 0, stakes.owner)
    assert first[1][:, NO_DOUBLE] == pytest.approx([expected] * 2, abs=1e-5)
    assert (first[0][0] == first[0][1]).all()
    rules = SearchRules(2, prune=0, cube=0)
    look_ahead_of(evaluator.brain, standard_sieve(), rules, stakes, as_boards([DANCE, DANCE]), *first)
    np.testing.assert_allclose(first[0][0], look_ahead(evaluator, DANCE, 2), atol=1e-5)


def test_the_cube_is_followed_beside_the_same_chances():
    evaluator = evaluator_named("net")
    boards = as_boards([STANDARD.start, CONTACT, CONTACT.swapped()])
    stakes = [stakes_at(START)]
    with_cube, _ = searched(evaluator, 1, boards, stakes, cube=True)
    without, _ = searched(evaluator, 1, boards, stakes, cube=False)
    assert (with_cube == without).all()


def test_every_position_is_judged_on_its_own_stakes_whatever_was_judged_before():
    """Public report U080: a money answer must never serve a match."""
    evaluator = evaluator_named("net")
    moments = list(MOMENTS.values())
    boards = as_boards([CONTACT] * len(moments))
    stakes = [stakes_at(moment, CONTACT) for moment in moments]
    which = np.arange(len(moments))
    _, together = searched(evaluator, 1, boards, stakes, which, cube=True)
    _, backwards = searched(evaluator, 1, boards, stakes[::-1], which, cube=True, jobs=2)
    alone = [searched(evaluator, 1, boards[:1], [own], cube=True)[1][0] for own in stakes]
    assert (together == np.array(alone)).all()
    assert (backwards[::-1] == together).all()
    assert len({tuple(row) for row in together.tolist()}) == len(moments)


def test_the_owner_of_the_cube_is_never_worse_off():
    evaluator = evaluator_named("net")
    values = {}
    for owner in (CENTRED, OWNED, OPPONENTS):
        stakes = stakes_at(START, CONTACT)._replace(owner=owner)
        values[owner] = searched(evaluator, 2, as_boards([CONTACT]), [stakes], cube=True)[1][0, NO_DOUBLE]
    assert values[OWNED] > values[CENTRED] > values[OPPONENTS]


def test_double_match_point_knows_no_gammons_and_no_cube():
    evaluator = evaluator_named("net")
    stakes = stakes_at(MOMENTS["double match point"], CONTACT)
    assert stakes.prices == ((0.0,) * 4, (0.0,) * 4)
    chances, numbers = searched(evaluator, 2, as_boards([CONTACT]), [stakes], cube=True)
    assert numbers[0, NO_DOUBLE] == pytest.approx(2 * float(chances[0, 0]) - 1, abs=1e-6)
    assert numbers[0, BEST] == numbers[0, NO_DOUBLE]


def test_u040_the_prices_are_those_of_the_side_to_move():
    """Public report U040: the wrong player's gammon prices were used while ranking plays."""
    trailer, leader = (stakes_at(state_at(*needs, post_crawford=True, of=START)) for needs in ((2, 1), (1, 2)))
    assert trailer.prices[0][0] == pytest.approx(2.0, abs=0.05)  # a gammon takes him from 0 to 1, a win to one half
    assert trailer.prices[1][0] == 0.0  # and does nothing for the one who needs a point
    assert leader.prices == trailer.prices[::-1]
    assert all(price >= 0.0 for side in trailer.prices for price in side)
