"""Restores section signs ("§ 12 Abs. 3") that OCR has misread as "$", "8", "5", "S" or "&".

Tesseract's German knows no such sign. It is put back where the words around it leave no doubt; what may be an amount of
money ("$ 100") or a number stays.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from apps.documents.parsing.ocr.tesseract import OcrWord

SIGN = re.compile(r"(\(?)([§$&8S5s]{1,2}|[8Ss][$&][8Ss])")
SIGN_AND_NUMBER = re.compile(r"(\(?)([§$&])(\d{1,3}[a-z]?)([,;:.)]*+)")
"""Both without a blank between them."""
SECTION = "§"
READ_IN_ONE = re.compile(r"[8S$&](\d{1,3}[a-z]?)")
"""A sign that is read as one word with its number."""
NUMBER = re.compile(r"(\d{1,3})([a-z]?)[,;:.)]*+")
PART = re.compile(
    r"(?:Abs\.?|Absatz|Absätze|Absätzen|Satz|Sätze|Nr\.?|Nrn\.|Nummern?|Buchst\.|Buchstabe|lit\.|ff?\.)[,;)]*+"
)
JOINS = frozenset({"und", "bis", "oder", "sowie", "ff.", "ff"})
RULES = re.compile(
    r"[A-ZÄÖÜ]\w*(?:gesetz|satzung|ordnung|buch|vertrag|richtlinie|statut)\w*+|(?:Gesetz|Satzung|Ordnung|Verordnung)\w*+"
)
SHORT_FORM = re.compile(r"[A-ZÄÖÜ]\w{0,12}[BGO][,;:.)]*+")
"""Of a law: "BGB", "VwVfG", "GemO"."""
OF_RULES = frozenset({"der", "des", "dieser", "dieses", "diesem", "unserer"})
BEFORE_RULES = frozenset(
    "nach gemäß gem. vgl. siehe s. i.v.m. laut entsprechend des im aus mit in von und oder".split()  # noqa: SIM905
)
NAMED_BY = frozenset({"nach", "gemäß", "gem.", "vgl.", "siehe", "i.v.m."})
"""After these a "$" is no amount."""
LIKE_SIGN = frozenset("§$&")
"""No word of a text; "8", "S" and "5" are."""
UNITS = re.compile(r"(?:Euro|EUR|€|Cent|Dollar|USD|Mio\.?|Stück|Jahre?n?|Tage?n?|Uhr|%)\b", re.IGNORECASE)
LEAST_HEADINGS = 3
"""That count up, on a page on which no other words tell that signs of sections are there."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that may begin with the sign of a section: the place of its first word, and its number."""

    place: int
    number: int
    is_like_sign: bool


def restore_section_signs(words: Sequence[OcrWord]) -> list[OcrWord]:
    """`words` are those of a page in reading order; so are those given back, as many."""
    texts = [word.text for word in words]
    named = {place for place in range(len(texts)) if is_section_sign(texts, place)}
    wanted = named | set(section_headings(words, has_signs=bool(named)))
    corrected = (corrected_text(texts, place) if place in wanted else text for place, text in enumerate(texts))
    return [replace_word_text(word, text) for word, text in zip(words, corrected, strict=True)]


def replace_word_text(word: OcrWord, text: str) -> OcrWord:
    return word if word.text == text else replace(word, text=text)


def restore_section_signs_in_cell(words: Sequence[OcrWord]) -> list[OcrWord]:
    """Restores the signs of a table's cell, where nothing stands before them: "8 18 StrWG" is no number."""
    texts = [word.text for word in words]
    named = {place for place in range(len(texts)) if is_section_sign(texts, place, begins_cell=place == 0)}
    corrected = (corrected_text(texts, place) if place in named else text for place, text in enumerate(texts))
    return [replace_word_text(word, text) for word, text in zip(words, corrected, strict=True)]


def restore_section_signs_in_column(cells: Sequence[list[OcrWord]]) -> list[list[OcrWord]]:
    """Cells below each other, the head first: where each of the others begins with a sign or with what is read for one,
    and one is certain, "812 Abs. 2" is § 12."""
    read = [restore_section_signs_in_cell(cell) for cell in cells]
    body = [cell[0].text for cell in read[1:] if cell]
    if not any(text.startswith(SECTION) for text in body):
        return read
    if not all(text.startswith(SECTION) or READ_IN_ONE.fullmatch(text) for text in body):
        return read
    return [read[0], *([separate_section_sign(cell[0]), *cell[1:]] if cell else cell for cell in read[1:])]


