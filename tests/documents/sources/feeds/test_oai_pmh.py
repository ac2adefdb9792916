"""A repository over real HTTP, by the protocol of the Open Archives: tokens, deleted records, lists that break off."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from apps.documents.models import Document, Source, Status
from tests import factories
from tests.documents.conftest import PDF
from tests.documents.source_runs import counts, run
from tests.fakes.document_host import DocumentHost
from tests.fakes.feeds import record, reply, token

pytestmark = pytest.mark.django_db
FULL = "/oai?verb=ListRecords&metadataPrefix=oai_dc"
CHANGES = FULL + "&from=2026-03-04"


def fill(host: DocumentHost) -> None:
    """Ten records on two pages."""
    host.serve(FULL, reply(*(record(number) for number in range(6)), rest=token("weiter")))
    host.serve(
        "/oai?verb=ListRecords&resumptionToken=weiter",
        reply(*(record(number) for number in range(6, 10)), rest=token("")),
    )


@pytest.fixture
def source(host: DocumentHost) -> Source:
    return Source.objects.create(
        name="Schriften", kind="oai-pmh", collection=factories.collection("schriften"), location=host.url("/oai")
    )


def test_records_come_over_all_pages_and_files_where_they_are_named(host: DocumentHost, source: Source) -> None:
    host.serve("/a.pdf", PDF)
    fill(host)
    host.serve(FULL, reply(record(1, identifier=host.url("/a.pdf")), record(2), rest=token("", 2)))
    done = run(source)
    assert (done.alarm, counts(done), done.fetched) == ("", (2, 0, 0, 0), 1)
    assert Document.objects.get(external_id="oai:x:2").title == "Studie 2"


def test_changes_and_deletions_are_asked_for_afterwards(host: DocumentHost, source: Source) -> None:
    fill(host)
    assert counts(run(source)) == (10, 0, 0, 0)
    host.serve(CHANGES, reply(record(3, deleted=True), record(4, title="Neue Fassung"), record(11)))
    assert counts(run(source)) == (1, 1, 8, 1)
    assert Document.objects.get(external_id="oai:x:3").status == Status.WITHDRAWN


def test_no_changes_are_no_alarm(host: DocumentHost, source: Source) -> None:
    fill(host)
    run(source)
    none = b'<OAI-PMH><responseDate>2026-03-05T10:00:00Z</responseDate><error code="noRecordsMatch">-</error></OAI-PMH>'
    host.serve(CHANGES, none)
    done = run(source)
    assert (done.alarm, counts(done)) == ("", (0, 0, 10, 0))


def test_a_clock_that_is_years_ahead_hides_no_change(host: DocumentHost, source: Source) -> None:
    host.serve(FULL, reply(record(1), record(2)).replace(b"2026-03-05T10", b"2099-03-05T10"))
    assert counts(run(source)) == (2, 0, 0, 0)
    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    host.serve(f"{FULL}&from={yesterday}", reply(record(3)))
    assert counts(run(source)) == (1, 0, 2, 0)


BROKEN: dict[str, bytes] = {
    "a token that expired": b'<OAI-PMH><error code="badResumptionToken">expired</error></OAI-PMH>',
    "the same token again": reply(record(7), rest=token("weiter")),
    "fewer records than announced": reply(record(7), rest=token("")),
    "a cut reply": reply(record(7), rest=token(""))[:-40],
    "a web page": b"<html><body>Wartung</body></html>",
}


def test_a_record_that_is_deleted_while_the_list_is_read_withdraws_no_other_one(
    host: DocumentHost, source: Source
) -> None:
    """Where tokens count from the beginning: record 6 moves into the part that was read already."""
    fill(host)
    run(source)
    Source.objects.update(cursor="")
    rest = reply(*(record(number) for number in range(7, 10)), rest=token("", 9))
    host.serve("/oai?verb=ListRecords&resumptionToken=weiter", rest)
    failed = run(source)
    assert (failed.reason_code, failed.withdrawn) == ("listing_failed", 0)


@pytest.mark.parametrize("broken", BROKEN)
def test_a_list_that_breaks_off_withdraws_nothing(broken: str, host: DocumentHost, source: Source) -> None:
    fill(host)
    run(source)
    Source.objects.update(cursor="")
    host.serve("/oai?verb=ListRecords&resumptionToken=weiter", BROKEN[broken])
    failed: Any = run(source)
    assert (failed.state, failed.reason_code, failed.withdrawn) == ("failed", "listing_failed", 0)
    assert not Document.objects.filter(status=Status.WITHDRAWN).exists()
