"""Arrays that kernels took, as positions again."""

from bgtool.core.position import Position


def as_position(board):
    """The position of an int8 (2, 26) board, row 0 on roll."""
    on_roll, opponent = board.tolist()
    return Position(tuple(on_roll), tuple(opponent))
