"""Fitting the network: Adam on batches of decisions, with a checkpoint at each report."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bgtool.errors import DataError, SettingsError
from bgtool.kernels.jit import kernel
from bgtool.kernels.network import FIRST, PAIRS
from bgtool.training.checkpoint import State, read_state, write_state
from bgtool.training.examples import Examples
from bgtool.training.gradient import (
    POINTS_OF,
    SIBLINGS,
    Emphasis,
    Floats,
    Gradient,
    endings_of,
    open_first_layer,
    softmax,
)
from bgtool.training.inputs import add_gradient, table_of
from bgtool.training.model import random_parameters, views

MOMENTUM, SPREAD = 0.9, 0.99  # Adam's two averages
MOST_VALIDATED = 6000

Log = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Plan:
    """How to fit; a fit is a function of its examples and its plan (and of rounding, for several threads)."""

    steps: int
    step_size: float = 1.5e-3
    last_step_size: float = 1e-5
    hold: float = 0.5
    """Share of the steps at full size; then the size falls in a straight line."""
    batch: int = 1024
    """Decisions in a step."""
    warm_up: int = 300
    """Steps until the full size is reached."""
    averaging: float = 0.999
    """The result is a moving average of the parameters with this memory."""
    threads: int = 1
    seed: int = 1
    report: int = 1000
    """Steps between two reports, each with validation and a checkpoint."""
    emphasis: Emphasis = field(default_factory=Emphasis)

    def size_of(self, step: int) -> float:
        """The size of a step, counted from 0."""
        falling = (step - self.hold * self.steps) / max(1.0, (1 - self.hold) * self.steps)
        size = self.step_size + (self.last_step_size - self.step_size) * min(max(falling, 0.0), 1.0)
        return size * min(1.0, (step + 1) / self.warm_up)


def fit(
    examples: Examples,
    held_out: Examples,
    plan: Plan,
    *,
    start: Floats | None = None,
    checkpoint: Path | None = None,
    part: str = "",
    log: Log = lambda report: None,
) -> Floats:
    """The averaged parameters after the plan's steps, beginning at *start* (random by the plan's seed without one).

    Where *checkpoint* exists the fit goes on from there; it keeps which network, *part*, is fitted. *log* gets one
    dictionary a report. Raises :class:`DataError` if there are no examples, or the checkpoint is of another network.
    """
    if not len(examples):
        raise DataError("there are no decisions to fit to; other sets, or another part, may have some")
    if checkpoint is not None and checkpoint.exists():
        state = read_state(checkpoint, part)
    else:
        state = State.fresh(random_parameters(plan.seed) if start is None else start, part)
    batch = min(plan.batch, len(examples))
    gradients = [Gradient() for _ in range(plan.threads)]
    began, since = time.monotonic(), state.step
    with ThreadPoolExecutor(plan.threads) as pool:
        while state.step < plan.steps:
            chosen = examples.some(_batch(len(examples), batch, plan.seed, state.step))
            _step(state, chosen, plan, gradients, pool)
            if state.step % plan.report == 0 or state.step == plan.steps:
                seconds = time.monotonic() - began
                done = (state.step - since) * batch * SIBLINGS
                report: dict[str, Any] = {
                    "step": state.step,
                    "seconds": round(seconds, 1),
                    "positions_a_second": round(done / seconds),
                }
                report |= _sums(gradients, done) | {"held_out": validate(state.average, held_out)}
                log(report)
                if checkpoint is not None:
                    write_state(checkpoint, state)
                began, since = time.monotonic(), state.step
    return state.average


def _batch(n: int, batch: int, seed: int, step: int) -> np.ndarray:
    """The decisions of a step: every pass through the examples has its own order."""
    a_pass = n // batch
    order = _order(n, seed, step // a_pass)
    start = step % a_pass * batch
    return np.sort(order[start : start + batch])


_ORDERS: dict[tuple[int, int, int], np.ndarray] = {}


def _order(n: int, seed: int, number: int) -> np.ndarray:
    key = (n, seed, number)
    if key not in _ORDERS:
        _ORDERS.clear()
        _ORDERS[key] = np.random.default_rng((seed, number)).permutation(n)
    return _ORDERS[key]


def _step(state: State, batch: Examples, plan: Plan, gradients: list[Gradient], pool: ThreadPoolExecutor) -> None:
    at = views(state.parameters)
    table = table_of(at.first)
    parts = np.array_split(np.arange(len(batch)), len(gradients))

    def add(gradient: Gradient, part: np.ndarray) -> None:
        some = batch.some(part)
        gradient.add(at, table, some.keys, some.chances, some.trust, plan.emphasis)

    list(pool.map(add, gradients, parts))
    first, *others = gradients
    for other in others:
        first.flat += other.flat
        first.of_table += other.of_table
        other.flat[:] = 0
        other.of_table[:] = 0
    add_gradient(first.of_table, first.of.first)
    first.of_table[:] = 0
    size = np.float32(plan.size_of(state.step))
    state.step += 1
    memory = np.float32(min(plan.averaging, (state.step + 1) / (state.step + 10)))
    late = np.float32(1 / (1 - MOMENTUM**state.step)), np.float32(1 / (1 - SPREAD**state.step))
    first.flat *= np.float32(1 / (len(batch) * SIBLINGS))
    if not np.isfinite(np.vdot(first.flat, first.flat)):
        raise SettingsError(
            f"step {state.step + 1} went out of all bounds: choose a smaller step size, less weight for differences "
            f"or another start"
        )
    adam(state.parameters, first.flat, state.momentum, state.spread, size, late)
    average(state.average, state.parameters, memory)
    first.flat[:] = 0


@kernel(fastmath=True)
def adam(parameters, gradient, momentum, spread, size, late):
    """One step of Adam (Kingma and Ba, 2015); *late* makes up for averages that began at 0."""
    keep, keep_spread, tiny = np.float32(MOMENTUM), np.float32(SPREAD), np.float32(1e-8)
    for i in range(parameters.shape[0]):
        x = gradient[i]
        momentum[i] = keep * momentum[i] + (np.float32(1) - keep) * x
        spread[i] = keep_spread * spread[i] + (np.float32(1) - keep_spread) * x * x
        parameters[i] -= size * momentum[i] * late[0] / (np.sqrt(spread[i] * late[1]) + tiny)


@kernel(fastmath=True)
def average(mean, parameters, memory):
    """Let the mean follow the parameters."""
    for i in range(mean.shape[0]):
        mean[i] = memory * mean[i] + (np.float32(1) - memory) * parameters[i]


def _sums(gradients: list[Gradient], positions: int) -> dict[str, float]:
    total = {"cross_entropy": 0.0, "difference": 0.0, "equity": 0.0, "open": 0.0}
    for gradient in gradients:
        for name in total:
            total[name] += getattr(gradient, name)
        gradient.clear_sums()
    means = {name: value / positions for name, value in total.items()}
    means["difference"] **= 0.5
    means["equity"] **= 0.5
    return {name: round(value, 5) for name, value in means.items()}


def predict(parameters: Floats, examples: Examples) -> Floats:
    """The network's six endings at every position of the examples, float32 (4 n, 6)."""
    at = views(parameters)
    table = table_of(at.first)
    found = []
    for start in range(0, len(examples), 256):
        keys = examples.keys[start : start + 256]
        sums = np.empty((len(keys) * SIBLINGS, FIRST), np.float32)
        products = np.empty((len(keys) * SIBLINGS, PAIRS), np.float32)
        open_first_layer(keys, table, at.first_bias, sums, products)
        hidden = np.maximum(products @ at.second + at.second_bias, 0)
        deeper = np.maximum(hidden @ at.third + at.third_bias, 0)
        found.append(softmax(deeper @ at.last + at.last_bias))
    return np.concatenate(found)


def validate(parameters: Floats, held_out: Examples) -> dict[str, float]:
    """How far the network is from labels it never saw: equity, differences, and what its choices would lose (mEq)."""
    some = held_out.some(np.arange(min(len(held_out), MOST_VALIDATED)))
    if not len(some):
        return {}
    found = (predict(parameters, some) @ POINTS_OF).reshape(-1, SIBLINGS)
    labels = endings_of(some.chances) @ POINTS_OF
    apart = (found - found.mean(1, keepdims=True)) - (labels - labels.mean(1, keepdims=True))
    # The opponent is on roll: the mover's best play has the lowest equity.
    lost = labels[np.arange(len(labels)), found.argmin(1)] - labels.min(1)
    return {
        "equity": round(float(np.abs(found - labels).mean()), 5),
        "equity_rms": round(float(((found - labels) ** 2).mean() ** 0.5), 5),
        "difference": round(float((apart**2).mean() ** 0.5), 5),
        "loss": round(float(lost.mean() * 1000), 3),
    }


def file_log(path: Path) -> Log:
    """A log that appends each report to a file as a line of JSON."""

    def write(report: dict[str, Any]) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(report) + "\n")

    return write
