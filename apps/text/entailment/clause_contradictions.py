"""Contradictions between clauses: a value of another key, another necessity, opposite parts, exchanged roles."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import BEFORE_DENIAL, Statement
from apps.text.entailment.comparison.compare_predicates import UNFINISHED
from apps.text.entailment.comparison.compare_statements import compare_statements
from apps.text.entailment.comparison.semantic_roles_of_parts import possible_roles, resolve_roles
from apps.text.entailment.derivation_result import Difference
from apps.text.entailment.opposite_words import are_opposite


def have_same_parts(source: Statement, claim: Statement) -> bool:
    same_number = len(source.parts) == len(claim.parts)
    return same_number and Counter(p.key for p in source.parts) == Counter(p.key for p in claim.parts)


def find_exchanged_parts(claims: Sequence[Statement], sources: Sequence[Statement]) -> Iterator[Difference]:
    """Values that went to another key, and phrases that went to another place of the same clause."""
    for claim in claims:
        yield from find_wrong_keys(claim, sources)
        for source in sources:
            if (found := find_exchanged_roles(source, claim) or find_wrong_places(source, claim)) is not None:
                yield found
                break


def find_wrong_keys(claim: Statement, sources: Sequence[Statement]) -> Iterator[Difference]:
    """Its value stands in the source with another key, and its key there with another value."""
    for value in statement_values(claim):
        kind = value.split(":")[0]
        if sum(v.startswith(f"{kind}:") for v in statement_values(claim)) > 1:
            continue  # which of them belongs to which key is not read here
        holders = [s for s in sources if value in statement_values(s)]
        rivals = [
            s
            for s in sources
            if any(v.startswith(f"{kind}:") for v in statement_values(s)) and value not in statement_values(s)
        ]
        asked = value_context(claim, kind)
        if not holders or not rivals or not asked:
            continue
        best = max(rivals, key=lambda s: len(asked & value_context(s, kind)))
        if not best.dependents and any(condition_figures(claim) & condition_figures(s) for s in holders):
            continue  # It tells the case of which that value is told, and not the rule.
        there = max(len(asked & value_context(s, kind)) for s in holders)
        if len(asked & value_context(best, kind)) > there and not asked & value_context(
            best, kind
        ) <= shared_value_context(sources, kind):
            right = next(v for v in statement_values(best) if v.startswith(f"{kind}:"))
            yield Difference("number", right.split(":", 1)[1], value.split(":", 1)[1], opposite=True)


NAMES = {"must": "muss", "should": "soll", "can": "kann", "may": "darf", "": "∅", "will": "wird", "want": "will"}


def find_predicate_contradictions(claims: Sequence[Statement], sources: Sequence[Statement]) -> Iterator[Difference]:
    """Yields where the same people do the same, but with another necessity, denied, or in parts that are opposite."""
    for said in claims:
        claim = drop_also(said)
        tried = [
            (compare_statements(source, claim), source)
            for source in sources
            if source.predicate.verb == claim.predicate.verb
        ]
        if not tried or claim.predicate.verb in UNFINISHED:
            continue
        comparison, source = min(tried, key=lambda pair: len(pair[0].differences))
        kinds = {d.kind for d in comparison.differences}
        if kinds and kinds <= {"modality", "negation", "agent", "voice"}:
            yield from predicate_differences(source, claim, kinds)
        elif "negation" in kinds and (of_all := find_all_against_none(source, claim)) is not None:
            yield of_all
        elif kinds and kinds <= {"added", "dropped"} and comparison.pairs:
            yield from find_opposite_parts(source, claim, comparison.differences)


def drop_also(statement: Statement) -> Statement:
    """ "Können auch elektronisch nachgewiesen werden" says of that form what it says without "auch"."""
    if "also" not in statement.scope and not any(p.scope == ("also",) for p in statement.parts):
        return statement
    parts = [replace(p, scope=()) if p.scope == ("also",) else p for p in statement.parts]
    return replace(statement, parts=parts, scope=tuple(word for word in statement.scope if word != "also"))


def predicate_differences(source: Statement, claim: Statement, kinds: set[str]) -> Iterator[Difference]:
    before, after = source.predicate.modality, claim.predicate.modality
    one_clause = "+" not in before + after  # "darf … sein, und … darf": two clauses that were not told apart
    if "modality" in kinds and one_clause and before and after and {before, after} != {"must", "will"}:
        sure = {before, after} != {"can", "may"}
        yield Difference("modality", NAMES.get(before, before), NAMES.get(after, after), opposite=sure)
    elif "negation" in kinds:
        yield Difference("negation", " ".join(source.scope), " ".join(claim.scope), opposite=True)


def find_all_against_none(source: Statement, claim: Statement) -> Difference | None:
    """ "Jeder Hund ist steuerfrei" against "Kein Hund ist steuerfrei", and "jeder" against "niemand"."""
    if source.denied == claim.denied:
        return None
    denied, said = (source, claim) if source.denied else (claim, source)
    of_all = [p for p in said.parts if p.words[:1] == ("all",) and p.determiner in {"all", ""} and not p.scope]
    if len(of_all) != 1 or said.scope or denied.scope != ("not",):
        return None
    rest = [p.key for p in said.parts if p is not of_all[0]]
    nobody = len(of_all[0].words) == 1 and denied.generic == "one"
    named = [] if nobody else [(of_all[0].mark, (), of_all[0].words[1:])]
    alike = Counter([*rest, *named]) == Counter(p.key for p in denied.parts)
    same = source.predicate.modality == claim.predicate.modality and source.predicate.tense == claim.predicate.tense
    return Difference("negation", source.text, claim.text, opposite=True) if alike and same else None


def find_opposite_parts(source: Statement, claim: Statement, differences: Sequence[Difference]) -> Iterator[Difference]:
    """Each part that was exchanged, when every one of them is the opposite of what stood there."""
    gone = [p for p in source.parts if any(d.source == p.text for d in differences)]
    new = [p for p in claim.parts if any(d.claim == p.text for d in differences)]
    if len(gone) != len(new) or len(gone) > MOST_EXCHANGED:
        return
    kinds = [kind_of_opposite(before, after) for before, after in zip(gone, new, strict=True)]
    if all(kinds):
        for kind, before, after in zip(kinds, gone, new, strict=True):
            yield Difference(kind, before.text, after.text, opposite=True)


MOST_EXCHANGED = 2
CONJUNCTIONS = frozenset({"und", "oder", "sowie", "bzw", "beziehungsweise", "and", "or"})


def kind_of_opposite(before: Part, after: Part) -> str:
    """What kind of opposite one phrase is of the other, or an empty text."""
    if before.words == after.words and (before.scope == after.scope or loses_only(before, after)):
        return "limit" if are_opposite(before.mark, after.mark) else ""
    if loses_only(before, after) and after.words == ("day_and_night",) and is_time_part(before):
        return "limit"
    if before.mark != after.mark or len(before.words) != len(after.words):
        return ""
    if before.scope != after.scope and not (loses_only(before, after) and after.mark == "adv"):
        return ""
    changed = [(a, b) for a, b in zip(before.words, after.words, strict=True) if a != b]
    if len(changed) != 1:
        return ""
    one, other = changed[0]
    if {one, other} == {"and", "or"} and not all(CONJUNCTIONS & set(p.text.lower().split()) for p in (before, after)):
        return ""  # Between points of a list nobody wrote which.
    if ":" in one and ":" in other:
        return "number" if one.split(":")[0] == other.split(":")[0] else "unit"
    return "word" if are_opposite(one, other) else ""


def loses_only(before: Part, after: Part) -> bool:
    """ "Nur während der Öffnungszeiten", and no "nur" on the other side."""
    return before.scope == ("only",) and not after.scope


def is_time_part(part: Part) -> bool:
    return part.mark == "during" or any(word.startswith("clock:") for word in part.words)


def statement_values(statement: Statement) -> list[str]:
    return [word for p in statement.parts for word in p.words if ":" in word and not word.startswith("ordinal")]


def value_context(statement: Statement, kind: str) -> frozenset[str]:
    """What a value of this kind belongs to: all other words of the clause and its conditions, its verb too."""
    parts = [p for s in (statement, *statement.dependents) for p in s.parts]
    words = {word for p in parts for word in p.words if not word.startswith(f"{kind}:")}
    return frozenset(words | {statement.predicate.verb}) - {"of", "and", "or", "", "amount", "gebühr"}


def condition_figures(statement: Statement) -> frozenset[tuple[object, ...]]:
    """Returns the figures of each condition, with their bounds and what is denied of them."""
    found = (
        (d.predicate.verb, d.scope, *((p.mark, p.scope, p.words) for p in d.parts if p.has_value))
        for d in statement.dependents
        if statement_values(d)
    )
    return frozenset(found)


def shared_value_context(sources: Sequence[Statement], kind: str) -> frozenset[str]:
    """What stands beside every value of the kind tells nothing of one of them."""
    found = [value_context(s, kind) for s in sources if any(v.startswith(f"{kind}:") for v in statement_values(s))]
    return frozenset.intersection(*found) if found else frozenset()


def find_wrong_places(source: Statement, claim: Statement) -> Difference | None:
    """Finds that the claim says the source's words with its verb and marks, but has them exchanged between phrases.

    Not surely the opposite: a true sentence may tell a phrase with another part, too.
    """
    if (
        source.predicate != claim.predicate
        or source.scope != claim.scope
        or len(source.parts) != len(claim.parts)
        or len(source.parts) < 2
        or any(BEFORE_DENIAL in p.scope for p in (*source.parts, *claim.parts))
    ):
        return None
    if sorted(p.mark for p in source.parts) != sorted(p.mark for p in claim.parts):
        return None
    if have_same_parts(source, claim) or not any(
        d.kind in {"added", "role"} for d in compare_statements(source, claim).differences
    ):
        return None
    before, after = phrase_words(source), phrase_words(claim)
    if Counter(before) != Counter(after) or phrases_without_owners(source) == phrases_without_owners(claim):
        return None
    if phrase_sizes(source) != phrase_sizes(claim):
        return None  # The same words read as other phrases: nothing was exchanged.
    return Difference("role", source.text, claim.text)


def find_exchanged_roles(source: Statement, claim: Statement) -> Difference | None:
    """Finds that another one acts in the same phrases, surely by their forms."""
    if source.predicate.verb != claim.predicate.verb:
        return None
    differences = compare_statements(source, claim).differences
    if not differences or any(d.kind != "role" for d in differences):
        return None
    before, after = resolve_roles(source), resolve_roles(claim)
    agents = [
        {p.words for p, names in zip(s.parts, found, strict=True) if names == {"agent"}}
        for s, found in ((source, before), (claim, after))
    ]
    sure = (
        len(agents[0]) == len(agents[1]) == 1
        and agents[0] != agents[1]
        and is_agent_unambiguous(source) == is_agent_unambiguous(claim)
    )
    return Difference("role", source.text, claim.text, opposite=True) if sure else None


def is_agent_unambiguous(statement: Statement) -> bool:
    """Who acts is told by a form, or by the order where nothing else tells: two persons, or two things."""
    able = [p for p in statement.parts if p.mark == "np" and "agent" in possible_roles(statement, p)]
    return len(able) == 1


OWNERS = frozenset({"of", "her", "his", "this", "that"})
"""Words that do not tell whether the same phrases stand in other places."""


def phrase_words(statement: Statement) -> list[str]:
    return [word for p in statement.parts for word in p.words if word not in OWNERS]


def phrase_sizes(statement: Statement) -> Counter[tuple[str, int]]:
    """How many words its phrases have, by their mark."""
    return Counter((p.mark, sum(word not in OWNERS for word in p.words)) for p in statement.parts)


def phrases_without_owners(statement: Statement) -> Counter[tuple[str, ...]]:
    """Its phrases without what OWNERS name."""
    return Counter((p.mark, *p.scope, *sorted(w for w in p.words if w not in OWNERS)) for p in statement.parts)
