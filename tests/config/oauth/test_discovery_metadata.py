"""What programs read before they ask, and where they are told to read it."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

HERE = "http://testserver"


def test_a_caller_without_a_token_is_told_where_to_get_one() -> None:
    for door, path in (("/mcp", "/mcp"), ("/v1", "/v1/models"), ("/api/v1", "/api/v1/documents")):
        refused = Client().get(path) if door == "/v1" else Client().post(path, {}, content_type="application/json")
        assert refused.status_code == 401, path
        where = f'resource_metadata="{HERE}/.well-known/oauth-protected-resource{door}"'
        assert refused["WWW-Authenticate"] == f'Bearer realm="api", {where}'


def test_each_door_says_whose_tokens_it_takes() -> None:
    said = Client().get("/.well-known/oauth-protected-resource/mcp").json()
    assert (said["resource"], said["authorization_servers"]) == (f"{HERE}/mcp", [HERE])
    assert (said["scopes_supported"], said["bearer_methods_supported"]) == (["ask", "search", "simplify"], ["header"])
    assert Client().get("/.well-known/oauth-protected-resource").json()["resource"] == HERE
    assert Client().get("/.well-known/oauth-protected-resource/admin").status_code == 404


def test_the_server_says_what_it_answers_and_no_more() -> None:
    said = Client().get("/.well-known/oauth-authorization-server").json()
    assert said["issuer"] == HERE
    assert said["authorization_endpoint"] == f"{HERE}/oauth/authorize"
    assert said["token_endpoint"] == f"{HERE}/oauth/token"
    assert said["revocation_endpoint"] == f"{HERE}/oauth/revoke"
    assert said["response_types_supported"] == ["code"]
    assert said["grant_types_supported"] == ["authorization_code", "refresh_token"]
    assert said["code_challenge_methods_supported"] == ["S256"]
    assert said["authorization_response_iss_parameter_supported"] is True
    assert "registration_endpoint" not in said
    assert "introspection_endpoint" not in said
