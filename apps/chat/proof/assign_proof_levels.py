"""Assigns each sentence of an answer its proof level: how far it is proved.

A quote that stands on its page proves the quote, not the sentence that cites it. So each sentence is derived from what
it cites (derive_from_quotes.py); what no rule explains is shown with its quote and never called proved. What is derived
is held against the rest of its page (downgrade_restricted_sentences.py).
"""

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from apps.chat.proof.derive_from_quotes import (
    MOST_QUOTES,
    TEXTS_OF_PROOF,
    derive_from_quotes,
    is_reported_or_struck,
    unique_items,
)
from apps.chat.proof.downgrade_restricted_sentences import (
    contains_all_words,
    find_own_notes,
    headings_above_proof,
    lower_below_own_heading,
    lower_by_page_context,
    lower_if_pointing_back,
)
from apps.chat.proof.proof_levels import PROVED_LEVELS, LeveledSentence, ProofLevel
from apps.chat.proof.types import ProvedCitation, ProvedSentence
from apps.chat.proof.unsupported_claims import Doubt
from apps.llm.offline.answers.make_units_readable import is_proved_by_list
from apps.text.entailment import Derivation, Difference, Level, begins_with_anaphor, narrows_sentence_before

MOST_DERIVED = 60
"""Most sentences of one answer that are checked against their sources; later ones are `quoted` at most."""
MOST_SECONDS = 1.0
"""Processor time for one answer. Sentences left over are `quoted` at most, however much a document or asker repeats."""
MOST_DIFFERENCES = 6
CONTRADICTIONS = frozenset({"other_number", "missing_negation", "opposite"})
"""Doubts that say the source states otherwise."""
NOT_STATED = frozenset({"unrelated", "unsupported_negation"})
"""Doubts that say the source states nothing like the sentence as a whole."""
OVERRULED = NOT_STATED | {"unsupported_number"}
"""Doubts from words and figures that the page does not state: where rules explain every difference there are none."""
EXPLAINED_BY_PROOF = OVERRULED | CONTRADICTIONS
"""Doubts that nothing is left of where a sentence is proved, alone or with the next one."""


