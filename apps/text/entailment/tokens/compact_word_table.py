"""A compact in-memory table of words and their tags, kept as text: a tenth of the memory of Python objects.

The words of one beginning stand in one text, in which the C library finds a word within a microsecond.
"""

from collections.abc import Iterable, Mapping
from itertools import groupby

Readings = list[tuple[int, float]]
"""Numbers of tags, and the logarithm of how likely each is."""
BEGINNING = 2
"""Letters. With three, most texts hold a handful of words and take more room than they save."""
END_OF_WORD, END_OF_LINE = "\t", "\n"


class CompactWordTable:
    """`word in table` and `table[word]`, as of the mapping that it was made of; KeyError for other words.

    No word may contain an end of line.
    """

    def __init__(self, readings: Mapping[str, Iterable[tuple[int, float]]]) -> None:
        by_beginning = groupby(sorted(readings), key=word_beginning)
        self.lines = {
            begun: END_OF_LINE + "".join(format_line(word, readings[word]) for word in words)
            for begun, words in by_beginning
        }

    @classmethod
    def of_lines(cls, lines: dict[str, str]) -> "CompactWordTable":
        """Makes a table with the `lines` of another one."""
        table = cls({})
        table.lines = lines
        return table

    def __contains__(self, word: str) -> bool:
        return END_OF_LINE not in word and self.sought(word) in self.lines.get(word_beginning(word), "")

    def __getitem__(self, word: str) -> Readings:
        lines, sought = self.lines.get(word_beginning(word), ""), self.sought(word)
        start = lines.find(sought)
        if start < 0 or END_OF_LINE in word:
            raise KeyError(word)
        start += len(sought)
        fields = lines[start : lines.index(END_OF_LINE, start)].split()
        return [(int(tag), float(likely)) for tag, likely in zip(fields[::2], fields[1::2], strict=True)]

    @staticmethod
    def sought(word: str) -> str:
        return END_OF_LINE + word + END_OF_WORD


def word_beginning(word: str) -> str:
    return word[:BEGINNING]


def format_line(word: str, readings: Iterable[tuple[int, float]]) -> str:
    """Figures (some are numpy's) as Python writes them: reading them gives the same ones again."""
    return word + END_OF_WORD + " ".join(f"{tag} {float(likely)!r}" for tag, likely in readings) + END_OF_LINE
