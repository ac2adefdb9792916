"""A quote proves something only when the page says it."""

import pytest

from apps.chat.contradictions.content_words import content_words
from apps.chat.proof import find_quote
from apps.chat.proof.find_quote import (
    MOST_WORDS_COMPARED,
    PageText,
    find_supporting_sentence,
    find_words_across_spaces,
    look_up_quote,
    readable_quote,
)
from apps.chat.reply_parsing.split_answer_sentences import split_sentences
from apps.text.locate_quote import fold_with_offsets
from tests.processor_time import at_most

PAGE = PageText(
    "# Gebührenordnung\n\n"
    "Die Ge-\nbühr für einen Anwohnerparkausweis beträgt **30,70 Euro** im Jahr. "
    "Sie ist bis zum 1. März 2024 zu zahlen.\n"
    "Für Menschen mit Behinderung wird keine Gebühr erhoben. "
    "Die Öﬀnungszeiten der Ver\u00adwaltung sind vormittags.\n\n"
    "| Tier | Steuer |\n|---|---:|\n| Hund | 120 € |\n"
)

FOUND = [
    ("word for word", "Sie ist bis zum 1. März 2024 zu zahlen", "Sie ist bis zum 1. März 2024 zu zahlen"),
    ("hyphenated on the page", "Die Gebühr für einen Anwohnerparkausweis", "Die Gebühr für einen Anwohnerparkausweis"),
    ("bold on the page", "beträgt 30,70 Euro im Jahr.", "beträgt 30,70 Euro im Jahr"),
    ("a ligature and a soft hyphen", "Die Öffnungszeiten der Verwaltung", "Die Öﬀnungszeiten der Verwaltung"),
    ("a row of a table", "Hund 120 €", "Hund 120 €"),
    ("dots at the start", "… bis zum 1. März 2024 zu zahlen.", "bis zum 1. März 2024 zu zahlen"),
    ("dots at the end", "Für Menschen mit Behinderung wird [...]", "Für Menschen mit Behinderung wird"),
    (
        "words left out in the middle",
        "Die Gebühr für einen Anwohnerparkausweis (...) 30,70 Euro im Jahr",
        "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr",
    ),
]

NOT_FOUND = [
    ("another amount", "beträgt 31,70 Euro im Jahr", "quote_not_found"),
    ("a lost negation", "wird eine Gebühr erhoben", "quote_not_found"),
    ("halves in the wrong order", "30,70 Euro im Jahr … Die Gebühr für einen Anwohnerparkausweis", "quote_not_found"),
    ("halves that stand far apart", "Die Gebühr für einen … Hund 120 €", "quote_not_found"),
    (
        "halves of two sentences",
        "Die Gebühr für einen Anwohnerparkausweis beträgt … bis zum 1. März",
        "quote_not_found",
    ),
    ("a no that is left out", "Für Menschen mit Behinderung wird … Gebühr erhoben", "quote_not_found"),
    ("a single word", "Gebühr", "quote_too_short"),
    ("words that carry no subject", "und in der die", "quote_too_short"),
    ("dots only", "…", "quote_too_short"),
]


@pytest.mark.parametrize(("quote", "wording"), [row[1:] for row in FOUND], ids=[row[0] for row in FOUND])
def test_it_gives_back_the_wording_of_the_page(quote: str, wording: str) -> None:
    assert look_up_quote(PAGE, quote).quote == wording


@pytest.mark.parametrize(("quote", "reason"), [row[1:] for row in NOT_FOUND], ids=[row[0] for row in NOT_FOUND])
def test_it_says_why_a_quote_proves_nothing(quote: str, reason: str) -> None:
    proof = look_up_quote(PAGE, quote)
    assert not proof
    assert proof.reason == reason


def test_what_it_gives_back_is_found_again() -> None:
    for _, quote, wording in FOUND:
        assert look_up_quote(PAGE, look_up_quote(PAGE, quote).quote).quote == wording


@pytest.mark.parametrize(
    "claim",
    [
        "Ein Anwohnerparkausweis kostet im Jahr eine Gebühr von 30,70 Euro",
        "Von Menschen mit Behinderung wird keine Gebühr erhoben",
    ],
)
def test_without_a_quote_a_sentence_of_the_page_may_prove_the_claim(claim: str) -> None:
    assert find_supporting_sentence(PAGE, claim).quote


@pytest.mark.parametrize(
    "claim",
    [
        "Ein Anwohnerparkausweis kostet im Jahr eine Gebühr von 45 Euro",
        "Von Menschen mit Behinderung wird eine Gebühr erhoben",
        "Die Gebühr wird erstattet",
        "Der Bürgermeister eröffnet das Freibad",
    ],
    ids=["another amount", "without the negation", "too few words", "something else"],
)
def test_a_claim_that_no_sentence_makes_stays_unproved(claim: str) -> None:
    proof = find_supporting_sentence(PAGE, claim)
    assert not proof
    assert proof.reason == "no_quote"


