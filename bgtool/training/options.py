"""Types of the options of ``python -m bgtool.training``: what they refuse they refuse by name."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

from bgtool.kernels.lookahead import MOST_PLIES
from bgtool.training.parts import PARTS

EXISTING = click.Path(path_type=Path, dir_okay=False, exists=True)
FOLDER = click.Path(path_type=Path, file_okay=False)
EXISTING_FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)
PART = click.Choice(PARTS)
COUNT = click.IntRange(1, 1_000_000_000)
SEED = click.IntRange(0, 2**63 - 1)
THREADS = click.IntRange(1, 64)
PLIES = click.IntRange(0, MOST_PLIES)


class NewFile(click.Path):
    """A file to be written, in a folder that exists: hours of work are not to end in a refusal."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Its path."""
        path = Path(str(super().convert(value, param, ctx)))
        if not path.parent.is_dir():
            self.fail(
                f"{str(path)!r} cannot be written: there is no folder {str(path.parent)!r}; make it first", param, ctx
            )
        return path


class UnusedFile(NewFile):
    """A file that is not there yet: a forgotten output must not cost the last of the inputs."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Its path."""
        path = super().convert(value, param, ctx)
        if path.exists():
            self.fail(
                f"{str(path)!r} is there already and would be overwritten; remove it first, or name another file",
                param,
                ctx,
            )
        return path


class Number(click.FloatRange):
    """A finite number within bounds; click's own lets ``nan`` through."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is no number to reckon with", param, ctx)
        return number


FILE = NewFile(dir_okay=False)
UNUSED_FILE = UnusedFile(dir_okay=False)
SHARE = Number(0, 1)
SOME = Number(0, 1, min_open=True)
SIZE = Number(0, 1e6)
