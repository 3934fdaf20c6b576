"""Identifiers against GNU Backgammon itself."""

import re

from bgtool.formats.ids import gnubg_id, parse_state, xgid
from tests.formats.test_ids import GNUBG_STEPS_BACK, VECTORS
from tests.oracle import ask_gnubg, needs_gnubg

pytestmark = needs_gnubg

KEPT = [v for v in VECTORS if v["state"]["gamestate"] == 1 and v["name"] not in GNUBG_STEPS_BACK]
PLAYED = re.compile(r"Position ID: (\S+)\s+Match ID   : (\S+)")


def test_gnubg_holds_what_we_write():
    ours = [gnubg_id(parse_state(vector["gnubgid"])) for vector in KEPT]
    printed = ask_gnubg("new session", *(line for text in ours for line in (f"set gnubgid {text}", "show board")))
    blocks = printed.split("Setting GNUbg ID ")[1:]
    assert len(blocks) == len(ours) >= 40
    for text, block in zip(ours, blocks, strict=True):
        assert ":".join(PLAYED.search(block).groups()) == text


def test_gnubg_reads_our_xgids():
    # GNU Backgammon swaps the players where the top one is on roll, so only the bottom player's turns are compared.
    states = [parse_state(vector["xgid"]) for vector in KEPT if vector["xgid"] and vector["state"]["on_roll"] == "X"]
    printed = ask_gnubg(
        "new session", *(f"set {xgid(state).replace('XGID=', 'xgid XGID=')}\nshow board" for state in states)
    )
    found = [":".join(match.groups()) for match in PLAYED.finditer(printed)]
    for state in states:
        assert gnubg_id(state) in found


def test_offers_as_gnubg_plays_them():
    printed = ask_gnubg(
        "set beavers 3",
        "set display on",
        "new session",
        "set gnubgid 4HPwATDgc/ABMA:cAkAAAAAAAAA",
        "double",
        "redouble",
        "redouble",
        "accept",
        "show board",
    )
    found = [match[2] for match in PLAYED.finditer(printed)]
    for played in ("cBEAAAAAAAAA", "QRkAAAAAAAAA", "QhEAAAAAAAAA", "QwkAAAAAAAAA"):
        assert played in found
        assert gnubg_id(parse_state(f"4HPwATDgc/ABMA:{played}")).endswith(played)
