"""Reads the value of a figure in digits, as German or English writes it: "1.234,50" is 1234.5, and so is "1,234.50".

Each reader finds by a pattern of its own which characters are a figure; what it is worth, only this file says.
"""

import re
from decimal import Decimal
from functools import lru_cache

BLANKS = re.compile("[ \u00a0\u2009\u202f'’]")
"""Between thousands, whatever the language."""
PARTED = re.compile("[0-9]{1,3}(?:[.][0-9]{3})*(?:[ \u00a0\u2009\u202f'’][0-9]{3})+(?![0-9])")
GERMAN = re.compile(r"(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+)(?:,\d+)?")
ENGLISH = re.compile(r"(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?")
DECIMALS = re.compile(r"\d+[.,]\d+")
"""A mark that parts no thousands begins the decimals in either language: "3.2", "0.125"."""
LANGUAGES = ("de", "en")


@lru_cache(maxsize=8_192)
def readings(written: str, language: str | None = None) -> tuple[Decimal, ...]:
    """Returns what the figure may be worth, in that language (de or en); without one in both, German first.

    Nothing for what is no figure, such as "1.2.3" or "14:30". Two where one mark before three digits may be either:
    "1,234" is 1.234 or 1234, "1.234" is 1234 or 1.234; "0,125" is no thousand, as none begins with a nought.
    """
    plain = drop_blanks(written)
    values = (read_in(each, plain) for each in ([language] if language else LANGUAGES))
    return tuple(dict.fromkeys(value for value in values if value is not None))


def drop_blanks(written: str) -> str:
    """Returns it without blanks and apostrophes between thousands; as it is where they part something else."""
    parted = PARTED.match(written)
    return BLANKS.sub("", parted[0]).replace(".", "") + written[parted.end() :] if parted else written


def read_in(language: str, plain: str) -> Decimal | None:
    if language == "en" and ENGLISH.fullmatch(plain):
        return Decimal(plain.replace(",", ""))
    if language == "de" and GERMAN.fullmatch(plain):
        return Decimal(plain.replace(".", "").replace(",", "."))
    return Decimal(plain.replace(",", ".")) if DECIMALS.fullmatch(plain) else None
