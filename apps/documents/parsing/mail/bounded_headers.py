"""The policy by which mails are parsed: Python's own, but no header field is read further than any honest one goes.

Python's parser takes time by the square of a field's length. A `Content-Type` of 60 kB, which anybody can send, took
minutes of the processor, and so did a subject of many encoded words.
"""

from email.policy import EmailPolicy
from functools import lru_cache
from typing import Any

LONGEST_FIELD = 20_000
"""Characters; a few hundred recipients."""
LONGEST_OF_PART = 1_000
"""Of fields that each of many parts has, and that are asked for several times."""
OF_PART = "content-"
KEPT = 256
"""Fields that are kept as they were read."""


class BoundedHeaders(EmailPolicy):
    def header_fetch_parse(self, name: str, value: Any) -> Any:
        """Parses a field as the base class does, but within bounds and once, not anew with each look at it."""
        return parse_bounded_header(name, value) if isinstance(value, str) and not hasattr(value, "name") else value


@lru_cache(maxsize=KEPT)
def parse_bounded_header(name: str, value: str) -> Any:
    longest = LONGEST_OF_PART if name.lower().startswith(OF_PART) else LONGEST_FIELD
    return PLAIN.header_fetch_parse(name, value[:longest])


PLAIN = EmailPolicy()
BOUNDED_POLICY = BoundedHeaders()
