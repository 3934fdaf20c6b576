"""What ``bgtool analyze`` does with each file: read, annotate, and write in the format asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from bgtool.cli.analyze_options import Alarm, Wishes, seats_of
from bgtool.cli.exits import Tally
from bgtool.cli.inputs import json_line
from bgtool.core.record import Match, Severity
from bgtool.core.variant import STANDARD, Variant
from bgtool.errors import BgtoolError, InputError
from bgtool.formats import read_matches
from bgtool.formats.source import STDIN
from bgtool.report.style import Style

if TYPE_CHECKING:
    from bgtool.analysis.player_summary import PlayerSummary
    from bgtool.analysis.records import AnnotatedMatch
    from bgtool.analysis.roll_out import Told
    from bgtool.cli.shelf import Shelf
    from bgtool.core.met import MatchEquityTable
    from bgtool.engine.evaluators import Evaluator
    from bgtool.engine.rollout_records import RolloutSettings
    from bgtool.engine.search import Depth
    from bgtool.report.selection import Selection

KEPT = 5


class Answer(NamedTuple):
    """What came of a match: the report, and the totals of the players listed.

    ``title`` is the match in a line, ``lines`` has one for each player; ``alarm`` says whether the condition of
    ``--fail-on`` was met; ``notes`` are lines for stderr.
    """

    text: str
    title: str = ""
    lines: tuple[str, ...] = ()
    columns: tuple[PlayerSummary, ...] = ()
    alarm: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What the user wants to know of each match, and in which shape; ``brief`` is a line for each."""

    evaluator: Evaluator
    depth: Depth
    rollout: RolloutSettings | None
    met: MatchEquityTable | None
    jobs: int | None
    source_format: str | None
    wishes: Wishes
    variant: Variant | None
    format: str
    brief: bool
    tables: bool
    style: Style
    shelf: Shelf | None = None

    def answers(self, file: str, told: Told | None = None) -> Iterator[Answer | BgtoolError | OSError]:
        """An answer for each match of the file, and last the error where it cannot be read or followed any further.

        What a shelf of finished files still has is taken from there, and what is new is put on it. ``told`` hears how
        many rollouts of a match are done.
        """
        try:
            finished = self.shelf.finished(file, self._key) if self.shelf else None
            answers: list[Answer] = []
            for answer in self._annotated(file, told) if finished is None else finished:
                answers.append(answer)
                yield answer
            if self.shelf and finished is None:
                self.shelf.put(file, self._key, answers)
        except (BgtoolError, OSError) as error:
            yield error

    @property
    def _key(self) -> str:
        """All that an answer depends on beside the content of the file."""
        return repr(
            (
                (
                    self.evaluator.name,
                    self.evaluator.digest,
                    str(self.depth),
                    self.rollout,
                    self.met and self.met.digest,
                ),
                (self.wishes, self.variant, self.source_format),
                (self.format, self.brief, self.tables, self.style),
            )
        )

    def _annotated(self, file: str, told: Told | None) -> Iterator[Answer]:
        for match in read_matches(file, self.source_format):
            yield self._answer(file, played(match, self.variant), told)

    def closing(self, seen: Sequence[Answer], tally: Tally) -> Iterator[str]:
        """The table of all players, where there was more than one match and people read the answers that were seen."""
        from bgtool.analysis.settings import Settings
        from bgtool.report.overview import grand_table

        if self.format != "text" or not seen or not (self.brief or len(seen) > 1):
            return
        failed = f", {tally.failed} failed" if tally.failed else ""
        yield f"\n{tally.done} match{'' if tally.done == 1 else 'es'}{failed}"
        settings = Settings("", "", convention=self.wishes.convention)
        yield from grand_table([answer.columns for answer in seen], settings, self.style)

    def _analysis(self, match: Match, told: Told | None) -> AnnotatedMatch:
        """Ours, or the one that the file brings along."""
        from bgtool.analysis.annotate import annotate
        from bgtool.analysis.kept import kept_annotations

        wishes = self.wishes
        if wishes.keep:
            return kept_annotations(match, self.met, wishes.marks(), wishes.convention)
        return annotate(
            match,
            self.evaluator,
            depth=self.depth,
            met=self.met,
            cubeless=wishes.cubeless,
            alternatives=wishes.top or KEPT,
            thresholds=wishes.marks(),
            convention=wishes.convention,
            rollout=self.rollout,
            jobs=self.jobs,
            told=told,
        )

    def _answer(self, file: str, match: Match, told: Told | None) -> Answer:
        from bgtool.analysis.summary import summaries
        from bgtool.report.overview import overview_line
        from bgtool.report.selection import Selection
        from bgtool.report.statistics import short_line
        from bgtool.report.text import match_kind, players

        wishes = self.wishes
        seats = seats_of(match.players, wishes.player)
        if wishes.games is not None and not wishes.games.intersection(game.number for game in match.games):
            number = f"{len(match.games)} game" + ("s" if len(match.games) > 1 else "")
            raise InputError(f"--games: none of these is in {players(match)}, which has {number}")
        name = "<stdin>" if file == STDIN else file
        if wishes.compare and match.analysis is None:
            raise InputError(f"--compare: {players(match)} brings no analysis along to compare ours with")
        analysis = self._analysis(match, told)
        columns = tuple(summary for summary in summaries(analysis) if summary.seat in seats)
        alarm = wishes.fail_on is not None and _met(wishes.fail_on, analysis, columns)
        if self.format == "text" and self.brief:
            text = overview_line(analysis, columns, name, self.style)
        else:
            selection = Selection(seats, wishes.only, wishes.min_error or 0.0, wishes.games)
            text = WRITERS[self.format](self, analysis, name, selection)
        lines = tuple(f"{summary.name}: {short_line(summary, analysis.settings)}" for summary in columns)
        return Answer(text, f"{players(match)}, {match_kind(match)}", lines, columns, alarm, tuple(_notes(name, match)))


