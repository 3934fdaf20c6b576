"""Cubeful rollouts: against exact equities, at scores, and what is said of cube decisions."""

import os
from dataclasses import replace
from math import hypot, isclose
from statistics import mean, pstdev

import pytest

from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.state import Cube, MatchState
from bgtool.core.variant import PORTES
from bgtool.engine.bearoff import money_equities, money_tables, race_outcomes
from bgtool.engine.boards import as_boards
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.met import met_named
from bgtool.engine.rollout import candidates_of, rollout
from bgtool.engine.rollout_records import CubeVerdict
from bgtool.engine.stakes import terms_of
from bgtool.errors import InputError, SettingsError
from bgtool.kernels.cube import OPPONENTS, position_value

FULL = bool(os.environ.get("BGTOOL_FULL"))
SEEDS = range(20 if FULL else 4)
JUDGE = evaluator_named()

BEAROFFS = {
    "close": Position.of("6:1 5:1 3:1", "5:1 4:1 2:1"),
    "double, pass": Position.of("4:1 2:1", "6:1 5:1"),
    "redouble": Position.of("6:2 3:1", "6:2 2:1"),
    "four each": Position.of("6:2 5:1 1:1", "6:1 5:1 4:1 2:1"),
}
LONG_RACE = Position.of("6:2 5:2 4:2 3:2", "6:2 5:2 4:2 2:2")
START = Position.of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")


def by_action(result):
    return {candidate.candidate.action: candidate for candidate in result.candidates}


@pytest.mark.parametrize("name", BEAROFFS)
@pytest.mark.parametrize("variance_reduction", [False, True])
def test_bear_offs_are_worth_what_the_two_sided_tables_say(name, variance_reduction):
    """Cubeful and cubeless, the cube in the middle, owned, and after a double, within four standard errors."""
    position = BEAROFFS[name]
    exact = money_equities(position)
    for seed in SEEDS:
        given = {"trials": 720, "seed": seed, "jobs": 1, "variance_reduction": variance_reduction}
        centred = by_action(rollout(MatchState(position), **given))
        owned = by_action(rollout(MatchState(position, cube=Cube(2, 0)), **given))
        for found, true in (
            (centred["no-double"], exact.centred),
            (centred["double-take"], exact.double_take),
            (owned["no-double"], exact.owned),
            (owned["double-take"], exact.double_take),
        ):
            assert abs(found.equity - true) <= 4 * found.std_error + 1e-4
        plain = rollout(position, cubeful=False, **given).best
        assert abs(plain.equity - exact.cubeless) <= 4 * plain.std_error + 1e-4


def test_truncated_rollouts_end_where_the_tables_know_the_rest():
    for name, position in BEAROFFS.items():
        exact = money_equities(position)
        found = by_action(rollout(position, trials=36, truncate=5, jobs=1))
        assert found["no-double"].equity == pytest.approx(exact.centred, abs=2e-5), name
        assert found["double-take"].equity == pytest.approx(exact.double_take, abs=2e-5)
        assert found["no-double"].std_error == 0


def test_chances_obey_the_rules_with_the_cube_too():
    """U050: no gammons where both have a checker off, gammons where they are certain; U076: games differ."""
    for name, position in BEAROFFS.items():
        for found in rollout(position, trials=72, jobs=1).candidates:
            assert found.raw_chances[1:] == (0, 0, 0, 0), name
            assert 0 < found.raw_chances[0] < 1
    gammon = rollout(MatchState(Position.of("1:1", "18:1 6:14"), cube_limit=1), trials=36, jobs=1).best
    assert gammon.raw_chances == (1, 1, 0, 0, 0)


def test_a_double_can_be_worth_a_pass():
    verdict = rollout(Position.of("2:2", "6:2"), trials=720, jobs=1).verdict
    assert verdict.proper_action == "double-pass"
    assert verdict.no_double < 1 < verdict.double_take
    assert verdict.words == "Double, pass"


def test_nobody_doubles_where_the_rules_forbid_it():
    """Crawford game, a dead cube, double match point, no cube at all: the position by itself, nothing dropped."""
    states = (
        MatchState(LONG_RACE, score=(2, 1), length=3, crawford=True),
        MatchState(LONG_RACE, score=(2, 2), length=3),
        MatchState(LONG_RACE, cube_limit=1),
        MatchState(LONG_RACE, score=(1, 1), length=3, variant=PORTES),
    )
    for state in states:
        result = rollout(state, trials=72, jobs=1)
        [only] = result.candidates
        assert result.verdict is None
        assert only.candidate.action is None
        assert only.drops == (0, 0)


def test_double_match_point_counts_games_alone():
    only = rollout(MatchState(START, score=(2, 2), length=3), trials=72, jobs=1, truncate=6).best
    assert only.equity == pytest.approx(2 * only.chances[0] - 1, abs=1e-4)
    assert only.mwc == pytest.approx(only.chances[0], abs=1e-4)


