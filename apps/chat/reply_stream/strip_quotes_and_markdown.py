"""Strips from a streaming reply what no reader is to see: the list of quotes, Markdown's marks, control characters."""

import re

from apps.chat.reply_parsing.parse_markers_and_quotes import MARKER_PATTERN, OPENING_QUOTES

HEAD = "belege"
NO_ANSWER = "KEINE_ANTWORT"
MARKS = " \t#*_>-"
# Line feed and tab stay; other control characters, and those that change the direction of writing, are never shown.
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ue000-\ue003]")
HEADING = re.compile(r"^[ \t]*#{1,6}[ \t]+")
EMPHASIS = re.compile(r"\*\*+|__+|`+")
OPEN_EMPHASIS = re.compile(r"(?:(?<!\*)\*++|(?<!_)_++|(?<!`)`++)\Z")
QUOTE_OF_SOURCE = re.compile(rf"[ \t]*{MARKER_PATTERN}[ \t]*+(?::[ \t]*+)?[{OPENING_QUOTES}]", re.IGNORECASE)
AFTER_MARKER = re.compile(r"\]\s*+(?::\s*+)?\w")
LONGEST_MARKER = 60


class ReplyFilter:
    """Takes the pieces of a reply in order and returns what may be shown of them, as plain text."""

    def __init__(self) -> None:
        self.hidden = False
        self._line = ""
        self._line_shown = False
        self._blank = ""
        self._marks = ""

    def feed(self, piece: str) -> str:
        """The text to show now; what might still turn out to be hidden is held back."""
        if self.hidden:
            return ""
        shown: list[str] = []
        for part in UNSEEN.sub("", piece).splitlines(keepends=True):
            shown.append(self._feed_line(part))
            if self.hidden:
                break
        return self._plain("".join(shown))

    def finish(self) -> str:
        """What was held back and is harmless, once the reply has ended."""
        if self.hidden:
            return ""
        held = "" if self._line_shown or self._hides(self._line, ended=True) else self._blank + self._line
        return EMPHASIS.sub("", self._marks + HEADING.sub("", held)).rstrip()

    def _feed_line(self, part: str) -> str:
        """Part of one line, with its end if it has one."""
        ended = part.endswith("\n")
        if self._line_shown:
            self._line_shown = not ended
            return part
        self._line += part
        if self._hides(self._line, ended=ended):
            return ""
        if not ended and self._undecided(self._line):
            return ""
        if not self._line.strip():
            # Empty lines are shown once something follows them.
            self._blank, self._line = self._blank + self._line, ""
            return ""
        shown, self._blank, self._line = self._blank + HEADING.sub("", self._line), "", ""
        self._line_shown = not ended
        return shown

    def _hides(self, line: str, *, ended: bool) -> bool:
        """True for a line of the list of quotes; from its head on, everything is hidden."""
        stripped = line.strip(MARKS + "\r\n")
        text = stripped.lower()
        rest = text.removeprefix(HEAD).strip(MARKS + ":")
        is_head = text.startswith(HEAD) and ((ended and not rest) or rest.startswith(("[", "{", '"', "„")))
        if is_head or stripped.startswith(NO_ANSWER):
            self.hidden = True
            return True
        if QUOTE_OF_SOURCE.match(line):
            if ended:
                self._line = ""
            return True
        return False

    def _undecided(self, line: str) -> bool:
        """True as long as the line may still become one that is hidden."""
        stripped = line.strip(MARKS)
        text = stripped.lower()
        if text.startswith("["):
            return len(text) < LONGEST_MARKER and not AFTER_MARKER.search(text)
        only_head = text.startswith(HEAD) and not text.removeprefix(HEAD).strip(MARKS + ":")
        return only_head or HEAD.startswith(text) or NO_ANSWER.startswith(stripped)

    def _plain(self, text: str) -> str:
        """Strips marks of Markdown; a mark that may go on in the next piece waits for it."""
        text = self._marks + text
        waiting = OPEN_EMPHASIS.search(text)
        self._marks = waiting[0] if waiting else ""
        return EMPHASIS.sub("", text[: waiting.start()] if waiting else text)
