"""Exact bear-off values against published ones, GNU Backgammon's databases and plain fractions."""

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numba
import numpy as np
import pytest

from bgtool.analysis.cube import decide_cube
from bgtool.cli import run
from bgtool.core.position import Position
from bgtool.core.state import Cube, MatchState
from bgtool.engine import bearoff, databases
from bgtool.engine.bearoff import (
    effective_pips,
    money_equities,
    needs_tables,
    one_sided,
    race_outcomes,
    roll_distribution,
    two_sided,
)
from bgtool.engine.boards import as_boards
from bgtool.engine.databases import Database, build_on_disk, load
from bgtool.engine.evaluators import brain_for, evaluator_named
from bgtool.engine.exact import load as load_bearoff
from bgtool.engine.money_equities import MoneyEquities
from bgtool.errors import DataError, InputError
from bgtool.kernels import bearoff as bearoff_kernels
from bgtool.layout import ROW
from tests.reference import bearoff as slow

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="the full databases need the compiler")

# Mean rolls and effective pip counts of rows; sources: an independent exact recursion and GNU Backgammon's database.
EPC = {
    "1:1": (1.0, 8.1667),
    "1:3": (1.833333, 14.9722),
    "1:7": (3.550926, 28.9992),
    "1:10": (4.408179, 36.0001),
    "1:15": (6.979592, 57.0),
    "6:1": (1.25, 10.2083),
    "5:1": (1.138889, 9.3009),
    "6:2": (2.109611, 17.2285),
    "5:2": (1.914523, 15.6353),
    "6:1 5:1": (1.960048, 16.0071),
    "6:1 5:1 4:1 3:1 2:1 1:1": (3.463648, 28.2865),
    "3:2 2:2 1:2": (2.805255, 22.9096),
    "6:2 5:2 4:2": (4.438164, 36.245),
    "5:2 4:2 3:2 2:2 1:2": (5.011549, 40.9277),
    "6:3 5:3 4:2": (5.819562, 47.5264),
}

# Both sides on the ace point, 2n checkers each: rolls of both, win, no double centred and owned, double/take.
ACES = """
1 1 1.0 1.0 1.0 2.0              3 5 1.0 1.0 1.0 2.0               5 6 0.934315 0.988438 0.988438 1.728331
1 2 1.0 1.0 1.0 2.0              4 2 0.023148 -1.0 -0.953704 -2.0  5 7 0.992186 1.0 1.0 1.968743
2 1 0.166667 -0.666667 -0.666667 -1.333333   4 3 0.301055 -0.712963 -0.359311 -1.503086
2 2 0.861111 0.722222 0.722222 1.444444      4 4 0.745263 0.760802 0.792953 0.916752
2 3 1.0 1.0 1.0 2.0              4 5 0.957133 1.0 1.0 1.828532     6 4 0.078179 -0.986125 -0.838284 -1.972251
3 1 0.0 -1.0 -1.0 -2.0           4 6 0.997321 1.0 1.0 1.989283     6 5 0.347329 -0.498237 -0.185534 -1.170086
3 2 0.25463 -0.722222 -0.490741 -1.444444    5 3 0.05144 -1.0 -0.897119 -2.0
3 3 0.787809 0.768519 0.768519 1.151235      5 4 0.328772 -0.645133 -0.256723 -1.40815
3 4 0.98071 1.0 1.0 1.92284      5 5 0.71745 0.704278 0.753396 0.726911
6 6 0.697529 0.579552 0.65189 0.588651       6 7 0.91358 0.962071 0.965749 1.628272
7 5 0.101829 -0.954485 -0.780714 -1.917799   7 6 0.360838 -0.407503 -0.147764 -1.024639
7 7 0.682331 0.498667 0.586749 0.506512
"""


def aces():
    numbers = ACES.split()
    return [(int(a), int(b), *map(float, rest)) for a, b, *rest in zip(*[iter(numbers)] * 6, strict=True)]


@pytest.mark.parametrize("text", EPC)
def test_effective_pips_are_the_published_ones(text):
    row = Position.of(text, "1:1").on_roll
    found = effective_pips(row)
    mean, epc = EPC[text]
    assert found.mean_rolls == pytest.approx(mean, abs=1e-6)
    assert found.epc == pytest.approx(epc, abs=1e-4)
    assert found.wastage == pytest.approx(epc - sum(p * n for p, n in enumerate(row)), abs=1e-4)
    rolls = roll_distribution(row)
    assert rolls @ np.arange(len(rolls)) == pytest.approx(mean, abs=1e-5)


