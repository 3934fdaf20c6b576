"""``python -m bgtool.training``: what cannot be done is refused in words."""

import numpy as np
import pytest
from click.testing import CliRunner

from bgtool.engine.network import WEIGHTS
from bgtool.errors import BgtoolError, DataError, SettingsError
from bgtool.training.__main__ import main
from bgtool.training.checkpoint import State, read_start, read_state, write_state
from bgtool.training.examples import read_examples, write_examples
from bgtool.training.model import random_parameters
from tests.training.sets import pip_race_examples


@pytest.fixture
def races(tmp_path):
    path = tmp_path / "races.npz"
    write_examples(path, pip_race_examples(30))
    return str(path)


@pytest.fixture
def empty(tmp_path):
    path = tmp_path / "empty.npz"
    write_examples(path, pip_race_examples(30).some(slice(0, 0)))
    return str(path)


def refused(*arguments):
    """What a refused command says, be it Click's refusal or an error that ``main`` prints."""
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code != 0
    if isinstance(result.exception, BgtoolError):
        return str(result.exception)
    assert isinstance(result.exception, SystemExit), result.exception
    return result.output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["games", "OUT", "--decisions", "0"], "--decisions"),
        (["games", "missing/set.npz"], "no folder 'missing'"),
        (["fit", "RACES", "--checkpoint", "missing/fit.npz"], "no folder 'missing'"),
        (["games", "OUT", "--share", "0"], "--share"),
        (["games", "OUT", "--trace", "nan"], "no number"),
        (["games", "OUT", "--loose", "7"], "--loose"),
        (["games", "OUT", "--seed", "99999999999999999999"], "--seed"),
        (["games", "OUT", "--kind", "altered"], "pool"),
        (["games", "OUT", "--kind", "altered", "--pool", "EMPTY"], "pool"),
        (["games", "OUT", "--kind", "crashed=1e308", "--kind", "primes=1e308"], "1e308"),
        (["games", "OUT", "--race"], "--pool"),
        (["games", "OUT", "--race", "--pool", "EMPTY"], "no races"),
        (["games", "OUT", "--race", "--few"], "choose one"),
        (["relabel", "RACES", "OUT", "--trials", "0"], "--trials"),
        (["relabel", "EMPTY", "OUT"], "no decisions"),
        (["fit", "EMPTY", "--checkpoint", "OUT"], "no decisions"),
        (["fit", "RACES", "--checkpoint", "OUT", "--step-size", "inf"], "--step-size"),
        (["fit", "RACES", "--checkpoint", "OUT", "--threads", "0"], "--threads"),
        (["fit", "RACES", "--checkpoint", "OUT", "--threads", "1000000000"], "--threads"),
        (["run", "OUT", "--rounds", "0"], "--rounds"),
        (["run", "OUT", "--threads", "65"], "--threads"),
        (["games", "OUT", "--part", "crashed"], "--pool"),
        (["strength", "--data", ".", "--plies", "-1"], "--plies"),
        (["strength", "--data", ".", "--plies", "9"], "--plies"),
        (["strength", "--data", ".", "--plies", "99999999999999999999"], "--plies"),
        (["strength", "--data", "."], "none of the judged sets"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_refused_in_words(arguments, says, races, empty, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"OUT": "out.npz", "RACES": races, "EMPTY": empty}
    assert says in refused(*(names.get(argument, argument) for argument in arguments))


def test_kinds_without_contact_do_not_play_for_ever(tmp_path):
    with pytest.raises(SettingsError, match="no decision with contact"):
        CliRunner().invoke(
            main, ["games", str(tmp_path / "x.npz"), "--kind", "left behind", "--length", "2"], catch_exceptions=False
        )


@pytest.mark.parametrize(
    "arrays",
    [
        {"position_key": np.uint8(3), "chances": np.uint16(3)},
        {"position_key": np.zeros((2, 4, 10)), "chances": np.zeros((2, 4, 5), np.uint16)},
        {"position_key": np.zeros((2, 4, 10), np.uint8), "chances": np.zeros((3, 4, 5), np.uint16)},
        {
            "position_key": np.zeros((2, 4, 10), np.uint8),
            "chances": np.zeros((2, 4, 5), np.uint16),
            "trust": np.ones(3, np.float32),
        },
    ],
    ids=["scalars", "numbers for keys", "labels for others", "trust for others"],
)
def test_sets_that_do_not_fit_are_one_clear_error(tmp_path, arrays):
    path = tmp_path / "set.npz"
    np.savez(path, **arrays)
    with pytest.raises(DataError, match=r"set\.npz"):
        read_examples(path)


@pytest.mark.parametrize("content", [b"", b"not a set", b"PK\x03\x04"])
def test_files_that_are_no_sets_are_one_clear_error(tmp_path, content):
    path = tmp_path / "set.npz"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"set\.npz"):
        read_examples(path)