def test_the_opponents_cube_is_not_ours_to_turn():
    state = MatchState(LONG_RACE, cube=Cube(2, 1))
    result = rollout(state, trials=72, jobs=1)
    assert [c.candidate.action for c in result.candidates] == [None]
    assert result.verdict is None


def test_gammons_count_nothing_under_jacoby_until_the_cube_is_turned():
    closed = Position.of("6:3 5:3 4:3 3:2 2:2 1:2", "bar:2 13:7 8:6")
    plain = rollout(MatchState(closed, cube_limit=1), trials=36, jobs=1, truncate=4).best
    dull = rollout(MatchState(closed, cube_limit=1, jacoby=True), trials=36, jobs=1, truncate=4).best
    assert dull.equity <= 1
    assert plain.equity > 1.2


def test_the_player_on_roll_after_a_play_may_double_at_once():
    """Mover leaves the opponent a position where doubling is right: the play costs the opponent's cash."""
    position = Position.of("6:3", "1:3")
    [play] = rollout(MatchState(position, dice=Dice.parse("21")), trials=36, jobs=1, top=1).candidates
    assert play.drops[1] == 36
    assert play.equity == -1
    assert play.games == (0,) * 6


@pytest.mark.parametrize("extra", [{}, {"variance_reduction": True}, {"score": (1, 2), "length": 5}])
def test_any_number_of_jobs_gives_the_same(extra):
    score = {name: extra.pop(name) for name in ("score", "length") if name in extra}
    state = MatchState(LONG_RACE, **score)
    first, *others = [rollout(state, trials=300, jobs=jobs, **extra) for jobs in (1, 2, 3)]
    assert all(other == first for other in others)


def test_taking_luck_off_leaves_the_mean_and_shrinks_the_error():
    for state in (MatchState(LONG_RACE), MatchState(LONG_RACE, score=(1, 2), length=5)):
        plain = by_action(rollout(state, trials=1296, jobs=1))
        reduced = by_action(rollout(state, trials=1296, jobs=1, variance_reduction=True))
        for action, found in reduced.items():
            assert (found.raw_equity, found.games) == (plain[action].equity, plain[action].games)
            assert found.std_error < plain[action].std_error
            assert abs(found.equity - found.raw_equity) < 4 * hypot(found.std_error, found.raw_std_error)


def test_the_printed_error_is_the_spread_of_seeds():
    seeds = 200 if FULL else 60
    state = MatchState(LONG_RACE)
    results = [rollout(state, ["no-double"], trials=180, seed=seed, jobs=1).best for seed in range(seeds)]
    spread = pstdev(found.equity for found in results)
    within = 0.1 if FULL else 0.25
    assert 1 - within < spread / mean(found.std_error for found in results) < 1 + within


def test_candidates_of_a_cube_decision():
    state = MatchState(LONG_RACE)
    both = candidates_of(state, evaluator=JUDGE, cubeful=True)
    assert [candidate.action for candidate in both] == ["no-double", "double-take"]
    [held] = candidates_of(state, ["no-double"], evaluator=JUDGE, cubeful=True)
    assert held.action == "no-double"
    [alone] = candidates_of(state, ["position"], evaluator=JUDGE, cubeful=True)
    [cubeless] = candidates_of(state, evaluator=JUDGE)
    assert alone == cubeless
    with pytest.raises(SettingsError, match="may not double"):
        candidates_of(state, ["double-take"], evaluator=JUDGE)
    with pytest.raises(SettingsError, match="by itself"):
        candidates_of(state, ["position", "no-double"], evaluator=JUDGE, cubeful=True)


def test_plays_by_their_place_in_the_ranking():
    state = MatchState(LONG_RACE, dice=Dice.parse("21"))
    every = candidates_of(state, evaluator=JUDGE, cubeful=True)
    assert candidates_of(state, ["2", 1], evaluator=JUDGE, cubeful=True) == (every[1], every[0])
    with pytest.raises(SettingsError, match=f"there are {len(every)} plays"):
        candidates_of(state, ["99"], evaluator=JUDGE, cubeful=True)
    with pytest.raises(SettingsError, match="play 0"):
        candidates_of(state, ["0"], evaluator=JUDGE, cubeful=True)


def test_the_position_by_itself_doubles_when_that_is_right():
    """With the cube to be turned at once the position is worth what the better decision is worth."""
    position = Position.of("1:2", "6:2")
    assert rollout(position, ["position"], trials=36, jobs=1).best.equity == 1


def test_a_cube_decision_stops_when_it_is_clear():
    result = rollout(Position.of("1:2 2:1", "6:2 5:1"), trials=20000, until_jsd=3.0, min_trials=72, jobs=1)
    assert result.stopped == "until_jsd"
    assert result.trials < 20000
    assert result.verdict.clear(3.0)