@pytest.mark.parametrize("rolls", range(3, 8))
def test_n_rolls_on_the_ace_point_are_seven_n_and_one(rolls):
    for checkers in (2 * rolls - 1, 2 * rolls):
        assert effective_pips(Position.of(f"1:{checkers}", "1:1").on_roll).epc == pytest.approx(7 * rolls + 1, abs=5e-3)


@pytest.mark.parametrize("case", aces(), ids=lambda case: f"{case[0]} rolls against {case[1]}")
def test_cubes_on_the_ace_point_are_exact(case):
    mine, theirs, win, centred, owned, double_take = case
    position = Position.of(f"1:{2 * mine}", f"1:{2 * theirs}")
    money = money_equities(position)
    assert race_outcomes(position)[0].win == pytest.approx(win, abs=1e-6)
    assert (money.centred, money.owned, money.double_take) == pytest.approx((centred, owned, double_take), abs=2e-6)


def test_five_rolls_against_five_is_no_redouble():
    money = money_equities(Position.of("1:10", "1:10"))
    assert money.proper_action(money.centred) == "double-take"
    assert money.proper_action(money.owned) == "no-double-take"
    assert money.best(money.owned) == money.owned > money.double_take


def test_a_certain_win_may_be_doubled_or_played_on():
    money = money_equities(Position.of("1:2", "1:2"))
    assert money == MoneyEquities(1.0, 1.0, 1.0, 1.0)
    assert money.proper_action(money.centred) == "optional-double-pass"


REFERENCES = {
    # Position ID kQcAgEoDAAAAAA: GNU Backgammon's two-sided database
    ("6:2 5:1 3:1 2:1 1:1", "6:4 4:1 1:1"): (0.7554, 0.930, 0.934, 0.7441),
    # Position ID dwEAAO8BAAAAAA: 8 checkers against 7, no double .7552 and double/take .8775 (XG: .754, .877)
    ("2:4 1:4", "3:1 2:3 1:3"): (0.4736, 0.7552, None, 0.8775 / 2),
}


@pytest.mark.parametrize("rows", REFERENCES)
def test_published_bearoff_cubes(rows):
    money = money_equities(Position.of(*rows))
    found = (money.cubeless, money.centred, money.owned, money.opponents)
    for value, expected in zip(found, REFERENCES[rows], strict=True):
        assert expected is None or value == pytest.approx(expected, abs=5e-4)


def test_solving_on_the_spot_agrees_with_the_table():
    from bgtool.engine.bearoff import _home_indices, _solve

    position = Position.of("6:2 5:1 3:1", "4:2 2:3")
    mine, theirs = _home_indices(position)
    assert np.array_equal(_solve(mine, theirs, 500), two_sided()[mine, theirs])


def test_no_money_equities_where_gammons_or_contact_or_size_forbid():
    for rows in (("6:15", "1:2"), ("7:1 6:5", "1:2"), ("6:8 5:2", "6:8 5:2"), ("24:1 1:2", "6:2")):
        assert money_equities(Position.of(*rows)) is None
    assert money_equities(Position.of("", "1:2")) is None


def test_two_sided_values_are_exact():
    for mine, theirs in (("6:2", "5:1 4:1"), ("4:1 3:1 2:1", "5:1 1:2")):
        rows = [slow.row(text, 15) for text in (mine, theirs)]
        money = money_equities(Position(*rows))
        expected = [slow.cubeless(*rows), *(slow.money(*rows, cube) for cube in ("centred", "owned", "opponents"))]
        assert (money.cubeless, money.centred, money.owned, money.opponents) == pytest.approx(
            [float(e) for e in expected], abs=1e-6
        )


def test_u035_bear_off_equities_are_those_of_the_database_to_the_bit():
    table = two_sided()
    for board in random_home_boards(200, 6, 35):
        mine, theirs = (tuple(row) for row in board.tolist())
        exact = table[bearoff_kernels.home_index(board[0]), bearoff_kernels.home_index(board[1])]
        money = money_equities(Position(mine, theirs))
        assert [money.cubeless, money.centred, money.owned, money.opponents] == exact.tolist()
        state = MatchState(Position(mine, theirs))
        assert decide_cube(state, evaluator_named()).no_double == pytest.approx(exact[1], abs=1e-12)
        assert decide_cube(replace(state, cube=Cube(2, 0)), evaluator_named()).no_double == pytest.approx(
            exact[2], abs=1e-12
        )


def test_gammons_in_a_bearoff():
    outcomes, source = race_outcomes(Position.of("1:4", "6:15"))
    assert source == "one-sided-6x15"
    assert outcomes.win == pytest.approx(1)
    saved = roll_distribution(Position.of("6:15", "1:4").on_roll, first_checker=True)
    assert saved[1] == pytest.approx(17 / 36)  # any six, 51, 42, 33 and 22 bear one off
    assert outcomes.win_gammon == pytest.approx(1 / 6 + 5 / 6 * (1 - saved[1]), abs=1e-6)
    swapped = race_outcomes(Position.of("6:15", "1:4"))[0]
    assert swapped.win_gammon == 0
    assert 0 < swapped.lose_gammon < outcomes.win_gammon


