"""Rules over more than one clause: lists taken apart, sentences that belong together put together. German. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.derivation.reading.clause_parts import NOMINATIVE, Part
from apps.text.derivation.reading.predicates import Predicate
from apps.text.derivation.rules.act_nouns import act_of, verb_of
from apps.text.derivation.rules.cost_phrases import FEES
from apps.text.derivation.statement import Statement

PRONOUNS = frozenset({"he", "they", "it"})
BACKWARD = frozenset({"this", "the", "das", "it"})


def divided(statement: Statement) -> list[Statement]:
    """ "für Erwachsene 12 Euro und für Kinder 6 Euro", "weder A noch B", a row of a table: one statement for each."""
    if rows := table_row(statement):
        return rows
    adjectives = [(i, p) for i, p in enumerate(statement.parts) if p.mark in {"adv", "adj"} and "and" in p.words]
    if statement.predicate.verb == "sein" and len(adjectives) == 1:
        place, part = adjectives[0]
        return [
            with_parts(statement, [*statement.parts[:place], half, *statement.parts[place + 1 :]])
            for half in halves(part)
        ]
    for index in range(len(statement.parts) - 1, 0, -1):
        groups = parallel(statement.parts, index)
        if groups is not None:
            prefix, first, second = groups
            left = with_parts(statement, [*prefix, *first], "list: taken apart")
            right = with_parts(statement, [*prefix, *second], "list: taken apart")
            return [*divided(left), right]
    return [statement]


def table_row(statement: Statement) -> list[Statement]:
    """ "Gefäß 80 Liter: Leerung jede Woche, Gebühr 96,20 Euro": the key with each of its fields."""
    parts = statement.parts
    colon = next((i for i, p in enumerate(parts) if p.sign == ":"), None)
    if statement.predicate.verb or not colon or statement.dependents:
        return []
    key = [measure_of(p) if i else p for i, p in enumerate(parts[:colon])]
    fields: list[list[Part]] = []
    for part in parts[colon:]:
        if part.sign or not fields:
            fields.append([])
        fields[-1].append(replace(part, sign=""))
    return [field_statement(statement, key, field) for field in fields]


def measure_of(part: Part) -> Part:
    """ "Gefäß 80 Liter" as "Gefäß mit 80 Litern"."""
    return replace(part, mark="with") if part.mark == "value" else part


def field_statement(statement: Statement, key: list[Part], field: list[Part]) -> Statement:
    name = field[0]
    licences = [*statement.licences, "table: key and field as a sentence"]
    if name.mark == "np" and len(name.words) == 1 and not name.scope and len(field) > 1:
        if name.words[0].endswith(FEES) and any(word.startswith("euro:") for p in field for word in p.words):
            parts = [
                *(replace(p, mark="for") if p.mark == "np" else p for p in key),
                replace(name, mark="fee"),
                *field[1:],
            ]
            return replace(
                statement, parts=parts, predicate=Predicate("amount"), licences=licences, front=len(key), dependents=[]
            )
        if act := verb_of(name.words[0]):
            subject = [replace(p, cases=frozenset({NOMINATIVE})) if p.mark == "np" else p for p in key]
            return replace(
                statement,
                parts=[*subject, *field[1:]],
                predicate=Predicate(act, voice="passive"),
                licences=licences,
                front=len(key),
                dependents=[],
            )
    return replace(statement, parts=[*key, *field], front=0, dependents=[])


def halves(part: Part) -> list[Part]:
    words: list[list[str]] = [[]]
    for word in part.words:
        if word == "and":
            words.append([])
        else:
            words[-1].append(word)
    found = []
    for index, group in enumerate(words):
        denied = tuple(word for word in group if word == "not")
        scope = part.scope if index == 0 else denied
        rest = tuple(word for word in group if word != "not")
        found.append(replace(part, mark="adj", words=rest, scope=scope))
    return found


def with_parts(statement: Statement, parts: list[Part], licence: str = "") -> Statement:
    licences = [*statement.licences, *([licence] if licence else [])]
    return replace(
        statement,
        parts=parts,
        licences=licences,
        dependents=list(statement.dependents),
        front=min(statement.front, len(parts)),
    )


def parallel(parts: Sequence[Part], at: int) -> tuple[list[Part], list[Part], list[Part]] | None:
    """What stands before, first and second group, when `at` begins a second group with values built like the first."""
    opening = parts[at]
    joined_by_and = opening.mark.startswith("and+")
    if not joined_by_and and opening.sign != ",":
        return None
    second = [replace(opening, mark=opening.mark.removeprefix("and+"), sign=""), *parts[at + 1 :]]
    if not any(p.has_value for p in second):
        return None
    if not joined_by_and:
        return frames(parts, at, second)
    for start in range(at - 1, -1, -1):
        first = list(parts[start:at])
        if (
            first[0].mark == second[0].mark
            and marks(first) == marks(second)[: len(first)]
            and any(p.has_value for p in first)
        ):
            return list(parts[:start]), first, second
        if first[0].mark == second[0].mark and same_measure(first, second):
            return list(parts[:start]), first, second
    return None


def frames(parts: Sequence[Part], at: int, second: list[Part]) -> tuple[list[Part], list[Part], list[Part]] | None:
    """ "12 Euro für A, 6 Euro für B", "außerhalb von A ab 8 Uhr, während B ab 7 Uhr": the same kinds of values."""
    tail = [p for p in second[-1:] if p.mark == "to" and act_of(p)]
    second = second[: len(second) - len(tail)]
    for start in range(at - 1, -1, -1):
        first = list(parts[start:at])
        alike = first[0].mark == second[0].mark and same_measure(first, second)
        framed = first[0].mark in FRAMES and second[0].mark in FRAMES and values(first) == values(second) != []
        if (alike or framed) and (start == 0 or parts[start - 1].mark in {"np", "for", "fee"}):
            return list(parts[:start]), [*first, *tail], [*second, *tail]
    return None


FRAMES = frozenset({"during", "outside", "in", "within", "for", "at", "on"})


def same_measure(first: Sequence[Part], second: Sequence[Part]) -> bool:
    """One amount of money on each side, or the same kinds of values."""
    left, right = values(first), values(second)
    return bool(left) and (left == right or (left.count("euro") == right.count("euro") == 1))


def marks(parts: Sequence[Part]) -> list[str]:
    return [p.mark for p in parts]


def values(parts: Sequence[Part]) -> list[str]:
    return sorted(word.split(":")[0] for p in parts for word in p.words if ":" in word)


def joined(statements: Sequence[Statement]) -> list[Statement]:
    """Additions, exceptions and steps put to the statement before; pronouns replaced by what they stand for."""
    done: list[Statement] = []
    for statement in statements:
        before = done[-1] if done else None
        if before is not None and (part := addition(statement) or exception(statement)):
            done[-1] = replace(
                before, parts=[*before.parts, part], licences=[*before.licences, "sentences: put together"]
            )
            continue
        if before is not None and pending(statement):
            done[-1] = with_condition(before, statement, "if")
            continue
        if before is not None and first_step(before) and second_step(statement):
            done[-1] = with_condition(without_step(statement), before, "only_if")
            continue
        if before is not None:
            resolve(statement, before)
            same_order(statement, before)
        done.append(statement)
    return done


def pending(statement: Statement) -> bool:
    """ "Das Land muss aber noch zustimmen": until then it does not hold."""
    return statement.predicate.modality == "must" and "still" in words_of(statement) and "but" in words_of(statement)


def words_of(statement: Statement) -> set[str]:
    return {*statement.scope, *(word for p in statement.parts for word in (*p.words, *p.scope))}


def with_condition(main: Statement, condition: Statement, relation: str) -> Statement:
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


def first_step(statement: Statement) -> bool:
    """ "Erst muss X geschehen": the first of two steps."""
    return (
        statement.predicate.modality == "must"
        and bool({"not_before", "zuerst"} & words_of(statement))
        and not statement.predicate.imperative
    )


def second_step(statement: Statement) -> bool:
    """ "Danach darf Y": what only the first step allows."""
    return (
        statement.predicate.modality in {"may", "can"}
        and bool(statement.parts)
        and statement.parts[0].words[:1] in {(word,) for word in STEPS}
    )


def without_step(statement: Statement) -> Statement:
    return replace(statement, parts=statement.parts[1:], front=max(0, statement.front - 1))


def same_order(statement: Statement, before: Statement) -> None:
    """ "Danach vereinbaren Sie …" after an order to the reader is an order too."""
    found = statement.predicate
    to_reader = before.predicate.imperative and statement.generic == "you"
    plain_present = not found.modality and found.tense == "present"
    if to_reader and plain_present and statement.parts and set(statement.parts[0].words[:1]) & STEPS:
        statement.predicate = replace(found, modality="must")


def addition(statement: Statement) -> Part | None:
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


def exception(statement: Statement) -> Part | None:
    """ "Das gilt nicht auf …": "ausgenommen auf …"; "Ausgenommen sind X": "außer X"."""
    verb = statement.predicate.verb
    if statement.dependents or statement.predicate.modality:
        return None
    others = [p for p in statement.parts if p.words not in {("this",), ("the",), ("it",), ()}]
    if verb == "gelten" and len(others) == 1 and len(others) < len(statement.parts) and others[0].mark != "np":
        if others[0].scope == ("not",) and not statement.scope:
            return as_exception(replace(others[0], scope=()))
        if statement.scope == ("not",) and not others[0].scope:
            return as_exception(others[0])
    if (
        verb == "ausnehmen"
        and len(others) == 1
        and others[0].mark == "np"
        and not others[0].scope
        and not statement.scope
    ):
        return replace(others[0], mark="except")
    return None


def as_exception(part: Part) -> Part:
    return replace(part, mark="except" if part.mark == "for" else f"except+{part.mark}")


def resolve(statement: Statement, before: Statement) -> None:
    """ "er", "sie", "es" as the only phrase of the sentence before that has its gender."""
    for index, part in enumerate(statement.parts):
        if len(part.words) != 1 or part.words[0] not in PRONOUNS or part.scope or part.mark not in {"np", "for"}:
            continue
        meant = [p for p in before.parts if p.mark in {"np", "for"} and fits(p, part.words[0])]
        if len(meant) != 1:
            return
        place = before.parts.index(meant[0]) + 1
        attributes = [p for p in before.parts[place : place + 1] if p.mark == "with" and place <= before.front]
        statement.parts[index : index + 1] = [replace(part, words=meant[0].words), *attributes]
        statement.front += len(attributes) if index < statement.front else 0
        statement.licences.append(f"pronoun: {part.text} = {meant[0].text}")
        return


GENDERS = {
    "he": {"der", "den", "dem", "ein", "einen", "einem"},
    "they": {"die", "eine", "diese", "keine"},
    "it": {"das", "ein", "dem", "einem", "dieses"},
}


def fits(part: Part, pronoun: str) -> bool:
    first = part.text.split(" ")[0]
    if part.words[:1] and part.words[0] in PRONOUNS | {"you", "this", "the"}:
        return False
    possessive = first.lower().removeprefix("ihr").removeprefix("sein") in {"e"} and pronoun == "they"
    bare = first[:1].isupper() and first.lower() not in ARTICLES and pronoun == "they"
    return first.lower() in GENDERS[pronoun] or possessive or bare


ARTICLES = frozenset(word for group in GENDERS.values() for word in group)
