"""A game being written down: every action is checked by the rules as it comes, every oddity noted.

Readers call one method for each thing that their file says; the scribe keeps the moment of the game, so that what
it writes replays. Nothing is repaired in silence: what the file does not say and the rules do not decide stays
unknown.
"""

from __future__ import annotations

from dataclasses import replace

from bgtool.core.dice import Dice
from bgtool.core.position import Position
from bgtool.core.record import Action, Beaver, Comment, Double, Legality, Pass, Play, Problem, Resign, SetPosition, Take
from bgtool.core.replay import after, facing
from bgtool.core.rules import legal_moves
from bgtool.core.state import MOST_CUBE, Cube, MatchState, Offer, Phase
from bgtool.formats.plays import Faces, hides, led_to, played, unknown
from bgtool.formats.problems import NOWHERE, Place, problem


class Scribe:
    """Writes one game down.

    ``stand`` names rolls (counted from 0) without a written play that are known not to have been moved, although
    the rules force a play. Once :attr:`broken` is true the position is unknown and the scribe takes no more.
    """

    def __init__(self, state: MatchState, stand: frozenset[int] = frozenset()) -> None:
        """Start with the moment before the first action; who is on roll in it does not matter."""
        self.state = state
        self.cube = state.cube
        self.actions: list[Action] = []
        self.comments: list[Comment] = []
        self.problems: list[Problem] = []
        self.broken = False
        self.gave_up: int | None = None
        self.guesses: list[int] = []
        self.first_fault: int | None = None
        self._stand = stand
        self._turn: int | None = None
        self._doubler = 0
        self._rolls = 0
        self._last_place = NOWHERE

    @property
    def ended(self) -> bool:
        """Whether the game is over: all borne off, a double passed, or given up."""
        return self.state.phase is not Phase.PLAYING or self.gave_up is not None

    def report(self, code: str, message: str, place: Place = NOWHERE) -> None:
        """Note a problem."""
        self.problems.append(problem(code, message, place))

    def comment(self, text: str, line: int | None = None, at: int | None = None) -> None:
        """Keep a remark in front of action ``at``, by default the next one."""
        self.comments.append(Comment(text, len(self.actions) if at is None else at, line))

    # -- rolls

    def roll(self, seat: int, faces: Faces, written: str, place: Place = NOWHERE) -> None:
        """A roll and the play written for it: moves, nothing, ``Cannot Move`` or question marks."""
        hidden = set(written) <= {"?"}
        if faces == (0, 0) and hidden:
            self.give_up(seat)
        elif self._rolled(seat, faces, place):
            index, bare = self._rolls - 1, written.strip()
            if not bare:
                self._play(self._blank(seat, faces, index, place), place)
            elif hidden:
                self._play(unknown(seat, faces, bare, place), place)
            else:
                play, fault = played(self.state.position, seat, faces, bare, place)
                if fault is not None and self.first_fault is None:
                    self.first_fault = len(self.actions)
                self._judged(play, fault, place)

    def stated(self, seat: int, faces: Faces, reached: Position, written: str, place: Place = NOWHERE) -> None:
        """A roll after which the file gives the position reached (mover first) instead of a play."""
        if self._rolled(seat, faces, place):
            self._judged(*led_to(self.state.position, seat, faces, reached, written, place), place)

    def unread(self, seat: int, faces: Faces, written: str, code: str, message: str, place: Place = NOWHERE) -> None:
        """A roll whose play the reader cannot make out, with the problem that it is."""
        if self._rolled(seat, faces, place):
            self.report(code, message, place)
            self._play(unknown(seat, faces, written, place), place)

    # -- the cube

    def automatic_double(self, place: Place = NOWHERE) -> None:
        """The cube turned before the first roll because both threw the same number."""
        self._start_cube(2 * self.cube.value, place)

    def double(self, seat: int, value: int | None, place: Place = NOWHERE) -> None:
        """A double or redouble; one that answers the other side's double is a beaver."""
        if self.state.offer in (Offer.DOUBLE, Offer.BEAVER) and seat != self._doubler:
            self.beaver(seat, value, place)
        elif self._goes_on(seat, place):
            self.state = facing(self.state, seat)
            self._check_cube_rules(seat, place)
            untouched = self.state.cube == self.cube == Cube() and not self.state.length
            if untouched and value is not None and value > 2 and not value & (value - 1) and value <= MOST_CUBE:
                self.report("automatic-double", f"first double to {value}: the cube stood at {value // 2}", place)
                self._start_cube(value // 2, place)
            if self._check_value(2 * self.state.cube.value, value, place):
                self._doubler, self._turn = seat, 1 - seat
                self._add(Double(seat, 2 * self.state.cube.value, place.line))

    def beaver(self, seat: int, value: int | None, place: Place = NOWHERE) -> None:
        """A beaver by the side just doubled, or a raccoon by the other."""
        due = self._answering(seat, place)
        if due is None:
            return
        if self.state.length:
            self.report("cube-not-allowed", "a beaver in a match", place)
        turned = self.state.cube.value * (4 if self.state.offer is Offer.DOUBLE else 2)
        if self._check_value(turned, value, place):
            self._add(Beaver(due, turned, place.line))

    def take(self, seat: int, place: Place = NOWHERE) -> None:
        """A double taken."""
        due = self._answering(seat, place)
        if due is not None:
            self._add(Take(due, place.line))
            self._turn = self._doubler

    def drop(self, seat: int, place: Place = NOWHERE) -> None:
        """A double passed."""
        due = self._answering(seat, place)
        if due is not None:
            self._add(Pass(due, place.line))

    # -- the rest

    def give_up(self, seat: int) -> None:
        """The file says that ``seat`` resigned; for how much, the result will tell."""
        self.gave_up = seat

    def resign(self, seat: int, points: int, line: int | None = None) -> None:
        """The game given up by ``seat`` for ``points`` (1 to 3) times the cube, perhaps after a roll not played."""
        last = self.actions[-1] if self.actions else None
        self.state = replace(facing(self.state, seat), offer=None)
        if isinstance(last, Play) and last.seat == seat and hides(last):
            self.actions[-1] = Resign(seat, points, last.dice, last.line)
            return
        self._add(Resign(seat, points, None, line))

    def set_position(self, position: Position, seat: int, cube: Cube, place: Place = NOWHERE) -> None:
        """The board as the file sets it, seen by ``seat``; whoever acts next is on roll."""
        self._check_crawford(cube, place)
        self._add(SetPosition(position, seat, cube, place.line))
        self._turn = None

    # -- what stands behind them

    def _add(self, action: Action) -> None:
        """Write down an action of the side that the state faces."""
        self.state = after(self.state, action)
        self.actions.append(action)

    def _judged(self, play: Play, fault: Problem | None, place: Place) -> None:
        """Write down a play and what is wrong with it."""
        if fault is not None:
            self.problems.append(fault)
        self._play(play, place)

    def _play(self, play: Play, place: Place) -> None:
        self._add(play)
        self._turn = 1 - play.seat
        self._last_place = place

    def _rolled(self, seat: int, faces: Faces, place: Place) -> bool:
        """Get ready for a roll of ``seat``; False when it cannot be written down."""
        if not self._goes_on(seat, place):
            return False
        if self.state.position.is_over:
            self.report("after-end", "a roll although one side has borne off all its checkers", place)
            self.broken = True
            return False
        if not all(1 <= face <= 6 for face in faces):
            self.report("no-dice", f"{faces[0]}{faces[1]} is no roll", place)
            self.broken = True
            return False
        if not self.actions and faces[0] == faces[1] and not self.state.variant.winner_rolls_again:
            self.report("opening-doublet", f"{faces[0]}{faces[1]} as the first roll of the game", place)
        self.state = facing(self.state, seat)
        self._rolls += 1
        return True

    def _goes_on(self, seat: int, place: Place) -> bool:
        """Settle what the file left open, now that ``seat`` acts; False when the position is not known."""
        last = self.actions[-1] if self.actions else None
        if not self.broken and isinstance(last, Play) and last.legality is Legality.UNKNOWN:
            self._settle(last)
        if self.broken:
            return False
        if self.state.offer is Offer.DOUBLE:
            self.report("missing-take", "the double was not answered, but the game goes on: counted as taken", place)
            self._add(Take(1 - self._doubler, place.line))
            self._turn = self._doubler
        elif self.state.offer is not None:
            self.state = replace(self.state, offer=None)
            self._turn = self._doubler
        if self._turn is not None and seat != self._turn:
            self.report("out-of-turn", "this side acts although it is the other's turn", place)
        return True

    def _settle(self, play: Play) -> None:
        """A roll without a known play was not the last: fill it in if the rules leave one way, else stop here."""
        if hides(play):
            moment = facing(self.state, play.seat)
            plays = legal_moves(moment.position, play.dice)
            if len(plays) == 1:
                move = plays[0][0]
                self.report(
                    "forced-play", f"{play.dice} filled in with the only play: {move or 'none'}", self._last_place
                )
                self.actions.pop()
                self.state = moment
                self._add(replace(play, move=move, legality=Legality.LEGAL))
                return
            message = f"the play of {play.dice} is not given, {len(plays)} are legal"
            self.report("unknown-play", message, self._last_place)
        self.broken = True

    def _blank(self, seat: int, faces: Faces, index: int, place: Place) -> Play:
        """A roll with no play: a dance, the only play, or unknown for now (a resignation if nothing follows)."""
        dice = Dice.of(*faces)
        plays = legal_moves(self.state.position, dice)
        if len(plays) > 1:
            return unknown(seat, faces, "", place)
        move = plays[0][0]
        if move.steps and index in self._stand:
            self.report("not-moved", f"{dice} was not played although {move} is forced", place)
            return Play(seat, dice, None, Legality.ILLEGAL, self.state.position, (), faces, "", place.line)
        if move.steps:
            self.guesses.append(index)
            self.report("forced-play", f"{dice} filled in with the only play: {move}", place)
        return Play(seat, dice, move, Legality.LEGAL, None, (), faces, "", place.line)

    def _answering(self, seat: int, place: Place) -> int | None:
        """The seat that answers the double, None when there is none to answer."""
        if self.broken:
            return None
        if self.state.offer is None:
            self.report("answer-without-double", "an answer, but nobody doubled", place)
            return None
        due = self._doubler if self.state.offer is Offer.BEAVER else 1 - self._doubler
        if seat != due:
            self.report("out-of-turn", "the answer to a double stands on the wrong side", place)
        return due

    def _start_cube(self, value: int, place: Place) -> None:
        if self._check_value(value, None, place):
            self.cube = Cube(value)
            self._check_crawford(self.cube, place)
            self.state = replace(self.state, cube=self.cube)

    def _check_value(self, turned: int, written: int | None, place: Place) -> bool:
        """Whether the cube can be turned to a value; one written otherwise is a problem."""
        if turned > MOST_CUBE:
            self.report("cube-value", f"no cube shows {turned}", place)
            self.broken = True
            return False
        if written not in (None, turned):
            self.report("cube-value", f"{written} written, but the cube goes to {turned}", place)
        return True

    def _check_crawford(self, cube: Cube, place: Place) -> None:
        if self.state.crawford and self.state.length > 1 and cube != Cube():
            self.report("cube-not-allowed", f"the cube at {cube.value} in the Crawford game", place)

    def _check_cube_rules(self, seat: int, place: Place) -> None:
        state = self.state
        if not state.variant.has_cube:
            self.report("cube-not-allowed", f"a double in {state.variant.title}", place)
        elif state.length == 1:
            self.report("cube-not-allowed", "a double in a 1-point match", place)
        elif state.cube_limit is not None and state.cube.value >= state.cube_limit:
            self.report("cube-not-allowed", f"a double although the cube's limit is {state.cube_limit}", place)
        elif state.crawford:
            self.report("cube-not-allowed", "a double in the Crawford game", place)
        elif state.cube.owner == 1 - seat:
            self.report("cube-not-allowed", "a double although the other side owns the cube", place)