def random_home_boards(count, most, seed):
    rng = np.random.default_rng(seed)
    boards = np.zeros((count, 2, ROW), np.int8)
    for board in boards.reshape(-1, ROW):
        counts = rng.multinomial(rng.integers(1, most + 1), np.ones(6) / 6)
        board[1:7] = counts
        board[0] = 15 - counts.sum()
    return boards


def test_every_evaluator_is_exact_inside_the_tables():
    boards = random_home_boards(400, 6, 1)
    for name in (None, "heuristic"):
        chances = evaluator_named(name).evaluate(boards)
        for board, found in zip(boards, chances, strict=True):
            money = money_equities(Position(*map(tuple, board.tolist())))
            assert found.tolist() == pytest.approx([(1 + money.cubeless) / 2, 0, 0, 0, 0], abs=1e-7)


def test_every_evaluator_uses_the_one_sided_tables_beyond():
    boards = np.concatenate([random_home_boards(100, 15, 2), as_boards([Position.of("6:15", "6:15")])])
    chances = evaluator_named().evaluate(boards)
    assert np.array_equal(load_bearoff().evaluate(boards), chances)
    compared = 0
    for board, found in zip(boards, chances, strict=True):
        outcomes, source = race_outcomes(Position(*map(tuple, board.tolist())), 200)
        if source == "one-sided-6x15":
            assert found.tolist() == pytest.approx(list(outcomes), abs=1e-6)
            compared += 1
        assert found[0] == pytest.approx(outcomes.win, abs=0.01)  # "solved" is what perfect play makes of it
    assert compared > 30


def test_tables_are_left_alone_until_a_bearoff_comes_up(monkeypatch):
    from bgtool.engine import evaluators

    contact = Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
    evaluator = evaluators.BrainEvaluator("plain", "", evaluator_named("heuristic").parts)

    def fail():
        raise AssertionError("tables were asked for")

    monkeypatch.setattr(bearoff, "one_sided", fail)
    evaluator.evaluate(as_boards([contact, Position.of("7:1 6:2", "6:2")]))
    assert not needs_tables(as_boards([]))
    with pytest.raises(AssertionError):
        evaluator.evaluate(as_boards([contact, Position.of("6:2", "6:2")]))


def test_the_bearoff_evaluator_refuses_other_boards():
    boards = as_boards([Position.of("6:2", "6:2"), Position.of("6:2", "7:1 6:2")])
    with pytest.raises(InputError, match="not all checkers are at home"):
        load_bearoff().evaluate(boards)
    assert load_bearoff().evaluate(boards[:1]).shape == (1, 5)
    assert load_bearoff().evaluate(boards[:0]).shape == (0, 5)


@pytest.mark.parametrize("command", [["eval"], ["rollout"], ["rollout", "--dice", "31"], ["hint", "--dice", "31"]])
def test_chosen_by_name_it_refuses_what_it_does_not_know(command, capsys):
    assert run([*command, "--evaluator", "bearoff", "4HPwATDgc/ABMA"]) == 1
    shown = capsys.readouterr()
    assert not shown.out
    assert shown.err.count("Error:") == 1
    assert "bearoff knows bear-offs alone" in shown.err


