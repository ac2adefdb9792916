"""P08: a limit, an empty or a failed reply of a source never takes a document away."""

import json
from collections.abc import Callable

import pytest

from apps.documents.models import Document, Source, SourceRunState
from tests.documents.conftest import PDF, host
from tests.documents.sources.council.test_pardok_api import API, process, run, source
from tests.fakes.document_host import Asked, DocumentHost, head

__all__ = ["host", "source"]
pytestmark = pytest.mark.django_db
NUMBER, SIZE = 10, 4
Total = Callable[[int], int]


def serve(host: DocumentHost, total: Total = lambda page: NUMBER, page_of: Total = lambda page: page) -> None:
    """Ten processes on three pages; `total` is what each page says, `page_of` which page is given for one asked for."""
    for number in range(NUMBER):
        host.serve(f"/{number:04}-v.pdf", PDF + bytes([number]))
    items = [process(number, f"/{number:04}-v.pdf") for number in range(NUMBER)]

    def answer(asked: Asked) -> list[bytes]:
        page = int(asked.form["startIndex"])
        start = (page_of(page) - 1) * SIZE
        shown = [] if total(page) == 0 else items[start : start + SIZE]
        data = json.dumps({"paginator": {"total": total(page), "pageSize": SIZE}, "items": shown}).encode()
        return [head(200, **{"Content-Length": str(len(data))}), data]

    host.answer(API, answer)


@pytest.mark.parametrize("last", [0, 8, 9])
def test_a_total_that_shrinks_while_paging_withdraws_nothing(last: int, host: DocumentHost, source: Source) -> None:
    serve(host)
    run(source)
    serve(host, lambda page: NUMBER if page < 3 else last)
    failed = run(source)
    assert (failed.state, failed.withdrawn) == (SourceRunState.FAILED, 0)
    assert Document.objects.exclude(status="withdrawn").count() == NUMBER


def test_one_page_served_again_and_again_withdraws_nothing(host: DocumentHost, source: Source) -> None:
    serve(host)
    run(source)
    serve(host, page_of=lambda page: 1)
    failed = run(source)
    assert (failed.state, failed.withdrawn) == (SourceRunState.FAILED, 0)
    assert Document.objects.exclude(status="withdrawn").count() == NUMBER


def test_a_total_that_grows_while_paging_is_read_to_its_end(host: DocumentHost, source: Source) -> None:
    serve(host, lambda page: NUMBER if page > 1 else NUMBER - 2)
    assert run(source).new == NUMBER
