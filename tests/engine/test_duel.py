"""Duels: the same games as a plain loop plays, fair pairs, honest errors."""

import numpy as np
import pytest

from bgtool.core.outcomes import Outcomes
from bgtool.core.variant import HYPERGAMMON_1, NACKGAMMON, PORTES, STANDARD
from bgtool.engine.boards import as_board
from bgtool.engine.candidates import ranked_candidates
from bgtool.engine.duel import DuelRun, EvaluatorPlayer, duel, player_named, share_out
from bgtool.engine.duel_records import DuelSettings, Mean, mean_of
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.search import Depth
from bgtool.errors import SettingsError
from bgtool.kernels.rng import WORDS, roll_dice, seed_state
from tests.boards import as_position
from tests.fakes import Judge, by_pips


def plain_game(players, seed, number, starter):
    """The points of the first player in a game played one play after another, each the first of its ranking."""
    state = np.empty(WORDS, np.uint64)
    seed_state(seed, number, state)
    board, mover = as_board(STANDARD.start), starter
    dice = roll_dice(state)
    while dice[0] == dice[1]:
        dice = roll_dice(state)
    while True:
        ranked = ranked_candidates(board[None], np.array([dice], np.int8), evaluator_named(players[mover]))
        position = as_position(ranked.boards[0])
        result = position.result()
        if result:
            return abs(int(Outcomes.from_result(result).equity)) * (1 if mover == 0 else -1)
        board, mover = as_board(position.swapped()), 1 - mover
        dice = roll_dice(state)


def test_the_games_are_those_of_a_plain_loop():
    players = ("net", "heuristic")
    run = DuelRun(*map(player_named, players), DuelSettings(games=6, seed=4, first=10))
    run.run()
    expected = [plain_game(players, 4, 10 + game // 2, game % 2) for game in range(6)]
    assert run._won.tolist() == expected
    assert run.result().points == mean_of(np.array(expected, float).reshape(-1, 2).mean(axis=1))


def test_equal_players_win_as_much_as_they_lose():
    result = duel("heuristic", "heuristic", games=40)
    assert result.points == Mean(0, 0)
    assert result.counts[:3] == result.counts[3:]
    assert sum(result.counts) == 40


def test_what_one_wins_the_other_loses():
    ours = duel("net", "heuristic", games=40, seed=2, variance_reduction=True)
    theirs = duel("heuristic", "net", games=40, seed=2, variance_reduction=True)
    assert ours.counts == theirs.counts[3:] + theirs.counts[:3]
    assert ours.points == Mean(-theirs.points.mean, theirs.points.std_error)
    assert ours.luck_adjusted.mean == pytest.approx(-theirs.luck_adjusted.mean, abs=1e-9)


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_jobs_never_change_the_result(jobs):
    assert duel("net", "heuristic", games=30, variance_reduction=True, jobs=jobs) == duel(
        "net", "heuristic", games=30, variance_reduction=True, jobs=3
    )


def test_batches_never_change_the_result(monkeypatch):
    whole = duel("net", "heuristic", games=30)
    monkeypatch.setattr(EvaluatorPlayer, "batch", 4)
    assert duel("net", "heuristic", games=30) == whole


def test_two_halves_are_one_whole():
    def won(**settings):
        run = DuelRun(player_named("net"), player_named("heuristic"), DuelSettings(seed=9, **settings))
        run.run()
        return run._won.tolist()

    assert won(games=20) == won(games=12) + won(games=8, first=6)


def test_the_network_beats_the_heuristic_and_less_luck_makes_it_surer():
    result = duel("net", "heuristic", games=300, variance_reduction=True)
    assert result.luck_adjusted.std_error < 0.5 * result.points.std_error
    assert abs(result.luck_adjusted.mean - result.points.mean) < 4 * result.points.std_error
    assert result.luck_adjusted.mean > 5 * result.luck_adjusted.std_error


def test_one_point_counts_wins_alone():
    result = duel("net", "heuristic", games=20, one_point=True)
    assert result.points.mean == pytest.approx(2 * result.shares[0] - 1)
    assert duel("net", "heuristic", games=20).points.mean == pytest.approx(
        np.dot(result.counts, (1, 2, 3, -1, -2, -3)) / 20, abs=1
    )


@pytest.mark.parametrize("variant", [NACKGAMMON, PORTES, HYPERGAMMON_1])
def test_variants(variant):
    result = duel("net", "heuristic", games=8, variant=variant, variance_reduction=True)
    assert result.games == 8
    assert abs(result.points.mean) <= variant.max_points


def test_deeper_plays_and_evaluators_without_a_compiled_part():
    judge = EvaluatorPlayer(Judge(by_pips))
    result = duel(EvaluatorPlayer(evaluator_named("net"), Depth(1)), judge, games=2)
    assert result.players[0].endswith("1-ply")
    assert result.players[1] == "judge 0000 0-ply"
    assert result.games == 2


@pytest.mark.parametrize("variant", [STANDARD, HYPERGAMMON_1])
def test_the_slow_way_plays_the_same(variant):
    boards = np.repeat(as_board(variant.start)[None], 36, axis=0)
    dice = np.array([(a, b) for a in range(1, 7) for b in range(1, 7)], np.int8)
    player = player_named("net")
    np.testing.assert_array_equal(player.choose(boards, dice, 3), player._choose_slowly(boards, dice, 3))


def test_an_interrupted_duel_knows_the_first_pairs():
    run = DuelRun(player_named("net"), player_named("heuristic"), DuelSettings(games=1_000_000))
    assert run.result() is None

    def interrupt(run):
        if run.pairs >= 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.run(interrupt)
    result = run.result()
    assert result.stopped == "interrupted"
    assert 40 <= result.games < 1_000_000
    same = duel("net", "heuristic", games=result.games)
    assert (same.points, same.counts) == (result.points, result.counts)


@pytest.mark.parametrize("name", ["net:", "net:x", "net:9", "net:-1", "gnubg", ""])
def test_players_that_there_are_not(name):
    with pytest.raises(SettingsError):
        player_named(name)


@pytest.mark.parametrize("wrong", [{"games": 3}, {"games": 0}, {"first": -1}, {"seed": -1}, {"games": 1 << 60}])
def test_settings_that_make_no_duel(wrong):
    with pytest.raises(SettingsError):
        DuelSettings(**wrong)


def test_work_is_shared_out_without_loss():
    seen = np.zeros(11, int)

    def work(piece):
        seen[piece] += 1

    for jobs in (1, 2, 4, 20):
        share_out(work, 11, jobs)
    share_out(work, 0, 3)
    assert (seen == 4).all()
