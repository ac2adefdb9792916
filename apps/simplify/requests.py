"""What is to be rewritten and how, cleaned of what no text needs."""

import re
from dataclasses import dataclass

from apps.simplify.errors import EmptyText, OtherLanguage, TextTooLong
from apps.simplify.languages import language_of

LONGEST_TEXT = 200_000
"""Characters. Longer ones are refused as a whole; nothing is ever cut."""
LONGEST_INSTRUCTION = 500
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class RewriteRequest:
    """`draft` and `instruction` ask for a second pass over an earlier suggestion ("kürzer", "wärmer")."""

    text: str
    text_type: str | None = None
    model: str | None = None
    organisation: str = ""
    draft: str = ""
    instruction: str = ""


def cleaned(text: str) -> str:
    """Line ends as \\n, without NUL and other control characters. Raises EmptyText, TextTooLong, OtherLanguage."""
    if len(text) > LONGEST_TEXT:
        raise TextTooLong(len(text), LONGEST_TEXT)
    plain = tidy(text)
    if not plain:
        raise EmptyText
    if language_of(plain) == "other":
        raise OtherLanguage
    return plain


def tidy(text: str) -> str:
    return CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
