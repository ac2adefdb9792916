"""Converts metadata of sources and records to the typed columns that search filters by."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import PurePosixPath
from typing import Any

from apps.documents.parsing.formats.detect_media_type import BY_SUFFIX

LONGEST = {"document_type": 100, "number": 50, "committee": 200}
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


def facts_of(metadata: Mapping[str, object]) -> DocumentFacts:
    """From a record's metadata, whatever its names; parties after authors' names are found too."""
    values = {column: first_of(metadata, names) for column, names in NAMES.items()}
    authors = names_of(values["authors"], LONGEST_AUTHOR)
    parties = names_of(values["parties"], LONGEST_PARTY) or parties_of(authors)
    return DocumentFacts(
        document_type=text_of_value(values["document_type"], LONGEST["document_type"]),
        number=text_of_value(values["number"], LONGEST["number"]),
        term=term_of(values["term"]),
        authors=authors,
        parties=parties,
        committee=text_of_value(values["committee"], LONGEST["committee"]),
    )


def first_of(metadata: Mapping[str, object], names: tuple[str, ...]) -> object:
    return next((metadata[name] for name in names if metadata.get(name) not in (None, "", [], "-")), None)


def text_of_value(value: Any, longest: int) -> str:
    return " ".join(str(value).split())[:longest] if isinstance(value, str | int) else ""


def title_of_part(title: str, part: str) -> str:
    """`Report 3 – Annex 1`, of what a paper is called and what one of its files is; either may be empty.

    The ending of a file name is left out: with it, the whole would be taken for the name of a file and not for a title.
    """
    path = PurePosixPath(part)
    if title and path.suffix.lower() in BY_SUFFIX:
        part = path.stem
    return " – ".join(filter(None, (title, part)))


def term_of(value: object) -> int | None:
    """`19`, `"19"`, `"19. Wahlperiode"`."""
    found = re.match(r"\s*(\d{1,3})\b", str(value)) if isinstance(value, str | int) else None
    return int(found[1]) if found else None


def names_of(value: object, longest: int) -> tuple[str, ...]:
    """A list of names, or one string with `;` between them; without repetitions, in their order."""
    listed = value.split(";") if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    names = (text_of_value(name, longest) for name in listed)
    return tuple(dict.fromkeys(name for name in names if name))[:MOST_NAMES]


def parties_of(authors: tuple[str, ...]) -> tuple[str, ...]:
    """`Meier, Eva (SPD)` belongs to the SPD."""
    found = (PARTY.search(author) for author in authors)
    return tuple(dict.fromkeys(match[1].strip()[:LONGEST_PARTY] for match in found if match))
