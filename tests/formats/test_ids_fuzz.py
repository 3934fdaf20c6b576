"""Identifiers under random states and random damage; BGTOOL_FULL=1 runs the full numbers."""

import os
import random
import time
from dataclasses import replace

import pytest

from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.state import Cube, MatchState, Offer, Phase
from bgtool.core.variant import VARIANTS
from bgtool.errors import BgtoolError, PositionError
from bgtool.formats.ids import gnubg_id, ogid, parse_state, xgid
from bgtool.layout import ROW

FULL = bool(os.environ.get("BGTOOL_FULL"))
STATES = 100_000 if FULL else 2_000
MUTATIONS = 1_000_000 if FULL else 10_000
SECONDS = 60
VARIANT = list(VARIANTS.values())
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=:-_ \n\"'é\x00\udc80"


def random_position(rng, checkers):
    """Checkers of both sides anywhere but on each other's points, some borne off or on the bar."""
    mine, theirs = [0] * ROW, [0] * ROW
    for row, other in ((mine, theirs), (theirs, mine)):
        span = rng.choice((6, 12, 24))
        for _ in range(checkers):
            point = rng.choice((0, 25)) if rng.random() < 0.1 else rng.randint(1, span)
            row[point if point in (0, 25) or not other[25 - point] else 25] += 1
    return Position(tuple(mine), tuple(theirs))


def random_state(rng):
    """A state that each notation can hold, but for what the notation never says."""
    variant = rng.choice(VARIANT)
    length = rng.choice((0, 0, 1, 3, 7, 25))
    score = (rng.randrange(length), rng.randrange(length)) if length else (0, 0)
    crawford = length > 1 and length - 1 in score and score[0] != score[1] and rng.random() < 0.5
    on_roll = rng.randrange(2)
    owner = rng.choice((None, 0, 1)) if variant.has_cube else None
    exponent = 0 if not variant.has_cube else rng.randrange(11) if owner is None else rng.randint(1, 10)
    cube = Cube() if crawford else Cube(1 << exponent, owner)
    dice = rng.choice((None, Dice.of(rng.randint(1, 6), rng.randint(1, 6))))
    offer = None
    if variant.has_cube and not crawford and dice is None and owner in (None, on_roll) and rng.random() < 0.3:
        offer = Offer.DOUBLE
    return MatchState(
        position=random_position(rng, variant.checkers),
        on_roll=on_roll,
        dice=dice,
        cube=cube,
        score=score,
        length=length,
        crawford=crawford,
        jacoby=not length and rng.random() < 0.5,
        beavers=not length and rng.random() < 0.5,
        offer=offer,
        variant=variant,
        cube_limit=rng.choice((None, 1 << rng.choice((int(not length), 5, 11, 15)))),
    )


def test_random_states_survive_every_notation():
    rng = random.Random(3)
    done = 0
    while done < STATES:
        try:
            state = random_state(rng)
        except PositionError:
            continue  # both sides all off
        done += 1
        plain = replace(state, beavers=False, cube_limit=None)
        assert parse_state(xgid(state), state.variant) == state
        assert parse_state(gnubg_id(state), state.variant) == plain
        assert parse_state(ogid(state), state.variant) == replace(plain, jacoby=False)


def test_offers_and_phases_survive_a_match_id():
    rng = random.Random(4)
    resignations = [offer for offer in Offer if offer.resignation]
    for number in range(STATES // 10):
        base = MatchState(random_position(rng, 15), on_roll=number % 2, length=7, score=(1, 2))
        phase = rng.choice((Phase.NONE, Phase.OVER, Phase.RESIGNED, Phase.PLAYING))
        offer = rng.choice(resignations) if phase in (Phase.RESIGNED, Phase.PLAYING) else None
        answering = Offer.DOUBLE if offer and rng.random() < 0.5 else None
        for state in (
            replace(base, phase=phase, offer=offer, answering=answering),
            replace(base, phase=Phase.DROPPED, offer=Offer.DOUBLE),
        ):
            assert parse_state(gnubg_id(state)) == state


def mutated(rng, text):
    signs = list(text)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        place = rng.randrange(len(signs) + 1)
        kind = rng.randrange(3)
        if kind == 0 and place < len(signs):
            signs[place] = rng.choice(SIGNS)
        elif kind == 1 and place < len(signs):
            del signs[place]
        else:
            signs.insert(place, rng.choice(SIGNS))
    return "".join(signs)


def test_damaged_ids_raise_nothing_but_bgtool_errors():
    rng = random.Random(5)
    seeds = []
    while len(seeds) < 900:
        try:
            state = random_state(rng)
        except PositionError:
            continue
        seeds += [(form(state), state.variant) for form in (gnubg_id, xgid, ogid)]
    begun = time.process_time()
    refused = 0
    for number in range(MUTATIONS):
        text, variant = seeds[number % len(seeds)]
        try:
            parse_state(mutated(rng, text), variant)
        except BgtoolError:
            refused += 1
    assert refused > MUTATIONS / 2
    if FULL:
        assert time.process_time() - begun < SECONDS


@pytest.mark.parametrize("form", [gnubg_id, xgid, ogid])
def test_every_truncation_is_refused_or_another_whole_id(form):
    rng = random.Random(6)
    for _ in range(50):
        text = form(replace(random_state(rng), variant=VARIANT[0], position=random_position(rng, 15)))
        for end in range(len(text)):
            try:
                state = parse_state(text[:end])
            except BgtoolError:
                continue
            assert parse_state(form(state)) == state or form is ogid
