"""What a processor does in one or two instructions and Python has no word for.

Each function has a plain Python body, which is its meaning and what runs under ``NUMBA_DISABLE_JIT``; compiled code
gets the instruction instead.
"""

from __future__ import annotations

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from bgtool.layout import ROW


def highest_bit(mask):
    """Index of the highest set bit of a positive integer."""
    return int(mask).bit_length() - 1


@overload(highest_bit, inline="always")
def _highest_bit(mask):
    return lambda mask: 63 - _leading_zeros(mask)


@intrinsic
def _leading_zeros(typing_context, mask):
    def generate(context, builder, signature, arguments):
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


def copy_board(on_roll, opponent, boards, n):
    """Write two rows of 26 counts to ``boards[n, 0]`` and ``boards[n, 1]``; boards is int8[:, 2, 26]."""
    for i in range(ROW):
        boards[n, 0, i] = on_roll[i]
    for i in range(ROW):
        boards[n, 1, i] = opponent[i]


@overload(copy_board, inline="always")
def _copy_board(on_roll, opponent, boards, n):
    if all(array.layout == "C" and array.dtype == types.int8 for array in (on_roll, opponent, boards)):
        return lambda on_roll, opponent, boards, n: _copy_rows(on_roll, opponent, boards, n)
    return copy_board


@intrinsic
def _copy_rows(typing_context, on_roll, opponent, boards, n):
    # LLVM cannot know that the arrays do not overlap and would copy 52 single bytes; four wide moves suffice.
    def generate(context, builder, signature, arguments):
        first, second, target = (
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args[:3], arguments[:3], strict=True)
        )
        offset = builder.mul(arguments[3], arguments[3].type(2 * ROW))
        for side, source in enumerate((first, second)):
            place = builder.gep(target, [builder.add(offset, offset.type(side * ROW))])
            cgutils.raw_memcpy(builder, place, source, offset.type(ROW), 1)
        return context.get_dummy_value()

    return types.void(on_roll, opponent, boards, types.int64), generate
