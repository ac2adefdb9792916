"""The OpenAPI security scheme: what a token is, and which scope an operation needs."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

from config.api.tokens.scopes import is_public_scope


class BearerScheme(OpenApiAuthenticationExtension):
    """The generator finds it because the class exists; openapi_document.py imports it for that."""

    target_class = "config.api.protocol.authentication.BearerAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token made in the admin."}

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[str]]]:
        """The scope of the method; an empty requirement beside it where the public needs no token."""
        scope = auto_schema.view.scopes[auto_schema.method]
        requirement: dict[str, list[str]] = {self.name: [str(scope)]}
        return [requirement, {}] if is_public_scope(scope) else [requirement]
