"""Two inner loops of the network in vector instructions, which Numba does not find by itself.

Each function has a plain Python body, which is its meaning and what runs under ``NUMBA_DISABLE_JIT``; compiled code
gets the same computation, eight numbers at a time.
"""

from __future__ import annotations

import functools

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

LANES = 8
INT8, INT16, INT32, INT64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))
FLOATS = ir.VectorType(ir.FloatType(), LANES)
SHORTS = ir.VectorType(INT16, LANES)

# Row m lists the set bits of m in front.
BITS = np.array([sorted(range(LANES), key=lambda i: not (m >> i) & 1) for m in range(1 << LANES)], np.int16)


def positive_places(values, places):
    """Number of positive *values*, float32 (n,), n a multiple of 8; their places are written to the front of *places*.

    *places* is int16 (n + 8,); what it holds further on is left undefined.
    """
    found = np.flatnonzero(values > 0)
    places[: len(found)] = found
    return len(found)


def add_weighted_rows(width, total, weights, rows, picks, n):
    """Add ``rows[j] * weights[j]`` to *total* for every j in ``picks[:n]``.

    *total* is float32 (width,), *rows* float32 (k, width), *weights* float32 (k,), *picks* int16. The *width*, a
    multiple of 8 up to 64, has to be a constant of the caller: then the sums stay in registers.
    """
    for j in picks[:n]:
        total += weights[j] * rows[j]


@overload(positive_places, inline="always")
def _positive_places(values, places):
    return lambda values, places: _pack(values, places)


@overload(add_weighted_rows, prefer_literal=True)
def _add_weighted_rows(width, total, weights, rows, picks, n):
    if isinstance(width, types.IntegerLiteral):
        add = _weighted_rows(width.literal_value)
        return lambda width, total, weights, rows, picks, n: add(total, weights, rows, picks, n)
    return None


def _pointers(context, builder, signature, arguments, count):
    return [
        context.make_array(kind)(context, builder, value).data
        for kind, value in zip(signature.args[:count], arguments[:count], strict=True)
    ]


def _place(builder, pointer, offset, vector):
    return builder.bitcast(builder.gep(pointer, [offset]), vector.as_pointer())


def _splat(builder, value, vector):
    blank = ir.Constant(vector, ir.Undefined)
    one = builder.insert_element(blank, value, INT32(0))
    return builder.shuffle_vector(one, blank, ir.Constant(ir.VectorType(INT32, LANES), [0] * LANES))


@intrinsic
def _pack(typing_context, values, places):
    def generate(context, builder, signature, arguments):
        source, target = _pointers(context, builder, signature, arguments, 2)
        bits = cgutils.global_constant(
            builder,
            "bits_in_front",
            ir.Constant(ir.ArrayType(SHORTS, 1 << LANES), [ir.Constant(SHORTS, row.tolist()) for row in BITS]),
        )
        length = builder.extract_value(context.make_array(signature.args[0])(context, builder, arguments[0]).shape, 0)
        found = cgutils.alloca_once_value(builder, INT64(0))
        with cgutils.for_range(builder, builder.udiv(length, INT64(LANES))) as loop:
            base = builder.mul(loop.index, INT64(LANES))
            group = builder.load(_place(builder, source, base, FLOATS), align=4)
            positive = builder.fcmp_ordered(">", group, ir.Constant(FLOATS, [0.0] * LANES))
            mask = builder.bitcast(positive, INT8)
            row = builder.load(builder.gep(bits, [INT64(0), builder.zext(mask, INT64)]))
            numbers = builder.add(row, _splat(builder, builder.trunc(base, INT16), SHORTS))
            n = builder.load(found)
            builder.store(numbers, _place(builder, target, n, SHORTS), align=2)
            builder.store(builder.add(n, builder.zext(builder.ctpop(mask), INT64)), found)
        return builder.load(found)

    return types.int64(values, places), generate


@functools.cache
def _weighted_rows(width):
    offsets = [INT64(start) for start in range(0, width, LANES)]

    @intrinsic
    def add(typing_context, total, weights, rows, picks, n):
        def generate(context, builder, signature, arguments):
            target, factors, table, chosen = _pointers(context, builder, signature, arguments, 4)
            sums = [
                cgutils.alloca_once_value(builder, builder.load(_place(builder, target, offset, FLOATS), align=4))
                for offset in offsets
            ]
            fused = ("contract",)
            with cgutils.for_range(builder, arguments[4]) as loop:
                pick = builder.zext(builder.load(builder.gep(chosen, [loop.index])), INT64)
                factor = _splat(builder, builder.load(builder.gep(factors, [pick])), FLOATS)
                start = builder.mul(pick, INT64(width))
                for offset, held in zip(offsets, sums, strict=True):
                    row = builder.load(_place(builder, table, builder.add(start, offset), FLOATS), align=4)
                    product = builder.fmul(factor, row, flags=fused)
                    builder.store(builder.fadd(builder.load(held), product, flags=fused), held)
            for offset, held in zip(offsets, sums, strict=True):
                builder.store(builder.load(held), _place(builder, target, offset, FLOATS), align=4)
            return context.get_dummy_value()

        return types.void(total, weights, rows, picks, types.int64), generate

    return add
