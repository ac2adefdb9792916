"""Compares two statements: every difference is either explained by a named rule or returned."""

from functools import lru_cache

from apps.text.entailment.both_languages.apply_and_record_rules import drop_shared_licences
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.comparison.compare_clause_part_order import compare_order, crosses_other_pair
from apps.text.entailment.comparison.compare_grammatical_agents import (
    clause_about_reader,
    license_anybody_as_reader,
    license_applicant_as_reader,
    license_office_as_we,
    license_told_to_us,
)
from apps.text.entailment.comparison.compare_nominal_style_with_clauses import (
    differences_said_by_noun,
    differences_said_by_participle,
    differences_said_by_subject,
)
from apps.text.entailment.comparison.compare_predicates import compare_predicates
from apps.text.entailment.comparison.comparison_result import ClauseComparison
from apps.text.entailment.comparison.equal_parts import is_weekday_of_habit
from apps.text.entailment.comparison.pair_parts import ALSO_LEFT_OUT, align_parts
from apps.text.entailment.comparison.semantic_roles_of_parts import differs_in_case, resolve_roles
from apps.text.entailment.german.quantities.period_and_deadline_paraphrases import CONTINUED
from apps.text.entailment.german.rules.cost_phrases import PLAIN_FEES


@lru_cache(maxsize=512)
def compare_statements(source: Statement, claim: Statement) -> ClauseComparison:
    """Compares one clause with all that hangs on it. Kept for those who ask again: not to be changed."""
    found = ClauseComparison(licences=drop_shared_licences([*source.licences, *claim.licences], source, claim))
    compare_predicates(source, claim, found)
    compare_scopes(source, claim, found)
    align_parts(source, claim, found)
    license_applicant_as_reader(source, claim, found)
    license_anybody_as_reader(source, claim, found)
    license_office_as_we(source, claim, found)
    license_told_to_us(source, claim, found)
    if not found.differences:
        compare_roles(source, claim, found)
        compare_order(source, claim, found)
    compare_dependents(source, claim, found)
    compare_also(source, claim, found)
    return ignore_fee_named_by_verb(found, source, claim)


