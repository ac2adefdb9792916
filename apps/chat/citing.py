"""Proving an answer: every quote is looked up on its page, markers are renumbered, what is not proved is marked.

reply of the model + sources  ->  CitedAnswer (text, citations, failures, warnings)
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from apps.chat.figures import FIGURE, figures_of, unsupported
from apps.chat.markers import MARKER, MARKER_PATTERN, OPENING_QUOTES, Evidence, numbers_of, split_reply
from apps.chat.quoting import PageText, Proof, content_words, look_up, sentence_for
from apps.chat.sentences import Sentence, split_sentences

# Signs for private use stand for what people see only after rendering: a link, and the bounds of an unproved sentence.
LINK_OPEN, LINK_CLOSE, UNPROVED_OPEN, UNPROVED_CLOSE = "\ue000", "\ue001", "\ue002", "\ue003"
OWN_SIGNS = re.compile(r"[\ue000-\ue003]")
LINK_SIGN = re.compile(r"\ue000(\d+)\ue001")
# Words quoted within the answer, right before the marker. Fewer than four words are a term, not a quotation.
QUOTED_BEFORE = re.compile(
    rf"[{OPENING_QUOTES}]([^{OPENING_QUOTES}]{{10,600}})[{OPENING_QUOTES}][\s.,;:!?)*_]{{0,6}}\Z"
)
LEAST_WORDS_OF_QUOTATION = 4


@dataclass(frozen=True, slots=True)
class Source:
    """A passage as the model saw it under `number`, and the text of the page it stands on."""

    number: int
    document_id: int
    external_id: str
    title: str
    page: int | None
    passage: str
    page_text: PageText
    date: str = ""


@dataclass(frozen=True, slots=True)
class ProvedCitation:
    """`quote` stands on the page, in the page's own wording."""

    number: int
    document_id: int
    external_id: str
    title: str
    page: int
    quote: str


@dataclass(frozen=True, slots=True)
class FailedCitation:
    """A marker that proves nothing: the model's own number and quote, and why."""

    source_number: int
    source: Source | None
    quote: str
    reason: str
    sentence: str


@dataclass(frozen=True, slots=True)
class CitedAnswer:
    """`text` is the answer with the new numbers; `marked` the same with signs in place of links and unproved bounds."""

    text: str
    marked: str
    citations: list[ProvedCitation]
    failures: list[FailedCitation]
    warnings: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Use:
    """Markers side by side, and what the answer says before them."""

    start: int
    end: int
    numbers: list[int]
    claim: str


@dataclass
class Prover:
    """Works through one answer and gathers what it finds."""

    sources: dict[int, Source]
    evidence: list[Evidence]
    uses_of: dict[int, int]
    citations: dict[tuple[int, int, str], ProvedCitation] = field(default_factory=dict)
    failures: list[FailedCitation] = field(default_factory=list)
    unproved: dict[str, str] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)

    def prove(self, use: Use, sentence: str) -> list[int]:
        """The new numbers for the markers of one use; empty when none of them proves anything."""
        proved = [number for source in use.numbers if (number := self.prove_one(source, use, sentence))]
        if not proved and sentence:
            self.unproved[sentence] = self.failures[-1].reason
        return list(dict.fromkeys(proved))

    def prove_one(self, number: int, use: Use, sentence: str) -> int | None:
        quote = self.quote_for(number, use.claim)
        source = self.sources.get(number)
        proof = proof_of(source, quote, use.claim)
        if source is None or source.page is None or not proof:
            self.failures.append(FailedCitation(number, source, quote, proof.reason, sentence))
            return None
        key = (source.document_id, source.page, proof.quote)
        citation = ProvedCitation(
            len(self.citations) + 1, source.document_id, source.external_id, source.title, source.page, proof.quote
        )
        return self.citations.setdefault(key, citation).number

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


def cite(reply: str, sources: Sequence[Source]) -> CitedAnswer:
    """Proves what can be proved. Pure; never raises for any reply."""
    body, evidence = split_reply(OWN_SIGNS.sub("", reply))
    body = with_markers(body, evidence)
    sentences = [(sentence, uses_in(body, sentence)) for sentence in split_sentences(body)]
    all_numbers = [number for _, uses in sentences for use in uses for number in use.numbers]
    prover = Prover(
        {source.number: source for source in sources}, evidence, {n: all_numbers.count(n) for n in set(all_numbers)}
    )
    marked = rewritten(body, sentences, prover)
    citations = list(prover.citations.values())
    text = plain(marked)
    return CitedAnswer(text, marked, citations, prover.failures, warnings(text, prover))


