"""A source is tried before it is saved: its first documents are shown, nothing is imported, and limits hold."""

import pytest
from django.contrib import messages
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from apps.documents.admin.source_form.preview_first_documents import preview_first_documents
from apps.documents.models import Document, Source
from tests import factories
from tests.fakes.document_host import DocumentHost

pytestmark = pytest.mark.django_db
ADD = "admin:documents_source_add"
TRY = "admin:documents_source_try"
SITEMAP = "<urlset>" + "".join(f"<url><loc>{{}}/seite-{number}</loc></url>" for number in range(1, 10)) + "</urlset>"


@pytest.fixture
def town(host: DocumentHost) -> DocumentHost:
    base = host.url("").rstrip("/")
    host.serve("/sitemap.xml", SITEMAP.replace("{}", base).encode(), media_type="application/xml")
    return host


def form(host: DocumentHost, **values: str) -> dict[str, str]:
    return {"kind": "cms", "location": host.url("/sitemap.xml"), "hosts": "", "every": "daily", "at": "03:00"} | values


def test_the_first_five_documents_are_shown_and_none_is_imported(admin_client: Client, town: DocumentHost) -> None:
    page = admin_client.post(reverse(TRY), form(town)).content.decode()
    assert [f"/seite-{number}" in page for number in (1, 5, 6)] == [True, True, False]
    assert not Source.objects.exists()
    assert not Document.objects.exists()
    assert {asked.path for asked in town.asked} == {"/sitemap.xml"}


def test_options_count_when_a_source_is_tried(admin_client: Client, town: DocumentHost) -> None:
    page = admin_client.post(reverse(TRY), form(town, option_include="seite-7\nseite-9")).content.decode()
    assert [f"/seite-{number}" in page for number in (1, 7, 8, 9)] == [False, True, False, True]


@pytest.mark.parametrize("location", ["http://10.0.0.1/sitemap.xml", "/etc", "ftp://a.example/", ""])
def test_what_may_not_be_fetched_is_said_and_not_fetched(
    admin_client: Client, town: DocumentHost, location: str
) -> None:
    page = admin_client.post(reverse(TRY), form(town, location=location)).content.decode()
    assert 'class="errorlist"' in page
    assert not town.asked


def test_who_may_not_make_sources_tries_none(client: Client, town: DocumentHost) -> None:
    reader = User.objects.create_user("reader", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_source"))
    client.force_login(reader)
    assert client.post(reverse(TRY), form(town)).status_code == 403
    assert not town.asked


def test_a_list_without_end_is_left_when_time_is_up(host: DocumentHost, town: DocumentHost) -> None:
    found = preview_first_documents(Source(kind="cms", location=town.url("/sitemap.xml")), seconds=0.0)
    assert len(found.documents) == 1


@pytest.mark.django_db(transaction=True)
def test_a_wrong_address_is_said_when_it_is_saved_and_kept(admin_client: Client, town: DocumentHost) -> None:
    collection = str(factories.collection().pk)
    wrong = form(town, name="Rathaus", collection=collection, location=town.url("/sitmap.xml"))
    page = admin_client.post(reverse(ADD), wrong, follow=True)
    kept = Source.objects.get()
    (warning,) = [each for each in page.context["messages"] if each.level == messages.WARNING]
    assert "HTTP 404" in str(warning)
    assert not Document.objects.exists()
    change = reverse("admin:documents_source_change", args=[kept.pk])
    renamed = admin_client.post(change, {**wrong, "name": "Stadt"}, follow=True)
    right = admin_client.post(change, form(town, name="Stadt", collection=collection), follow=True)
    assert [[each.level for each in page.context["messages"]] for page in (renamed, right)] == [[messages.SUCCESS]] * 2
    assert [asked.path for asked in town.asked] == ["/sitmap.xml", "/sitemap.xml"]
