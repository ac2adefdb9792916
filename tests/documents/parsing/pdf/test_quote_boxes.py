from apps.documents.parsing.pdf.quote_boxes import Rectangle, find_quote_words, rectangles
from apps.documents.parsing.types import Word

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
    assert rectangles(WORDS[1:], width=100, height=50) == [
        Rectangle(0.25, 0.2, 0.6, 0.4),
        Rectangle(0.1, 0.5, 0.95, 0.7),
    ]
