"""Duels: two players, each dice sequence played from both sides, points a game with an honest error.

Games are played side by side, one turn of each after another: whoever has the roll in some of them is asked about all
those at once. A finished game makes room for the next, and what is known is always the result of the first pairs of
games, so that short games do not count before long ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from bgtool.engine.boards import Boards, as_board
from bgtool.engine.candidates import ranked_candidates
from bgtool.engine.cores import usable_cores
from bgtool.engine.duel_records import DuelResult, DuelSettings, mean_of
from bgtool.engine.evaluators import Evaluator, brain_for, evaluator_named
from bgtool.engine.search import STATIC, Depth, depth_of
from bgtool.engine.sieve import standard_sieve
from bgtool.errors import SettingsError
from bgtool.kernels.duel import choose_plays, measure_luck, seed_games, throw
from bgtool.kernels.evaluate import Brain
from bgtool.kernels.rng import WORDS
from bgtool.layout import HOME, OFF, POINTS, ROW

Watch = Callable[["DuelRun"], None]


class Player(Protocol):
    """Whoever can play: a name, how many games he wants to be asked about at once, and one method."""

    @property
    def name(self) -> str:
        """What the result calls him, his depth included."""

    @property
    def batch(self) -> int:
        """How many games are worth playing side by side."""

    def choose(self, boards: Boards, dice: NDArray[np.int8], limit: int) -> Boards:
        """Where his plays lead, int8 (n, 2, 26), he first: he is on roll in *boards*, int8 (n, 2, 26), with *dice*.

        A game counts at most ``limit`` points.
        """


@dataclass(frozen=True)
class EvaluatorPlayer:
    """Plays what an evaluator thinks best at some depth; ``jobs`` threads (None: all cores) never change a play."""

    evaluator: Evaluator
    depth: Depth = STATIC
    jobs: int | None = None

    @property
    def name(self) -> str:
        """Evaluator, digest of its weights, and depth."""
        return f"{self.evaluator.name} {self.evaluator.digest} {self.depth.plies}-ply"

    @property
    def batch(self) -> int:
        """Many games at 0-ply, where a turn costs microseconds; few where it costs a good part of a second."""
        return 32 if self.depth.plies else 512

    def choose(self, boards: Boards, dice: NDArray[np.int8], limit: int) -> Boards:
        """Where the best plays lead; see :class:`Player`. :class:`SettingsError` if it cannot look that deep."""
        brain = brain_for(self.evaluator, boards[:1])
        if self.depth.plies or (brain.network is None and brain.heuristic is None):
            return self._choose_slowly(boards, dice, limit)
        after = np.empty_like(boards)

        def part(piece: slice) -> None:
            choose_plays(brain, standard_sieve(), boards[piece], dice[piece], limit, after[piece])

        share_out(part, len(boards), self.jobs)
        return after

    def _choose_slowly(self, boards: Boards, dice: NDArray[np.int8], limit: int) -> Boards:
        """The one place that asks for plays deeper than 0-ply, or from an evaluator without a compiled part."""
        found = ranked_candidates(boards, dice, self.evaluator, limit, self.depth, jobs=self.jobs)
        return found.boards[found.starts[:-1]]


def player_named(text: str, moves: str | None = None, jobs: int | None = None) -> EvaluatorPlayer:
    """The player that ``name[:plies]`` means: ``net``, ``net:2``, ``heuristic:0``; a filter for the deeper ones.

    Raises :class:`SettingsError`.
    """
    name, colon, plies = text.strip().partition(":")
    if colon and not plies.isdecimal():
        raise SettingsError(f"player {text!r}: {plies!r} is no number of plies; write net:0, net:1, ...")
    return EvaluatorPlayer(evaluator_named(name), depth_of(int(plies or 0), moves), jobs)


def duel(
    first: str | Player,
    second: str | Player,
    *,
    moves: str | None = None,
    jobs: int | None = None,
    watch: Watch | None = None,
    **settings: Any,
) -> DuelResult:
    """The result of a match between two evaluators, seen by the first; the twin of ``bgtool duel``.

    A player is ``name[:plies]`` (``net``, ``net:2``, ``heuristic``) or a :class:`Player`. ``settings`` are those of
    :class:`DuelSettings`, such as ``games=1000``, ``seed=1``, ``one_point=True``. ``moves`` names the filter of deeper
    plies. The result is the same for any number of ``jobs``. ``watch`` is called with the :class:`DuelRun` after every
    turn. Raises :class:`SettingsError`, :class:`~bgtool.errors.DataError`.
    """
    players = [player_named(player, moves, jobs) if isinstance(player, str) else player for player in (first, second)]
    run = DuelRun(players[0], players[1], DuelSettings(**settings), jobs)
    run.run(watch)
    result = run.result()
    assert result is not None  # all games are played
    return result


class DuelRun:
    """One duel at work: run it, look at it meanwhile, ask for its result at any time."""

    def __init__(self, first: Player, second: Player, settings: DuelSettings, jobs: int | None = None):
        """A duel that has not begun."""
        self.players = (first, second)
        self.settings = settings
        self.jobs = jobs
        self.stopped: str | None = None
        size = settings.games
        self._done = np.zeros(size, bool)
        self._won = np.zeros(size, np.int8)
        """Points of the first player, 1 to 3 or -1 to -3, whatever they count."""
        self._luck = np.zeros(size)
        self._games = np.zeros(0, np.int64)
        self._boards = np.empty((0, 2, ROW), np.int8)
        self._states = np.empty((0, WORDS), np.uint64)
        self._mover = np.empty(0, np.int64)
        self._fresh = np.empty(0, bool)
        self._next = 0
        self._judge: Brain | None = None
        self.began = 0.0

    @property
    def under_way(self) -> int:
        """How many games are being played."""
        return len(self._games)

    @property
    def finished(self) -> int:
        """How many games are finished, those included that do not count yet."""
        return int(self._done.sum())

    @property
    def pairs(self) -> int:
        """How many pairs of games count: those before the first one that is not finished."""
        return int(np.logical_and.accumulate(self._done.reshape(-1, 2).all(axis=1)).sum())

    def run(self, watch: Watch | None = None) -> None:
        """Play all games; ``watch`` is called after every turn. Ctrl-C leaves what is known and is raised again."""
        if self.settings.variance_reduction:
            self._judge = brain_for(evaluator_named(), as_board(self.settings.variant.start)[None])
        most = min(player.batch for player in self.players)
        self.stopped = "interrupted"
        self.began = time.monotonic()
        while True:
            self._fill(most)
            if not len(self._games):
                break
            self._turn()
            if watch is not None:
                watch(self)
        self.stopped = "games"

    def result(self) -> DuelResult | None:
        """What the pairs that count have given so far; None before the first is finished."""
        pairs, settings = self.pairs, self.settings
        if not pairs:
            return None
        won = self._won[: 2 * pairs]
        points = np.sign(won) * np.minimum(np.abs(won), settings.limit).astype(float)
        counts = tuple(int((won == kind).sum()) for kind in (1, 2, 3, -1, -2, -3))
        adjusted = None
        if settings.variance_reduction:
            adjusted = mean_of((points - self._luck[: 2 * pairs]).reshape(-1, 2).mean(axis=1))
        return DuelResult(
            (self.players[0].name, self.players[1].name),
            settings,
            2 * pairs,
            mean_of(points.reshape(-1, 2).mean(axis=1)),
            adjusted,
            counts,
            self.stopped or "interrupted",
        )

    def _fill(self, most: int) -> None:
        """Start games until there are so many. Game 2k + s has dice sequence k, and player s begins it."""
        number = min(most - len(self._games), self.settings.games - self._next)
        if number <= 0:
            return
        games = np.arange(self._next, self._next + number)
        states = np.empty((number, WORDS), np.uint64)
        seed_games(self.settings.seed, self.settings.first + games // 2, states)
        start = np.repeat(as_board(self.settings.variant.start)[None], number, axis=0)
        self._next += number
        self._games = np.concatenate([self._games, games])
        self._boards = np.concatenate([self._boards, start])
        self._states = np.concatenate([self._states, states])
        self._mover = np.concatenate([self._mover, games % 2])
        self._fresh = np.concatenate([self._fresh, np.ones(number, bool)])

    def _turn(self) -> None:
        """One roll and play in every game under way."""
        settings, boards = self.settings, self._boards
        opening = self._fresh & (not settings.variant.winner_rolls_again)
        dice = np.empty((len(boards), 2), np.int8)
        throw(self._states, opening, dice)
        if self._judge is not None:
            sign = np.where(self._mover == 0, 1, -1)
            self._luck[self._games] += sign * self._luck_of(self._judge, boards, dice, opening)
        after = np.empty_like(boards)
        for seat, player in enumerate(self.players):
            own = self._mover == seat
            if own.any():
                after[own] = player.choose(boards[own], dice[own], settings.limit)
        over = ~after[:, 0, OFF + 1 :].any(axis=1)
        ended = self._games[over]
        self._won[ended] = np.where(self._mover[over] == 0, 1, -1) * _size(after[over, 1])
        self._done[ended] = True
        self._games, self._states = self._games[~over], self._states[~over]
        self._boards = np.ascontiguousarray(after[~over, ::-1])
        self._mover = 1 - self._mover[~over]
        self._fresh = np.zeros(len(self._games), bool)

    def _luck_of(
        self, judge: Brain, boards: Boards, dice: NDArray[np.int8], opening: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        luck = np.empty(len(boards))

        def part(piece: slice) -> None:
            limit = self.settings.limit
            measure_luck(judge, standard_sieve(), boards[piece], dice[piece], opening[piece], limit, luck[piece])

        share_out(part, len(boards), self.jobs)
        return luck


def share_out(work: Callable[[slice], None], size: int, jobs: int | None) -> None:
    """Do the work on ``range(size)`` in as many slices as there are jobs, each in a thread of its own."""
    jobs = min(jobs or usable_cores(), size)
    if jobs <= 1:
        work(slice(0, size))
        return
    edges = [size * k // jobs for k in range(jobs + 1)]
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(work, map(slice, edges, edges[1:])))


def _size(losers: NDArray[np.int8]) -> NDArray[np.int64]:
    """What finished games count by the losers' rows, int8 (n, 26): 1, 2 for a gammon, 3 for a backgammon."""
    gammon = losers[:, OFF] == 0
    backgammon = gammon & losers[:, POINTS - HOME + 1 :].any(axis=1)
    points: NDArray[np.int64] = 1 + gammon.astype(np.int64) + backgammon
    return points
