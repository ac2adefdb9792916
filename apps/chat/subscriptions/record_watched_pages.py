"""Records the pages that a subscription watches: those its answer was made from, and the quotes that prove it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from apps.chat.models import Citation, Subscription, SubscriptionQuote, Turn, WatchedPage
from apps.chat.proof.proof_levels import PROVED_LEVELS
from apps.chat.subscriptions.page_fingerprints import page_fingerprint, word_pairs
from apps.documents.models import Chunk, Document, Page

Place = tuple[int, int]
"""Document and number of the page."""


def proved_citations(turn: Turn) -> list[Citation]:
    """Returns the citations whose quote proves a sentence of the answer. One query."""
    numbers = {number for one in turn.sentences if one["level"] in PROVED_LEVELS for number in one["citations"]}
    return list(turn.citations.filter(verified=True, document__isnull=False, number__in=numbers))


def pages_of_passages(passages: Iterable[Mapping[str, Any]]) -> list[Place]:
    """The pages of a turn's stored passages, each once."""
    return list(dict.fromkeys((one["document"], one["page"]) for one in passages if one.get("page")))


def watch_answer_pages(subscription: Subscription, turn: Turn) -> None:
    """From now on the subscription watches the pages of this answer as they are now, and keeps its quotes.

    Some six queries. In the caller's transaction.
    """
    citations = proved_citations(turn)
    cited = [(one.document_id, one.page) for one in citations if one.document_id and one.page]
    subscription.pages.set(ensure_watched_pages([*pages_of_passages(turn.passages), *cited]))
    SubscriptionQuote.objects.filter(subscription=subscription, change=None).delete()
    SubscriptionQuote.objects.bulk_create(quote_rows(subscription, citations))


def is_outdated(turn: Turn) -> bool:
    """Whether a page of the answer was replaced since it was given. One query."""
    chunks = {one["chunk"] for one in turn.passages if one.get("page")}
    return Chunk.objects.published().filter(pk__in=chunks).count() < len(chunks)


def quote_rows(subscription: Subscription, citations: Iterable[Citation], **side: Any) -> list[SubscriptionQuote]:
    """Rows that are not stored yet, each quote once."""
    found = {(one.document_id, one.page, one.quote): None for one in citations if one.document_id and one.page}
    return [
        SubscriptionQuote(subscription=subscription, document_id=document, page=page or 1, quote=quote, **side)
        for document, page, quote in found
    ]


def ensure_watched_pages(places: Sequence[Place]) -> list[WatchedPage]:
    """The rows of these pages as they are in search now, made where there are none. Three queries."""
    revisions = dict(
        Document.objects.searchable()
        .filter(pk__in={document for document, _page in places})
        .values_list("current_revision_id", "pk")
    )
    pages = Page.objects.filter(revision__in=revisions, number__in={page for _document, page in places})
    wanted = {
        (document, page_fingerprint(text)): WatchedPage(
            document_id=document,
            page=page,
            revision=revision,
            fingerprint=page_fingerprint(text),
            pairs=sorted(word_pairs(text)),
        )
        for revision, page, text in pages.values_list("revision_id", "number", "text")
        if ((document := revisions[revision]), page) in set(places)
    }
    WatchedPage.objects.bulk_create(wanted.values(), ignore_conflicts=True)
    rows = WatchedPage.objects.filter(document__in={document for document, _fingerprint in wanted})
    return [row for row in rows if (row.document_id, row.fingerprint) in wanted]


def delete_unwatched_pages() -> int:
    """Deletes what no subscription watches any more; how many. One statement."""
    return WatchedPage.objects.filter(subscriptions=None).delete()[0]
