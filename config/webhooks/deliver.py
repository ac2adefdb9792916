"""Delivers webhooks every minute: records one delivery per event and subscribed webhook, then sends what is due."""

from datetime import datetime, timedelta

from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.database.advisory_lock import advisory_lock
from apps.deliveries.deliver_owed import RETRY_PAUSES, Ends, NotDeliveredError, deliver_owed, deliver_row
from apps.documents.fetching import FetchError
from apps.documents.fetching.post_signed_webhook import post_signed_webhook
from config.webhooks.event_payloads import EVENTS
from config.webhooks.models import TEST_EVENT, Webhook, WebhookDelivery, WebhookDeliveryState, WebhookEvent

LOCK = 7_203_118
OVERLAP = timedelta(minutes=5)
"""Looked at twice: a row may be committed after one that was written later. The key of a delivery tells them apart."""
KEPT = timedelta(days=30)
ENDS = Ends(
    delivered={"state": WebhookDeliveryState.SENT, "sent_at": Now()},
    given_up={"state": WebhookDeliveryState.FAILED},
)


def deliver() -> None:
    """Uses the network. One process at a time; every delivery at least once, its id the same each time."""
    with advisory_lock(LOCK, 0) as is_ours:
        if not is_ours:
            return
        # By the clock of the database: a worker whose own clock runs ahead misses none. The moments of events are those
        # of the processes that made them; OVERLAP is how far these may be behind.
        for webhook in Webhook.objects.filter(is_on=True).annotate(looked_at=Now()):
            record_owed_events(webhook, webhook.looked_at)
        send_owed_deliveries()
        old = WebhookDelivery.objects.filter(happened_at__lt=timezone.now() - KEPT)
        old.exclude(state=WebhookDeliveryState.OWED, webhook__is_on=True).delete()


def record_owed_events(webhook: Webhook, looked_at: datetime) -> None:
    """A row for each event since the webhook was made. May run twice. `looked_at` is when its row was read."""
    since = max(webhook.created_at, webhook.looked_until - OVERLAP)
    owed = [
        WebhookDelivery(webhook=webhook, event=event, row=row, happened_at=moment)
        for event in map(WebhookEvent, webhook.events)
        for row, moment in EVENTS[event].since(since)
    ]
    WebhookDelivery.objects.bulk_create(owed, ignore_conflicts=True)
    Webhook.objects.filter(pk=webhook.pk).update(looked_until=looked_at)


def send_owed_deliveries() -> None:
    """Sends deliveries whose time has come, of webhooks that are switched on."""
    due = WebhookDelivery.objects.filter(
        state=WebhookDeliveryState.OWED, next_attempt_at__lte=timezone.now(), webhook__is_on=True
    )
    deliver_owed(due.select_related("webhook"), send_delivery, ENDS, receiver=lambda delivery: delivery.webhook_id)


def send_delivery(delivery: WebhookDelivery) -> None:
    """Uses the network. Raises NotDeliveredError. Of what is gone meanwhile nobody is told."""
    data = event_data(delivery)
    if data is None:
        delivery.delete()
        return
    secret = delivery.webhook.secret()
    # Who sends a test reads what became of it.
    is_test = delivery.event == TEST_EVENT
    if not secret:
        # Nothing is sent unsigned.
        raise NotDeliveredError(_("The secret cannot be read: make a new one."), is_final=is_test, is_away=True)
    payload = {"type": delivery.event, "timestamp": delivery.happened_at.isoformat(), "data": data}
    try:
        post_signed_webhook(delivery.webhook.url, payload, secret=secret, message_id=delivery.message_id)
    except FetchError as error:
        raise NotDeliveredError(str(error), is_final=is_test, is_away=True) from error


def event_data(delivery: WebhookDelivery) -> dict[str, object] | None:
    if delivery.event == TEST_EVENT:
        return {"webhook": delivery.webhook.name}
    return EVENTS[WebhookEvent(delivery.event)].data(delivery.row)


def send_test(webhook: Webhook) -> WebhookDelivery:
    """Sends a test at once, also to one switched off, and returns what became of it. Network, 15 seconds at most."""
    now = timezone.now()
    # Owed by nobody else: the worker looks for those whose time has come.
    later = now + RETRY_PAUSES[-1]
    delivery = WebhookDelivery.objects.create(
        webhook=webhook, event=TEST_EVENT, row=webhook.pk, happened_at=now, next_attempt_at=later, attempts=1
    )
    deliver_row(delivery, send_delivery, ENDS)
    delivery.refresh_from_db()
    return delivery
