import json
import re

import pytest

from bgtool.cli import run

START = "4HPwATDgc/ABMA"
BEAROFF = "kQcAgEoDAAAAAA"
FIELDS = {
    *("schema", "id", "position_id", "match_id", "xgid", "game_over", "plies", "evaluator", "database"),
    *("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"),
    *("cubeless_equity", "equity", "mwc", "situation", "met", "no_double", "double_take", "double_pass"),
    *("proper_action", "proper_action_text"),
}


def said(capsys, *arguments):
    code = run(["eval", "--evaluator", "heuristic", *arguments])
    shown = capsys.readouterr()
    return code, shown.out, re.sub("Compiling.*\n", "", shown.err)


def document(capsys, *arguments):
    code, out, err = said(capsys, "--json", *arguments)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_json_has_every_field_and_the_equity_of_its_chances(capsys):
    answer = document(capsys, START)
    assert set(answer) == FIELDS
    assert answer["schema"] == "bgtool.eval/1"
    assert (answer["id"], answer["position_id"], answer["plies"], answer["mwc"]) == (START, START, 0, None)
    assert answer["xgid"].startswith("XGID=-b----E-C---eE---c-e----B-")
    chances = [answer[name] for name in ("win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")]
    equity = 2 * answer["win"] - 1 + chances[0] + chances[1] - chances[2] - chances[3]
    assert answer["cubeless_equity"] == pytest.approx(equity)
    assert answer["equity"] == answer["no_double"] > answer["double_take"]
    assert answer["proper_action"] == "no-double-take"
    assert answer["evaluator"].startswith("heuristic ")


def test_a_finished_game_says_so(capsys):
    over = "8P8NAAAAAAAAAA"  # all off, the opponent with fifteen on his board
    assert document(capsys, over)["game_over"] == "the player on roll has won a gammon"
    assert "The game is over: the player on roll has won a gammon." in said(capsys, over)[1]
    assert document(capsys, START)["game_over"] is None
    assert "over" not in said(capsys, START)[1]


def test_text_says_depth_evaluator_chances_and_equity(capsys):
    code, out, err = said(capsys, START)
    assert (code, err) == (0, "")
    head, wins, loses, cubeless, cubeful, action = out.splitlines()
    assert re.fullmatch(rf"{START}: 0-ply heuristic [0-9a-f]{{8}}, player on roll", head)
    assert float(wins.split()[1]) + float(loses.split()[1]) == pytest.approx(1, abs=1e-4)
    assert re.fullmatch(r"  cubeless equity [+-]\d\.\d{4}", cubeless)
    assert re.fullmatch(r"  cubeful equity  [+-]\d\.\d{4}  \(money, centred cube at 1\)", cubeful)
    assert action.startswith("  No double, take: no double ")


def test_at_a_score_the_cubeful_equity_comes_with_its_winning_chance(capsys):
    score = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:0:0:7:10"
    answer = document(capsys, score)
    assert answer["met"] == "Kazaross-XG2"
    assert 0 < answer["mwc"] < 1
    _, out, _ = said(capsys, score)
    assert re.search(r"MWC \d\d\.\d{3}%  \(5-away 7-away, centred cube at 1, Kazaross-XG2\)", out)
    crawford = document(capsys, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:2:1:5:10")
    assert crawford["double_take"] is None
    assert crawford["equity"] == crawford["no_double"]
    assert document(capsys, score, "--met", "zadeh")["mwc"] != answer["mwc"]


def test_a_roll_in_the_id_does_not_count(capsys):
    rolled = document(capsys, f"{START}:cIkFAAAAAAAE")
    assert rolled["win"] == document(capsys, START)["win"]


def test_portes_knows_no_backgammon(capsys):
    usual, portes = document(capsys, START), document(capsys, START, "--variant", "portes")
    assert portes["no_double"] is portes["mwc"] is None
    assert portes["equity"] == portes["cubeless_equity"]
    assert usual["cubeless_equity"] - portes["equity"] == pytest.approx(
        usual["win_backgammon"] - usual["lose_backgammon"]
    )


def test_a_finished_game_is_exact(capsys):
    answer = document(capsys, "XGID=-a------------------------:0:0:1:00:0:0:0:0:10")
    assert [answer[name] for name in ("win", "win_gammon", "equity")] == [1, 0, 1]


def test_a_bad_line_costs_only_itself(capsys, monkeypatch):
    class Stdin:
        buffer = (f"{START}\n".encode(), b"rubbish\n", b"\xff\xfe\n", b"\n", f"  {BEAROFF}  \n".encode())

    monkeypatch.setattr("sys.stdin", Stdin())
    code, out, err = said(capsys, "--json", "-")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert ["win" in answer for answer in answers] == [True, False, False, True]
    assert err.count("Error:") == err.count("\n") == 2
    assert "Traceback" not in err


def test_explain_lists_shares_that_add_up(capsys):
    answer = document(capsys, "--explain", "sGfwATDgc/ABMA")["explanation"]
    assert answer["reference"] == "starting position"
    total = answer["reference_equity"] + sum(share["equity"] for share in answer["shares"])
    assert total == pytest.approx(answer["equity"], abs=1e-3)
    code, out, _ = said(capsys, "--explain", "sGfwATDgc/ABMA")
    assert code == 0
    rows = out.split("feature\n")[1].splitlines()
    assert rows[-1].endswith("heuristic equity of this position")
    shown = sum(float(row.split()[0]) for row in rows[:-1])
    assert shown == pytest.approx(answer["equity"] - answer["reference_equity"], abs=0.02)


def test_explain_is_of_the_heuristic_only(capsys):
    assert run(["eval", "--explain", START]) == 0
    assert "heuristic" in capsys.readouterr().out
    code = run(["eval", "--explain", "--evaluator", "net", START])
    assert code == 1
    assert "--evaluator heuristic" in capsys.readouterr().err


def test_an_unknown_evaluator_is_one_clear_error(capsys):
    assert run(["eval", "--evaluator", "gnubg", START]) == 1
    assert capsys.readouterr().err.startswith("Error: evaluator 'gnubg'")


@pytest.mark.parametrize("deeper", [("--plies", "1"), ("--preset", "quick")])
def test_what_looks_ahead_is_not_explained(capsys, deeper):
    code, out, err = said(capsys, START, "--explain", *deeper)
    assert (code, out) == (2, "")
    assert "--explain is about the bare evaluation, not 1-ply" in err
    assert said(capsys, START, "--explain", "--plies", "0")[0] == 0


def test_no_name_is_no_match_equity_table(capsys):
    code, out, err = said(capsys, START, "--met", "")
    assert (code, out) == (1, "")
    assert "--met '' is no file, and not one of Kazaross-XG2" in err
