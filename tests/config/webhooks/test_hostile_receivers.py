"""Receivers that lie, redirect into our network or never end, and what the address of a webhook tells by its errors."""

import itertools
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from apps.deliveries.deliver_owed import RETRY_PAUSES
from apps.documents.fetching import post_signed_webhook as sending
from apps.evaluation.models import Release
from config.webhooks import deliver
from config.webhooks.models import Webhook, WebhookDelivery, WebhookDeliveryState
from tests.config.webhooks.test_deliver import later
from tests.fakes.document_host import Asked, DocumentHost, head

pytestmark = pytest.mark.django_db

SECRET = "T0PSECRET"
PATH = f"/services/{SECRET}"


@pytest.fixture
def host(settings: Any) -> Iterator[DocumentHost]:
    with DocumentHost() as running:
        settings.WEBHOOK_HOSTS = [running.entry]
        yield running


def owed(host: DocumentHost) -> Webhook:
    """A webhook whose address is its key, as those of many services are."""
    webhook = Webhook(name="Leitstelle", url=host.url(f"{PATH}?key={SECRET}"), events=["gate.decided"])
    webhook.issue_secret()
    webhook.save()
    Release.objects.create(action=Release.Action.PUBLISHED, kind="prompt", target="answer")
    return webhook


def endless(begin: bytes, part: bytes) -> Any:
    def answer(asked: Asked) -> Iterable[bytes]:
        return itertools.chain([begin], itertools.repeat(part))

    return answer


ANSWERS: dict[str, Any] = {
    "no HTTP": lambda asked: [b"\0" * 5_000],
    "an error": lambda asked: [head(500, **{"Content-Length": "0"})],
    "a redirect": lambda asked: [head(307, Location=f"/other/{SECRET}", **{"Content-Length": "0"})],
    "a redirect into the network": lambda asked: [head(302, Location="http://169.254.169.254/latest/meta-data/")],
    "headers without end": endless(b"HTTP/1.1 200 OK\r\n", b"X-More: " + b"x" * 1_000 + b"\r\n"),
    "a line without end": endless(b"HTTP/1.1 200 ", b"x" * 65_536),
    "half an answer": lambda asked: [b"HTTP/1.1 2"],
    "a status that is none": lambda asked: [b"HTTP/1.1 99999999999999999999 OK\r\n\r\n"],
    "an answer before its time": lambda asked: [b"HTTP/1.1 100 Continue\r\n\r\n" * 500],
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_it_is_owed_still_and_nobody_reads_the_key_in_the_address(
    host: DocumentHost, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    monkeypatch.setattr(sending, "LIMITS", replace(sending.LIMITS, read=1.0, total=2.0))
    owed(host)
    host.answers[f"{PATH}?key={SECRET}"] = host.answers[PATH] = ANSWERS[kind]
    started = time.monotonic()
    deliver.deliver()
    assert time.monotonic() - started < 15
    [delivery] = WebhookDelivery.objects.all()
    assert (delivery.state, delivery.attempts) == (WebhookDeliveryState.OWED, 1)
    assert [asked.path for asked in host.asked if "other" in asked.path] == []
    WebhookDelivery.objects.update(attempts=len(RETRY_PAUSES))
    later(delivery)
    deliver.deliver()
    [delivery] = WebhookDelivery.objects.all()
    assert delivery.state == WebhookDeliveryState.FAILED
    assert delivery.error
    assert SECRET not in delivery.error + caplog.text


def test_an_answer_without_end_is_not_read_to_its_end(host: DocumentHost) -> None:
    owed(host)
    host.answers[f"{PATH}?key={SECRET}"] = host.answers[PATH] = endless(head(200), b"x" * 65_536)
    started = time.monotonic()
    deliver.deliver()
    assert time.monotonic() - started < 5
    assert WebhookDelivery.objects.get().state == WebhookDeliveryState.SENT


@pytest.mark.parametrize("hosts", [[], ["hooks.example"], ["127.0.0.1:1"]])
def test_a_host_that_is_listed_no_more_gets_nothing_and_its_key_is_not_told(
    host: DocumentHost, settings: Any, caplog: pytest.LogCaptureFixture, hosts: list[str]
) -> None:
    owed(host)
    settings.WEBHOOK_HOSTS = hosts
    for _attempt in range(len(RETRY_PAUSES) + 1):
        deliver.deliver()
        later(WebhookDelivery.objects.get())
    [delivery] = WebhookDelivery.objects.all()
    assert (host.asked, delivery.state) == ([], WebhookDeliveryState.FAILED)
    assert host.entry in delivery.error
    assert SECRET not in delivery.error + caplog.text
