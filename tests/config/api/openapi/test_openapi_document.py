"""The description of the interface: complete, valid, kept in the docs, readable without script."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from apps.documents.models import Document
from config.api.openapi.openapi_document import openapi_document
from config.api.openapi.views import cached_openapi_document
from tests.config.api.conftest import Api, MakeToken

pytestmark = pytest.mark.django_db


def test_the_kept_description_is_that_of_the_code(project_folder: Path) -> None:
    kept = json.loads((project_folder / "docs" / "openapi.json").read_text(encoding="utf-8"))
    assert openapi_document() == kept, "write it anew: manage.py openapi > docs/openapi.json"


def test_the_site_serves_it_to_everybody(client: Client) -> None:
    cached_openapi_document.cache_clear()  # Made when another test had opened more scopes to the public.
    answer = client.get("/api/openapi.json", headers={"accept-language": "de"})
    assert answer.status_code == 200
    assert answer.json() == openapi_document()


def test_every_address_of_the_interface_is_described() -> None:
    described = {path.strip("/") for path in openapi_document()["paths"]}
    routes = {
        f"api/{pattern.pattern}"
        for group in get_resolver().url_patterns
        if str(group.pattern) == "api/"
        for pattern in group.url_patterns
        if str(pattern.pattern).startswith("v1/")
    }
    assert {re.sub(r"<\w+:(\w+)>", r"{\1}", route) for route in routes} == described


def test_every_operation_names_a_scope_its_errors_and_what_it_is_for() -> None:
    for path, methods in openapi_document()["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            scopes = [scope for item in operation["security"] for names in item.values() for scope in names]
            assert scopes, where
            assert operation["summary"], where
            assert {"400", "401", "403", "429", "503", "507"} <= set(operation["responses"]), where


def test_bodies_say_that_they_take_no_field_beside_those_described() -> None:
    document = openapi_document()
    for methods in document["paths"].values():
        for operation in methods.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                name = content["schema"].get("$ref", "").rpartition("/")[2]
                schema = document["components"]["schemas"][name] if name else content["schema"]
                assert schema["additionalProperties"] is False, operation["operationId"]


def undescribed(schema: dict[str, Any], value: object) -> set[str]:
    """Names of fields that come and are not described, at any depth; an object without named fields may have any."""
    if isinstance(value, list):
        return set().union(*(undescribed(schema["items"], item) for item in value))
    named = schema.get("properties")
    if not isinstance(value, dict) or named is None:
        return set()
    return (set(value) - set(named)).union(
        *(undescribed(named[name], part) for name, part in value.items() if name in named)
    )


def test_every_field_that_comes_is_described(fees: Document, make_token: MakeToken) -> None:
    paths: Any = openapi_document()["paths"]

    def schema_of(path: str, method: str) -> dict[str, Any]:
        return dict(paths[f"/api/v1/{path}"][method]["responses"]["200"]["content"]["application/json"]["schema"])

    answer = Api().post("ask", {"question": "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"}).json()
    found = Api().post("search", {"question": "Anwohnerparkausweis"}).json()
    kept = Api().get(f"conversations/{answer['conversation']}").json()
    standing = Api(make_token("documents:read", group="administrator")).get(f"documents/{fees.pk}").json()
    assert answer["citations"]
    assert undescribed(schema_of("ask", "post"), answer) == set()
    assert undescribed(schema_of("search", "post"), found) == set()
    assert undescribed(schema_of("conversations/{token}", "get"), kept) == set()
    assert undescribed(schema_of("documents/{document_id}", "get"), standing) == set()


def test_the_page_for_people_shows_every_operation_and_loads_nothing_from_elsewhere(client: Client) -> None:
    page = client.get("/api/docs").content.decode()
    for path in openapi_document()["paths"]:
        assert path in page
    loaded = re.findall(r"<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)=\"([^\"]+)\"", page)
    assert loaded
    assert all(address.startswith("/") and not address.startswith("//") for address in loaded)
    assert len(re.findall("<script", page)) == len(re.findall(r'<script type="module" src="/static/js/', page))
    assert "http://testserver/api/v1/ask" in page
