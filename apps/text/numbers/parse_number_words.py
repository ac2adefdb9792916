"""Parses numbers in words: "zweihundertfünfzig" is 250, "anderthalb" one and a half, "dritten" the third.

Cardinal numbers are read by the package text2num; halves, ordinals and the patterns that find number words in a text
are added here.
"""

import re
from decimal import Decimal
from functools import lru_cache

from text_to_num import text2num

HALF = Decimal("0.5")
LONGEST = 64
"""Characters of the longest word that is looked at: "neunhundertneunundneunzigtausendneunhundert…" goes on to 62."""
ARTICLES = frozenset({"ein", "one", "a"})
IRREGULAR_ORDINALS = {
    "de": {"erst": 1, "dritt": 3, "siebt": 7, "acht": 8},
    "en": {"first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12},
}
ORDINAL_ENDINGS = ("en", "er", "es", "em", "e")
FRACTIONS = {
    "hälfte": "1/2",
    "drittel": "1/3",
    "dritteln": "1/3",
    "viertel": "1/4",
    "vierteln": "1/4",
    "fünftel": "1/5",
    "zehntel": "1/10",
}

# The longer before the shorter: the repetition below never goes back.
GERMAN_PARTS = (
    "dreißig", "dreissig", "drei", "zwanzig", "zwei", "zwo", "zwölf", "vier", "fünf", "sechs", "sech(?=zehn|zig)",
    "sieben", "sieb(?=zehn|zig)", "acht", "neun", "zehn", "zig", "elf", "hundert", "tausend",
    r"eins(?![^\W\d_])", "ein", "und", "null",
)  # fmt: skip
GERMAN_WORD = rf"(?:{'|'.join(GERMAN_PARTS)})++"
"""Made of nothing but the parts of German numbers; whether it is one says `parse_cardinal` ("einund" is none)."""
DIGIT_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TEEN_WORDS = (
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TEN_WORDS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
ENGLISH_WORDS = (*DIGIT_WORDS, *TEEN_WORDS, *TEN_WORDS, "zero", "hundred", "thousand")
DIGIT, TEN = rf"(?:{'|'.join(DIGIT_WORDS)})\b", rf"(?:{'|'.join(TEN_WORDS)})\b"
BELOW_HUNDRED = rf"(?:{TEN}(?:[ -]{DIGIT})?|(?:{'|'.join(TEEN_WORDS)})\b|{DIGIT})"
# Each word is read once: what may follow it comes after it, instead of a longer form that is tried before.
HUNDREDS = rf"hundred\b(?:[ ](?:and[ ])?{BELOW_HUNDRED})?"
BELOW_THOUSAND = rf"(?:{DIGIT}(?:[ ]{HUNDREDS})?|{HUNDREDS}|{BELOW_HUNDRED})"
THOUSANDS = rf"thousand\b(?:[ ](?:and[ ])?{BELOW_THOUSAND})?"
ENGLISH_NUMBER = rf"(?:{BELOW_THOUSAND}(?:[ ]{THOUSANDS})?|{THOUSANDS})"
"""One word or several: "seventy", "twenty-five", "two hundred and fifty"."""
FIRST_WORDS = (
    "drei", "zwanzig", "zwei", "zwo", "zwölf", "vier", "fünf", "sech", "sieb", "acht", "neun", "zehn", "elf", "hundert",
    "tausend", "ein", "null", *ENGLISH_WORDS,
)  # fmt: skip
"""With one of these begins whatever GERMAN_WORD and ENGLISH_NUMBER find and `parse_cardinal` reads."""

MAY_BE_NUMBER = {"de": re.compile(GERMAN_WORD), "en": re.compile(ENGLISH_NUMBER)}
PHRASE = re.compile(rf"(?<![\w-])(?=[^\W\d]\w*+[ ]){ENGLISH_NUMBER}(?![\w-])", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def parse_cardinal(word: str, language: str | None = "de") -> Decimal | None:
    """The number that a word names, or an English phrase such as "two hundred and fifty"; None for any other word.

    "ein" and "one" are articles too and name none. `language` is "de", "en" or None for either.
    """
    if language is None:
        number = parse_cardinal(word, "de")
        return parse_cardinal(word, "en") if number is None else number
    plain = word.lower()
    if len(plain) > LONGEST or plain in ARTICLES:
        return None
    if language == "de" and plain.endswith("einhalb"):
        whole = plain.removesuffix("einhalb")
        number = Decimal(1) if whole == "ein" else parse_number_word(whole, language)
        return None if number is None else number + HALF
    if plain == "anderthalb":
        return 1 + HALF
    return parse_number_word(plain, language)


def format_plain_number(number: Decimal) -> str:
    """Without an exponent and without zeros that say nothing: "250", "1.5"."""
    return f"{number.normalize():f}"


@lru_cache(maxsize=20_000)
def parse_ordinal(word: str, language: str = "de") -> int | None:
    """The number of "dritte", "zwanzigsten", "third", "twentieth"; None for any other word, "erst" included."""
    plain = word.lower()
    if len(plain) > LONGEST:
        return None
    return parse_german_ordinal(plain) if language == "de" else parse_english_ordinal(plain)


def parse_german_ordinal(word: str) -> int | None:
    ending = next((ending for ending in ORDINAL_ENDINGS if word.endswith(ending)), None)
    if ending is None:
        return None
    stem = word.removesuffix(ending)
    if stem in IRREGULAR_ORDINALS["de"]:
        return IRREGULAR_ORDINALS["de"][stem]
    heads = (stem.removesuffix(suffix) for suffix in ("st", "t") if stem.endswith(suffix))
    numbers = (parse_cardinal(head) for head in heads)
    return next((int(number) for number in numbers if number is not None), None)


def parse_english_ordinal(word: str) -> int | None:
    tens, hyphen, last = word.rpartition("-")
    if hyphen:
        number, digit = parse_cardinal(tens, "en"), parse_english_ordinal(last)
        return None if number is None or digit is None else int(number) + digit
    if word in IRREGULAR_ORDINALS["en"]:
        return IRREGULAR_ORDINALS["en"][word]
    head = f"{word.removesuffix('ieth')}y" if word.endswith("ieth") else word.removesuffix("th")
    number = parse_cardinal(head, "en") if head != word else None
    return None if number is None else int(number)


def number_phrases_to_digits(text: str) -> str:
    """The text with English numbers of several words as digits: "two hundred and fifty days" is "250 days"."""
    lowered = text.lower()
    if not any(part in lowered for part in ("hundred", "thousand", "ty ")):
        return text
    return PHRASE.sub(lambda found: phrase_to_digits(found[0]), text)


def phrase_to_digits(phrase: str) -> str:
    number = parse_cardinal(phrase, "en") if " " in phrase else None
    return phrase if number is None else format_plain_number(number)


def parse_number_word(word: str, language: str) -> Decimal | None:
    # Most words of a text are no numbers, and to be told so by the package costs twenty times as much.
    if word.startswith("und") or not MAY_BE_NUMBER[language].fullmatch(word):
        return None
    try:
        return Decimal(text2num(word, language))
    except (ValueError, OverflowError):
        return None
