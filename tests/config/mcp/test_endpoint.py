"""The Model Context Protocol as it travels: revisions, tokens, foreign pages, and errors in its own form."""

import json
from typing import Any

import pytest
from django.test import Client

from apps.chat.models import Channel, Conversation
from apps.documents.models import Collection, Document, Readers
from config.mcp.tools import verify_quote
from tests import factories
from tests.config.api.conftest import MakeToken

pytestmark = pytest.mark.django_db

QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"
NEWEST = "2026-07-28"
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": NEWEST,
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Assistant:
    """Calls as another program makes them, by its own bytes: with a handshake's revision, or with the newest."""

    def __init__(self, secret: str = "", **headers: str) -> None:
        self.headers = ({"authorization": f"Bearer {secret}"} if secret else {}) | headers
        self.client = Client()

    def send(self, body: Any, **headers: str) -> Any:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.client.post("/mcp", data, content_type="application/json", headers=self.headers | headers)

    def call(self, method: str, revision: str = "2025-11-25", **params: Any) -> Any:
        message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
        return self.send(message, **{"mcp-protocol-version": revision})

    def tool(self, name: str, **arguments: Any) -> Any:
        return self.call("tools/call", name=name, arguments=arguments)


def newest(method: str, named: str = "", /, **params: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """Message and headers of the stateless revision."""
    headers = {"mcp-protocol-version": NEWEST, "mcp-method": method} | ({"mcp-name": named} if named else {})
    return {"jsonrpc": "2.0", "id": "a", "method": method, "params": {"_meta": ENVELOPE, **params}}, headers


@pytest.fixture
def assistant(fees: Document, make_token: MakeToken) -> Assistant:
    return Assistant(make_token("ask", "search"))


def test_without_a_token_nothing_is_said_and_the_way_to_one_is_named(fees: Document) -> None:
    for secret in ("", "ausk_forged"):
        answer = Assistant(secret).tool("list_collections")
        assert answer.status_code == 401
        assert answer["WWW-Authenticate"].startswith("Bearer")
        assert answer.json()["error"]["code"] == -32001


def test_a_tool_without_arguments_says_that_it_knows_none(assistant: Assistant) -> None:
    assert "Bekannt: –." in assistant.tool("list_collections", colour="red").content.decode()


def test_a_token_without_the_scope_is_refused_and_told_which_it_needs(fees: Document, make_token: MakeToken) -> None:
    answer = Assistant(make_token("search")).tool("ask", question=QUESTION)
    assert answer.status_code == 403
    assert 'error="insufficient_scope", scope="ask"' in answer["WWW-Authenticate"]
    assert (answer.json()["id"], answer.json()["error"]["code"]) == (7, -32003)
    assert Conversation.objects.count() == 0


@pytest.mark.parametrize("asked", ["2025-03-26", "2025-06-18", "2025-11-25"])
def test_a_handshake_agrees_on_the_revision_of_the_client(assistant: Assistant, asked: str) -> None:
    message = {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {"protocolVersion": asked, "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
    }
    answer = assistant.send(message)
    assert answer.json()["result"]["protocolVersion"] == asked
    assert "Mcp-Session-Id" not in answer
    assert assistant.send({"jsonrpc": "2.0", "method": "notifications/initialized"}).status_code == 202
    assert assistant.call("ping", revision=asked).json()["result"] == {}


def test_a_handshake_in_an_unknown_revision_is_offered_the_newest_that_has_one(assistant: Assistant) -> None:
    assert (
        assistant.call("initialize", protocolVersion="1999-01-01").json()["result"]["protocolVersion"] == "2025-11-25"
    )


def test_the_newest_revision_needs_no_handshake(assistant: Assistant) -> None:
    message, headers = newest("server/discover")
    result = assistant.send(message, **headers).json()["result"]
    assert (result["resultType"], NEWEST in result["supportedVersions"]) == ("complete", True)
    message, headers = newest("tools/call", "list_collections", name="list_collections", arguments={})
    assert assistant.send(message, **headers).json()["result"]["structuredContent"]["collections"]


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"mcp-method": "tools/list"}, -32020),
        ({"mcp-name": "ask"}, -32020),
        ({"mcp-name": "=?base64?%%%?="}, -32020),
        ({"mcp-protocol-version": "2025-11-25"}, -32020),
        ({"mcp-protocol-version": "2027-01-01"}, -32022),
    ],
)
def test_headers_that_contradict_the_body_are_refused(assistant: Assistant, changed: dict[str, str], code: int) -> None:
    message, headers = newest("tools/call", "list_collections", name="list_collections", arguments={})
    answer = assistant.send(message, **headers | changed)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


