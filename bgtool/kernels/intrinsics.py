"""What a processor does in one or two instructions and Python has no word for.

Each function has a plain Python body, which is its meaning and what runs under ``NUMBA_DISABLE_JIT``; compiled code
gets the instruction instead.
"""

from __future__ import annotations

from llvmlite import ir
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


def lowest_bit(mask):
    """Index of the lowest set bit of a positive integer."""
    return (int(mask) & -int(mask)).bit_length() - 1


@overload(lowest_bit, inline="always")
def _lowest_bit(mask):
    return lambda mask: _trailing_zeros(mask)


@intrinsic
def _trailing_zeros(typing_context, mask):
    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


def differing(row, other):
    """A mask with bit p set where two rows of 26 counts differ, as int64."""
    mask = 0
    for p in range(ROW):
        if row[p] != other[p]:
            mask |= 1 << p
    return mask


@overload(differing, inline="always")
def _differing(row, other):
    if _in_bytes(row, other):
        return lambda row, other: _compare(row, other)
    return differing


def occupied(row):
    """A mask with bit p set where a row of 26 counts is not 0, as int64."""
    mask = 0
    for p in range(ROW):
        if row[p]:
            mask |= 1 << p
    return mask


@overload(occupied, inline="always")
def _occupied(row):
    if _in_bytes(row):
        return lambda row: _filled(row)
    return occupied


@intrinsic
def _compare(typing_context, row, other):
    def generate(context, builder, signature, arguments):
        return _unequal(builder, *_data(context, builder, signature, arguments, 2))

    return types.int64(row, other), generate


@intrinsic
def _filled(typing_context, row):
    def generate(context, builder, signature, arguments):
        return _unequal(builder, *_data(context, builder, signature, arguments, 1), None)

    return types.int64(row), generate


def _unequal(builder, row, other):
    """The mask of places where two rows differ, or where one is not 0."""
    half, long = ir.VectorType(ir.IntType(8), 16), ir.IntType(64)
    masks = []
    for start in (0, ROW - half.count):  # two halves that overlap: a wider one would read behind the row
        first, second = (
            builder.load(builder.bitcast(builder.gep(data, [long(start)]), half.as_pointer()), align=1)
            if data is not None
            else ir.Constant(half, [0] * half.count)
            for data in (row, other)
        )
        mask = builder.bitcast(builder.icmp_unsigned("!=", first, second), ir.IntType(half.count))
        masks.append(builder.shl(builder.zext(mask, long), long(start)))
    return builder.or_(*masks)


def checkers_from(place, row):
    """How many checkers a row of 26 counts has on *place*, a constant of the caller, and all places behind it."""
    return row[place:].sum()


@overload(checkers_from, prefer_literal=True, inline="always")
def _checkers_from(place, row):
    if isinstance(place, types.IntegerLiteral) and _in_bytes(row):
        return lambda place, row: _add_up(place, row)
    return lambda place, row: row[place:].sum()


@intrinsic(prefer_literal=True)
def _add_up(typing_context, place, row):
    def generate(context, builder, signature, arguments):
        (data,) = _data(context, builder, signature, arguments, 1, first=1)
        half, byte = ir.VectorType(ir.IntType(8), 16), ir.IntType(8)
        add = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(byte, [half]), "llvm.vector.reduce.add.v16i8"
        )
        total = byte(0)
        for start, seen in ((0, 0), (ROW - half.count, half.count)):  # the second half skips what the first has seen
            mask = [byte(-(start + k >= max(place.literal_value, seen))) for k in range(half.count)]
            block = builder.bitcast(builder.gep(data, [ir.IntType(64)(start)]), half.as_pointer())
            counts = builder.load(block, align=1)
            total = builder.add(total, builder.call(add, [builder.and_(counts, ir.Constant(half, mask))]))
        return builder.zext(total, ir.IntType(64))

    return types.int64(place, row), generate


def copy_board(on_roll, opponent, boards, n):
    """Write two rows of 26 counts to ``boards[n, 0]`` and ``boards[n, 1]``; boards is int8[:, 2, 26]."""
    for i in range(ROW):
        boards[n, 0, i] = on_roll[i]
    for i in range(ROW):
        boards[n, 1, i] = opponent[i]


@overload(copy_board, inline="always")
def _copy_board(on_roll, opponent, boards, n):
    if _in_bytes(on_roll, opponent, boards):
        return lambda on_roll, opponent, boards, n: _copy_rows(on_roll, opponent, boards, n)
    return copy_board


@intrinsic
def _copy_rows(typing_context, on_roll, opponent, boards, n):
    # LLVM cannot know that the arrays do not overlap and would copy 52 single bytes; four wide moves suffice.
    def generate(context, builder, signature, arguments):
        first, second, target = _data(context, builder, signature, arguments, 3)
        offset = builder.mul(arguments[3], arguments[3].type(2 * ROW))
        for side, source in enumerate((first, second)):
            place = builder.gep(target, [builder.add(offset, offset.type(side * ROW))])
            cgutils.raw_memcpy(builder, place, source, offset.type(ROW), 1)
        return context.get_dummy_value()

    return types.void(on_roll, opponent, boards, types.int64), generate


def _in_bytes(*arrays):
    return all(array.layout == "C" and array.dtype == types.int8 for array in arrays)


def _data(context, builder, signature, arguments, count, first=0):
    arrays = slice(first, first + count)
    return [
        context.make_array(kind)(context, builder, value).data
        for kind, value in zip(signature.args[arrays], arguments[arrays], strict=True)
    ]
