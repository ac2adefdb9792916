"""Parses the body of a chat request: which of it is heeded, which is ignored, which is refused.

Heeded: model, the last message, stream, stream_options. Refused, because an answer would not be what was asked for:
tools, pictures and sound, several choices, answers as JSON. Whatever else OpenAI knows is ignored: temperature,
max_tokens and messages of the system would change what the service promises of every answer.
"""

from dataclasses import dataclass

from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext as _

from apps.chat.admission.asked_question import LONGEST_QUESTION
from config.api.protocol.json_parser import JsonObject
from config.openai_api.base_view import RefusedField

IGNORED_ROLES = ("system", "developer")
MOST_MESSAGES = 2_000
NUL = "\0"
"""No text of the database holds one."""


@dataclass(frozen=True, slots=True)
class ChatBody:
    """`before` is all that was said before the question: what was asked and what was answered, pair by pair."""

    model: str
    question: str
    before: tuple[tuple[str, str], ...]
    streams: bool
    wants_usage: bool


def parse_chat_body(body: JsonObject) -> ChatBody:
    """Raises RefusedField."""
    refuse_unsupported_fields(body)
    model = body.get("model")
    if not isinstance(model, str) or not model:
        raise RefusedField("model", _("Name a model; see /v1/models."), "invalid_value")
    said = parse_messages(body.get("messages"))
    if not said or said[-1][0] != "user":
        raise RefusedField("messages", _("The last message must be the person's question."), "invalid_value")
    question = said[-1][1].strip()
    if NUL in question:
        raise RefusedField("messages", str(ProhibitNullCharactersValidator.message), "invalid_value")
    if not 0 < len(question) <= LONGEST_QUESTION:
        message = _("The question must have between 1 and %(most)d characters.") % {"most": LONGEST_QUESTION}
        raise RefusedField("messages", message, "invalid_value")
    options = body.get("stream_options")
    return ChatBody(
        model=model,
        question=question,
        before=pair_exchanges(said[:-1]),
        streams=body.get("stream") is True,
        wants_usage=isinstance(options, dict) and options.get("include_usage") is True,
    )


def refuse_unsupported_fields(body: JsonObject) -> None:
    """Raises RefusedField."""
    if body.get("tools") or body.get("functions"):
        raise RefusedField("tools", _("This model calls no tools."))
    if body.get("n") not in (None, 1):
        raise RefusedField("n", _("There is one answer to a question; 'n' must be 1."))
    form = body.get("response_format")
    if form is not None and not (isinstance(form, dict) and form.get("type") == "text"):
        raise RefusedField("response_format", _("Answers are text; 'response_format' must be text."))
    if body.get("stream") not in (None, True, False):
        raise RefusedField("stream", _("'stream' is true or false."), "invalid_value")
    modalities = body.get("modalities")
    if modalities not in (None, ["text"]):
        raise RefusedField("modalities", _("Answers are text."))


def parse_messages(messages: object) -> list[tuple[str, str]]:
    """Role and text, without what the service's own prompts stand for. Raises RefusedField."""
    if not isinstance(messages, list) or not 0 < len(messages) <= MOST_MESSAGES:
        raise RefusedField("messages", _("'messages' must be a list of messages."), "invalid_value")
    read = [parse_message(message, place) for place, message in enumerate(messages)]
    return [(role, text) for role, text in read if role not in IGNORED_ROLES]


def parse_message(message: object, place: int) -> tuple[str, str]:
    where = f"messages[{place}]"
    role = message.get("role") if isinstance(message, dict) else None
    if not isinstance(message, dict) or role not in ("user", "assistant", *IGNORED_ROLES):
        raise RefusedField(where, _("A message has a role: user, assistant, system or developer."))
    content = message.get("content")
    if content is None and role == "assistant":
        return role, ""
    if isinstance(content, str):
        return role, content
    if not isinstance(content, list):
        raise RefusedField(where, _("The content of a message is a text or a list of texts."), "invalid_value")
    return role, "\n".join(part_text(part, where) for part in content)


def part_text(part: object, where: str) -> str:
    kind = part.get("type") if isinstance(part, dict) else None
    text = part.get("text") if isinstance(part, dict) else None
    if kind != "text" or not isinstance(text, str):
        raise RefusedField(where, _("This model reads text only: no pictures, sound or files."))
    return text


def pair_exchanges(said: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Questions with their answers; empty when the messages do not alternate, as after an answer that failed."""
    if [role for role, _text in said] != ["user", "assistant"] * (len(said) // 2):
        return ()
    texts = [text.strip() for _role, text in said]
    return tuple(zip(texts[::2], texts[1::2], strict=True))
