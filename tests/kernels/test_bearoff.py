"""The bear-off kernels against exact fractions, published values and the rules."""

import itertools
import random
from math import comb

import numpy as np
import pytest

from bgtool.kernels import bearoff_build
from bgtool.kernels.bearoff import (
    OneSided,
    bearoff_chances,
    chance_not_later,
    home_index,
    no_tables,
    rank_table,
    row_index,
)
from bgtool.kernels.bearoff_build import (
    MAX_ROLLS,
    fill_one_sided,
    fill_two_sided,
    followers,
    most_plays,
    new_room,
    unrank,
)
from bgtool.layout import BAR, HOME, OFF, ROW
from tests.reference import bearoff as slow

SIZES = [(3, 3), (6, 2), (2, 5), (8, 2)]


def all_rows(points, checkers):
    """Every row on so many points, as tuples of 26 counts, in the order of their indices (by colex of suffix sums)."""
    rows = []
    for counts in itertools.product(range(checkers + 1), repeat=points):
        if sum(counts) <= checkers:
            rows.append((checkers - sum(counts), *counts, *[0] * (ROW - 1 - points)))
    return sorted(rows, key=lambda row: [sum(row[point:]) for point in range(1, points + 1)])


def lists_of(points, checkers):
    ranks = rank_table(points, checkers)
    rows = comb(points + checkers, checkers)
    starts = np.zeros(21 * rows + 1, np.int64)
    indices = np.full(21 * rows * most_plays(points), -1, np.int32)
    followers(new_room(), points, ranks, 0, rows, starts, indices)
    return ranks, rows, (starts, indices[: starts[-1]])


def small_one_sided(points, checkers, width=24):
    ranks, n, lists = lists_of(points, checkers)
    one = OneSided(
        np.zeros(n, np.uint8),
        np.zeros((n, width), np.float32),
        np.zeros(n, np.uint8),
        np.zeros((n, width), np.float32),
        np.zeros(n),
        np.zeros(n),
    )
    one.off_chance[0, 0] = one.gammon_chance[0, 0] = 1
    starts, indices = lists
    fill_one_sided(
        one, ranks, (starts[21:] - starts[21], indices[starts[21] :]), 1, n, np.zeros(MAX_ROLLS), np.zeros(MAX_ROLLS)
    )
    return one


def small_two_sided(points, checkers):
    _, n, lists = lists_of(points, checkers)
    table = np.zeros((n, n, 4), np.float32)
    fill_two_sided(table, *lists, 1, n)
    return table


@pytest.mark.parametrize(("points", "checkers"), SIZES)
def test_rows_are_numbered_without_gaps_and_back(points, checkers):
    ranks = rank_table(points, checkers)
    rows = all_rows(points, checkers)
    assert [row_index(np.array(row, np.int8), points, ranks) for row in rows] == list(range(len(rows)))
    held = np.zeros(ROW + 2, np.int64)
    for index, row in enumerate(rows):
        unrank(index, points, ranks, held)
        assert [held[p] - held[p + 1] for p in range(1, points + 1)] == list(row[1 : points + 1])


def test_home_index_refuses_checkers_outside_and_agrees_with_the_general_one():
    ranks = rank_table(HOME, 15)
    rng = random.Random(3)
    for _ in range(300):
        row = np.zeros(ROW, np.int8)
        for _ in range(rng.randint(0, 15)):
            row[rng.randint(0, HOME)] += 1
        assert home_index(row) == row_index(row, HOME, ranks) < comb(21, 6)
        row[rng.randint(HOME + 1, BAR)] = 1
        assert home_index(row) == -1 == row_index(row, HOME, ranks)


def test_rows_with_few_checkers_come_first_whatever_the_table_holds():
    row = np.array(slow.row("6:6", 15), np.int8)
    assert row_index(row, HOME, rank_table(HOME, 6)) == home_index(row) == comb(12, 6) - 1
    assert row_index(np.array(slow.row("6:7", 15), np.int8), HOME, rank_table(HOME, 6)) == -1


@pytest.mark.parametrize(("points", "checkers"), SIZES)
def test_every_play_of_every_roll_is_found_once(points, checkers):
    _, n, (starts, indices) = lists_of(points, checkers)
    rows = all_rows(points, checkers)
    for i, row in enumerate(rows[1:], 1):
        for roll, (_, afters) in enumerate(slow.followers(row)):
            found = indices[starts[21 * i + roll] : starts[21 * i + roll + 1]].tolist()
            assert len(set(found)) == len(found)
            assert {rows[k] for k in found} == set(afters)
            assert max(found) < i
    assert n == len(rows)


def test_doublets_are_where_the_weights_expect_them():
    rolls = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]
    assert tuple(i for i, (a, b) in enumerate(rolls) if a == b) == bearoff_build.DOUBLETS


