"""Finds a title for a document when its source gives none."""

import re
from pathlib import PurePosixPath

from apps.documents.parsing.formats.detect_media_type import MEDIA_TYPE_BY_SUFFIX
from apps.documents.parsing.normalise_text import normalise_text
from apps.text.strip_unstorable_characters import strip_unstorable

LONGEST_TITLE = 300
SUFFIXES = frozenset({*MEDIA_TYPE_BY_SUFFIX, ".jsonl", ".xml"})
HEADING = re.compile(r"^#{1,3}\s++(\S.*)$", re.MULTILINE)
# What word processors and scanners put into the title field by themselves.
MEANINGLESS = re.compile(
    r"""(?ix) \A (?:
        (?:microsoft\s+(?:word|powerpoint|excel)\s*-.*)
      | (?:unbenannt|untitled|unknown|dokument|document|scan|title|titel)[\s\d_-]*
      | (?:.*\.(?:docx?|pdf|indd|qxd|rtf|odt|tmp|xlsx?|pptx?)) | [\W\d_]*
    ) \Z"""
)
MARKUP = re.compile(r"[*_`]+")
FIELD = re.compile(r"[A-ZÄÖÜ][\w/-]*(?: [\w/-]+)?:(?:\s|\Z)")
ABOVE_TITLE = re.compile(r"(?:kurz|lang)?titel", re.IGNORECASE)
DATE = re.compile(r"\d{1,2}\.\d{1,2}\.\d{4}")
MOST_WORDS = 60
MOST_LOOKED_AT = 12
"""Paragraphs after the fields of a record among which its title may be."""


def best_title(stated: str, first_page: str, file_name: str) -> str:
    """The stated title if a person may have written it, else the first heading, else the file's name."""
    for candidate in (stated, first_heading(first_page)):
        title = " ".join(strip_unstorable(candidate).split())
        if len(title) > 2 and not MEANINGLESS.match(title):
            return title[:LONGEST_TITLE]
    # Without characters that change the direction of writing: "gnp.exe" backwards would be a picture.
    path = PurePosixPath(normalise_text(file_name))
    return (path.stem if path.suffix.lower() in SUFFIXES else path.name)[:LONGEST_TITLE]


def first_heading(text: str) -> str:
    """The first Markdown heading of a text, without markup; empty when there is none.

    Of a page that begins with the fields of a record ("Gliederungs-Nr: 2151-1", as registers of laws print them) the
    first paragraph after them that is none of them.
    """
    found = HEADING.search(text)
    if not found:
        return ""
    first = MARKUP.sub("", found[1].rstrip().rstrip("#").rstrip())
    return (title_after_fields(text[found.end() :]) or first) if is_record_field(first) else first


def is_record_field(paragraph: str) -> bool:
    return FIELD.match(paragraph) is not None or ABOVE_TITLE.fullmatch(paragraph) is not None


def title_after_fields(text: str) -> str:
    paragraphs = [MARKUP.sub("", part).lstrip("# ").strip() for part in text.split("\n\n")[:MOST_LOOKED_AT]]
    return next((" ".join(each.split()) for each in paragraphs if may_be_title(each)), "")


def may_be_title(paragraph: str) -> bool:
    if not paragraph[:1].isupper() or is_record_field(paragraph) or DATE.search(paragraph):
        return False
    return 1 < len(paragraph.split()) <= MOST_WORDS
