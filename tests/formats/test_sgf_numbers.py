"""The numbers of GNU Backgammon's analysis: every version read, version 3 written, nothing rounded on the way."""

from pathlib import Path

import pytest

from bgtool.core.opinion import Estimate
from bgtool.formats import read_matches
from bgtool.formats.sgf_numbers import Misfit, cube_text, play_text, read_cube, read_play

DATA = Path(__file__).parents[1] / "data" / "sgf"
CHANCES = "0.450427 0.128552 0.005584 0.166429 0.007820"
SEVEN = f"{CHANCES} -0.136512 0.485008 {CHANCES} -0.136512 0.449677"
PLAY = f"ptst E ver 3 {CHANCES} -0.088656 2C 0 1 0.000000 1"
CUBE = f"E ver 3 2C 1 0.000000 1 {SEVEN}"


def opinions(name):
    [match] = read_matches(DATA / f"{name}.sgf")
    return match.analysis.by_action()


def test_a_play():
    letters, estimate = read_play(PLAY)
    assert letters == "ptst"
    assert estimate == Estimate(
        chances=(0.450427, 0.128552, 0.005584, 0.166429, 0.007820),
        equity=-0.088656,
        method="2-ply cubeful",
        settings="2C 1 0.000000 1",
    )
    assert play_text(letters, estimate) == PLAY


def test_the_cube_in_a_match_is_worth_winning_chances_and_in_money_play_equity():
    match, money = read_cube(CUBE, True), read_cube(CUBE, False)
    assert (match.no_double.mwc, match.no_double.equity) == (0.485008, None)
    assert (money.double_take.mwc, money.double_take.equity) == (None, 0.449677)
    assert match.no_double.cubeless == money.no_double.cubeless == -0.136512
    assert cube_text(match, True) == cube_text(money, False) == CUBE


@pytest.mark.parametrize(
    "text",
    [
        f"E ver 2 2C 0 1 0.000000 1 {SEVEN}",
        f"E ver 1 0.5 0.4 0.3 1.0 2C 0 1 0.000000 1 {SEVEN}",
        f"E 0.5 0.4 0.3 1.0 2C 0 1 0.000000 1 {SEVEN}",
    ],
    ids=["version 2", "version 1", "no version"],
)
def test_older_versions_of_the_cube(text):
    assert read_cube(text, True) == read_cube(CUBE, True)


def test_the_oldest_cube_has_equities_only():
    cube = read_cube("E 0.5 0.4 0.3 1.0", False)
    assert (cube.no_double.equity, cube.double_take.equity) == (0.4, 0.3)


@pytest.mark.parametrize(
    "text", [f"ptst E {CHANCES} -0.088656 2C 0 1 0.000000", f"ptst E ver 2 {CHANCES} -0.088656 2 0 1 0.0 1"]
)
def test_older_versions_of_a_play(text):
    _, estimate = read_play(text)
    assert estimate.equity == -0.088656
    assert estimate.method == ("2-ply cubeful" if "2C" in text else "2-ply cubeless")


def test_a_dance_has_no_letters():
    assert read_play(PLAY.removeprefix("ptst"))[0] == ""


def test_rollouts_of_a_play_and_of_the_cube():
    opinion = opinions("rolled_out")[0, 3]
    best = opinion.candidates[0].estimate
    assert (best.method, best.trials, best.equity, best.mwc) == ("rollout", 36, -0.04545520619, 0.4954785705)
    assert best.cubeless == best.chances[0] * 0 - 0.01166143548
    assert len(best.std_errors) == 7
    assert "Mersenne Twister" in best.settings
    assert opinion.played == 1
    assert opinion.candidates[1].estimate.trials is None
    cube = opinion.cube
    assert (cube.no_double.trials, cube.double_take.trials) == (36, 36)
    assert cube.no_double.chances[0] == 0.5101104379
    assert cube.double_take.chances[0] == 0.5087665319
    assert (cube.no_double.mwc, cube.double_take.mwc) == (0.5034490228, 0.4627239406)


def test_rollouts_are_written_as_they_were():
    opinion = opinions("rolled_out")[0, 3]
    candidate = opinion.candidates[0]
    assert read_play(play_text("jdxt", candidate.estimate)) == ("jdxt", candidate.estimate)
    assert read_cube(cube_text(opinion.cube, True), True) == opinion.cube


def test_an_old_rollout_is_kept_as_text():
    letters, estimate = read_play("ptst R 0.5 something")
    assert (letters, estimate.method, estimate.chances) == ("ptst", "rollout", ())
    assert play_text(letters, estimate) == "ptst R 0.5 something"


def test_marks_luck_and_what_is_marked_for_rollout():
    [match] = read_matches(DATA / "analysed.sgf")
    assert match.analysis.source == "GNU Backgammon 1.07.001"
    opinions = match.analysis.by_action()
    assert opinions[0, 12].mark == "doubtful"
    assert opinions[0, 12].error == pytest.approx(0.05903, abs=0.03)
    assert opinions[0, 13].luck == 0.65801
    assert opinions[0, 13].luck_mark == "very lucky"
    assert opinions[0, 14].luck_mark == "unlucky"
    assert opinions[0, 15].cube.no_double.mwc == 0.574937
    assert [opinion.mark for opinion in opinions.values()].count("bad") == 1


@pytest.mark.parametrize(
    "text",
    ["", "ptst", "ptst E", "ptst Q 1 2 3", "ptst E ver x 1", PLAY.replace("0.450427", "nan"), "ptst X ver 3 Score 1"],
)
def test_numbers_that_are_not(text):
    with pytest.raises(Misfit):
        read_play(text)
    with pytest.raises(Misfit):
        read_cube(text, True)
