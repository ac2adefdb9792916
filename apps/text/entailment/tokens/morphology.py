"""Base form and part of speech of a word, by the Hanover Tagger (package HanTa).

Three libraries were tried on the words of official texts (Python 3.11, one core):

| | licence | what it gives | first call | memory | a new word |
|---|---|---|---|---|---|
| HanTa 1.2 | LGPL-3.0-or-later | base form, part of speech, verb form, morphemes; de, en | 0.03 s | 10 MB | 0.12 ms |
| simplemma 2.0 | MIT | base form only | 0.9 s | 24 MB (low_memory), 110 MB (default) | 0.01 ms |
| dwdsmor 0.11 | LGPL-3.0 (data apart) | everything | its automata are downloaded at run time | - | - |

dwdsmor is out because nothing is downloaded at run time. simplemma's base forms are as good, but it cannot tell a verb
from a noun, a participle from an attribute, "jünger" from "jung": all of that is needed here. HanTa is plain Python
with numpy (3.11 to 3.13), its models are inside the package (1.2 and 1.7 MB). Words are kept once analysed, and new
ones are looked for by an index of ours in half the time, for 4 MB (indexed_tagger.py).
"""

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any

LONGEST_WORD = 48
KEPT_WORDS = 20_000
DEGREES = ("er", "st")
DEGREE_OF_TAG = {"AJC": "er", "AJS": "st"}
"""By the tags of English adjectives."""


@dataclass(frozen=True, slots=True)
class TaggedWord:
    """`tag` is the model's: VV(FIN), VV(INF), VV(PP), VV(IZU), ADJ(A), NN, … in German; CLAWS tags in English.

    `degree` is "er" for a comparative and "st" for a superlative.
    """

    lemma: str
    tag: str
    degree: str = ""


@lru_cache(maxsize=2)
def tagger(language: str) -> Any:
    """The model of a language."""
    # With it comes numpy, which not every process loads.
    from apps.text.entailment.tokens.indexed_tagger import read_tagger

    return read_tagger(language)


@lru_cache(maxsize=KEPT_WORDS)
def analyse_word(word: str, language: str = "de") -> TaggedWord:
    """A single word; one that is too long to be a word is its own base form."""
    if len(word) > LONGEST_WORD:
        return TaggedWord(word.lower(), "XY")
    try:
        lemma, tag = tagger(language).analyze(word)
        if language == "de" and word.islower() and tag.startswith("N"):
            lemma, tag = likeliest_other_reading(word, lemma, tag)
        if language == "de" and tag == "NN" and word[-3:] == "ern" and lemma.lower() == word[:-3].lower():
            lemma = agent_noun_of_dative(word) or lemma
        if language == "de" and (verb := verb_of_unknown_participle(word)):
            lemma, tag = verb, "VV(PP)"
        if language == "de" and tag == "VV(INF)" and (verb := verb_of_strong_participle(word)):
            lemma, tag = verb, "VV(PP)"
        compared = tag[0] in "AJ" and any(ending in word for ending in DEGREES) and word.lower() != lemma
        morphemes = tagger(language).analyze(word, taglevel=3)[1] if compared and language == "de" else ()
    except (KeyError, ValueError, IndexError):
        return TaggedWord(word.lower(), "XY")
    degree = DEGREE_OF_TAG.get(tag, "") if language == "en" else degree_of_comparison({kind for _, kind in morphemes})
    return TaggedWord(lemma.lower(), tag, degree)


def agent_noun_of_dative(word: str) -> str:
    """ "Halter" of "Haltern", which is no "Halt"; an empty text for the dative of "Kinder"."""
    lemma, tag = tagger("de").analyze(word[:-1])
    return str(lemma) if tag == "NN" and lemma.lower() == word[:-1].lower() else ""


def likeliest_other_reading(word: str, lemma: str, tag: str) -> tuple[str, str]:
    """A German word in small letters is no noun: the likeliest other reading, where there is one."""
    others = [name for name, _ in tagger("de").tag_word(word, cutoff=LEAST_LIKELY) if not name.startswith("N")]
    if not others:
        return (word, "VV(INF)") if is_separable_verb(word) else (lemma, tag)
    found: tuple[str, str] = tagger("de").analyze(word, pos=others[0])
    return found


def verb_of_unknown_participle(word: str) -> str:
    """ "anleinen" of "angeleint", a verb the model never saw; an empty text for every other word."""
    match = WEAK_PARTICIPLE.fullmatch(word)
    if match is None or not word.islower():
        return ""
    [(_, logarithm), *_] = tagger("de").tag_word(word, cutoff=LEAST_LIKELY)
    return f"{match['particle']}{match['stem']}en".replace("ß", "ss") if logarithm < OF_UNKNOWN_WORDS else ""


INSEPARABLE = ("ent", "ver", "zer", "be", "er")


def verb_of_strong_participle(word: str) -> str:
    """ "entleihen" of "entliehen", read as an infinitive no text has: as "leihen" of "geliehen"; else an empty text."""
    prefix = next((p for p in INSEPARABLE if word.startswith(p)), "")
    if not prefix or not word.islower() or not word.endswith("en") or is_known_verb(word):
        return ""
    lemma, tag = tagger("de").analyze(f"ge{word.removeprefix(prefix)}")
    return f"{prefix}{lemma.lower()}" if tag == "VV(PP)" and lemma.endswith("en") else ""


