"""Limits the open websockets of this process, in total and per address, so that one client cannot take all of them."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from apps.chat.models.visitor_fingerprints import is_rate_limited_address, network_of_address

RETRY_AFTER = 30.0


class TooManySockets(Exception):  # noqa: N818 - it is an answer to the client
    """There is no place left, for this address or for anybody."""


class OpenSockets:
    """Belongs to one event loop. Addresses are kept as long as a socket of theirs is open."""

    def __init__(self) -> None:
        self._by_place: Counter[str] = Counter()

    @contextmanager
    def place_for(self, address: str) -> Iterator[None]:
        """Counts a socket as long as it is open. Raises TooManySockets."""
        place = network_of_address(address)
        is_one_too_many = is_rate_limited_address(address) and self._by_place[place] >= settings.MOST_SOCKETS_OF_ADDRESS
        if is_one_too_many or self._by_place.total() >= settings.MOST_SOCKETS:
            raise TooManySockets
        self._by_place[place] += 1
        try:
            yield
        finally:
            self._by_place[place] -= 1
            if not self._by_place[place]:
                del self._by_place[place]


OPEN_SOCKETS = OpenSockets()
