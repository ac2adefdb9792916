"""Aligns an earlier draft with the parts of its original, for a second pass."""

from collections.abc import Sequence

from apps.simplify.text.align_rewritten_sentences import Aligner
from apps.simplify.text.split_sentences import Sentence, join_sentences, split_sentences


def split_draft(parts: Sequence[Sequence[Sentence]], draft: str) -> list[str]:
    """For each part what the draft made of it; empty strings without a draft."""
    if not draft.strip() or not parts:
        return [""] * len(parts)
    if len(parts) == 1:
        return [draft]
    written = split_sentences(draft)
    aligner = Aligner([sentence.text for part in parts for sentence in part])
    groups = [group for sentence in written for group in aligner.add(sentence.text)] + aligner.finish()
    ends, end = [], 0
    for part in parts:
        end += len(part)
        ends.append(max((group.after_to for group in groups if group.before_to <= end), default=0))
    starts = [0, *ends[:-1]]
    return [
        join_sentences(written[start:stop]).strip()
        for start, stop in zip(starts, [*ends[:-1], len(written)], strict=True)
    ]
