"""A bucket of a real S3 server that checks signatures: pages, changes, strange keys, lists that are cut."""

import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from apps.documents.models import Document, Source, Status
from apps.documents.sources.stores import s3
from apps.documents.sync.source_runner import SourceRunner, begin_run
from tests import factories
from tests.documents.conftest import PDF
from tests.documents.source_runs import counts, run
from tests.fakes.document_host import DocumentHost, head
from tests.fakes.s3_server import S3Server, is_there

pytestmark = pytest.mark.django_db
VARIABLE = "SOURCE_STORE_SECRET"


@pytest.fixture(scope="module")
def store() -> Iterator[S3Server]:
    if not is_there():
        pytest.skip("needs moto: bin/setup test installs it, or MOTO_PYTHON names its interpreter")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with S3Server(port) as running:
        yield running


@pytest.fixture
def source(store: S3Server, request: pytest.FixtureRequest, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Source:
    """At a bucket of its own."""
    settings.IMPORT_HOSTS = [store.entry]
    settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{store.entry}"]
    monkeypatch.setenv(VARIABLE, store.secret)
    bucket = f"b{abs(hash(request.node.name))}"
    store.make_bucket(bucket)
    store.put(bucket, "akten/", b"")
    return Source.objects.create(
        name="Akten", kind="s3", collection=factories.collection("akten"), location=store.location(bucket, "/akten"),
        options={"access_key": store.access_key, "secret_variable": VARIABLE},
    )  # fmt: skip


def fill(store: S3Server, source: Source, *names: str) -> None:
    for name in names:
        store.put(bucket(source), f"akten/{name}", PDF + name.encode())


def bucket(source: Source) -> str:
    return source.location.split("/")[3]


TEN = [f"{number}.pdf" for number in range(10)]


def test_keys_become_documents_whatever_characters_they_have(store: S3Server, source: Source) -> None:
    names = ["2024/Übersicht (neu) + Anlage & 50%.pdf", "a'b,c;d=e@f$g!h~i.pdf", "x y.html"]
    fill(store, source, *names[:2])
    store.put(bucket(source), f"akten/{names[2]}", b"<html><body>Text</body></html>")
    store.put(bucket(source), "anderes/z.pdf", PDF)
    done = run(source)
    assert (done.alarm, counts(done), done.fetched, done.not_fetched) == ("", (3, 0, 0, 0), 3, 0)
    assert set(Document.objects.values_list("external_id", flat=True)) == set(names)


def test_changes_and_removals_are_found_and_nothing_else_is_fetched(store: S3Server, source: Source) -> None:
    fill(store, source, *TEN)
    run(source)
    assert (counts(again := run(source)), again.fetched) == ((0, 0, 10, 0), 0)
    store.put(bucket(source), "akten/3.pdf", PDF + b"changed")
    store.delete(bucket(source), "akten/4.pdf")
    assert (counts(again := run(source)), again.fetched) == ((0, 1, 8, 1), 1)


def test_a_bucket_of_more_than_one_page_is_listed_to_its_end(store: S3Server, source: Source) -> None:
    fill(store, source, *(f"{number}.pdf" for number in range(1_010)))
    made = begin_run(source, fetches=False)
    assert made is not None
    SourceRunner(made).work()
    assert counts(made) == (1_010, 0, 0, 0)


def test_a_wrong_key_is_an_alarm_and_nothing_is_lost(
    store: S3Server, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store, source, *TEN)
    run(source)
    monkeypatch.setenv(VARIABLE, "falsch")
    failed = run(source)
    assert (failed.reason_code, failed.withdrawn) == ("listing_failed", 0)
    assert "403" in failed.alarm
    assert not Document.objects.filter(status=Status.WITHDRAWN).exists()


def page(*keys: str, **facts: str) -> bytes:
    said = {"IsTruncated": "false", "KeyCount": str(len(keys))} | facts
    objects = "".join(f"<Contents><Key>akten/{key}</Key><ETag>e</ETag><Size>9</Size></Contents>" for key in keys)
    rest = "".join(f"<{name}>{value}</{name}>" for name, value in said.items() if value)
    return f"<ListBucketResult>{rest}{objects}</ListBucketResult>".encode()


CUT: dict[str, bytes] = {
    "in the middle": page(*TEN)[:-60],
    "without a token": page(*TEN, IsTruncated="true"),
    "to fewer than announced": page(*TEN[:5], KeyCount="10"),
    "before its end is said": page(*TEN, IsTruncated=""),
    "to the same page again": page(*TEN, IsTruncated="true", NextContinuationToken="x"),
    "to a web page": b"<html><body>Anmelden</body></html>",
}


FIRST, NEXT = (s3.Bucket("/bucket/", "akten/").page(token) for token in ("", "x"))


@pytest.fixture
def listed(host: DocumentHost) -> Source:
    """A bucket that everybody may list, once read, at a host that can be made to lie."""
    source = Source.objects.create(
        name="Akten", kind="s3", collection=factories.collection("akten"), location=host.url("/bucket/akten")
    )
    host.serve(FIRST, page(*TEN))
    assert counts(run(source, fetches=False)) == (10, 0, 0, 0)
    return source


@pytest.mark.parametrize("cut", CUT)
def test_a_list_that_is_cut_withdraws_nothing(cut: str, listed: Source, host: DocumentHost) -> None:
    for address in (FIRST, NEXT):
        host.serve(address, CUT[cut])
    failed = run(listed)
    assert (failed.state, failed.reason_code, failed.withdrawn) == ("failed", "listing_failed", 0)
    assert not Document.objects.filter(status=Status.WITHDRAWN).exists()


def test_clocks_that_differ_are_named(listed: Source, host: DocumentHost) -> None:
    late = format_datetime(datetime.now(UTC) - timedelta(minutes=45), usegmt=True)
    host.answer(FIRST, lambda _asked: [head(403, **{"Content-Length": "0", "Date": late})])
    failed = run(listed)
    assert (failed.state, failed.reason_code, failed.withdrawn) == ("failed", "listing_failed", 0)
    assert "45" in failed.alarm
