"""The hand-made evaluator and its weights, a file that a person can read."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.evaluators import BrainEvaluator
from bgtool.errors import DataError
from bgtool.kernels.evaluate import Brain
from bgtool.kernels.features import CONTACT, RACE
from bgtool.kernels.heuristic import PLANE, HeuristicWeights
from bgtool.layout import OUTCOMES

WEIGHTS = Path(__file__).parent.parent / "data" / "heuristic.json"
"""The shipped weights, fitted by ``python -m bgtool.training.heuristic_fit``."""

_SCHEMA = "bgtool-heuristic-1"


def load() -> BrainEvaluator:
    """The heuristic evaluator. Raises :class:`~bgtool.errors.DataError` when its weights are damaged."""
    weights = shipped_weights()
    return BrainEvaluator("heuristic", weights_digest(weights), Brain(heuristic=weights))


@cache
def shipped_weights() -> HeuristicWeights:
    """The weights that bgtool comes with. Raises :class:`~bgtool.errors.DataError` when they are damaged."""
    return load_weights(WEIGHTS)


def load_weights(path: Path) -> HeuristicWeights:
    """The weights that :func:`save_weights` wrote. Raises :class:`~bgtool.errors.DataError` naming the file."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        if document["schema"] != _SCHEMA:
            raise DataError(f"{path}: weights of another kind than {_SCHEMA}")
        contact = _table(document["contact"], CONTACT, PLANE * OUTCOMES)
        weights = HeuristicWeights(contact, _table(document["race"], RACE, OUTCOMES))
        digest = document["digest"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{path}: cannot read the heuristic's weights ({error}); install bgtool again") from None
    if digest != weights_digest(weights):
        raise DataError(f"{path}: the heuristic's weights are damaged (digest differs); install bgtool again")
    return weights


def save_weights(weights: HeuristicWeights, path: Path) -> None:
    """Write weights as JSON, one line a feature, so that a change can be read; rounded to four decimals."""
    weights = HeuristicWeights(*(np.round(table, 4) for table in weights))
    tables = [
        ",\n".join(
            f"    {json.dumps(_key(feature))}: {json.dumps([round(float(number), 4) for number in row])}"
            for feature, row in zip(features, table, strict=True)
        )
        for features, table in ((CONTACT, weights.contact), (RACE, weights.race))
    ]
    path.write_text(
        f'{{\n  "schema": "{_SCHEMA}",\n  "digest": "{weights_digest(weights)}",\n'
        f'  "contact": {{\n{tables[0]}\n  }},\n  "race": {{\n{tables[1]}\n  }}\n}}\n',
        encoding="utf-8",
    )


def weights_digest(weights: HeuristicWeights) -> str:
    """Eight hex digits that change with any weight."""
    return hashlib.sha256(b"".join(np.round(table * 1e4).astype("<i4").tobytes() for table in weights)).hexdigest()[:8]


def _table(rows: dict[str, Any], features: tuple[tuple[str, ...], ...], width: int) -> NDArray[np.float32]:
    """The rows of the features in order, float32 (len(features), width)."""
    table = np.array([rows[_key(feature)] for feature in features], np.float32)
    if table.shape != (len(features), width) or not np.isfinite(table).all():
        raise ValueError(f"expected {width} numbers for each feature")
    return table


def _key(feature: tuple[str, ...]) -> str:
    return f"{feature[0]} {feature[1]}"
