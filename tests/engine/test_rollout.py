import itertools
from math import sqrt
from statistics import mean, pstdev

import numpy as np
import pytest

import bgtool
from bgtool.core.dice import ROLLS, Dice
from bgtool.core.position import Position
from bgtool.core.state import MatchState
from bgtool.core.variant import HYPERGAMMON_1, NACKGAMMON, PORTES, STANDARD
from bgtool.engine.cube import Scale
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.rollout import candidates_of
from bgtool.engine.rollout import rollout as any_rollout
from bgtool.engine.rollout_records import RolloutSettings
from bgtool.engine.rollout_run import RolloutRun
from bgtool.engine.rollout_sums import Block, Sums
from bgtool.errors import IllegalPlayError, NotationError, PositionError, SettingsError
from bgtool.kernels.rollout import new_trials
from bgtool.kernels.rollout_game import EQUITY, RAW, REDUCED, SCALE

SHORT_RACE = Position.of("6:1 5:1 4:1 1:1", "6:1 4:1 2:2 1:1")
LONGER_RACE = Position.of("6:2 5:2 4:2 3:2", "6:2 5:2 4:2 2:2")
ONE_ROLL = Position.of("2:2", "1:1")
JUDGE = evaluator_named()


def rollout(*what, **given):
    """A cubeless rollout: for the cube see test_rollout_cube.py."""
    return any_rollout(*what, **{"cubeful": False, **given})


def with_roll(position, roll):
    return MatchState(position, dice=Dice.parse(roll))


def test_the_library_twin():
    given = {"trials": 36, "seed": 5, "cubeful": False}
    twin = bgtool.rollout("4HPwATDgc/ABMA", **given)
    assert twin == any_rollout(bgtool.parse_state("4HPwATDgc/ABMA"), **given)
    assert bgtool.rollout(twin.state, **given) == twin


