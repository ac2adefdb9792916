"""Reads secrets of sources from environment variables that the operator allows for the source's host.

Editors make sources; without that, one of them could have any secret of the environment sent to a server of their own.
"""

from django.conf import settings
from django.utils.translation import gettext as _

from apps.documents.fetching.parse_url import Address, parse_address
from apps.documents.sources.connectors.source_item import SourceError
from apps.llm.endpoints.api_keys_from_environment import key_from_environment
from apps.outbound_network.host_allowlist import AllowedHost, parse_host_of_variable

PREFIX = "SOURCE_"


def read_secret(variable: str, url: str, *, trusted: bool) -> str:
    """What stands in the variable, or in the file that NAME_FILE names; with `trusted` for any host.

    Raises SourceError for a variable that is not for sources, empty, or not for this host; FetchError for the address.
    """
    if not variable.startswith(PREFIX):
        raise SourceError(
            _("'%(variable)s' is no variable of a source: its name has to begin with %(prefix)s.")
            % {"variable": variable[:100], "prefix": PREFIX}
        )
    secret = key_from_environment(variable)
    if not secret:
        raise SourceError(_("The variable %(variable)s is empty or missing.") % {"variable": variable[:100]})
    host = parse_address(url)
    if not trusted and not any(permits_address(entry, host) for entry in secret_hosts(variable)):
        raise SourceError(
            _("%(variable)s is not for %(host)s. Operators allow it with SOURCE_SECRET_HOSTS=%(variable)s@%(host)s.")
            % {"variable": variable[:100], "host": host.netloc}
        )
    return secret


def secret_hosts(variable: str) -> list[AllowedHost]:
    """Raises ValueError for an entry that cannot be read."""
    return [host for name, host in map(parse_host_of_variable, settings.SOURCE_SECRET_HOSTS) if name == variable]


def permits_address(entry: AllowedHost, address: Address) -> bool:
    """Whether the entry admits it; unencrypted only at a port that the operator named: everybody on the way reads
    along."""
    return entry.admits(address) and (address.scheme == "https" or entry.port is not None)
