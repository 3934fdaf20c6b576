"""Few checkers a side, contact or not: exact, wherever they stand and whoever asks."""

import json
from functools import cache

import numba
import numpy as np
import pytest

from bgtool.cli import run
from bgtool.core.dice import ROLLS
from bgtool.core.position import Position
from bgtool.core.rules import legal_moves
from bgtool.core.state import Cube, MatchState
from bgtool.engine import few_checkers
from bgtool.engine.bearoff import known_by, money_equities, two_sided
from bgtool.engine.boards import as_board, as_boards
from bgtool.engine.cube import cube_values
from bgtool.engine.databases import FEW, HYPERGAMMON
from bgtool.engine.evaluation import evaluate
from bgtool.engine.evaluators import BrainEvaluator, evaluator_named
from bgtool.engine.few_checkers import exact_database, exact_equities, exact_outcomes, few, few_boards
from bgtool.engine.met import met_named
from bgtool.engine.search import Lookahead
from bgtool.errors import PositionError
from bgtool.formats.ids import position_id
from bgtool.kernels.hypergammon import all_rows
from bgtool.layout import BAR, OFF

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="iteration needs the compiler")

CONTACT = Position.of("bar:1 4:1", "20:1 3:1")


def ordinary(count, seed, most=2):
    """Seeded positions of an ordinary game with at most so many checkers a side."""
    rng = np.random.default_rng(seed)
    rows = all_rows(most)[1:]
    while count:
        mine, theirs = rows[rng.integers(len(rows), size=2)].astype(int)
        mine[OFF] += 15 - most
        theirs[OFF] += 15 - most
        try:
            yield Position(tuple(mine.tolist()), tuple(theirs.tolist()))
        except PositionError:
            continue
        count -= 1


def one_each(mine, theirs):
    """One checker a side on these points, each as its owner counts; point 0 is off."""
    return Position.of(f"{mine}:1" if mine else "", f"{theirs}:1" if theirs else "")


@cache
def solved_in_plain_python():
    """The winning chances of all positions of one checker a side, by the readable rules."""
    places = [(m, t) for m in range(1, BAR + 1) for t in range(1, BAR + 1) if m + t != BAR or BAR in (m, t)]
    after = {}
    for place in places:
        for roll in ROLLS:
            ends = {end.swapped() for _, end in legal_moves(one_each(*place), roll)}
            found = [
                tuple(next((p for p in range(BAR, 0, -1) if row[p]), 0) for row in (e.on_roll, e.opponent))
                for e in ends
            ]
            after[place, roll] = found
    wins = dict.fromkeys(places, 0.5)
    change = 1.0
    while change > 1e-9:
        change = 0.0
        for place in places:
            total = sum(
                roll.weight * max(1.0 if not t else 1 - wins[m, t] for m, t in after[place, roll]) for roll in ROLLS
            )
            change = max(change, abs(total / 36 - wins[place]))
            wins[place] = total / 36
    return wins


def test_one_checker_a_side_as_solved_in_plain_python():
    wins = solved_in_plain_python()
    found = evaluator_named().evaluate(as_boards([one_each(*place) for place in wins]))
    assert found[:, 0] == pytest.approx(list(wins.values()), abs=5e-6)
    assert not found[:, 1:].any()


@pytest.mark.parametrize("name", ["net", "heuristic", "bearoff"])
def test_every_evaluator_reads_the_table(name):
    positions = [CONTACT, *ordinary(300, 5)]
    found = evaluator_named(name).evaluate(as_boards(positions))
    for position, chances in zip(positions, found, strict=True):
        assert chances.tolist() == pytest.approx(list(exact_outcomes(position, FEW[0])), abs=5e-6)


def test_looking_ahead_changes_nothing_and_reads_it_at_the_leaves():
    near = Position.of("5:1 2:2", "24:1 19:1")  # most rolls leave the table's two checkers
    exact = list(ordinary(40, 6))
    for plies in (1, 2):
        found = Lookahead(evaluator_named(), plies).evaluate(as_boards(exact))
        assert np.array_equal(found, evaluator_named().evaluate(as_boards(exact)))
    deep = Lookahead(evaluator_named(), 1).evaluate(as_boards([near]))[0]
    mean = 0.0
    for roll in ROLLS:
        ends = [end.swapped() for _, end in legal_moves(near, roll)]
        known = evaluator_named().evaluate(as_boards(ends))[:, 0]
        mean += roll.weight / 36 * (1 - min(known))
    assert deep[0] == pytest.approx(mean, abs=1e-5)


def test_a_turn_of_the_cube_by_the_rules():
    """The money equities of two checkers a side are what one more turn makes of them."""
    for position in [CONTACT, *ordinary(40, 7)]:
        totals = np.zeros(4)
        for roll in ROLLS:
            best = np.full(4, -9.0)
            for _, end in legal_moves(position, roll):
                theirs = end.swapped()
                if theirs.is_over:
                    values = [1.0] * 4
                else:
                    held = money_equities(theirs)
                    centred, owned = (held.best(no_double) for no_double in (held.centred, held.owned))
                    values = [-held.cubeless, -centred, -held.opponents, -owned]
                best = np.maximum(best, values)
            totals += roll.weight / 36 * best
        found = money_equities(position)
        assert [found.cubeless, found.centred, found.owned, found.opponents] == pytest.approx(totals, abs=1e-5)