def compare_also(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    """ "Anmeldungen sind auch bis Mai möglich" does not say "Anmeldeschluss ist im Mai"."""
    if claim.exclusive and "auch" in source.text.lower().replace(",", " ").split(" "):
        found.differ("scope", "auch", "")


CALLED = frozenset({"gebühr", "kosten", "preis", "entgelt"})
"""What anything that costs money may be said to have."""


def ignore_fee_named_by_verb(found: ClauseComparison, source: Statement, claim: Statement) -> ClauseComparison:
    """ "Die Gebühr beträgt …" as "… kostet": what is paid is named by the verb."""
    free = any(p.words == ("free",) for p in source.parts)  # Who pays no entrance may pay for other things.
    plain_fees = CALLED if free else PLAIN_FEES
    fees = [p.text for p in source.parts if p.mark == "fee" and p.words in {(word,) for word in plain_fees}]
    names = [p.text for p in claim.parts if p.mark == "fee" and p.words in {(word,) for word in CALLED}]
    if len(fees) + len(names) == 1:
        unwanted = {*(("dropped", text, "") for text in fees), *(("added", "", text) for text in names)}
        rest = [d for d in found.differences if (d.kind, d.source, d.claim) not in unwanted]
        if len(rest) < len(found.differences):
            found.license("idiom: Die Gebühr beträgt = es kostet")
            found.differences = rest
    return found


def compare_scopes(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    before, after = source.scope, claim.scope
    if before != after and [w for w in before if w != "also"] == [w for w in after if w != "also"] and claim.follows:
        found.license("scope: auch joins it to the sentence before")
    elif tuple(w for w in before if w != "also") == after != before:
        found.license(ALSO_LEFT_OUT)
    elif before != after:
        kind = "negation" if source.denied != claim.denied else "scope"
        found.differ(kind, " ".join(source.scope), " ".join(claim.scope))


SAME_ROLES = (
    {"value", "for"},
    {"during", "in"},
    {"having", "near"},
    {"for", "per"},
    {"for", "near"},
    {"for", "in"},
    {"for", "to"},
)


def compare_roles(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    before, after = resolve_roles(source), resolve_roles(claim)
    same_voice = source.predicate.voice == claim.predicate.voice
    for place, index in found.pairs:
        other_case = same_voice and differs_in_case(source.parts[place], claim.parts[index])
        marks = {source.parts[place].mark, claim.parts[index].mark}
        told = is_weekday_of_habit(source.parts[place], claim.parts[index])
        other_case |= marks == {"value", "for"} and not states_duration(source)
        other_case |= marks == {"during", "in"} and source.predicate.verb.removeprefix("sein ") in CONTAINING
        part_of = marks == {"from", "np"} and source.parts[place].words[:1][0].startswith("number:")
        if other_case or not (before[place] & after[index] or marks in SAME_ROLES or part_of or told):
            found.differ("role", source.parts[place].text, claim.parts[index].text)
    if found.differences:
        return
    moved = {
        dative_plural_shift(source.parts[a].text, claim.parts[b].text)
        for a, b in found.pairs
        if source.parts[a].mark == "np"
    }
    if same_voice and {1, -1} <= moved:
        found.differ("role", source.text, claim.text)
    phrases = [
        (place, index) for place, index in found.pairs if "np" in {source.parts[place].mark, claim.parts[index].mark}
    ]
    for place, index in phrases:
        crosses = [other for other in phrases if crosses_other_pair((place, index), [other])]
        if any(before[place] & before[a] or after[index] & after[b] for a, b in crosses):
            found.differ("role", source.parts[place].text, claim.parts[index].text)


CONTAINING = frozenset({"enthalten", "anrechnen", "einrechnen", "einschliessen", "einschließen", "einbeziehen"})
""" "In der Arbeitszeit enthalten" is no time at which something is so."""
MEASURED_FROM = frozenset(
    {("in_advance",), ("ahead",), ("later",), ("earlier",), ("danach",), ("davor",), ("rückwirkend",)}
)


def states_duration(statement: Statement) -> bool:
    """ "Drei Tage vorher", "drei Tage vor dem Fest" tell how far, and "kostet für drei Tage" of what."""
    apart = any(p.words in MEASURED_FROM or p.mark in {"before", "after"} for p in statement.parts)
    return not apart and (statement.predicate.verb in CONTINUED or statement.predicate.verb.startswith("sein "))


def dative_plural_shift(before: str, after: str) -> int:
    """-1 where the words lose the -n of the dative plural, 1 where they get it, else 0."""
    pairs = [(a, b) for a, b in zip(before.split(), after.split(), strict=False) if a != b]
    if pairs and all(a == b + "n" for a, b in pairs):
        return -1
    return 1 if pairs and all(a + "n" == b for a, b in pairs) else 0


def compare_dependents(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    """Conditions, relative clauses and the like: each on both sides, as a clause or in nominal style."""
    free = [clause_about_reader(clause, found) for clause in source.dependents]
    for dependent in claim.dependents:
        tried = [(compare_statements(other, dependent), other) for other in free]
        best = min(tried, key=lambda pair: len(pair[0].differences), default=None)
        if best is not None and not best[0].differences:
            found.licences += best[0].licences
            free.remove(best[1])
        elif said := differences_said_by_participle(dependent, source, claim, found) or differences_said_by_subject(
            dependent, source, claim, found
        ):
            found.differences = [d for d in found.differences if d not in said]
            found.license(f"nominal style: {said[0].source} = wenn …")
        elif dropped := differences_said_by_noun(dependent, source, found, "dropped"):
            found.differences = [d for d in found.differences if d not in dropped]
            found.license(f"nominal style: {dropped[0].source} = {dependent.relation} …")
        elif best is not None and len(best[0].differences) < unmatched_clause_cost(dependent):
            found.differences += best[0].differences
            free.remove(best[1])
        else:
            found.differ(dependent.relation, "", dependent.text)
    for other in free:
        if said := differences_said_by_participle(other, claim, source, found, of_source=True):
            found.differences = [d for d in found.differences if d not in said]
            found.license(f"nominal style: wenn … = {said[0].claim or said[0].source}")
        elif added := differences_said_by_noun(other, claim, found, "added"):
            found.differences = [d for d in found.differences if d not in added]
            found.license(f"nominal style: {other.relation} … = {added[0].claim}")
        else:
            found.differ(other.relation, other.text, "")


def unmatched_clause_cost(statement: Statement) -> int:
    return 2 + len(statement.parts)
