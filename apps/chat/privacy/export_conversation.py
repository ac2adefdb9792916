"""Exports a conversation for its owner: everything they wrote and got, with the label that says who wrote it."""

from collections.abc import Collection

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from apps.chat.ai_notices import answer_label, is_ai_generated
from apps.chat.models import Citation, Conversation, Turn
from apps.chat.rendering.proof_level_labels import level_notices
from apps.chat.rendering.quote_in_context import context_as_json, quote_in_context
from apps.retrieval.search.search_result import cells_as_json

THE_ASKER = frozenset({""})
"""As whom feedback on the page is kept (`Feedback.person`)."""
AI_SOURCE_TYPE = "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"
"""The IPTC's word for a text that a model has made: what other programs look for."""


def conversation_json(conversation: Conversation) -> dict[str, object]:
    """Three queries. Times are ISO 8601 with the offset of the installation's time zone."""
    # One with an owner is answered to them alone, on the page and in private messages: all ratings in it are theirs.
    persons = None if conversation.user_id else THE_ASKER
    turns = conversation.turns.prefetch_related("citations", "feedback").order_by("number")
    with translation.override(conversation.language):
        return {
            "conversation": conversation.token,
            "begun": localtime(conversation.created_at).isoformat(),
            "language": conversation.language,
            "channel": conversation.channel,
            "turns": [turn_as_json(turn, persons) for turn in turns],
            "exported": localtime(timezone.now()).isoformat(),
        }


def turn_as_json(turn: Turn, persons: Collection[str] | None) -> dict[str, object]:
    """Returns a turn with the newest feedback of these persons (`Feedback.person`), of anybody for None."""
    given = (each for each in turn.feedback.all() if persons is None or each.person in persons)
    feedback = next(given, None)
    is_written = is_ai_generated(turn.state, turn.model, turn.answer)
    return {
        "number": turn.number,
        "turn": str(turn.pk),
        "asked": localtime(turn.created_at).isoformat(),
        "question": turn.question,
        "answer": turn.answer,
        "state": turn.state,
        "ai_generated": is_written,
        "digital_source_type": AI_SOURCE_TYPE if is_written else None,
        "label": answer_label(turn.state, turn.model, turn.answer),
        "model": turn.model,
        "algorithm": turn.algorithm,
        "prompt_versions": turn.prompt_versions,
        "citations": [citation_as_json(citation) for citation in turn.citations.all()],
        "sentences": turn.sentences,
        "warnings": turn.warnings,
        "feedback": {"rating": feedback.rating, "reasons": feedback.reasons, "comment": feedback.comment}
        if feedback
        else None,
    }


def citation_as_json(citation: Citation) -> dict[str, object]:
    return {
        "number": citation.number,
        "external_id": citation.external_id,
        "title": citation.title,
        "page": citation.page,
        "quote": citation.quote,
        **context_as_json(citation),
        "verified": citation.verified,
        "url": citation.url,
        **cells_as_json(citation.sheet, citation.cells),
    }


def citation_as_text(citation: Citation) -> str:
    told = quote_in_context(f"„{citation.quote}“", citation)
    return f"[{citation.number}] {citation.title}, {citation.page}: {' '.join(told)}"


def conversation_text(conversation: Conversation) -> str:
    """Renders question, answer, sources and label of each turn as plain text. Two queries."""
    turns = conversation.turns.prefetch_related("citations").order_by("number")
    with translation.override(conversation.language):
        begun = date_format(localtime(conversation.created_at), "DATETIME_FORMAT")
        parts = [_("Conversation of %(begun)s") % {"begun": begun}]
        parts += [turn_as_text(turn) for turn in turns]
    return "\n\n".join(parts) + "\n"


def turn_as_text(turn: Turn) -> str:
    lines = [f"{turn.number}. {turn.question}", "", turn.answer]
    proved = [citation for citation in turn.citations.all() if citation.verified]
    lines += ["", *level_notices(turn.sentences)] if turn.sentences else []
    lines += [""] if proved else []
    lines += map(citation_as_text, proved)
    if label := answer_label(turn.state, turn.model, turn.answer):
        lines += ["", f"{label} ({turn.model})"]
    return "\n".join(lines).strip()