def _text(report: Report, analysis: AnnotatedMatch, file: str, selection: Selection) -> str:
    from bgtool.report.text import analysis_text

    top = report.wishes.top or 0
    lines = analysis_text(analysis, file, selection=selection, top=top, tables=report.tables, style=report.style)
    theirs = _theirs(report, analysis)
    if theirs is not None:
        from bgtool.report.compare import comparison_text

        return "\n".join([*lines, *comparison_text(theirs, analysis)])
    return "\n".join(lines)


def _theirs(report: Report, analysis: AnnotatedMatch) -> AnnotatedMatch | None:
    """What the file brings along, where the user asks for it beside ours."""
    wishes = report.wishes
    if not wishes.compare or wishes.keep:
        return None
    from bgtool.analysis.kept import kept_annotations

    return kept_annotations(analysis.match, report.met, wishes.marks(), wishes.convention)


def _json(report: Report, analysis: AnnotatedMatch, file: str, selection: Selection) -> str:
    from bgtool.report.jsonout import analysis_document

    document = analysis_document(analysis, file, selection)
    theirs = _theirs(report, analysis)
    if theirs is not None:
        from bgtool.report.compare_json import comparison_document

        document["comparison"] = comparison_document(theirs, analysis)
    return json_line(document)


def _sgf(report: Report, analysis: AnnotatedMatch, file: str, selection: Selection) -> str:
    from bgtool.report.sgfout import analysis_sgf

    return analysis_sgf(analysis).rstrip("\n")


def _csv(report: Report, analysis: AnnotatedMatch, file: str, selection: Selection) -> str:
    from bgtool.report.csvout import csv_rows

    return "\n".join(csv_rows(analysis, file, selection, _theirs(report, analysis)))


def _markdown(report: Report, analysis: AnnotatedMatch, file: str, selection: Selection) -> str:
    from bgtool.report.markdown import analysis_markdown

    return "\n".join(analysis_markdown(analysis, file, selection))


def _html(report: Report, analysis: AnnotatedMatch, file: str, selection: Selection) -> str:
    from bgtool.report.html import analysis_page

    return analysis_page(analysis, file, selection)


WRITERS: dict[str, Callable[[Report, AnnotatedMatch, str, Selection], str]] = {
    "text": _text,
    "json": _json,
    "csv": _csv,
    "md": _markdown,
    "html": _html,
    "sgf": _sgf,
}
"""How a match is written, by the name of the format."""


COMPARED = ("text", "json", "csv")
"""The formats that have a place for another analysis beside ours."""


def head_of(form: str) -> str:
    """The line above all answers in this format; empty for none."""
    if form != "csv":
        return ""
    from bgtool.report.csvout import csv_header

    return csv_header()


def _met(alarm: Alarm, analysis: AnnotatedMatch, columns: tuple[PlayerSummary, ...]) -> bool:
    """Whether the condition of ``--fail-on`` is met by the players of these columns."""
    if alarm.what == "error":
        seats = [summary.seat for summary in columns]
        return any((one.error or 0.0) > alarm.bound for one in analysis.errors() if one.seat in seats)
    if alarm.what == "pr":
        return any((summary.pr or 0.0) > alarm.bound for summary in columns)
    return any(1000.0 * (summary.error_rate or 0.0) > alarm.bound for summary in columns)


def played(match: Match, variant: Variant | None) -> Match:
    """The match under the variant that the user names, where its record leaves that open.

    Raises :class:`~bgtool.errors.InputError` for another variant than the record's, and where no game was played.
    """
    if not match.games:
        raise InputError("no game in there")
    if variant is None or variant == match.variant:
        return match
    if match.variant != STANDARD or variant.start != STANDARD.start:
        raise InputError(f"the record was read as {match.variant.title}, which cannot be taken for {variant.title}")
    return replace(match, variant=variant)


def _notes(file: str, match: Match) -> Iterator[str]:
    """One line about what of the record could not be taken as it stands, if anything."""
    errors = [problem for problem in match.problems if problem.severity is Severity.ERROR]
    if errors:
        place = f"{file}:{errors[0].line}" if errors[0].line else file
        more = f" (and {len(errors) - 1} more: see bgtool check)" if errors[1:] else ""
        yield f"Warning: {place}: {errors[0].message}{more}"
