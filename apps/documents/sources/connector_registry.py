"""The connectors of sources that run on a schedule: one file for each, one line here."""

from django.utils.translation import gettext as _

from apps.documents.sources.connectors import cms_website_pages, watched_folder
from apps.documents.sources.connectors.connector import Connector
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sources.council import bundestag_dip, oparl, pardok_api, pardok_xml
from apps.documents.sources.feeds import oai_pmh, rss_and_atom
from apps.documents.sources.mailboxes import imap
from apps.documents.sources.stores import microsoft_graph, s3, webdav
from apps.documents.sources.wikis import confluence, xwiki

CONNECTORS: dict[str, Connector] = {
    kind.slug: kind
    for kind in [
        pardok_xml.CONNECTOR,
        pardok_api.CONNECTOR,
        cms_website_pages.CONNECTOR,
        watched_folder.CONNECTOR,
        oparl.CONNECTOR,
        bundestag_dip.CONNECTOR,
        webdav.CONNECTOR,
        s3.CONNECTOR,
        microsoft_graph.CONNECTOR,
        rss_and_atom.CONNECTOR,
        oai_pmh.CONNECTOR,
        imap.CONNECTOR,
        confluence.CONNECTOR,
        xwiki.CONNECTOR,
    ]
}


def get_connector(slug: str) -> Connector:
    """Raises SourceError for an unknown kind."""
    try:
        return CONNECTORS[slug]
    except KeyError:
        raise SourceError(
            _("Unknown kind of source '%(kind)s'. Known: %(known)s.")
            % {"kind": slug, "known": ", ".join(sorted(CONNECTORS))}
        ) from None
