"""Records which subscribers have to be notified, after comparing the proved answer with the previous one."""

from collections import defaultdict

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from apps.chat.models import AnswerChange, NotificationState, Subscription, SubscriptionQuote, SubscriptionWay, Turn
from apps.chat.proof.find_quote import PageText
from apps.chat.subscriptions.detect_changed_answer import QuoteChanges, WatchedPageHashes, compare_quotes
from apps.chat.subscriptions.record_watched_pages import is_outdated, proved_citations, quote_rows, watch_answer_pages
from apps.documents.models import Document, Page

MOST_KEPT = 20
"""Changes of a subscription that are kept, for its feed."""


def record_and_watch_again(subscription: Subscription, turn: Turn) -> None:
    """Owes a notification if the answer changed, and watches the pages of the new answer. One transaction.

    Of an answer whose pages were replaced while it was written nothing is kept: its question stays due.
    """
    with transaction.atomic():
        # Somebody may have left meanwhile, or a document of theirs.
        current = Subscription.objects.select_for_update().filter(pk=subscription.pk).first()
        if current is None:
            return
        changes = load_quote_changes(current, turn)
        if changes or current.withdrawn_quotes:
            owe_notifications(current, changes, turn)
        watch_answer_pages(current, turn)
        current.is_due, current.failures, current.withdrawn_quotes = False, 0, 0
        current.asked_at = timezone.now()
        current.save(update_fields=["is_due", "failures", "withdrawn_quotes", "asked_at"])
        # Last, because what is published before this look was read above, and what comes later will be seen as changed.
        if is_outdated(turn):
            transaction.set_rollback(True)


def load_quote_changes(subscription: Subscription, turn: Turn) -> QuoteChanges:
    """Compared within what the subscriber may read now: a right that was taken is no change of an answer."""
    readable = Document.objects.shown_to(subscription.user)
    before = list(subscription.quotes.filter(change=None, document__in=readable))
    now = proved_citations(turn)
    pages = {one.document_id for one in before}
    since = subscription.asked_at or subscription.created_at
    documents = {one.document_id for one in now if one.document_id}
    watched = defaultdict(list)
    for row in subscription.pages.filter(document__in=documents):
        watched[row.document_id].append(set(row.pairs))
    published = Document.objects.published_since(since).filter(pk__in=documents).values_list("pk", flat=True)
    return compare_quotes(before, now, load_pages_by_document(pages), WatchedPageHashes(watched, frozenset(published)))


def load_pages_by_document(documents: set[int]) -> dict[int, list[PageText]]:
    """All pages of these documents as they are in search. One query."""
    found: dict[int, list[PageText]] = defaultdict(list)
    rows = Page.objects.filter(revision__document__current_revision=F("revision"), revision__document__in=documents)
    for document, text in rows.values_list("revision__document", "text"):
        found[document].append(PageText(text))
    return found


def owe_notifications(subscription: Subscription, changes: QuoteChanges, turn: Turn) -> None:
    """Records a change with both sides: earlier quotes that are gone and current ones that are new."""
    change = AnswerChange.objects.create(
        subscription=subscription,
        withdrawn=subscription.withdrawn_quotes,
        state=NotificationState.SENT if subscription.way == SubscriptionWay.FEED else NotificationState.OWED,
        next_attempt_at=timezone.now(),
    )
    before = [
        SubscriptionQuote(
            subscription=subscription, change=change, document_id=one.document_id, page=one.page, quote=one.quote
        )
        for one in changes.lost or subscription.quotes.filter(change=None)
    ]
    now = quote_rows(subscription, changes.found or proved_citations(turn), change=change, is_new=True)
    SubscriptionQuote.objects.bulk_create([*before, *now])
    kept = subscription.changes.order_by("-pk").values_list("pk", flat=True)[:MOST_KEPT]
    subscription.changes.exclude(pk__in=list(kept)).delete()
