"""The form of a collection: what is new is not public by an oversight. The list: no more queries for more rows."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Collection, Source, SourceRun, SourceRunState
from tests import factories

pytestmark = pytest.mark.django_db


def test_a_new_collection_begins_with_staff_as_its_readers(admin_client: Client) -> None:
    page = admin_client.get(reverse("admin:documents_collection_add"))
    assert page.context["adminform"].form["readers"].value() == "staff"


def test_one_that_is_there_keeps_its_readers(admin_client: Client) -> None:
    stadt = factories.collection("stadt", readers="public")
    page = admin_client.get(reverse("admin:documents_collection_change", args=[stadt.pk]))
    assert page.context["adminform"].form["readers"].value() == "public"


def test_the_list_takes_no_more_queries_for_more_collections(admin_client: Client) -> None:
    address = reverse("admin:documents_collection_changelist")
    factories.collection("stadt")
    admin_client.get(address)
    with CaptureQueriesContext(connection) as for_one:
        admin_client.get(address)
    for name in ("kreis", "land", "bund"):
        factories.collection(name)
    with CaptureQueriesContext(connection) as for_four:
        page = admin_client.get(address).content.decode()
    assert "kreis" in page
    assert len(for_four) == len(for_one)


def test_the_filter_names_the_languages_of_collections_and_no_others(admin_client: Client) -> None:
    factories.collection("stadt")
    page = admin_client.get(reverse("admin:documents_collection_changelist"), headers={"accept-language": "de"})
    shown = [
        str(one["display"]) for spec in page.context["cl"].filter_specs for one in spec.choices(page.context["cl"])
    ]
    assert "Deutsch" in shown
    assert "Albanisch" not in shown


def test_a_collection_is_not_deleted_while_documents_are_in_it(admin_client: Client) -> None:
    """A plain deletion would leave their original files for ever, and citations that say nothing of it."""
    stadt = factories.collection("stadt")
    document = factories.document(["Eins.", "Zwei."], collection=stadt)
    address = reverse("admin:documents_collection_delete", args=[stadt.pk])
    with CaptureQueriesContext(connection) as asked:
        page = admin_client.get(address, headers={"accept-language": "en"}).content.decode()
    assert "1 document of “Stadt”: withdraw it first" in page
    assert not [query["sql"] for query in asked if '"documents_chunk"."text"' in query["sql"]]
    assert admin_client.post(address, {"post": "yes"}).status_code == 200
    chosen = {"action": "delete_selected", "_selected_action": [stadt.pk], "post": "yes"}
    assert admin_client.post(reverse("admin:documents_collection_changelist"), chosen).status_code == 200
    assert Collection.objects.filter(pk=stadt.pk).exists()

    withdraw_documents([document.pk])
    assert admin_client.post(address, {"post": "yes"}).status_code == 302
    assert not Collection.objects.filter(pk=stadt.pk).exists()


def test_an_empty_collection_is_deleted_with_its_sources(admin_client: Client) -> None:
    stadt = factories.collection("stadt")
    source = Source.objects.create(name="Rat", kind="feed", collection=stadt, location="x")
    SourceRun.objects.create(source=source, state=SourceRunState.DONE)
    admin_client.post(reverse("admin:documents_collection_delete", args=[stadt.pk]), {"post": "yes"})
    assert not Collection.objects.filter(pk=stadt.pk).exists()
