"""The whole way from nothing, or from a labelled set, to weights: rounds of self-play, targets and fitting.

One network learns from all rounds; in the end three go on from it, each with the decisions that concern it. Each round
lives in its own files in one folder (``round-1.npz`` the labelled decisions, ``fit-1.npz`` the checkpoint, then
``fit-5-crashed.npz`` and its like, ``log.jsonl`` what happened), so a run that was stopped goes on where it was.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bgtool.engine.bearoff import standard_tables
from bgtool.engine.network import Networks, write_weights
from bgtool.kernels.evaluate import Brain
from bgtool.training.checkpoint import read_start
from bgtool.training.examples import Examples, hold_out, join, read_examples, write_examples
from bgtool.training.fit import Log, Plan, file_log, fit
from bgtool.training.gradient import Floats
from bgtool.training.keys import boards_of
from bgtool.training.model import as_weights, random_parameters
from bgtool.training.parts import PARTS, concerning
from bgtool.training.selfplay import games
from bgtool.training.targets import Habits

FROM_NOTHING = {"opening": 6.0, "containment": 1.0, "ace point": 1.0, "back game": 0.5, "crashed": 0.5, "primes": 0.5}
"""Kinds of game for a network that knows nothing: mostly real ones, and endings that reach the end soon."""


@dataclass(frozen=True)
class Recipe:
    """How much of everything."""

    rounds: int = 5
    decisions: int = 100_000
    """New decisions a round."""
    steps: int = 3_000
    """Steps of fitting a round."""
    trace: float = 0.9
    seed: int = 1
    threads: int = 1
    batch: int = 1024


def run(folder: Path, recipe: Recipe, *, given: list[Path] | None = None, start: Path | None = None) -> Floats:
    """Parameters after all rounds; weights that bgtool can play with are written to ``network.weights``.

    *given* are sets of labelled decisions that every round trains on as well, *start* is a checkpoint or
    weights to begin with.
    """
    folder.mkdir(parents=True, exist_ok=True)
    log = file_log(folder / "log.jsonl")
    parameters = random_parameters(recipe.seed) if start is None else read_start(start)
    sets = [read_examples(path) for path in given or ()]
    for number in range(1, recipe.rounds + 1):
        sets.append(_decisions(folder / f"round-{number}.npz", parameters, recipe, number, sets))
        parameters = _fitted(
            folder / f"fit-{number}.npz", recipe, number, join(sets), parameters, {"round": number}, log
        )
    every, parts = join(sets), []
    for number, part in enumerate(PARTS, recipe.rounds + 1):
        checkpoint = folder / f"fit-{recipe.rounds}-{part}.npz"
        parts.append(_fitted(checkpoint, recipe, number, concerning(every, part), parameters, {"part": part}, log))
    write_weights(Networks(*map(as_weights, parts)), folder / "network.weights")
    return parameters


def _fitted(
    checkpoint: Path,
    recipe: Recipe,
    number: int,
    examples: Examples,
    start: Floats,
    label: dict[str, Any],
    log: Log,
) -> Floats:
    """Parameters after the steps of a round from *start*, or those as they are if there is nothing to learn from."""
    train, held_out = hold_out(examples)
    if not len(train):
        return start
    plan = Plan(
        steps=recipe.steps,
        batch=recipe.batch,
        warm_up=min(300, math.ceil(recipe.steps / 10)),
        threads=recipe.threads,
        seed=recipe.seed + number,
        report=max(1, recipe.steps // 10),
    )
    label = {**label, "decisions": len(train)}
    return fit(train, held_out, plan, start=start, checkpoint=checkpoint, log=partial(_log_with, log, label))


def _log_with(log: Log, label: dict[str, Any], report: dict[str, Any]) -> None:
    log({**label, **report})


def _decisions(path: Path, parameters: Floats, recipe: Recipe, number: int, sets: list[Examples]) -> Examples:
    """The decisions of a round, made unless they are there already."""
    if not path.exists():
        brain = Brain(network=as_weights(parameters), bearoff=standard_tables())
        pool = boards_of(sets[-1].keys[:, 0]) if sets else None
        made = games(
            brain,
            recipe.decisions,
            recipe.seed * 1000 + number,
            mixture=FROM_NOTHING | ({"altered": 1.0} if sets else {}),
            habits=Habits(trace=recipe.trace, loose=0.1, siblings=2),
            pool=pool,
        )
        write_examples(path, made)
    return read_examples(path)
