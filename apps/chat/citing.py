"""Proving an answer: every quote is looked up on its page, markers are renumbered, what is not proved is marked.

reply of the model + sources  ->  CitedAnswer (text, citations, failures, warnings)
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any

from apps.chat.checking import Claim, Doubt, as_warnings, doubts
from apps.chat.markers import MARKER, MARKER_PATTERN, OPENING_QUOTES, Evidence, numbers_of, split_reply
from apps.chat.numbering import Numbering
from apps.chat.quoting import PageText, Proof, look_up, sentence_for
from apps.chat.sentences import Sentence, paragraphs, split_sentences
from apps.chat.words_of_claims import content_words
from apps.documents.quotes import Span

# Signs for private use stand for what people see only after rendering: a link, and the bounds of an unproved sentence.
LINK_OPEN, LINK_CLOSE, UNPROVED_OPEN, UNPROVED_CLOSE = "\ue000", "\ue001", "\ue002", "\ue003"
OWN_SIGNS = re.compile(r"[\ue000-\ue003]")
LINK_SIGN = re.compile(r"\ue000(\d+)\ue001")
# Words quoted within the answer, right before the marker. Fewer than four words are a term, not a quotation.
QUOTED_BEFORE = re.compile(
    rf"[{OPENING_QUOTES}]([^{OPENING_QUOTES}]{{10,600}})[{OPENING_QUOTES}][\s.,;:!?)*_]{{0,6}}\Z"
)
LEAST_WORDS_OF_QUOTATION = 4
# What people read has neither longer claims nor more markers; a model gone wrong must not keep a processor busy.
LONGEST_CLAIM, MOST_LOOKED_UP = 1_000, 300
# "Dazu steht nichts in den Dokumenten": what an answer says of its sources no source says.
OF_THE_SOURCES = re.compile(
    r"\b(?:quellen?|dokumente?n?|unterlagen|angaben?|informationen?|texte?n?|auszüge?n?|sources?|documents?|information)\b",
    re.IGNORECASE,
)


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
    """`quote` stands on the page, in the page's own wording; without `span` it is a whole sentence of it.

    `number` is what readers see, one for each page; `link` tells the places of one page apart.
    """

    number: int
    link: int
    document_id: int
    external_id: str
    title: str
    page: int
    quote: str
    page_text: PageText
    span: Span | None = None

    @property
    def sentence(self) -> str:
        return self.page_text.sentence_around(self.span) if self.span else self.quote


@dataclass(frozen=True, slots=True)
class FailedCitation:
    """A marker that proves nothing: what it names, the model's own quote, and why."""

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


@dataclass(frozen=True, slots=True)
class ProvedSentence:
    """A sentence of the answer, and the proofs of each of its uses; empty where there is none."""

    place: Sentence
    words: str
    uses: Sequence[tuple[Use, Sequence[ProvedCitation]]]
    is_uncited: bool = False
    """It is part of a paragraph that should prove itself and has no proof anywhere."""

    @property
    def is_unproved(self) -> bool:
        return self.is_uncited or any(not proofs for _, proofs in self.uses)

    @property
    def is_proved(self) -> bool:
        return any(proofs for _, proofs in self.uses)


