"""A document with readers of its own in a collection that everybody may read: every way out, asked by everybody.

It was open when everything else was made of it, such as a graph, answers, cases and contradictions; then it was closed.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from apps.chat.channels.intake.reply_audience import room_reader
from apps.conflicts.models import Conflict
from apps.conflicts.open_conflicts import open_conflicts
from apps.database.settings_cache import load_settings_stamp
from apps.documents.lifecycle.restrict_document_access import set_readers_of_source
from apps.documents.models import Collection, Document, reader_of
from apps.documents.sources.connectors.source_item import NamedReaders
from apps.evaluation.models import Suite
from apps.evaluation.planning.generate_cases import sample_chunks, searched_collections
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.graph_status import get_or_create_graph_index, graph_status
from apps.graph.extraction.load_text_units import load_unit_corpus
from apps.retrieval.algorithms import ALGORITHMS
from config.api.tokens.scopes import Scope
from config.asgi import application
from config.mcp.tools.registry import TOOLS
from tests import factories
from tests.attacks.closed_document import (
    FILE,
    OPEN,
    QUESTION,
    READERS,
    TEXT,
    TITLE,
    close,
    member,
    name_readers,
    secret_document,
    secrets_in,
    token_of,
    told,
)
from tests.attacks.test_editors import FEWEST_PAGES, client_of, pages

pytestmark = pytest.mark.django_db(transaction=True)


def routes(patterns: Any = None, before: str = "") -> Iterator[str]:
    """Every address of the site beside the console's, converters and patterns as they stand."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if route.startswith("admin/"):
            continue
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


def paths(document: Document) -> list[str]:
    """The routes with what stands for their parts; a part that is unknown here has to be thought about."""
    known = {
        "<int:document_id>": [str(document.pk)],
        "<int:number>": ["1"],
        "(?P<token>[A-Za-z0-9_-]{1,64})": ["shared-1", "shared-2", "shared-3"],
        "<token:token>": ["nobody"],
        "<path:name>": ["collection:amt"],
        "<path:resource_path>": ["mcp"],
        "<str:client_id>": ["nobody"],
        "<int:pk>": ["1"],
        "<slug:name>": ["search"],
        "<slug:token>": ["told"],
        "<slug:slug>": ["amt"],
        "(?P<path>.*)": ["nowhere"],
        "(?P<path>(?s:.*))": ["nowhere"],
    }
    found = []
    for route in routes():
        made = [route.replace("^", "").replace("/?$", "").replace("$", "")]
        for part, values in known.items():
            made = [each.replace(part, value) for each in made for value in values]
        found += made
    unknown = [path for path in found if "<" in path or "(" in path]
    assert not unknown, unknown
    # What ends a subscription comes last: it is gone then.
    return sorted((f"/{path}" for path in dict.fromkeys(found)), key=lambda path: path.endswith("/leave"))


def bodies(path: str) -> list[dict[str, Any]]:
    """What is sent to an address; most are only read."""
    talk = {"messages": [{"role": "user", "content": QUESTION}]}
    return {
        "/api/v1/ask": [{"question": QUESTION}, {"question": QUESTION, "collections": ["amt"]}],
        "/api/v1/search": [{"question": QUESTION, "algorithm": algorithm} for algorithm in ALGORITHMS]
        + [{"question": QUESTION, "filters": {"authors": []}}],
        "/api/v1/simplify": [{"text": OPEN}],
        "/v1/chat/completions": [{"model": "collection:amt", **talk}, {"model": "auskunft", "stream": True, **talk}],
        "/mcp": list(mcp_messages()),
    }.get(path, [])


