"""A committee's papers over real HTTP: pages that add up, public papers only, broken replies."""

import json
from typing import Any

import pytest

from apps.documents.models import Document, Source, SourceRunState
from tests import factories
from tests.documents.conftest import PDF
from tests.documents.source_runs import run
from tests.fakes.document_host import Asked, DocumentHost, head

pytestmark = pytest.mark.django_db
API = "/api/v1/documents/processes"


def process(number: int, *hrefs: str) -> dict[str, Any]:
    papers = [{"name": f"Anlage {order}", "href": href, "size": 1} for order, href in enumerate(hrefs, 1)]
    return {
        "processId": f"{number:04}", "status": "Erledigt", "category": "Bericht", "protocols": [],
        "description": {"title": f"Bericht {number}", "text": "Es wird berichtet.", "docs": papers},
    }  # fmt: skip


def serve(host: DocumentHost, items: list[dict[str, Any]], size: int = 2, **paginator: Any) -> None:
    def answer(asked: Asked) -> list[bytes]:
        start = (int(asked.form["startIndex"]) - 1) * size
        facts = {"total": len(items), "pageSize": size} | paginator
        data = json.dumps({"paginator": facts, "items": items[start : start + size]}).encode()
        return [head(200, **{"Content-Length": str(len(data))}), data]

    host.answer(API, answer)


@pytest.fixture
def source(host: DocumentHost) -> Source:
    return Source.objects.create(
        name="Rote Nummern", kind="pardok-api", collection=factories.collection("rote"), location=host.url(API)
    )


def test_all_pages_are_asked_for_by_form_and_each_paper_becomes_a_document(host: DocumentHost, source: Source) -> None:
    for number in range(5):
        host.serve(f"/adosservice/{number:04}-v.pdf", PDF + bytes([number]))
    serve(host, [process(number, f"/adosservice/{number:04}-v.pdf") for number in range(5)])
    done = run(source)
    assert (done.state, done.new, done.fetched) == (SourceRunState.DONE, 5, 5)
    forms = [asked.form for asked in host.requests(API)]
    assert [form["startIndex"] for form in forms] == ["1", "2", "3"]
    assert forms[0]["committee"] == "haupt-ausschuss.nsf"
    document = Document.objects.get(external_id="0003-0003-v.pdf")
    assert (document.committee, document.term, document.number) == ("Hauptausschuss", 19, "0003")
    assert document.title == "Bericht 3 – Anlage 1"
    assert run(source).unchanged == 5


def test_a_paper_that_is_named_like_its_file_keeps_the_title_of_its_process(host: DocumentHost, source: Source) -> None:
    host.serve("/adosservice/0001-v.pdf", PDF)
    item = process(1, "/adosservice/0001-v.pdf")
    item["description"]["docs"][0]["name"] = "0001-v.pdf"
    serve(host, [item])
    run(source)
    assert Document.objects.get().title == "Bericht 1 – 0001-v"


def test_papers_that_are_not_public_are_passed_over(host: DocumentHost, source: Source) -> None:
    hrefs = ["/a-v.pdf", "/b.pdf", "/c-v.pdf?open&login", "/d-v.nsf?open&login"]
    serve(host, [process(1, *hrefs)])
    run(source)
    assert list(Document.objects.values_list("external_id", flat=True)) == ["0001-a-v.pdf"]


BROKEN: dict[str, Any] = {
    "no JSON": b"<html>",
    "a list": b"[]",
    "no items": b'{"paginator": {"total": 1}}',
    "no total": b'{"items": []}',
    "a total of words": b'{"paginator": {"total": "many"}, "items": []}',
    "an early end": b'{"paginator": {"total": 9, "pageSize": 2}, "items": []}',
    "deep nesting": b"[" * 200_000,
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_reply_that_cannot_be_read_withdraws_nothing(broken: str, host: DocumentHost, source: Source) -> None:
    serve(host, [process(1, "/a-v.pdf")])
    run(source)
    host.serve(API, BROKEN[broken])
    failed = run(source)
    assert (failed.state, failed.reason_code, failed.withdrawn) == (SourceRunState.FAILED, "listing_failed", 0)
    assert Document.objects.get().status != "withdrawn"


def test_an_empty_reply_is_an_alarm(host: DocumentHost, source: Source) -> None:
    serve(host, [process(1, "/a-v.pdf")])
    run(source)
    serve(host, [])
    done = run(source)
    assert (done.reason_code, done.withdrawn) == ("listing_empty", 0)


def test_a_process_that_cannot_be_read_keeps_its_papers(host: DocumentHost, source: Source) -> None:
    serve(host, [process(number, "/a-v.pdf") for number in range(6)])
    run(source)
    broken = process(0) | {"description": None}
    serve(host, [broken, *(process(number, "/a-v.pdf") for number in range(1, 6))])
    done = run(source)
    assert (done.withdrawn, done.vanished, len(done.skipped)) == (0, 0, 1)


def test_a_process_without_an_id_does_not_stop_the_others(host: DocumentHost, source: Source) -> None:
    serve(host, [{"status": "?"}, process(1, "/a-v.pdf"), process(2, "/b-v.pdf")])
    done = run(source)
    assert (done.new, len(done.skipped), done.reason_code) == (2, 1, "records_skipped")
