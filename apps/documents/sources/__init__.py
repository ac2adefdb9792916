"""Where documents come from: one file for each kind, one line here.

May import from this app: fetching, models, sources.kinds.
"""

from django.utils.translation import gettext as _

from apps.documents.sources.kinds import files
from apps.documents.sources.kinds.contract import Item, Source, SourceError

SOURCES: dict[str, Source] = {source.kind: source for source in [files.SOURCE]}


def get_source(kind: str) -> Source:
    """Raises SourceError for an unknown kind."""
    try:
        return SOURCES[kind]
    except KeyError:
        # Those that run by themselves are named by the same option; they import this package.
        from apps.documents.sources.registry import KINDS

        known = ", ".join([*SOURCES, *KINDS])
        raise SourceError(
            _("Unknown source '%(source)s'. Known: %(known)s.") % {"source": kind, "known": known}
        ) from None


__all__ = ["SOURCES", "Item", "Source", "SourceError", "get_source"]
