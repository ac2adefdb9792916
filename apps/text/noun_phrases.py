"""Finds the noun phrases of a text, German or English, by capitals, stop words and endings. No model.

German writes nouns with capitals, so a noun is found by its first letter; at the start of a sentence it must be seen
elsewhere too or end like a noun. In English names are capitalised; other phrases are runs of words between stop words
that end like a noun or come again.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from apps.text.grammar.function_words import function_word_shares
from apps.text.quotable_units import quotable_units
from apps.text.word_stems import GENERIC_WORDS, STOP_WORDS, fold, stem

MOST_PHRASES = 15
"""Phrases of one text: enough for a page, few enough that a graph of them can be read."""
LONGEST_PHRASE = 4
TOKEN = re.compile(
    r"(?<!§)§++\s*+\d+\w?(?:\s+(?:Abs\.|Absatz)\s*\d+)?(?:\s+[A-ZÄÖÜ][\w-]{1,9})?|\d+/\d+"
    r"|[^\W\d_](?:[^\W_]|-)*(?:[’'][^\W\d_]+)?|\d+|[^\w\s]"
)
CAPITAL = re.compile(r"[A-ZÄÖÜ]")
IDENTIFIER = re.compile(r"§|\d+/\d+$")
GERMAN_ENDINGS = (
    "ung", "ungen", "heit", "keit", "schaft", "tion", "tionen", "ität", "gesetz", "verordnung", "amt", "stelle", "nis",
    "verwaltung", "behörde", "antrag", "gebühr", "gebühren", "recht", "pflicht", "frist", "schein", "ausweis",
)  # fmt: skip
ENGLISH_ENDINGS = (
    "tion", "tions", "sion", "ment", "ments", "ness", "ity", "ities", "ism", "ship", "ance", "ence", "logy", "logies",
    "graphy", "ware", "ist", "ists", "ics", "er", "ers", "or", "ors", "cy", "ure", "dom", "hood",
)  # fmt: skip
GERMAN_LINKS = frozenset({"für", "der", "des", "von", "zur", "zum"})
LINKABLE = re.compile(r"(?:verwaltung|amt|agentur|ministerium|behörde|gesetz|verordnung|kammer|stelle|rat|bund)$", re.I)
# Talk fills the gaps between what is said.
FILLERS = frozenset(
    """
    yeah okay thing things stuff lot lots kind sort way ways bit guy guys people person something anything
    everything someone one ones time times year years day days today right really actually basically sure thank
    thanks well day point part question questions answer number hello welcome music episode podcast host guest
    herr frau ding sache sachen mal dame herren damen
    """.split()  # noqa: SIM905 - a list of words to be read
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase with its most used spelling and the sentences it stands in."""

    name: str
    count: int
    sentences: tuple[int, ...]


def detect_german_or_english(text: str) -> str:
    """ "de" or "en", by which function words there are more."""
    shares = function_word_shares([word.lower() for word in re.findall(r"[^\W\d_]+", text[:20_000])])
    return "en" if shares["en"] > shares["de"] else "de"


def quotable_sentences(text: str) -> list[str]:
    """What can be quoted, in its order; a text without any sentence is one."""
    found = [unit.quote for unit in quotable_units(text)]
    return found or [" ".join(text.split())][: bool(text.strip())]


def find_noun_phrases(sentences: list[str], language: str, most: int = MOST_PHRASES) -> list[Phrase]:
    """The phrases that say what the sentences are about, best first, at most `most`."""
    tokens = [TOKEN.findall(sentence) for sentence in sentences]
    found = german_phrases(tokens) if language == "de" else english_phrases(tokens)
    spellings: dict[str, Counter[str]] = {}
    places: dict[str, list[int]] = {}
    for place, words in found:
        key = phrase_key(words)
        spellings.setdefault(key, Counter())[" ".join(words)] += 1
        places.setdefault(key, []).append(place)
    ranked = sorted(spellings, key=lambda key: (-phrase_weight(key, spellings[key]), key))
    best = [key for key in ranked if not is_part_of_longer_phrase(key, ranked, spellings)][:most]
    return [
        Phrase(most_used_spelling(spellings[key]), spellings[key].total(), tuple(dict.fromkeys(places[key])))
        for key in best
    ]


