"""Finds a title for a document when its source gives none."""

import re
from pathlib import PurePosixPath

from apps.documents.parsing.formats.detect_media_type import BY_SUFFIX
from apps.documents.parsing.normalise_text import normalise_text

LONGEST = 300
SUFFIXES = frozenset({*BY_SUFFIX, ".jsonl", ".xml"})
HEADING = re.compile(r"^#{1,3}\s+(\S.*?)\s*#*\s*$", re.MULTILINE)
# What word processors and scanners put into the title field by themselves.
MEANINGLESS = re.compile(
    r"""(?ix) \A (?:
        (?:microsoft\s+(?:word|powerpoint|excel)\s*-.*)
      | (?:unbenannt|untitled|unknown|dokument|document|scan|title|titel)[\s\d_-]*
      | (?:.*\.(?:docx?|pdf|indd|qxd|rtf|odt|tmp|xlsx?|pptx?)) | [\W\d_]*
    ) \Z"""
)
MARKUP = re.compile(r"[*_`]+")


def best_title(stated: str, first_page: str, file_name: str) -> str:
    """The stated title if a person may have written it, else the first heading, else the file's name."""
    for candidate in (stated, heading(first_page)):
        title = " ".join(candidate.replace("\x00", "").split())
        if len(title) > 2 and not MEANINGLESS.match(title):
            return title[:LONGEST]
    # Without signs that turn the direction of writing: "gnp.exe" backwards would be a picture.
    path = PurePosixPath(normalise_text(file_name))
    return (path.stem if path.suffix.lower() in SUFFIXES else path.name)[:LONGEST]


def heading(text: str) -> str:
    """The first Markdown heading of a text, without markup; empty when there is none."""
    found = HEADING.search(text)
    return MARKUP.sub("", found[1]) if found else ""
