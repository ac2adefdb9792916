"""Extraction by co-occurrence, without a model: noun phrases are entities, sharing a sentence relates them.

The description of a mention is the sentence itself, so all that is written from it is a quotation.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from apps.graph.extraction.entity_keys import name_key
from apps.graph.extraction.parse_records import EntityRecord, ExtractedRecords, RelationRecord
from apps.text.noun_phrases import Phrase, find_noun_phrases, quotable_sentences

KIND = {"de": "Begriff", "en": "Term"}
ENOUGH_PHRASES = 200
"""From this number of different phrases on, those that come only once are left out."""
DROPPED_EDGES = 0.4
"""Share of the weakest edges that is left out; the strongest edge of each phrase stays."""
ENOUGH_EDGES = 500
LONGEST_SENTENCE = 400


@dataclass(frozen=True, slots=True)
class PhraseUnit:
    """A piece of text as its phrases and sentences."""

    language: str
    sentences: tuple[str, ...]
    phrases: tuple[Phrase, ...]


def build_phrase_unit(text: str, language: str) -> PhraseUnit:
    sentences = quotable_sentences(text)
    return PhraseUnit(language, tuple(sentences), tuple(find_noun_phrases(sentences, language)))


def cooccurrence_records(pieces: Sequence[PhraseUnit]) -> list[ExtractedRecords]:
    """What a model would have extracted, for each piece."""
    spoken = [{name_key(phrase.name): phrase for phrase in piece.phrases} for piece in pieces]
    counts = Counter(key for named in spoken for key in named)
    total = Counter(key for named in spoken for key, phrase in named.items() for _ in range(phrase.count))
    kept = counts.keys() if len(counts) < ENOUGH_PHRASES else {key for key in counts if counts[key] > 1}
    found = [pairs_in_sentences(named, kept) for named in spoken]
    strong = strong_edges(Counter(pair for pairs in found for pair in pairs), total)
    return [
        unit_records(piece, {key: named[key] for key in named if key in kept}, pairs, strong)
        for piece, named, pairs in zip(pieces, spoken, found, strict=True)
    ]


def pairs_in_sentences(named: dict[str, Phrase], kept: Iterable[str]) -> dict[tuple[str, str], int]:
    """Pairs in one sentence with that sentence; phrases alone in theirs are tied to the best phrase of the piece."""
    chosen = [key for key in named if key in kept and name_key(key)]
    pairs: dict[tuple[str, str], int] = {}
    for position, key in enumerate(chosen):
        places = set(named[key].sentences)
        for other in chosen[position + 1 :]:
            if shared := places & set(named[other].sentences):
                pairs[(key, other) if key < other else (other, key)] = min(shared)
    tied = {key for pair in pairs for key in pair}
    for key in chosen[1:]:
        if key not in tied:
            first = chosen[0]
            pairs[(key, first) if key < first else (first, key)] = named[key].sentences[0]
    return pairs


def strong_edges(pairs: Counter[tuple[str, str]], counts: Counter[str]) -> dict[tuple[str, str], float]:
    """Strengths from 1 to 10 by how much more often than by chance two phrases stand together.

    The measure is the number of pieces with both over the geometric mean of the phrases' own numbers.
    """
    scores = {pair: number / math.sqrt(counts[pair[0]] * counts[pair[1]]) for pair, number in pairs.items()}
    highest = max(scores.values(), default=1.0)
    ranked = sorted(scores, key=lambda pair: (-scores[pair], pair))
    if len(ranked) > ENOUGH_EDGES:
        best: set[tuple[str, str]] = set()
        met: set[str] = set()
        for pair in ranked:
            if not set(pair) <= met:
                best.add(pair)
                met.update(pair)
        ranked = [*ranked[: int(len(ranked) * (1 - DROPPED_EDGES))], *sorted(best)]
    return {pair: round(1 + 9 * scores[pair] / highest, 3) for pair in dict.fromkeys(ranked)}


def unit_records(
    piece: PhraseUnit,
    named: dict[str, Phrase],
    pairs: dict[tuple[str, str], int],
    strong: dict[tuple[str, str], float],
) -> ExtractedRecords:
    found = ExtractedRecords()
    kind = KIND.get(piece.language, KIND["en"])
    for phrase in named.values():
        found.entities.append(EntityRecord(phrase.name, kind, quoted_sentence(piece, phrase.sentences[0])))
    for pair, place in pairs.items():
        if pair in strong:
            source, target = (named[key].name for key in pair)
            found.relations.append(RelationRecord(source, target, quoted_sentence(piece, place), strong[pair]))
    return found


def quoted_sentence(piece: PhraseUnit, place: int) -> str:
    return piece.sentences[place][:LONGEST_SENTENCE]