def separate_section_sign(word: OcrWord) -> OcrWord:
    """ "812" as "§12"; one that begins with the sign stays."""
    read = READ_IN_ONE.fullmatch(word.text)
    return replace(word, text=f"{SECTION}{read[1]}") if read else word


def is_section_sign(texts: Sequence[str], place: int, *, begins_cell: bool = False) -> bool:
    """Whether the words around tell that the one at `place` is the sign of a section."""
    text = texts[place]
    is_whole = SIGN_AND_NUMBER.fullmatch(text) is not None
    sign = SIGN.fullmatch(text)
    if not is_whole and sign is None:
        return False  # As nearly all words: nothing around them is looked at.
    before = texts[max(0, place - 1) : place]
    after = list(texts[place + (0 if is_whole else 1) : place + 7])
    if not is_whole and (not after or not NUMBER.fullmatch(after[0])):
        return False
    is_like_sign = is_whole or (sign is not None and bool(LIKE_SIGN & set(sign[2])))
    following = after[1:]
    if following and UNITS.match(following[0]):
        return False
    preposition = "".join(before).lstrip("(").lower()
    is_awaited = begins_cell or preposition in BEFORE_RULES
    if following and PART.fullmatch(following[0]):
        return is_like_sign or is_awaited
    if is_like_sign and preposition in NAMED_BY:
        return True
    is_double = len(text) == 2 and bool(JOINS.intersection(following[:1]))
    return (is_like_sign or is_double or is_awaited) and names_legal_text(following)


def names_legal_text(following: Sequence[str]) -> bool:
    """Whether what stands behind the number is a law or the like: "BGB", "der Satzung", "und 6 KAG"."""
    rest = list(following)
    while len(rest) > 1 and rest[0] in JOINS and NUMBER.fullmatch(rest[1]):
        rest = rest[2:]
    if rest and rest[0] in OF_RULES:
        return any(RULES.match(word) or is_short_form(word) for word in rest[1:3])
    return bool(rest) and is_short_form(rest[0])


def is_short_form(word: str) -> bool:
    return SHORT_FORM.fullmatch(word) is not None and sum(map(str.isupper, word)) > 1


def section_headings(words: Sequence[OcrWord], *, has_signs: bool) -> Iterator[int]:
    """The places of those that count up."""
    found = list(possible_headings(words))
    runs: list[list[Heading]] = []
    for each in found:
        if runs and each.number - runs[-1][-1].number in (0, 1):
            runs[-1].append(each)
        else:
            runs.append([each])
    for run in runs:
        least = 1 if has_signs else LEAST_HEADINGS
        numbers = {each.number for each in run}
        if any(each.is_like_sign for each in run) and len(numbers) >= least:
            yield from (each.place for each in run)


def possible_headings(words: Sequence[OcrWord]) -> Iterator[Heading]:
    """Lines such as "8 4 Fälligkeit"."""
    for _, line in groupby(enumerate(words), key=lambda each: each[1].line):
        (place, first), *rest = line
        sign = SIGN.fullmatch(first.text)
        number = NUMBER.fullmatch(rest[0][1].text) if rest else None
        if sign is None or number is None:
            continue
        title = rest[1][1].text.lstrip('„"(') if len(rest) > 1 else ""
        if (not title or title[0].isupper()) and not UNITS.match(title):
            yield Heading(place, int(number[1]), bool(LIKE_SIGN & set(sign[2])))


def corrected_text(texts: Sequence[str], place: int) -> str:
    """Two signs where several numbers follow."""
    if whole := SIGN_AND_NUMBER.fullmatch(texts[place]):
        return f"{whole[1]}§{whole[3]}{whole[4]}"
    sign = SIGN.fullmatch(texts[place])
    following = texts[place + 2 : place + 3]
    is_double = sign is not None and len(sign[2]) > 1 and bool(JOINS.intersection(following))
    return f"{sign[1] if sign else ''}{'§§' if is_double else '§'}"
