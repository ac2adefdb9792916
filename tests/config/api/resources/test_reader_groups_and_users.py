"""Who reads a document or a collection that exists, changed by a program: it holds for the next question."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission, User

from apps.documents.lifecycle.restrict_document_access import set_readers_of_source
from apps.documents.models import Collection, Document, Readers
from apps.documents.sources.connectors.source_item import NamedReaders
from tests import factories
from tests.config.api.conftest import Api, MakeToken

pytestmark = pytest.mark.django_db

QUESTION = {"question": "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"}


@pytest.fixture
def editor(make_token: MakeToken) -> Api:
    return Api(make_token("documents:read", "documents:write", group="editor"))


@pytest.fixture
def anna(make_token: MakeToken) -> Api:
    """A person without a group, whom others know by her mail address."""
    return Api(make_token("search", user=User.objects.create_user("sso-7", email="anna@amt.example")))


@pytest.fixture
def clerk(make_token: MakeToken) -> Api:
    person = User.objects.create_user("clerk")
    person.groups.add(Group.objects.create(name="Bauamt"))
    return Api(make_token("search", user=person))


def finds(caller: Api) -> bool:
    answer = caller.post("search", QUESTION)
    assert answer.status_code == 200
    return bool(answer.json()["documents"])


def test_a_change_of_a_documents_readers_holds_for_the_next_question(
    fees: Document, editor: Api, anna: Api, clerk: Api
) -> None:
    readers = (Api(), anna, clerk)
    assert [finds(each) for each in readers] == [True, True, True]
    for change, expected in (
        ({"reader_groups": ["Bauamt", "editor"]}, [False, False, True]),
        ({"reader_users": ["Anna@amt.example"]}, [False, True, True]),
        ({"reader_groups": ["editor"]}, [False, True, False]),
        ({"reader_groups": [], "reader_users": []}, [True, True, True]),
    ):
        answer = editor.patch(f"documents/{fees.pk}", change)
        assert answer.status_code == 200, answer.content
        assert [finds(each) for each in readers] == expected, change
    assert (answer.json()["readers"], answer.json()["reader_groups"]) == ("collection", [])


def test_a_change_of_a_collections_readers_holds_for_the_next_question(
    fees: Document, editor: Api, anna: Api, clerk: Api
) -> None:
    address = f"collections/{fees.collection.slug}"
    readers = (Api(), anna, clerk)
    assert [finds(each) for each in readers] == [True, True, True]
    for change, expected in (
        ({"readers": "staff"}, [False, True, True]),
        ({"readers": "groups", "reader_groups": ["editor", "Bauamt"]}, [False, False, True]),
        ({"reader_users": ["anna@amt.example"]}, [False, True, True]),
        ({"reader_groups": ["editor"], "reader_users": []}, [False, False, False]),
        ({"readers": "public"}, [True, True, True]),
    ):
        answer = editor.patch(address, change)
        assert answer.status_code == 200, answer.content
        assert [finds(each) for each in readers] == expected, change


def test_readers_are_told_by_names_that_can_be_sent_again(fees: Document, editor: Api, anna: Api, clerk: Api) -> None:
    named = {"reader_groups": ["Bauamt", "editor"], "reader_users": ["clerk", "anna@amt.example"]}
    for address, changed in (
        (f"documents/{fees.pk}", named),
        (f"collections/{fees.collection.slug}", {**named, "readers": "groups"}),
    ):
        assert editor.patch(address, changed).status_code == 200
        told = editor.get(address).json()
        assert {field: told[field] for field in named} == named
    set_readers_of_source([(fees.pk, NamedReaders(frozenset({"editor"}), frozenset({("bela@amt.example",)})))])
    told = editor.get(f"documents/{fees.pk}").json()
    assert (told["readers"], told["source_users"], told["pages"]) == ("named", ["bela@amt.example"], 1)
    assert told["reader_users"] == ["clerk", "anna@amt.example"], "named here, not by the source"


def test_who_may_only_look_is_not_told_who_reads(fees: Document, make_token: MakeToken) -> None:
    for token in (make_token("documents:read", group="editor"), make_token(group="evaluator")):
        for address in (f"documents/{fees.pk}", f"collections/{fees.collection.slug}"):
            told = Api(token).get(address)
            assert told.status_code == 200
            assert not {"readers", "reader_groups", "reader_users", "source_users"} & told.json().keys()


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        ({"reader_groups": ["Bauhof"]}, "unknown_group", "Bauhof"),
        ({"reader_groups": ["editor"], "reader_users": ["niemand"]}, "unknown_person", "niemand"),
        ({"reader_users": ["twins@amt.example"]}, "unknown_person", "twins@amt.example"),
        ({"reader_groups": "editor"}, "invalid", "reader_groups"),
        ({"reader_groups": [7]}, "invalid", "reader_groups"),
        ({"reader_groups": None}, "invalid", "reader_groups"),
        ({"reader_users": ["a\0b"]}, "invalid", "reader_users"),
        ({"reader_users": ["x"] * 501}, "invalid", "reader_users"),
        ({"groups": ["editor"]}, "invalid", "groups"),
        ({}, "invalid", "reader_groups"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence_and_changes_nothing(
    fees: Document, editor: Api, change: dict[str, Any], code: str, said: str
) -> None:
    for number in range(2):
        User.objects.create(username=f"twin-{number}", email="twins@amt.example")
    Collection.objects.update(readers=Readers.STAFF)
    for address in (f"documents/{fees.pk}", f"collections/{fees.collection.slug}"):
        answer = editor.patch(address, change)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)
        assert said in answer.json()["error"]["message"]
    fees.refresh_from_db()
    assert (fees.reader_groups, Collection.objects.get().readers) == (None, Readers.STAFF)
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("change", [{"readers": "nobody"}, {"reader_groups": ["editor"]}])
def test_names_without_a_closed_collection_are_refused_rather_than_stored_without_effect(
    fees: Document, editor: Api, change: dict[str, Any]
) -> None:
    answer = editor.patch(f"collections/{fees.collection.slug}", change)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid")
    assert "readers" in answer.json()["error"]["message"]
    assert not Collection.objects.get().reader_groups.exists()


def test_the_history_of_the_console_says_who_changed_what(fees: Document, editor: Api) -> None:
    for _again in range(2):
        editor.patch(f"documents/{fees.pk}", {"reader_groups": ["editor"]})
        editor.patch(f"collections/{fees.collection.slug}", {"readers": "staff"})
    lines = [(entry.user.username, str(entry.edited_object), entry.get_change_message()) for entry in history()]
    assert lines == [
        ("editor", "Gebühren", "Nur für diese Gruppen lesbar geändert."),
        ("editor", fees.collection.name, "Wer lesen darf geändert."),
    ], "once: the second time nothing is different"


def test_opening_what_only_administrators_read_stands_in_the_history(fees: Document, make_token: MakeToken) -> None:
    set_readers_of_source([(fees.pk, NamedReaders())])
    administrator = Api(make_token(user=User.objects.create_superuser("root")))
    address = f"documents/{fees.pk}"
    assert administrator.get(address).json()["readers"] == "named"
    assert administrator.patch(address, {"reader_groups": []}).json()["readers"] == "named"
    opened = {"reader_groups": [], "reader_users": []}
    assert administrator.patch(address, opened).json()["readers"] == "collection"
    assert [entry.user.username for entry in history()] == ["root"]


def history() -> list[LogEntry]:
    rows: list[Any] = list(LogEntry.objects.order_by("pk"))
    for entry in rows:
        entry.edited_object = entry.get_edited_object()
    return rows


def test_only_those_who_may_change_what_they_may_read_are_let_in(fees: Document, make_token: MakeToken) -> None:
    change = {"reader_groups": ["editor"]}
    addresses = (f"documents/{fees.pk}", f"collections/{fees.collection.slug}")
    for token, status in (
        ("", 401),
        (make_token("documents:read", group="editor"), 403),
        (make_token(group="evaluator"), 403),
    ):
        assert [Api(token).patch(address, change).status_code for address in addresses] == [status, status]
    writer = User.objects.create_user("writer")
    writer.user_permissions.set(Permission.objects.filter(codename__in=["view_document", "change_document"]))
    api = Api(make_token(user=writer))
    assert [api.patch(address, change).status_code for address in addresses] == [200, 403]
    assert api.patch(addresses[0], change).status_code == 404, "the change was for others, and no longer for its author"


def test_a_collection_that_others_read_is_as_good_as_none(editor: Api) -> None:
    closed = factories.document(collection=factories.collection("akten", readers=Readers.GROUPS))
    for address in (f"documents/{closed.pk}", "collections/akten", "collections/none"):
        assert editor.patch(address, {"reader_groups": ["editor"]}).status_code == 404
        assert editor.get(address).status_code == 404
