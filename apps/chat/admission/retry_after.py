"""How long a refused caller is told to wait."""

import math


def wait_in_whole_seconds(wait: float) -> int:
    """What a sentence says of a wait: rounded up, and at least two, for the sentence has no form for one second."""
    return max(2, math.ceil(wait))
