"""A host that serves exports and files, and runs of sources against it."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from apps.documents.models import Document, Source, SourceRun
from tests import factories
from tests.documents import source_runs
from tests.documents.pardok_exports import export, paper, process
from tests.fakes.document_host import DocumentHost

PDF = b"%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n"
EXPORT = "/opendata/pardok-wp19.xml"

Run = Callable[..., SourceRun]


@pytest.fixture
def host(settings: Any) -> Iterator[DocumentHost]:
    with DocumentHost() as running:
        settings.IMPORT_HOSTS = [running.entry]
        yield running


@pytest.fixture
def source(host: DocumentHost) -> Source:
    return Source.objects.create(
        name="Anfragen", kind="pardok-xml", collection=factories.collection("anfragen"), location=host.url(EXPORT)
    )


@pytest.fixture
def run(source: Source) -> Run:
    """Runs the source as the worker does, to its end."""
    return partial(source_runs.run, source)


def publish(host: DocumentHost, *numbers: int, **fields: str) -> None:
    """An export with one inquiry for each number, and their files."""
    for number in numbers:
        host.serve(f"/S19-{number}.pdf", PDF + str(number).encode(), media_type="application/pdf")
    papers = [process(f"V-{number}", paper(url=host.url(f"/S19-{number}.pdf"), **fields)) for number in numbers]
    host.serve(EXPORT, export(*papers), media_type="application/xml")


def statuses() -> dict[str, str]:
    return dict(Document.objects.order_by("external_id").values_list("external_id", "status"))
