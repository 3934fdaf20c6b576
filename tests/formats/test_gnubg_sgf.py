"""GNU Backgammon loads what bgtool writes as SGF and shows the same games, statistics and analysis."""

from pathlib import Path

import pytest

from bgtool.formats import read_matches, write_match
from tests.formats.test_mat_write import CANONICAL
from tests.formats.texts import read_all
from tests.oracle import ask_gnubg, needs_gnubg

pytestmark = needs_gnubg

DATA = Path(__file__).parents[1] / "data"


def shown(file):
    """What GNU Backgammon says of the match in a file."""
    said = ask_gnubg(
        "set confirm save off", f"load match {file}", "show statistics match", "list game", "show analysis"
    )
    return said.replace(str(file), "FILE")


@pytest.mark.parametrize("name", ["analysed", "rolled_out", "rollout_cube", "xg_setpos_game"])
def test_a_match_read_and_written_is_the_same_to_it(name, tmp_path):
    file = DATA / "sgf" / f"{name}.sgf"
    write_match(read_matches(file)[0], tmp_path / "own.sgf")
    assert shown(tmp_path / "own.sgf") == shown(file)


def test_its_own_export_of_the_analysis_is_the_same(tmp_path):
    file = DATA / "sgf" / "rolled_out.sgf"
    write_match(read_matches(file), tmp_path / "own.sgf")
    texts = []
    for given in (file, tmp_path / "own.sgf"):
        out = tmp_path / "out.txt"
        ask_gnubg("set confirm save off", f"load match {given}", f"export match text {out}")
        [exported] = tmp_path.glob("out*.txt")
        # It says when it was written, to the second.
        lines = exported.read_text(encoding="utf-8").splitlines()
        texts.append([line for line in lines if not line.startswith("Output generated")])
        exported.unlink()
    assert any("Rollout" in line for line in texts[0])
    assert texts[0] == texts[1]


def test_a_match_text_becomes_the_same_match(tmp_path):
    [record] = read_all(CANONICAL)
    write_match(record, tmp_path / "own.sgf")
    write_match(record, tmp_path / "own.mat")
    export = [tmp_path / "a.mat", tmp_path / "b.mat"]
    ask_gnubg("set confirm save off", f"load match {tmp_path / 'own.sgf'}", f"export match mat {export[0]}")
    ask_gnubg("set confirm save off", f"import mat {tmp_path / 'own.mat'}", f"export match mat {export[1]}")
    first, second = (read_matches(path)[0] for path in export)
    assert first.games == second.games
