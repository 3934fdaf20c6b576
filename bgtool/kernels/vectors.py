"""The inner loops of the network in vector instructions, which Numba does not find by itself.

Each function has a plain Python body, which is its meaning and what runs under ``NUMBA_DISABLE_JIT``; compiled code
gets the same computation, eight or sixteen numbers at a time.
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
FLOAT = ir.FloatType()
FLOATS = ir.VectorType(FLOAT, LANES)
EIGHT_SHORTS = ir.VectorType(INT16, LANES)
SHORTS = ir.VectorType(INT16, 2 * LANES)
INTS = ir.VectorType(INT32, 2 * LANES)
ALIGNED = 2  # bytes: what every array is aligned to
BLOCK = 128  # sums of the first layer that are held in registers at a time

# Row m lists the set bits of m in front.
BITS = np.array([sorted(range(LANES), key=lambda i: not (m >> i) & 1) for m in range(1 << LANES)], np.int16)


def exchange_rows(sums, table, added, n, taken, m):
    """Add rows ``added[:n]`` of *table* to *sums* and take rows ``taken[:m]`` away.

    *sums* is int16 (width,), width a multiple of ``BLOCK``; *table* int16 (k, width), *added* and *taken* int64.
    """
    sums += table[added[:n]].sum(0, np.int16) - table[taken[:m]].sum(0, np.int16)


def multiply_pairs(sums, one, products, places):
    """Number of pairs whose product is not 0; their places are written to the front of *places*.

    A pair is a number of the first half of *sums*, int16 (2 n,), n a multiple of 16, and its counterpart of the second,
    both cut off at 0 and *one*. All products go to *products*, float32 (n,). *places* is int16 (n + 8,); what it holds
    further on is left undefined.
    """
    first, second = np.clip(sums, 0, one).astype(np.int32).reshape(2, -1)
    products[:] = first * second
    found = np.flatnonzero(products)
    places[: len(found)] = found
    return len(found)


def add_weighted_rows(width, total, weights, rows, picks, n):
    """Add ``rows[j] * weights[j]`` to *total* for every j in ``picks[:n]``.

    *total* is float32 (width,), *rows* float32 (k, width), *weights* float32 (k,), *picks* int16. The *width*, a
    multiple of 8 up to 64, has to be a constant of the caller: then the sums stay in registers.
    """
    for j in picks[:n]:
        total += weights[j] * rows[j]


def add_all_rows(width, total, weights, rows):
    """Add ``rows[j] * weights[j]`` to *total* for all j.

    Like :func:`add_weighted_rows`, but for any *width* up to 64, and k has to be a multiple of 8.
    """
    total[:width] += weights @ rows


@overload(exchange_rows, inline="always")
def _exchange_rows(sums, table, added, n, taken, m):
    return lambda sums, table, added, n, taken, m: _exchange(sums, table, added, n, taken, m)


@overload(multiply_pairs, inline="always")
def _multiply_pairs(sums, one, products, places):
    return lambda sums, one, products, places: _multiply(sums, one, products, places)


@overload(add_weighted_rows, prefer_literal=True)
def _add_weighted_rows(width, total, weights, rows, picks, n):
    if isinstance(width, types.IntegerLiteral):
        add = _weighted_rows(width.literal_value)
        return lambda width, total, weights, rows, picks, n: add(total, weights, rows, picks, n)
    return None


@overload(add_all_rows, prefer_literal=True)
def _add_all_rows(width, total, weights, rows):
    if isinstance(width, types.IntegerLiteral):
        add = _all_rows(width.literal_value)
        return lambda width, total, weights, rows: add(total, weights, rows)
    return None


def _pointers(context, builder, signature, arguments, *places):
    return [context.make_array(signature.args[i])(context, builder, arguments[i]).data for i in places]


def _length(context, builder, signature, arguments, place):
    return builder.extract_value(context.make_array(signature.args[place])(context, builder, arguments[place]).shape, 0)


def _place(builder, pointer, offset, vector):
    return builder.bitcast(builder.gep(pointer, [offset]), vector.as_pointer())


def _load(builder, pointer, offset, vector):
    return builder.load(_place(builder, pointer, offset, vector), align=ALIGNED)


def _store(builder, value, pointer, offset):
    builder.store(value, _place(builder, pointer, offset, value.type), align=ALIGNED)


def _splat(builder, value, vector):
    blank = ir.Constant(vector, ir.Undefined)
    one = builder.insert_element(blank, value, INT32(0))
    return builder.shuffle_vector(one, blank, ir.Constant(ir.VectorType(INT32, vector.count), [0] * vector.count))


@intrinsic
def _exchange(typing_context, sums, table, added, n, taken, m):
    def generate(context, builder, signature, arguments):
        target, rows, *lists = _pointers(context, builder, signature, arguments, 0, 1, 2, 4)
        width = _length(context, builder, signature, arguments, 0)
        with cgutils.for_range(builder, builder.udiv(width, INT64(BLOCK))) as block:
            first = builder.mul(block.index, INT64(BLOCK))
            offsets = [builder.add(first, INT64(start)) for start in range(0, BLOCK, SHORTS.count)]
            sums = [cgutils.alloca_once_value(builder, _load(builder, target, offset, SHORTS)) for offset in offsets]
            for chosen, length, operation in zip(lists, arguments[3::2], (builder.add, builder.sub), strict=True):
                with cgutils.for_range(builder, length) as loop:
                    row = builder.mul(builder.load(builder.gep(chosen, [loop.index])), width)
                    for offset, held in zip(offsets, sums, strict=True):
                        numbers = _load(builder, rows, builder.add(row, offset), SHORTS)
                        builder.store(operation(builder.load(held), numbers), held)
            for offset, held in zip(offsets, sums, strict=True):
                _store(builder, builder.load(held), target, offset)
        return context.get_dummy_value()

    return types.void(sums, table, added, types.int64, taken, types.int64), generate


@intrinsic
def _multiply(typing_context, sums, one, products, places):
    def generate(context, builder, signature, arguments):
        source, target, list_ = _pointers(context, builder, signature, arguments, 0, 2, 3)
        bits = cgutils.global_constant(
            builder,
            "bits_in_front",
            ir.Constant(
                ir.ArrayType(EIGHT_SHORTS, 1 << LANES), [ir.Constant(EIGHT_SHORTS, row.tolist()) for row in BITS]
            ),
        )
        pairs = _length(context, builder, signature, arguments, 2)
        top, zero = _splat(builder, builder.trunc(arguments[1], INT16), SHORTS), ir.Constant(SHORTS, [0] * SHORTS.count)
        found = cgutils.alloca_once_value(builder, INT64(0))
        numbers = cgutils.alloca_once_value(builder, ir.Constant(EIGHT_SHORTS, [0] * LANES))
        with cgutils.for_range(builder, builder.udiv(pairs, INT64(SHORTS.count))) as loop:
            start = builder.mul(loop.index, INT64(SHORTS.count))
            opened, positive = [], []
            for offset in (start, builder.add(start, pairs)):
                sums = _load(builder, source, offset, SHORTS)
                positive.append(builder.icmp_signed(">", sums, zero))
                sums = builder.select(positive[-1], sums, zero)
                opened.append(builder.select(builder.icmp_signed("<", sums, top), sums, top))
            product = builder.mul(*(builder.sext(half, INTS) for half in opened))
            _store(builder, builder.sitofp(product, ir.VectorType(FLOAT, INTS.count)), target, start)
            mask = builder.bitcast(builder.and_(*positive), INT16)
            for first in (0, LANES):
                eight = builder.trunc(builder.lshr(mask, INT16(first)), INT8)
                row = builder.load(builder.gep(bits, [INT64(0), builder.zext(eight, INT64)]))
                n, base = builder.load(found), builder.load(numbers)
                _store(builder, builder.add(row, base), list_, n)
                builder.store(builder.add(base, ir.Constant(EIGHT_SHORTS, [LANES] * LANES)), numbers)
                builder.store(builder.add(n, builder.zext(builder.ctpop(eight), INT64)), found)
        return builder.load(found)

    return types.int64(sums, types.int64, products, places), generate


@functools.cache
def _weighted_rows(width):
    @intrinsic
    def add(typing_context, total, weights, rows, picks, n):
        def generate(context, builder, signature, arguments):
            target, factors, table, chosen = _pointers(context, builder, signature, arguments, 0, 1, 2, 3)
            total = _Total(builder, target, width, 1)
            with cgutils.for_range(builder, arguments[4]) as loop:
                pick = builder.zext(builder.load(builder.gep(chosen, [loop.index])), INT64)
                total.add(builder.load(builder.gep(factors, [pick])), table, pick, 0)
            total.write()
            return context.get_dummy_value()

        return types.void(total, weights, rows, picks, types.int64), generate

    return add


@functools.cache
def _all_rows(width):
    @intrinsic
    def add(typing_context, total, weights, rows):
        def generate(context, builder, signature, arguments):
            target, factors, table = _pointers(context, builder, signature, arguments, 0, 1, 2)
            parts = LANES // -(-width // LANES)  # sums that do not wait for each other: eight vectors keep it busy
            total = _Total(builder, target, width, parts)
            with cgutils.for_range(
                builder, builder.udiv(_length(context, builder, signature, arguments, 1), INT64(parts))
            ) as loop:
                for part in range(parts):
                    row = builder.add(builder.mul(loop.index, INT64(parts)), INT64(part))
                    total.add(builder.load(builder.gep(factors, [row])), table, row, part)
            total.write()
            return context.get_dummy_value()

        return types.void(total, weights, rows), generate

    return add


class _Total:
    """Weighted rows being added up in registers, in several parts that are added together in the end."""

    def __init__(self, builder, target, width, parts):
        self.builder, self.target, self.width = builder, target, width
        self.vectors = [ir.VectorType(FLOAT, min(LANES, width - start)) for start in range(0, width, LANES)]
        begin = [_load(builder, target, INT64(LANES * k), vector) for k, vector in enumerate(self.vectors)]
        blank = [ir.Constant(vector, [0.0] * vector.count) for vector in self.vectors]
        self.parts = [
            [cgutils.alloca_once_value(builder, value) for value in (blank if part else begin)] for part in range(parts)
        ]

    def add(self, factor, table, row, part):
        builder, fused = self.builder, ("contract",)
        start = builder.mul(row, INT64(self.width))
        for k, (vector, held) in enumerate(zip(self.vectors, self.parts[part], strict=True)):
            numbers = _load(builder, table, builder.add(start, INT64(LANES * k)), vector)
            product = builder.fmul(_splat(builder, factor, vector), numbers, flags=fused)
            builder.store(builder.fadd(builder.load(held), product, flags=fused), held)

    def write(self):
        for k, helds in enumerate(zip(*self.parts, strict=True)):
            whole, *others = (self.builder.load(held) for held in helds)
            for other in others:
                whole = self.builder.fadd(whole, other)
            _store(self.builder, whole, self.target, INT64(LANES * k))
