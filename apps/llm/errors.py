"""Every odd reply of a model server becomes one ModelError, which says whether trying again helps."""

from typing import Literal

ModelErrorCode = Literal[
    "timeout",
    "rate_limited",
    "server_error",
    "unreachable",
    "unauthorised",
    "bad_request",
    "context_too_long",
    "content_filter",
    "garbage",
    "empty",
    "interrupted",
    "circuit_open",
    "embedding_dimension",
    "budget_spent",
]


class ModelError(Exception):
    """`temporary` is true when the same call may succeed later; `retry_after` is the server's own wish in seconds."""

    def __init__(
        self, message: str, *, code: ModelErrorCode, temporary: bool, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.temporary = temporary
        self.retry_after = retry_after


class PromptError(ValueError):
    """A prompt text that lacks a variable or names an unknown one; the message is fit for the editor."""
