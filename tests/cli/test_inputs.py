import io
import json

import click
import pytest
from click.testing import CliRunner

from bgtool.cli.inputs import answer_each, given_lines
from bgtool.errors import IdError


@click.command()
@click.argument("items", nargs=-1)
@click.option("--json", "as_json", is_flag=True)
def echo(items, as_json):
    def answer(line):
        if line.startswith("bad"):
            raise IdError(f"{line!r} is no ID")
        return {"said": line}

    answer_each(items, answer, lambda document: f"said {document['said']}", as_json)


def run(*arguments, given=None):
    return CliRunner().invoke(echo, arguments, input=given)


def test_a_bad_line_costs_only_itself():
    done = run("one", "bad", "two")
    assert done.exit_code == 1
    assert done.stdout == "said one\nsaid two\n"
    assert done.stderr == "Error: 'bad' is no ID\n"


def test_json_keeps_the_place_of_a_bad_line():
    done = run("--json", "-", given="one\nbad ID\n\n# a comment\ntwo\n")
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert documents == [{"said": "one"}, {"input": "bad ID", "error": "'bad ID' is no ID"}, {"said": "two"}]
    assert done.exit_code == 1


def test_nothing_given_is_a_usage_error():
    assert run().exit_code == 2


def test_empty_standard_input_is_an_error():
    done = run("-", given="\n\n")
    assert done.exit_code == 1
    assert isinstance(done.exception, Exception)


def test_a_file_stands_for_the_positions_in_it(tmp_path):
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"
    (tmp_path / "two.txt").write_text(f"first {xgid} second {xgid}")
    (tmp_path / "none.txt").write_text("nothing here")
    done = run("one", str(tmp_path / "two.txt"), str(tmp_path / "none.txt"), "last")
    assert done.stdout == f"said one\nsaid {xgid}\nsaid {xgid}\nsaid last\n"
    assert done.exit_code == 1
    assert "none.txt" in done.stderr
    [document] = [json.loads(line) for line in run("--json", str(tmp_path / "none.txt")).stdout.splitlines()]
    assert document["input"] == str(tmp_path / "none.txt")


def test_a_file_that_lists_ids_is_read_as_standard_input_is(tmp_path):
    """Bare Position IDs were no positions of a file, and beside an XGID they were passed over in silence."""
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"
    lines = ["4HPwATDgc/ABMA 31", xgid, "4HPwATDgc/ABMA:cAkAAAAAAAAA", "bad line", "4HPwATDgc/ABMA"]
    (tmp_path / "ids.txt").write_text("\r\n".join(["# openings", *lines, ""]))
    done = run(str(tmp_path / "ids.txt"))
    assert done.stdout == "".join(f"said {line}\n" for line in lines if line != "bad line")
    assert done.stderr == "Error: 'bad line' is no ID\n"
    assert done.exit_code == 1


def test_lines_of_standard_input_are_no_file_names(tmp_path):
    (tmp_path / "two.txt").write_text("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10")
    done = run("-", given=str(tmp_path / "two.txt"))
    assert done.stdout == f"said {tmp_path / 'two.txt'}\n"


def test_bytes_that_are_no_text_are_still_answered(monkeypatch):
    class Stdin:
        buffer = io.BytesIO(b"\xff\xfe\x00junk\nnext\n")

    monkeypatch.setattr("sys.stdin", Stdin())
    assert [line[-4:] for line in given_lines(["first", "-"])] == ["irst", "junk", "next"]


@pytest.mark.parametrize("arguments", [["--json"], []])
def test_answers_come_in_order(arguments):
    lines = [f"line{i}" for i in range(50)]
    done = run(*arguments, *lines)
    assert [f"line{i}" in line for i, line in enumerate(done.stdout.splitlines())] == [True] * 50


def test_a_byte_order_mark_before_the_first_line_is_none_of_the_id():
    assert run("-", given=b"\xef\xbb\xbfone\r\ntwo\n").stdout == "said one\nsaid two\n"
