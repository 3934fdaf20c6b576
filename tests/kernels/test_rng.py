import numpy as np
import pytest

from bgtool.kernels.jit import kernel
from bgtool.kernels.rng import WORDS, below, next_u64, roll_dice, seed_state, splitmix64

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15

# The first numbers of the authors' C programs (prng.di.unimi.it) as published on Rosetta Code and in rand_xoshiro.
SPLITMIX64_1234567 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
XOSHIRO256SS_1234 = [
    11520,
    0,
    1509978240,
    1215971899390074240,
    1216172134540287360,
    607988272756665600,
    16172922978634559625,
    8476171486693032832,
    10595114339597558777,
    2904607092377533576,
]


def slow_splitmix64(counter):
    z = counter
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def slow_xoshiro(s, numbers):
    def rotated(x, k):
        return (x << k | x >> (64 - k)) & MASK

    drawn = []
    for _ in range(numbers):
        drawn.append(rotated(s[1] * 5 & MASK, 7) * 9 & MASK)
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 45)
    return drawn


def seeded(seed, stream):
    state = np.empty(WORDS, np.uint64)
    seed_state(seed, stream, state)
    return state


@kernel
def tally_dice(state, rolls, pairs, singles):
    for _ in range(rolls):
        die1, die2 = roll_dice(state)
        pairs[die1 - 1, die2 - 1] += 1
        singles[below(state, 6)] += 1


def chi_square(counts):
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


def test_splitmix64_as_published():
    counters = [(1234567 + i * GOLDEN) & MASK for i in range(1, 6)]
    assert [int(splitmix64(np.uint64(counter))) for counter in counters] == SPLITMIX64_1234567
    assert [slow_splitmix64(counter) for counter in counters] == SPLITMIX64_1234567


def test_xoshiro256_as_published():
    state = np.array([1, 2, 3, 4], np.uint64)
    assert [int(next_u64(state)) for _ in XOSHIRO256SS_1234] == XOSHIRO256SS_1234


@pytest.mark.parametrize(("seed", "stream"), [(0, 0), (1, 0), (0, 1), (42, 123_456), (2**63 - 1, 2**63 - 1)])
def test_seeding_and_drawing_as_in_the_slow_twin(seed, stream):
    start = (slow_splitmix64((seed + GOLDEN) & MASK) + stream) & MASK
    counter = slow_splitmix64(start)
    expected = [slow_splitmix64((counter + i * GOLDEN) & MASK) for i in range(1, 5)]
    state = seeded(seed, stream)
    assert state.tolist() == expected
    assert [int(next_u64(state)) for _ in range(50)] == slow_xoshiro(expected, 50)


def test_streams_and_seeds_differ():
    states = {seeded(seed, stream).tobytes() for seed in range(50) for stream in range(50)}
    assert len(states) == 2500


def test_below_redraws_what_would_favour_small_numbers():
    bound = 2**31 + 1  # nearly half of all draws must be refused
    state, twin = seeded(5, 0), seeded(5, 0)
    drawn = [below(state, bound) for _ in range(2000)]
    assert min(drawn) >= 0
    assert max(drawn) < bound
    assert abs(np.mean(drawn) / bound - 0.5) < 0.03
    for _ in range(2000):
        next_u64(twin)
    assert state.tolist() != twin.tolist()


@pytest.mark.parametrize("stream", [0, 7])
def test_dice_are_fair(stream):
    pairs, singles = np.zeros((6, 6), np.int64), np.zeros(6, np.int64)
    tally_dice(seeded(2024, stream), 36_000, pairs, singles)
    assert chi_square(pairs) < 66.6  # 35 degrees of freedom, exceeded by chance once in a thousand seeds
    assert chi_square(singles) < 20.5  # 5 degrees of freedom, likewise


def test_first_dice_of_neighbouring_trials_are_fair():
    """Trials get neighbouring stream numbers, which must not show in their first rolls."""
    pairs = np.zeros((6, 6), np.int64)
    for stream in range(20_000):
        die1, die2 = roll_dice(seeded(1, stream))
        pairs[die1 - 1, die2 - 1] += 1
    assert chi_square(pairs) < 66.6


def test_u119_neither_player_gets_better_dice():
    """Rolls of the two sides of 2,000 games of 20 rolls each: as many doublets and pips, and fair by themselves."""
    pairs = np.zeros((2, 6, 6), np.int64)
    for game in range(2000):
        state = seeded(119, game)
        for turn in range(20):
            die1, die2 = roll_dice(state)
            pairs[turn % 2, die1 - 1, die2 - 1] += 1
    doublets = np.trace(pairs, axis1=1, axis2=2)
    assert abs(int(doublets[0]) - int(doublets[1])) < 4 * np.sqrt(2 * 20_000 * 5 / 36)
    assert chi_square(pairs[0]) < 66.6
    assert chi_square(pairs[1]) < 66.6
