"""The levels of proof: how far each sentence of an answer is proved.

A quote that stands on its page proves the quote, not the sentence that cites it. So each sentence is derived from what
it cites by the rules of `apps.text.derivation`; what these do not explain is shown with its quote and never called
proved.
"""

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import TypeVar

from apps.chat.contradictions.between_sections import contrasting_heading
from apps.chat.page_context.find_restriction import Restriction, find_restriction
from apps.chat.page_context.lead_in import is_quoted_or_struck, restricting_heading
from apps.chat.page_context.table_cells import restricting_key
from apps.chat.proof.find_quote import PageText
from apps.chat.proof.types import ProvedCitation, ProvedSentence
from apps.chat.proof.unsupported_claims import Doubt
from apps.llm.offline.answers.make_units_readable import proved_together
from apps.llm.offline.answers.table_sentences import sentence_of_rows
from apps.text.derivation import (
    Derivation,
    Difference,
    Level,
    addresses_reader,
    derive,
    narrows_sentence_before,
    points_back,
)
from apps.text.grammar.item_labels import BRACKETED_LABEL
from apps.text.locate_quote import Span
from apps.text.restrictions.plain_leads import is_plain_lead

Item = TypeVar("Item")
MOST_DERIVED = 60
"""Most sentences of one answer that are checked against their sources; later ones are `quoted` at most."""
MOST_SECONDS = 1.0
"""Processor time for one answer. Sentences left over are `quoted` at most, however much a document or asker repeats."""
MOST_COMPARED = 4_000_000
"""Characters of a sentence times those of its quotes; more is never proved. A long sentence with eight long quotes has
a million; clauses that repeat each other take a second for six."""
MOST_QUOTES = 8
MOST_DIFFERENCES = 6
TEXTS_OF_PROOF = 2
WORD = re.compile(r"\w")
LABEL = re.compile(
    rf"(?>(?:Zu|Re) (?:Nr\. ?|Frage )?\d{{1,2}}\b|{BRACKETED_LABEL}|\d{{1,2}}(?:\.\d{{1,2}}){{0,3}}(?=[.)])|[^\w\s]|\s)"
    r"{1,20}"
)
""" "Zu 3.: ", "(2) ", "d) ", "4.1. " in front of what is quoted."""


class ProofLevel(StrEnum):
    """From best to worst. Only the first two may be called proved."""

    DERIVED = "verbatim"
    """Follows from its quotes by rules, in their words or in others. The stored name, which interfaces show, is from
    when only the words of the quote counted."""
    CHECKED = "checked"
    QUOTED = "quoted"
    CONTRADICTED = "contradicted"
    WITHOUT_SOURCE = "without_source"


PROVED_LEVELS = frozenset({ProofLevel.DERIVED, ProofLevel.CHECKED})
CONTRADICTIONS = frozenset({"other_number", "missing_negation", "opposite"})
"""Doubts that say the source states otherwise."""
NOT_STATED = frozenset({"unrelated", "unsupported_negation"})
"""Doubts that say the source states nothing like the sentence as a whole."""
OVERRULED = NOT_STATED | {"unsupported_number"}
"""Doubts from words and figures that the page does not state: where rules explain every difference there are none."""
EXPLAINED_BY_PROOF = OVERRULED | CONTRADICTIONS
"""Doubts that nothing is left of where a sentence is proved, alone or with the next one."""


@dataclass(frozen=True, slots=True)
class LeveledSentence:
    """`citations` are the numbers readers see; `quotes` what stands on the cited pages."""

    text: str
    level: ProofLevel
    citations: tuple[int, ...] = ()
    differences: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    claim: str = ""
    """What a second reader may be asked, such as a list item with the line that leads to it; empty where the level
    stays as it is."""
    proofs: tuple[ProvedCitation, ...] = ()
    """Those around which the second reader reads."""

    @property
    def stated(self) -> list[str]:
        """The sentences of the cited pages around the quotes, for the second reader; read when they are asked for."""
        return unique(told_around(proof) for proof in self.proofs)

    @property
    def has_words(self) -> bool:
        return bool(WORD.search(self.text))

    def as_json(self) -> dict[str, object]:
        """The object of the contract: text, level, numbers of the citations, unexplained differences."""
        return {
            "text": self.text,
            "level": str(self.level),
            "citations": list(self.citations),
            "differences": list(self.differences),
        }