@pytest.mark.parametrize("command", [["eval"], ["hint", "--dice", "31"]])
def test_chosen_by_name_it_says_what_the_network_reads_in_the_tables(command, capsys):
    answers = []
    for name in ("bearoff", "net"):
        assert run([*command, "--json", "--evaluator", name, "kQcAgEoDAAAAAA"]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    exact, usual = answers
    assert exact.pop("evaluator") == "bearoff exact"
    usual.pop("evaluator")
    assert exact == usual


def test_too_good_to_double():
    money = MoneyEquities(1.5, 1.4, 1.5, 0.6)
    assert money.proper_action(money.centred) == "too-good-pass"
    assert money.best(money.centred) == 1.4
    assert MoneyEquities(0.9, 1.1, 1.2, 0.4).proper_action(1.1) == "too-good-take"


def test_rows_beyond_the_home_board_need_a_larger_database(tmp_path, monkeypatch):
    one_sided()
    row = Position.of("8:2 3:1", "1:1").on_roll
    monkeypatch.setattr(databases, "cache_root", lambda: tmp_path / "kernels")
    with pytest.raises(InputError, match=r"point 8.*bgtool bearoff build one-sided --points 8"):
        effective_pips(row)
    with pytest.raises(InputError, match="bar"):
        effective_pips(Position.of("bar:1", "1:1").on_roll)
    build_on_disk(Database("one-sided", 8, 3))
    assert effective_pips(row).mean_rolls == pytest.approx(float(slow.mean_rolls(row)), abs=1e-12)
    outcomes, source = race_outcomes(Position.of("8:2 3:1", "6:1 1:1"))
    assert source == "one-sided-8x3"
    assert 0 < outcomes.win < 0.2
    with pytest.raises(InputError, match="contact"):
        race_outcomes(Position.of("24:1", "24:1"))
    load.cache_clear()


GNUBG_ONE_SIDED = Path("/usr/share/gnubg/gnubg_os0.bd")
MAKEBEAROFF = shutil.which("makebearoff", path="/usr/games:/usr/local/games:/usr/bin:/usr/local/bin")


@pytest.mark.oracle
@pytest.mark.skipif(not GNUBG_ONE_SIDED.exists(), reason="GNU Backgammon's one-sided database is not installed")
def test_one_sided_tables_agree_with_gnubg():
    """GNU Backgammon numbers the rows as bgtool does; its chances are rounded to 1/65535."""
    raw = GNUBG_ONE_SIDED.read_bytes()
    assert raw.startswith(b"gnubg-OS-06-15-1-1-0")
    tables, n = one_sided(), 54264
    entry = np.dtype([("at", "<u4"), ("count", "u1"), ("first", "u1"), ("gammons", "u1"), ("gammon_first", "u1")])
    entries = np.frombuffer(raw, entry, n, 40)
    values = np.frombuffer(raw, "<u2", -1, 40 + entry.itemsize * n) / 65535
    rng = np.random.default_rng(4)
    alike = 0
    for row in rng.integers(1, n, 3000):
        at, count, first, gammons, gammon_first = (int(x) for x in entries[row])
        theirs = values[at : at + count]
        assert theirs @ np.arange(first, first + count) == pytest.approx(tables.mean[row], abs=3e-4)
        mine = tables.off_chance[row][first - tables.off_first[row] :][:count] if first >= tables.off_first[row] else 0
        alike += np.abs(theirs - mine).max() < 1e-4
        if row >= n - 15504:  # GNU Backgammon stores gammons only where no checker is off
            theirs = values[at + count : at + count + gammons]
            mean = theirs @ np.arange(gammon_first, gammon_first + gammons)
            assert mean == pytest.approx(tables.gammon_mean[row], abs=2e-4)
    assert alike > 2970  # the rest: another play with the same mean


@pytest.mark.oracle
@pytest.mark.skipif(MAKEBEAROFF is None, reason="GNU Backgammon's makebearoff is not installed")
def test_two_sided_tables_agree_with_gnubg(tmp_path):
    """All 84 x 84 pairs of up to three checkers; GNU Backgammon rounds to 1/32767 in every step."""
    file = tmp_path / "two.bd"
    subprocess.run([MAKEBEAROFF, "-t", "6x3", "-f", file], check=True, capture_output=True)
    theirs = np.frombuffer(file.read_bytes(), "<u2", -1, 40).reshape(84, 84, 4)[1:, 1:] / 32767.5 - 1
    mine = two_sided()[1:84, 1:84][..., [0, 2, 1, 3]]  # cubeless, owned, centred, opponent's
    assert np.abs(mine - theirs).max() < 1.5e-4


def test_the_bearoff_evaluator_knows_finished_games():
    """They end the winning plays that it has to rank, wherever the loser's checkers stand."""
    over = as_boards([Position.of("", "12:1 24:2"), Position.of("24:2", ""), Position.of("6:2", "6:2")])
    assert load_bearoff().evaluate(over)[:2].tolist() == evaluator_named("heuristic").evaluate(over)[:2].tolist()
    assert load_bearoff().evaluate(over)[:2, 0].tolist() == [1.0, 0.0]


def test_a_damaged_hypergammon_table_stops_no_ordinary_game(monkeypatch):
    """An empty hypergammon-25x3.tables stopped every lookahead."""

    def fail(checkers):
        raise DataError(f"hypergammon of {checkers}")

    monkeypatch.setattr(bearoff, "hypergammon", fail)
    monkeypatch.setattr(bearoff, "is_stored", lambda database: True)
    judge = evaluator_named("net")
    assert brain_for(judge, as_boards([Position.of("6:2", "6:2")])).network is not None
    with pytest.raises(DataError, match="hypergammon of 3"):
        brain_for(judge, as_boards([Position.of("24:1 23:1 22:1", "24:1 23:1 22:1", 3)]))
