"""Matches words of a question with words of a table: the same stem, or one a part of the other as in compounds."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from apps.text.word_stems import STOP_WORDS, fold, stem

TOKEN = re.compile(r"\d+(?:[./,]\d+)*|[^\W\d_]+")
GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+")
TELLING = frozenset({"mit", "ohne", "unter", "ab", "uber", "bis", "jahr"})
"""Small words that tell columns such as "mit Termin" and "ohne Termin" apart."""
SHORTEST_HEAD, SHORTEST_BEGINNING = 4, 6
LONGEST_ENDING = 2
"""Letters of a word that is the end of a longer one, which says what the longer one is, or its beginning."""
YEAR = re.compile(r"(?:19|20)\d\d")
MONEY = frozenset(
    """
    kostet kosten kostete kosteten gekostet teuer teurer teuerste teuersten teuerster gunstig gunstiger gunstigste
    gunstigsten billig billiger billigste billigsten preiswerteste preiswertesten bezahlen zahlen zahle zahlt bezahle
    brachte brachten bringt bringen einbringen eingebracht eingenommen ausgegeben ausgezahlt preis preise
    """.split()  # noqa: SIM905 - a list of words to be read
)
"""Folded words that ask for money."""
LENGTH_OR_TIME = frozenset(
    """
    lang langer lange langste langsten dauert dauerte dauern kurz kurzer kurzeste kurzesten
    """.split()  # noqa: SIM905 - a list of words to be read
)
SAYS_NOTHING = frozenset(
    """
    geben gab gegeben gibt gehort betragt betrug beitragen nennt tabelle jeweils all alle aller allen gesamt zahl anzahl
    hohe wert werte denn etwa genau ging gingen eingegangen eingehen jahre jahres jahren sind waren ende anfang betragen
    bitte sagen entfallen entfallt davon
    """.split()  # noqa: SIM905 - a list of words to be read
)


@dataclass(frozen=True, slots=True)
class TableWord:
    """`stem` is folded; a number is without marks of thousands. `is_small`: only tells columns apart."""

    text: str
    stem: str
    is_small: bool = False

    @property
    def is_number(self) -> bool:
        return self.stem[:1].isdigit()


def telling_words(text: str) -> Iterator[TableWord]:
    """Yields the words that say something, with the small ones that tell columns apart."""
    for found in TOKEN.finditer(text):
        token = fold(found[0])
        if token[0].isdigit():
            yield TableWord(found[0], token.replace(".", "") if GROUPED.fullmatch(token) else token)
        elif len(token) == 1 and found[0].isupper():
            yield TableWord(found[0], token)
        elif token in TELLING:
            yield TableWord(found[0], token, is_small=True)
        elif token not in STOP_WORDS and token not in SAYS_NOTHING:
            yield TableWord(found[0], stem(token))


def matches_word(asked: TableWord, said: TableWord) -> bool:
    """Whether the words are the same or one is a part of the other: "Wohngeldantrag" and "Anträge"."""
    if asked.stem == said.stem:
        return True
    if asked.is_number or said.is_number:
        return matches_year(asked, said)
    if asked.is_small or said.is_small:
        return False
    short, long = sorted((asked.stem, said.stem), key=len)
    if is_inflected(short, long):
        return True
    return (len(short) >= SHORTEST_HEAD and long.endswith(short)) or (
        len(short) >= SHORTEST_BEGINNING and long.startswith(short)
    )


def is_inflected(short: str, long: str) -> bool:
    """Whether only an ending follows: "vorgemerk" and "vorgemerkt"."""
    return len(short) >= SHORTEST_BEGINNING and long.startswith(short) and len(long) - len(short) <= LONGEST_ENDING


def matches_year(asked: TableWord, said: TableWord) -> bool:
    """2024 asks for 31.12.2024, not the other way round."""
    return bool(YEAR.fullmatch(asked.stem)) and said.stem.endswith((f".{asked.stem}", f"/{asked.stem}"))


def matches_any_word(asked: TableWord, said: Iterable[TableWord]) -> bool:
    return any(matches_word(asked, one) for one in said)


def contains_same_word(asked: TableWord, said: Iterable[TableWord]) -> bool:
    """The very word, not one that is a part of it or has it as a part."""
    return any(asked.stem == one.stem or matches_year(asked, one) for one in said)


def contains_whole_compound(asked: TableWord, said: Sequence[TableWord]) -> bool:
    """Whether all of a word is said: who asks for an "Investitionsmaßnahme" wants no other "Maßnahme"."""
    for one in said:
        if matches_word(asked, one) and (len(one.stem) >= len(asked.stem) or is_inflected(one.stem, asked.stem)):
            return True
        if matches_word(asked, one):
            rest = asked.stem.removesuffix(one.stem) if asked.stem.endswith(one.stem) else ""
            rest = rest.rstrip("-").removesuffix("s")
            if asked.is_number or (rest and any(begins_alike(rest, other.stem) for other in said)):
                return True
    return False


def begins_alike(part: str, stem_said: str) -> bool:
    short, long = sorted((part, stem_said), key=len)
    return len(short) >= SHORTEST_HEAD and long.startswith(short[: max(SHORTEST_HEAD, len(short) - 2)])
