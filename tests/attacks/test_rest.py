"""Strangers and holders of tokens at the interface: made-up bodies, encodings, methods, files and tokens."""

import io
import json
import random
from datetime import timedelta
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone

from apps.chat.models import Conversation, Turn
from apps.documents.models import Collection, Document, Source
from config.api.tokens.api_tokens import ApiToken
from config.api.tokens.scopes import Scope
from tests.attacks.hostile_json import VALUES, changed, written
from tests.attacks.request_trial import collected_tracebacks
from tests.processor_time import at_most

pytestmark = pytest.mark.django_db

SEED = 19
BODIES: dict[str, dict[str, Any]] = {
    "ask": {
        "question": "Was kostet ein Anwohnerparkausweis?", "collections": ["amt"], "language": "de",
        "conversation": None, "filters": {"tag": ["gebühr"], "from": "2020-01-01"},
    },
    "search": {"question": "Gebühr", "collections": ["amt"], "limit": 3, "filters": {"tag": []}},
    "simplify": {"text": "Die Gebühr ist zu entrichten.", "text_type": None, "model": None},
}  # fmt: skip
PATHS = [*BODIES, "documents", "documents/1", "documents/99999999999999999999", "conversations/x", "simplify/models"]
METHODS = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "ASK", "get", "POST"]
TYPES = ["application/json"] * 8 + [
    "text/plain",
    "application/json; charset=utf-7",
    "multipart/form-data; boundary=",
    "/",
]
NAMES = [
    "../../etc/passwd", "..\\..\\boot.ini", "a\0.txt", "/etc/cron.d/x.txt", "x" * 3_000 + ".txt", "\u202etxt.exe", "",
    ".", "CON.txt", "a\r\nX: y.txt", "a.pdf", "a.docx", "a.zip", "<script>.txt", "a.txt;.pdf", "\ud800.txt",
]  # fmt: skip


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


def stored() -> dict[str, int]:
    """Rows that no stranger may make, nor anybody by another's token."""
    models = (User, Group, ApiToken, Collection, Document, Source)
    return {model.__name__: model._default_manager.count() for model in models}


def checked(answer: Any) -> None:
    assert answer.status_code < 500, answer.content[:300]
    said = b"".join(answer.streaming_content) if answer.streaming else answer.content
    assert b"Traceback" not in said
    if answer.status_code >= 400 and said:
        assert said.startswith(b"{"), (answer.status_code, said[:300])
        error = json.loads(said)["error"]
        assert error["code"]
        assert error["message"].strip()


@pytest.mark.parametrize("path", BODIES)
def test_a_body_that_is_nearly_right_is_answered_or_refused_with_a_sentence(
    path: str, client: Client, fees: Document
) -> None:
    chance, before = random.Random(f"{SEED} {path}"), stored()  # noqa: S311 - the same bodies every time
    statuses = set()
    with collected_tracebacks() as tracebacks:
        for _ in range(120):
            body = written(changed(BODIES[path], chance), chance)
            kind = chance.choice(TYPES)
            answer = client.generic("POST", f"/api/v1/{path}", body, content_type=kind)
            checked(answer)
            statuses.add(answer.status_code)
    assert tracebacks == []
    assert statuses >= {200, 400, 415}
    assert stored() == before


def test_no_method_makes_an_error_or_a_row_at_any_address(client: Client, fees: Document) -> None:
    before = stored()
    with collected_tracebacks() as tracebacks:
        for method, path in product(METHODS, PATHS):
            checked(client.generic(method, f"/api/v1/{path}", b'{"a": 1}', content_type="application/json"))
    assert tracebacks == []
    assert stored() == before


def token_of(name: str, group: str, **values: Any) -> ApiToken:
    user = User.objects.get_or_create(username=name)[0]
    user.groups.add(Group.objects.get(name=group))
    return ApiToken(name="test", user=user, scopes=list(Scope.values), **values)


