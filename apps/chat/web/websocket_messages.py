"""Messages of the websocket: validates what clients send, field by field, and builds what the server sends."""

import json
import uuid
from collections.abc import Callable
from dataclasses import asdict, dataclass
from inspect import signature
from typing import Any, TypeVar

from django.conf import settings
from django.utils.translation import gettext as _

from apps.chat.admission.asked_question import LONGEST_QUESTION, AskedQuestion, question_too_long_message
from apps.chat.ai_notices import FEEDBACK_REASONS, LONGEST_COMMENT
from apps.chat.fixed_answers.render_card import card_html
from apps.chat.group_refusals_into_gaps import may_answer_change
from apps.chat.turn_state.turn_events import (
    CitationsFound,
    Event,
    HelpOffered,
    StepStarted,
    TextDelta,
    TurnDone,
    TurnFailed,
)
from apps.retrieval.query.filters import BadFilter, Filters

PROTOCOL = 1
LONGEST_ID, LONGEST_TOKEN = 100, 64
MOST_REASONS, LONGEST_REASON = 10, 100
RATINGS = ("up", "down")


class BadFrame(Exception):  # noqa: N818 - it is an answer to the client
    """A frame that is refused; `code` is for programs, the message for people, `id` that of the frame if it has one,
    `turn` the answer that it speaks of."""

    def __init__(self, code: str, message: str, *, id: str | None = None, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.id = id
        self.turn: str | None = None
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class StopFrame:
    id: str


@dataclass(frozen=True, slots=True)
class ResumeFrame:
    conversation: str
    after: int = 0


@dataclass(frozen=True, slots=True)
class FeedbackFrame:
    """`conversation` is needed where this connection has neither asked in nor resumed the turn's conversation."""

    turn: str
    rating: str
    reasons: tuple[str, ...] = ()
    comment: str = ""
    conversation: str | None = None


@dataclass(frozen=True, slots=True)
class LevelsFrame:
    """Asks how far the sentences of an answer are proved by now; `conversation` as for feedback."""

    turn: str
    conversation: str | None = None


def question_from_frame(
    id: str, text: str, conversation: str | None, language: str | None, filters: Filters
) -> AskedQuestion:
    """A frame "ask"; what else an Ask says is not for a client to say."""
    return AskedQuestion(text, message_id=id, token=conversation, language=language, filters=filters)


Frame = TypeVar("Frame")
ClientFrame = AskedQuestion | StopFrame | ResumeFrame | FeedbackFrame | LevelsFrame
KINDS: dict[str, Callable[..., ClientFrame]] = {
    "ask": question_from_frame,
    "stop": StopFrame,
    "resume": ResumeFrame,
    "feedback": FeedbackFrame,
    "levels": LevelsFrame,
}


def parse_frame(text: str) -> ClientFrame:
    """The frame a client has sent. Raises BadFrame for everything that is not exactly as agreed."""
    record = parse_json_object(text)
    frame_id = record.get("id")
    try:
        return frame_of(record)
    except BadFrame as bad:
        bad.id = bad.id or (frame_id[:LONGEST_ID] if isinstance(frame_id, str) and frame_id else None)
        raise


def parse_json_object(text: str) -> dict[str, object]:
    try:
        record = json.loads(text)
        text.encode()
        json.dumps(record, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise BadFrame("bad_json", _("This message is not valid JSON.")) from None
    if not isinstance(record, dict):
        raise BadFrame("bad_json", _("A message must be a JSON object."))
    return record


def frame_of(record: dict[str, Any]) -> ClientFrame:
    kind = record.pop("type", None)
    made_by = KINDS.get(kind) if isinstance(kind, str) else None
    if made_by is None:
        raise BadFrame("unknown_type", _("Unknown message type. Known: %(known)s.") % {"known": ", ".join(KINDS)})
    known = signature(made_by).parameters
    for name in record:
        if name not in known:
            raise BadFrame(
                "unknown_field",
                _("Unknown field '%(name)s'. Known: %(known)s.")
                % {"name": name[:50], "known": ", ".join(sorted(known))},
            )
    frame = build_frame(made_by, record)
    if isinstance(frame, ResumeFrame) and not frame.conversation:
        raise BadFrame("bad_field", _("The field '%(name)s' must be a text.") % {"name": "conversation"})
    return frame


def build_frame(made_by: Callable[..., Frame], record: dict[str, object]) -> Frame:
    """The frame of the record's fields. Raises BadFrame."""
    return made_by(**{name: CHECKS[name](record) for name in signature(made_by).parameters})


def checked_id(record: dict[str, object]) -> str:
    return required_text(record, "id", LONGEST_ID)


def checked_question(record: dict[str, object]) -> str:
    try:
        return required_text(record, "text", LONGEST_QUESTION)
    except BadFrame as bad:
        raise BadFrame(bad.code, question_too_long_message()) if bad.code == "too_long" else bad from None


def required_text(record: dict[str, object], name: str, longest: int) -> str:
    """A field that must hold some text. NUL is taken out: the database does not store it."""
    value = record.get(name)
    if not isinstance(value, str):
        raise BadFrame("bad_field", _("The field '%(name)s' must be a text.") % {"name": name})
    value = value.replace("\0", "").strip()
    if not value:
        raise BadFrame("empty", _("The field '%(name)s' is empty.") % {"name": name})
    if len(value) > longest:
        raise BadFrame(
            "too_long",
            _("The field '%(name)s' has %(length)s characters; at most %(longest)s are allowed.")
            % {"name": name, "length": len(value), "longest": longest},
        )
    return value


def optional_token(record: dict[str, object]) -> str | None:
    return None if record.get("conversation") is None else required_text(record, "conversation", LONGEST_TOKEN)


def optional_language(record: dict[str, object]) -> str | None:
    language = record.get("language")
    known = [code for code, _name in settings.LANGUAGES]
    if language is not None and language not in known:
        raise BadFrame("bad_field", _("Unknown language. Known: %(known)s.") % {"known": ", ".join(known)})
    return language


def optional_filters(record: dict[str, object]) -> Filters:
    try:
        return Filters.from_json(record.get("filters"))
    except BadFilter as error:
        raise BadFrame("bad_field", str(error)) from None


def checked_after(record: dict[str, object]) -> int:
    after = record.get("after", 0)
    if not isinstance(after, int) or isinstance(after, bool) or not 0 <= after < 2**31:
        raise BadFrame("bad_field", _("The field '%(name)s' must be a whole number.") % {"name": "after"})
    return after


def checked_turn(record: dict[str, object]) -> str:
    try:
        return str(uuid.UUID(required_text(record, "turn", LONGEST_TOKEN)))
    except ValueError:
        raise BadFrame("unknown_turn", _("This answer is not known.")) from None


def checked_rating(record: dict[str, object]) -> str:
    rating = record.get("rating")
    if rating not in RATINGS:
        raise BadFrame("bad_field", _("The rating must be 'up' or 'down'."))
    return str(rating)


def checked_reasons(record: dict[str, Any]) -> tuple[str, ...]:
    reasons = record.get("reasons") or []
    is_list = isinstance(reasons, list) and len(reasons) <= MOST_REASONS
    if not is_list or not all(isinstance(item, str) and len(item) <= LONGEST_REASON for item in reasons):
        raise BadFrame("bad_field", _("The field '%(name)s' must be a short list of texts.") % {"name": "reasons"})
    if unknown := next((item for item in reasons if item not in FEEDBACK_REASONS), None):
        known = ", ".join(FEEDBACK_REASONS)
        said = _("Unknown reason '%(reason)s'. Known: %(known)s.") % {"reason": unknown[:50], "known": known}
        raise BadFrame("bad_field", said)
    return tuple(dict.fromkeys(reasons))


def optional_comment(record: dict[str, object]) -> str:
    return required_text(record, "comment", LONGEST_COMMENT) if record.get("comment") else ""


CHECKS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "id": checked_id,
    "text": checked_question,
    "conversation": optional_token,
    "language": optional_language,
    "filters": optional_filters,
    "after": checked_after,
    "turn": checked_turn,
    "rating": checked_rating,
    "reasons": checked_reasons,
    "comment": optional_comment,
}


def hello_frame(notice: str) -> dict[str, object]:
    return {"type": "hello", "protocol": PROTOCOL, "notice": notice}


def error_frame(
    code: str, message: str, *, id: str | None = None, retry_after: float | None = None
) -> dict[str, object]:
    return {"type": "error", "id": id, "code": code, "message": message, "retry_after": retry_after}


def refusal_frame(bad: BadFrame) -> dict[str, object]:
    """An error that names the answer it is about, if it is about one."""
    frame = error_frame(bad.code, str(bad), id=bad.id, retry_after=bad.retry_after)
    return frame | {"turn": bad.turn} if bad.turn else frame


def levels_frame(turn: str, waiting: int, sentences: list[Any], answer_html: str) -> dict[str, Any]:
    """`waiting`: how many sentences a second reader may still change."""
    return {
        "type": "levels",
        "turn": turn,
        "waiting": waiting,
        "sentences": sentences,
        "answer_html": answer_html,
    }


def event_frame(event: Event) -> dict[str, object]:
    """A frame without id and number, which the run adds."""
    match event:
        case StepStarted(step, turn, conversation):
            return {"type": "status", "step": step, "turn": turn, "conversation": conversation}
        case HelpOffered(card, turn, conversation):
            ids = {"turn": turn, "conversation": conversation}
            return {"type": "help", "html": card_html(card), **ids, **card.as_json()}
        case TextDelta(text):
            return {"type": "delta", "text": text}
        case CitationsFound(citations):
            return {"type": "sources", "citations": [citation.as_json() for citation in citations]}
        case TurnDone():
            offered = {"may_subscribe": may_answer_change(event.state, event.query)}
            return {"type": "done", "answer_html": event.answer_html, **offered, **event.as_json()}
        case TurnFailed():
            return {"type": "error", **asdict(event)}
