"""Identifiers: the verified vectors, what is refused and why, what an ID cannot say."""

import base64
import json
from dataclasses import replace
from pathlib import Path

import pytest

from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.state import Cube, MatchState, Offer, Phase
from bgtool.core.variant import HYPERGAMMON_3, NACKGAMMON, PORTES, STANDARD
from bgtool.errors import IdError
from bgtool.formats.ids import (
    Notation,
    gnubg_id,
    losses,
    match_id,
    ogid,
    parse_position_id,
    parse_state,
    position_id,
    read_id,
    write_id,
    xgid,
)

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "ids.json").read_text(encoding="utf-8"))
WITH_XGID = [vector for vector in VECTORS if vector["xgid"]]
WITH_OGID = [vector for vector in VECTORS if vector["ogid"]]
START = "4HPwATDgc/ABMA"
START_XGID = "-b----E-C---eE---c-e----B-"
START_OGID = "11ccccchhhjjjjj:66666888dddddoo"
SEATS = {"O": 0, "X": 1, None: None}


def named(vectors):
    return pytest.mark.parametrize("vector", vectors, ids=lambda vector: vector["name"])


def told(vector):
    """The state that a vector spells out, whatever its IDs say."""
    state = vector["state"]
    off = {seat: (15 - sum(state[seat]),) for seat in "XO"}
    rows = {seat: off[seat] + tuple(state[seat]) for seat in "XO"}
    mover = state["on_roll"]
    phase = Phase(state["gamestate"])
    offer = Offer.DOUBLE if state["doubled"] else None
    if state["resigned"]:
        offer = (Offer.RESIGN_SINGLE, Offer.RESIGN_GAMMON, Offer.RESIGN_BACKGAMMON)[state["resigned"] - 1]
    return MatchState(
        position=Position(rows[mover], rows["O" if mover == "X" else "X"]),
        on_roll=SEATS[mover],
        dice=Dice.of(*state["dice"]) if state["dice"] else None,
        cube=Cube(state["cube"], SEATS[state["owner"]]),
        score=(state["score_O"], state["score_X"]),
        length=state["length"],
        crawford=state["crawford"],
        jacoby=state["jacoby"],
        beavers=state["beavers"],
        offer=offer,
        phase=phase,
        cube_limit=None if state["maxcube"] == 10 else 1 << state["maxcube"],
    )


@named(VECTORS)
def test_gnubg_id_of_every_vector(vector):
    state = parse_state(vector["gnubgid"])
    assert state == replace(told(vector), beavers=False, cube_limit=None)
    assert gnubg_id(state) == vector["gnubgid"]
    assert gnubg_id(told(vector)) == vector["gnubgid"]


@named(WITH_XGID)
def test_xgid_of_every_vector(vector):
    state = parse_state(vector["xgid"])
    assert state == told(vector)
    assert xgid(state) == vector["xgid"]
    assert gnubg_id(state) == vector["gnubgid"]
    assert ogid(state) == vector["ogid"]


@named(WITH_OGID)
def test_ogid_of_every_vector(vector):
    state = parse_state(vector["ogid"])
    assert state == replace(told(vector), jacoby=False, beavers=False, cube_limit=None)
    assert ogid(state) == vector["ogid"]


GNUBG_STEPS_BACK = {
    "money, X doubles, O to answer": "2F6DAyDMPQsDCA:cAkAAAAAAAAE",
    "money, O doubles, X to answer": "zD0LAwjYXoMDIA:MAEAAAAAAAAA",
    "15pt 2-3, O redoubles 4->8, X to answer": "2b0PAAC6ew8AAA:AgHgATAAEAAE",
    "X resigns single": "unsPAADZvQ8AAA:cAHgACAACAAE",
    "X resigns gammon": "unsPAADZvQ8AAA:cAHgACAACAAE",
    "game over (gamestate 2)": "4HPwATDgc/ABMA:cArgADAAGAAE",
    "game resigned (gamestate 3)": "4HPwATDgc/ABMA:cAvgADAAGAAE",
    "game dropped (gamestate 4)": "4HPwATDgc/ABMA:MATgADAAGAAE",
}
"""Vectors that GNU Backgammon does not keep when it is told them: what it holds after ``set gnubgid``."""


def test_gnubg_keeps_all_other_vectors():
    changed = {
        vector["name"]: vector["gnubg_after_set_gnubgid"]
        for vector in VECTORS
        if vector["gnubg_after_set_gnubgid"] not in (None, vector["gnubgid"])
    }
    assert changed == GNUBG_STEPS_BACK


