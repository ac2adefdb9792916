"""A text as typed tokens: words by base form and class, numbers, dates and amounts by value."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from apps.text.entailment.tokens.merge_german_gender_pairs import merge_gender_pairs, shorten_gender_pairs
from apps.text.entailment.tokens.merge_units_and_ranges import complete_ranges, merge_units
from apps.text.entailment.tokens.parse_numbers_and_dates import (
    CLOCK,
    DATE,
    ENGLISH_NUMBER,
    NUMBER,
    Value,
    format_decimal,
    parse_clock_match,
    parse_date_match,
    parse_decimal,
)  # fmt: skip
from apps.text.entailment.tokens.token import Token
from apps.text.grammar.function_words import closed_words
from apps.text.grammar.split_sentences import ABBREVIATIONS

MARKER = re.compile(r"[ ]?\[\d{1,3}\](?=[\s.,;:!?)\[]|$)")
"""A citation in an answer, such as [1]: no part of the sentence."""
WORD = re.compile(r"[-–]?[^\W\d_]+(?:[-'’:*][^\W\d_]+)*|[^\s\w]|_|\w")
NAME_WITH_NUMBER = re.compile(r"[A-ZÄÖÜ]{2,12}-\d{1,3}\b(?![.,]\d)")
""" "COVID-19", "EN-71": no figure of the sentence."""
LABEL = re.compile(r"[^\W\d_][^:;.!?\n]{0,50}:[ ]")
"""The beginning of a row of a table: "Gebühr: 5 Euro; Frist: …"."""
ADDRESS = re.compile(r"https?://[^\s<>]{1,300}|www\.[^\s<>]{1,300}")
CLOSED_BY_FULL_STOP = ABBREVIATIONS | frozenset(
    "art str std mio mrd tsd min max mind tab usw etc no inc ms eg ie".split()  # noqa: SIM905
)
"""Abbreviations of which a full stop is a part, also where a sentence may end with them."""
QUOTATION = frozenset("\"'„“”»«‚‘’`´*_")
DASHES = frozenset("–—-‑•·")

POWERS = re.compile(r"(?<![^\W\d_])(?P<unit>[kcmd]?m)(?P<power>[²2]|[³3])(?!\w)")
""" "m²", "km2": as one word, or the 2 would be a number of its own."""


NEGATIVE = re.compile(r"(?:(?<=[\s(|])|\A)(?<!\d[\s])[-–−](?=\d)")
""" "–2.100 Euro" in a budget; after a number it is a range, as in "10 –12 Uhr"."""
BIDI_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""What follows such a sign is shown from right to left: 96 reads 69."""


BEHIND_FIGURE = re.compile(r"(?:(?<=\d)|(?<=\d[.,]))[^\W\d_]")


def spell_superscript(found: re.Match[str]) -> str:
    """ "10²" is 10^2 and not 102; "3⁴ Wochen" are not 34."""
    return f"^{found[0]}" if unicodedata.normalize("NFKC", found[0])[:1].isdecimal() else found[0]


def spell_power_unit(found: re.Match[str]) -> str:
    return ("q" if found["power"] in "²2" else "cb") + found["unit"]


def strip_invisible(text: str) -> str:
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(sign for sign in text if unicodedata.category(sign) not in INVISIBLE or sign in "\n\t")


INVISIBLE = frozenset({"Cf", "Cc", "Co", "Cn"})
"""Categories of Unicode."""


@lru_cache(maxsize=64)
def visible_text(text: str) -> str:
    """Drops invisible characters, composes the others and makes blanks one: what is seen is what is compared."""
    composed = POWERS.sub(spell_power_unit, strip_invisible(text))
    composed = strip_invisible(unicodedata.normalize("NFKC", BEHIND_FIGURE.sub(spell_superscript, composed)))
    composed = NEGATIVE.sub("minus ", composed)
    return MARKER.sub(" ", composed).replace("\t", " ").replace(" ", " ").replace(" ", " ")


def tokenise(text: str, language: str = "de") -> list[Token]:
    """Tokens of a text that `plain` has gone over. Sentence ends are tokens of kind "end"."""
    if language == "en":
        return complete_ranges(merge_units(scan_tokens(text, language), language))
    tokens = complete_ranges(merge_units(scan_tokens(shorten_gender_pairs(text), language), language))
    return merge_gender_pairs(mark_pronouns(tokens))


AFTER_PRONOUNS = frozenset({"prep", "pron", "det", "verb", "aux", "modal", "punct", "end"})


