"""Rule for exemptions: "are exempt from the charge" is "do not pay the charge". English."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import ACCUSATIVE, Part
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement

OWED = frozenset({"charge", "fee", "tax", "fare", "toll", "levy", "payment"})


def exempt(statement: Statement) -> None:
    """ "Residents are exempt from the charge" as "residents do not pay the charge"."""
    found = statement.predicate
    words = [p for p in statement.parts if p.mark == "adv" and p.words == ("exempt",) and not p.scope]
    owed = [p for p in statement.parts if p.mark == "from" and p.words[-1:] and p.words[-1] in OWED and not p.scope]
    state = (found.verb == "be" and len(words) == 1) or (found.verb == "exempt" and found.voice == "passive")
    if not state or len(owed) != 1 or statement.scope or found.modality or found.tense != "present":
        return
    if owed[0].determiner:
        return
    statement.parts = [as_accusative_object(p) if p is owed[0] else p for p in statement.parts if p not in words]
    statement.predicate, statement.scope = Predicate("pay"), ("not",)
    statement.licences.append("modality: exempt from the charge = does not pay the charge")


def as_accusative_object(part: Part) -> Part:
    return replace(part, mark="np", cases=frozenset({ACCUSATIVE}))
