import numpy as np
import pytest

from bgtool.core.dice import ROLLS
from bgtool.engine.candidates import ranked_candidates
from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.sieve import read_sieve, save_sieve, standard_sieve
from bgtool.errors import DataError
from bgtool.kernels.movegen import MAX_PLAYS, plays
from bgtool.kernels.rollout_game import MARGIN, MOST
from bgtool.kernels.sieve import new_sieve_room, sift
from bgtool.layout import ROW
from tests.damage import refusals
from tests.reference.random_positions import played_boards


def test_written_and_read_it_is_the_same(tmp_path):
    save_sieve(tmp_path / "sieve.npz", standard_sieve())
    for again, first in zip(read_sieve(tmp_path / "sieve.npz"), standard_sieve(), strict=True):
        assert (again == first).all()


def test_damaged_weights_are_told(tmp_path):
    path = tmp_path / "sieve.npz"
    with pytest.raises(DataError, match="cannot be read"):
        read_sieve(path)
    save_sieve(path, standard_sieve())
    good = path.read_bytes()
    for text in (b"", b"junk", good[:1000], good[:-100]):
        path.write_bytes(text)
        with pytest.raises(DataError, match=r"sieve.npz"):
            read_sieve(path)
    np.savez(path, table=np.zeros(3), bias=np.zeros(3), out=np.zeros(3))
    with pytest.raises(DataError, match="right size"):
        read_sieve(path)


def test_no_damage_is_a_traceback(tmp_path):
    path = tmp_path / "sieve.npz"
    save_sieve(path, standard_sieve())
    assert refusals(path, read_sieve) > 300


def test_it_loses_little_and_passes_few():
    """The shipped sieve against the evaluator on all plays: a canary for mangled weights."""
    judge = evaluator_named()
    boards = played_boards(2, seed=8)[::2]
    dice = np.array([(ROLLS[i % 21].high, ROLLS[i % 21].low) for i in range(len(boards))], np.int8)
    ranked = ranked_candidates(boards, dice, judge, 3)
    room, out = new_sieve_room(MAX_PLAYS), np.empty((MAX_PLAYS, 2, ROW), np.int8)
    losses, kept, plays_there = [], 0, 0
    for i, board in enumerate(boards):
        n = plays(board[0], board[1], *dice[i], out)
        few = sift(standard_sieve(), room, board[0], board[1], out, n, MOST, MARGIN)
        passed = {result.tobytes() for result in out[:few]}
        own = slice(ranked.starts[i], ranked.starts[i + 1])
        best = next(
            equity
            for result, equity in zip(ranked.boards[own], ranked.equities[own], strict=True)
            if result.tobytes() in passed
        )
        losses.append(ranked.equities[own][0] - best)
        kept += few
        plays_there += n
    assert np.mean(losses) < 0.03  # positions of random play, which the sieve was not trained on
    assert kept < plays_there / 3
