"""/metrics: true figures, for those who may read them, without a word of what people asked."""

import pytest
from django.test import Client

from apps.chat.models import Conversation, Turn
from apps.llm.models import ModelCall
from config.monitoring.service_status import service_status
from tests import factories

pytestmark = pytest.mark.django_db


def test_it_tells_what_the_tables_hold(client: Client) -> None:
    factories.document()
    Turn.objects.create(conversation=Conversation.objects.create(), number=1, question="Geheim?", state="done")
    ModelCall.objects.create(
        purpose="answer", model="big", outcome="timeout", seconds=2, input_tokens=30, output_tokens=12, cost=1
    )
    text = client.get("/metrics").content.decode()
    assert 'auskunft_documents{status="ready"} 1.0' in text
    assert 'auskunft_turns_last_hour{state="done"} 1.0' in text
    assert 'auskunft_model_calls_last_hour{model="big",outcome="timeout",purpose="answer"} 1.0' in text
    assert "auskunft_tokens_today 42.0" in text
    assert "auskunft_cost_today 1.0" in text
    assert "Geheim" not in text


def test_requests_are_counted_by_page_not_by_address(client: Client) -> None:
    client.get("/healthz")
    client.get("/documents/77/pages/1/?quote=geheim")
    text = client.get("/metrics").content.decode()
    assert 'auskunft_requests_total{method="GET",page="healthz",status="200"}' in text
    assert 'page="documents:page",status="404"' in text
    assert "geheim" not in text
    assert 'auskunft_request_seconds_count{page="healthz"}' in text


@pytest.mark.parametrize(
    ("values", "status_code"),
    [
        ({}, 200),
        ({"REMOTE_ADDR": "203.0.113.7"}, 403),
        ({"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, 403),
        ({"REMOTE_ADDR": "203.0.113.7", "HTTP_AUTHORIZATION": "Bearer a-token"}, 200),
        ({"REMOTE_ADDR": "203.0.113.7", "HTTP_AUTHORIZATION": "Bearer other"}, 403),
    ],
)
def test_it_is_read_by_this_machine_and_with_the_token(
    client: Client, settings: pytest.FixtureRequest, values: dict[str, str], status_code: int
) -> None:
    settings.METRICS_TOKEN = "a-token"  # type: ignore[attr-defined]
    assert client.get("/metrics", **values).status_code == status_code


def test_without_a_token_in_the_settings_no_header_opens_it(client: Client) -> None:
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.7", HTTP_AUTHORIZATION="Bearer ").status_code == 403


def test_the_status_names_what_was_spent() -> None:
    assert service_status()["budgets"]["tokens"] == {"spent": 0, "limit": None}