@pytest.mark.parametrize(
    ("no_double", "double_take", "action", "words"),
    [
        (0.5, 0.4, "no-double-take", "No redouble, take"),
        (0.5, 0.7, "double-take", "Redouble, take"),
        (0.8, 1.2, "double-pass", "Redouble, pass"),
        (1.1, 1.3, "too-good-pass", "Too good to redouble, pass"),
        (1.1, 0.9, "too-good-take", "Too good to redouble, take"),
    ],
)
def test_what_equities_come_to(no_double, double_take, action, words):
    doubling = min(double_take, 1.0) - no_double
    verdict = CubeVerdict(no_double, double_take, doubling, 0.1, 1 - double_take, 0.1, redouble=True)
    assert (verdict.proper_action, verdict.words) == (action, words)
    assert isclose(verdict.jsd, abs(doubling) / 0.1)


def test_a_match_that_is_over_is_refused():
    with pytest.raises(InputError, match="match is over"):
        rollout(MatchState(LONG_RACE, score=(3, 0), length=3), trials=36)


def test_deeper_plays_and_cube_decisions():
    """At 1-ply other games are played, the exact end stays what it is, and settings say what was done."""
    state = MatchState(START)
    results = [rollout(state, ["no-double"], trials=36, jobs=1, plies=plies, truncate=3) for plies in (0, 1)]
    assert results[0].best != results[1].best
    assert (results[1].settings.plies, results[1].settings.cube_plies) == (1, 1)
    with pytest.raises(SettingsError, match="plies 3"):
        rollout(state, plies=3)


def test_beavers_make_a_wrong_double_dearer():
    """Taken and turned at once where the doubler stands badly: only Jacoby makes doubling then thinkable."""
    state = MatchState(LONG_RACE.swapped(), beavers=True, jacoby=True)
    assert rollout(state, trials=36, jobs=1).settings.cubeful
    assert rollout(replace(state, beavers=False), trials=36, jobs=1).state.beavers is False


def test_u073_chances_of_a_cubeful_rollout_are_not_cut_at_drops():
    """Though many of its games end with a drop, they are those of a game played out, where they are known exactly."""
    win = race_outcomes(LONG_RACE)[0].win
    found = rollout(LONG_RACE, ["no-double"], trials=1296, jobs=1).best
    assert sum(found.drops) > 0.4 * found.trials
    assert abs(found.chances[0] - win) < 4 * found.chance_errors[0]
    assert abs(found.cubeless_equity - (2 * win - 1)) < 4 * found.cubeless_std_error


BAD_DOUBLE = Position.of("6:2 4:1", "6:1 5:1")
"""The player on roll is behind: a double is beavered."""


def test_a_double_that_costs_the_doubler_is_beavered_where_beavers_are_played():
    plain = rollout(MatchState(BAD_DOUBLE), trials=720, jobs=1).verdict
    assert (plain.proper_action, plain.double_beaver) == ("no-double-take", None)
    found = rollout(MatchState(BAD_DOUBLE, beavers=True), trials=720, jobs=1)
    verdict = found.verdict
    exact = money_equities(BAD_DOUBLE)
    assert exact.double_take < 0
    assert verdict.proper_action == "no-double-beaver"
    assert verdict.words == "No double, beaver"
    assert verdict.double_beaver == 2 * verdict.double_take == pytest.approx(2 * exact.double_take, abs=0.1)
    assert verdict.doubling == pytest.approx(verdict.double_beaver - verdict.no_double)
    assert verdict.taking == pytest.approx(1 - verdict.double_beaver)
    assert verdict.doubling_error > plain.doubling_error
    assert found.equity == verdict.no_double


def test_no_beaver_where_it_costs_or_is_not_allowed():
    for state in (
        MatchState(BAD_DOUBLE, beavers=True, cube_limit=2),
        MatchState(BAD_DOUBLE, score=(0, 0), length=5, beavers=True),
    ):
        assert rollout(state, trials=36, jobs=1).verdict.double_beaver is None
    good = rollout(MatchState(BEAROFFS["close"], beavers=True), trials=720, jobs=1).verdict
    assert good.double_beaver > good.double_take > 0
    assert good.proper_action == "double-take"


def test_a_raccoon_would_only_cost_more():
    """The answer to a beaver: where that is right, one more turn of the cube is worse for who would make it."""
    stakes = terms_of(MatchState(BAD_DOUBLE, beavers=True).view(), met_named()).stakes
    mine, theirs = as_boards([BAD_DOUBLE])[0]
    tables = money_tables()
    chances = JUDGE.evaluate(as_boards([BAD_DOUBLE]))[0]
    taken, beavered, raccooned = (
        position_value(stakes.contexts[0], tables, stakes.efficiency, mine, theirs, chances, level, OPPONENTS)
        for level in (1, 2, 3)
    )
    assert raccooned < beavered < taken < 0
