"""Merges statements into the one before: additions, exceptions, conditions, steps; resolves pronouns. German."""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import NOMINATIVE, Part
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.german.across_sentences.merge_additional_sentences import merge_with_addition
from apps.text.entailment.german.across_sentences.pronoun_resolution import (
    resolve_demonstratives,
    resolve_personal_pronouns,
    resolve_shortened_names,
)


def merge_with_previous_statements(statements: Sequence[Statement]) -> list[Statement]:
    """Additions, exceptions and steps put to the statement before; pronouns replaced by what they stand for."""
    done: list[Statement] = []
    statements = [read_sie_as_things(statement) for statement in statements]
    told = addresses_reader(statements)
    for statement in statements:
        if done and not told:
            statement.parts = [replace(p, words=("they",)) if p.words == ("you",) else p for p in statement.parts]
        before = done[-1] if done else None
        if before is not None and (part := find_addition(statement) or find_exception(statement)):
            done[-1] = replace(
                before, parts=[*before.parts, part], licences=[*before.licences, "sentences: put together"]
            )
            continue
        if before is not None and (whole := merge_with_addition(before, statement)) is not None:
            done[-1] = whole
            continue
        if before is not None and is_pending_condition(statement):
            done[-1] = add_condition(before, statement, "if")
            continue
        if before is not None and is_first_step(before) and is_second_step(statement):
            done[-1] = add_condition(drop_step_word(statement), before, "only_if")
            continue
        if before is not None:
            resolve_personal_pronouns(statement, before)
            resolve_shortened_names(statement, before)
            resolve_demonstratives(statement, before)
            inherit_order(statement, before)
        done.append(statement)
    return [simplify_exceptions(statement) for statement in done]


OF_THINGS = frozenset({"betragen", "dauern", "entfallen", "erlöschen", "verfallen", "verjähren"})
"""What no reader does: measures, and how rights end."""


def read_sie_as_things(statement: Statement) -> Statement:
    """ "Sie betragen 5 Euro" after another sentence: the fees named there."""
    opens = statement.follows and statement.generic == "you" and statement.text.startswith("Sie ")
    if not opens or statement.predicate.verb not in OF_THINGS:
        return statement
    fees = Part("np", ("they",), cases=frozenset({NOMINATIVE}), text="Sie")
    return replace(statement, generic="", parts=[fees, *statement.parts], front=statement.front + 1)


PLAIN_EXCEPTION = "exception: ausgenommen auf X = ausgenommen X"


def simplify_exceptions(statement: Statement) -> Statement:
    """ "auf allen Plätzen, ausgenommen auf dem Markt" as "auf allen Plätzen, ausgenommen der Markt"."""
    of_all = {f"except+{p.mark}" for p in statement.parts if p.determiner == "all" and not p.scope}
    if not any(p.mark in of_all for p in statement.parts):
        return statement
    parts = [replace(p, mark="except") if p.mark in of_all else p for p in statement.parts]
    return replace(statement, parts=parts, licences=[*statement.licences, PLAIN_EXCEPTION])


def addresses_reader(statements: Sequence[Statement]) -> bool:
    """Whether "Sie" is the reader anywhere: not where it only opens passive sentences after the first."""
    clauses = [clause for statement in statements for clause in (statement, *statement.dependents)]
    if any(clause.generic == "you" for clause in clauses):
        return True
    named = [(s, p) for s in clauses for p in s.parts if p.words == ("you",)]
    return any(s is statements[0] or s.relation or p is not s.parts[0] or p.text != "Sie" for s, p in named)


def is_pending_condition(statement: Statement) -> bool:
    """ "Das Land muss aber noch zustimmen": until then it does not hold."""
    return (
        statement.predicate.modality == "must"
        and "still" in statement_words(statement)
        and "but" in statement_words(statement)
    )


def statement_words(statement: Statement) -> set[str]:
    return {*statement.scope, *(word for p in statement.parts for word in (*p.words, *p.scope))}


