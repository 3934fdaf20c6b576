"""What an analysis answers: frozen records that stand beside the match, each with the settings it was made with.

Everything is seen by the player whose decision it is. ``error`` is never negative and is an equity: cubeful EMG with
the cube and score of the moment (1 = the cube's value), or cubeless points where the settings say so. ``..._mwc`` is
the same in match winning chance, 0 to 1, and None for money.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from bgtool.analysis.cube import CubeDecision
from bgtool.analysis.decisions import TRIVIAL, RankedPlay
from bgtool.analysis.settings import Mark, Settings
from bgtool.core.record import Action, Game, Match, Play
from bgtool.core.state import MatchState


class CubeChoice(Enum):
    """What may be done about the cube; the value is what JSON says."""

    NO_DOUBLE = "no double"
    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"
    BEAVER = "beaver"


class CubeFault(Enum):
    """The kinds of cube errors that statistics count apart; the value is GNU Backgammon's name where it has one.

    CP, DP and TG are the cash point, the double point and the point from which a position is too good.
    """

    MISSED_BELOW_CP = "missed double below CP"
    MISSED_ABOVE_CP = "missed double above CP"
    WRONG_BELOW_DP = "wrong double below DP"
    WRONG_ABOVE_TG = "wrong double above TG"
    WRONG_TAKE = "wrong take"
    WRONG_PASS = "wrong pass"
    MISSED_BEAVER = "missed beaver"
    WRONG_BEAVER = "wrong beaver"


@dataclass(frozen=True, slots=True)
class CubeJudgement:
    """One cube decision of one player, judged: not doubling, doubling, or an answer.

    ``seat`` decided, ``number`` is the action of the game that it belongs to (a no-double: the roll that followed).
    ``decision`` holds the numbers and the moment **as the doubler sees them**, also where the other player answered;
    ``error`` and ``error_mwc`` are what ``seat`` lost, in EMG of the cube before the double. ``close`` says that the
    decision counts as GNU Backgammon's "close or actual" ones do: every double and answer, and no-doubles where
    doubling would have lost less than 0.16.
    """

    number: int
    seat: int
    done: CubeChoice
    best: CubeChoice
    decision: CubeDecision
    error: float
    error_mwc: float | None
    close: bool
    fault: CubeFault | None = None
    mark: Mark = Mark.NONE

    @property
    def state(self) -> MatchState:
        """The moment before the double, the doubler on roll."""
        return self.decision.state


@dataclass(frozen=True, slots=True)
class ResignationJudgement:
    """A resignation, judged for both players.

    ``seat`` resigned ``points`` times the cube. ``given`` is that result and ``played_on`` the position with the right
    decisions of both, as equities of ``seat``. ``error`` is what he gave up too much, ``accept_error`` what the other
    player accepted too little: at most one of them is above 0.
    """

    number: int
    seat: int
    points: int
    given: float
    played_on: float
    error: float
    error_mwc: float | None
    accept_error: float
    accept_error_mwc: float | None
    plies: int
    mark: Mark = Mark.NONE
    accept_mark: Mark = Mark.NONE


@dataclass(frozen=True, slots=True)
class CheckerDecision:
    """A roll and what was done with it, judged.

    ``choices`` counts the distinct legal plays; a ``forced`` one (a single choice) has no error to make. ``plays``
    are the best ones and the one played, best first; the played one is ``played``, None if ``skipped`` says why the
    play could not be judged. ``luck`` is what the roll was worth above the average roll, None where the position
    is not known. ``spread`` is the equity between the best and the worst legal play. ``cube`` is the decision not to
    double before this roll, None where there was none to make.
    """

    number: int
    seat: int
    state: MatchState
    play: Play
    choices: int = 0
    plays: tuple[RankedPlay, ...] = ()
    played: RankedPlay | None = None
    luck: float | None = None
    luck_mwc: float | None = None
    spread: float = 0.0
    cube: CubeJudgement | None = None
    mark: Mark = Mark.NONE
    skipped: str | None = None

    @property
    def action(self) -> Play:
        """The play, under the name that every annotation has."""
        return self.play

    @property
    def forced(self) -> bool:
        """Whether there was nothing to choose."""
        return self.choices == 1

    @property
    def counts(self) -> bool:
        """Whether this is an unforced play that was judged: what error rates are taken over."""
        return self.played is not None and self.choices > 1

    @property
    def trivial(self) -> bool:
        """Whether all plays are worth the same: eXtreme Gammon's convention does not count those either."""
        return self.spread < TRIVIAL

    @property
    def error(self) -> float | None:
        """The equity lost against the best play; 0 for a forced play, None if it was not judged."""
        return None if self.played is None else self.played.error

    @property
    def error_mwc(self) -> float | None:
        """The same as a loss of match winning chance; None for money too."""
        return None if self.played is None else self.played.error_mwc


@dataclass(frozen=True, slots=True)
class CubeAction:
    """A turn of the cube, an answer to it, a resignation or a position set, with the moment.

    ``cube`` judges a double or an answer, ``resignation`` a resignation; ``skipped`` says why there is no judgement.
    """

    number: int
    seat: int | None
    state: MatchState
    action: Action
    cube: CubeJudgement | None = None
    resignation: ResignationJudgement | None = None
    skipped: str | None = None


Annotation = CheckerDecision | CubeAction


@dataclass(frozen=True, slots=True)
class AnnotatedGame:
    """A game with an annotation for each of its actions; ``broken`` says why the record could not be followed on.

    ``mwc`` and ``mwc_after`` are the match winning chances of **seat 0** before and after it by the match equity table;
    None for money, in variants without a cube, and where they cannot be told.
    """

    game: Game
    annotations: tuple[Annotation, ...] = ()
    broken: str | None = None
    mwc: float | None = None
    mwc_after: float | None = None

    @property
    def checker_decisions(self) -> tuple[CheckerDecision, ...]:
        """The plays, without the cube."""
        return tuple(item for item in self.annotations if isinstance(item, CheckerDecision))

    @property
    def cube_decisions(self) -> tuple[CubeJudgement, ...]:
        """Every cube decision judged, in order, the doubles not made among them."""
        return tuple(item.cube for item in self.annotations if item.cube is not None)

    @property
    def resignations(self) -> tuple[ResignationJudgement, ...]:
        """The resignations judged."""
        return tuple(item.resignation for item in self.annotations if isinstance(item, CubeAction) and item.resignation)


@dataclass(frozen=True, slots=True)
class AnnotatedMatch:
    """A match with every action annotated, and the settings it was done with."""

    match: Match
    settings: Settings
    games: tuple[AnnotatedGame, ...] = ()

    @property
    def checker_decisions(self) -> tuple[CheckerDecision, ...]:
        """The plays of all games, without the cube."""
        return tuple(decision for game in self.games for decision in game.checker_decisions)

    @property
    def cube_decisions(self) -> tuple[CubeJudgement, ...]:
        """Every cube decision judged in all games, in order, the doubles not made among them."""
        return tuple(decision for game in self.games for decision in game.cube_decisions)

    def errors(self) -> Iterator[CheckerDecision | CubeJudgement]:
        """Every judged decision with its error, in the order of the games: before a roll the cube, then the play."""
        for game in self.games:
            for item in game.annotations:
                if item.cube is not None:
                    yield item.cube
                if isinstance(item, CheckerDecision) and item.counts:
                    yield item
