"""Every code that a reader may report, each with a small input that earns it."""

import gzip

import pytest

from bgtool.core.record import Severity
from bgtool.formats import read_matches
from bgtool.formats.problems import CODES
from tests.formats import xg_files
from tests.formats.test_mat_troubles import GIVEN_UP, ONE_WAY_IN, OPENING
from tests.formats.texts import codes, game, match, row

WON = match(game(OPENING, result=GIVEN_UP))


def one(*rows, result=GIVEN_UP, **options):
    header = {name: options.pop(name) for name in ("length", "header") if name in options}
    return match(game(*rows, result=result, **options), **header)


def two(**second):
    return match(game(OPENING, result=GIVEN_UP), game(OPENING, result=GIVEN_UP, number=2, **second))


def sgf(nodes):
    return f"(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bo]RU[Crawford]RE[W+1R]{nodes})".encode()


def xg(*records, **options):
    opening = xg_files.move(1, xg_files.START, xg_files.AFTER_31, (3, 1), (7, 4, 5, 4))
    return xg_files.container(xg_files.match_header(), xg_files.game_header(), opening, *records, **options)


EARNED = {
    "illegal-play": one(OPENING, ("13: 13/9 24/23", "")),
    "impossible-play": one(OPENING, ("52: 3/1 13/8", "")),
    "unreadable-play": one(OPENING, ("52: 13-to-8", "")),
    "unknown-play": one(OPENING, ("52: ????", "31: 8/5 6/5")),
    "no-dice": one(OPENING, ("78: 13/8", "")),
    "moves-lost": one(OPENING, ("52: ????", "31: 8/5 6/5")),
    "after-end": one(OPENING, GIVEN_UP, ("52: 13/8 13/11", "")),
    "unreadable-line": one(OPENING, "what is this"),
    "unreadable-dump": one(OPENING, ("31: Illegal play (1;2;)", "")),
    "no-score-line": f" 5 point match\n Game 1\n{row(*OPENING)}\n",
    "no-length": game(OPENING, result=GIVEN_UP),
    "no-games": " 5 point match\n",
    "answer-without-double": one(OPENING, (" Takes", "52: 13/8 13/11")),
    "no-cannot-move": one(OPENING, ("52: Cannot Move", "")),
    "not-moved": one(ONE_WAY_IN, ("52:", "31: 7/4 7/6"), ("51: 25/20 2/1", "")),
    "forced-play": one(ONE_WAY_IN, ("52:", "31: 7/4 7/6")),
    "out-of-turn": one(OPENING, ("", "52: 13/8 13/11")),
    "opening-doublet": one(("33: 8/5 8/5 6/3 6/3", "")),
    "missing-take": one(OPENING, (" Doubles => 2", ""), ("52: 13/8 13/11", "")),
    "missing-pass": one(OPENING, (" Doubles => 2", "")),
    "cube-value": one(OPENING, (" Doubles => 8", " Drops")),
    "automatic-double": one(OPENING, (" Doubles => 8", " Drops"), length=0, result="      Wins 4 points"),
    "cube-not-allowed": one(OPENING, (" Doubles => 2", " Beavers => 4"), ("", "")),
    "sentinel-points": one(OPENING, result="      Wins 1004 points"),
    "points-mismatch": two(score=(2, 0)),
    "winner-mismatch": two(score=(0, 1)),
    "score-mismatch": two(score=(1, 1)),
    "score-beyond-length": two(score=(7, 0)),
    "no-result": one(OPENING, result=""),
    "names-changed": two(score=(1, 0), names=("Cy", "Di")),
    "unclear-names": one(OPENING, names=("Ann : 2", "Bo")),
    "empty-name": one(OPENING, names=("", "Bo")),
    "crawford-unclear": one(OPENING, score=(4, 0)),
    "bad-length": one(OPENING, length=99999),
    "bad-tag": one(OPENING, header='; [Crawford "perhaps"]'),
    "dice-changed": sgf(";PL[W]DI[43];PL[W]DI[31];W[31hefe]"),
    "bad-analysis": sgf(";W[31hefe]LU[much]"),
    "not-kept": sgf(";W[31hefe]ZZ[kept nowhere]"),
    "board-mismatch": xg(xg_files.move(-1, xg_files.START, xg_files.START, (6, 6), ())),
    "bad-checksum": xg(damaged=True),
    "encoding-guessed": WON.replace("Ann", "Åse").encode("cp1252"),
    "truncated": gzip.compress(WON.encode())[:-9],
    "undecodable": WON.replace("Ann", "Åse").encode("cp1252").replace(b"Bo", b"B\x81"),
}


@pytest.mark.parametrize("code", CODES)
def test_code(code, tmp_path):
    file = tmp_path / "small.mat"
    text = EARNED[code]
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    [record] = read_matches(file)
    found = {problem.code: problem for problem in record.problems}
    assert code in found
    assert found[code].severity is CODES[code][0]
    assert found[code].message
    assert found[code].line is not None or code in {"encoding-guessed", "truncated", "bad-checksum"}


def test_a_good_record_has_no_problem(tmp_path):
    (tmp_path / "small.mat").write_text(WON)
    [record] = read_matches(tmp_path / "small.mat")
    assert codes(record) == []


def test_severities():
    assert {severity for severity, _ in CODES.values()} == set(Severity)
