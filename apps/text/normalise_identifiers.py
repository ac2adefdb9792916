"""Normalises identifiers to one form: file numbers, sections of laws, dates, telephone numbers, figures.

File numbers, printed papers and invoices (`#19/12345`), sections of laws (`§77 sgg`), days (`@2010-04-21`), telephone
numbers (`+3090265555`), addresses of mail (`#post@amt.de`) and figures (`=1234.5`). The same forms are made of texts
and of questions, so "Drs. 19 / 12 345" finds "19/12345", and "Artikel 3 GG" finds "Art. 3 Abs. 1 GG".
"""

import re
from itertools import chain

from apps.text.numbers.calendar_names import MONTH_NUMBER, full_year
from apps.text.numbers.normalise_figures import normalised_figures
from apps.text.numbers.parse_date import MEASURED, YEAR_OF_DAY, is_calendar_day
from apps.text.word_stems import stem

DASHES = "\u2010\u2011\u2012\u2013\u2212"
DIGIT = re.compile(r"\d")
DIGITS = re.compile(r"\d+")

NAME = re.compile(r"\w+(?:[/.:-]\w+)*[/-]\w+(?:[/.:-]\w+)*")
NUMBERED = re.compile(r"\d\w*(?:[/.:-]\w+)*[/-](?:\w+[/.:-])*\d+")
"""The part of a name from its first digit to its last: "2024-00017" of "re-2024-00017"."""
LONGEST_NAME = 60
"""Characters. What is longer is an address of the web, or made to keep the patterns busy."""
LOOSE = re.compile(r"(?<![\w/.-])(\d{1,2}) ?/ ?(\d{1,2} \d{3}|\d{3,5})(?![\w/])")
"""A printed paper with blanks in its number, as in "19 / 12 345"."""
MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}+@[\w-]{1,63}+(?:\.[\w-]{1,63}+){1,8}")
"""An address of mail, with the lengths of its parts that RFC 5321 and RFC 1035 allow."""

NUMBER = r"\d+(?:\s?[a-z]\b(?![.]))?"
STEP = (
    r"(?:\s+(?:abs(?:atz|[.])?|s(?:atz|[.])|n(?:r[.]?|ummer)|buchst(?:abe|[.])|lit[.]|hs[.]|halbs(?:atz|[.])"
    r"|alt[.]|ziff(?:er|[.]))\s*(?:\d+(?:\s?[a-z]\b(?![.]))?|[a-z]\b))"
)
LISTED = rf"{NUMBER}{STEP}*(?:\s*(?:,|und|oder|sowie|bis|-)\s*{NUMBER}{STEP}*)*"
REFERENCE = (
    rf"\s*({LISTED})(?:\s+ff?\b[.]?)?"
    r"(?:\s+(?:de[rs]\s+)?([a-zäöüß]{2,40})(?:\s+([ivx]{1,4})\b(?![.]))?)?"
)
# Each pattern begins with letters that stand in it as they are: that makes looking through a text several times faster.
REFERENCES = [
    re.compile(sign + REFERENCE)
    for sign in ("§{1,2}", r"art(?<!\wart)(?:ikels?|[.])?", r"paragra(?<!\wparagra)(?:ph|f)(?:en)?")
]
SECTION = re.compile(rf"({NUMBER}){STEP}*")

MONTHS = {name[:3]: number for name, number in MONTH_NUMBER.items()} | {"jae": 1, "mae": 3}
MONTH = rf"(?:{'|'.join(MONTHS)})[a-zä]{{0,6}}"
DAY = re.compile(
    rf"(\d(?<!\d\d)\d?)(?:(?:\s?[.]\s{{0,2}}|/)(\d{{1,2}})(?:\s?[.](?:\s(?=\s))?|/)({YEAR_OF_DAY})"
    rf"|(?:\s?[.]|st|nd|rd|th)?\s{{0,2}}({MONTH})[.]?\s{{1,2}}((?:\d\d)?\d\d)(?!\d)(?!{MEASURED}))"
)
ISO_DAY = re.compile(r"[-/](?<=(\d{4}).)(\d\d)[-/](\d\d)(?!\d)")
"""Begins with the first dash, of which a text has fewer than of figures."""
DAY_AFTER_MONTH = re.compile(rf"\b({MONTH})[.]? (\d{{1,2}})(?:st|nd|rd|th)?, (\d{{4}})")
COMMA_AND_YEAR = re.compile(r", \d{4}")

TELEPHONE = re.compile(
    r"[+0](?<![\w./-][+0])(?:(?:(?<=[+])49|049)[\d\s()/.-]{6,20}\d|[1-9]\d{1,4}[)\s/.-][\d\s()/.-]{2,14}\d|[1-9]\d{6,11}\b)"
)
COUNTRY = re.compile(r"^(?:\+49|0049)")


def normalised_identifiers(text: str) -> set[str]:
    """Every form of every name in the text."""
    lowered = text.lower()
    for dash in DASHES:
        lowered = lowered.replace(dash, "-")
    return (
        normalised_names(lowered)
        | normalised_sections(lowered)
        | normalised_dates(lowered)
        | normalised_phone_numbers(lowered)
        | normalised_figures(lowered)
    )


def normalised_names(lowered: str) -> set[str]:
    """Of files, printed papers, invoices and mail boxes."""
    found: set[str] = set()
    # Only the few words that may be one are looked at closely: this runs over every text.
    for word in lowered.split():
        if len(word) > LONGEST_NAME:
            continue
        if ("/" in word or "-" in word) and DIGIT.search(word):
            found.update(NAME.findall(word))
            found.update(NUMBERED.findall(word))
        elif "@" in word:
            found.update(MAIL.findall(word))
    if "/" in lowered:
        found.update(f"{term}/{number.replace(' ', '')}" for term, number in LOOSE.findall(lowered))
    return {f"#{name}" for name in found}


def normalised_sections(lowered: str) -> set[str]:
    """Each section that is named alone or in a list, by itself and with the word after it, which may be its law."""
    found = set()
    for listed, law, part in chain.from_iterable(pattern.findall(lowered) for pattern in REFERENCES):
        for number in SECTION.findall(listed):
            section = f"§{number.replace(' ', '')}"
            found.add(section)
            if law:
                found.add(f"{section} {stem(law)}")
            if part:
                found.add(f"{section} {stem(law)} {part}")
    return found


def normalised_dates(lowered: str) -> set[str]:
    found = {
        format_date_identifier(year.strip() or named_year, month or MONTHS[name[:3]], day)
        for day, month, year, name, named_year in DAY.findall(lowered)
    }
    found |= {format_date_identifier(*day) for day in ISO_DAY.findall(lowered)}
    if COMMA_AND_YEAR.search(lowered):
        found |= {
            format_date_identifier(year, MONTHS[name[:3]], day) for name, day, year in DAY_AFTER_MONTH.findall(lowered)
        }
    return found - {""}


def format_date_identifier(year: str, month: str | int, day: str) -> str:
    """@2010-04-21; empty for a day that no calendar has."""
    if not is_calendar_day(int(month), int(day)):
        return ""
    return f"@{full_year(year)}-{int(month):02}-{int(day):02}"


def normalised_phone_numbers(lowered: str) -> set[str]:
    """German numbers with their area code."""
    found = set()
    for written in TELEPHONE.findall(lowered):
        national = COUNTRY.sub("", written.replace("(0)", ""))
        found.add("".join(DIGITS.findall(national)).lstrip("0"))
    return {f"+{digits}" for digits in found if 6 <= len(digits) <= 13}
