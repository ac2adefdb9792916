"""Is one statement the same as another? Every difference is either explained by a named rule or handed back."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from apps.text.derivation.comparison.equal_parts import alike
from apps.text.derivation.comparison.part_roles import of_other_gender, settled
from apps.text.derivation.outcome import Difference
from apps.text.derivation.reading.clause_parts import Part
from apps.text.derivation.rules.act_nouns import head_of, verb_of
from apps.text.derivation.rules.cost_phrases import PLAIN_FEES
from apps.text.derivation.statement import Statement

UNFINISHED = frozenset({"müssen", "sollen", "können", "dürfen", "wollen", "mögen", "werden", "?"})
"""A helping verb whose verb was not found: the clause was not read."""
NECESSITIES = frozenset({"must", "may", "can"})


@dataclass(slots=True)
class ClauseComparison:
    """`differences` is empty when the claim's statement is the source's."""

    licences: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)

    def license(self, name: str) -> None:
        self.licences.append(name)

    def differ(self, kind: str, source: str, claim: str) -> None:
        self.differences.append(Difference(kind, source, claim))


def compared(source: Statement, claim: Statement) -> ClauseComparison:
    """Of one clause with all that hangs on it."""
    found = ClauseComparison(licences=[*source.licences, *claim.licences])
    compare_predicates(source, claim, found)
    compare_scopes(source, claim, found)
    align(source, claim, found)
    if not found.differences:
        compare_roles(source, claim, found)
        compare_order(source, claim, found)
    compare_dependents(source, claim, found)
    return named_fee(found, source)


def named_fee(found: ClauseComparison, source: Statement) -> ClauseComparison:
    """ "Die Gebühr beträgt …" as "… kostet": what is paid is named by the verb."""
    fees = [p for p in source.parts if p.mark == "fee" and p.words in {(word,) for word in PLAIN_FEES}]
    if source.predicate.verb == "amount" and len(fees) == 1:
        rest = [d for d in found.differences if (d.kind, d.source) != ("dropped", fees[0].text)]
        if len(rest) < len(found.differences):
            found.license("idiom: Die Gebühr beträgt = es kostet")
            found.differences = rest
    return found


def compare_predicates(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    before, after = source.predicate, claim.predicate
    if before.verb in UNFINISHED or after.verb in UNFINISHED:
        found.differ("unread", source.text, claim.text)
    if before.verb != after.verb:
        found.differ("verb", before.verb, after.verb)
    if before.modality != after.modality and not same_necessity(source, claim):
        found.differ("modality", before.modality or "∅", after.modality or "∅")
    elif before.modality != after.modality:
        found.license(f"modality: {before.modality} -> {after.modality} under negation")
    if before.tense != after.tense:
        found.differ("tense", before.tense, after.tense)
    if before.mood != after.mood:
        found.differ("mood", before.mood, after.mood)
    if (source.relation, source.connector) != (claim.relation, claim.connector):
        found.differ("connective", source.relation or source.connector, claim.relation or claim.connector)
    if source.head != claim.head:
        found.differ("head", source.head, claim.head)
    compare_voice(source, claim, found)


def same_necessity(source: Statement, claim: Statement) -> bool:
    """ "kann nicht" and "darf nicht" forbid alike."""
    return source.denied and claim.denied and {source.predicate.modality, claim.predicate.modality} == {"can", "may"}


# "Die Erlaubnis kann widerrufen werden" says what an authority can do, not what "you" can.
OF_THE_READER = NECESSITIES - {"can"}


def compare_voice(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    before, after = source.predicate, claim.predicate
    if before.voice == after.voice:
        if source.generic != claim.generic:
            found.differ("agent", source.generic, claim.generic)
        return
    passive, active = (source, claim) if before.voice == "passive" else (claim, source)
    if any(part.mark in {"from", "by"} and not part.has_value for part in passive.parts) and not active.generic:
        found.license("voice: the agent of the passive is the subject of the active")
    elif not active.generic:
        found.differ("voice", before.voice, after.voice)
    elif (
        active.generic == "you"
        and active.predicate.modality not in OF_THE_READER
        and active.relation not in {"relative", "if"}
    ) or (active.generic == "we" and active.predicate.modality):
        found.differ("agent", source.generic, claim.generic)
    else:
        found.license(f"voice: {before.voice} -> {after.voice}, nobody named")


def compare_scopes(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    before, after = source.scope, claim.scope
    if before != after and [w for w in before if w != "also"] == [w for w in after if w != "also"] and claim.follows:
        found.license("scope: auch joins it to the sentence before")
    elif before != after:
        kind = "negation" if source.denied != claim.denied else "scope"
        found.differ(kind, " ".join(source.scope), " ".join(claim.scope))


def align(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    """Parts of equal content, one to one, the nearest places first."""
    free = list(range(len(source.parts)))
    for index, part in enumerate(claim.parts):
        same = [place for place in free if alike(source.parts[place], part)]
        if not same:
            found.differ("added", "", part.text)
            continue
        best = min(same, key=lambda place: abs(place - index))
        free.remove(best)
        found.pairs.append((best, index))
    for place in free:
        found.differ("dropped", source.parts[place].text, "")


def compare_roles(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    before, after = settled(source), settled(claim)
    same_voice = source.predicate.voice == claim.predicate.voice
    for place, index in found.pairs:
        other_case = same_voice and of_other_gender(source.parts[place], claim.parts[index])
        if other_case or not before[place] & after[index]:
            found.differ("role", source.parts[place].text, claim.parts[index].text)
    if found.differences:
        return
    phrases = [
        (place, index) for place, index in found.pairs if "np" in {source.parts[place].mark, claim.parts[index].mark}
    ]
    for place, index in phrases:
        crosses = [other for other in phrases if crossed((place, index), [other])]
        if any(before[place] & before[a] or after[index] & after[b] for a, b in crosses):
            found.differ("role", source.parts[place].text, claim.parts[index].text)


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
    bound = [p for p in claim_front | source_front if source.parts[p].has_value]
    values = sum(part.has_value for part in source.parts)
    if middle == sorted(middle) and whole and not (bound and values > 1):
        found.license("order: another part in front")
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


def compare_dependents(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    """Conditions, relative clauses and the like: each on both sides, as a clause or in nominal style."""
    free = list(source.dependents)
    for dependent in claim.dependents:
        tried = [(compared(other, dependent), other) for other in free]
        best = min(tried, key=lambda pair: len(pair[0].differences), default=None)
        if best is not None and not best[0].differences:
            found.licences += best[0].licences
            free.remove(best[1])
        elif (dropped := said_by_noun(dependent, source, found, "dropped")) is not None:
            found.differences.remove(dropped)
            found.license(f"nominal style: {dropped.source} = {dependent.relation} …")
        elif best is not None and len(best[0].differences) < cost(dependent):
            found.differences += best[0].differences
            free.remove(best[1])
        else:
            found.differ(dependent.relation, "", dependent.text)
    for other in free:
        if (added := said_by_noun(other, claim, found, "added")) is not None:
            found.differences.remove(added)
            found.license(f"nominal style: {other.relation} … = {added.claim}")
        else:
            found.differ(other.relation, other.text, "")


NOMINAL = {
    "near": {"if"},
    "on": {"if"},
    "subject_to": {"if"},
    "with": {"if"},
    "after": {"after", "as_soon"},
    "before": {"before"},
    "because_of": {"because"},
    "to": {"in_order_to"},
    "for": {"in_order_to"},
    "during": {"while"},
    "without": {"without"},
}


def said_by_noun(clause: Statement, other: Statement, found: ClauseComparison, kind: str) -> Difference | None:
    """The difference of a part that says the clause with a noun: "auf Verlangen" for "wenn es verlangt wird"."""
    for difference in found.differences:
        text = difference.source if kind == "dropped" else difference.claim
        part = next((p for p in other.parts if p.text == text), None)
        if difference.kind == kind and part is not None and names(part, clause):
            return difference
    return None


def names(part: Part, clause: Statement) -> bool:
    if (
        clause.relation not in NOMINAL.get(part.mark, ())
        or clause.predicate.modality
        or clause.scope
        or part.scope
        or clause.dependents
        or not part.words
    ):
        return False
    if part.mark == "with" and clause.relation == "if":
        return False
    place = head_of(part)
    if place != 0 or verb_of(part.words[0]) != clause.predicate.verb:
        return False
    phrases = [p for p in clause.parts if p.words not in {("it",), ("the",), ("this",)}]
    rest = part.words[2:]
    return (not rest and not phrases) or (
        len(phrases) == 1 and phrases[0].mark == "np" and phrases[0].words == rest and not phrases[0].scope
    )


def cost(statement: Statement) -> int:
    return 2 + len(statement.parts)
