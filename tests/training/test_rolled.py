import numpy as np
import pytest
from click.testing import CliRunner

from bgtool.engine.evaluators import evaluator_named
from bgtool.engine.network import WEIGHTS
from bgtool.training.__main__ import main
from bgtool.training.examples import Examples, read_examples, write_examples
from bgtool.training.keys import boards_of_ids, keys_of
from bgtool.training.rolled import rolled_out, with_level

IDS = ("AwAAwAYAAAAAAA", "2PsaAEDbtgcgAA", "BQAAxLbbwAAAAA", "AwAAwAYAAAAAAA")
"""A bear-off, a closed board, the last checkers of a bear-off to contain."""


@pytest.fixture(scope="module")
def examples():
    keys = keys_of(boards_of_ids(IDS)).reshape(1, 4, 10)
    return Examples(keys, np.zeros((1, 4, 5), np.uint16), np.ones(1, np.float32))


def test_rolled_out_labels_are_the_mean_of_games(examples):
    brain = evaluator_named("net").brain
    found = rolled_out(brain, examples, 36, 1)
    chances = found.chances[0] / 65535
    bare = evaluator_named("net").evaluate(boards_of_ids(IDS))
    np.testing.assert_allclose(chances[0], bare[0], atol=0.02)  # known exactly
    np.testing.assert_allclose(chances, bare, atol=0.2)
    assert (chances[0] == chances[3]).all()  # the same dice
    assert (rolled_out(brain, examples, 36, 1).chances == found.chances).all()
    assert (rolled_out(brain, examples, 36, 2).chances != found.chances).any()


def test_a_level_is_the_mean_of_games_and_the_label_there_was(examples):
    brain = evaluator_named("net").brain
    labels = np.full((1, 4, 5), 20000, np.int32)
    labels[0, 2, 0] += 1234
    found = with_level(brain, Examples(examples.keys, labels, examples.trust), 3, 1)
    games = rolled_out(brain, Examples(examples.keys[:, :1], labels[:, :1], examples.trust), 3, 1).chances[0, 0]
    np.testing.assert_allclose(found.chances[0, 0], (20000 + 3 * games.astype(float)) / 4, atol=1)
    assert (found.chances[0] - found.chances[0, 0] == labels[0] - labels[0, 0]).all()  # differences stay
    assert (labels[0, 0] == 20000).all()


def test_relabel_and_validate(tmp_path, examples):
    write_examples(tmp_path / "some.npz", examples)
    given = [str(tmp_path / "some.npz"), str(tmp_path / "rolled.npz")]
    result = CliRunner().invoke(main, ["relabel", *given, "--decisions", "1", "--trials", "36"])
    assert result.exit_code == 0, result.output
    levels = CliRunner().invoke(main, ["relabel", given[0], str(tmp_path / "level.npz"), "--level", "--trials", "1"])
    assert levels.exit_code == 0, levels.output
    found = read_examples(tmp_path / "rolled.npz")
    assert found.chances.dtype == np.int32
    assert (found.keys == examples.keys).all()

    result = CliRunner().invoke(main, ["validate", "--whole", str(WEIGHTS), *given])
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert [line.split()[0] for line in lines] == ["some.npz", "rolled.npz"]
    assert "'equity'" in lines[1]
