"""Compares the predicates of two clauses: verb, modality, tense, mood, and what joins each to another clause."""

from apps.text.entailment.both_languages.clause_part import NOMINATIVE
from apps.text.entailment.both_languages.statement import WHICH, Statement
from apps.text.entailment.comparison.compare_grammatical_agents import (
    compare_agents,
    is_allowed_by_rule,
)
from apps.text.entailment.comparison.comparison_result import ClauseComparison
from apps.text.entailment.german.clauses.grammatical_number import agrees_in_number, is_plural, is_singular
from apps.text.entailment.german.rules.modality import ASKED

UNFINISHED = frozenset({"müssen", "sollen", "können", "dürfen", "wollen", "mögen", "werden", "?"})
"""A helping verb whose verb was not found: the clause was not read."""


def compare_predicates(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    before, after = source.predicate, claim.predicate
    if (before.verb in UNFINISHED or after.verb in UNFINISHED) and source.text.lower() != claim.text.lower():
        found.differ("unread", source.text, claim.text)
    if (before.verb, after.verb) == ("obtain", "receive") and {"get", "gets"} & set(claim.text.lower().split(" ")):
        found.license("word: obtain = get")
    elif before.verb != after.verb:
        found.differ("verb", before.verb, after.verb)
    if before.modality != after.modality and is_order_restated(source, claim):
        found.license("modality: behind a condition, what you do is no order")
    elif {before.modality, after.modality} == {"", "will"} and before.tense == after.tense == "present":
        found.license("modality: will = does, by a rule")
    elif (before.modality, after.modality) == ("should", "must") and ASKED in source.licences and is_request(claim):
        found.license("modality: werden gebeten, zu … = bitte …")
    elif {before.modality, after.modality} == {"must", "will"} and is_shall(source, claim):
        found.license("modality: shall be done = will be done")
    elif {before.modality, after.modality} == {"", "must"} and is_payment_by_rule(source, claim):
        found.license("modality: pays = must pay, by a rule")
    elif {before.modality, after.modality} == {"", "must"} and is_calculation_by_rule(source, claim):
        found.license("modality: ist anzurechnen = wird angerechnet, of what an office reckons")
    elif {before.modality, after.modality} == {"can", "may"} and is_allowed_by_rule(source, claim):
        found.license("modality: kann = darf, of what a rule allows")
    elif (before.modality, after.modality) == ("may", "can") and grants_same_power(source, claim):
        found.license("modality: may = can, of what a rule lets somebody do")
    elif (before.modality, after.modality) == ("can", "") and source.scope == claim.scope == ("not",):
        found.license("modality: what cannot be done is not done")
    elif {before.modality, after.modality} == {"", "must"} and is_constituted_by_rule(source, claim):
        found.license("modality: shall consist of = consists of, of what a rule sets up")
    elif before.modality != after.modality and not forbid_alike(source, claim):
        found.differ("modality", before.modality or "∅", after.modality or "∅")
    elif before.modality != after.modality:
        found.license(f"modality: {before.modality} -> {after.modality} under negation")
    if before.tense != after.tense and is_told_as_past(source) and is_told_as_past(claim):
        found.license("tense: past = perfect")
    elif before.tense != after.tense:
        found.differ("tense", source.text, claim.text)
    if before.mood != after.mood:
        found.differ("mood", source.text, claim.text)
    if (source.relation, connector_to_previous(source)) != (claim.relation, connector_to_previous(claim)):
        found.differ("connective", source.relation or source.connector, claim.relation or claim.connector)
    if source.head != claim.head:
        found.differ("head", source.head, claim.head)
    compare_agents(source, claim, found)
    compare_possible_subjects(source, claim, found)


def compare_possible_subjects(source: Statement, claim: Statement, found: ClauseComparison) -> None:
    """The number of the verb may be all that tells who acts: "die Kinder, die das Amt betreut" and "betreuen"."""
    before, after = source.predicate, claim.predicate
    is_turned = (before.plural and after.singular) or (before.singular and after.plural)
    named = noun_phrases(source)
    if not is_turned or before.voice != "active" or after.voice != "active":
        return
    if len(named) < 2 or named != noun_phrases(claim):
        return
    one, other = possible_subjects(source), possible_subjects(claim)
    if (one or other) and not one & other:
        found.differ("subject", source.text, claim.text)


def noun_phrases(statement: Statement) -> set[tuple[str, ...]]:
    return {part.words for part in statement.parts if part.mark == "np"}


def possible_subjects(statement: Statement) -> set[tuple[str, ...]]:
    """Words of the phrases that agree with the verb, of those that surely do where there are some; not "die" of a
    relative clause, whose number its noun has."""
    named = [part for part in statement.parts if part.mark == "np" and part.words != ("the",)]
    agreeing = [p for p in named if NOMINATIVE in p.cases and agrees_in_number(statement.predicate, p)]
    sure = [p for p in agreeing if (is_plural if statement.predicate.plural else is_singular)(p)]
    return {part.words for part in sure or agreeing}


def is_told_as_past(statement: Statement) -> bool:
    """ "Beschloss", "hat beschlossen", "ist gewählt worden": what happened. "Ist gesperrt" tells how it is now."""
    found = statement.predicate
    if found.tense == "past" or found.voice == "active":
        return found.tense in {"past", "perfect"}
    return found.tense == "perfect" and "worden" in statement.text.lower().split()


def is_order_restated(source: Statement, claim: Statement) -> bool:
    """ "Wenn Sie X sind, zahlen Sie 5 Euro" tells what anybody pays who is X, as well as it may order to pay."""
    told = [s for s in (source, claim) if s.predicate.imperative and not s.denied]
    other = claim if told == [source] else source
    if len(told) == 1 and other.generic == "you" and other.front and not other.predicate.modality and not other.denied:
        return True  # "Bei Fragen wenden Sie sich an uns" orders as well as "Wenden Sie sich bei Fragen an uns".
    told = [s for s in told if s.dependents and s.front == 0]
    plain = not other.predicate.modality and not other.predicate.imperative and not other.denied
    return len(told) == 1 and plain and other.generic in {"you", "one"}


def is_request(claim: Statement) -> bool:
    """ "Bitte bringen Sie … mit"."""
    return claim.predicate.imperative and claim.text.lower().startswith("bitte ") and not claim.scope


def is_shall(source: Statement, claim: Statement) -> bool:
    """ "The deposit shall be refunded" as "will be refunded": in the passive both promise it."""
    rule = source if source.predicate.modality == "must" else claim
    passive = source.predicate.voice == claim.predicate.voice == "passive"
    return passive and "shall" in rule.text.lower().split(" ") and not rule.scope


def grants_same_power(source: Statement, claim: Statement) -> bool:
    """ "The council may waive the fee" as "can waive": in plain English both give leave. Not in a condition."""
    words = (source.text.lower().split(" "), claim.text.lower().split(" "))
    plain = not (source.relation or source.denied or claim.denied)
    return plain and "can" in words[1] and source.predicate.tense == claim.predicate.tense == "present"


HANDED_IN = frozenset({"application", "form", "request", "proposal", "report", "plan", "file", "document", "letter"})
"""What somebody still has to see to: "The application shall consist of two forms"."""
BODIES = frozenset({"board", "council", "committee", "commission", "assembly", "court", "meeting", "member", "panel"})
""" "Member": those of a body elect its chair."""
TEXTS = frozenset({"rule", "section", "act", "regulation", "provision", "article", "paragraph", "part", "this"})
TEXTS |= {"subsection", "schedule", "fee", "charge", "rate", "tariff"}
"""What applies without anybody's doing."""
COUNTING_AS = frozenset({"quorum", "majority", "offence", "breach", "agreement", "contract", "evidence", "consent"})


def is_constituted_by_rule(source: Statement, claim: Statement) -> bool:
    """ "The board shall consist of five members" as "consists of five members"; a report makes no rule."""
    found = source.predicate
    if found.verb != claim.predicate.verb or claim.predicate.tense != "present" or source.scope:
        return False
    if found.modality != "must" or "shall" not in source.text.lower().split(" "):
        return False
    return sets_up_itself(source) and (found.voice == claim.predicate.voice or found.verb in {"elect", "appoint"})


def sets_up_itself(rule: Statement) -> bool:
    """Whether it is so once the rule says so, or what a body does; not what a person has still to do."""
    verb, voice = rule.predicate.verb, rule.predicate.voice
    named = [p for p in rule.parts if p.words and p.mark in {"np", "by"}]
    agent = next((p.words[-1] for p in named if (p.mark == "by") == (voice == "passive")), "")
    if verb in {"consist", "comprise"}:
        return agent not in HANDED_IN
    if verb in {"elect", "appoint"}:
        return agent in BODIES
    if verb == "apply":
        return agent in TEXTS and "for" not in {p.mark for p in rule.parts}
    if verb == "constitute":
        return any(p.words[-1] in COUNTING_AS for p in named)
    return verb == "mean" or (verb == "deem" and voice == "passive")


def is_payment_by_rule(source: Statement, claim: Statement) -> bool:
    """ "You pay a fee of £5" tells of a rule what has to be paid; with a condition as well as without."""
    alike = all(s.predicate.verb == "pay" and s.predicate.tense == "present" and not s.scope for s in (source, claim))
    return alike and all(s.generic in {"you", "one"} or s.predicate.voice == "passive" for s in (source, claim))


RECKONING = frozenset(
    {
        *("runden", "aufrunden", "abrunden", "berechnen", "anrechnen", "einrechnen", "hinzurechnen", "zusammenrechnen"),
        *("umrechnen", "mitrechnen", "abziehen", "addieren", "zusammenzählen", "mitzählen", "bemessen"),
        *("verzinsen", "hochrechnen", "gegenrechnen", "verrechnen"),
    }
)
"""What a rule tells of figures: nobody else but who applies it does so."""


def is_calculation_by_rule(source: Statement, claim: Statement) -> bool:
    """ "Bruchteile sind aufzurunden" tells of a rule what is done by it: "Bruchteile werden aufgerundet"."""
    alike = all(s.predicate.tense == "present" and not s.scope and not s.generic for s in (source, claim))
    passive = source.predicate.voice == claim.predicate.voice == "passive"
    named = any(p.mark in {"from", "by"} for p in source.parts)
    same_verb = source.predicate.verb == claim.predicate.verb and source.predicate.verb in RECKONING
    return alike and passive and not named and same_verb


def connector_to_previous(statement: Statement) -> str:
    """What joins it to the clause before; a relative clause told apart is joined by nothing."""
    return "" if statement.connector == WHICH else statement.connector


def forbid_alike(source: Statement, claim: Statement) -> bool:
    """ "kann nicht" and "darf nicht" forbid alike."""
    return source.denied and claim.denied and {source.predicate.modality, claim.predicate.modality} == {"can", "may"}
