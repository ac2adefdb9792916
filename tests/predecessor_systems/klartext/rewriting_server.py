"""A model that writes what a test wants instead of a sentence, behind the interface that clients of the service use."""

import json
from collections.abc import Callable
from typing import Any

from django.test import Client

from apps.llm.prompts.delimit_quoted_text import parse_block
from tests.fakes.openai_server import FakeOpenAIServer, Request

Rewritten = dict[str, Any]


def rewritten_by(server: FakeOpenAIServer, reply: Callable[[str], str]) -> Callable[[str], Rewritten]:
    """`rewritten(text)` is what POST /api/v1/simplify answers when the model replies to each text with `reply`."""

    def write(request: Request) -> str:
        return reply(parse_block("text", request.prompt))

    server.default_reply = write

    def rewritten(text: str) -> Rewritten:
        answer = Client().post("/api/v1/simplify", json.dumps({"text": text}), content_type="application/json")
        assert answer.status_code == 200, answer.content.decode()
        return answer.json()  # type: ignore[no-any-return]

    return rewritten
