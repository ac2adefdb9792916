"""Events reach a webhook once, signed, sent again when it was away, and hold nothing that needs rights."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.chat.models import Conversation, Feedback, Gap, Turn
from apps.deliveries import deliver_owed
from apps.deliveries.deliver_owed import RETRY_PAUSES
from apps.documents.fetching.post_signed_webhook import signature_headers
from apps.documents.models import TEXT_FIRST, Document, Listing, Source, SourceRun, SourceRunState
from apps.documents.step_scheduling.document_status_updates import DocumentEnding, end_documents
from apps.evaluation.models import Release
from config.webhooks import deliver
from config.webhooks.event_payloads import EVENTS
from config.webhooks.models import Webhook, WebhookDelivery, WebhookDeliveryState, WebhookEvent
from tests import factories
from tests.fakes.document_host import DocumentHost, head

pytestmark = pytest.mark.django_db
COMMENT = "Herr Meier hat das falsch erklärt"


@pytest.fixture
def host(settings: Any) -> Iterator[DocumentHost]:
    with DocumentHost() as running:
        settings.WEBHOOK_HOSTS = [running.entry]
        answer_with(running, 204)
        yield running


def answer_with(host: DocumentHost, status: int) -> None:
    host.answers["/hook"] = lambda asked: [head(status, **{"Content-Length": "0"})]


@pytest.fixture
def webhook(host: DocumentHost) -> Webhook:
    return made(host, *EVENTS)


def made(host: DocumentHost, *events: str) -> Webhook:
    webhook = Webhook(name="Leitstelle", url=host.url("/hook"), events=[str(event) for event in events])
    webhook.issue_secret()
    webhook.save()
    return webhook


def everything_happens() -> None:
    source = Source.objects.create(
        name="Rat", kind="oparl", collection=factories.collection(), location="https://rat.example/"
    )
    SourceRun.objects.create(source=source, state=SourceRunState.DONE, new=3, finished_at=timezone.now())
    factories.document(["Geheim."], title="Geheim", status="failed", reason_code="encrypted")
    of_a_source = factories.document(["Geheim."], title="Geheim aus dem Rat")
    Listing.objects.create(source=source, document=of_a_source, checksum="1")
    Gap.objects.create(question="Was kostet ein Jagdschein?", count=4, last_asked_at=timezone.now())
    Gap.objects.create(
        question="Wann ist Markt?", state="answered", last_asked_at=timezone.now(), checked_at=timezone.now()
    )
    turn = Turn.objects.create(conversation=Conversation.objects.create(), number=1, question="Geheim?")
    Feedback.objects.create(turn=turn, rating="down", reasons=["wrong"], comment=COMMENT)
    Release.objects.create(action=Release.Action.HELD, kind="prompt", target="answer")


def told(host: DocumentHost) -> list[dict[str, Any]]:
    return [json.loads(asked.body) for asked in host.asked]


def later(delivery: WebhookDelivery) -> None:
    WebhookDelivery.objects.filter(pk=delivery.pk).update(next_attempt_at=timezone.now())


def test_every_kind_of_event_arrives_once(host: DocumentHost, webhook: Webhook) -> None:
    everything_happens()
    deliver.deliver()
    deliver.deliver()
    types = [one["type"] for one in told(host)]
    assert sorted(types) == sorted([*map(str, EVENTS), "gap.opened"])
    [imported] = [one["data"] for one in told(host) if one["type"] == "import.finished"]
    assert (imported["source"], imported["new"], imported["state"]) == ("Rat", 3, "done")
    [read] = [one["data"] for one in told(host) if one["type"] == "document.finished"]
    assert (read["state"], read["reason_code"]) == ("failed", "encrypted")
    assert set(WebhookDelivery.objects.values_list("state", flat=True)) == {WebhookDeliveryState.SENT}


def test_what_people_wrote_is_not_sent(host: DocumentHost, webhook: Webhook) -> None:
    everything_happens()
    deliver.deliver()
    sent = b" ".join(asked.body for asked in host.asked).decode()
    assert COMMENT not in sent
    assert "Geheim" not in sent
    assert "Jagdschein" not in sent


def test_what_happened_before_it_was_made_is_not_told(host: DocumentHost) -> None:
    everything_happens()
    made(host, "gap.opened")
    deliver.deliver()
    assert host.asked == []


def test_what_was_committed_after_a_later_event_is_told_too(host: DocumentHost, webhook: Webhook) -> None:
    Webhook.objects.update(created_at=timezone.now() - timedelta(hours=1))
    deliver.deliver()
    source = Source.objects.create(name="Rat", kind="cms", collection=factories.collection(), location="x")
    before = timezone.now() - timedelta(minutes=2)
    SourceRun.objects.create(source=source, state=SourceRunState.DONE, finished_at=before)
    deliver.deliver()
    assert [one["type"] for one in told(host)] == ["import.finished"]


def test_a_document_is_told_of_when_it_was_read_and_when_it_could_not_be(host: DocumentHost) -> None:
    made(host, "document.finished")
    document = factories.document(["Die Gebühr ist 45 Euro."])
    deliver.deliver()
    document.title = "Gebühren"
    document.save()
    deliver.deliver()
    assert [one["data"]["state"] for one in told(host)] == ["ready"], "a corrected title is no news"
    factories.add_revision(document, ["Die Gebühr ist 50 Euro."])
    deliver.deliver()
    end_documents([DocumentEnding(document.pk, "encrypted")])
    deliver.deliver()
    said = [(one["data"]["state"], one["data"]["reason_code"]) for one in told(host)]
    assert said == [("ready", None), ("ready", None), ("ready_partial", "encrypted")]


@pytest.mark.parametrize("searched", [True, False], ids=["an older version is in search", "nothing is in search"])
def test_a_corrected_title_is_no_news_of_what_could_not_be_read(host: DocumentHost, searched: bool) -> None:
    made(host, "document.finished")
    document = factories.document() if searched else Document.objects.create(collection=factories.collection())
    end_documents([DocumentEnding(document.pk, "encrypted")])
    deliver.deliver()
    document.refresh_from_db()
    document.title = "Gebührensatzung"
    document.save()
    deliver.deliver()
    assert [one["data"]["reason_code"] for one in told(host)] == ["encrypted"]


def test_a_document_whose_text_is_searched_first_is_told_of_when_all_of_it_is(host: DocumentHost) -> None:
    made(host, "document.finished")
    document = factories.document(status="ready_partial", reason_code=TEXT_FIRST, flags=[TEXT_FIRST])
    deliver.deliver()
    assert host.asked == []
    Document.objects.filter(pk=document.pk).update(status="ready", reason_code="", flags=[])
    deliver.deliver()
    assert [one["data"]["state"] for one in told(host)] == ["ready"]


def test_it_hears_of_what_it_chose_only(host: DocumentHost) -> None:
    made(host, "gate.decided")
    everything_happens()
    deliver.deliver()
    assert [one["type"] for one in told(host)] == ["gate.decided"]


def test_a_receiver_that_was_away_gets_the_same_message_later(host: DocumentHost) -> None:
    made(host, "gate.decided")
    answer_with(host, 503)
    Release.objects.create(action=Release.Action.PUBLISHED, kind="prompt", target="answer")
    deliver.deliver()
    [delivery] = WebhookDelivery.objects.all()
    assert (delivery.state, delivery.attempts) == (WebhookDeliveryState.OWED, 1)
    assert "503" in delivery.error
    assert delivery.next_attempt_at > timezone.now() + timedelta(seconds=30)
    answer_with(host, 200)
    deliver.deliver()
    assert len(host.asked) == 1, "not before its time"
    later(delivery)
    deliver.deliver()
    first, second = host.asked
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body
    assert WebhookDelivery.objects.get().state == WebhookDeliveryState.SENT


def test_after_the_last_attempt_it_has_failed_and_can_be_sent_again_by_hand(host: DocumentHost, client: Client) -> None:
    made(host, "gate.decided")
    answer_with(host, 500)
    Release.objects.create(action=Release.Action.PUBLISHED, kind="prompt", target="answer")
    for _attempt in range(len(RETRY_PAUSES) + 1):
        deliver.deliver()
        later(WebhookDelivery.objects.get())
    [delivery] = WebhookDelivery.objects.all()
    assert delivery.state == WebhookDeliveryState.FAILED
    client.force_login(User.objects.create_superuser("admin"))
    address = reverse("admin:config_webhookdelivery_changelist")
    assert "500" in client.get(address).content.decode()
    client.post(address, {"action": "send_again", "_selected_action": [delivery.pk]})
    answer_with(host, 200)
    deliver.deliver()
    assert WebhookDelivery.objects.get().state == WebhookDeliveryState.SENT


def test_one_silent_receiver_is_waited_for_once_in_a_look(host: DocumentHost) -> None:
    made(host, "gate.decided")
    answer_with(host, 503)
    for _number in range(3):
        Release.objects.create(action=Release.Action.PUBLISHED, kind="prompt", target="answer")
    deliver.deliver()
    assert len(host.asked) == 1


def test_what_was_deleted_meanwhile_is_not_told(host: DocumentHost, webhook: Webhook) -> None:
    gap = Gap.objects.create(question="Was kostet ein Jagdschein?", last_asked_at=timezone.now())
    deliver.record_owed_events(webhook, timezone.now())
    gap.delete()
    deliver.deliver()
    assert (host.asked, WebhookDelivery.objects.count()) == ([], 0)


def test_every_message_is_signed_with_the_secret_that_was_shown(host: DocumentHost) -> None:
    webhook = made(host, "gate.decided")
    Release.objects.create(action=Release.Action.PUBLISHED, kind="prompt", target="answer")
    deliver.deliver()
    [asked] = host.asked
    wanted = signature_headers(
        asked.body, webhook.secret(), asked.headers["webhook-id"], int(asked.headers["webhook-timestamp"])
    )
    assert asked.headers["webhook-signature"] == wanted["webhook-signature"]


def test_nothing_is_sent_unsigned_when_the_secret_cannot_be_read(host: DocumentHost, settings: Any) -> None:
    made(host, "gate.decided")
    Release.objects.create(action=Release.Action.PUBLISHED, kind="prompt", target="answer")
    settings.SECRET_KEY = "another one, of another installation, long enough"
    deliver.deliver()
    [delivery] = WebhookDelivery.objects.all()
    assert (host.asked, delivery.state, delivery.attempts) == ([], WebhookDeliveryState.OWED, 1)
    assert delivery.error


def test_a_webhook_that_is_switched_off_gets_what_it_missed_when_it_is_on_again(host: DocumentHost) -> None:
    webhook = made(host, "gate.decided")
    Webhook.objects.update(is_on=False)
    Release.objects.create(action=Release.Action.PUBLISHED, kind="prompt", target="answer")
    deliver.deliver()
    assert host.asked == []
    Webhook.objects.filter(pk=webhook.pk).update(is_on=True)
    deliver.deliver()
    assert len(host.asked) == 1


def test_slow_receivers_leave_the_rest_for_the_next_look(
    host: DocumentHost, webhook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything_happens()
    monkeypatch.setattr(deliver_owed, "SECONDS", -1)
    deliver.deliver()
    assert host.asked == []
    monkeypatch.setattr(deliver_owed, "SECONDS", 180)
    deliver.deliver()
    assert len(host.asked) == len(EVENTS) + 1


def test_what_was_delivered_a_month_ago_is_forgotten_and_what_is_owed_is_not(
    host: DocumentHost, webhook: Webhook
) -> None:
    old = timezone.now() - timedelta(days=31)
    later = timezone.now() + timedelta(hours=1)
    for row, state in enumerate(WebhookDeliveryState):
        WebhookDelivery.objects.create(
            webhook=webhook, event="gap.opened", row=row, happened_at=old, state=state, next_attempt_at=later
        )
    deliver.deliver()
    assert [one.state for one in WebhookDelivery.objects.all()] == [WebhookDeliveryState.OWED]


def test_every_event_that_can_be_chosen_is_found_somewhere() -> None:
    assert set(EVENTS) == set(WebhookEvent)


@pytest.mark.usefixtures("webhook")
def test_a_worker_whose_clock_runs_ahead_misses_no_event(host: DocumentHost, monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = timezone.now() + timedelta(hours=2)
    with monkeypatch.context() as patched:
        patched.setattr(timezone, "now", lambda: ahead)
        deliver.deliver()
    Gap.objects.create(question="Was kostet ein Jagdschein?", last_asked_at=timezone.now())
    deliver.deliver()
    assert len(host.asked) == 1
