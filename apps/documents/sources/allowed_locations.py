"""Locations a source may look at: hosts and folders that its editor listed, and those that only operators allow."""

from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from apps.documents.fetching import AllowedHost, FetchError, parse_hosts
from apps.documents.fetching.parse_url import Address, parse_address
from apps.documents.models import Source
from apps.documents.sources.connectors.connector import Connector
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sources.mailboxes.mailbox_address import SCHEMES, parse_mailbox
from apps.outbound_network.host_allowlist import ALL_NETWORKS

WEB = ("http://", "https://")
ADDRESS_PREFIXES = (*WEB, *SCHEMES)


def allowed_hosts(source: Source, *, trusted: bool = False) -> list[AllowedHost]:
    """The operator's list, the source's own, and the host of its address.

    Private networks only by the operator's list, or when `trusted`: whoever named the source then has a shell here
    anyway. Raises SourceError for an entry that cannot be read.
    """
    try:
        listed = [entry for entry in parse_hosts(source.hosts) if trusted or not entry.is_private]
        return parse_hosts(settings.IMPORT_HOSTS) + listed + own_host(source.location, trusted=trusted)
    except ValueError as error:
        raise SourceError(
            _("'%(host)s' is no host; look at the source's hosts and at IMPORT_HOSTS.") % {"host": error}
        ) from None


def own_host(location: str, *, trusted: bool) -> list[AllowedHost]:
    if not location.startswith(ADDRESS_PREFIXES):
        return []
    try:
        address = location_server(location)
    except (FetchError, SourceError):
        return []
    return [AllowedHost(address.host, address.port, ALL_NETWORKS if trusted else ())]


def location_server(location: str) -> Address:
    """Raises FetchError, SourceError."""
    return parse_address(location) if location.startswith(WEB) else parse_mailbox(location).server


def absolute_folder(location: str, kind: Connector) -> str:
    """A folder named without its beginning, such as "inbox", lies in the data folder."""
    is_part = kind.is_folder and location and not location.startswith(("/", *kind.schemes))
    return str(Path(settings.AUSKUNFT_DATA) / location) if is_part else location


def check_location(location: str, kind: Connector, *, trusted: bool) -> None:
    """Raises SourceError for a place that a source of this kind cannot be at, or must not read."""
    if location.startswith(kind.schemes) and not kind.is_folder:
        location_server(location)
        return
    if not (kind.is_folder or kind.may_be_file):
        raise SourceError(
            _("'%(location)s' is no address for a source of this kind, which begins with %(schemes)s.")
            % {"location": location[:200], "schemes": ", ".join(kind.schemes)}
        )
    if not trusted and not in_allowed_folder(Path(location)):
        folders = ", ".join(settings.IMPORT_FOLDERS)
        raise SourceError(
            _("'%(location)s' is outside the folders that sources may read: %(folders)s.")
            % {"location": location[:200], "folders": folders}
        )


def in_allowed_folder(path: Path) -> bool:
    """Links are followed first, so that none leads out."""
    real = path.resolve()
    return any(real.is_relative_to(Path(folder).resolve()) for folder in settings.IMPORT_FOLDERS)
