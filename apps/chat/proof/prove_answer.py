"""Proves an answer: every quote is looked up on its page, markers are renumbered, what is not proved is marked.

reply of the model + sources  ->  CitedAnswer (text, citations, failures, warnings)

prove_sentence.py looks quotes up, unsupported_claims.py compares what is said with what is cited, annotate_answer.py
writes both into the text.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from apps.chat.contradictions.content_words import content_words
from apps.chat.proof.annotate_answer import OWN_SIGNS, annotate_answer, answer_as_text
from apps.chat.proof.assign_proof_levels import assign_proof_levels, drop_overruled_doubts, levels_of_computed_sentences
from apps.chat.proof.cite_unmarked_sentences import cite_unmarked_sentences
from apps.chat.proof.proof_levels import LeveledSentence
from apps.chat.proof.prove_sentence import (
    MOST_LOOKED_UP,
    Prover,
    find_citation_uses,
    mark_uncited_paragraphs,
    prove_sentence,
    words_without_markers,
)
from apps.chat.proof.types import FailedCitation, NumberedSource, ProvedCitation, ProvedSentence
from apps.chat.proof.unsupported_claims import AnswerClaim, Doubt, doubts_as_warnings, find_doubts
from apps.chat.reply_parsing.number_citations import build_numbering
from apps.chat.reply_parsing.parse_markers_and_quotes import MARKER, Evidence, split_reply
from apps.chat.reply_parsing.split_answer_sentences import Sentence, split_sentences

# "Dazu steht nichts in den Dokumenten": what an answer says of its sources no source says.
OF_THE_SOURCES = re.compile(
    r"\b(?:quellen?|dokumente?n?|unterlagen|angaben?|informationen?|texte?n?|auszüge?n?|sources?|documents?|information)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class CitedAnswer:
    """`text` is the answer with the new numbers; `marked` the same with signs in place of links, levels and bounds."""

    text: str
    marked: str
    citations: list[ProvedCitation]
    failures: list[FailedCitation]
    warnings: list[dict[str, Any]]
    sentences: list[LeveledSentence]
    """All pieces of `marked` in their order, so that the signs of levels find them."""


def prove_answer(
    reply: str,
    sources: Sequence[NumberedSource],
    *,
    question: str = "",
    each_paragraph: bool = False,
    is_worked_out: bool = False,
) -> CitedAnswer:
    """Proves what can be proved. Never raises for any reply.

    `question` says which section of a page an answer is about where the answer does not.
    With `each_paragraph` a paragraph or item of a list without any proof is unproved as a whole. With `is_worked_out`
    code made the sentences from the cells they cite: their figures need not stand on the page.
    """
    body, evidence = split_reply(OWN_SIGNS.sub("", reply))
    body = insert_missing_markers(body, evidence)
    uses = [(sentence, find_citation_uses(body, sentence)) for sentence in split_sentences(body)]
    all_numbers = [number for _, found in uses for use in found for number in use.numbers]
    prover = Prover(
        {source.number: source for source in sources},
        evidence,
        {n: all_numbers.count(n) for n in set(all_numbers)},
        build_numbering((source.number, source.document_id, source.page) for source in sources),
    )
    sentences = [prove_sentence(body, sentence, found, prover) for sentence, found in uses]
    sentences = cite_unmarked_sentences(body, sentences, prover)
    if each_paragraph:
        sentences = mark_uncited_paragraphs(body, sentences, prover)
    citations = list(prover.citations.values())
    found_doubts: list[Doubt] = []
    if not is_worked_out:
        claimed = list(islice(collect_claims(body, sentences, prover), MOST_LOOKED_UP))
        found_doubts = find_doubts(body, claimed, partial(cited_texts, citations, prover.sources))
    levels = (
        levels_of_computed_sentences(sentences)
        if is_worked_out
        else assign_proof_levels(body, sentences, found_doubts, question)
    )
    found_doubts = drop_overruled_doubts(found_doubts, sentences, levels)
    marked = annotate_answer(body, sentences, found_doubts, levels)
    text = answer_as_text(marked, {citation.link: citation.number for citation in citations})
    citations.sort(key=lambda citation: citation.number)
    return CitedAnswer(text, marked, citations, prover.failures, collect_warnings(prover, found_doubts), levels)


def collect_claims(body: str, sentences: Sequence[ProvedSentence], prover: Prover) -> Iterator[AnswerClaim]:
    """The sentences whose every use is proved, with what proves them; and those that name no source, if others do."""
    everywhere = list(prover.citations.values())
    for sentence in sentences:
        proofs = [citation for _, proved in sentence.uses for citation in proved]
        place = sentence.place
        if proofs and not sentence.is_unproved:
            yield build_claim(sentence.words, place, proofs, prover, partial(quoted_sentences, proofs))
        elif everywhere and not sentence.uses and not sentence.is_unproved:
            words = words_without_markers(body, place)
            if not OF_THE_SOURCES.search(words):
                yield build_claim(words, place, everywhere, prover, list)


def build_claim(
    words: str,
    place: Sentence,
    proofs: Sequence[ProvedCitation],
    prover: Prover,
    quoted: Callable[[], Sequence[str]],
) -> AnswerClaim:
    pages = list({(proof.document_id, proof.page): proof.page_text for proof in proofs}.values())
    return AnswerClaim(words, place.start, place.end, pages, quoted, partial(cited_texts, proofs, prover.sources))


def quoted_sentences(proofs: Sequence[ProvedCitation]) -> list[str]:
    return [proof.sentence for proof in proofs]


def insert_missing_markers(body: str, evidence: Sequence[Evidence]) -> str:
    """A model that gave quotes but forgot the markers gets each after the sentence that is nearest to it in words."""
    sentences = split_sentences(body)
    if not sentences or not evidence or MARKER.search(body):
        return body
    told = [content_words(body[sentence.start : sentence.end]) for sentence in sentences]
    numbers: dict[int, dict[int, None]] = {}
    for item in evidence[:MOST_LOOKED_UP]:
        words = content_words(item.quote)
        nearest = max(range(len(told)), key=lambda place: (len(words & told[place]), place))
        numbers.setdefault(nearest, {})[item.number] = None
    pieces, position = [], 0
    for place in sorted(numbers):
        end = sentences[place].end
        pieces += [body[position:end], " ", *(f"[{number}]" for number in numbers[place])]
        position = end
    return "".join([*pieces, body[position:]])


def collect_warnings(prover: Prover, found: Sequence[Doubt]) -> list[dict[str, object]]:
    """What readers should check themselves: sentences without proof, and what no cited page states."""
    unproved: list[dict[str, Any]] = [
        {"kind": "unproved_sentence", "text": sentence, "reason": reason}
        for sentence, reason in prover.unproved.items()
    ]
    return unproved + doubts_as_warnings(found)


def cited_texts(citations: Sequence[ProvedCitation], sources: Mapping[int, NumberedSource]) -> Iterator[str]:
    """Everything a reader who opens these citations can see of their pages, with title and date; the shortest first."""
    cited = {(citation.document_id, citation.page) for citation in citations}
    shown = [source for source in sources.values() if (source.document_id, source.page) in cited]
    yield from (citation.quote for citation in citations)
    for source in shown:
        yield from (f"{source.title} {source.date}", source.passage)
    yield from (source.page_text.text for source in shown)