def test_a_long_quote_is_cut_between_words_and_still_found() -> None:
    text = " ".join(f"Wort{number}" for number in range(300))
    quote = look_up_quote(PageText(text), text).quote
    assert len(quote) <= 500
    assert look_up_quote(PageText(text), quote).quote == quote


def test_readable_text_has_no_marks_and_no_broken_words() -> None:
    assert readable_quote("- **Ge-\nbühr**: `5` | _Euro_") == "Gebühr : 5 _Euro_"


def test_a_page_of_one_word_takes_no_longer_than_another() -> None:
    text = "wort " * 20_000
    with at_most(2):
        assert find_words_across_spaces(text, ["wort"] * 900 + ["ende"], MOST_WORDS_COMPARED)[0] is None


def test_many_quotes_of_a_page_that_repeats_a_word_take_no_longer_than_one() -> None:
    page = PageText(f"{'(Hunde ' * 7_000}\n\nHunde sind an der Leine zu führen.\n\n{'(Hunde ' * 7_000}")
    with at_most(1):
        found = [page.locate(f"(Hunde (Hunde {number} laufen.") for number in range(200)]
    assert not any(found)
    assert page.locate("Hunde sind an der Leine zu führen.") is not None


def test_a_struck_sentence_proves_nothing() -> None:
    page = PageText("[gestrichen: Ein Anspruch auf Wohngeld besteht nicht.] Wohngeld wird auf Antrag bewilligt.")
    assert page.locate("Ein Anspruch auf Wohngeld besteht nicht.") is None
    assert [sentence for sentence in page.sentences if "Anspruch" in sentence] == []


@pytest.mark.parametrize(("words", "reason"), [(20, ""), (60, "quote_not_found")])
def test_dots_stand_for_a_few_words_only(words: int, reason: str) -> None:
    page = PageText(f"Die Gebühr für den Ausweis {'sehr ' * words}beträgt genau 70 Euro im Jahr.")
    assert look_up_quote(page, "Die Gebühr für den Ausweis … beträgt genau 70 Euro").reason == reason


def test_the_sentences_of_a_page_are_read_once_for_all_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    page = PageText("Die Gebühr für den Ausweis beträgt 30 Euro. Der Antrag wird im Bürgerbüro gestellt.")
    read: list[str] = []
    monkeypatch.setattr(find_quote, "content_words", lambda text: read.append(text) or content_words(text))
    assert find_supporting_sentence(page, "Für den Ausweis beträgt die Gebühr 30 Euro")
    assert find_supporting_sentence(page, "Im Bürgerbüro wird der Antrag gestellt")
    assert len(read) == len(set(read)), read


def test_a_page_without_the_letters_of_a_quote_is_not_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[str] = []
    monkeypatch.setattr(find_quote, "fold_with_offsets", lambda text: folded.append(text) or fold_with_offsets(text))
    page = PageText("Die Ge-\nbühr beträgt 30 Euro im Jahr.")
    assert look_up_quote(page, "Die Gebühr beträgt 40 Euro im Jahr").reason == "quote_not_found"
    assert not folded
    assert look_up_quote(page, "Die Gebühr beträgt 30 Euro im Jahr")
    assert folded


@pytest.mark.parametrize("page", ["Die Ge[](seite)bühr beträgt 30 Euro.", "Die Gebühr<br>beträgt 30 Euro."])
def test_letters_of_markup_are_not_looked_for(page: str) -> None:
    assert look_up_quote(PageText(page), "Die Gebühr beträgt 30 Euro")


def test_a_page_without_the_words_of_a_claim_is_not_split_into_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    split: list[str] = []
    monkeypatch.setattr(find_quote, "split_sentences", lambda text: split.append(text) or split_sentences(text))
    page = PageText("Die Straßen-\nreinigung kostet im Jahr 30 Euro. Der Hund ist anzumelden.")
    assert find_supporting_sentence(page, "Die Müllabfuhr kostet vierteljährlich 30 Euro.").reason == "no_quote"
    assert not split
    assert find_supporting_sentence(page, "Im Jahr kostet die Straßenreinigung 30 Euro.")
    assert split


def test_the_sentences_around_a_quote_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    split: list[str] = []
    monkeypatch.setattr(find_quote, "split_sentences", lambda text: split.append(text) or split_sentences(text))
    page = PageText("Die Gebühr beträgt 30 Euro. Sie ist im Mai fällig.")
    span = look_up_quote(page, "beträgt 30 Euro").span
    assert span is not None
    assert page.sentence_around(span) == page.sentence_around(span) == "Die Gebühr beträgt 30 Euro."
    assert page.rest_of_list(span) == ""
    assert len(split) == 1
