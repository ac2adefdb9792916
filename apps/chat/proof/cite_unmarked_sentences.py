"""Cites sentences that a model left without a marker, where a source that it names proves them.

Weak models write three sentences of a page and one marker after the last, or none at all. Only what the rules derive
from a sentence of the source gets a marker; the rest stays without one.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from apps.chat.contradictions.content_words import content_words
from apps.chat.proof.annotate_answer import HEADING
from apps.chat.proof.assign_proof_levels import line_prefix
from apps.chat.proof.derive_from_quotes import derive_from_quotes, unique_items
from apps.chat.proof.prove_sentence import Prover, words_without_markers
from apps.chat.proof.types import CitationUse, ProvedSentence
from apps.chat.reply_parsing.split_answer_sentences import split_blocks

LEAST_WORDS = 3
"""Content words of a sentence for which a source is looked for; fewer stand on many a page."""
MOST_TRIED = 60
"""Sentences of one answer times their sources."""


def cite_unmarked_sentences(body: str, sentences: Sequence[ProvedSentence], prover: Prover) -> list[ProvedSentence]:
    """The sentences, those without a marker with the source of their paragraph, else of the answer, that proves them.

    Where the answer names none, it is the one source on which most of its sentences stand: a page about something else
    may say the same words.
    """
    unmarked = [place for place, sentence in enumerate(sentences) if may_be_cited(body, sentence)]
    if not unmarked:
        return list(sentences)
    starts = [start for start, _ in split_blocks(body)]
    named = cited_numbers_by_block(starts, sentences)
    everywhere = unique_items(number for numbers in named.values() for number in numbers)
    if not everywhere:
        everywhere = most_matching_source(body, [sentences[place] for place in unmarked], prover)
    found, left = list(sentences), MOST_TRIED
    for place in unmarked:
        sentence = sentences[place]
        numbers = named.get(block_of(starts, sentence), everywhere)[: max(0, left)]
        left -= len(numbers)
        found[place] = cite_sentence(body, sentence, numbers, prover)
    return found


def may_be_cited(body: str, sentence: ProvedSentence) -> bool:
    """Whole sentences without a marker: no headings, no cells, no fragments."""
    words = words_without_markers(body, sentence.place)
    return (
        not sentence.uses
        and not sentence.is_cell
        and words.endswith((".", "!"))
        and len(content_words(words)) >= LEAST_WORDS
        and not HEADING.match(f"{line_prefix(body, sentence)} ")
    )


def cited_numbers_by_block(starts: Sequence[int], sentences: Sequence[ProvedSentence]) -> dict[int, list[int]]:
    """The numbers named in each paragraph or item, by its place among those that begin at `starts`."""
    named: dict[int, list[int]] = {}
    for sentence in sentences:
        for use, _ in sentence.uses:
            named.setdefault(block_of(starts, sentence), []).extend(use.numbers)
    return {block: unique_items(numbers) for block, numbers in named.items()}


def block_of(starts: Sequence[int], sentence: ProvedSentence) -> int:
    return bisect_right(starts, sentence.place.start)


def most_matching_source(body: str, sentences: Sequence[ProvedSentence], prover: Prover) -> list[int]:
    """The source on whose page most of the sentences stand word for word; empty where none does."""
    texts = [words_without_markers(body, sentence.place) for sentence in sentences]
    counts = {
        number: sum(prover.stands_on(number, text) for text in texts)
        for number in list(prover.sources)[: MOST_TRIED // len(texts)]
    }
    best = max(counts, key=lambda number: counts[number], default=0)
    return [best] if counts.get(best) else []


def cite_sentence(body: str, sentence: ProvedSentence, numbers: Sequence[int], prover: Prover) -> ProvedSentence:
    words = words_without_markers(body, sentence.place)
    for number in numbers:
        citation = prover.citation_for(number, words)
        if citation and derive_from_quotes(words, [citation], only_proof=True).proved:
            end = sentence.place.end - (len(words) - len(words.rstrip(".!")))
            use = CitationUse(end, end, [number], words)
            return replace(sentence, words=words, uses=[(use, [prover.keep(citation)])])
    return sentence
