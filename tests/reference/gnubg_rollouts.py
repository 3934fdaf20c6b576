"""Made ``tests/data/rollouts_gnubg.jsonl``: positions rolled out by GNU Backgammon, which takes it about ten minutes.

python -m tests.reference.gnubg_rollouts > tests/data/rollouts_gnubg.jsonl

Each at 0-ply (plays and cube) with variance reduction, to the end, cubeful and cubeless; GNU Backgammon prints its
results only on a terminal, so it is given one. Numbers are of the player on roll.
"""

from __future__ import annotations

import json
import os
import pty
import re
import termios

from bgtool.core.position import Position
from bgtool.core.state import Cube, MatchState
from bgtool.core.variant import STANDARD
from bgtool.formats.ids import match_id, position_id

TRIALS = 72
START = STANDARD.start
OPENINGS = {
    "after 31": ("24:2 13:5 8:3 6:5", "24:2 13:5 8:2 6:4 5:2"),
    "after 61": ("24:2 13:5 8:3 6:5", "24:2 13:4 8:2 7:2 6:5"),
    "after 53": ("24:2 13:5 8:3 6:5", "24:2 13:5 8:2 6:4 3:2"),
    "bar": ("bar:1 24:1 13:5 8:3 6:5", "24:2 13:4 8:3 6:4 5:2"),
    "two on the bar": ("bar:2 13:5 8:3 6:5", "24:1 13:4 8:2 7:2 6:3 5:3"),
    "backgame": ("22:2 21:2 13:3 8:3 6:5", "13:2 8:3 7:2 6:4 5:2 2:2"),
    "prime": ("24:2 9:2 8:2 7:2 6:2 5:2 4:3", "24:2 8:2 7:2 6:3 5:2 4:2 3:2"),
    "holding": ("18:2 13:4 8:3 6:4 5:2", "21:2 13:4 8:3 6:4 3:2"),
    "ace point": ("24:2 6:3 5:3 4:3 3:2 2:2", "6:2 5:3 4:3 3:2 2:3"),
    "long race": ("12:2 9:2 8:3 7:2 6:3 5:3", "11:2 9:3 8:3 7:2 6:3 4:2"),
    "race": ("8:2 7:2 6:4 5:3 4:2 3:2", "9:2 7:2 6:4 5:3 4:2 3:2"),
}
SCORES = {  # score, length, Crawford game, cube, its owner, position
    "3 away, 5 away": ((2, 0), 5, False, Cube(), ("24:2 13:5 8:3 6:5", "24:2 13:5 8:2 6:4 5:2")),
    "2 away, 4 away": ((3, 1), 5, False, Cube(), ("24:2 9:2 8:2 7:2 6:2 5:2 4:3", "24:2 8:2 7:2 6:3 5:2 4:2 3:2")),
    "4 away, 2 away": ((1, 3), 5, False, Cube(), ("18:2 13:4 8:3 6:4 5:2", "21:2 13:4 8:3 6:4 3:2")),
    "Crawford": ((2, 1), 3, True, Cube(), ("24:2 13:5 8:3 6:5", "24:2 13:5 8:2 6:4 5:2")),
    "after Crawford": ((1, 2), 3, False, Cube(), ("24:2 13:5 8:3 6:5", "24:2 13:5 8:2 6:4 5:2")),
    "double match point": ((2, 2), 3, False, Cube(), ("22:2 21:2 13:3 8:3 6:5", "13:2 8:3 7:2 6:4 5:2 2:2")),
    "owned at 7 away": ((0, 0), 7, False, Cube(2, 0), ("8:2 7:2 6:4 5:3 4:2 3:2", "9:2 7:2 6:4 5:3 4:2 3:2")),
    "opponent's at 7 away": ((0, 0), 7, False, Cube(2, 1), ("13:3 8:3 6:5 5:2 4:2", "24:2 bar:1 13:4 8:3 6:5")),
}
_SCRIPT = """set threads 1
set output digits 5
set output mwc off
set rollout varredn on
set rollout truncation enable off
set rollout bearofftruncation exact off
set rollout bearofftruncation onesided off
set rollout trials {trials}
set rollout seed 1
set rollout cubeful {cubeful}
{depth}set gnubgid {id}
rollout
quit
y
"""
_DEPTH = "set rollout chequerplay plies 0\nset rollout cubedecision plies 0\n"


def states() -> dict[str, MatchState]:
    """All positions by name."""
    found = {"start": MatchState(START)}
    found |= {name: MatchState(Position.of(*rows)) for name, rows in OPENINGS.items()}
    for name, (score, length, crawford, cube, rows) in SCORES.items():
        found[name] = MatchState(Position.of(*rows), score=score, length=length, crawford=crawford, cube=cube)
    return found


def rolled_out(name: str, cubeful: bool) -> str:
    """What GNU Backgammon prints."""
    script = _SCRIPT.format(trials=TRIALS, cubeful="on" if cubeful else "off", id=name, depth=_DEPTH)
    child, terminal = pty.fork()
    if child == 0:
        os.execv("/usr/games/gnubg", ["gnubg", "-t", "-q", "-r"])
    settings = termios.tcgetattr(terminal)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, settings)
    os.write(terminal, script.encode())
    printed = b""
    while True:
        try:
            printed += os.read(terminal, 1 << 16)
        except OSError:
            break
    os.waitpid(child, 0)
    return printed.decode(errors="replace")


def numbers(printed: str) -> dict[str, object]:
    """The last results in what was printed."""
    final = printed.rpartition("Printing final results")[2]
    found = re.search(r"Current Position:\s+(.*?)\s+\[(.*?)\]", final, re.S)
    if not found:
        raise SystemExit(printed[-2000:])
    values, errors = ([part for part in half.replace("-  ", " ").split() if part != "-"] for half in found.groups())
    return {"values": values, "errors": errors}


def main() -> None:
    """Print one JSON line a position."""
    for name, state in states().items():
        written = f"{position_id(state.position)}:{match_id(state)}"
        for cubeful in (False, True):
            found = numbers(rolled_out(written, cubeful))
            print(json.dumps({"name": name, "id": written, "cubeful": cubeful, "trials": TRIALS, **found}), flush=True)


if __name__ == "__main__":
    main()
