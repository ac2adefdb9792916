"""Detects personal data in a question: IBAN, e-mail address, telephone, tax and insurance number, by checksum.

It is looked for before anything else sees the question: no model, no log and no row gets what is taken out here.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import chain

UNSEEN = "\u00ad\u200b-\u200f\u2060\ufeff"
GAP = rf"[\s.\-{UNSEEN}]"
"""Between the groups of a number: blanks, dots, hyphens, and invisible characters."""
NOT_WITHIN = r"(?<![\w.,/§-])"
"""Not in the middle of a file reference, an amount or a longer number."""

IBAN = re.compile(rf"(?<![A-Za-z0-9])[A-Za-z]{{2}}{GAP}?\d{GAP}?\d(?:{GAP}?[A-Za-z0-9]){{11,30}}")
AT = r"(?:@|＠|\(at\)|\[at\]|\{at\})"
DOT = r"(?:\.|\s\.\s|\s?(?:\(dot\)|\[dot\]|\(punkt\))\s?)"
"""With blanks on both sides or on none: one behind it alone begins the next sentence."""
EMAIL = re.compile(rf"(?<![\w.+%-])[\w.+%-]{{1,64}}\s?{AT}\s?[\w-]+(?:{DOT}[\w-]+)+", re.IGNORECASE)
TAX_ID = re.compile(rf"{NOT_WITHIN}\d(?:{GAP}?\d){{10}}(?!{GAP}?\d)(?![\w/])")
TAX_NUMBER = re.compile(r"(?<![\w/])\d{2,3}\s?/\s?\d{3,4}\s?/\s?\d{4,5}(?![\w/])")
VAT_ID = re.compile(rf"(?<![A-Za-z0-9])DE{GAP}?\d(?:{GAP}?\d){{8}}(?!\d)", re.IGNORECASE)
INSURANCE_NUMBER = re.compile(rf"{NOT_WITHIN}\d(?:{GAP}?\d){{7}}{GAP}?[A-Za-z](?:{GAP}?\d){{3}}(?!\w)")
INSURANCE_WEIGHTS = (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)
SWISS_INSURANCE_NUMBER = re.compile(rf"{NOT_WITHIN}756(?:{GAP}?\d){{10}}(?!\d)(?![\w/])")
SEPARATOR = rf"[\s/(){UNSEEN}\-]"
PHONE = re.compile(
    rf"{NOT_WITHIN}(?:"
    rf"(?:\+|00){SEPARATOR}*[1-9](?:{SEPARATOR}{{0,3}}\d){{7,13}}"  # with the country
    rf"|\(?0[1-9]\d{{1,4}}(?:{SEPARATOR}{{1,3}}\d|\d)(?:[\s\-{UNSEEN}]{{0,2}}\d){{3,9}}"  # with the area
    r")(?![\w/]|[.,]\d)"
)
FEWEST_DIGITS = 8
"""Of a telephone number with its area: shorter ones are years, paragraphs and file references."""


@dataclass(frozen=True, slots=True)
class PersonalDataMatch:
    kind: str
    start: int
    end: int


def mask_personal_data(text: str) -> str:
    """The text with a word in brackets in place of each finding."""
    parts, position = [], 0
    for finding in find_personal_data(text):
        parts += [text[position : finding.start], f"[{finding.kind}]"]
        position = finding.end
    return "".join([*parts, text[position:]])


def find_personal_data(text: str) -> list[PersonalDataMatch]:
    """All personal data in the text, in order, without overlaps: what is named first in KINDS goes before."""
    found: list[PersonalDataMatch] = []
    for kind, search in KINDS.items():
        for start, end in search(text):
            if all(end <= other.start or start >= other.end for other in found):
                found.append(PersonalDataMatch(kind, start, end))
    return sorted(found, key=lambda finding: finding.start)


Search = Callable[[str], Iterator[tuple[int, int]]]


def find_ibans(text: str) -> Iterator[tuple[int, int]]:
    """The country says how long one is, so words that follow are not taken for a part of it."""
    position = 0
    while found := IBAN.search(text, position):
        end = end_of_iban(text, found.start(), found.end())
        if end is not None:
            yield found.start(), end
        position = end or found.start() + 1


def end_of_iban(text: str, start: int, end: int) -> int | None:
    signs = [place for place in range(start, end) if text[place].isalnum()]
    length = iban_length("".join(text[place] for place in signs[:2]).upper())
    if length is None or len(signs) < length:
        return None
    number = "".join(text[place] for place in signs[:length])
    return signs[length - 1] + 1 if is_iban(number) else None


# The package is loaded by the first question that holds something like such a number: no process needs it to start.
@lru_cache(maxsize=1024)
def iban_length(country: str) -> int | None:
    """Returns the length by the register that python-stdnum carries; None for a country without IBAN."""
    from stdnum import numdb

    described = numdb.get("iban").info(country)[0][1]
    parts = re.findall(r"(?<!\d)(\d+)!", described.get("bban", ""))
    return 4 + sum(map(int, parts)) if parts else None


def is_iban(number: str) -> bool:
    from stdnum import iban

    # A wrong national check digit is still somebody's account, mistyped.
    return bool(iban.is_valid(number, check_country=False))


def validated_number_finder(module: str, pattern: re.Pattern[str]) -> Search:
    """What the pattern finds and a module of python-stdnum calls valid."""

    def search(text: str) -> Iterator[tuple[int, int]]:
        for found in pattern.finditer(text):
            if import_module(module).is_valid(digits_of(found[0])):
                yield found.span()

    return search


def find_german_insurance_numbers(text: str) -> Iterator[tuple[int, int]]:
    for found in INSURANCE_NUMBER.finditer(text):
        if is_insurance_number("".join(sign for sign in found[0] if sign.isalnum()).upper()):
            yield found.span()


def is_insurance_number(number: str) -> bool:
    """Whether it is a number of the German pension insurance (VKVV, section 2), unknown to python-stdnum.

    Area, birthday, first letter of the name, serial number, check digit. The letter counts as its place in the
    alphabet; cross sums of the weighted digits are added, modulo 10.
    """
    digits = f"{number[:8]}{ord(number[8]) - ord('A') + 1:02}{number[9:11]}"
    weighted = (int(digit) * weight for digit, weight in zip(digits, INSURANCE_WEIGHTS, strict=True))
    return sum(product // 10 + product % 10 for product in weighted) % 10 == int(number[11])


def digits_of(text: str) -> str:
    return "".join(sign for sign in text if sign.isdigit())


def find_phone_numbers(text: str) -> Iterator[tuple[int, int]]:
    for found in PHONE.finditer(text):
        if sum(sign.isdigit() for sign in found[0]) >= FEWEST_DIGITS:
            yield found.span()


def pattern_finder(pattern: re.Pattern[str]) -> Search:
    return lambda text: (found.span() for found in pattern.finditer(text))


def combine_finders(*searches: Search) -> Search:
    return lambda text: chain.from_iterable(search(text) for search in searches)


KINDS: dict[str, Search] = {
    "IBAN": find_ibans,
    "E-Mail-Adresse": pattern_finder(EMAIL),
    "Steuernummer": combine_finders(
        pattern_finder(TAX_NUMBER),
        validated_number_finder("stdnum.de.idnr", TAX_ID),
        validated_number_finder("stdnum.de.vat", VAT_ID),
    ),
    "Versicherungsnummer": combine_finders(
        find_german_insurance_numbers, validated_number_finder("stdnum.ch.ssn", SWISS_INSURANCE_NUMBER)
    ),
    "Telefonnummer": find_phone_numbers,
}
"""German words: what stands in for the data goes to German prompts and into the stored question."""
