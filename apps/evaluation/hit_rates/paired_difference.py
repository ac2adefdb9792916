"""Paired differences of hits: questions that only one of two searches answers, and whether that is significant."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from apps.evaluation.hit_rates.hit_rate import SearchOutcome, is_hit
from apps.evaluation.statistics.significance_tests import holm_correction, mcnemar_test, significance_verdict


def paired_differences(
    questions: Sequence[str], found: Mapping[str, Sequence[SearchOutcome]], at: int
) -> list[dict[str, object]]:
    """Every pair of searches by document hits at rank `at`: McNemar's exact p, corrected for the number of pairs.

    Two alone come with the questions that flipped.
    """
    hits = {name: [is_hit(outcome.document_rank, at) for outcome in outcomes] for name, outcomes in found.items()}
    pairs = list(combinations(hits, 2))
    tests = {f"{a} {b}": mcnemar_test(hits[a], hits[b]) for a, b in pairs}
    corrected = holm_correction({name: test.p for name, test in tests.items()})
    rows = []
    for a, b in pairs:
        test, p = tests[f"{a} {b}"], corrected[f"{a} {b}"]
        row: dict[str, Any] = {"a": a, "b": b, "at": at, "only_a": test.only_a, "only_b": test.only_b}
        row |= {"p": test.p, "p_holm": p, "verdict": significance_verdict(test.only_a, test.only_b, p)}
        if len(pairs) == 1:
            row["flipped"] = flipped_questions(questions, hits[a], hits[b], a, b)
        rows.append(row)
    return rows


def flipped_questions(
    questions: Sequence[str], a: Sequence[bool], b: Sequence[bool], name_a: str, name_b: str
) -> list[object]:
    return [
        {"question": question, "found_by": name_a if in_a else name_b}
        for question, in_a, in_b in zip(questions, a, b, strict=True)
        if in_a != in_b
    ]
