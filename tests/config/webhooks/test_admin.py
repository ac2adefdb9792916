"""Webhooks in the console: listed hosts only, the secret shown once and stored sealed, a test by hand."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from config.webhooks import deliver
from config.webhooks.models import Webhook, WebhookDelivery, WebhookDeliveryState
from tests.fakes.document_host import DocumentHost, head

pytestmark = pytest.mark.django_db
ADD = "/admin/config/webhook/add/"


@pytest.fixture
def host(settings: Any) -> Iterator[DocumentHost]:
    with DocumentHost() as running:
        settings.WEBHOOK_HOSTS = [running.entry]
        answer_with(running, 204)
        yield running


@pytest.fixture
def console() -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(User.objects.create_superuser("admin"))
    return client


def answer_with(host: DocumentHost, status: int) -> None:
    host.answers["/hook"] = lambda asked: [head(status, **{"Content-Length": "0"})]


def form(url: str) -> dict[str, object]:
    return {"name": "Leitstelle", "url": url, "events": ["gap.opened"], "is_on": "on"}


def add(console: Client, host: DocumentHost) -> tuple[Webhook, str]:
    """The webhook and the page that follows."""
    page = console.post(ADD, form(host.url("/hook")), follow=True).content.decode()
    return Webhook.objects.get(), page


def press(console: Client, webhook: Webhook, button: str) -> str:
    return console.post(reverse(f"admin:config_webhook_{button}", args=[webhook.pk]), follow=True).content.decode()


def change_page(webhook: Webhook) -> str:
    return reverse("admin:config_webhook_change", args=[webhook.pk])


def test_a_host_that_the_operator_has_not_listed_is_refused(console: Client, host: DocumentHost) -> None:
    refused = console.post(ADD, form("http://169.254.169.254/latest")).content.decode()
    assert "WEBHOOK_HOSTS" in refused
    assert not Webhook.objects.exists()


def test_the_secret_is_shown_once_and_stored_sealed(console: Client, host: DocumentHost) -> None:
    webhook, page = add(console, host)
    secret = webhook.secret()
    assert secret.startswith("whsec_")
    assert secret in page
    assert secret not in webhook.sealed_secret
    assert secret not in console.get(change_page(webhook)).content.decode()
    assert secret not in console.get(reverse("admin:config_webhook_changelist")).content.decode()


def test_another_host_gets_a_secret_of_its_own_and_another_path_keeps_it(
    console: Client, host: DocumentHost, settings: Any
) -> None:
    webhook, _page = add(console, host)
    secret = webhook.secret()
    console.post(change_page(webhook), form(host.url("/other")))
    assert Webhook.objects.get().secret() == secret
    settings.WEBHOOK_HOSTS = [host.entry, "hooks.example.org"]
    page = console.post(change_page(webhook), form("https://hooks.example.org/"), follow=True).content.decode()
    renewed = Webhook.objects.get().secret()
    assert renewed != secret
    assert renewed in page


def test_a_test_is_sent_at_once_and_its_result_stands_in_the_list(console: Client, host: DocumentHost) -> None:
    webhook, _page = add(console, host)
    assert "The test was received." in press(console, webhook, "test")
    [asked] = host.asked
    assert json.loads(asked.body) == json.loads(asked.body) | {"type": "test", "data": {"webhook": "Leitstelle"}}
    assert f"webhook__id__exact={webhook.pk}" in console.get("/admin/config/webhook/").content.decode()


def test_a_test_that_fails_says_why_and_is_not_tried_again(console: Client, host: DocumentHost) -> None:
    webhook, _page = add(console, host)
    answer_with(host, 503)
    assert "503" in press(console, webhook, "test")
    assert "503" in console.get("/admin/config/webhook/").content.decode()
    deliver.deliver()
    assert len(host.asked) == 1
    assert WebhookDelivery.objects.get().state == WebhookDeliveryState.FAILED


def test_a_new_secret_replaces_the_old_one(console: Client, host: DocumentHost) -> None:
    webhook, _page = add(console, host)
    old = webhook.secret()
    page = press(console, webhook, "secret")
    renewed = Webhook.objects.get().secret()
    assert renewed in page
    assert renewed != old
    assert "secret renewed" in LogEntry.objects.values_list("change_message", flat=True)


@pytest.mark.parametrize("button", ["test", "secret"])
def test_buttons_need_the_right_and_a_post(console: Client, host: DocumentHost, button: str) -> None:
    webhook, _page = add(console, host)
    address = reverse(f"admin:config_webhook_{button}", args=[webhook.pk])
    assert console.get(address).status_code == 405
    editor = User.objects.create_user("redaktion", is_staff=True)
    editor.groups.add(Group.objects.get(name="editor"))
    client = Client()
    client.force_login(editor)
    assert client.post(address).status_code == 403
    assert host.asked == []


def test_a_webhook_that_has_sent_something_can_be_deleted(console: Client, host: DocumentHost) -> None:
    webhook, _page = add(console, host)
    press(console, webhook, "test")
    address = reverse("admin:config_webhook_delete", args=[webhook.pk])
    assert (str(WebhookDelivery._meta.verbose_name_plural), 1) in list(console.get(address).context["model_count"])
    assert console.post(address, {"post": "yes"}).status_code == 302
    assert not Webhook.objects.exists()
