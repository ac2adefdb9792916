"""What costs nothing: "ist kostenlos", "kostet nichts", "es fallen keine Kosten an", "zahlen keinen Eintritt". German.

All of them are an amount that is nothing, of the same things and persons as any other amount.
"""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import NOMINATIVE, Part
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.german.rules.cost_phrases import FEES, NOT_OWED, PLAIN_FEES

FREE = frozenset({"free_of_charge", "kostenfrei", "kostenlos"})
NOTHING = Part("value", ("free",), text="kostenlos")


def without_cost(statement: Statement) -> None:
    """Any of these as "die Kosten für X betragen nichts"; never of what is asked for, permitted or told of the past."""
    found = statement.predicate
    if found.tense == "past" or found.modality not in {"", "must"} or found.imperative or found.mood:
        return
    for reading in (parts_called_free, parts_costing_nothing, parts_without_costs, parts_with_dropped_fee):
        if (parts := reading(statement)) is not None:
            state_free_of_charge(statement, parts)
            return


def without_payment(statement: Statement) -> None:
    """ "Kinder zahlen nichts", "zahlen keinen Eintritt" in the same way; once it is known who the payers are."""
    found = statement.predicate
    plain = found.tense != "past" and found.modality in {"", "must"} and not found.imperative and not found.mood
    if plain and (parts := parts_with_nothing_paid(statement)) is not None:
        state_free_of_charge(statement, parts)


def state_free_of_charge(statement: Statement, parts: list[Part]) -> None:
    statement.parts = [*parts, NOTHING]
    statement.front = min(statement.front, len(parts))
    statement.predicate, statement.scope, statement.generic = Predicate("amount"), (), ""
    statement.licences.append("idiom: kostenlos = es kostet nichts")


def parts_called_free(statement: Statement) -> list[Part] | None:
    """ "Die Beratung ist kostenlos", "erfolgt unentgeltlich", "Der Eintritt ist frei"."""
    name, _, adjective = statement.predicate.verb.partition(" ")
    if name not in {"sein", "erfolgen", "bleiben"} or statement.scope or statement.predicate.modality:
        return None
    free = [p for p in statement.parts if p.mark in {"adv", "adj"} and p.words[:1] and p.words[0] in FREE]
    subjects = [p for p in statement.parts if p.mark == "np" and NOMINATIVE in p.cases]
    said = adjective in FREE or (len(free) == 1 and not adjective and not free[0].scope and len(free[0].words) == 1)
    if len(subjects) != 1 or not (said or (adjective == "frei" and subjects[0].words[-1].endswith(FEES))):
        return None
    return [as_fee_or_purpose(p) if p is subjects[0] else p for p in statement.parts if p not in free]


def parts_costing_nothing(statement: Statement) -> list[Part] | None:
    """ "Die Beratung kostet nichts"."""
    subjects = [p for p in statement.parts if p.mark == "np" and NOMINATIVE in p.cases]
    if statement.predicate.verb != "kosten" or statement.scope != ("nothing",) or len(subjects) != 1:
        return None
    return [as_fee_or_purpose(p) if p is subjects[0] else p for p in statement.parts]


def parts_without_costs(statement: Statement) -> list[Part] | None:
    """ "Für X fallen keine Kosten an", "Von X wird keine Gebühr erhoben"."""
    levied = statement.predicate.verb in LEVYING and statement.predicate.voice == "passive"
    if not (levied or statement.predicate.verb == "entstehen") or statement.scope != ("not",):
        return None
    fees = [p for p in statement.parts if p.mark == "np" and len(p.words) == 1 and p.words[0].endswith(FEES)]
    others = [p for p in statement.parts if p.mark == "np" and p not in fees and p.words != ("it",)]
    if len(fees) != 1 or others or fees[0].scope or statement.predicate.modality:
        return None
    named = [] if fees[0].words[0] in NAMELESS else [replace(fees[0], mark="fee")]
    rest = [p for p in statement.parts if p is not fees[0] and p.words != ("it",)]
    return [*named, *(replace(p, mark="for") if levied and is_payer(p) else p for p in rest)]


NAMELESS = frozenset({"gebühr", "kosten", "entgelt", "preis"})
"""They do not say which fee it is; "Eintritt" does."""
LEVYING = frozenset({"erheben", "verlangen"})


VISITORS = frozenset(
    {
        *("person", "mensch", "eltern", "kind", "bürger", "schüler", "schülerin", "student", "studentin", "familie"),
        *("rentner", "rentnerin", "jugendliche", "erwachsene", "senior", "besucher", "gast", "einwohner"),
        "studierende",
    }
)
"""Persons who are asked to pay and ask nobody."""


def is_payer(part: Part) -> bool:
    """ "von Kindern"; "von der Stadt", "von Veranstaltern" may be by whom."""
    return part.mark == "from" and len(part.words) == 1 and part.words[0] in VISITORS and not part.scope


def parts_with_dropped_fee(statement: Statement) -> list[Part] | None:
    """ "Für Kinder entfällt die Anmeldegebühr"; by itself it may be one that is no more."""
    fees = [p for p in statement.parts if p.mark == "np" and len(p.words) == 1 and p.words[0].endswith(FEES)]
    payers = [p for p in statement.parts if p.mark in {"for", "having"} or is_from_one_on(p)]
    others = [p for p in statement.parts if p.mark == "np" and p not in fees]
    if statement.predicate.verb != "entfallen" or statement.scope or len(fees) != 1 or not payers or others:
        return None
    if fees[0].scope or statement.predicate.modality:
        return None
    named = [] if fees[0].words[0] in PLAIN_FEES else [replace(fees[0], mark="fee")]
    return [*named, *(p for p in statement.parts if p is not fees[0])]


def is_from_one_on(part: Part) -> bool:
    """ "ab dem dritten Kind"."""
    return part.mark == "starting" and len(part.words) > 1 and part.words[0].startswith("ordinal:") and not part.scope


def parts_with_nothing_paid(statement: Statement) -> list[Part] | None:
    """ "Kinder zahlen nichts", "zahlen keinen Eintritt", "Sie müssen für X nichts zahlen"."""
    by_nobody = statement.predicate.voice == "passive" and NOT_OWED in statement.licences
    if statement.predicate.verb != "zahlen" or not (statement.predicate.voice == "active" or by_nobody):
        return None
    fees = [p for p in statement.parts if p.mark == "np" and len(p.words) == 1 and p.words[0].endswith(FEES)]
    if statement.scope not in {("nothing",), ("not",)} or len(fees) != (statement.scope == ("not",)):
        return None
    payers = [p for p in statement.parts if p.mark == "np" and p not in fees]
    if len(payers) != (not (statement.generic or by_nobody)) or any(p.scope for p in (*payers, *fees)):
        return None
    rest = [p for p in statement.parts if p not in fees]
    named = [replace(p, mark="fee") for p in fees if p.words[0] not in NAMELESS]
    return [*named, *(replace(p, mark="for") if p in payers else p for p in rest)]


def as_fee_or_purpose(part: Part) -> Part:
    """ "der Eintritt" is what is paid, anything else is what it is paid for."""
    return replace(part, mark="fee" if part.words[-1].endswith(FEES) else "for")