@dataclass
class Prover:
    """Works through one answer and gathers what it finds."""

    sources: dict[int, Source]
    evidence: list[Evidence]
    uses_of: dict[int, int]
    numbering: Numbering
    citations: dict[tuple[int, int, str], ProvedCitation] = field(default_factory=dict)
    failures: list[FailedCitation] = field(default_factory=list)
    unproved: dict[str, str] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)
    looked_up: int = 0

    def prove(self, use: Use, sentence: str) -> list[ProvedCitation]:
        """The proofs behind the markers of one use, one for each page; empty when none of them proves anything."""
        proved = [citation for number in use.numbers if (citation := self.prove_one(number, use, sentence))]
        if not proved and sentence:
            self.unproved[sentence] = self.failures[-1].reason
        return list({citation.number: citation for citation in reversed(proved)}.values())[::-1]

    def prove_one(self, number: int, use: Use, sentence: str) -> ProvedCitation | None:
        quote = self.quote_for(number, use.claim)
        source = self.sources.get(number)
        shown = self.numbering.number_of(number)
        self.looked_up += 1
        proof = proof_of(source, quote, use.claim) if self.looked_up <= MOST_LOOKED_UP else Proof(reason="no_quote")
        if source is None or source.page is None or shown is None or not proof:
            self.failures.append(FailedCitation(source, quote, proof.reason, sentence))
            return None
        key = (source.document_id, source.page, proof.quote)
        citation = ProvedCitation(
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


def cite(reply: str, sources: Sequence[Source], *, each_paragraph: bool = False) -> CitedAnswer:
    """Proves what can be proved. Pure; never raises for any reply.

    With `each_paragraph` a paragraph or item of a list without any proof is unproved as a whole.
    """
    body, evidence = split_reply(OWN_SIGNS.sub("", reply))
    body = with_markers(body, evidence)
    uses = [(sentence, uses_in(body, sentence)) for sentence in split_sentences(body)]
    all_numbers = [number for _, found in uses for use in found for number in use.numbers]
    prover = Prover(
        {source.number: source for source in sources},
        evidence,
        {n: all_numbers.count(n) for n in set(all_numbers)},
        numbering_of((source.number, source.document_id, source.page) for source in sources),
    )
    sentences = [proved_sentence(body, sentence, found, prover) for sentence, found in uses]
    if each_paragraph:
        sentences = with_uncited(body, sentences, prover)
    citations = list(prover.citations.values())
    claimed = list(islice(claims(body, sentences, prover), MOST_LOOKED_UP))
    found_doubts = doubts(body, claimed, partial(cited_texts, citations, prover.sources))
    marked = rewritten(body, sentences, found_doubts)
    text = plain(marked, {citation.link: citation.number for citation in citations})
    citations.sort(key=lambda citation: citation.number)
    return CitedAnswer(text, marked, citations, prover.failures, warnings(prover, found_doubts))


def numbering_of(sources: Iterable[tuple[int, int, int | None]]) -> Numbering:
    """From the model's number, document and page of each source; without a page nothing can be cited."""
    return Numbering({number: (document_id, page) for number, document_id, page in sources if page is not None})


def proved_sentence(body: str, sentence: Sentence, uses: Sequence[Use], prover: Prover) -> ProvedSentence:
    if not uses:
        return ProvedSentence(sentence, "", [])
    words = plain_words(body, sentence)
    return ProvedSentence(sentence, words, [(use, prover.prove(use, words)) for use in uses])


def with_uncited(body: str, sentences: Sequence[ProvedSentence], prover: Prover) -> list[ProvedSentence]:
    proved = [sentence.place.start for sentence in sentences if sentence.is_proved]
    uncited = [(start, end) for start, end in paragraphs(body) if not any(start <= place < end for place in proved)]
    found = []
    for sentence in sentences:
        if any(start <= sentence.place.start < end for start, end in uncited):
            words = plain_words(body, sentence.place)
            prover.unproved.setdefault(words, "no_quote")
            sentence = replace(sentence, words=words, is_uncited=True)
        found.append(sentence)
    return found


def claims(body: str, sentences: Sequence[ProvedSentence], prover: Prover) -> Iterator[Claim]:
    """The sentences whose every use is proved, with what proves them; and those that name no source, if others do."""
    everywhere = list(prover.citations.values())
    for sentence in sentences:
        proofs = [citation for _, proved in sentence.uses for citation in proved]
        place = sentence.place
        if proofs and not sentence.is_unproved:
            yield claim(sentence.words, place, proofs, prover, partial(sentences_of, proofs))
        elif everywhere and not sentence.uses and not sentence.is_unproved:
            words = plain_words(body, place)
            if not OF_THE_SOURCES.search(words):
                yield claim(words, place, everywhere, prover, list)


def claim(
    words: str,
    place: Sentence,
    proofs: Sequence[ProvedCitation],
    prover: Prover,
    quoted: Callable[[], Sequence[str]],
) -> Claim:
    pages = list({(proof.document_id, proof.page): proof.page_text for proof in proofs}.values())
    return Claim(words, place.start, place.end, pages, quoted, partial(cited_texts, proofs, prover.sources))


def sentences_of(proofs: Sequence[ProvedCitation]) -> list[str]:
    return [proof.sentence for proof in proofs]


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
            begin = max(claimed, found.start() - LONGEST_CLAIM)
            uses.append(Use(found.start(), found.end(), numbers, body[begin : found.start()]))
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


def rewritten(body: str, sentences: Sequence[ProvedSentence], found: Sequence[Doubt]) -> str:
    """The answer with signs: a link for each proved number, bounds around what has no proof."""
    pieces: list[str] = []
    position = 0
    in_order = sorted(found, key=lambda doubt: doubt.start)
    starts = [doubt.start for doubt in in_order]
    for sentence in sentences:
        start, end = sentence.place.start, sentence.place.end
        within = in_order[bisect_left(starts, start) : bisect_left(starts, end)]
        pieces += [body[position:start], with_signs(body, sentence, [doubt for doubt in within if doubt.end <= end])]
        position = end
    pieces.append(body[position:])
    return "".join(pieces)


def with_signs(body: str, sentence: ProvedSentence, found: Sequence[Doubt]) -> str:
    """A sentence that is doubted as a whole gets bounds around it, otherwise each doubted word."""
    start, end = sentence.place.start, sentence.place.end
    edits = [edit for use, proofs in sentence.uses for edit in link_edits(body, start, use, proofs)]
    whole = sentence.is_unproved or any((doubt.start, doubt.end) == (start, end) for doubt in found)
    if not whole:
        edits += [edit for doubt in found if may_be_marked(body, doubt) for edit in bound_edits(doubt)]
    text = edited(body, start, end, edits)
    # Blanks beside the signs leave emphasis at the edges of the sentence as Markdown wants it.
    return f"{UNPROVED_OPEN} {text} {UNPROVED_CLOSE}" if whole and text.strip() else text


def link_edits(body: str, start: int, use: Use, proofs: Sequence[ProvedCitation]) -> list[tuple[int, int, str]]:
    """Without proof the marker goes, and the blanks before it."""
    if proofs:
        return [(use.start, use.end, "".join(f"{LINK_OPEN}{proof.link}{LINK_CLOSE}" for proof in proofs))]
    before = body[start : use.start]
    return [(start + len(before.rstrip(" \t")), use.end, "")]


def bound_edits(doubt: Doubt) -> list[tuple[int, int, str]]:
    return [(doubt.start, doubt.start, f"{UNPROVED_OPEN} "), (doubt.end, doubt.end, f" {UNPROVED_CLOSE}")]


def may_be_marked(body: str, doubt: Doubt) -> bool:
    """Not within an address: signs would break it."""
    token = body[: doubt.start].rsplit(None, 1)[-1:] if not body[: doubt.start][-1:].isspace() else []
    return not any(sign in part for part in token for sign in ("://", "](", "www."))


def edited(body: str, start: int, end: int, edits: Sequence[tuple[int, int, str]]) -> str:
    """`body[start:end]` with the edits, of which those that begin within another are left out."""
    pieces: list[str] = []
    position = start
    for begin, until, text in sorted(edits, key=lambda edit: edit[:2]):
        if begin >= position:
            pieces += [body[position:begin], text]
            position = until
    return "".join([*pieces, body[position:end]])


def plain_words(body: str, sentence: Sentence) -> str:
    return " ".join(re.sub(rf"[ \t]*{MARKER_PATTERN}", "", body[sentence.start : sentence.end], flags=re.I).split())


def plain(marked: str, numbers: Mapping[int, int]) -> str:
    """The answer as text: the number of each link in brackets, no signs."""
    text = re.sub(rf"{UNPROVED_OPEN} | {UNPROVED_CLOSE}", "", marked)
    return OWN_SIGNS.sub("", LINK_SIGN.sub(lambda found: f"[{numbers[int(found[1])]}]", text))


def warnings(prover: Prover, found: Sequence[Doubt]) -> list[dict[str, Any]]:
    """What readers should check themselves: sentences without proof, and what no cited page states."""
    unproved: list[dict[str, Any]] = [
        {"kind": "unproved_sentence", "text": sentence, "reason": reason}
        for sentence, reason in prover.unproved.items()
    ]
    return unproved + as_warnings(found)


def cited_texts(citations: Sequence[ProvedCitation], sources: Mapping[int, Source]) -> Iterator[str]:
    """Everything a reader who opens these citations can see of their pages, with title and date; the shortest first."""
    cited = {(citation.document_id, citation.page) for citation in citations}
    shown = [source for source in sources.values() if (source.document_id, source.page) in cited]
    yield from (citation.quote for citation in citations)
    for source in shown:
        yield from (f"{source.title} {source.date}", source.passage)
    yield from (source.page_text.text for source in shown)
