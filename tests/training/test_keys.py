from bgtool.training.keys import boards_of, boards_of_ids, keys_of
from tests.reference.random_positions import random_boards


def test_keys_and_boards_are_one_another():
    boards = random_boards(200)
    boards = boards[boards.sum((1, 2)) == 30]
    assert (boards_of(keys_of(boards)) == boards).all()
    start = boards_of_ids(["4HPwATDgc/ABMA"])[0]
    assert start[0].tolist() == start[1].tolist()
    assert {place: count for place, count in enumerate(start[0].tolist()) if count} == {6: 5, 8: 3, 13: 5, 24: 2}
