"""What is owed is sent in the order of waiting, in bounded time, and no receiver keeps another one back."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.deliveries import deliver_owed as module
from apps.deliveries.deliver_owed import RETRY_PAUSES, Ends, NotDeliveredError, begin_attempt, deliver_owed
from config.webhooks.models import Webhook, WebhookDelivery, WebhookDeliveryState

pytestmark = pytest.mark.django_db
ENDS = Ends({"state": WebhookDeliveryState.SENT}, {"state": WebhookDeliveryState.FAILED})
Send = Callable[[WebhookDelivery], None]


def owed(receiver: str, *, minutes: int = 1, attempts: int = 0) -> WebhookDelivery:
    """Due for so many minutes."""
    webhook = Webhook.objects.get_or_create(name=receiver, defaults={"url": "https://a.example/", "events": []})[0]
    due = timezone.now() - timedelta(minutes=minutes)
    row = WebhookDelivery.objects.count()
    return WebhookDelivery.objects.create(
        webhook=webhook, event="x", row=row, happened_at=due, next_attempt_at=due, attempts=attempts
    )


def look(send: Send) -> int:
    due = WebhookDelivery.objects.filter(state=WebhookDeliveryState.OWED, next_attempt_at__lte=timezone.now())
    return deliver_owed(due, send, ENDS, receiver=lambda row: row.webhook_id)


def failing(tried: list[int], **how: bool) -> Send:
    def send(row: WebhookDelivery) -> None:
        tried.append(row.pk)
        raise NotDeliveredError("no", **how)

    return send


def test_who_waits_longest_is_first() -> None:
    rows = [owed("a", minutes=1), owed("b", minutes=9), owed("c", minutes=5)]
    sent: list[int] = []
    assert look(lambda row: sent.append(row.pk)) == 3
    assert sent == [rows[1].pk, rows[2].pk, rows[0].pk]
    assert set(WebhookDelivery.objects.values_list("state", "attempts", "error")) == {("sent", 1, "")}


def test_a_look_ends_in_time_and_the_next_one_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    owed("a")
    owed("b")
    clock = [0.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: clock[0])

    def slow(row: WebhookDelivery) -> None:
        clock[0] += module.SECONDS

    assert (look(slow), look(slow), look(slow)) == (1, 1, 0)
    assert module.SECONDS <= 300


def test_a_receiver_that_is_away_is_waited_for_once_and_keeps_nobody_back() -> None:
    first, second, other = owed("a", minutes=9), owed("a", minutes=8), owed("b")
    tried: list[int] = []
    look(failing(tried, is_away=True))
    assert tried == [first.pk, other.pk]
    second.refresh_from_db()
    assert second.attempts == 0, "it is due in the next look as it was"


def test_what_is_refused_keeps_nothing_else_of_its_receiver_back() -> None:
    owed("a")
    owed("a")
    tried: list[int] = []
    assert look(failing(tried)) == 0
    assert len(tried) == 2


def test_it_is_tried_later_each_time_and_then_given_up() -> None:
    row = owed("a")
    for pause in RETRY_PAUSES:
        before = timezone.now()
        look(failing([]))
        row.refresh_from_db()
        assert pause <= row.next_attempt_at - before < pause + timedelta(minutes=1)
        assert (row.state, row.error) == ("owed", "no")
        WebhookDelivery.objects.update(next_attempt_at=before)
    look(failing([]))
    row.refresh_from_db()
    assert (row.state, row.attempts) == ("failed", len(RETRY_PAUSES) + 1)


def test_what_is_refused_for_good_is_offered_once() -> None:
    row = owed("a")
    look(failing([], is_final=True))
    row.refresh_from_db()
    assert (row.state, row.attempts, row.error) == ("failed", 1, "no")


def test_a_row_at_which_the_worker_breaks_keeps_no_other_back() -> None:
    broken, sound = owed("a", minutes=9), owed("b")

    def send(row: WebhookDelivery) -> None:
        if row.pk == broken.pk:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        look(send)
    assert look(send) == 1
    sound.refresh_from_db()
    assert sound.state == "sent"


def test_a_row_at_which_the_worker_breaks_each_time_is_given_up() -> None:
    row = owed("a", attempts=len(RETRY_PAUSES))

    def send(row: WebhookDelivery) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        look(send)
    WebhookDelivery.objects.update(next_attempt_at=timezone.now())
    assert look(send) == 0
    row.refresh_from_db()
    assert row.state == "failed"


def test_another_process_sends_the_same_row_no_second_time() -> None:
    owed("a")
    sent: list[int] = []

    def meanwhile(row: WebhookDelivery) -> int:
        assert begin_attempt(row)
        return row.webhook_id

    due = WebhookDelivery.objects.filter(state="owed")
    assert deliver_owed(due, lambda row: sent.append(row.pk), ENDS, receiver=meanwhile) == 0
    assert sent == []
