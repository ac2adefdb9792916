import pytest

from apps.documents.parsing.pdf.find_quote_boxes import (
    Rectangle,
    find_quote_around_notes,
    find_quote_start_at_end,
    find_quote_words,
    line_rectangles,
)
from apps.documents.parsing.pdf.render_page_and_find_quote import find_quote_in_pdf
from apps.documents.parsing.types import Word
from tests.documents.parsing.sample_pdfs import pdf, writes

WORDS = [
    Word("Die", 10, 10, 20, 20),
    Word("Bundes-", 25, 10, 60, 20),
    Word("regierung", 10, 25, 50, 35),
    Word("antwortet.", 55, 25, 95, 35),
]


def test_a_word_broken_over_two_lines_is_found() -> None:
    assert find_quote_words(WORDS, "Bundesregierung antwortet") == WORDS[1:]


def test_case_ligatures_and_punctuation_do_not_matter() -> None:
    assert find_quote_words([Word("Aufﬁnden", 0, 0, 1, 1)], "auffinden!") == [Word("Aufﬁnden", 0, 0, 1, 1)]


def test_a_quote_that_is_not_there_gives_nothing() -> None:
    assert find_quote_words(WORDS, "Die Opposition") == []
    assert find_quote_words(WORDS, " … ") == []


def test_each_printed_line_gets_one_rectangle_in_shares_of_the_page() -> None:
    assert line_rectangles(WORDS[1:], width=100, height=50) == [
        Rectangle(0.25, 0.2, 0.6, 0.4),
        Rectangle(0.1, 0.5, 0.95, 0.7),
    ]


def test_a_sentence_that_goes_on_on_the_next_page_is_marked_as_far_as_it_stands_here() -> None:
    words = [Word(text, 0, 0, 1, 1) for text in ["Davor.", "Die", "Halle", "wird", "im", "Herbst", "Seite", "3"]]
    assert find_quote_start_at_end(words, "Die Halle wird im Herbst übergeben.") == words[1:6]
    assert find_quote_start_at_end(words, "Die Brücke wird gebaut.") == []
    assert find_quote_start_at_end(words + words[:1] * 50, "Die Halle wird im Herbst übergeben.") == []


def test_a_sentence_and_its_note_are_marked_where_each_is_printed() -> None:
    printed = ["Die", "Gebühr", "ist", "fällig.", "Sie", "steigt.", "1", "Für", "Studierende", "halb."]
    words = [Word(text, 0, 0, 1, 1) for text in printed]
    note = [*words[:4], *words[7:]]
    assert find_quote_around_notes(words, "Die Gebühr ist fällig. (1: Für Studierende halb.)") == note
    assert find_quote_around_notes(words, "Die Gebühr ist fällig. (ii: Auf einer anderen Seite gedruckt.)") == words[:4]
    assert find_quote_around_notes(words, "Die Gebühr ist fällig. Nicht hier gedruckt.") == []


@pytest.mark.parametrize(
    ("printed", "quote"),
    [
        ("Die Gebühr³ beträgt 30 Euro für 60 m².", "Die Gebühr beträgt 30 Euro für 60 m2."),
        ("Der Platz kostet 45² Euro.", "Der Platz kostet 45 (2) Euro."),
    ],
)
def test_a_sentence_is_found_without_the_raised_marks_that_are_left_out_of_it(printed: str, quote: str) -> None:
    assert len(find_quote_in_pdf(pdf(writes(printed)), 1, quote)) == 1
