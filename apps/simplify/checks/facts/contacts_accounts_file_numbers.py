"""Compares contact and account data, addresses and file numbers, character by character."""

import re
from collections import Counter

from apps.simplify.text.mask_found_matches import MaskedText, normalise_blanks
from apps.simplify.text.rewrite_fidelity_violation import Violation, invented_values, missing_values, pair_violations

IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b")
EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]++(?:@|\s?\(at\)\s?|\[at\])[\w-]+(?:\.[\w-]+)+", re.IGNORECASE)
URL = re.compile(
    r"(?:https?://|www\.)[^\s<>()„“\"]+[^\s<>()„“\".,;:!?]|(?<![\w-])(?<![\w-]\.)[\w-]++(?:\.[\w-]+)*\.(?:de|eu|org|com|net|info|gov"
    r"|bund)(?:/[^\s<>()]*[^\s<>().,;:!?])?\b(?!\.\w)"
    )  # fmt: skip
PHONE = re.compile(
    r"(?<![\w.,/-])(?:\+\d{1,3}[ /-]?(?:\(0\)[ ]?)?|\(?0)\d{1,5}\)?(?:[ /-]{1,3}\d{1,9}){1,6}(?![\w])"
    r"|(?<![\w.,/-])0\d{5,13}(?![\w,.]\d)|(?<![\w-])(?:115|116\s?117|110|112)(?=\s*(?:\)|anrufen|wählen))"
)
BIC = re.compile(r"(?<=BIC)[:\s]+[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\b")
POSTCODE = re.compile(
    r"(?<![\w.,/-])(?:D-)?\d{5}(?=\s+[A-ZÄÖÜ][a-zäöüß]+)(?:\s+[A-ZÄÖÜ][\wäöüß.-]+(?:\s(?:am|an der|im"
    r"|ob der)\s[A-ZÄÖÜ]\w+)?)"
    )  # fmt: skip
STREET = re.compile(
    r"(?<![\w-])(?:(?:[a-zäöüß]++-)?+[A-ZÄÖÜ][\wäöüß-]*?(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|ufer|damm|markt|chaussee|steig"
    r"|berg|tor)"
    r"|(?:Am|An der|Im|Auf der|Zum|Zur|Unter den|Alte[rn]?|Neue[rn]?|Große|Kleine|Lange)\s(?!\w{0,40}(?:[Jj]ahr|tag"
    r"|Januar|Februar|März|April|Mai|Juni|Juli|August|ember|Oktober|Absatz|Artikel|Zimmer|Raum|Kapitel"
    r"|Abschnitt)\w{0,40}\s)[A-ZÄÖÜ][\wäöüß-]+(?:\s(?:Straße|Str\.))?"
    r"|[A-ZÄÖÜ][\wäöüß-]+(?:er)?[\s-](?:Straße|Str\.|Platz|Weg|Allee|Ring|Damm"
    r"|Ufer))\s\d{1,4}(?:\s?[a-z])?(?:\s?[-–/]\s?\d{1,4}[a-z]?)?(?!\w|[.,]\d|\.\s*(?:\d|Jan|Feb|Mär|Apr|Mai|Jun"
    r"|Jul|Aug|Sep|Okt|Nov|Dez)|\s?(?:Euro|€|Prozent|%))"
)
FILE_NUMBER = re.compile(
    r"(?:Az\.|AZ|Aktenzeichen|Geschäftszeichen|Gz\.|Kassenzeichen|Kundennummer|Steuernummer|Mitgliedsnummer"
    r"|Versicherungsnummer"
    r"|Buchungszeichen|Bescheidnummer|Vorgangsnummer|Drucksachen?|Drs\.|BT-Drs\.)[ \t]*+(?:Nr\.|lautet|ist)?+[: \t]*+"
    r"(?P<number>[A-Z0-9][\w./-]*\d[\w./-]*\w|\d+)"
)
OF_FILE_NUMBERS = ("Az.", "AZ", "zeichen", "Gz.", "nummer", "Drucksache", "Drs.")
WITH_DIGITS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (IBAN, ()), (BIC, ("BIC",)), (FILE_NUMBER, OF_FILE_NUMBERS), (STREET, ()), (POSTCODE, ()), (PHONE, ())
)  # fmt: skip
"""Each with signs of which one must stand in the text for it to find anything; none where there are too many."""
DIGIT = re.compile(r"\d")
ON_THE_NET = re.compile(r"@|\(at\)|\[at\]|www\.|https?:|\.(?:de|eu|org|com|net|info|gov|bund)\b", re.IGNORECASE)
HINT = r"\d|@|www|http|^(?i:de|at|eu|org|com|net|info|gov|bund)$"


def check(before: MaskedText, after: MaskedText) -> list[Violation]:
    old, rewritten = take_contacts(before), take_contacts(after)
    return pair_violations("contact", missing_values(old, rewritten), invented_values(old, rewritten))


def take_contacts(text: MaskedText) -> Counter[str]:
    """What one writes, calls, pays or goes to, with single blanks, taken out of the text."""
    found: list[str] = []
    if ON_THE_NET.search(text.text):
        found += [tidy_contact(match) for pattern in (EMAIL, URL) for match in text.take(pattern)]
    if DIGIT.search(text.text):
        for pattern, signs in WITH_DIGITS:
            if not signs or any(sign in text.text for sign in signs):
                found += [tidy_contact(match) for match in text.take(pattern)]
    return Counter(found)


def tidy_contact(found: re.Match[str]) -> str:
    number = found.groupdict().get("number")
    return normalise_blanks(number or found[0]).strip(": .")