OBSERVED = {
    "QRkAAAAAAAAA": (Offer.BEAVER, None, Phase.PLAYING, Cube(4, 0), 1),
    "QhEAAAAAAAAA": (Offer.RACCOON, None, Phase.PLAYING, Cube(8, 0), 0),
    "QxkAAAAAAAAA": (Offer.BEAVER, None, Phase.PLAYING, Cube(16, 0), 1),
    "cDkAAAAAAAAA": (Offer.RESIGN_SINGLE, Offer.DOUBLE, Phase.PLAYING, Cube(1), 1),
    "QVEAAAAAAAAA": (Offer.RESIGN_GAMMON, Offer.BEAVER, Phase.PLAYING, Cube(4, 0), 0),
    "cGEAAAAAAAAA": (Offer.RESIGN_BACKGAMMON, None, Phase.PLAYING, Cube(1), 0),
    "cKHlACAACAAE": (Offer.RESIGN_SINGLE, None, Phase.PLAYING, Cube(1), 0),
    "QQwAACAAAAAA": (Offer.BEAVER, None, Phase.DROPPED, Cube(4, 0), 1),
    "QgQAAAAAIAAA": (Offer.RACCOON, None, Phase.DROPPED, Cube(8, 0), 0),
    "cATgACAAEAAE": (Offer.DOUBLE, None, Phase.DROPPED, Cube(1), 0),
    "cDsAAAAACAAA": (Offer.RESIGN_SINGLE, Offer.DOUBLE, Phase.RESIGNED, Cube(1), 1),
    "cEPgAEAACAAE": (Offer.RESIGN_GAMMON, None, Phase.RESIGNED, Cube(1), 0),
    "MALgADAAIAAE": (None, None, Phase.OVER, Cube(1), 0),
}
"""Match IDs met while beavers, raccoons, passes and resignations were played in GNU Backgammon."""


@pytest.mark.parametrize("text", OBSERVED)
def test_match_ids_met_in_play(text):
    state = parse_state(f"{START}:{text}")
    assert (state.offer, state.answering, state.phase, state.cube, state.decider) == OBSERVED[text]
    assert match_id(state) == text


@pytest.mark.parametrize(
    "text",
    [
        f"{START}:cAkAAAAAAAAA",
        f"  {START}:cAkAAAAAAAAA\n",
        f'"{START}:cAkAAAAAAAAA"',
        f"'{START}:cAkAAAAAAAAA'\r\n",
        f"{START} cAkAAAAAAAAA",
        f"Position ID: {START} Match ID   : cAkAAAAAAAAA",
        f"XGID={START_XGID}:0:0:1:00:0:0:1:0:10",
        f"xgid={START_XGID}:0:0:1:00:0:0:1:0:10",
        f"{START_XGID}:0:0:1:00:0:0:1:0:10",
        f'"XGID={START_XGID}:0:0:1:00:0:0:1:0:10"\n',
    ],
)
def test_the_same_moment_however_it_is_given(text):
    assert parse_state(text) == MatchState(STANDARD.start, on_roll=1, jacoby=True)


@pytest.mark.parametrize(
    "text",
    [
        START,
        f"{START_OGID}:N0N",
        f"OGID={START_OGID}:N0N::B:C:0:0:0:0",
        f"{START_OGID}:N0N::W:IW:0:0:0:0",
        f"{START_OGID[:15]}:{START_OGID[:15:-1]}:N0N",
        f"{START_OGID}:?0N",
    ],
)
def test_money_play_where_the_id_does_not_say(text):
    assert parse_state(text) == MatchState(STANDARD.start, on_roll=1)


