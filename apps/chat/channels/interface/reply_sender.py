"""The interface of a platform's sender: what it can do, and the three ways in which it fails."""

from collections.abc import Sequence
from typing import Protocol

from apps.chat.channels.interface.channel_answer import Answer
from apps.chat.turn_state.turn_events import Step


class RefusedError(Exception):
    """The platform takes no message there and never will: the channel is gone, the bot was removed."""


class UnavailableError(Exception):
    """The platform did not take the call; nothing has happened there. `retry_after` is in seconds."""

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class AmbiguousError(Exception):
    """The connection broke while the platform worked: nobody knows whether the message is there."""


class Sender(Protocol):
    """Sends one reply to one place. Calls the network; knows no database.

    Every call but `open` and `post` may be repeated: it sets a state. All raise the three errors above.
    """

    key: str
    """Goes out with the message, so that it can be found again."""
    streams: bool
    opens_first: bool
    """Whether a message is opened and noted before it says anything, because it could not be found again."""

    hints_privately: bool
    """Whether a hint is seen by the asker alone."""

    async def status(self, step: Step) -> None:
        """Says what is being done; what fails here is of no account."""

    async def open(self, text: str) -> str:
        """Posts a message with the first text and returns its id."""

    async def grow(self, message_id: str, text: str) -> None:
        """The text so far, all of it. May leave out a call that the limits do not allow; a later one says more."""

    async def finish(self, message_id: str, answer: Answer) -> None:
        """The message as it shall stay."""

    async def post(self, answer: Answer) -> str:
        """Posts the whole message at once and returns its id."""

    async def find(self, message_ids_of_others: Sequence[str]) -> str | None:
        """The id of the message that an earlier, broken attempt has sent, if it is there."""

    async def members(self) -> list[str] | None:
        """Ids of all who read this place, the bot not among them; None when that cannot be known."""

    async def private(self) -> "Sender":
        """A sender to the asker alone."""

    async def hint(self, text: str) -> None:
        """A sentence at the place of the question that the asker sees, and if possible only they."""

    async def ask_for_approval(self, supervisor: dict[str, object], answer: Answer, question: str, key: str) -> None:
        """Shows the answer to a supervisor with two buttons, which say `key`.

        `supervisor`: external_id and private_place.
        """