def levels_of(
    body: str, sentences: Sequence[ProvedSentence], doubts: Sequence[Doubt], question: str = ""
) -> list[LeveledSentence]:
    """One for each sentence, in their order.

    Sentences without a marker are checked against all quotes of the answer. After MOST_DERIVED sentences or
    MOST_SECONDS of this thread nothing more is checked.
    """
    last = time.thread_time() + MOST_SECONDS
    everywhere = list({proof.link: proof for sentence in sentences for proof in proofs_of(sentence)}.values())
    rows = {one.place.claim_start: proofs_of(one) for one in sentences if one.is_cell and proofs_of(one)}
    found: list[LeveledSentence] = []
    for place, sentence in enumerate(sentences):
        own = [doubt for doubt in doubts if sentence.place.start <= doubt.start < sentence.place.end]
        if not sentence.uses and rows.get(sentence.place.claim_start) and not own:
            # A cell without a marker belongs to the proof of its row.
            leveled = quoted(sentence, rows[sentence.place.claim_start])
        else:
            in_time = place < MOST_DERIVED and time.thread_time() < last
            context = context_of(body, sentences, place) if in_time else ""
            leveled = level_of(sentence, context, own, everywhere)
            if in_time and is_told_with(sentences, place, leveled):
                leveled = replace(leveled, level=ProofLevel.DERIVED, differences=(), claim="", proofs=())
        leveled = lowered(leveled, found[-1] if found else None, proofs_of(sentence) or everywhere)
        if leveled.level == ProofLevel.DERIVED:
            before = [one.words for one in reversed(sentences[:place])]
            proofs = cited_by(leveled, proofs_of(sentence) or everywhere)
            leveled = within_section(within_list(leveled, proofs, context), proofs, [context, *before, question])
            leveled = with_exception(leveled, proofs, everywhere)
        found.append(leveled)
    return found


def is_told_with(sentences: Sequence[ProvedSentence], place: int, leveled: LeveledSentence) -> bool:
    """Whether its quote proves it together with the sentence of the answer that narrows it, or that it narrows: "Das
    Bad ist geöffnet [1]. Das gilt nicht im Winter [1]." with both in one quote."""
    if leveled.level in PROVED_LEVELS:
        return False
    for first, second in pairwise(sentences[max(0, place - 1) : place + 2]):
        proofs = proofs_of(first)
        same = bool(proofs) and not (first.is_unproved or second.is_unproved) and proofs == proofs_of(second)
        told = f"{first.words} {second.words}"
        if same and narrows_sentence_before(second.words) and derive_from(told, proofs, only_proof=True).proved:
            return True
    return False


def before_quote(proofs: Sequence[ProvedCitation]) -> str:
    """The sentence of the page in front of the first quote; an empty text where it opens its page."""
    for proof in proofs[:1]:
        told = proof.page_text.sentences
        place = next((i for i, one in enumerate(told) if proof.quote in one or one in proof.quote), 0)
        return told[place - 1] if place else ""
    return ""


def without_overruled(
    doubts: Sequence[Doubt], sentences: Sequence[ProvedSentence], levels: Sequence[LeveledSentence]
) -> list[Doubt]:
    """The doubts but those about sentences which are proved all the same."""
    proved = [s.place for s, one in zip(sentences, levels, strict=True) if one.level in PROVED_LEVELS]
    return [
        doubt
        for doubt in doubts
        if doubt.kind not in EXPLAINED_BY_PROOF or not any(place.start <= doubt.start < place.end for place in proved)
    ]


def worked_out_levels(sentences: Sequence[ProvedSentence]) -> list[LeveledSentence]:
    """Of sentences that code made from cells: proved when every one of their cells stands on its page."""
    return [
        LeveledSentence(sentence.words, ProofLevel.WITHOUT_SOURCE)
        if sentence.is_unproved or not sentence.uses
        else replace(quoted(sentence, proofs_of(sentence)), level=ProofLevel.DERIVED)
        for sentence in sentences
    ]


def proofs_of(sentence: ProvedSentence) -> list[ProvedCitation]:
    return [proof for _, proofs in sentence.uses for proof in proofs]


def context_of(body: str, sentences: Sequence[ProvedSentence], place: int) -> str:
    """What is to be derived: a cell with its row, a list item with the line that leads to it, or the sentence alone.

    "60 Euro" below "Identity card:" says what "60 Euro" alone does not.
    """
    sentence = sentences[place]
    if sentence.is_cell:
        row = body[sentence.place.claim_start : sentence.place.end]
        return " ".join(re.sub(r"\[\d+\]|\|", " ", row).split())
    is_fragment = not sentence.words.endswith((".", "!", "?"))
    for before in reversed(sentences[:place]):
        prefix = line_prefix(body, before)
        if before.words.endswith(":") or (is_fragment and prefix.startswith("#")):
            return f"{before.words.rstrip(':')}: {sentence.words}"
        if not prefix or prefix.startswith("#"):
            break
    return sentence.words


