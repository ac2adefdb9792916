"""A list that is too large for any source is refused before it fills memory or disk."""

from collections.abc import Iterator
from io import BytesIO

import pytest

from apps.documents.sources.connectors.connector import Entry, ListedDocument, SkippedRecord
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sync import spool_source_listing_to_file


def test_a_list_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool_source_listing_to_file, "MOST_ENTRIES", 10)

    def endless() -> Iterator[Entry]:
        while True:
            yield SkippedRecord("item", "it is no object")

    with pytest.raises(SourceError, match="10"):
        spool_source_listing_to_file.spool_listing(endless(), BytesIO(), None)


def test_contents_that_would_fill_the_disk_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool_source_listing_to_file, "MOST_BYTES", 3 * 2**20)
    large = (ListedDocument(str(number), data=b"x", size=2**20) for number in range(5))
    spool = BytesIO()
    with pytest.raises(SourceError, match="3 MiB"):
        spool_source_listing_to_file.spool_listing(large, spool, None)
