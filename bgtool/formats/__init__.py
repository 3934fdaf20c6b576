"""Text and bytes into core values and back: recorded matches, position and match IDs."""

from __future__ import annotations

from bgtool.formats.registry import FORMATS, Format, format_named, format_of, match_text, read_matches, write_match

__all__ = ["FORMATS", "Format", "format_named", "format_of", "match_text", "read_matches", "write_match"]
