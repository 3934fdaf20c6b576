"""Cube decisions compared with a running GNU Backgammon: its ND, DT and action from its own five chances at 0-ply."""

import json
import random
from pathlib import Path

import pytest

from bgtool.analysis.cube import Verdict, judge_cube
from bgtool.core.outcomes import Outcomes
from bgtool.core.state import Cube, MatchState
from bgtool.engine.met import met_named
from bgtool.formats.ids import match_id, parse_position_id, position_id
from tests.oracle import ask_gnubg, needs_gnubg

pytestmark = needs_gnubg
MET = met_named()
ROWS = (Path(__file__).parents[1] / "data/cube_gnubg.jsonl").read_text().splitlines()
POSITIONS = sorted({json.loads(row)["id"][:14] for row in ROWS})

# score, length, cube, owner (None = centred), Crawford, Jacoby
MONEY = [(0, 0, 0, cube, owner, False, jacoby) for cube, owner in ((1, None), (2, 0), (2, 1)) for jacoby in (0, 1)]
MATCHES = [
    (7, 5, 5, 1, None, False, 0),
    (7, 6, 3, 1, None, True, 0),
    (7, 3, 6, 1, None, True, 0),
    *((7, mine, 6, 1, None, False, 0) for mine in (1, 2, 3, 4, 5)),
    (7, 6, 4, 1, None, False, 0),
    (7, 6, 6, 1, None, False, 0),
    *((5, 1, 2, 1 << k, k and k % 2, False, 0) for k in range(3)),
    *((11, 4, 7, 1 << k, k and k % 2, False, 0) for k in range(4)),
    *((25, 3, 8, 1 << k, k and k % 2, False, 0) for k in range(7)),
    *((30, 2, 1, 1 << k, k and k % 2, False, 0) for k in range(2)),
]


def states():
    rng = random.Random(11)
    for length, mine, theirs, cube, owner, crawford, jacoby in [*MONEY, *MONEY, *MATCHES, *MATCHES]:
        yield MatchState(
            parse_position_id(rng.choice(POSITIONS)),
            cube=Cube(cube, owner if cube > 1 else None),
            length=length,
            score=(mine, theirs),
            crawford=crawford,
            jacoby=bool(jacoby),
        )


SCRIPT = """
import gnubg, json
context = dict(gnubg.evalcontext(1, 0, 0, 1, 0.0), cubeful=1, plies=0)
for line in json.load(open(r'{asked}')):
    pos, cube, owner, length, score, crawford, jacoby = line
    board = gnubg.positionfromid(pos)
    info = gnubg.cubeinfo(cube, owner, 0, length, score, crawford, 0)
    info['jacoby'], info['beavers'] = jacoby, 0
    info = gnubg.calcgammonprice(info)
    chances = gnubg.evaluate(board, info, context)[:5]
    best, nd, dt, dp, code, text = gnubg.cfevaluate(board, info, context)
    mwc = gnubg.eq2mwc(nd, info) if length else None
    print('ROW', json.dumps([chances, nd, dt, text, mwc]))
"""


def test_sixty_decisions(tmp_path):
    asked = [
        (
            position_id(state.position),
            state.cube.value,
            -1 if state.cube.owner is None else state.cube.owner,
            state.length,
            state.score,
            int(state.crawford),
            int(state.jacoby),
        )
        for state in states()
    ]
    (tmp_path / "asked.json").write_text(json.dumps(asked))
    (tmp_path / "ask.py").write_text(SCRIPT.format(asked=tmp_path / "asked.json"))
    said = ask_gnubg(f"load python {tmp_path / 'ask.py'}")
    answers = [json.loads(line.split("ROW ", 1)[1]) for line in said.splitlines() if "ROW " in line]
    assert len(answers) == len(asked) >= 60
    for state, (chances, no_double, double_take, action, mwc) in zip(states(), answers, strict=True):
        decision = judge_cube(state, Outcomes.of(chances))
        where = f"{position_id(state.position)}:{match_id(state)}"
        assert decision.no_double == pytest.approx(no_double, abs=0.005), where
        if mwc is not None:
            assert decision.no_double_mwc == pytest.approx(mwc, abs=0.0005), where
        if decision.double_take is None:
            assert decision.verdict in (Verdict.NOT_AVAILABLE, Verdict.NEVER_DOUBLE)
            continue
        taken = decision.double_take
        assert taken == pytest.approx(double_take, abs=0.005), where
        margins = (abs(decision.no_double - min(taken, 1)), abs(taken - 1), abs(decision.no_double - 1))
        assert decision.words == action or min(margins) < 0.01, where


def test_match_equities_to_64_points(tmp_path):
    (tmp_path / "met.py").write_text("import gnubg, json\nprint('MET', json.dumps(gnubg.met(64)))\n")
    said = ask_gnubg(f"load python {tmp_path / 'met.py'}")
    [line] = [line for line in said.splitlines() if "MET " in line]
    pre, after, _ = json.loads(line.split("MET ", 1)[1])
    for i in range(64):
        assert MET.pre[i] == pytest.approx(pre[i], abs=1e-6)
    assert MET.post[0] == pytest.approx(after, abs=5e-5)  # 25-away, which GNU Backgammon replaces