def test_a_single_array_is_no_set(tmp_path):
    np.save(tmp_path / "array.npy", np.zeros(3))
    with pytest.raises(DataError, match=r"array\.npy"):
        read_examples(tmp_path / "array.npy")


@pytest.fixture
def crashed(tmp_path):
    path = tmp_path / "crashed.npz"
    write_state(path, State.fresh(random_parameters(1), "crashed"))
    return str(path)


@pytest.mark.parametrize(
    "arguments",
    [
        ["fit", "RACES", "--part", "contact", "--checkpoint", "CRASHED"],
        ["validate", "CRASHED", "RACES", "--part", "race"],
        ["export", "CRASHED", "out.weights"],
    ],
    ids=" ".join,
)
def test_a_checkpoint_of_another_network_is_not_taken_for_it(arguments, races, crashed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"RACES": races, "CRASHED": crashed}
    assert "of the network 'crashed'" in refused(*(names.get(argument, argument) for argument in arguments))


def test_a_mean_is_of_one_network(crashed, tmp_path):
    other, mean = tmp_path / "other.npz", tmp_path / "mean.npz"
    write_state(other, State.fresh(random_parameters(2), "crashed"))
    assert CliRunner().invoke(main, ["average", crashed, str(other), str(mean)]).exit_code == 0
    found = read_state(mean, "crashed")
    np.testing.assert_allclose(found.average, (random_parameters(1) + random_parameters(2)) / 2, atol=1e-6)
    write_state(other, State.fresh(random_parameters(2), "race"))
    assert "of the network 'race'" in refused("average", crashed, str(other), str(tmp_path / "another.npz"))


def test_weights_are_a_part_of_a_mean_where_it_says_which_network(crashed, tmp_path):
    mean = tmp_path / "mean.npz"
    assert "name the one" in refused("average", str(WEIGHTS), crashed, str(mean))
    assert CliRunner().invoke(main, ["average", str(WEIGHTS), crashed, str(mean), "--part", "crashed"]).exit_code == 0
    expected = (read_start(WEIGHTS, "crashed") + random_parameters(1)) / 2
    np.testing.assert_allclose(read_state(mean, "crashed").average, expected, atol=1e-6)


@pytest.mark.parametrize(
    "arguments",
    [["average", "CRASHED", "OTHER"], ["average", "CRASHED", "CRASHED", "OTHER"], ["export", "CRASHED", "OTHER"]],
    ids=" ".join,
)
def test_a_forgotten_output_does_not_cost_the_last_input(arguments, crashed, tmp_path):
    other = tmp_path / "other.npz"
    write_state(other, State.fresh(random_parameters(2), "crashed"))
    before = other.read_bytes()
    names = {"CRASHED": crashed, "OTHER": str(other)}
    assert "is there already" in refused(*(names.get(argument, argument) for argument in arguments))
    assert other.read_bytes() == before


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_checkpoints_without_numbers_are_neither_exported_nor_averaged_nor_begun_with(number, races, tmp_path):
    spoilt, out = tmp_path / "spoilt.npz", tmp_path / "out.npz"
    state = State.fresh(random_parameters(1))
    state.average[7] = number
    write_state(spoilt, state)
    for arguments in (
        ["export", str(spoilt), str(out)],
        ["average", str(spoilt), str(out)],
        ["fit", races, "--start", str(spoilt), "--checkpoint", str(out), "--part", "race"],
        ["fit", races, "--checkpoint", str(spoilt), "--part", "race"],
        ["validate", str(spoilt), races],
    ):
        assert "not finite" in refused(*arguments)
    assert not out.exists()
