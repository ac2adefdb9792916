"""How long and how large an answer may be."""

from dataclasses import dataclass

MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Seconds and bytes. `size` holds for what comes over the line and for what it unpacks to."""

    connect: float = 5.0
    read: float = 30.0
    """Silence that is waited through."""
    total: float = 120.0
    size: int = 100 * MEBIBYTE
    redirects: int = 3


LISTING = FetchLimits(total=600.0, size=1024 * MEBIBYTE)
"""For exports: a parliament's whole electoral term is one file."""
