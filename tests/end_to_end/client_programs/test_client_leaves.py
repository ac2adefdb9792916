"""Programs that hang up in the middle of an answer, at a running service with a slow model."""

import time
from collections.abc import Callable

import httpx2
import pytest

from apps.chat.models import Turn, TurnState
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from benchmarks.client_programs import tokens
from tests.end_to_end import city
from tests.end_to_end.conftest import Site
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.django_db(transaction=True)

WHOLE_REPLY = 120.0
"""Seconds that the model would take."""
LONGEST_WAIT = 60.0


def test_their_answers_end_with_them(site: Site, openai_server: FakeOpenAIServer) -> None:
    openai_server.pace = 1.0
    openai_server.default_reply = " ".join(["Wort"] * int(WHOLE_REPLY))
    endpoint = Endpoint.objects.create(name="client-programs", base_url=openai_server.base_url, api_key_variable="")
    model = ChatModel.objects.create(endpoint=endpoint, name="client-programs")
    ModelOrder.objects.update_or_create(purpose="default", position=1, defaults={"model": model})
    (secret,) = tokens(1)
    asked = {"model": "auskunft", "stream": True, "messages": [{"role": "user", "content": city.QUESTION}]}
    headers = {"Authorization": f"Bearer {secret}"}
    with httpx2.stream(
        "POST", f"{site.address}/v1/chat/completions", json=asked, headers=headers, timeout=60
    ) as answer:
        assert answer.status_code == 200
        until(lambda: len(openai_server.requests) == 1)
    until(lambda: Turn.objects.filter(state=TurnState.INTERRUPTED).count() == 1)
    call = {"name": "ask", "arguments": {"question": city.QUESTION}}
    called = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    with pytest.raises(httpx2.ReadTimeout):
        httpx2.post(f"{site.address}/mcp", json=called, headers=headers, timeout=httpx2.Timeout(60, read=1.5))
    until(lambda: Turn.objects.filter(state=TurnState.INTERRUPTED).count() == 2)
    assert Turn.objects.exclude(conversation__user=None).count() == 2


def until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONGEST_WAIT
    while not happened():
        assert time.monotonic() < deadline, [turn.state for turn in Turn.objects.all()]
        time.sleep(0.2)
