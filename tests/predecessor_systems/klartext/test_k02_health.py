"""K02: a health address with a message."""

from typing import Any

import pytest
from django.test import Client

from config.monitoring import health

urlpatterns = health.custom_health_urls("status/live")


@pytest.mark.urls("tests.predecessor_systems.klartext.test_k02_health")
def test_address_and_message_are_what_the_operator_chose(client: Client, settings: Any) -> None:
    settings.HEALTH_MESSAGE = "Der Dienst läuft."
    answer = client.get("/status/live")
    assert (answer.status_code, answer.json()) == (200, {"status": "Der Dienst läuft."})


def test_without_a_choice_there_is_the_ordinary_address_alone(client: Client) -> None:
    assert health.custom_health_urls("") == []
    assert client.get("/healthz").json() == {"status": "ok"}
