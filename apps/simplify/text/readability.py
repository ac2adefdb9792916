"""Readability formulas that German practice uses, on counts of sentences and words.

Sources of the formulas: T. Amstad, Wie verständlich sind unsere Zeitungen? (1978), German form of R. Flesch's Reading
Ease; R. Bamberger and E. Vanecek, Lesen - Verstehen - Lernen - Schreiben (1984), Wiener Sachtextformel 1 to 4;
C.-H. Björnsson, Läsbarhet (1968), LIX.
"""

import re
from dataclasses import dataclass

from apps.simplify.text.syllables import count_syllables

LONG_WORD = 6
"""Letters; LIX and the Wiener Sachtextformel count words that are longer."""
LONG_SENTENCE = 20
"""Words; a sentence that has more is long."""
BETWEEN = re.compile(r"(?<=[.!?])[\"“”»)\]]*+\s++(?=[\"„“»(]?[A-ZÄÖÜ0-9])")
WORD = re.compile(r"[^\W_]+(?:['’·-][^\W_]+)*")
NOMINAL = re.compile(
    r"\b[A-ZÄÖÜ][a-zäöüß]{2,}(?:ung|ungen|heit|heiten|keit|keiten|ion|ionen|tät|täten|ismus|nahme|nahmen)s?\b"
)
TOKEN = re.compile(r"\w++|[^\w\s]")
AUXILIARIES = frozenset({"wird", "werden", "wurde", "wurden", "worden", "würde", "würden"})
ENDS_CLAUSE = frozenset(".!?;")
PARTICIPLE_AFTER = re.compile(
    r"ge\w{2,}(?:t|en)|\w+ge\w{2,}(?:t|en)|(?:be|er|ver|zer|ent|miss|über|unter)\w{3,}(?:t|en)|\w+iert"
)
PARTICIPLE_BEFORE = re.compile(
    r"ge\w{2,}(?:t|en)|\w{2,}ge\w{2,}(?:t|en)|(?:be|er|ver|zer|ent|über|unter)\w{3,}(?:t|en)|\w+iert"
)
LONGEST_PARTICIPLE = 60
"""Characters. What is longer is none, or made to keep the patterns busy."""


@dataclass(frozen=True, slots=True)
class TextCounts:
    """What the formulas need. `long_sentences` counts sentences of more than LONG_SENTENCE words."""

    sentences: int
    words: int
    syllables: int
    long_words: int
    one_syllable: int
    three_syllables: int
    long_sentences: int = 0
    passives: int = 0
    nominal: int = 0


@dataclass(frozen=True, slots=True)
class Readability:
    """Flesch-Amstad rises with ease (0 to 100), the others with difficulty; shares are between 0 and 1."""

    flesch_amstad: float
    wiener_1: float
    wiener_2: float
    wiener_3: float
    wiener_4: float
    lix: float
    long_sentences: float
    """Share of the sentences with more than 20 words."""
    passive_sentences: float
    """Share of the sentences with a passive."""
    nominal_style: float
    """Share of the words that are nouns made of verbs and adjectives (-ung, -heit, -keit, -ion …)."""
    sentences: int
    words: int

    def as_json(self) -> dict[str, float]:
        return {
            name: getattr(self, name) if name in ("sentences", "words") else round(getattr(self, name), 3)
            for name in self.__slots__
        }


def measure_readability(text: str) -> Readability | None:
    """None for a text without words."""
    counted = count_text(text)
    return None if not counted.words else readability_of_counts(counted)


def readability_of_counts(counted: TextCounts) -> Readability:
    """The arithmetic. Worked example in tests/simplify/text/test_readability.py."""
    words_per_sentence = counted.words / counted.sentences
    syllables_per_word = counted.syllables / counted.words
    complex_words = 100 * counted.three_syllables / counted.words
    long_words = 100 * counted.long_words / counted.words
    one_syllable = 100 * counted.one_syllable / counted.words
    return Readability(
        flesch_amstad=180 - words_per_sentence - 58.5 * syllables_per_word,
        wiener_1=0.1935 * complex_words
        + 0.1672 * words_per_sentence
        + 0.1297 * long_words
        - 0.0327 * one_syllable
        - 0.875,
        wiener_2=0.2007 * complex_words + 0.1682 * words_per_sentence + 0.1373 * long_words - 2.779,
        wiener_3=0.2963 * complex_words + 0.1905 * words_per_sentence - 1.1144,
        wiener_4=0.2744 * complex_words + 0.2656 * words_per_sentence - 1.693,
        lix=words_per_sentence + long_words,
        long_sentences=counted.long_sentences / counted.sentences,
        passive_sentences=counted.passives / counted.sentences,
        nominal_style=counted.nominal / counted.words,
        sentences=counted.sentences,
        words=counted.words,
    )


def count_text(text: str) -> TextCounts:
    """One pass over the text. At least one sentence, so that no share divides by zero."""
    split = split_readability_sentences(text)
    found = [WORD.findall(sentence) for sentence in split]
    every = [word for words in found for word in words]
    parts = [count_syllables(word) for word in every]
    return TextCounts(
        sentences=max(1, len(found)),
        words=len(every),
        syllables=sum(parts),
        long_words=sum(len(word) > LONG_WORD for word in every),
        one_syllable=sum(number == 1 for number in parts),
        three_syllables=sum(number >= 3 for number in parts),
        long_sentences=sum(len(words) > LONG_SENTENCE for words in found),
        passives=sum(map(has_passive, split)),
        nominal=len(NOMINAL.findall(text)),
    )


def has_passive(sentence: str) -> bool:
    """ "wird … geprüft" in one clause, or "geprüft wird"."""
    after_auxiliary, previous = False, ""
    for token in TOKEN.findall(sentence.lower()):
        if token in AUXILIARIES:
            if matches_participle(PARTICIPLE_BEFORE, previous):
                return True
            after_auxiliary = True
        elif after_auxiliary and matches_participle(PARTICIPLE_AFTER, token):
            return True
        elif token in ENDS_CLAUSE:
            after_auxiliary = False
        previous = token
    return False


def matches_participle(pattern: re.Pattern[str], token: str) -> bool:
    return len(token) <= LONGEST_PARTICIPLE and pattern.fullmatch(token) is not None


def split_readability_sentences(text: str) -> list[str]:
    """Split where a sign that ends sentences is followed by a capital or a digit, as the common tools do.

    Not the finer split of apps/text/grammar/split_sentences.py: figures are only worth comparing when counted as others
    do.
    With it 7 of 30 reference texts fall out of the range that other implementations give (benchmarks/simplify.py).
    """
    return [sentence for sentence in BETWEEN.split(text) if WORD.search(sentence)]
