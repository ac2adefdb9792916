"""Finds conditions, exceptions and bounds that another quote states and the claim leaves out: then it is not proved.

A quote may be half of its sentence, or another page may say more. Where any quote says what the claim says and narrows
it, by a condition, an exception or a bound, the claim has to say so too.
"""

from collections.abc import Sequence
from itertools import islice

from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.comparison.compare_statements import compare_statements
from apps.text.entailment.derivation_result import Difference

LIMITING = frozenset(
    {
        *("if", "only_if", "unless", "as_far", "as_long", "as_soon", "until", "before", "after", "while", "without"),
        *("when", "only_when", "where", "provided", "relative", "during", "since"),
    }
)
"""Relations of clauses that narrow what they hang on."""
NARROWING = frozenset({"not", "only", "at_most", "at_least", "more", "less", "at_latest", "at_earliest", "not_before"})
MOST_COMPARED = 200
"""Most clauses, of all quotes together, that one claim is compared with."""


def find_withheld_limits(asked: Sequence[Statement], sources: Sequence[Sequence[Statement]]) -> list[Difference]:
    """What narrows a clause of the claim in some quote and is said nowhere in the claim."""
    found = []
    for statement in asked:
        compared = (other for group in sources for other in group[:MOST_COMPARED])
        same = (other for other in compared if other.predicate.verb == statement.predicate.verb)
        for other in islice(same, MOST_COMPARED):
            more = compare_statements(other, statement).differences
            if more and len(more) <= MOST_LIMITS and all(is_limiting_difference(d, other) for d in more):
                found.append(Difference("exception", more[0].source, ""))
                break
    return found


MOST_LIMITS = 3


def is_limiting_difference(difference: Difference, source: Statement) -> bool:
    """A clause or a phrase of the source that the claim leaves out and that says less than without it."""
    if difference.claim:
        return False
    if difference.kind in LIMITING:
        return True
    left_out = [p for p in source.parts if p.text == difference.source]
    return difference.kind == "dropped" and any(
        p.mark.startswith(("except", "subject_to")) or NARROWING & set(p.scope) for p in left_out
    )
