"""A quote is found however it is set, and only where the page really says it."""

import random
import unicodedata

import pytest

from apps.text import locate_quote
from apps.text.locate_quote import (
    MARKUP,
    MARKUP_WITH_LETTERS,
    Span,
    ascii_letters_and_digits,
    find_quote_span,
    fold_character,
    fold_with_offsets,
    is_superscript_digit,
)

FOUND = [
    ("the same words", "Die Gebühr beträgt drei Euro.", "Die Gebühr beträgt drei Euro", "Die Gebühr beträgt drei Euro"),
    ("a closing full stop", "Sie beträgt drei Euro, wenn", "Sie beträgt drei Euro.", "Sie beträgt drei Euro"),
    (
        "line breaks",
        "Die Gebühr\nbeträgt\tdrei  Euro",
        "Die Gebühr beträgt drei Euro",
        "Die Gebühr\nbeträgt\tdrei  Euro",
    ),
    ("hyphenation", "die Verwal-\ntung prüft", "die Verwaltung prüft", "die Verwal-\ntung prüft"),
    ("a hyphen at the end of a line", "Bund-\nLänder-Programm", "Bund-Länder-Programm", "Bund-\nLänder-Programm"),
    ("a shared word part", "Kinder-\nund Jugendhilfe", "Kinder- und Jugendhilfe", "Kinder-\nund Jugendhilfe"),
    ("a number after a hyphen", "wegen COVID-\n19 ruht", "COVID-19 ruht", "COVID-\n19 ruht"),
    ("soft hyphens", "Ver\u00adwal\u00adtung", "Verwaltung", "Ver\u00adwal\u00adtung"),
    ("zero-width characters", "Ge\u200bbühr", "Gebühr", "Ge\u200bbühr"),
    ("ligatures", "die Öﬀnungszeiten", "Öffnungszeiten", "Öﬀnungszeiten"),
    ("letters with combining marks", "Gebu\u0308hr bezahlt", "Gebühr bezahlt", "Gebu\u0308hr bezahlt"),
    ("combining marks at the end", "das Menu\u0308 ", "Menü", "Menu\u0308"),
    ("quotation marks", "das „Konzept“ gilt", "das 'Konzept' gilt", "das „Konzept“ gilt"),
    ("kinds of dashes", "2019 – 2021 wurden", "2019 - 2021 wurden", "2019 – 2021 wurden"),
    ("bold text", "kostet **drei Euro** je Tag", "kostet drei Euro je Tag", "kostet **drei Euro** je Tag"),
    ("a heading", "## 3. Gebühren\n\nEs gilt", "3. Gebühren", "3. Gebühren"),
    ("list items", "- erstens\n- zweitens", "erstens zweitens", "erstens\n- zweitens"),
    ("cells of a table", "| Hund | 120 € |", "Hund 120 €", "Hund | 120 €"),
    (
        "rows of a table",
        "| Tier | Euro |\n|---|---:|\n| Hund | 120 |",
        "Tier Euro Hund 120",
        "Tier | Euro |\n|---|---:|\n| Hund | 120",
    ),
    (
        "a link",
        "siehe [die Satzung](https://example.org/a) dort",
        "siehe die Satzung dort",
        "siehe [die Satzung](https://example.org/a) dort",
    ),
    (
        "a link with a title",
        'der [Hof](https://example.org/a "Seite des Hofs") nimmt',
        "der Hof nimmt",
        'der [Hof](https://example.org/a "Seite des Hofs") nimmt',
    ),
    ("spaced letters", "B e s c h l u s s vom Mai", "Beschluss vom Mai", "B e s c h l u s s vom Mai"),
    ("a power", "fasst 10² Plätze", "fasst 10² Plätze", "fasst 10² Plätze"),
    ("a raised sign behind a letter", "bis 5 m² groß", "bis 5 m2 groß", "bis 5 m² groß"),
    ("a capital at the start", "weil die Frist endet", "Die Frist endet", "die Frist endet"),
    ("hard spaces", "10\u00a0000\u202fEuro", "10 000 Euro", "10\u00a0000\u202fEuro"),
    ("the second place when the first is part of a word", "13 Euro oder 3 Euro", "3 Euro", "3 Euro"),
]

NOT_FOUND = [
    ("an empty quote", "Die Gebühr", ""),
    ("a quote of marks only", "Die Gebühr", " „…“ "),
    ("an empty page", "", "Die Gebühr"),
    ("another word", "Die Gebühr beträgt drei Euro", "Die Gebühr beträgt vier Euro"),
    ("a lost negation", "Das ist nicht erlaubt", "Das ist erlaubt"),
    ("words left out", "Die Gebühr beträgt im Jahr drei Euro", "Die Gebühr … drei Euro"),
    ("the tail of a number", "Es kostet 13 Euro", "3 Euro"),
    ("the head of a number", "Es waren 120 Fälle", "Es waren 12"),
    ("decimals of a number", "Es kostet 1,3 Euro", "3 Euro"),
    ("a number without its decimals", "Es kostet 12,50 Euro", "Es kostet 12"),
    ("numbers that stand side by side", "| 1 | 2 |", "12"),
    ("a number that stands apart", "Nummer 12", "1 2"),
    ("a power", "Zulässig sind 10² Plätze", "Zulässig sind 102 Plätze"),
    ("the raised sign of a note", "Die Frist beträgt 3⁴ Wochen", "Die Frist beträgt 34 Wochen"),
    ("a number in a circle", "Nach 1③ Tagen", "Nach 13 Tagen"),
    ("a minus sign", "Es waren -3 Grad", "Es waren 3 Grad"),
    ("the tail of a word", "jeder Fall", "er Fall"),
    ("the head of a word", "die Verwaltungen", "die Verwaltung"),
    ("a word with another meaning", "in Massen", "in Maßen"),
]


