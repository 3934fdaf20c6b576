"""Cube decisions: GNU Backgammon's numbers given its own chances, published faults, and cases worked by hand."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bgtool.analysis.cube import Verdict, decide_cube, judge_cube, market_losers
from bgtool.analysis.score import score_report, state_at
from bgtool.analysis.units import mwc_lost
from bgtool.core.outcomes import Outcomes
from bgtool.core.position import Position
from bgtool.core.state import Cube, MatchState, Offer
from bgtool.core.variant import PORTES, STANDARD
from bgtool.engine.cube import cube_context, cube_values, gammon_prices
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.met import met_named
from bgtool.errors import InputError
from bgtool.formats.ids import parse_state
from bgtool.kernels.cube_efficiency import Efficiency

MET = met_named()
ROWS = [json.loads(line) for line in (Path(__file__).parents[1] / "data/cube_gnubg.jsonl").read_text().splitlines()]
START = MatchState(STANDARD.start)
EVEN = Outcomes(0.5, 0.13, 0.006, 0.13, 0.006)


def told(row):
    """The decision of a recorded row: GNU Backgammon's five chances, beavers allowed as it was asked."""
    state = parse_state(row["id"])
    state = state if state.length else replace(state, beavers=True)
    return judge_cube(state, Outcomes.of(row["chances"]))


@pytest.mark.parametrize("row", ROWS, ids=[f"{n} {row['id'][15:]}" for n, row in enumerate(ROWS)])
def test_gnu_backgammons_numbers_come_from_its_chances(row):
    decision = told(row)
    assert decision.no_double == pytest.approx(row["no_double"], abs=0.0005)
    assert (decision.double_take is None) == (row["double_take"] is None)
    if row["mwc"] is not None:
        assert decision.no_double_mwc == pytest.approx(row["mwc"], abs=0.0001)
    if row["double_take"] is not None:
        assert decision.double_take == pytest.approx(row["double_take"], abs=0.0005)
        assert_same_action(decision, row["action"])


def assert_same_action(decision, action):
    """The action is GNU Backgammon's where the margin is over 0.01.

    Two exceptions, both on purpose: it beavers only while the double is worth more than -2, and calls a double that
    cashes a certain win right instead of optional.
    """
    taken = decision.double_take
    if decision.verdict.answer == "beaver" and taken < -2:
        action = action.replace("take", "beaver")
    if decision.verdict is Verdict.OPTIONAL_DOUBLE_PASS:
        action = f"Optional {action.lower()}"
    margins = [abs(decision.no_double - min(taken, 1)), abs(taken - 1), abs(decision.no_double - 1), abs(taken)]
    assert decision.words == action or min(margins) < 0.01


@pytest.mark.parametrize("row", ROWS[::5], ids=lambda row: row["id"][15:])
def test_gammon_prices_are_gnu_backgammons(row):
    state = parse_state(row["id"])
    if state.jacoby and state.cube.owner is None:
        pytest.skip("no prices while gammons do not count")
    mine, theirs, mine_more, theirs_more = gammon_prices(cube_context(state.view(), MET))
    told = row["gammon_prices"] if state.on_roll == 0 else row["gammon_prices"][2:] + row["gammon_prices"][:2]
    assert (mine, mine_more, theirs, theirs_more) == pytest.approx(tuple(told), abs=0.0005)


def test_u037_too_good_to_double():
    state = parse_state("XGID=bB-B--C-A---eE---c-caa--B-:0:0:1:00:0:0:0:0:0")
    decision = judge_cube(state, Outcomes(0.755, 0.543, 0.226, 0.059, 0.005))
    assert decision.verdict is Verdict.TOO_GOOD_PASS
    assert decision.no_double > 1 < decision.double_take
    assert decide_cube(state, evaluator_named()).verdict is Verdict.TOO_GOOD_PASS


def test_u038_the_equity_stays_below_the_average_win():
    for win in (0.6, 0.8, 0.9, 0.99):
        for share in (0.1, 0.5, 0.9):
            decision = judge_cube(START, Outcomes(win, win * share, 0, 0.1 * (1 - win), 0))
            assert decision.no_double < 1 + share
            assert decision.double_take < 2 * (1 + share)


