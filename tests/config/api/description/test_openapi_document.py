"""The description of the interface: complete, valid, kept in the docs, readable without script."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import get_resolver

from config.api.description.openapi_document import openapi_document
from config.api.description.views import described

pytestmark = pytest.mark.django_db


def test_the_kept_description_is_that_of_the_code(project_folder: Path) -> None:
    kept = json.loads((project_folder / "docs" / "openapi.json").read_text(encoding="utf-8"))
    assert openapi_document() == kept, "write it anew: manage.py openapi > docs/openapi.json"


def test_the_site_serves_it_to_everybody(client: Client) -> None:
    described.cache_clear()  # Made when another test had opened more scopes to the public.
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
            assert {"400", "401", "403", "429", "503"} <= set(operation["responses"]), where


def test_bodies_say_that_they_take_no_field_beside_those_described() -> None:
    document = openapi_document()
    for methods in document["paths"].values():
        for operation in methods.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                name = content["schema"].get("$ref", "").rpartition("/")[2]
                schema = document["components"]["schemas"][name] if name else content["schema"]
                assert schema["additionalProperties"] is False, operation["operationId"]


def test_the_page_for_people_shows_every_operation_and_loads_nothing_from_elsewhere(client: Client) -> None:
    page = client.get("/api/docs").content.decode()
    for path in openapi_document()["paths"]:
        assert path in page
    assert "<script" not in page
    assert "http://testserver/api/v1/ask" in page