def line_prefix(body: str, sentence: ProvedSentence) -> str:
    """What stands before it in its line: the mark of a list item, the signs of a heading, or another sentence."""
    return body[body.rfind("\n", 0, sentence.place.start) + 1 : sentence.place.start].strip()


def level_of(
    sentence: ProvedSentence, context: str, doubts: Sequence[Doubt], everywhere: Sequence[ProvedCitation]
) -> LeveledSentence:
    proofs = proofs_of(sentence) if sentence.uses else list(everywhere)
    is_marked = bool(sentence.uses) and not sentence.is_unproved
    derived = (
        derive_from(context, proofs, only_proof=not is_marked) if context and proofs else Derivation(Level.UNEXPLAINED)
    )
    if not is_marked:
        return without_marker(sentence, everywhere, derived, doubts)
    cited = quoted(sentence, proofs, derived)
    doubts = [doubt for doubt in doubts if not (derived.proved and doubt.kind in OVERRULED)]
    if derived.level == Level.CONTRADICTED or any(doubt.kind in CONTRADICTIONS for doubt in doubts):
        return replace(cited, level=ProofLevel.CONTRADICTED)
    if any(doubt.kind in NOT_STATED for doubt in doubts):
        return replace(cited, level=ProofLevel.WITHOUT_SOURCE)
    if not doubts and (derived.proved or is_led_item(sentence.words, proofs)):
        return replace(cited, level=ProofLevel.DERIVED)
    if doubts or sentence.is_cell or points_back(sentence.words) or is_others_speech(proofs):
        return cited
    return replace(cited, claim=context, proofs=tuple(proofs[:MOST_QUOTES]))


def is_led_item(words: str, proofs: Sequence[ProvedCitation]) -> bool:
    """The item of a list and the line that leads to it, on one page: two quotes that say together what is said."""
    pages = {(proof.document_id, proof.page) for proof in proofs}
    if len(proofs) != len(("line", "item")) or len(pages) != 1:
        return False
    return proved_together(proofs[0].page_text.text, words, [proof.quote for proof in proofs])


