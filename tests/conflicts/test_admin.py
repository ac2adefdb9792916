"""Contradictions in the admin: who sees them, what stands there, and what an editor decides."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.test import Client

from apps.conflicts.detection.compare_documents import compare_document
from apps.conflicts.models import ComparedRevision, Conflict, ConflictState
from apps.documents.models import Readers
from tests.factories import collection, document

LIST = "/admin/conflicts/conflict/"


@pytest.fixture
def editor(client: Client, db: None) -> User:
    user = User.objects.create_user("editor", is_staff=True)
    user.groups.add(Group.objects.get(name="editor"))
    client.force_login(user)
    return user


@pytest.fixture
def conflict(db: None) -> Conflict:
    for price, title in ((5, "Badeordnung"), (7, "Merkblatt")):
        text = f"Der Eintritt ins Hallenbad kostet {price} Euro."
        compare_document(document([text], collection=collection("town"), title=title, date="2024-05-01", embed=False))
    return Conflict.objects.get()


def test_both_sentences_are_listed_with_pages_and_dates(client: Client, editor: User, conflict: Conflict) -> None:
    page = client.get(LIST).content.decode()
    for words in ("kostet 5 Euro", "kostet 7 Euro", "Badeordnung", "Merkblatt", f'href="{conflict.first.url}'):
        assert words.replace("&", "&amp;") in page
    assert "2 " in page
    assert page.count("2024") >= 2


def test_the_list_says_how_many_documents_cannot_be_compared(client: Client, editor: User, conflict: Conflict) -> None:
    ComparedRevision.objects.filter(revision=conflict.first.revision_id).update(error="RecursionError")
    page = client.get(LIST, headers={"Accept-Language": "en"}).content.decode()
    assert "1 of 2 documents compared, 1 cannot be compared: see the log" in page


def test_what_the_version_before_lists_as_possible_is_not_shown(
    client: Client, editor: User, conflict: Conflict
) -> None:
    Conflict.objects.update(is_possible=True)
    assert "kostet 5 Euro" not in client.get(LIST).content.decode()


def test_an_editor_dismisses_it_and_the_list_says_who(client: Client, editor: User, conflict: Conflict) -> None:
    client.post(f"{LIST}{conflict.pk}/change/", {"state": "dismissed", "note": "Kinderpreis"})
    conflict.refresh_from_db()
    assert (conflict.state, conflict.decided_by, conflict.note) == (ConflictState.DISMISSED, editor, "Kinderpreis")
    assert "editor" in client.get(LIST).content.decode()


@pytest.mark.parametrize(("action", "state"), [("dismiss", "dismissed"), ("settle", "settled"), ("reopen", "open")])
def test_several_are_decided_at_once(client: Client, editor: User, conflict: Conflict, action: str, state: str) -> None:
    client.post(LIST, {"action": action, "_selected_action": [conflict.pk]})
    conflict.refresh_from_db()
    assert (conflict.state, conflict.decided_by) == (state, editor)


def test_who_may_not_read_the_collection_sees_nothing_of_it(client: Client, editor: User, conflict: Conflict) -> None:
    conflict.collection.readers = Readers.GROUPS
    conflict.collection.save()
    assert "Hallenbad" not in client.get(LIST).content.decode()
    assert client.get(f"{LIST}{conflict.pk}/change/").status_code == 302
    client.post(LIST, {"action": "dismiss", "_selected_action": [conflict.pk]})
    conflict.refresh_from_db()
    assert conflict.state == ConflictState.OPEN


def test_nobody_adds_or_deletes_one_by_hand(client: Client, conflict: Conflict) -> None:
    client.force_login(User.objects.create_superuser("root"))
    assert client.get(f"{LIST}add/").status_code == 403
    assert client.get(f"{LIST}{conflict.pk}/delete/").status_code == 403


def test_the_log_keeps_nothing_of_what_the_documents_say(client: Client, editor: User, conflict: Conflict) -> None:
    client.post(f"{LIST}{conflict.pk}/change/", {"state": "dismissed", "note": ""})
    client.post(LIST, {"action": "settle", "_selected_action": [conflict.pk]})
    assert list(LogEntry.objects.values_list("object_repr", flat=True)) == [str(conflict.pk)] * 2