def with_markers(body: str, evidence: Sequence[Evidence]) -> str:
    """A model that gave quotes but forgot the markers gets them at the end of its answer."""
    if not body or not evidence or MARKER.search(body):
        return body
    return f"{body} " + "".join(f"[{number}]" for number in dict.fromkeys(item.number for item in evidence))


def uses_in(body: str, sentence: Sentence) -> list[Use]:
    """The uses of sources within a sentence; markers with only blanks between them are one use."""
    uses: list[Use] = []
    claimed = sentence.claim_start
    for found in MARKER.finditer(body, sentence.start, sentence.end):
        numbers = numbers_of(found[0])
        if uses and not body[uses[-1].end : found.start()].strip():
            last = uses.pop()
            uses.append(Use(last.start, found.end(), last.numbers + numbers, last.claim))
        else:
            uses.append(Use(found.start(), found.end(), numbers, body[claimed : found.start()]))
        claimed = found.end()
    return uses


def proof_of(source: Source | None, quote: str, claim: str) -> Proof:
    if source is None:
        return Proof(reason="page_not_retrieved")
    if source.page is None:
        return Proof(reason="no_page")
    within = quotation_in(claim)
    if within and not look_up(source.page_text, within):
        # What stands in quotation marks in the answer itself must be the page's words, whatever the list says.
        return Proof(reason="quote_not_found")
    if not quote:
        return look_up(source.page_text, within or claim) or sentence_for(source.page_text, claim)
    proof = look_up(source.page_text, quote)
    return sentence_for(source.page_text, claim) or proof if proof.reason == "quote_too_short" else proof


def quotation_in(claim: str) -> str:
    found = QUOTED_BEFORE.search(claim)
    return found[1] if found and len(found[1].split()) >= LEAST_WORDS_OF_QUOTATION else ""


def rewritten(body: str, sentences: Sequence[tuple[Sentence, list[Use]]], prover: Prover) -> str:
    """The answer with signs: a link for each proved number, bounds around each sentence without proof."""
    pieces: list[str] = []
    position = 0
    for sentence, uses in sentences:
        pieces.append(body[position : sentence.start])
        position = sentence.end
        if not uses:
            pieces.append(body[sentence.start : sentence.end])
            continue
        words = plain_words(body, sentence)
        replaced = [(use, prover.prove(use, words)) for use in uses]
        pieces.append(with_links(body, sentence, replaced))
    pieces.append(body[position:])
    return "".join(pieces)


def with_links(body: str, sentence: Sentence, replaced: Sequence[tuple[Use, list[int]]]) -> str:
    pieces: list[str] = []
    position = sentence.start
    for use, numbers in replaced:
        before = body[position : use.start]
        pieces.append(before if numbers else before.rstrip(" \t"))
        pieces += [f"{LINK_OPEN}{number}{LINK_CLOSE}" for number in numbers]
        position = use.end
    pieces.append(body[position : sentence.end])
    text = "".join(pieces)
    if all(numbers for _, numbers in replaced) or not text.strip():
        return text
    # Blanks beside the signs leave emphasis at the edges of the sentence as Markdown wants it.
    return f"{UNPROVED_OPEN} {text} {UNPROVED_CLOSE}"


def plain_words(body: str, sentence: Sentence) -> str:
    return " ".join(re.sub(rf"[ \t]*{MARKER_PATTERN}", "", body[sentence.start : sentence.end], flags=re.I).split())


def plain(marked: str) -> str:
    """The answer as text: [1] for each link, no signs."""
    text = re.sub(rf"{UNPROVED_OPEN} | {UNPROVED_CLOSE}", "", marked)
    return OWN_SIGNS.sub("", LINK_SIGN.sub(r"[\1]", text))


def warnings(text: str, prover: Prover) -> list[dict[str, Any]]:
    """What readers should check themselves: sentences without proof, and figures that no cited page states."""
    listed: list[dict[str, Any]] = [
        {"kind": "unproved_sentence", "text": sentence, "reason": reason}
        for sentence, reason in prover.unproved.items()
    ]
    answer = MARKER.sub("", text)
    if not FIGURE.search(answer):
        # Pages are long: they are read only when the answer has a figure at all.
        return listed
    stated = frozenset(figure for part in cited_texts(prover) for figure in figures_of(part))
    return listed + [{"kind": "unsupported_number", "text": figure} for figure in unsupported(answer, stated)]


def cited_texts(prover: Prover) -> Iterator[str]:
    """Everything a reader who opens the cited pages can see of them, with title and date."""
    cited = {(citation.document_id, citation.page) for citation in prover.citations.values()}
    for source in prover.sources.values():
        if (source.document_id, source.page) in cited:
            yield from (source.passage, source.page_text.text, source.title, source.date)
