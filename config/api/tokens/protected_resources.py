"""The OAuth protected resources of RFC 8707 and RFC 9728, and what a caller without a token is told."""

from django.http import HttpRequest

from config.api.tokens.scopes import PERSONAL_SCOPES, Scope

WELL_KNOWN = "/.well-known/oauth-protected-resource"
PROTECTED_RESOURCES: dict[str, list[Scope]] = {
    "/mcp": [Scope.ASK, Scope.SEARCH, Scope.SIMPLIFY],
    "/api/v1": PERSONAL_SCOPES,
    "/v1": [Scope.ASK, Scope.SEARCH],
}
"""The path of each, and the scopes that its addresses need."""


def protected_resource_path(path: str) -> str:
    """The protected resource that a path belongs to, by its own path; empty for none."""
    return next((one for one in PROTECTED_RESOURCES if path == one or path.startswith(f"{one}/")), "")


def is_own_resource(resource: str, request: HttpRequest) -> bool:
    """Whether a resource that a program names is one of this service, or the service as a whole."""
    return resource.rstrip("/") in {
        request.build_absolute_uri(path or "/").rstrip("/") for path in ["", *PROTECTED_RESOURCES]
    }


def www_authenticate_header(request: HttpRequest, **said: str) -> str:
    """The header WWW-Authenticate (RFC 6750, RFC 9728 section 5.1), with the address that tells how to get a token."""
    described = request.build_absolute_uri(WELL_KNOWN + protected_resource_path(request.path))
    parts = {"realm": "api", **said, "resource_metadata": described}
    return "Bearer " + ", ".join(f'{name}="{value}"' for name, value in parts.items())
