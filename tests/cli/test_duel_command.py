"""``bgtool duel``: output, options, errors, interruption."""

import json

import pytest

import bgtool
from bgtool.cli import run
from bgtool.engine.duel import DuelRun


def answer(capsys, *arguments, code=0):
    assert run(["duel", *arguments]) == code
    return capsys.readouterr()


def test_json_is_the_same_to_the_byte_for_any_jobs(capsys):
    texts = {
        answer(capsys, "net", "heuristic", "--games", "40", "--json", "--variance-reduction", "--jobs", jobs).out
        for jobs in "123"
    }
    assert len(texts) == 1


def test_the_library_is_its_twin(capsys):
    document = json.loads(answer(capsys, "net:0", "heuristic", "--games", "20", "--seed", "5", "--json").out)
    result = bgtool.duel("net:0", "heuristic", games=20, seed=5)
    assert document["schema"] == "bgtool.duel/1"
    assert document["settings"]["seed"] == 5
    assert (document["points"], document["std_error"]) == (result.points.mean, result.points.std_error)
    assert tuple(document["counts"].values()) == result.counts
    assert document["win"] == result.shares[0]
    assert document["luck_adjusted"] is None
    assert document["players"] == list(result.players)
    assert document["stopped"] == "games"


def test_text_names_players_depths_and_errors(capsys):
    shown = answer(capsys, "net", "heuristic", "--games", "20", "--variance-reduction", "--variant", "nackgammon").out
    assert "0-ply against heuristic" in shown
    assert "20 games, cubeless money, nackgammon, each dice sequence from both sides, seed 1" in shown
    assert "points a game" in shown
    assert "luck taken off" in shown
    assert " ± 0." in shown


def test_one_pair_has_no_error(capsys):
    assert "± ?" in answer(capsys, "heuristic", "net", "--games", "2", "--one-point").out
    document = json.loads(answer(capsys, "heuristic", "net", "--games", "2", "--json").out)
    assert document["std_error"] is None


@pytest.mark.parametrize(
    "wrong",
    [
        ["net"],
        ["net", "oracle"],
        ["net:x", "net"],
        ["net:7", "net"],
        ["net", "heuristic", "--games", "3"],
        ["net", "heuristic", "--games", "0"],
        ["net", "heuristic", "--variant", "chess"],
        ["net", "heuristic", "--jobs", "0"],
        ["net", "heuristic", "--seed", "-1"],
        ["net", "heuristic", "--filter", "wide"],
    ],
)
def test_impossible_options_are_usage_errors(wrong, capsys):
    shown = answer(capsys, *wrong, code=2)
    assert not shown.out
    assert sum(line.startswith("Error:") for line in shown.err.splitlines()) == 1


def test_interrupted_it_prints_what_is_known(capsys, monkeypatch):
    def interrupted(self, watch=None):
        while self.pairs < 4:
            self._fill(8)
            self._turn()
        self.stopped = "interrupted"
        raise KeyboardInterrupt

    monkeypatch.setattr(DuelRun, "run", interrupted)
    shown = answer(capsys, "net", "heuristic", code=130)
    assert "interrupted" in shown.out
    assert "games" in shown.out
    assert "Interrupted." in shown.err