def test_u043_the_cubeless_equity_is_that_of_the_printed_chances():
    chances = Outcomes(0.383, 0.282, 0.062, 0.147, 0.0)
    decision = judge_cube(replace(START, jacoby=True), chances)
    assert decision.cubeless == pytest.approx(2 * 0.383 - 1 + 0.282 + 0.062 - 0.147)


def test_u044_a_beaver_under_a_capped_stake_compares_the_beavered_game():
    chances = Outcomes(0.49)
    free = judge_cube(replace(START, beavers=True), chances)
    assert free.verdict is Verdict.NO_DOUBLE_BEAVER
    assert free.beaver == pytest.approx(2 * free.double_take)
    # at a cap of 4 the beavered cube is dead, the doubled one still alive: turning it throws that away
    capped = judge_cube(replace(START, beavers=True, cube_limit=4), Outcomes(0.51))
    assert capped.double_take < capped.beaver == pytest.approx(4 * 0.02)
    assert capped.verdict.answer == "take"
    assert judge_cube(replace(START, beavers=True, cube_limit=2), chances).beaver is None


def test_u045_the_percentage_is_the_share_of_wrong_answers():
    decision = judge_cube(START, EVEN)
    share = decision.percentage
    assert decision.verdict is Verdict.NO_DOUBLE_TAKE
    assert share * 1 + (1 - share) * decision.double_take == pytest.approx(decision.no_double)


def test_u048_the_last_roll_for_the_match_is_the_exact_chance():
    state = replace(parse_state("kQcAgEoDAAAAAA"), length=3, score=(1, 1), cube=Cube(1))
    decision = judge_cube(state, Outcomes(0.8777))
    assert decision.double_take_mwc == pytest.approx(0.8777)


@pytest.mark.parametrize("win", [0.1, 0.5, 0.93])
def test_u051_at_double_match_point_gammons_are_worth_nothing(win):
    for state in (replace(START, length=1), replace(START, length=7, score=(6, 6))):
        decision = judge_cube(state, Outcomes(win, 0.9 * win, 0.3 * win, 0.8 * (1 - win), 0.0))
        assert decision.no_double == pytest.approx(2 * win - 1)
        assert decision.no_double == pytest.approx(2 * decision.no_double_mwc - 1)
        assert decision.cubeless_equity == pytest.approx(2 * win - 1)
        assert decision.verdict is Verdict.NOT_AVAILABLE
        assert decision.double_take is decision.doubled is decision.double_error is None


@pytest.mark.parametrize(("needs", "odd"), [((2, 1), False), ((3, 1), True), ((4, 1), False), ((5, 1), True)])
def test_u053_after_crawford_the_trailer_doubles_at_once(needs, odd):
    trailer = judge_cube(state_at(*needs, post_crawford=True, of=START), Outcomes(0.45, 0.12, 0.0, 0.14, 0.0))
    assert trailer.verdict is Verdict.DOUBLE_TAKE
    leader = judge_cube(state_at(1, needs[0], post_crawford=True, of=START), EVEN)
    assert leader.verdict is Verdict.NEVER_DOUBLE
    # U056: with an odd number of points to go a gammon is worth little, with an even one a whole game
    assert (gammon_prices(cube_context(trailer.state.view(), MET))[0] < 0.5) == odd
    # the free drop: needing two, the leader passes what is slightly bad for him; needing three, he may not
    worse = judge_cube(trailer.state, Outcomes(0.55, 0.15, 0.0, 0.1, 0.0))
    assert (worse.verdict.answer == "pass") == (not odd)


def test_u054_dead_cube_values_use_the_doubled_stakes():
    decision = judge_cube(state_at(5, 4, of=START), Outcomes(0.521, 0.154, 0.008, 0.130, 0.008))
    assert abs(decision.no_double) < 0.12


def test_u058_the_crawford_game_belongs_to_one_score():
    crawford = state_at(1, 5, of=START)
    assert judge_cube(crawford, EVEN).verdict is Verdict.NOT_AVAILABLE
    assert not state_at(3, 5, of=crawford).crawford
    assert judge_cube(state_at(3, 5, of=crawford), EVEN).double_take is not None


def test_u059_the_take_point_against_a_free_drop():
    window = score_report(1, 3, MET, post_crawford=True).cubes[0].theirs
    assert window.take == pytest.approx((1 - 0.48803 - 0.5) / 0.5)
    assert round(window.take, 3) == 0.024


