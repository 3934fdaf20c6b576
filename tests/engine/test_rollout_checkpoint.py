import json
import os
from dataclasses import replace

import pytest

from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.state import Cube, MatchState
from bgtool.engine import rollout_checkpoint
from bgtool.engine.met import met_named
from bgtool.engine.rollout import rollout
from bgtool.engine.rollout_checkpoint import combined, combined_rollout, read_checkpoint
from bgtool.errors import DataError, SettingsError

RACE = Position.of("6:2 5:2 4:2 3:2", "6:2 5:2 4:2 2:2")
STATE = MatchState(RACE, on_roll=1, dice=Dice.parse("61"), cube=Cube(2, 0), score=(1, 2), length=5)


def made(path, state=STATE, **given):
    return rollout(state, checkpoint=path, **{"trials": 360, "jobs": 1, "variance_reduction": True, **given})


class Killed(Exception):
    pass


@pytest.mark.parametrize("after", [36, 180])
def test_interrupted_and_resumed_it_is_the_same(tmp_path, after):
    def kill(run):
        if run.trials >= after:
            raise Killed

    path = tmp_path / "rollout.json"
    with pytest.raises(Killed):
        made(path, watch=kill)
    assert made(path, jobs=3) == made(tmp_path / "other.json")


def test_it_is_extended_by_asking_for_more(tmp_path):
    path = tmp_path / "rollout.json"
    made(path, trials=100)
    seen = []
    longer = made(path, watch=lambda run: seen.append(run.trials))
    assert seen[0] == 108
    assert longer == made(tmp_path / "other.json")


@pytest.mark.parametrize("variance_reduction", [True, False])
def test_dropped_candidates_stay_dropped(tmp_path, variance_reduction):
    state = MatchState(Position.of("6:1 2:1", "1:3"), dice=Dice.parse("21"))
    given = {"until_jsd": 3.0, "min_trials": 72, "variance_reduction": variance_reduction}
    whole = made(tmp_path / "whole.json", state, trials=3600, **given)
    made(tmp_path / "part.json", state, trials=400, **given)
    assert made(tmp_path / "part.json", state, trials=3600, **given) == whole


def test_halves_merge_into_the_whole(tmp_path):
    whole = made(tmp_path / "whole.json")
    made(tmp_path / "a.json", trials=100)
    made(tmp_path / "b.json", trials=200, first=160)
    made(tmp_path / "c.json", trials=60, first=100)
    merged = combined([tmp_path / name for name in ("b.json", "c.json", "a.json")])
    assert merged["trials"] == [[0, 360]]
    assert combined_rollout(merged) == whole


def test_the_same_trials_are_not_counted_twice(tmp_path):
    made(tmp_path / "a.json", trials=100)
    made(tmp_path / "b.json", trials=100, first=50)
    with pytest.raises(DataError, match=r"b.json: trials 50 to 99 are in another file too"):
        combined([tmp_path / "a.json", tmp_path / "b.json"])


@pytest.mark.parametrize(
    ("other", "what"),
    [
        ({"seed": 2}, "seed"),
        ({"variance_reduction": False}, "variance_reduction"),
        ({"truncate": 3}, "truncate"),
        ({"top": 2}, "candidates"),
        ({"cubeful": False}, "cubeful"),
        ({"cube_plies": 1}, "cube_plies"),
        ({"met": met_named("Zadeh")}, "met"),
        ({"state": replace(STATE, score=(0, 0))}, "score"),
        ({"state": replace(STATE, position=RACE.swapped())}, "position"),
    ],
)
def test_a_file_of_another_rollout_is_refused(tmp_path, other, what):
    path = tmp_path / "rollout.json"
    made(path, trials=36)
    before = path.read_bytes()
    with pytest.raises(DataError, match=f"another rollout.*{what}"):
        made(path, **other)
    assert path.read_bytes() == before
    other_path = tmp_path / "other.json"
    made(other_path, **{"trials": 36, "first": 36, **other})
    with pytest.raises(DataError, match=f"another rollout.*{what}"):
        combined([path, other_path])


def test_trials_from_elsewhere_are_not_continued(tmp_path):
    path = tmp_path / "rollout.json"
    made(path, trials=36, first=36)
    with pytest.raises(DataError, match="36 to 71"):
        made(path)


