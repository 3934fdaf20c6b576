"""What another program thought of a recorded match: its numbers as read from the file, kept beside the record.

Nothing here is bgtool's own judgement. Numbers are as the source gives them; what it does not give is None or empty.
"""

from __future__ import annotations

from dataclasses import dataclass

from bgtool.core.move import Move

MARKS = ("", "doubtful", "bad", "very bad")
"""The words for an error, from none to the worst."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """One evaluation or rollout.

    ``chances`` are the five cumulative ones (win, win gammon, win backgammon, lose gammon, lose backgammon).
    ``cubeless`` and ``equity`` (cubeful) are normalised points per cube, ``mwc`` the cubeful match winning chance.
    ``method`` says in words how it was made, plies counted as in GNU Backgammon (``2-ply cubeful``, ``rollout``,
    ``XG Roller++``); ``settings`` is the source's own text about it. A rollout has its ``trials`` and the standard
    errors of the five chances, the cubeless and the cubeful value.
    """

    chances: tuple[float, ...] = ()
    cubeless: float | None = None
    equity: float | None = None
    mwc: float | None = None
    method: str = ""
    settings: str = ""
    trials: int | None = None
    std_errors: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A play that the source looked at, and what it is worth to the mover."""

    move: Move
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class CubeEstimate:
    """What doubling or not is worth, seen by the player who may double, whoever decides in the action."""

    no_double: Estimate
    double_take: Estimate


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the source says of one action: number ``action`` of game number ``game``, both counted from 0.

    ``candidates`` are best first, ``played`` is the index of the one played (None if it is not among them).
    ``cube`` is the decision before a roll, or the one that a double, take or pass is. Errors are equities lost, never
    negative, ``luck`` is the roll's (both normalised points per cube). The marks are words of :data:`MARKS`;
    ``luck_mark`` is ``lucky``, ``very lucky``, ``unlucky`` or ``very unlucky``. ``to_roll_out`` are the candidates
    that the user has marked, ``cube_to_roll_out`` the same for the cube decision.
    """

    game: int
    action: int
    candidates: tuple[Candidate, ...] = ()
    played: int | None = None
    cube: CubeEstimate | None = None
    error: float | None = None
    cube_error: float | None = None
    luck: float | None = None
    mark: str = ""
    cube_mark: str = ""
    luck_mark: str = ""
    to_roll_out: tuple[int, ...] = ()
    cube_to_roll_out: bool = False


@dataclass(frozen=True, slots=True)
class SourceAnalysis:
    """The analysis that a file holds: the program it comes from and what it says, in the order of play."""

    source: str
    opinions: tuple[Opinion, ...] = ()

    def by_action(self) -> dict[tuple[int, int], Opinion]:
        """The opinions under (game, action)."""
        return {(opinion.game, opinion.action): opinion for opinion in self.opinions}
