"""Finds the pages that a publish changed, and the subscriptions whose answers were made from them.

No model is called here, and no search runs for pages that were watched: rows are compared.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from apps.chat.models import PublishedUntil, Subscription, SubscriptionQuote, WatchedPage
from apps.chat.proof.find_quote import PageText
from apps.chat.subscriptions.page_fingerprints import page_fingerprint, word_pairs
from apps.documents.models import PUBLISHED, Document, Page
from apps.text.word_stems import fold

OVERLAP = timedelta(minutes=5)
"""Looked at twice: a publish may be committed after one that began later."""
MOST_DOCUMENTS = 20
"""Newly published ones whose pages are held at once."""
MOST_SECONDS = 60.0
"""Of a look at them; the next look takes up the rest."""
LEAST_KEPT = 0.25
"""Of a page's neighbouring words that the page has which took its place."""
LEAST_SHARE = 0.5
"""Of a question's telling words that new text must have to concern it."""


def mark_changed_subscriptions() -> int:
    """Marks the subscriptions whose watched pages say something else than they did; how many. May run twice."""
    changed = WatchedPage.objects.exclude(document__current_revision=F("revision")).select_related("document")
    by_document: dict[int, list[WatchedPage]] = defaultdict(list)
    for row in changed:
        by_document[row.document_id].append(row)
    return sum(mark_subscriptions_of_document(rows) for rows in by_document.values())


def mark_subscriptions_of_document(rows: Sequence[WatchedPage]) -> int:
    """Marks the subscriptions that a document's changes concern, and watches moved pages where they are now."""
    document = rows[0].document
    revision = document.current_revision_id or 0
    texts = dict(Page.objects.filter(revision=revision).values_list("number", "text"))
    numbers = {page_fingerprint(text): number for number, text in texts.items()}
    gone = []
    for row in rows:
        row.revision = revision
        row.page = numbers.get(row.fingerprint, row.page)
        if row.fingerprint not in numbers:
            gone.append(row)
    due = find_concerned_subscriptions(rows, gone, texts) if gone else set()
    # The mark first: a process that ends in between forgets no change.
    marked = Subscription.objects.filter(pk__in=due, is_due=False).update(is_due=True)
    WatchedPage.objects.bulk_update(rows, ["revision", "page"])
    return marked


def find_concerned_subscriptions(
    rows: Sequence[WatchedPage], gone: Sequence[WatchedPage], texts: Mapping[int, str]
) -> set[int]:
    """Subscriptions that watched a page that is gone, and lost a quote by it or are told something new by the document.

    Three queries. What is new on a page and shares no words with the question changes no answer to it.
    """
    document = gone[0].document_id
    watching = Subscription.objects.filter(pages__in=gone).distinct()
    now = [PageText(text) for text in texts.values()]
    quotes = SubscriptionQuote.objects.filter(subscription__in=watching, change=None, document=document)
    stands: dict[str, bool] = {}
    lost = set()
    for subscription, quote in quotes.values_list("subscription_id", "quote"):
        if quote not in stands:
            stands[quote] = any(page.locate(quote) for page in now)
        if not stands[quote]:
            lost.add(subscription)
    before = {pair for row in rows for pair in row.pairs}
    successors = [
        PageText(text) for number, text in texts.items() if any(replaces_page(number, text, row) for row in gone)
    ]
    news = [fold(sentence) for page in successors for sentence in page.sentences if not word_pairs(sentence) <= before]
    named = watching.values_list("pk", "terms")
    return lost | {pk for pk, terms in named if any(contains_enough_terms(text, terms) for text in news)}


def replaces_page(number: int, text: str, gone: WatchedPage) -> bool:
    """Whether this page of the new revision took the place of the one that is gone: by number, or by what it kept."""
    kept = len(word_pairs(text) & set(gone.pairs))
    return number == gone.page or kept >= LEAST_KEPT * len(gone.pairs)


def contains_enough_terms(folded: str, terms: Sequence[str]) -> bool:
    """Whether the text has enough of the telling words; every text concerns a question without any."""
    return sum(term in folded for term in terms) >= LEAST_SHARE * len(terms)


def mark_for_new_documents() -> None:
    """Marks the subscriptions that newly published documents may concern; a few documents at a time are seen then, so
    that a look which is broken off has got on. May run twice."""
    until = time.monotonic() + MOST_SECONDS
    while True:
        documents, state = load_newly_published()
        mark_for_search(documents)
        state.save()
        if len(documents) < MOST_DOCUMENTS or time.monotonic() >= until:
            return


def load_newly_published() -> tuple[list[Document], PublishedUntil]:
    """Documents that came into search since the last look, each revision once, and how far the look got, which is to
    be saved once they are seen to. Three queries."""
    now, state = timezone.now(), ensure_last_look()
    since = state.looked_until - OVERLAP
    # An import stores many documents in one transaction, all with its time: a look may end in the middle of them.
    unseen = Document.objects.published_since(since).exclude(current_revision__in_array=state.recent)
    fresh = list(unseen.select_related("current_revision").order_by(PUBLISHED, "pk")[:MOST_DOCUMENTS])
    whole = len(fresh) < MOST_DOCUMENTS
    state.looked_until = now if whole else max(state.looked_until, fresh[-1].published_at)
    seen = [*state.recent, *(document.current_revision_id for document in fresh)]
    met_again = Document.objects.published_since(state.looked_until - OVERLAP).filter(current_revision__in_array=seen)
    state.recent = [pk for pk in met_again.values_list("current_revision_id", flat=True) if pk]
    return fresh, state


def ensure_last_look() -> PublishedUntil:
    """Returns where the last look ended; what was published before the first subscription is never looked at."""
    return PublishedUntil.objects.get_or_create(pk=1, defaults={"looked_until": timezone.now()})[0]


def delete_last_look() -> None:
    """Nobody has subscribed to anything."""
    PublishedUntil.objects.all().delete()


def mark_for_search(documents: Iterable[Document]) -> int:
    """Marks the subscriptions that pages of these documents may concern which nobody watches yet; how many.

    By words alone: a search has to say, and it knows collections and rights.
    """
    ids = {document.current_revision_id: document.pk for document in documents}
    known = set(WatchedPage.objects.filter(document__in=ids.values()).values_list("document_id", "fingerprint"))
    rows = Page.objects.filter(revision__in=ids).values_list("revision_id", "text")
    texts = [fold(text) for revision, text in rows if (ids[revision], page_fingerprint(text)) not in known]
    if not texts:
        return 0
    waiting = active_subscriptions().filter(is_due=False, needs_search=False).values_list("pk", "terms")
    found = [pk for pk, terms in waiting.iterator() if any(contains_enough_terms(text, terms) for text in texts)]
    return Subscription.objects.filter(pk__in_array=found).update(needs_search=True)


def active_subscriptions() -> QuerySet[Subscription]:
    """Confirmed ones of people who may still sign in, or of the public."""
    return Subscription.objects.filter(Q(user=None) | Q(user__is_active=True), confirmed_at__isnull=False)
