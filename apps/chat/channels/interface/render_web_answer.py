"""Renders an answer for the web page: text and citations as data, and the text once more as safe HTML."""

from apps.chat.channels.interface.channel_answer import Answer


def render(answer: Answer) -> dict[str, object]:
    """The fields that a `done` frame carries of an answer. The HTML is made once, where the answer is stored."""
    return {
        "turn": answer.turn,
        "answer": answer.text,
        "citations": [citation.as_json() for citation in answer.citations],
        "label": answer.label,
    }
