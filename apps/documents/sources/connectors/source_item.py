"""Items of a source: documents with their bytes, or with the reason why there are none."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from apps.documents.sources.connectors.metadata_to_columns import DocumentFacts

Detail = dict[str, Any]


Person = tuple[str, ...]
"""What a source calls one person: mail address, user name, identifier; first what people know them by."""


@dataclass(frozen=True, slots=True)
class NamedReaders:
    """Whom a source lets read: groups by their names, and people. Without anybody: nobody."""

    groups: frozenset[str] = frozenset()
    people: frozenset[Person] = frozenset()

    def __or__(self, other: "NamedReaders") -> "NamedReaders":
        return NamedReaders(self.groups | other.groups, self.people | other.people)

    def __and__(self, other: "NamedReaders") -> "NamedReaders":
        return NamedReaders(self.groups & other.groups, self.people & other.people)


def person_named(*names: str) -> Iterator[Person]:
    """Somebody with those of the names that say anything, each once; nobody without any."""
    if person := tuple(dict.fromkeys(name for name in names if name)):
        yield person


@dataclass(frozen=True, slots=True)
class Item:
    """One document as its source has it. Empty `title`: the content decides. Without `data` `reason_code` says why."""

    external_id: str
    file_name: str
    data: bytes = b""
    media_type: str = ""
    title: str = ""
    url: str = ""
    date: datetime.date | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    facts: DocumentFacts = field(default_factory=DocumentFacts)
    """The typed columns of the document."""
    reason_code: str = ""
    reason_detail: Detail = field(default_factory=dict)
    readers: NamedReaders | None = None
    """Those who alone may read it. None: its source says nothing of readers."""


class SourceError(Exception):
    """Nothing can be read at all; the message is one sentence that names the value and what would be right."""


def check_total(total: int, seen: int) -> None:
    """Raises SourceError where the pages of a list held less than it announced: what is missing would count as gone."""
    if seen < total:
        raise SourceError(
            _("A list announced %(total)d objects, but its pages held %(seen)d.") % {"total": total, "seen": seen}
        )
