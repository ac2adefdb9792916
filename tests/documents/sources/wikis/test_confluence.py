"""Pages of Confluence over real HTTP: text, changes by the query language, restrictions, lists that lie."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, User

from apps.documents.lifecycle.restrict_document_access import set_readers
from apps.documents.models import Document, Source, SourceRunState, Status
from apps.documents.sources.wikis.confluence_storage_to_html import storage_to_html
from tests import factories
from tests.documents.source_runs import counts, run
from tests.fakes.document_host import DocumentHost
from tests.fakes.wikis import TOKEN, Confluence
from tests.processor_time import at_most

pytestmark = pytest.mark.django_db
VARIABLE = "SOURCE_WIKI_TOKEN"


@pytest.fixture(params=["/wiki", ""])
def wiki(host: DocumentHost, request: pytest.FixtureRequest) -> Confluence:
    """In the cloud below /wiki, on a server of one's own at the root."""
    return Confluence(host, request.param)


@pytest.fixture
def source(wiki: Confluence, host: DocumentHost, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Source:
    settings.SOURCE_SECRET_HOSTS = [f"{VARIABLE}@{host.entry}"]
    monkeypatch.setenv(VARIABLE, TOKEN)
    return Source.objects.create(
        name="Wiki", kind="confluence", collection=factories.collection("wiki"), location=wiki.location(),
        options={"password_variable": VARIABLE},
    )  # fmt: skip


def fill(wiki: Confluence, count: int = 7) -> None:
    for number in range(count):
        wiki.add(str(number), f"Seite {number}", f"<p>Die Gebühr beträgt {number} Euro.</p>")


def test_pages_become_documents_with_their_address(wiki: Confluence, source: Source) -> None:
    fill(wiki)
    done = run(source)
    assert (done.state, done.alarm, counts(done)) == (SourceRunState.DONE, "", (7, 0, 0, 0))
    document = Document.objects.get(external_id="3")
    assert (document.title, document.url) == ("Seite 3", f"{wiki.location()}/display/AMT/3")
    assert (str(document.date), document.metadata) == ("2026-10-01", {"space": "Bereich AMT"})


def test_later_runs_ask_for_changes_alone(wiki: Confluence, source: Source, host: DocumentHost) -> None:
    fill(wiki, 6)
    wiki.add("6", "Seite 6", "<p>Neu.</p>", when="2026-11-04T08:00:00.000+01:00")
    run(source)
    wiki.add("3", "Seite 3", "<p>Die Gebühr beträgt 30 Euro.</p>", when="2026-11-04T09:00:00.000+01:00", number=2)
    host.asked.clear()
    assert counts(run(source)) == (0, 1, 6, 0)
    assert len(host.asked) == 1
    assert "lastmodified" in host.asked[0].path


def test_what_is_gone_is_withdrawn_by_a_complete_list(wiki: Confluence, source: Source) -> None:
    fill(wiki)
    run(source)
    del wiki.pages["0"]
    assert counts(run(source))[3] == 0
    Source.objects.update(full_list_at=None)
    assert counts(run(source)) == (0, 0, 6, 1)


def test_a_page_that_is_deleted_while_the_list_is_read_withdraws_no_other_one(wiki: Confluence, source: Source) -> None:
    """The list goes by offset: page 3 moves into the part that was read already."""
    fill(wiki)
    run(source)
    Source.objects.update(full_list_at=None)
    wiki.meanwhile = [lambda: wiki.pages.pop("0")]
    assert counts(run(source)) == (0, 0, 7, 0)
    Source.objects.update(full_list_at=None)
    assert counts(run(source)) == (0, 0, 6, 1)
    assert Document.objects.get(status=Status.WITHDRAWN).external_id == "0"


def test_a_page_that_moved_to_a_space_that_is_not_chosen_is_withdrawn(wiki: Confluence, source: Source) -> None:
    fill(wiki)
    source.options |= {"spaces": ["AMT"]}
    source.save()
    run(source)
    wiki.pages["4"]["space"] = {"key": "X", "name": "X"}
    Source.objects.update(full_list_at=None)
    assert counts(run(source)) == (0, 0, 6, 1)


def test_only_some_spaces(wiki: Confluence, source: Source) -> None:
    wiki.add("1", "A", "<p>a</p>", space="A")
    wiki.add("2", "B", "<p>b</p>", space="B")
    source.options |= {"spaces": ["B"]}
    source.save()
    run(source)
    assert list(Document.objects.values_list("external_id", flat=True)) == ["2"]


def test_restrictions_become_readers_also_those_above(wiki: Confluence, source: Source) -> None:
    wiki.most = 10
    hall, purse = Group.objects.create(name="Rathaus"), Group.objects.create(name="Kämmerei")
    wiki.add("1", "Offen", "<p>a</p>")
    wiki.add("2", "Rathaus", "<p>b</p>", groups=["Rathaus"])
    wiki.add("3", "Darunter", "<p>c</p>", parent="2")
    wiki.add("4", "Enger", "<p>d</p>", parent="2", groups=["Rathaus", "Kämmerei"])
    wiki.add("5", "Keiner in beiden", "<p>e</p>", parent="2", groups=["Kämmerei"])
    wiki.add("6", "Nur eine Person", "<p>f</p>", people=[{"username": "ida"}])
    source.options |= {"readers_from_restrictions": True}
    source.save()
    run(source)
    read = dict(Document.objects.values_list("external_id", "reader_groups"))
    assert read == {"1": None, "2": [hall.pk], "3": [hall.pk], "4": [hall.pk], "5": [], "6": []}
    wiki.add("1", "Offen", "<p>a</p>", groups=["Kämmerei"])
    run(source)
    assert Document.objects.get(external_id="1").reader_groups == [purse.pk]


def test_people_of_restrictions_read_by_whatever_the_wiki_tells_of_them(wiki: Confluence, source: Source) -> None:
    ida, ole = {"accountId": "557058:ida", "email": "ida@amt.example"}, {"username": "ole", "userKey": "8a01"}
    wiki.add("1", "Beide", "<p>a</p>", people=[ida, ole])
    wiki.add("2", "Darunter nur Ole", "<p>b</p>", parent="1", people=[ole], groups=["Rathaus"])
    wiki.add("3", "Darunter die Gruppe", "<p>c</p>", parent="1", groups=["Rathaus"])
    source.options |= {"readers_from_restrictions": True}
    source.save()
    done = run(source)
    assert (done.unknown_people, done.unknown_groups) == (["ida@amt.example", "ole"], None)
    people = [
        User.objects.create(username="sso-1", email="IDA@amt.example"),
        User.objects.create(username="ole"),
        User.objects.create(username="8A01"),
    ]
    people[2].groups.add(Group.objects.create(name="Rathaus"))
    read = [set(Document.objects.readable_by(user).values_list("external_id", flat=True)) for user in (*people, None)]
    assert read == [{"1"}, {"1", "2"}, set(), set()]


@pytest.fixture
def restricted(wiki: Confluence, source: Source) -> Source:
    """Page 1 is restricted, page 2 is not."""
    Group.objects.create(name="Kämmerei")
    wiki.add("1", "Zu", "<p>a</p>", groups=["Kämmerei"])
    wiki.add("2", "Offen", "<p>b</p>")
    source.options |= {"readers_from_restrictions": True}
    source.save()
    run(source)
    return source


def readable() -> set[str]:
    return set(Document.objects.readable_by(None).values_list("external_id", flat=True))


def test_a_restriction_that_is_lifted_is_lifted_here(wiki: Confluence, restricted: Source) -> None:
    assert readable() == {"2"}
    run(restricted)
    assert readable() == {"2"}
    wiki.add("1", "Zu", "<p>a</p>")
    assert counts(run(restricted)) == (0, 1, 1, 0)
    assert readable() == {"1", "2"}


def test_a_restriction_that_was_set_here_stays(wiki: Confluence, restricted: Source) -> None:
    hall = Group.objects.create(name="Rathaus")
    set_readers([Document.objects.get(external_id="2").pk], groups=[hall.pk])
    wiki.add("2", "Neuer Titel", "<p>b</p>", number=2)
    run(restricted)
    assert readable() == set()
    assert Document.objects.get(external_id="2").reader_groups == [hall.pk]


def test_restrictions_that_are_no_longer_asked_for_open_nothing(wiki: Confluence, restricted: Source) -> None:
    wiki.add("1", "Zu", "<p>a</p>")
    restricted.options |= {"readers_from_restrictions": False}
    restricted.save()
    run(restricted)
    assert readable() == {"2"}
    restricted.options |= {"readers_from_restrictions": True}
    restricted.save()
    run(restricted)
    assert readable() == {"1", "2"}


@pytest.mark.parametrize(
    "lie",
    [
        {"results": None},
        {"results": "x"},
        {"_links": {"next": "https://evil.example/rest/api/content/search"}},
        {"_links": {"next": "//evil.example/x"}},
        {"_links": {"next": "http://["}},
    ],
)
def test_a_list_that_lies_changes_nothing(wiki: Confluence, source: Source, lie: dict[str, Any]) -> None:
    fill(wiki)
    run(source)
    Source.objects.update(full_list_at=None)
    wiki.lie = lie
    assert run(source).state == SourceRunState.FAILED
    assert Document.objects.exclude(status=Status.WITHDRAWN).count() == 7


def test_a_list_that_goes_round_in_a_circle_ends(wiki: Confluence, source: Source) -> None:
    fill(wiki)
    first = f"{wiki.context}/rest/api/content/search?cql=type%3Dpage+order+by+created+asc"
    wiki.lie = {"_links": {"next": f"{first}&expand=body.storage%2Cversion%2Cspace&limit=50"}}
    assert run(source).state == SourceRunState.FAILED


def test_a_login_in_place_of_the_list_says_so(
    wiki: Confluence, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(wiki)
    monkeypatch.setenv(VARIABLE, "falsch")
    done = run(source)
    assert (done.state, "JSON" in done.alarm) == (SourceRunState.FAILED, True)


@pytest.mark.parametrize("broken", [{"body": None}, {"body": {"storage": {"value": 7}}}, {"body": []}])
def test_a_page_without_a_text_is_named(wiki: Confluence, source: Source, broken: dict[str, Any]) -> None:
    fill(wiki, 3)
    wiki.pages["1"] |= broken
    done = run(source)
    assert (done.new, [where for where, _problem in done.skipped]) == (2, ["1"])


def test_what_people_read_stays_and_parameters_go() -> None:
    storage = (
        '<p>Die&nbsp;Gebühr &lt; 5&euro; <ac:emoticon ac:name="smile"/>beträgt <ac:link><ri:page ri:content-title="X"/>'
        "<ac:plain-text-link-body><![CDATA[a < b]]></ac:plain-text-link-body></ac:link> so.</p>"
        '<ac:structured-macro ac:name="info"><ac:parameter ac:name="icon">false</ac:parameter>'
        "<ac:rich-text-body><p>Bar zu zahlen.</p></ac:rich-text-body></ac:structured-macro>"
        '<ac:structured-macro ac:name="toc"/><table><tr><td>7</td></tr></table>'
    )
    html = storage_to_html(storage)
    assert "Die\xa0Gebühr &lt; 5€" in html
    assert "a &lt; b" in html
    assert "so." in html
    assert "<p>Bar zu zahlen.</p>" in html
    assert "<td>7</td>" in html
    assert "false" not in html
    assert "content-title" not in html


@pytest.mark.parametrize(
    "storage", ["", "<p>offen", "kein Tag", "<a><b></a>", "&unbekannt; &", "<![CDATA[", "\x01", "<p" * 9]
)
def test_what_is_not_well_formed_raises_nothing(storage: str) -> None:
    assert isinstance(storage_to_html(storage), str)


@pytest.mark.parametrize("piece", ["<![CDATA[", "&a", "<ri:x/>a", "<ac:parameter>", "<p>", "]]>"])
def test_hostile_text_takes_linear_time(piece: str) -> None:
    with at_most(1.0):
        storage_to_html(piece * (200_000 // len(piece)))
