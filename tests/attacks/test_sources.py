"""Servers of sources that are broken or hostile: a run ends with a sentence, what is here stays, nothing grows."""

from collections.abc import Iterator
from typing import Any

import pytest

from apps.documents.models import Source, SourceRunState
from apps.documents.sources.connectors import parse_fetched_json, stream_xml_elements
from apps.documents.sources.stores import microsoft_graph
from tests import factories
from tests.attacks.hostile_lists import (
    LISTS,
    HostileList,
    cms,
    dav_response,
    graph,
    graph_file,
    oai,
    oai_record,
    s3,
    webdav,
)
from tests.documents.conftest import PDF
from tests.documents.source_runs import run
from tests.fakes.document_host import Answer, Asked, DocumentHost, head

pytestmark = pytest.mark.django_db
SECRET = "SOURCE_GRAPH_SECRET"


@pytest.fixture
def host(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[DocumentHost]:
    with DocumentHost() as running:
        settings.IMPORT_HOSTS = [running.entry]
        settings.SOURCE_SECRET_HOSTS = [f"{SECRET}@{running.entry}"]
        monkeypatch.setenv(SECRET, "geheim")
        yield running


class AnyQuery(dict[str, Answer]):
    """Later runs ask for what changed since: the same comes again."""

    def get(self, path: str, default: Any = None) -> Any:
        alike = (answer for known, answer in self.items() if known.partition("?")[0] == path.partition("?")[0])
        return super().get(path) or next(alike, default)


def serve(host: DocumentHost, hostile: HostileList) -> Source:
    host.answers = AnyQuery()
    for path, body in hostile.bodies.items():
        data = body.replace(b"{host}", host.url("").encode())

        def answer(asked: Asked, data: bytes = data) -> list[bytes]:
            return [head(207 if asked.method == "PROPFIND" else 200, **hostile.headers), data]

        host.answer(path, answer)
    for path in ("/1.pdf", "/f1.pdf", "/a.pdf", "/a-v.pdf"):
        host.serve(path, PDF, media_type="application/pdf")
    options = {
        name: said.replace("{host}", host.url("")) if isinstance(said, str) else said
        for name, said in hostile.options.items()
    }
    return Source.objects.create(
        name="Fremd", kind=hostile.kind, collection=factories.collection(hostile.kind),
        location=host.url(hostile.location), options=options,
    )  # fmt: skip


def test_a_page_of_many_small_values_takes_little_memory(host: DocumentHost, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them takes many times more in memory than over the line."""
    monkeypatch.setattr(stream_xml_elements, "MOST_OF_PAGE", 1_000)
    monkeypatch.setattr(parse_fetched_json, "MOST_VALUES", 1_000)
    monkeypatch.setattr(microsoft_graph, "MOST_ENTRIES", 1_000)
    many = [
        oai("", oai_record() * 1_100), webdav("", dav_response("/dav/a.pdf") * 1_100),
        s3("", "<Contents><Key>a.pdf</Key></Contents>" * 1_100), cms("", f"[{'[],' * 1_100}0]"),
        graph("", *(graph_file(f"i{number}") for number in range(100))),
    ]  # fmt: skip
    for hostile in many[:-1]:
        done = run(serve(host, hostile))
        assert (done.state, "1000" in done.alarm.replace(".", "")) == (SourceRunState.FAILED, True), done.alarm
    assert run(serve(host, many[-1])).state == SourceRunState.DONE
    monkeypatch.setattr(microsoft_graph, "MOST_ENTRIES", 50)
    assert run(Source.objects.get(kind="graph")).state == SourceRunState.FAILED


@pytest.mark.parametrize("hostile", LISTS, ids=[each.name for each in LISTS])
def test_a_hostile_list_ends_with_a_sentence(host: DocumentHost, hostile: HostileList) -> None:
    source = serve(host, hostile)
    done = run(source)
    assert done.state == (SourceRunState.DONE if hostile.is_read else SourceRunState.FAILED), done.alarm
    assert hostile.is_read or done.alarm
    assert "Error" not in done.alarm
    # A list that is read leaves a place from which the next one goes on.
    again = run(source)
    assert again.state == done.state, again.alarm