def foreign_tokens() -> dict[str, str]:
    """Those that open nothing: expired, withdrawn, of a switched-off account, and changed, cut or made up."""
    secret = token_of("editor", "editor").issue()
    expired = token_of("editor", "editor", expires_at=timezone.now() - timedelta(days=1)).issue()
    gone = token_of("editor", "editor")
    withdrawn = gone.issue()
    gone.delete()
    left = token_of("left", "editor").issue()
    User.objects.filter(username="left").update(is_active=False)
    chance = random.Random(SEED)  # noqa: S311 - the same tokens every time
    place = chance.randrange(8, len(secret))
    other = "A" if secret[place] != "A" else "B"
    return {
        "expired": expired, "withdrawn": withdrawn, "of who has left": left, "cut": secret[:-1], "longer": secret + "A",
        "changed": secret[:place] + other + secret[place + 1 :], "in capitals": secret.upper(), "hash": gone.digest,
        "empty": "", "prefix": "ausk_", "endless": "ausk_" + "a" * 20_000, "quote": "' OR 1=1 --", "percent": "%00",
        "other letters": "ausk_ä", "JSON": '{"$ne": null}', "two": f"{secret}, {secret}", "null": "null",
    }  # fmt: skip


def test_no_foreign_token_opens_anything(client: Client, fees: Document) -> None:
    tokens, before = foreign_tokens(), stored()
    with collected_tracebacks() as tracebacks:
        for name, token in tokens.items():
            for scheme in ("Bearer ", "bearer", "Basic ", "Token ", ""):
                headers = {"authorization": f"{scheme}{token}"}
                sent = {"file": io.BytesIO(b"Text"), "collection": "amt", "external_id": "new.txt"}
                for answer in (
                    client.post("/api/v1/documents", sent, headers=headers),
                    client.delete(f"/api/v1/documents/{fees.pk}", headers=headers),
                    client.get(f"/api/v1/documents/{fees.pk}", headers=headers),
                ):
                    checked(answer)
                    assert answer.status_code in (400, 401, 403), (name, scheme, answer.status_code)
    assert tracebacks == []
    assert stored() == before


def test_files_with_odd_names_and_contents_are_taken_or_refused_and_lie_nowhere_else(
    client: Client, fees: Document
) -> None:
    chance = random.Random(SEED)  # noqa: S311 - the same files every time
    headers = {"authorization": f"Bearer {token_of('editor', 'editor').issue()}"}
    contents = [b"", b"\0" * 100, b"%PDF-1.7", b"PK\x03\x04", b"\xff\xfe", b"Eine Gebuehr.", "Größe".encode("latin-1")]
    with collected_tracebacks() as tracebacks:
        for name in NAMES:
            boundary = "boundary"
            field = f'name="file"; filename="{name}"'.encode("utf-8", "surrogatepass")
            parts = [
                b"--boundary\r\nContent-Disposition: form-data; " + field + b"\r\nContent-Type: text/plain\r\n\r\n",
                chance.choice(contents),
                b'\r\n--boundary\r\nContent-Disposition: form-data; name="collection"\r\n\r\n',
                chance.choice(["amt", "amt", "nowhere", "\0", "../amt"]).encode(),
                b"\r\n--boundary--\r\n",
            ]
            kind = f"multipart/form-data; boundary={boundary}"
            checked(client.generic("POST", "/api/v1/documents", b"".join(parts), content_type=kind, headers=headers))
    assert tracebacks == []
    ids = Document.objects.exclude(pk=fees.pk).values_list("external_id", flat=True)
    assert [one for one in ids if one.startswith(("/", ".")) or ".." in one or "\n" in one] == []


def test_a_follow_up_with_whatever_token_joins_nobodys_conversation(client: Client, fees: Document) -> None:
    own = Conversation.objects.create(language="de", user=User.objects.create_user("owner"))
    with collected_tracebacks() as tracebacks:
        for token in [own.token, own.token.swapcase(), *VALUES]:
            body = {"question": "Und wie zahle ich?", "conversation": token}
            checked(client.post("/api/v1/ask", json.dumps(body), content_type="application/json"))
            path = quote(str(token)[:64], safe="", errors="surrogatepass")
            checked(client.delete(f"/api/v1/conversations/{path}"))
    assert tracebacks == []
    assert not Turn.objects.filter(conversation=own).exists()
    assert Conversation.objects.filter(pk=own.pk).exists()


def test_a_list_of_a_hundred_thousand_names_is_refused_before_it_is_read(client: Client, fees: Document) -> None:
    body = {"question": "Was kostet es?", "collections": ["a"] * 100_000}
    with at_most(0.5):
        refused = client.post("/api/v1/search", body, content_type="application/json")
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "invalid")
