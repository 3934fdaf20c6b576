"""The board's layout in numbers, shared by the readable rules and the compiled kernels.

A *row* holds one player's checkers: 26 counts in that player's own numbering, index 0 = borne off,
1..24 = the points, 25 = the bar. A *board* is two rows, the player on roll first. Turning the board
round swaps the rows; a player's point p is the opponent's point ``25 - p``.
"""

OFF = 0
BAR = 25
POINTS = 24
HOME = 6
ROW = 26
CHECKERS = 15

# The five chances of a position, cumulative: a gammon chance includes backgammons.
WIN = 0
WIN_GAMMON = 1
WIN_BACKGAMMON = 2
LOSE_GAMMON = 3
LOSE_BACKGAMMON = 4
OUTCOMES = 5
