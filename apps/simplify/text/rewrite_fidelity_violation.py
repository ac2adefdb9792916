"""Violations of a rewrite's fidelity: one for each thing that it lost, changed or invented."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

Value = TypeVar("Value")

ViolationKind = Literal[
    "protected_word",
    "number",
    "date",
    "legal_reference",
    "condition",
    "negation",
    "contact",
    "form_of_address",
    "name",
    "quotation",
    "salutation",
    "placeholder",
    "look_alike",
    "gender_sign",
    "markdown",
    "instruction",
    "omission",
    "addition",
    "meaning",
]


@dataclass(frozen=True, slots=True)
class Violation:
    """`before` stands in the original and not in the rewrite, `after` the other way round; else None."""

    kind: ViolationKind
    before: str | None
    after: str | None


def pair_violations(kind: ViolationKind, lost: Iterable[str], invented: Iterable[str]) -> list[Violation]:
    """Lost and invented things of one kind, the first lost beside the first invented: 14 -> 41 is one violation."""
    left, right = list(lost), list(invented)
    most = max(len(left), len(right))
    left += [""] * (most - len(left))
    right += [""] * (most - len(right))
    return [Violation(kind, old or None, new or None) for old, new in zip(left, right, strict=True)]


def missing_values(before: Mapping[str, int], after: Mapping[str, int]) -> list[str]:
    """What the rewrite has less often than the original, each as often as it is missing."""
    return list((Counter(before) - Counter(after)).elements())


def invented_values(before: Mapping[Value, int], after: Mapping[Value, int]) -> list[Value]:
    """What the rewrite has and the original has not at all. Saying a thing twice is no invention."""
    return [value for value in after if value not in before]