def test_u060_equities_are_normalised_and_never_mixed_with_mwc():
    decision = judge_cube(state_at(5, 5, of=START), Outcomes(0.521483, 0.153909, 0.007563, 0.129867, 0.007548))
    won, lost = MET.mwc(4, 5), MET.mwc(5, 4)
    assert decision.no_double_mwc == pytest.approx(0.507, abs=0.002)
    assert decision.no_double == pytest.approx((2 * decision.no_double_mwc - won - lost) / (won - lost))
    assert decision.double_take < 0 < decision.no_double < 0.15
    assert decision.double_pass == 1.0
    assert decision.double_pass_mwc == pytest.approx(won)


def test_u080_money_and_match_answers_do_not_depend_on_the_order():
    money, match = replace(START, jacoby=True), state_at(3, 5, of=START)
    chances = Outcomes(0.55, 0.2, 0.01, 0.1, 0.0)
    alone = [judge_cube(state, chances).no_double for state in (money, match, START)]
    again = [judge_cube(state, chances).no_double for state in (START, match, money)]
    assert alone == again[::-1]
    assert len(set(alone)) == 3


def test_u081_a_lost_position_is_worth_less_than_nothing():
    lost = Outcomes(0.02, 0.0, 0.0, 0.6, 0.1)
    for state in (START, state_at(5, 7, of=START), state_at(7, 5, of=START)):
        mine, theirs = judge_cube(state, lost), judge_cube(state.mirrored(), lost)
        assert mine.no_double < -1
        assert mine.no_double == theirs.no_double


def test_u090_only_the_score_changes_the_cube_stays():
    state = replace(START, cube=Cube(2, 1), on_roll=1)
    moved = state_at(7, 5, of=state)
    assert moved.cube == Cube(2, 1)
    assert moved.view().away == (7, 5)
    assert judge_cube(moved, EVEN).owned


def test_u112_cubes_above_64_work():
    decision = judge_cube(replace(START, cube=Cube(4096, 0)), EVEN)
    assert decision.no_double == pytest.approx(judge_cube(replace(START, cube=Cube(2, 0)), EVEN).no_double)


ACE = [  # checkers on the ace point, chances of the mover, no double with the cube centred and owned, double and take
    (2, 4, 1.0, 1.0, 1.0, 2.0),
    (4, 2, 0.166667, -0.666667, -0.666667, -1.333333),
    (4, 4, 0.861111, 0.722222, 0.722222, 1.444444),
    (6, 4, 0.25463, -0.722222, -0.490741, -1.444444),
    (6, 6, 0.787809, 0.768519, 0.768519, 1.151235),
    (8, 6, 0.301055, -0.712963, -0.359311, -1.503086),
]


@pytest.mark.parametrize(("mine", "theirs", "win", "centred", "owned", "taken"), ACE)
def test_ace_point_cubes_are_exact(mine, theirs, win, centred, owned, taken):
    position = Position.of(f"0:{15 - mine} 1:{mine}", f"0:{15 - theirs} 1:{theirs}")
    for cube, no_double in ((Cube(1), centred), (Cube(2, 0), owned)):
        decision = judge_cube(MatchState(position, cube=cube), Outcomes(win))
        assert decision.no_double == pytest.approx(no_double, abs=0.0005)
        assert decision.double_take == pytest.approx(taken, abs=0.0005)


def test_u079_a_bearoff_beyond_the_tables_is_solved():
    decision = judge_cube(parse_state("dwEAAO8BAAAAAA"), Outcomes(0.73682))
    assert decision.no_double == pytest.approx(0.7552, abs=0.0005)
    assert decision.double_take == pytest.approx(0.8775, abs=0.0005)
    assert decision.cubeless_equity == pytest.approx(0.4736, abs=0.0005)
    assert decision.verdict is Verdict.DOUBLE_TAKE


def test_bearoff_cubes_of_every_owner():
    state = parse_state("kQcAgEoDAAAAAA")
    seen = {None: 0.930, state.on_roll: 0.934, 1 - state.on_roll: 0.7441}
    for owner, equity in seen.items():
        cube = Cube(1 if owner is None else 2, owner)
        assert judge_cube(replace(state, cube=cube), Outcomes(0.8777)).no_double == pytest.approx(equity, abs=0.0005)


