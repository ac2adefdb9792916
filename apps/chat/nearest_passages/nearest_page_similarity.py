"""The nearest page: how near in meaning a search came to the question, and how far it is ahead of the others."""

from collections.abc import Sequence
from typing import NamedTuple

from apps.retrieval.query.types import SearchStep


class NearestPage(NamedTuple):
    """`lead` is by how much its similarity exceeds the mean of the thirty nearest pages: a question about something
    else is as near to many of them."""

    similarity: float
    lead: float


def nearest_page(steps: Sequence[SearchStep]) -> NearestPage:
    """Zeros where nothing was compared by meaning. Where there were two searches, the nearer page counts."""
    found = [NearestPage(step.detail["nearest"], step.detail["lead"]) for step in steps if "lead" in step.detail]
    return max(found, default=NearestPage(0.0, 0.0), key=sum)
