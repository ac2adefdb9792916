"""A platform-neutral incoming interaction: what somebody did, which Slack and Teams translate into this form."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from apps.chat.admission.asked_question import LONGEST_QUESTION
from apps.chat.models.platform_rooms_and_people import InteractionKind, Platform, RoomKind

LONGEST_REWRITTEN = 100_000
"""Characters of a text that somebody wants in plain language."""
NOTE_COMMANDS = {
    "notes off": "notes_off",
    "hinweise aus": "notes_off",
    "notes on": "notes_on",
    "hinweise an": "notes_on",
}
"""What people write to have notes or not, and the sentence that answers it."""
SUBSCRIPTION_COMMANDS = {
    "tell me when this changes": "word_on",
    "bescheid bei änderung": "word_on",
    "no more word": "word_off",
    "kein bescheid mehr": "word_off",
}
"""What people write in a thread to hear when its last answer changes, or no longer."""
SIMPLIFY_PREFIX = re.compile(r"(?:simplify|vereinfachen?|einfach)[ \t]*:", re.IGNORECASE)
"""How a message begins whose text is to be simplified: Teams has no commands, and Slack none in threads."""
TakesPart = Callable[[str, str, str], bool]
"""Whether we have answered in this thread: workspace, channel, thread."""


@dataclass(frozen=True, slots=True)
class IncomingInteraction:
    """An interaction that is owed one answer.

    `keys` are all names under which the platform may deliver it again; `copy_of` is for copies that come under new
    names (Teams): the same sender and text within a minute is the same interaction.
    """

    platform: Platform
    workspace: str
    room: str
    room_kind: RoomKind
    asker: str
    thread: str
    """What makes a conversation in this room: messages of one thread know each other."""
    text: str
    keys: tuple[str, ...]
    place: dict[str, Any] = field(default_factory=dict)
    kind: InteractionKind = InteractionKind.ASK
    copy_of: str = ""
    asker_name: str = ""
    language: str = ""
    is_private: bool = False
    """The answer goes to the asker alone, wherever it was asked."""

    @property
    def is_direct(self) -> bool:
        return self.room_kind == RoomKind.DIRECT


def classify_text_to_simplify(text: str) -> tuple[InteractionKind, str]:
    """A text that somebody wants simplified, or the name of the sentence that answers it. It is no question."""
    if not text:
        return InteractionKind.REPLY, "empty"
    if len(text) > LONGEST_REWRITTEN:
        return InteractionKind.REPLY, "too_long_to_rewrite"
    return InteractionKind.SIMPLIFY, text


def classify_incoming_text(text: str, has_files: bool = False) -> tuple[InteractionKind, str]:
    """A question, a text to be simplified, or the name of the sentence that answers it."""
    begins = SIMPLIFY_PREFIX.match(text)
    if begins:
        return classify_text_to_simplify(text[begins.end() :].strip())
    if not text:
        return InteractionKind.REPLY, "file" if has_files else "empty"
    if len(text) > LONGEST_QUESTION:
        return InteractionKind.REPLY, "too_long"
    wish = {**NOTE_COMMANDS, **SUBSCRIPTION_COMMANDS}.get(text.lower().strip(" .!„“\"'"))
    return (InteractionKind.REPLY, wish) if wish else (InteractionKind.ASK, text)
