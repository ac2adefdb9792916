"""The only way out by HTTP for sources: to hosts that are listed, at addresses that were checked, within limits."""

from apps.documents.fetching.errors import FetchError
from apps.documents.fetching.hosts import AllowedHost, parse_hosts
from apps.documents.fetching.limits import FetchLimits
from apps.documents.fetching.requesting import Fetched, NotModified, fetch

__all__ = ["AllowedHost", "FetchError", "FetchLimits", "Fetched", "NotModified", "fetch", "parse_hosts"]
