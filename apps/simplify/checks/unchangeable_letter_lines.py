"""Lines of a letter that no rewrite may change: salutation, closing formula, address, contact data."""

import re

SALUTATION = re.compile(
    r"^\s*(?:Sehr geehrte[rsn]?\b|Guten (?:Tag|Morgen|Abend)\b|Liebe[rs]? [A-ZÄÖÜ]|Hallo\b|Dear\b"
    r"|Werte[rs]? [A-ZÄÖÜ]).{0,120}[,!]?\s*$"
)
CLOSING = re.compile(
    r"^\s*(?:Mit (?:freundlichen|besten|herzlichen) Grüßen|Mit freundlichem Gruß|Freundliche Grüße|Beste Grüße"
    r"|Viele Grüße"
    r"|Herzliche Grüße|Hochachtungsvoll|Im Auftrag|I\. ?A\.|i\. ?A\.|In Vertretung|I\. ?V\.|gez\.|Kind regards"
    r"|Yours (?:sincerely|faithfully)"
    r"|Ihre? [A-ZÄÖÜ][\wäöüß ]{2,60}$).{0,80}$"
)
ADDRESS_LINE = re.compile(
    r"^\s*(?:(?:Tel(?:efon)?|Fax|Telefax|E-Mail|Mail|Internet|Web|IBAN|BIC|Konto|Bank|Az|Aktenzeichen|Geschäftszeichen"
    r"|Sprechzeiten|Ansprechpartner(?:in)?|Ihr Zeichen|Mein Zeichen|Datum)\b\.?\s*:.{0,120}"
    r"|[A-ZÄÖÜ][\wäöüß .-]{2,50} \d{1,4} ?[a-z]?|(?:D-)?\d{5} [A-ZÄÖÜ][\wäöüß .-]{2,40}"
    r"|(?:Frau|Herrn?|Familie|Firma) [A-ZÄÖÜ][\wäöüß .-]{2,50})\s*$"
)
TABLE_ROW = re.compile(r"^\s*\|.*\|\s*$|^(?=[\s|:-]*+$)[\s|:-]*?---")


def is_salutation_or_closing(line: str) -> bool:
    return bool(SALUTATION.match(line) or CLOSING.match(line))


def is_unchangeable_line(line: str) -> bool:
    """Lines that no rewrite may touch: salutation, closing, address, contact data, rows of tables, bare numbers."""
    if is_salutation_or_closing(line) or ADDRESS_LINE.match(line) or TABLE_ROW.match(line):
        return True
    return not any(letter.isalpha() for letter in line)
