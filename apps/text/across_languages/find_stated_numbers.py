"""Finds the numbers a text states, whatever its language and digits: 30,70 is 30.70 is ٣٠٫٧٠."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from apps.text.across_languages.detect_text_language import month_numbers
from apps.text.numbers.calendar_names import full_year
from apps.text.numbers.parse_number_words import parse_cardinal, parse_ordinal
from apps.text.numbers.read_figure import readings

DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹٫٬", "01234567890123456789,.")
SPACES = "\u00a0\u202f\u2009"
DATE = re.compile(r"\b(\d{1,2})([./-])(\d{1,2})\2(\d{4}(?!\.\d)|\d{2}(?![.,:]\d))\b|\b(\d{4})-(\d{2})-(\d{2})\b")
YEARS = re.compile(r"\b([12]\d)\d\d\s?[-–/]\s?(\d\d)\b")
ROMAN = re.compile(r"\b[IVXLC]{2,9}\b")
ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
NEAR_DIGIT = re.compile(r"\d\W{0,3}\Z")
NUMBER = re.compile(r"\d{1,3}(?:[ .,'’]\d{3}){1,4}(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?")
MONEY = re.compile(r"\s?(?:€|\$|£|eur\w*|avro\w*|євро|евро|يورو|euro\w*|dollar\w*|cent\w*)", re.IGNORECASE)
MONEY_BEFORE = re.compile(r"(?:€|\$|£|\beur)\s?\Z", re.IGNORECASE)
SHARE = re.compile(
    r"\s?(?:%|٪|prozent|percent|per cent|pour cent|por ciento|per cento|procent|la sută|відсот|процент)", re.IGNORECASE
)
SHARE_BEFORE = re.compile(r"(?:%|yüzde)\s?\Z", re.IGNORECASE)
AFTERNOON = re.compile(r"(?:[:.]\d\d)?\s?(?:p\.?\s?m\b|مساء)", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_]{2,}")
LONGEST_DIGITS = 15


@dataclass(frozen=True, slots=True)
class StatedNumber:
    """`values`: all that it may mean, since 1.234 is a thousand in one language and one and a bit in another."""

    kind: str
    """money, share, month or plain."""
    values: frozenset[Decimal]
    text: str
    is_sure: bool = True
    """Not for words: "mai" is May in French and "more" in Romanian, "two" may be "beide"."""

    @property
    def is_decade(self) -> bool:
        """The seventies of 1970."""
        return self.kind == "plain" and all(value < 100 and value % 10 == 0 for value in self.values)

    def ends(self, year: "StatedNumber") -> bool:
        return any(1000 <= value < 2100 and value % 100 in self.values for value in year.values)


def stated_numbers(text: str, language: str) -> list[StatedNumber]:
    """In their order, dates as day, month and year. Number words are read in German and English only."""
    text = text.translate(DIGITS)
    for space in SPACES:
        text = text.replace(space, " ")
    dates = [number for found in DATE.finditer(text) for number in date_numbers(found)]
    text = DATE.sub(" ", text)
    return [*dates, *range_end_years(text), *numbers_in_digits(text), *numbers_in_words(text, language)]


def date_numbers(found: re.Match[str]) -> Iterator[StatedNumber]:
    day, month, year = (found[7], found[6], found[5]) if found[5] else (found[1], found[3], found[4])
    yield StatedNumber("plain", frozenset({Decimal(day)}), found[0])
    yield StatedNumber("month", frozenset({Decimal(month)}), found[0])
    yield StatedNumber("plain", frozenset({Decimal(full_year(year))}), found[0])


def range_end_years(text: str) -> Iterator[StatedNumber]:
    """1621 of "1620-21"."""
    for found in YEARS.finditer(text):
        yield StatedNumber("plain", frozenset({Decimal(found[1] + found[2])}), found[0], is_sure=False)


def numbers_in_digits(text: str) -> Iterator[StatedNumber]:
    for found in NUMBER.finditer(text):
        if len(found[0]) <= LONGEST_DIGITS:
            before, after = text[max(0, found.start() - 8) : found.start()], text[found.end() : found.end() + 12]
            values = possible_values(found[0])
            if AFTERNOON.match(after):
                values |= {value + 12 for value in values if value < 12}
            yield StatedNumber(number_kind(before, after), values, found[0])


def number_kind(before: str, after: str) -> str:
    if MONEY.match(after) or MONEY_BEFORE.search(before):
        return "money"
    return "share" if SHARE.match(after) or SHARE_BEFORE.search(before) else "plain"


def possible_values(written: str) -> frozenset[Decimal]:
    """All readings of a figure; of what is written as none, such as "1.500.1", its digits."""
    return frozenset(readings(written) or {Decimal(re.sub(r"\D", "", written))})


def numbers_in_words(text: str, language: str) -> Iterator[StatedNumber]:
    months = month_numbers(language)
    lowered = text.lower().replace("i\u0307", "i")
    for name in (name for name in months if " " in name and name in lowered):
        yield StatedNumber("month", frozenset({Decimal(months[name])}), name)
    for found in WORD.finditer(text):
        word = found[0].lower().replace("i\u0307", "i")
        if word in months and (word != "may" or found[0] == "May"):
            yield StatedNumber("month", frozenset({Decimal(months[word])}), found[0], is_beside_digits(text, found))
        elif language in ("de", "en") and (number := parse_cardinal_or_ordinal(word, language)) is not None:
            yield StatedNumber("plain", frozenset({number}), found[0], is_sure=False)
    for found in ROMAN.finditer(text):
        yield StatedNumber("plain", frozenset({Decimal(parse_roman_numeral(found[0]))}), found[0], is_sure=False)


def is_beside_digits(text: str, found: re.Match[str]) -> bool:
    return bool(
        re.match(r"\W{0,3}\d", text[found.end() : found.end() + 4]) or NEAR_DIGIT.search(text[: found.start()][-8:])
    )


def parse_roman_numeral(written: str) -> int:
    values = [ROMAN_DIGITS[letter] for letter in written]
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))


def parse_cardinal_or_ordinal(word: str, language: str) -> Decimal | None:
    number = parse_cardinal(word, language)
    if number is None and (place := parse_ordinal(word, language)) is not None:
        return Decimal(place)
    return number
