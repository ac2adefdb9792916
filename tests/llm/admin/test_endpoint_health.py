"""Whether an endpoint answers, asked from its list in the admin."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from apps.llm.models import ChatModel, Endpoint
from tests.fakes.openai_server import FakeOpenAIServer


@pytest.mark.django_db
def test_an_administrator_asks_whether_endpoints_answer(admin_client: Client, openai_server: FakeOpenAIServer) -> None:
    there = Endpoint.objects.create(name="there", base_url=openai_server.base_url, api_key_variable="")
    away = Endpoint.objects.create(name="away", base_url="http://127.0.0.1:9/v1", api_key_variable="")
    values = {"action": "ask_for_health", "_selected_action": [there.pk, away.pk]}
    answer = admin_client.post("/admin/llm/endpoint/", values)
    said = {message.message.split()[0]: message.level_tag for message in get_messages(answer.wsgi_request)}
    assert said == {"there": "success", "away": "error"}
    ChatModel.objects.create(name="not-there", endpoint=there)
    answer = admin_client.post("/admin/llm/endpoint/", values)
    warnings = [str(one.message) for one in get_messages(answer.wsgi_request) if one.level_tag == "warning"]
    assert len(warnings) == 1
    assert "not-there" in warnings[0]
