"""Renders an answer as Slack's blocks: text, sources with links to their pages, notices, label, feedback buttons."""

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.channels.interface.channel_answer import Answer, absolute_url, source_name, truncation_notice
from apps.chat.channels.slack.mrkdwn import (
    escape_mrkdwn,
    format_link,
    format_mrkdwn,
    split_into_sections,
    truncate_escaped,
)
from apps.chat.rendering.quote_in_context import quote_in_context
from apps.chat.turn_state.turn_events import CitationView
from apps.text.grammar.strip_link_addresses import strip_link_addresses

Block = dict[str, Any]

MOST_BLOCKS = 50
MOST_SOURCES = 20
MOST_SECTIONS = 20
MOST_NOTICES = 10
LONGEST_QUOTE = 280
LONGEST_FALLBACK = 3_900
LONGEST_URL, LONGEST_CONTEXT = 1_200, 2_000
"""Characters as they are sent; address and name of a source (mrkdwn.py) leave room for its quote."""
LONGEST_QUESTION = 2_900
FEEDBACK_ACTION = "auskunft_feedback"
APPROVE_ACTION, REJECT_ACTION = "auskunft_approve", "auskunft_reject"


def render_blocks(answer: Answer) -> dict[str, Any]:
    """`text` is for notifications and screen readers, `blocks` for the eye."""
    with translation.override(answer.language):
        text = format_mrkdwn(answer.text)
        pieces = split_into_sections(text)
        blocks = [section_block(piece) for piece in pieces[:MOST_SECTIONS]]
        blocks += [context_block(escape_mrkdwn(truncation_notice()))] if len(pieces) > MOST_SECTIONS else []
        blocks += [context_block(render_source(citation)) for citation in answer.citations[:MOST_SOURCES]]
        blocks += [context_block(escape_mrkdwn(notice)) for notice in answer.notices[:MOST_NOTICES]]
        if answer.label:
            blocks.append(context_block(f"_{escape_mrkdwn(answer.label)}_"))
        if answer.turn:
            blocks.append(feedback_buttons_block(answer.turn))
    return {"text": truncate_escaped(text, LONGEST_FALLBACK), "blocks": blocks[:MOST_BLOCKS]}


def section_block(text: str) -> Block:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


def context_block(text: str) -> Block:
    return {
        "type": "context",
        "elements": [{"type": "mrkdwn", "text": truncate_escaped(text, LONGEST_CONTEXT), "verbatim": True}],
    }


def render_source(citation: CitationView) -> str:
    whole = strip_link_addresses(citation.quote)
    quote = whole if len(whole) <= LONGEST_QUOTE else whole[: LONGEST_QUOTE - 1] + "…"
    address = shortened_address(absolute_url(citation.url))
    named = f"[{citation.number}] {format_link(address, source_name(citation))}"
    if not quote:
        return named
    versions = (f"{named}: {render_quote_in_context(citation, format_quote(quote), left_out)}" for left_out in range(3))
    return next((one for one in versions if len(one) <= LONGEST_CONTEXT), f"{named}: {format_quote(quote)}")


def render_quote_in_context(citation: CitationView, quote: str, left_out: int) -> str:
    """Renders the quote with its heading, the sentence before and the one behind; the first `left_out` are left out."""
    around = enumerate((citation.section, citation.preceding, citation.following))
    section, preceding, following = ("" if place < left_out else escape_mrkdwn(text) for place, text in around)
    told = replace(citation, section=section, preceding=preceding, following=following)
    return " ".join(quote_in_context(quote, told))


def format_quote(text: str) -> str:
    return f"„{escape_mrkdwn(' '.join(text.split()))}“"


def shortened_address(url: str) -> str:
    """Shortens the address by halving the quote it marks on its page; empty when it is too long all the same."""
    parts = urlsplit(url)
    fields = dict(parse_qsl(parts.query))
    while len(escape_mrkdwn(url)) > LONGEST_URL and fields.get("quote"):
        fields["quote"] = fields["quote"][: len(fields["quote"]) // 2].rpartition(" ")[0]
        kept = {name: value for name, value in fields.items() if value}
        url = urlunsplit(parts._replace(query=urlencode(kept)))
    return url if len(escape_mrkdwn(url)) <= LONGEST_URL else ""


def feedback_buttons_block(turn: str) -> Block:
    return {
        "type": "context_actions",
        "elements": [
            {
                "type": "feedback_buttons",
                "action_id": FEEDBACK_ACTION,
                "positive_button": feedback_button(_("Helpful"), f"up:{turn}"),
                "negative_button": feedback_button(_("Not helpful"), f"down:{turn}"),
            }
        ],
    }


def feedback_button(text: str, value: str) -> Block:
    return {"text": {"type": "plain_text", "text": text}, "value": value, "accessibility_label": text}


def review_blocks(answer: Answer, question: str, key: str) -> dict[str, object]:
    """What a supervisor sees: question, answer, sources, two buttons, which say `key`. Nobody rates it yet."""
    with translation.override(answer.language):
        heading = _("Please check this answer before the asker sees it.")
        shown = render_blocks(Answer(answer.text, answer.language, "", answer.citations, answer.notices, answer.label))
        buttons = {
            "type": "actions",
            "elements": [
                action_button(APPROVE_ACTION, _("Approve"), key, "primary"),
                action_button(REJECT_ACTION, _("Reject"), key, "danger"),
            ],
        }
    head = [
        section_block(f"*{escape_mrkdwn(heading)}*"),
        section_block(truncate_escaped(f"&gt; {escape_mrkdwn(question)}", LONGEST_QUESTION)),
    ]
    return {"text": heading, "blocks": [*head, *shown["blocks"][: MOST_BLOCKS - 3], buttons]}


def action_button(action_id: str, text: str, value: str, style: str) -> Block:
    return {
        "type": "button",
        "action_id": action_id,
        "text": {"type": "plain_text", "text": text},
        "value": value,
        "style": style,
    }
