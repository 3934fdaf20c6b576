"""Decisions from games that the network plays against itself, labelled on the way."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import numpy as np

from bgtool.engine.boards import Boards
from bgtool.engine.sieve import standard_sieve
from bgtool.engine.stakes import cubeless_stakes
from bgtool.errors import SettingsError
from bgtool.kernels.evaluate import Brain
from bgtool.kernels.lookahead import new_lookout
from bgtool.kernels.rng import WORDS, seed_state
from bgtool.kernels.search import new_scratch
from bgtool.training.examples import Examples, as_measured
from bgtool.training.gradient import SIBLINGS
from bgtool.training.keys import keys_of
from bgtool.training.starts import KINDS, a_start
from bgtool.training.targets import LIMIT, Habits, new_path, play_game

MIXTURE = {
    "back game": 5.0,
    "primes": 1.5,
    "containment": 1.0,
    "crashed": 2.0,
    "ace point": 1.0,
    "stragglers": 0.5,
    "holding": 1.5,
    "blitz": 1.0,
    "closed out": 1.0,
    "altered": 3.0,
}
"""How often games of each kind are begun."""


def mixture_of(kinds: Sequence[str]) -> dict[str, float]:
    """A mixture of kinds written ``NAME`` or ``NAME=WEIGHT``. Raises :class:`SettingsError` for what is neither."""
    found = {}
    for text in kinds:
        name, _, weight = text.partition("=")
        try:
            found[name] = float(weight or 1)
        except ValueError:
            raise SettingsError(f"kind {text!r}: {weight!r} is no number") from None
        if name not in MIXTURE and name not in KINDS:
            raise SettingsError(f"kind {name!r} is not known; choose among {', '.join(sorted({*MIXTURE, *KINDS}))}")
        if not 0 < found[name] <= 1e6:
            raise SettingsError(f"kind {text!r}: a weight is above 0 and at most a million")
    return found


FRUITLESS = 10_000
"""Games without a labelled decision, one after another, after which there will be none."""

HABITS = Habits(trace=0.9, loose=0.1, siblings=2)


def games(
    brain: Brain,
    decisions: int,
    seed: int,
    *,
    mixture: Mapping[str, float] = MIXTURE,
    habits: Habits = HABITS,
    pool: Boards | None = None,
    trust: float = 1.0,
) -> Examples:
    """At least so many decisions from games that *brain* plays with itself; the same seed gives the same decisions.

    *pool*, int8 (n, 2, 26), are the boards that games of the kind ``altered`` begin near to. Raises
    :class:`SettingsError` where no game begins or none has a decision to label.
    """
    rng = random.Random(seed)
    kinds = {kind: weight for kind, weight in mixture.items() if pool is not None or kind != "altered"}
    if not kinds or (pool is not None and not len(pool)):
        raise SettingsError("games of the kind 'altered' need a pool of boards to begin near to")
    sieve, stakes = standard_sieve(), cubeless_stakes(LIMIT)
    rooms, path, state = (new_scratch(), new_lookout(brain)), new_path(), np.empty(WORDS, np.uint64)
    boards: list[Boards] = []
    labels: list[np.ndarray] = []
    found = game = fruitless = 0
    while found < decisions:
        kind = rng.choices(list(kinds), list(kinds.values()))[0]
        seed_state(seed, game, state)
        n = play_game(brain, sieve, stakes, a_start(rng, kind, pool), state, habits, rooms, path)
        game += 1
        labelled = np.flatnonzero(path.filled[:n])
        fruitless = 0 if len(labelled) else fruitless + 1
        if fruitless == FRUITLESS:
            raise SettingsError(f"{FRUITLESS} games had no decision with contact; choose other kinds or a larger share")
        if len(labelled):
            repeated = filled_up(path.filled[labelled])
            boards.append(path.boards[labelled[:, None], repeated])
            labels.append(path.labels[labelled[:, None], repeated])
            found += len(labelled)
    chances = as_measured(np.concatenate(labels))
    return Examples(keys_of(np.concatenate(boards)), chances, np.full(found, trust, np.float32))


def filled_up(filled: np.ndarray) -> np.ndarray:
    """Which position stands in each of the four places of a decision that has so many, int64 (n, 4): it repeats."""
    return np.asarray(np.arange(SIBLINGS)[None, :] % np.maximum(filled, 1)[:, None])
