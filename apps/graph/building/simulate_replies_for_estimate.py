"""Guesses what a model will reply, as long and as dense as its replies so far: for estimates, never for a graph."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, islice, pairwise
from typing import Any

from apps.graph.extraction.parse_records import END, ExtractedRecords
from apps.llm.prompts.delimit_quoted_text import parse_block
from apps.llm.types import Message
from apps.text.estimate_tokens import estimate_tokens
from apps.text.noun_phrases import Phrase, detect_german_or_english, find_noun_phrases, quotable_sentences

NOTHING_MISSING = "NO"
FINDINGS = 6
CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class ReplyStatistics:
    """How a model extracts and writes. The first values hold until replies to this collection are known.

    They are those of the public index of a novella of 50,288 tokens that GraphRAG ships with its tests (42 pieces, 529
    entities, 978 relationships, counted in its tables; reports and descriptions as long as its prompts ask for).
    """

    entities: float = 14.0
    """For a thousand tokens of text, all rounds together."""
    relations: float = 1.5
    """For each entity."""
    description: int = 130
    """Characters of one description."""
    later: float = 0.0
    """Share of the entities that the rounds after the first one bring."""
    report_tokens: int = 500
    joined_tokens: int = 150


USUAL_STATISTICS = ReplyStatistics()


def observed_statistics(
    texts_tokens: int, found: Sequence[ExtractedRecords], first: Sequence[ExtractedRecords]
) -> ReplyStatistics:
    """From the records of all rounds and of the first one alone, of texts of so many tokens together."""
    entities = [each for records in found for each in records.entities]
    relations = sum(len(records.relations) for records in found)
    at_first = sum(len(records.entities) for records in first)
    if not entities or not texts_tokens:
        return ReplyStatistics(entities=0.0)
    return ReplyStatistics(
        entities=1000 * len(entities) / texts_tokens,
        relations=relations / len(entities),
        description=round(sum(len(each.description) for each in entities) / len(entities)),
        later=1 - at_first / len(entities),
    )


def expected_records(messages: Sequence[Message], statistics: ReplyStatistics) -> str:
    """The reply to an extraction: the best noun phrases of its text, as many as the model usually finds."""
    text = next((found for each in messages if (found := parse_block("text", each.text))), "")
    sentences = quotable_sentences(text)
    number = round(statistics.entities * estimate_tokens(text) / 1000)
    chosen = find_noun_phrases(sentences, detect_german_or_english(text), max(1, number))[:number]
    at_first = round(len(chosen) * (1 - statistics.later))
    is_later = any(each.role == "assistant" for each in messages)
    named = chosen[at_first:] if is_later else chosen[:at_first]
    if not named:
        return NOTHING_MISSING
    pairs = islice(likely_pairs(named), round(statistics.relations * len(named)))
    lines = [f'("entity"<|>{each.name}<|>thing<|>{guess_description(each, sentences, statistics)})' for each in named]
    for one, other in pairs:
        lines.append(
            f'("relationship"<|>{one.name}<|>{other.name}<|>{guess_description(one, sentences, statistics)}<|>5)'
        )
    return "\n##\n".join(lines) + END


def likely_pairs(named: Sequence[Phrase]) -> list[tuple[Phrase, Phrase]]:
    """Pairs in one sentence first, then neighbours."""
    together = [pair for pair in combinations(named, 2) if set(pair[0].sentences) & set(pair[1].sentences)]
    return list(dict.fromkeys([*together, *pairwise(named)]))


def guess_description(phrase: Phrase, sentences: Sequence[str], statistics: ReplyStatistics) -> str:
    """The text from the sentence of the phrase on, as long as descriptions usually are."""
    told = " ".join(sentences[phrase.sentences[0] :])[: statistics.description]
    return f"{phrase.name} {told}".replace("<|>", " ")[: max(1, statistics.description)]


def expected_report(statistics: ReplyStatistics) -> str:
    """A report of the usual length; what it says plays no part."""
    told = "x" * (statistics.report_tokens * CHARACTERS_A_TOKEN // (FINDINGS + 1))
    findings: list[Any] = [{"summary": "x", "explanation": told, "references": []}] * FINDINGS
    return json.dumps({"title": "x", "summary": told, "rating": 5, "findings": findings})


def expected_description(statistics: ReplyStatistics) -> str:
    return "x" * statistics.joined_tokens * CHARACTERS_A_TOKEN
