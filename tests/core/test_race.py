"""Race counts: their published examples, their traps, and GNU Backgammon's own figures."""

import re
from math import floor

import pytest

from bgtool.core.position import Position
from bgtool.core.race import eight_nine_twelve, isight, keith, kleinman, race_counts, thorp, ward
from bgtool.core.variant import STANDARD
from bgtool.errors import PositionError
from bgtool.formats.ids import position_id
from tests.oracle import ask_gnubg, needs_gnubg

LONG = Position.of("8:2 7:2 6:4 5:3 4:3 3:1", "8:2 7:3 6:4 5:3 4:2 3:1")
SMOOTH = Position.of("6:5 5:4 4:3 3:2 2:1", "6:5 5:4 4:3 3:2 1:1")
RACES = [
    Position.of(mine, theirs)
    for mine, theirs in [
        ("6:4 5:3 4:3 3:3 2:1 1:1", "6:5 5:4 4:3 3:1 2:1 1:1"),
        ("6:2 5:2 4:2 3:2 2:1", "6:3 5:2 4:1 3:1 1:2"),
        ("1:15", "1:15"),
        ("1:4 2:3", "3:3 2:2"),
        ("6:7 5:5 4:3", "6:7 5:5 4:3"),
        ("12:2 10:3 8:2 6:4 5:4", "11:3 9:2 7:2 6:5 5:3"),
        ("12:1 6:6 5:5 4:3", "7:2 6:5 5:5 4:3"),
        ("6:1", "6:1"),
        ("6:2 4:2 2:2", "5:2 3:2 1:2"),
        ("6:5 3:5 1:5", "6:3 5:3 4:3 3:3 2:3"),
        ("4:5 3:5 2:5", "6:2 5:3 4:3 3:3 2:2 1:2"),
        ("2:7 1:8", "6:3 5:2 4:1"),
        ("10:5 9:5 8:5", "10:5 9:4 8:6"),
        ("7:3 6:3 5:3 4:3 3:3", "8:3 6:3 5:3 4:3 3:3"),
        ("9:1 6:5 5:4 4:3 3:2", "8:2 7:1 6:4 5:3 4:3 2:2"),
        ("6:3 5:3 4:2 3:1", "6:3 5:3 4:2 3:2 2:1 1:1"),
        ("5:4 4:4 3:4 2:3", "5:4 4:4 3:3 2:4"),
        ("6:4 2:4 1:4", "6:2 5:2 4:2 3:2 2:2 1:2"),
        ("3:3", "2:3"),
        ("12:3 11:2 6:5 5:5", "12:1 11:2 10:1 6:6 5:5"),
    ]
]
"""Twenty races: long and short, smooth and stacked, with gaps and stragglers."""


def turned(*pips):
    """A race of these pip counts, all checkers of each side but one on the sixth point."""
    rows = []
    for count in pips:
        sixes, rest = divmod(count, 6)
        rows.append(f"6:{sixes}" + (f" {rest}:1" if rest else ""))
    return Position.of(*rows)


def test_keith_rounds_its_seventh_down_and_compares():
    count = keith(SMOOTH)
    assert (count.on_roll, count.opponent) == (80, 69)
    assert count.action == "no double, take"


def test_thorp_adds_its_tenth_only_above_thirty():
    assert thorp(Position.of("1:3", "6:15")).on_roll == 3 + 6 + 3 - 1
    assert thorp(SMOOTH).on_roll == pytest.approx(1.1 * (70 + 30 + 0 - 5))


def test_ward_compares_the_two_sides():
    even = ward(Position.of("6:5 5:5 4:5", "6:5 5:5 4:5"))
    assert even.on_roll == pytest.approx(1.1 * 75)
    fewer = ward(Position.of("6:5 5:5 4:4", "6:5 5:5 4:5"))
    assert fewer.opponent == 75 + 2
    straggler = ward(Position.of("6:5 5:5 4:5", "7:1 6:4 5:5 4:5"))
    assert straggler.opponent == 76 + 0.5