REFUSED = {
    "": "empty ID",
    "   \n": "empty ID",
    "cAkAAAAAAAAA": "alone has no position",
    "hello": "5 characters instead of 14",
    START[:-1]: "13 characters instead of 14",
    START + "A": "15 characters instead of 14",
    "4HPwATDgc/ABM!": "character 14 is '!'",
    "4HPwATDgc/ABMé": "character 14 is 'é'",
    "4HPwATDgc/ABMB": "last character",
    "4HPwATDgc/ABMg": "player on roll has 16 checkers",
    "AgAABAAAAAAAAw": "goes on after the last point",
    "AAAAAAAAAAAAAA": "both players have borne off all checkers",
    "////////////AA": "opponent has 72 checkers",
    "4PPwATDgc/ABMA": "opponent has 16 checkers",
    f"{START}:cAkAAAAAAAA": "Match ID 'cAkAAAAAAAA': 11 characters instead of 12",
    f"{START}:cAkAAAAAAAAAA": "13 characters instead of 12",
    f"{START}:cAkAAAAAAAAA:x": "is not an ID",
    f"{START}:YAkAAAAAAAAE": "cube owner 2",
    f"{START}:cA0AAAAAAAAE": "game state 5",
    f"{START}:cIkfAAAAAAAE": "dice 7 and 7",
    f"{START}:cIkAAAAAAAAE": "dice 1 and 0",
    f"{START}:cAkAAAAAAAAI": "bits after the last field",
    f"{START}:cBkAAAAAAAAE": "double: decision with the player on roll",
    f"{START}:cAEAAAAAAAAE": "decision: nothing was offered",
    f"{START}:cJElAAAAAAAE": "double after the roll",
    f"{START}:cBIAAAAAAAAE": "double while no game is on",
    f"{START}:cCIAAAAAAAAE": "resignation while no game is on",
    f"{START}:8AngAAAAAAAE": "Crawford game although nobody is one point away",
    f"{START}:8AlgACAAEAAE": "Crawford game at 2-2",
    f"{START}:8BFgACAAAAAE": "a double in the Crawford game",
    f"{START}:cAlgADAAAAAE": "the 3-point match is over",
    f"XGID={START_XGID}:0:0:1:00:0:0:0:0": "9 fields instead of 10: the cube limit is missing",
    f"XGID={START_XGID}:0:0:1:00:0:0:0:0:10:1": "11 fields instead of 10",
    f"XGID={START_XGID[:-1]}:0:0:1:00:0:0:0:0:10": "25 characters instead of 26",
    f"XGID={START_XGID[:-1]}b:0:0:1:00:0:0:0:0:10": "'b' cannot stand at character 26",
    f"XGID={START_XGID[:-1]}Q:0:0:1:00:0:0:0:0:10": "'Q' cannot stand at character 26",
    f"XGID={START_XGID[:-1]}A:0:0:1:00:0:0:0:0:10": "bottom player has 16 checkers",
    f"XGID={START_XGID}:16:0:1:00:0:0:0:0:10": "cube '16'",
    f"XGID={START_XGID}:00:0:1:00:0:0:0:0:10": "cube '00'",
    f"XGID={START_XGID}:0:2:1:00:0:0:0:0:10": "cube owner '2'",
    f"XGID={START_XGID}:0:0:0:00:0:0:0:0:10": "turn '0'",
    f"XGID={START_XGID}:0:0:1:07:0:0:0:0:10": "dice '07'",
    f"XGID={START_XGID}:0:0:1:X:0:0:0:0:10": "dice 'X'",
    f"XGID={START_XGID}:0:0:1:٣١:0:0:0:0:10": "dice",
    f"XGID={START_XGID}:0:0:1:00:-1:0:0:0:10": "bottom score '-1'",
    f"XGID={START_XGID}:0:0:1:00:0:x:0:0:10": "top score 'x'",
    f"XGID={START_XGID}:0:0:1:00:0:0:4:0:10": "rules '4'",
    f"XGID={START_XGID}:0:0:1:00:0:0:2:7:10": "rules '2'",
    f"XGID={START_XGID}:0:0:1:00:0:0:1:7:10": "Crawford game although nobody is one point away",
    f"XGID={START_XGID}:0:0:1:00:7:0:0:7:10": "the 7-point match is over",
    f"XGID={START_XGID}:0:0:1:00:0:0:0:40000:10": "match length '40000'",
    f"XGID={START_XGID}:0:0:1:00:0:0:0:0:16": "cube limit '16'",
    f"XGID={START_XGID}:1:-1:1:D:0:0:0:0:10": "cube owner -1",
    f"XGID={START_XGID}:0:0:1:B:0:0:0:7:10": "a beaver in a match",
    f"XGID={START_XGID}:0:0:1:D:6:0:1:7:10": "a double in the Crawford game",
    f"XGID={START_XGID}:1:1:1:00:6:0:1:7:10": "the cube turned to 2 in the Crawford game",
    f"{START}:0QngAAAAMAAE": "the cube turned to 2 in the Crawford game",
    f"{START_OGID}:N0N:71:B:R:0:0:0:0": "dice '71'",
    f"{START_OGID}:N16N::B:C:0:0:0:0": "cube 'N16N'",
    f"{START_OGID}:N0O:31:B:R:0:0:0:0": "a double is offered, yet dice",
    f"{START_OGID}:B1O::W:D:0:0:0:0": "owned by the opponent",
    f"{START_OGID}:N0N::X:C:0:0:0:0": "color 'X'",
    f"{START_OGID}:N0N::B:Z:0:0:0:0": "game state 'Z'",
    f"{START_OGID}:N0N::B:C:-1:0:0:0": "white score",
    f"{START_OGID}:N0N::B:C:0:0:7X:0": "match length '7X'",
    f"{START_OGID}:N0N::B:C:0:0:7L:0": "L says post-Crawford",
    f"{START_OGID}:N0N::B:C:0:0:7:x": "move number",
    f"{START_OGID}:N0N::B:C:0:0:7:0:4": "checkers a side '4'",
    f"{START_OGID}:N0N::B:C:0:0:7:0:15:1": "12 fields instead of",
    f"{START_OGID}6:N0N": "black checkers",
    f"{START_OGID.replace('o', 'r')}:N0N": "'r' is no place",
    f"{START_OGID.replace('11', 'p1')}:N0N": "'p' is no place",
    f"{START_OGID.replace('11', '16')}:N0N": "both players on point",
}
"""Texts that are no ID of a possible moment, with the words that say which field is wrong."""


