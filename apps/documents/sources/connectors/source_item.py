"""Items of a source: documents with their bytes, or with the reason why there are none."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from apps.documents.sources.connectors.metadata_columns import DocumentFacts

Detail = dict[str, Any]


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
    readers: tuple[str, ...] | None = None
    """Names of the groups that alone may read it; none of them: nobody. None: its source says nothing of readers."""


@dataclass(frozen=True, slots=True)
class ItemReader:
    """`items` reads lazily and never stops for one bad document. Raises SourceError when there is nothing to read."""

    kind: str
    items: Callable[[Sequence[Path]], Iterator[Item]]


class SourceError(Exception):
    """Nothing can be read at all; the message is one sentence that names the value and what would be right."""
