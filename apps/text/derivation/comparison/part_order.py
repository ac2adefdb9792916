"""The order of the parts of a clause: which moves keep its meaning."""

from collections.abc import Sequence

from apps.text.derivation.comparison.findings import ClauseComparison
from apps.text.derivation.comparison.part_roles import TIMES
from apps.text.derivation.reading.clause_parts import Part
from apps.text.derivation.statement import Statement


def crossed(pair: tuple[int, int], pairs: Sequence[tuple[int, int]]) -> bool:
    return any((pair[0] - other[0]) * (pair[1] - other[1]) < 0 for other in pairs)


def compare_order(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    """The same order once what stands in front of the verb on either side is left out: fronting keeps the meaning."""
    order = [place for place, _ in sorted(found.pairs, key=lambda pair: pair[1])]
    if order == sorted(order):
        return
    claim_front = set(order[: claim.front])
    source_front = set(range(source.front))
    middle = [place for place in order if place not in claim_front | source_front]
    whole = contiguous(claim_front, sorted(order)) and contiguous(source_front, order)
    whole = whole and not repeated_mark_moved(source, order)
    if middle == sorted(middle) and whole and values_kept(source, order, claim_front | source_front):
        found.license("order: another part in front")
        return
    if only_circumstances_moved(source, order):
        found.license("order: a circumstance moved")
        return
    if claim.predicate.voice != source.predicate.voice and middle_of_phrases(source, claim, found):
        found.license("order: roles kept in the other voice")
        return
    found.differ("order", " | ".join(p.text for p in source.parts), " | ".join(p.text for p in claim.parts))


def repeated_mark_moved(source: Statement, order: Sequence[int]) -> bool:
    """Two phrases with the same preposition that changed their order: each may belong to another noun now."""
    marks = [source.parts[place].mark for place in order]
    return any(
        marks[i] == marks[j] and marks[i] != "np" and order[i] > order[j]
        for i in range(len(order))
        for j in range(i + 1, len(order))
    )


def middle_of_phrases(source: Statement, claim: Statement, found: ClauseComparison) -> bool:
    """Everything but subject and object in the same order."""
    others = [(a, b) for a, b in found.pairs if source.parts[a].mark != "np" and claim.parts[b].mark != "np"]
    return not any(crossed(pair, others) for pair in others)


def contiguous(places: set[int], order: Sequence[int]) -> bool:
    indices = sorted(order.index(place) for place in places if place in order)
    return not indices or indices[-1] - indices[0] + 1 == len(indices)


def values_kept(source: Statement, order: Sequence[int], fronts: set[int]) -> bool:
    """Values in their order, or those that moved of other kinds than the rest: none can go to another key."""
    valued = [place for place in order if source.parts[place].has_value]
    if valued == sorted(valued):
        return True
    moved = {kind for place in valued if place in fronts for kind in kinds(source.parts[place])}
    rest = {kind for place in valued if place not in fronts for kind in kinds(source.parts[place])}
    return not moved & rest and len(valued) <= len(moved | rest)


def kinds(part: Part) -> set[str]:
    return {word.split(":")[0] for word in part.words if ":" in word}


TEMPORAL = frozenset({"date", "clock", "days", "months", "working_days"})


def is_circumstance(part: Part) -> bool:
    """An adverb or a time: it belongs to the verb wherever it stands."""
    return (part.mark in {"adv", "adj"} and not part.has_value) or bool(
        kinds(part) & TEMPORAL or set(part.words) & TIMES
    )


def only_circumstances_moved(source: Statement, order: Sequence[int]) -> bool:
    """All other parts in their order, the times among themselves too, and not more than one value at all."""
    others = [place for place in order if not is_circumstance(source.parts[place])]
    times = [place for place in order if source.parts[place].mark not in {"adv", "adj"} and place not in others]
    if others != sorted(others) or times != sorted(times):
        return False
    return sum(part.has_value for part in source.parts) <= 1 and not repeated_mark_moved(source, order)
