"""How figures are written: one expression that finds them all, and readers of dates and decimals."""

import re
from decimal import Decimal

from apps.chat.quantities.legal_references import LONE_SUBSECTION, SECTION
from apps.chat.quantities.units import ANY_TIME, ANY_UNIT, UNIT_BEGINNINGS
from apps.chat.quantities.word_list_prefilter import prefix_pattern
from apps.text.numbers.calendar_names import MONTH_NUMBER, full_year
from apps.text.numbers.parse_date import YEAR_OF_DAY
from apps.text.numbers.parse_number_words import ENGLISH_NUMBER, FIRST_WORDS, GERMAN_WORD, parse_ordinal
from apps.text.numbers.read_figure import readings
from apps.text.numbers.scale_words import SCALE_LETTERS, SCALE_WORD

# These are words of their own, and a month counts here without a day as well.
MONTHS = sorted(MONTH_NUMBER.keys() - {"may", "mar", "mär"}, key=len, reverse=True)
MONTH = rf"(?P<month>{'|'.join(MONTHS)})\b\.?"
GROUPED = r"\d{1,3}(?:[.\u00a0\u202f '’]\d{3})+(?:,\d+)?(?!\d)"
ENGLISH_GROUPED = r"\d{1,3}(?:,\d{3})+\.\d+"
NUMBER = rf"(?=\d{{1,3}}[,.\u00a0\u202f '’]\d{{3}})(?:{ENGLISH_GROUPED}|{GROUPED})|\d+(?:[.,]\d+)?"
NUMBER_WORD = rf"(?!(?:ein(?:e|s)?|one(?![ ](?:hundred|thousand)))\b)(?:{GERMAN_WORD}|{ENGLISH_NUMBER})"
"""From two on: "ein" is an article more often than a number."""
DAY_WORD = rf"(?:ersten|dritten|siebten|achten|{GERMAN_WORD}s?ten)"
"""A day of a month in words: "am dritten März"."""
# All words with which a figure can begin; a glance at their first letters passes over most of a text, one at what
# stands before a digit over the numbers of an enumeration.
BEGINNINGS = (*MONTHS, *FIRST_WORDS, "erst", "dritt", "eur", "chf", "usd", "gbp", "abs", "art", "paragra")
FIGURE = re.compile(
    rf"""
    (?!\s)(?=(?<!\d\.\d\.)\b\d|§§?[ ]{{0,3}}\d|[€$£]|(?<=[ (|])[−-]\d|(?<!\w){prefix_pattern(BEGINNINGS)})
    (?:(?!\d)(?:(?P<section>{SECTION}) | (?P<subsection>{LONE_SUBSECTION}))
    | (?=[^\W\d]|\d++(?![ ]\d)(?:[-.:/]|[ ]?[^\W\d]))(?:(?P<iso>\b\d{{4}}-\d\d-\d\d\b)
    | (?P<dotted>\b\d{{1,2}}\.[ ]?(?:0?[1-9]|1[0-2])\.(?:{YEAR_OF_DAY}\b|(?!\d)))
    | (?P<written>(?:\b(?:(?=\d)(?P<day>\d{{1,2}})\.?|(?=[^\W\d]+ten[ ])(?P<day_word>{DAY_WORD}))[ ])?
        \b(?={prefix_pattern(MONTHS)}){MONTH}(?:[ ](?:(?P<us_day>\d{{1,2}}),[ ])?(?P<year>\d{{4}})\b)?)
    | (?P<clock>\b(?=\d{{1,2}}(?::|\.\d\d|[ ]?[uap]))(?P<hour>[01]?\d|2[0-4])(?:
        (?:[:.](?P<minute>[0-5]\d))?[ ]?(?:Uhr\b|(?P<half>[ap])\.?m\b\.?) | :(?P<minute_alone>[0-5]\d)\b(?!:)))
    | (?P<identifier>\b\d+(?:/\d+)+(?:-\d+)?\b))
    | (?:(?!\d)(?:(?<=[ (|])(?P<sign>[-−](?=\d)))?(?P<currency>[€$£][ ]?|\b(?:EUR|CHF|USD|GBP)[ ])?)?
      (?:(?=\d)(?P<number>(?<![\w,.])(?:{NUMBER}))(?:,[-–—]{{1,2}})?
        | (?!\d)\b(?P<word>{NUMBER_WORD})(?=\b|tägig|wöchig|monatig|jährig|stündig|minütig)
        | (?!\d)\b(?P<one>(?:eine?[mnrs]?|one)(?=[ ](?:{ANY_TIME}|{SCALE_WORD})\b)
          |ein(?=tägig|wöchig|monatig|jährig|stündig)))
      (?:(?=[ -]?(?:[^\W\d]|[%‰€$£]))
        (?:(?=[ ]?[tmbk])[ ]?(?P<scale>{SCALE_WORD}|(?(currency)(?:{SCALE_LETTERS})|(?!)))(?!\w))?
        (?:[ -]?(?={prefix_pattern(UNIT_BEGINNINGS, 2)})(?P<unit>{ANY_UNIT})(?!\w))?)?)
    """,
    re.IGNORECASE | re.VERBOSE,
)
BLANK = re.compile(r"[\u00a0\u202f\n\t]")
LIST_NUMBER = re.compile(r"^[ \t]*\d{1,3}[.)](?=\s)", re.MULTILINE)


def parse_decimals(text: str) -> tuple[Decimal, ...]:
    """Returns the readings of a number that NUMBER has found, in German; of one with a comma also the English one.

    What neither language writes is the number of its digits.
    """
    return readings(text, None if "," in text else "de") or (Decimal(re.sub(r"\D", "", text)),)


def parse_date_match(found: re.Match[str]) -> tuple[str, str, str]:
    """Year, month and day of a match of FIGURE; empty where they are not written."""
    if found["iso"]:
        year, month, day = found["iso"].split("-")
    elif found["dotted"]:
        day, month, year = (part.strip() for part in found["dotted"].split("."))
    else:
        in_words = parse_ordinal(found["day_word"]) if found["day_word"] else None
        day, year = found["day"] or found["us_day"] or str(in_words or ""), found["year"] or ""
        month = str(MONTH_NUMBER[found["month"].lower()])
    return full_year(year), month.lstrip("0"), day.lstrip("0")
