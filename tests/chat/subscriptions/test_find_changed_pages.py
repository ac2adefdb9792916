"""A look that ends between two of its statements, because its process is killed, loses no change."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from django.db import OperationalError, connection

from apps.chat.models import Subscription
from apps.chat.subscriptions import check_for_changed_answers
from apps.chat.subscriptions.check_for_changed_answers import process_changed_answers
from apps.documents.models import Document
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

    with connection.execute_wrapper(execute), suppress(OperationalError):
        yield


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
