import numpy as np
import pytest

from bgtool.kernels.intrinsics import copy_board, highest_bit
from bgtool.kernels.jit import kernel
from bgtool.layout import ROW


@kernel
def compiled_highest_bit(mask):
    return highest_bit(mask)


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
