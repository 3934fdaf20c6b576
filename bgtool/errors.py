"""What can go wrong, as one small tree.

::

    BgtoolError                 every error bgtool raises on purpose; the command line prints it as one line
    ├── InputError              what the user gave cannot be used (also a ValueError)
    │   ├── IdError             a Position ID, Match ID, XGID or OGID that is not one
    │   ├── PositionError       checkers that cannot stand like that
    │   ├── NotationError       dice or a play that cannot be read
    │   ├── IllegalPlayError    a play that the rules do not allow here
    │   └── ParseError          a file that is not what it should be; knows file, line and column
    ├── SettingsError           options that contradict each other or the position
    └── DataError               bgtool's own data (weights, databases, checkpoints) damaged or missing

A message quotes what was given, says where, and what to do.
"""

from __future__ import annotations


class BgtoolError(Exception):
    """Root of everything bgtool raises on purpose; ``str()`` is one clean line."""


class InputError(BgtoolError, ValueError):
    """What the user gave cannot be used."""


class IdError(InputError):
    """A text is not the Position ID, Match ID, XGID or OGID that it should be."""


class PositionError(InputError):
    """Checkers, cube or score cannot stand like that; the message lists every fault."""


class NotationError(InputError):
    """Dice or a play cannot be read."""


class IllegalPlayError(InputError):
    """The rules do not allow this play here."""


class ParseError(InputError):
    """A file cannot be read as what it should be."""

    def __init__(self, message: str, *, file: str | None = None, line: int | None = None, column: int | None = None):
        """Put the place in front of the message."""
        self.file = file
        self.line = line
        self.column = column
        place = ":".join(str(part) for part in (file, line, column) if part is not None)
        super().__init__(f"{place}: {message}" if place else message)


class SettingsError(BgtoolError, ValueError):
    """Options contradict each other or the position."""


class DataError(BgtoolError):
    """bgtool's own data (weights, databases, checkpoints) is damaged or missing."""