def assign_proof_levels(
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
            found.append(quoted_sentence_level(sentence, rows[sentence.place.claim_start]))
            continue
        in_time = place < MOST_DERIVED and time.thread_time() < last
        context = claim_to_derive(body, sentences, place) if in_time else ""
        leveled = assign_sentence_level(sentence, context, own, everywhere)
        if in_time and is_proved_with_neighbour(sentences, place, leveled):
            leveled = replace(leveled, level=ProofLevel.DERIVED, differences=(), claim="", proofs=())
        proofs = proofs_of(sentence) or everywhere
        leveled = lower_if_pointing_back(leveled, found[-1] if found else None, proofs)
        if leveled.level == ProofLevel.DERIVED:
            said = [context, *(one.words for one in reversed(sentences[:place])), question]
            leveled = lower_by_page_context(leveled, proofs, everywhere, said)
            leveled = lower_below_own_heading(leveled, body, sentence.place, proofs, question)
        found.append(leveled)
    return lower_beside_unproved_notes(found, body, sentences, everywhere, question)


def lower_beside_unproved_notes(
    levels: Sequence[LeveledSentence],
    body: str,
    sentences: Sequence[ProvedSentence],
    everywhere: Sequence[ProvedCitation],
    question: str,
) -> list[LeveledSentence]:
    """The levels; a sentence to which the answer adds a note of its own is proved, now or by a second reader, only
    where the note is proved, too, or where the question, a title, a heading or a quoted sentence says all of it."""
    found = list(levels)
    for place in reversed(range(len(found))):
        if found[place].level != ProofLevel.DERIVED and not found[place].claim:
            continue
        own = proofs_of(sentences[place]) or everywhere
        for later, note in find_own_notes(body, sentences, place):
            if found[later].level in PROVED_LEVELS or contains_all_words(
                collect_supporting_texts(question, [*own, *proofs_of(sentences[later])]), note
            ):
                continue
            told = (str(Difference("section", "", note)),)
            found[place] = replace(found[place], level=ProofLevel.QUOTED, differences=told, claim="", proofs=())
            break
    return found


def collect_supporting_texts(question: str, proofs: Sequence[ProvedCitation]) -> list[str]:
    """The question, the titles of the sources with their pages, the quoted sentences and the headings above them."""
    texts = [question]
    for proof in proofs:
        texts += [f"{proof.title} Seite S Page p {proof.page}", proof.sentence, *headings_above_proof(proof)]
    return texts


def is_proved_with_neighbour(sentences: Sequence[ProvedSentence], place: int, leveled: LeveledSentence) -> bool:
    """Whether its quote proves it together with the sentence of the answer that narrows it, or that it narrows: "Das
    Bad ist geöffnet [1]. Das gilt nicht im Winter [1]." with both in one quote."""
    if leveled.level in PROVED_LEVELS:
        return False
    for first, second in pairwise(sentences[max(0, place - 1) : place + 2]):
        proofs = proofs_of(first)
        same = bool(proofs) and not (first.is_unproved or second.is_unproved) and proofs == proofs_of(second)
        told = f"{first.words} {second.words}"
        if same and narrows_sentence_before(second.words) and derive_from_quotes(told, proofs, only_proof=True).proved:
            return True
    return False


def drop_overruled_doubts(
    doubts: Sequence[Doubt], sentences: Sequence[ProvedSentence], levels: Sequence[LeveledSentence]
) -> list[Doubt]:
    """The doubts but those about sentences which are proved all the same."""
    proved = [s.place for s, one in zip(sentences, levels, strict=True) if one.level in PROVED_LEVELS]
    return [
        doubt
        for doubt in doubts
        if doubt.kind not in EXPLAINED_BY_PROOF or not any(place.start <= doubt.start < place.end for place in proved)
    ]


def levels_of_computed_sentences(sentences: Sequence[ProvedSentence]) -> list[LeveledSentence]:
    """Levels sentences that code made from cells: proved when every one of their cells stands on its page."""
    return [
        LeveledSentence(sentence.words, ProofLevel.WITHOUT_SOURCE)
        if sentence.is_unproved or not sentence.uses
        else replace(quoted_sentence_level(sentence, proofs_of(sentence)), level=ProofLevel.DERIVED)
        for sentence in sentences
    ]


def proofs_of(sentence: ProvedSentence) -> list[ProvedCitation]:
    return [proof for _, proofs in sentence.uses for proof in proofs]


def claim_to_derive(body: str, sentences: Sequence[ProvedSentence], place: int) -> str:
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


def assign_sentence_level(
    sentence: ProvedSentence, context: str, doubts: Sequence[Doubt], everywhere: Sequence[ProvedCitation]
) -> LeveledSentence:
    proofs = proofs_of(sentence) if sentence.uses else list(everywhere)
    is_marked = bool(sentence.uses) and not sentence.is_unproved
    derived = (
        derive_from_quotes(context, proofs, only_proof=not is_marked)
        if context and proofs
        else Derivation(Level.UNEXPLAINED)
    )
    if not is_marked:
        return level_without_marker(sentence, everywhere, derived, doubts)
    cited = quoted_sentence_level(sentence, proofs, derived)
    doubts = [doubt for doubt in doubts if not (derived.proved and doubt.kind in OVERRULED)]
    if derived.level == Level.CONTRADICTED or any(doubt.kind in CONTRADICTIONS for doubt in doubts):
        return replace(cited, level=ProofLevel.CONTRADICTED)
    if any(doubt.kind in NOT_STATED for doubt in doubts):
        return replace(cited, level=ProofLevel.WITHOUT_SOURCE)
    if not doubts and (derived.proved or is_proved_by_item_with_lead(sentence.words, proofs)):
        return replace(cited, level=ProofLevel.DERIVED)
    if doubts or sentence.is_cell or begins_with_anaphor(sentence.words) or is_reported_or_struck(proofs):
        return cited
    return replace(cited, claim=context, proofs=tuple(proofs[:MOST_QUOTES]))


def is_proved_by_item_with_lead(words: str, proofs: Sequence[ProvedCitation]) -> bool:
    """The item of a list and the line that leads to it, on one page: two quotes that say together what is said."""
    pages = {(proof.document_id, proof.page) for proof in proofs}
    if len(proofs) != len(("line", "item")) or len(pages) != 1:
        return False
    return is_proved_by_list(proofs[0].page_text.text, words, [proof.quote for proof in proofs])


def level_without_marker(
    sentence: ProvedSentence, everywhere: Sequence[ProvedCitation], derived: Derivation, doubts: Sequence[Doubt]
) -> LeveledSentence:
    """Proved by one quote of the answer, or without a source. A marker that proves nothing stays without one."""
    fails = sentence.uses or sentence.is_uncited or doubts or not derived.proved or derived.quote is None
    if fails or derived.quote is None:
        return LeveledSentence(sentence.words, ProofLevel.WITHOUT_SOURCE)
    proof = everywhere[derived.quote // TEXTS_OF_PROOF]
    return replace(quoted_sentence_level(sentence, [proof], derived), level=ProofLevel.DERIVED)


def quoted_sentence_level(
    sentence: ProvedSentence, proofs: Sequence[ProvedCitation], derived: Derivation | None = None
) -> LeveledSentence:
    differences = derived.differences if derived else ()
    return LeveledSentence(
        sentence.words,
        ProofLevel.QUOTED,
        tuple(unique_items(proof.number for proof in proofs)),
        tuple(unique_items(str(difference) for difference in differences))[:MOST_DIFFERENCES],
        tuple(unique_items(proof.quote for proof in proofs)),
    )
