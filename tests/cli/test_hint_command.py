import json
import re

import pytest

from bgtool.cli import run
from bgtool.core.outcomes import Outcomes
from tests.fakes import Judge, Taste

START = "4HPwATDgc/ABMA"
OVER = "AAAAAAAAAAAAAA"


@pytest.fixture(autouse=True)
def judge(monkeypatch):
    monkeypatch.setattr("bgtool.engine.evaluators.evaluator_named", lambda name=None: Taste())


def said(capsys, *arguments):
    code = run(["hint", *arguments])
    shown = capsys.readouterr()
    return code, shown.out, "".join(re.sub("Compiling.*\n", "", shown.err))


def plays(capsys, *arguments):
    code, out, err = said(capsys, "--json", *arguments)
    assert (code, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def test_the_roll_is_an_option_or_stands_after_the_id_or_in_it(capsys):
    answers = (
        plays(capsys, f"{START} 31") + plays(capsys, START, "--dice", "13") + plays(capsys, f"{START}:cIkFAAAAAAAE")
    )
    assert len(answers) == 3
    assert all(answer["plays"] == answers[0]["plays"] for answer in answers)
    assert all(answer["dice"] == [3, 1] for answer in answers)


def test_another_roll_in_a_line_than_in_the_option_is_an_error_of_that_line(capsys):
    assert run(["hint", f"{START} 64", START, f"{START} 13", "--dice", "31", "--json"]) == 1
    first, *others = map(json.loads, capsys.readouterr().out.splitlines())
    assert "leave one out" in first["error"]
    assert [answer["dice"] for answer in others] == [[3, 1], [3, 1]]


def test_json_lists_every_play_best_first(capsys):
    [answer] = plays(capsys, f"{START} 31")
    assert len(answer["plays"]) == 16
    assert answer["plays"][0]["play"] == "8/5 6/5"
    errors = [play["error"] for play in answer["plays"]]
    assert errors == sorted(errors)
    assert len(plays(capsys, f"{START} 31", "--top", "3")[0]["plays"]) == 3


def test_text_lists_ten_plays_and_says_what_judged_them(capsys):
    code, out, _ = said(capsys, f"{START} 31")
    assert code == 0
    head, *lines = out.splitlines()
    assert head == f"{START} 31: 0-ply judge 0000, money, centred cube at 1; 10 of 16 plays"
    assert len(lines) == 10
    assert lines[0].split()[:3] == ["1.", "8/5", "6/5"]


def test_a_bad_line_costs_only_itself(capsys, monkeypatch):
    lines = f"{START} 31\nrubbish 31\n{START} 70\n{START}\n\n# a remark\n{OVER} 31\n{START} 64\n".encode()

    class Stdin:
        buffer = lines.splitlines(keepends=True)

    monkeypatch.setattr("sys.stdin", Stdin())
    code, out, err = said(capsys, "--json", "-")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert ["plays" in answer for answer in answers] == [True, False, False, False, False, True]
    assert [answer.get("proper_action") for answer in answers].count(None) == 5
    assert err.count("\n") == err.count("Error:") == 3
    assert "Traceback" not in err


@pytest.mark.parametrize("dice", ["70", "3", "abc", "311", "07"])
def test_dice_that_do_not_exist_are_a_usage_error(capsys, dice):
    code, out, err = said(capsys, START, "--dice", dice)
    assert (code, out) == (2, "")
    assert dice in err


def test_depths_that_are_not_there_are_a_usage_error(capsys):
    code, _, err = said(capsys, f"{START} 31", "--plies", "9")
    assert code == 2
    assert "--plies" in err


def test_portes_counts_two_points_at_most(capsys, monkeypatch):
    always = Judge(lambda position: Outcomes(0.2, 0.0, 0.0, 0.6, 0.5))
    monkeypatch.setattr("bgtool.engine.evaluators.evaluator_named", lambda name=None: always)
    usual = plays(capsys, f"{START} 31", "--top", "1", "--cubeless")[0]["plays"][0]
    portes = plays(capsys, f"{START} 31", "--top", "1", "--variant", "portes")[0]["plays"][0]
    assert usual["equity"] == pytest.approx(1.7)
    assert portes["equity"] == pytest.approx(1.2)


def test_plays_are_ranked_at_the_score_unless_cubeless_equity_is_asked_for(capsys, monkeypatch):
    def gammon_or_win(position):
        return Outcomes(0.5, 0.0, 0.0, 0.4) if position.opponent[7] else Outcomes(0.45)

    monkeypatch.setattr("bgtool.engine.evaluators.evaluator_named", lambda name=None: Judge(gammon_or_win))
    last_game = "XGID=-b----E-C---eE---c-e----B-:0:0:1:61:4:4:0:5:10"
    [cubeful], [cubeless] = plays(capsys, last_game), plays(capsys, last_game, "--cubeless")
    assert (cubeful["equity"], cubeless["equity"]) == ("cubeful", "cubeless money")
    assert (cubeful["met"], cubeless["met"]) == ("Kazaross-XG2", None)
    assert "7" in cubeless["plays"][0]["play"]
    assert "7" not in cubeful["plays"][0]["play"], "at double match point a gammon is worth nothing"
    assert cubeful["plays"][0]["mwc"] == pytest.approx(0.55)
    _, out, _ = said(capsys, last_game)
    assert "1-away 1-away, post-Crawford, centred cube at 1, Kazaross-XG2" in out.splitlines()[0]
    assert "55.000%" in out.splitlines()[1]


def test_a_cube_is_judged_as_deep_as_asked_for(capsys, monkeypatch):
    monkeypatch.undo()  # the judge of these tests has no compiled part to look ahead with
    answers = []
    for plies in ("0", "1"):
        code, out, _ = said(capsys, "--json", START, "--plies", plies)
        assert code == 0
        answers.append(json.loads(out))
    assert [answer["plies"] for answer in answers] == [0, 1]
    assert answers[0]["no_double"] != answers[1]["no_double"]


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        ((START, "--cubeless"), "--cubeless"),
        ((START, "--top", "3"), "--top 3"),
        ((f"{START} 31", "--market"), "--market"),
        ((f"{START}:cIkFAAAAAAAE", "--market"), "--market"),
    ],
)
def test_an_option_without_a_part_in_the_answer_is_an_error_of_that_line(capsys, arguments, option):
    code, out, err = said(capsys, *arguments)
    assert (code, out) == (1, "")
    assert err.startswith(f"Error: {arguments[0]}: {option} is about ")
    assert err.count("\n") == 1


def test_the_cube_is_judged_with_a_cube(capsys):
    assert said(capsys, f"{START} 31", "--cube", "--cubeless")[0] == 2
    assert said(capsys, START, "--top", "3", "--dice", "31")[0] == 0
