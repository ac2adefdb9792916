"""One connection of the chat: in which language it says what it refuses."""

import json
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.web.chat_websocket import ChatConnection


@pytest.mark.parametrize("language", ["tr", "ar", "uk", "de-simple"])
async def test_a_question_too_many_is_refused_in_the_language_of_its_page(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(json.loads(message["text"]))

    connection = ChatConnection({"cookies": {}, "client": ("203.0.113.9", 1), "headers": []}, send)
    monkeypatch.setattr(connection._asks, "take", lambda: 2.0)
    asked = {"type": "ask", "id": "m-1", "text": "Ne kadar?", "conversation": None, "language": language}
    with translation.override("de"):
        await connection.answer_frame({"text": json.dumps(asked)})
    with translation.override(language):
        expected = _("Too many questions. Please wait %(seconds)d seconds.") % {"seconds": 2}
    assert (sent[0]["code"], sent[0]["message"]) == ("rate_limited", expected)
