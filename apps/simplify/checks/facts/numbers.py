"""Compares numbers, amounts and periods: 14 Tage stays 14 Tage, 30,00 € may become 30 Euro, drei may become 3."""

import re
from collections import Counter
from functools import lru_cache

from apps.simplify.checks.facts.normalise_german_numbers import normalise_german_number
from apps.simplify.text.mask_found_matches import MaskedText
from apps.simplify.text.rewrite_fidelity_violation import Violation, invented_values
from apps.text.numbers.parse_number_words import (
    ENGLISH_WORDS,
    FRACTIONS,
    format_plain_number,
    number_phrases_to_digits,
    parse_cardinal,
    parse_ordinal,
)
from apps.text.numbers.scale_words import SCALE_WORD, zeros_of_scale_word
from apps.text.numbers.units import PERIODS, units_by_spelling

# Spelling of a unit -> its name. Whole words, compared without regard to capitals unless they are one letter. Spans of
# time have compounds ("Schultage"): PERIOD reads them.
UNITS = {
    spelling: (unit.label or unit.spellings[0]).lower()
    for spelling, unit in units_by_spelling(with_ambiguous=True).items()
    if unit.dimension not in PERIODS
} | {"h": "stunde", "std": "stunde", "min": "minute", **{unit: unit for unit in ("grad", "db", "mbit", "mal", "fach")}}
PERIOD = re.compile(
    r"(?P<unit>(?:[A-ZÄÖÜ][a-zäöüß]+)?(?:tag|woche|monat|jahr|stunde|minute|sekunde|quartal|day|week|month|year|hour))"
    r"(?:e|en|n|s|es)?$",
    re.IGNORECASE,
)
ADJECTIVE_UNITS = {"monatig": "monat", "jährig": "jahr", "tägig": "tag", "wöchig": "woche", "wöchentlich": "woche",
                   "stündig": "stunde", "minütig": "minute", "jährlich": "jahr", "monatlich": "monat", "mal": "mal",
                   "malig": "mal", "fach": "fach", "stellig": "stelle", "seitig": "seite", "prozentig": "prozent",
                   "teilig": "teil", "stufig": "stufe", "köpfig": "kopf"}  # fmt: skip
# Lebensjahr: who has completed the 18th year of life is 18 years old.
SAME_UNIT = {"lebensjahr": "jahr", "day": "tag", "week": "woche", "month": "monat", "year": "jahr", "hour": "stunde"}

DIGITS = r"(?<![\d.,:] )\d{1,3}(?: \d{3})+(?:,\d+)?(?![\d.])|\d+(?:[.,:\u202f\u00a0]\d+)*(?:[.,](?:-|–|—)+)?"
TOKEN = re.compile(
    rf"(?P<code>(?<![\w-])(?:[^\W\d_]+[-/]?\d+[\w]*(?:[-/.]\w+)*|\d+[a-z](?![\w])))"
    rf"|(?P<currency>(?:€|EUR|DM|\$)\s?(?=\d))?(?P<digits>{DIGITS})(?P<adjective>-?[^\W\d_]+)?"
    r"|(?P<word>[^\W\d_]+(?:-[^\W\d_]+)*)|(?P<sign>[€%‰$]|°C)|(?P<other>\S)"
)
ADJECTIVE = re.compile(rf"^(?P<number>.+?)-?(?P<unit>{'|'.join(ADJECTIVE_UNITS)})(?:e|en|er|es|em|s)?$")
SINGLE_UNIT_FRIST = re.compile(r"^(Tages|Wochen|Monats|Jahres)frist$")
JOINS = {"bis", "und", "oder", "-", "–", "/", "to", "or", "and"}
ARTICLE = re.compile(r"^ein(?:e|en|em|er|es)?$", re.IGNORECASE)
AFTER_ARTICLE = {"der", "die", "das", "dem", "den", "des", "am", "im", "vom", "zum", "zur", "beim", "jede", "jeden",
                 "jeder", "jedes", "jedem", "ein", "eine", "einen", "einem", "einer", "eines"}  # fmt: skip
OF_HUNDRED = ((re.compile(r"\b(?:vom|v\.)\s?(?:Hundert|H\.)"), "Prozent"), (re.compile(r"\bvom Tausend"), "Promille"))
IDIOMS = re.compile(
    r"\b(?:außer Acht|in Acht|unter vier Augen|noch einmal|auf einmal|null und nichtig|erst(?:mals|mal|ens)"
    r"|in erster Linie|fürs Erste|zum ersten Mal|aus erster Hand|ein(?:es)? Tages|zum einen|zum anderen)\b"
)

ONCE = re.compile(r"\bein(?:ziges)? Mal\b")
"""As often as "einmal", which is written as one word."""

Quantity = tuple[str, str]
"""Value and unit, such as ("14", "tag"); the unit is "" where there is none."""