def test_a_name_may_be_encoded_in_its_header(assistant: Assistant) -> None:
    message, headers = newest("tools/call", "=?base64?bGlzdF9jb2xsZWN0aW9ucw==?=", name="list_collections")
    assert assistant.send(message, **headers).status_code == 200


def test_a_method_that_is_none_is_not_found_in_the_newest_revision_and_an_error_before(assistant: Assistant) -> None:
    message, headers = newest("ping")
    answers = [assistant.send(message, **headers), assistant.call("tasks/list")]
    assert [answer.status_code for answer in answers] == [404, 200]
    assert [answer.json()["error"]["code"] for answer in answers] == [-32601, -32601]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"\xff", -32700),
        (b'{"jsonrpc": "2.0", "id": NaN}', -32700),
        (b"[" * 5000, -32700),
        ([], -32600),
        ([{"jsonrpc": "2.0", "id": 1, "method": "ping"}], -32600),
        ({"id": 1, "method": "ping"}, -32600),
        ({"jsonrpc": "2.0", "id": True, "method": "ping"}, -32600),
        ({"jsonrpc": "2.0", "id": None, "method": "ping"}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "result": {}}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}, -32600),
    ],
)
def test_what_is_no_message_is_refused_in_the_protocols_form(assistant: Assistant, body: Any, code: int) -> None:
    answer = assistant.send(body)
    assert (answer.status_code, answer.json()["error"]["code"], answer.json()["id"]) == (400, code, None)


def test_ten_megabytes_are_refused_in_the_protocols_form(assistant: Assistant) -> None:
    answer = assistant.tool("search", question="x" * 10_000_000)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, -32600)


@pytest.mark.parametrize("arguments", [[], "x", 3])
def test_arguments_that_are_no_object_are_an_error_of_the_protocol(assistant: Assistant, arguments: Any) -> None:
    answer = assistant.call("tools/call", name="search", arguments=arguments)
    assert answer.json()["error"]["code"] == -32602


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("search", {}, "question"),
        ("search", {"question": 5}, "question"),
        ("search", {"question": "Was?", "collection": "geheim"}, "unknown_collection"),
        ("search", {"question": "Was?", "depth": 3}, "depth"),
        ("read_page", {"collection": "c", "document": "d"}, "not_found"),
        ("ask", {"question": "Was?", "conversation": "nobody"}, "unknown_conversation"),
    ],
)
def test_what_a_model_can_mend_is_told_to_the_model(
    assistant: Assistant, name: str, arguments: dict[str, Any], said: str
) -> None:
    result = assistant.tool(name, **arguments).json()["result"]
    assert result["isError"] is True
    assert said in result["content"][0]["text"]
    assert "structuredContent" not in result


def test_an_unknown_tool_is_an_error_of_the_protocol(assistant: Assistant) -> None:
    error = assistant.tool("drop_tables").json()["error"]
    assert error["code"] == -32602
    assert error["message"].startswith("Unbekanntes Werkzeug „drop_tables“. Bekannt: ")


@pytest.mark.parametrize("method", ["get", "delete", "put"])
def test_there_are_no_streams_and_no_sessions(assistant: Assistant, method: str) -> None:
    answer = getattr(assistant.client, method)("/mcp", headers=assistant.headers)
    assert answer.status_code == 405
    assert "POST" in answer["Allow"]


def test_a_foreign_page_is_refused_whatever_its_token(assistant: Assistant) -> None:
    for origin in ("https://attacker.example", "null", "http://testserver.attacker.example"):
        answer = assistant.send({"jsonrpc": "2.0", "id": 1, "method": "ping"}, origin=origin)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, -32003)
    assert assistant.send({"jsonrpc": "2.0", "id": 1, "method": "ping"}, origin="http://testserver").status_code == 200


def test_a_preflight_gives_no_page_permission(fees: Document) -> None:
    asked = {"origin": "http://testserver", "access-control-request-method": "POST"}
    answer = Client().options("/mcp", headers=asked)
    assert answer.status_code == 204
    assert not any(name.lower().startswith("access-control") for name in answer.headers)


