"""A whole Portes match: no cube, two points at most, doublets as first rolls, the last winner starts."""

import random

import pytest

from bgtool.analysis.annotate import annotate
from bgtool.core.dice import Dice
from bgtool.core.outcomes import Outcomes
from bgtool.core.record import Game, Match, Play
from bgtool.core.rules import legal_moves
from bgtool.core.variant import PORTES
from bgtool.formats import match_text, read_matches
from tests.fakes import Judge

LENGTH = 5
FIRST_ROLLS = [Dice(6, 6), Dice(1, 1), Dice(2, 2), Dice(5, 5), Dice(4, 3)]


def played_game(number, score, seat, source):
    """A game of random plays: its record, the winner and what it is worth."""
    position, actions, dice = PORTES.start, [], FIRST_ROLLS[(number - 1) % len(FIRST_ROLLS)]
    while True:
        move, after = source.choice(legal_moves(position, dice))
        actions.append(Play(seat, dice, move))
        if after.is_over:
            points = min(after.result(), PORTES.max_points)
            return Game(number, score, tuple(actions), winner=seat, points=points), seat, points
        position, seat = after.swapped(), 1 - seat
        dice = Dice.of(source.randint(1, 6), source.randint(1, 6))


@pytest.fixture(scope="module")
def match():
    source, games, score, seat = random.Random(3), [], (0, 0), 0
    while max(score) < LENGTH:
        game, seat, points = played_game(len(games) + 1, score, seat, source)
        games.append(game)
        score = (score[0] + points * (seat == 0), score[1] + points * (seat == 1))
    assert any(game.points == 2 for game in games)
    return Match(("Eleni", "Nikos"), LENGTH, tuple(games), variant=PORTES)


def test_a_match_is_written_read_and_analysed(match, tmp_path):
    path = tmp_path / "portes.mat"
    path.write_text(match_text(match), encoding="utf-8")
    [again] = read_matches(path)
    assert again.variant == PORTES
    assert not again.problems
    assert [game.points for game in again.games] == [game.points for game in match.games]
    analysis = annotate(again, Judge(lambda position: Outcomes(0.5, 0.2, 0.1, 0.2, 0.1)))
    decisions = analysis.checker_decisions
    assert len(decisions) == sum(len(game.actions) for game in match.games)
    assert all(decision.skipped is None for decision in decisions)
    assert decisions[0].play.dice == Dice(6, 6)
    assert all(-2 <= play.equity <= 2 for decision in decisions for play in decision.plays)
