"""The socket of an upload tells staff what changed and ends with the last file; nobody else hears anything."""

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import Group, User
from django.test import Client

from apps.documents.models import Collection, Document, Readers, Status
from config.console import upload_progress_websocket

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload_progress_websocket, "EVERY", 0.01)


def session_of(person: User) -> str:
    client = Client()
    client.force_login(person)
    return client.cookies["sessionid"].value


def editor() -> User:
    person = User.objects.create_user("editor-person", is_staff=True)
    person.groups.add(Group.objects.get_or_create(name="editor")[0])
    return User.objects.get(pk=person.pk)


def document(status: Status = Status.QUEUED, readers: Readers = Readers.PUBLIC) -> Document:
    collection = Collection.objects.create(slug=f"amt-{readers}", name="Amt", readers=readers)
    return Document.objects.create(collection=collection, external_id="a.pdf", status=status)


def conversation(session: str, ids: list[int], after_each: Callable[[], None] = lambda: None) -> list[dict[str, Any]]:
    """What the socket sends until it closes; `after_each` runs after each message with rows."""
    sent: list[dict[str, Any]] = []

    async def talk() -> None:
        messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        messages.put_nowait({"type": "websocket.connect"})

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)
            if message["type"] == "websocket.send":
                await asyncio.to_thread(after_each)

        scope = {
            "client": ("127.0.0.1", 1),
            "query_string": f"ids={','.join(map(str, ids))}".encode(),
            "cookies": {"sessionid": session, "django_language": "en"},
        }
        await asyncio.wait_for(upload_progress_websocket.upload_socket(scope, messages.get, send), 20)

    async_to_sync(talk)()
    return sent


def test_it_says_what_has_changed_and_ends_with_the_last_file() -> None:
    given = document()
    steps = iter([Status.OCR, Status.READY])

    def go_on() -> None:
        from django.db import connection

        if step := next(steps, None):
            Document.objects.filter(pk=given.pk).update(status=step)
        connection.close()

    sent = conversation(session_of(editor()), [given.pk], go_on)
    assert sent[0]["type"] == "websocket.accept"
    rows = [json.loads(message["text"])["files"][0] for message in sent if message["type"] == "websocket.send"]
    assert [row["status"] for row in rows] == ["queued", "reading scans", "ready"]
    assert sent[-1] == {"type": "websocket.close", "code": upload_progress_websocket.ENDED}


def test_visitors_and_people_without_the_right_are_refused_before_the_handshake() -> None:
    given = document()
    nobody = User.objects.create_user("new-person", is_staff=True)
    for session in ("", "made-up", session_of(nobody)):
        assert conversation(session, [given.pk]) == [
            {"type": "websocket.close", "code": upload_progress_websocket.NOT_ALLOWED}
        ]


def test_documents_of_closed_collections_are_not_told() -> None:
    given = document(readers=Readers.GROUPS)
    sent = conversation(session_of(editor()), [given.pk])
    assert json.loads(sent[1]["text"]) == {"files": []}


def test_a_stranger_makes_no_process_load_the_admin(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a third of a second, in which no answer of that process would stream."""
    name = "apps.documents.admin.upload.upload_page"
    monkeypatch.delitem(sys.modules, name, raising=False)
    assert [message["type"] for message in conversation("", [1])] == ["websocket.close"]
    assert name not in sys.modules
