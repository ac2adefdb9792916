"""A look that ends between two of its statements, because its process is killed, loses no change."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from apps.chat.models import PublishedUntil, Subscription
from apps.chat.subscriptions import check_for_changed_answers, find_changed_pages
from apps.chat.subscriptions.check_for_changed_answers import process_changed_answers
from apps.chat.subscriptions.find_changed_pages import OVERLAP, ensure_last_look, load_newly_published
from apps.documents.models import Document, Revision
from tests import factories
from tests.chat.subscriptions.conftest import DOGS, publish

WRITES = ("UPDATE", "INSERT", "DELETE")


@contextmanager
def killed_before_write(number: int) -> Iterator[None]:
    """From this statement that writes on, no other one gets to the database."""
    written = 0

    def execute(run: Callable[..., Any], sql: object, parameters: Any, many: bool, context: Any) -> Any:
        nonlocal written
        is_write = str(sql).lstrip().startswith(WRITES)
        written += is_write
        if is_write and written >= number:
            raise OperationalError("killed")
        return run(sql, parameters, many, context)

    with connection.execute_wrapper(execute):
        try:
            yield
        except* OperationalError:
            pass


def raise_the_fee(dogs: Document) -> None:
    publish(dogs, DOGS.replace("120 Euro", "144 Euro"), "Der Steuerbescheid kommt im Januar.")


def add_a_document(dogs: Document) -> None:
    factories.document(["Die Hundesteuer beträgt ab dem Jahr 2027 für jeden Hund 150 Euro."], title="Neue Satzung")


@pytest.mark.parametrize("change", [raise_the_fee, add_a_document])
@pytest.mark.parametrize("write", range(1, 7))
def test_whatever_statement_is_the_last_the_next_look_finds_the_change(
    subscribed: Callable[..., Subscription],
    dogs: Document,
    change: Callable[[Document], None],
    write: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mine = subscribed()
    process_changed_answers()
    for last in ("ask_due_questions", "send_owed_notifications"):
        monkeypatch.setattr(check_for_changed_answers, last, lambda: None)
    change(dogs)
    with killed_before_write(write):
        process_changed_answers()
    process_changed_answers()
    mine.refresh_from_db()
    assert mine.is_due


@pytest.mark.django_db
def test_documents_of_one_time_are_looked_at_each_once_however_few_a_look_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A transaction of an import gives all of its documents its own time."""
    monkeypatch.setattr(find_changed_pages, "MOST_DOCUMENTS", 2)
    ensure_last_look()
    stored = [factories.document(["Der Markt öffnet um 8 Uhr."], title=f"Markt {number}") for number in range(5)]
    Revision.objects.update(published_at=timezone.now())
    Document.objects.update(updated_at=timezone.now())
    looked_at: list[int] = []
    for _ in range(4):
        documents, state = load_newly_published()
        state.save()
        looked_at += [document.pk for document in documents]
    assert looked_at == [document.pk for document in stored]


@pytest.mark.django_db
def test_a_look_sees_all_new_documents_in_time_and_goes_on_where_a_broken_one_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(find_changed_pages, "MOST_DOCUMENTS", 1)
    ensure_last_look()
    stored = [factories.document(["Der Markt öffnet um 8 Uhr."], title=f"Markt {number}").pk for number in range(4)]
    seen: list[int] = []

    def see(documents: list[Document]) -> None:
        if len(seen) == 2 and next(breaks_off, False):
            raise SystemExit
        seen.extend(document.pk for document in documents)

    breaks_off = iter([True])
    monkeypatch.setattr(find_changed_pages, "mark_for_search", see)
    with pytest.raises(SystemExit):
        find_changed_pages.mark_for_new_documents()
    assert seen == stored[:2]
    find_changed_pages.mark_for_new_documents()
    assert seen == stored
    monkeypatch.setattr(find_changed_pages, "MOST_SECONDS", 0.0)
    more = [factories.document(["Der Markt öffnet um 9 Uhr."], title=f"Halle {number}").pk for number in range(2)]
    find_changed_pages.mark_for_new_documents()
    assert seen == [*stored, more[0]]


@pytest.mark.django_db
def test_a_corrected_title_is_no_publish() -> None:
    document = factories.document(["Der Markt öffnet um 8 Uhr."], title="Makrt")
    ensure_last_look()
    PublishedUntil.objects.update(looked_until=timezone.now() + OVERLAP)
    document.title = "Markt"
    document.save()
    assert load_newly_published()[0] == []


@pytest.mark.django_db
def test_what_the_version_before_publishes_beside_this_one_is_found() -> None:
    """It leaves the revision undated."""
    ensure_last_look()
    document = factories.document(["Der Markt öffnet um 8 Uhr."])
    Revision.objects.update(published_at=None)
    assert load_newly_published()[0] == [document]
