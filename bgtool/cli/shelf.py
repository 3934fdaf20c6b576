"""Files that a batch has finished, kept in a directory so that the batch can be taken up again where it stopped.

An answer is found again only for the same content, under the same name, with the same settings and the same bgtool.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bgtool.cli.analyze_report import Answer
from bgtool.errors import DataError
from bgtool.formats.source import STDIN

if TYPE_CHECKING:
    from bgtool.analysis.player_summary import PlayerSummary

SCHEMA = "bgtool.finished/3"


class Shelf:
    """The finished answers in ``directory``, which is made when the first is put there."""

    def __init__(self, directory: str):
        """Nothing is read before it is asked for."""
        self._directory = Path(directory)

    def finished(self, file: str, key: str) -> list[Answer] | None:
        """The answers to a file; None where it was not finished, or what is there is damaged.

        Raises OSError for a file that cannot be read.
        """
        if file == STDIN:
            return None
        place = self._place(file, key)
        try:
            document = json.loads(place.read_text(encoding="utf-8"))
            if document["schema"] != SCHEMA or document["digest"] != _digest(document["answers"]):
                return None
            return [_answer(one) for one in document["answers"]]
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, file: str, key: str, answers: Sequence[Answer]) -> None:
        """Keep the answers to a file; a half-written one is never found.

        Raises :class:`~bgtool.errors.DataError` where that cannot be done.
        """
        if file == STDIN:
            return
        place = self._place(file, key)
        kept = [_document(answer) for answer in answers]
        document = {"schema": SCHEMA, "file": file, "digest": _digest(kept), "answers": kept}
        beside = place.with_suffix(f".{os.getpid()}.tmp")
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
            try:
                beside.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
                beside.replace(place)
            finally:
                beside.unlink(missing_ok=True)
        except OSError as error:
            raise DataError(f"{place}: what is finished cannot be kept here: {error.strerror}") from None

    def _place(self, file: str, key: str) -> Path:
        signed = hashlib.sha256(Path(file).read_bytes())
        signed.update(repr((version("bgtool"), file, key)).encode())
        return self._directory / f"{signed.hexdigest()[:32]}.json"


def _digest(answers: list[Any]) -> str:
    """What changes with everything in the answers, so that damage shows."""
    return hashlib.sha256(json.dumps(answers, sort_keys=True).encode()).hexdigest()


def _document(answer: Answer) -> dict[str, Any]:
    return answer._asdict() | {"columns": [_summary_document(column) for column in answer.columns]}


def _answer(document: dict[str, Any]) -> Answer:
    columns = tuple(_summary(one) for one in document["columns"])
    lines, notes = tuple(document["lines"]), tuple(document["notes"])
    return Answer(document["text"], document["title"], lines, columns, document["alarm"], notes)


def _summary_document(summary: PlayerSummary) -> dict[str, Any]:
    return {field.name: _plain(getattr(summary, field.name)) for field in fields(summary)}


def _plain(value: Any) -> Any:
    """A value of a summary as JSON has it: sums as three numbers, counts by the name of what is counted."""
    from bgtool.analysis.player_summary import Sum

    if isinstance(value, Sum):
        return [value.count, value.equity, value.cost]
    if isinstance(value, dict):
        return {key.name: _plain(one) for key, one in value.items()}
    return value


def _summary(document: dict[str, Any]) -> PlayerSummary:
    from bgtool.analysis.player_summary import PlayerSummary, Sum
    from bgtool.analysis.records import CubeChoice, CubeFault
    from bgtool.analysis.settings import LuckMark, Mark

    kinds = {"marks": Mark, "luck_marks": LuckMark, "actions": CubeChoice}
    values = dict(document)
    for name, kind in kinds.items():
        values[name] = {kind[key]: count for key, count in document[name].items()}
    values["faults"] = {CubeFault[key]: Sum(*total) for key, total in document["faults"].items()}
    for name in ("checker", "luck", "cube", "resigned", "accepted"):
        values[name] = Sum(*document[name])
    values["results"] = tuple((result, adjusted) for result, adjusted in document["results"])
    return PlayerSummary(**values)
