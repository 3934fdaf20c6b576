"""Single bits of an integer, as one machine instruction in compiled code and plain Python elsewhere."""

from __future__ import annotations

from numba import types
from numba.extending import intrinsic, overload


def lowest_bit(mask):
    """Index of the lowest set bit of a positive integer."""
    return (int(mask) & -int(mask)).bit_length() - 1


def highest_bit(mask):
    """Index of the highest set bit of a positive integer."""
    return int(mask).bit_length() - 1


@intrinsic
def _trailing_zeros(typing_context, mask):
    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@intrinsic
def _leading_zeros(typing_context, mask):
    def generate(context, builder, signature, arguments):
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@overload(lowest_bit, inline="always")
def _lowest_bit(mask):
    return lambda mask: _trailing_zeros(mask)


@overload(highest_bit, inline="always")
def _highest_bit(mask):
    return lambda mask: 63 - _leading_zeros(mask)