def test_where_both_know_a_position_both_say_the_same():
    """Bear-offs of the two-sided table are positions of few checkers, too."""
    table = few().equities
    home = [index for index, row in enumerate(all_rows(2)) if not row[7:].any()]
    mine = np.ix_(home[1:], home[1:])
    same = table[mine][..., [0, 1, 3, 4]]
    assert len(home) == 28
    np.testing.assert_allclose(same, two_sided()[1:28, 1:28], atol=5e-6)


def test_the_database_that_knows_a_position():
    assert known_by(CONTACT) == exact_database(CONTACT) == FEW[0]
    assert str(known_by(Position.of("6:2", "6:2"))) == "two-sided-6x6"
    assert str(known_by(Position.of("6:15", "6:2"))) == "one-sided-6x15"
    assert known_by(Position.of("24:1", "24:1", 1)) == HYPERGAMMON[0]
    for position in ("24:1", "7:3"), ("24:1", "24:2 13:5 8:3 6:5"), ("", "24:1"):
        assert known_by(Position.of(*position)) is None
    start = as_board(Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5"))
    three = as_board(Position.of("24:1 13:2", "24:1"))
    assert few_boards(np.array([start, as_board(CONTACT), three, start])).tolist() == [False, True, False, False]


def test_the_table_is_left_alone_until_few_checkers_come_up(monkeypatch):
    def fail(database):
        raise AssertionError(f"{database} was asked for")

    monkeypatch.setattr(few_checkers, "load", fail)
    evaluator = BrainEvaluator("plain", "", evaluator_named("heuristic").parts)
    evaluator.evaluate(as_boards([Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5"), Position.of("7:4", "9:1")]))
    with pytest.raises(AssertionError, match="few-25x2"):
        evaluator.evaluate(as_boards([CONTACT]))


def test_cube_decisions_are_exact_for_money_alone():
    money = MatchState(CONTACT, cube=Cube(2, 0))
    exact = exact_equities(CONTACT, FEW[0])
    outcomes = exact_outcomes(CONTACT, FEW[0])
    values = cube_values(money.view(), outcomes, met_named())
    assert values.exact
    assert (values.no_double, values.double_take) == (exact.owned, exact.double_take)
    match = cube_values(MatchState(CONTACT, length=7, score=(0, 0)).view(), outcomes, met_named())
    assert not match.exact


def test_eval_says_that_it_is_exact(capsys):
    assert evaluate(CONTACT).database == "few-25x2"
    assert evaluate(Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")).database is None
    assert run(["eval", position_id(CONTACT)]) == 0
    assert "exact by few-25x2" in capsys.readouterr().out
    assert run(["eval", "kQcAgEoDAAAAAA"]) == 0
    assert "exact by two-sided-6x6" in capsys.readouterr().out
    assert run(["eval", position_id(Position.of("6:15", "6:2"))]) == 0
    shown = capsys.readouterr().out
    assert "by one-sided-6x15" in shown
    assert "exact" not in shown


def test_query_knows_it(capsys):
    assert run(["bearoff", "query", "--json", position_id(CONTACT)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["source"] == "few-25x2"
    assert document["win"] == pytest.approx(exact_outcomes(CONTACT, FEW[0]).win)
    assert document["money"]["opponents_cube"] == pytest.approx(exact_equities(CONTACT, FEW[0]).opponents)
    assert document["on_roll"] is None


def test_a_larger_table_is_used_once_it_is_there(monkeypatch):
    monkeypatch.setattr(few_checkers, "is_stored", lambda database: database == FEW[1])
    three = Position.of("24:1 13:2", "24:1")
    assert exact_database(three) == exact_database(CONTACT) == FEW[1]
    assert exact_database(Position.of("24:1 13:3", "24:1")) is None


def test_hypergammon_positions_are_exact_wherever_they_stand():
    positions = [
        Position.of("24:1", "24:1", 1),
        Position.of("24:1 23:1", "24:1 23:1", 2),
        Position.of("6:2", "bar:1 3:1", 2),
        Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5"),
        Position.of("6:2", "6:2"),
        CONTACT,
    ]
    found = evaluator_named().evaluate(as_boards(positions))
    for position, chances in zip(positions[:3], found, strict=False):
        database = HYPERGAMMON[position.checkers - 1]
        outcomes = exact_outcomes(position, database)
        assert chances.tolist() == pytest.approx(list(outcomes), abs=1e-7)
        money, jacoby = (exact_equities(position, database, jacoby=rule) for rule in (False, True))
        assert money.cubeless == pytest.approx(outcomes.equity, abs=2e-5)
        assert (money.owned, money.opponents) == (jacoby.owned, jacoby.opponents)
        assert money.owned >= money.centred >= money.opponents
    alone = [evaluator_named().evaluate(as_boards([position]))[0] for position in positions]
    assert np.array_equal(alone, found)
    assert exact_database(positions[3]) is None