@pytest.mark.parametrize(("text", "quote", "expected"), [row[1:] for row in FOUND], ids=[row[0] for row in FOUND])
def test_it_finds_a_quote_that_is_set_differently(text: str, quote: str, expected: str) -> None:
    span = find_quote_span(text, quote)
    assert span is not None
    assert text[span.start : span.end] == expected


@pytest.mark.parametrize(("text", "quote"), [row[1:] for row in NOT_FOUND], ids=[row[0] for row in NOT_FOUND])
def test_it_does_not_find_what_the_page_does_not_say(text: str, quote: str) -> None:
    assert find_quote_span(text, quote) is None


def test_a_folded_page_answers_several_quotes() -> None:
    page = fold_with_offsets("Erstens gilt A.\nZweitens gilt B.")
    assert [page.locate(quote) for quote in ("gilt A", "gilt B", "gilt C")] == [Span(8, 14), Span(25, 31), None]


def test_struck_words_are_quoted_with_their_mark_or_not_at_all() -> None:
    text = "Es kostet [gestrichen: 40 Euro im Jahr] 55 Euro im Jahr."
    assert find_quote_span(text, "40 Euro im Jahr") is None
    assert find_quote_span(text, "im Jahr] 55 Euro") is None
    assert find_quote_span(text, "Euro im Jahr") == Span(43, 55)
    assert find_quote_span(text, "kostet [gestrichen: 40 Euro im Jahr] 55 Euro") is not None


def test_a_quote_of_struck_words_has_both_brackets_of_their_mark() -> None:
    text = "| Zelten | [gestrichen: 9 Euro] | bis Mai |"
    span = find_quote_span(text, "Zelten [gestrichen: 9 Euro]")
    assert span is not None
    assert text[span.start : span.end] == "Zelten | [gestrichen: 9 Euro]"
    assert find_quote_span(text, "gestrichen: 9 Euro") == Span(11, 31)


def test_brackets_within_a_mark_do_not_end_it() -> None:
    text = "Es sind [gestrichen: 40 Euro [netto] je Kind] 55 Euro."
    assert [find_quote_span(text, quote) for quote in ("je Kind", "40 Euro", "netto")] == [None, None, None]
    assert find_quote_span(text, "55 Euro") == Span(46, 53)


@pytest.mark.parametrize("between", [" ", ".\n\n", ".\n \t\n"])
def test_what_stands_behind_a_mark_without_an_end_is_found(between: str) -> None:
    text = f"Geschwärzt [gestrichen: siehe Anlage{between}Die Frist beträgt vier Wochen{between}"
    assert find_quote_span(text, "vier Wochen") is not None
    assert (find_quote_span(f"{text}[1]]", "vier Wochen") is None) is (between == " ")


def folded_one_by_one(text: str) -> tuple[str, list[int]]:
    """What `fold_with_offsets` has to give, read character by character."""
    characters: list[str] = []
    offsets: list[int] = []
    blank = False
    for offset, character in enumerate(MARKUP.sub(lambda match: " " * len(match[0]), text)):
        plain = fold_character(character)
        if plain == " ":
            blank = True
            continue
        place = offset
        if plain and characters and unicodedata.combining(plain[0]):
            plain, place = unicodedata.normalize("NFC", characters.pop() + plain), offsets.pop()
        elif is_superscript_digit(character, plain) and characters and characters[-1].isdigit():
            characters.append("^")
            offsets.append(place)
        elif blank and plain[:1].isdigit() and characters and characters[-1].isdigit():
            characters.append(" ")
            offsets.append(place)
        blank = blank and not plain
        characters.extend(plain)
        offsets.extend([place] * len(plain))
    return "".join(characters), offsets


SIGNS = (
    "aAäß12 \n\t²½…ﬁ-–.*_|#„“'"
    + "\u0301\u0308\u200b\u00ad\u00a0\x00\x01\x1f٣５İⅣ中가ª°\u02da\u0345\u1100\u1161①❶፩𝟙\U00010400"
)


def test_pages_are_folded_as_character_by_character() -> None:
    chance = random.Random(20_261_129)  # noqa: S311 - no secret
    for _ in range(5_000):
        text = "".join(chance.choices(SIGNS, k=chance.randrange(30)))
        found = fold_with_offsets(text)
        assert (found.folded, found.offsets) == folded_one_by_one(text), repr(text)


def test_pages_are_not_read_character_by_character(monkeypatch: pytest.MonkeyPatch) -> None:
    page = "Die Gebühr beträgt 30,70 Euro im Jahr … und wird am 1. Juli fällig.\n" * 50
    read: list[str] = []
    monkeypatch.setattr(locate_quote, "fold_character", lambda one: read.append(one) or fold_character(one))
    fold_with_offsets(page)
    assert len(read) <= page.count("…") + len(set(page))


def test_a_page_has_the_letters_of_whatever_stands_on_it() -> None:
    chance = random.Random(20_261_130)  # noqa: S311 - no secret
    for _ in range(5_000):
        text = "".join(chance.choices(SIGNS + "<br>]()", k=chance.randrange(30)))
        if not any(sign in text for sign in MARKUP_WITH_LETTERS):
            assert ascii_letters_and_digits(text) == ascii_letters_and_digits(fold_with_offsets(text).folded), repr(
                text
            )


def test_letters_are_those_of_folded_characters() -> None:
    for character in map(chr, range(0x1F000)):
        assert ascii_letters_and_digits(character) == ascii_letters_and_digits(fold_character(character)), hex(
            ord(character)
        )