@pytest.mark.parametrize("text", REFUSED)
def test_refused_with_the_field_named(text):
    with pytest.raises(IdError) as caught:
        parse_state(text)
    assert REFUSED[text] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_error_of_a_long_text_stays_short():
    with pytest.raises(IdError) as caught:
        parse_state("x" * 100_000)
    assert len(str(caught.value)) < 400


def test_xgid_keeps_the_order_of_the_dice():
    state = parse_state(f"XGID={START_XGID}:0:0:1:16:0:0:0:7:10")
    assert xgid(state).split(":")[4] == "16"
    assert xgid(replace(state, dice=Dice(5, 2))).split(":")[4] == "52"
    assert state == parse_state(f"XGID={START_XGID}:0:0:1:61:0:0:0:7:10")


@pytest.mark.parametrize("letter", ["D", "B", "R"])
@pytest.mark.parametrize("turn", [1, -1])
@pytest.mark.parametrize(("exponent", "owned"), [(0, False), (2, True)])
def test_cube_actions_in_an_xgid(letter, turn, exponent, owned):
    text = f"XGID={START_XGID}:{exponent}:{turn if owned else 0}:{turn}:{letter}:0:0:3:0:10"
    state = parse_state(text)
    assert xgid(state) == text
    doubler = 1 if turn == 1 else 0
    assert state.on_roll == doubler
    assert state.decider == (doubler if letter == "B" else 1 - doubler)
    turned = {"D": 0, "B": 2, "R": 3}[letter]
    assert state.cube.value == 1 << exponent + turned
    assert parse_state(gnubg_id(state)) == replace(state, beavers=False)


def test_a_match_id_may_have_its_dice_in_either_order():
    high_first = match_id(MatchState(STANDARD.start, dice=Dice(6, 3)))
    bits = int.from_bytes(base64.b64decode(high_first), "little")
    dice = bits >> 15 & 0b111111
    bits ^= (dice ^ (dice >> 3 | (dice & 7) << 3)) << 15
    low_first = base64.b64encode(bits.to_bytes(9, "little")).decode()
    assert low_first != high_first
    assert match_id(parse_state(f"{START}:{low_first}")) == high_first


def test_u046_what_an_id_cannot_say_is_said():
    facts = {fact.fact: fact.taken for fact in read_id(f"{START}:cAkAAAAAAAAA").unsaid}
    assert facts == {"beavers": "not allowed", "cube limit": "none", "variant": "Backgammon"}
    assert "jacoby" in {fact.fact for fact in read_id(f"{START_OGID}:N0N::B:C:0:0:0:0").unsaid}
    assert "match state" in {fact.fact for fact in read_id(START).unsaid}
    assert "post-Crawford" in {fact.fact for fact in read_id(f"XGID={START_XGID}:0:0:1:52:1:2:0:3:10").unsaid}
    assert "post-Crawford" not in {fact.fact for fact in read_id(f"{START_OGID}:N0N::B:C:1:2:3L:0").unsaid}


def test_old_match_ids_are_read_and_reported():
    reading = read_id(f"{START}:cAngAAAAAAAA")
    assert match_id(reading.state) == "cAngAAAAAAAE"
    assert not reading.state.jacoby
    assert any("old Match ID" in fact.taken for fact in reading.unsaid)


