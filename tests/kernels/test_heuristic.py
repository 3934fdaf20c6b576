import numpy as np
import pytest

from bgtool.core.position import Position
from bgtool.engine.boards import as_board
from bgtool.engine.heuristic import shipped_weights
from bgtool.kernels.features import CONTACT, RACE, contact_features, contact_rows, race_features, race_rows
from bgtool.kernels.heuristic import heuristic_chances, new_room
from bgtool.kernels.shots import escapes, shots
from tests.boards import as_position
from tests.reference import features as slow
from tests.reference.random_positions import played_boards, random_boards

AWKWARD = [
    Position.of("6:3 5:3 4:2 3:2 2:3 1:2", "bar:1 6:5 5:4 4:5"),
    Position.of("bar:1 6:5 5:4 4:5", "6:3 5:3 4:2 3:2 2:3 1:2"),
    Position.of("9:2 8:3 7:2 6:3 5:2 4:3", "24:2 13:5 8:3 6:5"),
    Position.of("24:2 13:5 8:3 6:5", "9:2 8:3 7:2 6:3 5:2 4:3"),
    Position.of("24:15", "24:15"),
    Position.of("bar:15", "bar:15"),
    Position.of("1:1", "bar:15"),
]
BOARDS = np.concatenate([random_boards(2000, 3), played_boards(6, 4)])
POSITIONS = AWKWARD + [as_position(board) for board in BOARDS]


def vector(position, names, kernel):
    x = np.full(len(names), np.nan, np.float32)
    board = as_board(position)
    kernel(board[0], board[1], x)
    return x


def differences(position, names, kernel, expected):
    found = vector(position, names, kernel)
    return {
        feature[:2]: (float(value), expected[feature[:2]])
        for feature, value in zip(names, found, strict=True)
        if abs(value - expected[feature[:2]]) > 1e-5 * max(1.0, abs(value))
    }


def test_contact_features_are_those_of_the_slow_twin():
    contact = [position for position in POSITIONS if position.has_contact]
    assert len(contact) > 1000
    for position in contact:
        assert differences(position, CONTACT, contact_features, slow.contact_features(position)) == {}, position


def test_race_features_are_those_of_the_slow_twin():
    races = [position for position in POSITIONS if not position.has_contact]
    assert len(races) > 300
    for position in races:
        assert differences(position, RACE, race_features, slow.race_features(position)) == {}, position


def test_every_feature_is_seen_at_work():
    contact = np.array([vector(p, CONTACT, contact_features) for p in POSITIONS if p.has_contact])
    race = np.array([vector(p, RACE, race_features) for p in POSITIONS if not p.has_contact])
    for names, found in ((CONTACT, contact), (RACE, race)):
        idle = [feature[:2] for feature, seen in zip(names, found.T, strict=True) if not seen.any()]
        assert idle == []


def test_names_are_unique():
    for names in (CONTACT, RACE):
        assert len({feature[:2] for feature in names}) == len(names)


def test_chances_are_those_of_the_slow_twin():
    weights, room = shipped_weights(), new_room()
    for position in POSITIONS[::7]:
        board = as_board(position)
        found = np.empty(5, np.float32)
        heuristic_chances(weights, room, board[0], board[1], found)
        np.testing.assert_allclose(found, slow.heuristic_chances(position, weights), atol=2e-5, err_msg=repr(position))


def test_training_rows_are_features_and_their_products_with_the_pip_counts():
    position = Position.of("bar:1 24:1 13:5 8:3 6:5", "24:2 13:5 8:3 6:4 3:1")
    rows = np.empty((1, 3 * len(CONTACT)), np.float32)
    contact_rows(as_board(position)[None], rows)
    x = vector(position, CONTACT, contact_features)
    mine, theirs = position.pips
    np.testing.assert_allclose(rows[0], np.concatenate([x, x * (mine / 167), x * (theirs / 167)]), rtol=1e-6)
    race = Position.of("6:7 5:8", "6:8 4:7")
    rows = np.empty((1, len(RACE)), np.float32)
    race_rows(as_board(race)[None], rows)
    np.testing.assert_array_equal(rows[0], vector(race, RACE, race_features))


SHOTS = {
    # the attacker's checkers, the defender's, rolls of 36, worked out by hand
    "one pip away": ("7:1", "19:1", 11),
    "six pips away": ("7:1", "24:1", 17),
    "six pips away, five and one blocked": ("7:1", "24:1 23:2 19:2", 15),
    "seven pips away": ("8:1", "24:1", 6),
    "twelve pips away": ("13:1", "24:1", 3),
    "out of reach": ("24:1", "24:1", 0),
    "all the way from the bar by 66": ("bar:1", "24:1", 1),
    "behind": ("1:1", "20:1", 0),
    "from the bar, on the ace point of entry": ("bar:1", "1:1", 11),
    "from the bar with a blot behind the entry": ("bar:1", "7:1", 6),
    "two on the bar, sixes and 22 and 33": ("bar:2", "6:1 7:1", 13),
    "four on the bar": ("bar:4", "2:1 4:1", 20),
    "two blots, either counts once": ("8:1", "23:1 24:1", 17 + 4),
}


@pytest.mark.parametrize("name", SHOTS)
def test_shots_counted_by_hand(name):
    attacker, defender, expected = SHOTS[name]
    board = as_board(Position.of(attacker, defender))
    assert shots(board[0], board[1])[0] == expected


def test_a_hit_costs_what_the_dearest_blot_has_travelled():
    board = as_board(Position.of("7:1", "19:1 24:1"))
    with_an_ace, other_sixes, by_two_steps = 11, 9, 4
    assert shots(board[0], board[1]) == (24, with_an_ace * 6 + (other_sixes + by_two_steps) * 1)


def test_escapes_from_behind_a_prime():
    ahead = sum(1 << d for d in range(1, 25))
    assert escapes(ahead) == 36 - sum(2 for a in range(1, 7) for b in range(1, a) if a + b <= 6) - 1
    prime = ahead & ~sum(1 << d for d in range(1, 7))
    assert escapes(prime) == 0
    five = ahead & ~sum(1 << d for d in range(1, 6))
    assert escapes(five) == 11
