"""The kinds of sources that run by themselves: one file for each, one line here."""

from django.utils.translation import gettext as _

from apps.documents.sources.kinds import cms, folder, pardok_api, pardok_xml
from apps.documents.sources.kinds.contract import SourceError
from apps.documents.sources.kinds.listing import Kind

KINDS: dict[str, Kind] = {kind.slug: kind for kind in [pardok_xml.KIND, pardok_api.KIND, cms.KIND, folder.KIND]}


def get_kind(slug: str) -> Kind:
    """Raises SourceError for an unknown kind."""
    try:
        return KINDS[slug]
    except KeyError:
        raise SourceError(
            _("Unknown kind of source '%(kind)s'. Known: %(known)s.")
            % {"kind": slug, "known": ", ".join(sorted(KINDS))}
        ) from None
