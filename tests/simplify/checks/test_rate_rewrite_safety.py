"""A rewrite is safe only where every difference to the original is explained by a rule that keeps the meaning."""

import pytest

from apps.simplify.checks.check_all import check_rewrite
from apps.simplify.checks.protected_words import ProtectedWords
from apps.simplify.checks.rate_rewrite_safety import RewriteLevel, assess_rewrite

CALM = ProtectedWords()


def test_the_same_words_are_unchanged() -> None:
    assert assess_rewrite("Die Gebühr beträgt 12 Euro.", "Die Gebühr  beträgt 12 Euro.").level == RewriteLevel.UNCHANGED


def test_an_explained_rewrite_is_derived() -> None:
    found = assess_rewrite("Die Unterlagen sind vorzulegen.", "Die Unterlagen müssen vorgelegt werden.")
    assert (found.level, found.differences, found.violations) == (RewriteLevel.DERIVED, (), ())


def test_what_no_rule_explains_is_to_be_read_with_its_difference() -> None:
    found = assess_rewrite("Der Antrag ist bei der Behörde zu stellen.", "Rufen Sie wegen Ihres Antrags bitte dort an.")
    assert found.level == RewriteLevel.PLEASE_READ
    assert found.differences or found.violations


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Sie müssen den Antrag bis zum 1. Mai stellen.", "Sie müssen den Antrag ab dem 1. Mai stellen."),
        ("Die Gebühr kann erlassen werden.", "Die Gebühr muss erlassen werden."),
        ("Der Zutritt ist verboten.", "Der Zutritt ist erlaubt."),
    ],
)
def test_a_changed_meaning_is_never_safe(before: str, after: str) -> None:
    assert assess_rewrite(before, after).level not in (
        RewriteLevel.UNCHANGED,
        RewriteLevel.DERIVED,
        RewriteLevel.CHECKED,
    )


def test_a_short_sentence_does_not_vanish_without_a_word() -> None:
    before = "Ihr Antrag wurde bewilligt. Das Geld wird am 3. Mai überwiesen."
    assert [one.kind for one in check_rewrite(before, "Das Geld wird am 3. Mai überwiesen.", CALM)] == ["omission"]


def test_a_rewrite_is_never_empty() -> None:
    assert [one.kind for one in check_rewrite("Nein.", "", CALM)] == ["omission"]


def test_a_very_long_group_is_to_be_read() -> None:
    long = "Die Gebühr beträgt 12 Euro. " * 200
    assert assess_rewrite(long, long + "Danke.").level == RewriteLevel.PLEASE_READ
