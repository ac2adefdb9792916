"""Moves citation markers from before a sentence, where the numbered lines of the prompt have them, to its end."""

import re

from apps.chat.reply_parsing.parse_markers_and_quotes import EVIDENCE_HEAD, MARKER_PATTERN

RUN = rf"(?:{MARKER_PATTERN}[ \t]{{0,4}}){{1,20}}"
LEADING = re.compile(
    rf"^(?P<mark>[ \t]*(?:(?:[-*+•>]|\d{{1,3}}[.)])[ \t]+)?)(?P<rest>{RUN}[^\s\[【].*)$", re.IGNORECASE
)
MARKERS = re.compile(f"({RUN})", re.IGNORECASE)


def move_leading_markers(reply: str) -> str:
    """The reply with the markers of such lines after what they stand before.

    Lines that end with a marker, and the list of quotes, stay.
    """
    head = EVIDENCE_HEAD.search(reply)
    body, rest = (reply[: head.start()], reply[head.start() :]) if head else (reply, "")
    return "\n".join(map(move_markers_of_line, body.split("\n"))) + rest


def move_markers_of_line(line: str) -> str:
    found = LEADING.match(line)
    if found is None:
        return line
    _before, *pieces = MARKERS.split(found["rest"].rstrip())
    if not pieces[-1]:
        return line
    pairs = zip(pieces[::2], pieces[1::2], strict=True)
    return found["mark"] + " ".join(f"{words.strip()} {markers.strip()}" for markers, words in pairs)
