"""Finds the documents of a list: by a search, best first; without words the newest. Asks no chat model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from psycopg.sql import SQL, Composable

from apps.chat.document_list.list_query_parameters import ListRequest
from apps.database.async_access import wait_without_connection
from apps.documents.models import Document, document_url, reader_of
from apps.llm.call_ledger import Ledger
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import BEST_MEASURED, shipped_profile
from apps.retrieval.preparation.load_search_inputs import MOST_DOCUMENTS
from apps.retrieval.preparation.readable_collections import readable_collection_ids
from apps.retrieval.preparation.search_request import SearchRequest, User
from apps.retrieval.query.access_conditions import access_condition, access_parameters
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Query
from apps.retrieval.search.search import search

PAGE_SIZE = 20
NEWEST = SQL("document.date DESC NULLS LAST, document.id DESC")
LAST_ADDED = SQL("document.id DESC")
DOCUMENT_LIST_SQL = SQL(
    """
SELECT document.id FROM documents_document AS document WHERE {condition}
ORDER BY {order} LIMIT %(most)s OFFSET %(skipped)s"""
)
UNREAD = ("metadata", "current_revision__attributes", "current_revision__fields", "current_revision__reason_detail")


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """A document in search with its current revision, and the address of the page to open."""

    document: Document
    url: str

    @property
    def summary(self) -> str:
        revision = self.document.current_revision
        return revision.summary if revision else ""

    @property
    def tags(self) -> Sequence[str]:
        revision = self.document.current_revision
        return revision.tags if revision else []


def documents_of_page(asked: ListRequest, user: User) -> tuple[list[DocumentEntry], bool]:
    """Returns the documents of one page, and whether another page follows.

    Raises UnknownCollection; ModelError when the vector of the words cannot be made and words alone do not do.
    """
    skipped = (asked.page - 1) * PAGE_SIZE
    if asked.words:
        found = search_documents(asked, user)
        return load_document_entries(found[skipped : skipped + PAGE_SIZE]), len(found) > skipped + PAGE_SIZE
    found = [(pk, document_url(pk, 1)) for pk in list_document_ids(asked, user, NEWEST, PAGE_SIZE + 1, skipped)]
    return load_document_entries(found[:PAGE_SIZE]), len(found) > PAGE_SIZE


def documents_of_feed(asked: ListRequest, user: User) -> list[DocumentEntry]:
    """What matches, last added first. Raises as `documents_of_page` does."""
    if asked.words:
        return load_document_entries(sorted(search_documents(asked, user), reverse=True))
    return load_document_entries(
        [(pk, document_url(pk, 1)) for pk in list_document_ids(asked, user, LAST_ADDED, MOST_DOCUMENTS, 0)]
    )


def search_documents(asked: ListRequest, user: User) -> list[tuple[int, str]]:
    """Documents with the address of their best page. An algorithm that asks models is no way to make a list."""
    wanted = SearchRequest(
        user=user, collections=asked.collections, profile=broad_profile(), limit=MOST_DOCUMENTS, filters=asked.filters
    )
    ledger = Ledger()
    try:
        found = wait_without_connection(search, asked.words, wanted, ledger=ledger)
    finally:
        ledger.save("search")
    return [(each.document_id, each.url) for each in found.documents]


def broad_profile() -> Profile:
    """Returns a profile for many documents; for answers a dozen pieces are better (active_retrieval_profile.py)."""
    profile = shipped_profile(BEST_MEASURED)
    profile.chunk_limit, profile.summary_limit = 128, 64
    return profile


def list_document_ids(asked: ListRequest, user: User, order: Composable, most: int, skipped: int) -> list[int]:
    collections = readable_collection_ids(asked.collections, user)
    query = Query("", (), 0, collections, filters=asked.filters, reader=reader_of(user))
    statement = DOCUMENT_LIST_SQL.format(condition=access_condition(query), order=order)
    values: dict[str, Any] = {**access_parameters(query), "most": most, "skipped": skipped}
    return [pk for (pk,) in fetch_search_rows(statement, values)]


def load_document_entries(found: Sequence[tuple[int, str]]) -> list[DocumentEntry]:
    """Loads entries in the given order. A document that was withdrawn meanwhile is left out."""
    documents = Document.objects.searchable().select_related("collection", "current_revision").defer(*UNREAD)
    by_id = documents.in_bulk([pk for pk, _url in found])
    return [DocumentEntry(by_id[pk], url) for pk, url in found if pk in by_id]
