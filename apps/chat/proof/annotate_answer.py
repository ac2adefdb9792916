"""Marks links, proof levels and doubted words in an answer with private-use characters, for rendering to replace."""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence

from apps.chat.contradictions.content_words import content_words
from apps.chat.proof.proof_levels import PROVED_LEVELS, LeveledSentence, ProofLevel
from apps.chat.proof.types import CitationUse, ProvedCitation, ProvedSentence
from apps.chat.proof.unsupported_claims import Doubt

# Signs for private use.
LINK_OPEN, LINK_CLOSE, UNPROVED_OPEN, UNPROVED_CLOSE = "\ue000", "\ue001", "\ue002", "\ue003"
LEVEL_OPEN, LEVEL_CLOSE, CONTRADICTED_OPEN, CONTRADICTED_CLOSE = "\ue004", "\ue005", "\ue006", "\ue007"
OWN_SIGNS = re.compile(r"[\ue000-\ue007]")
LINK_SIGN = re.compile(r"\ue000(\d+)\ue001")
LEVEL_SIGN = re.compile(r"\ue004(\d+)\ue005")
"""Stands after a sentence; the number is its place among the sentences of the answer."""
BOUNDS = {
    ProofLevel.WITHOUT_SOURCE: (UNPROVED_OPEN, UNPROVED_CLOSE),
    ProofLevel.CONTRADICTED: (CONTRADICTED_OPEN, CONTRADICTED_CLOSE),
}
TABLE_RULE = re.compile(r"[ \t]*+\|?[ \t]*+:?-[-|: \t]*+$", re.MULTILINE)
HEADING = re.compile(r"[ \t]*\#{1,6}[ \t]")


def annotate_answer(
    body: str, sentences: Sequence[ProvedSentence], found: Sequence[Doubt], levels: Sequence[LeveledSentence]
) -> str:
    """The answer with signs: a link for each proved number, the level after each sentence, bounds around doubts."""
    pieces: list[str] = []
    position = 0
    in_order = sorted(found, key=lambda doubt: doubt.start)
    starts = [doubt.start for doubt in in_order]
    for place, (sentence, leveled) in enumerate(zip(sentences, levels, strict=True)):
        start, end = sentence.place.start, sentence.place.end
        within = [one for one in in_order[bisect_left(starts, start) : bisect_left(starts, end)] if one.end <= end]
        pieces += [body[position:start], annotate_sentence(body, sentence, within, leveled, place)]
        position = end
    pieces.append(body[position:])
    return "".join(pieces)


def annotate_sentence(
    body: str, sentence: ProvedSentence, found: Sequence[Doubt], leveled: LeveledSentence, place: int
) -> str:
    """A sentence without source, or against it, gets bounds as a whole; otherwise each doubted word, and the level."""
    start, end = sentence.place.start, sentence.place.end
    edits = [edit for use, proofs in sentence.uses for edit in link_edits(body, start, use, proofs)]
    bounds = sentence_bounds(body, sentence, found, leveled)
    if bounds:
        text = apply_edits(body, start, end, edits)
        # Blanks beside the signs leave emphasis at the edges of the sentence as Markdown wants it.
        return f"{bounds[0]} {text} {bounds[1]}" if text.strip() else text
    edits += [edit for doubt in found if may_be_marked(body, doubt) for edit in bound_edits(doubt)]
    sign = f"{LEVEL_OPEN}{place}{LEVEL_CLOSE}" if sentence.is_proved or leveled.level in PROVED_LEVELS else ""
    return apply_edits(body, start, end, edits) + sign


def sentence_bounds(
    body: str, sentence: ProvedSentence, found: Sequence[Doubt], leveled: LeveledSentence
) -> tuple[str, str] | None:
    """The signs around the whole sentence, where it gets any."""
    start, end = sentence.place.start, sentence.place.end
    if leveled.level == ProofLevel.WITHOUT_SOURCE and is_lead_in(body, sentence, leveled) and not found:
        return None
    if leveled.level in BOUNDS:
        return BOUNDS[leveled.level]
    whole = sentence.is_unproved or any((doubt.start, doubt.end) == (start, end) for doubt in found)
    return BOUNDS[ProofLevel.WITHOUT_SOURCE] if whole else None


def is_lead_in(body: str, sentence: ProvedSentence, leveled: LeveledSentence) -> bool:
    """Headings, heads of tables, and lines such as "You need:" stand for what is below them."""
    if sentence.uses or sentence.is_unproved:
        return False
    line = body.rfind("\n", 0, sentence.place.start) + 1
    if not leveled.has_words or sentence.words.endswith(":") or HEADING.match(body, line):
        return True
    following = body.find("\n", sentence.place.end)
    return sentence.is_cell and following >= 0 and bool(TABLE_RULE.match(body, following + 1))


def link_edits(body: str, start: int, use: CitationUse, proofs: Sequence[ProvedCitation]) -> list[tuple[int, int, str]]:
    """One link for each page, to the quote that says most of what stands before it. Behind a sentence that the model
    left without a marker, a blank comes first.

    Without proof the marker goes, and the blanks before it.
    """
    if proofs:
        blank = " " if use.start == use.end else ""
        links = "".join(f"{LINK_OPEN}{proof.link}{LINK_CLOSE}" for proof in best_proof_per_number(use.claim, proofs))
        return [(use.start, use.end, blank + links)]
    before = body[start : use.start]
    return [(start + len(before.rstrip(" \t")), use.end, "")]


def best_proof_per_number(claim: str, proofs: Sequence[ProvedCitation]) -> list[ProvedCitation]:
    """One for each number, in their order: of several quotes the one that has most words of the claim."""
    of_number: dict[int, list[ProvedCitation]] = {}
    for proof in proofs:
        of_number.setdefault(proof.number, []).append(proof)
    words = content_words(claim)
    return [max(same, key=lambda each: len(words & content_words(each.quote))) for same in of_number.values()]


def bound_edits(doubt: Doubt) -> list[tuple[int, int, str]]:
    return [(doubt.start, doubt.start, f"{UNPROVED_OPEN} "), (doubt.end, doubt.end, f" {UNPROVED_CLOSE}")]


def may_be_marked(body: str, doubt: Doubt) -> bool:
    """Not within an address: signs would break it."""
    token = body[: doubt.start].rsplit(None, 1)[-1:] if not body[: doubt.start][-1:].isspace() else []
    return not any(sign in part for part in token for sign in ("://", "](", "www."))


def apply_edits(body: str, start: int, end: int, edits: Sequence[tuple[int, int, str]]) -> str:
    """`body[start:end]` with the edits, of which those that begin within another are left out."""
    pieces: list[str] = []
    position = start
    for begin, until, text in sorted(edits, key=lambda edit: edit[:2]):
        if begin >= position:
            pieces += [body[position:begin], text]
            position = until
    return "".join([*pieces, body[position:end]])


def answer_as_text(marked: str, numbers: Mapping[int, int]) -> str:
    """The answer as text: the number of each link in brackets, no signs."""
    text = re.sub(rf"[{UNPROVED_OPEN}{CONTRADICTED_OPEN}] | [{UNPROVED_CLOSE}{CONTRADICTED_CLOSE}]", "", marked)
    text = LEVEL_SIGN.sub("", text)
    return OWN_SIGNS.sub("", LINK_SIGN.sub(lambda found: f"[{numbers[int(found[1])]}]", text))
