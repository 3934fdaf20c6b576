import numpy as np
import pytest

from bgtool.kernels.intrinsics import checkers_from, copy_board, differing, highest_bit, lowest_bit, occupied
from bgtool.kernels.jit import kernel
from bgtool.layout import ROW


@kernel
def compiled_highest_bit(mask):
    return highest_bit(mask)


@kernel
def compiled_lowest_bit(mask):
    return lowest_bit(mask)


@kernel
def compiled_differing(row, other):
    return differing(row, other)


@kernel
def compiled_occupied(row):
    return occupied(row)


@kernel
def compiled_checkers_from(row):
    return checkers_from(0, row), checkers_from(3, row), checkers_from(19, row), checkers_from(25, row)


@kernel
def compiled_copy(on_roll, opponent, boards, n):
    copy_board(on_roll, opponent, boards, n)


@pytest.mark.parametrize("mask", [1, 2, 3, 1 << 25, (1 << 26) - 1, 1 << 62])
def test_highest_bit(mask):
    assert compiled_highest_bit(mask) == highest_bit(mask) == mask.bit_length() - 1


@pytest.mark.parametrize("spread", [1, 2])
@pytest.mark.parametrize("kind", [np.int8, np.int64])
def test_copy_board_writes_its_place_and_nothing_else(spread, kind):
    """In one block of bytes, with gaps between the counts, and in wider numbers."""
    on_roll, opponent = np.arange(2 * ROW * spread, dtype=kind).reshape(2, -1)[:, ::spread]
    boards = np.full((3, 2, ROW * spread), -1, kind)[:, :, ::spread]
    compiled_copy(on_roll, opponent, boards, 1)
    assert (boards[1, 0] == on_roll).all()
    assert (boards[1, 1] == opponent).all()
    assert (boards[[0, 2]] == -1).all()


@pytest.mark.parametrize("mask", [1, 2, 12, 1 << 25, (1 << 26) - 4, 1 << 62])
def test_lowest_bit(mask):
    assert compiled_lowest_bit(mask) == lowest_bit(mask) == f"{mask:b}"[::-1].index("1")


@pytest.mark.parametrize("spread", [1, 2])
@pytest.mark.parametrize("kind", [np.int8, np.int64])
def test_masks_of_rows(spread, kind):
    """In one block of bytes, with gaps between the counts, and in wider numbers; neighbours do not count."""
    blocks = np.ones((2, 3, ROW * spread), kind)
    blocks[1] = 2
    row, other = blocks[:, 1, ::spread]
    row[:] = other[:] = 0
    for p in range(ROW):
        row[p] = -3
        other[p] = p % 3
        for compiled in (False, True):
            assert (compiled_differing if compiled else differing)(row, other) == 1 << p
            assert (compiled_occupied if compiled else occupied)(row) == 1 << p
        row[p] = other[p]
        assert compiled_differing(row, other) == 0
        row[p] = other[p] = 0
    assert compiled_occupied(row) == occupied(row) == 0


@pytest.mark.parametrize("spread", [1, 2])
@pytest.mark.parametrize("kind", [np.int8, np.int64])
def test_checkers_from_a_place_on(spread, kind):
    """Neighbours in memory do not count, nor does any place twice."""
    block = np.full((3, ROW * spread), 50, kind)
    row = block[1, ::spread]
    for p in range(ROW):
        row[:] = 0
        row[p] = 5
        expected = tuple(5 * (p >= place) for place in (0, 3, 19, 25))
        assert compiled_checkers_from(row) == expected
        assert tuple(checkers_from(place, row) for place in (0, 3, 19, 25)) == expected