def mark_pronouns(tokens: list[Token]) -> list[Token]:
    """ "die im Freibad …", "das gilt": an article with no noun after it is a pronoun."""
    for index, token in enumerate(tokens):
        if token.kind == "det" and token.key in {"the", "this", "that", "a"}:
            following = tokens[index + 1] if index + 1 < len(tokens) else None
            alone = following is None or (following.kind in AFTER_PRONOUNS and not is_noun_attribute(tokens, index + 1))
            if alone or token.low == "dies" or is_before_predicate_adjective(tokens, index + 1):
                tokens[index] = replace(token, kind="pron")
        elif token.key == "even" and token.low == "selbst" and index and tokens[index - 1].kind in {"noun", "pron"}:
            tokens[index] = replace(token, key="selbst", kind="adv")  # "die Kosten selbst tragen"
        elif token.low == "ihr" and token.key == "her" and is_lone_pronoun(tokens, index):
            tokens[index] = replace(token, key="they", kind="pron")
        elif token.low in OWNERS and is_joined_to_noun(tokens, index):
            tokens[index] = replace(token, key=OWNERS[token.low], kind="det")
    return tokens


VERBS = frozenset({"verb", "aux", "modal"})


def is_lone_pronoun(tokens: Sequence[Token], index: int) -> bool:
    """ "von ihr verursacht", "mit ihr oder ihren Organen": after a preposition and with no noun of its own."""
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if not index or tokens[index - 1].kind != "prep":
        return False
    return following is None or following.kind in {"conj", "prep", "punct", "end", "verb", "aux", "modal"}


def is_before_predicate_adjective(tokens: Sequence[Token], at: int) -> bool:
    """ "soweit diese angemessen sind": an adjective in front of its verb, at the end of its clause."""
    adjective, verb, end = (*tokens[at : at + 3], *[Token("", "", "end")] * 3)[:3]
    if adjective.kind == "adj" and verb.kind == "aux" and end.kind in {"punct", "end"}:
        return True
    # "müssen Sie das sofort schriftlich melden"
    place = at
    while place < len(tokens) and tokens[place].kind in {"adv", "adj"} and tokens[place].form in {"", "D"}:
        place += 1
    last = tokens[place] if place < len(tokens) else end
    if place > at and tokens[at - 1].low == "das" and last.kind in {"det", "pron", "prep"}:
        return True  # "müssen Sie das sofort dem Amt melden"
    return (
        place > at and last.kind == "verb" and (place + 1 >= len(tokens) or tokens[place + 1].kind in {"punct", "end"})
    )


OWNERS = {"dessen": "his", "deren": "her"}