def test_post_crawford_is_derived():
    assert parse_state(f"XGID={START_XGID}:0:0:1:52:1:2:0:3:10").post_crawford
    assert not parse_state(f"XGID={START_XGID}:0:0:1:52:1:2:1:3:10").post_crawford


def test_losses_name_what_a_notation_leaves_out():
    state = MatchState(STANDARD.start, jacoby=True, beavers=True, cube_limit=64)
    assert losses(state, Notation.XGID) == ()
    assert losses(state, Notation.GNUBG) == ("beavers", "cube limit")
    assert losses(state, Notation.OGID) == ("Jacoby rule", "beavers", "cube limit")
    assert losses(replace(state, variant=PORTES), Notation.XGID) == ("variant Portes",)


@pytest.mark.parametrize("notation", [Notation.XGID, Notation.OGID])
@pytest.mark.parametrize("changes", [{"offer": Offer.RESIGN_SINGLE}, {"phase": Phase.OVER}, {"phase": Phase.NONE}])
def test_no_id_rather_than_a_false_one(notation, changes):
    with pytest.raises(IdError):
        write_id(replace(MatchState(STANDARD.start), **changes), notation)


def test_ogid_tells_hypergammon_by_its_checkers():
    state = MatchState(HYPERGAMMON_3.start, on_roll=1, variant=HYPERGAMMON_3)
    assert ogid(state) == "123:mno:N0N::B:C:0:0:0:0:3"
    assert parse_state(ogid(state)) == state
    assert losses(state, Notation.OGID) == ()


@pytest.mark.parametrize("variant", [HYPERGAMMON_3, NACKGAMMON, PORTES])
def test_variants_need_to_be_named(variant):
    state = MatchState(variant.start, on_roll=1, dice=Dice(6, 1), variant=variant)
    for text in (gnubg_id(state), xgid(state), ogid(state)):
        assert parse_state(text, variant) == state


def test_there_is_no_cube_in_portes():
    text = f"XGID={START_XGID}:1:0:1:00:0:0:0:5:10"
    assert parse_state(text).cube == Cube(2)
    with pytest.raises(IdError, match="a cube in Portes"):
        parse_state(text, PORTES)


def test_position_id_of_both_sides():
    position = Position.of("24:1 13:5 8:3 6:6", "24:2 13:4 8:3 6:5 bar:1")
    assert parse_position_id(position_id(position)) == position
    assert position_id(position.swapped()) != position_id(position)


def test_u087_xgid_with_the_top_players_checkers_first():
    state = parse_state("XGID=-aa---EBB---dDa--c-e----B-:0:0:1:16:0:0:3:0:8")
    assert position_id(state.position) == "4HPkASjg2+ABMA"
    assert state.position.pips == (160, 164)
    assert state.cube_limit == 256


@pytest.mark.parametrize("turn", [1, -1])
@pytest.mark.parametrize("owner", [1, 0, -1])
def test_u093_every_turn_with_every_owner_of_the_cube(turn, owner):
    text = f"XGID=-a-B-CD-BA--cB---badbbA---:1:{owner}:{turn}:00:0:0:0:0:10"
    state = parse_state(text)
    assert xgid(state) == text
    assert xgid(parse_state(gnubg_id(state))) == text
    assert xgid(parse_state(ogid(state))) == text
    assert state.on_roll == (1 if turn == 1 else 0)


def test_u094_sixteen_checkers_are_refused():
    with pytest.raises(IdError, match="opponent has 16 checkers"):
        parse_state("4PPwATDgc/ABMA")


def test_u096_xgids_that_differ_in_the_cube_limit_stay_different():
    low, high = (f"XGID={START_XGID}:0:0:1:00:0:0:0:0:{limit}" for limit in (6, 10))
    assert parse_state(low) != parse_state(high)
    assert xgid(parse_state(low)) == low


def test_u097_rules_of_the_session_are_part_of_the_state():
    plain, rules = (parse_state(f"XGID={START_XGID}:0:0:1:00:0:0:{bits}:0:10") for bits in (0, 3))
    assert plain != rules
    assert plain.position == rules.position


def test_a_double_with_the_opponents_cube_is_refused_in_a_match():
    """As in an XGID and an OGID; for money it is a raccoon."""
    with pytest.raises(IdError, match="the cube belongs to the opponent of the player who doubled"):
        parse_state("AAB8H3R3AADgBw:GhmgACAAAAAE")
