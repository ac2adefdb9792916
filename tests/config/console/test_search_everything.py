"""One search over pages, settings, names and the handbook, which shows nobody more than the lists do."""

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.documents.models import Readers
from tests import factories

pytestmark = pytest.mark.django_db


def found(client: Client, query: str) -> dict[str, list[str]]:
    answer = client.get("/admin/search/", {"q": query}, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return {group.title: [hit.name for hit in group.hits] for group in answer.context["groups"]}


def editor() -> Client:
    person = User.objects.create_user("editor-person", is_staff=True)
    person.groups.add(Group.objects.get(name="editor"))
    client = Client()
    client.force_login(person)
    return client


def test_a_document_a_setting_a_page_and_the_help_are_found(admin_client: Client) -> None:
    factories.document(title="Satzung über Imprint und Contact", embed=False)
    assert found(admin_client, "imprint und")["documents"] == ["Satzung über Imprint und Contact"]
    assert "address of the imprint" in found(admin_client, "imprint")["Settings"]
    assert "Collections" in found(admin_client, "collections")["Pages of the console"]
    assert found(admin_client, "withdraw a document")["Help"]


def test_words_of_a_query_may_stand_in_any_order(admin_client: Client) -> None:
    assert "address of the imprint" in found(admin_client, "imprint address")["Settings"]


def test_an_editor_finds_neither_closed_documents_nor_people_nor_rules() -> None:
    closed = factories.collection("closed", readers=Readers.GROUPS)
    factories.document(title="Geheimsache", collection=closed, embed=False)
    client = editor()
    assert found(client, "Geheimsache") == {}
    assert "users" not in found(client, "person")
    assert "Settings" not in found(client, "imprint")


def test_a_list_without_a_search_of_its_own_does_not_show_all_its_rows(admin_client: Client) -> None:
    assert found(admin_client, "zzzz") == {}


def test_nothing_is_asked_for_nothing(admin_client: Client) -> None:
    assert found(admin_client, "  ") == {}


def test_a_search_asks_at_most_20_times(admin_client: Client) -> None:
    for number in range(8):
        factories.document(title=f"Satzung {number}", embed=False)
    with CaptureQueriesContext(connection) as asked:
        found(admin_client, "satzung")
    assert len(asked) <= 20, [query["sql"][:120] for query in asked]


def test_visitors_are_sent_to_sign_in(client: Client) -> None:
    assert client.get("/admin/search/?q=x")["Location"].startswith("/admin/login/")
