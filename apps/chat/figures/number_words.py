"""Numbers in words: "zweihundertfünfzig" is 250, "einunddreißigsten" the 31st. German, some English. Pure."""

ONES = ("ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")
TEENS = (
    "zehn", "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn",
)  # fmt: skip
TENS = ("zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig")
ENGLISH = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90,
}  # fmt: skip
BELOW_HUNDRED = {
    **{word: number for number, word in enumerate(ONES, start=1)},
    **{word: number for number, word in enumerate(TEENS, start=10)},
    **{word: number * 10 for number, word in enumerate(TENS, start=2)},
    **{f"{one}und{ten}": n * 10 + m for n, ten in enumerate(TENS, start=2) for m, one in enumerate(ONES, start=1)},
}

TEN_OR_MORE = rf"(?:(?:{'|'.join(ONES)})und)?(?:{'|'.join(TENS)}|dreissig)|{'|'.join(TEENS)}"
SMALL = rf"{TEN_OR_MORE}|{'|'.join(ONES)}"
HUNDREDS = rf"(?:(?:{'|'.join(ONES)})?hundert(?:und)?(?:{SMALL})?|{SMALL})"
NUMBER_WORD = rf"(?!eine?\b)(?:(?:{HUNDREDS})?tausend(?:und)?(?:{HUNDREDS})?|{HUNDREDS}|{'|'.join(ENGLISH)})"
"""From two on: "ein" is an article more often than a number."""

NUMBER_WORDS = (*ONES, *TEENS, *TENS, *ENGLISH, "dreissig", "hundert", "tausend")
"""With one of these every word begins that NUMBER_WORD matches."""

LAST_SHORT_ORDINAL = 19
IRREGULAR = {1: "ersten", 3: "dritten", 7: "siebten", 8: "achten"}
DAY_WORDS = {
    IRREGULAR.get(number, f"{word}{'ten' if number <= LAST_SHORT_ORDINAL else 'sten'}"): number
    for word, number in BELOW_HUNDRED.items()
    if number <= 31
}
"""The days of a month: "am dritten März"."""


def value_of(word: str) -> int:
    """The number that a word matched by NUMBER_WORD names."""
    plain = word.lower().replace("dreissig", "dreißig")
    if plain in ENGLISH:
        return ENGLISH[plain]
    thousands, has_thousands, rest = plain.partition("tausend")
    if has_thousands:
        return 1000 * (below_thousand(thousands) or 1) + below_thousand(rest)
    return below_thousand(plain)


def below_thousand(word: str) -> int:
    hundreds, has_hundreds, rest = word.removeprefix("und").partition("hundert")
    if has_hundreds:
        return 100 * BELOW_HUNDRED.get(hundreds, 1) + BELOW_HUNDRED.get(rest.removeprefix("und"), 0)
    return BELOW_HUNDRED.get(hundreds, 0)
