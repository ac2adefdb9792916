"""Feeds over real HTTP: RSS and Atom, whole texts and links, what falls out, what is no feed."""

import json

import pytest

from apps.documents.models import Document, Source, Status
from tests import factories
from tests.documents.source_runs import counts, run
from tests.fakes.document_host import DocumentHost
from tests.fakes.feeds import rss

pytestmark = pytest.mark.django_db
FEED = "/feed.xml"
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Amtsblatt</title>
  <entry><id>tag:a,2026:1</id><title>Straßensperrung</title><updated>2026-03-04T10:00:00Z</updated>
    <link rel="alternate" href="/meldung/1"/><category term="Verkehr"/>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">
      <p>Die <b>Hauptstraße</b> ist gesperrt.</p></div></content>
  </entry></feed>"""


@pytest.fixture
def source(host: DocumentHost) -> Source:
    return Source.objects.create(
        name="Meldungen", kind="feed", collection=factories.collection("meldungen"), location=host.url(FEED)
    )


def text(external_id: str) -> str:
    found = Document.objects.get(external_id=external_id).revisions.get()
    return str(json.loads(bytes(found.blob.data))["html"])


def test_whole_texts_become_documents_and_stay_when_they_fall_out(host: DocumentHost, source: Source) -> None:
    host.serve(FEED, rss(1, 2, 3))
    assert counts(run(source)) == (3, 0, 0, 0)
    assert "Der ganze Text 2." in text("m-2")
    assert str(Document.objects.get(external_id="m-2").date) == "2026-03-04"
    host.serve(FEED, rss(3, 4))
    assert counts(run(source)) == (1, 0, 3, 0)
    host.serve(FEED, rss())
    done = run(source)
    assert (done.alarm, counts(done)) == ("", (0, 0, 4, 0))
    assert not Document.objects.filter(status=Status.WITHDRAWN).exists()


def test_of_teasers_the_linked_page_is_fetched(host: DocumentHost, source: Source) -> None:
    host.serve("/meldung/1", b"<html><body><h1>Sperrung</h1><p>Lang.</p></body></html>", media_type="text/html")
    host.serve(FEED, rss(1, text=False))
    done = run(source)
    assert (done.new, done.fetched) == (1, 1)
    assert "Lang." in text("m-1")


def test_an_item_without_a_link_is_complete_in_itself(host: DocumentHost, source: Source) -> None:
    items = (
        "<item><guid>m-1</guid><description>Die &lt;b&gt;Brücke&lt;/b&gt; ist zu.</description></item>"
        "<item><guid>m-2</guid><title>Nur eine Überschrift</title></item>"
    )
    host.serve(FEED, f'<rss version="2.0"><channel>{items}</channel></rss>'.encode())
    done = run(source)
    assert (counts(done), [where for where, _why in done.skipped]) == ((1, 0, 0, 0), ["m-2"])
    assert "Die <b>Brücke</b> ist zu." in text("m-1")
    Source.objects.update(options={"fetch_pages": True})
    assert counts(run(source)) == (0, 0, 1, 0)


def test_atom_with_elements_as_content_is_read(host: DocumentHost, source: Source) -> None:
    host.serve(FEED, ATOM.encode())
    run(source)
    assert "Hauptstraße</" in text("tag:a,2026:1")
    assert Document.objects.get().url == host.url("/meldung/1")


def test_a_feed_that_has_not_changed_is_not_read_again(host: DocumentHost, source: Source) -> None:
    host.serve(FEED, rss(1))
    run(source)
    assert run(source).unchanged_listing


@pytest.mark.parametrize("wrong", [b"<html><body><p>Anmelden</p></body></html>", rss(1, 2)[:-30], b"<a><item/></a>"])
def test_what_is_no_feed_is_an_alarm(wrong: bytes, host: DocumentHost, source: Source) -> None:
    host.serve(FEED, wrong)
    failed = run(source)
    assert failed.state == "failed" or failed.reason_code
    assert not Document.objects.exists()
