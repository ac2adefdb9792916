"""The options of one build beyond the settings of its graph."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What a caller asks for beyond the settings of the graph; None and empty leave the settings as they are."""

    method: str = ""
    most_calls: int | None = None
    most_cost: Decimal | None = None
    rebuild_communities: bool = False
    seconds: float | None = None
    """After so long no call is begun any more."""
    sample: int = 0
    """Extract from so many texts spread over the collection and stop: for a forecast. Their replies are kept."""


DEFAULT_OPTIONS = BuildOptions()
"""Nothing beyond the settings of the graph."""
