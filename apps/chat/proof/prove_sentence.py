"""Proves a sentence of an answer by its quotes on their pages; what proves nothing is noted."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apps.chat.contradictions.content_words import content_words
from apps.chat.proof.find_quote import Proof, find_supporting_sentence, look_up_quote
from apps.chat.proof.types import CitationUse, FailedCitation, NumberedSource, ProvedCitation, ProvedSentence
from apps.chat.reply_parsing.number_citations import Numbering
from apps.chat.reply_parsing.parse_markers_and_quotes import (
    MARKER,
    MARKER_PATTERN,
    OPENING_QUOTES,
    Evidence,
    parse_marker_numbers,
)
from apps.chat.reply_parsing.split_answer_sentences import Sentence, standalone_paragraphs
from apps.text.locate_quote import Span

# Words quoted within the answer, right before the marker. Fewer than four words are a term, not a quotation.
QUOTED_BEFORE = re.compile(
    rf"[{OPENING_QUOTES}]([^{OPENING_QUOTES}]{{10,600}})[{OPENING_QUOTES}][\s.,;:!?)*_]{{0,6}}\Z"
)
LEAST_WORDS_OF_QUOTATION = 4
# What people read has neither longer claims nor more markers; a model gone wrong must not keep a processor busy.
LONGEST_CLAIM, MOST_LOOKED_UP = 1_000, 300
MOST_JOINED = 5
"""Sentences in one quote."""


@dataclass
class Prover:
    """Works through one answer and gathers what it finds."""

    sources: dict[int, NumberedSource]
    evidence: list[Evidence]
    uses_of: dict[int, int]
    numbering: Numbering
    citations: dict[tuple[int, int, str], ProvedCitation] = field(default_factory=dict)
    failures: list[FailedCitation] = field(default_factory=list)
    unproved: dict[str, str] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)
    looked_up: int = 0

    def prove(self, use: CitationUse, sentence: str) -> list[ProvedCitation]:
        """The proofs that the markers of one use lead to; empty when none of them proves anything."""
        cited = [(number, self.sources.get(number)) for number in use.numbers]
        proved = [
            citation
            for number, source in joined_neighbours(cited)
            if (citation := self.prove_one(number, source, use, sentence))
        ]
        if not proved and sentence:
            self.unproved[sentence] = self.failures[-1].reason
        return list({citation.link: citation for citation in proved}.values())

    def prove_one(
        self, number: int, source: NumberedSource | None, use: CitationUse, sentence: str
    ) -> ProvedCitation | None:
        self.looked_up += 1
        quote, proof = "", Proof(reason="not_looked_up")
        if self.looked_up <= MOST_LOOKED_UP:
            quote = self.quote_for(number, use.claim)
            proof = prove_quote(source, quote, use.claim)
        citation = self.citation(number, source, proof)
        if citation is None:
            self.note_failure(FailedCitation(source, quote, proof.reason, sentence))
            return None
        return self.keep(citation)

    def note_failure(self, failure: FailedCitation) -> None:
        """Keeps the first ones, and the newest: each is stored as a row."""
        if len(self.failures) < MOST_LOOKED_UP:
            self.failures.append(failure)
        else:
            self.failures[-1] = failure

    def citation(self, number: int, source: NumberedSource | None, proof: Proof) -> ProvedCitation | None:
        """What readers see of a proof; None without one, or where nothing of the source has a number for them."""
        shown = self.numbering.number_of(number)
        if source is None or source.page is None or shown is None or not proof:
            return None
        return ProvedCitation(
            shown,
            len(self.citations) + 1,
            source.document_id,
            source.external_id,
            source.title,
            source.page,
            proof.quote,
            source.page_text,
            proof.span,
        )

    def citation_for(self, number: int, claim: str) -> ProvedCitation | None:
        """A sentence of the source that says nearly this, for a claim without a quote; not kept yet."""
        source = self.sources.get(number)
        return self.citation(number, source, prove_quote(source, "", claim))

    def stands_on(self, number: int, words: str) -> bool:
        """Whether the page of the source has these words."""
        source = self.sources[number]
        return source.page is not None and bool(look_up_quote(source.page_text, words))

    def keep(self, citation: ProvedCitation) -> ProvedCitation:
        """The citation, or the one of the same words of the same page that was there before."""
        key = (citation.document_id, citation.page, citation.quote)
        return self.citations.setdefault(key, citation)

    def quote_for(self, number: int, claim: str) -> str:
        """The quote the model gave for this use: line by line when there is one for each, else the nearest in words."""
        quotes = [item.quote for item in self.evidence if item.number == number]
        position = self.seen.get(number, 0)
        self.seen[number] = position + 1
        if not quotes:
            return ""
        if len(quotes) == self.uses_of.get(number):
            return quotes[position]
        words = content_words(claim)
        return max(quotes, key=lambda quote: len(words & content_words(quote)))


def joined_neighbours(
    cited: Sequence[tuple[int, NumberedSource | None]],
) -> list[tuple[int, NumberedSource | None]]:
    """Sentences that follow one another in a passage are one quote, up to MOST_JOINED of them."""
    joined: list[tuple[int, NumberedSource | None]] = []
    last = length = 0
    for number, source in cited:
        first, before = joined[-1] if joined else (0, None)
        both = joined_sentence(before, source) if number == last + 1 and length < MOST_JOINED else None
        if both:
            joined[-1] = first, both
        else:
            joined.append((number, source))
        last, length = number, length + 1 if both else 1
    return joined


def joined_sentence(before: NumberedSource | None, source: NumberedSource | None) -> NumberedSource | None:
    """None when they are no sentences, or of two passages."""
    if before is None or source is None or before.place is None or source.place is None:
        return None
    passage = (before.document_id, before.page, before.passage)
    if passage != (source.document_id, source.page, source.passage):
        return None
    return replace(before, place=Span(before.place.start, source.place.end))


def prove_sentence(body: str, sentence: Sentence, uses: Sequence[CitationUse], prover: Prover) -> ProvedSentence:
    words = words_without_markers(body, sentence)
    return ProvedSentence(sentence, words, [(use, prover.prove(use, words)) for use in uses])


def mark_uncited_paragraphs(body: str, sentences: Sequence[ProvedSentence], prover: Prover) -> list[ProvedSentence]:
    proved = [sentence.place.start for sentence in sentences if sentence.is_proved]
    uncited = [
        (start, end) for start, end in standalone_paragraphs(body) if not any(start <= place < end for place in proved)
    ]
    found = []
    for sentence in sentences:
        if any(start <= sentence.place.start < end for start, end in uncited):
            words = words_without_markers(body, sentence.place)
            prover.unproved.setdefault(words, "no_quote")
            sentence = replace(sentence, words=words, is_uncited=True)
        found.append(sentence)
    return found


def find_citation_uses(body: str, sentence: Sentence) -> list[CitationUse]:
    """The uses of sources within a sentence; markers with only blanks between them are one use."""
    uses: list[CitationUse] = []
    claimed = sentence.claim_start
    for found in MARKER.finditer(body, sentence.start, sentence.end):
        numbers = parse_marker_numbers(found[0])
        if uses and not body[uses[-1].end : found.start()].strip():
            last = uses.pop()
            uses.append(CitationUse(last.start, found.end(), last.numbers + numbers, last.claim))
        else:
            begin = max(claimed, found.start() - LONGEST_CLAIM)
            uses.append(CitationUse(found.start(), found.end(), numbers, body[begin : found.start()]))
        claimed = found.end()
    return uses


def prove_quote(source: NumberedSource | None, quote: str, claim: str) -> Proof:
    if source is None:
        return Proof(reason="page_not_retrieved")
    if source.page is None:
        return Proof(reason="no_page")
    within = quotation_in(claim)
    if within and not look_up_quote(source.page_text, within):
        # What stands in quotation marks in the answer itself must be the page's words, whatever the list says.
        return Proof(reason="quote_not_found")
    if source.sentence:
        named = look_up_quote(source.page_text, quote) if quote else Proof()
        return (
            named
            or look_up_quote(source.page_text, source.sentence)
            or find_supporting_sentence(source.page_text, claim)
        )
    if not quote:
        return look_up_quote(source.page_text, within or claim) or find_supporting_sentence(source.page_text, claim)
    proof = look_up_quote(source.page_text, quote)
    return find_supporting_sentence(source.page_text, claim) or proof if proof.reason == "quote_too_short" else proof


def quotation_in(claim: str) -> str:
    found = QUOTED_BEFORE.search(claim)
    return found[1] if found and len(found[1].split()) >= LEAST_WORDS_OF_QUOTATION else ""


def words_without_markers(body: str, sentence: Sentence) -> str:
    return " ".join(re.sub(rf"[ \t]*{MARKER_PATTERN}", "", body[sentence.start : sentence.end], flags=re.I).split())