def is_joined_to_noun(tokens: Sequence[Token], at: int) -> bool:
    """ "der Inhaber oder dessen Erben": no relative pronoun."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    before = tokens[at - 1] if at > 0 else None
    if before is not None and before.kind == "prep" and (at < 2 or tokens[at - 2].text != ","):
        return following is not None and following.kind in {"noun", "adj"}  # "vor dessen Entscheidung"
    return before is not None and before.kind == "conj" and following is not None and following.kind in {"noun", "adj"}


ATTRIBUTIVE = ("te", "ten", "ter", "tes", "tem", "ene", "enen", "ener", "enes", "enem")


def is_noun_attribute(tokens: Sequence[Token], at: int) -> bool:
    """ "die erteilte Genehmigung": a participle between an article and its noun."""
    token, following = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
    attribute = token.kind == "verb" and token.low.endswith(ATTRIBUTIVE) and token.low != token.key
    return attribute and following is not None and following.kind == "noun" and following.text[:1].isupper()


def scan_tokens(text: str, language: str) -> list[Token]:
    found: list[Token] = []
    position, length = 0, len(text)
    start_of_line = True
    while position < length:
        sign = text[position]
        if sign == "\n":
            if found and found[-1].kind != "end" and is_line_end(text, position):
                found.append(Token("\n", ".", "end"))
            position, start_of_line = position + 1, True
            continue
        if sign.isspace():
            position += 1
            continue
        token, position = next_token(text, position, found, language, start_of_line)
        start_of_line = False
        if token is not None:
            found.append(token)
    return found


def is_line_end(text: str, position: int) -> bool:
    """True when the line break is more than the end of a full line: a short line, a bullet or an empty line follows."""
    before = text.rfind("\n", 0, position)
    following = text[position + 1 : position + 3].lstrip(" ")
    if position - before < 56 or following[:1] in DASHES or following[:1] == "\n" or following[:1] == "|":
        return True
    return bool(LABEL.match(text, before + 1) and LABEL.match(text, position + 1))


def next_token(text: str, at: int, found: Sequence[Token], language: str, line_start: bool) -> tuple[Token | None, int]:
    sign = text[at]
    if sign.isdigit() or (sign.isalpha() and language == "en"):
        value, end = figure_token(text, at, language)
        if value is not None:
            return value, end
    if sign in "hw" and (address := ADDRESS.match(text, at)):
        return Token(address[0], address[0].rstrip(".,;:").lower(), "noun"), address.end()
    if sign.isupper() and (name := NAME_WITH_NUMBER.match(text, at)):
        return Token(name[0], name[0].lower(), "noun", "NE"), name.end()
    match = WORD.match(text, at)
    if match is None:
        return None, at + 1
    word = match[0]
    if not word[-1].isalpha():
        return punctuation_token(text, word, at, found, line_start), match.end()
    if word[0] in "-–" and (not found or text[at - 1 : at] not in {" ", "\n"} or len(word) == 1):
        word = word[1:]
    end = match.end()
    if text[end : end + 1] == "." and word.lower() in CLOSED_BY_FULL_STOP:
        end += 1
    return cached_token(word, "", "word", "start" if is_at_sentence_start(found) else ""), end


@lru_cache(maxsize=4_096)
def cached_token(text: str, key: str, kind: str, form: str = "") -> Token:
    """Words and signs come again and again: each is made once."""
    return Token(text, key, kind, form)


def figure_token(text: str, at: int, language: str) -> tuple[Token | None, int]:
    if match := DATE.match(text, at):
        value = parse_date_match(match)
        if value is not None and not LOWER_MONTH.search(match[0]):
            return Token(match[0], str(value), "value", value=value), match.end()
    if not text[at].isdigit():
        return None, at
    if match := CLOCK.match(text, at):
        value = parse_clock_match(match)
        return Token(match[0], str(value), "value", value=value), match.end()
    match = (ENGLISH_NUMBER if language == "en" else NUMBER).match(text, at)
    number = parse_decimal(match[0], language) if match else None
    if match is None or number is None:
        return None, at
    kind, end = "number", match.end()
    if text[end : end + 1] == "." and text[end + 1 : end + 2] == " " and is_ordinal_figure(text, at, end + 2):
        kind, end = "ordinal", end + 1
    value = Value(kind, format_decimal(number))
    return Token(match[0], str(value), "value", value=value), end


LOWER_MONTH = re.compile(r"\b(?:may|march)\b")
"""Verbs, where they are written in small letters: "children under 16 may enter"."""
BEFORE_ORDINALS = re.compile(
    r"\b(?:de[rmsn]|die|das|[ai]m|vom|zu[mr]|beim|ins|jede[rsmn]?|ihre[rsmn]?|ihr|seine[rsmn]?|sein)[ ]\Z",
    re.IGNORECASE,
)
COUNTED = frozenset(
    {"Lebensjahr", "Lebensjahres", "Lebensjahrs", "Lebensmonat", "Lebensmonats", "Schwangerschaftswoche"}
)
"""What is always counted in its order: no sentence ends in front of it."""
MOST_COUNTED_ON = 3
"""Digits of an ordinal: more make a year."""


def is_ordinal_figure(text: str, at: int, following: int) -> bool:
    """ "des 18. Lebensjahres" is an ordinal, "beträgt 18. Der …" ends a sentence."""
    after = text[following : following + 1]
    if after.islower():
        return True
    word = WORD.match(text, following)
    figures = text[at : following - 2]
    if word is not None and word[0] in COUNTED and figures.isdigit() and len(figures) <= MOST_COUNTED_ON:
        return True
    if word is None or not after.isalpha() or word[0].lower() in closed_words("de"):
        return False
    before = text[max(0, at - len(" seinem ")) : at]
    return figures.isdigit() and len(figures) <= MOST_COUNTED_ON and BEFORE_ORDINALS.search(before) is not None


def punctuation_token(text: str, sign: str, at: int, found: Sequence[Token], line_start: bool) -> Token | None:
    if sign in QUOTATION:
        return None
    if sign in DASHES and found and found[-1].kind == "value" and text[at + 1 : at + 3].strip()[:1].isdigit():
        return cached_token(sign, "until", "prep")
    if sign in DASHES:
        return cached_token(sign, "-", "bullet" if line_start else "dash")
    if sign in ".!?":
        return cached_token(sign, sign, "end") if ends_sentence(text, at, found) else None
    if sign in ",;:()":
        return cached_token(sign, sign, "punct")
    if sign == "/":
        return cached_token(sign, "per", "prep")
    return cached_token(sign, sign, "sign")


def ends_sentence(text: str, at: int, found: Sequence[Token]) -> bool:
    if text[at] != ".":
        return True
    following = text[at + 1 : at + 3]
    if following.strip() and not following[0].isspace():
        return False
    last = found[-1] if found else None
    return not (last and last.kind == "word" and len(last.text) == 1 and following.strip())


def is_at_sentence_start(found: Sequence[Token]) -> bool:
    return not found or found[-1].kind in {"end", "bullet"} or found[-1].text == ":"
