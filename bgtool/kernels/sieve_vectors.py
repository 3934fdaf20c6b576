"""The inner loops of the sieve in vector instructions, which Numba does not find by itself.

Each function has a plain Python body, which is its meaning and what runs under ``NUMBA_DISABLE_JIT``.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

WIDTH = 64  # numbers of a table row: known when compiled, so that the sums stay in registers
LANES = 16
INT16, INT32, INT64 = (ir.IntType(bits) for bits in (16, 32, 64))
SHORTS = ir.VectorType(INT16, LANES)
INTS = ir.VectorType(INT32, LANES)


def sums_with(table, before, added, taken, n, sums):
    """Write *before* plus rows ``added[:n]`` of *table* minus rows ``taken[:n]`` to *sums*; all int16 of WIDTH."""
    total = before.astype(np.int32)
    for k in range(n):
        total += table[added[k]].astype(np.int32) - table[taken[k]]
    sums[:] = total


def score_with(table, before, added, taken, n, out, one):
    """The sum over j of *out* times the sums of :func:`sums_with` cut off at 0 and *one*."""
    sums = np.empty(WIDTH, np.int16)
    sums_with(table, before, added, taken, n, sums)
    return int((np.clip(sums, 0, one).astype(np.int64) * out).sum())


@overload(sums_with, inline="always")
def _sums_with(table, before, added, taken, n, sums):
    return lambda table, before, added, taken, n, sums: _sum_rows(table, before, added, taken, n, sums)


@overload(score_with, inline="always")
def _score_with(table, before, added, taken, n, out, one):
    return lambda table, before, added, taken, n, out, one: _score_rows(table, before, added, taken, n, out, one)


def _pointers(context, builder, signature, arguments, places):
    return [context.make_array(signature.args[i])(context, builder, arguments[i]).data for i in places]


def _load(builder, pointer, offset, vector):
    return builder.load(builder.bitcast(builder.gep(pointer, [offset]), vector.as_pointer()), align=1)


def _sums(builder, table, before, added, taken, n):
    """The sums as a list of vectors."""
    offsets = [INT64(start) for start in range(0, WIDTH, LANES)]
    sums = [cgutils.alloca_once_value(builder, _load(builder, before, offset, SHORTS)) for offset in offsets]
    with cgutils.for_range(builder, n) as loop:
        starts = [builder.mul(builder.load(builder.gep(rows, [loop.index])), INT64(WIDTH)) for rows in (added, taken)]
        for offset, held in zip(offsets, sums, strict=True):
            new, old = (_load(builder, table, builder.add(start, offset), SHORTS) for start in starts)
            builder.store(builder.add(builder.load(held), builder.sub(new, old)), held)
    return [builder.load(held) for held in sums]


@intrinsic
def _sum_rows(typing_context, table, before, added, taken, n, sums):
    def generate(context, builder, signature, arguments):
        *rows, target = _pointers(context, builder, signature, arguments, (0, 1, 2, 3, 5))
        for k, held in enumerate(_sums(builder, *rows, arguments[4])):
            place = builder.bitcast(builder.gep(target, [INT64(k * LANES)]), SHORTS.as_pointer())
            builder.store(held, place, align=1)
        return context.get_dummy_value()

    return types.void(table, before, added, taken, types.int64, sums), generate


@intrinsic
def _score_rows(typing_context, table, before, added, taken, n, out, one):
    def generate(context, builder, signature, arguments):
        *rows, weights = _pointers(context, builder, signature, arguments, (0, 1, 2, 3, 5))
        sums = _sums(builder, *rows, arguments[4])
        blank = ir.Constant(SHORTS, ir.Undefined)
        top = builder.insert_element(blank, builder.trunc(arguments[6], INT16), INT32(0))
        top = builder.shuffle_vector(top, blank, ir.Constant(ir.VectorType(INT32, LANES), [0] * LANES))
        zero = ir.Constant(SHORTS, [0] * LANES)
        total = ir.Constant(INTS, [0] * LANES)
        for k, held in enumerate(sums):
            held = builder.select(builder.icmp_signed(">", held, zero), held, zero)
            held = builder.select(builder.icmp_signed("<", held, top), held, top)
            weight = _load(builder, weights, INT64(k * LANES), SHORTS)
            total = builder.add(total, builder.mul(builder.sext(held, INTS), builder.sext(weight, INTS)))
        score = builder.extract_element(total, INT32(0))
        for lane in range(1, LANES):
            score = builder.add(score, builder.extract_element(total, INT32(lane)))
        return builder.sext(score, INT64)

    return types.int64(table, before, added, taken, types.int64, out, types.int64), generate
