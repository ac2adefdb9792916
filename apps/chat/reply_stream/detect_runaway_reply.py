"""Detects a runaway reply while it arrives: a loop, frames of the prompt, or no end to it."""

import re

from apps.text.plausibility.detect_repetition import loop_start

FRAME = re.compile(r"</?(?:quelle|frage|verlauf)\b[^<>\n]{0,200}>?", re.IGNORECASE)
"""What delimit_quoted_text.py puts around sources, question and conversation."""
LOOKED_AT = 40
"""A reply is looked at whenever it has grown by so many characters: nobody reads faster."""
GROWTH = 16
"""A long one only once it has grown by a sixteenth: every look reads all of it, beside everybody else's answers."""
LONGEST_REPLY = 20_000
"""Characters, as in ten pages; what a model writes beyond is neither read nor paid for, and costs others nothing."""
TOO_OFTEN = 4
"""More patient than for texts that nobody reads along: a quote may stand for several sources."""


class RunawayReplyDetector:
    """Fed with the pieces in their order. `kept` is what was written before the damage, once `feed` says True."""

    def __init__(self) -> None:
        self._text = ""
        self._looked_at = 0
        self.kept = ""

    def feed(self, piece: str) -> bool:
        """Whether the reply is damaged; the model need not write on."""
        self._text += piece
        if len(self._text) > LONGEST_REPLY:
            self.kept = self._text[:LONGEST_REPLY].rstrip()
            return True
        if len(self._text) - self._looked_at < max(LOOKED_AT, self._looked_at // GROWTH):
            return False
        return self._look()

    def _look(self) -> bool:
        self._looked_at = len(self._text)
        end = find_damage_start(self._text)
        if end is not None:
            self.kept = self._text[:end].rstrip()
        return end is not None


def find_damage_start(reply: str) -> int | None:
    """Returns the place at which the reply stops being an answer; None when it does not."""
    frame = FRAME.search(reply)
    loop = loop_start(reply, too_often=TOO_OFTEN)
    ends = [end for end in (frame.start() if frame else None, loop) if end is not None]
    return min(ends, default=None)
