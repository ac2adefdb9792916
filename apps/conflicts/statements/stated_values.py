"""Reads the values that a sentence states: telephone numbers, addresses, amounts of money, periods, days, ages, shares.

Number words are read as digits. Opening hours are in opening_hours.py.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from apps.text.entailment.tokens.numbers_and_dates import MONTH, decimal
from apps.text.numbers.calendar_names import MONTH_NUMBER
from apps.text.numbers.number_words import cardinal, in_digits, ordinal, phrases_in_digits

WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
NUMBER = r"(?<!\d)(?:\d{1,3}(?:[., ]\d{3}){1,4}(?:[.,]\d{1,2})?|\d{1,15}(?:[.,]\d{1,6})?)"
ENGLISH_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
ONE = r"ein(?:e[nmrs]?)?|one|a"
PHONE = re.compile(r"(?<![\w/.,-])(?:\+\d{2}|\(\+\d{2}\)|\(?\s?0)[\d ()/–-]{5,22}\d(?!\.?\d)(?! ?[€%])")
FAX = re.compile(r"\bfax\w*\W{0,3}$", re.IGNORECASE)
FEWEST_DIGITS, MOST_DIGITS = 7, 15
STREET_DE = re.compile(
    r"(?<![\w-])(?:(?:Am|An der|Im|In der|Zum|Zur|Auf dem|Alte[rn]?|Neue[rn]?|Große|Kleine|Obere|Untere) )?"
    r"(?:[A-ZÄÖÜ][\wäöüß-]{0,40}(?:straße|strasse|str\.|gasse|weg|platz|allee|ring|damm|ufer|markt|hof|chaussee|promenade"
    r"|graben|berg|steig|wall|tor|garten|brücke|anger)|(?<=Am )\w+|(?<=Im )\w+|(?<=Zum )\w+|(?<=Zur )\w+"
    r"|[A-ZÄÖÜ][\wäöüß-]*(?:er|-)[ -](?:Straße|Str\.|Platz|Weg|Allee|Ring|Gasse|Markt))"
    r" \d{1,3}(?: ?[a-h]\b)?(?!\.?\d|[%€]|\w|\. [a-zäöü]| (?:Uhr|Euro|Prozent|Tage|Wochen|Jahre))"
)
STREET_KIND = "Street|St|Road|Rd|Lane|Yard|Avenue|Square|Close|Place|Way|Row|Drive|Terrace|Parade|Hill|Gardens|Walk"
STREET_EN = re.compile(rf"\b(?:\d{{1,4}}[a-z]? )?(?:[A-Z][a-z']+ ){{1,3}}(?:{STREET_KIND})\b")
ROOM = re.compile(r"\b(?:Zimmer|Raum|Room) (?:Nr\. ?|No\. ?)?([A-Z]? ?\d+(?:\.\d+)*[a-z]?)\b")
MONEY = re.compile(
    rf"(?P<sign>[£€]) ?(?P<first>{NUMBER})"
    rf"|(?P<last>{NUMBER})(?:,[-–]+)? ?(?:€|£|(?:Euro|EUR|pounds?)\b)(?: (?P<rest>\d\d)\b)?"
)
MILLIONS = re.compile(r"\s*(?:Mio|Mrd|Million|Milliarde|Tsd|million|billion)")
FREE = re.compile(
    r"\b(?:kostenlos|umsonst|kostenfrei|gebührenfrei|unentgeltlich|gratis|free of charge|no charge|for free|is free"
    r"|are free)\b"
)
PERIOD = re.compile(
    rf"\b(?P<number>{NUMBER}|{ONE})[ -](?:(?:Kalender|Werk|Arbeits|Bank|working |calendar |volle[nr]? |full )-?)?"
    r"(?P<unit>[Tt]age[ns]?|[Ww]ochen?|Monat(?:en|e|s)?|Jahr(?:en|e|es)?|days?|weeks?|months?|years?)\b"
    r"(?! (?:alt|old|of age|jung)\b|-)"
)
DAYS = {"t": 1.0, "d": 1.0, "w": 7.0, "m": 30.4, "j": 365.0, "y": 365.0}
DAY = re.compile(
    rf"(?P<day>\d{{1,2}})\. ?(?:(?P<number>\d{{1,2}})\.|(?P<name>{MONTH})\b)"
    rf"|(?P<english_day>\d{{1,2}})(?:st|nd|rd|th)? (?P<english>{MONTH})\b"
    rf"|(?P<american>{MONTH}) (?P<american_day>\d{{1,2}})\b(?!\.)",
    re.IGNORECASE,
)
DEADLINE = re.compile(
    r"\b(?:bis|spätestens|by|until|no later than|deadline|\w*schluss|Stichtag|\w*frist|fällig|due|before|vor dem"
    r"|zahlbar|clos(?:es|ing))\b",
    re.IGNORECASE,
)
NO_AGE = r"Uhr|[ap]m|Euro|€|%|Prozent|Tage|Wochen|Monat|days|weeks|months|\.|:|-|–|\d|Personen|[A-ZÄÖÜ£]"
AGE = re.compile(
    r"\b(?:zwischen |between |von |from |aged? |ages |im Alter von )?(?P<from>\d{1,2})"
    r"(?:[–-]| (?:bis|und|to|and) (?:einschließlich |zu )?)(?P<to>\d{1,2})"
    r"(?: Jahren?\b| years?\b|-?[Jj]ährige|(?= bist\b))"
    r"|\b(?:ages|aged?) (?P<ages_from>\d{1,2}) ?(?:to|–|-|and) ?(?P<ages_to>\d{1,2})\b"
    r"|(?P<ordinal>\d{1,2})\.? (?:Lebensjahr|Geburtstag|birthday)"
    r"|\b(?i:ab|unter|über|under|over|below|bis|mindestens|at least|turned|is|are|aged?|age of|von|noch keine|mit"
    r"|reach(?:ed)?|than) (?P<years>\d{1,2})"
    rf"(?: (?P<unit>Jahren?|years?)\b|(?P<bare>(?! ?(?:{NO_AGE})))|(?=-?[Jj]ährige))"
    r"|(?P<old>\d{1,2}) (?:Jahre alt|years old|years of age|or over|and over|plus\b)"
    r"|(?P<year_old>\d{1,2})-?(?:[Jj]ährige|year-olds?)"
)
BARE_AGE = re.compile(
    r"\b(?:Kind|Mädchen|Jung|Jugend|alt\b|Alter|child|young|age|under|below|turned|anyone|people)", re.IGNORECASE
)
SHARE = re.compile(rf"({NUMBER}) ?(?:%|Prozent\b|percent\b|per cent\b)")


@dataclass(frozen=True, slots=True)
class StatedValue:
    """`value` is a canonical text (telephone number, address, "3-15" of a day) or a number: money, days,
    years of age, per cent. `before` and `after` are the words around it, `text` what stands there."""

    kind: str
    value: str | float
    text: str
    before: str = ""
    after: str = ""


AROUND = 60


@lru_cache(maxsize=4_000)
def stated_values(text: str) -> tuple[StatedValue, ...]:
    """All that a sentence states, by kind in the order they stand."""
    read = with_digits(text)
    return tuple(value for reader in READERS for value in reader(read))


def with_digits(text: str) -> str:
    """ "vierzehn Tage" as "14 Tage", "siebten Lebensjahr" as "7. Lebensjahr"."""
    return WORD.sub(word_in_digits, phrases_in_digits(text))


def word_in_digits(found: re.Match[str]) -> str:
    word = found[0]
    number = cardinal(word, None)
    if number is not None:
        return in_digits(number)
    counted = ordinal(word) if word[0].islower() else None
    return f"{counted}." if counted else word


def stated(kind: str, value: str | float, text: str, found: re.Match[str]) -> StatedValue:
    before, after = text[: found.start()], text[found.end() :]
    return StatedValue(kind, value, found[0].strip(), before[-AROUND:], after[:AROUND])


def phones(text: str) -> Iterator[StatedValue]:
    for found in PHONE.finditer(text):
        digits = "".join(sign for sign in found[0] if sign.isdigit())
        if found[0].lstrip("(").startswith("+"):
            digits = f"0{digits[2:].removeprefix('0')}"
        if FEWEST_DIGITS <= len(digits) <= MOST_DIGITS and not FAX.search(text[: found.start()]):
            yield stated("phone", digits, text, found)


def addresses(text: str) -> Iterator[StatedValue]:
    for found in (*STREET_DE.finditer(text), *STREET_EN.finditer(text)):
        plain = found[0].lower().replace("strasse", "str").replace("straße", "str").replace("str.", "str")
        yield stated("address", re.sub(r"[ -]", "", plain), text, found)


def rooms(text: str) -> Iterator[StatedValue]:
    for found in ROOM.finditer(text):
        yield stated("room", found[1].replace(" ", ""), text, found)


def money(text: str) -> Iterator[StatedValue]:
    for found in MONEY.finditer(text):
        amount = amount_of(found["first"] or found["last"], english=found["sign"] == "£")
        if amount is not None and not MILLIONS.match(text, found.end()):
            yield stated("money", amount + int(found["rest"] or 0) / 100, text, found)
    for found in FREE.finditer(text):
        yield stated("money", 0.0, text, found)


def periods(text: str) -> Iterator[StatedValue]:
    ages = [found.span() for found in AGE.finditer(text) if found["bare"] is None]
    for found in PERIOD.finditer(text):
        amount = 1.0 if found["number"][0].isalpha() else amount_of(found["number"])
        if amount is not None and not any(start < found.end() and found.start() < end for start, end in ages):
            yield stated("period", amount * DAYS[found["unit"][0].lower()], text, found)


def days(text: str) -> Iterator[StatedValue]:
    """Those up to which something is to be done."""
    for found in DAY.finditer(text):
        name = found["name"] or found["english"] or found["american"]
        month = MONTH_NUMBER[name.lower()] if name else int(found["number"])
        day = found["day"] or found["english_day"] or found["american_day"]
        if DEADLINE.search(text[max(0, found.start() - AROUND) : found.start()]):
            yield stated("day", f"{month}-{int(day)}", text, found)


def ages(text: str) -> Iterator[StatedValue]:
    for found in AGE.finditer(text):
        low, high = found["from"] or found["ages_from"], found["to"] or found["ages_to"]
        if low:
            yield stated("age", f"{int(low)}-{int(high)}", text, found)
        elif found["ordinal"] or found["old"] or found["year_old"] or found["unit"] or is_bare_age(found[0], text):
            years = found["ordinal"] or found["years"] or found["old"] or found["year_old"]
            yield stated("age", str(int(years)), text, found)


def is_bare_age(found: str, text: str) -> bool:
    """ "unter 14", not "Nummern 3 bis 7"."""
    return not found.lower().startswith(("bis ", "von ", "mit ")) and bool(BARE_AGE.search(text))


def shares(text: str) -> Iterator[StatedValue]:
    for found in SHARE.finditer(text):
        amount = amount_of(found[1])
        if amount is not None:
            yield stated("number", amount, text, found)


READERS: tuple[Callable[[str], Iterator[StatedValue]], ...] = (
    phones, addresses, rooms, money, periods, days, ages, shares,
)  # fmt: skip


def amount_of(written: str, *, english: bool = False) -> float | None:
    """ "1.234,50" and "3,90"; "1,234.50" with `english` or where only that can be meant. What is no number in one
    language is read in the other; None for what is one in neither."""
    is_english = english or ENGLISH_THOUSANDS.fullmatch(written) is not None
    languages = ("en", "de") if is_english else ("de", "en")
    return next((float(found) for each in languages if (found := decimal(written, each)) is not None), None)
