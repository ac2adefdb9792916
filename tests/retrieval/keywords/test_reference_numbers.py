"""What is named by its number is recognised however question and text write it."""

import pytest

from apps.retrieval.keywords.reference_numbers import NamedReferences
from apps.text.word_stems import fold


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Drucksache 19/12345?", {"#19/12345"}),
        ("Rechnung RE-2023-0042 und 4/7", {"#re-2023-0042", "#2023-0042", "#4/7"}),
        ("Was sagt § 77a SGG?", {"§77a sgg"}),
        ("Wer hat die Nummer 030 9026-5555?", {"+3090265555", "#9026-5555"}),
        ("Covid-19 und 17-jährige am 3.10.1990", set()),
    ],
)
def test_a_name_tells_which_one_is_meant(question: str, names: set[str]) -> None:
    assert NamedReferences.by(question).names == names


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Was steht in Drucksache 19/12345?", "BT-Drs. 19 / 12 345 vom Mai"),
        ("Wer bekam RE-2024-00017?", "Rechnung RE–2024–00017"),
        ("Was regelt Artikel 3 GG?", "nach Art. 3 Abs. 1 GG"),
        ("Wem gehört +49 30 90265555?", "Telefon: (030) 9026-5555"),
        ("Wem gehört post@amt.de?", "Schreiben Sie an Post@Amt.de!"),
    ],
)
def test_another_spelling_is_the_same_name(question: str, text: str) -> None:
    assert NamedReferences.by(question).share_in(fold(text)) > 0
    assert NamedReferences.by(question).share_in(fold("Drucksache 19/1234, § 4 GG, 030 902655, amt.de")) == 0


def test_who_names_a_subsection_gets_first_what_names_it_too() -> None:
    named = NamedReferences.by("Was sagt § 33 Abs. 2 Fünftes Buch?")
    exact, other = (
        fold("Nach § 33 Abs. 2 Fünftes Buch gilt"),
        fold("Nach § 33 Abs. 3 Fünftes Buch gilt"),
    )
    assert named.share_in(exact) == 1 > named.share_in(other) > 0


def test_a_question_without_a_number_names_nothing() -> None:
    assert not NamedReferences.by("Was kostet ein Hund?")
