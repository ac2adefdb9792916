"""What the checks count and what the rules explain, put together."""

import pytest

from apps.simplify.checks.check_all import check_rewrite
from apps.simplify.checks.protected_words import ProtectedWords
from apps.simplify.checks.rate_rewrite_safety import RewriteLevel
from apps.simplify.rewriting.check_and_repair_sentences import (
    RepairCandidate,
    accept_candidate,
    build_repair_candidate,
    keep_original,
)
from apps.simplify.text.split_sentences import Sentence

WORDS = ProtectedWords.of([("Zustimmung", [])])
NO_WORDS = ProtectedWords.of([])


def candidate(before: str, after: str, protected: ProtectedWords = NO_WORDS) -> RepairCandidate:
    return build_repair_candidate([Sentence(before, "")], [Sentence(after, "")], protected)


EXPLAINED = [
    (
        "Vorbehaltlich der Zustimmung des Landes wird die Förderung ab dem 1. Juli 2025 ausgezahlt.",
        "Wenn das Land zustimmt, wird die Förderung ab dem 1. Juli 2025 ausgezahlt.",
    ),
    (
        "Gefördert werden Betriebe mit mehr als 10 und weniger als 50 Beschäftigten.",
        "Gefördert werden Betriebe mit 11 bis 49 Beschäftigten.",
    ),
]


@pytest.mark.parametrize(("before", "after"), EXPLAINED, ids=["condition", "number"])
def test_what_rules_explain_is_not_accused_because_a_word_is_missing(before: str, after: str) -> None:
    found = candidate(before, after)
    assert (found.assessment.level, found.violations) == (RewriteLevel.DERIVED, ())


def test_the_checks_by_themselves_would_accuse_it() -> None:
    assert check_rewrite(*EXPLAINED[1], NO_WORDS)


def test_another_figure_stays_accused() -> None:
    before, after = EXPLAINED[1][0], "Gefördert werden Betriebe mit 10 bis 49 Beschäftigten."
    assert {one.kind for one in candidate(before, after).violations} >= {"number"}


def test_a_protected_word_stays_accused_whatever_the_rules_explain() -> None:
    found = candidate(*EXPLAINED[0], protected=WORDS)
    assert "protected_word" in {one.kind for one in found.violations}
    assert found.assessment.level is RewriteLevel.PLEASE_READ


def findings(before: str, after: str) -> list[tuple[str, str | None, str | None, str]]:
    one = candidate(before, after)
    done = keep_original(one) if one.violations else accept_candidate(one)
    return [(each.violation.kind, each.violation.before, each.violation.after, each.action) for each in done.findings]


def test_gender_signs_are_spelled_out_and_named() -> None:
    original = "Alle Bürger*innen melden sich bei der Leitung an."
    one = candidate(original, original)
    assert accept_candidate(one).after == "Alle Bürgerinnen und Bürger melden sich bei der Leitung an."
    assert one.assessment.level is RewriteLevel.DERIVED
    assert findings(original, original) == [("gender_sign", "Bürger*innen", None, "repaired")]


def test_a_gender_sign_that_stays_is_named() -> None:
    original = "Jede*r Gewählte erhält einen Ausweis."
    stays = [("gender_sign", "Jede*r", "Jede*r", "kept_original")]
    assert findings(original, "Jede*r Gewählte bekommt einen Ausweis.") == stays
    assert findings(original, "Jede*r Gewählte erhält 3 Ausweise.")[-1:] == stays
