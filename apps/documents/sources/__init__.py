"""Where documents come from: one file for each kind, one line here.

May import from this app: fetching, models, sources.connectors, sources.council, sources.feeds,
sources.mailboxes, sources.stores, sources.wikis.
"""

from django.utils.translation import gettext as _

from apps.documents.sources.connectors import local_files_and_folders
from apps.documents.sources.connectors.source_item import Item, ItemReader, SourceError

READERS: dict[str, ItemReader] = {source.kind: source for source in [local_files_and_folders.READER]}


def get_reader(kind: str) -> ItemReader:
    """Raises SourceError for an unknown kind."""
    try:
        return READERS[kind]
    except KeyError:
        # Those that run by themselves are named by the same option; they import this package.
        from apps.documents.sources.registry import CONNECTORS

        known = ", ".join([*READERS, *CONNECTORS])
        raise SourceError(
            _("Unknown source '%(source)s'. Known: %(known)s.") % {"source": kind, "known": known}
        ) from None


__all__ = ["READERS", "Item", "ItemReader", "SourceError", "get_reader"]
