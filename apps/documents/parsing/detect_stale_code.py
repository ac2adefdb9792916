"""Detects that the parser's code on disk has been replaced since this process loaded it.

A service that is updated without being stopped would start a newer host, and each would wait for words that the other
does not know.
"""

import hashlib
from pathlib import Path

from apps.documents.parsing.types import FailureReason, ParseFailure


class StaleParserCode(ParseFailure):
    """Not the fault of any file: none can be read until the service is restarted."""

    def __init__(self) -> None:
        super().__init__(FailureReason.CRASHED, "The program was exchanged while it ran. Start the service again.")


def checksum_on_disk() -> str:
    """A checksum of this package and of the sandbox that runs it, read anew each time."""
    documents = Path(__file__).parent.parent
    files = sorted(file for room in ("parsing", "sandbox") for file in (documents / room).rglob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


LOADED_CHECKSUM = checksum_on_disk()


def is_stale() -> bool:
    """Whether the code was exchanged after this process had loaded it. Reads all of it: some 20 ms."""
    return checksum_on_disk() != LOADED_CHECKSUM


def refuse_stale_code() -> None:
    """Raises StaleParserCode when the code was exchanged after this process had loaded it."""
    if is_stale():
        raise StaleParserCode
