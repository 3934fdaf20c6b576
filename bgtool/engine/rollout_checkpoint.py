"""Checkpoints: what a rollout knows, in a file that it can be continued, extended or merged from.

A file is JSON, written aside and moved into place, so that being killed leaves the last good one. It tells what it is
a rollout of, which trials are in it, and their sums, which are whole numbers: a rollout that was stopped and resumed,
or done in two halves and merged, is equal to the last bit to one made in one go.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.rules import apply_move, find_move
from bgtool.core.state import Cube, MatchState
from bgtool.core.variant import VARIANTS
from bgtool.engine.cube import Scale
from bgtool.engine.rollout_records import Candidate, Rollout, RolloutSettings
from bgtool.engine.rollout_result import Known, rollout_of
from bgtool.engine.rollout_run import RolloutRun
from bgtool.engine.rollout_sums import Sums
from bgtool.engine.sieve import sieve_digest
from bgtool.errors import BgtoolError, DataError, SettingsError
from bgtool.kernels.jit import write_aside

SCHEMA = "bgtool.rollout-checkpoint/3"
GAMES = 2
"""To be raised whenever the same seed comes to give other games, so that no file mixes old trials with new ones."""

EVERY = 5.0
"""Seconds between two writings."""

_FIXED = (
    "seed", "truncate", "variance_reduction", "stratified", "initial", "prune", "cubeful", "plies", "cube_plies"
)  # fmt: skip
"""The settings that decide what a trial gives; the others only say how many there are."""

Document = dict[str, Any]


class Checkpoint:
    """The file of a running rollout: continue from it, then hand :meth:`watch` to the run."""

    def __init__(self, path: str | Path, run: RolloutRun):
        """Continue *run* from the file if it is there, and write it, so that a place that cannot be written shows now.

        Raises :class:`DataError` for a file that is damaged or belongs to another rollout, and OSError.
        """
        self.path = Path(path)
        self._run = run
        if self.path.exists():
            _restore(run, read_checkpoint(self.path), self.path)
        self.save()

    def watch(self, run: RolloutRun) -> None:
        """Write the file if the last writing was long enough ago."""
        if time.monotonic() - self._saved >= EVERY:
            self.save()

    def save(self) -> None:
        """Write the file now."""
        write_checkpoint(self.path, _document_of(self._run))
        self._saved = time.monotonic()


def write_checkpoint(path: Path, document: Document) -> None:
    """Put the document at *path* in one move, with a digest of what it says. Raises OSError that names *path*."""
    text = json.dumps({**document, "digest": _digest_of(document)}, separators=(",", ":"))
    try:
        write_aside(path, text.encode("utf-8"))
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def _digest_of(document: Document) -> str:
    """What changes with everything in the document but its own digest."""
    said = json.dumps({key: document[key] for key in sorted(document) if key != "digest"}, sort_keys=True)
    return hashlib.sha256(said.encode("utf-8")).hexdigest()


def read_checkpoint(path: str | Path) -> Document:
    """The document in a checkpoint file. Raises :class:`DataError` if it is damaged or no checkpoint, and OSError."""
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
        if document["schema"] != SCHEMA:
            raise DataError(f"{path}: a checkpoint of another version of bgtool")
        if document.pop("digest") != _digest_of(document):
            raise DataError(f"{path}: damaged: what it says is not what was written")
        _sums_of(document)
        _state_of(document["of"])
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, BgtoolError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{path}: damaged, or not a checkpoint of a rollout") from None
    checked: Document = document
    return checked


def combined(paths: Sequence[str | Path]) -> Document:
    """One checkpoint document from several files of the same rollout with different trials.

    Raises :class:`DataError` when a file is damaged, belongs to another rollout or repeats trials, and OSError.
    """
    if not paths:
        raise SettingsError("no checkpoint to combine")
    first, *others = ((path, read_checkpoint(path)) for path in paths)
    path, merged = first
    sums = _sums_of(merged)
    ranges = merged["trials"]
    for other_path, other in others:
        _refuse_foreign(merged["of"], other["of"], str(path), other_path)
        sums.merge(_sums_of(other))
        ranges = _joined([*ranges, *other["trials"]], other_path)
        merged["live"] = sorted(set(merged["live"]) & set(other["live"]))
    return {**merged, "trials": ranges, "sums": sums.as_lists()}


def combined_rollout(document: Document) -> Rollout:
    """The result of a checkpoint document, as if the rollout had been made in one go."""
    of = document["of"]
    state = _state_of(of)
    sums = _sums_of(document)
    fixed = {name: of[name] for name in _FIXED}
    settings = RolloutSettings(
        **fixed, first=document["trials"][0][0] if document["trials"] else 0, trials=max(1, *sums.trials)
    )
    judge = (of["evaluator"], of["digest"])
    scale = None if of["scale"] is None else Scale(*of["scale"])
    candidates = _candidates_of(of, state)
    return rollout_of(Known(state, settings, judge, of["met"][0], scale, candidates, sums, document["live"]), "trials")


def _document_of(run: RolloutRun) -> Document:
    first = run.settings.first
    return {
        "schema": SCHEMA,
        "of": _identity(run),
        "trials": [[first, first + run.trials]] if run.trials else [],
        "live": list(run.live),
        "sums": run.sums.as_lists(),
    }


def _identity(run: RolloutRun) -> Document:
    """Everything that decides what a trial gives: the position and the rules, the candidates, the engine."""
    state = run.state
    return {
        "games": GAMES,
        "position": [list(state.position.on_roll), list(state.position.opponent)],
        "dice": None if state.dice is None else str(state.dice),
        "on_roll": state.on_roll,
        "cube": [state.cube.value, state.cube.owner],
        "score": list(state.score),
        **{name: getattr(state, name) for name in ("length", "crawford", "jacoby", "beavers", "cube_limit")},
        "variant": state.variant.name,
        "candidates": [None if c.move is None and c.action is None else c.name for c in run.candidates],
        **{name: getattr(run.settings, name) for name in _FIXED},
        "evaluator": run.evaluator.name,
        "digest": run.evaluator.digest,
        "sieve": sieve_digest(),
        "met": [run.met.name, run.met.digest],
        "scale": None if run.terms is None else list(astuple(run.terms.scale)),
    }


def _state_of(of: Document) -> MatchState:
    on_roll, opponent = of["position"]
    return MatchState(
        position=Position(tuple(on_roll), tuple(opponent)),
        on_roll=of["on_roll"],
        dice=None if of["dice"] is None else Dice.parse(of["dice"]),
        cube=Cube(*of["cube"]),
        score=(of["score"][0], of["score"][1]),
        variant=VARIANTS[of["variant"]],
        **{name: of[name] for name in ("length", "crawford", "jacoby", "beavers", "cube_limit")},
    )


def _candidates_of(of: Document, state: MatchState) -> list[Candidate]:
    candidates = []
    for play in of["candidates"]:
        if play is None or state.dice is None:
            candidates.append(Candidate(None, state.position, play))
        else:
            move = find_move(state.position, state.dice, play)
            candidates.append(Candidate(move, apply_move(state.position, move)))
    return candidates


def _sums_of(document: Document) -> Sums:
    of = document["of"]
    return Sums.from_lists(document["sums"], len(of["candidates"]), of["stratified"], of["cubeful"])


def _restore(run: RolloutRun, document: Document, path: Path) -> None:
    _refuse_foreign(_identity(run), document["of"], "this one", path)
    first = run.settings.first
    ranges = document["trials"]
    if ranges and (len(ranges) > 1 or ranges[0][0] != first):
        raise DataError(f"{path}: holds trials {_ranges_text(ranges)}, which do not start at {first} in one piece")
    run.sums = _sums_of(document)
    run.live = tuple(document["live"])


def _refuse_foreign(own: Document, other: Document, name: str, path: str | Path) -> None:
    different = [key for key in own if own[key] != other.get(key)]
    if different:
        key = different[0]
        how = f"{key} {other.get(key)!r}, but {own[key]!r} in {name}"
        if key == "position":  # two boards are no help to anybody
            how = f"another position than in {name}"
        raise DataError(
            f"{path}: a checkpoint of another rollout ({how}); give another file or the same position and settings"
        )


def _joined(ranges: list[list[int]], path: str | Path) -> list[list[int]]:
    """The ranges in order, neighbours made one. Raises :class:`DataError` where trials come twice."""
    joined: list[list[int]] = []
    for start, end in sorted(ranges):
        if joined and start < joined[-1][1]:
            raise DataError(f"{path}: trials {start} to {min(end, joined[-1][1]) - 1} are in another file too")
        if joined and start == joined[-1][1]:
            joined[-1][1] = end
        else:
            joined.append([start, end])
    return joined


def _ranges_text(ranges: Sequence[Sequence[int]]) -> str:
    return ", ".join(f"{start} to {end - 1}" for start, end in ranges)