def phrase_key(words: list[str]) -> str:
    """Forms of one phrase together: the last word by its stem, the others as they are."""
    *first, last = (fold(word) for word in words)
    return " ".join([*first, stem(last)])


def most_used_spelling(spellings: Counter[str]) -> str:
    return min(spellings, key=lambda spelling: (-spellings[spelling], len(spelling), spelling))


def phrase_weight(key: str, spellings: Counter[str]) -> float:
    """Often, and of several or long words: compounds and names name subjects."""
    return spellings.total() * (1 + 0.5 * key.count(" ")) * math.sqrt(min(len(key), 24))


def is_part_of_longer_phrase(key: str, keys: list[str], spellings: dict[str, Counter[str]]) -> bool:
    """Part of a longer phrase and hardly ever alone."""
    padded = f" {key} "
    return any(
        padded in f" {other} " and spellings[other].total() >= spellings[key].total() for other in keys if other != key
    )


def is_content_word(word: str) -> bool:
    """A word with an apostrophe is a contraction or a genitive; the plain form comes elsewhere."""
    folded = fold(word)
    is_common = folded in STOP_WORDS or folded in GENERIC_WORDS or folded in FILLERS
    return len(word) > 2 and not is_common and "’" not in word and "'" not in word


def german_phrases(sentences: list[list[str]]) -> Iterator[tuple[int, list[str]]]:
    inside = {word for words in sentences for word in words[1:] if CAPITAL.match(word)}
    for place, words in enumerate(sentences):
        run: list[str] = []
        for position, word in enumerate([*words, "."]):
            if IDENTIFIER.match(word):
                yield place, [word]
            is_noun = bool(CAPITAL.match(word)) and is_content_word(word)
            if is_noun and position == 0:
                is_noun = word in inside or word.lower().endswith(GERMAN_ENDINGS) or len(words) < 4
            if is_noun and len(run) < LONGEST_PHRASE:
                run.append(word)
                continue
            if run and word in GERMAN_LINKS and LINKABLE.search(run[-1]) and continues_phrase(words, position):
                run.append(word)
                continue
            yield from trim_trailing_links(place, run)
            run = [word] if is_noun else []


def continues_phrase(words: list[str], position: int) -> bool:
    following = words[position + 1 : position + 2]
    return bool(following) and bool(CAPITAL.match(following[0])) and is_content_word(following[0])


def trim_trailing_links(place: int, run: list[str]) -> Iterator[tuple[int, list[str]]]:
    while run and run[-1] in GERMAN_LINKS:
        run = run[:-1]
    if run:
        yield place, run


def english_phrases(sentences: list[list[str]]) -> Iterator[tuple[int, list[str]]]:
    inside = {word for words in sentences for word in words[1:] if CAPITAL.match(word)}
    common = list(name_and_word_runs(sentences, inside))
    counts = Counter(phrase_key(list(pair)) for _, words, _ in common for pair in pairwise(words))
    for place, words, is_name in common:
        again = [list(pair) for pair in pairwise(words) if not is_name and counts[phrase_key(list(pair))] > 1]
        yield from ((place, pair) for pair in again)
        last = words[-1].lower()
        if is_name or (not again and last.endswith(ENGLISH_ENDINGS) and len(words) <= 2 and len(last) > 5):
            yield place, words


def name_and_word_runs(sentences: list[list[str]], inside: set[str]) -> Iterator[tuple[int, list[str], bool]]:
    """Runs of names and runs of common words, which do not mix."""
    for place, words in enumerate(sentences):
        run: list[str] = []
        of_names = False
        for position, word in enumerate([*words, "."]):
            if IDENTIFIER.match(word):
                yield place, [word], True
            is_name = bool(CAPITAL.match(word)) and (position > 0 or word in inside) and word != "I"
            fits = (is_content_word(word) or (is_name and len(word) == 2 and bool(run))) and word[0].isalpha()
            fits = fits and (not run or is_name == of_names)
            if fits and len(run) < LONGEST_PHRASE:
                run.append(word if is_name else word.lower())
                of_names = is_name
                continue
            if run:
                yield place, run, of_names
            run = [word if is_name else word.lower()] if is_content_word(word) and word[0].isalpha() else []
            of_names = is_name
