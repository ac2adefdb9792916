"""Compares the order of the parts of two clauses: which moves keep the meaning."""

from collections.abc import Sequence
from itertools import pairwise

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.comparison.comparison_result import ClauseComparison
from apps.text.entailment.comparison.semantic_roles_of_parts import MONTHS_AND_WEEKDAYS
from apps.text.entailment.german.nominalisations.act_nouns import verb_of_act_noun, verb_of_part
from apps.text.numbers.units import PERIODS


def crosses_other_pair(pair: tuple[int, int], pairs: Sequence[tuple[int, int]]) -> bool:
    return any((pair[0] - other[0]) * (pair[1] - other[1]) < 0 for other in pairs)


def compare_order(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    """Compares the order of parts without those in front of the verb on either side: fronting keeps the meaning."""
    order = [place for place, _ in sorted(found.pairs, key=lambda pair: pair[1])]
    places = {index: place for place, index in found.pairs}
    if is_attribute_separated(source, claim, dict(found.pairs)) or is_attribute_separated(claim, source, places):
        found.differ("order", " | ".join(p.text for p in source.parts), " | ".join(p.text for p in claim.parts))
        return
    if order == sorted(order):
        return
    claim_front = set(order[: claim.front])
    source_front = set(range(source.front))
    middle = [place for place in order if place not in claim_front | source_front]
    whole = are_contiguous(claim_front, sorted(order)) and are_contiguous(source_front, order)
    whole = whole and not has_repeated_mark_moved(source, order)
    if middle == sorted(middle) and whole and keeps_value_order(source, order, claim_front | source_front):
        found.license("order: another part in front")
        return
    if has_only_circumstances_moved(source, order):
        found.license("order: a circumstance moved")
        return
    if claim.predicate.voice != source.predicate.voice and keeps_order_of_adverbials(source, claim, found):
        found.license("order: roles kept in the other voice")
        return
    if has_only_rate_moved(source, claim, found.pairs):
        found.license("order: so much a day or a month, behind what is paid or behind the sum")
        return
    if has_only_phrases_moved(source, claim, found.pairs):
        found.license("order: each phrase keeps its noun and its verb")
        return
    found.differ("order", " | ".join(p.text for p in source.parts), " | ".join(p.text for p in claim.parts))


def is_attribute_separated(one: Statement, other: Statement, pairs: dict[int, int]) -> bool:
    """ "Der Leiter der Schule im Ort entscheidet": one phrase stands in front, so "im Ort" is the noun's.

    True when it stands somewhere else on the other side. An act is where its sentence is: "der Aufenthalt im Park".
    """
    if one.relation or not one.predicate.verb:
        return False
    for place in range(1, one.front):
        part, noun = one.parts[place], one.parts[place - 1]
        attribute = noun.mark == "np" and part.mark in OF_PLACE and not part.has_value and not is_act_noun(noun)
        across = not other.relation and pairs.get(place) == other.front
        if attribute and place in pairs and (across or pairs.get(place - 1) != pairs[place] - 1):
            return True
    return False


def is_act_noun(part: Part) -> bool:
    """ "der Aufenthalt", and what a rule took it from: "das Abstellen von Fahrrädern"."""
    written = next((word.lower() for word in part.text.split(" ") if word[:1].isupper() and word not in ARTICLES), "")
    return bool(verb_of_part(part) or verb_of_act_noun(written))


ARTICLES = frozenset({"Der", "Die", "Das", "Den", "Dem", "Ein", "Eine", "Einen", "Einem", "Einer"})
OF_PLACE = frozenset({"in", "near", "outside", "within", "under", "next_to", "behind", "opposite", "out"})
"""What tells of the whole sentence as well as of one noun: "für" and "gegen" mean the same in both places."""


def has_repeated_mark_moved(source: Statement, order: Sequence[int]) -> bool:
    """Two phrases with the same preposition that changed their order: each may belong to another noun now."""
    # A bound ("bis 25.000 Euro") is never taken for a sum ("60 Euro").
    marks = [(p.mark, p.scope if p.mark == "value" else ()) for p in (source.parts[place] for place in order)]
    return any(
        marks[i] == marks[j] and marks[i][0] not in {"np", "adv", "adj"} and order[i] > order[j]
        for i in range(len(order))
        for j in range(i + 1, len(order))
    )


def keeps_order_of_adverbials(source: Statement, claim: Statement, found: ClauseComparison) -> bool:
    """Everything but subject and object in the same order."""
    others = [(a, b) for a, b in found.pairs if source.parts[a].mark != "np" and claim.parts[b].mark != "np"]
    return not any(crosses_other_pair(pair, others) for pair in others)


def are_contiguous(places: set[int], order: Sequence[int]) -> bool:
    indices = sorted(order.index(place) for place in places if place in order)
    return not indices or indices[-1] - indices[0] + 1 == len(indices)


def keeps_value_order(source: Statement, order: Sequence[int], fronts: set[int]) -> bool:
    """Values in their order, or those that moved of other kinds than the rest: none can go to another key."""
    valued = [place for place in order if source.parts[place].has_value]
    if valued == sorted(valued):
        return True
    moved = {kind for place in valued if place in fronts for kind in value_kinds(source.parts[place])}
    rest = {kind for place in valued if place not in fronts for kind in value_kinds(source.parts[place])}
    return not moved & rest and len(valued) <= len(moved | rest)


def value_kinds(part: Part) -> set[str]:
    return {word.split(":")[0] for word in part.words if ":" in word}


TEMPORAL = frozenset({"date", "clock"}) | PERIODS - {"minutes"}


def is_circumstance(part: Part) -> bool:
    """An adverb or a time: it belongs to the verb wherever it stands."""
    return (part.mark in {"adv", "adj"} and not part.has_value) or bool(
        value_kinds(part) & TEMPORAL or set(part.words) & MONTHS_AND_WEEKDAYS
    )


def has_only_circumstances_moved(source: Statement, order: Sequence[int]) -> bool:
    """All other parts in their order, the times among themselves too, and not more than one value at all."""
    others = [place for place in order if not is_circumstance(source.parts[place])]
    times = [place for place in order if source.parts[place].mark not in {"adv", "adj"} and place not in others]
    if others != sorted(others) or times != sorted(times):
        return False
    return sum(part.has_value for part in source.parts) <= 1 and not has_repeated_mark_moved(source, order)


RATES = frozenset(
    {("monthly",), ("yearly",), ("daily",), ("weekly",), ("per_day",), ("per_hour",), ("day",), ("month",)}
)
STATING = frozenset({"", "be", "betragen", "amount"})


def has_only_rate_moved(source: Statement, claim: Statement, pairs: Sequence[tuple[int, int]]) -> bool:
    """ "Der Beitrag im Monat: bis 25.000 Euro Einkommen 60 Euro" as "Der Beitrag: … 60 Euro monatlich"."""
    rates = [(a, b) for a, b in pairs if source.parts[a].words in RATES and source.parts[a].mark in {"adv", "per"}]
    others = [(a, b) for a, b in pairs if (a, b) not in rates]
    if source.predicate.verb not in STATING or len(rates) != 1:
        return False
    in_turn = all(one[1] < other[1] for one, other in pairwise(sorted(others)))
    return in_turn and all(
        is_rate_of_sum(side.parts, place) for side, place in zip((source, claim), rates[0], strict=True)
    )


def is_rate_of_sum(parts: Sequence[Part], place: int) -> bool:
    """Right after the subject in front, or after the sum at the end or before its reason."""
    before = parts[place - 1] if place else None
    if before is None or sum(p.mark == "value" and not p.scope for p in parts) != 1:
        return False
    return (place == 1 and before.mark == "np") or before.mark == "value"


PHRASES_OF_VERBS = frozenset({"adv", "adj", "value"})
BELOW_DENIAL = frozenset({"np", "for", "without", "in", "at", "on", "adv", "adj", "value", "to", "about_topic", "with"})
QUANTIFIED = frozenset({"all", "both", "some", "many", "several", "few", "most"})


def has_only_phrases_moved(source: Statement, claim: Statement, pairs: Sequence[tuple[int, int]]) -> bool:
    """Phrases in another order, none of which can belong to another noun or come under another scope by it."""
    order = [place for place, _ in sorted(pairs, key=lambda pair: pair[1])]
    if (
        has_repeated_mark_moved(source, order)
        or not are_values_distinct(source, order)
        or not keeps_scopes(source, order)
    ):
        return False
    index_of = dict(pairs)
    return all(keeps_attachment_site(source, claim, place, index, index_of) for place, index in pairs)


def are_values_distinct(source: Statement, order: Sequence[int]) -> bool:
    """No two values of one kind and bound, so that none can go to the key of another."""
    found = [(kind, source.parts[place].scope) for place in order for kind in value_kinds(source.parts[place])]
    return len(found) == len(set(found))


def keeps_scopes(source: Statement, order: Sequence[int]) -> bool:
    """Whether, where something is denied or counted, only what no denial can pick out has moved."""
    if not source.scope and not any("not" in p.scope for p in source.parts):
        return True
    moved = [place for index, place in enumerate(order) if place != index]
    parts = [source.parts[place] for place in moved]
    return not any(p.mark not in BELOW_DENIAL or p.scope or p.determiner in QUANTIFIED for p in parts)


def keeps_attachment_site(
    source: Statement, claim: Statement, place: int, index: int, index_of: dict[int, int]
) -> bool:
    """The phrase before it, which it may belong to, is the same on both sides; or it goes with the verb on one."""
    before, after = find_attachment_site(source, place), find_attachment_site(claim, index)
    if before is None or after is None:
        left = before if after is None else after
        side, own = (source, place) if after is None else (claim, index)
        if left is None:
            return True
        # In front of the verb is one phrase alone: what stands there after a noun belongs to it.
        return own >= side.front and not side.parts[left].has_value
    return index_of.get(before) == after


def find_attachment_site(statement: Statement, place: int) -> int | None:
    """Which part a phrase with a preposition may be an attribute of: the one right before it."""
    part = statement.parts[place]
    if place == 0 or place == statement.front or part.mark in PHRASES_OF_VERBS | {"np"} or part.sign:
        return None
    if place > 1 and is_measure(statement, place - 1):
        place -= 1  # "eine Ermäßigung von 20 Prozent auf den Preis"
    return None if statement.parts[place - 1].mark in {"adv", "adj"} else place - 1


def is_measure(statement: Statement, place: int) -> bool:
    """ "von 20 Prozent" after its noun: how much of it."""
    part, noun = statement.parts[place], statement.parts[place - 1]
    measure = part.mark in {"from", "value"} and len(part.words) == 1 and part.has_value and not part.sign
    return measure and noun.mark == "np" and not noun.has_value and place != statement.front
