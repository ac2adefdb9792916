"""Words that multiply the number before them: "Tsd.", "Millionen", "billion", and the "bn" of "$5bn"."""

SCALES = {
    "tausend": 3,
    "tsd": 3,
    "thousand": 3,
    "million": 6,
    "millionen": 6,
    "mio": 6,
    "milliarde": 9,
    "milliarden": 9,
    "mrd": 9,
}
"""Word -> zeros it adds, the same in German and in English."""
SCALES_OF_LANGUAGE = {
    "de": {"billion": 12, "billionen": 12, "billiarde": 15, "billiarden": 15, "trillion": 18, "trillionen": 18},
    "en": {"billion": 9, "trillion": 12},
}
"""A German Billion is a thousand English billions."""
SCALES_AFTER_CURRENCIES = {"k": 3, "m": 6, "mn": 6, "bn": 9}
"""Read only where the sign of a currency stands before the number: "$5m" is no length."""
ABBREVIATIONS = ("tsd", "mio", "mrd")
NAMES = sorted({*SCALES, *SCALES_OF_LANGUAGE["de"], *SCALES_OF_LANGUAGE["en"]} - {*ABBREVIATIONS}, reverse=True)
SCALE_WORD = rf"(?:{'|'.join(ABBREVIATIONS)})\.?|{'|'.join(NAMES)}"
"""Finds the words, not the letters after currencies; without regard to capitals, the longer word first."""
SCALE_LETTERS = "|".join(sorted(SCALES_AFTER_CURRENCIES, reverse=True))


def zeros_of_scale_word(word: str, language: str | None = None, *, is_currency: bool = False) -> int | None:
    """How many zeros the word adds to the number before it, such as 6 for "Mio."; None for any other word.

    `language` is "de" or "en". None, of a text in either, reads a word that both have by its first letter: as a noun
    the German one has a capital. `is_currency`: the sign of a currency stands before the number.
    """
    plain = word.lower().rstrip(".")
    for scales in (SCALES, *scale_tables(word, language), SCALES_AFTER_CURRENCIES if is_currency else {}):
        if plain in scales:
            return scales[plain]
    return None


def scale_tables(word: str, language: str | None) -> tuple[dict[str, int], ...]:
    """The tables in which the word is looked up, the likelier first."""
    if language is not None:
        return (SCALES_OF_LANGUAGE.get(language, {}),)
    order = ("de", "en") if word[:1].isupper() else ("en", "de")
    return tuple(SCALES_OF_LANGUAGE[each] for each in order)
