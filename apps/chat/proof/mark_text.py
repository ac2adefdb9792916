"""The answer with signs where people will see something else: a link, or the bounds of what has no proof. Pure."""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence

from apps.chat.proof.types import ProvedCitation, ProvedSentence, Use
from apps.chat.proof.unsupported_claims import Doubt

# Signs for private use.
LINK_OPEN, LINK_CLOSE, UNPROVED_OPEN, UNPROVED_CLOSE = "\ue000", "\ue001", "\ue002", "\ue003"
OWN_SIGNS = re.compile(r"[\ue000-\ue003]")
LINK_SIGN = re.compile(r"\ue000(\d+)\ue001")


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


def plain(marked: str, numbers: Mapping[int, int]) -> str:
    """The answer as text: the number of each link in brackets, no signs."""
    text = re.sub(rf"{UNPROVED_OPEN} | {UNPROVED_CLOSE}", "", marked)
    return OWN_SIGNS.sub("", LINK_SIGN.sub(lambda found: f"[{numbers[int(found[1])]}]", text))
