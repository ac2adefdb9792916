"""Comments that people wrote beside the text of a Word or OpenDocument file or a slide: who, when and what."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from apps.documents.parsing.parse_xml_tree import DUBLIN_CORE, OFFICE, TEXT, WORD

if TYPE_CHECKING:
    from lxml.etree import _Element

DAY = slice(0, 10)
"""Of a time in ISO 8601."""


def comments_of_word(root: "_Element") -> dict[str, str]:
    """Returns the comments by their ids."""
    return {
        each.get(f"{WORD}id", ""): format_comment(
            each.get(f"{WORD}author", ""), each.get(f"{WORD}date", ""), word_texts(each)
        )
        for each in root.iter(f"{WORD}comment")
    }


def word_texts(comment: "_Element") -> Iterator[str]:
    for paragraph in comment.iter(f"{WORD}p"):
        yield "".join(text.text or "" for text in paragraph.iter(f"{WORD}t"))


def comment_ids(paragraph: "_Element") -> list[str]:
    """Returns the ids of the comments that are hung up in the paragraph."""
    return [each.get(f"{WORD}id", "") for each in paragraph.iter(f"{WORD}commentReference")]


def open_document_comments(element: "_Element") -> Iterator[str]:
    """Yields the comments of the paragraph or slide, without those of paragraphs within it."""
    for each in element.iter(f"{OFFICE}annotation"):
        if next(each.iterancestors(f"{TEXT}p", f"{TEXT}h"), element) is not element:
            continue
        author, date = (each.findtext(f"{DUBLIN_CORE}{name}") or "" for name in ("creator", "date"))
        yield format_comment(author, date, ("".join(paragraph.itertext()) for paragraph in each.iter(f"{TEXT}p")))


def slide_authors(roots: Iterable["_Element"]) -> dict[str, str]:
    """Names by the ids that comments of PowerPoint use."""
    authors = (each for root in roots for each in root.iter("{*}cmAuthor", "{*}author"))
    return {each.get("id", ""): each.get("name", "") for each in authors}


def comments_of_slide(root: "_Element", authors: Mapping[str, str]) -> Iterator[str]:
    """Yields comments and the answers to them, each by itself. Newer programs keep paragraphs, older ones a text."""
    for each in root.iter("{*}cm", "{*}reply"):
        texts = [each.findtext("{*}text") or ""]
        for paragraph in each.iterfind("{*}txBody/{*}p"):
            texts.append("".join(text.text or "" for text in paragraph.iter("{*}t")))
        date = each.get("dt") or each.get("created") or ""
        yield format_comment(authors.get(each.get("authorId", ""), ""), date, texts)


def format_comment(author: str, date: str, paragraphs: Iterable[str]) -> str:
    """Formats a comment in one line; empty when it has no text."""
    text = " ".join(filter(None, (each.strip() for each in paragraphs)))
    by = ", ".join(filter(None, (author.strip(), date[DAY])))
    return f"{by}: {text}" if text and by else text
