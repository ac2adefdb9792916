"""Servers of sources that are broken or hostile: a run ends with a sentence, what is here stays, nothing grows."""

from collections.abc import Iterator
from typing import Any

import pytest

from apps.documents.models import Source, SourceRunState
from tests import factories
from tests.attacks.hostile_lists import LISTS, HostileList
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
        name="Fremd", kind=hostile.kind, collection=factories.collection("fremd"), location=host.url(hostile.location),
        options=options,
    )  # fmt: skip


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