@pytest.mark.parametrize(("points", "checkers"), SIZES)
def test_mean_rolls_are_exact(points, checkers):
    one = small_one_sided(points, checkers)
    for i, row in enumerate(all_rows(points, checkers)):
        assert one.mean[i] == pytest.approx(float(slow.mean_rolls(row)), abs=1e-12)
        distribution = one.off_chance[i].astype(float)
        assert distribution.sum() == pytest.approx(1, abs=1e-6)
        assert distribution @ (one.off_first[i] + np.arange(24)) == pytest.approx(one.mean[i], abs=1e-5)


def test_rolls_to_the_first_checker_off_are_exact():
    one = small_one_sided(6, 3)
    for i, row in enumerate(all_rows(6, 3)[1:], 1):
        expected = float(slow.mean_to_first(row, row[OFF]))
        assert one.gammon_mean[i] == pytest.approx(expected, abs=1e-12)
        assert one.gammon_chance[i] @ (one.gammon_first[i] + np.arange(24)) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("points", "checkers"), [(6, 2), (3, 3)])
def test_two_sided_equities_are_exact(points, checkers):
    table = small_two_sided(points, checkers)
    rows = all_rows(points, checkers)
    for (i, mine), (j, theirs) in itertools.product(list(enumerate(rows))[1:], repeat=2):
        expected = [slow.cubeless(mine, theirs)] + [
            slow.money(mine, theirs, cube) for cube in ("centred", "owned", "opponents")
        ]
        assert table[i, j] == pytest.approx([float(e) for e in expected], abs=1e-6)


def test_a_table_filled_in_parts_is_the_same():
    _, n, lists = lists_of(4, 3)
    whole = small_two_sided(4, 3)
    parts = np.zeros_like(whole)
    for begin in range(1, n, 5):
        fill_two_sided(parts, *lists, begin, min(begin + 5, n))
    assert np.array_equal(whole, parts)


def test_who_finishes_first():
    first = np.array([2, 1], np.uint8)
    chance = np.array([[0.5, 0.25, 0.25], [0.0, 0.4, 0.6]], np.float32)  # rolls 2 3 4, and 1 2 3
    for head_start in (0, 1, 2):
        expected = sum(
            p * q for i, p in enumerate(chance[0]) for j, q in enumerate(chance[1]) if 2 + i <= 1 + j - head_start
        )
        assert chance_not_later(first, chance, 0, first, chance, 1, head_start) == pytest.approx(float(expected))


def tables_of(one_sided, two_sided):
    return no_tables()._replace(one_sided=one_sided, two_sided=two_sided)


def chances_of(tables, mine, theirs):
    out = np.full(5, np.nan, np.float32)
    known = bearoff_chances(tables, np.array(mine, np.int8), np.array(theirs, np.int8), out)
    return [float(x) for x in out] if known else None


def test_gammons_of_independent_bearoffs():
    tables = no_tables()._replace(one_sided=small_one_sided(6, 3))
    mine, theirs = slow.row("1:2", 3), slow.row("6:3", 3)
    assert chances_of(tables, mine, theirs) == [1, 1, 0, 0, 0]  # off in one roll, he has not rolled
    mine, theirs = slow.row("6:3", 3), slow.row("1:3", 3)
    _, gammon, _, lose_gammon, _ = chances_of(tables, mine, theirs)
    one = tables.one_sided
    i, j = (home_index(np.array(row, np.int8)) for row in (mine, theirs))
    # He is off in two rolls, in one with a doublet: first I roll once (and win with 66), then perhaps twice.
    assert one.off_chance[j][:2] == pytest.approx([1 / 6, 5 / 6])
    assert gammon == pytest.approx(1 / 36)
    saved_at_once = one.gammon_chance[i, 0]
    second_chance = 1 - one.gammon_chance[i, :2].sum()
    assert lose_gammon == pytest.approx((1 - saved_at_once) / 6 + second_chance * 5 / 6, abs=1e-6)


def test_inside_the_two_sided_table_the_chance_is_the_exact_one():
    tables = tables_of(small_one_sided(6, 3), small_two_sided(6, 3))
    one_only = no_tables()._replace(one_sided=small_one_sided(6, 3))
    rows = [(row[OFF] + 12, *row[1:]) for row in all_rows(6, 3)[1:]]
    differs = 0
    for mine, theirs in random.Random(5).sample(list(itertools.product(rows, repeat=2)), 300):
        win, *rest = chances_of(tables, mine, theirs)
        assert win == pytest.approx(float(slow.cubeless(mine, theirs) + 1) / 2, abs=1e-6)
        assert rest == [0, 0, 0, 0]
        apart = abs(win - chances_of(one_only, mine, theirs)[0])
        differs += apart > 1e-4
        assert apart < 0.02  # no seam between the tables
    assert differs


def test_positions_outside_are_left_alone():
    tables = tables_of(small_one_sided(6, 3), small_two_sided(6, 2))
    home, away, many = slow.row("6:2", 15), slow.row("7:1", 15), slow.row("6:4", 15)
    assert chances_of(tables, home, home) is not None
    for mine, theirs in ((home, away), (away, home), (home, many), (many, home)):
        assert chances_of(tables, mine, theirs) is None
    assert chances_of(no_tables(), home, home) is None
