"""Splits long texts into parts that a model can take: between paragraphs, else between sentences."""

from collections.abc import Sequence

from apps.simplify.text.split_sentences import Sentence, split_sentences


def split_parts(text: str, longest: int) -> list[list[Sentence]]:
    """The sentences of the text, in order, in parts of at most `longest` characters; one long sentence is a part."""
    return pack_paragraphs(group_into_paragraphs(split_sentences(text)), longest)


def group_into_paragraphs(sentences: Sequence[Sentence]) -> list[list[Sentence]]:
    found: list[list[Sentence]] = [[]]
    for sentence in sentences:
        found[-1].append(sentence)
        if sentence.separator.count("\n") > 1:
            found.append([])
    return [paragraph for paragraph in found if paragraph]


def pack_paragraphs(paragraphs: Sequence[list[Sentence]], longest: int) -> list[list[Sentence]]:
    parts: list[list[Sentence]] = []
    filled = 0
    for paragraph in paragraphs:
        size = text_length(paragraph)
        if parts and filled + size <= longest:
            parts[-1] += paragraph
            filled += size
        elif size <= longest:
            parts.append(list(paragraph))
            filled = size
        else:
            parts += pack_sentences(paragraph, longest)
            filled = text_length(parts[-1])
    return parts


def pack_sentences(sentences: Sequence[Sentence], longest: int) -> list[list[Sentence]]:
    parts: list[list[Sentence]] = []
    filled = 0
    for sentence in sentences:
        size = text_length([sentence])
        if parts and filled + size <= longest:
            parts[-1].append(sentence)
            filled += size
        else:
            parts.append([sentence])
            filled = size
    return parts


def text_length(sentences: Sequence[Sentence]) -> int:
    return sum(len(sentence.text) + len(sentence.separator) for sentence in sentences)
