"""Cuts an excerpt from a text: the part that a statement is about."""

from apps.text.grammar.split_sentences import sentence_spans
from apps.text.word_stems import content_stems

LONGEST = 700
"""Characters: a few sentences, so that many pages fit into one context."""


def cut_excerpt(text: str, about: str, longest: int = LONGEST) -> str:
    """A stretch of the text, word for word, with the sentence that shares most words with `about` and what is around.

    The whole text when it is short; its beginning when nothing is shared.
    """
    if len(text) <= longest:
        return text.strip()
    words = content_stems(about)
    spans = sentence_positions(text)
    scores = [len(words & content_stems(text[start:end])) for start, end in spans]
    first = last = max(range(len(spans)), key=lambda place: (scores[place], -place))
    while True:
        before = first > 0 and spans[last][1] - spans[first - 1][0] <= longest
        after = last + 1 < len(spans) and spans[last + 1][1] - spans[first][0] <= longest
        if before and (not after or scores[first - 1] > scores[last + 1]):
            first -= 1
        elif after:
            last += 1
        else:
            break
    return text[spans[first][0] : min(spans[last][1], spans[first][0] + longest)].strip()


def sentence_positions(text: str) -> list[tuple[int, int]]:
    """Beginning and end of each; no sentence goes over a line end."""
    found: list[tuple[int, int]] = []
    start = 0
    for line in text.splitlines(keepends=True):
        if not line.isspace():
            found += sentence_spans(text, start, start + len(line))
        start += len(line)
    return found or [(0, len(text))]
