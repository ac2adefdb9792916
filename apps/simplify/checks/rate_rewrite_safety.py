"""Rates how safe a rewritten sentence is: every difference is explained by a rule, or left for a person to read.

The checks of this package know kinds of damage, and such a list is never complete. So what they let through is also
compared with the original by the rules of `apps.text.entailment`, which must explain each difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from apps.simplify.checks.meaning.exception_as_sentence import states_exception_separately
from apps.simplify.checks.meaning.negations import says_only_with, says_otherwise
from apps.simplify.text.rewrite_fidelity_violation import Violation
from apps.text.entailment import AcceptedSynonym, Derivation, Difference, Level, derive_with_synonyms

LONGEST_DERIVED = 2_000
"""Longest group of sentences, in characters, that is compared with its original; a longer one is left to be read."""
MOST_DIFFERENCES = 6


class RewriteLevel(StrEnum):
    """From best to worst; only the first three may be called safe. KEPT is the original in place of a rewrite."""

    UNCHANGED = "unchanged"
    DERIVED = "derived"
    CHECKED = "checked"
    PLEASE_READ = "please_read"
    KEPT = "kept"


LEVELS = {Level.UNCHANGED: RewriteLevel.UNCHANGED, Level.DERIVED: RewriteLevel.DERIVED}


@dataclass(frozen=True, slots=True)
class Assessment:
    """`violations`: what is certainly lost or changed; `differences`: what no rule explains, such as "kann -> darf"."""

    level: RewriteLevel
    differences: tuple[str, ...] = ()
    violations: tuple[Violation, ...] = ()


def assess_rewrite(before: str, after: str, synonyms: Sequence[AcceptedSynonym] = ()) -> Assessment:
    """A rewrite that the checks found nothing in. `synonyms` are those the organisation has accepted.

    Takes some milliseconds of processor time.
    """
    if before.split() == after.split():
        return Assessment(RewriteLevel.UNCHANGED)
    if max(len(before), len(after)) > LONGEST_DERIVED:
        return Assessment(RewriteLevel.PLEASE_READ)
    found = derive_with_synonyms(before, after, synonyms)
    level = LEVELS.get(found.level, RewriteLevel.PLEASE_READ)
    differences = tuple(dict.fromkeys(str(one) for one in found.differences))[:MOST_DIFFERENCES]
    return Assessment(level, () if found.proved else differences, lost_meanings(found, before, after))


def lost_meanings(found: Derivation, before: str, after: str) -> tuple[Violation, ...]:
    if found.level != Level.LOST:
        return ()
    surely = worst_differences(found.differences)
    return tuple(difference_to_violation(one) for one in surely if not is_said_otherwise(one, before, after))


def is_said_otherwise(one: Difference, before: str, after: str) -> bool:
    """Turns of phrase that take two sentences, or two words, to say the same."""
    if one.kind == "exception":
        return states_exception_separately(before, after)
    return one.source.lower() == "ohne" and (says_only_with(before, after) or says_otherwise(before, after))


def worst_differences(differences: Sequence[Difference]) -> Sequence[Difference]:
    """Keeps the differences that surely say otherwise, where there are any."""
    opposite = [one for one in differences if one.opposite]
    return (opposite or differences)[:MOST_DIFFERENCES]


def difference_to_violation(difference: Difference) -> Violation:
    return Violation("meaning", difference.source or None, difference.claim or None)
