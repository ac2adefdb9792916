"""Webhooks: signed as the standard says, to listed hosts only, any 2xx is an acknowledgement."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

import pytest

from apps.documents.fetching import FetchError
from apps.documents.fetching.post_signed_webhook import may_be_posted_to, post_signed_webhook, signature_headers
from tests.fakes.document_host import Asked, DocumentHost, head

# The example of the standard, worked out by its own libraries.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


@pytest.fixture
def host(settings: Any) -> Iterator[DocumentHost]:
    with DocumentHost() as running:
        settings.WEBHOOK_HOSTS = [running.entry]
        yield running


def acknowledge(host: DocumentHost, status: int = 204) -> None:
    host.answers["/hook"] = lambda asked: [head(status, **{"Content-Length": "0"})]


def post(host: DocumentHost, **values: Any) -> None:
    post_signed_webhook(
        host.url("/hook"), {"type": "x", "data": {"größe": 1}}, secret=SECRET, message_id="msg_1", **values
    )


def test_the_signature_is_that_of_the_standard() -> None:
    headers = signature_headers(b'{"test": 2432232314}', SECRET, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330)
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_what_is_signed_is_what_arrives(host: DocumentHost) -> None:
    acknowledge(host)
    post(host)
    [asked] = host.asked
    sent: Asked = asked
    signed = f"msg_1.{sent.headers['webhook-timestamp']}.".encode() + sent.body
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert sent.headers["webhook-signature"] == f"v1,{expected}"
    assert json.loads(sent.body) == {"type": "x", "data": {"größe": 1}}
    assert sent.headers["content-type"] == "application/json"


@pytest.mark.parametrize(("status", "code"), [(400, "download_4xx"), (410, "source_gone"), (503, "download_5xx")])
def test_a_refusal_is_told(host: DocumentHost, status: int, code: str) -> None:
    acknowledge(host, status)
    with pytest.raises(FetchError) as caught:
        post(host)
    assert caught.value.reason_code == code
    assert str(caught.value) == f"Der Empfänger hat mit HTTP {status} geantwortet."


def test_no_redirect_is_followed(host: DocumentHost) -> None:
    host.redirect("/hook", host.url("/elsewhere"), 307)
    with pytest.raises(FetchError):
        post(host)
    assert [asked.path for asked in host.asked] == ["/hook"]


def test_what_is_said_of_a_message_speaks_of_no_file(host: DocumentHost, free_port: int, settings: Any) -> None:
    settings.WEBHOOK_HOSTS = [f"127.0.0.1:{free_port}"]
    with pytest.raises(FetchError, match="Der Empfänger hat die Nachricht nicht angenommen") as refused:
        post_signed_webhook(f"http://127.0.0.1:{free_port}/", {}, secret=SECRET, message_id="msg_1")
    with pytest.raises(FetchError, match=r"An http://a\.example/ wird nichts gesendet") as unlisted:
        post_signed_webhook("http://a.example/", {}, secret=SECRET, message_id="msg_1")
    assert not [error for error in (refused, unlisted) if "Datei" in str(error.value) or "%(" in str(error.value)]


def test_a_host_that_is_not_listed_gets_nothing(host: DocumentHost, settings: Any) -> None:
    acknowledge(host)
    settings.WEBHOOK_HOSTS = ["hooks.example.org"]
    with pytest.raises(FetchError) as caught:
        post(host)
    assert caught.value.reason_code == "address_refused"
    assert host.asked == []


def test_a_listed_name_that_leads_into_a_private_network_gets_nothing(host: DocumentHost, settings: Any) -> None:
    acknowledge(host)
    settings.WEBHOOK_HOSTS = [f"hooks.example.org:{host.port}"]
    with pytest.raises(FetchError) as caught:
        post_signed_webhook(
            f"http://hooks.example.org:{host.port}/hook",
            {},
            secret=SECRET,
            message_id="msg_1",
            resolve=lambda name, port: ["127.0.0.1"],
        )
    assert caught.value.reason_code == "address_refused"
    assert host.asked == []


def test_without_encryption_the_port_has_to_be_listed(settings: Any) -> None:
    settings.WEBHOOK_HOSTS = ["hooks.example.org", "localhost:8080"]
    assert may_be_posted_to("https://hooks.example.org/x")
    assert not may_be_posted_to("http://hooks.example.org/x")
    assert may_be_posted_to("http://localhost:8080/x")
    assert not may_be_posted_to("ftp://hooks.example.org/x")