def without_marker(
    sentence: ProvedSentence, everywhere: Sequence[ProvedCitation], derived: Derivation, doubts: Sequence[Doubt]
) -> LeveledSentence:
    """Proved by one quote of the answer, or without a source. A marker that proves nothing stays without one."""
    fails = sentence.uses or sentence.is_uncited or doubts or not derived.proved or derived.quote is None
    if fails or derived.quote is None:
        return LeveledSentence(sentence.words, ProofLevel.WITHOUT_SOURCE)
    proof = everywhere[derived.quote // TEXTS_OF_PROOF]
    return replace(quoted(sentence, [proof], derived), level=ProofLevel.DERIVED)


def lowered(
    leveled: LeveledSentence, before: LeveledSentence | None, proofs: Sequence[ProvedCitation]
) -> LeveledSentence:
    """A sentence that points back is proved only after a proved one of the same page: "it" may be another thing."""
    if leveled.level != ProofLevel.DERIVED or not points_back(leveled.text):
        return leveled
    # Few sentences point back: for the others no page is split into its sentences.
    if all(addresses_reader(leveled.text, text) for text in (before.text if before else "", before_quote(proofs))):
        return leveled
    if before and before.level == ProofLevel.DERIVED and set(before.citations) & set(leveled.citations):
        return leveled
    return replace(leveled, level=ProofLevel.QUOTED)


def cited_by(leveled: LeveledSentence, proofs: Sequence[ProvedCitation]) -> list[ProvedCitation]:
    return [one for one in proofs if one.number in leveled.citations and one.quote in leveled.quotes]


def within_list(leveled: LeveledSentence, proofs: Sequence[ProvedCitation], context: str) -> LeveledSentence:
    """One of several conditions that "und" joins is proved only with the others: it says less than all."""
    for proof in proofs:
        rest = proof.page_text.rest_of_list(proof.span) if proof.span else ""
        if rest and not derive(context, [f"{proof.sentence} {rest}"], only_proof=True).proved:
            return replace(leveled, level=ProofLevel.QUOTED, differences=(str(Difference("dropped", rest, "")),))
    return leveled


def told_around(proof: ProvedCitation) -> str:
    """The sentence around a quote, with the heading, the key of its row and the sentence that restrict it."""
    found = restriction_of(proof)
    page = proof.page_text.text
    above = [restricting_heading(page, proof.span.start), restricting_key(page, proof.span, ())] if proof.span else []
    before = [f"{heading}:" for heading in above if heading]
    before += [found.text] if found and found.is_before else []
    after = [found.text] if found and not found.is_before else []
    return " ".join([*before, proof.sentence, *after])


def restriction_of(proof: ProvedCitation) -> Restriction | None:
    """What its page says around the quote that takes it back or restricts it."""
    if proof.span is None:
        return None
    page = proof.page_text
    return find_restriction(page.text, on_page(page), proof.span, page.sentence_after(proof.span))


def is_others_speech(proofs: Sequence[ProvedCitation]) -> bool:
    """Whether a page only reports what is quoted, or has struck it."""
    return any(proof.span and is_quoted_or_struck(proof.page_text.text, proof.span) for proof in proofs)


def with_exception(
    leveled: LeveledSentence, proofs: Sequence[ProvedCitation], everywhere: Sequence[ProvedCitation]
) -> LeveledSentence:
    """A sentence that another one of its page takes back in part is proved only where the answer quotes that, too."""
    if leveled.level != ProofLevel.DERIVED:
        return leveled
    for proof in proofs:
        found = restriction_of(proof)
        if found and not is_quoted_too(found.text, proof, everywhere):
            told = str(Difference("exception", found.text, ""))
            return replace(leveled, level=ProofLevel.QUOTED, differences=(told,))
    return leveled


def is_quoted_too(text: str, proof: ProvedCitation, everywhere: Sequence[ProvedCitation]) -> bool:
    """Whether the answer also quotes what restricts that proof."""
    return any(text in other.sentence or other.quote in text for other in everywhere if other is not proof)


def within_section(leveled: LeveledSentence, proofs: Sequence[ProvedCitation], said: Sequence[str]) -> LeveledSentence:
    """A sentence whose heading or row restricts it, or that another section contradicts, is proved only where `said`
    names its own one; what somebody is quoted with is never."""
    if is_others_speech(proofs):
        return replace(leveled, level=ProofLevel.QUOTED, differences=(str(Difference("speech", leveled.text, "")),))
    for proof in proofs:
        if proof.span is None:
            continue
        page = proof.page_text
        heading = (
            restricting_heading(page.text, proof.span.start, said)
            or restricting_key(page.text, proof.span, said)
            or contrasting_heading(page.text, on_page(page), proof.span.start, proof.sentence, said)
        )
        if heading:
            return replace(leveled, level=ProofLevel.QUOTED, differences=(str(Difference("section", heading, "")),))
    return leveled


def on_page(page: PageText) -> Iterator[tuple[Span, str]]:
    """The sentences of the page with their places. It is split when they are asked for: most pages have one section."""
    yield from zip(page.places, page.sentences, strict=True)


def quoted(
    sentence: ProvedSentence, proofs: Sequence[ProvedCitation], derived: Derivation | None = None
) -> LeveledSentence:
    differences = derived.differences if derived else ()
    return LeveledSentence(
        sentence.words,
        ProofLevel.QUOTED,
        tuple(unique(proof.number for proof in proofs)),
        tuple(unique(str(difference) for difference in differences))[:MOST_DIFFERENCES],
        tuple(unique(proof.quote for proof in proofs)),
    )


def derive_from(words: str, proofs: Sequence[ProvedCitation], *, only_proof: bool = False) -> Derivation:
    """Each proof gives TEXTS_OF_PROOF: the sentence of the page around it, and its row.

    Never the quote alone: "dogs are free of tax" may be torn out of "Only guide dogs are free of tax". What a row of a
    table says, it says under the names of the columns, which stand elsewhere on the page.
    """
    quotes = [
        text
        for proof in proofs[:MOST_QUOTES]
        for text in (without_label(proof), sentence_of_rows(proof.page_text.text, proof.quote, words))
    ]
    if len(words) * sum(map(len, quotes)) > MOST_COMPARED:
        return Derivation(Level.UNEXPLAINED)
    return derive(words, quotes, heads=unique(proof.title for proof in proofs[:MOST_QUOTES]), only_proof=only_proof)


def without_label(proof: ProvedCitation) -> str:
    """The sentence of the page around the quote, without its label or empty lead: "Re 3.:", "Kurz gesagt:"."""
    before, _quote, _after = proof.sentence.partition(proof.quote)
    is_label = LABEL.fullmatch(before) or is_plain_lead(before)
    sentence = proof.sentence[len(before) :] if is_label else proof.sentence
    # What deviates from a sentence holds for what that one is about.
    return f"{before_quote([proof])} {sentence}".strip() if sentence.startswith("Abweichend") else sentence


def unique(items: Iterable[Item]) -> list[Item]:
    return list(dict.fromkeys(items))
