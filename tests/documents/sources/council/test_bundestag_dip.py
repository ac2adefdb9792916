"""The documentation of Bundestag and Bundesrat over real HTTP, by its published schema: cursors, updates, lies."""

from typing import Any

import pytest

from apps.documents.models import Document, Source, Status
from tests import factories
from tests.documents.source_runs import counts, run
from tests.fakes.dip import KEY, Documentation
from tests.fakes.document_host import DocumentHost

pytestmark = pytest.mark.django_db
VARIABLE = "SOURCE_DIP_KEY"


@pytest.fixture
def dip(host: DocumentHost) -> Documentation:
    host.answers = Documentation(host)
    return host.answers


@pytest.fixture
def source(host: DocumentHost, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Source:
    settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{host.entry}"]
    monkeypatch.setenv(VARIABLE, KEY)
    return Source.objects.create(
        name="DIP", kind="dip", collection=factories.collection("dip"), location=host.url("/api/v1"),
        options={"key_variable": VARIABLE, "electoral_term": 21},
    )  # fmt: skip


def test_papers_come_with_what_people_search_by(dip: Documentation, source: Source) -> None:
    for number in range(7):
        dip.add(number, updated="2026-03-05T10:00:00+01:00")
    done = run(source)
    assert (done.alarm, counts(done), done.fetched) == ("", (7, 0, 0, 0), 7)
    paper = Document.objects.get(external_id="Drucksache-3")
    assert (paper.title, paper.number, paper.document_type, paper.term) == ("Radwege 3", "21/3", "Antwort", 21)
    assert (paper.parties, paper.authors, paper.metadata["processes"]) == (
        ["SPD"], ["Eva Ott, MdB, SPD"], ["Ausbau der Radwege"],
    )  # fmt: skip


def test_later_runs_ask_for_updates_only(dip: Documentation, source: Source) -> None:
    for number in range(7):
        dip.add(number, updated=f"2026-03-0{number + 1}T10:00:00+00:00")
    run(source)
    dip.add(2, updated="2026-05-05T10:00:00+00:00", titel="Radwege, korrigiert")
    dip.add(8, updated="2026-05-06T10:00:00+00:00")
    before = len(dip.host.asked)
    assert counts(run(source)) == (1, 1, 6, 0)
    # Pages of updates, and the two files: one new, one asked for again because something was said of it.
    asked = [each.path for each in dip.host.asked[before:]]
    assert all("f.aktualisiert.start" in path for path in asked if "/api/" in path)
    assert len(asked) <= 5


LIES: dict[str, dict[str, Any]] = {
    "too few documents": {"numFound": 99},
    "no documents": {"documents": None},
    "no count": {"numFound": None},
}


@pytest.mark.parametrize("lie", LIES)
def test_lists_that_lie_change_nothing(lie: str, dip: Documentation, source: Source) -> None:
    for number in range(7):
        dip.add(number, updated="2026-03-05T10:00:00+01:00")
    run(source)
    Source.objects.update(cursor="")
    del dip.papers[3]
    dip.lie = LIES[lie]
    failed = run(source)
    assert (failed.reason_code, failed.withdrawn) == ("listing_failed", 0)
    assert not Document.objects.filter(status=Status.WITHDRAWN).exists()


def test_a_key_that_is_refused_is_an_alarm(dip: Documentation, source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "falsch")
    assert "401" in run(source).alarm
