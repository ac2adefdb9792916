"""Every address of the interface, every method, every kind of caller: who may do what, generated from the URL table."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver

from apps.chat.models import Conversation, Turn
from apps.documents.models import Document, Readers
from config.api.tokens.api_tokens import ApiToken
from config.api.tokens.scopes import REQUIRED_PERMISSIONS, Scope, is_public_scope
from tests import factories
from tests.config.api.conftest import MakeToken

pytestmark = pytest.mark.django_db

CALLERS = ["anonymous", "broken token", "no scope", "one scope", "plain", "evaluator", "editor", "administrator"]
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
BODIES: dict[str, dict[str, Any]] = {
    "v1/ask": {"question": "Wie hoch ist die Gebühr?"},
    "v1/search": {"question": "Wie hoch ist die Gebühr?"},
    "v1/simplify": {"text": "Die Gebühr beträgt drei Euro."},
}


def resources() -> Iterator[tuple[str, Any]]:
    """Route and view class of every resource below /api/v1/."""
    [interface] = [found for found in get_resolver().url_patterns if str(found.pattern) == "api/"]
    for pattern in interface.url_patterns:
        route = str(pattern.pattern)
        if isinstance(pattern, URLPattern) and route.startswith("v1/"):
            yield route, pattern.callback.cls


CELLS = [(route, view, method) for route, view in resources() for method in METHODS]


@pytest.fixture
def document() -> Document:
    return factories.document(title="Gebühren")


@pytest.fixture
def address(document: Document) -> dict[str, str]:
    """What stands for each converter of the routes: objects that everybody may know."""
    talk = Conversation.objects.create()
    Turn.objects.create(conversation=talk, number=1, question="Wie hoch?", state="done", answer="Drei Euro.")
    return {"token": talk.token, "int": str(document.pk), "str": str(document.pk), "slug": document.collection.slug}


def path_of(route: str, address: dict[str, str]) -> str:
    for kind, value in address.items():
        while f"<{kind}:" in route:
            start = route.index(f"<{kind}:")
            route = route[:start] + value + route[route.index(">", start) + 1 :]
    return f"/api/{route}"


def secret_of(caller: str, scope: Scope | None, make_token: MakeToken) -> str:
    match caller:
        case "anonymous":
            return ""
        case "broken token":
            return "ausk_broken"
        case "no scope":
            others = [other for other in Scope.values if other != scope]
            return make_token(*others, group="administrator")
        case "one scope":
            return make_token(scope or Scope.ASK, group="administrator")
        case "plain":
            return make_token()
    return make_token(group=caller)


def expected(view: Any, method: str, caller: str, scope: Scope | None, secret: str) -> set[int]:
    """401 and 403 as the rules say; otherwise anything that is neither a refusal nor an error of ours."""
    handled = method.lower() in view.http_method_names and hasattr(view, "get" if method == "HEAD" else method.lower())
    if caller == "broken token":
        return {401}
    if not handled:
        return {405}
    assert scope is not None, "a method without a scope"
    if caller == "anonymous":
        return ALLOWED if is_public_scope(scope) else {401}
    token = ApiToken.objects.of_secret(secret)
    assert token is not None
    right = REQUIRED_PERMISSIONS.get(scope)
    if not token.allows(scope) or (right and not token.user.has_perm(right)):
        return {403}
    return ALLOWED


ALLOWED = {200, 201, 202, 204, 400, 415}
"""400 and 415: the call came through to the resource, which did not like an empty body."""


@pytest.mark.parametrize(("route", "view", "method"), CELLS, ids=[f"{cell[2]} {cell[0]}" for cell in CELLS])
def test_who_may_do_what(route: str, view: Any, method: str, address: dict[str, str], make_token: MakeToken) -> None:
    scope = view.scopes.get("GET" if method == "HEAD" else method)
    for caller in CALLERS:
        with transaction.atomic():
            secret = secret_of(caller, scope, make_token)
            answer = call(route, method, address, secret)
            assert answer.status_code in expected(view, method, caller, scope, secret), caller
            # What one caller deletes must be there for the next.
            transaction.set_rollback(True)


def call(route: str, method: str, address: dict[str, str], secret: str) -> Any:
    values: dict[str, Any] = {"headers": {"authorization": f"Bearer {secret}"} if secret else {}}
    if method in ("POST", "PUT", "PATCH"):
        values |= {"data": BODIES.get(route, {}), "content_type": "application/json"}
    return getattr(Client(), method.lower())(path_of(route, address), **values)


def test_the_table_is_not_empty() -> None:
    assert len({cell[0] for cell in CELLS}) >= 3
    assert len(CELLS) * len(CALLERS) >= 100


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
def test_a_document_of_a_closed_collection_does_not_exist_for_those_who_may_not_read_it(
    method: str, make_token: MakeToken
) -> None:
    from django.contrib.auth.models import Group

    closed = factories.collection("zu", readers=Readers.GROUPS, groups=[Group.objects.create(name="inner circle")])
    document = factories.document(collection=closed)
    secret = make_token(group="editor")
    for route, _view in resources():
        if "documents/<" in route:
            path = path_of(route, {"int": str(document.pk), "str": str(document.pk)})
            answer = getattr(Client(), method.lower())(path, headers={"authorization": f"Bearer {secret}"})
            assert answer.status_code == 404
    assert Document.objects.filter(pk=document.pk).exists()