@lru_cache(maxsize=2_000)
def verb_of_participle(word: str) -> str:
    """The base form of the verb whose participle an adjective may be: "entfernt" is entfernen; else an empty text."""
    if verb := verb_of_unknown_participle(word):
        return verb
    if word.endswith("end"):
        return ""  # who does it, "beratend", and not to whom it is done
    names = {name for name, _ in tagger("de").tag_word(word, cutoff=LEAST_LIKELY)}
    return str(tagger("de").analyze(word, pos="VV(PP)")[0]).lower().replace("ß", "ss") if "VV(PP)" in names else ""


@lru_cache(maxsize=2_000)
def is_known_verb(infinitive: str) -> bool:
    """Whether the tagger knows the German verb: "gewährleisten", not "einverständniserklären", which it makes up."""
    likely = dict(tagger("de").tag_word(infinitive, cutoff=LEAST_LIKELY))
    return max((logarithm for name, logarithm in likely.items() if name.startswith("VV")), default=-math.inf) > OF_VERBS


def is_known_noun(word: str) -> bool:
    """Whether German has the noun: "Bad", not "Ung"."""
    likely = dict(tagger("de").tag_word(word.capitalize(), cutoff=LEAST_LIKELY))
    return bool(likely.get("NN", -math.inf) > OF_KNOWN_WORDS)


OF_VERBS = -25
"""Rare verbs are above it, nouns with a verb's ending below; as `OF_KNOWN_WORDS`."""


@lru_cache(maxsize=2_000)
def last_noun(compound: str) -> str:
    """ "behälter" of "Altglassammelbehälter", which is read as an adjective; an empty text for any other word."""
    low = compound.lower()
    if len(low) < LEAST_COMPOUND or not analyse_word(compound).tag.startswith("ADJ"):
        return ""
    for place in range(len(low) - LEAST_NOUN, LEAST_NOUN - 1, -1):
        [(name, logarithm), *_] = tagger("de").tag_word(low[place:].capitalize(), cutoff=LEAST_LIKELY)
        if name == "NN" and logarithm > OF_KNOWN_WORDS:
            return low[place:]
    return ""


LEAST_COMPOUND, LEAST_NOUN = 14, 6
"""Letters."""
OF_KNOWN_WORDS = -16
"""Logarithm of how likely a word is that was seen in training; those made up of its parts are far below."""
OF_UNKNOWN_WORDS = -30
"""Those that neither training nor its parts know are below."""


def is_seen_word(word: str) -> bool:
    """Whether German has the word, and often: no slip of the pen, however much it sounds like another."""
    return word_likelihood(word) > OF_KNOWN_WORDS


def is_likely_word(word: str) -> bool:
    """Whether the word, or its parts, may be German at all: "Flohmarkt", not "Fundbürro"."""
    return word_likelihood(word) > OF_UNKNOWN_WORDS


@lru_cache(maxsize=2_000)
def word_likelihood(word: str) -> float:
    """The logarithm, with a capital or without, whichever is likelier."""
    if len(word) > LONGEST_WORD:
        return -math.inf
    forms = (word.lower(), word.lower().capitalize())
    return max(float(logarithm) for form in forms for _, logarithm in tagger("de").tag_word(form, cutoff=LEAST_LIKELY))


# A part of PARTICLES in separable_prefixes.py: what begins with one and goes on as a verb counts as a verb at once.
SEPARABLE = ("unter", "durch", "über", "nach", "auf", "aus", "ein", "vor", "mit", "bei", "ab", "an", "um", "zu")

WEAK_PARTICIPLE = re.compile(rf"(?P<particle>{'|'.join(SEPARABLE)})ge(?P<stem>\w{{2,}}?)(?:(?<=[dt])e)?t")


def is_separable_verb(word: str) -> bool:
    """ "anzeigen" in small letters: a particle and a verb the model knows."""
    particle = next((p for p in SEPARABLE if word.startswith(p)), "")
    rest = word.removeprefix(particle)
    return bool(particle) and rest.endswith("en") and tagger("de").analyze(rest)[1].startswith("VV")


def reads_as_noun(word: str) -> bool:
    """Whether a German word that somebody typed without a capital is surely a noun: "kampfhund", but neither "zahlen"
    nor "kosten"."""
    likely = tagger("de").tag_word(word.lower(), cutoff=LEAST_LIKELY) if len(word) <= LONGEST_WORD else []
    of_nouns = max((logarithm for name, logarithm in likely if name.startswith("N")), default=-math.inf)
    of_others = max((logarithm for name, logarithm in likely if not name.startswith("N")), default=-math.inf)
    return bool(of_nouns > of_others + SURELY)


def reads_as_verb(word: str) -> bool:
    """Whether a German word, were it typed without a capital, is likeliest a verb: "anmelden", and "kosten" too."""
    likely = tagger("de").tag_word(word.lower(), cutoff=LEAST_LIKELY) if len(word) <= LONGEST_WORD else []
    return bool(likely) and max(likely, key=itemgetter(1))[0].startswith("VV")


SURELY = 3
"""How much likelier it must be as a noun, as a difference of logarithms."""
LEAST_LIKELY = 15
"""How much less likely than the first a reading may be, as a difference of logarithms."""


def degree_of_comparison(kinds: set[str]) -> str:
    if kinds & {"ADJ_SUP", "SUF_SUP"}:
        return "st"
    return "er" if kinds & {"ADJ_COMP", "SUF_COMP"} else ""
