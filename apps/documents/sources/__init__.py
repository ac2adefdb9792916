"""Where documents come from: one file for each kind, one line here.

May import from this app: fetching, models, sources.connectors, sources.council, sources.feeds,
sources.mailboxes, sources.stores, sources.wikis.
"""

from apps.documents.sources.connectors.source_item import Item, SourceError

__all__ = ["Item", "SourceError"]