def add_condition(main: Statement, condition: Statement, relation: str) -> Statement:
    signs = {"but", "still", "not_before", "zuerst", "zunächst"}
    kept = [
        replace(p, scope=tuple(w for w in p.scope if w not in signs))
        for p in condition.parts
        if not p.words or set(p.words) - signs
    ]
    tense = "perfect" if relation == "only_if" and condition.predicate.voice == "passive" else condition.predicate.tense
    clause = replace(
        condition, relation=relation, parts=kept, scope=tuple(w for w in condition.scope if w not in signs),
        predicate=replace(condition.predicate, modality="", tense=tense),
    )  # fmt: skip
    return replace(
        main,
        dependents=[*main.dependents, clause],
        licences=[*main.licences, "sentences: a condition put to its sentence"],
    )


STEPS = frozenset({"danach", "dann", "anschliessend", "anschließend"})


def is_first_step(statement: Statement) -> bool:
    """ "Erst muss X geschehen": the first of two steps."""
    return (
        statement.predicate.modality == "must"
        and bool({"not_before", "zuerst"} & statement_words(statement))
        and not statement.predicate.imperative
    )


def is_second_step(statement: Statement) -> bool:
    """ "Danach darf Y": what only the first step allows."""
    return (
        statement.predicate.modality in {"may", "can"}
        and bool(statement.parts)
        and statement.parts[0].words[:1] in {(word,) for word in STEPS}
    )


def drop_step_word(statement: Statement) -> Statement:
    return replace(statement, parts=statement.parts[1:], front=max(0, statement.front - 1))


def inherit_order(statement: Statement, before: Statement) -> None:
    """ "Danach vereinbaren Sie …" after an order to the reader is an order too."""
    found = statement.predicate
    to_reader = before.predicate.imperative and statement.generic == "you"
    plain_present = not found.modality and found.tense == "present"
    if to_reader and plain_present and statement.parts and set(statement.parts[0].words[:1]) & STEPS:
        statement.predicate = replace(found, modality="must")


def find_addition(statement: Statement) -> Part | None:
    """ "Dazu kommen die Auslagen", "Auslagen kommen hinzu": "zuzüglich Auslagen"."""
    name, parts = statement.predicate.verb, [p for p in statement.parts if p.words not in {("dazu",), ("hinzu",)}]
    added = name in {"hinzukommen", "dazukommen"} or (name == "kommen" and len(parts) < len(statement.parts))
    if (
        not added
        or len(parts) != 1
        or parts[0].mark != "np"
        or set(statement.scope) - {"still", "also"}
        or statement.dependents
    ):
        return None
    return replace(parts[0], mark="plus", scope=())


POINTING_BACK: frozenset[tuple[str, ...]] = frozenset({("this",), ("the",), ("it",), ("davon",), ("hiervon",), ()})


def find_exception(statement: Statement) -> Part | None:
    """ "Das gilt nicht auf …", "…, nicht jedoch auf …": "ausgenommen auf …"; "Ausgenommen sind X": "außer X"."""
    verb = statement.predicate.verb
    if statement.dependents or statement.predicate.modality:
        return None
    others = [p for p in statement.parts if p.words not in POINTING_BACK]
    told_of_before = (verb == "gelten" and len(others) < len(statement.parts)) or not verb
    if told_of_before and len(others) == 1 and others[0].mark not in {"np", "adj", "adv", "value"}:
        denials = (*statement.scope, *others[0].scope)
        return mark_as_exception(replace(others[0], scope=())) if denials == ("not",) else None
    apart = [p for p in others if p.words == ("ausgenommen",) and p.mark == "except" and not p.scope]
    if verb == "sein" and apart and len(others) == len(("ausgenommen", "who")) and not statement.scope:
        named = next(p for p in others if p is not apart[0])
        return replace(named, mark="except") if named.mark == "np" and not named.scope else None
    if (
        verb == "ausnehmen"
        and len(others) == 1
        and others[0].mark == "np"
        and not others[0].scope
        and not statement.scope
    ):
        return replace(others[0], mark="except")
    return None


def mark_as_exception(part: Part) -> Part:
    return replace(part, mark="except" if part.mark == "for" else f"except+{part.mark}")
