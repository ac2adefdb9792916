"""Whether the code on the disk is still the one that this process runs.

A service that is updated without being stopped would start a newer host, and each would wait for words that the other
does not know.
"""

import hashlib
from pathlib import Path

from apps.documents.parsing.types import FailureReason, ParseFailure


class StaleParserCode(ParseFailure):
    """No file is at fault: none can be read before the service is started again."""

    def __init__(self) -> None:
        super().__init__(FailureReason.CRASHED, "The program was exchanged while it ran. Start the service again.")


def checksum_on_disk() -> str:
    """A checksum of this package and of the sandbox that runs it, read anew each time."""
    documents = Path(__file__).parent.parent
    files = sorted(file for room in ("parsing", "sandbox") for file in (documents / room).rglob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


LOADED = checksum_on_disk()


def refuse_stale_code() -> None:
    """Raises StaleParserCode when the code was exchanged after this process had loaded it."""
    if checksum_on_disk() != LOADED:
        raise StaleParserCode