# "ein" alone is no number, but with a unit after it: einen Monat.
HINT = (
    rf"[\d€%‰$°]|^(?i:{'|'.join(unit for unit in UNITS if unit.isalpha())})$"
    r"|(?i:tag|woche|monat|jahr|stunde|minute|sekunde|quartal|day|week|month|year|hour)(?:e|en|n|s|es)?$"
    r"|^(?i:null|eins$|ein(?!e?[nmrs]?$)|zw[eoaö]|drei|dreiß|vier|fünf|sech|sieb|acht|neun|zehn|elf|hundert|tausend|anderthalb"
    rf"|erst|dritt|hälfte|(?:{'|'.join(word for word in ENGLISH_WORDS if word != 'one')})$)"
    rf"|^(?:Tages|Wochen|Monats|Jahres)frist$|^(?i:{SCALE_WORD})$"
)


def check(before: MaskedText, after: MaskedText) -> list[Violation]:
    old, rewritten = parse_quantities(before), parse_quantities(after)
    lost = [
        quantity for quantity in missing_quantities(old, rewritten) if not is_said_otherwise(quantity, before, after)
    ]
    invented = [
        quantity for quantity in new_quantities(old, rewritten) if not is_said_otherwise(quantity, after, before)
    ]
    most = max(len(lost), len(invented))
    pairs = zip(lost + [None] * (most - len(lost)), invented + [None] * (most - len(invented)), strict=True)
    return [Violation("number", format_quantity(one), format_quantity(other)) for one, other in pairs]


def format_quantity(quantity: Quantity | None) -> str | None:
    return " ".join(part for part in quantity if part) if quantity else None


def missing_quantities(old: Counter[Quantity], rewritten: Counter[Quantity]) -> list[Quantity]:
    """Quantities the rewrite has less often. One that gained its unit in the rewrite is still there."""
    lost = list((old - rewritten).elements())
    spare = rewritten - old
    values = Counter(value for value, unit in spare.elements())
    kept: list[Quantity] = []
    for value, unit in lost:
        if not unit and values[value]:
            values[value] -= 1
        else:
            kept.append((value, unit))
    return kept


def new_quantities(old: Counter[Quantity], rewritten: Counter[Quantity]) -> list[Quantity]:
    values = {value for value, _unit in old}
    units = {unit for _value, unit in old}
    without_unit = {value for value, unit in old if not unit}
    return [
        (value, unit)
        for value, unit in invented_values(old, rewritten)
        if not (value in values and (not unit or (value in without_unit and unit in units)))
    ]


def is_said_otherwise(quantity: Quantity, text: MaskedText, other: MaskedText) -> bool:
    """One is also said by an article: 1 Exemplar, ein Exemplar. The other text must have an article more."""
    return quantity == ("1", "") and count_articles(other) > count_articles(text)


def count_articles(text: MaskedText) -> int:
    return sum(bool(ARTICLE.match(word)) for word in re.findall(r"\b[Ee]in\w*", text.text))


def parse_quantities(text: MaskedText) -> Counter[Quantity]:
    """All numbers with their units. Ranges share the unit that follows them: 10 bis 20 Euro are 10 and 20 Euro."""
    plain = number_phrases_to_digits(ONCE.sub("einmal", IDIOMS.sub(" ", text.text)))
    for way, unit in OF_HUNDRED:
        plain = way.sub(unit, plain)
    tokens = list(TOKEN.finditer(plain))
    found: list[tuple[Quantity, int]] = []
    position = 0
    while position < len(tokens):
        word = tokens[position]["word"]
        if word and not may_be_number(word):
            position += 1
            continue
        value, unit, used = parse_quantity(tokens, position)
        if value is None:
            position += 1
            continue
        if not unit:
            unit, more = unit_at(tokens, position + used)
            used += more
        if ARTICLE.match(tokens[position][0]) and not unit:
            position += 1
            continue
        found.append(((value, unit), position))
        position += used
    return Counter(quantity for quantity in share_range_units(found, tokens))


@lru_cache(maxsize=20_000)
def may_be_number(word: str) -> bool:
    """True for words that may be a number somewhere: "ein" and "achten", too; most words are none anywhere."""
    lowered = word.lower()
    return bool(
        ARTICLE.match(word)
        or lowered == "one"
        or SINGLE_UNIT_FRIST.match(word)
        or lowered.partition("-")[0] in FRACTIONS
        or parse_cardinal(lowered, None) is not None
        or parse_ordinal(lowered) is not None
        or ADJECTIVE.match(lowered)
    )


def parse_quantity(tokens: list[re.Match[str]], position: int) -> tuple[str | None, str, int]:
    """Value, unit and number of tokens of the quantity that begins here; the value is None when none does."""
    token = tokens[position]
    if token["code"]:
        return token["code"].lower(), "", 1
    if token["digits"]:
        return parse_digit_quantity(tokens, position)
    word = token["word"]
    if not word:
        return None, "", 1
    if found := SINGLE_UNIT_FRIST.match(word):
        return "1", {"T": "tag", "W": "woche", "M": "monat", "J": "jahr"}[found[1][0]], 1
    if word.lower() == "one" or (ARTICLE.match(word) and word.lower() != "eins"):
        if zeros := zeros_at(tokens, position + 1):
            return scale_value("1", zeros), "", 2
        return (None if word.lower() == "one" else "1"), "", 1
    return parse_word_quantity(tokens, position)


