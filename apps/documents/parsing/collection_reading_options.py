"""Reading options: what a collection decides about the reading of its files."""

from dataclasses import dataclass
from enum import StrEnum


class TrackedChanges(StrEnum):
    SHOWN = "shown"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class Comments(StrEnum):
    LEFT_OUT = "left_out"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How documents are read; the defaults are as they are shown, without the comments of their writers."""

    changes: TrackedChanges = TrackedChanges.SHOWN
    comments: Comments = Comments.LEFT_OUT

    @property
    def label(self) -> str:
        """Empty as long as nobody decided: what was read before the choice existed reads the same."""
        return "" if self == DEFAULT_READING_OPTIONS else f"{self.changes}/{self.comments}"


DEFAULT_READING_OPTIONS = ReadingOptions()
