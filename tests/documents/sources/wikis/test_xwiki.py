"""Pages of XWiki over real HTTP: versions, spaces, what vanished, lists that lie."""

from typing import Any

import pytest

from apps.documents.models import Document, Source, SourceRunState, Status
from tests import factories
from tests.documents.source_runs import counts, run
from tests.fakes.document_host import DocumentHost
from tests.fakes.wikis import TOKEN, XWiki

pytestmark = pytest.mark.django_db
VARIABLE = "SOURCE_WIKI_TOKEN"


@pytest.fixture
def wiki(host: DocumentHost) -> XWiki:
    return XWiki(host, "/xwiki")


@pytest.fixture
def source(wiki: XWiki, host: DocumentHost, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Source:
    settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{host.entry}"]
    monkeypatch.setenv(VARIABLE, TOKEN)
    return Source.objects.create(
        name="Wiki", kind="xwiki", collection=factories.collection("wiki"), location=wiki.location(),
        options={"password_variable": VARIABLE},
    )  # fmt: skip


def fill(wiki: XWiki, count: int = 7) -> None:
    for number in range(count):
        wiki.add(f"Seite{number}", f"Seite {number}", f"<p>Die Gebühr beträgt {number} Euro.</p>")


def living() -> int:
    return Document.objects.exclude(status=Status.WITHDRAWN).count()


def test_pages_become_documents_and_unchanged_ones_are_not_fetched(
    wiki: XWiki, source: Source, host: DocumentHost
) -> None:
    fill(wiki)
    done = run(source)
    assert (done.state, done.alarm, counts(done), done.fetched) == (SourceRunState.DONE, "", (7, 0, 0, 0), 7)
    document = Document.objects.get(external_id="xwiki:Amt.Seite3")
    assert "beträgt 3 Euro" in bytes(document.revisions.get().blob.data).decode()
    host.asked.clear()
    again = run(source)
    assert (counts(again), again.fetched, len(host.asked)) == ((0, 0, 7, 0), 0, 2)


def test_a_new_version_is_fetched_and_what_vanished_is_withdrawn(wiki: XWiki, source: Source) -> None:
    fill(wiki)
    run(source)
    wiki.add("Seite3", "Seite 3", "<p>Die Gebühr beträgt 30 Euro.</p>", version="2.1")
    del wiki.pages["xwiki:Amt.Seite0"]
    done = run(source)
    assert (counts(done), done.fetched) == ((0, 1, 5, 1), 1)


def test_a_list_without_versions_has_every_page_asked_for_again(wiki: XWiki, source: Source) -> None:
    wiki.tells_versions = False
    fill(wiki)
    run(source)
    wiki.add("Seite3", "Seite 3", "<p>Die Gebühr beträgt 30 Euro.</p>")
    done = run(source)
    assert (counts(done), done.to_fetch) == ((0, 1, 6, 0), 7)
    revision = Document.objects.get(external_id="xwiki:Amt.Seite3").revisions.latest("pk")
    assert "beträgt 30 Euro" in bytes(revision.blob.data).decode()


def test_only_some_spaces_and_never_those_of_the_wiki_itself(wiki: XWiki, source: Source) -> None:
    wiki.add("A", "A", "<p>a</p>", space="Amt.Innen")
    wiki.add("B", "B", "<p>b</p>", space="Amtsblatt")
    wiki.add("Admin", "C", "<p>c</p>", space="XWiki")
    source.options |= {"spaces": ["Amt", "XWiki"]}
    source.save()
    run(source)
    assert list(Document.objects.values_list("external_id", flat=True)) == ["xwiki:Amt.Innen.A"]


def test_a_page_that_is_deleted_while_the_list_is_read_withdraws_no_other_one(wiki: XWiki, source: Source) -> None:
    """The list goes by offset: page 100 moves into the part that was read already."""
    fill(wiki, 150)
    run(source, fetches=False)
    wiki.meanwhile = [lambda: wiki.pages.pop("xwiki:Amt.Seite0")]
    assert counts(run(source, fetches=False)) == (0, 0, 150, 0)
    assert counts(run(source, fetches=False)) == (0, 0, 149, 1)
    assert Document.objects.get(status=Status.WITHDRAWN).external_id == "xwiki:Amt.Seite0"


def test_nothing_is_withdrawn_when_the_wiki_does_not_say_whether_it_has_it(wiki: XWiki, source: Source) -> None:
    fill(wiki)
    run(source)
    page = wiki.pages.pop("xwiki:Amt.Seite3")
    wiki.broken = "Seite3"
    done = run(source)
    assert (done.reason_code, done.withdrawn, living()) == ("listing_failed", 0, 7)
    wiki.broken = ""
    assert counts(run(source)) == (0, 0, 6, 1)
    wiki.pages["xwiki:Amt.Seite3"] = page
    assert counts(run(source)) == (1, 0, 6, 0)


def test_a_page_of_a_space_that_is_not_chosen_any_more_is_withdrawn(wiki: XWiki, source: Source) -> None:
    fill(wiki)
    wiki.add("A", "A", "<p>a</p>", space="Innen")
    run(source)
    source.options |= {"without_spaces": ["XWiki", "Innen"]}
    source.save()
    assert counts(run(source)) == (0, 0, 7, 1)


@pytest.mark.parametrize(
    "lie",
    [
        {"pageSummaries": None},
        {"pageSummaries": [{"id": "xwiki:Amt.Seite1", "xwikiAbsoluteUrl": "http://evil.example/x"}]},
        {"pageSummaries": [7, {"id": 7}]},
    ],
)
def test_a_list_that_lies_withdraws_nothing(wiki: XWiki, source: Source, lie: dict[str, Any]) -> None:
    fill(wiki)
    run(source)
    wiki.lie = lie
    assert run(source).state in (SourceRunState.FAILED, SourceRunState.NEEDS_DECISION)
    assert living() == 7


def test_a_login_in_place_of_the_list_withdraws_nothing(
    wiki: XWiki, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(wiki)
    run(source)
    monkeypatch.setenv(VARIABLE, "falsch")
    assert run(source).state == SourceRunState.FAILED
    assert living() == 7
