"""What a terminal gets: colours where one reads, lines as wide as it is, and no control characters of documents."""

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Mapping
from typing import IO

STYLES: Mapping[str, str] = {"bold": "1", "faint": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What could move the cursor, colour, or turn the order of letters. Line breaks and tabs stay."""
WIDEST = 100


class Terminal:
    """`colour` is auto, always or never; auto is colours on a terminal, unless NO_COLOR is set (no-color.org)."""

    def __init__(self, out: IO[str] | None = None, colour: str = "auto") -> None:
        self.out = out or sys.stdout
        self.is_terminal = self.out.isatty()
        wanted = self.is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.has_colours = colour == "always" or (colour == "auto" and wanted)

    def line(self, text: str = "") -> None:
        self.out.write(f"{text}\n")

    def piece(self, text: str) -> None:
        """A part of a line, shown at once."""
        self.out.write(clean(text))
        self.out.flush()

    def style(self, text: str, *names: str) -> str:
        """The text, without control characters of its own."""
        text = clean(text)
        if not self.has_colours or not text:
            return text
        return f"\x1b[{';'.join(STYLES[name] for name in names)}m{text}\x1b[0m"

    def paragraph(self, text: str, indent: str = "") -> None:
        """Wrapped for a terminal; whole for a pipe."""
        for each in clean(text).splitlines() or [""]:
            if not self.is_terminal:
                self.line(indent + each)
                continue
            width = min(shutil.get_terminal_size().columns, WIDEST)
            wrapped = textwrap.fill(
                each, max(width, 20), initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
            )
            self.line(wrapped)


def clean(text: object) -> str:
    return CONTROL.sub("", str(text))
