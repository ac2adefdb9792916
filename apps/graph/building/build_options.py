"""What a run is asked for."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What this run is asked for beyond the settings of the graph."""

    method: str = ""
    most_calls: int | None = None
    most_cost: Decimal | None = None
    rebuild_communities: bool = False
    seconds: float | None = None
    """After so long no call is begun any more."""


DEFAULT_OPTIONS = BuildOptions()
"""Nothing beyond the settings of the graph."""