def test_a_last_roll_is_exact_with_dealt_dice():
    """Two checkers on the two point: any roll without an ace takes both off, and 11 does."""
    good = sum(roll.weight for roll in ROLLS if 1 not in (roll.high, roll.low) or roll.is_doublet)
    best = rollout(ONE_ROLL, trials=1296, jobs=1).best
    assert good == 26
    assert best.equity == pytest.approx(2 * good / 36 - 1)
    assert best.std_error == 0
    assert best.games == (1296 * good // 36, 0, 0, 1296 * (36 - good) // 36, 0, 0)


def test_a_last_roll_with_random_dice_is_within_its_error():
    results = [rollout(ONE_ROLL, trials=720, seed=seed, stratified=False, jobs=1).best for seed in range(20)]
    for best in results:
        assert best.std_error == pytest.approx(2 * sqrt(26 * 10) / 36 / sqrt(720), rel=0.1)
        assert abs(best.equity - 4 / 9) < 4 * best.std_error


def test_two_rolls_each_as_by_hand():
    """Mover: two checkers on the 2 point; opponent: one on the 6 and one on the 3, who rolls once if mover fails."""
    position = Position.of("2:2", "6:1 3:1")
    opponent = sum(
        roll.weight for roll in ROLLS if (roll.is_doublet and roll.high >= 3) or (roll.high == 6 and roll.low >= 3)
    )
    assert opponent == 4 + 6
    win = 26 / 36 + 10 / 36 * (1 - opponent / 36)
    for seed in range(20):
        best = rollout(position, trials=360, seed=seed, jobs=1).best
        assert abs(best.equity - (2 * win - 1)) <= 4 * best.std_error


@pytest.mark.parametrize(
    ("position", "games"),
    [
        (Position.of("1:1", "bar:2 6:13"), (0, 0, 36, 0, 0, 0)),
        (Position.of("1:1", "19:1 6:14"), (0, 0, 36, 0, 0, 0)),
        (Position.of("1:1", "18:1 6:14"), (0, 36, 0, 0, 0, 0)),
        (Position.of("1:1", "6:14"), (36, 0, 0, 0, 0, 0)),
    ],
)
def test_certain_backgammon_gammon_and_single(position, games):
    best = rollout(position, trials=36, jobs=1).best
    assert best.games == games
    assert best.equity == 3 * (games[2] == 36) + 2 * (games[1] == 36) + (games[0] == 36)
    assert best.outcomes.win == 1


def test_no_gammon_can_be_lost_with_a_checker_off():
    """U025: whoever has borne off one checker loses neither gammon nor backgammon."""
    position = Position.of("5:5 4:5 3:4", "24:2 6:5 5:4 4:4")
    for candidate in rollout(with_roll(position, "54"), trials=72, jobs=1, top=2, truncate=6).candidates:
        assert candidate.outcomes.lose_gammon == candidate.outcomes.lose_backgammon == 0


def test_a_finished_game_is_worth_what_it_is():
    best = rollout(Position.of("1:1 6:3", ""), trials=36, jobs=1).best
    assert (best.equity, best.std_error) == (-1, 0)


def test_portes_knows_no_backgammon():
    state = MatchState(Position.of("1:1", "bar:2 6:13"), variant=PORTES)
    best = rollout(state, trials=36, jobs=1).best
    assert best.equity == 2
    assert best.games == (0, 36, 0, 0, 0, 0)


def test_hypergammon_counts_its_own_checkers():
    best = rollout(MatchState(Position.of("1:1", "23:1", 1), variant=HYPERGAMMON_1), trials=36, jobs=1).best
    assert best.games == (0, 0, 36, 0, 0, 0)
    assert rollout(Position.of("1:1", "23:1", 1), trials=36, jobs=1).best.games == best.games


@pytest.mark.parametrize("extra", [{}, {"variance_reduction": True}, {"until_se": 0.05, "min_trials": 100}])
def test_any_number_of_jobs_gives_the_same(extra):
    state = with_roll(LONGER_RACE, "61")
    first, *others = [rollout(state, trials=400, jobs=jobs, top=3, **extra) for jobs in (1, 2, 3)]
    assert all(other == first for other in others)


def test_seeds_differ():
    assert rollout(LONGER_RACE, trials=72, seed=1, jobs=1) != rollout(LONGER_RACE, trials=72, seed=2, jobs=1)


@pytest.mark.parametrize("stratified", [True, False])
@pytest.mark.parametrize("trials", [180, 200])
def test_the_printed_error_is_the_spread_of_seeds(stratified, trials):
    results = [
        rollout(LONGER_RACE, trials=trials, seed=seed, stratified=stratified, jobs=1).best for seed in range(200)
    ]
    spread = pstdev(best.equity for best in results)
    assert 0.9 < spread / mean(best.std_error for best in results) < 1.1  # 200 seeds tell it to 5 %


def test_the_error_of_a_difference_is_the_spread_of_seeds():
    state = with_roll(LONGER_RACE, "21")
    errors, printed = [], []
    for seed in range(100):
        found = {
            c.candidate.move: c for c in rollout(state, ["6/4 6/5", "6/3"], trials=180, seed=seed, jobs=1).candidates
        }
        first, second = (found[move] for move in sorted(found, key=str))
        errors.append(first.equity - second.equity)
        printed.append(max(first.error_std_error, second.error_std_error))
        assert max(first.error_std_error, second.error_std_error) < hypot(first.std_error, second.std_error)
    assert 0.8 < pstdev(errors) / mean(printed) < 1.2


def hypot(a, b):
    return sqrt(a * a + b * b)


def test_taking_luck_off_leaves_the_mean_and_shrinks_the_error():
    plain = rollout(LONGER_RACE, trials=1296, jobs=1).best
    reduced = rollout(LONGER_RACE, trials=1296, jobs=1, variance_reduction=True).best
    assert (reduced.raw_equity, reduced.raw_std_error, reduced.games) == (plain.equity, plain.std_error, plain.games)
    assert reduced.std_error < plain.std_error
    assert abs(reduced.equity - plain.equity) < 4 * hypot(plain.std_error, reduced.std_error)


def test_truncation_judges_by_the_evaluator():
    best = rollout(MatchState(NACKGAMMON.start, variant=NACKGAMMON), trials=36, truncate=2, jobs=1).best
    assert best.games is None
    assert 0 < best.std_deviation < 1


def test_candidates_are_all_plays_or_those_asked_for():
    state = with_roll(LONGER_RACE, "21")
    every = candidates_of(state, evaluator=JUDGE)
    assert len(every) == len(bgtool.legal_moves(LONGER_RACE, Dice.parse("21")))
    best = candidates_of(state, top=2, evaluator=JUDGE)
    assert best == every[:2]
    asked = candidates_of(state, ["6/4 6/5", "6/5 6/4"], evaluator=JUDGE)
    assert [str(candidate.move) for candidate in asked] == ["6/5 6/4"] or len(asked) == 1
    both = candidates_of(state, [str(every[-1].move)], top=2, evaluator=JUDGE)
    assert {c.position for c in both} == {every[-1].position, *(c.position for c in best)}


def test_a_dance_is_one_candidate():
    closed = "6:3 5:2 4:2 3:2 2:2 1:2"
    state = with_roll(Position.of("bar:1 6:3", closed + " 8:2"), "66")
    [candidate] = rollout(state, trials=36, truncate=2, jobs=1).candidates
    assert str(candidate.candidate.move) == ""


def test_the_viewpoint_is_that_of_the_player_who_moves():
    """Mover bears off his last checker with any play: he wins, whatever the opponent would roll."""
    [candidate] = rollout(with_roll(Position.of("1:1", "1:1"), "21"), trials=36, jobs=1).candidates
    assert candidate.equity == 1
    assert candidate.outcomes.win == 1


def test_hopeless_plays_are_dropped_the_same_for_any_jobs():
    state = with_roll(Position.of("6:1 2:1", "1:3"), "21")
    given = {"trials": 20000, "until_jsd": 3.0, "min_trials": 72}
    results = [rollout(state, jobs=jobs, **given) for jobs in (1, 3)]
    assert results[0] == results[1]
    assert results[0].stopped == "until_jsd"
    assert results[0].trials < 20000
    assert [c.dropped for c in results[0].candidates] == [False] + [True] * (len(results[0].candidates) - 1)


def test_a_small_error_stops_it():
    result = rollout(LONGER_RACE, trials=5000, until_se=0.05, min_trials=100, jobs=2)
    assert result.stopped == "until_se"
    assert result.best.std_error <= 0.05
    assert result.best.trials == result.trials < 5000


def test_time_stops_it():
    result = rollout(LONGER_RACE, trials=10**9, time=0.3, jobs=1)
    assert result.stopped == "time"
    assert result.trials >= 36


def test_interrupted_it_knows_what_was_played():
    settings = RolloutSettings(trials=720, cubeful=False)
    run = RolloutRun(
        MatchState(LONGER_RACE), candidates_of(MatchState(LONGER_RACE), evaluator=JUDGE), settings, JUDGE, 2
    )

    def interrupt(run):
        if run.trials >= 144:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.run(interrupt)
    assert run.result().stopped == "interrupted"
    assert run.result().best == rollout(LONGER_RACE, trials=144, jobs=1).best
    run.run()
    assert run.result() == rollout(LONGER_RACE, trials=720, jobs=1)


@pytest.mark.parametrize(
    "settings",
    [
        {"trials": 0},
        {"seed": -1},
        {"seed": 1 << 63},
        {"truncate": 0},
        {"until_se": float("nan")},
        {"until_se": 0.0},
        {"until_jsd": float("inf")},
        {"time": -1.0},
        {"min_trials": 1},
    ],
)
def test_impossible_settings_are_named(settings):
    with pytest.raises(SettingsError, match=next(iter(settings))):
        rollout(LONGER_RACE, **settings)


def test_all_faults_of_the_settings_are_listed():
    with pytest.raises(SettingsError, match=r"trials 0.*truncate 0"):
        RolloutSettings(trials=0, truncate=0)


def test_what_cannot_be_rolled_out():
    state = with_roll(LONGER_RACE, "21")
    with pytest.raises(IllegalPlayError, match="6/2"):
        rollout(state, ["6/2"])
    with pytest.raises(NotationError, match="nonsense"):
        rollout(state, ["nonsense"])
    with pytest.raises(SettingsError, match="dice"):
        rollout(LONGER_RACE, ["6/3"])
    with pytest.raises(SettingsError, match="dice"):
        rollout(LONGER_RACE, top=2)
    with pytest.raises(SettingsError, match="opening roll"):
        rollout(state, initial=True)
    with pytest.raises(SettingsError, match="jobs 0"):
        rollout(LONGER_RACE, jobs=0)
    with pytest.raises(SettingsError, match="top 0"):
        rollout(state, top=0)


def test_a_board_on_which_nobody_can_ever_move_is_refused():
    closed = "6:2 5:2 4:2 3:2 2:2 1:2"
    with pytest.raises(PositionError, match="neither can ever move"):
        rollout(Position.of(f"bar:3 {closed}", f"bar:3 {closed}"))


def random_trials(number, candidates, seed=1):
    rng = np.random.default_rng(seed)
    trials = new_trials(number, candidates)
    trials.classes[:] = np.stack([np.arange(number) % 36, (np.arange(number) * 7) % 36], axis=1)
    trials.results[:] = rng.integers(-3, 4, trials.results.shape) * SCALE
    return trials


def test_means_and_plain_errors_as_numpy_makes_them():
    trials = random_trials(60, 2)
    results = trials.results
    block = Block(2)
    block.add(trials, EQUITY)
    sums = Sums(2, stratified=False)
    sums.add(block, (0, 1))
    for k, kind in itertools.product(range(2), (RAW, REDUCED)):
        values = results[:, k, kind, EQUITY] / SCALE
        estimate = sums.equity(k, kind)
        assert estimate.mean == pytest.approx(values.mean())
        assert estimate.std_deviation == pytest.approx(values.std(ddof=1))
        assert estimate.std_error == pytest.approx(values.std(ddof=1) / sqrt(60))
    difference = (results[:, 0, RAW, EQUITY] - results[:, 1, RAW, EQUITY]) / SCALE
    assert sums.difference(0, 1, RAW).mean == pytest.approx(difference.mean())
    assert sums.difference(0, 1, RAW).std_error == pytest.approx(difference.std(ddof=1) / sqrt(60))


def test_one_trial_has_no_error():
    assert rollout(LONGER_RACE, trials=1, jobs=1).best.std_error == float("inf")


def test_u075_the_luck_of_an_opening_roll_is_measured_against_the_30_without_doublets():
    """Cut short after one roll, a reduced result is the mean over those: the same whatever came, and that of them all.

    The mean over 36 rolls is another number.
    """
    given = {"truncate": 1, "jobs": 1, "variance_reduction": True, "prune": False, "cubeful": False}
    found = rollout(STANDARD.start, trials=30, initial=True, **given).best
    assert found.std_deviation < 1e-5
    assert found.equity == pytest.approx(found.raw_equity, abs=1e-5)
    assert abs(found.equity - rollout(STANDARD.start, trials=36, **given).best.equity) > 0.01


def test_u120_a_rollout_stopped_between_rounds_of_36_is_not_biased():
    """Two rolls against one, 8 of 36 trials: over many seeds the mean is the exact one, and errors tell the spread."""
    position = Position.of("6:1 1:1", "1:2")
    exact = rollout(position, trials=36, jobs=1).best.equity
    found = [rollout(position, trials=8, seed=seed, jobs=1).best.equity for seed in range(400)]
    assert -1 < exact < 1
    assert abs(mean(found) - exact) < 4 * pstdev(found) / 20


def test_plays_named_twice_are_told(caplog):
    state = with_roll(LONGER_RACE, "21")
    with caplog.at_level("INFO", logger="bgtool"):
        [only] = candidates_of(state, ["6/4 6/5", "6/5 6/4"], evaluator=JUDGE)
    assert caplog.messages == ["6/4 6/5 and 6/5 6/4 are the same play, which is rolled out once"]
    caplog.clear()
    with caplog.at_level("INFO", logger="bgtool"):
        assert len(candidates_of(state, [str(only.move)], top=3, evaluator=JUDGE)) >= 3
    assert not caplog.messages


def test_a_finished_game_has_no_plays():
    with pytest.raises(SettingsError, match="the game is over: the player on roll has lost a gammon"):
        rollout(with_roll(Position.of("6:15", ""), "21"), ["6/4 6/5"])


@pytest.mark.parametrize("name", ["trials", "truncate", "first", "min_trials"])
@pytest.mark.parametrize("number", [1 << 63, 1 << 64, 10**20])
def test_numbers_beyond_all_games_are_refused_with_both_bounds(name, number):
    with pytest.raises(SettingsError, match=rf"^{name} {number}: .*from \d .*to [\d,]+"):
        RolloutSettings(**{name: number})


def test_a_match_winning_chance_stays_one_whatever_the_sums_rounded():
    """36 games that are all won with a backgammon came to 1.00000024."""
    scale = Scale(0.5, -0.25, True)
    assert scale.mwc(1.0 + 5e-7) == 1.0
    assert scale.mwc(-1.0 - 5e-7) == 0.0
    assert scale.mwc(0.5) == 0.75
    assert Scale(1.0, -1.0, False).mwc(0.5) is None
