"""Personal data in a question: IBAN, e-mail address, telephone and tax number. Found by form and checksum. Pure.

It is looked for before anything else sees the question: no model, no log and no row gets what is taken out here.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

UNSEEN = "\u00ad\u200b-\u200f\u2060\ufeff"
GAP = rf"[\s.\-{UNSEEN}]"
"""Between the groups of a number: blanks, dots, hyphens, and signs that nobody sees."""
NOT_WITHIN = r"(?<![\w.,/§-])"
"""Not in the middle of a file reference, an amount or a longer number."""

IBAN = re.compile(rf"(?<![A-Za-z0-9])[A-Za-z]{{2}}{GAP}?\d{GAP}?\d(?:{GAP}?[A-Za-z0-9]){{11,30}}")
AT = r"(?:@|＠|\(at\)|\[at\]|\{at\})"
DOT = r"(?:\.|\(dot\)|\[dot\]|\(punkt\))"
EMAIL = re.compile(rf"(?<![\w.+%-])[\w.+%-]{{1,64}}\s?{AT}\s?[\w-]+(?:\s?{DOT}\s?[\w-]+)+", re.IGNORECASE)
TAX_ID = re.compile(rf"{NOT_WITHIN}\d(?:{GAP}?\d){{10}}(?!{GAP}?\d)(?![\w/])")
TAX_NUMBER = re.compile(r"(?<![\w/])\d{2,3}\s?/\s?\d{3,4}\s?/\s?\d{4,5}(?![\w/])")
VAT_ID = re.compile(rf"(?<![A-Za-z0-9])DE{GAP}?\d(?:{GAP}?\d){{8}}(?!\d)", re.IGNORECASE)
SEPARATOR = rf"[\s/(){UNSEEN}\-]"
PHONE = re.compile(
    rf"{NOT_WITHIN}(?:"
    rf"(?:\+|00){SEPARATOR}*[1-9](?:{SEPARATOR}{{0,3}}\d){{7,13}}"  # with the country
    rf"|\(?0[1-9]\d{{1,4}}(?:{SEPARATOR}{{1,3}}\d|\d)(?:[\s\-{UNSEEN}]{{0,2}}\d){{3,9}}"  # with the area
    r")(?![\w/]|[.,]\d)"
)
FEWEST_DIGITS = 8
"""Of a telephone number with its area: shorter ones are years, paragraphs and file references."""

IBAN_LENGTHS = {
    "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24, "FI": 18,
    "FR": 27, "GB": 22, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27, "LI": 21, "LT": 20, "LU": 20,
    "LV": 21, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24, "SE": 24, "SI": 19, "SK": 24, "TR": 26,
    "UA": 29,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    kind: str
    start: int
    end: int


def masked(text: str) -> str:
    """The text with a word in brackets in place of each finding."""
    parts, position = [], 0
    for finding in find(text):
        parts += [text[position : finding.start], f"[{finding.kind}]"]
        position = finding.end
    return "".join([*parts, text[position:]])


def find(text: str) -> list[Finding]:
    """All personal data in the text, in order, without overlaps: what is named first in KINDS goes before."""
    found: list[Finding] = []
    for kind, search in KINDS.items():
        for start, end in search(text):
            if all(end <= other.start or start >= other.end for other in found):
                found.append(Finding(kind, start, end))
    return sorted(found, key=lambda finding: finding.start)


Search = Callable[[str], Iterator[tuple[int, int]]]


def ibans(text: str) -> Iterator[tuple[int, int]]:
    """The country says how long one is, so words that follow are not taken for a part of it."""
    position = 0
    while found := IBAN.search(text, position):
        end = end_of_iban(text, found.start(), found.end())
        if end is not None:
            yield found.start(), end
        position = end or found.start() + 1


def end_of_iban(text: str, start: int, end: int) -> int | None:
    signs = [place for place in range(start, end) if text[place].isalnum()]
    length = IBAN_LENGTHS.get("".join(text[place] for place in signs[:2]).upper())
    if length is None or len(signs) < length:
        return None
    number = "".join(text[place] for place in signs[:length]).upper()
    return signs[length - 1] + 1 if is_iban(number) else None


def is_iban(number: str) -> bool:
    """ISO 13616: the first four signs put last, letters as 10 to 35, modulo 97 is 1."""
    turned = number[4:] + number[:4]
    return int("".join(str(int(sign, 36)) for sign in turned)) % 97 == 1


def tax_ids(text: str) -> Iterator[tuple[int, int]]:
    for found in TAX_ID.finditer(text):
        if is_tax_id([int(sign) for sign in found[0] if sign.isdigit()]):
            yield found.span()


def is_tax_id(digits: list[int]) -> bool:
    """The check digit of the German tax identification number: ISO 7064, modulo 11 with 10; no 0 at the start.

    Among the first ten digits one stands twice or three times, and at least one is missing.
    """
    repeated = max(digits[:10].count(digit) for digit in digits[:10])
    return digits[0] != 0 and 2 <= repeated <= 3 and check_digit(digits[:10]) == digits[10]


def vat_ids(text: str) -> Iterator[tuple[int, int]]:
    for found in VAT_ID.finditer(text):
        digits = [int(sign) for sign in found[0] if sign.isdigit()]
        if check_digit(digits[:8]) == digits[8]:
            yield found.span()


def check_digit(digits: list[int]) -> int:
    """ISO 7064, modulo 11 with 10."""
    product = 10
    for digit in digits:
        product = 2 * ((digit + product) % 10 or 10) % 11
    return (11 - product) % 10


def phones(text: str) -> Iterator[tuple[int, int]]:
    for found in PHONE.finditer(text):
        if sum(sign.isdigit() for sign in found[0]) >= FEWEST_DIGITS:
            yield found.span()


def spans(pattern: re.Pattern[str]) -> Search:
    return lambda text: (found.span() for found in pattern.finditer(text))


KINDS: dict[str, Search] = {
    "IBAN": ibans,
    "E-Mail-Adresse": spans(EMAIL),
    "Steuernummer": lambda text: iter([*spans(TAX_NUMBER)(text), *tax_ids(text), *vat_ids(text)]),
    "Telefonnummer": phones,
}
"""German words: what stands in for the data goes to German prompts and into the stored question."""
