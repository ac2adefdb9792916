"""Delivers webhooks every minute: records one delivery per event and subscribed webhook, then sends what is due."""

import logging
import time
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from apps.database.advisory_lock import advisory_lock
from apps.documents.fetching import FetchError
from apps.documents.fetching.post_signed_webhook import RETRY_PAUSES, post_signed_webhook
from config.webhooks.event_payloads import EVENTS
from config.webhooks.models import TEST_EVENT, Webhook, WebhookDelivery, WebhookDeliveryState, WebhookEvent

logger = logging.getLogger(__name__)

LOCK = 7_203_118
OVERLAP = timedelta(minutes=5)
"""Looked at twice: a row may be committed after one that was written later. The key of a delivery tells them apart."""
SECONDS = 180
"""Of sending in a look: slow receivers do not keep the queue's process until it is stopped."""
MOST_SENT = 1_000
KEPT = timedelta(days=30)


class NoSecretError(Exception):
    """Nothing is sent unsigned."""


def deliver() -> None:
    """Uses the network. One process at a time; every delivery at least once, its id the same each time."""
    with advisory_lock(LOCK, 0) as is_ours:
        if not is_ours:
            return
        for webhook in Webhook.objects.filter(is_on=True):
            record_owed_events(webhook)
        send_owed_deliveries()
        old = WebhookDelivery.objects.filter(happened_at__lt=timezone.now() - KEPT)
        old.exclude(state=WebhookDeliveryState.OWED, webhook__is_on=True).delete()


def record_owed_events(webhook: Webhook) -> None:
    """A row for each event since the webhook was made. May run twice."""
    now = timezone.now()
    since = max(webhook.created_at, webhook.looked_until - OVERLAP)
    owed = [
        WebhookDelivery(webhook=webhook, event=event, row=row, happened_at=moment)
        for event in map(WebhookEvent, webhook.events)
        for row, moment in EVENTS[event].since(since)
    ]
    WebhookDelivery.objects.bulk_create(owed, ignore_conflicts=True)
    Webhook.objects.filter(pk=webhook.pk).update(looked_until=now)


def send_owed_deliveries() -> None:
    """Sends deliveries whose time has come, the longest waiting first, as many as `SECONDS` allow."""
    due = WebhookDelivery.objects.filter(
        state=WebhookDeliveryState.OWED, next_attempt_at__lte=timezone.now(), webhook__is_on=True
    )
    began = time.monotonic()
    silent: set[int] = set()
    for delivery in due.select_related("webhook").order_by("next_attempt_at", "pk")[:MOST_SENT]:
        if time.monotonic() - began > SECONDS:
            return
        # A receiver that has just failed to answer is not waited for again in the same look.
        if delivery.webhook_id not in silent and not send_delivery(delivery):
            silent.add(delivery.webhook_id)


def send_delivery(delivery: WebhookDelivery) -> bool:
    """False when the receiver did not take it. A row that is gone meanwhile is nobody's business any more."""
    data = event_data(delivery)
    if data is None:
        delivery.delete()
        return True
    try:
        post_delivery(delivery, data)
    except (FetchError, NoSecretError) as error:
        postpone_delivery(delivery, str(error))
        return False
    WebhookDelivery.objects.filter(pk=delivery.pk).update(
        state=WebhookDeliveryState.SENT, sent_at=timezone.now(), attempts=delivery.attempts + 1, error=""
    )
    return True


def event_data(delivery: WebhookDelivery) -> dict[str, object] | None:
    if delivery.event == TEST_EVENT:
        return {"webhook": delivery.webhook.name}
    return EVENTS[WebhookEvent(delivery.event)].data(delivery.row)


def post_delivery(delivery: WebhookDelivery, data: dict[str, object]) -> None:
    """Uses the network. Raises FetchError, NoSecretError."""
    webhook = delivery.webhook
    secret = webhook.secret()
    if not secret:
        raise NoSecretError(_("The secret cannot be read: make a new one."))
    payload = {"type": delivery.event, "timestamp": delivery.happened_at.isoformat(), "data": data}
    post_signed_webhook(webhook.url, payload, secret=secret, message_id=delivery.message_id)


def postpone_delivery(delivery: WebhookDelivery, error: str) -> None:
    """A test is not tried again: who sent it reads what became of it."""
    left = [] if delivery.event == TEST_EVENT else RETRY_PAUSES[delivery.attempts :]
    then = {"next_attempt_at": timezone.now() + left[0]} if left else {"state": WebhookDeliveryState.FAILED}
    if not left:
        logger.warning("Webhook %s did not take %s: %s", delivery.webhook, delivery, error)
    # Not saved as a whole: it may be deleted with its webhook by now.
    WebhookDelivery.objects.filter(pk=delivery.pk).update(attempts=delivery.attempts + 1, error=error[:200], **then)


def send_test(webhook: Webhook) -> WebhookDelivery:
    """At once, also to one that is switched off; with what became of it. Uses the network for at most 15 seconds."""
    now = timezone.now()
    # Owed by nobody else: the worker looks for those whose time has come.
    later = now + RETRY_PAUSES[-1]
    delivery = WebhookDelivery.objects.create(
        webhook=webhook, event=TEST_EVENT, row=webhook.pk, happened_at=now, next_attempt_at=later
    )
    send_delivery(delivery)
    delivery.refresh_from_db()
    return delivery
