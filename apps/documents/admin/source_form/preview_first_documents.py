"""The first documents that a source lists, shown without importing anything."""

import time
from dataclasses import dataclass

from django.utils.translation import gettext as _

from apps.documents.fetching import FetchError, FetchLimits
from apps.documents.models import Source
from apps.documents.sources.allowed_locations import check_location
from apps.documents.sources.connector_registry import get_connector
from apps.documents.sources.connectors.connector import ListedDocument, ListingUnchanged, SkippedRecord
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sync.connector_network_access import build_source_access

MOST = 5
SECONDS = 20.0
LIMITS = FetchLimits(read=10.0, total=SECONDS, size=100 * 2**20)
LIMITS_AT_SAVING = FetchLimits(connect=3.0, read=8.0, total=8.0, size=100 * 2**20)
"""Somebody waits for a form that is saved anyway."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What was listed before time was up, records that are no documents, and a sentence where it failed."""

    documents: tuple[ListedDocument, ...] = ()
    skipped: tuple[SkippedRecord, ...] = ()
    problem: str = ""


def preview_first_documents(
    source: Source, most: int = MOST, seconds: float = SECONDS, limits: FetchLimits = LIMITS
) -> Preview:
    """Lists a source, saved or not, with an editor's rights. Calls the network, writes nothing."""
    end = time.monotonic() + seconds
    documents: list[ListedDocument] = []
    skipped: list[SkippedRecord] = []
    problem = ""
    try:
        kind = get_connector(source.kind)
        check_location(source.location, kind, trusted=False)
        for entry in kind.entries(build_source_access(source, limits, trusted=False)):
            if isinstance(entry, ListedDocument):
                documents.append(entry)
            elif isinstance(entry, SkippedRecord):
                skipped.append(entry)
            if len(documents) >= most or len(skipped) >= most or time.monotonic() > end:
                break
    except (SourceError, FetchError) as error:
        problem = str(error)
    except ListingUnchanged:
        pass  # nothing was listed before that it could be unchanged from
    if not (documents or skipped or problem):
        problem = _("It lists no document. Check its address and options.")
    return Preview(tuple(documents), tuple(skipped), problem)