def mcp_messages() -> Iterator[dict[str, Any]]:
    named = {"collection": "amt", "document": FILE}
    arguments: dict[str, list[dict[str, Any]]] = {
        "search": [{"question": QUESTION}],
        "ask": [{"question": QUESTION}],
        "read_page": [{**named, "page": 1}],
        "verify_quote": [{**named, "quote": TEXT[:60]}, {**named, "page": 1, "quote": TEXT[:60]}],
        "list_collections": [{}],
        "simplify": [{"text": OPEN}],
    }
    assert set(arguments) == set(TOOLS), "a tool that this test does not call"
    calls = [("tools/call", {"name": name, "arguments": each}) for name in arguments for each in arguments[name]]
    uris = [f"auskunft://documents/amt/{FILE}", f"auskunft://pages/amt/{FILE}/1"]
    calls += [("resources/read", {"uri": uri}) for uri in uris]
    calls += [(method, {}) for method in ("resources/list", "prompts/list", "tools/list", "resources/templates/list")]
    for number, (method, params) in enumerate(calls):
        yield {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def walk(client: Client, token: str, document: Document) -> dict[str, list[str]]:
    """Address and what was sent -> the secrets that came back."""
    found: dict[str, list[str]] = {}
    headers = {"authorization": f"Bearer {token}"} if token else {}
    forms = {"q": QUESTION, "text": QUESTION, "document": FILE, "collection": "amt", "view": "text"}
    for path in paths(document):
        for query in ({}, forms):
            note(found, f"GET {path} {len(query)}", client.get(path, query, headers=headers, follow=True), str(query))
        note(found, f"POST {path}", client.post(path, forms, headers=headers, follow=True), str(forms))
        for body in bodies(path):
            answer = client.post(path, json.dumps(body), content_type="application/json", headers=headers)
            note(found, f"POST {path} {body}", answer, str(body))
    return found


def note(found: dict[str, list[str]], what: str, answer: Any, asked: str) -> None:
    shown = secrets_in(content_of(answer).decode("utf-8", "replace"), asked)
    if shown:
        found[what] = shown


def content_of(answer: Any) -> bytes:
    async def whole() -> list[bytes]:
        return [part async for part in answer]

    if not answer.streaming:
        return bytes(answer.content)
    return b"".join(async_to_sync(whole)() if answer.is_async else answer)


@pytest.fixture(autouse=True)
def _open_interface(settings: Any) -> None:
    settings.API_PUBLIC_SCOPES = [Scope.ASK, Scope.SEARCH, Scope.SIMPLIFY]


def test_no_address_of_the_site_shows_it_to_the_public(amt: Collection) -> None:
    assert walk(Client(), "", secret_document()) == {}


def test_nor_to_somebody_who_is_signed_in_and_has_every_scope(amt: Collection) -> None:
    person = User.objects.create_user("person", is_staff=True)
    person.groups.add(Group.objects.get(name="editor"), Group.objects.create(name="bauamt"))
    client = Client()
    client.force_login(person)
    assert walk(client, token_of(person), secret_document()) == {}


@pytest.mark.parametrize("reader", ["group", READERS[1]])
def test_its_readers_get_it_by_each_way(amt: Collection, reader: str) -> None:
    """What makes the tests above able to fail."""
    client, person = Client(), member() if reader == "group" else User.objects.get(username=reader)
    client.force_login(person)
    document = secret_document()
    found = walk(client, token_of(person), document)
    for way in (
        f"GET /documents/{document.pk}/pages/1/ 0", "GET /documents/ 5", "GET /documents/feed 0",
        "GET /subscriptions/told/ 0", "GET /subscriptions/told/feed 0",
        "GET /shared/shared-1/ 0", "GET /shared/shared-3/ 0", f"GET /documents/{document.pk}/original 0",
    ):  # fmt: skip
        assert way in found, way
    for start in ("POST /api/v1/search", "POST /api/v1/ask", "POST /mcp", "POST /v1/chat/completions"):
        assert any(way.startswith(start) for way in found), start


@pytest.mark.parametrize("group", ["editor", "evaluator"])
def test_no_page_of_the_console_shows_it(amt: Collection, group: str) -> None:
    client, found, count = client_of(group), {}, 0
    for count, (address, page) in enumerate(pages(client), 1):  # noqa: B007 - read below
        shown = secrets_in(page, "Kornhausgasse" if "q=" in address else "")
        if shown:
            found[address] = shown
    assert count > FEWEST_PAGES
    assert found == {}
    looked_after = client_of("administrator").get("/admin/documents/document/").content.decode()
    assert TITLE in looked_after


def test_every_algorithm_finds_it_for_its_readers_alone(amt: Collection) -> None:
    person = member()
    boss = User.objects.get(username="boss")
    named = [User.objects.get(username=name) for name in READERS]
    nobody = [None, User.objects.create_user("stranger"), User(is_superuser=True), room_reader(["amt"])]
    for algorithm in ALGORITHMS:
        for reader in (person, boss, *named):
            assert secrets_in(told(algorithm, reader)) or algorithm in ("graph-global",), (algorithm, reader)
        for reader in nobody:
            assert not secrets_in(told(algorithm, reader)), (algorithm, reader)


def test_a_right_that_is_taken_holds_for_the_next_question(amt: Collection) -> None:
    person = member()
    assert secrets_in(told("chunks-only", person))
    person.groups.clear()
    assert not secrets_in(told("chunks-only", person))
    by_hand, by_source = (User.objects.get(username=name) for name in READERS)
    name_readers(secret_document(), people=[person])
    for user, may_read in ((by_hand, False), (by_source, True), (person, True)):
        assert bool(secrets_in(told("chunks-only", user))) is may_read, user
    set_readers_of_source([(secret_document().pk, NamedReaders())])
    assert not secrets_in(told("chunks-only", by_source))
    name_readers(secret_document())
    assert secrets_in(told("chunks-only", None))


def test_the_socket_does_not_show_it(amt: Collection) -> None:
    frames = async_to_sync(frames_of)(QUESTION)
    assert any('"done"' in frame for frame in frames)
    assert not [frame for frame in frames if secrets_in(frame)]


async def frames_of(question: str) -> list[str]:
    headers = [(b"origin", b"http://testserver"), (b"host", b"testserver")]
    scope = {
        "type": "websocket",
        "path": "/ws/chat/",
        "query_string": b"",
        "headers": headers,
        "client": ("127.0.0.1", 1),
    }
    socket = ApplicationCommunicator(application, scope)
    await socket.send_input({"type": "websocket.connect"})
    assert (await socket.receive_output(60))["type"] == "websocket.accept"
    asked = {"type": "ask", "id": "one", "text": question, "conversation": None, "language": "de"}
    await socket.send_input({"type": "websocket.receive", "text": json.dumps(asked)})
    frames: list[str] = []
    while not any(end in frame for frame in frames for end in ('"done"', '"error"')):
        frames.append((await socket.receive_output(60))["text"])
    await socket.send_input({"type": "websocket.disconnect", "code": 1000})
    await socket.wait(60)
    return frames


def test_commands_that_answer_read_as_nobody_in_particular(amt: Collection, capsys: Any) -> None:
    for command in ("search", "ask"):
        call_command(command, QUESTION, json=True)
        shown = json.loads(capsys.readouterr().out)
        shown.pop("question", None)
        shown.pop("query", None)
        assert not secrets_in(json.dumps(shown, ensure_ascii=False), QUESTION), command
        assert "77 Euro" not in str(shown)


def test_what_is_made_of_several_documents_is_made_without_it(amt: Collection) -> None:
    """The graph, the contradictions and the cases of an evaluation are for all readers of the collection."""
    document = secret_document()
    assert Conflict.objects.exists()
    assert open_conflicts([document.pk, *Document.objects.values_list("pk", flat=True)]) == []
    assert graph_status(amt)["state"] == "stale"
    assert document.pk not in load_unit_corpus(amt.pk, chunk_tokens=300, overlap=0).covered
    build_collection_graph(get_or_create_graph_index(amt))
    assert graph_status(amt)["state"] == "complete"
    suite = Suite.objects.create(name="Neu", slug="neu")
    read = {chunk.document_id for chunk in sample_chunks(searched_collections(suite), random.Random(1))}  # noqa: S311
    assert read == set(Document.objects.shown_to(None).values_list("pk", flat=True))


def test_it_is_in_no_number(amt: Collection) -> None:
    assert Document.objects.shown_to(None).count() == 1
    assert Document.objects.shown_to(member()).count() == 2
    page = client_of("editor").get("/admin/documents/collection/").content.decode()
    assert 'class="field-documents_in_all">1</td>' in page


def test_a_collection_knows_that_some_of_its_documents_have_readers(amt: Collection) -> None:
    amt.refresh_from_db()
    other = factories.collection("other")
    assert (amt.has_document_readers, other.has_document_readers) == (True, False)
    Document.objects.filter(external_id=FILE).update(collection=other)
    other.refresh_from_db()
    assert other.has_document_readers


def test_further_documents_with_readers_draw_no_number_of_the_settings(amt: Collection) -> None:
    """Every process would read all settings anew, and imports would wait for each other."""
    before = load_settings_stamp()
    close(factories.document(["Ein Satz."], collection=amt))
    assert load_settings_stamp() == before
    close(factories.document(["Ein Satz."], collection=factories.collection("other")))
    assert load_settings_stamp() != before


def test_nobody_replaces_a_document_that_they_may_not_read(amt: Collection) -> None:
    client = client_of("editor")
    file = SimpleUploadedFile(FILE, b"%PDF-1.4")
    page = client.post("/admin/documents/document/upload/", {"collection": amt.pk, "file": [file]})
    assert page.status_code == 200
    assert secret_document().revisions.count() == 1


def test_somebody_without_a_row_is_nobody() -> None:
    assert reader_of(User(is_superuser=True)) == reader_of(None)
