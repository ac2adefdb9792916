"""Pages of a website: sitemaps, feeds, single pages, their fields; and Markdown that keeps what the page had."""

import json
from typing import Any

import pytest

from apps.documents.models import Document, Revision, Source, SourceRunState
from apps.documents.parsing.formats.jsonl_record import parse_record_bytes
from tests import factories
from tests.documents.conftest import PDF
from tests.documents.source_runs import run
from tests.fakes.document_host import DocumentHost

pytestmark = pytest.mark.django_db

PAGE = """<!doctype html><html lang="de"><head><title>Reisepass beantragen</title>
<meta name="description" content="So beantragen Sie einen Reisepass &amp; was er kostet.">
<meta content="Reisepass, Ausweis" name='keywords'></head><body><nav><a href="/">Start</a></nav><main>
<h1>Reisepass</h1><p>Der Reisepass kostet <b>70 Euro</b>. Mehr <a href="/gebuehren">zu den Gebühren</a>.</p>
<h2>Unterlagen</h2><ul><li>Lichtbild</li><li>alter Pass</li></ul>
<table>
<tr><th>Alter</th><th>Gebühr</th></tr><tr><td>unter 24</td><td>37,50 Euro</td></tr></table></main></body></html>"""


def sitemap(host: DocumentHost, *paths: str, tag: str = "urlset", child: str = "url") -> bytes:
    urls = "".join(f"<{child}><loc>{host.url(path)}</loc><lastmod>2024-05-01</lastmod></{child}>" for path in paths)
    return (f'<?xml version="1.0"?><{tag} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</{tag}>').encode()


def source_at(host: DocumentHost, path: str, **options: Any) -> Source:
    collection = factories.collection("seiten")
    return Source.objects.create(
        name="Seiten", kind="cms", collection=collection, location=host.url(path), options=options
    )


def record_of(document: Document) -> dict[str, Any]:
    return dict(json.loads(bytes(document.revisions.get().blob.data)))


def test_pages_of_a_sitemap_become_records_with_their_fields(host: DocumentHost) -> None:
    host.serve("/sitemap.xml", sitemap(host, "/pass", "/weg"))
    host.serve("/pass", PAGE.encode(), media_type="text/html; charset=utf-8")
    done = run(source_at(host, "/sitemap.xml"))
    assert (done.new, done.fetched, done.not_fetched) == (2, 1, 1)
    document = Document.objects.get(external_id=f"{host.entry}/pass")
    record = record_of(document)
    assert record["description"] == "So beantragen Sie einen Reisepass & was er kostet."
    assert (record["title"], record["name"], record["keywords"]) == (
        "Reisepass beantragen", "Reisepass", "Reisepass, Ausweis",
    )  # fmt: skip
    assert Document.objects.get(external_id=f"{host.entry}/weg").reason_code == "source_gone"


def test_markdown_keeps_headings_lists_tables_and_links(host: DocumentHost) -> None:
    host.serve("/pass", PAGE.encode(), media_type="text/html")
    run(source_at(host, "/pass"))
    [document] = Document.objects.all()
    text = parse_record_bytes(bytes(document.revisions.get().blob.data)).pages[0].text
    assert "# Reisepass" in text
    assert "## Unterlagen" in text
    assert "- Lichtbild" in text
    assert "| unter 24 | 37,50 Euro |" in text
    assert "(/gebuehren)" in text


def test_a_changed_page_is_found_and_an_unchanged_one_is_not_sent_again(host: DocumentHost) -> None:
    host.serve("/sitemap.xml", sitemap(host, "/pass"))
    host.serve("/pass", PAGE.encode(), media_type="text/html")
    source = source_at(host, "/sitemap.xml")
    run(source)
    host.serve("/pass", PAGE.replace("70 Euro", "80 Euro").encode(), media_type="text/html")
    run(Source.objects.get())
    [revision] = Revision.objects.all()
    assert b"80 Euro" in bytes(revision.blob.data)


def test_a_sitemap_may_name_others(host: DocumentHost) -> None:
    host.serve("/index.xml", sitemap(host, "/a.xml", "/b.xml", tag="sitemapindex", child="sitemap"))
    host.serve("/a.xml", sitemap(host, "/1", "/2"))
    host.serve("/b.xml", sitemap(host, "/3"))
    assert run(source_at(host, "/index.xml")).found == 3


