"""Rollouts beside those of GNU Backgammon, cubeless and cubeful; tests/reference/gnubg_rollouts.py made them."""

import json
import os
from math import sqrt
from pathlib import Path

import pytest

from bgtool import parse_state
from bgtool.engine.rollout import rollout

EVERY = [json.loads(line) for line in (Path(__file__).parents[1] / "data" / "rollouts_gnubg.jsonl").open()]
CASES = [case for case in EVERY if case["cubeful"] or not parse_state(case["id"]).length]
"""Without cubeless rollouts at a match score: GNU Backgammon plays those for the score, bgtool for money."""

FULL = bool(os.environ.get("BGTOOL_FULL"))
NAMES = [f"{case['name']}, {'cubeful' if case['cubeful'] else 'cubeless'}" for case in CASES]
SHORT = ("start, cubeful", "race, cubeless", "2 away, 4 away, cubeful")
CL, CF = 7, 9  # places of the equities in what GNU Backgammon prints


@pytest.mark.parametrize(("case", "name"), list(zip(CASES, NAMES, strict=True)), ids=NAMES)
def test_equities_agree(case, name):
    """Within three joint standard errors and 0.02: the two play and judge a little differently."""
    if not FULL and name not in SHORT:
        pytest.skip("BGTOOL_FULL=1 rolls out all")
    given = {"trials": 216 if FULL else 72, "variance_reduction": True, "cubeful": case["cubeful"]}
    found = rollout(parse_state(case["id"]), ["position"], **given).best
    pairs = [(found.equity, found.std_error, CF)] if case["cubeful"] else []
    if found.mwc is None:
        pairs.append((found.cubeless_equity, found.cubeless_std_error, CL))
    for equity, error, place in pairs:
        theirs, their_error = float(case["values"][place]), float(case["errors"][place])
        assert abs(equity - theirs) <= 3 * sqrt(error**2 + their_error**2) + 0.02
