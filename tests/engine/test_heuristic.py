import json

import numpy as np
import pytest

from bgtool.engine.heuristic import WEIGHTS, load, load_weights, save_weights, shipped_weights, weights_digest
from bgtool.errors import DataError


def test_weights_are_read_back_as_they_were_written(tmp_path):
    path = tmp_path / "weights.json"
    save_weights(shipped_weights(), path)
    for written, read in zip(shipped_weights(), load_weights(path), strict=True):
        np.testing.assert_array_equal(written, read)
    assert path.read_text(encoding="utf-8") == WEIGHTS.read_text(encoding="utf-8")


def test_the_digest_changes_with_any_weight():
    weights = shipped_weights()
    other = weights.race.copy()
    other[3, 2] += 0.001
    assert weights_digest(weights._replace(race=other)) != weights_digest(weights)
    assert load().digest == weights_digest(weights)


def damaged(change):
    document = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    change(document)
    return json.dumps(document)


DAMAGES = {
    "a number": lambda document: document["race"]["mine on 1"].__setitem__(0, 9.0),
    "a row of the wrong length": lambda document: document["contact"]["mine pips"].pop(),
    "a missing feature": lambda document: document["contact"].pop("mine pips"),
    "no number": lambda document: document["race"]["mine on 1"].__setitem__(0, None),
    "another schema": lambda document: document.__setitem__("schema", "bgtool-heuristic-0"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_weights_are_one_clear_error(tmp_path, name):
    path = tmp_path / "weights.json"
    path.write_text(damaged(DAMAGES[name]))
    with pytest.raises(DataError, match=r"weights\.json"):
        load_weights(path)


@pytest.mark.parametrize("text", ["", "{", "[]", "\x00\xff"])
def test_rubbish_is_one_clear_error(tmp_path, text):
    path = tmp_path / "weights.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(DataError, match=r"weights\.json"):
        load_weights(path)


def test_missing_weights_are_one_clear_error(tmp_path):
    with pytest.raises(DataError, match=r"weights\.json"):
        load_weights(tmp_path / "weights.json")
