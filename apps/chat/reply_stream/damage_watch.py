"""Notices while a reply arrives that it is no answer any more: a loop, or the frames of the prompt written off."""

import re

from apps.text.plausibility.repetition import loop_start

FRAME = re.compile(r"</?(?:quelle|frage|verlauf)\b[^<>\n]{0,200}>?", re.IGNORECASE)
"""What prompt_blocks.py puts around sources, question and conversation."""
LOOKED_AT = 40
"""A reply is looked at whenever it has grown by so many characters: nobody reads faster."""
TOO_OFTEN = 4
"""More patient than for texts that nobody reads along: a quote may stand for several sources."""


class DamageWatch:
    """Fed with the pieces in their order. `kept` is what was written before the damage, once `feed` says True."""

    def __init__(self) -> None:
        self._text = ""
        self._looked_at = 0
        self.kept = ""

    def feed(self, piece: str) -> bool:
        """Whether the reply is damaged; the model need not write on."""
        self._text += piece
        if len(self._text) - self._looked_at < LOOKED_AT:
            return False
        return self._look()

    def _look(self) -> bool:
        self._looked_at = len(self._text)
        end = damage(self._text)
        if end is not None:
            self.kept = self._text[:end].rstrip()
        return end is not None


def damage(reply: str) -> int | None:
    """Where the reply stops being an answer; None when it does not."""
    frame = FRAME.search(reply)
    loop = loop_start(reply, too_often=TOO_OFTEN)
    ends = [end for end in (frame.start() if frame else None, loop) if end is not None]
    return min(ends, default=None)
