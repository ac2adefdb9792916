"""The only way out by HTTP for sources: to hosts that are listed, at addresses that were checked, within limits.

May import from this app: its root.
"""

from apps.documents.fetching.errors import FetchError, UnusableAnswerError
from apps.documents.fetching.fetch import Fetched, NotModified, fetch
from apps.documents.fetching.fetch_limits import FetchLimits
from apps.outbound_network.host_allowlist import AllowedHost, parse_hosts

__all__ = [
    "AllowedHost",
    "FetchError",
    "FetchLimits",
    "Fetched",
    "NotModified",
    "UnusableAnswerError",
    "fetch",
    "parse_hosts",
]
