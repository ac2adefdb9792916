"""Allocates a server's slots to processes: rank by rank, within a rank the same for each that wants them.

People are counted by themselves: a call that somebody waits for begins while calls in the background still hold their
places, which are not given out again when they end. So a person's call waits for other people only.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

PERSON = 0
"""The rank of calls that a person waits for; all others are work in the background."""
LAST_RANK = 100
"""Of work that gains by waiting: others may join it, and whatever somebody waits for goes first."""
Wants = Mapping[int, int]
"""By rank the calls that a process has under way or would begin."""


class SlotCounts(NamedTuple):
    people: int
    background: int


@dataclass(frozen=True, slots=True)
class SlotRequest:
    """What one process says of itself."""

    wants: Wants
    kept: SlotCounts
    """What it was given before and does not give back now; never less than its calls under way."""
    bears: int
    """How many calls at once the server has borne, as far as this process has seen."""


@dataclass(frozen=True, slots=True)
class SlotShare:
    granted: SlotCounts
    """So many calls may be under way from now on."""
    due: SlotCounts
    """What it may have in the end: more is to be given back, less comes as soon as others have given back."""


def allocate_share(mine: SlotRequest, others: Sequence[SlotRequest], most: int, position: int) -> SlotShare:
    """`position`: how many of the others come before it where places cannot be divided evenly."""
    number = min([most, mine.bears, *(other.bears for other in others)])
    everybody = [*others[:position], mine, *others[position:]]
    dealt = deal_slots(number, [claim.wants for claim in everybody])[position]
    due = SlotCounts(dealt[PERSON], dealt.total() - dealt[PERSON])
    left = SlotCounts(
        number - sum(other.kept.people for other in others), number - sum(other.kept.background for other in others)
    )
    granted = [max(kept, min(own, free)) for kept, own, free in zip(mine.kept, due, left, strict=True)]
    return SlotShare(SlotCounts(*granted), due)


def deal_slots(number: int, wants: Sequence[Wants]) -> list[Counter[int]]:
    """Deals `number` places to processes, by rank.

    >>> deal_slots(4, [{3: 9}, {3: 1}, {3: 9, 1: 1}])
    [Counter({3: 1}), Counter({3: 1}), Counter({1: 1, 3: 1})]
    """
    dealt: list[Counter[int]] = [Counter() for _ in wants]
    for rank in sorted({rank for want in wants for rank in want}):
        hungry = [place for place, want in enumerate(wants) if want.get(rank, 0) > 0]
        while hungry and number > 0:
            served, number = hungry[:number], number - len(hungry[:number])
            for place in served:
                dealt[place][rank] += 1
            hungry = [place for place in hungry if dealt[place][rank] < wants[place][rank]]
    return dealt
