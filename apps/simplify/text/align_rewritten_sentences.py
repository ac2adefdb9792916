"""Aligns sentences of a rewrite with those of the original they come from, while the rewrite arrives.

Rewriting splits, joins and sometimes turns round neighbours; it keeps the order otherwise. So the best path through
both texts is looked for step by step (Gale and Church 1993), scored by the words that both sides share.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.simplify.text.words_and_stems import content_stems

MOVES = ((1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (3, 1), (2, 2), (2, 3), (1, 0), (0, 1))
"""Sentences of the original and of the rewrite that belong together; 0 means nothing there."""
SKIPPED = -0.3
"""For a sentence without a partner: worse than a partner that shares nothing but the place."""
UNEVEN = 0.12
"""Taken off for each sentence more than one to one, so that only shared words join sentences."""
WINDOW = 6
"""How many sentences of the original are looked at ahead of what is settled."""
DIGITS = re.compile(r"\d+")
SURE = 0.2
"""Likeness from which a group shows that those before it are complete."""
MOST_UNSURE = 4
"""Groups that wait for a sure one; more would keep the reader waiting."""
LEAST_FIXED = 0.4
"""Likeness that a salutation must have with what is taken for it."""
NOTHING = float("-inf")
MOST_MADE = max(made for _used, made in MOVES)


@dataclass(frozen=True, slots=True)
class AlignedGroup:
    """Sentences `before_from` to `before_to` (exclusive) became sentences `after_from` to `after_to`."""

    before_from: int
    before_to: int
    after_from: int
    after_to: int


class Aligner:
    """`fixed` says for each sentence of the original that it stays by itself, such as a salutation."""

    def __init__(self, before: Sequence[str], fixed: Sequence[bool] = ()) -> None:
        self._bits: dict[str, int] = {}
        self._before = [self._mask(text) for text in before]
        self._fixed = list(fixed) or [False] * len(before)
        self._any_fixed = any(self._fixed)
        self._after: list[int] = []
        self._settled = (0, 0)
        self._columns: list[dict[int, tuple[float, tuple[int, int]]]] = []
        self._open_first_column(WINDOW)

    def add(self, sentence: str) -> list[AlignedGroup]:
        """Takes the next sentence of the rewrite; gives the groups that it settles, in order."""
        self._after.append(self._mask(sentence))
        self._extend(WINDOW)
        groups = self._path(self._best_end())
        unsure = 1
        while unsure < len(groups) and unsure < MOST_UNSURE and self._likeness_of(groups[-unsure]) < SURE:
            # What shares nothing with its place may still belong to the group before it.
            unsure += 1
        groups = groups[:-unsure]
        while groups and groups[-1].after_from == groups[-1].after_to:
            # Left out at the end of the path: the next sentence may still bring it.
            groups.pop()
        if groups:
            self._settle((groups[-1].before_to, groups[-1].after_to), WINDOW)
        return groups

    def finish(self) -> list[AlignedGroup]:
        """What is left on both sides, sentences without a partner side by side as one group."""
        everything = len(self._before)
        self._settle(self._settled, everything)
        return merge_adjacent_gaps(self._path(everything))

    def _mask(self, text: str) -> int:
        """A bit for each stem: sharing words is then one operation on two numbers."""
        mask = 0
        for stem in [*content_stems(text), *(digits.lstrip("0") for digits in DIGITS.findall(text))]:
            mask |= 1 << self._bits.setdefault(stem, len(self._bits))
        return mask

    def _settle(self, cell: tuple[int, int], window: int) -> None:
        """Begins anew at this cell; what arrived after it is laid out again."""
        self._settled = cell
        arrived = len(self._after)
        self._columns = []
        self._open_first_column(window)
        rest, self._after = self._after[cell[1] : arrived], self._after[: cell[1]]
        for mask in rest:
            self._after.append(mask)
            self._extend(window)

    def _open_first_column(self, window: int) -> None:
        start = self._settled[0]
        column = {start: (0.0, (0, 0))}
        for place in range(start + 1, min(len(self._before), start + window) + 1):
            column[place] = (column[place - 1][0] + SKIPPED, (1, 0))
        self._columns.append(column)

    def _extend(self, window: int) -> None:
        """The column for the newest sentence of the rewrite. The innermost loop of every rewrite."""
        start, columns, masks = self._settled[0], self._columns, self._before
        newest = len(columns)
        # The newest one, two, three … sentences of the rewrite as one mask each.
        joint = [0]
        for mask in reversed(self._after[-MOST_MADE:]):
            joint.append(joint[-1] | mask)
        column: dict[int, tuple[float, tuple[int, int]]] = {}
        moves = [(move, columns[newest - move[1]] if move[1] else column) for move in MOVES if move[1] <= newest]
        for place in range(start, min(len(self._before), start + window) + 1):
            best, best_move = NOTHING, (0, 1)
            for move, before in moves:
                used, made = move
                reached = before.get(place - used)
                if reached is None or (used > 1 and not masks[place - used] & joint[made]):
                    # The first of several shares nothing: joined they would gain nothing either.
                    continue
                score = reached[0] + (self._gain(place, used, made, joint[made]) if used and made else SKIPPED)
                if score > best:
                    best, best_move = score, move
            if best > NOTHING:
                column[place] = (best, best_move)
        columns.append(column)

    def _gain(self, place: int, used: int, made: int, after: int) -> float:
        """What it is worth that the last `used` sentences before `place` became those of the mask."""
        before = self._before[place - 1]
        if used > 1:
            joined = self._before[place - used : place]
            if not all(mask & after for mask in joined):
                # One of them is not in the rewrite at all: left out, not joined.
                return NOTHING
            for mask in joined:
                before |= mask
        likeness = dice_similarity(before, after)
        if (
            self._any_fixed
            and True in self._fixed[place - used : place]
            and (used > 1 or made > 1 or likeness < LEAST_FIXED)
        ):
            return NOTHING
        return likeness * (used + made) - UNEVEN * (used + made - 2)

    def _likeness_of(self, group: AlignedGroup) -> float:
        before = after = 0
        for mask in self._before[group.before_from : group.before_to]:
            before |= mask
        for mask in self._after[group.after_from : group.after_to]:
            after |= mask
        return dice_similarity(before, after) if before and after else 0.0

    def _best_end(self) -> int:
        column = self._columns[-1]
        return max(column, key=lambda place: column[place][0])

    def _path(self, end: int) -> list[AlignedGroup]:
        groups: list[AlignedGroup] = []
        place, column = end, len(self._columns) - 1
        while (place, column) != (self._settled[0], 0):
            used, made = self._columns[column][place][1]
            after = self._settled[1] + column
            groups.append(AlignedGroup(place - used, place, after - made, after))
            place, column = place - used, column - made
        return groups[::-1]


def dice_similarity(before: int, after: int) -> float:
    """Shared words among all of both sides (Dice), between 0 and 1; in between where there are none to compare."""
    total = before.bit_count() + after.bit_count()
    return 2 * (before & after).bit_count() / total if total else 0.5


def merge_adjacent_gaps(groups: Sequence[AlignedGroup]) -> list[AlignedGroup]:
    """Neighbours without a partner as one: what a model left out in a row is asked for in one go."""
    found: list[AlignedGroup] = []
    for group in groups:
        last = found[-1] if found else None
        if last and is_gap(last) and is_gap(group) and is_omission(last) == is_omission(group):
            found[-1] = AlignedGroup(last.before_from, group.before_to, last.after_from, group.after_to)
        else:
            found.append(group)
    return found


def is_gap(group: AlignedGroup) -> bool:
    return is_omission(group) or group.before_from == group.before_to


def is_omission(group: AlignedGroup) -> bool:
    return group.after_from == group.after_to