def test_no_cube_in_portes_and_not_the_opponents():
    portes = MatchState(PORTES.start, variant=PORTES)
    assert judge_cube(portes, EVEN).verdict is Verdict.NOT_AVAILABLE
    assert judge_cube(portes, EVEN).no_double == pytest.approx(0.0)
    theirs = judge_cube(replace(START, cube=Cube(2, 1)), EVEN)
    assert theirs.verdict is Verdict.NOT_AVAILABLE
    assert theirs.best_equity == theirs.no_double


def test_an_automatic_double_is_a_centred_cube_at_two():
    doubled = judge_cube(replace(START, cube=Cube(2)), EVEN)
    assert doubled.no_double == judge_cube(START, EVEN).no_double
    assert doubled.words.startswith("No double")


def test_errors_and_answers_add_up():
    decision = judge_cube(START, Outcomes(0.78, 0.2, 0.01, 0.05, 0.0))
    assert decision.verdict is Verdict.DOUBLE_PASS
    assert decision.best_equity == decision.doubled == 1.0
    assert decision.no_double_error == 1.0 - decision.no_double
    assert decision.double_error == decision.pass_error == 0.0
    assert decision.take_error == pytest.approx(decision.double_take - 1.0)
    match = judge_cube(state_at(7, 7, of=START), Outcomes(0.78, 0.2, 0.01, 0.05, 0.0))
    assert mwc_lost(match.scale, match.no_double_error) == pytest.approx(match.best_mwc - match.no_double_mwc)


def test_every_kind_of_action_has_its_words():
    words = {kind.words(owned) for kind in Verdict for owned in (False, True)}
    assert len(words) == 2 * (len(Verdict) - 1) + 1 == 22 + 1
    assert all(("edouble" in kind.words(True)) or kind is Verdict.NOT_AVAILABLE for kind in Verdict)
    assert all(kind.words(owned).endswith(kind.answer) for kind in Verdict for owned in (0, 1) if kind.answer != "take")


def test_kauder_paradox():
    """Jacoby, a cube nobody will use again: doubling may be right for the gammons it brings in, although beavered."""
    dead = Efficiency(contact=0.0)
    state = replace(START, jacoby=True, beavers=True)
    found = 0
    for share in range(50, 90):
        chances = Outcomes(0.4, 0.004 * share, 0.0, 0.02, 0.0)
        decision = judge_cube(state, chances, MET, dead)
        if decision.verdict is Verdict.DOUBLE_BEAVER:
            found += 1
            assert decision.no_double < decision.doubled == decision.beaver < decision.double_take < 0
        assert (
            not judge_cube(replace(state, jacoby=False), chances, MET, dead).verdict.double
            or decision.double_take > -1e-6
        )
    assert found


def test_market_losers():
    evaluator = evaluator_named()
    last_roll = parse_state("AQAAAgAAAAAAAA")
    assert market_losers(last_roll, evaluator) == 1.0
    assert market_losers(replace(START, cube=Cube(2, 1)), evaluator) is None
    assert 0.0 <= market_losers(START, evaluator) < 0.05
    assert 0.5 < market_losers(parse_state("4HPwAVDYzsEBMA"), evaluator) < 1.0


@pytest.mark.parametrize("score", [(0, 3), (65, 5)])
def test_scores_that_cannot_be(score):
    with pytest.raises(InputError):
        judge_cube(state_at(*score, of=START), EVEN)


def test_a_finished_game_has_no_cube_decision():
    with pytest.raises(InputError, match="over"):
        judge_cube(MatchState(Position.of("0:15", "1:15")), EVEN)


def test_the_offer_is_answered():
    from bgtool.analysis.cube import proper_answer

    offered = replace(START, offer=Offer.DOUBLE)
    assert proper_answer(judge_cube(offered, Outcomes(0.9))) == "pass"
    assert proper_answer(judge_cube(offered, Outcomes(0.7))) == "take"
    assert proper_answer(judge_cube(START, Outcomes(0.7))) is None


def test_efficiency_can_be_set():
    view = START.view()
    dead = cube_values(view, EVEN, MET, Efficiency(contact=0.0))
    assert dead.no_double == pytest.approx(EVEN.equity)
    assert cube_values(view, Outcomes(0.7), MET, Efficiency(contact=1.0)).no_double == pytest.approx(-1 + 0.5 / 0.3)
    assert STANDARD.start == view.position
