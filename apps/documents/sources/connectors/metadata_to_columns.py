"""Converts metadata of sources and records to the typed columns that search filters by."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import PurePosixPath
from typing import Any

from apps.documents.parsing.formats.detect_media_type import MEDIA_TYPE_BY_SUFFIX

LONGEST_VALUES = {"document_type": 100, "number": 50, "committee": 200}
LONGEST_AUTHOR, LONGEST_PARTY, MOST_NAMES = 200, 100, 100
NAMES = {
    "document_type": ("document_type", "type", "doc_type", "dokumenttyp"),
    "number": ("number", "drucksache", "reference", "document_number", "nummer"),
    "term": ("term", "wp", "electoral_term", "legislative_period", "wahlperiode"),
    "authors": ("authors", "author", "asked_by", "urheber"),
    "parties": ("parties", "party", "fraktion", "fraktionen"),
    "committee": ("committee", "ausschuss"),
}
"""By column, the names under which the metadata of records are known to say it; the first that says anything counts."""
PARTY = re.compile(r"\(([^()]+)\)\s*\Z")


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    document_type: str = ""
    number: str = ""
    term: int | None = None
    authors: tuple[str, ...] = ()
    parties: tuple[str, ...] = ()
    committee: str = ""

    def as_columns(self) -> dict[str, object]:
        # Not asdict, which takes ten times as long: this runs for every document.
        values = ((name, getattr(self, name)) for name in COLUMNS)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values}

    def __bool__(self) -> bool:
        return self != DocumentFacts()


COLUMNS = tuple(field.name for field in fields(DocumentFacts))


def document_facts(metadata: Mapping[str, object]) -> DocumentFacts:
    """From a record's metadata, whatever its names; parties after authors' names are found too."""
    values = {column: first_value(metadata, names) for column, names in NAMES.items()}
    authors = parse_names(values["authors"], LONGEST_AUTHOR)
    parties = parse_names(values["parties"], LONGEST_PARTY) or parties_of_authors(authors)
    return DocumentFacts(
        document_type=clean_text(values["document_type"], LONGEST_VALUES["document_type"]),
        number=clean_text(values["number"], LONGEST_VALUES["number"]),
        term=parse_electoral_term(values["term"]),
        authors=authors,
        parties=parties,
        committee=clean_text(values["committee"], LONGEST_VALUES["committee"]),
    )


def first_value(metadata: Mapping[str, object], names: tuple[str, ...]) -> object:
    return next((metadata[name] for name in names if metadata.get(name) not in (None, "", [], "-")), None)


def clean_text(value: Any, longest: int) -> str:
    return " ".join(str(value).split())[:longest] if isinstance(value, str | int) else ""


def join_title_and_part(title: str, part: str) -> str:
    """`Report 3 – Annex 1`, of what a paper is called and what one of its files is; either may be empty.

    The ending of a file name is left out: with it, the whole would be taken for the name of a file and not for a title.
    """
    path = PurePosixPath(part)
    if title and path.suffix.lower() in MEDIA_TYPE_BY_SUFFIX:
        part = path.stem
    return " – ".join(filter(None, (title, part)))


def parse_electoral_term(value: object) -> int | None:
    """`19`, `"19"`, `"19. Wahlperiode"`."""
    found = re.match(r"\s*(\d{1,3})\b", str(value)) if isinstance(value, str | int) else None
    return int(found[1]) if found else None


def parse_names(value: object, longest: int) -> tuple[str, ...]:
    """A list of names, or one string with `;` between them; without repetitions, in their order."""
    listed = value.split(";") if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    names = (clean_text(name, longest) for name in listed)
    return tuple(dict.fromkeys(name for name in names if name))[:MOST_NAMES]


def parties_of_authors(authors: tuple[str, ...]) -> tuple[str, ...]:
    """`Meier, Eva (SPD)` belongs to the SPD."""
    found = (PARTY.search(author) for author in authors)
    return tuple(dict.fromkeys(match[1].strip()[:LONGEST_PARTY] for match in found if match))
