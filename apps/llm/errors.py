"""Errors of model calls: whatever a model server does wrong becomes a ModelError, which says whether to retry."""

from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

ModelErrorCode = Literal[
    "timeout",
    "rate_limited",
    "server_error",
    "unreachable",
    "address_refused",
    "redirected",
    "unauthorised",
    "forbidden",
    "bad_request",
    "context_too_long",
    "content_filter",
    "garbage",
    "empty",
    "interrupted",
    "circuit_open",
    "embedding_dimension",
    "no_embeddings",
    "budget_spent",
]

ERROR_SENTENCES: dict[ModelErrorCode, str] = {
    "timeout": gettext_noop("The model server '%(endpoint)s' did not answer in time."),
    "rate_limited": gettext_noop("The model server '%(endpoint)s' is asked too often at the moment."),
    "server_error": gettext_noop("The model server '%(endpoint)s' reports an internal error."),
    "unreachable": gettext_noop("The model server '%(endpoint)s' cannot be reached."),
    "address_refused": gettext_noop(
        "The address of the model server '%(endpoint)s' leads into a private network. Only the operator can allow it, "
        "with MODEL_HOSTS."
    ),
    "redirected": gettext_noop(
        "The model server '%(endpoint)s' sends us to another address; enter that one as its base URL."
    ),
    "unauthorised": gettext_noop("The model server '%(endpoint)s' refuses the key."),
    "forbidden": gettext_noop("The model server '%(endpoint)s' does not allow this model or this request."),
    "bad_request": gettext_noop(
        "The model server '%(endpoint)s' does not accept the request; is the model's name right?"
    ),
    "context_too_long": gettext_noop("The text is too long for the model at '%(endpoint)s'."),
    "content_filter": gettext_noop("The content filter of '%(endpoint)s' withheld the answer."),
    "garbage": gettext_noop("The model server '%(endpoint)s' answered something that cannot be read."),
    "empty": gettext_noop("The model at '%(endpoint)s' gave an empty answer."),
    "interrupted": gettext_noop("The answer of '%(endpoint)s' broke off."),
    "circuit_open": gettext_noop("The model server '%(endpoint)s' failed repeatedly and is left alone for a moment."),
    "embedding_dimension": gettext_noop("The vectors of '%(endpoint)s' do not have the length that is set."),
    "no_embeddings": gettext_noop(
        "The model server '%(endpoint)s' makes no vectors: name one that does with EMBEDDING_BASE_URL, or start it so "
        "that it does."
    ),
    "budget_spent": gettext_noop("The quota at '%(endpoint)s' is used up."),
}
TEMPORARY: frozenset[ModelErrorCode] = frozenset(
    {"timeout", "rate_limited", "server_error", "unreachable", "garbage", "empty", "interrupted", "circuit_open"}
)


class ModelError(Exception):
    """`temporary` is true when the same call may succeed later; `retry_after` is the server's own wish in seconds."""

    def __init__(
        self, message: str, *, code: ModelErrorCode, temporary: bool, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.temporary = temporary
        self.retry_after = retry_after


class UnreadableReplyError(ModelError):
    """The model did answer, twice, and not in the form that it was asked for: the same question brings the same."""


def model_error(code: ModelErrorCode, endpoint: str, *, retry_after: float | None = None) -> ModelError:
    """The error with its own sentence: what a server wrote never reaches people or logs."""
    message = _(ERROR_SENTENCES[code]) % {"endpoint": endpoint}
    return ModelError(message, code=code, temporary=code in TEMPORARY, retry_after=retry_after)


def unreadable_reply_error(endpoint: str) -> UnreadableReplyError:
    """Temporary for whoever has no other way than to ask again."""
    message = _(ERROR_SENTENCES["garbage"]) % {"endpoint": endpoint}
    return UnreadableReplyError(message, code="garbage", temporary=True)


def dimension_error(endpoint: str, *, given: int, wanted: int) -> ModelError:
    """The vectors are of another length than the row says; both are named."""
    said = _("The vectors of '%(endpoint)s' have %(given)s numbers, but %(wanted)s are set for the embedding model.")
    message = said % {"endpoint": endpoint, "given": given, "wanted": wanted}
    return ModelError(message, code="embedding_dimension", temporary=False)


class PromptError(ValueError):
    """A prompt text that lacks a variable or names an unknown one; the message is fit for the editor."""
