"""Random numbers whose stream depends on a seed and a trial number alone, never on threads or their order.

A generator's state is four 64-bit words in an array of the caller's. The generator is xoshiro256** (Blackman and
Vigna, "Scrambled linear pseudorandom number generators", 2018), filled by splitmix64 (Steele, Lea and Flood, "Fast
splittable pseudorandom number generators", 2014), as its authors advise.
"""

from __future__ import annotations

import numpy as np

from bgtool.kernels.jit import kernel

WORDS = 4  # of a state: np.empty(WORDS, np.uint64)

# Every operand is uint64: Numba and older NumPy turn a mixture of uint64 and signed integers into floats.
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_U5, _U7, _U9, _U17, _U27, _U30, _U31, _U32, _U45, _U64 = (
    np.uint64(number) for number in (5, 7, 9, 17, 27, 30, 31, 32, 45, 64)
)
_LOW32 = np.uint64(0xFFFFFFFF)


@kernel(_nrt=False)
def splitmix64(counter):
    """The splitmix64 number of a 64-bit counter, which grows by 0x9E3779B97F4A7C15 from one number to the next."""
    mixed = (counter ^ (counter >> _U30)) * _MIX1
    mixed = (mixed ^ (mixed >> _U27)) * _MIX2
    return mixed ^ (mixed >> _U31)


@kernel(_nrt=False)
def seed_state(seed, stream, state):
    """Fill *state*, uint64[4], for the generator number *stream* (a trial) of *seed*; both 0 to 2**63 - 1."""
    counter = splitmix64(splitmix64(np.uint64(seed) + _GOLDEN) + np.uint64(stream))
    for i in range(WORDS):
        counter += _GOLDEN
        state[i] = splitmix64(counter)


@kernel(_nrt=False)
def _rotated(word, left):
    return (word << left) | (word >> (_U64 - left))


@kernel(_nrt=False)
def next_u64(state):
    """The next number, 64 random bits; moves *state* on."""
    s1 = state[1]
    number = _rotated(s1 * _U5, _U7) * _U9
    state[2] ^= state[0]
    state[3] ^= s1
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= s1 << _U17
    state[3] = _rotated(state[3], _U45)
    return number


@kernel(_nrt=False)
def below(state, bound):
    """A number from 0 to *bound* - 1, every one equally likely (Lemire 2019); *bound* from 1 to 2**32 - 1."""
    wide = np.uint64(bound)
    product = (next_u64(state) >> _U32) * wide
    if product & _LOW32 < wide:
        surplus = (_LOW32 - wide + np.uint64(1)) % wide  # 2**32 mod bound numbers too many, which are drawn again
        while product & _LOW32 < surplus:
            product = (next_u64(state) >> _U32) * wide
    return np.int64(product >> _U32)


@kernel(_nrt=False)
def roll_dice(state):
    """Two dice, each 1 to 6, in the order thrown."""
    both = below(state, 36)
    return both // 6 + 1, both % 6 + 1
