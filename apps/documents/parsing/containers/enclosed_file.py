"""A file that came within another one, such as an attachment, and the name it is safe to keep."""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.types import ParseFailure

DRIVE = re.compile(r"^[A-Za-z]:")
UNSEEN = re.compile(r"[\x00-\x1f\x7f\u061c\u2066-\u2069]")
"""Beside those that no text keeps: line feeds, and the marks of direction that a text in Arabic may need."""


@dataclass(frozen=True, slots=True)
class EnclosedFile:
    """`name` is a relative path without "..". Without `data` there is a `failure` that says why.

    `mail` is the subject of the mail in a mailbox that it was attached to.
    """

    name: str
    data: bytes = b""
    failure: ParseFailure | None = None
    mail: str = ""


def safe_name(name: str) -> str:
    """Makes a relative path without characters that are invisible or change the direction of writing. Empty when
    nothing is left.

    A name such as "gnp.exe" written from right to left would look like a picture.
    """
    plain = UNSEEN.sub("", normalise_text(name)).replace("\\", "/")
    parts = [part.strip() for part in DRIVE.sub("", plain).split("/")]
    return "/".join(part for part in parts if part not in ("", ".", ".."))


def safe_base_name(name: str) -> str:
    """Strips the path: whoever sent a mail or made a PDF does not choose where its attachments land."""
    return safe_name(name).rsplit("/", 1)[-1]


def is_system_file(name: str) -> bool:
    """What operating systems leave behind, and hidden files."""
    parts = PurePosixPath(name).parts
    return any(part.startswith((".", "~$", "__MACOSX")) for part in parts) or parts[-1:] in (
        ("Thumbs.db",), ("desktop.ini",),
    )  # fmt: skip
