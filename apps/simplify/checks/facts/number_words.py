"""German numbers that are written as words: zwei, dreißig, hundertfünfzig, zweitausend, dritte. Pure."""

from decimal import Decimal
from functools import cache

UNITS = ["null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"]
TEENS = ["dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"]
TENS = {2: "zwanzig", 3: "dreißig", 4: "vierzig", 5: "fünfzig", 6: "sechzig", 7: "siebzig", 8: "achtzig", 9: "neunzig"}
IRREGULAR = {"zwo": "2", "anderthalb": "1.5", "eineinhalb": "1.5", "zweieinhalb": "2.5", "dreieinhalb": "3.5"}
FRACTIONS = {
    "hälfte": "1/2",
    "drittel": "1/3",
    "dritteln": "1/3",
    "viertel": "1/4",
    "vierteln": "1/4",
    "fünftel": "1/5",
    "zehntel": "1/10",
}
ORDINAL_ROOTS = {
    "erst": 1,
    "zweit": 2,
    "dritt": 3,
    "viert": 4,
    "fünft": 5,
    "sechst": 6,
    "siebt": 7,
    "siebent": 7,
    "acht": 8,
    "neunt": 9,
    "zehnt": 10,
    "elft": 11,
    "zwölft": 12,
}
ENGLISH = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "hundred": 100,
}


def below_hundred(number: int) -> str:
    if number < len(UNITS):
        return UNITS[number]
    if number < 20:
        return TEENS[number - 13]
    tens, unit = divmod(number, 10)
    return (UNITS[unit] + "und" if unit else "") + TENS[tens]


def below_thousand(number: int) -> list[str]:
    hundreds, rest = divmod(number, 100)
    if not hundreds:
        return [below_hundred(number)]
    heads = [UNITS[hundreds] + "hundert", *(["hundert"] if hundreds == 1 else [])]
    tails = ["", ""] if not rest else [below_hundred(rest), "und" + below_hundred(rest)]
    return [head + tail for head in heads for tail in tails]


@cache
def small_numbers() -> dict[str, int]:
    """Every way to write 0 to 999, but for "ein", which is an article most of the time."""
    found = {spelling: number for number in range(1000) for spelling in below_thousand(number)}
    found.pop("ein")
    return found | {"eins": 1, "hunderteins": 101}


@cache
def ordinals() -> dict[str, int]:
    roots = ORDINAL_ROOTS | {below_hundred(number) + "t": number for number in range(13, 20)}
    roots |= {below_hundred(number) + "st": number for number in range(20, 100)}
    return {root + ending: number for root, number in roots.items() for ending in ("e", "en", "er", "es", "em")}


def cardinal(word: str) -> str | None:
    """The value of a cardinal number word in lower case, as written in digits; None for any other word."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    numbers = small_numbers()
    if word in numbers:
        return str(numbers[word])
    if word in ENGLISH:
        return str(ENGLISH[word])
    head, thousand, tail = word.partition("tausend")
    if not thousand:
        return None
    thousands = 1 if head in ("", "ein") else numbers.get(head)
    rest = 0 if not tail else numbers.get(tail.removeprefix("und"))
    return None if thousands is None or rest is None else str(thousands * 1000 + rest)


def ordinal(word: str) -> str | None:
    number = ordinals().get(word)
    return None if number is None else str(number)


def normal(digits: str) -> str:
    """German digits as a plain number: 1.000,50 -> 1000.5; other forms (3.2, 14:30) stay as they are."""
    plain = digits.replace("\u00a0", "").replace("\u202f", "").replace(" ", "").replace("'", "")
    head, comma, tail = plain.partition(",")
    groups = head.split(".")
    if len(groups) > 1 and all(len(group) == 3 for group in groups[1:]) and 1 <= len(groups[0]) <= 3:
        head = "".join(groups)
    if not head.isdigit() or (comma and not tail.isdigit()):
        return plain
    value = Decimal(f"{head}.{tail}" if tail else head).normalize()
    return f"{value:f}"
