"""A match being put together game by game, for the formats whose files say plainly what belongs to which game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bgtool.core.opinion import Opinion, SourceAnalysis
from bgtool.core.record import Game, Match, Problem
from bgtool.core.state import LONGEST_MATCH, Cube, MatchState
from bgtool.core.variant import STANDARD, Variant
from bgtool.formats.problems import NOWHERE, Place, problem
from bgtool.formats.scribe import Scribe
from bgtool.formats.verdict import Verdict, conclude

Score = tuple[int, int]


@dataclass
class Ledger:
    """What is known of a match and its games so far.

    A reader sets the facts of the match, asks :meth:`open` for the :class:`Scribe` of each game, tells it what
    happened, and hands it to :meth:`close`; :meth:`match` is the whole.
    """

    players: tuple[str, str] = ("", "")
    length: int = 0
    variant: Variant = STANDARD
    crawford_rule: bool = True
    jacoby: bool = False
    beavers: bool = False
    cube_limit: int | None = None
    tags: list[tuple[str, str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    ratings: tuple[float | None, float | None] = (None, None)
    problems: list[Problem] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    opinions: list[Opinion] = field(default_factory=list)
    _crawford_played: bool = False

    def report(self, code: str, message: str, place: Place = NOWHERE) -> None:
        """Note a problem."""
        self.problems.append(problem(code, message, place))

    def set_length(self, length: int, place: Place = NOWHERE) -> None:
        """Take over the length of the match; one that no match has is a problem."""
        self.length = length if 0 <= length <= LONGEST_MATCH else 0
        if self.length != length:
            self.report("bad-length", f"a match to {length} points is read as a money session", place)

    def open(self, score: Score, crawford: bool | None = None, place: Place = NOWHERE) -> Scribe:
        """The scribe for the next game, played at ``score``; ``crawford`` is None where the file does not say."""
        expected = self.games[-1].score_after if self.games else None
        bounded = min(max(score[0], 0), LONGEST_MATCH), min(max(score[1], 0), LONGEST_MATCH)
        if bounded != score:
            self.report("bad-length", f"a score of {score[0]}-{score[1]}", place)
        if expected is not None and expected != bounded and not self._capped(expected, bounded):
            message = f"score {score[0]}-{score[1]}, but {expected[0]}-{expected[1]} follows from the game before"
            self.report("score-mismatch", message, place)
        if self.length and max(bounded) >= self.length:
            self.report("score-beyond-length", f"score {score[0]}-{score[1]} in a match to {self.length}", place)
        possible = bool(self.length) and self.length - 1 in bounded and bounded[0] != bounded[1]
        if self.length == 1:
            possible = bounded == (0, 0)
        if crawford and not possible:
            self.report("bad-tag", "called the Crawford game although nobody has just come to one point away", place)
        if crawford is None:
            crawford = self.crawford_rule and self.length > 1 and not self._crawford_played
        self._crawford_played |= self.length - 1 in bounded
        return Scribe(
            MatchState(
                position=self.variant.start,
                score=bounded,
                length=self.length,
                crawford=possible and crawford,
                jacoby=self.jacoby and not self.length,
                beavers=self.beavers and not self.length,
                variant=self.variant,
                cube_limit=self.cube_limit,
            )
        )

    def _capped(self, expected: Score, score: Score) -> bool:
        """Whether a score differs only in that it does not count beyond the length."""
        return bool(self.length) and tuple(min(points, self.length) for points in expected) == score

    def close(
        self,
        scribe: Scribe,
        number: int,
        written: Verdict,
        following: Score | None = None,
        place: Place = NOWHERE,
        lost: Sequence[str] = (),
        players: tuple[str, str] | None = None,
        line: int | None = None,
    ) -> None:
        """Add the game that the scribe has written down, its end weighed from all that is said of it."""
        if lost and scribe.broken:
            scribe.report("moves-lost", f"{len(lost)} actions could not be replayed", place)
        verdict = conclude(scribe, written, following, place)
        self.problems += scribe.problems
        self.games.append(
            Game(
                number=number,
                score=scribe.state.score,
                actions=tuple(scribe.actions),
                crawford=scribe.state.crawford,
                winner=verdict.winner,
                points=verdict.points,
                cube=scribe.cube if scribe.cube.value > 1 else Cube(),
                players=players if players != self.players else None,
                comments=tuple(sorted(scribe.comments, key=lambda remark: remark.at)),
                lost=tuple(lost),
                line=line,
            )
        )

    def match(self, source: str, file: str, analyst: str = "") -> Match:
        """The match; ``analyst`` is the program whose opinions there are."""
        if not self.games:
            self.report("no-games", "the match has no game")
        for name, side in zip(self.players, ("first", "second"), strict=True):
            if not name:
                self.report("empty-name", f"the {side} player has no name")
        return Match(
            players=self.players,
            length=self.length,
            games=tuple(self.games),
            variant=self.variant,
            crawford_rule=self.crawford_rule or not self.length,
            jacoby=self.jacoby and not self.length,
            beavers=self.beavers and not self.length,
            cube_limit=self.cube_limit,
            tags=tuple(self.tags),
            comments=tuple(self.comments),
            ratings=self.ratings,
            problems=tuple(self.problems),
            analysis=SourceAnalysis(analyst, tuple(self.opinions)) if self.opinions else None,
            source=source,
            file=file,
        )