def test_damaged_files_are_refused_and_kept(tmp_path):
    path = tmp_path / "rollout.json"
    made(path, trials=36)
    good = path.read_text()
    cuts = [good[:cut] for cut in range(0, len(good) - 1, 997)]
    document = json.loads(good)
    changed = [
        {**document, "schema": "other"},
        {**document, "sums": {**document["sums"], "counts": [1, 2]}},
        {**document, "sums": {**document["sums"], "squares": ["x"] * len(document["sums"]["squares"])}},
        {**document, "of": {**document["of"], "position": [[15], [15]]}},
        {**document, "of": None},
        [document],
        7,
    ]
    for text in [*cuts, *map(json.dumps, changed), "\0\1\2"]:
        path.write_text(text)
        with pytest.raises(DataError, match=r"rollout.json"):
            made(path)
        assert path.read_text() == text


def test_no_half_file_is_left_behind(tmp_path, monkeypatch):
    path = tmp_path / "rollout.json"
    made(path, trials=36)
    before = path.read_bytes()

    def full(*arguments):
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="no space"):
        made(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_an_unwritable_place_is_told_before_anything_is_played(tmp_path):
    seen = []
    with pytest.raises(OSError, match="missing"):
        made(tmp_path / "missing" / "rollout.json", watch=seen.append)
    assert not seen


def test_nothing_to_combine():
    with pytest.raises(SettingsError):
        combined([])


def test_a_file_made_with_another_sieve_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "rollout.json"
    made(path, trials=36)
    monkeypatch.setattr(rollout_checkpoint, "sieve_digest", lambda: "another")
    with pytest.raises(DataError, match=r"another rollout.*sieve"):
        made(path)


def test_halves_of_a_cube_decision_merge_into_the_whole(tmp_path):
    state = MatchState(RACE, score=(1, 2), length=5)
    whole = made(tmp_path / "whole.json", state)
    made(tmp_path / "a.json", state, trials=100)
    made(tmp_path / "b.json", state, trials=260, first=100)
    merged = combined_rollout(combined([tmp_path / "a.json", tmp_path / "b.json"]))
    assert merged == whole
    assert merged.verdict is not None
    assert merged.best.mwc is not None


@pytest.mark.parametrize(
    "damage",
    [
        lambda said: said["live"].append(7),
        lambda said: said["trials"][0].__setitem__(1, 1_000_000),
        lambda said: said["sums"].update(trials=[5] * len(said["sums"]["trials"])),
        lambda said: said["of"].update(seed=said["of"]["seed"] + 1),
        lambda said: said.pop("digest"),
    ],
)
def test_a_changed_number_is_damage(tmp_path, damage):
    path = tmp_path / "rollout.json"
    made(path, trials=72)
    said = json.loads(path.read_text())
    damage(said)
    path.write_text(json.dumps(said))
    with pytest.raises(DataError, match="damaged"):
        made(path, trials=72)
    with pytest.raises(DataError, match="damaged"):
        combined([path])


def test_an_error_of_the_disk_names_the_checkpoint(tmp_path, monkeypatch):
    def full(path, data):
        raise OSError(28, "No space left on device", f"{path}x1.tmp")

    monkeypatch.setattr(rollout_checkpoint, "write_aside", full)
    with pytest.raises(OSError, match="No space") as caught:
        made(tmp_path / "rollout.json", trials=36)
    assert caught.value.filename == str(tmp_path / "rollout.json")


def test_a_checkpoint_of_another_position_says_so_in_words(tmp_path):
    path = tmp_path / "rollout.json"
    made(path, trials=36)
    other = MatchState(Position.of("6:3 5:2 4:2 3:2", "6:2 5:2 4:2 2:2"), dice=Dice.parse("61"))
    with pytest.raises(DataError, match=r"another position than in this one\); give another file"):
        made(path, other, trials=36)


def test_deeply_nested_text_is_damage(tmp_path):
    path = tmp_path / "deep"
    path.write_text("[" * 100_000)
    with pytest.raises(DataError, match="damaged, or not a checkpoint"):
        read_checkpoint(path)