def test_when_one_of_them_is_missing_nothing_vanishes(host: DocumentHost) -> None:
    host.serve("/index.xml", sitemap(host, "/a.xml", "/b.xml", tag="sitemapindex", child="sitemap"))
    host.serve("/a.xml", sitemap(host, "/1"))
    failed = run(source_at(host, "/index.xml"))
    assert (failed.state, failed.found) == (SourceRunState.FAILED, 0)


def test_sitemaps_that_name_each_other_end(host: DocumentHost) -> None:
    host.serve("/index.xml", sitemap(host, "/index.xml", tag="sitemapindex", child="sitemap"))
    assert run(source_at(host, "/index.xml")).state == SourceRunState.FAILED


def test_parts_of_addresses_choose_pages(host: DocumentHost) -> None:
    host.serve("/sitemap.xml", sitemap(host, "/dienst/1", "/dienst/2/druck", "/presse/1"))
    assert run(source_at(host, "/sitemap.xml", include=["/dienst/"], exclude=["/druck"])).found == 1


def test_records_of_a_feed_come_with_their_content(host: DocumentHost) -> None:
    items = [
        {"id": "1", "title": "Pass", "summary": "Kurz", "tags": ["Ausweis"],
         "content_html": "<h2>Gebühr</h2><p>70 Euro</p>",
         "url": "/pass", "date_published": "2024-05-01T08:00:00Z", "metadata": {"committee": "Recht"}},
        {"id": "2", "title": "Nur Adresse", "url": "/pass"},
        {"title": "nichts"}, "falsch", {"id": "3", "url": "javascript:x", "title": "a" * 3_000, "html": "<p>x</p>"},
    ]  # fmt: skip
    host.serve("/feed.json", json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": items}).encode())
    host.serve("/pass", PAGE.encode(), media_type="text/html")
    source = source_at(host, "/feed.json")
    done = run(source)
    assert (done.found, done.fetched, len(done.skipped)) == (3, 1, 2)
    assert Document.objects.get(external_id="3").url == ""
    document = Document.objects.get(external_id="1")
    assert (document.title, document.url, document.committee) == ("Pass", host.url("/pass"), "Recht")
    assert "## Gebühr" in parse_record_bytes(bytes(document.revisions.get().blob.data)).pages[0].text
    items[0]["content_html"] = "<p>80 Euro</p>"  # type: ignore[index]
    host.serve("/feed.json", json.dumps(items).encode())
    assert run(Source.objects.get()).changed == 1


def test_what_is_no_list_of_pages_is_refused(host: DocumentHost) -> None:
    host.serve("/a", b"%PDF-1.7 nothing to list")
    assert run(source_at(host, "/a")).state == SourceRunState.FAILED


def test_a_sitemap_with_entities_is_refused(host: DocumentHost) -> None:
    host.serve(
        "/a", b'<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>&x;</loc></url></urlset>'
    )
    assert run(source_at(host, "/a")).reason_code == "listing_failed"


def test_files_that_a_site_links_to_stay_files(host: DocumentHost) -> None:
    host.serve("/sitemap.xml", sitemap(host, "/flyer.pdf"))
    host.serve("/flyer.pdf", b"%PDF-1.7\n%%EOF", media_type="application/pdf")
    run(source_at(host, "/sitemap.xml"))
    assert bytes(Revision.objects.get().blob.data).startswith(b"%PDF")


@pytest.mark.parametrize("path", ["/flyer.pdf", "/antrag.docx", "/haushalt.XLSX", "/buch.epub"])
def test_a_login_page_takes_no_files_place(host: DocumentHost, path: str) -> None:
    host.serve("/sitemap.xml", sitemap(host, path))
    host.serve(path, PDF, media_type="application/pdf")
    source = source_at(host, "/sitemap.xml")
    run(source)
    before = Document.objects.get().revisions.get().blob.sha256
    host.serve(path, PAGE.encode(), media_type="text/html")
    assert (run(source).not_fetched, Document.objects.get().reason_code) == (1, "download_html")
    assert Document.objects.get().revisions.get().blob.sha256 == before
