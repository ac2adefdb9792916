"""Limits of fetching: how long and how large an answer may be."""

from dataclasses import dataclass
from math import inf

MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """Seconds and bytes. `size` holds for what comes over the line and for what it unpacks to."""

    connect: float = 5.0
    read: float = 30.0
    """Silence that is waited through."""
    total: float = 120.0
    """One request, or one connection that is no HTTP."""
    run: float = inf
    """All requests together, whatever they are for."""
    size: int = 100 * MEBIBYTE
    redirects: int = 3


LISTING_LIMITS = FetchLimits(total=600.0, run=1_500.0, size=1024 * MEBIBYTE)
"""For exports: a parliament's whole electoral term is one file. A list that took longer than `run` would be begun again
for ever, because the queue ends its worker a little later."""
