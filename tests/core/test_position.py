import pytest

from bgtool.core.position import Position, pip_count
from bgtool.core.variant import STANDARD
from bgtool.errors import PositionError

START = STANDARD.start
CLOSED_OUT = Position.of("6:2 5:2 4:2 3:2 2:2 1:2 off:3", "bar:1 6:5 5:5 4:4")


def test_start():
    assert START.pips == (167, 167)
    assert START.checkers == 15
    assert START.swapped() == START
    assert START.has_contact


def test_repr_rebuilds():
    for position in (START, CLOSED_OUT, Position.of("24:1", "3:1", 1), Position.of("6:2", "bar:2 1:13")):
        assert eval(repr(position)) == position


def test_hashable_and_frozen():
    assert len({START, START.swapped(), CLOSED_OUT}) == 2
    with pytest.raises(AttributeError):
        START.on_roll = ()


def test_swapped_twice_is_the_same():
    assert CLOSED_OUT.swapped().swapped() == CLOSED_OUT


def test_pip_count_counts_the_bar_as_25():
    assert pip_count(CLOSED_OUT.opponent) == 25 + 30 + 25 + 16


@pytest.mark.parametrize(
    ("mine", "theirs", "contact"),
    [
        ("6:15", "6:15", False),
        ("12:1 6:14", "12:1 6:14", False),
        ("13:1 6:14", "13:1 6:14", True),
        ("14:1 6:14", "12:1 6:14", True),
        ("bar:1 6:14", "1:2", True),
        ("off:15", "1:2", False),
    ],
)
def test_contact(mine, theirs, contact):
    position = Position.of(mine, theirs)
    assert position.has_contact is contact
    assert position.swapped().has_contact is contact


@pytest.mark.parametrize(
    ("loser", "points"),
    [
        ("1:14", 1),
        ("6:15", 2),
        ("18:1 6:14", 2),
        ("19:1 6:14", 3),
        ("bar:1 6:14", 3),
        ("bar:1 6:12 off:2", 1),
    ],
)
def test_result(loser, points):
    """The last row is U028: men off and one on the bar is a single game."""
    over = Position.of("off:15", loser)
    assert over.result() == points
    assert over.swapped().result() == -points
    assert START.result() == 0
    what = ("single game", "gammon", "backgammon")
    assert over.ending() == f"the player on roll has won a {what[points - 1]}"
    assert over.swapped().ending(2) == f"the player on roll has lost a {what[min(points, 2) - 1]}"
    assert START.ending() is None


def test_all_faults_are_listed():
    with pytest.raises(PositionError) as caught:
        Position.of("24:2 13:5 8:3 6:6", "24:2 13:5 8:3 6:5 1:2 17:1")
    assert "16 checkers against 18" in str(caught.value)
    with pytest.raises(PositionError) as caught:
        Position.of("24:2 13:13", "12:15")
    assert "both players on point 13" in str(caught.value)
    with pytest.raises(PositionError, match="both players have borne off"):
        Position.of("off:15", "off:15")


@pytest.mark.parametrize("row", [(0,) * 25, (-1,) + (0,) * 24 + (16,), (16,) + (0,) * 25])
def test_bad_rows(row):
    with pytest.raises(PositionError):
        Position(row, START.opponent)


@pytest.mark.parametrize("text", ["26:1", "6", "x:2", "6:2;5:1", "-1:3"])
def test_bad_text(text):
    with pytest.raises(PositionError, match="expected point:count"):
        Position.of(text, "6:15")
