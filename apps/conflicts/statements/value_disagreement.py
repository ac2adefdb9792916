"""Whether two statements state other values of one kind, under the same conditions."""

import re
from collections.abc import Callable, Sequence

from apps.conflicts.comparison.decide_contradiction import Disagreement
from apps.conflicts.statements.compatible_statements import may_both_hold
from apps.conflicts.statements.conditions import is_rough
from apps.conflicts.statements.opening_hours import hours_disagree, opening_hours
from apps.conflicts.statements.stated_values import StatedValue
from apps.conflicts.statements.statement import ValueStatement

NEARLY_SAME = 0.1
"""Share by which two periods may differ: four weeks and a month."""
LONGEST_SHOWN = 120
NEAR_BY = 25
"""Signs before a value in which "ab" or "mindestens" is said of it."""
LOWER = re.compile(r"\b(?:frühestens|mindest\w*|at least|earliest|minim\w*|ab|from|not before|warten)\b", re.IGNORECASE)
LOWEST_AMOUNT = re.compile(r"\b(?:mindest\w*|at least|minim\w*)\b|\b(?:ab|from)\W*$", re.IGNORECASE)
"""Not "ab September 4,20 €"."""
UPPER = re.compile(
    r"\b(?:spätestens|höchst\w*|bis zu|maxim\w*|binnen|innerhalb|within|up to|at most|no more than|not more than|most"
    r"|nicht mehr als|längstens|letzter|latest|no later)\b",
    re.IGNORECASE,
)
AHEAD = re.compile(r"\b(?:vor|vorher|zuvor|before|in advance|ahead|prior|notice)\b", re.IGNORECASE)
BASES = {
    "year": r"jährlich|im Jahr|pro Jahr|je Jahr|Kalenderjahr|annual\w*|(?:a|per) year|yearly",
    "quarter": r"im Quartal|vierteljährlich|je Quartal|pro Quartal|(?:a|per) quarter|quarterly",
    "month": r"monatlich|im Monat|pro Monat|je Monat|(?:a|per) month|monthly|jeden Monat",
    "week": r"wöchentlich|pro Woche|je Woche|in der Woche|(?:a|per) week|weekly",
    "day": r"täglich|(?:pro|je|am|und) (?:\w*[Tt]ag|Nacht)|für einen Tag|Tages\w+|(?:a|per) (?:day|night)|daily",
    "hour": r"stündlich|pro Stunde|je (?:angefangene )?Stunde|(?:an|per) hour|hourly",
}
TIMES_A_YEAR = {"year": 1.0, "quarter": 4.0, "month": 12.0}


def value_disagreement(first: ValueStatement, second: ValueStatement, kind: str) -> Disagreement | None:
    """None when they agree, or may both be true."""
    return None if may_both_hold(first, second, kind) else KINDS[kind](first, second, kind)


def other_text(first: ValueStatement, second: ValueStatement, kind: str) -> Disagreement | None:
    """One value each, and another one."""
    one, other = first.of_kind(kind), second.of_kind(kind)
    if len(one) != 1 or len(other) != 1 or is_part(str(one[0].value), str(other[0].value)):
        return None
    return Disagreement(kind, one[0].text, other[0].text)


def is_part(one: str, other: str) -> bool:
    """A number without its area code, a street without the number of the house."""
    return any(a.startswith(b) or a.endswith(b) for a, b in ((one, other), (other, one)))


def other_age(first: ValueStatement, second: ValueStatement, kind: str) -> Disagreement | None:
    one, other = first.of_kind(kind), second.of_kind(kind)
    if len(one) != 1 or len(other) != 1 or set(str(one[0].value).split("-")) & set(str(other[0].value).split("-")):
        return None
    return Disagreement(kind, one[0].text, other[0].text)


def other_money(first: ValueStatement, second: ValueStatement, kind: str) -> Disagreement | None:
    one, other = first.of_kind(kind), second.of_kind(kind)
    factors = in_years(first.text, second.text)
    if min(len(one), len(other)) != 1 or factors is None or is_rough(first.text) or is_rough(second.text):
        return None
    if side_of_bound(one[0]) != side_of_bound(other[0]):
        return None
    amounts = [
        {round(float(value.value) * factor, 2) for value in side}
        for side, factor in zip((one, other), factors, strict=True)
    ]
    return None if amounts[0] & amounts[1] else Disagreement(kind, listed(one), listed(other))


def in_years(one: str, other: str) -> tuple[float, float] | None:
    """What both amounts are multiplied with to be of the same time; None where they cannot be compared."""
    first, second = (
        next((name for name, words in BASES.items() if re.search(rf"\b(?:{words})\b", text)), "")
        for text in (one, other)
    )
    if first == second or not (first and second):
        return 1.0, 1.0
    if first in TIMES_A_YEAR and second in TIMES_A_YEAR:
        return TIMES_A_YEAR[first], TIMES_A_YEAR[second]
    return None


def side_of_bound(value: StatedValue) -> str:
    """ "upper", "lower" or none: "die Mindestgebühr beträgt 5 Euro" and "Höchstgebühr: 9 Euro" may both be true."""
    if UPPER.search(value.before):
        return "upper"
    return "lower" if LOWEST_AMOUNT.search(value.before[-NEAR_BY:]) else ""


def other_number(first: ValueStatement, second: ValueStatement, kind: str) -> Disagreement | None:
    """Periods and shares, both with the same bound, or none."""
    one, other = first.of_kind(kind), second.of_kind(kind)
    if min(len(one), len(other)) != 1 or max(len(one), len(other)) > 2 or bounds(one[0]) != bounds(other[0]):
        return None
    if any(is_near(float(a.value), float(b.value)) for a in one for b in other):
        return None
    return Disagreement(kind, listed(one), listed(other))


def bounds(value: StatedValue) -> frozenset[str]:
    near_by = value.before[-NEAR_BY:]
    found = {"lower"} if LOWER.search(near_by) and not UPPER.search(near_by) else set()
    is_ahead = AHEAD.search(value.after[:20]) or AHEAD.search(value.before[-12:])
    return frozenset(found | ({"ahead"} if is_ahead else set()))


def is_near(one: float, other: float) -> bool:
    return abs(one - other) <= NEARLY_SAME * max(one, other)


def other_hours(first: ValueStatement, second: ValueStatement, kind: str) -> Disagreement | None:
    if not hours_disagree(dict(opening_hours(first.text)), dict(opening_hours(second.text))):
        return None
    return Disagreement(kind, first.text[:LONGEST_SHOWN], second.text[:LONGEST_SHOWN])


def listed(values: Sequence[StatedValue]) -> str:
    return ", ".join(value.text for value in values)


KINDS: dict[str, Callable[[ValueStatement, ValueStatement, str], Disagreement | None]] = {
    "phone": other_text,
    "address": other_text,
    "room": other_text,
    "hours": other_hours,
    "money": other_money,
    "period": other_number,
    "day": other_text,
    "age": other_age,
    "number": other_number,
}
"""By the kind of value; the names are those of ConflictKind too."""
