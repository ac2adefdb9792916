"""An answer as Slack's blocks: text, sources with links to their pages, notices, label, buttons for feedback. Pure."""

from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.channels.answer import Answer, absolute, source_name
from apps.chat.channels.slack.markup import escaped, link, mrkdwn, sections
from apps.chat.events import CitationView

Block = dict[str, Any]

MOST_BLOCKS = 50
MOST_SOURCES = 20
MOST_SECTIONS = 20
LONGEST_QUOTE = 280
LONGEST_FALLBACK = 3_900
FEEDBACK_ACTION = "auskunft_feedback"
APPROVE_ACTION, REJECT_ACTION = "auskunft_approve", "auskunft_reject"


def render(answer: Answer) -> dict[str, Any]:
    """`text` is for notifications and screen readers, `blocks` for the eye."""
    with translation.override(answer.language):
        text = mrkdwn(answer.text)
        blocks = [section(piece) for piece in sections(text)[:MOST_SECTIONS]]
        blocks += [context(source(citation)) for citation in answer.citations[:MOST_SOURCES]]
        blocks += [context(escaped(notice)) for notice in answer.notices[:5]]
        if answer.label:
            blocks.append(context(f"_{escaped(answer.label)}_"))
        if answer.turn:
            blocks.append(feedback_buttons(answer.turn))
    return {"text": text[:LONGEST_FALLBACK], "blocks": blocks[:MOST_BLOCKS]}


def section(text: str) -> Block:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


def context(text: str) -> Block:
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": text[:2_000], "verbatim": True}]}


def source(citation: CitationView) -> str:
    quote = citation.quote if len(citation.quote) <= LONGEST_QUOTE else citation.quote[: LONGEST_QUOTE - 1] + "…"
    named = f"[{citation.number}] {link(absolute(citation.url), source_name(citation)[:300])}"
    return f"{named}: „{escaped(' '.join(quote.split()))}“" if quote else named


def feedback_buttons(turn: str) -> Block:
    return {
        "type": "context_actions",
        "elements": [
            {
                "type": "feedback_buttons",
                "action_id": FEEDBACK_ACTION,
                "positive_button": button(_("Helpful"), f"up:{turn}"),
                "negative_button": button(_("Not helpful"), f"down:{turn}"),
            }
        ],
    }


def button(text: str, value: str) -> Block:
    return {"text": {"type": "plain_text", "text": text}, "value": value, "accessibility_label": text}


def review(answer: Answer, question: str, gesture: str) -> dict[str, Any]:
    """What a supervisor sees: question, answer, sources, two buttons. Nobody rates it yet."""
    with translation.override(answer.language):
        heading = _("Please check this answer before the asker sees it.")
        shown = render(Answer(answer.text, answer.language, "", answer.citations, answer.notices, answer.label))
        buttons = {
            "type": "actions",
            "elements": [
                action(APPROVE_ACTION, _("Approve"), gesture, "primary"),
                action(REJECT_ACTION, _("Reject"), gesture, "danger"),
            ],
        }
    head = [section(f"*{escaped(heading)}*"), section(f"&gt; {escaped(question[:2_000])}")]
    return {"text": heading, "blocks": [*head, *shown["blocks"][: MOST_BLOCKS - 3], buttons]}


def action(action_id: str, text: str, value: str, style: str) -> Block:
    return {
        "type": "button",
        "action_id": action_id,
        "text": {"type": "plain_text", "text": text},
        "value": value,
        "style": style,
    }
