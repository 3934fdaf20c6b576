"""A game being written down: every action is checked by the rules as it comes, every oddity noted.

Readers call one method for each thing their file says; the scribe keeps the moment of the game, so that what it
writes replays. Nothing is repaired in silence: what the file does not say and the rules do not decide stays unknown.
"""

from __future__ import annotations

from dataclasses import replace

from bgtool.core.dice import Dice
from bgtool.core.move import Hop, parse_hops
from bgtool.core.position import Position
from bgtool.core.record import Action, Beaver, Comment, Double, Legality, Pass, Play, Problem, Resign, SetPosition, Take
from bgtool.core.replay import after, before, facing
from bgtool.core.rules import apply_as_written, find_move, legal_moves
from bgtool.core.state import MOST_CUBE, Cube, MatchState, Offer, Phase
from bgtool.errors import IllegalPlayError, NotationError, PositionError
from bgtool.formats.problems import Place, problem

Faces = tuple[int, int]


class Scribe:
    """Writes one game down.

    ``stand`` names rolls (counted from 0) without a written play that are known not to have been moved, although
    the rules force a play. After :attr:`broken` turned true the position is unknown and the scribe takes no more.
    """

    def __init__(self, state: MatchState, stand: frozenset[int] = frozenset()) -> None:
        """Start with the moment before the first action, the side on roll not known yet."""
        self.state = state
        self.actions: list[Action] = []
        self.comments: list[Comment] = []
        self.problems: list[Problem] = []
        self.cube = state.cube
        self.broken = False
        self.guesses: list[int] = []
        self.illegal_at: int | None = None
        self.gave_up: int | None = None
        self._stand = stand
        self._turn: int | None = None
        self._rolls = 0
        self._open = Place()

    @property
    def ended(self) -> bool:
        """Whether the game is over: all borne off, a double passed, or given up."""
        return self.state.phase is not Phase.PLAYING

    def comment(self, text: str, line: int | None = None) -> None:
        """Keep a remark in front of the next action."""
        self.comments.append(Comment(text, len(self.actions), line))

    def report(self, code: str, message: str, place: Place = Place()) -> None:
        """Note a problem."""
        self.problems.append(problem(code, message, place))

    def roll(self, seat: int, faces: Faces, written: str, place: Place = Place()) -> None:
        """A roll and the play written for it: moves, nothing, ``Cannot Move`` or question marks."""
        if not self._goes_on(seat, place):
            return
        if not all(1 <= face <= 6 for face in faces):
            self._no_dice(seat, faces, written, place)
            return
        self.state = facing(self.state, seat)
        index = self._rolls
        self._rolls += 1
        dice = Dice.of(*faces)
        if not index and dice.is_doublet and not self.state.variant.winner_rolls_again and not self.actions:
            self.report("opening-doublet", f"{dice} as the first roll of the game", place)
        bare = written.strip()
        if not bare:
            play = self._blank(seat, faces, index, place)
        elif set(bare) <= {"?"}:
            play = Play(seat, dice, None, Legality.UNKNOWN, None, (), faces, bare, place.line)
        else:
            play = self._written(seat, faces, bare, place)
        self._add(play)
        self._open = place
        self._turn = 1 - seat

    def illegal_roll(self, seat: int, faces: Faces, after_play: Position, written: str, place: Place = Place()) -> None:
        """A roll after which the file gives the position reached (mover first) instead of a play."""
        if not self._goes_on(seat, place):
            return
        self.state = facing(self.state, seat)
        self._rolls += 1
        dice = Dice.of(*faces)
        self.report("illegal-play", f"illegal play of {dice}, given by the position after it", place)
        self._add(Play(seat, dice, None, Legality.ILLEGAL, after_play, (), faces, written, place.line))
        self._turn = 1 - seat

    def double(self, seat: int, value: int | None, place: Place = Place()) -> None:
        """A double or redouble; one that answers the other side's double is a beaver."""
        if self.state.offer in (Offer.DOUBLE, Offer.BEAVER) and seat != self._doubler:
            self.beaver(seat, value, place)
            return
        if not self._goes_on(seat, place):
            return
        self.state = facing(self.state, seat)
        self._check_cube(seat, place)
        twice = 2 * self.state.cube.value
        if twice > MOST_CUBE:
            self.report("cube-value", f"a double to {twice} is more than any cube shows", place)
            self.broken = True
            return
        if value is not None and value != twice:
            if (
                value > 2
                and not value & (value - 1)
                and self.cube == Cube() == self.state.cube
                and not self.state.length
            ):
                self.report("automatic-double", f"first double to {value}: the cube stood at {value // 2}", place)
                self.cube = Cube(value // 2)
                self.state = replace(self.state, cube=self.cube)
                twice = value
            else:
                self.report("cube-value", f"double to {value}, but the cube goes to {twice}", place)
        self._add(Double(seat, twice, place.line))
        self._doubler = seat
        self._turn = 1 - seat

    def beaver(self, seat: int, value: int | None, place: Place = Place()) -> None:
        """A beaver by the side just doubled, or a raccoon by the other."""
        seat = self._answering(seat, place)
        if seat < 0:
            return
        if self.state.length or not self.state.variant.has_cube:
            self.report("cube-not-allowed", "a beaver in a match", place)
        expected = self.state.cube.value * (4 if self.state.offer is Offer.DOUBLE else 2)
        if expected > MOST_CUBE:
            self.report("cube-value", f"a beaver to {expected} is more than any cube shows", place)
            self.broken = True
            return
        if value is not None and value != expected:
            self.report("cube-value", f"beaver to {value}, but the cube goes to {expected}", place)
        self._add(Beaver(seat, expected, place.line))
        self._turn = 1 - seat

    def take(self, seat: int, place: Place = Place()) -> None:
        """A double taken."""
        seat = self._answering(seat, place)
        if seat >= 0:
            self._add(Take(seat, place.line))
            self._turn = self._doubler

    def drop(self, seat: int, place: Place = Place()) -> None:
        """A double passed."""
        seat = self._answering(seat, place)
        if seat >= 0:
            self._add(Pass(seat, place.line))

    def give_up(self, seat: int) -> None:
        """The file says that ``seat`` resigned; for how much, the result will tell."""
        self.gave_up = seat

    def resign(self, seat: int, points: int, line: int | None = None) -> None:
        """The game given up by ``seat`` for ``points`` (1 to 3) times the cube."""
        last = self.actions[-1] if self.actions else None
        if self.state.offer is not None:
            self.state = replace(self.state, offer=None)
        if isinstance(last, Play) and last.seat == seat and last.legality is Legality.UNKNOWN and not last.hops:
            if not last.written.strip("?"):
                self.actions.pop()
                self.actions.append(Resign(seat, points, last.dice, last.line))
                return
        self._add(Resign(seat, points, None, line))

    def set_position(self, position: Position, on_roll: int | None, cube: Cube | None, place: Place = Place()) -> None:
        """The board set by the file."""
        self._add(SetPosition(position, on_roll, cube, place.line))
        self._turn = on_roll

    # -- what stands behind them

    _doubler = -1

    def _add(self, action: Action) -> None:
        self.state = after(before(self.state, action), action)
        self.actions.append(action)

    def _goes_on(self, seat: int, place: Place) -> bool:
        """Settle what the file left open, now that ``seat`` acts; False when the position is not known."""
        if self.broken:
            return False
        last = self.actions[-1] if self.actions else None
        if self.gave_up is not None:
            self.report("unknown-play", "the game goes on after a resignation", self._open)
            self.broken = True
        elif isinstance(last, Play) and last.legality is Legality.UNKNOWN:
            self._settle_unknown(last)
        if self.broken:
            return False
        if self.state.offer is Offer.DOUBLE:
            self.report("missing-take", "the double was not answered, but the game goes on: counted as taken", place)
            self._add(Take(1 - self._doubler, place.line))
            self._turn = self._doubler
        elif self.state.offer in (Offer.BEAVER, Offer.RACCOON):
            self.state = replace(self.state, offer=None)
            self._turn = self._doubler
        if self._turn is not None and seat != self._turn:
            self.report("out-of-turn", "this side acts twice in a row", place)
        return True

    def _settle_unknown(self, play: Play) -> None:
        """A roll without a known play was not the last: fill it in if the rules leave one way, else stop here."""
        before_it = facing(self.state, play.seat)
        if not play.hops and not play.written.strip("?"):
            plays = legal_moves(before_it.position, play.dice)
            if len(plays) == 1:
                if plays[0][0].steps:
                    self.report("forced-play", f"{play.dice} filled in with the only play {plays[0][0]}", self._open)
                self.actions.pop()
                self.state = replace(before_it, dice=None)
                self._add(replace(play, move=plays[0][0], legality=Legality.LEGAL))
                return
            self.report("unknown-play", f"the play of {play.dice} is not given, {len(plays)} are legal", self._open)
        self.broken = True

    def _no_dice(self, seat: int, faces: Faces, written: str, place: Place) -> None:
        if set(written) <= {"?"} and faces == (0, 0):
            self.gave_up = seat
            self._open = place
            return
        self.report("no-dice", f"{faces[0]}{faces[1]} is no roll", place)
        self.broken = True

    def _blank(self, seat: int, faces: Faces, index: int, place: Place) -> Play:
        """A roll with no play: a dance, the only play, or unknown for now (a resignation if nothing follows)."""
        dice = Dice.of(*faces)
        plays = legal_moves(self.state.position, dice)
        move = plays[0][0]
        if len(plays) > 1:
            return Play(seat, dice, None, Legality.UNKNOWN, None, (), faces, "", place.line)
        if move.steps:
            if index in self._stand:
                self.report("not-moved", f"{dice} was not played although {move} is forced", place)
                return Play(seat, dice, None, Legality.ILLEGAL, self.state.position, (), faces, "", place.line)
            self.guesses.append(index)
            self.report("forced-play", f"{dice} filled in with the only play {move}", place)
        return Play(seat, dice, move, Legality.LEGAL, None, (), faces, "", place.line)

    def _written(self, seat: int, faces: Faces, written: str, place: Place) -> Play:
        dice = Dice.of(*faces)
        position = self.state.position
        hops: tuple[Hop, ...] = ()
        try:
            hops = parse_hops(written)
            move = find_move(position, dice, hops)
            return Play(seat, dice, move, Legality.LEGAL, None, hops, faces, written, place.line)
        except NotationError as error:
            self.report("unreadable-play", str(error), place)
            return Play(seat, dice, None, Legality.UNKNOWN, None, (), faces, written, place.line)
        except IllegalPlayError:
            if self.illegal_at is None:
                self.illegal_at = len(self.actions)
        if not hops:
            self.report("no-cannot-move", f"{dice}: {written!r}, although a play exists", place)
            return Play(seat, dice, None, Legality.ILLEGAL, position, (), faces, written, place.line)
        try:
            reached = apply_as_written(position, hops)
        except PositionError:
            reached = None
        if reached is None:
            self.report("impossible-play", f"{dice}: {written} cannot be done from this position", place)
            return Play(seat, dice, None, Legality.UNKNOWN, None, hops, faces, written, place.line)
        self.report("illegal-play", f"{dice}: {written} is against the rules; it stands as written", place)
        return Play(seat, dice, None, Legality.ILLEGAL, reached, hops, faces, written, place.line)

    def _answering(self, seat: int, place: Place) -> int:
        """The seat that answers the double, -1 when there is none to answer."""
        offer = self.state.offer
        if self.broken:
            return -1
        if offer is None:
            self.report("answer-without-double", "an answer, but nobody doubled", place)
            return -1
        due = self._doubler if offer is Offer.BEAVER else 1 - self._doubler
        if seat != due:
            self.report("out-of-turn", "the answer to a double stands on the doubler's side", place)
        return due

    def _check_cube(self, seat: int, place: Place) -> None:
        state = self.state
        if not state.variant.has_cube:
            self.report("cube-not-allowed", f"a double in {state.variant.title}", place)
        elif state.crawford:
            self.report("cube-not-allowed", "a double in the Crawford game", place)
        elif state.cube.owner == 1 - seat:
            self.report("cube-not-allowed", "a double although the other side owns the cube", place)
