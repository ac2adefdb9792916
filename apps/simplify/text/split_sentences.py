"""Splits a text into sentences and what stands between them: joined again they are the text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.text.grammar.split_sentences import sentence_spans

MARKER = re.compile(r"[ \t]*+(?:[-–•*·]|\(?\d{1,3}[.)]|\(?[a-z]{1,2}\)|#{1,6}|>|\|)[ \t]*")
LINE_END = re.compile(r"\n\s*+")
AHEAD = 40
"""Characters of the next line that are looked at."""
SHORT_LINE = 55
"""Characters up to which a line that does not end like a sentence is a line of its own, such as an address."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """`separator` is the white space after it, with line ends; `text` has no white space around it."""

    text: str
    separator: str

    @property
    def ends_paragraph(self) -> bool:
        return "\n" in self.separator


def split_sentences(text: str) -> list[Sentence]:
    """All of the text; what stands before the first sentence belongs to it."""
    found: list[Sentence] = []
    for line, line_end in split_lines(text):
        pieces = list(split_line(line))
        for number, (sentence, blank) in enumerate(pieces):
            found.append(Sentence(sentence, line_end if number == len(pieces) - 1 else blank))
    return found


def join_sentences(sentences: Sequence[Sentence]) -> str:
    return "".join(sentence.text + sentence.separator for sentence in sentences)


def split_lines(text: str) -> Iterator[tuple[str, str]]:
    """Lines that stand for themselves, with the line ends after them; lines broken inside a sentence are one."""
    start = begin = len(text) - len(text.lstrip())
    for line_end in LINE_END.finditer(text, start):
        rest = text[line_end.end() : line_end.end() + AHEAD]
        last = text[begin : line_end.start()].rstrip(" \t")
        end = begin + len(last)
        begin = line_end.end()
        if begin < len(text) and continues_sentence(last, line_end[0], rest):
            continue
        if text[start:end].strip():
            yield text[start:end], text[end:begin]
        start = begin
    tail = text[start:]
    if tail.strip():
        yield tail.rstrip(), tail[len(tail.rstrip()) :]


def continues_sentence(line: str, line_end: str, rest: str) -> bool:
    """True when the line was broken only because it was full."""
    if (
        line_end.count("\n") > 1
        or MARKER.match(rest)
        or line.rstrip().endswith((".", "!", "?", ":", ";", "|", '"', "“"))
    ):
        return False
    return len(line) > SHORT_LINE or rest[:1].islower()


def split_line(line: str) -> Iterator[tuple[str, str]]:
    """Sentences of a line, each with the blanks after it; what stands before the first belongs to it."""
    spans = list(sentence_spans(line))
    begins = [0, *(begin for begin, _ in spans[1:])]
    for begin, (_, end), following in zip(begins, spans, [*begins[1:], None], strict=True):
        yield line[begin:end], "" if following is None else line[end:following]