def parse_digit_quantity(tokens: list[re.Match[str]], position: int) -> tuple[str, str, int]:
    token = tokens[position]
    value = normalise_german_number(token["digits"].rstrip("-–—").rstrip(",."))
    currency = unit_name((token["currency"] or "").strip())
    tail = (token["adjective"] or "").lstrip("-")
    if tail:
        if (zeros := zeros_of_scale_word(tail, is_currency=bool(currency))) is not None:
            return scale_value(value, zeros), currency, 1
        unit = unit_name(tail) or adjective_unit(tail)
        return value, unit or tail.lower(), 1
    if zeros := zeros_at(tokens, position + 1, is_currency=bool(currency)):
        return scale_value(value, zeros), currency, 2
    return value, currency, 1


def parse_word_quantity(tokens: list[re.Match[str]], position: int) -> tuple[str | None, str, int]:
    word = tokens[position]["word"]
    lowered = word.lower()
    if (head := lowered.partition("-")[0]) in FRACTIONS:
        return FRACTIONS[head], "", 1
    if (number := parse_cardinal(lowered, None)) is not None and not is_capitalised_noun(tokens, position):
        value = format_plain_number(number)
        zeros = zeros_at(tokens, position + 1)
        return (scale_value(value, zeros), "", 2) if zeros else (value, "", 1)
    if (place := parse_ordinal(lowered)) is not None and is_ordinal(tokens, position):
        return str(place), "", 1
    found = ADJECTIVE.match(lowered)
    if found and (number := parse_cardinal(found["number"], None)) is not None:
        return format_plain_number(number), ADJECTIVE_UNITS[found["unit"]], 1
    return None, "", 1


def is_capitalised_noun(tokens: list[re.Match[str]], position: int) -> bool:
    """ "Acht" and "Sieben" with a capital inside a sentence are no numbers."""
    return tokens[position]["word"][0].isupper() and position > 0 and tokens[position - 1]["word"] is not None


def is_ordinal(tokens: list[re.Match[str]], position: int) -> bool:
    """ "achten" is a verb unless an article stands before it; "Dritte" with a capital are other people."""
    word = tokens[position]["word"]
    if word.startswith("Dritte") or word.lower() in ("achte", "achten", "achtet", "achter"):
        before = tokens[position - 1]["word"] if position else None
        return word[0].islower() and before is not None and before.lower() in AFTER_ARTICLE
    return True


def zeros_at(tokens: list[re.Match[str]], position: int, *, is_currency: bool = False) -> int:
    """Zeros that the word at this place adds: Mio. -> 6; 0 for any other word."""
    if position >= len(tokens) or not tokens[position]["word"]:
        return 0
    return zeros_of_scale_word(tokens[position]["word"], is_currency=is_currency) or 0


def scale_value(value: str, zeros: int) -> str:
    from decimal import Decimal, InvalidOperation

    try:
        return f"{Decimal(value).scaleb(zeros).normalize():f}"
    except InvalidOperation:
        return f"{value}e{zeros}"


def unit_at(tokens: list[re.Match[str]], position: int) -> tuple[str, int]:
    """The unit that stands here, or after a full stop or one small adjective (volle, weitere)."""
    for ahead in range(3):
        if position + ahead >= len(tokens):
            break
        token = tokens[position + ahead]
        unit = unit_name(token["sign"] or token["word"] or "")
        if unit:
            return unit, ahead + 1
        if not (token["other"] == "." or may_be_adjective(token["word"])):
            break
    return "", 0


def may_be_adjective(word: str | None) -> bool:
    return bool(word) and str(word).islower() and len(str(word)) > 4 and parse_cardinal(str(word), None) is None


def unit_name(word: str) -> str:
    unit = UNITS.get(word.lower(), "")
    if unit and (len(word) > 1 or word.islower() or not word.isalpha()):
        return unit
    found = PERIOD.match(word)
    if not found:
        return ""
    name = found["unit"].lower()
    return SAME_UNIT.get(name, name)


def adjective_unit(word: str) -> str:
    found = re.match(rf"(?P<unit>{'|'.join(ADJECTIVE_UNITS)})(?:e|en|er|es|em|s)?$", word.lower())
    return ADJECTIVE_UNITS[found["unit"]] if found else ""


def share_range_units(found: list[tuple[Quantity, int]], tokens: list[re.Match[str]]) -> list[Quantity]:
    shared: list[Quantity] = []
    following: tuple[str, int] | None = None
    for (value, unit), position in reversed(found):
        if not unit and following and following[1] - position == 2 and tokens[position + 1][0].lower() in JOINS:
            unit = following[0]
        following = (unit, position)
        shared.append((value, unit))
    return shared