def test_calls_have_the_limits_of_the_interface(assistant: Assistant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.api.protocol.throttles.CallerThrottle.token_calls", OneCall())
    answers = [assistant.call("ping") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert answers[1].json()["error"]["code"] == -32004
    assert answers[1]["Retry-After"] == "3"


class OneCall:
    def __init__(self) -> None:
        self.left = 1

    def take(self, name: str) -> float:
        self.left -= 1
        return 0.0 if self.left >= 0 else 3.0


def test_an_answer_stands_in_the_list_of_conversations_with_its_owner(assistant: Assistant) -> None:
    answer = assistant.tool("ask", question=QUESTION).json()["result"]["structuredContent"]
    conversation = Conversation.objects.get(token=answer["conversation"])
    assert (conversation.channel, conversation.user is not None) == (Channel.API, True)
    assert answer["sentences"][0]["level"] in ("verbatim", "checked")


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("Die  Gebühr für einen\nAnwohnerparkausweis", "Die Gebühr für einen Anwohnerparkausweis"),
        ("beträgt 30,70 Euro im Jahr.", "beträgt 30,70 Euro im Jahr."),
        ("„Sie ist … zu zahlen“", "Sie ist bar zu zahlen"),
    ],
)
def test_a_verified_quote_comes_back_in_the_wording_of_the_page(
    assistant: Assistant, fees: Document, asked: str, given: str
) -> None:
    named = {"collection": fees.collection.slug, "document": fees.external_id}
    result = assistant.tool("verify_quote", quote=asked, **named).json()["result"]["structuredContent"]
    assert (result["found"], result["quote"]) == (True, given)


def test_a_quote_on_a_page_that_was_not_read_is_not_said_to_be_missing(
    assistant: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify_quote, "MOST_PAGES_READ", 2)
    monkeypatch.setattr(verify_quote, "MOST_CHARACTERS_READ", 120)
    last = "Die Gebühr beträgt drei Euro."
    long = factories.document(["Erste Seite.", "Zweite Seite.", last, "Ein Wort nach dem anderen. " * 9])
    named = {"collection": long.collection.slug, "document": long.external_id}
    said = [
        assistant.tool("verify_quote", quote=last, **named, **page).json()["result"]["structuredContent"]
        for page in ({}, {"page": 3}, {"page": 4}, {"page": 2})
    ]
    told = [(one["found"], one["reason"]) for one in said]
    assert told == [(False, "too_long_name_a_page"), (True, ""), (False, "page_too_long"), (False, "quote_not_found")]


def test_what_breaks_on_our_side_is_told_without_its_reason(
    assistant: Assistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("config.mcp.tools.search_documents.search_as_caller", broken)
    answer = assistant.tool("search", question="Was?")
    assert (answer.status_code, answer.json()["error"]["code"], answer.json()["id"]) == (500, -32603, 7)
    assert "secret" not in answer.content.decode()


def test_nothing_of_a_closed_collection_is_told_to_who_may_not_read_it(assistant: Assistant) -> None:
    closed = factories.collection("geheim", readers=Readers.GROUPS, example_questions=["Wo liegt der Schatz?"])
    document = factories.document(["Der Schatz liegt unter der Eiche."], external_id="karte", collection=closed)
    named = {"collection": "geheim", "document": "karte", "page": 1}
    said = [
        assistant.tool("list_collections"),
        assistant.tool("read_page", **named),
        assistant.tool("verify_quote", quote="Der Schatz liegt unter der Eiche", **named),
        assistant.tool("search", question="Wo liegt der Schatz?"),
        assistant.call("resources/list"),
        assistant.call("resources/read", uri="auskunft://documents/geheim/karte"),
        assistant.call("resources/read", uri="auskunft://pages/geheim/karte/1"),
        assistant.call("prompts/list"),
        assistant.call("prompts/get", name="geheim-1"),
    ]
    texts = [answer.content.decode() for answer in said]
    # A quote that was asked about comes back; nothing else may say what stands there.
    assert said[2].json()["result"]["structuredContent"]["found"] is False
    assert "Eiche" not in "".join(texts[:2] + texts[3:])
    assert f"/documents/{document.pk}/" not in "".join(texts)
    assert not any("liegt der Schatz" in texts[place] for place in (0, 7, 8))
    assert [one["slug"] for one in said[0].json()["result"]["structuredContent"]["collections"]] != ["geheim"]


def test_example_questions_of_collections_are_told_to_those_who_may_search(
    fees: Document, make_token: MakeToken
) -> None:
    Collection.objects.update(example_questions=["Was kostet der Ausweis?"])
    told = {
        scope: json.dumps(Assistant(make_token(scope)).call("prompts/list").json(), ensure_ascii=False)
        for scope in ("search", "simplify")
    }
    assert "Was kostet der Ausweis?" in told["search"]
    assert "Was kostet der Ausweis?" not in told["simplify"]
