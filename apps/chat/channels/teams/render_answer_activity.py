"""Renders an answer as a Teams activity: text, proved citations, the AI label, the feedback loop."""

import re
from typing import Any

from django.utils import translation

from apps.chat.channels.interface.channel_answer import Answer, absolute_url, source_name, truncation_notice
from apps.chat.turn_state.turn_events import CitationView
from apps.text.grammar.strip_link_addresses import strip_link_addresses

Activity = dict[str, Any]

MOST_CITATIONS = 20
LONGEST_NAME, LONGEST_ABSTRACT = 80, 160
LONGEST_TEXT = 25_000
"""Characters; Teams takes about 28 KB in all, and the first characters beyond ASCII weigh more."""
DISGUISED_LINK = re.compile(r"\](?=[(\[])")
MENTION = re.compile(r"<\s*+(?:/\s*+)?at\b", re.IGNORECASE)
SCHEMA = "https://schema.org"


def render_activity(answer: Answer) -> Activity:
    """The finished message. Its citations are those whose numbers stand in the text."""
    with translation.override(answer.language):
        entity: dict[str, Any] = {"type": f"{SCHEMA}/Message", "@type": "Message", "@context": SCHEMA}
        if answer.is_ai_generated:
            entity["additionalType"] = ["AIGeneratedContent"]
        # A position may be taken once, and a page that proves several sentences has one number for them.
        first_of_each = {citation.number: citation for citation in reversed(answer.citations[:MOST_CITATIONS])}
        citations = [citation_claim(first_of_each[number]) for number in sorted(first_of_each)]
        if citations:
            entity["citation"] = citations
        activity: Activity = {
            "type": "message",
            "textFormat": "markdown",
            "text": render_activity_text(answer),
            "entities": [{name: value for name, value in entity.items() if value}],
        }
        if answer.turn:
            activity["channelData"] = {"feedbackLoop": {"type": "custom"}}
    return activity


def render_activity_text(answer: Answer) -> str:
    """Sources are listed below the text too: notes that open from numbers help nobody who prints or forwards it."""
    text = escape_markdown(answer.text)
    body = [text[:LONGEST_TEXT], f"_{truncation_notice()}_" if len(text) > LONGEST_TEXT else ""]
    sources = [source_line(citation) for citation in answer.citations[:MOST_CITATIONS]]
    body += ["\n".join(f"- {line}" for line in sources)] if sources else []
    body += [f"_{escape_markdown(notice)}_" for notice in [*answer.notices, answer.label] if notice]
    return "\n\n".join(part for part in body if part)


def source_line(citation: CitationView) -> str:
    name, url = escape_markdown(source_name(citation)), absolute_url(citation.url)
    name = name.replace("[", "(").replace("]", ")")
    return (
        f"{citation.number}: [{name}]({url.replace(')', '%29').replace('(', '%28')})"
        if url
        else f"{citation.number}: {name}"
    )


def citation_claim(citation: CitationView) -> dict[str, object]:
    """Within Teams' limits: 80 characters for the name, 160 for the quote."""
    appearance: dict[str, Any] = {
        "@type": "DigitalDocument",
        "name": shorten_text(source_name(citation), LONGEST_NAME),
        "abstract": shorten_text(strip_link_addresses(citation.quote) or source_name(citation), LONGEST_ABSTRACT),
    }
    url = absolute_url(citation.url)
    if url:
        appearance["url"] = url
    return {"@type": "Claim", "position": citation.number, "appearance": appearance}


def shorten_text(text: str, longest: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def escape_markdown(text: str) -> str:
    """Text of an answer: no markup of HTML, no mention, no link that hides its address, no picture."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return DISGUISED_LINK.sub("] ", MENTION.sub("", escaped))


def plain_message_activity(text: str) -> Activity:
    return {"type": "message", "textFormat": "markdown", "text": escape_markdown(text)}


def stream_activity(text: str, *, stream_id: str | None, sequence: int, is_text: bool) -> Activity:
    """A piece of a stream: what is being done, or the text so far."""
    kind = "streaming" if is_text else "informative"
    info = {"type": "streaminfo", "streamType": kind, "streamSequence": sequence}
    if stream_id:
        info["streamId"] = stream_id
    data = {name: value for name, value in info.items() if name != "type"}
    shown = escape_markdown(text) if is_text else escape_markdown(text)[:1_000]
    activity = {"type": "typing", "text": shown, "entities": [info], "channelData": data}
    return activity | ({"id": stream_id} if stream_id else {})


def final_activity(activity: Activity, stream_id: str) -> Activity:
    """The finished message as the end of a stream."""
    info = {"streamId": stream_id, "streamType": "final"}
    return activity | {
        "id": stream_id,
        "entities": [*activity.get("entities", []), {"type": "streaminfo", **info}],
        "channelData": activity.get("channelData", {}) | info,
    }
