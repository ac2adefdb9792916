"""Splits one clause into several statements: table rows, lists with a measure for each item. German."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from apps.text.entailment.both_languages.clause_part import NOMINATIVE, Part
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import WHICH, Statement
from apps.text.entailment.german.nominalisations.act_nouns import verb_of_act_noun, verb_of_part
from apps.text.entailment.german.rules.cost_phrases import FEES
from apps.text.entailment.german.rules.opening_hours_and_terms import HOURS
from apps.text.numbers.calendar_names import ENGLISH_WEEKDAYS, TO_ENGLISH_WEEKDAY


def split_into_statements(statement: Statement) -> list[Statement]:
    """ "für Erwachsene 12 Euro und für Kinder 6 Euro", "weder A noch B", a row of a table: one statement for each."""
    if rows := split_table_row(statement):
        return rows
    adjectives = [(i, p) for i, p in enumerate(statement.parts) if p.mark in {"adv", "adj"} and "and" in p.words]
    if statement.predicate.verb == "sein" and len(adjectives) == 1 and holds_for_each_adjective(adjectives[0][1]):
        place, part = adjectives[0]
        return [
            each
            for half in split_conjuncts(part)
            for each in split_into_statements(
                replace_parts(statement, [*statement.parts[:place], half, *statement.parts[place + 1 :]])
            )
        ]
    if circumstances := split_also_list(statement):
        return [each for one in circumstances for each in split_into_statements(one)]
    if pairs := split_off_second_value(statement.parts):
        return split_into_statements(replace_parts(statement, pairs))
    for index in range(len(statement.parts) - 2, 1, -1):
        if (groups := split_off_group_with_value(statement.parts, index)) is not None:
            prefix, first, second = groups
            left = replace_parts(statement, [*prefix, *first], "list: taken apart")
            right = replace_parts(statement, [*prefix, *second], "list: taken apart")
            right.connector = WHICH
            keep_own_relative_clauses(left, right)
            return [*split_into_statements(left), right]
    for index in range(len(statement.parts) - 1, 0, -1):
        groups = split_parallel_groups(statement.parts, index) or split_days_with_hours(statement.parts, index)
        groups = groups or split_forbidden_places(statement, index)
        other_days = split_off_day_with_hour(statement.parts, index)
        groups = groups or other_days
        if groups is not None:
            prefix, first, second = groups
            left = replace_parts(statement, [*prefix, *first], "list: taken apart")
            right = replace_parts(statement, [*shared_prefix(prefix, first), *second], "list: taken apart")
            if groups is other_days or (has_bounded_value(second) and not has_bounded_value(first)):
                right.connector = WHICH
            return [*split_into_statements(left), right]
    return [statement]


def split_off_second_value(parts: Sequence[Part]) -> list[Part]:
    """ "20 Euro für Erwachsene und 10 Euro für Kinder": the second value as a part, which opens a second group."""
    for index, (value, group, following) in enumerate(zip(parts, parts[1:], parts[2:], strict=False)):
        joined = len(group.words) > len(("and", "value")) and group.words[-2] == "and" and not group.scope
        if parts[index + len(("value", "group", "following")) :] or "of" in following.words:
            continue  # What stands behind may be told of both.
        if not joined or not value.has_value or value.scope or following.mark != group.mark or following.scope:
            continue
        second = replace(
            value, mark=f"and+{value.mark}", words=group.words[-1:], text=group.text.rpartition(" und ")[2]
        )
        if (
            second.has_value
            and len(value.words) == 1
            and have_same_measure([value], [second])
            and not following.has_value
        ):
            first = replace(group, words=group.words[:-2], text=group.text.rpartition(" und ")[0])
            return [*parts[: index + 1], first, second, *parts[index + 2 :]]
    return []


def shared_prefix(prefix: Sequence[Part], first: Sequence[Part]) -> list[Part]:
    """What all items share: before "und für Kinder 3 Euro" two others may stand, "für Erwachsene 12 Euro, für …"."""
    shared = list(prefix)
    while first[0].sign == "," and shared:
        start = next((i for i in range(len(shared) - 1, -1, -1) if shared[i].mark == first[0].mark), None)
        if not start or not have_same_measure(shared[start:], first):
            break
        first, shared = shared[start:], shared[:start]
    return shared


def has_bounded_value(parts: Sequence[Part]) -> bool:
    """ "höchstens 100 Euro im Monat" after "20 Euro am Tag": without the bound the rest says too much."""
    return any(BOUNDS.intersection(p.scope or ()) or BOUNDS.intersection(p.key[2]) for p in parts if p.has_value)


BOUNDS = frozenset({"at_least", "at_most", "more", "less"})


def split_table_row(statement: Statement) -> list[Statement]:
    """ "Gefäß 80 Liter: Leerung jede Woche, Gebühr 96,20 Euro": the key with each of its fields."""
    parts = statement.parts
    colon = next((i for i, p in enumerate(parts) if p.sign == ":"), None)
    if statement.predicate.verb or not colon or statement.dependents:
        return []
    key = [measure_as_attribute(p) if i else p for i, p in enumerate(parts[:colon])]
    fields: list[list[Part]] = []
    for part in parts[colon:]:
        if part.sign or not fields:
            fields.append([])
        fields[-1].append(replace(part, sign=""))
    return [field_statement(statement, key, field) for field in fields]


def measure_as_attribute(part: Part) -> Part:
    """ "Gefäß 80 Liter" as "Gefäß mit 80 Litern"."""
    return replace(part, mark="with") if part.mark == "value" else part


def field_statement(statement: Statement, key: list[Part], field: list[Part]) -> Statement:
    if (
        key[0].words[:1]
        and key[0].words[0] in HOURS
        and (hours := opening_hours_statement(statement, key, field)) is not None
    ):
        return hours
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
        if act := verb_of_act_noun(name.words[0]):
            subject = [replace(p, cases=frozenset({NOMINATIVE}), turned=True) if p.mark == "np" else p for p in key]
            return replace(
                statement,
                parts=[*subject, *field[1:]],
                predicate=Predicate(act, voice="passive"),
                licences=licences,
                front=len(key),
                dependents=[],
            )
    return replace(statement, parts=[*key, *field], front=0, dependents=[])


def opening_hours_statement(statement: Statement, key: list[Part], field: list[Part]) -> Statement | None:
    """ "Öffnungszeiten des Amts: Montag 8 bis 12 Uhr, Freitag geschlossen" as "das Amt ist montags … geöffnet"."""
    day, *hours = field
    words = tuple(TO_ENGLISH_WEEKDAY.get(word, word) for word in day.words)
    closed = len(hours) == 1 and hours[0].words == ("closed",) and not hours[0].scope
    timed = bool(hours) and all(p.has_value and p.mark in {"value", "from", "until", "and+from"} for p in hours)
    days = day.mark in {"np", "adv", "adj"} and not day.scope and set(words) <= {*TO_ENGLISH_WEEKDAY.values(), "and"}
    if len(key) != 1 or key[0].words[1:2] != ("of",) or key[0].scope or not days or not (closed or timed):
        return None
    owner = replace(key[0], words=key[0].words[2:], cases=frozenset({NOMINATIVE}), turned=True)
    spans = [replace(p, mark="from") if p.mark == "value" else p for p in hours] if timed else []
    return replace(
        statement,
        parts=[owner, replace(day, mark="adv", words=words), *spans],
        predicate=Predicate("sein closed" if closed else "sein open"),
        licences=[*statement.licences, "table: opening hours as a sentence"],
        front=1,
        dependents=[],
    )


def holds_for_each_adjective(part: Part) -> bool:
    """ "nicht montags und nicht dienstags"; "nur montags und dienstags" is said of both together."""
    return not part.scope or (part.scope == ("not",) and part.words.count("not") == part.words.count("and"))


def split_conjuncts(part: Part) -> list[Part]:
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
        mark = "adv" if set(rest) <= DAYS and rest else "adj"
        found.append(replace(part, mark=mark, words=rest, scope=scope))
    return found


DAYS = frozenset({*ENGLISH_WEEKDAYS, "daily", "on_workdays", "on_holidays"})


def replace_parts(statement: Statement, parts: list[Part], licence: str = "") -> Statement:
    licences = [*statement.licences, *([licence] if licence else [])]
    return replace(
        statement,
        parts=parts,
        licences=licences,
        dependents=list(statement.dependents),
        front=min(statement.front, len(parts)),
    )


def split_parallel_groups(parts: Sequence[Part], at: int) -> tuple[list[Part], list[Part], list[Part]] | None:
    """What stands before, first and second group, when `at` begins a second group with values built like the first."""
    opening = parts[at]
    joined_by_and = opening.mark.startswith("and+")
    if not joined_by_and and opening.sign != ",":
        return None
    second = [replace(opening, mark=opening.mark.removeprefix("and+"), sign=""), *parts[at + 1 :]]
    if not any(p.has_value for p in second):
        return None
    if not joined_by_and:
        return split_parallel_frames(parts, at, second)
    for start in range(at - 1, -1, -1):
        first = list(parts[start:at])
        if (
            first[0].mark == second[0].mark
            and part_marks(first) == part_marks(second)[: len(first)]
            and any(p.has_value for p in first)
        ):
            return list(parts[:start]), first, second
        if first[0].mark == second[0].mark and have_same_measure(first, second):
            return list(parts[:start]), first, second
    return None


def split_days_with_hours(parts: Sequence[Part], at: int) -> tuple[list[Part], list[Part], list[Part]] | None:
    """ "samstags ab 16 Uhr sowie an Sonn- und Feiertagen": each day with its own hours."""
    opening = parts[at]
    if opening.mark != "and+adv" or opening.scope or not set(opening.words) <= DAYS | {"and"}:
        return None
    start = next((i for i in range(at - 1, -1, -1) if parts[i].mark == "adv" and set(parts[i].words) <= DAYS), None)
    if start is None or start + 1 == at or not all(is_clock_part(p) for p in parts[start + 1 : at]):
        return None
    end = next((i for i in range(at + 1, len(parts)) if not is_clock_part(parts[i])), len(parts))
    second = [replace(opening, mark="adv", sign=""), *parts[at + 1 : end]]
    return [*parts[:start], *parts[end:]], list(parts[start:at]), second


def split_off_day_with_hour(parts: Sequence[Part], at: int) -> tuple[list[Part], list[Part], list[Part]] | None:
    """ "vor 7 Uhr, an Sonntagen vor 8 Uhr": the hour of these days takes the place of the other."""
    opening, before = parts[at], parts[at - 1]
    days = opening.sign == "," and opening.mark == "adv" and not opening.scope and set(opening.words) <= DAYS | {"and"}
    if not days or at + 1 >= len(parts) or not is_clock_part(before) or not is_clock_part(parts[at + 1]):
        return None
    if before.mark != parts[at + 1].mark or before.scope or any(p.sign for p in parts[at + 1 :]):
        return None
    return [*parts[: at - 1], *parts[at + 2 :]], [before], [replace(opening, sign=""), parts[at + 1]]


def split_off_group_with_value(parts: Sequence[Part], at: int) -> tuple[list[Part], list[Part], list[Part]] | None:
    """ "beträgt 20 Jahre, bei Kindern 10 Jahre": the value of these takes the place of the other."""
    opening, before, following = parts[at], parts[at - 1], parts[at + 1]
    group = opening.sign == "," and opening.mark in GROUPS and not opening.scope and not opening.has_value
    if (
        not group
        or any(p.mark != "value" or p.scope for p in (before, following))
        or not have_same_measure([before], [following])
    ):
        return None
    if any(is_group(p) for p in (*parts[: at - 1], *parts[at + 2 :])):
        return None  # "für Erwachsene 12 Euro, für Kinder 6 Euro": each of these is a group of its own.
    return [*parts[: at - 1], *parts[at + 2 :]], [before], [replace(opening, sign=""), replace(following, sign="")]


GROUPS = frozenset({"near", "for"})
"""Marks of those for whom another value holds."""


OTHER_GROUPS = GROUPS | {"in", "at", "on", "during", "within", "starting", "until", "outside"}
OF_PERSONS = frozenset({"pay", "zahlen", "receive", "erhalten", "schulden", "erstatten", "bekommen"})
"""Whose subject is a person: of "Erwachsene zahlen 20 Euro; für Kinder 10 Euro" nobody knows who pays the 10."""
NO_GROUPS = frozenset({("weekly",), ("monthly",), ("yearly",), ("daily",)})


def is_group(part: Part) -> bool:
    """What the value holds for, beside the subject: the new group takes its place and does not come on top."""
    named = part.mark in {"np", "fee"} and " für " in part.text
    return part.has_value or named or (part.mark in OTHER_GROUPS and part.words not in NO_GROUPS)


def keep_own_relative_clauses(left: Statement, right: Statement) -> None:
    """Each half keeps the relative clauses that belong to its own words."""
    words = [{word for p in side.parts for word in p.words} for side in (left, right)]
    for side, own, others in ((left, words[0], words[1]), (right, words[1], words[0])):
        side.dependents = [d for d in side.dependents if not d.head or d.head in own or d.head not in others]


def inherit_verbs(found: Sequence[Statement]) -> None:
    """ "A beträgt 20 Jahre; bei Kindern 10 Jahre": a group and its value, of which the clause before has the verb."""
    for before, statement in pairwise(found):
        if not lacks_verb(before, statement):
            continue
        key, value = statement.parts
        rest = [p for p in before.parts if p.mark != "value"]
        statement.parts = [key, *rest, replace(value, sign="")]
        statement.predicate, statement.scope, statement.front = before.predicate, before.scope, 1
        statement.connector = WHICH
        statement.licences.append("ellipsis: the verb of the clause before")


def lacks_verb(before: Statement, statement: Statement) -> bool:
    if before.sentence != statement.sentence or statement.predicate.verb or statement.scope or statement.label:
        return False
    if not before.predicate.verb or len(statement.parts) != len(("group", "value")) or statement.relation:
        return False
    key, value = statement.parts
    numbers = [p for p in before.parts if p.has_value]
    alike = len(numbers) == 1 and numbers[0].mark == value.mark == "value" and have_same_measure(numbers, [value])
    if before.predicate.verb in OF_PERSONS or any(is_group(p) for p in before.parts if p not in numbers):
        return False
    plain = not (value.scope or key.scope or key.has_value or numbers[:1] != before.parts[-1:] or numbers[0].scope)
    return alike and plain and key.mark in GROUPS and not before.dependents


def split_also_list(statement: Statement) -> list[Statement]:
    """ "auch während der Ferien, bei Krankheit und bis zur Abmeldung": what holds in each of these cases."""
    start = next((i for i, p in enumerate(statement.parts) if p.scope == ("also",) and p.mark in CASES), None)
    if start is None or statement.denied:
        return []
    items = [replace(statement.parts[start], sign="")]
    for part in statement.parts[start + 1 :]:
        if not is_listed_case(part) or items[-1].sign == "last":
            break
        last = part.mark.startswith("and+")
        mark = items[-1].mark if part.mark == "np" else part.mark.removeprefix("and+")
        items.append(replace(part, mark=mark, scope=("also",), sign="last" if last else ""))
    if items[-1].sign != "last":
        return []
    before, after = statement.parts[:start], statement.parts[start + len(items) :]
    return [replace_parts(statement, [*before, replace(p, sign=""), *after], "list: taken apart") for p in items]


CASES = frozenset({"during", "near", "in", "on", "at", "until", "until+to", "after", "before"})


def is_listed_case(part: Part) -> bool:
    mark = part.mark.removeprefix("and+")
    listed = part.sign == "," or mark != part.mark
    return listed and (mark in CASES or part.mark == "np") and not part.scope and not part.has_value


def split_forbidden_places(statement: Statement, at: int) -> tuple[list[Part], list[Part], list[Part]] | None:
    """What is forbidden "auf Wegen und in Parks" is forbidden in both."""
    denied = "not" in statement.scope or any(p.words == ("forbidden",) and not p.scope for p in statement.parts)
    opening, before = statement.parts[at], statement.parts[at - 1]
    mark = opening.mark.removeprefix("and+")
    placed = mark != opening.mark and {mark, before.mark} <= {"in", "on", "at"}
    if not denied or not placed or opening.scope or before.scope or opening.has_value or before.has_value:
        return None
    return [*statement.parts[: at - 1], *statement.parts[at + 1 :]], [before], [replace(opening, mark=mark, sign="")]


def is_clock_part(part: Part) -> bool:
    return bool(part.words) and all(word.startswith("clock:") for word in part.words)


def split_parallel_frames(
    parts: Sequence[Part], at: int, second: list[Part]
) -> tuple[list[Part], list[Part], list[Part]] | None:
    """ "12 Euro für A, 6 Euro für B", "außerhalb von A ab 8 Uhr, während B ab 7 Uhr": the same kinds of values."""
    tail = [p for p in second[-1:] if p.mark == "to" and verb_of_part(p)]
    second = second[: len(second) - len(tail)]
    for start in range(at - 1, -1, -1):
        first = list(parts[start:at])
        alike = first[0].mark == second[0].mark and have_same_measure(first, second)
        framed = (
            first[0].mark in FRAMES
            and second[0].mark in FRAMES
            and value_kinds_of_parts(first) == value_kinds_of_parts(second) != []
        )
        if (alike or framed) and (start == 0 or parts[start - 1].mark in {"np", "for", "fee"}):
            return list(parts[:start]), [*first, *tail], [*second, *tail]
    return None


FRAMES = frozenset({"during", "outside", "in", "within", "for", "at", "on"})


def have_same_measure(first: Sequence[Part], second: Sequence[Part]) -> bool:
    """One amount of money on each side, or the same kinds of values."""
    left, right = value_kinds_of_parts(first), value_kinds_of_parts(second)
    return bool(left) and (left == right or (left.count("euro") == right.count("euro") == 1))


def part_marks(parts: Sequence[Part]) -> list[str]:
    return [p.mark for p in parts]


def value_kinds_of_parts(parts: Sequence[Part]) -> list[str]:
    return sorted(word.split(":")[0] for p in parts for word in p.words if ":" in word)
