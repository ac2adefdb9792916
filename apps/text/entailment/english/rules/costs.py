"""What something costs, and what costs nothing: "A passport costs 70 euros", "There is no charge for advice". English.

All of them become an amount that is stated for something or somebody.
"""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import ACCUSATIVE, NOMINATIVE, Part
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement

FEES = frozenset({"fee", "charge", "price", "cost"})
MONEY = ("euro:", "pound:", "dollar:")
SERVICES = frozenset(
    {
        *("admission", "entry", "entrance", "advice", "parking", "service", "consultation", "event", "course", "tour"),
        *("participation", "registration", "membership", "use", "visit", "workshop", "lesson", "session", "treatment"),
    }
)
"""What is free costs nothing; of a room, a seat or a person that may mean something else."""


def amount(statement: Statement) -> None:
    """ "The fee for X is 5 euros", "X costs 5 euros", "you (have to) pay 5 euros for X" as one amount for X."""
    found = statement.predicate
    money = [p for p in statement.parts if p.mark == "value" and len(p.words) == 1 and p.words[0].startswith(MONEY)]
    named = [p for p in statement.parts if p.mark == "np"]
    plain = found.voice == "active" and found.tense == "present" and not found.mood and not statement.scope
    if not plain or statement.dependents or found.imperative:
        return
    if found.verb == "pay":
        state_amount_paid(statement, money, named)
    elif len(money) == len(named) == 1 and not found.modality and not statement.generic:
        state_amount_of_subject(statement, named[0])


def state_amount_of_subject(statement: Statement, subject: Part) -> None:
    """ "The fee for a passport is 70 euros", "The passport fee is 70 euros", "A passport costs 70 euros"."""
    verb = statement.predicate.verb
    told = [p for p in statement.parts if p.mark == "for"]
    if subject.scope or subject.determiner:
        return
    if verb == "cost" and not told and subject.words != ("it",):
        put_amount(statement, [replace(p, mark="for") if p is subject else p for p in statement.parts])
    elif verb == "be" and subject.words[-1] in FEES and len(subject.words) == 1 and len(told) == 1:
        put_amount(statement, [p for p in statement.parts if p is not subject])
    elif verb == "be" and subject.words[-1] == "fee" and len(subject.words) == len(("passport", "fee")) and not told:
        thing = replace(subject, mark="for", words=subject.words[:1])
        put_amount(statement, [thing if p is subject else p for p in statement.parts])


def state_amount_paid(statement: Statement, money: list[Part], named: list[Part]) -> None:
    """ "You pay 70 euros for a passport", "A fee of 70 euros is charged for a passport", which is read as paying."""
    found = statement.predicate
    told = [p for p in statement.parts if p.mark == "for" and not p.scope]
    if statement.generic not in {"you", "one"} or found.modality not in {"", "must"} or len(told) != 1:
        return
    if len(money) == 1 and not named:
        put_amount(statement, list(statement.parts))
        return
    fee = named[0] if len(named) == 1 and not money else None
    if fee is None or fee.scope or fee.words[:1] not in {("fee",), ("charge",)} or fee.words[1:2] != ("of",):
        return
    if len(fee.words) == len(("fee", "of", "euro:70")) and fee.words[2].startswith(MONEY):
        value = Part("value", fee.words[2:], text=fee.text)
        put_amount(statement, [value if p is fee else p for p in statement.parts])


def put_amount(statement: Statement, parts: list[Part]) -> None:
    """The amount behind what it is for, wherever it stood."""
    statement.licences.append(f"idiom: {statement.predicate.verb} = an amount for …")
    statement.parts = sorted(parts, key=lambda part: part.mark == "value")
    statement.front, statement.generic = 0, ""
    statement.predicate = Predicate("amount")


NOTHING = Part("value", ("free",), text="free of charge")


def free_of_cost(statement: Statement) -> None:
    """ "X is free (of charge)", "there is no charge for X", "you do not pay for X" as an amount that is nothing."""
    found = statement.predicate
    plain = found.tense == "present" and not found.mood and not found.imperative and not statement.dependents
    parts = parts_free_of_charge(statement) if plain else None
    if parts is not None:
        put_amount(statement, [*parts, NOTHING])
        statement.scope = ()


def parts_free_of_charge(statement: Statement) -> list[Part] | None:
    found = statement.predicate
    named = [p for p in statement.parts if p.mark == "np"]
    fees = [p for p in named if len(p.words) == 1 and p.words[0] in FEES and not p.scope]
    told = [p for p in statement.parts if p.mark == "for" and not p.scope]
    if found.verb == "be" and not (statement.scope or found.modality or statement.generic):
        return parts_called_free(statement, named)
    if found.verb != "pay" or found.modality not in {"", "must"}:
        return None
    owed = statement.scope == ("not",)
    if owed and len(told) == 1 and (named == fees and len(fees) <= 1) and has_reader_or_no_agent(statement):
        return [p for p in statement.parts if p not in fees]
    nothing = [p for p in statement.parts if p.words == ("nothing",) and not p.scope]
    if not statement.scope and len(nothing) == len(told) == 1 and not named and has_reader_or_no_agent(statement):
        return [p for p in statement.parts if p not in nothing]
    payers = [p for p in named if p not in fees and NOMINATIVE in p.cases and ACCUSATIVE not in p.cases]
    if owed and len(payers) == len(fees) == 1 and len(named) == len(("payer", "fee")) and not told:
        rest = [p for p in statement.parts if p is not fees[0]]
        return None if payers[0].scope else [replace(p, mark="for") if p is payers[0] else p for p in rest]
    return None


def has_reader_or_no_agent(statement: Statement) -> bool:
    return statement.generic in {"you", "one"} or (not statement.generic and statement.predicate.voice == "passive")


def parts_called_free(statement: Statement, named: list[Part]) -> list[Part] | None:
    """ "Admission is free", "The advice is free of charge"."""
    states = [p for p in statement.parts if p.words in {("free",), ("free_of_charge",)} and not p.scope]
    if len(states) != 1 or len(named) != 1 or named[0].scope or named[0].determiner:
        return None
    if states[0].words == ("free",) and named[0].words[-1] not in SERVICES:
        return None
    rest = [p for p in statement.parts if p is not states[0]]
    return [replace(p, mark="for") if p is named[0] else p for p in rest]
