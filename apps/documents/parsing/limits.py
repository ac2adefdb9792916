"""Limits of parsing: what one file may cost. Sizes in bytes, times in seconds."""

from dataclasses import asdict, dataclass
from typing import Any, Self

MEBIBYTE = 2**20
MOST_CPU_OF_PAGE = 20.0
"""Seconds of the processor's time for one page without its text recognition; drawings that take more are an attack."""


@dataclass(frozen=True, slots=True)
class ParseLimits:
    """Bounds of one parse. 3,000 scanned pages take an hour or two and are not stuck: a page that is ends it sooner."""

    size: int = 50 * MEBIBYTE
    pages: int = 3_000
    memory: int = 2 * 1024 * MEBIBYTE
    cpu_seconds: int = 900
    wall_seconds: float = 3 * 3600.0
    silent_seconds: float = 120.0
    """Longest time without a finished page; a page that OCR reads may take 60."""
    ocr_seconds: float = 60.0
    files: int = 8
    """That a child reads one after the other. A new child costs as much as reading five pages; an eighth of that is
    next to nothing, and leaks stay small."""
    idle_seconds: float = 1.0
    """That a child waits for another file."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        return cls(**data)
