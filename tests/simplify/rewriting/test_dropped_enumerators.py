"""Numbers in front of paragraphs and items may go; numbers that say something stay."""

import pytest

from apps.simplify.checks.ignore_dropped_enumerators import strip_dropped_enumerators
from apps.simplify.checks.protected_words import ProtectedWords
from apps.simplify.rewriting.check_and_repair_sentences import RepairCandidate, build_repair_candidate
from apps.simplify.text.split_sentences import join_sentences, split_sentences


def candidate(before: str, after: str) -> RepairCandidate:
    return build_repair_candidate(split_sentences(before), split_sentences(after), ProtectedWords.of([]))


@pytest.mark.parametrize("mark", ["(2)", "(3a)", "2)", "a)", "(b)", "4.", "§ 7 (1)", "- c)"])
def test_a_number_in_front_that_the_rewrite_drops_is_no_loss(mark: str) -> None:
    found = candidate(f"{mark} Die Unterlagen sind vorzulegen.", "Die Unterlagen müssen vorgelegt werden.")
    assert found.violations == ()
    assert found.original.startswith(mark)


def test_every_item_of_a_list_may_drop_its_number() -> None:
    before = "1. Ausweis vorlegen\n2. Foto mitbringen\n3. Gebühr zahlen"
    assert candidate(before, "Ausweis vorlegen\nFoto mitbringen\nGebühr zahlen").violations == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(2) Die Gebühr beträgt 12 Euro.", "(3) Die Gebühr kostet 12 Euro."),
        ("(2) Die Gebühr nach Absatz 1 beträgt 12 Euro.", "Die Gebühr beträgt 12 Euro."),
        ("(2) Nach § 5 (1) ist die Gebühr zu zahlen.", "Sie müssen die Gebühr zahlen."),
        ("§ 5 (1) BauGB gilt für Anlagen nicht.", "BauGB gilt für Anlagen nicht."),
        ("§ 5 (1) Gemeindeordnung gilt für Anlagen nicht.", "Die Gemeindeordnung gilt für Anlagen nicht."),
        ("§ 5 (1) gilt für Anlagen nicht.", "Das gilt für Anlagen nicht."),
        ("2. Mahnung mit einer Gebühr von 12 Euro.", "Mahnung mit einer Gebühr von 12 Euro."),
        ("1. Mai ist der letzte Tag für Anträge.", "Mai ist der letzte Tag für Anträge."),
        ("(2) Es werden 2 Fotos verlangt.", "Es werden Fotos verlangt."),
    ],
)
def test_numbers_that_say_something_are_missed(before: str, after: str) -> None:
    assert candidate(before, after).violations


def test_what_is_kept_is_compared_as_it_stands() -> None:
    before, after = split_sentences("(1) Der Antrag gilt. (2) Er kostet nichts."), split_sentences("(2) Er ist frei.")
    assert join_sentences(strip_dropped_enumerators(before, after)) == "Der Antrag gilt. (2) Er kostet nichts."
