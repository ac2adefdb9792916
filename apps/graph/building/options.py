"""What a run is asked for."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Wish:
    """What this run is asked for beyond the settings of the graph."""

    method: str = ""
    most_calls: int | None = None
    most_cost: Decimal | None = None
    divides_anew: bool = False
    seconds: float | None = None
    """After so long no call is begun any more."""


AS_SET = Wish()
"""Nothing beyond the settings of the graph."""
