"""Which words must stand together, and whether they do."""

import pytest

from apps.retrieval.keywords.exact_phrases import exact_phrases, share_of_phrases
from apps.text.word_stems import fold


@pytest.mark.parametrize(
    ("question", "phrases"),
    [
        ('Wo steht "Hunde an der Leine"?', ["hunde an der leine"]),
        ("Wo steht „Größe des\nGartens“?", ["grosse des gartens"]),
        ("Wo liegt der alte Garten?", ["wo liegt der alte garten"]),
        ("Hunde?", []),
    ],
)
def test_quotation_marks_or_a_longer_question_make_a_phrase(question: str, phrases: list[str]) -> None:
    assert exact_phrases(question) == phrases


def test_a_phrase_stands_over_the_end_of_a_line_and_in_any_case() -> None:
    text = fold("Es gilt: HUNDE AN\n  der Leine; Katzen nicht.")
    assert share_of_phrases(["hunde an der leine"], text) == 1
    assert share_of_phrases(["hunde an der leine", "katzen an der leine"], text) == 0.5