def test_eight_nine_twelve_at_its_borders():
    for mine, theirs, double, redouble, take in [
        (50, 53, 0, 0, 1),
        (50, 54, 1, 0, 1),
        (50, 55, 1, 1, 1),
        (50, 57, 1, 1, 0),
    ]:
        count = eight_nine_twelve(turned(mine, theirs))
        assert (count.on_roll, count.opponent) == (mine, theirs)
        assert (count.double, count.redouble, count.take) == (bool(double), bool(redouble), bool(take))


@pytest.mark.parametrize(("theirs", "k", "win"), [("8:8 7:7", 1.383, 0.797), ("8:1 7:14", 0.495, 0.688)])
def test_kleinman_as_published(theirs, k, win):
    count = kleinman(Position.of("8:5 6:10", theirs))
    assert count.on_roll == pytest.approx(k, abs=0.001)
    assert count.win == pytest.approx(win, abs=0.003)


def test_kleinman_far_behind_is_a_small_chance():
    assert kleinman(turned(80, 40)).win < 0.02
    assert kleinman(turned(80, 40)).action == "no double, take"


def test_isight_of_a_published_size():
    count = isight(LONG)
    assert count.win == pytest.approx((80 - count.on_roll / 3 + 2 * (count.opponent - count.on_roll)) / 100)


def test_isight_counts_gaps_only_where_the_opponent_has_none():
    gap = Position.of("6:8 5:7", "6:7 5:7 4:1")
    assert isight(gap).on_roll == 83 + 1
    assert isight(gap).opponent == 81


def test_decisions_are_in_order():
    for position in RACES:
        for count in race_counts(position):
            assert count.double >= count.redouble, count


@pytest.mark.parametrize("position", [STANDARD.start, Position.of("1:1", ""), Position.of("6:2", "20:2")])
def test_no_race_no_counts(position):
    with pytest.raises(PositionError):
        race_counts(position)


SHOWS = ("thorp", "keith", "kleinman", "8912", "isight")


def figure(pattern, block):
    return float(re.search(pattern, block)[1])


@pytest.mark.oracle
@needs_gnubg[1]
def test_counts_as_gnubg_shows_them():
    lines = [
        line
        for position in RACES
        for line in (f"set gnubgid {position_id(position)}:cAkAAAAAAAAE", *(f"show {name}" for name in SHOWS))
    ]
    blocks = ask_gnubg("new session", *lines).split("Setting GNUbg ID ")[1:]
    assert len(blocks) == len(RACES) == 20
    for position, block in zip(RACES, blocks, strict=True):
        count = {found.name: found for found in race_counts(position)}
        if "Thorp Count Leader(+1/10)" in block:
            assert count["Thorp"].on_roll == pytest.approx(figure(r"Leader\(\+1/10\)\s+L: ([\d.]+)", block), abs=0.06)
        assert count["Thorp"].opponent == figure(r"Thorp Count Trailer\s+T: ([\d.]+)", block)
        # GNU Backgammon prints the seventh unrounded; Keith rounds it down.
        assert count["Keith"].on_roll == floor(figure(r"Leader\(\+1/7\)\s+L: ([\d.]+)", block) + 0.001)
        assert count["Keith"].opponent == figure(r"Keith Count Trailer\s+T: ([\d.]+)", block)
        assert count["Kleinman"].win == pytest.approx(figure(r"Winning Chance: ([\d.]+)", block), abs=6e-5)
        assert count["Isight"].on_roll == figure(r"Isight Count Leader\s+L: ([\d.]+)", block)
        assert count["Isight"].opponent == figure(r"Isight Count Trailer\s+T: ([\d.]+)", block)
        lead = figure(r"Leader is (-?[\d.]+) percent ahead", block)
        mine, theirs = count["8-9-12"].on_roll, count["8-9-12"].opponent
        assert 100 * (theirs - mine) / mine == pytest.approx(lead, abs=0.06)
