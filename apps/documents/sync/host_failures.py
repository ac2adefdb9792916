"""Counts how often each host failed in a row while files are downloaded: a dead one is not asked again in this run."""

from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from apps.documents.fetching import FetchError, UnusableAnswerError

DEAD_AFTER = 5
"""Failures in a row."""
NETWORK = frozenset({"download_timeout", "download_failed", "download_5xx"})


@dataclass(slots=True)
class HostFailures:
    """Counts failures of the hosts of one source, in one run."""

    _counts: Counter[str] = field(default_factory=Counter)
    _last: dict[str, FetchError] = field(default_factory=dict)

    def note(self, host: str, error: FetchError) -> None:
        """Counts what says that the host is dead, or wants to be left alone; nothing else."""
        if error.reason_code == "download_busy":
            self._counts[host] += 1
            self._last[host] = error
        elif error.reason_code in NETWORK and not isinstance(error, UnusableAnswerError):
            self._counts[host] += 1
            self._last[host] = FetchError("download_failed", error=f"{host} does not answer")

    def forget(self, host: str) -> None:
        """It has answered."""
        self._counts[host] = 0

    def take_dead_hosts(self) -> list[tuple[str, FetchError]]:
        """Each with its last failure; they are counted anew from here on."""
        dead = [host for host, count in self._counts.items() if count >= DEAD_AFTER]
        for host in dead:
            del self._counts[host]
        return [(host, self._last[host]) for host in dead]


def host_and_port(address: str) -> str:
    """Returns the host with its port, in small letters."""
    return urlsplit(address).netloc.lower()
