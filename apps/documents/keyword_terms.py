"""From text to the terms of the keyword index: stems, numbers and names of files, pairs of CJK characters. Pure.

The same function reads chunks and questions, so that whatever it does to a word it does to both. Terms are numbers of
32 bits: the index is a third smaller than with words, and two words that share one number cost nothing but a little
order. Identifiers give a term of their own beside those of their parts, so that "19/12345" is rarer than a page 19.
"""

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from itertools import chain
from zlib import crc32

from apps.documents.identifiers import identifiers
from apps.llm.offline.words import STOP_WORDS, stem

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
TOKEN = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+")
IS_CJK = re.compile(f"[{CJK}]")
# Spellings without umlauts: "Gebuehr" is "Gebühr". Not after a vowel or q: "neue", "Steuer", "Quelle".
SPELT_OUT = re.compile("(?<![aeiouq])([aou])e")
LONGEST_TEXT = 200_000
"""Characters of a text that count; chunks are far shorter."""


def plain(text: str) -> str:
    """Lower case, compatibility forms resolved, umlauts and ß as plain letters."""
    lowered = unicodedata.normalize("NFKC", text).lower()
    return lowered.replace("ß", "ss").replace("ä", "a").replace("ö", "o").replace("ü", "u")


@lru_cache(maxsize=131_072)
def terms_of_token(token: str) -> tuple[int, ...]:
    """The numbers of a folded word; none for a word that carries no subject."""
    if IS_CJK.match(token):
        return tuple(number(token[place : place + 2]) for place in range(max(1, len(token) - 1)))
    if token in STOP_WORDS:
        return ()
    return (number(stem(SPELT_OUT.sub(r"\1", token))),)


def number(term: str) -> int:
    """A signed number of 32 bits, the same in every process and for ever."""
    value = crc32(term.encode())
    return value - (1 << 32) if value >= 1 << 31 else value


def count_terms(text: str) -> Counter[int]:
    """How often each term stands in the text."""
    tokens = TOKEN.findall(plain(text[:LONGEST_TEXT]))
    counts = Counter(chain.from_iterable(map(terms_of_token, tokens)))
    counts.update(number(name) for name in identifiers(text[:LONGEST_TEXT]))
    return counts
